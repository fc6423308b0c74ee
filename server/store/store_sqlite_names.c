/* store_sqlite_names.c -- of the store in a SQLite file: names and eras of players, secrets, words that
 * are good once, sweeping, and what `tambo db` asks. Tables and batches are in store_sqlite.c. */
#include "../base/clock.h"
#include "store_sqlite_in.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { WORD_REST = 86400000 }; /* ms a word is kept longer than it has to: clocks differ */

/* ---- sweeping and deleting ---- */

static int drop_table(struct sqlite *s, sqlite3_int64 key)
{
    static const enum query drop[] = {EVENT_DROP, SEAT_DROP, TABLE_DROP};
    int e = 0;
    for (size_t i = 0; !e && i < sizeof drop / sizeof *drop; i++) {
        sqlite3_stmt *q = take(s, drop[i]);
        number(q, 1, (uint64_t)key);
        e = done(s, drop[i], q);
    }
    if (!e) s->dirty = true;
    forget_standings(s); /* its key may be another's next */
    return e;
}

/* Up to `limit` tables; returns how many, or a negative errno. */
static int sweep_tables(struct sqlite *s, enum table_status status, uint64_t before, int limit)
{
    for (int n = 0; n < limit; n++) {
        sqlite3_stmt *q = take(s, ROWS_OLD);
        number(q, 1, before);
        number(q, 2, status);
        int e = step(s, q);
        sqlite3_int64 key = e == 1 ? sqlite3_column_int64(q, 0) : 0;
        give(s, ROWS_OLD, q);
        if (e == 1) e = drop_table(s, key);
        else return e ? e : n;
        if (e) return e;
    }
    return limit;
}

int store_sqlite_sweep(struct store *st, const struct store_old *old, int limit, int *n)
{
    struct sqlite *s = as_sqlite(st);
    *n = 0;
    int e = begin(s);
    if (e) return e;
    int over = sweep_tables(s, TABLE_OVER, old->over, limit), open = 0;
    if (over >= 0) open = sweep_tables(s, TABLE_OPEN, old->open, limit);
    if (over < 0 || open < 0) return ended(st, over < 0 ? over : open);
    *n = over + open;
    sqlite3_stmt *q = take(s, NAME_OLD);
    number(q, 1, old->names);
    number(q, 2, (uint64_t)limit);
    e = change(s, NAME_OLD, q, NULL);
    if (!e) *n += sqlite3_changes(s->db);
    return ended(st, e);
}

int store_sqlite_table_delete(struct store *st, const char *id)
{
    struct sqlite *s = as_sqlite(st);
    struct store_row row;
    sqlite3_int64 key = 0;
    int e = begin(s);
    if (e) return e;
    e = store_sqlite_find(s, id, &row, &key);
    if (e == 1) e = drop_table(s, key);
    else if (!e) e = refuse(s, -ENOENT, "there is no such table");
    return ended(st, e);
}

int store_sqlite_said_delete(struct store *st, const char *id, const char *player, int *n)
{
    struct sqlite *s = as_sqlite(st);
    struct store_row row;
    sqlite3_int64 key = 0;
    *n = 0;
    int e = begin(s);
    if (e) return e;
    e = store_sqlite_find(s, id, &row, &key);
    if (e != 1) return ended(st, e ? e : refuse(s, -ENOENT, "there is no such table"));
    sqlite3_stmt *q = take(s, EVENT_UNSAY);
    number(q, 1, (uint64_t)key);
    number(q, 2, EVENT_CHAT);
    text(q, 3, player ? player : "");
    blob(q, 4, STORE_UNSAID, strlen(STORE_UNSAID));
    e = change(s, EVENT_UNSAY, q, NULL);
    if (!e) *n = sqlite3_changes(s->db);
    return ended(st, e);
}

/* ---- telling ---- */

/* The players of a table; the array is the caller's. */
static int seats_of(struct sqlite *s, sqlite3_int64 key, char (**players)[PLAYER_LEN + 1], int *n)
{
    sqlite3_stmt *q = take(s, SEATS_OF);
    number(q, 1, (uint64_t)key);
    int e, room = 0;
    for (*players = NULL, *n = 0; (e = step(s, q)) == 1; ++*n) {
        if (*n == room) {
            room = room ? 2 * room : 8;
            *players = must(realloc(*players, (size_t)room * sizeof **players));
        }
        snprintf((*players)[*n], sizeof **players, "%s", column(q, 0));
    }
    give(s, SEATS_OF, q);
    return e;
}

int store_sqlite_tables(struct store *st, int (*fn)(void *, const struct store_row *), void *ctx)
{
    struct sqlite *s = as_sqlite(st);
    sqlite3_stmt *q = take(s, ROWS_ALL);
    int e, stop = 0;
    while (!stop && (e = step(s, q)) == 1) {
        struct store_row row;
        char(*players)[PLAYER_LEN + 1];
        read_row(q, &row);
        row.bytes = natural(q, 10);
        stop = seats_of(s, sqlite3_column_int64(q, 9), &players, &row.players_n);
        const char **list = must(calloc((size_t)row.players_n + 1, sizeof *list));
        for (int i = 0; i < row.players_n; i++) list[i] = players[i];
        row.players = list;
        if (!stop) stop = fn(ctx, &row);
        free(list);
        free(players);
    }
    give(s, ROWS_ALL, q);
    return stop ? stop : e;
}

