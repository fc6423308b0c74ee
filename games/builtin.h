/* builtin.h -- the sheets and scenarios of data/, as text inside the program.
 * builtin_data.c is made from data/ and po/ by tools/embed.py when building. */
#ifndef GAMES_BUILTIN_H
#define GAMES_BUILTIN_H

#include "../core/board.h"

struct builtin {
    const char *kind;  /* "sheet", "scenario" */
    const char *game;  /* whose board it is */
    const char *name;  /* as records name it */
    const char *text;  /* the whole file */
    const char *title; /* a scenario's name for people, in English */
};

extern const struct builtin builtins[]; /* sorted by kind, game, name; ends with a NULL kind */

/* A language of po/LINGUAS, which has (nearly) all titles. */
struct language {
    const char *code;          /* "fr" */
    const char *const *titles; /* of builtins[i]; NULL: as in English */
};

extern const struct language languages[]; /* ends with a NULL code; English is not among them */

/* The builtin() and list() of a board_kind. */
bool builtin_load(const struct board_kind *, struct board *, const char *game, const char *name, size_t n);
bool builtin_list(const struct board_kind *, int i, const char **game, const char **name);
/* The title of the built-in scenario of that name, or NULL. The language NULL is English. */
const char *builtin_title(const char *name, const struct language *);

#endif
