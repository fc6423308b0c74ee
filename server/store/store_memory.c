/* store_memory.c -- the store in memory, with the contract of store.h: for tests, and for
 * a server that keeps nothing. Lists look at every table; it is meant to be plain. Names,
 * secrets and what `tambo db` asks are in store_memory_names.c, entries in store_memory_entries.c. */
#include "../base/hash.h"
#include "../base/must.h"
#include "store_memory_in.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- small things ---- */

char *store_memory_copy(const char *p, size_t n)
{
    char *c = must(malloc(n + 1));
    if (n) memcpy(c, p, n);
    c[n] = 0;
    return c;
}

static char *copy_text(const char *p) { return store_memory_copy(p ? p : "", p ? strlen(p) : 0); }

unsigned store_memory_chain(const char *key) { return hash_text(key) % CHAINS; }

int store_memory_refuse(struct memory *s, int e, const char *why)
{
    s->why = why;
    return e;
}

static void drop_facts(struct facts *f)
{
    free(f->summary);
    free(f->players);
}

static void drop_event(struct event *e)
{
    free((void *)(uintptr_t)e->actor);
    free((void *)(uintptr_t)e->action);
    free((void *)(uintptr_t)e->text);
}

static void cut_events(struct table *t, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++) drop_event(&t->events[i]);
}

struct table *store_memory_table(struct memory *s, const char *id)
{
    for (struct table *t = s->ids[store_memory_chain(id)]; t; t = t->next_id)
        if (!t->gone && strcmp(t->id, id) == 0) return t;
    return NULL;
}

static struct table *table_by_code(struct memory *s, const char *code)
{
    for (struct table *t = s->codes[store_memory_chain(code)]; t; t = t->next_code)
        if (!t->gone && strcmp(t->code, code) == 0) return t;
    return NULL;
}

/* Takes it out of the chains and frees it; the array is the caller's affair. */
static void drop_table(struct memory *s, struct table *t)
{
    struct table **p = &s->ids[store_memory_chain(t->id)];
    while (*p != t) p = &(*p)->next_id;
    *p = t->next_id;
    p = &s->codes[store_memory_chain(t->code)];
    while (*p != t) p = &(*p)->next_code;
    *p = t->next_code;
    cut_events(t, 0, t->now.version);
    drop_facts(&t->now);
    free(t->events);
    free(t);
}

/* ---- batches ---- */

void store_memory_remember(struct memory *s, struct undo u)
{
    if (s->undo_n == s->undo_room) {
        s->undo_room = s->undo_room ? 2 * s->undo_room : 16;
        s->undo = must(realloc(s->undo, s->undo_room * sizeof *s->undo));
    }
    s->undo[s->undo_n++] = u;
}

static void put_back(struct memory *s, struct undo *u)
{
    switch (u->kind) {
    case UNDO_NEW: /* it is the last one: those made after it are gone already */
        s->n--;
        drop_table(s, u->table);
        break;
    case UNDO_CHANGE:
        cut_events(u->table, u->old.version, u->table->now.version);
        drop_facts(&u->table->now);
        u->table->now = u->old;
        break;
    case UNDO_SWEEP: u->table->gone = false; break;
    case UNDO_NAME:
        free(u->named->value);
        u->named->value = u->value;
        u->named->n = u->n;
        break;
    case UNDO_ENTRY:
        free((void *)(uintptr_t)u->kept->now.text);
        u->entry.list = u->kept->now.list, u->entry.player = u->kept->now.player;
        u->kept->now = u->entry;
        break;
    case UNDO_EVENT: { /* only its kind and its text can be others */
        struct event *e = &u->table->events[u->event.number - 1];
        free((void *)(uintptr_t)e->text);
        *e = u->event;
        break;
    }
    }
}

static void abandon(struct store *st)
{
    struct memory *s = store_memory_of(st);
    while (s->undo_n) put_back(s, &s->undo[--s->undo_n]);
}

