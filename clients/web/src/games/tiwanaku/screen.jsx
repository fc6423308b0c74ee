// screen.jsx -- the table of Tiwanaku: board, dock, and what stands beside them, on a phone and on a desk. Props as
// the client's README has them. use_turn.js holds the state of the turn, turn_dock.jsx its actions.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../../words/i18n.js";
import { nameOf } from "../../pure/match.js";
import { useCalm, useDesk, useLow, useMedia } from "../../browser/hooks.js";
import { say } from "../../browser/say.js";
import { plus, said } from "../../words/tale.js";
import { useAdvice } from "../../parts/advice.jsx";
import { useWhyNot } from "../../parts/why_not.jsx";
import { Board, spacesFor } from "./board.jsx";
import { useHint } from "./hint.jsx";
import { toggle, useMarks } from "./marks.js";
import { isCoop, otomaSide, scoreSide, sideIndex, sideOf } from "./model.js";
import { Chips, Hands, Lanes, Log, Travellers, Worth, travellers } from "./panels.jsx";
import { speaksOf } from "./reason.js";
import { before, lastSpaces } from "./scenes.js";
import { Foresight, Scene, SkipNote, useTheatre } from "./theatre.jsx";
import { trailsOf } from "./trails.js";
import { Dock, Tools, task } from "./turn_dock.jsx";
import { able, useTurn } from "./use_turn.js";
import { colourName, markSaid, signals, spaceLabel } from "./words.js";

/** What happened since the last time is read aloud, then what is to be done. */
function useAnnouncements(tales, me, name, what) {
  const seen = useRef(tales.length);
  useEffect(() => {
    const fresh = tales.slice(seen.current);
    seen.current = tales.length;
    const words = fresh.flatMap((tale) => [said(tale, { of: "tiwanaku", name, me }), plus(tale.points)]);
    say([...words, what].filter(Boolean).join(" "));
  }, [tales.length, what]);
}

/** A number that changes when the focus shall go back to the board: the button a key pressed is gone, or off. */
function useFocusBack(count) {
  const [back, setBack] = useState(0);
  const keys = useRef(false);
  useEffect(() => {
    const note = (event) => void (keys.current = event.type === "keydown");
    addEventListener("keydown", note, true);
    addEventListener("pointerdown", note, true);
    return () => {
      removeEventListener("keydown", note, true);
      removeEventListener("pointerdown", note, true);
    };
  }, []);
  useEffect(() => {
    const { activeElement: at } = document;
    if (keys.current && (at === document.body || at?.matches(":disabled"))) setBack((n) => n + 1);
  }, [count]);
  return back;
}

/** Help of the player's own choosing: marks, the hint, how sure a divination is. */
function useHelp(props, mode) {
  const { match } = props;
  const [marks, setMarks, undoMarks] = useMarks(match.hand ? `${match.id} ${match.me}` : match.id);
  const [hinting, setHinting] = useState(false);
  const [spot, setSpot] = useState(null); // the step of the hint that is drawn
  const [help, setHelp] = useState("none"); // what is shown of a divination: none, certain, chances
  const mayAsk = match.hints;
  const advice = useAdvice(props);
  const hint = useHint(mayAsk && (hinting || help !== "none" || mode === "marks"), props);
  useEffect(() => setHinting(false), [match.lines.length]);
  return {
    marks,
    setMarks,
    undoMarks,
    hinting,
    setHinting,
    advice,
    spot: hinting && advice.open ? { spaces: advice.lit, because: [] } : hinting && spot ? speaksOf(spot) : null,
    setSpot,
    help,
    setHelp,
    mayAsk,
    hint,
  };
}

const POINTED = 6000; // ms a space is lit that somebody points at

