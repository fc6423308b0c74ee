/* store_postgres_batch.c -- batches of the PostgreSQL store: taking, writing, committing; see store_postgres_in.h.
 *
 * 1. A batch is one transaction on one connection: it begins with the first store_take, or with the first write. Of
 *    each table it writes to it holds the row's lock, had without waiting, or it is new.
 * 2. What is appended waits here, each table's facts as the last append left them, and goes to the database with the commit or
 *    with the next read that could see it: always all of it, in few statements whatever their number.
 * 3. What append promises is known before anything is sent: versions are those of locked rows; id and code of a new table
 *    were free just now; an action is looked for under the lock, unless the caller took the table, and so has seen all that is
 *    stored there. What somebody else does meanwhile with a new table of the same id or code is found out by the database: that is
 *    -EAGAIN, of the whole batch.
 * 4. After a failure the batch is spoilt: its errno stays until commit has returned it. */
#include "../base/clock.h"
#include "../base/hash.h"
#include "../base/must.h"
#include "store_postgres_in.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int batch_refuse(struct postgres *s, int e, const char *why)
{
    snprintf(s->why, sizeof s->why, "%s", why);
    return e;
}

/* ---- the tables of a batch ---- */

static struct held **chain(struct postgres *s, const char *id) { return &s->tables[hash_text(id) % BATCH_CHAINS]; }

struct held *batch_held(struct postgres *s, const char *id)
{
    struct held *t = *chain(s, id);
    while (t && strcmp(t->row.id, id) != 0) t = t->next;
    return t;
}

static struct held *hold(struct postgres *s, const char *id)
{
    struct held *t = must(calloc(1, sizeof *t)), **p = chain(s, id);
    snprintf(t->row.id, sizeof t->row.id, "%s", id);
    t->next = *p;
    *p = t;
    return t;
}

static void drop_held(struct held *t)
{
    while (t->deeds) {
        struct deed *d = t->deeds;
        t->deeds = d->next;
        free(d);
    }
    free((void *)(uintptr_t)t->row.summary);
    free(t);
}

void batch_forget(struct postgres *s, const char *id)
{
    struct held **p = chain(s, id);
    while (*p && strcmp((*p)->row.id, id) != 0) p = &(*p)->next;
    if (!*p) return;
    struct held *t = *p;
    *p = t->next;
    drop_held(t);
}

void batch_add_deed(struct held *t, const char *actor, const char *action, bool stored)
{
    struct deed *d = must(calloc(1, sizeof *d));
    snprintf(d->actor, sizeof d->actor, "%s", actor);
    snprintf(d->action, sizeof d->action, "%s", action);
    d->stored = stored;
    d->next = t->deeds;
    t->deeds = d;
}

struct deed *batch_deed(struct held *t, const char *actor, const char *action)
{
    struct deed *d = t->deeds;
    while (d && (strcmp(d->action, action) != 0 || strcmp(d->actor, actor) != 0)) d = d->next;
    return d;
}

static void forget_waiting(struct waiting *w)
{
    struct array *all[] = {&w->key,      &w->seq,         &w->at,          &w->kind,       &w->seat,     &w->actor,
                           &w->action,   &w->text,        &w->stale_key,   &w->stale_from, &w->stale_to, &w->seat_key,
                           &w->seat_tbl, &w->seat_player, &w->name_player, &w->name};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) job_array_drop(all[i]);
    w->any = false;
}

static void forget_batch(struct postgres *s)
{
    for (int i = 0; i < BATCH_CHAINS; i++)
        while (s->tables[i]) {
            struct held *t = s->tables[i];
            s->tables[i] = t->next;
            drop_held(t);
        }
    forget_waiting(&s->waiting);
    s->said.n = 0;
    s->epoch = 0;
    s->taken = s->dirty = s->lobby = false;
    s->spoilt = 0;
}

/* ---- talking to the database ---- */

