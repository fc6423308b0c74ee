/* deduce.h -- what a person can conclude about a partly seen map, one step at a time.
 *
 * Knowledge is kept as notes: for every terrain and every crop the spaces where it is
 * still possible. A ladder of techniques works on them, simplest first; each step is
 * data from which a client makes a sentence. Nothing here counts or samples: every
 * conclusion holds on every map that fits what was seen (SCN-2, SCN-3, the tiles of
 * each terrain, the crops in the box), and there may be more to know than it finds.
 * Called by the grader, the generator, puzzles and hints. */
#ifndef PUZZLE_DEDUCE_H
#define PUZZLE_DEDUCE_H

#include "map.h"

/* The ladder. A step says which technique gave it; fields not named are 0. */
enum deduce_technique {
    DEDUCE_NONE,
    /* region: complete, of one space */
    DEDUCE_LONE,
    /* region: complete, one crop missing, one space open */
    DEDUCE_LAST,
    /* region: it cannot become larger than `size`, so no crop is larger */
    DEDUCE_LARGE,
    /* because: decided spaces touching this one or in its region; they leave one crop */
    DEDUCE_ONLY,
    /* region: complete; only this space of it can have the crop */
    DEDUCE_PLACE,
    /* as many tiles of the terrain are left (`size`) as there are spaces for them */
    DEDUCE_SUPPLY,
    /* all tiles of the terrain have been found */
    DEDUCE_SPENT,
    /* every other terrain has been ruled out here */
    DEDUCE_LEFT,
    /* because: two spaces of the terrain that touch at a corner; only here can they be joined */
    DEDUCE_JOIN,
    /* region: it must become at least `size` large, and this is its only way out */
    DEDUCE_GROW,
    /* region: what would be joined here, more than `size`, which is the most it can be */
    DEDUCE_FULL,
    /* region: what would be joined here; `about`: crops it would have twice, or none is left for the space */
    DEDUCE_TWICE,
    /* because: a space of that terrain at a corner of this one, and nothing can join them */
    DEDUCE_TOUCH,
    /* because: all places of the crop in the region; each of them touches the spaces */
    DEDUCE_POINT,
    /* region: it must become at least `size` large; its crop `about` can only be here */
    DEDUCE_HOME,
    /* all crops of that level in the box are on the board */
    DEDUCE_BOX,
    /* region: it must become at least `size` large, and cannot without this space */
    DEDUCE_CUT,
    /* no region that could be here is larger than `size`; or, of one terrain, none large enough */
    DEDUCE_ROOM,
    /* because: two spaces that exclude each other, with the same two crops `about` */
    DEDUCE_PAIR,
    /* region: complete; the crops `about` have only the spaces `because`, as many as they are */
    DEDUCE_HIDDEN,
    /* because: three spaces that exclude one another, with three crops `about` together */
    DEDUCE_TRIPLE,
    /* region: complete; none of the orders of crops that leave every neighbour a crop allows it */
    DEDUCE_ORDERS,
    /* region: holds in every shape that it can take */
    DEDUCE_SHAPES,
    /* region, other: both complete; none of their orders together allows it */
    DEDUCE_TWO,
    /* supposing the contrary leads, by steps no harder than DEDUCE_POINT, to `clash` at `other` */
    DEDUCE_SUPPOSE,
    /* supposing the contrary leads to a clash only by way of further suppositions */
    DEDUCE_NESTED,
    DEDUCE_TECHNIQUES,
    /* not of this ladder, as it is no matter of what lies open: all fair maps that fit agree (posterior.h) */
    DEDUCE_FAIR = DEDUCE_TECHNIQUES
};

/* What can be wrong with notes: they fit no map. */
enum deduce_clash {
    CLASH_NONE,
    CLASH_TERRAIN, /* no terrain is left for a space */
    CLASH_CROP,    /* no crop is left for a space */
    CLASH_PLACE,   /* no place is left for a crop of a region */
    CLASH_SUPPLY,  /* too few spaces for the tiles of a terrain, or too few tiles */
    CLASH_TOUCH,   /* two regions of one terrain touch */
    CLASH_ROOM,    /* a region cannot become as large as it must */
    CLASH_SIZE,    /* a region has more than five spaces */
    CLASH_ORDERS,  /* each order of the crops of a region leaves a space around it without a crop */
    CLASH_TWO,     /* no order of the crops of a region goes with one of a second region */
    CLASH_BOX,     /* more of a crop than the box has */
    CLASHES
};

enum deduce_what { DEDUCED_TERRAIN, DEDUCED_NOT_TERRAIN, DEDUCED_CROP, DEDUCED_NOT_CROP };

