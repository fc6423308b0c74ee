/* quiz.h -- deduction puzzles: a partly seen map, of which some follows. Makes them, judges what somebody claims,
 * refutes it by another map, gives reasons, and rates puzzles and people. Knows no game, no page and no clock; called
 * by the lab in browsers, by the server for the puzzle of a day, and by the command line.
 *
 * A map *fits* a puzzle if it agrees with all that is shown and satisfies SCN-2, SCN-3, the number of tiles of each
 * terrain (public, SCN-6) and the limits of the box (SCN-4), as in odds.h. *Certain* is what is the same on all maps
 * that fit. Nothing is concluded from maps being fair (SCN-5).
 *
 * 1. quiz.map holds maps that fit, so that each terrain and each crop that any map has at a space is on one of them: what
 *    none of them has there is impossible, shown by complete search when the puzzle was made. So every verdict is exact,
 *    a counter-map is at hand, and judging searches nothing.
 * 2. All of it follows from the id, on every platform. Whoever changes what is made, the ladder (deduce.h) or the maps
 *    (make.h) raises QUIZ_VERSION. */
#ifndef PUZZLE_QUIZ_H
#define PUZZLE_QUIZ_H

#include "../core/out.h"
#include "../core/rng.h"
#include "grade.h"

enum { QUIZ_VERSION = 1 };

enum quiz_kind {
    QUIZ_CERTAIN, /* something follows: say where and what */
    QUIZ_WHOLE,   /* all terrain and the starting crops are shown: find all crops */
    QUIZ_KINDS
};
extern const char *const quiz_kinds[QUIZ_KINDS]; /* "certain", "whole" */

/* What names a puzzle. As text: q1-certain-tiny-pair-SEED, q1-whole-long-tricky-SEED, the seed to the base 36. */
struct quiz_id {
    uint8_t kind; /* enum quiz_kind */
    uint8_t cols; /* 5 or 9 */
    uint8_t what; /* certain: its enum deduce_technique, one of quiz_can(); whole: its enum grade */
    uint64_t seed;
};
enum { QUIZ_ID = 64 }; /* bytes that hold any id */

/* What puzzle is wanted. */
struct quiz_wish {
    uint8_t kind, cols;
    uint8_t technique; /* 0: any; of a whole map it says which grade */
    int rating;        /* about as hard as this; 0, or with a technique: it does not matter */
};
/* `certain tiny pair 0`, `whole long - 1200`: kind, board, technique, rating. NULL, or what is wrong with it. */
const char *quiz_read_wish(struct quiz_wish *, const char *text, size_t n);

enum { QUIZ_MAPS = 48 }; /* more than a puzzle needs, or it is not taken */

struct quiz {
    struct quiz_id id;
    struct map shown;                   /* 0: unknown */
    uint8_t tiles[MAP_TERRAINS + 1];    /* of each terrain on the whole map */
    uint8_t technique;                  /* quiz_tag() of its simplest deduction; whole: the hardest of all */
    uint8_t open;                       /* how many different things are certain and not shown */
    uint8_t maps;                       /* how many of map[] */
    uint16_t steps;                     /* of that deduction */
    uint16_t rating;                    /* QUIZ_LEAST to QUIZ_MOST */
    uint16_t tries;                     /* maps that were looked at, this one included */
    uint64_t terrain[MAP_TERRAINS + 1]; /* spaces that have it on some map that fits; index 1-4 */
    uint64_t crop[MAP_LEVELS + 1];      /* likewise, 1-5 */
    struct map map[QUIZ_MAPS];          /* that fit, see 1.; the first is the one the puzzle was made of */
};

/* ---- making ---- */

/* Is a technique offered on a board of so many columns? */
bool quiz_can(enum deduce_technique, int cols);
/* The puzzle that this seed makes of a wish, which must be possible. */
struct quiz_id quiz_choose(const struct quiz_wish *, uint64_t seed);
void quiz_make(struct quiz *, const struct quiz_id *);

void quiz_write(const struct quiz_id *, struct out *);
/* NULL, or what is wrong with the id. */
const char *quiz_read(struct quiz_id *, const char *text, size_t n);

/* What a chain of deduction is about: its hardest technique, or what prepares it where that only concludes from what is
 * left (DEDUCE_LARGE before DEDUCE_ONLY, DEDUCE_SPENT before DEDUCE_LEFT). */
enum deduce_technique quiz_tag(const struct deduce_step *, int steps);

/* ---- claims ---- */

struct quiz_claim {
    uint8_t space;
    uint8_t value; /* terrain 1-4 or crop 1-5 */
    bool crop;
};

/* `c3 crop 4`, `c3 terrain 2`. NULL, or what is wrong with it. */
const char *quiz_read_claim(struct quiz_claim *, const struct quiz *, const char *text, size_t n);

enum quiz_verdict { QUIZ_RIGHT, QUIZ_UNCERTAIN, QUIZ_IMPOSSIBLE, QUIZ_KNOWN };
extern const char *const quiz_verdicts[]; /* "right", "uncertain", "impossible", "known" */

/* known: what is shown and what has been found of it, so all of it is certain. */
enum quiz_verdict quiz_judge(const struct quiz *, const struct map *known, const struct quiz_claim *);

/* A map that fits and where the claim is false; NULL if it is certain, and for whole maps, whose solution it would be.
 * Of several one as near to the first map as may be. */
const struct map *quiz_counter(const struct quiz *, const struct quiz_claim *);

/* Why a certain claim holds: steps from what is known, each needed, the last one decides it; the hardest of them as
 * simple as possible, then as few as were found. 0: no such deduction is known, though no map that fits has anything else
 * there. */
int quiz_reason(const struct quiz *, const struct map *known, const struct quiz_claim *,
                struct deduce_step chain[DEDUCE_CHAIN]);

/* The way from a claim that is impossible to its contradiction: steps that would follow from it, each needed, and then
 * one that says so (DEDUCE_SUPPOSE). 0: none is known. */
int quiz_refute(const struct quiz *, const struct map *known, const struct quiz_claim *,
                struct deduce_step chain[DEDUCE_CHAIN]);

/* All that is said to a claim. */
struct quiz_answer {
    enum quiz_verdict verdict;
    const struct map *counter; /* quiz_counter() */
    int steps; /* of chain: the reason of a right claim, the way to the contradiction of an impossible one */
    struct deduce_step chain[DEDUCE_CHAIN];
};
void quiz_answer(const struct quiz *, const struct map *known, const struct quiz_claim *, struct quiz_answer *);

/* ---- ratings ---- */

enum { QUIZ_LEAST = 400, QUIZ_MOST = 2800, QUIZ_BEGINNER = 600 };

/* Of a puzzle about that technique in one step on a tiny board. */
int quiz_base(enum deduce_technique);
/* The new rating of a person after a puzzle; before: how many puzzles there were before it. */
int quiz_rated(int player, int puzzle, bool right, int before);

/* ---- for puzzle/quiz*.c only ---- */

int quiz_rate(const struct quiz *, int often);
/* Fills in maps, terrain, crop and open, from shown, tiles and map[0]. False: it takes more than `budget` steps of
 * narrow.h, or more than QUIZ_MAPS maps. */
bool quiz_fits(struct quiz *, struct rng *, uint64_t budget);

#endif
