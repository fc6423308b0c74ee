// options.js -- choices in a space of Valley, pure: what each brings (points at once, and the discovery it
// opens), its words, and how they are grouped. use_options.js is the hook.
import { KINDS as DICE, colourOf } from "../../words/dice.js";
import { listOf, t, tn } from "../../words/i18n.js";
import { ranked } from "./turn.js";
import { kindName, structureName } from "./words.js";

/** The best discovery that needs this act's number, and how much it is better than one without it; or null. */
export function opened(position, me, base, a) {
  if (a.verb !== "write") return null;
  const found = ranked(position, me, [...base, a.line]);
  const best = found.find((r) => r.spaces.includes(a.space)),
    other = found.find((r) => !r.spaces.includes(a.space));
  const more = (best?.points ?? 0) - (other?.points ?? 0);
  return best && more > 0 ? { kind: best.kind, more } : null;
}

/** Options by what they use: dice, Penny, Dakota. */
export function groupsOf(options) {
  const group = (key, label, list) => list.length && { key, label, options: list };
  const crossing = options.some((o) => o.verb === "cross");
  const shown = options.map((o) =>
    o.verb === "draw" ? { ...o, icon: o.what, tone: "k-built" } : o.verb === "cross" ? { ...o, icon: "i-cross", tone: "k-snake" } : { ...o, small: o.penny },
  );
  if (crossing) return [group("cross", t("Cross out"), shown)];
  return [
    group(
      "dice",
      t("Dice"),
      shown.filter((o) => !o.penny && o.verb === "write"),
    ),
    group(
      "penny",
      t("Penny"),
      shown.filter((o) => o.penny),
    ),
    group(
      "dakota",
      t("Dakota"),
      shown.filter((o) => o.verb === "draw"),
    ),
  ].filter(Boolean);
}

/** A choice in words, for who cannot see it. */
export function labelOf(a, faces, gain, opens) {
  const from = a.penny ? t("Penny") : a.verb === "draw" ? t("Dakota") : listOf([...a.dice].map((k) => `${colourOf(k)} ${faces[DICE.indexOf(k)]}`));
  const v = a.verb === "write" ? a.n : a.verb === "draw" ? structureName(a.what) : t("cross out the snake");
  const what = [t("{v}, from {dice}", { v, dice: from })];
  if (gain > 0) what.push(tn("plus {n} point", "plus {n} points", gain));
  if (gain < 0) what.push(tn("minus {n} point", "minus {n} points", -gain));
  if (opens) what.push(t("makes possible: {what}", { what: kindName(opens) }));
  return what.join(", ");
}

/** What Penny or Dakota may become before a space is chosen: die is p or g. */
export function carryOptions(legal, die, faces) {
  const fits = (a) => (die === "p" ? a.penny && a.verb === "write" : a.verb === "draw");
  const acts = [...legal.at.values()].find((list) => list.some(fits)) ?? [];
  return acts.filter(fits).map((a) => ({ ...a, gain: 0, label: labelOf(a, faces, 0) }));
}
