/* map.c -- see map.h. */
#include "map.h"

#include "../core/bits.h"

#include <string.h>

const uint8_t map_tiles[MAP_TERRAINS + 1] = {0, 15, 17, 15, 15};
const uint8_t map_crops[MAP_LEVELS + 1] = {0, 13, 12, 12, 10, 10};

void map_shape(struct map_shape *sh, int cols, int rows)
{
    GAME_ASSERT(cols > 0 && cols <= MAP_COLS && rows > 0 && rows <= MAP_ROWS);
    memset(sh, 0, sizeof *sh);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++)
            for (int dr = -1; dr <= 1; dr++)
                for (int dc = -1; dc <= 1; dc++) {
                    int y = r + dr, x = c + dc, i = r * cols + c;
                    if ((dr == 0 && dc == 0) || y < 0 || x < 0 || y >= rows || x >= cols) continue;
                    sh->near[i] |= bit((unsigned)(y * cols + x));
                    if (dr == 0 || dc == 0) sh->side[i] |= bit((unsigned)(y * cols + x));
                }
}

uint64_t map_region(const struct map *m, const struct map_shape *sh, int space)
{
    uint64_t region = bit((unsigned)space), edge = region;
    GAME_ASSERT(space >= 0 && space < map_spaces(m) && m->terrain[space]);
    while (edge) {
        unsigned i, k;
        uint64_t found = 0;
        BITS_EACH(i, edge)
        BITS_EACH(k, sh->side[i] & ~region) if (m->terrain[k] == m->terrain[space]) found |= bit(k);
        region |= found;
        edge = found;
    }
    return region;
}

static bool all_known(const struct map *m)
{
    for (int i = 0; i < map_spaces(m); i++)
        if (m->terrain[i] < 1 || m->terrain[i] > MAP_TERRAINS || m->crop[i] < 1 || m->crop[i] > MAP_LEVELS)
            return false;
    return true;
}

static const char *check_counts(const struct map *m)
{
    int tiles[MAP_TERRAINS + 1] = {0}, crops[MAP_LEVELS + 1] = {0};
    for (int i = 0; i < map_spaces(m); i++) {
        if (++tiles[m->terrain[i]] > map_tiles[m->terrain[i]])
            return "The box does not have that many tiles of one terrain. [SCN-4]";
        if (++crops[m->crop[i]] > map_crops[m->crop[i]])
            return "The box does not have that many tiles of one crop. [SCN-4]";
    }
    return NULL;
}

const char *map_check(const struct map *m)
{
    struct map_shape sh;
    GAME_ASSERT(m->cols <= MAP_COLS && m->rows <= MAP_ROWS);
    if (!all_known(m)) return "Every space has a terrain and a crop. [SCN-1]";
    map_shape(&sh, m->cols, m->rows);
    for (int i = 0; i < map_spaces(m); i++) {
        uint64_t region = map_region(m, &sh, i);
        unsigned n = bits_count(region), crops = 0, k;
        if (n > MAP_LEVELS) return "A region has at most five spaces. [SCN-2]";
        BITS_EACH(k, sh.near[i])
        {
            if (m->terrain[k] == m->terrain[i] && !(region & bit(k)))
                return "Two regions of one terrain touch. [SCN-2]";
            if (m->crop[k] == m->crop[i]) return "Two equal crops touch. [SCN-3]";
        }
        BITS_EACH(k, region) crops |= 1u << m->crop[k];
        if (crops != (2u << n) - 2) return "A region of n spaces holds the crops 1 to n. [SCN-3]";
    }
    return check_counts(m);
}
