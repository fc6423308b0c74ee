/* test_quiz.c -- laws of puzzles (puzzle/quiz.h): what is certain holds on every map that fits, by trying everything; reasons
 * and refutations; ids and ratings. test_quiz_sat.c judges every claim once more.
 *
 * usage: test_quiz [SEEDS]   puzzles of each technique and board */
#include "../../core/bits.h"
#include "../../core/game.h"
#include "../../puzzle/quiz.h"
#include "../../puzzle/reason.h"
#include "brute.h"

#include <check.h>
#include <limits.h>
#include <stdio.h>

static int seeds = 20;

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

static struct quiz_id id_of(int kind, int cols, unsigned what, int seed)
{
    return (struct quiz_id){(uint8_t)kind, (uint8_t)cols, (uint8_t)what, (uint64_t)seed};
}

/* Each technique that is offered, on both boards, as the number of a loop. */
enum { LOOPS = 2 * DEDUCE_TECHNIQUES };
static bool loop_id(int i, struct quiz_id *id)
{
    *id = id_of(QUIZ_CERTAIN, i % 2 ? MAP_COLS : 5, (unsigned)i / 2, 0);
    return quiz_can((enum deduce_technique)id->what, id->cols);
}

/* ---- what is certain, by trying everything ---- */

struct seen {
    uint64_t terrain[MAP_TERRAINS + 1], crop[MAP_LEVELS + 1];
    long maps;
};

static void see_map(void *ctx, const struct map *m)
{
    struct seen *s = ctx;
    s->maps++;
    for (int i = 0; i < map_spaces(m); i++) {
        s->terrain[m->terrain[i]] |= bit((unsigned)i);
        s->crop[m->crop[i]] |= bit((unsigned)i);
    }
}

/* Part of a map: quiz_fits() finds just what is on all maps that fit. */
static bool compare_small(struct rng *r, int cols, int rows)
{
    struct quiz q = {.map[0] = {.cols = (uint8_t)cols, .rows = (uint8_t)rows}, .maps = 1};
    struct seen s = {{0}, {0}, 0};
    struct map *m = &q.map[0];
    uint8_t most[MAP_LEVELS + 1];
    memcpy(most, map_crops, sizeof most);
    /* any map that is one: the first by a random order of trying is near enough */
    static const uint8_t strips[][4] = {{1, 1, 2, 2}, {1, 2, 2, 3}, {1, 2, 3, 4}, {1, 1, 1, 2}};
    for (int i = 0; i < map_spaces(m); i++) m->terrain[i] = strips[rng_below(r, 4)][rng_below(r, 4)];
    struct map known = *m;
    struct seen any = {{0}, {0}, 0};
    brute_maps(&known, NULL, most, false, see_map, &any);
    if (!any.maps) return false;
    for (int i = 0; i < map_spaces(m); i++)
        for (unsigned v = 1; v <= MAP_LEVELS && !known.crop[i]; v++) { /* crops one by one, so that a map is left */
            struct map tried = known;
            struct seen left = {{0}, {0}, 0};
            tried.crop[i] = (uint8_t)v;
            brute_maps(&tried, NULL, most, false, see_map, &left);
            if (left.maps) known = tried;
        }
    *m = known;
    q.shown = known;
    for (int i = 0; i < map_spaces(m); i++) {
        q.tiles[m->terrain[i]]++;
        if (rng_below(r, 3)) q.shown.crop[i] = 0;
        if (rng_below(r, 2)) q.shown.terrain[i] = 0;
    }
    ck_assert(quiz_fits(&q, r, UINT64_MAX) || q.maps == QUIZ_MAPS);
    brute_maps(&q.shown, q.tiles, most, false, see_map, &s);
    ck_assert_int_gt(s.maps, 0);
    if (q.maps == QUIZ_MAPS) return false;
    ck_assert_mem_eq(s.terrain, q.terrain, sizeof s.terrain);
    ck_assert_mem_eq(s.crop, q.crop, sizeof s.crop);
    for (int k = 0; k < q.maps; k++) ck_assert(brute_is_map(&q.map[k]));
    return true;
}

START_TEST(small_boards)
{
    struct rng r = {21};
    int good = 0;
    for (int k = 0; good < 3 * seeds; k++) good += compare_small(&r, 2 + k % 2, 2);
}
END_TEST

