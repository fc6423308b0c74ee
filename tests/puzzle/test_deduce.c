/* test_deduce.c -- puzzle/deduce and puzzle/grade: every technique on a board made for it;
 * nothing is ever claimed that plain search (allmaps.c) refutes; single steps and the fast
 * run come to the same notes; hints, clashes and ratings.
 *
 * usage: test_deduce [POSITIONS [SEED]]   random positions to compare with plain search */
#include "../../core/bits.h"
#include "../../puzzle/make.h"
#include "../../puzzle/reason.h"
#include "../../puzzle/solve.h"
#include "allmaps.h"
#include "deduce_examples.h"

#include <check.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

static int positions = 4000;
static uint64_t seed = 1;

/* ---- boards as text: rows divided by '/', '.' for unknown ---- */

static struct map board(const char *terrain, const char *crops)
{
    struct map m = {.cols = (uint8_t)strcspn(terrain, "/"), .rows = 1};
    int i = 0;
    for (const char *p = terrain; *p; p++) {
        if (*p == '/') {
            m.rows++;
            continue;
        }
        m.terrain[i++] = (uint8_t)(strchr(".vdfm", *p) - ".vdfm");
    }
    ck_assert_int_eq(i, map_spaces(&m));
    i = 0;
    for (const char *p = crops; *p; p++)
        if (*p != '/') m.crop[i++] = (uint8_t)(*p == '.' ? 0 : *p - '0');
    ck_assert(i == 0 || i == map_spaces(&m));
    return m;
}

static uint64_t spaces(const struct map *m, const char *list)
{
    uint64_t set = 0;
    for (const char *p = list; *p; p += p[2] ? 3 : 2) set |= bit((unsigned)((p[1] - '1') * m->cols + p[0] - 'a'));
    return set;
}

/* ---- every technique ---- */

static void begin(struct deduce_notes *n, struct map_shape *shape, const struct map *m, const uint8_t *tiles)
{
    map_shape(shape, m->cols, m->rows);
    deduce_begin(n, shape, m, tiles);
}

START_TEST(technique_on_its_board)
{
    const struct example *e = &examples[_i];
    uint8_t tiles[MAP_TERRAINS + 1] = {0, e->tiles[0], e->tiles[1], e->tiles[2], e->tiles[3]};
    struct map m = board(e->terrain, e->crops);
    struct map_shape shape;
    struct deduce_notes n;
    struct deduce_step s;
    begin(&n, &shape, &m, tiles[1] | tiles[2] | tiles[3] | tiles[4] ? tiles : NULL);
    ck_assert(deduce_run(&n, (enum deduce_technique)(e->technique - 1))); /* nothing simpler is left to find */
    ck_assert(!deduce_next(&n, (enum deduce_technique)(e->technique - 1), &s));
    ck_assert(deduce_next(&n, (enum deduce_technique)e->technique, &s));
    ck_assert_uint_eq(s.technique, e->technique);
    ck_assert_uint_eq(s.what, e->what);
    ck_assert_uint_eq(s.values, e->values);
    ck_assert_uint_eq(s.about, e->about);
    ck_assert_uint_eq(s.size, e->size);
    ck_assert_uint_eq(s.clash, e->clash);
    ck_assert_uint_eq(s.spaces, spaces(&m, e->spaces));
    ck_assert_uint_eq(s.because, spaces(&m, e->because));
    ck_assert_uint_eq(s.region, spaces(&m, e->region));
    ck_assert_uint_eq(s.other, spaces(&m, e->other));
}
END_TEST

/* Every technique has an example, but for two that have a test of their own. */
START_TEST(all_techniques_have_a_board)
{
    unsigned has = 1u << DEDUCE_NONE | 1u << DEDUCE_LEFT | 1u << DEDUCE_BOX;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) has |= 1u << examples[i].technique;
    ck_assert_uint_eq(has, (1u << DEDUCE_TECHNIQUES) - 1);
}
END_TEST

static bool any(void *ctx, const struct map *m)
{
    (void)m;
    *(bool *)ctx = true;
    return false;
}

