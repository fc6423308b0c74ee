// home.jsx -- the first page: the games with a picture each, joining by code, games to go on with.
import { useEffect, useMemo, useState } from "preact/hooks";
import { languageNow, languages, t } from "../words/i18n.js";
import { Band, Dialog, Icon, IconButton } from "../parts/basics.jsx";
import { GAMES, aboutGame, titleOf } from "../games/index.js";
import { settings } from "../browser/settings.js";
import { useTitle } from "../browser/hooks.js";
import { playNow } from "../games/play_now.js";
import { go } from "../browser/router.js";
import { toast } from "../browser/say.js";
import { Mine } from "./mine.jsx";

function Scene({ game, label }) {
  const html = useMemo(() => ({ __html: aboutGame(game).scene() }), [game]);
  return (
    <span class="pic">
      <svg viewBox="0 0 320 200" role="img" aria-label={label} preserveAspectRatio="xMidYMid slice" dangerouslySetInnerHTML={html} />
    </span>
  );
}

function Card({ game }) {
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
          <button type="button" class="btn main grow" onClick={() => playNow(game)}>
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

function Join() {
  const [code, setCode] = useState("");
  const join = (event) => {
    event.preventDefault();
    const clean = code.trim().toUpperCase();
    if (clean.length === 6) go(`/j/${clean}`);
    else toast(t("A code has six characters."), "i-warn");
  };
  return (
    <section class="card" aria-labelledby="join-title">
      <h2 id="join-title">{t("Join a table")}</h2>
      <form class="row" onSubmit={join}>
        <label class="vh" for="code">
          {t("Table code, six characters")}
        </label>
        <input
          class="field"
          id="code"
          maxLength={6}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          placeholder={t("CODE")}
          value={code}
          onInput={(e) => setCode(e.currentTarget.value)}
        />
        <button type="submit" class="btn main">
          {t("Join")}
        </button>
      </form>
      <p class="quiet small">{t("Six characters, or open the link somebody sent you.")}</p>
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
    </section>
  );
}

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
export const lightName = (light) => (light === "day" ? t("day") : light === "lamp" ? t("lamplight") : t("as the system has it"));

export function HomePage() {
  useTitle("");
  const [choose, setChoose] = useState(false);
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
            tambo<small>{t("a house on the road for games")}</small>
          </h1>
          <IconButton id="globe" label={t("Language: {name}", { name: languages()[languageNow()] })} onClick={() => setChoose(true)} />
          <IconButton id="lamp" label={t("Light: {light}", { light: lightName(light) })} onClick={turn} />
        </div>
        <Band game="house" />
      </header>
      <main class="home">
        <div class="hello">
          <h2>{t("Come in. Which road today?")}</h2>
          <p class="quiet">{t("No account. Works without a network. Your games stay on this device.")}</p>
        </div>
        <div class="games">
          {GAMES.map((g) => (
            <Card key={g} game={g} />
          ))}
        </div>
        <div class="side">
          <Join />
          <Mine />
          <Learn />
        </div>
        <p class="quiet small">
          {t("Tambo is unofficial and free. It is not connected with Sit Down! or the designers of the games; words, drawings, sheets and maps are its own.")}
        </p>
      </main>
      {choose && <Language onClose={() => setChoose(false)} />}
    </>
  );
}
