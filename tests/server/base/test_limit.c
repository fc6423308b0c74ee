/* test_limit.c -- rate limits (server/base/limit.h): buckets by name, and fair shares. */
#include "../../../server/base/limit.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECOND = 1000, HOUR = 3600 * SECOND, SETS = 2048, PLACES = 8 };

START_TEST(burst_and_refill)
{
    struct limit *l = limit_new(3600, 5); /* one a second */
    for (int i = 0; i < 5; i++) ck_assert(limit_take(l, "ana", 1, 1000));
    ck_assert(!limit_take(l, "ana", 1, 1000));
    ck_assert(limit_take(l, "ben", 5, 1000)); /* everybody has their own */
    ck_assert_uint_ge(limit_wait(l, "ana", 1, 1000), 1000);
    ck_assert_uint_le(limit_wait(l, "ana", 1, 1000), 1001);
    ck_assert_uint_ge(limit_wait(l, "ana", 3, 1000), 3000);
    ck_assert_uint_le(limit_wait(l, "ana", 3, 1000), 3001);
    ck_assert(!limit_take(l, "ana", 1, 1999));
    ck_assert(limit_take(l, "ana", 1, 2001));
    ck_assert(!limit_take(l, "ana", 1, 2002));
    ck_assert_uint_eq(limit_wait(l, "ana", 0, 2002), 1);
    ck_assert(!limit_take(l, "ana", 6, 2002 + HOUR)); /* never more than the burst */
    ck_assert(limit_take(l, "ana", 5, 2002 + HOUR));
    ck_assert(!limit_take(l, "ana", 1, 2002)); /* a clock that goes back gives nothing */
    limit_free(l);
}
END_TEST

START_TEST(costs)
{
    struct limit *l = limit_new(60, 10);
    ck_assert(limit_take(l, "ana", 6, 0));
    ck_assert(!limit_take(l, "ana", 5, 0)); /* what is refused takes nothing */
    ck_assert(limit_take(l, "ana", 4, 0));
    ck_assert(!limit_take(l, "ana", 1, 0));
    ck_assert(limit_take(l, "ana", 0, 0));
    limit_free(l);
}
END_TEST

/* Names that share a place in the hash table, as the server's own hash has it. */
static void crowd(char names[PLACES + 1][16])
{
    uint64_t set = SETS;
    for (int i = 0, n = 0; n <= PLACES; i++) {
        char name[16];
        uint64_t h = UINT64_C(0xcbf29ce484222325);
        snprintf(name, sizeof name, "p%d", i);
        for (const char *s = name; *s; s++) h = (h ^ (unsigned char)*s) * UINT64_C(0x100000001b3);
        h = (h | 1) >> 32 & (SETS - 1);
        if (set == SETS) set = h;
        if (h == set) snprintf(names[n++], 16, "%s", name);
    }
}

START_TEST(oldest_goes)
{
    char names[PLACES + 1][16];
    struct limit *l = limit_new(0, 1); /* nothing comes in again: whoever has one more was forgotten */
    crowd(names);
    for (int i = 0; i < PLACES; i++) ck_assert(limit_take(l, names[i], 1, (uint64_t)(100 + i)));
    for (int i = 0; i < PLACES; i++) ck_assert(!limit_take(l, names[i], 1, (uint64_t)(200 + (i + 3) % PLACES)));
    /* Quiet longest is now the one of 200: i + 3 = PLACES. */
    int oldest = PLACES - 3;
    ck_assert(limit_take(l, names[PLACES], 1, 300));
    for (int i = 0; i < PLACES; i++)
        if (i != oldest) ck_assert_msg(!limit_take(l, names[i], 1, (uint64_t)(400 + i)), "%d was forgotten", i);
    ck_assert(!limit_take(l, names[PLACES], 1, 500));
    ck_assert(limit_take(l, names[oldest], 1, 600)); /* which makes the next go */
    limit_free(l);
}
END_TEST

/* One wish; `a.7` is a network of the block `a`. */
static uint32_t take(struct limit_shares *s, const char *network, const char *name, uint64_t now)
{
    char block[16];
    snprintf(block, sizeof block, "%.*s", (int)strcspn(network, "."), network);
    return limit_shares_take(s, &(struct limit_who){block, network, name}, now);
}

/* How many of n wishes at that moment are granted. */
static int grant(struct limit_shares *s, const char *network, const char *name, int n, uint64_t now)
{
    int got = 0;
    for (int i = 0; i < n; i++) got += take(s, network, name, now) == 0;
    return got;
}

/* As many wishes, each by a name of its own. */
static int grant_many(struct limit_shares *s, const char *network, int n, uint64_t now)
{
    static int next;
    int got = 0;
    char name[16];
    for (int i = 0; i < n; i++) {
        snprintf(name, sizeof name, "new %d", next++);
        got += take(s, network, name, now) == 0;
    }
    return got;
}

