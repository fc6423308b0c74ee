/* store_postgres_read.c -- what the PostgreSQL store is asked; see store_postgres_in.h. Answers are here as a whole before anybody is told
 * of them, so that a function that is told may read itself. */
#include "store_postgres_in.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

void read_row(const struct pg_job *j, int k, int i, struct store_row *row)
{
    *row = (struct store_row){
        .version = (uint32_t)job_natural(j, k, i, 2),
        .status = (uint8_t)job_natural(j, k, i, 3),
        .listed = job_natural(j, k, i, 4) != 0,
        .due = job_natural(j, k, i, 5),
        .created = job_natural(j, k, i, 6),
        .changed = job_natural(j, k, i, 7),
        .summary = job_word(j, k, i, 8),
    };
    snprintf(row->id, sizeof row->id, "%s", job_word(j, k, i, 0));
    snprintf(row->code, sizeof row->code, "%s", job_word(j, k, i, 1));
}

/* Row and events are two statements, and between them somebody may have appended: more events than the row
 * counts are left out. */
static int tell_events(struct postgres *s, const struct pg_job *j, int k, const struct store_row *row,
                       int (*fn)(void *ctx, const struct event *), void *ctx, uint32_t from)
{
    uint32_t seq = from;
    for (int i = 0; i < job_rows(j, k); i++) {
        struct event v = job_event(j, k, i, 0);
        if (v.number > row->version || v.number != seq + 1) break;
        seq = v.number;
        int stop = fn(ctx, &v);
        if (stop) return stop;
    }
    if (from > row->version || seq == row->version) return 0;
    snprintf(s->why, sizeof s->why, "the events of table %s are not complete", row->id);
    return -EIO;
}

int read_load(struct store *st, const char *id, uint32_t from, int (*fn)(void *ctx, const struct event *), void *ctx,
              struct store_row *row)
{
    struct postgres *s = as_postgres(st);
    if (!job_is_text(id)) return batch_refuse(s, -ENOENT, "there is no such table");
    struct pg_job *j = batch_reading(s);
    struct store_row found;
    job_say(j, TABLE_GET);
    job_text(j, id);
    job_say(j, EVENTS_GET);
    job_text(j, id);
    job_number(j, from);
    int k = j->n - 2, e = batch_ask(s, j);
    if (!e && !job_rows(j, k)) e = batch_refuse(s, -ENOENT, "there is no such table");
    if (!e) {
        read_row(j, k, 0, &found);
        found.summary = NULL;
        if (row) *row = found;
        e = tell_events(s, j, k + 1, &found, fn, ctx, from);
    }
    job_free(j);
    return e;
}

int read_find(struct store *st, const char *code, char id[ID_LEN + 1])
{
    struct postgres *s = as_postgres(st);
    if (!s->spoilt && batch_has_code(s, code, id)) return 0;
    if (!job_is_text(code)) return batch_refuse(s, -ENOENT, "there is no table with this code");
    struct pg_job *j = job_new();
    job_say(j, TABLE_FIND);
    job_text(j, code);
    int e = batch_ask(s, j);
    if (!e && job_rows(j, 0)) snprintf(id, ID_LEN + 1, "%s", job_word(j, 0, 0, 0));
    else if (!e) e = batch_refuse(s, -ENOENT, "there is no table with this code");
    job_free(j);
    return e;
}

int read_has(struct store *st, const char *id, const char *actor, const char *action)
{
    struct postgres *s = as_postgres(st);
    struct held *t = s->spoilt ? NULL : batch_held(s, id);
    const struct deed *d = t ? batch_deed(t, actor, action) : NULL;
    if (!*action || !job_is_text(id) || !job_is_text(actor) || !job_is_text(action)) return 0;
    if (d || (t && t->added)) return d && d->stored;
    struct pg_job *j = job_new();
    job_say(j, EVENT_HAS);
    job_text(j, id);
    job_text(j, actor);
    job_text(j, action);
    int e = batch_ask(s, j);
    if (!e) e = job_rows(j, 0) > 0;
    if (t && e >= 0 && strlen(actor) <= PLAYER_LEN && strlen(action) <= ACTION_LEN) batch_add_deed(t, actor, action, e);
    job_free(j);
    return e;
}

int read_list(struct store *st, enum store_list what, const char *player, uint64_t time, int limit,
              int (*fn)(void *ctx, const struct store_row *), void *ctx)
{
    struct postgres *s = as_postgres(st);
    struct pg_job *j = batch_reading(s);
    job_say(j, what == LIST_LOBBY ? ROWS_LOBBY : what == LIST_PLAYER ? ROWS_PLAYER : ROWS_DUE);
    job_number(j, limit < 0 ? 0 : (uint64_t)limit);
    if (what == LIST_PLAYER) job_text(j, player);
    if (what == LIST_DUE) job_number(j, time);
    int k = j->n - 1, e = batch_ask(s, j);
    for (int i = 0; !e && i < job_rows(j, k); i++) {
        struct store_row row;
        read_row(j, k, i, &row);
        e = fn(ctx, &row);
    }
    job_free(j);
    return e;
}

int read_due(struct store *st, uint64_t *time)
{
    struct postgres *s = as_postgres(st);
    struct pg_job *j = batch_reading(s);
    job_say(j, DUE_GET);
    int k = j->n - 1, e = batch_ask(s, j);
    *time = !e && job_rows(j, k) ? job_natural(j, k, 0, 0) : 0;
    job_free(j);
    return e;
}

int read_count(struct store *st, uint64_t n[TABLE_OVER + 1])
{
    struct postgres *s = as_postgres(st);
    struct pg_job *j = batch_reading(s);
    memset(n, 0, (TABLE_OVER + 1) * sizeof *n);
    job_say(j, COUNT_GET);
    int k = j->n - 1, e = batch_ask(s, j);
    for (int i = 0; !e && i < job_rows(j, k); i++)
        if (job_natural(j, k, i, 0) <= TABLE_OVER) n[job_natural(j, k, i, 0)] = job_natural(j, k, i, 1);
    job_free(j);
    return e;
}
