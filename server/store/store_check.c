/* store_check.c -- what may be wrong in a database, a file or PostgreSQL, and going through all of it; see store.h. It only reads, as
 * everything was at one moment. Called by `tambo db check`. */
#include "../base/who.h"
#include "store_base.h"
#include "store_schema.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct check {
    struct store_base base;
    void (*fn)(void *ctx, const char *fault); /* told of each fault */
    void *ctx;                                /* for fn */
    const char *format;                       /* of the faults that are looked for */
};

/* A row is a fault: its columns are put in place of each `%` of the format. */
static int tell_fault(void *ctx, const struct store_cell *cell)
{
    struct check *c = ctx;
    char fault[512], number[24];
    size_t n = 0;
    for (const char *f = c->format; *f && n + 1 < sizeof fault; f++) {
        if (*f != '%') {
            fault[n++] = *f;
            continue;
        }
        snprintf(number, sizeof number, "%" PRId64, cell->number);
        n += (size_t)snprintf(fault + n, sizeof fault - n, "%s",
                              cell->null        ? "NULL"
                              : cell->is_number ? number
                                                : cell->text);
        if (n >= sizeof fault) n = sizeof fault - 1;
        cell++;
    }
    fault[n] = 0;
    for (char *line = fault; (line = strchr(line, '\n'));) *line = ' ';
    if (strcmp(fault, "ok") != 0) c->fn(c->ctx, fault);
    return 0;
}

