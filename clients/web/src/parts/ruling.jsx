// ruling.jsx -- a small link to the rule a sentence rests on, where the rule is a ruling of ours.
import { t } from "../words/i18n.js";

export function Ruling({ game, id }) {
  return (
    <a class="ruling" href={`/rules/${game}#${id}`} aria-label={t("Rule {id}", { id })}>
      {id}
    </a>
  );
}

/** Several of them. */
export const Rulings = ({ game, ids }) => ids.map((id) => <Ruling key={id} game={game} id={id} />).flatMap((link) => [" ", link]);
