// gallery.jsx -- all sheets of a table as small leaves, one's own first, readable with 100 players;
// a chosen one is shown large. Sheets are shown as they were when the round began (PP-6).
import { useMemo, useState } from "preact/hooks";
import { memo } from "preact/compat";
import { num, t } from "../i18n.js";
import { useDesk } from "../hooks.js";
import { Dialog, Icon, Segments } from "./basics.jsx";
import { ReadyBar } from "./cord.jsx";
import { Strip } from "./score.jsx";
import { Ruling } from "./ruling.jsx";

const Leaf = memo(({ game, view, seat, name, points, ready, me, sel, still, onOpen }) => (
  <li>
    <button type="button" class={`leaf ${ready ? "is-ready" : ""} ${me ? "me" : ""} ${sel ? "sel" : ""}`} onClick={() => onOpen(seat)}>
      <game.Mini view={view} seat={seat} />
      <span class="nm"><span>{name}</span><b>{num(points)}</b></span>
      {!still && <span class="st"><Icon id={ready ? "knot" : "i-pencil"} size={14} />{ready ? t("ready") : t("writing")}</span>}
    </button>
  </li>
));

function Large({ game, view, row, name, still }) {
  return (
    <>
      <game.Sheet view={view} seat={row.seat} label={t("The sheet of {who}", { who: name })} />
      <div class="under"><Strip rows={game.parts().map(([key, label]) => [label, row[key]])} total={row.total} label={t("Points of {who}", { who: name })} /></div>
      {!still && <p class="quiet small under">{t("Sheets are shown as they were when the round began. What is written now stays folded until all are ready.")} <Ruling game={game.name} id="PP-6" /></p>}
    </>
  );
}

/** `still`: nobody is writing; a finished game, or a replay. */
export function Gallery({ game, match, view, still = view.over }) {
  const desk = useDesk();
  const [order, setOrder] = useState("points");
  const [open, setOpen] = useState(null);
  const name = (seat) => (seat === match.me ? t("You") : match.seats[seat - 1].name);
  const rows = useMemo(() => {
    const by = {
      points: (a, b) => b.total - a.total,
      ready: (a, b) => match.ready.includes(b.seat) - match.ready.includes(a.seat),
      name: (a, b) => name(a.seat).localeCompare(name(b.seat)),
    }[order];
    return [...view.scores].sort((a, b) => (b.seat === match.me) - (a.seat === match.me) || by(a, b) || a.seat - b.seat);
  }, [view, order, order === "ready" && match.ready]);
  const chosen = rows.find((r) => r.seat === open) ?? (desk ? rows[0] : null);
  const large = chosen && <Large game={game} view={view} row={chosen} name={name(chosen.seat)} still={still} />;
  return (
    <main class="wrapg">
      <div>
        <div class="top">
          {!still && <ReadyBar match={match} width={desk ? 560 : 300} />}
          <Segments label={t("Order")} value={order} onChange={setOrder} options={[["points", t("Points")], ...(still ? [] : [["ready", t("Ready")]]), ["name", t("Name")]]} />
        </div>
        <ul class={`gal ${rows.length <= 12 ? "few" : ""}`}>
          {rows.map((r) => (
            <Leaf key={r.seat} game={game} view={view} seat={r.seat} name={name(r.seat)} points={r.total} still={still}
              ready={match.ready.includes(r.seat)} me={r.seat === match.me} sel={desk && r === chosen} onOpen={setOpen} />
          ))}
        </ul>
      </div>
      {desk && <aside class="zoom paper dots" aria-label={t("Chosen sheet")}><div class="head-row"><h2>{name(chosen.seat)}</h2></div>{large}</aside>}
      {!desk && chosen && <Dialog title={name(chosen.seat)} onClose={() => setOpen(null)}>{large}</Dialog>}
    </main>
  );
}

/** For whoever only looks on: a game without sheets has a table of its own to look at. */
export const Looking = (props) => (props.game.Watch ? <props.game.Watch {...props} /> : <Gallery {...props} />);
