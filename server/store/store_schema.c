/* store_schema.c -- see store_schema.h. The steps below are history: a file of version n
 * gets those after the n-th, each in a transaction of its own. Never change one, only
 * add; then raise SCHEMA_VERSION. */
#include "store_schema.h"
#include "../base/must.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum {
    APPLICATION = 0x54414d42, /* "TAMB": in the head of the file, for file(1) and for us */
    BUSY_MS = 2000,           /* how long another process (a copy, somebody's sqlite3) may be waited for */
};

/* Events are kept in the order of their tables, not as they came: writing is hardly slower
 * then, and a table that is loaded lies together. */
static const char *const steps[SCHEMA_VERSION] = {
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE tbl(key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, code TEXT NOT NULL UNIQUE,"
    " version INTEGER NOT NULL, status INTEGER NOT NULL, listed INTEGER NOT NULL, due INTEGER NOT NULL,"
    " created INTEGER NOT NULL, changed INTEGER NOT NULL, summary TEXT NOT NULL) STRICT;"
    "CREATE TABLE event(tbl INTEGER NOT NULL REFERENCES tbl, seq INTEGER NOT NULL, at INTEGER NOT NULL,"
    " kind INTEGER NOT NULL, seat INTEGER NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL, text BLOB NOT NULL,"
    " PRIMARY KEY(tbl, seq)) STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX event_action ON event(tbl, actor, action) WHERE action <> '';"
    "CREATE TABLE seat(tbl INTEGER NOT NULL REFERENCES tbl, player TEXT NOT NULL, PRIMARY KEY(tbl, player))"
    " STRICT, WITHOUT ROWID;"
    "CREATE INDEX seat_player ON seat(player);"
    "CREATE TABLE player(player TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "PRAGMA application_id = 1413565762;", /* APPLICATION */

    /* Lists, what is due, and counting read no other tables than those they tell of. */
    "CREATE INDEX tbl_lobby ON tbl(created) WHERE status = 0 AND listed = 1;"
    "CREATE INDEX tbl_due ON tbl(due) WHERE due > 0;"
    "CREATE INDEX tbl_status ON tbl(status);"
    "CREATE INDEX tbl_old ON tbl(changed) WHERE status <> 1;",

    /* Open tables are swept apart from those that are over;
     * when names were set; words that are good once; how often players ended their tokens. */
    "DROP INDEX tbl_old;"
    "CREATE INDEX tbl_aged ON tbl(status, changed) WHERE status <> 1;"
    "ALTER TABLE player ADD COLUMN at INTEGER NOT NULL DEFAULT 0;"
    "UPDATE player SET at = CAST(strftime('%s', 'now') AS INTEGER) * 1000;"
    "CREATE INDEX player_at ON player(at);"
    "CREATE TABLE word(word TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX word_until ON word(until);"
    "CREATE TABLE era(player TEXT PRIMARY KEY, era INTEGER NOT NULL) STRICT, WITHOUT ROWID;",

    /* What is kept of players in lists. */
    "CREATE TABLE entry(list TEXT NOT NULL, player TEXT NOT NULL, rank INTEGER NOT NULL, at INTEGER NOT NULL,"
    " until INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY(list, player)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX entry_rank ON entry(list, rank, at, player);"
    "CREATE INDEX entry_player ON entry(player, list);"
    "CREATE INDEX entry_until ON entry(until) WHERE until > 0;",

    /* Whoever appends has seen all events before and knows their actions: an index of them doubled the pages of each
     * commit, and was never of use. */
    "DROP INDEX event_action;",

    /* What stood in lists as packed texts gets tables of its own: games of the day, circles, recovery cards; and by which request
     * a word was used, or tokens were ended. against NULL: nobody plays against one. */
    "CREATE TABLE begun(player TEXT NOT NULL, day INTEGER NOT NULL, part TEXT NOT NULL, id TEXT NOT NULL,"
    " at INTEGER NOT NULL, PRIMARY KEY(player, day, part)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX begun_day ON begun(day);"
    "CREATE TABLE result(player TEXT NOT NULL, day INTEGER NOT NULL, part TEXT NOT NULL, rank INTEGER NOT NULL,"
    " points INTEGER NOT NULL, against INTEGER, name TEXT NOT NULL, at INTEGER NOT NULL,"
    " PRIMARY KEY(player, day, part)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX result_rank ON result(day, part, rank, at, player);"
    "CREATE TABLE answer(player TEXT NOT NULL, day INTEGER NOT NULL, seq INTEGER NOT NULL, correct INTEGER NOT NULL,"
    " claim TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY(player, day, seq)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX answer_day ON answer(day);"
    "CREATE TABLE circle(id TEXT PRIMARY KEY, name TEXT NOT NULL, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX circle_until ON circle(until);"
    "CREATE TABLE member(circle TEXT NOT NULL, player TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL,"
    " at INTEGER NOT NULL, until INTEGER NOT NULL, PRIMARY KEY(circle, player)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX member_number ON member(circle, number, at, player);"
    "CREATE INDEX member_player ON member(player);"
    "CREATE INDEX member_until ON member(until);"
    "CREATE TABLE card(hash TEXT PRIMARY KEY, player TEXT NOT NULL, sealed TEXT NOT NULL, at INTEGER NOT NULL)"
    " STRICT, WITHOUT ROWID;"
    "CREATE INDEX card_player ON card(player);"
    "CREATE INDEX card_at ON card(at);"
    "ALTER TABLE word ADD COLUMN request TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE era ADD COLUMN request TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE era ADD COLUMN until INTEGER NOT NULL DEFAULT 0;"
    "INSERT OR IGNORE INTO begun(player, day, part, id, at) SELECT player,"
    " CAST(julianday(substr(list, 7, 10)) - 2440587.5 AS INTEGER), substr(list, 18), text, at FROM entry"
    " WHERE list GLOB 'begun/[0-9]*/[a-z]*';"
    "INSERT OR IGNORE INTO result(player, day, part, rank, points, against, name, at) SELECT player,"
    " CAST(julianday(substr(list, 7, 10)) - 2440587.5 AS INTEGER), substr(list, 18), rank, CAST(text AS INTEGER),"
    " CASE WHEN rest LIKE '- %' THEN NULL ELSE CAST(rest AS INTEGER) END, substr(rest, instr(rest, ' ') + 1), at"
    " FROM (SELECT *, substr(text, instr(text, ' ') + 1) AS rest FROM entry WHERE list GLOB 'daily/[0-9]*/[a-z]*');"
    "INSERT OR IGNORE INTO answer(player, day, seq, correct, claim, at) SELECT player,"
    " CAST(julianday(substr(list, 8, 10)) - 2440587.5 AS INTEGER), CAST(substr(list, 19) AS INTEGER) - 1,"
    " text GLOB 'right *', substr(text, instr(text, ' ') + 1), at FROM entry WHERE list GLOB "
    "'answer/[0-9]*/[1-9]*';"
    "INSERT INTO circle(id, name, until) SELECT substr(list, 8), max(CASE WHEN player = '' THEN text ELSE '' END),"
    " max(until) FROM entry WHERE list GLOB 'circle/?*' GROUP BY list;"
    "INSERT INTO member(circle, player, number, name, at, until) SELECT substr(list, 8), player, rank, text, at, until"
    " FROM entry WHERE list GLOB 'circle/?*' AND player <> '';"
    "INSERT INTO card(hash, player, sealed, at) SELECT substr(list, 6), player, text, at FROM entry"
    " WHERE list GLOB 'card/?*';"
    "UPDATE word SET request = (SELECT text FROM entry WHERE list = 'link ' || word AND player = '')"
    " WHERE EXISTS (SELECT 1 FROM entry WHERE list = 'link ' || word AND player = '');"
    "UPDATE era SET (request, until) = (SELECT text, until FROM entry WHERE list = 'ended' AND player = era.player)"
    " WHERE EXISTS (SELECT 1 FROM entry WHERE list = 'ended' AND player = era.player);"
    "DROP TABLE entry;",
};

int store_schema_run(sqlite3 *db, const char *sql) { return sqlite3_exec(db, sql, NULL, NULL, NULL); }

int store_schema_errno(sqlite3 *db)
{
    int rc = sqlite3_extended_errcode(db);
    if ((rc & 0xff) == SQLITE_NOMEM || rc == SQLITE_IOERR_NOMEM) must(NULL);
    if ((rc & 0xff) == SQLITE_FULL) return -ENOSPC;
    return (rc & 0xff) == SQLITE_IOERR && sqlite3_system_errno(db) == ENOSPC ? -ENOSPC : -EIO;
}

sqlite3_int64 store_schema_number(sqlite3 *db, const char *sql)
{
    sqlite3_int64 v = -1;
    sqlite3_stmt *q = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW)
        v = sqlite3_column_int64(q, 0);
    return sqlite3_finalize(q) == SQLITE_OK ? v : -1;
}

