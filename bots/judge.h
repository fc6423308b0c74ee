/* judge.h -- what a move is worth: how the match ends for the seat, on average, if it is
 * played and everybody goes on sensibly. From a view, like a bot. For `tambo analyse`. */
#ifndef BOTS_JUDGE_H
#define BOTS_JUDGE_H

#include "think.h"

enum { JUDGE_ROOM = 2 * STATE_MAX + THINK_ROOM }; /* bytes it works with, aligned to STATE_ALIGN */

/* What is to be judged. */
struct judge_question {
    const struct game *game;
    const struct state *view; /* the position, as the seat knows it */
    size_t size;              /* bytes of it */
    int seat;
    const Move *moves; /* of the seat */
    int n;             /* how many */
    uint32_t playouts; /* of each */
};

/* The results of so many playouts that begin with each of the moves, in points: the seat's
 * own score, in Tiwanaku less the best other. Those of moves[k] are result[k * playouts] and
 * the following; the i-th of all moves meet the same chance, so that their differences say
 * more than each by itself. All 0 if nothing could be played out. room: JUDGE_ROOM bytes. */
void judge_moves(const struct judge_question *, struct rng *, void *room, int32_t *result);

#endif
