/* items.c -- see items.h. */
#include "items.h"

#include "../core/bits.h"

#include <stdio.h>

struct printing {
    const struct game *g;
    const struct state *s;
    const char *title; /* NULL once it is printed */
};

static void print_spaces(const struct printing *p, const char *before, uint64_t spaces)
{
    unsigned i;
    BITS_EACH(i, spaces)
    {
        char name[8];
        struct out o = {.p = name, .size = sizeof name};
        p->g->space(p->s, i, &o);
        printf("%s%.*s", before, (int)o.len, name);
        before = " ";
    }
}

static void print_item(void *ctx, const struct item *i)
{
    struct printing *p = ctx;
    if (!i->at && !i->spaces) return;
    if (p->title) puts(p->title);
    p->title = NULL;
    printf("        %+4d  ", i->points);
    for (const char *c = p->g->things[i->what]; *c; c++) putchar(*c == '-' ? ' ' : *c);
    print_spaces(p, " at ", i->at);
    if (i->number) printf(" (%d)", i->number);
    print_spaces(p, ": ", i->spaces);
    putchar('\n');
}

void items_print(const struct game *g, const struct state *s, int row, const char *title)
{
    struct printing p = {g, s, title};
    g->count(s, row, print_item, &p);
}