void store_schema_row(sqlite3_stmt *q, struct store_cell cell[STORE_CELLS])
{
    int n = sqlite3_column_count(q);
    for (int i = 0; i < n && i < STORE_CELLS; i++) {
        int type = sqlite3_column_type(q, i);
        bool words = type == SQLITE_TEXT || type == SQLITE_BLOB;
        const unsigned char *p = words ? sqlite3_column_text(q, i) : NULL;
        cell[i] = (struct store_cell){.text = p ? (const char *)p : "",
                                      .n = words ? (size_t)sqlite3_column_bytes(q, i) : 0,
                                      .is_number = !words,
                                      .number = words ? 0 : sqlite3_column_int64(q, i),
                                      .null = type == SQLITE_NULL};
    }
}

/* Whose file is it? *version: of its tables; 0: it is empty. */
static int judge(sqlite3 *db, const char *path, sqlite3_int64 *version, char why[256])
{
    sqlite3_int64 things = store_schema_number(db, "SELECT count(*) FROM sqlite_schema");
    if (things < 0) {
        int e = store_schema_errno(db), rc = sqlite3_errcode(db);
        if (rc == SQLITE_NOTADB) snprintf(why, 256, "%s is not a database", path);
        else snprintf(why, 256, "cannot read %s: %s", path, sqlite3_errmsg(db));
        return rc == SQLITE_NOTADB || rc == SQLITE_CORRUPT ? -EINVAL : e;
    }
    sqlite3_int64 owner = store_schema_number(db, "PRAGMA application_id");
    *version = store_schema_number(db, "PRAGMA user_version");
    if (owner == 0 && *version == 0 && things == 0) return 0;
    if (owner != APPLICATION) return snprintf(why, 256, "%s is the database of another program", path), -EINVAL;
    if (*version > SCHEMA_VERSION)
        return snprintf(why, 256, "%s was written by a newer tambo (its version is %lld, this one knows %d)", path,
                        (long long)*version, SCHEMA_VERSION),
               -EINVAL;
    if (*version < 1) return snprintf(why, 256, "%s is damaged: it has no version", path), -EINVAL;
    return 0;
}

