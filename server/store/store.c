/* store.c -- hands each call to the store at hand; see store.h. The stores themselves
 * are store_sqlite.c and store_postgres.c; tests put others in front of them. What
 * is one for all of them is in store_days.c and store_circles.c. */
#include "store.h"
#include "../base/clock.h"

#include <errno.h>

void store_close(struct store *s)
{
    if (s) s->ops->close(s);
}

int store_append(struct store *s, struct store_row *row, uint32_t expected, const struct event *e, int n)
{
    return s->ops->append(s, row, expected, e, n);
}

int store_commit(struct store *s) { return s->ops->commit(s); }
void store_abandon(struct store *s) { s->ops->abandon(s); }
bool store_pending(const struct store *s) { return s->ops->pending(s); }

int store_load(struct store *s, const char *id, uint32_t from, int (*fn)(void *ctx, const struct event *), void *ctx,
               struct store_row *row)
{
    return s->ops->load(s, id, from, fn, ctx, row);
}

int store_find(struct store *s, const char *code, char id[ID_LEN + 1]) { return s->ops->find(s, code, id); }

int store_has(struct store *s, const char *id, const char *actor, const char *action)
{
    return s->ops->has(s, id, actor, action);
}

int store_list(struct store *s, enum store_list what, const char *player, uint64_t time, int limit,
               int (*fn)(void *ctx, const struct store_row *), void *ctx)
{
    return s->ops->list(s, what, player, time, limit, fn, ctx);
}

int store_due(struct store *s, uint64_t *time) { return s->ops->due(s, time); }
int store_count(struct store *s, uint64_t count[TABLE_OVER + 1]) { return s->ops->count(s, count); }
int store_key(struct store *s, const char *name, uint8_t *key, size_t n) { return s->ops->key(s, name, key, n); }

int store_name_get(struct store *s, const char *player, char *name, size_t size)
{
    return s->ops->name_get(s, player, name, size);
}

int store_name_set(struct store *s, const char *player, const char *name) { return s->ops->name_set(s, player, name); }

int store_once(struct store *s, const char *word, const char *request, uint64_t until)
{
    return s->ops->once(s, word, request, until);
}

int store_era(struct store *s, const char *player, uint32_t *era) { return s->ops->era(s, player, era); }

int store_era_end(struct store *s, const char *player, uint32_t *era, const char *request, uint64_t until)
{
    return s->ops->era_end(s, player, era, request, until);
}

int store_bytes(struct store *s, uint64_t *bytes) { return s->ops->bytes(s, bytes); }

int store_tables(struct store *s, int (*fn)(void *ctx, const struct store_row *), void *ctx)
{
    return s->ops->tables(s, fn, ctx);
}

int store_players(struct store *s, int (*fn)(void *ctx, const char *player, const char *name, uint64_t set), void *ctx)
{
    return s->ops->players(s, fn, ctx);
}

int store_table_delete(struct store *s, const char *id) { return s->ops->table_delete(s, id); }
int store_name_delete(struct store *s, const char *player) { return s->ops->name_delete(s, player); }

int store_said_delete(struct store *s, const char *id, const char *player, int *n)
{
    return s->ops->said_delete(s, id, player, n);
}

int store_key_set(struct store *s, const char *name, const uint8_t *key, size_t n)
{
    return s->ops->key_set(s, name, key, n);
}

/* ---- shared or not ---- */

bool store_shared(const struct store *s) { return s->ops->take != NULL; }

int store_take(struct store *s, struct store_take *t, int n, int (*fn)(void *ctx, int i, const struct event *),
               void *ctx)
{
    if (s->ops->take) return s->ops->take(s, t, n, fn, ctx);
    for (int i = 0; i < n; i++) t[i].status = 0;
    return 0;
}

void store_watch(struct store *s, void (*fn)(void *ctx, enum store_news, const char *id, uint32_t version), void *ctx)
{
    if (s->ops->watch) s->ops->watch(s, fn, ctx);
}

const char *store_away(const struct store *s) { return s->ops->away ? s->ops->away(s) : NULL; }

uint64_t store_wall(struct store *s) { return s->ops->wall ? s->ops->wall(s) : clock_wall(); }

int store_here_set(struct store *s, const char *id, const char *const *players, int n, int watching)
{
    return s->ops->here_set ? s->ops->here_set(s, id, players, n, watching) : 0;
}

int store_here(struct store *s, const char *id, void (*fn)(void *ctx, const char *player), void *ctx, int *watching)
{
    *watching = 0;
    return s->ops->here ? s->ops->here(s, id, fn, ctx, watching) : 0;
}

int store_spend(struct store *s, const char *name, uint32_t cost, uint32_t per_hour, uint32_t burst, uint32_t *wait_ms)
{
    return s->ops->spend ? s->ops->spend(s, name, cost, per_hour, burst, wait_ms) : -ENOSYS;
}

int store_share(struct store *s, const struct store_share *share, uint32_t *wait_ms)
{
    return s->ops->share ? s->ops->share(s, share, wait_ms) : -ENOSYS;
}

uint64_t store_trips(const struct store *s) { return s->trips; }
const char *store_why(const struct store *s) { return s->ops->why(s); }
