/* test_store.c -- the contract of server/store/store.h, for the stores in SQLite, in memory and in
 * PostgreSQL alike, and for the one that fails on purpose. What only files have is in
 * test_store_file.c, what only several servers have in test_store_postgres.c, and names, words, keys, sweeping and
 * deleting in test_store_names.c. */
#include "../../../core/rng.h"
#include "store_kinds.h"

#include <errno.h>

START_TEST(versions)
{
    begin(_i);
    struct store_row row = row_of(0), got;
    ck_assert_int_eq(store_load(s, row.id, 0, ignore_event, NULL, NULL), -ENOENT);
    ck_assert_int_eq(store_append(s, &row, 0, NULL, 0), -EINVAL); /* a table begins with an event */
    ck_assert(!store_pending(s));
    ck_assert_int_eq(stores_grow(s, &row, 0, 3), 0);
    ck_assert_uint_eq(row.version, 3);
    commit();
    stores_expect(s, 0, 3);

    struct event e = event_of(0, 4);
    static const uint32_t wrong[] = {0, 1, 2, 4, 1000000};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_int_eq(store_append(s, &row, wrong[i], &e, 1), -EEXIST);
    ck_assert(!store_pending(s));
    ck_assert_uint_eq(row.version, 3);
    struct store_row stranger = row_of(1);
    ck_assert_int_eq(store_append(s, &stranger, 2, &e, 1), -EEXIST);

    struct event both[2];
    both[0] = event_of(0, 4), both[1] = event_of(0, 5);
    ck_assert_int_eq(store_append(s, &row, 3, both, 2), 0);
    row.status = TABLE_PLAYING, row.listed = false, row.due = 77, row.changed = 88;
    row.created = 5;                                        /* does not change any more */
    ck_assert_int_eq(store_append(s, &row, 5, NULL, 0), 0); /* only the facts */
    commit();
    stores_expect(s, 0, 5);
    ck_assert_int_eq(store_load(s, row.id, 9, ignore_event, NULL, &got), 0);
    ck_assert_uint_eq(got.version, 5);
    ck_assert_uint_eq(got.created, 1000);
    ck_assert_uint_eq(got.changed, 88);
    ck_assert_uint_eq(got.due, 77);
    ck_assert_int_eq(got.status, TABLE_PLAYING);
    ck_assert(!got.listed);
    ck_assert_str_eq(got.code, row.code);
    ck_assert_ptr_null(got.summary);
    end();
}
END_TEST

static int third(void *ctx, const struct event *e)
{
    int *n = ctx;
    ck_assert_uint_eq(e->at, 5000 + 2 + (uint64_t)++ * n); /* begins after the second */
    return *n == 3 ? 42 : 0;
}

START_TEST(loading_a_part)
{
    begin(_i);
    struct store_row row = row_of(0);
    ck_assert_int_eq(stores_grow(s, &row, 0, 9), 0);
    int n = 0;
    ck_assert_int_eq(store_load(s, row.id, 2, third, &n, NULL), 42);
    ck_assert_int_eq(n, 3);
    end();
}
END_TEST

START_TEST(texts_of_all_kinds)
{
    begin(_i);
    static char big[300000];
    memset(big, 'x', sizeof big);
    static const char zero[] = "a\0b";
    struct store_row row = row_of(0);
    struct event e[4] = {
        {.kind = EVENT_CREATE, .seat = -1, .actor = "", .action = "", .text = big, .n = sizeof big - 1},
        {.kind = EVENT_CHAT, .seat = 99, .actor = player_of(1), .action = "", .text = zero, .n = 3},
        {.kind = EVENT_MOVE, .seat = 0, .text = "", .n = 0},
        {.kind = EVENT_MOVE, .seat = 0, .at = UINT64_C(1) << 62, .text = NULL, .n = 0},
    };
    big[sizeof big - 1] = 0;
    ck_assert_int_eq(store_append(s, &row, 0, e, 4), 0);
    commit();
    char *all = stores_dump(s, 1);
    ck_assert_ptr_nonnull(strstr(all, "  0 1 -1   299999 xxx"));
    ck_assert_ptr_nonnull(strstr(all, "  0 12 99 00000000000000000000000000000001  3 a\n"));
    ck_assert_ptr_nonnull(strstr(all, "  0 7 0   0 \n"));
    ck_assert_ptr_nonnull(strstr(all, "  4611686018427387904 7 0   0 \n"));
    free(all);
    end();
}
END_TEST

