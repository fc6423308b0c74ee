/* store_copy.c -- all that one database holds goes to another that is empty: from a file to PostgreSQL, back, or between two
 * of a kind; see store.h. Row by row as it is, so that a copy of a copy is the same again. Called by `tambo db copy`. What only
 * servers that run need (news, presence, rates) stays. */
#include "../base/must.h"
#include "store_base.h"
#include "store_postgres_in.h"
#include "store_schema.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* Where the copy goes. */
struct copy_target {
    struct store_base base;
    const char *path;   /* of the file; NULL: none */
    sqlite3_stmt *stmt; /* what writes to it now */
    struct bytes line;  /* that goes to PostgreSQL */
};

/* ---- opening ---- */

static int open_postgres(struct store_base *b, const char *to, char why[256])
{
    store_postgres_name(to, b->name);
    b->pg = dial_connect(to, store_base_set, why);
    if (!b->pg) return -EIO;
    int e = store_postgres_schema(b->pg, true, NULL, why);
    if (e) return e;
    if (!store_base_run(
            b->pg,
            "BEGIN; LOCK TABLE meta, player, era, word, begun, result, answer, circle, member, card, tbl, seat, event"))
        return store_base_failed(b, "write to", why);
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

static int open_to(struct copy_target *t, const char *to, char why[256])
{
    struct store_base *b = &t->base;
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
    t->path = to;
    int e = store_schema_open(&b->db, to, true, why);
    if (!e && store_schema_run(b->db, "BEGIN")) e = store_base_failed(b, "write to", why);
    return e;
}

/* good: all of it stays; otherwise nothing does. */
static int close_to(struct copy_target *t, bool good, char why[256])
{
    struct store_base *b = &t->base;
    int e = 0;
    if (good && b->db && store_schema_run(b->db, "COMMIT")) e = store_base_failed(b, "write to", why);
    if (good && b->pg &&
        !store_base_run(b->pg, "SELECT setval('tbl_key', greatest(1, (SELECT max(key) FROM tbl))); COMMIT"))
        e = store_base_failed(b, "write to", why);
    store_base_close(b);
    free(t->line.p);
    for (int i = 0; t->path && (e || !good) && i < 3; i++) {
        static const char *const ends[] = {"", "-wal", "-shm"};
        char name[PATH_MAX];
        snprintf(name, sizeof name, "%s%s", t->path, ends[i]);
        unlink(name);
    }
    return e;
}

/* ---- writing ---- */

static int begin_writing(struct copy_target *t, const struct relation *r, char why[256])
{
    struct store_base *b = &t->base;
    char sql[256];
    if (b->pg) {
        snprintf(sql, sizeof sql, "COPY %s(%s) FROM STDIN", r->name, r->columns);
        return store_base_run(b->pg, sql) ? 0 : store_base_failed(b, "write to", why);
    }
    int n = snprintf(sql, sizeof sql, "INSERT INTO %s(%s) VALUES (?", r->name, r->columns);
    for (size_t i = 1; i < strlen(r->kinds); i++) n += snprintf(sql + n, sizeof sql - (size_t)n, ", ?");
    snprintf(sql + n, sizeof sql - (size_t)n, ")");
    return sqlite3_prepare_v2(b->db, sql, -1, &t->stmt, NULL) ? store_base_failed(b, "write to", why) : 0;
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
static void put_cell(struct bytes *b, char kind, const struct store_cell *c)
{
    static const char hex[] = "0123456789abcdef";
    char number[24];
    bool whole = kind == 'n' || kind == 'm';
    if (c->null) put(b, "\\N", 2);
    if (whole && !c->null) put(b, number, (size_t)snprintf(number, sizeof number, "%lld", (long long)c->number));
    if (kind == 'b') put(b, "\\\\x", 3);
    for (size_t i = 0; !whole && i < c->n; i++) {
        unsigned char u = (unsigned char)c->text[i];
        char h[2] = {hex[u >> 4], hex[u & 15]};
        const char *special = strchr("\\\n\r\t", u);
        char escaped[2] = {'\\', u == '\n' ? 'n' : u == '\r' ? 'r' : u == '\t' ? 't' : '\\'};
        if (kind == 'b') put(b, h, 2);
        else if (u && special) put(b, escaped, 2);
        else put(b, (const char *)&u, 1);
    }
}

static int write_row(struct copy_target *t, const struct relation *r, const struct store_cell *c, char why[256])
{
    struct store_base *b = &t->base;
    int n = (int)strlen(r->kinds);
    if (b->pg) {
        t->line.n = 0;
        for (int i = 0; i < n; i++) {
            put_cell(&t->line, r->kinds[i], &c[i]);
            put(&t->line, i + 1 < n ? "\t" : "\n", 1);
        }
        return PQputCopyData(b->pg, t->line.p, (int)t->line.n) == 1 ? 0 : store_base_failed(b, "write to", why);
    }
    for (int i = 0; i < n; i++) {
        char kind = r->kinds[i];
        if (c[i].null) sqlite3_bind_null(t->stmt, i + 1);
        else if (kind == 'n' || kind == 'm') sqlite3_bind_int64(t->stmt, i + 1, c[i].number);
        else if (kind == 't') sqlite3_bind_text64(t->stmt, i + 1, c[i].text, c[i].n, SQLITE_STATIC, SQLITE_UTF8);
        else sqlite3_bind_blob64(t->stmt, i + 1, c[i].text, c[i].n, SQLITE_STATIC);
    }
    if (sqlite3_step(t->stmt) != SQLITE_DONE) return store_base_failed(b, "write to", why);
    sqlite3_reset(t->stmt);
    return 0;
}

static int end_writing(struct copy_target *t, char why[256])
{
    struct store_base *b = &t->base;
    if (b->db) {
        sqlite3_finalize(t->stmt);
        t->stmt = NULL;
        return 0;
    }
    bool good = PQputCopyEnd(b->pg, NULL) == 1;
    for (PGresult *r; (r = PQgetResult(b->pg)); PQclear(r)) good &= PQresultStatus(r) == PGRES_COMMAND_OK;
    return good ? 0 : store_base_failed(b, "write to", why);
}

/* ---- all of it ---- */

/* The copy of one relation. */
struct copying {
    struct copy_target *to;
    const struct relation *relation;
    uint64_t rows;
    void (*progress)(void *ctx, const char *what, uint64_t rows);
    void *ctx;
    char *why;
};

static int pass(void *ctx, const struct store_cell *cells)
{
    struct copying *c = ctx;
    int e = write_row(c->to, c->relation, cells, c->why);
    if (!e && ++c->rows % 100000 == 0) c->progress(c->ctx, c->relation->name, c->rows);
    return e;
}

int store_copy(const char *from, const char *to, void (*progress)(void *ctx, const char *what, uint64_t rows),
               void *ctx, char why[256])
{
    struct store_base source;
    struct copy_target target = {.path = NULL};
    int e = store_base_open(&source, from, why);
    if (!e && !source.current) {
        snprintf(why, 256, "%.100s was written by an older tambo: start a server of this version on it once",
                 source.name);
        e = -EINVAL;
    }
    if (!e) e = open_to(&target, to, why);
    for (int i = 0; !e && i < RELATIONS; i++) {
        struct copying c = {&target, &relations[i], 0, progress, ctx, why};
        char sql[256];
        snprintf(sql, sizeof sql, "SELECT %s FROM %s ORDER BY %s", relations[i].columns, relations[i].name,
                 relations[i].order);
        e = begin_writing(&target, &relations[i], why);
        if (!e) e = store_base_each(&source, sql, pass, &c, why);
        int ended = end_writing(&target, e ? (char[256]){0} : why);
        if (!e) e = ended;
        if (!e) progress(ctx, relations[i].name, c.rows);
    }
    int closed = close_to(&target, !e, e ? (char[256]){0} : why);
    store_base_close(&source);
    return e ? e : closed;
}
