/* common.c -- see common.h. */
#include "common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MOVES = 1 << 16, TEXT = 4 << 20 };

static Move list[MOST_MOVES];
static char text[TEXT];
static struct position scratch[2];

_Noreturn void broken(const char *what)
{
    fprintf(stderr, "fuzz: this does not hold: %s\n", what);
    abort();
}

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: ", file, line);
    broken(what);
}

void each_line(const uint8_t *data, size_t size, bool (*fn)(void *, const char *, size_t), void *ctx)
{
    const char *p = (const char *)data, *end = p + size;
    while (p < end) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        /* An exact copy: the reader must not look at what follows the line. */
        size_t n = (size_t)((stop ? stop : end) - p);
        char *line = malloc(n ? n : 1);
        if (!line) abort();
        memcpy(line, p, n);
        bool go = fn(ctx, line, n);
        free(line);
        if (!go || !stop) return;
        p = stop + 1;
    }
}

/* ---- records ---- */

static void write_chance(struct reading *r)
{
    for (int i = 0; i < r->chances;)
        i += record_write_line(r->record.head.game, position_state(&r->before), NATURE, r->chance + i, r->chances - i,
                               &r->text);
    r->chances = 0;
}

static void note(void *ctx, const struct state *s, int seat, Move m)
{
    struct reading *r = ctx;
    const struct game *g = r->record.head.game;
    need(g->objection(s, seat, m) == NULL, "a record makes legal moves only");
    if (seat == NATURE && g->mark(m) == '*') {
        if (r->chances == 0) memcpy(r->before.raw, s, r->record.size);
        r->chance[r->chances++] = m;
        return;
    }
    write_chance(r);
    record_write_line(g, s, seat, &m, 1, &r->text);
}

static bool feed(void *ctx, const char *line, size_t n)
{
    struct reading *r = ctx;
    bool before = r->record.started, good = record_line(&r->record, line, n);
    if (good && !before && r->record.started) record_write_head(&r->record.head, &r->text);
    if (good) write_chance(r);
    return good;
}

bool reading_run(struct reading *r, const uint8_t *data, size_t size)
{
    r->record.on_move = note;
    r->record.ctx = r;
    record_begin(&r->record);
    r->text = (struct out){.p = r->bytes, .size = sizeof r->bytes};
    r->chances = 0;
    each_line(data, size, feed, r);
    if (record_finish(&r->record)) return true;
    need(r->record.fault && r->record.fault[0] && r->record.fault_line > 0, "a refusal has a sentence and a line");
    need(r->record.fault[strlen(r->record.fault) - 1] == ']', "the sentence ends with a rule id");
    need(r->record.fault_line <= (r->record.line ? r->record.line : 1), "the line has been read");
    return false;
}

/* ---- boards ---- */

struct board_text {
    struct board_reader reader;
    const char *why;
};

static bool feed_board(void *ctx, const char *p, size_t n)
{
    struct board_text *b = ctx;
    if (n > RECORD_LINE) b->why = "The line is longer than 65536 bytes. [notation]";
    else if (!words_utf8(p, n)) b->why = "The line is not valid UTF-8 text. [notation]";
    else b->why = board_line(&b->reader, p, words_trim(p, n));
    return b->why == NULL;
}

const char *read_board(const struct board_kind *kind, const uint8_t *data, size_t size, struct board *board)
{
    struct board_text b = {.why = NULL};
    board_begin(&b.reader, kind, board);
    each_line(data, size, feed_board, &b);
    return b.why ? b.why : board_close(&b.reader);
}

/* ---- positions ---- */

bool judge(const struct game *g, const struct state *s, int seat, Move m)
{
    bool found = false;
    const char *why = g->objection(s, seat, m);
    uint32_t n = g->legal(s, seat, list);
    need(n <= g->max_legal && n <= MOST_MOVES, "no seat has more than max_legal moves");
    for (uint32_t i = 0; i < n; i++) found |= list[i] == m;
    need(found == (why == NULL), "objection() is membership in legal()");
    return found;
}

