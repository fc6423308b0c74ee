/* crops.h -- which crops every space can still have when all the terrain is known, and
 * what follows at once from that (SCN-3): the last crop of a space and the last place
 * of a crop in its region. The engine under solve.h, and under narrow.h once no
 * terrain is open. Crops count from 0 to 4 here. */
#ifndef PUZZLE_CROPS_H
#define PUZZLE_CROPS_H

#include "grid.h"

/* The regions of a board. */
struct crops_ground {
    uint64_t all;                /* every space */
    uint64_t region[MAP_SPACES]; /* each region once */
    uint64_t of[GRID_BITS];      /* the region of a space */
    uint8_t crops[MAP_SPACES];   /* of each region as bits: what grows there, once each */
    uint8_t regions;             /* how many */
};

/* The possibilities. Copied freely. */
struct crops {
    uint64_t can[MAP_LEVELS]; /* spaces that can have this crop */
    uint64_t done;            /* spaces with one crop left, which their neighbours lack */
};

/* From the spaces of each terrain. False: a region is larger than five. */
bool crops_ground(struct crops_ground *, const uint64_t terrain[MAP_TERRAINS]);

/* Draws all conclusions. False: there is no layout. */
bool crops_settle(const struct crops_ground *, struct crops *);

/* Spaces with more than one crop left. */
static inline uint64_t crops_open(const struct crops_ground *g, const struct crops *c) { return g->all & ~c->done; }

/* Says that a space has this crop; crops_settle() draws the conclusions. */
static inline void crops_say(struct crops *c, uint64_t space, int crop)
{
    for (int v = 0; v < MAP_LEVELS; v++)
        if (v != crop) c->can[v] &= ~space;
}

#endif
