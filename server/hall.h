/* hall.h -- all that goes on in one server: rooms that somebody looks at, guests (connections),
 * the store, the clock and the bots. Actions (actions.c) and requests (api.c) come in here.
 *
 * 1. A room in memory is a copy of what the store has, plus this turn of the loop.
 * 2. Every change is an event: noted (hall_note), which lets the room take the step and tells
 *    the guests, then given to the store (hall_settle), all before the turn ends.
 * 3. hall_end_turn commits; only then does anything leave. If that fails the rooms go back to
 *    what the store has, the guests' numbers with them, and nobody was told.
 * 4. A room without guests and bots at work leaves the memory when the turn ends. What has to
 *    happen later without anybody asking stands in the store as `due`. */
#ifndef SERVER_HALL_H
#define SERVER_HALL_H

#include "../table/room.h"
#include "config.h"
#include "limit.h"
#include "metrics.h"
#include "net.h"
#include "store.h"
#include "who.h"

enum {
    HALL_BUCKETS = 16384,
    HALL_RETRY_MS = 1000, /* after the store has failed */
};

/* How a guest hears of the table that is open. */
enum stream_state {
    STREAM_NONE,  /* none is open */
    STREAM_LIVE,  /* as it happens */
    STREAM_DUE,   /* catches up: gets more in this turn */
    STREAM_WAITS, /* catches up: gets more when its queue is empty */
    STREAM_ANEW,  /* what it has is not of this table: begins again, in this turn */
};
struct stream {
    enum stream_state state;
    uint32_t n;    /* number of the last public event it was told, or says it was */
    uint64_t at;   /* the time it says that had; 0: it does not say, or was told more since */
    uint64_t sent; /* objects of public events it was sent, for protocol 1 */
};

/* What a message or a request gets whose turn could not be stored. */
#define HALL_NOT_STORED "This could not be stored. Nothing was changed; please try again."

/* What the hall adds to a room. */
struct room_keeper {
    struct guest *guests;      /* who follows */
    struct room *hash_next;    /* in the hall's table */
    struct room *touched_next; /* changed in this turn of the loop */
    bool touched;              /* is in that list */
    bool there_changed;        /* guests have to be told who is there */
    bool catching_up;          /* some guests get more of the stream in this turn */
    bool thinking;             /* a worker thinks about its bots */
    uint32_t generation;       /* grows when it is loaded anew */
    struct room_notes *notes;  /* events not yet given to the store */
};

/* Somebody who is connected. */
struct guest {
    struct conn *conn;
    struct who who;
    bool known;                         /* a token was there, or `hello` came */
    bool hello;                         /* `hello` came */
    uint8_t protocol;                   /* ... and the version it speaks */
    bool lent;                          /* ... and its answer brought the token */
    struct room *room;                  /* the table that is open, or NULL */
    struct stream stream, kept;         /* now; as of the last commit */
    size_t used;                        /* while catching up: bytes queued in this turn */
    uint64_t first;                     /* ... and the number of the first event it gets */
    struct guest *next, **prev;         /* in the room */
    struct guest *all_next, **all_prev; /* in the hall */
    bool lobby;                         /* wants to hear of the lobby */
};

struct hall {
    uv_loop_t *loop;
    struct store *store;
    struct net *net; /* NULL: not yet, or not any more */
    const struct config *config;
    uint8_t key[WHO_KEY];              /* signs tokens */
    struct room *bucket[HALL_BUCKETS]; /* rooms by their id */
    int rooms;                         /* how many */
    struct room *touched;              /* looked at in this turn */
    struct guest *guests;              /* all of them */
    int failed;                        /* errno of an append in this turn */
    uint64_t commit_failed_at;         /* uv_now of the last commit, if it failed; 0: all is well */
    uv_timer_t clock;                  /* wakes when something is due */
    uint64_t clock_at;                 /* when; 0: not set */
    bool retry;                        /* moves of bots could not be stored: the clock looks at them */
    uv_timer_t lobby_timer;            /* a change of the lobby waits for others */
    bool lobby_waits;                  /* it is set */
    uv_timer_t sweeper;                /* removes old tables, if they are not kept for ever */
    int thinking, making;              /* jobs for bots and for maps under way */
    struct thinker *thinkers;          /* owners of tables whose bots think, see hall_bots.c */
    int waiting;                       /* jobs for bots that no worker has yet */
    int working, workers;              /* those that workers have; how many they may have */
    uint32_t picks;                    /* jobs given to workers so far */
    uint64_t used;                     /* what the owner whose turn it was last had used */
    bool stopping;                     /* no new work */
    struct limit *talk, *create;       /* per player */
    uint64_t told_until;               /* hrtime when the records of before are paid, see hall_may_tell */
    struct metrics metrics;
    struct out scratch; /* for texts; see hall_out */
};

