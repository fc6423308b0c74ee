/* opening.h -- how a game at the table begins: the options of `tambo play`, the questions
 * it asks when they are missing, who sits where, and taking up a record again. */
#ifndef CLI_OPENING_H
#define CLI_OPENING_H

#include "table.h"

/* The options, in the order of their table (struct arg args[]), which ends behind them. */
enum {
    OPT_PLAYERS,
    OPT_MODE,
    OPT_SHEET,
    OPT_SCENARIO,
    OPT_BOARD,
    OPT_DIFFICULTY,
    OPT_OPTION,
    OPT_SEAT,
    OPT_BOT,
    OPT_SEED,
    OPT_RECORD,
    OPT_LANGUAGE,
    OPTIONS
};

/* Sets the table: a new game, or the one in the file of --record. game: the word of the
 * command line, or NULL. *resumed: it is an old one. Returns an exit status after a
 * complaint, or -1 when the person left while being asked. */
int opening_set(struct table *, const char *game, struct arg args[], bool *resumed);

#endif
