/* test_store_players.c -- the contract of server/store/store.h, for all stores alike: games of the day, circles and recovery
 * cards. That all stores do the same whatever they are asked is in test_store.c. */
#include "store_kinds.h"

#include <errno.h>

enum { DAY = 20773 };

/* What is told, as one text. */
static char told[8192];

static void say_result(void *ctx, const struct store_result *r)
{
    (void)ctx;
    size_t n = strlen(told);
    if (r->missing) snprintf(told + n, sizeof told - n, "%s - ", r->name);
    else
        snprintf(told + n, sizeof told - n, "%s %d:%d ", r->name, (int)r->points,
                 r->has_against ? (int)r->against : -1);
    ck_assert_int_eq(*(int32_t *)ctx, DAY);
}

static void say_answer(void *ctx, int seq, bool correct, const char *claim)
{
    size_t n = strlen(told);
    (void)ctx;
    snprintf(told + n, sizeof told - n, "%d%c%s ", seq, correct ? '+' : '-', claim);
}

static void say_member(void *ctx, const struct store_member *m)
{
    size_t n = strlen(told);
    (void)ctx;
    snprintf(told + n, sizeof told - n, "%s/%s:%s ", m->circle, m->called, m->name);
}

static int32_t day = DAY;

static int add_result(int player, const char *name, int64_t rank, uint64_t at)
{
    struct store_part p = {player_of(player), DAY, "temple"};
    struct store_result r = {.name = name, .rank = rank, .points = (int32_t)-rank, .at = at};
    if (player == 3) r.has_against = true, r.against = 4;
    return store_result_add(s, &p, &r);
}

static const char *results(int limit)
{
    told[0] = 0;
    ck_assert_int_eq(store_results(s, DAY, "temple", limit, say_result, &day), 0);
    return told;
}

static void join(const char *circle, int player, const char *name, uint64_t at)
{
    struct store_member m = {circle, "Friends", player_of(player), name};
    ck_assert_int_eq(store_circle_make(s, &m, at, at + 100), 0);
}

static const char *circle(const char *id)
{
    told[0] = 0;
    ck_assert_int_eq(store_circle_get(s, id, say_member, NULL), 0);
    return told;
}

START_TEST(rankings)
{
    begin(_i);
    ck_assert_int_eq(add_result(1, "late", -7, 9), 0);
    ck_assert_int_eq(add_result(2, "early", -7, 8), 0);
    ck_assert_int_eq(add_result(3, "best", -10, 9), 0);
    ck_assert_int_eq(add_result(4, "last", 2, 1), 0);
    ck_assert_int_eq(add_result(3, "again", -99, 1), 0); /* the first try counts */
    for (int i = 0; i < 2; i++) {
        ck_assert_str_eq(results(50), "best 10:4 early 7:-1 late 7:-1 last -2:-1 ");
        ck_assert_str_eq(results(2), "best 10:4 early 7:-1 ");
        commit();
    }
    join("friends", 4, "Me", 1);
    join("friends", 9, "None", 2);
    join("friends", 3, "First", 3);
    told[0] = 0;
    ck_assert_int_eq(store_results_circle(s, DAY, "temple", "friends", say_result, &day), 0);
    ck_assert_str_eq(told, "First 10:4 Me -2:-1 None - ");
    told[0] = 0;
    ck_assert_int_eq(store_results_circle(s, DAY + 1, "temple", "friends", say_result, &day), 0);
    ck_assert_int_eq((int)strlen(told), (int)strlen("First - Me - None - "));
    end();
}
END_TEST

static void take_before(void *ctx, const struct store_result *r) { *(uint64_t *)ctx = r->before; }
static void take_standing(void *ctx, const struct store_standing *v)
{
    (void)ctx;
    size_t n = strlen(told);
    snprintf(told + n, sizeof told - n, "%d %s '%s' %d %d ", (int)v->day, v->part, v->table, v->over, (int)v->before);
}
static void take_crowd(void *ctx, int32_t on, const char *part, uint64_t n)
{
    ck_assert_int_eq(on, DAY);
    ck_assert_str_eq(part, "temple");
    *(uint64_t *)ctx = n;
}

