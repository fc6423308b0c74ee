/* sim_net.c -- see sim.h: lines between clients and nodes, in the place of server/net/net.c. What is sent arrives in order and
 * late; a line may be cut in the middle, and then what is under way is lost, and the server hears of it at once or only
 * when a ping stays without answer. */
#include "sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line: both ends of it. Lives as long as the world; the server's part ends with net_conn_free. */
struct line {
    struct client *client;
    struct node *node;
    uint32_t epoch; /* of the node */
    const char *cookie;
    struct conn *conn;          /* the server's end; NULL: not yet, or no more */
    bool cut;                   /* nothing passes any more */
    uint64_t there_at, here_at; /* us: when the last message to the server and to the client arrives */
};

/* A text that is held or lets itself be replaced. */
struct entry {
    struct entry *next;
    struct text *text, *instead;
    uint64_t number;
};

struct conn {
    struct line *line;
    struct guest *guest;
    uint32_t number;
    struct entry *first, **last; /* held */
    struct conn *held_next;
    bool held;
    int code; /* closes with it; 0 */
    bool closed;
    void (*empty)(void *, struct conn *);
    void *empty_ctx;
};

static uint32_t numbers;

/* ---- from a client ---- */

struct parcel {
    struct line *line;
    char *text;
    int code;
};

static struct parcel *parcel_new(struct line *l, char *text, int code)
{
    struct parcel *p = sim_memory(sizeof *p);
    *p = (struct parcel){l, text, code};
    return p;
}

static bool alive(const struct line *l) { return !l->cut && l->node->up && l->node->epoch == l->epoch; }

static void arrives(void *parcel, uint64_t unused)
{
    struct parcel *p = parcel;
    struct line *l = p->line;
    (void)unused;
    if (!alive(l) || !sim_runs(l->node, arrives, p, 0) || !l->conn) return;
    self = l->node;
    actions_message(&l->node->hall, l->conn->guest, p->text, strlen(p->text), world.strict && sim_chance(2) ? 500 : 0);
    sim_turn(l->node);
}

static void opens(void *line, uint64_t unused)
{
    struct line *l = line;
    struct node *n = l->node;
    (void)unused;
    if (!alive(l) || !sim_runs(n, opens, l, 0)) return;
    self = n;
    struct conn *c = calloc(1, sizeof *c);
    struct guest *g = calloc(1, sizeof *g);
    *c = (struct conn){.line = l, .guest = g, .number = ++numbers};
    c->last = &c->first;
    g->conn = c;
    g->known = l->cookie[0] && who_read(&g->who, n->hall.key, l->cookie);
    hall_add_guest(&n->hall, g);
    l->conn = c;
    sim_turn(n);
}

struct line *sim_connect(struct client *client, struct node *n, const char *cookie)
{
    struct line *l = sim_memory(sizeof *l);
    *l = (struct line){.client = client, .node = n, .epoch = n->epoch, .cookie = cookie};
    l->there_at = world.now + sim_between(1, 20) * MS;
    sim_after(l->there_at - world.now, opens, l, 0);
    return l;
}

void sim_send(struct line *l, const char *text)
{
    uint64_t at = world.now + sim_between(200, 20000);
    if (at <= l->there_at) at = l->there_at + 1;
    l->there_at = at;
    sim_after(at - world.now, arrives, parcel_new(l, sim_words(text, strlen(text)), 0), 0);
}

/* The server hears that the line is gone. */
static void ends(void *line, uint64_t unused)
{
    struct line *l = line;
    (void)unused;
    if (l->node->epoch != l->epoch || !sim_runs(l->node, ends, l, 0)) return;
    sim_say("node %d hears that a line has ended", l->node->number);
    sim_there_gone(l);
    if (!l->conn || l->conn->closed) return;
    self = l->node;
    l->conn->closed = true;
    l->conn->guest->gone = true;
    l->node->hall.closed++;
    sim_turn(l->node);
}

static void hears_of_cut(void *line, uint64_t unused)
{
    struct line *l = line;
    (void)unused;
    sim_client_cut(l->client, l);
}

void sim_cut(struct line *l)
{
    if (l->cut) return;
    l->cut = true;
    sim_there_leaves(l);
    world.cuts++;
    sim_after(sim_chance(70) ? sim_between(1, 100) * MS : sim_between(30, 60) * S, ends, l, 0);
    sim_after(sim_between(1, 50) * MS, hears_of_cut, l, 0);
}

void sim_net_lost(struct node *n)
{
    sim_there_lost(n);
    for (struct guest *g = n->hall.guests; g; g = g->all_next) {
        struct line *l = g->conn->line;
        if (l->cut) continue;
        l->cut = true;
        sim_after(sim_between(1, 50) * MS, hears_of_cut, l, 0);
    }
}

/* ---- to a client ---- */

