/* test_valley_bots.c -- the Valley players with levels: never illegal, whatever the sheet
 * and the number of seats; the same thought again for the same view, budget and generator,
 * whatever lies in their scratch and whatever others did unseen; budget and stop are kept; reasons
 * are true; each level is clearly better than the one below. And the small sheet they look
 * ahead with is the engine's, move by move.
 * Not here: long matches (bench/valley_match.c).
 *
 * usage: test_valley_bots [GAMES]   of each kind */
#include "../../bots/valley_search.h"
#include "../../bots/valley_think.h"
#include "../../bots/valley_turn.h"
#include "../kit/playing.h"

#include <check.h>

static int games_of_each = 4;

enum { SEATS = 8 };

static struct position pos, seen, other;
static struct setup setup;
static void *scratch, *other_scratch; /* of exactly THINK_SCRATCH bytes, so that a sanitizer sees every step beyond */
static const struct game *game;
static size_t size;

static struct state *now(void) { return position_state(&pos); }
static const struct valley *table(const struct state *s) { return (const struct valley *)(const void *)s; }

/* side: "a", "b", or NULL for any sheet at all. */
static void set_up(int players, const char *side, struct rng *r)
{
    game = game_find("valley", 6);
    if (!scratch) {
        scratch = aligned_alloc(STATE_ALIGN, THINK_SCRATCH);
        other_scratch = aligned_alloc(STATE_ALIGN, THINK_SCRATCH);
        need(scratch && other_scratch, "no memory");
        memset(scratch, 0, THINK_SCRATCH);
        memset(other_scratch, 0xA5, THINK_SCRATCH);
    }
    memset(&setup, 0, sizeof setup);
    setup_new(&setup, game);
    setup.mode = players == 1 ? PAPERS_SOLO : PAPERS_MULTI;
    setup.players = (uint8_t)players;
    if (side) need(game->board->builtin(&setup.board, "valley", side, 1), "a built-in sheet is missing");
    else random_sheet(&setup.board, "valley", r);
    size = game->size(&setup);
    game->start(now(), &setup);
}

static void draw(struct rng *r)
{
    Move m[MAX_LINE_MOVES];
    int n = game->draw(now(), r, m);
    for (int i = 0; i < n; i++) game->apply(now(), NATURE, m[i]);
}

static Move random_move(int seat, struct rng *r)
{
    return game->nth(now(), seat, rng_below(r, game->legal(now(), seat, NULL)));
}

static struct state *view_of(const struct state *s, int seat, struct position *to)
{
    memcpy(position_state(to), s, size);
    game->redact(position_state(to), seat);
    return position_state(to);
}

static struct thought ask(enum bot_level level, const struct state *view, int seat, uint32_t playouts, struct rng r,
                          void *where)
{
    struct bot_budget b = {.playouts = playouts};
    return valley_think(level, game, view, size, seat, &b, &r, where);
}

static bool same(struct thought a, struct thought b)
{
    return a.move == b.move && a.why == b.why && a.number == b.number && a.spaces == b.spaces;
}

/* ---- reasons ---- */

static int whys[WHYS];

/* What the reason says is so. */
static void check_reason(struct thought t, int seat)
{
    const struct valley *v = table(now());
    const struct vsheet *h = &v->sheet[seat];
    unsigned verb = move_verb(t.move), at = move_space(t.move), n = bits_count(t.spaces);
    struct score was, is;
    if (t.why == WHY_NONE) {
        ck_assert(verb == DRAW || (verb == DONE && !h->open));
        return;
    }
    ck_assert(t.why >= WHY_OPENS && t.why <= WHY_LEAVES);
    ck_assert((t.spaces & ~v->p.ground.all) == 0);
    game->score(now(), seat, &was);
    memcpy(position_state(&other), now(), size);
    game->apply(position_state(&other), seat, t.move);
    game->score(position_state(&other), seat, &is);
    switch ((enum why)t.why) {
    case WHY_REVEALS: ck_assert_int_eq(is.part[1], was.part[1] + t.number); break;
    case WHY_COMPLETES:
        ck_assert(verb == WRITE && t.spaces & bit(at));
        ck_assert_uint_eq(n, t.number == 5 ? 5 : t.number == 7 ? 3 : 4);
        break;
    case WHY_PYRAMID: ck_assert(n == 4 && t.number >= 2 && move_b(t.move) >= 10 && t.spaces & bit(at)); break;
    case WHY_TOWN: ck_assert(n >= 2 && t.number == (int)move_b(t.move) && t.spaces & bit(at)); break;
    case WHY_RANGE: ck_assert(n == (unsigned)t.number && n >= 2 && move_b(t.move) >= 6); break;
    case WHY_JUNGLE: ck_assert(t.number >= 3 && n >= (unsigned)t.number); break;
    case WHY_FILLS_SHEET: ck_assert_int_eq(is.part[0], 7); break;
    case WHY_DRAWS:
        ck_assert_int_gt(t.number, 0);
        ck_assert_int_eq(is.part[2], was.part[2] + 2 * t.number);
        break;
    case WHY_CROSSES: ck_assert_int_eq(is.part[3], was.part[3] + t.number); break;
    case WHY_SNAKE_LEAST: ck_assert_int_eq(is.part[3], was.part[3] - t.number); break;
    case WHY_SNAKE_MOST: ck_assert(verb == SNAKE && !v->p.solo); break;
    case WHY_LEAVES: ck_assert(verb == DONE && h->steps > 0); break;
    case WHY_OPENS: ck_assert_uint_eq(h->reach, 0); /* fall through */
    case WHY_FEEDS:
    case WHY_OUT_OF_WAY:
    default: ck_assert(verb == WRITE && t.spaces == bit(at));
    }
    whys[t.why]++;
}

