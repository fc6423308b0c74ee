/* valley_think.c -- see valley_think.h. */
#include "valley_think.h"

#include "valley_search.h"
#include "valley_why.h"

#include <string.h>

/* What lies in the room. */
struct mind {
    struct land land;
    struct weighing weighing;
    struct plot plot;                /* the sheet thought about */
    struct turn_room turns, playing; /* for this round, for playouts */
    struct option_played option[MAX_OPTIONS_PLAYED];
    Move snake[SHEET_SPACES];
    int rounds; /* to follow after this one, as far as can be told */
};
_Static_assert(sizeof(struct mind) <= THINK_ROOM, "it fits");

/* In what a level is weaker. */
struct handicap {
    int sight; /* rounds it looks forward to */
    int noise; /* hundredths: how much it misjudges a sheet, up or down */
    int miss;  /* percent: overlooks all discoveries */
    struct width width;
    int turns;   /* ways it chooses from */
    bool beware; /* minds where the next snake may come */
};
static const struct handicap handicaps[] = {
    [LEVEL_EASY] = {1, 900, 40, {2, 24, 2, false}, 24, false},
    [LEVEL_NORMAL] = {6, 400, 0, {2, 8, 3, false}, 8, false},
    [LEVEL_STRONG] = {PLOT_ROUNDS, 0, 0, {8, 32, 8, false}, 32, true},
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

static struct mind *wake(const struct valley *t, int sheet, int sight, void *room)
{
    struct mind *m = room;
    plot_land(&m->land, &t->p.ground);
    value_weighing(&m->weighing, value_weights);
    m->weighing.lasts = t->p.solo && papers_rules(&t->p) > 1; /* VAL-13 */
    plot_init(&m->plot, &t->sheet[sheet]);
    m->rounds = valley_think_rounds(t);
    if (m->rounds > sight) m->rounds = sight;
    return m;
}

/* Up to n points more or less. */
static int shake(int noise, struct rng *r)
{
    return noise ? (int)(rng_below(r, (uint32_t)(2 * noise + 1)) + rng_below(r, (uint32_t)(2 * noise + 1))) - 2 * noise
                 : 0;
}

/* ---- a round with numbers ---- */

/* The best of the n ways in m->turns, as this level sees it. */
static int look(struct mind *m, int n, const struct handicap *h, struct rng *r)
{
    int best = 0, most = 0;
    bool blind = h->miss && (int)rng_below(r, 100) < h->miss, any = false;
    for (int k = 0; k < n; k++) {
        const struct turn *t = &m->turns.best[k];
        int value = t->value + shake(h->noise, r);
        if (blind && t->found && t->moves == 1) continue;
        if (!any || value > most) any = true, best = k, most = value;
    }
    return best;
}

static struct thought think_turn(struct mind *m, const struct valley *t, int seat, const struct handicap *h,
                                 const struct bot_budget *b, struct rng *r)
{
    const struct vsheet *s = &t->sheet[seat];
    bool owed = s->steps == 0 && s->open; /* VAL-2, VAL-13 */
    struct turn_task task = {&m->land, &m->weighing, &m->plot, t->p.face, owed, m->rounds};
    int n = valley_turn_list(&task, h->width, h->turns, &m->turns), best = 0;
    if (h->beware)
        valley_turn_beware(&m->land, &m->weighing, m->plot.open | s->filled, t->p.solo, m->rounds, n, &m->turns);
    if (h->noise) {
        best = look(m, n, h, r);
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

static struct thought think_snake(struct mind *m, const struct valley *t, const struct game *g,
                                  const struct handicap *h, int seat, const struct bot_budget *b, struct rng *r)
{
    const struct state *view = &t->p.head;
    int n = (int)g->legal(view, seat, m->snake), good = t->p.solo ? 1 : -1, best = 0, most = 0;
    for (int k = 0; k < n; k++) {
        struct option_played *o = &m->option[k];
        *o = (struct option_played){.p = m->plot, .index = k};
        plot_apply(&m->land, &o->p, m->snake[k]);
        o->value = value_of(&m->land, &o->p, &m->weighing, m->rounds);
        int value = good * o->value + shake(h->noise, r);
        if (k == 0 || value > most) best = k, most = value;
    }
    if (!h->noise && t->p.solo && n > 1) {
        struct playing y = {&m->land, &m->weighing, m->rounds, true, m->plot.open, &m->playing};
        best = search_best(&y, m->option, n, b, r);
    }
    return valley_why_move(&m->land, &m->plot, &m->snake[best], 1, !t->p.solo);
}

struct thought valley_think(enum bot_level level, const struct game *g, const struct state *view, size_t size, int seat,
                            const struct bot_budget *b, struct rng *r, void *room)
{
    const struct valley *t = (const struct valley *)(const void *)view;
    const struct handicap *h = &handicaps[level];
    bool danger = papers_danger(&t->p);
    struct mind *m = wake(t, danger ? t->p.holds[seat] : seat, h->sight, room);
    (void)size;
    return danger ? think_snake(m, t, g, h, seat, b, r) : think_turn(m, t, seat, h, b, r);
}
