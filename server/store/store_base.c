/* store_base.c -- see store_base.h. */
#include "store_base.h"
#include "store_postgres_in.h"
#include "store_schema.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { PORTION = 500 /* rows that are asked for together */ };

const char store_base_set[] = "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;"
                              "SET synchronous_commit = on; SET client_min_messages = error";

int store_base_failed(const struct store_base *b, const char *what, char why[256])
{
    snprintf(why, 256, "cannot %s %.100s: %.120s", what, b->name,
             b->db ? sqlite3_errmsg(b->db) : PQerrorMessage(b->pg));
    why[strcspn(why, "\n")] = 0;
    return b->db ? store_schema_errno(b->db) : -EIO;
}

bool store_base_run(PGconn *c, const char *sql)
{
    PGresult *r = PQexec(c, sql);
    ExecStatusType s = PQresultStatus(r);
    PQclear(r);
    return s == PGRES_COMMAND_OK || s == PGRES_TUPLES_OK || s == PGRES_COPY_IN;
}

int store_base_open(struct store_base *b, const char *from, char why[256])
{
    *b = (struct store_base){.db = NULL};
    if (store_postgres_is(from)) {
        store_postgres_name(from, b->name);
        b->pg = dial_connect(from, store_base_set, why);
        if (!b->pg) return -EIO;
        int64_t version;
        int e = store_postgres_schema(b->pg, false, &version, why);
        if (!e && !store_base_run(b->pg, "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
            e = store_base_failed(b, "read", why);
        b->current = version == POSTGRES_VERSION;
        b->players = version >= 3;
        return e;
    }
    snprintf(b->name, sizeof b->name, "%.250s", from);
    int e = store_schema_open(&b->db, from, false, why);
    if (e) return e;
    if (store_schema_run(b->db, "BEGIN")) return store_base_failed(b, "read", why);
    sqlite3_int64 version = store_schema_number(b->db, "PRAGMA user_version");
    b->current = version == SCHEMA_VERSION;
    b->players = version >= 6;
    return 0;
}

void store_base_close(struct store_base *b)
{
    sqlite3_close(b->db);
    PQfinish(b->pg);
}

/* ---- rows ---- */

static int each_of_file(struct store_base *b, const char *sql, int (*fn)(void *ctx, const struct store_cell *row),
                        void *ctx, char why[256])
{
    struct store_cell cells[STORE_CELLS];
    sqlite3_stmt *q = NULL;
    int stop = 0, rc = sqlite3_prepare_v2(b->db, sql, -1, &q, NULL);
    while (!rc && !stop && (rc = sqlite3_step(q)) == SQLITE_ROW) {
        store_schema_row(q, cells);
        stop = fn(ctx, cells);
        rc = SQLITE_OK;
    }
    if (!stop && rc != SQLITE_DONE) stop = store_base_failed(b, "read", why);
    sqlite3_finalize(q);
    return stop;
}

static int each_of_postgres(struct store_base *b, const char *sql, int (*fn)(void *ctx, const struct store_cell *row),
                            void *ctx, char why[256])
{
    char words[1024];
    struct store_cell cells[STORE_CELLS];
    int stop = 0, rows = PORTION;
    snprintf(words, sizeof words, "DECLARE all_rows CURSOR FOR %s", sql);
    if (!store_base_run(b->pg, words)) return store_base_failed(b, "read", why);
    snprintf(words, sizeof words, "FETCH %d FROM all_rows", PORTION);
    while (!stop && rows == PORTION) {
        PGresult *r = PQexecParams(b->pg, words, 0, NULL, NULL, NULL, NULL, 1);
        if (PQresultStatus(r) != PGRES_TUPLES_OK) stop = store_base_failed(b, "read", why);
        rows = PQntuples(r);
        for (int row = 0; !stop && row < rows; row++) {
            job_cells(r, row, cells);
            stop = fn(ctx, cells);
        }
        PQclear(r);
    }
    if (!stop && !store_base_run(b->pg, "CLOSE all_rows")) stop = store_base_failed(b, "read", why);
    return stop;
}

int store_base_each(struct store_base *b, const char *sql, int (*fn)(void *ctx, const struct store_cell *row),
                    void *ctx, char why[256])
{
    return (b->db ? each_of_file : each_of_postgres)(b, sql, fn, ctx, why);
}
