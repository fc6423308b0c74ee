/* net_http.c -- HTTP requests: files are answered here, the rest goes up to the server,
 * which may answer at once or later. Called by net.c's callback and through net.h.
 *
 * 1. While a request is answered, libwebsockets must not look at what the client sends next:
 *    4.1 would be woken up for it again and again, 4.3 hangs up, 5.0 throws it away. So from
 *    the end of a request to the end of its answer it is held up (lws_rx_flow_control).
 * 2. As it tells nobody that is held up when to write, we do: pump(), outside of its callbacks,
 *    lets it write as its own loop would, with lws_service_fd. */
#include "../base/must.h"
#include "net_in.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 50 /* ms to wait until has_more can tell */ };

/* A client that does not take its answer as fast as we write. Lives until libuv has let go. */
struct wait {
    uv_poll_t poll;    /* first: it is our address, too */
    struct http *http; /* NULL: over */
    int fd;            /* the socket, under a number of our own: libuv takes each only once */
};

/* A request under way. */
struct http {
    struct request request; /* what the server sees; first: it is our address, too */
    struct net *net;        /* NULL: gone, too; it only waits for its answer */
    struct lws *wsi;        /* NULL: the client is gone */
    struct link all, held;  /* in net->https, net->answers */
    struct link turn;       /* in net->turns, or in http_turn's own list */
    struct wait *wait;      /* NULL: it does not wait for the client */
    int tries;              /* how often has_more could not tell */
    uint64_t since;         /* ms: when it began */
    size_t size, got;       /* bytes the body will have; bytes of it that have come */
    char *body;             /* so far; NULL */
    char *query;
    char type[96];          /* of the answer */
    char lines[384];        /* more header lines of the answer */
    const unsigned char *p; /* what is left of the answer's body */
    size_t left;
    void *own;     /* memory of the answer's body; NULL: not ours */
    int status;    /* of the answer; 0: none yet */
    bool head;     /* no body is wanted */
    bool up;       /* the server has it, and has to answer */
    bool answered; /* it has, once */
    bool close;    /* hang up afterwards */
    bool ready;    /* the answer may leave */
    bool begun;    /* its head has left */
    char path[];   /* of the request */
};

static const char *phrase(int status)
{
    switch (status) {
    case 200: return "OK";
    case 201: return "Created";
    case 204: return "No Content";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 410: return "Gone";
    case 411: return "Length Required";
    case 413: return "Content Too Large";
    case 415: return "Unsupported Media Type";
    case 422: return "Unprocessable Content";
    case 426: return "Upgrade Required";
    case 429: return "Too Many Requests";
    case 500: return "Internal Server Error";
    case 503: return "Service Unavailable";
    case 507: return "Insufficient Storage";
    default: return "Status";
    }
}

/* What the head of an answer tells. */
struct http_head {
    int status;
    const char *type;  /* of the body */
    size_t n;          /* bytes of it */
    const char *lines; /* more of the head, each with its end */
    bool close;        /* the connection ends with it */
};

/* The head of an answer at p; how long it is. */
static size_t head(const struct net *net, char *p, size_t size, const struct http_head *t)
{
    char date[40], length[40] = "", kind[128] = "";
    time_t now = time(NULL);
    struct tm tm;
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&now, &tm));
    if (t->status != 304 && t->status != 204) {
        lws_snprintf(length, sizeof length, "Content-Length: %zu\r\n", t->n);
        lws_snprintf(kind, sizeof kind, "Content-Type: %s\r\n", t->type);
    }
    return (size_t)lws_snprintf(p, size, "HTTP/1.1 %d %s\r\nDate: %s\r\n%s%s%s%s%s\r\n", t->status, phrase(t->status),
                                date, kind, length, t->lines, net->lines, t->close ? "Connection: close\r\n" : "");
}

static const char TEXT[] = "text/plain; charset=utf-8";

/* The sentence for a status. */
static size_t sentence(int status, char *p, size_t size)
{
    return (size_t)lws_snprintf(p, size, "%d %s\n", status, phrase(status));
}

size_t http_refusal(const struct net *net, int status, char *p, size_t size)
{
    char body[64];
    size_t n = sentence(status, body, sizeof body);
    struct http_head t = {status, TEXT, n, "Cache-Control: no-store\r\n", true};
    size_t at = head(net, p, size, &t);
    return at + (size_t)lws_snprintf(p + at, size - at, "%s", body);
}

/* ---- the answer ---- */

