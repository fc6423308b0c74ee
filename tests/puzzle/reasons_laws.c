/* reasons_laws.c -- what each sentence of reasons.c says, by the rules of the land. */
#include "reasons_in.h"

#include <string.h>

/* ---- regions as they may be ---- */

struct shapes {
    const struct reader *n;
    unsigned terrain;
    unsigned sizes; /* bit n: one of them has n spaces */
    uint64_t in_all, touch_all;
    uint64_t may[MAP_LEVELS + 1]; /* spaces that have the crop in some of them */
};

static bool orderly(const struct reader *n, uint64_t shape, unsigned v, uint64_t *may)
{
    unsigned i;
    bool any = false;
    if (!shape) return true;
    BITS_EACH(i, shape & n->crop[v])
    {
        if (!orderly(n, shape & ~bit(i), v - 1, may)) continue;
        any = true;
        may[v] |= bit(i);
    }
    return any;
}

/* Some order of the crops 1 to n; marks where each may be. (The order counts down, so v is the size.) */
static void consider(struct shapes *s, uint64_t shape)
{
    const struct reader *n = s->n;
    uint64_t same = n->terrain[s->terrain] & land(n), may[MAP_LEVELS + 1] = {0};
    unsigned size = bits_count(shape);
    if (around(n, shape) & same) return; /* SCN-2 */
    if (bits_count(same | shape) > n->tiles[s->terrain]) return;
    if (!orderly(n, shape, size, may)) return;
    s->sizes |= 1u << size;
    s->in_all &= shape;
    s->touch_all &= around(n, shape);
    for (unsigned v = 1; v <= MAP_LEVELS; v++) s->may[v] |= may[v];
}

/* All that contain this and nothing of `not`. */
static void grow(struct shapes *s, uint64_t shape, uint64_t not )
{
    const struct reader *n = s->n;
    unsigned i;
    shape = connected(n, shape, n->terrain[s->terrain] & land(n));
    if (bits_count(shape) > MAP_LEVELS || shape & not ) return;
    consider(s, shape);
    BITS_EACH(i, beside(n, shape) & n->terrain[s->terrain] & ~not )
    {
        grow(s, shape | bit(i), not );
        not |= bit(i);
    }
}

/* Everything that the region of these spaces can become. */
static struct shapes shapes_of(const struct reader *n, unsigned terrain, uint64_t spaces)
{
    struct shapes s = {.n = n, .terrain = terrain, .in_all = UINT64_MAX, .touch_all = UINT64_MAX};
    grow(&s, spaces, 0);
    return s;
}

static unsigned upto(int size) { return (2u << size) - 1; }
static bool none_larger(const struct shapes *s, int size) { return !(s->sizes & ~upto(size)); }
static bool none_smaller(const struct shapes *s, int size) { return !(s->sizes & upto(size - 1)); }
#define SHAPES(n, s) shapes_of(n, terrain_of(n, (s)->region), (s)->region)

/* ---- what each sentence says ---- */

#define FAIL(x, what)                                                                                                  \
    if (x) return what

static bool is_crop(const struct said *s) { return s->c.crop && !s->c.not &&bits_count(s->c.values) == 1; }
static bool is_not_crop(const struct said *s) { return s->c.crop && s->c.not ; }
static bool is_terrain(const struct said *s) { return !s->c.crop && !s->c.not &&bits_count(s->c.values) == 1; }
static bool is_not_terrain(const struct said *s) { return !s->c.crop && s->c.not ; }
static unsigned value(const struct said *s) { return bits_first(s->c.values); }

/* The crops of decided spaces. */
static unsigned crops_of(const struct reader *n, uint64_t set)
{
    unsigned crops = 0, i;
    BITS_EACH(i, set) crops |= crops_at(n, i);
    return crops;
}

