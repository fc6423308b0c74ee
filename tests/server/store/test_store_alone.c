/* test_store_alone.c -- what a store of one server answers where others could have a say (server/store/store.c): it grants every lock and
 * tells nothing, nobody is elsewhere, limits are counted in memory, and only -EAGAIN may go well when it is done again. */
#include "../../../server/store/store.h"
#include "../../kit/store_fault.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/tambo-alone-XXXXXX", path[64];
static struct store *s;
static struct fault fault;
static const char id[] = "0123456789abcdef0123456789abcdef";

static void begin(int kind)
{
    char why[256] = "";
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/t.db", folder);
    struct store *inner = kind ? store_sqlite_open(path, why) : store_memory_open();
    ck_assert_msg(inner != NULL, "%s", why);
    fault = (struct fault){.nth = 0};
    s = store_fault_open(inner, &fault);
}

static void end(void)
{
    char wal[80];
    store_close(s);
    unlink(path);
    for (int i = 0; i < 2; i++) {
        snprintf(wal, sizeof wal, "%s%s", path, i ? "-shm" : "-wal");
        unlink(wal);
    }
    rmdir(folder);
}

static struct store_row add_table(void)
{
    struct event e = {.kind = EVENT_CREATE, .seat = -1, .at = 1, .actor = "", .action = "", .text = "x", .n = 1};
    struct store_row row = {.code = "abcdef", .created = 1, .changed = 1, .summary = "{}"};
    snprintf(row.id, sizeof row.id, "%.*s", ID_LEN, id);
    ck_assert_int_eq(store_append(s, &row, 0, &e, 1), 0);
    ck_assert_int_eq(store_commit(s), 0);
    return row;
}

static int never(void *ctx, int i, const struct event *e)
{
    (void)ctx, (void)i, (void)e;
    ck_abort_msg("told an event");
}
static int never_one(void *ctx, const struct event *e) { return never(ctx, 0, e); }
static void nobody(void *ctx, const char *player)
{
    (void)ctx;
    ck_abort_msg("told of %s", player);
}

START_TEST(locks_are_granted)
{
    begin(_i);
    struct store_row row = add_table();
    /* What the caller says it has does not matter: nobody else writes, so it has all; or it makes the table now. */
    struct store_lock t[3] = {{.id = row.id, .version = 1, .status = 7},
                              {.id = row.id, .version = 0, .status = 7},
                              {.id = "there is none", .status = 7}};
    ck_assert_int_eq(store_lock(s, t, 3, never, NULL), 0);
    for (int i = 0; i < 3; i++) ck_assert_int_eq(t[i].status, 0);
    ck_assert_uint_eq(t[0].version, 1);
    ck_assert(!store_pending(s)); /* there is nothing to commit */
    ck_assert_int_eq(store_catch_up(s, row.id, 0, never_one, NULL), 0);
    end();
}
END_TEST

START_TEST(nobody_is_elsewhere)
{
    begin(_i);
    const char *players[] = {"00000000000000000000000000000001"};
    int watching = 7;
    ck_assert_int_eq(store_here_set(s, id, players, 1, 3), 0);
    ck_assert_int_eq(store_here(s, id, nobody, NULL, &watching), 0);
    ck_assert_int_eq(watching, 0);
    end();
}
END_TEST

START_TEST(limits)
{
    begin(_i);
    uint32_t wait = 7;
    for (int i = 0; i < 3; i++) ck_assert_int_eq(store_spend(s, "create ana", 1, 60, 3, &wait), 0);
    ck_assert_uint_eq(wait, 0);
    ck_assert_int_eq(store_spend(s, "create ana", 1, 60, 3, &wait), 1);
    ck_assert(wait > 50000 && wait <= 60001);
    ck_assert_int_eq(store_spend(s, "create ben", 3, 60, 3, &wait), 0); /* everybody has their own */
    ck_assert_int_eq(store_spend(s, "create ben", 1, 60, 3, &wait), 1);
    ck_assert_int_eq(store_spend(s, "card of b", 1, 3600, 1, &wait), 0); /* and each kind its rate */
    ck_assert_int_eq(store_spend(s, "card of b", 1, 3600, 1, &wait), 1);
    ck_assert(wait <= 1001);
    int got = 0;
    for (int i = 0; i < 40; i++) got += store_share(s, &(struct store_share){"new", "", "net", "ana", 30}, &wait) == 0;
    ck_assert(got >= 10 && got <= 15); /* one name comes to a third of what all get, or a little more: limit.h */
    ck_assert(wait > 0);
    ck_assert_int_eq(store_share(s, &(struct store_share){"other", "", "net", "ana", 30}, &wait), 0);
    ck_assert_uint_eq(wait, 0);
    end();
}
END_TEST

START_TEST(what_may_go_well_later)
{
    begin(_i);
    char found[ID_LEN + 1];
    ck_assert(!store_again(s));
    ck_assert_int_eq(store_find(s, "zzzzzz", found), -ENOENT);
    ck_assert(!store_again(s));
    fault = (struct fault){.calls = FAULT_FIND, .nth = 1, .error = -EAGAIN};
    ck_assert_int_eq(store_find(s, "zzzzzz", found), -EAGAIN);
    ck_assert(store_again(s));
    ck_assert_int_eq(store_find(s, "zzzzzz", found), -ENOENT); /* an answer: it says nothing of the failure */
    ck_assert(store_again(s));
    fault = (struct fault){.calls = FAULT_FIND, .nth = 1, .error = -EIO};
    ck_assert_int_eq(store_find(s, "zzzzzz", found), -EIO);
    ck_assert(!store_again(s));
    ck_assert_ptr_null(store_away(s));
    fault = (struct fault){.calls = FAULT_DUE, .nth = 1, .error = -EIO};
    ck_assert_ptr_nonnull(store_away(s));
    end();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store_alone");
    TCase *c = tcase_create("store_alone");
    tcase_add_loop_test(c, locks_are_granted, 0, 2);
    tcase_add_loop_test(c, nobody_is_elsewhere, 0, 2);
    tcase_add_loop_test(c, limits, 0, 2);
    tcase_add_loop_test(c, what_may_go_well_later, 0, 2);
    suite_add_tcase(suite, c);
    SRunner *run = srunner_create(suite);
    srunner_run_all(run, CK_ENV);
    int failed = srunner_ntests_failed(run);
    srunner_free(run);
    return failed != 0;
}
