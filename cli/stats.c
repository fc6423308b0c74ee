/* stats.c -- see stats.h. */
#include "stats.h"

#include <math.h>

void stats_mean_add(struct mean *m, double x)
{
    m->sum += x;
    m->squares += x * x;
    m->n++;
}

double stats_mean(const struct mean *m) { return m->n ? m->sum / (double)m->n : 0; }

static double variance(const struct mean *m)
{
    double v = m->n > 1 ? (m->squares - m->sum * m->sum / (double)m->n) / (double)(m->n - 1) : 0;
    return v > 0 ? v : 0;
}

/* Student's t for 95 percent: by table while it differs much from the normal 1.96, then by
 * the first terms of its expansion. */
static double student(uint64_t freedom)
{
    static const double few[] = {0, 12.706, 4.303, 3.182, 2.776, 2.571};
    const double z = 1.959964, v = (double)freedom;
    if (freedom < sizeof few / sizeof *few) return few[freedom];
    return z + (z * z * z + z) / (4 * v) + (5 * pow(z, 5) + 16 * z * z * z + 3 * z) / (96 * v * v);
}

double stats_mean_interval(const struct mean *m)
{
    return m->n > 1 ? student(m->n - 1) * sqrt(variance(m) / (double)m->n) : INFINITY;
}

/* One result of 0 and one of 1 are imagined besides: there may be such, even if none has
 * come yet. They do not move the mean that is told. */
static struct mean imagined(const struct mean *m)
{
    return (struct mean){.sum = m->sum + 1, .squares = m->squares + 1, .n = m->n + 2};
}

/* A result may be the mean of several games, which varies less than victory or defeat: it
 * counts for as many of these as have its variance. */
struct interval stats_share_interval(const struct mean *m)
{
    struct mean more = imagined(m);
    double p = stats_mean(m), q = stats_mean(&more), v = variance(&more);
    if (m->n < 2) return (struct interval){0, 1};
    double z = student(m->n - 1), games = (double)m->n * q * (1 - q) / v;
    double shrink = 1 + z * z / games, centre = (p + z * z / (2 * games)) / shrink;
    double half = z * sqrt(p * (1 - p) / games + z * z / (4 * games * games)) / shrink;
    return (struct interval){fmax(0, centre - half), fmin(1, centre + half)};
}

double stats_elo_share(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

/* The results are taken as normal with the variance they show: right for many of them, and
 * for pairs of games, whose three or five outcomes no simple law gives. */
double stats_sprt_ratio(const struct mean *m, double elo0, double elo1)
{
    struct mean more = imagined(m);
    double v = variance(&more), s0 = stats_elo_share(elo0), s1 = stats_elo_share(elo1);
    if (m->n < 2) return 0;
    return (double)m->n * (s1 - s0) * (2 * stats_mean(m) - s0 - s1) / (2 * v);
}
