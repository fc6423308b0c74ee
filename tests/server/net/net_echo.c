/* net_echo.c -- a server with nothing behind it, for tests/test_net_*.py: echoes messages,
 * says what it saw of a request, and does what messages that begin with ! command.
 *
 * usage: net_echo [host=A] [port=N] [cert=F] [key=F] [origins=O] [files=D] [proxied=1]
 *        [conns=N] [queue=BYTES] [queues=BYTES] [rate=N] [burst=N] [ping=S] [hello=S]
 * Prints `port N`; ends after SIGTERM or !stop, with status 0 if all was closed. */
#include "../../../core/game.h"
#include "../../../server/base/log.h"
#include "../../../server/net/net.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 32768 };

static uv_loop_t loop;
static struct net *net;
static struct conn *conns[MOST]; /* by number modulo MOST */
static struct conn *last;        /* the last that closed, not freed yet */
static struct request *late;     /* a request that is answered later */
static uv_timer_t timer;
static uv_prepare_t turn;
static uv_signal_t ends;
static bool hold; /* do not flush */

bool log_on(enum log_level level) { return level <= LOG_INFO; }

void log_fields(enum log_level level, const char *what, const struct log_field *f, int n)
{
    fprintf(stderr, "log %d %s", (int)level, what);
    for (int i = 0; i < n; i++)
        if (f[i].value.text) fprintf(stderr, " %s=%s", f[i].key, f[i].value.text);
        else fprintf(stderr, " %s=%lld", f[i].key, (long long)f[i].value.number);
    fprintf(stderr, "\n");
}

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

static void send_text(struct conn *c, const char *p, size_t n, uint64_t number, bool lazy)
{
    struct text *t = net_text_new(p, n);
    net_conn_send(c, t, number, lazy);
    net_text_drop(t);
}

static void *opened(void *ctx, struct conn *c, const char *token)
{
    char line[256];
    (void)ctx;
    if (!strcmp(token, "nobody")) return NULL;
    conns[net_conn_number(c) % MOST] = c;
    send_text(c, line, (size_t)snprintf(line, sizeof line, "{\"hello\":\"%s\"}", token), 0, false);
    return c;
}

static void never(void *ctx, struct conn *c)
{
    (void)ctx, (void)c;
    abort();
}

/* Who closed before the last: whatever is still done to it is forgotten, also when the net is. */
static void free_last(void)
{
    if (!last) return;
    send_text(last, "{}", 2, 0, false);
    net_conn_when_empty(last, never, NULL);
    net_conn_close(last, 1000, "again");
    if (net_conn_user(last) != last) abort();
    net_conn_free(last);
    last = NULL;
}

static void closed(void *ctx, struct conn *c)
{
    (void)ctx;
    conns[net_conn_number(c) % MOST] = NULL;
    free_last();
    last = c;
}

static void answer(struct request *, const char *cookie);

static void done(void *ctx)
{
    (void)ctx;
    net = NULL;
    free_last();
    if (late) answer(late, NULL);
    late = NULL;
    uv_close((uv_handle_t *)&turn, NULL);
    uv_close((uv_handle_t *)&timer, NULL);
    uv_close((uv_handle_t *)&ends, NULL);
}

static void stop(void)
{
    static bool stopping;
    hold = false;
    if (!stopping) net_close(net, done, NULL);
    stopping = true;
}

static void on_signal(uv_signal_t *s, int number)
{
    (void)s, (void)number;
    stop();
}

static void send_figures(struct conn *c)
{
    struct net_metrics f;
    char line[512];
    net_metrics(net, &f);
    int n = snprintf(line, sizeof line,
                     "{\"conns\":%llu,\"opened\":%llu,\"refused\":%llu,\"cut\":%llu,\"messages\":%llu,\"limited\":%llu,"
                     "\"queued\":%llu,\"requests\":%llu,\"strangers\":%llu}",
                     (unsigned long long)f.conns, (unsigned long long)f.opened, (unsigned long long)f.refused,
                     (unsigned long long)f.cut, (unsigned long long)f.messages, (unsigned long long)f.limited,
                     (unsigned long long)f.queued, (unsigned long long)f.requests, (unsigned long long)f.strangers);
    send_text(c, line, (size_t)n, 0, false);
}

static void send_long(struct conn *c, size_t n, uint64_t number)
{
    char *big = malloc(n + 48);
    size_t at = (size_t)(number ? sprintf(big, "{\"n\":%llu,\"big\":\"", (unsigned long long)number)
                                : sprintf(big, "{\"big\":\""));
    memset(big + at, 'x', n);
    memcpy(big + at + n, "\"}", 2);
    send_text(c, big, at + n + 2, number, false);
    free(big);
}

/* An answer that says so if it is dropped, or if it came too fast. */
static void reply(struct conn *c, const char *p, size_t n)
{
    static const char dropped[] = "{\"dropped\":true}";
    struct text *t = net_text_new(p, n), *instead = net_text_new(dropped, sizeof dropped - 1);
    net_conn_answer(c, t, instead);
    net_text_drop(t);
    net_text_drop(instead);
}

