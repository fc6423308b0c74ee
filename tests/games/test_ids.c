/* test_ids.c -- whole and short map ids (games/scenario_id.h): round trips, damage, garbage. */
#include "../../core/rng.h"
#include "../../games/scenario_id.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s (%s:%d)\n", what, file, line);
    abort();
}

enum { MAPS = 40 };

static size_t id_of(const struct scenario *s, char text[SCENARIO_ID])
{
    struct out o = {.p = text, .size = SCENARIO_ID};
    scenario_id_write(s, &o);
    ck_assert(out_end(&o));
    return o.len;
}

static void make(struct board *b, uint64_t seed)
{
    memset(b, 0, sizeof *b);
    scenario_make(scenario_in(b), seed % 2 ? 5 : 9, (enum grade)(seed / 2 % GRADES), 99 + seed);
    scenario_in(b)->name[0] = 0;
    if (seed % 3 == 0) strcpy(scenario_in(b)->name, "Vallée du vent \"3\"");
}

START_TEST(round_trip)
{
    for (uint64_t k = 0; k < MAPS; k++) {
        struct board a, b = {{0}};
        char text[SCENARIO_ID], one[2048], two[2048];
        make(&a, k);
        size_t n = id_of(scenario_in(&a), text);
        ck_assert(scenario_id_is(text, n));
        ck_assert_ptr_null(scenario_id_read(scenario_in(&b), text, n));
        struct out x = {.p = one, .size = sizeof one}, y = {.p = two, .size = sizeof two};
        scenario_kind.write(&a, &x);
        scenario_kind.write(&b, &y);
        ck_assert(out_end(&x) && out_end(&y));
        ck_assert_str_eq(one, two);
        ck_assert_ptr_null(scenario_kind.check(&b));
    }
}
END_TEST

/* Every id stays readable forever: these were written by the first version. */
START_TEST(old_ids_stay)
{
    static const char *const old[] = {
        "tambo1.tiny.SgpzAjOTzIKeDxBICA1MXogAIgAhjqgcq",
        "tambo1.long.Y1y1QnF74FiMQAycxsHraxSFqIMQAzKk5lQlF6EAEAANCxyDTAgL2.bG9uZyAy",
    };
    for (int i = 0; i < 2; i++) {
        struct board b = {{0}};
        char again[SCENARIO_ID];
        ck_assert_ptr_null(scenario_id_read(scenario_in(&b), old[i], strlen(old[i])));
        ck_assert_ptr_null(scenario_kind.check(&b));
        id_of(scenario_in(&b), again);
        ck_assert_str_eq(again, old[i]);
    }
}
END_TEST

