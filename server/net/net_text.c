/* net_text.c -- see net.h: texts that many connections send. In a file of its own because sim/ and tests replace the
 * network and use the same texts. */
#include "../../core/invariant.h"
#include "../base/must.h"
#include "net.h"

#include <stdlib.h>
#include <string.h>

struct text *net_text_new(const char *p, size_t n)
{
    GAME_ASSERT(n <= UINT32_MAX);
    struct text *t = must(malloc(sizeof *t + n));
    t->refs = 1;
    t->n = (uint32_t)n;
    memcpy(t->p, p, n);
    return t;
}

void net_text_drop(struct text *t)
{
    GAME_ASSERT(!t || t->refs > 0);
    if (t && --t->refs == 0) free(t);
}
