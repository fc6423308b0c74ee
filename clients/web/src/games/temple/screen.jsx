// screen.jsx -- a round of Temple: the dice, the sheet, the numbers. Everything the player does here
// is pencil (the draft) until `ready`; the core says what is legal. Props as README.md has them.
// useTurn holds what is tapped and what taps do; the components below it only draw.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { num, t } from "../../words/i18n.js";
import { KINDS } from "../../words/dice.js";
import { Icon } from "../../parts/basics.jsx";
import { NameChips, ReadyBar } from "../../parts/cord.jsx";
import { Tray } from "../../parts/dice.jsx";
import { neighbour } from "../../parts/grid.jsx";
import { Log } from "../../parts/log.jsx";
import { Picker } from "../../parts/picker.jsx";
import { Strip } from "../../parts/score.jsx";
import { Ruling } from "../../parts/ruling.jsx";
import { WhyNot, useWhyNot } from "../../parts/why_not.jsx";
import { useDesk, useLow } from "../../browser/hooks.js";
import { say } from "../../browser/say.js";
import { Ladder } from "../papers/ladder.jsx";
import { Temple } from "./sheet.jsx";
import { cellsOf } from "./count.js";
import { SIXTH } from "./dice.js";
import { linesOf, optionsFor, roundOf, shown } from "./turn.js";
import { why } from "./words.js";

/** What is tapped in this round; gone with the next one. */
function useMarks(round) {
  const [marks, set] = useState(/** @type {{round?: number, sel?: string | null, picked?: string[]}} */ ({}));
  const { sel = null, picked = [] } = marks.round === round ? marks : {};
  return { sel, picked, mark: (to) => set((m) => ({ ...(m.round === round ? m : {}), ...to, round })) };
}

/** Numbers that change when the focus shall go to the grid or the picker; back to the grid when a turn
 * that was made ready by keyboard is over. */
function useFocus(round) {
  const [focus, set] = useState({ grid: 0, picker: 0 });
  const byKeys = useRef(false);
  const go = (where) => set((f) => ({ ...f, [where]: f[where] + 1 }));
  useEffect(() => {
    if (byKeys.current) go("grid");
    byKeys.current = false;
  }, [round]);
  return { ...focus, go, byKeys };
}

/** The turn: what it is, and what taps, keys and drags do to it. */
function useTurn(props) {
  const { match, position, me, view, draft, setDraft, inked } = props;
  const lines = inked ? match.yours : draft;
  const round = useMemo(() => roundOf({ position, me, view, lines }), [match.round, view, me, lines.join()]);
  const { sel, picked, mark } = useMarks(match.round);
  const focus = useFocus(match.round);
  const typed = useRef({ text: "", at: 0 });
  const { legal, main, crosses, danger, held } = round;
  const space = main?.verb === "write" ? main.space : sel;
  const options = useMemo(() => (space && !danger ? optionsFor(position, me, round, space) : []), [space, round]);
  const whyNot = useWhyNot(position, `${match.round} ${lines.join()} ${sel}`);
  const cells = shown(view, me, round, space, inked).map((c) => ({ ...c, refused: c.name === whyNot.refused, lit: whyNot.lit.includes(c.name) }));
  const wanted = picked.length ? picked.reduce((sum, k) => sum + Number(round.faces[KINDS.indexOf(k)]), 0) : null;

  const put = (some, to) => setDraft(linesOf(me, some, to));
  const write = (to, n) => {
    mark({ sel: to });
    put(crosses, { verb: "write", n, space: to });
  };
  const toggle = (name) => {
    const on = !crosses.includes(name);
    put(on ? [...crosses, name] : crosses.filter((s) => s !== name), main);
    say(on ? t("The mummy at {space} is crossed out, in pencil.", { space: name }) : t("The mummy at {space} is not crossed out.", { space: name }));
  };
  /** Why nothing can be done at a space: the core says it of what one would do there. */
  const refuse = (c) => {
    const line = danger ? { verb: "mummy", space: c.name } : { verb: "write", n: wanted ?? main?.n ?? round.any, space: c.name };
    whyNot.ask(linesOf(me, crosses, line), { space: c.name });
  };
  const pick = (c, byKey) => {
    if (inked) return whyNot.tell(t("Your turn is in ink. Take it back first."), { space: c.name });
    if (c.crossable || (held === me && crosses.includes(c.name))) return toggle(c.name);
    if (danger) return legal.mummy.has(c.name) ? put(crosses, { verb: "mummy", space: c.name }) : refuse(c);
    const numbers = legal.write.get(c.name);
    if (!numbers) return refuse(c);
    const kept = main && main.space !== c.name ? main.n : null; // the number goes along to another space
    const n = wanted ?? kept ?? (numbers.length === 1 ? numbers[0] : null);
    if (numbers.includes(n)) write(c.name, n);
    else {
      if (main) put(crosses, null);
      mark({ sel: c.name });
    }
    if (byKey) focus.go("picker");
  };
  const nudge = (dx, dy) => {
    const from = cells.find((c) => c.name === space);
    const to = neighbour(
      cells.filter((c) => c === from || legal.write.has(c.name)),
      from,
      dx,
      dy,
    );
    if (to !== from) pick(to, false);
  };
  const digits = (event, c) => {
    // typing 1 2 on a space writes 12, if that is legal there
    if (!/^\d$/.test(event.key) || inked || danger) return;
    const late = Date.now() - typed.current.at > 1200;
    typed.current = { text: (late ? "" : typed.current.text) + event.key, at: Date.now() };
    const n = Number(typed.current.text);
    if (legal.write.get(c.name)?.includes(n)) {
      write(c.name, n);
      say(t("{n} in pencil", { n }));
    }
    event.preventDefault();
  };
  const rub = () => {
    put([], null);
    mark({ sel: null, picked: [] });
    focus.go("grid");
  };
  const pickDie = (k) => mark({ picked: picked.includes(k) ? picked.filter((x) => x !== k) : [...picked, k] });
  const dropDie = (k, to) => {
    const n = round.faces[KINDS.indexOf(k)];
    if (legal.write.get(to)?.includes(n)) write(to, n);
    else whyNot.ask(linesOf(me, crosses, { verb: "write", n, space: to }), { space: to });
  };
  const dropNumber = (_from, to) =>
    pick(
      cells.find((c) => c.name === to),
      false,
    );
  return {
    ...props,
    round,
    space,
    sel,
    picked,
    options,
    cells,
    wanted,
    focus,
    lines,
    write,
    toggle,
    pick,
    nudge,
    digits,
    rub,
    pickDie,
    dropDie,
    dropNumber,
    whyNot,
    chosen: options.find((o) => o.v === main?.n),
    holder: held !== me ? match.seats[held - 1].name : null,
  };
}

