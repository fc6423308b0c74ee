/* store_file.c -- whole database files: a copy of one, and what is wrong in one; see
 * store.h. They only read, and a server may go on writing meanwhile. */
#include "../base/must.h"
#include "../base/who.h"
#include "store.h"
#include "store_schema.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATIENCE = 200 }; /* times 10 ms that somebody may hold the whole file */

/* ---- copying ---- */

/* All pages as they are at one moment: SQLite holds on to it while it copies. */
static int copy_pages(sqlite3 *from, const char *path, const char *to, char why[256])
{
    sqlite3 *db = NULL;
    int e = 0;
    int rc = sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL);
    must(db);
    if (!rc) rc = store_schema_run(db, "PRAGMA journal_mode = OFF"); /* half a copy is thrown away, never mended */
    sqlite3_backup *b = rc ? NULL : sqlite3_backup_init(db, "main", from, "main");
    if (b) {
        rc = sqlite3_backup_step(b, -1);
        for (int i = 0; i < PATIENCE && (rc == SQLITE_BUSY || rc == SQLITE_LOCKED); i++) {
            sqlite3_sleep(10);
            rc = sqlite3_backup_step(b, -1);
        }
        sqlite3_backup_finish(b);
    }
    if (!b || rc != SQLITE_DONE) {
        e = store_schema_errno(db);
        snprintf(why, 256, "cannot write %s: %s", to, sqlite3_errmsg(db));
    }
    sqlite3_close(db);
    return e;
}

static int sync_folder(const char *path)
{
    char name[PATH_MAX];
    snprintf(name, sizeof name, "%s", path);
    int fd = open(dirname(name), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int rc = fd < 0 ? -1 : fsync(fd);
    if (fd >= 0) close(fd);
    return rc && errno != EINVAL ? -errno : 0; /* EINVAL: this kind of drive has nothing to wait for */
}

/* Gives the finished file its name, which nobody may have taken meanwhile. */
static int put_in_place(const char *part, const char *to)
{
    if (link(part, to) == 0) return unlink(part) ? -errno : 0;
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS) return -errno;
    struct stat st; /* a drive without links, a stick for instance */
    if (lstat(to, &st) == 0) return -EEXIST;
    return rename(part, to) ? -errno : 0;
}

int store_file_backup(const char *path, const char *to, char why[256])
{
    struct stat st;
    char part[PATH_MAX];
    sqlite3 *from;
    if (lstat(to, &st) == 0) return snprintf(why, 256, "%s exists already", to), -EEXIST;
    if (snprintf(part, sizeof part, "%s.XXXXXX", to) >= (int)sizeof part)
        return snprintf(why, 256, "the name of the copy is too long"), -ENAMETOOLONG;
    int e = store_schema_open(&from, path, false, why);
    if (e) return e;
    int fd = mkstemp(part); /* for the owner alone, as it holds secrets */
    if (fd < 0) {
        e = -errno;
        snprintf(why, 256, "cannot write %s: %s", to, strerror(errno));
        goto close;
    }
    close(fd);
    e = copy_pages(from, part, to, why);
    if (!e) {
        e = put_in_place(part, to);
        if (!e) e = sync_folder(to);
        if (e) snprintf(why, 256, "cannot write %s: %s", to, strerror(-e));
    }
    if (e) unlink(part);
close:
    sqlite3_close(from);
    return e;
}

/* ---- checking ---- */

struct check {
    sqlite3 *db;                              /* one moment of the file */
    void (*fn)(void *ctx, const char *fault); /* told of each fault */
    void *ctx;                                /* for fn */
};

static const char *column(sqlite3_stmt *q, int i)
{
    const unsigned char *p = sqlite3_column_text(q, i);
    return p ? (const char *)p : "NULL";
}

