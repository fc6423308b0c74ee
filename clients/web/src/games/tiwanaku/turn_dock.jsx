// turn_dock.jsx -- the dock below or beside the board: says what is to be done now and shows the one part of dock.jsx that
// asks for it. All parts get the same props: {position, view, me, turn, busy, name, upright, marks, setMarks, hint, mayAsk,
// hinting, setHinting, setSpot, advice, help, setHelp, focus, tales, scene}; turn is of use_turn.js.
import { t, tn } from "../../words/i18n.js";
import { AdviceSlip } from "../../parts/advice.jsx";
import { Icon, IconButton } from "../../parts/basics.jsx";
import { Ruling } from "../../parts/ruling.jsx";
import { WhyNot } from "../../parts/why_not.jsx";
import { say, toast } from "../../browser/say.js";
import { Act, Asked, CropPicker, HandPicker, MarkEditor, OfferPicker, colourOptions } from "./dock.jsx";
import { Happened } from "./happened.jsx";
import { HintSlip } from "./hint.jsx";
import { filled, noted, settled, toggle } from "./marks.js";
import { TERRAINS, announcedAt, canOffer, handOf, isCoop, isSolo, scoreSide, sideOf, spacesOf, terrainAt } from "./model.js";
import { HandStrip } from "./panels.jsx";
import { PawnIcon } from "./pieces.jsx";
import { drawn } from "./trails.js";
import { foreseen, ownBare, pencilled } from "./use_turn.js";
import { LETTERS, foreseenText, markSaid, plainWay, terrainName, wayName } from "./words.js";

function exploring(view, { may, sel, now, reach, foresight }) {
  if (now.target && foresight.length) return { text: foreseenText(view, foresight) };
  if (sel === "supply" && now.target) return { text: t("Bring a pawn to {to}?", { to: now.target }) };
  if (sel && now.target) return { text: t("From {from} to {to}?", { from: sel, to: now.target }) };
  if (sel)
    return {
      text: tn("{n} space within reach. Tap it.", "{n} spaces within reach. Tap one.", reach.size),
      rule: sel === "supply" && isCoop(view) ? "COO-5" : null,
    };
  if (view.arrow) return { text: t("The first step goes {way}.", { way: wayName(view.arrow, view.columns) }) };
  return {
    text: may.reach.has("supply") ? t("Choose a pawn on the board, or bring one in.") : t("Choose a pawn on the board."),
    rule: isSolo(view) ? "SOL-4" : null,
  };
}

/** Title and sentence of what is to be done: {title, text, rule}; rule: a ruling it rests on. */
export function task(view, turn, name, me) {
  if (!turn.my)
    return {
      title: t("{who}'s turn", { who: view.acting.length ? name(view.acting[0]) : "" }),
      text: t("You may look, mark and think."),
    };
  if (partOf({ turn, view, me })[0] === Offering)
    return {
      title: t("Your turn: offer?"),
      text: turn.may.divine.size ? t("Or tap a pawn on bare terrain to divine.") : t("Give offerings back for points, or keep them."),
      rule: isCoop(view) ? "COO-9" : null,
    };
  if (turn.mode === "explore") return { title: t("Your turn: explore"), ...exploring(view, turn) };
  if (turn.mode !== "divine") return { title: t("Your turn"), text: "" };
  if (view.step === "final") return { title: t("Final divinations"), text: t("One pawn, or pass. Whoever passes or is wrong is out.") };
  return {
    title: t("Your turn: divine"),
    text: tn("{n} pawn stands on bare terrain.", "{n} pawns stand on bare terrain. Tap one.", turn.may.divine.size),
    rule: isSolo(view) ? "SOL-9" : isCoop(view) ? "COO-8" : null,
  };
}

/** Explore, divine, bring a pawn in, marks, hint. */
export function Tools({ turn, view, me, hinting, setHinting, mayAsk }) {
  const { may, mode, my, set } = turn;
  const turnTo = (m) => set({ mode: mode === m && m === "marks" ? null : m, sel: null, target: null, divine: null });
  const whyNot = (m) => turn.refuse(m === "divine" ? `divine ${spacesOf(view)[0]} 1` : `enter ${spacesOf(view)[0]}`);
  const one = (id, icon, label, off) => (
    <button
      type="button"
      class={`btn ${id === "marks" ? "keep" : ""}`}
      aria-pressed={mode === id}
      aria-disabled={off}
      onClick={() => (off ? whyNot(id) : turnTo(id))}
    >
      <Icon id={icon} size={22} />
      <span>{label}</span>
    </button>
  );
  return (
    <>
      {one("explore", "i-flag", t("Explore"), !my || !may.explore)}
      {one("divine", "wheel", t("Divine"), !my || !may.divine.size)}
      {may.reach.has("supply") && (
        <button
          type="button"
          class="btn bring"
          aria-pressed={turn.sel === "supply"}
          onClick={() => set({ mode: "explore", sel: turn.sel === "supply" ? null : "supply", target: null })}
        >
          <PawnIcon colour={sideOf(view, me).colour} size={22} />
          <span>
            {t("Bring in")} <span class="num">({sideOf(view, me).supply})</span>
          </span>
        </button>
      )}
      {one("marks", "i-pencil", t("Marks"), false)}
      {mayAsk && <IconButton id="hint" class="hint-btn keep" label={t("Hint")} aria-pressed={hinting} onClick={() => setHinting(!hinting)} />}
    </>
  );
}

