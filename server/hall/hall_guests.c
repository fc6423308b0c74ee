/* hall_guests.c -- see hall.h: connections that follow a room, what each is told, and who is there. How they get
 * what happened before is hall_past.c's. */
#include "hall.h"

#include "../base/must.h"

#include <stdlib.h>
#include <string.h>

/* All objects of a public event have its number, and leave in one message. */
void hall_send(struct guest *g, uint32_t number, struct text *t, int how)
{
    uint32_t as = how & TELL_LAZY ? NET_LAZY | NET_PASSING : how & TELL_CLOSES ? NET_CLOSES : 0;
    GAME_ASSERT(!number || number >= g->stream.n);
    if (number) g->stream.n = number, g->stream.at = 0;
    net_conn_send(g->conn, t, number, as);
}

static void tell_guests(void *ctx, const struct room *r, int to, const char *p, size_t n, int how)
{
    struct room_keeper *k = r->keeper;
    (void)ctx;
    if (!k->guests) {
        hall_tail_drop(r); /* it would have a hole */
        return;
    }
    struct text *t = net_text_new(p, n);
    uint32_t number = how & TELL_STANDING ? 0 : r->number;
    for (struct guest *g = k->guests; g; g = g->next)
        if (g->stream.state == STREAM_LIVE && room_hears(r, g->who.player, to)) hall_send(g, number, t, how);
    if (number) hall_tail_add(r, to, t);
    net_text_drop(t);
}

const struct room_listener hall_listener = {.tell = tell_guests};

/* ---- coming and going ---- */

void hall_follow(struct hall *h, struct guest *g, struct room *r, uint32_t last, uint64_t at)
{
    hall_unfollow(h, g);
    GAME_ASSERT(!g->room && !g->past);
    g->room = r;
    g->stream = g->kept = (struct stream){.state = STREAM_DUE, .n = last, .at = at};
    g->behind = 0;
    g->next = r->keeper->guests;
    g->prev = &r->keeper->guests;
    if (r->keeper->guests) r->keeper->guests->prev = &g->next;
    r->keeper->guests = g;
    hall_presence(h, r);
    hall_catch_up_later(h, g);
}

void hall_detach(struct guest *g)
{
    hall_past_drop(g);
    GAME_ASSERT(g->room && *g->prev == g);
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
    GAME_ASSERT(!g->queue.n && !g->room);
    g->all_next = h->guests;
    g->all_prev = &h->guests;
    if (h->guests) h->guests->all_prev = &g->all_next;
    h->guests = g;
    g->queue.guest = g;
}

void hall_remove_guest(struct hall *h, struct guest *g)
{
    queue_clear(&h->queue, &g->queue);
    hall_unfollow(h, g);
    GAME_ASSERT(!g->queue.n && *g->all_prev == g);
    *g->all_prev = g->all_next;
    if (g->all_next) g->all_next->all_prev = g->all_prev;
}

/* ---- who is there ---- */

/* At other servers that share the store. */
struct elsewhere {
    int n, size;
    char player[][PLAYER_LEN + 1];
};

static bool is_elsewhere(const struct room *r, const char *player)
{
    const struct elsewhere *e = r->keeper->elsewhere;
    for (int i = 0; e && i < e->n; i++)
        if (strcmp(e->player[i], player) == 0) return true;
    return false;
}

static void note_elsewhere(void *ctx, const char *player)
{
    struct elsewhere **all = ctx, *e = *all;
    if (!e || e->n == e->size) {
        int n = e ? e->n : 0, size = n ? 2 * n : 4;
        e = *all = must(realloc(e, sizeof *e + (size_t)size * sizeof *e->player));
        e->n = n;
        e->size = size;
    }
    memcpy(e->player[e->n++], player, PLAYER_LEN + 1);
}

static bool same_elsewhere(const struct elsewhere *a, const struct elsewhere *b)
{
    int n = a ? a->n : 0;
    return n == (b ? b->n : 0) && (!n || memcmp(a->player, b->player, (size_t)n * sizeof *a->player) == 0);
}

