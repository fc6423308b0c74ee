/* store_postgres_conn.c -- one connection to PostgreSQL on the loop, and the jobs that it does; see store_postgres_in.h. It knows nothing
 * of tables. Calls come from fibers of the loop, from commands that have no loop, and from the side.
 *
 * 1. All of it is one state machine, turn(), which never waits: it reads and sends what can be, gives up what took too long,
 *    connects again. On the loop it is called when the socket (uv_poll) or the time (uv_timer) wants it. Who calls in no fiber
 *    waits with poll(2) and calls it: commands, which have no loop, and a server that starts or ends.
 * 2. Jobs are done one at a time in the order they came, each in one round trip.
 * 3. A job that has not been answered in time costs the connection: what became of it is not known. What has come by then is
 *    read first, so that a process that was stopped for long does not lose what was there in time.
 * 4. While there is no connection jobs fail at once, with -EAGAIN. It is connected again after a pause, which grows.
 * 5. Each connection has a number. A job that belongs to a batch names its number, and fails on any other: half a batch
 *    never goes to a new connection.
 * 6. After a failure no transaction is open: ROLLBACK goes before the next job.
 * 7. A fiber goes on from the loop, never from inside a call: its answered job is in `answered` until then. */
#include "../../core/game.h"
#include "../base/clock.h"
#include "../base/fiber.h"
#include "../base/log.h"
#include "../base/must.h"
#include "store_postgres_in.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAUSE_MIN = 50, PAUSE_MAX = 2000 }; /* ms between two tries to connect */

static uint64_t now_ms(void) { return clock_steady() / 1000; }

/* ---- queues of jobs ---- */

static void queue_put(struct pg_queue *q, struct pg_job *j)
{
    GAME_ASSERT(!j->queue && !j->next);
    j->queue = q;
    if (q->last) q->last->next = j;
    else q->first = j;
    q->last = j;
    q->n++;
}

static struct pg_job *queue_take(struct pg_queue *q)
{
    struct pg_job *j = q->first;
    GAME_ASSERT(!j == !q->n && !j == !q->last);
    if (!j) return NULL;
    GAME_ASSERT(j->queue == q);
    q->first = j->next;
    if (!q->first) q->last = NULL;
    q->n--;
    j->next = NULL;
    j->queue = NULL;
    return j;
}

/* The next of all. */
static void queue_put_first(struct pg_queue *q, struct pg_job *j)
{
    GAME_ASSERT(!j->queue && !j->next);
    j->queue = q;
    j->next = q->first;
    if (!q->first) q->last = j;
    q->first = j;
    q->n++;
}

/* ---- the end of a job ---- */

static int fail(struct pg_job *j, int e, const char *why)
{
    if (!j->error) {
        j->error = e;
        snprintf(j->why, sizeof j->why, "%s", why);
    }
    return j->error;
}

/* Once for each job. Whoever waits with poll(2) sees its state. */
static void end_job(struct pg_conn *c, struct pg_job *j)
{
    GAME_ASSERT(j->state == JOB_WAITS || j->state == JOB_SENT);
    GAME_ASSERT(!j->queue && c->now != j);
    j->state = JOB_ANSWERED;
    if (j->posted) {
        if (j->done) j->done(c->ctx, j);
        job_free(j);
    } else if (j->fiber) {
        queue_put(&c->answered, j);
    }
}

/* ---- the end of a connection ---- */

static void on_watch_closed(uv_handle_t *h)
{
    struct pg_watch *w = h->data;
    w->conn->open--;
    free(w);
}

/* Before libpq may close the socket. */
static void unwatch(struct pg_conn *c)
{
    if (!c->watch) return;
    uv_close((uv_handle_t *)&c->watch->poll, on_watch_closed);
    c->watch = NULL;
    c->watched = 0;
}