static void reaches(void *parcel, uint64_t unused)
{
    const struct parcel *p = parcel;
    (void)unused;
    if (p->line->cut) return;
    if (!p->code) {
        sim_client_hears(p->line->client, p->line, p->text);
        return;
    }
    sim_say("line of node %d is closed with %d", p->line->node->number, p->code);
    sim_cut(p->line);
}

static void hold(struct conn *c)
{
    struct node *n = c->line->node;
    if (c->held) return;
    c->held = true;
    c->held_next = n->held;
    n->held = c;
}

static void enqueue(struct conn *c, struct text *t, struct text *instead, uint64_t number)
{
    if (c->closed || c->code) return;
    struct entry *e = calloc(1, sizeof *e);
    *e = (struct entry){.text = t, .instead = instead, .number = number};
    t->refs++;
    if (instead) instead->refs++;
    *c->last = e;
    c->last = &e->next;
    hold(c);
}

void net_conn_send(struct conn *c, struct text *t, uint64_t number, uint32_t how)
{
    (void)how;
    enqueue(c, t, NULL, number);
}

void net_conn_answer(struct conn *c, struct text *t, struct text *instead) { enqueue(c, t, instead, 0); }

void net_conn_close(struct conn *c, int code, const char *reason)
{
    (void)reason;
    if (c->closed || c->code) return;
    c->code = code;
    hold(c);
}

void net_conn_when_empty(struct conn *c, void (*fn)(void *ctx, struct conn *), void *ctx)
{
    c->empty = fn;
    c->empty_ctx = ctx;
    hold(c);
}

void *net_conn_user(const struct conn *c) { return c->guest; }
uint32_t net_conn_number(const struct conn *c) { return c->number; }
const char *net_conn_address(const struct conn *c) { return (void)c, ""; }

static void forget_held(struct conn *c)
{
    for (struct entry *e = c->first, *next; e; e = next) {
        next = e->next;
        net_text_drop(e->text);
        net_text_drop(e->instead);
        free(e);
    }
    c->first = NULL;
    c->last = &c->first;
}

void net_conn_welcome(struct conn *c) { (void)c; }

void net_conn_free(struct conn *c)
{
    struct node *n = c->line->node;
    for (struct conn **p = &n->held; *p; p = &(*p)->held_next)
        if (*p == c) {
            *p = c->held_next;
            break;
        }
    forget_held(c);
    c->line->conn = NULL;
    free(c);
}

/* ---- the end of a turn ---- */

static void is_empty(void *line, uint64_t unused)
{
    struct line *l = line;
    (void)unused;
    if (!alive(l) || !sim_runs(l->node, is_empty, l, 0) || !l->conn || !l->conn->empty) return;
    void (*empty)(void *, struct conn *) = l->conn->empty;
    l->conn->empty = NULL;
    self = l->node;
    empty(l->conn->empty_ctx, l->conn);
    sim_turn(l->node);
}

/* All that is held, as one frame; or NULL. */
static char *frame(const struct conn *c)
{
    size_t size = 3;
    for (const struct entry *e = c->first; e; e = e->next) size += e->text->n + 32;
    struct out o = {.p = sim_memory(size), .size = size};
    out_char(&o, '[');
    for (const struct entry *e = c->first; e; e = e->next) {
        if (e != c->first) out_char(&o, ',');
        out_bytes(&o, e->text->p, e->text->n);
    }
    out_char(&o, ']');
    out_end(&o);
    return c->first ? o.p : NULL;
}

static void ship(struct conn *c, char *text, int code)
{
    struct line *l = c->line;
    uint64_t at = world.now + sim_between(200, 20000);
    if (at <= l->here_at) at = l->here_at + 1;
    l->here_at = at;
    if (code) sim_there_leaves(l);
    if (text || code) sim_after(at - world.now, reaches, parcel_new(l, text, code), 0);
}

static struct conn *next_held(struct node *n)
{
    struct conn *c = n->held;
    n->held = c->held_next;
    c->held = false;
    return c;
}

static void flush_requests(struct node *, int how);

void net_flush(struct net *net)
{
    struct node *n = (struct node *)(void *)net;
    while (n->held) {
        struct conn *c = next_held(n);
        if (!c->closed && !n->doomed) ship(c, frame(c), 0);
        if (!c->closed && !n->doomed) ship(c, NULL, c->code);
        forget_held(c);
        if (c->empty) sim_after(sim_between(1, 30) * MS, is_empty, c->line, 0);
    }
    flush_requests(n, 0);
}

void net_drop(struct net *net, struct text *text)
{
    struct node *n = (struct node *)(void *)net;
    (void)text;
    for (struct conn *c = n->held; c; c = c->held_next) {
        struct entry **at = &c->first, *e;
        while ((e = *at)) {
            net_text_drop(e->text);
            e->text = e->instead;
            e->instead = NULL;
            if (e->text) {
                at = &e->next;
                continue;
            }
            *at = e->next;
            free(e);
        }
        c->last = at;
    }
    flush_requests(n, 503);
    net_flush(net);
}

