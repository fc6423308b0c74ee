/* sim_store_in.h -- what sim_store.c and sim_lists.c share: what a batch does. */
#ifndef SIM_SIM_STORE_IN_H
#define SIM_SIM_STORE_IN_H

#include "sim.h"

enum change_kind { ROW, ASK, ONCE, END };

struct change {
    struct change *next;
    enum change_kind kind;
    struct store_row row;
    uint32_t expected;
    struct event *event;
    int n;
    char player[PLAYER_LEN + 1], *name; /* or a name that is set */
    const struct store_ask *ask;        /* [asks], or statements */
    int asks, rows;                     /* ... and how many rows the last of them gave */
    const char *word, *request;         /* or a word that is used; or a player whose tokens are ended */
    uint64_t until;
    uint32_t era; /* before that */
};

/* The store of one node. */
struct shared {
    struct store store; /* must be first */
    struct node *node;
    struct change *first, **last;
    bool begun, lost;
    uint64_t at; /* us: of the last call */
};

static inline struct shared *as_shared(struct store *s) { return (struct shared *)s; }
static inline bool is_row(const struct change *c) { return !c->name && c->kind == ROW; }

/* A call goes to the database. 0, or -EAGAIN. */
int sim_store_call(struct shared *);
void sim_store_change(struct shared *, struct change *);

/* ---- sim_lists.c ---- */

void sim_lists_begin(void);
void sim_lists_end(void);
/* Does what the batch has done to the real store; false: others came first, and nothing is done. Then the commit. */
bool sim_lists_fit(const struct shared *);
void sim_lists_commit(const struct shared *);
int sim_lists_ask(struct store *, const struct store_ask *, int n, void (*fn)(void *, const struct store_cell *),
                  void *ctx);
int sim_lists_once(struct store *, const char *word, const char *request, uint64_t until);
int sim_lists_era(struct store *, const char *player, uint32_t *era);
int sim_lists_era_end(struct store *, const char *player, uint32_t *era, const char *request, uint64_t until);

#endif
