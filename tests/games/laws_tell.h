/* laws_tell.h -- the laws of telling (core/tale.h), for laws.c. */
#ifndef TESTS_LAWS_TELL_H
#define TESTS_LAWS_TELL_H

#include "../../core/tale.h"

/* What a seat is about to do in this position, size bytes, can be told with a value for every place, and a viewer who
 * does not know the secret tells it alike. NULL, or what does not hold. */
const char *laws_tell(const struct game *, const struct position *, size_t size, int seat, Move, int viewer);

#endif
