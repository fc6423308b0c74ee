/* items.h -- how the points of a score sheet's row come about (core/game.h, count), as lines of text. */
#ifndef CLI_ITEMS_H
#define CLI_ITEMS_H

#include "../core/match.h"

/* The items of a row, one line each, indented by 8: `+3  group (5): c4 d4 d5`. Only of things that lie somewhere; without any
 * nothing, not even the title, which comes first in a line of its own if it is not NULL. */
void items_print(const struct game *, const struct state *, int row, const char *title);

#endif
