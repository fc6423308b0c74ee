/* deduce.c -- notes, the ladder of techniques, suppositions and hints; see deduce.h. The
 * techniques themselves are in deduce_crops.c, deduce_terrain.c and deduce_shapes.c. */
#include "deduce.h"

#include "deduce_in.h"

#include <string.h>

/* ---- notes ---- */

void deduce_begin(struct deduce_notes *n, const struct map_shape *shape, const struct map *seen, const uint8_t *tiles)
{
    int spaces = map_spaces(seen);
    GAME_ASSERT(seen->cols <= MAP_COLS && seen->rows <= MAP_ROWS);
    GAME_ASSERT(spaces == 1 || shape->near[0]);                /* the shape is made */
    GAME_ASSERT(spaces == MAP_SPACES || !shape->near[spaces]); /* and of this board */
    memset(n, 0, sizeof *n);
    n->shape = shape;
    n->cols = seen->cols;
    n->all = bit((unsigned)spaces) - 1;
    for (int r = 0; r < seen->rows; r++) n->west |= bit((unsigned)(r * seen->cols));
    n->east = n->west << (seen->cols - 1);
    for (unsigned t = 1; t <= MAP_TERRAINS; t++) n->terrain[t] = n->all;
    for (unsigned v = 1; v <= MAP_LEVELS; v++) n->crop[v] = n->all;
    memcpy(n->box, map_crops, sizeof n->box);
    n->counted = tiles != NULL;
    if (tiles) memcpy(n->tiles, tiles, sizeof n->tiles);
    for (int i = 0; i < spaces; i++)
        if (seen->terrain[i]) {
            for (unsigned t = 1; t <= MAP_TERRAINS; t++)
                if (t != seen->terrain[i]) n->terrain[t] &= ~bit((unsigned)i);
            n->land |= bit((unsigned)i);
        }
    deduce_regroup(n);
    for (int i = 0; i < spaces; i++)
        if (seen->crop[i]) deduce_learn_crop(n, bit((unsigned)i), seen->crop[i]);
}

/* Each tells whether it changed something. */

static bool settle_land(struct deduce_notes *n, uint64_t spaces, unsigned terrains)
{
    unsigned t = bits_first(terrains);
    if (!(spaces & ~n->land)) return false;
    for (unsigned u = 1; u <= MAP_TERRAINS; u++)
        if (u != t) n->terrain[u] &= ~spaces;
    n->land |= spaces;
    n->stale = true;
    return true;
}

static bool strike(uint64_t *set, unsigned most, uint64_t spaces, unsigned values)
{
    bool changed = false;
    for (unsigned v = 1; v <= most; v++) {
        if (!(values >> v & 1) || !(set[v] & spaces)) continue;
        set[v] &= ~spaces;
        changed = true;
    }
    return changed;
}

static bool apply(struct deduce_notes *n, const struct deduce_step *s)
{
    bool changed;
    switch ((enum deduce_what)s->what) {
    case DEDUCED_CROP:
        changed = s->spaces & ~n->sown;
        deduce_sow(n, s->spaces, bits_first(s->values));
        return changed;
    case DEDUCED_NOT_CROP: return strike(n->crop, MAP_LEVELS, s->spaces, s->values);
    case DEDUCED_TERRAIN: return settle_land(n, s->spaces, s->values);
    case DEDUCED_NOT_TERRAIN: break;
    }
    changed = strike(n->terrain, MAP_TERRAINS, s->spaces, s->values);
    n->stale |= changed;
    return changed;
}

void deduce_learn_terrain(struct deduce_notes *n, unsigned space, unsigned terrain)
{
    GAME_ASSERT(terrain > 0 && terrain <= MAP_TERRAINS && n->all >> space & 1);
    if (!(n->terrain[terrain] & bit(space))) {
        deduce_clash(n, CLASH_TERRAIN, bit(space));
        return;
    }
    settle_land(n, bit(space), 1u << terrain);
    deduce_regroup(n);
}

void deduce_learn_crop(struct deduce_notes *n, uint64_t spaces, unsigned crop)
{
    GAME_ASSERT(crop > 0 && crop <= MAP_LEVELS && !(spaces & ~n->all));
    if (spaces & ~n->crop[crop]) deduce_clash(n, CLASH_CROP, spaces & ~n->crop[crop]);
    deduce_sow(n, spaces, crop);
}

