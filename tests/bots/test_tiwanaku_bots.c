/* test_tiwanaku_bots.c -- the levels of Tiwanaku (bots/tiwanaku_think.h) in all modes, at
 * positions of games between careless players: what they do is legal, the same again, decided
 * by the view alone and within the scratch; a search ends when it is told to; master names what
 * is certain; and the reasons are true. Its argument: games for each mode. Everything follows
 * from fixed seeds. Not here: how well they play (bench/strength). */
#include "../../bots/bot.h"
#include "../../bots/tiwanaku_know.h"
#include "../../bots/why.h"
#include "../../games/tiwanaku_hint.h"
#include "../kit/playing.h"

#include <check.h>

static const struct {
    const char *mode;
    int players;
} tables[] = {
    {"competitive", 2}, {"competitive", 3}, {"competitive", 4}, {"solo-easy", 1},
    {"solo-hard", 1},   {"coop-easy", 2},   {"coop-easy", 4},   {"coop-normal", 2},
    {"coop-normal", 3}, {"coop-expert", 2}, {"coop-expert", 4},
};
enum { TABLES = sizeof tables / sizeof *tables, TAIL = 4096, PLAYOUTS = 16, HINT = 20000 };

static const struct bot_budget little = {.playouts = PLAYOUTS};

static int games_each = 2;
static struct head head;
static struct position pos, view_pos, view_copy, twin_pos;
static void *scratch;    /* of exactly THINK_SCRATCH bytes, so that a sanitizer sees every step beyond */
static uint8_t *guarded; /* ... and TAIL more, whose bytes are looked at */
static void *hint_scratch;
static struct hint hint;
static struct know know;
static long seen[WHYS]; /* reasons, over one test */

static struct state *now(void) { return position_state(&pos); }
static const struct tiwanaku *view(void) { return (const struct tiwanaku *)(const void *)&view_pos; }
static const struct tiwanaku *truth(void) { return (const struct tiwanaku *)(const void *)&pos; }

static void rooms(void)
{
    memset(seen, 0, sizeof seen);
    if (scratch) return;
    scratch = aligned_alloc(STATE_ALIGN, THINK_SCRATCH);
    guarded = aligned_alloc(STATE_ALIGN, THINK_SCRATCH + TAIL);
    hint_scratch = aligned_alloc(STATE_ALIGN, HINT_SCRATCH);
    need(scratch && guarded && hint_scratch, "no memory");
    memset(scratch, 0, THINK_SCRATCH);
    memset(guarded, 0xA5, THINK_SCRATCH + TAIL);
}

static struct thought think(const struct bot *b, int seat, const struct bot_budget *budget, struct rng *r, void *where)
{
    return b->think(&tiwanaku_game, position_state(&view_pos), tiwanaku_game.size(&head.setup), seat, budget, r, where);
}

static bool same_thought(const struct thought *a, const struct thought *b)
{
    return a->move == b->move && a->why == b->why && a->number == b->number && a->spaces == b->spaces;
}

/* ---- what is asked at a position ---- */

/* Again in another scratch; nothing else was written. */
static void check_again(const struct bot *b, int seat, struct rng before, const struct rng *after,
                        const struct thought *th)
{
    struct thought again = think(b, seat, &little, &before, guarded);
    ck_assert_msg(same_thought(th, &again), "%s: another thought in another scratch", b->name);
    ck_assert_uint_eq(before.x, after->x);
    for (int i = 0; i < TAIL; i++) ck_assert_uint_eq(guarded[THINK_SCRATCH + i], 0xA5);
    ck_assert_mem_eq(&view_pos, &view_copy, tiwanaku_game.size(&head.setup));
}

