/* hall_guests.c -- see hall.h: connections that follow a room. What each is told, and how whoever
 * opens a table or comes back gets what it missed: at the end of the turn, all of a room in one go,
 * and of a long stream only half a queue at a time, since all of it at once would look like a
 * slow reader. */
#include "hall.h"

#include <string.h>

/* An object of a public event has the event's number; all of those leave in one message. In
 * protocol 1 objects were counted, for each connection from 1. */
static void send_object(struct guest *g, const struct room *r, struct text *t, int how)
{
    bool numbered = !(how & TELL_STANDING);
    if (numbered) g->stream.n = r->number, g->stream.at = 0, g->stream.sent++;
    uint64_t number = g->protocol == 1 ? g->stream.sent : r->number;
    net_conn_send(g->conn, t, numbered ? number : 0, how & TELL_LAZY && r->seats > 4);
}

static void tell_guests(void *ctx, const struct room *r, int to, const char *p, size_t n, int how)
{
    struct text *t = NULL;
    (void)ctx;
    for (struct guest *g = r->keeper->guests; g; g = g->next) {
        if (g->stream.state != STREAM_LIVE || !room_hears(r, g->who.player, to)) continue;
        if (!t) t = net_text_new(p, n);
        send_object(g, r, t, how);
    }
    if (t) net_text_drop(t);
}

const struct room_listener hall_listener = {.tell = tell_guests};

/* ---- catching up ---- */

/* A room that is gone through again, for the guests of the room as it is now. */
struct past {
    const struct room *now;
    size_t portion; /* bytes after which a guest waits */
};

/* Portions are cut between events. What a guest has may be of a table that went another way: before
 * a backup was restored. */
static void past_event(void *ctx, const struct room *r)
{
    const struct past *past = ctx;
    for (struct guest *g = past->now->keeper->guests; g; g = g->next) {
        struct stream *s = &g->stream;
        if (s->state != STREAM_DUE) continue;
        if (r->number == s->n && s->at && s->at != r->at) s->state = STREAM_ANEW;
        else if (r->number > s->n && g->used >= past->portion) s->state = STREAM_WAITS;
    }
}

static void tell_past(void *ctx, const struct room *r, int to, const char *p, size_t n, int how)
{
    const struct past *past = ctx;
    struct text *t = NULL;
    if (how & TELL_STANDING) return; /* that is said at the end, as it stands then */
    for (struct guest *g = past->now->keeper->guests; g; g = g->next) {
        if (g->stream.state != STREAM_DUE || r->number < g->first || !room_hears(r, g->who.player, to)) continue;
        g->used += n;
        if (!t) t = net_text_new(p, n);
        send_object(g, r, t, 0);
    }
    if (t) net_text_drop(t);
}

/* To one guest alone. */
static void tell_one(void *ctx, const struct room *r, int to, const char *p, size_t n, int how)
{
    struct guest *g = ctx;
    if (!room_hears(r, g->who.player, to)) return;
    struct text *t = net_text_new(p, n);
    send_object(g, r, t, how & ~TELL_LAZY);
    net_text_drop(t);
}

/* The connection has sent all it had: the next portion. */
static void send_more(void *hall, struct conn *conn)
{
    struct hall *h = hall;
    struct guest *g = net_conn_user(conn);
    if (g->stream.state != STREAM_WAITS || h->stopping) return;
    g->stream.state = STREAM_DUE;
    g->room->keeper->catching_up = true;
    hall_touch(h, g->room);
}

static void begin_anew(struct guest *g)
{
    static const char anew[] = "{\"t\":\"anew\"}";
    struct text *t = net_text_new(anew, sizeof anew - 1);
    g->stream = (struct stream){.state = STREAM_DUE};
    net_conn_send(g->conn, t, 0, false);
    net_text_drop(t);
}

/* Goes through the room once, for those who are due. True: some of them begin anew. */
static bool go_through(struct hall *h, struct room *r)
{
    struct past past = {r, (size_t)h->config->queue_kib * 256};
    struct room_listener listener = {.event = past_event, .tell = tell_past, .ctx = &past};
    bool anew = false;
    for (struct guest *g = r->keeper->guests; g; g = g->next) g->used = 0, g->first = (uint64_t)g->stream.n + 1;
    int status = hall_replay(h, r->id, &listener);
    if (status && !h->failed) h->failed = status; /* nothing of it leaves */
    for (struct guest *g = r->keeper->guests; g; g = g->next) {
        if (g->stream.state == STREAM_DUE && !status && g->stream.n > r->number) g->stream.state = STREAM_ANEW;
        if (g->stream.state != STREAM_ANEW) continue;
        begin_anew(g);
        anew = true;
    }
    return anew;
}

