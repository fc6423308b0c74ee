/* event.h -- what happened at a table, one step each. A table is the list of its
 * events and nothing else: room.c makes of them what players see, the store keeps
 * them. Types only. No event is ever removed, and none is changed but for sealed turns that their seat
 * has replaced: once the round has closed they are EVENT_GONE. Nobody was ever told of them; that they were done
 * has to be known, as a late copy of the message may come. */
#ifndef TABLE_EVENT_H
#define TABLE_EVENT_H

#include <stddef.h>
#include <stdint.h>

enum {
    ID_LEN = 12,     /* letters of a table's id */
    CODE_LEN = 6,    /* of the code people tell one another */
    PLAYER_LEN = 32, /* hex digits that name a player; not the token, and no secret */
    ACTION_LEN = 32, /* at most, of a client's number for one action */
};

enum table_status { TABLE_OPEN, TABLE_PLAYING, TABLE_OVER };

/* The kinds are stored: never renumber, only add. `text` is described beside each. */
enum event_kind {
    EVENT_CREATE = 1,  /* the settings with the salt (secret): settings.h */
    EVENT_SIT = 2,     /* the actor takes the seat: the name */
    EVENT_BOT = 3,     /* a bot takes the seat: its level, and a name, if it has one */
    EVENT_FREE = 4,    /* the seat is free again (before the start) */
    EVENT_START = 5,   /* the whole head of the record, map included (secret) */
    EVENT_CHANCE = 6,  /* a line of a record: `* roll 1 2 lock` */
    EVENT_MOVE = 7,    /* lines of a record without the seat, by LF; the turn so far stays */
    EVENT_BACK = 8,    /* the seat's moves of this round are taken back (PP-7) */
    EVENT_LATE = 9,    /* time was up for the seat; a bot makes this turn */
    EVENT_AWAY = 10,   /* a bot plays for the seat's owner from now on (PP-9) */
    EVENT_HERE = 11,   /* ... until now */
    EVENT_CHAT = 12,   /* what the seat says */
    EVENT_SIGNAL = 13, /* one of the ready-made signals */
    EVENT_MUTE = 14,   /* the seat does not want to hear another: `3 on`, `3 off` */
    EVENT_NEXT = 15,   /* the id of the table of the rematch */
    EVENT_TURN = 16,   /* EVENT_BACK, then EVENT_MOVE, as one */
    EVENT_CLOSE = 17,  /* nobody is left: the table is over before its start */
    EVENT_GONE = 18,   /* what was a sealed turn that its seat has replaced: only the actor and the action are left */
    EVENT_LAST = EVENT_GONE,
};

struct event {
    uint64_t at;        /* ms since 1970 */
    uint8_t kind;       /* enum event_kind */
    int16_t seat;       /* from 0; -1: none */
    const char *actor;  /* the player who did it; "": the server */
    const char *action; /* that client's id for it; "": none */
    const char *text;   /* depends on the kind; NUL-terminated as well */
    size_t n;           /* bytes of text */
    uint32_t number;    /* in its table, from 1; set by the store that tells of it; 0: the next */
};

#endif
