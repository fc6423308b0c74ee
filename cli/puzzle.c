/* puzzle.c -- `tambo puzzle`: a puzzle of Tiwanaku's deduction by its id or by wishes, and what is to be said to claims
 * about it. Making and judging is puzzle/quiz.h; JSON is games/tiwanaku_quiz.h. */
#include "../games/tiwanaku_quiz.h"
#include "../puzzle/reason.h"
#include "cli.h"
#include "prompt.h"
#include "say.h"
#include "scenario.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- the position ---- */

static struct quiz quiz;
static struct map known; /* what is shown, and what was found */
static char found[2048]; /* the claims that were right, by LF */
static bool json, picture;
static bool slipped; /* a claim was not certain */
static struct out *text;

static bool is_solved(void)
{
    int n = 0;
    for (int i = 0; i < map_spaces(&known); i++)
        n += (known.terrain[i] && !quiz.shown.terrain[i]) + (known.crop[i] && !quiz.shown.crop[i]);
    return quiz.id.kind == QUIZ_WHOLE ? n == quiz.open : n > 0;
}

/* As in a scenario file, `.` where nothing is known. */
static void print_rows(const char *key, const uint8_t *value, const char *letters, int cols)
{
    printf("%s:", key);
    for (int i = 0; i < cols * MAP_ROWS; i++) {
        if (i % cols == 0) putchar('\n');
        putchar(letters[value[i]]);
    }
    putchar('\n');
}

/* at: a space that is marked; -1: none. */
static void print_map(const struct map *m, int at)
{
    char mark[MAP_SPACES];
    memset(mark, ' ', sizeof mark);
    if (at >= 0) mark[at] = '*';
    if (picture) {
        lab_grid(m, mark, NULL);
        return;
    }
    print_rows("terrain", m->terrain, ".vdfm", m->cols);
    print_rows("crops", m->crop, ".12345", m->cols);
}

/* How many are hidden, where some are. */
static void print_tiles(void)
{
    int left[MAP_TERRAINS + 1], hidden = 0;
    for (unsigned t = 1; t <= MAP_TERRAINS; t++) left[t] = quiz.tiles[t];
    for (int i = 0; i < map_spaces(&quiz.shown); i++)
        if (quiz.shown.terrain[i]) left[quiz.shown.terrain[i]]--;
        else hidden++;
    if (!hidden) return;
    say(N_("Tiles not seen yet"), NULL);
    for (unsigned t = 1; t <= MAP_TERRAINS; t++)
        printf("%s %u %s (%c) %d", t == 1 ? ":" : ",", t, _(reason_terrains[t]), ".vdfm"[t], left[t]);
    putchar('\n');
}

static void print_puzzle(void)
{
    char id[QUIZ_ID], n[SAY_NUMBER];
    struct out w = {.p = id, .size = sizeof id - 1};
    quiz_write(&quiz.id, &w);
    out_end(&w);
    printf("%s%s%s\n", prompt_bold(), id, prompt_end());
    say(quiz.id.kind == QUIZ_WHOLE ? N_("A whole map") : N_("What is certain?"), NULL);
    fputs(" (", stdout);
    say(N_("rated {n}"), "n", say_number(n, quiz.rating), NULL);
    puts(")");
    print_map(&quiz.shown, -1);
    print_tiles();
}

/* ---- claims ---- */

/* "corn (4)", "valley" */
static const char *name_of(bool crop, unsigned value, char buf[SAY_NAME])
{
    if (crop) snprintf(buf, SAY_NAME, "%s (%u)", _(reason_crops[value]), value);
    else snprintf(buf, SAY_NAME, "%s", _(reason_terrains[value]));
    return buf;
}

static void print_steps(const struct quiz_answer *a)
{
    for (int k = 0; k < a->steps; k++) {
        out_str(text, "  ");
        if (a->steps > 1) out_int(text, k + 1), out_str(text, ". ");
        lab_reason(a->chain, k, quiz.shown.cols, text);
        file_print(text, stdout);
    }
}

