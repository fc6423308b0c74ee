/* net.c -- opens and closes the network: the listening socket (our own: it says clearly
 * what is wrong, and stops at the limit), libwebsockets on the server's loop, one callback
 * that leads to net_ws.c and net_http.c. Used by the server through net.h. */
#include "net_in.h"

#include "../base/log.h"
#include "../base/must.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { SPARE = 512 /* files besides the connections' */ };

/* ---- helpers for the other files ---- */

unsigned char *net_room(struct net *net, size_t n)
{
    if (n > net->out_size) {
        free(net->out);
        net->out = must(malloc(LWS_PRE + n));
        net->out_size = n;
    }
    return net->out + LWS_PRE;
}

bool net_header(struct lws *wsi, enum lws_token_indexes token, char *p, size_t size)
{
    return lws_hdr_total_length(wsi, token) > 0 && lws_hdr_copy(wsi, p, (int)size, token) > 0;
}

void net_token(struct net *net, struct lws *wsi, char token[NET_TOKEN])
{
    const char *name = net->secure ? "__Host-tambo=" : "tambo=";
    char value[4096];
    size_t name_n = strlen(name);
    token[0] = 0;
    if (net_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, value, sizeof value) && !strncasecmp(value, "Bearer ", 7)) {
        const char *p = value + 7 + strspn(value + 7, " ");
        if (strlen(p) < NET_TOKEN) strcpy(token, p);
        return;
    }
    if (!net_header(wsi, WSI_TOKEN_HTTP_COOKIE, value, sizeof value)) return;
    for (const char *p = value; *p; p += strcspn(p, ";")) {
        p += strspn(p, "; ");
        if (strncmp(p, name, name_n) != 0) continue;
        size_t n = strcspn(p + name_n, "; ");
        if (n >= NET_TOKEN) return;
        memcpy(token, p + name_n, n);
        token[n] = 0;
        return;
    }
}

bool net_origin(const struct net *net, struct lws *wsi)
{
    char origin[256], host[256];
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN)) return true;
    if (!net_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin)) return false;
    const char *name = !strncmp(origin, "http://", 7)    ? origin + 7
                       : !strncmp(origin, "https://", 8) ? origin + 8
                                                         : NULL;
    if (name && net_header(wsi, WSI_TOKEN_HOST, host, sizeof host) && !strcasecmp(name, host)) return true;
    size_t n = strlen(origin), len;
    for (const char *p = net->config.origins ? net->config.origins : ""; *p; p += len) {
        p += strspn(p, " ");
        len = strcspn(p, " ");
        if ((len == 1 && *p == '*') || (len == n && n && !strncasecmp(p, origin, n))) return true;
    }
    return false;
}

uint32_t net_rate(const struct net *net, uint32_t *tokens, uint64_t *filled)
{
    uint64_t now = uv_now(net->loop), most = (uint64_t)net->config.burst * 1000;
    uint64_t all = *tokens + (now - *filled) * (uint64_t)net->config.rate;
    *tokens = (uint32_t)(all < most ? all : most);
    *filled = now;
    uint32_t rate = (uint32_t)net->config.rate;
    if (*tokens < 1000) return (1000 - *tokens + rate - 1) / rate;
    *tokens -= 1000;
    return 0;
}

