/* test_solve.c -- puzzle/solve.h against brute force: counts, uniqueness, the order of
 * layouts, contradictions, and numbers too large to list. */
#include "../../puzzle/solve.h"
#include "brute.h"
#include "positions.h"

#include <check.h>

static unsigned scale = 100; /* percent of the work to do; the program's argument */
static uint64_t scaled(uint64_t n) { return n * scale / 100; }

static uint64_t scratch[SOLVE_SCRATCH / sizeof(uint64_t)];

struct list {
    int n, keep;                    /* layouts seen; stop after so many */
    uint8_t crop[4096][MAP_SPACES]; /* the first of them */
};

static void brute_layout(void *ctx, const struct map *m)
{
    struct list *l = ctx;
    if (l->n < 4096) memcpy(l->crop[l->n], m->crop, MAP_SPACES);
    l->n++;
}

static bool layout(void *ctx, const uint8_t crop[MAP_SPACES])
{
    struct list *l = ctx;
    memcpy(l->crop[l->n], crop, MAP_SPACES);
    return ++l->n < l->keep;
}

/* Everything solve.h says about a map, against brute force. */
static void compare(const struct map *m)
{
    static struct list all, first;
    all.n = first.n = 0;
    first.keep = 4096;
    brute_maps(m, NULL, NULL, true, brute_layout, &all);
    uint64_t n = (uint64_t)all.n;
    ck_assert_int_lt(all.n, 4096);
    ck_assert_uint_eq(solve_count(m, UINT64_MAX, NULL, NULL), n);
    ck_assert_uint_eq(solve_count(m, UINT64_MAX, layout, &first), n);
    ck_assert_int_eq(first.n, all.n);
    for (int i = 0; i < all.n; i++) ck_assert_mem_eq(all.crop[i], first.crop[i], (size_t)map_spaces(m));
    ck_assert_int_eq(solve_unique(m), n == 1);
    ck_assert_uint_eq(solve_count(m, 2, NULL, NULL), n < 2 ? n : 2);
    struct solve_total total = solve_total(m, scratch, sizeof scratch);
    ck_assert_uint_eq(total.count, n);
    ck_assert(!total.saturated && !total.unfinished);
}

START_TEST(every_small_terrain)
{
    static const uint8_t size[][2] = {{1, 1}, {2, 1}, {1, 3}, {2, 2}, {3, 2}, {2, 3}, {5, 1}};
    for (size_t s = 0; s < sizeof size / sizeof *size; s++) {
        struct map m = {.cols = size[s][0], .rows = size[s][1]};
        unsigned kinds = 1;
        for (int i = 0; i < map_spaces(&m); i++) kinds *= MAP_TERRAINS;
        for (unsigned k = 0; k < kinds; k++) {
            for (int i = 0; i < map_spaces(&m); i++) m.terrain[i] = (uint8_t)((k >> 2 * i & 3) + 1);
            compare(&m);
        }
    }
}
END_TEST

/* Random terrain, most of it breaking SCN-2, with random crops, many of them impossible. */
START_TEST(random_terrain)
{
    struct rng r = {1};
    for (uint64_t k = 0; k < scaled(2000); k++) {
        struct map m = {.cols = (uint8_t)(3 + rng_below(&r, 2)), .rows = (uint8_t)(2 + rng_below(&r, 2))};
        uint32_t terrains = 2 + rng_below(&r, 3), crops = rng_below(&r, 6);
        for (int i = 0; i < map_spaces(&m); i++) {
            m.terrain[i] = (uint8_t)(1 + rng_below(&r, terrains));
            if (rng_below(&r, 10) < crops) m.crop[i] = (uint8_t)(1 + rng_below(&r, 5));
        }
        compare(&m);
    }
}
END_TEST

START_TEST(parts_of_whole_maps)
{
    for (uint64_t k = 0; k < scaled(40); k++) {
        struct rng r = rng_fork(2, k);
        struct map m, known;
        uint8_t tiles[MAP_TERRAINS + 1];
        position_make(&m, &known, tiles, k % 2 ? MAP_COLS : 5, 0, 0, &r);
        for (int i = 0; i < map_spaces(&m); i++)
            if (rng_below(&r, 4) == 0) m.crop[i] = 0;
        compare(&m);
    }
}
END_TEST

START_TEST(made_maps_are_fair)
{
    for (uint64_t k = 0; k < 50; k++) {
        struct rng r = rng_fork(3, k);
        struct map full, known;
        uint8_t tiles[MAP_TERRAINS + 1];
        position_make(&full, &known, tiles, MAP_COLS, 0, 0, &r);
        memcpy(known.terrain, full.terrain, sizeof known.terrain);
        ck_assert(solve_unique(&known));
        memset(known.crop, 0, sizeof known.crop);
        struct solve_total total = solve_total(&known, scratch, sizeof scratch);
        ck_assert(!total.unfinished);
        ck_assert_uint_eq(total.count, solve_count(&known, UINT64_MAX, NULL, NULL));
    }
}
END_TEST

