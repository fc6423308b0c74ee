/* hall.h -- what one server holds in memory: the rooms in use, the guests (connections) that follow them, the task queue,
 * timers and jobs for bots. Actions (actions.c) and requests (api.c) come in here.
 *
 * 1. All work is a task in the queue of its client: a connection, a request, or the hall itself (queue.h). A turn of the
 *    loop takes from all queues in turn, so that the tasks of one client do not delay those of the others.
 * 2. A turn first runs tasks that change something, then commits, and only then lets messages out; then it runs tasks that
 *    only read, as many as its time allows. These see committed data and change nothing.
 * 3. Every change is an event: noted (hall_note), which lets the room take the step and tells
 *    the guests, then given to the store (hall_settle). A room in memory is a copy of what the store has, plus
 *    this turn. If the commit fails the rooms are loaded again, the stream positions of the guests go back, and no guest has been told anything.
 * 4. A room without guests and without jobs leaves the memory when the turn ends. What has to happen later by itself
 *    (a bot's turn, the end of a player's time) stands in the store as `due`.
 * 5. A room is only changed while it is locked (store_lock), which tells what other servers did to it; a turn runs in a
 *    fiber, since the store may have to wait, and is run again if the store says so (-EAGAIN). What a task does must be
 *    safe to do again: actions have ids, and the rest looks at what is there. A store of one server grants every lock,
 *    never waits, and what fails there is over: those who wait are told.
 * 6. What happens beside the loop (bots that think, maps that are made) is no part of a turn: a turn only puts it into its outbox
 *    of jobs (struct hall_job). Once the turn is committed the outbox is begun, as answers leave then; of a turn that runs again it
 *    is thrown away with the answers. So no job begins twice, and each request is answered once. */
#ifndef SERVER_HALL_H
#define SERVER_HALL_H

#include "../../table/room.h"
#include "../base/clock.h"
#include "../base/config.h"
#include "../base/fiber.h"
#include "../base/limit.h"
#include "../base/metrics.h"
#include "../base/who.h"
#include "../net/net.h"
#include "../store/store.h"
#include "daily.h"
#include "queue.h"

enum {
    HALL_COUNT_CACHES = 8,
    HALL_COUNT_DAYS = 8,
    HALL_COUNT_PARTS = 8
};                                              /* counts of results that are kept for a moment */
enum { HALL_HOSTS = 8192, HALL_HOST_WAYS = 8 }; /* hosts that are remembered; places where each may be */
enum { HALL_NEWCOMER_S = 3600 };                /* whoever came since then is new: actions_bounds.c */
/* Tries of recovery cards, of all and from one address. */
enum { CARDS_HOUR = 1200, CARDS_BURST = 120, CARD_FROM_HOUR = 20, CARD_FROM_BURST = 10 };

struct hall;
struct guest;

enum {
    HALL_BUCKETS = 16384,
    HALL_RETRY_MS = 1000,     /* after the store has failed */
    HALL_CLOSE_ENDED = 4001,  /* the close code for those whose tokens were ended */
    HALL_CLOSE_BROKEN = 1011, /* to guests of a table that cannot be read */
};

/* Something that is to happen beside the loop: a member of what its owner needs for it. */
struct hall_job {
    struct hall_job *next;
    bool waits;                                      /* it is in the outbox */
    void (*begin)(struct hall *, struct hall_job *); /* the turn that asked for it is committed */
    /* It is not, and this frees it. lost: the client is told that it failed; otherwise the task that asked for the job runs again. */
    void (*drop)(struct hall *, struct hall_job *, bool lost);
};

/* How a guest hears of the table that is open. */
enum stream_state {
    STREAM_NONE,  /* none is open */
    STREAM_LIVE,  /* as it happens */
    STREAM_DUE,   /* catches up: more is on its way */
    STREAM_WAITS, /* catches up: gets more when its queue is empty */
};
struct stream {
    enum stream_state state;
    uint32_t n;   /* number of the last public event it was told, or says it was */
    uint64_t at;  /* the time it says that had; 0: it does not say, or was told more since */
    bool resumed; /* it was live before the room was loaded again: unnumbered state it was told may be wrong now */
};

/* What a message or a request gets whose turn could not be stored. */
#define HALL_NOT_STORED "This could not be stored. Nothing was changed; please try again."
/* What a text gets that exceeds the limit: see hall_weight. */
#define HALL_TOO_HEAVY "This has too many parts."
/* And one that was given up: whether it was stored is not known. */
#define HALL_UNKNOWN "The database does not answer: please try again in a moment."

/* Where an open public table is; hall_lobby.c. */
enum lobby_place {
    PLACE_UNKNOWN, /* not asked since it was loaded */
    PLACE_SHOWN,   /* in the lobby */
    PLACE_LEAVING, /* ... though nobody is there: not for long */
    PLACE_HIDDEN,  /* not in the lobby */
};

