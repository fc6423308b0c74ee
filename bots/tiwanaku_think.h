/* tiwanaku_think.h -- the levels of Tiwanaku, all modes. */
#ifndef BOTS_TIWANAKU_THINK_H
#define BOTS_TIWANAKU_THINK_H

#include "think.h"
#include "tiwanaku_eye.h"

/* As think() of struct bot. */
struct thought tiwanaku_think(enum bot_level, const struct game *, const struct state *view, size_t size, int seat,
                              const struct bot_budget *, struct rng *, void *scratch);

/* The weights of playouts in that mode: bench/train_tiwanaku.c begins with them. */
struct eye_weights tiwanaku_think_seeing(unsigned mode);

#endif
