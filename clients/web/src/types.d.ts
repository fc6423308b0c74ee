// types.d.ts -- the values that go between rooms, for the type check (tsconfig.json). Every room may name them; nothing of this
// is in the page. What the server and the core say is described in docs/protocol.md and docs/view.md.

/** A line of a record; or [seat, number of the move] where the reader may not know more of it. */
type Line = string | [seat: number, move: string];
/** A table, as the page knows it: match.js. */
type Match = ReturnType<typeof import("./pure/match.js").begin>;
/** An object of the stream, or an answer (`re`): `t` says what it tells, `n` is the number of its event. */
type TableObject = { t?: string; re?: string; n?: number; at?: number; [member: string]: any };
/** A message to a table: docs/protocol.md. */
type Message = { id: string; do: string; [member: string]: any };
/** Who sits there. */
type Seat = { seat: number; kind: "free" | "human" | "bot"; name?: string; level?: string; player?: string; you?: boolean };
/** Something that was said: words or a signal; `who` said it where the seat is somebody else's by now. */
type Said = { seat: number | null; text?: string; signal?: string; at?: number; who?: Seat };
/** An event of a table, as it is kept: seats from 0, -1: nobody's. */
type TableEvent = [kind: number, seat: number, at: number, person: number, text: string];
/** The functions of wasm.h, wasm_table.h and wasm_lab.h; texts go through the memory. */
type CoreExports = { memory: WebAssembly.Memory; tambo_hash: () => bigint } & {
  [name: `tambo_${string}`]: (...values: (number | bigint | boolean)[]) => number;
};
/** What went wrong: a word of the protocol, and an English sentence. */
type Problem = { error: string; text?: string };
/** What a table is created with: the members of `create`. */
type Wish = {
  game: string;
  mode?: string;
  seats: number;
  options?: Record<string, string | number>;
  board?: Board;
  speed?: Speed;
  hints?: boolean;
  fairness?: boolean;
};
/** How much time a turn has. */
type Speed = { kind: string; seconds?: number; days?: number };
/** By its name, as text, or as it is to be made. */
type Board = { name?: string; text?: string; size?: string; grade?: string; own?: boolean };
/** A row of a score; the parts of a game's score are members of it. */
type Row = { seat: number | string; name: string; total: number; level: string | null; winner: boolean; rank?: number; [part: string]: any };
/** The end of a game. */
type Result = { seats: Row[]; [member: string]: any };
/** What a seat may know of a position: docs/view.md; each game has members of its own. The functions are position.js's. */
type View = {
  game: string;
  mode: string;
  players: number;
  viewer: number | "spectator";
  phase: "play" | "chance" | "over";
  over: boolean;
  round: number;
  acting: number[];
  names: string[];
  scores: Row[];
  count: (seat: number) => any;
  points: () => Row[];
  levels: () => { name: string; from: number }[];
  [member: string]: any;
};
/** What is kept on the device. */
type Store = {
  get: (store: string, key: string) => Promise<any>;
  set: (store: string, key: string, value: any) => Promise<void>;
  remove: (store: string, key: string) => Promise<void>;
  all: (store: string) => Promise<any[]>;
  keep: (id: string, was: number | undefined, game: any, row: any) => Promise<boolean>;
  lost?: boolean; // it lasts only as long as the page
};
/** What a hint says of a position. */
type Hint = { steps: any[]; certain: Record<string, number>; fair: Record<string, number>; chances: Record<string, number[][]>; guesses: any[]; failed?: boolean; [member: string]: any };
/** A way to write, and what is lost by it, in hundredths of a point; a position with one best place (bots/best.h). */
type BestWay = { line: string; lost: number; noise: number };
type BestPlace = { n: number; of: number; game: string; record: string; margin: number; answer: BestWay[]; ways: BestWay[] };
/** A deduction puzzle, the verdict on a claim, and a technique to train: games/tiwanaku_quiz.h. 0: unknown. */
type Quiz = {
  id: string;
  kind: "certain" | "whole";
  cols: number;
  rows: number;
  terrain: number[];
  crop: number[];
  tiles: number[];
  technique: string;
  steps: number;
  rating: number;
  open: number;
};
type QuizVerdict = { verdict: "right" | "uncertain" | "impossible" | "known"; counter?: { terrain: number[]; crop: number[] }; differs?: number; steps: any[] };
type QuizSkill = { technique: string; name: string; text: string; rating: number; boards: string[] };
/** A step of what the master bot would do, and why: pure/advice.js. stops: it does nothing more, though something could be done. */
type Advice = { line: string; why: Tale | null; tales: Tale[]; stops: boolean; spaces: string[] };
/** A review, part by part: docs/review.md. Points are in hundredths. */
type ReviewHead = { game: string; mode: string; seat: number; name: string | null; ahead: boolean; of: number };
type Decision = {
  step: number;
  last: number;
  round: number;
  made: string[];
  strong: string[];
  same: boolean;
  whose: number;
  value: number;
  lost: number;
  noise: number;
  mark: "" | "inaccuracy" | "mistake" | "blunder";
  spaces: string[];
  reason: Tale;
  items: { what: string; text: string; points: number }[];
  hint?: Hint;
};
type ReviewEnd = { count: number; same: number; over: boolean; expectation: number; result: number; luck: number; play: number; [member: string]: any };
/** What a seat is called. */
type NameOf = (seat: number) => string;
/** A value of a tale: docs/view.md. */
type TaleValue = number | string | { [member: string]: any };
/** Something that happened, as the core tells it; words/tale.js says it. */
type Tale = {
  text: string;
  many?: string;
  own?: string;
  yours?: string;
  seat?: number | "otoma";
  points?: number;
  values: Record<string, any>;
  [member: string]: any;
};
/** What the core says of a game. */
type KnownGame = { name: string; modes: { name: string; min: number; max: number }[]; sealed: boolean; [member: string]: any };
/** What stands between the tags of a component. */
type Children = import("preact").ComponentChildren;
/** A space by its column and row. */
type Place = { x: number; y: number };
/** A space as parts/grid.jsx draws it: its name, what stands in it (`v`), its state (`st`), marks of a game. */
type Cell = Place & { name: string; v?: any; st?: string; [mark: string]: any };

