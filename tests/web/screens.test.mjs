// screens.test.mjs -- the screens of the games, drawn without a browser (fake_dom.mjs): what can be pressed, and when.
// How they look and feel is the business of tests/browser.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import "./browser_has.mjs";
import { readFileSync } from "node:fs";
import { press, root } from "./fake_dom.mjs";
import { begin } from "../../clients/web/src/pure/match.js";
import { Position } from "../../clients/web/src/pure/position.js";
import { sorted } from "../../clients/web/src/games/tiwanaku/model.js";
import { readStory } from "../../clients/web/src/replay/story.js";
import { newCore, newHost } from "./kit.mjs";

const web = fileURLToPath(new URL("../../clients/web/", import.meta.url));
const esbuild = createRequire(`${web}package.json`)("esbuild");

/** The screen of a game, and preact to draw it. */
const screenOf = (game) => drawn(`export { Screen } from "./src/games/${game}/screen.jsx"; export { learnNumbers } from "./src/pure/numbers.js";`);

/** What this exports of the client, and preact to draw it. */
async function drawn(exports) {
  const contents = `export { h, render } from "preact"; ${exports}`;
  const made = await esbuild.build({
    stdin: { contents, resolveDir: web },
    bundle: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".css": "empty", ".svg": "text" },
    sourcemap: "inline", // for faults, and for what counts which functions were run
    absWorkingDir: web,
  });
  return import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].text).toString("base64")}`);
}

/** The button that makes a turn ready, on a fresh table with a whole turn in pencil. */
async function ready(game, { h, render, Screen, learnNumbers }, busy) {
  const it = newHost(),
    position = new Position(learnNumbers(newCore())), // a snake may come, of which the page tells a number
    draft = [];
  await it.act("open", { table: (await it.act("create", { game, seats: 1 })).table });
  position.sync(it.match);
  while (position.acts(1, draft)) {
    const legal = position.legal(1, draft);
    draft.push(legal.find((l) => l.endsWith(" done")) ?? legal[0]);
  }
  if (draft.at(-1).endsWith(" done")) draft.pop(); // that is what the button says
  const page = root(),
    nothing = () => {};
  render(
    h(Screen, {
      table: null,
      match: it.match,
      position,
      me: 1,
      view: position.view(1),
      draft,
      setDraft: nothing,
      inked: false,
      busy,
      act: nothing,
      onReady: nothing,
      onBack: nothing,
    }),
    page,
  );
  return [...page.all()].find((e) => e.localName === "button" && /Ready/.test(e.textContent));
}

for (const game of ["temple", "valley"])
  test(`${game}: a turn that is whole can be made ready, but not again while it is on its way`, async () => {
    const screen = await screenOf(game);
    assert.equal((await ready(game, screen, false)).disabled, false);
    assert.equal((await ready(game, screen, true)).disabled, true);
  });

test("after a game there is a rematch where people played, also together against the game, and it says that one waits", async () => {
  const { h, render, Again } = await drawn(`export { Again } from "./src/pages/result.jsx";`);
  const label = (kinds, more, solo) => {
    const page = root(),
      match = { ...begin(), me: 1, seats: kinds.map((kind, i) => ({ seat: i + 1, kind, name: "" })), ...more };
    render(h(Again, { table: null, match, act: () => {}, solo }), page);
    return page.textContent;
  };
  assert.equal(label(["human", "human"], {}, true), "Rematch");
  assert.equal(label(["human", "human"], { next: "x" }, true), "Join the rematch");
  assert.equal(label(["human"], {}, true), "Play again");
  assert.equal(label(["human", "bot"], {}, true), "Play again");
  assert.equal(label(["human", "bot"], {}, false), "Rematch");
});

/** What the sheets are called that this draws. */
function labels({ h, render }, Component, props) {
  const page = root(),
    found = [],
    Sheet = ({ label }) => (found.push(label), null);
  render(h(Component, { ...props, game: { name: "temple", parts: () => [], mini: () => null, Sheet } }), page);
  return found;
}

test("one's own sheet is called so, not by one's name: in the gallery, the replay and the review", async () => {
  const web = await drawn(`
    export { Large } from "./src/parts/gallery.jsx";
    export { Player } from "./src/replay/player.jsx";
    export { DecisionView } from "./src/review/decision.jsx";
    export { learnNumbers } from "./src/pure/numbers.js";`);
  web.learnNumbers(newCore());
  const large = (seat) => labels(web, web.Large, { view: null, row: { seat, total: 0 }, name: "Ben", own: seat === 1, still: true });
  assert.deepEqual([1, 2].flatMap(large), ["Your sheet", "Ben's sheet"]);

  const text = readFileSync(new URL("../golden/rules-2-temple-a-2.rec", import.meta.url), "utf8");
  const story = (own) => ({ ...readStory(newCore(), text, own), teller: newCore() });
  const other = story(1).match.seats[1].name;
  assert.deepEqual(
    [1, 2].flatMap((own) => labels(web, web.Player, { story: story(own), review: "" })),
    ["Your sheet", "Your sheet"],
  );
  const decision = (whose) => {
    const d = { step: 1, whose, made: [], strong: [], mark: null, lost: 0, noise: 0, value: 0, items: [], same: true };
    return labels(web, web.DecisionView, { story: story(1), d, seat: 1, turns: 1, open: true, nav: {}, onOpen: () => {}, focus: 0 });
  };
  assert.deepEqual([1, 2].flatMap(decision), ["Your sheet", `${other}'s sheet`]);
});

