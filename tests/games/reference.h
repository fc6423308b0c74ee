/* reference.h -- the rules a second time, in the plainest way: 2-D arrays, flood fill,
 * lists; no bit masks, nothing kept that can be looked up again. Written from
 * docs/rules alone, so that an error of the engine is not repeated here.
 *
 * It is no library and no contract: it trusts its callers, which are test_reference.c
 * (is it the same?) and bench/ (how much faster is the engine?). It includes nothing
 * of the engine. */
#ifndef TESTS_REFERENCE_H
#define TESTS_REFERENCE_H

#include <stdbool.h>

enum { REF_SIDE = 16, REF_SEATS = 100 };
enum { REF_PURPLE, REF_GREEN, REF_RED };
enum { REF_SPECIAL = 6 }; /* Penny, helper, danger */

struct ref_place {
    int row, col; /* row -1: no place */
};

/* A sheet of the dice games as it is drawn: '#', 'D', 'o' or '.'. */
struct ref_grid {
    int rows, cols;
    char cell[REF_SIDE][REF_SIDE];
};

/* ---- Temple: the whole game ---- */

enum ref_verb { REF_CROSS, REF_WRITE, REF_MUMMY };

struct ref_move {
    enum ref_verb verb;
    int number; /* REF_WRITE */
    struct ref_place at;
};

struct ref_temple_sheet {
    int number[REF_SIDE][REF_SIDE];   /* 1-15, 0: none */
    bool mummy[REF_SIDE][REF_SIDE];   /* crossed out or not */
    bool crossed[REF_SIDE][REF_SIDE]; /* ... crossed out */
    struct ref_place got;             /* the mummy of this round */
    struct ref_place last;            /* the last number or mummy (TEM-13) */
};

enum ref_stage { REF_ROLLING, REF_PASSING, REF_PLAYING, REF_OVER };

struct ref_temple {
    struct ref_grid grid;
    int players;
    enum ref_stage stage;
    int rounds;            /* rolls so far */
    int face[3];           /* of the last roll */
    int holds[REF_SEATS];  /* danger round: whose sheet */
    bool ready[REF_SEATS]; /* the seat has finished this round */
    struct ref_temple_sheet sheet[REF_SEATS];
};

struct ref_temple_score {
    int run, groups, mummies, total;
};

enum { REF_MOVES = 16 * 64 }; /* no seat has more */

void ref_temple_start(struct ref_temple *, const struct ref_grid *, int players);
void ref_temple_roll(struct ref_temple *, int purple, int green, int red);
void ref_temple_pass(struct ref_temple *, const int *holds); /* one per seat */
/* What the seat may do: crosses, then numbers upwards or mummies; each in reading order. */
int ref_temple_list(const struct ref_temple *, int seat, struct ref_move out[REF_MOVES]);
void ref_temple_act(struct ref_temple *, int seat, struct ref_move);
/* TEM-11, of the sheet as it is now. */
struct ref_temple_score ref_temple_count(const struct ref_grid *, const struct ref_temple_sheet *);

/* ---- Valley: discoveries, scoring, the end of a solo game ---- */

enum { REF_JUNGLE, REF_TOWN, REF_RANGE, REF_PYRAMID, REF_KINDS };
enum { REF_FOUND = 32 }; /* more discoveries than 64 spaces can hold, and one */

struct ref_valley {
    struct ref_grid grid;
    int number[REF_SIDE][REF_SIDE];     /* 1-15, 0: none */
    char structure[REF_SIDE][REF_SIDE]; /* 'h', 's', 'm', 0: none */
    bool snake[REF_SIDE][REF_SIDE];     /* crossed out or not */
    bool crossed[REF_SIDE][REF_SIDE];   /* ... crossed out */
    int found[REF_SIDE][REF_SIDE];      /* the discovery it belongs to, from 1; 0: none */
    int kind[REF_FOUND];                /* of each discovery */
    int made;                           /* how many */
};

struct ref_valley_score {
    int full, discoveries, structures, snakes, total;
};

/* Spaces in reading order. */
struct ref_set {
    int n;
    struct ref_place at[5];
};

/* VAL-13: a solo game after so many rounds, the last one just over: is it the end? */
bool ref_valley_solo_over(const struct ref_valley *, int rules, int rounds);
/* Is no space empty? */
bool ref_valley_full(const struct ref_valley *);
/* VAL-11 */
struct ref_valley_score ref_valley_count(const struct ref_valley *);
/* VAL-9: are these (different) spaces a discovery of that kind? */
bool ref_valley_is(const struct ref_valley *, int kind, const struct ref_set *);
/* All of them, each once, in no particular order; returns how many. */
int ref_valley_list(const struct ref_valley *, int kind, struct ref_set *out, int room);
/* Marks one. */
void ref_valley_reveal(struct ref_valley *, int kind, const struct ref_set *);

/* ---- Tiwanaku: movement and maps ---- */

enum { REF_ROWS = 5, REF_COLS = 9 };
enum { REF_UP, REF_RIGHT, REF_DOWN, REF_LEFT };
enum { REF_FREE, REF_OWN, REF_OTHER };

/* A position for movement, or a map: then all is known and there are no pawns. */
struct ref_board {
    int rows, cols;
    int terrain[REF_ROWS][REF_COLS]; /* 1-4, 0: none there yet */
    int crop[REF_ROWS][REF_COLS];    /* 1-5, 0: none there yet */
    int pawn[REF_ROWS][REF_COLS];    /* REF_FREE, REF_OWN, REF_OTHER */
};

struct ref_ends {
    bool at[REF_ROWS][REF_COLS]; /* can the movement end here? */
};

void ref_walk_move(const struct ref_board *, struct ref_place from, struct ref_ends *);          /* TIW-12 */
void ref_walk_enter(const struct ref_board *, struct ref_ends *);                                /* TIW-13 */
void ref_coop_move(const struct ref_board *, struct ref_place from, int way, struct ref_ends *); /* COO-5 */
void ref_coop_enter(const struct ref_board *, int way, struct ref_ends *);
/* SOL-3: the arrow of a tile of the box. */
int ref_tile_colour(int tile); /* 0 white ... 5 yellow */
int ref_tile_direction(int rules, int tile);
/* SOL-6, SOL-7: where it stops; row -1: it stays. */
struct ref_place ref_otoma(const struct ref_board *, struct ref_place from, int way);

/* Which rules hold for a whole map. */
struct ref_verdict {
    bool scn2, scn3, scn4; /* SCN-4: only the counts of TIW-2 */
};
struct ref_verdict ref_map_check(const struct ref_board *);
/* SCN-3: ways to fill in the missing crops, counted up to limit, by trying all. */
long ref_map_layouts(const struct ref_board *, long limit);

#endif
