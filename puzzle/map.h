/* map.h -- a Tiwanaku map as a plain grid: terrain and crop of every space, some
 * of them perhaps unknown. Knows no game and no player.
 *
 * Spaces are numbered row by row. Regions are orthogonally connected spaces of one
 * terrain. With at most five spaces in a region, "two regions of one terrain never
 * touch diagonally" (SCN-2) means: two diagonal spaces of one terrain have at least
 * one of the two spaces between them in common with it; a longer way round takes
 * seven spaces. */
#ifndef PUZZLE_MAP_H
#define PUZZLE_MAP_H

#include "../core/invariant.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    MAP_ROWS = 5,
    MAP_COLS = 9,
    MAP_SPACES = MAP_ROWS * MAP_COLS,
    MAP_TERRAINS = 4,
    MAP_LEVELS = 5, /* crop levels, and the largest region */
};

struct map {
    uint8_t cols, rows;          /* at most MAP_COLS x MAP_ROWS */
    uint8_t terrain[MAP_SPACES]; /* 1-4, 0 unknown; index row * cols + col */
    uint8_t crop[MAP_SPACES];    /* 1-5, 0 unknown */
};

/* TIW-2: pieces in the box, by terrain 1-4 and crop 1-5 (index 0 unused). */
extern const uint8_t map_tiles[MAP_TERRAINS + 1];
extern const uint8_t map_crops[MAP_LEVELS + 1];

static inline int map_spaces(const struct map *m) { return m->cols * m->rows; }

/* Masks of each space's neighbours: 4 orthogonal, 8 all round. */
struct map_shape {
    uint64_t side[MAP_SPACES];
    uint64_t near[MAP_SPACES];
};
void map_shape(struct map_shape *, int cols, int rows);

/* The region of a space, as a mask. All its terrain must be known. */
uint64_t map_region(const struct map *, const struct map_shape *, int space);

/* NULL if the whole map, all known, satisfies SCN-2, SCN-3 and the counts of
 * SCN-4; else the sentence with the rule's id. */
const char *map_check(const struct map *);

#endif