START_TEST(standings)
{
    begin(_i);
    struct store_part p = {player_of(1), DAY, "temple"}, q = {player_of(1), DAY + 2, "puzzle"};
    uint64_t n = 0, before = 9;
    char table[ID_LEN + 1] = "";
    ck_assert_int_eq(store_begun_get(s, &p, table), 0);
    ck_assert_int_eq(store_begun_add(s, &p, "abcdefghjkmn", 5), 0);
    ck_assert_int_eq(store_begun_add(s, &p, "zzzzzzzzzzzz", 5), 0);
    ck_assert_int_eq(store_begun_add(s, &q, "", 5), 0);
    ck_assert_int_eq(store_begun_get(s, &p, table), 1);
    ck_assert_str_eq(table, "abcdefghjkmn");
    ck_assert_int_eq(store_result_get(s, &p, take_before, &before), 0);
    for (int i = 0; i < 5; i++) ck_assert_int_eq(add_result(i, "x", i / 2, 5), 0);
    commit();
    ck_assert_int_eq(store_result_get(s, &p, take_before, &before), 1);
    ck_assert_uint_eq(before, 0);
    p.player = player_of(4);
    ck_assert_int_eq(store_result_get(s, &p, take_before, &before), 1);
    ck_assert_uint_eq(before, 4);
    ck_assert_int_eq(store_crowds(s, DAY - 1, DAY + 1, take_crowd, &n), 0);
    ck_assert_uint_eq(n, 5);
    told[0] = 0;
    ck_assert_int_eq(store_standings(s, player_of(1), DAY, DAY + 1, take_standing, NULL), 0);
    ck_assert_str_eq(told, "20773 temple 'abcdefghjkmn' 1 0 ");
    told[0] = 0;
    ck_assert_int_eq(store_standings(s, player_of(1), DAY + 1, DAY + 9, take_standing, NULL), 0);
    ck_assert_str_eq(told, "20775 puzzle '' 0 0 ");
    end();
}
END_TEST

/* By number: a tenth position comes behind the second. */
START_TEST(answers)
{
    begin(_i);
    for (int i = 11; i >= 0; i--) {
        told[0] = 0;
        ck_assert_int_eq(store_answer_add(s, player_of(1), DAY, i, i % 2, "c3 crop 4", 5, say_answer, NULL), 0);
        ck_assert_int_eq(atoi(told), i); /* it is among those that are told */
    }
    told[0] = 0;
    ck_assert_int_eq(store_answer_add(s, player_of(1), DAY, 3, false, "other", 5, say_answer, NULL), 0);
    ck_assert_ptr_null(strstr(told, "other"));
    ck_assert_int_eq(store_answer_add(s, player_of(1), DAY + 1, 0, true, "x", 5, say_answer, NULL), 0);
    commit();
    told[0] = 0;
    ck_assert_int_eq(store_answers(s, player_of(1), DAY, say_answer, NULL), 0);
    for (int i = 0, at = 0; i < 12; i++) {
        char one[32];
        at += snprintf(one, sizeof one, "%d%cc3 crop 4 ", i, i % 2 ? '+' : '-');
        ck_assert_int_eq(strncmp(told + at - (int)strlen(one), one, strlen(one)), 0);
    }
    end();
}
END_TEST

