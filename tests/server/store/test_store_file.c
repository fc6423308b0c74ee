/* test_store_file.c -- what may happen to the file of a store: whose it is and of what
 * version, a disk that is full or broken. The contract itself is tested in test_store.c,
 * what other processes do in test_store_crash.c. */
#include "../../../core/rng.h"
#include "stores.h"
#include "vfs_fault.h"

#include <check.h>
#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static struct place place;
static struct store *s;

static void begin(void) { place_begin(&place); }

static void end(void)
{
    store_close(s);
    s = NULL;
    place_end(&place);
}

static void reopen(void)
{
    store_close(s);
    s = stores_open(&place);
}

static void refused(const char *path, const char *part)
{
    char why[256] = "";
    ck_assert_ptr_null(store_sqlite_open(path, why));
    ck_assert_msg(strstr(why, part) != NULL, "'%s' does not say '%s'", why, part);
}

/* ---- whose file it is ---- */

START_TEST(for_the_owner_alone)
{
    begin();
    umask(0);
    s = stores_open(&place);
    stores_fill(s, 1, 1);
    static const char *const names[] = {"t.db", "t.db-wal", "t.db-shm"};
    for (int i = 0; i < 3; i++) {
        struct stat st;
        ck_assert_int_eq(stat(place_file(&place, names[i]), &st), 0);
        ck_assert_uint_eq(st.st_mode & 0777, 0600);
    }
    reopen();
    store_close(s);
    s = NULL; /* after a graceful end there is one file, with everything in it */
    ck_assert_int_ne(access(place_file(&place, "t.db-wal"), F_OK), 0);
    ck_assert_uint_eq(stores_check(place.path), 1);
    end();
}
END_TEST