static int migrate(sqlite3 *db, int version)
{
    for (; version < SCHEMA_VERSION; version++) {
        char mark[64];
        snprintf(mark, sizeof mark, "PRAGMA user_version = %d", version + 1);
        int rc = store_schema_run(db, "BEGIN IMMEDIATE");
        if (!rc) rc = store_schema_run(db, steps[version]);
        if (!rc) rc = store_schema_run(db, mark);
        if (!rc) rc = store_schema_run(db, "COMMIT");
        if (rc) return rc;
    }
    return SQLITE_OK;
}

static bool is_wal(sqlite3 *db)
{
    sqlite3_stmt *q = NULL;
    bool wal = sqlite3_prepare_v2(db, "PRAGMA journal_mode = WAL", -1, &q, NULL) == SQLITE_OK &&
               sqlite3_step(q) == SQLITE_ROW && strcmp((const char *)sqlite3_column_text(q, 0), "wal") == 0;
    sqlite3_finalize(q);
    return wal;
}

/* A process that was killed in a commit may have written all of it ahead and synced nothing: it is read again, and is told to people,
 * but a power failure would still take it away. So it is made durable before anything is read from here. */
static int sync_wal(sqlite3 *db)
{
    sqlite3_file *wal = NULL;
    int rc = sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &wal);
    return rc || !wal || !wal->pMethods ? rc : wal->pMethods->xSync(wal, SQLITE_SYNC_FULL);
}

/* Opens a file that nobody can write to, a CD for instance: SQLite would have to make files beside it. Only where
 * there is nothing beside it, as what is written ahead would be overlooked. */
