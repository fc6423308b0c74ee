/* store_postgres_link.c -- one connection to PostgreSQL and the thread that owns it; see store_postgres_in.h. It knows nothing of
 * tables. Calls come from the loop (or a command) and from the side.
 *
 * 1. Only the thread touches conn. Jobs are done in the order they came, each in one round trip.
 * 2. A job that has not been answered in time costs the connection: what became of it is not known.
 * 3. While there is no connection jobs fail at once, with -EAGAIN. The thread connects again by itself.
 * 4. Each connection has a number. A job that belongs to a batch names its number, and fails on any other: half a batch
 *    never goes to a new connection.
 * 5. After a failure no transaction is open. */
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
#include <sys/eventfd.h>
#include <unistd.h>

enum { PAUSE_MIN = 50, PAUSE_MAX = 2000 }; /* ms between two tries to connect */

static uint64_t now_ms(void) { return clock_steady() / 1000; }

/* ---- connecting ---- */

/* The first line of what libpq says, which never has the password in it. */
static void first_line(char why[256], const char *before, const char *text)
{
    snprintf(why, 256, "%s%s", before, text);
    why[strcspn(why, "\n")] = 0;
}

static void ignore_notice(void *ctx, const char *text) { (void)ctx, (void)text; }

/* Runs statements on a new connection, and does not wait for ever. */
static bool set_up(PGconn *conn, const char *set)
{
    uint64_t until = now_ms() + JOB_MS;
    bool good = PQsendQuery(conn, set);
    for (;;) {
        uint64_t now = now_ms();
        struct pollfd p = {.fd = PQsocket(conn), .events = POLLIN};
        while (good && PQisBusy(conn) && now < until && poll(&p, 1, (int)(until - now)) >= 0 && p.revents) {
            good = PQconsumeInput(conn);
            now = now_ms();
        }
        if (!good || PQisBusy(conn)) return false;
        PGresult *r = PQgetResult(conn);
        if (!r) return true;
        good = PQresultStatus(r) == PGRES_COMMAND_OK || PQresultStatus(r) == PGRES_TUPLES_OK;
        PQclear(r);
    }
}

PGconn *link_connect(const char *url, const char *set, char why[256])
{
    /* What the URL says comes behind and is stronger. */
    const char *const names[] = {"connect_timeout",      "keepalives_idle",
                                 "keepalives_interval",  "keepalives_count",
                                 "tcp_user_timeout",     "application_name",
                                 "target_session_attrs", "dbname",
                                 "client_encoding",      NULL};
    const char *const values[] = {"2", "5", "2", "3", "4000", "tambo", "read-write", url, "UTF8", NULL};
    PQconninfoOption *parts = PQconninfoParse(url, NULL);
    if (!parts)
        return snprintf(why, 256, "this is not the address of a PostgreSQL database"), NULL; /* libpq would cite it */
    PQconninfoFree(parts);
    PGconn *conn = PQconnectdbParams(names, values, 1);
    if (!conn) must(NULL);
    if (PQstatus(conn) == CONNECTION_OK) {
        PQsetNoticeProcessor(conn, ignore_notice, NULL);
        if (set_up(conn, set)) return conn;
    }
    const char *said = PQerrorMessage(conn);
    first_line(why, "PostgreSQL: ", *said ? said : "it does not answer");
    PQfinish(conn);
    return NULL;
}

static void ready(struct link *l, PGconn *conn)
{
    PQsetnonblocking(conn, 1);
    PQenterPipelineMode(conn);
    memset(l->prepared, 0, sizeof l->prepared);
    l->conn = conn;
    l->epoch++;
    pthread_mutex_lock(&l->lock);
    bool back = l->away;
    l->away = false;
    pthread_mutex_unlock(&l->lock);
    if (back) LOG(LOG_INFO, "the database is back", {"connection", LOG_INT(l->epoch)});
}

static void finish_job(struct link *l, struct job *j)
{
    if (j->alone) {
        job_free(j);
        return;
    }
    pthread_mutex_lock(&l->lock);
    j->done = true;
    bool tell = j->fiber != NULL;
    if (tell) {
        j->next = l->finished;
        l->finished = j;
    } else {
        pthread_cond_broadcast(&l->done);
    }
    pthread_mutex_unlock(&l->lock);
    if (tell) uv_async_send(l->async);
}