/* The header lines of every answer, as text and as libwebsockets wants them. */
static void make_headers(struct net *net)
{
    static const char *const all[][2] = {
        {"content-security-policy:",
         "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
         "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; "
         "frame-ancestors 'none'; base-uri 'none'"},
        {"x-content-type-options:", "nosniff"},
        {"referrer-policy:", "no-referrer"},
        {"cross-origin-opener-policy:", "same-origin"},
        {"cross-origin-resource-policy:", "same-origin"},
        {"permissions-policy:", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
        {"strict-transport-security:", "max-age=31536000"}, /* last: only with TLS */
    };
    size_t n = sizeof all / sizeof *all - !net->secure, at = 0;
    for (size_t i = 0; i < n; i++) {
        at += (size_t)lws_snprintf(net->lines + at, sizeof net->lines - at, "%s %s\r\n", all[i][0], all[i][1]);
        net->headers[i] =
            (struct lws_protocol_vhost_options){i + 1 < n ? &net->headers[i + 1] : NULL, NULL, all[i][0], all[i][1]};
    }
}

/* ---- the callback ---- */

static int is_websocket(struct lws *wsi)
{
    char value[16];
    return net_header(wsi, WSI_TOKEN_UPGRADE, value, sizeof value) && !strcasecmp(value, "websocket");
}

static int http_event(struct peer *peer, struct lws *wsi, enum lws_callback_reasons reason, void *in, size_t n)
{
    switch (reason) {
    case LWS_CALLBACK_HTTP: return http_begin(peer, wsi, in);
    case LWS_CALLBACK_HTTP_BODY: return http_body(peer, in, n);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return http_whole(peer);
    case LWS_CALLBACK_HTTP_WRITEABLE: return http_writable(peer);
    default: return 0;
    }
}

static int event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n)
{
    (void)user;
    struct peer *peer = wsi ? peer_of(wsi) : NULL;
    if (reason == LWS_CALLBACK_WSI_CREATE) ((struct net *)lws_context_user(lws_get_context(wsi)))->created = true;
    if (!peer) return 0;
    switch (reason) {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        /* HTTP/2 in plain text is not for us. After another kind of upgrade the headers
         * are gone already, and `in` with them. */
        return is_websocket(wsi) ? 0 : -1;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return check_upgrade(peer, wsi);
    case LWS_CALLBACK_ESTABLISHED: return ws_open(peer, wsi);
    case LWS_CALLBACK_RECEIVE: return peer->conn ? ws_receive(peer->conn, in, n) : -1;
    case LWS_CALLBACK_RECEIVE_PONG: return peer->conn ? ws_pong(peer->conn, in, n) : -1;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: return peer->conn ? ws_goodbye(peer->conn, in, n) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE: return peer->conn ? ws_write(peer->conn) : -1;
    case LWS_CALLBACK_RAW_ADOPT:
    case LWS_CALLBACK_RAW_RX: return -1; /* after CONNECT */
    case LWS_CALLBACK_CLOSED:
    case LWS_CALLBACK_CLOSED_HTTP:
        ws_closed(peer);
        http_closed(peer);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        ws_closed(peer);
        http_closed(peer);
        peer->net->peers--;
        lws_set_opaque_user_data(wsi, NULL);
        free(peer);
        return 0;
    default: return http_event(peer, wsi, reason, in, n);
    }
}

static const struct lws_protocols protocols[] = {
    {.name = "tambo.1", .callback = event, .rx_buffer_size = 1024, .tx_packet_size = 2 * NET_FRAME},
    {.name = NULL},
};

/* ---- listening ---- */

static void on_connect(uv_poll_t *, int status, int events);

static void on_again(uv_timer_t *timer)
{
    struct net *net = timer->data;
    if (!net->stopping) uv_poll_start(&net->listener, UV_READABLE, on_connect);
}

static void adopt(struct net *net, int fd)
{
    int one = 1, lowest = NET_FRAME;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    /* What a slow reader does not take stays with us, where it is counted. */
    setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &lowest, sizeof lowest);
    struct peer *peer = must(calloc(1, sizeof *peer));
    peer->net = net;
    peer->tokens = (uint32_t)net->config.burst * 1000;
    peer->filled = uv_now(net->loop);
    net->peers++;
    lws_adopt_desc_t desc = {.vh = net->vhost,
                             .type = LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP | LWS_ADOPT_ALLOW_SSL,
                             .fd.sockfd = fd,
                             .opaque = peer};
    net->created = false;
    if (lws_adopt_descriptor_vhost_via_info(&desc) || net->created) return; /* WSI_DESTROY frees the peer */
    net->peers--;
    free(peer);
}

