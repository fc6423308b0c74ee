/* quiz_fits.c -- all that can be at each space on a map that fits a puzzle, by complete search; see quiz.h. For
 * quiz_make.c: what is found is kept in the puzzle.
 *
 * Each terrain and crop that narrow.h leaves possible and no map found so far has is supposed; either a whole map with it
 * is found, and covers whatever else it has, or there is none, and all further search knows. */
#include "../core/bits.h"
#include "narrow.h"
#include "quiz.h"

#include <string.h>

enum { T = MAP_TERRAINS, V = MAP_LEVELS, FIRST_MAPS = 3 };

/* In here spaces are those of grid.h, terrains and crops count from 0. */
struct fits_search {
    struct narrow_ground ground;
    struct rng *rng;
    uint64_t terrain[T], crop[V]; /* found on some map */
    struct narrow start;          /* what is shown, and what was found out */
    bool over;                    /* the steps were not enough */
};

/* The first space with the fewest pairs of terrain and crop left, but more than one; 0: there is none. */
static uint64_t narrowest(const struct narrow *n)
{
    uint64_t least[6] = {0}; /* [k]: spaces with more than k pairs */
    for (int t = 0; t < T; t++)
        for (int v = 0; v < V; v++) {
            uint64_t can = n->can[t][v];
            for (int k = 0; can && k < 6; k++) {
                uint64_t again = least[k] & can;
                least[k] |= can;
                can = again;
            }
        }
    for (int k = 2; k < 6; k++) {
        uint64_t just = least[k - 1] & ~least[k];
        if (just) return just & -just;
    }
    return least[5] & -least[5];
}

/* The values of a space: new ones first, in a random order. Returns how many. */
static int choices(struct fits_search *s, const uint64_t *can, const uint64_t *found, int most, uint64_t space,
                   int *out)
{
    int n = 0, from = (int)rng_below(s->rng, (uint32_t)most);
    for (int turn = 0; turn < 2; turn++)
        for (int k = 0; k < most; k++) {
            int v = (from + k) % most;
            if (can[v] & space && (turn == 1) == ((found[v] & space) != 0)) out[n++] = v;
        }
    return n;
}

/* Completes it; false: there is no map, or the steps were not enough. */
static bool complete(struct fits_search *s, struct narrow *n)
{
    uint64_t space = narrowest(n), crop[V];
    int value[V], count;
    bool land = (narrow_open_terrain(n) & space) != 0;
    if (!space) return true;
    for (int v = 0; v < V; v++) crop[v] = narrow_crop(n, v);
    count = land ? choices(s, n->terrain, s->terrain, T, space, value) : choices(s, crop, s->crop, V, space, value);
    for (int k = 0; k < count; k++) {
        struct narrow then = *n;
        if (s->ground.steps > s->ground.budget) s->over = true;
        if (s->over) return false;
        if (!(land ? narrow_say_terrain : narrow_say_crop)(&s->ground, &then, space, value[k])) continue;
        if (!complete(s, &then)) continue;
        *n = then;
        return true;
    }
    return false;
}

static void cover(struct fits_search *s, const struct map *m)
{
    for (int i = 0; i < map_spaces(m); i++) {
        GAME_ASSERT(m->terrain[i] && m->crop[i]);
        s->terrain[m->terrain[i] - 1] |= grid_of(m, i);
        s->crop[m->crop[i] - 1] |= grid_of(m, i);
    }
}

/* Notes a map that was found; false: there are too many. */
static bool keep(struct quiz *q, struct fits_search *s, const struct narrow *n)
{
    if (q->maps == QUIZ_MAPS) return false;
    struct map *m = &q->map[q->maps];
    *m = (struct map){.cols = q->shown.cols, .rows = q->shown.rows};
    for (int i = 0; i < map_spaces(m); i++)
        for (int k = 0; k < T * V; k++)
            if (n->can[k / V][k % V] & grid_of(m, i)) {
                m->terrain[i] = (uint8_t)(k / V + 1);
                m->crop[i] = (uint8_t)(k % V + 1);
            }
    GAME_ASSERT(map_check(m) == NULL);
    q->maps++;
    cover(s, m);
    return true;
}