static void look_for(struct check *c, const char *sql, const char *format)
{
    char why[256], fault[300];
    c->format = format;
    if (!store_base_each(&c->base, sql, tell_fault, c, why)) return;
    snprintf(fault, sizeof fault, "cannot be read: %s", why);
    c->fn(c->ctx, fault);
    if (c->base.pg) store_base_run(c->base.pg, "ROLLBACK; BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
}

/* ---- what may be wrong ---- */

/* The numbers in the statements. */
_Static_assert(TABLE_OVER == 2 && ID_LEN == 12 && CODE_LEN == 6 && PLAYER_LEN == 32 && ACTION_LEN == 32, "see below");
_Static_assert(EVENT_LAST == 18 && WHO_KEY == 32, "see below");
#define OF_TABLE     "(SELECT t.id FROM tbl t WHERE t.key = x.tbl)"
#define LOOSE(table) "SELECT DISTINCT x.tbl FROM " table " x WHERE NOT EXISTS (SELECT 1 FROM tbl t WHERE t.key = x.tbl)"

struct fault {
    const char *sql, *format;
};

static const struct fault of_tables[] = {
    {LOOSE("event"), "a row of event (%) belongs to nothing in tbl"},
    {LOOSE("seat"), "a row of seat (%) belongs to nothing in tbl"},
    {"SELECT id, version, n, hi FROM (SELECT t.id, t.version, (SELECT count(*) FROM event e WHERE e.tbl = t.key) AS n,"
     " (SELECT min(seq) FROM event e WHERE e.tbl = t.key) AS lo, (SELECT max(seq) FROM event e WHERE e.tbl = t.key) AS "
     "hi"
     " FROM tbl t) x WHERE version < 1 OR n <> version OR coalesce(lo, 0) <> 1 OR coalesce(hi, 0) <> version",
     "table % has version %, but % events, the last of them number %"},
    {"SELECT id, status FROM tbl WHERE status NOT BETWEEN 0 AND 2 OR listed NOT BETWEEN 0 AND 1 OR due < 0 OR created "
     "< 0"
     " OR changed < 0 OR length(id) <> 12 OR length(code) <> 6",
     "table % has facts that cannot be (its status is %)"},
    {"SELECT " OF_TABLE
     ", seq, kind, seat FROM event x WHERE kind NOT BETWEEN 1 AND 18 OR seat NOT BETWEEN -1 AND 32767"
     " OR at < 0 OR length(actor) NOT IN (0, 32) OR length(action) > 32",
     "table %: event % cannot be (kind %, seat %)"},
    {"SELECT " OF_TABLE
     ", action, actor, n FROM (SELECT tbl, action, actor, count(*) AS n FROM event WHERE action <> ''"
     " GROUP BY tbl, action, actor HAVING count(*) > 1) x",
     "table %: the action '%' of % is stored % times"},
    {"SELECT " OF_TABLE ", player FROM seat x WHERE length(player) <> 32",
     "table % has a seat of '%', which is no player"},
    {"SELECT key, length(value) FROM meta WHERE length(value) = 0 OR (key = '" WHO_KEY_NAME
     "' AND length(value) <> 32)",
     "the secret '%' has % bytes: no server can start with it"},
};

/* What is kept of players: games of the day, circles, cards. */
static const struct fault of_players[] = {
    {"SELECT player, day, part FROM (SELECT player, day, part FROM begun UNION ALL SELECT player, day, part FROM "
     "result) x"
     " WHERE day < 0 OR part = '' OR length(player) <> 32",
     "'%' has a game of day % (%) that cannot be"},
    {"SELECT player, day, seq FROM answer WHERE day < 0 OR seq < 0 OR correct NOT IN (0, 1) OR length(player) <> 32",
     "'%' has an answer of day % (position %) that cannot be"},
    {"SELECT player, circle FROM member WHERE number < 0 OR at < 0 OR until < 0 OR length(player) <> 32"
     " OR circle NOT IN (SELECT id FROM circle)",
     "'%' is in circle %, which cannot be"},
    {"SELECT player, hash FROM card WHERE length(player) <> 32 OR length(hash) <> 32 OR sealed = ''",
     "'%' has a recovery card (%) that cannot be"},
};

static int take_number(void *ctx, const struct store_cell *cell)
{
    *(uint64_t *)ctx = (uint64_t)cell[0].number;
    return 0;
}

int store_check(const char *from, void (*fn)(void *ctx, const char *fault), void *ctx, uint64_t *tables,
                uint64_t *events, char why[256])
{
    struct check c = {.fn = fn, .ctx = ctx};
    *tables = *events = 0;
    int e = store_base_open(&c.base, from, why);
    if (!e) {
        if (c.base.db) look_for(&c, "PRAGMA integrity_check", "%");
        for (size_t i = 0; i < sizeof of_tables / sizeof *of_tables; i++)
            look_for(&c, of_tables[i].sql, of_tables[i].format);
        for (size_t i = 0; c.base.players && i < sizeof of_players / sizeof *of_players; i++)
            look_for(&c, of_players[i].sql, of_players[i].format);
        char ignored[256];
        store_base_each(&c.base, "SELECT count(*) FROM tbl", take_number, tables, ignored);
        store_base_each(&c.base, "SELECT count(*) FROM event", take_number, events, ignored);
    }
    store_base_close(&c.base);
    return e;
}

/* ---- going through ---- */

struct walk {
    int (*table)(void *ctx, const struct store_row *);
    int (*event)(void *ctx, const struct event *);
    void *ctx;
    int64_t key; /* of the table that was told last */
};

static int walk_row(void *ctx, const struct store_cell *c)
{
    struct walk *w = ctx;
    if (c[0].number != w->key) {
        struct store_row row = {.version = (uint32_t)c[3].number, .status = (uint8_t)c[4].number};
        snprintf(row.id, sizeof row.id, "%s", c[1].text);
        snprintf(row.code, sizeof row.code, "%s", c[2].text);
        w->key = c[0].number;
        int stop = w->table(w->ctx, &row);
        if (stop) return stop;
    }
    if (c[5].null) return 0;
    struct event e = {.number = (uint32_t)c[5].number,
                      .at = (uint64_t)c[6].number,
                      .kind = (uint8_t)c[7].number,
                      .seat = (int16_t)c[8].number,
                      .actor = c[9].text,
                      .action = c[10].text,
                      .text = c[11].text,
                      .n = c[11].n};
    return w->event(w->ctx, &e);
}

int store_walk(const char *from, int (*table)(void *ctx, const struct store_row *),
               int (*event)(void *ctx, const struct event *), void *ctx, char why[256])
{
    struct walk w = {table, event, ctx, -1};
    struct store_base b;
    int stop = store_base_open(&b, from, why);
    if (!stop)
        stop = store_base_each(&b,
                               "SELECT t.key, t.id, t.code, t.version, t.status, e.seq, e.at, e.kind, e.seat, e.actor,"
                               " e.action, e.text FROM tbl t LEFT JOIN event e ON e.tbl = t.key ORDER BY t.key, e.seq",
                               walk_row, &w, why);
    store_base_close(&b);
    return stop;
}

int store_look(const char *from, char why[256])
{
    struct store_base b;
    int e = store_base_open(&b, from, why);
    store_base_close(&b);
    return e;
}
