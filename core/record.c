/* record.c -- see record.h. The header part collects lines in any order and
 * judges them together at `--`; the event part applies each line to the
 * position and compares `=` lines with the facts that followed. */
#include "record.h"

#include <string.h>

enum { SEEN_FIRST = 1, SEEN_GAME = 2, SEEN_RULES = 4, SEEN_MODE = 8, SEEN_PLAYERS = 16, SEEN_BOARD = 32 };

static bool fail_at(struct record *r, uint32_t line, const char *why)
{
    if (!r->fault) r->fault_line = line ? line : 1, r->fault = why;
    return false;
}

static bool fail(struct record *r, const char *why) { return fail_at(r, r->line, why); }

static bool same(const char *p, size_t n, const char *word) { return strlen(word) == n && memcmp(p, word, n) == 0; }

void record_begin(struct record *r)
{
    void (*on_move)(void *, const struct state *, int, Move) = r->on_move;
    void *ctx = r->ctx;
    memset(r, 0, sizeof *r);
    r->on_move = on_move;
    r->ctx = ctx;
}

/* ---- header ---- */

static bool once(struct record *r, uint32_t bit)
{
    if (r->seen & bit) return fail(r, "This line may stand only once. [notation]");
    r->seen |= bit;
    return true;
}

static bool take_mode(struct record *r, const char *v, size_t n)
{
    for (int g = 0; games[g]; g++)
        for (const struct mode *m = games[g]->modes; m->name; m++)
            if (same(v, n, m->name)) {
                r->mode = m->name;
                return once(r, SEEN_MODE);
            }
    return fail(r, "No game has this mode. [notation]");
}

static bool take_players(struct record *r, const char *v, size_t n)
{
    struct words w = words_of(v, n);
    r->players = words_number(&w, MAX_SEATS);
    if (r->players < 1 || !words_done(&w)) return fail(r, "Expected a number of players from 1 to 100. [notation]");
    return once(r, SEEN_PLAYERS);
}

/* Which of the versions this game knows is asked at `--`, when the game is known. */
static bool take_rules(struct record *r, const char *v, size_t n)
{
    struct words w = words_of(v, n);
    int version = words_number(&w, UINT8_MAX);
    const char *why = "";
    for (int g = 0; games[g] && why; g++) why = game_refuse_rules(words_done(&w) ? version : 0, games[g]->rules);
    if (why) return fail(r, why);
    r->head.setup.rules = (uint8_t)version;
    return once(r, SEEN_RULES);
}

static bool take_seat(struct record *r, struct words *key, const char *v, size_t n)
{
    int seat = words_number(key, MAX_SEATS) - 1;
    if (seat < 0 || !words_done(key)) return fail(r, "Expected `seat N: NAME` with N from 1 to 100. [notation]");
    if (seats_has(r->named, seat)) return fail(r, "This seat has a name already. [notation]");
    if (n > sizeof r->names - r->names_len) return fail(r, "The seat names are too long altogether. [notation]");
    seats_add(&r->named, seat);
    char *p = r->names + r->names_len;
    memcpy(p, v, n);
    r->names_len += n;
    r->head.name[seat] = (struct name){p, n};
    return true;
}

/* Does the game have the options named so far? Asked as soon as both are known. */
static bool options_fit(struct record *r)
{
    for (int i = 0; r->head.game && i < r->options; i++) {
        const struct option *o = r->head.game->options;
        while (o->name && strcmp(o->name, r->option[i].name) != 0) o++;
        if (!o->name) return fail_at(r, r->option[i].line, "This game does not have that option. [notation]");
        r->head.setup.option[o - r->head.game->options] = r->option[i].value;
    }
    return true;
}

static bool take_game(struct record *r, const char *v, size_t n)
{
    const struct game *g = game_find(v, n);
    if (!g) return fail(r, "There is no game of this name here. [notation]");
    if (!once(r, SEEN_GAME)) return false;
    r->head.game = g;
    for (int i = 0; g->options[i].name; i++) r->head.setup.option[i] = g->options[i].usual;
    return options_fit(r);
}

