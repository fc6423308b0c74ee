/* review.h -- a match looked at again for one of its seats: at each of its decisions what `master` would have done, what
 * the difference is worth and where it comes from; at the end what was luck and what was play. Everything is
 * judged from the seat's own view of that moment: hindsight does not count. One decision a call, so that a host
 * can show how far it is and drop it at any time. Called by `tambo analyse` and clients/web/wasm_lab.c.
 *
 * A decision is what people decide at once: in a sealed game all that the seat does in a round, else one action.
 * Points are in hundredths. Same task, same numbers, on every platform. */
#ifndef BOTS_REVIEW_H
#define BOTS_REVIEW_H

#include "../core/record.h"
#include "../games/tiwanaku_hint.h"
#include "judge.h"

enum { REVIEW_SCRATCH = HINT_SCRATCH }; /* bytes it works with, aligned to STATE_ALIGN */
enum { REVIEW_MOVES = 80, REVIEW_ITEMS = 4, REVIEW_EVENTS = 1 << 16 };
_Static_assert((int)REVIEW_SCRATCH >= (int)JUDGE_SCRATCH, "the judge works there, too");

/* One move of a match. */
struct review_event {
    Move move;
    int32_t seat; /* or NATURE */
    uint32_t pad;
};

/* What is reviewed; all of it stays where it is until the review is dropped. */
struct review_task {
    const struct head *head;          /* of the match */
    const struct review_event *event; /* all its moves, facts included; it may end anywhere */
    uint32_t events;
    int seat;          /* whose decisions */
    uint64_t seed;     /* where chance begins */
    uint32_t playouts; /* of master at each decision; 0: what is usual here */
};

enum review_mark { REVIEW_FINE, REVIEW_INACCURACY, REVIEW_MISTAKE, REVIEW_BLUNDER, REVIEW_MARKS };
extern const char *const review_mark_names[REVIEW_MARKS]; /* in JSON */

struct review_way {
    Move move[REVIEW_MOVES];
    int moves;
};

struct review_decision {
    uint32_t step, last;          /* lines of the record without facts before it, and behind it */
    struct review_way made, best; /* what was done; what master does */
    bool same;                    /* both lead to the same */
    struct thought why;           /* of master: the first of its moves that was not made */
    int whose;                    /* whose result it changes: the seat's, or another's, who wants the opposite */
    int32_t value;                /* what the seat's result is expected to be if it does as master */
    int32_t lost;                 /* less by what was made; in the points of `whose`. May be negative */
    int32_t noise;                /* how far that may be off, 99 times in 100 */
    int32_t left;                 /* how much of the match is to come, in thousandths, about */
    bool exact;                   /* as judge.h has it */
    uint8_t mark;                 /* enum review_mark */
    int items;                    /* what the difference comes from, largest first */
    struct {
        uint8_t item;   /* enum judge_item */
        int32_t points; /* more by master's way, for the one who decides */
    } item[REVIEW_ITEMS];
};

struct review {
    struct review_task task;
    const struct game *game;
    size_t size;                     /* of a state */
    uint32_t all, done;              /* decisions: that there are, that were judged */
    struct review_decision decision; /* the last one */
    struct position view;            /* what the seat knew then */
    struct hint hint;                /* ... of the map, in Tiwanaku */
    bool has_hint;

    /* These are right when all is done. */
    int32_t expectation,
        result;         /* before the first move; in the end, or what was to be expected where the match stops */
    bool over;          /* the match came to its end */
    int32_t play, luck; /* play: all that was lost, below 0; luck: all else. Their sum is result - expectation */
    uint32_t same;      /* decisions as master */
    uint32_t marks[REVIEW_MARKS];
    int32_t lost; /* the sum of all that is marked */

    /* the rest is private */
    struct position now, trial, other;
    struct judge_answer answer;
    uint32_t at, until; /* events made so far; those before `until` belong to the last decision */
    uint32_t step;      /* lines so far */
    uint32_t in_line;   /* events of this line that are still to come */
    bool begun;         /* the expectation is there */
    int32_t known;      /* what the result was last expected to be */
    void *scratch;
};

/* For the bench: how many playouts master gets at a decision, if nothing is said; and how much of a difference of the
 * playouts is real when so much of the match is to come (thousandths), in percent. */
uint32_t review_usual(const struct head *);
int32_t review_scale(const struct head *, int32_t left, bool exact);
/* Counts the decisions. scratch: REVIEW_SCRATCH bytes, the caller's. */
void review_begin(struct review *, const struct review_task *, void *scratch);
/* Judges the next decision; false, and the whole is known, if there is none. */
bool review_step(struct review *);

/* Leaves the next decision out, for callers that need a later one only: the sums at the end are wrong then. */
bool review_skip(struct review *);

/* review_show.c: as JSON. All of it together, as `tambo analyse --json` prints it:
 * {HEAD,"decisions":[DECISION,...],END}; docs/review.md describes the members. HEAD and END are members of an object, DECISION is one. */
void review_show_head(const struct review *, struct out *);
void review_show_decision(struct review *, struct out *);
void review_show_end(struct review *, struct out *);
/* `write 7 e3`, as in a record, of the k-th move of a way. */
void review_write_move(struct review *, const struct review_way *, int k, struct out *);

#endif
