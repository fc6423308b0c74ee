// use_turn.js -- a round of Valley in the player's hands: what is in pencil, what is tapped, and what taps,
// drags and keys do. screen.jsx draws it; turn.js knows the lines.
import { useMemo, useRef, useState } from "preact/hooks";
import { KINDS as DICE } from "../../words/dice.js";
import { colon, t } from "../../words/i18n.js";
import { useWhyNot } from "../../parts/use_why_not.js";
import { useFocus } from "../papers/use_focus.js";
import { say } from "../../browser/say.js";
import { carries, fitting, parse, roundOf, shown, sorted, tapped, without } from "./turn.js";
import { effect, lostSnakes, stepText } from "./words.js";

// sel: the space whose choices are shown; picked: dice; carry: what Penny or Dakota shall be; open: all
// discoveries are shown, those of `kind` that contain `must`, number `alt` of them
const NONE = { sel: null, picked: [], carry: null, open: false, kind: null, must: [], alt: 0 };

/** What changes the pencil. */
function pencil({ position, me, view, setDraft, draft, round, mark, focus, act: send }) {
  const { steps, danger } = round;
  return {
    drafted: (space) => steps.findIndex((line) => parse(line).space === space),
    take(from, a, byKey = false) {
      setDraft([...from, a.line]);
      mark({});
      say([stepText(a), effect(round.now, position.items(me, me, [...from, a.line]))].filter(Boolean).join(". "));
      if (byKey) focus.go("grid");
    },
    all(lines) {
      setDraft(lines);
      mark({});
    },
    back(k) {
      setDraft(without(position, steps, k));
      mark({});
      say(t("Taken back."));
    },
    rub() {
      setDraft([]);
      mark({});
      focus.go("grid");
    },
    snake(space) {
      setDraft([`${me} snake ${space}`]);
      say(t("A snake in pencil at {space}.", { space }));
    },
    ink(end) {
      focus.byKeys.current = document.activeElement?.matches(":focus-visible") ?? false;
      send("turn", { lines: danger ? draft : [...steps, end ?? `${me} done`], round: view.round });
    },
  };
}

/** Why nothing can be done at a space or with a die: the core says it of what one would do there. */
function refusals({ me, inked, round, marks, whyNot, keyOf }) {
  const { steps, legal, danger, owed } = round;
  const other = colon(owed.title, owed.text);
  const ink = t("Your turn is in ink. Take it back first.");
  return {
    space(c, dice) {
      const where = { space: c.name, otherwise: other, then: keyOf({ ...marks, sel: null }) }; // the choices of another space close
      if (inked) return whyNot.tell(ink, where);
      if (danger) return whyNot.ask([`${me} snake ${c.name}`], where);
      const acts = [...legal.at.values()].flat().filter((a) => a.verb !== "cross");
      const act = acts.find((a) => carries(dice, round.faces, a)) ?? acts[0];
      if (c.v === "snake" && !c.crossed) return whyNot.ask([...steps, `${me} cross ${DICE.join("")} ${c.name}`], where);
      return act ? whyNot.ask([...steps, act.line.replace(/\w+$/, c.name)], where) : whyNot.tell(other, where);
    },
    die(kind) {
      if (inked) return whyNot.tell(ink);
      return round.used.includes(kind) && !danger ? whyNot.tell(t("This die has been used.")) : whyNot.tell(other);
    },
  };
}

