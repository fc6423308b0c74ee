/* sim_lobby.c -- see sim.h: what clients are told of the lobby. Each list holds tables that were in it when it was made, as the
 * database has them, none twice, few of one owner; and all of those who have few. Nobody is told who has not asked. When all is calm
 * the last list that was told is the one that anybody gets who asks, and a table whose people are there is in it. */
#include "sim.h"

#include <stdlib.h>
#include <string.h>

enum { OWNER = 3, SHOWN = 100, QUIET = 5 * S }; /* tables of one owner; of all; us, after which everybody is told */

static const char *word(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));
    return s ? s : "";
}

static const json_t *find(const json_t *tables, const char *id)
{
    const json_t *one;
    size_t i;
    json_array_foreach(tables, i, one) if (strcmp(word(one, "id"), id) == 0) return one;
    return NULL;
}

/* Of that owner, in the list. */
static int count(const json_t *tables, const char *owner)
{
    const json_t *one;
    size_t i;
    int n = 0;
    json_array_foreach(tables, i, one) n += strcmp(word(one, "owner"), owner) == 0;
    return n;
}

/* How many of an owner may have been in the lobby at some moment since then: also those that have had another owner since. */
static int may_have(const char *owner, uint64_t since)
{
    int n = 0;
    for (int i = 0; i < sim_seen_tables(); i++) {
        struct sim_place p = sim_seen_place(i);
        bool in = p.in || p.left >= since;
        n += in && (p.changed >= since || strcmp(sim_seen_mirror(i)->owner, owner) == 0);
    }
    return n;
}

static void law_each(int client, const json_t *tables, uint64_t since)
{
    const json_t *one;
    size_t k;
    json_array_foreach(tables, k, one)
    {
        const char *id = word(one, "id");
        int i = 0;
        while (i < sim_seen_tables() && strcmp(sim_seen_table(i, NULL), id) != 0) i++;
        struct sim_place p = i < sim_seen_tables() ? sim_seen_place(i) : (struct sim_place){.in = false};
        if (!p.in && (!p.left || p.left < since))
            sim_broken("client %d is told of %s, which is not in the lobby", client, id);
        if (strcmp(word(one, "status"), "open") != 0 || !sim_seen_mirror(i)->set.listed || sim_seen_mirror(i)->set.day)
            sim_broken("client %d is told of %s in the lobby, which nobody may join", client, id);
        if (find(tables, id) != one) sim_broken("client %d is told of %s twice", client, id);
        if (count(tables, word(one, "owner")) > OWNER)
            sim_broken("client %d is told of too many tables of one owner", client);
    }
    if (json_array_size(tables) > SHOWN) sim_broken("client %d is told of too many tables", client);
}

/* since: the list was made after that. */
void sim_law_lobby(int client, const json_t *tables, uint64_t since)
{
    law_each(client, tables, since);
    for (int i = 0; i < sim_seen_tables(); i++) {
        struct sim_place p = sim_seen_place(i);
        bool there = p.in && p.changed < since && may_have(sim_seen_mirror(i)->owner, since) <= OWNER;
        const char *id = sim_seen_table(i, NULL);
        if (there && !find(tables, id)) sim_broken("client %d is not told of %s, which is in the lobby", client, id);
    }
}

void sim_lobby_told(int client, struct lobby_told *l, const json_t *tables, uint64_t since)
{
    sim_law_lobby(client, tables, since);
    l->last = json_dumps(tables, JSON_COMPACT);
}

/* ---- at the end ---- */

static bool is_there(const struct room *r)
{
    for (int i = 0; i < world.clients; i++) {
        struct heard h;
        sim_client_heard(i, &h);
        if (h.live && strcmp(h.table, r->id) == 0 && room_seat_of(r, sim_client_player(i)) >= 0) return true;
    }
    return false;
}

static void law_same(int client, const json_t *told, const json_t *fresh)
{
    const json_t *one;
    size_t i;
    json_array_foreach(told, i, one)
    {
        const json_t *other = find(fresh, word(one, "id"));
        if (!other || !json_equal(one, other))
            sim_broken("client %d thinks that %s is in the lobby, or that it is another", client, word(one, "id"));
    }
    if (json_array_size(told) != json_array_size(fresh))
        sim_broken("client %d knows of %d tables in the lobby, of %d", client, (int)json_array_size(told),
                   (int)json_array_size(fresh));
}

void sim_law_lobby_end(int client, const struct lobby_told *l)
{
    if (!l->fresh || sim_seen_lobby_changed() + QUIET > l->fresh_at) return;
    json_t *fresh = json_loads(l->fresh, 0, NULL), *told = l->last ? json_loads(l->last, 0, NULL) : NULL;
    if (l->is == LOBBY_ON) law_same(client, told, fresh);
    for (int i = 0; i < sim_seen_tables(); i++) {
        const struct room *r = sim_seen_mirror(i);
        if (r->status != TABLE_OPEN || !r->set.listed || !is_there(r) || find(fresh, r->id)) continue;
        if (may_have(r->owner, 0) <= OWNER)
            sim_broken("%s is open to all, somebody waits there, and nobody is told", r->id);
    }
    json_decref(fresh);
    json_decref(told);
}
