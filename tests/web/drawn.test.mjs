// drawn.test.mjs -- laws of everything that the screens of the games draw, in whole games played at random: no value that is none,
// one place where the keys go, one thing that is current, every button with a name. Drawn without a browser, wide and narrow.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import "./browser_has.mjs";
import { root } from "./fake_dom.mjs";
import { stage } from "../../clients/web/src/pure/match.js";
import { newCore, table, until } from "./kit.mjs";

const web = fileURLToPath(new URL("../../clients/web/", import.meta.url));
const esbuild = createRequire(`${web}package.json`)("esbuild");
let wide = false;
globalThis.matchMedia = (query) => ({ matches: wide && /min-width/.test(query), addEventListener() {}, removeEventListener() {} });

const CONTENTS = `export { h, render } from "preact"; export { learnNumbers } from "./src/pure/numbers.js"; export { Screen } from "./src/games/GAME/screen.jsx";`;

/** The screen of a game, and preact to draw it. */
async function screenOf(game) {
  const made = await esbuild.build({
    stdin: { contents: CONTENTS.replace("GAME", game), resolveDir: web },
    bundle: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".css": "empty", ".svg": "text" },
    sourcemap: "inline",
    absWorkingDir: web,
  });
  const screen = await import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].text).toString("base64")}`);
  screen.learnNumbers(newCore());
  return screen;
}

const MOST = 20; // turns of one game: enough of each kind of state

const nothing = () => {};
/** What is wrong with a screen in this state. */
function looked({ h, render, Screen }, it, position, draft) {
  const page = root();
  const props = { table: null, match: it.match, position, me: 1, view: position.view(1), draft, setDraft: nothing, inked: false, busy: false };
  render(h(Screen, { ...props, act: nothing, onReady: nothing, onBack: nothing }), page);
  const found = wrong(page);
  render(null, page);
  return found;
}

const given = (e, name) => e.attributes.findLast((a) => a.name.toLowerCase() === name)?.value ?? e[name];
const nameOf = (e) => [given(e, "aria-label"), given(e, "aria-labelledby"), given(e, "title"), e.textContent].join("").trim();

/** What is wrong with a drawing. */
function wrong(page) {
  const found = [],
    ids = new Set();
  for (const e of page.all()) {
    const say = (what) => found.push(`${e.localName} ${given(e, "class") ?? ""}: ${what}`);
    for (const { name, value } of e.attributes) {
      if (/\b(NaN|undefined|null|Infinity)\b|\[object/.test(String(value))) say(`${name}=${value}`);
      if (/^(r|rx|ry|width|height|size)$/.test(name) && Number(value) < 0) say(`${name}=${value}`);
    }
    if (e.localName === "#text" && /\b(NaN|undefined)\b|\[object|\{\w+\}/.test(e.data)) say(e.data);
    if (e.localName === "button" && !nameOf(e)) say("no name");
    if (e.id && ids.has(e.id)) say(`twice: ${e.id}`);
    ids.add(e.id);
    const beside = e.childNodes.filter((c) => c.nodeType === 1);
    if (beside.filter((c) => String(given(c, "aria-current") ?? false) !== "false").length > 1) say("more than one is current");
    if (/\bcrops\b/.test(given(e, "class") ?? "")) continue; // several may be taken
    const choices = beside.filter((c) => /\bopt\b/.test(given(c, "class") ?? ""));
    if (choices.filter((c) => String(given(c, "aria-pressed")) === "true").length > 1) say("more than one choice is taken");
    const stops = choices.filter((c) => Number(given(c, "tabindex") ?? -1) === 0);
    if (choices.some((c) => given(c, "tabindex") !== undefined) && stops.length !== 1) say(`${stops.length} choices where the keys go`);
  }
  return found;
}

const GAMES = [
  { game: "temple", seats: 1 },
  { game: "temple", seats: 3, bots: ["casual", "beginner"] },
  { game: "valley", seats: 1 },
  { game: "valley", seats: 2, bots: ["casual"] },
  { game: "tiwanaku", seats: 1, mode: "solo-easy", board: { name: "tiny-1" } },
  { game: "tiwanaku", seats: 2, mode: "competitive", bots: ["casual"], board: { name: "tiny-2" } },
  { game: "tiwanaku", seats: 2, mode: "coop-normal", bots: ["casual"], board: { name: "tiny-3" } },
];
for (const setup of GAMES)
  test(`${setup.game}, ${setup.mode ?? setup.seats}: every state of a game is drawn soundly`, async () => {
    const screen = await screenOf(setup.game),
      it = await table(setup);
    let n = 1,
      drawn = 0;
    const some = (list) => list[(n = (n * 48271) % 2147483647) % list.length];
    const look = (draft) => {
      wide = drawn++ % 2 === 0;
      const position = it.now();
      assert.deepEqual(looked(screen, it, position, draft), [], `after ${it.match.lines.at(-1)}, with ${draft}`);
    };
    for (let turns = 0; stage(it.match) !== "over" && turns < MOST; turns++) {
      const before = it.match.round;
      await until(() => stage(it.match) === "over" || it.now().acts(1), "my turn");
      if (stage(it.match) === "over") break;
      const lines = [];
      look(lines);
      while (it.now().acts(1, lines)) {
        lines.push(some(it.now().legal(1, lines)));
        look(lines);
        if (setup.game === "tiwanaku") break;
      }
      const said = await it.act("turn", { lines });
      assert.ok(said.ok, said.text);
      await until(() => it.match.round !== before || stage(it.match) === "over", "the next round");
    }
    assert.ok(drawn >= MOST, `${drawn} states`);
  });
