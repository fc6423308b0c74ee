/* best.h -- the best place: positions of Temple of Apikhabou, played alone, in which one writing is clearly worth more
 * than any other. Those are rare, and it takes seconds to be sure of one; so bench/best_find.c has found them beforehand, and
 * best_list has them. Called by clients/web/wasm_lab.c.
 *
 * What a writing is worth is the score in the end, on average, if the policy of temple_sim.h plays on; all
 * writings meet the same dice. In the list are those where the first is ahead of the second by BEST_MARGIN, beyond all doubt of
 * the playouts, where eight times as many fresh ones find the same, and master does with much time, too. */
#ifndef BOTS_BEST_H
#define BOTS_BEST_H

#include "../core/record.h"
#include "think.h"

enum {
    BEST_WAYS = 24,   /* looked at: those that the policy likes most */
    BEST_MARGIN = 50, /* hundredths of a point */
    BEST_PLAYOUTS = 512,
};

/* How it is found again, and what is best there. */
struct best_seed {
    uint32_t seed;
    uint8_t number, space; /* space: as moves have it */
    uint16_t margin;       /* hundredths of a point ahead of the second */
};
extern const struct best_seed best_list[];
extern const int best_count;

struct best {
    struct head head;
    struct position at; /* the dice are rolled, the writing is to be made */
    size_t size;        /* of it */
};

/* Plays the match of that seed up to a writing. record, if not NULL, gets it as text. False: it has no such decision.
 * scratch: THINK_SCRATCH bytes, as below. */
bool best_reach(struct best *, uint32_t seed, void *scratch, struct out *record);

/* A writing, and how it compares with the one that is worth most. */
struct best_way {
    uint8_t number, space;
    int32_t lost;  /* hundredths of a point; 0 for the first */
    int32_t noise; /* how far that may be off: four standard errors */
};
/* It as a move. */
Move best_move(struct best_way);
/* All that can be written there, the best first; returns how many. playouts: of each, at most BEST_PLAYOUTS times 8. */
int best_judge(const struct best *, uint32_t playouts, uint64_t seed, void *scratch, struct best_way way[BEST_WAYS]);

#endif
