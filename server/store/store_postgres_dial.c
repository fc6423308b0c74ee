/* store_postgres_dial.c -- connecting to PostgreSQL step by step, without waiting; see store_postgres_in.h. store_postgres_conn.c does it on
 * the loop; dial_connect waits for it with poll(2), for commands and while a server starts.
 *
 * 1. A URL names places: several hosts, of which each may have several addresses. They are tried in order, each for connect_timeout
 *    seconds, by a PQconnectStart of its own: libpq's asynchronous calls know no time limit and would stay with a host that is silent.
 * 2. PQconnectPoll would look up the names of hosts itself, and wait for that. On a loop dial_look_up does it first, by
 *    uv_getaddrinfo in a thread of libuv, and libpq gets addresses (hostaddr) beside the names, which it needs for certificates.
 *    Only hosts that a service file names (pg_service.conf) are left to libpq. It also reads files (.pgpass, certificates): local, small.
 * 3. No message has the URL or the password in it. */
#include "../../core/game.h"
#include "../base/clock.h"
#include "../base/must.h"
#include "store_postgres_in.h"

#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLACE_MS = 2000 }; /* for a place, unless the URL says connect_timeout */

/* One address that may be the database's; what is NULL is left to the URL. */
struct place {
    char *host, *address, *port; /* owned */
};

struct pg_dial {
    const char *url, *set;
    struct place *places; /* [n], in order */
    int n, at;            /* the one that is tried */
    int place_ms;         /* how long it may take */
    PGconn *conn;         /* to places[at]; NULL: not begun */
    bool connected;       /* `set` is under way */
    bool done;            /* and has been done */
    short events;         /* of poll(2) that conn waits for */
    uint64_t until;       /* ms of the steady clock: then the place is given up */
    char why[256];        /* the first failure */
    struct lookup *lookup;
};

static uint64_t now_ms(void) { return clock_steady() / 1000; }

void dial_first_line(char why[256], const char *text)
{
    snprintf(why, 256, "PostgreSQL: %s", text);
    why[strcspn(why, "\n")] = 0;
}

static void note(struct pg_dial *d, const char *text)
{
    if (!*d->why) dial_first_line(d->why, *text ? text : "it does not answer");
}

/* ---- places ---- */

static char *copy(const char *s) { return s ? must(strdup(s)) : NULL; }

static void add_place(struct pg_dial *d, int at, const char *host, const char *address, const char *port)
{
    d->places = must(realloc(d->places, ((size_t)d->n + 1) * sizeof *d->places));
    memmove(d->places + at + 1, d->places + at, (size_t)(d->n - at) * sizeof *d->places);
    d->places[at] = (struct place){copy(host), copy(address), copy(port)};
    d->n++;
}

static void drop_place(struct pg_dial *d, int at)
{
    struct place *p = &d->places[at];
    free(p->host), free(p->address), free(p->port);
    d->n--;
    memmove(p, p + 1, (size_t)(d->n - at) * sizeof *p);
}

/* What the URL says of it, else the environment, as libpq has it; NULL: nothing. */
static const char *option(const PQconninfoOption *all, const char *name)
{
    for (const PQconninfoOption *o = all; o->keyword; o++)
        if (strcmp(o->keyword, name) == 0) return o->val && *o->val ? o->val : o->envvar ? getenv(o->envvar) : NULL;
    return NULL;
}

static int count(const char *list)
{
    int n = list != NULL;
    for (; list && *list; list++) n += *list == ',';
    return n;
}

/* The i-th of a list with commas; NULL: there is no list. A list of one has that for all. */
static const char *item(const char *list, int i, char text[256])
{
    if (!list) return NULL;
    for (bool one = !strchr(list, ','); i && !one; i--) list += strcspn(list, ",") + 1;
    snprintf(text, 256, "%.*s", (int)strcspn(list, ","), list);
    return text;
}

static void read_places(struct pg_dial *d, const PQconninfoOption *all)
{
    const char *host = option(all, "host"), *address = option(all, "hostaddr"), *port = option(all, "port");
    int n = address ? count(address) : count(host);
    bool odd = (address && host && count(host) != n) || (count(port) > 1 && count(port) != n);
    if (!n || odd || option(all, "service"))
        n = 1, host = address = port = NULL; /* libpq knows, or says what is wrong */
    for (int i = 0; i < n; i++) {
        char h[256], a[256], p[256];
        add_place(d, i, item(host, i, h), item(address, i, a), item(port, i, p));
    }
}

