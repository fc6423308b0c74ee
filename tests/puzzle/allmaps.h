/* allmaps.h -- all maps that fit a partly known small one, by plain search: a second,
 * slow and simple reading of SCN-2 and SCN-3 for the tests of puzzle/. Shares nothing
 * with it but struct map. */
#ifndef TESTS_ALLMAPS_H
#define TESTS_ALLMAPS_H

#include "../../puzzle/map.h"

/* Does a map, all known, satisfy SCN-2 and SCN-3? Counts are not looked at. */
bool allmaps_valid(const struct map *);

/* Every valid map that agrees with what is known and has exactly these tiles of each
 * terrain (NULL: any). Stops when told so (false), or after that many steps of search;
 * false: stopped. */
typedef bool allmaps_found(void *ctx, const struct map *);
bool allmaps(const struct map *known, const uint8_t *tiles, long steps, allmaps_found *, void *ctx);

#endif
