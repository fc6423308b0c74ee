/* net.h -- HTTP and WebSocket on one libuv loop (libwebsockets inside, and nowhere else).
 * It knows no game and no player: whole messages go up, texts go down. It keeps the
 * limits of the outside world: sizes, rates, queues, origins, headers.
 *
 * Nothing that is sent or answered leaves before net_flush: the server calls it once per
 * turn of the loop, after the store has committed. One thread uses a net. */
#ifndef SERVER_NET_H
#define SERVER_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

enum {
    NET_MESSAGE = 16384, /* bytes of the largest message or body from outside */
    NET_TOKEN = 128,     /* bytes that hold a token, NUL included */
    NET_ADDRESS = 20,    /* ... a client's address, see net_conn_address */
};

struct net;
struct conn; /* a WebSocket connection; lives until net_conn_free */

/* A message that many connections send; reference counted. */
struct text {
    uint32_t refs; /* how many pointers to it are held */
    uint32_t n;    /* bytes */
    char p[];      /* JSON object, not NUL-terminated */
};
struct text *net_text_new(const char *p, size_t n); /* refs 1; aborts when memory is out */
void net_text_drop(struct text *);

/* A file of the web client, in the binary (assets.c is made by tools/assets.py). */
struct asset {
    const char *path;                  /* "/index.html" */
    const char *type;                  /* "text/html; charset=utf-8" */
    const char *etag;                  /* a hash of the bytes, in quotes */
    const unsigned char *bytes, *gzip; /* gzip: NULL if that would not be smaller */
    uint32_t n, gzip_n;
    bool immutable; /* its name has a hash in it: may be kept for a year */
};
extern const struct asset assets[]; /* sorted by path; ends with a NULL path */

/* An HTTP request that is not for a file: methods GET, POST, DELETE under /api/, and
 * /healthz, /metrics. It lives until it is answered, which must happen even if the client is gone by then. */
struct request {
    const char *method, *path, *query; /* path without the query; query "" if none; %XX decoded in both */
    const char *body;                  /* NUL-terminated too */
    size_t n;
    bool json;                 /* Content-Type: application/json */
    int retry_s;               /* for the answer: seconds after which it may be asked again; 0: none */
    char token[NET_TOKEN];     /* from the cookie, or from Authorization: Bearer; "" if none */
    char address[NET_ADDRESS]; /* where it comes from; see net_conn_address */
    void *net;                 /* net.c's own */
};
/* Answers it, once. cookie: NULL, or a token to set as the cookie (HttpOnly, SameSite=Lax,
 * Secure under TLS, a year). type NULL: application/json. The texts are copied. With 429 and 503
 * goes Retry-After: r->retry_s, or a second. */
void net_request_answer(struct request *, int status, const char *type, const char *body, size_t n, const char *cookie);

struct net_calls {
    /* A WebSocket opened; token as in struct request. Returns what net_conn_user gives back;
     * NULL refuses the connection. */
    void *(*opened)(void *ctx, struct conn *, const char *token);
    /* A whole message of at most NET_MESSAGE bytes of UTF-8; NUL-terminated too. wait_ms: 0, or it
     * is over the connection's rate and must not be carried out; the next is welcome after so long. */
    void (*message)(void *ctx, struct conn *, const char *text, size_t n, uint32_t wait_ms);
    /* It is gone; the last call for it, which comes once. What is sent to it from now on is forgotten; its memory
     * stays until net_conn_free, which may be called at once. */
    void (*closed)(void *ctx, struct conn *);
    void (*request)(void *ctx, struct request *);
    void *ctx;
};