bool deduce_conclude(struct deduce_notes *n, struct quest *q, const struct deduce_step *s)
{
    if (q->want) {
        q->found = s->what == q->want->what && !(q->want->spaces & ~s->spaces) && !(q->want->values & ~s->values);
        if (q->found && q->out) *q->out = *s;
        return q->found;
    }
    GAME_ASSERT(s->spaces && s->values); /* a conclusion says what holds where */
    if (!apply(n, s)) return false;
    q->found = true;
    if (q->out) *q->out = *s;
    /* new land makes other groups: what the technique holds of them is out of date */
    return q->out || s->what == DEDUCED_TERRAIN;
}

/* Groups up to date, a terrain and a crop possible everywhere; false: a clash. */
static bool tidy(struct deduce_notes *n)
{
    uint64_t crops = 0, terrains = 0;
    if (n->stale) deduce_regroup(n);
    for (unsigned v = 1; v <= MAP_LEVELS; v++) crops |= n->crop[v];
    for (unsigned t = 1; t <= MAP_TERRAINS; t++) terrains |= n->terrain[t];
    if (n->all & ~terrains) deduce_clash(n, CLASH_TERRAIN, n->all & ~terrains);
    if (n->all & ~crops) deduce_clash(n, CLASH_CROP, n->all & ~crops);
    return !n->clash;
}

/* ---- suppositions ---- */

/* Supposes that the step does not hold (it excludes one value of one space). */
static void suppose(struct deduce_notes *n, const struct deduce_step *s)
{
    unsigned i = bits_first(s->spaces), v = bits_first(s->values);
    if (s->what == DEDUCED_NOT_TERRAIN) deduce_learn_terrain(n, i, v);
    else deduce_learn_crop(n, bit(i), v);
}

unsigned deduce_layouts(const struct deduce_notes *before, unsigned limit)
{
    struct deduce_notes n = *before;
    unsigned best = 0, fewest = MAP_LEVELS + 1, count = 0, k, v;
    if (!deduce_run(&n, DEDUCE_PLACE)) return 0;
    if (deduce_done(&n)) return 1;
    BITS_EACH(k, n.all & ~n.sown)
    {
        unsigned can = bits_count(deduce_crops_at(&n, k));
        if (can < fewest) fewest = can, best = k;
    }
    BITS_EACH(v, deduce_crops_at(&n, best))
    {
        struct deduce_notes then = n;
        deduce_learn_crop(&then, bit(best), v);
        count += deduce_layouts(&then, limit - count);
        if (count >= limit) break;
    }
    return count;
}

static bool refuted(const struct deduce_notes *n, struct deduce_step *s)
{
    struct deduce_notes then = *n;
    suppose(&then, s);
    if (s->technique == DEDUCE_NESTED) return deduce_layouts(&then, 1) == 0;
    if (deduce_run(&then, DEDUCE_POINT)) return false;
    s->clash = then.clash;
    s->other = then.clash_at;
    s->region = then.clash_with;
    return true;
}

/* Tries all values of the spaces that have `choices` of them; true: enough. */
static bool try_spaces(struct deduce_notes *n, struct quest *q, enum deduce_technique by, enum deduce_what what,
                       unsigned choices)
{
    bool crops = what == DEDUCED_NOT_CROP;
    uint64_t open = crops ? n->land & ~n->sown : n->all & ~n->land;
    unsigned i, v;
    BITS_EACH(i, open)
    {
        unsigned can = crops ? deduce_crops_at(n, i) : deduce_terrains_at(n, i);
        if (bits_count(can) != choices) continue;
        BITS_EACH(v, can)
        {
            struct deduce_step s = {
                .technique = (uint8_t)by, .what = (uint8_t)what, .values = (uint8_t)(1u << v), .spaces = bit(i)};
            if (refuted(n, &s) && deduce_conclude(n, q, &s)) return true;
        }
    }
    return false;
}

/* Spaces with few choices first: refuting one of two decides. */
static void suppositions(struct deduce_notes *n, struct quest *q, enum deduce_technique by)
{
    if (q->want) {
        struct deduce_step s = *q->want;
        if (refuted(n, &s)) deduce_conclude(n, q, &s);
        return;
    }
    for (unsigned choices = 2; choices <= MAP_LEVELS; choices++) {
        if (try_spaces(n, q, by, DEDUCED_NOT_CROP, choices)) return;
        if (try_spaces(n, q, by, DEDUCED_NOT_TERRAIN, choices)) return;
    }
}

static void simple_supposition(struct deduce_notes *n, struct quest *q) { suppositions(n, q, DEDUCE_SUPPOSE); }
static void nested_supposition(struct deduce_notes *n, struct quest *q)
{
    if (n->land == n->all) suppositions(n, q, DEDUCE_NESTED);
}