/* Reads the key from the store; false with the reason logged. */
bool hall_open(struct hall *, uv_loop_t *, struct store *, const struct config *);
/* Looks at what should have happened while the server was down. After net is set. */
void hall_wake(struct hall *);
void hall_close(struct hall *);

uint64_t hall_now(void); /* ms since 1970, see clock.h; for rates and timeouts uv_now */
/* An empty buffer for one text, good until the next call. */
struct out *hall_out(struct hall *);

/* The room of that id, loaded if need be; NULL: errno in *why (-ENOENT: there is none). */
struct room *hall_room(struct hall *, const char *id, int *why);
/* Goes through all events of the table again for this listener; 0 or a negative errno. */
int hall_replay(struct hall *, const char *id, const struct room_listener *);
/* May a table be gone through for somebody who only wants to read it? 0, or the ms to wait. */
uint32_t hall_may_tell(const struct hall *);
/* That was done; it began at that hrtime. */
void hall_told(struct hall *, uint64_t begin);
/* An event that happens now (its time is set here): the room takes it, guests are told, the store gets it at
 * hall_settle. Its texts are copied; NULL: "". */
void hall_note(struct hall *, struct room *, const struct event *);
/* Dice are rolled and bots begin to think where that is due; then all goes to the store. */
void hall_settle(struct hall *, struct room *);
/* What a new table begins with. */
struct hall_new {
    const char *id;       /* of the table */
    struct settings *set; /* its code is chosen here */
    const char *action;   /* its creator's id for this */
    const char *name;     /* of its creator, who sits first */
    const uint8_t *bot;   /* levels of those who sit last */
    int bots_n;
};
/* A new table. *again: this very one existed already. 0 or a negative errno. */
int hall_create(struct hall *, const struct hall_new *, bool *again);

/* It is looked at when the turn ends. */
void hall_touch(struct hall *, struct room *);
/* The lobby changed: those who want to know are told within a second. */
void hall_lobby_changed(struct hall *);
/* The JSON array of rows. */
int hall_list(struct hall *, enum store_list, const char *player, struct out *);

/* All of this turn becomes durable and leaves; or none of it. Called once a turn. */
void hall_end_turn(struct hall *);

/* ---- hall_guests.c ---- */

/* The guests of a room. */
extern const struct room_listener hall_listener;
/* From now on the guest gets the stream of the room, after what it missed since the public event
 * `last`, which was at that time (0: it does not say). If the room has no such event it is told
 * `anew`, and everything. */
void hall_follow(struct hall *, struct guest *, struct room *, uint32_t last, uint64_t at);
void hall_unfollow(struct hall *, struct guest *);
/* The same, and nobody is told. */
void hall_detach(struct guest *);
void hall_add_guest(struct hall *, struct guest *);
void hall_remove_guest(struct hall *, struct guest *);
/* Those who came to the room in this turn are told what happened before, in one go. */
void hall_catch_up(struct hall *, struct room *);
/* The guests of a room are told who is there, when the turn ends. */
void hall_presence(struct hall *, struct room *);
bool hall_is_here(const struct room *, const char *player);
/* The turn ends: what was told stands. */
void hall_keep(struct hall *, struct room *);
/* Nothing of this turn has left: the guests' numbers go back. */
void hall_rewind(struct hall *, struct room *);

/* ---- hall_bots.c ---- */

/* Lets bots think about the room if they have to; when they are done their moves are noted. */
void hall_think(struct hall *, struct room *);
/* How bots get on, for /metrics. */
void hall_show_bots(const struct hall *, struct out *);
/* Makes the map of the settings beside the loop, then calls done. */
void hall_make(struct hall *, struct settings *, void (*done)(struct hall *, struct settings *, void *), void *ctx);

#endif
