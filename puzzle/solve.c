/* solve.c -- see solve.h. Depth first on the space with the fewest candidates; a
 * candidate dies when a neighbour or a space of its region takes it. */
#include "solve.h"

#include "../core/bits.h"

#include <string.h>

struct search {
    uint64_t rival[MAP_SPACES]; /* spaces that cannot have the same crop */
    uint64_t region[MAP_SPACES];
    int spaces;
    uint64_t limit, count;
    solve_found *fn;
    void *ctx;
};

struct grid {
    uint8_t can[MAP_SPACES]; /* bit v-1: crop v is possible */
    uint64_t open;           /* spaces not decided yet */
};

/* Takes crop v at space i away from its rivals; false if one has nothing left. */
static bool place(const struct search *s, struct grid *g, unsigned i, unsigned v)
{
    unsigned k;
    g->can[i] = (uint8_t)(1u << v);
    g->open &= ~bit(i);
    BITS_EACH(k, s->rival[i] & g->open)
    {
        g->can[k] &= (uint8_t) ~(1u << v);
        if (!g->can[k]) return false;
    }
    return true;
}

/* Does every region still have a place for each of its crops? */
static bool regions_fit(const struct search *s, const struct grid *g)
{
    uint64_t left = bit((unsigned)s->spaces) - 1;
    while (left) {
        unsigned all = 0, k;
        uint64_t region = s->region[bits_first(left)];
        BITS_EACH(k, region) all |= g->can[k];
        if (all != (1u << bits_count(region)) - 1) return false;
        left &= ~region;
    }
    return true;
}

static bool report(struct search *s, const struct grid *g)
{
    uint8_t crop[MAP_SPACES] = {0};
    s->count++;
    if (!s->fn) return s->count < s->limit;
    for (int i = 0; i < s->spaces; i++) crop[i] = (uint8_t)(bits_first(g->can[i]) + 1);
    if (!s->fn(s->ctx, crop)) s->fn = NULL;
    return s->count < s->limit;
}

/* False: stop everything. */
static bool dive(struct search *s, const struct grid *g)
{
    unsigned i, best = 0, fewest = 99;
    if (!g->open) return report(s, g);
    if (!regions_fit(s, g)) return true;
    BITS_EACH(i, g->open)
    if (bits_count(g->can[i]) < fewest) fewest = bits_count(g->can[i]), best = i;
    for (unsigned v = 0; v < MAP_LEVELS; v++) {
        struct grid next = *g;
        if (g->can[best] >> v & 1 && place(s, &next, best, v) && !dive(s, &next)) return false;
    }
    return true;
}

uint64_t solve_count(const struct map *m, uint64_t limit, solve_found *fn, void *ctx)
{
    struct search s = {.spaces = map_spaces(m), .limit = limit, .fn = fn, .ctx = ctx};
    struct grid g = {.open = bit((unsigned)s.spaces) - 1};
    struct map_shape sh;
    map_shape(&sh, m->cols, m->rows);
    for (int i = 0; i < s.spaces; i++) {
        uint64_t region = map_region(m, &sh, i);
        unsigned n = bits_count(region);
        if (n > MAP_LEVELS) return 0;
        s.region[i] = region;
        s.rival[i] = (region | sh.near[i]) & ~bit((unsigned)i);
        g.can[i] = (uint8_t)((1u << n) - 1);
    }
    for (int i = 0; i < s.spaces; i++)
        if (m->crop[i]) {
            unsigned v = m->crop[i] - 1u;
            if (!(g.can[i] >> v & 1) || !place(&s, &g, (unsigned)i, v)) return 0;
        }
    if (limit) dive(&s, &g);
    return s.count;
}

bool solve_unique(const struct map *m) { return solve_count(m, 2, NULL, NULL) == 1; }
