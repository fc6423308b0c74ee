/* greedy.h -- what the files of the greedy bot share: greedy.c chooses by the
 * game's name, greedy_temple.c, greedy_valley.c and greedy_tiwanaku.c know one game
 * each. Nobody else includes this. */
#ifndef BOTS_GREEDY_H
#define BOTS_GREEDY_H

#include "bot.h"
#include "choice.h"

/* As think() of struct bot, without budget and reason. */
Move greedy_temple(const struct game *, const struct state *view, size_t size, int seat, struct rng *, void *scratch);
Move greedy_valley(const struct game *, const struct state *view, size_t size, int seat, struct rng *, void *scratch);
Move greedy_tiwanaku(const struct game *, const struct state *view, size_t size, int seat, struct rng *, void *scratch);

/* The chance, in 1024ths, that something comes at least once in so many rounds; once:
 * its chance in one of them. */
static inline int chance_in(int once, int rounds)
{
    int never = 1024;
    for (; rounds > 0; rounds--) never = never * (1024 - once) / 1024;
    return 1024 - never;
}

#endif