static void print_right(const struct quiz_answer *a, const char *space, const char *what)
{
    char claim[2 * SAY_NAME];
    say_into(claim, sizeof claim, N_("{space} is {what}"), "space", space, "what", what, NULL);
    say_line(N_("Right: {claim}"), "claim", claim, NULL);
    if (a->steps) print_steps(a);
    else say_line(N_("No map that fits has anything else there. There is no short way to see why."), NULL);
    if (quiz.id.kind == QUIZ_WHOLE && is_solved()) say_line(N_("The map is whole."), NULL);
}

static void print_wrong(const struct quiz_answer *a, const struct quiz_claim *c, const char *space, const char *what)
{
    char buf[SAY_NAME];
    bool cannot = a->verdict == QUIZ_IMPOSSIBLE;
    const char *other = "";
    if (a->counter) other = name_of(c->crop, (c->crop ? a->counter->crop : a->counter->terrain)[c->space], buf);
    if (!a->counter) say_line(N_("No: not {what} at {space}"), "what", what, "space", space, NULL);
    else say_line(cannot ? N_("That cannot be") : N_("Not certain"), NULL);
    if (a->counter)
        say_line(cannot ? N_("No map that fits has {what} at {space}. On this one {space} is {other}.")
                        : N_("All you see fits this map, too, and here {space} is {other}."),
                 "what", what, "space", space, "other", other, NULL);
    else if (!a->steps) say_line(N_("With it, the map could not be finished. There is no short way to see why."), NULL);
    if (a->steps > 1) say_line(N_("If it were so:"), NULL);
    print_steps(a);
    if (a->counter) print_map(a->counter, c->space);
}

static void print_answer(const struct quiz_answer *a, const struct quiz_claim *c)
{
    char what[SAY_NAME];
    char space[] = {(char)('a' + c->space % quiz.shown.cols), (char)('1' + c->space / quiz.shown.cols), 0};
    name_of(c->crop, c->value, what);
    if (a->verdict == QUIZ_RIGHT) print_right(a, space, what);
    else if (a->verdict == QUIZ_KNOWN) say_line(N_("{space} lies open."), "space", space, NULL);
    else print_wrong(a, c, space, what);
}

/* Judges a claim and tells; NULL, or what is wrong with it. */
static const char *take_claim(const char *line, size_t n)
{
    struct quiz_answer a;
    struct quiz_claim c;
    const char *why = quiz_read_claim(&c, &quiz, line, n);
    if (why) return why;
    quiz_answer(&quiz, &known, &c, &a);
    if (json) tiwanaku_quiz_answer(&quiz, line, n, found, strlen(found), text), file_print(text, stdout);
    if (a.verdict == QUIZ_RIGHT) {
        size_t has = strlen(found);
        (c.crop ? known.crop : known.terrain)[c.space] = c.value;
        snprintf(found + has, sizeof found - has, "%c%d %s %d\n", 'a' + c.space % known.cols, c.space / known.cols + 1,
                 c.crop ? "crop" : "terrain", c.value);
    }
    slipped |= a.verdict == QUIZ_UNCERTAIN || a.verdict == QUIZ_IMPOSSIBLE;
    if (!json) print_answer(&a, &c);
    return NULL;
}

/* Each of the claims of a command line, three words one, whether in quotes or not; judged, or only read. */
static int take_words(int words, char **word, bool judged)
{
    char claims[4096] = "", *p = claims;
    for (int i = 0; i < words; i++) {
        size_t n = strlen(claims);
        if (n + strlen(word[i]) + 2 > sizeof claims) return usage("these are too many claims for a command line");
        snprintf(claims + n, sizeof claims - n, "%s ", word[i]);
    }
    prompt_plain(claims);
    while (*p) {
        struct quiz_claim c;
        char *end = p;
        for (int i = 0; i < 3 && *end; i++) end += strcspn(end, " ") + 1;
        size_t n = (size_t)(end - p - 1);
        const char *why = judged ? take_claim(p, n) : quiz_read_claim(&c, &quiz, p, n);
        if (why) return usage("%s", why);
        p = end;
    }
    return EXIT_GOOD;
}

