/* sat_maps.h -- whole maps that fit a partly seen one, by a SAT solver from outside (CaDiCaL): a check of puzzle/quiz that
 * shares nothing with it but struct map. Unlike sat.h terrain may be unknown: SCN-2, SCN-3, the tiles of each terrain and
 * the crops of the box are all clauses. For test_quiz_sat.c. */
#ifndef TESTS_SAT_MAPS_H
#define TESTS_SAT_MAPS_H

#include "../../puzzle/map.h"

struct sat_maps; /* on the heap */

/* The rules of a board, for any number of questions. */
struct sat_maps *sat_maps_new(int cols, int rows);
void sat_maps_free(struct sat_maps *);

/* Is there a map that agrees with what is seen, has so many tiles of each terrain (index 1-4), and has one of the pairs:
 * terrain[t] and crop[v] say at which spaces (bit i) it counts? No pair at all: any map. found: gets it. */
bool sat_maps_any(struct sat_maps *, const struct map *seen, const uint8_t tiles[MAP_TERRAINS + 1],
                  const uint64_t terrain[MAP_TERRAINS + 1], const uint64_t crop[MAP_LEVELS + 1], struct map *found);

#endif
