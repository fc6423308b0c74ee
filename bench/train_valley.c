/* train_valley.c -- learns what a sheet of Valley is worth and writes
 * bots/valley_weights.c: policy iteration. In each iteration the player with the present
 * weights plays many solo games; then a ridge regression finds the weights that tell best
 * from the sheet after a round how the game went on (lambda returns, see below). The
 * same seed gives the same weights on one machine; play itself uses whole numbers only.
 *
 *   train_valley ITERATIONS GAMES SEED [start|more] >bots/valley_weights.c
 *
 * GAMES: in an iteration; half as many in the first half of them, when play is still poor. The
 * shipped weights: `train_valley 32 1600 1 start`.
 * start: from a rough guess, not from the weights compiled in. Progress goes to stderr. With
 * TRAIN_KEEP in the environment the weights of each iteration stay in files weights.N. */
#include "../bots/valley_turn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = VALUE_KNOTS * FEATURES, MAX_NONZERO = 2 * FEATURES };
static const double lambda = 0.7; /* how much of the return is what really came, not what was expected */
static const double hold = 60;    /* how strongly weights stay where they were, in samples */
/* How much the samples of the iteration before still count: while play gets better, and later. */
static const double keep_young = 0.4, keep_old = 0.9;

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s does not hold\n", file, line, what);
    abort();
}

static int16_t weights[VALUE_KNOTS][FEATURES];
static struct weighing weighing;
static double *samples, *matrix, gathered[SIZE], target[SIZE], fit[SIZE];
static struct turn_scratch scratch;

/* ---- a rough guess ---- */

static void guess(void)
{
    int16_t w[FEATURES] = {0};
    w[F_OPEN] = 80;
    w[F_RANGE_DONE] = 650;
    w[F_TOWN_DONE] = 550;
    for (int o = 1; o < 5; o++) {
        w[F_RANGE_PART + o] = (int16_t)(60 + 30 * o);
        w[F_RANGE_PART + 5 + o] = (int16_t)(300 + 30 * o);
    }
    for (int c = 0; c < 6; c++)
        for (int o = 1; o < 4; o++) {
            w[F_TOWN_PART + c * 12 + o] = (int16_t)(10 * o);
            w[F_TOWN_PART + c * 12 + 4 + o] = (int16_t)(80 + 20 * o);
            w[F_TOWN_PART + c * 12 + 8 + o] = (int16_t)(250 + 30 * o);
        }
    for (int k = 1; k < 5; k++) w[F_PYRAMID + 1 + k] = (int16_t)(90 * k * k);
    w[F_JUNGLE] = 150;
    w[F_SCRUB] = 250;
    for (int k = 0; k < 3; k++) {
        w[F_BUILT_OPEN + k] = 40;
        w[F_BUILT_FIT + 2 * k] = 120;
        w[F_BUILT_FIT + 2 * k + 1] = 70;
        w[F_HOLE_FOUND + k] = 100;
        w[F_HOLE_FIT + 2 * k] = 60;
        w[F_HOLE_FIT + 2 * k + 1] = 40;
        w[F_HOLE_OPEN + k] = 20;
    }
    w[F_BITE] = 40;
    w[F_SNAKE_OPEN] = -40;
    for (int k = 0; k < VALUE_KNOTS; k++) memcpy(weights[k], w, sizeof w);
}

/* ---- one game ---- */

struct sample {
    int16_t count[FEATURES];
    int rounds;
    double now, value; /* points: scored now, expected in the end */
};

/* Plays a solo game and fills one sample for the sheet after each round. */
static int play(const struct land *l, const struct ground *g, struct rng *r, struct sample out[PLOT_ROUNDS], int *score)
{
    struct plot p = {.open = g->all, .structure = {NO_SPACE, NO_SPACE, NO_SPACE}};
    uint64_t before = 0;
    int n = 0;
    for (int left = PLOT_ROUNDS - 1; left >= 0 && p.open; left--) {
        uint8_t face[DICE];
        uint64_t open = p.open;
        for (int d = 0; d < DICE; d++) face[d] = (uint8_t)(1 + rng_below(r, 6));
        if (face[RED] == SPECIAL) {
            uint64_t near = land_near(l, before) & p.open;
            plot_apply(l, &p, valley_turn_snake(l, &weighing, &p, near ? near : p.open, left, 1));
        } else {
            struct turn_task task = {l, &weighing, &p, face, true, left, 0};
            int ways = valley_turn_list(&task, (struct width){3, 16, 4, false}, 16, &scratch);
            valley_turn_beware(l, &weighing, open, true, left, ways, &scratch);
            p = scratch.best[0].p;
        }
        before = open & ~p.open;
        struct sample *s = &out[n++];
        s->rounds = left;
        s->now = plot_score(l, &p);
        s->value = value_count(l, &p, &weighing, left, s->count) / (double)VALUE_POINT;
        if (left == 0 || !p.open) s->value = s->now;
    }
    *score = plot_score(l, &p);
    return n;
}

/* ---- the regression ---- */

static void learn(const struct sample *s, double y)
{
    int at[MAX_NONZERO], n = 0, k = 0;
    double x[MAX_NONZERO];
    while (k + 2 < VALUE_KNOTS && s->rounds > value_knot[k + 1]) k++;
    double up = (double)(s->rounds - value_knot[k]) / (value_knot[k + 1] - value_knot[k]);
    for (int f = 0; f < FEATURES; f++) {
        if (!s->count[f]) continue;
        if (up < 1) at[n] = k * FEATURES + f, x[n++] = s->count[f] * (1 - up);
        if (up > 0) at[n] = (k + 1) * FEATURES + f, x[n++] = s->count[f] * up;
    }
    for (int i = 0; i < n; i++) {
        gathered[at[i]] += x[i] * y;
        for (int j = 0; j < n; j++)
            if (at[j] <= at[i]) samples[at[i] * SIZE + at[j]] += x[i] * x[j];
    }
}

