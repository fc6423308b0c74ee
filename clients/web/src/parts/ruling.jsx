// ruling.jsx -- a small (i) behind a sentence: a link to the rule it rests on. Ids are for those who look them up.
import { t } from "../words/i18n.js";
import { Icon } from "./basics.jsx";

export function Ruling({ game, id }) {
  return (
    <a class="ruling" href={`/rules/${game}#${id}`} aria-label={t("Rule {id}", { id })} title={id}>
      <Icon id="i-info" size={18} />
    </a>
  );
}

/** Several of them. */
export const Rulings = ({ game, ids }) => ids.map((id) => <Ruling key={id} game={game} id={id} />).flatMap((link) => [" ", link]);
