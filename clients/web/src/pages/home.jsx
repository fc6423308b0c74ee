// home.jsx -- the first page: the games with a picture each, joining by code, games to go on with.
import { useEffect, useMemo, useState } from "preact/hooks";
import { languageNow, languages, t } from "../words/i18n.js";
import { Band, Dialog, Icon, IconButton } from "../parts/basics.jsx";
import { CodeForm } from "../parts/code_form.jsx";
import { GAMES, aboutGame, titleOf } from "../games/index.js";
import { settings } from "../browser/settings.js";
import { useDesk, useTitle } from "../browser/hooks.js";
import { isNew, playNow } from "../games/play_now.js";
import { toast } from "../browser/say.js";
import { FirstTime } from "./first_time.jsx";
import { Mine } from "./mine.jsx";

function Scene({ game, label }) {
  const html = useMemo(() => ({ __html: aboutGame(game).scene() }), [game]);
  return (
    <span class="pic">
      <svg viewBox="0 0 320 200" role="img" aria-label={label} preserveAspectRatio="xMidYMid slice" dangerouslySetInnerHTML={html} />
    </span>
  );
}

function Card({ game, onFirst }) {
  const { text, meta, alt, first } = aboutGame(game).card();
  return (
    <article class={`game g-${game}`}>
      <div class="postwrap">
        <div class="post">
          <Scene game={game} label={alt} />
          <Band game={game} />
        </div>
      </div>
      <div class="txt">
        <h2>{titleOf(game)}</h2>
        <p>{text}</p>
        <p class="meta quiet small">
          {meta}
          {first && <span> · {first}</span>}
        </p>
        <div class="row go">
          <button type="button" class="btn main grow" onClick={() => (isNew(game) ? onFirst() : playNow(game))}>
            <Icon id="i-play" size={18} />
            {t("Play now")}
            <span class="vh"> {titleOf(game)}</span>
          </button>
          <a class="btn" href={`/play/${game}`}>
            <Icon id="i-people" size={22} />
            {t("Table")}
            <span class="vh"> {titleOf(game)}</span>
          </a>
        </div>
      </div>
    </article>
  );
}

/** brief: only the field; on a phone it stands above the games. */
const Join = ({ brief = false }) => (
  <section class={`card join ${brief ? "brief" : ""}`} aria-labelledby="join-title">
    <h2 id="join-title" class={brief ? "vh" : ""}>
      {t("Join a table")}
    </h2>
    <CodeForm />
    {!brief && (
      <>
        <p class="quiet small">{t("Six characters, or open the link somebody sent you.")}</p>
        <Open />
      </>
    )}
  </section>
);

const Open = () => (
  <div class="stack-s">
    <a class="btn wide" href={`/play/${GAMES[0]}?with=people`}>
      <Icon id="i-plus" size={20} />
      {t("Open a table of your own")}
    </a>
    <a class="btn wide" href="/tables">
      <Icon id="i-people" size={20} />
      {t("Open tables")}
    </a>
  </div>
);

/** On a phone, below the games: the field for a code is above them. */
const Others = () => (
  <section class="card" aria-labelledby="others-title">
    <h2 id="others-title">{t("With others, online")}</h2>
    <Open />
  </section>
);

const Learn = () => (
  <section class="card" aria-labelledby="learn-title">
    <h2 id="learn-title">{t("Learn and look up")}</h2>
    <ul class="links">
      {GAMES.map((g) => (
        <li key={g} class="two">
          <a href={`/learn/${g}`}>
            <Icon id="i-hint" size={22} />
            {t("Learn {game}", { game: titleOf(g) })}
          </a>
          <a href={`/rules/${g}`}>
            <Icon id="i-book" size={22} />
            {t("Rules")}
            <span class="vh"> {titleOf(g)}</span>
          </a>
        </li>
      ))}
      <li>
        <a href="/replay">
          <Icon id="i-play" size={20} />
          {t("Replay a record")}
        </a>
      </li>
      <li>
        <a href="/settings">
          <Icon id="i-settings" size={22} />
          {t("Settings")}
        </a>
      </li>
    </ul>
  </section>
);

function Language({ onClose }) {
  return (
    <Dialog title={t("Language")} onClose={onClose}>
      <div class="menu">
        {Object.entries(languages()).map(([code, name]) => (
          <button
            type="button"
            class="btn wide"
            lang={code}
            aria-pressed={languageNow() === code}
            onClick={() => {
              settings.set("language", code);
              onClose();
            }}
          >
            {name}
          </button>
        ))}
      </div>
    </Dialog>
  );
}

const LIGHTS = [null, "day", "lamp"];
export const lightName = (light) => (light === "day" ? t("day") : light === "lamp" ? t("lamplight") : t("same as the system"));

export function HomePage() {
  useTitle("");
  const desk = useDesk();
  const [choose, setChoose] = useState(false);
  const [first, setFirst] = useState(/** @type {string | null} */ (null)); // the game that is played for the first time
  useEffect(() => void (document.body.className = "g-house"), []);
  const light = settings.get("light");
  const turn = () => {
    const next = LIGHTS[(LIGHTS.indexOf(light) + 1) % LIGHTS.length];
    settings.set("light", next);
    toast(t("Light: {light}", { light: lightName(next) }), "i-lamp");
  };
  return (
    <>
      <header>
        <div class="bar brand">
          <span class="logo" aria-hidden="true">
            <svg width="40" height="40" viewBox="0 0 40 40">
              <path class="l1" d="M4 37V20h5v-6h6V8h10v6h6v6h5v17z" />
              <path class="l2" d="M15 37l2-14h6l2 14z" />
              <path class="l3" d="M2 36h36v3H2z" />
              <circle class="l4" cx="20" cy="4" r="3" />
            </svg>
          </span>
          <h1>
            tambo<small>{t("a wayside house for games")}</small>
          </h1>
          <IconButton id="globe" label={t("Language: {name}", { name: languages()[languageNow()] })} onClick={() => setChoose(true)} />
          <IconButton id="lamp" label={t("Light: {light}", { light: lightName(light) })} onClick={turn} />
        </div>
        <Band game="house" />
      </header>
      <main class="home">
        <div class="hello">
          <h2>{t("Come in. Which road today?")}</h2>
          <p class="quiet">{t("No account. Works offline. Your games stay on this device.")}</p>
          <a class="btn" href="/puzzles">
            <Icon id="i-hint" size={22} />
            {t("Puzzles")}
          </a>
        </div>
        {!desk && (
          <div class="now">
            <Mine brief />
            <Join brief />
          </div>
        )}
        <div class="games">
          {GAMES.map((g) => (
            <Card key={g} game={g} onFirst={() => setFirst(g)} />
          ))}
        </div>
        <div class="side">
          {desk ? (
            <>
              <Join />
              <Mine />
            </>
          ) : (
            <Others />
          )}
          <Learn />
        </div>
        <p class="quiet small">
          {t("Tambo is unofficial and free. It is not connected with Sit Down! or the designers of the games; words, drawings, sheets and maps are its own.")}
        </p>
      </main>
      {first && <FirstTime game={first} onClose={() => setFirst(null)} />}
      {choose && <Language onClose={() => setChoose(false)} />}
    </>
  );
}
