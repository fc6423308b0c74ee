/* bot.c -- asking a bot, and the simplest of them. */
#include "bot.h"

#include <string.h>

static struct thought think(const struct game *g, const struct state *view, size_t size, int seat,
                            const struct bot_budget *budget, struct rng *r, void *room)
{
    (void)size, (void)budget, (void)room;
    return (struct thought){.move = g->nth(view, seat, rng_below(r, g->legal(view, seat, NULL)))};
}

const struct bot random_bot = {.name = "random", .about = "any legal action, all equally likely", .think = think};

const char *const why_keys[WHYS] = {
    [WHY_NONE] = "none",
    [WHY_ONLY] = "only",
    [WHY_CROSS] = "cross",
    [WHY_RUN] = "run",
    [WHY_GROUP] = "group",
    [WHY_BEAT] = "beat",
    [WHY_PAIR] = "pair",
    [WHY_STEP] = "step",
    [WHY_GUARD] = "guard",
    [WHY_ROOM] = "room",
    [WHY_HURT] = "hurt",
    [WHY_SPARE] = "spare",
    [WHY_SPARE_NINE] = "spare-nine",
    [WHY_OPENS] = "opens",
    [WHY_COMPLETES] = "completes",
    [WHY_REVEALS] = "reveals",
    [WHY_PYRAMID] = "pyramid",
    [WHY_TOWN] = "town",
    [WHY_RANGE] = "range",
    [WHY_FEEDS] = "feeds",
    [WHY_JUNGLE] = "jungle",
    [WHY_FILLS_SHEET] = "fills-sheet",
    [WHY_OUT_OF_WAY] = "out-of-way",
    [WHY_DRAWS] = "draws",
    [WHY_CROSSES] = "crosses",
    [WHY_SNAKE_LEAST] = "snake-least",
    [WHY_SNAKE_MOST] = "snake-most",
    [WHY_LEAVES] = "leaves",
    [WHY_CERTAIN] = "certain",
    [WHY_LIKELY] = "likely",
    [WHY_STONE] = "stone",
    [WHY_CLAIM] = "claim",
    [WHY_OFFER] = "offer",
    [WHY_KEEP] = "keep",
    [WHY_WAIT] = "wait",
    [WHY_QUIET] = "quiet",
};

struct thought bot_think(const struct bot *b, const struct game *g, const struct state *s, size_t size, int seat,
                         const struct bot_budget *budget, struct rng *r, void *room)
{
    static const struct bot_budget usual = {0, NULL, NULL};
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
