/* sim_store.c -- see sim.h: a driver of the store for the database that several nodes share: SQLite's (sim_vfs.c), and in front of it what
 * only PostgreSQL does. Requests take time, and others come in between; the database is away, or hangs; rows are locked by others; a
 * session that is silent too long loses its locks; a commit is done and not answered, or not done; news come late, or twice.
 * What a batch has written waits here, and is done again before each request and taken back behind it: its own node sees it,
 * others only when it is committed. */
#include "../server/store/store_driver.h"
#include "sim.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SILENT = 4 * S }; /* a session in a batch is thrown out after so long */

/* Statements that a batch has written, and what they told. */
struct change {
    struct change *next;
    const struct store_ask *ask; /* [n] */
    int n, result;
    uint64_t rows; /* a hash of them */
    bool added;    /* nobody wanted the rows */
};

struct news {
    struct news *next;
    int from;
    enum store_news what;
    char id[PLAYER_LEN + 1];
    uint32_t version;
};

/* The store of one node. */
struct shared {
    struct store store; /* must be first */
    struct node *node;
    struct change *first, **last;
    struct news *news;
    bool begun, lost;
    int depth;   /* of requests: one that is made by what another tells sees the same */
    uint64_t at; /* us: of the last request */
};

static struct {
    struct store *real;
    struct {
        char id[ID_LEN + 1];
        uint64_t key;
        const struct shared *by;
    } lock[TABLES];
    uint64_t keys; /* of tables, so far */
    struct {       /* who is where */
        char id[ID_LEN + 1];
        char player[CLIENTS][PLAYER_LEN + 1];
        int n, watching;
    } here[NODES][TABLES];
    void (*watcher[NODES])(void *, enum store_news, const char *, uint32_t);
    void *watcher_ctx[NODES];
} db;

static struct shared *as_shared(struct store *s) { return (struct shared *)s; }

/* ---- time goes by ---- */

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

static void unlock(const struct shared *s)
{
    for (int i = 0; i < TABLES; i++)
        if (db.lock[i].by == s) db.lock[i].by = NULL;
}

static int lock_of(const char *id)
{
    int i = 0;
    while (i < TABLES - 1 && db.lock[i].id[0] && strcmp(db.lock[i].id, id) != 0) i++;
    snprintf(db.lock[i].id, ID_LEN + 1, "%s", id);
    return i;
}

static int refuse(struct shared *s, int e) { return store_refuse(&s->store, e, "simulated"); }

/* A request goes to the database. 0, or -EAGAIN. */
static int call(struct shared *s)
{
    uint64_t us = sim_between(100, 4000);
    if (!world.calm && sim_chance(1)) us = sim_between(1, 6) * S; /* it hangs */
    if (world.away_until > world.now) us += sim_chance(50) ? world.away_until - world.now : 0;
    bool slow = us > 5 * S;
    pass(s, slow ? 5 * S : us);
    bool silent = s->begun && world.now - s->at > SILENT;
    s->at = world.now;
    if (slow || silent || world.away_until > world.now || (!world.calm && sim_chance(1))) {
        if (s->begun) s->lost = true;
        if (s->begun) unlock(s);
        world.faults++;
        return refuse(s, -EAGAIN);
    }
    return s->lost ? refuse(s, -EAGAIN) : 0;
}

/* ---- what a batch has written ---- */

/* Rows on their way, and a hash of them. */
struct telling {
    struct node *node;
    const struct store_ask *all;
    int (*fn)(void *ctx, int k, const struct store_cell *row);
    void *ctx;
    uint64_t rows;
};

static int tell(void *ctx, int k, const struct store_cell *row)
{
    struct telling *t = ctx;
    struct store_cell own[STORE_CELLS];
    memcpy(own, row, sizeof own);
    if (store_statement_writes(t->all[k].statement)) t->rows = t->rows * 31 + (uint64_t)row[0].number + 1;
    if (t->all[k].statement == ASK_TABLE_FREE) own[0].number = (int64_t)++db.keys; /* of a sequence, as in PostgreSQL */
    if (!t->fn) return 0;
    self = t->node;
    int stop = t->fn(t->ctx, k, own);
    self = NULL;
    return stop;
}

/* Does it tell the same as before? */
static bool do_again(const struct change *c, int *result)
{
    struct telling t = {.all = c->ask};
    *result = c->added ? db.real->driver->add(db.real, c->ask) : db.real->driver->run(db.real, c->ask, c->n, tell, &t);
    return *result == c->result && t.rows == c->rows;
}

