/* deduce_terrain.c -- groups, how large they may become, and the techniques about
 * terrain and about regions that are not complete yet; see deduce.h for what each of
 * them says. */
#include "deduce_in.h"

/* ---- groups ---- */

static uint64_t flood(const struct deduce_notes *n, uint64_t from, uint64_t within)
{
    for (uint64_t more = from; more;) {
        more = deduce_sides(n, from) & within & ~from;
        from |= more;
    }
    return from;
}

/* Do tiles and spaces of each terrain agree, as far as they are known? */
static void check_supply(struct deduce_notes *n)
{
    for (unsigned t = 1; n->counted && t <= MAP_TERRAINS; t++)
        if (bits_count(n->terrain[t] & n->land) > n->tiles[t] || bits_count(n->terrain[t]) < n->tiles[t])
            deduce_clash(n, CLASH_SUPPLY, n->terrain[t]);
}

void deduce_regroup(struct deduce_notes *n)
{
    uint64_t left = n->land;
    n->groups = 0;
    n->stale = false;
    check_supply(n);
    while (left) {
        struct deduce_part *g = &n->group[n->groups];
        uint64_t touching = 0;
        unsigned i = bits_first(left), k;
        g->terrain = (uint8_t)bits_first(deduce_terrains_at(n, i));
        g->spaces = flood(n, bit(i), n->terrain[g->terrain] & n->land);
        g->closed = !(deduce_sides(n, g->spaces) & n->terrain[g->terrain] & ~n->land);
        BITS_EACH(k, g->spaces)
        {
            n->group_of[k] = n->groups;
            touching |= n->shape->near[k];
        }
        n->groups++;
        left &= ~g->spaces;
        touching &= n->land & n->terrain[g->terrain] & ~g->spaces;
        if (g->closed && touching) deduce_clash(n, CLASH_TOUCH, g->spaces | touching);
        if (bits_count(g->spaces) > MAP_LEVELS) deduce_clash(n, CLASH_SIZE, g->spaces);
        for (unsigned v = 1; v <= MAP_LEVELS; v++) {
            uint64_t there = n->crop[v] & n->sown & g->spaces;
            if (there && !deduce_one(there)) deduce_clash(n, CLASH_PLACE, g->spaces);
            if (there) n->crop[v] &= ~g->spaces | there;
        }
    }
}

/* ---- bounds ---- */

/* Can these spaces have different crops, none larger than the size? */
static bool distinct(const uint8_t can[MAP_LEVELS], unsigned count, unsigned taken, unsigned size)
{
    if (count == 0) return true;
    unsigned v, may = can[count - 1] & ((2u << size) - 2) & ~taken;
    BITS_EACH(v, may) if (distinct(can, count - 1, taken | 1u << v, size)) return true;
    return false;
}

static unsigned least_size(const struct deduce_notes *n, uint64_t spaces)
{
    uint8_t can[MAP_LEVELS];
    unsigned count = 0, i;
    BITS_EACH(i, spaces) can[count++] = (uint8_t)deduce_crops_at(n, i);
    for (unsigned size = count; size <= MAP_LEVELS; size++)
        if (distinct(can, count, 0, size)) return size;
    return MAP_LEVELS + 1;
}

/* Tiles of a terrain not found yet; plenty if that is unknown. */
static int tiles_left(const struct deduce_notes *n, unsigned terrain)
{
    return n->counted ? (int)n->tiles[terrain] - (int)bits_count(n->terrain[terrain] & n->land) : MAP_SPACES;
}

/* The largest size the region can have within these spaces, at most `size`: tiles must
 * suffice, and every crop up to it needs a place. */
static unsigned largest(const struct deduce_notes *n, unsigned terrain, uint64_t spaces, uint64_t reach, unsigned size)
{
    uint64_t found = (n->land & n->terrain[terrain]) | spaces;
    int tiles = tiles_left(n, terrain) - (int)bits_count(spaces & ~n->land);
    unsigned more = bits_count(reach & ~found), v = 1;
    if ((int)more > tiles) more = tiles > 0 ? (unsigned)tiles : 0;
    if (size > bits_count(reach & found) + more) size = bits_count(reach & found) + more;
    while (v <= size && n->crop[v] & reach) v++;
    return v - 1;
}