/* From a full state in which other things are hidden. */
static void check_twin(const struct bot *b, int seat, struct rng before, const struct thought *th, struct rng r)
{
    static void *whole;
    size_t size = tiwanaku_game.size(&head.setup);
    struct state *twin = position_state(&twin_pos);
    if (!whole) need((whole = aligned_alloc(STATE_ALIGN, BOT_SCRATCH)) != NULL, "no memory");
    if (!can_imagine(&tiwanaku_game, position_state(&view_pos), r)) return;
    memcpy(twin, &view_pos, size);
    tiwanaku_game.imagine(twin, seat, &r);
    struct thought again = bot_think(b, &tiwanaku_game, twin, size, seat, &little, &before, whole);
    ck_assert_msg(same_thought(th, &again), "%s thinks otherwise when other things are hidden", b->name);
}

struct stopper {
    int calls, until;
};

static bool stop(void *ctx)
{
    struct stopper *s = ctx;
    return ++s->calls >= s->until;
}

/* Stopped at the first question or a later one. Returns how often it was asked. */
static int check_stop(const struct bot *b, int seat, struct rng r, int until)
{
    struct stopper s = {0, until};
    struct bot_budget long_one = {.playouts = 50000000, .stop = stop, .ctx = &s};
    Move m = think(b, seat, &long_one, &r, scratch).move;
    ck_assert_ptr_null(tiwanaku_game.objection(now(), seat, m));
    ck_assert_msg(s.calls <= until, "%s asks again after it was stopped", b->name);
    return s.calls;
}

/* Never stopped: asked no more often than there are playouts. */
static void check_budget(const struct bot *b, int seat, struct rng r, Move want)
{
    struct stopper s = {0, INT32_MAX};
    struct bot_budget asked = {.playouts = PLAYOUTS, .stop = stop, .ctx = &s};
    ck_assert_uint_eq(think(b, seat, &asked, &r, scratch).move, want);
    ck_assert_int_le(s.calls, PLAYOUTS);
}

/* A divination: certain if it is said to be, and never against what is certain. */
static void check_divine(const struct bot *b, int seat, const struct thought *th, struct rng own)
{
    struct rng r = {1};
    unsigned space = tiw_from(th->move), crop = tiw_a(th->move);
    bool sure = th->why == WHY_CERTAIN;
    ck_assert(sure || th->why == WHY_LIKELY);
    ck_assert_uint_eq(th->spaces, bit(space));
    ck_assert_int_ge(th->number, 0);
    ck_assert_int_le(th->number, 100);
    if (sure) ck_assert_int_eq(th->number, (int)crop);
    if (sure) ck_assert_msg(truth()->crop[space] == crop, "%s is sure, and wrong", b->name);
    struct worlds_means means = {&r, HINT, hint_scratch, HINT_SCRATCH};
    hint_take(&hint, view(), seat, false, &means);
    bool certain = (hint.certain | hint.fair) >> space & 1;
    if (b == &level_bots[LEVEL_MASTER] && certain)
        ck_assert_msg(hint.crop[space] == crop, "master names %u, but %u is certain", crop, hint.crop[space]);
    if (!hint.chances.exact) return;
    if (sure) ck_assert_msg(certain, "%s is sure, but other maps fit", b->name);
    if (b != &level_bots[LEVEL_MASTER] || sure) return;
    double percent = 100.0 * hint.chances.crop[space][crop] / POSTERIOR_WHOLE;
    know_take(&know, view(), false, &own, scratch);
    if (!know.exact) return; /* it does not count as far as the hint does */
    ck_assert_msg(!certain, "master calls likely what is certain");
    ck_assert_double_eq_tol(th->number, percent, 1.5);
}

/* Where the pawns can find something, or divine: spaces. */
static uint64_t gains(const struct tiwanaku *t, int seat)
{
    static Move m[1024];
    uint64_t found = 0;
    uint32_t n = tiwanaku_game.legal(&t->head, seat, m);
    for (uint32_t k = 0; k < n; k++) {
        unsigned verb = tiw_verb(m[k]);
        if (verb == DIVINE) found |= bit(tiw_from(m[k]));
        else if ((verb == ENTER || verb == MOVE) && !(t->placed >> tiw_to(m[k]) & 1)) found |= bit(tiw_to(m[k]));
    }
    return found;
}

