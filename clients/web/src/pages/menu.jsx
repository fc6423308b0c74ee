// menu.jsx -- the menu of a table: log in words, rules, settings, the record, leaving.
import { useState } from "preact/hooks";
import { t } from "../words/i18n.js";
import { Dialog, Icon } from "../parts/basics.jsx";
import { Log } from "../parts/log.jsx";
import { People } from "../parts/people.jsx";
import { Rulings } from "../parts/ruling.jsx";
import { isLocal } from "../table/table.js";
import { calls, canCall, wishCalls } from "../browser/call.js";
import { go } from "../browser/router.js";
import { toast } from "../browser/say.js";
import { saveText } from "../browser/files.js";
import { complain } from "../words/problems.js";

export async function saveRecord(table) {
  try {
    const { record } = await table.act("record");
    saveText(`tambo-${table.match.game}-${table.match.id.slice(-6)}.rec`, record);
  } catch (e) {
    complain(e);
  }
}

/** Where the table is when one leaves it. */
function whereItIs({ me, result }, online) {
  if (!online) return t("The game stays on this device. You will find it on the home page.");
  if (me === null) return t("You are watching this table.");
  return result ? null : t("The table waits for you on the home page. If you leave it, a bot plays on for you until you come back.");
}

/** May the browser call when it is my turn? It is asked by this button alone. */
function Calls() {
  const [on, set] = useState(calls());
  const turn = async () => {
    const may = await wishCalls(!on);
    set(may);
    if (!on && !may) toast(t("The browser does not allow notifications from this page."), "i-warn");
  };
  return (
    <button type="button" class="btn wide" aria-pressed={on} onClick={turn}>
      <Icon id="i-info" />
      {t("Tell me when it is my turn")}
    </button>
  );
}

export function Menu({ table, match, game, position, sealed, act, onClose }) {
  const [log, setLog] = useState(false);
  const [people, setPeople] = useState(false);
  const online = !isLocal(match.id),
    over = Boolean(match.result);
  const leave = async () => {
    if (online && match.me !== null && !(await act("leave"))) return;
    go("/");
  };
  if (people) return <People {...{ match, act, onClose }} owner={online && match.owner === table.player} />;
  if (log)
    return (
      <Dialog title={t("What happened")} onClose={onClose}>
        <Log match={match} tales={position.story()} />
      </Dialog>
    );
  return (
    <Dialog title={t("Menu")} onClose={onClose}>
      <div class="menu">
        {(online || match.seats.length > 1) && (
          <button type="button" class="btn wide" onClick={() => setPeople(true)}>
            <Icon id="i-people" />
            {t("Who is here")}
          </button>
        )}
        <button type="button" class="btn wide" onClick={() => setLog(true)}>
          <Icon id="i-note" />
          {t("What happened")}
        </button>
        <a class="btn wide" href={`/rules/${game.name}`}>
          <Icon id="i-book" />
          {t("Rules")}
        </a>
        <a class="btn wide" href="/settings">
          <Icon id="i-settings" />
          {t("Settings")}
        </a>
        {canCall() && match.me !== null && match.seats.length > 1 && !match.hand && !over && <Calls />}
        {(over || !match.state) && ( // while a map is hidden nobody gets the record
          <button type="button" class="btn wide" onClick={() => saveRecord(table)}>
            <Icon id="i-download" />
            {t("Save the record")}
          </button>
        )}
        {online && (
          <a class="btn wide" href="/">
            <Icon id="i-home" />
            {t("To the home page")}
          </a>
        )}
        {!over && !(online && match.me === null) && (
          <button type="button" class="btn wide" onClick={leave}>
            <Icon id="i-flag" />
            {t("Leave the table")}
          </button>
        )}
      </div>
      <p class="quiet small under">
        {sealed
          ? t("Keys: arrows move around the sheet, Enter chooses, digits write, Escape goes back.")
          : t("Keys: arrows move around the board, Enter chooses, digits and letters mark, Escape goes back.")}
      </p>
      {match.commit && !over && (
        <p class="quiet small under">
          {t("Chance is promised beforehand, so that everybody can check it afterwards in the replay. The promise begins like this:")}{" "}
          <code>{match.commit.slice(0, 12)}</code>
        </p>
      )}
      <p class="quiet small under">
        {whereItIs(match, online)}
        {online && match.me !== null && !over && sealed && <Rulings game={game.name} ids={["PP-9"]} />}
      </p>
    </Dialog>
  );
}
