/* bot.c -- asking a bot, and the simplest of them. */
#include "bot.h"

#include <string.h>

static struct thought think(const struct game *g, const struct state *view, size_t size, int seat,
                            const struct bot_budget *budget, struct rng *r, void *room)
{
    (void)size, (void)budget, (void)room;
    return (struct thought){.move = g->nth(view, seat, rng_below(r, g->legal(view, seat, NULL)))};
}

const struct bot random_bot = {
    .name = N_("random"), .about = N_("any legal action, all equally likely"), .think = think};

struct thought bot_think(const struct bot *b, const struct game *g, const struct state *s, size_t size, int seat,
                         const struct bot_budget *budget, struct rng *r, void *room)
{
    static const struct bot_budget usual = {.playouts = 0};
    struct state *view = room;
    memcpy(view, s, size);
    g->redact(view, seat);
    return b->think(g, view, size, seat, budget ? budget : &usual, r, (char *)room + STATE_MAX);
}

const char *const bot_names[] = {"random", "greedy", "easy", "normal", "strong", NULL};

const struct bot *bot_find(const char *name, size_t n)
{
    for (int i = 0; bots[i]; i++)
        if (strlen(bots[i]->name) == n && memcmp(bots[i]->name, name, n) == 0) return bots[i];
    return NULL;
}
