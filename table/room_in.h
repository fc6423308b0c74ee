/* room_in.h -- what room.c and room_tell.c share; nobody else includes it. */
#ifndef TABLE_ROOM_IN_H
#define TABLE_ROOM_IN_H

#include "memory.h"
#include "room.h"

/* The head that EVENT_START brings, by table_take(); NULL: it is not one. */
struct record *room_read_head(const struct event *);
typedef void room_moved(void *ctx, const struct state *before, int seat, Move);

/* The lines of one event, as each viewer may know them: in a sealed game and where nothing is
 * veiled one text for all, otherwise one for each seat and one for the rest. */
struct said {
    struct room *room;
    const struct room_ears *ears;
    int viewers;      /* texts: 1, or seats + 1 (the last: those who do not sit) */
    struct out *text; /* [viewers] */
};
void said_begin(struct said *, struct room *, const struct room_ears *);
/* Moves of one line, from s. line: its text if it is there already. */
void said_moves(struct said *, const struct state *s, int seat, const Move *, int n, const char *line, size_t line_n);
void said_fact(void *said, const struct state *, Move); /* a match_fact */
/* Tells all, and frees it. */
void said_end(struct said *, uint64_t due);
void said_drop(struct said *);

void room_tell_event(const struct room *, const struct event *, const struct room_ears *);
void room_tell_free(const struct room *, int seat, const struct room_ears *); /* still there */
void room_tell_owner(const struct room *, const struct room_ears *);
void room_tell_yours(const struct room *, int seat, const struct room_ears *);
void room_tell_ready(const struct room *, int seat, bool ready, const struct room_ears *);
void room_tell_round(const struct room *, const struct room_ears *);
void room_tell_over(const struct room *, const struct room_ears *);

#endif
