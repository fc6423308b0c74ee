// book.jsx -- the maps of the book in one's own story: which were solved, how well, and a way to play each. Fetched with the story's page.
import { usePromise } from "../../browser/hooks.js";
import { ask } from "../../table/table_local.js";
import { loadTexts, num, t } from "../../words/i18n.js";
import { titleText } from "./map_title.js";
import { gradeName, sizeName } from "./map_words.js";
import { modeName } from "./words.js";

/** The best game on a map: one that was won before all others, then by points.
 * @param {GameNote[]} games */
const bestOf = (games) => [...games].sort((a, b) => Number(b.won) - Number(a.won) || Number(b.points) - Number(a.points))[0];

function MapLine({ map, games }) {
  const best = games.length ? bestOf(games) : null;
  const mode = best?.mode ?? "solo-easy";
  return (
    <li class={best?.won ? "solved" : best ? "tried" : ""}>
      <a href={`/play/tiwanaku?map=${map.name}&mode=${mode}`}>{titleText(map.title)}</a>
      <span class="quiet small">{gradeName(map.difficulty)}</span>
      <span class="small how-well">{best ? [best.won ? t("won") : t("not won yet"), num(Number(best.points)), modeName(best.mode)].join(" · ") : ""}</span>
    </li>
  );
}

/** @param {{notes: GameNote[]}} props those of this game */
export function Book({ notes }) {
  const maps = usePromise(async () => (await Promise.all([ask("maps"), loadTexts("maps")]))[0].answer, []);
  if (!Array.isArray(maps)) return null;
  const on = (name) => notes.filter((n) => n.board === name && !n.as),
    solved = maps.filter((m) => on(m.name).some((n) => n.won)).length;
  return (
    <details class="more book-maps">
      <summary>{t("The book: {n} of {all} maps won", { n: solved, all: maps.length })}</summary>
      {["tiny", "long"].map((size) => (
        <div key={size}>
          <h3>{sizeName(size)}</h3>
          <ol>
            {maps
              .filter((m) => m.board === size)
              .map((m) => (
                <MapLine key={m.name} map={m} games={on(m.name)} />
              ))}
          </ol>
        </div>
      ))}
    </details>
  );
}