static void on_connect(uv_poll_t *listener, int status, int events)
{
    struct net *net = listener->data;
    (void)status, (void)events;
    for (int i = 0; i < 64; i++) { /* then others have their turn */
        int fd = accept4(net->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (fd < 0) {
            if (errno == EAGAIN || errno == EINTR || errno == ECONNABORTED) return;
            LOG(LOG_ERROR, "cannot accept", {"why", LOG_STR(strerror(errno))});
            uv_poll_stop(listener);
            uv_timer_start(&net->again, on_again, 500, 0);
            return;
        }
        if (net->peers >= net->config.max_conns) {
            char p[NET_HEAD];
            size_t n = http_refusal(net, 503, p, sizeof p);
            net->metrics.refused++;
            if (!net->config.cert) (void)!send(fd, p, n, MSG_NOSIGNAL | MSG_DONTWAIT);
            close(fd);
            continue;
        }
        adopt(net, fd);
    }
}

/* Opens the listening socket; 0, or -1 with the sentence. */
static int open_socket(struct net *net, char why[256])
{
    struct addrinfo hints = {.ai_flags = AI_PASSIVE, .ai_socktype = SOCK_STREAM}, *list, *a;
    const char *host = net->config.host;
    char port[16];
    snprintf(port, sizeof port, "%d", net->config.port);
    int error = getaddrinfo(host, port, &hints, &list), one = 1, zero = 0;
    if (error) {
        snprintf(why, 256, "cannot listen on %s: %s", host, gai_strerror(error));
        return -1;
    }
    for (a = list; a && !host && a->ai_family != AF_INET6;) a = a->ai_next; /* all: IPv6 takes IPv4, too */
    for (a = a ? a : list; a && net->fd < 0; a = a->ai_next) {
        int fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, a->ai_protocol);
        error = errno;
        if (fd < 0) continue;
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
        if (!host && a->ai_family == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &zero, sizeof zero);
        if (!bind(fd, a->ai_addr, a->ai_addrlen) && !listen(fd, 4096)) {
            net->fd = fd;
        } else {
            error = errno;
            close(fd);
        }
    }
    freeaddrinfo(list);
    if (net->fd < 0) {
        snprintf(why, 256, "cannot listen on %s port %s: %s", host ? host : "any address", port, strerror(error));
        return -1;
    }
    struct sockaddr_storage own;
    socklen_t size = sizeof own;
    getsockname(net->fd, (struct sockaddr *)&own, &size);
    net->port = ntohs(own.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&own)->sin6_port
                                                : ((struct sockaddr_in *)&own)->sin_port);
    return 0;
}

/* ---- opening ---- */

/* Are the files of TLS there and right? 0, or -1 with the sentence. */
static int check_tls(const struct net_config *config, char why[256])
{
    const char *cert = config->cert, *key = config->key;
    if (!cert && !key) return 0;
    if (!cert || !key) {
        snprintf(why, 256, "TLS needs both a certificate and a key");
        return -1;
    }
    for (int i = 0; i < 2; i++)
        if (access(i ? key : cert, R_OK)) {
            snprintf(why, 256, "cannot read %s: %s", i ? key : cert, strerror(errno));
            return -1;
        }
    SSL_CTX *ctx = SSL_CTX_new(TLS_server_method());
    int bad = -1;
    if (!ctx) snprintf(why, 256, "TLS cannot be started");
    else if (SSL_CTX_use_certificate_chain_file(ctx, cert) != 1)
        snprintf(why, 256, "%s is not a certificate in PEM", cert);
    else if (SSL_CTX_use_PrivateKey_file(ctx, key, SSL_FILETYPE_PEM) != 1)
        snprintf(why, 256, "%s is not a private key in PEM, or not that of %s", key, cert);
    else if (SSL_CTX_check_private_key(ctx) != 1) snprintf(why, 256, "%s is not the key of %s", key, cert);
    else bad = 0;
    SSL_CTX_free(ctx);
    ERR_clear_error();
    return bad;
}

/* Is the folder of files one? 0, or -1 with the sentence. */
static int check_files(const struct net_config *config, char why[256])
{
    struct stat st;
    if (!config->files) return 0;
    int error = stat(config->files, &st) ? errno : S_ISDIR(st.st_mode) ? 0 : ENOTDIR;
    if (error) snprintf(why, 256, "cannot serve files of %s: %s", config->files, strerror(error));
    return error ? -1 : 0;
}

