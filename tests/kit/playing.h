/* playing.h -- what tests that play random matches share: random boards and
 * set-ups, the history of a match, its record as text and back. It checks nothing
 * itself; a fault in what it needs ends the program. It also is the host of
 * game_assert(). laws.c and test_secrets.c include it, once per program. */
#ifndef TESTS_PLAYING_H
#define TESTS_PLAYING_H

#include "../../core/record.h"
#include "../../games/sheet.h"
#include "../../games/tiwanaku.h"
#include "../../puzzle/make.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    printf("%s:%d: %s does not hold\n", file, line, what);
    abort();
}

static inline void need(bool ok, const char *what)
{
    if (ok) return;
    printf("the test itself failed: %s\n", what);
    exit(1);
}

static inline bool one_in(struct rng *r, uint32_t n) { return n <= 1 || rng_below(r, n) == 0; }

/* ---- the history of a match ---- */

enum { HISTORY = 1 << 16 }; /* no match is longer */

struct event {
    int seat;
    Move move;
};

struct history {
    int n;
    struct event e[HISTORY];
};

static inline void history_add(struct history *h, int seat, Move m)
{
    need(h->n < HISTORY, "a match is too long");
    h->e[h->n++] = (struct event){seat, m};
}

/* ---- boards ---- */

static const char *const odd_names[] = {
    "Ana",          "",
    "bot strong",   "\"quoted\" \\ back",
    "tab\there",    "\x01\x1f\x7f",
    "  lead",       "ünï ✓ \xf0\x9f\x8e\xb2",
    "# no comment", "a: b: c",
    "--",           "end",
    "= score 1 5",  "{[,:]}",
};
enum { ODD_NAMES = sizeof odd_names / sizeof *odd_names };

/* A board from its text, as a file would give it. */
static inline void board_read(struct board *b, const struct board_kind *kind, const char *text, size_t n)
{
    struct board_reader r;
    board_begin(&r, kind, b);
    for (const char *p = text, *end = text + n; p < end;) {
        const char *lf = memchr(p, '\n', (size_t)(end - p));
        need(lf && !board_line(&r, p, (size_t)(lf - p)), "a line of a board was refused");
        p = lf + 1;
    }
    need(!board_close(&r) && !kind->check(b), "a board was refused");
}

/* Which cells of a grid are spaces: from one to 64 of them, in many shapes. */
static inline void random_shape(char cell[16][17], int *cols, int *rows, struct rng *r)
{
    int left = SHEET_SPACES, kind = (int)rng_below(r, 8);
    *cols = 1 + (int)rng_below(r, 16), *rows = 1 + (int)rng_below(r, 16);
    if (kind == 0) *cols = *rows = 1 + 15 * (int)rng_below(r, 2); /* one space, alone or lost */
    if (kind == 1) *cols = *rows = 8;                             /* a full square */
    if (kind == 2) *cols = 4 << 2 * rng_below(r, 2), *rows = 64 / *cols;
    if (kind == 3) *cols = *rows = 16; /* 64 spaces, all isolated */
    if (kind == 4) *rows = 1;
    uint32_t density = 1 + rng_below(r, 8);
    for (int y = 0; y < *rows; y++)
        for (int x = 0; x < *cols; x++) {
            bool space = kind == 0   ? x == *cols - 1 && y == *rows / 2
                         : kind <= 2 ? true
                         : kind == 3 ? x % 2 == 0 && y % 2 == 0
                                     : rng_below(r, 8) < density;
            cell[y][x] = space && left > 0 ? '#' : '.';
            left -= cell[y][x] == '#';
        }
    if (left == SHEET_SPACES) cell[0][0] = '#';
}

static inline void random_sheet(struct board *b, const char *game, struct rng *r)
{
    char cell[16][17] = {{0}}, text[2048];
    int cols, rows, plain = 0;
    bool temple = strcmp(game, "temple") == 0;
    random_shape(cell, &cols, &rows, r);
    for (int i = 0; i < rows * cols; i++) plain += cell[i / cols][i % cols] == '#';
    uint32_t special = 1 + rng_below(r, 12); /* doors and lakes: many or few */
    for (int i = 0; i < rows * cols; i++) {
        char *c = &cell[i / cols][i % cols];
        if (!one_in(r, special) || (*c == '#' && plain == 1) || (temple && *c != '#')) continue;
        plain -= *c == '#';
        *c = temple ? 'D' : 'o';
    }
    size_t n = (size_t)snprintf(text, sizeof text, "tambo-sheet 1\ngame: %s\nname: %s\ngrid:\n", game,
                                odd_names[rng_below(r, ODD_NAMES)]);
    for (int y = 0; y < rows; y++) n += (size_t)snprintf(text + n, sizeof text - n, "%.*s\n", cols, cell[y]);
    board_read(b, &sheet_kind, text, n);
}

