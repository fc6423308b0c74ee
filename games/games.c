/* games.c -- the list of all games: to add one, a line here and its files in meson.build. The template
 * null.c is built and tested too, but no game for players. */
#include "../core/game.h"

#include <string.h>

extern const struct game temple_game, valley_game, tiwanaku_game;
extern const struct board_kind sheet_kind, scenario_kind;

const struct game *const games[] = {&temple_game, &valley_game, &tiwanaku_game, NULL};
const struct board_kind *const board_kinds[] = {&sheet_kind, &scenario_kind, NULL};

const char *game_refuse_rules(int version, int newest)
{
    if (version >= 1 && version <= newest) return NULL;
    return "Expected rules 1 or 2: this program knows no others. [notation]";
}

const struct game *game_find(const char *name, size_t n)
{
    for (int i = 0; games[i]; i++)
        if (strlen(games[i]->name) == n && memcmp(games[i]->name, name, n) == 0) return games[i];
    return NULL;
}