/* Some map fits the example, and none the contrary of what is concluded, as far as plain
 * search gets. */
START_TEST(example_is_true)
{
    const struct example *e = &examples[_i];
    uint8_t list[MAP_TERRAINS + 1] = {0, e->tiles[0], e->tiles[1], e->tiles[2], e->tiles[3]};
    const uint8_t *tiles = list[1] | list[2] | list[3] | list[4] ? list : NULL;
    struct map m = board(e->terrain, e->crops);
    bool crop = e->what == DEDUCED_CROP || e->what == DEDUCED_NOT_CROP, there = false, contrary = false;
    bool is = e->what == DEDUCED_CROP || e->what == DEDUCED_TERRAIN;
    unsigned i, v, all = crop ? 62 : 30, wrong = is ? all & ~e->values : e->values;
    allmaps(&m, tiles, LONG_MAX, any, &there);
    ck_assert(there);
    BITS_EACH(i, spaces(&m, e->spaces))
    BITS_EACH(v, wrong)
    {
        struct map w = m;
        if (crop) w.crop[i] = (uint8_t)v;
        else w.terrain[i] = (uint8_t)v;
        allmaps(&w, tiles, 100L * positions, any, &contrary);
        ck_assert(!contrary);
    }
}
END_TEST

START_TEST(only_terrain_left)
{
    struct map m = board(".../.../...", "");
    struct map_shape shape;
    struct deduce_notes n;
    struct deduce_step s;
    begin(&n, &shape, &m, NULL);
    n.terrain[1] &= ~spaces(&m, "b2");
    n.terrain[2] &= ~spaces(&m, "b2");
    n.terrain[4] &= ~spaces(&m, "b2");
    ck_assert(deduce_next(&n, DEDUCE_LEFT, &s));
    ck_assert_uint_eq(s.technique, DEDUCE_LEFT);
    ck_assert_uint_eq(s.what, DEDUCED_TERRAIN);
    ck_assert_uint_eq(s.values, F);
    ck_assert_uint_eq(s.spaces, spaces(&m, "b2"));
    ck_assert(!deduce_next(&n, DEDUCE_LEFT, &s));
}
END_TEST

/* Ten fives are in the box. */
START_TEST(crop_used_up)
{
    struct map m =
        board("v.d.f.m.v/........./f.m.v.d.f/........./.........", "5.5.5.5.5/........./5.5.5.5.5/........./.........");
    struct map_shape shape;
    struct deduce_notes n;
    struct deduce_step s;
    begin(&n, &shape, &m, NULL);
    ck_assert(deduce_run(&n, DEDUCE_HOME));
    ck_assert(deduce_next(&n, DEDUCE_BOX, &s));
    ck_assert_uint_eq(s.technique, DEDUCE_BOX);
    ck_assert_uint_eq(s.what, DEDUCED_NOT_CROP);
    ck_assert_uint_eq(s.values, CROP(5));
    ck_assert_uint_eq(bits_count(s.because), 10);
    ck_assert_uint_eq(n.crop[5], s.because);
    m.terrain[44] = 1;
    m.crop[44] = 5;
    begin(&n, &shape, &m, NULL);
    ck_assert(!deduce_run(&n, DEDUCE_BOX));
    ck_assert_uint_eq(n.clash, CLASH_BOX);
}
END_TEST

/* Too many of a crop are noticed when everything else is settled, too. */
START_TEST(box_exceeded_at_the_end)
{
    struct map m = board("vdddf", ".2..."); /* 1 2 1 3 1 */
    struct map_shape shape;
    struct deduce_notes n, slow;
    struct deduce_step s;
    begin(&n, &shape, &m, NULL);
    n.box[1] = 2;
    slow = n;
    ck_assert(deduce_run(&n, DEDUCE_HOME)); /* nobody has looked into the box */
    ck_assert(deduce_done(&n));
    ck_assert(!deduce_run(&n, DEDUCE_BOX));
    ck_assert_uint_eq(n.clash, CLASH_BOX);
    while (deduce_next(&slow, DEDUCE_BOX, &s)) continue;
    ck_assert_uint_eq(slow.clash, CLASH_BOX);
}
END_TEST

