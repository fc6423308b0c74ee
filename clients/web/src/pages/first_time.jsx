// first_time.jsx -- Play now, the first time of a game on this device: what it is about in a line, and a choice of two.
import { t } from "../words/i18n.js";
import { Dialog, Icon } from "../parts/basics.jsx";
import { aboutGame, titleOf } from "../games/index.js";
import { meet, playNow } from "../games/play_now.js";
import { go } from "../browser/router.js";

export function FirstTime({ game, onClose }) {
  const { goal, text } = aboutGame(game).card();
  const learn = () => {
    meet(game);
    go(`/learn/${game}`);
  };
  return (
    <Dialog title={titleOf(game)} onClose={onClose}>
      <p class="goal">{goal ?? text}</p>
      <div class="menu">
        <button type="button" class="btn main big wide" onClick={learn}>
          <Icon id="i-hint" size={22} />
          {t("Learn by playing")}
        </button>
        <button type="button" class="btn big wide" onClick={() => playNow(game)}>
          <Icon id="i-play" size={20} />
          {t("Just play")}
        </button>
      </div>
      <p class="quiet small under">{t("The lesson takes two minutes. You can find it on the home page later, too.")}</p>
    </Dialog>
  );
}
