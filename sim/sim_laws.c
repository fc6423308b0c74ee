/* sim_laws.c -- see sim.h: what must hold. What a client heard is exactly what the events in the database tell that
 * player: nothing that is for others, nothing twice, no hole, nothing that was not stored. At the end, when all is calm,
 * everybody has heard everything, every message was answered, and nothing that is due is left. */
#include "sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a player should hear of a table, compared with what was heard. */
struct compare {
    struct room *room;
    const char *player;
    const struct heard *heard;
    int client, i; /* whose, and how far it is right */
};

static void expect(void *ctx, const struct room *r, int to, const char *text, size_t n, int how)
{
    struct compare *c = ctx;
    if (how & TELL_STANDING || r->number > c->heard->last || !room_hears(r, c->player, to)) return;
    const char *got = c->i < c->heard->n ? c->heard->text[c->i] : "(nothing)";
    bool same = c->i < c->heard->n && strlen(got) == n && memcmp(got, text, n) == 0;
    bool over = r->set.day && strstr(got, "\"t\":\"over\"");
    const char *salt = over ? strstr(got, ",\"salt\":") : NULL; /* told or not: that is sim_days.c's */
    if (salt) same = n > (size_t)(salt - got) && memcmp(got, text, (size_t)(salt - got)) == 0;
    if (!same) sim_broken("client %d heard %s instead of %.*s", c->client, got, (int)n, text);
    c->i++;
}

static int step(void *ctx, const struct event *e)
{
    struct compare *c = ctx;
    struct room_listener listener = {.tell = expect, .ctx = c};
    if (!room_step(c->room, e, &listener)) sim_broken("the events of %s do not fit", c->room->id);
    return 0;
}

/* all: not only up to what it has heard. */
static void law_stream(int client, bool all)
{
    struct heard h;
    sim_client_heard(client, &h);
    if (!h.table[0] || (!h.n && !all)) return;
    if (all) h.last = UINT32_MAX;
    struct compare c = {.room = room_new(h.table), .heard = &h, .client = client};
    c.player = sim_client_player(client);
    sim_seen_each(h.table, step, &c);
    if (c.i < h.n) sim_broken("client %d heard %s, which nobody should have told", client, h.text[c.i]);
    room_free(c.room);
}

void sim_law_stream(int client) { law_stream(client, false); }

/* Who is at the table, in truth. */
static void law_there(int client, const struct heard *h, const struct room *r)
{
    char seats[512] = "[", want[600];
    int watching = 0;
    bool here[MAX_SEATS] = {false};
    for (int i = 0; i < world.clients; i++) {
        struct heard other;
        sim_client_heard(i, &other);
        if (!other.live || strcmp(other.table, h->table) != 0) continue;
        int seat = room_seat_of(r, sim_client_player(i));
        if (seat >= 0) here[seat] = true;
        else watching++;
    }
    for (int i = 0; i < r->seats; i++)
        if (here[i]) snprintf(seats + strlen(seats), 8, "%s%d", seats[1] ? "," : "", i + 1);
    snprintf(want, sizeof want, "{\"t\":\"there\",\"seats\":%s],\"watching\":%d}", seats, watching);
    if (!h->there || strcmp(h->there, want) != 0)
        sim_broken("client %d thinks %s, and it is %s", client, h->there ? h->there : "nothing", want);
}

static void law_client(int i)
{
    struct heard h;
    law_stream(i, true);
    sim_client_heard(i, &h);
    if (h.waits) sim_broken("client %d still waits for the answer to %s", i, h.waits);
    if (!h.table[0]) return;
    if (!h.live) sim_broken("client %d could not come back", i);
    sim_law_stands(i, true);
    sim_law_back(i);
    for (int k = 0; k < sim_seen_tables(); k++) {
        const struct room *r = sim_seen_mirror(k);
        if (strcmp(r->id, h.table) != 0) continue;
        law_there(i, &h, r);
    }
}

/* Nothing that has a time is left behind; nor dice to roll, nor bots to move. */
static void law_table(int i)
{
    struct store_row row;
    const char *id = sim_seen_table(i, &row);
    const struct room *r = sim_seen_mirror(i);
    uint64_t now = sim_wall() / 1000;
    struct event e;
    char line[1024];
    struct out o = {.p = line, .size = sizeof line};
    if (row.version != r->version || row.status != r->status) sim_broken("the row of %s says something else", id);
    if (r->status != TABLE_PLAYING) return;
    if (world.shared && r->due && r->due + 15000 < now)
        sim_broken("time has been up at %s for %llu ms", id, (unsigned long long)(now - r->due));
    if (r->due && row.due == 0) sim_broken("nobody will look at %s when time is up", id);
    uint64_t at = r->due ? r->due - 1 : now;
    if (room_next(r, at, &e, &o)) sim_broken("something waits to happen at %s: kind %d", id, e.kind);
    for (int k = 0; k < r->seats; k++)
        if (room_bot_acts(r, k) && r->changed + 100000 < now) sim_broken("a bot of %s does not move", id);
}

void sim_law_end(void)
{
    for (int i = 0; i < sim_seen_tables(); i++) law_table(i);
    for (int i = 0; i < world.clients; i++) law_client(i), sim_law_lobby_end(i, sim_client_lobby(i));
}
