// skill.jsx -- Train a technique: the ladder; each technique explained on a worked example, then puzzles that need it.
import { useEffect, useState } from "preact/hooks";
import { capital, t } from "../words/i18n.js";
import { usePromise } from "../browser/hooks.js";
import { say } from "../browser/say.js";
import { Icon } from "../parts/basics.jsx";
import { techniqueText } from "../games/tiwanaku/words.js";
import { choiceOf, laid } from "./claim.js";
import { Claiming, Told } from "./claiming.jsx";
import { Coming, Next, PuzzleBar, useComing } from "./frame.jsx";
import { certain, example, prepare, settle, skills, stand, take } from "./lab.js";
import { Reason } from "./reason.jsx";
import { Sheet } from "./sheet.jsx";
import { LEARNT } from "../story/feats.js";

const nameOf = (skill) => capital(techniqueText(skill.name));

/** How far somebody is with it: {row, learnt}. */
const NONE = { row: 0, learnt: false };
const farSaid = ({ row, learnt }) => (learnt ? t("learnt") : row ? t("{n} of {m} in a row", { n: row, m: LEARNT }) : "");

function Ladder() {
  const found = usePromise(async () => ({ ladder: await skills(), rows: (await stand()).rows }), []);
  if (!found || found.error) return <Coming problem={found?.error && { error: "fault" }} />;
  return (
    <main class="form paper">
      <p>{t("Each is explained first. Five right in a row, and it is learnt.")}</p>
      <ol class="pz-list pz-ladder">
        {found.ladder.map((skill, i) => {
          const far = found.rows[skill.technique] ?? NONE;
          return (
            <li key={skill.technique}>
              <a class="pz-line" href={`/puzzles/skill/${skill.technique}`}>
                <span class={`pz-rung ${far.learnt ? "learnt" : ""}`} aria-hidden="true">
                  {far.learnt ? <Icon id="i-check" size={18} /> : i + 1}
                </span>
                <span class="grow">
                  <b>{nameOf(skill)}</b>
                  <span class="small quiet">{farSaid(far)}</span>
                </span>
                <Icon id="i-right" size={20} />
              </a>
            </li>
          );
        })}
      </ol>
    </main>
  );
}

const boardOf = (skill, large) => ((skill.boards.includes(large ? "long" : "tiny") ? large : !large) ? 9 : 5);
const wishOf = (skill, large) => ({ kind: "certain", cols: boardOf(skill, large), technique: skill.technique, rating: 0 });

/** What it is in words; then on a worked example, step by step. */
function Explained({ skill, again, onGo }) {
  const found = usePromise(async () => {
    const puzzle = await example(wishOf(skill, false));
    return { puzzle, answer: await certain(puzzle.id) };
  }, [skill]);
  const [shown, setShown] = useState(false);
  const [step, setStep] = useState(/** @type {any} */ (null));
  const text = techniqueText(skill.text);
  useEffect(() => say(`${nameOf(skill)}. ${text}`), []);
  if (!found || found.error || !found.answer) return <Coming problem={found?.error && { error: "fault" }} />;
  const { puzzle, answer } = found;
  const over = step && step === answer.steps.at(-1);
  return (
    <Sheet position={over ? laid(puzzle, [choiceOf(answer.claim)]) : puzzle} tiles={puzzle} step={step}>
      {again ? <Told>{nameOf(skill)}</Told> : <h2>{nameOf(skill)}</h2>}
      {shown ? (
        <>
          <Told icon="i-hint">{t("For example")}</Told>
          <Reason steps={answer.steps} onShow={setStep} lead={t("For example")} />
        </>
      ) : (
        <p class="under">{text}</p>
      )}
      <div class="row wrap pz-ways">
        {!shown && (
          <button type="button" class="btn grow" onClick={() => setShown(true)}>
            {t("Show me an example")}
          </button>
        )}
        <Next onClick={onGo}>{t("Try it yourself")}</Next>
      </div>
    </Sheet>
  );
}

function Train({ skill, onExplain }) {
  const fresh = () => take(`skill ${skill.technique}`, wishOf(skill, Math.random() < 0.4));
  const { it: puzzle, problem, more } = useComing(fresh, []);
  useEffect(() => {
    if (puzzle) prepare(`skill ${skill.technique}`, wishOf(skill, Math.random() < 0.4));
  }, [puzzle]);
  if (!puzzle) return <Coming problem={problem} />;
  const judged = async (right, claim) => {
    const before = (await stand()).rows[skill.technique] ?? NONE;
    await settle(puzzle, { sort: "skill", right, slips: right ? 0 : 1, claim });
    const now = (await stand()).rows[skill.technique];
    return now.learnt && !before.learnt ? t("Five in a row: this technique is learnt.") : farSaid(now);
  };
  return (
    <Claiming
      key={puzzle.id}
      puzzle={puzzle}
      onward
      onJudged={judged}
      ways={() => (
        <>
          <button type="button" class="btn" onClick={onExplain}>
            {t("Explain it again")}
          </button>
          <Next onClick={() => more(fresh)}>{t("Next puzzle")}</Next>
        </>
      )}
    >
      <h2>{nameOf(skill)}</h2>
      <p>{techniqueText(skill.text)}</p>
    </Claiming>
  );
}

function Skill({ name }) {
  const found = usePromise(async () => ({ skill: (await skills()).find((s) => s.technique === name) ?? null }), [name]);
  const [stage, setStage] = useState(/** @type {"" | "training" | "again"} */ (""));
  if (!found?.skill) return <Coming problem={found && { error: "setup", text: t("There is no such technique.") }} />;
  return stage === "training" ? (
    <Train skill={found.skill} onExplain={() => setStage("again")} />
  ) : (
    <Explained skill={found.skill} again={stage === "again"} onGo={() => setStage("training")} />
  );
}

export const SkillPage = ({ id }) => (
  <>
    <PuzzleBar title={t("Train a technique")} back={id ? "/puzzles/skill" : "/puzzles"} land={Boolean(id)} />
    {id ? <Skill key={id} name={id} /> : <Ladder />}
  </>
);
