/* run.h -- the puzzle of a day: a run of positions in which something follows, each harder than the one before, all from one salt
 * (core/fair.h). Each has a seed of its own, so that none tells anything of the next. For the server; puzzle/quiz.h makes and
 * judges them. */
#ifndef GAMES_RUN_H
#define GAMES_RUN_H

#include "../core/fair.h"
#include "../puzzle/quiz.h"

enum { RUN_LENGTH = 8 };
#define RUN_PART "puzzle" /* its name among the parts of a day */

/* Position k, from 0; its seed is that of fair_rng(salt, k). */
void run_make(struct quiz *, const uint8_t salt[FAIR_SALT], int k);
/* As JSON, like puzzles on a page, without the id: with the id the solution could be looked up. */
void run_show(const struct quiz *, struct out *);
/* What `claim` (`c3 crop 4`) is worth. NULL, or what is wrong with it: then it is no answer. */
const char *run_judge(const struct quiz *, const char *claim, size_t n, enum quiz_verdict *);
/* The verdict as JSON, with its reason or a counter-map; claim: one that run_judge has taken. */
void run_tell(const struct quiz *, const char *claim, size_t n, struct out *);

#endif
