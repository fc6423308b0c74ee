/* test_sat.c -- made maps verified again from outside: by a plain reading of SCN-1 to SCN-4
 * that calls nothing of puzzle/, and by a SAT solver (sat.h) for SCN-5; and the layouts of
 * puzzle/solve on any terrain against those of the SAT solver.
 *
 * usage: test_sat [MAPS]   maps of each board and grade, with and without Otoma */
#include "../../puzzle/make.h"
#include "../../puzzle/solve.h"
#include "sat.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static int maps = 60;

/* ---- the rules once more, plainly ---- */

struct plain {
    int rows, cols;
    int terrain[5][9], crop[5][9];
    int region[5][9]; /* 1, 2, ... */
    int regions;
    int size[46], crops[46]; /* of each region; bit v: it has crop v */
};

static bool on_board(const struct plain *p, int r, int c) { return r >= 0 && r < p->rows && c >= 0 && c < p->cols; }

static void spread_region(struct plain *p, int r, int c, int terrain)
{
    if (!on_board(p, r, c) || p->region[r][c] || p->terrain[r][c] != terrain) return;
    p->region[r][c] = p->regions;
    p->size[p->regions]++;
    p->crops[p->regions] |= 1 << p->crop[r][c];
    spread_region(p, r - 1, c, terrain);
    spread_region(p, r + 1, c, terrain);
    spread_region(p, r, c - 1, terrain);
    spread_region(p, r, c + 1, terrain);
}

static struct plain plain_of(const struct map *m, const uint8_t *crop)
{
    struct plain p = {.rows = m->rows, .cols = m->cols};
    for (int r = 0; r < p.rows; r++)
        for (int c = 0; c < p.cols; c++) {
            p.terrain[r][c] = m->terrain[r * p.cols + c];
            p.crop[r][c] = crop[r * p.cols + c];
        }
    for (int r = 0; r < p.rows; r++)
        for (int c = 0; c < p.cols; c++)
            if (!p.region[r][c]) {
                p.regions++;
                spread_region(&p, r, c, p.terrain[r][c]);
            }
    return p;
}

/* SCN-3. (No Check inside: it writes to a file at each call.) */
static bool crops_stand(const struct plain *p)
{
    for (int g = 1; g <= p->regions; g++) {
        int want = 0;
        for (int v = 1; v <= p->size[g]; v++) want |= 1 << v;
        if (p->crops[g] != want) return false;
    }
    for (int r = 0; r < p->rows; r++)
        for (int c = 0; c < p->cols; c++)
            for (int k = 0; k < 9; k++) {
                int y = r + k / 3 - 1, x = c + k % 3 - 1;
                if (k != 4 && on_board(p, y, x) && p->crop[r][c] == p->crop[y][x]) return false;
            }
    return true;
}

/* SCN-2 */
static bool regions_stand(const struct plain *p)
{
    for (int g = 1; g <= p->regions; g++)
        if (p->size[g] > 5) return false;
    for (int r = 0; r < p->rows; r++)
        for (int c = 0; c < p->cols; c++)
            for (int k = 0; k < 9; k++) {
                int y = r + k / 3 - 1, x = c + k % 3 - 1;
                if (on_board(p, y, x) && p->terrain[r][c] == p->terrain[y][x] && p->region[r][c] != p->region[y][x])
                    return false;
            }
    return true;
}

/* SCN-1, TIW-2 */
static bool counts_stand(const struct plain *p)
{
    static const int tiles[] = {0, 15, 17, 15, 15}, crops[] = {0, 13, 12, 12, 10, 10};
    int terrain[5] = {0}, crop[6] = {0};
    for (int r = 0; r < p->rows; r++)
        for (int c = 0; c < p->cols; c++) {
            int t = p->terrain[r][c], v = p->crop[r][c];
            if (t < 1 || t > 4 || v < 1 || v > 5) return false;
            if (++terrain[t] > tiles[t] || ++crop[v] > crops[v]) return false;
        }
    return p->regions <= 13;
}

