/* hall_guests.c -- see hall.h: connections that follow a room. What each is told, and how whoever
 * opens a table or comes back gets what it missed: at the end of the turn, all of a room in one go,
 * and of a long stream only half a queue at a time, since all of it at once would look like a
 * slow reader. */
#include "hall.h"

#include <string.h>

static bool hears(const struct room *r, const struct guest *g, int to)
{
    if (to == TO_ALL) return true;
    if (to == TO_REST) return room_seat_of(r, g->who.player) < 0;
    if (to >= TO_BUT) return strcmp(r->seat[to - TO_BUT].player, g->who.player) != 0;
    return r->seat[to].kind == SEAT_HUMAN && strcmp(r->seat[to].player, g->who.player) == 0;
}

static void tell_guests(void *ctx, const struct room *r, int to, const char *p, size_t n, bool lazy)
{
    struct text *t = NULL;
    (void)ctx;
    for (struct guest *g = r->guests; g; g = g->next) {
        if (g->behind || !hears(r, g, to)) continue;
        if (!t) t = text_new(p, n);
        conn_send(g->conn, t, ++g->n, lazy && r->seats > 4);
    }
    if (t) text_drop(t);
}

const struct room_ears hall_ears = {.tell = tell_guests};

/* ---- catching up ---- */

/* A room that is gone through again, for the guests of the room as it is now. */
struct past {
    const struct room *now;
    size_t portion; /* bytes one guest gets at once */
};

static void tell_past(void *ctx, const struct room *r, int to, const char *p, size_t n, bool lazy)
{
    const struct past *past = ctx;
    struct text *t = NULL;
    (void)lazy;
    for (struct guest *g = past->now->guests; g; g = g->next) {
        if (!g->hungry || !hears(r, g, to) || ++g->seen <= g->n || g->full) continue;
        g->full = g->used && g->used + n > past->portion;
        if (g->full) continue;
        g->used += n;
        if (!t) t = text_new(p, n);
        conn_send(g->conn, t, ++g->n, false);
    }
    if (t) text_drop(t);
}

/* The connection has sent all it had: the next portion. */
static void feed_more(void *hall, struct conn *conn)
{
    struct hall *h = hall;
    struct guest *g = conn_user(conn);
    if (!g->behind || h->stopping) return;
    g->fed = g->hungry = g->room->hungry = true;
    hall_touch(h, g->room);
}

void hall_catch_up(struct hall *h, struct room *r)
{
    struct past past = {r, (size_t)h->config->queue_kib * 512};
    struct room_ears ears = {.tell = tell_past, .ctx = &past};
    if (!r->hungry) return;
    r->hungry = false;
    for (struct guest *g = r->guests; g; g = g->next) g->seen = g->used = 0, g->full = false;
    int status = hall_replay(h, r->id, &ears);
    if (status && !h->failed) h->failed = status; /* nothing of it leaves */
    for (struct guest *g = r->guests; g; g = g->next) {
        if (!g->hungry) continue;
        g->hungry = false;
        g->behind = g->full;
        if (g->full) conn_when_empty(g->conn, feed_more, h);
        else g->n = g->seen;
    }
}

/* ---- coming and going ---- */

void hall_follow(struct hall *h, struct guest *g, struct room *r, uint64_t last)
{
    hall_unfollow(h, g);
    g->room = r;
    g->n = g->n_kept = last;
    g->fresh = g->hungry = g->behind = r->hungry = true;
    g->next = r->guests;
    g->prev = &r->guests;
    if (r->guests) r->guests->prev = &g->next;
    r->guests = g;
    hall_presence(h, r);
}

void hall_detach(struct guest *g)
{
    *g->prev = g->next;
    if (g->next) g->next->prev = g->prev;
    g->room = NULL;
    g->behind = g->hungry = g->fresh = g->fed = false;
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
    for (const struct guest *g = r->guests; g; g = g->next)
        if (strcmp(g->who.player, player) == 0) return true;
    return false;
}

void hall_presence(struct hall *h, struct room *r)
{
    r->there_changed = true;
    hall_touch(h, r);
}

static void tell_there(struct hall *h, struct room *r)
{
    struct out *o = hall_out(h);
    int watching = 0;
    struct seats here = {{0, 0}};
    for (const struct guest *g = r->guests; g; g = g->next) {
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
    struct text *t = text_new(o->p, o->len);
    for (struct guest *g = r->guests; g; g = g->next) conn_send(g->conn, t, 0, true);
    text_drop(t);
    r->there_changed = false;
}

/* ---- the end of a turn ---- */

void hall_keep(struct hall *h, struct room *r)
{
    if (r->there_changed) tell_there(h, r);
    for (struct guest *g = r->guests; g; g = g->next) {
        g->n_kept = g->n;
        g->fresh = g->fed = false;
    }
}

void hall_rewind(struct hall *h, struct room *r)
{
    r->hungry = false;
    for (struct guest *g = r->guests, *next; g; g = next) {
        next = g->next;
        g->n = g->n_kept;
        g->hungry = false;
        if (g->fresh) { /* it was told that this failed */
            hall_detach(g);
        } else if (g->fed) {
            g->behind = true;
            conn_when_empty(g->conn, feed_more, h);
        }
    }
}
