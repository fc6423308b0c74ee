// tiwanaku.test.mjs -- what the screen of Tiwanaku computes by itself, against the core: points of the story on
// whole games, the ways of Otoma pawns, legal lines sorted, pencil marks; and Tiwanaku in words: log and hints.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { OVER_THE_EDGE, away, drawn, trailsOf } from "../../clients/web/src/games/tiwanaku/trails.js";
import { filled, noted, settled, toggle } from "../../clients/web/src/games/tiwanaku/marks.js";
import { chain } from "../../clients/web/src/games/tiwanaku/reason.js";
import {
  colOf,
  cropAt,
  goesOn,
  handOf,
  offersChosen,
  pawnsBySpace,
  rowOf,
  scoreSide,
  sorted,
  spacesOf,
  wordsFor,
} from "../../clients/web/src/games/tiwanaku/model.js";
import { before, causeOf, scenesOf } from "../../clients/web/src/games/tiwanaku/scenes.js";
import { foreseen } from "../../clients/web/src/games/tiwanaku/use_turn.js";
import { tell } from "../../clients/web/src/games/tiwanaku/story.js";
import { tableText } from "../../clients/web/src/games/tiwanaku/table_text.js";
import { spaceLabel, stamp, verdict } from "../../clients/web/src/games/tiwanaku/words.js";
import { begin, ranking, reveal } from "../../clients/web/src/pure/match.js";
import { Position } from "../../clients/web/src/pure/position.js";
import { said } from "../../clients/web/src/words/tale.js";
import { newCore, newLab } from "./kit.mjs";

// For every day: a third of the positions where each of them takes long.
const STEP = process.env.TAMBO_WALKS === "few" ? 3 : 1;
const golden = new URL("../golden/", import.meta.url);
const records = readdirSync(golden)
  .filter((f) => f.endsWith(".rec"))
  .map((f) => readFileSync(new URL(f, golden), "utf8"))
  .filter((text) => text.includes("game: tiwanaku"));
const linesOf = (record) =>
  record
    .slice(record.indexOf("\n--\n") + 4)
    .split("\n")
    .filter(Boolean);
const headOf = (record) => record.slice(0, record.indexOf("\n--\n") + 4);
/** Lines as a client has them: the order of stacks is hidden. */
const open = (lines) => lines.filter((l) => !/^\* (stack|deal)/.test(l));

/** Calls fn(core, lines so far) after each action of each game. */
function eachPosition(fn) {
  for (const record of records) {
    const core = newCore(),
      done = [];
    core.load(headOf(record));
    for (const line of linesOf(record)) {
      if (line.startsWith("=")) continue;
      done.push(...core.apply(line));
      if (core.phase() === 0 || core.phase() === 3) fn(core, open(done));
    }
  }
}

test("the story counts as the core does, after every action of every game", () => {
  let checked = 0;
  const modes = new Set();
  eachPosition((core, lines) => {
    const view = core.view(1);
    if (view.step === "give") return; // the tile is announced, its points come with the answer
    const { sides } = tell(lines, view);
    for (const s of view.scores) assert.equal(sides.get(s.seat).total, s.total, `${view.mode} ${s.seat} after ${lines.at(-1)}`);
    for (const [, side] of sides)
      assert.equal(
        Object.values(side.parts).reduce((a, b) => a + b, 0),
        side.total,
      );
    modes.add(view.mode);
    checked++;
  });
  assert.ok(checked > 2500 && modes.size === 6, `${checked} positions, ${[...modes]}`);
});

test("Otoma pawns go the way that is drawn", () => {
  let walks = 0;
  for (const record of records) {
    const core = newCore();
    core.load(record);
    const view = core.view(1),
      { entries } = tell(open(linesOf(core.record())), view);
    entries.forEach((e, i) => {
      if (e.seat !== "otoma" || !e.from || e.from === e.to) return;
      const mover = entries.slice(0, i).findLast((o) => o.seat !== "otoma" && o.to);
      const steps = core.trail(view.columns, e.from, e.to, view.arrows ? view.arrows[mover.to].direction : away(mover.to, e.from));
      assert.ok(steps, `${e.from} to ${e.to} away from ${mover.to}`);
      const between = steps.slice(1, -1).map((s) => s.space);
      const later = new Set(entries.slice(i).map((o) => o.terrain && o.to));
      assert.ok(
        between.every((s) => !later.has(s)),
        "it stops on the first space without terrain",
      );
      walks++;
    });
  }
  assert.ok(walks > 100, `${walks} walks`);
});

