/* store_sqlite.c -- the store in a SQLite file, or in memory: see store.h. What the file holds and how
 * it is opened is in store_schema.c; names, secrets and sweeping in store_sqlite_names.c;
 * copying and checking whole files in store_file.c.
 *
 * 1. A batch is one transaction. It begins at the first write and ends in commit or
 *    abandon; between batches no transaction is open.
 * 2. After any failure inside a batch the transaction is rolled back at once and the
 *    batch is spoilt: writes return the same errno until commit has returned it, too.
 * 3. -EEXIST is no failure: the append has left nothing behind.
 * 4. Every statement is reset as soon as it has told what it knows, so that a statement
 *    that is busy belongs to a caller further up whose fn reads; then another is made. */
#include "../base/hash.h"
#include "store_sqlite_ahead.h"
#include "store_sqlite_in.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

const char *const store_sqlite_queries[QUERIES] = {
    [TABLE_NEW] = "INSERT INTO tbl(id, code, version, status, listed, due, created, changed, summary)"
                  " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING",
    [TABLE_GET] = "SELECT " ROW " FROM tbl WHERE id = ?1",
    [TABLE_STANDS] = "SELECT key, version, status, listed, due FROM tbl WHERE id = ?1",
    [TABLE_FIND] = "SELECT id FROM tbl WHERE code = ?1",
    /* SQLite writes every index of a column that is set, even to what it was. */
    [TABLE_TOUCH] = "UPDATE tbl SET version = ?2, changed = ?3, summary = ?4 WHERE key = ?1 AND version = ?5",
    [TABLE_CHANGE] = "UPDATE tbl SET version = ?2, changed = ?3, summary = ?4, status = ?6, listed = ?7, due = ?8"
                     " WHERE key = ?1 AND version = ?5",
    [TABLE_DROP] = "DELETE FROM tbl WHERE key = ?1",
    [EVENT_ADD] = "INSERT INTO event(tbl, seq, at, kind, seat, actor, action, text)"
                  " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [EVENT_DROP] = "DELETE FROM event WHERE tbl = ?1",
    [EVENT_GET] = "SELECT seq, at, kind, seat, actor, action, text FROM event WHERE tbl = ?1 AND seq > ?2 ORDER BY seq",
    [EVENT_HAS] = "SELECT 1 FROM tbl JOIN event ON event.tbl = tbl.key"
                  " WHERE id = ?1 AND actor = ?2 AND action = ?3 AND action <> ''",
    /* 7, 8, 16, 18: MOVE, BACK, TURN, GONE */
    [EVENT_STALE] =
        "UPDATE event SET kind = 18, text = x'' WHERE tbl = ?1 AND seq IN (SELECT e.seq FROM event AS e JOIN"
        " (SELECT seat, max(seq) AS last FROM event WHERE tbl = ?1 AND seq > ?2 AND seq <= ?3"
        " AND kind IN (8, 16) GROUP BY seat) AS anew ON anew.seat = e.seat AND e.seq < anew.last"
        " WHERE e.tbl = ?1 AND e.seq > ?2 AND e.seq <= ?3 AND e.kind IN (7, 8, 16))",
    [EVENT_UNSAY] =
        "UPDATE event SET text = ?4 WHERE tbl = ?1 AND kind = ?2 AND (?3 = '' OR actor = ?3) AND text <> ?4",
    [SEAT_ADD] = "INSERT OR IGNORE INTO seat(tbl, player) VALUES (?1, ?2)",
    [SEAT_DROP] = "DELETE FROM seat WHERE tbl = ?1",
    [ROWS_LOBBY] = "SELECT " ROW " FROM tbl WHERE status = 0 AND listed = 1 ORDER BY created DESC, key DESC LIMIT ?3",
    [ROWS_PLAYER] = "SELECT " ROW " FROM seat JOIN tbl ON tbl.key = seat.tbl WHERE player = ?1"
                    " ORDER BY status = 2, created DESC, key DESC LIMIT ?3",
    [ROWS_DUE] = "SELECT " ROW " FROM tbl WHERE due > 0 AND due <= ?2 ORDER BY due, key LIMIT ?3",
    [ROWS_OLD] = "SELECT key FROM tbl WHERE status <> 1 AND status = ?2 AND changed < ?1 ORDER BY changed, key LIMIT 1",
    [ROWS_ALL] = "SELECT " ROW ", (SELECT sum(length(text) + length(actor) + length(action))"
                 " FROM event WHERE event.tbl = tbl.key) FROM tbl",
    [SEATS_OF] = "SELECT player FROM seat WHERE tbl = ?1",
    [DUE_GET] = "SELECT due FROM tbl WHERE due > 0 ORDER BY due LIMIT 1",
    [COUNT_GET] = "SELECT status, count(*) FROM tbl GROUP BY status",
    [KEY_GET] = "SELECT value FROM meta WHERE key = ?1",
    [KEY_ADD] = "INSERT INTO meta(key, value) VALUES (?1, ?2)",
    [KEY_SET] = "INSERT INTO meta(key, value) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2",
    [NAME_GET] = "SELECT name FROM player WHERE player = ?1",
    [NAME_SET] = "INSERT INTO player(player, name, at) VALUES (?1, ?2, ?3)"
                 " ON CONFLICT DO UPDATE SET name = ?2, at = ?3",
    [NAME_DROP] = "DELETE FROM player WHERE player = ?1",
    [NAME_OLD] = "DELETE FROM player WHERE player IN (SELECT player FROM player WHERE at < ?1"
                 " AND NOT EXISTS (SELECT 1 FROM seat WHERE seat.player = player.player) ORDER BY at LIMIT ?2)",
    [NAME_ALL] = "SELECT player, name, at FROM player",
    [WORD_ADD] = "INSERT INTO word(word, until, request) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
    [WORD_DROP] = "DELETE FROM word WHERE until < ?1",
    [ERA_GET] = "SELECT era FROM era WHERE player = ?1",
    [BATCH_BEGIN] = "BEGIN IMMEDIATE",
    [BATCH_END] = "COMMIT",
    [ERA_END] = "INSERT INTO era(player, era, request, until) SELECT ?1, ?2 + 1, ?3, ?4"
                " WHERE ?2 = 0 OR EXISTS (SELECT 1 FROM era WHERE player = ?1)"
                " ON CONFLICT DO UPDATE SET era = era + 1, request = ?3, until = ?4 WHERE era = ?2 RETURNING era",
#define X(name, writes, sql) [SHARED + name] = sql,
    STORE_STATEMENTS(X)
#undef X
};

