/* test_odds.c -- puzzle/odds.h against brute force: the number of maps and every share of
 * them, with and without totals and limits; estimates within the error they state;
 * random maps that are what they should be. */
#include "../../puzzle/odds.h"
#include "brute.h"
#include "positions.h"

#include <check.h>

static unsigned scale = 100; /* percent of the work to do; the program's argument */
static uint64_t scaled(uint64_t n) { return n * scale / 100; }

static uint64_t scratch[ODDS_SCRATCH / sizeof(uint64_t)];

enum { ENOUGH = 20000000 }; /* steps for an exact answer */

static void answer(const struct odds_question *q, uint64_t steps, uint64_t seed, struct odds *o)
{
    struct rng r = {seed};
    odds_answer(q, scratch, sizeof scratch, &r, steps, o);
}

/* What brute force finds, in the form of an exact answer. */
static void add_map(void *ctx, const struct map *m)
{
    struct odds *o = ctx;
    o->maps = ++o->total;
    for (int i = 0; i < map_spaces(m); i++) {
        o->terrain[i][m->terrain[i]]++;
        o->crop[i][m->crop[i]]++;
    }
}

static void brute_answer(const struct odds_question *q, struct odds *o)
{
    memset(o, 0, sizeof *o);
    o->exact = true;
    brute_maps(&q->map, q->any_tiles ? NULL : q->tiles, q->most, false, add_map, o);
}

static void compare(const struct odds_question *q)
{
    static struct odds got, want;
    answer(q, ENOUGH, 0, &got);
    brute_answer(q, &want);
    ck_assert(got.exact && !got.saturated);
    ck_assert_uint_eq(got.error, 0);
    ck_assert_uint_eq(got.maps, want.maps);
    ck_assert_uint_eq(got.total, want.total);
    ck_assert_mem_eq(got.terrain, want.terrain, sizeof got.terrain);
    ck_assert_mem_eq(got.crop, want.crop, sizeof got.crop);
}

/* Without limits. Numbers of the larger boards are as given by others, not found by brute.h. */
START_TEST(known_numbers)
{
    static const struct {
        uint8_t cols, rows;
        uint32_t maps;
        bool brute; /* compare every share too */
    } size[] = {{1, 1, 4, true},    {2, 2, 96, true},   {3, 2, 2496, true}, {2, 3, 2496, true}, {3, 3, 65856, false},
                {1, 5, 1284, true}, {5, 1, 1284, true}, {4, 1, 0, true},    {4, 2, 0, false},   {2, 4, 0, false}};
    static struct odds o;
    uint64_t before = 0;
    for (size_t k = 0; k < sizeof size / sizeof *size; k++) {
        struct map m = {.cols = size[k].cols, .rows = size[k].rows};
        struct odds_question q;
        odds_ask(&q, &m, NULL);
        memset(q.most, 255, sizeof q.most);
        if (size[k].brute) compare(&q);
        answer(&q, ENOUGH, 0, &o);
        ck_assert(o.exact);
        if (size[k].maps) ck_assert_uint_eq(o.maps, size[k].maps);
        else if (size[k].rows == 4) ck_assert_uint_eq(o.maps, before); /* the same, lying on its side */
        before = o.maps;
    }
}
END_TEST

START_TEST(every_total)
{
    static const uint8_t size[][2] = {{2, 2}, {3, 2}, {2, 3}, {5, 1}, {1, 5}};
    for (size_t k = 0; k < sizeof size / sizeof *size; k++) {
        struct map m = {.cols = size[k][0], .rows = size[k][1]};
        int n = map_spaces(&m);
        for (int a = 0; a <= n; a++)
            for (int b = k > 2 || scale < 100 ? a : 0; a + b <= n; b++)
                for (int c = 0; a + b + c <= n; c++) {
                    struct odds_question q;
                    odds_ask(&q, &m, (uint8_t[]){0, (uint8_t)a, (uint8_t)b, (uint8_t)c, (uint8_t)(n - a - b - c)});
                    compare(&q);
                }
    }
}
END_TEST

