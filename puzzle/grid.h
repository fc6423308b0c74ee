/* grid.h -- sets of spaces whose neighbours are a few shifts away, for the solvers.
 *
 * Unlike the sets of map.h the rows stand GRID_ROW bits apart, whatever the board: the
 * bit after each row belongs to no space, so that a shift never leads into another
 * row. Ascending bits are still reading order. */
#ifndef PUZZLE_GRID_H
#define PUZZLE_GRID_H

#include "map.h"

enum { GRID_ROW = MAP_COLS + 1, GRID_BITS = MAP_ROWS * GRID_ROW };

static inline uint64_t grid_space(int row, int col) { return UINT64_C(1) << (row * GRID_ROW + col); }
static inline uint64_t grid_of(const struct map *m, int space) { return grid_space(space / m->cols, space % m->cols); }

/* Every space of a board. */
static inline uint64_t grid_all(int cols, int rows)
{
    uint64_t all = 0;
    for (int r = 0; r < rows; r++) all |= (grid_space(0, cols) - 1) << r * GRID_ROW;
    return all;
}

/* A column of the largest board. */
static inline uint64_t grid_column(int col)
{
    uint64_t column = 0;
    for (int r = 0; r < MAP_ROWS; r++) column |= grid_space(r, col);
    return column;
}

/* Spaces beside, and spaces all round, those of a set, which may be among them; and
 * some bits that belong to no space of the board. */
static inline uint64_t grid_side(uint64_t x) { return x << 1 | x >> 1 | x << GRID_ROW | x >> GRID_ROW; }
static inline uint64_t grid_near(uint64_t x)
{
    uint64_t row = x << 1 | x >> 1, wide = row | x;
    return row | wide << GRID_ROW | wide >> GRID_ROW;
}

/* The spaces of `within` connected with those of x, and x. */
static inline uint64_t grid_flood(uint64_t x, uint64_t within)
{
    uint64_t more;
    while ((more = grid_side(x) & within & ~x) != 0) x |= more;
    return x;
}

static inline bool grid_single(uint64_t x) { return x && !(x & (x - 1)); }

#endif
