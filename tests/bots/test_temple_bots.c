/* test_temple_bots.c -- the Temple players with levels: never illegal, whatever the sheet
 * and the number of seats; the same thought again for the same view, budget and generator,
 * whatever lies in their scratch and whatever others have done unseen; the budget and the stop
 * are kept; reasons are true; each level is clearly better than the one below. And the
 * fast sheet they search with is the engine's, move by move.
 * Not here: long matches (`tambo arena`).
 *
 * usage: test_temple_bots [GAMES]   of each kind */
#include "../../bots/temple_sim.h"
#include "../../bots/temple_think.h"
#include "../kit/playing.h"

#include <check.h>

static int games_of_each = 12;

enum { SEATS = 8 };

static struct position pos, seen, other;
static struct head head;
static void *scratch, *other_scratch; /* of exactly THINK_SCRATCH bytes, so that a sanitizer sees every step beyond */
static const struct game *game;
static size_t size;

static struct state *now(void) { return position_state(&pos); }
static const struct temple *table(const struct state *s) { return (const struct temple *)(const void *)s; }

static void rooms(void)
{
    game = game_find("temple", 6);
    if (scratch) return;
    scratch = aligned_alloc(STATE_ALIGN, THINK_SCRATCH);
    other_scratch = aligned_alloc(STATE_ALIGN, THINK_SCRATCH);
    need(scratch && other_scratch, "no memory");
    memset(scratch, 0, THINK_SCRATCH);
    memset(other_scratch, 0xA5, THINK_SCRATCH);
}

/* side: "a", "b", or NULL for any sheet at all. */
static void set_up(int players, const char *side, struct rng *r)
{
    rooms();
    memset(&head, 0, sizeof head);
    head.game = game;
    setup_new(&head.setup, game);
    head.setup.mode = players == 1 ? PAPERS_SOLO : PAPERS_MULTI;
    head.setup.players = (uint8_t)players;
    if (side) need(game->board->builtin(&head.setup.board, "temple", side, 1), "a built-in sheet is missing");
    else random_sheet(&head.setup.board, "temple", r);
    size = game->size(&head.setup);
    game->start(now(), &head.setup);
}

static void draw(struct rng *r)
{
    Move m[MAX_LINE_MOVES];
    int n = game->draw(now(), r, m);
    for (int i = 0; i < n; i++) game->apply(now(), NATURE, m[i]);
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
    return temple_think(level, game, view, size, seat, &b, &r, where);
}

static bool same(struct thought a, struct thought b)
{
    return a.move == b.move && a.why == b.why && a.number == b.number && a.spaces == b.spaces;
}

/* ---- reasons ---- */

/* What the reason says is so: from the scores before and after the move on a sheet of its own. */
static void check_reason(struct thought t, int seat)
{
    const struct temple *before = table(now());
    const struct ground *ground = &before->p.ground;
    struct score was, is;
    unsigned at = move_space(t.move), number = (unsigned)t.number;
    ck_assert_uint_le(t.why, WHY_SPARE_NINE);
    ck_assert_uint_ne(t.why, WHY_NONE);
    ck_assert((t.spaces & ~ground->all) == 0);
    game->score(now(), seat, &was);
    memcpy(position_state(&other), now(), size);
    game->apply(position_state(&other), seat, t.move);
    game->score(position_state(&other), seat, &is);
    switch ((enum why)t.why) {
    case WHY_CROSS: ck_assert_uint_eq(t.spaces, bit(at)); break;
    case WHY_RUN: ck_assert_int_eq(is.part[0], t.number); ck_assert_int_gt(is.part[0], was.part[0]); /* fall through */
    case WHY_STEP: ck_assert_uint_eq(bits_count(t.spaces), number); break;
    case WHY_GROUP:
        ck_assert_int_eq(is.part[1], was.part[1] + 3);
        ck_assert_uint_eq(number, move_a(t.move));
        ck_assert_uint_ge(bits_count(t.spaces), 3);
        break;
    case WHY_PAIR: ck_assert_uint_eq(bits_count(t.spaces), 2); break;
    case WHY_BEAT:
        ck_assert_uint_eq(move_a(t.move), 9);
        ck_assert_uint_eq(bits_count(t.spaces), number);
        ck_assert((t.spaces & ~ground->near[at]) == 0 && (t.spaces & ~before->sheet[seat].mummy) == 0);
        break;
    case WHY_GUARD:
        ck_assert_uint_eq(move_a(t.move), 9);
        ck_assert_uint_eq(bits_count(t.spaces), number);
        break;
    case WHY_SPARE_NINE: ck_assert(t.spaces & ground->near[at]); break;
    default: ck_assert_int_eq(t.number, 0);
    }
}

