/* choice.h -- keeping the best of many. */
#ifndef BOTS_CHOICE_H
#define BOTS_CHOICE_H

#include "../core/game.h"

/* Keeps the best of the moves offered; equal ones are equally likely, so that two
 * greedy players do not always do the same. */
struct choice {
    Move best;
    int value;
    uint32_t ties;
};

static inline void choice_offer(struct choice *c, Move m, int value, struct rng *r)
{
    if (c->best == NO_MOVE || value > c->value) c->value = value, c->ties = 0;
    if (value == c->value && rng_below(r, ++c->ties) == 0) c->best = m;
}

#endif
