/* scenario_id.h -- a scenario in one line that fits into a link, in two forms.
 *
 * The whole id carries the map itself and stays readable forever:
 *     tambo1.BOARD.DATA[.NAME]
 * BOARD is `tiny` or `long`; DATA is base64url (A-Z a-z 0-9 - _): for each space in
 * reading order five bits (terrain 0-3 times 5 plus crop 0-4), for each space one
 * bit (starting space?), one bit (Otoma set-up?) and then five times six bits (their
 * spaces), filled up with zero bits to a whole number of letters, then two letters
 * of check; NAME is the name in base64url, left out when empty.
 *
 * The short id of a generated scenario makes it again:
 *     BOARD-GRADE-SEED-gVERSION        long-tricky-42-g1
 * VERSION is that of the generator (MAKE_VERSION): another one would make another map.
 *
 * An id hides nothing: a program can read the whole map from it. */
#ifndef GAMES_SCENARIO_ID_H
#define GAMES_SCENARIO_ID_H

#include "scenario.h"

enum { SCENARIO_ID = 512 }; /* bytes that hold any whole id */

void scenario_id_write(const struct scenario *, struct out *);
/* Does the text look like a whole id? (It may still be damaged.) */
bool scenario_id_is(const char *text, size_t n);
/* NULL, or what is wrong with the id; the scenario is then not to be used. It may
 * still break a rule: scenario_kind.check tells. */
const char *scenario_id_read(struct scenario *, const char *text, size_t n);

/* What a short id says. */
struct scenario_short {
    int cols; /* 5 or 9 */
    enum grade grade;
    uint64_t seed;
};
void scenario_short_write(const struct scenario_short *, struct out *);
/* Does the text look like a short id? */
bool scenario_short_is(const char *text, size_t n);
/* NULL, or what is wrong with it. scenario_make() then makes the map. */
const char *scenario_short_read(struct scenario_short *, const char *text, size_t n);

/* From either form: NULL, or what is wrong. It keeps all rules then. */
const char *scenario_find_id(struct scenario *, const char *text, size_t n);

#endif