static int commit(struct store *st)
{
    struct memory *s = store_memory_of(st);
    bool swept = false;
    for (size_t i = 0; i < s->undo_n; i++) {
        struct undo *u = &s->undo[i];
        if (u->kind == UNDO_CHANGE) drop_facts(&u->old);
        if (u->kind == UNDO_NAME) free(u->value);
        if (u->kind == UNDO_ENTRY) free((void *)(uintptr_t)u->entry.text);
        if (u->kind == UNDO_EVENT) free((void *)(uintptr_t)u->event.text);
        swept |= u->kind == UNDO_SWEEP;
    }
    s->undo_n = 0;
    size_t left = 0;
    for (size_t i = 0; swept && i < s->n; i++) {
        if (s->tables[i]->gone) drop_table(s, s->tables[i]);
        else s->tables[left++] = s->tables[i];
    }
    if (swept) s->n = left;
    return 0;
}

static bool pending(const struct store *st) { return ((const struct memory *)st)->undo_n != 0; }

/* ---- writing ---- */

static bool has_action(const struct table *t, const char *actor, const char *action)
{
    if (!*action) return false;
    for (uint32_t i = t->now.version; i-- > 0;) /* the latest are asked for most */
        if (strcmp(t->events[i].action, action) == 0 && strcmp(t->events[i].actor, actor) == 0) return true;
    return false;
}

/* Is an action among the events there already, or twice in them? */
static bool repeats(const struct table *t, const struct event *e, int n)
{
    for (int i = 0; i < n; i++) {
        const char *actor = e[i].actor ? e[i].actor : "", *action = e[i].action;
        if (!action || !*action) continue;
        if (t && has_action(t, actor, action)) return true;
        for (int k = 0; k < i; k++)
            if (e[k].action && strcmp(e[k].action, action) == 0 && strcmp(e[k].actor ? e[k].actor : "", actor) == 0)
                return true;
    }
    return false;
}

static struct table *add_table(struct memory *s, const struct store_row *row)
{
    struct table *t = must(calloc(1, sizeof *t));
    memcpy(t->id, row->id, sizeof t->id);
    memcpy(t->code, row->code, sizeof t->code);
    t->created = row->created;
    struct table **p = &s->ids[store_memory_chain(t->id)], **q = &s->codes[store_memory_chain(t->code)];
    t->next_id = *p;
    t->next_code = *q;
    *p = *q = t;
    if (s->n == s->room) {
        s->room = s->room ? 2 * s->room : 64;
        s->tables = must(realloc(s->tables, s->room * sizeof *s->tables));
    }
    s->tables[s->n++] = t;
    return t;
}

static void add_events(struct table *t, uint32_t from, const struct event *e, int n)
{
    uint32_t need = from + (uint32_t)n;
    if (need > t->room) {
        t->room = need > 2 * t->room ? need : 2 * t->room;
        t->events = must(realloc(t->events, t->room * sizeof *t->events));
    }
    for (int i = 0; i < n; i++) {
        struct event *c = &t->events[from + (uint32_t)i];
        *c = e[i];
        c->number = from + (uint32_t)i + 1;
        c->actor = copy_text(e[i].actor);
        c->action = copy_text(e[i].action);
        c->text = store_memory_copy(e[i].text, e[i].n);
    }
}

static struct facts new_facts(const struct store_row *row, const struct facts *old, uint32_t version)
{
    struct facts f = {
        .version = version,
        .status = row->status,
        .listed = row->listed,
        .due = row->due,
        .changed = row->changed,
        .summary = copy_text(row->summary),
        .players_n = row->seated ? row->players_n : old->players_n,
    };
    f.players = must(calloc((size_t)f.players_n + 1, sizeof *f.players));
    for (int i = 0; i < f.players_n; i++)
        snprintf(f.players[i], sizeof f.players[i], "%s", row->seated ? row->players[i] : old->players[i]);
    return f;
}

static bool moves(const struct event *e)
{
    return e->kind == EVENT_MOVE || e->kind == EVENT_BACK || e->kind == EVENT_TURN;
}