/* What the sentences it names ruled out there. */
static const char *ruled_out(const struct reader *n, const struct said *s, unsigned *out)
{
    unsigned k;
    BITS_EACH(k, s->steps)
    {
        FAIL(!k || (int)k > n->count, "there is no such step");
        const struct conclusion *c = &n->told[k - 1];
        FAIL(c->crop != s->c.crop || !c->not || !(c->spaces & s->c.spaces), "that step ruled out nothing there");
        *out |= c->values;
    }
    return NULL;
}

static const char *lone(const struct reader *n, const struct said *s)
{
    FAIL(!is_crop(s) || value(s) != 1, "another crop");
    FAIL(!is_whole(n, s->c.spaces) || bits_count(s->c.spaces) != 1, "its region may have other spaces");
    return NULL;
}

static const char *lone_left(const struct reader *n, const struct said *s)
{
    FAIL(!is_not_crop(s) || s->c.values & 2, "another crop");
    FAIL(!is_part(n, s->c.spaces) || bits_count(s->c.spaces) != 1, "its region has other spaces");
    struct shapes all = shapes_of(n, terrain_of(n, s->c.spaces), s->c.spaces);
    FAIL(!none_larger(&all, 1), "its region may have other spaces");
    return NULL;
}

static const char *last(const struct reader *n, const struct said *s)
{
    FAIL(!is_crop(s) || bits_count(s->c.spaces) != 1, "another conclusion");
    FAIL(!is_whole(n, s->region), "not one region");
    FAIL((s->region & ~sown(n)) != s->c.spaces, "not the only space left");
    unsigned crops = upto((int)bits_count(s->region)) & ~1u;
    FAIL((crops & ~crops_of(n, s->region & sown(n))) != s->c.values, "not the only crop missing");
    return NULL;
}

static const char *large(const struct reader *n, const struct said *s)
{
    FAIL(!is_not_crop(s) || s->c.values & upto(s->size), "a crop that is not larger");
    FAIL(!is_part(n, s->region), "not one region");
    FAIL(s->c.spaces & ~s->region, "spaces elsewhere");
    struct shapes all = SHAPES(n, s);
    FAIL(!none_larger(&all, s->size), "the region can have more");
    return NULL;
}

static const char *large_whole(const struct reader *n, const struct said *s)
{
    FAIL((int)bits_count(s->region) != s->size, "not so many spaces are known");
    return large(n, s); /* it may be that what is beside them could have that terrain, but it would be too much */
}

static const char *only(const struct reader *n, const struct said *s)
{
    unsigned i = bits_first(s->c.spaces), gone = s->c.values;
    FAIL(!is_crop(s) || bits_count(s->c.spaces) != 1, "another conclusion");
    FAIL(s->because & ~rivals(n, i), "one of them does not touch it");
    FAIL(s->because & ~sown(n), "a crop that is not known");
    const char *wrong = ruled_out(n, s, &gone);
    FAIL(wrong, wrong);
    FAIL((gone | crops_of(n, s->because)) != 62, "a crop is left");
    return NULL;
}

static const char *place(const struct reader *n, const struct said *s)
{
    FAIL(!is_crop(s), "another conclusion");
    FAIL(!is_whole(n, s->region), "not one region");
    FAIL(value(s) > bits_count(s->region), "the region has no such crop");
    FAIL((n->crop[value(s)] & s->region) != s->c.spaces, "not the only place");
    return NULL;
}

static const char *supply(const struct reader *n, const struct said *s)
{
    FAIL(!is_terrain(s), "another conclusion");
    uint64_t can = n->terrain[value(s)];
    FAIL(n->tiles[value(s)] - (int)bits_count(can & land(n)) != s->count, "not so many tiles are left");
    FAIL((can & ~land(n)) != s->c.spaces || (int)bits_count(s->c.spaces) != s->count, "other places");
    return NULL;
}

static const char *spent(const struct reader *n, const struct said *s)
{
    FAIL(!is_not_terrain(s) || bits_count(s->c.values) != 1, "another conclusion");
    FAIL(bits_count(n->terrain[value(s)] & land(n)) != n->tiles[value(s)], "there are tiles left");
    FAIL(s->c.spaces & land(n), "a space that is known");
    return NULL;
}