START_TEST(ids_and_codes_are_unique)
{
    begin(_i);
    struct store_row a = row_of(0), b = row_of(1), c = row_of(2);
    ck_assert_int_eq(stores_grow(s, &a, 0, 1), 0);
    ck_assert_int_eq(stores_grow(s, &b, 1, 1), 0);
    memcpy(c.code, a.code, sizeof c.code);
    ck_assert_int_eq(stores_grow(s, &c, 2, 1), -EEXIST); /* in the batch already */
    commit();
    ck_assert_int_eq(stores_grow(s, &c, 2, 1), -EEXIST);
    struct store_row d = row_of(3);
    memcpy(d.id, b.id, sizeof d.id);
    ck_assert_int_eq(stores_grow(s, &d, 3, 1), -EEXIST);
    ck_assert(!store_pending(s));
    char id[ID_LEN + 1];
    ck_assert_int_eq(store_find(s, b.code, id), 0);
    ck_assert_str_eq(id, b.id);
    ck_assert_int_eq(store_find(s, "NOCODE", id), -ENOENT);
    end();
}
END_TEST

/* -EEXIST leaves the rest of the batch as it was. */
START_TEST(a_conflict_within_a_batch)
{
    begin(_i);
    struct store_row a = row_of(0), b = row_of(1), c = row_of(2);
    ck_assert_int_eq(stores_grow(s, &a, 0, 2), 0);
    char *before = stores_dump(s, 3);
    struct event e = event_of(0, 9);
    ck_assert_int_eq(store_append(s, &a, 1, &e, 1), -EEXIST);
    ck_assert_int_eq(store_append(s, &b, 1, &e, 1), -EEXIST);
    ck_assert(store_pending(s));
    same(before, 3);
    commit();
    ck_assert(!store_pending(s));
    stores_expect(s, 0, 2);
    ck_assert_int_eq(stores_grow(s, &c, 2, 2), 0);
    commit();
    stores_expect(s, 2, 2);
    end();
}
END_TEST

/* Of who appends the same once more PostgreSQL says so at the commit; SQLite does not look: whoever appends knows. */
static void append_again(struct store_row *row, const struct event *e)
{
    uint32_t version = row->version;
    if (kind != POSTGRES) return;
    ck_assert_int_eq(store_append(s, row, version, e, 1), 0);
    ck_assert_int_eq(store_commit(s), -EAGAIN);
    row->version = version;
}

START_TEST(actions_once)
{
    begin(_i);
    struct store_row a = row_of(0), b = row_of(1);
    struct event e = event_of(0, 1);
    ck_assert_int_eq(store_append(s, &a, 0, &e, 1), 0);
    ck_assert_int_eq(store_append(s, &b, 0, &e, 1), 0); /* another table may have it, too */
    ck_assert_int_eq(store_has(s, a.id, player_of(1), "1"), 1);
    commit();
    ck_assert_int_eq(store_has(s, a.id, player_of(1), "1"), 1);
    ck_assert_int_eq(store_has(s, a.id, player_of(2), "1"), 0);
    ck_assert_int_eq(store_has(s, a.id, player_of(1), "2"), 0);
    ck_assert_int_eq(store_has(s, a.id, player_of(1), ""), 0);
    ck_assert_int_eq(store_has(s, row_of(5).id, player_of(1), "1"), 0);
    append_again(&a, &e);
    e.actor = player_of(2);
    ck_assert_int_eq(store_append(s, &a, 1, &e, 1), 0);
    e.action = "", e.actor = "";
    ck_assert_int_eq(store_append(s, &a, 2, &e, 1), 0);
    ck_assert_int_eq(store_append(s, &a, 3, &e, 1), 0); /* without an id it may happen again */
    ck_assert_int_eq(store_has(s, a.id, "", ""), 0);
    end();
}
END_TEST

