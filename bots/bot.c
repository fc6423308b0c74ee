/* bot.c -- the list of all bots, and the simplest of them. */
#include "bot.h"

#include <string.h>

static Move think(const struct game *g, const struct state *view, size_t size, int seat, struct rng *r, void *room)
{
    (void)size, (void)room;
    return g->nth(view, seat, rng_below(r, g->legal(view, seat, NULL)));
}

const struct bot random_bot = {.name = "random", .about = "any legal action, all equally likely", .think = think};

Move bot_move(const struct bot *b, const struct game *g, const struct state *s, size_t size, int seat, struct rng *r,
              void *room)
{
    struct state *view = room;
    memcpy(view, s, size);
    g->redact(view, seat);
    return b->think(g, view, size, seat, r, (char *)room + STATE_MAX);
}

const struct bot *const bots[] = {&random_bot, &greedy_bot, NULL};

const struct bot *bot_find(const char *name, size_t n)
{
    for (int i = 0; bots[i]; i++)
        if (strlen(bots[i]->name) == n && memcmp(bots[i]->name, name, n) == 0) return bots[i];
    return NULL;
}
