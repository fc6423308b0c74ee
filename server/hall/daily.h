/* daily.h -- the games of a day: which there are, their secret, their settings, how results are ranked, and how long they are
 * kept. It knows no loop, no store and no clock. Called by hall_daily.c, actions_create.c and
 * api_daily.c.
 *
 * 1. A day has a secret, which follows from a key in the store; it is promised (core/fair.h) before the day begins anywhere,
 *    and told when the day is over everywhere (core/day.h).
 * 2. The salt of a game of that day follows from the secret: the same dice and the same map for everybody.
 * 3. So whatever follows from it is for the eyes of who plays it, until the day is over. */
#ifndef SERVER_DAILY_H
#define SERVER_DAILY_H

#include "../../core/day.h"
#include "../../table/settings.h"

enum {
    DAILY_KEY = 32,        /* bytes */
    DAILY_AHEAD = 3,       /* days that are promised beyond those that are open */
    DAILY_KEPT_DAYS = 400, /* results are kept so long */
    DAILY_TABLE_DAYS =
        3, /* finished tables stay so long at least: a day lasts 50 hours, and its games are looked at afterwards */
    DAILY_CROWD = 20, /* so many results, and places are told */
};
#define DAILY_KEY_NAME "daily" /* of the key in the store */

static inline bool daily_is_open(int32_t day, uint64_t now) { return day_opens(day) <= now && now < day_closes(day); }

void daily_secret(const uint8_t key[DAILY_KEY], int32_t day, uint8_t secret[FAIR_SALT]);
/* The game that is a part of a day by that name; NULL: none. */
const struct game *daily_game(const char *part);
/* Its settings, for one player: salt and day included; a map is not made yet, owner and code are not set. Games with
 * several sheets take one after the other. */
void daily_settings(struct settings *, const uint8_t key[DAILY_KEY], const struct game *, int32_t day);
/* From what the id of a player's table of that game follows. */
void daily_action(const char *part, int32_t day, char action[64]);

/* What is kept of days before this one may go. */
int32_t daily_oldest(uint64_t now);

/* How a finished game for one did, in points, and its rank: less is better. By the rules of the game: the more points the
 * better, then what decides between equals (struct score). Where somebody of the game plays against one it is the lead that
 * counts, then one's own points. */
struct daily_result {
    int64_t rank;
    int32_t points, against;
    bool has_against;
};
struct daily_result daily_result(const struct game *, const struct state *);
#endif
