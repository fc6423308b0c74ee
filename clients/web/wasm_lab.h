/* wasm_lab.h -- what tambo_lab.wasm can do beyond tambo.wasm (wasm.h), which it contains:
 * making, rating and naming maps of Tiwanaku, puzzles, hints, checking fair dice, and reviews. For a worker; the
 * page itself needs only the rules. Talks in the same way as wasm.h. */
#ifndef CLIENTS_WEB_WASM_LAB_H
#define CLIENTS_WEB_WASM_LAB_H

#include "wasm.h"

/* The built-in maps, easiest first. JSON: [{"name","board","difficulty","title" (in English)}]. */
EXPORT int tambo_maps(void);
/* A new scenario, 5 (tiny) or 9 (long) columns, difficulty 0 (gentle) to 3 (fiendish); the
 * same as `tambo scenario new`. */
EXPORT int tambo_make(int32_t cols, int32_t grade, uint64_t seed);
/* in: a whole or a short id. out: the scenario's text. */
EXPORT int tambo_from_id(uint32_t n);
/* in: a scenario's text. out: its whole id. */
EXPORT int tambo_to_id(uint32_t n);
/* in: a scenario's text. JSON, as `tambo scenario rate --json`. */
EXPORT int tambo_rate(uint32_t n);
/* Of a match of Tiwanaku: what the seat can know, or a spectator (0). JSON, as `tambo
 * scenario hint --json`. */
EXPORT int tambo_hint(int32_t seat);
/* Why the last bot that was asked in this match chose its line. JSON: {"why","number",
 * "spaces":["c3",...]}; bots/think.h says what each `why` means, bots/why.c has the keys. */
EXPORT int tambo_why(void);
/* The same as a tale; its text is "" where there is no reason. */
EXPORT int tambo_why_told(void);

/* Deduction puzzles (puzzle/quiz.h); JSON as games/tiwanaku_quiz.h says. Nothing of them touches the match.
 * make: in: `KIND BOARD TECHNIQUE RATING`: certain or whole, tiny or long, a technique's key or -, about how hard or 0.
 * of: in: an id. judge: in: the id, the claim (`c3 crop 4`, `c3 terrain 2`), then what was found right before, a line each.
 * The puzzles that were made last are kept, so that judging them takes no time. */
EXPORT int tambo_quiz_make(uint32_t n, uint64_t seed);
EXPORT int tambo_quiz_of(uint32_t n);
EXPORT int tambo_quiz_judge(uint32_t n);
EXPORT int tambo_quiz_hint(uint32_t n); /* in: the id, then what was found */
EXPORT int tambo_quiz_skills(void);
/* A person's new rating after a puzzle. */
EXPORT int32_t tambo_quiz_rated(int32_t player, int32_t puzzle, int32_t right, int32_t before);

/* The k-th position with one best place (bots/best.h), from 0 on, over and over. JSON: {"n","of","game","record": up to the
 * decision of seat 1, "margin": hundredths of a point, "answer": [WAY], "ways": [WAY...]}, the best first; WAY: {"line","lost","noise"}. */
EXPORT int tambo_best(uint32_t k);

/* Does a finished record follow from its salt (core/fair.h)? The record comes in pieces of any
 * size: begin, add..., then verify. The match that is loaded is left alone. add is refused when
 * the record is too long. JSON, as `tambo verify` says it: {"good","rolls","line","why","commit",
 * "map"}: how many chance lines were checked; if not good the line, from 1, and the sentence; what
 * was promised, which is to be compared with what was shown before the game, and the kind of
 * the map made from the salt, each null if the record does not say. */
EXPORT void tambo_verify_begin(void);
EXPORT int tambo_verify_add(uint32_t n);
EXPORT int tambo_verify(void);

/* A review of a seat's decisions (bots/review.h), decision by decision. The record comes as for verify: tambo_verify_begin,
 * add..., then review_begin, which is refused where the record is not good. Nothing else of this module may be asked between its
 * steps but hints and bots of a match, and a caller that does not need the rest stops. JSON; docs/review.md describes it.
 * playouts: of master at each decision, 0: the usual. begin: the HEAD, `of` says how many steps there are.
 * step: the next DECISION; after the last one the END, which has a member "count". */
EXPORT int tambo_review_begin(int32_t seat, uint64_t seed, uint32_t playouts);
EXPORT int tambo_review_step(void);

#endif
