/* queue.c -- see queue.h. */
#include "queue.h"

#include "../../core/game.h"

#include <stddef.h>

enum {
    CLIENT = 256,          /* tasks that one client may have waiting, */
    CLIENT_THEN = 8,       /* ... and when all together have */
    MUCH = 50000,          /* ... so many, */
    MUCH_BYTES = 32 << 20, /* ... or so many bytes: */
    CLIENT_BYTES = 4096,   /* each may have as many then; twice MUCH_BYTES is the end */
    FORGET_MS = 4000,      /* after which the half of the time that reading took is forgotten */
    GIVE_UP_MS = 8000,     /* that a task waits for a store that is away */
    TICK_MS = 100,         /* in which it is counted how much there is to do, */
    BUSY = 300,            /* ... and from so much on a commit is for what comes within */
    BATCH_NS = 1000000,    /* ... this time, */
    ENOUGH = 32,           /* ... or until there is this much */
};

void queue_init(struct queue *q, struct hall *h)
{
    *q = (struct queue){.hall = h};
    q->run_last = &q->run_queue;
}

/* ---- waiting ---- */

static void enter(struct queue *q, struct client_queue *c)
{
    c->next = NULL;
    c->prev = q->run_last;
    *q->run_last = c;
    q->run_last = &c->next;
}

static void leave(struct queue *q, struct client_queue *c)
{
    *c->prev = c->next;
    if (c->next) c->next->prev = c->prev;
    else q->run_last = c->prev;
    c->prev = NULL;
}

static void push_first(struct queue *q, struct client_queue *c, struct task *t)
{
    GAME_ASSERT(!c->first == !c->n && !c->first == !c->prev);
    t->queue = c;
    t->next = c->first;
    if (!c->first) c->last = &t->next;
    c->first = t;
    if (!c->prev) enter(q, c);
    c->n++;
    q->n++;
}

/* It is posted: once. */
static void enrol(struct queue *q, struct client_queue *c, struct task *t, uint64_t now)
{
    GAME_ASSERT(t->state == TASK_NEW);
    t->state = TASK_WAITS;
    t->since = now;
    c->bytes += t->bytes;
    q->bytes += t->bytes;
}

void queue_post_first(struct queue *q, struct client_queue *c, struct task *t, uint64_t now)
{
    enrol(q, c, t, now);
    push_first(q, c, t);
}

void queue_post(struct queue *q, struct client_queue *c, struct task *t, uint64_t now)
{
    if (now >= q->tick + TICK_MS) {
        q->posted_before = now < q->tick + 2 * TICK_MS ? q->posted : 0;
        q->posted = 0;
        q->tick = now;
    }
    q->posted += !t->reads;
    q->batch_n += !t->reads;
    if (!c->first) {
        queue_post_first(q, c, t, now);
        return;
    }
    GAME_ASSERT(c->n > 0 && c->prev);
    enrol(q, c, t, now);
    t->queue = c;
    t->next = NULL;
    *c->last = t;
    c->last = &t->next;
    c->n++;
    q->n++;
}

bool queue_full(const struct queue *q, const struct client_queue *c, uint32_t bytes)
{
    bool much = q->n >= MUCH || q->bytes + bytes > MUCH_BYTES;
    if (!much) return c->n >= CLIENT || (c->bytes && c->bytes + bytes > QUEUE_CLIENT_BYTES);
    return c->n >= CLIENT_THEN || c->bytes + bytes > CLIENT_BYTES || q->bytes + bytes > 2 * (uint64_t)MUCH_BYTES;
}

/* ---- out, and over ---- */

static struct task *pop(struct queue *q, struct client_queue *c)
{
    struct task *t = c->first;
    GAME_ASSERT(t && c->n > 0 && q->n > 0);
    GAME_ASSERT(t->state == TASK_WAITS);
    t->state = TASK_OUT;
    c->first = t->next;
    t->next = NULL;
    c->n--;
    q->n--;
    q->out++;
    q->out_bytes += t->bytes;
    if (!c->first) leave(q, c);
    return t;
}

/* It is not out any more. */
static void back(struct queue *q, const struct task *t)
{
    GAME_ASSERT(t->state == TASK_OUT && q->out > 0 && q->out_bytes >= t->bytes);
    q->out--;
    q->out_bytes -= t->bytes;
}

void queue_drop(struct queue *q, struct task *t, bool lost)
{
    back(q, t);
    GAME_ASSERT(t->queue->bytes >= t->bytes && q->bytes >= t->bytes);
    t->queue->bytes -= t->bytes;
    q->bytes -= t->bytes;
    t->drop(q->hall, t, lost);
}

