/* test_store_names.c -- the contract of server/store/store.h, for all stores alike: names and what else is kept beside tables,
 * sweeping, and what `tambo db` deletes. Tables are in test_store.c. */
#include "store_kinds.h"

#include <errno.h>

START_TEST(names)
{
    begin(_i);
    char name[128] = "?";
    ck_assert_int_eq(store_name_get(s, player_of(1), name, sizeof name), 0);
    ck_assert_str_eq(name, "");
    ck_assert_int_eq(store_name_set(s, player_of(1), "Ana"), 0);
    ck_assert(store_pending(s));
    ck_assert_int_eq(store_name_get(s, player_of(1), name, sizeof name), 0);
    ck_assert_str_eq(name, "Ana");
    commit();
    ck_assert_int_eq(store_name_set(s, player_of(1), "Zo\xc3\xab"), 0);
    commit();
    ck_assert_int_eq(store_name_get(s, player_of(1), name, sizeof name), 0);
    ck_assert_str_eq(name, "Zo\xc3\xab");
    ck_assert_int_eq(store_name_get(s, player_of(1), name, 3), 0); /* cut, never too long */
    ck_assert_uint_eq(strlen(name), 2);
    end();
}
END_TEST

START_TEST(keys)
{
    begin(_i);
    uint8_t a[64], b[64], other[32];
    static const uint8_t zero[64];
    ck_assert_int_eq(store_key(s, "token", a, sizeof a), 0);
    ck_assert_int_ne(memcmp(a, zero, sizeof a), 0);
    ck_assert(!store_pending(s));
    ck_assert_int_eq(store_key(s, "other", other, sizeof other), 0);
    ck_assert_int_ne(memcmp(a, other, sizeof other), 0);
    if (kind == SQLITE || kind == POSTGRES) { /* it is on the disk without any commit */
        store_close(s);
        s = open_kind(kind);
    }
    ck_assert_int_eq(store_key(s, "token", b, sizeof b), 0);
    ck_assert_mem_eq(a, b, sizeof a);
    ck_assert_int_eq(store_key(s, "token", b, 32), -EIO); /* never a part of a secret */
    struct store_row row = row_of(0);
    ck_assert_int_eq(stores_grow(s, &row, 0, 1), 0);
    ck_assert_int_eq(store_key(s, "token", b, sizeof b), 0);
    ck_assert_int_eq(store_key(s, "late", b, sizeof b), -EBUSY);
    commit();
    ck_assert_int_eq(store_key(s, "late", b, sizeof b), 0);
    stores_expect(s, 0, 1);
    end();
}
END_TEST

START_TEST(sweeping)
{
    begin(_i);
    for (int i = 0; i < 6; i++) {
        struct store_row row = row_of(i);
        const char *players[] = {player_of(1)};
        row.seated = true, row.players = players, row.players_n = 1;
        row.status = (uint8_t)(i % 3); /* 1 and 4 are going on */
        ck_assert_int_eq(stores_grow(s, &row, i, 3), 0);
    }
    commit();
    int n = -1;
    ck_assert_int_eq(sweep_all(s, 1000, 9, &n), 0);
    ck_assert_int_eq(n, 0);
    ck_assert(!store_pending(s));
    ck_assert_int_eq(sweep_all(s, 1005, 1, &n), 0); /* 0 and 2, the oldest of each kind */
    ck_assert_int_eq(n, 2);
    ck_assert(store_pending(s));
    ck_assert_int_eq(store_load(s, row_of(0).id, 0, ignore_event, NULL, NULL), -ENOENT);
    ck_assert_int_eq(store_load(s, row_of(2).id, 0, ignore_event, NULL, NULL), -ENOENT);
    struct store_row again = row_of(0); /* its id and code are free again, in the same batch */
    ck_assert_int_eq(stores_grow(s, &again, 0, 2), 0);
    commit();
    stores_expect(s, 0, 2);
    ck_assert_int_eq(sweep_all(s, 1005, 9, &n), 0); /* 3, and the new 0 */
    ck_assert_int_eq(n, 2);
    commit();
    ck_assert_str_eq(ids(LIST_PLAYER, player_of(1), 0, 9), "4 1 5 ");
    stores_expect(s, 1, 3);
    stores_expect(s, 5, 3);
    end();
}
END_TEST

