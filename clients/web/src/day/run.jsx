// run.jsx -- the puzzle of a day: positions that grow harder, one answer each. As practice they are made here from the date, and the first try counts; ranked
// they come from the server one by one, which judges. At the end: which were solved.
import { useEffect, useState } from "preact/hooks";
import { loadTexts, t } from "../words/i18n.js";
import { Icon, Waiting } from "../parts/basics.jsx";
import { Claiming } from "../puzzles/claiming.jsx";
import { Coming, Next, PuzzleBar } from "../puzzles/frame.jsx";
import { judge } from "../puzzles/lab.js";
import { puzzlesReady } from "../puzzles/ready.js";
import { dayPuzzle, tellName } from "../table/server_day.js";
import { ask } from "../table/table_local.js";
import { marksOf } from "./lines.js";
import { reached } from "./part.jsx";
import { RUN, runOf } from "./practice.js";
import { PUZZLE, keepRun, keptRun, noteRun } from "./run_kept.js";

/** A run: where it stands ({answers: [{id, claim, right}], puzzle: the next one, or null, changed: it was begun by another version}), and what an answer is
 * worth.
 * @typedef {{begin: () => Promise<any>, judge: (puzzle: any, claim: string) => Promise<any>, next: () => Promise<any>}} Source */

const solvedOf = (/** @type {{right: boolean}[]} */ answers) => answers.filter((a) => a.right).length;

/** On this device. again: it does not count, and is not kept.
 * @param {string} day
 * @param {boolean} again
 * @returns {Source} */
function practiceRun(day, again) {
  const wishes = runOf(day);
  let answers = again ? [] : keptRun(day).answers;
  const make = async (/** @type {number} */ k) => (k < RUN ? (await ask("quizMake", wishes[k])).answer : null);
  return {
    async begin() {
      const changed = answers.length > 0 && (await make(0)).id !== answers[0].id;
      if (changed) answers = [];
      return { answers, puzzle: await make(answers.length), changed };
    },
    async judge(puzzle, claim) {
      const verdict = await judge(puzzle.id, claim);
      answers = [...answers, { id: puzzle.id, claim, right: verdict.verdict === "right" }];
      if (!again) keepRun(day, answers);
      if (!again && answers.length === RUN) await noteRun(day, false, solvedOf(answers));
      return verdict;
    },
    next: async () => ({ answers, puzzle: await make(answers.length) }),
  };
}

/** On the server.
 * @param {string} day
 * @returns {Source} */
function rankedRun(day) {
  const read = (/** @type {any} */ { answers, position }) => ({ answers, puzzle: position });
  let at = 0;
  const look = async () => {
    const now = await dayPuzzle(day);
    at = now.at;
    if (!now.position) await noteRun(day, true, solvedOf(now.answers));
    return read(now);
  };
  return { begin: async () => (await tellName(), look()), judge: async (_, claim) => (await dayPuzzle(day, { at, claim })).verdict, next: look }; // positions have no id here: it would tell all
}

/** A position that was answered, to look at again where it has an id. */
function Answered({ id, right, text }) {
  const line = (
    <>
      <Icon id={right ? "i-check" : "i-close"} size={22} />
      {text}
    </>
  );
  return id ? <a href={`/puzzles/certain/${encodeURIComponent(id)}`}>{line}</a> : <span class="row">{line}</span>;
}

/** Which were solved. */
function Summary({ day, answers, onAgain }) {
  const right = answers.map((a) => a.right);
  return (
    <main class="form paper dots stack-s run-end">
      <h2>{reached(PUZZLE, { points: solvedOf(answers) })}</h2>
      <p class="run-marks" aria-hidden="true">
        {marksOf({ right })}
      </p>
      <ol class="links">
        {answers.map((a, k) => (
          <li key={k}>
            <Answered {...a} text={a.right ? t("Position {n}: solved", { n: k + 1 }) : t("Position {n}: missed", { n: k + 1 })} />
          </li>
        ))}
      </ol>
      <a class="btn main wide" href={`/day/${day}`}>
        <Icon id="i-trophy" />
        {t("Back to the day")}
      </a>
      {onAgain && (
        <button type="button" class="btn wide" onClick={onAgain}>
          {t("Practise again")}
        </button>
      )}
    </main>
  );
}

/** One run from where it stands to its end. */
function Run({ day, source, ranked, onAgain }) {
  const [now, set] = useState(/** @type {any} */ (null)); // where it stands
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const load = (/** @type {() => Promise<any>} */ from) =>
    from().then(set, (/** @type {any} */ e) => setProblem({ error: e.word ?? "fault", text: e.message }));
  useEffect(() => {
    load(async () => {
      await Promise.all([loadTexts("day"), puzzlesReady()]);
      return source.begin();
    });
  }, []);
  const n = now?.answers.length ?? 0;
  return (
    <>
      <PuzzleBar
        title={ranked ? t("Puzzle of the day") : t("Puzzle of the day, practice")}
        sub={now?.puzzle ? t("{n} of {m}", { n: n + 1, m: RUN }) : ""}
        back={`/day/${day}`}
      />
      {!now ? (
        <Coming problem={problem} />
      ) : now.puzzle ? (
        <Claiming
          key={n}
          puzzle={now.puzzle}
          onward={n > 0}
          judging={(/** @type {string} */ claim) => source.judge(now.puzzle, claim)}
          onJudged={async () => ""}
          ways={() => <Next onClick={() => load(source.next)}>{n + 1 < RUN ? t("Next position") : t("See how it went")}</Next>}
        >
          <h2>{t("What is certain?")}</h2>
          {now.changed && <p>{t("You began this puzzle with another version of Tambo. This one is different, so it begins anew.")}</p>}
          <p>{t("Say one crop or terrain that follows from what you see. You have one try at each position.")}</p>
        </Claiming>
      ) : (
        <Summary {...{ day, onAgain }} answers={now.answers} />
      )}
    </>
  );
}

/** @param {{day: string, ranked: boolean}} props */
export function RunPage({ day, ranked }) {
  const [round, setRound] = useState(0); // how often practice began again
  const [first, setFirst] = useState(/** @type {Source | null} */ (null));
  useEffect(() => setFirst(ranked ? rankedRun(day) : practiceRun(day, round > 0)), [round]);
  if (!first) return <Waiting />;
  return <Run key={round} {...{ day, ranked }} source={first} onAgain={ranked ? null : () => (setFirst(null), setRound(round + 1))} />;
}
