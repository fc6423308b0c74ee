/* test_stats.c -- what the arena says of many results (cli/stats.h): by hand where that
 * is possible, else by simulation with fixed seeds: intervals hold the true mean about 95
 * times in 100, the SPRT is wrong at most about 5 times in 100. */
#include "../../cli/stats.h"
#include "../../core/rng.h"

#include <check.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static double uniform(struct rng *r) { return (double)(rng_next(r) >> 11) / 9007199254740992.0; }

static struct mean of(const double *x, int n)
{
    struct mean m = {0, 0, 0};
    for (int i = 0; i < n; i++) stats_mean_add(&m, x[i]);
    return m;
}

START_TEST(by_hand)
{
    /* 2, 4, 4, 4, 5, 5, 7, 9: mean 5, variance 32/7; Student's t for 7 degrees 2.365 */
    struct mean m = of((const double[]){2, 4, 4, 4, 5, 5, 7, 9}, 8);
    ck_assert_double_eq_tol(stats_mean(&m), 5, 1e-9);
    ck_assert_double_eq_tol(stats_mean_interval(&m), 2.365 * sqrt(32.0 / 7 / 8), 0.01);
    m = of((const double[]){3, 5}, 2);
    ck_assert_double_eq_tol(stats_mean_interval(&m), 12.706, 0.001);
    m = of((const double[]){3}, 1);
    ck_assert(isinf(stats_mean_interval(&m)));
    ck_assert(stats_share_interval(&m).low == 0 && stats_share_interval(&m).high == 1);
    m = of(NULL, 0);
    ck_assert_double_eq(stats_mean(&m), 0);
    ck_assert(isinf(stats_mean_interval(&m)));
    m = of((const double[]){7, 7, 7, 7}, 4);
    ck_assert_double_eq(stats_mean_interval(&m), 0);
}
END_TEST

START_TEST(shares)
{
    struct mean m = {0, 0, 0};
    for (int i = 0; i < 1000; i++) stats_mean_add(&m, i % 2);
    struct interval i = stats_share_interval(&m);
    ck_assert_double_eq_tol(i.low, 0.5 - 1.96 * 0.5 / sqrt(1000), 0.0005);
    ck_assert_double_eq_tol(i.high, 0.5 + 1.96 * 0.5 / sqrt(1000), 0.0005);
    m = (struct mean){0, 0, 0};
    for (int k = 0; k < 100; k++) stats_mean_add(&m, 1);
    i = stats_share_interval(&m); /* by hand: n / (n + 1.984 squared) */
    ck_assert_double_eq_tol(i.low, 0.962, 0.002);
    ck_assert(i.high == 1);
    m = (struct mean){0, 0, 0};
    for (int k = 0; k < 100; k++) stats_mean_add(&m, 0);
    i = stats_share_interval(&m);
    ck_assert(i.low == 0);
    ck_assert_double_eq_tol(i.high, 0.038, 0.002);
    for (int k = 0; k < 100; k++) stats_mean_add(&m, k < 10);
    i = stats_share_interval(&m); /* 10 of 200: Wilson gives 2.74 to 8.96 percent */
    ck_assert_double_eq_tol(i.low, 0.0274, 0.0015);
    ck_assert_double_eq_tol(i.high, 0.0896, 0.0015);
}
END_TEST

/* Points of pairs of games, each 0, 1/2 or 1, with that mean. */
static double pair(struct rng *r, double share)
{
    double sum = 0;
    for (int i = 0; i < 2; i++) {
        double x = uniform(r);
        sum += x < share - 0.1 ? 1 : x < share + 0.1 ? 0.5 : 0;
    }
    return sum / 2;
}

/* How often of 2000 times the interval of n results holds the truth. */
static int holds(int n, double share, bool points)
{
    struct rng r = {(uint64_t)n};
    int held = 0;
    for (int k = 0; k < 2000; k++) {
        struct mean m = {0, 0, 0};
        for (int i = 0; i < n; i++) stats_mean_add(&m, points ? 30 * uniform(&r) : pair(&r, share));
        struct interval in = stats_share_interval(&m);
        held += points ? fabs(stats_mean(&m) - 15) <= stats_mean_interval(&m) : in.low <= share && share <= in.high;
    }
    return held;
}

