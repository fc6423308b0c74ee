/* test_hint.c -- games/tiwanaku_hint over positions of games that bots play in all modes:
 * a hint depends on nothing hidden, what it calls certain is true, its JSON is well-formed,
 * and each step fits the sentence that clients make of it.
 * And the built-in maps: a ladder of rising difficulty with names in all languages.
 *
 * usage: test_hint [GAMES]   games of each mode and number of players */
#include "../../bots/bot.h"
#include "../../games/builtin.h"
#include "../../games/tiwanaku_hint.h"
#include "../../puzzle/reason.h"
#include "../kit/json.h"
#include "../kit/playing.h"

#include <check.h>

static int games_each = 6;

enum { STEPS = 300 }; /* for the odds: few, as there are many positions */
enum { TEXT = 1 << 16 };

static _Alignas(STATE_ALIGN) uint8_t bot_scratch[BOT_SCRATCH];
static uint64_t odds_scratch[ODDS_LEAST_SCRATCH / sizeof(uint64_t)];
static struct position pos, seen, twin;

static const struct {
    int mode, players;
} tables[] = {
    {COMPETITIVE, 2}, {COMPETITIVE, 3}, {COMPETITIVE, 4}, {SOLO_EASY, 1},   {SOLO_HARD, 1},   {COOP_EASY, 2},
    {COOP_EASY, 4},   {COOP_NORMAL, 3}, {COOP_NORMAL, 4}, {COOP_EXPERT, 2}, {COOP_EXPERT, 3}, {COOP_EXPERT, 4},
};
enum { TABLES = sizeof tables / sizeof *tables };

static const struct tiwanaku *tiw(const struct position *p) { return (const struct tiwanaku *)(const void *)p; }

static void take(struct hint *h, const struct position *p, int seat, bool plain)
{
    struct rng r = HINT_RNG;
    struct worlds_means means = {&r, STEPS, odds_scratch, sizeof odds_scratch};
    hint_take(h, tiw(p), seat, plain, &means);
}

/* ---- what a hint says is true ---- */

static bool step_true(const struct deduce_step *s, const struct tiwanaku *t)
{
    bool terrain = s->what == DEDUCED_TERRAIN || s->what == DEDUCED_NOT_TERRAIN;
    bool is = s->what == DEDUCED_TERRAIN || s->what == DEDUCED_CROP;
    unsigned i;
    BITS_EACH(i, s->spaces) if ((s->values >> (terrain ? t->terrain[i] : t->crop[i]) & 1) != is) return false;
    return s->spaces && s->values;
}

static void check_true(const struct hint *h, const struct tiwanaku *t)
{
    unsigned i;
    for (int k = 0; k < h->steps; k++) ck_assert(step_true(&h->step[k], t));
    ck_assert(!(h->certain & t->seen_crop) && !(h->certain & ~tiw_all(t)));
    ck_assert(!(h->fair & (h->certain | t->seen_crop)) && !(h->fair & ~tiw_all(t)));
    BITS_EACH(i, h->certain | h->fair) ck_assert_uint_eq(h->crop[i], t->crop[i]);
    if (!h->steps) return;
    const struct deduce_step *last = &h->step[h->steps - 1];
    ck_assert(last->what == DEDUCED_TERRAIN || last->what == DEDUCED_CROP);
    if (last->technique == DEDUCE_FAIR) ck_assert(!h->certain && !(last->spaces & ~h->fair) && !h->plain);
    else if (last->what == DEDUCED_CROP) ck_assert(!(last->spaces & ~h->certain));
}

