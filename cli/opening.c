/* opening.c -- see opening.h. */
#include "opening.h"

#include "../games/scenario.h"
#include "prompt.h"
#include "say.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { LEFT = -1 };

/* ---- questions ---- */

/* Asks until the answer is a number min..max or nothing. False: the person left. */
static bool ask_number(const char *question, int min, int max, int usual, int *out)
{
    char prompt[128], line[PROMPT_LINE];
    if (min == max) {
        *out = min;
        return true;
    }
    char a[SAY_NUMBER], b[SAY_NUMBER], c[SAY_NUMBER];
    say_number(a, min), say_number(b, max), say_number(c, usual);
    say_into(prompt, sizeof prompt, N_("{question} ({a} to {b}) [{usual}] "), "question", _(question), "a", a, "b", b,
             "usual", c, NULL);
    for (;;) {
        if (!prompt_read(prompt, line)) return false;
        struct words w = words_of(line, strlen(line));
        *out = line[0] ? words_number(&w, max) : usual;
        if (*out >= min && words_done(&w)) return true;
        if (line[0] == 'q') return false;
        say_line("Please type a number from {a} to {b}, or just Enter for {usual}.", "a", a, "b", b, "usual", c, NULL);
    }
}

/* Which of the choices, by number or word, each with what it is about; `usual` is that of Enter. -1: the person left. */
static int ask_choice(const char *question, const char *const *word, const char *const *about, int usual)
{
    char prompt[128], line[PROMPT_LINE];
    int n = 0;
    for (; word[n]; n++) {
        const char *more = _(about[n]); /* a mode is about itself: nothing more in English */
        printf("  %d  %-12s %s\n", n + 1, word[n], strcmp(more, word[n]) == 0 ? "" : more);
    }
    if (n == 1) return 0;
    snprintf(prompt, sizeof prompt, "%s [%d] ", _(question), usual + 1);
    for (;;) {
        if (!prompt_read(prompt, line)) return -1;
        prompt_plain(line);
        if (!line[0]) return usual;
        for (int i = 0; i < n; i++)
            if (atoi(line) == i + 1 || strcmp(line, word[i]) == 0) return i;
        if (line[0] == 'q') return -1;
        char b[SAY_NUMBER];
        say_line("Please type a number from 1 to {b}, or just Enter.", "b", say_number(b, n), NULL);
    }
}

static const char *ask_game(void)
{
    enum { MANY = 16 };
    const char *word[MANY + 1] = {NULL}, *title[MANY + 1] = {NULL};
    for (int i = 0; games[i] && i < MANY; i++) word[i] = games[i]->name, title[i] = games[i]->title;
    say_line("Welcome to Tambo. Enter takes what stands in brackets.", NULL);
    putchar('\n');
    int i = ask_choice(N_("Which game?"), word, title, 0);
    return i < 0 ? NULL : word[i];
}

/* The modes for that number of players; asks if there are several. */
static const char *ask_mode(const struct game *g, int players)
{
    enum { MANY = 16 };
    const char *word[MANY + 1] = {NULL};
    int n = 0;
    for (const struct mode *m = g->modes; m->name && n < MANY; m++)
        if (players >= m->min && players <= m->max) word[n++] = m->name;
    if (n < 2) return word[0];
    int i = ask_choice(N_("Which mode?"), word, word, 0);
    return i < 0 ? NULL : word[i];
}

static const char *ask_bot(void)
{
    const char *word[LEVELS + 1] = {NULL}, *about[LEVELS + 1] = {NULL};
    for (int i = 0; i < LEVELS; i++) word[i] = level_bots[i].name, about[i] = level_bots[i].about;
    int i = ask_choice(N_("How well do the bots play?"), word, about, LEVEL_CASUAL);
    return i < 0 ? NULL : word[i];
}

/* Fills in what the command line left open. */
static int ask_all(const struct game **g, struct arg args[])
{
    static char players[8], seats[MAX_SEATS * 8];
    int n = 2, people = 1, most = 1;
    const char *name = ask_game();
    if (!name) return LEFT;
    *g = game_find(name, strlen(name));
    if (args[OPT_PLAYERS].value || args[OPT_MODE].value || args[OPT_SEAT].value) return EXIT_GOOD;
    for (const struct mode *m = (*g)->modes; m->name; m++)
        if (m->max > most) most = m->max;
    if (!ask_number(N_("How many players?"), 1, most, 2, &n)) return LEFT;
    if (!ask_number(N_("How many of them are people here? Bots play the others."), 1, n, 1, &people)) return LEFT;
    const char *mode = ask_mode(*g, n);
    if (!mode) return LEFT;
    args[OPT_MODE].value = mode;
    snprintf(players, sizeof players, "%d", n);
    args[OPT_PLAYERS].value = players;
    for (int i = 0; i < people; i++) strcat(seats, i ? ",human" : "human");
    args[OPT_SEAT].value = seats;
    if (n > people && !args[OPT_BOT].value && !(args[OPT_BOT].value = ask_bot())) return LEFT;
    putchar('\n');
    return EXIT_GOOD;
}

/* ---- the set-up ---- */

