// turn_dock.jsx -- the dock below or beside the board: says what is to be done now and shows the one part of dock.jsx that
// asks for it. All parts get the same props: {position, view, me, turn, busy, name, upright, marks, setMarks, hint, mayAsk,
// hinting, setHinting, setSpot, help, setHelp, focus}; turn is of use_turn.js.
import { t, tn } from "../../words/i18n.js";
import { Icon, IconButton } from "../../parts/basics.jsx";
import { Ruling } from "../../parts/ruling.jsx";
import { say } from "../../browser/say.js";
import { Act, Asked, CropPicker, HandPicker, MarkEditor, OfferPicker, colourOptions } from "./dock.jsx";
import { HintSlip } from "./hint.jsx";
import { filled, toggle } from "./marks.js";
import { handOf, isCoop, isSolo, scoreSide, sideOf } from "./model.js";
import { PawnIcon } from "./pieces.jsx";
import { ownBare } from "./use_turn.js";
import { wayName } from "./words.js";

function exploring(view, { may, sel, now, reach }) {
  if (sel === "supply" && now.target) return { text: t("Come in to {to}?", { to: now.target }) };
  if (sel && now.target) return { text: t("From {from} to {to}?", { from: sel, to: now.target }) };
  if (sel)
    return {
      text: tn("{n} space within reach. Tap one.", "{n} spaces within reach. Tap one.", reach.size),
      rule: sel === "supply" && isCoop(view) ? "COO-5" : null,
    };
  if (view.arrow) return { text: t("The first step goes {way}.", { way: wayName(view.arrow, view.columns) }) };
  return {
    text: may.reach.has("supply") ? t("Choose a pawn on the board, or bring one in.") : t("Choose a pawn on the board."),
    rule: isSolo(view) ? "SOL-4" : null,
  };
}

/** Title and sentence of what is to be done: {title, text, rule}; rule: a ruling it rests on. */
export function task(view, turn, name) {
  if (!turn.my)
    return {
      title: t("{who} is on", { who: view.acting.length ? name(view.acting[0]) : "" }),
      text: t("You may look, mark and think."),
    };
  if (partOf({ turn })[0] === Offering)
    return {
      title: t("Your turn: offer?"),
      text: turn.may.divine.size ? t("Or tap a pawn on bare terrain to divine.") : t("Give offerings back for points, or keep them."),
      rule: isCoop(view) ? "COO-9" : null,
    };
  if (turn.mode === "explore") return { title: t("Your turn: explore"), ...exploring(view, turn) };
  if (turn.mode !== "divine") return { title: t("Your turn"), text: "" };
  if (view.step === "final") return { title: t("Final divinations"), text: t("One pawn, or pass. Who passes or is wrong is out.") };
  return {
    title: t("Your turn: divine"),
    text: tn("{n} pawn stands on bare terrain.", "{n} pawns stand on bare terrain. Tap one.", turn.may.divine.size),
    rule: isSolo(view) ? "SOL-9" : isCoop(view) ? "COO-8" : null,
  };
}

/** Explore, divine, marks, hint. */
function Tools({ turn, hinting, setHinting, mayAsk }) {
  const { may, mode, my, set } = turn;
  const turnTo = (m) => set({ mode: mode === m && m === "marks" ? null : m, sel: null, target: null, divine: null });
  const one = (id, icon, label, off) => (
    <button type="button" class={`btn ${id === "marks" ? "keep" : ""}`} aria-pressed={mode === id} disabled={off} onClick={() => turnTo(id)}>
      <Icon id={icon} size={22} />
      <span>{label}</span>
    </button>
  );
  return (
    <>
      {one("explore", "i-flag", t("Explore"), !my || !may.explore)}
      {one("divine", "wheel", t("Divine"), !my || !may.divine.size)}
      {one("marks", "i-pencil", t("Marks"), false)}
      {mayAsk && <IconButton id="hint" class="hint-btn keep" label={t("Hint")} aria-pressed={hinting} onClick={() => setHinting(!hinting)} />}
    </>
  );
}

/** The pawns in supply, taking back, going. */
function Exploring({ turn, view, me, busy }) {
  const { may, sel, now, set, send, go } = turn;
  const side = sideOf(view, me);
  return (
    <div class="explore-row">
      {may.reach.has("supply") && (
        <button type="button" class="btn bring" aria-pressed={sel === "supply"} onClick={() => set({ mode: "explore", sel: "supply", target: null })}>
          <PawnIcon colour={side.colour} size={24} />
          <span class="bring-label">{t("Bring one in")}</span>
          <span class="num">{side.supply}</span>
        </button>
      )}
      {may.take.includes(sel) && (
        <button type="button" class="btn" disabled={busy} onClick={() => send(`take ${sel}`)}>
          <Icon id="i-hand" size={22} />
          {t("Take it back")}
        </button>
      )}
      <button type="button" class="btn main grow" id="go" disabled={busy || !sel || !now.target} onClick={go}>
        <Icon id="i-pen" size={22} />
        {now.target ? t("Go to {to}", { to: now.target }) : t("Choose a space")}
      </button>
    </div>
  );
}