static int open_frozen(sqlite3 **db, const char *path)
{
    char name[3 * PATH_MAX + 32] = "file:", wal[PATH_MAX + 8];
    size_t n = strlen(name);
    snprintf(wal, sizeof wal, "%s-wal", path);
    if (access(wal, F_OK) == 0 || access(path, R_OK) != 0) return SQLITE_CANTOPEN;
    for (const char *p = path; *p && n + 4 < sizeof name; p++) {
        if (strchr("?#%", *p)) n += (size_t)snprintf(name + n, sizeof name - n, "%%%02x", (unsigned char)*p);
        else name[n++] = *p;
    }
    snprintf(name + n, sizeof name - n, "?immutable=1");
    sqlite3_close(*db);
    return sqlite3_open_v2(name, db, SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
}

/* Can anything be read? */
static int first_look(sqlite3 *db)
{
    sqlite3_busy_timeout(db, BUSY_MS);
    return store_schema_run(db, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;"
                                "SELECT count(*) FROM sqlite_schema");
}

/* Is there no room for another page or two? SQLite does not always say so. */
static bool is_full(const char *path)
{
    struct statvfs disk;
    return statvfs(path, &disk) == 0 && (uint64_t)disk.f_bavail * disk.f_frsize < 65536;
}

int store_schema_open(sqlite3 **out, const char *path, bool write, char why[256])
{
    struct stat st;
    sqlite3 *db = NULL;
    sqlite3_int64 version = 0;
    int e = -EIO;
    *out = NULL;
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); /* before the first is opened: nobody asks how much memory it has */
    if (stat(path, &st)) {                      /* SQLite has sentences of its own, less clear */
        e = -errno;
        return snprintf(why, 256, "cannot open %s: %s", path, strerror(errno)), e;
    }
    char name[PATH_MAX + 2]; /* so that `:memory:` and `file:...` are names like others to SQLite */
    snprintf(name, sizeof name, "%s%s", path[0] == '/' ? "" : "./", path);
    int rc =
        sqlite3_open_v2(name, &db, SQLITE_OPEN_NOMUTEX | (write ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY), NULL);
    must(db);
    if (rc) goto fail;
    rc = first_look(db);
    if ((rc == SQLITE_CANTOPEN || rc == SQLITE_READONLY) && !write && open_frozen(&db, name) == SQLITE_OK)
        rc = first_look(db);
    if (rc && rc != SQLITE_NOTADB && rc != SQLITE_CORRUPT && rc != SQLITE_IOERR) goto fail; /* else see judge */
    e = judge(db, path, &version, why);
    if (!e && !write && version == 0) {
        snprintf(why, 256, "%s is empty", path);
        e = -EINVAL;
    }
    if (e) goto close;
    if (write) {
        if (!is_wal(db)) {
            e = store_schema_errno(db);
            if (e == -ENOSPC || is_full(path)) goto fail;
            snprintf(why, 256, "cannot write ahead in %s (a network drive?): %s", path, sqlite3_errmsg(db));
            goto close;
        }
        rc = store_schema_run(db, "PRAGMA synchronous = FULL;"
                                  /* Every event would look for its table again; `db check` looks at all of them. */
                                  "PRAGMA foreign_keys = OFF;"
                                  /* Bytes of the WAL that stay when it begins anew. */
                                  "PRAGMA journal_size_limit = 16777216;"
                                  "PRAGMA cache_size = -16384"); /* KiB */
        if (rc || migrate(db, (int)version)) goto fail;
        if (sync_wal(db)) {
            e = -EIO;
            snprintf(why, 256, "cannot write ahead in %s: it cannot be synced", path);
            goto close;
        }
    }
    *out = db;
    return 0;
fail:
    e = store_schema_errno(db);
    if (e == -EIO && is_full(path)) e = -ENOSPC;
    snprintf(why, 256, "cannot open %s: %s", path, e == -ENOSPC ? "the disk is full" : sqlite3_errmsg(db));
close:
    sqlite3_close(db);
    return e;
}

sqlite3 *store_schema_memory(void)
{
    sqlite3 *db = NULL;
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); /* as above */
    int rc = sqlite3_open_v2(":memory:", &db, SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE, NULL);
    must(db);
    if (!rc) rc = store_schema_run(db, "PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = OFF");
    if (!rc) rc = migrate(db, 0);
    if (!rc) return db;
    store_schema_errno(db); /* ends here without memory; otherwise a step above is wrong */
    fprintf(stderr, "tambo: a database in memory: %s\n", sqlite3_errmsg(db));
    abort();
}
