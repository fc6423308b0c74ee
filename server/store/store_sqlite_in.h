/* store_sqlite_in.h -- the store in a SQLite file, for its parts: store_sqlite.c (tables and batches),
 * store_sqlite_ask.c (store_sql.h) and store_sqlite_names.c (the rest). The statements and how one uses them. */
#ifndef SERVER_STORE_SQLITE_IN_H
#define SERVER_STORE_SQLITE_IN_H

#include "../base/must.h"
#include "store.h"
#include "store_schema.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* What the columns of a row are; see read_row. */
#define ROW "id, code, version, status, listed, due, created, changed, summary, key"

enum query {
    TABLE_NEW,
    TABLE_GET,
    TABLE_STANDS,
    TABLE_FIND,
    TABLE_TOUCH,
    TABLE_CHANGE,
    TABLE_DROP,
    EVENT_ADD,
    EVENT_DROP,
    EVENT_GET,
    EVENT_HAS,
    EVENT_STALE,
    EVENT_UNSAY,
    SEAT_ADD,
    SEAT_DROP,
    ROWS_LOBBY,
    ROWS_PLAYER,
    ROWS_DUE,
    ROWS_OLD,
    ROWS_ALL,
    SEATS_OF,
    DUE_GET,
    COUNT_GET,
    KEY_GET,
    KEY_ADD,
    KEY_SET,
    NAME_GET,
    NAME_SET,
    NAME_DROP,
    NAME_OLD,
    NAME_ALL,
    WORD_ADD,
    WORD_DROP,
    ERA_GET,
    ERA_END,
    BATCH_BEGIN,
    BATCH_END,
    SHARED, /* those of store_sql.h begin here */
    QUERIES = SHARED + STORE_STATEMENTS_N,
};

extern const char *const store_sqlite_queries[QUERIES];

/* How a table stands that was written to, so that the next append need not ask. Only this process writes
 * (struct sqlite, lock); all is forgotten with a batch that is, and when tables go. */
struct standing {
    char id[ID_LEN + 1]; /* "": nothing */
    uint8_t status;
    bool listed;
    uint32_t version;
    uint64_t due;
    sqlite3_int64 key;
};
enum { STANDINGS = 4096 };

struct sqlite {
    struct store store;           /* must be first */
    sqlite3 *db;                  /* the only connection of this process */
    sqlite3_stmt *stmts[QUERIES]; /* prepared once */
    struct ahead *ahead;          /* moves what is written ahead to its place */
    struct standing *standing;    /* [STANDINGS], each where its id says */
    int lock;                     /* descriptor that holds the file for this server */
    bool batch;                   /* a batch was begun */
    bool dirty;                   /* ... and something is in it */
    int spoilt;                   /* ... and this errno is what became of it; or 0 */
    char why[256];                /* of the last failure */
};

static inline struct sqlite *as_sqlite(struct store *s) { return (struct sqlite *)s; }

static inline void forget_standings(struct sqlite *s) { memset(s->standing, 0, STANDINGS * sizeof *s->standing); }

/* ---- failures and batches ---- */

/* The end of the batch without a commit. */
static inline void roll_back(struct sqlite *s)
{
    if (s->batch) forget_standings(s);
    if (s->db && !sqlite3_get_autocommit(s->db)) store_schema_run(s->db, "ROLLBACK");
}

/* What just went wrong in the database, as an errno; a batch is spoilt by it. */
static inline int fail(struct sqlite *s)
{
    int e = store_schema_errno(s->db);
    snprintf(s->why, sizeof s->why, "%s (%d)", sqlite3_errmsg(s->db), sqlite3_extended_errcode(s->db));
    if (s->batch && !s->spoilt) {
        s->spoilt = e;
        roll_back(s);
    }
    return e;
}

static inline int refuse(struct sqlite *s, int e, const char *why)
{
    snprintf(s->why, sizeof s->why, "%s", why);
    return e;
}

/* ---- statements ---- */

/* A statement to bind and step; NULL after a failure, which step() then returns. */
static inline sqlite3_stmt *take(struct sqlite *s, enum query i)
{
    sqlite3_stmt *q = s->stmts[i];
    s->store.trips++;
    if (q && !sqlite3_stmt_busy(q)) return q;
    q = NULL;
    if (sqlite3_prepare_v3(s->db, store_sqlite_queries[i], -1, SQLITE_PREPARE_PERSISTENT, &q, NULL)) fail(s);
    if (!s->stmts[i]) s->stmts[i] = q;
    return q;
}

static inline void give(struct sqlite *s, enum query i, sqlite3_stmt *q)
{
    if (q == s->stmts[i]) sqlite3_reset(q);
    else sqlite3_finalize(q);
}

static inline void bound(int rc)
{
    if (rc == SQLITE_NOMEM) must(NULL);
}

static inline void text(sqlite3_stmt *q, int i, const char *p)
{
    if (q) bound(sqlite3_bind_text(q, i, p, -1, SQLITE_STATIC));
}

