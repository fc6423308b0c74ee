/* must.h -- memory that has to be there: without it the program ends, as nothing of what it would do then
 * could be kept or told. For the server and the command. */
#ifndef SERVER_MUST_H
#define SERVER_MUST_H

#include <stdio.h>
#include <stdlib.h>

/* p, which malloc() or one of its kin gave. */
static inline void *must(void *p)
{
    if (p) return p;
    fputs("tambo: out of memory\n", stderr);
    abort();
}

#endif
