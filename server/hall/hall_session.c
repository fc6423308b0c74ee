/* hall_session.c -- see hall.h: whether a token is still valid. It is signed, so reading it needs no store (who.h); but its owner may
 * have ended it, which only the store knows: the token's epoch is compared with the player's. Called by actions.c and api.c. */
#include "hall.h"

#include <string.h>

int hall_session_valid(struct hall *h, struct who *w)
{
    uint32_t epoch;
    int status = store_epoch(h->store, w->player, &epoch);
    return status ? status : w->epoch == epoch;
}

int hall_end_tokens(struct hall *h, struct who *w, const char *request, uint64_t until)
{
    int status = store_epoch_end(h->store, w->player, &w->epoch, request, until);
    if (!status) hall_disconnect_player(h, w->player);
    return status;
}

void hall_disconnect_player(struct hall *h, const char *player)
{
    for (struct guest *g = h->guests; g; g = g->all_next)
        if (g->known && !g->gone && strcmp(g->who.player, player) == 0)
            net_conn_close(g->conn, HALL_CLOSE_ENDED, "signed out");
}
