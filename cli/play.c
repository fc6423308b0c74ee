/* play.c -- `tambo play`: people and bots at one terminal. This is the conversation: who
 * is asked, what they see, and what they type. The match and its record are in table.c,
 * the words in tell.c, the beginning in opening.c.
 *
 * A person sees only the view of the seat that is asked. Where two people's views differ
 * (PP-6, COO-3) the keyboard is passed on before the next one is shown. */
#include "../games/scenario_id.h"
#include "../server/base/must.h"
#include "opening.h"
#include "prompt.h"
#include "say.h"
#include "scenario.h"
#include "tell.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct talk {
    struct table *t;
    struct out *text;       /* for boards */
    int told[MAX_SEATS];    /* lines of the record each person has been told of */
    int last;               /* the person asked last, or -1 */
    int people;             /* how many there are */
    bool confirm;           /* a turn that would end with an action waits for Enter */
    bool warned;            /* that nothing is saved */
    char held[PROMPT_LINE]; /* typed while the keyboard was passed on: the next command */
};

/* What became of asking. */
enum play_next { GO_ON, LEAVE };

/* An English sentence, with or without the id of its rule. */
static void complain(const char *why)
{
    char text[1024];
    struct out o = {.p = text, .size = sizeof text};
    say_refusal(why, &o);
    out_end(&o);
    printf("%s%s%s\n", prompt_red(), text, prompt_end());
}

/* ---- the board ---- */

/* How long `word` is if the text begins with it, else 0. */
static size_t begins(const char *p, size_t n, const char *word)
{
    size_t k = strlen(word);
    return n >= k && memcmp(p, word, k) == 0 ? k : 0;
}

/* The line of the dice (games/papers.c) in their colours, all else as it is. */
static void paint(const char *p, size_t n)
{
    static const struct {
        const char *word;
        const char *(*colour)(void);
    } dice[] = {{"purple", prompt_purple}, {"green", prompt_green}, {"red", prompt_red}};
    if (!begins(p, n, _("dice:"))) {
        fwrite(p, 1, n, stdout);
        return;
    }
    for (size_t i = 0; i < n;) {
        size_t k = 0, d = 0;
        for (; d < 3 && !k; d++) {
            k = begins(p + i, n - i, _(dice[d].word));
            if (k && p[i + k] == ' ') k += 1 + strcspn(p + i + k + 1, " \n");
            else k = 0;
        }
        if (k) printf("%s%s%.*s%s", prompt_bold(), dice[d - 1].colour(), (int)k, p + i, prompt_end());
        else putchar(p[i++]);
        i += k;
    }
}

/* The position as `viewer` knows it, seen from `seat`. */
static void print_board(struct talk *k, int viewer, int seat)
{
    static struct position view;
    const struct game *g = k->t->head.game;
    k->text->len = 0;
    g->print(table_view(k->t, viewer, &view), seat, k->text);
    for (size_t i = 0; i < k->text->len;) {
        const char *p = k->text->p + i, *end = memchr(p, '\n', k->text->len - i);
        size_t n = end ? (size_t)(end - p) + 1 : k->text->len - i;
        paint(p, n);
        i += n;
    }
}

static void print_heading(struct talk *k, int seat)
{
    char buf[TELL_NAME];
    char n[SAY_NUMBER], m[SAY_NUMBER];
    bool turns = strcmp(k->t->head.game->round, "turn") == 0; /* turns completed, but rolls begun */
    unsigned round = table_state(k->t)->round;
    uint8_t most = k->t->head.game->modes[k->t->head.setup.mode].rounds;
    printf("\n%s", prompt_bold());
    say(turns  ? N_("Turn {n}")
        : most ? N_("Round {n} of {m}")
               : N_("Round {n}"),
        "n", say_number(n, (long)round + turns), "m", say_number(m, most), NULL);
    if (k->people > 1) printf(", %s", tell_name(k->t, seat, WATCHER, buf));
    printf("%s   ", prompt_end());
    tell_standing(k->t, seat);
    puts("\n");
}

static void draw(struct talk *k, int seat)
{
    tell_news(k->t, seat, &k->told[seat]);
    print_heading(k, seat);
    print_board(k, seat, seat);
}

/* ---- commands ---- */

