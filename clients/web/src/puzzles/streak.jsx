// streak.jsx -- Streak: each puzzle harder than the one before, until the first slip. A run is kept on the device, so that leaving
// neither ends it nor brings another puzzle.
import { useEffect, useState } from "preact/hooks";
import { t, tn } from "../words/i18n.js";
import { usePromise } from "../browser/hooks.js";
import { keep, kept } from "../browser/kept.js";
import { Claiming } from "./claiming.jsx";
import { Coming, Next, PuzzleBar, useComing } from "./frame.jsx";
import { prepare, puzzleOf, settle, stand, take } from "./lab.js";
import { runRating, wishFor } from "./standing.js";

const RUN = "tambo.run";
const wishOf = (run) => wishFor(runRating(run), run % 2 > 0);

/** The puzzle of a run, and what is kept of it. */
async function puzzleAt(run) {
  const puzzle = await take(`streak ${run}`, wishOf(run));
  keep(RUN, { run, id: puzzle.id });
  return { run, puzzle };
}
async function begin() {
  const was = kept(RUN);
  if (!was) return puzzleAt(0);
  return puzzleOf(was.id).then(
    (puzzle) => ({ run: was.run, puzzle }),
    () => puzzleAt(was.run), // of an older generator
  );
}

export function StreakPage() {
  const { it, problem, onward, more } = useComing(begin, []);
  const best = usePromise(async () => ({ n: (await stand()).best }), [it?.run])?.n ?? 0;
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (it) prepare(`streak ${it.run + 1}`, wishOf(it.run + 1));
  }, [it]);
  const on = (run) => {
    setOver(false);
    more(() => puzzleAt(run));
  };
  const judged = async ({ run, puzzle }, right, claim) => {
    const now = right ? run + 1 : run;
    if (right) keep(RUN, { run: now, id: "" });
    else keep(RUN, null);
    setOver(!right);
    await settle(puzzle, { sort: "streak", right, slips: right ? 0 : 1, claim, run: now });
    if (right) return runSaid(now);
    const long = now && now >= best ? t("Your longest so far.") : best ? bestSaid(best) : ""; // `best` knows this run already
    return `${t("The run is over.")} ${runSaid(now)} ${long}`.trimEnd();
  };
  const sub = it ? [...(it.run ? [runSaid(it.run)] : []), ...(best ? [bestSaid(Math.max(best, it.run))] : [])].join(" ") : "";
  return (
    <>
      <PuzzleBar title={t("Streak")} sub={sub} id={over ? it?.puzzle.id : null} />
      {it ? (
        <Claiming
          key={it.puzzle.id}
          puzzle={it.puzzle}
          onward={onward}
          onJudged={(right, claim) => judged(it, right, claim)}
          ways={(right) => <Next onClick={() => on(right ? it.run + 1 : 0)}>{right ? t("Next puzzle") : t("Once more")}</Next>}
        >
          <h2>{it.run ? runSaid(it.run) : t("Harder until the first slip")}</h2>
          <p>{t("Say what is certain. Every right answer brings a harder puzzle; the first slip ends the run.")}</p>
        </Claiming>
      ) : (
        <Coming problem={problem} />
      )}
    </>
  );
}

const runSaid = (n) => tn("{n} right in a row.", "{n} right in a row.", n);
const bestSaid = (n) => t("Longest: {n}.", { n });