static void must_begin(void)
{
    if (db.real->driver->begin(db.real)) sim_broken("the database: %s", store_why(db.real));
}

/* A request: the database is as the batch has left it, until look_end; others cannot come in before that. */
static int look_begin(struct shared *s)
{
    int status = s->depth ? 0 : call(s), unused;
    if (status) return status;
    self = NULL; /* what the database keeps is nobody's */
    if (s->depth++) return 0;
    must_begin();
    for (const struct change *c = s->first; c; c = c->next) do_again(c, &unused);
    return 0;
}

static void look_end(struct shared *s)
{
    if (--s->depth == 0) db.real->driver->rollback(db.real);
    self = s->node;
}

static void keep(struct shared *s, const struct store_ask *a, const struct change *like)
{
    struct node *who = self;
    self = NULL;
    struct change *c = sim_memory(sizeof *c);
    struct store_ask *own = sim_memory((size_t)like->n * sizeof *own);
    for (int i = 0; i < like->n; i++) {
        own[i] = a[i];
        for (int k = 0; k < a[i].n; k++) {
            const struct store_value *v = &a[i].value[k];
            if (v->text) own[i].value[k].text = sim_words(v->text, v->kind == VALUE_TEXT ? strlen(v->text) : v->n);
        }
    }
    *c = *like;
    c->ask = own;
    *s->last = c;
    s->last = &c->next;
    self = who;
}

static int run(struct store *st, const struct store_ask *all, int n,
               int (*fn)(void *ctx, int k, const struct store_cell *row), void *ctx)
{
    struct shared *s = as_shared(st);
    struct telling t = {.node = s->node, .all = all, .fn = fn, .ctx = ctx};
    bool writes = false, alone = !s->begun && !s->depth; /* no transaction, or one of this request */
    int status = alone ? call(s) : look_begin(s);
    if (status) return status;
    self = NULL;
    for (int i = 0; i < n; i++) writes |= store_statement_writes(all[i].statement);
    int rows = db.real->driver->run(db.real, all, n, tell, &t);
    if (rows < 0) rows = refuse(s, -EAGAIN); /* somebody came first */
    else if (writes && !alone) keep(s, all, &(struct change){.n = n, .result = rows, .rows = t.rows});
    self = s->node;
    if (!alone) look_end(s);
    return rows;
}

/* Goes to the database with the next request. As in PostgreSQL there is one statement that changes a table: a lock does not tell
 * when it is due. */
static int add(struct store *st, const struct store_ask *a)
{
    struct store_ask all = *a;
    if (as_shared(st)->lost) return refuse(as_shared(st), -EAGAIN);
    if (a->statement == ASK_TABLE_TOUCH) all.statement = ASK_TABLE_CHANGE;
    keep(as_shared(st), &all, &(struct change){.n = 1, .added = true});
    return 0;
}

static int begin(struct store *st)
{
    struct shared *s = as_shared(st);
    s->begun = true;
    s->at = world.now;
    return 0;
}

static void rollback(struct store *st)
{
    struct shared *s = as_shared(st);
    unlock(s);
    s->first = NULL;
    s->last = &s->first;
    s->news = NULL;
    s->begun = s->lost = false;
}

/* ---- news ---- */

static void tell_news(void *news, uint64_t to)
{
    const struct news *p = news;
    struct node *n = &world.node[to];
    if (!sim_runs(n, tell_news, news, to)) return;
    self = n;
    db.watcher[to](db.watcher_ctx[to], p->what, p->id, p->version);
    sim_turn(n);
}

static struct news *new_news(int from, enum store_news what, const char *id, uint32_t version)
{
    struct news *p = sim_memory(sizeof *p);
    *p = (struct news){.from = from, .what = what, .version = version};
    snprintf(p->id, sizeof p->id, "%s", id);
    return p;
}

/* Soon; or it is lost, and the poll finds it. */
static void announce(struct news *p)
{
    for (int i = 0; i < world.nodes; i++) {
        if (i == p->from) continue;
        sim_after(sim_chance(85) ? sim_between(1, 30) * MS : sim_between(250, 1200) * MS, tell_news, p, (uint64_t)i);
        if (sim_chance(5)) sim_after(sim_between(1, 1200) * MS, tell_news, p, (uint64_t)i);
    }
}

