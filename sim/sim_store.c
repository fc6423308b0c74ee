/* sim_store.c -- see sim.h: the database. It promises what server/store/store.h says and no more: between the calls of one node
 * others come in, a commit may fail, may hang, or be done and not be answered; a session that is silent too long loses its
 * locks. It keeps no action from being stored twice: that is for the laws to find. */
#include "sim_store_in.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SILENT = 4 * S }; /* a session in a batch is thrown out after so long */

struct table {
    struct store_row row; /* its texts are the database's own */
    struct event *event;
    int n, size;
    struct shared *taken; /* by whom; NULL: nobody */
    struct room *mirror;  /* what the events make */
    struct {              /* the last event: by whom, when in truth, and when it says */
        const struct node *node;
        uint32_t epoch;
        uint64_t now, at;
    } last;
    char (*player)[PLAYER_LEN + 1]; /* who sits there */
    int players;
    uint64_t over_at; /* ms: the time of the events that ended it; 0: it is not over */
    uint64_t seated;  /* us: when who sits where was changed last */
    struct sim_place place;
    bool gone;
};

struct did {
    char id[ID_LEN + 1], actor[PLAYER_LEN + 1], action[ACTION_LEN + 1];
};

static struct {
    struct table table[TABLES];
    int tables;
    struct did *did; /* every action that was ever stored */
    int did_n, did_size;
    struct {
        char player[PLAYER_LEN + 1];
        char name[128];
    } who[256];
    int whos;
    struct { /* who is where */
        bool used;
        char id[ID_LEN + 1];
        char player[CLIENTS][PLAYER_LEN + 1];
        int n, watching;
    } here[NODES][TABLES];
    uint64_t lobby_changed; /* us */
    uint8_t key[64];
} db;

void sim_store_begin(void)
{
    memset(&db, 0, sizeof db);
    for (size_t i = 0; i < sizeof db.key; i++) db.key[i] = (uint8_t)(world.seed >> i % 8);
    sim_days_begin(db.key);
    sim_lists_begin();
}
void sim_store_end(void)
{
    sim_lists_end();
    for (int i = 0; i < db.tables; i++)
        if (db.table[i].mirror) room_free(db.table[i].mirror);
}

int sim_store_tables(void) { return db.tables; }
const char *sim_store_table(int i, struct store_row *row)
{
    if (row) *row = db.table[i].row;
    return db.table[i].row.id;
}
const struct room *sim_store_mirror(int i) { return db.table[i].mirror; }
uint64_t sim_store_seated(int i) { return db.table[i].seated; }
struct sim_place sim_store_place(int i) { return db.table[i].place; }
uint64_t sim_store_lobby_changed(void) { return db.lobby_changed; }

static struct table *find_table(const char *id)
{
    for (int i = 0; i < db.tables; i++)
        if (strcmp(db.table[i].row.id, id) == 0) return &db.table[i];
    return NULL;
}

int sim_store_each(const char *id, int (*fn)(void *ctx, const struct event *), void *ctx)
{
    const struct table *t = find_table(id);
    int stop = 0;
    for (int i = 0; t && !stop && i < t->n; i++) stop = fn(ctx, &t->event[i]);
    return stop;
}

int sim_store_events(const char *id)
{
    const struct table *t = find_table(id);
    return t ? t->n : 0;
}

int sim_store_made(const char *player, const char *action)
{
    int n = 0;
    for (int i = 0; i < db.tables; i++) {
        const struct event *e = &db.table[i].event[0];
        n += strcmp(e->actor, player) == 0 && strcmp(e->action, action) == 0;
    }
    return n;
}

bool sim_store_did(const char *id, const char *player, const char *action)
{
    for (int i = 0; i < db.did_n; i++)
        if (strcmp(db.did[i].action, action) == 0 && strcmp(db.did[i].actor, player) == 0 &&
            strcmp(db.did[i].id, id) == 0)
            return true;
    return false;
}

int sim_store_when(const char *id, const char *player, const char *action)
{
    const struct table *t = find_table(id);
    int n = t ? t->n : 0;
    while (n && !(strcmp(t->event[n - 1].action, action) == 0 && strcmp(t->event[n - 1].actor, player) == 0)) n--;
    return n;
}

