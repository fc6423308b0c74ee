// tale.test.mjs -- what the core tells of what happened (core/tale.h), as sentences of the page: the words of each
// game, the points of whole games, the same story for who knows the map and who is told of it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { begin } from "../../clients/web/src/pure/match.js";
import { Position } from "../../clients/web/src/pure/position.js";
import { readStory, stepText, viewAfter } from "../../clients/web/src/replay/story.js";
import { plus, said } from "../../clients/web/src/words/tale.js";
import { newCore } from "./kit.mjs";

const golden = new URL("../golden/", import.meta.url);
const files = readdirSync(golden)
  .filter((f) => f.endsWith(".rec"))
  .map((f) => new URL(f, golden));
const records = files.map((f) => readFileSync(f, "utf8"));
const tiwanaku = records.filter((text) => text.includes("game: tiwanaku"));
const HOLES = /undefined|null|NaN|[{}]/;
const name = (seat) => ["", "Ana", "Bo", "Cleo", "Dan"][seat] ?? `N${seat}`;

/** The sentences of some lines of a match. */
function sentences(head, lines, me = 1) {
  const position = new Position(newCore());
  position.sync({ ...begin(), started: true, head, lines });
  return position.story().map((tale) => said(tale, { name, me }));
}

test("Temple tells of everything", () => {
  const head = "tambo-record 1\ngame: temple\nrules: 1\nmode: multi\nplayers: 2\nsheet: a\n";
  const lines = [
    "* roll penny lock 5",
    "1 write 9 e3",
    "2 write 9 e3",
    "* roll 1 2 mummy",
    "* pass 2 1",
    "1 mummy e2",
    "2 mummy e2",
    "* roll 1 2 3",
    "1 cross e2",
  ];
  assert.deepEqual(sentences(head, lines), [
    "The dice: Penny, lockpick, 5.",
    "You write 9 at e3.",
    "Bo writes 9 at e3.",
    "The dice: 1, 2, mummy.",
    "The sheets are handed round.",
    "You draw a mummy at e2 on Bo's sheet.",
    "Bo draws a mummy at e2 on your sheet.",
    "The dice: 1, 2, 3.",
    "You cross out the mummy at e2.",
  ]);
  assert.equal(sentences(head, lines, null)[6], "Bo draws a mummy at e2 on Ana's sheet.");
});

test("a snake that finds no space is told of, one that waits is not lost", () => {
  const story = records
    .filter((text) => text.includes("game: valley"))
    .flatMap((text) => {
      const { position, steps } = read(text);
      return position.story().map((tale) => [said(tale, { name, me: null }), steps, tale.at]);
    });
  const lost = story.filter(([text]) => text.endsWith("The snake finds no space."));
  const snakes = story.filter(([text]) => /^The dice: .*, snake\./.test(text));
  assert.ok(snakes.length > lost.length);
  for (const [text, steps, at] of snakes) assert.equal(text.includes("finds no space"), (steps[at + 1] ?? ["* roll"])[0].startsWith("* roll"), text);
});

/** A record at its end. */
function read(text) {
  const story = readStory(newCore(), text);
  viewAfter(story, story.steps.length, 0);
  return story;
}

test("every line of every game has words without holes, for everybody", () => {
  const verbs = new Set();
  for (const text of records) {
    for (const tale of read(text).position.story())
      for (const me of [null, 1, 2]) {
        assert.doesNotMatch(said(tale, { name, me }), HOLES, JSON.stringify(tale));
        assert.match(said(tale, { name, me }), /^[A-Z\d].*\.$/);
        verbs.add(tale.text);
      }
  }
  assert.ok(verbs.size >= 30, [...verbs].join("\n"));
});

test("Valley tells of discoveries with their points", () => {
  const all = records
    .filter((text) => text.includes("game: valley"))
    .flatMap((text) =>
      read(text)
        .position.story()
        .map((tale) => said(tale, { name, me: 1 })),
    );
  const [found] = all.filter((text) => text.startsWith("You reveal"));
  assert.match(found, /^You reveal at (\w\d+, )+\w\d+ and \w\d+: (Jungle, 5|Town, 6|Mountain range, 7|Pyramid, 15) points\.$/);
  assert.ok(all.some((text) => /^You draw at \w\d+: (Hut|Statue|Mine)\.$/.test(text)));
});

