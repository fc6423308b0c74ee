/* test_make.c -- puzzle/make: what it fills fits, and it fills whatever can be filled;
 * what it makes is verified again by map_check, by the solver, by plain code of its own and
 * by the grader, and is the same on every platform.
 *
 * usage: test_make [MAPS]   maps of each board and grade */
#include "../../core/bits.h"
#include "../../games/scenario.h"
#include "../../puzzle/make.h"
#include "../../puzzle/solve.h"
#include "allmaps.h"

#include <check.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int maps = 150;

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

static const uint8_t plenty[MAP_TERRAINS + 1] = {0, 45, 45, 45, 45};

static void count_tiles(const struct map *m, uint8_t tiles[MAP_TERRAINS + 1])
{
    memset(tiles, 0, MAP_TERRAINS + 1);
    for (int i = 0; i < map_spaces(m); i++) tiles[m->terrain[i]]++;
}

static struct map shown(const struct map *m, const uint8_t *start, int starts)
{
    struct map s = *m;
    memset(s.crop, 0, sizeof s.crop);
    for (int i = 0; i < starts; i++) s.crop[start[i]] = m->crop[start[i]];
    return s;
}

/* ---- make_fill ---- */

START_TEST(fills_every_board)
{
    struct rng r = {1};
    for (int rows = 1; rows <= MAP_ROWS; rows++)
        for (int cols = 1; cols <= MAP_COLS; cols++) {
            struct map m = {.rows = (uint8_t)rows, .cols = (uint8_t)cols};
            while (!make_fill(&m, map_tiles, false, &r, 500)) continue;
            ck_assert_ptr_null(map_check(&m));
            ck_assert(allmaps_valid(&m));
        }
}
END_TEST

/* Hides what comes first in a random order; what is left must stay. */
START_TEST(keeps_what_is_given)
{
    struct rng r = {2};
    for (int k = 0; k < maps; k++) {
        struct map m = {.rows = MAP_ROWS, .cols = (uint8_t)(rng_below(&r, 2) ? 5 : 7)}, given, filled;
        uint8_t tiles[MAP_TERRAINS + 1], again[MAP_TERRAINS + 1];
        bool exact = rng_below(&r, 2);
        uint32_t most = rng_below(&r, 101);
        while (!make_fill(&m, map_tiles, false, &r, 300)) continue;
        count_tiles(&m, tiles);
        given = m;
        for (int i = 0; i < map_spaces(&m); i++) {
            if (rng_below(&r, 100) < most) given.terrain[i] = 0;
            if (!given.terrain[i] || rng_below(&r, 2)) given.crop[i] = 0;
        }
        filled = given;
        for (uint32_t budget = 500; !make_fill(&filled, exact ? tiles : map_tiles, exact, &r, budget);
             budget += budget / 4)
            ck_assert_mem_eq(&filled, &given, sizeof given); /* unchanged if nothing was found */
        ck_assert_ptr_null(map_check(&filled));
        count_tiles(&filled, again);
        if (exact) ck_assert_mem_eq(tiles, again, sizeof tiles);
        for (int i = 0; i < map_spaces(&m); i++) {
            ck_assert(!given.terrain[i] || given.terrain[i] == filled.terrain[i]);
            ck_assert(!given.crop[i] || given.crop[i] == filled.crop[i]);
        }
    }
}
END_TEST

static bool any(void *ctx, const struct map *m)
{
    (void)m;
    *(bool *)ctx = true;
    return false;
}

/* Without a budget it finds a map if there is one. Crops may be known where terrain is not. */
START_TEST(finds_what_there_is)
{
    struct rng r = {3};
    int impossible = 0;
    for (int k = 0; k < 10 * maps; k++) {
        struct map m = {.rows = (uint8_t)(2 + rng_below(&r, 2)), .cols = (uint8_t)(2 + rng_below(&r, 3))}, filled;
        uint8_t tiles[MAP_TERRAINS + 1];
        bool exact = rng_below(&r, 2), there = false;
        uint32_t most = rng_below(&r, 101);
        ck_assert(make_fill(&m, plenty, false, &r, 0));
        count_tiles(&m, tiles);
        for (int i = 0; i < map_spaces(&m); i++) {
            if (rng_below(&r, 100) < most) m.terrain[i] = 0;
            if (rng_below(&r, 100) < most) m.crop[i] = 0;
        }
        for (uint32_t n = rng_below(&r, 3); n; n--) { /* something is wrong */
            m.crop[rng_below(&r, (uint32_t)map_spaces(&m))] = (uint8_t)rng_below(&r, MAP_LEVELS + 1);
            m.terrain[rng_below(&r, (uint32_t)map_spaces(&m))] = (uint8_t)rng_below(&r, MAP_TERRAINS + 1);
        }
        allmaps(&m, exact ? tiles : NULL, LONG_MAX, any, &there);
        filled = m;
        ck_assert_int_eq(make_fill(&filled, exact ? tiles : plenty, exact, &r, 0), there);
        if (there) ck_assert(allmaps_valid(&filled));
        else ck_assert_mem_eq(&filled, &m, sizeof m);
        impossible += !there;
    }
    ck_assert_int_gt(impossible, maps);
}
END_TEST