/* Making one takes many milliseconds, so a few are kept and come again. */
static inline void random_scenario(struct board *b, int cols, struct rng *r)
{
    static struct board kept[2][8];
    struct board *from = &kept[cols > 5][rng_below(r, 8)];
    if (!scenario_in(from)->starts || one_in(r, 64)) {
        memset(from, 0, sizeof *from);
        scenario_make(scenario_in(from), cols, (enum grade)rng_below(r, GRADES), rng_next(r));
    }
    *b = *from;
    const char *name = odd_names[rng_below(r, ODD_NAMES)];
    memcpy(scenario_in(b)->name, name, strlen(name));
}

/* A random built-in board of this game, its name in head->board_name. */
static inline void random_builtin(struct head *h, struct rng *r)
{
    const char *game, *name, *list[256];
    uint32_t n = 0;
    for (int i = 0; n < 256 && h->game->board->list(i, &game, &name); i++)
        if (strcmp(game, h->game->name) == 0) list[n++] = name;
    need(n > 0, "a game has no built-in board");
    name = list[rng_below(r, n)];
    need(h->game->board->builtin(&h->setup.board, h->game->name, name, strlen(name)), "a built-in board is missing");
    snprintf(h->board_name, sizeof h->board_name, "%s", name);
}

/* Any board of the game: built-in, or made here. */
static inline void random_board(struct head *h, struct rng *r)
{
    const struct game *g = h->game;
    h->board_name[0] = 0;
    if (!g->board) return;
    if (one_in(r, 3)) random_builtin(h, r);
    else if (g->board == &sheet_kind) random_sheet(&h->setup.board, g->name, r);
    else random_scenario(&h->setup.board, one_in(r, 2) ? 5 : 9, r);
    if (g->board != &scenario_kind || h->board_name[0] || !one_in(r, 4)) return;
    struct scenario *sc = scenario_in(&h->setup.board);
    uint8_t otomas = sc->otomas;
    sc->otomas = 0; /* where the rules let it (SCN-4) */
    if (g->refuse(&h->setup) || g->board->check(&h->setup.board)) sc->otomas = otomas;
}

/* Fills the head of a match: names, options and a board by chance. */
static inline void random_setup(struct head *h, const struct game *g, int mode, int players, struct rng *r)
{
    memset(h, 0, sizeof *h);
    h->game = g;
    h->kind = g->board;
    h->setup.mode = (uint8_t)mode;
    h->setup.players = (uint8_t)players;
    h->setup.rules = (uint8_t)(1 + rng_below(r, g->rules));
    for (int i = 0; g->options[i].name; i++) {
        const struct option *o = &g->options[i];
        int16_t any = (int16_t)(o->min + (int)rng_below(r, (uint32_t)(o->max - o->min + 1)));
        h->setup.option[i] = one_in(r, 2) ? o->usual : any;
    }
    for (int i = 0; i < players; i++) {
        const char *name = odd_names[rng_below(r, ODD_NAMES)];
        if (!one_in(r, 3)) h->name[i] = (struct name){name, strlen(name)};
    }
    random_board(h, r);
}

/* ---- seats ---- */

/* A random member of the set, which is not empty. */
static inline int random_seat(struct seats s, int players, struct rng *r)
{
    int i = (int)rng_below(r, (uint32_t)players);
    while (!seats_has(s, i)) i = (i + 1) % players;
    return i;
}

static inline int seats_count(struct seats s) { return __builtin_popcountll(s.w[0]) + __builtin_popcountll(s.w[1]); }

/* Will imagine() be quick here? It completes the hidden map by search, which now and
 * then takes a second or more; so the same search is tried first with the same random
 * numbers, for a few milliseconds. */