int store_sqlite_players(struct store *st, int (*fn)(void *, const char *, const char *, uint64_t), void *ctx)
{
    struct sqlite *s = as_sqlite(st);
    sqlite3_stmt *q = take(s, NAME_ALL);
    int e, stop = 0;
    while (!stop && (e = step(s, q)) == 1) stop = fn(ctx, column(q, 0), column(q, 1), natural(q, 2));
    give(s, NAME_ALL, q);
    return stop ? stop : e;
}

int store_sqlite_bytes(struct store *st, uint64_t *bytes)
{
    struct sqlite *s = as_sqlite(st);
    sqlite3_int64 pages = store_schema_number(s->db, "PRAGMA page_count"),
                  unused = store_schema_number(s->db, "PRAGMA freelist_count"),
                  size = store_schema_number(s->db, "PRAGMA page_size");
    if (pages < 0 || unused < 0 || size < 0) return fail(s);
    *bytes = (uint64_t)((pages - unused) * size);
    return 0;
}

/* ---- secrets ---- */

/* A new one is on the disk before anybody knows it: never part of a batch. */
int store_sqlite_key(struct store *st, const char *name, uint8_t *value, size_t n)
{
    struct sqlite *s = as_sqlite(st);
    sqlite3_stmt *q = take(s, KEY_GET);
    text(q, 1, name);
    int e = step(s, q);
    bool good = e == 1 && (size_t)sqlite3_column_bytes(q, 0) == n;
    if (good) memcpy(value, sqlite3_column_blob(q, 0), n);
    give(s, KEY_GET, q);
    if (e < 0 || good) return good ? 0 : e;
    if (e == 1) return refuse(s, -EIO, "a secret has another length than it should");
    if (s->batch) return refuse(s, -EBUSY, "a secret cannot be made inside a batch");
    if (getrandom(value, n, 0) != (ssize_t)n) return refuse(s, -EIO, "the system gives no random numbers");
    q = take(s, KEY_ADD);
    text(q, 1, name);
    blob(q, 2, value, n);
    return done(s, KEY_ADD, q);
}

int store_sqlite_key_set(struct store *st, const char *name, const uint8_t *value, size_t n)
{
    struct sqlite *s = as_sqlite(st);
    int e = begin(s);
    if (e) return e;
    sqlite3_stmt *q = take(s, KEY_SET);
    text(q, 1, name);
    blob(q, 2, value, n);
    return change(s, KEY_SET, q, NULL);
}

/* ---- players ---- */

int store_sqlite_name_get(struct store *st, const char *player, char *name, size_t size)
{
    struct sqlite *s = as_sqlite(st);
    sqlite3_stmt *q = take(s, NAME_GET);
    text(q, 1, player);
    int e = step(s, q);
    snprintf(name, size, "%s", e == 1 ? column(q, 0) : "");
    give(s, NAME_GET, q);
    return e < 0 ? e : 0;
}

int store_sqlite_name_set(struct store *st, const char *player, const char *name)
{
    struct sqlite *s = as_sqlite(st);
    int e = begin(s);
    if (e) return e;
    sqlite3_stmt *q = take(s, NAME_SET);
    text(q, 1, player);
    text(q, 2, name);
    number(q, 3, clock_wall() / 1000);
    return change(s, NAME_SET, q, NULL);
}

int store_sqlite_name_delete(struct store *st, const char *player)
{
    struct sqlite *s = as_sqlite(st);
    int e = begin(s);
    if (e) return e;
    sqlite3_stmt *q = take(s, NAME_DROP);
    text(q, 1, player);
    return ended(st, change(s, NAME_DROP, q, NULL));
}

int store_sqlite_era(struct store *st, const char *player, uint32_t *era)
{
    struct sqlite *s = as_sqlite(st);
    sqlite3_stmt *q = take(s, ERA_GET);
    text(q, 1, player);
    int e = step(s, q);
    *era = e == 1 ? (uint32_t)natural(q, 0) : 0;
    give(s, ERA_GET, q);
    return e < 0 ? e : 0;
}

int store_sqlite_era_end(struct store *st, const char *player, uint32_t *era, const char *request, uint64_t until)
{
    struct sqlite *s = as_sqlite(st);
    uint64_t now = 0;
    int e = begin(s);
    if (e) return e;
    sqlite3_stmt *q = take(s, ERA_END);
    text(q, 1, player);
    number(q, 2, *era);
    text(q, 3, request);
    number(q, 4, until);
    e = change(s, ERA_END, q, &now);
    if (now) *era = (uint32_t)now;
    return ended(st, e || now ? e : -EEXIST);
}

int store_sqlite_once(struct store *st, const char *word, const char *request, uint64_t until)
{
    struct sqlite *s = as_sqlite(st);
    int e = begin(s);
    if (e) return e;
    sqlite3_stmt *q = take(s, WORD_DROP);
    number(q, 1, clock_wall() / 1000 - WORD_REST);
    e = change(s, WORD_DROP, q, NULL);
    if (e) return e;
    q = take(s, WORD_ADD);
    text(q, 1, word);
    number(q, 2, until);
    text(q, 3, request);
    e = change(s, WORD_ADD, q, NULL);
    return ended(st, e ? e : sqlite3_changes(s->db));
}
