/* store.h -- where tables are kept. It hides the database: events are appended, never
 * changed, each table's under an expected version, so that two servers cannot both
 * write the same step. Beside its events a table has one row of facts that lists need.
 *
 * What is appended between two commits is one batch: after store_commit returned 0 all
 * of it is on the disk, otherwise none of it is there. Reads see the batch. Functions
 * return 0 or a negative errno unless they say otherwise; -EIO: the database failed,
 * store_why tells. Once a call of a batch has failed so, the whole batch is lost: what is
 * read is what was before it, further writes fail alike, and so does store_commit. A
 * function called by a store may read from it, not write. One thread uses a store. */
#ifndef SERVER_STORE_H
#define SERVER_STORE_H

#include "../table/event.h"

#include <stdbool.h>

/* The row of a table. Texts belong to whoever made the row. */
struct store_row {
    char id[ID_LEN + 1];
    char code[CODE_LEN + 1];   /* unique among all tables */
    uint32_t version;          /* how many events it has; append sets it */
    uint8_t status;            /* enum table_status */
    bool listed;               /* in the lobby while it is open */
    uint64_t due;              /* ms since 1970 when the server has to do something; 0: never */
    uint64_t created, changed; /* ms since 1970 */
    const char *summary;       /* JSON, public: what lists show */
    /* Players of the seats, for `my games`; only written when `seated` is set. */
    bool seated;
    const char *const *players; /* [players_n], PLAYER_LEN hex digits each */
    int players_n;
};

struct store;

/* The stores. path: the file of the database, made if it is missing. NULL after a
 * failure, with the sentence in why. A file is opened by one server at a time. */
struct store *store_sqlite_open(const char *path, char why[256]);
struct store *store_memory_open(void);
void store_close(struct store *); /* what was not committed is lost */

/* Appends events to the table row->id, whose version is now `expected` (0: a new
 * table, which begins with an event), and sets row->version. Of an old table code and
 * created stay. -EEXIST: its version is another, an actor's action is stored there
 * already, or a new table's id or code is taken; nothing is appended then, and the
 * batch goes on. */
int store_append(struct store *, struct store_row *row, uint32_t expected, const struct event *, int n);
/* -ENOSPC, -EIO ...: the batch is forgotten. Without a batch it does nothing. */
int store_commit(struct store *);
/* Forgets the batch. */
void store_abandon(struct store *);
/* Is anything waiting for commit? */
bool store_pending(const struct store *);

/* Tells every event of the table after the first `from`, in order, until fn returns
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

/* Calls fn when another process may have written to a table. One store, one watcher.
 * The stores here have one writer, so they never call; a store that several servers
 * share does. */
void store_watch(struct store *, void (*fn)(void *ctx, const char *id, uint32_t version), void *ctx);

/* Removes tables that were over or open, and not changed, since before that time: at most
 * `limit`, the longest unchanged first; *n: how many. Part of the batch. */
int store_sweep(struct store *, uint64_t before, int limit, int *n);

/* Why the last call failed, for logs. */
const char *store_why(const struct store *);

/* ---- whole files, for `tambo backup` and `tambo db check`; a server may be using them ---- */

/* Copies the database to a new file, consistent to one moment. -EEXIST: there is one of
 * that name; -EINVAL: `path` is no database of ours. */
int store_file_backup(const char *path, const char *to, char why[256]);
/* Looks at everything: pages, schema, versions, that each table's events are complete.
 * Tells each fault by fn; *tables, *events: how many were there. -EINVAL: it is no
 * database of ours, or damaged so that nothing can be read. */
int store_file_check(const char *path, void (*fn)(void *ctx, const char *fault), void *ctx, uint64_t *tables,
                     uint64_t *events, char why[256]);

/* ---- for the stores themselves and for tests that stand between (store.c) ---- */

struct store_ops {
    void (*close)(struct store *);
    int (*append)(struct store *, struct store_row *, uint32_t expected, const struct event *, int n);
    int (*commit)(struct store *);
    void (*abandon)(struct store *);
    bool (*pending)(const struct store *);
    int (*load)(struct store *, const char *id, uint32_t from, int (*fn)(void *, const struct event *), void *ctx,
                struct store_row *);
    int (*find)(struct store *, const char *code, char id[ID_LEN + 1]);
    int (*has)(struct store *, const char *id, const char *actor, const char *action);
    int (*list)(struct store *, enum store_list, const char *player, uint64_t time, int limit,
                int (*fn)(void *, const struct store_row *), void *ctx);
    int (*due)(struct store *, uint64_t *time);
    int (*count)(struct store *, uint64_t count[TABLE_OVER + 1]);
    int (*key)(struct store *, const char *name, uint8_t *key, size_t n);
    int (*name_get)(struct store *, const char *player, char *name, size_t size);
    int (*name_set)(struct store *, const char *player, const char *name);
    void (*watch)(struct store *, void (*fn)(void *, const char *, uint32_t), void *ctx);
    int (*sweep)(struct store *, uint64_t before, int limit, int *n);
    const char *(*why)(const struct store *);
};
struct store {
    const struct store_ops *ops;
};

#endif