struct lines_read {
    uint32_t n;
    int status;
};

static bool take_line(void *ctx, const char *line, size_t n)
{
    struct lines_read *l = ctx;
    l->n++;
    const char *why = n ? take_claim(line, n) : NULL;
    if (why) l->status = file_complain("-", l->n, why);
    return !why;
}

static int ask(void)
{
    char line[PROMPT_LINE];
    say_line(N_("Your claim, like c3 crop 4 or c3 terrain 2; an empty line ends."), NULL);
    while (!is_solved() && prompt_read("> ", line) && *line) {
        prompt_plain(line);
        const char *why = take_claim(line, strlen(line));
        if (why) say_refusal(why, text), file_print(text, stdout);
    }
    return EXIT_GOOD;
}

/* ---- which one ---- */

enum { TECHNIQUE, DIFFICULTY, BOARD, RATING, SEED, JSON, LANGUAGE, OPTIONS };

/* Complaints are usage's. */
static int choose(struct quiz_id *id, const char *kind, const struct arg *args)
{
    char wishes[128];
    struct quiz_wish wish;
    enum grade grade = GRADE_FAIR;
    uint64_t rating = 0, seed = rng_fork((uint64_t)time(NULL), (uint64_t)getpid()).x >> 32; /* as `scenario new` */
    const char *board = args[BOARD].value, *technique = args[TECHNIQUE].value;
    if (args[RATING].value && !args_number("rating", args[RATING].value, QUIZ_LEAST, QUIZ_MOST, &rating))
        return EXIT_USAGE;
    if (args[SEED].value && !args_number("seed", args[SEED].value, 0, UINT64_MAX, &seed)) return EXIT_USAGE;
    if (args[DIFFICULTY].value && strcmp(kind, "whole") != 0) return usage("--difficulty goes with tambo puzzle whole");
    if (args[DIFFICULTY].value && args_grade(args[DIFFICULTY].value, &grade)) return EXIT_USAGE;
    if (technique && strcmp(kind, "certain") != 0) return usage("--technique goes with tambo puzzle certain");
    if (board && strcmp(board, "tiny") != 0 && strcmp(board, "long") != 0)
        return usage("--board: expected tiny or long, not '%s'", board);
    int n = snprintf(wishes, sizeof wishes, "%s %s %s %u", kind, board ? board : "tiny", technique ? technique : "-",
                     (unsigned)rating);
    if (n >= (int)sizeof wishes || quiz_read_wish(&wish, wishes, (size_t)n))
        return usage("there are no puzzles of the technique '%s'; see tambo puzzle --help", technique);
    *id = quiz_choose(&wish, seed);
    if (args[DIFFICULTY].value) id->what = (uint8_t)grade;
    return EXIT_GOOD;
}

/* An id, or the address of a page that ends with one; wishes do not go with it. */
static int find(struct quiz_id *id, const char *what, const struct arg *args)
{
    const char *slash = strrchr(what, '/');
    if (slash) what = slash + 1;
    for (int i = 0; i <= SEED; i++)
        if (args[i].value) return usage("--%s does not go with an id, which says all of that", args[i].name);
    const char *why = quiz_read(id, what, strlen(what));
    return why ? usage("%s", why) : EXIT_GOOD;
}

static int answer(int words, char **word)
{
    struct lines_read lines = {0, EXIT_GOOD};
    bool piped = words == 1 && strcmp(word[0], "-") == 0;
    int status = piped ? EXIT_GOOD : take_words(words, word, false);
    if (status) return status;
    if (json) tiwanaku_quiz_show(&quiz, true, text), file_print(text, stdout);
    else print_puzzle();
    if (piped) status = file_each_line("-", take_line, &lines);
    else if (words) status = take_words(words, word, true);
    else if (!json && prompt_is_terminal()) status = ask();
    if (!status) status = lines.status;
    return status ? status : slipped ? EXIT_INVALID : EXIT_GOOD;
}

