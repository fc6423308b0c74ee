// table.jsx -- the page of one table, on this device or online: the lobby before the start, the
// game's screen, the sheets of all, the counting and the result. It knows no game; a game is what
// games/NAME/index.jsx exports.
import { useEffect, useState } from "preact/hooks";
import { t } from "../words/i18n.js";
import { Bar, Icon, IconButton, NotLoaded, Notice, Waiting } from "../parts/basics.jsx";
import { Clock } from "../parts/clock.jsx";
import { Looking } from "../parts/gallery.jsx";
import { LinkState, Refused } from "../parts/link.jsx";
import { useTold } from "../parts/people.jsx";
import { TalkButton, useHeard } from "../parts/talk.jsx";
import { canPlay, loadGame, titleOf } from "../games/index.js";
import { isHeard, nameOf, stage } from "../pure/match.js";
import { isLocal } from "../table/table.js";
import { newCore, useDraft, usePosition, useTable } from "../table/use_table.js";
import { usePromise } from "../browser/hooks.js";
import { complain } from "../words/problems.js";
import { say } from "../browser/say.js";
import { useSounds } from "../browser/sound.js";
import { useCall } from "../browser/call.js";
import { useOpened } from "../browser/opened.js";
import { HandOver } from "./hand_over.jsx";
import { Lobby } from "./lobby.jsx";
import { Menu } from "./menu.jsx";
import { Result } from "./result.jsx";

const Link = ({ table }) => (isLocal(table.id ?? "") ? null : <LinkState link={table.link} stop={table.match.stop} onHurry={() => table.hurry()} />);

export function TablePage({ id }) {
  const table = useTable(id);
  const match = table?.match;
  const game = usePromise(async () => (match?.game && canPlay(match.game) ? loadGame(match.game) : null), [match?.game]);
  const core = usePromise(newCore, []);
  const position = usePosition(match, core);
  useHeard(table, game);
  if (table?.link === "refused") return <Refused problem={table.problem ?? { error: "fault" }} />;
  if (match?.closed) return <Refused problem={{ error: "closed" }} />;
  if (!match?.game || !game || game.error || core?.error || (match.started && !position))
    return (
      <>
        <Bar title={match?.game ? titleOf(match.game) : t("Table")} game={match?.game ?? "house"} />
        {table && <Link table={table} />}
        {game?.error || core?.error ? (
          <NotLoaded />
        ) : table?.link === "lost" ? (
          <Notice icon="i-offline" title={t("The server does not answer. We keep trying.")} text={t("Games on this device work without it.")}>
            <a class="btn main" href="/">
              {t("To the home page")}
            </a>
          </Notice>
        ) : (
          <Waiting />
        )}
      </>
    );
  if (stage(match) === "waiting")
    return (
      <>
        <Link table={table} />
        <Lobby table={table} />
      </>
    );
  // a server that went back to an earlier state, another hand: nothing that was chosen or shown before may stay
  return <Playing key={`${match.id} ${match.life}`} table={table} match={match} game={game} position={position} />;
}

/** Said to a spectator: what they see, and what not. */
const Watching = ({ match, sealed }) => (
  <aside class="banner watching" aria-label={t("You are watching this table.")}>
    <Icon id="i-eye" size={24} />
    <p>
      {match.result
        ? t("You watched this game.")
        : sealed
          ? t("You are watching. What is written in a round is shown when all are ready.")
          : t("You are watching this table.")}
    </p>
  </aside>
);

const boardFocus = () => /** @type {HTMLElement | null} */ (document.querySelector('main [role=grid] [tabindex="0"]'))?.focus({ preventScroll: true });

