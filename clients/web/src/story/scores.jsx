// scores.jsx -- a game in one's own story: for each way to play it the scores, how they are spread and the levels reached; wins by opponent; the
// boards of the book, where the game has some. And how one stands at puzzles.
import { usePromise } from "../browser/hooks.js";
import { aboutGame, titleOf } from "../games/index.js";
import { Icon } from "../parts/basics.jsx";
import { levelName } from "../parts/setup.jsx";
import { capital, languageNow, num, t } from "../words/i18n.js";
import { learnt } from "./feats.js";
import { BARS, rivals, ways } from "./scores.js";

/** How scores are spread, as bars; in words for those who cannot see them. */
function Spread({ bars }) {
  const most = Math.max(...bars.map((b) => b.n)),
    width = 160 / BARS;
  const text = bars
    .filter((b) => b.n)
    .map((b) => `${b.from === b.to ? num(b.from) : `${num(b.from)}–${num(b.to)}`}: ${b.n}`)
    .join("; ");
  return (
    <svg class="spread" viewBox="0 0 160 40" role="img" aria-label={t("How often: {list}", { list: text })}>
      {bars.map((b, i) => {
        const high = b.n ? Math.max(2, (26 * b.n) / Math.max(3, most)) : 1;
        return (
          <g key={b.from}>
            <rect class={b.n ? "bar-n" : "bar-0"} x={i * width + 1.5} y={28 - high} width={width - 3} height={high} rx="1.5" />
            <text x={i * width + width / 2} y="38">
              {num(b.from)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

function Way({ way, past }) {
  const { mode, sort, played, best, bestGame, mean, spread, levels, won, lost } = way;
  const what = [past?.modeName(mode) ?? mode, sort === null ? t("home-made") : past?.kindName(sort)].filter(Boolean).join(" · ");
  return (
    <li class="way">
      <h3>{capital(what)}</h3>
      <dl class="figures">
        <div>
          <dt>{t("played")}</dt>
          <dd>{played}</dd>
        </div>
        <div>
          <dt>{t("best")}</dt>
          <dd>
            <a href={`/t/${bestGame.id}`}>{num(best)}</a>
          </dd>
        </div>
        <div>
          <dt>{t("mean")}</dt>
          <dd>{new Intl.NumberFormat(languageNow()).format(mean)}</dd>
        </div>
        {won + lost > 0 && (
          <div>
            <dt>{t("won")}</dt>
            <dd>{won}</dd>
          </div>
        )}
      </dl>
      {played > 1 && spread.length > 1 && <Spread bars={spread} />}
      {levels.length > 0 && <p class="small quiet">{levels.map(({ level, n }) => `${past?.levelName?.(level) ?? level} ${n}×`).join(" · ")}</p>}
    </li>
  );
}

const rivalName = ({ sort, name }, past) =>
  sort === "bots"
    ? t("bots, {level}", { level: levelName(name) })
    : sort === "side"
      ? (past?.rival?.() ?? t("the game"))
      : sort === "people"
        ? t("several people")
        : name;

function Rivals({ list, past }) {
  return (
    <table class="ledger rivals">
      <caption>{t("Games won")}</caption>
      <tbody>
        {list.map((r) => (
          <tr key={`${r.sort} ${r.name}`}>
            <th scope="row">{capital(rivalName(r, past))}</th>
            <td class="n">{t("{won} of {n}", { won: r.won, n: r.of })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The boards of the book, once they are fetched. */
function BookOf({ past, notes }) {
  const found = usePromise(async () => past.book?.(), []);
  return found?.Book ? <found.Book notes={notes} /> : null;
}

export function Scores({ name, past, notes }) {
  const list = ways(notes),
    met = rivals(notes);
  return (
    <section class="paper of-game" aria-labelledby={`of-${name}`}>
      <h2 id={`of-${name}`}>
        <Icon id={aboutGame(name).icon} size={26} class={`of-${name}`} />
        {titleOf(name)}
      </h2>
      {list.length ? (
        <ul class="ways">
          {list.map((way) => (
            <Way key={`${way.mode} ${way.sort}`} way={way} past={past} />
          ))}
        </ul>
      ) : (
        <p class="quiet small">{t("Not played yet.")}</p>
      )}
      {met.length > 0 && <Rivals list={met} past={past} />}
      {past?.book && <BookOf past={past} notes={notes} />}
    </section>
  );
}

/** days: the puzzles of days, each of several positions. */
export function Puzzles({ notes, days }) {
  const right = days.reduce((sum, n) => sum + n.points, notes.filter((n) => n.right).length),
    all = days.reduce((sum, n) => sum + n.of, notes.length),
    known = learnt(notes).length,
    run = Math.max(0, ...notes.map((n) => n.run ?? 0)),
    rating = notes.filter((n) => n.sort === "certain" && !n.again).at(-1)?.own;
  return (
    <section class="paper" aria-labelledby="puzzles-title">
      <h2 id="puzzles-title">
        <Icon id="i-hint" size={26} />
        {t("Puzzles")}
      </h2>
      {all ? (
        <dl class="figures">
          {rating && (
            <div>
              <dt>{t("rating")}</dt>
              <dd>{rating}</dd>
            </div>
          )}
          <div>
            <dt>{t("solved")}</dt>
            <dd>{t("{won} of {n}", { won: right, n: all })}</dd>
          </div>
          {known > 0 && (
            <div>
              <dt>{t("techniques learnt")}</dt>
              <dd>{known}</dd>
            </div>
          )}
          {run > 0 && (
            <div>
              <dt>{t("longest streak")}</dt>
              <dd>{run}</dd>
            </div>
          )}
        </dl>
      ) : (
        <p class="quiet small">{t("None solved yet.")}</p>
      )}
      <p>
        <a href="/puzzles">{t("To the puzzles")}</a>
      </p>
    </section>
  );
}
