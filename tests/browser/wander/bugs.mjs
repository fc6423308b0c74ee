// bugs.mjs -- bugs in what is drawn, to be planted one at a time: bites.mjs does, and says which wanderer finds each. tests/web/wanderers.test.mjs
// looks whether what they stand in for is still there.
// An entry: name, file in clients/web/src, what stands there, what is planted, the ways that may see it (part of a name in plans.mjs).
//
// Found by `bites.mjs --minutes 6`, all of them, each by the first or one of the first walks of its ways; seeds are of these ways (--only):
//   name               seed  taps  by which law
//   freeze                2     5  an error on the console
//   other-lines           2    19  an error on the console
//   score                 2    88  points that are not the core's
//   dead-after-reload     2    16  a button that does nothing
//   turn-text             1     1  whose turn it is, which is not the core's
//   draft-of-another      1    21  a button that does nothing
//   overflow              2     1  out of the window
//   dialog-stays          1    74  a dialog that does not close
//   back-leaves           2    10  Back left the page
//   crop-lost             2     0  a crop that is not the core's
//   points-stale          2    35  points that are not the core's
//   round                 2    19  a round that is not the core's
//   missed                1   115  a round that is not the core's, after others had played on while the line was lost
//   ranking               2   172  a ranking that is not the core's
//   snake-crossed         2    82  a space crossed out on the page only
//   skip-breaks           1    47  an error on the console, by a tap in a scene
//   dead-rub              1    22  a button that does nothing
//   dialog-low            1    99  a dialog outside the window
//   choice-cut            3     8  a text that sticks out of its button
//   rejected              1    10  a rejected promise; in Firefox seed 2, 4 taps
// Where a bot thinks by the clock, or the server rolls the dice, a later run may need other taps.

export const BUGS = [
  [
    "freeze",
    "games/tiwanaku/happened.jsx",
    "const i = scene ? scene.number : tales.findLastIndex((told) => told.seat);\n  if (i < 0) return null;\n  const tale = tales[i];",
    "const tale = scene?.tale ?? tales.findLast((told) => told.seat);\n  if (!tale) return null;\n  const i = tales.indexOf(tale);",
    "here tiwanaku competitive",
  ],
  [
    "other-lines",
    "review/decision.jsx",
    "placesIn(story, d.step, seat, d.strong, otherLines(d))",
    "placesIn(story, d.step, seat, otherLines(d))",
    "review valley",
  ],
  ["score", "games/temple/screen.jsx", "total={now.total} onAsk", "total={now.run + now.groups} onAsk", "here temple"],
  [
    "dead-after-reload",
    "pages/table.jsx",
    'const onReady = () => act("turn"',
    'const [again] = useState(() => [window.name.split(" ")[1], (window.name = window.name.split(" ")[0] + " " + match.id)][0] === match.id);\n  const onReady = () => !again && act("turn"',
    "here temple",
  ],
  [
    "turn-text",
    "games/tiwanaku/turn_dock.jsx",
    "who: view.acting.length ? name(view.acting[0])",
    "who: view.acting.length ? name((view.acting[0] % view.players) + 1)",
    "online tiwanaku competitive",
  ],
  ["draft-of-another", "table/use_table.js", "match?.hand ?", "match?.closed ?", "pass temple"],
  [
    "overflow",
    "games/tiwanaku/tiwanaku.css",
    ".explore-row,.after-row{display:flex;flex-wrap:wrap;",
    ".explore-row,.after-row{display:flex;white-space:nowrap;min-width:400px;",
    "here tiwanaku",
  ],
  ["dialog-stays", "pages/menu.jsx", 'title={t("What happened")} onClose={onClose}', 'title={t("What happened")} onClose={() => setLog(true)}', "here"],
  ["back-leaves", "parts/basics.jsx", "useOpened(onClose);", "", "here"],
  ["crop-lost", "games/tiwanaku/board.jsx", "crop: cropAt(view, name),", "crop: pawns.has(name) ? null : cropAt(view, name),", "here tiwanaku"],
  [
    "points-stale",
    "games/papers/lately.jsx",
    "view.points().map((row) => row.total)",
    "view.points().map((row, i) => (i && view.round > 4 ? 0 : row.total))",
    "here valley multi",
  ],
  [
    "round",
    "games/temple/index.jsx",
    't("round {n} · side {side}", { n: view.round, side })',
    't("round {n} · side {side}", { n: view.round + (view.round > 3 ? 1 : 0), side })',
    "here temple",
  ],
  [
    "missed",
    "table/table_remote.js",
    "    this.take(objects);\n  }\n\n  opened()",
    '    this.take(this.match.n && objects.some((o) => o.re === "open") ? [] : objects);\n  }\n\n  opened()',
    "online temple",
  ],
  ["ranking", "pages/result.jsx", '<td class="n t">{num(r.total)}</td>', '<td class="n t">{num(r.rank > 1 ? r.total + 1 : r.total)}</td>', "here valley multi"],
  [
    "snake-crossed",
    "games/valley/count.js",
    "crossed: sheet.crossed.includes(name),",
    "crossed: sheet.snakes.includes(name) && sheet.crossed.length > 0,",
    "here valley",
  ],
  ["skip-breaks", "games/tiwanaku/theatre.jsx", "const skip = () => setScenes([]);", "const skip = () => setScenes(null);", "here tiwanaku"],
  [
    "dead-rub",
    "games/temple/screen.jsx",
    "disabled={!lines.length && !sel} onClick={turn.rub}>",
    "disabled={!lines.length && !sel} onClick={() => {}}>",
    "here temple",
  ],
  [
    "dialog-low",
    "look/parts.css",
    "dialog.modal{padding:0;width:min(440px,calc(100vw - 24px));max-height:calc(100dvh - 24px)}",
    "dialog.modal{padding:0;width:min(440px,calc(100vw - 24px));max-height:none;overflow:visible}",
    "here",
  ],
  [
    "choice-cut",
    "games/tiwanaku/tiwanaku.css",
    ".choices .opt{min-height:56px;justify-items:center}",
    ".choices .opt{min-height:56px;justify-items:center;white-space:nowrap;letter-spacing:9px}",
    "here tiwanaku",
  ],
  [
    "rejected",
    "pages/table.jsx",
    'const onReady = () => act("turn"',
    'const onReady = () => Promise.reject(new Error("nobody hears of it")) && act("turn"',
    "here temple",
  ],
];
