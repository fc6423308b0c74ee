/* store_tables.c -- tables in the store: locking, writing, reading, deleting; see store.h. One for all engines: the statements are in
 * store_sql.h, the way to the engine in store_batch.c. */
#include "../base/must.h"
#include "store_driver.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PORTION = 500 /* rows that are asked for together */ };

static struct store_value key_of(uint64_t key) { return store_number((int64_t)key); }

/* ---- what is known of a table ---- */

static struct known_table *know(struct store *s, const char *id, const struct known_table *is)
{
    struct known_table *t = store_known(s, id);
    *t = *is;
    t->stamp = s->stamp;
    snprintf(t->id, sizeof t->id, "%s", id);
    return t;
}

static int take_state(void *ctx, int k, const struct store_cell *row)
{
    (void)k;
    *(struct known_table *)ctx = (struct known_table){.key = (uint64_t)row[0].number,
                                                      .version = (uint32_t)row[1].number,
                                                      .status = (uint8_t)row[2].number,
                                                      .listed = row[3].number != 0,
                                                      .due = (uint64_t)row[4].number};
    return 0;
}

static struct known_table locked_table(const struct store_locked *l)
{
    return (struct known_table){.key = l->key, .version = l->version, .status = l->state, .listed = l->listed};
}

/* Its row, which is locked then. 1: *t is filled; 0: there is no such table; else a negative errno. */
static int see_table(struct store *s, const char *id, struct known_table **t)
{
    *t = store_known(s, id);
    if ((*t)->stamp == s->stamp && strcmp((*t)->id, id) == 0) return 1;
    struct known_table is;
    if (s->driver->lock) {
        struct store_lock wanted = {.id = id};
        struct store_locked l;
        int e = s->driver->lock(s, &wanted, &l, 1, NULL, NULL);
        if (!e && wanted.status == -EAGAIN) e = store_refuse(s, -EAGAIN, "another server has the table just now");
        if (e) return store_failed(s, e);
        if (wanted.status) return 0;
        is = locked_table(&l);
    } else {
        int n = store_run(s, &(struct store_ask){ASK_TABLE_STATE, {store_text(id)}, 1}, 1, take_state, &is);
        if (n <= 0) return n;
    }
    *t = know(s, id, &is);
    return 1;
}

/* Events on their way. */
struct lock_telling {
    int (*fn)(void *ctx, int i, const struct event *);
    void *ctx;
    int stop; /* what fn returned */
};

static int tell_event(void *ctx, int i, const struct event *e)
{
    struct lock_telling *l = ctx;
    return l->stop = l->fn(l->ctx, i, e);
}

int tables_lock(struct store *s, struct store_lock *w, int n, int (*fn)(void *ctx, int i, const struct event *),
                void *ctx)
{
    struct lock_telling telling = {.fn = fn, .ctx = ctx};
    for (int i = 0; i < n; i++) w[i].status = 0;
    if (!s->driver->lock || n == 0) return 0;
    int e = store_begin(s);
    if (e) return e;
    if (n > s->locking_n) s->locking = must(realloc(s->locking, (size_t)n * sizeof *s->locking)), s->locking_n = n;
    struct store_locked *l = memset(s->locking, 0, (size_t)n * sizeof *l);
    e = s->driver->lock(s, w, l, n, tell_event, &telling);
    for (int i = 0; i < n; i++) {
        if (e) w[i].status = e;
        w[i].version = 0;
        if (w[i].status) continue;
        struct known_table is = locked_table(&l[i]), *t = store_known(s, w[i].id);
        bool before = t->stamp == s->stamp && strcmp(t->id, w[i].id) == 0; /* then what the batch did to it stays */
        w[i].version = before ? t->version : l[i].version;
        if (!before) know(s, w[i].id, &is);
    }
    if (e) { /* nothing is lost if nothing was in the batch */
        store_failed(s, e);
        if (!s->dirty && !s->locked) batch_rollback(s);
        return e;
    }
    s->locked = true;
    return telling.stop;
}

/* ---- writing ---- */

static int take_key(void *ctx, int k, const struct store_cell *row)
{
    (void)k;
    *(uint64_t *)ctx = (uint64_t)row[0].number;
    return 0;
}

/* -EEXIST: id or code is taken. */
static int add_table(struct store *s, const struct store_row *row, uint32_t version, struct known_table **t)
{
    struct known_table is = {.version = version, .status = row->status, .listed = row->listed, .due = row->due};
    const struct store_ask free = {ASK_TABLE_FREE, {store_text(row->id), store_text(row->code)}, 2};
    int n = store_run(s, &free, 1, take_key, &is.key);
    if (n <= 0) return n ? n : store_refuse(s, -EEXIST, "the id or the code is taken");
    const struct store_ask add = {ASK_TABLE_ADD,
                                  {key_of(is.key), store_text(row->id), store_text(row->code), store_number(version),
                                   store_number(row->status), store_number(row->listed), store_time(row->due),
                                   store_time(row->created), store_time(row->changed),
                                   store_text(row->summary ? row->summary : "")},
                                  10};
    int e = store_add(s, &add);
    if (!e) *t = know(s, row->id, &is);
    return e;
}