static const char *left(const struct reader *n, const struct said *s)
{
    unsigned gone = s->c.values;
    FAIL(!is_terrain(s) || bits_count(s->c.spaces) != 1, "another conclusion");
    FAIL(terrains_at(n, bits_first(s->c.spaces)) != s->c.values, "others are possible");
    const char *wrong = ruled_out(n, s, &gone);
    FAIL(wrong, wrong);
    FAIL(s->steps && gone != 30, "a terrain is left");
    return NULL;
}

/* Could a space join these two? */
static uint64_t joints(const struct reader *n, unsigned a, unsigned b, unsigned terrain)
{
    return n->shape.side[a] & n->shape.side[b] & n->terrain[terrain];
}

static const char *join(const struct reader *n, const struct said *s)
{
    FAIL(!is_terrain(s) || bits_count(s->because) != 2, "another conclusion");
    FAIL(s->because & ~(n->terrain[value(s)] & land(n)), "not of that terrain");
    unsigned a = bits_first(s->because), b = bits_first(s->because & ~bit(a));
    FAIL(!(n->shape.near[a] & ~n->shape.side[a] & bit(b)), "they do not touch at a corner");
    FAIL(joints(n, a, b, value(s)) != s->c.spaces, "another space can join them");
    return NULL;
}

static const char *needs(const struct reader *n, const struct said *s, struct shapes *all)
{
    FAIL(!is_part(n, s->region), "not one region");
    *all = SHAPES(n, s);
    FAIL(!none_smaller(all, s->size), "the region may be smaller");
    return NULL;
}

static const char *grows(const struct reader *n, const struct said *s)
{
    struct shapes all;
    const char *wrong = needs(n, s, &all);
    FAIL(wrong, wrong);
    FAIL((int)bits_count(s->region) >= s->size, "it is large enough");
    FAIL(!is_terrain(s) || value(s) != terrain_of(n, s->region), "another terrain");
    FAIL((beside(n, s->region) & n->terrain[value(s)]) != s->c.spaces, "it can grow elsewhere");
    return NULL;
}

static const char *cut(const struct reader *n, const struct said *s)
{
    struct shapes all;
    const char *wrong = needs(n, s, &all);
    FAIL(wrong, wrong);
    FAIL(!is_terrain(s) || value(s) != terrain_of(n, s->region), "another terrain");
    FAIL(s->c.spaces & ~all.in_all, "it can without");
    return NULL;
}

static const char *home(const struct reader *n, const struct said *s)
{
    struct shapes all;
    const char *wrong = needs(n, s, &all);
    FAIL(wrong, wrong);
    FAIL(bits_count(s->about) != 1 || (int)bits_first(s->about) > s->size, "the region may do without that crop");
    FAIL(all.may[bits_first(s->about)] & ~s->c.spaces, "there is another place for it");
    FAIL(s->c.crop ? !is_crop(s) || s->c.values != s->about : !is_terrain(s), "another conclusion");
    FAIL(!s->c.crop && value(s) != terrain_of(n, s->region), "another terrain");
    return NULL;
}

/* What the space would be joined with, is `others`. */
static const char *joined(const struct reader *n, const struct said *s)
{
    FAIL(!is_not_terrain(s) || bits_count(s->c.spaces) != 1 || bits_count(s->c.values) != 1, "another conclusion");
    uint64_t within = n->terrain[value(s)] & land(n);
    FAIL(connected(n, s->c.spaces, within) != (s->c.spaces | s->others), "not what it would be joined with");
    FAIL(s->c.spaces & s->others, "it is not joined with itself");
    return NULL;
}