static void on_wait_closed(uv_handle_t *handle) { free(handle); }

static void stop_wait(struct http *h)
{
    if (!h->wait) return;
    uv_poll_stop(&h->wait->poll);
    close(h->wait->fd);
    h->wait->http = NULL;
    uv_close((uv_handle_t *)h->wait, on_wait_closed);
    h->wait = NULL;
}

static void http_free(struct http *h)
{
    free(h->own);
    free(h->body);
    free(h->query);
    free(h);
}

static void forget(struct http *h)
{
    link_take(&h->all);
    link_take(&h->held);
    link_take(&h->turn);
    stop_wait(h);
    struct net *net = h->net;
    if (net->now == h) net->now = NULL;
    http_free(h);
    net_gone(net);
}

/* The request is over for its connection. */
static void part(struct http *h)
{
    peer_of(h->wsi)->http = NULL;
    forget(h);
}

/* Has libwebsockets read more than this request? No browser and no proxy sends so early; and
 * the body of a request that was read together with the one before, libwebsockets takes from
 * memory it has freed (4.1 to 4.5). It does not say directly what waits: only whether anything
 * does on any connection, but it leaves out those that are held up. It runs its timers, too, so
 * afterwards the request may be gone. 1, 0, or -1: cannot be told now. */
static int has_more(const struct http *h)
{
    struct net *net = h->net;
    struct lws *wsi = h->wsi;
    bool others = lws_service_adjust_timeout(net->context, 1, 0) == 0;
    if (others || net->now != h) return -1;
    lws_rx_flow_control(wsi, 1);
    return lws_service_adjust_timeout(net->context, 1, 0) == 0;
}

/* Lets libwebsockets write as if its loop had said that there is room; not 0: it has hung up. */
static int let_write(struct net *net, struct lws *wsi)
{
    struct lws_pollfd fd = {.fd = lws_get_socket_fd(wsi), .events = LWS_POLLOUT, .revents = LWS_POLLOUT};
    lws_rx_flow_control(wsi, 1);
    return lws_service_fd(net->context, &fd);
}

/* It goes on in a turn of its own, ms later. */
static void go_on(struct http *h, uint64_t ms)
{
    struct net *net = h->net;
    link_put(&net->turns, &h->turn);
    if (!uv_is_active((uv_handle_t *)&net->turn_timer)) uv_timer_start(&net->turn_timer, http_turn, ms, 0);
}

/* All has left. */
static void finish(struct http *h)
{
    struct net *net = h->net;
    struct lws *wsi = h->wsi;
    struct peer *peer = peer_of(wsi);
    stop_wait(h);
    int more = net->stopping ? 0 : has_more(h);
    if (net->now != h) return;
    if (more < 0 && h->tries++ < TRIES) {
        go_on(h, 1);
        return;
    }
    peer->behind = more == 1;
    peer->over = more < 0 || net->stopping;
    part(h);
    if (!peer->over && lws_http_transaction_completed(wsi)) peer->over = true;
    if (peer->over) let_write(net, wsi);
    else lws_rx_flow_control(wsi, 1);
}

static void on_room(uv_poll_t *, int status, int events);

/* pump() comes again when the client has taken something; false: it cannot. */
static bool start_wait(struct http *h)
{
    if (h->wait) return true;
    int fd = fcntl(lws_get_socket_fd(h->wsi), F_DUPFD_CLOEXEC, 0);
    if (fd < 0) return false;
    h->wait = must(calloc(1, sizeof *h->wait));
    h->wait->http = h;
    h->wait->fd = fd;
    uv_poll_init(h->net->loop, &h->wait->poll, fd);
    uv_poll_start(&h->wait->poll, UV_WRITABLE, on_room);
    return true;
}

/* Writes what the client takes now. */
static void pump(struct http *h)
{
    struct net *net = h->net;
    struct lws *wsi = h->wsi;
    bool all = h->begun && !h->left && !lws_partial_buffered(wsi);
    net->now = h;
    int gone = all ? 0 : let_write(net, wsi);
    if (net->now != h) return;
    lws_rx_flow_control(wsi, gone ? 1 : 0);
    if (gone) part(h);
    else if (h->begun && !h->left && !lws_partial_buffered(wsi)) finish(h);
    else if (!start_wait(h)) {
        peer_of(wsi)->over = true;
        part(h);
        let_write(net, wsi);
    }
    net->now = NULL;
}

