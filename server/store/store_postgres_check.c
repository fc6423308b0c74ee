/* store_postgres_check.c -- what is wrong in a PostgreSQL database of ours: the questions of store_file.c; see store.h. It only reads, as
 * everything was at one moment, and servers may go on meanwhile. Called by `tambo db check`. */
#include "../base/who.h"
#include "store_postgres_in.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct check {
    PGconn *conn;
    void (*fn)(void *ctx, const char *fault); /* told of each fault */
    void *ctx;                                /* for fn */
};

/* Each row is a fault, a sentence. */
static void faults(struct check *c, const char *sql)
{
    PGresult *r = PQexec(c->conn, sql);
    char fault[512];
    if (PQresultStatus(r) != PGRES_TUPLES_OK) {
        snprintf(fault, sizeof fault, "cannot be read: %s", PQerrorMessage(c->conn));
        fault[strcspn(fault, "\n")] = 0;
        c->fn(c->ctx, fault);
    }
    for (int i = 0; i < PQntuples(r); i++) {
        snprintf(fault, sizeof fault, "%s", PQgetvalue(r, i, 0));
        for (char *line = fault; (line = strchr(line, '\n'));) *line = ' ';
        c->fn(c->ctx, fault);
    }
    PQclear(r);
}

static uint64_t number(PGconn *c, const char *sql)
{
    PGresult *r = PQexec(c, sql);
    uint64_t v = PQresultStatus(r) == PGRES_TUPLES_OK ? strtoull(PQgetvalue(r, 0, 0), NULL, 10) : 0;
    PQclear(r);
    return v;
}

/* What is kept of players: games of the day, circles, cards. */
static void check_players(struct check *c)
{
    faults(
        c,
        "SELECT format('''%s'' has a game of day %s (%s) that cannot be', player, day, part) FROM (SELECT player, day,"
        " part FROM begun UNION ALL SELECT player, day, part FROM result) g"
        " WHERE day < 0 OR part = '' OR length(player) <> 32");
    faults(c,
           "SELECT format('''%s'' has an answer of day %s (position %s) that cannot be', player, day, seq) FROM answer"
           " WHERE day < 0 OR seq < 0 OR correct NOT IN (0, 1) OR length(player) <> 32");
    faults(c, "SELECT format('''%s'' is in circle %s, which cannot be', player, circle) FROM member WHERE number < 0"
              " OR at < 0 OR until < 0 OR length(player) <> 32 OR circle NOT IN (SELECT id FROM circle)");
    faults(c, "SELECT format('''%s'' has a recovery card (%s) that cannot be', player, hash) FROM card"
              " WHERE length(player) <> 32 OR length(hash) <> 32 OR sealed = ''");
}

static void check_tables(struct check *c)
{
    char sql[768];
    faults(c, "SELECT format('table %s has version %s, but %s events, the last of them number %s', id, version, n, hi)"
              " FROM tbl, LATERAL (SELECT count(*) AS n, min(seq) AS lo, max(seq) AS hi FROM event WHERE tbl = key) e"
              " WHERE version < 1 OR n <> version OR lo IS DISTINCT FROM 1 OR hi IS DISTINCT FROM version");
    snprintf(sql, sizeof sql,
             "SELECT format('table %%s has facts that cannot be (its status is %%s)', id, status) FROM tbl"
             " WHERE status NOT BETWEEN 0 AND %d OR listed NOT BETWEEN 0 AND 1 OR due < 0 OR created < 0 OR changed < 0"
             " OR length(id) <> %d OR length(code) <> %d",
             TABLE_OVER, ID_LEN, CODE_LEN);
    faults(c, sql);
    snprintf(sql, sizeof sql,
             "SELECT format('table %%s: event %%s cannot be (kind %%s, seat %%s)', (SELECT id FROM tbl WHERE key = "
             "tbl), seq,"
             " kind, seat) FROM event WHERE kind NOT BETWEEN 1 AND %d OR seat < -1 OR at < 0"
             " OR length(actor) NOT IN (0, %d) OR length(action) > %d",
             EVENT_LAST, PLAYER_LEN, ACTION_LEN);
    faults(c, sql);
    faults(c, "SELECT format('a row of event (%s) belongs to nothing in tbl', tbl) FROM (SELECT DISTINCT tbl FROM event"
              " WHERE NOT EXISTS (SELECT FROM tbl t WHERE t.key = tbl)) e");
    faults(c, "SELECT format('a row of seat (%s) belongs to nothing in tbl', tbl) FROM seat"
              " WHERE NOT EXISTS (SELECT FROM tbl t WHERE t.key = tbl)");
    snprintf(
        sql, sizeof sql,
        "SELECT format('table %%s has a seat of ''%%s'', which is no player', (SELECT id FROM tbl WHERE key = tbl),"
        " player) FROM seat WHERE length(player) <> %d",
        PLAYER_LEN);
    faults(c, sql);
    if (number(c->conn, "SELECT version FROM tambo") >= 3) check_players(c);
    snprintf(
        sql, sizeof sql,
        "SELECT format('the secret ''%%s'' has %%s bytes: no server can start with it', key, length(value)) FROM meta"
        " WHERE length(value) = 0 OR (key = '%s' AND length(value) <> %d)",
        WHO_KEY_NAME, WHO_KEY);
    faults(c, sql);
}

