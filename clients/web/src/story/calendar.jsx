// calendar.jsx -- a month of days, and what was played on one of them. By keyboard: arrows go from day to day, Page Up and Page Down from
// month to month, Home and End to the ends of a week.
import { useEffect, useRef, useState } from "preact/hooks";
import { IconButton } from "../parts/basics.jsx";
import { monthAfter, weeksOf } from "../pure/days.js";
import { dayText } from "../words/dates.js";
import { num, t, tn } from "../words/i18n.js";
import { titleOf } from "../games/index.js";
import { today } from "./keep.js";

/** @type {Intl.DateTimeFormatOptions} */
const WHOLE = { weekday: "long", day: "numeric", month: "long" };

/** The names of the days of a week, Monday first: [short, long]. */
const weekdays = () => weeksOf("2024-01")[0].map((day) => [dayText(String(day), { weekday: "narrow" }), dayText(String(day), { weekday: "long" })]);

/** How much there was on a day. */
const countText = (notes) => {
  const games = notes.filter((n) => n.kind === "game").length,
    puzzles = notes.filter((n) => n.kind === "puzzle").length;
  return [games && tn("{n} game", "{n} games", games), puzzles && tn("{n} puzzle", "{n} puzzles", puzzles)].filter(Boolean).join(", ");
};

/** A part of a day: which, how many were solved, ranked or not. */
function dayNoteText({ part, of = null, points, ranked }) {
  const game = titleOf(part),
    what = game ? t("Game of the day: {game}", { game }) : t("Puzzle of the day");
  return [what, of ? t("{won} of {n}", { won: points, n: of }) : null, ranked ? t("ranked") : t("practice")].filter(Boolean).join(" · ");
}

/** What was played on a day: a line for each game, one for all puzzles. */
function DayList({ notes, pasts }) {
  const games = notes.filter((n) => n.kind === "game"),
    puzzles = notes.filter((n) => n.kind === "puzzle"),
    days = notes.filter((n) => n.kind === "day");
  return (
    <ul class="small">
      {games.map((n) => (
        <li key={n.id}>
          {[titleOf(n.game) ?? n.game, pasts.get(n.game)?.modeName(n.mode), n.points === null ? null : pointsText(n.points)].filter(Boolean).join(" · ")}
        </li>
      ))}
      {puzzles.length > 0 && (
        <li>
          {tn("{n} puzzle, {right} right", "{n} puzzles, {right} right", puzzles.length, { n: puzzles.length, right: puzzles.filter((n) => n.right).length })}
        </li>
      )}
      {days.map((n) => (
        <li key={n.id}>{dayNoteText(n)}</li>
      ))}
    </ul>
  );
}
export const pointsText = (n) => tn("{n} point", "{n} points", n, { n: num(n) });

/** Where a key leads: [days, months]; null: it is none of ours. */
function stepOf(key, column) {
  const steps = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [-7, 0],
    ArrowDown: [7, 0],
    Home: [-column, 0],
    End: [6 - column, 0],
    PageUp: [0, -1],
    PageDown: [0, 1],
  };
  return steps[key] ?? null;
}

/** A day some days and months later, in the calendar alone. */
function dayFrom(day, [days, months]) {
  if (months) {
    const all = weeksOf(monthAfter(day.slice(0, 7), months))
      .flat()
      .filter(Boolean);
    return String(all[Math.min(Number(day.slice(8)), all.length) - 1]);
  }
  const month = day.slice(0, 7),
    around = [-1, 0, 1].flatMap((by) => weeksOf(monthAfter(month, by)).flat().filter(Boolean));
  return String(around[around.indexOf(day) + days]);
}

/** onKey: true where the key led somewhere. */
const Day = ({ d, now, list, chosen, onChoose, onKey }) => (
  <button
    type="button"
    class={`day much-${Math.min(3, list.length)} ${d === now ? "now" : ""} ${chosen ? "sel" : ""}`}
    tabIndex={chosen ? 0 : -1}
    aria-pressed={chosen}
    aria-current={d === now ? "date" : undefined}
    aria-label={[dayText(d, WHOLE), list.length ? countText(list) || t("the day") : t("nothing")].join(", ")}
    onClick={onChoose}
    onKeyDown={(e) => {
      if (!e.ctrlKey && !e.altKey && !e.metaKey && onKey(e.key)) e.preventDefault();
    }}
  >
    {Number(d.slice(8))}
  </button>
);

export function Calendar({ notes, pasts }) {
  const now = today();
  const [day, setDay] = useState(now); // the one that is looked at
  const moved = useRef(false); // by key: then the focus goes along
  const grid = useRef(/** @type {HTMLTableElement | null} */ (null));
  const month = day.slice(0, 7),
    on = (d) => notes.filter((n) => n.day === d);
  useEffect(() => {
    if (moved.current) /** @type {HTMLElement | null | undefined} */ (grid.current?.querySelector('[tabindex="0"]'))?.focus();
    moved.current = false;
  }, [day]);
  const step = (from, by) => {
    if (!by) return false;
    moved.current = true;
    setDay(dayFrom(from, by));
    return true;
  };
  const here = on(day);
  return (
    <>
      <div class="row month">
        <IconButton id="left" label={t("The month before")} onClick={() => setDay(dayFrom(day, [0, -1]))} />
        <h3 class="grow" id="month-title" aria-live="polite">
          {dayText(`${month}-01`, { month: "long", year: "numeric" })}
        </h3>
        <IconButton id="right" label={t("The month after")} onClick={() => setDay(dayFrom(day, [0, 1]))} />
      </div>
      <table class="calendar" aria-labelledby="month-title" ref={grid}>
        <thead>
          <tr>
            {weekdays().map(([short, long]) => (
              <th key={long} scope="col" aria-label={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((d, column) => (
                <td key={column}>
                  {d && <Day {...{ d, now, list: on(d), chosen: d === day }} onChoose={() => setDay(d)} onKey={(key) => step(d, stepOf(key, column))} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div class="on-day">
        <h3>{dayText(day, WHOLE)}</h3>
        {here.length ? <DayList notes={here} pasts={pasts} /> : <p class="quiet small">{t("Nothing was finished on this day.")}</p>}
      </div>
    </>
  );
}