/* ---- against plain search ---- */

struct possible {
    uint64_t terrain[MAP_TERRAINS + 1], crop[MAP_LEVELS + 1];
    long maps;
    uint8_t box[MAP_LEVELS + 1]; /* maps with more of a crop do not count */
};

static bool note(void *ctx, const struct map *m)
{
    struct possible *p = ctx;
    unsigned crops[MAP_LEVELS + 1] = {0};
    for (int i = 0; i < map_spaces(m); i++)
        if (++crops[m->crop[i]] > p->box[m->crop[i]]) return true;
    p->maps++;
    for (int i = 0; i < map_spaces(m); i++) {
        p->terrain[m->terrain[i]] |= bit((unsigned)i);
        p->crop[m->crop[i]] |= bit((unsigned)i);
    }
    return true;
}

/* Are all of these maps still possible? (Check is slow: millions of these are asked.) */
static bool is_sound(const struct deduce_notes *n, const struct possible *p)
{
    uint64_t lost = 0;
    for (int t = 1; t <= MAP_TERRAINS; t++) lost |= p->terrain[t] & ~n->terrain[t];
    for (int v = 1; v <= MAP_LEVELS; v++) lost |= p->crop[v] & ~n->crop[v];
    return !lost;
}

/* A valid map of a random small board, of which some is hidden. The box is perhaps a small one, too. */
static struct map position(struct rng *r, uint8_t tiles[MAP_TERRAINS + 1], uint8_t box[MAP_LEVELS + 1])
{
    static const uint8_t sizes[][2] = {{2, 2}, {2, 5}, {3, 3}, {3, 3}, {3, 4}, {4, 3}, {4, 4}, {5, 3}};
    static const uint8_t plenty[MAP_TERRAINS + 1] = {0, 16, 16, 16, 16};
    const uint8_t *size = sizes[rng_below(r, 8)];
    struct map m = {.rows = size[0], .cols = size[1]};
    uint32_t terrain = rng_below(r, 8), crops = rng_below(r, 101);
    while (!make_fill(&m, plenty, false, r, 300)) continue;
    memset(tiles, 0, MAP_TERRAINS + 1);
    for (int i = 0; i < map_spaces(&m); i++) tiles[m.terrain[i]]++;
    memcpy(box, map_crops, MAP_LEVELS + 1);
    if (rng_below(r, 4) == 0) {
        for (int v = 1; v <= MAP_LEVELS; v++) box[v] = (uint8_t)rng_below(r, 2);
        for (int i = 0; i < map_spaces(&m); i++) box[m.crop[i]]++;
    }
    for (; terrain; terrain--) {
        uint32_t i = rng_below(r, (uint32_t)map_spaces(&m));
        m.terrain[i] = m.crop[i] = 0;
    }
    for (int i = 0; i < map_spaces(&m); i++)
        if (rng_below(r, 100) < crops) m.crop[i] = 0;
    return m;
}

static enum deduce_technique any_technique(struct rng *r)
{
    return rng_below(r, 2) ? DEDUCE_NESTED : (enum deduce_technique)(1 + rng_below(r, DEDUCE_NESTED));
}

static unsigned crops_of(const struct deduce_notes *n, uint64_t set)
{
    unsigned crops = 0;
    for (unsigned v = 1; v <= MAP_LEVELS; v++)
        if (n->crop[v] & set) crops |= 1u << v;
    return crops;
}

