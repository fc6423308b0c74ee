/* bot.h -- players made of code. A bot sees a redacted state and nothing else. It also
 * plays for whoever left or ran out of time (PP-9). It allocates nothing: what it needs
 * beyond the stack comes in `room`. */
#ifndef BOTS_BOT_H
#define BOTS_BOT_H

#include "../core/match.h"

enum { BOT_ROOM = 2 << 20 }; /* bytes every bot can work with, aligned to STATE_ALIGN */

struct bot {
    const char *name;
    const char *about; /* one line for people */
    /* A legal move for the seat, which acts in this view. view is redact(state,
     * seat), size its bytes; rng is the bot's own. */
    Move (*think)(const struct game *, const struct state *view, size_t size, int seat, struct rng *, void *room);
};

/* What the bot does in this full state of `size` bytes: it is shown the seat's view
 * of it. room: BOT_ROOM bytes. */
Move bot_move(const struct bot *, const struct game *, const struct state *, size_t size, int seat, struct rng *,
              void *room);

extern const struct bot *const bots[]; /* ends with NULL */
const struct bot *bot_find(const char *name, size_t n);

extern const struct bot random_bot, greedy_bot;

#endif
