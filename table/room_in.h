/* room_in.h -- what room.c and room_tell.c share; nobody else includes it. */
#ifndef TABLE_ROOM_IN_H
#define TABLE_ROOM_IN_H

#include "memory.h"
#include "room.h"

/* The head that EVENT_START brings, by memory_take(); NULL: it is not one. */
struct record *room_read_head(const struct event *);

/* The lines of one event, as each viewer may know them: in a sealed game and where nothing is
 * veiled one text for all, otherwise one for each seat and one for the rest. */
struct room_play {
    struct room *room;
    const struct room_listener *listener;
    bool closes;      /* it begins with the moves of a round that has closed */
    int viewers;      /* texts: 1, or seats + 1 (the last: those who do not sit) */
    struct out *text; /* [viewers] */
};
/* If a round has closed its moves come first, and all of it is `round`; else it is `play`. */
void room_play_begin(struct room_play *, struct room *, const struct room_listener *);
/* Moves of one line, from s. line: its text if it is there already, else {NULL}. */
void room_play_moves(struct room_play *, const struct state *s, int seat, const Move *, int n, struct words line);
void room_play_fact(void *play, const struct state *, Move); /* a match_fact */
/* Tells all, and frees it. */
void room_play_end(struct room_play *, uint64_t due);
void room_play_drop(struct room_play *);

void room_tell_event(const struct room *, const struct event *, const struct room_listener *);
void room_tell_free(const struct room *, int seat, const struct room_listener *); /* still there */
void room_tell_owner(const struct room *, const struct room_listener *);
void room_tell_yours(const struct room *, int seat, const struct room_listener *);
void room_tell_ready(const struct room *, int seat, bool ready, const struct room_listener *);
/* The moves of the round that closes: as lines of the record, and as an object if no dice follow. */
void room_tell_round(const struct room *, const struct room_listener *);
void room_tell_over(const struct room *, const struct room_listener *);

#endif
