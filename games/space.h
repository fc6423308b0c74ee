/* space.h -- the names of spaces on the boards of all games, for those who know no game:
 * reasons of bots as sentences and as data. A state says it, not a set-up: a client's set-up
 * may have no board. */
#ifndef GAMES_SPACE_H
#define GAMES_SPACE_H

#include "papers.h"
#include "scenario.h"
#include "tiwanaku.h"

/* Where a space is, as the game's masks number it. */
static inline void space_find(const struct game *g, const struct state *s, unsigned space, unsigned *col, unsigned *row)
{
    *col = *row = 0;
    if (g->board == &sheet_kind) {
        const struct ground *ground = &((const struct papers *)(const void *)s)->ground;
        *col = ground->col[space];
        *row = ground->row[space];
    } else if (g->board == &scenario_kind) {
        unsigned cols = ((const struct tiwanaku *)(const void *)s)->cols;
        *col = space % cols;
        *row = space / cols;
    }
}

/* Its name: `c3`. */
static inline void space_write(const struct game *g, const struct state *s, unsigned space, struct out *o)
{
    unsigned col, row;
    space_find(g, s, space, &col, &row);
    out_char(o, (char)('a' + col));
    out_uint(o, row + 1);
}

#endif
