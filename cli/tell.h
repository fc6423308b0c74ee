/* tell.h -- the match in words for a person at the terminal: what happened, what may be
 * done, how it stands, how it ended. Reads a table, changes nothing.
 *
 * Everything is told to one viewer, who is "you", and only what that seat may know. */
#ifndef CLI_TELL_H
#define CLI_TELL_H

#include "table.h"

enum { TELL_NAME = 80, TELL_WIDTH = 78 };

/* "you", "Ana", "seat 2", "seat 2 (greedy)"; control characters are left out. */
const char *tell_name(const struct table *, int seat, int viewer, char buf[TELL_NAME]);

/* What the viewer has not been told yet, from line *told on, one event a line; moves
 * *told behind it. What is still sealed stays untold. Returns how many lines it printed. */
int tell_news(struct table *, int viewer, int *told);

/* What the seat may do, grouped; only actions that contain every word of the filter. */
void tell_moves(struct table *, int seat, const char *filter);

/* The score sheet as the viewer knows it. */
void tell_scores(struct table *, int viewer);
/* One line of it, for above the board. */
void tell_standing(struct table *, int viewer);
/* The end: who won, with which parts. */
void tell_result(struct table *, int viewer);

/* The last lines of the record that the viewer may read; all: every one of them. */
void tell_log(struct table *, int viewer, bool all);

#endif