START_TEST(fill_refuses)
{
    struct rng r = {4};
    struct map m = {.rows = 5, .cols = 9}, before;
    uint8_t none[MAP_TERRAINS + 1] = {0, 2, 17, 15, 15};
    before = m;
    ck_assert(!make_fill(&m, map_tiles, false, &r, 1)); /* not in one step */
    ck_assert(!make_fill(&m, map_tiles, true, &r, 0));  /* 62 tiles, 45 spaces */
    ck_assert_mem_eq(&m, &before, sizeof m);
    m.terrain[0] = m.terrain[4] = m.terrain[8] = 1;
    ck_assert(!make_fill(&m, none, false, &r, 0)); /* three given, two in all */
    memset(m.terrain, 0, sizeof m.terrain);
    for (int i = 0; i < 45; i += 2)
        if (i / 9 % 2 == 0) m.crop[i] = 5;
    ck_assert(!make_fill(&m, map_tiles, false, &r, 0)); /* more fives than the box has */
}
END_TEST

/* ---- make_map ---- */

static void assert_start(const struct map *m, enum grade grade, const uint8_t *start, int starts, int least, int most)
{
    struct map s = shown(m, start, starts);
    struct rating rating;
    struct deduce_step steps[GRADE_STEPS];
    ck_assert_int_ge(starts, least);
    ck_assert_int_le(starts, most);
    for (int i = 1; i < starts; i++) ck_assert_uint_lt(start[i - 1], start[i]);
    ck_assert(solve_unique(&s)); /* SCN-5 */
    grade_rate(&s, &rating, steps);
    ck_assert_uint_eq(rating.grade, grade);
    for (int i = 0; i < starts && starts > least; i++) { /* none too many */
        s.crop[start[i]] = 0;
        ck_assert_uint_gt(grade_of(&s), grade);
        s.crop[start[i]] = m->crop[start[i]];
    }
}

static void assert_otoma(const struct map *m, const uint8_t *start, int starts, const uint8_t otoma[MAKE_OTOMAS])
{
    uint64_t set = 0, five = 0;
    for (int i = 0; i < starts; i++) set |= bit(start[i]);
    for (int i = 0; i < MAKE_OTOMAS; i++) five |= bit(otoma[i]);
    ck_assert_uint_eq(bits_count(five), MAKE_OTOMAS);
    ck_assert_uint_eq(five & ~set, 0);
    ck_assert(make_spread(m->cols, five));
}

/* May the crop be here, as far as known crops tell? Plain SCN-3. */
static bool may_have(const struct map *m, const uint8_t regions[MAP_SPACES], int i, unsigned crop)
{
    unsigned size = 0;
    for (int k = 0; k < map_spaces(m); k++) {
        bool touch = abs(i / m->cols - k / m->cols) <= 1 && abs(i % m->cols - k % m->cols) <= 1;
        size += regions[k] == regions[i];
        if (k != i && m->crop[k] == crop && (touch || regions[k] == regions[i])) return false;
    }
    return crop <= size;
}

/* Layouts that fit, at most two: a plain search at the space with the fewest choices. */
static int layouts(struct map *m, const uint8_t regions[MAP_SPACES])
{
    int best = -1, fewest = MAP_LEVELS + 1, found = 0;
    for (int i = 0; i < map_spaces(m); i++) {
        int choices = 0;
        if (m->crop[i]) continue;
        for (unsigned v = 1; v <= MAP_LEVELS; v++) choices += may_have(m, regions, i, v);
        if (choices < fewest) fewest = choices, best = i;
    }
    if (best < 0) return 1;
    for (unsigned v = 1; v <= MAP_LEVELS && found < 2; v++) {
        if (!may_have(m, regions, best, v)) continue;
        m->crop[best] = (uint8_t)v;
        found += layouts(m, regions);
        m->crop[best] = 0;
    }
    return found < 2 ? found : 2;
}

static bool plainly_fair(struct map s)
{
    struct map_shape shape;
    uint8_t regions[MAP_SPACES];
    map_shape(&shape, s.cols, s.rows);
    for (int i = 0; i < map_spaces(&s); i++) regions[i] = (uint8_t)bits_first(map_region(&s, &shape, i));
    return layouts(&s, regions) == 1;
}

