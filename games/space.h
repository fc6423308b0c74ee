/* space.h -- the names of spaces on the boards of all games, for those who know no game:
 * reasons of bots as sentences and as data. A state says it, not a set-up: a client's set-up
 * may have no board. */
#ifndef GAMES_SPACE_H
#define GAMES_SPACE_H

#include "papers.h"
#include "scenario.h"
#include "tiwanaku.h"

/* `c3`: one space as the game's masks number it. */
static inline void space_write(const struct game *g, const struct state *s, unsigned space, struct out *o)
{
    if (g->board == &sheet_kind) {
        ground_write(&((const struct papers *)(const void *)s)->ground, space, o);
    } else if (g->board == &scenario_kind) {
        unsigned cols = ((const struct tiwanaku *)(const void *)s)->cols;
        out_char(o, (char)('a' + space % cols));
        out_uint(o, space / cols + 1);
    }
}

#endif