/* A short id makes the same map wherever it is read: these are the maps of generator 1. */
START_TEST(short_ids)
{
    static const char *const known[][2] = {
        {"tiny-gentle-0-g1", "tambo1.tiny.A1jlBnBC3xUkoZLaYQGOOFEEBiFMDIAp-"},
        {"tiny-fiendish-18446744073709551615-g1", "tambo1.tiny.kxTSvW6EYjFJ8JgIErVsUUEAJhMKlCAnl"},
        {"long-fair-42-g1", "tambo1.long.gcxBgm-EioecIpRimMEJKZTwjIBbXMmJRkHKEEBAQIAUIgESLxAeT"},
        {"long-tricky-42-g1", "tambo1.long.YAYRSfGCyHKkxBgapARKEE7oEANbSofFBjlYk1BAQAACSgEUS1gTk"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct scenario_short id;
        struct board b = {{0}};
        struct scenario *s = scenario_in(&b);
        char text[SCENARIO_ID];
        size_t n = strlen(known[i][0]);
        ck_assert(scenario_short_is(known[i][0], n));
        ck_assert_ptr_null(scenario_short_read(&id, known[i][0], n));
        scenario_make(s, id.cols, id.grade, id.seed);
        ck_assert_str_eq(s->name, known[i][0]);
        ck_assert_ptr_null(scenario_kind.check(&b));
        struct map shown = scenario_shown(s);
        ck_assert_int_eq(grade_of(&shown), id.grade);
        s->name[0] = 0;
        id_of(s, text);
        ck_assert_str_eq(text, known[i][1]);
    }
}
END_TEST

START_TEST(bad_short_ids)
{
    static const char *const bad[] = {
        "",
        "long",
        "long-",
        "long-fair",
        "long-fair-",
        "long-fair-1",
        "long-fair-1-",
        "long-fair-1-g",
        "long-fair-1-g2",
        "long-fair-01-g1",
        "long-fair-1-g01",
        "long-fair-1-g1 ",
        "wide-fair-1-g1",
        "long-fairly-1-g1",
        "long-fair-+1-g1",
        "long-fair-18446744073709551616-g1",
        "long-fair-1-g18446744073709551616",
        "long-fair-1-g1-",
        "Long-fair-1-g1",
        "long-fair--1-g1",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct scenario_short id;
        ck_assert_msg(scenario_short_read(&id, bad[i], strlen(bad[i])), "%s", bad[i]);
    }
    ck_assert(!scenario_short_is("long-1", 6));
    struct rng r = {8};
    for (int k = 0; k < 100000; k++) {
        static const char good[] = "tiny-gentle-7-g1";
        struct scenario_short id;
        char text[sizeof good];
        memcpy(text, good, sizeof good);
        size_t i = rng_below(&r, sizeof good - 1), n = rng_below(&r, 4) ? sizeof good - 1 : rng_below(&r, sizeof good);
        text[i] = (char)rng_below(&r, 256);
        if (scenario_short_read(&id, text, n)) continue;
        char again[64];
        struct out o = {.p = again, .size = sizeof again};
        scenario_short_write(&id, &o);
        ck_assert(o.len == n && memcmp(again, text, n) == 0);
    }
}
END_TEST

/* One wrong letter, one letter less, one more: always noticed. */
START_TEST(damage)
{
    static const char other[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_. /\x80";
    for (uint64_t k = 1; k < 5; k += k % 3 == 1 ? 1 : 2) { /* without names: a name has no check of its own */
        struct board a, b = {{0}};
        char text[SCENARIO_ID], bad[SCENARIO_ID];
        make(&a, k);
        size_t n = id_of(scenario_in(&a), text);
        for (size_t i = 0; i < n; i++) {
            for (const char *c = other; *c; c++) {
                if (*c == text[i]) continue;
                memcpy(bad, text, n);
                bad[i] = *c;
                ck_assert_msg(scenario_id_read(scenario_in(&b), bad, n), "letter %zu as %c", i, *c);
            }
            ck_assert_ptr_nonnull(scenario_id_read(scenario_in(&b), text, i));
        }
        memcpy(bad, text, n);
        bad[n] = 'A';
        ck_assert_ptr_nonnull(scenario_id_read(scenario_in(&b), bad, n + 1));
    }
}
END_TEST

START_TEST(garbage)
{
    struct rng r = {7};
    for (int k = 0; k < 100000; k++) {
        struct board b = {{0}};
        char text[300] = "tambo1.long.";
        size_t n = rng_below(&r, sizeof text);
        for (size_t i = k % 2 ? 12 : 0; i < n; i++) text[i] = (char)rng_below(&r, 256);
        scenario_id_read(scenario_in(&b), text, n); /* the sanitizers judge */
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("ids");
    TCase *c = tcase_create("ids");
    tcase_add_test(c, round_trip);
    tcase_add_test(c, old_ids_stay);
    tcase_add_test(c, short_ids);
    tcase_add_test(c, bad_short_ids);
    tcase_add_test(c, damage);
    tcase_add_test(c, garbage);
    suite_add_tcase(s, c);
    SRunner *run = srunner_create(s);
    srunner_run_all(run, CK_ENV);
    int failed = srunner_ntests_failed(run);
    srunner_free(run);
    return failed != 0;
}
