/* worlds.c -- see worlds.h.
 *
 * 1. A node is a partly filled map: what is left for each space (narrow.h). All nodes of a layer have the
 *    same spaces filled, and perhaps some that follow from these.
 * 2. A node is given up only if no fair map comes of it: its filled spaces can be planted otherwise, with the same crops
 *    in each part of a region and with none that a space still open might have beside it.
 *    With all spaces filled that is SCN-5 itself.
 * 3. Each layer keeps at most `keep` nodes, all of its own equally likely to be among them. */
#include "worlds.h"

#include "../core/bits.h"
#include "solve.h"

#include <string.h>

enum { T = MAP_TERRAINS, V = MAP_LEVELS };
enum { LEAST = 16 }; /* nodes that are carried on however few steps are left */

struct finding {
    struct narrow_ground ground;
    uint64_t starts; /* of grid.h */
    uint64_t checks; /* of (2): each costs about as much as a step */
    struct rng *rng;
    struct narrow *here, *next; /* nodes of two layers */
    uint32_t keep, made, n;     /* nodes: to keep of the next layer, made for it so far, kept of these */
    bool thinned;
};

/* ---- can it be fair? ---- */

/* What is filled. */
struct filled {
    uint64_t spaces;  /* with one terrain and one crop left */
    uint64_t has[V];  /* those of them with this crop */
    uint64_t away[V]; /* where it cannot be, for what stands near, or might */
};

static void look(const struct finding *f, const struct narrow *n, struct filled *x)
{
    uint64_t crop[V], some = 0, more = 0;
    for (int v = 0; v < V; v++) {
        crop[v] = narrow_crop(n, v);
        more |= some & crop[v];
        some |= crop[v];
    }
    x->spaces = (n->is[0] | n->is[1] | n->is[2] | n->is[3]) & ~more;
    for (int v = 0; v < V; v++) {
        x->has[v] = crop[v] & x->spaces;
        x->away[v] = grid_near((crop[v] & ~x->spaces) | (x->has[v] & f->starts));
    }
}

/* A part of a region in which some spaces might have another crop of the part. */
static void add_part(uint64_t part, const struct filled *x, struct crops_ground *g, struct crops *c)
{
    uint64_t can[V], some = 0, loose = 0;
    unsigned i, crops = 0;
    for (int v = 0; v < V; v++) {
        can[v] = x->has[v] & part ? (part & ~x->away[v]) | (x->has[v] & part) : 0;
        loose |= some & can[v];
        some |= can[v];
    }
    if (!loose) return;
    GAME_ASSERT(g->regions < MAP_SPACES && !(g->all & loose));
    for (int v = 0; v < V; v++)
        if (x->has[v] & loose) crops |= 1u << v, c->can[v] |= can[v] & loose;
    BITS_EACH(i, loose) g->of[i] = loose;
    g->crops[g->regions] = (uint8_t)crops;
    g->region[g->regions++] = loose;
    g->all |= loose;
}

/* Invariant 2. */
static bool is_unfair(struct finding *f, const struct narrow *n)
{
    struct crops_ground g;
    struct crops c = {{0}, 0};
    struct filled x;
    g.all = g.regions = 0;
    look(f, n, &x);
    for (int t = 0; t < T; t++)
        for (uint64_t left = n->is[t] & x.spaces & ~f->starts; left;) {
            uint64_t part = grid_flood(left & -left, n->is[t]) & x.spaces & ~f->starts;
            left &= ~part;
            if (!grid_single(part)) add_part(part, &x, &g, &c);
        }
    f->checks++;
    if (!g.all) return false;
    for (int v = 0; v < V; v++) c.can[v] &= ~grid_near(x.has[v] & ~g.all);
    return solve_several(&g, &c);
}

/* ---- layers ---- */

static void keep(struct finding *f, const struct narrow *n)
{
    GAME_ASSERT(f->n <= f->keep && f->n <= f->made);
    uint32_t at = f->made++ < f->keep ? f->n++ : rng_below(f->rng, f->made);
    if (at < f->keep) f->next[at] = *n;
}