static void on_room(uv_poll_t *poll, int status, int events)
{
    struct wait *wait = (struct wait *)poll;
    (void)status, (void)events;
    if (wait->http) pump(wait->http);
}

void http_turn(uv_timer_t *timer)
{
    struct net *net = timer->data;
    struct link now;
    link_init(&now);
    while (link_in(&net->turns)) link_put(&now, net->turns.next);
    while (link_in(&now)) {
        struct http *h = LINK_OF(now.next, struct http, turn);
        link_take(&h->turn);
        pump(h);
    }
}

/* Writes the next part of the answer. */
static int write_part(struct http *h)
{
    struct net *net = h->net;
    unsigned char *p = net_room(net, NET_FRAME);
    size_t n = 0;
    if (!h->begun) {
        struct http_head t = {h->status, h->type, h->left, h->lines, h->close || net->stopping};
        n = head(net, (char *)p, NET_HEAD, &t);
        h->begun = true;
        if (h->head || h->status == 304 || h->status == 204) h->left = 0;
    }
    size_t part = h->left < NET_FRAME - n ? h->left : NET_FRAME - n;
    if (part) memcpy(p + n, h->p, part);
    h->p += part;
    h->left -= part;
    net->metrics.bytes_out += n + part;
    if (lws_write(h->wsi, p, n + part, LWS_WRITE_HTTP) < 0) return -1;
    lws_set_timeout(h->wsi, PENDING_TIMEOUT_HTTP_CONTENT, NET_HTTP_S);
    return 0;
}

int http_writable(struct peer *peer)
{
    struct http *h = peer->http;
    if (peer->over) return -1;
    if (!h || !h->ready || (h->got < h->size && !h->close)) return 0;
    if ((!h->begun || h->left) && write_part(h)) return -1;
    if (!h->close || h->left || lws_partial_buffered(h->wsi)) return 0;
    part(h);
    return -1;
}

/* The answer is there. It leaves in a turn of its own, and not before the body was read, unless
 * we hang up. */
static int set_ready(struct http *h)
{
    h->ready = true;
    if (h->close && http_writable(peer_of(h->wsi))) return -1;
    if (h->got < h->size && !h->close) return 0;
    lws_rx_flow_control(h->wsi, 0);
    go_on(h, 0);
    return 0;
}

/* An answer of our own. */
static int answer_now(struct http *h, int status, const char *lines)
{
    char body[64];
    size_t n = sentence(status, body, sizeof body);
    h->own = must(malloc(n));
    memcpy(h->own, body, n);
    h->p = h->own;
    h->left = n;
    h->status = status;
    lws_strncpy(h->type, TEXT, sizeof h->type);
    lws_snprintf(h->lines, sizeof h->lines, "Cache-Control: no-store\r\n%s", lines);
    return set_ready(h);
}

static void set_answer(struct http *h, int status, const char *type, const char *body, size_t n, const char *cookie)
{
    free(h->own);
    h->own = must(malloc(n ? n : 1));
    if (n) memcpy(h->own, body, n);
    h->p = h->own;
    h->left = n;
    h->status = status;
    lws_strncpy(h->type, type ? type : "application/json", sizeof h->type);
    int at = lws_snprintf(h->lines, sizeof h->lines, "Cache-Control: no-store\r\n");
    bool secure = h->net->secure;
    if (status == 429 || status == 503)
        at += lws_snprintf(h->lines + at, sizeof h->lines - (size_t)at, "Retry-After: %d\r\n",
                           h->request.retry_s ? h->request.retry_s : 1);
    if (cookie)
        lws_snprintf(h->lines + at, sizeof h->lines - (size_t)at,
                     "Set-Cookie: %stambo=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000%s\r\n",
                     secure ? "__Host-" : "", cookie, secure ? "; Secure" : "");
}

void net_request_answer(struct request *request, int status, const char *type, const char *body, size_t n,
                        const char *cookie)
{
    struct http *h = request->net;
    GAME_ASSERT(!h->answered);
    if (!h->net) {
        http_free(h);
        return;
    }
    h->answered = true;
    set_answer(h, status, type, body, n, cookie);
    link_put(&h->net->answers, &h->held);
}

static void flush(struct http *h)
{
    link_take(&h->held);
    h->up = false;
    if (!h->wsi) {
        forget(h);
        return;
    }
    h->ready = true;
    go_on(h, 0);
}

void http_flush(struct net *net)
{
    while (link_in(&net->answers)) flush(LINK_OF(net->answers.next, struct http, held));
}