static void check_guesses(const struct hint *h, const struct tiwanaku *t, int seat)
{
    ck_assert_uint_eq(h->own, seat < 0 ? 0 : tiw_diviners(t, seat));
    ck_assert_int_le(h->guesses, HINT_GUESSES);
    for (int k = 0; k < h->guesses; k++) {
        const struct hint_guess *g = &h->guess[k];
        ck_assert(t->placed >> g->space & 1 && !(t->planted >> g->space & 1) &&
                  !((h->certain | h->fair) >> g->space & 1));
        ck_assert(g->crop >= 1 && g->crop <= MAP_LEVELS && g->chance == h->chances.crop[g->space][g->crop]);
        for (unsigned v = 1; v <= MAP_LEVELS; v++) ck_assert(h->chances.crop[g->space][v] <= g->chance);
        if (h->chances.exact)
            ck_assert(g->chance < POSTERIOR_WHOLE && h->chances.crop[g->space][t->crop[g->space]] > 0);
        if (!k) continue;
        bool own = h->own >> g->space & 1, before = h->own >> g[-1].space & 1;
        ck_assert(own ? before : true);
        if (own == before) ck_assert(g->chance <= g[-1].chance);
    }
}

/* ---- a hint depends on nothing hidden ---- */

static bool json_of(const struct hint *h, const struct position *p, struct out *o)
{
    out_reset(o, TEXT);
    hint_show(h, tiw(p), o);
    return o->len <= o->size && json_valid(o->p, o->len, NULL);
}

static void check_equal(const struct hint *a, const struct position *pa, const struct hint *b,
                        const struct position *pb)
{
    static struct out oa, ob;
    ck_assert(json_of(a, pa, &oa) && json_of(b, pb, &ob));
    ck_assert(oa.len == ob.len && memcmp(oa.p, ob.p, oa.len) == 0);
    ck_assert(a->certain == b->certain && a->own == b->own && memcmp(a->crop, b->crop, sizeof a->crop) == 0);
    ck_assert(memcmp(a->odds.terrain, b->odds.terrain, sizeof a->odds.terrain) == 0);
    ck_assert(memcmp(a->odds.crop, b->odds.crop, sizeof a->odds.crop) == 0);
    ck_assert(memcmp(&a->chances, &b->chances, sizeof a->chances) == 0 && a->fair == b->fair);
    ck_assert(a->odds.steps == b->odds.steps);
}

/* Another match that looks the same to this seat: everything hidden is drawn anew. */
static bool make_twin(const struct game *g, size_t size, int seat, struct rng *r)
{
    if (!can_imagine(g, position_state(&seen), *r)) return false;
    memcpy(&twin, &seen, size);
    g->imagine(position_state(&twin), seat, r);
    return true;
}

static int look(const struct game *g, size_t size, int seat, struct rng *r)
{
    static struct hint full, view, other;
    memcpy(&seen, &pos, size);
    g->redact(position_state(&seen), seat);
    bool plain = rng_below(r, 2);
    take(&view, &seen, seat, plain);
    if (tiw(&pos)->step == STEP_OVER) {
        ck_assert(!view.steps && !view.certain && !view.fair && !view.guesses);
        return 0;
    }
    check_true(&view, tiw(&pos));
    check_guesses(&view, tiw(&pos), seat);
    take(&full, &pos, seat, plain); /* even a state that knows it all */
    check_equal(&view, &seen, &full, &pos);
    if (!make_twin(g, size, seat, r)) return 0;
    take(&other, &twin, seat, plain);
    check_equal(&view, &seen, &other, &twin);
    other.fair = 0; /* the twin need not be fair; */
    if (other.steps && other.step[0].technique == DEDUCE_FAIR) other.steps = 0;
    check_true(&other, tiw(&twin)); /* all else is as certain there */
    return memcmp(tiw(&twin)->crop, tiw(&pos)->crop, sizeof tiw(&pos)->crop) != 0;
}