static void help(const struct game *g)
{
    printf("%s\n", _(g->help));
    puts(_("or a command:\n"
           "  ?, ? e3, ? end       what you may do: all of it, all with that word\n"
           "  undo                 take your last step back, until the turn is over\n"
           "  score, log, log all  the score sheet; the record so far\n"
           "  look 2, board        the sheet of seat 2; your own board again\n"
           "  confirm off, on      whether a turn waits for Enter before it is over\n"
           "  hint                 Tiwanaku: what is certain and why, and the best odds\n"
           "  save FILE, quit      keep the record in a file; leave\n"
           "[PP-8] and the like name a rule: see docs/rules."));
}

static void look(struct talk *k, int viewer, const char *which)
{
    struct words w = words_of(which, strlen(which));
    int seat = words_number(&w, table_state(k->t)->players);
    if (seat < 1 || !words_done(&w)) {
        complain(N_("`look` needs the number of a seat."));
        return;
    }
    print_board(k, viewer, seat - 1);
}

/* A second copy, when the game is kept in another file already. */
static bool copy_to(const struct table *t, const char *path)
{
    FILE *f = fopen(path, "wbx");
    if (!f) return false;
    bool ok = fwrite(t->text.p, 1, t->text.len, f) == t->text.len;
    return fclose(f) == 0 && ok;
}

static void save(struct talk *k, const char *path)
{
    static const char taken[] = N_("There is a file of that name already: choose another one.");
    struct table *t = k->t;
    bool fresh;
    if (!*path && t->path) {
        say_line("The game is kept in {file} all the time.", "file", t->path, NULL);
    } else if (!*path) {
        complain(N_("`save` needs the name of a file."));
    } else if (t->path) {
        if (copy_to(t, path)) say_line("A copy is in {file}.", "file", path, NULL);
        else if (errno == EEXIST) complain(taken);
        else fprintf(stderr, "tambo: cannot write %s: %s\n", path, strerror(errno));
    } else if (table_open(t, path, &fresh) == EXIT_GOOD) {
        if (fresh) {
            t->lost = false;
            table_keep(t);
        } else {
            table_close(t);
            complain(taken);
        }
        if (t->path) say_line("The game is kept in {file} from now on.", "file", t->path, NULL);
    }
}

/* May the person leave? One warning if nothing was saved. */
static enum play_next leave(struct talk *k)
{
    if (k->t->path || k->warned || !prompt_is_terminal()) return LEAVE;
    k->warned = true;
    say_line("The game is not saved: `save FILE` keeps it. `quit` again leaves without saving.", NULL);
    return GO_ON;
}

/* ---- turns ---- */

/* A turn that an action just ended waits for Enter, as long as it could be taken back
 * (PP-7). `done`, `end` and `pass` say by themselves that it is over. */
static enum play_next confirm(struct talk *k, const char *action)
{
    char line[PROMPT_LINE], text[PROMPT_LINE + 128], prompt[PROMPT_LINE + 192];
    say_into(text, sizeof text, N_("{action}. Enter confirms, undo takes it back"), "action", action, NULL);
    snprintf(prompt, sizeof prompt, "%s%s>%s ", prompt_dim(), text, prompt_end());
    for (;;) {
        if (!prompt_read(prompt, line)) return LEAVE;
        prompt_plain(line);
        if (!line[0]) return GO_ON;
        if (strcmp(line, "undo") == 0) {
            table_undo(k->t);
            say_line("Taken back.", NULL);
            return GO_ON;
        }
        if (strcmp(line, "quit") == 0) {
            if (leave(k) == LEAVE) return LEAVE;
        } else {
            complain(N_("Press Enter to confirm your turn, or type undo."));
        }
    }
}

static int next_person(struct talk *k)
{
    const struct state *s = table_state(k->t);
    for (int i = 0; s->phase == PHASE_PLAY && i < s->players; i++)
        if (seats_has(s->acting, i) && !k->t->bot[i]) return i;
    return -1;
}

/* Would one of them see what the other may not? */
static bool views_differ(struct talk *k, int a, int b)
{
    static struct position x, y;
    table_view(k->t, a, &x);
    table_view(k->t, b, &y);
    return memcmp(x.raw, y.raw, k->t->size) != 0;
}

