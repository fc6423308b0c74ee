/* tell.c -- see tell.h. A verb this file has no phrase for is told in the words of the
 * record, so a new game needs nothing here. */
#include "tell.h"

#include "items.h"

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

const char *tell_name(const struct table *t, int seat, int viewer, char buf[TELL_NAME])
{
    if (seat == viewer) return "you";
    if (t->bot[seat]) {
        snprintf(buf, TELL_NAME, "seat %d (%s)", seat + 1, t->bot[seat]->name);
        return buf;
    }
    if (!clean(buf, 40, t->head.name[seat])) snprintf(buf, TELL_NAME, "seat %d", seat + 1);
    return buf;
}

/* ---- lines as sentences ---- */

enum { WORDS = 12, WORD = 16 };

/* A line cut into words; "count" of them, the rest is dropped. */
struct cut {
    char word[WORDS][WORD];
    int count;
};

static struct cut cut_line(const char *p, size_t n)
{
    struct cut c = {.count = 0};
    struct words w = words_of(p, n);
    while (!words_done(&w) && c.count < WORDS) {
        size_t k;
        const char *q = words_peek(&w, &k);
        snprintf(c.word[c.count++], WORD, "%.*s", (int)(k < WORD ? k : WORD - 1), q);
        words_skip(&w);
    }
    return c;
}

/* How each verb is told, by its number of words: % is the s of "writes", $1 to $9 are the
 * words, $* all from there on, and &1 a crop's level by name. */
static const struct phrase {
    const char *verb;
    int words; /* 0: any number */
    const char *text;
} phrases[] = {
    {"write", 3, "write% $1 on $2"},
    {"write", 4, "write% $2 on $3"},
    {"mummy", 2, "draw% a mummy on $1"},
    {"cross", 2, "cross% out the mummy on $1"},
    {"cross", 3, "cross% out the snake on $2"},
    {"draw", 3, "draw% a $1 on $2"},
    {"reveal", 0, "reveal% a $1: $*2"},
    {"snake", 2, "draw% a snake on $1"},
    {"enter", 2, "bring% a pawn to $1"},
    {"move", 3, "move% a pawn from $1 to $2"},
    {"take", 2, "take% the pawn on $1 back"},
    {"divine", 3, "divine% &2 on $1"},
    {"offer", 0, "offer% $*1"},
    {"end", 1, "end% the turn"},
    {"pass", 1, "make% no more divinations"},
    {"choose", 2, "choose% the $1 pawn"},
    {"spend", 2, "spend% a $1 tile"},
    {"give", 2, "let% seat $1 give the tile"},
    {"next", 2, "let% the Otoma pawn on $1 go next"},
    {"terrain", 3, "$1 is $2"},
    {"crop", 3, "&2 on $1"},
    {"arrow", 4, "the arrow there is $2, $3"},
    {"otoma", 3, "an Otoma pawn goes from $1 to $2"},
    {"spent", 2, "its arrow points $1"},
    {"first", 2, "seat $1 begins"},
    {"roll", 4, "the dice are $1, $2 and a snake, which finds no space"}, /* other rolls are no news */
    {NULL, 0, NULL},
};

static const char *crop_name(const char *level)
{
    static const char *const crops[] = {"sweet potato (1)", "coca (2)", "chili (3)", "corn (4)", "quinoa (5)"};
    return level[0] >= '1' && level[0] <= '5' ? crops[level[0] - '1'] : level;
}

/* Adds a line, given without its first field. */
static void add_phrase(struct out *o, const char *p, size_t n, bool you)
{
    struct cut c = cut_line(p, n);
    const struct phrase *f = phrases;
    while (f->verb && (strcmp(f->verb, c.word[0]) != 0 || (f->words && f->words != c.count))) f++;
    if (!f->verb) {
        out_bytes(o, p, n);
        return;
    }
    for (const char *q = f->text; *q; q++) {
        if (*q == '%') {
            if (!you) out_str(o, q[-1] == 's' ? "es" : "s");
        } else if (*q == '&') {
            out_str(o, crop_name(c.word[*++q - '0']));
        } else if (*q != '$') {
            out_char(o, *q);
        } else if (*++q != '*') {
            out_str(o, c.word[*q - '0']);
        } else {
            int first = *++q - '0';
            for (int i = first; i < c.count; i++) {
                if (i > first) out_char(o, ' ');
                out_str(o, c.word[i]);
            }
        }
    }
}

