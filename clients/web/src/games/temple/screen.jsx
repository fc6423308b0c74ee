// screen.jsx -- a round of Temple: the dice, the sheet, the numbers. Everything the player does here
// is pencil (the draft) until `ready`; the core says what is legal. Props as README.md has them.
// What taps do is in use_turn.js; the components here only draw.
import { num, t } from "../../words/i18n.js";
import { nameOf } from "../../pure/match.js";
import { KINDS } from "../../words/dice.js";
import { AdviceButton, AdviceSlip, useAdvice } from "../../parts/advice.jsx";
import { Icon } from "../../parts/basics.jsx";
import { Tray } from "../../parts/dice.jsx";
import { Log } from "../../parts/log.jsx";
import { Picker } from "../../parts/picker.jsx";
import { Strip } from "../../parts/score.jsx";
import { Ruling } from "../../parts/ruling.jsx";
import { WhyNot } from "../../parts/why_not.jsx";
import { useDesk, useLow } from "../../browser/hooks.js";
import { Ladder } from "../papers/ladder.jsx";
import { Company, Lately } from "../papers/lately.jsx";
import { useExplain } from "../papers/explain.jsx";
import { useRoom } from "../papers/stage.js";
import { RunThread, Temple } from "./sheet.jsx";
import { cellsOf } from "./count.js";
import { SIXTH } from "./dice.js";
import { useTurn } from "./use_turn.js";
import { topics } from "./explain.jsx";
import { parts, why } from "./words.js";

const holdTitle = (name) => t("You hold {who}'s sheet", { who: name });
const holdText = () => t("Draw the mummy in an empty space without a door. Then the sheet goes home.");

/** In a mummy round: whose sheet is in my hands. */
const Hold = ({ name }) => (
  <div class="hold">
    <Icon id="mummy" size={44} />
    <div>
      <b>{holdTitle(name)}</b>
      <span class="small">
        {holdText()} <Ruling game="temple" id="TEM-7" />
      </span>
    </div>
  </div>
);

/** Alone: the levels, and where the points are now. */
const Levels = ({ turn: { view, round, chosen } }) => (
  <div>
    <h3 class="label">{t("Levels")}</h3>
    <Ladder levels={view.levels()} total={(chosen?.after ?? round.before).total} />
  </div>
);

function Inked({ turn: { round, onBack, busy } }) {
  return (
    <section class="picker" aria-label={t("Your turn")}>
      <h2>{t("Inked")}</h2>
      <p class="why">{round.solo ? t("The dice are rolled again.") : t("The sheets unfold when everybody is ready.")}</p>
      <footer>
        <button type="button" class="btn" id="back" onClick={onBack} disabled={busy}>
          <Icon id="i-undo" size={22} />
          {t("Take it back")}
        </button>
      </footer>
    </section>
  );
}

/** Below or beside the sheet: numbers to choose from, or what to do; and the main action. */
function Dock({ turn }) {
  const { round, options, chosen, space, wanted, lines, sel, busy, inked, focus, onReady } = turn;
  if (inked) return <Inked turn={turn} />;
  if (turn.advice.open) return <AdviceSlip advice={turn.advice} me={turn.me} name={turn.name} onTake={turn.setDraft} />;
  const buttons = [
    <button type="button" class="btn" disabled={!lines.length && !sel} onClick={turn.rub}>
      <Icon id="i-undo" size={22} />
      {t("Rub out")}
    </button>,
    <AdviceButton advice={turn.advice} />,
    <button
      type="button"
      class="btn main grow"
      id="ready"
      disabled={!round.main || busy}
      onClick={(e) => {
        focus.byKeys.current = e.currentTarget.matches(":focus-visible");
        onReady();
      }}
    >
      <Icon id="i-pen" size={22} />
      {t("Ready, ink it")}
    </button>,
  ];
  if (options.length)
    return (
      <Picker
        title={t("Space {space}", { space })}
        options={options}
        chosen={chosen?.v ?? null}
        faces={round.faces}
        onChoose={(v) => turn.write(space, v)}
        onAgain={busy ? undefined : onReady}
        onNudge={turn.nudge}
        focus={focus.choices}
        onCancel={() => focus.go("grid")}
        onDone={() => setTimeout(() => document.getElementById("ready")?.focus(), 0)}
        why={chosen ? why(round.before, chosen.after, chosen.v) : t("Choose a number.")}
      >
        {buttons}
      </Picker>
    );
  const title = round.main ? t("Mummy at {space}", { space: round.main.space }) : wanted ? t("{n}: now tap a space", { n: wanted }) : t("Tap a space");
  const hint = round.danger
    ? round.main
      ? t("Tap another space to move it there.")
      : t("Where shall it lie?")
    : round.penny
      ? t("Then choose any number.")
      : t("Or pick dice first, then a space.");
  return (
    <section class="picker" aria-label={t("Your turn")}>
      <h2>{title}</h2>
      <p class="why">{hint}</p>
      <footer>{buttons}</footer>
    </section>
  );
}

