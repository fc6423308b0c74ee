/* load_table.c -- see load.h: players who make random legal turns of the dice games. The first
 * player of a table keeps the match for all of them, as clients have to be cheap here. */
#include "../core/record.h"
#include "load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct table_calls table_calls;

static struct rng dice = {2024};

void table_begin(struct table *t)
{
    t->there = 0;
    t->playing = false;
    t->size = 0;
    for (int i = 0; i < t->seats; i++) t->player[i].due = 0;
    struct player *p = &t->player[0];
    line_sendf(&p->line,
               "{\"do\":\"create\",\"id\":\"c%u\",\"game\":\"%s\",\"seats\":%d,\"speed\":{\"kind\":\"relaxed\"},"
               "\"public\":false,\"name\":\"Player 1\"}",
               p->turns++, t->game->name, t->seats);
}

void table_drop(struct table *t)
{
    free(t->state);
    t->state = NULL;
}

void player_turn(struct player *p)
{
    static struct position room;
    struct table *t = p->table;
    const struct game *g = t->game;
    struct state *s = position_state(&room);
    char text[4096];
    struct out o = {.p = text, .size = sizeof text};
    memcpy(s, t->state, t->size);
    out_str(&o, "{\"do\":\"turn\",\"id\":\"t");
    out_uint(&o, p->turns++);
    out_str(&o, "\",\"lines\":[");
    while (s->phase == PHASE_PLAY && s->round == t->state->round && seats_has(s->acting, p->seat)) {
        Move m = g->nth(s, p->seat, rng_below(&dice, g->legal(s, p->seat, NULL)));
        out_comma(&o);
        out_char(&o, '"');
        g->write(s, p->seat, &m, 1, &o);
        out_char(&o, '"');
        g->apply(s, p->seat, m);
    }
    out_str(&o, "]}");
    p->due = 0;
    p->sent = t->last = uv_hrtime();
    line_send(&p->line, o.p, o.len);
}

void player_hello(struct player *p)
{
    if (p->table && p->table->id[0])
        line_sendf(&p->line, "{\"do\":\"open\",\"id\":\"r\",\"table\":\"%s\",\"last\":%llu}", p->table->id,
                   (unsigned long long)p->n);
}

/* ---- what the server says ---- */

static void begin_match(struct table *t, struct slice o)
{
    static struct record rec;
    struct slice head = json_get(o, "head");
    char *text = load_must(malloc(head.n + 4));
    size_t n = json_plain(head, text);
    memcpy(text + n, "--\n", 3);
    record_begin(&rec);
    for (const char *p = text, *end = text + n + 3; p < end;) {
        const char *lf = memchr(p, '\n', (size_t)(end - p));
        if (!record_line(&rec, p, (size_t)(lf - p))) load_die("a head cannot be read", rec.fault);
        p = lf + 1;
    }
    free(text);
    free(t->state);
    t->size = rec.size;
    t->state = load_must(aligned_alloc(STATE_ALIGN, t->size));
    memcpy(t->state, record_state(&rec), t->size);
}

static void apply_line(struct table *t, struct slice line)
{
    const struct game *g = t->game;
    Move m[MAX_LINE_MOVES];
    const char *why = "";
    struct words w = words_of(line.p, line.n);
    int seat = words_number(&w, t->seats) - 1;
    if (seat < 0) {
        words_skip(&w);
        seat = NATURE;
    }
    int n = g->read(t->state, seat, &w, m, &why);
    if (n < 1) load_die("a line cannot be read", why);
    for (int i = 0; i < n; i++) {
        if ((why = g->objection(t->state, seat, m[i]))) load_die("a line is not legal", why);
        g->apply(t->state, seat, m[i]);
    }
}

static void take_lines(struct table *t, struct slice o)
{
    struct slice list = json_get(o, "lines"), line;
    const char *at = NULL;
    t->playing = false;
    if (!t->size) return; /* the match was over already: the other server of `beside` does not know */
    while (json_next(list, &at, &line)) apply_line(t, line);
    t->playing = t->state->phase == PHASE_PLAY;
    if (t->state->phase == PHASE_OVER && table_calls.over) table_calls.over(t);
}

static void take_stream(struct player *p, struct slice o, struct slice what)
{
    struct table *t = p->table;
    bool owner = p->seat == 0;
    if (slice_is(what, "round")) {
        uint64_t now = uv_hrtime();
        t->told++;
        if (table_calls.revealed) table_calls.revealed(p, now - t->last);
    }
    if (!owner) return;
    if (slice_is(what, "start")) {
        begin_match(t, o);
    } else if (slice_is(what, "round") || slice_is(what, "play")) {
        take_lines(t, o);
        if (t->playing) t->told = 0;
        if (t->playing && table_calls.ready) table_calls.ready(t);
    }
}

/* ---- answers; the first letter of an id says of what ---- */

static void all_open(struct table *t, struct slice id)
{
    memcpy(t->id, id.p, LOAD_ID);
    for (int i = 0; i < t->seats; i++) {
        struct player *p = &t->player[i];
        line_sendf(&p->line, "{\"do\":\"open\",\"id\":\"o%u\",\"table\":\"%s\"}", p->turns++, t->id);
        if (i)
            line_sendf(&p->line, "{\"do\":\"sit\",\"id\":\"s%u\",\"seat\":%d,\"name\":\"Player %d\"}", p->turns++,
                       i + 1, i + 1);
    }
}

static _Noreturn void complain(struct slice o)
{
    char text[256];
    snprintf(text, sizeof text, "%.*s", (int)(o.n < 255 ? o.n : 255), o.p);
    load_die("the server complains", text);
}

static void take_answer(struct player *p, struct slice o, struct slice id)
{
    struct table *t = p->table;
    if (json_get(o, "error").p) complain(o);
    if (id.p[0] == 't') {
        if (table_calls.acked) table_calls.acked(p, uv_hrtime() - p->sent);
        p->sent = 0;
    } else if (!t || id.p[0] == 'r') {
        if (table_calls.opened) table_calls.opened(p, json_get(o, "table"));
    } else if (id.p[0] == 'c') {
        all_open(t, json_get(o, "table"));
    } else if ((id.p[0] == 's' || (id.p[0] == 'o' && p->seat == 0)) && ++t->there == t->seats) {
        line_sendf(&t->player[0].line, "{\"do\":\"start\",\"id\":\"b%u\"}", t->player[0].turns++);
    }
}

void player_object(struct player *p, struct slice o)
{
    struct slice id = json_get(o, "re");
    if (id.p) {
        lines.other |= id.p[0] != 't';
        take_answer(p, o, id);
        return;
    }
    struct slice what = json_get(o, "t"), n = json_get(o, "n");
    if (n.p) p->n = strtoull(n.p, NULL, 10);
    if (slice_is(what, "error")) complain(o);
    bool turn = slice_is(what, "yours") || slice_is(what, "ready") || slice_is(what, "round") || slice_is(what, "play");
    lines.other |= !turn;
    if (p->table) take_stream(p, o, what);
}
