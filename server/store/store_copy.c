/* store_copy.c -- all that one database holds goes to another that is empty: from a file to PostgreSQL, back, or between two
 * of a kind; see store.h. Row by row as it is, so that a copy of a copy is the same again. Called by `tambo db copy`. What only
 * servers that run need (news, presence, rates) stays. */
#include "../base/must.h"
#include "store.h"
#include "store_postgres_in.h"
#include "store_schema.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COLUMNS = 10, PORTION = 500 /* rows that are asked for together */ };

/* What both have, by the same names. */
static const struct relation {
    const char *name;
    const char *columns;
    const char *kinds; /* of each: n a number, m one or NULL, t a text, b bytes */
    const char *order;
} relations[] = {
    {"meta", "key, value", "tb", "key"},
    {"player", "player, name, at", "ttn", "player"},
    {"era", "player, era, request, until", "tntn", "player"},
    {"word", "word, until, request", "tnt", "word"},
    {"begun", "player, day, part, id, at", "tnttn", "player, day, part"},
    {"result", "player, day, part, rank, points, against, name, at", "tntnnmtn", "player, day, part"},
    {"answer", "player, day, seq, correct, claim, at", "tnnntn", "player, day, seq"},
    {"circle", "id, name, until", "ttn", "id"},
    {"member", "circle, player, number, name, at, until", "ttntnn", "circle, player"},
    {"card", "hash, player, sealed, at", "tttn", "hash"},
    {"tbl", "key, id, code, version, status, listed, due, created, changed, summary", "nttnnnnnnt", "key"},
    {"seat", "tbl, player", "nt", "tbl, player"},
    {"event", "tbl, seq, at, kind, seat, actor, action, text", "nnnnnttb", "tbl, seq"},
};
enum { RELATIONS = sizeof relations / sizeof *relations };

/* A value of a row. */
struct cell {
    bool null;
    int64_t number;
    const char *p; /* of a text or bytes */
    size_t n;
};

/* One side of the copy: a file or PostgreSQL. */
struct base {
    const char *path;   /* of the file; NULL: none */
    sqlite3 *db;        /* its database */
    sqlite3_stmt *stmt; /* what goes through it now */
    PGconn *pg;         /* or this */
    char name[256];     /* as it may be told */
    struct bytes line;  /* that goes to PostgreSQL */
};

static int broken(const struct base *b, const char *what, char why[256])
{
    snprintf(why, 256, "cannot %s %.100s: %.120s", what, b->name,
             b->db ? sqlite3_errmsg(b->db) : PQerrorMessage(b->pg));
    why[strcspn(why, "\n")] = 0;
    return b->db ? store_schema_errno(b->db) : -EIO;
}

static bool run(PGconn *c, const char *sql)
{
    PGresult *r = PQexec(c, sql);
    ExecStatusType s = PQresultStatus(r);
    PQclear(r);
    return s == PGRES_COMMAND_OK || s == PGRES_TUPLES_OK || s == PGRES_COPY_IN;
}

/* ---- opening ---- */

static const char unbound[] = "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;"
                              "SET synchronous_commit = on; SET client_min_messages = error";

static int open_from(struct base *b, const char *from, char why[256])
{
    if (store_postgres_is(from)) {
        store_postgres_name(from, b->name);
        b->pg = dial_connect(from, unbound, why);
        if (!b->pg) return -EIO;
        int e = store_postgres_schema(b->pg, false, why);
        if (!e && !run(b->pg, "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")) e = broken(b, "read", why);
        return e;
    }
    snprintf(b->name, sizeof b->name, "%.250s", from);
    int e = store_schema_open(&b->db, from, false, why);
    if (e) return e;
    if (store_schema_run(b->db, "BEGIN")) return broken(b, "read", why);
    if (store_schema_number(b->db, "PRAGMA user_version") == SCHEMA_VERSION) return 0;
    snprintf(why, 256, "%.100s was written by an older tambo: start a server of this version on it once", b->name);
    return -EINVAL;
}

static int open_postgres(struct base *b, const char *to, char why[256])
{
    store_postgres_name(to, b->name);
    b->pg = dial_connect(to, unbound, why);
    if (!b->pg) return -EIO;
    int e = store_postgres_schema(b->pg, true, why);
    if (e) return e;
    if (!run(
            b->pg,
            "BEGIN; LOCK TABLE meta, player, era, word, begun, result, answer, circle, member, card, tbl, seat, event"))
        return broken(b, "write to", why);
    for (int i = 0; i < RELATIONS; i++) {
        char sql[64];
        snprintf(sql, sizeof sql, "SELECT 1 FROM %s LIMIT 1", relations[i].name);
        PGresult *r = PQexec(b->pg, sql);
        int rows = PQntuples(r);
        PQclear(r);
        if (rows) return snprintf(why, 256, "%.200s is not empty", b->name), -EEXIST;
    }
    return 0;
}

