/* odds.c -- see odds.h. Puts questions to count.c: first for all maps; if they are too
 * many, several times for a random part of them. Each such run estimates the number
 * of maps z and the share p of those with some property; the answer is the mean of
 * p weighted by z, since z * p and z are without bias, but p alone is not.
 *
 * Tried and found worse: nodes weighted by how much they leave open; walks from map to map that
 * fill a rectangle anew (most rectangles can be filled in one way only). */
#include "odds.h"

#include "../core/bits.h"
#include "count.h"

#include <string.h>

enum {
    T = MAP_TERRAINS,
    V = MAP_LEVELS,
    NUMBERS = T + V, /* of each space */
    FEW_RUNS = 12,   /* random parts of one estimate; */
    MOST_RUNS = 16   /* more of them if they take less than their share of the steps */
};

/* One run's estimate. */
struct run {
    uint64_t maps;
    uint32_t weight;                     /* the same in proportion; the most of all runs has 16 bits */
    uint32_t share[MAP_SPACES][NUMBERS]; /* of COUNT_WHOLE: terrains, then crops */
};

void odds_ask(struct odds_question *q, const struct map *known, const uint8_t tiles[MAP_TERRAINS + 1])
{
    memset(q, 0, sizeof *q);
    q->map = *known;
    q->any_tiles = !tiles;
    if (tiles) memcpy(q->tiles, tiles, sizeof q->tiles);
    memcpy(q->most, map_crops, sizeof q->most);
}

/* Regions nothing can join any more, by size. */
static void closed_regions(const struct narrow *n, unsigned closed[V + 1])
{
    memset(closed, 0, sizeof(unsigned[V + 1]));
    for (int t = 0; t < T; t++)
        for (uint64_t left = n->is[t]; left;) {
            uint64_t region = grid_flood(left & -left, n->is[t]);
            left &= ~region;
            if (!(grid_side(region) & n->terrain[t] & ~region)) closed[bits_count(region)]++;
        }
}

/* Forgets limits that cannot be passed, for they would only make boundaries differ.
 * There are as many crops of level v as regions of at least v spaces: so not more than
 * of the level before less the closed regions of just that size, and each region
 * that is still open takes v spaces or more. */
static void drop_limits(struct narrow_ground *g, const struct narrow *n)
{
    unsigned closed[V + 1], spaces = bits_count(g->all), most[V], in_closed = 0;
    closed_regions(n, closed);
    for (unsigned s = 1; s <= V; s++) in_closed += s * closed[s];
    for (unsigned v = 0; v < V; v++) {
        unsigned large = 0, can = 0;
        most[v] = g->most[v];
        for (unsigned s = v + 1; s <= V; s++) large += closed[s];
        can = large + (spaces - in_closed) / (v + 1);
        if (can > bits_count(narrow_crop(n, (int)v))) can = bits_count(narrow_crop(n, (int)v));
        if (v && can + closed[v] > most[v - 1]) can = most[v - 1] > closed[v] ? most[v - 1] - closed[v] : 0;
        if (can <= most[v]) {
            g->most[v] = NARROW_NO_LIMIT;
            most[v] = can;
        }
    }
}

bool odds_start(const struct odds_question *q, struct narrow_ground *g, struct narrow *n)
{
    int tiles = 0;
    narrow_ground(g, q->map.cols, q->map.rows);
    for (int t = 1; t <= T; t++) tiles += q->tiles[t];
    if (!q->any_tiles && tiles != map_spaces(&q->map)) return false;
    g->totals = !q->any_tiles;
    memcpy(g->tiles, q->tiles + 1, sizeof g->tiles);
    memcpy(g->most, q->most + 1, sizeof g->most);
    return narrow_start(g, n, &q->map);
}

static bool begin(const struct odds_question *q, struct narrow_ground *g, struct narrow *n)
{
    if (!odds_start(q, g, n)) return false;
    drop_limits(g, n);
    return true;
}

static void exact_numbers(struct count *c, struct odds *o)
{
    uint64_t tally[MAP_SPACES][COUNT_PAIRS];
    o->exact = true;
    o->maps = o->total = count_total(c);
    count_tally(c, tally);
    for (int i = 0; i < MAP_SPACES; i++) {
        uint64_t sum = 0;
        for (int k = 0; k < COUNT_PAIRS; k++) {
            o->terrain[i][k / V + 1] += tally[i][k];
            o->crop[i][k % V + 1] += tally[i][k];
            sum += tally[i][k];
        }
        GAME_ASSERT(!sum || sum == o->total); /* each map has one pair on each space of the board */
    }
}

