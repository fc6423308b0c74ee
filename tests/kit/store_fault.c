/* store_fault.c -- see store_fault.h. */
#include "store_fault.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

struct faulty {
    struct store store;  /* must be first */
    struct store *inner; /* does the work */
    struct fault *fault; /* what is to fail */
    int spoilt;          /* the errno that the batch has come to; or 0 */
    bool own;            /* the last failure was made here */
};

static struct faulty *as_faulty(struct store *s) { return (struct faulty *)s; }

/* Should this call fail? Its errno, or 0. In a batch that is the end of it. */
static int strike(struct faulty *s, unsigned call)
{
    struct fault *f = s->fault;
    s->own = false;
    if (!(f->calls & call)) return 0;
    f->seen++;
    if (f->nth < 1 || f->seen < f->nth || f->seen >= f->nth + (f->times > 1 ? f->times : 1)) return 0;
    f->failed++;
    s->own = true;
    if (store_pending(s->inner)) s->spoilt = f->error;
    if (s->spoilt) store_abandon(s->inner);
    return f->error;
}

/* The same for calls that write: they begin a batch. */
static int strike_write(struct faulty *s, unsigned call)
{
    int e = strike(s, call);
    if (e) s->spoilt = e;
    if (s->spoilt) s->own = true;
    return s->spoilt;
}

static void close_store(struct store *st)
{
    store_close(as_faulty(st)->inner);
    free(st);
}

static int append(struct store *st, struct store_row *row, uint32_t expected, const struct event *e, int n)
{
    struct faulty *s = as_faulty(st);
    int error = strike_write(s, FAULT_APPEND);
    return error ? error : store_append(s->inner, row, expected, e, n);
}

static int commit(struct store *st)
{
    struct faulty *s = as_faulty(st);
    bool batch = s->spoilt || store_pending(s->inner);
    int error = batch ? strike_write(s, FAULT_COMMIT) : 0; /* without a batch it does nothing */
    s->spoilt = 0;
    if (!error) return store_commit(s->inner);
    store_abandon(s->inner);
    return error;
}

static void abandon(struct store *st)
{
    as_faulty(st)->spoilt = 0;
    store_abandon(as_faulty(st)->inner);
}

static bool pending(const struct store *st)
{
    const struct faulty *s = (const struct faulty *)st;
    return s->spoilt || store_pending(s->inner);
}

static int load(struct store *st, const char *id, uint32_t from, int (*fn)(void *ctx, const struct event *), void *ctx,
                struct store_row *row)
{
    int e = strike(as_faulty(st), FAULT_LOAD);
    return e ? e : store_load(as_faulty(st)->inner, id, from, fn, ctx, row);
}

static int find(struct store *st, const char *code, char id[ID_LEN + 1])
{
    int e = strike(as_faulty(st), FAULT_FIND);
    return e ? e : store_find(as_faulty(st)->inner, code, id);
}

static int has(struct store *st, const char *id, const char *actor, const char *action)
{
    int e = strike(as_faulty(st), FAULT_HAS);
    return e ? e : store_has(as_faulty(st)->inner, id, actor, action);
}

static int list(struct store *st, enum store_list what, const char *player, uint64_t time, int limit,
                int (*fn)(void *ctx, const struct store_row *), void *ctx)
{
    int e = strike(as_faulty(st), FAULT_LIST);
    return e ? e : store_list(as_faulty(st)->inner, what, player, time, limit, fn, ctx);
}

static int due(struct store *st, uint64_t *time)
{
    int e = strike(as_faulty(st), FAULT_DUE);
    return e ? e : store_due(as_faulty(st)->inner, time);
}

static int count(struct store *st, uint64_t n[TABLE_OVER + 1])
{
    int e = strike(as_faulty(st), FAULT_COUNT);
    return e ? e : store_count(as_faulty(st)->inner, n);
}

static int key(struct store *st, const char *name, uint8_t *value, size_t n)
{
    int e = strike(as_faulty(st), FAULT_KEY);
    return e ? e : store_key(as_faulty(st)->inner, name, value, n);
}

static int name_get(struct store *st, const char *player, char *name, size_t size)
{
    int e = strike(as_faulty(st), FAULT_NAME);
    return e ? e : store_name_get(as_faulty(st)->inner, player, name, size);
}

