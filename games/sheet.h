/* sheet.h -- the sheets of the two dice games: their text form (a board_kind)
 * and their geometry as bit masks. Knows no rules of play. */
#ifndef GAMES_SHEET_H
#define GAMES_SHEET_H

#include "../core/bits.h"
#include "../core/game.h"

enum { SHEET_SIDE = 16, SHEET_SPACES = 64, SHEET_NAME = 256 };
enum { NO_SPACE = 64 };

/* The spaces numbered in reading order, with their neighbours as masks. Flat,
 * so that a state can hold it. */
struct ground {
    uint64_t near[SHEET_SPACES]; /* of each space: the adjacent ones, all 8 directions */
    uint64_t side[SHEET_SPACES]; /* ... the 4 orthogonal ones */
    uint64_t all;                /* every space */
    uint64_t doors;              /* TEM-1 */
    uint64_t edge;               /* VAL-1 */
    uint8_t col[SHEET_SPACES];   /* of each space */
    uint8_t row[SHEET_SPACES];
    uint8_t spaces;     /* how many */
    uint8_t cols, rows; /* of the grid */
    uint8_t pad[5];
};

/* A sheet as read: what a struct board holds for the kind "sheet". */
struct sheet {
    char game[16];                      /* "temple" or "valley", NUL-terminated */
    char name[SHEET_NAME];              /* NUL-terminated */
    uint8_t cols, rows;                 /* of the grid */
    uint8_t seen;                       /* header lines so far, as bits (reader only) */
    uint8_t in_grid;                    /* 1 in the rows, 2 behind them (reader only) */
    char cell[SHEET_SIDE * SHEET_SIDE]; /* '#', 'D', 'o' or '.', row by row */
    struct ground ground;               /* of it, once the sheet is closed and within its limits */
};

extern const struct board_kind sheet_kind;

static inline const struct sheet *sheet_of(const struct setup *u)
{
    return (const struct sheet *)(const void *)&u->board;
}

/* All spaces adjacent to some member of the set. */
uint64_t sheet_near(const struct ground *, uint64_t set);
/* What of `set` can be reached from `part` within it, part included. */
uint64_t sheet_connected(const struct ground *, uint64_t part, uint64_t set);
/* Words: `e3`. read consumes the next field: the space, or NO_SPACE. */
unsigned sheet_read_space(const struct ground *, struct words *);
void sheet_write_space(const struct ground *, unsigned space, struct out *);

#endif
