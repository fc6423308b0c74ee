// rules.jsx -- what the rules pages of the two dice games share: dice in a row, and the rules PP-1, PP-3, PP-6
// and PP-9. Its texts are in the domains of both games (tools/texts.mjs).
import { t } from "../../words/i18n.js";
import { Die } from "../../parts/dice.jsx";
import { Rule } from "../../parts/rules.jsx";

/** sixth: the words of their pictures. */
export const Dice = ({ faces, sixth }) => (
  <span class="dice-row" aria-hidden="true">
    {faces.map((f, i) => (
      <Die key={i} kind={"pgr"[i]} face={f} sixth={sixth} size={44} />
    ))}
  </span>
);

/** All faces of the three dice (PP-2). */
export const Faces = ({ sixth }) => (
  <div class="faces" aria-hidden="true">
    {sixth.map((word, i) => (
      <span class="dice-row" key={word}>
        {[1, 2, 3, 4, 5, word].map((f) => (
          <Die key={f} kind={"pgr"[i]} face={f} size={38} />
        ))}
      </span>
    ))}
  </div>
);

/** children: a drawing of the eight neighbours. */
export const Sheet = ({ children }) => (
  <Rule id="PP-1" title={t("The sheet")}>
    <p>
      {t(
        "One to a hundred people play, each on a sheet of their own, and all sheets are alike. The neighbours of a space, those next to it or beside it, are all eight spaces around it, even those at its corners.",
      )}
    </p>
    {children}
  </Rule>
);

export const Round = () => (
  <Rule id="PP-3" title={t("A round")}>
    <p>{t("Three dice are rolled once for everybody. Then all write at the same time, each on their own sheet.")}</p>
    <p>{t("Here you may tap a space first or dice first, or drag a die onto a space. What is in pencil can be dragged, too.")}</p>
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
  <Rule id="PP-9" ruling title={t("Out of time, or gone")}>
    <p>{t("When your time runs out a bot makes that turn. After three such turns in a row, or when you leave, a bot plays on until you are back.")}</p>
  </Rule>
);