/* ---- legal, repeatable, blind to what is sealed ---- */

static int whys[WHYS];

static Move look(int seat, enum bot_level level, struct rng *r)
{
    struct rng own = {rng_next(r)};
    struct state *view = view_of(now(), seat, &seen);
    uint32_t playouts = rng_below(r, 60);
    struct thought t = ask(level, view, seat, playouts, own, scratch);
    const char *why = game->objection(now(), seat, t.move);
    ck_assert_msg(!why, "level %d: %s", (int)level, why);
    check_reason(t, seat);
    whys[t.why]++;
    ck_assert(same(t, ask(level, view, seat, playouts, own, other_scratch)));
    return t.move;
}

/* A game in which any seat may be the next; bots and chance by turns say what it does. */
static void play(struct rng *r)
{
    while (now()->phase != PHASE_OVER) {
        if (now()->phase == PHASE_CHANCE) {
            draw(r);
            continue;
        }
        int seat = random_seat(now()->acting, head.setup.players, r);
        Move m = look(seat, (enum bot_level)rng_below(r, 3), r);
        if (one_in(r, 3)) m = game->nth(now(), seat, rng_below(r, game->legal(now(), seat, NULL)));
        game->apply(now(), seat, m);
        ck_assert_ptr_null(game->broken(now()));
    }
}

START_TEST(test_legal) /* _i: seats */
{
    static const char *const sides[] = {"a", "b", NULL};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < games_of_each; i++) {
            struct rng r = rng_fork((uint64_t)(10 * _i + k), (uint64_t)i);
            set_up(_i, sides[k], &r);
            play(&r);
        }
    for (int w = WHY_ONLY + 1; w <= WHY_SPARE_NINE; w++) /* all reasons come up */
        ck_assert_msg(whys[w] || (w == WHY_HURT) == (_i == 1) || w >= WHY_SPARE, "reason %d never came", w);
}
END_TEST

/* The same view from two tables: at one of them others have acted already. */
START_TEST(test_sealed)
{
    for (int i = 0; i < games_of_each; i++) {
        struct rng r = rng_fork(500, (uint64_t)i);
        int n = 2 + i % (SEATS - 1);
        set_up(n, i % 2 ? "a" : "b", &r);
        while (now()->phase != PHASE_OVER) {
            struct thought before[3], after[3];
            struct rng own = {rng_next(&r)};
            if (now()->phase == PHASE_CHANCE) {
                draw(&r);
                continue;
            }
            for (int k = 0; k < 3; k++)
                before[k] = ask((enum bot_level)k, view_of(now(), 0, &seen), 0, 30, own, scratch);
            for (int seat = 1; seat < n; seat++) {
                uint32_t all = game->legal(now(), seat, NULL);
                if (all && !one_in(&r, 4)) game->apply(now(), seat, game->nth(now(), seat, rng_below(&r, all)));
            }
            for (int k = 0; k < 3; k++)
                after[k] = ask((enum bot_level)k, view_of(now(), 0, &seen), 0, 30, own, scratch);
            for (int k = 0; k < 3; k++) ck_assert(same(before[k], after[k]));
            game->apply(now(), 0, after[rng_below(&r, 3)].move);
            for (int seat = 1; seat < n; seat++)
                while (now()->phase == PHASE_PLAY && game->legal(now(), seat, NULL))
                    game->apply(now(), seat, game->nth(now(), seat, 0));
        }
    }
}
END_TEST

/* ---- the budget ---- */

struct patience {
    uint32_t asked, end; /* true from the end-th time on */
};

static bool impatient(void *ctx)
{
    struct patience *p = ctx;
    return ++p->asked >= p->end;
}

