/* judge_temple.c -- judge.h for Temple of Apikhabou: the sheet is played out by the policy of
 * temple_sim.c. */
#include "judge.h"
#include "temple_sim.h"

#include <string.h>

struct temple_playout {
    struct position after;
    struct sim begin, now;
    struct sim_dice dice;
};
_Static_assert(sizeof(struct temple_playout) <= JUDGE_SCRATCH, "it fits");

static void tally(const struct sim *s, int64_t item[JUDGE_ITEMS])
{
    item[ITEM_RUN] += 100 * s->run;
    item[ITEM_GROUP] += 100 * TEM_GROUP * (int)bits_count(s->grouped);
    item[ITEM_MUMMY] += 100 * (sim_score(s) - s->run - TEM_GROUP * (int)bits_count(s->grouped));
}

void judge_temple(const struct judge_question *q, void *scratch, struct judge_answer *a)
{
    struct temple_playout *m = scratch;
    struct state *s = position_state(&m->after);
    const struct temple *t = (const struct temple *)(const void *)s;
    const struct temple *before = (const struct temple *)(const void *)q->view;
    sim_dice(&m->dice);
    sim_load(&m->begin, before, &before->sheet[q->whose], &sim_solo);
    a->left = 1000 * (int)bits_count(m->begin.free) / (int)bits_count(before->p.ground.all & ~before->p.ground.doors);
    a->playouts = q->playouts;
    for (int k = 0; k < q->ways; k++) {
        memcpy(s, q->view, q->size);
        for (int i = 0; i < q->way[k].moves; i++) q->game->apply(s, q->seat, q->way[k].move[i]);
        sim_load(&m->begin, t, &t->sheet[q->whose], t->p.solo ? &sim_solo : &sim_multi);
        for (uint32_t i = 0; i < q->playouts; i++) {
            struct rng r = rng_fork(q->seed, i);
            sim_copy(&m->now, &m->begin);
            sim_finish(&m->now, &m->dice, &r);
            a->result[k][i] = 100 * sim_score(&m->now);
            tally(&m->now, a->item[k]);
        }
    }
}
