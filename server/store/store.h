/* store.h -- where tables are kept. It hides the database: events are appended, and never
 * changed but for stale_to and store_said_delete, each table's under an expected version,
 * so that two servers cannot both write the same step. Beside its events a table has one row of facts that lists need.
 *
 * What is appended between two commits is one batch: after store_commit returned 0 all
 * of it is on the disk, otherwise none of it is there. Reads see the batch. Functions
 * return 0 or a negative errno unless they say otherwise; -EIO: the database failed,
 * store_why tells. Once a call of a batch has failed so, the whole batch is lost: what is
 * read is what was before it, further writes fail alike, and so does store_commit. A
 * function called by a store may read from it, not write. One thread uses a store.
 *
 * Several servers, nodes, may write to one store (PostgreSQL), or one alone (SQLite, memory): callers do the same for both. A
 * batch begins with store_lock: lock, catch up; then whoever has the tables judges and appends, and commits. No node owns a
 * table longer than for one commit. -EAGAIN of any call: the database is away, or somebody came first; nothing of the batch
 * is there as far as is known, and all of it may be done again from store_lock on. A store of one server grants every lock,
 * has no news, and never says -EAGAIN: what fails there would fail again. Calls that have to wait let the loop go on
 * meanwhile (fiber.h). */
#ifndef SERVER_STORE_H
#define SERVER_STORE_H

#include "../../table/event.h"
#include "store_sql.h"

#include <stdbool.h>

/* The row of a table. Texts belong to whoever made the row. */
struct store_row {
    char id[ID_LEN + 1];
    char code[CODE_LEN + 1];   /* unique among all tables */
    uint32_t version;          /* how many events it has; append sets it */
    uint8_t status;            /* enum table_status */
    bool listed;               /* in the lobby while it is open */
    uint64_t due;              /* ms since 1970 when the server has to do something; 0: never */
    uint64_t created, changed; /* ms since 1970; it never changed before it was made */
    const char *summary;       /* JSON, public: what lists show */
    /* Players of the seats, for `my games`; only written when `seated` is set. */
    bool seated;
    const char *const *players; /* [players_n], PLAYER_LEN hex digits each */
    int players_n;
    /* Sealed turns that their seat has replaced become EVENT_GONE, with the events that are appended: among
     * those of the kinds MOVE, BACK and TURN with stale_from < number <= stale_to, what a seat did before its
     * last BACK or TURN. Their text goes, the actor and the action stay. stale_to 0: none. */
    uint32_t stale_from, stale_to;
    uint64_t bytes; /* of its events, about; only store_tables fills it in */
};

struct store;

/* The stores. path: the file of the database, made if it is missing. NULL after a
 * failure, with the sentence in why. A file is opened by one server at a time. */
struct store *store_sqlite_open(const char *path, char why[256]);
/* A SQLite database in memory: it begins empty and ends with the store. For tests, and servers that keep nothing. */
struct store *store_memory_open(void);
/* A database that several servers share. url: `postgres://...`, as libpq reads it, several hosts as well. loop: where a fiber that
 * waits is gone on with, and news are told; store_close before the loop is closed. NULL: every call blocks, and nothing is told. */
struct uv_loop_s;
struct store *store_postgres_open(const char *url, struct uv_loop_s *loop, char why[256]);
/* Is it such a URL, and no name of a file? */
bool store_postgres_is(const char *url);
/* The URL as it may be told: `HOST/DATABASE`. */
void store_postgres_name(const char *url, char name[256]);
void store_close(struct store *); /* what was not committed is lost */

/* Appends events to the table row->id, whose version is now `expected` (0: a new
 * table, which begins with an event), and sets row->version. Of an old table code and
 * created stay. -EEXIST: its version is another, or a new table's id or code is taken;
 * nothing is appended then, and the batch goes on. An actor's action comes once: whoever appends has seen the
 * events before, and knows; PostgreSQL looks as well, and says -EAGAIN at the commit. */
int store_append(struct store *, struct store_row *row, uint32_t expected, const struct event *, int n);

/* A table that is wanted for a batch. */
struct store_lock {
    const char *id;
    uint32_t version; /* what the caller has of it, 0: nothing; then what there is */
    int status;       /* 0; -ENOENT: there is no such table, and nobody is kept from making it; -EAGAIN: another
                       * server has it just now, ask again in a few ms; it is not waited for */
};
/* Takes these tables, all different, for the batch, which begins here: until it is committed or abandoned no
 * other server writes to them. Tells the events behind the caller's version, in order: i is the place in the list.
 * May be called several times in a batch. A store of one server has nothing to tell, and looks at nothing. */
