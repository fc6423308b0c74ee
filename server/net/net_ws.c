/* net_ws.c -- WebSocket connections: messages in, queues of texts out, rates, pings.
 * Called by net.c's callback and through net.h. See net_in.h for what holds. */
#include "../base/must.h"
#include "net_in.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { BLIND = 16384 }; /* bytes that a socket may get unasked: less than it takes when it is empty */

/* One text of a queue. */
struct entry {
    struct entry *next;
    struct text *text, *instead; /* instead: if it is dropped; NULL: nothing */
    uint64_t number;             /* 0: none */
    uint32_t how;                /* NET_... */
};

struct conn {
    struct net *net; /* NULL: closed, it only waits for net_conn_free */
    struct lws *wsi;
    void *user;
    struct link all, held, lazy, quiet;   /* in the lists of those names */
    struct link stranger;                 /* in net->strangers */
    struct entry *first, **last;          /* the queue, and where the next goes */
    struct entry **wait;                  /* the first that is held, or == last */
    uint64_t due;                         /* ms: time for a ping, or to be cut off */
    uint64_t filled;                      /* ms: when tokens was right */
    uint64_t opened;                      /* ms */
    void (*empty)(void *, struct conn *); /* told when the queue is empty; NULL */
    void *empty_ctx;
    char *in;        /* what has come of a message; NULL */
    char *reason;    /* of the close; NULL */
    uint32_t in_n;   /* bytes of in */
    uint32_t number; /* names it in logs */
    uint32_t bytes;  /* in the queue */
    uint32_t tokens; /* thousandths of a message it may send */
    uint32_t asked;  /* what the last ping said */
    uint32_t blind;  /* bytes written since the socket was last asked whether it takes more */
    uint32_t owed;   /* messages that are not answered yet */
    uint16_t over;   /* messages over the rate so far, or after we said goodbye */
    uint16_t code;   /* to be closed with; 0: stays open */
    bool urgent;     /* something held is not lazy */
    bool pinged;     /* and has not answered */
    bool ping;       /* one is to be sent */
    bool cut;        /* the socket is shut */
    bool closed;     /* the close frame is on its way */
    bool left;       /* the client has said goodbye: what it still sends is not meant */
    char address[NET_ADDRESS];
};

/* ---- the queue ---- */

/* What an entry costs: what it adds to a frame, and about what it is itself. */
static uint32_t cost(const struct entry *e) { return e->text->n + 32 + (e->instead ? e->instead->n : 0); }

static void charge(struct conn *c, uint32_t bytes)
{
    c->bytes += bytes;
    c->net->metrics.queued += bytes;
}

static void forget(struct conn *c, struct entry *e)
{
    GAME_ASSERT(c->bytes >= cost(e) && c->net->metrics.queued >= cost(e));
    c->bytes -= cost(e);
    c->net->metrics.queued -= cost(e);
    net_text_drop(e->text);
    net_text_drop(e->instead);
    free(e);
}

/* Removes all from *at on. */
static void cut_queue(struct conn *c, struct entry **at)
{
    for (struct entry *e = *at, *next; e; e = next) {
        next = e->next;
        forget(c, e);
    }
    *at = NULL;
    c->last = c->wait = at;
    c->urgent = false;
}

static void cut_off(struct conn *c)
{
    if (c->cut) return;
    c->cut = true;
    cut_queue(c, &c->first);
    shutdown(lws_get_socket_fd(c->wsi), SHUT_RDWR);
}

static struct conn *fullest(const struct net *net)
{
    struct conn *most = NULL;
    for (struct link *l = net->conns.next; l != &net->conns; l = l->next) {
        struct conn *c = LINK_OF(l, struct conn, all);
        if (!most || c->bytes > most->bytes) most = c;
    }
    return most;
}

/* All queues together are too long: the fullest go, a few at once, so that this is rare. */
static void make_room(struct net *net)
{
    while (net->metrics.queued > net->config.queues_bytes / 10 * 9) {
        struct conn *c = fullest(net);
        if (!c || !c->bytes) return;
        net->metrics.cut++;
        cut_off(c);
    }
}

