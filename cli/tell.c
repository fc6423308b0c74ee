/* tell.c -- see tell.h. What happened is told by the game itself (core/tale.h). */
#include "tell.h"

#include "items.h"
#include "say.h"

#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

/* Copies a name without control characters, which could play tricks with the terminal. */
static size_t clean(char *to, size_t size, struct name name)
{
    size_t n = 0;
    for (size_t i = 0; i < name.n && n + 1 < size; i++) {
        unsigned char c = (unsigned char)name.p[i];
        bool c1 = c == 0xC2 && i + 1 < name.n && (unsigned char)name.p[i + 1] < 0xA0;
        if (c1) i++;
        else if (c >= 0x20 && c != 0x7F) to[n++] = (char)c;
    }
    if (n + 1 == size) { /* cut: no half characters */
        while (n && (to[n - 1] & 0xC0) == 0x80) n--;
        if (n && to[n - 1] & 0x80) n--;
    }
    to[n] = 0;
    return n;
}

/* The name, `begins` at the beginning of a sentence: what is no person's own is capitalized there. */
static const char *name_of(const struct table *t, int seat, int viewer, bool begins, char buf[TELL_NAME])
{
    if (seat == viewer) return begins ? _(N_("You")) : _(N_("you"));
    if (!t->bot[seat] && clean(buf, 40, t->head.name[seat])) return buf;
    say_seat(seat, begins, buf);
    size_t n = strlen(buf);
    if (t->bot[seat]) snprintf(buf + n, TELL_NAME - n, " (%s)", _(t->bot[seat]->name));
    return buf;
}

const char *tell_name(const struct table *t, int seat, int viewer, char buf[TELL_NAME])
{
    return name_of(t, seat, viewer, false, buf);
}

/* ---- what happened ---- */

/* Who tells whom. */
struct tell_viewer {
    const struct table *t;
    int viewer;
};

static const char *name_in_tale(const void *ctx, int seat, bool begins, char buf[SAY_NAME])
{
    const struct tell_viewer *x = ctx;
    return name_of(x->t, seat, x->viewer, begins, buf);
}

/* Prints words with line breaks before column TELL_WIDTH. */
static void print_wrapped(const char *text, size_t *column, size_t indent)
{
    struct words w = words_of(text, strlen(text));
    while (!words_done(&w)) {
        size_t n;
        const char *p = words_peek(&w, &n);
        if (*column + 1 + n > TELL_WIDTH) {
            printf("\n%*s", (int)indent, "");
            *column = indent;
        }
        printf(" %.*s", (int)n, p);
        *column += 1 + n;
        words_skip(&w);
    }
}

/* One action with the facts below it. */
static void print_event(struct table *t, int at, int viewer)
{
    static char text[16384]; /* SOL-11: up to 40 spaces with terrain and crop */
    const struct tell_viewer x = {t, viewer};
    struct out o = {.p = text, .size = sizeof text};
    const struct table_line *l = &t->line[at];
    size_t column = 1;
    for (int i = 0; i < l->tales; i++) {
        if (i) out_char(&o, ' ');
        say_event(&l->tale[i], viewer, name_in_tale, &x, &o);
    }
    out_end(&o);
    putchar(' ');
    print_wrapped(text, &column, 3);
    putchar('\n');
}

/* Does the tale have a seat of that name? */
static bool is_about(const struct tale *tale, const char *name, int seat)
{
    for (int i = 0; i < tale->values; i++)
        if (tale->value[i].kind == TALE_SEAT && strcmp(tale->value[i].name, name) == 0)
            return tale->value[i].number == seat;
    return false;
}

/* Is this worth telling? Own actions only if something followed, chance only if the
 * board does not show it. */
static bool is_news(struct table *t, int at, int viewer)
{
    const struct table_line *l = &t->line[at];
    bool facts = at + 1 < t->lines && t->line[at + 1].fact;
    if (l->fact || l->secret || !l->tales) return false;
    if (l->seat == NATURE) return !l->tale[0].quiet;
    return l->seat != viewer || facts || (l->otoma && !l->sealed);
}

