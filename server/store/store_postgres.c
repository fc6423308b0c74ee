/* store_postgres.c -- the store's driver for a PostgreSQL database that several servers share; see store_driver.h. Its parts, and how they
 * hang together, are in store_postgres_in.h.
 *
 * 1. A batch is one transaction on one connection. What is added waits here, and goes to the database with the commit or with the
 *    next statement that is asked for rows: always all of it, in one request.
 * 2. Rows of the statements in `many` are gathered, and sent as one statement with an array for each column, in the order of
 *    that list, which is also the order in which they are added for one table; any other statement is behind the rows before it.
 * 3. Tables are locked without waiting: their rows, until the transaction ends. What somebody else does meanwhile with a new table
 *    of the same id or code, or with an action, is found out by the database: that is -EAGAIN, of the whole batch. */
#include "../base/clock.h"
#include "../base/must.h"
#include "store_postgres_in.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* Statements that PostgreSQL does for many rows at once, in the order they are sent. */
static const enum store_statement many[] = {ASK_TABLE_CHANGE, ASK_EVENT_ADD, ASK_EVENT_STALE};
enum { MANY = sizeof many / sizeof *many, FETCH = 16 };

struct postgres {
    struct store store;                    /* must be first */
    char *url;                             /* with its secrets */
    struct pg_conn conn;                   /* for batches and reading */
    struct side *side;                     /* for the rest */
    int64_t offset;                        /* of the database's clock to the steady one, us */
    struct pg_job *waiting;                /* of the batch: what is to be sent; NULL: nothing but rows */
    struct array rows[MANY][STORE_VALUES]; /* ... and behind it, column by column */
    struct bytes said;                     /* what others will be told of the batch, NUL-terminated */
    bool lobby;                            /* ... and that the lobby has changed */
    struct pg_job *fetched;                /* answers of what was gathered; NULL: none */
    struct store_ask gathered[FETCH];      /* [gathered_n]; their texts are our own */
    int gathered_n, fetched_at;            /* the job's statement that is the first of them */
    uint64_t epoch;                        /* the connection of the batch; 0: nothing of it was sent */
    char away[256];                        /* what is wrong now */
};

static struct postgres *as_postgres(struct store *s) { return (struct postgres *)s; }

/* ---- what waits ---- */

static struct pg_job *waiting(struct postgres *s)
{
    if (!s->waiting) s->waiting = job_new();
    return s->waiting;
}

/* Rows become statements: what is added now stands behind them. */
static void close_rows(struct postgres *s)
{
    for (int m = 0; m < MANY; m++) {
        if (!s->rows[m][0].count) continue;
        struct pg_job *j = waiting(s);
        job_say(j, (enum query)(SHARED + (int)many[m]));
        for (int i = 0; i < STORE_VALUES && s->rows[m][i].count; i++) job_array(j, &s->rows[m][i]);
    }
}

/* Of several changes of a table the database would do any one: the second one is a statement of its own. */
static void add_row(struct postgres *s, int m, const struct store_ask *a)
{
    if (many[m] == ASK_TABLE_CHANGE && job_array_has(&s->rows[m][0], a->value[0].number)) close_rows(s);
    for (int i = 0; i < a->n; i++) {
        const struct store_value *v = &a->value[i];
        if (v->kind == VALUE_TEXT) job_array_text(&s->rows[m][i], v->text);
        else if (v->kind == VALUE_BLOB) job_array_bytes(&s->rows[m][i], v->text, v->n);
        else job_array_integer(&s->rows[m][i], v->number);
    }
}

static void say(struct pg_job *j, const struct store_ask *a)
{
    job_say(j, (enum query)(SHARED + (int)a->statement));
    for (int i = 0; i < a->n; i++) {
        const struct store_value *v = &a->value[i];
        if (v->null) job_null(j);
        else if (v->kind == VALUE_TEXT) job_text(j, v->text);
        else if (v->kind == VALUE_BLOB) job_bytes(j, v->text, v->n);
        else job_whole(j, v->number);
    }
}