static void enqueue(struct conn *c, struct entry like)
{
    if (c->cut || c->closed || c->code) return;
    if (c->bytes + cost(&like) > (uint32_t)c->net->config.queue_bytes) {
        c->net->metrics.cut++;
        cut_off(c);
        return;
    }
    struct entry *e = must(malloc(sizeof *e));
    *e = like;
    e->text->refs++;
    if (e->instead) e->instead->refs++;
    *c->last = e;
    c->last = &e->next;
    charge(c, cost(e));
    if (!(e->how & NET_LAZY)) c->urgent = true;
    link_put(&c->net->held, &c->held);
    if (c->net->config.queues_bytes && c->net->metrics.queued > c->net->config.queues_bytes) make_room(c->net);
}

void net_conn_send(struct conn *c, struct text *t, uint64_t number, uint32_t how)
{
    enqueue(c, (struct entry){.text = t, .number = number, .how = how});
}

void net_conn_answer(struct conn *c, struct text *t, struct text *instead)
{
    GAME_ASSERT(c->owed || c->cut || c->closed || c->code);
    if (c->owed) c->owed--;
    enqueue(c, (struct entry){.text = t, .instead = instead});
}

void net_conn_close(struct conn *c, int code, const char *reason)
{
    if (c->code || !c->net) return;
    c->code = (uint16_t)code;
    c->reason = strdup(reason ? reason : "");
    link_put(&c->net->held, &c->held);
}

void net_conn_when_empty(struct conn *c, void (*fn)(void *ctx, struct conn *), void *ctx)
{
    c->empty = fn;
    c->empty_ctx = ctx;
}

void net_conn_welcome(struct conn *c)
{
    if (!link_in(&c->stranger)) return;
    GAME_ASSERT(c->net->metrics.strangers > 0);
    link_take(&c->stranger);
    c->net->metrics.strangers--;
}

void *net_conn_user(const struct conn *c) { return c->user; }
const char *net_conn_address(const struct conn *c) { return c->address; }
uint32_t net_conn_number(const struct conn *c) { return c->number; }
void net_conn_free(struct conn *c) { free(c); }

/* Does the socket take more? It is only asked after every BLIND bytes. */
static bool choked(struct conn *c)
{
    if (lws_partial_buffered(c->wsi)) return true;
    if (c->blind < BLIND) return false;
    if (lws_send_pipe_choked(c->wsi)) return true;
    c->blind = 0;
    return false;
}

/* Without waiting for the loop to say that the socket takes it: it nearly always does. */
static void write_now(struct conn *c)
{
    if (c->cut || c->code || choked(c)) lws_callback_on_writable(c->wsi);
    else if (ws_write(c) < 0) cut_off(c);
}

void ws_flush(struct net *net)
{
    while (link_in(&net->held)) {
        struct conn *c = LINK_OF(net->held.next, struct conn, held);
        link_take(&c->held);
        c->wait = c->last;
        bool urgent = c->urgent || c->code;
        c->urgent = false;
        if (urgent) {
            link_take(&c->lazy);
            write_now(c);
        } else if (c->first) {
            link_put(&net->lazy, &c->lazy);
            if (!uv_is_active((uv_handle_t *)&net->lazy_timer))
                uv_timer_start(&net->lazy_timer, ws_lazy, NET_LAZY_MS, 0);
        }
    }
}

/* Answers are replaced where they stand, all else that is held goes. */
static void drop_held(struct conn *c)
{
    struct entry **at = c->wait, *e;
    while ((e = *at)) {
        if (e->instead) {
            c->bytes -= e->text->n;
            c->net->metrics.queued -= e->text->n;
            net_text_drop(e->text);
            e->text = e->instead;
            e->instead = NULL;
            at = &e->next;
        } else {
            *at = e->next;
            forget(c, e);
        }
    }
    c->last = at;
}

void ws_drop(struct net *net)
{
    while (link_in(&net->held)) {
        struct conn *c = LINK_OF(net->held.next, struct conn, held);
        link_take(&c->held);
        drop_held(c);
        c->wait = c->last;
        c->urgent = false;
        if (c->first || c->code || c->empty) lws_callback_on_writable(c->wsi);
    }
}

