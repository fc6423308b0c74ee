/* net_in.h -- what net.c, net_ws.c, net_check.c, net_http.c and net_file.c share. Only these include it.
 *
 * 1. Every socket has one struct peer from accept until libwebsockets frees it; it has a
 *    conn after the upgrade, or an http while a request is under way, never both.
 * 2. What net_conn_send and net_request_answer bring is held until net_flush; WRITEABLE never looks
 *    beyond the first held entry.
 * 3. A socket is cut off by shutdown(2) alone: libwebsockets then notices by itself, so
 *    nothing is freed under the feet of a caller. */
#ifndef SERVER_NET_IN_H
#define SERVER_NET_IN_H

#include "../../core/game.h"
#include "net.h"

#include <libwebsockets.h>

enum {
    NET_FRAME = 65536,    /* bytes of a frame, or of one write, unless a single text is longer */
    NET_HEAD = 2048,      /* bytes of the head of an answer */
    NET_HTTP_S = 20,      /* seconds a request or a part of an answer may take */
    NET_KEEP_S = 60,      /* an HTTP connection without a request */
    NET_LAZY_MS = 100,    /* longest wait of a lazy text */
    NET_STOP_MS = 2000,   /* longest goodbye */
    NET_BYE_MS = 100,     /* ... once all of it has left */
    NET_TRIM = 1000,      /* connections that have gone before memory is given back to the system */
    NET_OVER = 200,       /* messages over the rate before the connection is closed, ... */
    NET_DEAF = 20000,     /* ... and more of them before it is cut off although it has not said goodbye */
    NET_CLOSE_RATE = 4008 /* the close code then */
};

/* A member of a list, or its anchor. Not in a list: both point to itself. */
struct link {
    struct link *prev, *next;
};
static inline void link_init(struct link *l) { l->prev = l->next = l; }
static inline bool link_in(const struct link *l) { return l->next != l; }
static inline void link_take(struct link *l)
{
    l->prev->next = l->next;
    l->next->prev = l->prev;
    link_init(l);
}
static inline void link_put(struct link *list, struct link *l) /* at the end, wherever it was */
{
    link_take(l);
    l->prev = list->prev;
    l->next = list;
    list->prev->next = l;
    list->prev = l;
}
#define LINK_OF(l, type, member) ((type *)(void *)((char *)(l)-offsetof(type, member)))

struct net {
    uv_loop_t *loop;
    struct net_config config;
    struct net_calls calls;
    struct lws_context *context; /* NULL once destroyed */
    struct lws_vhost *vhost;
    uv_poll_t listener;
    uv_timer_t again, lazy_timer, quiet_timer, stop_timer, turn_timer, hello_timer, trim_timer;
    int fd, port;     /* listening; -1: no more */
    int peers;        /* sockets now */
    int handles;      /* of libuv, still to be closed at the end */
    bool secure;      /* TLS, here or at the proxy */
    bool stopping;    /* net_close was called */
    bool created;     /* libwebsockets took the socket, so it will tell of its end */
    bool destroying;  /* the context is being destroyed */
    uint64_t stop_at; /* ms: then the connections that are left are cut off */
    uint32_t left;    /* connections that have gone since memory was last given back */
    void (*done)(void *ctx);
    void *done_ctx;
    uint32_t numbers;                              /* the last net_conn_number */
    struct link conns;                             /* all connections */
    struct link held;                              /* connections with held texts, or to be closed */
    struct link lazy;                              /* connections whose waiting texts are all lazy */
    struct link quiet;                             /* all, by when they are due for a ping */
    struct link strangers;                         /* connections before net_conn_welcome, the oldest first */
    struct link https;                             /* requests under way */
    struct link answers;                           /* of those: answered and held */
    struct link turns;                             /* of those: whose answer goes on in the next turn */
    struct http *now;                              /* of those: the one that is written; NULL: none, or it has gone */
    unsigned char *out;                            /* LWS_PRE bytes, then room for what is written next */
    size_t out_size;                               /* of that room */
    char message[NET_MESSAGE + 1];                 /* the one that is delivered */
    char lines[1536];                              /* header lines of every answer */
    struct lws_protocol_vhost_options headers[16]; /* the same for what libwebsockets answers by itself */
    struct net_metrics metrics;
};

struct peer {
    struct net *net;
    struct conn *conn; /* NULL: not upgraded */
    struct http *http; /* NULL: no request */
    bool behind;       /* the next request was read, at least begun, together with the last */
    bool over;         /* to be closed */
    uint32_t tokens;   /* thousandths of a request it may send */
    uint64_t filled;   /* ms: when they were counted */
};
static inline struct peer *peer_of(struct lws *wsi) { return lws_get_opaque_user_data(wsi); }

/* Room for n bytes behind LWS_PRE in net->out. */
unsigned char *net_room(struct net *, size_t n);
/* The value of a header, NUL-terminated; false if it is not there or longer. */
bool net_header(struct lws *, enum lws_token_indexes, char *p, size_t size);
/* The token of the cookie or of Authorization: Bearer; "" if there is none. */
void net_token(struct net *, struct lws *, char token[NET_TOKEN]);
/* The address of the client: net_address.c. */
void net_address(const struct net *, struct lws *, char address[NET_ADDRESS]);
/* Is there no Origin, or an allowed one? */
bool net_origin(const struct net *, struct lws *);
/* A token bucket: takes one request's worth. *tokens is in thousandths, as of *filled. 0, or the ms to wait. */
uint32_t net_rate(const struct net *, uint32_t *tokens, uint64_t *filled);
/* A socket was closed: if net_close() waits for the last one it ends now. */
void net_gone(struct net *);

/* net_ws.c: each returns what the callback returns. */
int ws_open(struct peer *, struct lws *);
int ws_receive(struct conn *, const char *p, size_t n);
int ws_write(struct conn *);
int ws_goodbye(struct conn *, const unsigned char *p, size_t n);
int ws_pong(struct conn *, const char *p, size_t n);
void ws_closed(struct peer *);
void ws_flush(struct net *);
void ws_drop(struct net *);
void ws_forget(struct net *);
void ws_lazy(uv_timer_t *);
void ws_quiet(uv_timer_t *);
void ws_hello(uv_timer_t *);
void ws_stop(struct net *);
bool ws_said_goodbye(const struct net *); /* everybody, as far as it depends on us */
uint32_t ws_fullest(const struct net *);

/* net_check.c */
bool check_utf8(const unsigned char *, size_t); /* RFC 3629 */
bool check_close(unsigned code);                /* may it be sent (7.4)? */
int check_upgrade(struct peer *, struct lws *); /* what the callback returns */

/* net_http.c */
int http_begin(struct peer *, struct lws *, const char *path);
int http_body(struct peer *, const char *p, size_t n);
int http_whole(struct peer *);
int http_writable(struct peer *);
void http_turn(uv_timer_t *);
void http_closed(struct peer *);
void http_flush(struct net *);
void http_drop(struct net *, struct text *);
void http_unanswer(struct net *);
void http_forget(struct net *); /* the net is closed; requests without an answer outlive it */
/* A whole short answer in plain text at p, for those that are refused; how long it is. */
size_t http_refusal(const struct net *, int status, char *p, size_t size);

/* net_file.c: finds a file and fills this; 0, or a status. */
struct net_file {
    const char *type, *etag;
    const unsigned char *bytes, *gzip;
    size_t n, gzip_n;
    bool immutable;
    void *own; /* to be freed; NULL */
};
int net_file(const struct net *, const char *path, struct net_file *);

#endif
