/* settings.c -- see settings.h. */
#include "settings.h"

#include "../core/day.h"
#include "../core/name.h"
#include "../games/scenario.h"
#include "../puzzle/make.h"
#include "memory.h"

#include <string.h>

static const char *const speed_names[] = {"live", "relaxed", "days", NULL};
static const char *const size_names[] = {"tiny", "long", NULL};

enum { TINY = 5, LONG = 9 };

static char *copy(const char *p, size_t n)
{
    char *c = memory_take(n + 1);
    memcpy(c, p, n);
    return c;
}

/* ---- boards ---- */

/* A whole sheet or scenario as text, checked. */
static const char *read_text(const struct board_kind *kind, const char *text, size_t n, struct board *board)
{
    struct board_reader r;
    board_begin(&r, kind, board);
    while (n) {
        const char *end = memchr(text, '\n', n);
        size_t line = end ? (size_t)(end - text) : n, whole = line + (end != NULL);
        if (!words_utf8(text, line)) return "The board is not valid UTF-8 text.";
        const char *why = board_line(&r, text, words_trim(text, line));
        if (why) return why;
        text += whole;
        n -= whole;
    }
    const char *why = board_close(&r);
    return why ? why : kind->check(board);
}

/* The board as it is written. */
static void keep_text(struct settings *s, const struct board *board)
{
    struct out o = {.p = memory_take(SETTINGS_TEXT), .size = SETTINGS_TEXT};
    s->game->board->write(board, &o);
    GAME_ASSERT(o.len < o.size);
    s->text = copy(o.p, o.len);
    memory_give(o.p);
}

void settings_make(struct settings *s)
{
    struct board board;
    memset(&board, 0, sizeof board);
    scenario_make(scenario_in(&board), s->cols, (enum grade)s->grade, fair_map_seed(s->salt));
    keep_text(s, &board);
}

/* ---- reading ---- */

static const char no_table[] = "These are no settings of a table.";

/* What the lines said so far. */
struct reader {
    struct settings *set;
    bool wish;         /* not kept yet: everything is checked, and some may be missing */
    bool mode, speed;  /* was there */
    int seats;         /* 0: was not there */
    struct words text; /* the board as it stands there; at NULL: was not there */
};

static bool same(struct words w, const char *word)
{
    size_t n = strlen(word);
    return (size_t)(w.end - w.at) == n && memcmp(w.at, word, n) == 0;
}

static const char *read_game(struct reader *r, struct words value)
{
    struct settings *s = r->set;
    s->game = game_find(value.at, (size_t)(value.end - value.at));
    if (!s->game) return "`game` is not the name of a game that is played here.";
    for (int i = 0; s->game->options[i].name; i++) s->option[i] = s->game->options[i].usual;
    return NULL;
}

static const char *read_mode(struct reader *r, struct words value)
{
    const struct mode *m = r->set->game->modes;
    while (m->name && !same(value, m->name)) m++;
    if (!m->name) return "This game has no such mode.";
    r->set->mode = (uint8_t)(m - r->set->game->modes);
    r->mode = true;
    return NULL;
}

static const char *read_seats(struct reader *r, struct words value)
{
    r->seats = words_number(&value, MAX_SEATS);
    return r->seats < 1 || !words_done(&value) ? "`seats` is a number from 1 to 100." : NULL;
}

static const char *read_option(struct reader *r, struct words name, struct words value)
{
    const struct option *o = r->set->game->options;
    while (o->name && !same(name, o->name)) o++;
    if (!o->name) return "This game has no such option.";
    int v = words_number(&value, INT16_MAX);
    if (v < o->min || v > o->max || !words_done(&value)) return "An option is out of its range.";
    r->set->option[o - r->set->game->options] = (int16_t)v;
    return NULL;
}

static const char *read_made(struct reader *r, struct words *value)
{
    struct settings *s = r->set;
    if (s->game->board != &scenario_kind) return "Only maps are made anew.";
    int size = words_pick(value, size_names);
    if (size < 0) return "The size of a map is tiny or long.";
    int grade = -1;
    for (int i = 0; i < GRADES && grade < 0; i++)
        if (words_take(value, grade_names[i])) grade = i;
    if (grade < 0) return "The grade of a map is gentle, fair, tricky or fiendish.";
    s->source = BOARD_MADE;
    s->cols = size ? LONG : TINY;
    s->grade = (uint8_t)grade;
    s->maker = MAKE_VERSION;
    if (!r->wish) {
        struct words maker = {value->at + 1, value->end};
        if (words_done(value) || *value->at != 'g') return no_table;
        s->maker = (uint8_t)words_number(&maker, UINT8_MAX);
        *value = maker;
    }
    return words_done(value) ? NULL : no_table;
}

