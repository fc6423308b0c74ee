/* store_sqlite_ask.c -- of the store in SQLite: the statements of store_sql.h. */
#include "store_sqlite_in.h"

static void bind(sqlite3_stmt *q, const struct store_ask *a)
{
    for (int i = 0; q && i < a->n; i++) {
        char name[8];
        snprintf(name, sizeof name, "$%d", i + 1);
        int k = sqlite3_bind_parameter_index(q, name);
        const struct store_value *v = &a->value[i];
        if (v->null) bound(sqlite3_bind_null(q, k));
        else if (v->text) text(q, k, v->text);
        else bound(sqlite3_bind_int64(q, k, v->number));
    }
}

static void tell(sqlite3_stmt *q, void (*fn)(void *, const struct store_cell *), void *ctx)
{
    struct store_cell cell[STORE_CELLS];
    int n = sqlite3_column_count(q);
    for (int i = 0; i < n && i < STORE_CELLS; i++) {
        bool words = sqlite3_column_type(q, i) == SQLITE_TEXT;
        cell[i] = (struct store_cell){.text = words ? column(q, i) : "",
                                      .number = words ? 0 : sqlite3_column_int64(q, i),
                                      .null = sqlite3_column_type(q, i) == SQLITE_NULL};
    }
    fn(ctx, cell);
}

/* How many rows it gave, or a negative errno. */
static int ask(struct sqlite *s, const struct store_ask *a, void (*fn)(void *, const struct store_cell *), void *ctx)
{
    enum query i = (enum query)(SHARED + (int)a->statement);
    sqlite3_stmt *q = take(s, i);
    int e, n = 0;
    bind(q, a);
    for (; (e = step(s, q)) == 1; n++)
        if (fn) tell(q, fn, ctx);
    give(s, i, q);
    return e ? e : n;
}

int store_sqlite_ask(struct store *st, const struct store_ask *a, int n, void (*fn)(void *, const struct store_cell *),
                     void *ctx)
{
    struct sqlite *s = as_sqlite(st);
    bool writes = store_statement_writes(a[0].statement);
    int e = writes ? begin(s) : 0, rows = 0;
    if (e) return e;
    for (int i = 0; i < n && rows >= 0; i++) {
        rows = ask(s, &a[i], i == n - 1 ? fn : NULL, ctx);
        if (rows > 0 && store_statement_writes(a[i].statement)) s->dirty = true;
    }
    return writes ? ended(st, rows) : rows;
}