/* SCN-4: starting spaces, and the Otoma's among them. otoma: NULL if there are none. */
static void assert_spaces(const struct plain *p, const uint8_t *start, int starts, const uint8_t *otoma)
{
    bool is_start[45] = {false}, is_otoma[45] = {false};
    ck_assert(p->rows == 5 && (p->cols == 5 || p->cols == 9));
    if (p->cols == 9) ck_assert(starts >= 5 && starts <= 9);
    else if (otoma) ck_assert_int_eq(starts, 5);
    else ck_assert(starts >= 3 && starts <= 5);
    for (int i = 0; i < starts; i++) {
        ck_assert(start[i] < p->rows * p->cols && !is_start[start[i]]);
        is_start[start[i]] = true;
    }
    for (int i = 0; otoma && i < 5; i++) {
        ck_assert(otoma[i] < p->rows * p->cols && is_start[otoma[i]] && !is_otoma[otoma[i]]);
        is_otoma[otoma[i]] = true;
    }
}

/* ---- made maps ---- */

static struct map shown(const struct map *m, const uint8_t *start, int starts)
{
    struct map s = *m;
    memset(s.crop, 0, sizeof s.crop);
    for (int i = 0; i < starts; i++) s.crop[start[i]] = m->crop[start[i]];
    return s;
}

/* SCN-5 */
static void assert_fair(const struct map *m, const struct map *s)
{
    uint8_t only[MAP_SPACES];
    ck_assert_uint_eq(sat_layouts(s, 2, only), 1);
    ck_assert_mem_eq(only, m->crop, (size_t)map_spaces(m));
    ck_assert(solve_unique(s));
}

static bool finishes(const struct map *s, unsigned hardest)
{
    struct map_shape shape;
    struct deduce_notes n;
    map_shape(&shape, s->cols, s->rows);
    deduce_begin(&n, &shape, s, NULL);
    return deduce_run(&n, (enum deduce_technique)hardest) && deduce_done(&n);
}

/* The grade is exact, and no starting space beyond the least number can be missed at it. */
static void assert_grade(const struct map *m, struct map s, enum grade grade, const uint8_t *start, int starts,
                         int least)
{
    ck_assert(finishes(&s, grade_hardest[grade]));
    if (grade > GRADE_GENTLE) ck_assert(!finishes(&s, grade_hardest[grade - 1]));
    for (int i = 0; i < starts && starts > least; i++) {
        s.crop[start[i]] = 0;
        ck_assert(!finishes(&s, grade_hardest[grade]));
        if (grade == GRADE_FIENDISH) ck_assert_uint_eq(sat_layouts(&s, 2, NULL), 2); /* not even fair */
        s.crop[start[i]] = m->crop[start[i]];
    }
}

START_TEST(made_maps)
{
    enum grade grade = (enum grade)(_i % GRADES);
    int cols = _i / GRADES % 2 ? 9 : 5;
    bool solo = _i / GRADES / 2;
    for (int k = 0; k < maps; k++) {
        struct rng r = rng_fork(11, (uint64_t)(_i * 1000 + k));
        struct map m;
        uint8_t start[MAP_SPACES], otoma[MAKE_OTOMAS];
        int starts = make_map(&m, cols, grade, &r, start, solo ? otoma : NULL);
        struct plain p = plain_of(&m, m.crop);
        struct map s = shown(&m, start, starts);
        ck_assert(m.rows == 5 && m.cols == cols);
        ck_assert(counts_stand(&p));
        ck_assert(regions_stand(&p));
        ck_assert(crops_stand(&p));
        assert_spaces(&p, start, starts, solo ? otoma : NULL);
        assert_fair(&m, &s);
        assert_grade(&m, s, grade, start, starts, cols == 9 || solo ? 5 : 3);
    }
}
END_TEST

/* As they come: fair, or with more starting spaces than allowed. */
START_TEST(raw_maps)
{
    for (int k = 0; k < 2 * maps; k++) {
        struct rng r = rng_fork(12, (uint64_t)k);
        struct map m;
        uint8_t start[MAP_SPACES];
        int starts = make_raw(&m, k % 2 ? 9 : 5, &r, start);
        struct plain p = plain_of(&m, m.crop);
        ck_assert(counts_stand(&p));
        ck_assert(regions_stand(&p));
        ck_assert(crops_stand(&p));
        if (!starts) continue;
        struct map s = shown(&m, start, starts);
        assert_spaces(&p, start, starts, NULL);
        assert_fair(&m, &s);
    }
}
END_TEST

