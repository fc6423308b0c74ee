// words.js -- what a review says: points, marks, luck and play. Pure but for the language.
import { languageNow, t } from "../words/i18n.js";

/** Hundredths of points as people read them: 1.3, −0.4; with `digits` places at most. */
export const points = (hundredths, digits = 1) =>
  new Intl.NumberFormat(languageNow(), { maximumFractionDigits: digits })
    .format(Math.round(hundredths * 10 ** (digits - 2)) / 10 ** digits || 0)
    .replace("-", "−");
/** With a plus where it is one. */
export const signed = (hundredths, digits = 1) =>
  Math.round(hundredths * 10 ** (digits - 2)) > 0 ? `+${points(hundredths, digits)}` : points(hundredths, digits);

export const markName = (mark) => ({ inaccuracy: t("Inaccuracy"), mistake: t("Mistake"), blunder: t("Blunder") })[mark] ?? t("As good as Master");

/** A decision in one line: where, what it was, what it cost. turns: it is counted in turns. */
export const whenText = (d, turns) => (turns ? t("Turn {n}", { n: d.round }) : t("Round {n}", { n: d.round }));
export const costText = (d) =>
  d.mark ? t("{mark}: {n} lost", { mark: markName(d.mark), n: points(d.lost) }) : d.same ? t("As Master would") : t("As good as Master");

/** Luck apart from play, in one sentence to the reader (own) or about somebody. dice: they alone were luck. */
export function luckText({ luck, play }, { own, who, dice }) {
  const n = points(Math.abs(luck)),
    m = points(Math.abs(play)),
    good = luck >= 0,
    lost = play < 0;
  const values = { n, m, who };
  if (own && dice)
    return good
      ? lost
        ? t("The dice gave you +{n}, you gave away {m}.", values)
        : t("The dice gave you +{n}, you gave nothing away.", values)
      : lost
        ? t("The dice took {n} from you, you gave away {m}.", values)
        : t("The dice took {n} from you, you gave nothing away.", values);
  if (own)
    return good
      ? lost
        ? t("Luck and the others gave you +{n}, you gave away {m}.", values)
        : t("Luck and the others gave you +{n}, you gave nothing away.", values)
      : lost
        ? t("Luck and the others took {n} from you, you gave away {m}.", values)
        : t("Luck and the others took {n} from you, you gave nothing away.", values);
  if (dice)
    return good
      ? lost
        ? t("Luck gave {who} +{n}; {m} were given away.", values)
        : t("Luck gave {who} +{n}; nothing was given away.", values)
      : lost
        ? t("Luck took {n} from {who}; {m} were given away.", values)
        : t("Luck took {n} from {who}; nothing was given away.", values);
  return good
    ? lost
      ? t("Luck and the others gave {who} +{n}; {m} were given away.", values)
      : t("Luck and the others gave {who} +{n}; nothing was given away.", values)
    : lost
      ? t("Luck and the others took {n} from {who}; {m} were given away.", values)
      : t("Luck and the others took {n} from {who}; nothing was given away.", values);
}
