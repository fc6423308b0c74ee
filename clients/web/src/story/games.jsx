// games.jsx -- all games of one's own story, the newest first, with the ways to their replay and review, where their record is still here.
import { useState } from "preact/hooks";
import { aboutGame, canPlay, titleOf } from "../games/index.js";
import { Icon } from "../parts/basics.jsx";
import { isLocal } from "../table/table.js";
import { dayText } from "../words/dates.js";
import { listOf, t, tn } from "../words/i18n.js";
import { pointsText } from "./calendar.jsx";

const SHOWN = 10;

/** How it went, in a few words. */
function wentText(n, past) {
  if (n.as === "table") return t("several people on this device");
  const level = n.level && past?.levelName?.(n.level);
  return [pointsText(n.points), n.won ? t("won") : n.lost ? t("lost") : null, level, n.as === "study" ? t("went on from a record") : null]
    .filter(Boolean)
    .join(" · ");
}

/** Against whom, and on what. */
function whatText(n, past) {
  const people = n.others.flatMap((o) => (o.name ? [o.name] : [])),
    bots = n.others.filter((o) => o.bot).length;
  const beside = [...(people.length > 3 ? [t("{n} others", { n: people.length })] : people), ...(bots ? [tn("{n} bot", "{n} bots", bots)] : [])];
  return [
    beside.length ? null : past?.modeName(n.mode),
    n.sort === null ? null : past?.kindName(n.sort),
    beside.length ? t("with {names}", { names: listOf(beside) }) : null,
  ]
    .filter(Boolean)
    .join(" · ");
}

function Game({ n, past, has }) {
  const title = titleOf(n.game) ?? n.game,
    when = dayText(n.day, { day: "numeric", month: "short", year: "numeric" }),
    as = n.seat ? `?as=${n.seat}` : "";
  return (
    <li>
      {canPlay(n.game) && <Icon id={aboutGame(n.game).icon} size={30} class={`of-${n.game}`} />}
      <div class="grow">
        <b>{title}</b>
        <span class="small">{wentText(n, past)}</span>
        <span class="quiet small">{[when, whatText(n, past), isLocal(n.id) ? null : t("online")].filter(Boolean).join(" · ")}</span>
      </div>
      {has(n.id) && (
        <div class="go-there">
          <a class="btn" href={`/replay/${n.id}${as}`} aria-label={t("Replay {game}, {when}", { game: title, when })}>
            {t("Replay")}
          </a>
          {n.as !== "table" && (
            <a class="btn" href={`/review/${n.id}${as}`} aria-label={t("Review {game}, {when}", { game: title, when })}>
              {t("Review")}
            </a>
          )}
        </div>
      )}
    </li>
  );
}

export function Games({ games, pasts, has }) {
  const [most, setMost] = useState(SHOWN);
  const list = [...games].reverse(),
    shown = list.slice(0, most);
  return (
    <section class="paper all-games" aria-labelledby="games-title">
      <h2 id="games-title">{t("All games")}</h2>
      {!list.length && <p class="quiet small">{t("None yet.")}</p>}
      <ul class="resume">
        {shown.map((n) => (
          <Game key={n.id} n={n} past={pasts.get(n.game)} has={has} />
        ))}
      </ul>
      {shown.some((n) => !has(n.id)) && <p class="quiet small">{t("Where there is no button the record is no longer on this device.")}</p>}
      {list.length > most && (
        <button type="button" class="btn wide" onClick={() => setMost(most + 40)}>
          {tn("{n} more game", "{n} more games", list.length - most)}
        </button>
      )}
    </section>
  );
}
