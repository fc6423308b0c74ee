// review.jsx -- the review of a record for one seat: how far it is, luck apart from play, the curve, the turning points, all decisions,
// and the one that is open. Fetched when somebody wants it; replay/page.jsx finds the record.
import { useEffect, useState } from "preact/hooks";
import { colon, t } from "../words/i18n.js";
import { Icon } from "../parts/basics.jsx";
import { useDesk } from "../browser/hooks.js";
import { useOpened } from "../browser/opened.js";
import { say } from "../browser/say.js";
import { problemText } from "../words/problems.js";
import { Curve, Shape } from "./curve.jsx";
import { DecisionView } from "./decision.jsx";
import { MARKS, turningPoints } from "./read.js";
import { useReview } from "./use_review.js";
import { costText, luckText, markName, points, signed, whenText } from "./words.js";

/** How far it is, from the first second on. */
function Progress({ review: { head, decisions, problem, stopped, stop, again } }) {
  if (problem || stopped)
    return (
      <section class="paper review-progress" aria-label={t("Progress")}>
        <p role="status">{problem ? problemText({ error: problem.word, text: problem.message }) : t("The review was stopped.")}</p>
        <button type="button" class="btn" onClick={again}>
          {t("Begin again")}
        </button>
      </section>
    );
  const n = decisions.length,
    of = head?.of ?? 0;
  return (
    <section class="paper review-progress" aria-label={t("Progress")} aria-busy="true">
      <label for="review-progress">{head ? t("Thinking over decision {n} of {m} …", { n: Math.min(n + 1, of), m: of }) : t("Reading the record …")}</label>
      <progress id="review-progress" max={of || 1} value={n} />
      <button type="button" class="btn" onClick={stop}>
        {t("Cancel")}
      </button>
    </section>
  );
}

/** Luck apart from play: a sentence, and the sum. */
/** dice: they alone were luck; rolls: they are a part of it. */
function Sum({ end, head, own, who, dice, rolls }) {
  const row = (label, value, cls = "") => (
    <tr class={cls}>
      <th scope="row">{label}</th>
      <td class="n num">{value}</td>
    </tr>
  );
  return (
    <section class="paper" aria-labelledby="luck-title">
      <h2 id="luck-title">{t("Luck and play")}</h2>
      <p class="review-luck">{luckText(end, { own, who, dice })}</p>
      <table class="review-sum">
        <caption class="vh">{t("Expectation, luck and play make the result")}</caption>
        <tbody>
          {row(head.ahead ? t("Expected lead at the start") : t("Expected at the start"), points(end.expectation, 2))}
          {row(dice ? t("The dice") : rolls ? t("Luck: dice, the others") : t("Luck: the map, the others"), signed(end.luck, 2))}
          {row(t("Decisions"), signed(end.play, 2))}
          {row(end.over ? (head.ahead ? t("Lead at the end") : t("Result")) : t("Expected where the record stops"), points(end.result, 2), "total")}
        </tbody>
      </table>
    </section>
  );
}

/** A decision as a button of a list. */
const Line = ({ d, turns, value, current, onOpen }) => (
  <li>
    <button type="button" class="review-line" aria-current={current ? "true" : undefined} onClick={onOpen}>
      <Shape mark={d.mark} />
      <span class="grow">
        <b>{whenText(d, turns)}</b> <span>{costText(d)}</span>
      </span>
      {value && <span class="num quiet">{colon(t("expected"), points(d.value))}</span>}
    </button>
  </li>
);

function Lists({ decisions, end, turns, at, open }) {
  const top = turningPoints(decisions);
  const line = (d, value) => {
    const n = decisions.indexOf(d);
    return <Line key={d.step} d={d} turns={turns} value={value} current={n === at} onOpen={() => open(n)} />;
  };
  return (
    <>
      <section class="paper" aria-labelledby="turning-title">
        <h2 id="turning-title">{t("Turning points")}</h2>
        {top.length > 0 ? (
          <ol class="review-list">{top.map((d) => line(d))}</ol>
        ) : (
          <p>{end ? t("None: nothing that was done cost more than chance can explain.") : "…"}</p>
        )}
        {end && (
          <p class="small quiet">
            {MARKS.map((mark) => colon(markName(mark), String(end[mark]))).join(" · ")} · {t("{n} of {m} as Master would", { n: end.same, m: end.count })}
          </p>
        )}
      </section>
      <details class="paper review-all">
        <summary>
          <h2>{t("All decisions")}</h2>
        </summary>
        <ol class="review-list">{decisions.map((d) => line(d, true))}</ol>
      </details>
    </>
  );
}

