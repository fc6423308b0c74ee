/* solve.c -- see solve.h. Depth first, with all conclusions of crops.c at every step. */
#include "solve.h"

#include "../core/bits.h"
#include "count.h"

enum { T = MAP_TERRAINS, V = MAP_LEVELS };

struct solve_search {
    const struct crops_ground *ground;
    const struct map *map;
    uint64_t limit, count;
    solve_found *fn;
    void *ctx;
};

/* The map as sets. False: it contradicts itself. */
static bool begin(const struct map *m, struct crops_ground *g, struct crops *c)
{
    uint64_t terrain[T] = {0}, crop[V] = {0}, known = 0;
    uint64_t sizes[V + 1] = {0};
    for (int i = 0, y = 0; y < m->rows; y++)
        for (int x = 0; x < m->cols; x++, i++) {
            uint64_t space = grid_space(y, x);
            if (m->terrain[i] < 1 || m->terrain[i] > T || m->crop[i] > V) return false;
            terrain[m->terrain[i] - 1] |= space;
            if (m->crop[i]) crop[m->crop[i] - 1] |= space, known |= space;
        }
    if (!crops_ground(g, terrain)) return false;
    for (int k = 0; k < g->regions; k++) sizes[bits_count(g->region[k])] |= g->region[k];
    c->done = 0;
    uint64_t large = 0;
    for (int v = V - 1; v >= 0; v--) {
        large |= sizes[v + 1];
        c->can[v] = large & ~(known & ~crop[v]);
    }
    return crops_settle(g, c);
}

static bool report(struct solve_search *s, const struct crops *c)
{
    const struct map *m = s->map;
    uint8_t crop[MAP_SPACES] = {0};
    GAME_ASSERT(s->count < s->limit);
    s->count++;
    if (!s->fn) return s->count < s->limit;
    for (int i = 0; i < map_spaces(m); i++)
        for (int v = 0; v < V; v++)
            if (c->can[v] & grid_of(m, i)) crop[i] = (uint8_t)(v + 1);
    for (int i = 0; i < map_spaces(m); i++) GAME_ASSERT(crop[i] && (!m->crop[i] || m->crop[i] == crop[i]));
    if (!s->fn(s->ctx, crop)) s->fn = NULL;
    return s->count < s->limit;
}

/* A space to branch on: one with two crops left if there is one. */
static uint64_t easiest(const struct solve_search *s, const struct crops *c)
{
    uint64_t open = crops_open(s->ground, c), some = 0, two = 0, three = 0;
    for (int v = 0; v < V; v++) {
        three |= two & c->can[v];
        two |= some & c->can[v];
        some |= c->can[v];
    }
    if (open & ~three) open &= ~three;
    return open & -open;
}

static bool is_solvable(const struct solve_search *s, const struct crops *c)
{
    uint64_t space = easiest(s, c);
    if (!space) return true;
    for (int v = 0; v < V; v++) {
        struct crops next = *c;
        if (!(c->can[v] & space)) continue;
        crops_say(&next, space, v);
        if (crops_settle(s->ground, &next) && is_solvable(s, &next)) return true;
    }
    return false;
}

/* False: stop everything. For the sake of the order it branches on the first open
 * space as long as a callback is set; that may be a bad place, so it never goes where
 * no layout is. */
static bool dive(struct solve_search *s, const struct crops *c)
{
    uint64_t open = crops_open(s->ground, c), space = s->fn ? open & -open : easiest(s, c);
    if (!open) return report(s, c);
    for (int v = 0; v < V; v++) {
        struct crops next = *c;
        if (!(c->can[v] & space)) continue;
        crops_say(&next, space, v);
        if (!crops_settle(s->ground, &next) || (s->fn && !is_solvable(s, &next))) continue;
        if (!dive(s, &next)) return false;
    }
    return true;
}

uint64_t solve_count(const struct map *m, uint64_t limit, solve_found *fn, void *ctx)
{
    struct crops_ground g;
    struct solve_search s = {&g, m, limit, 0, fn, ctx};
    struct crops c;
    if (limit && begin(m, &g, &c)) dive(&s, &c);
    return s.count;
}

bool solve_several(const struct crops_ground *g, struct crops *c)
{
    struct solve_search s = {g, NULL, 2, 0, NULL, NULL};
    if (crops_settle(g, c)) dive(&s, c);
    return s.count > 1;
}

bool solve_unique(const struct map *m) { return solve_count(m, 2, NULL, NULL) == 1; }

struct solve_total solve_total(const struct map *m, void *scratch, size_t size)
{
    struct narrow_ground g;
    struct narrow n;
    struct count c;
    GAME_ASSERT(m->cols <= MAP_COLS && m->rows <= MAP_ROWS);
    for (int i = 0; i < map_spaces(m); i++)
        if (!m->terrain[i]) return (struct solve_total){0, false, false};
    narrow_ground(&g, m->cols, m->rows);
    g.touching = true;
    if (!narrow_start(&g, &n, m)) return (struct solve_total){0, false, false};
    count_init(&c, scratch, size);
    if (!count_run(&c, &g, &n)) return (struct solve_total){0, false, true};
    uint64_t count = count_total(&c);
    return (struct solve_total){count, count == COUNT_MANY, false};
}