/* Plays one game by bots; looks at some of its positions. Returns how many twins differed. */
static int play(const struct head *h, const struct bot *bot, struct rng *r, int *positions)
{
    const struct game *g = h->game;
    struct state *s = position_state(&pos);
    size_t size = g->size(&h->setup);
    int twins = 0;
    g->start(s, &h->setup);
    while (s->phase != PHASE_OVER) {
        Move m[MAX_LINE_MOVES];
        int n = 1, seat = NATURE;
        if (s->phase != PHASE_CHANCE && one_in(r, 6)) { /* also between facts, with a `give` open */
            twins += look(g, size, (int)rng_below(r, s->players + 1u) - 1, r);
            ++*positions;
        }
        if (s->phase == PHASE_FACT) m[0] = g->nth(s, NATURE, 0);
        else if (s->phase == PHASE_CHANCE) n = g->draw(s, r, m);
        else
            seat = random_seat(s->acting, s->players, r),
            m[0] = bot_think(bot, g, s, size, seat, NULL, r, bot_scratch).move;
        for (int i = 0; i < n; i++) g->apply(s, seat, m[i]);
    }
    look(g, size, 0, r);
    return twins;
}

START_TEST(hints)
{
    static struct head h;
    const struct game *g = game_find("tiwanaku", 8);
    struct rng r = {(uint64_t)_i + 100};
    int positions = 0, twins = 0;
    for (int k = 0; k < games_each; k++) {
        random_setup(&h, g, tables[_i].mode, tables[_i].players, &r);
        if (g->refuse(&h.setup)) continue;
        twins += play(&h, k % 2 ? &greedy_bot : &random_bot, &r, &positions);
    }
    ck_assert_int_gt(positions, 5 * games_each);
    ck_assert_int_gt(twins, 0);
}
END_TEST

/* A give is open: terrain was announced that lies nowhere yet (COO-6). */
START_TEST(hint_while_a_give_is_open)
{
    static struct head h;
    static struct hint hint;
    const struct game *g = game_find("tiwanaku", 8);
    struct state *s = position_state(&pos);
    struct rng r = {7};
    int open = 0;
    for (int k = 0; k < 200 && open < 5; k++) {
        random_setup(&h, g, COOP_EXPERT, 3, &r);
        if (g->refuse(&h.setup)) continue;
        for (g->start(s, &h.setup); s->phase != PHASE_OVER && tiw(&pos)->step != STEP_GIVE;) {
            Move m[MAX_LINE_MOVES];
            int n = 1, seat = NATURE;
            if (s->phase == PHASE_CHANCE) n = g->draw(s, &r, m);
            else {
                if (s->phase == PHASE_PLAY) seat = random_seat(s->acting, s->players, &r);
                m[0] = g->nth(s, seat, rng_below(&r, g->legal(s, seat, NULL)));
            }
            for (int i = 0; i < n; i++) g->apply(s, seat, m[i]);
        }
        const struct tiwanaku *t = tiw(&pos);
        if (t->step != STEP_GIVE) continue;
        struct map known;
        uint8_t tiles[MAP_TERRAINS + 1];
        hint_known(t, &known, tiles);
        ck_assert_int_eq(tiles[1] + tiles[2] + tiles[3] + tiles[4], map_spaces(&known));
        ck_assert_uint_eq(known.terrain[t->space], t->terrain[t->space]); /* announced */
        take(&hint, &pos, 0, false);
        check_true(&hint, t);
        open++;
    }
    ck_assert_int_gt(open, 0);
}
END_TEST

/* ---- what the sentences of cli/reason.c say about a step ---- */

/* The whole region of a space on the true map. */
static uint64_t region_of(const struct map *m, const struct map_shape *shape, unsigned space)
{
    uint64_t set = 0, more = bit(space);
    unsigned i, k;
    while (more) {
        set |= more;
        more = 0;
        BITS_EACH(i, set) BITS_EACH(k, shape->side[i] & ~set) if (m->terrain[k] == m->terrain[i]) more |= bit(k);
    }
    return set;
}

static unsigned crops_on(const struct map *m, uint64_t spaces)
{
    unsigned crops = 0, i;
    BITS_EACH(i, spaces) crops |= 1u << m->crop[i];
    return crops;
}

static uint64_t touching_all(const struct map_shape *shape, uint64_t spaces)
{
    uint64_t all = UINT64_MAX;
    unsigned i;
    BITS_EACH(i, spaces) all &= shape->near[i];
    return all;
}