/* Gives up the connection, or the try to have one: jobs that wait fail. */
static void lose(struct pg_conn *c, const char *why)
{
    unwatch(c);
    PQfinish(c->conn);
    c->conn = NULL;
    dial_free(c->dial);
    c->dial = NULL;
    if (!c->away) LOG(LOG_ERROR, "the database is away", {"why", LOG_STR(why)});
    c->away = true;
    snprintf(c->why, sizeof c->why, "%s", why);
    c->try_at = now_ms() + (uint64_t)c->pause_ms;
    c->pause_ms = 2 * c->pause_ms > PAUSE_MAX ? PAUSE_MAX : 2 * c->pause_ms;
    struct pg_job *j = c->now;
    c->now = NULL;
    for (; j || (j = queue_take(&c->waiting)); j = NULL) {
        fail(j, -EAGAIN, c->why);
        end_job(c, j);
    }
    GAME_ASSERT(!c->now && !c->waiting.n); /* jobs that came meanwhile have failed at once */
}

/* ---- sending ---- */

static bool send_statement(struct pg_conn *c, struct statement *s)
{
    char name[16];
    const char *values[VALUES];
    int lengths[VALUES], formats[VALUES];
    snprintf(name, sizeof name, "q%d", s->query);
    s->fresh = !c->prepared[s->query];
    if (s->fresh && !PQsendPrepare(c->conn, name, store_postgres_queries[s->query], s->n, s->types)) return false;
    c->prepared[s->query] = true; /* for the statements behind it; not if this fails: see take_result */
    for (int i = 0; i < s->n; i++) {
        values[i] = s->values[i].p;
        lengths[i] = (int)s->values[i].n;
        formats[i] = 1;
    }
    return PQsendQueryPrepared(c->conn, name, s->n, values, lengths, formats, 1);
}

static void line_is_dead(struct pg_conn *c)
{
    char why[256];
    const char *said = PQerrorMessage(c->conn);
    dial_first_line(why, *said ? said : "the connection was lost");
    lose(c, why);
}

static void send_job(struct pg_conn *c, struct pg_job *j)
{
    GAME_ASSERT(j->state == JOB_WAITS && !c->now);
    c->now = j;
    c->k = 0;
    c->ends = false;
    c->until = now_ms() + (uint64_t)c->job_ms;
    j->state = JOB_SENT;
    j->epoch = c->epoch;
    j->sent = clock_steady();
    bool good = true;
    for (int k = 0; good && k < j->n; k++) good = send_statement(c, &j->all[k]);
    c->preparing = j->n && j->all[0].fresh;
    int more = good && PQpipelineSync(c->conn) ? PQflush(c->conn) : -1;
    c->more = more > 0;
    if (more < 0) line_is_dead(c);
}

static void send_next(struct pg_conn *c)
{
    struct pg_job *j;
    while (c->conn && !c->now && (j = queue_take(&c->waiting))) {
        if (!j->epoch || j->epoch == c->epoch) {
            send_job(c, j);
        } else {
            fail(j, -EAGAIN, "the connection of this batch was lost");
            end_job(c, j);
        }
    }
}

/* ---- reading ---- */

/* -EAGAIN: done again it may go well. */
static int errno_of(const char *state)
{
    static const char *const again[] = {"08", "40", "55P03", "57", "23505", "25006", "53300", "25P0"};
    for (size_t i = 0; i < sizeof again / sizeof *again; i++)
        if (strncmp(state, again[i], strlen(again[i])) == 0) return -EAGAIN;
    return strcmp(state, "53100") == 0 ? -ENOSPC : -EIO;
}

/* Will this server never do again what we want: it ends, or has become a copy? */
static bool is_end(const char *state) { return strncmp(state, "57P", 3) == 0 || strcmp(state, "25006") == 0; }

