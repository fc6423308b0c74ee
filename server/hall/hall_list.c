/* hall_list.c -- see hall.h: lists of tables. Called by hall_lobby.c, actions.c and api.c.
 *
 * A player id costs nothing, so that one person could fill the lobby. It shows so many tables at most, and few of one owner: first
 * those of hosts who are no newcomers, then of newcomers; of each the newest of every host, then the next of every
 * host, and so on. All newcomers of one address are one host. Where there is room for all that only changes the order. */
#include "../base/must.h"
#include "hall.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHOWN = 100,      /* tables of a list */
    LOOKED_AT = 3000, /* rows that are read for that, at most */
    OWNER_SHOWN = 3,  /* tables of one owner in the lobby */
    PLACES = 8192,    /* for names: more than there may be */
    ASKED = 32,       /* owners of whom the store is asked for one list */
    TABLES = 200,     /* tables of an owner that are looked at for that */
    OLD_MS = 3600000, /* how long an entry of a player who is no newcomer is kept */
    NEW_MS = 300000,  /* ... of a newcomer */
};

/* An owner, or an address, with tables in the lobby. */
struct host {
    char name[PLAYER_LEN + 1]; /* "": nobody */
    uint32_t from;             /* where an owner comes from, as in struct hall_host */
    int tables;
    bool old;  /* no newcomer */
    bool told; /* ... as the store said for this list */
};

struct listed {
    char *summary;
    struct host *owner;
    int nth; /* of its host's tables, from 0 */
    int age; /* among all */
};

struct lobby {
    const struct hall *hall;
    struct host host[PLACES];
    struct listed table[LOOKED_AT];
    int n;
};

/* Keyed, as tokens cost nothing and a player could look for ids that collide. */
static uint32_t hash_host(const struct hall *h, const char *name)
{
    uint64_t hash;
    _Static_assert(sizeof h->host_key == crypto_shorthash_KEYBYTES, "the key of a hash");
    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)name, strlen(name), h->host_key);
    return (uint32_t)hash;
}

/* The owner in a summary, or NULL. */
static const char *owner_of(const char *summary)
{
    static const char key[] = "\"owner\":\"";
    const char *p = summary ? strstr(summary, key) : NULL;
    return p && strlen(p) >= sizeof key - 1 + PLAYER_LEN ? p + sizeof key - 1 : NULL;
}

static struct host *host_of(struct lobby *l, const char *name)
{
    uint32_t i = hash_host(l->hall, name) % PLACES;
    while (l->host[i].name[0] && strcmp(l->host[i].name, name) != 0) i = (i + 1) % PLACES;
    return &l->host[i];
}

static int note_table(void *ctx, const struct store_row *row)
{
    struct lobby *l = ctx;
    const char *owner = owner_of(row->summary);
    char name[PLAYER_LEN + 1];
    if (!owner) return 0;
    memcpy(name, owner, PLAYER_LEN);
    name[PLAYER_LEN] = 0;
    struct host *host = host_of(l, name);
    memcpy(host->name, name, sizeof name);
    if (host->tables >= OWNER_SHOWN) return 0;
    l->table[l->n] = (struct listed){must(strdup(row->summary)), host, host->tables++, l->n};
    l->n++;
    return 0;
}

/* ---- who is a newcomer ---- */

static int find_old(void *ctx, const struct store_row *row)
{
    const uint64_t *before = ctx;
    return row->status != TABLE_OPEN && row->created < *before;
}

/* What is remembered of an owner, or NULL. make: room is made for it, where that is free or of somebody whose time has
 * passed; and for who is no newcomer, of a newcomer: however many of these there are, they push nobody out. */
static struct hall_host *remembered(struct hall *h, const char *player, bool make, bool old)
{
    struct hall_host *set = &h->host[hash_host(h, player) % (HALL_HOSTS / HALL_HOST_WAYS) * HALL_HOST_WAYS];
    struct hall_host *place = NULL, *new = NULL;
    uint64_t tick = uv_now(h->loop);
    for (int i = 0; i < HALL_HOST_WAYS; i++) {
        if (strcmp(set[i].player, player) == 0) return &set[i];
        if (tick >= set[i].until) place = &set[i];
        else if (!set[i].old) new = &set[i];
    }
    if (!place && old) place = new;
    if (!make || !place) return NULL;
    *place = (struct hall_host){.until = 0};
    memcpy(place->player, player, sizeof place->player);
    return place;
}