test("trails are one loop, and directions turn with the board", () => {
  const core = newCore();
  for (const cols of [5, 9]) {
    for (const to of spacesOf({ columns: cols })) assert.ok(to === "a1" || core.trail(cols, "a1", to, "up"), `a1 to ${to}`);
    assert.deepEqual(
      core.trail(cols, "a1", "b1", "up").map((s) => s.space),
      ["a1", "b1"],
    );
  }
  assert.deepEqual(core.trail(5, "a2", "b2", "up"), OVER_THE_EDGE, "the example of the rules");
  assert.equal(core.trail(5, "a2", "g2", "up"), null);
  assert.equal(away("c3", "e3"), "right");
  assert.equal(away("c3", "c1"), "up");
  assert.equal(away("c3", "d4"), null);
  assert.equal(drawn("up", true), "left");
  assert.equal(drawn("right", true), "down");
  assert.equal(drawn("right", false), "right");
});

test("legal lines are sorted without loss", () => {
  eachPosition((core) => {
    for (let seat = 1; seat <= core.players(); seat++) {
      if (!core.acts(seat)) continue;
      const lines = core.legal(seat),
        may = sorted(lines);
      const many = (map) => [...map.values()].flat().length;
      const count =
        many(may.reach) +
        many(may.divine) +
        may.take.length +
        may.offer.length +
        may.end +
        may.pass +
        may.choose.length +
        may.spend.length +
        may.give.length +
        may.next.length;
      assert.equal(count, lines.length);
    }
  });
});

test("candidates never rule out the truth", () => {
  let marked = 0,
    fewer = 0;
  eachPosition((core, lines) => {
    if (lines.length % 7) return;
    const view = core.view(1),
      marks = core.marks(1);
    const whole = scenario(core.record());
    for (const [space, crops] of Object.entries(marks)) {
      const i = spacesOf(view).indexOf(space);
      assert.ok(crops.includes(Number(whole[i])), `${space}: ${crops} but ${whole[i]}`);
      const beside = spacesOf(view).filter((s) => s !== space && Math.abs(colOf(s) - colOf(space)) < 2 && Math.abs(rowOf(s) - rowOf(space)) < 2);
      assert.ok(
        beside.every((s) => !crops.includes(cropAt(view, s))),
        `${space}: a crop that lies beside it`,
      ); // SCN-3
      marked++;
      fewer += crops.length < 5;
    }
  });
  assert.ok(marked > 500 && fewer > 300, `${marked}, ${fewer} of them with fewer than five`);
});

test("candidates rule out what lies open around a space, at its corners too (SCN-3)", () => {
  let beside = 0,
    across = 0;
  const place = (space) => [space.charCodeAt(0), Number(space.slice(1))];
  eachPosition((core, lines) => {
    if (lines.length % 7) return;
    const view = core.view(1),
      marks = core.marks(1);
    for (const [space, crops] of Object.entries(marks))
      for (const other of spacesOf(view)) {
        const [x, y] = place(space).map((v, i) => Math.abs(v - place(other)[i])),
          crop = cropAt(view, other);
        if (!crop || x > 1 || y > 1) continue;
        assert.ok(!crops.includes(crop), `${space}: ${crops}, but ${other} has ${crop}`);
        if (x && y) across++;
        else beside++;
      }
  });
  assert.ok(beside > 200 && across > 200, `${beside} ${across}`);
});

/** Crops of the map of a record, in reading order. */
function scenario(record) {
  if (/^scenario: \S/m.test(record))
    return newCore()
      .board("tiwanaku", record.match(/^scenario: (\S+)/m)[1])
      .split("crops:\n")[1]
      .replace(/\s/g, "");
  return record.split("crops:\n")[1].split("end")[0].replace(/\s/g, "");
}

