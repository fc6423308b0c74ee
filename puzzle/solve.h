/* solve.h -- all crop layouts that fit a map's terrain and known crops (SCN-3). */
#ifndef PUZZLE_SOLVE_H
#define PUZZLE_SOLVE_H

#include "map.h"

/* Counts them up to limit. The terrain must be known everywhere; crops that are
 * known are kept. Told of each layout as long as fn is not NULL and returns true.
 * The order is fixed: lower spaces and lower crops first. */
typedef bool solve_found(void *ctx, const uint8_t crop[MAP_SPACES]);
uint64_t solve_count(const struct map *, uint64_t limit, solve_found *fn, void *ctx);

/* SCN-5: exactly one layout? */
bool solve_unique(const struct map *);

#endif
