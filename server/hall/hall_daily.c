/* hall_daily.c -- see hall.h: games of the day at their tables. Who may know of one, and what the store's lists keep of it:
 * that it has begun, and how it ended. Both go into the batch of the event they are about, so they are there if that is. */
#include "hall.h"

#include <string.h>

bool hall_hides(struct hall *h, const struct room *r, const char *player)
{
    return r->set.day && hall_now(h) < day_closes(r->set.day) && strcmp(r->set.owner, player) != 0;
}

int hall_daily_begun(struct hall *h, const struct room *r)
{
    char list[STORE_LIST + 1];
    daily_list(DAILY_BEGUN, r->set.day, r->set.game->name, list);
    struct store_entry e = {
        .list = list, .player = r->set.owner, .text = r->id, .at = hall_now(h), .until = daily_until(r->set.day)};
    int status = store_entry_put(h->store, &e, true);
    return status < 0 ? status : 0;
}

int hall_daily_ended(struct hall *h, const struct room *r, uint64_t at)
{
    char list[STORE_LIST + 1], text[STORE_TEXT];
    if (r->status != TABLE_OVER || !r->size || at >= day_closes(r->set.day)) return 0;
    struct daily_result d = daily_result(r->set.game, r->now);
    daily_list(DAILY_RESULTS, r->set.day, r->set.game->name, list);
    daily_write(&d, r->seat[0].name, text);
    struct store_entry e = {
        .list = list, .player = r->set.owner, .rank = d.rank, .text = text, .at = at, .until = daily_until(r->set.day)};
    int status = store_entry_put(h->store, &e, true);
    return status < 0 ? status : 0;
}