int store_lock(struct store *, struct store_lock *, int n, int (*fn)(void *ctx, int i, const struct event *),
               void *ctx);

/* Tells the events of the table behind number `from` as far as other servers may have added them: as store_load, but a store of one
 * server has none, and looks at nothing. */
int store_catch_up(struct store *, const char *id, uint32_t from, int (*fn)(void *ctx, const struct event *),
                   void *ctx);

/* -ENOSPC, -EIO ...: the batch is forgotten. Without a batch it does nothing. */
int store_commit(struct store *);
/* Forgets the batch. */
void store_rollback(struct store *);
/* Is anything waiting for commit? */
bool store_pending(const struct store *);

/* Tells every event of the table behind number `from`, in order, until fn returns
 * other than 0. row, if given, is filled without summary and players. -ENOENT: no such
 * table; else what fn returned. */
int store_load(struct store *, const char *id, uint32_t from, int (*fn)(void *ctx, const struct event *), void *ctx,
               struct store_row *row);
/* Finds a table by its code. */
int store_find(struct store *, const char *code, char id[ID_LEN + 1]);
/* Has this actor's action been stored at that table? 1 yes, 0 no. */
int store_has(struct store *, const char *id, const char *actor, const char *action);

enum store_list {
    LIST_LOBBY,  /* open and listed; the newest first */
    LIST_PLAYER, /* of this player, those that are over last; the newest first */
    LIST_DUE,    /* due at that time or before, the longest overdue first */
};
/* Tells up to `limit` rows (with summary, without players) until fn returns other than
 * 0, which it returns then. player: for LIST_PLAYER; time: for LIST_DUE. */
int store_list(struct store *, enum store_list, const char *player, uint64_t time, int limit,
               int (*fn)(void *ctx, const struct store_row *), void *ctx);
/* When is something due next? 0: never. */
int store_due(struct store *, uint64_t *time);
/* How many tables of each status there are. */
int store_count(struct store *, uint64_t count[TABLE_OVER + 1]);

/* A secret of n <= 64 bytes that stays the same, made at random when first asked for:
 * on the disk at once, so not inside a batch (-EBUSY). */
int store_key(struct store *, const char *name, uint8_t *key, size_t n);
/* A player's name: kept until changed; "" if never set. name: 128 bytes. Setting it is
 * part of the batch. */
int store_name_get(struct store *, const char *player, char *name, size_t size);
int store_name_set(struct store *, const char *player, const char *name);

/* What is told of other servers. */
enum store_news {
    NEWS_TABLE,  /* that table may have this version now */
    NEWS_HERE,   /* who is at that table may have changed */
    NEWS_LOBBY,  /* the lobby may have changed */
    NEWS_PLAYER, /* the tokens of this player (in id) were ended: NEWS are for those who are connected */
    NEWS_ALL,    /* the database was away for long: any of these may be */
};
/* Calls fn, on the loop and never inside another call, when other servers did something. It may be told twice, or of
 * what is known already; what gets lost is told again within seconds. One store, one watcher. */
void store_watch(struct store *, void (*fn)(void *ctx, enum store_news, const char *id, uint32_t version), void *ctx);

/* ---- what servers must agree on ---- */

/* The time, us since 1970: the database's, so that all servers have one. Never waits. */
uint64_t store_wall(struct store *);
/* Who is at that table here: players (each once) and how many watch besides. None of both: nobody. Not part of the
 * batch: at once, or soon; a server that ends or is silent for some seconds is forgotten. */
int store_here_set(struct store *, const char *id, const char *const *players, int n, int watching);
/* Tells the players who are at that table at other servers (one may come twice); *watching: how many watch there. */
int store_here(struct store *, const char *id, void (*fn)(void *ctx, const char *player), void *ctx, int *watching);
/* A limit that all servers count together: a bucket of that name which holds `burst` and gets per_hour in an hour.
 * 0: `cost` was taken; 1: there is not enough, *wait_ms until there is. Not part of the batch. */
