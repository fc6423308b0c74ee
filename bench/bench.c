/* bench.c -- how fast and how large everything is, measured in one run so that ratios
 * mean something on any machine, and the signature of all games. `make bench`.
 *
 * usage: bench [--signature]
 * A missed target is printed, never an exit status: machines differ. A difference
 * between the engine and the plain rules is one. */
#include "../core/match.h"
#include "../tests/games/reference.h"
#include "signature.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { REPEATS = 15 }; /* of every measurement; the best counts */

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

/* Nanoseconds of this process: others on the machine do not count. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double least(double a, double b) { return a == 0 || b < a ? b : a; }

/* One line of the table; target NULL: nothing is promised. */
static void line(const char *what, const char *value, const char *target, bool ok)
{
    printf("  %-44s %22s", what, value);
    if (target) printf("   %-12s %s", target, ok ? "ok" : "MISSED");
    putchar('\n');
}

/* ---- random playouts through the contract ---- */

struct table {
    const struct game *game;
    struct setup setup;
    struct position pos;
    Move *log;   /* moves of some playouts */
    int *seat;   /* ... whose they were */
    int moves;   /* ... how many */
    int64_t sum; /* of the scores: so that nothing is optimised away */
};

enum { LOG = 1 << 20 };

static struct state *state(struct table *t) { return position_state(&t->pos); }

static struct table *table_new(const char *game, const char *board, int mode, int players)
{
    struct table *t = aligned_alloc(STATE_ALIGN, (sizeof *t + STATE_ALIGN - 1) / STATE_ALIGN * STATE_ALIGN);
    if (!t) abort();
    memset(t, 0, sizeof *t);
    t->game = game_find(game, strlen(game));
    t->setup.mode = (uint8_t)mode;
    t->setup.players = (uint8_t)players;
    setup_new(&t->setup, t->game);
    GAME_ASSERT(t->game->board->builtin(&t->setup.board, game, board, strlen(board)));
    GAME_ASSERT(t->game->refuse(&t->setup) == NULL);
    return t;
}

static void table_free(struct table *t)
{
    free(t->log);
    free(t->seat);
    free(t);
}

static void count(struct table *t)
{
    for (int i = 0; i < t->game->rows(state(t)); i++) {
        struct score sc;
        t->game->score(state(t), i, &sc);
        t->sum += sc.total;
    }
}

/* Only playouts for the log look at it: `kept` is a constant to the compiler. */
static inline void make(struct table *t, int seat, Move m, bool kept)
{
    if (kept) {
        GAME_ASSERT(t->moves < LOG);
        t->seat[t->moves] = seat;
        t->log[t->moves++] = m;
    }
    t->game->apply(state(t), seat, m);
}

static inline void play(struct table *t, struct rng r, bool kept)
{
    const struct game *g = t->game;
    struct state *s = state(t);
    Move m[MAX_LINE_MOVES];
    g->start(s, &t->setup);
    while (s->phase != PHASE_OVER) {
        if (s->phase == PHASE_PLAY) {
            int seat = s->acting.w[0] ? __builtin_ctzll(s->acting.w[0]) : 64 + __builtin_ctzll(s->acting.w[1]);
            make(t, seat, g->nth(s, seat, rng_below(&r, g->legal(s, seat, NULL))), kept);
        } else if (s->phase == PHASE_FACT) {
            make(t, NATURE, g->nth(s, NATURE, 0), kept);
        } else {
            int n = g->draw(s, &r, m);
            for (int i = 0; i < n; i++) make(t, NATURE, m[i], kept);
        }
    }
    count(t);
}

static void playout(struct table *t, struct rng r) { play(t, r, false); }
static void playout_kept(struct table *t, struct rng r) { play(t, r, true); }

/* Nanoseconds of so many playouts. */
static double time_playouts(struct table *t, int matches)
{
    double begun = now();
    t->sum = 0;
    for (int i = 0; i < matches; i++) playout(t, rng_fork(1, (uint64_t)i));
    return now() - begun;
}

/* ---- the same games by the plain rules ---- */

/* Shuffles as games/papers.c does, so that the same generator gives the same games. */
static void plain_pass(struct ref_temple *t, struct rng *r)
{
    int sheet[REF_SEATS], n = t->players, i;
    do {
        for (i = 0; i < n; i++) sheet[i] = i;
        for (i = n; i > 1; i--) {
            int j = (int)rng_below(r, (uint32_t)i), k = sheet[i - 1];
            sheet[i - 1] = sheet[j], sheet[j] = k;
            if (sheet[i - 1] == i - 1) break;
        }
    } while (i > 1 || sheet[0] == 0);
    ref_temple_pass(t, sheet);
}