START_TEST(circles)
{
    begin(_i);
    int n;
    char name[128];
    join("a", 1, "Ana", 9); /* the clock may go back: who came first is the first */
    join("a", 2, "Ben", 5);
    join("b", 2, "Benno", 5);
    join("a", 3, "Cleo", 5);
    join("a", 1, "Other", 7); /* is in it already */
    commit();
    ck_assert_str_eq(circle("a"), "a/Friends:Ana a/Friends:Ben a/Friends:Cleo ");
    ck_assert_int_eq(store_circle_rename(s, "a", "Old", 200), 0);
    join("a", 4, "Dan", 5); /* does not rename it */
    ck_assert_int_eq(store_circle_leave(s, "a", player_of(3)), 1);
    ck_assert_int_eq(store_circle_leave(s, "a", player_of(3)), 0);
    told[0] = 0;
    ck_assert_int_eq(store_circles_of(s, player_of(2), say_member, NULL), 0);
    ck_assert_str_eq(told, "a/Old:Ana a/Old:Ben a/Old:Dan b/Friends:Benno ");
    ck_assert_int_eq(store_circles_count(s, player_of(2), &n, name, sizeof name), 0);
    ck_assert_int_eq(n, 2);
    ck_assert_str_eq(name, "");
    ck_assert_int_eq(store_name_set(s, player_of(2), "Benjamin"), 0);
    ck_assert_int_eq(store_circles_count(s, player_of(2), &n, name, sizeof name), 0);
    ck_assert_str_eq(name, "Benjamin");
    ck_assert_int_eq(store_circle_move(s, "a", "c"), 0);
    commit();
    ck_assert_str_eq(circle("a"), "");
    ck_assert_str_eq(circle("c"), "c/Old:Ana c/Old:Ben c/Old:Dan ");
    struct store_member late = {"a", NULL, player_of(6), "Fay"}; /* by the link of before */
    ck_assert_int_eq(store_circle_join(s, &late, 8, 108), 0);
    ck_assert_str_eq(circle("a"), "");
    late.circle = "c";
    ck_assert_int_eq(store_circle_join(s, &late, 8, 108), 1);
    ck_assert_str_eq(circle("c"), "c/Old:Ana c/Old:Ben c/Old:Dan c/Old:Fay ");
    ck_assert_int_eq(store_circle_leave(s, "b", player_of(2)), 1); /* the last one */
    join("b", 5, "Eve", 5);
    ck_assert_str_eq(circle("b"), "b/Friends:Eve ");
    ck_assert_int_eq(store_circle_leave(s, "b", player_of(5)), 1);
    struct store_member m = {"b", "New", player_of(5), "Eve"};
    ck_assert_int_eq(store_circle_make(s, &m, 1, 2), 0);
    ck_assert_str_eq(circle("b"), "b/New:Eve ");
    end();
}
END_TEST

START_TEST(a_full_circle)
{
    begin(_i);
    char players[STORE_MEMBERS + 2][PLAYER_LEN + 1], name[8];
    for (int i = 0; i < STORE_MEMBERS + 2; i++) {
        snprintf(players[i], sizeof players[0], "%032d", 100 - i);
        snprintf(name, sizeof name, "%d", i);
        struct store_member m = {"a", "Full", players[i], name};
        ck_assert_int_eq(store_circle_make(s, &m, 1, 100), 0);
    }
    commit();
    circle("a");
    ck_assert_ptr_null(strstr(told, ":50 "));
    ck_assert_ptr_nonnull(strstr(told, ":49 "));
    told[0] = 0;
    ck_assert_int_eq(store_results_circle(s, DAY, "temple", "a", say_result, &day), 0);
    ck_assert_ptr_null(strstr(told, "50 - "));
    ck_assert_int_eq(store_circle_leave(s, "a", players[0]), 1);
    ck_assert_ptr_nonnull(strstr(circle("a"), ":50 "));
    ck_assert_ptr_null(strstr(told, ":51 "));
    end();
}
END_TEST

/* Circles stay while somebody plays; days go by their date. */
START_TEST(sweeping)
{
    begin(_i);
    int n;
    join("a", 1, "Ana", 100);
    join("a", 2, "Ben", 200);
    join("b", 3, "Cleo", 100);
    ck_assert_int_eq(store_circles_keep(s, player_of(2), 250, 400), 0); /* that would be much later */
    ck_assert_int_eq(store_circles_keep(s, player_of(1), 250, 400), 0);
    add_result(1, "x", 1, 1);
    struct store_part p = {player_of(1), DAY - 1, "temple"};
    ck_assert_int_eq(store_begun_add(s, &p, "", 1), 0);
    ck_assert_int_eq(store_answer_add(s, player_of(1), DAY - 1, 0, true, "x", 1, say_answer, NULL), 0);
    commit();
    ck_assert_int_eq(store_sweep(s, &(struct store_old){.until = 350, .day = DAY}, 9, &n), 0);
    ck_assert_int_eq(n, 5); /* Ben, Cleo, her circle, what was begun, the answer */
    ck_assert_str_eq(circle("a"), "a/Friends:Ana ");
    ck_assert_str_eq(circle("b"), "");
    ck_assert_str_eq(results(9), "x -1:-1 ");
    ck_assert_int_eq(store_sweep(s, &(struct store_old){.day = DAY + 1}, 9, &n), 0);
    ck_assert_int_eq(n, 1);
    ck_assert_str_eq(results(9), "");
    commit();
    end();
}
END_TEST

