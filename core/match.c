/* match.c -- see match.h. */
#include "match.h"

#include "bits.h"

#include <string.h>

enum { MAX_ROWS = MAX_SEATS + 1 };

void match_settle(const struct game *g, struct state *s, match_fact *fn, void *ctx)
{
    while (s->phase == PHASE_FACT) {
        Move m = g->nth(s, NATURE, 0);
        GAME_ASSERT(m != NO_MOVE); /* else it would never end */
        if (fn) fn(ctx, s, m);
        g->apply(s, NATURE, m);
    }
}

/* Eight bytes at a time; the multiplier and the final shifts are those of
 * splitmix64, which rng.h uses too. */
uint64_t match_hash(const struct game *g, const struct state *s, size_t size)
{
    GAME_ASSERT((size - g->beyond) % 8 == 0);
    uint64_t h = size -= g->beyond;
    const uint8_t *p = (const uint8_t *)s;
    for (const char *c = g->name; *c; c++) h = (h ^ (uint8_t)*c) * UINT64_C(0x9e3779b97f4a7c15);
    for (size_t i = 0; i + 8 <= size; i += 8) {
        uint64_t w;
        memcpy(&w, p + i, 8);
        h = (h ^ w) * UINT64_C(0xbf58476d1ce4e5b9);
        h ^= h >> 32;
    }
    h = (h ^ h >> 30) * UINT64_C(0x94d049bb133111eb);
    return h ^ h >> 31;
}

void match_winners(const struct game *g, const struct state *s, bool *win)
{
    int rows = g->rows(s);
    int32_t total = 0, tie = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < rows; i++) {
            struct score sc;
            g->score(s, i, &sc);
            bool ahead = i == 0 || sc.total > total || (sc.total == total && sc.tie > tie);
            if (pass == 0 && ahead) total = sc.total, tie = sc.tie;
            if (pass == 1) win[i] = s->phase == PHASE_OVER && sc.total == total && sc.tie == tie;
        }
}

int match_row(const struct game *g, const struct state *s, int seat)
{
    struct score sc = {.who = ""};
    if (seat < g->rows(s)) g->score(s, seat, &sc);
    return sc.who ? 0 : seat;
}

/* An item on its way into JSON; or only added up, without out. */
struct counting {
    const struct game *g;
    const struct state *s;
    struct out *o;
    int32_t part[MAX_PARTS]; /* sums */
    int32_t later;           /* what only the end adds */
};

static void add_item(void *ctx, const struct item *i)
{
    struct counting *c = ctx;
    GAME_ASSERT(i->part < MAX_PARTS);
    c->part[i->part] += i->points;
    c->later += i->points - i->now;
}

void match_spaces(const struct game *g, const struct state *s, uint64_t spaces, struct out *o)
{
    unsigned i;
    out_char(o, '[');
    BITS_EACH(i, spaces)
    {
        out_comma(o);
        out_char(o, '"');
        g->space(s, i, o);
        out_char(o, '"');
    }
    out_char(o, ']');
}

static void show_item(void *ctx, const struct item *i)
{
    struct counting *c = ctx;
    out_comma(c->o);
    out_char(c->o, '{');
    out_key_str(c->o, "part", c->g->parts[i->part]);
    out_key_str(c->o, "what", c->g->things[i->what]);
    out_key_int(c->o, "points", i->points);
    if (i->number) out_key_int(c->o, "number", i->number);
    if (i->at) {
        out_key(c->o, "at");
        out_char(c->o, '"');
        c->g->space(c->s, bits_first(i->at), c->o);
        out_char(c->o, '"');
    }
    out_key(c->o, "spaces");
    match_spaces(c->g, c->s, i->spaces, c->o);
    out_char(c->o, '}');
}

/* Adds up; gives the total. */
static int32_t add_up(struct counting *c, int row)
{
    struct score sc;
    c->g->score(c->s, row, &sc);
    c->g->count(c->s, row, add_item, c);
    return sc.total + c->later;
}

