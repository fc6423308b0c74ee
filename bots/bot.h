/* bot.h -- players made of code. A bot sees a redacted state and nothing else. It also
 * plays for players who left or ran out of time (PP-9). It allocates nothing: what it needs
 * beyond the stack comes in `scratch`. */
#ifndef BOTS_BOT_H
#define BOTS_BOT_H

#include "think.h"

enum { BOT_SCRATCH = STATE_MAX + THINK_SCRATCH }; /* bytes every bot can work with, aligned to STATE_ALIGN */

struct bot {
    const char *name;
    const char *about; /* one line for people */
    /* A legal move for the seat, which acts in this view. view is redact(state, seat),
     * size its bytes; rng is the bot's own; scratch: THINK_SCRATCH bytes. With a budget of
     * playouts and no stop the same for the same view and rng on every platform. */
    struct thought (*think)(const struct game *, const struct state *view, size_t size, int seat,
                            const struct bot_budget *, struct rng *, void *scratch);
};

/* What the bot does in this full state of `size` bytes: it is shown the seat's view
 * of it. budget NULL: what is usual for the bot. scratch: BOT_SCRATCH bytes. */
struct thought bot_think(const struct bot *, const struct game *, const struct state *, size_t size, int seat,
                         const struct bot_budget *, struct rng *, void *scratch);

extern const struct bot *const bots[]; /* ends with NULL */
extern const char *const bot_names[];  /* of all bots in that order, where bots[] has only some, too; ends with NULL */
/* The number of that name in bot_names, or -1. */
int bot_number(const char *name, size_t n);
const struct bot *bot_find(const char *name, size_t n);

extern const struct bot random_bot, greedy_bot, level_bots[LEVELS];
/* As they were called when there were three. */
#define easy_bot   level_bots[LEVEL_BEGINNER]
#define normal_bot level_bots[LEVEL_CASUAL]
#define strong_bot level_bots[LEVEL_MASTER]

#endif
