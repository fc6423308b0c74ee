/* queue.h -- the scheduler: whose task is next. Every client (a connection, a request, the hall itself) has a queue of its own,
 * and the queues are served in turn, so that the tasks of one client do not delay those of the others. It knows no table, no store and no loop: times
 * are arguments. Called by hall_turn.c; the others post.
 *
 * 1. The tasks of one queue run in the order they came. What has to run again goes back to the front, in the same order.
 * 2. Tasks that change something are gathered for a common commit: the next one of each queue, and again. Tasks that
 *    only read run one at a time: the hall's own first, then a request and, alternately, a task of the guest whose reading
 *    has taken the least time.
 * 3. What waits is bounded, for one client and for all together, in tasks and in bytes (queue_full).
 * 4. A task waits in its queue, or it is out: popped, and neither dropped nor put back. The counters say so at all
 *    times; queue_check compares them with what there is. */
#ifndef SERVER_QUEUE_H
#define SERVER_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

struct hall;
struct guest;

enum { QUEUE_CLIENT_BYTES = 131072 }; /* that one client may have waiting; see queue_full */

enum task_state {
    TASK_NEW, /* not posted yet */
    TASK_WAITS,
    TASK_OUT,
};

/* The first member of what its owner needs for it. It is posted once, runs when it is its turn, perhaps again, and is
 * dropped when that is settled. */
struct task {
    struct task *next;
    struct client_queue *queue; /* where it waits */
    void (*run)(struct hall *, struct task *);
    /* It is over, and this frees it. lost: it was given up, and its client has to be told. */
    void (*drop)(struct hall *, struct task *, bool lost);
    const char *table; /* the id of the table it changes; NULL: the one its guest has open, or none */
    uint64_t since;    /* ms: when it was posted */
    uint32_t bytes;    /* about what it holds, of what came from outside: bounded, see queue_full */
    bool reads;        /* it changes nothing */
    bool slow;         /* it may have to load a table: few of them in one turn */
    bool stays;        /* it is never given up: no client would send it again */
    uint8_t state;     /* enum task_state */
};

/* Until when no task of a client runs. */
enum queue_block {
    QUEUE_OPEN,     /* it is not blocked */
    QUEUE_PART,     /* until this part of the turn is over */
    QUEUE_DEFERRED, /* until the next turn: one of its tasks has to run again */
};

struct client_queue {
    struct task *first, **last;        /* tasks that wait */
    struct guest *guest;               /* NULL: a request, or the hall itself; the scheduler does not look into it */
    struct client_queue *next, **prev; /* in the run queue; prev NULL: it is not there */
    int n;                             /* tasks that wait */
    uint32_t bytes;                    /* of those, and of those that are out */
    uint8_t blocked;                   /* enum queue_block */
    uint64_t used, used_at;            /* ns its reading took, halved every few seconds; ms: when that was last */
};

struct queue {
    struct hall *hall;                          /* handed to the tasks */
    struct client_queue own;                    /* the hall's own tasks */
    struct client_queue *run_queue, **run_last; /* the queues with tasks that wait */
    int n, out;                                 /* tasks that wait; that are out */
    uint64_t bytes, out_bytes;                  /* of both together; of those that are out */
    bool request_next;                          /* a request is next to read, not a guest */
    uint64_t batch_since;                       /* ns: when a batch began to wait for more; 0: none does */
    int batch_n;                                /* tasks that change something, posted since the last batch */
    uint64_t tick;                              /* ms: the tenth of a second that is counted */
    int posted, posted_before;                  /* tasks that change something in it, and in the one before */
};

/* Tasks that are out. */
struct task_list {
    struct task *first, **last;
    int n;
};

void queue_init(struct queue *, struct hall *);

/* Does so much wait already, of this client or of all, that no more is taken from it, or not so many bytes? */
bool queue_full(const struct queue *, const struct client_queue *, uint32_t bytes);
/* The task waits for its turn; it is its client's last, or its first. now: ms. */
void queue_post(struct queue *, struct client_queue *, struct task *, uint64_t now);
void queue_post_first(struct queue *, struct client_queue *, struct task *, uint64_t now);
/* Drops all that waits in it. */
void queue_clear(struct queue *, struct client_queue *);

/* Should the batch wait a moment for more, as many come just now? now: ms, ns: of a clock that is finer. */
bool queue_batch_waits(struct queue *, uint64_t now, uint64_t ns);
/* Takes up to `most` tasks that change something. */
void queue_gather(struct queue *, struct task_list *, int most);
/* Takes the next task that reads; NULL: there is none. */
struct task *queue_next_reader(struct queue *);
/* Reading took so many ns of that client. now: ms. */
void queue_charge(struct client_queue *, uint64_t ns, uint64_t now);
/* A turn begins, or (QUEUE_PART) a part of it is over: queues that were blocked until then are open. */
void queue_unblock(struct queue *);
/* Has the task waited so long that it is given up? */
bool queue_too_late(const struct task *, uint64_t now);
/* Is there a task that may run now? */
bool queue_ready(const struct queue *);

void queue_list_add(struct task_list *, struct task *);
struct task *queue_list_pop(struct task_list *); /* NULL: it is empty */
/* All of the list waits again, in front of what came since. */
void queue_put_back(struct queue *, struct task_list *);
/* Tasks that are out are over. */
void queue_drop(struct queue *, struct task *, bool lost);
void queue_drop_all(struct queue *, struct task_list *, bool lost);

/* Asserts that the counters say what there is. It looks at every task: for tests, and for the end. */
void queue_check(const struct queue *);

#endif
