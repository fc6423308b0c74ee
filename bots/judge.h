/* judge.h -- what a move is worth: how the match ends for the seat, on average, if it is
 * played and everybody goes on sensibly. From a view, like a bot. For `tambo analyse`. */
#ifndef BOTS_JUDGE_H
#define BOTS_JUDGE_H

#include "think.h"

enum { JUDGE_ROOM = 2 * STATE_MAX + THINK_ROOM }; /* bytes it works with, aligned to STATE_ALIGN */

/* The results of so many playouts that begin with each of the moves, in points: the seat's
 * own score, in Tiwanaku less the best other. Those of moves[k] are result[k * playouts] and
 * the following; the i-th of all moves meet the same chance, so that their differences say
 * more than each by itself. All 0 if nothing could be played out. room: JUDGE_ROOM bytes. */
void judge_moves(const struct game *, const struct state *view, size_t size, int seat, const Move *moves, int n,
                 uint32_t playouts, struct rng *, void *room, int32_t *result);

#endif
