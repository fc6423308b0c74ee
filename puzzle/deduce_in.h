/* deduce_in.h -- what the files of the deduction share. For puzzle/deduce*.c only. */
#ifndef PUZZLE_DEDUCE_IN_H
#define PUZZLE_DEDUCE_IN_H

#include "../core/bits.h"
#include "deduce.h"

/* What a technique is asked for. It reports every conclusion it sees to
 * deduce_conclude() and stops when that returns true. */
struct quest {
    struct deduce_step *out;        /* the first conclusion that changes the notes; NULL: all of them */
    const struct deduce_step *want; /* not NULL: only say whether this one follows (out: from what), change nothing */
    bool found;
};

bool deduce_conclude(struct deduce_notes *, struct quest *, const struct deduce_step *);

/* The techniques, each for the notes as they are: groups up to date, no clash. */
typedef void technique_fn(struct deduce_notes *, struct quest *);
technique_fn deduce_lone, deduce_last, deduce_only, deduce_place, deduce_point, deduce_box, deduce_pair, deduce_hidden,
    deduce_triple, deduce_orders, deduce_two;
technique_fn deduce_large, deduce_spent, deduce_supply, deduce_left, deduce_full, deduce_twice, deduce_touch,
    deduce_join, deduce_grow, deduce_home, deduce_cut, deduce_room, deduce_shapes;

/* All that DEDUCE_LONE to DEDUCE_PLACE find on complete regions, at once; false: a clash. */
bool deduce_settle(struct deduce_notes *);

/* Finds the groups again and takes each decided crop from the rest of its group. */
void deduce_regroup(struct deduce_notes *);

/* How small and how large a region of that terrain that has these spaces may be, and
 * where it may be. */
struct bounds {
    uint64_t reach;
    unsigned low, high; /* low is 6 if its crops fit no size */
};
struct bounds deduce_bounds(const struct deduce_notes *, unsigned terrain, uint64_t spaces);

static inline void deduce_clash(struct deduce_notes *n, enum deduce_clash what, uint64_t where)
{
    if (n->clash) return;
    n->clash = (uint8_t)what;
    n->clash_at = where;
}

/* Spaces beside a set, the set's own among them where they are beside one another. */
static inline uint64_t deduce_sides(const struct deduce_notes *n, uint64_t set)
{
    return ((set << 1 & ~n->west) | (set >> 1 & ~n->east) | set << n->cols | set >> n->cols) & n->all;
}

/* The known part of a space's region; the space alone where the terrain is unknown. */
static inline uint64_t deduce_group(const struct deduce_notes *n, unsigned i)
{
    return n->land & bit(i) ? n->group[n->group_of[i]].spaces : bit(i);
}

/* Spaces that cannot have the same crop. */
static inline uint64_t deduce_rivals(const struct deduce_notes *n, unsigned i)
{
    return (n->shape->near[i] | deduce_group(n, i)) & ~bit(i);
}

/* Decides the crop of all these spaces and takes it from their rivals. */
static inline void deduce_sow(struct deduce_notes *n, uint64_t spaces, unsigned crop)
{
    uint64_t rivals = 0, own = n->crop[crop];
    unsigned i;
    BITS_EACH(i, spaces) rivals |= deduce_rivals(n, i);
    for (unsigned v = 1; v <= MAP_LEVELS; v++) n->crop[v] &= ~spaces;
    n->crop[crop] = own & ~rivals;
    n->sown |= spaces;
}

/* Crops, terrains that a space can have: bit v. */
static inline unsigned deduce_crops_at(const struct deduce_notes *n, unsigned i)
{
    unsigned can = 0;
    for (unsigned v = 1; v <= MAP_LEVELS; v++) can |= (unsigned)(n->crop[v] >> i & 1) << v;
    return can;
}
static inline unsigned deduce_terrains_at(const struct deduce_notes *n, unsigned i)
{
    unsigned can = 0;
    for (unsigned t = 1; t <= MAP_TERRAINS; t++) can |= (unsigned)(n->terrain[t] >> i & 1) << t;
    return can;
}

/* Is there exactly one? */
static inline bool deduce_one(uint64_t set) { return set && !(set & (set - 1)); }

#endif