test("marks are set, rubbed out, and filled in", () => {
  let marks = toggle({}, "c3", 4);
  marks = toggle(marks, "c3", 1);
  marks = toggle(marks, "c3", "v");
  assert.deepEqual(marks, { c3: { terrain: ["v"], crops: [1, 4] } });
  assert.deepEqual(toggle(toggle(toggle(marks, "c3", 1), "c3", 4), "c3", "v"), {});
  assert.deepEqual(toggle(toggle({}, "a1", "m"), "a1", "v").a1.terrain, ["v", "m"], "in the order of the buttons");
  assert.deepEqual(filled({ a1: { terrain: ["m"], crops: [2, 4] }, c1: { terrain: [], crops: [5] } }, { a1: [1, 4], b2: [3, 4] }), {
    a1: { terrain: ["m"], crops: [4] },
    b2: { terrain: [], crops: [3, 4] },
    c1: { terrain: [], crops: [5] },
  });
  assert.deepEqual(settled({ a1: { terrain: ["m"], crops: [2, 3] } }, { a1: 3, b2: 1 }), {
    a1: { terrain: ["m"], crops: [3] },
    b2: { terrain: [], crops: [1] },
  });
});

test("a step of a hint is pencilled as it is shown: what is there, or what is not; nothing else", () => {
  const marks = { a1: { terrain: ["m"], crops: [2, 3] } };
  assert.deepEqual(noted(marks, { what: "terrain", spaces: ["c5"], values: [3] }), { ...marks, c5: { terrain: ["f"], crops: [] } });
  assert.deepEqual(noted(marks, { what: "crop", spaces: ["a1"], values: [3] }), { a1: { terrain: ["m"], crops: [3] } });
  assert.deepEqual(noted(marks, { what: "not-crop", spaces: ["a1", "b1"], values: [2, 5] }), {
    a1: { terrain: ["m"], crops: [3] },
    b1: { terrain: [], crops: [1, 3, 4] },
  });
  assert.deepEqual(noted({}, { what: "not-terrain", spaces: ["b1"], values: [1, 4] }), { b1: { terrain: ["d", "f"], crops: [] } });
});

test("the trails around the board are those of the rules", () => {
  const core = newCore(),
    trail = (...way) => core.trail(...way);
  const ends = (pair) => pair.map(({ space, way }) => `${space} ${way}`).join(" - ");
  const tiny = trailsOf(trail, 5).map(ends),
    long = trailsOf(trail, 9).map(ends);
  assert.deepEqual([tiny.length, long.length], [10, 14], "SOL-7");
  for (const [all, some] of [
    [tiny, ["a1 up - b1 up", "e1 up - e1 right", "b5 down - c5 down", "a5 down - a5 left", "e2 right - e3 right"]],
    [long, ["i1 up - i1 right", "g1 up - h1 up", "h5 down - i5 down", "a3 left - a4 left"]],
  ])
    for (const pair of some) assert.ok(all.includes(pair), `${pair} in ${all}`);
});

/** Positions of all modes as the player on turn has them, from golden games. */
function eachOwn(fn) {
  eachPosition((core, lines) => {
    const seat = [1, 2, 3, 4].find((s) => s <= core.players() && core.acts(s));
    if (seat) fn(core, core.view(seat), seat, sorted(core.legal(seat)), lines);
  });
}

test("a tap on any space means something, or the core says why not", () => {
  let tried = 0,
    n = 0;
  const modes = new Set();
  eachOwn((core, view, seat, may) => {
    if (n++ % STEP) return;
    core.save(3);
    for (const mode of ["explore", "divine"])
      for (const space of spacesOf(view)) {
        const pawns = mode === "explore" ? [null, "supply", ...may.reach.keys()] : [null];
        for (const sel of pawns) {
          const words = wordsFor(view, seat, mode, sel, space);
          try {
            core.apply(`${seat} ${words}`);
            core.restore(3);
          } catch (refused) {
            assert.match(refused.message, /^[A-Z].*\. \[[A-Z]{3}-\d+\]$/, `${view.mode} ${view.step}: ${words}`);
            tried++;
            modes.add(view.mode);
          }
        }
      }
  });
  assert.ok(tried > 100000 / STEP && modes.size === 6, `${tried} refusals, ${[...modes]}`);
});