void ws_forget(struct net *net)
{
    while (link_in(&net->held)) {
        struct conn *c = LINK_OF(net->held.next, struct conn, held);
        link_take(&c->held);
        for (const struct entry *e = *c->wait; e; e = e->next) c->owed += e->instead != NULL;
        if (!c->code) cut_queue(c, c->wait); /* a close is meant */
        c->urgent = false;
        if (c->code || c->empty) lws_callback_on_writable(c->wsi);
    }
}

void ws_lazy(uv_timer_t *timer)
{
    struct net *net = timer->data;
    while (link_in(&net->lazy)) {
        struct conn *c = LINK_OF(net->lazy.next, struct conn, lazy);
        link_take(&c->lazy);
        write_now(c);
    }
}

/* ---- out ---- */

/* Writes a frame of what may leave. */
static int write_frame(struct conn *c)
{
    struct net *net = c->net;
    size_t need = 2;
    struct entry *end = c->first;
    uint64_t number = 0; /* of the last: what belongs to it is not parted from it */
    int closing = 0;     /* texts that close something, in what is written */
    for (; end != *c->wait; end = end->next) {
        bool fits = end == c->first || need + cost(end) <= NET_FRAME || (number && end->number == number);
        if (!fits) break;
        need += cost(end);
        number = end->number;
        closing += (end->how & NET_CLOSES) != 0;
    }

    unsigned char *start = net_room(net, need), *p = start;
    *p++ = '[';
    while (c->first != end) {
        struct entry *e = c->first;
        closing -= (e->how & NET_CLOSES) != 0;
        if (!closing || !(e->how & NET_PASSING)) {
            if (p > start + 1) *p++ = ',';
            memcpy(p, e->text->p, e->text->n);
            p += e->text->n;
        }
        c->first = e->next;
        if (c->wait == &e->next) c->wait = &c->first;
        if (c->last == &e->next) c->last = &c->first;
        net->metrics.sent++;
        forget(c, e);
    }
    *p++ = ']';
    net->metrics.bytes_out += (uint64_t)(p - start);
    c->blind += (uint32_t)(p - start);
    return lws_write(c->wsi, start, (size_t)(p - start), LWS_WRITE_TEXT) < 0 ? -1 : 0;
}

static void expect(struct conn *);
static void heard(struct conn *);

/* The close frame, as plain bytes: libwebsockets would set a timer in its one long list, and
 * after a WRITEABLE Debian's, built to debug itself, hangs up before its frame has left. */
static int write_close(struct conn *c)
{
    unsigned char *p = net_room(c->net, 127);
    size_t n = strlen(c->reason);
    if (n > 123) n = 123;
    p[0] = 0x88;
    p[1] = (unsigned char)(n + 2);
    p[2] = (unsigned char)(c->code >> 8);
    p[3] = (unsigned char)c->code;
    memcpy(p + 4, c->reason, n);
    c->closed = c->pinged = true; /* ping_s for an answer */
    expect(c);
    return lws_write(c->wsi, p, n + 4, LWS_WRITE_HTTP) < 0 ? -1 : 0;
}

int ws_write(struct conn *c)
{
    if (c->cut) return -1;
    if (c->closed) return 0;
    if (c->ping) {
        /* Something that can only be said by who has read it. */
        unsigned char *p = net_room(c->net, sizeof c->asked);
        randombytes_buf(&c->asked, sizeof c->asked);
        memcpy(p, &c->asked, sizeof c->asked);
        c->ping = false;
        if (lws_write(c->wsi, p, sizeof c->asked, LWS_WRITE_PING) < 0) return -1;
        lws_callback_on_writable(c->wsi);
        return 0;
    }
    if (c->first != *c->wait) {
        link_take(&c->lazy);
        if (write_frame(c)) return -1;
        if (c->first != *c->wait || c->code || c->empty) lws_callback_on_writable(c->wsi);
        return 0;
    }
    if (c->code && !c->first) return write_close(c);
    if (c->empty && !c->first) { /* not while flushing: the loop might sleep then */
        void (*empty)(void *, struct conn *) = c->empty;
        c->empty = NULL;
        empty(c->empty_ctx, c);
    }
    return 0;
}

