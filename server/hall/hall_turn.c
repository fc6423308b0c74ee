/* hall_turn.c -- see hall.h: whose work is next, and what becomes of a turn: it changes, commits, reads.
 *
 * 1. One source's work is done in the order it came. Between sources it goes in turn for what changes things, and by how
 *    little time each has used for what reads.
 * 2. Changing has its time and reading has its time in each turn, and the longest piece of work is bounded by
 *    how long a table can get (ROOM_EVENTS): so nobody's move waits longer than that.
 * 3. Work that has run is kept until the commit: if the store says so, it runs again. */
#include "hall.h"

#include "../base/log.h"
#include "../base/must.h"

#include <errno.h>
#include <stdlib.h>

enum {
    COMPLAIN_MS = 60000,   /* between two lines of the log about the same */
    BATCH = 1024,          /* pieces of work in one commit at most; */
    STUMBLES = 3,          /* ... or one, after so many commits in a row that have to be done again */
    CHANGE_NS = 20000000,  /* that changing may take in a turn, */
    SLOW_NS = 5000000,     /* ... slow work among it, */
    READ_NS = 8000000,     /* and reading */
    FORGET_MS = 4000,      /* after which the half of the time somebody used is forgotten */
    MINE = 256,            /* pieces of work that one source may have waiting, */
    MINE_THEN = 8,         /* ... and when all together have */
    MUCH = 50000,          /* ... so many, */
    MUCH_BYTES = 32 << 20, /* ... or so many bytes: */
    MINE_BYTES = 4096,     /* each may have as many then; twice MUCH_BYTES is the end */
    PART = 128,            /* bytes that a part of a JSON text takes, about; an empty object three times that */
    GIVE_UP_MS = 8000,     /* that work waits for a store that is away */
    LOCKED_MS = 4,         /* until a table that another server has is asked for again */
    AWAY_MS = 100,         /* and a store that is away */
    TICK_MS = 100,         /* in which it is counted how much there is to do, */
    BUSY = 300,            /* ... and from so much on a commit is for what comes within */
    ENOUGH = 32,           /* ... or until there is this much, */
    GATHER_NS = 1000000,   /* ... this time */
    STACK = 1 << 20,       /* of a turn that may wait */
};
enum { THIS_PART = 1, UNTIL_LATER }; /* how long a source is blocked */

/* ---- the queues ---- */

static void ring_put(struct hall *h, struct source *s)
{
    s->next = NULL;
    s->prev = h->ring_last;
    *h->ring_last = s;
    h->ring_last = &s->next;
}

static void ring_take(struct hall *h, struct source *s)
{
    *s->prev = s->next;
    if (s->next) s->next->prev = s->prev;
    else h->ring_last = s->prev;
    s->prev = NULL;
}

void hall_post_first(struct hall *h, struct source *s, struct work *w)
{
    w->source = s;
    w->next = s->first;
    if (!s->first) s->last = &w->next;
    s->first = w;
    if (!s->prev) ring_put(h, s);
    if (!w->since) w->since = uv_now(h->loop);
    s->n++;
    h->work++;
}

void hall_post(struct hall *h, struct source *s, struct work *w)
{
    w->since = uv_now(h->loop);
    if (w->since >= h->tick + TICK_MS) {
        h->posted_before = w->since < h->tick + 2 * TICK_MS ? h->posted : 0;
        h->posted = 0;
        h->tick = w->since;
    }
    h->posted += !w->reads;
    h->gathered += !w->reads;
    s->bytes += w->bytes;
    h->bytes += w->bytes;
    if (!s->first) {
        hall_post_first(h, s, w);
        return;
    }
    w->source = s;
    w->next = NULL;
    *s->last = w;
    s->last = &w->next;
    s->n++;
    h->work++;
}

bool hall_full(const struct hall *h, const struct source *s, uint32_t bytes)
{
    bool much = h->work >= MUCH || h->bytes + bytes > MUCH_BYTES;
    if (!much) return s->n >= MINE || (s->bytes && s->bytes + bytes > HALL_MINE_BYTES);
    return s->n >= MINE_THEN || s->bytes + bytes > MINE_BYTES || h->bytes + bytes > 2 * (uint64_t)MUCH_BYTES;
}

uint32_t hall_weight(const char *json, size_t n)
{
    uint32_t parts = 0;
    bool text = false;
    for (size_t i = 0; i < n; i++) {
        char c = json[i];
        if (text && c == '\\') i++;
        else if (c == '"') text = !text;
        else if (!text) parts += c == ',' || c == '[' ? 1 : c == '{' ? 3 : 0;
    }
    return (uint32_t)n + PART * parts;
}