/* The database, at one moment. */
static int open_moment(PGconn **conn, const char *url, char why[256])
{
    *conn = dial_connect(url, "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0", why);
    if (!*conn) return -EIO;
    int e = store_postgres_schema(*conn, false, why);
    if (e) return e;
    PGresult *r = PQexec(*conn, "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    if (PQresultStatus(r) != PGRES_COMMAND_OK) {
        snprintf(why, 256, "PostgreSQL: %.200s", PQerrorMessage(*conn));
        e = -EIO;
    }
    PQclear(r);
    return e;
}

int store_postgres_look(const char *url, char why[256])
{
    PGconn *conn;
    int e = open_moment(&conn, url, why);
    PQfinish(conn);
    return e;
}

int store_postgres_check(const char *url, void (*fn)(void *ctx, const char *fault), void *ctx, uint64_t *tables,
                         uint64_t *events, char why[256])
{
    struct check c = {.fn = fn, .ctx = ctx};
    *tables = *events = 0;
    int e = open_moment(&c.conn, url, why);
    if (!e) {
        check_tables(&c);
        *tables = number(c.conn, "SELECT count(*) FROM tbl");
        *events = number(c.conn, "SELECT count(*) FROM event");
    }
    PQfinish(c.conn);
    return e;
}

/* ---- going through ---- */

static int64_t integer(const PGresult *r, int row, int column) { return strtoll(PQgetvalue(r, row, column), NULL, 10); }

static int tell_events(PGconn *c, const char *key, int (*event)(void *ctx, const struct event *), void *ctx)
{
    const char *const values[] = {key};
    PGresult *r =
        PQexecParams(c,
                     "SELECT seq, at, kind, seat, actor, action, encode(text, 'hex') FROM event WHERE tbl = $1"
                     " ORDER BY seq",
                     1, NULL, values, NULL, NULL, 0);
    int stop = PQresultStatus(r) == PGRES_TUPLES_OK ? 0 : -EIO;
    for (int i = 0; !stop && i < PQntuples(r); i++) {
        char *hex = PQgetvalue(r, i, 6);
        size_t n = strlen(hex) / 2;
        for (size_t k = 0; k < n; k++) { /* in place */
            char two[3] = {hex[2 * k], hex[2 * k + 1], 0};
            hex[k] = (char)strtoul(two, NULL, 16);
        }
        hex[n] = 0;
        struct event e = {
            .number = (uint32_t)integer(r, i, 0),
            .at = (uint64_t)integer(r, i, 1),
            .kind = (uint8_t)integer(r, i, 2),
            .seat = (int16_t)integer(r, i, 3),
            .actor = PQgetvalue(r, i, 4),
            .action = PQgetvalue(r, i, 5),
            .text = hex,
            .n = n,
        };
        stop = event(ctx, &e);
    }
    PQclear(r);
    return stop;
}

int store_postgres_tables(const char *url, int (*table)(void *ctx, const struct store_row *),
                          int (*event)(void *ctx, const struct event *), void *ctx, char why[256])
{
    PGconn *c;
    int stop = open_moment(&c, url, why);
    PGresult *r = stop ? NULL : PQexec(c, "SELECT key, id, code, version, status FROM tbl ORDER BY key");
    for (int i = 0; !stop && i < PQntuples(r); i++) {
        struct store_row row = {.version = (uint32_t)integer(r, i, 3), .status = (uint8_t)integer(r, i, 4)};
        snprintf(row.id, sizeof row.id, "%s", PQgetvalue(r, i, 1));
        snprintf(row.code, sizeof row.code, "%s", PQgetvalue(r, i, 2));
        stop = table(ctx, &row);
        if (!stop) stop = tell_events(c, PQgetvalue(r, i, 0), event, ctx);
        if (stop == -EIO) snprintf(why, 256, "PostgreSQL: %.200s", PQerrorMessage(c));
    }
    PQclear(r);
    PQfinish(c);
    return stop;
}
