// again.jsx -- slips to repeat: puzzles that went wrong and have not been solved since. Nothing counts here but seeing it.
import { ago, t, tn } from "../words/i18n.js";
import { usePromise } from "../browser/hooks.js";
import { go } from "../browser/router.js";
import { Icon, Notice } from "../parts/basics.jsx";
import { techniqueText } from "../games/tiwanaku/words.js";
import { choiceOf, claimSaid } from "./claim.js";
import { Claiming } from "./claiming.jsx";
import { Coming, Next, PuzzleBar, useComing } from "./frame.jsx";
import { puzzleOf, settle, skills, stand } from "./lab.js";

/** The slips of now, each with the name of its technique. */
async function slipsNow() {
  const [{ slips }, ladder] = await Promise.all([stand(), skills()]);
  return { slips: slips.map((s) => ({ ...s, name: ladder.find((l) => l.technique === s.technique)?.name ?? s.technique })) };
}

function List() {
  const found = usePromise(slipsNow, []);
  if (!found || found.error) return <Coming problem={found?.error && { error: "fault" }} />;
  if (!found.slips.length)
    return (
      <Notice icon="i-check" title={t("No slip is left to repeat.")}>
        <a class="btn main" href="/puzzles">
          {t("To the puzzles")}
        </a>
      </Notice>
    );
  return (
    <main class="form paper">
      <p>
        {tn(
          "{n} puzzle went wrong. Try it again, without anything at stake.",
          "{n} puzzles went wrong. Try them again, without anything at stake.",
          found.slips.length,
        )}
      </p>
      <ul class="pz-list">
        {found.slips.map((s) => (
          <li key={s.id}>
            <a class="pz-line" href={`/puzzles/again/${encodeURIComponent(s.puzzle)}`}>
              <span class="grow">
                <b>{s.claim ? t("You said: {claim}", { claim: claimSaid(choiceOf(s.claim)) }) : techniqueText(s.name)}</b>
                <span class="small quiet">
                  {t("rated {n}", { n: s.rating })} · {ago(Date.now() - s.at)}
                </span>
              </span>
              <Icon id="i-right" size={20} />
            </a>
          </li>
        ))}
      </ul>
    </main>
  );
}

function One({ id }) {
  const { it: puzzle, problem, onward } = useComing(() => puzzleOf(id), [id]);
  if (!puzzle) return <Coming problem={problem} />;
  const on = async () => {
    const { slips } = await stand();
    const other = slips.find((s) => s.puzzle !== id);
    go(other ? `/puzzles/again/${encodeURIComponent(other.puzzle)}` : "/puzzles/again", { replace: true });
  };
  return (
    <Claiming
      key={puzzle.id}
      puzzle={puzzle}
      onward={onward}
      onJudged={async (right, claim) => {
        await settle(puzzle, { sort: "certain", right, slips: right ? 0 : 1, claim });
        return right ? t("It is off the list.") : t("It stays on the list.");
      }}
      ways={() => <Next onClick={on}>{t("Next one")}</Next>}
    >
      <h2>{t("Once more")}</h2>
      <p>{t("This one went wrong. What is certain here?")}</p>
    </Claiming>
  );
}

export const AgainPage = ({ id }) => (
  <>
    <PuzzleBar title={t("Slips to repeat")} id={id} back={id ? "/puzzles/again" : "/puzzles"} land={Boolean(id)} />
    {id ? <One id={id} /> : <List />}
  </>
);