void hall_catch_up(struct hall *h, struct room *r)
{
    if (!r->keeper->catching_up) return;
    r->keeper->catching_up = false;
    while (go_through(h, r)) continue;
    for (struct guest *g = r->keeper->guests; g; g = g->next) {
        if (g->stream.state == STREAM_WAITS) net_conn_when_empty(g->conn, send_more, h);
        if (g->stream.state != STREAM_DUE) continue;
        g->stream.state = STREAM_LIVE;
        g->stream.n = r->number;
        room_tell_standing(r, room_seat_of(r, g->who.player), &(struct room_listener){.tell = tell_one, .ctx = g});
    }
}

/* ---- coming and going ---- */

void hall_follow(struct hall *h, struct guest *g, struct room *r, uint32_t last, uint64_t at)
{
    hall_unfollow(h, g);
    g->room = r;
    g->stream = (struct stream){.state = STREAM_DUE, .n = last, .at = at};
    r->keeper->catching_up = true;
    g->next = r->keeper->guests;
    g->prev = &r->keeper->guests;
    if (r->keeper->guests) r->keeper->guests->prev = &g->next;
    r->keeper->guests = g;
    hall_presence(h, r);
}

void hall_detach(struct guest *g)
{
    *g->prev = g->next;
    if (g->next) g->next->prev = g->prev;
    g->room = NULL;
    g->stream = g->kept = (struct stream){.state = STREAM_NONE};
}

void hall_unfollow(struct hall *h, struct guest *g)
{
    struct room *r = g->room;
    if (!r) return;
    hall_detach(g);
    hall_presence(h, r);
}

void hall_add_guest(struct hall *h, struct guest *g)
{
    g->all_next = h->guests;
    g->all_prev = &h->guests;
    if (h->guests) h->guests->all_prev = &g->all_next;
    h->guests = g;
}

void hall_remove_guest(struct hall *h, struct guest *g)
{
    hall_unfollow(h, g);
    *g->all_prev = g->all_next;
    if (g->all_next) g->all_next->all_prev = g->all_prev;
}

bool hall_is_here(const struct room *r, const char *player)
{
    for (const struct guest *g = r->keeper->guests; g; g = g->next)
        if (strcmp(g->who.player, player) == 0) return true;
    return false;
}

void hall_presence(struct hall *h, struct room *r)
{
    r->keeper->there_changed = true;
    hall_touch(h, r);
}

static void tell_there(struct hall *h, struct room *r)
{
    struct out *o = hall_out(h);
    int watching = 0;
    struct seats here = {{0, 0}};
    for (const struct guest *g = r->keeper->guests; g; g = g->next) {
        int seat = room_seat_of(r, g->who.player);
        if (seat >= 0) seats_add(&here, seat);
        else watching++;
    }
    out_str(o, "{\"t\":\"there\",\"seats\":[");
    for (int i = 0; i < r->seats; i++)
        if (seats_has(here, i)) {
            out_comma(o);
            out_int(o, i + 1);
        }
    out_char(o, ']');
    out_key_int(o, "watching", watching);
    out_char(o, '}');
    struct text *t = net_text_new(o->p, o->len);
    for (struct guest *g = r->keeper->guests; g; g = g->next) net_conn_send(g->conn, t, 0, true);
    net_text_drop(t);
    r->keeper->there_changed = false;
}

/* ---- the end of a turn ---- */

void hall_keep(struct hall *h, struct room *r)
{
    if (r->keeper->there_changed) tell_there(h, r);
    for (struct guest *g = r->keeper->guests; g; g = g->next) g->kept = g->stream;
}

void hall_rewind(struct hall *h, struct room *r)
{
    r->keeper->catching_up = false;
    for (struct guest *g = r->keeper->guests, *next; g; g = next) {
        next = g->next;
        g->stream = g->kept;
        if (g->stream.state == STREAM_NONE) hall_detach(g); /* it was told that this failed */
        if (g->stream.state == STREAM_WAITS) net_conn_when_empty(g->conn, send_more, h);
    }
}
