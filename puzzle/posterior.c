/* posterior.c -- see posterior.h. */
#include "posterior.h"

#include "../core/bits.h"
#include "grade.h"
#include "solve.h"

#include <string.h>

enum {
    LOOKS = 500,      /* worlds that are weighed, at most: of more a part, as weighing takes time; */
    LOOK_STEPS = 400, /* and not more than one for so many steps */
    WEIGHT = 1 << 12, /* the unit of weights */
    UNSEEN = 3,       /* see mixed_of() */
    DOUBT = 123,      /* likewise */
    MIN_STARTS = 5,   /* as few starting spaces as are made: these need not all be needed */
};

/* Fitted; in 64ths of WEIGHT. */
static const uint16_t by_grade[2][GRADES] = {{64, 40, 560, 1440}, {64, 23, 130, 170}};
enum {
    MISSED = 24,
    MISSED_MORE = 1
}; /* of 64: for each start that could be missed, with as few as can be or with more */

static struct map given_of(const struct map *m, uint64_t starts)
{
    struct map given = *m;
    for (int i = 0; i < map_spaces(m); i++)
        if (!(starts >> i & 1)) given.crop[i] = 0;
    return given;
}

static uint64_t weigh(const struct map *m, uint64_t starts)
{
    struct map given = given_of(m, starts);
    unsigned grade = grade_of(&given), k, part = bits_count(starts) > MIN_STARTS ? MISSED_MORE : MISSED;
    uint64_t weight = (uint64_t)WEIGHT * by_grade[m->cols == MAP_COLS][grade % GRADES] / 64;
    BITS_EACH(k, starts)
    {
        struct map less = given;
        less.crop[k] = 0;
        if (solve_unique(&less) && grade_of(&less) <= grade) weight = weight * part / 64;
    }
    return weight ? weight : 1;
}

struct sums {
    uint64_t weight; /* of all */
    uint64_t terrain[MAP_SPACES][MAP_TERRAINS + 1], crop[MAP_SPACES][MAP_LEVELS + 1];
};

static void add(struct sums *s, const struct map *m, uint64_t weight)
{
    s->weight += weight;
    for (int i = 0; i < map_spaces(m); i++) {
        s->terrain[i][m->terrain[i]] += weight;
        s->crop[i][m->crop[i]] += weight;
    }
}

/* sum[1..n] as parts of the whole; with `mixed` of it, in 1024ths, shared equally by what is open. */
static void take_parts(uint32_t *parts, const uint64_t *sum, unsigned open, int n, uint64_t total, uint32_t mixed)
{
    uint32_t left = POSTERIOR_WHOLE;
    int most = 0;
    for (int k = 1; k <= n; k++) {
        uint64_t own = total ? sum[k] * ((uint64_t)POSTERIOR_WHOLE * (1024 - mixed) / 1024) / total : 0;
        if (open >> k & 1) own += (uint64_t)POSTERIOR_WHOLE * mixed / 1024 / bits_count(open);
        if (!own && sum[k]) own = 1;
        parts[k] = (uint32_t)own;
        left -= parts[k];
        if (!most || parts[k] > parts[most]) most = k;
    }
    parts[most] += left; /* rounding */
    GAME_ASSERT(parts[most] <= POSTERIOR_WHOLE);
}

static void take_all(struct posterior *p, const struct sums *s, const struct worlds *w, uint32_t mixed)
{
    for (int i = 0; i < map_spaces(w->known); i++) {
        uint64_t space = grid_of(w->known, i);
        unsigned terrain = 0, crop = 0;
        for (int t = 0; t < MAP_TERRAINS; t++) terrain |= (unsigned)((w->start.terrain[t] & space) != 0) << (t + 1);
        for (int v = 0; v < MAP_LEVELS; v++) crop |= (unsigned)((narrow_crop(&w->start, v) & space) != 0) << (v + 1);
        take_parts(p->terrain[i], s->terrain[i], terrain, MAP_TERRAINS, s->weight, mixed);
        take_parts(p->crop[i], s->crop[i], crop, MAP_LEVELS, s->weight, mixed);
    }
}

/* What smoothes the numbers if only some of the worlds were found: the fewer, the more; also of many, as they may
 * resemble each other. In 1024ths; fitted. */
static uint32_t mixed_of(const struct worlds *w)
{
    return w->all ? 0 : (uint32_t)(DOUBT + (1024 - DOUBT) * UNSEEN / (UNSEEN + w->n));
}

void posterior_take(struct posterior *p, const struct worlds_question *q, const struct worlds_means *m,
                    struct map *world, int n)
{
    struct worlds w;
    struct sums s;
    memset(p, 0, sizeof *p);
    memset(&s, 0, sizeof s);
    worlds_find(&w, q, m);
    p->exact = w.all;
    p->found = (uint32_t)w.n;
    uint64_t looks = m->steps / LOOK_STEPS;
    int stride = 1 + (w.n - 1) / (looks > LOOKS ? LOOKS : (int)looks + 1);
    for (int i = 0; i < w.n; i++) {
        struct map each;
        worlds_map(&w, i, &each);
        uint64_t weight = i % stride ? 1 : weigh(&each, q->starts); /* all say what may be */
        add(&s, &each, weight);
        for (int k = 0; k < n; k++) /* each is one of those so far, by their weights */
            if (rng_below(m->rng, (uint32_t)s.weight) < weight) world[k] = each;
    }
    if (w.n || !w.all) take_all(p, &s, &w, mixed_of(&w));
}