test("tiwanaku: what the pencil does for the whole board is what its button says: crops that are certain, and nothing of terrain", async () => {
  const { h, render, Dock, learnNumbers } = await drawn(`
    export { Dock } from "./src/games/tiwanaku/turn_dock.jsx";
    export { learnNumbers } from "./src/pure/numbers.js";`);
  learnNumbers(newCore());
  const it = newHost(),
    position = new Position(newCore());
  await it.act("open", { table: (await it.act("create", { game: "tiwanaku", mode: "solo-easy", seats: 1, board: "tiny-1" })).table });
  position.sync(it.match);
  const told = [],
    page = root(),
    turn = { may: sorted(position.legal(1)), mode: "marks", my: true, now: { mark: null } };
  turn.whyNot = { now: null, tell: (text) => told.push(text) };
  let marks = { a1: { terrain: ["v", "m"], crops: [2, 4] } };
  const draw = (hint) => {
    const props = { match: it.match, position, me: 1, view: position.view(1), turn, marks, hint, mayAsk: true, name: () => "You" };
    render(h(Dock, { ...props, advice: {}, setMarks: (next) => (marks = next), tales: position.story() }), page);
    return [...page.all()].find((e) => e.localName === "button" && e.textContent === "All crops that are certain");
  };
  press(draw(null));
  assert.deepEqual([told, marks], [["Thinking …"], { a1: { terrain: ["v", "m"], crops: [2, 4] } }], "not before it is known");
  press(draw({ steps: [], certain: { a1: 4, b2: 1 }, fair: { c1: 3 }, chances: {}, guesses: [] }));
  assert.deepEqual(marks, { a1: { terrain: ["v", "m"], crops: [4] }, b2: { terrain: [], crops: [1] } });
});

test("a space is drawn again when something is gone from it", async () => {
  const { h, render, StillCells } = await drawn(`export { StillCells } from "./src/parts/grid.jsx";`);
  const page = root(),
    cell = { name: "a1", x: 0, y: 0, st: "ink", v: 5 },
    classes = (c) => (render(h(StillCells, { cells: [c] }), page), page.childNodes[0].getAttribute("class") ?? page.childNodes[0].className);
  assert.match(classes({ ...cell, hinted: true, lit: true }), /lit hinted/);
  assert.doesNotMatch(classes(cell), /lit|hinted/);
});
