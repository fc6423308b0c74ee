/* arena.c -- `tambo arena GAME --bots A,B ...`: which bot is better, and how sure that is.
 *
 * Games come in sets: all games of a set have the same dice and the same board, and the
 * bots change seats from one to the next, so that every bot has had every seat. In solo
 * and coop modes each bot plays the same games by itself. Threads take games one after
 * another; results are kept by number and added up in that order, so they do not depend on
 * the threads. */
#include "../games/scenario.h"
#include "../server/base/must.h"
#include "bout.h"
#include "stats.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_BOTS = 8, MOST_THREADS = 256, MOST_LEVELS = 8 };

enum {
    BOTS,
    GAMES,
    SEED,
    MODE,
    PLAYERS,
    SHEET,
    SCENARIO,
    BOARD,
    DIFFICULTY,
    OPTION,
    RULES,
    PLAYOUTS,
    SPRT,
    THREADS,
    RECORD,
    OPTIONS
};

/* What one bot got in one game. */
struct bot_outcome {
    float total, won; /* mean over its seats; won: of 1, shared victories divided */
    const char *level;
    bool played;
};

struct arena {
    struct head head; /* without a board, if the maps change */
    const struct bot *bot[MOST_BOTS];
    int bots;
    bool apart; /* solo, coop: one bot takes all seats */
    bool fresh; /* Tiwanaku: a new map for every set */
    int cols;   /* of new maps */
    int grade;  /* of new maps; GRADES: all in turn */
    uint64_t seed, games;
    uint32_t playouts;
    const char *record; /* folder, or NULL */
    double elo[2];      /* SPRT; both 0: none */
    struct bot_outcome *outcome;
    atomic_uint_fast64_t next, done, until; /* games: begun, played, and how far to go for now */
    pthread_mutex_t keeping;                /* of a record */
    atomic_int status;                      /* of that */
};

static bool has_sprt(const struct arena *a) { return a->elo[0] < a->elo[1]; }

/* Of a bot in a game. */
static struct bot_outcome *outcome(const struct arena *a, uint64_t game, int k)
{
    return &a->outcome[game * (uint64_t)a->bots + (uint64_t)k];
}

/* ---- playing ---- */

static void judge(const struct arena *a, const struct bout *b, struct bot_outcome *out)
{
    const struct game *g = b->head.game;
    const struct state *s = (const struct state *)(const void *)&b->pos;
    bool win[MAX_SEATS + 2];
    int rows = g->rows(s), winners = 0, seats[MOST_BOTS] = {0};
    match_winners(g, s, win);
    for (int i = 0; i < rows; i++) winners += win[i];
    for (int seat = 0; seat < s->players; seat++) {
        int k = 0, row = rows > seat ? seat : 0;
        struct score sc;
        while (a->bot[k] != b->bot[seat]) k++;
        g->score(s, a->apart ? 0 : row, &sc);
        out[k].total += (float)sc.total;
        if (win[a->apart ? 0 : row]) out[k].won += a->apart ? 1 : 1 / (float)winners;
        out[k].level = sc.level;
        out[k].played = true;
        seats[k]++;
    }
    for (int k = 0; k < a->bots; k++) {
        if (!seats[k]) continue;
        out[k].total /= (float)seats[k];
        if (a->apart) out[k].won /= (float)seats[k];
    }
}

static void play(struct arena *a, struct bout *b, uint64_t i)
{
    uint64_t set = i / (uint64_t)a->bots;
    int turn = (int)(i % (uint64_t)a->bots);
    for (int seat = 0; seat < a->head.setup.players; seat++)
        bout_seat(b, seat, a->bot[a->apart ? turn : (seat + turn) % a->bots]);
    if (a->fresh) {
        enum grade grade = (enum grade)(a->grade < GRADES ? (uint64_t)a->grade : set % GRADES);
        scenario_make(scenario_in(&b->head.setup.board), a->cols, grade, rng_fork(a->seed, set).x);
    }
    bout_play(b, a->seed, set);
    judge(a, b, outcome(a, i, 0));
    if (!a->record) return;
    char file[4096];
    pthread_mutex_lock(&a->keeping); /* one complaint is enough */
    if (!a->status) a->status = bout_file(a->record, i + 1, file);
    if (!a->status) a->status = bout_save(b, file);
    pthread_mutex_unlock(&a->keeping);
}

