// gallery.jsx -- all sheets of a table as small leaves, one's own first, readable with 100 players;
// a chosen one is shown large. Sheets are shown as they were when the round began (PP-6).
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { memo } from "preact/compat";
import { num, t } from "../i18n.js";
import { diceWords, lastRoll } from "../dice.js";
import { useDesk, useRedraw } from "../hooks.js";
import { Dialog, Segments } from "./basics.jsx";
import { ReadyBar } from "./cord.jsx";
import { Tray } from "./dice.jsx";
import { Strip } from "./score.jsx";
import { Ruling } from "./ruling.jsx";

// A round changes a hundred leaves, and those in sight shall change in one frame. So leaves stay where they are in the page and
// sheets move among them; the two states lie on one another, as showing the other needs no layout; leaves out of sight follow
// a moment later.
const KNOT = "M12 1v5M12 18v5M12 6c5 0 5 4 0 6s-5 6 0 6M12 6c-5 0-5 4 0 6s5 6 0 6"; // as in the sprite, without the cost of `use`
const PENCIL = "M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5l3.5 3.5";
const Mark = ({ d }) => <svg class="ic" width="14" height="14" viewBox="0 0 24 24" aria-hidden="true"><path d={d} /></svg>;

const tell = new WeakMap(); // element -> told whether it is near
let eye;
/** Is the element in sight, or nearly? */
function useNear(ref) {
  const [near, set] = useState(true);
  useEffect(() => {
    const el = ref.current;
    eye ??= new IntersectionObserver((all) => all.forEach((e) => tell.get(e.target)(e.isIntersecting)), { rootMargin: "60px" });
    tell.set(el, set);
    eye.observe(el);
    return () => eye.unobserve(el);
  }, []);
  return near;
}

const Face = ({ game, view, seat, name, points, ready, me, sel, still, onOpen }) => (
  <button type="button" class={`leaf ${ready ? "is-ready" : ""} ${me ? "me" : ""} ${sel ? "sel" : ""}`} onClick={() => onOpen(seat)}>
    <game.Mini view={view} seat={seat} />
    <span class="nm"><span>{name}</span><b>{num(points)}</b></span>
    {!still && <span class="st"><span class="does"><Mark d={PENCIL} />{t("writing")}</span><span class="did"><Mark d={KNOT} />{t("ready")}</span></span>}
  </button>
);

const LATER = 60; // ms: after the frame
const Leaf = memo((props) => {
  const ref = useRef(), near = useNear(ref), redraw = useRedraw();
  const drawn = useRef({ props: null, face: null }).current;
  const draw = () => Object.assign(drawn, { props, face: <Face {...props} /> });
  useEffect(() => {
    if (drawn.props === props) return;
    const timer = setTimeout(() => {
      draw();
      redraw();
    }, LATER);
    return () => clearTimeout(timer);
  }, [props]);
  if (near) draw();
  return <li ref={ref}>{drawn.face}</li>;
});

function Large({ game, view, row, name, still }) {
  return (
    <>
      <game.Sheet view={view} seat={row.seat} label={t("The sheet of {who}", { who: name })} />
      <div class="under"><Strip rows={game.parts().map(([key, label]) => [label, row[key]])} total={row.total} label={t("Points of {who}", { who: name })} /></div>
      {!still && <p class="quiet small under">{t("Sheets are shown as they were when the round began. What is written now stays folded until all are ready.")} <Ruling game={game.name} id="PP-6" /></p>}
    </>
  );
}

/** The dice of the round, for whoever only looks on. */
function Rolled({ game, match, view }) {
  const dice = lastRoll(view, match.lines);
  if (!dice || view.over) return null;
  return (
    <div class="rolled paper">
      <Tray dice={dice} game={game.name} size={44} roll={view.round}>
        <b>{t("Round {n}", { n: view.round })}</b>
        <span class="small">{diceWords(dice)}</span>
      </Tray>
    </div>
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
    return [...(game.points?.(view) ?? view.scores)].sort((a, b) => (b.seat === match.me) - (a.seat === match.me) || by(a, b) || a.seat - b.seat);
  }, [view, order, order === "ready" && match.ready]);
  const chosen = rows.find((r) => r.seat === open) ?? (desk ? rows[0] : null);
  const large = chosen && <Large game={game} view={view} row={chosen} name={name(chosen.seat)} still={still} />;
  return (
    <main class="wrapg">
      <div>
        <div class="top">
          {match.me === null && <Rolled {...{ game, match, view }} />}
          {!still && <ReadyBar match={match} width={desk ? 560 : 300} />}
          <Segments label={t("Order")} value={order} onChange={setOrder} options={[["points", t("Points")], ...(still ? [] : [["ready", t("Ready")]]), ["name", t("Name")]]} />
        </div>
        <ul class={`gal ${rows.length <= 12 ? "few" : ""}`}>
          {rows.map((r, i) => (
            <Leaf key={i} game={game} view={view} seat={r.seat} name={name(r.seat)} points={r.total} still={still}
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
