/* store_memory.c -- the store in memory, with the contract of store.h: for tests, and for
 * a server that keeps nothing. Lists look at every table; it is meant to be plain.
 *
 * A batch is a list of what to put back. Tables are never moved in memory; one that was
 * swept stays, marked as gone, until the batch is committed. */
#include "must.h"
#include "store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* What changes in the row of a table, the texts owned. */
struct facts {
    uint32_t version;                /* as in struct store_row, and so on */
    uint8_t status;                  /* enum table_status */
    bool listed;                     /* in the lobby */
    uint64_t due, changed;           /* ms */
    char *summary;                   /* NUL-terminated */
    char (*players)[PLAYER_LEN + 1]; /* [players_n] */
    int players_n;                   /* a player may stand there twice */
};

struct table {
    char id[ID_LEN + 1];     /* of the row */
    char code[CODE_LEN + 1]; /* ditto */
    uint64_t created;        /* ditto */
    struct facts now;        /* ditto */
    struct event *events;    /* [now.version], their texts owned */
    uint32_t room;           /* how many events there is room for */
    bool gone;               /* swept in this batch */
    struct table *next_id;   /* in the same chain of ids */
    struct table *next_code; /* ... of codes */
};

struct named {
    char *key;          /* a player, or the name of a secret */
    char *value;        /* a name, or the bytes */
    size_t n;           /* bytes */
    struct named *next; /* in the same chain */
};

/* One thing to put back. */
struct undo {
    enum { UNDO_NEW, UNDO_CHANGE, UNDO_SWEEP, UNDO_NAME } kind;
    struct table *table; /* that was made, changed or swept */
    struct facts old;    /* UNDO_CHANGE */
    struct named *named; /* UNDO_NAME */
    char *value;         /* ... what it was */
};

enum { CHAINS = 1 << 14 };

struct memory {
    struct store store;            /* must be first */
    struct table **tables;         /* [n], in the order they were made */
    size_t n, room;                /* how many; how many fit */
    struct table *ids[CHAINS];     /* by hash of the id */
    struct table *codes[CHAINS];   /* by hash of the code */
    struct named *players[CHAINS]; /* their names */
    struct named *keys;            /* secrets */
    struct undo *undo;             /* [undo_n], the batch */
    size_t undo_n, undo_room;      /* how many; how many fit */
    const char *why;               /* of the last failure */
};

static struct memory *as_memory(struct store *s) { return (struct memory *)s; }

/* ---- small things ---- */

static char *copy(const char *p, size_t n)
{
    char *c = must(malloc(n + 1));
    if (n) memcpy(c, p, n);
    c[n] = 0;
    return c;
}

static char *copy_text(const char *p) { return copy(p ? p : "", p ? strlen(p) : 0); }

static unsigned chain(const char *key)
{
    uint32_t h = UINT32_C(2166136261); /* FNV-1a */
    for (; *key; key++) h = (h ^ (unsigned char)*key) * UINT32_C(16777619);
    return (h ^ h >> 16) % CHAINS;
}

static int refuse(struct memory *s, int e, const char *why)
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

static struct table *table_of(struct memory *s, const char *id)
{
    for (struct table *t = s->ids[chain(id)]; t; t = t->next_id)
        if (!t->gone && strcmp(t->id, id) == 0) return t;
    return NULL;
}

static struct table *table_by_code(struct memory *s, const char *code)
{
    for (struct table *t = s->codes[chain(code)]; t; t = t->next_code)
        if (!t->gone && strcmp(t->code, code) == 0) return t;
    return NULL;
}

/* Takes it out of the chains and frees it; the array is the caller's affair. */
static void drop_table(struct memory *s, struct table *t)
{
    struct table **p = &s->ids[chain(t->id)];
    while (*p != t) p = &(*p)->next_id;
    *p = t->next_id;
    p = &s->codes[chain(t->code)];
    while (*p != t) p = &(*p)->next_code;
    *p = t->next_code;
    cut_events(t, 0, t->now.version);
    drop_facts(&t->now);
    free(t->events);
    free(t);
}

/* ---- batches ---- */

static void remember(struct memory *s, struct undo u)
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
        break;
    }
}

static void abandon(struct store *st)
{
    struct memory *s = as_memory(st);
    while (s->undo_n) put_back(s, &s->undo[--s->undo_n]);
}