function Playing({ table, match, game, position }) {
  const [all, setAll] = useState(false); // the sheets of all are open
  const [counting, setCounting] = useState(match.me !== null && !match.hand); // at the end: the counting, before the ranking
  const [menu, setMenu] = useState(false);
  const [busy, setBusy] = useState(false);
  const [pointing, setPointing] = useState(/** @type {string | null} */ (null)); // the signal that waits for its space
  const [draft, setDraft] = useDraft(match, position);
  const over = stage(match) === "over";
  const me = match.me;
  const view = position.view(me ?? 0);
  const many = match.seats.length > 1 && game.mini;
  useTold(table);
  useOpened(() => setAll(false), all);
  const mine = !over && !match.hand && me !== null && match.seats.length > 1 && position.acts(me) && !match.yours.length;
  useCall(mine, match.round, { title: t("Your turn"), text: titleOf(game.name), path: `/t/${match.id}` });
  useSounds(match, me !== null && !match.hand && !game.mini && position.acts(me)); // in sealed rounds the dice call

  useEffect(() => {
    if (!over && !match.hand?.to && view.dice !== null) say(game.announce(view, me, (seat) => nameOf(match, seat), match.lines));
  }, [match.round, over, match.hand?.to]);

  useEffect(() => {
    if (document.activeElement === document.body && history.state?.from) boardFocus(); // the button that led here is gone
  }, []);

  useEffect(() => {
    if (match.hand && !match.hand.to) boardFocus();
  }, [match.hand?.to]); // what had the focus is gone

  useEffect(() => {
    if (!all) return;
    const key = (event) => event.key === "Escape" && !document.querySelector("dialog[open]") && setAll(false);
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [all]);

  const act = async (what, members) => {
    setBusy(true);
    try {
      return await table.act(what, members);
    } catch (e) {
      complain(e);
      return null;
    } finally {
      setBusy(false);
    }
  };
  const onReady = () => act("turn", { lines: draft, round: view.round });
  const onBack = async () => {
    const lines = match.yours;
    if (await act("back", { round: view.round })) setDraft(lines);
  };
  if (match.hand && !over && me === null && !match.hand.to)
    return (
      <>
        <Bar game={game.name} title={titleOf(game.name)} />
        <Waiting />
      </>
    );
  if (match.hand?.to && !over) return <HandOver match={match} act={act} onBack={match.yours.length ? onBack : null} />;

  const { sealed } = position.core.game(game.name);
  const tools = (
    <>
      {!isLocal(match.id) && me !== null && (isHeard(match) || match.talk.length > 0) && <TalkButton {...{ match, act, game, view }} onPoint={setPointing} />}
      {many && me !== null && !over && <IconButton id="grid" label={t("All sheets")} onClick={() => setAll(true)} />}
      <IconButton id="menu" label={t("Menu")} onClick={() => setMenu(true)} />
    </>
  );
  const opened = menu && <Menu {...{ table, match, game, position, sealed, act }} onClose={() => setMenu(false)} />;
  if (over && !all)
    return (
      <>
        <Link table={table} />
        <Result {...{ table, match, game, view, act, counting, setCounting, tools }} onGallery={() => setAll(true)} />
        {opened}
      </>
    );
  const bar = all ? (
    <Bar game={game.name} title={t("All sheets")} sub={game.subtitle(view, match)} onBack={() => setAll(false)}>
      <IconButton id="close" label={t("Close")} onClick={() => setAll(false)} />
    </Bar>
  ) : (
    <Bar
      game={game.name}
      title={titleOf(game.name)}
      sub={match.hand ? `${nameOf(match, me)} · ${game.subtitle(view, match)}` : game.subtitle(view, match)}
      tab={mine ? t("Your turn") : null}
    >
      {match.due && <Clock due={match.due} skew={table.skew} />}
      {tools}
    </Bar>
  );
  const onPoint = (space) => {
    setPointing(null);
    if (space) act("signal", { signal: `${pointing} ${space}` });
  };
  const screen = { pointing, onPoint, table, match, position, me, view, draft, setDraft, inked: match.yours.length > 0, onReady, onBack, busy, act };
  return (
    <>
      {bar}
      <Link table={table} />
      {me === null && <Watching match={match} sealed={sealed} />}
      {all || me === null ? <Looking game={game} match={match} view={view} tales={position.story()} /> : <game.Screen {...screen} />}
      {opened}
    </>
  );
}
