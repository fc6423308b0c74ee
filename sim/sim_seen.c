/* sim_seen.c -- see sim.h: what the laws have seen in the database. After each commit the tables it wrote to are read, and compared with
 * what was seen before: events stay as they were, come once and in time, and make a state that may be; after a restart all of it is
 * still there, and nothing else but what was being written. It asks the real store, and knows nothing of how that keeps it. */
#include "sim.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __real_store_append(struct store *, struct store_row *, uint32_t, const struct event *, int);
int __wrap_store_append(struct store *, struct store_row *, uint32_t, const struct event *, int);

struct table {
    struct store_row row; /* without texts */
    struct event *event;
    int n, size;
    struct room *mirror; /* what the events make */
    struct {             /* the last event: by whom, when in truth, and when it says */
        const struct node *node;
        uint32_t epoch;
        uint64_t now, at;
    } last;
    uint64_t over_at; /* ms: the time of the events that ended it; 0: it is not over */
    uint64_t seated;  /* us: when who sits where was changed last */
    struct sim_place place;
    bool ranked; /* a game of a day: it is in the ranking */
};

struct did {
    char id[ID_LEN + 1], actor[PLAYER_LEN + 1], action[ACTION_LEN + 1];
};

static struct {
    struct table table[TABLES];
    int tables;
    char touched[TABLES][ID_LEN + 1]; /* tables that are written to since the last commit that changed any */
    int touched_n;
    struct did *did; /* every action that was ever stored */
    int did_n, did_size;
    struct store *store;    /* to be asked; NULL: its server is down */
    uint64_t lobby_changed; /* us */
    uint64_t writes;        /* of the disk, when it was looked at */
} seen;

void sim_seen_begin(void) { memset(&seen, 0, sizeof seen); }

void sim_seen_end(void)
{
    for (int i = 0; i < seen.tables; i++) room_free(seen.table[i].mirror);
}

int sim_seen_tables(void) { return seen.tables; }
const char *sim_seen_table(int i, struct store_row *row)
{
    if (row) *row = seen.table[i].row;
    return seen.table[i].row.id;
}
const struct room *sim_seen_mirror(int i) { return seen.table[i].mirror; }
uint64_t sim_seen_seated(int i) { return seen.table[i].seated; }
struct sim_place sim_seen_place(int i) { return seen.table[i].place; }
uint64_t sim_seen_lobby_changed(void) { return seen.lobby_changed; }
struct store *sim_seen_store(void) { return seen.store; }

static struct table *find_table(const char *id)
{
    for (int i = 0; i < seen.tables; i++)
        if (strcmp(seen.table[i].row.id, id) == 0) return &seen.table[i];
    return NULL;
}

int sim_seen_each(const char *id, int (*fn)(void *ctx, const struct event *), void *ctx)
{
    const struct table *t = find_table(id);
    int stop = 0;
    for (int i = 0; t && !stop && i < t->n; i++) stop = fn(ctx, &t->event[i]);
    return stop;
}

int sim_seen_events(const char *id)
{
    const struct table *t = find_table(id);
    return t ? t->n : 0;
}

int sim_seen_made(const char *player, const char *action)
{
    int n = 0;
    for (int i = 0; i < seen.tables; i++) {
        const struct event *e = &seen.table[i].event[0];
        n += strcmp(e->actor, player) == 0 && strcmp(e->action, action) == 0;
    }
    return n;
}

bool sim_seen_did(const char *id, const char *player, const char *action)
{
    for (int i = 0; i < seen.did_n; i++)
        if (strcmp(seen.did[i].action, action) == 0 && strcmp(seen.did[i].actor, player) == 0 &&
            strcmp(seen.did[i].id, id) == 0)
            return true;
    return false;
}

int sim_seen_when(const char *id, const char *player, const char *action)
{
    const struct table *t = find_table(id);
    int n = t ? t->n : 0;
    while (n && !(strcmp(t->event[n - 1].action, action) == 0 && strcmp(t->event[n - 1].actor, player) == 0)) n--;
    return n;
}

bool sim_seen_ended(const char *player)
{
    struct node *node = self;
    uint32_t epoch = 1; /* who cannot be asked may have ended them */
    self = NULL;
    if (seen.store && store_epoch(seen.store, player, &epoch)) sim_broken("the database cannot be read");
    self = node;
    return epoch > 0;
}

/* ---- laws of what is new ---- */

static void keep_event(struct table *t, const struct event *e)
{
    if (t->n == t->size) {
        t->size = t->size ? 2 * t->size : 64;
        t->event = realloc(t->event, (size_t)t->size * sizeof *t->event);
    }
    struct event own = *e;
    own.actor = sim_words(e->actor, strlen(e->actor));
    own.action = sim_words(e->action, strlen(e->action));
    own.text = sim_words(e->text, e->n);
    t->event[t->n++] = own;
}

