/* solve.h -- all crop layouts that fit a map's terrain and known crops (SCN-3). Says
 * nothing about SCN-2 and the counts of SCN-4: map_check() does. */
#ifndef PUZZLE_SOLVE_H
#define PUZZLE_SOLVE_H

#include "crops.h"

#include <stddef.h>

/* Counts them up to limit, by finding each. The terrain must be known everywhere;
 * crops that are known are kept. Told of each layout as long as fn is not NULL and
 * returns true. The order is fixed: lower crops first on the first space in reading
 * order where two layouts differ. 0 if the map contradicts itself: a region of more
 * than five spaces, an unknown terrain, a crop that cannot be there. */
typedef bool solve_found(void *ctx, const uint8_t crop[MAP_SPACES]);
uint64_t solve_count(const struct map *, uint64_t limit, solve_found *fn, void *ctx);

/* SCN-5: exactly one layout? */
bool solve_unique(const struct map *);

/* Is there more than one layout of these sets? crops: settled or not. */
bool solve_several(const struct crops_ground *, struct crops *);

/* The number of layouts, however many: counted, not found one by one. */
struct solve_total {
    uint64_t count;
    bool saturated;  /* count is UINT64_MAX and stands for that or more */
    bool unfinished; /* the scratch memory was too small; count is 0 */
};
enum { SOLVE_SCRATCH = 32 << 20 }; /* is ample: half of it was always enough, without any crop known */
/* The scratch: memory aligned for uint64_t, whose contents before do not matter. */
struct solve_total solve_total(const struct map *, void *scratch, size_t size);

#endif