static bool take_option(struct record *r, struct words *key, const char *v, size_t n)
{
    for (int g = 0; games[g]; g++)
        for (const struct option *o = games[g]->options; o->name; o++) {
            if (!same(key->at, (size_t)(key->end - key->at), o->name)) continue;
            struct words w = words_of(v, n);
            int value = words_number(&w, o->max);
            if (value < o->min || !words_done(&w)) return fail(r, "No game allows this value. [notation]");
            for (int i = 0; i < r->options; i++)
                if (strcmp(r->option[i].name, o->name) == 0)
                    return fail(r, "This line may stand only once. [notation]");
            GAME_ASSERT(r->options < MAX_OPTIONS);
            r->option[r->options].name = o->name;
            r->option[r->options].line = r->line;
            r->option[r->options++].value = (int16_t)value;
            return options_fit(r);
        }
    return fail(r, "No game has this option. [notation]");
}

static bool take_board(struct record *r, const struct board_kind *kind, const char *v, size_t n)
{
    int which = 0;
    while (board_kinds[which] != kind) which++;
    if (!once(r, (uint32_t)SEEN_BOARD << which)) return false;
    r->head.kind = r->head.kind && r->head.kind != kind ? NULL : kind; /* NULL with a line seen: two kinds */
    r->board_line = r->line;
    if (n == 0) {
        r->in_board = true;
        board_begin(&r->reader, kind, &r->head.setup.board);
        return true;
    }
    if (n >= sizeof r->head.board_name || !kind->builtin(&r->head.setup.board, NULL, v, n))
        return fail(r, "There is no built-in board of this name. [notation]");
    memcpy(r->head.board_name, v, n);
    r->head.board_name[n] = 0;
    return true;
}

static bool close_board(struct record *r)
{
    r->in_board = false;
    r->board_fault = board_close(&r->reader);
    if (r->board_fault) return true;
    const char *why = r->reader.kind->check(&r->head.setup.board);
    return why ? fail_at(r, r->board_line, why) : true;
}

static bool header_line(struct record *r, const char *p, size_t n)
{
    const char *colon = memchr(p, ':', n);
    if (!colon) return fail(r, "Expected a header line `NAME: VALUE` or `--`. [notation]");
    size_t k = (size_t)(colon - p);
    const char *v = colon + 1;
    size_t vn = n - k - 1;
    if (vn && *v++ != ' ') return fail(r, "Expected one space behind the colon. [notation]");
    if (vn) vn--;

    struct words key = words_of(p, k);
    if (k && p[k - 1] == ' ') return fail(r, "Expected no space before the colon. [notation]");
    if (same(p, k, "game")) return take_game(r, v, vn);
    if (same(p, k, "rules")) return take_rules(r, v, vn);
    if (same(p, k, "mode")) return take_mode(r, v, vn);
    if (same(p, k, "players")) return take_players(r, v, vn);
    if (words_take(&key, "seat")) return take_seat(r, &key, v, vn);
    if (words_take(&key, "option")) return take_option(r, &key, v, vn);
    const struct board_kind *kind = board_kind_find(p, k);
    if (kind) return take_board(r, kind, v, vn);
    return fail(r, "This header line is not known. [notation]");
}

