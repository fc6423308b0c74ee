// screen.jsx -- a round of Valley, drawn: dice, sheet, numbers, structures, discoveries. Everything the player
// does is pencil until it is inked. Props as README.md has them; what they do is in use_turn.js.
import { nameOf } from "../../pure/match.js";
import { KINDS as DICE } from "../../words/dice.js";
import { num, t, tn } from "../../words/i18n.js";
import { AdviceButton, AdviceSlip, useAdvice } from "../../parts/advice.jsx";
import { Icon } from "../../parts/basics.jsx";
import { Tray } from "../../parts/dice.jsx";
import { Ruling, Rulings } from "../../parts/ruling.jsx";
import { WhyNot } from "../../parts/why_not.jsx";
import { useDesk, useLow } from "../../browser/hooks.js";
import { Company, Lately } from "../papers/lately.jsx";
import { useExplain } from "../papers/explain.jsx";
import { useRoom } from "../papers/stage.js";
import { bitesOf, cellsOf } from "./count.js";
import { carryOptions, groupsOf } from "./options.js";
import { Choices, Hold, Inked, Levels, Propose, Steps, Tally, holdText, holdTitle, kindsOf } from "./panels.jsx";
import { Costs, Must, Valley } from "./sheet.jsx";
import { topics } from "./explain.jsx";
import { carries } from "./turn.js";
import { SIXTH } from "./dice.js";
import { useOptions } from "./use_options.js";
import { useTurn } from "./use_turn.js";
import { lostText, structureWhy } from "./words.js";

/** The dice, and what is owed this round; on a phone whose sheet is in my hands, too. */
/** @param {{turn: any, desk?: boolean}} props */
function Dice({ turn: { round, marks, tap, inked, view, refuse, holder }, desk }) {
  const hold = !desk && holder;
  const pickable = DICE.filter((d) => !round.used.includes(d) && [...round.legal.at.values()].some((acts) => acts.some((a) => a.dice?.includes(d))));
  return (
    <Tray
      dice={round.faces}
      sixth={SIXTH}
      size={desk ? 68 : 40}
      roll={view.round}
      picked={marks.picked}
      used={[...round.used]}
      pickable={pickable}
      onPick={inked || round.danger ? undefined : tap.die}
      onCarry={tap.dropDie}
      onRefuse={refuse.die}
      class={hold ? "holding" : ""}
    >
      <b>{hold ? holdTitle(holder) : round.owed.title}</b>
      <span class="quiet small">
        {!inked && round.passed > 0 && lostText(round.passed)} {hold ? holdText() : round.owed.text}{" "}
        {round.owed.rule && <Rulings game="valley" ids={[round.owed.rule, round.owed.more].filter(Boolean)} />}
      </span>
    </Tray>
  );
}

/** The sheet in hand. */
function Sheet({ turn: { view, round, marks, one, cells, tap, hand, focus, inked }, title }) {
  const found = one ? [...round.sheet.discoveries, { kind: one.kind, spaces: one.spaces, class: "pencilled" }] : round.sheet.discoveries;
  const grid = {
    onPick: (c, byKey) => tap.space(c.name, byKey),
    onKey: hand.key,
    onCarry: inked || marks.open ? undefined : hand.move,
    at: marks.sel ?? undefined,
    focus: focus.grid,
  };
  return (
    <div class="sheetbox">
      <Valley view={view} cells={cells} found={found} label={title} grid={grid}>
        <Costs bites={bitesOf(round.now)} />
        {marks.must.map((space) => (
          <Must key={space} space={space} />
        ))}
      </Valley>
    </div>
  );
}

