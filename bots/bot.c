/* bot.c -- asking a bot, and the simplest of them. */
#include "bot.h"

#include <string.h>

static struct thought think(const struct game *g, const struct state *view, size_t size, int seat,
                            const struct bot_budget *budget, struct rng *r, void *scratch)
{
    (void)size, (void)budget, (void)scratch;
    return (struct thought){.move = g->nth(view, seat, rng_below(r, g->legal(view, seat, NULL)))};
}

const struct bot random_bot = {
    .name = N_("random"), .about = N_("any legal action, all equally likely"), .think = think};

struct thought bot_think(const struct bot *b, const struct game *g, const struct state *s, size_t size, int seat,
                         const struct bot_budget *budget, struct rng *r, void *scratch)
{
    static const struct bot_budget usual = {.playouts = 0};
    struct state *view = scratch;
    GAME_ASSERT(seats_has(s->acting, seat));
    memcpy(view, s, size);
    g->redact(view, seat);
    struct thought t = b->think(g, view, size, seat, budget ? budget : &usual, r, (char *)scratch + STATE_MAX);
    GAME_ASSERT(t.move != NO_MOVE);
    return t;
}

const char *const bot_names[] = {"random",  "greedy",  "beginner", "learner", "casual",
                                 "regular", "skilled", "expert",   "master",  NULL};

static bool is_name(const char *known, const char *name, size_t n)
{
    return strlen(known) == n && memcmp(known, name, n) == 0;
}

int bot_number(const char *name, size_t n)
{
    for (int i = 0; bot_names[i]; i++)
        if (is_name(bot_names[i], name, n)) return i;
    return -1;
}

const struct bot *bot_find(const char *name, size_t n)
{
    int number = bot_number(name, n);
    for (int i = 0; i <= number && bots[i]; i++)
        if (i == number) return bots[i];
    return NULL;
}