/* What was fetched ahead. */
static void fetched_drop(struct store *st)
{
    struct postgres *s = as_postgres(st);
    for (int i = 0; i < s->gathered_n; i++)
        for (int k = 0; k < s->gathered[i].n; k++) free((void *)(uintptr_t)s->gathered[i].value[k].text);
    job_free(s->fetched);
    s->fetched = NULL;
    s->gathered_n = 0;
}

static int add(struct store *st, const struct store_ask *a)
{
    struct postgres *s = as_postgres(st);
    /* only SQLite has something to save: store_sql.h */
    enum store_statement statement = a->statement == ASK_TABLE_TOUCH ? ASK_TABLE_CHANGE : a->statement;
    fetched_drop(st);
    for (int m = 0; m < MANY; m++)
        if (many[m] == statement) return add_row(s, m, a), 0;
    close_rows(s);
    say(waiting(s), a);
    return 0;
}

static void forget(struct postgres *s)
{
    job_free(s->waiting);
    s->waiting = NULL;
    for (int m = 0; m < MANY; m++)
        for (int i = 0; i < STORE_VALUES; i++) job_array_drop(&s->rows[m][i]);
    s->said.n = 0;
    s->lobby = false;
    s->epoch = 0;
}

/* ---- asking ---- */

/* A job that begins with all that waits. */
static struct pg_job *take_waiting(struct postgres *s)
{
    close_rows(s);
    struct pg_job *j = waiting(s);
    s->waiting = NULL;
    return j;
}

static int do_job(struct postgres *s, struct pg_job *j)
{
    s->store.trips++;
    j->epoch = s->epoch;
    int e = conn_run(&s->conn, j);
    if (e) return store_refuse(&s->store, e, j->why);
    if (j->all[0].query == DO_BEGIN) s->epoch = j->epoch;
    return 0;
}

/* ---- fetched ahead ---- */

/* What there is no room for is asked for when it is wanted. */
static void gather(struct store *st, const struct store_ask *all, int n)
{
    struct postgres *s = as_postgres(st);
    if (s->fetched) fetched_drop(st);
    for (int i = 0; i < n && s->gathered_n + n - i <= FETCH; i++) {
        struct store_ask *a = &s->gathered[s->gathered_n++];
        *a = all[i];
        for (int k = 0; k < a->n; k++)
            if (a->value[k].text) a->value[k].text = must(strdup(a->value[k].text));
    }
}

static int fetch(struct store *st)
{
    struct postgres *s = as_postgres(st);
    if (s->fetched) fetched_drop(st); /* nothing was gathered since */
    if (!s->gathered_n) return 0;
    struct pg_job *j = take_waiting(s);
    s->fetched_at = j->n;
    for (int i = 0; i < s->gathered_n; i++) say(j, &s->gathered[i]);
    int e = do_job(s, j);
    if (!e) s->fetched = j;
    else job_free(j), fetched_drop(st);
    return e;
}

static bool is_same(const struct store_ask *a, const struct store_ask *b)
{
    bool same = a->statement == b->statement && a->n == b->n;
    for (int i = 0; same && i < a->n; i++) {
        const struct store_value *v = &a->value[i], *w = &b->value[i];
        same = v->number == w->number && v->null == w->null && !v->text == !w->text &&
               (!v->text || strcmp(v->text, w->text) == 0);
    }
    return same;
}

/* Where their answers are among those that were fetched; -1: nowhere. */
static int find_fetched(const struct postgres *s, const struct store_ask *all, int n)
{
    for (int i = 0; s->fetched && i + n <= s->gathered_n; i++) {
        int k = 0;
        while (k < n && is_same(&s->gathered[i + k], &all[k])) k++;
        if (k == n) return s->fetched_at + i;
    }
    return -1;
}

/* ---- rows ---- */

