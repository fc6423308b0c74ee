/* test_hall_bots.c -- how long the bots of one table may think, and whose think next (server/hall/hall_bots.c,
 * whose inside is looked at): where many sit or wait, those that search make room for a quick one when
 * time is up, and everybody has a whole turn all the same; nobody waits for all tables of others. */
#include "../../../server/hall/hall_bots.c" /* NOLINT: its static functions */

#include "../../kit/tables.h"

#include <check.h>
#include <stdio.h>

enum { SEATS = 24, MS = 1000000 };

static struct table table;
static int calls;     /* of the searching bot */
static uint64_t each; /* ns it takes for a move, whatever its budget says */

/* A bot that has to look at something before it can stop. */
static struct thought search(const struct game *g, const struct state *view, size_t size, int seat,
                             const struct bot_budget *budget, struct rng *r, void *scratch)
{
    uint64_t begin = uv_hrtime();
    calls++;
    while (uv_hrtime() - begin < each) continue;
    return normal_bot.think(g, view, size, seat, budget, r, scratch);
}

static const struct bot searcher = {.name = "searcher", .about = "slow", .think = search};

static void begin(void)
{
    struct settings s;
    struct rng r = {7};
    table_open(&table);
    settings_for(&s, games[0], 0, SEATS, &r);
    table_fill(&table, &s, &r);
    settings_drop(&s);
    table_start(&table);
    while (table.room->now->phase == PHASE_CHANCE) table_draw(&table);
    calls = 0;
}

static void end(void) { table_close(&table); }

/* All seats think, by the searching bot, with so many ns for all, after waiting for so long. Is every turn legal? */
static void all_think(uint64_t ns, uint64_t waited)
{
    struct room *r = table.room;
    struct answer answer[SEATS];
    struct bot_job j = {.game = r->set.game, .size = r->size, .sealed = r->sealed, .seed = 5, .ns = ns, .full_ns = ns};
    j.since = uv_hrtime() - waited;
    ck_assert(r->sealed && r->seats == SEATS);
    for (int i = 0; i < SEATS; i++)
        if (room_acts(r, i)) answer[j.answers++] = (struct answer){.seat = i, .bot = &searcher, .quick = &normal_bot};
    ck_assert_int_eq(j.answers, SEATS);
    j.work.data = &j;
    j.answer = answer;
    j.state = must(aligned_alloc(STATE_ALIGN, r->size));
    memcpy(j.state, r->now, r->size);
    think(&j.work);
    for (int i = 0; i < SEATS; i++) {
        ck_assert(!seats_has(j.state->acting, i));
        ck_assert_ptr_null(room_may_move(r, i, answer[i].lines, answer[i].n, false));
        free(answer[i].lines);
    }
    free(j.state);
}

START_TEST(quick_ones)
{
    each = 100 * MS;
    all_think(240 * MS, 0); /* twice that for all: at most five of them, and the first in any case */
    ck_assert_int_ge(calls, 1);
    ck_assert_int_le(calls, 5);
}
END_TEST

START_TEST(time_enough)
{
    each = 0;
    all_think(UINT64_C(240000) * MS, 0);
    ck_assert_int_ge(calls, SEATS); /* all by themselves */
}
END_TEST

START_TEST(waited_too_long)
{
    each = 0;
    all_think(240 * MS, 240 * MS); /* no time is left */
    ck_assert_int_eq(calls, 0);
}
END_TEST

START_TEST(who_is_quick)
{
    for (int i = 0; bots[i]; i++) {
        bool searches = false;
        for (int k = LEVEL_CASUAL + 1; k < LEVELS; k++) searches |= bots[i] == &level_bots[k];
        ck_assert_ptr_eq(quick_one(bots[i]), searches ? &normal_bot : NULL);
    }
}
END_TEST

/* ---- whose turn it is ---- */

enum { OWNERS = 60, JOBS = 5 * OWNERS, WORKERS = 2, THINK = 1000 };

static struct hall hall;
static struct room rooms[JOBS];
static struct room_keeper keepers[JOBS];
static struct bot_job jobs[JOBS];
static struct guest somebody;
static int rooms_n;

static void open_hall(void)
{
    memset(&hall, 0, sizeof hall);
    memset(jobs, 0, sizeof jobs);
    hall.workers = WORKERS;
    rooms_n = 0;
}

/* All jobs are done, and no owner is remembered. */
static void close_hall(void)
{
    ck_assert_int_eq(hall.waiting, 0);
    ck_assert_int_eq(hall.working, 0);
    ck_assert_ptr_null(hall.thinkers);
}

/* A job of that owner's waits: its number. */
static int wait_for(int owner, bool looked_at)
{
    int k = rooms_n++;
    struct room *r = &rooms[k];
    snprintf(r->owner, sizeof r->owner, "%032d", owner);
    keepers[k].guests = looked_at ? &somebody : NULL;
    r->keeper = &keepers[k];
    jobs[k] = (struct bot_job){.room = r, .full_ns = UINT64_C(1000000) * THINK};
    wait_in_line(&hall, &jobs[k]);
    jobs[k].since = (uint64_t)k; /* clocks may stand still between two of them */
    return k;
}