/* -EEXIST: its version is another by now; where others write, the lock keeps it from that. */
static int change_table(struct store *s, const struct store_row *row, uint32_t version, struct known_table *t)
{
    bool touch = row->status == t->status && row->listed == t->listed && row->due == t->due;
    const struct store_ask a = {touch ? ASK_TABLE_TOUCH : ASK_TABLE_CHANGE,
                                {key_of(t->key), store_number(version), store_time(row->changed),
                                 store_text(row->summary ? row->summary : ""), store_number(row->status),
                                 store_number(row->listed), store_time(row->due), store_number(t->version)},
                                8};
    t->version = version;
    t->status = row->status;
    t->listed = row->listed;
    t->due = row->due;
    int e = store_add(s, &a);
    if (e == -EEXIST) t->stamp = 0;
    return e == -EEXIST ? store_refuse(s, e, "the table has another version") : e;
}

static int add_events(struct store *s, uint64_t key, uint32_t from, const struct event *e, int n)
{
    int failed = 0;
    for (int i = 0; !failed && i < n; i++) {
        const struct store_ask a = {ASK_EVENT_ADD,
                                    {key_of(key), store_number(from + (uint32_t)i + 1), store_time(e[i].at),
                                     store_number(e[i].kind), store_number(e[i].seat),
                                     store_text(e[i].actor ? e[i].actor : ""),
                                     store_text(e[i].action ? e[i].action : ""), store_blob(e[i].text, e[i].n)},
                                    8};
        failed = store_add(s, &a);
    }
    return failed;
}

static int set_seats(struct store *s, uint64_t key, const struct store_row *row)
{
    int e = store_add(s, &(struct store_ask){ASK_SEATS_DROP, {key_of(key)}, 1});
    for (int i = 0; !e && i < row->players_n; i++)
        e = store_add(s, &(struct store_ask){ASK_SEAT_ADD, {key_of(key), store_text(row->players[i])}, 2});
    return e;
}

static bool in_lobby(uint8_t status, bool listed) { return status == TABLE_OPEN && listed; }

static int append_in(struct store *s, struct store_row *row, uint32_t expected, const struct event *events, int n)
{
    struct known_table *t = NULL;
    uint32_t version = expected + (uint32_t)n;
    bool lobby = in_lobby(row->status, row->listed);
    int e = expected ? see_table(s, row->id, &t) : add_table(s, row, version, &t);
    if (expected && e >= 0)
        e = e && t->version == expected ? 0 : store_refuse(s, -EEXIST, "the table has another version");
    if (e) return e;
    lobby |= in_lobby(t->status, t->listed);
    if (expected) e = change_table(s, row, version, t);
    if (!e) e = add_events(s, t->key, expected, events, n);
    if (!e && row->seated) e = set_seats(s, t->key, row);
    uint32_t stale_to = row->stale_to < version ? row->stale_to : version; /* more may come before it is done */
    if (!e && row->stale_to) {
        const struct store_ask a = {
            ASK_EVENT_STALE, {key_of(t->key), store_number(row->stale_from), store_number(stale_to)}, 3};
        e = store_add(s, &a);
    }
    if (e) return e;
    row->version = version;
    store_tell(s, NEWS_TABLE, row->id, version);
    if (lobby) store_tell(s, NEWS_LOBBY, "", 0);
    return 0;
}

int tables_append(struct store *s, struct store_row *row, uint32_t expected, const struct event *events, int n)
{
    if (n < (expected ? 0 : 1)) return store_refuse(s, -EINVAL, "a table begins with an event");
    bool good = store_takes_text(s, row->id) && store_takes_text(s, row->code) && store_takes_text(s, row->summary);
    for (int i = 0; i < n; i++) good &= store_takes_text(s, events[i].actor) && store_takes_text(s, events[i].action);
    if (!good) return store_refuse(s, -EINVAL, "a text is not UTF-8");
    int e = store_begin(s);
    return e ? e : store_ended(s, append_in(s, row, expected, events, n));
}

/* ---- reading ---- */

/* The columns of TABLE_ROW; the summary lives as long as they. */
static struct store_row row_of(const struct store_cell *c)
{
    struct store_row row = {.version = (uint32_t)c[2].number,
                            .status = (uint8_t)c[3].number,
                            .listed = c[4].number != 0,
                            .due = (uint64_t)c[5].number,
                            .created = (uint64_t)c[6].number,
                            .changed = (uint64_t)c[7].number,
                            .summary = c[8].text};
    snprintf(row.id, sizeof row.id, "%s", c[0].text);
    snprintf(row.code, sizeof row.code, "%s", c[1].text);
    return row;
}

