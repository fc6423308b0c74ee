// sound.js -- asks for a sound: nothing is fetched or made unless the person switched sounds on, and not before the first
// touch or key (browsers forbid it, and so do manners). useSounds listens to a table; how it sounds is sounds.js.
import { useEffect, useRef } from "preact/hooks";
import { settings } from "./settings.js";

/** @param {"dice" | "pen" | "turn" | "stone" | "end"} name */
export async function sound(name) {
  if (!settings.get("sound") || !navigator.userActivation?.hasBeenActive) return;
  try {
    await (await import("./sounds.js")).play(name);
  } catch {
    // no sound then: nothing depends on it
  }
}

/** What a table sounds like. acts: it is my turn (a game without sealed rounds). History is silent.
 * @param {Match} match
 * @param {boolean} acts */
export function useSounds(match, acts) {
  const before = useRef(/** @type {{match: Match, acts: boolean} | null} */ (null));
  useEffect(() => {
    const was = before.current;
    before.current = { match, acts };
    if (!was) return;
    const fresh = match.lines.slice(was.match.lines.length);
    if (match.result && !was.match.result) sound("end");
    else if (fresh.some((line) => typeof line === "string" && line.startsWith("* roll "))) sound("dice");
    else if (match.yours.length && !was.match.yours.length) sound("pen");
    else if (acts && !was.acts) sound("turn");
  }, [match, acts]);
}