/* What the hall adds to a room. */
struct room_keeper {
    struct guest *guests;      /* who follows */
    struct room *hash_next;    /* in the hall's table */
    struct room *touched_next; /* looked at in this turn of the loop */
    bool touched;              /* is in that list */
    bool locked;               /* in the store, for this turn's batch */
    bool there_changed;        /* guests have to be told who is there */
    struct bot_job *job;       /* the job whose answers it waits for, or NULL */
    int jobs;                  /* jobs that point to the room, among them those whose answers are not needed any more */
    struct room_notes *notes;  /* events not yet given to the store */
    struct acted *acted;       /* which actions it has seen: hall_has */
    struct tail *tail;         /* what its guests were told last: hall_past.c */
    struct elsewhere *elsewhere; /* who is here at other servers: hall_guests.c */
    int watching;                /* ... and how many watch there */
    bool here_changed;           /* other servers have to be told who is here */
    bool place_posted;           /* its place in the lobby will be looked at */
    uint8_t place;               /* enum lobby_place, as the store has it */
    uint64_t leaves;             /* ms: when it leaves the lobby if nobody comes; 0: nobody has left */
};

/* A WebSocket connection. */
struct guest {
    struct conn *conn;
    struct who who;
    bool known;                 /* a token was there, or `hello` came */
    bool hello;                 /* `hello` came */
    bool lent;                  /* ... and its answer brought the token */
    bool gone;                  /* the connection is closed; the guest is freed when the next turn begins */
    struct room *room;          /* the table that is open, or NULL */
    struct stream stream, kept; /* its position in the stream now; and as of the last commit */
    struct room *past;          /* while it catches up: a copy of the room as of the event it has got to; or NULL */
    size_t behind;              /* ... bytes of that sent since its queue was empty */
    struct client_queue queue;  /* its tasks */
    struct guest *next, **prev; /* in the room */
    struct guest *all_next, **all_prev; /* in the hall */
    bool lobby;                         /* wants to hear of the lobby */
};

struct hall {
    uv_loop_t *loop;
    struct store *store;
    struct net *net; /* NULL: not yet, or not any more */
    const struct config *config;
    uint8_t key[WHO_KEY];              /* signs tokens */
    uint8_t daily[DAILY_KEY];          /* the days' secrets follow from it */
    struct room *bucket[HALL_BUCKETS]; /* rooms by their id */
    int rooms;                         /* how many */
    struct room *touched;              /* looked at in this turn */
    struct guest *guests;              /* all of them */
    struct queue queue;                /* tasks, and whose is next */
    struct hall_job *outbox;           /* jobs that this turn has asked for, the last first */
    int asks;                          /* requests among the tasks */
    bool reading;                      /* this part of the turn changes nothing */
    bool deferred;                     /* the task at hand has to run again later */
    bool busy;                         /* a turn waits for the store */
    int commit_retries;                /* commits in a row that had to be done again */
    int closed;                        /* guests whose connection is closed, and who are not reaped yet */
    struct fiber *fiber;               /* in which turns run; NULL: not yet */
    uv_timer_t pause;                  /* until tasks that could not run are tried again */
    struct clock time;                 /* see hall_now */
    int failed;                        /* errno of an append in this turn */
    uint64_t commit_failed_at;         /* uv_now of the last commit, if it failed; 0: all is well */
    uv_timer_t clock;                  /* wakes when something is due */
    uint64_t clock_at;                 /* when; 0: not set */
    int due_left;                      /* tables that are due and wait to be looked at */
    bool awake;                        /* what was left at the start was looked at */
    uv_timer_t lobby_timer;            /* a change of the lobby waits for others */
    bool lobby_waits;                  /* it is set */
    uv_timer_t sweeper;                /* removes old tables, if they are not kept for ever */
    int thinking, making;              /* jobs for bots and for maps under way */
    struct thinker *thinkers;          /* owners of tables whose bots think, see hall_bots.c */
    int waiting;                       /* jobs for bots that no worker has yet */
    int working, workers;              /* those that workers have; how many they may have */
    uint32_t picks;                    /* jobs given to workers so far */
    uint64_t used;                     /* what the owner whose turn it was last had used */
    struct hall_count_cache {
        int32_t from, to;                                /* days, both included */
        uint64_t until;                                  /* by the loop's clock, ms */
        uint32_t all[HALL_COUNT_DAYS][HALL_COUNT_PARTS]; /* how many results each part had */
    } count_cache[HALL_COUNT_CACHES]; /* of large numbers, which are not counted again for each request */
    bool stopping;                    /* no new work */
    struct hall_host {
        char player[PLAYER_LEN + 1]; /* "": none */
        bool old;                    /* no newcomer */
        uint32_t from;               /* a hash of where they came from last; 0: not known here */
        uint64_t until;              /* when this entry expires: by the loop's clock, ms */
    } host[HALL_HOSTS];              /* who had tables in the lobby, in sets: hall_list.c */
    uint8_t host_key[16];            /* random key of the hashes of hosts and of their networks */
    int host_asked;                  /* the index in the lobby from which newcomers are looked up next */
    struct limit *player_rate,
        *endings;           /* per player: messages and requests; endings of tokens that are asked for again */
    struct runs *runs;      /* puzzles of days that were wanted last: api_run.c; or NULL */
    uint64_t began;         /* hrtime of the start */
    uint64_t complained_at; /* uv_now of the last line about a commit that failed; 0: never */
    int complained;         /* its errno */
    uint64_t size,
        size_at; /* bytes of the database with what was noted since; uv_now of when it was asked, 0: not yet */
    struct metrics metrics;
    struct {
        uint64_t tables[TABLE_OVER + 1], bytes; /* by status; of the database */
        uint64_t at;                            /* uv_now of that; 0: not yet */
        bool asked;                             /* it is being counted */
    } counted;                                  /* what the store said last of itself: api_metrics.c */
    struct out scratch;                         /* for texts; see hall_out */
};

