/* simulate.c -- `tambo simulate GAME ...`: bots play to the end, the same for the
 * same seed on every machine. Prints a result line per game. */
#include "../core/fair.h"
#include "../games/scenario.h"
#include "../puzzle/make.h"
#include "bout.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int seat_bots(struct bout *b, const char *names)
{
    int n = 0, players = b->head.setup.players;
    for (const char *p = names; n < players; n++) {
        size_t len = strcspn(p, ",");
        const struct bot *bot = file_bot(p, len);
        if (!bot) return EXIT_USAGE;
        bout_seat(b, n, bot);
        if (!p[len]) p = names; /* start over: the list repeats */
        else p += len + 1;
    }
    return EXIT_GOOD;
}

/* The built-in scenario for game number i when none was asked for. */
static void rotate(struct bout *b, const char *board, uint64_t i)
{
    const char *game, *name, *list[256];
    uint64_t n = 0;
    const struct board_kind *kind = b->head.game->board;
    for (int k = 0; n < 256 && kind->list(k, &game, &name); k++)
        if (strncmp(name, board, strlen(board)) == 0) list[n++] = name;
    name = list[i % n];
    kind->builtin(&b->head.setup.board, b->head.game->name, name, strlen(name));
}

enum { PLAYERS, MODE, SHEET, SCENARIO, BOARD, OPTION, BOT, SEED, GAMES, RECORD, PLAYOUTS, FAIR, DIFFICULTY, RULES };

/* What --fair and --difficulty ask for. */
struct fairness {
    uint8_t salt[FAIR_SALT];
    char map[FAIR_MAP]; /* the kind of a map made from the salt */
};

static int read_fair(const struct arg *args, struct bout *b, struct fairness *f, uint64_t count)
{
    char hex[FAIR_HEX + 1];
    if (args[DIFFICULTY].value && !args[FAIR].value)
        return usage("--difficulty is for a map made from a salt: it goes with --fair");
    if (!args[FAIR].value) return EXIT_GOOD;
    if (count > 1) return usage("--fair is the salt of one game: it does not go with --games");
    if (!args_hex("fair", args[FAIR].value, hex)) return EXIT_USAGE;
    fair_read_hex(hex, FAIR_HEX, f->salt);
    b->salt = f->salt;
    return EXIT_GOOD;
}

/* The map that follows from the salt. */
static int made_map(struct bout *b, struct fairness *f, const char *board, const char *difficulty)
{
    enum grade grade;
    if (args_grade(difficulty, &grade)) return EXIT_USAGE;
    int cols = strcmp(board, "tiny") == 0 ? 5 : MAP_COLS;
    scenario_make(scenario_in(&b->head.setup.board), cols, grade, fair_map_seed(f->salt));
    snprintf(f->map, sizeof f->map, "%s %s g%d", board, difficulty, MAKE_VERSION);
    b->map = f->map;
    return EXIT_GOOD;
}

/* Sets up mode, players and board from the options; *board gets the size of the
 * scenarios to rotate through, or NULL. */
static int set_up(struct bout *b, const struct arg *args, struct fairness *f, const char **board)
{
    struct wish w = {.players = args[PLAYERS].value,
                     .mode = args[MODE].value,
                     .sheet = args[SHEET].value,
                     .scenario = args[SCENARIO].value,
                     .board = args[BOARD].value,
                     .option = args[OPTION].value,
                     .rules = args[RULES].value};
    bool named;
    int status = choose_setup(&b->head, &w, &named);
    if (status) return status;
    if (args[SCENARIO].value) b->head.board_name[0] = 0; /* the map goes into the record, which is complete then */
    *board = named ? NULL : args[BOARD].value ? args[BOARD].value : "long";
    if (named && args[DIFFICULTY].value)
        return usage("--difficulty is for a new map of Tiwanaku, not for one that is given");
    if (args[DIFFICULTY].value) {
        status = made_map(b, f, *board, args[DIFFICULTY].value);
        if (status) return status;
        *board = NULL;
    }
    if (*board) rotate(b, *board, 0);
    return choose_check(&b->head);
}