/** The space somebody has just pointed at, or null; and asks for the one I point at. */
function usePointing({ match, table, pointing, onPoint }) {
  const [{ at }, point] = useState({ at: /** @type {string | null} */ (null) });
  const came = useRef(match.talk.length); // what was said before is no news
  useEffect(() => {
    const last = match.talk.length > came.current ? match.talk.at(-1) : null;
    came.current = match.talk.length;
    if (!last || match.muted.includes(last.seat) || !signals.space(last.signal)) return;
    const now = { at: signals.space(last.signal) };
    point(now);
    setTimeout(() => point((is) => (is === now ? { at: null } : is)), POINTED); // whatever is said meanwhile
  }, [match.talk.length, table]);
  useEffect(() => {
    if (!pointing) return;
    say(t("Choose the space you mean."));
    const key = (event) => event.key === "Escape" && onPoint(null);
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [pointing]);
  return at;
}

/** What a hint speaks of is in sight: the board is scrolled from under the dock, which may cover it on a phone. */
function useInSight(spaces) {
  const calm = useCalm();
  useEffect(() => {
    const boxes = spaces.map((s) => document.querySelector(`[data-space=${s}]`)?.getBoundingClientRect()).filter(Boolean);
    if (!boxes.length) return;
    const top = Math.min(...boxes.map((b) => b.top)) - 12,
      bottom = Math.max(...boxes.map((b) => b.bottom)) + 12;
    const dock = document.querySelector(".tiw-table .dock");
    const floor = dock && getComputedStyle(dock).position === "sticky" ? Math.min(innerHeight, dock.getBoundingClientRect().top) : innerHeight;
    const by = bottom > floor ? bottom - floor : Math.min(top, 0);
    if (by) scrollBy({ top: by, behavior: calm ? "auto" : "smooth" });
  }, [spaces.join()]);
}

/** Whose pawn it is, in words. */
function owner(p, view, me) {
  if (p.otoma) return isCoop(view) ? t("Otoma") : t("Otoma, {colour}", { colour: colourName(p.colour) });
  return p.side === sideIndex(view, me) ? t("your pawn") : t("{colour} pawn", { colour: colourName(p.colour) });
}

/** Pawns whose walk has not been shown stand where they came from; the one that walks is drawn by its scene. */
function holdBack(spaces, { scene, waiting }) {
  const at = (name) => spaces.find((c) => c.name === name);
  for (const { from, to } of [...waiting].reverse()) {
    if (from) at(from).pawn = at(to).pawn;
    at(to).pawn = null;
  }
  const walker = scene?.steps && at(scene.to);
  if (walker?.pawn) walker.pawn = { ...walker.pawn, gone: true };
}

/** The spaces with what is chosen, possible, marked and spoken of. */
function shown({ view, turn, help, theatre, me, tales, pointed }) {
  const can = able(turn, view),
    colour = sideOf(view, me)?.colour,
    marking = turn.mode === "marks";
  const spaces = spacesFor(view);
  holdBack(spaces, theatre);
  const last = theatre.scene ? null : lastSpaces(tales, me);
  return spaces.map((c) => {
    const { name } = c;
    if (theatre.bare.has(name)) c.crop = null;
    c.last = last?.to.has(name) ? "to" : last?.from.has(name) ? "from" : null;
    c.sel = name === turn.sel || name === turn.divine || (marking && name === turn.now.mark);
    c.target = turn.mode === "explore" && name === turn.now.target;
    Object.assign(c, {
      can: can.has(name) && !help.spot,
      reach: turn.reach.has(name) && !help.spot, // a hint has the board for itself
      marks: help.marks[name],
      ghost: colour,
      editable: marking,
    });
    Object.assign(c, {
      lit: help.spot?.spaces.includes(name) || name === pointed,
      refused: name === turn.whyNot.refused,
      reason: turn.whyNot.lit.includes(name),
      because: help.spot?.because.includes(name),
      fogged: theatre.hidden.has(name),
    });
    c.label = spaceLabel(c.fogged ? { ...c, terrain: null, crop: null } : c, view.columns, (p) => owner(p, view, me));
    return c;
  });
}

/** The board with scenes over it; keys 1 to 5 and v d f m mark the space that has the focus. */
function Land({ position, view, turn, help, me, tales, theatre, upright, onPick, back, pointed, pointing, onPoint }) {
  const { scene } = theatre;
  const trails = useMemo(() => (otomaSide(view) ? trailsOf((...way) => position.trail(...way), view.columns) : null), [view.columns, view.mode]);
  const spaces = shown({ view, turn, help, theatre, me, tales, pointed });
  const onKey = (event, c) => {
    if (c.crop || event.ctrlKey || event.metaKey || event.altKey) return;
    const what = /^[1-5]$/.test(event.key) ? Number(event.key) : /^[vdfm]$/.test(event.key) && !c.terrain ? event.key : null;
    if (what === null) return;
    const next = toggle(help.marks, c.name, what);
    help.setMarks(next);
    say(markSaid(next, c.name, what));
    event.preventDefault();
  };
  const at = turn.sel && turn.sel !== "supply" ? turn.sel : undefined;
  return (
    <div class={pointing ? "boardbox pointing" : "boardbox"}>
      <Board spaces={spaces} upright={upright} label={t("The board")} trails={trails} grid={{ onPick, onKey, at, focus: back }}>
        {!scene && <Foresight walks={turn.foresight} {...{ view, position, upright }} landed={turn.now.target} />}
        <Scene scene={scene} columns={view.columns} upright={upright} colour={spaces.find((c) => c.name === scene?.to)?.pawn?.colour ?? "purple"} />
      </Board>
      <SkipNote scene={scene} />
      {pointing && (
        <p class="point-bar">
          {t("Choose the space you mean.")}
          <button type="button" class="btn" onClick={() => onPoint(null)}>
            {t("Cancel")}
          </button>
        </p>
      )}
    </div>
  );
}

export function Screen(props) {
  const { match, position, me, view } = props;
  const desk = useDesk(),
    low = useLow(),
    wide = useMedia("(min-width: 760px)") && !low;
  const short = useMedia("(max-height: 599px)");
  const tiny = view.columns === 5,
    aside = !wide && !low && (tiny || !short), // a narrow window: scores and tools beside the board, the dock below
    upright = aside && !tiny;
  const name = (seat) => nameOf(match, seat) || t("Seat {n}", { n: seat });
  const tales = position.story();
  const theatre = useTheatre(tales, me, view, position);
  const turn = useTurn(props, useWhyNot);
  const help = useHelp(props, turn.mode);
  useInSight(help.spot?.spaces ?? []);
  const [focus, setFocus] = useState(0); // changes when the focus shall go to the crops
  const job = task(view, turn, name, me);
  useAnnouncements(tales, me, name, turn.my ? `${job.title}. ${job.text}` : "");
  const pointed = usePointing(props);
  const onPick = (c, byKey) => {
    if (props.pointing) return props.onPoint(c.name);
    help.setHinting(false); // whoever taps the board goes on playing
    turn.pick(c.name);
    if (byKey && turn.mode === "divine" && turn.may.divine.has(c.name)) setFocus((n) => n + 1);
  };
  const back = useFocusBack(`${match.lines.length} ${props.pointing}`);
  const rows = before(travellers(view, me, name), theatre.queue, view);
  const roads = <Diversity view={view} rows={rows} />;
  const all = { ...props, ...help, turn, name, upright, focus, tales, aside, scene: theatre.scene };
  const dock = <Dock {...all} />;
  const beside = desk && tiny; // a square board takes the whole height, so what is done about it stands on the other page
  return (
    <main class={`book tiw-table ${tiny ? "on-tiny" : ""} ${beside ? "beside" : ""} ${aside ? "aside" : ""} ${otomaSide(view) ? "trailed" : ""}`}>
      <section class="page dots" aria-label={t("The board")}>
        {!wide && !aside && <Chips rows={rows} />}
        <Land {...{ position, view, turn, help, me, tales, theatre, upright, onPick, back, pointed }} pointing={props.pointing} onPoint={props.onPoint} />
        {aside && (
          <div class="acts tools">
            <Chips rows={rows} />
            <Tools {...all} />
          </div>
        )}
        {!beside && dock}
        {desk && !tiny && roads}
      </section>
      <section class="page right stack" aria-label={t("Travellers and log")}>
        {beside && dock}
        <Panels {...{ view, me, rows, tales, name }}>{(!desk || tiny) && roads}</Panels>
      </section>
    </main>
  );
}

/** @param {{title: string, text?: string}} props */
const Head = ({ title, text }) => (
  <div class="head-row">
    <h2>{title}</h2>
    {text && <p class="quiet small">{text}</p>}
  </div>
);

const Diversity = ({ view, rows }) => (
  <div class="diversity">
    <Head title={t("Diversity")} text={t("level of each stone; {n} is the end of the road", { n: view.final_level })} />
    <Lanes view={view} rows={rows} />
  </div>
);

/** What stands beside the board; children: the roads, where they have no room below it. */
function Panels({ view, me, rows, tales, name, children }) {
  return (
    <>
      <div>
        <Head title={t("Travellers")} text={t("offerings and score")} />
        <Travellers rows={rows} view={view} />
      </div>
      {isCoop(view) && (
        <div>
          <Head title={t("Tiles in hand")} text={t("the game ends with the last one")} />
          <Hands view={view} me={me} name={name} />
        </div>
      )}
      {children}
      <div>
        <Head title={t("Log")} />
        <Log tales={tales} view={view} me={me} name={name} />
      </div>
      <div>
        <Head title={t("What offerings are worth")} />
        <Worth mine={scoreSide(view, me).offerings.length} />
      </div>
    </>
  );
}