static const char *full(const struct reader *n, const struct said *s)
{
    const char *wrong = joined(n, s);
    unsigned i;
    FAIL(wrong, wrong);
    FAIL((int)bits_count(s->c.spaces | s->others) != s->count, "it would be of another size");
    FAIL(s->count <= s->size, "it would not be too large");
    if (s->size == MAP_LEVELS) return NULL;
    BITS_EACH(i, s->others)
    {
        struct shapes all = shapes_of(n, value(s), part_of(n, i));
        if (none_larger(&all, s->size)) return NULL;
    }
    return "it can have more";
}

static const char *twice(const struct reader *n, const struct said *s)
{
    const char *wrong = joined(n, s);
    unsigned v;
    FAIL(wrong, wrong);
    FAIL(!s->about, "no crop");
    BITS_EACH(v, s->about)
    FAIL(bits_count(n->crop[v] & sown(n) & (s->c.spaces | s->others)) != 2, "it would not have that crop twice");
    return NULL;
}

static const char *no_crop(const struct reader *n, const struct said *s)
{
    const char *wrong = joined(n, s);
    FAIL(wrong, wrong);
    FAIL(crops_at(n, bits_first(s->c.spaces)) & ~crops_of(n, s->others & sown(n)), "a crop would be left");
    return NULL;
}

static const char *touches(const struct reader *n, const struct said *s)
{
    FAIL(!is_not_terrain(s) || bits_count(s->c.spaces) != 1 || bits_count(s->because) != 1, "another conclusion");
    unsigned i = bits_first(s->c.spaces), k = bits_first(s->because);
    FAIL(terrains_at(n, k) != s->c.values, "it is not of that terrain");
    FAIL(!(n->shape.near[i] & ~n->shape.side[i] & bit(k)), "they do not touch at a corner");
    FAIL(joints(n, i, k, value(s)), "a space can join the two");
    return NULL;
}

static const char *point(const struct reader *n, const struct said *s)
{
    FAIL(!is_not_crop(s) || bits_count(s->c.values) != 1 || s->c.values != s->about, "another conclusion");
    FAIL(!is_part(n, s->region), "not one region");
    struct shapes all = SHAPES(n, s);
    FAIL(!none_smaller(&all, (int)value(s)), "the region may be without that crop");
    FAIL(all.may[value(s)] & ~s->because, "it may have it elsewhere");
    FAIL(s->because & ~n->crop[value(s)], "it cannot have it there");
    FAIL(s->c.spaces & ~touch_all(n, s->because), "they do not all touch it");
    return NULL;
}

static const char *point_one(const struct reader *n, const struct said *s)
{
    FAIL(bits_count(s->because) != 1, "not one place");
    return point(n, s);
}
static const char *point_two(const struct reader *n, const struct said *s)
{
    FAIL(bits_count(s->because) != 2, "not both");
    return point(n, s);
}
static const char *point_more(const struct reader *n, const struct said *s)
{
    FAIL(bits_count(s->because) < 3, "not several");
    return point(n, s);
}

static const char *box(const struct reader *n, const struct said *s)
{
    FAIL(!is_not_crop(s) || bits_count(s->c.values) != 1, "another conclusion");
    FAIL(bits_count(n->crop[value(s)] & sown(n)) != map_crops[value(s)], "there are some left");
    FAIL(s->c.spaces & sown(n), "a space that is known");
    return NULL;
}

static const char *room_more(const struct reader *n, const struct said *s)
{
    unsigned i = bits_first(s->c.spaces), t;
    FAIL(!is_not_crop(s) || bits_count(s->c.spaces) != 1 || s->c.values & upto(s->size), "another conclusion");
    BITS_EACH(t, terrains_at(n, i))
    {
        struct shapes all = shapes_of(n, t, bit(i));
        FAIL(!none_larger(&all, s->size), "a region there can have more");
    }
    return NULL;
}

static const char *room_one(const struct reader *n, const struct said *s)
{
    struct said one = *s;
    one.size = 1;
    return room_more(n, &one);
}