/* Asks the store whether an owner sat at a table that began, and was made more than an hour ago, and remembers it. 1, 0 or
 * a negative errno. */
static int ask_old(struct hall *h, const char *player)
{
    uint64_t before = hall_now(h) - HALL_NEWCOMER_S * UINT64_C(1000);
    int old = store_list(h->store, LIST_PLAYER, player, 0, TABLES, find_old, &before);
    struct hall_host *k = old < 0 ? NULL : remembered(h, player, true, old > 0);
    if (k) k->old = old > 0, k->until = uv_now(h->loop) + (k->old ? OLD_MS : NEW_MS);
    return old;
}

/* Sets `old` of those who are no newcomers. Of whom that is not known the store is asked, of a few each time: the next
 * list goes on where this one ends, so that each has a turn however many there are. 0 or a negative errno. */
static int tell_newcomers(struct hall *h, struct lobby *l)
{
    int from = l->n ? h->host_asked % l->n : 0, asked = 0;
    for (int i = 0; i < l->n; i++) {
        int at = (from + i) % l->n;
        struct host *host = l->table[at].owner;
        const struct hall_host *k = remembered(h, host->name, false, false);
        if (host->told) continue;
        if (k) host->old = k->old;
        if (k && uv_now(h->loop) < k->until) continue;
        if (asked++ == ASKED) h->host_asked = at;
        if (asked > ASKED) continue;
        int old = ask_old(h, host->name);
        if (old < 0) return old;
        host->old = old;
        host->told = true;
    }
    return 0;
}

/* ---- in turn ---- */

/* The tables of newcomers are counted by the address they come from, as far as it is known. */
static void count_networks(struct hall *h, struct lobby *l)
{
    char name[16];
    for (const struct guest *g = h->guests; g; g = g->all_next) {
        struct host *host = g->hello && g->who.from[0] ? host_of(l, g->who.player) : NULL;
        if (!host || !host->name[0]) continue;
        struct hall_host *k = remembered(h, host->name, true, host->old);
        host->from = hash_host(h, g->who.from) | 1;
        if (k) k->from = host->from;
    }
    for (int i = 0; i < l->n; i++) {
        struct host *owner = l->table[i].owner;
        const struct hall_host *k = remembered(h, owner->name, false, false);
        if (!owner->from && k) owner->from = k->from;
        if (owner->old || !owner->from) continue;
        snprintf(name, sizeof name, "from %08x", owner->from);
        struct host *network = host_of(l, name);
        memcpy(network->name, name, sizeof name);
        l->table[i].nth = network->tables++;
    }
}

static int compare(const void *a, const void *b)
{
    const struct listed *x = a, *y = b;
    if (x->owner->old != y->owner->old) return x->owner->old ? -1 : 1;
    if (x->nth != y->nth) return x->nth < y->nth ? -1 : 1;
    return x->age < y->age ? -1 : x->age > y->age;
}

static int list_lobby(struct hall *h, struct out *o)
{
    struct lobby *l = must(calloc(1, sizeof *l));
    l->hall = h;
    int status = store_list(h->store, LIST_LOBBY, NULL, 0, LOOKED_AT, note_table, l);
    if (status >= 0) status = tell_newcomers(h, l);
    count_networks(h, l);
    qsort(l->table, (size_t)l->n, sizeof *l->table, compare);
    for (int i = 0; i < l->n; i++) {
        if (i < SHOWN) out_comma(o), out_str(o, l->table[i].summary);
        free(l->table[i].summary);
    }
    free(l);
    return status;
}

static int list_row(void *ctx, const struct store_row *row)
{
    out_comma(ctx);
    out_str(ctx, row->summary ? row->summary : "{}");
    return 0;
}

int hall_list(struct hall *h, enum store_list which, const char *player, struct out *o)
{
    out_char(o, '[');
    int status = which == LIST_LOBBY ? list_lobby(h, o) : store_list(h->store, which, player, 0, SHOWN, list_row, o);
    out_char(o, ']');
    return status < 0 ? status : 0;
}