/* Puzzles themselves, where so little is unknown that everything can be tried. */
START_TEST(puzzles_by_brute_force)
{
    int good = 0;
    for (int k = 0; good < seeds && k < 40 * seeds; k++) {
        struct quiz q;
        struct seen s = {{0}, {0}, 0};
        struct quiz_id id = id_of(QUIZ_CERTAIN, 5, k % 2 ? DEDUCE_PAIR : DEDUCE_SUPPLY, k);
        int unknown = 0;
        quiz_make(&q, &id);
        for (int i = 0; i < 25; i++) unknown += 2 * !q.shown.terrain[i] + !q.shown.crop[i];
        if (unknown > 14) continue;
        brute_maps(&q.shown, q.tiles, map_crops, false, see_map, &s);
        ck_assert_mem_eq(s.terrain, q.terrain, sizeof s.terrain);
        ck_assert_mem_eq(s.crop, q.crop, sizeof s.crop);
        good++;
    }
    ck_assert_int_eq(good, seeds);
}
END_TEST

/* ---- tags and reasons ---- */

static bool technique_decides(const struct quiz *q, unsigned hardest)
{
    struct map_shape shape;
    struct deduce_notes n;
    map_shape(&shape, q->shown.cols, q->shown.rows);
    deduce_begin(&n, &shape, &q->shown, q->tiles);
    uint64_t land = n.land, sown = n.sown;
    ck_assert(deduce_run(&n, (enum deduce_technique)hardest));
    return n.land != land || n.sown != sown;
}

/* Nothing simpler than the tag decides anything, the tag does, and the puzzle is as it says. */
START_TEST(tags)
{
    struct quiz_id id;
    if (!loop_id(_i, &id)) return;
    for (int k = 0; k < seeds; k++) {
        struct quiz q, again;
        struct deduce_step chain[DEDUCE_CHAIN];
        struct map_shape shape;
        struct deduce_notes n;
        id.seed = (uint64_t)k;
        quiz_make(&q, &id);
        quiz_make(&again, &id);
        ck_assert_mem_eq(&q, &again, sizeof q);
        ck_assert_int_eq(q.technique, id.what);
        ck_assert(!technique_decides(&q, id.what - 1u));
        map_shape(&shape, q.shown.cols, q.shown.rows);
        deduce_begin(&n, &shape, &q.shown, q.tiles);
        int steps = deduce_hint(&n, DEDUCE_NESTED, chain);
        ck_assert_int_eq(quiz_tag(chain, steps), q.technique);
        ck_assert_int_eq(steps, q.steps);
        ck_assert_int_gt(q.open, 0);
        ck_assert(q.rating >= QUIZ_LEAST && q.rating <= QUIZ_MOST);
        ck_assert(!map_check(&q.map[0]));
    }
}
END_TEST

/* Do the steps, one after another, hold on a map? The last one decides the claim. */
static void assert_chain(const struct quiz *q, const struct quiz_claim *c, const struct deduce_step *s, int steps)
{
    for (int k = 0; k < steps; k++) {
        bool crop = s[k].what == DEDUCED_CROP || s[k].what == DEDUCED_NOT_CROP;
        bool not = s[k].what == DEDUCED_NOT_CROP || s[k].what == DEDUCED_NOT_TERRAIN;
        unsigned i;
        for (int m = 0; m < q->maps; m++) BITS_EACH(i, s[k].spaces)
        ck_assert_int_eq(s[k].values >> (crop ? q->map[m].crop : q->map[m].terrain)[i] & 1, !not );
    }
    const struct deduce_step *last = &s[steps - 1];
    ck_assert_int_eq(last->what, c->crop ? DEDUCED_CROP : DEDUCED_TERRAIN);
    ck_assert(last->spaces >> c->space & 1);
    ck_assert_int_eq(last->values, 1 << c->value);
}

/* A right claim has a reason as the ladder has one, and none of its steps can be missed: with what it decided known before, it
 * is known. */
static int assert_reason(const struct quiz *q, const struct quiz_claim *c)
{
    struct deduce_step chain[DEDUCE_CHAIN];
    struct map known = q->shown;
    int steps = quiz_reason(q, &known, c, chain);
    if (steps) assert_chain(q, c, chain, steps);
    (c->crop ? known.crop : known.terrain)[c->space] = c->value;
    ck_assert_int_eq(quiz_judge(q, &known, c), QUIZ_KNOWN);
    ck_assert(!quiz_counter(q, c));
    return steps;
}

START_TEST(reasons)
{
    struct quiz_id id;
    int right = 0, told = 0;
    if (!loop_id(_i, &id)) return;
    for (int k = 0; k < seeds / 2 + 1; k++) {
        struct quiz q;
        unsigned easiest = 0;
        id.seed = (uint64_t)(1000 + k);
        quiz_make(&q, &id);
        for (int i = 0; i < map_spaces(&q.shown); i++)
            for (int v = 1; v <= MAP_TERRAINS + MAP_LEVELS; v++) {
                struct quiz_claim c = {(uint8_t)i, (uint8_t)(v > MAP_TERRAINS ? v - MAP_TERRAINS : v),
                                       v > MAP_TERRAINS};
                if (quiz_judge(&q, &q.shown, &c) != QUIZ_RIGHT) continue;
                int steps = assert_reason(&q, &c);
                right++;
                told += steps > 0;
                easiest += steps > 0;
            }
        ck_assert_uint_gt(easiest, 0);
    }
    ck_assert_int_gt(2 * told, right); /* most of what is certain has a reason */
}
END_TEST