/* Each row of the query is a fault: its columns are put in place of the `%s` of format. */
static void faults(struct check *c, const char *sql, const char *format)
{
    char fault[512];
    sqlite3_stmt *q = NULL;
    int rc = sqlite3_prepare_v2(c->db, sql, -1, &q, NULL);
    while (!rc && (rc = sqlite3_step(q)) == SQLITE_ROW) {
        size_t n = 0;
        int next = 0;
        for (const char *f = format; *f && n + 1 < sizeof fault; f++) {
            if (f[0] != '%') {
                fault[n++] = *f;
                continue;
            }
            f++;
            n += (size_t)snprintf(fault + n, sizeof fault - n, "%s", column(q, next++));
            if (n >= sizeof fault) n = sizeof fault - 1;
        }
        fault[n] = 0;
        for (char *line = fault; (line = strchr(line, '\n'));) *line = ' ';
        if (strcmp(fault, "ok") != 0) c->fn(c->ctx, fault);
        rc = SQLITE_OK;
    }
    if (rc != SQLITE_DONE) {
        store_schema_errno(c->db);
        snprintf(fault, sizeof fault, "cannot be read: %s", sqlite3_errmsg(c->db));
        c->fn(c->ctx, fault);
    }
    sqlite3_finalize(q);
}

/* What is kept of players: games of the day, circles, cards. */
static void check_players(struct check *c)
{
    faults(c,
           "SELECT player, day, part FROM (SELECT player, day, part FROM begun UNION ALL SELECT player, day, part FROM"
           " result) WHERE day < 0 OR part = '' OR length(player) <> 32",
           "'%s' has a game of day %s (%s) that cannot be");
    faults(
        c,
        "SELECT player, day, seq FROM answer WHERE day < 0 OR seq < 0 OR correct NOT IN (0, 1) OR length(player) <> 32",
        "'%s' has an answer of day %s (position %s) that cannot be");
    faults(c,
           "SELECT player, circle FROM member WHERE number < 0 OR at < 0 OR until < 0 OR length(player) <> 32"
           " OR circle NOT IN (SELECT id FROM circle)",
           "'%s' is in circle %s, which cannot be");
    faults(c, "SELECT player, hash FROM card WHERE length(player) <> 32 OR length(hash) <> 32 OR sealed = ''",
           "'%s' has a recovery card (%s) that cannot be");
}

static void check_tables(struct check *c)
{
    char sql[512];
    faults(c,
           "SELECT id, version, n, hi FROM (SELECT id, version, (SELECT count(*) FROM event WHERE tbl = key) AS n,"
           " (SELECT min(seq) FROM event WHERE tbl = key) AS lo, (SELECT max(seq) FROM event WHERE tbl = key) AS hi"
           " FROM tbl) WHERE version < 1 OR n <> version OR lo IS NOT 1 OR hi IS NOT version",
           "table %s has version %s, but %s events, the last of them number %s");
    snprintf(sql, sizeof sql,
             "SELECT id, status FROM tbl WHERE status NOT BETWEEN 0 AND %d OR listed NOT BETWEEN 0 AND 1 OR due < 0"
             " OR created < 0 OR changed < 0 OR length(id) <> %d OR length(code) <> %d",
             TABLE_OVER, ID_LEN, CODE_LEN);
    faults(c, sql, "table %s has facts that cannot be (its status is %s)");
    snprintf(sql, sizeof sql,
             "SELECT (SELECT id FROM tbl WHERE key = tbl), seq, kind, seat FROM event WHERE kind NOT BETWEEN 1 AND %d"
             " OR seat NOT BETWEEN -1 AND %d OR at < 0 OR length(actor) NOT IN (0, %d) OR length(action) > %d",
             EVENT_LAST, INT16_MAX, PLAYER_LEN, ACTION_LEN);
    faults(c, sql, "table %s: event %s cannot be (kind %s, seat %s)");
    faults(c,
           "SELECT (SELECT id FROM tbl WHERE key = tbl), action, actor, count(*) FROM event WHERE action <> ''"
           " GROUP BY tbl, actor, action HAVING count(*) > 1",
           "table %s: the action '%s' of %s is stored %s times");
    snprintf(sql, sizeof sql,
             "SELECT (SELECT id FROM tbl WHERE key = tbl), player FROM seat WHERE length(player) <> %d", PLAYER_LEN);
    faults(c, sql, "table %s has a seat of '%s', which is no player");
    if (store_schema_number(c->db, "PRAGMA user_version") >= 6) check_players(c);
    faults(c, "SELECT key FROM meta WHERE length(value) = 0", "the secret '%s' is empty");
    snprintf(sql, sizeof sql, "SELECT key, length(value) FROM meta WHERE key = '%s' AND length(value) NOT IN (0, %d)",
             WHO_KEY_NAME, WHO_KEY);
    faults(c, sql, "the secret '%s' has %s bytes: no server can start with it");
}

