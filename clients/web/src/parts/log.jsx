// log.jsx -- what happened at a table, in words, newest first.
import { nameOf } from "../match.js";

/** last: how many sentences at most. */
export function Log({ match, game, last = 300 }) {
  const name = (seat) => nameOf(match, seat);
  const lines = match.lines.filter((l) => typeof l === "string");
  const next = (i) => lines[i + 1] ?? (match.result ? "" : undefined);
  const sentences = lines.map((l, i) => game.sentence(l, { name, me: match.me, next: next(i) })).filter(Boolean);
  return <ol class="log" reversed>{sentences.slice(-last).reverse().map((s, i) => <li key={sentences.length - i}>{s}</li>)}</ol>;
}