struct pg_dial *dial_new(const char *url, const char *set, char why[256])
{
    PQconninfoOption *parts = PQconninfoParse(url, NULL);
    if (!parts) /* libpq would cite it */
        return snprintf(why, 256, "this is not the address of a PostgreSQL database"), NULL;
    struct pg_dial *d = must(calloc(1, sizeof *d));
    const char *timeout = option(parts, "connect_timeout");
    int seconds = timeout ? atoi(timeout) : 0;
    d->url = url;
    d->set = set;
    d->place_ms = seconds > 0 && seconds < 60 ? seconds * 1000 : PLACE_MS;
    read_places(d, parts);
    PQconninfoFree(parts);
    return d;
}

/* ---- looking up names ---- */

struct lookup {
    uv_getaddrinfo_t request;
    uv_loop_t *loop;
    struct pg_dial *dial;  /* NULL: nobody wants it any more */
    int at;                /* the place */
    void (*fn)(void *ctx); /* called when all are looked up */
    void *ctx;             /* for fn */
    int *open;             /* counts what is open on the loop */
};

static bool is_name(const struct place *p)
{
    unsigned char bytes[16];
    if (!p->host || !*p->host || (p->address && *p->address) || *p->host == '/' || *p->host == '@') return false;
    return uv_inet_pton(AF_INET, p->host, bytes) && uv_inet_pton(AF_INET6, p->host, bytes);
}

/* In place of the name there are its addresses. */
static void put_addresses(struct pg_dial *d, int at, const struct addrinfo *list)
{
    char host[256], port[256], address[INET6_ADDRSTRLEN];
    bool has_port = d->places[at].port != NULL;
    snprintf(host, sizeof host, "%s", d->places[at].host);
    snprintf(port, sizeof port, "%s", has_port ? d->places[at].port : "");
    drop_place(d, at);
    if (!list) note(d, "a host of the database has no address");
    for (; list; list = list->ai_next)
        if (getnameinfo(list->ai_addr, list->ai_addrlen, address, sizeof address, NULL, 0, NI_NUMERICHOST) == 0)
            add_place(d, at++, host, address, has_port ? port : NULL);
}

static void look_up_next(struct lookup *);

static void on_looked_up(uv_getaddrinfo_t *request, int status, struct addrinfo *list)
{
    struct lookup *l = request->data;
    if (l->dial) put_addresses(l->dial, l->at, status ? NULL : list);
    uv_freeaddrinfo(list);
    look_up_next(l);
}

static void look_up_next(struct lookup *l)
{
    static const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct pg_dial *d = l->dial;
    while (d && l->at < d->n && !is_name(&d->places[l->at])) l->at++;
    if (d && l->at < d->n) {
        l->request.data = l;
        if (uv_getaddrinfo(l->loop, &l->request, on_looked_up, d->places[l->at].host, NULL, &hints)) must(NULL);
        return;
    }
    --*l->open;
    if (d) {
        d->lookup = NULL;
        l->fn(l->ctx);
    }
    free(l);
}

void dial_look_up(struct pg_dial *d, uv_loop_t *loop, int *open, void (*fn)(void *ctx), void *ctx)
{
    bool any = false;
    for (int i = 0; i < d->n; i++) any |= is_name(&d->places[i]);
    if (!any) return;
    struct lookup *l = d->lookup = must(calloc(1, sizeof *l));
    *l = (struct lookup){.loop = loop, .dial = d, .fn = fn, .ctx = ctx, .open = open};
    ++*open;
    look_up_next(l);
}

/* ---- connecting ---- */

static void begin_place(struct pg_dial *d)
{
    const struct place *p = &d->places[d->at];
    /* What the URL says comes behind and is stronger; but one place has one host. */
    const char *names[] = {"keepalives_idle",
                           "keepalives_interval",
                           "keepalives_count",
                           "tcp_user_timeout",
                           "application_name",
                           "target_session_attrs",
                           "dbname",
                           "client_encoding",
                           NULL,
                           NULL,
                           NULL,
                           NULL};
    const char *values[] = {"5", "2", "3", "4000", "tambo", "read-write", d->url, "UTF8", NULL, NULL, NULL, NULL};
    int n = 8;
    if (p->host) names[n] = "host", values[n++] = p->host;
    if (p->address) names[n] = "hostaddr", values[n++] = p->address;
    if (p->port) names[n] = "port", values[n++] = p->port;
    d->conn = must(PQconnectStartParams(names, values, 1));
    d->connected = d->done = false;
    d->events = POLLOUT;
    d->until = now_ms() + (uint64_t)d->place_ms;
}

