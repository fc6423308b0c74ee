// use_focus.js -- where the focus goes in a round of the dice games.
import { useEffect, useRef, useState } from "preact/hooks";

/** Numbers that change when the focus shall go to the grid or the choices; back to the grid when a turn that was inked
 * by keyboard is over.
 * @param {number} round */
export function useFocus(round) {
  const [focus, set] = useState({ grid: 0, choices: 0 });
  const byKeys = useRef(false);
  /** @param {"grid" | "choices"} where */
  const go = (where) => set((f) => ({ ...f, [where]: f[where] + 1 }));
  useEffect(() => {
    if (byKeys.current) go("grid");
    byKeys.current = false;
  }, [round]);
  return { ...focus, go, byKeys };
}
