/* store_postgres_entries.c -- of the PostgreSQL store: what is kept of players in lists. Of two servers that add the same
 * entry the first one's stays, as its key is unique; the other waits for that commit. */
#include "store_postgres_in.h"

#include <errno.h>
#include <stdio.h>

int entries_put(struct store *st, const struct store_entry *e, bool first)
{
    struct postgres *s = as_postgres(st);
    if (s->spoilt) return s->spoilt;
    if (!job_is_text(e->list) || !job_is_text(e->player) || !job_is_text(e->text))
        return batch_refuse(s, -EINVAL, "a text is not UTF-8");
    struct pg_job *j = batch_reading(s);
    batch_begin(s, j);
    job_say(j, first ? ENTRY_ADD : ENTRY_PUT);
    job_text(j, e->list);
    job_text(j, e->player);
    job_whole(j, e->rank);
    job_number(j, e->at);
    job_number(j, e->until);
    job_text(j, e->text);
    int n = batch_change(s, j);
    job_free(j);
    return batch_ended(st, n);
}

static struct store_entry read_entry(const struct pg_job *j, int k, int i)
{
    return (struct store_entry){.list = job_word(j, k, i, 0),
                                .player = job_word(j, k, i, 1),
                                .rank = job_integer(j, k, i, 2),
                                .at = job_natural(j, k, i, 3),
                                .until = job_natural(j, k, i, 4),
                                .text = job_word(j, k, i, 5)};
}

int entries_get(struct store *st, const char *list, const char *player, struct store_entry *e, char text[STORE_TEXT])
{
    struct postgres *s = as_postgres(st);
    if (!job_is_text(list) || !job_is_text(player)) return 0;
    struct pg_job *j = batch_reading(s);
    job_say(j, ENTRY_GET);
    job_text(j, list);
    job_text(j, player);
    int k = j->n - 1, status = batch_ask(s, j);
    if (!status && job_rows(j, k)) {
        *e = read_entry(j, k, 0);
        snprintf(text, STORE_TEXT, "%s", e->text);
        e->list = list, e->player = player, e->text = text;
        status = 1;
    }
    job_free(j);
    return status;
}

int entries_drop(struct store *st, const char *list, const char *player)
{
    struct postgres *s = as_postgres(st);
    if (s->spoilt) return s->spoilt;
    if (!job_is_text(list) || !job_is_text(player)) return 0;
    struct pg_job *j = batch_reading(s);
    batch_begin(s, j);
    job_say(j, ENTRY_DROP);
    job_text(j, list);
    job_text(j, player);
    int n = batch_change(s, j);
    job_free(j);
    return batch_ended(st, n);
}

int entries_place(struct store *st, const char *list, int64_t rank, struct store_place *place)
{
    struct postgres *s = as_postgres(st);
    *place = (struct store_place){.all = 0};
    if (!job_is_text(list)) return 0;
    struct pg_job *j = batch_reading(s);
    job_say(j, ENTRY_PLACE);
    job_text(j, list);
    job_whole(j, rank);
    int k = j->n - 1, e = batch_ask(s, j);
    if (!e && job_rows(j, k))
        *place = (struct store_place){job_natural(j, k, 0, 0), job_natural(j, k, 0, 1), job_natural(j, k, 0, 2)};
    job_free(j);
    return e;
}

/* Does the job, and tells what its last statement gives. */
static int tell(struct postgres *s, struct pg_job *j, int (*fn)(void *, const struct store_entry *), void *ctx)
{
    int k = j->n - 1, stop = batch_ask(s, j), n = stop ? 0 : job_rows(j, k);
    for (int i = 0; !stop && i < n; i++) {
        struct store_entry e = read_entry(j, k, i);
        stop = fn(ctx, &e);
    }
    job_free(j);
    return stop;
}

int entries_list(struct store *st, const char *list, int limit, int (*fn)(void *, const struct store_entry *),
                 void *ctx)
{
    struct postgres *s = as_postgres(st);
    if (!job_is_text(list)) return 0;
    struct pg_job *j = batch_reading(s);
    job_say(j, ENTRIES_BY_RANK);
    job_text(j, list);
    job_number(j, limit < 0 ? 0 : (uint64_t)limit);
    return tell(s, j, fn, ctx);
}

int entries_of(struct store *st, const char *player, const char *prefix, int (*fn)(void *, const struct store_entry *),
               void *ctx)
{
    struct postgres *s = as_postgres(st);
    if (!job_is_text(player) || !job_is_text(prefix)) return 0;
    struct pg_job *j = batch_reading(s);
    job_say(j, ENTRIES_OF);
    job_text(j, player);
    job_text(j, prefix);
    return tell(s, j, fn, ctx);
}
