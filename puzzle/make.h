/* make.h -- makes maps: fills a grid at random so that SCN-2 and SCN-3 hold, and chooses
 * starting spaces that make it fair (SCN-5) and of a wanted grade. All of it is the same
 * for the same generator on every platform. */
#ifndef PUZZLE_MAKE_H
#define PUZZLE_MAKE_H

#include "../core/rng.h"
#include "grade.h"

/* Which maps come from which generator: raised whenever that changes. */
enum { MAKE_VERSION = 1 };

enum { MAKE_OTOMAS = 5 };

/* Completes the map: known terrain and crops are kept, the rest is filled with a
 * random choice. most: tiles of each terrain (index 1-4) the map may hold; exact:
 * must hold. Tries `budget` steps; false if it found none (then *m is unchanged).
 * budget 0: until found or shown impossible. */
bool make_fill(struct map *m, const uint8_t most[MAP_TERRAINS + 1], bool exact, struct rng *, uint32_t budget);

/* A whole fair map of that grade on a tiny (5 columns) or long (9) board, and its starting
 * spaces in reading order; returns how many. There are as few as SCN-4 allows, or else
 * none of them can be missed at that grade. otoma: NULL, or gets five of them that are
 * make_spread(), each next one as far as possible from those before it; a tiny map has
 * exactly five starting spaces then. */
int make_map(struct map *, int cols, enum grade, struct rng *, uint8_t start[MAP_SPACES], uint8_t otoma[MAKE_OTOMAS]);

/* A fair map as it comes, of any grade: starting spaces are left out at random as long as
 * SCN-5 holds and SCN-4 allows it. 0: too many are left. For statistics. */
int make_raw(struct map *, int cols, struct rng *, uint8_t start[MAP_SPACES]);

/* Are these spaces spread over the board? Long: no two touch, and each third of the columns
 * has one. Tiny: no two are side by side, and the first and the last two columns have one.
 * Both: the first and the last two rows have one. */
bool make_spread(int cols, uint64_t spaces);

#endif
