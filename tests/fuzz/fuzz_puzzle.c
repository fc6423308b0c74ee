/* fuzz_puzzle.c -- the map lab: bytes make a partly known map, which is either anything at
 * all or part of a map made for it. Deduction, grade, solver and make_fill get it: they must
 * agree with one another, and whatever is concluded must be true on the map it came from.
 *
 * Input: columns, rows, what to do, hardest technique, 4 bytes of tiles or a seed, then one
 * byte for each space. */
#include "../../core/bits.h"
#include "../../puzzle/make.h"
#include "../../puzzle/solve.h"
#include "common.h"

#include <string.h>

enum { REAL = 1, COUNTED = 2, FILL_STEPS = 100, FEW = 12 };

struct input {
    struct map seen;
    struct map truth;                /* what it is a part of; cols 0: not known */
    uint8_t tiles[MAP_TERRAINS + 1]; /* of the whole map */
    const uint8_t *counts;           /* tiles, or NULL */
    enum deduce_technique hardest;
    struct rng rng;
};

/* ---- from bytes ---- */

static bool find_truth(struct input *in)
{
    in->truth = in->seen;
    for (int k = 0; k < 20; k++)
        if (make_fill(&in->truth, map_tiles, false, &in->rng, 2 * FILL_STEPS)) return true;
    return false;
}

static bool read_input(struct input *in, const uint8_t *data, size_t size)
{
    memset(in, 0, sizeof *in);
    if (size < 8) return false;
    in->seen.cols = (uint8_t)(1 + data[0] % MAP_COLS);
    in->seen.rows = (uint8_t)(1 + data[1] % MAP_ROWS);
    in->hardest = (enum deduce_technique)(1 + data[3] % DEDUCE_NESTED);
    for (int t = 0; t < MAP_TERRAINS; t++) {
        in->tiles[t + 1] = data[4 + t] % (MAP_SPACES + 1);
        in->rng.x = in->rng.x << 8 | data[4 + t];
    }
    if (data[2] & COUNTED) in->counts = in->tiles;
    if (data[2] & REAL && !find_truth(in)) return false;
    if (data[2] & REAL) memset(in->tiles, 0, sizeof in->tiles);
    for (size_t i = 0; i < (size_t)map_spaces(&in->seen); i++) {
        unsigned b = 8 + i < size ? data[8 + i] : 0;
        if (data[2] & REAL) {
            in->tiles[in->truth.terrain[i]]++;
            if (b & 1) in->seen.terrain[i] = in->truth.terrain[i];
            if (b & 2) in->seen.crop[i] = in->truth.crop[i];
        } else {
            in->seen.terrain[i] = (uint8_t)(b % (MAP_TERRAINS + 1));
            in->seen.crop[i] = (uint8_t)(b / (MAP_TERRAINS + 1) % (MAP_LEVELS + 1));
        }
    }
    return true;
}

/* ---- what must be true ---- */

static bool fits(const struct map *whole, const struct map *seen)
{
    for (int i = 0; i < map_spaces(seen); i++)
        if ((seen->terrain[i] && seen->terrain[i] != whole->terrain[i]) ||
            (seen->crop[i] && seen->crop[i] != whole->crop[i]))
            return false;
    return true;
}

static void need_possible(const struct deduce_notes *n, const struct map *m)
{
    need(!n->clash, "a clash where a map fits");
    for (int i = 0; i < map_spaces(m); i++) {
        need(n->terrain[m->terrain[i]] & bit((unsigned)i), "a terrain was wrongly excluded");
        need(n->crop[m->crop[i]] & bit((unsigned)i), "a crop was wrongly excluded");
    }
}

static void need_true(const struct deduce_step *s, const struct map *m)
{
    bool crop = s->what == DEDUCED_CROP || s->what == DEDUCED_NOT_CROP;
    bool is = s->what == DEDUCED_CROP || s->what == DEDUCED_TERRAIN;
    unsigned i;
    BITS_EACH(i, s->spaces)
    need((s->values >> (crop ? m->crop[i] : m->terrain[i]) & 1) == is, "a step is wrong");
}

