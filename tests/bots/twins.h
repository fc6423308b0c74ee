/* twins.h -- two records that a viewer cannot tell apart, and everything in which they
 * must agree for that viewer. How such records are made is test_secrets.c's business,
 * which alone includes this. */
#ifndef TESTS_TWINS_H
#define TESTS_TWINS_H

#include "../../bots/bot.h"
#include "../kit/playing.h"

#include <check.h>

enum { TEXT = 4 << 20 };

/* One of two matches that a viewer cannot tell apart. */
struct twin {
    struct head head;
    struct out text;        /* its record */
    struct reading reading; /* ... as read */
};

static struct twin one, two;
static struct position pos_one, pos_two, spare;
static struct history history;
static Move moves_one[1 << 16], moves_two[1 << 16];
static struct out out_one, out_two, shape;

static const struct game *find(const char *name)
{
    const struct game *g = game_find(name, strlen(name));
    ck_assert_ptr_nonnull(g);
    return g;
}

static bool same_text(const struct out *a, const struct out *b)
{
    return a->len == b->len && a->len <= a->size && memcmp(a->p, b->p, a->len) == 0;
}

/* ---- comparing ---- */

static void view(struct twin *t, int viewer, struct out *o)
{
    const struct head *h = &t->reading.record.head;
    memcpy(&spare, &t->reading.record.pos, sizeof spare);
    out_reset(o, TEXT);
    match_view(h->game, position_state(&spare), h->game->modes[h->setup.mode].name, viewer, h->name, o);
    ck_assert(o->len < o->size && out_end(o));
}

static bool views_equal(int viewer)
{
    view(&one, viewer, &out_one);
    view(&two, viewer, &out_two);
    return same_text(&out_one, &out_two);
}

static bool redacted_equal(const struct game *g, size_t size, int viewer)
{
    struct position *pa = &pos_one, *pb = &pos_two;
    memcpy(pa, &one.reading.record.pos, sizeof *pa);
    memcpy(pb, &two.reading.record.pos, sizeof *pb);
    g->redact(position_state(pa), viewer);
    g->redact(position_state(pb), viewer);
    return memcmp(pa, pb, size) == 0;
}

/* What is printed for the viewer at a terminal. */
static bool prints_equal(const struct game *g, int viewer)
{
    out_reset(&out_one, TEXT), out_reset(&out_two, TEXT); /* pos_one and pos_two are redacted */
    g->print(position_state(&pos_one), viewer, &out_one);
    g->print(position_state(&pos_two), viewer, &out_two);
    return same_text(&out_one, &out_two);
}

/* `tambo legal` looks at the whole state: that must not show either. */
static bool legal_equal(const struct game *g, int seat)
{
    const struct state *a = record_state(&one.reading.record), *b = record_state(&two.reading.record);
    uint32_t n = g->legal(a, seat, moves_one);
    return g->legal(b, seat, moves_two) == n && memcmp(moves_one, moves_two, n * sizeof *moves_one) == 0;
}

/* The result lines up to the hash. */
static bool results_equal(const struct game *g, size_t size)
{
    out_reset(&out_one, TEXT), out_reset(&out_two, TEXT);
    match_result(g, record_state(&one.reading.record), size, one.reading.record.head.name, &out_one);
    match_result(g, record_state(&two.reading.record), size, two.reading.record.head.name, &out_two);
    ck_assert(out_one.len == out_two.len && out_one.len > 30);
    return memcmp(out_one.p, out_two.p, out_one.len - 26) == 0; /* ,"hash":"0123456789abcdef"} */
}

/* Everything the viewer can see at the end of the two records. */
static void check_same_to(int viewer)
{
    const struct game *g = one.reading.record.head.game;
    size_t size = one.reading.record.size;
    ck_assert_uint_eq(size, two.reading.record.size);
    ck_assert(redacted_equal(g, size, viewer));
    ck_assert(prints_equal(g, viewer));
    ck_assert(views_equal(viewer));
    if (viewer >= 0) ck_assert(legal_equal(g, viewer));
}

