/* actions.h -- what clients may ask for by WebSocket, and what actions and requests share.
 * docs/protocol.md is the contract. */
#ifndef SERVER_ACTIONS_H
#define SERVER_ACTIONS_H

#include "../hall/hall.h"

#include <jansson.h>

/* The result of an action. error NULL: success. */
struct outcome {
    const char *error; /* a word of docs/protocol.md */
    const char *text;  /* an English sentence */
    uint32_t wait_ms;  /* when the client may try again; 0: trying again later does not help */
};

/* Handles one message of a guest. wait_ms: 0; or the message came too fast and is refused, and the client may send the
 * next one after so long. */
void actions_message(struct hall *, struct guest *, const char *text, size_t n, uint32_t wait_ms);
/* The refusal for a player who is over this rate limit, with the time to wait. */
struct outcome actions_too_fast(struct hall *, struct limit *, const char *player, uint32_t cost, const char *text);

/* A new table from a `create`; the answer comes later if a map has to be made: then `done`
 * is called in another turn, otherwise before this returns. What it answers is thrown away with a turn that runs
 * again; `over` is called once at the end, and frees ctx. id: of the table, or NULL: the
 * one of this player's action. If there is such a table already, that is it, and `again`. */
typedef void actions_created(struct hall *, void *ctx, struct outcome, const struct room *, bool again);
void actions_create(struct hall *, const struct who *, const char *id, const char *action, const json_t *wish,
                    actions_created *done, void (*over)(void *ctx), void *ctx);

/* The same for the player's game of that day, of which there is one. The caller checks that the day is open. */
void actions_create_daily(struct hall *, const struct who *, const struct game *, int32_t day, actions_created *done,
                          void (*over)(void *ctx), void *ctx);

/* ---- actions_bounds.c ---- */

/* May the player sit at one more table? Make one? Have a name, if there is none yet? The last two
 * count what is made, if it may be. */
struct outcome actions_may_sit(struct hall *, const struct who *);
struct outcome actions_may_create(struct hall *, const struct who *);
struct outcome actions_may_name(struct hall *, const struct who *);
/* Is there space for chat and signals? */
struct outcome actions_may_talk(struct hall *);
/* May the player use a personal link on another device, or end all tokens? Counts it, but not towards what newcomers
 * may create. */
struct outcome actions_may_change_device(struct hall *, const struct who *);
/* Between store_gather and store_fetch: what any of these reads; and what actions_create_daily does. */
void actions_gather(struct hall *, const struct who *);
void actions_gather_daily(struct hall *, const struct who *, const struct game *, int32_t day);
/* May the player make or join a circle or make a recovery card? Try a card? Counts the attempt. */
struct outcome actions_may_join(struct hall *, const struct who *);
struct outcome actions_may_try_card(struct hall *, const struct who *);

/* The record as the player may know it; false before the start, or if the store fails. */
bool actions_record(struct hall *, struct room *, const char *player, struct out *);

#endif
