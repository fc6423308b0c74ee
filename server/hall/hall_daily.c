/* hall_daily.c -- see hall.h: games of the day at their tables. Who may know of one, and what the store keeps of it:
 * that it has begun, and how it ended. Both go into the batch of the event they are about, so they are there if that is. */
#include "hall.h"

#include <string.h>

bool hall_hides(struct hall *h, const struct room *r, const char *player)
{
    return r->set.day && hall_now(h) < day_closes(r->set.day) && strcmp(r->set.owner, player) != 0;
}

static struct store_part part_of(const struct room *r)
{
    return (struct store_part){.player = r->set.owner, .day = r->set.day, .part = r->set.game->name};
}

int hall_daily_begun(struct hall *h, const struct room *r)
{
    struct store_part part = part_of(r);
    return store_begun_add(h->store, &part, r->id, hall_now(h));
}

int hall_daily_ended(struct hall *h, const struct room *r, uint64_t at)
{
    if (r->status != TABLE_OVER || !r->size || at >= day_closes(r->set.day)) return 0;
    struct store_part part = part_of(r);
    struct daily_result d = daily_result(r->set.game, r->now);
    struct store_result result = {.name = r->seat[0].name,
                                  .rank = d.rank,
                                  .points = d.points,
                                  .against = d.against,
                                  .has_against = d.has_against,
                                  .at = at};
    return store_result_add(h->store, &part, &result);
}
