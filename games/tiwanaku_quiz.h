/* tiwanaku_quiz.h -- puzzles of Tiwanaku's deduction (puzzle/quiz.h) as JSON, for browsers and the command line. Makes and
 * judges nothing itself. */
#ifndef GAMES_TIWANAKU_QUIZ_H
#define GAMES_TIWANAKU_QUIZ_H

#include "../puzzle/quiz.h"

/* {"id","kind","cols","rows","terrain":[...],"crop":[...] (0: unknown),"tiles":[4],"technique","steps","rating","open"};
 * of the map that it was made of nothing but that. named: with the id, of which whoever has it can make the whole map. */
void tiwanaku_quiz_show(const struct quiz *, bool named, struct out *);

/* Reads `claim`, judges it and tells why: {"verdict","steps":[...] as in hints, "counter":{"terrain","crop"},"differs"}.
 * known: claims that have been found right before, by LF. NULL, or what is wrong with one of them. */
const char *tiwanaku_quiz_answer(const struct quiz *, const char *claim, size_t n, const char *known, size_t length,
                                 struct out *);

/* What is certain besides, by the simplest way to see it: {"claim","steps":[...]}, or null: nothing that deduction finds.
 * known and the answer as above. */
const char *tiwanaku_quiz_hint(const struct quiz *, const char *known, size_t length, struct out *);

/* All techniques that are offered: [{"technique","name","text","rating","boards":["tiny","long"]}]. */
void tiwanaku_quiz_skills(struct out *);

#endif
