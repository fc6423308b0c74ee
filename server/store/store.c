/* store.c -- the calls of store.h, and the answers that one server alone gives about others: there is no news, nobody is elsewhere, and
 * limits are counted in memory. What the calls do is in store_tables.c, store_players.c, store_days.c and store_circles.c; the
 * engines under them are drivers (store_driver.h). */
#include "../base/clock.h"
#include "../base/limit.h"
#include "../base/must.h"
#include "store_driver.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void limits_free(struct store_limits *);

void store_close(struct store *s)
{
    if (!s) return;
    limits_free(s->limits);
    s->driver->close(s);
}

/* Answers that are no failures, but what was asked. */
static bool is_answer(int e) { return e >= 0 || e == -ENOENT || e == -EEXIST || e == -EBUSY; }

int store_noted(struct store *s, int e)
{
    if (!is_answer(e)) s->error = e;
    return e;
}

bool store_again(const struct store *s) { return s->error == -EAGAIN; }

int store_append(struct store *s, struct store_row *row, uint32_t expected, const struct event *e, int n)
{
    return store_noted(s, tables_append(s, row, expected, e, n));
}

int store_commit(struct store *s) { return store_noted(s, batch_commit(s)); }

void store_rollback(struct store *s) { batch_rollback(s); }

bool store_pending(const struct store *s) { return batch_pending(s); }

int store_load(struct store *s, const char *id, uint32_t from, int (*fn)(void *ctx, const struct event *), void *ctx,
               struct store_row *row)
{
    return store_noted(s, tables_load(s, id, from, fn, ctx, row));
}

int store_find(struct store *s, const char *code, char id[ID_LEN + 1])
{
    return store_noted(s, tables_find(s, code, id));
}

int store_has(struct store *s, const char *id, const char *actor, const char *action)
{
    return store_noted(s, tables_has(s, id, actor, action));
}

int store_list(struct store *s, enum store_list what, const char *player, uint64_t time, int limit,
               int (*fn)(void *ctx, const struct store_row *), void *ctx)
{
    return store_noted(s, tables_list(s, what, player, time, limit, fn, ctx));
}

int store_due(struct store *s, uint64_t *time) { return store_noted(s, tables_due(s, time)); }
int store_count(struct store *s, uint64_t count[TABLE_OVER + 1]) { return store_noted(s, tables_count(s, count)); }
int store_key(struct store *s, const char *name, uint8_t *key, size_t n) { return players_key(s, name, key, n); }

int store_name_get(struct store *s, const char *player, char *name, size_t size)
{
    return store_noted(s, players_name(s, player, name, size));
}

int store_name_set(struct store *s, const char *player, const char *name)
{
    return store_noted(s, players_set_name(s, player, name));
}

int store_nonce_use(struct store *s, const char *word, const char *request, uint64_t until)
{
    return store_noted(s, players_nonce(s, word, request, until));
}

int store_epoch(struct store *s, const char *player, uint32_t *epoch)
{
    return store_noted(s, players_epoch(s, player, epoch));
}

int store_epoch_end(struct store *s, const char *player, uint32_t *epoch, const char *request, uint64_t until)
{
    return store_noted(s, players_end(s, player, epoch, request, until));
}

/* The rows of the last of n statements. */
struct last {
    void (*fn)(void *, const struct store_cell *);
    void *ctx;
    int n;
};

static int tell_last(void *ctx, int k, const struct store_cell *row)
{
    const struct last *l = ctx;
    if (l->fn && k == l->n - 1) l->fn(l->ctx, row);
    return 0;
}

int store_ask(struct store *s, const struct store_ask *a, int n, void (*fn)(void *, const struct store_cell *),
              void *ctx)
{
    struct last l = {fn, ctx, n};
    return store_noted(s, store_run(s, a, n, tell_last, &l));
}

int store_put(struct store *s, const struct store_ask *all, int n)
{
    int e = 0;
    for (int i = 0; !e && i < n; i++) e = store_add(s, &all[i]);
    return store_noted(s, e);
}

int store_bytes(struct store *s, uint64_t *bytes) { return store_noted(s, tables_bytes(s, bytes)); }

int store_tables(struct store *s, int (*fn)(void *ctx, const struct store_row *), void *ctx)
{
    return tables_each(s, fn, ctx);
}

int store_players(struct store *s, int (*fn)(void *ctx, const char *player, const char *name, uint64_t set), void *ctx)
{
    return players_each(s, fn, ctx);
}

