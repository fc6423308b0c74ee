/* tiwanaku_eye.h -- an eye for Tiwanaku, all modes: gives every action a value from the
 * chances of what is hidden: stones that go up, a claim (an own pawn on terrain whose
 * crop may be divined later), divinations by their odds, what the Otoma would find in
 * answer. It plans no turn ahead; what it knows of the future is only whether time runs
 * out. Where the chances come from is the caller's affair: simple notes (greedy_tiwanaku.c),
 * counting all maps, or a map imagined (tiwanaku_think.c).
 *
 * Points are counted in hundredths, chances in 1024ths. */
#ifndef BOTS_TIWANAKU_EYE_H
#define BOTS_TIWANAKU_EYE_H

#include "../games/tiwanaku.h"

enum { CHANCE_SURE = 1024 };

/* What may be where. */
struct chances {
    struct map_shape shape;                        /* neighbours on this board */
    uint8_t terrain[MAP_SPACES];                   /* 1-4 where it is certain, else 0 */
    uint16_t ground[MAP_SPACES][MAP_TERRAINS + 1]; /* of each terrain, where it is not certain */
    uint16_t crop[MAP_SPACES][MAP_LEVELS + 1];     /* of each crop, where it is not planted */
};

/* In hundredths of a point, if not said otherwise. */
struct eye_weights {
    int offering;   /* an offering one does not have yet */
    int claim;      /* a pawn on new terrain */
    int claim_near; /* ... for each known crop around it */
    int claim_crop; /* ... percent of what its crop is likely to bring */
    int claim_keep; /* percent of what a crop is worth while it is not yet divined */
    int sure;       /* percent of a claim's worth that the odds must give before it is divined */
    int sure_solo;  /* ... of all claims together, when all have to divine (SOL-9) */
    int patience;   /* percent of a divination's worth while pawns are free to explore; it does not run away */
    int otoma_crop; /* what the Otoma get for a crop they find */
    int otoma;      /* percent of what the Otoma get that counts against an action */
    int stay;       /* against moves that find nothing, and once more for each turn in which no player found anything */
    int supply;     /* coop: for each tile of its terrain that is missing in the common supply */
};

extern const struct eye_weights eye_usual; /* for who knows only what notes.h tells */

struct eye_look {
    const struct tiwanaku *t;
    const struct chances *c;
    const struct eye_weights *w;
    int seat;
    const struct party *who;   /* the party that scores */
    int explore[MAP_SPACES];   /* what ending on an open space brings the party */
    int otoma[MAP_SPACES];     /* what the Otoma get there */
    int odds[MAP_SPACES];      /* of the best guess on known terrain: what it brings on average */
    int sure[MAP_SPACES];      /* what the crop brings once it is certain */
    uint8_t guess[MAP_SPACES]; /* the best guess */
    bool late;                 /* what is not divined soon never will be */
};

/* The chances must stay where they are. */
void eye_look(struct eye_look *, const struct tiwanaku *, int seat, const struct chances *, const struct eye_weights *);
/* What a legal action of the seat, which is to act, is worth; rough between actions of
 * different kinds. */
int eye_value(const struct eye_look *, Move);
/* What the diversity board brings for finding that space. */
int eye_stone(const struct eye_look *, unsigned space);
/* The best action of the seat, which is to act. */
Move eye_choose(const struct eye_look *, struct rng *);

#endif