static void *work(void *ctx)
{
    struct arena *a = ctx;
    struct bout *b = bout_new();
    b->head = a->head;
    b->budget.playouts = a->playouts;
    b->keep = a->record != NULL;
    for (uint64_t i; !a->status && (i = a->next++) < a->until; a->done++) play(a, b, i);
    bout_free(b);
    return NULL;
}

/* ---- figures ---- */

/* A set of games counts once: its games share dice and seats, so that their mean says more
 * than so many single games would. */
static void gather(const struct arena *a, uint64_t played, int k, struct mean *total, struct mean *won)
{
    *total = *won = (struct mean){0, 0, 0};
    for (uint64_t set = 0; (set + 1) * (uint64_t)a->bots <= played; set++) {
        double t = 0, w = 0;
        int n = 0;
        for (int i = 0; i < a->bots; i++) {
            const struct bot_outcome *o = outcome(a, set * (uint64_t)a->bots + (uint64_t)i, k);
            if (!o->played) continue;
            t += o->total;
            w += o->won;
            n++;
        }
        if (!n) continue;
        stats_mean_add(total, t / n);
        stats_mean_add(won, w / n);
    }
}

/* The first bot's points against the second, set by set. Alone they meet in nothing but the
 * same dice and map: the bot that did better there gets the point. */
static double likelihood(const struct arena *a, uint64_t played)
{
    struct mean total, won;
    gather(a, played, 0, &total, &won);
    if (a->apart) {
        won = (struct mean){0, 0, 0};
        for (uint64_t i = 0; i + 1 < played; i += 2) {
            const struct bot_outcome *x = outcome(a, i, 0), *y = outcome(a, i + 1, 1);
            int ahead = x->won != y->won ? x->won > y->won ? 1 : -1 : (x->total > y->total) - (x->total < y->total);
            stats_mean_add(&won, 0.5 + 0.5 * ahead);
        }
    }
    return stats_sprt_ratio(&won, a->elo[0], a->elo[1]);
}

/* ---- telling ---- */

/* How often each level was reached, the highest first. */
static void print_levels(const struct arena *a, uint64_t played, int k)
{
    struct {
        const char *name;
        uint64_t count;
        float least; /* points: levels follow from them */
    } level[MOST_LEVELS], one;
    uint64_t all = 0;
    int n = 0;
    for (uint64_t i = 0; i < played; i++) {
        const struct bot_outcome *o = outcome(a, i, k);
        int at = 0;
        if (!o->played || !o->level) continue;
        while (at < n && strcmp(level[at].name, o->level) != 0) at++;
        GAME_ASSERT(at < MOST_LEVELS);
        if (at == n) level[n].name = o->level, level[n].count = 0, level[n++].least = o->total;
        level[at].count++;
        if (o->total < level[at].least) level[at].least = o->total;
        all++;
    }
    for (int i = 1; i < n; i++) {
        int at = i;
        for (one = level[i]; at > 0 && level[at - 1].least < one.least; at--) level[at] = level[at - 1];
        level[at] = one;
    }
    for (int at = 0; at < n; at++)
        printf("%s %s %.1f %%", at ? "," : "         levels:", level[at].name,
               100.0 * (double)level[at].count / (double)all);
    if (n) putchar('\n');
}

static void print_sprt(const struct arena *a, uint64_t played)
{
    double llr = likelihood(a, played);
    const char *one = a->bot[0]->name, *two = a->bot[1]->name;
    printf("SPRT     ");
    if (llr >= SPRT_BOUND) printf("H1: %s is better than %s by %g Elo or more", one, two, a->elo[1]);
    else if (llr <= -SPRT_BOUND) printf("H0: %s is not better than %s by more than %g Elo", one, two, a->elo[0]);
    else printf("undecided between %g and %g Elo", a->elo[0], a->elo[1]);
    printf("; log likelihood ratio %.2f (%.2f decides)\n", llr, SPRT_BOUND);
}