static const char *room_terrain(const struct reader *n, const struct said *s)
{
    FAIL(!is_not_terrain(s) || bits_count(s->c.spaces) != 1 || bits_count(s->c.values) != 1, "another conclusion");
    FAIL(shapes_of(n, value(s), s->c.spaces).sizes, "there is room");
    return NULL;
}

static const char *share(const struct reader *n, const struct said *s, unsigned size)
{
    unsigned i;
    FAIL(!is_not_crop(s) || s->c.values & ~s->about, "another conclusion");
    FAIL(bits_count(s->because) != size || bits_count(s->about) != size, "not so many spaces or crops");
    FAIL(s->because & s->c.spaces, "one of themselves");
    FAIL(crops_of(n, s->because) != s->about, "they have other crops");
    BITS_EACH(i, s->because)
    FAIL((s->because | s->c.spaces) & ~rivals(n, i) & ~bit(i), "they neither touch nor are of one region");
    return NULL;
}
static const char *pair(const struct reader *n, const struct said *s) { return share(n, s, 2); }
static const char *triple(const struct reader *n, const struct said *s) { return share(n, s, 3); }

static const char *hidden(const struct reader *n, const struct said *s)
{
    unsigned v;
    FAIL(!is_not_crop(s) || bits_count(s->about) != 2 || s->c.values & s->about, "another conclusion");
    FAIL(!is_whole(n, s->region), "not one region");
    FAIL(bits_count(s->c.spaces) != 2 || s->c.spaces & ~s->region, "other spaces");
    BITS_EACH(v, s->about)
    FAIL(v > bits_count(s->region) || n->crop[v] & s->region & ~s->c.spaces, "they have other places");
    return NULL;
}

/* ---- orders of crops ---- */

struct orders {
    uint64_t region, at[120][MAP_LEVELS + 1]; /* where each crop is; 0: the region has none */
    int count;
};

static void order(const struct reader *n, struct orders *o, unsigned v, uint64_t left, uint64_t *where)
{
    unsigned i;
    if (!v) memcpy(o->at[o->count++], where, sizeof o->at[0]);
    if (v) BITS_EACH(i, n->crop[v] & left)
        {
            where[v] = bit(i);
            order(n, o, v - 1, left & ~bit(i), where);
        }
}

static struct orders orders_of(const struct reader *n, uint64_t region)
{
    struct orders o = {.region = region};
    uint64_t where[MAP_LEVELS + 1] = {0};
    order(n, &o, bits_count(region), region, where);
    return o;
}

/* Does every space beyond keep a crop? */
static bool feeds_all(const struct reader *n, const struct orders *o, int k)
{
    uint64_t any = 0;
    for (unsigned v = 1; v <= MAP_LEVELS; v++) any |= n->crop[v] & ~around(n, o->at[k][v]);
    return !(n->all & ~o->region & ~any);
}

/* Does the crop somewhere of the spaces go with it? */
static bool allows(const struct reader *n, const struct orders *o, int k, unsigned v, uint64_t spaces)
{
    return spaces & (spaces & o->region ? o->at[k][v] : ~around(n, o->at[k][v]));
}

static const char *all_orders(const struct reader *n, const struct said *s)
{
    unsigned v, i;
    FAIL(!is_not_crop(s), "another conclusion");
    FAIL(!is_whole(n, s->region), "not one region");
    struct orders o = orders_of(n, s->region);
    for (int k = 0; k < o.count; k++)
        if (feeds_all(n, &o, k)) BITS_EACH(v, s->c.values)
    BITS_EACH(i, s->c.spaces)
    FAIL(allows(n, &o, k, v, bit(i)), "an order allows it");
    return NULL;
}

static bool together(const struct reader *n, const struct orders *a, int x, const struct orders *b, int y)
{
    for (unsigned v = 1; v <= MAP_LEVELS; v++)
        if (around(n, a->at[x][v]) & b->at[y][v]) return false;
    return true;
}

