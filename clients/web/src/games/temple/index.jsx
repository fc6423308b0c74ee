// index.jsx -- Temple of Apikhabou for the shell; README.md says what each member is.
import { colon, t } from "../../words/i18n.js";
import { diceWords, facesOf } from "../../words/dice.js";
import { Counting } from "./counting.jsx";
import { Temple, mini } from "./sheet.jsx";
import { stillOf } from "./count.js";
import { sheetSetup } from "../papers/setup.jsx";
import { SIXTH } from "./dice.js";
import { Rules } from "./rules.jsx";
import { Screen } from "./screen.jsx";
import { owed, parts, spaceLabel, stamp, verdict } from "./words.js";

const Sheet = ({ view, seat, label }) => <Temple cells={stillOf(view, seat)} label={label} />;

/** Where the game is: behind the title. */
function subtitle(view, match) {
  const side = match.board?.name?.toUpperCase();
  return side ? t("round {n} · side {side}", { n: view.round, side }) : t("round {n}", { n: view.round });
}

/** What is read aloud when a round begins. */
function announce(view, me, name) {
  const held = view.holds?.[me - 1];
  const whose = held && held !== me ? t("You hold {who}'s sheet.", { who: name(held) }) : "";
  const o = owed(view, view.players === 1);
  return [t("Round {n}.", { n: view.round }), t("Dice: {dice}", { dice: diceWords(facesOf(view) ?? []) }) + ".", whose, colon(o.title, o.text)]
    .filter(Boolean)
    .join(" ");
}

export default {
  name: "temple",
  picture: "temple",
  tiebreak: "run",
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
  setup: sheetSetup("temple"),
};