/* As many files as connections need: libwebsockets' tables are as large as the limit is. */
static void set_limit(struct net *net)
{
    struct rlimit limit;
    rlim_t want = (rlim_t)net->config.max_conns + SPARE;
    if (getrlimit(RLIMIT_NOFILE, &limit)) return;
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || want < limit.rlim_max ? want : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur < want) {
        enum log_level level = limit.rlim_cur < (rlim_t)net->config.max_conns ? LOG_INFO : LOG_DEBUG;
        net->config.max_conns = (int)(limit.rlim_cur > 2 * SPARE ? limit.rlim_cur - SPARE : limit.rlim_cur / 2);
        LOG(level, "fewer connections: the limit of open files is low", {"limit", LOG_INT(limit.rlim_cur)},
            {"connections", LOG_INT(net->config.max_conns)});
    }
}

/* What libwebsockets complains about, but not faster than one can read: clients cause it. */
static void complain(int level, const char *line)
{
    static uint64_t last;
    uint64_t now = uv_hrtime();
    (void)level;
    if (last && now - last < 1000000000) return;
    last = now;
    char text[200];
    snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "\n"), line);
    LOG(LOG_ERROR, "libwebsockets", {"says", LOG_STR(text)});
}

static int open_lws(struct net *net, char why[256])
{
    static const lws_retry_bo_t no_pings; /* its timers are one long list: we ping ourselves */
    void *loops[] = {net->loop};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .foreign_loops = loops,
        .user = net,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .pt_serv_buf_size = 20480, /* more than a TLS record: nothing stays inside OpenSSL */
        .max_http_header_data = 8192,
        .max_http_header_pool = (unsigned short)(net->config.max_conns < 4096 ? net->config.max_conns : 4096),
        .timeout_secs = NET_HTTP_S,
        .timeout_secs_ah_idle = NET_HTTP_S / 2,
        .keepalive_timeout = NET_KEEP_S,
        .retry_and_idle_policy = &no_pings,
        .server_string = "tambo",
        .headers = net->headers,
        .alpn = "http/1.1",
        .vhost_name = "tambo",
        .ssl_cert_filepath = net->config.cert,
        .ssl_private_key_filepath = net->config.key,
        .ssl_cipher_list =
            "ECDHE+AESGCM:ECDHE+CHACHA20", /* TLS 1.2: what is recorded stays secret if the key gets out */
        .ssl_options_set = SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1 | SSL_OP_NO_RENEGOTIATION,
    };
    if (net->config.cert) info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT | LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS;
    lws_set_log_level(LLL_ERR, complain);
    net->context = lws_create_context(&info);
    if (net->context) net->vhost = lws_create_vhost(net->context, &info);
    if (net->vhost) return 0;
    snprintf(why, 256, "libwebsockets cannot be started; is its part for libuv installed (libwebsockets-evlib-uv)?");
    return -1;
}

struct net *net_open(uv_loop_t *loop, const struct net_config *config, const struct net_calls *calls, char why[256])
{
    struct net *net = must(calloc(1, sizeof *net));
    net->loop = loop;
    net->config = *config;
    net->calls = *calls;
    net->fd = -1;
    net->secure = config->cert || config->proxied;
    link_init(&net->conns);
    link_init(&net->held);
    link_init(&net->lazy);
    link_init(&net->quiet);
    link_init(&net->strangers);
    link_init(&net->https);
    link_init(&net->answers);
    link_init(&net->turns);
    make_headers(net);
    set_limit(net);
    if (check_tls(config, why) || check_files(config, why) || open_socket(net, why) || open_lws(net, why)) {
        if (net->fd >= 0) close(net->fd);
        free(net);
        return NULL;
    }
    net_room(net, NET_FRAME);
    uv_timer_t *timers[] = {&net->again,      &net->lazy_timer,  &net->quiet_timer, &net->stop_timer,
                            &net->turn_timer, &net->hello_timer, &net->trim_timer};
    for (size_t i = 0; i < sizeof timers / sizeof *timers; i++) {
        uv_timer_init(loop, timers[i]);
        timers[i]->data = net;
    }
    uv_poll_init(loop, &net->listener, net->fd);
    net->listener.data = net;
    net->handles = 8;
    uv_poll_start(&net->listener, UV_READABLE, on_connect);
    return net;
}

