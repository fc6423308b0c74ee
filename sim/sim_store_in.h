/* sim_store_in.h -- what sim_store.c and sim_lists.c share: what a batch does. */
#ifndef SIM_SIM_STORE_IN_H
#define SIM_SIM_STORE_IN_H

#include "sim.h"

enum change_kind { ROW, ENTRY, DROP, ONCE, END };

struct change {
    struct change *next;
    enum change_kind kind;
    struct store_row row;
    uint32_t expected;
    struct event *event;
    int n;
    char player[PLAYER_LEN + 1], *name; /* or a name that is set */
    struct store_entry *entry;          /* or an entry; of DROP list and player; of ONCE the word is its list */
    bool only_first;
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
bool sim_lists_fit(const struct change *);
void sim_lists_commit(const struct change *);
int sim_lists_put(struct store *, const struct store_entry *, bool first);
int sim_lists_get(struct store *, const char *list, const char *player, struct store_entry *, char text[STORE_TEXT]);
int sim_lists_drop(struct store *, const char *list, const char *player);
int sim_lists_place(struct store *, const char *list, int64_t rank, struct store_place *);
int sim_lists_of(struct store *, const char *list, int limit, int (*fn)(void *ctx, const struct store_entry *),
                 void *ctx);
int sim_lists_of_player(struct store *, const char *player, const char *prefix,
                        int (*fn)(void *ctx, const struct store_entry *), void *ctx);
int sim_lists_once(struct store *, const char *word, uint64_t until);
int sim_lists_era(struct store *, const char *player, uint32_t *era);
int sim_lists_era_end(struct store *, const char *player, uint32_t *era);

#endif
