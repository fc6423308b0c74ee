/* builtin.h -- the sheets and scenarios of data/, as text inside the program.
 * builtin_data.c is made from data/ by tools/embed.py when building. */
#ifndef GAMES_BUILTIN_H
#define GAMES_BUILTIN_H

#include "../core/board.h"

struct builtin {
    const char *kind; /* "sheet", "scenario" */
    const char *game; /* whose board it is */
    const char *name; /* as records name it */
    const char *text; /* the whole file */
};

extern const struct builtin builtins[]; /* sorted by kind, game, name; ends with a NULL kind */

/* The builtin() and list() of a board_kind. */
bool builtin_load(const struct board_kind *, struct board *, const char *game, const char *name, size_t n);
bool builtin_list(const struct board_kind *, int i, const char **game, const char **name);

#endif