static const char *read_named(struct reader *r, struct words name)
{
    struct settings *s = r->set;
    struct board found;
    size_t n = (size_t)(name.end - name.at);
    if (n >= sizeof s->name || !s->game->board->builtin(&found, s->game->name, name.at, n))
        return "There is no built-in board of that name.";
    memcpy(s->name, name.at, n);
    s->source = BOARD_NAMED;
    return NULL;
}

static const char *read_board(struct reader *r, struct words value)
{
    if (!r->set->game->board) return "This game has no board to choose.";
    if (words_take(&value, "name")) return read_named(r, value);
    if (words_take(&value, "made")) return read_made(r, &value);
    r->set->source = BOARD_OWN;
    return words_take(&value, "own") && words_done(&value) ? NULL : no_table;
}

static const char *read_speed(struct reader *r, struct words value)
{
    struct settings *s = r->set;
    int k = words_pick(&value, speed_names), n = k < 0 || k == SPEED_RELAXED ? 0 : words_number(&value, 1000);
    if (k < 0) return "The kind of `speed` is live, relaxed or days.";
    if (k == SPEED_LIVE && (n < 10 || n > 900)) return "A live round takes 10 to 900 seconds.";
    if (k == SPEED_DAYS && (n < 1 || n > 14)) return "A slow round takes 1 to 14 days.";
    s->speed = (uint8_t)k;
    s->seconds = (uint32_t)(k == SPEED_DAYS ? n * 86400 : n);
    r->speed = true;
    return words_done(&value) ? NULL : no_table;
}

static const char *read_listed(struct reader *r, struct words value)
{
    r->set->listed = words_take(&value, "yes");
    return r->set->listed || words_take(&value, "no") ? NULL : no_table;
}

static const char *read_hints(struct reader *r, struct words value)
{
    r->set->hintless = words_take(&value, "no");
    return r->set->hintless || words_take(&value, "yes") ? NULL : no_table;
}

static const char *read_fairness(struct reader *r, struct words value)
{
    r->set->plain = words_take(&value, "no");
    return r->set->plain || words_take(&value, "yes") ? NULL : no_table;
}

static const char *read_word(struct words value, char *to, size_t size)
{
    size_t n = (size_t)(value.end - value.at);
    if (n >= size) return no_table;
    memcpy(to, value.at, n);
    return NULL;
}

/* One line; the board's text is taken by read_lines. */
static const char *read_line(struct reader *r, struct words key, struct words value)
{
    struct settings *s = r->set;
    if (same(key, "game")) return s->game ? no_table : read_game(r, value);
    if (!s->game) return no_table;
    if (same(key, "mode")) return read_mode(r, value);
    if (same(key, "seats")) return read_seats(r, value);
    if (words_take(&key, "option")) return read_option(r, key, value);
    if (same(key, "board")) return read_board(r, value);
    if (same(key, "speed")) return read_speed(r, value);
    if (same(key, "listed")) return read_listed(r, value);
    if (same(key, "hints")) return read_hints(r, value);
    if (same(key, "fairness")) return read_fairness(r, value);
    if (r->wish) return no_table;
    if (same(key, "promise")) return (s->unpromised = same(value, "no")) ? NULL : no_table;
    if (same(key, "daily"))
        return day_read(value.at, (size_t)(value.end - value.at), &s->day) && s->day ? NULL : no_table;
    if (same(key, "owner")) return read_word(value, s->owner, sizeof s->owner);
    if (same(key, "code")) return read_word(value, s->code, sizeof s->code);
    if (same(key, "salt")) return fair_read_hex(value.at, (size_t)(value.end - value.at), s->salt) ? NULL : no_table;
    return no_table;
}

