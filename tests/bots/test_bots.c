/* test_bots.c -- the bots, in every game, mode and number of seats: whole games on
 * built-in and odd boards without an illegal move; the same move again for the same
 * view, whatever lies in their scratch and whatever is hidden; greedy clearly better
 * than random, with a little sense where it can be named; and what it concludes about
 * a hidden map is true. Everything follows from fixed seeds.
 * Not here: the rules (test_rules.c, laws.c); how fast bots are (bench). */
#include "../../bots/bot.h"
#include "../../bots/notes.h"
#include "../kit/playing.h"

#include <check.h>

extern const struct game null_game;

/* ---- one match ---- */

static struct position pos, twin_pos;
static struct head head;
static void *scratch, *other_scratch; /* of exactly BOT_SCRATCH bytes, so that a sanitizer sees every step beyond */

static struct state *now(void) { return position_state(&pos); }

static void rooms(void)
{
    if (scratch) return;
    scratch = aligned_alloc(STATE_ALIGN, BOT_SCRATCH);
    other_scratch = aligned_alloc(STATE_ALIGN, BOT_SCRATCH);
    need(scratch && other_scratch, "no memory");
    memset(scratch, 0, BOT_SCRATCH);
    memset(other_scratch, 0xA5, BOT_SCRATCH);
}

static int first_acting(void)
{
    int seat = 0;
    while (!seats_has(now()->acting, seat)) seat++;
    return seat;
}

/* Chance, as the rules draw it. */
static void draw(struct rng *r)
{
    Move m[MAX_LINE_MOVES];
    int n = head.game->draw(now(), r, m);
    for (int i = 0; i < n; i++) head.game->apply(now(), NATURE, m[i]);
}

static const struct bot_budget little = {.playouts = 6}; /* for bots that search */

typedef void watcher(const struct bot *, int seat, struct rng before, Move);

/* Plays head to the end, seat i by bot[i % bots]; watch, if not NULL, is told of each
 * move before it is made. */
static void play(const struct bot *const *bot, int n, struct rng r, watcher *watch)
{
    const struct game *g = head.game;
    struct rng own[MAX_SEATS];
    size_t size = g->size(&head.setup);
    rooms();
    g->start(now(), &head.setup);
    for (int i = 0; i < head.setup.players; i++) own[i] = rng_fork(rng_next(&r), (uint64_t)i);
    while (now()->phase != PHASE_OVER) {
        if (now()->phase == PHASE_CHANCE) {
            draw(&r);
        } else {
            int seat = first_acting();
            const struct bot *b = bot[seat % n];
            struct rng before = own[seat];
            Move m = bot_think(b, g, now(), size, seat, &little, &own[seat], scratch).move;
            const char *why = g->objection(now(), seat, m);
            ck_assert_msg(!why, "%s in %s: %s", b->name, g->name, why);
            if (watch) watch(b, seat, before, m);
            g->apply(now(), seat, m);
        }
        match_settle(g, now(), NULL, NULL);
        ck_assert_int_lt((int)now()->moves, HISTORY); /* it comes to an end */
    }
}

static void set_up(const struct game *g, const char *mode, int players, const char *board)
{
    int m = 0;
    memset(&head, 0, sizeof head);
    while (strcmp(g->modes[m].name, mode) != 0) m++;
    head.game = g;
    head.setup.mode = (uint8_t)m;
    head.setup.players = (uint8_t)players;
    setup_new(&head.setup, g);
    if (board) need(g->board->builtin(&head.setup.board, g->name, board, strlen(board)), "a built-in board is missing");
}

static const struct game *game_named(const char *name)
{
    return strcmp(name, "null") == 0 ? &null_game : game_find(name, strlen(name));
}

/* ---- never illegal, and nothing but the view counts ---- */