/* Does it concern the viewer's own sheet? */
static bool is_close(const struct table *t, int at, int viewer)
{
    return is_about(&t->line[at].tale[0], "whose", viewer);
}

enum { CROWD = 6 }; /* more seats than this are not told one by one */

int tell_news(struct table *t, int viewer, int *told)
{
    bool crowd = table_state(t)->players > CROWD;
    int shown = 0;
    if (*told > t->lines) *told = t->lines;
    for (; *told < t->lines; ++*told) {
        const struct table_line *l = &t->line[*told];
        if (l->sealed && !table_may_read(t, l, viewer)) break;
        if (!is_news(t, *told, viewer)) continue;
        if (crowd && l->seat != NATURE && !is_close(t, *told, viewer)) continue;
        print_event(t, *told, viewer);
        shown++;
    }
    return shown;
}

void tell_log(struct table *t, int viewer, bool all)
{
    enum { LAST = 20 };
    int from = 0, readable = 0;
    for (int i = t->lines; i > 0 && !from; i--)
        if (table_may_read(t, &t->line[i - 1], viewer) && ++readable == LAST && !all) from = i - 1;
    if (from) printf("  %s\n", _(N_("... (`log all` shows the whole record)")));
    for (int i = from; i < t->lines; i++)
        if (table_may_read(t, &t->line[i], viewer)) printf("  %.*s\n", (int)t->line[i].len, t->text.p + t->line[i].at);
    if (!t->lines) printf("  %s\n", _(N_("Nothing has happened yet.")));
}

/* ---- what may be done ---- */

enum { TEXT = 64, HEAD = 32, MANY = 8, MOST = 40 };
enum { GROUPS = 256 }; /* verbs with dice, numbers or pawns: far fewer */

/* Actions that differ only in what stands last: `write 7` and all its spaces. */
struct group {
    char head[HEAD];
    char *tail; /* what may follow, separated by `, ` */
    size_t len, size;
    uint32_t count;
    bool long_tails; /* several words each */
    bool told;
};

/* Where the part that differs begins. */
static size_t head_length(const char *text)
{
    const char *space = strrchr(text, ' ');
    if (strncmp(text, "offer ", 6) == 0) return 5;
    if (strncmp(text, "reveal ", 7) == 0) space = strchr(text + 7, ' ');
    return space ? (size_t)(space - text) : strlen(text);
}

static bool has_word(const char *text, const char *p, size_t n)
{
    struct words w = words_of(text, strlen(text));
    while (!words_done(&w)) {
        size_t k;
        const char *q = words_peek(&w, &k);
        if (k == n && memcmp(p, q, n) == 0) return true;
        words_skip(&w);
    }
    return false;
}

static bool passes(const char *text, const char *filter)
{
    struct words w = words_of(filter, strlen(filter));
    while (!words_done(&w)) {
        size_t n;
        const char *p = words_peek(&w, &n);
        if (!has_word(text, p, n)) return false;
        words_skip(&w);
    }
    return true;
}

static void add_tail(struct group *g, const char *tail, uint32_t most)
{
    size_t n = strlen(tail);
    if (strchr(tail, ' ')) g->long_tails = true;
    if (g->count++ >= most && g->long_tails) return;
    if (g->len + n + 3 > g->size) {
        g->size = 2 * (g->len + n) + 64;
        g->tail = table_must(realloc(g->tail, g->size));
    }
    if (g->len) {
        const char *sep = g->long_tails ? ", " : " ";
        memcpy(g->tail + g->len, sep, strlen(sep));
        g->len += strlen(sep);
    }
    memcpy(g->tail + g->len, tail, n + 1);
    g->len += n;
}

