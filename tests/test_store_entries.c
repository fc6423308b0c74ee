/* test_store_entries.c -- the contract of server/store/store.h, for all stores alike: lists of entries, against a plain model of
 * them. */
#include "store_kinds.h"

#include "../core/rng.h"

#include <errno.h>

enum { MODEL = 200 };

/* What there is, in no order. */
struct model {
    struct {
        char list[8], player[8], text[32];
        int64_t rank;
        uint64_t at, until;
    } all[MODEL];
    int n;
};
static struct model now, kept; /* with the batch; as committed */

static int find(const char *list, const char *player)
{
    for (int i = 0; i < now.n; i++)
        if (strcmp(now.all[i].list, list) == 0 && strcmp(now.all[i].player, player) == 0) return i;
    return -1;
}

static void drop(int i) { now.all[i] = now.all[--now.n]; }

/* Puts it into both. */
static void put(const char *list, const char *player, int64_t rank, uint64_t at, uint64_t until, bool first)
{
    int i = find(list, player);
    struct store_entry e = {list, player, rank, NULL, at, until};
    char text[32];
    snprintf(text, sizeof text, "%s \xc3\xab %d", player, (int)rank);
    e.text = text;
    ck_assert_int_eq(store_entry_put(s, &e, first), !(first && i >= 0));
    if (first && i >= 0) return;
    if (i < 0) i = now.n++;
    snprintf(now.all[i].list, sizeof now.all[i].list, "%s", list);
    snprintf(now.all[i].player, sizeof now.all[i].player, "%s", player);
    snprintf(now.all[i].text, sizeof now.all[i].text, "%s", text);
    now.all[i].rank = rank, now.all[i].at = at, now.all[i].until = until;
}

/* Told so far: one after the other, each behind the one before. */
struct told {
    int n, stop;
    bool by_list;
    struct store_entry last;
    char list[8], player[8];
};

static int tell(void *ctx, const struct store_entry *e)
{
    struct told *t = ctx;
    int i = find(e->list, e->player);
    ck_assert_int_ge(i, 0);
    ck_assert_str_eq(e->text, now.all[i].text);
    ck_assert(e->rank == now.all[i].rank && e->at == now.all[i].at && e->until == now.all[i].until);
    if (t->n && t->by_list) ck_assert_int_lt(strcmp(t->list, e->list), 0);
    if (t->n && !t->by_list) {
        ck_assert(t->last.rank <= e->rank);
        if (t->last.rank == e->rank) ck_assert(t->last.at <= e->at);
        if (t->last.rank == e->rank && t->last.at == e->at) ck_assert_int_lt(strcmp(t->player, e->player), 0);
    }
    t->last = *e;
    snprintf(t->list, sizeof t->list, "%s", e->list);
    snprintf(t->player, sizeof t->player, "%s", e->player);
    return ++t->n == t->stop ? 7 : 0;
}

static void compare_list(const char *list)
{
    struct store_place got, want = {0, 0, 0};
    struct told t = {.n = 0}, some = {.stop = 1};
    int64_t rank = 2;
    for (int i = 0; i < now.n; i++) {
        if (strcmp(now.all[i].list, list) != 0) continue;
        want.all++, want.before += now.all[i].rank < rank, want.equal += now.all[i].rank == rank;
    }
    ck_assert_int_eq(store_entry_place(s, list, rank, &got), 0);
    ck_assert(got.all == want.all && got.before == want.before && got.equal == want.equal);
    ck_assert_int_eq(store_entries(s, list, MODEL, tell, &t), 0);
    ck_assert_uint_eq((unsigned)t.n, want.all);
    ck_assert_int_eq(store_entries(s, list, MODEL, tell, &some), want.all ? 7 : 0);
    t.n = 0;
    ck_assert_int_eq(store_entries(s, list, 2, tell, &t), 0);
    ck_assert_uint_eq((unsigned)t.n, want.all < 2 ? want.all : 2);
}

static void compare_player(const char *player, const char *prefix)
{
    struct told t = {.by_list = true};
    int n = 0;
    for (int i = 0; i < now.n; i++)
        n += strcmp(now.all[i].player, player) == 0 && strncmp(now.all[i].list, prefix, strlen(prefix)) == 0;
    ck_assert_int_eq(store_entries_of(s, player, prefix, tell, &t), 0);
    ck_assert_int_eq(t.n, n);
}

