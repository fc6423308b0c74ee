/* bench_odds.c -- how fast and how exact puzzle/odds.h is, by how much of the terrain is
 * seen, over maps of all grades; the long board. Times are of the processor, one core.
 * Part of `make bench`.
 *
 * usage: bench_odds [POSITIONS]   of each kind */
#include "../puzzle/odds.h"
#include "../tests/puzzle/positions.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST = 1000, SMALL = 4 << 20 };
static uint64_t scratch[ODDS_SCRATCH / sizeof(uint64_t)];
static double took[MOST], error[MOST]; /* milliseconds; percent, of estimates */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts and prints. */
static void print(const char *what, double *list, int n)
{
    qsort(list, (size_t)n, sizeof *list, by_size);
    printf("%s: median %.3f, 95 %% %.3f, worst %.3f", what, list[n / 2], list[n * 95 / 100], list[n - 1]);
}

/* plant: percent of tiles after which a crop is planted. */
static void bench_seen(unsigned seen, int n, size_t size, uint64_t steps)
{
    static struct odds o;
    int exact = 0, none = 0, estimates = 0;
    for (int k = 0; k < n; k++) {
        struct rng r = rng_fork(1000 + seen, (uint64_t)k);
        struct map full, known;
        uint8_t tiles[MAP_TERRAINS + 1];
        struct odds_question q;
        position_make(&full, &known, tiles, MAP_COLS, seen, (unsigned)(k * 37 % 100), &r);
        odds_ask(&q, &known, tiles);
        double from = now();
        odds_answer(&q, scratch, size, &r, steps, &o);
        took[k] = now() - from;
        exact += o.exact;
        none += !o.exact && !o.total;
        if (!o.exact && o.total) error[estimates++] = o.error / 1e4;
    }
    printf("%3u %% seen, ", seen);
    print("ms", took, n);
    printf("; exact %.0f %%", 100.0 * exact / n);
    if (none) printf(", nothing found %.0f %%", 100.0 * none / n);
    if (estimates) print("; largest stated error of an estimate, percent", error, estimates);
    printf("\n");
}

/* All terrain known, and `crops` percent of the crops beyond the starting ones. */
static void bench_crops(unsigned crops, bool starts, int n)
{
    static struct odds o;
    int exact = 0;
    char what[80];
    for (int k = 0; k < n; k++) {
        struct rng r = rng_fork(2000 + crops, (uint64_t)k);
        struct map full, known;
        uint8_t tiles[MAP_TERRAINS + 1];
        struct odds_question q;
        position_make(&full, &known, tiles, MAP_COLS, 0, 0, &r);
        memcpy(known.terrain, full.terrain, sizeof known.terrain);
        if (!starts) memset(known.crop, 0, sizeof known.crop);
        for (int i = 0; i < MAP_SPACES; i++)
            if (rng_below(&r, 100) < crops) known.crop[i] = full.crop[i];
        odds_ask(&q, &known, tiles);
        double from = now();
        odds_answer(&q, scratch, sizeof scratch, &r, ODDS_STEPS, &o);
        took[k] = now() - from;
        exact += o.exact;
    }
    snprintf(what, sizeof what, "all terrain, %s and %u %% of the crops, ms", starts ? "starting spaces" : "none",
             crops);
    print(what, took, n);
    printf("; exact %.0f %%\n", 100.0 * exact / n);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 25;
    if (n < 1 || n > MOST) {
        fprintf(stderr, "usage: bench_odds [POSITIONS]   (1 to %d)\n", MOST);
        return 2;
    }
    printf("crop probabilities\n");
    bench_crops(0, true, n);
    for (unsigned crops = 0; crops <= 20; crops += 10) bench_crops(crops, false, n);
    printf("whole-map probabilities: at most %d steps, %d MiB\n", ODDS_STEPS, ODDS_SCRATCH >> 20);
    for (unsigned seen = 0; seen <= 100; seen += 10) bench_seen(seen, n, sizeof scratch, ODDS_STEPS);
    for (uint64_t steps = 20000; steps <= 100000; steps *= 5) {
        printf("the same with %d steps, %d MiB\n", (int)steps, SMALL >> 20);
        for (unsigned seen = 0; seen <= 60; seen += 10) bench_seen(seen, n, SMALL, steps);
    }
    return 0;
}
