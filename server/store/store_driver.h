/* store_driver.h -- what an engine has to do for the store, in a handful of calls, and what the store keeps of its batch. The
 * engines are sqlite.c and postgres.c; store_batch.c calls them, and the other store_*.c by way of that. A test or the simulation
 * puts a driver of its own in front of an engine's, which fails. The statements are in store_sql.h. */
#ifndef SERVER_STORE_DRIVER_H
#define SERVER_STORE_DRIVER_H

#include "store.h"

/* What the engine tells of a table that it has locked. */
struct store_locked {
    uint64_t key;
    uint32_t version;
    uint8_t state; /* enum table_status */
    bool listed;
};

/* Failures are a negative errno, with the reason in store->why; the store rolls back then. One of a batch that began before all
 * of it was sent (rows added) is told by the next call that sends it. */
struct store_driver {
    bool utf8;   /* texts have to be UTF-8: the store refuses others itself */
    bool shared; /* several servers write: what is known of a table ends with the batch */
    void (*close)(struct store *);
    /* A transaction begins, or will together with the next statement; ends; is given up, which cannot fail. */
    int (*begin)(struct store *);
    int (*commit)(struct store *);
    void (*rollback)(struct store *);
    /* Statements one after the other, in one request behind all that was added. fn (NULL: nobody) is told the rows of each of
     * them (k: of which), until it returns other than 0. How many rows the last one gave, or a negative errno. */
    int (*run)(struct store *, const struct store_ask *, int n,
               int (*fn)(void *ctx, int k, const struct store_cell *row), void *ctx);
    /* Adds a statement that writes, whose rows nobody wants: at once, or together with the next request. -EEXIST: it would change
     * a table whose version is another. */
    int (*add)(struct store *, const struct store_ask *);
    /* What only several servers need; NULL: store.c answers for one alone. lock: fills in the status of each, *locked, and tells
     * the events behind the versions (fn NULL: nobody is), until fn returns other than 0; in the batch, which has begun. */
    int (*lock)(struct store *, struct store_lock *, struct store_locked *locked, int n,
                int (*fn)(void *ctx, int i, const struct event *), void *ctx);
    /* Keeps statements that read, and asks for all that were kept in one request; until something is written, locked or ends, run
     * tells what came for them without asking again. NULL: asking costs no time. */
    void (*gather)(struct store *, const struct store_ask *, int n);
    int (*fetch)(struct store *);
    void (*fetched_drop)(struct store *);
    void (*news)(struct store *, enum store_news, const char *id, uint32_t version); /* of the batch, for the others */
    void (*watch)(struct store *, void (*fn)(void *, enum store_news, const char *, uint32_t), void *ctx);
    const char *(*away)(struct store *); /* what is wrong with the database now; NULL: nothing */
    uint64_t (*wall)(struct store *);
    int (*here_set)(struct store *, const char *id, const char *const *players, int n, int watching);
    int (*here)(struct store *, const char *id, void (*fn)(void *, const char *), void *ctx, int *watching);
    int (*spend)(struct store *, const char *name, uint32_t cost, uint32_t per_hour, uint32_t burst, uint32_t *wait_ms);
    int (*share)(struct store *, const struct store_share *, uint32_t *wait_ms);
};

enum { STORE_NONCE_REST = 86400000 /* ms a nonce is kept longer than it has to: clocks differ */ };

/* ---- batches (store_batch.c): what the other store_*.c call ---- */

/* A table whose row is known: in SQLite as long as nothing is rolled back or deleted, as only this process writes; otherwise
 * while the batch has its lock. */
struct known_table {
    char id[ID_LEN + 1];
    uint8_t status;
    bool listed;
    uint32_t version;
    uint64_t due;
    uint64_t key;   /* in the database */
    uint64_t stamp; /* of the store, if it is still true */
};

void store_init(struct store *, const struct store_driver *);
void store_drop(struct store *); /* what store_init made */

/* A batch has begun, then; its errno if it has failed. */
int store_begin(struct store *);
/* The end of a change, returns e: what has not changed or locked anything leaves no batch open. */
int store_ended(struct store *, int e);
/* A failure of the engine is the end of the batch, if there is one; returns e. */
int store_failed(struct store *, int e);
/* Keeps the sentence; returns e. */
int store_refuse(struct store *, int e, const char *why);
/* Driver calls as they are described above. Statements that write begin a batch; a failure is one of the batch. -EINVAL: a text
 * is not UTF-8, and nothing has happened; who only reads finds nothing then. */
int store_run(struct store *, const struct store_ask *, int n,
              int (*fn)(void *ctx, int k, const struct store_cell *row), void *ctx);
int store_add(struct store *, const struct store_ask *);
/* store_add for each of them. */
int store_put(struct store *, const struct store_ask *, int n);
bool store_takes_text(const struct store *, const char *); /* may the engine keep it? NULL: yes */
void store_tell(struct store *, enum store_news, const char *id, uint32_t version);
/* Where that table is kept if it is known: it is if its id is the same and its stamp the store's. */
struct known_table *store_known(struct store *, const char *id);
void store_forget_known(struct store *); /* all of them */

/* ---- what store.c hands calls to: as in store.h ---- */

int batch_commit(struct store *);
void batch_rollback(struct store *);
bool batch_pending(const struct store *);

int tables_append(struct store *, struct store_row *, uint32_t expected, const struct event *, int n);
int tables_lock(struct store *, struct store_lock *, int n, int (*fn)(void *ctx, int i, const struct event *),
                void *ctx);
int tables_load(struct store *, const char *id, uint32_t from, int (*fn)(void *ctx, const struct event *), void *ctx,
                struct store_row *);
int tables_find(struct store *, const char *code, char id[ID_LEN + 1]);
int tables_has(struct store *, const char *id, const char *actor, const char *action);
int tables_list(struct store *, enum store_list, const char *player, uint64_t time, int limit,
                int (*fn)(void *ctx, const struct store_row *), void *ctx);
int tables_due(struct store *, uint64_t *time);
int tables_count(struct store *, uint64_t count[TABLE_OVER + 1]);
int tables_each(struct store *, int (*fn)(void *ctx, const struct store_row *), void *ctx);
int tables_delete(struct store *, const char *id);
int tables_unsay(struct store *, const char *id, const char *player, int *n);
int tables_sweep(struct store *, enum table_status, uint64_t before, int limit, int *n);
int tables_bytes(struct store *, uint64_t *bytes);

int players_name(struct store *, const char *player, char *name, size_t size);
int players_set_name(struct store *, const char *player, const char *name);
int players_delete_name(struct store *, const char *player);
int players_each(struct store *, int (*fn)(void *ctx, const char *player, const char *name, uint64_t set), void *ctx);
int players_key(struct store *, const char *name, uint8_t *key, size_t n);
int players_set_key(struct store *, const char *name, const uint8_t *key, size_t n);
int players_nonce(struct store *, const char *word, const char *request, uint64_t until);
int players_epoch(struct store *, const char *player, uint32_t *epoch);
int players_end(struct store *, const char *player, uint32_t *epoch, const char *request, uint64_t until);

#endif