static void print_result(const struct arena *a, uint64_t played)
{
    const struct head *h = &a->head;
    printf("%llu game%s of %s, %s, %d player%s\n", (unsigned long long)played, played == 1 ? "" : "s", h->game->title,
           h->game->modes[h->setup.mode].name, h->setup.players, h->setup.players == 1 ? "" : "s");
    for (int k = 0; k < a->bots; k++) {
        struct mean total, won;
        gather(a, played, k, &total, &won);
        printf("%-8s score %7.2f", a->bot[k]->name, stats_mean(&total));
        if (total.n > 1) printf(" +- %.2f", stats_mean_interval(&total));
        struct interval share = stats_share_interval(&won);
        if (a->apart ? h->game->board == &scenario_kind : a->bots > 1) /* else everybody wins */
            printf("   wins %5.1f %% (%.1f to %.1f)", 100 * stats_mean(&won), 100 * share.low, 100 * share.high);
        putchar('\n');
        print_levels(a, played, k);
    }
    if (has_sprt(a)) print_sprt(a, played);
}

/* Tells how far the others are. */
static void watch(struct arena *a)
{
    bool tell = isatty(2);
    for (int i = 1; a->done < a->until && !a->status; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        if (tell && i % 20 == 0)
            fprintf(stderr, "\r%llu of %llu games", (unsigned long long)a->done, (unsigned long long)a->games);
    }
    if (tell) fputs("\r\033[K", stderr);
}

/* With an SPRT games are played in batches, so that the verdict does not depend on the
 * threads either. Returns how many were played. */
static uint64_t play_all(struct arena *a, int threads)
{
    enum { SETS = 50 };
    uint64_t batch = has_sprt(a) ? (uint64_t)(a->bots * SETS) : a->games;
    for (a->until = 0; a->until < a->games && !a->status;) {
        pthread_t thread[MOST_THREADS];
        int n = 0;
        a->next = a->done = a->until;
        a->until = a->until + batch < a->games ? a->until + batch : a->games;
        while (n < threads && pthread_create(&thread[n], NULL, work, a) == 0) n++;
        if (n) watch(a);
        else work(a);
        for (int i = 0; i < n; i++) pthread_join(thread[i], NULL);
        if (has_sprt(a) && fabs(likelihood(a, a->until)) >= SPRT_BOUND) break;
    }
    return a->until;
}

/* ---- the command line ---- */

static bool is_apart(const char *mode) { return strncmp(mode, "solo", 4) == 0 || strncmp(mode, "coop", 4) == 0; }

static int read_bots(struct arena *a, const char *names)
{
    for (const char *p = names;; p++) {
        size_t n = strcspn(p, ",");
        if (a->bots == MOST_BOTS) return usage("--bots: at most %d", MOST_BOTS);
        const struct bot *b = file_bot(p, n);
        if (!b) return EXIT_USAGE;
        for (int k = 0; k < a->bots; k++)
            if (a->bot[k] == b) return usage("--bots: %s is there twice", b->name);
        a->bot[a->bots++] = b;
        p += n;
        if (!*p) return EXIT_GOOD;
    }
}

static int read_maps(struct arena *a, const struct arg *args, bool named)
{
    const char *board = args[BOARD].value, *difficulty = args[DIFFICULTY].value;
    a->fresh = !named && a->head.game->board;
    a->cols = board && strcmp(board, "tiny") == 0 ? 5 : MAP_COLS;
    a->grade = GRADES;
    if (difficulty && named)
        return usage("--difficulty is for new maps of Tiwanaku: %s",
                     a->head.game->board == &scenario_kind ? "it does not go with --scenario" : "this game has sheets");
    enum grade grade = GRADE_FAIR;
    if (difficulty && args_grade(difficulty, &grade)) return EXIT_USAGE;
    if (difficulty) a->grade = (int)grade;
    if (a->fresh) scenario_make(scenario_in(&a->head.setup.board), a->cols, GRADE_FAIR, a->seed);
    return choose_check(&a->head);
}