static struct work *pop(struct hall *h, struct source *s)
{
    struct work *w = s->first;
    s->first = w->next;
    w->next = NULL;
    s->n--;
    h->work--;
    if (!s->first) ring_take(h, s);
    return w;
}

static void drop(struct hall *h, struct work *w, bool lost)
{
    w->source->bytes -= w->bytes;
    h->bytes -= w->bytes;
    w->drop(h, w, lost);
}

void hall_forget_work(struct hall *h, struct source *s)
{
    while (s->first) drop(h, pop(h, s), false);
}

/* A list of work, and where the next goes. */
struct batch {
    struct work *first, **last;
    int n;
};

static void add(struct batch *b, struct work *w)
{
    if (!b->first) b->last = &b->first;
    w->next = NULL;
    *b->last = w;
    b->last = &w->next;
    b->n++;
}

static struct work *take_first(struct batch *b)
{
    struct work *w = b->first;
    if (w) b->first = w->next;
    return w;
}

static void drop_all(struct hall *h, struct batch *b, bool lost)
{
    for (struct work *w; (w = take_first(b));) drop(h, w, lost);
}

/* All of it waits again, in front of what came since. */
static void put_back(struct hall *h, struct batch *b)
{
    struct work *turned = NULL;
    for (struct work *w; (w = take_first(b));) {
        w->next = turned;
        turned = w;
    }
    for (struct work *w = turned, *next; w; w = next) {
        next = w->next;
        hall_post_first(h, w->source, w);
    }
}

bool hall_later(struct hall *h) { return h->again = store_shared(h->store); }

static bool too_late(const struct hall *h, const struct work *w)
{
    return (uv_now(h->loop) - w->since > GIVE_UP_MS && !w->stays) || h->stopping;
}

/* What becomes of the work of a turn. */
struct parts {
    struct batch todo, done, back, lost; /* not run yet; run; to be put back; given up: told when the turn is over */
};

/* It could not run now: it waits, or is given up. */
static void wait_or_end(struct hall *h, struct work *w, struct parts *p)
{
    h->again = false;
    if (!too_late(h, w)) w->source->blocked = UNTIL_LATER;
    add(too_late(h, w) ? &p->lost : &p->back, w);
}

static void pause_over(uv_timer_t *timer) { (void)timer; /* the loop comes around: that is all */ }

static void pause_for(struct hall *h, uint64_t ms)
{
    if (!uv_is_active((uv_handle_t *)&h->pause) || uv_timer_get_due_in(&h->pause) > ms)
        uv_timer_start(&h->pause, pause_over, ms, 0);
}

/* ---- changing ---- */

/* The next of each source that changes something, and again, until nobody has any or there is enough. When batches have to
 * be done again and again it is one at a time: should it be due to one of them, the others get on. */
static void gather(struct hall *h, struct batch *b)
{
    int most = h->stumbles < STUMBLES ? BATCH : 1;
    for (int before = -1; b->n > before && b->n < most;) {
        before = b->n;
        for (struct source *s = h->ring, *next; s && b->n < most; s = next) {
            next = s->next;
            if (!s->first->reads) add(b, pop(h, s));
        }
    }
}

static const char *table_of(const struct work *w)
{
    if (w->table) return w->table;
    const struct guest *g = w->source->guest;
    return g && g->room ? g->room->id : NULL;
}

/* Tables that are taken together. */
struct taking {
    struct hall *hall;
    struct store_take take[BATCH];
    struct room *room[BATCH];
};

static int take_event(void *ctx, int i, const struct event *e)
{
    struct taking *t = ctx;
    return hall_step(t->room[i], e, &hall_listener);
}

/* Takes the rooms of the batch that are in memory. What others did to them is told to the guests. */
static int take_rooms(struct hall *h, const struct batch *b)
{
    struct taking *t = must(malloc(sizeof *t));
    int n = 0, why;
    t->hall = h;
    for (const struct work *w = b->first; w && n < BATCH; w = w->next) {
        const char *id = table_of(w);
        struct room *r = id ? hall_room(h, id, &why) : NULL;
        if (!r || r->keeper->taken) continue;
        r->keeper->taken = true; /* once in the list */
        t->take[n] = (struct store_take){.id = r->id, .version = r->version};
        t->room[n++] = r;
    }
    int status = n ? store_take(h->store, t->take, n, take_event, t) : 0;
    for (int i = 0; i < n; i++) {
        t->room[i]->keeper->taken = !status && !t->take[i].status;
        bool less = !status && !t->take[i].status && t->take[i].version < t->room[i]->version; /* than it knew before */
        if (status == -EILSEQ || t->take[i].status == -ENOENT || less) hall_spoil(h, t->room[i]);
        if (!status && t->take[i].status == -EAGAIN) pause_for(h, LOCKED_MS);
    }
    free(t);
    return status;
}