/* ---- the ladder ---- */

static technique_fn *const ladder[DEDUCE_TECHNIQUES] = {
    [DEDUCE_LONE] = deduce_lone,
    [DEDUCE_LAST] = deduce_last,
    [DEDUCE_LARGE] = deduce_large,
    [DEDUCE_ONLY] = deduce_only,
    [DEDUCE_PLACE] = deduce_place,
    [DEDUCE_SUPPLY] = deduce_supply,
    [DEDUCE_SPENT] = deduce_spent,
    [DEDUCE_LEFT] = deduce_left,
    [DEDUCE_JOIN] = deduce_join,
    [DEDUCE_GROW] = deduce_grow,
    [DEDUCE_FULL] = deduce_full,
    [DEDUCE_TWICE] = deduce_twice,
    [DEDUCE_TOUCH] = deduce_touch,
    [DEDUCE_POINT] = deduce_point,
    [DEDUCE_HOME] = deduce_home,
    [DEDUCE_BOX] = deduce_box,
    [DEDUCE_CUT] = deduce_cut,
    [DEDUCE_ROOM] = deduce_room,
    [DEDUCE_PAIR] = deduce_pair,
    [DEDUCE_HIDDEN] = deduce_hidden,
    [DEDUCE_TRIPLE] = deduce_triple,
    [DEDUCE_ORDERS] = deduce_orders,
    [DEDUCE_SHAPES] = deduce_shapes,
    [DEDUCE_TWO] = deduce_two,
    [DEDUCE_SUPPOSE] = simple_supposition,
    [DEDUCE_NESTED] = nested_supposition,
};

/* Techniques that have nothing to say when all terrain is known. */
static bool about_terrain(unsigned t)
{
    return (t >= DEDUCE_SUPPLY && t <= DEDUCE_TOUCH) || t == DEDUCE_HOME || t == DEDUCE_CUT || t == DEDUCE_ROOM ||
           t == DEDUCE_SHAPES;
}

bool deduce_next(struct deduce_notes *n, enum deduce_technique hardest, struct deduce_step *out)
{
    struct quest q = {.out = out};
    GAME_ASSERT(hardest < DEDUCE_TECHNIQUES);
    if (!tidy(n)) return false;
    for (unsigned t = DEDUCE_LONE; t <= (unsigned)hardest; t++) {
        if (n->land == n->all && about_terrain(t)) continue;
        ladder[t](n, &q);
        if (q.found) return true;
        if (n->clash) return false;
    }
    return false;
}

bool deduce_run(struct deduce_notes *n, enum deduce_technique hardest)
{
    for (;;) {
        struct quest q = {0};
        unsigned t = DEDUCE_LONE;
        if (!tidy(n)) return false;
        if (hardest >= DEDUCE_PLACE) {
            if (!deduce_settle(n)) return false;
            if (deduce_done(n)) {
                if (hardest >= DEDUCE_BOX) deduce_box(n, &q); /* may have been exceeded */
                return !n->clash;
            }
            t = n->land == n->all ? DEDUCE_POINT : DEDUCE_LARGE;
        }
        for (; t <= (unsigned)hardest && !q.found; t++) {
            if (n->land == n->all && about_terrain(t)) continue;
            ladder[t](n, &q);
            if (n->clash) return false;
        }
        if (!q.found) return true;
    }
}

/* ---- hints ---- */

/* Do the steps still follow one from another without the one at `without`? Those before
 * it are not concerned. */
static bool holds(const struct deduce_notes *start, const struct deduce_step *steps, int count, int without)
{
    struct deduce_notes n = *start;
    for (int k = 0; k < count; k++) {
        struct quest q = {.want = &steps[k], .found = k < without};
        if (k == without) continue;
        if (!tidy(&n)) return false;
        if (k > without) ladder[steps[k].technique](&n, &q);
        if (!q.found) return false;
        apply(&n, &steps[k]);
    }
    return true;
}

/* What was left out may have been part of a reason: takes each step as it follows now. */
static void give_reasons(const struct deduce_notes *start, struct deduce_step *steps, int count)
{
    struct deduce_notes n = *start;
    for (int k = 0; k < count && tidy(&n); k++) {
        struct deduce_step now = steps[k];
        struct quest q = {.want = &steps[k], .out = &now};
        ladder[steps[k].technique](&n, &q);
        if (now.technique != DEDUCE_SUPPLY) now.spaces = steps[k].spaces; /* as many as the tiles it speaks of */
        now.values = steps[k].values;
        steps[k] = now;
        apply(&n, &now);
    }
}

