// use_turn.js -- a round of Temple in the player's hands: what is in pencil, what is tapped, and what taps, drags and
// keys do. screen.jsx draws it; turn.js knows the lines.
import { useMemo, useRef, useState } from "preact/hooks";
import { colon, t } from "../../words/i18n.js";
import { KINDS } from "../../words/dice.js";
import { neighbour } from "../../pure/space.js";
import { useWhyNot } from "../../parts/use_why_not.js";
import { useFocus } from "../papers/use_focus.js";
import { say } from "../../browser/say.js";
import { itemsOf, pathOf } from "./count.js";
import { linesOf, optionsFor, roundOf, shown } from "./turn.js";

/** @type {string[]} */
const NONE = [];

/** What is tapped in this round; gone with the next one. off: mummies that shall not be crossed out. */
function useMarks(round) {
  const [marks, set] = useState(/** @type {{round?: number, sel?: string | null, picked?: string[], off?: string[]}} */ ({}));
  const { sel = null, picked = [], off = NONE } = marks.round === round ? marks : {};
  return { sel, picked, off, mark: (to) => set((m) => ({ ...(m.round === round ? m : {}), ...to, round })) };
}

/** The turn: what it is, and what taps, keys and drags do to it. */
export function useTurn(props) {
  const { match, position, me, view, draft, setDraft, inked } = props;
  const lines = inked ? match.yours : draft;
  const { sel, picked, off, mark } = useMarks(match.round);
  const round = useMemo(() => roundOf({ position, me, view, lines, off, inked }), [match.round, view, me, lines.join(), off, inked]);
  const focus = useFocus(match.round);
  const typed = useRef({ text: "", at: 0 });
  const { legal, main, crosses, danger, held } = round;
  const space = main?.verb === "write" ? main.space : sel;
  const options = useMemo(() => (space && !danger ? optionsFor(position, me, round, space) : []), [space, round]);
  const whyNot = useWhyNot(position, `${match.round} ${lines.join()} ${sel}`);
  const chosen = options.find((o) => o.v === main?.n);
  const counted = itemsOf(held === me ? (chosen?.after ?? round.before) : view.count(held));
  const hatch = new Map(counted.groups.flatMap((g, k) => g.spaces.map((name) => [name, `g${(k % 8) + 1}`])));
  const cells = shown(view, me, round, space, inked).map((c) => ({
    ...c,
    hatch: hatch.get(c.name),
    refused: c.name === whyNot.refused,
    lit: whyNot.lit.includes(c.name),
  }));
  const wanted = picked.length ? picked.reduce((sum, k) => sum + Number(round.faces[KINDS.indexOf(k)]), 0) : null;

  const put = (some, to) => setDraft(linesOf(me, some, to));
  const write = (to, n) => {
    mark({ sel: to });
    put(crosses, { verb: "write", n, space: to });
  };
  const toggle = (name) => {
    const on = !crosses.includes(name);
    const now = on ? [...crosses, name] : crosses.filter((s) => s !== name);
    mark({ off: [...legal.cross].filter((s) => !now.includes(s)) });
    if (main) put(now, main);
    say(on ? t("The mummy at {space} is crossed out, in pencil.", { space: name }) : t("The mummy at {space} is not crossed out.", { space: name }));
  };
  const owed = colon(round.owed.title, round.owed.text);
  const line = (name) => (danger ? { verb: "mummy", space: name } : { verb: "write", n: wanted ?? main?.n ?? round.any, space: name });
  /** Why nothing can be done at a space: the core says it of what one would do there. */
  const refuse = (c) => {
    const lines = danger || c.v !== "mummy" ? linesOf(me, crosses, line(c.name)) : [`${me} cross ${c.name}`];
    whyNot.ask(lines, { space: c.name, otherwise: owed });
  };
  const pick = (c, byKey) => {
    if (inked) return whyNot.tell(t("Your turn is in ink. Take it back first."), { space: c.name });
    if (held === me && legal.cross.has(c.name)) return toggle(c.name);
    if (danger) return legal.mummy.has(c.name) ? put(crosses, { verb: "mummy", space: c.name }) : refuse(c);
    const numbers = legal.write.get(c.name);
    if (!numbers) return refuse(c);
    const kept = main && main.space !== c.name ? main.n : null; // the number goes along to another space
    const n = wanted ?? kept ?? (numbers.length === 1 ? numbers[0] : null);
    if (numbers.includes(n)) write(c.name, n);
    else {
      if (main) setDraft([]);
      mark({ sel: c.name });
    }
    if (byKey) focus.go("choices");
  };
  const nudge = (dx, dy) => {
    const from = cells.find((c) => c.name === space);
    const to = neighbour(
      cells.filter((c) => c === from || legal.write.has(c.name)),
      from,
      dx,
      dy,
    );
    if (to !== from) pick(to, false);
  };
  const digits = (event, c) => {
    // typing 1 2 on a space writes 12, if that is legal there
    if (!/^\d$/.test(event.key) || inked || danger) return;
    const late = Date.now() - typed.current.at > 1200;
    typed.current = { text: (late ? "" : typed.current.text) + event.key, at: Date.now() };
    const n = Number(typed.current.text);
    if (legal.write.get(c.name)?.includes(n)) {
      write(c.name, n);
      say(t("{n} in pencil", { n }));
    }
    event.preventDefault();
  };
  const rub = () => {
    setDraft([]);
    mark({ sel: null, picked: [], off: [] });
    focus.go("grid");
  };
  /** A die that is of no use now says what is owed. */
  const refuseDie = () => void whyNot.tell(inked ? t("Your turn is in ink. Take it back first.") : owed);
  const pickDie = (k) => mark({ picked: picked.includes(k) ? picked.filter((x) => x !== k) : [...picked, k] });
  const dropDie = (k, to) => {
    const n = round.faces[KINDS.indexOf(k)];
    if (legal.write.get(to)?.includes(n)) write(to, n);
    else whyNot.ask(linesOf(me, crosses, { verb: "write", n, space: to }), { space: to });
  };
  const dropNumber = (_from, to) =>
    pick(
      cells.find((c) => c.name === to),
      false,
    );
  return {
    ...props,
    round,
    space,
    sel,
    picked,
    options,
    cells,
    wanted,
    focus,
    lines,
    write,
    toggle,
    pick,
    nudge,
    digits,
    rub,
    pickDie,
    refuseDie,
    dropDie,
    dropNumber,
    whyNot,
    chosen,
    path: pathOf(counted.run, cells),
    holder: held !== me ? match.seats[held - 1].name : null,
  };
}
