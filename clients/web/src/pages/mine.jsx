// mine.jsx -- the part of the first page with one's games: tables online, those that wait for me
// first, then games on this device.
import { useEffect, useState } from "preact/hooks";
import { ago, listOf, num, t, tn } from "../words/i18n.js";
import { Dialog, Icon, IconButton } from "../parts/basics.jsx";
import { aboutGame, titleOf } from "../games/index.js";
import { dropPromises } from "../table/promises.js";
import { myTables } from "../table/server.js";
import { called } from "../words/names.js";
import { store } from "../browser/store.js";
import { usePromise } from "../browser/hooks.js";

const SHOWN = 6,
  BRIEF = 3, // above the games
  AGAIN = 20000; // ms after which tables online are asked for again

function namesOf(names) {
  return names.length > 3 ? t("{n} others", { n: names.length }) : listOf(names);
}
const withNames = (game, names) =>
  names.length ? t("{game} with {names}", { game: titleOf(game), names: namesOf(names) }) : t("{game}, alone", { game: titleOf(game) });

/** The others at a table of the server; bots are counted. */
function othersOf(g, me) {
  const people = g.who.filter((w) => w.kind !== "bot" && w.player !== me).map(called),
    bots = g.who.filter((w) => w.kind === "bot").length;
  return bots ? [...people, tn("{n} bot", "{n} bots", bots)] : people;
}

/** Where a table of the server is, for me: {words, turn}. */
function stateOf(g, me) {
  if (g.status === "over") return { words: t("finished"), turn: false, rank: 2 };
  if (g.status === "open") return { words: t("not begun · {n} of {m} seats taken", { n: g.players, m: g.players + g.free }), turn: false, rank: 1 };
  const round = g.round ? t("in round {n}", { n: g.round }) : "";
  if (g.who.some((w) => w.player === me && w.acts)) return { words: round, turn: true, rank: 0 };
  const slow = g.who.filter((w) => w.acts && w.kind !== "bot");
  const wait =
    slow.length > 2 ? tn("waiting for {n} person", "waiting for {n} people", slow.length) : t("waiting for {who}", { who: listOf(slow.map(called)) });
  return { words: [round, slow.length ? wait : null].filter(Boolean).join(" · "), turn: false, rank: 1 };
}

