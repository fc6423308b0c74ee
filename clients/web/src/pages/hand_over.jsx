// hand_over.jsx -- between two people who play on one device: nothing of the game is on the page until whoever comes next
// says that they have it in hand.
import { useEffect, useRef } from "preact/hooks";
import { t } from "../words/i18n.js";
import { Bar, Icon } from "../parts/basics.jsx";
import { called } from "../words/names.js";
import { titleOf } from "../games/index.js";
import { say } from "../browser/say.js";

export function HandOver({ match, act, onBack }) {
  const head = useRef(/** @type {HTMLHeadingElement | null} */ (null));
  const name = (seat) => called(match.seats[seat - 1]);
  const next = match.hand.to;
  const title = t("{name}, it is your turn", { name: name(next) });
  useEffect(() => {
    head.current?.focus(); // not the button: a second press of Enter would turn the page
    say(title);
  }, [next]);
  return (
    <>
      <Bar game={match.game} title={titleOf(match.game)} tab={title} />
      <main class="notice paper hand-over">
        <Icon id="i-people" size={44} />
        <h2 tabIndex={-1} ref={head}>
          {title}
        </h2>
        <p>
          {match.me === null
            ? t("Only {name} should look at the screen now.", { name: name(next) })
            : t("Pass the device to {name}. Everybody else, please look away.", { name: name(next) })}
        </p>
        <div class="row wrap">
          <button type="button" class="btn main big" onClick={() => act("hold", { seat: next })}>
            <Icon id="i-eye" size={20} />
            {t("I am {name}", { name: name(next) })}
          </button>
          {onBack && (
            <button type="button" class="btn" onClick={onBack}>
              <Icon id="i-undo" size={20} />
              {t("{name}: take it back", { name: name(match.me) })}
            </button>
          )}
        </div>
      </main>
    </>
  );
}