static int fail(struct job *j, int e, const char *why)
{
    if (!j->error) {
        j->error = e;
        snprintf(j->why, sizeof j->why, "%s", why);
    }
    return j->error;
}

static struct job *next_job(struct link *l)
{
    pthread_mutex_lock(&l->lock);
    struct job *j = l->first;
    if (j) {
        l->first = j->next;
        if (!l->first) l->last = NULL;
        j->next = NULL;
    }
    pthread_mutex_unlock(&l->lock);
    return j;
}

/* Gives up the connection; jobs that wait fail. (Log lines are written at once: any thread may.) */
static void lose(struct link *l, const char *why)
{
    if (l->conn) PQfinish(l->conn);
    l->conn = NULL;
    pthread_mutex_lock(&l->lock);
    bool before = l->away;
    l->away = true;
    snprintf(l->why, sizeof l->why, "%s", why);
    pthread_mutex_unlock(&l->lock);
    if (!before) LOG(LOG_ERROR, "the database is away", {"why", LOG_STR(why)});
    for (struct job *j; (j = next_job(l));) {
        fail(j, -EAGAIN, why);
        finish_job(l, j);
    }
    l->try_at = now_ms() + (uint64_t)l->pause_ms;
    l->pause_ms = 2 * l->pause_ms > PAUSE_MAX ? PAUSE_MAX : 2 * l->pause_ms;
}

static void connect_again(struct link *l)
{
    char why[256] = "";
    PGconn *conn = link_connect(l->url, l->set, why);
    if (!conn) {
        lose(l, why);
        return;
    }
    ready(l, conn);
    if (l->begun) l->begun(l->ctx);
    if (l->conn) l->pause_ms = PAUSE_MIN;
}

/* ---- doing a job ---- */

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

static bool send_statement(struct link *l, const struct statement *s)
{
    char name[16];
    const char *values[VALUES];
    int lengths[VALUES], formats[VALUES];
    snprintf(name, sizeof name, "q%d", s->query);
    if (!l->prepared[s->query] && !PQsendPrepare(l->conn, name, store_postgres_queries[s->query], 0, NULL))
        return false;
    for (int i = 0; i < s->n; i++) {
        values[i] = s->values[i].p;
        lengths[i] = (int)s->values[i].n;
        formats[i] = 1;
    }
    return PQsendQueryPrepared(l->conn, name, s->n, values, lengths, formats, 1);
}

/* Waits until there is an answer to read. False: the time is over, or the line is dead. */
static bool wait_answer(struct link *l, uint64_t until)
{
    for (;;) {
        int more = PQflush(l->conn);
        if (more < 0) return false;
        if (!PQisBusy(l->conn)) return true;
        uint64_t now = now_ms();
        struct pollfd p = {.fd = PQsocket(l->conn), .events = (short)(POLLIN | (more ? POLLOUT : 0))};
        if (now >= until) return false;
        if (poll(&p, 1, (int)(until - now)) < 0 && errno != EINTR) return false;
        if ((p.revents & (POLLIN | POLLHUP | POLLERR)) && !PQconsumeInput(l->conn)) return false;
    }
}

/* One result; its statement is the k-th, or it belongs to its preparation. */
static void take_result(struct link *l, struct job *j, PGresult *r, int k, bool preparing)
{
    ExecStatusType status = PQresultStatus(r);
    bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (good && preparing) l->prepared[j->all[k].query] = true;
    if (good && j->all[k].query == DO_COMMIT && !preparing && strcmp(PQcmdStatus(r), "COMMIT") != 0)
        fail(j, -EAGAIN, "the batch was rolled back");
    if (good && !preparing) {
        j->all[k].result = r;
        return;
    }
    if (status == PGRES_FATAL_ERROR && !j->error) {
        const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);
        char why[256];
        first_line(why, "PostgreSQL: ", PQresultErrorMessage(r));
        fail(j, state ? errno_of(state) : -EAGAIN, why);
        if (!state || is_end(state)) j->epoch = UINT64_MAX; /* the connection goes, too */
    }
    PQclear(r);
}

