/* bench_chances.c -- do stated chances come true? Plays games of two casual bots on maps of all grades, asks at
 * some of their turns what grows where (puzzle/posterior.h), and compares with the map. Maps from other seeds than
 * those the weights of posterior.c were fitted on. docs/odds.md has its tables. Not part of `make bench`: it takes minutes.
 *
 * usage: bench_chances tiny|long [SPACES [SEED [STEPS]]]   goes on until so many open spaces were judged */
#include "../bots/bot.h"
#include "../core/bits.h"
#include "../games/tiwanaku_hint.h"
#include "../puzzle/posterior.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { EVERY = 6, BINS = 10, MOST_ASKED = 1 << 20 }; /* asked at one of so many turns */
static _Alignas(STATE_ALIGN) char bot_room[BOT_SCRATCH], scratch[HINT_SCRATCH];

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s (%s:%d)\n", what, file, line);
    abort();
}

/* Claims of about the same chance: of one game, and of all. */
struct bin {
    double n, stated, right;     /* of this game */
    double all, sum, came;       /* of all games */
    double squares, crosses, ns; /* sums over games of right^2, right * n, n^2: for the interval */
};

static struct bin bins[BINS];
static double loss, plain_loss, spaces, exact, took[MOST_ASKED];
static uint64_t certain, wrong, by_fairness, asked, none;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void end_game(void)
{
    for (int k = 0; k < BINS; k++) {
        struct bin *b = &bins[k];
        b->all += b->n, b->sum += b->stated, b->came += b->right;
        b->squares += b->right * b->right, b->crosses += b->right * b->n, b->ns += b->n * b->n;
        b->n = b->stated = b->right = 0;
    }
}

/* One space whose terrain lies open, and whose crop is not certain from what lies open. */
static void judge(const uint32_t *crop, unsigned truth, const uint64_t *plain, uint64_t total)
{
    unsigned top = 1;
    for (unsigned v = 2; v <= MAP_LEVELS; v++)
        if (crop[v] > crop[top]) top = v;
    double chance = crop[top] / (double)POSTERIOR_WHOLE, of_truth = crop[truth] / (double)POSTERIOR_WHOLE;
    double plainly = total ? (double)plain[truth] / (double)total : 0.2;
    struct bin *b = &bins[chance >= 1 ? BINS - 1 : (int)(chance * BINS)];
    b->n++, b->stated += chance, b->right += top == truth;
    loss -= log(fmax(of_truth, 1e-3));
    plain_loss -= log(fmax(plainly, 1e-3));
    spaces++;
}

static void ask(const struct tiwanaku *t, const struct map *full, uint64_t steps, struct rng *r)
{
    static struct posterior p;
    static struct odds o;
    struct worlds_question q = {.starts = t->began[0]};
    struct worlds_means means = {r, steps, scratch, sizeof scratch};
    struct map known;
    struct map_shape shape;
    struct deduce_notes notes;
    uint8_t tiles[MAP_TERRAINS + 1];
    hint_known(t, &known, tiles);
    map_shape(&shape, known.cols, known.rows);
    deduce_begin(&notes, &shape, &known, tiles);
    deduce_run(&notes, DEDUCE_NESTED);
    odds_ask(&q.odds, &known, tiles);
    double from = now();
    posterior_take(&p, &q, &means, NULL, 0);
    if (asked < MOST_ASKED) took[asked++] = now() - from;
    none += !p.found;
    odds_answer(&q.odds, scratch, sizeof scratch, r, 20000, &o);
    for (int i = 0; i < map_spaces(full); i++) {
        unsigned truth = full->crop[i];
        if (known.crop[i]) continue;
        bool open = !(notes.sown >> i & 1) && !(o.exact && o.crop[i][truth] == o.total);
        for (unsigned v = 1; v <= MAP_LEVELS && p.exact; v++)
            if (p.crop[i][v] == POSTERIOR_WHOLE) certain++, by_fairness += open, wrong += v != truth;
        if (!known.terrain[i] || !open) continue;
        exact += p.exact;
        judge(p.crop[i], truth, o.crop[i], o.total);
    }
}

static void play(int cols, uint64_t seed, uint64_t game, uint64_t steps)
{
    static struct setup u;
    static struct tiwanaku t, view;
    const struct game *g = &tiwanaku_game;
    struct rng r = rng_fork(seed, game), other = rng_fork(seed + 1, game);
    Move m[MAX_LINE_MOVES];
    memset(&u, 0, sizeof u);
    u.players = 2;
    setup_new(&u, g);
    scenario_make(scenario_in(&u.board), cols, (enum grade)(game % GRADES), rng_next(&other));
    g->start(&t.head, &u);
    while (t.head.phase != PHASE_OVER) {
        match_settle(g, &t.head, NULL, NULL);
        if (t.head.phase == PHASE_CHANCE) {
            int n = g->draw(&t.head, &r, m);
            for (int k = 0; k < n; k++) g->apply(&t.head, NATURE, m[k]);
        } else if (t.head.phase == PHASE_PLAY) {
            view = t;
            g->redact(&view.head, t.turn);
            if (t.step == STEP_ACT && rng_below(&other, EVERY) == 0)
                ask(&view, &scenario_in(&u.board)->map, steps, &other);
            g->apply(&t.head, t.turn, bot_think(&normal_bot, g, &t.head, sizeof t, t.turn, NULL, &r, bot_room).move);
        }
    }
    end_game();
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print(uint64_t played)
{
    printf("%.0f spaces of %llu games: log loss %.3f (all maps that fit equally likely: %.3f); %.0f %% from all fair "
           "maps, "
           "else a part of them\n",
           spaces, (unsigned long long)played, loss / spaces, plain_loss / spaces, 100 * exact / spaces);
    for (int k = 0; k < BINS; k++) {
        const struct bin *b = &bins[k];
        if (b->all < 1) continue;
        double p = b->came / b->all, var = (b->squares - 2 * p * b->crosses + p * p * b->ns) / (b->all * b->all);
        printf("  %2d to %3d %%: stated %5.1f, came true %5.1f +- %4.1f (%.0f)\n", 10 * k, 10 * k + 10,
               100 * b->sum / b->all, 100 * p, 196 * sqrt(fmax(var, 0)), b->all);
    }
    printf("certain: %llu claims, %llu of them only because the map is fair; wrong: %llu\n",
           (unsigned long long)certain, (unsigned long long)by_fairness, (unsigned long long)wrong);
    qsort(took, asked, sizeof *took, by_size);
    printf("%llu questions, none found in %llu; ms: median %.2f, 95 %% %.0f, 99 %% %.0f, worst %.0f\n",
           (unsigned long long)asked, (unsigned long long)none, took[asked / 2], took[asked * 95 / 100],
           took[asked * 99 / 100], took[asked - 1]);
}

int main(int argc, char **argv)
{
    if (argc < 2 || (strcmp(argv[1], "tiny") != 0 && strcmp(argv[1], "long") != 0)) {
        fputs("usage: bench_chances tiny|long [SPACES [SEED [STEPS]]]\n", stderr);
        return 2;
    }
    double wanted = argc > 2 ? atof(argv[2]) : 20000;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1, steps = argc > 4 ? strtoull(argv[4], NULL, 10) : 400000;
    uint64_t played = 0;
    while (spaces < wanted) play(*argv[1] == 't' ? 5 : MAP_COLS, 1000 + 2 * seed, played++, steps);
    print(played);
    return 0;
}