/* ---- deduction ---- */

static void fuzz_deduce(const struct input *in)
{
    const struct map *truth = in->truth.cols ? &in->truth : NULL;
    struct map_shape shape;
    struct deduce_notes start, slow, fast;
    struct deduce_step s, chain[DEDUCE_CHAIN];
    map_shape(&shape, in->seen.cols, in->seen.rows);
    deduce_begin(&start, &shape, &in->seen, in->counts);
    slow = fast = start;
    deduce_run(&fast, in->hardest);
    while (deduce_next(&slow, in->hardest, &s))
        if (truth) need_true(&s, truth);
    need(!slow.clash == !fast.clash, "the fast run and single steps differ");
    if (!fast.clash) need(!memcmp(slow.crop, fast.crop, sizeof fast.crop), "they find other crops");
    if (!fast.clash) need(!memcmp(slow.terrain, fast.terrain, sizeof fast.terrain), "they find other terrain");
    if (truth) need_possible(&fast, truth);
    int count = deduce_hint(&start, in->hardest, chain);
    bool more = fast.land != start.land || fast.sown != start.sown;
    if (!fast.clash) need((count > 0) == more, "a hint is missing");
    for (int k = 0; k < count; k++) {
        bool decides = chain[k].what == DEDUCED_CROP || chain[k].what == DEDUCED_TERRAIN;
        need(decides == (k == count - 1), "a hint decides once, at its end");
        if (truth) need_true(&chain[k], truth);
    }
}

/* ---- all terrain known: layouts and the grade ---- */

struct layout {
    const struct map *seen;
    struct map first;
};

static bool hear(void *ctx, const uint8_t crop[MAP_SPACES])
{
    struct layout *l = ctx;
    struct map m = *l->seen;
    memcpy(m.crop, crop, sizeof m.crop);
    need(fits(&m, l->seen), "a layout does not fit");
    if (!l->first.cols) l->first = m;
    return true;
}

static void fuzz_layouts(const struct input *in)
{
    struct layout l = {.seen = &in->seen};
    uint64_t count = solve_count(&in->seen, 5, hear, &l);
    need(solve_count(&in->seen, 5, NULL, NULL) == count, "the order changes the count");
    need(solve_unique(&in->seen) == (count == 1), "unique");
    if (in->truth.cols) need(count > 0, "a layout is missing");
    bool graded = grade_of(&in->seen) != GRADE_NONE;
    if (graded) need(count == 1, "a grade without exactly one layout");
    if (count == 1 && !map_check(&l.first)) need(graded, "a fair map without a grade");
}

/* ---- the rest of the map ---- */

static void fuzz_fill(struct input *in)
{
    struct map m = in->seen, before = m;
    const uint8_t *most = in->counts ? in->counts : map_tiles;
    struct map_shape shape;
    struct deduce_notes n;
    if (!make_fill(&m, most, in->counts, &in->rng, FILL_STEPS)) {
        need(!memcmp(&m, &before, sizeof m), "a map not filled was changed");
        return;
    }
    need(fits(&m, &in->seen), "known spaces were changed");
    need(in->counts || !map_check(&m), "a map was filled wrongly");
    map_shape(&shape, m.cols, m.rows);
    deduce_begin(&n, &shape, &in->seen, in->counts);
    deduce_run(&n, DEDUCE_TWO);
    need_possible(&n, &m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in;
    int open = 0;
    if (!read_input(&in, data, size)) return 0;
    for (int i = 0; i < map_spaces(&in.seen); i++) open += !in.seen.terrain[i];
    if (open > FEW && in.hardest > DEDUCE_TWO) in.hardest = DEDUCE_TWO; /* suppositions take long there */
    fuzz_deduce(&in);
    if (!open) fuzz_layouts(&in);
    fuzz_fill(&in);
    return 0;
}