/* The rows of n statements of a job from the first on; how many the last one has. */
static int tell(const struct pg_job *j, int first, int n, int (*fn)(void *ctx, int k, const struct store_cell *row),
                void *ctx)
{
    int stop = 0;
    for (int k = 0; fn && k < n && !stop; k++)
        for (int row = 0; row < job_rows(j, first + k) && !stop; row++) {
            struct store_cell cell[STORE_CELLS];
            job_cells(j->all[first + k].result, row, cell);
            stop = fn(ctx, k, cell);
        }
    return job_rows(j, first + n - 1);
}

/* All answers are here before anybody is told of them, so that a function that is told may read itself. */
static int run(struct store *st, const struct store_ask *all, int n,
               int (*fn)(void *ctx, int k, const struct store_cell *row), void *ctx)
{
    struct postgres *s = as_postgres(st);
    int at = find_fetched(s, all, n);
    if (at >= 0) return tell(s->fetched, at, n, fn, ctx);
    for (int i = 0; i < n; i++)
        if (store_statement_writes(all[i].statement)) fetched_drop(st);
    struct pg_job *j = take_waiting(s);
    int first = j->n;
    for (int i = 0; i < n; i++) say(j, &all[i]);
    int e = do_job(s, j);
    if (!e) e = tell(j, first, n, fn, ctx);
    job_free(j);
    return e;
}

/* ---- batches ---- */

static int begin(struct store *st)
{
    job_say(waiting(as_postgres(st)), DO_BEGIN);
    return 0;
}

/* Nobody waits for the end of the transaction, if it has begun there. */
static void rollback(struct store *st)
{
    struct postgres *s = as_postgres(st);
    if (s->epoch) {
        struct pg_job *j = job_new();
        job_say(j, DO_ROLLBACK);
        j->epoch = s->epoch;
        conn_post(&s->conn, j, NULL);
    }
    fetched_drop(st);
    forget(s);
}

static void add_said(struct postgres *s, const char *word)
{
    size_t n = strlen(word);
    if (s->said.n + n + 1 > s->said.room) {
        s->said.room = 2 * s->said.room + n + 1;
        s->said.p = must(realloc(s->said.p, s->said.room));
    }
    memcpy(s->said.p + s->said.n, word, n + 1);
    s->said.n += n;
}

/* Words by spaces: tID:VERSION, l, pPLAYER. */
static void news(struct store *st, enum store_news what, const char *id, uint32_t version)
{
    struct postgres *s = as_postgres(st);
    char word[PLAYER_LEN + 16];
    if (what == NEWS_LOBBY) {
        s->lobby = true;
        return;
    }
    if (what == NEWS_TABLE) snprintf(word, sizeof word, " t%s:%u", id, (unsigned)version);
    else snprintf(word, sizeof word, " p%s", id);
    add_said(s, word);
}

static int commit(struct store *st)
{
    struct postgres *s = as_postgres(st);
    if (!s->epoch && !st->dirty) return forget(s), 0; /* the database knows nothing of it */
    struct pg_job *j = take_waiting(s);
    if (s->lobby) add_said(s, " l");
    bool says = st->dirty && s->said.n;
    if (says) {
        job_say(j, NEWS_ADD);
        job_number(j, st->node);
        job_text(j, s->said.p);
    }
    job_say(j, DO_COMMIT);
    int e = do_job(s, j);
    job_free(j);
    if (e) return e;
    if (says) side_say(s->side, s->said.p);
    fetched_drop(st);
    forget(s);
    return 0;
}

/* ---- locks ---- */

static void read_locked(const struct pg_job *j, int k, struct store_lock *w, struct store_locked *l, int n)
{
    for (int i = 0; i < n; i++) {
        w[i].status = !job_is_null(j, k, i, 0) ? 0 : job_is_null(j, k, i, 4) ? -ENOENT : -EAGAIN;
        if (w[i].status) continue;
        l[i] = (struct store_locked){.key = job_natural(j, k, i, 0),
                                     .version = (uint32_t)job_natural(j, k, i, 1),
                                     .state = (uint8_t)job_natural(j, k, i, 2),
                                     .listed = job_natural(j, k, i, 3) != 0};
    }
}