/* Each touches the space or is in its region. */
static bool all_rivals(const struct map *m, const struct map_shape *shape, uint64_t set, unsigned space)
{
    return !(set & ~shape->near[space] & ~region_of(m, shape, space));
}

/* About a space whose other crops are excluded: by `because`, unless a step before has a share. */
static bool only_true(const struct deduce_step *steps, int k, const struct map *m, const struct map_shape *shape)
{
    const struct deduce_step *s = &steps[k];
    bool before = false;
    for (int i = 0; i < k; i++) before |= steps[i].what == DEDUCED_NOT_CROP && steps[i].spaces & s->spaces;
    if (!all_rivals(m, shape, s->because, bits_first(s->spaces))) return false;
    return before || (crops_on(m, s->because) | s->values) == 62;
}

static bool reason_true(const struct deduce_step *steps, int k, const struct map *m, const struct map_shape *shape)
{
    const struct deduce_step *s = &steps[k];
    uint64_t region = s->region ? region_of(m, shape, bits_first(s->region)) : 0;
    unsigned i;
    bool here = !(s->spaces & ~region);
    switch (s->technique) {
    case DEDUCE_LONE: return region == s->spaces;
    case DEDUCE_LAST: return region == s->region && s->because == (region & ~s->spaces);
    case DEDUCE_LARGE: return bits_count(region) <= s->size && (bits_count(s->region) < s->size || region == s->region);
    case DEDUCE_ONLY: return only_true(steps, k, m, shape);
    case DEDUCE_PLACE:
    case DEDUCE_ORDERS: return region == s->region;
    case DEDUCE_SUPPLY: return bits_count(s->spaces) == s->size;
    case DEDUCE_JOIN: return !(s->because & ~region_of(m, shape, bits_first(s->spaces))) && bits_count(s->because) == 2;
    case DEDUCE_GROW:
    case DEDUCE_CUT: return here && bits_count(region) >= s->size;
    case DEDUCE_HOME: return here && bits_count(region) >= s->size && crops_on(m, s->spaces) == s->about;
    case DEDUCE_FULL: return s->spaces & s->region && bits_count(s->region) > s->size;
    case DEDUCE_TWICE: return s->spaces & s->region;
    case DEDUCE_TOUCH: return 1u << m->terrain[bits_first(s->because)] == s->values && bits_count(s->because) == 1;
    case DEDUCE_POINT:
        return crops_on(m, s->because & region) & s->values && !(s->spaces & ~touching_all(shape, s->because));
    case DEDUCE_ROOM:
        return s->what == DEDUCED_NOT_TERRAIN || bits_count(region_of(m, shape, bits_first(s->spaces))) <= s->size;
    case DEDUCE_PAIR:
    case DEDUCE_TRIPLE:
        BITS_EACH(i, s->spaces) if (!all_rivals(m, shape, s->because, i)) return false;
        return crops_on(m, s->because) == s->about && bits_count(s->because) == (s->technique == DEDUCE_PAIR ? 2 : 3);
    case DEDUCE_HIDDEN: return region == s->region && crops_on(m, s->spaces) == s->about;
    case DEDUCE_TWO: return region == s->region && s->other == region_of(m, shape, bits_first(s->other));
    case DEDUCE_SHAPES: return !(s->region & ~region);
    case DEDUCE_SUPPOSE: return s->clash != CLASH_NONE && s->other;
    default: return true;
    }
}

/* Every place of a text has a value in the tale, and so do those of the texts among its values. */
static void check_places(const struct tale *t, const char *text)
{
    ck_assert(text && *text);
    for (const char *p = text; (p = strchr(p, '{')); p++) {
        const struct tale_value *v = t->value, *end = v + t->values;
        size_t n = strcspn(p + 1, "}");
        while (v < end && (strlen(v->name) != n || memcmp(v->name, p + 1, n) != 0)) v++;
        ck_assert_msg(v < end, "%s: nothing for %.*s", text, (int)n, p + 1);
        if (v->kind == TALE_WORD) check_places(t, v->text);
        if (v->kind == TALE_WORD && v->many) check_places(t, v->many);
    }
}