int deduce_prune(const struct deduce_notes *start, struct deduce_step *steps, int count)
{
    int before = count;
    for (int k = count - 1; k >= 0; k--) {
        bool decides = steps[k].what == DEDUCED_TERRAIN || steps[k].what == DEDUCED_CROP;
        if (decides || !holds(start, steps, count, k)) continue;
        count--;
        memmove(&steps[k], &steps[k + 1], (size_t)(count - k) * sizeof *steps);
    }
    if (count < before) give_reasons(start, steps, count);
    return count;
}

/* Is there a clash in plain sight? */
static bool in_clash(struct deduce_notes *n)
{
    static const struct deduce_step never = {.spaces = UINT64_MAX};
    struct quest q = {.want = &never};
    if (!tidy(n)) return true;
    for (unsigned t = DEDUCE_LONE; t < DEDUCE_SUPPOSE && !n->clash; t++)
        if (n->land != n->all || !about_terrain(t)) ladder[t](n, &q);
    return n->clash != CLASH_NONE;
}

/* Do the steps that are kept follow one from another, and end where they did? */
static bool leads(const struct deduce_notes *start, const struct deduce_step *steps, int count, const bool *kept,
                  struct deduce_notes *clash)
{
    struct deduce_notes n = *start;
    for (int k = 0; k < count && tidy(&n); k++) {
        struct quest q = {.want = &steps[k]};
        if (!kept[k]) continue;
        ladder[steps[k].technique](&n, &q);
        if (n.clash) break;
        if (!q.found) return false;
        apply(&n, &steps[k]);
    }
    if (!clash) return !n.clash;
    if (!in_clash(&n)) return false;
    *clash = n;
    return true;
}

/* Leaves out what is not needed, and gives the rest their reasons anew; how many are left. */
static int slice(const struct deduce_notes *start, struct deduce_step *steps, int count, struct deduce_notes *clash)
{
    bool kept[4 * DEDUCE_CHAIN], before[4 * DEDUCE_CHAIN];
    int left = 0;
    GAME_ASSERT(count <= 4 * DEDUCE_CHAIN);
    for (int k = 0; k < count; k++) kept[k] = true;
    /* all of them, half, a quarter, ... at a time, the later ones first: few are needed */
    for (int size = count; size >= 1; size /= 2)
        for (int end = count; end > 0; end -= size) {
            bool any = false;
            memcpy(before, kept, sizeof *kept * (size_t)count);
            for (int k = end - 1; k >= 0 && k >= end - size; k--) {
                if (!kept[k] || (k == count - 1 && !clash)) continue;
                kept[k] = false;
                any = true;
            }
            if (any && !leads(start, steps, count, kept, clash)) memcpy(kept, before, sizeof *kept * (size_t)count);
        }
    for (int k = 0; k < count; k++)
        if (kept[k]) steps[left++] = steps[k];
    if (left == count) return left;
    give_reasons(start, steps, left);
    for (int k = 0; k < left; k++) kept[k] = true;
    if (clash) leads(start, steps, left, kept, clash); /* by the steps as they are now */
    return left;
}

int deduce_slice(const struct deduce_notes *start, struct deduce_step *steps, int count, struct deduce_notes *clash)
{
    /* A new reason may say more (DEDUCE_SUPPLY: of more spaces), so that others are not needed any more. */
    for (int before = count + 1; count < before;) {
        before = count;
        count = slice(start, steps, count, clash);
    }
    return count;
}

/* Does anything get decided at all? */
static bool decides(const struct deduce_notes *start, enum deduce_technique hardest)
{
    struct deduce_notes n = *start;
    return deduce_run(&n, hardest) && (n.land != start->land || n.sown != start->sown);
}

int deduce_hint(const struct deduce_notes *start, enum deduce_technique hardest, struct deduce_step chain[DEDUCE_CHAIN])
{
    struct deduce_notes n = *start;
    struct deduce_step steps[4 * DEDUCE_CHAIN];
    int count = 0;
    if (!decides(start, hardest)) return 0;
    for (bool decided = false; !decided; count++) {
        if (count == 4 * DEDUCE_CHAIN || !deduce_next(&n, hardest, &steps[count])) return 0;
        decided = steps[count].what == DEDUCED_TERRAIN || steps[count].what == DEDUCED_CROP;
    }
    count = deduce_prune(start, steps, count);
    if (count > DEDUCE_CHAIN) return 0;
    memcpy(chain, steps, (size_t)count * sizeof *steps);
    return count;
}
