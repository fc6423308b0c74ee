/* store_postgres_in.h -- what the files of the PostgreSQL store share. For store_postgres*.c alone.
 *
 * A call of the store makes a job: statements with their values, sent together, answered together (store_postgres_job.c).
 * A pg_conn is one connection on the loop, which does jobs one after the other (store_postgres_conn.c) and is connected again
 * when it was lost (store_postgres_dial.c). A call in a fiber leaves the fiber until its job is answered; any other call waits
 * for it. There are two connections: one for batches and reading, and one for what is no part of a batch: notices, presence,
 * rates (store_postgres_side.c). All of a store is used by one thread. */
#ifndef SERVER_STORE_POSTGRES_IN_H
#define SERVER_STORE_POSTGRES_IN_H

#include "store_driver.h"

#include <libpq-fe.h>
#include <poll.h>
#include <uv.h>

/* Statements of PostgreSQL alone, before those of store_sql.h. */
enum query {
    DO_BEGIN,
    DO_COMMIT,
    DO_ROLLBACK,
    LOCK_TABLES,
    LOCK_EVENTS,
    NEWS_ADD,
    /* of the side */
    SIDE_LISTEN,
    SIDE_NOTIFY,
    SIDE_POLL,
    SIDE_TIDY,
    SIDE_HEART,
    SIDE_FORGET,
    SIDE_LEAVE,
    HERE_DROP,
    HERE_ADD,
    HERE_GET,
    BUCKET_SPEND,
    BUCKET_GET,
    BUCKET_SHARE,
    SHARED, /* those of store_sql.h begin here */
    QUERIES = SHARED + STORE_STATEMENTS_N,
};
extern const char *const store_postgres_queries[QUERIES];

/* ---- jobs ---- */

enum { VALUES = 12, COMMAND_MS = 600000, JOB_MS = 4000 /* a job may take so long, then its connection is given up */ };

/* One value of a statement, in PostgreSQL's binary form; or one that is still being put together. */
struct bytes {
    char *p;        /* owned */
    size_t n, room; /* bytes; and how many fit */
};
/* A list of numbers or texts as one value. */
struct array {
    struct bytes bytes;
    uint32_t count;
    Oid type; /* of the list */
};
void job_array_number(struct array *, uint64_t); /* more than PostgreSQL's bigint holds is its greatest */
void job_array_integer(struct array *, int64_t);
void job_array_text(struct array *, const char *);
void job_array_bytes(struct array *, const void *, size_t n);
void job_array_drop(struct array *);
/* Is that number in the list? */
bool job_array_has(const struct array *, int64_t);

struct statement {
    enum query query;
    int n;                       /* values */
    struct bytes values[VALUES]; /* owned */
    Oid types[VALUES];           /* always the same for a query */
    PGresult *result;            /* NULL: none came */
    bool fresh;                  /* its preparation is sent before it, and has not gone well yet */
};

/* Where a job is: JOB_TOLD is only for those of fibers, which go on from the loop. */
enum job_state { JOB_NEW, JOB_WAITS, JOB_SENT, JOB_ANSWERED, JOB_TOLD };

struct pg_job {
    struct statement *all; /* [n], sent together */
    int n, room;
    uint64_t epoch; /* only on the connection of this number; 0: on any; then the one it was */
    uint64_t sent;  /* us of the steady clock when it was */
    int error;      /* 0 or a negative errno */
    char why[256];  /* ... in words */
    enum job_state state;
    bool posted;                              /* nobody waits for it: the connection frees it */
    void (*done)(void *ctx, struct pg_job *); /* called before that; NULL */
    struct fiber *fiber;                      /* that waits for it; NULL: none does */
    struct pg_queue *queue;                   /* that it is in; NULL: none */
    struct pg_job *next;                      /* there */
};
struct pg_queue {
    struct pg_job *first, *last;
    int n;
};
struct pg_job *job_new(void);
void job_free(struct pg_job *);
/* One more statement; then its values in order. */
void job_say(struct pg_job *, enum query);
void job_number(struct pg_job *, uint64_t);
void job_whole(struct pg_job *, int64_t);
void job_null(struct pg_job *);
void job_text(struct pg_job *, const char *);
void job_bytes(struct pg_job *, const void *, size_t n);
void job_array(struct pg_job *, struct array *); /* which is empty again then */
/* Answers: rows of the k-th statement, and what stands in a row. Texts live as long as the job. */
int job_rows(const struct pg_job *, int k);
int64_t job_integer(const struct pg_job *, int k, int row, int column);
uint64_t job_natural(const struct pg_job *, int k, int row, int column);
const char *job_word(const struct pg_job *, int k, int row, int column);
bool job_is_null(const struct pg_job *, int k, int row, int column);
/* A row as the store is told of it. */
void job_cells(const PGresult *, int row, struct store_cell cell[STORE_CELLS]);
/* An event whose columns begin there: number, at, kind, seat, actor, action, text. */
struct event job_event(const struct pg_job *, int k, int row, int column);

/* ---- connecting (store_postgres_dial.c) ---- */

/* Connects, and waits for that. NULL, with the sentence in why, if it fails. `set`: statements for the new connection. */
PGconn *dial_connect(const char *url, const char *set, char why[256]);