/* ---- legal, repeatable, blind to what is sealed ---- */

static Move look(int seat, enum bot_level level, struct rng *r)
{
    struct rng own = {rng_next(r)};
    struct state *view = view_of(now(), seat, &seen);
    uint32_t playouts = one_in(r, 4) ? 8 + rng_below(r, 20) : 0;
    struct thought t = ask(level, view, seat, playouts, own, scratch);
    const char *why = game->objection(now(), seat, t.move);
    ck_assert_msg(!why, "level %d: %s", (int)level, why);
    check_reason(t, seat);
    if (one_in(r, 3)) ck_assert(same(t, ask(level, view, seat, playouts, own, other_scratch)));
    return t.move;
}

/* Games in which bots and chance choose by turns, so that odd positions come up too. */
START_TEST(test_legal)
{
    static const char *const sides[] = {"a", "b", NULL};
    int many = (_i == 1 ? 9 : 3) * games_of_each; /* alone: so many that every reason comes up */
    for (int i = 0; i < many; i++) {
        struct rng r = rng_fork(11, (uint64_t)(_i * 1000 + i));
        set_up(_i, sides[i % 3], &r);
        if (i % 2) setup.rules = 1, game->start(now(), &setup);
        uint32_t wild = 1 + rng_below(&r, 6); /* one move in so many is any */
        while (now()->phase != PHASE_OVER) {
            if (now()->phase == PHASE_CHANCE) {
                draw(&r);
                continue;
            }
            int seat = random_seat(now()->acting, _i, &r);
            Move m = look(seat, (enum bot_level)rng_below(&r, LEVELS), &r);
            game->apply(now(), seat, one_in(&r, wild) ? random_move(seat, &r) : m);
        }
    }
    if (_i == 1 && games_of_each >= 4)
        for (int k = WHY_OPENS; k <= WHY_LEAVES; k++)
            ck_assert_msg(whys[k] || k == WHY_SNAKE_MOST, "reason %d never came up", k);
}
END_TEST

/* What others did in this round changes nothing. */
START_TEST(test_sealed)
{
    struct rng r = rng_fork(12, 1);
    set_up(3, "a", &r);
    while (now()->phase != PHASE_OVER) {
        if (now()->phase == PHASE_CHANCE) {
            draw(&r);
            continue;
        }
        struct rng own = {rng_next(&r)};
        struct thought before = {0};
        bool asked = seats_has(now()->acting, 2) && table(now())->sheet[2].steps == 0;
        if (asked) before = ask(LEVEL_MASTER, view_of(now(), 2, &seen), 2, 4, own, scratch);
        while (seats_has(now()->acting, 0)) game->apply(now(), 0, random_move(0, &r));
        if (asked) ck_assert(same(before, ask(LEVEL_MASTER, view_of(now(), 2, &seen), 2, 4, own, scratch)));
        for (int seat = 1; seat < 3; seat++)
            while (now()->phase == PHASE_PLAY && seats_has(now()->acting, seat))
                game->apply(now(), seat, random_move(seat, &r));
    }
}
END_TEST

/* ---- budget and stop ---- */

struct counter {
    uint32_t asked, most;
};

static bool count_stop(void *ctx)
{
    struct counter *c = ctx;
    return c->asked++ >= c->most;
}