/* ---- waiting ---- */

static void go_on(void *node, uint64_t epoch)
{
    struct node *n = node;
    if (n->epoch != epoch || !sim_runs(n, go_on, node, epoch)) return;
    if (n->doomed) {
        sim_kill(n);
        sim_after(sim_between(10, 3000) * MS, sim_start, n, 0);
        return;
    }
    self = n;
    world.resumed++;
    fiber_go_on(n->hall.fiber);
    sim_turn(n);
}

static void pass(const struct shared *s, uint64_t us)
{
    if (!fiber_self()) return; /* while it starts */
    struct node *n = s->node;
    sim_after(us, go_on, n, n->epoch);
    fiber_wait();
    self = n;
}

static void give_back(struct shared *s)
{
    for (int i = 0; i < db.tables; i++)
        if (db.table[i].taken == s) db.table[i].taken = NULL;
}

/* A call goes to the database. 0, or -EAGAIN. */
int sim_store_call(struct shared *s)
{
    if (!world.shared) return 0;
    uint64_t us = sim_between(100, 4000);
    if (!world.calm && sim_chance(1)) us = sim_between(1, 6) * S; /* it hangs */
    if (world.away_until > world.now) us += sim_chance(50) ? world.away_until - world.now : 0;
    bool slow = us > 5 * S;
    pass(s, slow ? 5 * S : us);
    bool silent = s->begun && world.now - s->at > SILENT;
    s->at = world.now;
    if (slow || silent || world.away_until > world.now || (!world.calm && sim_chance(1))) {
        if (s->begun) s->lost = true;
        if (s->begun) give_back(s);
        world.faults++;
        return -EAGAIN;
    }
    return s->lost ? -EAGAIN : 0;
}

void sim_store_lost(struct node *n)
{
    give_back((struct shared *)n->store);
    for (int i = 0; i < TABLES; i++) db.here[n->number][i].used = false;
}

/* ---- news ---- */

struct news {
    int from;
    enum store_news what;
    char id[ID_LEN + 1];
    uint32_t version;
};

static void (*watchers[NODES])(void *, enum store_news, const char *, uint32_t);
static void *watchers_ctx[NODES];

static void tell(void *news, uint64_t to)
{
    const struct news *p = news;
    struct node *n = &world.node[to];
    if (!sim_runs(n, tell, news, to)) return;
    self = n;
    watchers[to](watchers_ctx[to], p->what, p->id, p->version);
    sim_turn(n);
}

/* Soon; or it is lost, and the poll finds it. */
static void announce(int from, enum store_news what, const char *id, uint32_t version)
{
    struct news *p = sim_memory(sizeof *p);
    *p = (struct news){from, what, "", version};
    snprintf(p->id, sizeof p->id, "%s", id);
    for (int i = 0; world.shared && i < world.nodes; i++)
        if (i != from)
            sim_after(sim_chance(85) ? sim_between(1, 30) * MS : sim_between(250, 1200) * MS, tell, p, (uint64_t)i);
}

/* ---- commits ---- */

static void keep_event(struct table *t, const struct event *e, uint32_t number)
{
    if (t->n == t->size) {
        t->size = t->size ? 2 * t->size : 64;
        t->event = realloc(t->event, (size_t)t->size * sizeof *t->event);
    }
    struct event own = *e;
    own.number = number;
    own.actor = sim_words(e->actor, strlen(e->actor));
    own.action = sim_words(e->action, strlen(e->action));
    own.text = sim_words(e->text, e->n);
    t->event[t->n++] = own;
}

static void law_once(const struct table *t, const struct event *e)
{
    if (!e->action[0]) return;
    if (sim_store_did(t->row.id, e->actor, e->action)) sim_broken("action %s is stored twice", e->action);
    if (db.did_n == db.did_size) {
        db.did_size = db.did_size ? 2 * db.did_size : 256;
        db.did = realloc(db.did, (size_t)db.did_size * sizeof *db.did);
    }
    struct did *d = &db.did[db.did_n++];
    snprintf(d->id, sizeof d->id, "%s", t->row.id);
    snprintf(d->actor, sizeof d->actor, "%s", e->actor);
    snprintf(d->action, sizeof d->action, "%s", e->action);
}