static void check_reasons(const struct deduce_step *steps, int count, const struct map *m, int *often)
{
    struct map_shape shape;
    map_shape(&shape, m->cols, m->rows);
    for (int k = 0; k < count; k++) {
        often[steps[k].technique]++;
        ck_assert_msg(reason_true(steps, k, m, &shape), "\"%s\" on space %u: its reason is not true",
                      reason_table[steps[k].technique].name, bits_first(steps[k].spaces));
        struct tale t;
        reason_tell(steps, k, m->cols, &t);
        check_places(&t, t.text);
    }
}

START_TEST(words)
{
    for (int i = DEDUCE_NONE + 1; i <= DEDUCE_FAIR; i++) {
        struct deduce_step step = {
            .technique = (uint8_t)i, .what = DEDUCED_NOT_CROP, .values = 1 << 2, .about = 3 << 1};
        struct tale t;
        step.size = 3, step.clash = CLASH_CROP;
        step.spaces = 1, step.because = 6, step.region = 33, step.other = 8;
        reason_tell(&step, 0, 9, &t);
        check_places(&t, t.text);
        for (int k = 0; k < i; k++) ck_assert_str_ne(reason_table[k].key, reason_table[i].key);
    }
}
END_TEST

/* Hints one after another, from little terrain seen to all of it. */
static void follow_hints(const struct map *m, struct rng *r, int *often)
{
    struct deduce_step chain[DEDUCE_CHAIN];
    struct map known = {.cols = m->cols, .rows = m->rows};
    uint8_t tiles[MAP_TERRAINS + 1] = {0};
    struct map_shape shape;
    struct deduce_notes n;
    int spaces = map_spaces(m);
    map_shape(&shape, m->cols, m->rows);
    for (int i = 0; i < spaces; i++) tiles[m->terrain[i]]++;
    for (int k = 0; k < 2 * spaces; k++) {
        unsigned i = rng_below(r, (uint32_t)spaces);
        if (!one_in(r, 3)) known.terrain[i] = m->terrain[i];
        if (known.terrain[i] && one_in(r, 3)) known.crop[i] = m->crop[i];
        if (!one_in(r, 6)) continue;
        deduce_begin(&n, &shape, &known, tiles);
        check_reasons(chain, deduce_hint(&n, DEDUCE_NESTED, chain), m, often);
    }
}

START_TEST(reasons)
{
    static struct deduce_step steps[GRADE_STEPS];
    int often[DEDUCE_TECHNIQUES] = {0};
    struct rng r = {5};
    for (int k = 0; k < 40 * games_each; k++) {
        struct board b = {{0}};
        struct rating rating;
        scenario_make(scenario_in(&b), k & 4 ? MAP_COLS : 5, (enum grade)(k % GRADES), (uint64_t)k);
        struct map shown = scenario_shown(scenario_in(&b));
        int count = grade_rate(&shown, &rating, steps);
        check_reasons(steps, count, &scenario_in(&b)->map, often);
        follow_hints(&scenario_in(&b)->map, &r, often);
    }
    int techniques = 0;
    for (int k = DEDUCE_LONE; k < DEDUCE_TECHNIQUES; k++) techniques += often[k] > 0;
    ck_assert_int_ge(techniques, games_each < 6 ? 16 : 20); /* some are rare; test_deduce.c has examples of all */
}
END_TEST

/* ---- the built-in maps ---- */