/* A table that is told. */
struct loading {
    int (*fn)(void *ctx, const struct event *);
    void *ctx;
    struct store_row row;
    bool found, gap;
    uint32_t seq; /* of the last event */
    int stop;     /* what fn returned */
};

/* Row and events are two statements, and between them somebody may have appended: more events than the row counts are left out. */
static int take_table(void *ctx, int k, const struct store_cell *c)
{
    struct loading *l = ctx;
    if (k == 0) {
        l->row = row_of(c);
        l->row.summary = NULL;
        return !(l->found = true);
    }
    struct event v = {.number = (uint32_t)c[0].number,
                      .at = (uint64_t)c[1].number,
                      .kind = (uint8_t)c[2].number,
                      .seat = (int16_t)c[3].number,
                      .actor = c[4].text,
                      .action = c[5].text,
                      .text = c[6].text,
                      .n = c[6].n};
    if (!l->found || v.number > l->row.version) return 1;
    if (v.number != l->seq + 1) return l->gap = true;
    l->seq = v.number;
    return l->stop = l->fn(l->ctx, &v);
}

int tables_load(struct store *s, const char *id, uint32_t from, int (*fn)(void *ctx, const struct event *), void *ctx,
                struct store_row *row)
{
    const struct store_ask all[] = {{ASK_TABLE_GET, {store_text(id)}, 1},
                                    {ASK_EVENTS_GET, {store_text(id), store_number(from)}, 2}};
    struct loading l = {.fn = fn, .ctx = ctx, .seq = from};
    int e = store_run(s, all, 2, take_table, &l);
    if (e < 0) return e;
    if (!l.found) return store_refuse(s, -ENOENT, "there is no such table");
    if (row) *row = l.row;
    if (l.stop) return l.stop;
    if (!l.gap && (from > l.row.version || l.seq == l.row.version)) return 0;
    snprintf(s->why, sizeof s->why, "the events of table %s are not complete", l.row.id);
    return -EIO;
}

static int take_id(void *ctx, int k, const struct store_cell *row)
{
    (void)k;
    snprintf(ctx, ID_LEN + 1, "%s", row[0].text);
    return 0;
}

int tables_find(struct store *s, const char *code, char id[ID_LEN + 1])
{
    int n = store_run(s, &(struct store_ask){ASK_TABLE_FIND, {store_text(code)}, 1}, 1, take_id, id);
    return n > 0 ? 0 : n ? n : store_refuse(s, -ENOENT, "there is no table with this code");
}

int tables_has(struct store *s, const char *id, const char *actor, const char *action)
{
    const struct store_ask a = {ASK_EVENT_HAS, {store_text(id), store_text(actor), store_text(action)}, 3};
    return store_run(s, &a, 1, NULL, NULL);
}

/* Rows on their way. */
struct listing {
    int (*fn)(void *ctx, const struct store_row *);
    void *ctx;
    uint64_t last; /* key of the last one */
    int stop;      /* what fn returned */
};

static int tell_row(void *ctx, int k, const struct store_cell *cells)
{
    struct listing *l = ctx;
    struct store_row row = row_of(cells);
    (void)k;
    return l->stop = l->fn(l->ctx, &row);
}

int tables_list(struct store *s, enum store_list what, const char *player, uint64_t time, int limit,
                int (*fn)(void *ctx, const struct store_row *), void *ctx)
{
    struct store_value most = store_number(limit < 0 ? 0 : limit);
    const struct store_ask a = what == LIST_LOBBY ? (struct store_ask){ASK_TABLES_LOBBY, {most}, 1}
                               : what == LIST_PLAYER
                                   ? (struct store_ask){ASK_TABLES_PLAYER, {store_text(player), most}, 2}
                                   : (struct store_ask){ASK_TABLES_DUE, {store_time(time), most}, 2};
    struct listing l = {.fn = fn, .ctx = ctx};
    int e = store_run(s, &a, 1, tell_row, &l);
    return e < 0 ? e : l.stop;
}

int tables_due(struct store *s, uint64_t *time)
{
    *time = 0;
    int n = store_run(s, &(struct store_ask){ASK_NEXT_DUE, .n = 0}, 1, take_key, time);
    return n < 0 ? n : 0;
}

static int take_count(void *ctx, int k, const struct store_cell *row)
{
    uint64_t *count = ctx;
    (void)k;
    if (row[0].number >= 0 && row[0].number <= TABLE_OVER) count[row[0].number] = (uint64_t)row[1].number;
    return 0;
}