/* Open tables and those that are over have times of their own, and so have names. */
START_TEST(sweeping_apart)
{
    begin(_i);
    struct store_row open = row_of(0), over = row_of(1);
    const char *players[] = {player_of(1)};
    open.seated = true, open.players = players, open.players_n = 1;
    over.status = TABLE_OVER;
    ck_assert_int_eq(stores_grow(s, &open, 0, 1), 0);
    ck_assert_int_eq(stores_grow(s, &over, 1, 1), 0);
    ck_assert_int_eq(store_name_set(s, player_of(1), "Ana"), 0);
    ck_assert_int_eq(store_name_set(s, player_of(2), "Ben"), 0);
    commit();
    int n = -1;
    ck_assert_int_eq(store_sweep(s, &(struct store_old){.over = 0}, 9, &n), 0);
    ck_assert_int_eq(n, 0);
    ck_assert_int_eq(store_sweep(s, &(struct store_old){.names = 1000}, 9, &n), 0); /* they were set just now */
    ck_assert_int_eq(n, 0);
    ck_assert(!store_pending(s));
    ck_assert_int_eq(store_sweep(s, &(struct store_old){.over = UINT64_MAX, .names = UINT64_MAX}, 9, &n), 0);
    ck_assert_int_eq(n, 2); /* the table that is over; Ben, who sits nowhere */
    char name[128];
    ck_assert_int_eq(store_name_get(s, player_of(2), name, sizeof name), 0);
    ck_assert_str_eq(name, "");
    store_rollback(s);
    ck_assert_int_eq(store_name_get(s, player_of(2), name, sizeof name), 0);
    ck_assert_str_eq(name, "Ben");
    ck_assert_int_eq(store_sweep(s, &(struct store_old){.open = UINT64_MAX}, 9, &n), 0);
    ck_assert_int_eq(n, 1);
    commit();
    stores_expect(s, 1, 1);
    ck_assert_int_eq(store_sweep(s, &(struct store_old){.names = UINT64_MAX}, 1, &n), 0);
    ck_assert_int_eq(n, 1);
    ck_assert_int_eq(store_sweep(s, &(struct store_old){.names = UINT64_MAX}, 9, &n), 0);
    ck_assert_int_eq(n, 1); /* Ana's table is gone, too */
    commit();
    end();
}
END_TEST

START_TEST(words_once)
{
    begin(_i);
    uint64_t later = UINT64_C(1) << 45;
    ck_assert_int_eq(store_nonce_use(s, "a", "", later), 1);
    ck_assert(store_pending(s));
    ck_assert_int_eq(store_nonce_use(s, "a", "", later), 0);
    store_rollback(s);
    ck_assert_int_eq(store_nonce_use(s, "a", "", later), 1);
    commit();
    ck_assert_int_eq(store_nonce_use(s, "a", "", later), 0);
    ck_assert(!store_pending(s));
    ck_assert_int_eq(store_nonce_use(s, "b", "", 1), 1); /* long ago: it may go */
    commit();
    ck_assert_int_eq(store_nonce_use(s, "c", "", later), 1);
    ck_assert_int_eq(store_nonce_use(s, "b", "", 1), 1);
    commit();
    end();
}
END_TEST

START_TEST(eras)
{
    begin(_i);
    uint32_t era = 9;
    ck_assert_int_eq(store_epoch(s, player_of(1), &era), 0);
    ck_assert_uint_eq(era, 0);
    ck_assert_int_eq(store_epoch_end(s, player_of(1), &era, "", 0), 0);
    ck_assert_uint_eq(era, 1);
    ck_assert(store_pending(s));
    store_rollback(s);
    era = 0;
    for (uint32_t i = 1; i < 4; i++) {
        uint32_t other = i; /* not begun yet */
        ck_assert_int_eq(store_epoch_end(s, player_of(1), &other, "", 0), -EEXIST);
        ck_assert_uint_eq(other, i);
        ck_assert(!store_pending(s));
        ck_assert_int_eq(store_epoch_end(s, player_of(1), &era, "", 0), 0);
        ck_assert_uint_eq(era, i);
        other = i - 1; /* ended in this very batch */
        ck_assert_int_eq(store_epoch_end(s, player_of(1), &other, "", 0), -EEXIST);
        commit();
        ck_assert_int_eq(store_epoch(s, player_of(1), &era), 0);
        ck_assert_uint_eq(era, i);
    }
    int n;
    ck_assert_int_eq(store_name_set(s, player_of(1), "Ana"), 0);
    ck_assert_int_eq(store_name_delete(s, player_of(1)), 0);
    ck_assert_int_eq(sweep_all(s, UINT64_MAX, 9, &n), 0);
    ck_assert_int_eq(store_epoch(s, player_of(1), &era), 0);
    ck_assert_uint_eq(era, 3); /* what was ended stays ended */
    ck_assert_int_eq(store_epoch(s, player_of(2), &era), 0);
    ck_assert_uint_eq(era, 0);
    end();
}
END_TEST

