/* actions_bounds.c -- see actions.h: may somebody make something new, a table or a name? A player costs nothing, so what
 * bounds one player bounds nobody: newcomers are counted together, in fair shares by where they come from (limit.h), and
 * where the operator wants it whoever comes from one address; and the database has a size. Games that go on are not
 * asked. Called by actions*.c and api.c.
 *
 * A newcomer is who came within the last hour, or never sat at a table that began. */
#include "actions_in.h"

#include <sodium.h>
#include <string.h>

enum { SIZE_MS = 1000 }; /* the size of the database is asked for so often at most */

/* What somebody has so far. */
struct has {
    int open, going; /* tables */
    bool begun;      /* some table began, ever */
};

static int count_row(void *ctx, const struct store_row *row)
{
    struct has *h = ctx;
    h->open += row->status == TABLE_OPEN;
    h->going += row->status != TABLE_OVER;
    h->begun |= row->status != TABLE_OPEN; /* whoever left before the start does not sit there */
    return 0;
}

static int look(struct hall *h, const struct who *w, struct has *has)
{
    *has = (struct has){.open = 0};
    /* one more: a table that is over may show that somebody is no newcomer */
    return store_list(h->store, LIST_PLAYER, w->player, 0, h->config->max_tables + 1, count_row, has);
}

/* Is the size of the database to be asked for? */
static bool is_size_old(const struct hall *h)
{
    return h->config->max_db_mib && (!h->size_at || uv_now(h->loop) - h->size_at >= SIZE_MS);
}

void actions_gather(struct hall *h, const struct who *w)
{
    struct has has;
    uint64_t size;
    look(h, w, &has);
    if (is_size_old(h)) store_bytes(h->store, &size);
}

static bool is_full(struct hall *h)
{
    uint64_t now = uv_now(h->loop), most = (uint64_t)h->config->max_db_mib << 20;
    if (!most) return false;
    if (is_size_old(h)) {
        if (store_bytes(h->store, &h->size)) return false; /* who writes will hear of it */
        h->size_at = now ? now : 1;
    }
    return h->size >= most;
}

enum { ADDRESS = 8 + 2 * 8 + 1 };

/* Keeps a keyed hash, from which the address cannot be found. what: 8 letters. */
static void name_start(const struct hall *h, const char *from, size_t n, const char *what, char name[ADDRESS])
{
    uint8_t hash[16];
    crypto_generichash(hash, sizeof hash, (const uint8_t *)from, n, h->key, sizeof h->key);
    memcpy(name, what, 8);
    sodium_bin2hex(name + 8, ADDRESS - 8, hash, 8);
}

static void name_address(const struct hall *h, const struct who *w, const char *what, char name[ADDRESS])
{
    name_start(h, w->from, strlen(w->from), what, name);
}

/* An address without its last number (net_address.c): of IPv4 a /24, of IPv6 a /48. One line at home has up to 65536
 * networks of IPv6, all in one such block. */
static void name_block(const struct hall *h, const struct who *w, char name[ADDRESS])
{
    const char *dot = strrchr(w->from, '.'), *end = dot ? dot : strrchr(w->from, ':');
    name_start(h, w->from, end ? (size_t)(end - w->from) : strlen(w->from), "block of", name);
}

/* Counts one more of what newcomers share. Players without a token cannot be told apart: all of one address count as one. */
static int spend_share(struct hall *h, const char *all, const struct who *w, uint32_t *wait)
{
    char from[ADDRESS] = "", block[PLAYER_LEN + 16] = "", network[PLAYER_LEN + 16] = "", name[PLAYER_LEN + 16];
    if (w->from[0]) {
        name_block(h, w, from);
        snprintf(block, sizeof block, "%s block %s", all, from + 8);
        name_address(h, w, w->unknown ? "unknown " : "network ", from);
        snprintf(network, sizeof network, "%s network %s", all, from + 8);
    }
    snprintf(name, sizeof name, "%s %s", all, w->unknown ? from : w->player);
    struct store_share share = {all, block, network, name, (uint32_t)h->config->newcomers_minute};
    return store_share(h->store, &share, wait);
}

/* The bounds that are not the player's own. Who sends most is asked first for what is his own: what is refused there
 * costs nobody else. */
