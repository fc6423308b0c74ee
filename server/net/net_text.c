/* net_text.c -- see net.h: texts that many connections send. Apart from the network, as whoever stands in for that
 * (sim/, tests) sends the same. */
#include "../base/must.h"
#include "net.h"

#include <stdlib.h>
#include <string.h>

struct text *net_text_new(const char *p, size_t n)
{
    struct text *t = must(malloc(sizeof *t + n));
    if (n > UINT32_MAX) abort();
    t->refs = 1;
    t->n = (uint32_t)n;
    memcpy(t->p, p, n);
    return t;
}

void net_text_drop(struct text *t)
{
    if (t && --t->refs == 0) free(t);
}
