/* sim_days.c -- see sim.h: games of the day. The lists of the database that tell of them, and their laws: whoever has ended a game
 * before the day was over is in the ranking, by the commit that has the end, once and as it ended; nobody else is. Before the
 * day is over nobody is told its secret, or a salt that follows from it, or anything of others. */
#include "sim.h"

#include <stdio.h>
#include <string.h>

enum { ENTRIES = 1024, SECRETS = 8 };

static struct {
    struct store_entry entry[ENTRIES];
    int n;
    char secret[SECRETS][FAIR_HEX + 1]; /* of the day, and the salts of its games */
    int secrets;
} days;

void sim_days_begin(const uint8_t key[DAILY_KEY])
{
    uint8_t secret[FAIR_SALT];
    memset(&days, 0, sizeof days);
    daily_secret(key, world.day, secret);
    for (int i = 0; i < SECRETS && (i == 0 || games[i - 1]); i++) {
        struct settings set;
        struct out o = {.p = days.secret[i], .size = FAIR_HEX + 1};
        if (i) daily_settings(&set, key, games[i - 1], world.day), memcpy(secret, set.salt, sizeof secret);
        out_digits(&o, secret, FAIR_SALT);
        if (i) settings_drop(&set);
        days.secrets++;
    }
}

/* ---- lists ---- */

const struct store_entry *sim_entry_find(const char *list, const char *player)
{
    for (int i = 0; i < days.n; i++)
        if (strcmp(days.entry[i].list, list) == 0 && strcmp(days.entry[i].player, player) == 0) return &days.entry[i];
    return NULL;
}

void sim_entry_put(const struct store_entry *e, bool first)
{
    bool kept = strncmp(e->list, DAILY_RESULTS, sizeof DAILY_RESULTS - 1) == 0 ||
                strncmp(e->list, DAILY_BEGUN, sizeof DAILY_BEGUN - 1) == 0;
    if (sim_entry_find(e->list, e->player)) {
        if (!first && kept) sim_broken("an entry of %s is there already, and is replaced", e->list);
        if (!first) sim_entry_drop(e->list, e->player);
        else return;
    }
    if (days.n == ENTRIES) sim_broken("too many entries");
    days.entry[days.n++] = *e;
    world.results += strncmp(e->list, DAILY_RESULTS "/", sizeof DAILY_RESULTS) == 0;
}

void sim_entry_drop(const char *list, const char *player)
{
    const struct store_entry *e = sim_entry_find(list, player);
    if (e) days.entry[e - days.entry] = days.entry[--days.n];
}

const struct store_entry *sim_entry(int i) { return i < days.n ? &days.entry[i] : NULL; }

/* ---- laws ---- */

/* A table of a day as a commit has left it; over_at: when its end was stored, ms; 0: it was not. */
void sim_law_day(const struct room *r, uint64_t over_at)
{
    char list[STORE_LIST + 1], text[STORE_TEXT];
    daily_list(DAILY_BEGUN, r->set.day, r->set.game->name, list);
    const struct store_entry *begun = sim_entry_find(list, r->set.owner);
    if (!begun || strcmp(begun->text, r->id) != 0) sim_broken("table %s has begun, and no list says so", r->id);
    daily_list(DAILY_RESULTS, r->set.day, r->set.game->name, list);
    const struct store_entry *e = sim_entry_find(list, r->set.owner);
    bool counts = over_at && over_at < day_closes(r->set.day);
    if (!e && counts) sim_broken("table %s is over, and the ranking has nothing of it", r->id);
    if (e && !counts) sim_broken("table %s is in the ranking, and did not end in time", r->id);
    if (!e) return;
    struct daily_result d = daily_result(r->set.game, r->now);
    daily_write(&d, r->seat[0].name, text);
    if (e->rank != d.rank || e->at != over_at || strcmp(e->text, text) != 0)
        sim_broken("table %s ended with %s, and the ranking has %s", r->id, text, e->text);
}

/* Where servers share a store its time is true; one alone may have the wrong one, and a day of its own. */
static bool day_is_open(void) { return world.shared && sim_wall() / 1000 + 2 < day_closes(world.day); }

void sim_law_secret(int client, const char *text)
{
    for (int i = 0; i < days.secrets && day_is_open(); i++)
        if (strstr(text, days.secret[i])) sim_broken("client %d is told a secret of the day: %s", client, text);
}

/* owner: of the table that was asked for; NULL: it was the ranking of a game. */
void sim_law_others(int client, const char *owner, const char *game, const char *body)
{
    char list[STORE_LIST + 1];
    const char *player = sim_client_player(client);
    daily_list(DAILY_RESULTS, world.day, game, list);
    if (!day_is_open() || (owner ? strcmp(owner, player) == 0 : sim_entry_find(list, player) != NULL)) return;
    sim_broken("client %d is told of others before the day is over: %s", client, body);
}