/* Lets go what seats have replaced; see struct store_row. */
static void drop_stale(struct memory *s, struct table *t, uint32_t from, uint32_t to)
{
    bool replaced[INT16_MAX + 2] = {false}; /* by seat + 1: a later BACK or TURN was seen */
    for (uint32_t i = to < t->now.version ? to : t->now.version; i-- > from;) {
        struct event *e = &t->events[i];
        if (!moves(e)) continue;
        if (replaced[e->seat + 1]) {
            store_memory_remember(s, (struct undo){.kind = UNDO_EVENT, .table = t, .event = *e});
            e->kind = EVENT_GONE;
            e->n = 0;
            e->text = store_memory_copy("", 0);
        } else {
            replaced[e->seat + 1] = e->kind != EVENT_MOVE;
        }
    }
}

static int append(struct store *st, struct store_row *row, uint32_t expected, const struct event *e, int n)
{
    struct memory *s = store_memory_of(st);
    if (n < (expected ? 0 : 1)) return store_memory_refuse(s, -EINVAL, "a table begins with an event");
    struct table *t = store_memory_table(s, row->id);
    if (!expected && (t || table_by_code(s, row->code)))
        return store_memory_refuse(s, -EEXIST, "the id or the code is taken");
    if (expected && (!t || t->now.version != expected))
        return store_memory_refuse(s, -EEXIST, "the table has another version");
    if (repeats(t, e, n)) return store_memory_refuse(s, -EEXIST, "the action is stored already");
    if (!t) {
        t = add_table(s, row);
        store_memory_remember(s, (struct undo){.kind = UNDO_NEW, .table = t});
    } else {
        store_memory_remember(s, (struct undo){.kind = UNDO_CHANGE, .table = t, .old = t->now});
    }
    add_events(t, expected, e, n);
    row->version = expected + (uint32_t)n;
    t->now = new_facts(row, &t->now, row->version);
    drop_stale(s, t, row->stale_from, row->stale_to);
    return 0;
}

void store_memory_remove(struct memory *s, struct table *t)
{
    t->gone = true;
    store_memory_remember(s, (struct undo){.kind = UNDO_SWEEP, .table = t});
}

static int sweep_tables(struct memory *s, enum table_status status, uint64_t before, int limit)
{
    int n = 0;
    for (; n < limit; n++) {
        struct table *oldest = NULL;
        for (size_t i = 0; i < s->n; i++) {
            struct table *t = s->tables[i];
            if (t->gone || t->now.status != status || t->now.changed >= before) continue;
            if (!oldest || t->now.changed < oldest->now.changed) oldest = t;
        }
        if (!oldest) break;
        store_memory_remove(s, oldest);
    }
    return n;
}

static int sweep(struct store *st, const struct store_old *old, int limit, int *n)
{
    struct memory *s = store_memory_of(st);
    *n = sweep_tables(s, TABLE_OVER, old->over, limit) + sweep_tables(s, TABLE_OPEN, old->open, limit) +
         store_memory_sweep_names(s, old->names, limit) + store_memory_sweep_entries(s, old->until, limit);
    *n += store_memory_sweep_alone(s, old->alone, old->names, limit);
    return 0;
}

/* ---- reading ---- */

struct store_row store_memory_row(const struct table *t)
{
    struct store_row row = {
        .version = t->now.version,
        .status = t->now.status,
        .listed = t->now.listed,
        .due = t->now.due,
        .created = t->created,
        .changed = t->now.changed,
        .summary = t->now.summary,
    };
    memcpy(row.id, t->id, sizeof row.id);
    memcpy(row.code, t->code, sizeof row.code);
    return row;
}

static int load(struct store *st, const char *id, uint32_t from, int (*fn)(void *ctx, const struct event *), void *ctx,
                struct store_row *row)
{
    struct memory *s = store_memory_of(st);
    const struct table *t = store_memory_table(s, id);
    if (!t) return store_memory_refuse(s, -ENOENT, "there is no such table");
    if (row) {
        *row = store_memory_row(t);
        row->summary = NULL;
    }
    int stop = 0;
    for (uint32_t i = from; !stop && i < t->now.version; i++) stop = fn(ctx, &t->events[i]);
    return stop;
}

static int find(struct store *st, const char *code, char id[ID_LEN + 1])
{
    struct memory *s = store_memory_of(st);
    const struct table *t = table_by_code(s, code);
    if (!t) return store_memory_refuse(s, -ENOENT, "there is no table with this code");
    memcpy(id, t->id, sizeof t->id);
    return 0;
}

