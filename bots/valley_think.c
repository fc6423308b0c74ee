/* valley_think.c -- see valley_think.h. */
#include "valley_think.h"

#include "valley_search.h"
#include "valley_why.h"

#include <string.h>

enum { EQUAL = VALUE_POINT / 20 }; /* values nobody tells apart */

/* What lies in the scratch memory. */
struct valley_mind {
    struct land land;
    struct weighing weighing;
    struct plot plot;                   /* the sheet thought about */
    struct turn_scratch turns, playing; /* for this round, for playouts */
    struct option_played option[MAX_OPTIONS_PLAYED];
    Move snake[SHEET_SPACES];
    int rounds; /* to follow after this one, as far as can be told */
};
_Static_assert(sizeof(struct valley_mind) <= THINK_SCRATCH, "it fits");

/* In what a level is weaker. */
struct valley_handicap {
    int sight;  /* rounds it looks forward to */
    int unseen; /* 16ths of the spaces it overlooks */
    struct width width;
    int ways;          /* it chooses from so many */
    bool beware;       /* minds where the next snake may come */
    uint32_t playouts; /* of a move, at most; 0: what looks best at once */
};
static const struct valley_handicap handicaps[LEVELS] = {
    [LEVEL_BEGINNER] = {1, 8, {2, 8, 2, false}, 8, false, 0},
    [LEVEL_LEARNER] = {1, 0, {2, 8, 3, false}, 8, false, 0},
    [LEVEL_CASUAL] = {4, 0, {2, 8, 3, false}, 8, false, 0},
    [LEVEL_REGULAR] = {11, 0, {2, 8, 3, false}, 8, false, 0},
    [LEVEL_SKILLED] = {PLOT_ROUNDS, 0, {2, 8, 3, false}, 8, false, 0},
    [LEVEL_EXPERT] = {PLOT_ROUNDS, 0, {4, 16, 4, false}, 16, true, 8},
    [LEVEL_MASTER] = {PLOT_ROUNDS, 0, {8, 32, 8, false}, 32, true, UINT32_MAX},
};

/* Other seats: about two spaces are filled in a round. */
int valley_think_rounds(const struct valley *t)
{
    int least = SHEET_SPACES;
    if (t->p.solo) return PLOT_ROUNDS - t->p.head.round;
    for (int i = 0; i < t->p.head.players; i++) {
        int open = (int)bits_count(t->sheet[i].open);
        if (open < least) least = open;
    }
    int rounds = (least - 1) / 2;
    return rounds < PLOT_ROUNDS ? rounds : PLOT_ROUNDS - 1;
}

static struct valley_mind *wake(const struct valley *t, int sheet, int sight, void *scratch)
{
    struct valley_mind *m = scratch;
    plot_land(&m->land, &t->p.ground);
    value_weighing(&m->weighing, value_weights);
    m->weighing.lasts = t->p.solo && papers_rules(&t->p) > 1; /* VAL-13 */
    plot_init(&m->plot, &t->sheet[sheet]);
    m->rounds = valley_think_rounds(t);
    if (m->rounds > sight) m->rounds = sight;
    return m;
}

/* Spaces this level overlooks on the sheet: not all of those that may be filled. */
static uint64_t overlooked(const struct valley_mind *m, const struct valley_handicap *h)
{
    uint64_t unseen = think_unseen(m->plot.open, h->unseen);
    return plot_spaces(&m->land, &m->plot) & ~unseen ? unseen : 0;
}

/* ---- a round with numbers ---- */

/* How many of the ways are as good as the first, so that two players do not always do the same. */
static uint32_t as_good(const struct turn_scratch *scratch, int n)
{
    int k = 1;
    while (k < n && scratch->best[k].value >= scratch->best[0].value - EQUAL) k++;
    return (uint32_t)k;
}

static struct thought think_turn(struct valley_mind *m, const struct valley *t, int seat,
                                 const struct valley_handicap *h, const struct bot_budget *b, struct rng *r)
{
    const struct vsheet *s = &t->sheet[seat];
    bool owed = s->steps == 0 && s->open; /* VAL-2, VAL-13 */
    struct turn_task task = {&m->land, &m->weighing, &m->plot, t->p.face, owed, m->rounds, overlooked(m, h)};
    int n = valley_turn_list(&task, h->width, h->ways, &m->turns), best = 0;
    GAME_ASSERT(n > 0);
    if (h->beware)
        valley_turn_beware(&m->land, &m->weighing, m->plot.open | s->filled, t->p.solo, m->rounds, n, &m->turns);
    if (!h->playouts) {
        best = (int)rng_below(r, as_good(&m->turns, n));
    } else if (n > 1) {
        struct playing y = {&m->land, &m->weighing, m->rounds, t->p.solo, m->plot.open | s->filled, &m->playing};
        for (int k = 0; k < n; k++)
            m->option[k] = (struct option_played){.p = m->turns.best[k].p, .value = m->turns.best[k].value, .index = k};
        best = search_best(&y, m->option, n, b, r);
    }
    const struct turn *way = &m->turns.best[best];
    static const Move done = DONE;
    return valley_why_move(&m->land, &m->plot, way->moves ? way->move : &done, way->moves ? way->moves : 1, false);
}

/* ---- a round with a snake ---- */

static struct thought think_snake(struct valley_mind *m, const struct valley *t, const struct game *g,
                                  const struct valley_handicap *h, int seat, const struct bot_budget *b, struct rng *r)
{
    const struct state *view = &t->p.head;
    int n = (int)g->legal(view, seat, m->snake), good = t->p.solo ? 1 : -1, best = 0, most = 0;
    GAME_ASSERT(n > 0 && n <= MAX_OPTIONS_PLAYED);
    for (int k = 0; k < n; k++) {
        struct option_played *o = &m->option[k];
        *o = (struct option_played){.p = m->plot, .index = k};
        plot_apply(&m->land, &o->p, m->snake[k]);
        o->value = value_of(&m->land, &o->p, &m->weighing, m->rounds);
        int value = good * o->value;
        if (k == 0 || value > most) best = k, most = value;
    }
    if (h->playouts && t->p.solo && n > 1) {
        struct playing y = {&m->land, &m->weighing, m->rounds, true, m->plot.open, &m->playing};
        best = search_best(&y, m->option, n, b, r);
    }
    return valley_why_move(&m->land, &m->plot, &m->snake[best], 1, !t->p.solo);
}

struct thought valley_think(enum bot_level level, const struct game *g, const struct state *view, size_t size, int seat,
                            const struct bot_budget *b, struct rng *r, void *scratch)
{
    const struct valley *t = (const struct valley *)(const void *)view;
    const struct valley_handicap *h = &handicaps[level];
    struct bot_budget own = think_budget(b, h->playouts);
    bool danger = papers_danger(&t->p);
    struct valley_mind *m = wake(t, danger ? t->p.holds[seat] : seat, h->sight, scratch);
    (void)size;
    return danger ? think_snake(m, t, g, h, seat, &own, r) : think_turn(m, t, seat, h, &own, r);
}