/* Time goes by as it should, a tenth more or less, whatever the clocks of machines do; and nobody is late before the
 * time is up. */
static void law_time(struct table *t, const struct shared *s, const struct event *e)
{
    bool same = t->last.node == s->node && t->last.epoch == s->node->epoch;
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
    t->last.node = s->node;
    t->last.epoch = s->node->epoch;
    t->last.now = world.now;
    t->last.at = e->at;
}

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

/* Is it in the lobby from now on? The news are for all, be it that it came or that it went. */
static void place(const struct shared *s, struct table *t)
{
    bool in = t->row.status == TABLE_OPEN && t->row.listed;
    if (in || t->place.in) announce(s->node->number, NEWS_LOBBY, t->row.id, 0), db.lobby_changed = world.now;
    if (t->place.in && !in) t->place.left = world.now;
    t->place.in = in;
    t->place.changed = world.now;
}

static void apply(const struct shared *s, const struct change *c)
{
    struct table *t = find_table(c->row.id);
    if (!t) {
        if (db.tables == TABLES) sim_broken("too many tables");
        t = &db.table[db.tables++];
        t->row.created = c->row.created;
        memcpy(t->row.id, c->row.id, sizeof t->row.id);
        memcpy(t->row.code, c->row.code, sizeof t->row.code);
        t->mirror = room_new(t->row.id);
    }
    uint64_t sat = seating(t->mirror);
    for (int i = 0; i < c->n; i++) {
        law_once(t, &c->event[i]);
        law_time(t, s, &c->event[i]);
        keep_event(t, &c->event[i], c->expected + (uint32_t)i + 1);
        if (!room_step(t->mirror, &t->event[t->n - 1], NULL)) sim_broken("an event does not fit table %s", t->row.id);
    }
    const char *broken = t->mirror->size ? t->mirror->set.game->broken(t->mirror->now) : NULL;
    if (broken) sim_broken("table %s: %s", t->row.id, broken);
    if (seating(t->mirror) != sat) t->seated = world.now;
    if (t->mirror->status == TABLE_OVER && !t->over_at) t->over_at = t->mirror->changed;
    t->row.version = c->expected + (uint32_t)c->n;
    sim_say("node %d stores %d events of table %s: %u", s->node->number, c->n, t->row.id, t->row.version);
    t->row.status = c->row.status;
    t->row.listed = c->row.listed;
    t->row.due = c->row.due;
    t->row.changed = c->row.changed;
    t->row.summary = sim_words(c->row.summary, strlen(c->row.summary));
    if (c->row.stale_to) drop_stale(t, c->row.stale_from, c->row.stale_to);
    t->players = 0;
    t->player = sim_memory(MAX_SEATS * sizeof *t->player);
    for (int i = 0; i < t->mirror->seats; i++)
        if (t->mirror->seat[i].kind == SEAT_HUMAN)
            memcpy(t->player[t->players++], t->mirror->seat[i].player, PLAYER_LEN + 1);
    announce(s->node->number, NEWS_TABLE, t->row.id, t->row.version);
    place(s, t);
}

/* Is everything as the batch thinks it is? */
static bool fits(struct shared *s)
{
    for (const struct change *c = s->first; c; c = c->next) {
        if (!is_row(c)) continue;
        const struct table *t = find_table(c->row.id);
        uint32_t version = t ? t->row.version : 0;
        for (const struct change *b = s->first; b != c; b = b->next)
            if (is_row(b) && strcmp(b->row.id, c->row.id) == 0) version = b->expected + (uint32_t)b->n;
        if (version != c->expected) {
            sim_say("table %s has version %u, not %u", c->row.id, version, c->expected);
            return false;
        }
        if (world.shared && t && t->taken != s) sim_broken("a table is written by who has not taken it");
    }
    return true;
}

static void set_name(const char *player, const char *name);