static const struct {
    const char *game, *mode;
    int players, games;
} everything[] = {
    {"null", "multi", 3, 6},           {"temple", "solo", 1, 30},         {"temple", "multi", 2, 12},
    {"temple", "multi", 7, 4},         {"temple", "multi", 100, 1},       {"valley", "solo", 1, 30},
    {"valley", "multi", 2, 12},        {"valley", "multi", 7, 4},         {"valley", "multi", 100, 1},
    {"tiwanaku", "competitive", 2, 6}, {"tiwanaku", "competitive", 3, 6}, {"tiwanaku", "competitive", 4, 6},
    {"tiwanaku", "solo-easy", 1, 8},   {"tiwanaku", "solo-hard", 1, 8},   {"tiwanaku", "coop-easy", 2, 6},
    {"tiwanaku", "coop-easy", 3, 6},   {"tiwanaku", "coop-easy", 4, 6},   {"tiwanaku", "coop-normal", 2, 6},
    {"tiwanaku", "coop-normal", 3, 6}, {"tiwanaku", "coop-normal", 4, 6}, {"tiwanaku", "coop-expert", 2, 6},
    {"tiwanaku", "coop-expert", 3, 6}, {"tiwanaku", "coop-expert", 4, 6},
};
enum { EVERYTHING = sizeof everything / sizeof *everything };

static struct rng spice; /* which moves are looked at more closely */
static int part = 1;     /* one in so many games is played */

/* Another full state with the same view: what is hidden is imagined anew. */
static bool make_twin(int seat, size_t size)
{
    const struct game *g = head.game;
    struct state *twin = position_state(&twin_pos);
    struct rng r = {rng_next(&spice)};
    memcpy(twin, now(), size);
    g->redact(twin, seat);
    if (!can_imagine(g, twin, r)) return false;
    g->imagine(twin, seat, &r);
    return true;
}

static void again(const struct bot *b, int seat, struct rng before, Move m)
{
    size_t size = head.game->size(&head.setup);
    if (one_in(&spice, 2 * (uint32_t)part)) { /* a scratch that others have used */
        struct rng r = before;
        ck_assert_uint_eq(m, bot_think(b, head.game, now(), size, seat, &little, &r, other_scratch).move);
    }
    if (one_in(&spice, (head.game->board == &scenario_kind ? 16 : 4) * (uint32_t)part) &&
        make_twin(seat, size)) { /* maps take time */
        struct rng r = before;
        ck_assert_msg(m == bot_think(b, head.game, position_state(&twin_pos), size, seat, &little, &r, scratch).move,
                      "%s in %s does something else when other things are hidden", b->name, head.game->name);
    }
}

/* Fewer games of the levels that ask the map lab or search, as these take long. */
static int games_of(const struct bot *b, int usual)
{
    int all = (usual + part - 1) / part, level = 0;
    while (level < LEVELS && b != &level_bots[level]) level++;
    if (level == LEVEL_MASTER) return 1;
    return level >= LEVEL_REGULAR && level < LEVELS ? (all + 7) / 8 : all;
}

START_TEST(test_whole_games)
{
    const struct game *g = game_named(everything[_i].game);
    int mode = 0;
    while (strcmp(g->modes[mode].name, everything[_i].mode) != 0) mode++;
    spice = rng_fork(77, (uint64_t)_i);
    for (int k = 0; bots[k]; k++)
        for (int i = 0; i < games_of(bots[k], everything[_i].games); i++) {
            struct rng r = rng_fork((uint64_t)_i, (uint64_t)i);
            random_setup(&head, g, mode, everything[_i].players, &r);
            play(&bots[k], 1, r, again);
        }
}
END_TEST

/* Bots of different kinds at one table, and the same game twice. */
START_TEST(test_deterministic)
{
    static struct position first;
    const struct game *g = game_named(everything[_i].game);
    if (everything[_i].players > 7) return;
    set_up(g, everything[_i].mode, everything[_i].players,
           g->board ? (g->board == &sheet_kind ? "a" : "tiny-1") : NULL);
    const struct bot *const both[] = {&greedy_bot, &random_bot};
    play(both, 2, rng_fork(3, 4), NULL);
    first = pos;
    play(both, 2, rng_fork(3, 4), NULL);
    ck_assert_mem_eq(first.raw, pos.raw, g->size(&head.setup));
}
END_TEST

