/* record.h -- game records as text (docs/rules/notation.md): a reader that is
 * fed line by line and checks every one of them, and a writer.
 *
 * The reader owns no memory beyond its struct and keeps no history: a caller that
 * needs one sets on_move. It stops at the first fault. */
#ifndef CORE_RECORD_H
#define CORE_RECORD_H

#include "board.h"
#include "match.h"

enum {
    RECORD_LINE = 65536,   /* longest line, without its end */
    RECORD_NAMES = 131072, /* all seat names together */
    RECORD_FACTS = 192,    /* most facts after one event: SOL-11 on 40 spaces */
};

/* The set-up half of a record. */
struct head {
    const struct game *game;
    struct setup setup;
    const struct board_kind *kind; /* of the board named or given */
    char board_name[64];           /* built-in name; "" if the board is in the record itself */
    struct name name[MAX_SEATS];   /* of the seats; {NULL, 0} if not given */
};

struct record {
    struct head head;
    struct position pos; /* reached so far; valid once started */
    size_t size;         /* bytes of the state in use */
    bool started;        /* `--` was read */

    uint32_t line;       /* lines read so far */
    uint32_t fault_line; /* where it went wrong */
    const char *fault;   /* the sentence, or NULL */

    void (*on_move)(void *ctx, const struct state *before, int seat, Move); /* each move, facts included; may be NULL */
    void *ctx;

    /* the rest is private */
    uint32_t seen;        /* header lines, as bits */
    uint32_t board_line;  /* where the board was named */
    struct {              /* option lines: the game may be named later */
        const char *name; /* static */
        uint32_t line;    /* where it stood */
        int16_t value;    /* within the option's range */
    } option[MAX_OPTIONS];
    int options;                /* how many of them */
    const char *mode;           /* the word */
    int players;                /* the number */
    struct seats named;         /* seats with a line */
    bool in_board;              /* inside a block */
    const char *board_fault;    /* to be reported at `--` */
    struct board_reader reader; /* of the block */
    char names[RECORD_NAMES];   /* text of the seat names */
    size_t names_len;           /* of it in use */
    Move fact[RECORD_FACTS];    /* after the last event */
    int facts;                  /* how many */
};

/* Ready for the first line; keeps on_move and ctx. */
void record_begin(struct record *);
/* One line without its LF (a CR before it may be there). False: see fault. */
bool record_line(struct record *, const char *line, size_t n);
/* The end of the text. False: see fault. */
bool record_finish(struct record *);

static inline struct state *record_state(struct record *r) { return position_state(&r->pos); }

/* Writes the header, `--` included. */
void record_write_head(const struct head *, struct out *);
/* The same without the `--`, and without the board if that is hidden. */
void record_write_lines(const struct head *, bool board, struct out *);
/* Writes the line of one event or fact, line end included; s is the state before
 * it. Returns how many moves went into it (facts for one seat: 1, but no text). */
int record_write_line(const struct game *, const struct state *s, int seat, const Move *m, int n, struct out *);

#endif
