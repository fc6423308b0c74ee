/* test_count.c -- the items of count() mean what they say (laws.c adds them up): at every
 * position of random matches a run is a run, a group a group, a snake bites the largest
 * number beside it, the Otoma's last points are those of the end. And the way of an Otoma
 * pawn as text is the way it goes.
 *
 * usage: test_count [MATCHES]   of each mode */
#include "../../games/temple.h"
#include "../kit/json.h"
#include "../kit/playing.h"

#include <check.h>

static int matches = 40;
static struct position pos;
static struct head head;

static const struct game *find(const char *name) { return game_find(name, strlen(name)); }
static const struct papers *papers(void) { return (const struct papers *)(const void *)pos.raw; }

/* What a row counts, kept. */
struct row {
    struct item item[128];
    int n;
};

static void keep(void *ctx, const struct item *i)
{
    struct row *r = ctx;
    ck_assert_int_lt(r->n, 128);
    r->item[r->n++] = *i;
}

static struct row row_of(const struct game *g, int row)
{
    struct row r = {.n = 0};
    g->count(position_state(&pos), row, keep, &r);
    return r;
}

static bool is(const struct game *g, const struct item *i, const char *thing)
{
    return strcmp(g->things[i->what], thing) == 0;
}

/* Plays a match at random, fn at every position. */
static void play(const struct game *g, int mode, int players, uint64_t seed, void (*fn)(const struct game *))
{
    struct rng r = rng_fork(seed, (uint64_t)mode);
    struct state *s = position_state(&pos);
    random_setup(&head, g, mode, players, &r);
    if (g->refuse(&head.setup)) return;
    g->start(s, &head.setup);
    match_settle(g, s, NULL, NULL);
    for (int n = 0; s->phase != PHASE_OVER && n < HISTORY; n++) {
        Move m[MAX_LINE_MOVES];
        if (s->phase == PHASE_CHANCE) {
            int moves = g->draw(s, &r, m);
            for (int i = 0; i < moves; i++) g->apply(s, NATURE, m[i]);
        } else {
            int seat = random_seat(s->acting, s->players, &r);
            g->apply(s, seat, g->nth(s, seat, rng_below(&r, g->legal(s, seat, NULL))));
        }
        match_settle(g, s, NULL, NULL);
        fn(g);
    }
}

static void play_all(const char *name, void (*fn)(const struct game *))
{
    const struct game *g = find(name);
    for (int mode = 0; g->modes[mode].name; mode++)
        for (int i = 0; i < matches; i++) {
            int most = g->modes[mode].max < 4 ? g->modes[mode].max : 4;
            play(g, mode, g->modes[mode].min + i % (most - g->modes[mode].min + 1), (uint64_t)i, fn);
        }
}

/* ---- Temple ---- */

static void check_run(const struct item *i, const struct numbers *n)
{
    uint64_t last = 0, space;
    ck_assert_int_eq((int)bits_count(i->spaces), i->points);
    for (int k = 0; k < i->points; k++) { /* one of each value, beside the one before */
        ck_assert_uint_eq(bits_count(space = i->spaces & numbers_equal(n, (unsigned)(i->number + k))), 1);
        ck_assert(k == 0 || sheet_near(&papers()->ground, last) & space);
        last = space;
    }
}

static void check_temple(const struct game *g)
{
    const struct temple *t = (const struct temple *)(const void *)pos.raw;
    for (int row = 0; row < t->p.head.players; row++) {
        const struct tsheet *h = &t->sheet[row];
        struct row r = row_of(g, row);
        uint64_t mummies = 0;
        int last = 16;
        for (int k = 0; k < r.n; k++) {
            const struct item *i = &r.item[k];
            if (is(g, i, "run")) check_run(i, &h->number);
            if (is(g, i, "group")) {
                uint64_t same = numbers_equal(&h->number, (unsigned)i->number);
                ck_assert(i->number < last && i->points == 3 && bits_count(i->spaces) >= 3);
                ck_assert(sheet_connected(&t->p.ground, i->spaces & -i->spaces, same) == i->spaces);
                last = i->number;
            }
            if (!i->at) continue;
            unsigned at = bits_first(i->at), nines = 0, j;
            BITS_EACH(j, t->p.ground.near[at]) nines += numbers_at(&h->number, j) == 9;
            ck_assert_int_eq(i->points, nines ? 2 : -2); /* as the end will have it (TEM-9) */
            ck_assert_int_eq(i->now, h->crossed & i->at ? 2 : -2);
            ck_assert(is(g, i, nines ? "mummy-rest" : "mummy-loose") && bits_count(i->spaces) == nines);
            mummies |= i->at;
        }
        ck_assert(mummies == h->mummy);
    }
}

START_TEST(TEM_11) { play_all("temple", check_temple); }
END_TEST

/* ---- Valley: by its view, as valley.h and temple.h do not go together ---- */

extern void check_valley(const struct game *, const struct position *, int row, const struct item *, int n);