test("offerings are chosen where they cannot be worth more, and a turn goes on by itself where it can go on in one way", () => {
  let all = 0,
    alone = 0,
    last = 0;
  eachOwn((core, view, seat, may) => {
    const have = scoreSide(view, seat).offerings,
      chosen = offersChosen(view, seat);
    if (view.last_offer) assert.ok(["offer", "divine"].includes(view.step), `an offer is possible: ${view.step}`);
    if (chosen.length) assert.ok(chosen.length === have.length && (view.last_offer || have.length === 5) && have.length > 1), all++;
    last += view.last_offer;
    const words = goesOn(may, view, seat);
    if (!words) return;
    assert.ok(
      core.legal(seat).every((line) => line === `${seat} ${words}` || / offer \d$/.test(line)),
      "nothing else is worth anything",
    );
    alone++;
  });
  assert.ok(all > 10 && alone > 50 && last > 20, `${all} chosen, ${alone} go on, ${last} last offers`);
});

test("the ways of Otoma are foreseen as they go", () => {
  let seen = 0;
  for (const record of records.filter((text) => /mode: (solo|coop)/.test(text))) {
    const core = newCore();
    core.load(headOf(record));
    for (const line of linesOf(record)) {
      if (line.startsWith("=")) continue;
      const [seat, verb] = line.split(" ");
      let walks = null;
      if (/^\d$/.test(seat) && /move|enter|choose|next/.test(verb)) {
        const client = newCore();
        client.join(core.openHead(), core.state(Number(seat)));
        client.save(0);
        const position = Object.assign(new Position(client), { done: 0 });
        walks = foreseen(position, Number(seat), line);
      }
      const facts = core.apply(line).filter((l) => l.startsWith("= otoma"));
      if (!walks || !facts.length) continue;
      if (walks.length) assert.equal(`= otoma ${walks[0].from} ${walks[0].to}`, facts[0], line);
      seen += walks.length > 0;
    }
  }
  assert.ok(seen > 200, `${seen} walks`);
});

test("points and stones wait for their scene", () => {
  const rows = [
    { key: 1, score: 15, stones: { valley: 2 } },
    { key: "otoma", score: 30, stones: { valley: 0 } },
  ];
  const queue = [{ tale: { seat: 1, points: 2, values: { level: 2, terrain: { text: "valley" } } } }, { tale: { seat: "otoma", points: 4, values: {} } }];
  assert.deepEqual(
    before(rows, queue, { mode: "solo-easy" }).map((r) => [r.score, r.stones.valley]),
    [
      [13, 1],
      [26, 0],
    ],
  );
});

test("a scene has the number of its tale, in every telling of the story", () => {
  let scenes = 0,
    walks = 0,
    arrivals = 0;
  for (const record of records.filter((text) => /players: [234]/.test(text))) {
    const position = new Position(newCore()),
      all = linesOf(record).filter((line) => !line.startsWith("=")),
      match = { ...begin(), id: "a", head: headOf(record).slice(0, -3), started: true, lines: [] };
    let told = 0;
    for (const line of all) {
      match.lines = [...match.lines, line];
      position.sync(match);
      const story = position.story();
      const found = scenesOf(story, told, 1, position.view(0), (...way) => position.trail(...way));
      story.forEach((tale, number) => {
        const { to, crop, terrain } = tale.values;
        if (number < told || !to || !tale.own || tale.seat === "otoma" || (crop && !terrain)) return; // no walk of a person
        const kinds = found.filter((scene) => scene.number === number).map((scene) => scene.kind);
        assert.equal(kinds.includes("arrive"), tale.seat !== 1, `the pawns of others are seen to arrive, the own was set by hand: ${tale.own}`);
        arrivals += kinds.includes("arrive");
      });
      told = story.length;
      position.kept.clear(); // any move of somebody else does that
      for (const scene of found) {
        const again = position.story();
        assert.deepEqual(again[scene.number], scene.tale);
        walks += causeOf(again, scene.number, position.view(0)) !== null;
        scenes++;
      }
    }
  }
  assert.ok(scenes > 1000 && walks > 50 && arrivals > 100, `${scenes} scenes, ${walks} walks, ${arrivals} arrivals`);
});

