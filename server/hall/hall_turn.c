/* hall_turn.c -- see hall.h: a turn: lock, run, append, commit, let out; then read. Whose task is next is queue.c's.
 *
 * 1. Changing has its time and reading has its time in each turn, and the longest task is bounded by how long a table can
 *    get (ROOM_EVENTS): so nobody's move waits longer than that.
 * 2. Tasks that have run are kept until the commit: if the store says so, they run again. */
#include "hall.h"

#include "../base/log.h"
#include "../base/must.h"

#include <errno.h>
#include <stdlib.h>

enum {
    COMPLAIN_MS = 60000,  /* between two lines of the log about the same */
    BATCH = 1024,         /* tasks in one commit at most; */
    RETRIES = 3,          /* ... or one, after so many commits in a row that have to be done again */
    CHANGE_NS = 20000000, /* that changing may take in a turn, */
    SLOW_NS = 5000000,    /* ... slow tasks among it, */
    READ_NS = 8000000,    /* and reading */
    PART = 128,           /* bytes that a part of a JSON text takes, about; an empty object three times that */
    LOCKED_MS = 4,        /* until a table that another server has is asked for again */
    AWAY_MS = 100,        /* and a store that is away */
    STACK = 1 << 20,      /* of a turn that may wait */
};

void hall_post(struct hall *h, struct client_queue *c, struct task *task)
{
    queue_post(&h->queue, c, task, uv_now(h->loop));
}