static void check_valleys(const struct game *g)
{
    for (int row = 0; row < papers()->head.players; row++) {
        struct row r = row_of(g, row);
        check_valley(g, &pos, row, r.item, r.n);
    }
}

START_TEST(VAL_11) { play_all("valley", check_valleys); }
END_TEST

/* ---- Tiwanaku ---- */

static const struct tiwanaku *tiw(const struct position *p) { return (const struct tiwanaku *)(const void *)p->raw; }

/* The Otoma's last points are announced by the items before, and counted at the end (COO-10). */
static void check_last(const struct game *g)
{
    struct score sc;
    if (!tiw_coop(tiw(&pos))) return;
    struct row r = row_of(g, 1);
    int bare = 0, points = 0;
    for (int k = 0; k < r.n; k++) {
        const struct item *i = &r.item[k];
        if (i->part == 0) points += i->points;
        if (!is(g, i, "bare")) continue;
        bare = i->points;
        ck_assert(i->spaces == tiw_unplaced(tiw(&pos)));
    }
    g->score(position_state(&pos), 1, &sc);
    ck_assert_int_eq(points, match_points(g, position_state(&pos), 1));
    ck_assert_int_eq(bare, (int)bits_count(tiw_unplaced(tiw(&pos))));
    if (pos.raw[offsetof(struct state, phase)] == PHASE_OVER) ck_assert_int_eq(points, sc.total);
    else ck_assert_int_eq(points, sc.total + bare + turn_offer_value(tiw(&pos)->side[OTOMA].offerings));
}

START_TEST(COO_10) { play_all("tiwanaku", check_last); }
END_TEST

static bool trail(unsigned cols, unsigned from, unsigned to, unsigned way, struct out *o)
{
    static const char *const ways[] = {"up", "right", "down", "left"};
    char text[32];
    int n = snprintf(text, sizeof text, "%u %c%u %c%u %s", cols, (int)('a' + from % cols), from / cols + 1,
                     (int)('a' + to % cols), to / cols + 1, ways[way]);
    struct words w = words_of(text, (size_t)n);
    out_reset(o, 1 << 14);
    return tiwanaku_words_trail(&w, o) && json_valid(o->p, o->len, NULL);
}

/* A pawn goes over what lies open only, and ends where the way as text does. */
static void check_trail(const struct game *g)
{
    static struct out o;
    const struct tiwanaku *t = tiw(&pos);
    unsigned i;
    (void)g;
    BITS_EACH(i, t->side[OTOMA].pawns)
    for (unsigned way = UP; way <= LEFT; way++) {
        unsigned to = walk_otoma(t, i, way), at = i, on = way, steps = 0;
        if (to == NOWHERE) continue;
        while ((at = walk_step(t->cols, at, &on)) != to) {
            ck_assert(t->placed & bit(at));
            steps++;
        }
        ck_assert(trail(t->cols, i, to, way, &o));
        for (size_t k = 0; k + 7 < o.len; k++) steps -= memcmp(o.p + k, "\"space\"", 7) == 0;
        ck_assert_int_eq((int)steps, -2); /* where it was and where it is */
    }
}

START_TEST(SOL_6) { play_all("tiwanaku", check_trail); }
END_TEST

/* All trails are one loop through every row and column: whichever way it sets out, a pawn comes back by the same way,
 * and was everywhere, twice. */
START_TEST(SOL_7)
{
    for (unsigned cols = 5; cols <= 9; cols += 4)
        for (unsigned from = 0; from < cols * MAP_ROWS; from++)
            for (unsigned way = UP; way <= LEFT; way++) {
                unsigned at = from, on = way, steps = 0;
                uint64_t seen = 0;
                do at = walk_step(cols, at, &on), seen |= bit(at), steps++;
                while ((at != from || on != way) && steps < 1000);
                ck_assert_uint_eq(steps, 2 * cols * MAP_ROWS);
                ck_assert(seen == bit(cols * MAP_ROWS) - 1);
            }
}
END_TEST

START_TEST(words_that_are_no_way)
{
    static const char *const bad[] = {"",           "9",          "7 a1 b1 up",    "9 a1 b1",       "9 a1 j1 up",
                                      "9 a6 b1 up", "5 f1 a1 up", "9 a1 b1 up up", "9 a1 b1 north", "x a1 b1 up"};
    static struct out o;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct words w = words_of(bad[i], strlen(bad[i]));
        out_reset(&o, 1 << 14);
        ck_assert_msg(!tiwanaku_words_trail(&w, &o), "%s", bad[i]);
    }
}
END_TEST

int main(int argc, char **argv)
{
    Suite *suite = suite_create("count");
    TCase *t = tcase_create("count");
    if (argc > 1) matches = atoi(argv[1]);
    suite_add_tcase(suite, t);
    tcase_set_timeout(t, 0);
    tcase_add_test(t, TEM_11);
    tcase_add_test(t, VAL_11);
    tcase_add_test(t, COO_10);
    tcase_add_test(t, SOL_6);
    tcase_add_test(t, SOL_7);
    tcase_add_test(t, words_that_are_no_way);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