/* What a server would send: all the way, the same told moves and the same states. */
static void check_same_told(int viewer)
{
    const struct game *g = one.reading.record.head.game;
    size_t size = one.reading.record.size;
    const struct history *a = &one.reading.history, *b = &two.reading.history;
    static struct position ra, rb;
    struct state *sa = position_state(&pos_one), *sb = position_state(&pos_two);
    g->start(sa, &one.reading.record.head.setup);
    g->start(sb, &two.reading.record.head.setup);
    ck_assert_int_eq(a->n, b->n);
    for (int i = 0; i < a->n; i++) {
        ck_assert_int_eq(a->e[i].seat, b->e[i].seat);
        ck_assert(g->veil(sa, a->e[i].seat, a->e[i].move, viewer) == g->veil(sb, b->e[i].seat, b->e[i].move, viewer));
        g->apply(sa, a->e[i].seat, a->e[i].move);
        g->apply(sb, b->e[i].seat, b->e[i].move);
        memcpy(&ra, &pos_one, size);
        memcpy(&rb, &pos_two, size);
        g->redact(position_state(&ra), viewer);
        g->redact(position_state(&rb), viewer);
        ck_assert(memcmp(&ra, &rb, size) == 0);
    }
}

/* A bot that is shown the same does the same. Those that think long are asked seldom. */
static void check_same_bots(int seat, struct rng *r)
{
    static _Alignas(STATE_ALIGN) uint8_t scratch[BOT_SCRATCH];
    const struct game *g = one.reading.record.head.game;
    const struct state *a = record_state(&one.reading.record), *b = record_state(&two.reading.record);
    size_t size = one.reading.record.size;
    if (a->phase != PHASE_PLAY || !seats_has(a->acting, seat)) return;
    for (int i = 0; bots[i]; i++) {
        static const struct bot_budget little = {.playouts = 6};
        if (i >= bot_number("skilled", 7) && !one_in(r, 40)) continue;
        struct rng ra = {rng_next(r)}, rb = ra;
        memset(scratch, 0, sizeof scratch);
        Move m = bot_think(bots[i], g, a, size, seat, &little, &ra, scratch).move;
        memset(scratch, 0xFF, sizeof scratch);
        ck_assert(bot_think(bots[i], g, b, size, seat, &little, &rb, scratch).move == m);
        ck_assert_ptr_null(g->objection(a, seat, m));
    }
}

/* ---- playing ---- */

/* Random moves until this many were made by players, and then all facts. */
static void play(const struct head *h, struct history *all, struct state *s, int actions, struct rng *r)
{
    const struct game *g = h->game;
    g->start(s, &h->setup);
    all->n = 0;
    while (s->phase != PHASE_OVER) {
        Move m[MAX_LINE_MOVES];
        int n = 1, seat = NATURE;
        if (s->phase == PHASE_FACT) {
            m[0] = g->nth(s, NATURE, 0);
        } else if (s->phase == PHASE_CHANCE) {
            if (actions < 0 && one_in(r, 4)) return; /* stops before the first action */
            n = g->draw(s, r, m);
        } else {
            if (actions-- <= 0) return;
            seat = random_seat(s->acting, s->players, r);
            m[0] = g->nth(s, seat, rng_below(r, g->legal(s, seat, NULL)));
        }
        for (int i = 0; i < n; i++) {
            history_add(all, seat, m[i]);
            g->apply(s, seat, m[i]);
        }
    }
}

static void read_twin(struct twin *t)
{
    const char *why = read_record(&t->reading, t->text.p, t->text.len, 0, NULL);
    ck_assert_msg(why == NULL, "%s in line %u of\n%.*s", why, t->reading.record.fault_line, (int)t->text.len,
                  t->text.p);
}

#endif