void hall_post_first(struct hall *h, struct client_queue *c, struct task *task)
{
    queue_post_first(&h->queue, c, task, uv_now(h->loop));
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

bool hall_defer(struct hall *h) { return h->deferred = store_again(h->store); }

/* What becomes of the tasks of a turn. */
struct parts {
    struct task_list todo, done, back,
        lost; /* not run yet; run; to be put back; given up: told when the turn is over */
};

/* The task could not run now: it is put back into its queue, or given up. */
static void wait_or_end(struct hall *h, struct task *task, struct parts *p)
{
    bool lost = queue_too_late(task, uv_now(h->loop)) || h->stopping;
    h->deferred = false;
    if (!lost) task->queue->blocked = QUEUE_DEFERRED;
    queue_list_add(lost ? &p->lost : &p->back, task);
}

static void pause_over(uv_timer_t *timer) { (void)timer; /* the loop comes around: that is all */ }

static void pause_for(struct hall *h, uint64_t ms)
{
    if (!uv_is_active((uv_handle_t *)&h->pause) || uv_timer_get_due_in(&h->pause) > ms)
        uv_timer_start(&h->pause, pause_over, ms, 0);
}

/* ---- changing ---- */

static const char *table_of(const struct task *task)
{
    if (task->table) return task->table;
    const struct guest *g = task->queue->guest;
    return g && g->room ? g->room->id : NULL;
}

/* Tables that are locked together. */
struct locking {
    struct hall *hall;
    struct store_lock take[BATCH];
    struct room *room[BATCH];
};

static int lock_event(void *ctx, int i, const struct event *e)
{
    struct locking *l = ctx;
    GAME_ASSERT(i >= 0 && i < BATCH && l->room[i]->keeper->touched);
    return hall_step(l->room[i], e, &hall_listener);
}

/* Locks the tables of the batch. What others did to them is told to the guests. */
static int lock_rooms(struct hall *h, const struct task_list *batch)
{
    struct locking *l = must(malloc(sizeof *l));
    int n = 0, why;
    l->hall = h;
    for (const struct task *task = batch->first; task && n < BATCH; task = task->next) {
        const char *id = table_of(task);
        bool known =
            id && (!task->slow || hall_is_loaded(h, id)); /* else it locks its table when it has time to load it */
        struct room *r = known ? hall_room(h, id, &why) : NULL;
        if (!r || r->keeper->locked) continue;
        r->keeper->locked = true; /* once in the list */
        l->take[n] = (struct store_lock){.id = r->id, .version = r->version};
        l->room[n++] = r;
    }
    int status = n ? store_lock(h->store, l->take, n, lock_event, l) : 0;
    for (int i = 0; i < n; i++) {
        const struct store_lock *take = &l->take[i];
        struct room *r = l->room[i];
        r->keeper->locked = !status && !take->status;
        GAME_ASSERT(!r->keeper->locked || take->version <= r->version);     /* all that is stored was told */
        bool less = !status && !take->status && take->version < r->version; /* than it knew before */
        if (status == -EILSEQ || take->status == -ENOENT || less) hall_invalidate(h, r);
        if (!status && take->status == -EAGAIN) pause_for(h, LOCKED_MS);
    }
    free(l);
    return status;
}

void hall_after_commit(struct hall *h, struct hall_job *job)
{
    GAME_ASSERT(!h->reading && !job->waits);
    job->waits = true;
    job->next = h->outbox;
    h->outbox = job;
}

/* Jobs that were put into the outbox after `since` are dropped. */
static void drop_outbox(struct hall *h, const struct hall_job *since, bool lost)
{
    for (struct hall_job *job; (job = h->outbox) != since;) {
        h->outbox = job->next;
        job->waits = false;
        job->drop(h, job, lost);
    }
}

/* In the order in which it was asked for. */
static void begin_outbox(struct hall *h)
{
    struct hall_job *turned = NULL;
    GAME_ASSERT(!store_pending(h->store)); /* what was asked for is stored */
    for (struct hall_job *job; (job = h->outbox);) {
        h->outbox = job->next;
        job->next = turned;
        turned = job;
    }
    for (struct hall_job *job = turned, *next; job; job = next) {
        next = job->next;
        job->waits = false;
        job->begin(h, job);
    }
}

/* Runs what there is time for. */
static void run_all(struct hall *h, struct parts *p)
{
    uint64_t begin = uv_hrtime(), now = begin, slow = 0;
    for (struct task *task; (task = queue_list_pop(&p->todo)); now = uv_hrtime()) {
        struct client_queue *c = task->queue;
        bool late = now - begin > CHANGE_NS || (task->slow && slow > SLOW_NS);
        if (late || c->blocked || h->failed) {
            if (!c->blocked) c->blocked = QUEUE_PART;
            queue_list_add(&p->back, task);
            continue;
        }
        const struct hall_job *before = h->outbox;
        GAME_ASSERT(!h->reading && !h->deferred);
        uint64_t events = h->metrics.events;
        task->run(h, task);
        store_fetched_drop(h->store);
        /* The task has noted an event and must run again: the whole batch is rolled back. */
        if (h->deferred && h->metrics.events != events && !h->failed) h->failed = -EAGAIN;
        if (task->slow) slow += uv_hrtime() - now;
        if (h->deferred) drop_outbox(h, before, false), pause_for(h, LOCKED_MS), wait_or_end(h, task, p);
        else queue_list_add(&p->done, task);
    }
    for (struct task *task = p->back.first; task; task = task->next)
        if (task->queue->blocked == QUEUE_PART) task->queue->blocked = QUEUE_OPEN;
}

/* The store could not do it now: all of it runs again, but for what has waited too long. */
static void change_again(struct hall *h, struct parts *p)
{
    struct task_list done = p->done, back = p->back;
    p->done = p->back = (struct task_list){.n = 0};
    drop_outbox(h, NULL, false);
    if (h->net) net_forget(h->net);
    for (struct task *task; (task = queue_list_pop(&done));) wait_or_end(h, task, p);
    for (struct task *task; (task = queue_list_pop(&back));) wait_or_end(h, task, p);
    h->metrics.commit_retries++;
    h->commit_retries++;
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
    h->commit_retries = 0;
    h->commit_failed_at = uv_now(h->loop);
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
        if (!status) h->commit_failed_at = 0;
        h->metrics.commits++;
        metrics_histogram_add(&h->metrics.commit, (double)(uv_hrtime() - begin) / 1e9);
    }
    store_rollback(h->store); /* what is still locked is unlocked */
    bool came_first =
        status == -EEXIST || status == -EILSEQ; /* somebody did: with the rooms loaded again it may go well */
    return came_first && h->commit_retries < RETRIES ? -EAGAIN : status;
}

