/* tiwanaku_know.h -- all that follows from what a seat of Tiwanaku may know, by the map
 * lab: the chances of what is hidden, and whole maps that may be the true one. For
 * master; notes.h is the quick way of the others. */
#ifndef BOTS_TIWANAKU_KNOW_H
#define BOTS_TIWANAKU_KNOW_H

#include "../puzzle/posterior.h"
#include "tiwanaku_eye.h"

enum {
    KNOW_WORLDS = 24,
    KNOW_SCRATCH = 4 << 20, /* bytes it needs, aligned for uint64_t */
    KNOW_STEPS = 20000      /* of odds.h, for counting all maps; as many again and more for drawing some. Better
                          * than 2000 (64.5 % of 300 games), and still under 0.1 s a decision under node */
};

struct know {
    struct chances chances;
    bool exact;                    /* they are exact: all maps were counted, or one is left */
    int worlds;                    /* maps drawn at random, all about equally likely; 1 if it is the only one, */
    struct map world[KNOW_WORLDS]; /* or 0 if none was found in time: then chances has only what is certain */
};

void know_take(struct know *, const struct tiwanaku *view, bool plain, struct rng *, void *scratch);
/* The chances of one who sees that map. */
void know_all(struct chances *, const struct map *);

#endif
