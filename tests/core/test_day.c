/* test_day.c -- core/day against the C library's calendar, and against every zone of the earth. */
#include "../../core/day.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

START_TEST(all_days)
{
    char text[DAY_TEXT], want[32];
    int32_t back;
    for (int32_t day = 0; day <= DAY_LAST; day += day < 60000 ? 1 : 97) {
        time_t t = (time_t)day * 86400;
        struct tm tm;
        gmtime_r(&t, &tm);
        strftime(want, sizeof want, "%Y-%m-%d", &tm);
        day_write(day, text);
        ck_assert_str_eq(text, want);
        ck_assert(day_read(text, strlen(text), &back));
        ck_assert_int_eq(back, day);
        ck_assert_int_eq(day_of((uint64_t)day * 86400000 + (uint64_t)(day % 86400000)), day);
    }
    day_write(DAY_LAST, text);
    ck_assert_str_eq(text, "9999-12-31");
}
END_TEST

START_TEST(no_days)
{
    static const char *const bad[] = {"2026-02-29", "2100-02-29", "2026-04-31", "2026-13-01", "2026-00-01",
                                      "2026-01-00", "1969-12-31", "2026-1-01",  "2026-11-1x", "2026/11/16",
                                      "+026-11-16", "",           "2026-11-160"};
    int32_t day;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(!day_read(bad[i], strlen(bad[i]), &day), "%s", bad[i]);
    ck_assert(day_read("2024-02-29", 10, &day));
    ck_assert(day_read("2000-02-29", 10, &day));
}
END_TEST

/* A day is open in exactly those minutes in which some time zone has that date. */
START_TEST(open_where_it_is_that_day)
{
    int32_t day = 20773;
    for (int64_t minute = (day - 3) * INT64_C(1440); minute < (day + 4) * INT64_C(1440); minute++) {
        bool somewhere = false;
        for (int zone = -12 * 60; zone <= 14 * 60; zone += 15) somewhere |= (minute + zone) / 1440 == day;
        uint64_t ms = (uint64_t)minute * 60000;
        ck_assert_int_eq(day_opens(day) <= ms && ms < day_closes(day), somewhere);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("day");
    TCase *t = tcase_create("day");
    tcase_add_test(t, all_days);
    tcase_add_test(t, no_days);
    tcase_add_test(t, open_where_it_is_that_day);
    suite_add_tcase(s, t);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_ENV);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed != 0;
}
