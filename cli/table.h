/* table.h -- the table `tambo play` sits at: a match with people and bots around it, its
 * record line by line, and the file that keeps it. Not the conversation: play.c talks,
 * tell.c finds the words, opening.c sets the table.
 *
 * 1. text is always the whole record, and the file (if any) ends with the same lines.
 * 2. An event goes to the file at once, in one write together with its facts, so that a
 *    killed program loses nothing; undo cuts the file back.
 * 3. What the next chance brings depends on the seed and on how many chance lines there
 *    were, so a game that is resumed with its seed goes on as it would have. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include "../bots/bot.h"
#include "../core/tale.h"
#include "cli.h"

/* One line of the record behind the header. */
struct table_line {
    size_t at, len;    /* its text in table->text, without the line end */
    int seat;          /* whose action, or NATURE */
    uint16_t round;    /* state.round when it came */
    bool fact;         /* follows from the action above */
    bool sealed;       /* an action others learn when the round closes (PP-6) */
    bool secret;       /* chance that is hidden from all players: stacks, deals */
    bool otoma;        /* of an action: the Otoma got points */
    struct tale *tale; /* what it told, with its facts; none of lines that were there when the game was taken up */
    int tales;
};

/* The position before an action that may still be taken back. */
struct undo_step {
    struct state *state; /* a copy */
    int seat;            /* who acted */
    size_t text;         /* table->text then */
    int lines;           /* table->lines then */
};

struct table {
    struct head head;                 /* of the match; its names point into `names` */
    char names[RECORD_NAMES];         /* text of the seat names */
    struct position pos;              /* the match, all of it */
    size_t size;                      /* bytes of its state */
    const struct bot *bot[MAX_SEATS]; /* who sits where; NULL: a person */
    void *scratch;                    /* for the bots to think in */
    uint64_t seed;                    /* of chance and bots */
    uint64_t chances;                 /* chance lines so far */

    struct out text;         /* the record */
    struct table_line *line; /* its lines behind the header */
    int lines, room_lines;
    Move waiting[2 * MAX_LINE_MOVES]; /* resuming: chance moves whose line is not complete yet */
    int waits;
    struct position before; /* of what is done just now, and its moves */
    Move deed[DEED_MOVES];
    int deeds;
    struct tale_room telling;

    struct undo_step *step; /* what may be taken back, oldest first */
    int steps, room_steps;

    char *path;     /* of the file, or NULL: the record is in memory only */
    int fd;         /* that file, locked; -1 without one */
    int64_t length; /* bytes in it */
    bool lost;      /* it could not be written */
};

static inline struct state *table_state(struct table *t) { return position_state(&t->pos); }

/* The memory, unless it is NULL: then the program ends. */
void *table_must(void *);

struct table *table_new(void);
void table_free(struct table *);

/* Begins the match of t->head. */
void table_begin(struct table *);
/* Makes a legal move, or the moves of one chance line, and lets the facts happen. True
 * if something was revealed: nothing before it can be taken back then. */
bool table_act(struct table *, int seat, const Move *, int n);
/* PHASE_CHANCE: draws what comes. */
void table_chance(struct table *);
/* The bot on this seat, which may act, acts. */
void table_bot(struct table *, int seat);
/* Can the seat take back its last action, and does it belong to the turn or round that is
 * still open? */
bool table_can_undo(const struct table *, int seat);
/* Takes the last action back; only when there is one (steps > 0). */
void table_undo(struct table *);
/* Nothing made so far can be taken back any more. */
void table_settled(struct table *);

/* Opens the file, which must be a plain one that nobody else plays: it is kept open in
 * t->fd. *fresh: it is new or empty. Complains and returns an exit status. */
int table_open(struct table *, const char *path, bool *fresh);
/* Reads the match from that file. */
int table_resume(struct table *);
/* Writes the record so far to that file, which is fresh. */
void table_keep(struct table *);
/* Forgets the file again. */
void table_close(struct table *);

/* What the viewer sees: a copy, redacted. The caller's memory. */
struct state *table_view(struct table *, int viewer, struct position *);
/* May the viewer read this line now? */
bool table_may_read(const struct table *, const struct table_line *, int viewer);

#endif