function Hinting({ position, view, me, marks, setMarks, hint, setHinting, setSpot }) {
  const pencil = () => {
    setMarks(filled(marks, position.marks(me), hint.certain));
    setHinting(false);
    say(t("Pencilled in."));
  };
  return <HintSlip hint={hint} own={ownBare(view, me)} onShow={setSpot} onClose={() => setHinting(false)} onMark={pencil} />;
}

function Marking({ position, view, me, turn, marks, setMarks, hint, mayAsk }) {
  const { mark } = turn.now;
  return (
    <MarkEditor
      space={mark}
      marks={marks}
      open={mark && { terrain: view.placed.includes(mark), crop: view.planted.includes(mark) }}
      mayFill={mayAsk}
      onToggle={(what) => setMarks(toggle(marks, mark, what))}
      onFill={() => setMarks(filled(marks, position.marks(me), hint?.certain ?? {}))}
      onClear={() => setMarks({})}
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
    columns={view.columns}
    upright={upright}
    busy={busy}
    reach={turn.spent ? turn.spent.size : null}
  />
);

/** The arrow that has the player's own colour: of the tile under the pawn that moved last. */
function chosenWay(view) {
  const mine = Object.entries(view.arrows ?? {}).filter(([s, a]) => a.colour === "white" && view.sides[0].pawns.includes(s));
  const ways = new Set(mine.map(([, a]) => a.direction));
  return ways.size === 1 ? [...ways][0] : null;
}

function Choosing({ view, turn, busy }) {
  const way = chosenWay(view);
  return (
    <Asked
      title={t("Which Otoma pawn moves?")}
      rule="SOL-5"
      text={
        way ? t("The arrow has your colour: you choose. Each goes {way}.", { way: wayName(way, view.columns) }) : t("The arrow has your colour: you choose.")
      }
      options={colourOptions(turn.may.choose, view)}
      onChoose={(colour) => turn.send(`choose ${colour}`)}
      busy={busy}
    />
  );
}

const Ordering = ({ turn, busy }) => (
  <Asked
    title={t("Which Otoma goes first?")}
    rule="COO-7"
    text={t("These are equally near. Tap one on the board or here.")}
    options={turn.may.next.map((s) => ({ value: s, colour: "purple", label: s }))}
    onChoose={(s) => turn.send(`next ${s}`)}
    busy={busy}
  />
);

const Giving = ({ turn, busy, me, name }) => (
  <Asked
    title={t("Who gives the tile?")}
    rule="COO-6"
    text={t("The common supply has none of this terrain. Whoever gives it loses the arrow on top.")}
    options={turn.may.give.map((s) => ({ value: s, label: s === me ? t("You") : name(s) }))}
    onChoose={(s) => turn.send(`give ${s}`)}
    busy={busy}
  />
);

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
      onBack={() => set({ mode: may.explore ? "explore" : null, divine: null, said: null })}
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
    last={isCoop(view) ? view.stacks.every((s) => !s.tiles) : Object.values(view.supply).every((n) => !n)}
    busy={busy}
  />
);

/** Ending and passing, where nothing else ends the turn. */
function After({ turn, busy }) {
  const { may, send } = turn;
  if (!may.pass && !(may.end && !may.offer.length)) return null;
  return (
    <div class="after-row">
      {may.pass && (
        <button type="button" class="btn" disabled={busy} onClick={() => send("pass")}>
          {t("Pass")}
        </button>
      )}
      {may.end && !may.offer.length && (
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
 * @param {{turn: any, hinting?: boolean}} props
 * @returns {[Component | null, string]} */
function partOf({ turn, hinting }) {
  const { may, mode, my, divine, now } = turn;
  if (hinting) return [Hinting, "lean"];
  if (mode === "marks") return [Marking, "lean"];
  if (!my) return [null, ""];
  if (may.spend.length) return [Spending, "asks"];
  if (may.choose.length) return [Choosing, "asks"];
  if (may.next.length) return [Ordering, "asks"];
  if (may.give.length) return [Giving, "asks"];
  if (divine) return [Divining, "asks"];
  if (may.offer.length) return [Offering, "asks"];
  return mode === "explore" ? [Exploring, now.target ? "aim" : ""] : [null, ""];
}

export function Dock(props) {
  const { view, me, turn, busy, name } = props;
  const [Part, kind] = partOf(props);
  return (
    <div class={`dock ${kind}`} aria-busy={busy}>
      <Act colour={sideOf(view, me)?.colour} {...task(view, turn, name)}>
        <Tools {...props} />
      </Act>
      {Part && <Part {...props} />}
      <Idle view={view} />
      {kind !== "lean" && <After turn={turn} busy={busy} />}
    </div>
  );
}
