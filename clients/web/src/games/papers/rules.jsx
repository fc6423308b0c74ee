// rules.jsx -- what the rules pages of the two dice games share: dice in a row, and the rules PP-3, PP-6
// and PP-9. Its texts are in the domains of both games (tools/texts.mjs).
import { t } from "../../i18n.js";
import { Die } from "../../parts/dice.jsx";
import { Rule } from "../../parts/rules.jsx";

export const Dice = ({ faces, game }) => (
  <span class="dice-row" aria-hidden="true">
    {faces.map((f, i) => (
      <Die key={i} kind={"pgr"[i]} face={f} game={game} size={44} />
    ))}
  </span>
);

export const Round = () => (
  <Rule id="PP-3" title={t("A round")}>
    <p>{t("Three dice are rolled once for everybody. Then all write at the same time, each on their own sheet.")}</p>
  </Rule>
);

export const Sealed = () => (
  <Rule id="PP-6" ruling title={t("The round is sealed")}>
    <p>
      {t(
        "While a round is open you see the other sheets as they were when it began. What you write is pencil until you say that you are ready, and you may take it back until everybody is.",
      )}
    </p>
  </Rule>
);

export const Leaving = () => (
  <Rule id="PP-9" ruling title={t("Somebody leaves")}>
    <p>{t("Whoever leaves or runs out of time is played by a bot, and may come back at any time.")}</p>
  </Rule>
);