/* One result: of the k-th statement, or of its preparation. */
static void take_result(struct pg_conn *c, PGresult *r)
{
    struct pg_job *j = c->now;
    struct statement *s = &j->all[c->k];
    ExecStatusType status = PQresultStatus(r);
    bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (c->preparing) {
        s->fresh = !good;
    } else if (good) {
        GAME_ASSERT(!s->result);
        s->result = r;
        if (s->query == DO_COMMIT && strcmp(PQcmdStatus(r), "COMMIT") != 0)
            fail(j, -EAGAIN, "the batch was rolled back");
        return;
    }
    if (status == PGRES_FATAL_ERROR && !j->error) {
        const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);
        char why[256];
        dial_first_line(why, PQresultErrorMessage(r));
        fail(j, state ? errno_of(state) : -EAGAIN, why);
        c->ends = !state || is_end(state);
    }
    PQclear(r);
}

/* All of the job is answered. */
static void answered(struct pg_conn *c)
{
    struct pg_job *j = c->now;
    c->now = NULL;
    for (int k = 0; k < j->n; k++)
        if (j->all[k].fresh) c->prepared[j->all[k].query] = false; /* its preparation failed, or was left out */
    if (c->ends || PQstatus(c->conn) != CONNECTION_OK) {
        char why[256];
        fail(j, -EAGAIN, "the connection was lost");
        snprintf(why, sizeof why, "%s", j->why);
        end_job(c, j);
        lose(c, why);
        return;
    }
    c->pause_ms = PAUSE_MIN;
    PGTransactionStatusType t = PQtransactionStatus(c->conn);
    if (t == PQTRANS_INERROR || (j->error && t != PQTRANS_IDLE)) {
        struct pg_job *back = job_new();
        job_say(back, DO_ROLLBACK);
        back->posted = true;
        back->state = JOB_WAITS;
        queue_put_first(&c->waiting, back);
    }
    end_job(c, j);
}

/* False: that is no answer to what was asked. */
static bool read_answer(struct pg_conn *c)
{
    struct pg_job *j = c->now;
    PGresult *r = PQgetResult(c->conn);
    if (!r) { /* the end of a statement or of its preparation */
        if (c->preparing) c->preparing = false;
        else if (++c->k < j->n) c->preparing = j->all[c->k].fresh;
        return PQstatus(c->conn) != CONNECTION_BAD && c->k <= j->n + 1;
    }
    if (PQresultStatus(r) == PGRES_PIPELINE_SYNC) {
        PQclear(r);
        answered(c);
        return true;
    }
    if (c->k >= j->n) return PQclear(r), false;
    take_result(c, r);
    return true;
}

/* What came without being asked for: notices, or the end of the line. */
static void hear(struct pg_conn *c)
{
    while (!PQisBusy(c->conn)) {
        PGresult *r = PQgetResult(c->conn);
        if (!r) break;
        PQclear(r);
    }
    if (PQstatus(c->conn) != CONNECTION_OK) line_is_dead(c);
}

static void read_all(struct pg_conn *c)
{
    int more = PQconsumeInput(c->conn) ? PQflush(c->conn) : -1;
    c->more = more > 0;
    bool good = more >= 0;
    while (good && c->conn && c->now && !PQisBusy(c->conn)) good = read_answer(c);
    if (!good) line_is_dead(c);
    else if (c->conn && !c->now) hear(c);
    if (c->conn && c->heard) c->heard(c->ctx);
}

/* ---- connecting again ---- */

static void ready(struct pg_conn *c, PGconn *conn)
{
    GAME_ASSERT(!c->conn && !c->now && !c->waiting.n);
    PQsetnonblocking(conn, 1);
    PQenterPipelineMode(conn);
    memset(c->prepared, 0, sizeof c->prepared);
    c->conn = conn;
    c->epoch++;
    c->more = false;
    if (c->away) LOG(LOG_INFO, "the database is back", {"connection", LOG_INT(c->epoch)});
    c->away = false;
    if (c->begun) c->begun(c->ctx);
}

static void on_looked_up(void *ctx);