static inline bool can_imagine(const struct game *g, const struct state *seen, struct rng r)
{
    const struct tiwanaku *t = (const struct tiwanaku *)(const void *)seen;
    if (g->board != &scenario_kind || !t->open) return true;
    struct map m = {.cols = t->cols, .rows = MAP_ROWS};
    uint8_t total[MAP_TERRAINS + 1] = {0};
    unsigned i;
    memcpy(m.terrain, t->terrain, sizeof m.terrain);
    memcpy(m.crop, t->crop, sizeof m.crop);
    for (int k = 0; k < MAP_TERRAINS; k++) total[k + 1] = t->left[k];
    BITS_EACH(i, t->placed) total[t->terrain[i]]++;
    for (uint32_t budget = 2000; budget < 20000; budget += budget / 4)
        if (make_fill(&m, total, true, &r, budget)) return true;
    return false;
}

/* ---- records ---- */

static inline void out_reset(struct out *o, size_t size)
{
    if (!o->p) {
        o->p = malloc(size);
        o->size = size;
    }
    need(o->p != NULL, "no memory");
    o->len = 0;
}

/* The moves of events i..n as far as they belong to one run of NATURE's, or one move. */
static inline int run_of_moves(const struct history *h, int i, Move out[MAX_LINE_MOVES])
{
    int n = 0;
    do out[n++] = h->e[i].move;
    while (h->e[i++].seat == NATURE && i < h->n && h->e[i].seat == NATURE && n < MAX_LINE_MOVES);
    return n;
}

/* The whole record of a match, by the writer of core/record.h. */
static inline void write_record(const struct head *h, const struct history *all, struct out *o)
{
    static struct position pos;
    struct state *s = position_state(&pos);
    Move m[MAX_LINE_MOVES];
    h->game->start(s, &h->setup);
    record_write_head(h, o);
    for (int i = 0; i < all->n;) {
        int n = run_of_moves(all, i, m), seat = all->e[i].seat;
        n = record_write_line(h->game, s, seat, m, n, o);
        for (int k = 0; k < n; k++) h->game->apply(s, seat, m[k]);
        i += n;
    }
    need(o->len <= o->size, "a record is longer than its buffer");
}

/* How to disturb a record that is read, as bits. */
enum { DROP_FACTS = 1, CRLF = 2, COMMENTS = 4, SCORES = 8 };

struct reading {
    struct record record;
    struct history history; /* all moves, facts included */
};

static inline void reading_keep(void *ctx, const struct state *before, int seat, Move m)
{
    (void)before;
    history_add(&((struct reading *)ctx)->history, seat, m);
}

/* `= score WHO TOTAL` of a random row may stand anywhere behind `--`. */
static inline bool feed_score(struct record *r, struct rng *rng)
{
    char text[64];
    struct score sc;
    struct out o = {.p = text, .size = sizeof text};
    const struct game *g = r->head.game;
    int row = (int)rng_below(rng, (uint32_t)g->rows(record_state(r)));
    g->score(record_state(r), row, &sc);
    out_str(&o, "= score ");
    if (sc.who) out_str(&o, sc.who);
    else out_int(&o, row + 1);
    out_char(&o, ' ');
    out_int(&o, sc.total);
    return record_line(r, text, o.len);
}

/* Feeds the text to the reader of core/record.h: NULL, or what it complained about. */
static inline const char *read_record(struct reading *to, const char *text, size_t n, unsigned disturb, struct rng *rng)
{
    struct record *r = &to->record;
    char line[RECORD_LINE + 2];
    to->history.n = 0;
    r->on_move = reading_keep;
    r->ctx = to;
    record_begin(r);
    for (const char *p = text, *end = text + n; p < end;) {
        const char *lf = memchr(p, '\n', (size_t)(end - p));
        size_t len = (size_t)((lf ? lf : end) - p);
        const char *from = p;
        p += len + 1;
        if (disturb & DROP_FACTS && r->started && *from == '=') continue;
        if (disturb & COMMENTS && !r->in_board && one_in(rng, 8) && !record_line(r, "# 1 write", 9)) break;
        if (disturb & COMMENTS && !r->in_board && one_in(rng, 8) && !record_line(r, "", 0)) break;
        if (disturb & SCORES && r->started && one_in(rng, 8) && !feed_score(r, rng)) break;
        need(len <= RECORD_LINE, "a line is too long");
        memcpy(line, from, len);
        if (disturb & CRLF) line[len++] = '\r';
        if (!record_line(r, line, len)) break;
    }
    return record_finish(r) ? NULL : r->fault;
}

#endif