int store_file_check(const char *path, void (*fn)(void *ctx, const char *fault), void *ctx, uint64_t *tables,
                     uint64_t *events, char why[256])
{
    struct check c = {.fn = fn, .ctx = ctx};
    *tables = *events = 0;
    int e = store_schema_open(&c.db, path, false, why);
    if (e) return e;
    if (store_schema_run(c.db, "BEGIN")) {
        e = store_schema_errno(c.db);
        snprintf(why, 256, "cannot read %s: %s", path, sqlite3_errmsg(c.db));
        goto close;
    }
    faults(&c, "PRAGMA integrity_check", "%s");
    faults(&c, "SELECT \"table\", rowid, parent FROM pragma_foreign_key_check",
           "a row of %s (%s) belongs to nothing in %s");
    check_tables(&c);
    sqlite3_int64 t = store_schema_number(c.db, "SELECT count(*) FROM tbl");
    sqlite3_int64 n = store_schema_number(c.db, "SELECT count(*) FROM event");
    *tables = t < 0 ? 0 : (uint64_t)t;
    *events = n < 0 ? 0 : (uint64_t)n;
close:
    sqlite3_close(c.db);
    return e;
}

/* ---- going through ---- */

static int tell_events(sqlite3_stmt *q, int (*event)(void *ctx, const struct event *), void *ctx)
{
    int stop = 0;
    while (!stop && sqlite3_step(q) == SQLITE_ROW) {
        struct event e = {
            .number = (uint32_t)sqlite3_column_int64(q, 0),
            .at = (uint64_t)sqlite3_column_int64(q, 1),
            .kind = (uint8_t)sqlite3_column_int(q, 2),
            .seat = (int16_t)sqlite3_column_int(q, 3),
            .actor = column(q, 4),
            .action = column(q, 5),
            .text = column(q, 6),
            .n = (size_t)sqlite3_column_bytes(q, 6),
        };
        stop = event(ctx, &e);
    }
    return stop;
}

int store_file_tables(const char *path, int (*table)(void *ctx, const struct store_row *),
                      int (*event)(void *ctx, const struct event *), void *ctx, char why[256])
{
    sqlite3 *db;
    sqlite3_stmt *tables = NULL, *events = NULL;
    int stop = store_schema_open(&db, path, false, why);
    if (stop) return stop;
    int rc = store_schema_run(db, "BEGIN");
    if (!rc)
        rc = sqlite3_prepare_v2(db, "SELECT key, id, code, version, status FROM tbl ORDER BY key", -1, &tables, NULL);
    if (!rc)
        rc = sqlite3_prepare_v2(
            db, "SELECT seq, at, kind, seat, actor, action, text FROM event WHERE tbl = ?1 ORDER BY seq", -1, &events,
            NULL);
    while (!rc && !stop && (rc = sqlite3_step(tables)) == SQLITE_ROW) {
        struct store_row row = {.version = (uint32_t)sqlite3_column_int64(tables, 3),
                                .status = (uint8_t)sqlite3_column_int(tables, 4)};
        snprintf(row.id, sizeof row.id, "%s", column(tables, 1));
        snprintf(row.code, sizeof row.code, "%s", column(tables, 2));
        sqlite3_bind_int64(events, 1, sqlite3_column_int64(tables, 0));
        stop = table(ctx, &row);
        if (!stop) stop = tell_events(events, event, ctx);
        rc = sqlite3_reset(events);
    }
    if (!stop && rc != SQLITE_DONE) {
        stop = store_schema_errno(db);
        snprintf(why, 256, "cannot read %s: %s", path, sqlite3_errmsg(db));
    }
    sqlite3_finalize(tables);
    sqlite3_finalize(events);
    sqlite3_close(db);
    return stop;
}
