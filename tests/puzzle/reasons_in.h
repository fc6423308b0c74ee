/* reasons_in.h -- what reasons.c, which reads sentences, and reasons_laws.c, which knows what they mean, share. */
#ifndef TESTS_REASONS_IN_H
#define TESTS_REASONS_IN_H

#include "../../core/bits.h"
#include "reasons.h"

/* What its places hold. */
struct said {
    struct conclusion c;
    uint64_t because, region, others, other, steps;
    unsigned about; /* bit v */
    int size, count;
    const struct reader *then;
};

/* NULL if it holds by these notes; else what does not. */
typedef const char *law(const struct reader *, const struct said *);

/* A sentence behind the conclusion; ends with NULL. */
struct sentence {
    const char
        *pattern; /* {names}: the terrains or crops of the conclusion; {num}: a number; {about}: crops by number */
    law *holds;   /* NULL: nothing to hold against it */
};
extern const struct sentence reasons_table[];
extern const struct sentence reasons_clashes[]; /* of the notes where a supposition ends */

static inline uint64_t land(const struct reader *n) { return n->land; }
static inline uint64_t sown(const struct reader *n) { return n->sown; }

static inline unsigned at(const uint64_t *set, unsigned most, unsigned i)
{
    unsigned can = 0;
    for (unsigned v = 1; v <= most; v++) can |= (unsigned)(set[v] >> i & 1) << v;
    return can;
}
static inline unsigned crops_at(const struct reader *n, unsigned i) { return at(n->crop, MAP_LEVELS, i); }
static inline unsigned terrains_at(const struct reader *n, unsigned i) { return at(n->terrain, MAP_TERRAINS, i); }

static inline uint64_t beside(const struct reader *n, uint64_t set)
{
    uint64_t sides = 0;
    unsigned i;
    BITS_EACH(i, set) sides |= n->shape.side[i];
    return sides & ~set;
}

static inline uint64_t around(const struct reader *n, uint64_t set)
{
    uint64_t near = 0;
    unsigned i;
    BITS_EACH(i, set) near |= n->shape.near[i];
    return near & ~set;
}

static inline uint64_t touch_all(const struct reader *n, uint64_t set)
{
    uint64_t all = n->all;
    unsigned i;
    BITS_EACH(i, set) all &= n->shape.near[i];
    return all;
}

static inline uint64_t connected(const struct reader *n, uint64_t from, uint64_t within)
{
    for (uint64_t more; (more = beside(n, from) & within);) from |= more;
    return from;
}

/* The known part of a space's region; the space alone where its terrain is unknown, or none is left for it in a contradiction. */
static inline uint64_t part_of(const struct reader *n, unsigned i)
{
    unsigned terrains = terrains_at(n, i);
    bool known = (land(n) & bit(i)) && terrains;
    return known ? connected(n, bit(i), n->terrain[bits_first(terrains)] & land(n)) : bit(i);
}

static inline bool is_part(const struct reader *n, uint64_t set)
{
    return set && !(set & ~land(n)) && terrains_at(n, bits_first(set)) && part_of(n, bits_first(set)) == set;
}
static inline unsigned terrain_of(const struct reader *n, uint64_t part)
{
    return bits_first(terrains_at(n, bits_first(part)));
}
static inline bool is_whole(const struct reader *n, uint64_t set)
{
    return is_part(n, set) && !(beside(n, set) & n->terrain[terrain_of(n, set)]);
}

static inline uint64_t rivals(const struct reader *n, unsigned i)
{
    return (n->shape.near[i] | part_of(n, i)) & ~bit(i);
}

#endif