/* matrix * fit = target, by Cholesky in place. */
static void solve(void)
{
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j <= i; j++) {
            double sum = matrix[i * SIZE + j];
            const double *a = matrix + i * SIZE, *b = matrix + j * SIZE;
            for (int k = 0; k < j; k++) sum -= a[k] * b[k];
            matrix[i * SIZE + j] = i == j ? sqrt(sum) : sum / matrix[j * SIZE + j];
        }
    for (int i = 0; i < SIZE; i++) {
        double sum = target[i];
        for (int k = 0; k < i; k++) sum -= matrix[i * SIZE + k] * fit[k];
        fit[i] = sum / matrix[i * SIZE + i];
    }
    for (int i = SIZE - 1; i >= 0; i--) {
        double sum = fit[i];
        for (int k = i + 1; k < SIZE; k++) sum -= matrix[k * SIZE + i] * fit[k];
        fit[i] = sum / matrix[i * SIZE + i];
    }
}

static void iterate(int games_to_play, double keep, uint64_t seed, const struct land *l, const struct ground *g)
{
    static struct sample s[PLOT_ROUNDS];
    double sum[2] = {0}, squares[2] = {0};
    int many[2] = {0};
    for (int i = 0; i < SIZE; i++) gathered[i] *= keep;
    for (int i = 0; i < SIZE * SIZE; i++) samples[i] *= keep;
    for (int i = 0; i < games_to_play; i++) {
        struct rng r = rng_fork(seed, (uint64_t)i);
        int score, side = i % 4 == 3, n = play(&l[side], &g[side], &r, s, &score);
        double back = score;
        for (int k = n - 1; k >= 0; k--) {
            if (s[k].rounds && k < n - 1) learn(&s[k], back - s[k].now);
            back = lambda * back + (1 - lambda) * s[k].value;
        }
        sum[side] += score, squares[side] += (double)score * score, many[side]++;
    }
    memcpy(matrix, samples, sizeof *matrix * SIZE * SIZE);
    for (int i = 0; i < SIZE; i++) {
        matrix[i * SIZE + i] += hold;
        target[i] = gathered[i] + hold * (&weights[0][0])[i] / (double)VALUE_POINT;
    }
    solve();
    for (int i = 0; i < SIZE; i++) {
        double w = fit[i] * VALUE_POINT;
        (&weights[0][0])[i] = (int16_t)lrint(w > 20000 ? 20000 : w < -20000 ? -20000 : w);
    }
    for (int k = 0; k < 2; k++) {
        double mean = sum[k] / many[k], dev = sqrt(squares[k] / many[k] - mean * mean);
        fprintf(stderr, "side %c: mean %.2f +- %.2f (deviation %.1f)  ", 'a' + k, mean, 1.96 * dev / sqrt(many[k]),
                dev);
    }
    fprintf(stderr, "\n");
}

static void print_weights(FILE *out, const char *how)
{
    fprintf(out,
            "/* valley_weights.c -- made by bench/train_valley.c (%s); do not edit.\n"
            " * See valley_value.h. */\n#include \"valley_value.h\"\n\n/* clang-format off */\n"
            "const int16_t value_weights[VALUE_KNOTS][FEATURES] = {\n",
            how);
    for (int k = 0; k < VALUE_KNOTS; k++) {
        fprintf(out, "    {");
        for (int f = 0; f < FEATURES; f++) fprintf(out, "%s%d,", f % 16 ? " " : "\n        ", weights[k][f]);
        fprintf(out, "\n    },\n");
    }
    fprintf(out, "};\n");
}

int main(int argc, char **argv)
{
    static struct land land[2];
    static struct ground ground[2];
    if (argc < 4) return fprintf(stderr, "usage: train_valley ITERATIONS GAMES SEED [start|more]\n"), 1;
    int iterations = atoi(argv[1]), many = atoi(argv[2]);
    uint64_t seed = strtoull(argv[3], NULL, 0);
    const struct game *g = game_find("valley", 6);
    for (int k = 0; k < 2; k++) {
        struct board b = {{0}};
        if (!g->board->builtin(&b, "valley", k ? "b" : "a", 1)) return 1;
        ground[k] = ((const struct sheet *)(const void *)&b)->ground;
        plot_land(&land[k], &ground[k]);
    }
    matrix = malloc(sizeof *matrix * SIZE * SIZE);
    samples = calloc(SIZE * SIZE, sizeof *samples);
    if (!matrix || !samples) return 1;
    if (argc > 4 && strcmp(argv[4], "start") == 0) guess();
    else memcpy(weights, value_weights, sizeof weights);
    for (int i = 0; i < iterations; i++) {
        bool young = i < iterations / 2;
        value_weighing(&weighing, (const int16_t(*)[FEATURES])weights);
        iterate(young ? many / 2 : many, young ? keep_young : keep_old, rng_fork(seed, (uint64_t)i).x, land, ground);
        char name[64], how[128];
        snprintf(how, sizeof how, "%s %s %s, iteration %d", argv[1], argv[2], argv[3], i + 1);
        snprintf(name, sizeof name, "weights.%d", i + 1);
        if (getenv("TRAIN_KEEP")) {
            FILE *f = fopen(name, "w");
            if (f) print_weights(f, how), fclose(f);
        }
        if (i + 1 == iterations) print_weights(stdout, how);
    }
    free(matrix);
    return 0;
}
