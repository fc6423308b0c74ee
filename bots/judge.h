/* judge.h -- the value of two continuations: the mean result of a seat, by playouts, if it takes one of them and all
 * seats play sensibly from then on. From a view, like a bot. For review.c. */
#ifndef BOTS_JUDGE_H
#define BOTS_JUDGE_H

#include "think.h"

enum {
    JUDGE_SCRATCH = 2 * STATE_MAX + THINK_SCRATCH, /* bytes it works with, aligned to STATE_ALIGN */
    JUDGE_WAYS = 2,
    JUDGE_PLAYOUTS = 512 /* of each way, at most */
};

/* What points come from, for all games; judge_items has the words. */
enum judge_item {
    ITEM_RUN, /* Temple */
    ITEM_GROUP,
    ITEM_MUMMY,
    ITEM_FULL, /* Valley */
    ITEM_JUNGLE,
    ITEM_TOWN,
    ITEM_RANGE,
    ITEM_PYRAMID,
    ITEM_STRUCTURE,
    ITEM_SNAKE,
    ITEM_LATER,  /* what the rounds behind the horizon are thought to bring */
    ITEM_STONES, /* Tiwanaku: terrain found */
    ITEM_CROPS,  /* right guesses */
    ITEM_WRONG,  /* wrong guesses */
    ITEM_OFFERS, /* offerings given back */
    ITEM_OTHERS, /* points of the best other, or the Otoma: they count against the seat */
    JUDGE_ITEMS
};

struct judge_words {
    const char *key;  /* in JSON: "run" ... */
    const char *text; /* for people */
};
extern const struct judge_words judge_items[JUDGE_ITEMS];

/* Some moves of the seat, one after the other; none: nothing is decided. */
struct judge_way {
    const Move *move;
    int moves;
};

/* What is to be judged. */
struct judge_question {
    const struct game *game;
    const struct state *view; /* the position, as the seat knows it */
    size_t size;              /* bytes of it */
    int seat;                 /* who decides */
    int whose;                /* whose result: as judge_whose() says, or the seat's */
    struct judge_way way[JUDGE_WAYS];
    int ways;
    uint32_t playouts; /* of each, at most JUDGE_PLAYOUTS */
    uint64_t seed;     /* all chance comes from it */
    bool second;       /* a second opinion, by playouts of another kind, where a game has one: else none are made */
};

/* Results are in hundredths of a point: the own score, in Tiwanaku less the best other. Playout i has the same chance in
 * both ways, so that the variance of their difference is small. */
struct judge_answer {
    uint32_t playouts;     /* made of each way; 0: nothing could be played out */
    int32_t left;          /* how much of the match is to come, in thousandths, about */
    bool exact;            /* so little is left that the playouts' policy does not matter */
    bool ends[JUDGE_WAYS]; /* after that way only offers are left to decide (Tiwanaku, alone) */
    int32_t result[JUDGE_WAYS][JUDGE_PLAYOUTS];
    int64_t item[JUDGE_WAYS][JUDGE_ITEMS]; /* sums over the playouts; where a game has none, all 0 */
};

/* Whose result a decision changes: the seat's, or that of the owner of the sheet it holds, where a good result is bad for the seat. */
int judge_whose(const struct game *, const struct state *view, int seat);
bool judge_has_second(const struct game *);
/* Are results points ahead of the best other? Else they are the own score. */
bool judge_ahead(const struct game *);
/* The result of a seat as the state is, in hundredths. */
int32_t judge_result(const struct game *, const struct state *, int seat);
/* scratch: JUDGE_SCRATCH bytes. */
void judge_ways(const struct judge_question *, void *scratch, struct judge_answer *);

/* judge_ways() of one game each. */
void judge_temple(const struct judge_question *, void *scratch, struct judge_answer *);
void judge_valley(const struct judge_question *, void *scratch, struct judge_answer *);
void judge_tiwanaku(const struct judge_question *, void *scratch, struct judge_answer *);
struct tiwanaku;
int judge_tiwanaku_ahead(const struct tiwanaku *, int seat); /* points */

#endif
