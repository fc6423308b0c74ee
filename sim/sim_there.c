/* sim_there.c -- see sim.h: who is at a table, and what clients are told of it. Whoever catches up with a table is told of all who
 * have been there since before it asked, and of nobody who was gone by then: the network says when a server hears that a line is
 * gone, which it acts on when the turn that waits just then is over; other servers hear of that a little later. How exactly it is at
 * the end of a world, when all is calm, is sim_laws.c's. */
#include "sim.h"

#include <stdio.h>
#include <string.h>

enum {
    VISITS = 4096,
    LATE = 20 * S, /* after which other servers have heard of it, be the database away meanwhile */
    NEWS = 3 * S,  /* ... that somebody sits there who is connected to them */
};

/* A client that has a table open on a line. Times are us since the world began; 0: not yet. */
static struct visit {
    char table[ID_LEN + 1], player[PLAYER_LEN + 1];
    const struct line *line;
    const struct node *node;
    uint64_t asked, opened; /* open was sent, and answered well */
    uint64_t leaves, gone;  /* it is about to end; its server knows that it has ended */
    uint64_t done;          /* ... and has done all that it had to do */
} visits[VISITS];
static int visits_n;

void sim_there_begin(void) { visits_n = 0; }

static void end(struct visit *v)
{
    if (!v->leaves) v->leaves = world.now;
    if (!v->gone) v->gone = world.now;
}

void sim_there_asks(const struct line *l, const struct node *n, const char *player, const char *table)
{
    sim_there_leaves(l);
    if (visits_n == VISITS) sim_broken("too many visits");
    struct visit *v = &visits[visits_n++];
    *v = (struct visit){.line = l, .node = n, .asked = world.now};
    snprintf(v->table, sizeof v->table, "%s", table);
    snprintf(v->player, sizeof v->player, "%s", player);
}

void sim_there_opened(const struct line *l)
{
    struct visit *last = NULL;
    for (int i = 0; i < visits_n; i++) {
        if (visits[i].line != l) continue;
        if (last) end(last);
        last = &visits[i];
    }
    if (last && !last->leaves) last->opened = world.now;
}

void sim_there_leaves(const struct line *l)
{
    for (int i = 0; i < visits_n; i++)
        if (visits[i].line == l && !visits[i].leaves) visits[i].leaves = world.now;
}

void sim_there_gone(const struct line *l)
{
    for (int i = 0; i < visits_n; i++)
        if (visits[i].line == l) end(&visits[i]);
}

void sim_there_lost(const struct node *n)
{
    for (int i = 0; i < visits_n; i++)
        if (visits[i].node == n) end(&visits[i]);
}

void sim_there_rests(const struct node *n)
{
    for (int i = 0; i < visits_n; i++)
        if (visits[i].node == n && visits[i].gone && !visits[i].done) visits[i].done = world.now;
}

/* ---- the law ---- */

static bool told_seat(const json_t *there, int seat)
{
    const json_t *one;
    size_t i;
    json_array_foreach(json_object_get(there, "seats"), i, one) if (json_integer_value(one) == seat + 1) return true;
    return false;
}

/* Of those at the table since before it was asked for, and of those who may not be gone: how many sit on this seat; -1: on none. */
static void count(const struct room *r, const struct visit *mine, int seat, int *least, int *most)
{
    *least = *most = 0;
    for (int i = 0; i < visits_n; i++) {
        const struct visit *v = &visits[i];
        if (strcmp(v->table, mine->table) != 0 || room_seat_of(r, v->player) != seat) continue;
        uint64_t known = !v->done ? 0 : v->node == mine->node ? v->done : v->done + LATE;
        *least += v->opened && v->opened <= (v == mine ? world.now : mine->asked) && !v->leaves;
        *most += !known || known > mine->asked;
    }
}

static const struct room *find_room(const char *id, uint64_t *seated)
{
    for (int i = 0; i < sim_seen_tables(); i++)
        if (strcmp(sim_seen_table(i, NULL), id) == 0) return *seated = sim_seen_seated(i), sim_seen_mirror(i);
    return NULL;
}

/* The client has just caught up. Not while people sit down or get up. */
void sim_law_there(int client)
{
    struct heard h;
    const struct visit *mine = NULL;
    uint64_t seated;
    int least, most;
    sim_client_heard(client, &h);
    for (int i = 0; i < visits_n; i++)
        if (visits[i].line == h.line && !visits[i].leaves) mine = &visits[i];
    const struct room *r = mine ? find_room(mine->table, &seated) : NULL;
    if (!r || seated >= mine->asked) return;
    if (!h.there) sim_broken("client %d has caught up, and is not told who is there", client);
    json_t *there = json_loads(h.there, 0, NULL);
    for (int i = 0; i < r->seats; i++) {
        count(r, mine, i, &least, &most);
        if (least && !told_seat(there, i) && seated + NEWS < mine->asked)
            sim_broken("client %d is told %s, and seat %d is there", client, h.there, i + 1);
        if (!most && told_seat(there, i))
            sim_broken("client %d is told %s, and seat %d is not there", client, h.there, i + 1);
    }
    count(r, mine, -1, &least, &most);
    int watching = (int)json_integer_value(json_object_get(there, "watching"));
    if (seated + LATE < mine->asked && (watching < least || watching > most))
        sim_broken("client %d is told %s, and %d to %d are watching", client, h.there, least, most);
    json_decref(there);
}