void match_items(const struct game *g, const struct state *s, int row, struct out *o)
{
    struct counting c = {.g = g, .s = s, .o = o};
    out_char(o, '{');
    out_key_int(o, "total", add_up(&c, row));
    for (int k = 0; g->parts[k]; k++) out_key_int(o, g->parts[k], c.part[k]);
    out_key(o, "items");
    out_char(o, '[');
    g->count(s, row, show_item, &c);
    out_str(o, "]}");
}

int32_t match_points(const struct game *g, const struct state *s, int row)
{
    struct counting c = {.g = g, .s = s};
    return add_up(&c, row);
}

static void name_row(const struct score *sc, int row, const struct name *names, struct out *o)
{
    out_key(o, "seat");
    if (sc->who) {
        out_json(o, sc->who, strlen(sc->who));
        out_key_str(o, "name", sc->who);
    } else {
        out_int(o, row + 1);
        out_key(o, "name");
        out_json(o, names[row].p, names[row].n);
    }
}

/* The members all score rows share, and the parts. */
static void score_row(const struct game *g, const struct score *sc, int row, const struct name *names, struct out *o)
{
    name_row(sc, row, names, o);
    out_key_int(o, "total", sc->total);
    for (int k = 0; g->parts[k]; k++) out_key_int(o, g->parts[k], sc->part[k]);
    out_key_str(o, "level", sc->level);
}

static void score_rows(const struct game *g, const struct state *s, const struct name *names, struct out *o)
{
    bool win[MAX_ROWS];
    match_winners(g, s, win);
    for (int i = 0; i < g->rows(s); i++) {
        struct score sc;
        g->score(s, i, &sc);
        out_comma(o);
        out_char(o, '{');
        score_row(g, &sc, i, names, o);
        out_key_bool(o, "winner", win[i]);
        out_char(o, '}');
    }
}

void match_result(const struct game *g, const struct state *s, size_t size, const struct name *names, struct out *o)
{
    out_char(o, '{');
    out_key_str(o, "game", g->name);
    out_key_bool(o, "over", s->phase == PHASE_OVER);
    out_key_int(o, "rounds", s->round);
    out_key(o, "seats");
    out_char(o, '[');
    score_rows(g, s, names, o);
    out_char(o, ']');
    out_key(o, "hash");
    out_char(o, '"');
    out_hex(o, match_hash(g, s, size));
    out_str(o, "\"}");
}

void match_view(const struct game *g, struct state *s, const char *mode, int viewer, const struct name *names,
                struct out *o)
{
    static const char *const phases[] = {"play", "chance", "fact", "over"};
    struct seats acting = s->acting; /* who is ready is public even in a sealed round (PP-6) */
    uint8_t phase = s->phase;
    g->redact(s, viewer);
    out_char(o, '{');
    out_key_str(o, "game", g->name);
    out_key_str(o, "mode", mode);
    out_key_int(o, "players", s->players);
    out_key(o, "viewer");
    if (viewer >= 0) out_int(o, viewer + 1);
    else out_str(o, "\"spectator\"");
    out_key_str(o, "phase", phases[phase]);
    out_key_bool(o, "over", phase == PHASE_OVER);
    out_key_int(o, "round", s->round);
    out_key(o, "acting");
    out_char(o, '[');
    for (int i = 0; i < s->players; i++)
        if (seats_has(acting, i)) {
            out_comma(o);
            out_int(o, i + 1);
        }
    out_char(o, ']');
    out_key(o, "names");
    out_char(o, '[');
    for (int i = 0; i < s->players; i++) {
        out_comma(o);
        out_json(o, names[i].p, names[i].n);
    }
    out_char(o, ']');
    out_key(o, "scores");
    out_char(o, '[');
    score_rows(g, s, names, o);
    out_char(o, ']');
    g->show(s, o);
    out_char(o, '}');
}
