/* narrow.h -- what every space of a partly known map can still be, and what follows
 * at once from that: the engine under count.h and odds.h.
 *
 * Possibilities are sets of spaces, one per pair of terrain and crop, so that a rule
 * is applied to all spaces together with a few shifts. Not a solver: what remains
 * possible need not be part of a whole map, but what is taken away never is, and once
 * every space has one pair left the map satisfies the rules asked for. Inside,
 * terrains count from 0 to 3 and crops from 0 to 4. */
#ifndef PUZZLE_NARROW_H
#define PUZZLE_NARROW_H

#include "crops.h"

enum { NARROW_NO_LIMIT = 255 };

/* The question: what all possibilities have in common. */
struct narrow_ground {
    uint64_t all;                /* every space */
    uint8_t cols, rows;          /* of the map */
    bool touching;               /* regions of one terrain may touch at corners: SCN-2 is not asked for */
    bool totals;                 /* tiles[] must be met exactly */
    uint8_t tiles[MAP_TERRAINS]; /* tiles of each terrain on the whole map */
    uint8_t most[MAP_LEVELS];    /* crops of each level at most, or NARROW_NO_LIMIT */
    uint64_t steps, budget;      /* times conclusions were drawn, and when the caller wants to stop */
    bool settled;                /* no terrain was open at the start: regions[] is in use */
    struct crops_ground regions; /* and these are the regions */
};

/* The possibilities. Copied freely: 232 bytes. */
struct narrow {
    uint64_t can[MAP_TERRAINS][MAP_LEVELS]; /* spaces where this terrain with this crop is possible */
    uint64_t terrain[MAP_TERRAINS];         /* spaces where this terrain is possible */
    uint64_t is[MAP_TERRAINS];              /* and no other is */
    uint64_t done;                          /* spaces of regions that are closed and planted */
};

/* Spaces where a crop is possible. */
static inline uint64_t narrow_crop(const struct narrow *n, int v)
{
    return n->can[0][v] | n->can[1][v] | n->can[2][v] | n->can[3][v];
}

/* The question of a board without totals and limits. */
void narrow_ground(struct narrow_ground *, int cols, int rows);

/* All that a map leaves open, drawn to its conclusions, with the question's totals and
 * limits as they are now. False: it has no completion. */
bool narrow_start(struct narrow_ground *, struct narrow *, const struct map *);

/* Says that a space has this terrain, or this crop. False: then there is none. */
bool narrow_say_terrain(struct narrow_ground *, struct narrow *, uint64_t space, int terrain);
bool narrow_say_crop(struct narrow_ground *, struct narrow *, uint64_t space, int crop);

/* Says that it has not. */
bool narrow_deny_terrain(struct narrow_ground *, struct narrow *, uint64_t space, int terrain);
bool narrow_deny_crop(struct narrow_ground *, struct narrow *, uint64_t space, int crop);

/* Spaces with more than one terrain left, and with more than one crop. */
uint64_t narrow_open_terrain(const struct narrow *);
uint64_t narrow_open_crops(const struct narrow *);

#endif