/* Some rounds into a solo game, at the begin of a round with numbers. */
static void middle_game(struct rng *r)
{
    set_up(1, "a", r);
    while (now()->round < 9 || now()->phase != PHASE_PLAY || papers_danger(&table(now())->p))
        if (now()->phase == PHASE_CHANCE) draw(r);
        else game->apply(now(), 0, ask(LEVEL_CASUAL, now(), 0, 0, (struct rng){rng_next(r)}, scratch).move);
}

START_TEST(test_budget)
{
    for (int i = 0; i < games_of_each; i++) {
        struct rng r = rng_fork(13, (uint64_t)i), own = {5};
        middle_game(&r);
        struct counter never = {0, UINT32_MAX}, once = {0, 0}, some = {0, 17};
        struct bot_budget b = {.playouts = 200, .stop = count_stop, .ctx = &never}, c = b, d = b;
        c.ctx = &once;
        d.ctx = &some;
        struct rng x = own, y = own, z = own;
        struct thought full = valley_think(LEVEL_MASTER, game, now(), size, 0, &b, &x, scratch);
        ck_assert(same(full, ask(LEVEL_MASTER, now(), 0, 200, own, scratch)));
        ck_assert_uint_le(never.asked, 200);
        struct thought none = valley_think(LEVEL_MASTER, game, now(), size, 0, &c, &y, scratch);
        ck_assert(same(none, ask(LEVEL_MASTER, now(), 0, 0, own, scratch)));
        ck_assert_uint_le(once.asked, 1);
        struct thought part = valley_think(LEVEL_MASTER, game, now(), size, 0, &d, &z, scratch);
        ck_assert_ptr_null(game->objection(now(), 0, part.move));
        ck_assert_uint_le(some.asked, 18);
    }
}
END_TEST

/* However large the budget is, it comes to an end. */
START_TEST(test_most)
{
    struct rng r = {13}, own = {5};
    middle_game(&r);
    struct counter counter = {0, SEARCH_MOST};
    struct bot_budget b = {.playouts = UINT32_MAX, .stop = count_stop, .ctx = &counter};
    struct thought t = valley_think(LEVEL_MASTER, game, now(), size, 0, &b, &own, scratch);
    ck_assert_ptr_null(game->objection(now(), 0, t.move));
    ck_assert_uint_gt(counter.asked, SEARCH_MOST / 2);
    ck_assert_uint_le(counter.asked, SEARCH_MOST); /* one more: it was stopped */
}
END_TEST

/* ---- the small sheet is the engine's ---- */

static void check_plot(const struct land *l, const struct plot *p, int seat)
{
    const struct valley *v = table(now());
    struct plot fresh;
    struct score sc;
    plot_init(&fresh, &v->sheet[seat]);
    ck_assert(plot_same(p, &fresh));
    game->score(now(), seat, &sc);
    ck_assert_int_eq(plot_score(l, p), sc.total);
}

/* Where the engine lets a number go. */
static uint64_t written(int seat)
{
    static Move list[1 << 16];
    uint64_t set = 0;
    uint32_t n = game->legal(now(), seat, list);
    for (uint32_t i = 0; i < n; i++)
        if (move_verb(list[i]) == WRITE) set |= bit(move_space(list[i]));
    return set;
}

START_TEST(test_plot)
{
    static const char *const sides[] = {"a", "b", NULL};
    static struct land land;
    for (int i = 0; i < 6 * games_of_each; i++) {
        struct rng r = rng_fork(14, (uint64_t)(_i * 1000 + i));
        struct plot p;
        set_up(_i, sides[i % 3], &r);
        plot_land(&land, &table(now())->p.ground);
        while (now()->phase != PHASE_OVER) {
            if (now()->phase == PHASE_CHANCE) {
                draw(&r);
                continue;
            }
            const struct valley *v = table(now());
            int seat = random_seat(now()->acting, _i, &r), sheet = papers_danger(&v->p) ? v->p.holds[seat] : seat;
            uint64_t put = papers_danger(&v->p) ? 0 : written(seat);
            Move m = one_in(&r, 2) ? random_move(seat, &r) : ask(LEVEL_BEGINNER, now(), seat, 0, r, scratch).move;
            plot_init(&p, &v->sheet[sheet]);
            if (put) ck_assert_uint_eq(put, plot_spaces(&land, &p));
            if (move_verb(m) != DONE) plot_apply(&land, &p, m);
            game->apply(now(), seat, m);
            p.used = v->sheet[sheet].used; /* the end of a round clears it */
            check_plot(&land, &p, sheet);
        }
    }
}
END_TEST

