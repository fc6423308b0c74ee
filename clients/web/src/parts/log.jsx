// log.jsx -- what happened at a table, in words, newest first.
import { nameOf } from "../pure/match.js";
import { t } from "../words/i18n.js";
import { said } from "../words/tale.js";

/** tales: position.story(); last: how many sentences at most. */
export function Log({ match, tales, last = 300 }) {
  const who = { of: match.game, name: (seat) => nameOf(match, seat), me: match.me };
  if (!tales.length) return <p class="quiet">{t("Nothing has happened yet.")}</p>;
  return (
    <ol class="log" reversed>
      {tales
        .slice(-last)
        .reverse()
        .map((tale, i) => (
          <li key={tales.length - i}>{said(tale, who)}</li>
        ))}
    </ol>
  );
}