START_TEST(coverage)
{
    static const int sizes[] = {5, 10, 30, 200};
    for (int i = 0; i < 4; i++) {
        int held = holds(sizes[i], 0, true);
        ck_assert_msg(held > 1850 && held < 1950, "scores: %d of 2000 with %d results", held, sizes[i]);
        for (int k = 0; k < 3; k++) {
            double share = 0.5 + 0.15 * k;
            held = holds(sizes[i], share, false);
            ck_assert_msg(held > 1860, "shares: %d of 2000 with %d results of %.2f", held, sizes[i], share);
            ck_assert_msg(sizes[i] < 30 || held < 1960, "shares: %d, %d results of %.2f", held, sizes[i], share);
        }
    }
}
END_TEST

START_TEST(elo)
{
    ck_assert_double_eq(stats_elo_share(0), 0.5);
    ck_assert_double_eq_tol(stats_elo_share(400), 10.0 / 11, 1e-9);
    ck_assert_double_eq_tol(stats_elo_share(-70) + stats_elo_share(70), 1, 1e-9);
}
END_TEST

/* Decides as the arena does, in batches of 50 pairs: 1, -1, or 0 after too many. */
static int decide(struct rng *r, double truth, double elo0, double elo1, int *pairs)
{
    struct mean m = {0, 0, 0};
    for (*pairs = 0; *pairs < 20000;) {
        for (int i = 0; i < 50; i++, ++*pairs) stats_mean_add(&m, pair(r, stats_elo_share(truth)));
        double ratio = stats_sprt_ratio(&m, elo0, elo1);
        if (fabs(ratio) >= SPRT_BOUND) return ratio > 0 ? 1 : -1;
    }
    return 0;
}

START_TEST(sprt_errors)
{
    static const struct {
        double truth, elo0, elo1;
        int want;
    } cases[] = {{0, 0, 40, -1}, {40, 0, 40, 1}, {-30, -30, 0, -1}, {0, -30, 0, 1}, {-100, 0, 40, -1}, {200, 0, 40, 1}};
    for (int c = 0; c < 6; c++) {
        struct rng r = {(uint64_t)c + 1};
        int wrong = 0, pairs;
        for (int k = 0; k < 400; k++)
            wrong += decide(&r, cases[c].truth, cases[c].elo0, cases[c].elo1, &pairs) != cases[c].want;
        ck_assert_msg(wrong <= 28, "%d of 400 verdicts are wrong at %g Elo", wrong,
                      cases[c].truth); /* 5 percent and luck */
    }
}
END_TEST

START_TEST(sprt_ends)
{
    struct mean m = {0, 0, 0};
    ck_assert_double_eq(stats_sprt_ratio(&m, 0, 50), 0);
    stats_mean_add(&m, 1);
    ck_assert_double_eq(stats_sprt_ratio(&m, 0, 50), 0);
    for (int i = 0; i < 3; i++) stats_mean_add(&m, 1);
    ck_assert(fabs(stats_sprt_ratio(&m, 600, 700)) < SPRT_BOUND); /* four victories prove no such distance */
    double ratio = stats_sprt_ratio(&m, 0, 50);
    ck_assert(ratio > 0 && isfinite(ratio));
    struct mean half = of((const double[]){0.5, 0.5, 0.5, 0.5}, 4);
    ck_assert_double_eq_tol(stats_sprt_ratio(&half, -50, 50), 0, 1e-9);
    ck_assert(stats_sprt_ratio(&half, 0, 50) < 0);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("figures");
    TCase *c = tcase_create("figures");
    tcase_add_test(c, by_hand);
    tcase_add_test(c, shares);
    tcase_add_test(c, coverage);
    tcase_add_test(c, elo);
    tcase_add_test(c, sprt_errors);
    tcase_add_test(c, sprt_ends);
    suite_add_tcase(s, c);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_ENV);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