static struct group *find_group(struct group *all, int *n, const char *text, size_t head)
{
    for (int i = 0; i < *n; i++)
        if (strlen(all[i].head) == head && memcmp(all[i].head, text, head) == 0) return &all[i];
    GAME_ASSERT(*n < GROUPS && head < HEAD);
    struct group *g = &all[(*n)++];
    *g = (struct group){.count = 0};
    memcpy(g->head, text, head);
    return g;
}

/* Does `write penny 8` follow `write penny 7`? */
static bool follows(const char *a, const char *b)
{
    const char *p = strrchr(a, ' '), *q = strrchr(b, ' ');
    return p && q && p - a == q - b && memcmp(a, b, (size_t)(p - a)) == 0 && p[1] >= '0' && p[1] <= '9' &&
           atoi(q + 1) == atoi(p + 1) + 1;
}

static bool same_tail(const struct group *a, const struct group *b)
{
    return a->count == b->count && a->len == b->len && (!a->len || memcmp(a->tail, b->tail, a->len) == 0);
}

/* A group and all others of its verb that may be followed by the same. */
static void print_groups(struct group *all, int n, int at)
{
    struct group *g = &all[at], *list[GROUPS];
    const char *space = strchr(g->head, ' ');
    size_t verb = space ? (size_t)(space - g->head) : strlen(g->head), column = 2 + verb;
    int count = 0;
    for (int i = at; i < n; i++)
        if (!all[i].told && strncmp(all[i].head, g->head, verb + 1) == 0 && same_tail(g, &all[i])) {
            all[i].told = true;
            list[count++] = &all[i];
        }
    printf("  %.*s", (int)verb, g->head);
    for (int i = 0; i < count; i++) {
        char text[HEAD + 8];
        int last = i;
        while (last + 1 < count && follows(list[last]->head, list[last + 1]->head)) last++;
        if (last < i + 2) last = i; /* two numbers are no range */
        snprintf(text, sizeof text, "%s%s", i ? "| " : "", space ? list[i]->head + verb + 1 : "");
        if (last > i) snprintf(text + strlen(text), 4, "-%d", atoi(strrchr(list[last]->head, ' ')));
        print_wrapped(text, &column, 2 + verb);
        i = last;
    }
    if (g->len) {
        fputs(" :", stdout);
        column += 2;
        print_wrapped(g->tail, &column, 2 + verb);
    }
    putchar('\n');
}

static void print_long(struct group *g, uint32_t most)
{
    char ways[SAY_NAME];
    printf("  %s : ", g->head);
    puts(say_count(NN_("{n} way", "{n} ways"), (long)g->count, ways));
    for (const char *p = g->tail; p && *p;) {
        size_t n = strcspn(p, ",");
        printf("      %.*s\n", (int)n, p);
        p += n + (p[n] ? 2 : 0);
    }
    if (g->count > most)
        fputs("      ", stdout), say_line("... narrow it down with a space: ? {action} e3", "action", g->head, NULL);
    g->told = true;
}

void tell_moves(struct table *t, int seat, const char *filter)
{
    const struct game *g = t->head.game;
    static struct position view;
    static struct group all[GROUPS];
    const struct state *s = table_view(t, seat, &view);
    uint32_t n = g->legal(s, seat, NULL), most = *filter ? MOST : MANY;
    Move *move = table_must(calloc(n + 1, sizeof *move));
    int groups = 0;
    g->legal(s, seat, move);
    for (uint32_t i = 0; i < n; i++) {
        char text[TEXT];
        struct out o = {.p = text, .size = sizeof text};
        g->write(s, seat, &move[i], 1, &o);
        if (!out_end(&o) || !passes(text, filter)) continue;
        size_t head = head_length(text);
        struct group *where = find_group(all, &groups, text, head);
        if (text[head]) add_tail(where, text + head + 1, most);
        else where->count++;
    }
    for (int i = 0; i < groups; i++) {
        if (all[i].told) continue;
        if (all[i].long_tails && all[i].count > 1) print_long(&all[i], most);
        else print_groups(all, groups, i);
    }
    if (!groups)
        printf("  %s\n", *filter ? _(N_("Nothing like that is possible now.")) : _(N_("Nothing is possible now.")));
    for (int i = 0; i < groups; i++) free(all[i].tail);
    free(move);
}

