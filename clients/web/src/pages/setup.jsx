// setup.jsx -- setting up a game: on this device, alone or with bots; or a table online. A game may
// bring its own choices (its `Setup`); the two dice games choose a sheet.
import { useState } from "preact/hooks";
import { t } from "../i18n.js";
import { Bar, Icon, Notice, Segments, Waiting } from "../parts/basics.jsx";
import { Audience, Speed } from "../parts/online.jsx";
import { LEVELS, SheetChoice, Stepper, botsOf, levelLabel } from "../parts/setup.jsx";
import { GAMES, canPlay, loadGame, titleOf } from "../games/index.js";
import { createLocal } from "../table_local.js";
import { call } from "../line.js";
import { newId } from "../table.js";
import { usePromise, useSetting } from "../hooks.js";
import { complain } from "../problems.js";
import { go } from "../router.js";

export function SetupPage({ name }) {
  const game = usePromise(async () => (canPlay(name) ? loadGame(name) : null), [name]);
  if (game === undefined)
    return (
      <>
        <Bar game={name} title={titleOf(name)} />
        <Waiting />
      </>
    );
  if (!game)
    return (
      <>
        <Bar title={titleOf(name) ?? name} />
        <Notice title={t("This game cannot be played here yet.")}>
          <a class="btn main" href="/">
            {t("To the first page")}
          </a>
        </Notice>
      </>
    );
  return <Setup key={game.name} game={game} />;
}

/** A table on the server. The id is kept until it is answered: asking again makes no second table. */
const wishes = new Map(); // what was asked for, as text -> its id
async function openTable(wish) {
  const text = JSON.stringify(wish);
  if (!wishes.has(text)) wishes.set(text, newId());
  const { table } = await call("POST", "tables", { ...wish, id: wishes.get(text) });
  wishes.delete(text);
  return table;
}

function Setup({ game }) {
  const asked = new URLSearchParams(location.search);
  const people = asked.get("with") === "people";
  const [where, setWhere] = useState(people ? "online" : "here");
  const [name, setName] = useSetting("name");
  const [players, setPlayers] = useState(people ? 4 : 3);
  const [level, setLevel] = useState("mixed");
  const [extra, setExtra] = useState(game.setup?.usual ?? { board: { name: "a" } });
  const [speed, setSpeed] = useState({ kind: "relaxed" });
  const [open, setOpen] = useState(asked.has("public"));
  const [bots, setBots] = useState(0); // online: how many seats they take
  const [busy, setBusy] = useState(false);
  const here = where === "here";
  const [min, max] = game.setup?.seats?.(extra) ?? [1, 100];
  const seats = Math.min(max, Math.max(min, players));
  const filled = here ? seats - 1 : Math.min(bots, seats - 1); // seats of bots
  const begin = async () => {
    setBusy(true);
    try {
      const common = { game: game.name, seats, name: name.trim(), ...extra, bots: botsOf(level, filled) };
      const id = here ? await createLocal(common) : await openTable({ ...common, name: common.name || t("Traveller"), speed, public: open });
      go(`/t/${id}`);
    } catch (e) {
      complain(e);
      setBusy(false);
    }
  };
  return (
    <>
      <Bar game={game.name} title={titleOf(game.name)} sub={t("a new game")} />
      <main class="form paper dots stack">
        {people && (
          <div>
            <span class="label">{t("Game")}</span>
            <Segments label={t("Game")} value={game.name} onChange={(g) => go(`/play/${g}${location.search}`, { replace: true })}
              options={GAMES.filter(canPlay).map((g) => [g, titleOf(g)])} />
          </div>
        )}
        <Segments
          label={t("Where")}
          value={where}
          onChange={setWhere}
          options={[
            ["here", t("On this device")],
            ["online", t("With others, online")],
          ]}
        />
        <p class="quiet small">
          {here
            ? t("You and bots. Works without a network, and the game stays on this device.")
            : t("You get a code and a link to send to the others.")}
        </p>
        <div>
          <label class="label" for="name">
            {t("Your name")}
          </label>
          <input
            class="input"
            id="name"
            maxLength={24}
            autocomplete="nickname"
            value={name}
            onInput={(e) => setName(e.currentTarget.value)}
          />
        </div>
        <Stepper
          id="players"
          label={here ? t("Players, you included") : t("Seats")}
          value={seats}
          min={here ? min : Math.max(min, 1)}
          max={max}
          onChange={setPlayers}
        />
        {!here && seats > 1 && (
          <Stepper id="bots" label={t("Bots among them")} value={filled} min={0} max={seats - 1} onChange={setBots} />
        )}
        {filled > 0 && (
          <div>
            <span class="label">{here ? t("Bots") : t("How well bots play")}</span>
            <Segments
              label={t("How well bots play")}
              value={level}
              onChange={setLevel}
              options={["mixed", ...LEVELS].map((l) => [l, levelLabel(l)])}
            />
          </div>
        )}
        {game.setup?.Extra ? (
          <game.setup.Extra value={extra} onChange={setExtra} seats={seats} />
        ) : (
          <SheetChoice game={game.name} value={extra.board} onChange={(board) => setExtra({ ...extra, board })} />
        )}
        {!here && <Speed value={speed} onChange={setSpeed} />}
        {!here && <Audience value={open} onChange={setOpen} />}
        <div class="row wrap">
          <button type="button" class="btn main big grow" disabled={busy} onClick={begin}>
            <Icon id="i-play" size={20} />
            {here ? t("Begin") : t("Open the table")}
          </button>
          <a class="btn big" href={`/learn/${game.name}`}>
            <Icon id="i-hint" size={22} />
            {t("Learn")}
          </a>
          <a class="btn big" href={`/rules/${game.name}`}>
            <Icon id="i-book" size={22} />
            {t("Rules")}
          </a>
        </div>
      </main>
    </>
  );
}
