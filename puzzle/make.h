/* make.h -- makes maps: fills a grid at random so that SCN-2 and SCN-3 hold, and
 * chooses starting spaces that make it fair (SCN-5). */
#ifndef PUZZLE_MAKE_H
#define PUZZLE_MAKE_H

#include "../core/rng.h"
#include "map.h"

/* Completes the map: known terrain and crops are kept, the rest is filled with a
 * random choice. most: tiles of each terrain (index 1-4) the map may hold; exact:
 * must hold. Tries `budget` steps; false if it found none (then *m is unchanged).
 * budget 0: until found or shown impossible. */
bool make_fill(struct map *m, const uint8_t most[MAP_TERRAINS + 1], bool exact, struct rng *, uint32_t budget);

/* A whole fair map with its starting spaces (at least min, at most max of them),
 * as a list in reading order; returns how many. The same for the same generator
 * on every platform. */
int make_map(struct map *, int cols, int min, int max, struct rng *, uint8_t start[MAP_SPACES]);

#endif