/* When batches have to be done again and again it is one task at a time: should it be due to one of them, the others get on. */
static void change(struct hall *h)
{
    struct parts p = {.todo = {.n = 0}};
    queue_gather(&h->queue, &p.todo, h->commit_retries < RETRIES ? BATCH : 1);
    if (!p.todo.n) return;
    h->failed = lock_rooms(h, &p.todo);
    run_all(h, &p);
    hall_append_all(h);
    int status = commit(h);
    if (status)
        for (struct room *r = h->touched; r; r = r->keeper->touched_next) hall_invalidate(h, r);
    if (status == -EAGAIN) change_again(h, &p);
    else if (status) fail(h, status);
    else h->commit_retries = 0, begin_outbox(h);
    queue_put_back(&h->queue, &p.back);
    queue_drop_all(&h->queue, &p.lost, true);
    GAME_ASSERT(h->queue.out == p.done.n && !p.todo.n && !h->outbox);
    for (struct room *r = h->touched; r; r = r->keeper->touched_next) {
        GAME_ASSERT(!r->keeper->notes); /* the store has all of it, or the room is loaded again */
        r->keeper->locked = false;
        hall_keep(h, r);
    }
    if (h->net) net_flush(h->net);
    queue_drop_all(&h->queue, &p.done, false);
}

/* ---- reading ---- */

static void look(struct hall *h)
{
    uint64_t begin = uv_hrtime(), now = begin;
    struct parts p = {.todo = {.n = 0}};
    h->reading = true;
    GAME_ASSERT(!h->failed && !store_pending(h->store));
    for (struct task *task; now - begin < READ_NS && (task = queue_next_reader(&h->queue));) {
        task->run(h, task);
        store_fetched_drop(h->store);
        uint64_t then = now;
        now = uv_hrtime();
        queue_charge(task->queue, now - then, uv_now(h->loop));
        if (h->deferred) wait_or_end(h, task, &p);
        else queue_drop(&h->queue, task, false);
    }
    if (p.back.n) pause_for(h, AWAY_MS);
    queue_put_back(&h->queue, &p.back);
    queue_drop_all(&h->queue, &p.lost, true);
    GAME_ASSERT(!h->outbox && !h->failed && !h->queue.out); /* reading changes nothing */
    h->reading = false;
}

/* ---- the turn ---- */

/* Guests whose connection ended while a turn waited. */
static void reap(struct hall *h)
{
    for (struct guest *g = h->guests, *next; g; g = next) {
        next = g->all_next;
        if (!g->gone) continue;
        hall_remove_guest(h, g);
        net_conn_free(g->conn);
        free(g);
    }
    h->closed = 0;
}

static void turn(struct hall *h)
{
    uint64_t begin = uv_hrtime();
    GAME_ASSERT(!h->queue.out && !h->outbox && !h->reading && !h->deferred && !h->failed);
    if (h->closed) reap(h);
    if (h->net) net_flush(h->net); /* what was said before this has nothing to do with the store */
    queue_unblock(&h->queue);
    change(h);
    look(h);
    struct room *next;
    for (struct room *r = h->touched; r; r = next) {
        next = r->keeper->touched_next;
        GAME_ASSERT(!r->keeper->locked);
        r->keeper->touched = false;
        hall_keep(h, r);
        if (!r->keeper->guests && !r->keeper->jobs) hall_forget(h, r);
    }
    h->touched = NULL;
    if (h->net) net_flush(h->net);
    if (hall_checks) queue_check(&h->queue);
    double took = (double)(uv_hrtime() - begin) / 1e9;
    metrics_histogram_add(&h->metrics.turn, took);
    metrics_peak_add(&h->metrics.longest, took, uv_now(h->loop) / 60000);
}

/* Turns run in a fiber, since the store may have to wait in the middle of one. */
static void turns(void *ctx)
{
    struct hall *h = ctx;
    for (;;) {
        turn(h);
        GAME_ASSERT(h->busy && !h->touched);
        h->busy = false;
        fiber_wait();
    }
}

/* Does the turn wait a moment, so that its commit is for more? */
static bool batch_waits(struct hall *h)
{
    if (h->stopping || !queue_batch_waits(&h->queue, uv_now(h->loop), uv_hrtime())) return false;
    pause_for(h, 1);
    return true;
}

bool hall_turn(struct hall *h)
{
    if (h->busy || batch_waits(h)) return false;
    bool idle = !h->queue.run_queue && !h->touched && !h->closed;
    if (idle) {
        if (h->net) net_flush(h->net);
        return false;
    }
    if (!h->fiber) h->fiber = fiber_new(STACK, turns, h);
    h->busy = true;
    fiber_go_on(h->fiber);
    return !h->busy && (queue_ready(&h->queue) || h->touched);
}