static inline void blob(sqlite3_stmt *q, int i, const void *p, size_t n)
{
    if (q) bound(sqlite3_bind_blob64(q, i, p ? p : "", n, SQLITE_STATIC));
}

/* SQLite's numbers are signed: "for ever" is as good in either. */
static inline void number(sqlite3_stmt *q, int i, uint64_t v)
{
    if (q) bound(sqlite3_bind_int64(q, i, v > INT64_MAX ? INT64_MAX : (sqlite3_int64)v));
}

/* 1: there is a row; 0: no more; else a negative errno. */
static inline int step(struct sqlite *s, sqlite3_stmt *q)
{
    if (!q) return s->spoilt ? s->spoilt : -EIO;
    int rc = sqlite3_step(q);
    if (rc == SQLITE_ROW) return 1;
    if (rc == SQLITE_DONE) return 0;
    return fail(s);
}

/* For statements that tell nothing. */
static inline int done(struct sqlite *s, enum query i, sqlite3_stmt *q)
{
    int e = step(s, q);
    give(s, i, q);
    return e;
}

static inline int begin(struct sqlite *s)
{
    if (s->batch) return s->spoilt;
    s->batch = true; /* also if it cannot begin: its commit has to fail */
    return done(s, BATCH_BEGIN, take(s, BATCH_BEGIN));
}

static inline const char *column(sqlite3_stmt *q, int i)
{
    const unsigned char *p = sqlite3_column_text(q, i);
    return p ? (const char *)p : "";
}

static inline uint64_t natural(sqlite3_stmt *q, int i)
{
    sqlite3_int64 v = sqlite3_column_int64(q, i);
    return v < 0 ? 0 : (uint64_t)v;
}

/* The columns of ROW; the summary lives until the next step. */
static inline void read_row(sqlite3_stmt *q, struct store_row *row)
{
    *row = (struct store_row){
        .version = (uint32_t)natural(q, 2),
        .status = (uint8_t)natural(q, 3),
        .listed = natural(q, 4) != 0,
        .due = natural(q, 5),
        .created = natural(q, 6),
        .changed = natural(q, 7),
        .summary = column(q, 8),
    };
    snprintf(row->id, sizeof row->id, "%s", column(q, 0));
    snprintf(row->code, sizeof row->code, "%s", column(q, 1));
}

/* ---- store_sqlite.c ---- */

/* Fills row (without texts) and *key. 1: found, 0: not, else a negative errno. */
int store_sqlite_find(struct sqlite *, const char *id, struct store_row *row, sqlite3_int64 *key);
/* Ends a batch in which nothing is. */
void store_sqlite_abandon(struct store *);

/* A statement that changes something. n: what it returns in its first column, if it does. */
static inline int change(struct sqlite *s, enum query i, sqlite3_stmt *q, uint64_t *n)
{
    int e = step(s, q);
    if (e == 1 && n) *n = natural(q, 0);
    if (e == 1) e = step(s, q); /* to its end */
    give(s, i, q);
    if (!e && sqlite3_changes(s->db)) s->dirty = true;
    return e;
}

/* The end of a change: what has not begun anything leaves no batch open. */
static inline int ended(struct store *st, int e)
{
    struct sqlite *s = as_sqlite(st);
    if (!s->spoilt && !s->dirty) store_sqlite_abandon(st);
    return e;
}

/* ---- store_sqlite_ask.c: a member of struct store_ops ---- */

int store_sqlite_ask(struct store *, const struct store_ask *, int n, void (*fn)(void *, const struct store_cell *),
                     void *ctx);

/* ---- store_sqlite_names.c: members of struct store_ops ---- */

int store_sqlite_key(struct store *, const char *name, uint8_t *value, size_t n);
int store_sqlite_key_set(struct store *, const char *name, const uint8_t *value, size_t n);
int store_sqlite_name_get(struct store *, const char *player, char *name, size_t size);
int store_sqlite_name_set(struct store *, const char *player, const char *name);
int store_sqlite_name_delete(struct store *, const char *player);
int store_sqlite_sweep(struct store *, const struct store_old *, int limit, int *n);
int store_sqlite_once(struct store *, const char *word, const char *request, uint64_t until);
int store_sqlite_era(struct store *, const char *player, uint32_t *era);
int store_sqlite_era_end(struct store *, const char *player, uint32_t *era, const char *request, uint64_t until);
int store_sqlite_tables(struct store *, int (*fn)(void *, const struct store_row *), void *ctx);
int store_sqlite_players(struct store *, int (*fn)(void *, const char *, const char *, uint64_t), void *ctx);
int store_sqlite_table_delete(struct store *, const char *id);
int store_sqlite_said_delete(struct store *, const char *id, const char *player, int *n);
int store_sqlite_bytes(struct store *, uint64_t *bytes);

#endif