static int open_to(struct base *b, const char *to, char why[256])
{
    if (store_postgres_is(to)) return open_postgres(b, to, why);
    snprintf(b->name, sizeof b->name, "%.250s", to);
    int fd = open(to, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600); /* for the owner alone: it holds secrets */
    if (fd < 0) {
        int e = -errno;
        if (e == -EEXIST) snprintf(why, 256, "%.200s exists already", to);
        else snprintf(why, 256, "cannot write %.100s: %s", to, strerror(errno));
        return e;
    }
    close(fd);
    b->path = to;
    int e = store_schema_open(&b->db, to, true, why);
    if (!e && store_schema_run(b->db, "BEGIN")) e = broken(b, "write to", why);
    return e;
}

/* good: all of it stays; otherwise nothing does. */
static int close_to(struct base *b, bool good, char why[256])
{
    int e = 0;
    if (good && b->db && store_schema_run(b->db, "COMMIT")) e = broken(b, "write to", why);
    if (good && b->pg && !run(b->pg, "SELECT setval('tbl_key', greatest(1, (SELECT max(key) FROM tbl))); COMMIT"))
        e = broken(b, "write to", why);
    sqlite3_close(b->db);
    PQfinish(b->pg);
    free(b->line.p);
    for (int i = 0; b->path && (e || !good) && i < 3; i++) {
        static const char *const ends[] = {"", "-wal", "-shm"};
        char name[PATH_MAX];
        snprintf(name, sizeof name, "%s%s", b->path, ends[i]);
        unlink(name);
    }
    return e;
}

/* ---- writing ---- */

static int begin_writing(struct base *b, const struct relation *r, char why[256])
{
    char sql[256];
    if (b->pg) {
        snprintf(sql, sizeof sql, "COPY %s(%s) FROM STDIN", r->name, r->columns);
        return run(b->pg, sql) ? 0 : broken(b, "write to", why);
    }
    int n = snprintf(sql, sizeof sql, "INSERT INTO %s(%s) VALUES (?", r->name, r->columns);
    for (size_t i = 1; i < strlen(r->kinds); i++) n += snprintf(sql + n, sizeof sql - (size_t)n, ", ?");
    snprintf(sql + n, sizeof sql - (size_t)n, ")");
    return sqlite3_prepare_v2(b->db, sql, -1, &b->stmt, NULL) ? broken(b, "write to", why) : 0;
}

static void put(struct bytes *b, const char *p, size_t n)
{
    if (b->n + n > b->room) {
        b->room = 2 * b->room + n;
        b->p = must(realloc(b->p, b->room));
    }
    memcpy(b->p + b->n, p, n);
    b->n += n;
}

/* As COPY reads it: a backslash before what it takes for itself; bytes in hex. */
static void put_cell(struct bytes *b, char kind, const struct cell *c)
{
    static const char hex[] = "0123456789abcdef";
    char number[24];
    bool whole = kind == 'n' || kind == 'm';
    if (c->null) put(b, "\\N", 2);
    if (whole && !c->null) put(b, number, (size_t)snprintf(number, sizeof number, "%lld", (long long)c->number));
    if (kind == 'b') put(b, "\\\\x", 3);
    for (size_t i = 0; !whole && i < c->n; i++) {
        unsigned char u = (unsigned char)c->p[i];
        char h[2] = {hex[u >> 4], hex[u & 15]};
        const char *special = strchr("\\\n\r\t", u);
        char escaped[2] = {'\\', u == '\n' ? 'n' : u == '\r' ? 'r' : u == '\t' ? 't' : '\\'};
        if (kind == 'b') put(b, h, 2);
        else if (u && special) put(b, escaped, 2);
        else put(b, (const char *)&u, 1);
    }
}

static int write_row(struct base *b, const struct relation *r, const struct cell *c, char why[256])
{
    int n = (int)strlen(r->kinds);
    if (b->pg) {
        b->line.n = 0;
        for (int i = 0; i < n; i++) {
            put_cell(&b->line, r->kinds[i], &c[i]);
            put(&b->line, i + 1 < n ? "\t" : "\n", 1);
        }
        return PQputCopyData(b->pg, b->line.p, (int)b->line.n) == 1 ? 0 : broken(b, "write to", why);
    }
    for (int i = 0; i < n; i++) {
        if (c[i].null) sqlite3_bind_null(b->stmt, i + 1);
        else if (r->kinds[i] == 'n' || r->kinds[i] == 'm') sqlite3_bind_int64(b->stmt, i + 1, c[i].number);
        else if (r->kinds[i] == 't') sqlite3_bind_text64(b->stmt, i + 1, c[i].p, c[i].n, SQLITE_STATIC, SQLITE_UTF8);
        else sqlite3_bind_blob64(b->stmt, i + 1, c[i].p, c[i].n, SQLITE_STATIC);
    }
    if (sqlite3_step(b->stmt) != SQLITE_DONE) return broken(b, "write to", why);
    sqlite3_reset(b->stmt);
    return 0;
}