enum { ROUNDING = 1 << 16 }; /* is more than what rounding can do to one space */

/* Makes up for what rounding lost: n shares that should be a whole. */
static void make_whole(uint32_t *share, int n)
{
    uint32_t sum = 0, *most = share;
    for (int k = 0; k < n; k++) {
        sum += share[k];
        if (share[k] > *most) most = &share[k];
    }
    GAME_ASSERT(sum > COUNT_WHOLE - ROUNDING && sum < COUNT_WHOLE + ROUNDING);
    *most += COUNT_WHOLE - sum;
}

static void run_numbers(struct count *c, struct run *r)
{
    uint32_t share[MAP_SPACES][COUNT_PAIRS] = {{0}};
    r->maps = count_total(c);
    count_shares(c, share);
    for (int i = 0; i < MAP_SPACES; i++)
        for (int k = 0; k < COUNT_PAIRS; k++) {
            r->share[i][k / V] += share[i][k];
            r->share[i][T + k % V] += share[i][k];
        }
    for (int i = 0; i < map_spaces(&(struct map){.cols = c->ground->cols, .rows = c->ground->rows}); i++) {
        make_whole(r->share[i], T);
        make_whole(r->share[i] + T, V);
    }
}

static uint64_t root(uint64_t x)
{
    uint64_t r = 0;
    for (uint64_t b = UINT64_C(1) << 31; b; b >>= 1)
        if ((r + b) * (r + b) <= x) r += b;
    return r;
}

/* Three standard errors of so many numbers are, in tenths, as good as these many found from
 * how they differ, since few may differ too little by chance (Student's t). */
static const uint16_t allowance[MOST_RUNS + 1] = {0, 0, 2360, 192, 92, 66, 55, 49, 45, 43, 41, 40, 39, 38, 37, 36, 36};

/* Runs whose weights hardly count leave fewer: the number of equal ones that would be as good. */
static uint64_t worth(const struct run *runs, int n)
{
    uint64_t sum = 0, squares = 0;
    for (int r = 0; r < n; r++) {
        sum += runs[r].weight;
        squares += (uint64_t)runs[r].weight * runs[r].weight;
    }
    GAME_ASSERT(squares);
    return sum * sum / squares;
}

/* The weighted mean of one number over all runs, and its error. */
static uint32_t mean(const struct run *runs, int n, int i, int k, uint64_t tenths, uint32_t *error)
{
    uint64_t sum = 0, all = 0, squares = 0, weights = 0;
    for (int r = 0; r < n; r++) {
        sum += (uint64_t)runs[r].weight * runs[r].share[i][k];
        all += runs[r].weight;
    }
    GAME_ASSERT(n > 1 && all);
    uint64_t m = (sum + all / 2) / all;
    for (int r = 0; r < n; r++) { /* with 12 bits of the weight and 18 of the share it fits into 64 */
        uint64_t w = runs[r].weight >> 4, share = runs[r].share[i][k];
        uint64_t off = ((share > m ? share - m : m - share) + (1 << 11)) >> 12;
        squares += w * w * off * off;
        weights += w;
    }
    uint64_t e = (tenths * root(squares / (uint64_t)(n - 1) * (uint64_t)n) / weights << 12) / 10;
    *error = (uint32_t)(e < COUNT_WHOLE ? e : COUNT_WHOLE);
    return (uint32_t)(m < COUNT_WHOLE ? m : COUNT_WHOLE);
}

/* Sets the runs' weights. False: none found anything. */
static bool weigh(struct run *runs, int n)
{
    uint64_t most = 0;
    int top = 0;
    for (int r = 0; r < n; r++)
        if (runs[r].maps > most) most = runs[r].maps;
    while (most >> top > 1) top++;
    for (int r = 0; r < n; r++)
        runs[r].weight = (uint32_t)(top > 15 ? runs[r].maps >> (top - 15) : runs[r].maps << (15 - top));
    return most != 0;
}

/* The mean of the runs' numbers of maps; if most of them are too large, so is it. */
static uint64_t mean_maps(const struct run *runs, int n)
{
    uint64_t maps = 0;
    int many = 0;
    for (int r = 0; r < n; r++) {
        maps += runs[r].maps / (uint64_t)n;
        many += runs[r].maps == COUNT_MANY;
    }
    return many * 2 > n ? COUNT_MANY : maps ? maps : 1;
}

/* What no run found may still be: an error of an open number is never less than this. */
enum { LEAST_ERROR = COUNT_WHOLE / 64 };