/* A card goes with the last else that is kept of its player. */
START_TEST(cards)
{
    begin(_i);
    enum { GONE, NAMED, SITS, YOUNG, BEGUN, RESULT, ANSWER, MEMBER, TWO, KINDS_OF };
    struct store_row row = row_of(0);
    const char *seated[] = {player_of(SITS)};
    struct store_card card;
    uint32_t era = 0;
    uint64_t made;
    int n;
    row.seated = true, row.players = seated, row.players_n = 1;
    ck_assert_int_eq(stores_grow(s, &row, 0, 1), 0);
    ck_assert_int_eq(store_name_set(s, player_of(NAMED), "Ana"), 0);
    struct store_part p = {player_of(BEGUN), DAY, "temple"};
    ck_assert_int_eq(store_begun_add(s, &p, "", 1), 0);
    ck_assert_int_eq(add_result(RESULT, "x", 1, 1), 0);
    ck_assert_int_eq(store_answer_add(s, player_of(ANSWER), DAY, 0, true, "x", 1, say_answer, NULL), 0);
    join("c", MEMBER, "x", 1);
    char hash[KINDS_OF + 1][8];
    for (int i = 0; i <= KINDS_OF; i++) {
        snprintf(hash[i], sizeof hash[0], "h%d", i);
        ck_assert_int_eq(
            store_card_add(s, hash[i], player_of(i < TWO ? i : TWO), "sealed", i == YOUNG || i > TWO ? 9 : 1), 1);
    }
    ck_assert_int_eq(store_card_add(s, hash[0], player_of(9), "other", 1), 0);
    ck_assert_int_eq(store_epoch_end(s, player_of(GONE), &era, "", 0), 0);
    commit();
    ck_assert_int_eq(store_card_get(s, hash[0], &card), 1);
    ck_assert_str_eq(card.player, player_of(GONE));
    ck_assert_str_eq(card.sealed, "sealed");
    ck_assert_uint_eq(card.epoch, 1);
    ck_assert_int_eq(store_card_of(s, player_of(TWO), &made), 1);
    ck_assert_uint_eq(made, 9);
    ck_assert_int_eq(store_sweep(s, &(struct store_old){.names = 5}, 9, &n), 0);
    ck_assert_int_eq(n, 0);
    ck_assert_int_eq(store_sweep(s, &(struct store_old){.cards = 5}, 1, &n), 0);
    ck_assert_int_eq(n, 1);
    ck_assert_int_eq(store_sweep(s, &(struct store_old){.cards = 5}, 9, &n), 0);
    ck_assert_int_eq(n, 1); /* of GONE and the older of TWO */
    for (int i = 0; i <= KINDS_OF; i++) ck_assert_int_eq(store_card_get(s, hash[i], &card), i != GONE && i != TWO);
    ck_assert_int_eq(store_cards_drop(s, player_of(TWO)), 1);
    ck_assert_int_eq(store_cards_drop(s, player_of(TWO)), 0);
    ck_assert_int_eq(store_card_of(s, player_of(TWO), &made), 0);
    end();
}
END_TEST

/* By which request something was done once. */
START_TEST(requests)
{
    begin(_i);
    char by[ACTION_LEN + 1] = "";
    struct store_ended ended;
    uint32_t era = 0;
    uint64_t later = UINT64_C(1) << 45;
    ck_assert_int_eq(store_nonce_by(s, "word", by), 0);
    ck_assert_int_eq(store_nonce_use(s, "word", "mine", later), 1);
    ck_assert_int_eq(store_nonce_use(s, "word", "yours", later), 0);
    ck_assert_int_eq(store_epoch_end(s, player_of(1), &era, "first", later), 0);
    commit();
    ck_assert_int_eq(store_nonce_by(s, "word", by), 1);
    ck_assert_str_eq(by, "mine");
    era = 7;
    ck_assert_int_eq(store_epoch_end(s, player_of(1), &era, "second", later), -EEXIST);
    ck_assert_int_eq(store_ended_by(s, player_of(1), &ended), 0);
    ck_assert_uint_eq(ended.epoch, 1);
    ck_assert_str_eq(ended.request, "first");
    ck_assert_uint_eq(ended.until, later);
    ck_assert_int_eq(store_player_forget(s, player_of(1)), 0);
    ck_assert_int_eq(store_ended_by(s, player_of(1), &ended), 0);
    ck_assert_uint_eq(ended.epoch, 1); /* ended tokens stay ended */
    ck_assert_str_eq(ended.request, "");
    end();
}
END_TEST

