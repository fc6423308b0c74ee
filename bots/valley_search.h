/* valley_search.h -- plays the best ways to spend a round on over sampled dice, and says
 * which turned out best. It knows one sheet; other seats are only how many rounds are
 * left and who puts the snakes. Used by valley_think.c and judge_valley.c. */
#ifndef BOTS_VALLEY_SEARCH_H
#define BOTS_VALLEY_SEARCH_H

#include "think.h"
#include "valley_turn.h"

enum { MAX_OPTIONS_PLAYED = 64 };
enum { SEARCH_MOST = 10000 }; /* playouts, about a second: a larger budget is not spent */

/* One way to go on, and how it did. */
struct option_played {
    struct plot p;   /* the sheet after it */
    int value;       /* value_of() it */
    int64_t sum;     /* of the playouts' values */
    uint32_t played; /* how many */
    int index;       /* the caller's */
};

struct playing {
    const struct land *l;
    const struct weighing *w;
    int rounds;                   /* to follow */
    bool solo;                    /* snakes come by VAL-13, else from an opponent */
    uint64_t open;                /* empty spaces at the begin of this round */
    struct turn_scratch *scratch; /* for the playouts */
};

/* Plays so many rounds on the sheet, or to the end, with the dice of this generator; the value then. */
int search_playout(const struct playing *, struct plot *, int depth, struct rng);
/* Returns the index of the best of n options, 1 to MAX_OPTIONS_PLAYED; they are reordered. */
int search_best(const struct playing *, struct option_played *, int n, const struct bot_budget *, struct rng *);

#endif
