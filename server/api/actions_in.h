/* actions_in.h -- what the files of actions.h share. */
#ifndef SERVER_ACTIONS_IN_H
#define SERVER_ACTIONS_IN_H

#include "actions.h"

extern const struct outcome good, broken_store, not_stored;

#define NO(word, sentence) ((struct outcome){(word), (sentence), 0})

/* One message on its way. */
struct act {
    struct hall *hall;
    struct guest *guest;
    json_t *body;
    const char *id;    /* of the action */
    struct room *room; /* the table that is open, or NULL */
    int seat;          /* the guest's there, or -1 */
    struct out extra;  /* members of the answer, besides those that all have */
    bool later;        /* the answer will come by itself */
};

/* The answer to the guest's message of that id; NULL: it had none. again: it was done before. */
void actions_answer(struct guest *, const char *id, struct outcome, bool again, const struct out *extra);

/* ---- actions_create.c ---- */

struct outcome actions_do_create(struct act *);
struct outcome actions_do_rematch(struct act *);

#endif