/* Whose sheet the seat of line number `at` held, by the last hand-out above; -1: its own. */
static int holds(const struct table *t, int at)
{
    int seat = t->line[at].seat;
    while (--at >= 0) {
        const struct line *l = &t->line[at];
        struct words w = words_of(t->text.p + l->at, l->len);
        if (l->seat != NATURE || !words_take(&w, "*") || !words_take(&w, "pass")) continue;
        for (int i = 0; i < seat; i++) words_skip(&w);
        return words_number(&w, MAX_SEATS) - 1;
    }
    return -1;
}

/* The words of a line behind its first field. */
static const char *words_of_line(const struct table *t, const struct line *l, size_t *n)
{
    const char *p = t->text.p + l->at, *space = memchr(p, ' ', l->len);
    *n = l->len - (size_t)(space + 1 - p);
    return space + 1;
}

static bool is_danger(const char *p) { return strncmp(p, "mummy ", 6) == 0 || strncmp(p, "snake ", 6) == 0; }

static void add_gain(struct out *o, const char *who, int32_t gain)
{
    out_str(o, who);
    if (gain > 0) out_char(o, '+');
    out_int(o, gain);
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
    struct out o = {.p = text, .size = sizeof text};
    char buf[TELL_NAME];
    const struct line *l = &t->line[at];
    size_t n, column = 1;
    const char *p = words_of_line(t, l, &n);
    if (l->seat != NATURE) out_str(&o, tell_name(t, l->seat, viewer, buf)), out_char(&o, ' ');
    add_phrase(&o, p, n, l->seat == viewer);
    int sheet = is_danger(p) ? holds(t, at) : -1;
    if (sheet >= 0 && sheet == viewer) out_str(&o, " of your sheet");
    else if (sheet >= 0) out_str(&o, " of the sheet of seat "), out_int(&o, sheet + 1);
    for (int i = at + 1; i < t->lines && t->line[i].fact; i++) {
        out_str(&o, "; ");
        p = words_of_line(t, &t->line[i], &n);
        add_phrase(&o, p, n, false);
    }
    if (!l->sealed && (l->gain || l->otoma)) {
        out_str(&o, " (");
        if (l->gain) add_gain(&o, "", l->gain);
        if (l->gain && l->otoma) out_str(&o, ", ");
        if (l->otoma) add_gain(&o, "Otoma ", l->otoma);
        out_char(&o, ')');
    }
    out_end(&o);
    putchar(' ');
    print_wrapped(text, &column, 3);
    putchar('\n');
}

/* VAL-13: a snake was rolled, and nobody had to draw it. */
static bool is_lost_snake(struct table *t, int at)
{
    size_t n;
    const char *p = words_of_line(t, &t->line[at], &n);
    bool closed = at + 1 < t->lines ? t->line[at + 1].seat == NATURE : table_state(t)->phase == PHASE_OVER;
    if (n < 6 || memcmp(p, "roll ", 5) != 0 || memcmp(p + n - 6, " snake", 6) != 0 || !closed) return false;
    if (at + 1 == t->lines) return true;
    p = words_of_line(t, &t->line[at + 1], &n);
    return strncmp(p, "pass ", 5) != 0;
}

/* Is this worth telling? Own actions only if something followed, chance only if the
 * board does not show it, and no bare `done` or `end`. */
static bool is_news(struct table *t, int at, int viewer)
{
    const struct line *l = &t->line[at];
    bool facts = at + 1 < t->lines && t->line[at + 1].fact;
    size_t n;
    const char *p = words_of_line(t, l, &n);
    if (l->fact || l->secret) return false;
    if (l->seat == NATURE) return strncmp(p, "first ", 6) == 0 || is_lost_snake(t, at);
    if (l->seat == viewer) return facts || (l->otoma && !l->sealed);
    return facts || memchr(p, ' ', n);
}

/* Does it concern the viewer's own sheet? */
static bool is_close(const struct table *t, int at, int viewer)
{
    size_t n;
    return is_danger(words_of_line(t, &t->line[at], &n)) && holds(t, at) == viewer;
}

enum { CROWD = 6 }; /* more seats than this are not told one by one */