int store_spend(struct store *, const char *name, uint32_t cost, uint32_t per_hour, uint32_t burst, uint32_t *wait_ms);
/* The same for fair shares (limit.h): of what all get the name wants one more. */
struct store_share {
    const char *all, *block, *network, *name; /* names of buckets; block and network may be "" */
    uint32_t most;
};
int store_share(struct store *, const struct store_share *, uint32_t *wait_ms);

/* What is old enough to go, ms since 1970; 0: nothing of that kind. */
struct store_old {
    uint64_t over;  /* tables that are over, not changed since before that time */
    uint64_t open;  /* ... that nobody has started */
    uint64_t names; /* names set before that time, of players who sit at no table */
    uint64_t until; /* circles and their members whose time ended before that time */
    uint64_t cards; /* recovery cards made before that time, of players of whom nothing else is kept */
    int32_t day;    /* games of days before that day */
};
/* Removes at most `limit` of each, the oldest first; *n: how many in all. Part of the batch. */
int store_sweep(struct store *, const struct store_old *, int limit, int *n);

/* Is it the first time that this word is used? 1 yes, and it is kept until that time, ms since 1970, with the request ("") that
 * used it; 0 no. Part of the batch. Words whose time is over may go. */
int store_nonce_use(struct store *, const char *word, const char *request, uint64_t until);
/* By which request that word was used. 1, or 0: it was not. */
int store_nonce_by(struct store *, const char *word, char request[ACTION_LEN + 1]);
/* How often a player ended all tokens: 0 if never. end: once more, part of the batch, by that request (""), of which is known until
 * that time; *epoch: that number as the caller knows it, then the next. -EEXIST: it is another by now, and nothing is changed:
 * somebody came first. */
int store_epoch(struct store *, const char *player, uint32_t *epoch);
int store_epoch_end(struct store *, const char *player, uint32_t *epoch, const char *request, uint64_t until);
/* By which request that was done last. */
struct store_ended {
    uint32_t epoch;
    char request[ACTION_LEN + 1]; /* "": not known */
    uint64_t until;               /* ms since 1970: from then on it counts no more */
};
int store_ended_by(struct store *, const char *player, struct store_ended *);

/* ---- games of the day (store_days.c): what is added is part of the batch, and stays as it was first ---- */

/* A player's part of a day. */
struct store_part {
    const char *player;
    int32_t day;
    const char *part;
};
/* It was begun, at the table of that id; "": it needs none. Nothing changes if it was begun before. */
int store_begun_add(struct store *, const struct store_part *, const char *table, uint64_t at);
/* 1: with the table; 0: it was not begun. */
int store_begun_get(struct store *, const struct store_part *, char table[ID_LEN + 1]);
struct store_result {
    const char *player, *name;
    int64_t rank;            /* less is better; of those of one rank the earlier comes first */
    int32_t points, against; /* of who plays against one */
    bool has_against;
    uint64_t at;     /* ms since 1970 */
    bool missing;    /* of a member of a circle who has none */
    uint64_t before; /* store_result_get: how many have a better rank */
};
/* Nothing changes if there is one. */
int store_result_add(struct store *, const struct store_part *, const struct store_result *);
/* 1: it was told; 0: there is none. */
int store_result_get(struct store *, const struct store_part *, void (*fn)(void *ctx, const struct store_result *),
                     void *ctx);
/* Tells the results of a part of a day, `limit` at most, in their order. */
int store_results(struct store *, int32_t day, const char *part, int limit,
                  void (*fn)(void *ctx, const struct store_result *), void *ctx);
/* ... of the members of a circle, by the names they have there, and then those who have none. */
int store_results_circle(struct store *, int32_t day, const char *part, const char *circle,
                         void (*fn)(void *ctx, const struct store_result *), void *ctx);
/* What a player has begun on these days, both included, and how it ended. */
struct store_standing {
    int32_t day;
    const char *part, *table; /* "": it has none */
    bool over;                /* and then: */
    int32_t points, against;
    bool has_against;
    uint64_t before; /* how many have a better rank */
};
int store_standings(struct store *, const char *player, int32_t from, int32_t to,
                    void (*fn)(void *ctx, const struct store_standing *), void *ctx);
/* How many results the parts of these days have, those that have any. */
int store_crowds(struct store *, int32_t from, int32_t to,
                 void (*fn)(void *ctx, int32_t day, const char *part, uint64_t n), void *ctx);
