/* judge_tiwanaku.c -- judge.h for Tiwanaku: played to the end on maps that may be the true one, by players who
 * know no more of them than what lies open: all choose by the eye from simple notes. */
#include "judge.h"
#include "notes.h"
#include "tiwanaku_know.h"

#include <string.h>

struct room {
    struct know know;
    struct notes notes;
    struct chances chances; /* of everybody, from the notes */
    struct look look;
    struct tiwanaku now;
    _Alignas(8) char room[KNOW_ROOM];
};
_Static_assert(sizeof(struct room) <= JUDGE_ROOM, "it fits");

static int best_other(const struct tiwanaku *t, int party)
{
    int best = t->mode == COMPETITIVE ? 0 : t->side[OTOMA].score;
    for (int i = 0; t->mode == COMPETITIVE && i < t->head.players; i++)
        if (i != party && t->side[i].score > best) best = t->side[i].score;
    return best;
}

int judge_tiwanaku_ahead(const struct tiwanaku *t, int seat)
{
    int party = tiw_party(t, seat);
    return t->side[party].score - best_other(t, party);
}

/* Makes a move of somebody and lets everything follow; the party's points go to what they were for. */
static void make(struct tiwanaku *t, int seat, Move m, int party, int64_t item[JUDGE_ITEMS])
{
    int before = t->side[party].score;
    tiwanaku_game.apply(&t->head, seat, m);
    match_settle(&tiwanaku_game, &t->head, NULL, NULL);
    int points = 100 * (t->side[party].score - before);
    if (tiw_verb(m) == DIVINE) item[points < 0 ? ITEM_WRONG : ITEM_CROPS] += points;
    else item[tiw_verb(m) == OFFER ? ITEM_OFFERS : ITEM_STONES] += points;
}

static Move choose(struct room *m, struct rng *r)
{
    struct tiwanaku *t = &m->now;
    notes_take(&m->notes, t);
    notes_chances(&m->notes, &m->chances);
    eye_look(&m->look, t, t->turn, &m->chances, &eye_usual);
    return eye_choose(&m->look, r);
}

static int play_out(struct room *m, const struct judge_question *q, int k, uint32_t i, int64_t item[JUDGE_ITEMS])
{
    struct tiwanaku *t = &m->now;
    struct rng r = rng_fork(q->seed, i);
    const struct map *map = &m->know.world[i % (uint32_t)m->know.worlds];
    int party;
    memcpy(t, q->view, sizeof *t);
    memcpy(t->terrain, map->terrain, sizeof t->terrain);
    memcpy(t->crop, map->crop, sizeof t->crop);
    deal_imagine(t, &r);
    t->open = 0;
    party = tiw_party(t, q->seat);
    match_settle(&tiwanaku_game, &t->head, NULL, NULL);
    for (int n = 0; n < q->way[k].moves; n++) make(t, q->seat, q->way[k].move[n], party, item);
    while (t->head.phase != PHASE_OVER) {
        if (t->head.phase == PHASE_PLAY) {
            int who = t->turn;
            make(t, who, choose(m, &r), party, item);
        } else {
            Move drawn[MAX_LINE_MOVES];
            for (int n = 0, all = deal_draw(t, &r, drawn); n < all; n++)
                tiwanaku_game.apply(&t->head, NATURE, drawn[n]);
            match_settle(&tiwanaku_game, &t->head, NULL, NULL);
        }
    }
    int other = 100 * best_other(t, party);
    item[ITEM_OTHERS] -= other;
    return 100 * t->side[party].score - other;
}

void judge_tiwanaku(const struct judge_question *q, void *room, struct judge_answer *a)
{
    struct room *m = room;
    struct rng r = {q->seed};
    know_take(&m->know, (const struct tiwanaku *)(const void *)q->view, false, &r, m->room);
    if (!m->know.worlds) return;
    a->playouts = q->playouts;
    for (int k = 0; k < q->ways; k++)
        for (uint32_t i = 0; i < q->playouts; i++) a->result[k][i] = play_out(m, q, k, i, a->item[k]);
}
