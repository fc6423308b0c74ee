// page.jsx -- deduction puzzles: the page that the address names, /puzzles[/WHAT[/ID]], with the texts that all of them need.
import { t } from "../words/i18n.js";
import { usePromise } from "../browser/hooks.js";
import { Bar, Waiting } from "../parts/basics.jsx";
import { AgainPage } from "./again.jsx";
import { BestPage } from "./best.jsx";
import { CertainPage } from "./certain.jsx";
import { Hub } from "./hub.jsx";
import { puzzlesReady } from "./ready.js";
import { SkillPage } from "./skill.jsx";
import { StreakPage } from "./streak.jsx";
import { WholePage } from "./whole.jsx";

const PAGES = { certain: CertainPage, skill: SkillPage, whole: WholePage, streak: StreakPage, again: AgainPage, best: BestPage };

export function PuzzlesPage({ what, id }) {
  const ready = usePromise(puzzlesReady, []);
  const Page = PAGES[what] ?? Hub;
  if (ready) return <Page key={what} id={id} />;
  return (
    <>
      <Bar title={t("Puzzles")} />
      <Waiting />
    </>
  );
}