START_TEST(makes_the_grade)
{
    enum grade grade = (enum grade)(_i % GRADES);
    int cols = _i / GRADES % 2 ? MAP_COLS : 5;
    bool solo = _i / GRADES < 2;
    struct rng r = {5};
    for (int k = 0; k < maps; k++) {
        struct map m;
        uint8_t start[MAP_SPACES], otoma[MAKE_OTOMAS];
        int starts = make_map(&m, cols, grade, &r, start, solo ? otoma : NULL);
        int least = cols == MAP_COLS || solo ? 5 : 3, most = cols == MAP_COLS ? 9 : 5;
        ck_assert_int_eq(m.cols, cols);
        ck_assert_int_eq(m.rows, MAP_ROWS);
        ck_assert_ptr_null(map_check(&m)); /* SCN-1 to SCN-4 */
        ck_assert(allmaps_valid(&m));
        assert_start(&m, grade, start, starts, least, most);
        if (solo) assert_otoma(&m, start, starts, otoma);
        if (k < maps / 10) ck_assert(plainly_fair(shown(&m, start, starts)));
    }
}
END_TEST

START_TEST(spread)
{
    ck_assert(make_spread(9, bit(0) | bit(4) | bit(8) | bit(38) | bit(42)));
    ck_assert(!make_spread(9, bit(0) | bit(4) | bit(8) | bit(38) | bit(28))); /* b5 touches b4 */
    ck_assert(!make_spread(9, bit(0) | bit(2) | bit(8) | bit(36) | bit(42))); /* nobody in the middle */
    ck_assert(!make_spread(9, bit(0) | bit(4) | bit(8) | bit(2) | bit(6)));   /* all at the top */
    ck_assert(make_spread(5, bit(0) | bit(4) | bit(12) | bit(20) | bit(24)));
    ck_assert(!make_spread(5, bit(0) | bit(1) | bit(12) | bit(20) | bit(24))); /* side by side */
    ck_assert(!make_spread(5, bit(0) | bit(2) | bit(12) | bit(20) | bit(22))); /* nobody on the right */
}
END_TEST

START_TEST(raw_maps_are_fair)
{
    struct rng r = {6};
    int kept = 0;
    for (int k = 0; k < maps; k++) {
        struct map m;
        uint8_t start[MAP_SPACES];
        int cols = k % 2 ? MAP_COLS : 5, starts = make_raw(&m, cols, &r, start);
        ck_assert_ptr_null(map_check(&m));
        if (!starts) continue;
        kept++;
        ck_assert_int_ge(starts, k % 2 ? 5 : 3);
        ck_assert_int_le(starts, k % 2 ? 9 : 5);
        struct map s = shown(&m, start, starts);
        ck_assert(solve_unique(&s));
    }
    ck_assert_int_gt(kept, maps / 3);
}
END_TEST

START_TEST(scenarios)
{
    for (int k = 0; k < 8; k++) {
        struct board b = {{0}};
        struct rng r = rng_fork(7, (uint64_t)k);
        scenario_make(scenario_in(&b), k % 2 ? 9 : 5, (enum grade)(k / 2), rng_next(&r));
        ck_assert_ptr_null(scenario_kind.check(&b));
        ck_assert_int_eq(scenario_in(&b)->otomas, OTOMA_PAWNS);
    }
}
END_TEST

/* ---- the same everywhere ---- */

static uint64_t mix(uint64_t hash, const uint8_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++) hash = (hash ^ p[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* The first ten maps of seed 1, by board and grade. These change only with MAKE_VERSION. */
static const uint64_t golden[2][GRADES] = {
    {UINT64_C(2258508333907356683), UINT64_C(15185691387990861314), UINT64_C(9973840460946042704),
     UINT64_C(13698620633037826362)},
    {UINT64_C(14462107441501769935), UINT64_C(13256631737674262077), UINT64_C(7528799651690330392),
     UINT64_C(8360016479226972136)},
};

START_TEST(golden_maps)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    ck_assert_int_eq(MAKE_VERSION, 1);
    for (uint64_t k = 0; k < 10; k++) {
        struct rng r = rng_fork(1, k);
        struct map m;
        uint8_t start[MAP_SPACES], otoma[MAKE_OTOMAS];
        int starts = make_map(&m, _i / GRADES ? MAP_COLS : 5, (enum grade)(_i % GRADES), &r, start, otoma);
        hash = mix(hash, m.terrain, (size_t)map_spaces(&m));
        hash = mix(hash, m.crop, (size_t)map_spaces(&m));
        hash = mix(hash, start, (size_t)starts);
        hash = mix(hash, otoma, MAKE_OTOMAS);
    }
    ck_assert_uint_eq(hash, golden[_i / GRADES][_i % GRADES]);
}
END_TEST

int main(int argc, char **argv)
{
    Suite *suite = suite_create("make");
    TCase *t = tcase_create("make");
    if (argc > 1) maps = atoi(argv[1]);
    suite_add_tcase(suite, t);
    tcase_add_test(t, fills_every_board);
    tcase_add_test(t, keeps_what_is_given);
    tcase_add_test(t, finds_what_there_is);
    tcase_add_test(t, fill_refuses);
    tcase_add_loop_test(t, makes_the_grade, 0, 4 * GRADES);
    tcase_add_test(t, spread);
    tcase_add_test(t, raw_maps_are_fair);
    tcase_add_test(t, scenarios);
    tcase_add_loop_test(t, golden_maps, 0, 2 * GRADES);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
