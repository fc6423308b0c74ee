/* test_posterior.c -- puzzle/worlds.h against brute force: exactly the fair maps that fit, on small boards and in
 * positions of games; and what posterior.h says of them: the truth is never ruled out, what is certain is true. */
#include "../../puzzle/posterior.h"
#include "../../puzzle/solve.h"
#include "allmaps.h"
#include "brute.h"
#include "positions.h"

#include <check.h>

static unsigned scale = 100; /* percent of the work to do; the program's argument */
static uint64_t scaled(uint64_t n) { return n * scale / 100 + 1; }

enum { ENOUGH = 20000000, LITTLE = 3000 };
static uint64_t scratch[(16 << 20) / sizeof(uint64_t)];

static struct worlds_means means_of(struct rng *r, uint64_t steps)
{
    return (struct worlds_means){r, steps, scratch, sizeof scratch};
}

static struct map shown_of(const struct map *m, uint64_t starts)
{
    struct map shown = *m;
    for (int i = 0; i < map_spaces(m); i++)
        if (!(starts >> i & 1)) shown.crop[i] = 0;
    return shown;
}

/* ---- by brute force ---- */

struct tally {
    uint64_t starts;
    int n;
    uint32_t terrain[MAP_SPACES][MAP_TERRAINS + 1], crop[MAP_SPACES][MAP_LEVELS + 1];
};

static void count_one(void *ctx, const struct map *m)
{
    (void)m;
    ++*(int *)ctx;
}

/* SCN-5, without puzzle/. */
static bool is_fair(const struct map *m, uint64_t starts)
{
    struct map shown = shown_of(m, starts);
    int layouts = 0;
    brute_maps(&shown, NULL, NULL, true, count_one, &layouts);
    return layouts == 1;
}

static void add(struct tally *t, const struct map *m)
{
    t->n++;
    for (int i = 0; i < map_spaces(m); i++) {
        t->terrain[i][m->terrain[i]]++;
        t->crop[i][m->crop[i]]++;
    }
}

static void add_fair(void *ctx, const struct map *m)
{
    struct tally *t = ctx;
    if (is_fair(m, t->starts)) add(t, m);
}

static void compare(const struct worlds_question *q)
{
    static struct tally want, got;
    struct worlds w;
    struct rng r = {1};
    struct worlds_means means = means_of(&r, ENOUGH);
    struct map m;
    memset(&want, 0, sizeof want);
    memset(&got, 0, sizeof got);
    want.starts = q->starts;
    brute_maps(&q->odds.map, q->odds.any_tiles ? NULL : q->odds.tiles, q->odds.most, false, add_fair, &want);
    worlds_find(&w, q, &means);
    ck_assert(w.all);
    for (int i = 0; i < w.n; i++) {
        worlds_map(&w, i, &m);
        add(&got, &m);
    }
    ck_assert_int_eq(got.n, want.n);
    ck_assert_mem_eq(got.terrain, want.terrain, sizeof got.terrain);
    ck_assert_mem_eq(got.crop, want.crop, sizeof got.crop);
}

/* Small boards: any starting spaces, anything known. */
START_TEST(small_boards)
{
    static const uint8_t size[][2] = {{1, 1}, {2, 2}, {3, 2}, {2, 3}, {1, 5}, {5, 1}, {3, 3}};
    for (uint64_t k = 0; k < scaled(400); k++) {
        struct rng r = rng_fork(1, k);
        const uint8_t *s = size[rng_below(&r, sizeof size / sizeof *size)];
        struct map none = {.cols = s[0], .rows = s[1]}, full;
        struct worlds_question q = {.starts = 0};
        uint8_t tiles[MAP_TERRAINS + 1] = {0};
        struct odds_question any;
        odds_ask(&any, &none, NULL);
        ck_assert(odds_sample(&any, scratch, sizeof scratch, &r, ENOUGH, &full, 1));
        for (int i = 0; i < map_spaces(&full); i++) {
            tiles[full.terrain[i]]++;
            if (rng_below(&r, 3) == 0) q.starts |= bit((unsigned)i);
            if (q.starts >> i & 1 || rng_below(&r, 2)) none.terrain[i] = full.terrain[i];
            if (q.starts >> i & 1 || rng_below(&r, 5) == 0) none.crop[i] = full.crop[i];
        }
        odds_ask(&q.odds, &none, rng_below(&r, 3) ? tiles : NULL);
        compare(&q);
    }
}
END_TEST

