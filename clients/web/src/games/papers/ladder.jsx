// ladder.jsx -- the levels of a game for one, and where the points are now.
import { levelName } from "./words.js";

/** levels: of Position.levels. */
export function Ladder({ levels, total }) {
  const now = levels.filter((l) => total >= l.from).at(-1) ?? levels[0];
  return (
    <ol class="ladder">
      {levels.map((l) => (
        <li key={l.name} class={l === now ? "now" : ""} aria-current={l === now ? "step" : undefined}>
          {levelName(l.name)}
          <b>{l.from}</b>
        </li>
      ))}
    </ol>
  );
}