/* ---- batches ---- */

void store_sqlite_abandon(struct store *st)
{
    struct sqlite *s = as_sqlite(st);
    roll_back(s);
    s->batch = s->dirty = false;
    s->spoilt = 0;
}

static int commit(struct store *st)
{
    struct sqlite *s = as_sqlite(st);
    int e = s->spoilt;
    if (s->batch && !e) e = done(s, BATCH_END, take(s, BATCH_END));
    if (!e) s->batch = false; /* nothing to forget */
    store_sqlite_abandon(st);
    return e;
}

static bool pending(const struct store *st)
{
    const struct sqlite *s = (const struct sqlite *)st;
    return s->batch && (s->dirty || s->spoilt);
}

/* ---- writing ---- */

int store_sqlite_find(struct sqlite *s, const char *id, struct store_row *row, sqlite3_int64 *key)
{
    sqlite3_stmt *q = take(s, TABLE_GET);
    text(q, 1, id);
    int e = step(s, q);
    if (e == 1) {
        read_row(q, row);
        row->summary = NULL;
        *key = sqlite3_column_int64(q, 9);
    }
    give(s, TABLE_GET, q);
    return e;
}

static struct standing *standing_of(struct sqlite *s, const char *id)
{
    return &s->standing[hash_text(id) % STANDINGS];
}

