/* test_review.c -- reviews (bots/review.h) of random matches of every game and mode, whole and broken off: luck and play add up,
 * decision by decision is the same as all at once, whatever lies in the scratch; and blunders that were planted are found.
 * Not here: that nothing hidden gets into them (test_secrets.c); the command and WebAssembly (test_arena.py, wasm/lab.test.mjs); how true
 * they are (bench/bench_review.c). */
#include "../../bots/bot.h"
#include "../../bots/review.h"
#include "../kit/playing.h"

#include <check.h>

enum { TEXT = 4 << 20, FEW = 2 }; /* playouts of master */

static struct head head;
static struct position pos;
static struct review_event event[HISTORY];
static uint32_t events;
static struct review review, other;
static _Alignas(STATE_ALIGN) uint8_t scratch[REVIEW_SCRATCH], other_scratch[REVIEW_SCRATCH];

static void keep(void *ctx, const struct state *s, Move m)
{
    (void)ctx, (void)s;
    event[events++] = (struct review_event){m, NATURE, 0};
}

static void act(struct state *s, int seat, Move m)
{
    event[events++] = (struct review_event){m, seat, 0};
    head.game->apply(s, seat, m);
    match_settle(head.game, s, keep, NULL);
}

static void draw(struct state *s, struct rng *r)
{
    Move m[MAX_LINE_MOVES];
    int n = head.game->draw(s, r, m);
    for (int i = 0; i < n; i++) {
        event[events++] = (struct review_event){m[i], NATURE, 0};
        head.game->apply(s, NATURE, m[i]);
    }
    match_settle(head.game, s, keep, NULL);
}

/* Random moves, so many of players or to the end. */
static void play(int actions, struct rng *r)
{
    struct state *s = position_state(&pos);
    events = 0;
    head.game->start(s, &head.setup);
    match_settle(head.game, s, keep, NULL);
    while (s->phase != PHASE_OVER) {
        if (s->phase == PHASE_CHANCE) {
            draw(s, r);
            continue;
        }
        if (actions-- <= 0) return;
        int seat = random_seat(s->acting, s->players, r);
        act(s, seat, head.game->nth(s, seat, rng_below(r, head.game->legal(s, seat, NULL))));
    }
}

static struct review_task task(int seat) { return (struct review_task){&head, event, events, seat, 7, FEW}; }

/* ---- laws ---- */

/* A whole review as text, and that its parts add up. */
static void review_whole(int seat, struct out *o)
{
    struct review_task what = task(seat);
    int32_t play_sum = 0, last = 0;
    review_begin(&review, &what, scratch);
    review_show_head(&review, o);
    while (review_step(&review)) {
        const struct review_decision *d = &review.decision;
        review_show_decision(&review, o);
        ck_assert((int32_t)d->step >= last && d->last > d->step);
        ck_assert(d->noise >= 0 && (d->mark == REVIEW_FINE || d->lost > d->noise));
        ck_assert(!d->same || d->lost == 0);
        if (d->whose == seat) play_sum -= d->lost;
        last = (int32_t)d->last;
    }
    review_show_end(&review, o);
    ck_assert_uint_eq(review.done, review.all);
    ck_assert_int_eq(review.play, play_sum);
    ck_assert_int_eq(review.luck + review.play, review.result - review.expectation);
    if (review.over) ck_assert_int_eq(review.result, judge_result(head.game, position_state(&pos), seat));
    ck_assert(o->len <= o->size);
}

/* The same by another review that others work in the scratch of in between. */
static void review_again(int seat, struct out *o)
{
    struct review_task what = task(seat);
    memset(other_scratch, 0xA5, sizeof other_scratch);
    review_begin(&other, &what, other_scratch);
    review_show_head(&other, o);
    while (review_step(&other)) {
        review_show_decision(&other, o);
        memset(other_scratch, (int)other.done, sizeof other_scratch);
    }
    review_show_end(&other, o);
}

static void check_match(int seat)
{
    static struct out a, b;
    out_reset(&a, TEXT), out_reset(&b, TEXT);
    review_whole(seat, &a);
    review_again(seat, &b);
    ck_assert_uint_eq(a.len, b.len);
    ck_assert(memcmp(a.p, b.p, a.len) == 0);
}

static const char *const reviewed[] = {"temple", "valley", "tiwanaku"};
static const int whole[] = {1 << 20, 24, 10}; /* actions of the longer matches */
static const int64_t planted[] = {250, 350};  /* hundredths that a blunder costs at least */

START_TEST(random_matches)
{
    const struct game *g = game_find(reviewed[_i], strlen(reviewed[_i]));
    struct rng r = rng_fork(21, (uint64_t)_i);
    for (int mode = 0; g->modes[mode].name; mode++) {
        int players = g->modes[mode].min;
        random_setup(&head, g, mode, players, &r);
        play(whole[_i], &r);
        check_match((int)rng_below(&r, (uint32_t)players));
        random_setup(&head, g, mode, players, &r);
        play((int)rng_below(&r, 8), &r);
        check_match((int)rng_below(&r, (uint32_t)players));
    }
}
END_TEST

