// tables.jsx -- the list of open public tables on the server, as it changes.
import { ago, listOf, t, tn } from "../words/i18n.js";
import { Bar, Icon, Waiting } from "../parts/basics.jsx";
import { LinkState, Refused } from "../parts/link.jsx";
import { speedText } from "../parts/online.jsx";
import { useBoardText } from "../games/use_board_text.js";
import { GAMES, aboutGame, titleOf } from "../games/index.js";
import { called } from "../words/names.js";
import { useOpenTables } from "../table/open_tables.js";

function Row({ g }) {
  const people = g.who.filter((w) => w.kind !== "bot").map(called),
    bots = g.who.length - people.length;
  const names = bots ? [...people, tn("{n} bot", "{n} bots", bots)] : people;
  const title = t("{game} with {names}", { game: titleOf(g.game), names: listOf(names) });
  const board = useBoardText(g);
  return (
    <li>
      <Icon id={aboutGame(g.game)?.icon} size={38} class={`of-${g.game}`} />
      <div class="grow">
        <b>{title}</b>
        <span class="quiet small">
          {t("{n} of {m} seats taken", { n: g.players, m: g.players + g.free })} · {board && `${board} · `}
          {speedText(g.speed)} · {ago(Date.now() - g.created)}
        </span>
      </div>
      <a class="btn" href={`/t/${g.id}`} aria-label={t("Go to {game}", { game: title })}>
        {g.free ? t("Join") : t("Watch")}
      </a>
    </li>
  );
}

export function TablesPage() {
  const { link, tables, problem } = useOpenTables();
  if (problem) return <Refused problem={problem} title={t("Open tables")} />;
  return (
    <>
      <Bar title={t("Open tables")} />
      <LinkState link={link} list />
      {tables === null && link !== "lost" ? (
        <Waiting />
      ) : (
        <main class="form paper dots stack">
          {tables && tables.length > 0 && (
            <ul class="resume" aria-live="polite">
              {tables.map((g) => (
                <Row key={g.id} g={g} />
              ))}
            </ul>
          )}
          {tables?.length === 0 && <p class="quiet">{t("No tables are open right now. Open one, and others will see it here at once.")}</p>}
          {!tables && <p class="quiet">{t("The list appears as soon as there is a connection.")}</p>}
          <a class="btn main big wide" href={`/play/${GAMES[0]}?with=people&public=1`}>
            <Icon id="i-plus" size={20} />
            {t("Open a table of your own")}
          </a>
        </main>
      )}
    </>
  );
}