test("the points of all that is told are those of the score, in every game of Tiwanaku", () => {
  const modes = new Set();
  for (const text of tiwanaku) {
    const { position, steps } = read(text),
      end = position.view(0);
    const start = read(
      `${text.slice(0, text.indexOf("\n--\n") + 4)}${steps
        .filter(([l]) => l.startsWith("*"))
        .map(([l]) => `${l}\n`)
        .join("")}`,
    ).position.view(0);
    for (const { seat, total } of end.scores) {
      const own = (tale) => (seat === "group" ? typeof tale.seat === "number" : tale.seat === seat);
      const before = start.scores.find((s) => s.seat === seat).total;
      const gained = position
        .story()
        .filter(own)
        .reduce((sum, { points = 0 }) => sum + points, 0);
      assert.equal(before + gained, total, `${end.mode} ${seat}`);
    }
    modes.add(end.mode);
  }
  assert.equal(modes.size, 6);
});

test("who is told of the map fact by fact hears the same story", () => {
  let compared = 0;
  for (const text of tiwanaku) {
    const { position, steps, match } = read(text);
    const first = steps.findIndex(([line]) => !line.startsWith("*"));
    const core = newCore();
    core.load(
      `${match.head}--\n${steps
        .slice(0, first)
        .map(([line]) => `${line}\n`)
        .join("")}`,
    );
    if (core.view(1).mode.startsWith("coop")) continue; // there the tiles that others draw come as numbers
    const told = new Position(newCore());
    const open = { ...begin(), started: true, head: core.openHead(), state: Buffer.from(core.state(1)).toString("base64"), lines: [] };
    const heard = [];
    for (const step of steps.slice(first)) {
      open.lines.push(...step);
      told.sync(open);
    }
    heard.push(...told.story());
    const strip = ({ at, ...tale }) => tale;
    assert.deepEqual(
      heard.map(strip),
      position
        .story()
        .filter(({ at }) => at >= first)
        .map(strip),
    );
    compared += heard.length;
  }
  assert.ok(compared > 500, String(compared));
});

test("a step of a replay is told with its points, facts in the sentence of what made them", () => {
  const [text] = tiwanaku.filter((record) => record.includes("mode: solo"));
  const { position, steps } = read(text);
  const at = steps.findIndex((step) => step.some((l) => l.startsWith("= otoma")) && step[0].includes(" enter "));
  assert.match(
    stepText(position.story(), at + 1, { of: "", name }),
    /^Ana brings a pawn to \w\d and finds \w+\. \+\d An Otoma goes from \w\d to \w\d and finds \w+ with [\w ]+\. \+\d/,
  );
  assert.equal(plus(-3), "−3");
  assert.equal(plus(), "");
});

test("what was told once is kept when one goes back and on again", () => {
  const story = readStory(newCore(), tiwanaku[0]),
    last = story.steps.length;
  viewAfter(story, last, 0);
  const whole = story.position.story();
  viewAfter(story, 5, 0);
  assert.deepEqual(
    story.position.story(),
    whole.filter(({ at }) => at < 5),
  );
  viewAfter(story, last, 1);
  assert.deepEqual(story.position.story(), whole);
});

test("the terminal tells every golden record in the same sentences", () => {
  for (const [i, file] of files.entries()) {
    const { position } = read(records[i]);
    const { names } = position.view(0);
    const called = (seat) => names[seat - 1] || `seat ${seat}`;
    const points = (n) => (n ? ` (${n > 0 ? "+" : ""}${n})` : "");
    const lines = [];
    for (const tale of position.story()) {
      const text = said(tale, { name: called, me: null });
      (lines[tale.at] ??= []).push(
        (/^{who}/.test(tale.text) && !names[tale.values.who.seat - 1] ? text[0].toUpperCase() + text.slice(1) : text) + points(tale.points),
      );
    }
    const told = execFileSync(process.env.TAMBO, ["replay", "--story", file.pathname], {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C" },
      maxBuffer: 1 << 26,
    });
    assert.deepEqual(
      told.split("\n").slice(0, -1),
      lines.filter(Boolean).map((some) => some.join(" ")),
      file.pathname,
    );
  }
});