/** Whose decisions. */
const Whose = ({ story, seat, onChange }) =>
  story.match.seats.length > 1 ? (
    <label class="eyes">
      <Icon id="i-person" size={22} />
      <span class="vh">{t("Whose decisions")}</span>
      <select class="input" value={seat} onChange={(e) => onChange(Number(e.currentTarget.value))}>
        {story.match.seats.map(({ seat: s, name }) => (
          <option key={s} value={s}>
            {s === story.own ? t("Your decisions") : t("Decisions of {who}", { who: name })}
          </option>
        ))}
      </select>
    </label>
  ) : null;

export function Review({ story, game, replay }) {
  const [seat, setSeat] = useState(story.own || 1);
  const top = (
    <div class="row wrap review-top">
      <Whose story={story} seat={seat} onChange={setSeat} />
      <a class="btn" href={replay}>
        <Icon id="i-play" size={18} />
        {t("Replay")}
      </a>
    </div>
  );
  return (
    <main class="review">
      <Seat key={seat} {...{ story, game, seat, top }} />
    </main>
  );
}

/** top: what stands above the overview. */
function Seat({ story, game, seat, top }) {
  const review = useReview(story.text, seat);
  const { head, decisions, end } = review;
  const desk = useDesk();
  const [at, setAt] = useState(/** @type {number | null} */ (null)); // the decision that is open
  const [opened, setOpened] = useState(/** @type {number[]} */ ([])); // whose answer is shown
  const who = story.match.seats[seat - 1].name,
    own = seat === story.own;
  const turns = !story.sealed,
    dice = Boolean(game.sixth) && story.match.seats.length === 1;
  useOpened(() => setAt(null), at !== null && !desk);
  useEffect(() => {
    if (end) say(`${t("The review is ready.")} ${luckText(end, { own, who, dice })}`);
  }, [end]);
  const [went, setWent] = useState(0); // how often the reader opened one
  useEffect(() => {
    const [first] = turningPoints(decisions);
    if (end && desk && at === null && first) setAt(decisions.indexOf(first));
  }, [end, desk]);
  const open = (n) => {
    setWent((n) => n + 1);
    setAt(n);
    if (!desk) scrollTo(0, 0);
  };
  const d = at === null ? null : decisions[at];
  const one = d && (
    <DecisionView
      key={d.step}
      {...{ story, game, d, seat, turns }}
      focus={went}
      open={opened.includes(d.step)}
      onOpen={() => setOpened([...opened, d.step])}
      nav={{ first: at === 0, last: at === decisions.length - 1, by: (n) => open(Number(at) + n) }}
    />
  );
  if (one && !desk)
    return (
      <>
        <button type="button" class="btn review-back" onClick={() => setAt(null)}>
          <Icon id="i-left" size={20} />
          {t("To the overview")}
        </button>
        {one}
      </>
    );
  return (
    <>
      {top}
      <div class="review-page">
        <div class="stack-l">
          {!end && <Progress review={review} />}
          {end && <Sum {...{ end, head, own, who, dice }} rolls={Boolean(game.sixth)} />}
          {head && decisions.length > 0 && (
            <section class="paper" aria-labelledby="curve-title">
              <h2 id="curve-title">{head.ahead ? t("Expected lead") : t("Expected result")}</h2>
              <Curve {...{ decisions, head, end, at }} onPick={open} />
            </section>
          )}
          {decisions.length > 0 && <Lists {...{ decisions, end, turns, at, open }} />}
        </div>
        {desk && (one ?? <p class="paper review-hint">{t("Choose a decision: you see the board as it was.")}</p>)}
      </div>
    </>
  );
}