/* The end of the transaction, if it is still open there. Nobody waits for that. */
static void roll_back(struct postgres *s)
{
    if (!s->epoch) return;
    struct pg_job *j = job_new();
    job_say(j, DO_ROLLBACK);
    j->epoch = s->epoch;
    conn_post(&s->conn, j, NULL);
    s->epoch = 0;
}

static int failed(struct postgres *s, int e, const char *why)
{
    if ((s->epoch || s->dirty) && !s->spoilt) {
        s->spoilt = e;
        forget_waiting(&s->waiting);
        roll_back(s);
    }
    return batch_refuse(s, e, why);
}

/* The job as part of the batch, if there is one. */
int batch_ask(struct postgres *s, struct pg_job *j)
{
    s->store.trips++;
    j->epoch = s->epoch;
    int e = conn_run(&s->conn, j);
    if (e) return failed(s, e, j->why);
    if (j->n && j->all[0].query == DO_BEGIN) s->epoch = j->epoch;
    for (int k = 0; k < j->n; k++)
        if (j->all[k].query == TAKE_TABLES && job_rows(j, k)) conn_clock(&s->conn, j, job_natural(j, k, 0, 5));
    return 0;
}

void batch_begin(struct postgres *s, struct pg_job *j)
{
    if (!s->epoch && !j->n) job_say(j, DO_BEGIN);
}

static void send_tables(struct postgres *s, struct pg_job *j)
{
    struct array add[10] = {{.count = 0}}, change[7] = {{.count = 0}};
    for (int i = 0; i < BATCH_CHAINS; i++)
        for (struct held *t = s->tables[i]; t; t = t->next) {
            if (!t->changed) continue;
            const struct store_row *r = &t->row;
            struct array *a = t->added ? add : change;
            job_array_number(a++, t->key);
            if (t->added) job_array_text(a++, r->id), job_array_text(a++, r->code);
            job_array_number(a++, r->version);
            job_array_number(a++, r->status);
            job_array_number(a++, r->listed);
            job_array_number(a++, r->due);
            if (t->added) job_array_number(a++, r->created);
            job_array_number(a++, r->changed);
            job_array_text(a, r->summary);
            t->added = t->changed = false;
        }
    if (add[0].count) {
        job_say(j, TABLES_ADD);
        for (int i = 0; i < 10; i++) job_array(j, &add[i]);
    }
    if (change[0].count) {
        job_say(j, TABLES_CHANGE);
        for (int i = 0; i < 7; i++) job_array(j, &change[i]);
    }
}

/* Puts everything that waits into the job. */
static void send_waiting(struct postgres *s, struct pg_job *j)
{
    struct waiting *w = &s->waiting;
    if (!w->any) return;
    w->any = false;
    batch_begin(s, j);
    send_tables(s, j);
    if (w->key.count) {
        job_say(j, EVENTS_ADD);
        struct array *all[] = {&w->key, &w->seq, &w->at, &w->kind, &w->seat, &w->actor, &w->action, &w->text};
        for (int i = 0; i < 8; i++) job_array(j, all[i]);
    }
    if (w->stale_key.count) {
        job_say(j, EVENTS_STALE);
        job_array(j, &w->stale_key), job_array(j, &w->stale_from), job_array(j, &w->stale_to);
    }
    if (w->seat_key.count) {
        job_say(j, SEATS_DROP);
        job_array(j, &w->seat_key);
    }
    if (w->seat_tbl.count) {
        job_say(j, SEATS_ADD);
        job_array(j, &w->seat_tbl), job_array(j, &w->seat_player);
    }
    if (w->name.count) {
        job_say(j, NAMES_SET);
        job_array(j, &w->name_player), job_array(j, &w->name);
    }
}

/* A job for reading: what the batch has is sent before it, so that it is seen. */
struct pg_job *batch_reading(struct postgres *s)
{
    struct pg_job *j = job_new();
    if (!s->spoilt) send_waiting(s, j);
    return j;
}

