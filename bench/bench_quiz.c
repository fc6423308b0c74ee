/* bench_quiz.c -- how fast puzzles are made, by technique and board: maps looked at, processor time, how many of the seeds
 * give different positions; and how long a verdict with its reason takes. tests/puzzle/test_quiz_sat.c judges them again.
 *
 * usage: bench_quiz [SEEDS]   puzzles of each technique and board */
#include "../core/game.h"
#include "../puzzle/quiz.h"
#include "../puzzle/reason.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 10000 };
static double took[MOST], judged[MOST]; /* milliseconds */
static struct map shown[MOST];

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

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

static int by_bytes(const void *a, const void *b) { return memcmp(a, b, sizeof(struct map)); }

/* The longest verdict with its reason or its contradiction, of all claims about crops. */
static double judge(const struct quiz *q)
{
    static struct deduce_step chain[DEDUCE_CHAIN];
    double worst = 0;
    for (int i = 0; i < map_spaces(&q->shown); i++)
        for (int v = 1; v <= MAP_LEVELS; v++) {
            struct quiz_claim c = {(uint8_t)i, (uint8_t)v, true};
            double from = now();
            enum quiz_verdict verdict = quiz_judge(q, &q->shown, &c);
            if (verdict == QUIZ_RIGHT) quiz_reason(q, &q->shown, &c, chain);
            if (verdict == QUIZ_IMPOSSIBLE) quiz_refute(q, &q->shown, &c, chain);
            if (now() - from > worst) worst = now() - from;
        }
    return worst;
}

static void bench(struct quiz_id id, const char *name, int n)
{
    long tries = 0, open = 0, steps = 0;
    int different = 1;
    for (int k = 0; k < n; k++) {
        struct quiz q;
        double from = now();
        id.seed = (uint64_t)k;
        quiz_make(&q, &id);
        took[k] = now() - from;
        judged[k] = judge(&q);
        shown[k] = q.shown;
        tries += q.tries;
        open += q.open;
        steps += q.steps;
    }
    qsort(took, (size_t)n, sizeof *took, by_size);
    qsort(judged, (size_t)n, sizeof *judged, by_size);
    qsort(shown, (size_t)n, sizeof *shown, by_bytes);
    for (int k = 1; k < n; k++) different += by_bytes(&shown[k - 1], &shown[k]) != 0;
    printf("%s %-8s %6.1f maps; ms: median %5.2f, 95 %% %5.2f, worst %6.2f; worst verdict of each: median %5.2f, 95 %% "
           "%5.2f; "
           "%4.1f certain, %4.1f steps; %d of %d different\n",
           id.cols == 5 ? "tiny" : "long", name, (double)tries / n, took[n / 2], took[n * 95 / 100], took[n - 1],
           judged[n / 2], judged[n * 95 / 100], (double)open / n, (double)steps / n, different, n);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    if (n < 1 || n > MOST) {
        fprintf(stderr, "usage: bench_quiz [SEEDS]   (1 to %d)\n", MOST);
        return 2;
    }
    for (int cols = 5; cols <= MAP_COLS; cols += 4) {
        for (unsigned t = DEDUCE_LONE; t < DEDUCE_TECHNIQUES; t++)
            if (quiz_can((enum deduce_technique)t, cols))
                bench((struct quiz_id){QUIZ_CERTAIN, (uint8_t)cols, (uint8_t)t, 0}, reason_table[t].key, n);
        for (unsigned g = 0; g < GRADES; g++)
            bench((struct quiz_id){QUIZ_WHOLE, (uint8_t)cols, (uint8_t)g, 0}, grade_names[g], n);
    }
    return 0;
}
