/* valley_think.h -- the levels of Valley of Wiraqocha. All of them judge a sheet by
 * valley_value.h and choose among the ways of valley_turn.h. The lower ones take what looks
 * best at once, with shorter sight, and overlook spaces; the upper ones play the best ways on
 * over sampled rounds, as many as level and budget allow. */
#ifndef BOTS_VALLEY_THINK_H
#define BOTS_VALLEY_THINK_H

#include "think.h"

/* A legal move of the seat, which acts in this view of `size` bytes. The same view, budget
 * and rng give the same thought, unless stop says so. */
struct thought valley_think(enum bot_level, const struct game *, const struct state *view, size_t size, int seat,
                            const struct bot_budget *, struct rng *, void *scratch);

/* How many rounds follow after this one, about: with other seats the first full sheet ends the game (VAL-10). */
struct valley;
int valley_think_rounds(const struct valley *);

#endif