/* ---- how it stands ---- */

static const char *row_name(const struct table *t, const struct score *sc, int row, int viewer, char buf[TELL_NAME])
{
    if (!sc->who) return tell_name(t, row, viewer, buf);
    return strcmp(sc->who, "group") == 0 ? _(N_("the group")) : _(N_("the Otoma"));
}

/* Rows from best to worst, in place. */
static void rank(const struct game *g, const struct state *s, int *row, int n)
{
    for (int i = 0; i < n; i++) {
        struct score a, b;
        int k = i;
        g->score(s, i, &a);
        for (; k > 0; k--) {
            g->score(s, row[k - 1], &b);
            if (b.total > a.total || (b.total == a.total && b.tie >= a.tie)) break;
            row[k] = row[k - 1];
        }
        row[k] = i;
    }
}

enum { ROWS_SHOWN = 10 };

/* About how wide a name is on the screen. */
static int columns(const char *text)
{
    int n = 0;
    for (; *text; text++) n += (*text & 0xC0) != 0x80;
    return n;
}

void tell_scores(struct table *t, int viewer)
{
    static struct position view;
    const struct game *g = t->head.game;
    const struct state *s = table_view(t, viewer, &view);
    int row[MAX_SEATS + 1], n = g->rows(s), left_out = 0;
    rank(g, s, row, n);
    printf("%*s%s", 34 - columns(_(N_("total"))), "", _("total"));
    for (int k = 0; g->parts[k]; k++) printf("   %s", _(g->parts[k]));
    putchar('\n');
    for (int i = 0; i < n; i++) {
        struct score sc;
        char buf[TELL_NAME];
        if (i >= ROWS_SHOWN && row[i] != viewer) {
            left_out++;
            continue;
        }
        g->score(s, row[i], &sc);
        const char *name = row_name(t, &sc, row[i], viewer, buf);
        printf("  %s%*d", name, columns(name) < 24 ? 32 - columns(name) : 8, (int)sc.total);
        for (int k = 0; g->parts[k]; k++) printf("%*d", columns(_(g->parts[k])) + 3, (int)sc.part[k]);
        putchar('\n');
    }
    char more[SAY_NUMBER];
    if (left_out) fputs("  ", stdout), say_line("... and {n} more", "n", say_number(more, left_out), NULL);
}

void tell_standing(struct table *t, int viewer)
{
    static struct position view;
    const struct game *g = t->head.game;
    const struct state *s = table_view(t, viewer, &view);
    int row[MAX_SEATS + 1], n = g->rows(s);
    rank(g, s, row, n);
    for (int i = 0; i < n; i++) {
        struct score sc;
        char buf[TELL_NAME];
        if (n > CROWD && i > 0 && row[i] != viewer) continue;
        g->score(s, row[i], &sc);
        char total[SAY_NUMBER], place[SAY_NUMBER], all[SAY_NUMBER];
        if (i) fputs("   ", stdout);
        say("{name}: {total}", "name", row_name(t, &sc, row[i], viewer, buf), "total", say_number(total, sc.total),
            NULL);
        if (n > CROWD && row[i] == viewer)
            putchar(' '),
                say("(place {place} of {all})", "place", say_number(place, i + 1), "all", say_number(all, n), NULL);
    }
}

/* ---- the end ---- */

