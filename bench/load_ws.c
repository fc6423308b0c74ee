/* load_ws.c -- see load.h: a WebSocket client that is just good enough for this server, and
 * looking into its JSON. Not for the open world: whatever is unexpected ends the program. */
#include "load.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lines_figures lines;

/* ---- JSON ---- */

bool slice_is(struct slice s, const char *text) { return s.n == strlen(text) && memcmp(s.p, text, s.n) == 0; }

static const char *skip_string(const char *p, const char *end)
{
    for (p++; p < end && *p != '"'; p++) p += *p == '\\';
    return p + 1;
}

/* Behind the value that begins at p. */
static const char *skip(const char *p, const char *end)
{
    int depth = 0;
    while (p < end) {
        if (*p == '"') {
            p = skip_string(p, end);
            if (!depth) return p;
            continue;
        }
        if (!depth && (*p == ',' || *p == '}' || *p == ']')) return p;
        depth += (*p == '{' || *p == '[') - (*p == '}' || *p == ']');
        p++;
        if (!depth && (p[-1] == '}' || p[-1] == ']')) return p;
    }
    return p;
}

static struct slice value_at(const char *p, const char *end)
{
    const char *behind = skip(p, end);
    if (*p == '"') return (struct slice){p + 1, (size_t)(behind - p) - 2};
    return (struct slice){p, (size_t)(behind - p)};
}

struct slice json_get(struct slice object, const char *key)
{
    const char *p = object.p + 1, *end = object.p + object.n;
    size_t n = strlen(key);
    while (p < end && *p == '"') {
        const char *behind = skip_string(p, end);
        bool found = (size_t)(behind - p) == n + 2 && memcmp(p + 1, key, n) == 0;
        p = behind + 1; /* the colon */
        if (found) return value_at(p, end);
        p = skip(p, end) + 1; /* the comma */
    }
    return (struct slice){NULL, 0};
}

bool json_next(struct slice array, const char **at, struct slice *value)
{
    const char *end = array.p + array.n;
    if (!*at) *at = array.p + 1;
    if (*at >= end || **at == ']') return false;
    *value = value_at(*at, end);
    *at = value->p + value->n + (value->p != *at); /* the quote of a string */
    if (*at < end && **at == ',') ++*at;
    return true;
}

size_t json_plain(struct slice s, char *to)
{
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (c == '\\' && ++i < s.n) c = s.p[i] == 'n' ? '\n' : s.p[i] == 't' ? '\t' : s.p[i];
        to[n++] = c;
    }
    return n;
}

/* ---- frames ---- */

static void send_frame(struct line *l, int opcode, const char *p, size_t n)
{
    char frame[16 + 4096] = {(char)(0x80 | opcode)};
    size_t head = 2;
    if (n > 4096) load_die("a message is too long", "");
    if (n < 126) {
        frame[1] = (char)(0x80 | n);
    } else {
        frame[1] = (char)(0x80 | 126);
        frame[2] = (char)(n >> 8);
        frame[3] = (char)n;
        head = 4;
    }
    head += 4; /* the mask is 0: it changes nothing */
    memcpy(frame + head, p, n);
    uv_buf_t buf = uv_buf_init(frame, (unsigned)(head + n));
    int sent = uv_try_write((uv_stream_t *)&l->tcp, &buf, 1);
    if (sent != (int)(head + n)) load_die("the server does not read", sent < 0 ? uv_strerror(sent) : "");
}

void line_send(struct line *l, const char *text, size_t n) { send_frame(l, 1, text, n); }

void line_sendf(struct line *l, const char *format, ...)
{
    char text[4096];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    send_frame(l, 1, text, (size_t)n);
}

static void take_object(struct line *l, struct slice o)
{
    if (!l->said_hello) {
        if (json_get(o, "error").p) load_die("no hello", "");
        struct slice token = json_get(o, "token");
        if (token.n >= sizeof l->token) load_die("a token is too long", "");
        if (token.p) memcpy(l->token, token.p, token.n); /* zeros follow */
        l->said_hello = true;
        lines.open++;
        if (l->player) player_hello(l->player);
        return;
    }
    if (l->player) player_object(l->player, o);
}

