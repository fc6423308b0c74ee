/* sim_days.c -- see sim.h: games of the day, and their laws: whoever has ended a game
 * before the day was over is in the ranking, by the commit that has the end, once and as it ended; nobody else is. Before the
 * day is over nobody is told its secret, or a salt that follows from it, or anything of others. */
#include "sim.h"

#include <stdio.h>
#include <string.h>

enum { SECRETS = 8 };

static struct {
    uint8_t key[DAILY_KEY];
    char secret[SECRETS][FAIR_HEX + 1]; /* of the day, and the salts of its games */
    int secrets;
} days;

void sim_days_begin(void) { memset(&days, 0, sizeof days); }

void sim_days_key(const uint8_t key[DAILY_KEY])
{
    struct node *node = self;
    uint8_t secret[FAIR_SALT];
    if (days.secrets && memcmp(days.key, key, sizeof days.key) != 0) sim_broken("a secret of the database is another");
    if (days.secrets) return;
    self = NULL;
    memcpy(days.key, key, sizeof days.key);
    daily_secret(key, world.day, secret);
    for (int i = 0; i < SECRETS && (i == 0 || games[i - 1]); i++) {
        struct settings set;
        struct out o = {.p = days.secret[i], .size = FAIR_HEX + 1};
        if (i) daily_settings(&set, key, games[i - 1], world.day), memcpy(secret, set.salt, sizeof secret);
        out_digits(&o, secret, FAIR_SALT);
        if (i) settings_drop(&set);
        days.secrets++;
    }
    self = node;
}

/* ---- laws ---- */

/* A result as the ranking has it. */
struct found {
    struct store_result is;
    char name[STORE_TEXT];
};

static void take_result(void *ctx, const struct store_result *r)
{
    struct found *f = ctx;
    f->is = *r;
    snprintf(f->name, sizeof f->name, "%s", r->name);
}

/* A table of a day as a commit has left it; over_at: when its end was stored, ms; 0: it was not. Is it in the ranking? */
bool sim_law_day(const struct room *r, uint64_t over_at)
{
    struct store_part part = {.player = r->set.owner, .day = r->set.day, .part = r->set.game->name};
    char id[ID_LEN + 1];
    struct found f;
    if (store_begun_get(sim_seen_store(), &part, id) != 1 || strcmp(id, r->id) != 0)
        sim_broken("table %s has begun, and the store does not say so", r->id);
    bool there = store_result_get(sim_seen_store(), &part, take_result, &f) == 1;
    bool counts = over_at && over_at < day_closes(r->set.day);
    if (!there && counts) sim_broken("table %s is over, and the ranking has nothing of it", r->id);
    if (there && !counts) sim_broken("table %s is in the ranking, and did not end in time", r->id);
    if (!there) return false;
    struct daily_result d = daily_result(r->set.game, r->now);
    if (f.is.rank != d.rank || f.is.at != over_at || f.is.points != d.points || f.is.has_against != d.has_against ||
        f.is.against != d.against || strcmp(f.name, r->seat[0].name) != 0)
        sim_broken("table %s ended with %d, and the ranking has %d", r->id, (int)d.points, (int)f.is.points);
    return true;
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
    const char *player = sim_client_player(client);
    struct store_part part = {.player = player, .day = world.day, .part = game};
    struct found f;
    if (!day_is_open()) return;
    if (owner ? strcmp(owner, player) == 0 : store_result_get(sim_seen_store(), &part, take_result, &f) == 1) return;
    sim_broken("client %d is told of others before the day is over: %s", client, body);
}