void net_request_flush(struct request *request)
{
    struct http *h = request->net;
    if (link_in(&h->held)) flush(h);
}

void http_unanswer(struct net *net)
{
    while (link_in(&net->answers)) {
        struct http *h = LINK_OF(net->answers.next, struct http, held);
        link_take(&h->held);
        h->answered = false;
    }
}

void http_drop(struct net *net, struct text *text)
{
    static const char sorry[] = "{\"error\":\"busy\",\"text\":\"That could not be saved. Please try again.\"}";
    for (struct link *l = net->answers.next; l != &net->answers; l = l->next)
        set_answer(LINK_OF(l, struct http, held), 503, NULL, text ? text->p : sorry, text ? text->n : sizeof sorry - 1,
                   NULL);
    http_flush(net);
}

void http_forget(struct net *net)
{
    while (link_in(&net->https)) {
        struct http *h = LINK_OF(net->https.next, struct http, all);
        if (!h->up || link_in(&h->held)) {
            forget(h);
            continue;
        }
        link_take(&h->all);
        h->net = NULL;
    }
}

/* ---- files ---- */

/* Does the client take gzip? */
static bool takes_gzip(struct lws *wsi)
{
    char value[256];
    if (!net_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, value, sizeof value)) return false;
    const char *p = strstr(value, "gzip");
    if (!p) return false;
    p += 4 + strspn(p + 4, " ");
    if (*p != ';') return true;
    const char *q = strstr(p, "q=");
    return !q || strspn(q + 2, "0.") != strcspn(q + 2, ", ");
}

static int answer_file(struct http *h, const struct net_file *f)
{
    char match[256];
    bool gzip = f->gzip && takes_gzip(h->wsi);
    h->status = 200;
    h->own = f->own;
    h->p = gzip ? f->gzip : f->bytes;
    h->left = gzip ? f->gzip_n : f->n;
    lws_strncpy(h->type, f->type, sizeof h->type);
    /* The tag in a list of tags, whatever stands around it. */
    if (f->etag && net_header(h->wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, match, sizeof match) && strstr(match, f->etag))
        h->status = 304;
    lws_snprintf(
        h->lines, sizeof h->lines, "%s%s%sCache-Control: %s\r\n%s%s", f->etag ? "ETag: " : "", f->etag ? f->etag : "",
        f->etag ? "\r\n" : "", f->immutable ? "public, max-age=31536000, immutable" : "no-cache",
        f->gzip ? "Vary: Accept-Encoding\r\n" : "", gzip && h->status == 200 ? "Content-Encoding: gzip\r\n" : "");
    return set_ready(h);
}

/* ---- the request ---- */

static bool is_api(const char *path)
{
    return !strncmp(path, "/api/", 5) || !strcmp(path, "/healthz") || !strcmp(path, "/metrics");
}

/* Content-Length: 0 and *n, or a status. */
static int length_of(struct lws *wsi, bool post, size_t *n)
{
    char value[24];
    *n = 0;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING)) return 411;
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH)) return post ? 411 : 0;
    if (!net_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, value, sizeof value)) return 400;
    size_t digits = strspn(value, "0123456789");
    if (!digits || value[digits] || digits > 18) return 400;
    *n = (size_t)strtoull(value, NULL, 10);
    return *n > NET_MESSAGE ? 413 : 0;
}

/* The query as it came, but with %XX decoded: libwebsockets keeps it in pieces. */
static char *query_of(struct lws *wsi)
{
    int total = lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_URI_ARGS), at = 0, n;
    char *q = must(calloc(1, (size_t)total + 2 > 64 ? (size_t)total * 2 + 2 : 64));
    for (int i = 0; (n = lws_hdr_copy_fragment(wsi, q + at, total + 1, WSI_TOKEN_HTTP_URI_ARGS, i)) > 0; i++) {
        at += n;
        q[at++] = '&';
    }
    q[at ? at - 1 : 0] = 0;
    return q;
}

static struct http *http_new(struct peer *peer, struct lws *wsi, const char *path)
{
    size_t n = strlen(path) + 1;
    struct http *h = must(calloc(1, sizeof *h + n));
    memcpy(h->path, path, n);
    h->net = peer->net;
    h->wsi = wsi;
    h->since = uv_now(h->net->loop);
    link_init(&h->all);
    link_init(&h->held);
    link_init(&h->turn);
    link_put(&h->net->https, &h->all);
    peer->http = h;
    return h;
}