static int read_sprt(struct arena *a, const char *text)
{
    char *end = NULL;
    a->elo[0] = strtod(text, &end);
    if (end != text && (*end == ',' || *end == ' ')) {
        text = end + 1;
        a->elo[1] = strtod(text, &end);
        if (end != text && !*end && has_sprt(a) && fabs(a->elo[0]) < 2000 && fabs(a->elo[1]) < 2000)
            return a->bots == 2 ? EXIT_GOOD : usage("--sprt compares two bots, not %d", a->bots);
    }
    return usage("--sprt: expected two numbers, the smaller first, like --sprt 0 50");
}

static int read_numbers(struct arena *a, const struct arg *args, uint64_t *threads)
{
    uint64_t playouts = 0;
    if (!args_number("games", args[GAMES].value, 1, 10000000, &a->games)) return EXIT_USAGE;
    if (!args_number("seed", args[SEED].value ? args[SEED].value : "1", 0, UINT64_MAX, &a->seed)) return EXIT_USAGE;
    if (args[PLAYOUTS].value && !args_number("playouts", args[PLAYOUTS].value, 1, 100000000, &playouts))
        return EXIT_USAGE;
    a->playouts = (uint32_t)playouts;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *threads = cores < 1 ? 1 : cores > MOST_THREADS ? MOST_THREADS : (uint64_t)cores;
    if (args[THREADS].value && !args_number("threads", args[THREADS].value, 1, MOST_THREADS, threads))
        return EXIT_USAGE;
    return args[SPRT].value ? read_sprt(a, args[SPRT].value) : EXIT_GOOD;
}

/* As many players as bots; where one bot takes all seats, what the mode needs. */
static unsigned usual_players(const struct arena *a, const char *mode)
{
    if (!mode) return (unsigned)a->bots;
    for (const struct mode *m = a->head.game->modes; m->name; m++)
        if (strcmp(m->name, mode) == 0 && (is_apart(mode) || a->bots < m->min)) return m->min;
    return (unsigned)a->bots;
}

static int set_up(struct arena *a, const char *game, const struct arg *args, uint64_t *threads)
{
    a->head.game = choose_game(game);
    if (!a->head.game) return EXIT_USAGE;
    int status = read_bots(a, args[BOTS].value);
    if (!status) status = read_numbers(a, args, threads);
    if (status) return status;
    struct wish w = {.players = args[PLAYERS].value,
                     .mode = args[MODE].value,
                     .sheet = args[SHEET].value,
                     .scenario = args[SCENARIO].value,
                     .board = args[BOARD].value,
                     .option = args[OPTION].value,
                     .rules = args[RULES].value,
                     .usual_players = usual_players(a, args[MODE].value)};
    bool named;
    status = choose_setup(&a->head, &w, &named);
    if (status) return status;
    if (args[SCENARIO].value) a->head.board_name[0] = 0; /* the map goes into the records */
    a->apart = is_apart(a->head.game->modes[a->head.setup.mode].name);
    return read_maps(a, args, named);
}

/* --sprt ELO0 ELO1: two words for one option, which may be negative. */
static int join_sprt(int argc, char **argv, char joined[64])
{
    for (int i = 1; i + 2 < argc; i++) {
        if (strcmp(argv[i], "--sprt") != 0 || strpbrk(argv[i + 1], ", ")) continue;
        int n = snprintf(joined, 64, "%s %s", argv[i + 1], argv[i + 2]);
        if (n < 0 || n >= 64) return argc; /* no two numbers: refused as such */
        argv[i + 1] = joined;
        memmove(argv + i + 2, argv + i + 3, (size_t)(argc - i - 2) * sizeof *argv); /* with the NULL */
        return argc - 1;
    }
    return argc;
}