void queue_clear(struct queue *q, struct client_queue *c)
{
    while (c->first) queue_drop(q, pop(q, c), false);
    GAME_ASSERT(!c->n && !c->prev);
}

void queue_list_add(struct task_list *l, struct task *t)
{
    GAME_ASSERT(t->state == TASK_OUT);
    if (!l->first) l->last = &l->first;
    t->next = NULL;
    *l->last = t;
    l->last = &t->next;
    l->n++;
}

struct task *queue_list_pop(struct task_list *l)
{
    struct task *t = l->first;
    GAME_ASSERT(!t == !l->n);
    if (t) l->first = t->next, l->n--;
    return t;
}

void queue_drop_all(struct queue *q, struct task_list *l, bool lost)
{
    for (struct task *t; (t = queue_list_pop(l));) queue_drop(q, t, lost);
}

void queue_put_back(struct queue *q, struct task_list *l)
{
    struct task *turned = NULL;
    for (struct task *t; (t = queue_list_pop(l));) {
        t->next = turned;
        turned = t;
    }
    for (struct task *t = turned, *next; t; t = next) {
        next = t->next;
        back(q, t);
        t->state = TASK_WAITS;
        push_first(q, t->queue, t);
    }
}

bool queue_too_late(const struct task *t, uint64_t now) { return now - t->since > GIVE_UP_MS && !t->stays; }

/* ---- whose turn it is ---- */

void queue_unblock(struct queue *q)
{
    for (struct client_queue *c = q->run_queue; c; c = c->next) c->blocked = QUEUE_OPEN;
}

bool queue_ready(const struct queue *q)
{
    for (const struct client_queue *c = q->run_queue; c; c = c->next)
        if (!c->blocked) return true;
    return false;
}

/* A commit costs as much for one task as for ten: where many come they wait a moment for each other. */
bool queue_batch_waits(struct queue *q, uint64_t now, uint64_t ns)
{
    bool busy = q->posted_before >= BUSY && now < q->tick + 2 * TICK_MS;
    if (!busy || !q->run_queue || q->batch_n >= ENOUGH) {
        q->batch_since = 0;
        return false;
    }
    if (!q->batch_since) q->batch_since = ns;
    if (ns - q->batch_since < BATCH_NS) return true;
    q->batch_since = 0;
    return false;
}

void queue_gather(struct queue *q, struct task_list *l, int most)
{
    q->batch_n = 0;
    for (int before = -1; l->n > before && l->n < most;) {
        before = l->n;
        for (struct client_queue *c = q->run_queue, *next; c && l->n < most; c = next) {
            next = c->next;
            if (!c->first->reads) queue_list_add(l, pop(q, c));
        }
    }
}

struct task *queue_next_reader(struct queue *q)
{
    struct client_queue *guest = NULL, *request = NULL;
    for (struct client_queue *c = q->run_queue; c; c = c->next) {
        if (!c->first->reads || c->blocked) continue;
        if (c == &q->own) return pop(q, c);
        if (!c->guest && !request) request = c;
        if (c->guest && (!guest || c->used < guest->used)) guest = c;
    }
    q->request_next = !q->request_next;
    if (!guest && !request) return NULL;
    return pop(q, (request && q->request_next) || !guest ? request : guest);
}

void queue_charge(struct client_queue *c, uint64_t ns, uint64_t now)
{
    GAME_ASSERT(now >= c->used_at);
    uint64_t halves = (now - c->used_at) / FORGET_MS;
    if (halves) c->used = halves < 64 ? c->used >> halves : 0, c->used_at = now;
    c->used += ns;
}

void queue_check(const struct queue *q)
{
    int n = 0;
    uint64_t bytes = q->out_bytes;
    struct client_queue *const *prev = &q->run_queue;
    for (const struct client_queue *c = q->run_queue; c; prev = &c->next, c = c->next) {
        int waits = 0;
        uint64_t held = 0;
        const struct task *last = NULL;
        for (const struct task *t = c->first; t; last = t, t = t->next) {
            GAME_ASSERT(t->queue == c);
            waits++;
            held += t->bytes;
        }
        GAME_ASSERT(last && c->last == &last->next && c->prev == prev);
        GAME_ASSERT(waits == c->n && held <= c->bytes);
        n += waits;
        bytes += held;
    }
    GAME_ASSERT(q->run_last == prev && n == q->n && bytes == q->bytes && q->out >= 0);
}
