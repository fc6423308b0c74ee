/* stats.h -- what many results say together: means with 95 percent intervals, and the
 * sequential test (SPRT) that ends a comparison as soon as it is decided. Plain statistics;
 * knows no game. For `arena`. */
#ifndef CLI_STATS_H
#define CLI_STATS_H

#include <stdint.h>

/* Results that do not depend on one another. */
struct mean {
    double sum, squares;
    uint64_t n;
};

void stats_mean_add(struct mean *, double x);
double stats_mean(const struct mean *);
/* Half of the interval that holds the true mean 95 times in 100; INFINITY for fewer than
 * two results, which say nothing about it. */
double stats_mean_interval(const struct mean *);
/* The interval itself for shares, each from 0 to 1: Wilson's. It stays within 0 and 1, is
 * not the same to both sides, and does not shrink to nothing when all results so far were
 * alike. 0 to 1 for fewer than two results. */
struct interval {
    double low, high;
};
struct interval stats_share_interval(const struct mean *);

/* The share of points that one who is `elo` better gets. */
double stats_elo_share(double elo);
/* The log likelihood ratio of these shares of points coming from a player who is elo1
 * better rather than elo0. At least SPRT_BOUND: elo1; at most -SPRT_BOUND: elo0, each wrong
 * 5 times in 100. */
double stats_sprt_ratio(const struct mean *, double elo0, double elo1);
#define SPRT_BOUND 2.944438979 /* log(0.95 / 0.05) */

#endif
