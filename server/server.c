/* server.c -- see server.h: one loop, and what hangs on it. Each turn of the loop ends with
 * hall_end_turn, before the loop sleeps and after it woke. */
#include "server.h"

#include "api/actions.h"
#include "api/api.h"
#include "base/config.h"
#include "base/log.h"
#include "base/must.h"
#include "base/pool.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HELLO_S = 20 }; /* seconds a WebSocket may take until its `hello` */

enum { STOP_MS = 6000 }; /* that a turn may take after it was told to stop */

struct server {
    uv_loop_t loop;
    struct hall hall;
    uv_prepare_t before;  /* ends a turn that timers and workers began */
    uv_check_t after;     /* ends a turn that the network began */
    uv_idle_t more;       /* runs while the hall has work */
    uv_signal_t stops[2]; /* SIGTERM, SIGINT */
    uv_signal_t renewal;  /* SIGHUP */
    uv_timer_t patience;  /* how long workers may take after a stop */
    bool down;            /* net is closed */
    uint64_t stopped_at;  /* uv_now when it was told to stop */
};

/* ---- what comes from the network ---- */

static void *opened(void *ctx, struct conn *conn, const char *token)
{
    struct server *s = ctx;
    struct guest *g = calloc(1, sizeof *g);
    if (!g || s->hall.stopping) return free(g), NULL;
    g->conn = conn;
    snprintf(g->who.from, sizeof g->who.from, "%s", net_conn_address(conn));
    g->known = token[0] && who_read(&g->who, s->hall.key, token);
    hall_add_guest(&s->hall, g);
    return g;
}

static void message(void *ctx, struct conn *conn, const char *text, size_t n, uint32_t wait_ms)
{
    struct server *s = ctx;
    if (!s->hall.stopping) actions_message(&s->hall, net_conn_user(conn), text, n, wait_ms);
}

static void closed(void *ctx, struct conn *conn)
{
    struct server *s = ctx;
    struct guest *g = net_conn_user(conn);
    if (!g) return;
    g->gone = true;
    s->hall.closed++; /* the next turn buries it */
}

static void request(void *ctx, struct request *q)
{
    struct server *s = ctx;
    api_request(&s->hall, q);
}

/* ---- the loop ---- */

static void no_rest(uv_idle_t *h) { (void)h; }

/* While there is work left the loop looks at the network, and does not sleep. */
static void turn(struct server *s)
{
    if (hall_turn(&s->hall)) uv_idle_start(&s->more, no_rest);
    else uv_idle_stop(&s->more);
}

static void turn_before(uv_prepare_t *h) { turn(h->data); }
static void turn_after(uv_check_t *h) { turn(h->data); }

/* Workers finish their move; then the last handles go, the timer that asks for it among them. */
static void close_rest(uv_timer_t *patience)
{
    struct server *s = patience->data;
    if (!s->down || s->hall.thinking || s->hall.making || s->hall.busy) return;
    uv_close((uv_handle_t *)&s->before, NULL);
    uv_close((uv_handle_t *)&s->after, NULL);
    uv_close((uv_handle_t *)&s->more, NULL);
    uv_close((uv_handle_t *)patience, NULL);
    for (int i = 0; i < 2; i++) uv_close((uv_handle_t *)&s->stops[i], NULL);
    uv_close((uv_handle_t *)&s->renewal, NULL);
    hall_close(&s->hall);
}

static void net_is_down(void *ctx)
{
    struct server *s = ctx;
    s->hall.net = NULL;
    s->down = true;
    uv_timer_start(&s->patience, close_rest, 0, 20);
}

/* Requests that wait for a map are answered before the network goes. */
static void wait_for_maps(uv_timer_t *t)
{
    struct server *s = t->data;
    if (s->hall.making) return;
    uv_timer_stop(t);
    net_close(s->hall.net, net_is_down, s);
}

