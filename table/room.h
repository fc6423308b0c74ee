/* room.h -- one table: a pure function of its events. It alone owns the match. It knows no
 * socket, no store, no clock and no heap (memory.h); what clients see comes out of room_step, and is the same
 * whenever the same events are gone through again, so a client that lost its line gets
 * exactly what it missed by going through them once more.
 *
 * 1. room_step must not fail: whoever makes an event asks one of the `room_may_...` before.
 * 2. Nothing in an object for one viewer depends on what that viewer may not know.
 * 3. In a sealed game (PP-6) `base` is the position when the round was opened, `now` is base
 *    with the moves of `turn` applied; the others learn of those when nobody acts any more: one object, `round`, tells all
 *    moves and the dice that follow, at the event that brings these (or at the move that ends the game).
 * 4. Events that everybody may know of are public and have numbers, from 1. Private are mutes, EVENT_GONE, and
 *    moves of a sealed round that does not close with them. So a number gives nothing away, and it
 *    does not depend on what today's code tells of an event: clients keep it over a new release.
 * 5. What is told of a private event is how something stands now (`yours`, `ready`, `mute`): it
 *    has no number, and room_tell_standing can say it again at any time. */
#ifndef TABLE_ROOM_H
#define TABLE_ROOM_H

#include "../bots/bot.h"
#include "settings.h"

enum {
    ROOM_NAME = 97,     /* bytes of a seat's name, NUL included */
    ROOM_CHAT = 300,    /* characters of one thing said */
    ROOM_TALK = 3000,   /* things said, signals and mutes at one table */
    ROOM_SAID = 262144, /* ... and bytes of what is said */
    ROOM_EVENTS =
        20000, /* about so many at most: all seats together may do as much in a game, moves taken back included, */
    ROOM_ACTS = 5000,  /* ... and one of them as much as this */
    ROOM_EARLY = 2000, /* events before the start */
    ROOM_LATE = 3,     /* turns in a row that time may run out before a bot goes on */
    ROOM_LINES = 64,   /* lines one action may have */
};

enum seat_kind { SEAT_FREE, SEAT_HUMAN, SEAT_BOT };

struct room_seat {
    uint8_t kind;                /* enum seat_kind */
    uint8_t level;               /* of a bot: index into bot_names */
    uint8_t late;                /* turns in a row that time ran out */
    uint16_t acts;               /* things it did, see ROOM_ACTS */
    bool away;                   /* a bot plays for its human */
    bool stand_in;               /* a bot makes this turn, as time was up */
    char player[PLAYER_LEN + 1]; /* of a human */
    struct seats mutes;          /* whom it does not want to hear */
    char name[ROOM_NAME];
};

/* A move of the sealed round. */
struct room_move {
    Move move;
    int16_t seat;
};

struct room_keeper; /* server/hall/hall.h */

struct room {
    char id[ID_LEN + 1];
    struct settings set;
    char owner[PLAYER_LEN + 1];    /* who may start and give seats away */
    uint32_t version;              /* the number of the last event */
    uint32_t number;               /* public events so far */
    uint64_t at;                   /* ms: when the last of those was */
    uint8_t status;                /* enum table_status */
    uint8_t seats;                 /* as many as there are; free ones vanish at the start */
    bool sealed;                   /* moves are hidden until the round closes */
    bool hides;                    /* the opening position holds a secret */
    uint16_t talk;                 /* things said */
    uint32_t said;                 /* ... and their bytes */
    uint32_t chances;              /* chance lines so far */
    uint64_t created, changed;     /* of the first and last event */
    uint64_t due;                  /* when time is up for who acts now; 0: never */
    char next[ID_LEN + 1];         /* the rematch; "": none */
    char commit[FAIR_HEX + 1];     /* what was promised at the start */
    uint64_t clock;                /* ms: the time, as far as the keeper says; 0: a game of the day is not over */
    bool seats_changed;            /* somebody sat down or got up; the keeper clears it */
    uint32_t round_from;           /* sealed games: the version when the round was opened */
    bool redone;                   /* ... and a seat began its turn of this round anew */
    uint32_t stale_from, stale_to; /* a round has closed where some did: struct store_row; the keeper clears stale_to */
    struct room_seat *seat;        /* [seats] */
    size_t size;                   /* bytes of a state; 0: not started */
    struct state *now, *base;      /* base: sealed games only */
    struct room_move *turn;        /* of this round, in the order they came */
    int turn_n, turn_size;         /* used; room for */
    int closed_n;                  /* of a round that has closed, from base on: told with the dice that follow */

    struct room_keeper *keeper; /* what its keeper adds, for itself; NULL */
};