/** Nothing is chosen yet: what to tap. */
function Ask({ turn: { round, marks }, children }) {
  const { danger, snake, legal, faces, now } = round;
  const cost = bitesOf(now).find((b) => b.at === snake)?.number;
  const dice = marks.picked.map((k) => faces[DICE.indexOf(k)]);
  const sum = marks.carry?.n ?? (dice.length && !marks.carry ? dice.reduce((a, b) => a + b, 0) : null);
  const crossing = [...legal.at.values()].some((acts) => acts.some((a) => a.verb === "cross" && carries(marks, faces, a)));
  const [title, text] = snake
    ? [
        t("Snake at {space}", { space: snake }),
        cost ? tn("It would bite {n} point as the sheet is now.", "It would bite {n} points as the sheet is now.", cost) : t("It bites nothing yet."),
      ]
    : danger
      ? [t("Tap an empty space"), t("Where shall it lurk?")]
      : marks.carry?.what
        ? [t("Now tap a space"), t("for what Dakota draws.")]
        : sum
          ? [t("{n}: now tap a space", { n: sum }), crossing ? t("Or tap a snake: a 9 crosses it out.") : t("It must touch a number or a structure.")]
          : round.full && crossing && !round.steps.length
            ? [t("Tap a snake"), t("A 9 crosses it out.")]
            : !legal.at.size
              ? [t("Everything is written"), t("No discovery is possible this time.")]
              : [
                  round.steps.length ? t("Tap another space, or ink it") : t("Tap a space"),
                  crossing ? t("Or tap a snake: a 9 crosses it out.") : t("Or pick dice first, then a space."),
                ];
  return (
    <section class="picker" aria-label={t("Your turn")}>
      <h2>{title}</h2>
      <p class="why">
        {text} {crossing && !snake && <Ruling game="valley" id="VAL-7" />}
      </p>
      <footer>{children}</footer>
    </section>
  );
}

/** What may be done in the space that is tapped. */
function SpaceChoices({ turn: { position, me, view, round, base, marks, current, pen }, ...more }) {
  const options = useOptions({ position, me, view, faces: round.faces, base, space: marks.sel, marks });
  return (
    <Choices
      {...more}
      title={t("Space {space}", { space: marks.sel })}
      groups={groupsOf(options)}
      current={current}
      onChoose={(o, byKey) => pen.take(base, o, byKey)}
      why={
        options.every((o) => o.verb === "draw")
          ? options.map((o) => structureWhy(o.what))[0]
          : current
            ? t("Choose what it becomes.")
            : t("Choose a number, and the dice it uses.")
      }
    />
  );
}

/** The one place for what comes next: choices of a space, a discovery, or what to tap. */
function Dock({ turn, desk }) {
  const { match, draft, inked, busy, onBack, round, marks, mark, one, fit, pen, focus } = turn;
  const { faces, danger, found } = round;
  const undo = (
    <>
      <button type="button" class="btn" disabled={!draft.length && !marks.picked.length} onClick={pen.rub}>
        <Icon id="i-undo" size={22} />
        {t("Rub out")}
      </button>
      <AdviceButton advice={turn.advice} />
    </>
  );
  const ready = (main) => (
    <button
      type="button"
      class={`btn grow ${main ? "main" : ""}`}
      id="ready"
      disabled={busy || (danger ? !round.snake : !round.legal.done)}
      onClick={() => pen.ink()}
    >
      <Icon id="i-pen" size={22} />
      {main ? t("Ready, ink it") : t("Ink without it")}
    </button>
  );
  const choices = { faces, desk, onCancel: turn.cancel, focus: focus.choices };
  const [die] = marks.picked,
    special = die && !marks.carry && typeof faces[DICE.indexOf(die)] !== "number";
  if (inked) return <Inked match={match} solo={round.solo} onBack={onBack} busy={busy} />;
  if (turn.advice.open) return <AdviceSlip advice={turn.advice} me={turn.me} name={turn.name} onTake={pen.all} />;
  if (marks.sel) return <SpaceChoices key={marks.sel} turn={turn} {...choices} />;
  if (special)
    return (
      <Choices
        key={die}
        {...choices}
        title={die === "p" ? t("Penny: any number") : t("Dakota draws")}
        groups={groupsOf(carryOptions(round.legal, die, faces))}
        onChoose={(o) => mark({ picked: marks.picked, carry: o })}
        why={t("Then tap a space.")}
      />
    );
  if (!one)
    return (
      <Ask turn={turn}>
        {undo}
        {ready(true)}
      </Ask>
    );
  const reveal = (to) => mark({ open: true, kind: marks.kind, must: marks.must, ...to });
  return (
    <Propose
      one={one}
      place={(marks.alt % fit.length) + 1}
      of={fit.length}
      many={found.length > 1}
      kinds={kindsOf(found)}
      kind={marks.kind}
      open={marks.open}
      busy={busy}
      onOpen={() => mark({ open: !marks.open })}
      onKind={(kind) => reveal({ kind, must: [] })}
      onStep={(by) => reveal({ alt: marks.alt + by + fit.length })}
      onReveal={() => pen.ink(one.line)}
    >
      {undo}
      {ready(false)}
    </Propose>
  );
}

