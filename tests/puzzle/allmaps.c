/* allmaps.c -- see allmaps.h. Fills space by space in reading order; a space is refused as
 * soon as a crop touches an equal one, a region is too large or has a crop twice, or is
 * closed off without having the crops 1 to n. */
#include "allmaps.h"

/* The spaces beside each space (the first of `near`), and those at its corners. */
struct around {
    int sides[MAP_SPACES], nears[MAP_SPACES];
    int near[MAP_SPACES][8];
};

struct search {
    struct map map; /* decided up to `next`, then as known */
    struct around around;
    const struct map *known;
    const uint8_t *tiles;
    int left[MAP_TERRAINS + 1];
    long steps;
    allmaps_found *found;
    void *ctx;
};

static void look_around(const struct map *m, struct around *a)
{
    for (int i = 0; i < map_spaces(m); i++) {
        int r = i / m->cols, c = i % m->cols, n = 0;
        static const int step[8][2] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
        for (int k = 0; k < 8; k++) {
            int y = r + step[k][0], x = c + step[k][1];
            if (k == 4) a->sides[i] = n;
            if (y >= 0 && y < m->rows && x >= 0 && x < m->cols) a->near[i][n++] = y * m->cols + x;
        }
        a->nears[i] = n;
    }
}

/* The region of a space among the first `decided` ones, as a list. */
static int region(const struct map *m, const struct around *a, int from, int decided, int list[MAP_SPACES])
{
    bool in[MAP_SPACES] = {false};
    int n = 0;
    in[from] = true;
    list[n++] = from;
    for (int k = 0; k < n; k++)
        for (int j = 0; j < a->sides[list[k]]; j++) {
            int i = a->near[list[k]][j];
            if (i >= decided || in[i] || m->terrain[i] != m->terrain[from]) continue;
            in[i] = true;
            list[n++] = i;
        }
    return n;
}

/* Can the region of this space stand, the first `decided` ones being decided? */
static bool region_stands(const struct map *m, const struct around *a, int from, int decided)
{
    bool has[MAP_LEVELS + 1] = {false}, open = false;
    int list[MAP_SPACES], n = region(m, a, from, decided, list);
    if (n > MAP_LEVELS) return false;
    for (int k = 0; k < n; k++) {
        int i = list[k];
        if (has[m->crop[i]]) return false;
        has[m->crop[i]] = true;
        for (int j = 0; j < a->sides[i]; j++) open |= a->near[i][j] >= decided;
    }
    for (int v = 1; v <= n && !open; v++)
        if (!has[v]) return false;
    return true;
}

/* No two regions of one terrain touch; all is decided. */
static bool corners_stand(const struct map *m, const struct around *a)
{
    for (int i = 0; i < map_spaces(m); i++) {
        int list[MAP_SPACES], n = region(m, a, i, map_spaces(m), list);
        for (int j = a->sides[i]; j < a->nears[i]; j++) {
            bool same = m->terrain[a->near[i][j]] != m->terrain[i];
            for (int k = 0; k < n; k++) same |= list[k] == a->near[i][j];
            if (!same) return false;
        }
    }
    return true;
}

/* Does an equal crop among the first `decided` spaces touch this one? */
static bool crop_touches(const struct map *m, const struct around *a, int i, int decided)
{
    for (int j = 0; j < a->nears[i]; j++)
        if (a->near[i][j] < decided && m->crop[a->near[i][j]] == m->crop[i]) return true;
    return false;
}

static bool space_stands(const struct map *m, const struct around *a, int i)
{
    if (crop_touches(m, a, i, i) || !region_stands(m, a, i, i + 1)) return false;
    for (int j = 0; j < a->sides[i]; j++)
        if (a->near[i][j] < i && !region_stands(m, a, a->near[i][j], i + 1)) return false;
    return true;
}

bool allmaps_valid(const struct map *m)
{
    struct around a;
    look_around(m, &a);
    for (int i = 0; i < map_spaces(m); i++)
        if (!m->terrain[i] || !m->crop[i] || crop_touches(m, &a, i, map_spaces(m)) ||
            !region_stands(m, &a, i, map_spaces(m)))
            return false;
    return corners_stand(m, &a);
}

static bool fill(struct search *s, int i)
{
    struct map *m = &s->map;
    if (i == map_spaces(m)) return !corners_stand(m, &s->around) || s->found(s->ctx, m);
    for (unsigned t = 1; t <= MAP_TERRAINS; t++) {
        if (s->known->terrain[i] && s->known->terrain[i] != t) continue;
        if (s->tiles && s->left[t] == 0) continue;
        for (unsigned v = 1; v <= MAP_LEVELS; v++) {
            bool go_on = true;
            if (s->known->crop[i] && s->known->crop[i] != v) continue;
            if (--s->steps < 0) return false;
            m->terrain[i] = (uint8_t)t;
            m->crop[i] = (uint8_t)v;
            s->left[t]--;
            if (space_stands(m, &s->around, i)) go_on = fill(s, i + 1);
            s->left[t]++;
            if (!go_on) return false;
        }
    }
    return true;
}

bool allmaps(const struct map *known, const uint8_t *tiles, long steps, allmaps_found *found, void *ctx)
{
    struct search s = {.map = *known, .known = known, .tiles = tiles, .steps = steps, .found = found, .ctx = ctx};
    for (int t = 1; tiles && t <= MAP_TERRAINS; t++) s.left[t] = tiles[t];
    look_around(known, &s.around);
    return fill(&s, 0);
}