int tables_count(struct store *s, uint64_t count[TABLE_OVER + 1])
{
    memset(count, 0, (TABLE_OVER + 1) * sizeof *count);
    int n = store_run(s, &(struct store_ask){ASK_TABLES_COUNT, .n = 0}, 1, take_count, count);
    return n < 0 ? n : 0;
}

int tables_bytes(struct store *s, uint64_t *bytes)
{
    *bytes = 0;
    int n = store_run(s, &(struct store_ask){ASK_BYTES, .n = 0}, 1, take_key, bytes);
    return n < 0 ? n : 0;
}

/* ---- what `tambo db` asks ---- */

/* With the bytes of its events, and its players by spaces. */
static int tell_all(void *ctx, int k, const struct store_cell *cells)
{
    struct listing *l = ctx;
    struct store_row row = row_of(cells);
    (void)k;
    l->last = (uint64_t)cells[9].number;
    row.bytes = (uint64_t)cells[10].number;
    char *text = must(strdup(cells[11].text)), *rest = text;
    const char **players = must(calloc(cells[11].n / PLAYER_LEN + 1, sizeof *players));
    for (char *p; (p = strtok_r(rest, " ", &rest));) players[row.players_n++] = p;
    row.players = players;
    l->stop = l->fn(l->ctx, &row);
    free(players);
    free(text);
    return l->stop;
}

int tables_each(struct store *s, int (*fn)(void *ctx, const struct store_row *), void *ctx)
{
    struct listing l = {.fn = fn, .ctx = ctx};
    int n = PORTION;
    while (n == PORTION && !l.stop)
        n = store_run(s, &(struct store_ask){ASK_TABLES_ALL, {key_of(l.last), store_number(PORTION)}, 2}, 1, tell_all,
                      &l);
    return n < 0 ? n : l.stop;
}

/* ---- deleting ---- */

/* Its key may be another's next. */
static int drop_table(struct store *s, uint64_t key)
{
    static const enum store_statement drop[] = {ASK_EVENTS_DROP, ASK_SEATS_DROP, ASK_TABLE_DROP};
    int e = 0;
    for (size_t i = 0; !e && i < sizeof drop / sizeof *drop; i++)
        e = store_add(s, &(struct store_ask){drop[i], {key_of(key)}, 1});
    store_forget_known(s);
    return e;
}

struct keys {
    uint64_t *key; /* [n] */
    int n;
};

static int keep_key(void *ctx, int k, const struct store_cell *row)
{
    struct keys *all = ctx;
    (void)k;
    all->key[all->n++] = (uint64_t)row[0].number;
    return 0;
}

int tables_sweep(struct store *s, enum table_status status, uint64_t before, int limit, int *n)
{
    struct keys old = {.n = 0};
    int e = store_begin(s); /* the rows are locked as they are found */
    if (e || limit <= 0 || !before) return store_ended(s, e);
    old.key = must(calloc((size_t)limit, sizeof *old.key));
    const struct store_ask a = {ASK_TABLES_OLD, {store_number(status), store_time(before), store_number(limit)}, 3};
    e = store_run(s, &a, 1, keep_key, &old);
    e = e < 0 ? e : 0;
    for (int i = 0; !e && i < old.n; i++) e = drop_table(s, old.key[i]);
    if (!e) *n += old.n;
    if (!e && old.n) store_tell(s, NEWS_LOBBY, "", 0);
    free(old.key);
    return store_ended(s, e);
}

/* Begins a batch and finds the table, which is locked then: 0, or -ENOENT. */
static int hold(struct store *s, const char *id, struct known_table **t)
{
    int e = store_begin(s);
    if (!e && !store_takes_text(s, id)) e = store_refuse(s, -ENOENT, "there is no such table");
    if (!e) e = see_table(s, id, t);
    return e == 1 ? 0 : e ? e : store_refuse(s, -ENOENT, "there is no such table");
}

int tables_delete(struct store *s, const char *id)
{
    struct known_table *t;
    int e = hold(s, id, &t);
    if (!e) e = drop_table(s, t->key);
    if (!e) store_tell(s, NEWS_LOBBY, "", 0);
    return store_ended(s, e);
}

int tables_unsay(struct store *s, const char *id, const char *player, int *n)
{
    struct known_table *t;
    *n = 0;
    int e = hold(s, id, &t);
    if (e) return store_ended(s, e);
    const struct store_ask a = {
        ASK_EVENTS_UNSAY,
        {key_of(t->key), store_text(player ? player : ""), store_blob(STORE_UNSAID, strlen(STORE_UNSAID))},
        3};
    e = store_run(s, &a, 1, NULL, NULL);
    if (e > 0) *n = e;
    return store_ended(s, e < 0 ? e : 0);
}