static int abandon(struct shared *s)
{
    give_back(s);
    s->first = NULL;
    s->last = &s->first;
    s->begun = s->lost = false;
    return 0;
}

static int commit_now(struct shared *s)
{
    struct node *who = self;
    bool fit = fits(s);
    self = NULL; /* what the database keeps is nobody's */
    if (!fit || !sim_lists_fit(s)) {
        self = who;
        return world.shared ? -EAGAIN : -EEXIST;
    }
    for (const struct change *c = s->first; c; c = c->next) {
        if (c->name) set_name(c->player, c->name);
        else if (is_row(c)) apply(s, c);
    }
    sim_lists_commit(s);
    for (int i = 0; i < db.tables; i++)
        if (db.table[i].mirror->set.day) sim_law_day(db.table[i].mirror, db.table[i].over_at);
    self = who;
    world.commits++;
    return 0;
}

static int do_commit(struct store *st)
{
    struct shared *s = as_shared(st);
    if (!s->first && !s->begun) return 0;
    bool fails = !world.calm && sim_chance(world.shared ? 2 : 3),
         unknown = !world.calm && world.shared && sim_chance(2);
    if (!world.shared && fails) {
        world.faults++;
        sim_say("node %d: the commit fails", s->node->number);
        return abandon(s), -ENOSPC;
    }
    int e = sim_store_call(s);
    if (!e && fails) e = -EAGAIN;
    if (!world.calm && sim_chance(1)) s->node->doomed = true; /* nothing leaves it any more */
    if (!e && (!s->node->doomed || sim_chance(50))) e = commit_now(s);
    abandon(s);
    if (e || !world.shared) {
        if (e) sim_say("node %d: the commit fails (%d)", s->node->number, -e);
        return e;
    }
    pass(s, sim_between(50, 2000));
    if (unknown) sim_say("node %d: the answer to a commit is lost", s->node->number);
    return unknown ? -EAGAIN : 0;
}

/* ---- writing ---- */

void sim_store_change(struct shared *s, struct change *c)
{
    if (!s->begun) s->at = world.now;
    *s->last = c;
    s->last = &c->next;
    s->begun = true;
}

/* The table as this batch has it: version, or 0. */
static uint32_t version_of(const struct shared *s, const char *id)
{
    const struct table *t = find_table(id);
    uint32_t v = t ? t->row.version : 0;
    for (const struct change *c = s->first; c; c = c->next)
        if (is_row(c) && strcmp(c->row.id, id) == 0) v = c->expected + (uint32_t)c->n;
    return v;
}

static int append(struct store *st, struct store_row *row, uint32_t expected, const struct event *e, int n)
{
    struct shared *s = as_shared(st);
    struct node *who = self;
    if (s->lost) return -EAGAIN;
    const struct table *t = find_table(row->id);
    bool knows = version_of(s, row->id) == expected;
    if (!knows && world.shared && t && t->taken == s) sim_broken("who has taken a table does not know what is there");
    if (!knows) return -EEXIST;
    self = NULL;
    struct change *c = sim_memory(sizeof *c);
    *c = (struct change){.row = *row, .expected = expected, .n = n};
    c->row.summary = sim_words(row->summary, strlen(row->summary));
    c->event = sim_memory((size_t)(n ? n : 1) * sizeof *c->event);
    for (int i = 0; i < n; i++) {
        c->event[i] = e[i];
        c->event[i].actor = sim_words(e[i].actor, strlen(e[i].actor));
        c->event[i].action = sim_words(e[i].action, strlen(e[i].action));
        c->event[i].text = sim_words(e[i].text, e[i].n);
    }
    sim_store_change(s, c);
    self = who;
    row->version = expected + (uint32_t)n;
    return 0;
}

static void do_abandon(struct store *st) { abandon(as_shared(st)); }
static bool pending(const struct store *st) { return ((const struct shared *)st)->first != NULL; }