/* ---- in ---- */

/* Closes it with that code, before anything that waits. What the client still sends is read and forgotten: a socket
 * that is closed with something unread takes the code with it. */
static int refuse(struct conn *c, int code, const char *reason)
{
    cut_queue(c, &c->first);
    net_conn_close(c, code, reason);
    lws_callback_on_writable(c->wsi);
    return 0;
}

static int deliver(struct conn *c, const char *p, size_t n)
{
    struct net *net = c->net;
    if (!check_utf8((const unsigned char *)p, n)) return refuse(c, 1007, "not UTF-8");
    uint32_t wait = net_rate(net, &c->tokens, &c->filled);
    if (wait && ++c->over > NET_OVER) return refuse(c, NET_CLOSE_RATE, "too many messages");
    if (wait) net->metrics.limited++;
    else net->metrics.messages++;
    c->owed++;
    net->calls.message(net->calls.ctx, c, p, n, wait);
    return 0;
}

int ws_goodbye(struct conn *c, const unsigned char *p, size_t n)
{
    c->left = true;
    if (c->closed) return -1; /* an answer to ours: that is all */
    bool good = n == 0 || (n >= 2 && check_close((unsigned)p[0] << 8 | p[1]) && check_utf8(p + 2, n - 2));
    if (good) return 0; /* libwebsockets says the same again */
    cut_queue(c, &c->first);
    free(c->reason);
    c->code = 1002;
    c->reason = must(strdup("not a reason to close"));
    write_close(c);
    return -1;
}

int ws_receive(struct conn *c, const char *p, size_t n)
{
    if (c->cut) return -1;
    if (c->code || c->closed || c->left) return ++c->over > NET_DEAF ? -1 : 0; /* it is late */
    if (!c->first && !lws_partial_buffered(c->wsi)) heard(c); /* who does not read has to answer a ping */
    c->net->metrics.bytes_in += n;
    size_t rest = lws_remaining_packet_payload(c->wsi);
    if (lws_frame_is_binary(c->wsi)) return refuse(c, 1003, "text only");
    if (rest > NET_MESSAGE || c->in_n + n + rest > NET_MESSAGE) return refuse(c, 1009, "too long");
    bool whole = lws_is_final_fragment(c->wsi);
    if (whole && !c->in) {
        /* Behind p the next frame may begin: there is no room for the NUL. */
        char *copy = c->net->message;
        if (n) memcpy(copy, p, n);
        copy[n] = 0;
        return deliver(c, copy, n);
    }

    char *in = must(realloc(c->in, c->in_n + n + rest + 1));
    c->in = in;
    if (n) memcpy(in + c->in_n, p, n);
    c->in_n += (uint32_t)n;
    in[c->in_n] = 0;
    if (!whole) return 0;
    uint32_t in_n = c->in_n;
    c->in = NULL;
    c->in_n = 0;
    int status = deliver(c, in, in_n);
    free(in);
    return status;
}

/* ---- silence ----
 * Every connection is in the list `quiet`, due ping_s after it was last heard or pinged. All
 * wait the same time, so a connection put at the end is due last: the list stays sorted. */

static void expect(struct conn *c)
{
    struct net *net = c->net;
    c->due = uv_now(net->loop) + (uint64_t)net->config.ping_s * 1000;
    link_put(&net->quiet, &c->quiet);
    if (!uv_is_active((uv_handle_t *)&net->quiet_timer))
        uv_timer_start(&net->quiet_timer, ws_quiet, (uint64_t)net->config.ping_s * 1000, 0);
}

static void heard(struct conn *c)
{
    if (c->code || c->closed) return; /* a goodbye has its time, too */
    c->pinged = false;
    expect(c);
}

int ws_pong(struct conn *c, const char *p, size_t n)
{
    bool answer = c->pinged && !c->ping && n == sizeof c->asked && memcmp(p, &c->asked, n) == 0;
    if (answer) heard(c);
    return 0;
}