static uint64_t within_reach(const struct deduce_notes *n, uint64_t spaces, uint64_t free, unsigned size)
{
    uint64_t reach = spaces;
    for (unsigned k = bits_count(spaces); k < size; k++) reach |= deduce_sides(n, reach) & free;
    return reach;
}

/* As deduce_bounds().high, the region being confined to `free` besides its spaces. */
static unsigned most_size(const struct deduce_notes *n, unsigned terrain, uint64_t spaces, uint64_t free,
                          uint64_t *reach)
{
    unsigned size = MAP_LEVELS, before;
    do {
        before = size;
        *reach = within_reach(n, spaces, free, size);
        size = largest(n, terrain, spaces, *reach, size);
    } while (size < before && size >= bits_count(spaces));
    return size;
}

struct bounds deduce_bounds(const struct deduce_notes *n, unsigned terrain, uint64_t spaces)
{
    struct bounds b;
    b.high = most_size(n, terrain, spaces, n->terrain[terrain], &b.reach);
    b.low = least_size(n, spaces);
    return b;
}

/* What a space would be joined with if it had that terrain, itself included. */
static uint64_t joined(const struct deduce_notes *n, unsigned i, unsigned terrain)
{
    uint64_t set = bit(i);
    unsigned k;
    BITS_EACH(k, n->shape->side[i] & n->land & n->terrain[terrain]) set |= deduce_group(n, k);
    return set;
}

/* ---- conclusions about a region not complete yet ---- */

/* Also about complete ones. */
void deduce_large(struct deduce_notes *n, struct quest *q)
{
    for (unsigned g = 0; g < n->groups; g++) {
        const struct deduce_part *o = &n->group[g];
        unsigned size = bits_count(o->spaces);
        if (!o->closed) size = deduce_bounds(n, o->terrain, o->spaces).high;
        if (size < bits_count(o->spaces)) {
            deduce_clash(n, CLASH_ROOM, o->spaces);
            return;
        }
        unsigned larger = 62u & ~((2u << size) - 1), v;
        uint64_t hit = 0;
        BITS_EACH(v, larger) hit |= n->crop[v] & o->spaces;
        if (!hit) continue;
        struct deduce_step s = {.technique = DEDUCE_LARGE,
                                .what = DEDUCED_NOT_CROP,
                                .values = (uint8_t)larger,
                                .size = (uint8_t)size,
                                .spaces = hit,
                                .region = o->spaces};
        if (deduce_conclude(n, q, &s)) return;
    }
}

void deduce_grow(struct deduce_notes *n, struct quest *q)
{
    for (unsigned g = 0; g < n->groups; g++) {
        const struct deduce_part *o = &n->group[g];
        unsigned low = least_size(n, o->spaces);
        if (low <= bits_count(o->spaces)) continue;
        uint64_t exits = deduce_sides(n, o->spaces) & n->terrain[o->terrain] & ~n->land;
        if (!exits || low > MAP_LEVELS) {
            deduce_clash(n, CLASH_ROOM, o->spaces);
            return;
        }
        if (!deduce_one(exits)) continue;
        struct deduce_step s = {.technique = DEDUCE_GROW,
                                .what = DEDUCED_TERRAIN,
                                .values = (uint8_t)(1u << o->terrain),
                                .size = (uint8_t)low,
                                .spaces = exits,
                                .region = o->spaces};
        if (deduce_conclude(n, q, &s)) return;
    }
}

/* One crop of an incomplete region with one place. */
static bool home(struct deduce_notes *n, struct quest *q, const struct deduce_part *o, unsigned v, uint64_t place,
                 unsigned low)
{
    bool land = place & n->land;
    struct deduce_step s = {.technique = DEDUCE_HOME,
                            .what = land ? DEDUCED_CROP : DEDUCED_TERRAIN,
                            .values = (uint8_t)(1u << (land ? v : o->terrain)),
                            .about = (uint8_t)(1u << v),
                            .size = (uint8_t)low,
                            .spaces = place,
                            .region = o->spaces};
    return deduce_conclude(n, q, &s);
}

