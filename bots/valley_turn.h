/* valley_turn.h -- the good ways to spend one round of Valley on one sheet: a beam
 * search over the steps the dice allow, each with the discovery that suits it best,
 * judged by value_of(). No dice are rolled here. Used by valley_think.c and the
 * program that learns the weights. */
#ifndef BOTS_VALLEY_TURN_H
#define BOTS_VALLEY_TURN_H

#include "valley_value.h"

enum { MAX_BEAM = 16, MAX_TURNS = 64, TURN_MOVES = 4, TURN_FINDS = 8 };

/* A way to spend the round. */
struct turn {
    struct plot p;         /* the sheet afterwards */
    Move move[TURN_MOVES]; /* steps, then perhaps a discovery */
    int value;             /* of the sheet */
    int bonus;             /* in the making: what a discovery is thought to add; in value */
    uint8_t moves;         /* how many */
    uint8_t found;         /* 1: the last of them is a discovery */
    uint8_t pad[6];
};

/* How widely to look. */
struct width {
    int beam;   /* ways kept for each set of dice used */
    int turns;  /* ways for which discoveries are looked for */
    int finds;  /* discoveries of a kind that are judged by value_of() */
    bool brief; /* one order of the dice only, and none is skipped: quick, for playouts */
};

/* Memory for one search. */
struct turn_scratch {
    struct turn beam[8][MAX_BEAM]; /* by the dice used */
    struct turn end[MAX_TURNS];    /* without a discovery */
    struct turn best[MAX_TURNS];   /* the answer */
};

/* A round to be spent. */
struct turn_task {
    const struct land *l;
    const struct weighing *w;
    const struct plot *p; /* the sheet; the dice p->used are gone already */
    const uint8_t *face;  /* [DICE] */
    bool owed;            /* a step must be made */
    int rounds;           /* to follow after this one */
    uint64_t unseen;      /* spaces nobody thinks of; not all that may be filled */
};

/* Fills scratch->best with up to `want` different ways, best first, and returns how many: at
 * least one. */
int valley_turn_list(const struct turn_task *, struct width, int want, struct turn_scratch *scratch);

/* Looks at scratch->best[0..n) again: a sixth of the next rounds brings a snake, in solo next to what
 * was filled in this round (VAL-13), else where it hurts most. Changes the values, and the
 * order. open: empty spaces at the begin of this round. */
void valley_turn_beware(const struct land *, const struct weighing *, uint64_t open, bool solo, int rounds, int n,
                        struct turn_scratch *scratch);

/* Where the snake hurts least (good 1) or most (good -1), among these spaces. */
Move valley_turn_snake(const struct land *, const struct weighing *, const struct plot *, uint64_t spaces, int rounds,
                       int good);

#endif
