/* scenario.c -- `tambo scenario new|check|list|id` and the way to scenario_lab.c's others. */
#include "scenario.h"

#include "../games/builtin.h"
#include "../games/scenario_id.h"
#include "cli.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What `new` is asked for. */
struct order {
    int cols;
    enum grade grade;
    uint64_t seed, count;
    bool ids, shorts; /* one whole or short id a line, instead of the texts */
};

enum { NEW_BOARD, NEW_DIFFICULTY, NEW_SEED, NEW_COUNT, NEW_ID, NEW_SHORT, NEW_OPTIONS };

static int read_order(const struct arg *args, struct order *o)
{
    const char *board = args[NEW_BOARD].value, *seed = args[NEW_SEED].value, *count = args[NEW_COUNT].value;
    *o = (struct order){.cols = MAP_COLS, .grade = GRADE_FAIR, .count = 1};
    o->ids = args[NEW_ID].value != NULL;
    o->shorts = args[NEW_SHORT].value != NULL;
    if (o->ids && o->shorts) return usage("--id or --short, not both");
    if (board && strcmp(board, "tiny") != 0 && strcmp(board, "long") != 0)
        return usage("--board: expected tiny or long, not '%s'", board);
    if (board && board[0] == 't') o->cols = 5;
    if (args[NEW_DIFFICULTY].value && args_grade(args[NEW_DIFFICULTY].value, &o->grade)) return EXIT_USAGE;
    if (!seed) o->seed = rng_fork((uint64_t)time(NULL), (uint64_t)getpid()).x >> 32; /* short enough to be read out */
    else if (!args_number("seed", seed, 0, UINT64_MAX, &o->seed)) return EXIT_USAGE;
    if (count && !args_number("count", count, 1, UINT32_MAX, &o->count)) return EXIT_USAGE;
    return EXIT_GOOD;
}

/* Prints a text that ends with its own line end. */
static void print_board(const struct board *b, struct out *o)
{
    scenario_kind.write(b, o);
    o->len--;
    file_print(o, stdout);
}

/* A line on the terminal that is written over, a few times a second. */
static void tell(uint64_t done, uint64_t count, clock_t *last)
{
    clock_t now = clock();
    if (done < count && now - *last < CLOCKS_PER_SEC / 5) return;
    *last = now;
    fprintf(stderr, "\r%llu of %llu maps%s", (unsigned long long)done, (unsigned long long)count,
            done == count ? "\n" : "");
}

static void print_made(const struct order *order, uint64_t i, struct out *o)
{
    struct board b = {{0}};
    if (order->shorts) {
        scenario_short_write(&(struct scenario_short){order->cols, order->grade, order->seed + i}, o);
        file_print(o, stdout);
        return;
    }
    scenario_make(scenario_in(&b), order->cols, order->grade, order->seed + i);
    if (order->ids) {
        scenario_id_write(scenario_in(&b), o);
        file_print(o, stdout);
    } else {
        if (i) putchar('\n');
        print_board(&b, o);
    }
}

static int make(int argc, char **argv)
{
    struct arg args[NEW_OPTIONS + 1] = {{"board", false, NULL}, {"difficulty", false, NULL}, {"seed", false, NULL},
                                        {"count", false, NULL}, {"id", true, NULL},          {"short", true, NULL},
                                        {NULL, false, NULL}};
    struct order order;
    int words = args_parse(argc, argv, args);
    if (words < 0) return EXIT_USAGE;
    if (words > 0)
        return usage("usage: tambo scenario new [--board tiny|long] [--difficulty gentle|fair|tricky|fiendish] "
                     "[--seed N] [--count K] [--id|--short]");
    int status = read_order(args, &order);
    if (status) return status;
    bool progress = order.count > 10 && isatty(2) && !isatty(1);
    clock_t last = 0;
    struct out *o = file_out();
    for (uint64_t i = 0; i < order.count && !ferror(stdout); i++) {
        print_made(&order, i, o);
        if (progress) tell(i + 1, order.count, &last);
    }
    free(o->p);
    free(o);
    return EXIT_GOOD;
}

/* All languages there are, as a sentence has them: "en, fr or nl". */
static const char *codes(char *text, size_t size)
{
    struct out o = {.p = text, .size = size - 1};
    out_str(&o, "en");
    for (const struct language *l = languages; l->code; l++) {
        out_str(&o, l[1].code ? ", " : " or ");
        out_str(&o, l->code);
    }
    text[o.len < size ? o.len : size - 1] = '\0';
    return text;
}

/* The language that the environment names by `word`, like fr_BE.UTF-8: as it stands, else without its country. */
static const struct language *language_like(const char *word)
{
    size_t whole = strcspn(word, ".@"), bare = strcspn(word, "._@");
    for (const struct language *l = languages; l->code; l++)
        if (strlen(l->code) == whole && strncmp(word, l->code, whole) == 0) return l;
    for (const struct language *l = languages; l->code; l++)
        if (strlen(l->code) == bare && strncmp(word, l->code, bare) == 0) return l;
    return NULL;
}

