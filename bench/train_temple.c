/* train_temple.c -- finds the weights of the Temple policy (bots/temple_weights.c) by
 * the cross-entropy method: many weights near the present ones play the same games,
 * the best quarter says where to look next. Same seed, same result on one machine
 * (floats choose the weights, but only integers play).
 *
 * usage: train_temple solo|multi GENERATIONS GAMES SEED > weights
 * GENERATIONS: of each of three stages; the first begins with the guess below, the others
 * with what was found so far. 0: judges and prints the weights in use.
 * GAMES: played by each of the candidates of a generation, more in the later stages. */
#include "../bots/temple_sim.h"
#include "../core/match.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = sizeof(struct sim_weights) / sizeof(int16_t), CROWD = 48, BEST = 12, STAGES = 3 };

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

/* Where the search begins: guesses, the same for all phases but for the outlook on the future. */
#define PHASE(more)                                                                                                    \
    {                                                                                                                  \
        .ext = 64, .len = 40, .gap = 15 * (more), .group = 192, .pair = 20 * (more), .pair_room = 6 * (more),          \
        .beat = 256, .guard = 10 * (more), .last = 16, .cost2 = 10 * (more), .cost1 = 4 * (more), .spoil = 16,         \
        .spoil_end = 20 * (more), .covered = 6 * (more), .degree = (more), .tomb = 256, .tomb_room = 8 * (more)        \
    }
static const struct sim_weights guess = {
    .len = {0, 0, 30, 70, 120, 180, 250, 330, 410, 490, 570, 650, 730, 810, 890, 970},
    .value = {0, -10, -5, 0, 0, 5, 5, 5, 5, 30, 5, 0, 0, -5, -10, -20},
    .phase = {PHASE(0), PHASE(1), PHASE(2), PHASE(3), PHASE(4)},
};

static struct sim_dice dice;
static struct sim opening[2]; /* sides a and b */
static struct position pos[2];

static void prepare(bool solo)
{
    const struct game *g = game_find("temple", 6);
    sim_dice(&dice);
    for (int i = 0; i < 2; i++) {
        struct setup u = {.mode = solo ? PAPERS_SOLO : PAPERS_MULTI, .players = solo ? 1 : 2};
        setup_new(&u, g);
        GAME_ASSERT(g->board->builtin(&u.board, "temple", i ? "b" : "a", 1));
        g->start(position_state(&pos[i]), &u);
        const struct temple *t = (const struct temple *)(const void *)position_state(&pos[i]);
        sim_load(&opening[i], t, &t->sheet[0], solo ? &sim_solo : &sim_multi);
    }
}

static double mean(const struct sim_weights *w, int count, uint64_t seed, int side, double *square)
{
    int64_t sum = 0, sq = 0;
    int n = 0;
    for (int i = 0; i < count; i++) {
        if (side >= 0 && i % 2 != side) continue;
        struct rng r = rng_fork(seed, (uint64_t)i);
        struct sim s;
        sim_copy(&s, &opening[i % 2]);
        s.weights = w;
        sim_finish(&s, &dice, &r);
        int x = sim_score(&s);
        sum += x, sq += x * x, n++;
    }
    if (square) *square = (double)sq / n;
    return (double)sum / n;
}

static double uniform(struct rng *r) { return ((double)(rng_next(r) >> 11) + 0.5) / 9007199254740992.0; }
static double normal(struct rng *r) { return sqrt(-2 * log(uniform(r))) * cos(6.283185307179586 * uniform(r)); }

struct candidate {
    struct sim_weights w;
    double value;
};

static int better(const void *a, const void *b)
{
    double x = ((const struct candidate *)a)->value, y = ((const struct candidate *)b)->value;
    return x < y ? 1 : x > y ? -1 : 0;
}

static void generation(double *at, double *wide, int count, struct rng *r, struct sim_weights *best)
{
    static struct candidate crowd[CROWD];
    uint64_t seed = rng_next(r);
    for (int i = 0; i < CROWD; i++) {
        int16_t *p = (int16_t *)(void *)&crowd[i].w;
        for (int k = 0; k < SIZE; k++) {
            double x = at[k] + (i ? wide[k] * normal(r) : 0);
            p[k] = (int16_t)lrint(fmax(-3000, fmin(3000, x)));
        }
        crowd[i].value = mean(&crowd[i].w, count, seed, -1, NULL);
    }
    double centre = crowd[0].value;
    qsort(crowd, CROWD, sizeof *crowd, better);
    for (int k = 0; k < SIZE; k++) {
        double m = 0, v = 0;
        for (int i = 0; i < BEST; i++) m += ((int16_t *)(void *)&crowd[i].w)[k];
        m /= BEST;
        for (int i = 0; i < BEST; i++) v += pow(((int16_t *)(void *)&crowd[i].w)[k] - at[k], 2);
        v = sqrt(v / BEST);
        at[k] = 0.6 * at[k] + 0.4 * m;
        wide[k] = fmax(1.0, 0.85 * wide[k] + 0.15 * v);
        ((int16_t *)(void *)best)[k] = (int16_t)lrint(at[k]);
    }
    fprintf(stderr, "%7.3f %7.3f\n", centre, crowd[0].value);
}

static void print_list(const char *name, const int16_t *p, int n)
{
    printf("    .%s = {", name);
    for (int i = 0; i < n; i++) printf("%s%d", i ? ", " : "", p[i]);
    printf("},\n");
}

static void print_weights(const struct sim_weights *w)
{
    print_list("len", w->len, 16);
    print_list("value", w->value, 16);
    printf("    .phase = {\n");
    for (int i = 0; i < SIM_PHASES; i++) {
        const int16_t *p = (const int16_t *)(const void *)&w->phase[i];
        printf("        {");
        for (size_t k = 0; k < sizeof w->phase[i] / sizeof *p; k++) printf("%s%d", k ? ", " : "", p[k]);
        printf("},\n");
    }
    printf("    },\n");
}

int main(int argc, char **argv)
{
    if (argc < 5) return 2;
    bool solo = strcmp(argv[1], "solo") == 0;
    int generations = atoi(argv[2]), count = atoi(argv[3]);
    struct rng r = {strtoull(argv[4], NULL, 10)};
    struct sim_weights w = generations ? guess : solo ? sim_solo : sim_multi;
    double at[SIZE], wide[SIZE];
    prepare(solo);
    for (int k = 0; k < SIZE; k++) at[k] = ((const int16_t *)(const void *)&w)[k];
    for (int i = 0; i < STAGES * generations; i++) {
        int stage = i / generations;
        if (i % generations == 0) /* look around again, now less far */
            for (int k = 0; k < SIZE; k++) wide[k] = stage ? 4 + fabs(at[k]) * 0.15 : 3 + fabs(at[k]) * 0.25;
        fprintf(stderr, "%4d", i);
        generation(at, wide, count * (stage + 2) / 2, &r, &w);
    }
    for (int side = 0; side < 2; side++) {
        double sq, m = mean(&w, 40000, 999, side, &sq);
        fprintf(stderr, "side %c: mean %.3f sd %.2f\n", 'a' + side, m, sqrt(sq - m * m));
    }
    print_weights(&w);
    return 0;
}