static int name_set(struct store *st, const char *player, const char *name)
{
    int e = strike_write(as_faulty(st), FAULT_NAME);
    return e ? e : store_name_set(as_faulty(st)->inner, player, name);
}

static void watch(struct store *st, void (*fn)(void *ctx, enum store_news, const char *id, uint32_t version), void *ctx)
{
    store_watch(as_faulty(st)->inner, fn, ctx);
}

static int sweep(struct store *st, const struct store_old *old, int limit, int *n)
{
    *n = 0;
    int e = strike_write(as_faulty(st), FAULT_SWEEP);
    return e ? e : as_faulty(st)->inner->ops->sweep(as_faulty(st)->inner, old, limit, n);
}

static int once(struct store *st, const char *word, const char *request, uint64_t until)
{
    int e = strike_write(as_faulty(st), FAULT_NAME);
    return e ? e : store_once(as_faulty(st)->inner, word, request, until);
}

static int era(struct store *st, const char *player, uint32_t *n)
{
    int e = strike(as_faulty(st), FAULT_NAME);
    return e ? e : store_era(as_faulty(st)->inner, player, n);
}

static int era_end(struct store *st, const char *player, uint32_t *n, const char *request, uint64_t until)
{
    int e = strike_write(as_faulty(st), FAULT_NAME);
    return e ? e : store_era_end(as_faulty(st)->inner, player, n, request, until);
}

static int ask(struct store *st, const struct store_ask *a, int n, void (*fn)(void *, const struct store_cell *),
               void *ctx)
{
    struct faulty *s = as_faulty(st);
    if (a[0].statement >= ASK_RESULT_SWEEP)
        return store_ask(s->inner, a, n, fn, ctx); /* FAULT_SWEEP has been looked at */
    bool writes = store_statement_writes(a[0].statement), lists = a[0].statement == ASK_CIRCLES_OF;
    int e = writes ? strike_write(s, FAULT_NAME) : strike(s, lists ? FAULT_LIST : FAULT_NAME);
    return e ? e : store_ask(s->inner, a, n, fn, ctx);
}

static int bytes(struct store *st, uint64_t *n)
{
    int e = strike(as_faulty(st), FAULT_COUNT);
    return e ? e : store_bytes(as_faulty(st)->inner, n);
}

/* What `tambo db` asks for never fails here. */
static int tables(struct store *st, int (*fn)(void *, const struct store_row *), void *ctx)
{
    return store_tables(as_faulty(st)->inner, fn, ctx);
}

static int players(struct store *st, int (*fn)(void *, const char *, const char *, uint64_t), void *ctx)
{
    return store_players(as_faulty(st)->inner, fn, ctx);
}

static int table_delete(struct store *st, const char *id) { return store_table_delete(as_faulty(st)->inner, id); }
static int name_delete(struct store *st, const char *id) { return store_name_delete(as_faulty(st)->inner, id); }

static int said_delete(struct store *st, const char *id, const char *player, int *n)
{
    return store_said_delete(as_faulty(st)->inner, id, player, n);
}

static int key_set(struct store *st, const char *name, const uint8_t *value, size_t n)
{
    return store_key_set(as_faulty(st)->inner, name, value, n);
}

static const char *why_of(const struct store *st)
{
    const struct faulty *s = (const struct faulty *)st;
    return s->own ? "it was to fail" : store_why(s->inner);
}

static const struct store_ops ops = {
    .close = close_store,
    .append = append,
    .commit = commit,
    .abandon = abandon,
    .pending = pending,
    .load = load,
    .find = find,
    .has = has,
    .list = list,
    .due = due,
    .count = count,
    .key = key,
    .name_get = name_get,
    .name_set = name_set,
    .watch = watch,
    .sweep = sweep,
    .once = once,
    .era = era,
    .era_end = era_end,
    .ask = ask,
    .bytes = bytes,
    .tables = tables,
    .players = players,
    .table_delete = table_delete,
    .name_delete = name_delete,
    .said_delete = said_delete,
    .key_set = key_set,
    .why = why_of,
};

struct store *store_fault_open(struct store *inner, struct fault *fault)
{
    struct faulty *s = calloc(1, sizeof *s);
    if (!s) {
        fputs("tambo: out of memory\n", stderr);
        abort();
    }
    s->store.ops = &ops;
    s->inner = inner;
    s->fault = fault;
    return &s->store;
}
