// use_options.js -- what may be done in a space of Valley, as a hook: each choice with its words and what it
// brings. The discovery it opens is asked of the core once per choice, so it is found after the first paint.
import { useEffect, useMemo, useState } from "preact/hooks";
import { labelOf, opened } from "./options.js";
import { carries, sorted } from "./turn.js";

const SLICE = 8; // ms of looking for discoveries between two paints

/** Options of a space: acts with gain, opens (a kind) and a label. */
export function useOptions({ position, me, view, faces, base, space, marks }) {
  const key = space && `${view.round} ${base.join()} ${space} ${marks.picked} ${marks.carry?.line ?? ""}`;
  const acts = useMemo(() => (space ? (sorted(position.legal(me, base)).at.get(space) ?? []).filter((a) => carries(marks, faces, a)) : []), [key]);
  const [more, setMore] = useState(/** @type {{key?: string, of?: Map<string, any>}} */ ({})); // of: line -> opened
  useEffect(() => {
    if (!acts.length) return;
    const of = new Map(),
      { turn } = position;
    let timer,
      i = 0;
    const slice = () => {
      if (position.turn !== turn) return; // the next round is there, and this is about to be drawn anew
      for (const end = performance.now() + SLICE; i < acts.length && performance.now() < end; i++) of.set(acts[i].line, opened(position, me, base, acts[i]));
      if (i < acts.length) timer = setTimeout(slice, 0);
      else setMore({ key, of });
    };
    timer = setTimeout(slice, 0);
    return () => clearTimeout(timer);
  }, [key]);
  return useMemo(() => {
    if (!acts.length) return [];
    const total = (lines) => position.items(me, me, lines).total,
      before = total(base);
    return acts.map((a) => {
      const found = more.key === key ? more.of?.get(a.line) : null;
      const gain = total([...base, a.line]) - before + (found?.more ?? 0);
      return { ...a, gain, opens: found?.kind, label: labelOf(a, faces, gain, found?.kind) };
    });
  }, [key, more.key === key]);
}