/* Hides much of a random map of this size, and asks with random totals and limits. */
static void random_question(struct odds_question *q, int cols, int rows, unsigned hidden, struct rng *r)
{
    struct map m = {.cols = (uint8_t)cols, .rows = (uint8_t)rows};
    uint8_t tiles[MAP_TERRAINS + 1] = {0}, crops[MAP_LEVELS + 1] = {0};
    odds_ask(q, &m, NULL);
    ck_assert(odds_sample(q, scratch, sizeof scratch, r, 20000, &m, 1));
    for (int i = 0; i < map_spaces(&m); i++) {
        tiles[m.terrain[i]]++;
        crops[m.crop[i]]++;
    }
    unsigned n = (unsigned)map_spaces(&m), terrain = 0, crop = 0;
    while (terrain < hidden) {
        unsigned i = rng_below(r, n);
        terrain += m.terrain[i] != 0;
        m.terrain[i] = 0;
        if (rng_below(r, 10)) m.crop[i] = 0; /* a crop without terrain is rare */
    }
    while (crop++ < hidden / 2) m.crop[rng_below(r, n)] = 0;
    if (rng_below(r, 8) == 0) m.crop[rng_below(r, n)] = (uint8_t)(1 + rng_below(r, 5)); /* often a contradiction */
    odds_ask(q, &m, rng_below(r, 2) ? tiles : NULL);
    if (rng_below(r, 6) == 0) tiles[1 + rng_below(r, 4)]++; /* always one */
    for (int v = 1; v <= MAP_LEVELS; v++)
        if (rng_below(r, 4) == 0) q->most[v] = (uint8_t)(crops[v] + rng_below(r, 2));
}

START_TEST(random_positions)
{
    static const uint8_t size[][3] = {{3, 3, 4}, {3, 4, 4}, {4, 3, 4}, {5, 2, 4}, {2, 5, 4}, {9, 1, 5}, {4, 4, 4}};
    for (uint64_t k = 0; k < scaled(70); k++) {
        struct rng r = rng_fork(4, k);
        const uint8_t *s = size[k % (sizeof size / sizeof *size)];
        struct odds_question q;
        random_question(&q, s[0], s[1], s[2], &r);
        compare(&q);
    }
}
END_TEST

/* The real boards late in a game: few enough maps for brute force. */
START_TEST(long_boards)
{
    for (uint64_t k = 0; k < scaled(40); k++) {
        struct rng r = rng_fork(5, k);
        struct map full, known;
        uint8_t tiles[MAP_TERRAINS + 1];
        struct odds_question q;
        position_make(&full, &known, tiles, k % 3 ? MAP_COLS : 5, 85, 80, &r);
        odds_ask(&q, &known, k % 2 ? tiles : NULL);
        compare(&q);
    }
}
END_TEST

/* Limits so low that maps with one region more do not fit. */
START_TEST(limits_that_bind)
{
    static struct odds o;
    int differ = 0;
    for (uint64_t k = 0; k < scaled(100); k++) {
        struct rng r = rng_fork(6, k);
        struct map m;
        struct odds_question q;
        random_question(&q, k % 2 ? 3 : 4, 3, 5, &r);
        q.any_tiles = true;
        memset(q.most, 255, sizeof q.most);
        answer(&q, ENOUGH, 0, &o);
        uint64_t all = o.maps;
        if (!all) continue;
        ck_assert(odds_sample(&q, scratch, sizeof scratch, &r, ENOUGH, &m, 1));
        memset(q.most, 0, sizeof q.most);
        for (int i = 0; i < map_spaces(&m); i++) q.most[m.crop[i]]++;
        answer(&q, ENOUGH, 0, &o);
        differ += o.maps < all;
        compare(&q);
    }
    ck_assert_int_ge(differ, (int)scaled(20));
}
END_TEST

START_TEST(contradictions)
{
    static struct odds o;
    struct map m = {.cols = MAP_COLS, .rows = MAP_ROWS};
    struct odds_question q;
    odds_ask(&q, &m, (uint8_t[]){0, 11, 12, 11, 12}); /* 46 tiles */
    answer(&q, ODDS_STEPS, 0, &o);
    ck_assert(o.exact && o.maps == 0 && o.total == 0);
    m.crop[0] = m.crop[1] = 3;
    odds_ask(&q, &m, NULL); /* equal crops touch */
    answer(&q, ODDS_STEPS, 0, &o);
    ck_assert(o.exact && o.maps == 0);
    m.crop[0] = m.crop[1] = 0;
    m.terrain[0] = m.terrain[10] = 1, m.terrain[1] = m.terrain[9] = 2;
    odds_ask(&q, &m, NULL); /* regions touch */
    answer(&q, ODDS_STEPS, 0, &o);
    ck_assert(o.exact && o.maps == 0);
    struct rng r = {1};
    ck_assert(!odds_sample(&q, scratch, sizeof scratch, &r, 1000, &m, 1));
    m.terrain[0] = 7;
    odds_ask(&q, &m, NULL); /* no terrain */
    answer(&q, ODDS_STEPS, 0, &o);
    ck_assert(o.exact && o.maps == 0);
}
END_TEST