/** The dice, and what is owed this round; hold: whose sheet is in my hands stands there, too. */
/** @param {{turn: any, size: number, hold?: boolean}} props */
function Dice({ turn, size, hold }) {
  const { round, view, inked, picked, holder } = turn;
  const pickable = KINDS.filter((_, i) => typeof round.faces[i] === "number");
  return (
    <Tray
      dice={round.faces}
      sixth={SIXTH}
      size={size}
      roll={view.round}
      picked={picked}
      used={round.danger ? ["p", "g"] : []}
      pickable={pickable}
      onPick={inked || round.danger || round.penny ? undefined : turn.pickDie}
      onCarry={turn.dropDie}
      onRefuse={turn.refuseDie}
      class={hold && holder ? "holding" : ""}
    >
      <b>{hold && holder ? holdTitle(holder) : round.owed.title}</b>
      <span class="quiet small">
        {hold && holder ? holdText() : round.owed.text} {round.owed.rule && <Ruling game="temple" id={round.owed.rule} />}
      </span>
    </Tray>
  );
}

/** @param {{turn: any, h: number, pad: number, sky?: boolean}} props */
function Sheet({ turn, h, pad, sky }) {
  const { cells, space, focus, inked, holder, path } = turn;
  const grid = {
    onPick: turn.pick,
    onKey: turn.digits,
    onCarry: inked ? null : turn.dropNumber,
    at: space ?? undefined,
    focus: focus.grid,
  };
  return (
    <Temple cells={cells} h={h} pad={pad} sky={sky} grid={grid} label={holder ? t("{who}'s sheet", { who: holder }) : t("Your sheet")}>
      <RunThread cells={path} h={h} />
    </Temple>
  );
}

/** Points as they would be with the pencilled number. */
function Score({ turn: { round, chosen, inked, ask } }) {
  const now = chosen?.after ?? round.before;
  return (
    <>
      <Strip rows={parts().map(([key, name]) => [name, now[key], key])} total={now.total} onAsk={ask} />
      {chosen && !inked && (
        <p class="quiet small under">{t("With the pencilled {n}. In ink so far: {total}.", { n: chosen.v, total: num(round.before.total) })}</p>
      )}
    </>
  );
}

const Own = ({ turn: { view, me } }) => (
  <figure class="own">
    <figcaption class="small quiet">{t("Your own sheet, meanwhile")}</figcaption>
    <Temple cells={cellsOf(view, me)} label={t("Your sheet")} />
  </figure>
);

function Desk({ turn }) {
  const { match, position, view, holder } = turn;
  const title = holder ? t("{who}'s sheet", { who: holder }) : t("Your sheet");
  const seats = match.seats.length;
  return (
    <main class="book sheet-table temple-table">
      <section class="page dots" aria-label={title}>
        <div class="head-row">
          <h2>{title}</h2>
          <p class="quiet">{t("Pencil until you are ready. Then it is ink.")}</p>
        </div>
        <div class="sheetbox">
          <Sheet turn={turn} h={50} pad={10} />
        </div>
        {holder ? (
          <Own turn={turn} />
        ) : (
          <div class="under">
            <Score turn={turn} />
          </div>
        )}
      </section>
      <section class="page right stack" aria-label={t("Dice and numbers")}>
        <Dice turn={turn} size={72} />
        {holder && <Hold name={holder} />}
        <div class="dock">
          <WhyNot whyNot={turn.whyNot} game="temple" />
          <Dock turn={turn} />
        </div>
        {seats > 1 ? <Company match={match} view={view} /> : <Levels turn={turn} />}
        {seats <= 3 && (
          <div>
            <h3 class="label">{t("What happened")}</h3>
            <Log match={match} tales={position.story()} last={5} />
          </div>
        )}
      </section>
    </main>
  );
}

/** As high as the window: dice, sheet, dock; the rest comes below. */
function Phone({ turn }) {
  const { match, view, holder } = turn;
  const { narrow, roomy, tall } = useRoom();
  const high = view.spaces.some((name) => name.endsWith("6")); // six rows
  return (
    <main class="book sheet-table temple-table">
      <div class="stage">
        <section class="page dots" aria-label={holder ? t("{who}'s sheet", { who: holder }) : t("Your sheet")}>
          <Dice turn={turn} size={40} hold />
          <div class="sheetbox">
            <Sheet turn={turn} h={(narrow ? 84 : 66) - (high ? 14 : 0)} pad={2} sky={tall} />
          </div>
        </section>
        {roomy && <Score turn={turn} />}
        {roomy && <Lately turn={turn} />}
        <section class="dock" aria-label={t("Dice and numbers")}>
          <WhyNot whyNot={turn.whyNot} game="temple" />
          <Dock turn={turn} />
        </section>
      </div>
      <section class="page right stack" aria-label={t("This round")}>
        {!roomy && <Score turn={turn} />}
        {!roomy && <Lately turn={turn} />}
        {holder && <Own turn={turn} />}
        {match.seats.length > 1 ? <Company match={match} view={view} width={300} /> : <Levels turn={turn} />}
      </section>
    </main>
  );
}

export function Screen(props) {
  const [ask, answer] = useExplain("temple", topics);
  const advice = useAdvice(props);
  const turn = { ...useTurn(props), ask, advice, name: (seat) => nameOf(props.match, seat) };
  turn.cells = turn.cells.map((c) => (advice.lit.includes(c.name) ? { ...c, hinted: true } : c));
  const desk = useDesk(),
    low = useLow();
  return (
    <>
      {desk || low ? <Desk turn={turn} /> : <Phone turn={turn} />}
      {answer}
    </>
  );
}