static void command(struct conn *c, const char *text)
{
    char word[16] = "", rest[256] = "", line[300];
    sscanf(text, "!%15s %255[^\n]", word, rest);
    unsigned long long number = strtoull(rest, NULL, 10);
    if (!strcmp(word, "twice")) reply(c, "{}", 2), reply(c, "{}", 2);
    if (!strcmp(word, "welcome")) net_conn_welcome(c);
    if (!strcmp(word, "hold")) hold = true;
    if (!strcmp(word, "flush")) hold = false;
    if (!strcmp(word, "drop")) {
        struct text *t = net_text_new("{\"dropped\":true}", 16);
        net_drop(net, t);
        net_text_drop(t);
        hold = false;
    }
    if (!strcmp(word, "number")) send_text(c, "{\"a\":1}", 7, number, false);
    if (!strcmp(word, "lazy"))
        send_text(c, line, (size_t)snprintf(line, sizeof line, "{\"lazy\":\"%s\"}", rest), 0, true);
    if (!strcmp(word, "close")) net_conn_close(c, atoi(rest), strchr(rest, ' ') ? strchr(rest, ' ') + 1 : "");
    if (!strcmp(word, "figures")) send_figures(c);
    if (!strcmp(word, "stop")) stop();
    if (!strcmp(word, "all")) {
        struct text *t = net_text_new(line, (size_t)snprintf(line, sizeof line, "{\"all\":\"%s\"}", rest));
        for (int i = 0; i < MOST; i++)
            if (conns[i]) net_conn_send(conns[i], t, 0, false);
        net_text_drop(t);
    }
    if (!strcmp(word, "event")) /* many objects of one number, 30 KiB each */
        for (unsigned long long i = 0; i < number; i++) send_long(c, 30000, 7);
    if (!strcmp(word, "big")) send_long(c, number, 0);
}

static void message(void *ctx, struct conn *c, const char *text, size_t n, uint32_t wait_ms)
{
    (void)ctx;
    if (wait_ms) {
        char slow[64];
        reply(c, slow, (size_t)snprintf(slow, sizeof slow, "{\"error\":\"rate\",\"wait_ms\":%u}", wait_ms));
        return;
    }
    if (text[n] || net_conn_user(c) != c) abort();
    if (text[0] == '!') {
        command(c, text);
        return;
    }
    char *line = malloc(n + 16);
    size_t at = (size_t)sprintf(line, "{\"echo\":");
    memcpy(line + at, text, n);
    at += n;
    line[at++] = '}';
    reply(c, line, at);
    free(line);
}

static void answer(struct request *r, const char *cookie)
{
    char line[1024];
    int n =
        snprintf(line, sizeof line,
                 "{\"method\":\"%s\",\"path\":\"%.200s\",\"query\":\"%.200s\",\"n\":%zu,\"json\":%s,\"token\":\"%s\"}",
                 r->method, r->path, r->query, r->n, r->json ? "true" : "false", r->token);
    if (r->body[r->n]) abort();
    net_request_answer(r, 200, NULL, line, (size_t)n, cookie);
}

static void on_late(uv_timer_t *t)
{
    (void)t;
    answer(late, NULL);
    late = NULL;
}

static void request(void *ctx, struct request *r)
{
    (void)ctx;
    if (!strcmp(r->path, "/api/late") && !late) {
        late = r;
        uv_timer_start(&timer, on_late, 300, 0);
    } else if (!strcmp(r->path, "/api/big")) {
        size_t n = 4 << 20;
        char *big = malloc(n);
        memset(big, 'y', n);
        net_request_answer(r, 200, "text/plain", big, n, NULL);
        free(big);
    } else if (!strcmp(r->path, "/api/twice")) {
        answer(r, NULL);
        answer(r, NULL);
    } else if (!strcmp(r->path, "/api/drop")) {
        answer(r, NULL);
        net_drop(net, NULL);
    } else {
        answer(r, strcmp(r->path, "/api/cookie") ? NULL : "secret");
    }
}

static void on_turn(uv_prepare_t *p)
{
    (void)p;
    if (net && !hold) net_flush(net);
}

int main(int argc, char **argv)
{
    int queues = 0;
    struct net_config config = {
        .host = "127.0.0.1", .max_conns = 100, .queue_bytes = 1 << 20, .rate = 1000000, .burst = 1000000, .ping_s = 30};
    const struct {
        const char *name;
        const char **text;
        int *number;
    } options[] = {
        {"host", &config.host, NULL},       {"cert", &config.cert, NULL},         {"key", &config.key, NULL},
        {"origins", &config.origins, NULL}, {"files", &config.files, NULL},       {"port", NULL, &config.port},
        {"conns", NULL, &config.max_conns}, {"queue", NULL, &config.queue_bytes}, {"rate", NULL, &config.rate},
        {"burst", NULL, &config.burst},     {"ping", NULL, &config.ping_s},       {"hello", NULL, &config.hello_s},
        {"queues", NULL, &queues}};
    for (int i = 1; i < argc; i++) {
        const char *value = strchr(argv[i], '=');
        if (!value) return 2;
        for (size_t k = 0; k < sizeof options / sizeof *options; k++)
            if (strlen(options[k].name) == (size_t)(value - argv[i]) &&
                !strncmp(argv[i], options[k].name, (size_t)(value - argv[i]))) {
                if (options[k].text) *options[k].text = value + 1;
                else *options[k].number = atoi(value + 1);
            }
        if (!strcmp(argv[i], "proxied=1")) config.proxied = true;
    }
    config.queues_bytes = (uint64_t)queues;
    const struct net_calls calls = {opened, message, closed, request, NULL};
    char why[256];
    signal(SIGPIPE, SIG_IGN);
    uv_loop_init(&loop);
    net = net_open(&loop, &config, &calls, why);
    if (!net) {
        fprintf(stderr, "net_echo: %s\n", why);
        return 1;
    }
    uv_prepare_init(&loop, &turn);
    uv_prepare_start(&turn, on_turn);
    uv_timer_init(&loop, &timer);
    uv_signal_init(&loop, &ends);
    uv_signal_start(&ends, on_signal, SIGTERM);
    printf("port %d\n", net_port(net));
    fflush(stdout);
    uv_run(&loop, UV_RUN_DEFAULT);
    return uv_loop_close(&loop) == 0 && !net ? 0 : 3;
}