/** What a game's screen gets: README.md. */
type ScreenProps = {
  table: import("./table/table.js").Table;
  match: Match;
  position: import("./pure/position.js").Position;
  me: number;
  view: View;
  draft: string[];
  setDraft: (lines: string[]) => void;
  inked: boolean;
  onReady: () => void;
  onBack: () => void;
  busy: boolean;
  act: (what: string, members?: object) => Promise<any>;
};
type CountingProps = { view: View; match: Match; seat: number; title: string; children?: Children };
type Component<P = any> = (props: P) => import("preact").ComponentChild;
/** A first game, as data: learn/lesson.js. */
type Lesson = {
  game: string;
  head: string;
  begin: string[];
  steps: { text: string; spots?: string[]; draft?: string[]; turn?: string[]; then?: string[]; anew?: { head: string; begin: string[] } }[];
  end: string;
};
/** A finished game, from its record: story/game_note.js. row: that of the seat or its group; count: how it counts; board: its name, null where it
 * has none; changed: options that are not as usual, [value]. */
type End = { view: View; seat: number; row: Row; rows: Row[]; count: any; lines: string[]; board: string | null; changed: Record<string, [string]> };
/** Something that can be done well in a game, and teaches it. */
type Feat = { key: string; name: () => string; how: () => string; had: (end: End) => boolean };
/** A game in one's own story: README.md says what each member is for. */
type Past = {
  kind: (end: End) => string | null;
  kindName: (kind: string) => string;
  modeName: (mode: string) => string;
  levelName?: (level: string) => string;
  rival?: () => string;
  book?: () => Promise<{ Book: Component<{ notes: GameNote[] }> }>;
  feats: Feat[];
};
/** A game in one's own story: story/keep.js. */
type GameNote = {
  kind: "game";
  id: string;
  at: number;
  day: string;
  game: string;
  mode: string;
  board: string | null;
  sort: string | null;
  seat: number;
  points: number | null;
  level: string | null;
  won: boolean;
  lost: boolean;
  others: { bot: string | null; name: string | null; points: number }[];
  feats: string[];
  as: "" | "table" | "study";
};
/** What is known of a game before it is fetched: README.md says what each member is for. */
type About = {
  name: string;
  icon: string;
  title: () => string;
  card: () => { text: string; goal?: string; meta: string; alt: string; first?: string };
  scene: () => string;
  board?: (board: Board, mode: string | null) => string | Promise<string>;
  load: () => Promise<{ default: Game }>;
  past?: () => Promise<{ default: Past }>;
  lesson: () => Promise<{ default: () => Lesson }>;
};
/** A game in the web client: README.md says what each member is for. */
type Game = {
  name: string;
  picture: string;
  Screen: Component;
  Counting: Component<CountingProps>;
  Sheet: Component<{ view: View; seat: number; label: string }>;
  mini?: (view: View, seat: number) => { plan: any; marks: [string, Place][]; line?: Place[] };
  Rules: Component<{}>;
  parts: () => string[][]; // [key, label]
  tiebreak?: string;
  subtitle: (view: View, match: Match) => string;
  announce: (view: View, me: number | null, name: NameOf, lines: Line[]) => string;
  verdict: (rows: Row[], me: number | null, name: NameOf, view: View) => { title: string; text: string };
  stamp: (rows: Row[], me: number | null) => { top: string; middle: string; bottom: string } | null;
  land?: (view: View) => any;
  After?: Component<{ table: import("./table/table.js").Table; match: Match }>;
  Watch?: Component<{ match: Match; view: View; tales: Tale[] }>;
  rowName?: (row: Row, me: number | null, name: NameOf) => string;
  words?: (result: Result) => { finished: string; title: string; sheet: string; whole: string };
  setup?: any;
  [member: string]: any;
};