START_TEST(abandoning)
{
    begin(_i);
    struct store_row a = row_of(0), b = row_of(1), swept = row_of(2);
    const char *players[] = {player_of(1), player_of(2)};
    a.seated = true, a.players = players, a.players_n = 2;
    swept.changed = 1;
    ck_assert_int_eq(stores_grow(s, &a, 0, 2), 0);
    ck_assert_int_eq(stores_grow(s, &swept, 2, 1), 0);
    ck_assert_int_eq(store_name_set(s, player_of(1), "Ana"), 0);
    commit();
    char *before = stores_dump(s, 3);
    struct store_row saved = a;
    int n;
    a.status = TABLE_PLAYING, a.due = 9, a.players = players + 1, a.players_n = 1, a.summary = "{\"x\":1}";
    ck_assert_int_eq(stores_grow(s, &a, 0, 3), 0);
    ck_assert_int_eq(stores_grow(s, &b, 1, 2), 0);
    ck_assert_int_eq(store_name_set(s, player_of(1), "Ben"), 0);
    ck_assert_int_eq(store_name_set(s, player_of(3), "Cas"), 0);
    ck_assert_int_eq(sweep_all(s, 100000, 1, &n), 0);
    ck_assert_int_eq(n, 1);
    ck_assert(store_pending(s));
    stores_expect(s, 0, 5); /* reads see the batch */
    stores_expect(s, 1, 2);
    store_rollback(s);
    ck_assert(!store_pending(s));
    same(before, 3);
    ck_assert_int_eq(stores_grow(s, &saved, 0, 1), 0);
    b.version = 0;
    ck_assert_int_eq(stores_grow(s, &b, 1, 1), 0);
    commit();
    stores_expect(s, 0, 3);
    stores_expect(s, 1, 1);
    commit(); /* without a batch it does nothing */
    end();
}
END_TEST

/* Six tables; 3 and 4 were made at the same time. */
static void six(void)
{
    for (int i = 0; i < 6; i++) {
        struct store_row row = row_of(i);
        const char *players[] = {player_of(1), player_of(2 + i % 2), player_of(1)};
        row.seated = true, row.players = players, row.players_n = i == 5 ? 0 : 3;
        row.listed = i != 2;
        row.due = i == 1 ? 500 : i == 2 ? 400 : i == 4 ? 400 : 0;
        row.created = i == 4 ? 1003 : 1000 + (uint64_t)i;
        ck_assert_int_eq(stores_grow(s, &row, i, 1), 0);
        row.status = i == 0 ? TABLE_OPEN : i == 4 ? TABLE_OVER : i == 1 ? TABLE_PLAYING : TABLE_OPEN;
        row.seated = false, row.players = NULL;
        ck_assert_int_eq(stores_grow(s, &row, i, 1), 0); /* seats stay */
    }
}

START_TEST(lists)
{
    begin(_i);
    ck_assert_str_eq(ids(LIST_LOBBY, NULL, 0, 9), "");
    six();
    for (int again = 0; again < 2; again++) {
        ck_assert_str_eq(ids(LIST_LOBBY, NULL, 0, 9), "5 3 0 ");
        ck_assert_str_eq(ids(LIST_LOBBY, NULL, 0, 2), "5 3 ");
        ck_assert_str_eq(ids(LIST_LOBBY, NULL, 0, 0), "");
        ck_assert_str_eq(ids(LIST_PLAYER, player_of(1), 0, 9), "3 2 1 0 4 ");
        ck_assert_str_eq(ids(LIST_PLAYER, player_of(2), 0, 9), "2 0 4 ");
        ck_assert_str_eq(ids(LIST_PLAYER, player_of(2), 0, 1), "2 ");
        ck_assert_str_eq(ids(LIST_PLAYER, player_of(9), 0, 9), "");
        ck_assert_str_eq(ids(LIST_DUE, NULL, 399, 9), "");
        ck_assert_str_eq(ids(LIST_DUE, NULL, 400, 9), "2 4 ");
        ck_assert_str_eq(ids(LIST_DUE, NULL, UINT64_MAX, 9), "2 4 1 ");
        ck_assert_str_eq(ids(LIST_DUE, NULL, 900, 1), "2 ");
        uint64_t n[TABLE_OVER + 1], time;
        ck_assert_int_eq(store_count(s, n), 0);
        ck_assert_uint_eq(n[TABLE_OPEN], 4);
        ck_assert_uint_eq(n[TABLE_PLAYING], 1);
        ck_assert_uint_eq(n[TABLE_OVER], 1);
        ck_assert_int_eq(store_due(s, &time), 0);
        ck_assert_uint_eq(time, 400);
        commit();
    }
    for (int i = 6; i < 12; i++) {
        struct store_row row = row_of(i);
        ck_assert_int_eq(stores_grow(s, &row, i, 1), 0);
    }
    ck_assert_str_eq(ids(LIST_LOBBY, NULL, 0, 99), "11 10 9 8 "); /* fn said enough */
    end();
}
END_TEST

