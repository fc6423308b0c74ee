// wish.js -- what is wished of a new table, as the core reads it (Core.tableCreate).

/** People who can share one device, at most. */
export const MOST_PEOPLE = 8;

/** What is wished of a table, as text (table/settings.h).
 * @param {Wish} wish */
export function wishOf({ game, mode, seats, options = {}, board = {}, speed, hints = true, fairness = true }) {
  const { name, text, size, grade } = board;
  const wanted = name ? `name ${name}` : text ? "own" : size || grade ? `made ${size ?? "long"} ${grade ?? "fair"}` : null;
  const lines = [
    "tambo-table 1",
    `game: ${game}`,
    mode && `mode: ${mode}`,
    `seats: ${seats}`,
    ...Object.entries(options).map(([key, value]) => `option ${key}: ${value}`),
    wanted && `board: ${wanted}`,
    speed && `speed: ${[speed.kind, speed.seconds ?? speed.days].filter(Boolean).join(" ")}`,
    !hints && "hints: no",
    !fairness && "fairness: no",
    text && `text: ${new TextEncoder().encode(text).length}\n${text}`,
  ];
  return lines
    .filter(Boolean)
    .map((line) => `${line}\n`)
    .join("");
}