/* A value of a space. */
struct what {
    uint64_t space;
    int value;
    bool crop;
};

static bool say(struct fits_search *s, struct narrow *n, const struct what *w)
{
    return (w->crop ? narrow_say_crop : narrow_say_terrain)(&s->ground, n, w->space, w->value);
}

/* No map has it; with that more follows for the rest. */
static void deny(struct fits_search *s, const struct what *w)
{
    (w->crop ? narrow_deny_crop : narrow_deny_terrain)(&s->ground, &s->start, w->space, w->value);
}

/* Decides about a value that no map has had yet; false: the search is over. `soon`: only if it is plain that it cannot be. */
static bool decide(struct quiz *q, struct fits_search *s, const struct what *w, bool soon)
{
    struct narrow n = s->start;
    if (!say(s, &n, w)) {
        deny(s, w);
        return true;
    }
    if (soon) return true;
    if (complete(s, &n)) return keep(q, s, &n);
    if (!s->over) deny(s, w);
    return !s->over;
}

/* Decides about all; false: the search is over. */
static bool decide_all(struct quiz *q, struct fits_search *s, bool soon)
{
    for (int i = 0; i < map_spaces(&q->shown); i++) {
        uint64_t space = grid_of(&q->shown, i);
        for (int t = 0; t < T; t++)
            if (s->start.terrain[t] & ~s->terrain[t] & space && !decide(q, s, &(struct what){space, t, false}, soon))
                return false;
        for (int v = 0; v < V; v++)
            if (narrow_crop(&s->start, v) & ~s->crop[v] & space && !decide(q, s, &(struct what){space, v, true}, soon))
                return false;
    }
    return true;
}

/* Maps that have as much as possible that no map has had yet. */
static bool some_maps(struct quiz *q, struct fits_search *s)
{
    for (int k = 0; k < FIRST_MAPS; k++) {
        struct narrow n = s->start;
        if (!complete(s, &n) || !keep(q, s, &n)) return false;
    }
    return true;
}

/* What was found, as map.h numbers spaces. */
static void take(struct quiz *q)
{
    memset(q->terrain, 0, sizeof q->terrain);
    memset(q->crop, 0, sizeof q->crop);
    for (int k = 0; k < q->maps; k++)
        for (int i = 0; i < map_spaces(&q->shown); i++) {
            q->terrain[q->map[k].terrain[i]] |= bit((unsigned)i);
            q->crop[q->map[k].crop[i]] |= bit((unsigned)i);
        }
    q->open = 0;
    for (int i = 0; i < map_spaces(&q->shown); i++) {
        unsigned terrains = 0, crops = 0;
        for (int t = 1; t <= T; t++) terrains += q->terrain[t] >> i & 1;
        for (int v = 1; v <= V; v++) crops += q->crop[v] >> i & 1;
        if (!q->shown.terrain[i] && terrains == 1) q->open++;
        if (!q->shown.crop[i] && crops == 1) q->open++;
    }
}

bool quiz_fits(struct quiz *q, struct rng *r, uint64_t budget)
{
    struct fits_search s = {.rng = r};
    narrow_ground(&s.ground, q->shown.cols, q->shown.rows);
    s.ground.totals = true;
    s.ground.budget = budget;
    memcpy(s.ground.tiles, q->tiles + 1, sizeof s.ground.tiles);
    memcpy(s.ground.most, map_crops + 1, sizeof s.ground.most);
    if (!narrow_start(&s.ground, &s.start, &q->shown)) return false;
    q->maps = 1;
    cover(&s, &q->map[0]);
    if (!some_maps(q, &s) || !decide_all(q, &s, true) || !decide_all(q, &s, false)) return false;
    take(q);
    return true;
}
