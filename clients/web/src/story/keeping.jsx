// keeping.jsx -- everything on this device as one file, brought out and in; and forgotten, asked twice.
import { useState } from "preact/hooks";
import { openText, saveBlob } from "../browser/files.js";
import { toast } from "../browser/say.js";
import { settings } from "../browser/settings.js";
import { store, storyStore } from "../browser/store.js";
import { Dialog, Icon } from "../parts/basics.jsx";
import { dropPromises } from "../table/promises.js";
import { isLocal } from "../table/table.js";
import { newCore } from "../table/use_table.js";
import { listOf, t, tn } from "../words/i18n.js";
import { complain } from "../words/problems.js";
import { today } from "./keep.js";
import { BadFile, checked, forgotten, merged, packed } from "./transfer.js";

const world = async () => ({ store: await store(), story: await storyStore(), settings, core: newCore });

async function bringOut() {
  const { name, text } = await packed(await world(), today());
  saveBlob(name, new Blob([text], { type: "application/json" }));
}

/** What came in, in a sentence. */
function cameText({ notes, games, settings: choices }) {
  if (!notes && !games && !choices) return t("All of it was here already.");
  const what = [games && tn("{n} game", "{n} games", games), notes && tn("{n} note", "{n} notes", notes), choices && t("your settings")].filter(Boolean);
  return t("Brought in: {list}.", { list: listOf(what) });
}

/** Before all is gone: asked, and asked once more. */
function Forget({ onDone, onClose }) {
  const [sure, setSure] = useState(false);
  const forget = async () => {
    await forgotten(await world());
    dropPromises(isLocal);
    onDone();
  };
  return (
    <Dialog title={t("Delete everything?")} onClose={onClose}>
      <p>{t("All games and notes on this device are deleted, for good. Your settings and your seats at tables online stay.")}</p>
      {sure && (
        <p class="wrong" role="alert">
          {t("There is no way back. Really delete?")}
        </p>
      )}
      <div class="row wrap under">
        <button type="button" class="btn main grow" onClick={onClose}>
          {t("Keep")}
        </button>
        <button type="button" class="btn" onClick={() => (sure ? forget().catch(complain) : setSure(true))}>
          {sure ? t("Yes, delete everything") : t("Delete")}
        </button>
      </div>
    </Dialog>
  );
}

/** onChange: after something came in or went. empty: there is nothing to bring out. */
export function Keeping({ onChange, empty = false }) {
  const [said, say] = useState(/** @type {{text: string, bad: boolean} | null} */ (null));
  const [forget, setForget] = useState(false);
  const bringIn = async () => {
    const text = await openText(".json,application/json");
    if (text === null) return;
    try {
      const file = await checked(text, newCore);
      const came = cameText(await merged(file, await world()));
      toast(came, "i-check");
      say({ text: came, bad: false });
      onChange();
    } catch (e) {
      if (!(e instanceof BadFile)) return complain(e);
      say({ text: e.message, bad: true });
    }
  };
  return (
    <section class="paper" id="keep" aria-labelledby="keep-title">
      <h2 id="keep-title">{t("Everything in one file")}</h2>
      <p class="small quiet">
        {t("All of this is on this device alone. Save it now and then, or take it to another device: there it is added to what is there already.")}
      </p>
      <div class="row wrap under">
        {!empty && (
          <button type="button" class="btn" onClick={() => bringOut().catch(complain)}>
            <Icon id="i-download" size={20} />
            {t("Export")}
          </button>
        )}
        <button type="button" class="btn" onClick={bringIn}>
          <Icon id="i-upload" size={20} />
          {t("Import")}
        </button>
        {!empty && (
          <button type="button" class="btn plain" onClick={() => setForget(true)}>
            {t("Delete everything …")}
          </button>
        )}
      </div>
      {said && (
        <p class={said.bad ? "wrong" : "small"} role={said.bad ? "alert" : "status"}>
          {said.text}
        </p>
      )}
      {forget && (
        <Forget
          onClose={() => setForget(false)}
          onDone={() => {
            setForget(false);
            toast(t("Everything is deleted."), "i-check");
            onChange();
          }}
        />
      )}
    </section>
  );
}
