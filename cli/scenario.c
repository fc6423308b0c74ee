/* scenario.c -- `tambo scenario new|check|solve|list|show|id`. */
#include "../games/scenario_id.h"

#include "../puzzle/solve.h"
#include "cli.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct board_kind *kind(void) { return board_kind_find("scenario", 8); }

/* Prints a text that ends with its own line end. */
static void print_board(const struct board *b, struct out *o)
{
    kind()->write(b, o);
    o->len--;
    file_print(o, stdout);
}

static int make(int argc, char **argv)
{
    struct arg args[] = {{"board", false, NULL}, {"seed", false, NULL}, {"count", false, NULL}, {NULL, false, NULL}};
    uint64_t seed = 0, count = 1;
    if (args_parse(argc, argv, args) != 0 || !args[0].value || !args[1].value)
        return usage("usage: tambo scenario new --board tiny|long --seed N [--count K]");
    bool tiny = strcmp(args[0].value, "tiny") == 0;
    if (!tiny && strcmp(args[0].value, "long") != 0)
        return usage("--board: expected tiny or long, not '%s'", args[0].value);
    if (!args_number("seed", args[1].value, 0, UINT64_MAX, &seed)) return EXIT_USAGE;
    if (args[2].value && !args_number("count", args[2].value, 1, UINT32_MAX, &count)) return EXIT_USAGE;
    struct out *o = file_out();
    for (uint64_t i = 0; i < count; i++) {
        struct board b = {{0}};
        struct rng r = rng_fork(seed, i);
        struct scenario *s = scenario_in(&b);
        scenario_make(s, tiny ? 5 : 9, &r);
        int at = snprintf(s->name, sizeof s->name, "%s %llu", tiny ? "tiny" : "long", (unsigned long long)seed);
        if (count > 1) snprintf(s->name + at, sizeof s->name - (size_t)at, ".%llu", (unsigned long long)i + 1);
        if (i) putchar('\n');
        print_board(&b, o);
        if (count > 10 && isatty(2) && !isatty(1))
            fprintf(stderr, "\r%llu of %llu%s", (unsigned long long)i + 1, (unsigned long long)count,
                    i + 1 == count ? "\n" : "");
    }
    free(o->p);
    free(o);
    return EXIT_GOOD;
}

enum { SHOWN = 10 };
struct shown {
    int cols, n;
};

static bool print_layout(void *ctx, const uint8_t crop[MAP_SPACES])
{
    struct shown *s = ctx;
    for (int i = 0; i < s->cols * MAP_ROWS; i++) {
        if (i % s->cols == 0) putchar('\n');
        putchar('0' + crop[i]);
    }
    putchar('\n');
    return ++s->n < SHOWN;
}

static int solve(const char *path)
{
    struct board b;
    int status = file_read_board(path, kind(), &b, false);
    if (status) return status;
    struct scenario *s = scenario_in(&b);
    struct map m = s->map;
    memset(m.crop, 0, sizeof m.crop);
    for (int i = 0; i < s->starts; i++) m.crop[s->start[i]] = s->map.crop[s->start[i]];
    struct shown shown = {.cols = m.cols};
    printf("%llu layouts\n", (unsigned long long)solve_count(&m, UINT64_MAX, NULL, NULL));
    solve_count(&m, SHOWN, print_layout, &shown);
    return EXIT_GOOD;
}

static int list(void)
{
    const char *game, *name;
    for (int i = 0; kind()->list(i, &game, &name); i++) {
        struct board b;
        kind()->builtin(&b, game, name, strlen(name));
        printf("%-8s %s\n", name, scenario_in(&b)->name);
    }
    return EXIT_GOOD;
}

static int show(const char *what)
{
    struct board b;
    char name[64];
    const struct game *g = game_find("tiwanaku", 8);
    int status = file_find_board(what, g, &b, name);
    if (status) return status;
    struct out *o = file_out();
    print_board(&b, o);
    free(o->p);
    free(o);
    return EXIT_GOOD;
}

static int id(const char *what)
{
    struct board b;
    char name[64], text[SCENARIO_ID];
    int status = file_find_board(what, game_find("tiwanaku", 8), &b, name);
    if (status) return status;
    struct out o = {.p = text, .size = sizeof text};
    scenario_id_write(scenario_in(&b), &o);
    file_print(&o, stdout);
    return EXIT_GOOD;
}

static int run(int argc, char **argv)
{
    struct arg none[] = {{NULL, false, NULL}};
    if (argc > 1 && strcmp(argv[1], "new") == 0) return make(argc - 1, argv + 1);
    int words = args_parse(argc, argv, none);
    if (words < 0) return EXIT_USAGE;
    if (words == 1 && strcmp(argv[1], "list") == 0) return list();
    if (words == 2 && strcmp(argv[1], "show") == 0) return show(argv[2]);
    if (words == 2 && strcmp(argv[1], "id") == 0) return id(argv[2]);
    if (words == 2 && strcmp(argv[1], "solve") == 0) return solve(argv[2]);
    if (words == 2 && strcmp(argv[1], "check") == 0) {
        struct board b;
        return file_read_board(argv[2], kind(), &b, true);
    }
    return usage("usage: tambo scenario new|check|solve|list|show|id ...; see tambo scenario --help");
}

const struct command scenario_command = {
    .name = "scenario",
    .about = "make, check, solve or show Tiwanaku maps",
    .help = "usage: tambo scenario new --board tiny|long --seed N [--count K]\n"
            "       tambo scenario check FILE   does it keep SCN-1 to SCN-5? exit status 0 or 1\n"
            "       tambo scenario solve FILE   how many crop layouts fit terrain and starting crops\n"
            "       tambo scenario list         the built-in scenarios\n"
            "       tambo scenario show NAME    a built-in one, a file or an id as text; gives\n"
            "                                   the map away\n"
            "       tambo scenario id NAME      its id: the whole map in one line, for a link;\n"
            "                                   simulate and play take it for --scenario\n",
    .run = run,
};
