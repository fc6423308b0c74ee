/* match.h -- small helpers over the contract: letting facts happen, hashing,
 * deciding who won, and the JSON texts every game shares. */
#ifndef CORE_MATCH_H
#define CORE_MATCH_H

#include "game.h"

enum { STATE_MAX = 32768 }; /* no state is larger; games promise it in size() */

/* Memory for one state of any game. */
struct position {
    _Alignas(STATE_ALIGN) uint8_t raw[STATE_MAX];
};

static inline struct state *position_state(struct position *p) { return (struct state *)(void *)p->raw; }

/* Told of each fact, before it is applied. */
typedef void match_fact(void *ctx, const struct state *s, Move fact);

/* Applies all facts that are due (PHASE_FACT). Only for states that know the
 * secret. fn may be NULL. */
void match_settle(const struct game *, struct state *, match_fact *fn, void *ctx);

/* Identifies the whole state: equal on every platform, changed by every event. */
uint64_t match_hash(const struct game *, const struct state *, size_t size);

/* Which rows of the score sheet win: fills win[0..rows), false for all unless
 * the match is over. */
void match_winners(const struct game *, const struct state *, bool *win);

/* The row of the score sheet that counts for a seat; where all play together the group's. */
int match_row(const struct game *, const struct state *, int seat);

/* What the end would make of a row of the score sheet as it is now, and why, as a JSON
 * object: `total`, the parts, and `items`, a list of {part, what, points, number, at,
 * spaces}; at and number are left out where there is none, spaces are names. */
void match_items(const struct game *, const struct state *, int row, struct out *);

/* `["c3","d4"]`: spaces by name, as JSON. */
void match_spaces(const struct game *, const struct state *, uint64_t spaces, struct out *);

/* The total of match_items() alone. */
int32_t match_points(const struct game *, const struct state *, int row);

/* A seat's name, not NUL-terminated. */
struct name {
    const char *p;
    size_t n;
};

/* The result line of notation.md, without a line end. names: one per seat. */
void match_result(const struct game *, const struct state *, size_t size, const struct name *names, struct out *);

/* What the viewer may know, as a JSON object. s is the full state and is left
 * redacted; mode is the record's word for it. */
void match_view(const struct game *, struct state *s, const char *mode, int viewer, const struct name *names,
                struct out *);

#endif
