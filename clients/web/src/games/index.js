// index.js -- the list of games. A game is one folder with an index.jsx (README.md says what it
// exports); it is fetched when somebody plays it. `screen: false`: not to be played here yet.
import { t, loadTexts } from "../i18n.js";

const files = {
  temple: () => import("./temple/index.jsx"),
  valley: () => import("./valley/index.jsx"),
  tiwanaku: () => import("./tiwanaku/index.jsx"),
};

export const GAMES = ["temple", "valley", "tiwanaku"];

export const canPlay = (game) => Object.hasOwn(files, game);

export const titleOf = (game) =>
  ({ __proto__: null, temple: t("Temple of Apikhabou"), valley: t("Valley of Wiraqocha"), tiwanaku: t("Tiwanaku") })[game];

/** The game's module, with its texts. */
export async function loadGame(game) {
  const [module] = await Promise.all([files[game](), loadTexts(game)]);
  return module.default;
}