START_TEST(test_budget)
{
    static const uint32_t budgets[] = {0, 1, 3, 24, 100, 1000, UINT32_MAX};
    for (int i = 0; i < 60; i++) {
        struct rng r = rng_fork(900, (uint64_t)i);
        set_up(1 + i % 3, "a", &r);
        for (uint32_t k = rng_below(&r, 60); now()->phase == PHASE_CHANCE || (k && now()->phase == PHASE_PLAY);) {
            if (now()->phase == PHASE_CHANCE) {
                draw(&r);
                continue;
            }
            k--;
            int seat = random_seat(now()->acting, head.setup.players, &r);
            game->apply(now(), seat, game->nth(now(), seat, rng_below(&r, game->legal(now(), seat, NULL))));
        }
        if (now()->phase == PHASE_OVER) continue;
        int seat = random_seat(now()->acting, head.setup.players, &r);
        struct state *view = view_of(now(), seat, &seen);
        for (size_t k = 0; k < sizeof budgets / sizeof *budgets; k++) {
            struct patience p = {0, 1 + rng_below(&r, 200)};
            struct bot_budget b = {.playouts = budgets[k], .stop = impatient, .ctx = &p};
            struct thought t = temple_think(LEVEL_MASTER, game, view, size, seat, &b, &r, scratch);
            ck_assert_ptr_null(game->objection(now(), seat, t.move));
            ck_assert_uint_le(p.asked, p.end);      /* not one playout more */
            ck_assert_uint_le(p.asked, b.playouts); /* asked before each */
        }
    }
}
END_TEST

/* ---- the fast sheet against the engine ---- */

/* All that counts; up2, down2 and what follows from them are hints. */
static void check_alike(const struct sim *a, const struct sim *b)
{
    ck_assert(a->free == b->free && a->doors == b->doors && a->mummy == b->mummy && a->live == b->live);
    ck_assert(a->grouped == b->grouped && a->run == b->run && a->last == b->last && a->solo == b->solo);
    ck_assert_mem_eq(a->one, b->one, sizeof a->one);
    ck_assert_mem_eq(a->two, b->two, sizeof a->two);
    for (unsigned i = 0; i < a->ground->spaces; i++) {
        const struct sim_space *x = &a->space[i], *y = &b->space[i];
        ck_assert(x->number == y->number && x->one == y->one && x->two == y->two);
        ck_assert_mem_eq(x->up, y->up, sizeof x->up);
        ck_assert_mem_eq(x->down, y->down, sizeof x->down);
    }
}

static void check_score(const struct sim *s, int seat)
{
    struct score sc;
    game->score(now(), seat, &sc);
    ck_assert_int_eq(s->run, sc.part[0]);
    ck_assert_int_eq(3 * (int)bits_count(s->grouped), sc.part[1]);
    if (now()->phase == PHASE_OVER)
        ck_assert_int_eq(sim_score(s), sc.total); /* TEM-9: all beaten ones are crossed out */
}

/* The engine's legal spaces, without crossing out. */
static uint64_t legal_spaces(int seat)
{
    Move list[SIM_CHOICES + SHEET_SPACES];
    uint64_t all = 0;
    uint32_t n = game->legal(now(), seat, list);
    for (uint32_t i = 0; i < n; i++)
        if (move_verb(list[i]) != CROSS) all |= bit(move_space(list[i]));
    return all;
}

/* Random play by the engine, the fast sheets beside it, each loaded once and then led along. */
START_TEST(test_sim_moves) /* _i: seats */
{
    static struct sim led[SEATS], fresh;
    const struct sim_weights *w = &sim_solo;
    for (int i = 0; i < 5 * games_of_each; i++) {
        struct rng r = rng_fork(600 + (uint64_t)_i, (uint64_t)i);
        set_up(_i, i % 3 == 0 ? "a" : i % 3 == 1 ? "b" : NULL, &r);
        for (int k = 0; k < _i; k++) sim_load(&led[k], table(now()), &table(now())->sheet[k], w);
        while (now()->phase != PHASE_OVER) {
            if (now()->phase == PHASE_CHANCE) {
                for (int k = 0; k < _i; k++) check_score(&led[k], k);
                draw(&r);
                continue;
            }
            const struct temple *t = table(now());
            int seat = random_seat(now()->acting, _i, &r);
            bool danger = papers_danger(&t->p);
            int sheet = danger ? t->p.holds[seat] : seat;
            uint64_t spaces =
                danger ? sim_haunted(&led[sheet]) : sim_writable(&led[sheet], t->p.face[GREEN] == SPECIAL);
            ck_assert_uint_eq(spaces, legal_spaces(seat));
            Move m = game->nth(now(), seat, rng_below(&r, game->legal(now(), seat, NULL)));
            if (move_verb(m) == WRITE) sim_write(&led[sheet], move_a(m), move_space(m));
            if (move_verb(m) == MUMMY) sim_mummy(&led[sheet], move_space(m));
            game->apply(now(), seat, m);
            sim_load(&fresh, table(now()), &table(now())->sheet[sheet], w);
            check_alike(&led[sheet], &fresh);
        }
        for (int k = 0; k < _i; k++) check_score(&led[k], k);
    }
}
END_TEST

