/* posterior.h -- how likely what is, on a partly seen map of which it is known that it is fair (SCN-5).
 *
 * Only fair maps count (worlds.h). They are not equally likely: the generator leaves out the starting crops that
 * are not missed, and makes maps of all grades equally often, while by far the most fair maps
 * are of the lower ones. So each counts by its grade, and by how many of its starting crops could be missed; how much was fitted on
 * maps that are not used to test it (bench/bench_chances.c). Called by hints and bots. */
#ifndef PUZZLE_POSTERIOR_H
#define PUZZLE_POSTERIOR_H

#include "worlds.h"

enum { POSTERIOR_WHOLE = 1 << 20 };

struct posterior {
    bool exact;     /* every fair map that fits was found: what none of them has cannot be */
    uint32_t found; /* fair maps; 0 and exact: none fits, so the map is not fair, and the numbers below are all 0 */
    /* As parts of POSTERIOR_WHOLE, which they add up to. 0: cannot be. If exact and POSTERIOR_WHOLE: certain. */
    uint32_t terrain[MAP_SPACES][MAP_TERRAINS + 1]; /* index 1-4 */
    uint32_t crop[MAP_SPACES][MAP_LEVELS + 1];      /* index 1-5 */
};

/* Also draws n of them, by how likely they are; none if none was found. */
void posterior_take(struct posterior *, const struct worlds_question *, const struct worlds_means *, struct map *world,
                    int n);

#endif