/* ---- positions of games ---- */

struct scene {
    struct map full, known;
    uint8_t tiles[MAP_TERRAINS + 1];
    struct worlds_question q;
};

static void set_scene(struct scene *s, int cols, unsigned seen, struct rng *r)
{
    unsigned plant = rng_below(r, 100);
    struct rng same = *r;
    position_make(&s->full, &s->known, s->tiles, cols, 0, 0, &same); /* only what lies open at the start */
    s->q.starts = 0;
    for (int i = 0; i < map_spaces(&s->known); i++)
        if (s->known.crop[i]) s->q.starts |= bit((unsigned)i);
    position_make(&s->full, &s->known, s->tiles, cols, seen, plant, r);
    odds_ask(&s->q.odds, &s->known, s->tiles);
}

static bool list_fair(void *ctx, const struct map *m)
{
    struct tally *t = ctx;
    struct map shown = shown_of(m, t->starts);
    uint8_t crops[MAP_LEVELS + 1] = {0};
    for (int i = 0; i < map_spaces(m); i++)
        if (++crops[m->crop[i]] > map_crops[m->crop[i]]) return true;
    if (solve_unique(&shown)) add(t, m);
    return true;
}

/* All of them, where plain search is done in time. */
START_TEST(same_as_search)
{
    int compared = 0;
    for (uint64_t k = 0; k < scaled(150); k++) {
        static struct tally want, got;
        static struct scene s;
        struct worlds w;
        struct rng r = rng_fork(2, k);
        set_scene(&s, 5, 50 + rng_below(&r, 40), &r);
        memset(&want, 0, sizeof want);
        memset(&got, 0, sizeof got);
        want.starts = got.starts = s.q.starts;
        if (!allmaps(&s.known, s.tiles, 300000, list_fair, &want)) continue;
        struct worlds_means means = means_of(&r, ENOUGH);
        worlds_find(&w, &s.q, &means);
        for (int i = 0; i < w.n; i++) {
            struct map m;
            worlds_map(&w, i, &m);
            add(&got, &m);
        }
        ck_assert(w.all);
        ck_assert_mem_eq(&got, &want, sizeof got);
        compared++;
    }
    ck_assert_int_gt(compared, 5);
}
END_TEST

static bool agrees(const struct map *m, const struct map *known)
{
    for (int i = 0; i < map_spaces(m); i++)
        if ((known->terrain[i] && known->terrain[i] != m->terrain[i]) ||
            (known->crop[i] && known->crop[i] != m->crop[i]))
            return false;
    return true;
}

/* Whatever the means, what is found is a fair map that fits; and if it says that it is all, the truth is there. */
static void check_worlds(const struct scene *s, uint64_t steps, struct rng r)
{
    struct worlds w;
    struct rng same = r;
    struct worlds_means means = means_of(&r, steps);
    bool truth = false;
    worlds_find(&w, &s->q, &means);
    for (int i = 0; i < w.n; i++) {
        struct map m;
        worlds_map(&w, i, &m);
        struct map shown = shown_of(&m, s->q.starts);
        ck_assert(!map_check(&m) && agrees(&m, &s->known) && solve_unique(&shown));
        truth |= memcmp(&m, &s->full, sizeof m) == 0;
    }
    ck_assert(truth || !w.all);
    int n = w.n;
    uint64_t done = w.steps;
    means.rng = &same;
    worlds_find(&w, &s->q, &means);
    ck_assert(w.n == n && w.steps == done);
}

static uint64_t sum(const uint32_t *parts, int n)
{
    uint64_t all = 0;
    for (int k = 1; k <= n; k++) all += parts[k];
    return all;
}