int net_renew(struct net *net, char why[256])
{
    const struct net_config *c = &net->config;
    if (!c->cert) return snprintf(why, 256, "there is no certificate"), -1;
    if (check_tls(c, why)) return -1; /* the old one stays */
    if (!lws_tls_cert_updated(net->context, c->cert, c->key, NULL, 0, NULL, 0)) return 0;
    return snprintf(why, 256, "the certificate could not be taken"), -1;
}

int net_port(const struct net *net) { return net->port; }

void net_flush(struct net *net)
{
    ws_flush(net);
    http_flush(net);
}

void net_forget(struct net *net)
{
    ws_forget(net);
    http_unanswer(net);
}

void net_drop(struct net *net, struct text *text)
{
    ws_drop(net);
    http_drop(net, text);
}

void net_metrics(const struct net *net, struct net_metrics *metrics)
{
    *metrics = net->metrics;
    metrics->queue_max = ws_fullest(net);
}

/* ---- closing ----
 * 1. Nobody is let in, everybody gets a goodbye. 2. When all have gone, or after a while,
 * the context is destroyed: its handles close by and by. 3. When no handle of the loop is
 * closing any more, the second call frees it. 4. Our own handles close, then done. */

static void on_handle_closed(uv_handle_t *handle)
{
    struct net *net = handle->data;
    if (--net->handles) return;
    void (*done)(void *) = net->done;
    void *ctx = net->done_ctx;
    http_forget(net);
    free(net->out);
    free(net);
    if (done) done(ctx);
}

static void see_closing(uv_handle_t *handle, void *closing)
{
    if (uv_is_closing(handle)) *(bool *)closing = true;
}

static void on_stop(uv_timer_t *timer)
{
    struct net *net = timer->data;
    bool closing = false;
    if (!net->destroying) {
        bool idle = !link_in(&net->conns) && !link_in(&net->https);
        uint64_t now = uv_now(net->loop);
        /* Whoever has heard our goodbye and does not answer gets another moment, not all of it. */
        if (!link_in(&net->https) && ws_said_goodbye(net) && net->stop_at > now + NET_BYE_MS)
            net->stop_at = now + NET_BYE_MS;
        if (!idle && now < net->stop_at) {
            uv_timer_start(timer, on_stop, net->stop_at - now < NET_BYE_MS ? net->stop_at - now : NET_BYE_MS, 0);
            return;
        }
        net->destroying = true;
        lws_context_destroy(net->context);
    }
    uv_walk(net->loop, see_closing, &closing);
    if (closing) {
        uv_timer_start(timer, on_stop, 1, 0);
        return;
    }
    lws_context_destroy(net->context);
    net->context = NULL;
    uv_handle_t *all[] = {(uv_handle_t *)&net->again,       (uv_handle_t *)&net->lazy_timer,
                          (uv_handle_t *)&net->quiet_timer, (uv_handle_t *)&net->stop_timer,
                          (uv_handle_t *)&net->turn_timer,  (uv_handle_t *)&net->hello_timer,
                          (uv_handle_t *)&net->trim_timer,  (uv_handle_t *)&net->listener};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) uv_close(all[i], on_handle_closed);
}

/* What many have used does not stay ours. */
static void on_trim(uv_timer_t *timer)
{
    ((struct net *)timer->data)->left = 0;
#ifdef __GLIBC__
    malloc_trim(1 << 20);
#endif
}

void net_gone(struct net *net)
{
    if (++net->left == NET_TRIM && !net->stopping) uv_timer_start(&net->trim_timer, on_trim, 1000, 0);
    if (net->stopping && !net->destroying && !link_in(&net->conns) && !link_in(&net->https))
        uv_timer_start(&net->stop_timer, on_stop, 0, 0);
}

void net_close(struct net *net, void (*done)(void *ctx), void *ctx)
{
    net->done = done;
    net->done_ctx = ctx;
    net->stopping = true;
    net->stop_at = uv_now(net->loop) + NET_STOP_MS;
    uv_poll_stop(&net->listener);
    close(net->fd);
    net->fd = -1;
    ws_stop(net);
    net_flush(net);
    uv_timer_start(&net->stop_timer, on_stop, link_in(&net->conns) || link_in(&net->https) ? NET_BYE_MS : 0, 0);
}
