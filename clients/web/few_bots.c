/* few_bots.c -- the bots of tambo.wasm: those without search and tables, so that the page
 * loads fast; and no maker of maps. All of that is in tambo_lab.wasm, where bots/levels.c lists the bots. */
#include "../../bots/bot.h"
#include "wasm_in.h"

const struct bot *const bots[] = {&random_bot, &greedy_bot, NULL};

void web_make(struct settings *s) { (void)s; }