void hall_after_commit(struct hall *h, struct errand *e)
{
    GAME_ASSERT(!h->reading);
    e->next = h->outbox;
    h->outbox = e;
}

/* What was put into the outbox since is as if it had never been asked for. */
static void drop_outbox(struct hall *h, const struct errand *since, bool lost)
{
    for (struct errand *e; (e = h->outbox) != since;) {
        h->outbox = e->next;
        e->drop(h, e, lost);
    }
}

/* In the order in which it was asked for. */
static void begin_outbox(struct hall *h)
{
    struct errand *turned = NULL;
    for (struct errand *e; (e = h->outbox);) {
        h->outbox = e->next;
        e->next = turned;
        turned = e;
    }
    for (struct errand *e = turned, *next; e; e = next) {
        next = e->next;
        e->begin(h, e);
    }
}

/* Runs what there is time for. */
static void run_all(struct hall *h, struct parts *p)
{
    uint64_t begin = uv_hrtime(), now = begin, slow = 0;
    for (struct work *w; (w = take_first(&p->todo)); now = uv_hrtime()) {
        struct source *s = w->source;
        bool late = now - begin > CHANGE_NS || (w->slow && slow > SLOW_NS);
        if (late || s->blocked || h->failed) {
            if (!s->blocked) s->blocked = THIS_PART;
            add(&p->back, w);
            continue;
        }
        const struct errand *before = h->outbox;
        w->run(h, w);
        if (w->slow) slow += uv_hrtime() - now;
        if (h->again) drop_outbox(h, before, false), pause_for(h, LOCKED_MS), wait_or_end(h, w, p);
        else add(&p->done, w);
    }
    for (struct work *w = p->back.first; w; w = w->next)
        if (w->source->blocked == THIS_PART) w->source->blocked = 0;
}

/* The store could not do it now: all of it runs again, but for what has waited too long. */
static void change_again(struct hall *h, struct parts *p)
{
    struct batch done = p->done, back = p->back;
    p->done = p->back = (struct batch){.n = 0};
    drop_outbox(h, NULL, false);
    if (h->net) net_forget(h->net);
    for (struct work *w; (w = take_first(&done));) wait_or_end(h, w, p);
    for (struct work *w; (w = take_first(&back));) wait_or_end(h, w, p);
    h->metrics.agains++;
    h->stumbles++;
    pause_for(h, AWAY_MS);
}

/* A disk that is full is full for a while: one line a minute will do, and each commit is counted. */
static void complain(struct hall *h, int status)
{
    uint64_t now = uv_now(h->loop);
    if (h->complained == status && h->complained_at && now - h->complained_at < COMPLAIN_MS) return;
    h->complained = status;
    h->complained_at = now ? now : 1;
    LOG(LOG_ERROR, "not stored", {"errno", LOG_INT(-status)}, {"why", LOG_STR(store_why(h->store))},
        {"failed", LOG_INT(h->metrics.commit_errors + 1)});
}

static void fail(struct hall *h, int status)
{
    static const char sorry[] = "{\"error\":\"store\",\"text\":\"" HALL_NOT_STORED "\"}";
    complain(h, status);
    h->metrics.commit_errors++;
    struct text *t = net_text_new(sorry, sizeof sorry - 1);
    if (h->net) net_drop(h->net, t);
    net_text_drop(t);
    drop_outbox(h, NULL, true);
}

static int commit(struct hall *h)
{
    int status = h->failed;
    uint64_t begin = uv_hrtime();
    h->failed = 0;
    if (!status && store_pending(h->store)) {
        status = store_commit(h->store);
        h->commit_failed_at = 0;
        h->metrics.commits++;
        metrics_histogram_add(&h->metrics.commit, (double)(uv_hrtime() - begin) / 1e9);
    }
    if (status || store_shared(h->store)) store_abandon(h->store); /* what was taken is given back, too */
    if (status && store_shared(h->store)) status = -EAGAIN;        /* whatever it was, it may go well now */
    if (status && status != -EEXIST) h->commit_failed_at = uv_now(h->loop);
    return status;
}

