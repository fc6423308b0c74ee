// space.js -- names of spaces: a column letter and a row number, a1 at the top left.
/** "c4" -> {x: 2, y: 3}
 * @param {string} name */
export const place = (name) => ({ x: name.charCodeAt(0) - 97, y: Number(name.slice(1)) - 1 });

/** The nearest space in a direction, or the same one.
 * @template {Place} T
 * @param {T[]} cells
 * @param {T} from
 * @param {number} dx
 * @param {number} dy */
export function neighbour(cells, from, dx, dy) {
  let best = from,
    cost = Infinity;
  for (const c of cells) {
    const along = (c.x - from.x) * dx + (c.y - from.y) * dy;
    const aside = Math.abs(dx ? c.y - from.y : c.x - from.x);
    if (along <= 0 || (dx && aside)) continue;
    if (along * 10 + aside < cost) [best, cost] = [c, along * 10 + aside];
  }
  return best;
}
