// use_board_text.js -- a hook for lists and lobbies: how and on what a table plays, as its game calls it.
import { usePromise } from "../browser/hooks.js";
import { aboutGame } from "./index.js";

/** What is played, in words; null where the game has no boards, or its words are still to come. */
export function useBoardText({ game, board, mode }) {
  const said = usePromise(async () => aboutGame(game)?.board?.(board ?? {}, mode), [game, board?.name, board?.size, mode]);
  return typeof said === "string" ? said : null;
}
