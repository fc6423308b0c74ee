/* scenario.h -- sub-commands of `tambo scenario` that look into maps, in
 * scenario_lab.c; the others are in scenario.c. What they return is an exit status. */
#ifndef CLI_SCENARIO_H
#define CLI_SCENARIO_H

#include "../core/game.h"

#include <stdbool.h>

int lab_solve(const char *path);
int lab_rate(const char *path, bool json);
/* Prints what the seat can know in this state of Tiwanaku. */
void lab_hint_print(const struct game *, const struct state *, size_t size, int seat, bool json, bool plain);
int lab_hint(const char *record, const char *seat, bool json, bool plain);
/* what: as for file_find_board(). A picture, or else its text. */
int lab_show(const char *what, bool picture);

#endif
