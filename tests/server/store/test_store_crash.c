/* test_store_crash.c -- a file of a store and other processes: SIGKILL at any moment,
 * copies and checks while it is written, and damage of all kinds. */
#include "../../../core/rng.h"
#include "stores.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
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

/* ---- another process that writes ---- */

enum { WRITTEN = 5 }; /* tables */

struct ack {
    int table;        /* its number */
    uint32_t version; /* that is on the disk for sure */
};

static int ignore_event(void *ctx, const struct event *e) { return (void)ctx, (void)e, 0; }

/* Appends and commits for ever, and tells what was committed. */
static _Noreturn void write_on(int pipe, uint64_t seed)
{
    struct rng r = {seed};
    char why[256];
    struct store *mine = store_sqlite_open(place.path, why);
    if (!mine) _exit(1);
    struct store_row rows[WRITTEN];
    for (int i = 0; i < WRITTEN; i++) {
        struct store_row old;
        rows[i] = row_of(i);
        if (store_load(mine, rows[i].id, UINT32_MAX, ignore_event, NULL, &old) == 0) rows[i].version = old.version;
    }
    for (;;) {
        struct ack acks[3];
        int n = 1 + (int)rng_below(&r, 3);
        for (int k = 0; k < n; k++) {
            int i = (int)rng_below(&r, WRITTEN);
            if (stores_grow(mine, &rows[i], i, 1 + (int)rng_below(&r, 3))) _exit(2);
            acks[k] = (struct ack){i, rows[i].version};
        }
        if (store_commit(mine)) _exit(3);
        if (write(pipe, acks, (size_t)n * sizeof *acks) < 0) _exit(4);
    }
}

static pid_t writer(int *acks, uint64_t seed)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        write_on(ends[1], seed);
    }
    close(ends[1]);
    *acks = ends[0];
    return child;
}

static bool next_ack(int acks, uint32_t known[WRITTEN])
{
    struct ack a;
    if (read(acks, &a, sizeof a) != sizeof a) return false;
    if (a.version > known[a.table]) known[a.table] = a.version;
    return true;
}

/* Ends the writer and reads what it had told. */
static void stop(pid_t child, int acks, uint32_t known[WRITTEN])
{
    int status;
    kill(child, SIGKILL);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFSIGNALED(status)); /* it did not end by itself */
    while (next_ack(acks, known)) continue;
    close(acks);
}

/* All that was acknowledged is there, once, and nothing is half there. */
static void expect_known(const uint32_t known[WRITTEN])
{
    s = stores_open(&place);
    for (int i = 0; i < WRITTEN; i++)
        if (known[i]) ck_assert_uint_ge(stores_expect(s, i, -1), known[i]);
    store_close(s);
    s = NULL;
}

START_TEST(killed_at_any_moment)
{
    begin();
    struct rng r = {(uint64_t)_i + 1};
    uint32_t known[WRITTEN] = {0};
    store_close(stores_open(&place));
    for (int round = 0; round < 50; round++) {
        int acks;
        pid_t child = writer(&acks, rng_next(&r));
        if (round % 3) next_ack(acks, known); /* otherwise perhaps while it opens the file */
        struct timespec pause = {.tv_nsec = (long)rng_below(&r, 30000000)};
        nanosleep(&pause, NULL);
        stop(child, acks, known);
        stores_check(place.path); /* before anybody tidies up */
        expect_known(known);
        stores_check(place.path);
    }
    ck_assert_uint_gt(known[0], 10);
    end();
}
END_TEST

START_TEST(copied_while_written)
{
    begin();
    uint32_t known[WRITTEN] = {0}, after[WRITTEN];
    int acks;
    char why[256] = "", name[32];
    pid_t child = writer(&acks, 9);
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < 40; k++) ck_assert(next_ack(acks, known));
        snprintf(name, sizeof name, "copy%d.db", i);
        const char *copy = place_file(&place, name);
        ck_assert_msg(store_file_backup(place.path, copy, why) == 0, "%s", why);
        ck_assert_int_eq(store_file_backup(place.path, copy, why), -EEXIST);
        ck_assert_ptr_nonnull(strstr(why, "exists already"));
        struct stat st;
        ck_assert_int_eq(stat(copy, &st), 0);
        ck_assert_uint_eq(st.st_mode & 0777, 0600);
        stores_check(copy);
        stores_check(place.path);
        struct store *c = store_sqlite_open(copy, why);
        ck_assert_msg(c != NULL, "%s", why);
        for (int k = 0; k < WRITTEN; k++) after[k] = known[k] ? stores_expect(c, k, -1) : 0;
        store_close(c);
        for (int k = 0; k < WRITTEN; k++) ck_assert_uint_ge(after[k], known[k]);
    }
    stop(child, acks, known);
    expect_known(known);
    end();
}
END_TEST