START_TEST(forgetting)
{
    begin(_i);
    join("a", 1, "Ana", 1);
    join("b", 1, "Ana", 1);
    join("b", 2, "Ben", 1);
    add_result(1, "x", 1, 1);
    add_result(2, "y", 2, 1);
    ck_assert_int_eq(store_card_add(s, "h", player_of(1), "sealed", 1), 1);
    commit();
    ck_assert_int_eq(store_player_forget(s, player_of(1)), 0);
    commit();
    if (kind == SQLITE || kind == POSTGRES) { /* it is on the disk */
        store_close(s);
        s = open_kind(kind);
    }
    struct store_card card;
    ck_assert_str_eq(results(9), "y -2:-1 ");
    ck_assert_str_eq(circle("a"), "");
    join("a", 3, "Cleo", 1); /* the circle is gone, too */
    ck_assert_str_eq(circle("b"), "b/Friends:Ben ");
    ck_assert_int_eq(store_card_get(s, "h", &card), 0);
    end();
}
END_TEST

/* What is only looked for leaves no batch open, and what is added is part of the batch with a table. */
START_TEST(batches)
{
    begin(_i);
    ck_assert_int_eq(store_cards_drop(s, player_of(1)), 0);
    ck_assert(!store_pending(s));
    ck_assert_int_eq(add_result(1, "x", 1, 1), 0);
    ck_assert(store_pending(s));
    commit();
    ck_assert_int_eq(store_answer_add(s, player_of(1), DAY, 0, true, "x", 1, say_answer, NULL), 0);
    commit();
    ck_assert_int_eq(store_answer_add(s, player_of(1), DAY, 0, true, "x", 1, say_answer, NULL), 0);
    ck_assert(!store_pending(s));
    struct store_row row = row_of(0);
    ck_assert_int_eq(stores_grow(s, &row, 0, 1), 0);
    ck_assert_int_eq(add_result(2, "y", 2, 1), 0);
    store_rollback(s);
    ck_assert_str_eq(results(9), "x -1:-1 ");
    ck_assert_int_eq(store_load(s, row.id, 0, ignore_event, NULL, NULL), -ENOENT);
    row = row_of(0);
    ck_assert_int_eq(add_result(2, "y", 2, 1), 0);
    ck_assert_int_eq(stores_grow(s, &row, 0, 1), 0);
    commit();
    ck_assert_str_eq(results(9), "x -1:-1 y -2:-1 ");
    stores_expect(s, 0, 1);
    end();
}
END_TEST

/* What is looked for may have come from anybody: nothing has such a name, and the store is well. */
START_TEST(odd_names)
{
    begin(_i);
    join("a", 1, "Ana", 1);
    commit();
    static const char *const odd[] = {"\xff\xfe", "a\xc3", "", "a\xc3\xa9", "a'", "%"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        struct store_card card;
        ck_assert_str_eq(circle(odd[i]), "");
        ck_assert_int_eq(store_card_get(s, odd[i], &card), 0);
        ck_assert_int_eq(store_results_circle(s, DAY, "temple", odd[i], say_result, &day), 0);
        commit();
        ck_assert_str_eq(circle("a"), "a/Friends:Ana ");
    }
    end();
}
END_TEST

/* Two servers add the same: the first one's stays. */
START_TEST(two_servers)
{
    begin(POSTGRES);
    struct store *first = s, *other = open_postgres();
    ck_assert_int_eq(add_result(1, "one", 5, 1), 0);
    commit();
    s = other;
    ck_assert_int_eq(add_result(1, "two", 4, 1), 0);
    commit();
    ck_assert_str_eq(results(9), "one -5:-1 ");
    store_close(other);
    s = first;
    end();
}
END_TEST

int main(void)
{
    const TTest *const all[] = {rankings, standings, answers, circles,    a_full_circle, sweeping,
                                cards,    requests,  batches, forgetting, odd_names};
    TCase *c = tcase_create("store_players");
    tcase_set_timeout(c, 600);
    tcase_add_test(c, two_servers);
    return kinds_run(suite_create("store_players"), c, all, sizeof all / sizeof *all);
}
