/* store_postgres_ask.c -- of the PostgreSQL store: the statements of store_sql.h. Of two servers that add the same row the first
 * one's stays, as its key is unique; the other waits for that commit. */
#include "store_postgres_in.h"

#include <errno.h>

enum { OID_TEXT = 25 };

static bool is_fit(const struct store_ask *a)
{
    for (int i = 0; i < a->n; i++)
        if (!job_is_text(a->value[i].text)) return false;
    return true;
}

static void say(struct pg_job *j, const struct store_ask *a)
{
    job_say(j, (enum query)(SHARED + (int)a->statement));
    for (int i = 0; i < a->n; i++) {
        const struct store_value *v = &a->value[i];
        if (v->null) job_null(j);
        else if (v->text) job_text(j, v->text);
        else job_whole(j, v->number);
    }
}

static void tell(const struct pg_job *j, int k, int row, void (*fn)(void *, const struct store_cell *), void *ctx)
{
    struct store_cell cell[STORE_CELLS];
    int n = PQnfields(j->all[k].result);
    for (int i = 0; i < n && i < STORE_CELLS; i++) {
        bool words = PQftype(j->all[k].result, i) == OID_TEXT, null = job_is_null(j, k, row, i);
        cell[i] = (struct store_cell){
            .text = words ? job_word(j, k, row, i) : "", .number = words ? 0 : job_integer(j, k, row, i), .null = null};
    }
    fn(ctx, cell);
}

int ask_all(struct store *st, const struct store_ask *a, int n, void (*fn)(void *, const struct store_cell *),
            void *ctx)
{
    struct postgres *s = as_postgres(st);
    bool writes = store_statement_writes(a[0].statement);
    if (writes && s->spoilt) return s->spoilt;
    for (int i = 0; i < n; i++)
        if (!is_fit(&a[i])) return writes ? batch_refuse(s, -EINVAL, "a text is not UTF-8") : 0;
    struct pg_job *j = batch_reading(s);
    if (writes) batch_begin(s, j);
    for (int i = 0; i < n; i++) say(j, &a[i]);
    int e = batch_ask(s, j), k = j->n - 1, rows = e ? e : job_rows(j, k);
    for (int i = 0; !e && i < n; i++)
        if (store_statement_writes(a[i].statement) && job_rows(j, k + 1 - n + i)) s->dirty = true;
    for (int i = 0; fn && i < rows; i++) tell(j, k, i, fn, ctx);
    job_free(j);
    return writes ? batch_ended(st, rows) : rows;
}
