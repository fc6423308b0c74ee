/* store_sqlite_entries.c -- of the store in a SQLite file: what is kept of players in lists. Tables and batches are in
 * store_sqlite.c. */
#include "store_sqlite_in.h"

int store_sqlite_entry_put(struct store *st, const struct store_entry *v, bool first)
{
    struct sqlite *s = as_sqlite(st);
    enum query i = first ? ENTRY_ADD : ENTRY_PUT;
    int e = begin(s);
    if (e) return e;
    sqlite3_stmt *q = take(s, i);
    text(q, 1, v->list);
    text(q, 2, v->player);
    if (q) bound(sqlite3_bind_int64(q, 3, v->rank));
    number(q, 4, v->at);
    number(q, 5, v->until);
    text(q, 6, v->text);
    e = change(s, i, q, NULL);
    return ended(st, e ? e : sqlite3_changes(s->db));
}

/* The columns of ENTRY; texts live until the next step. */
static struct store_entry read_entry(sqlite3_stmt *q)
{
    return (struct store_entry){.list = column(q, 0),
                                .player = column(q, 1),
                                .rank = sqlite3_column_int64(q, 2),
                                .at = natural(q, 3),
                                .until = natural(q, 4),
                                .text = column(q, 5)};
}

int store_sqlite_entry_get(struct store *st, const char *list, const char *player, struct store_entry *v,
                           char to[STORE_TEXT])
{
    struct sqlite *s = as_sqlite(st);
    sqlite3_stmt *q = take(s, ENTRY_GET);
    text(q, 1, list);
    text(q, 2, player);
    int e = step(s, q);
    if (e == 1) {
        *v = read_entry(q);
        snprintf(to, STORE_TEXT, "%s", v->text);
        v->list = list, v->player = player, v->text = to;
    }
    give(s, ENTRY_GET, q);
    return e;
}

int store_sqlite_entry_drop(struct store *st, const char *list, const char *player)
{
    struct sqlite *s = as_sqlite(st);
    int e = begin(s);
    if (e) return e;
    sqlite3_stmt *q = take(s, ENTRY_DROP);
    text(q, 1, list);
    text(q, 2, player);
    e = change(s, ENTRY_DROP, q, NULL);
    return ended(st, e ? e : sqlite3_changes(s->db));
}

int store_sqlite_entry_place(struct store *st, const char *list, int64_t rank, struct store_place *place)
{
    struct sqlite *s = as_sqlite(st);
    sqlite3_stmt *q = take(s, ENTRY_PLACE);
    text(q, 1, list);
    if (q) bound(sqlite3_bind_int64(q, 2, rank));
    int e = step(s, q);
    *place = (struct store_place){.all = 0};
    if (e == 1) *place = (struct store_place){natural(q, 0), natural(q, 1), natural(q, 2)};
    give(s, ENTRY_PLACE, q);
    return e < 0 ? e : 0;
}

static int tell(struct sqlite *s, enum query i, sqlite3_stmt *q, int (*fn)(void *, const struct store_entry *),
                void *ctx)
{
    int e, stop = 0;
    while (!stop && (e = step(s, q)) == 1) {
        struct store_entry v = read_entry(q);
        stop = fn(ctx, &v);
    }
    give(s, i, q);
    return stop ? stop : e;
}

int store_sqlite_entries(struct store *st, const char *list, int limit, int (*fn)(void *, const struct store_entry *),
                         void *ctx)
{
    struct sqlite *s = as_sqlite(st);
    sqlite3_stmt *q = take(s, ENTRIES_BY_RANK);
    text(q, 1, list);
    number(q, 2, limit < 0 ? 0 : (uint64_t)limit);
    return tell(s, ENTRIES_BY_RANK, q, fn, ctx);
}

int store_sqlite_entries_of(struct store *st, const char *player, const char *prefix,
                            int (*fn)(void *, const struct store_entry *), void *ctx)
{
    struct sqlite *s = as_sqlite(st);
    sqlite3_stmt *q = take(s, ENTRIES_OF);
    text(q, 1, player);
    text(q, 2, prefix);
    return tell(s, ENTRIES_OF, q, fn, ctx);
}