int batch_change(struct postgres *s, struct pg_job *j)
{
    int e = batch_ask(s, j), n = e ? e : job_rows(j, j->n - 1);
    if (n > 0) s->dirty = true;
    return n;
}

int batch_ended(struct store *st, int e)
{
    const struct postgres *s = as_postgres(st);
    if (!s->spoilt && !s->dirty && !s->taken) batch_abandon(st);
    return e;
}

/* ---- the end of a batch ---- */

void batch_abandon(struct store *st)
{
    struct postgres *s = as_postgres(st);
    roll_back(s);
    forget_batch(s);
}

void batch_say(struct postgres *s, const char *word)
{
    size_t n = strlen(word);
    if (s->said.n + n + 2 > s->said.room) {
        s->said.room = 2 * s->said.room + n + 2;
        s->said.p = must(realloc(s->said.p, s->said.room));
    }
    memcpy(s->said.p + s->said.n, word, n + 1);
    s->said.n += n;
}

/* What the others are told, in words: tID:VERSION, l, pPLAYER, by spaces. */
static void say_tables(struct postgres *s)
{
    char word[64];
    for (int i = 0; i < BATCH_CHAINS; i++)
        for (struct held *t = s->tables[i]; t; t = t->next) {
            if (!t->written) continue; /* it only was taken */
            snprintf(word, sizeof word, " t%s:%u", t->row.id, (unsigned)t->row.version);
            batch_say(s, word);
        }
    if (s->lobby) batch_say(s, " l");
}

int batch_commit(struct store *st)
{
    struct postgres *s = as_postgres(st);
    int e = s->spoilt;
    if (!e && (s->epoch || s->dirty)) {
        struct pg_job *j = batch_reading(s);
        say_tables(s);
        if (s->dirty && s->said.n) {
            job_say(j, NEWS_ADD);
            job_number(j, s->node);
            job_text(j, s->said.p);
        }
        job_say(j, DO_COMMIT);
        e = batch_ask(s, j);
        if (!e && s->dirty && s->said.n) side_say(s->side, s->said.p);
        job_free(j);
    }
    forget_batch(s);
    return e;
}

bool batch_pending(const struct store *st)
{
    const struct postgres *s = (const struct postgres *)st;
    return s->dirty || s->spoilt;
}

/* ---- writing ---- */

static void take_row(struct postgres *s, const struct pg_job *j, int k, int row, const char *id)
{
    if (batch_held(s, id)) return; /* taken before: what the batch did to it stays */
    struct held *t = hold(s, id);
    t->key = job_natural(j, k, row, 0);
    t->row.version = (uint32_t)job_natural(j, k, row, 1);
    t->row.status = (uint8_t)job_natural(j, k, row, 2);
    t->row.listed = job_natural(j, k, row, 3) != 0;
}

/* Takes them; the job has the events behind their versions, too, if there are versions. */
static int take_tables(struct postgres *s, struct pg_job **out, struct store_take *w, int n, bool events)
{
    struct array ids = {.count = 0}, versions = {.count = 0}, again = {.count = 0};
    struct pg_job *j = *out = batch_reading(s);
    batch_begin(s, j);
    for (int i = 0; i < n; i++) {
        job_array_text(&ids, w[i].id);
        job_array_text(&again, w[i].id);
        job_array_number(&versions, w[i].version);
    }
    int first = j->n;
    job_say(j, TAKE_TABLES);
    job_array(j, &ids);
    if (events) {
        job_say(j, TAKE_EVENTS);
        job_array(j, &again), job_array(j, &versions);
    }
    job_array_drop(&again), job_array_drop(&versions);
    int e = batch_ask(s, j);
    for (int i = 0; i < n; i++) {
        w[i].status = e ? e : !job_is_null(j, first, i, 0) ? 0 : job_is_null(j, first, i, 4) ? -ENOENT : -EAGAIN;
        if (w[i].status == 0) take_row(s, j, first, i, w[i].id);
    }
    return e ? e : first + 1;
}