/* Gives it to the server. */
static int hand_up(struct http *h)
{
    struct net *net = h->net;
    char kind[96];
    struct request *r = &h->request;
    r->path = h->path;
    h->query = query_of(h->wsi);
    r->query = h->query;
    r->body = h->body ? h->body : "";
    r->net = h;
    r->json = net_header(h->wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, kind, sizeof kind) &&
              !strncasecmp(kind, "application/json", 16) && strchr("; ", kind[16]);
    net_token(net, h->wsi, r->token);
    net_address(net, h->wsi, r->address);
    h->up = true;
    lws_set_timeout(h->wsi, NO_PENDING_TIMEOUT, 0);
    /* What comes next must wait, and must not wake us up. */
    lws_rx_flow_control(h->wsi, 0);
    net->calls.request(net->calls.ctx, r);
    return 0;
}

int http_begin(struct peer *peer, struct lws *wsi, const char *path)
{
    struct net *net = peer->net;
    struct net_file file = {0};
    char *uri = NULL;
    int uri_n = 0, method = lws_http_get_uri_and_method(wsi, &uri, &uri_n);
    struct http *h = http_new(peer, wsi, path);
    bool api = is_api(path), post = method == LWSHUMETH_POST;
    bool get = method == LWSHUMETH_GET || method == LWSHUMETH_HEAD;
    net->metrics.requests++;
    h->head = method == LWSHUMETH_HEAD;
    h->request.method = post ? "POST" : method == LWSHUMETH_DELETE ? "DELETE" : "GET";

    int status = length_of(wsi, post, &h->size);
    if (strlen(path) != (size_t)uri_n) status = 400; /* a NUL */
    bool behind = h->size && peer->behind;
    if (status || behind) {
        /* A little more than allowed can be read and forgotten. */
        h->close = behind || status != 413 || h->size > (1 << 20);
        return answer_now(h, status ? status : 400, "");
    }
    if (!get && !(api && (post || method == LWSHUMETH_DELETE))) {
        h->close = true;
        return answer_now(h, 405, api ? "Allow: GET, HEAD, POST, DELETE\r\n" : "Allow: GET, HEAD\r\n");
    }
    if (!get && !net_origin(net, wsi)) return answer_now(h, 403, "");
    /* A proxy brings many people by one connection: the limits of each player have to do there. */
    uint32_t wait = api && !net->config.proxied ? net_rate(net, &peer->tokens, &peer->filled) : 0;
    if (wait) {
        char lines[40];
        net->metrics.limited++;
        lws_snprintf(lines, sizeof lines, "Retry-After: %u\r\n", (wait + 999) / 1000);
        return answer_now(h, 429, lines);
    }
    if (!strcmp(path, "/ws")) return answer_now(h, 426, "Upgrade: websocket\r\nConnection: Upgrade\r\n");
    if (api) {
        if (!post && !h->size) return hand_up(h);
        h->body = must(malloc(h->size + 1));
        return 0;
    }
    status = net_file(net, path, &file);
    return status ? answer_now(h, status, "") : answer_file(h, &file);
}

int http_body(struct peer *peer, const char *p, size_t n)
{
    struct http *h = peer->http;
    if (!h || h->up || !n) return 0;
    /* A body by drops would hold a connection for hours. */
    if (h->got == h->size || uv_now(h->net->loop) - h->since > NET_HTTP_S * 1000) return -1;
    bool beyond = n > h->size - h->got;
    if (beyond) n = h->size - h->got;
    if (h->body) memcpy(h->body + h->got, p, n); /* otherwise it is answered already */
    GAME_ASSERT(h->got + n <= h->size);
    h->got += n;
    h->net->metrics.bytes_in += n;
    if (!beyond) return 0;
    /* Since 4.2 libwebsockets takes whatever it has read for the body, and then does not see its end. What is behind
     * it is lost: the client hears that it has to ask again. */
    h->close = true;
    return http_whole(peer);
}

int http_whole(struct peer *peer)
{
    struct http *h = peer->http;
    if (!h || h->up) return peer->over ? -1 : 0;
    if (h->ready) return set_ready(h);
    h->body[h->got] = 0;
    h->request.n = h->got;
    return hand_up(h);
}

void http_closed(struct peer *peer)
{
    struct http *h = peer->http;
    if (!h) return;
    peer->http = NULL;
    h->wsi = NULL;
    if (!h->up) forget(h);
}
