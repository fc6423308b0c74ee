// result.jsx -- the end of a game: first the counting on one's own sheet, then the ranking with the
// sentence that says why, the stamp, and what next.
import { useEffect, useRef, useState } from "preact/hooks";
import { capital, colon, num, t, tn } from "../words/i18n.js";
import { Bar, Dialog, Icon } from "../parts/basics.jsx";
import { Large } from "../parts/gallery.jsx";
import { Mini } from "../parts/mini.jsx";
import { Rubber } from "../parts/score.jsx";
import { ranking } from "../pure/match.js";
import { titleOf } from "../games/index.js";
import { usePromise } from "../browser/hooks.js";
import { complain } from "../words/problems.js";
import { go } from "../browser/router.js";
import { say } from "../browser/say.js";
import { saveRecord } from "./menu.jsx";
import { NextLevel } from "./next_level.jsx";

/** The same again: the main thing to do. */
export function Again({ table, match, act, solo }) {
  const people = match.seats.filter((s) => s.kind === "human").length;
  const asking = useRef(false); // a second click while the first is on its way
  const rematch = async () => {
    if (asking.current) return;
    asking.current = true;
    const made = await act("rematch"); // also where there is one already: it gives us a seat
    asking.current = false;
    if (made) go(`/t/${made.table ?? table.match.next}`);
  };
  if (match.day)
    return (
      <a class="btn main big" href={`/day/${match.day}`}>
        <Icon id="i-trophy" />
        {t("Back to the day")}
      </a>
    );
  if (match.me !== null)
    return (
      <button type="button" class="btn main big" onClick={rematch}>
        <Icon id="die" />
        {solo && people < 2 ? t("Play again") : match.next ? t("Join the rematch") : t("Rematch")}
      </button>
    );
  if (!match.next) return null;
  return (
    <a class="btn main big" href={`/t/${match.next}`}>
      <Icon id="i-eye" />
      {t("Watch the rematch")}
    </a>
  );
}

/** What else there is to do. */
function Actions({ table, match, game, onGallery, onShare, solo, children }) {
  const as = match.me === null ? "" : `?as=${match.me}`;
  return (
    <div class="acts2">
      {children}
      {!solo && game.mini && (
        <button type="button" class="btn" onClick={onGallery}>
          <Icon id="i-grid" size={20} />
          {t("All sheets")}
        </button>
      )}
      <a class="btn" href={`/review/${match.id}${as}`}>
        <Icon id="i-hint" size={20} />
        {t("Review")}
      </a>
      <a class="btn" href={`/replay/${match.id}${as}`}>
        <Icon id="i-play" size={18} />
        {t("Replay")}
      </a>
      <button type="button" class="btn" onClick={onShare}>
        <Icon id="i-share" size={20} />
        {t("Share")}
      </button>
      <button type="button" class="btn" onClick={() => saveRecord(table)}>
        <Icon id="i-download" size={20} />
        {t("Save the record")}
      </button>
      <a class="btn" href="/">
        <Icon id="i-home" size={20} />
        {t("Home page")}
      </a>
    </div>
  );
}

const LONG = 8; // rows from which on one's own stands above the others, too

/** onOpen(row): its sheet.
 * @param {any} props */
function Line({ r, game, match, view, parts, onOpen, called }) {
  return (
    <tr class={r.seat === match.me ? "mine" : ""}>
      <td class="rk">{r.rank}</td>
      {game.mini && (
        <td class="sh">
          <Mini game={game} view={view} seat={r.seat} />
        </td>
      )}
      <th scope="row">
        {game.mini ? (
          <button type="button" class="linkish" onClick={() => onOpen(r)}>
            {called(r)}
          </button>
        ) : (
          called(r)
        )}
      </th>
      {parts.map(([key]) => (
        <td class="n part" key={key}>
          {num(r[key])}
        </td>
      ))}
      <td class="n t">{num(r.total)}</td>
    </tr>
  );
}

function Ranking({ rows, ...more }) {
  const { game, match } = more;
  const parts = game.parts();
  const mine = rows.length > LONG && rows.slice(LONG / 2).find((r) => r.seat === match.me);
  return (
    <table class="rank">
      <caption class="vh">{t("Ranking")}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="vh">{t("Rank")}</span>
          </th>
          {game.mini && (
            <th scope="col" class="sh">
              <span class="vh">{t("Sheet")}</span>
            </th>
          )}
          <th scope="col">{t("Traveller")}</th>
          {parts.map(([key, label]) => (
            <th scope="col" class="n part" key={key}>
              {label}
            </th>
          ))}
          <th scope="col" class="n">
            {t("Total")}
          </th>
        </tr>
      </thead>
      {mine && (
        <tbody class="own">
          <Line r={mine} parts={parts} {...more} />
        </tbody>
      )}
      <tbody>
        {rows.map((r) => (
          <Line key={r.seat} r={r} parts={parts} {...more} />
        ))}
      </tbody>
    </table>
  );
}

const fetchShare = async () => (await import("../parts/share_result.jsx")).ShareResult;

/** A result as it is handed on: the card, and its text, which others read: so not "You", but what the stamp says. Whoever looked on hands on
 * that of the first. */