/* Makes what was typed if it is a legal action. */
static enum play_next act(struct talk *k, int seat, const char *line)
{
    const struct game *g = k->t->head.game;
    struct state *s = table_state(k->t);
    struct words w = words_of(line, strlen(line)), own = w;
    Move m[MAX_LINE_MOVES];
    const char *why = NULL;
    uint16_t round = s->round;
    if (words_number(&own, MAX_SEATS) == seat + 1) w = own; /* a whole line of a record */
    const char *action = w.at;
    if (g->read(s, seat, &w, m, &why))
        why = words_done(&w) ? g->objection(s, seat, m[0]) : "There are too many words in this line. [notation]";
    if (why) {
        complain(why);
        return GO_ON;
    }
    bool revealed = table_act(k->t, seat, m, 1);
    bool over = s->phase != PHASE_PLAY || !seats_has(s->acting, seat) || s->round != round;
    int next = next_person(k);
    if (!over || revealed || !k->confirm || !prompt_is_terminal() || !strchr(action, ' ')) return GO_ON;
    if (next >= 0 && next != seat && views_differ(k, seat, next)) return GO_ON; /* asked when the keyboard is passed */
    return confirm(k, action);
}

static void undo(struct talk *k, int seat)
{
    if (table_can_undo(k->t, seat)) table_undo(k->t);
    else complain(N_("There is no step of this turn that could be taken back. [PP-7]"));
}

static void hint(const struct talk *k, int seat)
{
    const struct game *g = k->t->head.game;
    if (strcmp(g->name, "tiwanaku") == 0) lab_hint_print(g, table_state(k->t), k->t->size, seat, false, false);
    else complain(N_("Hints are about the hidden valley of Tiwanaku."));
}

/* Is the line `word` or `word REST`? Then *rest is set. */
static bool is(const char *line, const char *word, const char **rest)
{
    size_t n = strlen(word);
    if (strncmp(line, word, n) != 0 || (line[n] && line[n] != ' ')) return false;
    *rest = line + n + (line[n] == ' ');
    return true;
}

/* Does what one line says. *drawn: the board is still what was drawn last. */
static enum play_next obey(struct talk *k, int seat, const char *raw, bool *drawn)
{
    char line[PROMPT_LINE];
    const char *rest;
    snprintf(line, sizeof line, "%s", raw);
    prompt_plain(line);
    uint32_t moves = table_state(k->t)->moves;
    if (!line[0] || is(line, "board", &rest)) {
        print_heading(k, seat);
        print_board(k, seat, seat);
    } else if (line[0] == '?') {
        tell_moves(k->t, seat, line + 1 + strspn(line + 1, " "));
    } else if (is(line, "help", &rest)) {
        help(k->t->head.game);
    } else if (is(line, "score", &rest)) {
        tell_scores(k->t, seat);
    } else if (is(line, "log", &rest)) {
        tell_log(k->t, seat, strcmp(rest, "all") == 0);
    } else if (is(line, "look", &rest)) {
        look(k, seat, rest);
    } else if (is(line, "confirm", &rest)) {
        k->confirm = strcmp(rest, "off") != 0;
        say_line(k->confirm ? N_("A turn waits for Enter before it is over.")
                            : N_("A turn is over as soon as you have typed it."),
                 NULL);
    } else if (is(line, "save", &rest)) {
        save(k, raw + 4 + strspn(raw + 4, " "));
    } else if (is(line, "quit", &rest) || is(line, "exit", &rest)) {
        return leave(k);
    } else if (is(line, "undo", &rest)) {
        undo(k, seat);
    } else if (is(line, "hint", &rest)) {
        hint(k, seat);
    } else {
        enum play_next a = act(k, seat, line);
        *drawn = table_state(k->t)->moves == moves;
        return a;
    }
    *drawn = table_state(k->t)->moves == moves;
    return GO_ON;
}

/* Waits until the next person sits at the keyboard. Until then the last one may take the
 * turn back (PP-7). *passed: false if that happened. */
static enum play_next pass_keyboard(struct talk *k, int seat, bool *passed)
{
    char name[TELL_NAME], text[TELL_NAME + 128], prompt[TELL_NAME + 192], line[PROMPT_LINE];
    bool can = table_can_undo(k->t, k->last);
    const char *rest;
    *passed = true;
    say_into(text, sizeof text,
             can ? N_("Pass the keyboard to {who}, press Enter (undo takes your turn back)")
                 : N_("Pass the keyboard to {who}, press Enter"),
             "who", tell_name(k->t, seat, WATCHER, name), NULL);
    snprintf(prompt, sizeof prompt, "\n%s%s>%s ", prompt_bold(), text, prompt_end());
    for (;;) {
        if (!prompt_read(prompt, line)) return LEAVE;
        snprintf(k->held, sizeof k->held, "%s", line);
        prompt_plain(line);
        if (can && is(line, "undo", &rest)) {
            table_undo(k->t);
            *passed = false;
        } else if (is(line, "quit", &rest)) {
            if (leave(k) == LEAVE) return LEAVE;
            continue;
        } else if (line[0] && prompt_is_terminal()) {
            complain(N_("Just Enter, once the next player sits here."));
            continue;
        } else if (line[0]) {
            return GO_ON; /* a script goes on without the Enter */
        }
        k->held[0] = 0;
        if (*passed) prompt_clear();
        return GO_ON;
    }
}

