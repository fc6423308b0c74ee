/* deduce_shapes.c -- the technique DEDUCE_SHAPES: every shape that a region which is not
 * complete yet can take, and what they have in common. A shape is made of the known part
 * of the region and undecided spaces; where it meets another part of the same terrain it
 * takes that in. It must keep clear of all others (SCN-2), have tiles enough, and an order
 * of crops. */
#include "deduce_in.h"

#include <string.h>

struct shapes {
    const struct deduce_notes *notes;
    unsigned terrain;
    uint64_t known;                /* the part all of them contain */
    unsigned count;                /* of shapes */
    uint64_t in_all;               /* spaces in every shape */
    uint64_t beside_all;           /* spaces outside every shape and touching every shape */
    uint64_t crop[MAP_LEVELS + 1]; /* spaces of the known part where some shape has the crop */
};

/* Can the spaces from k on get the crops of `left`, each one? */
static bool orderly(const uint8_t can[MAP_LEVELS], unsigned k, unsigned size, unsigned left)
{
    if (k == size) return true;
    unsigned v, may = can[k] & left;
    BITS_EACH(v, may) if (orderly(can, k + 1, size, left & ~(1u << v))) return true;
    return false;
}

/* Notes what the shape allows; false if it has no order of crops. */
static bool take_crops(struct shapes *s, uint64_t shape)
{
    unsigned size = bits_count(shape), all = (2u << size) - 2, i, k = 0, v;
    uint8_t can[MAP_LEVELS];
    BITS_EACH(i, shape) can[k++] = (uint8_t)deduce_crops_at(s->notes, i);
    if (!orderly(can, 0, size, all)) return false;
    k = 0;
    BITS_EACH(i, shape)
    {
        uint8_t before = can[k];
        unsigned may = s->known & bit(i) ? before & all : 0;
        BITS_EACH(v, may)
        {
            can[k] = (uint8_t)(1u << v);
            if (!(s->crop[v] & bit(i)) && orderly(can, 0, size, all)) s->crop[v] |= bit(i);
        }
        can[k++] = before;
    }
    return true;
}

static void consider(struct shapes *s, uint64_t shape)
{
    const struct deduce_notes *n = s->notes;
    uint64_t touching = 0, found = n->land & n->terrain[s->terrain];
    unsigned i;
    BITS_EACH(i, shape) touching |= n->shape->near[i];
    touching &= ~shape;
    if (touching & found || !take_crops(s, shape)) return;
    s->count++;
    s->in_all &= shape;
    s->beside_all &= touching;
}

/* All shapes that contain this one and nothing of `not`. */
static void grow(struct shapes *s, uint64_t shape, uint64_t not, int tiles)
{
    const struct deduce_notes *n = s->notes;
    uint64_t may = n->terrain[s->terrain];
    unsigned i, k;
    consider(s, shape);
    if (tiles <= 0) return;
    BITS_EACH(i, deduce_sides(n, shape) & may & ~n->land & ~shape & ~not )
    {
        uint64_t larger = shape | bit(i);
        BITS_EACH(k, n->shape->side[i] & may & n->land) larger |= deduce_group(n, k);
        if (bits_count(larger) <= MAP_LEVELS) grow(s, larger, not, tiles - 1);
        not |= bit(i);
    }
}

static bool report(struct deduce_notes *n, struct quest *q, const struct shapes *s)
{
    struct deduce_step step = {.technique = DEDUCE_SHAPES, .region = s->known, .values = (uint8_t)(1u << s->terrain)};
    step.what = DEDUCED_TERRAIN;
    step.spaces = s->in_all & ~n->land;
    if (step.spaces && deduce_conclude(n, q, &step)) return true;
    step.what = DEDUCED_NOT_TERRAIN;
    step.spaces = s->beside_all & n->terrain[s->terrain];
    if (step.spaces && deduce_conclude(n, q, &step)) return true;
    step.what = DEDUCED_NOT_CROP;
    for (unsigned v = 1; v <= MAP_LEVELS; v++) {
        step.values = (uint8_t)(1u << v);
        step.spaces = s->known & n->crop[v] & ~s->crop[v];
        if (step.spaces && deduce_conclude(n, q, &step)) return true;
    }
    return false;
}

void deduce_shapes(struct deduce_notes *n, struct quest *q)
{
    for (unsigned g = 0; g < n->groups; g++) {
        const struct deduce_part *o = &n->group[g];
        if (o->closed) continue;
        struct shapes s = {
            .notes = n, .terrain = o->terrain, .known = o->spaces, .in_all = n->all, .beside_all = n->all};
        int tiles = MAP_LEVELS;
        if (n->counted) tiles = (int)n->tiles[o->terrain] - (int)bits_count(n->terrain[o->terrain] & n->land);
        grow(&s, o->spaces, 0, tiles);
        if (!s.count) {
            deduce_clash(n, CLASH_ROOM, o->spaces);
            return;
        }
        if (report(n, q, &s)) return;
    }
}