/* Reasons of a turn that finds nothing, of one who is alone. */
static void check_empty(const struct thought *th)
{
    static struct position after;
    struct tiwanaku *t = (struct tiwanaku *)(void *)&after;
    uint64_t before = gains(view(), 0);
    ck_assert(tiw_solo(view()) && view()->placed >> tiw_to(th->move) & 1);
    if (th->why == WHY_STUCK) {
        ck_assert_uint_eq(before, 0);
        ck_assert_int_eq(th->number, IDLE_SOLO - view()->idle);
        return;
    }
    memcpy(&after, &view_pos, sizeof after);
    tiwanaku_game.apply(&t->head, 0, th->move);
    if (t->step == STEP_OFFER) tiwanaku_game.apply(&t->head, 0, END);
    ck_assert_int_eq(t->idle, view()->idle + 1);
    if (th->why == WHY_REACH) ck_assert(th->spaces && !(th->spaces & (before | ~gains(t, 0))));
    else ck_assert(th->spaces == bit(tiw_from(th->move)) && tiw_diviners(view(), 0) & th->spaces);
}

static void check_reason(const struct bot *b, int seat, const struct thought *th, struct rng own)
{
    unsigned verb = tiw_verb(th->move), to = tiw_to(th->move);
    ck_assert_uint_lt(th->why, WHYS);
    ck_assert_ptr_nonnull(why_table[th->why].key);
    ck_assert_uint_eq(th->spaces & ~tiw_all(view()), 0);
    seen[th->why]++;
    if (verb == DIVINE) check_divine(b, seat, th, own);
    else ck_assert(th->why != WHY_CERTAIN && th->why != WHY_LIKELY);
    switch (th->why) {
    case WHY_STONE:
        ck_assert(!(view()->placed >> to & 1));
        ck_assert(th->number >= 0 && th->number <= 40);
        break;
    case WHY_CLAIM: ck_assert((view()->placed & ~view()->planted) >> to & 1); break;
    case WHY_WAIT: ck_assert(view()->planted >> to & 1); break;
    case WHY_OFFER:
        ck_assert_uint_eq(verb, OFFER);
        ck_assert_msg(th->number >= (b == &level_bots[LEVEL_MASTER]), "%s offers for %d", b->name, th->number);
        break;
    case WHY_KEEP: ck_assert(verb == END); break;
    case WHY_QUIET: ck_assert(verb == CHOOSE || verb == NEXT); break;
    case WHY_REACH:
    case WHY_UNSURE:
    case WHY_STUCK: check_empty(th); break;
    default: break;
    }
    if (th->why == WHY_STONE || th->why == WHY_CLAIM || th->why == WHY_WAIT) {
        ck_assert(verb == ENTER || verb == MOVE);
        ck_assert_uint_eq(th->spaces, bit(to));
    }
}

/* ---- games ---- */

typedef void visitor(int seat, struct rng r);

static Move careless(int seat, struct rng *r)
{
    const struct bot *b = one_in(r, 2) ? &random_bot : &level_bots[LEVEL_CASUAL];
    return think(b, seat, &little, r, scratch).move;
}

static void look(int seat)
{
    memset(&view_pos, 0, sizeof view_pos);
    memcpy(&view_pos, &pos, tiwanaku_game.size(&head.setup));
    tiwanaku_game.redact(position_state(&view_pos), seat);
    view_copy = view_pos;
}

/* Plays a game; visits one in so many decisions. */
static void play(int table, int number, uint32_t every, visitor *visit)
{
    struct rng r = rng_fork((uint64_t)table + 1, (uint64_t)number);
    int mode = 0;
    while (strcmp(tiwanaku_game.modes[mode].name, tables[table].mode) != 0) mode++;
    random_setup(&head, &tiwanaku_game, mode, tables[table].players, &r);
    tiwanaku_game.start(now(), &head.setup);
    while (now()->phase != PHASE_OVER) {
        Move m[MAX_LINE_MOVES];
        if (now()->phase == PHASE_CHANCE) {
            int n = tiwanaku_game.draw(now(), &r, m);
            for (int i = 0; i < n; i++) tiwanaku_game.apply(now(), NATURE, m[i]);
        } else {
            int seat = 0;
            while (!seats_has(now()->acting, seat)) seat++;
            look(seat);
            if (one_in(&r, every)) visit(seat, (struct rng){rng_next(&r)});
            tiwanaku_game.apply(now(), seat, careless(seat, &r));
        }
        match_settle(&tiwanaku_game, now(), NULL, NULL);
    }
}

