/* test_quiz_sat.c -- every claim about every space of made puzzles judged again, by a SAT solver (sat_maps.h) and by reading
 * the counter-maps: 0 wrong acceptances, 0 wrong refusals, and every counter-map fits all that is shown.
 *
 * usage: test_quiz_sat [POSITIONS [FROM]]   of each board size; FROM: the first seed. Prints what was looked at. */
#include "../../core/bits.h"
#include "../../core/game.h"
#include "../../puzzle/quiz.h"
#include "sat_maps.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

static int positions = 400, first_seed;

enum { RENEW = 2000 }; /* questions to one solver */

struct tally {
    long claims, right, uncertain, impossible, known, counters;
    long accepted, refused, misfits; /* wrongly; counter-maps that do not fit */
};

/* Does a map agree with all that the puzzle shows, and keep all rules? */
static bool fits(const struct quiz *q, const struct map *m)
{
    int tiles[MAP_TERRAINS + 1] = {0};
    if (map_check(m)) return false;
    for (int i = 0; i < map_spaces(m); i++) {
        tiles[m->terrain[i]]++;
        if (q->shown.terrain[i] && q->shown.terrain[i] != m->terrain[i]) return false;
        if (q->shown.crop[i] && q->shown.crop[i] != m->crop[i]) return false;
    }
    for (int t = 1; t <= MAP_TERRAINS; t++)
        if (tiles[t] != q->tiles[t]) return false;
    return true;
}

/* What can be where: from the maps of the puzzle that fit, and whatever the SAT solver finds besides. */
struct truth {
    uint64_t terrain[MAP_TERRAINS + 1], crop[MAP_LEVELS + 1];
};

static void add_map(struct truth *t, const struct map *m)
{
    for (int i = 0; i < map_spaces(m); i++) {
        t->terrain[m->terrain[i]] |= bit((unsigned)i);
        t->crop[m->crop[i]] |= bit((unsigned)i);
    }
}

static void find_truth(struct sat_maps *s, const struct quiz *q, struct truth *t)
{
    uint64_t all = bit((unsigned)map_spaces(&q->shown)) - 1;
    for (int k = 0; k < q->maps; k++)
        if (fits(q, &q->map[k])) add_map(t, &q->map[k]);
    for (;;) {
        uint64_t terrain[MAP_TERRAINS + 1] = {0}, crop[MAP_LEVELS + 1] = {0}, any = 0;
        struct map other;
        for (int k = 1; k <= MAP_TERRAINS; k++) any |= terrain[k] = all & ~t->terrain[k];
        for (int v = 1; v <= MAP_LEVELS; v++) any |= crop[v] = all & ~t->crop[v];
        if (!any || !sat_maps_any(s, &q->shown, q->tiles, terrain, crop, &other)) return;
        ck_assert(fits(q, &other)); /* else it is the test that is wrong */
        add_map(t, &other);
    }
}

static void judge(const struct quiz *q, const struct truth *t, const struct quiz_claim *c, struct tally *n)
{
    const uint64_t *can = c->crop ? t->crop : t->terrain;
    unsigned values = 0, shown = c->crop ? q->shown.crop[c->space] : q->shown.terrain[c->space];
    for (int v = 1; v <= (c->crop ? MAP_LEVELS : MAP_TERRAINS); v++) values |= (unsigned)(can[v] >> c->space & 1) << v;
    bool certain = values == 1u << c->value, impossible = !(values >> c->value & 1);
    enum quiz_verdict verdict = quiz_judge(q, &q->shown, c), want = certain      ? shown ? QUIZ_KNOWN : QUIZ_RIGHT
                                                                    : impossible ? QUIZ_IMPOSSIBLE
                                                                                 : QUIZ_UNCERTAIN;
    const struct map *counter = quiz_counter(q, c);
    n->claims++;
    n->right += want == QUIZ_RIGHT;
    n->known += want == QUIZ_KNOWN;
    n->uncertain += want == QUIZ_UNCERTAIN;
    n->impossible += want == QUIZ_IMPOSSIBLE;
    n->accepted += verdict == QUIZ_RIGHT && !certain;
    n->refused += verdict != want && !(verdict == QUIZ_RIGHT && !certain);
    if (q->id.kind == QUIZ_WHOLE) {
        n->misfits += counter != NULL; /* it would be the solution */
        return;
    }
    n->counters += counter != NULL;
    n->misfits += (counter == NULL) != certain;
    if (counter) n->misfits += !fits(q, counter) || (c->crop ? counter->crop : counter->terrain)[c->space] == c->value;
}

static void judge_all(const struct quiz *q, const struct truth *t, struct tally *n)
{
    for (int i = 0; i < map_spaces(&q->shown); i++) {
        for (int k = 1; k <= MAP_TERRAINS; k++) judge(q, t, &(struct quiz_claim){(uint8_t)i, (uint8_t)k, false}, n);
        for (int v = 1; v <= MAP_LEVELS; v++) judge(q, t, &(struct quiz_claim){(uint8_t)i, (uint8_t)v, true}, n);
    }
}

/* All techniques and grades in turn. */
static int list_ids(int cols, struct quiz_id *list)
{
    int n = 0;
    for (unsigned t = DEDUCE_LONE; t < DEDUCE_TECHNIQUES; t++)
        if (quiz_can((enum deduce_technique)t, cols))
            list[n++] = (struct quiz_id){QUIZ_CERTAIN, (uint8_t)cols, (uint8_t)t, 0};
    for (unsigned g = 0; g < GRADES; g++) list[n++] = (struct quiz_id){QUIZ_WHOLE, (uint8_t)cols, (uint8_t)g, 0};
    return n;
}

START_TEST(judged_again)
{
    int cols = _i ? MAP_COLS : 5;
    struct quiz_id list[DEDUCE_TECHNIQUES + GRADES];
    int ids = list_ids(cols, list);
    struct sat_maps *s = sat_maps_new(cols, MAP_ROWS);
    struct tally n = {0};
    for (int k = 0; k < positions; k++) {
        struct quiz q;
        struct truth t = {{0}, {0}};
        struct quiz_id id = list[k % ids];
        id.seed = (uint64_t)(first_seed + k / ids);
        if (k % RENEW == RENEW - 1) {
            sat_maps_free(s);
            s = sat_maps_new(cols, MAP_ROWS);
        }
        quiz_make(&q, &id);
        find_truth(s, &q, &t);
        judge_all(&q, &t, &n);
    }
    sat_maps_free(s);
    printf("# %s: %d positions, %ld claims (%ld right, %ld uncertain, %ld impossible, %ld known), %ld counter-maps; "
           "wrong: %ld "
           "accepted, %ld refused, %ld counter-maps\n",
           cols == 5 ? "tiny" : "long", positions, n.claims, n.right, n.uncertain, n.impossible, n.known, n.counters,
           n.accepted, n.refused, n.misfits);
    fflush(stdout);
    ck_assert_int_eq(n.accepted, 0);
    ck_assert_int_eq(n.refused, 0);
    ck_assert_int_eq(n.misfits, 0);
    ck_assert_int_gt(n.right, positions);
    ck_assert_int_gt(n.uncertain, positions);
    ck_assert_int_gt(n.impossible, positions);
}
END_TEST

int main(int argc, char **argv)
{
    Suite *suite = suite_create("quiz_sat");
    TCase *t = tcase_create("quiz_sat");
    if (argc > 1) positions = atoi(argv[1]);
    if (argc > 2) first_seed = atoi(argv[2]);
    suite_add_tcase(suite, t);
    tcase_set_timeout(t, 0);
    tcase_add_loop_test(t, judged_again, 0, 2);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
