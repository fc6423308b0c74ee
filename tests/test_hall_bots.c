/* test_hall_bots.c -- how long the bots of one table may think (server/hall_bots.c, whose inside is
 * looked at): where many sit, those that search make room for a quick one when time is up, and
 * everybody has a whole turn all the same. */
#include "../server/hall_bots.c" /* NOLINT: its static functions */

#include "tables.h"

#include <check.h>

enum { SEATS = 24, MS = 1000000 };

static struct table table;
static int calls;     /* of the searching bot */
static uint64_t each; /* ns it takes for a move, whatever its budget says */

/* A bot that has to look at something before it can stop. */
static struct thought search(const struct game *g, const struct state *view, size_t size, int seat,
                             const struct bot_budget *budget, struct rng *r, void *room)
{
    uint64_t begin = uv_hrtime();
    calls++;
    while (uv_hrtime() - begin < each) continue;
    return normal_bot.think(g, view, size, seat, budget, r, room);
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

/* All seats think, by the searching bot, with so many ns for a move. Is every turn legal? */
static void all_think(uint64_t each_ns)
{
    struct room *r = table.room;
    struct answer answer[SEATS];
    struct job j = {.game = r->set.game, .size = r->size, .sealed = r->sealed, .seed = 5, .each_ns = each_ns};
    ck_assert(r->sealed && r->seats == SEATS);
    for (int i = 0; i < SEATS; i++)
        if (room_acts(r, i)) answer[j.answers++] = (struct answer){.seat = i, .bot = &searcher};
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
    all_think(10 * MS); /* 480 ms for all: at most five of them, and the first in any case */
    ck_assert_int_ge(calls, 1);
    ck_assert_int_le(calls, 5);
}
END_TEST

START_TEST(time_enough)
{
    each = 0;
    all_think(UINT64_C(10000) * MS);
    ck_assert_int_ge(calls, SEATS); /* all by themselves */
}
END_TEST

int main(void)
{
    Suite *s = suite_create("hall_bots");
    TCase *c = tcase_create("hall_bots");
    tcase_add_checked_fixture(c, begin, end);
    tcase_add_test(c, quick_ones);
    tcase_add_test(c, time_enough);
    suite_add_tcase(s, c);
    SRunner *run = srunner_create(s);
    srunner_run_all(run, CK_ENV);
    int failed = srunner_ntests_failed(run);
    srunner_free(run);
    return failed != 0;
}
