/* simulate.c -- `tambo simulate GAME ...`: bots play to the end, the same for the
 * same seed on every machine. Prints a result line per game. */
#include "../bots/bot.h"
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct simulation {
    struct head head;                   /* of the games; its board changes when scenarios rotate */
    const struct bot *bot[MAX_SEATS];   /* who sits where */
    char name[MAX_SEATS][64];           /* "bot greedy" */
    struct position pos;                /* the game being played */
    struct rng rng, bot_rng[MAX_SEATS]; /* chance; each seat's own */
    struct out *text, *line;            /* the record being written; a result */
    bool keep;                          /* records are wanted */
    void *room;                         /* for the bots */
};

static void note_fact(void *ctx, const struct state *s, Move m)
{
    struct simulation *sim = ctx;
    if (sim->keep) record_write_line(sim->head.game, s, NATURE, &m, 1, sim->text);
}

static void act(struct simulation *sim, int seat, const Move *m, int n)
{
    const struct game *g = sim->head.game;
    struct state *s = position_state(&sim->pos);
    if (sim->keep) record_write_line(g, s, seat, m, n, sim->text);
    for (int i = 0; i < n; i++) g->apply(s, seat, m[i]);
    match_settle(g, s, note_fact, sim);
}

static void play_game(struct simulation *sim, uint64_t seed, uint64_t number)
{
    const struct game *g = sim->head.game;
    struct state *s = position_state(&sim->pos);
    size_t size = g->size(&sim->head.setup);
    sim->rng = rng_fork(seed, number);
    for (int i = 0; i < sim->head.setup.players; i++) sim->bot_rng[i] = rng_fork(rng_next(&sim->rng), (uint64_t)i);
    sim->text->len = 0;
    if (sim->keep) record_write_head(&sim->head, sim->text);
    g->start(s, &sim->head.setup);
    while (s->phase != PHASE_OVER) {
        Move m[MAX_LINE_MOVES];
        if (s->phase == PHASE_CHANCE) {
            int n = g->draw(s, &sim->rng, m);
            act(sim, NATURE, m, n);
        } else {
            int seat = 0;
            while (!seats_has(s->acting, seat)) seat++;
            m[0] = bot_move(sim->bot[seat], g, s, size, seat, &sim->bot_rng[seat], sim->room);
            const char *why = g->objection(s, seat, m[0]);
            GAME_ASSERT(why == NULL);
            act(sim, seat, m, 1);
        }
    }
}

static int save(const struct simulation *sim, const char *path)
{
    FILE *f = strcmp(path, "-") == 0 ? stdout : fopen(path, "wb");
    if (!f) return usage("cannot write %s: %s", path, strerror(errno));
    bool ok = fwrite(sim->text->p, 1, sim->text->len, f) == sim->text->len;
    if (f != stdout && fclose(f) != 0) ok = false;
    return ok ? EXIT_GOOD : usage("cannot write %s: %s", path, strerror(errno));
}

static int seat_bots(struct simulation *sim, const char *names)
{
    int n = 0, players = sim->head.setup.players;
    for (const char *p = names; n < players; n++) {
        size_t len = strcspn(p, ",");
        sim->bot[n] = file_bot(p, len);
        if (!sim->bot[n]) return EXIT_USAGE;
        if (!p[len]) p = names; /* start over: the list repeats */
        else p += len + 1;
        snprintf(sim->name[n], sizeof sim->name[n], "bot %s", sim->bot[n]->name);
        sim->head.name[n] = (struct name){sim->name[n], strlen(sim->name[n])};
    }
    return EXIT_GOOD;
}

/* The built-in scenario for game number i when none was asked for. */
static void rotate(struct simulation *sim, const char *board, uint64_t i)
{
    const char *game, *name, *list[256];
    uint64_t n = 0;
    const struct board_kind *kind = sim->head.game->board;
    for (int k = 0; n < 256 && kind->list(k, &game, &name); k++)
        if (strncmp(name, board, strlen(board)) == 0) list[n++] = name;
    name = list[i % n];
    kind->builtin(&sim->head.setup.board, sim->head.game->name, name, strlen(name));
}

enum { PLAYERS, MODE, SHEET, SCENARIO, BOARD, OPTION, BOT, SEED, GAMES, RECORD };

/* Sets up mode, players and board from the options; *board gets the size of the
 * scenarios to rotate through, or NULL. */
static int set_up(struct simulation *sim, const struct arg *args, const char **board)
{
    struct wish w = {.players = args[PLAYERS].value,
                     .mode = args[MODE].value,
                     .sheet = args[SHEET].value,
                     .scenario = args[SCENARIO].value,
                     .board = args[BOARD].value,
                     .option = args[OPTION].value};
    bool named;
    int status = choose_setup(&sim->head, &w, &named);
    if (status) return status;
    if (args[SCENARIO].value) sim->head.board_name[0] = 0; /* the map goes into the record, which is complete then */
    *board = named ? NULL : args[BOARD].value ? args[BOARD].value : "long";
    if (*board) rotate(sim, *board, 0);
    return choose_check(&sim->head);
}