/* The group has one result (COO-1): reviews of all its seats agree on it. */
START_TEST(group_result)
{
    struct rng r = rng_fork(22, 0);
    const struct game *g = game_find("tiwanaku", 8);
    int mode = 0;
    while (strcmp(g->modes[mode].name, "coop-normal") != 0) mode++;
    random_setup(&head, g, mode, 2, &r);
    play(1 << 20, &r);
    ck_assert_int_eq(judge_result(g, position_state(&pos), 0), judge_result(g, position_state(&pos), 1));
}
END_TEST

/* ---- planted blunders ---- */

/* By many playouts with other chance, in hundredths. */
static int64_t loss_by_many(void)
{
    enum { EACH = 500, TIMES = 1 };
    static struct judge_answer a;
    const struct review_decision *d = &review.decision;
    int64_t sum = 0;
    for (uint64_t k = 0; k < TIMES; k++) {
        struct judge_question q = {.game = head.game,
                                   .view = position_state(&review.view),
                                   .size = review.size,
                                   .way = {{d->best.move, d->best.moves}, {d->made.move, d->made.moves}},
                                   .ways = 2,
                                   .playouts = EACH,
                                   .seed = 1000 + k};
        judge_ways(&q, scratch, &a);
        for (int i = 0; i < EACH; i++) sum += a.result[0][i] - a.result[1][i];
    }
    return sum / EACH / TIMES;
}

/* Games of `casual` alone on side a; whenever it is worth a try the round ends with anything at random, and the review of that is
 * looked at. */
START_TEST(planted_blunders)
{
    const struct game *g = game_find(reviewed[_i], strlen(reviewed[_i]));
    struct rng r = rng_fork(23, (uint64_t)_i);
    static struct position before;
    int blunders = 0;
    random_setup(&head, g, 1, 1, &r);
    ck_assert(g->board->builtin(&head.setup.board, g->name, "a", 1));
    struct state *s = position_state(&pos);
    for (int games_left = 2; games_left-- > 0 && blunders < 2;) {
        events = 0;
        g->start(s, &head.setup);
        while (s->phase != PHASE_OVER && blunders < 2) {
            static const struct bot_budget few = {.playouts = FEW};
            if (s->phase == PHASE_CHANCE) draw(s, &r);
            memcpy(&before, &pos, sizeof pos);
            uint32_t from = events;
            while (seats_any(s->acting)) act(s, 0, g->nth(s, 0, rng_below(&r, g->legal(s, 0, NULL))));
            struct review_task what = {&head, event, events, 0, 7, 0};
            review_begin(&review, &what, scratch);
            for (uint32_t k = 0; k + 1 < review.all; k++) review_skip(&review);
            if (review_step(&review) && !review.decision.same && loss_by_many() >= planted[_i]) {
                ck_assert_int_ne(review.decision.mark, REVIEW_FINE);
                blunders++;
            }
            events = from;
            memcpy(&pos, &before, sizeof pos);
            while (seats_any(s->acting))
                act(s, 0, bot_think(&normal_bot, g, s, g->size(&head.setup), 0, &few, &r, scratch).move);
        }
    }
    ck_assert_int_gt(blunders, 0);
}
END_TEST

/* ---- what may be chance ---- */

/* Games of Tiwanaku between careless players. Some decisions seem to cost as much as what is marked, and may cost nothing: they
 * are not marked, not even those of which master's own playouts think the same. */
START_TEST(inside_the_noise)
{
    enum { INACCURACY = 150 }; /* hundredths (docs/review.md) */
    const struct game *g = game_find("tiwanaku", 8);
    struct rng r = rng_fork(24, 0);
    int doubtful = 0, marked = 0;
    for (int k = 0; k < 3; k++) {
        random_setup(&head, g, 0, 2, &r);
        play(60, &r);
        struct review_task what = task(0);
        review_begin(&review, &what, scratch);
        while (review_step(&review)) {
            const struct review_decision *d = &review.decision;
            marked += d->mark != REVIEW_FINE;
            if (d->lost < INACCURACY || d->lost > d->noise) continue;
            ck_assert_int_eq(d->mark, REVIEW_FINE);
            doubtful++;
        }
    }
    ck_assert_int_gt(doubtful, 1);
    ck_assert_int_gt(marked, 0);
}
END_TEST

/* ---- turns without use ---- */

enum { STALL = IDLE_SOLO, SHORT = 4 };

