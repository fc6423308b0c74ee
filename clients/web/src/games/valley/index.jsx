// index.jsx -- Valley of Wiraqocha for the shell; README.md says what each member is.
import { colon, t } from "../../words/i18n.js";
import { diceWords, facesOf } from "../../words/dice.js";
import { bitesOf, cellsOf } from "./count.js";
import { Counting } from "./counting.jsx";
import { Costs, Valley, mini } from "./sheet.jsx";
import { sheetSetup } from "../papers/setup.jsx";
import { SIXTH } from "./dice.js";
import { Rules } from "./rules.jsx";
import { Screen } from "./screen.jsx";
import { lostSnakes, lostText, owed, parts, spaceLabel, stamp, verdict } from "./words.js";

function Sheet({ view, seat, label }) {
  const sheet = view.sheets[seat - 1];
  return (
    <Valley view={view} cells={cellsOf(view, seat)} found={sheet.discoveries} label={label}>
      <Costs bites={bitesOf(view.count(seat))} />
    </Valley>
  );
}

/** Where the game is: behind the title. Alone there are 25 rounds. */
function subtitle(view, match) {
  const side = match.board?.name?.toUpperCase(),
    n = view.round;
  if (view.players === 1) return side ? t("round {n} of 25 · side {side}", { n, side }) : t("round {n} of 25", { n });
  return side ? t("round {n} · side {side}", { n, side }) : t("round {n}", { n });
}

/** What is read aloud when a round begins. */
function announce(view, me, name, lines) {
  const held = view.holds?.[me - 1];
  const whose = held && held !== me ? t("You hold {who}'s sheet.", { who: name(held) }) : "";
  const sheet = view.sheets[(me ?? 1) - 1];
  const passed = lostSnakes(lines);
  const first = !sheet.numbers.some(Boolean) && !sheet.hut && !sheet.statue && !sheet.mine;
  const o = owed(view, { solo: view.players === 1, first, full: view.count(me ?? 1).full > 0 });
  return [
    passed && lostText(passed),
    t("Round {n}.", { n: view.round }),
    t("Dice: {dice}", { dice: diceWords(facesOf(view) ?? []) }) + ".",
    whose,
    colon(o.title, o.text),
  ]
    .filter(Boolean)
    .join(" ");
}

export default {
  name: "valley",
  picture: "range",
  tiebreak: "structures",
  Screen,
  Counting,
  Sheet,
  mini,
  Rules,
  parts,
  subtitle,
  announce,
  verdict,
  stamp,
  spaceLabel,
  sixth: SIXTH,
  setup: sheetSetup("valley"),
};