START_TEST(copies_that_cannot_be)
{
    begin();
    s = stores_open(&place);
    stores_fill(s, 2, 2);
    char why[256];
    char copy[400];
    snprintf(copy, sizeof copy, "%s", place_file(&place, "copy.db"));
    ck_assert_int_eq(store_file_backup(place_file(&place, "none.db"), copy, why), -ENOENT);
    ck_assert_int_eq(store_file_backup(place.path, place_file(&place, "no/copy.db"), why), -ENOENT);
    file_write(place_file(&place, "letter.db"), "Dear friend,", 12);
    ck_assert_int_eq(store_file_backup(place_file(&place, "letter.db"), copy, why), -EINVAL);
    ck_assert_int_ne(access(copy, F_OK), 0);
    end(); /* and no part of a copy is left */
}
END_TEST

/* ---- damage ---- */

struct faults {
    int n;          /* how many */
    char last[512]; /* the last one */
};

static void count_fault(void *ctx, const char *fault)
{
    struct faults *f = ctx;
    f->n++;
    snprintf(f->last, sizeof f->last, "%s", fault);
}

static int check(const char *path, struct faults *f)
{
    char why[256];
    uint64_t tables, events;
    *f = (struct faults){.n = 0};
    return store_check(path, count_fault, f, &tables, &events, why);
}

START_TEST(check_tells)
{
    static const struct {
        const char *sql, *fault;
    } cases[] = {
        {"DELETE FROM event WHERE tbl = 2 AND seq = 3",
         "table t00000000001 has version 4, but 3 events, the last of them number 4"},
        {"DELETE FROM event WHERE tbl = 2 AND seq = 4",
         "table t00000000001 has version 4, but 3 events, the last of them number 3"},
        {"DELETE FROM event WHERE tbl = 2",
         "table t00000000001 has version 4, but 0 events, the last of them number NULL"},
        {"UPDATE event SET seq = 5 WHERE tbl = 2 AND seq = 1",
         "table t00000000001 has version 4, but 4 events, the last of them number 5"},
        {"UPDATE tbl SET version = 5 WHERE key = 1",
         "table t00000000000 has version 5, but 4 events, the last of them number 4"},
        {"UPDATE tbl SET status = 3 WHERE key = 1", "table t00000000000 has facts that cannot be (its status is 3)"},
        {"UPDATE tbl SET code = 'LONGER7' WHERE key = 1",
         "table t00000000000 has facts that cannot be (its status is 0)"},
        {"UPDATE event SET kind = 99 WHERE tbl = 1 AND seq = 2",
         "table t00000000000: event 2 cannot be (kind 99, seat 1)"},
        {"UPDATE event SET seat = -2 WHERE tbl = 1 AND seq = 2",
         "table t00000000000: event 2 cannot be (kind 7, seat -2)"},
        {"UPDATE event SET actor = 'me' WHERE tbl = 1 AND seq = 2",
         "table t00000000000: event 2 cannot be (kind 7, seat 1)"},
        {"UPDATE event SET actor = replace(hex(zeroblob(16)), '0', 'a'), action = '7' WHERE tbl = 1 AND seq > 2",
         "table t00000000000: the action '7' of aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa is stored 2 times"},
        {"INSERT INTO seat VALUES(1, 'me')", "table t00000000000 has a seat of 'me', which is no player"},
        {"DELETE FROM event WHERE tbl = 3; DELETE FROM tbl WHERE key = 3",
         "a row of seat (3) belongs to nothing in tbl"},
        {"INSERT INTO meta VALUES('token', x'')", "the secret 'token' has 0 bytes"},
        {"PRAGMA writable_schema = 1; DELETE FROM sqlite_schema WHERE name = 'tbl_due'",
         "*** in database main *** Page"},
    };
    begin();
    s = stores_open(&place);
    stores_fill(s, 3, 4);
    store_close(s);
    s = NULL;
    size_t n;
    unsigned char *sound = file_read(place.path, &n);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct faults f;
        file_write(place.path, sound, n);
        stores_sql(place.path, cases[i].sql);
        ck_assert_int_eq(check(place.path, &f), 0);
        ck_assert_msg(f.n >= 1 && strncmp(f.last, cases[i].fault, strlen(cases[i].fault)) == 0, "%s: %d, %s",
                      cases[i].sql, f.n, f.last);
    }
    free(sound);
    end();
}
END_TEST