/* Asks one person for one step. */
static enum play_next ask(struct talk *k, int seat)
{
    char line[PROMPT_LINE], name[TELL_NAME], prompt[TELL_NAME + 32];
    bool drawn = true;
    if (k->last >= 0 && k->last != seat && views_differ(k, k->last, seat)) {
        bool passed;
        if (pass_keyboard(k, seat, &passed) == LEAVE) return LEAVE;
        if (!passed) return GO_ON;
    }
    k->last = seat;
    draw(k, seat);
    snprintf(prompt, sizeof prompt, "%s%s>%s ", prompt_bold(),
             k->people > 1 ? tell_name(k->t, seat, WATCHER, name) : "", prompt_end());
    while (drawn) {
        if (k->held[0]) {
            snprintf(line, sizeof line, "%s", k->held);
            k->held[0] = 0;
        } else if (!prompt_read(prompt, line)) {
            return LEAVE;
        }
        if (obey(k, seat, line, &drawn) == LEAVE) return LEAVE;
    }
    return GO_ON;
}

/* ---- a whole game ---- */

static void let_bot_act(struct talk *k)
{
    int seat = 0, told;
    while (!seats_has(table_state(k->t)->acting, seat)) seat++;
    told = k->t->lines;
    table_bot(k->t, seat);
    if (!k->people && !k->t->line[told].sealed) tell_news(k->t, WATCHER, &told);
}

static enum play_next play(struct talk *k)
{
    const struct state *s = table_state(k->t);
    while (s->phase != PHASE_OVER) {
        int seat = next_person(k);
        if (s->phase == PHASE_CHANCE) table_chance(k->t);
        else if (seat < 0) let_bot_act(k);
        else if (ask(k, seat) == LEAVE) return LEAVE;
    }
    return GO_ON;
}

/* Was the map made for this game? Then its name is its short id. */
static bool has_new_map(const struct table *t)
{
    const struct head *h = &t->head;
    if (h->game->board != &scenario_kind || h->board_name[0]) return false;
    const struct scenario *own = scenario_of(&h->setup);
    struct board b;
    size_t n = strlen(own->name);
    return scenario_short_is(own->name, n) && !scenario_find_id(scenario_in(&b), own->name, n) &&
           memcmp(&scenario_in(&b)->map, &own->map, sizeof own->map) == 0;
}

static void welcome(const struct talk *k, bool resumed)
{
    const struct table *t = k->t;
    const struct head *h = &t->head;
    printf("%s%s%s, %s", prompt_bold(), h->game->title, prompt_end(), _(h->game->modes[h->setup.mode].name));
    char n[SAY_NUMBER], seed[SAY_NUMBER];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)t->seed);
    if (h->setup.players > 1) fputs(", ", stdout), say("{n} players", "n", say_number(n, h->setup.players), NULL);
    if (h->board_name[0]) fputs(", ", stdout);
    if (h->board_name[0])
        say(h->game->board == &scenario_kind ? N_("scenario {name}") : N_("sheet {name}"), "name", h->board_name, NULL);
    putchar('.');
    /* a game taken up again goes on with another one, and a new map could be made again from it */
    if (!resumed && !has_new_map(t)) putchar(' '), say("Seed {n}.", "n", seed, NULL);
    putchar('\n');
    if (resumed) say_line("Taken up again from {file}.", "file", t->path, NULL);
    if (k->people) say_line("Type ? for what you may do, help for the rest.", NULL);
}

static void say_goodbye(const struct talk *k, bool over)
{
    const struct table *t = k->t;
    if (t->path && over) say_line("The record is in {file}.", "file", t->path, NULL);
    else if (t->path)
        say_line("The game is kept in {file}; `tambo play --record {file}` goes on.", "file", t->path, NULL);
}