static bool is_open(const struct narrow *start, uint64_t space, int k)
{
    return (k < T ? narrow_open_terrain(start) & start->terrain[k]
                  : narrow_open_crops(start) & narrow_crop(start, k - T)) &
           space;
}

static void estimate(struct run *runs, int n, const struct map *m, const struct narrow *start, struct odds *o)
{
    uint32_t worst = 0;
    if (!weigh(runs, n)) return;
    GAME_ASSERT(worth(runs, n) <= MOST_RUNS);
    uint64_t tenths = allowance[worth(runs, n)];
    o->maps = mean_maps(runs, n);
    o->saturated = o->maps == COUNT_MANY;
    o->total = ODDS_WHOLE;
    for (int i = 0; i < map_spaces(m); i++)
        for (int k = 0; k < NUMBERS; k++) {
            uint32_t error, x = mean(runs, n, i, k, tenths, &error);
            if (!is_open(start, grid_of(m, i), k)) error = 0;
            else if (!tenths) error = COUNT_WHOLE; /* one tells nothing of how others would differ */
            else if (error < LEAST_ERROR) error = LEAST_ERROR;
            if (error > worst) worst = error;
            *(k < T ? &o->terrain[i][k + 1] : &o->crop[i][k - T + 1]) = x;
            *(k < T ? &o->terrain_error[i][k + 1] : &o->crop_error[i][k - T + 1]) = error;
        }
    o->error = (uint32_t)((uint64_t)worst * 1000000 / COUNT_WHOLE);
}

/* Random parts of all maps, in the steps left; where one finds nothing the next is
 * larger. Gives how many runs there were. *all: the last one happened to count all. */
static int runs_make(struct count *c, struct rng *r, uint64_t steps, struct run *runs, bool *all)
{
    uint64_t end = c->ground->steps + steps, part = steps / FEW_RUNS, least = part / 2;
    int n = 0;
    for (; n < MOST_RUNS && c->ground->steps + least < end; n++) {
        uint64_t left = end - c->ground->steps;
        bool found = count_thin(c, r, part < left ? part : left);
        *all = !c->over && !c->thinned;
        if (*all) break;
        memset(&runs[n], 0, sizeof runs[n]);
        if (found) run_numbers(c, &runs[n]);
        else part *= 2;
    }
    return n;
}

void odds_answer(const struct odds_question *q, void *scratch, size_t size, struct rng *r, uint64_t steps,
                 struct odds *o)
{
    struct narrow_ground g;
    struct narrow n;
    struct count c;
    struct run *runs = scratch; /* before the net, which is given the rest */
    GAME_ASSERT(size >= ODDS_LEAST_SCRATCH);
    memset(o, 0, sizeof *o);
    if (!begin(q, &g, &n)) {
        o->exact = true;
        o->steps = g.steps;
        return;
    }
    count_init(&c, runs + MOST_RUNS, size - MOST_RUNS * sizeof *runs);
    g.budget = steps / 2;
    bool all = count_run(&c, &g, &n);
    int made = all ? 0 : runs_make(&c, r, steps > g.steps ? steps - g.steps : 0, runs, &all);
    if (all) exact_numbers(&c, o);
    else if (made > 1) estimate(runs, made, &q->map, &n, o);
    o->steps = g.steps;
}

bool odds_exact(const struct odds_question *q, void *scratch, size_t size, struct rng *r, uint64_t steps,
                struct odds *o, struct map *m, int n)
{
    struct narrow_ground g;
    struct narrow start;
    struct count c;
    memset(o, 0, sizeof *o);
    o->exact = true;
    if (!begin(q, &g, &start)) return true;
    count_init(&c, scratch, size);
    g.budget = steps;
    if (!count_run(&c, &g, &start) || count_total(&c) == COUNT_MANY) return false;
    for (int i = 0; i < n && count_total(&c); i++) {
        m[i] = q->map;
        count_pick(&c, r, &m[i]);
    }
    exact_numbers(&c, o);
    return true;
}

bool odds_sample(const struct odds_question *q, void *scratch, size_t size, struct rng *r, uint64_t steps,
                 struct map *m, int n)
{
    struct narrow_ground g;
    struct narrow start;
    struct count c;
    if (!begin(q, &g, &start)) return false;
    count_init(&c, scratch, size);
    g.budget = steps / 2;
    bool found = count_run(&c, &g, &start) ? count_total(&c) != 0 : count_thin(&c, r, steps / 2);
    for (int i = 0; found && i < n; i++) {
        m[i] = q->map;
        count_pick(&c, r, &m[i]);
    }
    return found;
}