/* More maps than 64 bits hold: the empty board with any number of tiles and crops. */
START_TEST(saturates)
{
    static struct odds o;
    struct map m = {.cols = MAP_COLS, .rows = MAP_ROWS};
    struct odds_question q;
    odds_ask(&q, &m, NULL);
    for (int v = 1; v <= MAP_LEVELS; v++) q.most[v] = 255;
    answer(&q, 100000 + scaled(300000), 1, &o);
    ck_assert(!o.exact && o.total == ODDS_WHOLE);
    ck_assert(o.saturated == (o.maps == UINT64_MAX));
    ck_assert_uint_gt(o.maps, UINT64_C(1) << 60);
}
END_TEST

/* Shares of one estimate that are off by more than it says, among those not known. */
static void judge(const struct odds *est, const struct odds *exact, int spaces, int *off, int *all)
{
    for (int i = 0; i < spaces; i++)
        for (int k = 1; k <= MAP_TERRAINS + MAP_LEVELS; k++) {
            bool t = k <= MAP_TERRAINS;
            uint64_t e = t ? est->terrain[i][k] : est->crop[i][k - MAP_TERRAINS];
            uint64_t x = t ? exact->terrain[i][k] : exact->crop[i][k - MAP_TERRAINS];
            uint64_t error = t ? est->terrain_error[i][k] : est->crop_error[i][k - MAP_TERRAINS];
            if (x == 0 || x == exact->total) {
                ck_assert_uint_eq(e, x ? ODDS_WHOLE : 0); /* never possible what is not, nor the reverse */
                continue;
            }
            uint64_t want = (uint64_t)((double)x / (double)exact->total * (double)ODDS_WHOLE);
            *off += (want > e ? want - e : e - want) > error + 2;
            (*all)++;
        }
}

START_TEST(estimates)
{
    static struct odds est, again, exact;
    int estimated = 0, off = 0, all = 0;
    for (uint64_t k = 0; k < scaled(110); k++) {
        struct rng r = rng_fork(7, k);
        struct map full, known;
        uint8_t tiles[MAP_TERRAINS + 1];
        struct odds_question q;
        bool is_long = k % 2;
        position_make(&full, &known, tiles, is_long ? MAP_COLS : 5, is_long ? 45 : 20, 40, &r);
        odds_ask(&q, &known, k % 3 ? tiles : NULL);
        answer(&q, 200000, 0, &exact);
        if (!exact.exact || exact.steps < 4000) continue;
        answer(&q, exact.steps / 2, k, &est);
        answer(&q, exact.steps / 2, k, &again);
        ck_assert_mem_eq(&est, &again, sizeof est);
        if (est.exact || !est.total || est.error > 500000) continue;
        estimated++;
        ck_assert_uint_gt(est.error, 0);
        judge(&est, &exact, map_spaces(&known), &off, &all);
    }
    ck_assert_int_ge(estimated, (int)scaled(5));
    ck_assert_msg(off * 10 <= all, "%d of %d numbers are off", off, all);
}
END_TEST

static bool is_answer(const struct odds_question *q, const struct map *m)
{
    uint8_t tiles[MAP_TERRAINS + 1] = {0};
    for (int i = 0; i < map_spaces(m); i++) {
        tiles[m->terrain[i]]++;
        if ((q->map.terrain[i] && q->map.terrain[i] != m->terrain[i]) ||
            (q->map.crop[i] && q->map.crop[i] != m->crop[i]))
            return false;
    }
    return brute_is_map(m) && (q->any_tiles || !memcmp(tiles, q->tiles, sizeof tiles));
}

START_TEST(random_maps_fit)
{
    int found = 0;
    for (uint64_t k = 0; k < scaled(60); k++) {
        struct rng r = rng_fork(8, k), same = rng_fork(9, k);
        struct map full, known, m[3], again[3];
        uint8_t tiles[MAP_TERRAINS + 1];
        struct odds_question q;
        position_make(&full, &known, tiles, k % 2 ? MAP_COLS : 5, (unsigned)(k * 7 % 100), 40, &r);
        odds_ask(&q, &known, k % 3 ? tiles : NULL);
        r = same;
        bool one = odds_sample(&q, scratch, sizeof scratch, &r, 20000, m, 3);
        ck_assert(one == odds_sample(&q, scratch, sizeof scratch, &same, 20000, again, 3));
        if (!one) continue;
        found++;
        for (int i = 0; i < 3; i++) ck_assert(is_answer(&q, &m[i]));
        ck_assert_mem_eq(m, again, sizeof m);
    }
    ck_assert_int_ge(found, (int)scaled(40));
}
END_TEST