START_TEST(parts)
{
    struct limit_shares *s = limit_shares_new(120);
    ck_assert_int_eq(grant(s, "a", "flood", 1000, 0), 40); /* one name: a third */
    ck_assert_int_eq(grant_many(s, "a", 1000, 0), 20);     /* its network: half */
    ck_assert_int_eq(grant_many(s, "b", 1000, 0), 30);     /* the next: half of the rest */
    ck_assert_int_eq(grant_many(s, "c", 15, 0), 15);
    ck_assert_int_eq(grant_many(s, "c", 1000, 0), 0);
    ck_assert_int_eq(grant_many(s, "", 1000, 0), 15); /* from nowhere: what is left */
    ck_assert_int_eq(grant_many(s, "d", 1, 0), 0);
    limit_shares_free(s);
}
END_TEST

START_TEST(of_one_block)
{
    struct limit_shares *s = limit_shares_new(120);
    char network[32];
    int got = 0;
    for (int i = 0; i < 1000; i++) { /* each from somewhere else in one block: two thirds */
        snprintf(network, sizeof network, "a.%d", i);
        got += grant_many(s, network, 1, 0);
    }
    ck_assert_int_eq(got, 80);
    ck_assert_int_eq(grant_many(s, "b", 1000, 0), 20); /* the next: half of the rest */
    limit_shares_free(s);
    s = limit_shares_new(120);
    ck_assert_int_eq(grant_many(s, "a.1", 1000, 0), 60); /* a network has neighbours in its block */
    ck_assert_int_eq(grant_many(s, "a.2", 1000, 0), 15);
    ck_assert_int_eq(grant_many(s, "a.3", 1, 0), 1);
    limit_shares_free(s);
}
END_TEST

/* So many blocks of so many networks each want all they can get, for ten minutes; how many are refused of those who come
 * from elsewhere every three seconds. */
static int kept_out(int blocks, int networks)
{
    struct limit_shares *s = limit_shares_new(120);
    int refused = 0, next = 0;
    char network[32];
    for (uint64_t now = 0; now < 600 * SECOND; now += 50) {
        for (int i = 0; i < blocks; i++)
            for (int k = 0; k < networks; k++) {
                snprintf(network, sizeof network, "n%d.%d", i, k);
                grant_many(s, network, 2, now);
            }
        if (now % (3 * SECOND)) continue;
        snprintf(network, sizeof network, "q%d", next++);
        refused += !grant_many(s, network, 1, now);
    }
    limit_shares_free(s);
    return refused;
}

START_TEST(others_get_in)
{
    ck_assert_int_eq(kept_out(9, 1), 0);
    ck_assert_int_eq(kept_out(1, 200), 0); /* as one line at home has them */
    ck_assert_int_eq(kept_out(5, 20), 0);
}
END_TEST

START_TEST(flows)
{
    struct limit_shares *s = limit_shares_new(100);
    int got = 0;
    for (uint64_t now = 0; now < 600 * SECOND; now += 100) got += grant_many(s, "a", 1, now);
    ck_assert_int_ge(got, 50 + 9 * 50); /* half of it a minute, after the first half */
    ck_assert_int_le(got, 50 + 11 * 50);
    ck_assert_int_eq(grant_many(s, "a", 1, 600 * SECOND), 0);
    ck_assert_int_eq(grant_many(s, "a", 1000, 1200 * SECOND), 50);
    uint32_t wait = take(s, "a", "late", 1200 * SECOND);
    ck_assert_uint_ge(wait, 500);
    ck_assert_uint_le(wait, 5000);
    ck_assert_int_gt(take(s, "a", "later", 1200 * SECOND + wait - 10), 0);
    ck_assert_int_eq(take(s, "a", "latest", 1200 * SECOND + wait), 0);
    limit_shares_free(s);
}
END_TEST

START_TEST(refusals_cost)
{
    struct limit_shares *s = limit_shares_new(30);
    int got = 0, quiet = 0;
    ck_assert_int_eq(grant(s, "a", "flood", 1000, 0), 10);
    /* Whoever goes on gets nothing any more; a neighbour, who comes now and then, does. */
    for (uint64_t now = 0; now < 300 * SECOND; now += 100) {
        got += grant(s, "a", "flood", 1, now);
        if (now % (10 * SECOND) == 0) quiet += grant(s, "a", "quiet", 1, now);
    }
    ck_assert_int_eq(got, 0);
    ck_assert_int_eq(quiet, 30);
    ck_assert_int_gt(grant(s, "a", "flood", 1, 400 * SECOND), 0); /* and after a while of rest */
    limit_shares_free(s);
}
END_TEST

START_TEST(least)
{
    struct limit_shares *s = limit_shares_new(1);
    ck_assert_int_eq(grant(s, "a", "ana", 10, 0), 1);
    ck_assert_uint_eq(take(s, "b", "ben", 0), LIMIT_SHARES_MS);
    limit_shares_free(s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("limit");
    TCase *c = tcase_create("limit");
    tcase_add_test(c, burst_and_refill);
    tcase_add_test(c, costs);
    tcase_add_test(c, oldest_goes);
    tcase_add_test(c, parts);
    tcase_add_test(c, of_one_block);
    tcase_add_test(c, others_get_in);
    tcase_add_test(c, flows);
    tcase_add_test(c, refusals_cost);
    tcase_add_test(c, least);
    suite_add_tcase(suite, c);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
