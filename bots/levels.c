/* levels.c -- easy, normal and strong: each game's own levels behind bot.h; and the list of
 * all bots. */
#include "bot.h"
#include "temple_think.h"
#include "tiwanaku_think.h"
#include "valley_think.h"

#include <string.h>

/* A game's levels, and how many playouts strong makes of a move if nothing is said: under a
 * second in a browser. */
static const struct {
    const char *game;
    struct thought (*think)(enum bot_level, const struct game *, const struct state *view, size_t size, int seat,
                            const struct bot_budget *, struct rng *, void *room);
    uint32_t playouts;
} games_with_levels[] = {
    {"temple", temple_think, 4000},
    {"valley", valley_think, 600},
    {"tiwanaku", tiwanaku_think, 240},
};
enum { GAMES = sizeof games_with_levels / sizeof *games_with_levels };

/* A game without levels of its own has greedy. */
static struct thought at_level(enum bot_level level, const struct game *g, const struct state *view, size_t size,
                               int seat, const struct bot_budget *budget, struct rng *r, void *room)
{
    struct bot_budget b = *budget;
    for (int i = 0; i < GAMES; i++) {
        if (strcmp(g->name, games_with_levels[i].game) != 0) continue;
        if (!b.playouts) b.playouts = games_with_levels[i].playouts;
        return games_with_levels[i].think(level, g, view, size, seat, &b, r, room);
    }
    return greedy_bot.think(g, view, size, seat, budget, r, room);
}

static struct thought easy(const struct game *g, const struct state *view, size_t size, int seat,
                           const struct bot_budget *budget, struct rng *r, void *room)
{
    return at_level(LEVEL_EASY, g, view, size, seat, budget, r, room);
}

static struct thought normal(const struct game *g, const struct state *view, size_t size, int seat,
                             const struct bot_budget *budget, struct rng *r, void *room)
{
    return at_level(LEVEL_NORMAL, g, view, size, seat, budget, r, room);
}

static struct thought strong(const struct game *g, const struct state *view, size_t size, int seat,
                             const struct bot_budget *budget, struct rng *r, void *room)
{
    return at_level(LEVEL_STRONG, g, view, size, seat, budget, r, room);
}

const struct bot easy_bot = {
    .name = N_("easy"), .about = N_("short-sighted, and careless now and then"), .think = easy};
const struct bot normal_bot = {.name = N_("normal"), .about = N_("a good eye, no search"), .think = normal};
const struct bot strong_bot = {.name = N_("strong"), .about = N_("thinks ahead"), .think = strong};

const struct bot *const bots[] = {&random_bot, &greedy_bot, &easy_bot, &normal_bot, &strong_bot, NULL};