static int play_all(struct bout *b, uint64_t seed, uint64_t count, const char *board, const char *path)
{
    const struct game *g = b->head.game;
    bool tell = isatty(2) && !isatty(1) && count > 1;
    int status = path && count > 1 ? bout_folder(path) : EXIT_GOOD;
    struct out *line = file_out();
    for (uint64_t i = 0; i < count && !status; i++) {
        char file[4096];
        if (board) rotate(b, board, seed + i);
        bout_play(b, seed, i);
        match_result(g, position_state(&b->pos), g->size(&b->head.setup), b->head.name, line);
        if (path && count > 1) status = bout_file(path, i + 1, file);
        if (path && !status) status = bout_save(b, count > 1 ? file : path);
        if (status) break;
        file_print(line, stdout);
        if (tell && (i % 64 == 0 || i + 1 == count))
            fprintf(stderr, "\r%llu of %llu games", (unsigned long long)i + 1, (unsigned long long)count);
    }
    if (tell) fputc('\n', stderr);
    free(line->p);
    free(line);
    return status;
}

static int run(int argc, char **argv)
{
    struct arg args[] = {{"players", false, NULL},    {"mode", false, NULL},     {"sheet", false, NULL},
                         {"scenario", false, NULL},   {"board", false, NULL},    {"option", false, NULL},
                         {"bot", false, NULL},        {"seed", false, NULL},     {"games", false, NULL},
                         {"record", false, NULL},     {"playouts", false, NULL}, {"fair", false, NULL},
                         {"difficulty", false, NULL}, {"rules", false, NULL},    {NULL, false, NULL}};
    struct fairness fair;
    int words = args_parse(argc, argv, args);
    uint64_t seed, count = 1, playouts = 0;
    const char *board = NULL;
    if (words < 0) return EXIT_USAGE;
    if (words != 1 || !args[PLAYERS].value || !args[SEED].value)
        return usage("usage: tambo simulate GAME --players N --seed N [options]; see tambo simulate --help");
    if (!args_number("seed", args[SEED].value, 0, UINT64_MAX, &seed)) return EXIT_USAGE;
    if (args[GAMES].value && !args_number("games", args[GAMES].value, 1, UINT32_MAX, &count)) return EXIT_USAGE;
    if (args[PLAYOUTS].value && !args_number("playouts", args[PLAYOUTS].value, 1, 100000000, &playouts))
        return EXIT_USAGE;
    struct bout *b = bout_new();
    b->keep = args[RECORD].value != NULL;
    b->budget.playouts = (uint32_t)playouts;
    int status = read_fair(args, b, &fair, count);
    if (!status) status = (b->head.game = choose_game(argv[1])) ? set_up(b, args, &fair, &board) : EXIT_USAGE;
    if (!status) status = seat_bots(b, args[BOT].value ? args[BOT].value : "greedy");
    if (!status) status = play_all(b, seed, count, board, args[RECORD].value);
    bout_free(b);
    return status;
}

const struct command simulate_command = {
    .name = "simulate",
    .about = "let bots play games to the end",
    .help = "usage: tambo simulate GAME --players N --seed N [--mode M] [--sheet S]\n"
            "                      [--scenario S] [--board tiny|long] [--option NAME=VALUE]\n"
            "                      [--bot NAME[,NAME...]] [--playouts N] [--games K] [--record FILE]\n"
            "                      [--fair HEX [--difficulty D]] [--rules N]\n\n"
            "Bots play GAME to the end; the same seed gives the same games on every machine. Prints\n"
            "a result per game, one line of JSON each.\n\n"
            "  --mode      one of the game (`tambo --help`); by default the first that fits\n"
            "  --sheet     a built-in sheet (a, b; temple: c, d) or a file; a by default\n"
            "  --scenario  a built-in scenario (tambo scenario list) or a file\n"
            "  --board     without --scenario: rotate through the built-in maps of this size\n"
            "  --option    NAME=VALUE, for Tiwanaku final-level=3 to 9 (6 by default)\n"
            "  --bot       random, greedy (the usual one), or a level from weak to strong: beginner,\n"
            "              learner, casual, regular, skilled, expert, master; a list gives each seat\n"
            "              its own and repeats\n"
            "  --playouts  how long master thinks about a move; weaker ones at most as long as ever\n"
            "  --games     how many games, 1 by default\n"
            "  --record    keep the record in this file; with several games in this folder,\n"
            "              as 000001.rec and so on\n"
            "  --fair      a salt of 64 digits 0-9, a-f: chance follows from it, not from the seed, and\n"
            "              the record can be checked by tambo verify\n"
            "  --difficulty  with --fair, without --scenario: a map of that difficulty, and of that\n"
            "              --board, made from the salt\n"
            "  --rules     an older version of the rules: 1, or 2, the newest one\n",
    .run = run,
};