/** My tables on the server; asked again when I look at the page once more. */
function useOnline() {
  const [tables, set] = useState([]);
  useEffect(() => {
    let here = true;
    const ask = async () => {
      if (!navigator.onLine || document.hidden) return;
      try {
        const { player, tables: list } = await myTables();
        const rows = list.map((g) => ({ ...g, ...stateOf(g, player), names: othersOf(g, player) }));
        if (here) set(rows.sort((a, b) => a.rank - b.rank || b.changed - a.changed));
      } catch {
        // no server: games on this device are there all the same
      }
    };
    ask();
    const timer = setInterval(ask, AGAIN);
    document.addEventListener("visibilitychange", ask);
    return () => {
      here = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, []);
  return tables;
}

function Online({ g }) {
  const title = withNames(g.game, g.names);
  return (
    <li>
      <Icon id={aboutGame(g.game)?.icon} size={34} class={`of-${g.game}`} />
      <div class="grow">
        <b>{title}</b>
        <span class="quiet small">
          {g.turn && <strong class="yourturn">{t("waits for you")}</strong>} {[t("online"), g.words].filter(Boolean).join(" · ")}
        </span>
      </div>
      <a
        class={`btn ${g.turn ? "turn" : ""}`}
        href={`/t/${g.id}`}
        aria-label={g.status === "over" ? t("View {game}", { game: title }) : t("Continue {game}", { game: title })}
      >
        {g.status === "over" ? t("View") : t("Continue")}
      </a>
    </li>
  );
}

/** How a game of one's own stands. */
function ownState({ lost, over, round, total }) {
  const n = { n: num(total) };
  if (lost) return tn("lost · {n} point", "lost · {n} points", total, n);
  if (over) return tn("finished · {n} point", "finished · {n} points", total, n);
  if (round) return tn("round {round} · {n} point", "round {round} · {n} points", total, { ...n, round });
  return tn("{n} point", "{n} points", total, n);
}
/** And one of several people on this device: nothing of anybody's points. */
const sharedState = ({ over, round }) => (over ? t("finished") : round ? t("round {n}", { n: round }) : "");

function Here({ g, onRemove }) {
  const title = withNames(g.game, g.names.slice(g.people ? 0 : 1));
  return (
    <li>
      <Icon id={aboutGame(g.game)?.icon} size={34} class={`of-${g.game}`} />
      <div class="grow">
        <b>{title}</b>
        <span class="quiet small">
          {[g.people ? sharedState(g) : ownState(g), g.day && t("game of the day"), ago(Date.now() - g.at)].filter(Boolean).join(" · ")}
        </span>
      </div>
      <a class="btn" href={`/t/${g.id}`} aria-label={g.over ? t("View {game}", { game: title }) : t("Continue {game}", { game: title })}>
        {g.over ? t("View") : t("Continue")}
      </a>
      <IconButton id="close" label={t("Remove {game}", { game: title })} onClick={onRemove} />
    </li>
  );
}

/** Before a game that is not over is gone for good. */
const Sure = ({ g, onRemove, onClose }) => (
  <Dialog title={t("Remove this game from the device?")} onClose={onClose}>
    <p>{withNames(g.game, g.names.slice(1))}</p>
    <div class="row wrap under">
      <button type="button" class="btn main grow" onClick={onClose}>
        {t("Keep")}
      </button>
      <button type="button" class="btn" onClick={onRemove}>
        {t("Remove")}
      </button>
    </div>
  </Dialog>
);

/** brief: nothing where there is nothing, else what runs, and the others folded away.
 * @param {{brief?: boolean}} props */
export function Mine({ brief = false }) {
  const [version, bump] = useState(0);
  const [asked, ask] = useState(/** @type {any} */ (null)); // the game that is about to be removed
  const local = usePromise(async () => (await (await store()).all("list")).sort((a, b) => a.over - b.over || b.at - a.at), [version]);
  const tables = useOnline();
  const remove = async (id) => {
    ask(null);
    const kept = await store();
    await kept.remove("games", id);
    await kept.remove("list", id);
    dropPromises((of) => of === id);
    bump(version + 1);
  };
  const list = Array.isArray(local) ? local : [];
  const rows = [
    ...tables.slice(0, SHOWN).map((g) => ({ over: g.status === "over", row: <Online key={g.id} g={g} /> })),
    ...list.slice(0, SHOWN).map((g) => ({ over: g.over, row: <Here key={g.id} g={g} onRemove={() => (g.over ? remove(g.id) : ask(g))} /> })),
  ];
  const first = brief ? rows.filter((r) => !r.over).slice(0, BRIEF) : rows,
    rest = rows.filter((r) => !first.includes(r));
  if (brief && !rows.length) return null;
  return (
    <section class="card mine-card" aria-labelledby="mine-title">
      <h2 id="mine-title">{t("Where you left off")}</h2>
      {!rows.length && <p class="quiet">{t("Nothing yet. Games you begin wait for you here.")}</p>}
      <ul class="resume">{first.map((r) => r.row)}</ul>
      {rest.length > 0 && (
        <details class="more">
          <summary>{first.length ? tn("{n} more game", "{n} more games", rest.length) : tn("{n} finished game", "{n} finished games", rest.length)}</summary>
          <ul class="resume">{rest.map((r) => r.row)}</ul>
        </details>
      )}
      {asked && <Sure g={asked} onRemove={() => remove(asked.id)} onClose={() => ask(null)} />}
    </section>
  );
}