/* The language asked for, else that of the environment, else English, which is NULL. */
static int find_language(const char *asked, const struct language **found)
{
    const char *env[] = {getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG")};
    const char *word = NULL;
    char known[256];
    for (int i = 0; !word && i < 3; i++)
        if (env[i] && env[i][0]) word = env[i];
    *found = asked || !word ? NULL : language_like(word);
    if (!asked || strcmp(asked, "en") == 0) return EXIT_GOOD;
    for (const struct language *l = languages; l->code; l++)
        if (strcmp(asked, l->code) == 0) *found = l;
    return *found ? EXIT_GOOD : usage("--language: expected %s, not '%s'", codes(known, sizeof known), asked);
}

static int list(const char *asked)
{
    const char *game, *name;
    const struct language *language;
    if (find_language(asked, &language)) return EXIT_USAGE;
    for (int i = 0; scenario_kind.list(i, &game, &name); i++) {
        struct board b;
        scenario_kind.builtin(&b, game, name, strlen(name));
        struct map shown = scenario_shown(scenario_in(&b));
        printf("%-8s %-8s  %s\n", name, grade_names[grade_of(&shown)], builtin_title(name, language));
    }
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

static int check(const char *path)
{
    struct board b;
    return file_read_board(path, &scenario_kind, &b, true);
}

enum { SEAT, JSON, TEXT, PICTURE, LANGUAGE, PLAIN, OPTIONS };

static int run(int argc, char **argv)
{
    struct arg args[OPTIONS + 1] = {{"seat", false, NULL},   {"json", true, NULL},      {"text", true, NULL},
                                    {"picture", true, NULL}, {"language", false, NULL}, {"plain", true, NULL},
                                    {NULL, false, NULL}};
    if (argc > 1 && strcmp(argv[1], "new") == 0) return make(argc - 1, argv + 1);
    int words = args_parse(argc, argv, args);
    if (words < 0) return EXIT_USAGE;
    const char *what = words ? argv[1] : "";
    bool json = args[JSON].value, picture = args[PICTURE].value || (isatty(1) && !args[TEXT].value);
    if (args[SEAT].value && strcmp(what, "hint") != 0) return usage("--seat goes with tambo scenario hint");
    if (args[PLAIN].value && strcmp(what, "hint") != 0) return usage("--plain goes with tambo scenario hint");
    if (json && strcmp(what, "hint") != 0 && strcmp(what, "rate") != 0)
        return usage("--json goes with tambo scenario rate and hint");
    if ((args[PICTURE].value || args[TEXT].value) && strcmp(what, "show") != 0)
        return usage("--picture and --text go with tambo scenario show");
    if (args[PICTURE].value && args[TEXT].value) return usage("--picture or --text, not both");
    if (args[LANGUAGE].value && strcmp(what, "list") != 0) return usage("--language goes with tambo scenario list");
    if (words == 1 && strcmp(what, "list") == 0) return list(args[LANGUAGE].value);
    if (words == 2 && strcmp(what, "show") == 0) return lab_show(argv[2], picture);
    if (words == 2 && strcmp(what, "id") == 0) return id(argv[2]);
    if (words == 2 && strcmp(what, "solve") == 0) return lab_solve(argv[2]);
    if (words == 2 && strcmp(what, "rate") == 0) return lab_rate(argv[2], json);
    if (words == 2 && strcmp(what, "hint") == 0) return lab_hint(argv[2], args[SEAT].value, json, args[PLAIN].value);
    if (words == 2 && strcmp(what, "check") == 0) return check(argv[2]);
    return usage("usage: tambo scenario new|check|solve|rate|hint|show|list|id ...; see tambo scenario --help");
}

const struct command scenario_command = {
    .name = "scenario",
    .about = "make, check, solve, rate or show Tiwanaku maps; hints",
    .help = "usage: tambo scenario new [--board tiny|long] [--difficulty D] [--seed N]\n"
            "                          [--count K] [--id|--short]\n"
            "       tambo scenario check FILE   does it keep SCN-1 to SCN-5? exit status 0 or 1\n"
            "       tambo scenario solve FILE   how many crop layouts fit terrain and starting\n"
            "                                   crops, and the first ones\n"
            "       tambo scenario rate NAME [--json]\n"
            "                                   how hard it is to find all crops from the terrain\n"
            "                                   and the starting crops, and step by step how\n"
            "       tambo scenario hint RECORD [--seat N] [--plain] [--json]\n"
            "                                   the simplest certain conclusion for that seat (by\n"
            "                                   default the one to act) from what it may know, and\n"
            "                                   the best odds for the rest; --plain: without\n"
            "                                   concluding from every map being fair\n"
            "       tambo scenario show NAME [--picture|--text]\n"
            "                                   a picture on a terminal, else its text; gives\n"
            "                                   the map away\n"
            "       tambo scenario list [--language L]\n"
            "                                   the built-in scenarios, easiest first\n"
            "       tambo scenario id NAME      its whole id: the map in one line, for a link\n\n"
            "NAME is a built-in scenario, a file, a whole id or a short id; simulate and play take\n"
            "the same for --scenario. A short id, like long-tricky-42-g1, makes a generated map\n"
            "again: board, difficulty, seed and generator. new gives each map its short id as\n"
            "a name; the K maps of --count have the seeds N, N + 1 and so on. With --id or\n"
            "--short it prints only whole or short ids, one a line. Difficulties: gentle, fair\n"
            "(the usual one), tricky, fiendish.\n",
    .run = run,
};