START_TEST(test_sim_dice)
{
    struct sim_dice d;
    Move list[SIM_ROLLS];
    struct rng r = {1};
    set_up(1, "a", &r);
    sim_dice(&d);
    ck_assert_uint_eq(game->legal(now(), NATURE, list), SIM_ROLLS);
    for (int i = 0; i < SIM_ROLLS; i++) {
        game->start(now(), &head.setup);
        game->apply(now(), NATURE, list[i]);
        const struct temple *t = table(now());
        unsigned lock = !papers_danger(&t->p) && t->p.face[GREEN] == SPECIAL;
        ck_assert_uint_eq(d.roll[i], t->p.numbers | lock);
    }
}
END_TEST

/* Whole playouts, told to the engine round by round: legal, and the same score. */
START_TEST(test_sim_playouts)
{
    static struct sim s;
    struct sim_dice d;
    Move list[SIM_ROLLS];
    sim_dice(&d);
    for (int i = 0; i < 10 * games_of_each; i++) {
        struct rng r = rng_fork(700, (uint64_t)i);
        set_up(1, i % 3 == 0 ? "a" : i % 3 == 1 ? "b" : NULL, &r);
        sim_load(&s, table(now()), &table(now())->sheet[0], &sim_solo);
        while (s.free) {
            uint64_t random = rng_next(&r), mummies = s.mummy;
            game->legal(now(), NATURE, list);
            game->apply(now(), NATURE, list[(random >> 32) * SIM_ROLLS >> 32]);
            sim_round(&s, &d, random);
            unsigned number = s.space[s.last].number;
            Move m = s.mummy != mummies ? move_make(MUMMY, 0, 0, s.last) : move_make(WRITE, number, 0, s.last);
            ck_assert_ptr_null(game->objection(now(), 0, m));
            game->apply(now(), 0, m);
            check_score(&s, 0);
        }
        ck_assert_int_eq(now()->phase, PHASE_OVER);
    }
}
END_TEST

/* ---- sense ---- */

static const struct {
    const char *what, *record, *answer;
    enum why why;
} sense[] = {
    {"a mummy next to a 9 is crossed out before anything else",
     "tambo-record 1\ngame: temple\nrules: 1\nmode: solo\nplayers: 1\nsheet: a\n--\n"
     "* roll 4 5 1\n1 write 9 e1\n* roll 1 1 mummy\n1 mummy f1\n* roll 2 3 4\n",
     "cross f1", WHY_CROSS},
    {"the third space of a group counts more than one more in a run",
     "tambo-record 1\ngame: temple\nrules: 1\nmode: solo\nplayers: 1\nsheet:\ntambo-sheet 1\ngame: temple\nname: x\n"
     "grid:\n####\nend\n--\n* roll 1 1 1\n1 write 2 a1\n* roll 1 1 1\n1 write 2 b1\n* roll 1 1 1\n",
     "write 2 c1", WHY_GROUP},
    {"on another's sheet a mummy does not go next to a 9",
     "tambo-record 1\ngame: temple\nrules: 1\nmode: multi\nplayers: 2\nsheet:\ntambo-sheet 1\ngame: temple\nname: x\n"
     "grid:\n##..\n....\n...#\nend\n--\n* roll 4 5 1\n1 write 1 a1\n2 write 9 a1\n* roll 1 1 mummy\n* pass 2 1\n",
     "mummy d3", WHY_HURT},
    {"alone it does",
     "tambo-record 1\ngame: temple\nrules: 1\nmode: solo\nplayers: 1\nsheet:\ntambo-sheet 1\ngame: temple\nname: x\n"
     "grid:\n####\nend\n--\n* roll 4 5 1\n1 write 9 a1\n* roll 1 1 1\n1 write 1 c1\n* roll 1 1 mummy\n",
     "mummy b1", WHY_SPARE_NINE},
    {"a 9 that beats a mummy",
     "tambo-record 1\ngame: temple\nrules: 1\nmode: solo\nplayers: 1\nsheet:\ntambo-sheet 1\ngame: temple\nname: x\n"
     "grid:\n##.#\nend\n--\n* roll 1 1 mummy\n1 mummy a1\n* roll 4 5 1\n",
     "write 9 b1", WHY_BEAT},
};