static void visit_all(int seat, struct rng r)
{
    for (int k = 0; k < LEVELS; k++) {
        struct rng before = rng_fork(r.x, (uint64_t)k), after = before;
        struct thought th = think(&level_bots[k], seat, &little, &after, scratch);
        const char *why = tiwanaku_game.objection(now(), seat, th.move);
        ck_assert_msg(!why, "%s: %s", level_bots[k].name, why);
        check_reason(&level_bots[k], seat, &th, before);
        check_again(&level_bots[k], seat, before, &after, &th);
        check_twin(&level_bots[k], seat, before, &th, r);
    }
}

START_TEST(test_thoughts)
{
    rooms();
    for (int i = 0; i < games_each; i++) play(_i, i, 14, visit_all);
    long all = 0;
    for (int w = 0; w < WHYS; w++) all += seen[w];
    if (games_each < 2) return; /* too few to say */
    ck_assert_int_ge(all, 3);
    ck_assert_int_gt(seen[WHY_STONE], 0);
}
END_TEST

/* Most positions are reached with little known; here divinations are looked at alone. */
static void visit_divine(int seat, struct rng r)
{
    if (view()->step != STEP_ACT && view()->step != STEP_DIVINE && view()->step != STEP_FINAL) return;
    struct rng before = r;
    struct thought th = think(&level_bots[LEVEL_MASTER], seat, &little, &r, scratch);
    seen[th.why]++;
    if (tiw_verb(th.move) == DIVINE) check_divine(&level_bots[LEVEL_MASTER], seat, &th, before);
}

START_TEST(test_certain)
{
    rooms();
    for (int i = 0; i < 2 * games_each; i++) play(_i, 100 + i, 6, visit_divine);
    ck_assert(games_each < 2 || seen[WHY_CERTAIN] > 0);
}
END_TEST

static int asked; /* in one test */

static void visit_stop(int seat, struct rng r)
{
    for (int k = 0; k < LEVELS; k++) {
        asked += check_stop(&level_bots[k], seat, r, 1);
        asked += check_stop(&level_bots[k], seat, r, 3);
        struct rng before = r;
        check_budget(&level_bots[k], seat, r, think(&level_bots[k], seat, &little, &before, scratch).move);
    }
}

START_TEST(test_stop)
{
    rooms();
    asked = 0;
    for (int i = 0; i < 8 && !asked; i++) play(_i, 200 + i, 16, visit_stop);
    ck_assert_int_gt(asked, 0);
}
END_TEST

/* More thinking is not other rules: all budgets give legal moves, the smallest too. */
static void visit_budgets(int seat, struct rng r)
{
    static const uint32_t budgets[] = {1, 5, 12, 13, 60};
    for (int k = 0; k < 5; k++) {
        struct bot_budget b = {.playouts = budgets[k]};
        struct rng own = r;
        Move m = think(&level_bots[LEVEL_MASTER], seat, &b, &own, scratch).move;
        ck_assert_ptr_null(tiwanaku_game.objection(now(), seat, m));
    }
}

START_TEST(test_budgets)
{
    rooms();
    play(_i, 300, 24, visit_budgets);
}
END_TEST

static int by_fairness; /* spaces, in one test */

