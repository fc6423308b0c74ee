/* store_postgres.c -- the store in a PostgreSQL database that several servers share: see store.h. Here it is opened and
 * closed. Its parts, and how they hang together, are in store_postgres_in.h. */
#include "../base/clock.h"
#include "../base/must.h"
#include "store_postgres_in.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

static const char *why_of(const struct store *st) { return ((const struct postgres *)st)->why; }

/* Only the loop asks. The side asks the database each second: it is the first to know if nobody else does anything. */
static const char *away(const struct store *st)
{
    struct postgres *s = (struct postgres *)(uintptr_t)st;
    return conn_away(&s->conn, s->away) || side_away(s->side, s->away) ? s->away : NULL;
}

static void watch(struct store *st, void (*fn)(void *, enum store_news, const char *, uint32_t), void *ctx)
{
    side_watch(as_postgres(st)->side, fn, ctx);
}

static uint64_t wall(struct store *st) { return (uint64_t)((int64_t)clock_steady() + as_postgres(st)->offset); }

static int here_set(struct store *st, const char *id, const char *const *players, int n, int watching)
{
    return side_here_set(as_postgres(st)->side, id, players, n, watching);
}

static int here(struct store *st, const char *id, void (*fn)(void *, const char *), void *ctx, int *watching)
{
    struct postgres *s = as_postgres(st);
    return side_here(s->side, id, fn, ctx, watching, s->why);
}

static int spend(struct store *st, const char *name, uint32_t cost, uint32_t per_hour, uint32_t burst,
                 uint32_t *wait_ms)
{
    struct postgres *s = as_postgres(st);
    return side_spend(s->side, &(struct spending){name, cost, per_hour, burst}, wait_ms, s->why);
}

static int share(struct store *st, const struct store_share *p, uint32_t *wait_ms)
{
    struct postgres *s = as_postgres(st);
    return side_share(s->side, p, wait_ms, s->why);
}

/* ---- opening ---- */

static void close_store(struct store *st)
{
    struct postgres *s = as_postgres(st);
    batch_abandon(st);
    conn_close(&s->conn);
    side_close(s->side);
    free(s->said.p);
    free(s->url);
    free(s);
}

static const struct store_ops ops = {
    .close = close_store,
    .append = batch_append,
    .commit = batch_commit,
    .abandon = batch_abandon,
    .pending = batch_pending,
    .load = read_load,
    .find = read_find,
    .has = read_has,
    .list = read_list,
    .due = read_due,
    .count = read_count,
    .key = names_key,
    .name_get = names_get,
    .name_set = names_set,
    .sweep = names_sweep,
    .once = names_once,
    .era = names_era,
    .era_end = names_era_end,
    .ask = ask_all,
    .bytes = names_bytes,
    .tables = names_tables,
    .players = names_players,
    .table_delete = names_table_delete,
    .name_delete = names_delete,
    .said_delete = names_said_delete,
    .key_set = names_key_set,
    .why = why_of,
    .away = away,
    .take = batch_take,
    .watch = watch,
    .wall = wall,
    .here_set = here_set,
    .here = here,
    .spend = spend,
    .share = share,
};

struct store *store_postgres_open(const char *url, uv_loop_t *loop, char why[256])
{
    if (!store_postgres_is(url)) {
        snprintf(why, 256, "the address of a PostgreSQL database begins with postgres://");
        return NULL;
    }
    const char *set = loop ? store_postgres_set : store_postgres_set_command;
    PGconn *first = dial_connect(url, set, why), *second = NULL;
    if (first && store_postgres_schema(first, true, why) == 0) second = dial_connect(url, store_postgres_set_side, why);
    if (!second) {
        PQfinish(first);
        return NULL;
    }
    struct postgres *s = must(calloc(1, sizeof *s));
    s->store.ops = &ops;
    s->url = must(strdup(url));
    if (getrandom(&s->node, sizeof s->node, 0) != sizeof s->node) abort();
    s->node >>= 1;
    s->offset = (int64_t)(clock_wall() - clock_steady()); /* until the database has been asked */
    s->conn = (struct pg_conn){
        .url = s->url, .set = set, .loop = loop, .offset = &s->offset, .job_ms = loop ? JOB_MS : COMMAND_MS};
    conn_open(&s->conn, first);
    s->side = side_open(s->url, second, s->node, loop, &s->offset);
    return &s->store;
}