static const char *read_lines(struct reader *r, const char *at, const char *end)
{
    for (bool first = true; at < end; first = false) {
        const char *lf = memchr(at, '\n', (size_t)(end - at));
        if (!lf) return no_table;
        struct words line = {at, lf}, key = line;
        at = lf + 1;
        if (first) {
            if (!same(line, "tambo-table 1")) return no_table;
            continue;
        }
        while (line.at < lf && *line.at != ':') line.at++;
        if (lf - line.at < 2 || line.at[1] != ' ') return no_table;
        key.end = line.at;
        line.at += 2;
        if (same(key, "text")) {
            int n = words_number(&line, 1 << 20);
            if (n < 0 || end - at < n + 1 || at[n] != '\n') return no_table;
            r->text = (struct words){at, at + n};
            at += n + 1;
            continue;
        }
        const char *why = read_line(r, key, line);
        if (why) return why;
    }
    return r->set->game ? NULL : no_table;
}

/* How many sit, and how: what was not said is what is usual. */
static const char *fit_seats(struct reader *r)
{
    struct settings *s = r->set;
    const struct mode *m = s->game->modes + s->mode;
    int n = r->seats;
    if (r->mode && !n) n = m->min;
    if (!n) n = 2;
    while (!r->mode && m->name && (n < m->min || n > m->max)) m++;
    if (!m->name) return "This game is not for so many seats.";
    if (n < m->min || n > m->max) return "This mode is not for so many seats.";
    s->mode = (uint8_t)(m - s->game->modes);
    s->seats = (uint8_t)n;
    return NULL;
}

static const char *fit_board(struct reader *r)
{
    struct settings *s = r->set;
    const struct board_kind *kind = s->game->board;
    struct board board;
    const char *why;
    if (!r->wish) {
        if (r->text.at) s->text = copy(r->text.at, (size_t)(r->text.end - r->text.at));
        return NULL;
    }
    if (kind && s->source == BOARD_NONE)
        return kind == &scenario_kind ? read_board(r, words_of("made long fair", 14)) : read_named(r, words_of("a", 1));
    if (s->source != BOARD_OWN) return NULL;
    if (r->text.at) why = read_text(kind, r->text.at, (size_t)(r->text.end - r->text.at), &board);
    else why = no_table;
    if (!why) keep_text(s, &board);
    return why;
}

static const char *read_all(struct settings *s, const char *text, size_t n, bool wish)
{
    struct reader r = {.set = s, .wish = wish};
    struct head h;
    memset(s, 0, sizeof *s);
    s->speed = SPEED_RELAXED;
    const char *why = read_lines(&r, text, text + n);
    if (!why) why = fit_seats(&r);
    if (!why) why = fit_board(&r);
    if (!why && wish && s->source != BOARD_MADE) why = settings_board(s, &h);
    if (why) settings_drop(s);
    return why;
}

const char *settings_wish(struct settings *s, const char *text, size_t n) { return read_all(s, text, n, true); }

bool settings_read(struct settings *s, const char *text, size_t n) { return !read_all(s, text, n, false); }

void settings_drop(struct settings *s)
{
    memory_give(s->text);
    s->text = NULL;
}

/* ---- writing ---- */

static void line(struct out *o, const char *key, const char *value)
{
    out_str(o, key);
    out_str(o, ": ");
    out_str(o, value);
    out_char(o, '\n');
}

static void line_number(struct out *o, const char *key, uint32_t value)
{
    out_str(o, key);
    out_str(o, ": ");
    out_uint(o, value);
    out_char(o, '\n');
}

static void write_board(const struct settings *s, struct out *o)
{
    char map[64];
    if (s->source == BOARD_NONE) return;
    out_str(o, s->source == BOARD_NAMED ? "board: name " : s->source == BOARD_MADE ? "board: made " : "board: own");
    if (s->source == BOARD_NAMED) out_str(o, s->name);
    if (s->source == BOARD_MADE) out_str(o, settings_map(s, map));
    out_char(o, '\n');
}