static int look_inside(void *ctx, const struct store_row *row)
{
    int *n = ctx;
    struct store_row got;
    ck_assert_int_eq(store_load(s, row->id, 0, ignore_event, NULL, &got), 0);
    ck_assert_uint_eq(got.version, 2);
    ck_assert_str_eq(ids(LIST_LOBBY, NULL, 0, 9), "5 3 0 ");
    ++*n;
    return 0;
}

/* Functions that a list calls may read, the same list too. */
START_TEST(reading_while_reading)
{
    begin(_i);
    six();
    int n = 0;
    ck_assert_int_eq(store_list(s, LIST_LOBBY, NULL, 0, 9, look_inside, &n), 0);
    ck_assert_int_eq(store_list(s, LIST_DUE, NULL, 900, 9, look_inside, &n), 0);
    ck_assert_int_eq(n, 6);
    commit();
    end();
}
END_TEST

START_TEST(nothing_is_due)
{
    begin(_i);
    uint64_t time = 1;
    ck_assert_int_eq(store_due(s, &time), 0);
    ck_assert_uint_eq(time, 0);
    struct store_row row = row_of(0);
    row.due = 50;
    ck_assert_int_eq(stores_grow(s, &row, 0, 1), 0);
    row.due = 0;
    ck_assert_int_eq(stores_grow(s, &row, 0, 1), 0);
    ck_assert_int_eq(store_due(s, &time), 0);
    ck_assert_uint_eq(time, 0);
    end();
}
END_TEST

/* ---- sealed turns that were replaced ---- */

/* Its number, or `-` if it is gone, which is the same but for kind and text; see play(). */
static int take_seq(void *ctx, const struct event *e)
{
    char *all = ctx, action[8];
    bool first = e->number == 1, gone = e->kind == EVENT_GONE;
    snprintf(action, sizeof action, "%u", (unsigned)e->number);
    ck_assert_uint_eq(e->at, first ? 0 : 1000 + e->number);
    ck_assert_str_eq(e->actor, first ? "" : player_of(e->seat + 1));
    ck_assert_str_eq(e->action, first ? "" : action);
    ck_assert_uint_eq(e->n, first || gone ? 0 : 1);
    ck_assert_uint_eq(strlen(e->text), e->n);
    sprintf(all + strlen(all), gone ? "- " : "%u ", (unsigned)e->number);
    return 0;
}

static const char *numbers(struct store *from, const char *id, uint32_t behind)
{
    static char all[1024];
    all[0] = 0;
    ck_assert_int_eq(store_load(from, id, behind, take_seq, all, NULL), 0);
    return all;
}

