/* greedy.c -- the greedy bot: the best immediate gain with a little sense. Each game
 * has a file of its own that knows what is worth having there; a game without one
 * gets the plain rule below: try every move on a copy and keep the one with the best
 * own row of the score sheet. It looks no further than its own move. */
#include "greedy.h"

#include <string.h>

static Move plain(const struct game *g, const struct state *view, size_t size, int seat, struct rng *r, void *scratch)
{
    struct state *s = scratch;
    Move *list = (Move *)(void *)((char *)scratch + STATE_MAX);
    uint32_t n = g->legal(view, seat, list);
    struct choice c = {NO_MOVE, 0, 0};
    for (uint32_t i = 0; i < n; i++) {
        struct score sc;
        memcpy(s, view, size);
        g->apply(s, seat, list[i]);
        g->score(s, g->rows(s) > seat ? seat : 0, &sc);
        if (sc.who) g->score(s, 0, &sc); /* of no seat: all play together, and theirs is the first */
        choice_offer(&c, list[i], sc.total, r);
    }
    return c.best;
}

static Move choose(const struct game *g, const struct state *view, size_t size, int seat, struct rng *r, void *scratch)
{
    if (strcmp(g->name, "temple") == 0) return greedy_temple(g, view, size, seat, r, scratch);
    if (strcmp(g->name, "valley") == 0) return greedy_valley(g, view, size, seat, r, scratch);
    if (strcmp(g->name, "tiwanaku") == 0) return greedy_tiwanaku(g, view, size, seat, r, scratch);
    return plain(g, view, size, seat, r, scratch);
}

static struct thought think(const struct game *g, const struct state *view, size_t size, int seat,
                            const struct bot_budget *budget, struct rng *r, void *scratch)
{
    (void)budget;
    return (struct thought){.move = choose(g, view, size, seat, r, scratch)};
}

const struct bot greedy_bot = {
    .name = N_("greedy"), .about = N_("the best immediate gain with a little sense"), .think = think};
