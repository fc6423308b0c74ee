// talk.jsx -- what players say to one another at a table online: words and ready-made signals, as a part of
// the lobby and as a dialog of the game. Whoever does not want to hear a seat mutes it.
import { useEffect, useRef, useState } from "preact/hooks";
import { colon, t } from "../words/i18n.js";
import { isHeard, nameOf } from "../pure/match.js";
import { called } from "../words/names.js";
import { say, toast } from "../browser/say.js";
import { Dialog, Icon, IconButton } from "./basics.jsx";

export const signalText = (signal) =>
  ({
    hello: t("Hello!"),
    thanks: t("Thank you!"),
    wait: t("One moment, please."),
    hurry: t("Shall we go on?"),
    "well-played": t("Well played!"),
    oops: t("Oops."),
    luck: t("What luck!"),
    think: t("I am thinking."),
    yes: t("Yes."),
    no: t("No."),
  })[signal] ?? signal;
const SIGNALS = ["hello", "thanks", "wait", "hurry", "well-played", "oops", "luck", "think", "yes", "no"];
const IN_LOBBY = ["hello", "thanks", "wait", "yes", "no"]; // that make sense before the game
const FRESH = 10000; // ms: what is older is no news

/** What was said, in words; game: that of the table, which may have signals of its own. */
export const spoken = (said, game) => said.text ?? game?.signals?.text(said.signal) ?? signalText(said.signal);

/** Who said it: also somebody who has left meanwhile. */
const speaker = (match, said) => (said.who ? called(said.who) : said.seat === match.me ? t("You") : nameOf(match, said.seat));

/** Is the newest of the words that the lobby shows in sight? */
function inSight() {
  const bottom = document.querySelector(".lobby .talk")?.getBoundingClientRect().bottom;
  return bottom !== undefined && bottom > 0 && bottom <= innerHeight;
}

/** What is said is heard once: not again after a reload, nor when the game begins. Whoever has it before their eyes needs no toast. */
export function useHeard(table, game) {
  const match = table?.match;
  const came = useRef(Date.now()); // what was said before stands in the list
  useEffect(() => {
    const last = match?.talk.at(-1);
    const at = last && last.at - (table.skew ?? 0);
    if (!last || match.muted.includes(last.seat) || at < Math.max(came.current, Date.now() - FRESH)) return;
    const text = colon(speaker(match, last), spoken(last, game));
    if (inSight()) say(text);
    else if (last.seat !== match.me) toast(text, "i-chat");
  }, [match?.talk.length]);
}

/** The signals of the game: what can be said now, each [signal, its words]; one with a space is asked for it on the board. */
function OfTheGame({ list, act, onPoint }) {
  return (
    <div class="signals of-game" role="group" aria-label={t("About the game")}>
      {list.map(([signal, words]) => (
        <button type="button" class="btn" key={signal} onClick={() => (signal.endsWith("*") ? onPoint(signal.slice(0, -2)) : act("signal", { signal }))}>
          {words}
        </button>
      ))}
    </div>
  );
}

/** What was said so far; whoever sits here answers, while there is somebody to hear it. In the lobby useHeard() reads new words aloud, and another button is the main one.
 * @param {{match: any, act: Function, lobby?: boolean, game?: any, view?: any, onPoint?: (word: string) => void}} props */
export function Words({ match, act, lobby, game, view, onPoint }) {
  const [words, setWords] = useState("");
  const list = useRef(/** @type {any} */ (null));
  const heard = match.talk.filter((s) => !match.muted.includes(s.seat));
  const about = (!match.result && match.me !== null && game?.signals?.now(view, match.me)) || [];
  useEffect(() => void (list.current.scrollTop = list.current.scrollHeight), [heard.length]);
  const send = async (event) => {
    event.preventDefault();
    const text = words.trim();
    if (!text) return;
    setWords(""); // at once: nothing is said twice, and what is typed meanwhile stays
    if (!(await act("chat", { text }))) setWords((since) => since || text);
  };
  return (
    <>
      <div class="talk" ref={list} tabIndex={0} role="group" aria-label={t("What was said")} aria-live={lobby ? undefined : "polite"}>
        <ul>
          {heard.map((s, i) => (
            <li key={i} class={s.seat === match.me ? "from-me" : ""}>
              <b>{speaker(match, s)}</b> {spoken(s, game)}
            </li>
          ))}
          {!heard.length && <li class="quiet">{t("Nobody has said anything yet.")}</li>}
        </ul>
      </div>
      {match.me !== null && isHeard(match) && (
        <>
          <form class="row" onSubmit={send}>
            <label class="vh" for="words">
              {t("Your words")}
            </label>
            <input class="input grow" id="words" maxLength={300} autocomplete="off" value={words} onInput={(e) => setWords(e.currentTarget.value)} />
            <button type="submit" class={lobby ? "btn" : "btn main"}>
              {t("Send")}
            </button>
          </form>
          {about.length > 0 && <OfTheGame list={about} act={act} onPoint={onPoint} />}
          <div class="signals">
            {(lobby ? IN_LOBBY : SIGNALS).map((s) => (
              <button type="button" class="btn" key={s} onClick={() => act("signal", { signal: s })}>
                {signalText(s)}
              </button>
            ))}
          </div>
          <Mutes match={match} act={act} />
        </>
      )}
    </>
  );
}

/** Everybody who has said something, to be muted or heard again. */
function Mutes({ match, act }) {
  const spoke = (s) => s.kind === "human" && s.seat !== match.me && match.talk.some((said) => said.seat === s.seat);
  return (
    <ul class="mutes">
      {match.seats.filter(spoke).map((s) => {
        const on = !match.muted.includes(s.seat);
        return (
          <li key={s.seat}>
            <button type="button" class="btn plain" onClick={() => act("mute", { seat: s.seat, on })}>
              <Icon id={on ? "i-sound-on" : "i-sound-off"} size={20} />
              {on ? t("Mute {who}", { who: s.name }) : t("Unmute {who}", { who: s.name })}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

const Talk = ({ match, act, game, view, onPoint, onClose }) => (
  <Dialog title={t("Talk")} onClose={onClose}>
    <Words {...{ match, act, game, view, onPoint }} />
  </Dialog>
);

/** The button for the bar; a dot if something was said since it was open last. onPoint(word): a space is to be pointed at. */
export function TalkButton({ match, act, game, view, onPoint }) {
  const [open, setOpen] = useState(false);
  const n = match.talk.filter((s) => s.seat !== match.me && !match.muted.includes(s.seat)).length;
  const [seen, setSeen] = useState(n);
  useEffect(() => void (open && setSeen(n)), [open, n]);
  const news = n > seen;
  return (
    <>
      <IconButton id="chat" class={news ? "news" : ""} label={news ? t("Talk, new message") : t("Talk")} onClick={() => setOpen(true)} />
      {open && (
        <Talk
          {...{ match, act, game, view }}
          onPoint={(word) => {
            setOpen(false);
            onPoint(word);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