/* Does the step's reason hold in these notes, as far as that is easily said? */
static bool has_reason(const struct deduce_notes *n, const struct deduce_step *s)
{
    unsigned v = bits_first(s->values), w, i;
    bool as_many = bits_count(s->because) == bits_count(s->about);
    switch (s->technique) {
    case DEDUCE_LAST: return (s->region & ~n->sown) == s->spaces;
    case DEDUCE_ONLY: return crops_of(n, s->spaces) == s->values;
    case DEDUCE_PLACE: return (n->crop[v] & s->region) == s->spaces;
    case DEDUCE_POINT:
        BITS_EACH(i, s->because) if (s->spaces & ~n->shape->near[i]) return false;
        return !(s->because & ~n->crop[v]) && !(n->crop[v] & s->region & ~s->because);
    case DEDUCE_PAIR:
    case DEDUCE_TRIPLE: return as_many && crops_of(n, s->because) == s->about;
    case DEDUCE_HIDDEN: BITS_EACH(w, s->about) if (n->crop[w] & s->region & ~s->because) return false; return as_many;
    case DEDUCE_LEFT:
        for (w = 1; w <= MAP_TERRAINS; w++)
            if (!(n->terrain[w] & s->spaces) == (w == v)) return false;
        return true;
    case DEDUCE_JOIN:
    case DEDUCE_TOUCH: return !(s->because & ~(n->terrain[v] & n->land));
    default: return true;
    }
}

/* Goes through steps given without those that nothing rests on. */
static void assert_reasons(struct deduce_notes n, const struct deduce_step *steps, int count)
{
    for (int k = 0; k < count; k++) {
        const struct deduce_step *s = &steps[k];
        unsigned v, i;
        if (!has_reason(&n, s)) ck_abort_msg("step %d, %s: not for that reason", k, reason_table[s->technique].name);
        BITS_EACH(v, s->values)
        {
            if (s->what == DEDUCED_CROP) deduce_learn_crop(&n, s->spaces, v);
            if (s->what == DEDUCED_NOT_CROP) n.crop[v] &= ~s->spaces;
            if (s->what == DEDUCED_NOT_TERRAIN) n.terrain[v] &= ~s->spaces;
            if (s->what == DEDUCED_TERRAIN) BITS_EACH(i, s->spaces) deduce_learn_terrain(&n, i, v);
        }
        ck_assert_uint_eq(n.clash, CLASH_NONE);
    }
}

/* The chain of a hint is true and ends with a decision. */
static void assert_hint(const struct deduce_notes *start, const struct possible *p, bool certain)
{
    struct deduce_step chain[DEDUCE_CHAIN];
    int count = deduce_hint(start, DEDUCE_NESTED, chain);
    ck_assert_int_eq(count > 0, certain);
    assert_reasons(*start, chain, count);
    for (int k = 0; k < count; k++) {
        bool last = chain[k].what == DEDUCED_TERRAIN || chain[k].what == DEDUCED_CROP;
        bool crop = chain[k].what == DEDUCED_CROP || chain[k].what == DEDUCED_NOT_CROP;
        const uint64_t *may = crop ? p->crop : p->terrain;
        ck_assert_int_eq(last, k == count - 1);
        uint64_t lost = 0;
        for (unsigned v = 1; v <= (crop ? MAP_LEVELS : MAP_TERRAINS); v++)
            if (!(chain[k].values >> v & 1) == last) lost |= may[v] & chain[k].spaces;
        ck_assert_uint_eq(lost, 0);
    }
}

/* Claims nothing wrong, step by step; the fast run comes to the same. */
static void compare(const struct map *m, const uint8_t *tiles, const struct possible *p, enum deduce_technique hardest)
{
    struct map_shape shape;
    struct deduce_notes start, n, fast;
    struct deduce_step s;
    begin(&start, &shape, m, tiles);
    memcpy(start.box, p->box, sizeof start.box);
    fast = n = start;
    ck_assert(is_sound(&n, p));
    while (deduce_next(&n, hardest, &s))
        if (s.technique < DEDUCE_LONE || s.technique > hardest || !is_sound(&n, p))
            ck_abort_msg("%s: not true", reason_table[s.technique].name);
    ck_assert_uint_eq(n.clash, CLASH_NONE);
    ck_assert(deduce_run(&fast, hardest));
    ck_assert_mem_eq(n.terrain, fast.terrain, sizeof n.terrain);
    ck_assert_mem_eq(n.crop, fast.crop, sizeof n.crop);
    ck_assert_uint_eq(n.land, fast.land);
    ck_assert_uint_eq(n.sown, fast.sown);
    if (hardest == DEDUCE_NESTED) assert_hint(&start, p, n.land != start.land || n.sown != start.sown);
}

