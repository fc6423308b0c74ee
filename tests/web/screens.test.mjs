// screens.test.mjs -- the screens of the games, drawn without a browser (fake_dom.mjs): what can be pressed, and when.
// How they look and feel is the business of tests/browser.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import "./browser_has.mjs";
import { root } from "./fake_dom.mjs";
import { begin } from "../../clients/web/src/pure/match.js";
import { Position } from "../../clients/web/src/pure/position.js";
import { newCore, newHost } from "./kit.mjs";

const web = fileURLToPath(new URL("../../clients/web/", import.meta.url));
const esbuild = createRequire(`${web}package.json`)("esbuild");

/** The screen of a game, and preact to draw it. */
const screenOf = (game) => drawn(`export { Screen } from "./src/games/${game}/screen.jsx";`);

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
async function ready(game, { h, render, Screen }, busy) {
  const it = newHost(),
    position = new Position(newCore()),
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