void deduce_home(struct deduce_notes *n, struct quest *q)
{
    for (unsigned g = 0; g < n->groups; g++) {
        const struct deduce_part *o = &n->group[g];
        if (o->closed) continue;
        struct bounds b = deduce_bounds(n, o->terrain, o->spaces);
        for (unsigned v = 1; v <= b.low && v <= MAP_LEVELS; v++) {
            uint64_t places = n->crop[v] & b.reach;
            if (!deduce_one(places) || places & n->sown & n->land) continue;
            if (home(n, q, o, v, places, b.low)) return;
        }
    }
}

void deduce_cut(struct deduce_notes *n, struct quest *q)
{
    for (unsigned g = 0; g < n->groups; g++) {
        const struct deduce_part *o = &n->group[g];
        struct bounds b = {0};
        if (!o->closed) b = deduce_bounds(n, o->terrain, o->spaces);
        if (b.low <= bits_count(o->spaces)) continue;
        unsigned i;
        BITS_EACH(i, b.reach & ~n->land)
        {
            uint64_t reach;
            if (most_size(n, o->terrain, o->spaces, n->terrain[o->terrain] & ~bit(i), &reach) >= b.low) continue;
            struct deduce_step s = {.technique = DEDUCE_CUT,
                                    .what = DEDUCED_TERRAIN,
                                    .values = (uint8_t)(1u << o->terrain),
                                    .size = (uint8_t)b.low,
                                    .spaces = bit(i),
                                    .region = o->spaces};
            if (deduce_conclude(n, q, &s)) return;
        }
    }
}

/* ---- the supply of tiles ---- */

void deduce_spent(struct deduce_notes *n, struct quest *q)
{
    for (unsigned t = 1; t <= MAP_TERRAINS; t++) {
        int left = tiles_left(n, t);
        if (left != 0 || !(n->terrain[t] & ~n->land)) continue;
        struct deduce_step s = {.technique = DEDUCE_SPENT,
                                .what = DEDUCED_NOT_TERRAIN,
                                .values = (uint8_t)(1u << t),
                                .spaces = n->terrain[t] & ~n->land,
                                .because = n->terrain[t] & n->land};
        if (deduce_conclude(n, q, &s)) return;
    }
}

void deduce_supply(struct deduce_notes *n, struct quest *q)
{
    for (unsigned t = 1; n->counted && t <= MAP_TERRAINS; t++) {
        uint64_t open = n->terrain[t] & ~n->land;
        int left = tiles_left(n, t);
        if (left <= 0 || (int)bits_count(open) != left) continue;
        struct deduce_step s = {.technique = DEDUCE_SUPPLY,
                                .what = DEDUCED_TERRAIN,
                                .values = (uint8_t)(1u << t),
                                .size = (uint8_t)left,
                                .spaces = open};
        if (deduce_conclude(n, q, &s)) return;
    }
}

void deduce_left(struct deduce_notes *n, struct quest *q)
{
    unsigned i;
    BITS_EACH(i, n->all & ~n->land)
    {
        unsigned can = deduce_terrains_at(n, i);
        if (!deduce_one(can)) continue;
        struct deduce_step s = {
            .technique = DEDUCE_LEFT, .what = DEDUCED_TERRAIN, .values = (uint8_t)can, .spaces = bit(i)};
        if (deduce_conclude(n, q, &s)) return;
    }
}

/* ---- a terrain that cannot be here ---- */

/* Asks about every terrain of every undecided space; the step has the rest filled in. */
typedef bool objection_fn(const struct deduce_notes *, unsigned i, unsigned terrain, struct deduce_step *);

static void rule_out(struct deduce_notes *n, struct quest *q, enum deduce_technique by, objection_fn *wrong)
{
    unsigned i, t;
    BITS_EACH(i, n->all & ~n->land)
    BITS_EACH(t, deduce_terrains_at(n, i))
    {
        struct deduce_step s = {
            .technique = (uint8_t)by, .what = DEDUCED_NOT_TERRAIN, .values = (uint8_t)(1u << t), .spaces = bit(i)};
        if (wrong(n, i, t, &s) && deduce_conclude(n, q, &s)) return;
    }
}