START_TEST(never_claims_what_search_refutes)
{
    struct rng r = rng_fork(seed, 0);
    for (int k = 0; k < positions;) {
        uint8_t tiles[MAP_TERRAINS + 1];
        struct possible p = {.maps = 0};
        struct map m = position(&r, tiles, p.box);
        const uint8_t *counts = rng_below(&r, 4) ? tiles : NULL;
        enum deduce_technique hardest = any_technique(&r);
        if (!allmaps(&m, counts, 10000, note, &p)) continue; /* too many to look at */
        ck_assert_int_gt(p.maps, 0);
        compare(&m, counts, &p, hardest);
        k++;
    }
}
END_TEST

struct layouts {
    const struct map *map;
    struct possible possible;
};

static bool note_layout(void *ctx, const uint8_t crop[MAP_SPACES])
{
    struct layouts *l = ctx;
    struct map m = *l->map;
    memcpy(m.crop, crop, sizeof m.crop);
    return note(&l->possible, &m);
}

/* The terrain of whole boards, a few crops: all layouts come from puzzle/solve, which test_sat.c
 * checks. The techniques about crops, which small boards seldom need. */
START_TEST(never_claims_what_layouts_refute)
{
    enum { MANY = 2000 };
    struct rng r = rng_fork(seed, 2);
    for (int k = 0; k < positions / 8;) {
        struct map m = {.rows = MAP_ROWS, .cols = (uint8_t)(4 + rng_below(&r, 6))};
        struct layouts l = {.map = &m};
        uint32_t known = 5 + rng_below(&r, 30);
        memcpy(l.possible.box, map_crops, sizeof map_crops);
        while (!make_fill(&m, map_tiles, false, &r, 300)) continue;
        for (int i = 0; i < map_spaces(&m); i++)
            if (rng_below(&r, 100) >= known) m.crop[i] = 0;
        if (solve_count(&m, MANY, note_layout, &l) == MANY) continue;
        ck_assert_int_gt(l.possible.maps, 0);
        compare(&m, NULL, &l.possible, any_technique(&r));
        k++;
    }
}
END_TEST

/* One thing seen is wrong: where no map fits, notes are never complete without a clash. */
START_TEST(contradictions)
{
    struct rng r = rng_fork(seed, 1);
    int none = 0, noticed = 0;
    for (int k = 0; k < positions / 4; k++) {
        uint8_t tiles[MAP_TERRAINS + 1];
        struct possible p = {.maps = 0};
        struct map m = position(&r, tiles, p.box);
        uint32_t i = rng_below(&r, (uint32_t)map_spaces(&m));
        struct map_shape shape;
        struct deduce_notes n, fast;
        struct deduce_step s;
        if (rng_below(&r, 2)) m.crop[i] = (uint8_t)(1 + rng_below(&r, MAP_LEVELS));
        else m.terrain[i] = (uint8_t)(1 + rng_below(&r, MAP_TERRAINS));
        if (!allmaps(&m, tiles, 10000, note, &p)) continue;
        if (p.maps) {
            compare(&m, tiles, &p, DEDUCE_SUPPOSE);
            continue;
        }
        begin(&n, &shape, &m, tiles);
        memcpy(n.box, p.box, sizeof n.box);
        fast = n;
        while (deduce_next(&n, DEDUCE_NESTED, &s)) continue;
        none++;
        noticed += n.clash != CLASH_NONE;
        ck_assert(!deduce_done(&n));
        deduce_run(&fast, DEDUCE_NESTED);
        ck_assert_int_eq(fast.clash != CLASH_NONE, n.clash != CLASH_NONE);
        ck_assert_int_eq(deduce_hint(&n, DEDUCE_NESTED, (struct deduce_step[DEDUCE_CHAIN]){{0}}) > 0 && n.clash, 0);
    }
    ck_assert_int_gt(none, positions / 16);
    ck_assert_int_gt(noticed, none * 9 / 10);
}
END_TEST