/* A turn that waits for its commit holds answers that must not leave before it; if it takes too long they never do. */
static void wait_for_turn(uv_timer_t *t)
{
    struct server *s = t->data;
    static const char text[] = "{\"t\":\"stop\",\"text\":\"The server stops now; it will be back in a moment.\"}";
    if (s->hall.busy && uv_now(&s->loop) < s->stopped_at + STOP_MS) return;
    if (s->hall.busy) net_forget(s->hall.net);
    struct text *goodbye = net_text_new(text, sizeof text - 1);
    for (struct guest *g = s->hall.guests; g; g = g->all_next) net_conn_send(g->conn, goodbye, 0, false);
    net_text_drop(goodbye);
    net_flush(s->hall.net);
    uv_timer_start(t, wait_for_maps, 0, 20);
}

static void stop(uv_signal_t *h, int signal)
{
    struct server *s = h->data;
    if (s->hall.stopping) return;
    LOG(LOG_INFO, "stopping", {"signal", LOG_INT(signal)});
    s->hall.stopping = true;
    s->stopped_at = uv_now(&s->loop);
    uv_timer_start(&s->patience, wait_for_turn, 0, 20);
}

/* There may be a new certificate. */
static void renew(uv_signal_t *h, int signal)
{
    struct server *s = h->data;
    char why[256] = "";
    if (s->hall.stopping || !s->hall.net) return;
    int status = net_renew(s->hall.net, why);
    if (status) LOG(LOG_ERROR, "not renewed", {"signal", LOG_INT(signal)}, {"why", LOG_STR(why)});
    else LOG(LOG_INFO, "certificate renewed", {"signal", LOG_INT(signal)});
}

static void install_handlers(struct server *s)
{
    uv_prepare_init(&s->loop, &s->before);
    uv_check_init(&s->loop, &s->after);
    uv_idle_init(&s->loop, &s->more);
    uv_timer_init(&s->loop, &s->patience);
    s->before.data = s->after.data = s->patience.data = s;
    uv_prepare_start(&s->before, turn_before);
    uv_check_start(&s->after, turn_after);
    static const int signals[2] = {SIGTERM, SIGINT};
    for (int i = 0; i < 2; i++) {
        uv_signal_init(&s->loop, &s->stops[i]);
        s->stops[i].data = s;
        uv_signal_start(&s->stops[i], stop, signals[i]);
    }
    uv_signal_init(&s->loop, &s->renewal);
    s->renewal.data = s;
    uv_signal_start(&s->renewal, renew, SIGHUP);
}

/* ---- starting ---- */

/* How many threads there are now. */
static int set_workers(int n)
{
    char text[16];
    uv_cpu_info_t *cpu;
    int cpus = 1;
    if (!n && uv_cpu_info(&cpu, &cpus) == 0) uv_free_cpu_info(cpu, cpus);
    snprintf(text, sizeof text, "%d", n ? n : cpus);
    setenv("UV_THREADPOOL_SIZE", text, 1);
    return n ? n : cpus;
}

static struct net *listen_now(struct server *s, const struct config *c, char why[256])
{
    struct net_config n = {.host = c->host,
                           .port = c->port,
                           .cert = c->cert,
                           .key = c->key,
                           .origins = c->origins,
                           .files = c->files,
                           .proxied = c->proxied,
                           .max_conns = c->max_conns,
                           .queue_bytes = c->queue_kib * 1024,
                           .queues_bytes = (uint64_t)c->queues_mib << 20,
                           .hello_s = HELLO_S,
                           .rate = c->rate,
                           .burst = c->burst,
                           .ping_s = c->ping_s};
    struct net_calls calls = {.opened = opened, .message = message, .closed = closed, .request = request, .ctx = s};
    return net_open(&s->loop, &n, &calls, why);
}

static void print_address(const struct config *c, const char *host, int port)
{
    printf("http%s://%s%s%s:%d/\n", c->cert ? "s" : "", strchr(host, ':') ? "[" : "", host,
           strchr(host, ':') ? "]" : "", port);
}

/* The addresses others in the house can use. */
static void print_addresses(const struct config *c, int port)
{
    uv_interface_address_t *list;
    int n;
    char name[64];
    if (uv_interface_addresses(&list, &n) != 0) return;
    for (int i = 0; i < n; i++) {
        if (list[i].is_internal || list[i].address.address4.sin_family != AF_INET) continue;
        uv_ip4_name(&list[i].address.address4, name, sizeof name);
        fputs("For others on your network: ", stdout);
        print_address(c, name, port);
    }
    uv_free_interface_addresses(list, n);
}

