/* hall_past.c -- see hall.h: how a guest that opens a table or comes back gets what it missed. If it missed
 * little, that comes from the tail: the last messages to the guests of the room, which the room keeps. Otherwise the events
 * are replayed in a copy of the room, in portions: each takes a bounded time, so that other tasks do not wait, and fills at
 * most half of the guest's send queue, since a full one counts as a slow reader. The copy is kept between portions.
 * This runs in reading tasks only: the room has no event that is not committed. */
#include "hall.h"

#include "../base/must.h"

#include <errno.h>
#include <stdlib.h>

enum {
    TAIL = 48,         /* objects */
    TAIL_BYTES = 8192, /* of a text that is kept */
    LOOK_EACH = 64,    /* events after which it looks at the time */
    SLICE_NS = 4000000,
};

/* ---- the tail ---- */

struct tail {
    int n, next; /* objects; where the next goes */
    struct {
        struct text *text;
        uint64_t at;     /* of its event */
        uint32_t number; /* of its event */
        int to;          /* as in struct room_listener */
    } object[TAIL];
};

void hall_tail_add(const struct room *r, int to, struct text *t)
{
    struct tail *tail = r->keeper->tail;
    if (t->n > TAIL_BYTES || r->status == TABLE_OPEN) { /* seats may move yet: whom it was for would not be known */
        hall_tail_drop(r);
        return;
    }
    if (!tail) tail = r->keeper->tail = must(calloc(1, sizeof *tail));
    GAME_ASSERT(!tail->n || tail->object[(tail->next + TAIL - 1) % TAIL].number <= r->number);
    if (tail->n == TAIL) net_text_drop(tail->object[tail->next].text);
    else tail->n++;
    t->refs++;
    tail->object[tail->next].text = t;
    tail->object[tail->next].at = r->at;
    tail->object[tail->next].number = r->number;
    tail->object[tail->next].to = to;
    tail->next = (tail->next + 1) % TAIL;
}

void hall_tail_drop(const struct room *r)
{
    struct tail *tail = r->keeper->tail;
    for (int i = 0; tail && i < tail->n; i++) net_text_drop(tail->object[i].text);
    free(tail);
    r->keeper->tail = NULL;
}

/* Does the tail know the event that the guest had last? Then all behind it is there as well. Where in it. */
static int find_in_tail(const struct tail *tail, const struct stream *s)
{
    for (int i = 0; tail && i < tail->n; i++) {
        int k = (tail->next + TAIL - 1 - i) % TAIL; /* the newest first */
        if (tail->object[k].number == s->n) return !s->at || tail->object[k].at == s->at ? i : -1;
    }
    return -1;
}

static bool tell_tail(const struct room *r, struct guest *g)
{
    const struct tail *tail = r->keeper->tail;
    struct stream *s = &g->stream;
    if (!s->n) return false;
    if (s->n == r->number && (!s->at || r->at == s->at)) return true;
    int behind = find_in_tail(tail, s);
    if (behind < 0) return false;
    uint32_t number = r->number;
    for (int i = behind - 1; i >= 0; i--) {
        int k = (tail->next + TAIL - 1 - i) % TAIL;
        if (room_hears(r, g->who.player, tail->object[k].to))
            hall_send(g, tail->object[k].number, tail->object[k].text, 0);
    }
    return s->n <= number;
}

/* ---- replaying the events ---- */

/* One portion of it. */
struct portion {
    struct guest *guest;
    uint32_t first;    /* events up to this one it has already */
    size_t used, most; /* bytes sent; that may be sent */
    uint64_t until;    /* hrtime */
    int events;        /* gone through */
    bool anew;         /* the guest's last event is not one of this table: a backup was restored */
};

/* What a guest has may be of a table that went another way: before a backup was restored. */
static void past_event(void *ctx, const struct room *copy)
{
    struct portion *p = ctx;
    const struct stream *s = &p->guest->stream;
    if (copy->number == s->n && s->at && copy->at != s->at) p->anew = true;
}

static void past_tell(void *ctx, const struct room *copy, int to, const char *text, size_t n, int how)
{
    struct portion *p = ctx;
    if (how & TELL_STANDING) return; /* that is said at the end, as it stands then */
    if (p->anew || copy->number <= p->first || !room_hears(copy, p->guest->who.player, to)) return;
    struct text *t = net_text_new(text, n);
    p->used += n;
    hall_send(p->guest, copy->number, t, 0);
    net_text_drop(t);
}