/** Taking back, going. */
function Exploring({ turn, busy }) {
  const { may, sel, now, set, send, go } = turn;
  return (
    <div class="explore-row">
      {may.take.includes(sel) && (
        <button type="button" class="btn" disabled={busy} onClick={() => send(`take ${sel}`)}>
          <Icon id="i-hand" size={22} />
          {t("Take it back")}
        </button>
      )}
      {now.target && (
        <button type="button" class="btn cancel" onClick={() => set({ mode: "explore", sel: null, target: null })}>
          <Icon id="i-cross" size={20} />
          {t("Cancel")}
        </button>
      )}
      <button
        type="button"
        class="btn main grow"
        id="go"
        disabled={busy}
        aria-disabled={!now.target}
        onClick={() => (now.target ? go() : turn.whyNot.tell(sel ? t("Tap one of the rings: the pawn goes there.") : t("Choose a pawn first, then a ring.")))}
      >
        <Icon id="i-pen" size={22} />
        {now.target ? t("Go to {to}", { to: now.target }) : t("Choose a space")}
      </button>
    </div>
  );
}

/** What is certain, or what is good: the latter for whoever has to decide. */
function Hinting({ view, me, turn, name, marks, setMarks, hint, setHinting, setSpot, advice }) {
  const pencil = (step) => {
    setMarks(noted(marks, step));
    setHinting(false);
    say(t("Pencilled in."));
  };
  const other = advice.may && (
    <button type="button" class="btn" onClick={advice.toggle}>
      {advice.open ? t("What is certain?") : t("What is good?")}
    </button>
  );
  if (advice.open) {
    const all = { ...advice, close: () => (advice.close(), setHinting(false)) };
    const to = pencilled(advice.steps?.[0]?.line);
    return (
      <AdviceSlip advice={all} {...{ me, name }} onTake={to && (() => turn.set(to))}>
        {other}
      </AdviceSlip>
    );
  }
  return (
    <HintSlip hint={hint} own={ownBare(view, me)} onShow={setSpot} onClose={() => setHinting(false)} onMark={pencil}>
      {other}
    </HintSlip>
  );
}

function Marking({ position, view, me, turn, marks, setMarks, undoMarks, hint, mayAsk }) {
  const { mark } = turn.now;
  const onToggle = (what, off) => {
    if (off) return turn.whyNot.tell(t("What lies there is known already."), { space: mark });
    const next = toggle(marks, mark, what);
    setMarks(next);
    say(markSaid(next, mark, what));
  };
  const all = (next) => {
    setMarks(next);
    say(t("Pencilled in."));
  };
  return (
    <MarkEditor
      space={mark}
      marks={marks}
      open={mark && { terrain: view.placed.includes(mark), crop: view.planted.includes(mark) }}
      undo={undoMarks}
      onToggle={onToggle}
      tools={{
        mayFill: mayAsk,
        hint,
        onFill: () => all(filled(marks, position.marks(me))),
        onCertain: () => (hint ? all(settled(marks, hint.certain)) : turn.whyNot.tell(t("Thinking …"))),
        onClear: () => {
          setMarks({});
          toast(t("All marks are rubbed out. “Take the last mark back” brings them back."), "i-undo");
        },
      }}
      onClose={() => turn.set({ mode: null, mark: null })}
    />
  );
}

const Spending = ({ view, me, turn, busy, upright }) => (
  <HandPicker
    hand={handOf(view, me)}
    may={turn.may.spend}
    chosen={turn.now.spend}
    onChoose={(spend) => turn.set({ spend })}
    onSpend={turn.go}
    onRefused={(terrain) => turn.refuse(`spend ${terrain}`)}
    whyNot={turn.whyNot}
    columns={view.columns}
    upright={upright}
    busy={busy}
    reach={turn.spent ? turn.spent.size : null}
  />
);

function Choosing({ position, view, me, turn, busy, upright }) {
  const ends = Object.fromEntries(turn.may.choose.map((c) => [c, foreseen(position, me, `${me} choose ${c}`)[0]?.to]));
  return (
    <Asked
      title={t("Which Otoma pawn goes {way}?", { way: plainWay(view.arrow, upright) })}
      way={drawn(view.arrow, upright)}
      rule="SOL-5"
      text={t("The arrow has your colour: you choose.")}
      options={colourOptions(turn.may.choose, view, ends)}
      onChoose={(colour) => turn.send(`choose ${colour}`)}
      busy={busy}
    />
  );
}

function Ordering({ position, me, turn, busy }) {
  const end = (s) => foreseen(position, me, `${me} next ${s}`).find((walk) => walk.from === s)?.to;
  return (
    <Asked
      title={t("Which Otoma goes first?")}
      rule="COO-7"
      text={t("These are equally near. Tap one on the board or here.")}
      options={turn.may.next.map((from) => ({ value: from, colour: "purple", label: t("{from} to {to}", { from, to: end(from) ?? "?" }) }))}
      onChoose={(s) => turn.send(`next ${s}`)}
      busy={busy}
    />
  );
}