static int lock(struct store *st, struct store_lock *w, struct store_locked *l, int n,
                int (*fn)(void *ctx, int i, const struct event *), void *ctx)
{
    struct postgres *s = as_postgres(st);
    struct array ids = {.count = 0}, versions = {.count = 0}, again = {.count = 0};
    fetched_drop(st);
    struct pg_job *j = take_waiting(s);
    for (int i = 0; i < n; i++) {
        job_array_text(&ids, w[i].id);
        job_array_text(&again, w[i].id);
        job_array_number(&versions, w[i].version);
    }
    int k = j->n, stop = 0;
    job_say(j, LOCK_TABLES);
    job_array(j, &ids);
    if (fn) {
        job_say(j, LOCK_EVENTS);
        job_array(j, &again), job_array(j, &versions);
    }
    job_array_drop(&again), job_array_drop(&versions);
    int e = do_job(s, j);
    if (!e) read_locked(j, k, w, l, n);
    if (!e && job_rows(j, k)) conn_clock(&s->conn, j, job_natural(j, k, 0, 5));
    for (int row = 0; !e && fn && !stop && row < job_rows(j, k + 1); row++) {
        int i = (int)job_natural(j, k + 1, row, 0) - 1;
        struct event v = job_event(j, k + 1, row, 1);
        if (w[i].status == 0) stop = fn(ctx, i, &v);
    }
    job_free(j);
    return e;
}

/* ---- what servers tell one another ---- */

/* Only the loop asks. The side asks the database each second: it is the first to know if nobody else does anything. */
static const char *away(struct store *st)
{
    struct postgres *s = as_postgres(st);
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
    return side_here(s->side, id, fn, ctx, watching, st->why);
}

static int spend(struct store *st, const char *name, uint32_t cost, uint32_t per_hour, uint32_t burst,
                 uint32_t *wait_ms)
{
    struct postgres *s = as_postgres(st);
    return side_spend(s->side, &(struct spending){name, cost, per_hour, burst}, wait_ms, st->why);
}

static int share(struct store *st, const struct store_share *p, uint32_t *wait_ms)
{
    struct postgres *s = as_postgres(st);
    return side_share(s->side, p, wait_ms, st->why);
}

/* ---- opening ---- */

static void close_store(struct store *st)
{
    struct postgres *s = as_postgres(st);
    batch_rollback(st);
    fetched_drop(st);
    conn_close(&s->conn);
    side_close(s->side);
    free(s->said.p);
    free(s->url);
    store_drop(st);
    free(s);
}

static const struct store_driver driver = {
    .utf8 = true,
    .shared = true,
    .close = close_store,
    .begin = begin,
    .commit = commit,
    .rollback = rollback,
    .run = run,
    .add = add,
    .lock = lock,
    .gather = gather,
    .fetch = fetch,
    .fetched_drop = fetched_drop,
    .news = news,
    .watch = watch,
    .away = away,
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
    if (first && store_postgres_schema(first, true, NULL, why) == 0)
        second = dial_connect(url, store_postgres_set_side, why);
    if (!second) {
        PQfinish(first);
        return NULL;
    }
    struct postgres *s = must(calloc(1, sizeof *s));
    store_init(&s->store, &driver);
    s->url = must(strdup(url));
    if (getrandom(&s->store.node, sizeof s->store.node, 0) != sizeof s->store.node) abort();
    s->store.node >>= 1;
    s->offset = (int64_t)(clock_wall() - clock_steady()); /* until the database has been asked */
    s->conn = (struct pg_conn){
        .url = s->url, .set = set, .loop = loop, .offset = &s->offset, .job_ms = loop ? JOB_MS : COMMAND_MS};
    conn_open(&s->conn, first);
    s->side = side_open(s->url, second, s->store.node, loop, &s->offset);
    return &s->store;
}