static const char *two(const struct reader *n, const struct said *s)
{
    unsigned v, i;
    FAIL(!is_not_crop(s), "another conclusion");
    FAIL(!is_whole(n, s->region) || !is_whole(n, s->other) || s->region & s->other, "not two regions");
    struct orders a = orders_of(n, s->region), b = orders_of(n, s->other);
    for (int x = 0; x < a.count; x++)
        for (int y = 0; y < b.count; y++)
            if (together(n, &a, x, &b, y)) BITS_EACH(v, s->c.values)
    BITS_EACH(i, s->c.spaces)
    {
        bool in_a = a.region >> i & 1, in_b = b.region >> i & 1;
        FAIL((in_b || allows(n, &a, x, v, bit(i))) && (in_a || allows(n, &b, y, v, bit(i))), "an order allows it");
    }
    return NULL;
}

static const char *every_shape(const struct reader *n, const struct said *s)
{
    FAIL(!is_part(n, s->region), "not one region");
    struct shapes all = SHAPES(n, s);
    unsigned v;
    if (!all.sizes) return NULL;
    if (is_terrain(s)) FAIL(value(s) != all.terrain || s->c.spaces & ~all.in_all, "a shape without it");
    if (is_not_terrain(s))
        FAIL(s->c.values != 1u << all.terrain || s->c.spaces & ~all.touch_all, "a shape that allows it");
    FAIL(is_crop(s), "another conclusion");
    if (is_not_crop(s)) BITS_EACH(v, s->c.values)
    FAIL(all.may[v] & s->c.spaces, "a shape that allows it");
    return NULL;
}

/* ---- where a supposition ends: said of the notes there ---- */

static const char *no_terrain_left(const struct reader *n, const struct said *s)
{
    unsigned i;
    BITS_EACH(i, s->other) FAIL(terrains_at(n, i), "a terrain is left");
    return NULL;
}

static const char *no_crop_left(const struct reader *n, const struct said *s)
{
    unsigned i;
    BITS_EACH(i, s->other) FAIL(crops_at(n, i), "a crop is left");
    return NULL;
}

static const char *no_shape(const struct reader *n, const struct said *s)
{
    FAIL(!is_part(n, s->other), "not one region");
    FAIL(shapes_of(n, terrain_of(n, s->other), s->other).sizes, "it can");
    return NULL;
}

static const char *no_order(const struct reader *n, const struct said *s)
{
    FAIL(!is_whole(n, s->other), "not one region");
    struct orders o = orders_of(n, s->other);
    for (int k = 0; k < o.count; k++) FAIL(feeds_all(n, &o, k), "an order leaves a crop for each");
    return NULL;
}

static const char *no_orders(const struct reader *n, const struct said *s)
{
    FAIL(!is_whole(n, s->region) || !is_whole(n, s->other) || s->region == s->other, "not two regions");
    struct orders a = orders_of(n, s->region), b = orders_of(n, s->other);
    for (int x = 0; x < a.count; x++)
        for (int y = 0; y < b.count; y++) FAIL(together(n, &a, x, &b, y), "two orders go together");
    return NULL;
}

static const char *bad_supply(const struct reader *n, const struct said *s)
{
    (void)s;
    for (unsigned t = 1; t <= MAP_TERRAINS; t++)
        if (bits_count(n->terrain[t] & land(n)) > n->tiles[t] || bits_count(n->terrain[t]) < n->tiles[t]) return NULL;
    return "the tiles suffice";
}

static const char *bad_box(const struct reader *n, const struct said *s)
{
    (void)s;
    for (unsigned v = 1; v <= MAP_LEVELS; v++)
        if (bits_count(n->crop[v] & sown(n)) > map_crops[v]) return NULL;
    return "the box has enough";
}

static const char *bad_touch(const struct reader *n, const struct said *s)
{
    unsigned i, k, t = terrain_of(n, s->other);
    FAIL(s->other & ~land(n) & ~n->terrain[t], "not of one terrain");
    BITS_EACH(i, s->other)
    BITS_EACH(k, s->other & n->shape.near[i] & ~n->shape.side[i])
    if (!joints(n, i, k, t)) return NULL;
    return "they do not touch";
}