static int take(struct store *st, struct store_take *list, int n, int (*fn)(void *, int, const struct event *),
                void *ctx)
{
    struct shared *s = as_shared(st);
    bool first = !s->begun;
    if (first) s->at = world.now;
    int e = sim_store_call(s), stop = 0;
    if (e) return e;
    s->begun = true;
    for (int i = 0; i < n; i++) {
        struct table *t = find_table(list[i].id);
        struct shared *other = t ? t->taken : NULL;
        if (other && other != s && world.now - other->at > SILENT) other->lost = true, give_back(other);
        list[i].status = !t ? -ENOENT : t->taken && t->taken != s ? -EAGAIN : 0;
        if (list[i].status) continue;
        t->taken = s;
        for (int k = 0; !stop && k < t->n; k++)
            if (t->event[k].number > list[i].version) stop = fn(ctx, i, &t->event[k]);
        list[i].version = t->row.version;
    }
    return stop;
}

/* ---- reading ---- */

static int load(struct store *st, const char *id, uint32_t from, int (*fn)(void *, const struct event *), void *ctx,
                struct store_row *row)
{
    struct shared *s = as_shared(st);
    int e = sim_store_call(s), stop = 0;
    if (e) return e;
    const struct table *t = find_table(id);
    if (t && row) *row = t->row;
    uint32_t last = from;
    for (int i = 0; t && !stop && i < t->n; i++)
        if (t->event[i].number > from) stop = fn(ctx, &t->event[i]), last = t->event[i].number;
    if (world.shared) return t ? stop : -ENOENT;
    bool any = t != NULL; /* one who writes alone reads what it wrote */
    for (const struct change *c = s->first; c && !stop; c = c->next)
        for (int i = 0; is_row(c) && strcmp(c->row.id, id) == 0 && !stop && i < c->n; i++) {
            struct event own = c->event[i];
            own.number = c->expected + (uint32_t)i + 1;
            any = true;
            if (own.number > last) stop = fn(ctx, &own);
        }
    return any ? stop : -ENOENT;
}

static int find(struct store *st, const char *code, char id[ID_LEN + 1])
{
    int e = sim_store_call(as_shared(st));
    for (int i = 0; !e && i < db.tables; i++)
        if (strcmp(db.table[i].row.code, code) == 0) return memcpy(id, db.table[i].row.id, ID_LEN + 1), 0;
    return e ? e : -ENOENT;
}

static bool sits(const struct table *t, const char *player)
{
    for (int i = 0; i < t->players; i++)
        if (strcmp(t->player[i], player) == 0) return true;
    return false;
}

static int list(struct store *st, enum store_list what, const char *player, uint64_t time, int limit,
                int (*fn)(void *, const struct store_row *), void *ctx)
{
    int e = sim_store_call(as_shared(st));
    if (e) return e;
    for (int i = db.tables - 1; i >= 0 && limit; i--) {
        const struct table *t = &db.table[i];
        bool in = what == LIST_LOBBY    ? t->row.status == TABLE_OPEN && t->row.listed
                  : what == LIST_PLAYER ? sits(t, player)
                                        : t->row.due && t->row.due <= time;
        if (!in) continue;
        limit--;
        e = fn(ctx, &t->row);
        if (e) return e;
    }
    return 0;
}

static int due(struct store *st, uint64_t *time)
{
    int e = sim_store_call(as_shared(st));
    *time = 0;
    for (int i = 0; !e && i < db.tables; i++)
        if (db.table[i].row.due && (!*time || db.table[i].row.due < *time)) *time = db.table[i].row.due;
    return e;
}

static int count(struct store *st, uint64_t n[TABLE_OVER + 1])
{
    (void)st;
    memset(n, 0, (TABLE_OVER + 1) * sizeof *n);
    return 0;
}

static int key(struct store *st, const char *name, uint8_t *k, size_t n)
{
    (void)st, (void)name;
    memcpy(k, db.key, n);
    return 0;
}

static int who(const char *player)
{
    for (int i = 0; i < db.whos; i++)
        if (strcmp(db.who[i].player, player) == 0) return i;
    if (db.whos == 256) sim_broken("too many players");
    snprintf(db.who[db.whos].player, sizeof db.who[0].player, "%s", player);
    return db.whos++;
}

static void set_name(const char *player, const char *name) { snprintf(db.who[who(player)].name, 128, "%s", name); }

