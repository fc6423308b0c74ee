/* scenario_id.h -- a scenario in one line that fits into a link.
 *
 * The whole id carries the map itself and stays readable forever:
 *     tambo1.BOARD.DATA[.NAME]
 * BOARD is `tiny` or `long`; DATA is base64url (A-Z a-z 0-9 - _): for each space in
 * reading order five bits (terrain 0-3 times 5 plus crop 0-4), for each space one
 * bit (starting space?), one bit (Otoma set-up?) and then five times six bits (their
 * spaces), filled up with zero bits to a whole number of letters, then two letters
 * of check; NAME is the name in base64url, left out when empty. An id is not a
 * secret kept: whoever has it can read the map. */
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

#endif
