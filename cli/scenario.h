/* scenario.h -- sub-commands of `tambo scenario` that look into maps, in
 * scenario_lab.c; the others are in scenario.c. What they return is an exit status. */
#ifndef CLI_SCENARIO_H
#define CLI_SCENARIO_H

#include "../core/game.h"
#include "../puzzle/deduce.h"

int lab_solve(const char *path);
/* Step k of a chain in words, see reason_tell(). */
void lab_reason(const struct deduce_step *, int k, int cols, struct out *);
/* A picture of a map, or of what is known of one: `v4*`; mark: a character for each space. rows: what they are called,
 * or NULL. */
void lab_grid(const struct map *, const char *mark, const char *const *rows);
int lab_rate(const char *path, bool json);
/* Prints what the seat can know in this state of Tiwanaku. */
void lab_hint_print(const struct game *, const struct state *, size_t size, int seat, bool json, bool plain);
int lab_hint(const char *record, const char *seat, bool json, bool plain);
/* what: as for file_find_board(). A picture, or else its text. */
int lab_show(const char *what, bool picture);

#endif
