// why_not.jsx -- a tap that cannot be done gets an answer: the core's own sentence where one looks and for screen
// readers, and the spaces concerned lit for a moment. A screen asks useWhyNot() once, gives `refused` and `lit` to its
// spaces, and puts <WhyNot> into its dock.
import { Icon } from "./basics.jsx";
import { Ruling } from "./ruling.jsx";

export { useWhyNot } from "./use_why_not.js";

/** The sentence, in the dock. game: whose rules its id is of.
 * @param {{whyNot: ReturnType<typeof import("./use_why_not.js").useWhyNot>, game: string}} props */
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