/* An empty move of a pawn, if one could find something instead. */
static Move to_and_fro(const struct tiwanaku *t)
{
    static Move m[1024];
    Move empty = NO_MOVE;
    bool could = false;
    uint32_t n = tiwanaku_game.legal(&t->head, 0, m);
    for (uint32_t k = 0; t->step == STEP_ACT && k < n; k++) {
        unsigned to = tiw_to(m[k]);
        if (tiw_verb(m[k]) != MOVE) continue;
        if (!(t->placed & bit(to))) could = true;
        else if (t->planted & bit(to) || (t->mode == SOLO_EASY && !tile_colour(t->tile[to] - 1u))) empty = m[k];
    }
    return could ? empty : NO_MOVE;
}

/* Master alone on a tiny map; from the tenth action on, as soon as he can, he goes to and fro for so many turns. How many there were;
 * at: the event of each. */
static int play_alone(const char *mode, uint64_t number, int turns, uint32_t at[])
{
    struct rng r = rng_fork(25, number);
    struct state *s = position_state(&pos);
    int made = 0, actions = 0;
    memset(&head, 0, sizeof head);
    head.game = &tiwanaku_game;
    head.kind = &scenario_kind;
    while (strcmp(tiwanaku_game.modes[head.setup.mode].name, mode) != 0) head.setup.mode++;
    head.setup.players = 1;
    setup_new(&head.setup, &tiwanaku_game);
    scenario_make(scenario_in(&head.setup.board), 5, (enum grade)(number % GRADES), number);
    events = 0;
    tiwanaku_game.start(s, &head.setup);
    match_settle(&tiwanaku_game, s, keep, NULL);
    while (s->phase != PHASE_OVER) {
        static const struct bot_budget few = {.playouts = 60};
        if (s->phase == PHASE_CHANCE) {
            draw(s, &r);
            continue;
        }
        bool waits = ++actions >= 10 && made < turns;
        Move m = waits ? to_and_fro((const struct tiwanaku *)(const void *)s) : NO_MOVE;
        if (m != NO_MOVE) at[made++] = events;
        else
            m = bot_think(&level_bots[LEVEL_MASTER], &tiwanaku_game, s, tiwanaku_game.size(&head.setup), 0, &few, &r,
                          scratch)
                    .move;
        act(s, 0, m);
    }
    return made;
}

static const char *const alone[] = {"solo-easy", "solo-hard"};

/* Who goes to and fro until the exploring ends (SOL-11) has lost that by play: the last of these turns is a blunder, and costs all that was
 * to be expected before it. */
START_TEST(stalling_is_play)
{
    int stalls = 0;
    int64_t left = 0; /* hundredths that nobody answers for */
    for (uint64_t k = 0; k < 3; k++) {
        uint32_t at[STALL];
        play_alone(alone[_i], k, STALL, at);
        struct review_task what = {&head, event, events, 0, 7, 0};
        review_begin(&review, &what, scratch);
        while (review_step(&review)) {
            const struct review_decision *d = &review.decision;
            const struct tiwanaku *t = (const struct tiwanaku *)(const void *)&review.view;
            if (t->step != STEP_ACT || t->idle + 1 < IDLE_SOLO) continue;
            ck_assert_int_eq(d->mark, REVIEW_BLUNDER);
            left += d->value - d->lost - review.result;
            stalls++;
        }
    }
    ck_assert_int_gt(stalls, 1);
    ck_assert_int_lt(left / stalls, 700);
    ck_assert_int_gt(left / stalls, -700);
}
END_TEST

/* Master goes to and fro for a few turns only, and wins what is to be won afterwards: that was expected of him, and is no luck. Nor are these
 * turns to his credit. */
START_TEST(waiting_is_no_luck)
{
    int played = 0;
    int64_t luck = 0, lost = 0;
    for (uint64_t k = 0; k < 20; k++) {
        uint32_t at[SHORT];
        int made = play_alone(alone[k % 2], k / 2, SHORT, at);
        struct review_task what = {&head, event, events, 0, 7, 0};
        if (!made) continue;
        review_begin(&review, &what, scratch);
        while (review_step(&review))
            for (int i = 0; i < made; i++)
                if (at[i] == review.at - 1) lost += review.decision.lost;
        played++, luck += review.luck;
    }
    ck_assert_int_gt(played, 15);
    ck_assert_int_gt(lost, 0);
    ck_assert_int_lt(luck / played, 400);
    ck_assert_int_gt(luck / played, -400);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("review");
    TCase *c = tcase_create("reviews");
    tcase_add_test(c, group_result);
    tcase_add_loop_test(c, planted_blunders, 0, 2);
    tcase_add_loop_test(c, random_matches, 0, 3);
    tcase_add_test(c, inside_the_noise);
    suite_add_tcase(suite, c);
    c = tcase_create("alone");
    tcase_add_loop_test(c, stalling_is_play, 0, 2);
    tcase_add_test(c, waiting_is_no_luck);
    suite_add_tcase(suite, c);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