static int count_items(const char *list)
{
    int n = 1;
    for (; *list; list++) n += *list == ',';
    return n;
}

static int choose_all(struct head *h, const struct arg args[], uint64_t seed)
{
    const char *board = args[OPT_BOARD].value, *difficulty = args[OPT_DIFFICULTY].value;
    enum grade grade = GRADE_FAIR;
    struct wish w = {.players = args[OPT_PLAYERS].value,
                     .mode = args[OPT_MODE].value,
                     .sheet = args[OPT_SHEET].value,
                     .scenario = args[OPT_SCENARIO].value,
                     .board = board,
                     .option = args[OPT_OPTION].value,
                     .usual_players = args[OPT_SEAT].value ? (unsigned)count_items(args[OPT_SEAT].value) : 0,
                     .busy_input = true};
    bool named;
    int status = choose_setup(h, &w, &named);
    if (status) return status;
    if (difficulty && named)
        return usage("--difficulty is for a new map of Tiwanaku: %s",
                     h->game->board == &scenario_kind ? "it does not go with --scenario" : "this game has sheets");
    if (difficulty && args_grade(difficulty, &grade)) return EXIT_USAGE;
    if (!named) /* a map nobody knows yet */
        scenario_make(scenario_in(&h->setup.board), board && strcmp(board, "tiny") == 0 ? 5 : 9, grade, seed);
    return choose_check(h);
}

/* ---- who sits where ---- */

/* The next name of a list; *at moves on, and starts over behind the last. */
static const struct bot *next_bot(const char *list, const char **at)
{
    size_t n = strcspn(*at, ",");
    const struct bot *b = file_bot(*at, n);
    *at = (*at)[n] ? *at + n + 1 : list;
    return b;
}

/* A person's name becomes the one in the record. */
static int name_person(struct table *t, int seat, const char *p, size_t n)
{
    size_t used = 0;
    for (int i = 0; i < seat; i++) used += t->head.name[i].n;
    n = words_trim(p, n);
    if (n >= 4 && memcmp(p, "bot ", 4) == 0) return usage("--seat: a person's name does not begin with 'bot'");
    if (!words_utf8(p, n) || memchr(p, '\n', n) || memchr(p, '\r', n) || n > 200 || used + n > sizeof t->names)
        return usage("--seat: expected a name of at most 200 bytes of text in one line");
    memcpy(t->names + used, p, n);
    t->head.name[seat] = (struct name){t->names + used, n};
    return EXIT_GOOD;
}

static int name_bot(struct table *t, int seat)
{
    size_t used = 0;
    for (int i = 0; i < seat; i++) used += t->head.name[i].n;
    char *p = t->names + used;
    int n = snprintf(p, sizeof t->names - used, "bot %s", t->bot[seat]->name);
    t->head.name[seat] = (struct name){p, (size_t)n};
    return EXIT_GOOD;
}

/* One item of --seat: human, human:NAME, bot, or a bot's name. */
static int seat_item(struct table *t, int seat, const char *p, size_t n, const char *list, const char **at, bool name)
{
    if (n == 5 && memcmp(p, "human", 5) == 0) t->bot[seat] = NULL;
    else if (n > 6 && memcmp(p, "human:", 6) == 0) t->bot[seat] = NULL;
    else if (n == 3 && memcmp(p, "bot", 3) == 0) t->bot[seat] = next_bot(list, at);
    else if (bot_find(p, n)) t->bot[seat] = bot_find(p, n);
    else return usage("--seat: expected human, human:NAME, bot or a bot's name, not '%.*s'", (int)n, p);
    if (n == 3 && !t->bot[seat]) return EXIT_USAGE;
    if (!name) return EXIT_GOOD;
    if (t->bot[seat]) return name_bot(t, seat);
    return n > 6 ? name_person(t, seat, p + 6, n - 6) : EXIT_GOOD;
}

/* Seats everybody. A new game also gets its names; in an old one they say who is a bot. */
static int seat_all(struct table *t, const struct arg args[], bool resumed)
{
    const char *list = args[OPT_BOT].value ? args[OPT_BOT].value : normal_bot.name, *at = list;
    const char *seats = args[OPT_SEAT].value;
    int players = t->head.setup.players;
    if (seats && count_items(seats) > players)
        return usage("--seat names %d seats, but there are %d players", count_items(seats), players);
    if (!seats && !resumed) seats = "human";
    for (const char *p = list; *p; p += strcspn(p, ","), p += *p == ',')
        if (!file_bot(p, strcspn(p, ","))) return EXIT_USAGE;
    for (int i = 0; i < players; i++) {
        struct name old = t->head.name[i];
        size_t n = seats ? strcspn(seats, ",") : 0;
        const char *item = seats;
        int status = EXIT_GOOD;
        if (seats) {
            status = seat_item(t, i, item, n, list, &at, !resumed);
            seats = seats[n] ? seats + n + 1 : NULL;
        } else if (!resumed) {
            status = seat_item(t, i, "bot", 3, list, &at, true);
        } else if (old.n > 4 && memcmp(old.p, "bot ", 4) == 0) {
            t->bot[i] = args[OPT_BOT].value ? next_bot(list, &at) : bot_find(old.p + 4, old.n - 4);
            if (!t->bot[i]) {
                t->bot[i] = next_bot(list, &at);
                char gone[SAY_NAME], own[SAY_NUMBER];
                snprintf(gone, sizeof gone, "%.*s", (int)old.n, old.p);
                say_line("There is no {name}; {level} plays seat {n}.", "name", gone, "level", _(t->bot[i]->name), "n",
                         say_number(own, i + 1), NULL);
            }
        }
        if (status) return status;
    }
    return EXIT_GOOD;
}