/* The words of a move, and back. */
static void probe_words(const struct game *g, const struct state *s, int seat, Move m)
{
    Move back[MAX_LINE_MOVES];
    struct out o = {.p = text, .size = TEXT};
    const char *why = NULL;
    if (seat == NATURE && s->phase != PHASE_CHANCE) return;
    g->write(s, seat, &m, 1, &o);
    if (s->players > 1 && o.len > 4 && memcmp(text, "pass", 4) == 0 && seat == NATURE) return; /* one of a line */
    struct words w = words_of(text, o.len);
    int n = g->read(s, seat, &w, back, &why);
    if (seat == NATURE && n && back[0] != m) return; /* one tile of a stack */
    if (seat == NATURE && !n) return;                /* a tile that is not known */
    need(n == 1 && words_done(&w) && back[0] == m, "write and read are inverse");
}

static void probe_moves(const struct game *g, const struct state *s, int seat, struct rng *r)
{
    uint32_t n = g->legal(s, seat, list), step = 1 + n / 8;
    need(n == g->legal(s, seat, NULL), "legal() counts what it lists");
    need(n <= g->max_legal, "no seat has more than max_legal moves");
    bool acts = seat == NATURE ? s->phase == PHASE_CHANCE || s->phase == PHASE_FACT
                               : s->phase == PHASE_PLAY && seats_has(s->acting, seat);
    need(acts == (n > 0), "who acts has a legal move, and nobody else");
    for (uint32_t k = n ? rng_below(r, step) : 0; k < n; k += step) {
        need(list[k] != NO_MOVE, "0 is never a move");
        need(g->nth(s, seat, k) == list[k], "nth() is legal()'s order");
        need(g->objection(s, seat, list[k]) == NULL, "a legal move meets no objection");
        probe_words(g, s, seat, list[k]);
    }
}

static void probe_view(const struct game *g, const char *mode, const struct name *names, const struct state *s,
                       size_t size, int viewer)
{
    struct state *a = position_state(&scratch[0]), *b = position_state(&scratch[1]);
    struct out o = {.p = text, .size = TEXT};
    memcpy(a, s, size);
    match_view(g, a, mode, viewer, names, &o);
    need(o.len < o.size && text[0] == '{' && text[o.len - 1] == '}', "a view is one JSON object");
    memcpy(b, a, size);
    g->redact(b, viewer);
    need(memcmp(a, b, size) == 0, "redact() is idempotent");
    need(g->broken(a) == NULL, "a redacted state keeps the invariants");
    o.len = 0;
    g->print(a, viewer, &o);
    need(o.len < o.size, "a picture fits");
}

void probe(const struct game *g, const char *mode, const struct name *names, const struct state *s, size_t size,
           struct rng *r)
{
    int some = (int)rng_below(r, s->players);
    struct out o = {.p = text, .size = TEXT};
    const char *why = g->broken(s);
    if (why) broken(why);
    match_result(g, s, size, names, &o);
    need(o.len < o.size && text[o.len - 1] == '}', "a result is one JSON object");
    probe_moves(g, s, NATURE, r);
    probe_moves(g, s, some, r);
    probe_view(g, mode, names, s, size, WATCHER);
    probe_view(g, mode, names, s, size, some);
    need(g->objection(s, some, rng_next(r) & rng_next(r)) || s->phase == PHASE_PLAY, "only who acts may move");
}

void play_on(const struct head *h, struct state *s, size_t size, int moves, struct rng *r)
{
    const struct game *g = h->game;
    match_settle(g, s, NULL, NULL);
    for (int i = 0; i < moves && s->phase != PHASE_OVER; i++) {
        Move m[MAX_LINE_MOVES];
        int seat = NATURE, n = 1;
        if (s->phase == PHASE_CHANCE) {
            n = g->draw(s, r, m);
        } else {
            do seat = (int)rng_below(r, s->players);
            while (!seats_has(s->acting, seat));
            m[0] = g->nth(s, seat, rng_below(r, g->legal(s, seat, NULL)));
        }
        for (int k = 0; k < n; k++) {
            need(g->objection(s, seat, m[k]) == NULL, "what is drawn or listed is legal");
            g->apply(s, seat, m[k]);
        }
        match_settle(g, s, NULL, NULL);
        if (rng_below(r, 16) == 0) probe(g, g->modes[h->setup.mode].name, h->name, s, size, r);
    }
}