test("every result has words, without holes", () => {
  const name = (seat) => `Seat ${seat}`;
  for (const record of records) {
    const core = newCore();
    core.load(record);
    const rows = ranking(core.result(), "diversity");
    const { title, text } = verdict(rows, 1, name);
    assert.doesNotMatch(title + text + Object.values(stamp(rows, 1)).join(), /undefined|NaN|\{/);
  }
});

test("a space says what is on it", () => {
  const c = { name: "c4", terrain: "v", crop: 2, pawn: { colour: "blue" }, reach: true };
  assert.equal(
    spaceLabel(c, 9, (p) => `${p.colour} pawn`),
    "c4, mountain snake, valley, coca 2, blue pawn, within reach",
  );
  assert.match(
    spaceLabel({ name: "a1", marks: { terrain: ["d"], crops: [1, 3] } }, 9, () => ""),
    /unknown.*your marks: desert 1 3/,
  );
});

test("hints of many positions are sentences", () => {
  const lab = newLab(),
    seen = new Set();
  for (const [k, record] of records.filter((_, i) => i % 4 === 0).entries()) {
    const lines = linesOf(record).filter((l) => !l.startsWith("="));
    const core = newCore();
    core.load(headOf(record));
    lines.forEach((line, i) => {
      core.apply(line);
      if (core.phase() !== 0 || i % (9 * STEP)) return;
      if (k > 0 && i < 18) return; // counting the maps of a first move takes long, and says little each time
      lab.load(core.record());
      const hint = lab.hint(1);
      hint.steps.forEach((step) => {
        seen.add(step.technique);
        assert.doesNotMatch(said(step.tale, { of: "tiwanaku" }), /undefined|\{|: \.$|\(\)/, JSON.stringify(step));
      });
      for (const [space, crop] of Object.entries(hint.certain)) assert.ok(!cropAt(core.view(1), space) && crop >= 1 && crop <= 5);
    });
  }
  assert.ok(seen.size >= 6, [...seen].join());
});

test("pawns, hands, and where help is fair", () => {
  const core = newCore();
  core.load(
    records
      .find((r) => r.includes("mode: coop-normal"))
      .split("\n")
      .filter((l) => !/^(\d [a-z]|=)/.test(l))
      .join("\n"),
  );
  const view = core.view(1);
  assert.ok([...pawnsBySpace(view).values()].every((p) => p.otoma && p.colour === "purple"));
  assert.equal(handOf(view, 1).length, 4);
  assert.ok(handOf(view, 1).every((s) => !s.tiles || s.arrow));
});

test("the whole record of a finished game opens all of the land", () => {
  for (const text of records) {
    const told = { ...begin(), id: "x", started: true, head: "none", state: "none", from: 3, lines: [[1, "7"]] };
    const match = reveal(told, `${text}# fair-salt 00\n`);
    const position = new Position(newCore());
    position.sync(match);
    const view = position.view(0);
    assert.equal(view.over, true);
    assert.ok(
      spacesOf(view).every((space) => cropAt(view, space)),
      "every crop is known",
    );
    for (const row of view.scores) assert.equal(tell(match.lines, view).sides.get(row.seat).total, row.total);
  }
});

test("who looks on is not spoken to as a player", () => {
  const rows = [
    { seat: "otoma", total: 40, rank: 1, winner: false },
    { seat: "group", total: 50, rank: 2, winner: true },
  ];
  const name = (seat) => `N${seat}`;
  assert.equal(verdict(rows, null, name).title, "The group wins");
  assert.equal(verdict(rows, 1, name).title, "Your group wins");
  assert.equal(verdict([rows[0], { ...rows[1], seat: 1 }], null, name).title, "N1 wins");
  assert.equal(stamp(rows, null), null);
  assert.equal(stamp(rows, 1).top, "WON");
});

test("a lost game says how far behind it was", () => {
  const rows = [
    { seat: "otoma", total: 63, rank: 1, winner: true },
    { seat: 1, total: 17, rank: 2, winner: false },
  ];
  assert.equal(verdict(rows, 1, () => "").text, "17 points against 63: 46 fewer than the Otoma.");
});

test("a chain of steps is told with what it leads to, however long", () => {
  assert.deepEqual(chain(["a."]), ["a."]);
  assert.deepEqual(chain(["a.", "b.", "c.", "d."]), ["1. a.", "2. b.", "3. c.", "4. d."]);
  assert.deepEqual(chain(Array.from({ length: 9 }, (_, i) => `${i}.`)), ["9. 8."]);
});

test("a table in the lobby says what map it is played on", async () => {
  assert.equal(await tableText({ size: "tiny", grade: "gentle" }, "competitive"), "against each other · a new map, tiny, 5 × 5, gentle");
  assert.equal(await tableText({}, "competitive"), "against each other · home-made");
});
