/* valley.h -- the sheet of Valley of Wiraqocha, shared by valley.c (the rules)
 * and valley_find.c (which discoveries a sheet offers). */
#ifndef GAMES_VALLEY_H
#define GAMES_VALLEY_H

#include "papers.h"

enum discovery { JUNGLE, TOWN, RANGE, PYRAMID, DISCOVERIES };
enum { STRUCTURES = 3 }; /* hut, statue, mine: each feeds on the discovery of its number (VAL-11) */

/* VAL-11, VAL-13, VAL-14: points of each discovery, of a full sheet, of each space beside a structure; rounds alone;
 * bounds of levels, each lower by VAL_EASED for every snake. */
enum { VAL_JUNGLE = 5, VAL_TOWN = 6, VAL_RANGE = 7, VAL_PYRAMID = 15, VAL_FULL = 7, VAL_BESIDE = 2, VAL_ROUNDS = 25 };
enum { VAL_PATHFINDER = 90, VAL_VOYAGER = 110, VAL_EXPLORER = 130, VAL_EASED = 4 };
#define VAL_WORTH                                                                                                      \
    {                                                                                                                  \
        VAL_JUNGLE, VAL_TOWN, VAL_RANGE, VAL_PYRAMID                                                                   \
    } /* by enum discovery */

struct vsheet {
    struct numbers number;         /* what is written */
    uint64_t snake;                /* crossed out or not */
    uint64_t crossed;              /* ... crossed out */
    uint64_t fresh;                /* ... in this round */
    uint64_t found[DISCOVERIES];   /* spaces of all discoveries of a kind */
    uint64_t group[5];             /* planes: which discovery a space belongs to, 1, 2, ... in the order made */
    uint64_t kinds;                /* two bits for each discovery made: its kind */
    uint64_t filled;               /* numbers and structures of this round */
    uint64_t before;               /* solo: spaces filled in the round before (VAL-13) */
    uint64_t reach;                /* all spaces next to a number or structure (VAL-3) */
    uint64_t open;                 /* empty spaces */
    uint16_t towns;                /* values that have a town, as bits */
    uint8_t structure[STRUCTURES]; /* their spaces, or NO_SPACE */
    uint8_t built;                 /* structures of this round, as bits */
    uint8_t used;                  /* dice used in this round, as bits */
    uint8_t steps;                 /* moves of this seat in this round */
    uint8_t got;                   /* the snake of this round, or NO_SPACE */
    uint8_t made;                  /* discoveries so far */
    uint8_t revealed;              /* 1: one of them in this round */
    uint8_t pad[5];
};
_Static_assert(sizeof(struct vsheet) == 184, "a Valley sheet is at most 256 bytes");

struct valley {
    struct papers p;
    struct vsheet sheet[]; /* one per seat */
};

/* Moves: WRITE with dice in a (bits p g r, or PENNY) and the number in b; DRAW with
 * the structure in a; CROSS with dice in a; REVEAL with the kind in a. */
enum { WRITE = OWN_VERBS, DRAW, CROSS, REVEAL, DONE, SNAKE };
enum { PENNY = 8 };

/* Collects moves, or counts them (out NULL), or stops at number `want`. */
struct finder {
    Move *out;     /* where moves go, or NULL */
    uint32_t n;    /* so far */
    uint32_t want; /* the number whose move goes to got; UINT32_MAX: none */
    Move got;
};

/* Adds base with each of these spaces in turn. */
void find_add(struct finder *, Move base, uint64_t spaces);
/* Adds all discoveries the sheet offers (VAL-9), as moves REVEAL. */
void find_discoveries(struct finder *, const struct ground *, const struct vsheet *);

/* Why these spaces are no discovery of that kind here, or NULL (VAL-9). */
const char *find_objection(const struct ground *, const struct vsheet *, unsigned kind, uint64_t spaces);

static inline unsigned find_size(unsigned kind) { return kind == JUNGLE ? 5 : kind == RANGE ? 3 : 4; }
/* REVEAL: kind in a, the spaces ascending, 6 bits each from bit 24. */
Move find_move(unsigned kind, uint64_t spaces);

int valley_tell(const struct deed *, struct tale *out, int *n); /* valley_tell.c */

#endif