static bool too_large(const struct deduce_notes *n, unsigned i, unsigned terrain, struct deduce_step *s)
{
    uint64_t set = joined(n, i, terrain);
    unsigned k, most = MAP_LEVELS;
    if (deduce_one(set)) return false;
    if (bits_count(set) <= most) BITS_EACH(k, n->shape->side[i] & set)
        {
            unsigned high = deduce_bounds(n, terrain, deduce_group(n, k)).high;
            if (high < most) most = high;
        }
    s->region = set;
    s->size = (uint8_t)most;
    return bits_count(set) > most;
}

static bool crop_twice(const struct deduce_notes *n, unsigned i, unsigned terrain, struct deduce_step *s)
{
    uint64_t set = joined(n, i, terrain), there;
    unsigned used = 0, twice = 0;
    for (unsigned v = 1; v <= MAP_LEVELS; v++) {
        there = n->crop[v] & n->sown & set;
        if (there) used |= 1u << v;
        if (there && !deduce_one(there)) twice |= 1u << v;
    }
    s->region = set;
    s->about = (uint8_t)twice;
    return twice || (!(n->sown & bit(i)) && !(deduce_crops_at(n, i) & ~used));
}

/* Diagonal neighbours. */
static uint64_t corners(const struct deduce_notes *n, unsigned i) { return n->shape->near[i] & ~n->shape->side[i]; }

static bool would_touch(const struct deduce_notes *n, unsigned i, unsigned terrain, struct deduce_step *s)
{
    unsigned k;
    BITS_EACH(k, corners(n, i) & n->land & n->terrain[terrain])
    {
        s->because = bit(k);
        if (!(n->shape->side[i] & n->shape->side[k] & n->terrain[terrain])) return true;
    }
    return false;
}

void deduce_full(struct deduce_notes *n, struct quest *q) { rule_out(n, q, DEDUCE_FULL, too_large); }
void deduce_twice(struct deduce_notes *n, struct quest *q) { rule_out(n, q, DEDUCE_TWICE, crop_twice); }
void deduce_touch(struct deduce_notes *n, struct quest *q) { rule_out(n, q, DEDUCE_TOUCH, would_touch); }

void deduce_join(struct deduce_notes *n, struct quest *q)
{
    for (unsigned t = 1; t <= MAP_TERRAINS; t++) {
        unsigned i, k;
        BITS_EACH(i, n->land & n->terrain[t])
        BITS_EACH(k, corners(n, i) & n->land & n->terrain[t] & ~(bit(i) - 1))
        {
            uint64_t between = n->shape->side[i] & n->shape->side[k] & n->terrain[t];
            if (!between) {
                deduce_clash(n, CLASH_TOUCH, bit(i) | bit(k));
                return;
            }
            if (!deduce_one(between) || between & n->land) continue;
            struct deduce_step s = {.technique = DEDUCE_JOIN,
                                    .what = DEDUCED_TERRAIN,
                                    .values = (uint8_t)(1u << t),
                                    .spaces = between,
                                    .because = bit(i) | bit(k)};
            if (deduce_conclude(n, q, &s)) return;
        }
    }
}

/* What no terrain, or not this one, leaves room for. */
void deduce_room(struct deduce_notes *n, struct quest *q)
{
    unsigned i, t;
    BITS_EACH(i, n->all & ~n->land)
    {
        unsigned most = 0;
        BITS_EACH(t, deduce_terrains_at(n, i))
        {
            uint64_t set = joined(n, i, t);
            struct bounds b = {.low = 1};
            if (bits_count(set) <= MAP_LEVELS) b = deduce_bounds(n, t, set);
            if (b.low <= b.high && b.high > most) most = b.high;
            struct deduce_step s = {.technique = DEDUCE_ROOM,
                                    .what = DEDUCED_NOT_TERRAIN,
                                    .values = (uint8_t)(1u << t),
                                    .size = (uint8_t)b.high,
                                    .spaces = bit(i),
                                    .region = set};
            if (b.low > b.high && deduce_conclude(n, q, &s)) return;
        }
        unsigned larger = deduce_crops_at(n, i) & ~((2u << most) - 1);
        struct deduce_step s = {.technique = DEDUCE_ROOM,
                                .what = DEDUCED_NOT_CROP,
                                .values = (uint8_t)larger,
                                .size = (uint8_t)most,
                                .spaces = bit(i)};
        if (larger && deduce_conclude(n, q, &s)) return;
    }
}
