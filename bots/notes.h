/* notes.h -- what a player of Tiwanaku can conclude from what lies on the board:
 * which terrain a space may have, and how likely each crop is on known terrain.
 * Uses SCN-2, SCN-3 and SCN-6 and nothing hidden; for bots. Knows no scores. */
#ifndef BOTS_NOTES_H
#define BOTS_NOTES_H

#include "tiwanaku_eye.h"

enum { NOTES_SURE = 1024 }; /* chances are in 1024ths */

struct notes {
    struct map_shape shape;                      /* neighbours on this board */
    uint64_t all;                                /* every space */
    uint64_t of[MAP_TERRAINS + 1];               /* spaces whose terrain is certain, by terrain */
    uint64_t open;                               /* spaces whose terrain is not */
    uint64_t region[MAP_SPACES];                 /* of a certain space: the part of its region that is certain */
    uint8_t terrain[MAP_SPACES];                 /* 1-4, 0 if open */
    uint8_t may[MAP_SPACES];                     /* terrains an open space may have, bit t for t */
    uint8_t left[MAP_TERRAINS + 1];              /* tiles for the open spaces */
    uint8_t known[MAP_SPACES];                   /* crops that are certain, 0 if not */
    uint8_t can[MAP_SPACES];                     /* crops a certain space may have, bit v for v */
    uint16_t chance[MAP_SPACES][MAP_LEVELS + 1]; /* ... and how likely they are, if not planted */
};

/* Which conclusions a player draws. Leaving some out makes fewer things certain, but none wrong. */
enum notes_sight {
    NOTES_CORNERS = 1, /* crops at a corner differ too */
    NOTES_TERRAIN = 2, /* conclusions on terrain nobody has seen */
    NOTES_CHAINS = 4,  /* conclusions from conclusions */
    NOTES_ALL = 7
};

/* From a view: only what was announced is looked at. sight: of enum notes_sight. */
void notes_take(struct notes *, const struct tiwanaku *view, unsigned sight);

/* How likely this terrain is on an open space, in 1024ths. */
int notes_terrain(const struct notes *, unsigned space, unsigned terrain);

/* The same for the eye. */
void notes_chances(const struct notes *, struct chances *);

#endif