/** In a mummy round: whose sheet is in my hands. */
const Hold = ({ name }) => (
  <div class="hold">
    <Icon id="mummy" size={44} />
    <div>
      <b>{t("You hold {who}'s sheet", { who: name })}</b>
      <span class="small">
        {t("Draw the mummy in an empty space without a door. Then the sheet goes home.")} <Ruling game="temple" id="TEM-7" />
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

/** Mummies beside a 9, each with a button: free, any time (TEM-8). */
function Crossings({ turn }) {
  const { round, inked, toggle } = turn;
  const all = [...new Set([...round.legal.cross, ...round.crosses])];
  if (!all.length || inked) return null;
  return (
    <div class="crossings">
      <p class="small">
        {t("These mummies lie beside a 9. Crossing out is free:")} <Ruling game="temple" id="TEM-8" />
      </p>
      <div class="row wrap">
        {all.map((space) => (
          <button type="button" key={space} class="btn" aria-pressed={round.crosses.includes(space)} onClick={() => toggle(space)}>
            <Icon id="i-cross" size={20} />
            {space}
          </button>
        ))}
      </div>
    </div>
  );
}

function Inked({ turn: { round, onBack, busy } }) {
  return (
    <section class="picker" aria-label={t("Your turn")}>
      <h2>{t("Inked")}</h2>
      <p class="why">{round.solo ? t("The dice are rolled again.") : t("The sheets unfold when everybody is ready.")}</p>
      <footer>
        <button type="button" class="btn" onClick={onBack} disabled={busy}>
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
  const buttons = [
    <button type="button" class="btn" disabled={!lines.length && !sel} onClick={turn.rub}>
      <Icon id="i-undo" size={22} />
      {t("Rub out")}
    </button>,
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
        onNudge={turn.nudge}
        focus={focus.picker}
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

function Dice({ turn, size }) {
  const { round, view, inked, picked } = turn;
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
    >
      <b>{round.owed.title}</b>
      <span class="quiet small">
        {round.owed.text} {round.owed.rule && <Ruling game="temple" id={round.owed.rule} />}
      </span>
    </Tray>
  );
}

function Sheet({ turn, h, pad }) {
  const { cells, space, focus, inked, holder } = turn;
  const grid = {
    onPick: turn.pick,
    onKey: turn.digits,
    onCarry: inked ? null : turn.dropNumber,
    at: space ?? undefined,
    focus: focus.grid,
  };
  return <Temple cells={cells} h={h} pad={pad} grid={grid} label={holder ? t("The sheet of {who}", { who: holder }) : t("Your sheet")} />;
}

/** Points as they would be with the pencilled number. */
function Score({ turn: { round, chosen, inked } }) {
  const now = chosen?.after ?? round.before;
  return (
    <>
      <Strip
        rows={[
          [t("Run"), now.run],
          [t("Groups"), now.groups],
          [t("Mummies"), now.mummies],
        ]}
        total={now.total}
      />
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
  const { match, position, holder } = turn;
  const title = holder ? t("The sheet of {who}", { who: holder }) : t("Your sheet");
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
        <Crossings turn={turn} />
        {seats > 1 ? <ReadyBar match={match} /> : <Levels turn={turn} />}
        {seats > 1 && seats <= 12 && <NameChips match={match} />}
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

function Phone({ turn }) {
  const { match, holder } = turn;
  return (
    <main class="book sheet-table temple-table">
      <section class="page dots" aria-label={holder ? t("The sheet of {who}", { who: holder }) : t("Your sheet")}>
        <div class="phone-top">
          {match.seats.length > 1 && <ReadyBar match={match} width={250} />}
          <Dice turn={turn} size={50} />
          {holder && <Hold name={holder} />}
        </div>
        <div class="sheetbox">
          <Sheet turn={turn} h={56} pad={4} />
        </div>
      </section>
      <section class="page right" aria-label={t("Dice and numbers")}>
        <div class="dock">
          <WhyNot whyNot={turn.whyNot} game="temple" />
          <Dock turn={turn} />
        </div>
        <Crossings turn={turn} />
        <div class="under">
          <Score turn={turn} />
        </div>
        {holder && <Own turn={turn} />}
      </section>
    </main>
  );
}

export function Screen(props) {
  const turn = useTurn(props);
  const desk = useDesk(),
    low = useLow();
  return desk || low ? <Desk turn={turn} /> : <Phone turn={turn} />;
}