static int name_get(struct store *st, const char *player, char *name, size_t size)
{
    int e = sim_store_call(as_shared(st));
    if (!e) snprintf(name, size, "%s", db.who[who(player)].name);
    return e;
}

static int name_set(struct store *st, const char *player, const char *name)
{
    struct node *node = self;
    self = NULL;
    struct change *c = sim_memory(sizeof *c);
    snprintf(c->player, sizeof c->player, "%s", player);
    c->name = sim_words(name, strlen(name));
    sim_store_change(as_shared(st), c);
    self = node;
    return 0;
}

static int has(struct store *st, const char *id, const char *actor, const char *action)
{
    return (void)st, sim_store_did(id, actor, action);
}

static int sweep(struct store *st, const struct store_old *old, int limit, int *n)
{
    (void)st, (void)old, (void)limit;
    *n = 0;
    return 0;
}

static int bytes(struct store *st, uint64_t *n) { return (void)st, *n = world.full ? 2 << 20 : 0, 0; }
static const char *why(const struct store *st) { return (void)st, "simulated"; }

/* ---- several nodes ---- */

static const char *away(const struct store *st) { return (void)st, world.away_until > world.now ? "away" : NULL; }

static void watch(struct store *st, void (*fn)(void *, enum store_news, const char *, uint32_t), void *ctx)
{
    watchers[as_shared(st)->node->number] = fn;
    watchers_ctx[as_shared(st)->node->number] = ctx;
}

static uint64_t wall(struct store *st) { return (void)st, sim_wall(); }

static int here_set(struct store *st, const char *id, const char *const *players, int n, int watching)
{
    int me = as_shared(st)->node->number, k = 0;
    while (k < TABLES - 1 && db.here[me][k].used && strcmp(db.here[me][k].id, id) != 0) k++;
    db.here[me][k].used = true;
    snprintf(db.here[me][k].id, ID_LEN + 1, "%s", id);
    db.here[me][k].n = n < CLIENTS ? n : CLIENTS;
    db.here[me][k].watching = watching;
    for (int i = 0; i < db.here[me][k].n; i++) memcpy(db.here[me][k].player[i], players[i], PLAYER_LEN + 1);
    announce(me, NEWS_HERE, id, 0);
    return 0;
}

static int here(struct store *st, const char *id, void (*fn)(void *, const char *), void *ctx, int *watching)
{
    int me = as_shared(st)->node->number, e = sim_store_call(as_shared(st));
    *watching = 0;
    for (int n = 0; !e && n < world.nodes; n++)
        for (int k = 0; n != me && k < TABLES; k++) {
            if (!db.here[n][k].used || strcmp(db.here[n][k].id, id) != 0) continue;
            *watching += db.here[n][k].watching;
            for (int i = 0; i < db.here[n][k].n; i++) fn(ctx, db.here[n][k].player[i]);
        }
    return e;
}

static void close_store(struct store *st) { (void)st; }

#define COMMON                                                                                                         \
    .close = close_store, .append = append, .commit = do_commit, .abandon = do_abandon, .pending = pending,            \
    .load = load, .find = find, .has = has, .list = list, .due = due, .count = count, .key = key,                      \
    .name_get = name_get, .name_set = name_set, .sweep = sweep, .once = sim_lists_once, .era = sim_lists_era,          \
    .era_end = sim_lists_era_end, .bytes = bytes, .why = why, .ask = sim_lists_ask
static const struct store_ops alone_ops = {COMMON};
static const struct store_ops shared_ops = {COMMON,       .away = away,         .take = take, .watch = watch,
                                            .wall = wall, .here_set = here_set, .here = here};

struct store *sim_store_open(struct node *n)
{
    struct shared *s = sim_memory(sizeof *s);
    s->store.ops = world.shared ? &shared_ops : &alone_ops;
    s->node = n;
    s->last = &s->first;
    if (world.shared && n->epoch > 1)
        for (int i = 0; i < TABLES; i++)
            if (db.table[i].row.id[0])
                announce(n->number, NEWS_HERE, db.table[i].row.id, 0); /* the old ones are gone */
    return &s->store;
}
