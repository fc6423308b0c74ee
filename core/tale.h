/* tale.h -- what is said to people, as data: an English sentence with {named} places and the
 * values for them. The English is also the id of the sentence in the catalogues of po/, which
 * terminal and browser share; who says it translates it, then fills the places. What happened
 * (game->tell), hints (puzzle/reason) and the reasons of bots (bots/why) come this way.
 *
 * A tale owns nothing and points to static texts only: copy it, keep it. Values with the same
 * name are one list. */
#ifndef CORE_TALE_H
#define CORE_TALE_H

#include "match.h"

enum {
    TALE_VALUES = 20, /* values of one sentence */
    TALE_ITEMS = 300, /* spaces and numbers of lists in all of them */
};

enum tale_kind {
    TALE_NUMBER,  /* number */
    TALE_SEAT,    /* number: the seat, from 0 */
    TALE_SPACES,  /* item[first..first + count) of the tale, a list */
    TALE_NUMBERS, /* the same of numbers */
    TALE_WORD,    /* text, itself of the catalogues: filled from the same tale; with `many` number says which */
    TALE_WORDS,   /* the words of the bits in set, ascending, a list; words NULL: the numbers of the bits */
};

struct tale_value {
    const char *name;         /* of the place */
    const char *text, *many;  /* WORD */
    const char *const *words; /* WORDS */
    int32_t number;           /* NUMBER, SEAT, WORD */
    uint32_t set;             /* WORDS */
    uint8_t kind;             /* enum tale_kind */
    uint16_t first, count;    /* SPACES, NUMBERS */
    bool either;              /* lists: the last one comes behind `or`, not `and` */
    bool numbered;            /* WORDS: each with the number of its bit, "corn (4)" */
};

struct tale {
    const char *text;  /* the sentence, of a third person */
    const char *many;  /* its plural by the value "n", or NULL */
    const char *own;   /* how it is said to the seat of "who", or NULL: alike */
    const char *yours; /* how it is said to the seat of "whose", or NULL: alike */
    const char *party; /* whose doing: NULL: of `seat`; else as score.who, "otoma" */
    int32_t seat;      /* whose doing: a seat, or NATURE */
    int32_t points;    /* that it brought them */
    bool quiet;        /* the board shows it anyway: dice, deals. Not in JSON */
    uint16_t values, items;
    uint16_t item[TALE_ITEMS]; /* numbers; spaces: column and row, 4 bits each */
    struct tale_value value[TALE_VALUES];
};

/* An empty tale of that text. */
void tale_begin(struct tale *, int seat, const char *text, const char *own);
void tale_number(struct tale *, const char *name, int number);
void tale_seat(struct tale *, const char *name, int seat);
/* Adds one space to the list of that name, which is the last value or a new one. */
void tale_space(struct tale *, const char *name, unsigned col, unsigned row);
void tale_word(struct tale *, const char *name, const char *text);
void tale_words(struct tale *, const char *name, const char *const *words, uint32_t set);
/* A text whose form goes by n. */
void tale_plural(struct tale *, const char *name, const char *one, const char *many, int n);
/* As tale_space(), one number of a list. */
void tale_item(struct tale *, const char *name, int number);

/* The sentence for this viewer: text, own or yours. */
const char *tale_text(const struct tale *, int viewer);
/* Item k of a list of spaces or numbers: `c3`, `12`. */
void tale_write_item(const struct tale *, const struct tale_value *, unsigned k, struct out *);
/* {"text","many","own","yours","seat","points","values":{...}}; docs/view.md says what values look like. */
void tale_show(const struct tale *, struct out *);

/* ---- what happened ---- */

enum {
    DEED_MOVES = 256, /* SOL-11: up to 45 spaces with terrain and crop */
    DEED_TALES = 4,   /* sentences of one game->tell() */
};

/* What a seat did, or chance, and the facts that followed from it, as far as they are known. */
struct deed {
    const struct state *before; /* all of it */
    const struct state *after;  /* all of it */
    int seat;                   /* who moved first; all behind are NATURE's */
    const Move *move;           /* in the order they were made */
    int moves;
};

/* Memory for tale_each(). */
struct tale_room {
    struct position now, after;
    struct tale tale[DEED_TALES];
};

typedef void tale_fn(void *ctx, const struct tale *);
/* Tells of a deed, sentence by sentence, with the points of each. `after` need not be set; size: of the states. */
void tale_each(const struct game *, struct deed, size_t size, struct tale_room *, tale_fn *, void *ctx);

#endif