static const char *const lists[] = {"a/1", "a/2", "a", "b/1", "a/12"}, *const players[] = {"p", "q", "pp",
                                                                                           "r", "s", "t"};

static void compare(void)
{
    for (int l = 0; l < 5; l++) {
        compare_list(lists[l]);
        for (int p = 0; p < 6; p++) {
            struct store_entry e;
            char text[STORE_TEXT];
            int i = find(lists[l], players[p]);
            ck_assert_int_eq(store_entry_get(s, lists[l], players[p], &e, text), i >= 0);
            if (i >= 0) ck_assert_str_eq(text, now.all[i].text);
            if (i >= 0) ck_assert(e.rank == now.all[i].rank && e.at == now.all[i].at && e.until == now.all[i].until);
        }
    }
    for (int p = 0; p < 6; p++) compare_player(players[p], ""), compare_player(players[p], "a/1");
}

static void sweep(uint64_t before)
{
    int n, want = 0;
    for (int i = now.n; i-- > 0;)
        if (now.all[i].until && now.all[i].until < before) drop(i), want++;
    ck_assert_int_eq(store_sweep(s, &(struct store_old){.until = before}, MODEL, &n), 0);
    ck_assert_int_eq(n, want);
}

START_TEST(like_a_model)
{
    begin(_i);
    struct rng r = {17};
    now.n = kept.n = 0;
    for (int round = 0; round < 150; round++) {
        const char *list = lists[rng_below(&r, 5)], *player = players[rng_below(&r, 6)];
        int64_t rank = (int64_t)rng_below(&r, 5) - 1;
        if (rank == 3) rank = INT64_MIN + 1;
        switch (rng_below(&r, 8)) {
        case 0: {
            int i = find(list, player);
            ck_assert_int_eq(store_entry_drop(s, list, player), i >= 0);
            if (i >= 0) drop(i);
            break;
        }
        case 1: commit(), kept = now; break;
        case 2: store_abandon(s), now = kept; break;
        case 3: sweep(rng_below(&r, 6)); break;
        default: put(list, player, rank, rng_below(&r, 3), rng_below(&r, 20), rng_below(&r, 2)); break;
        }
        if (round % 10 == 0) compare();
    }
    ck_assert_int_eq(store_entries_forget(s, players[0]), 0);
    for (int i = now.n; i-- > 0;)
        if (strcmp(now.all[i].player, players[0]) == 0) drop(i);
    commit();
    if (kind == SQLITE || kind == POSTGRES) { /* it is on the disk */
        store_close(s);
        s = open_kind(kind);
    }
    compare();
    end();
}
END_TEST

/* Some go with the last else that is kept of their player. */
START_TEST(alone)
{
    begin(_i);
    struct store_row row = row_of(0);
    const char *seated[] = {"sits"};
    row.seated = true, row.players = seated, row.players_n = 1;
    ck_assert_int_eq(stores_grow(s, &row, 0, 1), 0);
    ck_assert_int_eq(store_name_set(s, "named", "Ana"), 0);
    static const struct store_entry all[] = {
        {"c/1", "gone", 0, "x", 1, 0},  {"c/2", "named", 0, "x", 1, 0}, {"c/3", "sits", 0, "x", 1, 0},
        {"c/4", "young", 0, "x", 9, 0}, {"c/5", "more", 0, "x", 1, 0},  {"l", "more", 0, "x", 1, 0},
        {"c/6", "two", 0, "x", 1, 0},   {"c/7", "two", 0, "x", 9, 0},   {"l", "other", 0, "x", 1, 0},
    };
    for (int i = 0; i < 9; i++) ck_assert_int_eq(store_entry_put(s, &all[i], true), 1);
    commit();
    int n;
    ck_assert_int_eq(store_sweep(s, &(struct store_old){.names = 5}, 9, &n), 0);
    ck_assert_int_eq(n, 0);
    ck_assert_int_eq(store_sweep(s, &(struct store_old){.names = 5, .alone = "c/"}, 1, &n), 0);
    ck_assert_int_eq(n, 1);
    ck_assert_int_eq(store_sweep(s, &(struct store_old){.names = 5, .alone = "c/"}, 9, &n), 0);
    ck_assert_int_eq(n, 1); /* of "gone" and of "two" */
    commit();
    for (int i = 0; i < 9; i++)
        ck_assert_int_eq(store_entry_get(s, all[i].list, all[i].player, NULL, (char[STORE_TEXT]){0}), i != 0 && i != 6);
    ck_assert_int_eq(store_sweep(s, &(struct store_old){.names = UINT64_MAX, .alone = "c/"}, 9, &n), 0);
    ck_assert_int_eq(n, 4); /* the name, and then her entry; those that were young */
    ck_assert_int_eq(store_entry_get(s, "c/3", "sits", NULL, (char[STORE_TEXT]){0}), 1);
    end();
}
END_TEST