static void dial(struct pg_conn *c)
{
    char why[256];
    if (!c->dial) {
        c->dial = dial_new(c->url, c->set, why);
        GAME_ASSERT(c->dial); /* the URL was good when it was opened */
        if (c->loop) dial_look_up(c->dial, c->loop, &c->open, on_looked_up, c);
    }
    if (dial_looks_up(c->dial)) return;
    unwatch(c); /* libpq may close the socket, and take another one */
    int state = dial_step(c->dial);
    if (state == 0) return;
    if (state < 0) {
        snprintf(why, sizeof why, "%s", dial_why(c->dial));
        lose(c, why);
        return;
    }
    PGconn *conn = dial_take(c->dial);
    dial_free(c->dial);
    c->dial = NULL;
    ready(c, conn);
}

/* ---- the machine ---- */

/* What is waited for: an answer, the end of a pause. False: no socket. */
static bool waits_for(const struct pg_conn *c, struct pollfd *p, uint64_t *until)
{
    *until = c->conn ? (c->now ? c->until : UINT64_MAX) : c->dial ? UINT64_MAX : c->try_at;
    if (c->conn) *p = (struct pollfd){PQsocket(c->conn), (short)(POLLIN | (c->more ? POLLOUT : 0)), 0};
    return c->conn || (c->dial && dial_waits(c->dial, p, until));
}

static void on_poll(uv_poll_t *, int status, int events);
static void on_timer(uv_timer_t *);

static void watch(struct pg_conn *c, const struct pollfd *p)
{
    int events = (p->events & POLLIN ? UV_READABLE : 0) | (p->events & POLLOUT ? UV_WRITABLE : 0);
    if (!c->watch) {
        struct pg_watch *w = c->watch = must(calloc(1, sizeof *w));
        if (uv_poll_init(c->loop, &w->poll, p->fd)) must(NULL);
        uv_unref((uv_handle_t *)&w->poll);
        w->poll.data = w;
        w->conn = c;
        c->open++;
    }
    if (events != c->watched) uv_poll_start(&c->watch->poll, events, on_poll);
    c->watched = events;
}

/* Lets the loop call when there is something to do. The timer is only ever set to an earlier time: what needs none any more finds
 * that out when it rings. */
static void arm(struct pg_conn *c)
{
    struct pollfd p;
    uint64_t until, now;
    if (!c->loop || c->closing) return;
    if (waits_for(c, &p, &until)) watch(c, &p);
    else unwatch(c);
    if (c->answered.n) until = 0;
    if (until >= c->rings_at) return;
    c->rings_at = until;
    now = now_ms();
    uv_timer_start(&c->timer, on_timer, until > now ? until - now : 0, 0);
}

static void turn(struct pg_conn *c)
{
    GAME_ASSERT(!c->turning);
    c->turning = true;
    if (c->conn) read_all(c);
    if (c->conn && c->now && now_ms() >= c->until) {
        char why[64];
        snprintf(why, sizeof why, "PostgreSQL did not answer in %d s", c->job_ms / 1000);
        lose(c, why);
    }
    if (!c->conn && (c->dial || now_ms() >= c->try_at)) dial(c);
    send_next(c);
    c->turning = false;
    arm(c);
}

/* Fibers whose jobs are answered go on. */
static void deliver(struct pg_conn *c)
{
    GAME_ASSERT(!fiber_self());
    for (struct pg_job *j; (j = queue_take(&c->answered));) {
        GAME_ASSERT(j->state == JOB_ANSWERED && j->fiber);
        j->state = JOB_TOLD;
        fiber_go_on(j->fiber);
    }
    if (c->after) c->after(c->ctx);
}

static void turn_on_loop(struct pg_conn *c)
{
    if (c->closing) return;
    turn(c);
    deliver(c);
}

static void on_poll(uv_poll_t *h, int status, int events)
{
    const struct pg_watch *w = h->data;
    (void)events;
    if (status < 0) w->conn->watched = 0; /* libuv has stopped it */
    turn_on_loop(w->conn);
}