START_TEST(replaced_turns_go)
{
    begin(_i);
    static const uint8_t steps[][2] = {{EVENT_TURN, 0}, {EVENT_TURN, 1}, {EVENT_CHAT, 0}, {EVENT_MOVE, 0},
                                       {EVENT_BACK, 0}, {EVENT_TURN, 0}, {EVENT_MOVE, 0}, {EVENT_MOVE, 2}},
                         more[][2] = {{EVENT_TURN, 1}, {EVENT_CHANCE, 0}};
    struct store_row row = row_of(0), got;
    ck_assert_int_eq(play(s, &row, steps, 8), 0); /* numbers 2 to 9 */
    commit();
    ck_assert_str_eq(numbers(s, row.id, 0), "1 2 3 4 5 6 7 8 9 ");
    row.stale_from = 2, row.stale_to = 10; /* 10 comes with it; 2 is of a round before; 11 is behind it */
    ck_assert_int_eq(play(s, &row, more, 2), 0);
    ck_assert_str_eq(numbers(s, row.id, 0), "1 2 - 4 - - 7 8 9 10 11 ");
    store_rollback(s);
    ck_assert_str_eq(numbers(s, row.id, 0), "1 2 3 4 5 6 7 8 9 ");
    row.version = 9;
    ck_assert_int_eq(play(s, &row, more, 2), 0);
    commit();
    row.stale_to = 0;
    ck_assert_str_eq(numbers(s, row.id, 0), "1 2 - 4 - - 7 8 9 10 11 ");
    ck_assert_str_eq(numbers(s, row.id, 4), "- - 7 8 9 10 11 ");
    ck_assert_str_eq(numbers(s, row.id, 5), "- 7 8 9 10 11 ");
    ck_assert_int_eq(store_load(s, row.id, 99, ignore_event, NULL, &got), 0);
    ck_assert_uint_eq(got.version, 11);
    ck_assert_int_eq(store_has(s, row.id, player_of(1), "5"), 1); /* a late copy of the message may come */
    struct event again = {.kind = EVENT_TURN, .actor = player_of(1), .action = "5"};
    append_again(&row, &again);
    ck_assert_int_eq(store_append(s, &row, 8, NULL, 0), -EEXIST);
    static const uint8_t last[][2] = {{EVENT_TURN, 2}};
    ck_assert_int_eq(play(s, &row, last, 1), 0);
    commit();
    ck_assert_str_eq(numbers(s, row.id, 0), "1 2 - 4 - - 7 8 9 10 11 12 ");
    end();
}
END_TEST

START_TEST(watching_and_reasons)
{
    begin(_i);
    store_watch(s, NULL, NULL);
    char id[ID_LEN + 1];
    ck_assert_int_eq(store_find(s, "NOCODE", id), -ENOENT);
    ck_assert_str_eq(store_why(s), "there is no table with this code");
    end();
}
END_TEST

/* ---- two stores and chance ---- */

static struct store *two[2];

static int both_append(struct store_row *row, uint32_t expected, const struct event *e, int n)
{
    struct store_row copy = *row;
    int a = store_append(two[0], row, expected, e, n), b = store_append(two[1], &copy, expected, e, n);
    ck_assert_int_eq(a, b);
    ck_assert_uint_eq(row->version, copy.version);
    return a;
}

static void random_append(struct rng *r)
{
    int i = (int)rng_below(r, 20), n = (int)rng_below(r, 4);
    struct store_row row = row_of(i), now;
    uint32_t version = store_load(two[1], row.id, UINT32_MAX, ignore_event, NULL, &now) ? 0 : now.version;
    uint32_t expected = rng_below(r, 8) ? version : rng_below(r, 5);
    char summary[32];
    snprintf(summary, sizeof summary, "{\"n\":%u}", (unsigned)rng_below(r, 100));
    row.summary = summary;
    row.status = (uint8_t)rng_below(r, 3);
    row.listed = rng_below(r, 2);
    row.due = rng_below(r, 2) ? 0 : 1 + rng_below(r, 50);
    row.created = 1000 + rng_below(r, 10);
    row.changed = 1010 + rng_below(r, 100);
    if (rng_below(r, 4) == 0) row.stale_from = rng_below(r, 20), row.stale_to = row.stale_from + rng_below(r, 20);
    const char *players[3];
    for (int k = 0; k < 3; k++) players[k] = player_of((int)rng_below(r, 10));
    row.seated = rng_below(r, 3) == 0, row.players = players, row.players_n = (int)rng_below(r, 4);
    if (rng_below(r, 30) == 0) row.code[5] = (char)('0' + rng_below(r, 10));
    struct event e[3];
    for (int k = 0; k < 3; k++) {
        static const uint8_t kinds[] = {EVENT_MOVE, EVENT_BACK, EVENT_TURN, EVENT_CHAT};
        e[k] = event_of(i, expected + (uint32_t)k + 1);
        if (expected + (uint32_t)k) e[k].kind = kinds[rng_below(r, 4)];
    }
    both_append(&row, expected, e, n);
}