int tell_news(struct table *t, int viewer, int *told)
{
    bool crowd = table_state(t)->players > CROWD;
    int shown = 0;
    if (*told > t->lines) *told = t->lines;
    for (; *told < t->lines; ++*told) {
        const struct line *l = &t->line[*told];
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
    if (from) puts("  ... (`log all` shows the whole record)");
    for (int i = from; i < t->lines; i++)
        if (table_may_read(t, &t->line[i], viewer)) printf("  %.*s\n", (int)t->line[i].len, t->text.p + t->line[i].at);
    if (!t->lines) puts("  Nothing has happened yet.");
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
    printf("  %s : %u way%s\n", g->head, (unsigned)g->count, g->count == 1 ? "" : "s");
    for (const char *p = g->tail; p && *p;) {
        size_t n = strcspn(p, ",");
        printf("      %.*s\n", (int)n, p);
        p += n + (p[n] ? 2 : 0);
    }
    if (g->count > most) printf("      ... narrow it down with a space: ? %s e3\n", g->head);
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
    if (!groups) puts(*filter ? "  Nothing like that is possible now." : "  Nothing is possible now.");
    for (int i = 0; i < groups; i++) free(all[i].tail);
    free(move);
}

/* ---- how it stands ---- */

static const char *row_name(const struct table *t, const struct score *sc, int row, int viewer, char buf[TELL_NAME])
{
    if (!sc->who) return tell_name(t, row, viewer, buf);
    return strcmp(sc->who, "group") == 0 ? "the group" : "the Otoma";
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
    printf("  %-24s%8s", "", "total");
    for (int k = 0; g->parts[k]; k++) printf("%*s", (int)strlen(g->parts[k]) + 3, g->parts[k]);
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
        for (int k = 0; g->parts[k]; k++) printf("%*d", (int)strlen(g->parts[k]) + 3, (int)sc.part[k]);
        putchar('\n');
    }
    if (left_out) printf("  ... and %d more\n", left_out);
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
        printf("%s%s: %d", i ? "   " : "", row_name(t, &sc, row[i], viewer, buf), (int)sc.total);
        if (n > CROWD && row[i] == viewer) printf(" (%d. of %d)", i + 1, n);
    }
}

/* ---- the end ---- */

/* Who won, in one sentence. */
static void print_winners(struct table *t, int viewer, const bool *win, int rows)
{
    const struct game *g = t->head.game;
    struct score sc;
    int winners = 0, at = 0;
    for (int i = 0; i < rows; i++) winners += win[i];
    for (int i = 0; i < rows; i++) {
        char buf[TELL_NAME];
        if (!win[i]) continue;
        g->score(table_state(t), i, &sc);
        const char *name = row_name(t, &sc, i, viewer, buf);
        fputs(at == 0 ? "" : at + 1 == winners ? " and " : ", ", stdout);
        if (at++ == 0) printf("%c%s", name[0] >= 'a' && name[0] <= 'z' ? name[0] - 32 : name[0], name + 1);
        else fputs(name, stdout);
    }
    bool plural = winners > 1 || (sc.who && strcmp(sc.who, "otoma") == 0) || (viewer >= 0 && !sc.who && win[viewer]);
    if (winners == 1) printf(plural ? " win" : " wins");
    else printf(" share the victory");
}

void tell_result(struct table *t, int viewer)
{
    const struct game *g = t->head.game;
    const struct state *s = table_state(t);
    bool win[MAX_SEATS + 1];
    int rows = g->rows(s);
    struct score sc;
    match_winners(g, s, win);
    g->score(s, 0, &sc);
    printf("The game is over after %u %ss.\n\n", s->round, g->round);
    tell_scores(t, viewer);
    if (viewer >= 0) items_print(g, s, match_row(g, s, viewer), "\nYour points:");
    putchar('\n');
    if (sc.level) {
        char buf[TELL_NAME];
        bool vowel = strchr("aeiou", sc.level[0]) != NULL;
        printf("%d point%s: %s %s %s %s.\n", (int)sc.total, sc.total == 1 ? "" : "s", tell_name(t, 0, viewer, buf),
               viewer == 0 ? "are" : "is", vowel ? "an" : "a", sc.level);
        return;
    }
    print_winners(t, viewer, win, rows);
    for (int i = 0; i < rows; i++)
        if (win[i]) {
            g->score(s, i, &sc);
            break;
        }
    printf(" with %d point%s.\n", (int)sc.total, sc.total == 1 ? "" : "s");
}

/* ---- how to type it ---- */