static const uint8_t weight[DEDUCE_TECHNIQUES] = {
    [DEDUCE_LONE] = 2,    [DEDUCE_LAST] = 2,    [DEDUCE_LARGE] = 2, [DEDUCE_ONLY] = 2,     [DEDUCE_PLACE] = 3,
    [DEDUCE_POINT] = 6,   [DEDUCE_HOME] = 6,    [DEDUCE_PAIR] = 12, [DEDUCE_HIDDEN] = 14,  [DEDUCE_TRIPLE] = 18,
    [DEDUCE_ORDERS] = 24, [DEDUCE_SHAPES] = 30, [DEDUCE_TWO] = 36,  [DEDUCE_SUPPOSE] = 60, [DEDUCE_NESTED] = 160,
};

static int effort(const struct rating *r)
{
    int sum = 0;
    for (int k = 0; k < DEDUCE_TECHNIQUES; k++) sum += weight[k] * r->count[k];
    return sum;
}

static void check_ladder(const char *set, int count, int cols)
{
    static struct deduce_step steps[GRADE_STEPS];
    int before = 0, grade = GRADE_GENTLE;
    for (int i = 1; i <= count; i++) {
        char name[16];
        struct board b;
        struct rating r;
        uint64_t otoma = 0;
        snprintf(name, sizeof name, "%s-%d", set, i);
        ck_assert_msg(scenario_kind.builtin(&b, "tiwanaku", name, strlen(name)), "%s", name);
        const struct scenario *s = scenario_in(&b);
        ck_assert_ptr_null(scenario_kind.check(&b));
        ck_assert_int_eq(s->map.cols, cols);
        ck_assert_str_eq(s->name, builtin_title(name, NULL));
        struct map shown = scenario_shown(s);
        grade_rate(&shown, &r, steps);
        ck_assert_msg(r.grade >= grade && r.grade < GRADES, "%s: its grade falls", name);
        ck_assert_msg(effort(&r) >= before, "%s: %d after %d", name, effort(&r), before);
        grade = r.grade, before = effort(&r);
        ck_assert_int_eq(s->otomas, OTOMA_PAWNS);
        for (int k = 0; k < s->otomas; k++) otoma |= bit(s->otoma[k]);
        ck_assert_msg(make_spread(cols, otoma), "%s: the Otoma start close together", name);
    }
    ck_assert_int_eq(grade, GRADE_FIENDISH);
}

START_TEST(ladder_of_tiny_maps) { check_ladder("tiny", 10, 5); }
END_TEST
START_TEST(ladder_of_long_maps) { check_ladder("long", 30, 9); }
END_TEST

START_TEST(titles)
{
    const char *game, *name, *english[64], *title[64];
    int n = 0;
    for (; scenario_kind.list(n, &game, &name); n++) english[n] = builtin_title(name, NULL);
    ck_assert_int_eq(n, 40);
    ck_assert_ptr_nonnull(languages[0].code);
    for (const struct language *l = languages; l->code; l++) {
        int same = 0;
        for (int k = 0; scenario_kind.list(k, &game, &name); k++) {
            title[k] = builtin_title(name, l);
            ck_assert_msg(title[k] && title[k][0], "%s has no title in %s", name, l->code);
            for (int j = 0; j < k; j++) ck_assert_msg(strcmp(title[j], title[k]) != 0, "%s: %s twice", name, title[k]);
            same += strcmp(english[k], title[k]) == 0;
        }
        ck_assert_int_lt(same, 4); /* a translation, not a copy */
    }
    ck_assert_ptr_null(builtin_title("nowhere", NULL));
    ck_assert_ptr_null(builtin_title("nowhere", languages));
}
END_TEST

int main(int argc, char **argv)
{
    Suite *suite = suite_create("hint");
    TCase *t = tcase_create("hint");
    if (argc > 1) games_each = atoi(argv[1]);
    suite_add_tcase(suite, t);
    tcase_add_loop_test(t, hints, 0, TABLES);
    tcase_add_test(t, hint_while_a_give_is_open);
    tcase_add_test(t, reasons);
    tcase_add_test(t, words);
    tcase_add_test(t, ladder_of_tiny_maps);
    tcase_add_test(t, ladder_of_long_maps);
    tcase_add_test(t, titles);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