static int play_all(struct simulation *sim, uint64_t seed, uint64_t count, const char *board, const char *path)
{
    const struct game *g = sim->head.game;
    bool tell = isatty(2) && !isatty(1) && count > 1;
    if (path && count > 1 && mkdir(path, 0777) != 0 && errno != EEXIST)
        return usage("cannot make the folder %s: %s", path, strerror(errno));
    for (uint64_t i = 0; i < count; i++) {
        char file[4096];
        if (board) rotate(sim, board, seed + i);
        play_game(sim, seed, i);
        match_result(g, position_state(&sim->pos), g->size(&sim->head.setup), sim->head.name, sim->line);
        if (path) {
            int n = count > 1 ? snprintf(file, sizeof file, "%s/%06llu.rec", path, (unsigned long long)i + 1)
                              : snprintf(file, sizeof file, "%s", path);
            if (n < 0 || (size_t)n >= sizeof file) return usage("the name %s is too long", path);
            int status = save(sim, file);
            if (status) return status;
        }
        file_print(sim->line, stdout);
        if (tell && (i % 64 == 0 || i + 1 == count))
            fprintf(stderr, "\r%llu of %llu games", (unsigned long long)i + 1, (unsigned long long)count);
    }
    if (tell) fputc('\n', stderr);
    return EXIT_GOOD;
}

static int run(int argc, char **argv)
{
    struct arg args[] = {{"players", false, NULL},  {"mode", false, NULL},  {"sheet", false, NULL},
                         {"scenario", false, NULL}, {"board", false, NULL}, {"option", false, NULL},
                         {"bot", false, NULL},      {"seed", false, NULL},  {"games", false, NULL},
                         {"record", false, NULL},   {NULL, false, NULL}};
    int words = args_parse(argc, argv, args);
    uint64_t seed, count = 1;
    const char *board = NULL;
    if (words < 0) return EXIT_USAGE;
    if (words != 1 || !args[PLAYERS].value || !args[SEED].value)
        return usage("usage: tambo simulate GAME --players N --seed N [options]; see tambo simulate --help");
    if (!args_number("seed", args[SEED].value, 0, UINT64_MAX, &seed)) return EXIT_USAGE;
    if (args[GAMES].value && !args_number("games", args[GAMES].value, 1, UINT32_MAX, &count)) return EXIT_USAGE;
    struct simulation *sim = calloc(1, sizeof *sim);
    if (!sim || !(sim->room = aligned_alloc(STATE_ALIGN, BOT_ROOM))) abort();
    sim->head.game = game_find(argv[1], strlen(argv[1]));
    sim->keep = args[RECORD].value != NULL;
    sim->text = file_out();
    sim->line = file_out();
    int status = sim->head.game ? set_up(sim, args, &board)
                                : usage("there is no game '%s': expected temple, valley or tiwanaku", argv[1]);
    if (!status) status = seat_bots(sim, args[BOT].value ? args[BOT].value : "greedy");
    if (!status) status = play_all(sim, seed, count, board, args[RECORD].value);
    free(sim->text->p), free(sim->text);
    free(sim->line->p), free(sim->line);
    free(sim->room);
    free(sim);
    return status;
}

const struct command simulate_command = {
    .name = "simulate",
    .about = "let bots play games to the end",
    .help = "usage: tambo simulate GAME --players N --seed N [--mode M] [--sheet S]\n"
            "                      [--scenario S] [--board tiny|long] [--option NAME=VALUE]\n"
            "                      [--bot NAME[,NAME...]] [--games K] [--record FILE]\n\n"
            "Bots play GAME (temple, valley or tiwanaku) to the end; the same seed gives the same\n"
            "games on every machine. Prints a result per game, one line of JSON each.\n\n"
            "  --mode      by default solo (Tiwanaku: solo-easy) for one player, else multi or\n"
            "              competitive; also solo-hard, coop-easy, coop-normal, coop-expert\n"
            "  --sheet     a built-in sheet (a, b) or a file; a by default\n"
            "  --scenario  a built-in scenario (tambo scenario list) or a file\n"
            "  --board     without --scenario: rotate through the built-in maps of this size\n"
            "  --option    NAME=VALUE, for Tiwanaku final-level=3 to 9 (6 by default)\n"
            "  --bot       random or greedy; a list gives each seat its own and repeats\n"
            "  --games     how many games, 1 by default\n"
            "  --record    keep the record in this file; with several games in this folder,\n"
            "              as 000001.rec and so on\n",
    .run = run,
};
