/* daily.c -- see daily.h. */
#include "daily.h"

#include "../../core/sha256.h"
#include "../../games/scenario.h"

#include <stdio.h>
#include <string.h>

enum { BETTER = 65536 }; /* more than what decides between equals can be */

void daily_secret(const uint8_t key[DAILY_KEY], int32_t day, uint8_t secret[FAIR_SALT])
{
    char what[64] = "tambo day ";
    day_write(day, what + strlen(what));
    sha256_hmac(key, DAILY_KEY, what, strlen(what), secret);
}

/* For one player; NULL: there is no such mode. */
static const struct mode *mode_of(const struct game *g)
{
    const struct mode *m = g->modes;
    while (m->name && m->max != 1) m++;
    return m->name ? m : NULL;
}

const struct game *daily_game(const char *part)
{
    const struct game *g = game_find(part, strlen(part));
    return g && mode_of(g) ? g : NULL;
}

/* The built-in sheet whose turn it is. */
static const char *sheet_of(const struct game *g, int32_t day)
{
    const char *game, *name;
    int n = 0, all = 0;
    for (int i = 0; g->board->list(i, &game, &name); i++) all += strcmp(game, g->name) == 0;
    for (int i = 0; g->board->list(i, &game, &name); i++)
        if (strcmp(game, g->name) == 0 && n++ == day % all) return name;
    return "";
}

void daily_settings(struct settings *s, const uint8_t key[DAILY_KEY], const struct game *g, int32_t day)
{
    char text[256], date[DAY_TEXT];
    uint8_t secret[FAIR_SALT];
    bool made = g->board == &scenario_kind;
    int n = snprintf(text, sizeof text, "tambo-table 1\ngame: %s\nmode: %s\nlisted: no\nhints: no\n", g->name,
                     mode_of(g)->name);
    if (g->board && !made) n += snprintf(text + n, sizeof text - (size_t)n, "board: name %s\n", sheet_of(g, day));
    const char *why = settings_wish(s, text, (size_t)n);
    GAME_ASSERT(!why);
    day_write(day, date);
    daily_secret(key, day, secret);
    s->day = day;
    fair_day_salt(secret, &(struct fair_day){g->name, date, g->rules, s->maker}, s->salt);
}

void daily_action(const char *part, int32_t day, char action[64])
{
    char date[DAY_TEXT];
    day_write(day, date);
    snprintf(action, 64, "somebody's own game of the day %s %.20s", date, part);
}

int32_t daily_oldest(uint64_t now)
{
    int32_t day = day_of(now) - DAILY_KEPT_DAYS - 2;
    while (day_closes(day + DAILY_KEPT_DAYS) < now) day++;
    return day;
}

struct daily_result daily_result(const struct game *g, const struct state *s)
{
    struct score own, other;
    struct daily_result d = {.has_against = g->rows(s) > 1};
    g->score(s, 0, &own);
    if (d.has_against) g->score(s, 1, &other);
    d.points = own.total;
    d.against = d.has_against ? other.total : 0;
    d.rank = -((int64_t)(d.points - d.against) * BETTER + (d.has_against ? own.total : own.tie));
    return d;
}
