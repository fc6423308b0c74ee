// use_turn.js -- the state of one's turn of Tiwanaku: which pawn is chosen, where it shall go, what is to be
// divined, spent, offered; and what a tap on a space means. Everything here is pencil until go() sends
// the line. The core says what is legal (model.js sorts it), and why something is not (parts/why_not.jsx).
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { FACT } from "../../pure/core.js";
import { t } from "../../words/i18n.js";
import { goesOn, handOf, offersChosen, pawnsBySpace, sideIndex, sorted, wordsFor } from "./model.js";

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

/** Which Otoma will go where after a line of the player's, as far as it does not depend on what is hidden: any terrain that may be
 * found and any order will do. [{from, to}] */
export function foreseen(position, me, line) {
  if (position.objection([line])) return [];
  return position.ask(`foreseen ${me}`, [line], (core) => {
    const walks = [];
    for (let n = 0; n < 60; n++) {
      const fact = core.phase() === FACT,
        next = fact ? core.legal(0)[0] : core.acts(me) ? core.legal(me)[0] : undefined;
      if (!next || next.startsWith("= arrow ") || !(fact || / (give|next) /.test(next))) break; // an arrow that is found: nobody knows it
      const [, from, to] = /^= otoma (\S+) (\S+)/.exec(next) ?? [];
      if (from) walks.push({ from, to });
      core.apply(next);
    }
    return walks;
  });
}

/** useWhyNot: the hook of parts/why_not.jsx. */
export function useTurn({ match, position, me, view, act, busy }, useWhyNot) {
  const legal = position.legal(me);
  const may = useMemo(() => sorted(legal), [legal]);
  const [state, setState] = useState(EMPTY);
  const [stamp, setStamp] = useState(match.lines.length);
  const now = stamp === match.lines.length ? state : { ...EMPTY, mode: state.mode === "marks" ? "marks" : null, mark: state.mark };
  const set = (change) => {
    setStamp(match.lines.length);
    setState({ ...now, ...change });
  };
  const wish = useRef(/** @type {string | null} */ (null)); // where to go once the tile is spent
  useEffect(() => {
    if (stamp !== match.lines.length) set({});
    if (!legal.length) wish.current = null;
    const to = wish.current;
    if (!to || !may.explore) return;
    wish.current = null;
    const from = [...may.reach].filter(([, spaces]) => spaces.includes(to)).map(([s]) => s);
    if (from.length) set({ mode: "explore", sel: from.length === 1 ? from[0] : null, target: from.length === 1 ? to : null });
  }, [match.lines.length]);

  const my = legal.length > 0;
  const mode = now.mode ?? usual(may);
  const onlySupply = may.reach.size === 1 && may.reach.has("supply") && !may.take.length;
  const sel = mode === "explore" ? (now.sel ?? (onlySupply ? "supply" : null)) : null;
  // where offering is possible, too, that is asked first: a tap on the pawn goes on with divining
  const onlyDivine = may.divine.size === 1 && !may.offer.length ? [...may.divine.keys()][0] : null;
  const divine = mode === "divine" ? (now.divine ?? onlyDivine) : null;
  const forced = divine !== null && divine === onlyDivine && !may.explore; // going back would lead here again
  const spent = useMemo(() => (now.spend ? afterSpending(position, me, view, now.spend) : null), [now.spend, legal]);
  const offers = now.offers ?? offersChosen(view, me);
  const reach = new Set(sel ? (may.reach.get(sel) ?? []) : (spent ?? []));

  const whyNot = useWhyNot(position, `${match.lines.length} ${mode} ${sel} ${now.target} ${divine} ${now.said} ${now.spend} ${now.mark}`);

  const send = async (words) => {
    if (busy) return;
    await act("turn", { lines: [`${me} ${words}`], round: view.round });
  };
  const walk = mode === "explore" && sel && now.target ? (sel === "supply" ? `enter ${now.target}` : `move ${sel} ${now.target}`) : null;
  const foresight = useMemo(() => (walk && view.mode !== "competitive" ? foreseen(position, me, `${me} ${walk}`) : []), [walk, legal]);
  const go = () => {
    if (walk) return send(walk);
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
    if (from.length) {
      whyNot.tell(t("Several pawns can get there. Choose one first."), { space, lit: from.filter((s) => s !== "supply") });
      return true;
    }
    return false;
  };
  /** A tap on a space. True: it meant something. */
  const tapped = (space) => {
    const otoma = Object.entries(view.otoma ?? {}).find(([, at]) => at.includes(space))?.[0];
    if (otoma && may.choose.includes(otoma)) return (void send(`choose ${otoma}`), true);
    if (may.next.includes(space)) return (void send(`next ${space}`), true);
    if (mode === "divine" && may.divine.has(space)) return (set({ mode, divine: space, said: null }), true);
    return mode === "explore" && explore(space);
  };
  /** Why something cannot be done now: the core says it of the line that would do it. */
  const refuse = (words, where = {}) => whyNot.ask([`${me} ${words}`], { otherwise: t("Nothing to do there now."), ...where });
  const pick = (space) => {
    if (mode === "marks") return set({ mark: now.mark === space ? null : space });
    if (now.spend && may.spend.length && spent?.has(space)) {
      wish.current = space;
      return void go();
    }
    if (my && tapped(space)) return;
    const lit = sel && sel !== "supply" ? [sel] : [...able({ may, mode }, view)].filter((s) => s !== space);
    refuse(wordsFor(view, me, mode, sel, space), { space, lit: my ? lit : [] });
  };
  const auto = my && goesOn(may, view, me);
  const tried = useRef(-1); // once only: if it does not get through there is a button
  useEffect(() => {
    if (!auto || tried.current === match.lines.length) return;
    tried.current = match.lines.length;
    void send(auto);
  }, [match.lines.length, auto]);
  const going = auto && (busy || tried.current !== match.lines.length);
  return { may, my, going, foresight, mode, sel, divine, forced, reach, spent, offers, now, set, send, go, pick, refuse, whyNot };
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

/** A line as what it is in pencil, or null: it has no such state.
 * @param {string} [line] */
export function pencilled(line = "") {
  const [, verb, a, ...more] = line.split(" ");
  if (verb === "enter") return { mode: "explore", sel: "supply", target: a };
  if (verb === "move") return { mode: "explore", sel: a, target: more[0] };
  if (verb === "divine") return { mode: "divine", divine: a, said: Number(more[0]) };
  if (verb === "spend") return { spend: a };
  if (verb === "offer") return { offers: [a, ...more].map(Number) };
  return null;
}
