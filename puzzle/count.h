/* count.h -- counts the completions of a partly known map without listing them: space
 * after space is filled in all ways, column by column, and fillings that leave the same
 * open for the spaces after them are carried on together.
 *
 * The result is a net in the caller's scratch: a node is what the boundary of the filled
 * part looks like to the rest, an edge is what fills the next space, and every way
 * through the net is one completion. Where all nodes would be too many a random part
 * of them is carried on, each with the weight of those it stands for (count_thin); then
 * the numbers are estimates without bias. Called by odds.c and solve.c; players'
 * questions are odds.h's. */
#ifndef PUZZLE_COUNT_H
#define PUZZLE_COUNT_H

#include "../core/rng.h"
#include "narrow.h"

#include <stddef.h>

enum { COUNT_PAIRS = MAP_TERRAINS * MAP_LEVELS };
#define COUNT_MANY  UINT64_MAX          /* that many or more */
#define COUNT_WHOLE (UINT32_C(1) << 30) /* a share of 1 */

struct count_node {
    uint64_t all;  /* ways from the first node to here */
    uint64_t come; /* the same after thinning: 0, or more because it stands for others too */
    uint64_t go;   /* count_tally(): ways from here to the end; count_shares(): the part that comes by here */
};

struct count_edge {
    uint32_t from, to; /* nodes */
    uint32_t pair;     /* terrain * 5 + crop of the space */
};

/* A node that has not been carried on yet. */
struct count_open {
    struct narrow narrow;
    uint64_t key[2]; /* the boundary; see key() in count.c */
};

/* A filled space that the rest can see. */
struct count_slot {
    uint64_t space;
    uint64_t near, side; /* spaces of the rest all round, and beside it */
};

/* A step of the count: one space that was open at the start. */
struct count_layer {
    uint8_t space, row, col;              /* of the map */
    uint8_t slots;                        /* of the boundary before it */
    struct count_slot slot[MAP_ROWS + 1]; /* row by row, then the inner corner */
    uint64_t right;                       /* this space and all that come later */
    uint8_t later[MAP_LEVELS];            /* how often a crop fits there, at most */
    uint32_t node, edge;                  /* its first node and edge; they end where the next layer's begin */
    uint32_t cost, fan;                   /* steps taken and nodes made for each node, about; 0: not known */
};

struct count {
    struct narrow_ground *ground;
    uint64_t terrain[MAP_TERRAINS], crop[MAP_LEVELS]; /* where each was possible at the start */
    uint8_t sure[MAP_SPACES];                         /* the pair of a space that was not open, or COUNT_PAIRS */
    struct count_layer layer[MAP_SPACES + 2];         /* the last two are the end */
    int layers;                                       /* spaces that were open */
    int base;                                         /* the last layer whose nodes are all known */
    bool back;                                        /* columns are filled from right to left */
    bool thinned;                                     /* some nodes were not carried on */
    bool over;                                        /* gave up: the budget is spent or the scratch memory full */
    unsigned scale;                                   /* come and all are in units of 2^scale from here on */
    uint32_t *table;                                  /* hash table of next[]; 0 is empty */
    struct count_open *here, *next;                   /* the nodes of two layers */
    struct count_node *nodes;                         /* layer by layer */
    struct count_edge *edges;                         /* likewise */
    uint32_t table_most, table_size;                  /* entries in the scratch memory, and in use; powers of two */
    uint32_t open_most, node_most, edge_most;         /* what fits into the scratch memory */
    uint32_t parent;                                  /* the node being carried on */
};

/* Takes scratch memory: any memory aligned for uint64_t, at least COUNT_SCRATCH bytes. */
enum { COUNT_SCRATCH = 64 << 10 };
void count_init(struct count *, void *scratch, size_t size);

/* Counts all; *start as narrow_start() left it. False: it would take more steps than
 * ground->budget, or more scratch memory. The same on every platform, for a scratch memory of the same
 * size. */
bool count_run(struct count *, struct narrow_ground *, const struct narrow *start);

/* After a count_run() that was false, once or more: carries on from where all nodes
 * were known, with as many as fit into about that many steps. If these turn out to be
 * all, c->thinned is false and the count is as good as count_run()'s. False: none
 * reached the end, or the scratch memory is too small. */
bool count_thin(struct count *, struct rng *, uint64_t steps);

/* The number of completions, or COUNT_MANY; after count_thin() an estimate. */
uint64_t count_total(const struct count *);

/* After count_run(), if that is not COUNT_MANY: how many of them have each pair,
 * terrain * 5 + crop, on each space. */
void count_tally(struct count *, uint64_t tally[MAP_SPACES][COUNT_PAIRS]);

/* The same as parts of COUNT_WHOLE, also after count_thin(); rounded. */
void count_shares(struct count *, uint32_t share[MAP_SPACES][COUNT_PAIRS]);

/* One completion at random, with the probabilities of the net: all equally likely
 * after count_run(). There must be one. */
void count_pick(const struct count *, struct rng *, struct map *);

#endif