/* How it stands; asks unless it is known. 1: *is is filled, 0: there is no such table, else a negative errno. */
static int see_table(struct sqlite *s, const char *id, struct standing **is)
{
    *is = standing_of(s, id);
    if (strcmp((*is)->id, id) == 0) return 1;
    (*is)->id[0] = 0;
    sqlite3_stmt *q = take(s, TABLE_STANDS);
    text(q, 1, id);
    int e = step(s, q);
    if (e == 1) {
        snprintf((*is)->id, sizeof(*is)->id, "%s", id);
        (*is)->key = sqlite3_column_int64(q, 0);
        (*is)->version = (uint32_t)natural(q, 1);
        (*is)->status = (uint8_t)natural(q, 2);
        (*is)->listed = natural(q, 3) != 0;
        (*is)->due = natural(q, 4);
    }
    give(s, TABLE_STANDS, q);
    return e;
}

/* -EEXIST: id or code is taken. */
static int add_table(struct sqlite *s, const struct store_row *row, int n, sqlite3_int64 *key)
{
    sqlite3_stmt *q = take(s, TABLE_NEW);
    text(q, 1, row->id);
    text(q, 2, row->code);
    number(q, 3, (uint64_t)n);
    number(q, 4, row->status);
    number(q, 5, row->listed);
    number(q, 6, row->due);
    number(q, 7, row->created);
    number(q, 8, row->changed);
    text(q, 9, row->summary ? row->summary : "");
    int e = done(s, TABLE_NEW, q);
    if (e) return e;
    if (!sqlite3_changes(s->db)) return refuse(s, -EEXIST, "the id or the code is taken");
    *key = sqlite3_last_insert_rowid(s->db);
    return 0;
}

/* -EEXIST: its version is another. */
static int change_table(struct sqlite *s, const struct store_row *row, uint32_t expected, uint32_t version,
                        struct standing *is)
{
    bool touch = row->status == is->status && row->listed == is->listed && row->due == is->due;
    enum query i = touch ? TABLE_TOUCH : TABLE_CHANGE;
    sqlite3_stmt *q = take(s, i);
    number(q, 1, (uint64_t)is->key);
    number(q, 2, version);
    number(q, 3, row->changed);
    text(q, 4, row->summary ? row->summary : "");
    number(q, 5, expected);
    if (!touch) {
        number(q, 6, row->status);
        number(q, 7, row->listed);
        number(q, 8, row->due);
    }
    int e = done(s, i, q);
    if (!e && !sqlite3_changes(s->db)) e = refuse(s, -EEXIST, "the table has another version");
    is->version = version;
    is->status = row->status;
    is->listed = row->listed;
    is->due = row->due;
    if (e) is->id[0] = 0;
    return e;
}

static int add_events(struct sqlite *s, sqlite3_int64 key, uint32_t from, const struct event *e, int n)
{
    sqlite3_stmt *q = take(s, EVENT_ADD);
    if (!q) return step(s, q);
    number(q, 1, (uint64_t)key);
    for (int i = 0; i < n; i++) {
        number(q, 2, from + (uint32_t)i + 1);
        number(q, 3, e[i].at);
        number(q, 4, e[i].kind);
        bound(sqlite3_bind_int(q, 5, e[i].seat));
        text(q, 6, e[i].actor ? e[i].actor : "");
        text(q, 7, e[i].action ? e[i].action : "");
        blob(q, 8, e[i].text, e[i].n);
        int failed = done(s, EVENT_ADD, q);
        if (failed) return failed;
    }
    return 0;
}

static int set_seats(struct sqlite *s, sqlite3_int64 key, const struct store_row *row)
{
    sqlite3_stmt *q = take(s, SEAT_DROP);
    number(q, 1, (uint64_t)key);
    int e = done(s, SEAT_DROP, q);
    for (int i = 0; !e && i < row->players_n; i++) {
        q = take(s, SEAT_ADD);
        number(q, 1, (uint64_t)key);
        text(q, 2, row->players[i]);
        e = done(s, SEAT_ADD, q);
    }
    return e;
}