/* An answer to position `seq` (from 0) of the puzzle of a day, unless there is one. Answers are told in the order of positions, also
 * after adding one. */
int store_answer_add(struct store *, const char *player, int32_t day, int seq, bool correct, const char *claim,
                     uint64_t at, void (*fn)(void *ctx, int seq, bool correct, const char *claim), void *ctx);
int store_answers(struct store *, const char *player, int32_t day,
                  void (*fn)(void *ctx, int seq, bool correct, const char *claim), void *ctx);

/* ---- circles and recovery cards (store_circles.c); changes are part of the batch ---- */

/* A circle is its first STORE_MEMBERS members, in the order they came: servers that share a database may let in more. */
enum { STORE_MEMBERS = 50, STORE_TEXT = 512 };
struct store_member {
    const char *circle, *called; /* its id and its name */
    const char *player, *name;   /* as it is called there */
};
/* Tells the members of a circle; or of all circles that somebody is stored in, one after the other, also those who are
 * behind the first STORE_MEMBERS. */
int store_circle_get(struct store *, const char *circle, void (*fn)(void *ctx, const struct store_member *), void *ctx);
int store_circles_of(struct store *, const char *player, void (*fn)(void *ctx, const struct store_member *), void *ctx);
/* In how many circles is somebody stored? With the player's name, "" if never set. */
int store_circles_count(struct store *, const char *player, int *n, char *name, size_t size);
/* Somebody becomes the last member; until: ms since 1970, when both may go. A new circle is made, of the name `called`, unless it is
 * there already. Joining one: 1, or 0: there is no such circle. */
int store_circle_make(struct store *, const struct store_member *, uint64_t at, uint64_t until);
int store_circle_join(struct store *, const struct store_member *, uint64_t at, uint64_t until);
int store_circle_rename(struct store *, const char *circle, const char *name, uint64_t until);
/* It gets another id. */
int store_circle_move(struct store *, const char *circle, const char *to);
/* A member goes, and the circle with the last one. 1; 0: this was none. */
int store_circle_leave(struct store *, const char *circle, const char *player);
/* The circles of a player, and the player in them, stay until that time, where they would have gone before `soon`. */
int store_circles_keep(struct store *, const char *player, uint64_t soon, uint64_t until);

/* A recovery card, found by a hash of its digits. 1; 0: such a one is there. */
int store_card_add(struct store *, const char *hash, const char *player, const char *sealed, uint64_t at);
struct store_card {
    char player[PLAYER_LEN + 1];
    char sealed[STORE_TEXT];
    uint32_t epoch; /* of the player's tokens */
};
/* 1, or 0: there is none. */
int store_card_get(struct store *, const char *hash, struct store_card *);
/* 1: the player has one, the newest made at that time; 0: none. */
int store_card_of(struct store *, const char *player, uint64_t *at);
/* All cards of the player go: how many. */
int store_cards_drop(struct store *, const char *player);
/* All that is kept of the player of days, circles and cards goes. */
int store_player_forget(struct store *, const char *player);

/* Where the database is elsewhere each call that reads is a time to wait. Between store_gather, if it says yes, and store_fetch such calls
 * only say what will be asked for (they tell nothing, and what they return means nothing); store_fetch asks for all of it in one request.
 * The same calls, by the same arguments, are then answered at once, until something is written or locked, or store_fetched_drop. */
bool store_gather(struct store *);
void store_fetch(struct store *);
void store_fetched_drop(struct store *);

/* Bytes that the database uses, with what is not yet committed; what is free in it again does not count. In
 * PostgreSQL it does, until that gives it back to the system; what an empty database has does not. */
int store_bytes(struct store *, uint64_t *bytes);

/* ---- for those who run a server: `tambo db`. What changes something is part of the batch. ---- */

/* Tells of every table, in no order, with players and bytes; of every player who has a name, and when
 * it was set, ms since 1970. Until fn returns other than 0, which is returned then. */
int store_tables(struct store *, int (*fn)(void *ctx, const struct store_row *), void *ctx);
int store_players(struct store *, int (*fn)(void *ctx, const char *player, const char *name, uint64_t set), void *ctx);
/* A table and all that belongs to it goes. -ENOENT: there is none. */
int store_table_delete(struct store *, const char *id);
/* The player's name goes. What happened at tables stays; and so does the epoch of the tokens: ended tokens stay ended. */
int store_name_delete(struct store *, const char *player);
/* What was said at that table is blanked out (STORE_UNSAID); player: only what this one said; NULL: all.
 * *n: how often. -ENOENT: there is no such table. */