/* A slice is what the last step needs: without any of its steps it does not follow. */
START_TEST(reasons_are_short)
{
    int chains = 0;
    for (int k = 0; k < 4 * seeds; k++) {
        struct quiz q;
        struct quiz_id id = id_of(QUIZ_CERTAIN, k % 2 ? MAP_COLS : 5, k % 3 ? DEDUCE_ROOM : DEDUCE_ORDERS, k);
        quiz_make(&q, &id);
        for (int i = 0; i < map_spaces(&q.shown); i++) {
            struct deduce_step chain[DEDUCE_CHAIN], less[DEDUCE_CHAIN];
            struct quiz_claim c = {(uint8_t)i, q.map[0].crop[i], true};
            struct map_shape shape;
            struct deduce_notes n;
            if (quiz_judge(&q, &q.shown, &c) != QUIZ_RIGHT) continue;
            int steps = quiz_reason(&q, &q.shown, &c, chain);
            if (steps < 2) continue;
            map_shape(&shape, q.shown.cols, q.shown.rows);
            deduce_begin(&n, &shape, &q.shown, q.tiles);
            memcpy(less, chain, sizeof less);
            ck_assert_int_eq(deduce_slice(&n, less, steps, NULL), steps);
            chains++;
        }
    }
    ck_assert_int_gt(chains, seeds);
}
END_TEST

/* ---- whole maps ---- */

START_TEST(whole_maps)
{
    int wrong = 0, told = 0;
    for (int k = 0; k < seeds; k++) {
        struct quiz q;
        struct quiz_id id = id_of(QUIZ_WHOLE, _i / GRADES ? MAP_COLS : 5, (unsigned)_i % GRADES, k);
        struct deduce_step chain[DEDUCE_CHAIN];
        struct rng r = {(uint64_t)k};
        quiz_make(&q, &id);
        for (int n = 0; n < 40; n++) {
            struct quiz_claim c = {(uint8_t)rng_below(&r, (uint32_t)map_spaces(&q.shown)),
                                   (uint8_t)(1 + rng_below(&r, 5)), true};
            bool right = q.map[0].crop[c.space] == c.value;
            enum quiz_verdict want = !right ? QUIZ_IMPOSSIBLE : q.shown.crop[c.space] ? QUIZ_KNOWN : QUIZ_RIGHT;
            ck_assert_int_eq(quiz_judge(&q, &q.shown, &c), want);
            ck_assert(!quiz_counter(&q, &c)); /* it would be the solution */
            if (right) continue;
            int steps = quiz_refute(&q, &q.shown, &c, chain);
            wrong++;
            told += steps > 0;
            if (!steps) continue;
            ck_assert_int_eq(chain[steps - 1].what, DEDUCED_NOT_CROP);
            ck_assert(chain[steps - 1].clash != CLASH_NONE && chain[steps - 1].spaces == bit(c.space));
        }
    }
    ck_assert_int_gt(2 * told, wrong);
}
END_TEST

/* ---- ids ---- */

START_TEST(ids)
{
    struct rng r = {5};
    for (int k = 0; k < 1000; k++) {
        struct quiz_wish w = {(uint8_t)(k % 2), (uint8_t)(k / 2 % 2 ? MAP_COLS : 5), 0,
                              k % 3 ? (int)rng_below(&r, 2800) : 0};
        struct quiz_id id = quiz_choose(&w, rng_next(&r) >> rng_below(&r, 64)), back;
        char text[QUIZ_ID];
        struct out o = {.p = text, .size = sizeof text};
        quiz_write(&id, &o);
        ck_assert_uint_lt(o.len, sizeof text);
        ck_assert(!quiz_read(&back, text, o.len));
        ck_assert(id.kind == back.kind && id.cols == back.cols && id.what == back.what && id.seed == back.seed);
        for (size_t n = 0; n < o.len; n++) /* cut, it is another or none */
            ck_assert(quiz_read(&back, text, n) || back.seed != id.seed);
    }
}
END_TEST

