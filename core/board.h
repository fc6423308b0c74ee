/* board.h -- reading a sheet or scenario text line by line, for any kind of
 * board; used for files, the blocks inside records, and boards that tables are created with. */
#ifndef CORE_BOARD_H
#define CORE_BOARD_H

#include "game.h"

struct board_reader {
    const struct board_kind *kind; /* which form is expected */
    struct board *board;           /* where it goes; the caller's */
    bool begun;                    /* the first line was there */
};

void board_begin(struct board_reader *, const struct board_kind *, struct board *);
/* One line, without its end and without blanks at the end: NULL or what is wrong with it. */
const char *board_line(struct board_reader *, const char *line, size_t n);
/* May the text end here, or are rows of a grid still to come? */
bool board_may_end(const struct board_reader *);
/* The text is over: NULL, or what is missing. */
const char *board_close(struct board_reader *);

/* The kind whose key this is, or NULL. */
const struct board_kind *board_kind_find(const char *key, size_t n);

#endif
