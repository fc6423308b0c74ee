/* odds.h -- what can be known about a partly seen map: how many whole maps fit, and in
 * how many of them each space has each terrain and each crop.
 *
 * A whole map fits if it agrees with all that is known and satisfies SCN-2, SCN-3, the
 * number of tiles of each terrain (public by SCN-6) and the limits of the crops (SCN-4).
 * The prior: all maps that fit are equally likely. SCN-5 is left aside: which spaces
 * started open says nothing here about the others.
 *
 * The answer is exact whenever the count fits into the steps and the scratch memory given, else
 * estimated from a random part of all maps, and it says which. Both depend on nothing
 * but the question, the steps, the size of the scratch memory and the generator: the same on every
 * platform. Called by hints, bots and the command line; for one map's fairness see
 * solve.h. */
#ifndef PUZZLE_ODDS_H
#define PUZZLE_ODDS_H

#include "../core/rng.h"
#include "narrow.h"

#include <stddef.h>

struct odds_question {
    struct map map;                  /* what is known: 0 where terrain or crop is not */
    bool any_tiles;                  /* the numbers of tiles do not matter */
    uint8_t tiles[MAP_TERRAINS + 1]; /* else: tiles of each terrain 1-4 on the whole map */
    uint8_t most[MAP_LEVELS + 1];    /* crops of each level 1-5 there can be */
};

struct odds {
    bool exact;     /* else all numbers are estimates */
    bool saturated; /* there are UINT64_MAX maps or more; then not exact */
    uint64_t
        maps; /* that fit; unless exact only about, by a factor of two or so; 0 if what is known contradicts itself */
    uint64_t total; /* what the numbers below are parts of: `maps`, or ODDS_WHOLE; 0: none is known */
    uint64_t terrain[MAP_SPACES][MAP_TERRAINS + 1]; /* index 1-4 */
    uint64_t crop[MAP_SPACES][MAP_LEVELS + 1];      /* index 1-5 */
    /* How far each of them may be off: three standard errors, as parts of total, from
     * how much independent runs differ, with Student's allowance for their being few; at
     * least a 64th of total where something is open. Up to one in ten is off by more, as
     * maps that no run comes near are missed by all. 0 if exact, and for what is certain. */
    uint32_t terrain_error[MAP_SPACES][MAP_TERRAINS + 1];
    uint32_t crop_error[MAP_SPACES][MAP_LEVELS + 1];
    uint32_t error; /* the largest of them in millionths of total; a million: worthless */
    uint64_t steps; /* work done */
};

/* What to expect on the long board: exact from half of the terrain seen on, mostly from a
 * third on; before that estimates, whose worst number is uncertain by half of total and more while a
 * typical one is off by a tenth. With 20,000 to 100,000 steps and 2 to 8 MiB, as bots have them
 * (13 to 70 ms), exact from about half on; before that take the numbers as hints, and be
 * ready for none (total 0). */
#define ODDS_WHOLE (UINT64_C(1) << 30)
enum {
    ODDS_STEPS = 700000,          /* about half a second; a step draws all simple conclusions of one assumption */
    ODDS_SCRATCH = 64 << 20,      /* what is ever of use */
    ODDS_LEAST_SCRATCH = 1 << 20, /* what is needed */
};

/* The question of a game: what is known of the map, and the tiles of each terrain on
 * the whole of it (NULL: not known), with the crops of the box. */
void odds_ask(struct odds_question *, const struct map *known, const uint8_t tiles[MAP_TERRAINS + 1]);

/* The question as sets, drawn to their conclusions: for those who fill maps. False: nothing fits. */
bool odds_start(const struct odds_question *, struct narrow_ground *, struct narrow *);

/* Answers it with at most about `steps` steps, in scratch memory of at least
 * ODDS_LEAST_SCRATCH bytes, aligned for uint64_t. The generator is used only when the
 * answer is not exact. Not exact and total 0: nothing was found within the steps. */
void odds_answer(const struct odds_question *, void *scratch, size_t size, struct rng *, uint64_t steps, struct odds *);

/* The same, but only if all maps can be counted within the steps and the scratch memory; else false,
 * soon. Also draws n of them, independent and all equally likely; none if none fits. */
bool odds_exact(const struct odds_question *, void *scratch, size_t size, struct rng *, uint64_t steps, struct odds *,
                struct map *, int n);

/* Draws n whole maps that fit: independent and all equally likely if the count fits into
 * half the steps, else nearly so, and then those of one call may resemble each other.
 * False: there are none, or none was found within the steps. */
bool odds_sample(const struct odds_question *, void *scratch, size_t size, struct rng *, uint64_t steps, struct map *,
                 int n);

#endif
