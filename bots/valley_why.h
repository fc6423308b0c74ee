/* valley_why.h -- the reason for a move, as data for the client. Used by valley_think.c. */
#ifndef BOTS_VALLEY_WHY_H
#define BOTS_VALLEY_WHY_H

#include "valley_think.h"
#include "valley_turn.h"

/* Why this move on this sheet; then: the rest of the round as planned, n moves, the
 * first of which is m. held: it is an opponent's sheet. */
struct thought valley_why_move(const struct land *, const struct plot *, const Move *m, int n, bool held);

#endif