static int run(int argc, char **argv)
{
    struct arg args[OPTIONS + 1] = {[BOTS] = {"bots", false, NULL},
                                    [GAMES] = {"games", false, NULL},
                                    [SEED] = {"seed", false, NULL},
                                    [MODE] = {"mode", false, NULL},
                                    [PLAYERS] = {"players", false, NULL},
                                    [SHEET] = {"sheet", false, NULL},
                                    [SCENARIO] = {"scenario", false, NULL},
                                    [BOARD] = {"board", false, NULL},
                                    [DIFFICULTY] = {"difficulty", false, NULL},
                                    [OPTION] = {"option", false, NULL},
                                    [RULES] = {"rules", false, NULL},
                                    [PLAYOUTS] = {"playouts", false, NULL},
                                    [SPRT] = {"sprt", false, NULL},
                                    [THREADS] = {"threads", false, NULL},
                                    [RECORD] = {"record", false, NULL}};
    struct arena *a = must(calloc(1, sizeof *a));
    uint64_t threads;
    char sprt[64];
    int status = EXIT_GOOD;
    if (pthread_mutex_init(&a->keeping, NULL) != 0) abort();
    int words = args_parse(join_sprt(argc, argv, sprt), argv, args);
    if (words < 0) status = EXIT_USAGE;
    else if (words != 1 || !args[BOTS].value || !args[GAMES].value)
        status = usage("usage: tambo arena GAME --bots A,B[,C...] --games N [options]; see tambo arena --help");
    if (!status) status = set_up(a, argv[1], args, &threads);
    if (!status && args[RECORD].value) status = bout_folder(a->record = args[RECORD].value);
    if (!status) {
        a->games = (a->games + (uint64_t)a->bots - 1) / (uint64_t)a->bots * (uint64_t)a->bots; /* whole sets */
        a->outcome = calloc(a->games * (uint64_t)a->bots, sizeof *a->outcome);
        if (!a->outcome) status = usage("there is not enough memory for so many games");
    }
    if (!status) {
        uint64_t played = play_all(a, (int)threads);
        status = a->status;
        if (!status) print_result(a, played);
    }
    pthread_mutex_destroy(&a->keeping);
    free(a->outcome);
    free(a);
    return status;
}

const struct command arena_command = {
    .name = "arena",
    .about = "let bots compete, and say how sure the result is",
    .help = "usage: tambo arena GAME --bots A,B[,C...] --games N [--seed S] [--mode M] [--players P]\n"
            "                   [--sheet S | --scenario S | --board B --difficulty D]\n"
            "                   [--option NAME=VALUE] [--rules N] [--playouts N]\n"
            "                   [--sprt ELO0 ELO1] [--threads N] [--record FOLDER]\n\n"
            "The bots change seats from game to game; all games of a round have the same dice and\n"
            "board. In solo and coop modes each bot plays the same games by itself. Prints mean\n"
            "scores and shares of victories with 95 percent intervals; the same for the same seed,\n"
            "however many threads there are.\n\n"
            "  --bots        beginner, learner, casual, regular, skilled, expert, master (1 to 7), and\n"
            "                random and greedy\n"
            "  --games       how many, rounded up to whole rounds\n"
            "  --mode        as for simulate; one bot alone plays solo\n"
            "  --players     by default as many as bots; in solo and coop as few as the mode allows\n"
            "  --board       Tiwanaku: new maps of this size, long by default, of a --difficulty or\n"
            "                of all of them in turn\n"
            "  --rules       an older version of the rules: 1, or 2, the newest one\n"
            "  --playouts    how long master thinks about a move; weaker ones at most as long as ever\n"
            "  --sprt        stop as soon as it is clear whether the first of two bots is better than\n"
            "                the second by ELO1 or more, or by ELO0 at most, each wrong 5 times in\n"
            "                100; alone: whether it does better with the same dice and map\n"
            "  --threads     by default as many as there are cores\n"
            "  --record      keep the records in this folder\n",
    .run = run,
};
