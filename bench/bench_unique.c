/* bench_unique.c -- is the layout the only one (SCN-5)? The time of puzzle/solve for maps
 * of every grade with their starting crops, and of a SAT solver (tests/puzzle/sat.h) in the same
 * process for the same maps. Times are of the processor, one core, less what it takes to
 * look at the clock. Fails if our solver is not fast enough. Part of `make bench`.
 *
 * usage: bench_unique [MAPS]   long maps of each grade */
#include "../puzzle/make.h"
#include "../puzzle/solve.h"
#include "../tests/puzzle/sat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 20000, WANTED_RATIO = 50 };

/* Microseconds, one for each map of all grades. */
static double own[GRADES * MOST], build[GRADES * MOST], search[GRADES * MOST], both[GRADES * MOST];
static struct map maps[GRADES * MOST];
static double clock_cost;
static int wrong;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Microseconds since then. */
static double since(double start) { return now() - start - clock_cost; }

static void time_clock(void)
{
    enum { TIMES = 1001 };
    double took[TIMES];
    for (int k = 0; k < TIMES; k++) {
        double start = now();
        took[k] = now() - start;
    }
    qsort(took, TIMES, sizeof *took, by_size);
    clock_cost = took[TIMES / 2];
}

/* Prints the distribution, sorts the times, and gives the median. */
static double print_times(const char *what, double *took, int n)
{
    qsort(took, (size_t)n, sizeof *took, by_size);
    printf("  %-28s median %7.2f, 95 %% %7.2f, worst %7.2f\n", what, took[n / 2], took[n * 95 / 100], took[n - 1]);
    return took[n / 2];
}

static struct map make(enum grade grade, int k)
{
    struct rng r = rng_fork(1, (uint64_t)k);
    struct map m, s;
    uint8_t start[MAP_SPACES], otoma[MAKE_OTOMAS];
    int starts = make_map(&m, MAP_COLS, grade, &r, start, otoma);
    s = m;
    memset(s.crop, 0, sizeof s.crop);
    for (int i = 0; i < starts; i++) s.crop[start[i]] = m.crop[start[i]];
    return s;
}

static void time_own(int from, int to)
{
    for (int k = from; k < to; k++) {
        double start = now();
        wrong += !solve_unique(&maps[k]);
        own[k] = since(start);
    }
}

/* Setting the solver free is not counted: it could be kept. */
static void time_sat(int from, int to)
{
    for (int k = from; k < to; k++) {
        double start = now();
        struct sat *s = sat_new(&maps[k]);
        build[k] = since(start);
        start = now();
        wrong += sat_count(s, 2, NULL) != 1;
        search[k] = since(start);
        both[k] = build[k] + search[k];
        sat_free(s);
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 500;
    if (n < 1 || n > MOST) {
        fprintf(stderr, "usage: bench_unique [MAPS]   (1 to %d)\n", MOST);
        return 2;
    }
    time_clock();
    printf("uniqueness of long maps with their starting crops, microseconds:\n");
    for (int g = 0; g < GRADES; g++) {
        for (int k = 0; k < n; k++) maps[g * n + k] = make((enum grade)g, k);
        time_own(g * n, (g + 1) * n);
        print_times(grade_names[g], own + g * n, n);
    }
    time_sat(0, GRADES * n);
    double median = print_times("all grades", own, GRADES * n);
    print_times("SAT solver: build clauses", build, GRADES * n);
    print_times("SAT solver: search", search, GRADES * n);
    double sat = print_times("SAT solver: both", both, GRADES * n);
    printf("  the median is %.0f times as fast as the SAT solver's (wanted: %d); %d wrong\n", sat / median,
           WANTED_RATIO, wrong);
    return wrong || sat < WANTED_RATIO * median;
}