/** Who gives a tile: which, for which space, and the arrow that is lost with it, as far as the player knows it. */
function Giving({ view, turn, busy, me, name, upright }) {
  const space = announcedAt(view),
    terrain = LETTERS[terrainAt(view, space)];
  const option = (s) => {
    const { tiles, arrow } = handOf(view, s)[TERRAINS.indexOf(terrain)];
    const label = tn("{who}: {n} tile", "{who}: {n} tiles", tiles, { who: s === me ? t("You") : name(s) });
    return { value: s, way: arrow && drawn(arrow.direction, upright), label };
  };
  return (
    <Asked
      title={t("Who gives the tile for {space}: {terrain}?", { space, terrain: terrainName(terrain) })}
      rule="COO-6"
      text={t("Whoever gives it loses the arrow on top. You see your own.")}
      options={turn.may.give.map(option)}
      onChoose={(s) => turn.send(`give ${s}`)}
      busy={busy}
    />
  );
}

function Divining(props) {
  const { turn, marks } = props;
  const { may, now, set, divine } = turn;
  return (
    <CropPicker
      {...props}
      space={divine}
      levels={may.divine.get(divine)}
      said={now.said}
      marks={marks[divine]?.crops}
      onSay={(said) => set({ mode: "divine", divine, said })}
      onGo={turn.go}
      onBack={turn.forced && !now.said ? null : () => set({ mode: may.explore ? "explore" : null, divine: null, said: null })}
    />
  );
}

const Offering = ({ view, me, turn, busy }) => (
  <OfferPicker
    have={scoreSide(view, me).offerings}
    chosen={turn.offers}
    setChosen={(offers) => turn.set({ offers })}
    onOffer={() => turn.send(`offer ${turn.offers.join(" ")}`)}
    onEnd={() => turn.send("end")}
    canEnd={turn.may.end}
    whyNot={turn.whyNot}
    last={view.last_offer}
    busy={busy}
  />
);

/** Ending and passing, where nothing else ends the turn. */
function After({ turn, view, me, busy }) {
  const { may, send } = turn;
  const ends = may.end && !turn.going && !canOffer(may, view, me);
  if (!may.pass && !ends) return null;
  return (
    <div class="after-row">
      {may.pass && (
        <button type="button" class="btn" disabled={busy} onClick={() => send("pass")}>
          {t("Pass")}
        </button>
      )}
      {ends && (
        <button type="button" class="btn main" disabled={busy} onClick={() => send("end")}>
          {t("End the turn")}
        </button>
      )}
    </div>
  );
}

/** Standing still ends the game: said a while before it does (SOL-11, TIW-20). */
function Idle({ view }) {
  const [limit, early, rule] = isSolo(view) ? [20, 8, "SOL-11"] : [100, 20, "TIW-20"];
  const left = limit - view.idle;
  if (isCoop(view) || left > early || view.step === "final") return null;
  return (
    <p class="small idle">
      <Icon id="i-warn" size={18} />
      {tn("One more turn without anything new ends the exploring.", "{n} more turns without anything new end the exploring.", left)}{" "}
      <Ruling game="tiwanaku" id={rule} />
    </p>
  );
}

/** The part that is asked for now, and the class of the dock: asks, if there is a question to answer.
 * @param {{turn: any, view: View, me: number, hinting?: boolean}} props
 * @returns {[Component | null, string]} */
function partOf({ turn, view, me, hinting }) {
  const { may, mode, my, divine, now } = turn;
  if (hinting) return [Hinting, "lean"];
  if (mode === "marks") return [Marking, "lean"];
  if (!my) return [null, ""];
  if (may.spend.length) return [Spending, "asks"];
  if (may.choose.length) return [Choosing, "asks"];
  if (may.next.length) return [Ordering, "asks"];
  if (may.give.length) return [Giving, "asks"];
  if (divine) return [Divining, "asks"];
  if (canOffer(may, view, me)) return [Offering, "asks"];
  return mode === "explore" ? [Exploring, now.target ? "aim" : ""] : [null, ""];
}

/** aside: the tools stand beside the board. */
export function Dock(props) {
  const { view, me, turn, busy, name, aside } = props;
  const [Part, kind] = partOf(props);
  return (
    <div class={`dock ${kind}`} aria-busy={busy}>
      {turn.whyNot.now ? <WhyNot whyNot={turn.whyNot} game="tiwanaku" /> : <Happened {...props} />}
      <Act colour={sideOf(view, view.acting[0] ?? me)?.colour} {...task(view, turn, name, me)}>
        {!aside && <Tools {...props} />}
      </Act>
      {Part && <Part {...props} />}
      {isCoop(view) && kind === "" && <HandStrip hand={handOf(view, me)} columns={view.columns} upright={props.upright} />}
      <Idle view={view} />
      {kind !== "lean" && <After {...{ turn, view, me, busy }} />}
    </div>
  );
}