static struct outcome all_together(struct hall *h, const struct who *w, bool newcomer)
{
    const struct config *c = h->config;
    uint32_t wait = 0, hour = (uint32_t)c->address_hour;
    char name[ADDRESS];
    if (is_full(h)) return NO("space", "The server is full: nothing new can be made, but games that go on can go on.");
    int status = 0;
    if (hour && w->from[0]) {
        name_address(h, w, "address ", name);
        status = store_spend(h->store, name, 1, hour, hour, &wait);
    }
    if (status < 0) return broken_store;
    if (status) return (struct outcome){"limit", "So much that is new from your network: please wait.", wait};
    if (newcomer) status = spend_share(h, "newcomers", w, &wait);
    if (status < 0) return broken_store;
    return status ? (struct outcome){"limit", "Many new players come just now: please wait a moment.", wait} : good;
}

static bool is_connected(const struct hall *h, const char *player)
{
    const struct guest *g = h->guests;
    while (g && !(g->hello && strcmp(g->who.player, player) == 0)) g = g->all_next;
    return g != NULL;
}

static bool is_young(struct hall *h, const struct who *w)
{
    return w->born && hall_now(h) / 1000 < (uint64_t)w->born + HALL_NEWCOMER_S;
}

struct outcome actions_may_talk(struct hall *h)
{
    return is_full(h) ? NO("space", "The server is full: nothing more can be said, but games that go on can go on.")
                      : good;
}

struct outcome actions_may_sit(struct hall *h, const struct who *w)
{
    struct has has;
    if (look(h, w, &has)) return broken_store;
    return has.going < h->config->max_tables ? good
                                             : NO("limit", "You sit at too many tables that go on: finish some first.");
}

struct outcome actions_may_create(struct hall *h, const struct who *w)
{
    struct has has;
    uint32_t wait = 0, hour = (uint32_t)h->config->create_hour;
    char name[PLAYER_LEN + 16] = "create ";
    if (look(h, w, &has)) return broken_store;
    if (has.going >= h->config->max_tables)
        return NO("limit", "You sit at too many tables that go on: finish some first.");
    if (has.open >= h->config->max_unattended && !is_connected(h, w->player))
        return NO("limit", "You have open tables where you are not: begin or leave some first.");
    strcat(name, w->player);
    int status = store_spend(h->store, name, 1, hour, hour, &wait);
    if (status < 0) return broken_store;
    if (status) return (struct outcome){"limit", "So many new tables in an hour: please wait.", wait};
    return all_together(h, w, is_young(h, w) || !has.begun);
}

struct outcome actions_may_name(struct hall *h, const struct who *w)
{
    struct has has;
    char name[128] = "";
    if (store_gather(h->store)) {
        store_name_get(h->store, w->player, name, sizeof name);
        actions_gather(h, w);
        store_fetch(h->store);
    }
    if (store_name_get(h->store, w->player, name, sizeof name)) return broken_store;
    if (name[0]) return good; /* nothing new */
    if (look(h, w, &has)) return broken_store;
    return all_together(h, w, is_young(h, w) || !has.begun);
}

/* A full server is no reason against it: it writes a short row at most, and whoever's token was stolen must be able to end it. */
struct outcome actions_may_change_device(struct hall *h, const struct who *w)
{
    uint32_t wait = 0, hour = (uint32_t)h->config->create_hour;
    char name[PLAYER_LEN + 16] = "device ";
    strcat(name, w->player);
    int status = store_spend(h->store, name, 1, hour, hour, &wait);
    if (!status) status = spend_share(h, "devices", w, &wait);
    if (status < 0) return broken_store;
    return status ? (struct outcome){"limit", "So much that is new in an hour: please wait.", wait} : good;
}

struct outcome actions_may_join(struct hall *h, const struct who *w)
{
    struct has has;
    uint32_t wait = 0, hour = (uint32_t)h->config->create_hour;
    char name[PLAYER_LEN + 16] = "join ";
    strcat(name, w->player);
    if (look(h, w, &has)) return broken_store;
    int status = store_spend(h->store, name, 1, hour, hour, &wait);
    if (status < 0) return broken_store;
    if (status) return (struct outcome){"limit", "So much that is new in an hour: please wait.", wait};
    return all_together(h, w, is_young(h, w) || !has.begun);
}

struct outcome actions_may_try_card(struct hall *h, const struct who *w)
{
    static const char text[] = "Many cards are being tried: please wait.";
    char name[ADDRESS];
    uint32_t wait = 0;
    name_address(h, w, "card of ", name);
    int status = w->from[0] ? store_spend(h->store, name, 1, CARD_FROM_HOUR, CARD_FROM_BURST, &wait) : 0;
    if (!status) status = store_spend(h->store, "cards", 1, CARDS_HOUR, CARDS_BURST, &wait);
    if (status < 0) return broken_store;
    return status ? (struct outcome){"limit", text, wait} : good;
}
