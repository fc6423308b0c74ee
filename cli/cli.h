/* cli.h -- what the sub-commands of `tambo` share. Exit status: 0 all is well, 1 the
 * input is invalid or illegal, 2 wrong usage or a file that cannot be read. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "../core/record.h"
#include "../puzzle/grade.h"

#include <stdio.h>

enum { EXIT_GOOD, EXIT_INVALID, EXIT_USAGE };

/* One sub-command. */
struct command {
    const char *name, *about;       /* about: one line */
    const char *help;               /* the whole help text */
    const char *(*help_more)(void); /* what follows it, where a table writes it; NULL: nothing */
    int (*run)(int argc, char **argv);
};
extern const struct command *const commands[]; /* main.c; ends with NULL */
extern const struct command simulate_command, replay_command, legal_command, view_command, scenario_command,
    sheet_command, play_command, arena_command, analyse_command, verify_command, serve_command, backup_command,
    db_command, health_command, puzzle_command;

/* ---- args.c: words of the command line ---- */

/* `--name VALUE` or `--name=VALUE`; with flag set just `--name`. */
struct arg {
    const char *name; /* without dashes; NULL ends the table */
    bool flag;
    const char *value; /* filled in: the text, "" for a flag that is there, NULL if absent */
};
/* Sorts argv[1..] into options and plain words (argv is reordered: plain words first,
 * from argv[1] on). Returns how many plain words, or -1 after a complaint. */
int args_parse(int argc, char **argv, struct arg *table);
/* A number min..max from text; complains about --name and returns false otherwise. */
bool args_number(const char *name, const char *text, uint64_t min, uint64_t max, uint64_t *out);
/* 64 hexadecimal digits, capitals too, as a record writes them; complains about --name and
 * returns false otherwise. */
bool args_hex(const char *name, const char *text, char hex[65]);
/* The name of a difficulty; EXIT_USAGE with a complaint about --difficulty otherwise. */
int args_grade(const char *word, enum grade *);
/* Complains on standard error: `tambo: ...`. Returns EXIT_USAGE. */
int usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- choose.c: the set-up of a new game ---- */

/* What the command line asks for; NULL where it says nothing. */
struct wish {
    const char *players, *mode, *sheet, *scenario, *board;
    const char *option;     /* NAME=VALUE[,NAME=VALUE...] */
    const char *rules;      /* an older version of them */
    unsigned usual_players; /* without --players; 0: what the mode needs, or 2 */
    bool busy_input;        /* standard input is taken: no board can be read from it */
};
/* The game of that name; NULL after a complaint that lists those there are. */
const struct game *choose_game(const char *name);
/* Mode, players, options, and the board if one is *named; h->game is given. Returns an
 * exit status after a complaint. */
int choose_setup(struct head *h, const struct wish *, bool *named);
/* `NAME=VALUE[,NAME=VALUE...]`, or NULL, into the game's options; those not named get
 * their usual value. */
int choose_options(const struct game *, const char *list, struct setup *);
/* Once the board is there: does all of it fit together? */
int choose_check(const struct head *h);

/* ---- file.c: reading and printing ---- */

/* Feeds each line of a file, `-` being standard input, to fn until it returns false. A line longer
 * than RECORD_LINE comes cut to two bytes more. Returns EXIT_USAGE after complaining when the
 * file cannot be read, else EXIT_GOOD. */
int file_each_line(const char *path, bool (*fn)(void *ctx, const char *line, size_t n), void *ctx);
/* Complains on standard error: `FILE:LINE: why`. Returns EXIT_INVALID. */
int file_complain(const char *path, uint32_t line, const char *why);
/* Reads a record from a file, `-` being standard input. On failure it has complained
 * and returns the exit status. r->on_move and r->ctx are kept. */
int file_read_record(const char *path, struct record *r);
/* The same for a sheet or scenario file. checked: also whether it keeps the rules. */
int file_read_board(const char *path, const struct board_kind *kind, struct board *board, bool checked);
/* From now on this path, `-` or a pipe perhaps, can be read more than once though it is opened
 * only now: all of it is kept in a file without a name. For one path, which must stay. */
int file_keep(const char *path);
/* A built-in name of that game, a map id (games/scenario_id.h), or else a file. *name gets the built-in name or "". */
int file_find_board(const char *what, const struct game *g, struct board *board, char name[64]);
/* A buffer for any text the core writes; aborts when memory is out. */
struct out *file_out(void);
/* Prints it and a line end, and empties it. */
void file_print(struct out *, FILE *);
/* The bot of that name, or NULL after a complaint. */
struct bot;
const struct bot *file_bot(const char *name, size_t n);
/* A new struct record on the heap, begun with nothing; aborts when memory is out. */
struct record *file_record(void);

/* ---- db.c: the server's database ---- */

/* Its file: what --db says, or TAMBO_DB, or what is usual. */
const char *db_path(const char *option);

#endif