/* What it needs to know; texts belong to the caller and stay. */
struct net_config {
    const char *host;       /* address to listen on; NULL: all */
    int port;               /* 0: any; see net_port */
    const char *cert, *key; /* PEM files: TLS; NULL: plain */
    const char *origins;    /* allowed origins besides the own Host, by space; NULL: none. "*": all */
    const char *files;      /* folder to serve instead of the built-in assets (development); NULL */
    bool proxied;          /* behind a proxy that speaks TLS: cookies are Secure, HSTS is sent, and it says where people
                             * come from */
    int max_conns;         /* connections at most */
    int queue_bytes;       /* a slower reader than this is cut off */
    uint64_t queues_bytes; /* all together; beyond it the slowest are cut off. 0: no bound */
    int rate, burst;       /* messages a second a connection may send, and at once */
    int ping_s;            /* a silent connection is pinged after so many seconds, and cut off if it stays silent */
    int hello_s; /* a connection that is not welcome (net_conn_welcome) after so many seconds is closed with 1008; 0: never */
};

/* Listens. NULL with the sentence in why. */
struct net *net_open(uv_loop_t *, const struct net_config *, const struct net_calls *, char why[256]);
int net_port(const struct net *);
/* Reads the files of TLS again, for new connections. 0, or -1 with the sentence: then the old files stay in use. */
int net_renew(struct net *, char why[256]);
/* Closes everything; queued texts still get a moment to leave; then done is called. The caller still
 * frees its conns and answers its requests, also afterwards. */
void net_close(struct net *, void (*done)(void *ctx), void *ctx);

/* How a text is sent. */
enum {
    NET_LAZY = 1,    /* it can wait up to 100 ms, so that several leave in one frame */
    NET_PASSING = 2, /* it is left out if a NET_CLOSES text is in the same frame */
    NET_CLOSES = 4,
};
/* Queues a text for the connection. how: NET_..., or 0.
 * A WebSocket frame is a JSON array of such objects; texts in a row that have the same number
 * (not 0) and were queued before one flush are in one frame. */
void net_conn_send(struct conn *, struct text *, uint64_t number, uint32_t how);
/* The answer to a message: if this turn's texts are dropped, `instead` is sent in its place. */
void net_conn_answer(struct conn *, struct text *, struct text *instead);
/* Closes it with a code (RFC 6455, 4000-4999 are ours) and a short reason, after what is queued. */
void net_conn_close(struct conn *, int code, const char *reason);
/* Calls fn once, in another turn of the loop, when all that is queued by then has left. */
void net_conn_when_empty(struct conn *, void (*fn)(void *ctx, struct conn *), void *ctx);
void *net_conn_user(const struct conn *);
/* Where it comes from, for limits: `1.2.3.4`, or of IPv6 the network, `2001:db8:1:2`; behind a proxy the
 * last part of X-Forwarded-For. "": not known. */
const char *net_conn_address(const struct conn *);
uint32_t net_conn_number(const struct conn *); /* names it in logs; never used twice */
/* The client has identified itself (`hello`): hello_s does not apply any more. */
void net_conn_welcome(struct conn *);
/* Frees a closed connection that is not used any more. */
void net_conn_free(struct conn *);

/* All that was queued or answered since the last flush may leave. */
void net_flush(struct net *);
/* All of that is forgotten instead; requests get status 503 and `text` (NULL: a sentence),
 * answers to messages what was given for that case. */
void net_drop(struct net *, struct text *text);

/* Drops all that is held without sending anything; requests count as not answered. */
void net_forget(struct net *);
/* The answer to this request may leave at once, while all else is held. */
void net_request_flush(struct request *);

/* Counters for /metrics. */
struct net_metrics {
    uint64_t conns, opened, refused, cut;         /* now; since the start: all, refused, cut off as too slow */
    uint64_t messages, sent, bytes_in, bytes_out; /* since the start */
    uint64_t queued, queue_max;                   /* bytes now in all queues; in the fullest */
    uint64_t requests, limited;                   /* HTTP requests; messages over the rate */
    uint64_t strangers;                           /* connections now that are not welcome yet */
};
void net_metrics(const struct net *, struct net_metrics *);

#endif