/* Lets go what seats have replaced. */
static int drop_stale(struct sqlite *s, sqlite3_int64 key, uint32_t from, uint32_t to)
{
    sqlite3_stmt *q = take(s, EVENT_STALE);
    number(q, 1, (uint64_t)key);
    number(q, 2, from);
    number(q, 3, to);
    return done(s, EVENT_STALE, q);
}

static int append_in(struct sqlite *s, struct store_row *row, uint32_t expected, const struct event *events, int n)
{
    struct standing *is;
    sqlite3_int64 key = 0;
    uint32_t version = expected + (uint32_t)n;
    int e;
    if (expected == 0) {
        e = add_table(s, row, n, &key);
    } else {
        e = see_table(s, row->id, &is);
        if (e >= 0) e = e && is->version == expected ? 0 : refuse(s, -EEXIST, "the table has another version");
        if (!e) key = is->key, e = change_table(s, row, expected, version, is);
    }
    if (!e) e = add_events(s, key, expected, events, n);
    if (!e && row->seated) e = set_seats(s, key, row);
    if (!e && row->stale_to) e = drop_stale(s, key, row->stale_from, row->stale_to);
    if (!e) row->version = version;
    return e;
}

static int append(struct store *st, struct store_row *row, uint32_t expected, const struct event *events, int n)
{
    struct sqlite *s = as_sqlite(st);
    if (n < (expected ? 0 : 1)) return refuse(s, -EINVAL, "a table begins with an event");
    int e = begin(s);
    if (e) return e;
    e = append_in(s, row, expected, events, n);
    if (!e) s->dirty = true;
    else if (!s->spoilt && !s->dirty) store_sqlite_abandon(st); /* nothing was begun */
    return e;
}

/* ---- reading ---- */

static int load(struct store *st, const char *id, uint32_t from, int (*fn)(void *ctx, const struct event *), void *ctx,
                struct store_row *row)
{
    struct sqlite *s = as_sqlite(st);
    struct store_row found;
    sqlite3_int64 key = 0;
    int e = store_sqlite_find(s, id, &found, &key);
    if (e != 1) return e ? e : refuse(s, -ENOENT, "there is no such table");
    if (row) *row = found;
    sqlite3_stmt *q = take(s, EVENT_GET);
    number(q, 1, (uint64_t)key);
    number(q, 2, from);
    uint32_t seq = from;
    int stop = 0;
    while (!stop && (e = step(s, q)) == 1) {
        if (natural(q, 0) != ++seq) break;
        struct event v = {
            .number = seq,
            .at = natural(q, 1),
            .kind = (uint8_t)natural(q, 2),
            .seat = (int16_t)sqlite3_column_int(q, 3),
            .actor = column(q, 4),
            .action = column(q, 5),
            .text = column(q, 6),
            .n = (size_t)sqlite3_column_bytes(q, 6),
        };
        stop = fn(ctx, &v);
    }
    give(s, EVENT_GET, q);
    if (stop || e < 0) return stop ? stop : e;
    if (e == 0 && (seq == found.version || from > found.version)) return 0;
    snprintf(s->why, sizeof s->why, "the events of table %s are not complete", found.id);
    return -EIO;
}

static int find(struct store *st, const char *code, char id[ID_LEN + 1])
{
    struct sqlite *s = as_sqlite(st);
    sqlite3_stmt *q = take(s, TABLE_FIND);
    text(q, 1, code);
    int e = step(s, q);
    if (e == 1) snprintf(id, ID_LEN + 1, "%s", column(q, 0));
    give(s, TABLE_FIND, q);
    if (e < 0) return e;
    return e ? 0 : refuse(s, -ENOENT, "there is no table with this code");
}

static int has(struct store *st, const char *id, const char *actor, const char *action)
{
    struct sqlite *s = as_sqlite(st);
    sqlite3_stmt *q = take(s, EVENT_HAS);
    text(q, 1, id);
    text(q, 2, actor);
    text(q, 3, action);
    return done(s, EVENT_HAS, q);
}