static int has(struct store *st, const char *id, const char *actor, const char *action)
{
    const struct table *t = store_memory_table(store_memory_of(st), id);
    return t && has_action(t, actor, action);
}

/* A table that is in a list, and its place there. */
struct listed {
    const struct table *table; /* the table */
    uint64_t rank, time;       /* sorted by rank, then by time, then by age */
    size_t age;                /* 0: the first that was made */
};

static bool is_in(const struct table *t, enum store_list what, const char *player, uint64_t time)
{
    if (t->gone) return false;
    if (what == LIST_LOBBY) return t->now.status == TABLE_OPEN && t->now.listed;
    if (what == LIST_DUE) return t->now.due && t->now.due <= time;
    for (int i = 0; i < t->now.players_n; i++)
        if (strcmp(t->now.players[i], player) == 0) return true;
    return false;
}

static int compare(const void *a, const void *b)
{
    const struct listed *x = a, *y = b;
    if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
    if (x->time != y->time) return x->time < y->time ? -1 : 1;
    return x->age < y->age ? -1 : x->age > y->age;
}

static int list(struct store *st, enum store_list what, const char *player, uint64_t time, int limit,
                int (*fn)(void *ctx, const struct store_row *), void *ctx)
{
    struct memory *s = store_memory_of(st);
    struct listed *found = must(calloc(s->n + 1, sizeof *found));
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++) {
        const struct table *t = s->tables[i];
        if (!is_in(t, what, player, time)) continue;
        bool newest = what != LIST_DUE;
        found[n++] = (struct listed){t, what == LIST_PLAYER && t->now.status == TABLE_OVER,
                                     newest ? UINT64_MAX - t->created : t->now.due, newest ? s->n - i : i};
    }
    qsort(found, n, sizeof *found, compare);
    int stop = 0;
    for (size_t i = 0; !stop && i < n && (int)i < limit; i++) {
        struct store_row row = store_memory_row(found[i].table);
        stop = fn(ctx, &row);
    }
    free(found);
    return stop;
}

static int due(struct store *st, uint64_t *time)
{
    struct memory *s = store_memory_of(st);
    *time = 0;
    for (size_t i = 0; i < s->n; i++) {
        uint64_t d = s->tables[i]->gone ? 0 : s->tables[i]->now.due;
        if (d && (!*time || d < *time)) *time = d;
    }
    return 0;
}

static int count(struct store *st, uint64_t n[TABLE_OVER + 1])
{
    struct memory *s = store_memory_of(st);
    memset(n, 0, (TABLE_OVER + 1) * sizeof *n);
    for (size_t i = 0; i < s->n; i++)
        if (!s->tables[i]->gone && s->tables[i]->now.status <= TABLE_OVER) n[s->tables[i]->now.status]++;
    return 0;
}

static const char *why_of(const struct store *st) { return ((const struct memory *)st)->why; }

static void close_store(struct store *st)
{
    struct memory *s = store_memory_of(st);
    abandon(st);
    while (s->n) drop_table(s, s->tables[--s->n]);
    store_memory_drop_names(s);
    store_memory_drop_entries(s);
    free(s->tables);
    free(s->undo);
    free(s);
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
    .key = store_memory_key,
    .name_get = store_memory_name_get,
    .name_set = store_memory_name_set,
    .sweep = sweep,
    .once = store_memory_once,
    .era = store_memory_era,
    .era_end = store_memory_era_end,
    .entry_put = store_memory_entry_put,
    .entry_get = store_memory_entry_get,
    .entry_drop = store_memory_entry_drop,
    .entry_place = store_memory_entry_place,
    .entries = store_memory_entries,
    .entries_of = store_memory_entries_of,
    .bytes = store_memory_bytes,
    .tables = store_memory_tables,
    .players = store_memory_players,
    .table_delete = store_memory_table_delete,
    .name_delete = store_memory_name_delete,
    .said_delete = store_memory_said_delete,
    .key_set = store_memory_key_set,
    .why = why_of,
};

struct store *store_memory_open(void)
{
    struct memory *s = must(calloc(1, sizeof *s));
    s->store.ops = &ops;
    s->why = "";
    return &s->store;
}
