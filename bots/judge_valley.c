/* judge_valley.c -- judge.h for Valley of Wiraqocha: some rounds are played on the sheet as valley_search.c plays
 * them, then it is worth what value_of() says. */
#include "judge.h"
#include "valley_search.h"
#include "valley_think.h"

#include <string.h>

enum { HORIZON = 4 }; /* rounds */

struct valley_playout {
    struct position after;
    struct land land;
    struct weighing weighing;
    struct turn_scratch turns;
};
_Static_assert(sizeof(struct valley_playout) <= JUDGE_SCRATCH, "it fits");

static void tally(const struct land *l, const struct plot *p, int value, int64_t item[JUDGE_ITEMS])
{
    static const int16_t worth[DISCOVERIES] = VAL_WORTH;
    int score = plot_score(l, p), found = 0, full = p->open ? 0 : VAL_FULL, bites = 0;
    unsigned i;
    for (unsigned k = 0; k < DISCOVERIES; k++) {
        int points = worth[k] * (int)(bits_count(p->found[k]) / find_size(k));
        item[ITEM_JUNGLE + k] += 100 * points;
        found += points;
    }
    BITS_EACH(i, p->snakes) bites += plot_largest(p, l->near[i]);
    item[ITEM_FULL] += 100 * full;
    item[ITEM_SNAKE] -= 100 * bites;
    item[ITEM_STRUCTURE] += 100 * (score - found - full + bites);
    item[ITEM_LATER] += value - 100 * score;
}

void judge_valley(const struct judge_question *q, void *scratch, struct judge_answer *a)
{
    struct valley_playout *m = scratch;
    struct state *s = position_state(&m->after);
    const struct valley *t = (const struct valley *)(const void *)s,
                        *before = (const struct valley *)(const void *)q->view;
    const struct vsheet *sheet = &before->sheet[q->whose];
    plot_land(&m->land, &before->p.ground);
    value_weighing(&m->weighing, value_weights);
    m->weighing.lasts = before->p.solo && papers_rules(&before->p) > 1; /* VAL-13 */
    struct playing y = {
        &m->land, &m->weighing, valley_think_rounds(before), before->p.solo, sheet->open | sheet->filled, &m->turns};
    a->left = 1000 * y.rounds / PLOT_ROUNDS;
    a->playouts = q->playouts;
    for (int k = 0; k < q->ways; k++) {
        struct plot begin;
        memcpy(s, q->view, q->size);
        for (int i = 0; i < q->way[k].moves; i++) q->game->apply(s, q->seat, q->way[k].move[i]);
        plot_init(&begin, &t->sheet[q->whose]);
        begin.used = 0;
        for (uint32_t i = 0; i < q->playouts; i++) {
            struct plot end = begin;
            int value = search_playout(&y, &end, HORIZON, rng_fork(q->seed, i));
            a->result[k][i] = value;
            tally(&m->land, &end, value, a->item[k]);
        }
    }
}