static void come_back(void *unused, uint64_t until)
{
    (void)unused;
    if (world.away_until == until) announce(new_news(-1, NEWS_ALL, "", 0));
}

void sim_store_away(uint64_t us)
{
    world.away_until = world.now + us;
    sim_after(us, come_back, NULL, world.away_until);
}

static void news(struct store *st, enum store_news what, const char *id, uint32_t version)
{
    struct shared *s = as_shared(st);
    struct news *p = new_news(s->node->number, what, id, version);
    p->next = s->news;
    s->news = p;
}

static void watch(struct store *st, void (*fn)(void *, enum store_news, const char *, uint32_t), void *ctx)
{
    db.watcher[as_shared(st)->node->number] = fn;
    db.watcher_ctx[as_shared(st)->node->number] = ctx;
}

/* ---- commits ---- */

/* The row of a table that another batch may have locked, or nobody. */
static void law_locked(const struct shared *s, const struct change *c, int result)
{
    bool row = c->ask->statement == ASK_TABLE_CHANGE, mine = !row;
    for (const struct change *b = s->first; row && b != c; b = b->next)
        mine |= b->ask->statement == ASK_TABLE_ADD && b->ask->value[0].number == c->ask->value[0].number;
    for (int i = 0; row && i < TABLES; i++)
        mine |= db.lock[i].by == s && db.lock[i].key == (uint64_t)c->ask->value[0].number;
    if (!mine) sim_broken("a table is written by who has not locked it");
    if (row && result == -EEXIST) sim_broken("who has locked a table does not know what is there");
}

/* All is as the batch thinks it is, and done now; else nothing is. */
static int commit_now(struct shared *s)
{
    int status = 0, result;
    self = NULL;
    must_begin();
    for (const struct change *c = s->first; c && !status; c = c->next) {
        bool same = do_again(c, &result);
        law_locked(s, c, result);
        if (!same) sim_say("node %d: somebody came first", s->node->number), status = -EAGAIN;
    }
    if (status) db.real->driver->rollback(db.real);
    else if (db.real->driver->commit(db.real)) sim_broken("the database cannot commit: %s", store_why(db.real));
    for (struct news *p = s->news; p && !status; p = p->next) {
        if (p->what == NEWS_TABLE) sim_seen_touch(p->id);
        announce(p);
    }
    if (!status) sim_seen_commit(db.real, s->node);
    self = s->node;
    return status;
}

static int commit(struct store *st)
{
    struct shared *s = as_shared(st);
    bool fails = !world.calm && sim_chance(2), unknown = !world.calm && sim_chance(2);
    int status = call(s);
    if (!status && fails) status = -EAGAIN;
    if (!world.calm && sim_chance(1)) s->node->doomed = true; /* nothing leaves it any more */
    if (!status && (!s->node->doomed || sim_chance(50))) status = commit_now(s);
    rollback(st);
    world.faults += fails || unknown;
    if (status) sim_say("node %d: the commit fails (%d)", s->node->number, -status);
    if (status) return refuse(s, status);
    pass(s, sim_between(50, 2000));
    if (unknown) sim_say("node %d: the answer to a commit is lost", s->node->number);
    return unknown ? refuse(s, -EAGAIN) : 0;
}

/* ---- locks ---- */

struct locking {
    struct node *node;
    struct store_locked *row;
    bool found;
    int (*fn)(void *ctx, int i, const struct event *);
    void *ctx;
    int i, stop;
};

static int tell_locked(void *ctx, int k, const struct store_cell *c)
{
    struct locking *l = ctx;
    if (k == 0) {
        *l->row =
            (struct store_locked){(uint64_t)c[0].number, (uint32_t)c[1].number, (uint8_t)c[2].number, c[3].number != 0};
        return !(l->found = true);
    }
    struct event e = {.number = (uint32_t)c[0].number,
                      .at = (uint64_t)c[1].number,
                      .kind = (uint8_t)c[2].number,
                      .seat = (int16_t)c[3].number,
                      .actor = c[4].text,
                      .action = c[5].text,
                      .text = c[6].text,
                      .n = c[6].n};
    self = l->node;
    l->stop = l->fn(l->ctx, l->i, &e);
    self = NULL;
    return l->stop;
}

