// certain.jsx -- What is certain? One puzzle after the other, as hard as the player is good.
import { useEffect } from "preact/hooks";
import { num, t } from "../words/i18n.js";
import { go } from "../browser/router.js";
import { Claiming } from "./claiming.jsx";
import { Coming, Next, PuzzleBar, placeOf, useComing } from "./frame.jsx";
import { prepare, puzzleOf, settle, stand, take } from "./lab.js";
import { wishFor } from "./standing.js";

const wishNow = async () => wishFor((await stand()).rating, Math.random() < 0.5);
const fresh = async () => take("certain", await wishNow());

/** What became of the rating, in a sentence. */
export const ratingSaid = ({ before, own, again }) =>
  again ? t("You have seen this one before: your rating stays {n}.", { n: own }) : t("Your rating: {n} ({change})", { n: own, change: signed(own - before) });
const signed = (n) => (n > 0 ? `+${n}` : n ? num(n) : "±0");

export function CertainPage({ id }) {
  const { it: puzzle, problem, onward, more } = useComing(async () => (puzzle && puzzle.id === id ? puzzle : id ? puzzleOf(id) : fresh()), [id]);
  useEffect(() => {
    if (!puzzle) return;
    if (puzzle.id !== id || puzzle.kind === "whole") go(placeOf(puzzle.id), { replace: true }); // its address
    wishNow().then((wish) => prepare("certain", wish));
  }, [puzzle]);
  return (
    <>
      <PuzzleBar title={t("What is certain?")} sub={puzzle ? t("rated {n}", { n: puzzle.rating }) : ""} id={puzzle?.id} />
      {puzzle?.kind === "certain" ? (
        <Claiming
          key={puzzle.id}
          puzzle={puzzle}
          onward={onward}
          onJudged={async (right, claim) => ratingSaid(await settle(puzzle, { sort: "certain", right, slips: right ? 0 : 1, claim }))}
          ways={() => <Next onClick={() => more(fresh)}>{t("Next puzzle")}</Next>}
        >
          <h2>{t("What is certain?")}</h2>
          <p>{t("Somewhere a crop or a terrain follows from what you see. Tap the space and say what is there. A lucky guess does not count.")}</p>
        </Claiming>
      ) : (
        <Coming problem={problem} />
      )}
    </>
  );
}