START_TEST(bytes)
{
    begin(_i);
    uint64_t empty, full, less;
    ck_assert_int_eq(store_bytes(s, &empty), 0);
    for (int i = 0; i < 50; i++) {
        struct store_row row = row_of(i);
        static char big[10000];
        memset(big, 'x', sizeof big - 1);
        struct event e = {.kind = EVENT_CREATE, .seat = -1, .text = big, .n = sizeof big - 1};
        ck_assert_int_eq(store_append(s, &row, 0, &e, 1), 0);
    }
    commit();
    ck_assert_int_eq(store_bytes(s, &full), 0);
    if (kind == POSTGRES) { /* it presses texts, and takes its time to give room back */
        ck_assert_uint_gt(full, empty);
        end();
        return;
    }
    ck_assert_uint_ge(full, empty + 50 * 9999);
    for (int i = 0; i < 50; i++) ck_assert_int_eq(store_table_delete(s, row_of(i).id), 0);
    commit();
    ck_assert_int_eq(store_bytes(s, &less), 0);
    ck_assert_uint_lt(less, empty + 50000);
    end();
}
END_TEST

START_TEST(deleting)
{
    begin(_i);
    struct store_row row = row_of(0), other = row_of(1);
    static const uint8_t steps[][2] = {{EVENT_CHAT, 0}, {EVENT_MOVE, 0}, {EVENT_CHAT, 1}, {EVENT_CHAT, 0}};
    ck_assert_int_eq(play(s, &row, steps, 4), 0);
    ck_assert_int_eq(stores_grow(s, &other, 1, 2), 0);
    ck_assert_int_eq(store_name_set(s, player_of(1), "Ana"), 0);
    commit();
    char *before = stores_dump(s, 2);
    int n;
    ck_assert_int_eq(store_said_delete(s, row.id, player_of(1), &n), 0);
    ck_assert_int_eq(n, 2);
    ck_assert_int_eq(store_said_delete(s, row.id, player_of(1), &n), 0);
    ck_assert_int_eq(n, 0);
    ck_assert_int_eq(store_said_delete(s, row.id, NULL, &n), 0);
    ck_assert_int_eq(n, 1);
    ck_assert_int_eq(store_said_delete(s, row_of(7).id, NULL, &n), -ENOENT);
    ck_assert_int_eq(store_table_delete(s, other.id), 0);
    ck_assert_int_eq(store_table_delete(s, other.id), -ENOENT);
    ck_assert_int_eq(store_name_delete(s, player_of(1)), 0);
    store_rollback(s);
    same(before, 2);
    ck_assert_int_eq(store_said_delete(s, row.id, NULL, &n), 0);
    ck_assert_int_eq(n, 3);
    ck_assert_int_eq(store_table_delete(s, other.id), 0);
    ck_assert_int_eq(store_name_delete(s, player_of(1)), 0);
    commit();
    char *after = stores_dump(s, 2);
    ck_assert_ptr_nonnull(strstr(after, "12 1 00000000000000000000000000000002 4 3 " STORE_UNSAID "\n"));
    ck_assert_ptr_nonnull(strstr(after, "player 1 ''"));
    ck_assert_ptr_null(strstr(after, other.id));
    free(after);
    ck_assert_int_eq(store_table_delete(s, other.id), -ENOENT);
    ck_assert_int_eq(store_name_delete(s, player_of(1)), 0);
    ck_assert(!store_pending(s));
    end();
}
END_TEST

START_TEST(another_key)
{
    begin(_i);
    uint8_t a[32], b[32], wish[32] = "a secret of thirty-two bytes ...";
    ck_assert_int_eq(store_key(s, "token", a, sizeof a), 0);
    ck_assert_int_eq(store_key_set(s, "token", wish, sizeof wish), 0);
    store_rollback(s);
    ck_assert_int_eq(store_key(s, "token", b, sizeof b), 0);
    ck_assert_mem_eq(a, b, sizeof a);
    ck_assert_int_eq(store_key_set(s, "token", wish, sizeof wish), 0);
    commit();
    ck_assert_int_eq(store_key(s, "token", b, sizeof b), 0);
    ck_assert_mem_eq(wish, b, sizeof wish);
    end();
}
END_TEST

int main(void)
{
    const TTest *const all[] = {names, keys, sweeping, sweeping_apart, words_once, eras, bytes, deleting, another_key};
    TCase *c = tcase_create("store_names");
    tcase_set_timeout(c, 600);
    return kinds_run(suite_create("store_names"), c, all, sizeof all / sizeof *all);
}
