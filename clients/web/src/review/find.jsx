// find.jsx -- find it yourself: where was the better way? By tapping the board, by choosing the space from a list, or, where it is not
// about a space, by choosing what to do. Says warm, right or not there; giving up shows it.
import { useEffect, useState } from "preact/hooks";
import { t } from "../words/i18n.js";
import { say } from "../browser/say.js";
import { choicesOf, isAboutSpace, judged, linesBefore, otherLines } from "./read.js";
import { legalAfter, sentences } from "./tell.js";
import { points } from "./words.js";

/** The spaces that the board shows, as it was drawn. */
function useSpaces(deps) {
  const [spaces, set] = useState(/** @type {string[]} */ ([]));
  useEffect(() => {
    const all = [...document.querySelectorAll(".review-board [data-at]")].map((el) => String(el.getAttribute("data-at")));
    set([...new Set(all)].sort());
  }, deps);
  return spaces;
}

const verdict = (how, space) =>
  ({ right: t("Right: {space}.", { space }), warm: t("Warm: {space} is close.", { space }), cold: t("Not there: {space}.", { space }) })[how];

function BySpace({ d, guess, setGuess, onTold }) {
  const spaces = useSpaces([d.step]);
  const [chosen, setChosen] = useState("");
  useEffect(() => {
    if (guess) onTold(judged(d, guess), verdict(judged(d, guess), guess));
  }, [guess]);
  return (
    <form
      class="row wrap"
      onSubmit={(e) => {
        e.preventDefault();
        if (chosen) setGuess(chosen);
      }}
    >
      <label for="guess">{t("Tap a space, or choose one:")}</label>
      <select id="guess" class="input" value={chosen} onChange={(e) => setChosen(e.currentTarget.value)}>
        <option value="">…</option>
        {spaces.map((space) => (
          <option key={space} value={space}>
            {space}
          </option>
        ))}
      </select>
      <button type="submit" class="btn" disabled={!chosen}>
        {t("Try it")}
      </button>
    </form>
  );
}

function ByLine({ story, d, seat, onTold }) {
  const before = linesBefore(d),
    [answer] = otherLines(d);
  return (
    <ul class="review-choices">
      {choicesOf(d, legalAfter(story, d.step, seat, before)).map((line) => (
        <li key={line}>
          <button
            type="button"
            class="btn wide"
            onClick={() =>
              line === answer ? onTold("right", t("Right.")) : onTold("cold", d.made.includes(line) ? t("That is what was done.") : t("Not that."))
            }
          >
            {sentences(story, d.step, seat, [...before, line], [line]).join(" ")}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** guess: the space that was tapped or chosen last. onOpen(text): the answer; text: what is said of having found it, or nothing. */
export function Find({ story, d, seat, guess, setGuess, onOpen }) {
  const [told, setTold] = useState(/** @type {{how: string, text: string} | null} */ (null));
  const onTold = (how, text) => {
    setTold({ how, text });
    say(text);
    if (how === "right") onOpen(text);
  };
  return (
    <section class="review-find" aria-labelledby="find-title">
      <h3 id="find-title">{t("Find it yourself")}</h3>
      <p>{t("There was something better, worth +{n}.", { n: points(d.lost) })}</p>
      {isAboutSpace(d) ? <BySpace {...{ d, guess, setGuess, onTold }} /> : <ByLine {...{ story, d, seat, onTold }} />}
      {told && <p class={`told ${told.how}`}>{told.text}</p>}
      <button type="button" class="btn" onClick={() => onOpen("")}>
        {t("Show it")}
      </button>
    </section>
  );
}