static void on_timer(uv_timer_t *h)
{
    struct pg_conn *c = h->data;
    c->rings_at = UINT64_MAX;
    turn_on_loop(c);
}

static void on_looked_up(void *ctx) { turn_on_loop(ctx); }

/* Without the loop: until something can be done; and does that. */
static void wait_and_turn(struct pg_conn *c)
{
    struct pollfd p = {.fd = -1};
    uint64_t until, now = now_ms();
    waits_for(c, &p, &until);
    if (until > now) poll(&p, 1, until - now > 60000 ? 60000 : (int)(until - now));
    turn(c);
}

/* ---- for others ---- */

/* False: there is no connection, and the job has failed. */
static bool put(struct pg_conn *c, struct pg_job *j)
{
    GAME_ASSERT(j->state == JOB_NEW && !c->closing);
    j->state = JOB_WAITS;
    if (!c->conn) {
        fail(j, -EAGAIN, c->why);
        return false;
    }
    queue_put(&c->waiting, j);
    if (!c->turning) { /* else turn() goes on with it */
        c->turning = true;
        send_next(c);
        c->turning = false;
        arm(c);
    }
    return true;
}

int conn_run(struct pg_conn *c, struct pg_job *j)
{
    struct fiber *f = c->loop ? fiber_self() : NULL;
    if (!f && !c->conn) turn(c); /* connecting goes on with calls, if nobody lets the loop run */
    j->fiber = f;
    if (!put(c, j)) return j->error;
    if (f) {
        fiber_wait();
        GAME_ASSERT(j->state == JOB_TOLD); /* nobody else goes on with a fiber that waits here */
    }
    while (!f && j->state != JOB_ANSWERED) wait_and_turn(c);
    GAME_ASSERT(!j->queue && c->now != j);
    return j->error;
}

void conn_post(struct pg_conn *c, struct pg_job *j, void (*done)(void *ctx, struct pg_job *))
{
    j->posted = true;
    j->done = done;
    if (!put(c, j)) end_job(c, j);
}

void conn_settle(struct pg_conn *c)
{
    while (c->now || c->waiting.n) wait_and_turn(c);
}

bool conn_away(const struct pg_conn *c, char why[256])
{
    if (c->away)
        snprintf(why, 256, "%s", strncmp(c->why, "PostgreSQL: ", 12) == 0 ? "PostgreSQL cannot be reached" : c->why);
    return c->away;
}

void conn_clock(struct pg_conn *c, const struct pg_job *j, uint64_t time)
{
    int64_t low = (int64_t)(time - clock_steady()), high = (int64_t)(time - j->sent);
    int64_t old = *c->offset;
    *c->offset = old < low ? low : old > high ? high : old;
}

void conn_open(struct pg_conn *c, PGconn *conn)
{
    c->pause_ms = PAUSE_MIN;
    if (!c->job_ms) c->job_ms = JOB_MS;
    c->rings_at = UINT64_MAX;
    if (c->loop) {
        uv_timer_init(c->loop, &c->timer);
        uv_unref((uv_handle_t *)&c->timer);
        c->timer.data = c;
        c->open++;
    }
    c->turning = true;
    ready(c, conn);
    send_next(c);
    c->turning = false;
    arm(c);
}

static void on_timer_closed(uv_handle_t *h) { ((struct pg_conn *)h->data)->open--; }

void conn_close(struct pg_conn *c)
{
    conn_settle(c);
    c->closing = true;
    unwatch(c);
    PQfinish(c->conn);
    dial_free(c->dial);
    c->conn = NULL;
    c->dial = NULL;
    for (struct pg_job *j; (j = queue_take(&c->answered));) job_free(j); /* of fibers that are no more */
    if (!c->loop) return;
    uv_close((uv_handle_t *)&c->timer, on_timer_closed);
    while (c->open) uv_run(c->loop, UV_RUN_ONCE);
}
