/* valley_search.c -- see valley_search.h. Playouts are short: some rounds with the same
 * dice for every option, then value_of(). All options get the same number of playouts; then the
 * worse half drops out, and so on (sequential halving), until the budget is spent. */
#include "valley_search.h"

/* MARGIN in hundredths of a point. */
enum { DEPTH = 2, PRIOR = 6, MARGIN = 600, LEAST = 4 };

int search_playout(const struct playing *y, struct plot *p, int depth, struct rng r)
{
    uint64_t before = y->open & ~p->open;
    int left = y->rounds;
    if (depth > left) depth = left;
    while (depth-- > 0 && (p->open || y->w->lasts)) {
        uint64_t open = p->open;
        uint8_t face[DICE];
        left--;
        for (int d = 0; d < DICE; d++) face[d] = (uint8_t)(1 + rng_below(&r, 6));
        if (face[RED] == SPECIAL && !p->open) continue; /* VAL-13 */
        if (face[RED] == SPECIAL) {
            uint64_t near = y->solo ? land_near(y->l, before) & p->open : 0;
            plot_apply(y->l, p, valley_turn_snake(y->l, y->w, p, near ? near : p->open, left, y->solo ? 1 : -1));
        } else {
            struct turn_task task = {y->l, y->w, p, face, p->open != 0, left, 0};
            valley_turn_list(&task, (struct width){1, 4, 2, bits_count(p->open) > 8}, 1, y->scratch);
            *p = y->scratch->best[0].p;
        }
        before = open & ~p->open;
    }
    return value_of(y->l, p, y->w, left);
}

/* The mean, the static value counting as a few playouts. */
static int64_t mean(const struct option_played *o)
{
    return (o->sum + (int64_t)PRIOR * o->value) * 16 / (int64_t)(o->played + PRIOR);
}

static void sort(struct option_played *o, int n)
{
    for (int i = 1; i < n; i++) {
        struct option_played x = o[i];
        int at = i;
        for (; at > 0 && mean(&o[at - 1]) < mean(&x); at--) o[at] = o[at - 1];
        o[at] = x;
    }
}

/* One playout of each option, all with the same dice; false, and nothing counted, if told
 * to stop on the way. */
static bool play_all(const struct playing *y, struct option_played *o, int n, const struct bot_budget *b, struct rng r)
{
    int value[MAX_OPTIONS_PLAYED];
    for (int i = 0; i < n; i++) {
        if (b->stop && b->stop(b->ctx)) return false;
        struct plot p = o[i].p;
        value[i] = search_playout(y, &p, DEPTH, r);
    }
    for (int i = 0; i < n; i++) o[i].sum += value[i], o[i].played++;
    return true;
}

/* Options that look far worse than the best are not worth a playout; and there must be
 * some playouts for each. */
static int worth_playing(const struct option_played *o, int n, uint32_t playouts)
{
    int most = 1;
    while (most < n && o[most].value > o[0].value - MARGIN) most++;
    while (most > 1 && (uint32_t)most * LEAST > playouts) most--;
    return most;
}

int search_best(const struct playing *y, struct option_played *o, int n, const struct bot_budget *b, struct rng *r)
{
    uint64_t seed = rng_next(r);
    uint32_t spent = 0, stages = 0, round = 0, playouts = b->playouts < SEARCH_MOST ? b->playouts : SEARCH_MOST;
    sort(o, n);
    n = worth_playing(o, n, playouts);
    for (int k = n; k > 1; k = (k + 1) / 2) stages++;
    while (n > 1 && y->rounds > 0) {
        uint32_t share = (playouts - spent) / stages-- / (uint32_t)n;
        bool on = true;
        for (uint32_t k = 0; on && k < share; k++, spent += (uint32_t)n)
            on = play_all(y, o, n, b, rng_fork(seed, round++));
        sort(o, n);
        n = on ? (n + 1) / 2 : 1;
    }
    return o[0].index;
}
