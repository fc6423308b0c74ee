// setup.jsx -- setting up a game: on this device, alone or with bots; or a table online. A game may
// bring its own choices (its `setup`).
import { useState } from "preact/hooks";
import { t } from "../words/i18n.js";
import { Bar, Icon, NotLoaded, Notice, Segments, Waiting } from "../parts/basics.jsx";
import { Audience, Hints, Speed } from "../parts/online.jsx";
import { Choice, LevelChoice, Stepper } from "../parts/setup.jsx";
import { GAMES, canPlay, loadGame, seatsOf, titleOf } from "../games/index.js";
import { createLocal } from "../table/table_local.js";
import { openTable } from "../table/server.js";
import { LEVELS, USUAL_LEVEL, botsOf } from "../pure/levels.js";
import { MOST_PEOPLE } from "../pure/wish.js";
import { NAMELESS, called } from "../words/names.js";
import { newCore } from "../table/use_table.js";
import { usePromise, useSetting } from "../browser/hooks.js";
import { explained } from "../words/problems.js";
import { go } from "../browser/router.js";

export function SetupPage({ name }) {
  const it = usePromise(async () => canPlay(name) && Promise.all([loadGame(name), newCore()]), [name]);
  if (it === undefined)
    return (
      <>
        <Bar game={name} title={titleOf(name)} />
        <Waiting />
      </>
    );
  if (it.error)
    return (
      <>
        <Bar game={name} title={titleOf(name)} />
        <NotLoaded />
      </>
    );
  if (!it)
    return (
      <>
        <Bar title={titleOf(name) ?? t("No such page")} />
        <Notice title={t("This game cannot be played here yet.")}>
          <a class="btn main" href="/">
            {t("To the home page")}
          </a>
        </Notice>
      </>
    );
  const [game, core] = it;
  return <Setup key={game.name} game={game} known={core.game(game.name)} />;
}

/** Who sits at the table: how many, and what bots among them can do. */
function Players({ here, seats, people, min, max, filled, level, onSeats, onPeople, onBots, onLevel }) {
  return (
    <>
      {max > min && <Stepper id="players" label={here ? t("Players, including you") : t("Seats")} value={seats} min={min} max={max} onChange={onSeats} />}
      {here && max > 1 && (
        <Stepper id="people" label={t("People who share this device")} value={people} min={1} max={Math.min(max, MOST_PEOPLE)} onChange={onPeople} />
      )}
      {!here && seats > 1 && <Stepper id="bots" label={t("Bots among them")} value={filled} min={0} max={seats - 1} onChange={onBots} />}
      {filled > 0 && (
        <LevelChoice id="level" label={t("How well bots play")} value={level} onChange={onLevel} levels={filled > 1 ? [...LEVELS, "mixed"] : LEVELS} />
      )}
    </>
  );
}

const Name = ({ value, onChange }) => (
  <div>
    <label class="label" for="name">
      {t("Your name")}
    </label>
    <input class="input" id="name" maxLength={24} autocomplete="nickname" value={value} onInput={(e) => onChange(e.currentTarget.value)} />
  </div>
);

/** Those who play on the same device, one after the other. names: theirs, from the second on. */
const Beside = ({ names, onChange }) => (
  <div class="stack tight">
    {names.map((name, i) => (
      <div key={i}>
        <label class="label" for={`name-${i + 2}`}>
          {t("Name of traveller {n}", { n: i + 2 })}
        </label>
        <input
          class="input"
          id={`name-${i + 2}`}
          maxLength={24}
          value={name}
          onInput={(e) => onChange(names.map((n, j) => (j === i ? e.currentTarget.value : n)))}
        />
      </div>
    ))}
    {names.length > 0 && <p class="quiet small">{t("You pass the device around. Between turns the screen shows nothing of the game.")}</p>}
  </div>
);

const Where = ({ here, onChange }) => (
  <div>
    <Segments
      label={t("Where")}
      value={here ? "here" : "online"}
      onChange={onChange}
      options={[
        ["here", t("On this device")],
        ["online", t("With others, online")],
      ]}
    />
    <p class="quiet small under">
      {here
        ? t("With bots, or passed from hand to hand. Works offline, and the game stays on this device.")
        : t("You get a code and a link to send to the others.")}
    </p>
  </div>
);