static int end_writing(struct base *b, char why[256])
{
    if (b->db) {
        sqlite3_finalize(b->stmt);
        b->stmt = NULL;
        return 0;
    }
    bool good = PQputCopyEnd(b->pg, NULL) == 1;
    for (PGresult *r; (r = PQgetResult(b->pg)); PQclear(r)) good &= PQresultStatus(r) == PGRES_COMMAND_OK;
    return good ? 0 : broken(b, "write to", why);
}

/* ---- reading ---- */

/* The copy of one relation. */
struct copying {
    struct base *from, *to;
    const struct relation *relation;
    uint64_t rows;
    void (*progress)(void *ctx, const char *what, uint64_t rows);
    void *ctx;
    char *why;
};

static int pass(struct copying *c, const struct cell *cells)
{
    int e = write_row(c->to, c->relation, cells, c->why);
    if (!e && ++c->rows % 100000 == 0) c->progress(c->ctx, c->relation->name, c->rows);
    return e;
}

static int pass_file(struct copying *c, const char *sql)
{
    struct cell cells[COLUMNS];
    sqlite3_stmt *q = NULL;
    int e = 0, rc = sqlite3_prepare_v2(c->from->db, sql, -1, &q, NULL), n = (int)strlen(c->relation->kinds);
    while (!rc && !e && (rc = sqlite3_step(q)) == SQLITE_ROW) {
        for (int i = 0; i < n; i++) {
            const void *p =
                c->relation->kinds[i] == 't' ? (const void *)sqlite3_column_text(q, i) : sqlite3_column_blob(q, i);
            cells[i] = (struct cell){.null = sqlite3_column_type(q, i) == SQLITE_NULL,
                                     .number = sqlite3_column_int64(q, i),
                                     .p = p ? p : "",
                                     .n = (size_t)sqlite3_column_bytes(q, i)};
        }
        e = pass(c, cells);
        rc = SQLITE_OK;
    }
    if (!e && rc != SQLITE_DONE) e = broken(c->from, "read", c->why);
    sqlite3_finalize(q);
    return e;
}

static int64_t integer(const char *p, int n)
{
    uint64_t v = 0;
    for (int i = 0; i < n; i++) v = v << 8 | (unsigned char)p[i];
    return n == 2 ? (int16_t)v : n == 4 ? (int32_t)v : (int64_t)v;
}

static int pass_postgres(struct copying *c, const char *sql)
{
    char words[512];
    struct cell cells[COLUMNS];
    int e = 0, rows = PORTION, n = (int)strlen(c->relation->kinds);
    snprintf(words, sizeof words, "DECLARE all_rows CURSOR FOR %s", sql);
    if (!run(c->from->pg, words)) return broken(c->from, "read", c->why);
    snprintf(words, sizeof words, "FETCH %d FROM all_rows", PORTION);
    while (!e && rows == PORTION) {
        PGresult *r = PQexecParams(c->from->pg, words, 0, NULL, NULL, NULL, NULL, 1);
        if (PQresultStatus(r) != PGRES_TUPLES_OK) e = broken(c->from, "read", c->why);
        rows = PQntuples(r);
        for (int row = 0; !e && row < rows; row++) {
            for (int i = 0; i < n; i++) {
                const char *p = PQgetvalue(r, row, i);
                int bytes = PQgetlength(r, row, i);
                char kind = c->relation->kinds[i];
                cells[i] = (struct cell){.null = PQgetisnull(r, row, i),
                                         .number = kind == 'n' || kind == 'm' ? integer(p, bytes) : 0,
                                         .p = p,
                                         .n = (size_t)bytes};
            }
            e = pass(c, cells);
        }
        PQclear(r);
    }
    if (!e && !run(c->from->pg, "CLOSE all_rows")) e = broken(c->from, "read", c->why);
    return e;
}

int store_copy(const char *from, const char *to, void (*progress)(void *ctx, const char *what, uint64_t rows),
               void *ctx, char why[256])
{
    struct base source = {.path = NULL}, target = {.path = NULL};
    int e = open_from(&source, from, why);
    if (!e) e = open_to(&target, to, why);
    for (int i = 0; !e && i < RELATIONS; i++) {
        struct copying c = {&source, &target, &relations[i], 0, progress, ctx, why};
        char sql[256];
        snprintf(sql, sizeof sql, "SELECT %s FROM %s ORDER BY %s", relations[i].columns, relations[i].name,
                 relations[i].order);
        e = begin_writing(&target, &relations[i], why);
        if (!e) e = source.db ? pass_file(&c, sql) : pass_postgres(&c, sql);
        int ended = end_writing(&target, e ? (char[256]){0} : why);
        if (!e) e = ended;
        if (!e) progress(ctx, relations[i].name, c.rows);
    }
    int closed = close_to(&target, !e, e ? (char[256]){0} : why);
    sqlite3_close(source.db);
    PQfinish(source.pg);
    return e ? e : closed;
}