void ws_quiet(uv_timer_t *timer)
{
    struct net *net = timer->data;
    uint64_t now = uv_now(net->loop);
    while (link_in(&net->quiet)) {
        struct conn *c = LINK_OF(net->quiet.next, struct conn, quiet);
        if (c->due > now) {
            /* Not more than once a second, however many there are. */
            uv_timer_start(timer, ws_quiet, c->due - now < 1000 ? 1000 : c->due - now, 0);
            return;
        }
        if (c->pinged) {
            link_take(&c->quiet);
            cut_off(c);
        } else {
            c->pinged = c->ping = true;
            lws_callback_on_writable(c->wsi);
            expect(c);
        }
    }
}

/* ---- strangers ---- */

void ws_hello(uv_timer_t *timer)
{
    struct net *net = timer->data;
    uint64_t now = uv_now(net->loop), wait = (uint64_t)net->config.hello_s * 1000;
    while (link_in(&net->strangers)) {
        struct conn *c = LINK_OF(net->strangers.next, struct conn, stranger);
        if (c->opened + wait > now) {
            uint64_t ms = c->opened + wait - now;
            uv_timer_start(timer, ws_hello, ms < 1000 ? 1000 : ms, 0); /* as ws_quiet does */
            return;
        }
        net_conn_welcome(c);
        refuse(c, 1008, "no hello");
    }
}

/* ---- begin and end ---- */

int ws_open(struct peer *peer, struct lws *wsi)
{
    struct net *net = peer->net;
    char token[NET_TOKEN];
    struct conn *c = must(calloc(1, sizeof *c));
    c->net = net;
    c->wsi = wsi;
    c->number = ++net->numbers;
    c->last = c->wait = &c->first;
    c->filled = c->opened = uv_now(net->loop);
    c->tokens = (uint32_t)net->config.burst * 1000;
    link_init(&c->held);
    link_init(&c->lazy);
    link_init(&c->quiet);
    link_init(&c->stranger);
    link_init(&c->all);
    link_put(&net->conns, &c->all);
    peer->conn = c;
    expect(c);
    net_token(net, wsi, token);
    net_address(net, wsi, c->address);
    c->user = net->calls.opened(net->calls.ctx, c, token);
    if (c->user) {
        net->metrics.conns++;
        net->metrics.opened++;
        net->metrics.strangers++;
        link_put(&net->strangers, &c->stranger);
        if (net->config.hello_s && !uv_is_active((uv_handle_t *)&net->hello_timer))
            uv_timer_start(&net->hello_timer, ws_hello, (uint64_t)net->config.hello_s * 1000, 0);
    } else {
        net->metrics.refused++;
        cut_queue(c, &c->first);
        net_conn_close(c, 1008, "refused");
        lws_callback_on_writable(wsi);
    }
    return 0;
}

void ws_closed(struct peer *peer)
{
    struct conn *c = peer->conn;
    struct net *net = peer->net;
    if (!c) return;
    peer->conn = NULL;
    c->cut = true; /* nothing is queued any more, and the wsi is not touched */
    net_conn_welcome(c);
    cut_queue(c, &c->first);
    GAME_ASSERT(!c->bytes); /* what was charged was given back */
    link_take(&c->all);
    link_take(&c->held);
    link_take(&c->lazy);
    link_take(&c->quiet);
    free(c->in);
    free(c->reason);
    c->net = NULL;
    if (c->user) {
        GAME_ASSERT(net->metrics.conns > 0);
        net->metrics.conns--;
        net->calls.closed(net->calls.ctx, c);
    } else {
        free(c);
    }
    net_gone(net);
}

uint32_t ws_fullest(const struct net *net)
{
    const struct conn *c = fullest(net);
    return c ? c->bytes : 0;
}

void ws_stop(struct net *net)
{
    for (struct link *l = net->conns.next; l != &net->conns; l = l->next)
        net_conn_close(LINK_OF(l, struct conn, all), 1001, "the server stops");
}

bool ws_said_goodbye(const struct net *net)
{
    for (struct link *l = net->conns.next; l != &net->conns; l = l->next) {
        const struct conn *c = LINK_OF(l, struct conn, all);
        if (!c->closed || lws_partial_buffered(c->wsi)) return false;
    }
    return true;
}