/* ---- an old game ---- */

static bool same_board(const struct game *g, const struct board *a, const struct board *b)
{
    struct out *x = file_out(), *y = file_out();
    g->board->write(a, x);
    g->board->write(b, y);
    bool same = x->len == y->len && memcmp(x->p, y->p, x->len) == 0;
    free(x->p), free(x);
    free(y->p), free(y);
    return same;
}

/* Is the game in the file the one that was asked for? */
static int compare(const struct table *t, const struct game *g, const struct arg args[])
{
    const struct head *h = &t->head;
    uint64_t players = h->setup.players;
    const char *mode = h->game->modes[h->setup.mode].name;
    const char *what = args[OPT_SHEET].value ? args[OPT_SHEET].value : args[OPT_SCENARIO].value;
    if (g && g != h->game) return usage("%s holds a game of %s, not of %s", t->path, h->game->name, g->name);
    if (args[OPT_PLAYERS].value && !args_number("players", args[OPT_PLAYERS].value, 1, MAX_SEATS, &players))
        return EXIT_USAGE;
    if (players != h->setup.players)
        return usage("%s holds a game of %u players, not of %u", t->path, h->setup.players, (unsigned)players);
    if (args[OPT_MODE].value && strcmp(args[OPT_MODE].value, mode) != 0)
        return usage("%s holds a game of mode %s, not of %s", t->path, mode, args[OPT_MODE].value);
    const char *board = args[OPT_BOARD].value;
    bool sheets = h->game->board && strcmp(h->game->board->key, "sheet") == 0;
    if (board && (sheets || scenario_of(&h->setup)->map.cols != (strcmp(board, "tiny") == 0 ? 5 : 9)))
        return usage("%s holds a game on another board than %s", t->path, board);
    if (args[OPT_OPTION].value) {
        struct setup asked = h->setup;
        int status = choose_options(h->game, args[OPT_OPTION].value, &asked);
        if (status) return status;
        if (memcmp(asked.option, h->setup.option, sizeof asked.option) != 0)
            return usage("%s holds a game with other options", t->path);
    }
    if (what && h->game->board) {
        struct board b;
        char name[64];
        int status = file_find_board(what, h->game, &b, name);
        if (status) return status;
        if (!same_board(h->game, &b, &h->setup.board))
            return usage("%s holds a game with another %s", t->path, h->game->board->key);
    }
    return EXIT_GOOD;
}

/* ---- all together ---- */

static uint64_t any_seed(void)
{
    uint64_t x = (uint64_t)time(NULL);
    FILE *f = fopen("/dev/urandom", "rb");
    if (f) {
        uint64_t y = 0;
        if (fread(&y, sizeof y, 1, f) == 1) x ^= y;
        fclose(f);
    }
    return x % 1000000000; /* short enough to type again */
}

static int begin(struct table *t, const struct game *g, struct arg args[])
{
    const char *path = args[OPT_RECORD].value;
    bool fresh = true;
    t->head.game = g;
    int status = choose_all(&t->head, args, t->seed);
    if (!status) status = seat_all(t, args, false);
    if (!status && path) status = table_open(t, path, &fresh);
    if (status) return status;
    if (!fresh) return usage("%s is not empty any more", path); /* somebody was faster */
    table_begin(t);
    table_keep(t);
    return t->lost ? EXIT_USAGE : EXIT_GOOD;
}

int opening_set(struct table *t, const char *name, struct arg args[], bool *resumed)
{
    const struct game *g = name ? choose_game(name) : NULL;
    const char *path = args[OPT_RECORD].value;
    struct stat st;
    t->seed = any_seed();
    if (name && !g) return EXIT_USAGE;
    if (args[OPT_SEED].value && !args_number("seed", args[OPT_SEED].value, 0, UINT64_MAX, &t->seed)) return EXIT_USAGE;
    if (path && strcmp(path, "-") == 0) return usage("--record: play keeps the game in a file, not in '-'");
    *resumed = path && stat(path, &st) == 0 && (st.st_size > 0 || !S_ISREG(st.st_mode));
    if (*resumed) {
        bool fresh;
        int status = table_open(t, path, &fresh);
        if (!status) status = table_resume(t);
        if (!status) status = compare(t, g, args);
        return status ? status : seat_all(t, args, true);
    }
    if (!g && path && !prompt_is_terminal()) return usage("there is no record %s yet: name a game to begin one", path);
    if (!g) {
        int status = ask_all(&g, args);
        if (status) return status;
    }
    return begin(t, g, args);
}