static const struct {
    const char *terrain, *crops;
    uint8_t tiles[MAP_TERRAINS], clash;
} wrong[] = {
    {"v.d/.../m.f", "", {0}, CLASH_NONE},
    {"v.d/.../m.f", "", {2, 2, 2, 2}, CLASH_TERRAIN},
    {"v../.../...", "11./.../...", {0}, CLASH_CROP},
    {"vvv/ddd", ".../.1.", {0}, CLASH_PLACE},
    {"vvv/.../...", "", {2, 3, 3, 1}, CLASH_SUPPLY},
    {"vd/mv", "", {0}, CLASH_TOUCH},
    {"v.v/d.d/f.f", "1.1/2.2/1.1", {0}, CLASH_ROOM},
    {"vvv/vv./v..", "", {0}, CLASH_SIZE},
    {"dmmvv/ddmvv/ddmmv", "...5./...../.5...", {0}, CLASH_ORDERS}, /* a region without an order */
    {"..d/.d./d.d", "", {0}, CLASH_ROOM},                          /* every shape joins all four, and is too large */
};

START_TEST(clash_on_its_board)
{
    struct map m = board(wrong[_i].terrain, wrong[_i].crops);
    struct map_shape shape;
    struct deduce_notes n;
    struct deduce_step s;
    uint8_t tiles[MAP_TERRAINS + 1] = {0};
    memcpy(tiles + 1, wrong[_i].tiles, MAP_TERRAINS);
    begin(&n, &shape, &m, tiles[1] ? tiles : NULL);
    ck_assert_int_eq(deduce_run(&n, DEDUCE_SUPPOSE), wrong[_i].clash == CLASH_NONE);
    ck_assert_uint_eq(n.clash, wrong[_i].clash);
    ck_assert_int_eq(n.clash_at != 0, wrong[_i].clash != CLASH_NONE);
    ck_assert(!deduce_next(&n, DEDUCE_SUPPOSE, &s));
}
END_TEST

/* Single steps notice it as well: two crops are missing for the last space. */
START_TEST(clash_of_the_last_crop)
{
    struct map m = board("vv/mm", "5./..");
    struct map_shape shape;
    struct deduce_notes n;
    struct deduce_step s;
    begin(&n, &shape, &m, NULL);
    ck_assert(!deduce_next(&n, DEDUCE_NESTED, &s));
    ck_assert_uint_eq(n.clash, CLASH_PLACE);
}
END_TEST

/* Learning what cannot be is a clash. */
START_TEST(learning)
{
    struct map m = board("v../.d./...", "1../.../...");
    struct map_shape shape;
    struct deduce_notes n, then;
    begin(&n, &shape, &m, NULL);
    then = n;
    deduce_learn_terrain(&then, 1, 3);
    ck_assert_uint_eq(then.clash, CLASH_NONE);
    ck_assert_uint_eq(then.groups, 3);
    deduce_learn_terrain(&then, 1, 2);
    ck_assert_uint_eq(then.clash, CLASH_TERRAIN);
    then = n;
    then.terrain[4] &= ~bit(2);
    deduce_learn_terrain(&then, 2, 4);
    ck_assert_uint_eq(then.clash, CLASH_TERRAIN);
    then = n;
    deduce_learn_crop(&then, bit(8), 1);
    ck_assert_uint_eq(then.clash, CLASH_NONE);
    deduce_learn_crop(&then, bit(1), 1);
    ck_assert_uint_eq(then.clash, CLASH_CROP);
}
END_TEST

/* ---- hints ---- */

