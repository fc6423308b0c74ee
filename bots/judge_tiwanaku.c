/* judge_tiwanaku.c -- judge.h for Tiwanaku: played to the end on maps that may be the true one, by players who do not see
 * them: of terrain that lies open they know the crop, as who thinks mostly does; of all else they know the chances of now. The seat goes
 * by the eye as master's playouts do, its opponents as casual does. (If all see the map, every lost turn costs as against
 * perfect players: 2.4 to 5 times too much. But master chooses like that: so it is the second opinion.) */
#include "judge.h"
#include "tiwanaku_know.h"
#include "tiwanaku_think.h"

#include <string.h>

struct tiwanaku_playout {
    struct know know;
    struct chances chances;        /* of everybody in this playout */
    uint64_t shown;                /* spaces of which that knows everything */
    struct eye_weights own, usual; /* of the seat's party, of all others */
    struct eye_look look;
    struct tiwanaku now;
    _Alignas(8) char scratch[KNOW_SCRATCH];
};
_Static_assert(sizeof(struct tiwanaku_playout) <= JUDGE_SCRATCH, "it fits");

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

/* Players are of many minds: where one map is left and all is by rule, each playout would be the same, and one of many
 * ways it may go would pass for the truth. */
static struct eye_weights shaken(struct eye_weights w, struct rng *r)
{
    int *weight[] = {&w.offering, &w.claim,     &w.claim_near, &w.claim_crop, &w.claim_keep,
                     &w.sure,     &w.sure_solo, &w.patience,   &w.otoma,      &w.stay};
    for (unsigned i = 0; i < sizeof weight / sizeof *weight; i++)
        *weight[i] = *weight[i] * (70 + (int)rng_below(r, 61)) / 100;
    return w;
}

/* Has anything come to light since then? Alone nobody else moves, so that a turn that places nothing tells nothing: who goes to and fro
 * knows no more than before. With others there are finds in between, soon at the latest. */
static bool has_news(const struct tiwanaku *t, const struct tiwanaku *then)
{
    return !tiw_solo(t) || t->placed != then->placed || t->planted != then->planted;
}

static Move choose(struct tiwanaku_playout *m, const struct tiwanaku *then, int party, struct rng *r)
{
    struct tiwanaku *t = &m->now;
    uint64_t open = has_news(t, then) ? t->placed : m->shown;
    unsigned i;
    BITS_EACH(i, open & ~m->shown)
    {
        m->chances.terrain[i] = t->terrain[i];
        memset(m->chances.crop[i], 0, sizeof m->chances.crop[i]);
        m->chances.crop[i][t->crop[i]] = CHANCE_SURE;
    }
    m->shown |= open;
    eye_look(&m->look, t, t->turn, &m->chances, tiw_party(t, t->turn) == party ? &m->own : &m->usual);
    return eye_choose(&m->look, r);
}

/* SOL-11: do the Otoma find all that is left, now or as soon as this turn ends? */
static bool is_swept(const struct tiwanaku *t)
{
    bool ending = t->step == STEP_OFFER && !t->busy && t->idle + 1 >= IDLE_SOLO;
    return tiw_solo(t) && (t->sweeping || ending);
}

static int play_out(struct tiwanaku_playout *m, const struct judge_question *q, int k, uint32_t i,
                    struct judge_answer *a)
{
    int64_t *item = a->item[k];
    struct tiwanaku *t = &m->now;
    struct rng r = rng_fork(q->seed, i);
    const struct tiwanaku *view = (const struct tiwanaku *)(const void *)q->view;
    const struct map *map = &m->know.world[i % (uint32_t)m->know.worlds];
    int party;
    memcpy(t, q->view, sizeof *t);
    memcpy(t->terrain, map->terrain, sizeof t->terrain);
    memcpy(t->crop, map->crop, sizeof t->crop);
    deal_imagine(t, &r);
    t->open = 0;
    party = tiw_party(t, q->seat);
    m->own = shaken(tiwanaku_think_seeing(t->mode), &r);
    m->usual = q->second ? m->own : shaken(eye_usual, &r);
    if (q->second) know_all(&m->chances, map);
    else m->chances = m->know.chances;
    m->shown = q->second ? tiw_all(t) : 0;
    match_settle(&tiwanaku_game, &t->head, NULL, NULL);
    for (int n = 0; n < q->way[k].moves; n++) make(t, q->seat, q->way[k].move[n], party, item);
    a->ends[k] = (!i || a->ends[k]) && is_swept(t);
    while (t->head.phase != PHASE_OVER) {
        if (t->head.phase == PHASE_PLAY) {
            int who = t->turn;
            make(t, who, choose(m, view, party, &r), party, item);
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

void judge_tiwanaku(const struct judge_question *q, void *scratch, struct judge_answer *a)
{
    struct tiwanaku_playout *m = scratch;
    struct rng r = {q->seed};
    const struct tiwanaku *t = (const struct tiwanaku *)(const void *)q->view;
    know_take(&m->know, t, false, &r, m->scratch);
    a->left = 1000 * (int)bits_count(tiw_unplaced(t)) / (int)bits_count(tiw_all(t));
    a->exact = t->last || t->step == STEP_FINAL;
    if (!m->know.worlds) return;
    a->playouts = q->playouts;
    for (int k = 0; k < q->ways; k++)
        for (uint32_t i = 0; i < q->playouts; i++) a->result[k][i] = play_out(m, q, k, i, a);
}