function cardOf({ match, game, view, rows, title, text, stamp }) {
  const row = rows.find((r) => r.seat === match.me) ?? rows[0];
  const name = titleOf(game.name),
    points = tn("{n} point", "{n} points", row.total, { n: num(row.total) }),
    what = stamp ? `${capital(stamp.top.toLocaleLowerCase())} · ${points}` : `${title}. ${text}`;
  return {
    card: {
      title: name,
      what,
      total: row.total,
      parts: game.parts().map(([key, label]) => [label, row[key]]),
      sheet: game.mini ? game.mini(view, row.seat) : (game.land?.(view) ?? null),
      where: location.host,
    },
    text: `${colon(name, what)} · ${location.origin}`,
  };
}

/** What one's own story says of this game, once it is fetched and the game noted there; null: nothing. */
function useStory(table, { me, hand }) {
  const said = usePromise(async () => (me === null && !hand ? null : (await import("../story/ended.js")).ended(table)), []);
  return said && !said.error ? said : null;
}

export function Result(props) {
  const { game, view, counting, setCounting, tools } = props;
  const match = props.match.hand ? { ...props.match, me: null } : props.match; // those who share a device go by their names, nobody is "You"
  const { me } = match;
  const rows = ranking(match.result, game.tiebreak);
  // nobody else to see: alone, or together against the game
  const solo = rows.every((r) => r.seat === props.match.me || typeof r.seat === "string");
  const n = match.result.rounds;
  const words = game.words?.(match.result) ?? {
    finished: t("finished · {n} rounds", { n }),
    title: t("your sheet, round {n}", { n }),
    sheet: t("Your sheet"),
    whole: t("Your finished sheet"),
  };
  const name = (seat) => match.seats[seat - 1]?.name ?? "";
  const called = (r) => game.rowName?.(r, me, name) ?? (r.seat === me ? t("You") : name(r.seat) || r.name);
  const [open, setOpen] = useState(/** @type {any} */ (null)); // the row whose sheet is shown
  const [Share, setShare] = useState(/** @type {any} */ (null)); // the dialog, once it is fetched
  const { title, text } = game.verdict(rows, me, name, view);
  const stamp = game.stamp(rows, me);
  const story = useStory(props.table, props.match);
  const onShare = () => fetchShare().then((found) => setShare(() => found), complain);
  const shared = Share && <Share {...cardOf({ match, game, view, rows, title, text, stamp })} onClose={() => setShare(null)} />;
  useEffect(() => scrollTo(0, 0), [counting]);
  useEffect(() => say([t("The game is over."), `${title}.`, text, story?.told].filter(Boolean).join(" ")), [story?.told]);
  const bar = (
    <Bar game={game.name} title={titleOf(game.name)} sub={`${title} · ${words.finished}`}>
      {tools}
    </Bar>
  );
  const hero = (
    <div class="hero">
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
        {story?.told && (
          <p class="small">
            <a href="/story">{story.told}</a>
          </p>
        )}
      </div>
      {stamp && <Rubber {...stamp} picture={game.picture} more={story?.best} />}
    </div>
  );
  if (counting)
    return (
      <>
        {bar}
        <game.Counting view={view} match={match} seat={match.me} title={words.title}>
          {solo ? (
            <>
              {hero}
              <Actions {...props} {...{ onShare }} solo>
                <Again {...props} solo />
              </Actions>
              {game.After && <game.After table={props.table} match={match} />}
            </>
          ) : (
            <div class="acts2 under">
              <h2>{title}</h2>
              <button
                type="button"
                class="btn main big"
                onClick={(e) => {
                  e.stopPropagation();
                  setCounting(false);
                }}
              >
                {t("See everyone")}
                <Icon id="i-right" size={20} />
              </button>
            </div>
          )}
        </game.Counting>
        {shared}
      </>
    );
  return (
    <>
      {bar}
      <main class="book result">
        <section class="page dots" aria-label={t("Result")}>
          {hero}
          <div class="acts2 again">
            <Again {...props} />
          </div>
          <NextLevel match={props.match} rows={rows} act={props.act} />
          <Ranking {...{ rows, game, view, match, called }} onOpen={setOpen} />
        </section>
        <section class="page right stack" aria-label={t("What next")}>
          {(match.me !== null || !game.mini) && (
            <div>
              <div class="head-row">
                <h2>{words.sheet}</h2>
                {match.me !== null && (
                  <button type="button" class="btn plain linkish" onClick={() => setCounting(true)}>
                    {t("See the scoring")}
                  </button>
                )}
              </div>
              <game.Sheet view={view} seat={match.me} label={words.whole} />
            </div>
          )}
          <Actions {...props} {...{ onShare }} />
          {game.After && <game.After table={props.table} match={match} />}
        </section>
      </main>
      {shared}
      {open && (
        <Dialog title={called(open)} onClose={() => setOpen(null)}>
          <Large game={game} view={view} row={view.points().find((row) => row.seat === open.seat)} name={called(open)} own={open.seat === me} still />
        </Dialog>
      )}
    </>
  );
}
