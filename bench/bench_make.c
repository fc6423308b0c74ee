/* bench_make.c -- how fast maps are made and rated, and how hard they are. Times are of the
 * processor, one core, so that a busy machine matters less; every figure with its
 * distribution. Part of `make bench`.
 *
 * usage: bench_make [MAPS]   maps of each board and grade */
#include "../core/bits.h"
#include "../puzzle/make.h"
#include "../puzzle/reason.h"
#include "../puzzle/solve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 100000 };
static double took[MOST]; /* seconds */
static struct deduce_step list[GRADE_STEPS];

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Prints and sorts took[0..n). */
static void print_times(const char *what, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += took[i];
    qsort(took, (size_t)n, sizeof *took, by_size);
    printf("%-24s %8.0f a second; microseconds: median %.1f, 95 %% %.1f, worst %.1f\n", what, n / sum,
           took[n / 2] * 1e6, took[n * 95 / 100] * 1e6, took[n - 1] * 1e6);
}

static const char *board_name(int cols) { return cols == 5 ? "tiny" : "long"; }

static struct map shown(const struct map *m, const uint8_t *start, int starts)
{
    struct map s = *m;
    memset(s.crop, 0, sizeof s.crop);
    for (int i = 0; i < starts; i++) s.crop[start[i]] = m->crop[start[i]];
    return s;
}

static void bench_fill(int cols, int n)
{
    struct rng r = {1};
    char what[64];
    for (int k = 0; k < n; k++) {
        struct map m = {.cols = (uint8_t)cols, .rows = MAP_ROWS};
        double from = now();
        while (!make_fill(&m, map_tiles, false, &r, 150)) continue;
        took[k] = now() - from;
    }
    snprintf(what, sizeof what, "fill %s", board_name(cols));
    print_times(what, n);
}

/* Makes maps of a grade; then times each of two ways to rate them, and the solver. */
static void bench_grade(int cols, enum grade grade, int n)
{
    static struct map maps[MOST];
    char what[64];
    struct rating rating;
    unsigned long wrong = 0, steps = 0;
    for (int k = 0; k < n; k++) {
        struct rng r = rng_fork(1, (uint64_t)k);
        uint8_t start[MAP_SPACES], otoma[MAKE_OTOMAS];
        double from = now();
        int starts = make_map(&maps[k], cols, grade, &r, start, otoma);
        took[k] = now() - from;
        maps[k] = shown(&maps[k], start, starts);
    }
    snprintf(what, sizeof what, "make %s %s", board_name(cols), grade_names[grade]);
    print_times(what, n);
    for (int k = 0; k < n; k++) {
        double from = now();
        steps += (unsigned long)grade_rate(&maps[k], &rating, list);
        took[k] = now() - from;
        wrong += rating.grade != grade;
    }
    print_times("  rate, step by step", n);
    for (int k = 0; k < n; k++) {
        double from = now();
        wrong += grade_of(&maps[k]) != grade;
        took[k] = now() - from;
    }
    print_times("  grade alone", n);
    for (int k = 0; k < n; k++) {
        double from = now();
        wrong += !solve_unique(&maps[k]);
        took[k] = now() - from;
    }
    print_times("  uniqueness (solve.h)", n);
    printf("  %.1f steps each; %lu wrong\n", (double)steps / n, wrong);
}

/* Fair maps with starting spaces left out at random: how they are distributed. */
static void bench_raw(int cols, int n)
{
    struct rng r = {1};
    int grades[GRADES + 1] = {0}, hardest[DEDUCE_TECHNIQUES] = {0}, kept = 0;
    for (int k = 0; k < n; k++) {
        struct map m;
        struct rating rating;
        uint8_t start[MAP_SPACES];
        int starts = make_raw(&m, cols, &r, start);
        if (!starts) continue;
        m = shown(&m, start, starts);
        grade_rate(&m, &rating, list);
        grades[rating.grade]++;
        hardest[rating.hardest]++;
        kept++;
    }
    printf("raw %s: of %d maps %d have few enough starting spaces:", board_name(cols), n, kept);
    for (int g = 0; g < GRADES; g++) printf(" %s %.1f %%", grade_names[g], 100.0 * grades[g] / kept);
    printf("\n ");
    for (int t = 0; t < DEDUCE_TECHNIQUES; t++)
        if (hardest[t]) printf(" %s %.1f %%;", reason_table[t].name, 100.0 * hardest[t] / kept);
    printf(" (the hardest technique needed)\n");
}

/* Hints on a long board of which some spaces are seen, half of these with their crop. */
static void bench_hint(int seen, int n)
{
    struct rng r = {1};
    struct map_shape shape;
    char what[64];
    int found = 0;
    map_shape(&shape, MAP_COLS, MAP_ROWS);
    for (int k = 0; k < n; k++) {
        struct map m = {.cols = MAP_COLS, .rows = MAP_ROWS}, s = m;
        struct deduce_notes notes;
        struct deduce_step chain[DEDUCE_CHAIN];
        uint8_t tiles[MAP_TERRAINS + 1] = {0};
        uint64_t left = bit(MAP_SPACES) - 1;
        while (!make_fill(&m, map_tiles, false, &r, 150)) continue;
        for (int i = 0; i < MAP_SPACES; i++) tiles[m.terrain[i]]++;
        for (int j = 0; j < seen; j++) {
            unsigned i = bits_nth(left, rng_below(&r, bits_count(left)));
            left &= ~bit(i);
            s.terrain[i] = m.terrain[i];
            if (rng_below(&r, 2)) s.crop[i] = m.crop[i];
        }
        double from = now();
        deduce_begin(&notes, &shape, &s, tiles);
        found += deduce_hint(&notes, DEDUCE_SUPPOSE, chain) > 0;
        took[k] = now() - from;
    }
    snprintf(what, sizeof what, "hint, %d spaces seen", seen);
    print_times(what, n);
    printf("  something is certain in %.0f %%\n", 100.0 * found / n);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    if (n < 1 || n > MOST) {
        fprintf(stderr, "usage: bench_make [MAPS]   (1 to %d)\n", MOST);
        return 2;
    }
    for (int cols = 9; cols >= 5; cols -= 4) {
        bench_fill(cols, n);
        for (int g = 0; g < GRADES; g++) bench_grade(cols, (enum grade)g, n);
        bench_raw(cols, n);
    }
    for (int seen = 5; seen <= 45; seen += 10) bench_hint(seen, n < 200 ? n : 200);
    return 0;
}