/* `--`: do the lines fit together? */
static const char *fit(struct record *r)
{
    static const struct {
        uint32_t bit;
        const char *why;
    } need[] = {{SEEN_GAME, "The line `game:` is missing. [notation]"},
                {SEEN_RULES, "The line `rules:` is missing. [notation]"},
                {SEEN_MODE, "The line `mode:` is missing. [notation]"},
                {SEEN_PLAYERS, "The line `players:` is missing. [notation]"}};
    for (size_t i = 0; i < sizeof need / sizeof *need; i++)
        if (!(r->seen & need[i].bit)) return need[i].why;
    const struct game *g = r->head.game;
    struct setup *u = &r->head.setup;
    if (r->board_fault) return r->board_fault;
    size_t bn = strlen(r->head.board_name);
    if (r->head.kind != g->board || (bn && !g->board->builtin(&u->board, g->name, r->head.board_name, bn)))
        return r->seen >= SEEN_BOARD ? "This game does not have that board. [notation]"
                                     : "The line `sheet:` or `scenario:` is missing. [notation]";
    const struct mode *m = g->modes;
    while (m->name && strcmp(m->name, r->mode) != 0) m++;
    if (!m->name) return "This game does not have that mode. [notation]";
    if (r->players < m->min || r->players > m->max) return "This mode is not for that number of players. [notation]";
    u->mode = (uint8_t)(m - g->modes);
    u->players = (uint8_t)r->players;
    for (int i = r->players; i < MAX_SEATS; i++)
        if (seats_has(r->named, i)) return "A seat has a name but no player. [notation]";
    return g->refuse(u);
}

static bool start(struct record *r)
{
    const struct game *g = r->head.game;
    const char *why = fit(r);
    if (why) return fail(r, why);
    r->size = g->size(&r->head.setup);
    GAME_ASSERT(r->size <= STATE_MAX);
    g->start(record_state(r), &r->head.setup);
    r->started = true;
    return true;
}

/* ---- events ---- */

static void keep_fact(void *ctx, const struct state *s, Move m)
{
    struct record *r = ctx;
    GAME_ASSERT(r->facts < RECORD_FACTS);
    r->fact[r->facts++] = m;
    if (r->on_move) r->on_move(r->ctx, s, NATURE, m);
}

static bool score_line(struct record *r, struct words *w)
{
    const struct game *g = r->head.game;
    const struct state *s = record_state(r);
    struct score sc;
    size_t n;
    const char *p = words_peek(w, &n);
    struct words who = words_of(p, n);
    int row = -1, seat = words_number(&who, MAX_SEATS);
    for (int i = 0; i < g->rows(s); i++) {
        g->score(s, i, &sc);
        if (sc.who ? same(p, n, sc.who) : seat == i + 1) {
            row = i;
            break;
        }
    }
    if (row < 0) return fail(r, "Expected `= score` with a seat of this game, otoma or group. [notation]");
    words_skip(w);
    p = words_peek(w, &n);
    bool minus = n > 1 && *p == '-';
    if (minus) w->at++;
    int total = words_number(w, 1000000);
    if (total < 0 || (minus && total == 0) || !words_done(w)) return fail(r, "Expected a total. [notation]");
    if ((minus ? -total : total) != sc.total) return fail(r, "The score is another one at this point. [notation]");
    return true;
}

static bool fact_line(struct record *r, struct words *w)
{
    if (words_take(w, "score")) return score_line(r, w);
    const struct game *g = r->head.game;
    size_t n = (size_t)(w->end - w->at);
    for (int i = 0; i < r->facts; i++) {
        char text[96];
        struct out o = {.p = text, .size = sizeof text};
        if (g->mark(r->fact[i]) != '=') continue;
        g->write(record_state(r), NATURE, &r->fact[i], 1, &o);
        if (o.len == n && memcmp(text, w->at, n) == 0) return true;
    }
    return fail(r, "This does not follow from the line above. [notation]");
}

static bool event_line(struct record *r, const char *p, size_t n)
{
    const struct game *g = r->head.game;
    struct state *s = record_state(r);
    struct words w = words_of(p, n);
    if (words_take(&w, "=")) return fact_line(r, &w);
    int seat = NATURE;
    if (!words_take(&w, "*")) {
        seat = words_number(&w, MAX_SEATS) - 1;
        if (seat < 0) return fail(r, "Expected `*`, `=` or the number of a seat. [notation]");
        if (seat >= s->players) return fail(r, "There is no such seat in this game. [notation]");
    }
    Move m[MAX_LINE_MOVES];
    const char *why = NULL;
    int count = g->read(s, seat, &w, m, &why);
    GAME_ASSERT(count <= MAX_LINE_MOVES && (count || why));
    if (count == 0) return fail(r, why);
    if (!words_done(&w)) return fail(r, "There are too many words in this line. [notation]");
    r->facts = 0;
    for (int i = 0; i < count; i++) {
        why = g->objection(s, seat, m[i]);
        if (why) return fail(r, why);
        if (r->on_move) r->on_move(r->ctx, s, seat, m[i]);
        g->apply(s, seat, m[i]);
    }
    match_settle(g, s, keep_fact, r);
    return true;
}

