// use_why_not.js -- why a tap cannot be done, as a hook: asks the core, says the sentence aloud, and lights the spaces for a moment.
// why_not.jsx draws the sentence.
import { useEffect, useState } from "preact/hooks";
import { refusalsReady, ruleOf, sentenceOf } from "../words/refusals.js";
import { say } from "../browser/say.js";

const LIT = 1600; // ms the spaces stay lit; the sentence stays until something is done

/** key: what, when it changes, makes the sentence pass: the draft, the round.
 * @param {import("../pure/position.js").Position} position
 * @param {string} key */
export function useWhyNot(position, key) {
  const [now, set] = useState(/** @type {{text: string, id: string, space?: string, lit: string[], key: string, at: number} | null} */ (null));
  const [bright, setBright] = useState(0);
  const here = now?.key === key ? now : null;
  useEffect(() => {
    if (!now) return;
    setBright(now.at);
    const dark = setTimeout(() => setBright(0), LIT);
    return () => clearTimeout(dark);
  }, [now]);
  /** Says a sentence of ours, or of the core with its id behind it. space: what was tapped; lit: the spaces that are the reason;
   * then: the key, where the tap changes it.
   * @param {string} text
   * @param {{space?: string, lit?: string[], then?: string}} [where] */
  const tell = async (text, { space, lit = [], then = key } = {}) => {
    await refusalsReady();
    const sentence = sentenceOf(text);
    say(sentence);
    set({ text: sentence, id: ruleOf(text), space, lit, key: then, at: Date.now() });
  };
  /** Asks the core why these lines cannot be; true if they can. What it says is told; `otherwise`: if it has nothing to say.
   * @param {string[]} lines
   * @param {{space?: string, lit?: string[], then?: string, otherwise?: string}} [where] */
  const ask = (lines, { otherwise, ...where } = {}) => {
    const objection = position.objection(lines) ?? otherwise;
    if (objection) void tell(objection, where);
    return !objection;
  };
  const fresh = here !== null && bright === here.at;
  return { now: here, tell, ask, refused: fresh ? here.space : undefined, lit: fresh ? here.lit : [] };
}