static void plain_playout(struct ref_temple *t, const struct ref_grid *grid, int players, struct rng r)
{
    struct ref_move list[REF_MOVES];
    ref_temple_start(t, grid, players);
    while (t->stage != REF_OVER) {
        int roll = (int)rng_below(&r, 216);
        ref_temple_roll(t, roll / 36 + 1, roll / 6 % 6 + 1, roll % 6 + 1);
        if (t->stage == REF_PASSING) plain_pass(t, &r);
        for (int seat = 0; seat < players; seat++)
            while (t->stage == REF_PLAYING && !t->ready[seat]) {
                int n = ref_temple_list(t, seat, list);
                ref_temple_act(t, seat, list[rng_below(&r, (uint32_t)n)]);
            }
    }
}

static double time_plain(struct ref_temple *t, const struct ref_grid *grid, int players, int matches, int64_t *sum)
{
    double begun = now();
    *sum = 0;
    for (int i = 0; i < matches; i++) {
        plain_playout(t, grid, players, rng_fork(1, (uint64_t)i));
        for (int k = 0; k < players; k++) *sum += ref_temple_count(&t->grid, &t->sheet[k]).total;
    }
    return now() - begun;
}

/* ---- Temple against the plain rules ---- */

/* The built-in sheet a. */
static const struct ref_grid temple_a = {5, 10, {"....##....", "...####...", "..##D###..", ".##D##D##.", "##D####D##"}};

static bool same(int64_t engine, int64_t plain)
{
    if (engine != plain)
        printf("The engine and the plain rules do not agree: %lld and %lld.\n", (long long)engine, (long long)plain);
    return engine == plain;
}

static bool temple_speed(struct ref_temple *plain, int players)
{
    enum { GAMES = 1000 }; /* too many for the processor to know them by heart */
    struct table *t = table_new("temple", "a", players == 1, players);
    double engine = 0, slow = 0;
    int64_t sum = 0;
    for (int k = 0; k < REPEATS; k++) {
        engine = least(engine, time_playouts(t, GAMES));
        slow = least(slow, time_plain(plain, &temple_a, players, GAMES, &sum));
    }
    char what[64], value[64];
    snprintf(what, sizeof what, "playouts, %d seat%s: %.2f us a game", players, players > 1 ? "s" : "",
             engine / GAMES / 1e3);
    snprintf(value, sizeof value, "%.1f times as fast", slow / engine);
    line(what, value, ">= 15", slow / engine >= 15);
    bool ok = same(t->sum, sum);
    table_free(t);
    return ok;
}

/* Scores the last positions of some games again and again. */
static bool temple_scoring(struct ref_temple *plain)
{
    enum { GAMES = 500, SEATS = 4, TIMES = 2 };
    static struct ref_temple_sheet sheet[GAMES * SEATS];
    struct table *t = table_new("temple", "a", 0, SEATS);
    size_t size = t->game->size(&t->setup);
    char *pos = aligned_alloc(STATE_ALIGN, GAMES * size);
    if (!pos) abort();
    double engine = 0, slow = 0;
    int64_t sum = 0, plain_sum = 0;
    for (int i = 0; i < GAMES; i++) {
        playout(t, rng_fork(2, (uint64_t)i));
        plain_playout(plain, &temple_a, SEATS, rng_fork(2, (uint64_t)i));
        memcpy(pos + (size_t)i * size, &t->pos, size);
        memcpy(&sheet[i * SEATS], plain->sheet, SEATS * sizeof *sheet);
    }
    for (int k = 0; k < REPEATS; k++) {
        double begun = now();
        sum = plain_sum = 0;
        for (int i = 0; i < GAMES * SEATS * TIMES; i++) {
            struct score sc;
            const char *s = pos + (size_t)(i / SEATS % GAMES) * size;
            t->game->score((const struct state *)(const void *)s, i % SEATS, &sc);
            sum += sc.total;
        }
        double mid = now();
        for (int i = 0; i < GAMES * SEATS * TIMES; i++)
            plain_sum += ref_temple_count(&temple_a, &sheet[i % (GAMES * SEATS)]).total;
        slow = least(slow, now() - mid);
        engine = least(engine, mid - begun);
    }
    char what[64], value[64];
    snprintf(what, sizeof what, "scoring: %.0f ns a full sheet", engine / (GAMES * SEATS * TIMES));
    snprintf(value, sizeof value, "1/%.1f of the cost", slow / engine);
    line(what, value, "<= 1/25", slow / engine >= 25);
    table_free(t);
    free(pos);
    return same(sum, plain_sum);
}

