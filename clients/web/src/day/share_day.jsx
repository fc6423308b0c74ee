// share_day.jsx -- the results of a day to be handed on: a few lines and a picture that spoil nothing (lines.js).
import { useState } from "preact/hooks";
import { dayText } from "../words/dates.js";
import { t } from "../words/i18n.js";
import { Icon } from "../parts/basics.jsx";
import { ShareResult } from "../parts/share_result.jsx";
import { complain } from "../words/problems.js";
import { recordAt } from "../table/server.js";
import { dayPuzzle } from "../table/server_day.js";
import { isLocal } from "../table/table.js";
import { ask } from "../table/table_local.js";
import { newCore } from "../table/use_table.js";
import { linesOf, marksOf, numberOf } from "./lines.js";
import { titleOfPart } from "./part.jsx";
import { PUZZLE } from "./run_kept.js";

/** The level that a finished game reached, from 1, and how many there are; none where its record is gone. */
async function levelsOf(table) {
  try {
    const { record } = isLocal(table) ? await ask("kept", { table }) : await recordAt(table),
      core = await newCore();
    core.load(record);
    const levels = core.levels(),
      { level } = core.view(1).scores[0];
    return { level: levels.findIndex((l) => l.name === level) + 1, levels: levels.length };
  } catch {
    return {};
  }
}

/** The row of a part: its ranked result, else the first practice; null: nothing yet. */
async function rowOf(day, part, practice, ranked) {
  const mine = ranked?.mine,
    note = practice.note,
    title = titleOfPart(part);
  if (!mine && !note) return null;
  const more = mine ? {} : { practice: t("practice") };
  if (part === PUZZLE) {
    const answers = mine ? (await dayPuzzle(day)).answers : practice.answers;
    return { title, right: answers.map((a) => a.right), ...more };
  }
  return { title, points: (mine ?? note).points, ...(await levelsOf(mine ? ranked.table : note.table)), ...more };
}

/** here: practice by part; server: what it says of the day, or null. */
export function ShareDay({ day, here, server, parts }) {
  const [rows, setRows] = useState(/** @type {any[] | null} */ (null)); // what is shared, while the dialog is open
  const ranked = (part) => server?.parts.find((p) => p.part === part);
  if (!parts.some((part) => here[part].note || ranked(part)?.mine)) return null;
  const open = async () => {
    try {
      const all = await Promise.all(parts.map((part) => rowOf(day, part, here[part], ranked(part))));
      setRows(all.filter(Boolean));
    } catch (e) {
      complain(/** @type {Error} */ (e));
    }
  };
  const date = dayText(day, { day: "numeric", month: "long", year: "numeric" }),
    text = rows && linesOf({ title: "Tambo", date, rows, address: `${location.origin}/day/${day}` });
  return (
    <>
      <button type="button" class="btn wide" onClick={open}>
        <Icon id="i-share" size={20} />
        {t("Share the day")}
      </button>
      {rows && (
        <ShareResult
          card={{
            title: t("The day"),
            what: date,
            rows: rows.map((r) => [r.practice ? `${r.title} (${r.practice})` : r.title, marksOf(r), numberOf(r)]),
            where: location.host,
          }}
          text={text}
          onClose={() => setRows(null)}
        />
      )}
    </>
  );
}
