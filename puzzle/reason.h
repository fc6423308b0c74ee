/* reason.h -- the techniques of deduce.h in words: one table has their keys, their names and why each holds;
 * reason_tell() makes a tale of a step, for terminal and browser. */
#ifndef PUZZLE_REASON_H
#define PUZZLE_REASON_H

#include "../core/tale.h"
#include "deduce.h"

struct reason {
    const char *key;    /* in JSON */
    const char *name;   /* short: "last crop of a region" */
    const char *text;   /* why it holds, a clause; reason.c says what its places are */
    const char *lesson; /* the technique explained in whole sentences; NULL: it is not taught */
};
extern const struct reason reason_table[DEDUCE_FAIR + 1];
extern const char *const reason_clash_keys[];               /* of enum deduce_clash, in JSON */
extern const char *const reason_terrains[MAP_TERRAINS + 1]; /* "valley" ... */
extern const char *const reason_crops[MAP_LEVELS + 1];      /* "sweet potato" ... */

/* Step k, from 0, of steps that follow one another; it may speak of those before it, by numbers from 1: "c3 is
 * corn (4): it is the only crop still missing in the region of c3, c4 and d4." */
void reason_tell(const struct deduce_step *, int k, int cols, struct tale *);

#endif
