/* store.c -- hands each call to the store at hand; see store.h. The stores themselves
 * are store_sqlite.c and store_memory.c; tests put others in front of them. */
#include "store.h"

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

void store_watch(struct store *s, void (*fn)(void *ctx, const char *id, uint32_t version), void *ctx)
{
    s->ops->watch(s, fn, ctx);
}

int store_sweep(struct store *s, uint64_t before, int limit, int *n) { return s->ops->sweep(s, before, limit, n); }
const char *store_why(const struct store *s) { return s->ops->why(s); }