/* ---- strength ---- */

struct tally {
    double own, rival; /* mean totals: seats of the first bot, all others (Otoma included) */
    double wins;       /* of all games, how many the first bot (or the group) won alone or shared */
};

/* `count` matches on the built-in sheet, or on scenarios whose names begin like this;
 * seat 1 and every other one is the bot's, the rest random's. */
static struct tally compete(const struct bot *b, const char *game, const char *mode, int players, const char *board,
                            int count)
{
    const struct game *g = game_named(game);
    const struct bot *const table[] = {b, &random_bot};
    bool alone = strcmp(mode, "multi") != 0 && strcmp(mode, "competitive") != 0; /* all play for one */
    struct tally t = {0, 0, 0};
    int own_rows = 0, rival_rows = 0;
    for (int i = 0; i < count; i++) {
        char name[32];
        bool win[MAX_SEATS + 1], won = false;
        if (g->board == &sheet_kind) snprintf(name, sizeof name, "%s", board);
        else snprintf(name, sizeof name, "%s%d", board, i % 5 + 1);
        set_up(g, mode, players, name);
        play(table, alone ? 1 : 2, rng_fork(2024, (uint64_t)i), NULL);
        match_winners(g, now(), win);
        for (int row = 0; row < g->rows(now()); row++) {
            struct score sc;
            g->score(now(), row, &sc);
            bool own = alone ? row == 0 : row % 2 == 0;
            if (own) t.own += sc.total, own_rows++, won |= win[row];
            else t.rival += sc.total, rival_rows++;
        }
        t.wins += won;
    }
    t.own /= own_rows;
    if (rival_rows) t.rival /= rival_rows;
    t.wins /= count;
    return t;
}

/* The bounds leave room below what was measured when they were written. */
static const struct {
    const char *game, *mode;
    int players;
    const char *board;
    int games;
    double least; /* the greedy bot's mean */
    double most;  /* the random bot's */
} solos[] = {
    {"temple", "solo", 1, "a", 60, 30, 8},
    {"temple", "solo", 1, "b", 60, 27, 8},
    {"valley", "solo", 1, "a", 60, 57, 15},
    {"valley", "solo", 1, "b", 60, 50, 15},
};

START_TEST(test_solo_strength)
{
    struct tally t = compete(&greedy_bot, solos[_i].game, solos[_i].mode, 1, solos[_i].board, solos[_i].games);
    ck_assert_double_ge(t.own, solos[_i].least);
    t = compete(&random_bot, solos[_i].game, solos[_i].mode, 1, solos[_i].board, solos[_i].games);
    ck_assert_double_le(t.own, solos[_i].most);
}
END_TEST

/* Against random seats at one table. */
static const struct {
    const char *game, *mode;
    int players;
    const char *board;
    int games;
    double ahead; /* by how much greedy's mean is above random's */
    double wins;  /* at least this part of the games */
} duels[] = {
    {"temple", "multi", 2, "a", 20, 22, 1},
    {"temple", "multi", 5, "b", 10, 20, 1},
    {"valley", "multi", 2, "a", 20, 35, 0.95},
    {"valley", "multi", 5, "b", 10, 30, 0.95},
    {"tiwanaku", "competitive", 2, "tiny-", 20, 30, 1},
    {"tiwanaku", "competitive", 2, "long-", 20, 60, 1},
    {"tiwanaku", "competitive", 3, "long-", 10, 40, 1},
    {"tiwanaku", "competitive", 4, "long-", 10, 25, 1},
};

START_TEST(test_duels)
{
    struct tally t =
        compete(&greedy_bot, duels[_i].game, duels[_i].mode, duels[_i].players, duels[_i].board, duels[_i].games);
    ck_assert_double_ge(t.own - t.rival, duels[_i].ahead);
    ck_assert_double_ge(t.wins, duels[_i].wins);
}
END_TEST