/* Reads the key from the store; false with the reason logged. */
bool hall_open(struct hall *, uv_loop_t *, struct store *, const struct config *);
/* Looks at what should have happened while the server was down. After net is set. */
void hall_wake(struct hall *);
void hall_close(struct hall *);

uint64_t hall_now(struct hall *); /* ms since 1970, see clock.h; for rates and timeouts uv_now */
/* An empty buffer for one text, good until the next call. */
struct out *hall_out(struct hall *);

/* The room of that id, loaded if need be; NULL: errno in *why (-ENOENT: there is none). */
struct room *hall_room(struct hall *, const char *id, int *why);
/* Is it in memory, with all that the store had when it was looked at? */
bool hall_is_loaded(struct hall *, const char *id);
/* Replays the events of the table for this listener, up to the version of the room; 0 or a negative errno. */
int hall_replay(struct hall *, const struct room *, const struct room_listener *);
/* Whether each state that is loaded or stepped is checked whole (game->broken), and the queue after each turn: in sanitizer builds,
 * and in the simulation. */
extern bool hall_checks;
/* Applies the next event to a room; -EILSEQ: it does not fit. */
int hall_step(struct room *, const struct event *, const struct room_listener *);
/* Events that other servers appended are loaded, and the guests are told. 0 or a negative errno. */
int hall_refresh(struct hall *, struct room *);
/* The room may be changed in this turn, and is what the store has. False: not now; the work has to return at once,
 * having changed nothing, and will run again. */
bool hall_lock(struct hall *, struct room *);
/* An event that happens now (its time is set here): the room takes it, guests are told, the store gets it at
 * hall_settle. Its texts are copied; NULL: "". */
void hall_note(struct hall *, struct room *, const struct event *);
/* Dice are rolled and bots begin to think where that is due; then all goes to the store. */
void hall_settle(struct hall *, struct room *);
/* The same, but what is an ordinary turn waits for others at the table and goes to the store before the commit. */
void hall_settle_turn(struct hall *, struct room *);
/* All that waits for the commit goes to the store. */
void hall_append_all(struct hall *);
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

/* The turn looks at the room when it ends: unlocks it, tells who is there, frees it if it is not used. */
void hall_touch(struct hall *, struct room *);
/* It leaves the memory. */
void hall_forget(struct hall *, struct room *);
/* Gives what was noted to the store, and when the table is due next; there may be nothing new. */
void hall_append(struct hall *, struct room *);

/* ---- hall_acted.c ---- */

/* Has this player's action been done at the table? */
bool hall_has(const struct room *, const char *player, const char *action);
/* Remembers an action; forgets all of them. */
void hall_acted_add(struct room *, const char *player, const char *action);
void hall_acted_drop(struct room *);

/* ---- hall_turn.c ---- */

/* About the bytes that a JSON text becomes; a text of more than QUEUE_CLIENT_BYTES is refused. */
uint32_t hall_weight(const char *json, size_t n);
/* The task waits for its turn; it is its client's last, or its first. */
void hall_post(struct hall *, struct client_queue *, struct task *);
void hall_post_first(struct hall *, struct client_queue *, struct task *);
/* The store could not be read: will the task at hand run again later? It has to return at once then, having
 * changed and answered nothing. False: that would not help. */