struct deduce_step {
    uint8_t technique; /* enum deduce_technique: it names the fields it uses */
    uint8_t what;      /* enum deduce_what */
    uint8_t values;    /* the terrains or crops that are (one) or are not there: bit v */
    uint8_t about;     /* crops the reason speaks of: bit v */
    uint8_t size;      /* a number the reason speaks of */
    uint8_t clash;     /* enum deduce_clash, of a supposition */
    uint64_t spaces;   /* where it holds */
    uint64_t because;  /* spaces the reason rests on */
    uint64_t region;   /* the region, or the part of it that is known; of a supposition: clash_with */
    uint64_t other;    /* a second region, or where the clash is */
};

/* Known part of a region. */
struct deduce_part {
    uint64_t spaces;
    uint8_t terrain;
    bool closed; /* it is the whole region */
};

/* What is still possible. The caller's; copied by assignment. */
struct deduce_notes {
    const struct map_shape *shape;      /* the caller's too, of the same board */
    uint64_t all, west, east;           /* the board, its first and its last column */
    uint64_t land;                      /* terrain decided */
    uint64_t sown;                      /* crop decided */
    uint64_t terrain[MAP_TERRAINS + 1]; /* spaces that can have it */
    uint64_t crop[MAP_LEVELS + 1];      /* spaces that can have it */
    uint64_t clash_at;                  /* where there is a clash */
    uint64_t clash_with;                /* CLASH_TWO: the second region */
    uint8_t clash;                      /* enum deduce_clash; nothing follows from notes with one */
    bool counted;                       /* tiles[] is known */
    bool stale;                         /* groups do not reflect terrain[] yet */
    uint8_t tiles[MAP_TERRAINS + 1];    /* of each terrain on the whole map */
    uint8_t box[MAP_LEVELS + 1];        /* crops of each level that the map may hold */
    uint8_t cols;
    uint8_t groups;
    uint8_t group_of[MAP_SPACES]; /* of decided terrain: index into group[] */
    struct deduce_part group[MAP_SPACES];
};

/* Notes of a map of which 0 is unknown. tiles: of each terrain on the whole map, or
 * NULL if that is unknown. The shape must be that of the board and stay where it is. */
void deduce_begin(struct deduce_notes *, const struct map_shape *, const struct map *seen, const uint8_t *tiles);

/* Learns what a space holds, or that these spaces hold one crop: as if it had been seen. */
void deduce_learn_terrain(struct deduce_notes *, unsigned space, unsigned terrain);
void deduce_learn_crop(struct deduce_notes *, uint64_t spaces, unsigned crop);

static inline bool deduce_done(const struct deduce_notes *n) { return !n->clash && (n->land & n->sown) == n->all; }

/* Finds and applies the simplest step, none harder than that; false: there is none, or a
 * clash. */
bool deduce_next(struct deduce_notes *, enum deduce_technique hardest, struct deduce_step *);

/* The same as deduce_next() until nothing more follows, without saying why: much faster.
 * False: a clash. The notes reached are the same (but for where a clash is). */
bool deduce_run(struct deduce_notes *, enum deduce_technique hardest);

/* Leaves out, of steps found one after another from these notes, those that exclude what no
 * other step rests on; returns how many are left. */
int deduce_prune(const struct deduce_notes *, struct deduce_step *, int count);

/* Leaves out, of steps found one after another from these notes, all that the last one does not need; returns how many
 * are left. clash: NULL; or notes with the clash that they led to: then all is left out that is not needed to see a clash, and
 * it gets the one that is seen. */
int deduce_slice(const struct deduce_notes *, struct deduce_step *, int count, struct deduce_notes *clash);

/* The simplest deduction that decides a terrain or a crop: the steps it takes, in order,
 * each needed for the last one, which decides. Returns how many; 0: nothing is certain as
 * far as these techniques see, or there is a clash. (Or it takes more than DEDUCE_CHAIN
 * steps: never seen, four are many.) The way from a supposition to its clash is found by
 * learning the contrary and calling deduce_next() up to DEDUCE_POINT. */
enum { DEDUCE_CHAIN = 64 };
int deduce_hint(const struct deduce_notes *, enum deduce_technique hardest, struct deduce_step chain[DEDUCE_CHAIN]);

/* How many layouts of crops fit, counted up to the limit; all terrain must be known. For
 * short questions from notes at hand: solve.h counts and lists them. */
unsigned deduce_layouts(const struct deduce_notes *, unsigned limit);

#endif