const Buttons = ({ game, here, busy, problem, onBegin }) => (
  <div class="row wrap begin">
    {problem && (
      <p class="wrong" role="alert">
        {problem}
      </p>
    )}
    <button type="button" class="btn main big grow" disabled={busy} onClick={onBegin}>
      <Icon id="i-play" size={20} />
      {here ? t("Begin") : t("Open the table")}
    </button>
    <a class="btn big" href={`/learn/${game.name}`}>
      <Icon id="i-hint" size={22} />
      <span>{t("Learn")}</span>
    </a>
    <a class="btn big" href={`/rules/${game.name}`}>
      <Icon id="i-book" size={22} />
      <span>{t("Rules")}</span>
    </a>
  </div>
);

/** known: what the core says of the game. */
function Setup({ game, known }) {
  const asked = new URLSearchParams(location.search);
  const people = asked.get("with") === "people";
  const { How, Extra, usual = {}, shared = usual } = game.setup ?? {};
  const [here, setHere] = useState(!people);
  const [name, setName] = useSetting("name");
  const [others, setOthers] = useSetting("others");
  const [beside, setBeside] = useState(1); // here: how many people share the device
  const [players, setPlayers] = useState(people ? 4 : 3);
  const [kept, setLevel] = useSetting("level");
  const [extra, setExtra] = useState(() => game.setup?.asked?.(asked, people ? shared : usual) ?? (people ? shared : usual));
  const [speed, setSpeed] = useState({ kind: "relaxed" });
  const [open, setOpen] = useState(asked.has("public"));
  const [hints, setHints] = useState(true);
  const [bots, setBots] = useState(0); // online: how many seats they take
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(/** @type {string | null} */ (null)); // why it could not begin
  const [min, max] = seatsOf(game, known, extra);
  const seats = Math.min(max, Math.max(min, players));
  const sharing = Math.min(beside, seats);
  const names = Array.from({ length: sharing - 1 }, (_, i) => String((Array.isArray(others) && others[i]) || ""));
  const filled = here ? seats - sharing : Math.min(bots, seats - 1); // seats of bots
  const level = LEVELS.includes(kept) || (kept === "mixed" && filled > 1) ? kept : USUAL_LEVEL;
  const place = (where) => {
    setHere(where === "here");
    if (where === "online" && max === 1) setExtra(shared); // nobody plays alone with others
  };
  const share = (n) => {
    setBeside(n);
    if (n > seats) setPlayers(n);
  };
  /** Whoever shares the device needs a name. */
  const named = (word, n) => word.trim() || (here && sharing > 1 ? called({ seat: n }) : "");
  const begin = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const common = {
        game: game.name,
        seats,
        name: named(name, 1),
        ...extra,
        ...(here && names.length ? { others: names.map((n, i) => named(n, i + 2)) } : {}),
        bots: botsOf(level, filled),
        ...(hints ? {} : { hints }),
      };
      const id = here ? await createLocal(common) : await openTable({ ...common, name: common.name || NAMELESS, speed, public: open });
      go(`/t/${id}`);
    } catch (e) {
      setProblem(await explained(e));
      setBusy(false);
    }
  };
  return (
    <>
      <Bar game={game.name} title={titleOf(game.name)} sub={t("a new game")} />
      <main class="form wide paper dots">
        <div class="stack">
          {people && (
            <Choice
              label={t("Game")}
              value={game.name}
              onChange={(g) => go(`/play/${g}${location.search}`, { replace: true })}
              options={GAMES.map((g) => [g, titleOf(g)])}
            />
          )}
          <Where here={here} onChange={place} />
          {How && <How value={extra} onChange={setExtra} online={!here} />}
          <Players {...{ here, seats, min, max, filled, level }} people={sharing} onSeats={setPlayers} onPeople={share} onBots={setBots} onLevel={setLevel} />
          <Name value={name} onChange={setName} />
          {here && <Beside names={names} onChange={(now) => setOthers([...now, ...(Array.isArray(others) ? others.slice(now.length) : [])])} />}
        </div>
        <div class="stack">
          {Extra && <Extra value={extra} onChange={setExtra} />}
          {!here && <Speed value={speed} onChange={setSpeed} />}
          {!here && <Audience value={open} onChange={setOpen} />}
          <Hints value={hints} onChange={setHints} />
        </div>
        <Buttons {...{ game, here, busy, problem }} onBegin={begin} />
      </main>
    </>
  );
}
