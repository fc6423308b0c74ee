// ranking.jsx -- the ranking of a part of a day, among everybody or in a circle; for those whose own game is over, or once the day is.
import { useState } from "preact/hooks";
import { dayText } from "../words/dates.js";
import { loadTexts, num, t } from "../words/i18n.js";
import { Bar, Icon, Notice, Waiting } from "../parts/basics.jsx";
import { usePromise } from "../browser/hooks.js";
import { explained } from "../words/problems.js";
import { circles, dayRows } from "../table/server_day.js";
import { titleOfPart } from "./part.jsx";

/** What somebody in a list is called. */
export const rowName = (row) => (row.you ? t("You") : row.name || t("Somebody"));

/** Points, and those of who played against one; a dash where nothing is known. */
export const pointsText = ({ points = null, against = null }) => (points === null ? "–" : against === null ? num(points) : `${num(points)} : ${num(against)}`);

function Rows({ rows, caption }) {
  return (
    <table class="rank">
      <caption class="vh">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="vh">{t("Rank")}</span>
          </th>
          <th scope="col">{t("Traveller")}</th>
          <th scope="col" class="n">
            {t("Total")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={i} class={row.you ? "mine" : ""}>
            <td class="rk">{row.place}</td>
            <th scope="row">{rowName(row)}</th>
            <td class="n t">{pointsText(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const sentence = async (/** @type {any} */ e) =>
  e.word === "waiting" ? t("You see what the others reached once your own game of this day is over.") : await explained(e);

/** @param {{day: string, part: string}} props */
export function Ranking({ day, part }) {
  const [circle, setCircle] = useState(/** @type {string | null} */ (null));
  const friends = usePromise(async () => (await loadTexts("day"), circles()), []);
  const found = usePromise(async () => dayRows(day, part, circle).catch(async (e) => (await loadTexts("day"), { no: await sentence(e) })), [circle]);
  const list = Array.isArray(friends) ? friends : [];
  return (
    <>
      <Bar title={t("Ranking")} sub={`${titleOfPart(part)} · ${dayText(day, { day: "numeric", month: "long" })}`} back={`/day/${day}`} />
      {!found || friends === undefined ? (
        <Waiting />
      ) : found.no ? (
        <Notice icon="i-lock" title={found.no}>
          <a class="btn main" href={`/day/${day}`}>
            {t("Back to the day")}
          </a>
        </Notice>
      ) : (
        <main class="form paper dots stack">
          {list.length > 0 && (
            <div>
              <label class="label" for="among">
                {t("Among")}
              </label>
              <select class="input" id="among" value={circle ?? ""} onChange={(e) => setCircle(e.currentTarget.value || null)}>
                <option value="">{t("everybody")}</option>
                {list.map((c) => (
                  <option key={c.circle} value={c.circle}>
                    {c.name}
                  </option>
                ))}
              </select>
            </div>
          )}
          {found.rows.length ? <Rows rows={found.rows} caption={titleOfPart(part)} /> : <p class="quiet">{t("Nobody has finished yet.")}</p>}
          <p class="quiet small">
            <Icon id="i-info" size={18} class="inline" />{" "}
            {circle
              ? t("A circle is for friends: those in it know one another.")
              : t("There are no accounts, so anybody can come back as somebody else: this list is for fun. For friends there are circles.")}
          </p>
        </main>
      )}
    </>
  );
}
