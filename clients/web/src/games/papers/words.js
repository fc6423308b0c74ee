// words.js -- what the two dice games say alike: solo levels, the result in words, the rubber stamp. Its
// texts are in the domains of both games (tools/texts.mjs). For games/temple/words.js and games/valley/words.js.
import { listOf, num, ordinal, t, tn } from "../../words/i18n.js";

export const levelName = (level) => ({ tourist: t("Tourist"), pathfinder: t("Pathfinder"), voyager: t("Voyager"), explorer: t("Explorer") })[level] ?? "";

/** Alone: the level, and how far the next one is. */
function alone({ level, total }, levels) {
  const { name: to, from } = levels[levels.findIndex((l) => l.name === level) + 1] ?? {};
  return {
    title: t("Level: {level}", { level: levelName(level) }),
    text: to
      ? tn("One more point for the next level, {level}.", "{n} more points for the next level, {level}.", from - total, {
          level: levelName(to),
        })
      : t("There is no higher level. Well explored."),
  };
}

/** Who wins, as others say it. */
function winners(best, name) {
  const names = listOf(best.map((r) => name(r.seat)));
  if (best.length === 1) return t("{who} wins", { who: names });
  return best.length < 4 ? t("{names} share the victory", { names }) : t("{n} travellers share the victory", { n: best.length });
}

/** The result in one sentence and one more. rows: ranking(result); view: of the end;
 * tie: what decides between equal points, {alike(names): a sentence, decided(mine, rival, who): {title, text}}. */
export function verdictOf(rows, me, name, view, tie) {
  if (rows.length === 1) return alone(rows[0], view.levels());
  const mine = rows.find((r) => r.seat === me),
    best = rows.filter((r) => r.winner),
    rival = rows.find((r) => r !== mine && r.total === mine?.total);
  if (mine?.winner && best.length > 1)
    return { title: t("You share the victory"), text: tie.alike(listOf(best.filter((r) => r !== mine).map((r) => name(r.seat)))) };
  if (mine?.winner && rival) return tie.decided(mine, rival, name(rival.seat));
  if (mine?.winner)
    return {
      title: t("You win"),
      text: tn("{n} point ahead of {who}.", "{n} points ahead of {who}.", mine.total - rows[1].total, { who: name(rows[1].seat) }),
    };
  const title = winners(best, name);
  if (!mine) return { title, text: tn("{n} point.", "{n} points.", best[0].total, { n: num(best[0].total) }) };
  return {
    title,
    text: tn("You are {place} of {all}, with {n} point.", "You are {place} of {all}, with {n} points.", mine.total, {
      place: ordinal(mine.rank),
      all: rows.length,
      n: num(mine.total),
    }),
  };
}

/** Words of the rubber stamp; bottom: the place that was explored. */
export function stampOf(rows, me, bottom) {
  const mine = rows.find((r) => r.seat === me) ?? rows[0];
  const top = rows.length === 1 ? levelName(mine.level) : t("{place} of {n}", { place: ordinal(mine.rank), n: rows.length });
  return { top: top.toUpperCase(), middle: num(mine.total), bottom };
}