/* The names of all who won, the first one as a sentence begins. */
static void write_winners(struct table *t, int viewer, const bool *win, int rows, struct out *o)
{
    static char names[MAX_SEATS + 1][TELL_NAME];
    const char *item[MAX_SEATS + 1] = {NULL};
    int n = 0;
    for (int i = 0; i < rows; i++) {
        struct score sc;
        if (!win[i]) continue;
        t->head.game->score(table_state(t), i, &sc);
        if (sc.who && strcmp(sc.who, "group") == 0) item[n] = n ? _(N_("the group")) : _(N_("The group"));
        else if (sc.who) item[n] = n ? _(N_("the Otoma")) : _(N_("The Otoma"));
        else item[n] = name_of(t, i, viewer, n == 0, names[n]);
        n++;
    }
    say_list(item, n, o);
}

/* Prints a text with a plural, its {names} filled in. */
static void print_with(const char *one, const char *many, long n, const char *names)
{
    char number[SAY_NUMBER];
    say_line(language_plural(one, many, n), "n", say_number(number, n), "names", names, "level", names, NULL);
}

/* Who won, in one sentence. */
static void print_winners(struct table *t, int viewer, const bool *win, int rows)
{
    char names[MAX_SEATS * TELL_NAME];
    struct out o = {.p = names, .size = sizeof names};
    struct score sc, best = {.who = NULL};
    int winners = 0;
    for (int i = rows; i-- > 0;)
        if (win[i]) winners++, t->head.game->score(table_state(t), i, &best);
    sc = best;
    write_winners(t, viewer, win, rows, &o);
    if (!out_end(&o)) names[sizeof names - 1] = 0;
    if (winners > 1)
        print_with(NN_("{names} share the victory with {n} point.", "{names} share the victory with {n} points."),
                   sc.total, names);
    else if (viewer >= 0 && !sc.who && win[viewer])
        print_with(NN_("You win with {n} point.", "You win with {n} points."), sc.total, names);
    else if (sc.who && strcmp(sc.who, "otoma") == 0)
        print_with(NN_("The Otoma win with {n} point.", "The Otoma win with {n} points."), sc.total, names);
    else print_with(NN_("{names} wins with {n} point.", "{names} wins with {n} points."), sc.total, names);
}

/* Alone: the level. */
static void print_level(struct table *t, int viewer, const struct score *sc)
{
    static const char *const levels[][2] = {{"tourist", N_("a tourist")},
                                            {"pathfinder", N_("a pathfinder")},
                                            {"voyager", N_("a voyager")},
                                            {"explorer", N_("an explorer")}};
    char buf[TELL_NAME], n[SAY_NUMBER];
    const char *level = sc->level;
    for (int i = 0; i < 4; i++)
        if (strcmp(sc->level, levels[i][0]) == 0) level = _(levels[i][1]);
    const char *form =
        viewer == 0 ? language_plural(NN_("{n} point: you are {level}.", "{n} points: you are {level}."), sc->total)
                    : language_plural(NN_("{n} point: {who} is {level}.", "{n} points: {who} is {level}."), sc->total);
    say_line(form, "n", say_number(n, sc->total), "who", tell_name(t, 0, viewer, buf), "level", level, NULL);
}

void tell_result(struct table *t, int viewer)
{
    const struct game *g = t->head.game;
    const struct state *s = table_state(t);
    bool win[MAX_SEATS + 1], turns = strcmp(g->round, "turn") == 0;
    char buf[SAY_NAME];
    struct score sc;
    match_winners(g, s, win);
    g->score(s, 0, &sc);
    puts(turns ? say_count(NN_("The game is over after {n} turn.", "The game is over after {n} turns."), s->round, buf)
               : say_count(NN_("The game is over after {n} round.", "The game is over after {n} rounds."), s->round,
                           buf));
    putchar('\n');
    tell_scores(t, viewer);
    snprintf(buf, sizeof buf, "\n%s", _(N_("Your points:")));
    if (viewer >= 0) items_print(g, s, match_row(g, s, viewer), buf);
    putchar('\n');
    if (sc.level) print_level(t, viewer, &sc);
    else print_winners(t, viewer, win, g->rows(s));
}
