// main.jsx -- where the page begins: language, light, the service worker, and the page that the
// address names.
import { useEffect, useState } from "preact/hooks";
import { languageNow, listOf, loadTexts, speakWanted, t } from "./words/i18n.js";
import { listenToLinks, listenToPages, useRoute } from "./browser/router.js";
import { hush, toast } from "./browser/say.js";
import { listenToFaults } from "./browser/faults.js";
import { settings, showLight } from "./browser/settings.js";
import { moreStyle } from "./browser/more_style.js";
import { serviceWorkers } from "./browser/workers.js";
import { Bar, NotLoaded, Notice, Toasts, Waiting } from "./parts/basics.jsx";
import { HomePage } from "./pages/home.jsx";
import { JoinPage } from "./pages/join.jsx";
import { MePage } from "./pages/me.jsx";
import { RulesShell } from "./pages/rules.jsx";
import { SettingsPage } from "./pages/settings.jsx";
import { SetupPage } from "./pages/setup.jsx";
import { stand } from "./pages/standing.jsx";
import { TablePage } from "./pages/table.jsx";
import { TablesPage } from "./pages/tables.jsx";
import { keepUp, whenSignedOut } from "./table/server.js";
import { GAMES, titleOf } from "./games/index.js";
import { usePromise } from "./browser/hooks.js";
import { patiently } from "./browser/patiently.js";

function NotFound() {
  return (
    <>
      <Bar title={t("No such page")} />
      <Notice icon="i-warn" title={t("This road ends here.")}>
        <a class="btn main" href="/">
          {t("To the home page")}
        </a>
      </Notice>
    </>
  );
}

const learn = async () => (await import("./learn/page.jsx")).LearnPage;
const replay = async () => (await import("./replay/page.jsx")).ReplayPage;
const puzzles = async () => (await Promise.all([import("./puzzles/page.jsx"), moreStyle()]))[0].PuzzlesPage;
const story = async () => (await Promise.all([import("./story/page.jsx"), moreStyle()]))[0].StoryPage;
const day = async () => (await Promise.all([import("./day/page.jsx"), moreStyle()]))[0].DayPage;
const card = async () => (await Promise.all([import("./day/card.jsx"), moreStyle()]))[0].CardPage;
const circle = async () => (await Promise.all([import("./day/circle.jsx"), moreStyle()]))[0].CirclePage;

/** A page whose code is fetched when somebody goes there. */
function Later({ load, title, ...props }) {
  const found = usePromise(async () => ({ Page: await patiently(load) }), []);
  if (found?.Page) return <found.Page {...props} />;
  return (
    <>
      <Bar title={title} />
      {found?.error ? <NotLoaded /> : <Waiting />}
    </>
  );
}

function Page() {
  const [first, second, third] = useRoute();
  if (!first) return <HomePage />;
  if (first === "t" && second) return <TablePage key={second} id={second} />;
  if (first === "j" && second) return <JoinPage code={second} />;
  if (first === "play" && second) return <SetupPage name={second} />;
  if (first === "rules" && second) return <RulesShell name={second} />;
  if (first === "tables") return <TablesPage />;
  if (first === "me") return /^#me=/.test(location.hash) ? <MePage /> : <Later key={first} load={card} title={t("Recovery card")} />;
  if (first === "settings") return <SettingsPage />;
  if (first === "learn" && second) return <Later key={second} load={learn} title={t("Learn")} name={second} />;
  if (first === "replay" || first === "review") {
    const review = first === "review"; // of the same page, which keeps its record
    return <Later key={`${second} ${third}`} load={replay} title={review ? t("Review") : t("Replay")} id={second === "t" ? third : second} review={review} />;
  }
  if (first === "puzzles") return <Later key={first} load={puzzles} title={t("Puzzles")} what={second} id={third} />;
  if (first === "story") return <Later key={first} load={story} title={t("Your story")} />;
  if (first === "day") return <Later key={first} load={day} title={t("The day")} id={second} part={third} />;
  if (first === "circle" && second) return <Later key={`${first} ${second}`} load={circle} title={t("Circle")} id={second} />;
  return <NotFound />;
}

/** What the page's head says of Tambo, in the language of now. */
function describe() {
  const language = languageNow();
  const description = t("{games}: play alone, with friends, or offline.", { games: listOf(GAMES.map(titleOf)) });
  document.querySelector("meta[name=description]")?.setAttribute("content", description);
  const manifest = language === "en" ? "/manifest.webmanifest" : `/manifest-${language}.webmanifest`;
  document.querySelector("link[rel=manifest]")?.setAttribute("href", manifest);
  serviceWorkers()
    ?.ready.then(({ active }) => active?.postMessage({ language }))
    .catch(() => {}); // it keeps these texts, too
}

function App() {
  const [version, bump] = useState(0); // changes with the language: everything is drawn anew
  useEffect(
    () =>
      settings.listen(async (name) => {
        if (name === "language") {
          await speakWanted();
          describe();
        }
        showLight();
        if (name === "language" || name === "light") bump((n) => n + 1);
      }),
    [],
  );
  return (
    <>
      <Page key={version} />
      <Toasts />
    </>
  );
}

async function start() {
  listenToFaults();
  showLight();
  listenToLinks();
  listenToPages((replaced) => replaced || hush());
  await Promise.all([speakWanted(), loadTexts("web")]);
  describe();
  whenSignedOut(() => toast(t("You were signed out on this device, by yourself elsewhere. Here you are somebody new."), "i-warn"));
  stand(App);
  keepUp();
}
start();
