// stage.js -- how much room a sheet has on a phone, for the screens of the two dice games (look/stage.css has the rest).
import { useMedia } from "../../browser/hooks.js";

/** narrow: spaces are higher than wide; roomy: one line of what happened, and a short one of points; tall: ornaments, too. */
export function useRoom() {
  const narrow = useMedia("(max-width: 359px)"),
    roomy = useMedia("(min-height: 650px)"),
    tall = useMedia("(min-height: 760px)");
  return { narrow, roomy, tall };
}
