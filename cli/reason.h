/* reason.h -- steps of puzzle/deduce.h as English sentences. */
#ifndef CLI_REASON_H
#define CLI_REASON_H

#include "../core/out.h"
#include "../puzzle/deduce.h"

extern const char *const reason_terrains[MAP_TERRAINS + 1]; /* "valley" ... */
extern const char *const reason_crops[MAP_LEVELS + 1];      /* "sweet potato" ... */

/* `c3`, `c3 and c4`, `c3, c4 and d4`. */
void reason_spaces(uint64_t spaces, int cols, struct out *);

/* Step k, from 0, of steps that follow one another; it may speak of those before it, by
 * numbers from 1: `c3 is 4 (corn): it is the only crop still missing in the region of c3, c4
 * and d4.` */
void reason_write(const struct deduce_step *, int k, int cols, struct out *);

#endif