static void end_place(struct pg_dial *d)
{
    note(d, PQerrorMessage(d->conn));
    PQfinish(d->conn);
    d->conn = NULL;
    d->at++;
}

static void ignore_notice(void *ctx, const char *text) { (void)ctx, (void)text; }

static bool begin_set(struct pg_dial *d)
{
    PQsetNoticeProcessor(d->conn, ignore_notice, NULL);
    d->connected = true;
    d->events = POLLIN;
    d->until = now_ms() + JOB_MS;
    return PQsetnonblocking(d->conn, 1) == 0 && PQsendQuery(d->conn, d->set);
}

static bool go_on_with_set(struct pg_dial *d)
{
    int more = PQconsumeInput(d->conn) ? PQflush(d->conn) : -1;
    while (more >= 0 && !PQisBusy(d->conn)) {
        PGresult *r = PQgetResult(d->conn);
        bool good = PQresultStatus(r) == PGRES_COMMAND_OK || PQresultStatus(r) == PGRES_TUPLES_OK;
        d->done = !r;
        PQclear(r);
        if (d->done) return true;
        if (!good) return false;
    }
    d->events = (short)(POLLIN | (more > 0 ? POLLOUT : 0));
    return more >= 0;
}

/* Something came: false: this place is none. */
static bool go_on(struct pg_dial *d)
{
    if (d->connected) return go_on_with_set(d);
    PostgresPollingStatusType status = PQconnectPoll(d->conn);
    d->events = status == PGRES_POLLING_READING ? POLLIN : POLLOUT;
    if (status == PGRES_POLLING_OK) return begin_set(d);
    return status != PGRES_POLLING_FAILED;
}

int dial_step(struct pg_dial *d)
{
    GAME_ASSERT(!d->lookup && !d->done);
    for (;;) {
        if (!d->conn && d->at >= d->n) return -1;
        if (!d->conn) begin_place(d);
        struct pollfd p = {.fd = PQsocket(d->conn), .events = d->events};
        bool good = PQstatus(d->conn) != CONNECTION_BAD;
        if (good && poll(&p, 1, 0) <= 0) {
            if (now_ms() < d->until) return 0;
            good = false;
        } else if (good) {
            good = go_on(d);
        }
        if (d->done) return 1;
        if (!good) end_place(d);
    }
}

bool dial_looks_up(const struct pg_dial *d) { return d->lookup != NULL; }

bool dial_waits(const struct pg_dial *d, struct pollfd *p, uint64_t *until)
{
    if (!d->conn) return false;
    *p = (struct pollfd){.fd = PQsocket(d->conn), .events = d->events};
    *until = d->until;
    return true;
}

PGconn *dial_take(struct pg_dial *d)
{
    GAME_ASSERT(d->done);
    PGconn *conn = d->conn;
    d->conn = NULL;
    return conn;
}

const char *dial_why(const struct pg_dial *d) { return *d->why ? d->why : "PostgreSQL: no host of it is known"; }

void dial_free(struct pg_dial *d)
{
    if (!d) return;
    if (d->lookup) {
        d->lookup->dial = NULL;
        uv_cancel((uv_req_t *)&d->lookup->request);
    }
    PQfinish(d->conn);
    while (d->n) drop_place(d, 0);
    free(d->places);
    free(d);
}

PGconn *dial_connect(const char *url, const char *set, char why[256])
{
    struct pg_dial *d = dial_new(url, set, why);
    if (!d) return NULL;
    int state;
    while ((state = dial_step(d)) == 0) {
        struct pollfd p;
        uint64_t until = 0, now = now_ms();
        if (dial_waits(d, &p, &until) && until > now) poll(&p, 1, (int)(until - now));
    }
    PGconn *conn = state > 0 ? dial_take(d) : NULL;
    if (conn) PQsetnonblocking(conn, 0);
    else snprintf(why, 256, "%s", dial_why(d));
    dial_free(d);
    return conn;
}
