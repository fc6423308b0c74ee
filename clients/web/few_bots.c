/* few_bots.c -- the bots of tambo.wasm: those without search and tables, so that the page
 * loads fast. All of them are in tambo_lab.wasm, where bots/levels.c lists them. */
#include "../../bots/bot.h"

const struct bot *const bots[] = {&random_bot, &greedy_bot, NULL};
