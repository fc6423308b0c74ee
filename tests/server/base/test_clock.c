/* test_clock.c -- the server's idea of the time (server/base/clock.h) when the system's clock is set. */
#include "../../../server/base/clock.h"

#include <check.h>
#include <stdlib.h>

static const uint64_t second = 1000000, hour = 3600 * second, begin = UINT64_C(1790000000) * second;

/* The clock after `n` steps of `step` us, while the system's is `off` ahead of the truth. */
static uint64_t run(struct clock *c, uint64_t *steady, int64_t off, uint64_t step, uint64_t n)
{
    uint64_t told = 0, last = c->time;
    for (uint64_t i = 0; i < n; i++) {
        *steady += step;
        told = clock_read(c, *steady, begin + *steady + (uint64_t)off);
        ck_assert_uint_ge(told, last); /* never back */
        ck_assert_uint_le(told - last, step + step / CLOCK_BEND);
        ck_assert_uint_ge(told - last, step - step / CLOCK_BEND);
        last = told;
    }
    return told;
}

START_TEST(nobody_sets_it)
{
    struct clock c = {0};
    uint64_t steady = 5 * second;
    ck_assert_uint_eq(clock_read(&c, steady, begin + steady), begin + steady);
    ck_assert_uint_eq(run(&c, &steady, 0, 7, 10000), begin + steady);
    ck_assert_uint_eq(run(&c, &steady, 0, 30 * 24 * hour, 1200), begin + steady); /* a century */
}
END_TEST

START_TEST(jumps)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        struct clock c = {0};
        uint64_t steady = second;
        int64_t off = sign * (int64_t)hour;
        clock_read(&c, steady, begin + steady);
        uint64_t told = run(&c, &steady, off, second / 100, 6000); /* a minute later */
        ck_assert_uint_eq(told, begin + steady + (uint64_t)(sign * 6 * (int64_t)second));
        told = run(&c, &steady, off, 10 * second, 3600); /* after ten hours it is there, */
        ck_assert_uint_eq(told, begin + steady + (uint64_t)off);
        told = run(&c, &steady, off, 1000, 1000); /* and stays */
        ck_assert_uint_eq(told, begin + steady + (uint64_t)off);
    }
}
END_TEST

/* What a time server does to an ordinary clock is followed at once. */
START_TEST(drift)
{
    struct clock c = {0};
    uint64_t steady = second;
    clock_read(&c, steady, begin + steady);
    for (int i = 1; i <= 1000; i++) {
        steady += second;
        uint64_t wall = begin + steady + (uint64_t)i * 500; /* 500 in a million */
        ck_assert_uint_eq(clock_read(&c, steady, wall), wall);
    }
}
END_TEST

START_TEST(odd_times)
{
    struct clock c = {0};
    ck_assert_uint_eq(clock_read(&c, 0, 0), 0); /* the machine just began, and has no clock */
    ck_assert_uint_eq(clock_read(&c, 10 * second, 0), 9 * second);
    ck_assert_uint_eq(clock_read(&c, 10 * second, begin), 9 * second); /* asked twice */
    ck_assert_uint_eq(clock_read(&c, 9 * second, begin), 9 * second);
    ck_assert_uint_gt(clock_wall(), begin - 100000 * hour);
    uint64_t now = clock_steady();
    ck_assert_uint_gt(now, 0);
    ck_assert_uint_ge(clock_steady(), now);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("clock");
    TCase *c = tcase_create("clock");
    tcase_add_test(c, nobody_sets_it);
    tcase_add_test(c, jumps);
    tcase_add_test(c, drift);
    tcase_add_test(c, odd_times);
    suite_add_tcase(s, c);
    SRunner *run = srunner_create(s);
    srunner_run_all(run, CK_ENV);
    int failed = srunner_ntests_failed(run);
    srunner_free(run);
    return failed != 0;
}