bool hall_defer(struct hall *);
/* It begins when this turn is committed. */
void hall_after_commit(struct hall *, struct hall_job *);
/* The next turn: called whenever the loop comes around. True: it is to be called again before the loop sleeps. */
bool hall_turn(struct hall *);
/* The room in memory differs from the store: it is emptied, and loaded again by a task. */
void hall_invalidate(struct hall *, struct room *);

/* ---- hall_guests.c ---- */

/* The guests of a room. */
extern const struct room_listener hall_listener;
/* From now on the guest gets the stream of the room, after what it missed since the public event
 * `last`, which was at that time (0: it does not say). If the room has no such event it is told
 * `anew`, and everything. */
void hall_follow(struct hall *, struct guest *, struct room *, uint32_t last, uint64_t at);
void hall_unfollow(struct hall *, struct guest *);
/* The same without telling the others at the table. */
void hall_detach(struct guest *);
void hall_add_guest(struct hall *, struct guest *);
void hall_remove_guest(struct hall *, struct guest *);
/* The guests of a room are told who is there, when the turn ends. */
void hall_presence(struct hall *, struct room *);
bool hall_is_here(const struct room *, const char *player);
/* Does anybody else sit there, or watch, who may hear what that seat says? */
bool hall_is_heard(struct hall *, struct room *, int seat);
/* Who is here at other servers is asked again; 0 or a negative errno. */
int hall_ask_elsewhere(struct hall *, struct room *);
/* The turn was committed: the stream positions are kept, and changed presence is told. */
void hall_keep(struct hall *, struct room *);
/* The turn was rolled back, and nothing of it has left: the stream positions go back. */
void hall_rewind(struct room *);
/* The room was loaded again: guests that have not been told all of it catch up. */
void hall_resume(struct hall *, struct room *);
/* Sends an object of the table: of the public event of that number, or, 0, of how something stands. how: TELL_... */
void hall_send(struct guest *, uint32_t number, struct text *, int how);

/* ---- hall_past.c ---- */

/* The guest gets what it missed, now or in portions, and then hears as it happens. */
void hall_catch_up(struct hall *, struct guest *);
/* The same in a turn to come, before anything else the guest wants. */
void hall_catch_up_later(struct hall *, struct guest *);
/* Frees what is kept for that. */
void hall_past_drop(struct guest *);
/* Guests of a room were told this. */
void hall_tail_add(const struct room *, int to, struct text *);
void hall_tail_drop(const struct room *);

/* ---- hall_list.c ---- */

/* The JSON array of rows. */
int hall_list(struct hall *, enum store_list, const char *player, struct out *);

/* ---- hall_lobby.c ---- */

/* The lobby changed: guests with `lobby` set are told within a second. */
void hall_lobby_changed(struct hall *);
/* Is an open public table in the lobby? Sets `listed` and `due` of its row. */
void hall_lobby_place(struct hall *, struct room *, struct store_row *);
/* Checks the tables in the lobby whose players may have been connected to a server that ended. */
void hall_lobby_review(struct hall *);
/* A guest came to the room or left it: whether it belongs in the lobby is checked. */
void hall_lobby_look(struct hall *, struct room *);

/* ---- hall_session.c ---- */

/* Is the token that was read (who_read) still good? 1, 0: it was ended, or a negative errno. */
int hall_session_valid(struct hall *, struct who *);
/* All tokens of the player end; *w is of the new epoch. The connections are closed. -EEXIST: it was ended already. request, until: as
 * store_epoch_end keeps them. */
int hall_end_tokens(struct hall *, struct who *, const char *request, uint64_t until);
/* Closes the connections of that player, whose tokens were ended, here or at another server (NEWS_PLAYER). */
void hall_disconnect_player(struct hall *, const char *player);

/* ---- hall_daily.c ---- */

/* Is this another player's game of a day that is not over? Then the player ("": no token) must learn nothing of it. */
bool hall_hides(struct hall *, const struct room *, const char *player);
/* A game of the day has begun, or ended at that time: what the store keeps of it goes into the batch. 0 or a negative errno. */
int hall_daily_begun(struct hall *, const struct room *);
int hall_daily_ended(struct hall *, const struct room *, uint64_t at);

/* ---- hall_bots.c ---- */

/* Lets bots think about the room, as this turn leaves it; when they are done their moves are noted. */
void hall_think(struct hall *, struct room *);
/* How bots get on, for /metrics. */
void hall_show_bots(const struct hall *, struct out *);
/* What is called when a map is made, or, instead of it, if the turn that asked for it is not stored: as in struct hall_job. */
struct hall_map {
    void (*made)(struct hall *, void *ctx);
    void (*drop)(struct hall *, void *ctx, bool lost);
    void *ctx;
};
/* Makes the map of the settings beside the loop. */
void hall_make(struct hall *, struct settings *, struct hall_map);

#endif