/* Does to the bytes what bad disks and bad luck do. Returns how many are left. */
static size_t damage(struct rng *r, unsigned char *p, size_t n)
{
    uint32_t what = rng_below(r, 4);
    size_t pages = n / 4096 ? n / 4096 : 1;
    if (what == 0) return rng_below(r, (uint32_t)n);
    if (what == 1) memset(p + 4096 * rng_below(r, (uint32_t)pages), (int)rng_below(r, 2) * 255, n < 4096 ? n : 4096);
    if (what == 2 && pages > 1)
        memcpy(p + 4096 * rng_below(r, (uint32_t)pages), p + 4096 * rng_below(r, (uint32_t)pages), 4096);
    uint32_t flips = what == 3 ? 1 + rng_below(r, 30) : 0;
    for (uint32_t i = 0; i < flips; i++) p[rng_below(r, (uint32_t)n)] ^= (unsigned char)(1 + rng_below(r, 255));
    return n;
}

/* Uses a file that may be in any state for all that a server does. */
static void use(const char *path)
{
    char why[256], name[128];
    uint64_t time, counts[TABLE_OVER + 1];
    struct store *d = store_sqlite_open(path, why);
    if (!d) return;
    for (int i = 0; i < 30; i++) {
        struct store_row row = row_of(i), old;
        char id[ID_LEN + 1];
        if (store_load(d, row.id, 0, ignore_event, NULL, &old) == 0) row.version = old.version;
        store_find(d, row.code, id);
        stores_grow(d, &row, i, 2);
        store_name_get(d, player_of(i), name, sizeof name);
    }
    store_commit(d);
    store_due(d, &time);
    store_count(d, counts);
    int n;
    store_sweep(d, &(struct store_old){.over = UINT64_MAX, .open = UINT64_MAX}, 5, &n);
    store_commit(d);
    store_close(d);
}

START_TEST(damaged_files)
{
    begin();
    struct rng r = {77};
    s = stores_open(&place);
    stores_fill(s, 30, 12);
    store_close(s);
    s = NULL;
    size_t n;
    unsigned char *sound = file_read(place.path, &n), *bad = malloc(n);
    ck_assert_ptr_nonnull(bad);
    int found = 0;
    for (int i = 0; i < 200; i++) {
        struct faults f;
        memcpy(bad, sound, n);
        file_write(place.path, bad, damage(&r, bad, n));
        found += check(place.path, &f) || f.n;
        unlink(place_file(&place, "t.db-wal"));
        unlink(place_file(&place, "t.db-shm"));
        if (i % 3 == 0) use(place.path);
        unlink(place_file(&place, "t.db-wal"));
        unlink(place_file(&place, "t.db-shm"));
    }
    ck_assert_int_gt(found, 120); /* a letter in a text may change unseen */
    free(sound);
    free(bad);
    end();
}
END_TEST

