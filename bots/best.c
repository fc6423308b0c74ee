/* best.c -- see best.h. */
#include "best.h"

#include "../games/sheet.h"
#include "temple_sim.h"
#include "temple_think.h"

#include <string.h>

enum { SHEETS = 4, FIRST_ROUND = 3, ROUNDS = 13, MOST = 8 * BEST_PLAYOUTS };

struct best_scratch {
    struct sim now, after[BEST_WAYS], playout;
    struct sim_dice dice;
    struct sim_choice list[SIM_CHOICES];
    int64_t sum[BEST_WAYS];
    int16_t score[BEST_WAYS][MOST];
};
_Static_assert(sizeof(struct best_scratch) <= THINK_SCRATCH, "it fits");

static struct state *state_of(struct best *b) { return position_state(&b->at); }

static const struct temple *temple_of(const struct best *b)
{
    return (const struct temple *)(const void *)position_state((struct position *)(uintptr_t)&b->at);
}

static void begin(struct best *b, struct rng *r)
{
    static const char names[SHEETS + 1] = "abcd";
    memset(b, 0, sizeof *b);
    struct setup *u = &b->head.setup;
    const struct game *g = game_find("temple", 6);
    b->head.game = g;
    b->head.kind = &sheet_kind;
    u->players = 1;
    setup_new(u, g);
    while (strcmp(g->modes[u->mode].name, "solo") != 0) u->mode++;
    b->head.board_name[0] = names[rng_below(r, SHEETS)];
    bool there = sheet_kind.builtin(&u->board, g->name, b->head.board_name, 1);
    GAME_ASSERT(there);
    b->size = g->size(u);
    g->start(state_of(b), u);
}

struct best_lines {
    const struct game *game;
    struct out *record;
};

static void tell_fact(void *ctx, const struct state *s, Move m)
{
    const struct best_lines *t = ctx;
    if (t->record) record_write_line(t->game, s, NATURE, &m, 1, t->record);
}

static void act(struct best *b, int seat, const Move *m, int n, struct out *record)
{
    struct best_lines t = {b->head.game, record};
    if (record) record_write_line(t.game, state_of(b), seat, m, n, record);
    for (int i = 0; i < n; i++) t.game->apply(state_of(b), seat, m[i]);
    match_settle(t.game, state_of(b), tell_fact, &t);
}

/* Is a number to be written now, and nothing else to be done before? */
static bool is_writing(const struct best *b)
{
    const struct temple *t = temple_of(b);
    const struct state *s = &t->p.head;
    return s->phase == PHASE_PLAY && !papers_danger(&t->p) && move_verb(b->head.game->nth(s, 0, 0)) == WRITE;
}

bool best_reach(struct best *b, uint32_t seed, void *scratch, struct out *record)
{
    const struct bot_budget none = {0};
    struct rng r = rng_fork(seed, 1);
    begin(b, &r);
    int wait = FIRST_ROUND + (int)rng_below(&r, ROUNDS);
    if (record) record_write_head(&b->head, record);
    for (struct state *s = state_of(b); s->phase != PHASE_OVER;) {
        Move m[MAX_LINE_MOVES];
        int n = 1;
        if (s->phase == PHASE_CHANCE) {
            n = b->head.game->draw(s, &r, m);
            act(b, NATURE, m, n, record);
            wait--;
            continue;
        }
        if (wait <= 0 && is_writing(b)) return true;
        m[0] = temple_think(LEVEL_REGULAR, b->head.game, s, b->size, 0, &none, &r, scratch).move;
        act(b, 0, m, n, record);
    }
    return false;
}

Move best_move(struct best_way w) { return move_make(WRITE, w.number, 0, w.space); }

static int32_t root(uint64_t x)
{
    uint64_t r = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit; bit >>= 1)
        if ((r + bit) * (r + bit) <= x) r += bit;
    return (int32_t)r;
}

/* The differences of two ways, dice by dice. */
static void compare(const struct best_scratch *m, int best, int k, uint32_t playouts, struct best_way *w)
{
    int64_t sum = m->sum[best] - m->sum[k], squares = 0;
    for (uint32_t i = 0; i < playouts; i++) {
        int64_t d = m->score[best][i] - m->score[k][i];
        squares += d * d;
    }
    uint64_t spread = (uint64_t)(squares * playouts - sum * sum); /* variance times playouts squared */
    w->lost = (int32_t)(100 * sum / playouts);
    w->noise = (int32_t)(400 * (int64_t)root(spread / playouts) / playouts);
}

int best_judge(const struct best *b, uint32_t playouts, uint64_t seed, void *scratch, struct best_way way[BEST_WAYS])
{
    struct best_scratch *m = scratch;
    const struct temple *t = temple_of(b);
    int best = 0;
    GAME_ASSERT(playouts > 0 && playouts <= MOST);
    sim_dice(&m->dice);
    sim_load(&m->now, t, &t->sheet[0], &sim_solo);
    int n = sim_rank(&m->now, t->p.numbers, sim_writable(&m->now, t->p.face[GREEN] == SPECIAL), m->list);
    if (n > BEST_WAYS) n = BEST_WAYS;
    for (int k = 0; k < n; k++) {
        sim_copy(&m->after[k], &m->now);
        sim_write(&m->after[k], m->list[k].number, m->list[k].space);
        m->sum[k] = 0;
        for (uint32_t i = 0; i < playouts; i++) {
            struct rng r = rng_fork(seed, i);
            sim_copy(&m->playout, &m->after[k]);
            sim_finish(&m->playout, &m->dice, &r);
            m->sum[k] += m->score[k][i] = (int16_t)sim_score(&m->playout);
        }
        if (m->sum[k] > m->sum[best]) best = k;
    }
    for (int k = 0; k < n; k++) {
        struct best_way w = {.number = m->list[k].number, .space = m->list[k].space};
        compare(m, best, k, playouts, &w);
        int at = k;
        for (; at > 0 && (w.lost < way[at - 1].lost || k == best); at--) way[at] = way[at - 1];
        way[at] = w;
    }
    return n;
}
