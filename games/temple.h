/* temple.h -- the state of Temple of Apikhabou, for temple.c (the rules), for bots
 * and for tests. */
#ifndef GAMES_TEMPLE_H
#define GAMES_TEMPLE_H

#include "papers.h"

/* Moves: WRITE with the number in a; all with a space. */
enum { WRITE = OWN_VERBS, MUMMY, CROSS };

/* TEM-11, TEM-14 */
enum { TEM_GROUP = 3, TEM_REST = 2, TEM_LOOSE = -2, TEM_PATHFINDER = 15, TEM_VOYAGER = 25, TEM_EXPLORER = 30 };

struct tsheet {
    struct numbers number; /* what is written */
    uint64_t mummy;        /* crossed out or not */
    uint64_t crossed;      /* ... crossed out */
    uint64_t fresh;        /* ... in this round */
    uint64_t nine;         /* all spaces next to a 9 (TEM-8) */
    uint8_t wrote;         /* the space written in this round, or NO_SPACE */
    uint8_t got;           /* the mummy of this round, or NO_SPACE */
    uint8_t last;          /* solo: the space of the last number or mummy, or NO_SPACE (TEM-13) */
    uint8_t steps;         /* moves of this seat in this round */
    uint8_t pad[4];
};
_Static_assert(sizeof(struct tsheet) == 72, "a Temple sheet is at most 128 bytes");

struct temple {
    struct papers p;
    struct tsheet sheet[]; /* one per seat */
};

int temple_tell(const struct deed *, struct tale *out, int *n); /* temple_tell.c */

#endif