/* odds_exact() says the same as odds_answer() where that is exact, or nothing. */
START_TEST(exact_or_nothing)
{
    static struct odds want, got;
    int counted = 0, gave_up = 0;
    for (uint64_t k = 0; k < scaled(60); k++) {
        struct rng r = rng_fork(12, k);
        struct map full, known, m[2];
        uint8_t tiles[MAP_TERRAINS + 1];
        struct odds_question q;
        position_make(&full, &known, tiles, k % 2 ? MAP_COLS : 5, (unsigned)(k * 37 % 100), 40, &r);
        odds_ask(&q, &known, tiles);
        if (!odds_exact(&q, scratch, sizeof scratch, &r, 5000, &got, m, 2)) {
            gave_up++;
            continue;
        }
        counted++;
        answer(&q, ENOUGH, 0, &want);
        want.steps = got.steps;
        ck_assert_mem_eq(&got, &want, sizeof got);
        ck_assert(is_answer(&q, &m[0]) && is_answer(&q, &m[1]));
    }
    ck_assert(counted);
    if (scaled(60) >= 60) ck_assert(gave_up);
    struct map empty = {.cols = MAP_COLS, .rows = MAP_ROWS}, none;
    struct rng any = {1};
    struct odds_question much;
    odds_ask(&much, &empty, NULL);
    ck_assert(!odds_exact(&much, scratch, sizeof scratch, &any, 1000, &got, &none, 1));
    struct map wrong = {.cols = 5, .rows = 5, .terrain = {1, 1}, .crop = {1, 1}};
    struct odds_question q;
    struct rng r = {1};
    odds_ask(&q, &wrong, NULL);
    ck_assert(odds_exact(&q, scratch, sizeof scratch, &r, 5000, &got, &wrong, 1) && got.exact && got.maps == 0);
}
END_TEST

/* All 96 maps of 2 x 2 come about equally often. */
START_TEST(random_maps_are_uniform)
{
    enum { DRAWS = 9600 };
    static struct map m[DRAWS];
    struct map empty = {.cols = 2, .rows = 2};
    struct odds_question q;
    struct rng r = {1};
    double chi = 0;
    int seen = 0;
    odds_ask(&q, &empty, NULL);
    ck_assert(odds_sample(&q, scratch, sizeof scratch, &r, ODDS_STEPS, m, DRAWS));
    for (int i = 0; i < DRAWS; i++) {
        int n = 0, first = i;
        for (int k = DRAWS; k-- > 0;)
            if (!memcmp(&m[i], &m[k], sizeof m[i])) n++, first = k;
        if (first == i) seen++, chi += (n - DRAWS / 96.0) * (n - DRAWS / 96.0) / (DRAWS / 96.0);
    }
    ck_assert_int_eq(seen, 96);
    ck_assert_msg(chi > 50 && chi < 150, "chi square of 95 degrees of freedom: %g", chi);
}
END_TEST

START_TEST(small_room)
{
    static struct odds o;
    uint64_t *least = malloc(ODDS_LEAST_SCRATCH); /* so that a sanitizer sees its end */
    int found = 0;
    ck_assert_ptr_nonnull(least);
    for (uint64_t k = 0; k < 12; k++) {
        struct rng r = rng_fork(10, k);
        struct map full, known, m;
        uint8_t tiles[MAP_TERRAINS + 1];
        struct odds_question q;
        position_make(&full, &known, tiles, MAP_COLS, (unsigned)k * 8, 40, &r);
        odds_ask(&q, &known, tiles);
        odds_answer(&q, least, ODDS_LEAST_SCRATCH, &r, 100000, &o);
        found += o.total != 0;
        if (odds_sample(&q, least, ODDS_LEAST_SCRATCH, &r, 5000, &m, 1)) ck_assert(is_answer(&q, &m));
    }
    ck_assert_int_gt(found, 6);
    free(least);
}
END_TEST

/* A case of its own for each test: CK_RUN_CASE can pick it. */
static TCase *one(const char *name, const TTest *test)
{
    TCase *c = tcase_create(name);
    tcase_add_test(c, test);
    return c;
}

int main(int argc, char **argv)
{
    if (argc > 1) scale = (unsigned)atoi(argv[1]);
    Suite *s = suite_create("odds");
    suite_add_tcase(s, one("known_numbers", known_numbers));
    suite_add_tcase(s, one("every_total", every_total));
    suite_add_tcase(s, one("random_positions", random_positions));
    suite_add_tcase(s, one("long_boards", long_boards));
    suite_add_tcase(s, one("limits_that_bind", limits_that_bind));
    suite_add_tcase(s, one("contradictions", contradictions));
    suite_add_tcase(s, one("saturates", saturates));
    suite_add_tcase(s, one("estimates", estimates));
    suite_add_tcase(s, one("random_maps_fit", random_maps_fit));
    suite_add_tcase(s, one("exact_or_nothing", exact_or_nothing));
    suite_add_tcase(s, one("random_maps_are_uniform", random_maps_are_uniform));
    suite_add_tcase(s, one("small_room", small_room));
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_ENV);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed != 0;
}