/* Nine columns, each a region: the layouts are the walks through permutations of which
 * none touches the one before: nearly eight million. */
START_TEST(millions)
{
    struct map m = {.cols = MAP_COLS, .rows = MAP_ROWS};
    static uint8_t perm[120][5];
    uint64_t walks[120], next[120], sum = 0;
    int n = 0;
    for (int k = 0; k < 3125; k++) {
        uint8_t p[5];
        unsigned set = 0;
        for (int i = 0, x = k; i < 5; i++, x /= 5) p[i] = (uint8_t)(x % 5), set |= 1u << p[i];
        if (set == 31) memcpy(perm[n++], p, 5);
    }
    for (int i = 0; i < 120; i++) walks[i] = 1;
    for (int c = 1; c < MAP_COLS; c++) {
        for (int i = 0; i < 120; i++) {
            next[i] = 0;
            for (int k = 0; k < 120; k++) {
                bool apart = true;
                for (int y = 0; y < 5; y++)
                    for (int z = y - 1; z <= y + 1; z++) apart &= z < 0 || z > 4 || perm[i][y] != perm[k][z];
                if (apart) next[i] += walks[k];
            }
        }
        memcpy(walks, next, sizeof walks);
    }
    for (int i = 0; i < 120; i++) sum += walks[i];
    for (int i = 0; i < MAP_SPACES; i++) m.terrain[i] = (uint8_t)(i % MAP_COLS % 2 + 1);
    ck_assert_uint_gt(sum, UINT64_C(7000000));
    struct solve_total total = solve_total(&m, scratch, sizeof scratch);
    ck_assert_uint_eq(total.count, sum);
    ck_assert(!total.saturated && !total.unfinished && !solve_unique(&m));
    ck_assert(solve_total(&m, scratch, 1 << 16).unfinished);
}
END_TEST

START_TEST(stops_when_told)
{
    static struct list l;
    struct map m = {.cols = 3, .rows = 3, .terrain = {1, 1, 1, 1, 1, 2, 3, 2, 2}};
    uint64_t n = solve_count(&m, UINT64_MAX, NULL, NULL);
    ck_assert_uint_gt(n, 3);
    l.n = 0, l.keep = 2;
    ck_assert_uint_eq(solve_count(&m, UINT64_MAX, layout, &l), n); /* counts on, tells no more */
    ck_assert_int_eq(l.n, 2);
    l.n = 0, l.keep = 99;
    ck_assert_uint_eq(solve_count(&m, 3, layout, &l), 3);
    ck_assert_int_eq(l.n, 3);
    ck_assert_uint_eq(solve_count(&m, 0, layout, &l), 0);
    ck_assert_int_eq(l.n, 3);
}
END_TEST

static void no_layout(const struct map *m)
{
    ck_assert_uint_eq(solve_count(m, UINT64_MAX, NULL, NULL), 0);
    ck_assert_uint_eq(solve_total(m, scratch, sizeof scratch).count, 0);
    ck_assert(!solve_total(m, scratch, sizeof scratch).unfinished);
    ck_assert(!solve_unique(m));
}

START_TEST(contradictions)
{
    struct map m = {.cols = 3, .rows = 2, .terrain = {1, 1, 1, 1, 1, 1}};
    no_layout(&m); /* six spaces */
    memcpy(m.terrain, (uint8_t[]){1, 1, 2, 1, 1, 2}, 6);
    compare(&m);
    m.crop[2] = 3;
    no_layout(&m); /* a crop larger than its region */
    m.crop[2] = 6;
    no_layout(&m); /* no crop at all */
    m.crop[2] = m.crop[1] = 1;
    no_layout(&m); /* equal crops touch */
    m.crop[1] = 0, m.crop[0] = m.crop[4] = 2;
    no_layout(&m); /* twice in a region */
    memset(m.crop, 0, sizeof m.crop);
    m.terrain[3] = 0;
    no_layout(&m); /* unknown terrain */
    m.terrain[3] = 9;
    no_layout(&m);
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
    Suite *s = suite_create("solve");
    suite_add_tcase(s, one("every_small_terrain", every_small_terrain));
    suite_add_tcase(s, one("random_terrain", random_terrain));
    suite_add_tcase(s, one("parts_of_whole_maps", parts_of_whole_maps));
    suite_add_tcase(s, one("made_maps_are_fair", made_maps_are_fair));
    suite_add_tcase(s, one("millions", millions));
    suite_add_tcase(s, one("stops_when_told", stops_when_told));
    suite_add_tcase(s, one("contradictions", contradictions));
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_ENV);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed != 0;
}
