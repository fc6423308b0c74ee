/* test_reasons.c -- what puzzle/reason says is true: every sentence of hints, of whole maps, of reasons for what is right in a
 * puzzle and of the ways from impossible claims to their contradiction is read (reasons.h) and judged by what its reader knows
 * by then. And wrong ones are found: each is said again with something else in its place.
 *
 * usage: test_reasons [SENTENCES] */
#include "reasons.h"

#include "../../core/bits.h"
#include "../../games/scenario.h"
#include "../../puzzle/grade.h"
#include "../../puzzle/quiz.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

static int wanted = 100000;
static long told, faults, often[DEDUCE_TECHNIQUES], ends[CLASHES];

static void sentence_of(const struct deduce_step *steps, int k, int cols, char text[1024])
{
    struct tale t;
    struct out o = {.p = text, .size = 1024};
    reason_tell(steps, k, cols, &t);
    reasons_say(&t, &o);
    ck_assert_uint_lt(o.len, 1024);
}

/* Where the supposition of a hint leads to; the reader of a refutation is there already. */
static void follow(const struct map *known, const uint8_t *tiles, const struct deduce_step *steps, int k,
                   struct reader *then)
{
    struct map_shape shape;
    struct deduce_notes n;
    const struct deduce_step *s = &steps[k];
    map_shape(&shape, known->cols, known->rows);
    deduce_begin(&n, &shape, known, tiles);
    for (int i = 0; i < k; i++) {
        unsigned space, v;
        BITS_EACH(space, steps[i].spaces) BITS_EACH(v, steps[i].values)
        {
            if (steps[i].what == DEDUCED_CROP) deduce_learn_crop(&n, bit(space), v);
            else if (steps[i].what == DEDUCED_TERRAIN) deduce_learn_terrain(&n, space, v);
            else if (steps[i].what == DEDUCED_NOT_CROP) n.crop[v] &= ~bit(space);
            else n.terrain[v] &= ~bit(space), n.stale = true;
        }
    }
    if (s->what == DEDUCED_NOT_CROP) deduce_learn_crop(&n, s->spaces, bits_first(s->values));
    else deduce_learn_terrain(&n, bits_first(s->spaces), bits_first(s->values));
    deduce_run(&n, DEDUCE_POINT);
    struct conclusion c = {s->what == DEDUCED_NOT_CROP, false, s->spaces, s->values};
    reasons_follow(then, &c, &n);
}

/* ---- wrong sentences ---- */

/* What is changed in a step, so that its sentence is false. */
enum plant { REGION_LESS, REGION_MORE, CLASH_LESS, CLASH_MORE, BECAUSE_MORE, OTHER_VALUE, SIZE_LESS, PLANTS };
static const char *const plants[] = {"a space less in the region",
                                     "a space more in the region",
                                     "a space less in the clash",
                                     "a space more in the clash",
                                     "a reason more",
                                     "another value",
                                     "a smaller number"};
static long planted[PLANTS], found[PLANTS];

static uint64_t one_of(uint64_t set, struct rng *r)
{
    for (uint32_t k = set ? rng_below(r, bits_count(set)) : 0; k; k--) set &= set - 1;
    return set & ~(set - 1);
}

/* False: that cannot be changed, or the sentence does not name it. */
static bool plant(struct deduce_step *s, enum plant what, uint64_t all, const char *text, struct rng *r)
{
    bool names_region = strstr(text, "region of ") && s->region && s->technique != DEDUCE_SUPPOSE;
    bool names_clash = strstr(text, "region of ") && s->technique == DEDUCE_SUPPOSE;
    unsigned v = 1 + rng_below(r, s->what >= DEDUCED_CROP ? MAP_LEVELS : MAP_TERRAINS);
    struct deduce_step before = *s;
    if (what == REGION_LESS && names_region && bits_count(s->region) > 1) s->region ^= one_of(s->region, r);
    if (what == REGION_MORE && names_region) s->region |= one_of(all & ~s->region, r);
    if (what == CLASH_LESS && names_clash && bits_count(s->other) > 1) s->other ^= one_of(s->other, r);
    if (what == CLASH_MORE && names_clash) s->other |= one_of(all & ~s->other, r);
    if (what == BECAUSE_MORE && s->because) s->because |= one_of(all & ~s->because & ~s->spaces, r);
    if (what == OTHER_VALUE && bits_count(s->values) == 1) s->values = (uint8_t)(1u << v);
    if (what == SIZE_LESS && s->size > 1) s->size--;
    return memcmp(&before, s, sizeof before) != 0;
}

static void judge_wrong(const struct reader *n, const struct reader *then, const struct deduce_step *steps, int k,
                        const char *text, struct rng *r)
{
    static struct reader again;
    static struct deduce_step wrong[GRADE_STEPS];
    enum plant what = (enum plant)rng_below(r, PLANTS);
    char said[1024];
    memcpy(wrong, steps, sizeof *steps * (size_t)(k + 1));
    if (!plant(&wrong[k], what, n->all, text, r)) return;
    again = *n;
    sentence_of(wrong, k, n->cols, said);
    if (strcmp(said, text) == 0) return;
    planted[what]++;
    found[what] += reasons_wrong(&again, said, then) != NULL;
}

/* The steps of a hint, or, with a supposition, those from it to its contradiction. */
static void judge(const struct map *known, const uint8_t *tiles, const struct deduce_step *steps, int count,
                  const struct conclusion *supposition)
{
    static struct rng r = {3};
    static struct reader n, then;
    reasons_begin(&n, known, tiles);
    if (supposition) reasons_suppose(&n, supposition);
    for (int k = 0; k < count; k++) {
        char text[1024];
        bool end = steps[k].technique == DEDUCE_SUPPOSE;
        then = n;
        if (end && !supposition) follow(known, tiles, steps, k, &then);
        sentence_of(steps, k, known->cols, text);
        judge_wrong(&n, end ? &then : NULL, steps, k, text, &r);
        const char *wrong = reasons_wrong(&n, text, end ? &then : NULL);
        told++;
        often[steps[k].technique]++;
        ends[steps[k].clash] += end;
        if (!wrong) continue;
        if (++faults <= 40) printf("# %s: %s\n", wrong, text);
    }
}

