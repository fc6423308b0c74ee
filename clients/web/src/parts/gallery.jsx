// gallery.jsx -- all sheets of a table as small leaves, one's own first, readable with 100 players;
// a chosen one is shown large. Sheets are shown as they were when the round began (PP-6).
import { Component } from "preact";
import { useMemo, useState } from "preact/hooks";
import { num, t } from "../words/i18n.js";
import { diceWords, lastRoll } from "../words/dice.js";
import { useDesk } from "../browser/hooks.js";
import { Dialog, Segments } from "./basics.jsx";
import { ReadyBar } from "./cord.jsx";
import { Tray } from "./dice.jsx";
import { drawMini, dropMini } from "./mini.jsx";
import { Strip } from "./score.jsx";
import { Ruling } from "./ruling.jsx";

// A round changes a hundred leaves, and those in sight shall change in one frame. So leaves stay where they are in the page and
// sheets move among them; their few elements are made once and written to, as comparing them takes Preact half a frame; leaves
// out of sight follow a moment later.
const leaves = new WeakMap(); // element -> leaf
const late = new Set(); // leaves to be written
let eye, timer;
function later(leaf) {
  late.add(leaf);
  if (timer) return;
  timer = setTimeout(() => {
    timer = undefined;
    for (const each of late) each.write();
    late.clear();
  }, 60); // ms: after the frame
}

class Leaf extends Component {
  near = true; // in sight, or nearly
  now = {}; // what is written
  at = {}; // its elements
  put = (name) => (el) => el && (this.at[name] = el);

  componentDidMount() {
    eye ??= new IntersectionObserver((all) => all.forEach((e) => leaves.get(e.target).seen(e.isIntersecting)), { rootMargin: "60px" });
    leaves.set(this.at.place, this);
    eye.observe(this.at.place);
    this.write();
  }
  componentWillUnmount() {
    late.delete(this);
    eye.unobserve(this.at.place);
    dropMini(this.at.mini);
  }
  seen(near) {
    this.near = near;
    if (near) this.write();
  }
  /** All that changes is written here. */
  shouldComponentUpdate(next) {
    if (this.near) this.write(next);
    else later(this);
    return false;
  }
  write({ game, view, seat, name, points, ready, me, sel, still } = this.props) {
    this.show("look", `leaf ${me ? "me" : ""} ${sel ? "sel" : ""}`, this.at.leaf);
    if (this.now.sel !== sel) this.at.leaf.setAttribute("aria-current", (this.now.sel = sel)); // on a desk: it is shown large
    this.text("name", name);
    this.text("points", num(points));
    if (this.now.sheet !== view.sheets[seat - 1]) drawMini(this.at.mini, game.mini(view, seat));
    this.now.sheet = view.sheets[seat - 1];
    this.show("ready", still ? "hide" : ready ? "st did" : "st", this.at.does);
    this.now.seat = seat;
  }
  show(what, look, el) {
    if (this.now[what] !== look) el.className = this.now[what] = look;
  }
  text(what, value) {
    if (this.now[what] !== value) this.at[what].firstChild.data = this.now[what] = value;
  }

  render() {
    const { put } = this;
    return (
      <li ref={put("place")}>
        <button type="button" ref={put("leaf")} onClick={() => this.props.onOpen(this.now.seat)}>
          <canvas class="mini" ref={put("mini")} aria-hidden="true" />
          <span class="nm">
            <span ref={put("name")}> </span>
            <b ref={put("points")}> </b>
          </span>
          <span ref={put("does")}>{t("ready")}</span>
        </button>
      </li>
    );
  }
}

/** A sheet as one looks at it, with its points.
 * @param {{game: Game, view: View, row: any, name: string, own: boolean, still: boolean}} props */
export function Large({ game, view, row, name, own, still }) {
  return (
    <>
      <game.Sheet view={view} seat={row.seat} label={own ? t("Your sheet") : t("{who}'s sheet", { who: name })} />
      <div class="under">
        <Strip
          rows={game.parts().map(([key, label]) => [label, row[key]])}
          total={row.total}
          label={own ? t("Your points") : t("{who}'s points", { who: name })}
        />
      </div>
      {!still && (
        <p class="quiet small under">
          {t("Sheets are shown as they were when the round began. What is written now stays folded until all are ready.")} <Ruling game={game.name} id="PP-6" />
        </p>
      )}
    </>
  );
}

/** The dice of the round, for whoever only looks on. */
export function Rolled({ game, match, view }) {
  const dice = lastRoll(view, match.lines);
  if (!dice || view.over) return null;
  return (
    <div class="rolled paper">
      <Tray dice={dice} sixth={game.sixth} size={44} roll={view.round}>
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
    return view.points().sort((a, b) => Number(b.seat === match.me) - Number(a.seat === match.me) || by(a, b) || a.seat - b.seat);
  }, [view, order, order === "ready" && match.ready]);
  const chosen = rows.find((r) => r.seat === open) ?? (desk ? rows[0] : null);
  const large = chosen && <Large game={game} view={view} row={chosen} name={name(chosen.seat)} own={chosen.seat === match.me} still={still} />;
  return (
    <main class="wrapg">
      <div>
        <div class="top">
          {match.me === null && game.sixth && <Rolled {...{ game, match, view }} />}
          {!still && <ReadyBar match={match} width={desk ? 560 : 300} />}
          {rows.length > 1 && (
            <Segments
              label={t("Order")}
              value={order}
              onChange={setOrder}
              options={[["points", t("Points")], ...(still ? [] : [["ready", t("Ready")]]), ["name", t("Name")]]}
            />
          )}
        </div>
        <ul class={`gal ${rows.length <= 12 ? "few" : ""}`}>
          {rows.map((r, i) => (
            <Leaf
              key={i}
              game={game}
              view={view}
              seat={r.seat}
              name={name(r.seat)}
              points={r.total}
              still={still}
              ready={match.ready.includes(r.seat)}
              me={r.seat === match.me}
              sel={desk && r === chosen}
              onOpen={setOpen}
            />
          ))}
        </ul>
      </div>
      {desk && (
        <aside class="zoom paper dots" aria-label={t("Chosen sheet")}>
          <div class="head-row">
            <h2>{name(chosen.seat)}</h2>
          </div>
          {large}
        </aside>
      )}
      {!desk && chosen && (
        <Dialog title={name(chosen.seat)} onClose={() => setOpen(null)}>
          {large}
        </Dialog>
      )}
    </main>
  );
}

/** For whoever only looks on: a game without sheets has a table of its own to look at. */
export const Looking = (props) => (props.game.Watch ? <props.game.Watch {...props} /> : <Gallery {...props} />);
