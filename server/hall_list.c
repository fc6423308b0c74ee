/* hall_list.c -- see hall.h: lists of tables. Called by hall_lobby.c, actions.c and api.c.
 *
 * Players cost nothing, so that anybody could fill the lobby. It shows so many tables at most, and few of one owner: first
 * those of hosts who are no newcomers, then of newcomers; of each the newest of every host, then the next of every
 * host, and so on. All newcomers of one address are one host. Where there is room for all that only changes the order. */
#include "hall.h"
#include "hash.h"
#include "must.h"

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
    OLD_MS = 3600000, /* what is known of somebody who is no newcomer is kept so long */
    NEW_MS = 300000,  /* ... of a newcomer */
};

/* An owner, or an address, with tables in the lobby. */
struct host {
    char name[PLAYER_LEN + 1]; /* "": nobody */
    uint32_t from;             /* where an owner comes from, as in struct hall_host */
    int tables;
    bool old; /* no newcomer */
};

struct listed {
    char *summary;
    struct host *owner;
    int nth; /* of its host's tables, from 0 */
    int age; /* among all */
};

struct lobby {
    struct host host[PLACES];
    struct listed table[LOOKED_AT];
    int n;
};

/* The owner in a summary, or NULL. */
static const char *owner_of(const char *summary)
{
    static const char key[] = "\"owner\":\"";
    const char *p = summary ? strstr(summary, key) : NULL;
    return p && strlen(p) >= sizeof key - 1 + PLAYER_LEN ? p + sizeof key - 1 : NULL;
}

static struct host *host_of(struct lobby *l, const char *name)
{
    uint32_t i = hash_text(name) % PLACES;
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

/* What is remembered of an owner; another's place may have been taken. */
static struct hall_host *remembered(struct hall *h, const char *player)
{
    struct hall_host *k = &h->host[hash_text(player) % HALL_HOSTS];
    if (strcmp(k->player, player) != 0) {
        *k = (struct hall_host){.until = 0};
        memcpy(k->player, player, sizeof k->player);
    }
    return k;
}

/* Sets `old` of those who sat at a table that began, and was made more than an hour ago. Of whom that is not known the
 * store is asked, of a few each time. 0 or a negative errno. */
static int tell_newcomers(struct hall *h, struct lobby *l)
{
    uint64_t now = hall_now(h), before = now - HALL_NEWCOMER_S * UINT64_C(1000), tick = uv_now(h->loop);
    int asked = 0;
    for (int i = 0; i < l->n; i++) {
        struct host *host = l->table[i].owner;
        struct hall_host *k = remembered(h, host->name);
        if (tick >= k->until && asked++ < ASKED) {
            int status = store_list(h->store, LIST_PLAYER, host->name, 0, TABLES, find_old, &before);
            if (status < 0) return status;
            k = remembered(h, host->name);
            k->old = status > 0;
            k->until = tick + (k->old ? OLD_MS : NEW_MS);
        }
        host->old = k->old;
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
        if (host && host->name[0]) host->from = remembered(h, host->name)->from = hash_text(g->who.from) | 1;
    }
    for (int i = 0; i < l->n; i++) {
        struct host *owner = l->table[i].owner;
        if (!owner->from) owner->from = remembered(h, owner->name)->from;
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