START_TEST(bad_ids)
{
    static const char *const bad[] = {"",
                                      "q",
                                      "q1",
                                      "q1-",
                                      "q1-certain-tiny-pair-",
                                      "q1-certain-tiny-pair-42-",
                                      "q1-certain-tiny-pair-042",
                                      "q1-certain-tiny-PAIR-4",
                                      "q1-certain-huge-pair-4",
                                      "q1-whole-tiny-pair-4",
                                      "q1-certain-tiny-tricky-4",
                                      "q1-certain-tiny-left-4",
                                      "q1-certain-tiny-pair-4_",
                                      "q1-certain-tiny-pair-zzzzzzzzzzzzzz",
                                      "q01-certain-tiny-pair-4",
                                      "q1-certain-tiny-none-4",
                                      "certain-tiny-pair-4",
                                      "q1--tiny-pair-4"};
    struct quiz_id id;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        ck_assert_msg(quiz_read(&id, bad[k], strlen(bad[k])), "%s", bad[k]);
    ck_assert(strstr(quiz_read(&id, "q2-certain-tiny-pair-4", 22), "another version"));
    ck_assert(!quiz_read(&id, "q1-certain-tiny-pair-3w5e11264sgsf", 34)); /* the largest */
    ck_assert(id.seed == UINT64_MAX);
}
END_TEST

START_TEST(claims)
{
    static const char *const bad[] = {"",          "c3",        "c3 crop",   "c3 crop 0",  "c3 crop 6", "c3 terrain 5",
                                      "c3 corn 4", "f1 crop 1", "a6 crop 1", "c3  crop 4", "C3 crop 4", "c3 crop 04"};
    struct quiz q;
    struct quiz_claim c;
    struct quiz_id id = id_of(QUIZ_CERTAIN, 5, DEDUCE_PAIR, 1);
    quiz_make(&q, &id);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        ck_assert_msg(quiz_read_claim(&c, &q, bad[k], strlen(bad[k])), "%s", bad[k]);
    ck_assert(!quiz_read_claim(&c, &q, "e2 terrain 4", 12));
    ck_assert(c.space == 9 && c.value == 4 && !c.crop);
}
END_TEST

/* ---- ratings ---- */

START_TEST(ratings)
{
    struct rng r = {8};
    int before = 0;
    for (unsigned t = DEDUCE_LONE; t < DEDUCE_TECHNIQUES; t++) { /* along the ladder */
        ck_assert_int_gt(quiz_base((enum deduce_technique)t), before);
        before = quiz_base((enum deduce_technique)t);
    }
    for (int k = 0; k < 10000; k++) {
        int player = QUIZ_LEAST + 1 + (int)rng_below(&r, 2399), puzzle = 400 + (int)rng_below(&r, 2400),
            n = (int)rng_below(&r, 50);
        int up = quiz_rated(player, puzzle, true, n), down = quiz_rated(player, puzzle, false, n);
        ck_assert(up > player && down < player && up <= QUIZ_MOST && down >= QUIZ_LEAST);
        ck_assert_int_ge(quiz_rated(player, puzzle + 50, true, n), up); /* a harder one is worth more */
        ck_assert_int_ge(quiz_rated(player, puzzle + 50, false, n), down);
    }
    ck_assert_int_eq(quiz_rated(1000, 1000, true, 0), 1048);
    ck_assert_int_eq(quiz_rated(1000, 1000, false, 40), 988);
    ck_assert_int_eq(quiz_rated(QUIZ_LEAST, 400, false, 0), QUIZ_LEAST);
    static const int odd[] = {INT_MIN, INT_MIN + 1, -1, 0, INT_MAX - 1, INT_MAX}; /* whatever a page has kept */
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        for (size_t k = 0; k < sizeof odd / sizeof *odd; k++) {
            int rating = quiz_rated(odd[i], odd[k], i % 2, odd[(i + k) % 6]);
            ck_assert(QUIZ_LEAST <= rating && rating <= QUIZ_MOST);
        }
}
END_TEST

/* A wish for a rating is met about. */
START_TEST(wishes)
{
    for (int rating = 400; rating <= 2500; rating += 100)
        for (int k = 0; k < seeds / 4 + 1; k++) {
            struct quiz q;
            struct quiz_wish w = {QUIZ_CERTAIN, (uint8_t)(k % 2 ? MAP_COLS : 5), 0, rating};
            struct quiz_id id = quiz_choose(&w, (uint64_t)k);
            quiz_make(&q, &id);
            ck_assert_msg(abs(q.rating - rating) <= 350, "%d for %d", q.rating, rating);
        }
}
END_TEST

int main(int argc, char **argv)
{
    Suite *suite = suite_create("quiz");
    TCase *t = tcase_create("quiz");
    if (argc > 1) seeds = atoi(argv[1]);
    suite_add_tcase(suite, t);
    tcase_add_test(t, small_boards);
    tcase_add_test(t, puzzles_by_brute_force);
    tcase_add_loop_test(t, tags, 0, LOOPS);
    tcase_add_loop_test(t, reasons, 0, LOOPS);
    tcase_add_test(t, reasons_are_short);
    tcase_add_loop_test(t, whole_maps, 0, 2 * GRADES);
    tcase_add_test(t, ids);
    tcase_add_test(t, bad_ids);
    tcase_add_test(t, claims);
    tcase_add_test(t, ratings);
    tcase_add_test(t, wishes);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