/* Against the Otoma: how far ahead of them (or behind), compared with random. */
static const struct {
    const char *mode;
    int players;
    const char *board;
    int games;
    double better; /* points by which greedy does better than random */
    double wins;   /* at least this part of the games */
} otoma[] = {
    {"solo-easy", 1, "tiny-", 30, 35, 0.05}, {"solo-hard", 1, "tiny-", 30, 30, 0},
    {"solo-easy", 1, "long-", 30, 80, 0.3},  {"solo-hard", 1, "long-", 30, 70, 0.05},
    {"coop-easy", 2, "tiny-", 30, 35, 0.1},  {"coop-easy", 3, "long-", 20, 60, 0.05},
    {"coop-normal", 2, "long-", 20, 60, 0},  {"coop-normal", 4, "tiny-", 20, 25, 0},
    {"coop-expert", 3, "tiny-", 20, 25, 0},  {"coop-expert", 4, "long-", 20, 60, 0},
};

START_TEST(test_against_otoma)
{
    struct tally g =
        compete(&greedy_bot, "tiwanaku", otoma[_i].mode, otoma[_i].players, otoma[_i].board, otoma[_i].games);
    struct tally r =
        compete(&random_bot, "tiwanaku", otoma[_i].mode, otoma[_i].players, otoma[_i].board, otoma[_i].games);
    ck_assert_double_ge((g.own - g.rival) - (r.own - r.rival), otoma[_i].better);
    ck_assert_double_ge(g.wins, otoma[_i].wins);
}
END_TEST

/* ---- sense ---- */

/* What the greedy bot does after this record, as a line without the seat. */
static void ask(const char *text, int seat, char *to, size_t n)
{
    static struct record rec;
    struct rng r = {1};
    struct out o = {.p = to, .size = n};
    rooms();
    record_begin(&rec);
    for (const char *p = text; *p;) {
        size_t len = strcspn(p, "\n");
        ck_assert_msg(record_line(&rec, p, len), "line %u: %s", (unsigned)rec.fault_line, rec.fault);
        p += len + (p[len] == '\n');
    }
    const struct game *g = rec.head.game;
    Move m = bot_think(&greedy_bot, g, record_state(&rec), rec.size, seat, NULL, &r, scratch).move;
    ck_assert_ptr_null(g->objection(record_state(&rec), seat, m));
    g->write(record_state(&rec), seat, &m, 1, &o);
    out_end(&o);
}