/** What taps on spaces and dice do. */
function taps({ inked, round, marks, mark, pen, focus, refuse, cells, whyNot }) {
  const { faces, legal, steps, found, danger } = round;
  const special = (kind) => typeof faces[DICE.indexOf(kind)] !== "number";
  const kept = { picked: marks.picked, carry: marks.carry };
  const space = (name, byKey = false, dice = kept) => {
    const no = () =>
      refuse.space(
        cells.find((c) => c.name === name),
        dice,
      );
    if (inked) return no();
    if (danger) return legal.at.has(name) ? pen.snake(name) : no();
    if (marks.open) {
      const must = tapped(found, marks.kind, marks.must, name);
      if (must === marks.must) return whyNot.tell(t("No possible discovery includes this space."), { space: name });
      return mark({ open: true, kind: marks.kind, must });
    }
    const k = pen.drafted(name);
    if (k >= 0 && parse(steps[k]).verb === "cross") return pen.back(k);
    const acts = k >= 0 ? [] : (legal.at.get(name) ?? []).filter((a) => carries(dice, faces, a));
    if (acts.length === 1) return pen.take(steps, acts[0]);
    if (k < 0 && !acts.length) {
      if (marks.sel) mark(kept);
      return no();
    }
    mark({ sel: name, ...dice });
    if (byKey) focus.go("choices");
  };
  return {
    space,
    die(kind) {
      const others = marks.picked.filter((x) => x !== kind && !special(x) && !special(kind));
      mark({ picked: marks.picked.includes(kind) ? others : [...others, kind] });
    },
    dropDie: (kind, name) => space(name, false, { picked: marks.picked.includes(kind) ? marks.picked : [kind], carry: null }),
  };
}

/** Pencil dragged to another space, and digits typed on one. */
function hands({ position, me, inked, round, typed, pen, mark, refuse, whyNot }) {
  const { steps, legal, danger } = round;
  return {
    move(from, to) {
      if (danger) return legal.at.has(to) ? pen.snake(to) : refuse.space({ name: to }, { picked: [] });
      const k = pen.drafted(from),
        was = parse(steps[k]),
        base = without(position, steps, k);
      const same = sorted(position.legal(me, base))
        .at.get(to)
        ?.find((a) => a.line === was.line.replace(/\w+$/, to));
      if (same) pen.take(base, same);
      else whyNot.ask([...base, was.line.replace(/\w+$/, to)], { space: to });
    },
    key(event, c) {
      if (event.key === "Escape") return mark({});
      if (!/^\d$/.test(event.key) || inked || danger) return;
      const late = Date.now() - typed.current.at > 1200; // typing 1 2 on a space writes 12, if that is legal there
      typed.current = { text: (late ? "" : typed.current.text) + event.key, at: Date.now() };
      const k = pen.drafted(c.name),
        base = k >= 0 ? without(position, steps, k) : steps;
      const a = sorted(position.legal(me, base))
        .at.get(c.name)
        ?.find((x) => x.verb === "write" && x.n === Number(typed.current.text));
      if (a) pen.take(base, a);
    },
  };
}

export function useTurn(props) {
  const { match, position, me, view, draft, inked } = props;
  const lines = inked ? match.yours : draft;
  const round = useMemo(() => roundOf({ position, me, view, lines, inked, passed: lostSnakes(match.lines) }), [match.round, view, me, lines.join(), inked]);
  const [kept, setKept] = useState(NONE); // what is tapped, and in which round
  const marks = kept.round === match.round && !inked ? kept : NONE;
  const mark = (to) => setKept({ ...NONE, round: match.round, ...to });
  const focus = useFocus(match.round);
  const typed = useRef({ text: "", at: 0 });
  const keyOf = ({ sel, picked, open, must }) => [match.round, lines, sel, picked, open, must].join(" ");
  const whyNot = useWhyNot(position, keyOf(marks));
  const it = { ...props, round, marks, mark, focus, typed, whyNot, keyOf };
  const pen = (it.pen = pencil(it));

  const { steps, found } = round;
  const k = marks.sel ? pen.drafted(marks.sel) : -1;
  const base = useMemo(() => (k >= 0 ? without(position, steps, k) : steps), [k, steps.join()]);
  const fit = marks.open ? fitting(found, marks.kind, marks.must) : found;
  const chosen = found.find((r) => r.line === round.end); // of a turn that was taken back
  const one = inked ? null : marks.open ? fit[marks.alt % fit.length] : marks.sel || marks.picked.length ? null : (chosen ?? found[0]);
  it.cells = shown(view, round, marks, one, inked).map((c) => ({ ...c, refused: c.name === whyNot.refused, lit: whyNot.lit.includes(c.name) }));
  it.refuse = refusals(it);
  return {
    ...it,
    pen,
    fit,
    one,
    base,
    current: steps[k] ?? null, // the step that is being changed
    tap: taps(it),
    hand: hands(it),
    cancel: () => {
      mark({});
      focus.go("grid");
    },
    holder: round.held !== me ? match.seats[round.held - 1].name : null,
  };
}