START_TEST(hint_with_a_chain)
{
    struct map m = board("f../ff./.vf", ""), empty = board("...../...../.....", "");
    struct map_shape shape;
    struct deduce_notes n;
    struct deduce_step chain[DEDUCE_CHAIN];
    begin(&n, &shape, &empty, NULL);
    ck_assert_int_eq(deduce_hint(&n, DEDUCE_NESTED, chain), 0);
    begin(&n, &shape, &m, NULL);
    ck_assert_int_eq(deduce_hint(&n, DEDUCE_TOUCH, chain), 1);
    ck_assert_uint_eq(chain[0].technique, DEDUCE_JOIN); /* c2 joins b2 and c3 */
    ck_assert_uint_eq(chain[0].spaces, spaces(&m, "c2"));
    m = board("vv./.m./vm.", "4../.../.4.");
    begin(&n, &shape, &m, NULL);
    ck_assert_int_eq(deduce_hint(&n, DEDUCE_ROOM, chain), 4);
    for (int k = 0; k < 4; k++) { /* 1, 2 and 3 cannot be in b2, 4 touches it */
        ck_assert_uint_eq(chain[k].technique, k < 3 ? DEDUCE_POINT : DEDUCE_ONLY);
        ck_assert_uint_eq(chain[k].spaces, spaces(&m, "b2"));
        ck_assert_uint_eq(chain[k].values, k < 3 ? CROP(k + 1) : CROP(5));
    }
}
END_TEST

/* ---- whole boards and grades ---- */

static struct map shown(const struct map *m, const uint8_t *start, int starts)
{
    struct map s = *m;
    memset(s.crop, 0, sizeof s.crop);
    for (int i = 0; i < starts; i++) s.crop[start[i]] = m->crop[start[i]];
    return s;
}

/* The grade is the least that finishes; the rating's steps lead there and are all true. */
static void assert_rating(const struct map *m, const struct map *s)
{
    static struct deduce_step list[GRADE_STEPS];
    struct rating rating;
    struct map_shape shape;
    struct deduce_notes n;
    unsigned total = 0;
    unsigned count = (unsigned)grade_rate(s, &rating, list);
    ck_assert_uint_lt(rating.grade, GRADES);
    ck_assert_uint_eq(grade_of(s), rating.grade);
    begin(&n, &shape, s, NULL);
    assert_reasons(n, list, (int)count);
    for (unsigned g = 0; g < GRADES; g++) {
        begin(&n, &shape, s, NULL);
        ck_assert(deduce_run(&n, (enum deduce_technique)grade_hardest[g]));
        ck_assert_int_eq(deduce_done(&n), g >= rating.grade);
    }
    for (int i = 0; i < map_spaces(m); i++) ck_assert_uint_ne(n.crop[m->crop[i]] & bit((unsigned)i), 0);
    for (unsigned t = 0; t < DEDUCE_TECHNIQUES; t++) total += rating.count[t];
    ck_assert_uint_eq(total, count);
    ck_assert_uint_gt(rating.often, 0);
    ck_assert_uint_eq(rating.often, rating.count[rating.hardest]);
    uint64_t decided = 0;
    for (int i = 0; i < map_spaces(m); i++) decided |= s->crop[i] ? bit((unsigned)i) : 0;
    for (unsigned k = 0; k < count; k++) {
        bool is = list[k].what == DEDUCED_CROP;
        unsigned i;
        ck_assert_uint_le(list[k].technique, rating.hardest);
        ck_assert(is || list[k].what == DEDUCED_NOT_CROP);
        BITS_EACH(i, list[k].spaces) ck_assert_int_eq(list[k].values >> m->crop[i] & 1, is);
        if (is) decided |= list[k].spaces;
    }
    ck_assert_uint_eq(decided, n.all);
}

START_TEST(raw_maps_have_a_grade)
{
    struct rng r = {3};
    int count[GRADES] = {0}, cols = _i ? MAP_COLS : 5;
    for (int k = 0; k < positions / 4; k++) {
        struct map m;
        uint8_t start[MAP_SPACES];
        int starts = make_raw(&m, cols, &r, start);
        if (!starts) continue;
        struct map s = shown(&m, start, starts);
        assert_rating(&m, &s);
        count[grade_of(&s)]++;
        s.crop[start[0]] = (uint8_t)(s.crop[start[0]] % MAP_LEVELS + 1); /* another crop: another layout or none */
        ck_assert(grade_of(&s) == GRADE_NONE || solve_unique(&s));
    }
    for (int g = 0; g < GRADES && positions >= 2000; g++) ck_assert_int_gt(count[g], 0);
}
END_TEST

