/* store_sqlite.c -- the store's driver for SQLite, in a file or in memory; see store_driver.h. What the file holds and how it is opened
 * is in store_schema.c; copying and checking whole files in store_file.c.
 *
 * 1. Only this process writes to the file (struct sqlite, lock): every lock is granted, and transactions never wait.
 * 2. Every statement is reset as soon as it has told what it knows, so that a statement that is busy belongs to a caller further
 *    up whose fn reads; then another is made. */
#include "../base/must.h"
#include "store_driver.h"
#include "store_schema.h"
#include "store_sqlite_checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* Statements of the driver's own, behind those of store_sql.h. */
enum { BEGIN = STORE_STATEMENTS_N, COMMIT, QUERIES };

static const char *const queries[QUERIES] = {
#define X(name, does, ...) [name] = STORE_SQLITE(__VA_ARGS__),
    STORE_STATEMENTS(X)
#undef X
        [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
};

struct sqlite {
    struct store store;                   /* must be first */
    sqlite3 *db;                          /* the only connection of this process */
    sqlite3_stmt *stmts[QUERIES];         /* prepared once */
    uint8_t place[QUERIES][STORE_VALUES]; /* of each value, SQLite's number; 0: the statement has no use for it */
    struct checkpoint *checkpoint;        /* moves what is written ahead to its place; NULL: in memory */
    int lock;                             /* descriptor that holds the file for this server; -1: none */
};

static struct sqlite *as_sqlite(struct store *s) { return (struct sqlite *)s; }

/* What just went wrong in the database, as an errno. */
static int fail(struct sqlite *s)
{
    int e = store_schema_errno(s->db);
    snprintf(s->store.why, sizeof s->store.why, "%s (%d)", sqlite3_errmsg(s->db), sqlite3_extended_errcode(s->db));
    return e;
}

/* ---- statements ---- */

/* SQLite numbers parameters as they first stand in the statement. */
static void find_places(struct sqlite *s, int i, sqlite3_stmt *q)
{
    for (int k = 0; k < STORE_VALUES; k++) {
        char name[8];
        snprintf(name, sizeof name, "$%d", k + 1);
        s->place[i][k] = (uint8_t)sqlite3_bind_parameter_index(q, name);
    }
}

/* A statement to bind and step; NULL after a failure. */
static sqlite3_stmt *take(struct sqlite *s, int i)
{
    sqlite3_stmt *q = s->stmts[i];
    s->store.trips++;
    if (q && !sqlite3_stmt_busy(q)) return q;
    q = NULL;
    if (sqlite3_prepare_v3(s->db, queries[i], -1, SQLITE_PREPARE_PERSISTENT, &q, NULL)) return NULL;
    if (s->stmts[i]) return q;
    find_places(s, i, q);
    return s->stmts[i] = q;
}

static void give(struct sqlite *s, int i, sqlite3_stmt *q)
{
    if (q == s->stmts[i]) sqlite3_reset(q);
    else sqlite3_finalize(q);
}

static int bind_value(sqlite3_stmt *q, int place, const struct store_value *v)
{
    if (v->null) return sqlite3_bind_null(q, place);
    if (v->kind == VALUE_NUMBER) return sqlite3_bind_int64(q, place, v->number);
    if (v->kind == VALUE_TEXT) return sqlite3_bind_text(q, place, v->text, -1, SQLITE_STATIC);
    return sqlite3_bind_blob64(q, place, v->text ? v->text : "", v->n, SQLITE_STATIC);
}

static void bind(const struct sqlite *s, sqlite3_stmt *q, const struct store_ask *a)
{
    for (int i = 0; i < a->n; i++)
        if (s->place[a->statement][i] && bind_value(q, s->place[a->statement][i], &a->value[i]) == SQLITE_NOMEM)
            must(NULL);
}

/* How many rows it gave, or a negative errno. *stop: what fn returned. */
static int ask(struct sqlite *s, const struct store_ask *a, int k,
               int (*fn)(void *ctx, int k, const struct store_cell *row), void *ctx, int *stop)
{
    int i = (int)a->statement, rc = SQLITE_ERROR, n = 0;
    sqlite3_stmt *q = take(s, i);
    if (q) bind(s, q, a);
    while (q && !*stop && (rc = sqlite3_step(q)) == SQLITE_ROW) {
        struct store_cell cell[STORE_CELLS];
        n++;
        if (!fn) continue;
        store_schema_row(q, cell);
        *stop = fn(ctx, k, cell);
    }
    int e = rc == SQLITE_ROW || rc == SQLITE_DONE ? n : fail(s);
    give(s, i, q);
    return e;
}

static int run(struct store *st, const struct store_ask *all, int n,
               int (*fn)(void *ctx, int k, const struct store_cell *row), void *ctx)
{
    int e = 0, stop = 0;
    for (int k = 0; k < n && e >= 0 && !stop; k++) e = ask(as_sqlite(st), &all[k], k, fn, ctx, &stop);
    return e;
}

static int add(struct store *st, const struct store_ask *a)
{
    int stop = 0, n = ask(as_sqlite(st), a, 0, NULL, NULL, &stop);
    bool change = a->statement == ASK_TABLE_TOUCH || a->statement == ASK_TABLE_CHANGE;
    if (n == 0 && change && !sqlite3_changes(as_sqlite(st)->db)) return -EEXIST;
    return n < 0 ? n : 0;
}

/* ---- batches ---- */

static int step(struct sqlite *s, int i)
{
    sqlite3_stmt *q = take(s, i);
    int e = q && sqlite3_step(q) == SQLITE_DONE ? 0 : fail(s);
    give(s, i, q);
    return e;
}

static int begin(struct store *st) { return step(as_sqlite(st), BEGIN); }
static int commit(struct store *st) { return step(as_sqlite(st), COMMIT); }

static void rollback(struct store *st)
{
    struct sqlite *s = as_sqlite(st);
    if (s->db && !sqlite3_get_autocommit(s->db)) store_schema_run(s->db, "ROLLBACK");
}

/* ---- opening ---- */

static void close_store(struct store *st)
{
    struct sqlite *s = as_sqlite(st);
    bool file = s->checkpoint != NULL;
    rollback(st);
    checkpoint_free(s->checkpoint);
    for (int i = 0; i < QUERIES; i++) sqlite3_finalize(s->stmts[i]);
    /* Closing does it, too, but only if nobody else has the file open. */
    if (file) sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    sqlite3_close(s->db);
    if (s->lock >= 0) close(s->lock);
    store_drop(st);
    free(s);
}

static const struct store_driver driver = {
    .close = close_store,
    .begin = begin,
    .commit = commit,
    .rollback = rollback,
    .run = run,
    .add = add,
};

/* Makes the file if it is missing, for the owner alone, and holds it for this server. The
 * lock is of another kind (flock) than SQLite's, so that both do not meet: other
 * processes may read. It ends with the process. Closing the descriptor would end
 * SQLite's locks: it is closed last. */
static int hold(const char *path, char why[256])
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) {
        snprintf(why, 256, "cannot open %s: %s", path, strerror(errno));
        return -1;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
    if (errno == EWOULDBLOCK) snprintf(why, 256, "%s is in use by another server", path);
    else snprintf(why, 256, "cannot lock %s: %s", path, strerror(errno));
    close(fd);
    return -1;
}

static struct sqlite *new_store(int lock)
{
    struct sqlite *s = must(calloc(1, sizeof *s));
    store_init(&s->store, &driver);
    s->lock = lock;
    return s;
}

/* Prepares all statements; false: they do not fit what is in the database. */
static bool prepare_all(struct sqlite *s)
{
    for (int i = 0; i < QUERIES; i++)
        if (!take(s, i)) return fail(s), false;
    return true;
}

struct store *store_sqlite_open(const char *path, char why[256])
{
    int fd = hold(path, why);
    if (fd < 0) return NULL;
    struct sqlite *s = new_store(fd);
    int e = store_schema_open(&s->db, path, true, why);
    if (!e && !prepare_all(s)) e = snprintf(why, 256, "%s is damaged: %s", path, s->store.why);
    if (!e) {
        s->checkpoint = checkpoint_new(s->db);
        return &s->store;
    }
    close_store(&s->store);
    return NULL;
}

struct store *store_memory_open(void)
{
    struct sqlite *s = new_store(-1);
    s->db = store_schema_memory();
    if (prepare_all(s)) return &s->store;
    fprintf(stderr, "tambo: a database in memory: %s\n", s->store.why); /* a statement is wrong */
    abort();
}