/* At a table without fairness a bot knows nothing that does not follow from what lies open. */
static void visit_plain(int seat, struct rng r)
{
    static struct know fair;
    struct worlds_means means = {&r, HINT, hint_scratch, HINT_SCRATCH};
    struct rng own = r;
    unsigned i;
    hint_take(&hint, view(), seat, true, &means);
    know_take(&know, view(), true, &own, scratch);
    know_take(&fair, view(), false, &own, scratch);
    if (!hint.odds.exact) return;
    BITS_EACH(i, tiw_all(view()) & ~view()->seen_crop)
    for (unsigned v = 1; v <= MAP_LEVELS; v++) {
        if (know.chances.crop[i][v] == CHANCE_SURE) ck_assert(hint.certain >> i & 1 && hint.crop[i] == v);
        else by_fairness += fair.chances.crop[i][v] == CHANCE_SURE;
    }
}

START_TEST(test_plain)
{
    rooms();
    by_fairness = 0;
    for (int i = 0; i < 3; i++) play(_i, 400 + i, 8, visit_plain);
    ck_assert_int_gt(by_fairness, 0);
}
END_TEST

/* ---- whole games alone, as hints would play them ---- */

static const struct {
    const char *mode;
    int cols, share; /* of the games */
} alone[] = {{"solo-easy", 5, 12}, {"solo-hard", 5, 12}, {"solo-easy", MAP_COLS, 1}, {"solo-hard", MAP_COLS, 1}};
enum { ALONE = sizeof alone / sizeof *alone };

static void begin_alone(int which, int number)
{
    int mode = 0;
    while (strcmp(tiwanaku_game.modes[mode].name, alone[which].mode) != 0) mode++;
    memset(&head, 0, sizeof head);
    head.game = &tiwanaku_game;
    head.kind = tiwanaku_game.board;
    head.setup = (struct setup){.mode = (uint8_t)mode, .players = 1, .rules = TIW_RULES};
    for (int i = 0; tiwanaku_game.options[i].name; i++) head.setup.option[i] = tiwanaku_game.options[i].usual;
    scenario_make(scenario_in(&head.setup.board), alone[which].cols, (enum grade)(number % GRADES), (uint64_t)number);
    tiwanaku_game.start(now(), &head.setup);
}

/* Whoever follows every hint never goes to and fro: while there is something to find or to divine, at most one turn goes by
 * without it, and it is said what for. */
static void follow(struct rng *r)
{
    struct bot_budget budget = {.playouts = 60};
    bool could = false;
    while (now()->phase != PHASE_OVER) {
        Move m[MAX_LINE_MOVES];
        int idle = truth()->idle;
        if (now()->phase == PHASE_CHANCE) {
            int n = tiwanaku_game.draw(now(), r, m);
            for (int i = 0; i < n; i++) tiwanaku_game.apply(now(), NATURE, m[i]);
        } else {
            struct rng same = {1};
            look(0);
            struct thought th = think(&level_bots[LEVEL_MASTER], 0, &budget, &same, scratch);
            check_reason(&level_bots[LEVEL_MASTER], 0, &th, (struct rng){1});
            if (view()->step == STEP_ACT) could = gains(view(), 0);
            ck_assert_msg(!could || th.why != WHY_WAIT, "master waits for nothing");
            tiwanaku_game.apply(now(), 0, th.move);
        }
        match_settle(&tiwanaku_game, now(), NULL, NULL);
        if (truth()->idle > idle && could) ck_assert_int_eq(truth()->idle, 1);
    }
}

START_TEST(test_alone)
{
    rooms();
    for (int i = 0; i < games_each * alone[_i].share; i++) {
        struct rng r = rng_fork(7, (uint64_t)i);
        begin_alone(_i, i);
        follow(&r);
    }
}
END_TEST

int main(int argc, char **argv)
{
    if (argc > 1) games_each = atoi(argv[1]);
    Suite *s = suite_create("tiwanaku bots");
    TCase *c = tcase_create("tiwanaku bots");
    tcase_add_loop_test(c, test_thoughts, 0, TABLES);
    tcase_add_loop_test(c, test_certain, 0, TABLES);
    tcase_add_loop_test(c, test_stop, 0, TABLES);
    tcase_add_loop_test(c, test_budgets, 0, TABLES);
    tcase_add_loop_test(c, test_plain, 0, 1);
    tcase_add_loop_test(c, test_alone, 0, ALONE);
    suite_add_tcase(s, c);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_ENV);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