void settings_write(const struct settings *s, struct out *o)
{
    out_str(o, "tambo-table 1\n");
    line(o, "game", s->game->name);
    line(o, "mode", s->game->modes[s->mode].name);
    line_number(o, "seats", s->seats);
    for (int i = 0; s->game->options[i].name; i++) {
        out_str(o, "option ");
        line_number(o, s->game->options[i].name, (uint32_t)s->option[i]);
    }
    write_board(s, o);
    out_str(o, "speed: ");
    out_str(o, speed_names[s->speed]);
    if (s->speed != SPEED_RELAXED) out_char(o, ' ');
    if (s->speed != SPEED_RELAXED) out_uint(o, s->speed == SPEED_DAYS ? s->seconds / 86400 : s->seconds);
    out_char(o, '\n');
    line(o, "listed", s->listed ? "yes" : "no");
    if (s->hintless) line(o, "hints", "no");
    if (s->plain) line(o, "fairness", "no");
    line(o, "owner", s->owner);
    line(o, "code", s->code);
    out_str(o, "salt: ");
    out_digits(o, s->salt, FAIR_SALT);
    out_char(o, '\n');
    char day[DAY_TEXT];
    if (s->day) day_write(s->day, day), line(o, "daily", day);
    if (s->unpromised) line(o, "promise", "no");
    if (!s->text) return;
    line_number(o, "text", (uint32_t)strlen(s->text));
    out_str(o, s->text);
    out_char(o, '\n');
}

/* ---- showing ---- */

static void show_options(const struct settings *s, struct out *o)
{
    out_key(o, "options");
    out_char(o, '{');
    for (int i = 0; s->game->options[i].name; i++) out_key_int(o, s->game->options[i].name, s->option[i]);
    out_char(o, '}');
}

static void show_board(const struct settings *s, struct out *o)
{
    out_key(o, "board");
    out_char(o, '{');
    if (s->source == BOARD_NAMED) out_key_str(o, "name", s->name);
    if (s->source == BOARD_OWN) out_key_bool(o, "own", true);
    if (s->source == BOARD_MADE) {
        out_key_str(o, "size", size_names[s->cols == LONG]);
        out_key_str(o, "grade", grade_names[s->grade]);
    }
    out_char(o, '}');
}

void settings_show(const struct settings *s, struct out *o)
{
    out_key_str(o, "game", s->game->name);
    out_key_str(o, "mode", s->game->modes[s->mode].name);
    out_key_int(o, "seats", s->seats);
    show_board(s, o);
    show_options(s, o);
    out_key(o, "speed");
    out_char(o, '{');
    out_key_str(o, "kind", speed_names[s->speed]);
    if (s->speed == SPEED_LIVE) out_key_int(o, "seconds", s->seconds);
    if (s->speed == SPEED_DAYS) out_key_int(o, "days", s->seconds / 86400);
    out_char(o, '}');
    out_key_bool(o, "public", s->listed);
    out_key_bool(o, "hints", !s->hintless);
    if (s->plain) out_key_bool(o, "fairness", false);
    char day[DAY_TEXT];
    if (s->day) day_write(s->day, day), out_key_str(o, "daily", day);
}

const char *settings_map(const struct settings *s, char text[64])
{
    if (s->source != BOARD_MADE) return NULL;
    struct out o = {.p = text, .size = 64};
    out_str(&o, size_names[s->cols == LONG]);
    out_char(&o, ' ');
    out_str(&o, grade_names[s->grade]);
    out_str(&o, " g");
    out_uint(&o, s->maker);
    out_end(&o);
    return text;
}

const char *settings_board(const struct settings *s, struct head *h)
{
    const struct board_kind *kind = s->game->board;
    memset(h, 0, sizeof *h);
    h->game = s->game;
    h->kind = kind;
    setup_new(&h->setup, s->game); /* a table that has not begun has the newest rules */
    h->setup.mode = s->mode;
    h->setup.players = s->seats;
    memcpy(h->setup.option, s->option, sizeof s->option);
    if (s->source == BOARD_NAMED) {
        kind->builtin(&h->setup.board, s->game->name, s->name, strlen(s->name));
        memcpy(h->board_name, s->name, sizeof h->board_name);
    } else if (s->text) {
        const char *why = read_text(kind, s->text, strlen(s->text), &h->setup.board);
        if (why) return why;
    }
    return s->game->refuse(&h->setup);
}

const char *settings_name(const char *text, char *name, size_t size)
{
    struct words part;
    const char *why = name_refuse(text, text ? strlen(text) : 0, &part);
    if (why) return why;
    size_t n = (size_t)(part.end - part.at);
    GAME_ASSERT(n < size);
    memcpy(name, part.at, n);
    name[n] = 0;
    return NULL;
}