int batch_take(struct store *st, struct store_take *w, int n, int (*fn)(void *ctx, int i, const struct event *),
               void *ctx)
{
    struct postgres *s = as_postgres(st);
    if (s->spoilt) return s->spoilt;
    if (n == 0) return 0;
    struct pg_job *j;
    int k = take_tables(s, &j, w, n, true), stop = k < 0 ? k : 0;
    if (k >= 0) s->taken = true;
    for (int row = 0; !stop && row < job_rows(j, k); row++) {
        int i = (int)job_natural(j, k, row, 0) - 1;
        struct event v = job_event(j, k, row, 1);
        if (w[i].status == 0) stop = fn(ctx, i, &v);
    }
    for (int i = 0; k >= 0 && i < n; i++) {
        struct held *t = w[i].status == 0 ? batch_held(s, w[i].id) : NULL;
        w[i].version = t ? t->row.version : 0;
        if (t) t->taken = true;
    }
    job_free(j);
    return stop;
}

int batch_hold(struct postgres *s, const char *id, uint32_t expected, struct held **out)
{
    struct held *t = batch_held(s, id);
    if (!t) {
        struct store_take w = {.id = id};
        struct pg_job *j;
        int e = take_tables(s, &j, &w, 1, false);
        job_free(j);
        if (e < 0) return e;
        if (w.status == -EAGAIN) return failed(s, -EAGAIN, "another server has the table just now");
        t = batch_held(s, id);
    }
    if (!t || (expected != BATCH_ANY && t->row.version != expected))
        return batch_refuse(s, -EEXIST, "the table has another version");
    *out = t;
    return 0;
}

bool batch_has_code(struct postgres *s, const char *code, char id[ID_LEN + 1])
{
    for (int i = 0; i < BATCH_CHAINS; i++)
        for (struct held *t = s->tables[i]; t; t = t->next)
            if (t->row.code[0] && strcmp(t->row.code, code) == 0) {
                snprintf(id, ID_LEN + 1, "%s", t->row.id);
                return true;
            }
    return false;
}

static int hold_new(struct postgres *s, const struct store_row *row, struct held **out)
{
    char id[ID_LEN + 1];
    bool is_taken = batch_held(s, row->id) || batch_has_code(s, row->code, id);
    uint64_t key = 0;
    if (!is_taken) {
        struct pg_job *j = job_new();
        job_say(j, TABLE_IS_FREE);
        job_text(j, row->id);
        job_text(j, row->code);
        int e = batch_ask(s, j);
        if (!e) {
            key = job_natural(j, 0, 0, 0);
            is_taken = job_natural(j, 0, 0, 1) != 0;
        }
        job_free(j);
        if (e) return e;
    }
    if (is_taken) return batch_refuse(s, -EEXIST, "the id or the code is taken");
    struct held *t = *out = hold(s, row->id);
    t->key = key;
    t->added = true;
    t->row.created = row->created;
    memcpy(t->row.code, row->code, sizeof t->row.code);
    return 0;
}

/* Is one of the actions stored already, or twice among them? 1 yes. Those of which nobody asked before are asked for. */
static int are_stored(struct postgres *s, struct held *t, const struct event *e, int n)
{
    struct array actors = {.count = 0}, actions = {.count = 0};
    bool stored = false;
    for (int i = 0; !stored && i < n; i++) {
        const char *actor = e[i].actor ? e[i].actor : "", *action = e[i].action;
        if (!action || !*action) continue;
        const struct deed *d = batch_deed(t, actor, action);
        if (d) stored = d->stored;
        else if (!t->added && !t->taken) job_array_text(&actors, actor), job_array_text(&actions, action);
        for (int k = 0; !stored && k < i; k++)
            stored =
                e[k].action && strcmp(e[k].action, action) == 0 && strcmp(e[k].actor ? e[k].actor : "", actor) == 0;
    }
    int result = stored;
    if (!stored && actions.count) {
        struct pg_job *j = job_new();
        job_say(j, EVENTS_HAVE);
        job_number(j, t->key);
        job_array(j, &actors), job_array(j, &actions);
        result = batch_ask(s, j);
        if (!result) result = job_rows(j, 0) > 0;
        job_free(j);
    }
    job_array_drop(&actors), job_array_drop(&actions);
    return result;
}

