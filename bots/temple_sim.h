/* temple_sim.h -- one sheet of Temple of Apikhabou, kept so that a rest of a game can
 * be played out in a few microseconds, and the cheap policy that plays it. The rules
 * are those of games/temple.c for one sheet; tests/bots/test_temple_bots.c holds the two
 * side by side. For temple_think.c, which searches with it, and for
 * bench/train_temple.c, which finds the weights.
 *
 * 1. A sheet never loses anything, so all that is kept here only grows, but for
 *    `free`, `doors` and `live`.
 * 2. up[v] of a space: the longest run v+1, v+2, ... whose first space is next to it; down
 *    the same the other way. So a v there makes a run of all[v] = 1 + up[v] + down[v].
 * 3. up2, down2: the same with v+2 (v-2) at two steps, over a space that was empty
 *    when it was noted. A hint only, for the policy. */
#ifndef BOTS_TEMPLE_SIM_H
#define BOTS_TEMPLE_SIM_H

#include "../games/temple.h"

enum { SIM_VALUES = 16, SIM_NINE = NINE, SIM_ROLLS = 216 };
enum { SIM_PHASES = 5 };

/* What the policy thinks of a space and a number, in 64ths of a point; by how much
 * of the game is left. Found by bench/train_temple.c. */
struct sim_phase {
    int16_t ext;       /* each space by which the longest run grows */
    int16_t len;       /* of the length of any run, 64ths of sim_weights.len */
    int16_t gap;       /* ... with gaps of one space to be filled */
    int16_t open;      /* an end of a run: each empty space where it can go on, up to 4 */
    int16_t group;     /* completes a group */
    int16_t pair;      /* second of a group */
    int16_t pair_room; /* ... each space where the third can go, up to 4 */
    int16_t seed;      /* first of a group */
    int16_t seed_room; /* ... each empty space next to it, up to 4 */
    int16_t beat;      /* a 9: each mummy it beats */
    int16_t guard;     /* a 9: each empty space it covers */
    int16_t last;      /* solo: the next mummy can be put next to a 9 */
    int16_t cost2;     /* the space would complete a group of another number */
    int16_t cost1;     /* ... would make a pair */
    int16_t spoil;     /* ... would make a longer run: 64ths of sim_weights.len */
    int16_t spoil_end; /* ... would make the longest run longer, and is the only one that does */
    int16_t covered;   /* the space is next to a 9: good for a mummy */
    int16_t degree;    /* each empty space next to it */
    int16_t tomb;      /* a mummy: next to a 9 */
    int16_t tomb_room; /* a mummy: each empty space next to it, where a 9 can come */
};

struct sim_weights {
    int16_t len[16];   /* a run of that length */
    int16_t value[16]; /* liking of a number where nothing else speaks for it */
    struct sim_phase phase[SIM_PHASES];
};

/* Alone; and when others place the mummies, who then judge the sheet by sim_solo. */
extern const struct sim_weights sim_solo, sim_multi;

/* What is known of one space; arrays by number. */
struct sim_space {
    uint8_t up[SIM_VALUES], down[SIM_VALUES];   /* see 2 */
    uint8_t up2[SIM_VALUES], down2[SIM_VALUES]; /* see 3 */
    uint8_t all[SIM_VALUES];                    /* see 2; 0 before anything is near */
    int16_t longer[SIM_VALUES];                 /* by how much len[] of the run grows */
    int16_t wider[SIM_VALUES];                  /* ... with the gaps filled */
    uint16_t one;                               /* numbers next to it, as bits */
    uint16_t two;                               /* numbers that would make a group of three here */
    uint16_t reach;                             /* numbers that would make a run, gaps allowed, or stand in `one` */
    uint16_t end;                               /* numbers that would be an end of a run of two or more */
    uint8_t number;                             /* what is written, 0: nothing */
    uint8_t most;                               /* the largest of all[] */
};

struct sim {
    const struct ground *ground;
    const struct sim_weights *weights;
    uint64_t free;            /* empty, no door */
    uint64_t doors;           /* empty doors */
    uint64_t mummy;           /* crossed out or not */
    uint64_t live;            /* ... not next to a 9 */
    uint64_t one[SIM_VALUES]; /* spaces next to one of that number */
    uint64_t two[SIM_VALUES]; /* spaces where one more makes a group of three */
    uint32_t grouped;         /* numbers that have a group, as bits */
    uint8_t run;              /* the longest */
    uint8_t last;             /* space filled last, or NO_SPACE */
    uint8_t solo;
    uint8_t pad;
    struct sim_space space[SHEET_SPACES]; /* those of the ground; the rest is never touched */
};

/* All rolls: the numbers they make (bit v for v), bit 0 for the lockpick, 0 for a mummy. */
struct sim_dice {
    uint16_t roll[SIM_ROLLS];
};
void sim_dice(struct sim_dice *);

/* The sheet h as it is in t, for a policy of these weights. */
void sim_load(struct sim *, const struct temple *t, const struct tsheet *h, const struct sim_weights *);
void sim_copy(struct sim *to, const struct sim *from);
void sim_write(struct sim *, unsigned v, unsigned space);
void sim_mummy(struct sim *, unsigned space);
/* What the sheet is worth if the game ended now (TEM-9, TEM-11). */
static inline int sim_score(const struct sim *s)
{
    return s->run + 3 * (int)bits_count(s->grouped) + 2 * (int)bits_count(s->mummy) - 4 * (int)bits_count(s->live);
}

/* Where a number and a mummy may go: TEM-3, TEM-4, TEM-6; TEM-7, TEM-13. */
static inline uint64_t sim_writable(const struct sim *s, bool lock) { return lock && s->doors ? s->doors : s->free; }
static inline uint64_t sim_haunted(const struct sim *s)
{
    uint64_t near = s->solo && s->last != NO_SPACE ? s->ground->near[s->last] & s->free : 0;
    return near ? near : s->free;
}

/* The policy's liking of one move: the more the better for the sheet. */
struct sim_choice {
    int value;
    uint8_t number; /* 0: a mummy */
    uint8_t space;
};
enum { SIM_CHOICES = SHEET_SPACES * (SIM_VALUES - 1) };
/* All pairs of these numbers (bit v for v) and spaces, best first; returns how many. */
int sim_rank(const struct sim *, unsigned numbers, uint64_t spaces, struct sim_choice out[SIM_CHOICES]);
/* The same for mummies; by weights found in solo games: those of sim_multi do not say what
 * a mummy does to a sheet, as whoever places it there wants the worst. */
int sim_rank_mummies(const struct sim *, const struct sim_weights *, uint64_t spaces,
                     struct sim_choice out[SHEET_SPACES]);

/* One round: the roll is taken from 64 random bits, everything follows. */
void sim_round(struct sim *, const struct sim_dice *, uint64_t random);
/* Rounds until the sheet is full. */
void sim_finish(struct sim *, const struct sim_dice *, struct rng *);

#endif