START_TEST(no_grade)
{
    struct map m = board("vvddd", ""), w = board("vd/dv", "");
    struct rating rating;
    struct deduce_step list[GRADE_STEPS];
    ck_assert_uint_eq(solve_count(&m, 2, NULL, NULL), 2);
    ck_assert_uint_eq(grade_of(&m), GRADE_NONE);
    grade_rate(&m, &rating, list);
    ck_assert_uint_eq(rating.grade, GRADE_NONE);
    ck_assert_uint_eq(grade_of(&w), GRADE_NONE);
    ck_assert_uint_eq(deduce_layouts(&(struct deduce_notes){0}, 1), 1); /* no board, one layout */
}
END_TEST

/* Partly seen long boards: sound for the map they come from, and quick. */
START_TEST(partly_seen_long_boards)
{
    struct rng r = {4};
    for (int k = 0; k < positions / 20; k++) {
        struct map m = {.cols = MAP_COLS, .rows = MAP_ROWS}, seen = m;
        struct map_shape shape;
        struct deduce_notes n, start;
        struct deduce_step chain[DEDUCE_CHAIN];
        uint8_t tiles[MAP_TERRAINS + 1] = {0};
        uint32_t most = rng_below(&r, 101);
        while (!make_fill(&m, map_tiles, false, &r, 150)) continue;
        for (int i = 0; i < MAP_SPACES; i++) {
            tiles[m.terrain[i]]++;
            if (rng_below(&r, 100) >= most) continue;
            seen.terrain[i] = m.terrain[i];
            if (rng_below(&r, 2)) seen.crop[i] = m.crop[i];
        }
        begin(&n, &shape, &seen, tiles);
        start = n;
        ck_assert(deduce_run(&n, DEDUCE_SUPPOSE));
        for (int i = 0; i < MAP_SPACES; i++) {
            ck_assert_uint_ne(n.terrain[m.terrain[i]] & bit((unsigned)i), 0);
            ck_assert_uint_ne(n.crop[m.crop[i]] & bit((unsigned)i), 0);
        }
        int count = deduce_hint(&start, DEDUCE_SUPPOSE, chain);
        ck_assert_int_eq(count > 0, n.land != start.land || n.sown != start.sown);
        assert_reasons(start, chain, count);
    }
}
END_TEST

int main(int argc, char **argv)
{
    Suite *suite = suite_create("deduce");
    TCase *t = tcase_create("deduce"), *search = tcase_create("search"); /* CK_RUN_CASE=search: that part alone */
    if (argc > 1) positions = atoi(argv[1]);
    if (argc > 2) seed = strtoull(argv[2], NULL, 10);
    suite_add_tcase(suite, t);
    suite_add_tcase(suite, search);
    tcase_add_loop_test(t, technique_on_its_board, 0, sizeof examples / sizeof *examples);
    tcase_add_test(t, all_techniques_have_a_board);
    tcase_add_loop_test(t, example_is_true, 0, sizeof examples / sizeof *examples);
    tcase_add_test(t, only_terrain_left);
    tcase_add_test(t, crop_used_up);
    tcase_add_test(t, box_exceeded_at_the_end);
    tcase_add_test(search, never_claims_what_search_refutes);
    tcase_add_test(search, never_claims_what_layouts_refute);
    tcase_add_test(search, contradictions);
    tcase_add_loop_test(t, clash_on_its_board, 0, sizeof wrong / sizeof *wrong);
    tcase_add_test(t, clash_of_the_last_crop);
    tcase_add_test(t, learning);
    tcase_add_test(t, hint_with_a_chain);
    tcase_add_loop_test(t, raw_maps_have_a_grade, 0, 2);
    tcase_add_test(t, no_grade);
    tcase_add_test(t, partly_seen_long_boards);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