/* The next one is begun: its number. */
static int begin_next(void)
{
    struct bot_job *j = pick(&hall);
    give_time(&hall, j);
    return (int)(j - jobs);
}

static void end_job(int k)
{
    jobs[k].took = jobs[k].ns;
    settle_account(&hall, &jobs[k]);
}

/* So many go by, one after the other: after how many that one was begun, -1: not at all. */
static int go_on(int n, int wanted)
{
    int at = -1;
    for (int i = 0; i < n; i++) {
        int k = begin_next();
        if (k == wanted) at = i;
        end_job(k);
    }
    return at;
}

START_TEST(crowd_of_owners)
{
    for (int i = 0; i < 4 * OWNERS; i++) wait_for(i % OWNERS, true);
    for (int visit = 0; visit < 3; visit++) { /* who comes now and then does not wait for the crowd */
        go_on(OWNERS, -1);
        int at = go_on(2, wait_for(OWNERS, true));
        ck_assert_int_ge(at, 0); /* one may be the oldest of all */
    }
    go_on(hall.waiting, -1);
}
END_TEST

START_TEST(many_tables_of_one)
{
    for (int i = 0; i < OWNERS; i++) wait_for(0, true);
    go_on(5, -1);
    for (int visit = 0; visit < 3; visit++) {
        int at = go_on(2, wait_for(1, false));
        ck_assert_int_ge(at, 0);
        go_on(3, -1);
    }
    go_on(hall.waiting, -1);
}
END_TEST

/* Who has begun much at once pays for it at once. */
START_TEST(turn_by_turn)
{
    int begun[2] = {0}, k[8];
    for (int i = 0; i < 8; i++) wait_for(0, true);
    for (int i = 0; i < 8; i++) wait_for(1, true);
    for (int i = 0; i < 8; i++) begun[(k[i] = begin_next()) >= 8]++;
    ck_assert_int_ge(begun[1], 3); /* two of eight are the oldest of all */
    for (int i = 0; i < 8; i++) end_job(k[i]);
    go_on(hall.waiting, -1);
}
END_TEST

/* Nobody saves up turns by not having any. */
START_TEST(nothing_saved)
{
    int begun = 0;
    for (int i = 0; i < 40; i++) wait_for(0, true);
    go_on(8, -1);
    for (int i = 0; i < 40; i++) wait_for(1, true);
    for (int i = 0; i < 20; i++) {
        int k = begin_next();
        begun += k < 40;
        end_job(k);
    }
    ck_assert_int_ge(begun, 8); /* five are the oldest of all */
    ck_assert_int_le(begun, 12);
    go_on(hall.waiting, -1);
}
END_TEST

START_TEST(looked_at_first)
{
    for (int i = 0; i < 20; i++) wait_for(0, i >= 10);
    int seen = 0;
    for (int i = 0; i < 12; i++) {
        int k = begin_next();
        seen += k >= 10;
        if (i % OLDEST == OLDEST - 1) ck_assert_int_eq(k, i / OLDEST); /* each fourth time the oldest */
        end_job(k);
    }
    ck_assert_int_eq(seen, 9);
    go_on(hall.waiting, -1);
}
END_TEST

START_TEST(less_time)
{
    wait_for(0, true);
    int k = begin_next();
    ck_assert_uint_eq(jobs[k].ns, jobs[k].full_ns); /* nobody waits */
    end_job(k);
    ck_assert_uint_eq(hall.metrics.bots_short, 0);
    for (int i = 0; i < OWNERS; i++) wait_for(i, true);
    uint64_t before = 0;
    while (hall.waiting) { /* all that wait are through in time, though each takes twice its own */
        k = begin_next();
        ck_assert_uint_le(2 * jobs[k].ns * (uint64_t)hall.waiting, jobs[k].full_ns * WORKERS / 2);
        ck_assert_uint_ge(jobs[k].ns, before);
        before = jobs[k].ns;
        end_job(k);
    }
    ck_assert_uint_ge(hall.metrics.bots_short, OWNERS / 2);
    ck_assert_uint_eq(hall.metrics.bots.count, OWNERS + 1);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("hall_bots");
    TCase *c = tcase_create("hall_bots");
    tcase_add_checked_fixture(c, begin, end);
    tcase_add_test(c, quick_ones);
    tcase_add_test(c, time_enough);
    tcase_add_test(c, waited_too_long);
    tcase_add_test(c, who_is_quick);
    suite_add_tcase(s, c);
    TCase *queue = tcase_create("queue");
    tcase_add_checked_fixture(queue, open_hall, close_hall);
    tcase_add_test(queue, crowd_of_owners);
    tcase_add_test(queue, many_tables_of_one);
    tcase_add_test(queue, turn_by_turn);
    tcase_add_test(queue, nothing_saved);
    tcase_add_test(queue, looked_at_first);
    tcase_add_test(queue, less_time);
    suite_add_tcase(s, queue);
    SRunner *run = srunner_create(s);
    srunner_run_all(run, CK_ENV);
    int failed = srunner_ntests_failed(run);
    srunner_free(run);
    return failed != 0;
}