/* Portions are cut between events. */
static int past_step(void *ctx, const struct event *e)
{
    struct portion *p = ctx;
    struct room *copy = p->guest->past;
    struct room_listener listener = {.event = past_event, .tell = past_tell, .ctx = p};
    GAME_ASSERT(copy->version <= p->guest->room->version);
    if (p->anew || copy->version >= p->guest->room->version || p->used >= p->most) return 1;
    if (++p->events % LOOK_EACH == 0 && uv_hrtime() > p->until) return 1;
    return hall_step(copy, e, &listener);
}

void hall_past_drop(struct guest *g)
{
    if (g->past) room_free(g->past);
    g->past = NULL;
}

static void begin_anew(struct guest *g)
{
    static const char anew[] = "{\"t\":\"anew\"}";
    struct text *t = net_text_new(anew, sizeof anew - 1);
    hall_past_drop(g);
    g->stream = (struct stream){.state = STREAM_DUE};
    net_conn_send(g->conn, t, 0, false);
    net_text_drop(t);
}

/* To one guest alone. */
static void tell_one(void *ctx, const struct room *r, int to, const char *p, size_t n, int how)
{
    struct guest *g = ctx;
    if (!room_hears(r, g->who.player, to)) return;
    struct text *t = net_text_new(p, n);
    hall_send(g, 0, t, how & ~TELL_LAZY);
    net_text_drop(t);
}

/* The guest has caught up: from now on it is told events as they happen. */
static void go_live(struct guest *g)
{
    const struct room *r = g->room;
    hall_past_drop(g);
    g->behind = 0;
    g->stream.state = STREAM_LIVE;
    g->stream.n = r->number;
    g->stream.at = 0;
    room_tell_standing(r, room_seat_of(r, g->who.player), g->stream.resumed,
                       &(struct room_listener){.tell = tell_one, .ctx = g});
    g->stream.resumed = false;
}

/* ---- as work ---- */

static void run_catch_up(struct hall *h, struct task *task)
{
    struct guest *g = task->queue->guest;
    if (g->stream.state == STREAM_DUE) hall_catch_up(h, g);
}

static void drop_catch_up(struct hall *h, struct task *task, bool lost)
{
    (void)h;
    if (lost) net_conn_close(task->queue->guest->conn, HALL_CLOSE_BROKEN, "please come back");
    free(task);
}

void hall_catch_up_later(struct hall *h, struct guest *g)
{
    struct task *task = must(calloc(1, sizeof *task));
    *task = (struct task){.run = run_catch_up, .drop = drop_catch_up, .reads = true};
    g->stream.state = STREAM_DUE;
    hall_post_first(h, &g->queue, task);
}

/* The connection has sent all it had: the next portion. */
static void send_more(void *hall, struct conn *conn)
{
    struct hall *h = hall;
    struct guest *g = net_conn_user(conn);
    if (!g || g->stream.state != STREAM_WAITS || h->stopping) return;
    g->behind = 0;
    hall_catch_up_later(h, g);
}

/* Goes on for a while. 1: there is more; 0: that was all; or a negative errno. */
static int go_on(struct hall *h, struct guest *g, struct portion *p)
{
    if (!g->past) g->past = room_new(g->room->id);
    g->past->clock = g->room->clock;
    int status = store_load(h->store, g->room->id, g->past->version, past_step, p, NULL);
    if (status < 0) return status;
    if (status == 0 && g->past->version < g->room->version)
        hall_invalidate(h, g->room); /* the store knows less than before */
    return p->anew || g->past->version < g->room->version;
}

void hall_catch_up(struct hall *h, struct guest *g)
{
    struct portion p = {.guest = g,
                        .first = g->stream.n,
                        .used = g->behind,
                        .most = (size_t)h->config->queue_kib * 256,
                        .until = uv_hrtime() + SLICE_NS};
    int status = 0;
    if (!g->room->version) {
        /* What waits behind this reads the room, and would answer what the guest has not been told: so the room is
         * loaded now, and hall_resume posts this again, in front. */
        if (hall_room(h, g->room->id, &status)) return;
    } else if (!g->past && tell_tail(g->room, g)) {
        go_live(g);
        return;
    } else {
        status = go_on(h, g, &p);
        g->behind = p.used;
        if (!g->room->version) return;
    }
    if (status == 0 && g->stream.n > g->room->number) p.anew = true;
    if (status < 0) {
        if (status == -EILSEQ || status == -ENOENT) net_conn_close(g->conn, HALL_CLOSE_BROKEN, "please come back");
        else h->deferred = true; /* it may go well soon */
    } else if (p.anew) {
        begin_anew(g);
        hall_catch_up_later(h, g);
    } else if (status == 0) {
        go_live(g);
    } else if (p.used >= p.most) {
        g->stream.state = STREAM_WAITS;
        net_conn_when_empty(g->conn, send_more, h);
    } else {
        hall_catch_up_later(h, g);
    }
    g->kept = g->stream;
}