/* What is only looked for leaves no batch open, and an entry is part of the batch with a table. */
START_TEST(batches)
{
    begin(_i);
    struct store_entry e = {"l", "p", 5, "x", 1, 0};
    ck_assert_int_eq(store_entry_drop(s, "l", "p"), 0);
    ck_assert(!store_pending(s));
    ck_assert_int_eq(store_entry_put(s, &e, true), 1);
    ck_assert(store_pending(s));
    commit();
    ck_assert_int_eq(store_entry_put(s, &e, true), 0);
    ck_assert(!store_pending(s));
    struct store_row row = row_of(0);
    ck_assert_int_eq(stores_grow(s, &row, 0, 1), 0);
    e.player = "q";
    ck_assert_int_eq(store_entry_put(s, &e, true), 1);
    store_abandon(s);
    char text[STORE_TEXT];
    ck_assert_int_eq(store_entry_get(s, "l", "q", NULL, text), 0);
    ck_assert_int_eq(store_load(s, row.id, 0, ignore_event, NULL, NULL), -ENOENT);
    row = row_of(0);
    ck_assert_int_eq(store_entry_put(s, &e, true), 1);
    ck_assert_int_eq(stores_grow(s, &row, 0, 1), 0);
    commit();
    ck_assert_int_eq(store_entry_get(s, "l", "q", NULL, text), 1);
    stores_expect(s, 0, 1);
    end();
}
END_TEST

/* What is looked for may have come from anybody: nothing has such a name, and the store is well. */
START_TEST(odd_names)
{
    begin(_i);
    struct store_entry e = {"l", "p", 5, "one", 1, 0};
    ck_assert_int_eq(store_entry_put(s, &e, true), 1);
    commit();
    static const char *const odd[] = {"\xff\xfe", "l\xc3", "", "l\xc3\xa9", "l'", "%"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        struct store_place where;
        struct told t = {.n = 0};
        char text[STORE_TEXT];
        ck_assert_int_eq(store_entry_get(s, odd[i], "p", NULL, text), 0);
        ck_assert_int_eq(store_entry_place(s, odd[i], 5, &where), 0);
        ck_assert_uint_eq(where.all, 0);
        ck_assert_int_eq(store_entries(s, odd[i], 9, tell, &t), 0);
        ck_assert_int_eq(store_entries_of(s, odd[i], "", tell, &t), 0);
        ck_assert_int_eq(t.n, 0);
        ck_assert_int_eq(store_entry_drop(s, odd[i], "p"), 0);
        commit();
        ck_assert_int_eq(store_entry_get(s, "l", "p", NULL, text), 1);
    }
    end();
}
END_TEST

/* Two servers put the same entry: the first one's stays. */
START_TEST(two_servers)
{
    begin(POSTGRES);
    struct store *other = open_postgres();
    struct store_entry e = {"l", "p", 5, "one", 1, 0}, f = {"l", "p", 4, "two", 1, 0};
    ck_assert_int_eq(store_entry_put(s, &e, true), 1);
    commit();
    ck_assert_int_eq(store_entry_put(other, &f, true), 0);
    ck_assert_int_eq(store_commit(other), 0);
    char text[STORE_TEXT];
    ck_assert_int_eq(store_entry_get(other, "l", "p", &f, text), 1);
    ck_assert_str_eq(text, "one");
    store_close(other);
    end();
}
END_TEST

int main(void)
{
    const TTest *const all[] = {like_a_model, alone, batches, odd_names};
    TCase *c = tcase_create("store_entries");
    tcase_set_timeout(c, 600);
    tcase_add_test(c, two_servers);
    return kinds_run(suite_create("store_entries"), c, all, sizeof all / sizeof *all);
}
