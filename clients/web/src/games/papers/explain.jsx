// explain.jsx -- asked at the table what something is: a few sentences and a picture, in a dialog. For the two dice games, which say
// what they can explain.
import { useState } from "preact/hooks";
import { Dialog } from "../../parts/basics.jsx";
import { Rulings } from "../../parts/ruling.jsx";

/** topics: by key, a function that gives {title, lines, picture, rules}, rules: their ids. Gives a function that opens one of them,
 * and what is open, to be drawn.
 * @param {string} game
 * @param {Record<string, () => {title: string, lines: string[], picture: Children, rules: string[]}>} topics
 * @returns {[(key: string) => void, Children]} */
export function useExplain(game, topics) {
  const [key, open] = useState(/** @type {string | null} */ (null));
  if (!key) return [open, null];
  const { title, lines, picture, rules } = topics[key]();
  return [
    open,
    <Dialog title={title} onClose={() => open(null)}>
      <div class="explain stack-s">
        {picture}
        {lines.map((text, i) => (
          <p key={text}>
            {text} {i === lines.length - 1 && <Rulings game={game} ids={rules} />}
          </p>
        ))}
      </div>
    </Dialog>,
  ];
}