static void law_once(const struct table *t, const struct event *e)
{
    if (!e->action[0]) return;
    if (sim_seen_did(t->row.id, e->actor, e->action)) sim_broken("action %s is stored twice", e->action);
    if (seen.did_n == seen.did_size) {
        seen.did_size = seen.did_size ? 2 * seen.did_size : 256;
        seen.did = realloc(seen.did, (size_t)seen.did_size * sizeof *seen.did);
    }
    struct did *d = &seen.did[seen.did_n++];
    snprintf(d->id, sizeof d->id, "%s", t->row.id);
    snprintf(d->actor, sizeof d->actor, "%s", e->actor);
    snprintf(d->action, sizeof d->action, "%s", e->action);
}

/* Time goes by as it should, a tenth more or less, whatever the clocks of machines do; and nobody is late before the
 * time is up. by: NULL: it is not known when that was. */
static void law_time(struct table *t, const struct node *by, const struct event *e)
{
    bool same = by && t->last.node == by && t->last.epoch == by->epoch;
    if (world.shared) {
        uint64_t truth = sim_wall() / 1000;
        if (e->at > truth + 2 || e->at + 20000 < truth)
            sim_broken("an event of another time: %lld ms off", (long long)(e->at - truth));
    } else if (same) {
        uint64_t gone = (world.now - t->last.now) / 1000, told = e->at - t->last.at;
        if (e->at < t->last.at || told > gone + gone / 10 + 20 || told + gone / 10 + 20 < gone)
            sim_broken("%llu ms went by, and the events say %lld", (unsigned long long)gone, (long long)told);
    }
    if (e->kind == EVENT_LATE && (!t->mirror->due || e->at < t->mirror->due)) sim_broken("somebody is late too soon");
    t->last.node = by;
    t->last.epoch = by ? by->epoch : 0;
    t->last.now = world.now;
    t->last.at = e->at;
}

/* What seats have replaced has gone. */
static void drop_stale(struct table *t, uint32_t from, uint32_t to)
{
    for (int i = 0; i < t->n; i++) {
        struct event *e = &t->event[i];
        bool moves = e->kind == EVENT_MOVE || e->kind == EVENT_BACK || e->kind == EVENT_TURN, stale = false;
        for (int k = i + 1; moves && e->number > from && e->number <= to && k < t->n && t->event[k].number <= to; k++)
            stale |= t->event[k].seat == e->seat && (t->event[k].kind == EVENT_BACK || t->event[k].kind == EVENT_TURN);
        if (stale) e->kind = EVENT_GONE, e->n = 0;
    }
}

/* Who sits where, as a number that is another when that is another. */
static uint64_t seating(const struct room *r)
{
    uint64_t hash = (uint64_t)r->seats;
    for (int i = 0; i < r->seats; i++) {
        hash = hash * 31 + r->seat[i].kind;
        for (const char *p = r->seat[i].player; *p; p++) hash = hash * 31 + (uint8_t)*p;
    }
    return hash;
}

static void place(struct table *t)
{
    bool in = t->row.status == TABLE_OPEN && t->row.listed;
    if (in || t->place.in) seen.lobby_changed = world.now;
    if (t->place.in && !in) t->place.left = world.now;
    t->place.in = in;
    t->place.changed = world.now;
}

/* ---- looking ---- */

struct look {
    struct table *table;
    const struct node *by;
    int i;     /* of the events that were seen before */
    bool gone; /* a turn that was replaced in this batch, or before it is seen */
    bool stale;
};

static int look_new(void *look, const struct event *e)
{
    struct look *l = look;
    struct table *t = l->table;
    law_once(t, e);
    law_time(t, l->by, e);
    keep_event(t, e);
    uint32_t from = t->mirror->round_from;
    if (!room_step(t->mirror, &t->event[t->n - 1], NULL)) sim_broken("an event does not fit table %s", t->row.id);
    l->gone |= e->kind == EVENT_GONE;
    bool closed = t->mirror->round_from != from && l->gone, stale = t->mirror->stale_to > 0;
    if (stale) drop_stale(t, t->mirror->stale_from, t->mirror->stale_to);
    else if (closed) drop_stale(t, from, e->number); /* the round was closed in the batch that began the turn anew */
    t->mirror->stale_to = 0;
    l->stale |= stale || closed;
    return 0;
}

/* What was seen stays as it was. */
static int look_again(void *look, const struct event *e)
{
    struct look *l = look;
    const struct table *t = l->table;
    if (l->i == t->n) sim_broken("table %s has an event that nobody stored", t->row.id);
    const struct event *was = &t->event[l->i++];
    if (e->number != was->number || e->at != was->at || e->kind != was->kind || e->seat != was->seat ||
        e->n != was->n || memcmp(e->text, was->text, e->n) != 0 || strcmp(e->actor, was->actor) != 0 ||
        strcmp(e->action, was->action) != 0)
        sim_broken("event %u of table %s is another than it was", was->number, t->row.id);
    return 0;
}

static void compare_all(struct table *t)
{
    struct look l = {.table = t};
    int status = store_load(seen.store, t->row.id, 0, look_again, &l, NULL);
    if (status || l.i < t->n) sim_broken("table %s had %d events, and has %d now (%d)", t->row.id, t->n, l.i, -status);
}