/* Reads until all is answered. False: the connection is no good any more. */
static bool read_answers(struct link *l, struct job *j, const bool *fresh, uint64_t until)
{
    int k = 0;
    bool preparing = j->n && fresh[0];
    for (;;) {
        if (!wait_answer(l, until)) return false;
        PGresult *r = PQgetResult(l->conn);
        if (!r) { /* the end of one statement */
            if (preparing) preparing = false;
            else if (++k < j->n) preparing = fresh[k];
            if (PQstatus(l->conn) == CONNECTION_BAD || k > j->n + 1) return false;
            continue;
        }
        if (PQresultStatus(r) == PGRES_PIPELINE_SYNC) {
            PQclear(r);
            return true;
        }
        if (k >= j->n) {
            PQclear(r);
            return false;
        }
        take_result(l, j, r, k, preparing);
    }
}

static bool talk(struct link *l, struct job *j, uint64_t until)
{
    bool *fresh = must(calloc((size_t)j->n + 1, sizeof *fresh)), good = true;
    bool known[QUERIES];
    memcpy(known, l->prepared, sizeof known);
    for (int k = 0; good && k < j->n; k++) {
        fresh[k] = !l->prepared[j->all[k].query];
        good = send_statement(l, &j->all[k]);
        l->prepared[j->all[k].query] = true; /* for the statements behind it in this job */
    }
    memcpy(l->prepared, known, sizeof known);
    good = good && PQpipelineSync(l->conn) && read_answers(l, j, fresh, until);
    free(fresh);
    return good && PQstatus(l->conn) == CONNECTION_OK;
}

int link_do(struct link *l, struct job *j)
{
    if (!l->conn) return fail(j, -EAGAIN, l->why);
    if (j->epoch && j->epoch != l->epoch) return fail(j, -EAGAIN, "the connection of this batch was lost");
    uint64_t until = now_ms() + (uint64_t)l->job_ms;
    j->epoch = l->epoch;
    bool good = talk(l, j, until);
    if (!good && !j->error) {
        char why[256];
        const char *said = PQerrorMessage(l->conn);
        if (now_ms() >= until) snprintf(why, sizeof why, "PostgreSQL did not answer in %d s", l->job_ms / 1000);
        else first_line(why, "PostgreSQL: ", *said ? said : "the connection was lost");
        fail(j, -EAGAIN, why);
    }
    if (!good || j->epoch == UINT64_MAX) {
        j->epoch = l->epoch;
        lose(l, j->why);
        return j->error;
    }
    PGTransactionStatusType t = PQtransactionStatus(l->conn);
    if (t == PQTRANS_INERROR || (j->error && t != PQTRANS_IDLE)) {
        struct job *back = job_new();
        job_say(back, DO_ROLLBACK);
        link_do(l, back);
        job_free(back);
    }
    return j->error;
}

void link_clock(struct link *l, uint64_t before, uint64_t time)
{
    int64_t low = (int64_t)(time - clock_steady()), high = (int64_t)(time - before);
    int64_t old = atomic_load(l->offset);
    atomic_store(l->offset, old < low ? low : old > high ? high : old);
}

/* ---- the thread ---- */

/* Something came without being asked for: notices, or the end of the line. */
static void hear(struct link *l)
{
    if (PQconsumeInput(l->conn)) {
        while (!PQisBusy(l->conn)) {
            PGresult *r = PQgetResult(l->conn);
            if (!r) break;
            PQclear(r);
        }
        if (PQstatus(l->conn) == CONNECTION_OK) return;
    }
    char why[256];
    first_line(why, "PostgreSQL: ", PQerrorMessage(l->conn));
    lose(l, why);
}

/* ms to sleep at most; -1: for ever. */
static int patience(struct link *l)
{
    if (l->conn) return l->patience ? l->patience(l->ctx) : -1;
    uint64_t now = now_ms();
    return l->try_at > now ? (int)(l->try_at - now) : 0;
}

static bool is_closing(struct link *l)
{
    pthread_mutex_lock(&l->lock);
    bool closing = l->closing;
    pthread_mutex_unlock(&l->lock);
    return closing;
}