static void compare(void)
{
    char *a = stores_dump(two[0], 20), *b = stores_dump(two[1], 20);
    size_t same_n = 0; /* all of it is too long to be told */
    while (a[same_n] && a[same_n] == b[same_n]) same_n++;
    while (same_n && a[same_n - 1] != '\n') same_n--;
    ck_assert_msg(strcmp(a, b) == 0, "%.300s\nbut\n%.300s", a + same_n, b + same_n);
    free(a);
    free(b);
}

/* What is asked for less often. */
static void random_rest(struct rng *r)
{
    uint32_t what = rng_below(r, 5), odd = rng_below(r, 2), era[2] = {0, 0};
    struct store_row row = row_of((int)rng_below(r, 20));
    const char *player = player_of((int)rng_below(r, 10));
    char word[2] = {(char)('a' + rng_below(r, 26)), 0};
    int e[2] = {0, 0}, n[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        if (what == 0) e[k] = store_table_delete(two[k], row.id);
        if (what == 1) e[k] = store_said_delete(two[k], row.id, odd ? player : NULL, &n[k]);
        if (what == 2) e[k] = store_name_delete(two[k], player);
        if (what == 3 && !odd) store_epoch(two[k], player, &era[k]);
        if (what == 3) e[k] = store_epoch_end(two[k], player, &era[k], word, 7), n[k] = (int)era[k];
        if (what == 4) e[k] = store_nonce_use(two[k], word, word, UINT64_C(1) << 45);
    }
    ck_assert_int_eq(e[0], e[1]);
    ck_assert_int_eq(n[0], n[1]);
}

static void count_answer(void *ctx, int seq, bool correct, const char *claim)
{
    *(int *)ctx += seq + correct + (claim[0] == 0);
}

static void count_member(void *ctx, const struct store_member *m) { *(int *)ctx += m->player[0] != 0; }

/* What is kept of players: the same to both. */
static void random_player(struct rng *r)
{
    static const char *const parts[] = {"temple", "puzzle"}, *const circles[] = {"friends", "others", "third"},
                             *const cards[] = {STORES_CARD "1", STORES_CARD "2", STORES_CARD "3"};
    const char *player = player_of((int)rng_below(r, 10)), *part = parts[rng_below(r, 2)];
    const char *circle = circles[rng_below(r, 3)], *to = circles[rng_below(r, 3)], *card = cards[rng_below(r, 3)];
    uint32_t what = rng_below(r, 12), seq = rng_below(r, 12);
    struct store_part p = {player, (int32_t)rng_below(r, 4), part};
    struct store_result v = {.name = "Zo\xc3\xab",
                             .rank = (int64_t)rng_below(r, 5) - 2,
                             .points = (int32_t)rng_below(r, 9) - 4,
                             .has_against = rng_below(r, 2),
                             .at = 1000 + rng_below(r, 3)};
    struct store_member m = {circle, "Friends", player, "Ana"};
    uint64_t at = 1000 + rng_below(r, 70);
    bool odd = rng_below(r, 2);
    int e[2] = {0, 0}, n[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        if (what < 2) e[k] = store_result_add(two[k], &p, &v);
        if (what < 3) e[k] += store_begun_add(two[k], &p, odd ? row_of(1).id : "", at);
        if (what == 3)
            e[k] = store_answer_add(two[k], player, p.day, (int)seq, odd, "c3 crop 4", at, count_answer, &n[k]);
        if (what == 4 || what == 5) e[k] = store_circle_make(two[k], &m, at, at + 9);
        if (what == 6) e[k] = store_circle_leave(two[k], circle, player);
        if (what == 7)
            e[k] = odd ? store_circle_rename(two[k], circle, "Others", at)
                       : store_circles_keep(two[k], player, at, at + 5);
        if (what == 8 && odd && strcmp(circle, "third") != 0 && strcmp(to, "third") == 0) {
            store_circle_get(two[k], to, count_member, &e[k]);
            if (!e[k]) e[k] = store_circle_move(two[k], circle, to);
        }
        if (what == 9) e[k] = store_card_add(two[k], card, player, "sealed", at);
        if (what == 10 && odd) e[k] = store_cards_drop(two[k], player);
        if (what == 11 && seq < 2) e[k] = store_player_forget(two[k], player);
        if (what == 11 && seq > 9) {
            struct store_old old = {.day = p.day};
            ck_assert_int_eq(store_sweep(two[k], &old, 3, &e[k]), 0);
        }
    }
    ck_assert_int_eq(e[0], e[1]);
    ck_assert_int_eq(n[0], n[1]);
    ck_assert_int_ge(e[0], 0);
}

