/* tiwanaku_hint.h -- what a player of Tiwanaku can know for certain right now and why, and
 * how likely the rest is. From a view: only what was announced is looked at. There are two kinds of
 * certainty: from what lies open, and because every map is fair (SCN-5); a table can do without the second. Knows no
 * strategy; called by the command line, the web client and bots. */
#ifndef GAMES_TIWANAKU_HINT_H
#define GAMES_TIWANAKU_HINT_H

#include "../puzzle/posterior.h"
#include "tiwanaku.h"

/* What the view knows of the map, 0 elsewhere, and the tiles of each terrain on the whole
 * of it (SCN-6). */
void hint_known(const struct tiwanaku *view, struct map *known, uint8_t tiles[MAP_TERRAINS + 1]);

/* A crop that could be named for a space with terrain but no crop. */
struct hint_guess {
    uint8_t space, crop;
    uint32_t chance; /* of POSTERIOR_WHOLE */
};

enum {
    HINT_GUESSES = 5,
    HINT_SCRATCH = 16 << 20, /* bytes, */
    HINT_STEPS = ODDS_STEPS, /* steps */
};
#define HINT_RNG ((struct rng){1}) /* and seed that all clients use, so that they all give the same hint */

struct hint {
    bool plain; /* nothing is concluded from maps being fair */
    int steps;  /* of the simplest certain deduction; 0: none */
    struct deduce_step step[DEDUCE_CHAIN];
    uint64_t certain;                      /* spaces without a crop yet whose crop is certain from what lies open */
    uint64_t fair;                         /* ... only because every map is fair; both without others */
    uint8_t crop[MAP_SPACES];              /* there: which */
    struct odds odds;                      /* of all maps that fit; unless plain, only if they can be counted soon */
    struct posterior chances;              /* of the fair ones; if plain, of all that fit */
    int guesses;                           /* the most likely crops of spaces that are not certain, */
    struct hint_guess guess[HINT_GUESSES]; /* best first, the seat's own pawns before all others */
    uint64_t own;                          /* spaces where the seat could divine */
};

/* plain: only from what lies open. */
void hint_take(struct hint *, const struct tiwanaku *view, int seat, bool plain, const struct worlds_means *);

/* What naming this crop brings, in tenths of a point on average: the level if it is right, less the level of what
 * grows there if it is wrong (TIW-16). *wrong: the loss alone, if it is wrong. */
int hint_stake(const struct hint *, unsigned space, unsigned crop, int *wrong);

/* As JSON; its steps have their sentences with them, as tales. */
void hint_show(const struct hint *, const struct tiwanaku *view, struct out *);
/* Steps that follow one another as a JSON array, with their sentences, as in a hint. */
void hint_show_steps(const struct deduce_step *, int steps, int cols, struct out *);
/* For pencil marks, as JSON: {"c3":[1,4],...}: of each space with terrain but no crop the crops that nothing in sight
 * forbids by the rules of SCN-3 alone: those beside it, those of its region, and more than a closed region holds. */
void hint_show_marks(const struct tiwanaku *view, struct out *);
/* The steps of grade_rate(), likewise, without sentences. */
void hint_show_rating(const struct rating *, const struct deduce_step *, int steps, int cols, struct out *);

#endif