/* ---- where the sentences come from ---- */

/* Puzzles: every claim that is certain, and every one that is impossible. */
static void from_puzzle(const struct quiz_id *id, struct rng *r)
{
    struct quiz q;
    struct deduce_step chain[DEDUCE_CHAIN];
    quiz_make(&q, id);
    struct map known = q.shown;
    for (int i = 0; i < map_spaces(&known); i++) { /* some of it found already */
        struct quiz_claim c = {(uint8_t)i, q.map[0].crop[i], true};
        if (!rng_below(r, 4) && quiz_judge(&q, &known, &c) == QUIZ_RIGHT) known.crop[i] = c.value;
    }
    for (int i = 0; i < map_spaces(&known); i++)
        for (unsigned v = 1; v <= MAP_TERRAINS + MAP_LEVELS; v++) {
            bool crop = v > MAP_TERRAINS;
            struct quiz_claim c = {(uint8_t)i, (uint8_t)(crop ? v - MAP_TERRAINS : v), crop};
            enum quiz_verdict verdict = quiz_judge(&q, &known, &c);
            struct conclusion it_is = {crop, false, bit((unsigned)i), 1u << c.value};
            if (verdict == QUIZ_RIGHT) judge(&known, q.tiles, chain, quiz_reason(&q, &known, &c, chain), NULL);
            if (verdict == QUIZ_IMPOSSIBLE && !rng_below(r, 3))
                judge(&known, q.tiles, chain, quiz_refute(&q, &known, &c, chain), &it_is);
        }
}

/* A made map: the steps of its grade, and hints from little seen to all of it. */
static void from_map(const struct map *m, const struct map *shown, struct rng *r)
{
    static struct deduce_step steps[GRADE_STEPS];
    struct deduce_step chain[DEDUCE_CHAIN];
    struct map known = {.cols = m->cols, .rows = m->rows};
    uint8_t tiles[MAP_TERRAINS + 1] = {0};
    struct rating rating;
    struct map_shape shape;
    struct deduce_notes n;
    uint32_t spaces = (uint32_t)map_spaces(m);
    for (uint32_t i = 0; i < spaces; i++) tiles[m->terrain[i]]++;
    judge(shown, tiles, steps, grade_rate(shown, &rating, steps), NULL);
    map_shape(&shape, m->cols, m->rows);
    for (uint32_t k = 0; k < 3 * spaces; k++) {
        unsigned i = rng_below(r, spaces);
        if (rng_below(r, 3)) known.terrain[i] = m->terrain[i];
        if (known.terrain[i] && !rng_below(r, 3)) known.crop[i] = m->crop[i];
        if (rng_below(r, 3)) continue;
        deduce_begin(&n, &shape, &known, tiles);
        judge(&known, tiles, chain, deduce_hint(&n, DEDUCE_NESTED, chain), NULL);
    }
}

START_TEST(sentences)
{
    struct rng r = {11};
    for (uint64_t k = 0; told < wanted; k++) {
        struct board b = {{0}};
        struct quiz_id id = {QUIZ_CERTAIN, k & 1 ? MAP_COLS : 5, (uint8_t)(1 + k / 2 % (DEDUCE_TECHNIQUES - 1)), k};
        if (quiz_can((enum deduce_technique)id.what, id.cols)) from_puzzle(&id, &r);
        id = (struct quiz_id){QUIZ_WHOLE, k & 1 ? MAP_COLS : 5, (uint8_t)(k / 2 % GRADES), k};
        from_puzzle(&id, &r);
        scenario_make(scenario_in(&b), k & 1 ? MAP_COLS : 5, (enum grade)(k % GRADES), k);
        struct map shown = scenario_shown(scenario_in(&b));
        from_map(&scenario_in(&b)->map, &shown, &r);
    }
    printf("# %ld sentences, %ld of them wrong\n", told, faults);
    int techniques = 0, clashes = 0;
    for (int t = DEDUCE_LONE; t < DEDUCE_TECHNIQUES; t++) techniques += often[t] > 0;
    for (int t = CLASH_TERRAIN; t < CLASHES; t++) clashes += ends[t] > 0;
    ck_assert_int_eq(faults, 0);
    ck_assert_int_ge(techniques, wanted < 50000 ? 19 : 23); /* some are rare; test_deduce.c has examples of all */
    ck_assert_int_ge(clashes, wanted < 50000 ? 7 : 9);
}
END_TEST

/* Most changes make a sentence false; where it stays true, as "at least 3" for "at least 4", it is none. */
START_TEST(wrong_ones)
{
    static const int least[PLANTS] = {100, 100, 100, 100, 75, 95, 60}; /* percent */
    for (int k = 0; k < PLANTS; k++) {
        printf("# %s: %ld of %ld found\n", plants[k], found[k], planted[k]);
        ck_assert_int_gt(planted[k], 0);
        ck_assert_int_ge(100 * found[k], least[k] * planted[k]);
    }
}
END_TEST

int main(int argc, char **argv)
{
    Suite *suite = suite_create("reasons");
    TCase *t = tcase_create("reasons");
    if (argc > 1) wanted = atoi(argv[1]);
    suite_add_tcase(suite, t);
    tcase_add_test(t, sentences);
    tcase_add_test(t, wrong_ones); /* of those sentences */
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_NOFORK);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
