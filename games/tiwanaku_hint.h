/* tiwanaku_hint.h -- what a player of Tiwanaku can know for certain right now and why, and
 * how likely the rest is. From a view: only what was announced is looked at. Knows no
 * strategy; called by the command line, the web client and bots. */
#ifndef GAMES_TIWANAKU_HINT_H
#define GAMES_TIWANAKU_HINT_H

#include "../puzzle/odds.h"
#include "tiwanaku.h"

/* What the view knows of the map, 0 elsewhere, and the tiles of each terrain on the whole
 * of it (SCN-6). */
void hint_known(const struct tiwanaku *view, struct map *known, uint8_t tiles[MAP_TERRAINS + 1]);

/* A crop that could be named for a space with terrain but no crop. */
struct hint_guess {
    uint8_t space, crop;
    uint64_t chance; /* of odds.total */
    uint32_t error;  /* likewise: how far that may be off */
};

enum {
    HINT_GUESSES = 5,
    HINT_ROOM = 16 << 20,    /* what clients give, so that all of them say the same: bytes, */
    HINT_STEPS = ODDS_STEPS, /* steps, */
};
#define HINT_RNG ((struct rng){1}) /* and where chance begins */

struct hint {
    int steps; /* of the simplest certain deduction; 0: none */
    struct deduce_step step[DEDUCE_CHAIN];
    uint64_t certain;         /* spaces without a crop yet whose crop is certain */
    uint8_t crop[MAP_SPACES]; /* there: which */
    struct odds odds;         /* of the whole map */
    int guesses;              /* the most likely crops of spaces that are not certain, */
    struct hint_guess
        guess[HINT_GUESSES]; /* best first, counted with its error; the seat's own pawns before all others */
    uint64_t own;            /* spaces where the seat could divine */
};

/* room: memory for odds_answer(), aligned for uint64_t; steps: as there. */
void hint_take(struct hint *, const struct tiwanaku *view, int seat, void *room, size_t size, struct rng *,
               uint64_t steps);

/* As JSON; its steps have their sentences with them, as tales. */
void hint_show(const struct hint *, const struct tiwanaku *view, struct out *);
/* For pencil marks, as JSON: {"c3":[1,4],...}: of each space with terrain but no crop the crops that nothing in sight
 * forbids by plain bookkeeping (SCN-3): those beside it, those of its region, and more than a closed region holds. */
void hint_show_marks(const struct tiwanaku *view, struct out *);
/* The steps of grade_rate(), likewise, without sentences. */
void hint_show_rating(const struct rating *, const struct deduce_step *, int steps, int cols, struct out *);

#endif
