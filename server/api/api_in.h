/* api_in.h -- what the files of api.h share: a request on its way, and how it is answered. */
#ifndef SERVER_API_IN_H
#define SERVER_API_IN_H

#include "actions.h"
#include "api.h"

enum { API_WORD = 32 }; /* bytes of a part of a path that may be anything */

/* A request that is being handled: from its arrival until it is answered. */
struct ask {
    struct task task;
    struct client_queue queue; /* of this alone */
    struct hall *hall;
    struct request *request;
    bool (*run)(struct ask *);
    struct who who;
    bool known;                  /* a good token came with it */
    bool ended;                  /* one came that its owner has ended */
    bool counted;                /* it has been charged to the player's rate limit; not again when it runs again */
    bool followed;               /* this request has used a personal link or tried a card already, and runs again */
    char cookie[WHO_TOKEN];      /* to be set; "": none */
    char id[ID_LEN + 1];         /* of /api/tables/ID */
    char word[2][API_WORD];      /* what stands for each `*` of the path */
    struct room *room;           /* ... and the table */
    json_t *body;                /* of a POST, or NULL */
    char action[ACTION_LEN + 1]; /* for what has no id of its own */
};

/* Answers; true if that is no error. type NULL: JSON. */
bool api_reply(struct ask *, int status, const char *type, const char *p, size_t n);
bool api_reply_out(struct ask *, int status, const struct out *);
/* Refuses, and returns false. _for: the client may try again after wait_ms. _store: the store failed; the request may run again
 * instead of being answered. _outcome: a refusal of actions*.c. */
bool api_refuse(struct ask *, int status, const char *word, const char *text);
bool api_refuse_for(struct ask *, int status, const char *word, const char *text, uint32_t wait_ms);
bool api_refuse_store(struct ask *, const char *text);
bool api_refuse_outcome(struct ask *, struct outcome);
/* As _outcome, for a request that must not run again. */
bool api_refuse_at_last(struct ask *, struct outcome);
/* What its answer needs of a request, where that comes later; free() ends it. */
struct ask *api_keep(const struct ask *);
/* Gives a new token to a client that has none. */
void api_introduce(struct ask *);
/* The text of that member of the body; NULL: there is none. */
const char *api_text(const struct ask *, const char *key);
/* As /api/me answers. */
bool api_show_me(struct ask *);

/* ---- api_daily.c ---- */

bool api_get_daily(struct ask *);
bool api_get_day(struct ask *);
bool api_get_ranking(struct ask *);
bool api_post_daily(struct ask *);

/* ---- api_run.c ---- */

/* Where one is in the puzzle of that day, which is open; answers a position, if that is wanted. */
bool api_post_run(struct ask *, int32_t day);

/* ---- api_circles.c ---- */

bool api_get_circles(struct ask *);
bool api_post_circles(struct ask *);
/* Whoever plays stays in the circles, which are kept for so long only. 0 or a negative errno. */
int api_keep_circles(struct ask *);

/* ---- api_card.c ---- */

bool api_get_card(struct ask *);
bool api_post_card(struct ask *);
/* Becomes the player of a recovery card; false: it has been answered. */
bool api_follow_card(struct ask *, const char *card);

#endif