int store_table_delete(struct store *s, const char *id) { return tables_delete(s, id); }
int store_name_delete(struct store *s, const char *player) { return players_delete_name(s, player); }

int store_said_delete(struct store *s, const char *id, const char *player, int *n)
{
    return tables_unsay(s, id, player, n);
}

int store_key_set(struct store *s, const char *name, const uint8_t *key, size_t n)
{
    return players_set_key(s, name, key, n);
}

/* ---- what other servers do ---- */

int store_lock(struct store *s, struct store_lock *t, int n, int (*fn)(void *ctx, int i, const struct event *),
               void *ctx)
{
    return store_noted(s, tables_lock(s, t, n, fn, ctx));
}

int store_catch_up(struct store *s, const char *id, uint32_t from, int (*fn)(void *ctx, const struct event *),
                   void *ctx)
{
    return s->driver->lock ? store_load(s, id, from, fn, ctx, NULL) : 0;
}

void store_watch(struct store *s, void (*fn)(void *ctx, enum store_news, const char *id, uint32_t version), void *ctx)
{
    if (s->driver->watch) s->driver->watch(s, fn, ctx);
}

const char *store_away(struct store *s)
{
    uint64_t due;
    if (s->driver->away) return s->driver->away(s);
    return tables_due(s, &due) ? "It does not answer." : NULL;
}

uint64_t store_wall(struct store *s) { return s->driver->wall ? s->driver->wall(s) : clock_wall(); }

int store_here_set(struct store *s, const char *id, const char *const *players, int n, int watching)
{
    return s->driver->here_set ? s->driver->here_set(s, id, players, n, watching) : 0;
}

int store_here(struct store *s, const char *id, void (*fn)(void *ctx, const char *player), void *ctx, int *watching)
{
    *watching = 0;
    return s->driver->here ? store_noted(s, s->driver->here(s, id, fn, ctx, watching)) : 0;
}

/* ---- limits of one server ---- */

/* Buckets of a size, or the shares of a name, in a list. */
struct store_limits {
    struct store_limits *next;
    uint32_t per_hour, burst; /* or */
    char all[64];             /* "": these are buckets */
    uint32_t most;
    struct limit *buckets;
    struct limit_shares *shares;
};

static void limits_free(struct store_limits *l)
{
    for (struct store_limits *next; l; l = next) {
        next = l->next;
        if (l->buckets) limit_free(l->buckets);
        if (l->shares) limit_shares_free(l->shares);
        free(l);
    }
}

/* Those that are like the example; made if need be. */
static struct store_limits *limits_like(struct store *s, const struct store_limits *like)
{
    struct store_limits *l = s->limits;
    while (l && !(l->per_hour == like->per_hour && l->burst == like->burst && l->most == like->most &&
                  strcmp(l->all, like->all) == 0))
        l = l->next;
    if (l) return l;
    l = must(malloc(sizeof *l));
    *l = *like;
    l->next = s->limits;
    s->limits = l;
    if (l->all[0]) l->shares = limit_shares_new(l->most);
    else l->buckets = limit_new(l->per_hour, l->burst);
    return l;
}

int store_spend(struct store *s, const char *name, uint32_t cost, uint32_t per_hour, uint32_t burst, uint32_t *wait_ms)
{
    uint64_t now = clock_steady() / 1000;
    *wait_ms = 0;
    if (s->driver->spend) return store_noted(s, s->driver->spend(s, name, cost, per_hour, burst, wait_ms));
    struct limit *l = limits_like(s, &(struct store_limits){.per_hour = per_hour, .burst = burst})->buckets;
    if (limit_take(l, name, cost, now)) return 0;
    *wait_ms = limit_wait(l, name, cost, now);
    return 1;
}

int store_share(struct store *s, const struct store_share *share, uint32_t *wait_ms)
{
    if (s->driver->share) return store_noted(s, s->driver->share(s, share, wait_ms));
    struct store_limits like = {.most = share->most};
    snprintf(like.all, sizeof like.all, "%s", share->all);
    struct limit_who who = {share->block, share->network, share->name};
    *wait_ms = limit_shares_take(limits_like(s, &like)->shares, &who, clock_steady() / 1000);
    return *wait_ms != 0;
}

uint64_t store_trips(const struct store *s) { return s->trips; }
const char *store_why(const struct store *s) { return s->why; }