static const struct {
    const char *what, *record, *answer;
} sense[] = {
    {"a mummy next to a 9 is crossed out before anything else",
     "tambo-record 1\ngame: temple\nrules: 1\nmode: solo\nplayers: 1\nsheet: a\n--\n"
     "* roll 4 5 1\n1 write 9 e1\n* roll 1 1 mummy\n1 mummy f1\n* roll 2 3 4\n",
     "cross f1"},
    {"the third space of a group counts more than one more in a run",
     "tambo-record 1\ngame: temple\nrules: 1\nmode: solo\nplayers: 1\nsheet:\ntambo-sheet 1\ngame: temple\nname: x\n"
     "grid:\n####\nend\n--\n* roll 1 1 1\n1 write 2 a1\n* roll 1 1 1\n1 write 2 b1\n* roll 1 1 1\n",
     "write 2 c1"},
    {"on another's sheet a mummy does not go next to a 9",
     "tambo-record 1\ngame: temple\nrules: 1\nmode: multi\nplayers: 2\nsheet:\ntambo-sheet 1\ngame: temple\nname: x\n"
     "grid:\n##..\n....\n...#\nend\n--\n* roll 4 5 1\n1 write 1 a1\n2 write 9 a1\n* roll 1 1 mummy\n* pass 2 1\n",
     "mummy d3"},
    {"a pyramid is revealed at once",
     "tambo-record 1\ngame: valley\nrules: 1\nmode: solo\nplayers: 1\nsheet: a\n--\n"
     "* roll 5 5 2\n1 write pgr 12 a1\n1 done\n* roll 5 5 1\n1 write pgr 11 b1\n1 done\n"
     "* roll 5 5 2\n1 write pgr 12 c1\n1 done\n* roll 5 5 3\n1 write pgr 13 b2\n",
     "reveal pyramid a1 b1 c1 b2"},
    {"a large bite is crossed out",
     "tambo-record 1\ngame: valley\nrules: 1\nmode: solo\nplayers: 1\nsheet: a\n--\n"
     "* roll 5 5 5\n1 write pgr 15 a1\n1 done\n* roll 1 1 snake\n1 snake b1\n* roll 5 dakota 4\n",
     "cross pr b1"},
    {"on another's sheet a snake goes where it bites hardest",
     "tambo-record 1\ngame: valley\nrules: 1\nmode: multi\nplayers: 2\nsheet:\ntambo-sheet 1\ngame: valley\nname: x\n"
     "grid:\n##.##.##\nend\n--\n* roll 5 5 5\n1 write p 5 a1\n1 done\n2 write pgr 15 a1\n2 done\n* roll 1 1 5\n"
     "1 write r 5 b1\n1 done\n2 write p 1 b1\n2 done\n* roll 5 5 5\n1 write p 5 d1\n1 done\n2 write pgr 15 d1\n2 done\n"
     "* roll 1 1 snake\n* pass 2 1\n",
     "snake e1"},
};

START_TEST(test_sense)
{
    char line[128];
    ask(sense[_i].record, 0, line, sizeof line);
    ck_assert_msg(strcmp(line, sense[_i].answer) == 0, "%s: %s, not %s", sense[_i].what, sense[_i].answer, line);
}
END_TEST

static const struct tiwanaku *board(void) { return (const struct tiwanaku *)(const void *)now(); }

/* With all terrain on the table a fair map leaves no doubt (SCN-5): every pawn that
 * can divine does, and is right. Nobody waits for ever before (TIW-20). At the very
 * end nothing is kept that could be offered. */
static int finals, last_offers;

static void sharp(const struct bot *b, int seat, struct rng before, Move m)
{
    const struct tiwanaku *t = board();
    (void)b, (void)before;
    ck_assert_int_lt(t->idle, 40);
    if (t->step == STEP_FINAL && !tiw_unplaced(t)) {
        ck_assert_uint_eq(tiw_verb(m), DIVINE);
        ck_assert_uint_eq(tiw_a(m), t->crop[tiw_from(m)]);
        finals++;
    }
    if (t->step == STEP_OFFER && t->last) {
        ck_assert_uint_eq(m, tiw_move(OFFER, t->side[seat].offerings, 0, 0, 0));
        last_offers++;
    }
}

START_TEST(test_final_divinations)
{
    const struct bot *const greedy[] = {&greedy_bot};
    finals = last_offers = 0;
    for (int i = 0; i < 10; i++) {
        char name[16];
        snprintf(name, sizeof name, "%s-%d", i % 2 ? "long" : "tiny", i / 2 + 1);
        set_up(game_named("tiwanaku"), "competitive", _i, name);
        play(greedy, 1, rng_fork(9, (uint64_t)i), sharp);
        ck_assert_uint_eq(tiw_unplaced(board()), 0);
    }
    ck_assert_int_gt(finals, 0);
    ck_assert_int_gt(last_offers, 0);
}
END_TEST

/* ---- conclusions about the hidden map ---- */

static long certain; /* crops and terrains concluded, not seen */

