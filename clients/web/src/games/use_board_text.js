// use_board_text.js -- a hook for lists and lobbies: what a table is played on, as its game calls it.
import { usePromise } from "../browser/hooks.js";
import { aboutGame } from "./index.js";

/** What is played on, in words; null where the game has no boards, or its words are still to come. */
export function useBoardText(game, board) {
  const said = usePromise(async () => aboutGame(game)?.board?.(board ?? {}), [game, board?.name, board?.size]);
  return typeof said === "string" ? said : null;
}
