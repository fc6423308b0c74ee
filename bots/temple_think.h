/* temple_think.h -- the Temple players with levels; see temple_think.c. */
#ifndef BOTS_TEMPLE_THINK_H
#define BOTS_TEMPLE_THINK_H

#include "think.h"

/* A legal move for the seat, which acts in this view, and why. view is redact(state,
 * seat), size its bytes. scratch: THINK_SCRATCH bytes. The answer depends on the view, the
 * level, budget->playouts and the generator alone (and on when stop says so). */
struct thought temple_think(enum bot_level, const struct game *, const struct state *view, size_t size, int seat,
                            const struct bot_budget *, struct rng *, void *scratch);

#endif
