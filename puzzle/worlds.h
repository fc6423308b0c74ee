/* worlds.h -- every fair map that fits what is seen of one. Fair: its crops follow from its terrain and
 * the crops of the starting spaces alone (SCN-5), as those of every map that is dealt do.
 *
 * Few are: of a hundred maps that fit by odds.h perhaps one. So they are not picked out of those, but found: space
 * after space is filled in all ways, and what is filled so far is given up as soon as its crops
 * could be exchanged for others on the same terrain, whatever comes behind. Where that is still too much a random part is
 * carried on. How likely each of them is: posterior.h. */
#ifndef PUZZLE_WORLDS_H
#define PUZZLE_WORLDS_H

#include "odds.h"

struct worlds_question {
    struct odds_question odds; /* what is known */
    uint64_t starts;           /* spaces that lay open at the start, as bits of map.h */
};

/* What an answer may take. */
struct worlds_means {
    struct rng *rng;
    uint64_t steps; /* about; a step draws all simple conclusions of one assumption, as in odds.h */
    void *scratch;  /* aligned for uint64_t, at least WORLDS_SCRATCH bytes */
    size_t size;    /* its bytes */
};
enum { WORLDS_SCRATCH = 256 << 10 };

struct worlds {
    const struct map *known;
    const struct narrow *at; /* in the scratch memory: each has one pair left for every space */
    struct narrow start;     /* what is possible by what is known, fair or not */
    int n;                   /* how many were found */
    bool all;                /* there are no others; else a random part of them, about equally likely */
    uint64_t steps;          /* work done */
};

/* The same on every platform for the same question, means and generator. The question and the scratch memory must stay. */
void worlds_find(struct worlds *, const struct worlds_question *, const struct worlds_means *);

/* World i as a map. */
void worlds_map(const struct worlds *, int i, struct map *);

#endif