/* A space or two changed: map_check() says what the plain reading says. */
START_TEST(spoilt_maps)
{
    struct rng r = {14};
    int good = 0, bad = 0;
    for (int k = 0; k < 20 * maps; k++) {
        struct map m = {.rows = 5, .cols = (uint8_t)(k % 2 ? 9 : 5)};
        while (!make_fill(&m, map_tiles, false, &r, 150)) continue;
        for (uint32_t n = rng_below(&r, 3); n; n--) {
            uint32_t i = rng_below(&r, (uint32_t)map_spaces(&m));
            if (rng_below(&r, 2)) m.terrain[i] = (uint8_t)rng_below(&r, 5);
            else m.crop[i] = (uint8_t)rng_below(&r, 6);
        }
        struct plain p = plain_of(&m, m.crop);
        bool stands = counts_stand(&p) && regions_stand(&p) && crops_stand(&p);
        ck_assert_int_eq(stands, !map_check(&m));
        good += stands;
        bad += !stands;
    }
    ck_assert_int_gt(good, maps);
    ck_assert_int_gt(bad, maps);
}
END_TEST

/* ---- any terrain: as many layouts as the SAT solver finds, and each is one ---- */

struct listening {
    const struct map *map;
    unsigned count;
    uint8_t before[MAP_SPACES];
};

static bool hear(void *ctx, const uint8_t crop[MAP_SPACES])
{
    struct listening *l = ctx;
    struct plain p = plain_of(l->map, crop);
    size_t n = (size_t)map_spaces(l->map);
    bool good = crops_stand(&p);
    for (size_t i = 0; i < n; i++) good &= !l->map->crop[i] || l->map->crop[i] == crop[i];
    ck_assert(good);
    if (l->count) ck_assert_int_lt(memcmp(l->before, crop, n), 0); /* ascending: none twice */
    memcpy(l->before, crop, n);
    l->count++;
    return true;
}

/* Terrain without much sense: regions touch, some are too large. */
static struct map any_terrain(struct rng *r)
{
    struct map m = {.rows = (uint8_t)(1 + rng_below(r, 5)), .cols = (uint8_t)(1 + rng_below(r, 9))};
    uint32_t same = rng_below(r, 30), terrains = 2 + rng_below(r, 3);
    for (int i = 0; i < map_spaces(&m); i++) {
        m.terrain[i] = (uint8_t)(1 + rng_below(r, terrains));
        if (i && rng_below(r, 100) < same) m.terrain[i] = m.terrain[i - 1];
    }
    return m;
}

/* The terrain of a map, of which a few crops are known. */
static struct map good_terrain(struct rng *r)
{
    struct map m = {.rows = 5, .cols = (uint8_t)(rng_below(r, 2) ? 9 : 5)};
    uint32_t known = rng_below(r, 30);
    while (!make_fill(&m, map_tiles, false, r, 150)) continue;
    for (int i = 0; i < map_spaces(&m); i++)
        if (rng_below(r, 100) >= known) m.crop[i] = 0;
    return m;
}

START_TEST(any_layouts)
{
    struct rng r = {13};
    int none = 0, one = 0, several = 0;
    for (int k = 0; k < 30 * maps; k++) {
        struct map m = k % 2 ? good_terrain(&r) : any_terrain(&r);
        unsigned limit = 1 + rng_below(&r, 40);
        struct listening l = {.map = &m};
        if (rng_below(&r, 4) == 0) /* perhaps not as it is */
            m.crop[rng_below(&r, (uint32_t)map_spaces(&m))] = (uint8_t)(1 + rng_below(&r, 5));
        unsigned count = sat_layouts(&m, limit, NULL);
        ck_assert_uint_eq(solve_count(&m, limit, NULL, NULL), count);
        ck_assert_uint_eq(solve_count(&m, limit, hear, &l), count);
        ck_assert_uint_eq(l.count, count);
        if (limit > 1) ck_assert_int_eq(solve_unique(&m), count == 1);
        none += count == 0;
        one += count == 1;
        several += count > 1;
    }
    ck_assert_int_gt(none, maps);
    ck_assert_int_gt(one, maps);
    ck_assert_int_gt(several, maps);
}
END_TEST

int main(int argc, char **argv)
{
    Suite *suite = suite_create("sat");
    TCase *t = tcase_create("sat");
    if (argc > 1) maps = atoi(argv[1]);
    suite_add_tcase(suite, t);
    tcase_add_loop_test(t, made_maps, 0, 4 * GRADES);
    tcase_add_test(t, raw_maps);
    tcase_add_test(t, spoilt_maps);
    tcase_add_test(t, any_layouts);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