START_TEST(one_server_at_a_time)
{
    begin();
    s = stores_open(&place);
    pid_t child = fork();
    if (child == 0) {
        char why[256] = "";
        bool right = !store_sqlite_open(place.path, why) && strstr(why, "is in use by another server");
        _exit(right ? 0 : 1);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    stores_fill(s, 1, 2);
    stores_expect(s, 0, 2);
    end();
}
END_TEST

START_TEST(files_that_are_not_ours)
{
    begin();
    file_write(place.path, "This is a letter to a friend, and no database at all.\n", 54);
    refused(place.path, "is not a database");
    stores_sql(place_file(&place, "other.db"), "CREATE TABLE mine(x)");
    refused(place_file(&place, "other.db"), "is the database of another program");
    stores_sql(place_file(&place, "other.db"), "PRAGMA application_id = 7; DROP TABLE mine");
    refused(place_file(&place, "other.db"), "is the database of another program");
    refused(place.folder, "Is a directory");
    refused(place_file(&place, "no/t.db"), "No such file");
    unlink(place.path);
    reopen();
    store_close(s);
    s = NULL;
    stores_sql(place.path, "PRAGMA user_version = 7");
    refused(place.path, "was written by a newer tambo (its version is 7, this one knows 6)");
    stores_sql(place.path, "PRAGMA user_version = 0");
    refused(place.path, "it has no version");
    stores_sql(place.path, "PRAGMA user_version = 6; DROP TABLE seat");
    refused(place.path, "no such table: seat");
    end();
}
END_TEST

/* What SQLite would take for something else is a file here. */
START_TEST(strange_names)
{
    static const char *const names[] = {":memory:", "file:t.db?mode=memory", "100%.db"};
    begin();
    ck_assert_int_eq(chdir(place.folder), 0);
    for (int i = 0; i < 3; i++) {
        char why[256] = "";
        for (int again = 0; again < 2; again++) {
            s = store_sqlite_open(names[i], why);
            ck_assert_msg(s != NULL, "%s", why);
            if (again) stores_expect(s, 1, 2);
            else stores_fill(s, 2, 2);
            store_close(s);
        }
        ck_assert_uint_eq(stores_check(names[i]), 4);
        ck_assert_int_eq(unlink(names[i]), 0);
        static const char *const ends[] = {"-wal", "-shm"}; /* a reader leaves them, empty */
        for (int k = 0; k < 2; k++) {
            char name[64];
            snprintf(name, sizeof name, "%s%s", names[i], ends[k]);
            unlink(name);
        }
    }
    s = NULL;
    end();
}
END_TEST

/* A file as it was written when the version was 1. Never change this. */
static const char version_1[] =
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
    "PRAGMA application_id = 1413565762; PRAGMA user_version = 1;"
    "INSERT INTO tbl VALUES(5, 't00000000000', 'C00000', 2, 0, 1, 70, 1000, 1000, '{}');"
    "INSERT INTO event VALUES(5, 1, 5001, 1, 0, '00000000000000000000000000000001', '1', "
    "x'6576656e742031206f66207461626c652030'),"
    " (5, 2, 5002, 7, 1, '00000000000000000000000000000002', '2', x'6576656e742032206f66207461626c652030');"
    "INSERT INTO seat VALUES(5, '00000000000000000000000000000001');"
    "INSERT INTO player VALUES('00000000000000000000000000000001', 'Ana');";

static sqlite3 *handle; /* of the connection that was opened last */

static int note_handle(sqlite3 *db, char **error, const struct sqlite3_api_routines *api)
{
    (void)error, (void)api;
    handle = db;
    return SQLITE_OK;
}

static void watch_handles(void)
{
    union { /* ISO C has no cast from one to the other */
        int (*is)(sqlite3 *, char **, const struct sqlite3_api_routines *);
        void (*wanted)(void);
    } fn = {.is = note_handle};
    sqlite3_auto_extension(fn.wanted);
}

static int number(sqlite3 *db, const char *text)
{
    sqlite3_stmt *q;
    ck_assert_int_eq(sqlite3_prepare_v2(db, text, -1, &q, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(q), SQLITE_ROW);
    int v = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    return v;
}

START_TEST(from_version_1)
{
    begin();
    watch_handles();
    stores_sql(place.path, version_1);
    ck_assert_uint_eq(stores_check(place.path), 2); /* reading does not change it */
    for (int again = 0; again < 2; again++) {
        s = stores_open(&place);
        ck_assert_int_eq(number(handle, "PRAGMA user_version"), 6);
        ck_assert_int_eq(number(handle, "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'tbl_%' AND sql > ''"), 4);
        stores_expect(s, 0, 2 + again);
        char *all = stores_dump(s, 1);
        ck_assert_ptr_nonnull(strstr(all, "due 70\nlobby\nt00000000000 C00000"));
        ck_assert_ptr_nonnull(strstr(all, "player 1 'Ana'\nt00000000000"));
        free(all);
        struct store_row row = row_of(0);
        row.version = 2 + (uint32_t)again, row.due = 70;
        ck_assert_int_eq(stores_grow(s, &row, 0, 1), 0);
        ck_assert_int_eq(store_commit(s), 0);
        store_close(s);
    }
    s = NULL;
    ck_assert_uint_eq(stores_check(place.path), 4);
    end();
}
END_TEST

/* Nothing that the server asks looks at all tables or all events; counting looks at one index. `tambo db list`
 * does (ROWS_ALL, NAME_ALL). */
START_TEST(no_statement_scans)
{
    begin();
    watch_handles();
    s = stores_open(&place);
    int statements = 0;
    for (sqlite3_stmt *q = NULL; (q = sqlite3_next_stmt(handle, q));) {
        char text[1024];
        sqlite3_stmt *plan;
        if (strstr(sqlite3_sql(q), "sum(length(text)") || strstr(sqlite3_sql(q), "SELECT player, name, at")) continue;
        snprintf(text, sizeof text, "EXPLAIN QUERY PLAN %s", sqlite3_sql(q));
        ck_assert_int_eq(sqlite3_prepare_v2(handle, text, -1, &plan, NULL), SQLITE_OK);
        while (sqlite3_step(plan) == SQLITE_ROW) {
            const char *line = (const char *)sqlite3_column_text(plan, 3);
            bool few = strstr(line, "INDEX tbl_lobby") || strstr(line, "INDEX tbl_due") ||
                       strcmp(line, "SCAN tbl USING COVERING INDEX tbl_status") == 0 ||
                       strcmp(line, "SCAN m") == 0 || /* at most STORE_MEMBERS of a circle */
                       strstr(line, "SCAN pragma_") || strcmp(line, "SCAN CONSTANT ROW") == 0;
            ck_assert_msg(strncmp(line, "SCAN", 4) != 0 || few, "%s: %s", sqlite3_sql(q), line);
        }
        sqlite3_finalize(plan);
        statements++;
    }
    ck_assert_int_gt(statements, 20);
    end();
}
END_TEST

START_TEST(settings)
{
    begin();
    watch_handles();
    s = stores_open(&place);
    ck_assert_int_eq(number(handle, "PRAGMA synchronous"), 2); /* FULL: what is committed survives a power cut */
    ck_assert_int_eq(number(handle, "PRAGMA foreign_keys"), 0);
    ck_assert_int_eq(number(handle, "SELECT journal_mode = 'wal' FROM pragma_journal_mode"), 1);
    ck_assert_int_eq(number(handle, "PRAGMA application_id"), 0x54414d42);
    end();
}
END_TEST

/* Not every failure makes SQLite roll back by itself. */
START_TEST(a_failure_ends_the_batch)
{
    begin();
    watch_handles();
    s = stores_open(&place);
    stores_fill(s, 2, 2);
    ck_assert_int_eq(sqlite3_exec(handle,
                                  "CREATE TEMP TRIGGER t BEFORE INSERT ON main.event WHEN new.seq = 4"
                                  " BEGIN SELECT RAISE(ABORT, 'not this one'); END",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    char *before = stores_dump(s, 3);
    struct store_row rows[3] = {row_of(0), row_of(1), row_of(2)};
    rows[0].version = 2;
    ck_assert_int_eq(stores_grow(s, &rows[2], 2, 3), 0);
    ck_assert_int_eq(stores_grow(s, &rows[0], 0, 2), -EIO);
    ck_assert_ptr_nonnull(strstr(store_why(s), "not this one"));
    char *after = stores_dump(s, 3); /* at once, not only after the commit */
    ck_assert_str_eq(after, before);
    int n;
    ck_assert_int_eq(stores_grow(s, &rows[2], 2, 1), -EIO);
    ck_assert_int_eq(store_name_set(s, player_of(1), "Eve"), -EIO);
    ck_assert_int_eq(store_sweep(s, &(struct store_old){.over = UINT64_MAX, .open = UINT64_MAX}, 9, &n), -EIO);
    ck_assert_int_eq(n, 0);
    ck_assert_int_eq(store_commit(s), -EIO);
    ck_assert_int_eq(store_commit(s), 0);
    free(after);
    after = stores_dump(s, 3);
    ck_assert_str_eq(after, before);
    free(after);
    free(before);
    end();
}
END_TEST

/* How a table stands is remembered for the next append: not beyond what was stored, nor for the next table of its key. */
START_TEST(standings)
{
    begin();
    s = stores_open(&place);
    struct store_row row = row_of(0), other = row_of(1);
    ck_assert_int_eq(stores_grow(s, &row, 0, 2), 0);
    ck_assert_int_eq(store_commit(s), 0);
    ck_assert_int_eq(stores_grow(s, &row, 0, 1), 0);
    store_rollback(s);
    ck_assert_int_eq(stores_grow(s, &row, 0, 1), -EEXIST); /* version 3 was never stored */
    row.version = 2;
    for (int i = 0; i < 3; i++) ck_assert_int_eq(stores_grow(s, &row, 0, 1), 0);
    ck_assert_int_eq(store_commit(s), 0);
    stores_expect(s, 0, 5);
    ck_assert_int_eq(store_table_delete(s, row.id), 0); /* and its key is free */
    ck_assert_int_eq(stores_grow(s, &other, 1, 5), 0);
    ck_assert_int_eq(stores_grow(s, &row, 0, 1), -EEXIST);
    ck_assert_int_eq(store_commit(s), 0);
    stores_expect(s, 1, 5);
    other.version = 5;
    stores_sql(place.path, "UPDATE tbl SET version = 4"); /* behind its back */
    ck_assert_int_eq(stores_grow(s, &other, 1, 1), -EEXIST);
    stores_sql(place.path, "UPDATE tbl SET version = 5");
    ck_assert_int_eq(stores_grow(s, &other, 1, 1), 0);
    ck_assert_int_eq(store_commit(s), 0);
    ck_assert_uint_eq(stores_check(place.path), 6);
    end();
}
END_TEST

/* Somebody has the file in hand: no batch can begin, and none is committed. */
START_TEST(locked)
{
    begin();
    watch_handles();
    s = stores_open(&place);
    stores_fill(s, 1, 1);
    sqlite3_busy_timeout(handle, 10);
    sqlite3 *other;
    ck_assert_int_eq(sqlite3_open(place.path, &other), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    struct store_row row = row_of(1);
    ck_assert_int_eq(stores_grow(s, &row, 1, 1), -EIO);
    ck_assert(store_pending(s));
    ck_assert_int_eq(store_commit(s), -EIO);
    ck_assert(!store_pending(s));
    stores_expect(s, 0, 1); /* it can still be read */
    ck_assert_int_eq(sqlite3_close(other), SQLITE_OK);
    ck_assert_int_eq(stores_grow(s, &row, 1, 1), 0);
    ck_assert_int_eq(store_commit(s), 0);
    end();
}
END_TEST

/* A conflict without a batch leaves no transaction open. */
START_TEST(nothing_begun)
{
    begin();
    watch_handles();
    s = stores_open(&place);
    stores_fill(s, 1, 1);
    struct store_row row = row_of(0);
    int n;
    ck_assert_int_eq(stores_grow(s, &row, 0, 1), -EEXIST);
    ck_assert(sqlite3_get_autocommit(handle));
    ck_assert_int_eq(store_sweep(s, &(struct store_old){.over = 0, .open = 0}, 9, &n), 0);
    ck_assert(sqlite3_get_autocommit(handle));
    end();
}
END_TEST

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

START_TEST(many_tables)
{
    begin();
    s = stores_open(&place);
    stores_fill(s, 10000, 2);
    store_close(s);
    double t = now();
    uint64_t time;
    s = stores_open(&place);
    ck_assert_int_eq(store_due(s, &time), 0);
    ck_assert_uint_eq(time, 100);
    stores_expect(s, 9999, 2);
    ck_assert_double_lt(now() - t, 0.5);
    end();
}
END_TEST

/* ---- a disk that fails ---- */

static int more(struct store_row rows[2])
{
    int e = 0;
    for (int i = 0; !e && i < 2; i++) e = stores_grow(s, &rows[i], i, 5);
    if (!e) e = store_name_set(s, player_of(2), "Ben");
    int c = store_commit(s);
    ck_assert(!store_pending(s));
    if (e) ck_assert_int_eq(c, e);
    return c;
}

/* The n-th call fails, and all after it: the batch is there as a whole or not at all, and
 * the store goes on as soon as the disk does. Returns whether any call failed. */
static bool fail_at(enum vfs_call call, int error, int nth, int expected, uint32_t *version)
{
    struct store_row rows[2] = {row_of(0), row_of(1)};
    char *before = stores_dump(s, 2);
    reopen();
    rows[0].version = rows[1].version = *version;
    vfs_fault = (struct vfs_fault){.call = call, .nth = nth, .error = error};
    int e = more(rows);
    bool struck = vfs_fault.failed > 0;
    vfs_fault = (struct vfs_fault){.nth = 0};
    if (e) {
        ck_assert_int_eq(e, expected);
        ck_assert(struck);
        ck_assert_str_ne(store_why(s), "");
        char *after = stores_dump(s, 2);
        ck_assert_str_eq(after, before);
        free(after);
        rows[0].version = rows[1].version = *version;
        ck_assert_int_eq(more(rows), 0);
    }
    free(before);
    *version += 5;
    stores_expect(s, 0, *version);
    stores_expect(s, 1, *version);
    return struck;
}

static const struct {
    enum vfs_call call;
    int error, expected;
} disk_faults[] = {
    {VFS_WRITE, SQLITE_FULL, -ENOSPC},   {VFS_WRITE, SQLITE_IOERR_WRITE, -EIO}, {VFS_SYNC, SQLITE_IOERR_FSYNC, -EIO},
    {VFS_READ, SQLITE_IOERR_READ, -EIO}, {VFS_SHM, SQLITE_IOERR_SHMMAP, -EIO},
};
/* The memory shared with other processes, the last, is got when the file is opened. */
enum { DISK_FAULTS = sizeof disk_faults / sizeof *disk_faults };

START_TEST(the_nth_access_fails)
{
    begin();
    vfs_fault_install();
    s = stores_open(&place);
    struct store_row rows[2] = {row_of(0), row_of(1)};
    ck_assert_int_eq(more(rows), 0);
    uint32_t version = 5;
    int nth = 1;
    while (fail_at(disk_faults[_i].call, disk_faults[_i].error, nth, disk_faults[_i].expected, &version)) nth++;
    ck_assert_int_gt(nth, 1);
    store_close(s);
    s = NULL;
    stores_check(place.path);
    end();
}
END_TEST

/* The same while the file is opened, and while it is closed. */
START_TEST(the_nth_access_fails_around)
{
    begin();
    vfs_fault_install();
    struct store_row rows[2] = {row_of(0), row_of(1)};
    bool struck = true;
    int opened = 0;
    for (int nth = 1; struck; nth++) {
        char why[256] = "";
        vfs_fault = (struct vfs_fault){.call = disk_faults[_i].call, .nth = nth, .error = disk_faults[_i].error};
        s = store_sqlite_open(place.path, why);
        struck = vfs_fault.failed > 0;
        vfs_fault.nth = 0;
        if (s) opened++;
        else
            ck_assert_msg(strstr(why, disk_faults[_i].error == SQLITE_FULL ? "the disk is full" : " ") != NULL, "%s",
                          why);
        if (!s) s = stores_open(&place);
        ck_assert_int_eq(more(rows), 0);
        vfs_fault = (struct vfs_fault){.call = disk_faults[_i].call, .nth = nth, .error = disk_faults[_i].error};
        store_close(s);
        struck |= vfs_fault.failed > 0;
        vfs_fault.nth = 0;
        s = stores_open(&place);
        stores_expect(s, 1, rows[1].version);
        store_close(s);
        s = NULL;
        if (nth % 4 == 0) stores_check(place.path);
    }
    ck_assert_int_gt(opened, 0);
    stores_check(place.path);
    end();
}
END_TEST

/* A process ends in the middle of a commit: all is written ahead, and nothing of it synced. Whoever opens the file then reads it, so it is
 * synced first; or the file is not opened. */
START_TEST(synced_before_it_is_read)
{
    begin();
    vfs_fault_install();
    store_close(stores_open(&place));
    pid_t child = fork();
    if (child == 0) {
        struct store_row row = row_of(0);
        struct store *mine = stores_open(&place);
        bool good = stores_grow(mine, &row, 0, 3) == 0 && store_commit(mine) == 0;
        vfs_fault = (struct vfs_fault){.call = VFS_SYNC, .nth = 1, .error = SQLITE_IOERR_FSYNC};
        _exit(good && stores_grow(mine, &row, 0, 2) == 0 && store_commit(mine) == -EIO ? 0 : 1);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    vfs_fault = (struct vfs_fault){.call = VFS_SYNC, .nth = 1, .error = SQLITE_IOERR_FSYNC};
    refused(place.path, "cannot be synced");
    vfs_fault.nth = 0;
    s = stores_open(&place);
    stores_expect(s, 0, 5);
    end();
}
END_TEST

/* A copy that fails leaves nothing behind (end() looks), and the server does not notice. */
START_TEST(a_copy_on_a_full_disk)
{
    begin();
    vfs_fault_install();
    s = stores_open(&place);
    stores_fill(s, 20, 5);
    char why[256] = "", copy[400];
    snprintf(copy, sizeof copy, "%s", place_file(&place, "copy.db"));
    int e = -1, failures = 0;
    for (int nth = 1; e; nth++) {
        vfs_fault = (struct vfs_fault){.call = disk_faults[_i].call, .nth = nth, .error = disk_faults[_i].error};
        e = store_file_backup(place.path, copy, why);
        bool struck = vfs_fault.failed > 0;
        vfs_fault.nth = 0;
        if (!e) break;
        ck_assert_int_eq(e, disk_faults[_i].expected);
        ck_assert(struck);
        ck_assert_str_ne(why, "");
        ck_assert_int_ne(access(copy, F_OK), 0);
        failures++;
    }
    ck_assert_int_ge(failures, 1);
    ck_assert_uint_eq(stores_check(copy), 100);
    stores_expect(s, 19, 5);
    end();
}
END_TEST

/* SQLite itself says that there is no more room: in the middle of a batch. */
START_TEST(disk_full)
{
    begin();
    watch_handles();
    s = stores_open(&place);
    stores_fill(s, 3, 3);
    char *before = stores_dump(s, 40), limit[64];
    snprintf(limit, sizeof limit, "PRAGMA max_page_count = %d", number(handle, "PRAGMA page_count") + 3);
    number(handle, limit);
    int e = 0;
    static char big[20000];
    memset(big, 'x', sizeof big - 1);
    for (int i = 10; i < 40; i++) {
        struct store_row row = row_of(i);
        struct event v = event_of(i, 1);
        v.text = big, v.n = sizeof big - 1;
        int now_e = store_append(s, &row, 0, &v, 1);
        if (e) ck_assert_int_eq(now_e, -ENOSPC); /* once lost, always lost */
        e = now_e;
    }
    ck_assert_int_eq(e, -ENOSPC);
    ck_assert(store_pending(s));
    ck_assert_int_eq(store_commit(s), -ENOSPC);
    char *after = stores_dump(s, 40);
    ck_assert_str_eq(after, before);
    free(after);
    number(handle, "PRAGMA max_page_count = 1000000");
    struct store_row row = row_of(10);
    ck_assert_int_eq(stores_grow(s, &row, 10, 4), 0);
    ck_assert_int_eq(store_commit(s), 0);
    stores_expect(s, 10, 4);
    free(before);
    end();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store file");
    TCase *c = tcase_create("store file");
    tcase_add_test(c, for_the_owner_alone);
    tcase_add_test(c, one_server_at_a_time);
    tcase_add_test(c, files_that_are_not_ours);
    tcase_add_test(c, strange_names);
    tcase_add_test(c, from_version_1);
    tcase_add_test(c, no_statement_scans);
    tcase_add_test(c, settings);
    tcase_add_test(c, a_failure_ends_the_batch);
    tcase_add_test(c, standings);
    tcase_add_test(c, locked);
    tcase_add_test(c, nothing_begun);
    tcase_add_test(c, many_tables);
    tcase_add_loop_test(c, the_nth_access_fails, 0, DISK_FAULTS - 1);
    tcase_add_loop_test(c, the_nth_access_fails_around, 0, DISK_FAULTS);
    tcase_add_test(c, synced_before_it_is_read);
    tcase_add_loop_test(c, a_copy_on_a_full_disk, 0, 3);
    tcase_add_test(c, disk_full);
    suite_add_tcase(suite, c);
    SRunner *run = srunner_create(suite);
    srunner_run_all(run, CK_ENV);
    int failed = srunner_ntests_failed(run);
    srunner_free(run);
    return failed != 0;
}