static void take_frame(struct line *l, int opcode, const char *p, size_t n)
{
    struct slice array = {p, n}, o;
    const char *at = NULL;
    lines.frames++;
    lines.other = false;
    if (opcode == 1) {
        while (json_next(array, &at, &o)) take_object(l, o);
        if (!lines.other) lines.turns += n + (n < 126 ? 2 : 4);
    } else if (opcode == 9) {
        lines.pings++;
        send_frame(l, 10, p, n);
    } else if (opcode == 8) {
        load_die("the server closed a connection", "");
    }
}

/* Deals with the whole frames of p; returns how many bytes they have. */
static size_t take_frames(struct line *l, const char *p, size_t n)
{
    const unsigned char *u = (const unsigned char *)p;
    size_t at = 0;
    while (!l->closing && n - at >= 2) {
        uint64_t len = u[at + 1] & 127, head = len == 126 ? 4 : len == 127 ? 10 : 2;
        if (n - at < head) break;
        if (head > 2) len = 0;
        for (size_t i = 2; i < head; i++) len = len << 8 | u[at + i];
        if (n - at - head < len) break;
        take_frame(l, u[at] & 15, p + at + head, (size_t)len);
        at += head + (size_t)len;
    }
    return at;
}

static size_t take_answer(struct line *l, const char *p, size_t n)
{
    const char *end = memmem(p, n, "\r\n\r\n", 4);
    if (!end) return 0;
    if (n < 12 || memcmp(p, "HTTP/1.1 101", 12) != 0) load_die("the server does not upgrade", "");
    l->upgraded = true;
    if (l->token[0]) line_sendf(l, "{\"do\":\"hello\",\"id\":\"1\",\"v\":2,\"token\":\"%s\"}", l->token);
    else line_sendf(l, "{\"do\":\"hello\",\"id\":\"1\",\"v\":2}");
    return (size_t)(end - p) + 4;
}

/* ---- the socket ---- */

static char space[65536]; /* one read at a time */

static void give_space(uv_handle_t *h, size_t wish, uv_buf_t *buf)
{
    (void)h, (void)wish;
    *buf = uv_buf_init(space, sizeof space);
}

static void on_read(uv_stream_t *s, ssize_t got, const uv_buf_t *buf)
{
    struct line *l = s->data;
    if (l->closing || got == 0) return;
    if (got < 0) load_die("a connection was lost", uv_strerror((int)got));
    const char *p = buf->base;
    size_t n = (size_t)got, used = 0;
    lines.bytes += n;
    if (l->n) {
        l->in = load_must(realloc(l->in, l->n + n));
        memcpy(l->in + l->n, p, n);
        n += l->n;
        p = l->in;
    }
    if (!l->upgraded) used = take_answer(l, p, n);
    if (l->upgraded) used += take_frames(l, p + used, n - used);
    l->n = n - used;
    if (!l->n) {
        free(l->in);
        l->in = NULL;
    } else if (p == l->in) {
        memmove(l->in, l->in + used, l->n);
    } else {
        l->in = load_must(malloc(l->n));
        memcpy(l->in, p + used, l->n);
    }
}

static void on_connect(uv_connect_t *c, int status)
{
    struct line *l = c->data;
    static char ask[] = "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: tambo.1\r\n"
                        "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n";
    if (status) load_die("cannot connect", uv_strerror(status));
    uv_buf_t buf = uv_buf_init(ask, sizeof ask - 1);
    if (uv_try_write((uv_stream_t *)&l->tcp, &buf, 1) != (int)(sizeof ask - 1)) load_die("cannot ask", "");
    uv_read_start((uv_stream_t *)&l->tcp, give_space, on_read);
}

void line_open(struct line *l, int port, struct player *player)
{
    struct sockaddr_in to;
    char token[sizeof l->token];
    memcpy(token, l->token, sizeof token);
    *l = (struct line){.player = player};
    memcpy(l->token, token, sizeof token);
    uv_ip4_addr("127.0.0.1", port, &to);
    uv_tcp_init(&loop, &l->tcp);
    uv_tcp_nodelay(&l->tcp, 1);
    l->tcp.data = l->connecting.data = l;
    int status = uv_tcp_connect(&l->connecting, &l->tcp, (const struct sockaddr *)&to, on_connect);
    if (status) load_die("cannot connect", uv_strerror(status));
}

void line_close(struct line *l)
{
    if (l->closing) return;
    l->closing = true;
    lines.open--;
    free(l->in);
    l->in = NULL;
    l->n = 0;
    uv_close((uv_handle_t *)&l->tcp, NULL);
}