static int commit(struct store *st)
{
    struct memory *s = as_memory(st);
    bool swept = false;
    for (size_t i = 0; i < s->undo_n; i++) {
        struct undo *u = &s->undo[i];
        if (u->kind == UNDO_CHANGE) drop_facts(&u->old);
        if (u->kind == UNDO_NAME) free(u->value);
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
    struct table **p = &s->ids[chain(t->id)], **q = &s->codes[chain(t->code)];
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
        c->actor = copy_text(e[i].actor);
        c->action = copy_text(e[i].action);
        c->text = copy(e[i].text, e[i].n);
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

static int append(struct store *st, struct store_row *row, uint32_t expected, const struct event *e, int n)
{
    struct memory *s = as_memory(st);
    if (n < (expected ? 0 : 1)) return refuse(s, -EINVAL, "a table begins with an event");
    struct table *t = table_of(s, row->id);
    if (!expected && (t || table_by_code(s, row->code))) return refuse(s, -EEXIST, "the id or the code is taken");
    if (expected && (!t || t->now.version != expected)) return refuse(s, -EEXIST, "the table has another version");
    if (repeats(t, e, n)) return refuse(s, -EEXIST, "the action is stored already");
    if (!t) {
        t = add_table(s, row);
        remember(s, (struct undo){.kind = UNDO_NEW, .table = t});
    } else {
        remember(s, (struct undo){.kind = UNDO_CHANGE, .table = t, .old = t->now});
    }
    add_events(t, expected, e, n);
    row->version = expected + (uint32_t)n;
    t->now = new_facts(row, &t->now, row->version);
    return 0;
}

static int sweep(struct store *st, uint64_t before, int limit, int *n)
{
    struct memory *s = as_memory(st);
    for (*n = 0; *n < limit; ++*n) {
        struct table *oldest = NULL;
        for (size_t i = 0; i < s->n; i++) {
            struct table *t = s->tables[i];
            if (t->gone || t->now.status == TABLE_PLAYING || t->now.changed >= before) continue;
            if (!oldest || t->now.changed < oldest->now.changed) oldest = t;
        }
        if (!oldest) break;
        oldest->gone = true;
        remember(s, (struct undo){.kind = UNDO_SWEEP, .table = oldest});
    }
    return 0;
}

static struct named **find_named(struct named **p, const char *key)
{
    while (*p && strcmp((*p)->key, key) != 0) p = &(*p)->next;
    return p;
}

static struct named *new_named(const char *key, const char *value, size_t n)
{
    struct named *k = must(calloc(1, sizeof *k));
    k->key = copy_text(key);
    k->value = copy(value, n);
    k->n = n;
    return k;
}

static int name_set(struct store *st, const char *player, const char *name)
{
    struct memory *s = as_memory(st);
    struct named **p = find_named(&s->players[chain(player)], player);
    if (!*p) *p = new_named(player, "", 0);
    remember(s, (struct undo){.kind = UNDO_NAME, .named = *p, .value = (*p)->value});
    (*p)->value = copy_text(name);
    return 0;
}

/* ---- reading ---- */

static struct store_row row_of(const struct table *t)
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
    struct memory *s = as_memory(st);
    const struct table *t = table_of(s, id);
    if (!t) return refuse(s, -ENOENT, "there is no such table");
    if (row) {
        *row = row_of(t);
        row->summary = NULL;
    }
    int stop = 0;
    for (uint32_t i = from; !stop && i < t->now.version; i++) stop = fn(ctx, &t->events[i]);
    return stop;
}

static int find(struct store *st, const char *code, char id[ID_LEN + 1])
{
    struct memory *s = as_memory(st);
    const struct table *t = table_by_code(s, code);
    if (!t) return refuse(s, -ENOENT, "there is no table with this code");
    memcpy(id, t->id, sizeof t->id);
    return 0;
}

static int has(struct store *st, const char *id, const char *actor, const char *action)
{
    const struct table *t = table_of(as_memory(st), id);
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
    struct memory *s = as_memory(st);
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
        struct store_row row = row_of(found[i].table);
        stop = fn(ctx, &row);
    }
    free(found);
    return stop;
}

static int due(struct store *st, uint64_t *time)
{
    struct memory *s = as_memory(st);
    *time = 0;
    for (size_t i = 0; i < s->n; i++) {
        uint64_t d = s->tables[i]->gone ? 0 : s->tables[i]->now.due;
        if (d && (!*time || d < *time)) *time = d;
    }
    return 0;
}

static int count(struct store *st, uint64_t n[TABLE_OVER + 1])
{
    struct memory *s = as_memory(st);
    memset(n, 0, (TABLE_OVER + 1) * sizeof *n);
    for (size_t i = 0; i < s->n; i++)
        if (!s->tables[i]->gone && s->tables[i]->now.status <= TABLE_OVER) n[s->tables[i]->now.status]++;
    return 0;
}

static int key(struct store *st, const char *name, uint8_t *value, size_t n)
{
    struct memory *s = as_memory(st);
    struct named **p = find_named(&s->keys, name);
    if (!*p) {
        if (s->undo_n) return refuse(s, -EBUSY, "a secret cannot be made inside a batch");
        if (getrandom(value, n, 0) != (ssize_t)n) return refuse(s, -EIO, "the system gives no random numbers");
        *p = new_named(name, (const char *)value, n);
    }
    if ((*p)->n != n) return refuse(s, -EIO, "a secret has another length than it should");
    memcpy(value, (*p)->value, n);
    return 0;
}

static int name_get(struct store *st, const char *player, char *name, size_t size)
{
    const struct named *k = *find_named(&as_memory(st)->players[chain(player)], player);
    snprintf(name, size, "%s", k ? k->value : "");
    return 0;
}

static const char *why_of(const struct store *st) { return ((const struct memory *)st)->why; }

static void drop_named(struct named *k)
{
    while (k) {
        struct named *next = k->next;
        free(k->key);
        free(k->value);
        free(k);
        k = next;
    }
}

static void close_store(struct store *st)
{
    struct memory *s = as_memory(st);
    abandon(st);
    while (s->n) drop_table(s, s->tables[--s->n]);
    for (int i = 0; i < CHAINS; i++) drop_named(s->players[i]);
    drop_named(s->keys);
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
    .key = key,
    .name_get = name_get,
    .name_set = name_set,
    .sweep = sweep,
    .why = why_of,
};

struct store *store_memory_open(void)
{
    struct memory *s = must(calloc(1, sizeof *s));
    s->store.ops = &ops;
    s->why = "";
    return &s->store;
}