/* What was written ahead and is damaged counts as never written, with all that follows. */
START_TEST(damaged_ahead)
{
    begin();
    struct rng r = {78};
    s = stores_open(&place);
    struct store_row row = row_of(0);
    for (int i = 0; i < 20; i++) {
        ck_assert_int_eq(stores_grow(s, &row, 0, 3), 0);
        ck_assert_int_eq(store_commit(s), 0);
        if (i) continue;
        store_close(s); /* the first batch is in its place, the others are ahead */
        s = stores_open(&place);
    }
    char bad_name[400], bad_wal[400];
    snprintf(bad_name, sizeof bad_name, "%s", place_file(&place, "bad.db"));
    snprintf(bad_wal, sizeof bad_wal, "%s", place_file(&place, "bad.db-wal"));
    size_t n, wal_n;
    unsigned char *db = file_read(place.path, &n), *wal = file_read(place_file(&place, "t.db-wal"), &wal_n);
    unsigned char *bad = malloc(wal_n);
    ck_assert_ptr_nonnull(bad);
    int whole = 0, cut = 0;
    for (int i = 0; i < 40; i++) {
        char why[256] = "";
        memcpy(bad, wal, wal_n);
        size_t left = damage(&r, bad, wal_n);
        file_write(bad_name, db, n);
        file_write(bad_wal, bad, left);
        stores_check(bad_name);
        struct store *d = store_sqlite_open(bad_name, why);
        ck_assert_msg(d != NULL, "%s", why);
        uint32_t version = stores_expect(d, 0, -1);
        ck_assert(version >= 3 && version % 3 == 0);
        whole += version == row.version;
        cut += version > 3 && version < row.version;
        store_close(d);
    }
    ck_assert_int_lt(whole, 20);
    ck_assert_int_gt(cut, 10);
    free(db);
    free(wal);
    free(bad);
    end();
}
END_TEST

/* ---- the command line ---- */

static int tambo(const char *words)
{
    char line[1024];
    const char *program = getenv("TAMBO");
    ck_assert_ptr_nonnull(program);
    snprintf(line, sizeof line, "cd %s && TAMBO_DB=t.db %s %s >out.db 2>&1", place.folder, program, words);
    int status = system(line);
    ck_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void said(const char *text)
{
    size_t n;
    char *p = (char *)file_read(place_file(&place, "out.db"), &n);
    p[n] = 0;
    ck_assert_str_eq(p, text);
    free(p);
}

START_TEST(commands)
{
    begin();
    s = stores_open(&place);
    stores_fill(s, 0, 0);
    ck_assert_int_eq(tambo("db check"), 0); /* while a server has it */
    said("t.db: all is well: 0 tables, 0 events\n");
    stores_fill(s, 3, 4);
    ck_assert_int_eq(tambo("db check"), 1);
    said("t.db: table t00000000000: event 1 does not fit\nt.db: table t00000000001: event 1 does not fit\n"
         "t.db: table t00000000002: event 1 does not fit\n"); /* what the tables of a server are: test_db.py */
    ck_assert_int_eq(tambo("backup copy.db"), 0);
    said("");
    ck_assert_int_eq(tambo("backup copy.db"), 2);
    said("tambo: copy.db exists already\n");
    ck_assert_int_eq(tambo("backup"), 2);
    said("tambo: usage: tambo backup FILE [--db DB]\n");
    ck_assert_int_eq(tambo("db"), 2);
    ck_assert_int_eq(tambo("db mend"), 2);
    said("tambo: usage: tambo db check|copy|list|delete|rotate-key ... [--db DB]; see --help\n");
    ck_assert_int_eq(tambo("db check --db none.db"), 2);
    said("tambo: cannot open none.db: No such file or directory\n");
    stores_sql(place_file(&place, "copy.db"), "DELETE FROM event WHERE tbl = 1 AND seq = 4");
    ck_assert_int_eq(tambo("db check --db copy.db"), 1);
    said("copy.db: table t00000000000 has version 4, but 3 events, the last of them number 3\n");
    file_write(place_file(&place, "letter.db"), "Dear friend,", 12);
    ck_assert_int_eq(tambo("db check --db letter.db"), 1);
    said("tambo: letter.db is not a database\n");
    ck_assert_int_eq(tambo("backup new.db --db letter.db"), 1);
    end();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store crash");
    TCase *c = tcase_create("store crash");
    tcase_add_test(c, killed_at_any_moment);
    tcase_add_test(c, copied_while_written);
    tcase_add_test(c, copies_that_cannot_be);
    tcase_add_test(c, check_tells);
    tcase_add_test(c, damaged_files);
    tcase_add_test(c, damaged_ahead);
    tcase_add_test(c, commands);
    suite_add_tcase(suite, c);
    SRunner *run = srunner_create(suite);
    srunner_run_all(run, CK_ENV);
    int failed = srunner_ntests_failed(run);
    srunner_free(run);
    return failed != 0;
}