static struct table *add_table(const char *id)
{
    if (seen.tables == TABLES) sim_broken("too many tables");
    struct table *t = &seen.table[seen.tables++];
    snprintf(t->row.id, sizeof t->row.id, "%s", id);
    t->mirror = room_new(t->row.id);
    return t;
}

/* Was it written to? */
static bool look_at(const char *id, const struct node *by)
{
    struct table *t = find_table(id);
    struct store_row row = {.version = 0};
    int status = store_load(seen.store, id, UINT32_MAX, look_again, NULL, &row);
    if (status == -ENOENT && !t) return false;
    if (status) sim_broken("table %s cannot be read: %s", id, store_why(seen.store));
    if (!t) t = add_table(id);
    uint64_t sat = seating(t->mirror);
    struct look l = {.table = t, .by = by};
    int before = t->n;
    bool same = row.version == t->row.version && row.changed == t->row.changed && row.status == t->row.status &&
                row.listed == t->row.listed && row.due == t->row.due;
    if (same) return false;
    status = store_load(seen.store, id, (uint32_t)t->n, look_new, &l, &t->row);
    if (status) sim_broken("the events of %s cannot be read: %s", id, store_why(seen.store));
    t->row.summary = NULL;
    if (t->n == before && before == 0) sim_broken("table %s begins without an event", id);
    if (by) sim_say("node %d has stored %d events of table %s: %u", by->number, t->n - before, id, t->row.version);
    if (l.stale) compare_all(t);
    const char *broken = t->mirror->size ? t->mirror->set.game->broken(t->mirror->now) : NULL;
    if (broken) sim_broken("table %s: %s", id, broken);
    if (seating(t->mirror) != sat) t->seated = world.now;
    if (t->mirror->status == TABLE_OVER && !t->over_at) t->over_at = t->mirror->changed;
    place(t);
    return true;
}

static void look_at_days(void)
{
    for (int i = 0; i < seen.tables; i++) {
        struct table *t = &seen.table[i];
        bool ranked = t->mirror->set.day && sim_law_day(t->mirror, t->over_at);
        world.results += ranked && !t->ranked;
        t->ranked |= ranked;
    }
}

void sim_seen_touch(const char *id)
{
    int i = 0;
    while (i < seen.touched_n && strcmp(seen.touched[i], id) != 0) i++;
    if (i == TABLES) sim_broken("too many tables");
    if (i == seen.touched_n) snprintf(seen.touched[seen.touched_n++], sizeof seen.touched[0], "%s", id);
}

int __wrap_store_append(struct store *s, struct store_row *row, uint32_t expected, const struct event *e, int n)
{
    if (!world.shared) sim_seen_touch(row->id);
    return __real_store_append(s, row, expected, e, n);
}

void sim_seen_commit(struct store *s, const struct node *by)
{
    struct node *who = self;
    self = NULL; /* what is read here never fails, and what is kept is nobody's */
    seen.store = s;
    if (seen.writes != sim_vfs_writes()) {
        seen.writes = sim_vfs_writes();
        world.commits++;
        bool changed = false;
        for (int i = 0; i < seen.touched_n; i++) changed |= look_at(seen.touched[i], by);
        if (changed) seen.touched_n = 0; /* else it failed: a crash may bring it back, until the next one */
        look_at_days();
    }
    self = who;
}

/* ---- a restart ---- */

static int look_for_new(void *ctx, const struct store_row *row)
{
    (void)ctx;
    for (int i = 0; i < seen.touched_n; i++)
        if (strcmp(seen.touched[i], row->id) == 0) return 0;
    if (!find_table(row->id)) sim_broken("table %s is there, and nobody has made it", row->id);
    return 0;
}

void sim_seen_restart(struct store *s)
{
    struct node *who = self;
    self = NULL;
    seen.store = s;
    if (store_tables(s, look_for_new, NULL)) sim_broken("the tables cannot be read: %s", store_why(s));
    for (int i = 0; i < seen.touched_n; i++) look_at(seen.touched[i], NULL); /* nobody knows what became of them */
    for (int i = 0; i < seen.tables; i++) compare_all(&seen.table[i]);
    look_at_days();
    seen.writes = sim_vfs_writes();
    seen.touched_n = 0;
    self = who;
}

void sim_seen_down(void) { seen.store = NULL; }

static void fault(void *ctx, const char *what) { (void)ctx, sim_broken("the file is damaged: %s", what); }

void sim_seen_check(void)
{
    char why[256];
    uint64_t tables, events, n = 0;
    if (store_check(SIM_FILE, fault, NULL, &tables, &events, why)) sim_broken("the file cannot be checked: %s", why);
    for (int i = 0; i < seen.tables; i++) n += (uint64_t)seen.table[i].n;
    if (tables != (uint64_t)seen.tables || events != n) sim_broken("the file has other tables than were stored");
}