#define STORE_UNSAID "\xe2\x80\xa6"
int store_said_delete(struct store *, const char *id, const char *player, int *n);
/* Puts another secret in the place of one; n <= 64. -EBUSY: other servers are using a shared store. */
int store_key_set(struct store *, const char *name, const uint8_t *key, size_t n);

/* How often it has asked its database so far: requests that one waits for, of several statements each maybe; in SQLite, where
 * nobody waits, statements. */
uint64_t store_trips(const struct store *);
/* Why the last call failed, for logs. */
const char *store_why(const struct store *);
/* May the call that failed last go well when it is done again (-EAGAIN)? */
bool store_again(const struct store *);
/* What is wrong with a store that is away, in a sentence; NULL: nothing. Never waits. */
const char *store_away(struct store *);

/* ---- whole databases, for `tambo backup` and `tambo db`: each a file or `postgres://...`; servers may be using them ---- */

/* Copies the file to a new one, consistent to one moment. -EEXIST: there is one of that name; -EINVAL: `path` is no database of
 * ours. */
int store_file_backup(const char *path, const char *to, char why[256]);
/* Is it a database of ours? 0; -EINVAL: it is empty, or somebody else's. Makes nothing. */
int store_look(const char *from, char why[256]);
/* Looks at everything: pages, schema, versions, that each table's events are complete.
 * Tells each fault by fn; *tables, *events: how many were there. -EINVAL: it is no
 * database of ours, or damaged so that nothing can be read. */
int store_check(const char *from, void (*fn)(void *ctx, const char *fault), void *ctx, uint64_t *tables,
                uint64_t *events, char why[256]);
/* Goes through all tables: `table` is told of each (without players and texts), `event` of all its events, in order; until
 * one returns other than 0, which is returned. */
int store_walk(const char *from, int (*table)(void *ctx, const struct store_row *),
               int (*event)(void *ctx, const struct event *), void *ctx, char why[256]);

/* Copies all of one database, as it is at one moment, to another that is empty; a file is made. Tells now and then how many rows of what have gone. -EEXIST: `to` is not empty; after a failure it is as it was. */
int store_copy(const char *from, const char *to, void (*progress)(void *ctx, const char *what, uint64_t rows),
               void *ctx, char why[256]);

/* ---- for the stores themselves and for tests that stand between (store.c) ---- */

struct store {
    const struct store_driver *driver; /* of the engine: store_driver.h */
    int error;                         /* of the call that failed last */
    struct store_limits *limits;       /* of one server alone; store.c */
    uint64_t trips;                    /* store_trips */
    uint64_t node;                     /* who this server is to the others; 0: it is alone */
    /* of the batch: store_batch.c */
    bool begun;                   /* there is one */
    bool dirty;                   /* something is in it */
    bool locked;                  /* it has locked tables */
    bool gathering;               /* see store_gather */
    int failed;                   /* the errno that it has come to; or 0 */
    struct known_table *known;    /* rows of tables, each where its id says */
    uint64_t stamp;               /* those of another one are out of date */
    struct store_locked *locking; /* scratch of tables_lock, of the store: a fiber that waits there may be freed */
    int locking_n;
    char why[256]; /* of the last failure */
};

/* Keeps what a call returned, if it failed, for store_again; returns it. */
int store_noted(struct store *, int e);
/* Statements of store_sql.h as one request (store_run of store_driver.h), whose last one's rows are told to fn. How many those are, or a
 * negative errno. */
int store_ask(struct store *, const struct store_ask *, int n, void (*fn)(void *, const struct store_cell *),
              void *ctx);
static inline struct store_value store_text(const char *text)
{
    return (struct store_value){.text = text, .kind = VALUE_TEXT};
}
static inline struct store_value store_blob(const void *p, size_t n)
{
    return (struct store_value){.text = p, .n = n, .kind = VALUE_BLOB};
}
static inline struct store_value store_number(int64_t v)
{
    return (struct store_value){.number = v, .kind = VALUE_NUMBER};
}
/* "For ever" is as good in the signed numbers of databases. */
static inline struct store_value store_time(uint64_t ms)
{
    return store_number(ms > INT64_MAX ? INT64_MAX : (int64_t)ms);
}

#endif
