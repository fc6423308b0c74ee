/* levels.c -- the levels from beginner to master: each game's own behind bot.h; and the list of
 * all bots. */
#include "bot.h"
#include "temple_think.h"
#include "tiwanaku_think.h"
#include "valley_think.h"

#include <string.h>

/* A game's levels, and how many playouts master makes of a move if nothing is said: under a
 * second in a browser. */
static const struct {
    const char *game;
    struct thought (*think)(enum bot_level, const struct game *, const struct state *view, size_t size, int seat,
                            const struct bot_budget *, struct rng *, void *scratch);
    uint32_t playouts;
} games_with_levels[] = {
    {"temple", temple_think, 4000},
    {"valley", valley_think, 600},
    {"tiwanaku", tiwanaku_think, 240},
};
enum { GAMES = sizeof games_with_levels / sizeof *games_with_levels };

/* A game without levels of its own has greedy. */
static struct thought at_level(enum bot_level level, const struct game *g, const struct state *view, size_t size,
                               int seat, const struct bot_budget *budget, struct rng *r, void *scratch)
{
    struct bot_budget b = *budget;
    for (int i = 0; i < GAMES; i++) {
        if (strcmp(g->name, games_with_levels[i].game) != 0) continue;
        if (!b.playouts) b.playouts = games_with_levels[i].playouts;
        return games_with_levels[i].think(level, g, view, size, seat, &b, r, scratch);
    }
    return greedy_bot.think(g, view, size, seat, budget, r, scratch);
}

/* struct bot has no place for a level, so each has a function. */
#define AT_LEVEL(name, level)                                                                                          \
    static struct thought name(const struct game *g, const struct state *view, size_t size, int seat,                  \
                               const struct bot_budget *budget, struct rng *r, void *scratch)                          \
    {                                                                                                                  \
        return at_level(level, g, view, size, seat, budget, r, scratch);                                               \
    }
AT_LEVEL(beginner, LEVEL_BEGINNER)
AT_LEVEL(learner, LEVEL_LEARNER)
AT_LEVEL(casual, LEVEL_CASUAL)
AT_LEVEL(regular, LEVEL_REGULAR)
AT_LEVEL(skilled, LEVEL_SKILLED)
AT_LEVEL(expert, LEVEL_EXPERT)
AT_LEVEL(master, LEVEL_MASTER)

const struct bot level_bots[LEVELS] = {
    [LEVEL_BEGINNER] = {N_("beginner"), N_("takes the points in sight, and overlooks much"), beginner},
    [LEVEL_LEARNER] = {N_("learner"), N_("knows what counts, and still overlooks some of it"), learner},
    [LEVEL_CASUAL] = {N_("casual"), N_("sees all that counts now, and has no plan"), casual},
    [LEVEL_REGULAR] = {N_("regular"), N_("keeps an eye on what may come, and misses little"), regular},
    [LEVEL_SKILLED] = {N_("skilled"), N_("weighs everything on the table, with a glance ahead"), skilled},
    [LEVEL_EXPERT] = {N_("expert"), N_("plays its best ideas through in thought"), expert},
    [LEVEL_MASTER] = {N_("master"), N_("thinks ahead as far as time allows"), master},
};

const struct bot *const bots[] = {&random_bot,    &greedy_bot,    &level_bots[0], &level_bots[1], &level_bots[2],
                                  &level_bots[3], &level_bots[4], &level_bots[5], &level_bots[6], NULL};