/* Everything both stores are asked for comes out the same. */
START_TEST(two_stores)
{
    begin(_i % 2 ? POSTGRES : SQLITE);
    struct rng r = rng_fork(5, (uint64_t)_i);
    two[0] = s;
    two[1] = store_memory_open();
    for (int step = 0; step < 1500; step++) {
        uint32_t what = rng_below(&r, 40);
        int n[2];
        if (what == 0) {
            store_rollback(two[0]), store_rollback(two[1]);
        } else if (what == 1) {
            uint64_t before = 1010 + rng_below(&r, 60);
            int limit = (int)rng_below(&r, 4);
            for (int k = 0; k < 2; k++) ck_assert_int_eq(sweep_all(two[k], before, limit, &n[k]), 0);
            ck_assert_int_eq(n[0], n[1]);
        } else if (what == 2) {
            const char *player = player_of((int)rng_below(&r, 10));
            const char *name = rng_below(&r, 2) ? "Ana" : "Ben";
            for (int k = 0; k < 2; k++) ck_assert_int_eq(store_name_set(two[k], player, name), 0);
        } else if (what == 3) { /* what was not committed is lost */
            store_close(two[0]);
            two[0] = open_kind(kind);
            store_rollback(two[1]);
        } else if (what == 4) {
            random_rest(&r);
        } else if (what > 30) {
            random_player(&r);
        } else if (what < 9) {
            for (int k = 0; k < 2; k++) ck_assert_int_eq(store_commit(two[k]), 0);
        } else {
            random_append(&r);
        }
        ck_assert_int_eq(store_pending(two[0]), store_pending(two[1]));
        if (step % 10 == 0) compare();
    }
    compare();
    store_close(two[0]);
    store_close(two[1]);
    if (kind == SQLITE) stores_check(place.path);
    place_end(&place);
}
END_TEST

/* ---- the store that fails ---- */

START_TEST(the_nth_call_fails)
{
    for (int nth = 1; nth <= 12; nth++) {
        struct fault f = {.calls = FAULT_APPEND | FAULT_COMMIT, .nth = nth, .error = -ENOSPC};
        s = store_fault_open(store_memory_open(), &f);
        uint32_t committed = 0;
        for (int batch = 0; batch < 4; batch++) { /* of two appends and a commit each */
            struct store_row row = row_of(0);
            row.version = committed;
            int e = stores_grow(s, &row, 0, 2);
            if (e) ck_assert_int_eq(stores_grow(s, &row, 0, 1), -ENOSPC); /* the batch is lost */
            ck_assert(store_pending(s));
            int c = store_commit(s);
            ck_assert(!store_pending(s));
            if (e) ck_assert_int_eq(c, e);
            if (c) ck_assert_str_eq(store_why(s), "it was to fail");
            if (!c) committed += 2;
            if (committed) stores_expect(s, 0, committed);
        }
        ck_assert_int_eq(f.failed, 1);
        ck_assert_uint_eq(committed, 6);
        store_close(s);
    }
}
END_TEST

