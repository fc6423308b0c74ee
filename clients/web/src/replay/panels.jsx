// panels.jsx -- beside a replay: were its dice those that were promised, and ways to hand the record on; and
// the form that takes a record as text.
import { useState } from "preact/hooks";
import { t, tn } from "../words/i18n.js";
import { Dialog, Icon } from "../parts/basics.jsx";
import { usePromise } from "../browser/hooks.js";
import { ask } from "../table/table_local.js";
import { saveText } from "../browser/files.js";
import { refusal, refusalsReady } from "../words/refusals.js";
import { toast } from "../browser/say.js";
import { fragmentOf } from "./link.js";
import { verdictOf } from "./story.js";

/** dice: the game has some. promised: what this device was given before the first roll, or null. local: the game was played on this device. */
export function Dice({ text, dice, promised, local }) {
  const said = usePromise(async () => {
    await refusalsReady();
    return (await ask("verify", { text })).answer;
  }, [text]);
  return (
    <section class="paper dice-check" aria-labelledby="dice-title" aria-busy={said === undefined}>
      <h2 id="dice-title">{dice ? t("Were the dice fair?") : t("Was it fair?")}</h2>
      <div aria-live="polite">{said === undefined ? <p>{t("One moment …")}</p> : <Verdict {...{ said, text, promised, local }} />}</div>
    </section>
  );
}

/** Why there is nothing to check: no fault of the record. */
const nothing = (local) =>
  local
    ? t("There is nothing to check: when this game began, dice on this device were not promised yet.")
    : t("There is nothing to check: this record has no salt. Games have one once they are over.");

function Verdict({ said, text, promised, local }) {
  if (said.error) return <p>{t("The dice could not be checked: {text}", { text: refusal(said.error.message) })}</p>;
  const how = verdictOf(said, text);
  if (how === "none")
    return (
      <p class="none">
        <Icon id="i-info" size={22} /> <span>{nothing(local)}</span>
      </p>
    );
  const other = promised && said.commit && promised !== said.commit;
  if (how === "bad" || other)
    return (
      <>
        <p class="bad">
          <Icon id="i-warn" size={22} /> <b>{t("No. This record is not the game that was promised.")}</b>
        </p>
        <p>
          {other && said.good
            ? t("Its promise is not the one that was given before the game began.")
            : t("Line {line}: {text}", { line: said.line, text: refusal(said.why) })}
        </p>
      </>
    );
  return (
    <>
      <p class="good">
        <Icon id="i-check" size={22} /> <b>{t("Yes. Everything here was fixed before the game began.")}</b>
      </p>
      <p>
        {tn(
          "{n} random draw was computed again from the salt and is the same.",
          "{n} random draws were computed again from the salt and are the same.",
          said.rolls,
        )}{" "}
        {said.map && t("So is the map.")}
      </p>
      <p class="small">
        {promised ? t("And this is the promise that this device was given before:") : t("Compare the promise with the one that was shown before the game:")}
      </p>
      <p class="hex">{said.commit}</p>
    </>
  );
}

/** link: of a table online, or null. */
export function Share({ story, link }) {
  const own = usePromise(async () => {
    const fragment = link ? null : await fragmentOf(story.text);
    return link ?? (fragment && `${location.origin}/replay#${fragment}`);
  }, [story, link]);
  const copy = async (text, done) => {
    try {
      await navigator.clipboard.writeText(text);
      toast(done, "i-copy");
    } catch {
      toast(t("The browser does not let us copy. Please save the file."), "i-warn");
    }
  };
  return (
    <section class="paper" aria-labelledby="share-title">
      <h2 id="share-title">{t("Pass it on")}</h2>
      <div class="row wrap">
        {own && (
          <button type="button" class="btn" onClick={() => copy(own, t("The link is copied."))}>
            <Icon id="i-link" size={20} />
            {t("Copy the link")}
          </button>
        )}
        <button type="button" class="btn" onClick={() => saveText(`tambo-${story.match.game}.rec`, story.text)}>
          <Icon id="i-download" size={20} />
          {t("Save the record")}
        </button>
        <button type="button" class="btn" onClick={() => copy(story.text, t("The record is copied."))}>
          <Icon id="i-copy" size={20} />
          {t("Copy as text")}
        </button>
      </div>
      {own === null && <p class="small quiet">{t("This record is too long for a link. Send the file.")}</p>}
    </section>
  );
}

/** A record as text. onText(text). */
export function Paste({ onText, onClose }) {
  const [text, setText] = useState("");
  return (
    <Dialog title={t("Paste a record")} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(e) => {
          e.preventDefault();
          onText(text);
        }}
      >
        <label class="label" for="pasted">
          {t("The whole text, from “tambo-record 1” on")}
        </label>
        <textarea class="input" id="pasted" rows={8} spellcheck={false} value={text} onInput={(e) => setText(e.currentTarget.value)} />
        <button type="submit" class="btn main" disabled={!text.trim()}>
          <Icon id="i-play" size={18} />
          {t("Replay it")}
        </button>
      </form>
    </Dialog>
  );
}