static const char *too_large(const struct reader *n, const struct said *s)
{
    FAIL(!is_part(n, s->other), "not one region");
    FAIL(bits_count(s->other) <= MAP_LEVELS, "it has not");
    return NULL;
}

const struct sentence reasons_clashes[] = {
    {"no terrain is left for {other}", no_terrain_left},
    {"no crop is left for {other}", no_crop_left},
    {"the region of {other} cannot have each of its crops once", no_shape},
    {"however the crops of the region of {other} are arranged, a space around it has no crop left", no_order},
    {"the crops of the regions of {other} and of {region} cannot be arranged together", no_orders},
    {"there are too many or too few spaces for the tiles of a terrain", bad_supply},
    {"there are more of one crop than the box has", bad_box},
    {"two regions of one terrain touch ({other})", bad_touch},
    {"the region of {other} cannot have the size that it must have", no_shape},
    {"the region of {other} has more than five spaces", too_large},
    {NULL, NULL},
};

/* ---- all sentences ---- */

const struct sentence reasons_table[] = {
    {"its region has no other space", lone},
    {"its region has no other space", lone_left},
    {"it is the only crop still missing in the region of {region}", last},
    {"the region of {region} cannot have more than {size} spaces, and no crop is larger than its region", large},
    {"the region of {region} has {size} spaces, and no crop is larger than its region", large_whole},
    {"every other crop is in its region or touches it ({because})", only},
    {"every other crop was ruled out (step {steps})", only},
    {"every other crop was ruled out (steps {steps})", only},
    {"every other crop is in its region or touches it ({because}), or was ruled out (step {steps})", only},
    {"every other crop is in its region or touches it ({because}), or was ruled out (steps {steps})", only},
    {"the region of {region} has no other place for it", place},
    {"{num} tile of that terrain is left, and it has no other place", supply},
    {"{num} tiles of that terrain are left, and there are no other places for them", supply},
    {"all tiles of that terrain have been found", spent},
    {"every other terrain was ruled out", left},
    {"every other terrain was ruled out (step {steps})", left},
    {"every other terrain was ruled out (steps {steps})", left},
    {"{because} touch at a corner, so they are of one region, and no other space can join them", join},
    {"the region of {region} must have at least {size} spaces, and it can grow nowhere else", grows},
    {"the region of {region} must have at least {size} spaces, and there is no other place for its {about}", home},
    {"the region of {region} must have at least {size} spaces, and cannot without this one", cut},
    {"with {others} it would be a region of {num} spaces, and that cannot have more than {size}", full},
    {"with {others} it would be one region, which would have {about} twice", twice},
    {"with {others} it would be one region, and no crop would be left for it", no_crop},
    {"{because} is of that terrain and touches it at a corner, and no space can join the two", touches},
    {"the region of {region} has its {about} on {because}, which touches {spaces}", point_one},
    {"the region of {region} has its {about} on {because}, and both of these touch {spaces}", point_two},
    {"the region of {region} has its {about} on {because}, and all of these touch {spaces}", point_more},
    {"all crops of that level have their places already", box},
    {"no region that could be there has more than {size} spaces, and no crop is larger than its region", room_more},
    {"no region that could be there has a second space", room_one},
    {"no region of that terrain has room there for its crops", room_terrain},
    {"{because} have {about} between them, and both touch {spaces} or are in the same region", pair},
    {"{because} have {about} between them, and all three touch {spaces} or are in the same region", triple},
    {"the region of {region} has its {about} there, in one order or the other", hidden},
    {"no way to arrange the crops of the region of {region} allows that and leaves a crop for every space around it",
     all_orders},
    {"no way to arrange the crops of the regions of {region} and of {other} together allows that", two},
    {"it is so in every shape that the region of {region} can take", every_shape},
    {"if it were, every way to go on would end in a contradiction", NULL},
    {NULL, NULL},
};
