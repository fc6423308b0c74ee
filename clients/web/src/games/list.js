// list.js -- the games, in the order of the first page: the only file to edit to add one. README.md says what is
// in the folder of a game.
import temple from "./temple/about.js";
import tiwanaku from "./tiwanaku/about.js";
import valley from "./valley/about.js";

/** @type {About[]} */
export const games = [temple, valley, tiwanaku];