static int check_posterior(const struct scene *s, uint64_t steps, struct rng r)
{
    static struct posterior p;
    struct map world[4];
    struct worlds_means means = means_of(&r, steps);
    int certain = 0;
    posterior_take(&p, &s->q, &means, world, 4);
    ck_assert(p.found || !p.exact);
    for (int i = 0; i < map_spaces(&s->full); i++) {
        unsigned terrain = s->full.terrain[i], crop = s->full.crop[i];
        ck_assert_uint_eq(sum(p.terrain[i], MAP_TERRAINS), POSTERIOR_WHOLE);
        ck_assert_uint_eq(sum(p.crop[i], MAP_LEVELS), POSTERIOR_WHOLE);
        ck_assert_msg(p.terrain[i][terrain] && p.crop[i][crop], "the truth is ruled out");
        if (s->known.crop[i]) ck_assert_uint_eq(p.crop[i][crop], POSTERIOR_WHOLE);
        else certain += p.exact && p.crop[i][crop] == POSTERIOR_WHOLE;
    }
    for (int k = 0; k < 4 && p.found; k++) ck_assert(!map_check(&world[k]) && agrees(&world[k], &s->known));
    return certain;
}

START_TEST(positions)
{
    int certain = 0;
    for (uint64_t k = 0; k < scaled(300); k++) {
        static struct scene s;
        struct rng r = rng_fork(3, k);
        uint64_t steps = rng_below(&r, 2) ? LITTLE : 10 * LITTLE;
        set_scene(&s, rng_below(&r, 2) ? 5 : MAP_COLS, 15 + rng_below(&r, 85), &r);
        check_worlds(&s, steps, r);
        certain += check_posterior(&s, steps, r);
    }
    ck_assert_int_gt(certain, 10);
}
END_TEST

/* The smallest scratch, and hardly any steps. */
START_TEST(small_means)
{
    for (uint64_t k = 0; k < scaled(20); k++) {
        static struct scene s;
        struct rng r = rng_fork(4, k);
        struct worlds w;
        uint64_t *least = malloc(WORLDS_SCRATCH); /* exactly that, so that sanitizers see more */
        struct worlds_means means = {&r, 1 + rng_below(&r, 500), least, WORLDS_SCRATCH};
        ck_assert_ptr_nonnull(least);
        set_scene(&s, MAP_COLS, 11, &r);
        worlds_find(&w, &s.q, &means);
        for (int i = 0; i < w.n; i++) {
            struct map m;
            worlds_map(&w, i, &m);
            ck_assert(!map_check(&m) && agrees(&m, &s.known));
        }
        free(least);
    }
}
END_TEST

/* What cannot be: no map, or none that is fair. */
START_TEST(contradictions)
{
    static struct posterior p;
    struct worlds w;
    struct rng r = {1};
    struct worlds_means means = means_of(&r, ENOUGH);
    struct worlds_question q = {.starts = 0};
    struct map two = {.cols = 2, .rows = 1};
    two.crop[0] = two.crop[1] = 1; /* SCN-3 */
    odds_ask(&q.odds, &two, NULL);
    worlds_find(&w, &q, &means);
    ck_assert(w.all && !w.n);
    two.crop[0] = two.crop[1] = 0;
    two.terrain[0] = two.terrain[1] = 1; /* 1 2 or 2 1: nothing says which */
    odds_ask(&q.odds, &two, NULL);
    posterior_take(&p, &q, &means, NULL, 0);
    ck_assert(p.exact && !p.found);
    two.crop[0] = 1;
    odds_ask(&q.odds, &two, NULL); /* seen later, not at the start */
    worlds_find(&w, &q, &means);
    ck_assert(w.all && !w.n);
    q.starts = 1;
    worlds_find(&w, &q, &means);
    ck_assert(w.all && w.n == 1);
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
    Suite *s = suite_create("posterior");
    suite_add_tcase(s, one("small_boards", small_boards));
    suite_add_tcase(s, one("same_as_search", same_as_search));
    suite_add_tcase(s, one("positions", positions));
    suite_add_tcase(s, one("small_means", small_means));
    suite_add_tcase(s, one("contradictions", contradictions));
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_ENV);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed != 0;
}