static void check_notes(const struct bot *b, int seat, struct rng before, Move m)
{
    static struct notes n;
    static unsigned sight;
    const struct tiwanaku *t = board();
    struct tiwanaku view = *t;
    unsigned i;
    (void)b, (void)before, (void)m;
    head.game->redact((struct state *)(void *)&view, seat);
    notes_take(&n, &view, sight = (sight + 3) % (NOTES_ALL + 1)); /* whatever one thinks of, nothing is wrong */
    BITS_EACH(i, tiw_all(t))
    {
        ck_assert(!n.known[i] || n.known[i] == t->crop[i]);
        if (n.open & bit(i)) {
            ck_assert(n.may[i] >> t->terrain[i] & 1);
            continue;
        }
        ck_assert_uint_eq(n.terrain[i], t->terrain[i]);
        ck_assert(n.can[i] >> t->crop[i] & 1);
        unsigned sum = 0;
        for (unsigned v = 1; v <= MAP_LEVELS; v++) sum += n.chance[i][v];
        ck_assert(sum <= NOTES_SURE && sum > NOTES_SURE - 6); /* each is rounded down */
        certain += (n.known[i] && !(t->seen_crop >> i & 1)) + !(t->seen_terrain >> i & 1);
    }
}

START_TEST(test_notes)
{
    static const char *const modes[] = {"competitive", "solo-hard", "coop-normal"};
    certain = 0;
    for (int i = 0; i < 6; i++) {
        struct rng r = rng_fork(31, (uint64_t)i);
        set_up(game_named("tiwanaku"), modes[_i], _i == 1 ? 1 : 2, NULL);
        if (i < 3) random_scenario(&head.setup.board, i % 2 ? 5 : 9, &r);
        else random_builtin(&head, &r);
        play(i % 2 ? (const struct bot *[]){&greedy_bot} : (const struct bot *[]){&random_bot}, 1, r, check_notes);
    }
    ck_assert_int_gt((int)certain, 100);
}
END_TEST

/* ---- the list ---- */

START_TEST(test_list)
{
    ck_assert_ptr_eq(bot_find("random", 6), &random_bot);
    ck_assert_ptr_eq(bot_find("greedy", 6), &greedy_bot);
    ck_assert_ptr_null(bot_find("greed", 5));
    ck_assert_ptr_null(bot_find("greedy ", 7));
    ck_assert_ptr_eq(bot_find("beginner", 8), &level_bots[LEVEL_BEGINNER]);
    ck_assert_ptr_eq(bot_find("master", 6), &level_bots[LEVEL_MASTER]);
    ck_assert_int_eq(bot_number("", 0), -1);
    for (int i = 0; bots[i]; i++) {
        ck_assert(bots[i]->about[0]);
        ck_assert_str_eq(bots[i]->name, bot_names[i]);
        ck_assert(bots[i + 1] || !bot_names[i + 1]);
    }
}
END_TEST

#define COUNT(a) (int)(sizeof(a) / sizeof *(a))

/* test_bots [PART]: one in PART of the whole games; then not how well bots play, which is the same in all
 * builds (bench --signature). */
int main(int argc, char **argv)
{
    if (argc > 1) part = atoi(argv[1]);
    Suite *s = suite_create("bots");
    TCase *c = tcase_create("bots");
    suite_add_tcase(s, c);
    tcase_add_test(c, test_list);
    tcase_add_loop_test(c, test_whole_games, 0, EVERYTHING);
    tcase_add_loop_test(c, test_deterministic, 0, EVERYTHING);
    if (part == 1) {
        tcase_add_loop_test(c, test_solo_strength, 0, COUNT(solos));
        tcase_add_loop_test(c, test_duels, 0, COUNT(duels));
        tcase_add_loop_test(c, test_against_otoma, 0, COUNT(otoma));
    }
    tcase_add_loop_test(c, test_sense, 0, COUNT(sense));
    tcase_add_loop_test(c, test_final_divinations, 2, 5);
    tcase_add_loop_test(c, test_notes, 0, 3);
    SRunner *run = srunner_create(s);
    srunner_run_all(run, CK_ENV);
    int failed = srunner_ntests_failed(run);
    srunner_free(run);
    return failed != 0;
}
