// ruling.jsx -- a small (i) behind a sentence: a link to the rule it rests on. Ids are for those who look them up.
import { t } from "../words/i18n.js";
import { Icon } from "./basics.jsx";

/** One (i) for a sentence that rests on several rules: it leads to the first, and names them all.
 * @param {{game: string, ids: string[]}} props */
export function Rulings({ game, ids }) {
  const id = ids.join(", ");
  return (
    <a class="ruling" href={`/rules/${game}#${ids[0]}`} aria-label={t("Rule {id}", { id })} title={id}>
      <Icon id="i-info" size={18} />
    </a>
  );
}

/** @param {{game: string, id: string}} props */
export const Ruling = ({ game, id }) => <Rulings game={game} ids={[id]} />;
