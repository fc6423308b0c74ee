/* judge.c -- see judge.h. Tiwanaku has quick playouts of its own; in the dice games the
 * seat goes on like `strong` at first sight, and the others like `normal`. */
#include "judge.h"

#include "bot.h"
#include "tiwanaku_think.h"

#include <string.h>

/* The states of a playout, and a room for the bots. */
struct table {
    struct position now, view;
    _Alignas(STATE_ALIGN) char room[THINK_ROOM]; /* all that bots are promised */
};
_Static_assert(sizeof(struct table) == JUDGE_ROOM, "a table fits into the room");

static void move_all(struct table *t, const struct game *g, size_t size, int own, struct rng *r)
{
    static const struct bot_budget glance = {1, NULL, NULL};
    struct state *s = position_state(&t->now), *view = position_state(&t->view);
    for (int seat = 0; seat < s->players; seat++)
        while (seats_has(s->acting, seat)) {
            memcpy(view, s, size);
            g->redact(view, seat);
            const struct bot *b = seat == own ? &strong_bot : &normal_bot;
            g->apply(s, seat, b->think(g, view, size, seat, &glance, r, t->room).move);
        }
}

static int32_t play_out(struct table *t, const struct judge_question *q, Move m, struct rng r)
{
    const struct game *g = q->game;
    struct state *s = position_state(&t->now);
    struct score sc;
    memcpy(s, q->view, q->size);
    g->imagine(s, q->seat, &r);
    g->apply(s, q->seat, m);
    while (s->phase != PHASE_OVER) {
        Move drawn[MAX_LINE_MOVES];
        match_settle(g, s, NULL, NULL);
        if (s->phase == PHASE_PLAY) move_all(t, g, q->size, q->seat, &r);
        if (s->phase != PHASE_CHANCE) continue;
        int n = g->draw(s, &r, drawn);
        for (int i = 0; i < n; i++) g->apply(s, NATURE, drawn[i]);
    }
    g->score(s, g->rows(s) > q->seat ? q->seat : 0, &sc);
    return sc.total;
}

void judge_moves(const struct judge_question *q, struct rng *r, void *room, int32_t *result)
{
    if (strcmp(q->game->name, "tiwanaku") == 0) {
        tiwanaku_think_results(q, r, room, result);
        return;
    }
    for (int k = 0; k < q->n; k++) {
        struct rng same = *r;
        for (uint32_t i = 0; i < q->playouts; i++)
            *result++ = play_out(room, q, q->moves[k], (struct rng){rng_next(&same)});
    }
    rng_next(r);
}