/* Every way valley_turn_list() finds can be played, and leads where it says. */
static void check_turns(const struct land *l, const struct weighing *w, int n, struct turn_scratch *t, int rounds)
{
    static struct position start;
    start = pos;
    for (int k = 0; k < n; k++) {
        const struct turn *turn = &t->best[k];
        struct plot p;
        for (int i = 0; i < turn->moves; i++) {
            const char *why = game->objection(now(), 0, turn->move[i]);
            ck_assert_msg(!why, "%s", why);
            game->apply(now(), 0, turn->move[i]);
        }
        plot_init(&p, &table(now())->sheet[0]);
        p.used = 0;
        ck_assert(plot_same(&p, &turn->p));
        ck_assert_int_eq(turn->value, value_of(l, &p, w, rounds));
        if (k) ck_assert_int_le(turn->value, t->best[k - 1].value);
        pos = start;
    }
}

START_TEST(test_turns)
{
    static struct land land;
    static struct weighing weighing;
    static struct turn_scratch turns;
    value_weighing(&weighing, value_weights);
    for (int i = 0; i < games_of_each; i++) {
        struct rng r = rng_fork(15, (uint64_t)i);
        set_up(1, i % 2 ? "a" : "b", &r);
        plot_land(&land, &table(now())->p.ground);
        while (now()->phase != PHASE_OVER) {
            if (now()->phase == PHASE_CHANCE) {
                draw(&r);
                continue;
            }
            const struct valley *v = table(now());
            struct plot p;
            int left = PLOT_ROUNDS - now()->round;
            plot_init(&p, &v->sheet[0]);
            if (!papers_danger(&v->p)) {
                struct turn_task task = {&land, &weighing, &p, v->p.face, v->sheet[0].steps == 0, left, 0};
                int n = valley_turn_list(&task, (struct width){4, 12, 6, false}, 12, &turns);
                ck_assert_int_ge(n, 1);
                check_turns(&land, &weighing, n, &turns, left);
            }
            game->apply(now(), 0, one_in(&r, 3) ? random_move(0, &r) : ask(LEVEL_MASTER, now(), 0, 0, r, scratch).move);
        }
    }
}
END_TEST

/* ---- strength ---- */

/* Points of the first and of all others, over n games of two, or solo (rival unused). */
static void compete(enum bot_level own, enum bot_level rival, int players, int n, int *points, int *others)
{
    *points = *others = 0;
    for (int i = 0; i < n; i++) {
        struct rng r = rng_fork(16, (uint64_t)i);
        set_up(players, "a", &r);
        while (now()->phase != PHASE_OVER) {
            if (now()->phase == PHASE_CHANCE) {
                draw(&r);
                continue;
            }
            int seat = random_seat(now()->acting, players, &r);
            struct rng mine = {rng_next(&r)};
            Move m = ask(seat == i % players ? own : rival, view_of(now(), seat, &seen), seat, 0, mine, scratch).move;
            game->apply(now(), seat, m);
        }
        for (int seat = 0; seat < players; seat++) {
            struct score sc;
            game->score(now(), seat, &sc);
            *(seat == i % players ? points : others) += sc.total;
        }
    }
}

START_TEST(test_levels)
{
    int n = games_of_each < 4 ? 20 : games_of_each * 5, low, middle, high, none;
    compete(LEVEL_BEGINNER, LEVEL_BEGINNER, 1, n, &low, &none);
    compete(LEVEL_CASUAL, LEVEL_CASUAL, 1, n, &middle, &none);
    compete(LEVEL_MASTER, LEVEL_MASTER, 1, n, &high, &none);
    ck_assert_int_gt(low, 30 * n);
    ck_assert_int_gt(middle, low + 5 * n);
    ck_assert_int_gt(high, middle + 10 * n);
    compete(LEVEL_CASUAL, LEVEL_BEGINNER, 2, n, &middle, &low);
    ck_assert_int_gt(middle, low + 5 * n);
    compete(LEVEL_MASTER, LEVEL_CASUAL, 2, n, &high, &middle);
    ck_assert_int_gt(high, middle + 5 * n);
}
END_TEST

int main(int argc, char **argv)
{
    Suite *s = suite_create("valley bots");
    TCase *c = tcase_create("valley bots");
    if (argc > 1) games_of_each = atoi(argv[1]);
    suite_add_tcase(s, c);
    tcase_add_loop_test(c, test_legal, 1, SEATS + 1);
    tcase_add_test(c, test_sealed);
    tcase_add_test(c, test_budget);
    tcase_add_test(c, test_most);
    tcase_add_loop_test(c, test_plot, 1, 5);
    tcase_add_test(c, test_turns);
    tcase_add_test(c, test_levels);
    SRunner *run = srunner_create(s);
    srunner_run_all(run, CK_ENV);
    int failed = srunner_ntests_failed(run);
    srunner_free(run);
    return failed != 0;
}