/* Now and then somebody else has a lock, at a terminal. */
static int lock(struct store *st, struct store_lock *list, struct store_locked *locked, int n,
                int (*fn)(void *ctx, int i, const struct event *), void *ctx)
{
    struct shared *s = as_shared(st);
    struct locking l = {.node = s->node, .fn = fn, .ctx = ctx};
    int status = look_begin(s);
    if (status) return status;
    for (int i = 0; i < n; i++) {
        const struct store_ask ask[] = {{ASK_TABLE_STATE, {store_text(list[i].id)}, 1},
                                        {ASK_EVENTS_GET, {store_text(list[i].id), store_number(list[i].version)}, 2}};
        int k = lock_of(list[i].id);
        struct shared *other = (struct shared *)(uintptr_t)db.lock[k].by;
        if (other && other != s && world.now - other->at > SILENT) other->lost = true, unlock(other);
        bool taken = (db.lock[k].by && db.lock[k].by != s) || (!world.calm && sim_chance(1));
        l.row = &locked[i], l.i = i, l.found = false;
        db.real->driver->run(db.real, ask, fn && !taken && !l.stop ? 2 : 1, tell_locked, &l);
        list[i].status = !l.found ? -ENOENT : taken ? -EAGAIN : 0;
        if (list[i].status) continue;
        db.lock[k].by = s;
        db.lock[k].key = locked[i].key;
    }
    look_end(s);
    return 0;
}

static const char *away(struct store *st) { return (void)st, world.away_until > world.now ? "away" : NULL; }
static uint64_t wall(struct store *st) { return (void)st, sim_wall(); }

/* ---- who is where ---- */

static int here_set(struct store *st, const char *id, const char *const *players, int n, int watching)
{
    int me = as_shared(st)->node->number, k = 0;
    while (k < TABLES - 1 && db.here[me][k].id[0] && strcmp(db.here[me][k].id, id) != 0) k++;
    snprintf(db.here[me][k].id, ID_LEN + 1, "%s", id);
    db.here[me][k].n = n < CLIENTS ? n : CLIENTS;
    db.here[me][k].watching = watching;
    for (int i = 0; i < db.here[me][k].n; i++) memcpy(db.here[me][k].player[i], players[i], PLAYER_LEN + 1);
    announce(new_news(me, NEWS_HERE, id, 0));
    return 0;
}

static int here(struct store *st, const char *id, void (*fn)(void *, const char *), void *ctx, int *watching)
{
    int me = as_shared(st)->node->number, e = call(as_shared(st));
    *watching = 0;
    for (int n = 0; !e && n < world.nodes; n++)
        for (int k = 0; n != me && k < TABLES; k++) {
            if (strcmp(db.here[n][k].id, id) != 0) continue;
            *watching += db.here[n][k].watching;
            for (int i = 0; i < db.here[n][k].n; i++) fn(ctx, db.here[n][k].player[i]);
        }
    return e;
}

/* ---- nodes ---- */

static void close_store(struct store *st) { (void)st; }

static const struct store_driver driver = {.utf8 = true,
                                           .shared = true,
                                           .close = close_store,
                                           .begin = begin,
                                           .commit = commit,
                                           .rollback = rollback,
                                           .run = run,
                                           .add = add,
                                           .lock = lock,
                                           .news = news,
                                           .watch = watch,
                                           .away = away,
                                           .wall = wall,
                                           .here_set = here_set,
                                           .here = here};

struct store *sim_store_open(struct node *n)
{
    char why_not[256];
    if (!db.real) {
        struct node *who = self;
        self = NULL;
        db.real = store_sqlite_open(SIM_FILE, why_not);
        if (!db.real) sim_broken("the database: %s", why_not);
        sim_seen_restart(db.real);
        self = who;
    }
    struct shared *s = sim_memory(sizeof *s);
    store_init(&s->store, &driver);
    s->store.node = (uint64_t)n->number + 1;
    s->node = n;
    s->last = &s->first;
    for (int i = 0; n->epoch > 1 && i < TABLES; i++)
        if (db.lock[i].id[0]) announce(new_news(n->number, NEWS_HERE, db.lock[i].id, 0)); /* the old ones are gone */
    return &s->store;
}

void sim_store_begin(void)
{
    memset(&db, 0, sizeof db);
    db.keys = 100;
}

void sim_store_lost(struct node *n)
{
    unlock(as_shared(n->store));
    memset(db.here[n->number], 0, sizeof db.here[n->number]);
}