static void change(struct hall *h)
{
    struct parts p = {.todo = {.n = 0}};
    gather(h, &p.todo);
    if (!p.todo.n) return;
    if (store_shared(h->store)) h->failed = take_rooms(h, &p.todo);
    run_all(h, &p);
    hall_append_all(h);
    int status = commit(h);
    if (status)
        for (struct room *r = h->touched; r; r = r->keeper->touched_next) hall_spoil(h, r);
    if (status == -EAGAIN) change_again(h, &p);
    else if (status) fail(h, status);
    else h->stumbles = 0, begin_outbox(h);
    put_back(h, &p.back);
    drop_all(h, &p.lost, true);
    for (struct room *r = h->touched; r; r = r->keeper->touched_next) {
        r->keeper->taken = false;
        hall_keep(h, r);
    }
    if (h->net) net_flush(h->net);
    drop_all(h, &p.done, false);
}

/* ---- reading ---- */

/* The hall's own work first; then in turn a request, as they came, and of the guests whoever used the least. */
static struct source *next_reader(struct hall *h)
{
    struct source *guest = NULL, *request = NULL;
    for (struct source *s = h->ring; s; s = s->next) {
        if (!s->first->reads || s->blocked) continue;
        if (s == &h->own) return s;
        if (!s->guest && !request) request = s;
        if (s->guest && (!guest || s->used < guest->used)) guest = s;
    }
    h->asks_next = !h->asks_next;
    return (request && h->asks_next) || !guest ? request : guest;
}

static void look(struct hall *h)
{
    uint64_t begin = uv_hrtime(), now = begin;
    struct parts p = {.todo = {.n = 0}};
    h->reading = true;
    for (struct source *s; now - begin < READ_NS && (s = next_reader(h));) {
        struct work *w = pop(h, s);
        uint64_t halves = (uv_now(h->loop) - s->used_at) / FORGET_MS;
        if (halves) s->used = halves < 64 ? s->used >> halves : 0, s->used_at = uv_now(h->loop);
        w->run(h, w);
        uint64_t then = now;
        now = uv_hrtime();
        s->used += now - then;
        if (h->again) wait_or_end(h, w, &p);
        else drop(h, w, false);
    }
    if (p.back.n) pause_for(h, AWAY_MS);
    put_back(h, &p.back);
    drop_all(h, &p.lost, true);
    h->reading = false;
}

/* ---- the turn ---- */

/* Guests whose connection ended while a turn waited. */
static void bury(struct hall *h)
{
    for (struct guest *g = h->guests, *next; g; g = next) {
        next = g->all_next;
        if (!g->gone) continue;
        hall_remove_guest(h, g);
        net_conn_free(g->conn);
        free(g);
    }
    h->graves = 0;
}

static void turn(struct hall *h)
{
    uint64_t begin = uv_hrtime();
    if (h->graves) bury(h);
    if (h->net) net_flush(h->net); /* what was said before this has nothing to do with the store */
    for (struct source *s = h->ring; s; s = s->next) s->blocked = 0;
    change(h);
    look(h);
    struct room *next;
    for (struct room *r = h->touched; r; r = next) {
        next = r->keeper->touched_next;
        r->keeper->touched = false;
        hall_keep(h, r);
        if (!r->keeper->guests && !r->keeper->jobs) hall_forget(h, r);
    }
    h->touched = NULL;
    if (h->net) net_flush(h->net);
    double took = (double)(uv_hrtime() - begin) / 1e9;
    metrics_histogram_add(&h->metrics.turn, took);
    metrics_peak_add(&h->metrics.longest, took, uv_now(h->loop) / 60000);
}

/* A turn that may wait in the middle. */
static void turns(void *ctx)
{
    struct hall *h = ctx;
    for (;;) {
        turn(h);
        h->busy = false;
        fiber_wait();
    }
}

/* A commit costs as much for one move as for ten: where many come they wait a moment for each other. */
static bool gathers(struct hall *h)
{
    bool busy = h->posted_before >= BUSY && uv_now(h->loop) < h->tick + 2 * TICK_MS;
    if (!busy || !h->ring || h->stopping || store_shared(h->store)) {
        h->gathers = 0;
        return false;
    }
    uint64_t now = uv_hrtime();
    if (!h->gathers) h->gathers = now, h->gathered = 0;
    if (now - h->gathers < GATHER_NS && h->gathered < ENOUGH) return pause_for(h, 1), true;
    h->gathers = 0;
    return false;
}

bool hall_turn(struct hall *h)
{
    if (h->busy || gathers(h)) return false;
    bool idle = !h->ring && !h->touched && !h->graves;
    if (!store_shared(h->store)) {
        turn(h);
    } else if (idle) {
        if (h->net) net_flush(h->net);
    } else {
        if (!h->fiber) h->fiber = fiber_new(STACK, turns, h);
        h->busy = true;
        fiber_go_on(h->fiber);
    }
    if (h->busy) return false;
    for (const struct source *s = h->ring; s; s = s->next)
        if (!s->blocked) return true;
    return h->touched != NULL;
}