static void add_events(struct postgres *s, struct held *t, uint32_t from, const struct event *e, int n)
{
    struct waiting *w = &s->waiting;
    for (int i = 0; i < n; i++) {
        job_array_number(&w->key, t->key);
        job_array_number(&w->seq, from + (uint32_t)i + 1);
        job_array_number(&w->at, e[i].at);
        job_array_number(&w->kind, e[i].kind);
        job_array_integer(&w->seat, e[i].seat);
        job_array_text(&w->actor, e[i].actor);
        job_array_text(&w->action, e[i].action);
        job_array_bytes(&w->text, e[i].text, e[i].n);
        if (e[i].action && *e[i].action) batch_add_deed(t, e[i].actor ? e[i].actor : "", e[i].action, true);
    }
}

static bool in_lobby(const struct store_row *r) { return r->status == TABLE_OPEN && r->listed; }

/* The row as the batch leaves it, and what goes with it. */
static void change_row(struct postgres *s, struct held *t, const struct store_row *row, uint32_t version)
{
    struct waiting *w = &s->waiting;
    s->lobby |= in_lobby(&t->row) || in_lobby(row);
    t->row.version = version;
    t->row.status = row->status;
    t->row.listed = row->listed;
    t->row.due = row->due;
    t->row.changed = row->changed;
    free((void *)(uintptr_t)t->row.summary);
    t->row.summary = must(strdup(row->summary ? row->summary : ""));
    t->changed = t->written = true;
    if (row->stale_to) {
        job_array_number(&w->stale_key, t->key);
        job_array_number(&w->stale_from, row->stale_from);
        job_array_number(&w->stale_to, row->stale_to < version ? row->stale_to : version); /* more may come first */
    }
    w->any = s->dirty = true;
}

/* Seats that wait are replaced by newer ones: what waits is sent first. */
static int change_seats(struct postgres *s, struct held *t, const struct store_row *row)
{
    struct waiting *w = &s->waiting;
    if (w->seat_key.count) {
        struct pg_job *j = batch_reading(s);
        int e = batch_ask(s, j);
        job_free(j);
        if (e) return e;
    }
    job_array_number(&w->seat_key, t->key);
    for (int i = 0; i < row->players_n; i++) {
        job_array_number(&w->seat_tbl, t->key);
        job_array_text(&w->seat_player, row->players[i]);
    }
    w->any = true;
    return 0;
}

int batch_append(struct store *st, struct store_row *row, uint32_t expected, const struct event *events, int n)
{
    struct postgres *s = as_postgres(st);
    struct held *t = NULL;
    if (n < (expected ? 0 : 1)) return batch_refuse(s, -EINVAL, "a table begins with an event");
    bool good = job_is_text(row->id) && job_is_text(row->code) && job_is_text(row->summary);
    for (int i = 0; i < n; i++) good &= job_is_text(events[i].actor) && job_is_text(events[i].action);
    if (!good) return batch_refuse(s, -EINVAL, "a text is not UTF-8");
    if (s->spoilt) return s->spoilt;
    int e = expected ? batch_hold(s, row->id, expected, &t) : hold_new(s, row, &t);
    if (!e) e = are_stored(s, t, events, n);
    if (e == 1) {
        e = batch_refuse(s, -EEXIST, "the action is stored already");
        if (!expected) batch_forget(s, row->id);
    }
    if (!e && row->seated) e = change_seats(s, t, row);
    if (!e) {
        row->version = expected + (uint32_t)n;
        add_events(s, t, expected, events, n);
        change_row(s, t, row, row->version);
    } else if (!s->dirty && !s->taken && !s->spoilt) {
        batch_abandon(st); /* nothing was begun */
    }
    return e;
}