static bool temple_against_plain(void)
{
    struct ref_temple *plain = calloc(1, sizeof *plain);
    if (!plain) abort();
    puts("Temple, random playouts through the contract, against the plain rules of the tests");
    bool ok = temple_speed(plain, 1);
    ok = temple_speed(plain, 4) && ok;
    ok = temple_scoring(plain) && ok;
    free(plain);
    return ok;
}

/* ---- where the time goes ---- */

/* Nanoseconds to make the moves of the log again; legal: asking for them as a playout does. */
static double time_replay(struct table *t, const int *ends, int matches, bool legal)
{
    const struct game *g = t->game;
    const struct state *s = state(t);
    struct rng r = {1};
    Move sum = 0;
    double begun = now();
    for (int i = 0, k = 0; i < matches; i++) {
        g->start(state(t), &t->setup);
        for (; k < ends[i]; k++) {
            int seat = t->seat[k];
            if (legal && seat >= 0) sum += g->nth(s, seat, rng_below(&r, g->legal(s, seat, NULL)));
            g->apply(state(t), seat, t->log[k]);
        }
    }
    t->sum = (int64_t)(sum & 1);
    return now() - begun;
}

/* ... to count the last position, so many times: a little less than for different ones. */
static double time_counts(struct table *t, int matches)
{
    double begun = now();
    for (int i = 0; i < matches; i++) count(t);
    return now() - begun;
}

static double time_starts(struct table *t, int matches)
{
    double begun = now();
    for (int i = 0; i < matches; i++) t->game->start(state(t), &t->setup);
    return now() - begun;
}

static void split(const char *game, const char *board, int mode, int players)
{
    enum { GAMES = 200 };
    int ends[GAMES];
    struct table *t = table_new(game, board, mode, players);
    t->log = malloc(LOG * sizeof *t->log), t->seat = malloc(LOG * sizeof *t->seat);
    if (!t->log || !t->seat) abort();
    for (int i = 0; i < GAMES; i++) {
        playout_kept(t, rng_fork(1, (uint64_t)i));
        ends[i] = t->moves;
    }
    int moves = t->moves;
    double all = 0, legal = 0, apply = 0, score = 0, start = 0;
    for (int k = 0; k < REPEATS; k++) {
        all = least(all, time_playouts(t, GAMES));
        score = least(score, time_counts(t, GAMES));
        legal = least(legal, time_replay(t, ends, GAMES, true));
        apply = least(apply, time_replay(t, ends, GAMES, false));
        start = least(start, time_starts(t, GAMES));
    }
    legal -= apply, apply -= start;
    double rest = all - legal - apply - score - start; /* chance, and the loop; small ones drown in noise */
    if (rest < 0) rest = 0;
    char what[64], value[64];
    snprintf(what, sizeof what, "%s %s %s, %d seat%s", game, t->game->modes[mode].name, board, players,
             players > 1 ? "s" : "");
    snprintf(value, sizeof value, "%.0f games a second", GAMES / all * 1e9);
    line(what, value, NULL, true);
    printf("      %.1f us a game, %.0f ns a move: legal %.0f %%, apply %.0f %%, score %.0f %%, start %.0f %%, rest "
           "%.0f %%\n",
           all / GAMES / 1e3, all / moves, legal / all * 100, apply / all * 100, score / all * 100, start / all * 100,
           rest / all * 100);
    table_free(t);
}

/* ---- many seats ---- */

/* Nanoseconds per seat and round: with more seats a Valley game has fewer rounds. */
static double seat_cost(const char *game, int players)
{
    struct table *t = table_new(game, "a", players == 1, players);
    int matches = 400 / players + 4, rounds = 0;
    double best = 0;
    for (int i = 0; i < matches; i++) playout(t, rng_fork(1, (uint64_t)i)), rounds += state(t)->round;
    for (int k = 0; k < REPEATS; k++) best = least(best, time_playouts(t, matches));
    table_free(t);
    return best / rounds / players;
}

static void seat_costs(const char *game)
{
    static const int players[] = {1, 2, 10, 50, MAX_SEATS};
    double first = seat_cost(game, 1), worst = 0;
    printf("%s, cost of a seat and round, against 1 seat (%.0f ns):", game, first);
    for (unsigned i = 1; i < sizeof players / sizeof *players; i++) {
        double ratio = seat_cost(game, players[i]) / first;
        if (ratio > worst) worst = ratio;
        printf("  %d seats %.2f", players[i], ratio);
    }
    printf("   flat: %s\n", worst <= 1.5 ? "ok" : "MISSED");
}

