// why_not.jsx -- a tap that cannot be done gets an answer: the core's own sentence where one looks and for screen
// readers, and the spaces concerned lit for a moment. A screen asks useWhyNot() once, gives `refused` and `lit` to its
// spaces, and puts <WhyNot> into its dock.
import { useEffect, useState } from "preact/hooks";
import { refusalsReady, ruleOf, sentenceOf } from "../words/refusals.js";
import { say } from "../browser/say.js";
import { Icon } from "./basics.jsx";
import { Ruling } from "./ruling.jsx";

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
  /** Says a sentence of ours, or of the core with its id behind it. space: what was tapped; lit: the spaces that are the reason.
   * @param {string} text
   * @param {{space?: string, lit?: string[]}} [where] */
  const tell = async (text, { space, lit = [] } = {}) => {
    await refusalsReady();
    const sentence = sentenceOf(text);
    say(sentence);
    set({ text: sentence, id: ruleOf(text), space, lit, key, at: Date.now() });
  };
  /** Asks the core why these lines cannot be; true if they can. What it says is told; `otherwise`: if it has nothing to say.
   * @param {string[]} lines
   * @param {{space?: string, lit?: string[], otherwise?: string}} [where] */
  const ask = (lines, { otherwise, ...where } = {}) => {
    const objection = position.objection(lines) ?? otherwise;
    if (objection) void tell(objection, where);
    return !objection;
  };
  const fresh = here !== null && bright === here.at;
  return { now: here, tell, ask, refused: fresh ? here.space : undefined, lit: fresh ? here.lit : [] };
}

/** The sentence, in the dock. game: whose rules its id is of.
 * @param {{whyNot: ReturnType<typeof useWhyNot>, game: string}} props */
export function WhyNot({ whyNot: { now }, game }) {
  if (!now) return null;
  return (
    <p key={now.at} class="why-not">
      <Icon id="i-cross" size={18} />
      <span>
        {now.text} {now.id && <Ruling game={game} id={now.id} />}
      </span>
    </p>
  );
}
