// counting.jsx -- the end of Tiwanaku: the whole land open, and where the points came from, part by part, for
// one's own side and the strongest other.
import { num, t } from "../../words/i18n.js";
import { useDesk, useMedia } from "../../browser/hooks.js";
import { Board, spacesFor } from "./board.jsx";
import { Happened } from "./happened.jsx";
import { isCoop, sideOf } from "./model.js";
import { PawnIcon } from "./pieces.jsx";
import { Hands, Lanes, Log, Travellers, travellers } from "./panels.jsx";
import { tell } from "./story.js";
import { rowName } from "./words.js";

const PARTS = () => [
  ["start", t("At the start")],
  ["found", t("Land discovered")],
  ["crops", t("Crops foreseen")],
  ["wrong", t("Wrong guesses")],
  ["offered", t("Offerings")],
  ["left", t("Spaces never reached")],
];

/** The board with everything on it. */
export function Sheet({ view, label }) {
  const wide = useMedia("(min-width: 760px)");
  return <Board spaces={spacesFor(view)} upright={!wide && view.columns === 9} label={label} />;
}

/** columns: [{key, name, colour, parts, total}] */
function Ledger({ columns }) {
  const rows = PARTS().filter(([key]) => columns.some((c) => c.parts[key]));
  return (
    <table class="ledger tiw-ledger">
      <caption class="vh">{t("Where the points come from")}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="vh">{t("Part")}</span>
          </th>
          {columns.map((c) => (
            <th scope="col" class="n" key={c.key}>
              <PawnIcon colour={c.colour} size={24} />
              <span class="small">{c.name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([key, label]) => (
          <tr key={key}>
            <th scope="row">
              <b>{label}</b>
            </th>
            {columns.map((c) => (
              <td class={`n ${c.parts[key] < 0 ? "bad" : ""}`} key={c.key}>
                {num(c.parts[key])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t("Total")}</th>
          {columns.map((c) => (
            <td class="n" key={c.key}>
              {num(c.total)}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}

/** view: of the finished game; match: for what happened. children: what stands below the ledger.
 * @param {CountingProps} props */
export function Counting({ view, seat, match, title, children }) {
  const desk = useDesk();
  const { sides } = tell(match.lines, view);
  const name = (s) => match.seats[s - 1]?.name ?? "";
  const rows = travellers({ ...view, acting: [] }, seat, name);
  const columns = view.scores.map((s) => ({
    key: s.seat,
    name: rowName(s, seat, name),
    colour: rows.find((r) => r.key === s.seat)?.colours[0] ?? "white",
    ...sides.get(s.seat),
  }));
  return (
    <main class={`book counting tiw-table ${view.columns === 5 ? "on-tiny" : ""}`}>
      <section class="page dots" aria-label={t("The scoring")}>
        <div class="head-row">
          <h2>{t("The land")}</h2>
          <p class="quiet">{title}</p>
        </div>
        <div class="boardbox">
          <Sheet view={view} label={t("The finished board")} />
        </div>
        {desk && (
          <div class="diversity">
            <div class="head-row">
              <h2>{t("Diversity")}</h2>
            </div>
            <Lanes view={view} rows={rows} />
          </div>
        )}
      </section>
      <section class="page right" aria-label={t("Points")}>
        <div class="head-row">
          <h2>{t("Points")}</h2>
        </div>
        <Ledger columns={columns} />
        {isCoop(view) && <p class="quiet small under">{t("The group has one score, one set of stones and one set of offerings.")}</p>}
        {children}
      </section>
    </main>
  );
}

/** For whoever only looks on, and for replays: the board, the roads, the travellers, the log. */
export function Watch({ match, view, tales }) {
  const desk = useDesk();
  const name = (s) => match.seats[s - 1]?.name ?? "";
  const rows = travellers(view, null, name);
  const roads = <Lanes view={view} rows={rows} />;
  return (
    <main class={`book tiw-table watch ${view.columns === 5 ? "on-tiny" : ""}`}>
      <section class="page dots" aria-label={t("The board")}>
        <div class="boardbox">
          <Sheet view={view} label={t("The board")} />
        </div>
        {!view.over && view.acting.length > 0 && (
          <p class="on-turn">
            <PawnIcon colour={sideOf(view, view.acting[0]).colour} size={28} /> <b>{t("{who}'s turn", { who: name(view.acting[0]) })}</b>
          </p>
        )}
        {tales && <Happened {...{ tales, view, me: null, name }} />}
        {desk && <div class="diversity">{roads}</div>}
      </section>
      <section class="page right stack" aria-label={t("Travellers and log")}>
        <Travellers rows={rows} view={view} />
        {isCoop(view) && <Hands view={view} me={null} name={name} />}
        {!desk && roads}
        <Log tales={tales} view={view} me={null} name={name} />
      </section>
    </main>
  );
}