static int list(struct store *st, enum store_list what, const char *player, uint64_t time, int limit,
                int (*fn)(void *ctx, const struct store_row *), void *ctx)
{
    struct sqlite *s = as_sqlite(st);
    enum query i = what == LIST_LOBBY ? ROWS_LOBBY : what == LIST_PLAYER ? ROWS_PLAYER : ROWS_DUE;
    sqlite3_stmt *q = take(s, i);
    if (what == LIST_PLAYER) text(q, 1, player);
    if (what == LIST_DUE) number(q, 2, time);
    number(q, 3, limit < 0 ? 0 : (uint64_t)limit);
    int e, stop = 0;
    while (!stop && (e = step(s, q)) == 1) {
        struct store_row row;
        read_row(q, &row);
        stop = fn(ctx, &row);
    }
    give(s, i, q);
    return stop ? stop : e;
}

static int due(struct store *st, uint64_t *time)
{
    struct sqlite *s = as_sqlite(st);
    sqlite3_stmt *q = take(s, DUE_GET);
    int e = step(s, q);
    *time = e == 1 ? natural(q, 0) : 0;
    give(s, DUE_GET, q);
    return e < 0 ? e : 0;
}

static int count(struct store *st, uint64_t n[TABLE_OVER + 1])
{
    struct sqlite *s = as_sqlite(st);
    sqlite3_stmt *q = take(s, COUNT_GET);
    memset(n, 0, (TABLE_OVER + 1) * sizeof *n);
    int e;
    while ((e = step(s, q)) == 1)
        if (natural(q, 0) <= TABLE_OVER) n[natural(q, 0)] = natural(q, 1);
    give(s, COUNT_GET, q);
    return e;
}

static const char *why_of(const struct store *st) { return ((const struct sqlite *)st)->why; }

/* ---- opening ---- */

static void close_store(struct store *st)
{
    struct sqlite *s = as_sqlite(st);
    bool file = s->ahead != NULL;
    roll_back(s);
    ahead_free(s->ahead);
    for (int i = 0; i < QUERIES; i++) sqlite3_finalize(s->stmts[i]);
    /* Closing does it, too, but only if nobody else has the file open. */
    if (file) sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    sqlite3_close(s->db);
    if (s->lock >= 0) close(s->lock);
    free(s->standing);
    free(s);
}

static const struct store_ops ops = {
    .close = close_store,
    .append = append,
    .commit = commit,
    .abandon = store_sqlite_abandon,
    .pending = pending,
    .load = load,
    .find = find,
    .has = has,
    .list = list,
    .due = due,
    .count = count,
    .key = store_sqlite_key,
    .name_get = store_sqlite_name_get,
    .name_set = store_sqlite_name_set,
    .sweep = store_sqlite_sweep,
    .once = store_sqlite_once,
    .era = store_sqlite_era,
    .era_end = store_sqlite_era_end,
    .ask = store_sqlite_ask,
    .bytes = store_sqlite_bytes,
    .tables = store_sqlite_tables,
    .players = store_sqlite_players,
    .table_delete = store_sqlite_table_delete,
    .name_delete = store_sqlite_name_delete,
    .said_delete = store_sqlite_said_delete,
    .key_set = store_sqlite_key_set,
    .why = why_of,
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
    s->store.ops = &ops;
    s->lock = lock;
    s->standing = must(calloc(STANDINGS, sizeof *s->standing));
    return s;
}

/* Prepares all statements; false: they do not fit what is in the database. */
static bool prepare_all(struct sqlite *s)
{
    for (int i = 0; i < QUERIES; i++)
        if (!take(s, (enum query)i)) return false;
    return true;
}

struct store *store_sqlite_open(const char *path, char why[256])
{
    int fd = hold(path, why);
    if (fd < 0) return NULL;
    struct sqlite *s = new_store(fd);
    int e = store_schema_open(&s->db, path, true, why);
    if (!e && !prepare_all(s)) e = snprintf(why, 256, "%s is damaged: %s", path, s->why);
    if (!e) {
        s->ahead = ahead_new(s->db);
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
    fprintf(stderr, "tambo: a database in memory: %s\n", s->why); /* a statement is wrong */
    abort();
}