/* ---- sizes and the command ---- */

static void size_line(const char *what, size_t bytes, size_t most)
{
    char value[64], target[64];
    snprintf(value, sizeof value, "%zu bytes", bytes);
    snprintf(target, sizeof target, "<= %zu", most);
    line(what, value, target, bytes <= most);
}

/* Bytes one more seat takes. */
static size_t sheet_size(const char *game)
{
    struct table *t = table_new(game, "a", 0, 2);
    size_t two = t->game->size(&t->setup);
    t->setup.players = MAX_SEATS;
    size_t all = t->game->size(&t->setup);
    table_free(t);
    return (all - two + MAX_SEATS - 3) / (MAX_SEATS - 2);
}

static void wasm_size(const char *path)
{
    char command[4200], answer[64] = "";
    if (access(path, R_OK) != 0) {
        line("tambo.wasm", "not built", NULL, true);
        return;
    }
    snprintf(command, sizeof command, "gzip -9 -c '%s' | wc -c", path);
    FILE *f = popen(command, "r");
    if (f && fgets(answer, sizeof answer, f))
        size_line("tambo.wasm, gzipped", (size_t)strtoull(answer, NULL, 10), 65535);
    if (f) pclose(f);
}

static int compare_doubles(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Milliseconds of one run, or 0. */
static double run_once(char *path)
{
    extern char **environ;
    char version[] = "--version", *argv[] = {path, version, NULL};
    struct timespec a, b;
    posix_spawn_file_actions_t quiet;
    pid_t child;
    int status = -1;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
    clock_gettime(CLOCK_MONOTONIC, &a);
    if (posix_spawn(&child, path, &quiet, NULL, argv, environ) == 0) waitpid(child, &status, 0);
    clock_gettime(CLOCK_MONOTONIC, &b);
    posix_spawn_file_actions_destroy(&quiet);
    return status != 0 ? 0 : (double)(b.tv_sec - a.tv_sec) * 1e3 + (double)(b.tv_nsec - a.tv_nsec) / 1e6;
}

static void start_up(char *path)
{
    enum { RUNS = 51 };
    double ms[RUNS];
    char value[64];
    for (int i = 0; i < RUNS; i++) ms[i] = run_once(path);
    qsort(ms, RUNS, sizeof *ms, compare_doubles);
    snprintf(value, sizeof value, "%.2f ms", ms[RUNS / 2]);
    if (ms[0] > 0) line("tambo --version, median", value, "< 10", ms[RUNS / 2] < 10);
    else line("tambo --version", "did not run", NULL, true);
}

/* Beside the folder this program lies in. */
static void beside(const char *self, const char *name, char path[4096])
{
    const char *slash = strrchr(self, '/');
    int n = slash ? (int)(slash - self) : 1;
    snprintf(path, 4096, "%.*s/../%s", n, slash ? self : ".", name);
}

int main(int argc, char **argv)
{
    static struct signature_scratch scratch;
    char path[4096];
    if (argc == 2 && strcmp(argv[1], "--signature") == 0) {
        printf("%016llx\n", (unsigned long long)signature_all(&scratch));
        return 0;
    }
    if (argc > 1) {
        fprintf(stderr, "usage: bench [--signature]\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("Bench: %016llx (%d matches)\n\n", (unsigned long long)signature_all(&scratch), signature_matches(&scratch));
    bool ok = temple_against_plain();
    puts("\nRandom playouts: where the time goes");
    split("temple", "a", 0, 4);
    split("valley", "a", 1, 1);
    split("valley", "a", 0, 4);
    split("tiwanaku", "tiny-1", 0, 2);
    split("tiwanaku", "long-1", 0, 4);
    puts("");
    seat_costs("temple");
    seat_costs("valley");
    puts("\nSizes and start-up");
    size_line("a Temple sheet", sheet_size("temple"), 128);
    size_line("a Valley sheet", sheet_size("valley"), 256);
    struct table *t = table_new("tiwanaku", "long-1", 0, 4);
    size_line("a Tiwanaku state", t->game->size(&t->setup), 1024);
    table_free(t);
    beside(argv[0], "tambo.wasm", path);
    wasm_size(path);
    beside(argv[0], "tambo", path);
    start_up(path);
    return ok ? 0 : 1;
}
