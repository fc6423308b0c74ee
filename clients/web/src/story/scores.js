// scores.js -- what the notes of games add up to: played, best, mean, how scores are spread, levels, wins by opponent. Pure.

/** Games of one's own, whose points are clear.
 * @param {GameNote[]} notes */
export const ownGames = (notes) => notes.filter((n) => !n.as && n.points !== null);

/** Can the scores of these two be compared?
 * @param {GameNote} a
 * @param {GameNote} b */
const alike = (a, b) => a.game === b.game && a.mode === b.mode && a.sort === b.sort && a.sort !== null;

/** The best score before, where this one is better than all others; null: it is not, or it is the first.
 * @param {GameNote[]} notes
 * @param {GameNote} mine */
export function bestOf(notes, mine) {
  const others = ownGames(notes).filter((n) => n.id !== mine.id && alike(n, mine)),
    before = others.filter((n) => n.at <= mine.at).map((n) => Number(n.points));
  const best = before.length > 0 && others.every((n) => Number(n.points) < Number(mine.points));
  return best ? Math.max(...before) : null;
}

/** Feats of a game that no game before it had.
 * @param {GameNote[]} all
 * @param {GameNote} mine */
export function newFeats(all, mine) {
  const had = new Set(all.filter((n) => n.game === mine.game && n.id !== mine.id && n.at <= mine.at).flatMap((n) => n.feats));
  return mine.feats.filter((key) => !had.has(key));
}

/** How many there are at most. */
export const BARS = 8;

/** How scores are spread: bars of equal width, [{from, to, n}].
 * @param {number[]} points */
export function spread(points) {
  const low = Math.min(...points),
    high = Math.max(...points);
  const width = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((w) => Math.floor(high / w) - Math.floor(low / w) < BARS) ?? high - low + 1,
    first = Math.floor(low / width);
  return Array.from({ length: Math.floor(high / width) - first + 1 }, (_, i) => {
    const from = (first + i) * width,
      to = from + width - 1;
    return { from, to, n: points.filter((p) => p >= from && p <= to).length };
  });
}

/** @template T
 * @param {T[]} list
 * @param {(one: T) => string} key
 * @returns {Map<string, T[]>} */
export function grouped(list, key) {
  const groups = new Map();
  for (const one of list) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
  return groups;
}

/** A line for each way to play a game: mode and sort of board, the most played first.
 * @param {GameNote[]} notes of one game */
export function ways(notes) {
  const groups = [...grouped(ownGames(notes), (n) => `${n.mode}\n${n.sort ?? ""}`).values()];
  return groups
    .sort((a, b) => b.length - a.length)
    .map((list) => {
      const points = list.map((n) => Number(n.points)),
        best = Math.max(...points);
      return {
        mode: list[0].mode,
        sort: list[0].sort,
        played: list.length,
        best,
        bestGame: /** @type {GameNote} */ (list.find((n) => n.points === best)),
        mean: Math.round((10 * points.reduce((a, b) => a + b, 0)) / points.length) / 10,
        spread: spread(points),
        levels: [
          ...grouped(
            list.filter((n) => n.level),
            (n) => String(n.level),
          ),
        ].map(([level, l]) => ({ level, n: l.length })),
        won: list.filter((n) => n.won).length,
        lost: list.filter((n) => n.lost).length,
      };
    });
}

/** Whom a game was played against: bots of a level ("mixed" where there are several), people, the game's own side; null: nobody.
 * @param {GameNote} note
 * @returns {{sort: "bots" | "person" | "people" | "side", name: string} | null} */
export function rivalOf({ others }) {
  if (!others.length) return null;
  const people = others.filter((o) => o.name !== null),
    levels = new Set(others.map((o) => o.bot));
  if (people.length > 1) return { sort: "people", name: "" };
  if (people.length) return { sort: "person", name: String(people[0].name) };
  if (others[0].bot === null) return { sort: "side", name: "" };
  return { sort: "bots", name: levels.size > 1 ? "mixed" : others[0].bot };
}

/** Wins by opponent: [{sort, name, won, of}].
 * @param {GameNote[]} notes of one game */
export function rivals(notes) {
  const games = ownGames(notes).flatMap((n) => {
    const rival = rivalOf(n);
    return rival ? [{ ...rival, won: n.won }] : [];
  });
  return [...grouped(games, (g) => `${g.sort}\n${g.name}`).values()].map((list) => ({ ...list[0], won: list.filter((g) => g.won).length, of: list.length }));
}