static int run(int argc, char **argv)
{
    struct arg args[OPTIONS + 1] = {{"technique", false, NULL}, {"difficulty", false, NULL}, {"board", false, NULL},
                                    {"rating", false, NULL},    {"seed", false, NULL},       {"json", true, NULL},
                                    {"language", false, NULL},  {NULL, false, NULL}};
    struct quiz_id id;
    int words = args_parse(argc, argv, args);
    if (words < 0) return EXIT_USAGE;
    const char *what = words ? argv[1] : quiz_kinds[QUIZ_CERTAIN];
    bool wished = strcmp(what, quiz_kinds[QUIZ_CERTAIN]) == 0 || strcmp(what, quiz_kinds[QUIZ_WHOLE]) == 0;
    int status = wished ? choose(&id, what, args) : find(&id, what, args);
    if (status) return status;
    json = args[JSON].value, picture = isatty(1);
    if (args[LANGUAGE].value) language_use(args[LANGUAGE].value);
    else language_use_own();
    text = file_out();
    quiz_make(&quiz, &id);
    known = quiz.shown;
    status = answer(words > 1 ? words - 1 : 0, argv + 2);
    free(text->p);
    free(text);
    return status;
}

/* `pair       two spaces of a region share two crops` */
static const char *techniques(void)
{
    static char list[4096];
    struct out o = {.p = list, .size = sizeof list - 1};
    out_str(&o, "\nTechniques:\n");
    for (unsigned t = DEDUCE_LONE; t < DEDUCE_TECHNIQUES; t++) {
        if (!quiz_can((enum deduce_technique)t, MAP_COLS)) continue;
        out_str(&o, "  ");
        out_str(&o, reason_table[t].key);
        out_pad(&o, 2 + strlen(reason_table[t].key), 14);
        out_str(&o, reason_table[t].name);
        out_char(&o, '\n');
    }
    out_end(&o);
    return list;
}

const struct command puzzle_command = {
    .name = "puzzle",
    .about = "deduction puzzles of Tiwanaku, judged exactly",
    .help = "usage: tambo puzzle [certain] [--technique T] [--board tiny|long] [--rating N]\n"
            "                    [--seed N] [CLAIM ...]\n"
            "       tambo puzzle whole [--difficulty D] [--board tiny|long] [--rating N] [--seed N]\n"
            "                    [CLAIM ...]\n"
            "       tambo puzzle ID [CLAIM ...]\n\n"
            "A part of a map of Tiwanaku, of which something follows: say where and what. With whole,\n"
            "all terrain and a few crops lie open, and all other crops are to be found. ID is a puzzle\n"
            "made before, as it is printed first and as addresses of the page (/puzzles/...) end; a\n"
            "whole address will do, too.\n\n"
            "A CLAIM is three words, like c3 crop 4 or c3 terrain 2 (1 valley, 2 desert, 3 forest,\n"
            "4 mountain); - reads claims from standard input, one a line; without any, a terminal is\n"
            "asked. Right is what holds on every map that fits, and its reason is told; anything else\n"
            "is refuted by a map that fits all that is seen, and a lucky guess is no solution. Exit\n"
            "status 1: some claim was not right.\n\n"
            "  --technique   what it takes; see below\n"
            "  --difficulty  of a whole map: gentle, fair, tricky or fiendish\n"
            "  --board       tiny (the usual one) or long\n"
            "  --rating      about as hard as this, from 400 to 2800\n"
            "  --seed        the same wishes and seed bring the same puzzle\n"
            "  --json        the puzzle, then what is said to each claim, one line each\n"
            "  --language    en, de, fr or nl; by default what LC_ALL, LC_MESSAGES or LANG say\n",
    .help_more = techniques,
    .run = run,
};
