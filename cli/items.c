/* items.c -- see items.h. */
#include "items.h"

#include "../core/bits.h"
#include "say.h"

#include <stdio.h>

struct printing {
    const struct game *g;
    const struct state *s;
    const char *title; /* NULL once it is printed */
};

static void write_spaces(const struct printing *p, uint64_t spaces, struct out *o)
{
    unsigned i;
    BITS_EACH(i, spaces)
    {
        if (o->len) out_char(o, ' ');
        p->g->space(p->s, i, o);
    }
    out_end(o);
}

/* What it is called: in English the word of the programs, but for its hyphens. */
static void write_thing(const char *word, struct out *o)
{
    const char *own = _(word);
    for (const char *c = own; *c; c++) out_char(o, *c == '-' && own == word ? ' ' : *c);
    out_end(o);
}

static void print_item(void *ctx, const struct item *i)
{
    struct printing *p = ctx;
    if (!i->at && !i->spaces) return;
    if (p->title) puts(p->title);
    p->title = NULL;
    char thing[SAY_NAME], spaces[320];
    struct out name = {.p = thing, .size = sizeof thing}, at = {.p = spaces, .size = sizeof spaces}, counted = at;
    write_thing(p->g->things[i->what], &name);
    write_spaces(p, i->at, &at);
    printf("        %+4d  ", i->points);
    if (i->at) say("{thing} at {space}", "thing", thing, "space", spaces, NULL);
    else fputs(thing, stdout);
    if (i->number) printf(" (%d)", i->number);
    write_spaces(p, i->spaces, &counted);
    if (i->spaces) printf(": %s", spaces);
    putchar('\n');
}

void items_print(const struct game *g, const struct state *s, int row, const char *title)
{
    struct printing p = {g, s, title};
    g->count(s, row, print_item, &p);
}