/* Is there something to play with in a browser, or only the page that says that there is not? */
static bool has_client(const struct config *c)
{
    for (const struct asset *a = assets; a->path; a++) {
        size_t n = strlen(a->path);
        if (n > 5 && strcmp(a->path + n - 5, ".wasm") == 0) return true;
    }
    return c->files != NULL;
}

/* Where tables are kept, without any password. */
static const char *place_of(const struct config *c, char name[256])
{
    if (!c->store) return c->db;
    store_postgres_name(c->store, name);
    return name;
}

static struct store *open_store(const struct config *c, uv_loop_t *loop, char why[256])
{
    if (c->store) return store_postgres_open(c->store, loop, why);
    return strcmp(c->db, ":memory:") == 0 ? store_memory_open() : store_sqlite_open(c->db, why);
}

/* Tells people where to go; programs read the log. */
static void announce(const struct config *c, int port)
{
    bool all = !c->host || strcmp(c->host, "0.0.0.0") == 0 || strcmp(c->host, "::") == 0;
    bool local = c->host && strcmp(c->host, "127.0.0.1") == 0;
    fputs("Tambo is at ", stdout);
    if (c->url) puts(c->url);
    else print_address(c, all || local ? "localhost" : c->host, port);
    if (all && !c->url) print_addresses(c, port);
    if (!has_client(c))
        puts("It was built without its web client, so nobody can play in a browser yet: run `tools/setup build`, then "
             "`make run` again.");
    if (local && !c->url) puts("Only this computer can reach it; --host 0.0.0.0 lets others on your network join.");
    char name[256];
    printf("Tables are kept in %s%s. Press Ctrl-C to stop.\n", c->store ? "PostgreSQL at " : "", place_of(c, name));
    fflush(stdout);
}

int server_run_on(const struct config *c, struct store *store)
{
    char why[256] = "", name[256];
    struct server *s = must(calloc(1, sizeof *s));
    struct store *own = NULL;
    int status = 1;
    signal(SIGPIPE, SIG_IGN);
    int workers = set_workers(c->workers);
    uv_loop_init(&s->loop);
    if (!store) store = own = open_store(c, &s->loop, why);
    if (!store) fprintf(stderr, "tambo: %s\n", why);
    if (store && hall_open(&s->hall, &s->loop, store, c)) {
        s->hall.workers = 2 * workers; /* so that threads do not idle until the loop hands out the next job */
        install_handlers(s);
        s->hall.net = listen_now(s, c, why);
        if (s->hall.net) {
            status = 0;
            hall_wake(&s->hall);
            api_metrics_count_soon(&s->hall);
            LOG(LOG_INFO, "listening", {"port", LOG_INT(net_port(s->hall.net))}, {"db", LOG_STR(place_of(c, name))});
            announce(c, net_port(s->hall.net));
            uv_run(&s->loop, UV_RUN_DEFAULT);
            LOG(LOG_INFO, "stopped", {"moves", LOG_INT(s->hall.metrics.moves)});
        } else {
            fprintf(stderr, "tambo: %s\n", why);
            s->down = true;
            close_rest(&s->patience);
            uv_run(&s->loop, UV_RUN_DEFAULT);
        }
    } else if (store) {
        hall_close(&s->hall);
        uv_run(&s->loop, UV_RUN_DEFAULT);
    }
    store_close(own);
    if (uv_loop_close(&s->loop) != 0) LOG(LOG_ERROR, "something was left open", {"status", LOG_INT(status)});
    free(s);
    return status;
}

int server_run(const struct config *c)
{
    enum log_level level = strcmp(c->log, "debug") == 0   ? LOG_DEBUG
                           : strcmp(c->log, "error") == 0 ? LOG_ERROR
                                                          : LOG_INFO;
    log_begin(level, c->log_json);
    pool_for_json();
    if (sodium_init() < 0) return fputs("tambo: no source of random numbers\n", stderr), 1;
    return server_run_on(c, NULL);
}
