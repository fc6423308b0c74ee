/* sat.h -- all crop layouts that fit a map's terrain and known crops (SCN-3), by a SAT
 * solver from outside (CaDiCaL): a check of puzzle/ that shares nothing with it but
 * struct map; it even finds the regions itself. Says nothing about SCN-2 and counts.
 * For test_sat.c and bench_unique.c. */
#ifndef TESTS_SAT_H
#define TESTS_SAT_H

#include "../../puzzle/map.h"

struct sat; /* on the heap */

/* The question as clauses. All terrain must be known. */
struct sat *sat_new(const struct map *);
void sat_free(struct sat *);

/* How many layouts fit, counted up to the limit; one more clause forbids each one found,
 * so it can be asked once. last: NULL, or gets the last one found. */
unsigned sat_count(struct sat *, unsigned limit, uint8_t last[MAP_SPACES]);

/* All of it at once. */
unsigned sat_layouts(const struct map *, unsigned limit, uint8_t last[MAP_SPACES]);

#endif