/* The same step by step, without waiting. */
struct pg_dial;
/* NULL, with the sentence: that is no URL. url and set must stay. */
struct pg_dial *dial_new(const char *url, const char *set, char why[256]);
/* Looks up the names of hosts, if there are any, and calls fn from the loop then. *open counts what keeps the loop. */
void dial_look_up(struct pg_dial *, uv_loop_t *, int *open, void (*fn)(void *ctx), void *ctx);
bool dial_looks_up(const struct pg_dial *); /* it must not be stepped now */
/* Does what can be done now: 1 it is connected, 0 it waits, -1 it has failed. The socket may be another one then. */
int dial_step(struct pg_dial *);
/* What it waits for, and until when (ms of the steady clock); false: for names. */
bool dial_waits(const struct pg_dial *, struct pollfd *, uint64_t *until);
PGconn *dial_take(struct pg_dial *); /* the connection */
const char *dial_why(const struct pg_dial *);
void dial_free(struct pg_dial *);
/* The first line of what libpq says, which never has the password in it. */
void dial_first_line(char why[256], const char *text);

/* ---- connections (store_postgres_conn.c) ---- */

/* A socket on the loop; libuv wants it to stay until it is closed. */
struct pg_watch {
    uv_poll_t poll;
    struct pg_conn *conn;
};

struct pg_conn {
    const char *url;          /* with its secrets: never told */
    const char *set;          /* statements for each new connection */
    uv_loop_t *loop;          /* NULL: none, every call waits */
    void (*begun)(void *ctx); /* after each connecting; NULL */
    void (*heard)(void *ctx); /* something was read, perhaps notices; NULL */
    void (*after)(void *ctx); /* on the loop, inside no call: when something has happened; NULL */
    void *ctx;                /* for them, and for `done` of jobs */
    int job_ms;               /* JOB_MS; longer for commands */
    int64_t *offset;          /* us: the database's clock less the steady one */
    PGconn *conn;             /* NULL: away */
    struct pg_dial *dial;     /* it is connected again; NULL */
    uint64_t epoch;           /* which connection it is, from 1 */
    bool prepared[QUERIES];   /* there */
    bool away;                /* it is known that there is none */
    char why[256];            /* ... and why */
    int pause_ms;             /* before the next try to connect */
    uint64_t try_at;          /* ms of the steady clock when that is */
    struct pg_queue waiting;  /* jobs to do */
    struct pg_job *now;       /* the one that was sent; NULL: none */
    int k;                    /* its statement whose answer comes next */
    bool preparing;           /* that answer is to its preparation */
    bool ends;                /* the connection goes after this job */
    bool more;                /* not everything is sent */
    uint64_t until;           /* ms of the steady clock when an answer is late */
    struct pg_queue answered; /* jobs whose fibers go on, from the loop */
    struct pg_watch *watch;   /* of its socket; NULL: none */
    int watched;              /* UV_READABLE | UV_WRITABLE */
    uv_timer_t timer;         /* for `until`, try_at and the dial's time */
    uint64_t rings_at;        /* when it rings, ms of the steady clock; UINT64_MAX: never */
    int open;                 /* what the loop still has of it */
    bool turning, closing;    /* the machine is at work; it has ended */
};
/* Begins with this connection. What is set above `conn` is the caller's. */
void conn_open(struct pg_conn *, PGconn *);
/* Waits until its jobs are done, then for the loop. */
void conn_close(struct pg_conn *);
/* Does the job: waits for it, in a fiber without holding up the loop. Returns job->error. */
int conn_run(struct pg_conn *, struct pg_job *);
/* Does it some time, without waiting for it; calls done, if given, which may post others; and frees it. */
void conn_post(struct pg_conn *, struct pg_job *, void (*done)(void *ctx, struct pg_job *));
/* Waits until it has no jobs, holding up the loop. */
void conn_settle(struct pg_conn *);
/* Is there no connection? Then why, in words that say nothing of hosts and users: those are in the log. */
bool conn_away(const struct pg_conn *, char why[256]);
/* The clock of the database said `time` (us) in the answer to that job. */
void conn_clock(struct pg_conn *, const struct pg_job *, uint64_t time);

/* ---- the side ---- */

struct side;
struct side *side_open(const char *url, PGconn *, uint64_t node, uv_loop_t *, int64_t *offset);
void side_close(struct side *);
void side_watch(struct side *, void (*fn)(void *ctx, enum store_news, const char *id, uint32_t version), void *ctx);
bool side_away(const struct side *, char why[256]);
/* Tells the other servers what was committed: words of NEWS_ADD. */
void side_say(struct side *, const char *said);
int side_here_set(struct side *, const char *id, const char *const *players, int n, int watching);
int side_here(struct side *, const char *id, void (*fn)(void *ctx, const char *player), void *ctx, int *watching,
              char why[256]);
struct spending {
    const char *name; /* of the bucket */
    uint32_t cost, per_hour, burst;
};
int side_spend(struct side *, const struct spending *, uint32_t *wait_ms, char why[256]);
int side_share(struct side *, const struct store_share *, uint32_t *wait_ms, char why[256]);

/* ---- the schema ---- */

enum { POSTGRES_VERSION = 3 };
/* Is it ours? *version: of its tables as they were (NULL: nobody asks). Makes the tables, or brings them up to date, if `write`; -EINVAL with a sentence: not ours, too new, empty
 * though it is only read. */
int store_postgres_schema(PGconn *, bool write, int64_t *version, char why[256]);
/* What a connection is set to first: the one for batches, the side's, that of a command, which may take its time. */
extern const char store_postgres_set[], store_postgres_set_side[], store_postgres_set_command[];

#endif
