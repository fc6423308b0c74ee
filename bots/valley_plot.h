/* valley_plot.h -- one sheet of Valley of Wiraqocha, small and quick to copy, for
 * looking ahead: what is written, what may be done with the dice, and what a snake
 * or a discovery changes. It follows games/valley.c (a test compares them); it knows no
 * seats and no sealed rounds. Used by the files valley_*.c of this folder alone. */
#ifndef BOTS_VALLEY_PLOT_H
#define BOTS_VALLEY_PLOT_H

#include "../games/valley.h"

enum { MAX_SHAPES = 256, PLOT_ROUNDS = VAL_ROUNDS, PLOT_NINE = NINE };

/* What never changes in a match. */
struct land {
    uint64_t near[SHEET_SPACES], side[SHEET_SPACES]; /* as struct ground */
    uint64_t edge;                                   /* VAL-4 */
    uint64_t shape[MAX_SHAPES];                      /* the T shapes of pyramids */
    unsigned shapes;                                 /* how many */
};

struct plot {
    uint64_t plane[4];             /* all numbers, as struct numbers */
    uint64_t loose;                /* numbers of no discovery */
    uint64_t found[DISCOVERIES];   /* as on the sheet */
    uint64_t open, reach;          /* as on the sheet */
    uint64_t snakes;               /* not crossed out */
    uint16_t towns;                /* as on the sheet */
    uint8_t structure[STRUCTURES]; /* as on the sheet */
    uint8_t used;                  /* dice used in this round, as bits */
    int16_t won;                   /* points of all discoveries */
};

void plot_land(struct land *, const struct ground *);
void plot_init(struct plot *, const struct vsheet *);

/* Where a number or structure may go: VAL-3, VAL-4. */
uint64_t plot_spaces(const struct land *, const struct plot *);
/* Makes a step, a discovery or a snake: WRITE, DRAW, CROSS, REVEAL, SNAKE. */
void plot_apply(const struct land *, struct plot *, Move);
/* What the sheet would score now (VAL-11). */
int plot_score(const struct land *, const struct plot *);
/* Are both the same, dice included? */
bool plot_same(const struct plot *, const struct plot *);

/* The largest number on these spaces, 0 if none. */
static inline int plot_largest(const struct plot *p, uint64_t spaces)
{
    int v = 0;
    for (int k = 3; k >= 0; k--)
        if (spaces & p->plane[k]) spaces &= p->plane[k], v |= 1 << k;
    return v;
}

static inline unsigned plot_at(const struct plot *p, unsigned space)
{
    return (unsigned)((p->plane[0] >> space & 1) | (p->plane[1] >> space & 1) << 1 | (p->plane[2] >> space & 1) << 2 |
                      (p->plane[3] >> space & 1) << 3);
}

static inline uint64_t plot_high(const struct plot *p) { return p->plane[3] | (p->plane[2] & p->plane[1]); } /* 6 up */
static inline uint64_t plot_top(const struct plot *p) { return p->plane[3] & (p->plane[2] | p->plane[1]); }  /* 10 up */

/* The connected part of set that holds seed; *round: all spaces next to a member. */
static inline uint64_t land_part(const struct land *l, uint64_t seed, uint64_t set, uint64_t *round)
{
    uint64_t part = seed, todo = seed, near = 0;
    while (todo) {
        unsigned i = bits_first(todo);
        todo &= todo - 1;
        near |= l->near[i];
        uint64_t more = l->near[i] & set & ~part;
        part |= more, todo |= more;
    }
    *round = near;
    return part;
}

static inline uint64_t land_near(const struct land *l, uint64_t set)
{
    uint64_t near = 0;
    unsigned i;
    BITS_EACH(i, set) near |= l->near[i];
    return near;
}

#endif