START_TEST(test_sense)
{
    static struct record rec;
    char line[128];
    rooms();
    record_begin(&rec);
    for (const char *p = sense[_i].record; *p;) {
        size_t len = strcspn(p, "\n");
        ck_assert_msg(record_line(&rec, p, len), "line %u: %s", (unsigned)rec.fault_line, rec.fault);
        p += len + (p[len] == '\n');
    }
    size = rec.size;
    for (int k = LEVEL_CASUAL; k <= LEVEL_MASTER; k++) {
        if (k == LEVEL_REGULAR) continue; /* overlooks some spaces */
        struct out o = {.p = line, .size = sizeof line};
        struct thought t =
            ask((enum bot_level)k, view_of(record_state(&rec), 0, &seen), 0, 400, (struct rng){1}, scratch);
        ck_assert_ptr_null(game->objection(record_state(&rec), 0, t.move));
        game->write(record_state(&rec), 0, &t.move, 1, &o);
        out_end(&o);
        ck_assert_msg(strcmp(line, sense[_i].answer) == 0, "%s: %s, not %s", sense[_i].what, sense[_i].answer, line);
        ck_assert_int_eq(t.why, sense[_i].why);
    }
}
END_TEST

/* ---- strength ---- */

/* Points of the seats of the first level and the others, over so many games. */
static void compete(enum bot_level a, enum bot_level b, int players, int count, int *own, int *rival)
{
    *own = *rival = 0;
    for (int i = 0; i < count; i++) {
        struct rng r = rng_fork(2025, (uint64_t)i);
        set_up(players, i % 2 ? "a" : "b", &r);
        while (now()->phase != PHASE_OVER) {
            if (now()->phase == PHASE_CHANCE) {
                draw(&r);
                continue;
            }
            int seat = random_seat(now()->acting, players, &r);
            struct rng mine = {rng_next(&r)};
            enum bot_level level = seat == 0 ? a : b;
            game->apply(now(), seat, ask(level, view_of(now(), seat, &seen), seat, 60, mine, scratch).move);
        }
        for (int seat = 0; seat < players; seat++) {
            struct score sc;
            game->score(now(), seat, &sc);
            *(seat ? rival : own) += sc.total;
        }
    }
}

/* The bounds leave room below what `tambo arena` shows. */
START_TEST(test_levels)
{
    int low, middle, high, none, n = 5 * games_of_each;
    compete(LEVEL_BEGINNER, LEVEL_BEGINNER, 1, n, &low, &none);
    compete(LEVEL_CASUAL, LEVEL_BEGINNER, 1, n, &middle, &none);
    compete(LEVEL_MASTER, LEVEL_BEGINNER, 1, n, &high, &none);
    ck_assert_int_gt(low, 16 * n);
    ck_assert_int_gt(middle, low + 3 * n);
    ck_assert_int_gt(high, middle + 2 * n);
    compete(LEVEL_CASUAL, LEVEL_BEGINNER, 2, n, &middle, &low);
    ck_assert_int_gt(middle, low + 3 * n);
    compete(LEVEL_MASTER, LEVEL_CASUAL, 2, n, &high, &middle);
    ck_assert_int_gt(high, middle + 3 * n);
}
END_TEST

int main(int argc, char **argv)
{
    Suite *s = suite_create("temple bots");
    TCase *c = tcase_create("temple bots");
    if (argc > 1) games_of_each = atoi(argv[1]);
    suite_add_tcase(s, c);
    tcase_add_loop_test(c, test_legal, 1, SEATS + 1);
    tcase_add_test(c, test_sealed);
    tcase_add_test(c, test_budget);
    tcase_add_loop_test(c, test_sim_moves, 1, 5);
    tcase_add_test(c, test_sim_dice);
    tcase_add_test(c, test_sim_playouts);
    tcase_add_loop_test(c, test_sense, 0, (int)(sizeof sense / sizeof *sense));
    tcase_add_test(c, test_levels);
    SRunner *run = srunner_create(s);
    srunner_run_all(run, CK_ENV);
    int failed = srunner_ntests_failed(run);
    srunner_free(run);
    return failed != 0;
}