START_TEST(each_call_fails)
{
    struct fault f = {.error = -EIO};
    uint64_t n[TABLE_OVER + 1], time;
    char id[ID_LEN + 1], name[128];
    uint8_t key[8];
    int k;
    for (unsigned call = 1; call < FAULT_ALL; call *= 2) {
        f = (struct fault){.calls = call, .nth = 1, .times = 1000, .error = -EIO};
        s = store_fault_open(store_memory_open(), &f);
        struct store_row row = row_of(0);
        ck_assert_int_eq(stores_grow(s, &row, 0, 1), call == FAULT_APPEND ? -EIO : 0);
        ck_assert_int_eq(store_commit(s), call == FAULT_APPEND || call == FAULT_COMMIT ? -EIO : 0);
        bool there = call != FAULT_APPEND && call != FAULT_COMMIT;
        ck_assert_int_eq(store_load(s, row.id, 0, ignore_event, NULL, NULL), call == FAULT_LOAD ? -EIO
                                                                             : there            ? 0
                                                                                                : -ENOENT);
        ck_assert_int_eq(store_find(s, row.code, id), call == FAULT_FIND ? -EIO : there ? 0 : -ENOENT);
        ck_assert_int_eq(store_has(s, row.id, player_of(1), "1"), call == FAULT_HAS ? -EIO : there);
        ck_assert_int_eq(store_list(s, LIST_LOBBY, NULL, 0, 0, take_id, NULL), call == FAULT_LIST ? -EIO : 0);
        ck_assert_int_eq(store_due(s, &time), call == FAULT_DUE ? -EIO : 0);
        ck_assert_int_eq(store_count(s, n), call == FAULT_COUNT ? -EIO : 0);
        ck_assert_int_eq(store_key(s, "k", key, sizeof key), call == FAULT_KEY ? -EIO : 0);
        ck_assert_int_eq(store_name_get(s, player_of(1), name, sizeof name), call == FAULT_NAME ? -EIO : 0);
        ck_assert_int_eq(store_name_set(s, player_of(1), "Ana"), call == FAULT_NAME ? -EIO : 0);
        store_rollback(s);
        uint32_t era = 0;
        ck_assert_int_eq(store_epoch(s, player_of(1), &era), call == FAULT_NAME ? -EIO : 0);
        ck_assert_int_eq(store_epoch_end(s, player_of(1), &era, "", 0), call == FAULT_NAME ? -EIO : 0);
        ck_assert_int_eq(store_nonce_use(s, "a", "", 1), call == FAULT_NAME ? -EIO : 1);
        ck_assert_int_eq(store_bytes(s, &time), call == FAULT_COUNT ? -EIO : 0);
        store_rollback(s);
        ck_assert_int_eq(sweep_all(s, 1, 1, &k), call == FAULT_SWEEP ? -EIO : 0);
        ck_assert_int_eq(store_commit(s), call == FAULT_SWEEP ? -EIO : 0);
        ck_assert_int_gt(f.failed, 0);
        store_close(s);
    }
}
END_TEST

/* test_store [WORLDS]: how many random ones two stores go through together. */
int main(int argc, char **argv)
{
    int worlds = argc > 1 ? atoi(argv[1]) : 6;
    const TTest *const all[] = {
        versions,
        loading_a_part,
        texts_of_all_kinds,
        ids_and_codes_are_unique,
        a_conflict_within_a_batch,
        actions_once,
        abandoning,
        lists,
        reading_while_reading,
        nothing_is_due,
        replaced_turns_go,
        watching_and_reasons,
    };
    Suite *suite = suite_create("store");
    TCase *c = tcase_create("store");
    tcase_add_loop_test(c, two_stores, 0, worlds);
    tcase_set_timeout(c, 600);
    tcase_add_test(c, the_nth_call_fails);
    tcase_add_test(c, each_call_fails);
    return kinds_run(suite, c, all, sizeof all / sizeof *all);
}
