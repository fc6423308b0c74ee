// dice.jsx -- the three dice of the two dice games, and the tray they lie in. p is round, g has
// eight sides, r has notched corners; a small mark names the die's sixth face, so that nothing
// depends on colour.
import { t } from "../words/i18n.js";
import { KINDS, colourOf, diceWords, faceName } from "../words/dice.js";
import { carry } from "./drag.js";

/** @typedef {import("../words/dice.js").Face} Face */

const BODY = {
  p: "M32 3C52 3 61 12 61 32S52 61 32 61 3 52 3 32 12 3 32 3z",
  g: "M20 3h24l17 17v24L44 61H20L3 44V20z",
  r: "M12 3h40v9h9v40h-9v9H12v-9H3V12h9z",
};
const PICTURE = { penny: "penny", lock: "lockpick", dakota: "dakota", mummy: "mummy", snake: "danger-snake" };

/** kind: p, g or r; face: 1 to 5, or the word of the record. sixth: the words of the sixth faces of all three, for the mark of a large die.
 * @param {{kind: string, face: Face, sixth?: string[], size?: number, off?: boolean}} props */
export function Die({ kind, face, sixth, size = 64, off = false }) {
  const small = size < 40;
  const picture = PICTURE[face];
  return (
    <svg class={`die die-${kind} ${off ? "off" : ""}`} width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <path class="body" d={BODY[kind]} />
      <path class="seam" d={BODY[kind]} transform="translate(32 32) scale(.88) translate(-32 -32)" />
      {picture ? (
        <use class="mark" href={`#${picture}`} x="12" y="12" width="40" height="40" />
      ) : (
        <text class="pip" x={small ? 32 : 30} y={small ? 46 : 44} text-anchor="middle" font-size={small ? 42 : 38}>
          {face}
        </text>
      )}
      {!picture && !small && <use class="mark" href={`#${PICTURE[sixth?.[KINDS.indexOf(kind)]]}`} x="41" y="39" width="14" height="14" opacity=".9" />}
    </svg>
  );
}

/** The dice of the round. Dice in `used` fade. onPick(kind), if dice may be picked; `picked` stay
 * pressed. `roll`: a number that changes with each roll, which lets them tumble once. children:
 * the sentence beside them. onCarry(kind, space): a die was dragged to a space. onRefuse(kind): one was tapped that cannot be picked.
 * @param {{dice: Face[], sixth?: string[], used?: string[], size?: number, onPick?: (kind: string) => void, onCarry?: (kind: string, space: string) => void,
 *   onRefuse?: (kind: string) => void, picked?: string[], pickable?: string[], roll?: number, class?: string, children?: Children}} props */
export function Tray({ dice, sixth, used = [], size = 64, onPick, onCarry, onRefuse, picked = [], pickable = KINDS, roll, class: cls = "", children }) {
  const one = (kind, i) => {
    const die = <Die kind={kind} face={dice[i]} sixth={sixth} size={size} off={used.includes(kind)} />;
    if (!onPick || !pickable.includes(kind))
      return onRefuse ? (
        <button
          type="button"
          class="die-slot"
          aria-disabled="true"
          aria-label={t("The {colour} die, {face}", { colour: colourOf(kind), face: faceName(dice[i]) })}
          onClick={() => onRefuse(kind)}
        >
          {die}
        </button>
      ) : (
        <span class="die-slot">{die}</span>
      );
    return (
      <button
        type="button"
        class="dice-btn"
        aria-pressed={picked.includes(kind)}
        onClick={() => onPick(kind)}
        onPointerDown={(e) => onCarry && carry(e, e.currentTarget.firstElementChild, (space) => onCarry(kind, space))}
        aria-label={t("Use the {colour} die, {face}", { colour: colourOf(kind), face: faceName(dice[i]) })}
      >
        {die}
      </button>
    );
  };
  return (
    <div class={`tray ${cls}`}>
      <div key={roll} class="dice rolling" role="group" aria-label={t("Dice: {dice}", { dice: diceWords(dice) })}>
        {KINDS.map(one)}
      </div>
      <div class="say">{children}</div>
    </div>
  );
}
