/* positions.h -- what players know of a map at some point of a game, made at random: the
 * starting spaces, then terrain from the edges inwards, with crops planted here and
 * there. For tests and benchmarks of puzzle/. */
#ifndef TESTS_POSITIONS_H
#define TESTS_POSITIONS_H

#include "../../core/bits.h"
#include "../../puzzle/make.h"

#include <string.h>

/* *full: a fair map of any grade; *known: what is seen of it, at least `seen` percent of the terrain;
 * plant: percent of chance that a crop is planted after each tile; tiles: of each
 * terrain on the whole map. */
static inline void position_make(struct map *full, struct map *known, uint8_t tiles[MAP_TERRAINS + 1], int cols,
                                 unsigned seen, unsigned plant, struct rng *r)
{
    uint8_t start[MAP_SPACES];
    struct map_shape shape;
    uint64_t open = 0, edge = 0;
    unsigned spaces = (unsigned)cols * MAP_ROWS, k;
    int starts = make_map(full, cols, (enum grade)rng_below(r, GRADES), r, start, NULL);
    map_shape(&shape, cols, MAP_ROWS);
    *known = (struct map){.cols = full->cols, .rows = full->rows};
    memset(tiles, 0, MAP_TERRAINS + 1);
    for (unsigned i = 0; i < spaces; i++) {
        tiles[full->terrain[i]]++;
        if (bits_count(shape.side[i]) < 4) edge |= bit(i);
    }
    for (int i = 0; i < starts; i++) {
        open |= bit(start[i]);
        known->terrain[start[i]] = full->terrain[start[i]];
        known->crop[start[i]] = full->crop[start[i]];
    }
    while (bits_count(open) * 100 < seen * spaces) { /* TIW-13: from an edge, or a step from where pawns are */
        uint64_t next = edge, bare = 0;
        BITS_EACH(k, open) next |= shape.side[k];
        next &= ~open;
        unsigned i = bits_nth(next, rng_below(r, bits_count(next)));
        open |= bit(i);
        known->terrain[i] = full->terrain[i];
        BITS_EACH(k, open) if (!known->crop[k]) bare |= bit(k);
        if (!bare || rng_below(r, 100) >= plant) continue;
        i = bits_nth(bare, rng_below(r, bits_count(bare)));
        known->crop[i] = full->crop[i];
    }
}

#endif