/* Whom an object is for. */
enum { TO_ALL = -10, TO_REST = -11 }; /* all; those who do not sit here. A seat: its player */
enum { TO_BUT = 1000 };               /* TO_BUT + seat: all but its player */
enum {
    TELL_STANDING = 1, /* how something stands: without number */
    TELL_LAZY = 2,     /* it may wait a moment, and need not be told if the round closes by then */
    TELL_CLOSES = 4,   /* the round closes */
};
struct room_listener {
    /* A public event begins: its number and time are the room's now. NULL. */
    void (*event)(void *ctx, const struct room *);
    /* Told each object for clients, as JSON; how: TELL_... If it does not tell how something stands,
     * it belongs to the public event of room->number, which is its `n`. NULL: nobody listens. */
    void (*tell)(void *ctx, const struct room *, int to, const char *text, size_t n, int how);
    /* Told what the record begins with, and each line of it as it becomes known; secret: not before the
     * end. NULL; both or none. */
    void (*head)(void *ctx, const struct room *, const struct head *);
    void (*line)(void *ctx, const char *text, size_t n, bool secret);
    void *ctx;
};

/* An empty table of that id, by memory_take(). */
struct room *room_new(const char *id);
/* Back to before the first event. Its keeper stays, and its clock. */
void room_reset(struct room *);
void room_free(struct room *);
/* Is an object told `to` somebody meant for this player? */
bool room_hears(const struct room *, const char *player, int to);
/* The next event. False: it does not fit here (the store is damaged); the room is unusable then. */
bool room_step(struct room *, const struct event *, const struct room_listener *);
/* Tells how things stand that have no number, for whoever has the seat (-1: for a stranger): own
 * moves of the sealed round, who is ready, who is muted. What stands as at the start only if `whole`: for those who may
 * have heard otherwise. */
void room_tell_standing(const struct room *, int seat, bool whole, const struct room_listener *);

/* ---- questions; they change nothing ---- */

int room_seat_of(const struct room *, const char *player); /* or -1 */
int room_free_seat(const struct room *);                   /* the first, or -1 */
bool room_acts(const struct room *, int seat);
/* Is it a game of a day that is not over yet, by its clock? Then its salt is kept back, and others learn nothing. */
bool room_withholds(const struct room *);
/* Has the seat done as much as it may? */
bool room_worn(const struct room *, int seat);
/* Does a bot have to move for this seat now? */
bool room_bot_acts(const struct room *, int seat);
/* NULL if these lines (by LF) are a legal continuation for the seat; instead: of the round
 * without what the seat did so far. Else the sentence. */
const char *room_may_move(const struct room *, int seat, const char *lines, size_t n, bool instead);
/* Has the seat something to take back? */
bool room_may_back(const struct room *, int seat);
/* The head of the record this table starts with, and what is promised about it: NULL, or a sentence. */
const char *room_head(const struct room *, struct out *);
/* NATURE's next line, by the salt. Only in PHASE_CHANCE. */
void room_draw(const struct room *, struct out *);
/* What happens now without anybody asking: chance, and what follows when time is up. False: nothing.
 * Its text is written to o. Bots are somebody else's business: room_bot_acts. */
bool room_next(const struct room *, uint64_t now, struct event *, struct out *o);
/* What a new table begins with: its settings, who sits first, bots behind them. */
struct room_sitter {
    const char *player; /* of people; the first is the owner */
    const char *name;   /* of bots: "": as their level */
    uint8_t level;      /* of bots: index into bot_names */
};
struct room_new {
    const struct settings *set;    /* whole: with owner, code, salt and the map, if one is made */
    const char *action;            /* its owner's id for this; NULL: none */
    int people, bots;              /* not more than there are seats */
    const struct room_sitter *sit; /* [people + bots]: people on the first seats, bots on the last */
};
/* The next event of a table that is being created: the settings, people and bots, the start if no seat is free then, the
 * first dice. False: that was all. Its text is written to o. A room of no events is where it begins. */
bool room_create_next(const struct room *, const struct room_new *, uint64_t now, struct event *, struct out *o);
/* The text of a move in lines for EVENT_MOVE, without the seat. s: the state before it. */
void room_move_line(const struct room *, const struct state *s, int seat, Move, struct out *);

/* ---- texts ---- */

/* What lists show: a JSON object. */
void room_summary(const struct room *, struct out *);
/* What the seat or WATCHER may know, as `tambo view`; false before the start. */
bool room_view(const struct room *, int viewer, struct out *);
/* How it stands or ended, as `tambo replay`; after the start. */
void room_result(const struct room *, struct out *);
/* What the seat, or -1, may do, and where: members "lines", "more", "yours" and "round" of a JSON object. */
void room_legal(const struct room *, int seat, struct out *);
/* The record of a table: this listener writes it while its events are gone through. */
struct room_record {
    struct out *o;
    bool whole; /* the game is over: nothing is hidden */
};
struct room_listener room_record_listener(struct room_record *);
/* What ends it: the seat's (or -1) own moves of the sealed round; what was promised, if the game is over. */
void room_record_end(const struct room *, int seat, struct out *);
extern const char *const room_signals[]; /* at every table; ends with NULL */
/* Is it one of them, or one of the game's while it is played? */
bool room_may_signal(const struct room *, const char *text);

#endif