/* All ways to fill the space. */
static void carry_on(struct finding *f, const struct narrow *n, uint64_t space)
{
    for (int t = 0; t < T; t++) {
        struct narrow with = *n;
        int crops = 0;
        if (!(n->terrain[t] & space)) continue;
        if (!(n->is[t] & space) && !narrow_say_terrain(&f->ground, &with, space, t)) continue;
        for (int v = 0; v < V; v++) crops += (with.can[t][v] & space) != 0;
        for (int v = 0; v < V; v++) {
            struct narrow next = with;
            if (!(with.can[t][v] & space)) continue;
            if (crops > 1 && !narrow_say_crop(&f->ground, &next, space, v)) continue;
            if (!is_unfair(f, &next)) keep(f, &next);
        }
    }
}

static bool is_filled(const struct narrow *n, uint64_t space)
{
    int pairs = 0;
    for (int t = 0; t < T; t++)
        for (int v = 0; v < V; v++) pairs += (n->can[t][v] & space) != 0;
    return pairs == 1;
}

static void fill(struct finding *f, uint64_t space)
{
    uint32_t n = f->n;
    struct narrow *here = f->next;
    f->next = f->here;
    f->here = here;
    f->n = f->made = 0;
    for (uint32_t i = 0; i < n; i++)
        if (is_filled(&here[i], space)) keep(f, &here[i]);
        else carry_on(f, &here[i], space);
    f->thinned |= f->made > f->keep;
}

/* Columns are filled from the side that more is known of. */
static bool is_back(const struct map *m)
{
    int known = 0;
    for (int i = 0; i < map_spaces(m); i++)
        if (m->terrain[i]) known += (2 * (i % m->cols) - (m->cols - 1)) * (m->crop[i] ? 3 : 1);
    return known > 0;
}

/* How many nodes the next layer may have: what fits into the scratch memory, and into the steps left if a node takes as many as
 * so far. */
static uint32_t limit(const struct finding *f, const struct worlds_means *m, uint64_t carried, int layers)
{
    uint64_t done = f->ground.steps + f->checks, left = m->steps > done ? m->steps - done : 0;
    uint64_t each = 1 + (carried ? done / carried : 8), most = m->size / (2 * sizeof(struct narrow));
    GAME_ASSERT(layers > 0 && most >= LEAST);
    uint64_t can = left / ((uint64_t)layers * each);
    return (uint32_t)(can > most ? most : can < LEAST ? LEAST : can);
}

void worlds_find(struct worlds *w, const struct worlds_question *q, const struct worlds_means *m)
{
    const struct map *known = &q->odds.map;
    struct finding f = {.rng = m->rng, .here = m->scratch};
    uint64_t carried = 0;
    unsigned i;
    int spaces = map_spaces(known), rows = known->rows;
    bool back = is_back(known);
    GAME_ASSERT(m->size >= WORLDS_SCRATCH && (uintptr_t)m->scratch % _Alignof(uint64_t) == 0);
    GAME_ASSERT(!(q->starts >> spaces));
    memset(w, 0, sizeof *w);
    w->known = known;
    w->all = true;
    f.next = f.here + m->size / (2 * sizeof(struct narrow));
    BITS_EACH(i, q->starts) f.starts |= grid_of(known, (int)i);
    if (!odds_start(&q->odds, &f.ground, &w->start) || is_unfair(&f, &w->start)) return;
    f.next[f.n++] = w->start;
    for (int k = 0; k < spaces && f.n; k++) {
        int col = back ? known->cols - 1 - k / rows : k / rows;
        f.keep = limit(&f, m, carried, spaces - k);
        carried += f.n;
        fill(&f, grid_space(k % rows, col));
    }
    w->at = f.next;
    w->n = (int)f.n;
    w->all = !f.thinned;
    w->steps = f.ground.steps + f.checks;
}

void worlds_map(const struct worlds *w, int i, struct map *m)
{
    GAME_ASSERT(i >= 0 && i < w->n);
    *m = *w->known;
    for (int k = 0; k < map_spaces(m); k++)
        for (int t = 0; t < T; t++)
            for (int v = 0; v < V; v++)
                if (w->at[i].can[t][v] & grid_of(m, k)) m->terrain[k] = (uint8_t)(t + 1), m->crop[k] = (uint8_t)(v + 1);
}