void net_forget(struct net *net)
{
    struct node *n = (struct node *)(void *)net;
    for (struct conn *c = n->held; c; c = c->held_next) forget_held(c);
    flush_requests(n, -1);
}

void net_metrics(const struct net *net, struct net_metrics *f)
{
    (void)net;
    memset(f, 0, sizeof *f);
}

/* ---- requests ---- */

enum {
    ANSWER_S = 40
}; /* of a node that runs, after which a request is answered for sure: it gives up what has waited 8 s */

struct asked {
    struct request request; /* first: it is our address, too */
    struct client *client;
    struct node *node;
    uint32_t epoch;
    uint64_t at;      /* us: when it was asked */
    uint64_t stopped; /* node->stopped_for, as far as the law has waited for it */
    int status;       /* of the answer; 0: none yet */
    char *body, *cookie;
    const char *row, *thing;
    bool ended;
    struct request *aside; /* the next that was answered */
};

static void tell_answer(void *asked, uint64_t unused)
{
    const struct asked *q = asked;
    const struct request *r = &q->request;
    (void)unused;
    sim_client_answer(q->client, &(struct sim_answer){.row = q->row,
                                                      .path = r->path,
                                                      .query = r->query,
                                                      .token = r->token,
                                                      .thing = q->thing,
                                                      .ended = q->ended,
                                                      .asked_at = q->at,
                                                      .status = q->status,
                                                      .body = q->body,
                                                      .cookie = q->cookie});
}

/* how 0: the answers leave; a status: they leave with it; -1: nobody has answered. */
static void flush_requests(struct node *n, int how)
{
    while (n->answers) {
        struct asked *q = (struct asked *)n->answers;
        n->answers = q->aside;
        if (how < 0) q->status = 0;
        else if (how) q->status = how;
        if (how >= 0 && !n->doomed) sim_after(sim_between(1, 20) * MS, tell_answer, q, 0);
    }
}

void net_request_answer(struct request *r, int status, const char *type, const char *body, size_t n, const char *cookie)
{
    struct asked *q = (struct asked *)r;
    (void)type;
    if (q->status) sim_broken("a request is answered twice");
    q->status = status;
    q->body = sim_words(body, n);
    q->cookie = sim_words(cookie ? cookie : "", cookie ? strlen(cookie) : 0);
    q->aside = q->node->answers;
    q->node->answers = r;
}

/* This one leaves now, whatever becomes of a turn that waits. */
void net_request_flush(struct request *r)
{
    struct asked *q = (struct asked *)r;
    struct request **at = &q->node->answers;
    while (*at && *at != r) at = &((struct asked *)*at)->aside;
    if (!*at) return;
    *at = q->aside;
    if (!q->node->doomed) sim_after(sim_between(1, 20) * MS, tell_answer, q, 0);
}

/* By now it is answered, if only that nobody knows what became of it. */
static void law_answered(void *asked, uint64_t unused)
{
    struct asked *q = asked;
    (void)unused;
    if (q->node->epoch != q->epoch || !sim_runs(q->node, law_answered, q, 0)) return;
    uint64_t stopped = q->node->stopped_for - q->stopped;
    q->stopped += stopped;
    if (!q->status && stopped) sim_after(stopped, law_answered, q, 0);
    else if (!q->status) sim_broken("a request is never answered: %s %s", q->request.method, q->request.path);
}

static void request_comes(void *asked, uint64_t unused)
{
    struct asked *q = asked;
    (void)unused;
    if (q->node->epoch != q->epoch || !sim_runs(q->node, request_comes, q, 0)) return;
    q->stopped = q->node->stopped_for;
    sim_after(ANSWER_S * S, law_answered, q, 0);
    self = q->node;
    api_request(&q->node->hall, &q->request);
    sim_turn(q->node);
}

void sim_request(struct client *client, const struct sim_request *r)
{
    struct asked *q = sim_memory(sizeof *q);
    struct node *n = sim_client_node(client);
    const char *body = r->body ? r->body : "";
    *q = (struct asked){
        .client = client, .node = n, .epoch = n->epoch, .row = r->row, .ended = r->ended, .at = world.now};
    q->thing = sim_words(r->thing ? r->thing : "", r->thing ? strlen(r->thing) : 0);
    q->request = (struct request){.method = sim_words(r->method, strlen(r->method)),
                                  .path = sim_words(r->path, strlen(r->path)),
                                  .query = sim_words(r->query, strlen(r->query)),
                                  .body = sim_words(body, strlen(body)),
                                  .n = strlen(body),
                                  .json = r->json};
    snprintf(q->request.token, sizeof q->request.token, "%s", r->token ? r->token : sim_client_token(client));
    if (world.strict) snprintf(q->request.address, sizeof q->request.address, "192.0.2.1");
    sim_after(sim_between(1, 20) * MS, request_comes, q, 0);
}
