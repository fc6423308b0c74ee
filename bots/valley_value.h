/* valley_value.h -- what a sheet of Valley is worth: the points it would score now and
 * those still to be expected, a weighted sum of what can be counted on it (features).
 * The weights depend on how many rounds are left; bench/train_valley.c learns them
 * from games and writes valley_weights.c. Used by valley_turn.c, valley_think.c and
 * the program that learns. */
#ifndef BOTS_VALLEY_VALUE_H
#define BOTS_VALLEY_VALUE_H

#include "valley_plot.h"

/* What is counted. "Open" is always: empty spaces next to it. */
enum feature {
    F_ONE,                               /* always 1 */
    F_OPEN,                              /* empty spaces */
    F_PACE,                              /* ... against the rounds left: one of 9 */
    F_REACH = F_PACE + 9,                /* spaces that may be filled next */
    F_LONELY,                            /* empty spaces without an empty neighbour */
    F_LOOSE,                             /* loose numbers: below 6, 6-9, 10 and more */
    F_RANGE_DONE = F_LOOSE + 3,          /* ranges that may be revealed */
    F_RANGE_PART,                        /* parts of 1, 2 more spaces; open 0-4 */
    F_RANGE_OUTS = F_RANGE_PART + 10,    /* empty spaces that complete a range: one of 0-4 */
    F_TOWN_DONE = F_RANGE_OUTS + 5,      /* towns that may be revealed */
    F_TOWN_PART,                         /* 6 classes of values; 1, 2, 3 spaces; open 0-3 */
    F_TOWN_BRIDGE = F_TOWN_PART + 72,    /* empty spaces that join parts of a town into 3, into 4 or more */
    F_PYRAMID = F_TOWN_BRIDGE + 2,       /* best shape: one of no shape, 0-4 */
    F_PYRAMID_NEXT = F_PYRAMID + 6,      /* ... the best apart from it: one of 0-4 */
    F_PYRAMID_MORE = F_PYRAMID_NEXT + 6, /* shapes as good as the best: one of 1, 2, more */
    F_JUNGLE = F_PYRAMID_MORE + 3,       /* jungles in all loose numbers: done, then 0-4 more values; open 0-2 */
    F_SCRUB = F_JUNGLE + 16,             /* ... in those good for nothing else */
    F_BUILT_OPEN = F_SCRUB + 16,         /* for each structure: open */
    F_BUILT_FIT = F_BUILT_OPEN + 3,      /* loose numbers next to it that may feed it: likely, perhaps */
    F_HOLE_NONE = F_BUILT_FIT + 6,       /* a structure to come has no place */
    F_HOLE_FOUND = F_HOLE_NONE + 3,      /* the best place: what feeds it already */
    F_HOLE_FIT = F_HOLE_FOUND + 3,       /* ... loose numbers as above */
    F_HOLE_OPEN = F_HOLE_FIT + 6,        /* ... open */
    F_BUILT_SUM = F_HOLE_OPEN + 3,       /* for each structure: discovered and loose food, one of 0-8 */
    F_HOLE_SUM = F_BUILT_SUM + 27,       /* ... at the best place */
    F_ROOMY = F_HOLE_SUM + 27,           /* pairs of empty spaces next to one another */
    F_LOW_TOWNS,                         /* values 1-5 that have a town */
    F_SNAKES,                            /* not crossed out */
    F_BITE,                              /* what they cost now */
    F_SNAKE_OPEN,                        /* open next to them */
    F_BACKLOG,                           /* discoveries that wait to be revealed: one of 0-5 */
    FEATURES = F_BACKLOG + 6
};

enum { VALUE_KNOTS = 8, VALUE_POINT = 100 }; /* values are in hundredths of a point */

/* For these numbers of rounds left; between them weights are drawn as a straight line. */
extern const uint8_t value_knot[VALUE_KNOTS];
/* valley_weights.c */
extern const int16_t value_weights[VALUE_KNOTS][FEATURES];

enum { VALUE_SNAKES = 12 }; /* more than get crossed out on a full sheet */

/* Weights for every number of rounds left after this one; none for 0. */
struct weighing {
    int16_t w[PLOT_ROUNDS][FEATURES];
    int16_t nines[PLOT_ROUNDS][VALUE_SNAKES]; /* the chance, in 1024ths, that so many rounds bring more than k nines */
    bool lasts;                               /* a full sheet does not end the game (VAL-13): the caller says so */
};
void value_weighing(struct weighing *, const int16_t weights[VALUE_KNOTS][FEATURES]);

/* The value of a sheet when so many rounds follow. */
int value_of(const struct land *, const struct plot *, const struct weighing *, int rounds);
/* The same before this round's discovery; *bonus: about what revealing one would gain. */
int value_before(const struct land *, const struct plot *, const struct weighing *, int rounds, int *bonus);
/* The value, and what was counted. */
int value_count(const struct land *, const struct plot *, const struct weighing *, int rounds, int16_t count[FEATURES]);

#endif