/* ---- lines ---- */

bool record_line(struct record *r, const char *p, size_t n)
{
    if (r->fault) return false;
    r->line++;
    if (n > RECORD_LINE + 1 || words_trim(p, n) > RECORD_LINE)
        return fail(r, "The line is longer than 65536 bytes. [notation]");
    if (!words_utf8(p, n)) return fail(r, "The line is not valid UTF-8 text. [notation]");
    n = words_trim(p, n);
    if (r->in_board) {
        if (same(p, n, "end") && board_may_end(&r->reader)) return close_board(r);
        const char *why = board_line(&r->reader, p, n);
        return why ? fail(r, why) : true;
    }
    if (n == 0 || p[0] == '#') return true;
    if (!(r->seen & SEEN_FIRST)) {
        if (!same(p, n, "tambo-record 1")) return fail(r, "Expected `tambo-record 1` in the first line. [notation]");
        r->seen |= SEEN_FIRST;
        return true;
    }
    if (r->started) return event_line(r, p, n);
    return same(p, n, "--") ? start(r) : header_line(r, p, n);
}

bool record_finish(struct record *r)
{
    if (r->fault) return false;
    if (r->in_board) return fail(r, "The line `end` is missing. [notation]");
    if (!r->started) return fail(r, "The line `--` is missing. [notation]");
    return true;
}

/* ---- writing ---- */

static void header(struct out *o, const char *key, const char *value)
{
    out_str(o, key);
    out_str(o, ": ");
    out_str(o, value);
    out_char(o, '\n');
}

void record_write_lines(const struct head *h, bool board, struct out *o)
{
    const struct game *g = h->game;
    out_str(o, "tambo-record 1\n");
    header(o, "game", g->name);
    out_str(o, "rules: ");
    out_int(o, h->setup.rules);
    out_char(o, '\n');
    header(o, "mode", g->modes[h->setup.mode].name);
    out_str(o, "players: ");
    out_int(o, h->setup.players);
    out_char(o, '\n');
    if (!board) {
        /* it is not for everybody */
    } else if (g->board && h->board_name[0]) {
        header(o, g->board->key, h->board_name);
    } else if (g->board) {
        out_str(o, g->board->key);
        out_str(o, ":\n");
        g->board->write(&h->setup.board, o);
        out_str(o, "end\n");
    }
    for (int i = 0; g->options[i].name; i++) {
        if (h->setup.option[i] == g->options[i].usual) continue;
        out_str(o, "option ");
        out_str(o, g->options[i].name);
        out_str(o, ": ");
        out_int(o, h->setup.option[i]);
        out_char(o, '\n');
    }
    for (int i = 0; i < h->setup.players; i++) {
        if (!h->name[i].p) continue;
        out_str(o, "seat ");
        out_int(o, i + 1);
        out_str(o, h->name[i].n ? ": " : ":");
        out_bytes(o, h->name[i].p, h->name[i].n);
        out_char(o, '\n');
    }
}

void record_write_head(const struct head *h, struct out *o)
{
    record_write_lines(h, true, o);
    out_str(o, "--\n");
}

int record_write_line(const struct game *g, const struct state *s, int seat, const Move *m, int n, struct out *o)
{
    if (seat == NATURE) {
        char mark = g->mark(m[0]);
        if (mark == '~') return 1;
        out_char(o, mark);
    } else {
        out_int(o, seat + 1);
    }
    out_char(o, ' ');
    int used = g->write(s, seat, m, n, o);
    GAME_ASSERT(used > 0 && used <= n);
    out_char(o, '\n');
    return used;
}