static void *run(void *arg)
{
    struct link *l = arg;
    for (;;) {
        bool closing = is_closing(l); /* before the jobs: what was posted before is done */
        for (struct job *j; (j = next_job(l));) {
            link_do(l, j);
            finish_job(l, j);
        }
        if (closing) break;
        if (l->conn && l->idle) l->idle(l->ctx);
        struct pollfd p[2] = {{.fd = l->wake, .events = POLLIN},
                              {.fd = l->conn ? PQsocket(l->conn) : -1, .events = POLLIN}};
        poll(p, 2, patience(l));
        uint64_t count;
        if ((p[0].revents & POLLIN) && read(l->wake, &count, sizeof count) < 0) continue;
        if (l->conn && p[1].revents) hear(l);
        if (!l->conn && now_ms() >= l->try_at && !is_closing(l)) connect_again(l);
    }
    if (l->conn) PQfinish(l->conn);
    l->conn = NULL;
    return NULL;
}

void link_wake(struct link *l)
{
    uint64_t one = 1;
    if (write(l->wake, &one, sizeof one) < 0) return; /* it is full: it wakes anyway */
}

void link_open(struct link *l, PGconn *conn)
{
    pthread_mutex_init(&l->lock, NULL);
    pthread_cond_init(&l->done, NULL);
    l->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (l->wake < 0) must(NULL);
    l->pause_ms = PAUSE_MIN;
    if (!l->job_ms) l->job_ms = JOB_MS;
    ready(l, conn);
    if (l->begun) l->begun(l->ctx);
    if (pthread_create(&l->thread, NULL, run, l)) must(NULL);
}

void link_close(struct link *l)
{
    pthread_mutex_lock(&l->lock);
    l->closing = true;
    pthread_mutex_unlock(&l->lock);
    link_wake(l);
    pthread_join(l->thread, NULL);
    while (l->finished) { /* of fibers that are no more */
        struct job *j = l->finished;
        l->finished = j->next;
        job_free(j);
    }
    close(l->wake);
    pthread_cond_destroy(&l->done);
    pthread_mutex_destroy(&l->lock);
}

/* ---- for others ---- */

/* False: there is no connection, and the job has failed. */
static bool post(struct link *l, struct job *j)
{
    pthread_mutex_lock(&l->lock);
    bool away = l->away;
    if (away) {
        fail(j, -EAGAIN, l->why);
    } else {
        if (l->last) l->last->next = j;
        else l->first = j;
        l->last = j;
    }
    pthread_mutex_unlock(&l->lock);
    if (!away) link_wake(l);
    return !away;
}

/* Takes it from those that are still to be told: somebody else woke its fiber. */
static bool is_done(struct link *l, struct job *j)
{
    pthread_mutex_lock(&l->lock);
    bool done = j->done;
    struct job **p = &l->finished;
    while (done && *p && *p != j) p = &(*p)->next;
    if (done && *p) *p = j->next;
    pthread_mutex_unlock(&l->lock);
    return done;
}

int link_run(struct link *l, struct job *j)
{
    j->fiber = l->async ? fiber_self() : NULL;
    if (!post(l, j)) return j->error;
    if (j->fiber) {
        do fiber_wait();
        while (!is_done(l, j));
        return j->error;
    }
    pthread_mutex_lock(&l->lock);
    while (!j->done) pthread_cond_wait(&l->done, &l->lock);
    pthread_mutex_unlock(&l->lock);
    return j->error;
}

void link_post(struct link *l, struct job *j)
{
    j->alone = true;
    if (!post(l, j)) job_free(j);
}

bool link_away(struct link *l, char why[256])
{
    pthread_mutex_lock(&l->lock);
    bool away = l->away;
    if (away)
        snprintf(why, 256, "%s", strncmp(l->why, "PostgreSQL: ", 12) == 0 ? "PostgreSQL cannot be reached" : l->why);
    pthread_mutex_unlock(&l->lock);
    return away;
}

void link_finish(struct link *l)
{
    for (;;) {
        pthread_mutex_lock(&l->lock);
        struct job *j = l->finished;
        if (j) l->finished = j->next;
        pthread_mutex_unlock(&l->lock);
        if (!j) return;
        fiber_go_on(j->fiber);
    }
}