int hall_ask_elsewhere(struct hall *h, struct room *r)
{
    struct elsewhere *all = NULL;
    int watching = 0, status = store_here(h->store, r->id, note_elsewhere, &all, &watching);
    bool same = watching == r->keeper->watching && same_elsewhere(all, r->keeper->elsewhere);
    if (status || same) return free(all), status; /* what was known stays */
    free(r->keeper->elsewhere);
    r->keeper->elsewhere = all;
    r->keeper->watching = watching;
    r->keeper->there_changed = true;
    return 0;
}

bool hall_is_here(const struct room *r, const char *player)
{
    for (const struct guest *g = r->keeper->guests; g; g = g->next)
        if (strcmp(g->who.player, player) == 0) return true;
    return is_elsewhere(r, player);
}

bool hall_is_heard(struct hall *h, struct room *r, int seat)
{
    for (int i = 0; i < r->seats; i++)
        if (i != seat && r->seat[i].kind == SEAT_HUMAN) return true;
    for (const struct guest *g = r->keeper->guests; g; g = g->next)
        if (room_seat_of(r, g->who.player) < 0) return true;
    return hall_ask_elsewhere(h, r) || r->keeper->watching > 0; /* not known: perhaps */
}

void hall_presence(struct hall *h, struct room *r)
{
    r->keeper->there_changed = r->keeper->here_changed = true;
    hall_touch(h, r);
    hall_lobby_look(h, r);
}

/* Publishes to the other servers who is connected to this table here. */
static void publish(struct hall *h, struct room *r)
{
    const char *players[MAX_SEATS];
    int n = 0, watching = 0;
    r->keeper->here_changed = false;
    for (const struct guest *g = r->keeper->guests; g; g = g->next) {
        int seat = room_seat_of(r, g->who.player), i = 0;
        while (i < n && strcmp(players[i], g->who.player) != 0) i++;
        if (seat < 0) watching++;
        else if (i == n && n < MAX_SEATS) players[n++] = g->who.player;
    }
    store_here_set(h->store, r->id, players, n, watching);
}

static void tell_there(struct hall *h, struct room *r)
{
    struct out *o = hall_out(h);
    int watching = r->keeper->watching;
    struct seats here = {{0, 0}};
    for (const struct guest *g = r->keeper->guests; g; g = g->next) {
        int seat = room_seat_of(r, g->who.player);
        if (seat >= 0) seats_add(&here, seat);
        else watching++;
    }
    for (int i = 0; i < r->seats; i++)
        if (r->seat[i].kind == SEAT_HUMAN && is_elsewhere(r, r->seat[i].player)) seats_add(&here, i);
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
    for (struct guest *g = r->keeper->guests; g; g = g->next) net_conn_send(g->conn, t, 0, NET_LAZY);
    net_text_drop(t);
    r->keeper->there_changed = false;
}

/* ---- the end of a turn ---- */

void hall_keep(struct hall *h, struct room *r)
{
    if (r->keeper->here_changed && (r->version || !r->keeper->guests)) publish(h, r);
    if (!r->version) return; /* it is loaded again first */
    if (r->keeper->there_changed) tell_there(h, r);
    for (struct guest *g = r->keeper->guests; g; g = g->next) {
        GAME_ASSERT(g->room == r && (g->stream.state != STREAM_LIVE || g->stream.n <= r->number));
        g->kept = g->stream;
    }
}

void hall_rewind(struct room *r)
{
    for (struct guest *g = r->keeper->guests; g; g = g->next) g->stream = g->kept;
}

void hall_resume(struct hall *h, struct room *r)
{
    r->keeper->there_changed = r->keeper->here_changed = true;
    for (struct guest *g = r->keeper->guests; g; g = g->next) {
        if (g->stream.state == STREAM_WAITS) continue;
        g->stream.resumed |=
            g->stream.state == STREAM_LIVE; /* private events have no number: any may have gone or come */
        hall_catch_up_later(h, g);
    }
}
