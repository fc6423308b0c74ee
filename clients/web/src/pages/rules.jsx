// rules.jsx -- the rules page of a game: the shell; the text is the game's own `Rules`.
import { t } from "../words/i18n.js";
import { Bar, Icon, NotLoaded, Notice, Waiting } from "../parts/basics.jsx";
import { canPlay, loadGame, titleOf } from "../games/index.js";
import { usePromise } from "../browser/hooks.js";
import { cameFrom } from "../browser/router.js";

export function RulesShell({ name }) {
  const game = usePromise(async () => (canPlay(name) ? loadGame(name) : null), [name]);
  if (game === null)
    return (
      <>
        <Bar title={t("Rules")} />
        <Notice title={t("There is no rules page here.")}>
          <a class="btn main" href="/">
            {t("To the home page")}
          </a>
        </Notice>
      </>
    );
  return (
    <>
      <Bar game={name} title={titleOf(name)} sub={t("the rules")} back={cameFrom()}>
        <a class="btn learn-link" href={`/learn/${name}`} aria-label={t("Learn by playing")} title={t("Learn by playing")}>
          <Icon id="i-hint" size={20} />
          <span>{t("Learn by playing")}</span>
        </a>
      </Bar>
      {game?.error && <NotLoaded />}
      {!game && <Waiting />}
      {game?.Rules && <game.Rules />}
    </>
  );
}
