/* think.h -- what the levels of all games share: how long to think, and what comes of it.
 * Each game has a function of its own (temple_think.h, ...); levels.c puts them behind
 * bot.h. Types only. */
#ifndef BOTS_THINK_H
#define BOTS_THINK_H

#include "../core/match.h"

/* From weak to strong; levels.c has their names. */
enum bot_level {
    LEVEL_BEGINNER,
    LEVEL_LEARNER,
    LEVEL_CASUAL,
    LEVEL_REGULAR,
    LEVEL_SKILLED,
    LEVEL_EXPERT,
    LEVEL_MASTER,
    LEVELS
};

enum { THINK_SCRATCH = 8 << 20 }; /* bytes a bot can work with, aligned to STATE_ALIGN */

/* How long to think about one move; only bots that search look at it. */
struct bot_budget {
    uint32_t playouts;       /* at most; 0: what is usual for the bot */
    bool (*stop)(void *ctx); /* NULL, or asked between playouts: enough? the best so far counts */
    void *ctx;               /* for stop */
    bool plain;              /* Tiwanaku: nothing is concluded from maps being fair (SCN-5) */
};

/* The spaces a weak level overlooks in this position, so many 16ths of all: no die decides
 * it, and a bot that returns to the position overlooks the same. */
static inline uint64_t think_unseen(uint64_t position, int sixteenths)
{
    struct rng r = {position};
    uint64_t set = 0;
    if (sixteenths >= 16) return UINT64_MAX;
    for (int k = 0; k < 4; k++) set = sixteenths >> k & 1 ? set | rng_next(&r) : set & rng_next(&r);
    return set;
}

/* That budget, but at most so many playouts: those of a level. */
static inline struct bot_budget think_budget(const struct bot_budget *b, uint32_t most)
{
    struct bot_budget own = *b;
    if (own.playouts > most) own.playouts = most;
    return own;
}

static inline bool bot_stops(const struct bot_budget *b) { return b->stop && b->stop(b->ctx); }

/* Why a move was chosen. NUMBER and SPACES are those of struct thought. */
enum why {
    WHY_NONE, /* nothing short to say */
    WHY_ONLY, /* there is nothing else to do */
    /* Temple */
    WHY_CROSS,      /* crosses out the mummy on SPACES */
    WHY_RUN,        /* makes the longest run, now of NUMBER: SPACES */
    WHY_GROUP,      /* completes a group of the number NUMBER: SPACES */
    WHY_BEAT,       /* this 9 beats NUMBER mummies: SPACES */
    WHY_PAIR,       /* puts a second NUMBER beside the first: SPACES */
    WHY_STEP,       /* prepares a run of NUMBER: SPACES */
    WHY_GUARD,      /* this 9 covers NUMBER empty spaces against mummies: SPACES */
    WHY_ROOM,       /* of little use: keeps the good spaces free */
    WHY_HURT,       /* the mummy goes where it hurts most */
    WHY_SPARE,      /* the own mummy goes where it hurts least */
    WHY_SPARE_NINE, /* the own mummy goes next to a 9 (SPACES), which beats it */
    /* Valley */
    WHY_OPENS,       /* begins at the edge */
    WHY_COMPLETES,   /* completes a discovery worth NUMBER at SPACES, revealed in this round */
    WHY_REVEALS,     /* reveals a discovery worth NUMBER at SPACES */
    WHY_PYRAMID,     /* keeps to the plan of a pyramid at SPACES, NUMBER of its four spaces are there */
    WHY_TOWN,        /* builds a town at SPACES, all of the value NUMBER */
    WHY_RANGE,       /* builds mountain ranges at SPACES, NUMBER of them together */
    WHY_FEEDS,       /* puts a number on SPACES, next to a structure it may feed */
    WHY_JUNGLE,      /* joins NUMBER different values at SPACES: jungle */
    WHY_FILLS_SHEET, /* fills the last space */
    WHY_OUT_OF_WAY,  /* puts a number where it is least in the way */
    WHY_DRAWS,       /* draws a structure where NUMBER discovered spaces feed it already; SPACES may follow */
    WHY_CROSSES,     /* crosses out a snake that costs NUMBER */
    WHY_SNAKE_LEAST, /* snake where it bites least: NUMBER */
    WHY_SNAKE_MOST,  /* snake where it hurts most: NUMBER now */
    WHY_LEAVES,      /* leaves the other dice: SPACES stay free for better numbers */
    /* Tiwanaku */
    WHY_CERTAIN, /* the crop NUMBER of SPACES is certain */
    WHY_LIKELY,  /* ... is right with a chance of NUMBER percent */
    WHY_STONE,   /* exploring SPACES brings NUMBER points on the diversity board, as far as one can know */
    WHY_CLAIM,   /* the pawn waits on SPACES to divine there later */
    WHY_OFFER,   /* the offering is worth NUMBER points */
    WHY_KEEP,    /* the offerings will be worth more later */
    WHY_WAIT,    /* nothing good to do: gives nothing away */
    WHY_QUIET,   /* the Otoma find nothing, or little, in answer */
    WHY_REACH,   /* alone: from there SPACES, out of reach now, can be explored */
    WHY_UNSURE,  /* alone: the pawn leaves SPACES, where it would have to guess with the others */
    WHY_STUCK,   /* alone: nothing can be found or divined; after NUMBER such turns the exploring ends */
    WHYS
};

/* A move, and one reason as data from which a client makes a short sentence. */
struct thought {
    Move move;
    uint8_t why; /* enum why */
    int16_t number;
    uint64_t spaces;
};

#endif