/* The last board, the result, and where the record is. */
static void finish(struct talk *k)
{
    char line[PROMPT_LINE];
    int viewer = WATCHER, told = 0;
    for (int i = 0; i < table_state(k->t)->players && k->people == 1; i++)
        if (!k->t->bot[i]) viewer = i;
    if (viewer >= 0) told = tell_news(k->t, viewer, &k->told[viewer]);
    if (told || viewer >= 0) putchar('\n');
    if (viewer >= 0) print_board(k, viewer, viewer);
    if (viewer >= 0) putchar('\n');
    tell_result(k->t, viewer);
    if (has_new_map(k->t)) /* said no sooner: it gives the map away */
        say_line("The map was {name}: --scenario plays it again.", "name", scenario_of(&k->t->head.setup)->name, NULL);
    if (!k->t->path && prompt_is_terminal() && k->people &&
        prompt_read(_(N_("Keep the record? A file name, or Enter for no> ")), line) && line[0])
        save(k, line);
    else say_goodbye(k, true);
}

static int run(int argc, char **argv)
{
    struct arg args[OPTIONS + 1] = {{"players", false, NULL},  {"mode", false, NULL},   {"sheet", false, NULL},
                                    {"scenario", false, NULL}, {"board", false, NULL},  {"difficulty", false, NULL},
                                    {"option", false, NULL},   {"seat", false, NULL},   {"bot", false, NULL},
                                    {"seed", false, NULL},     {"record", false, NULL}, {"language", false, NULL},
                                    {NULL, false, NULL}};
    int words = args_parse(argc, argv, args);
    bool resumed = false;
    if (words >= 0 && args[OPT_LANGUAGE].value) language_use(args[OPT_LANGUAGE].value);
    else language_use_own();
    if (words < 0) return EXIT_USAGE;
    if (words > 1) return usage("usage: tambo play [GAME] [options]; see tambo play --help");
    struct talk *k = must(calloc(1, sizeof *k));
    k->t = table_new();
    k->text = file_out();
    k->text->words = language_text;
    k->last = -1;
    k->confirm = true;
    int status = opening_set(k->t, words ? argv[1] : NULL, args, &resumed);
    if (status == EXIT_GOOD) {
        for (int i = 0; i < k->t->head.setup.players; i++) {
            k->people += !k->t->bot[i];
            k->told[i] = k->t->lines;
        }
        welcome(k, resumed);
        if (play(k) == LEAVE) say_goodbye(k, false);
        else finish(k);
        status = k->t->lost ? EXIT_USAGE : EXIT_GOOD;
    }
    table_free(k->t);
    free(k->text->p);
    free(k->text);
    free(k);
    return status < 0 ? EXIT_GOOD : status;
}

const struct command play_command = {
    .name = "play",
    .about = "play in the terminal, with people and bots",
    .help = "usage: tambo play [GAME] [--players N] [--mode M] [--sheet S] [--scenario S]\n"
            "                  [--board tiny|long] [--difficulty D] [--option NAME=VALUE]\n"
            "                  [--seat WHO,...] [--bot NAME,...] [--seed N] [--record FILE]\n"
            "                  [--language L]\n"
            "       tambo play --record FILE\n\n"
            "You type what you do in the words of a record, such as `write 7 e3`; `?` shows what\n"
            "is possible, `undo` takes a step back before the turn is over, `help` says the rest.\n"
            "Without GAME it asks; `tambo --help` names them.\n\n"
            "  --players   how many play, bots included; by default 2, in a solo mode 1\n"
            "  --mode      one of the game (`tambo --help`); by default the first that fits\n"
            "  --sheet     a built-in sheet (a, b; temple: c, d) or a file; a by default\n"
            "  --scenario  a built-in scenario (tambo scenario list), a file or an id; else a new\n"
            "              map that nobody has seen, of the size of --board (long) and of a\n"
            "              --difficulty: gentle, fair (the usual one), tricky or fiendish\n"
            "  --option    NAME=VALUE, for Tiwanaku final-level=3 to 9 (6 by default)\n"
            "  --seat      who sits where, seat by seat: human, human:NAME, bot or the name of one;\n"
            "              by default one human, then bots: --seat human:Ana,human:Ben,master\n"
            "  --bot       the bots for the other seats, from weak to strong: beginner, learner, casual\n"
            "              (the usual one), regular, skilled, expert, master; or the yardsticks random\n"
            "              and greedy; a list repeats\n"
            "  --seed      where chance begins; the same seed brings the same dice and maps\n"
            "  --record    keep the game in this file, up to the last action; a game that is\n"
            "              there already goes on, its bots known by their names\n"
            "  --language  en, de, fr or nl; by default what LC_ALL, LC_MESSAGES or LANG say\n",
    .run = run,
};