/** One's own sheet while another's is in hand. */
const Own = ({ turn: { view, me } }) => (
  <figure class="own">
    <figcaption class="small quiet">{t("Your own sheet, meanwhile")}</figcaption>
    <Valley view={view} cells={cellsOf(view, me)} found={view.sheets[me - 1].discoveries} label={t("Your sheet")} />
  </figure>
);

/** The points with what is in pencil. */
function Points({ turn: { view, me, round, holder, inked, ask } }) {
  const c = holder ? view.count(me) : round.now;
  return <Tally c={c} onAsk={ask} note={!holder && !inked && c.total !== round.ink.total ? t("in ink: {n}", { n: num(round.ink.total) }) : null} />;
}

function Desk({ turn, title, dock, steps }) {
  const { match, view, round, holder } = turn;
  return (
    <main class="book sheet-table valley-table">
      <section class="page dots" aria-label={title}>
        <div class="head-row">
          <h2>{title}</h2>
          <p class="quiet">{t("Grey is pencil, blue is ink.")}</p>
        </div>
        <Sheet turn={turn} title={title} />
      </section>
      <section class="page right stack" aria-label={t("This round")}>
        <Dice turn={turn} desk />
        {holder && <Hold name={holder} />}
        {dock}
        {steps}
        {holder ? <Own turn={turn} /> : <Points turn={turn} />}
        {round.solo ? <Levels round={round} /> : <Company match={match} view={view} />}
        <Lately turn={turn} />
      </section>
    </main>
  );
}

/** As high as the window: dice, sheet, dock; the rest comes below. */
function Phone({ turn, title, dock }) {
  const { match, view, round, holder } = turn;
  const { roomy } = useRoom();
  return (
    <main class="book sheet-table valley-table">
      <div class="stage">
        <section class="page dots" aria-label={title}>
          <Dice turn={turn} />
          <Sheet turn={turn} title={title} />
        </section>
        {roomy && <Lately turn={turn} />}
        {dock}
      </div>
      <section class="page right stack" aria-label={t("This round")}>
        {!roomy && <Lately turn={turn} />}
        <Points turn={turn} />
        {holder && <Own turn={turn} />}
        {round.solo ? <Levels round={round} /> : <Company match={match} view={view} width={300} />}
      </section>
    </main>
  );
}

export function Screen(props) {
  const wide = useDesk(),
    low = useLow(),
    desk = wide || low;
  const [ask, answer] = useExplain("valley", topics);
  const advice = useAdvice(props);
  const turn = { ...useTurn(props), ask, advice, name: (seat) => nameOf(props.match, seat) };
  turn.cells = turn.cells.map((c) => (advice.lit.includes(c.name) ? { ...c, hinted: true } : c));
  const { round, holder, inked, pen } = turn;
  const title = holder ? t("{who}'s sheet", { who: holder }) : t("Your sheet");
  const steps = !inked && round.steps.length > 0 && <Steps steps={round.steps} faces={round.faces} onBack={pen.back} />;
  const dock = (
    <div class="dock">
      <WhyNot whyNot={turn.whyNot} game="valley" />
      {!wide && steps}
      <Dock turn={turn} desk={wide} />
    </div>
  );
  return (
    <>
      {desk ? <Desk turn={turn} title={title} dock={dock} steps={wide && steps} /> : <Phone turn={turn} title={title} dock={dock} />}
      {answer}
    </>
  );
}
