// use_turn.js -- the state of one's turn of Tiwanaku: which pawn is chosen, where it shall go, what is to be
// divined, spent, offered; and what a tap on a space means. Everything here is pencil until go() sends
// the line. The core says what is legal (model.js sorts it).
import { useEffect, useMemo, useState } from "preact/hooks";
import { FACT } from "../../pure/core.js";
import { t } from "../../words/i18n.js";
import { say } from "../../browser/say.js";
import { handOf, pawnsBySpace, sideIndex, sorted } from "./model.js";

const EMPTY = { mode: null, sel: null, target: null, divine: null, said: null, spend: null, offers: null, mark: null };

/** What is done if nothing is chosen: the only thing there is, or exploring. */
function usual(may) {
  if (!may.explore && may.divine.size) return "divine";
  return may.explore ? "explore" : null;
}

/** Spaces that pawns could get to after spending a tile; null if the core cannot say. What lies below the tile
 * is unknown and makes no difference here: any will do. */
function afterSpending(position, me, view, terrain) {
  const arrow = handOf(view, me).find((s) => s.terrain === terrain)?.arrow;
  if (!arrow) return null;
  const lines = [`${me} spend ${terrain}`, `= spent ${arrow.direction}`];
  if (position.objection(lines)) return null;
  const legal = position.ask(`reach ${me}`, lines, (core) => {
    for (let any; core.phase() === FACT && (any = core.legal(0)[0]); ) core.apply(any);
    return core.acts(me) ? core.legal(me) : [];
  });
  return new Set([...sorted(legal).reach.values()].flat());
}

export function useTurn({ match, position, me, view, act, busy }) {
  const legal = position.legal(me);
  const may = useMemo(() => sorted(legal), [legal]);
  const [state, setState] = useState(EMPTY);
  const [stamp, setStamp] = useState(match.lines.length);
  const now = stamp === match.lines.length ? state : { ...EMPTY, mode: state.mode === "marks" ? "marks" : null, mark: state.mark };
  const set = (change) => {
    setStamp(match.lines.length);
    setState({ ...now, ...change });
  };
  useEffect(() => {
    if (stamp !== match.lines.length) set({});
  }, [match.lines.length]);

  const my = legal.length > 0;
  const mode = now.mode ?? usual(may);
  const onlySupply = may.reach.size === 1 && may.reach.has("supply") && !may.take.length;
  const sel = mode === "explore" ? (now.sel ?? (onlySupply ? "supply" : null)) : null;
  // where offering is possible, too, that is asked first: a tap on the pawn goes on with divining
  const onlyDivine = may.divine.size === 1 && !may.offer.length ? [...may.divine.keys()][0] : null;
  const divine = mode === "divine" ? (now.divine ?? onlyDivine) : null;
  const spent = useMemo(() => (now.spend ? afterSpending(position, me, view, now.spend) : null), [now.spend, legal]);
  const offers = now.offers ?? (may.offer.length === 1 ? may.offer[0] : []); // where only one can be given nobody asks which
  const reach = new Set(sel ? (may.reach.get(sel) ?? []) : (spent ?? []));

  const send = async (words) => {
    if (busy) return;
    await act("turn", { lines: [`${me} ${words}`], round: view.round });
  };
  const go = () => {
    if (mode === "explore" && sel && now.target) return send(sel === "supply" ? `enter ${now.target}` : `move ${sel} ${now.target}`);
    if (mode === "divine" && divine && now.said) return send(`divine ${divine} ${now.said}`);
    if (now.spend && may.spend.length) return send(`spend ${now.spend}`);
  };

  /** A tap on a space while exploring. True: it meant something. */
  const explore = (space) => {
    const from = [...may.reach].filter(([, to]) => to.includes(space)).map(([s]) => s);
    if (may.reach.has(space) || may.take.includes(space)) return (set({ mode, sel: sel === space ? null : space, target: null }), true);
    const source = from.includes(sel) ? sel : from.length === 1 ? from[0] : null;
    if (source && source === sel && now.target === space) return (go(), true);
    if (source) return (set({ mode, sel: source, target: space }), true);
    if (from.length) return (say(t("Several pawns can get there. Choose one first.")), true);
    return false;
  };
  const pick = (space) => {
    if (mode === "marks") return set({ mark: now.mark === space ? null : space });
    if (!my) return;
    const otoma = Object.entries(view.otoma ?? {}).find(([, at]) => at.includes(space))?.[0];
    if (otoma && may.choose.includes(otoma)) return send(`choose ${otoma}`);
    if (may.next.includes(space)) return send(`next ${space}`);
    if (mode === "divine" && may.divine.has(space)) return set({ mode, divine: space, said: null });
    if (mode === "explore" && explore(space)) return;
    say(t("Nothing to do there now."));
  };
  return { may, my, mode, sel, divine, reach, spent, offers, now, set, send, go, pick };
}

/** Spaces of pawns that may do something now. */
export function able(turn, view) {
  const { may, mode } = turn,
    found = new Set(may.next);
  for (const c of may.choose) for (const s of view.otoma[c]) found.add(s);
  if (mode === "explore") for (const s of [...may.reach.keys(), ...may.take]) found.add(s);
  if (mode === "divine") for (const s of may.divine.keys()) found.add(s);
  return found;
}

/** Own pawns that stand on terrain without a crop: where one could divine. */
export function ownBare(view, me) {
  const mine = sideIndex(view, me);
  return [...pawnsBySpace(view)].filter(([s, p]) => p.side === mine && view.placed.includes(s) && !view.planted.includes(s)).map(([s]) => s);
}
