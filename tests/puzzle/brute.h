/* brute.h -- whole maps by trying everything, for comparison with puzzle/. Slow and
 * plain on purpose; shares nothing with what it tests but struct map. */
#ifndef TESTS_BRUTE_H
#define TESTS_BRUTE_H

#include "../../puzzle/map.h"

#include <stdlib.h>
#include <string.h>

typedef void brute_found(void *ctx, const struct map *);

struct brute {
    struct map map;       /* filled so far, in reading order */
    struct map known;     /* kept */
    bool crops_only;      /* SCN-3 alone: regions may touch */
    const uint8_t *tiles; /* exactly so many of each terrain, or NULL */
    const uint8_t *most;  /* so many of each crop at most, or NULL */
    brute_found *fn;
    void *ctx;
};

static inline bool brute_touch(const struct map *m, int a, int b)
{
    return a != b && abs(a % m->cols - b % m->cols) <= 1 && abs(a / m->cols - b / m->cols) <= 1;
}
static inline bool brute_beside(const struct map *m, int a, int b)
{
    return abs(a % m->cols - b % m->cols) + abs(a / m->cols - b / m->cols) == 1;
}

/* Marks the region of a space among the first n; gives its size. */
static inline int brute_region(const struct map *m, int n, int space, bool in[MAP_SPACES])
{
    int size = 0, left = 0, todo[MAP_SPACES];
    memset(in, 0, MAP_SPACES);
    in[space] = true;
    todo[left++] = space;
    while (left) {
        int k = todo[--left];
        size++;
        for (int i = 0; i < n; i++) {
            if (in[i] || m->terrain[i] != m->terrain[k] || !brute_beside(m, i, k)) continue;
            in[i] = true;
            todo[left++] = i;
        }
    }
    return size;
}

/* Could the first n spaces be part of a map? Of a whole one: is it one? */
static inline bool brute_fits(const struct brute *b, int n)
{
    const struct map *m = &b->map;
    bool whole = n == map_spaces(m), in[MAP_SPACES];
    for (int i = whole ? 0 : n - 1; i < n; i++) {
        unsigned crops = 0;
        int size = brute_region(m, n, i, in);
        if (size > MAP_LEVELS) return false;
        for (int k = n; k < map_spaces(m); k++)
            if (brute_touch(m, i, k) && m->crop[i] == b->known.crop[k]) return false;
        for (int k = 0; k < n; k++) {
            if (brute_touch(m, i, k) && m->crop[i] == m->crop[k]) return false;
            if (whole && !b->crops_only && brute_touch(m, i, k) && m->terrain[i] == m->terrain[k] && !in[k])
                return false;
            if (in[k] && crops >> m->crop[k] & 1) return false;
            if (in[k]) crops |= 1u << m->crop[k];
        }
        if (whole && crops != (2u << size) - 2) return false;
    }
    return true;
}

static inline bool brute_counts(const struct brute *b)
{
    uint8_t tiles[MAP_TERRAINS + 1] = {0}, crops[MAP_LEVELS + 1] = {0};
    for (int i = 0; i < map_spaces(&b->map); i++) {
        tiles[b->map.terrain[i]]++;
        crops[b->map.crop[i]]++;
    }
    for (int t = 1; t <= MAP_TERRAINS; t++)
        if (b->tiles && tiles[t] != b->tiles[t]) return false;
    for (int v = 1; v <= MAP_LEVELS; v++)
        if (b->most && crops[v] > b->most[v]) return false;
    return true;
}

static inline void brute_fill(struct brute *b, int n)
{
    if (b->tiles) { /* no more of any terrain than there are */
        uint8_t tiles[MAP_TERRAINS + 1] = {0};
        for (int i = 0; i < n; i++)
            if (++tiles[b->map.terrain[i]] > b->tiles[b->map.terrain[i]]) return;
    }
    if (n == map_spaces(&b->map)) {
        if (brute_counts(b)) b->fn(b->ctx, &b->map);
        return;
    }
    for (int t = 1; t <= MAP_TERRAINS; t++)
        for (int v = 1; v <= MAP_LEVELS; v++) {
            if ((b->known.terrain[n] && b->known.terrain[n] != t) || (b->known.crop[n] && b->known.crop[n] != v))
                continue;
            b->map.terrain[n] = (uint8_t)t;
            b->map.crop[n] = (uint8_t)v;
            if (brute_fits(b, n + 1)) brute_fill(b, n + 1);
        }
}

/* SCN-2 and SCN-3, all known. */
static inline bool brute_is_map(const struct map *m)
{
    struct brute b = {.map = *m};
    return brute_fits(&b, map_spaces(m));
}

/* Tells fn of every map that agrees with *known. */
static inline void brute_maps(const struct map *known, const uint8_t *tiles, const uint8_t *most, bool crops_only,
                              brute_found *fn, void *ctx)
{
    struct brute b = {
        .map = *known, .known = *known, .crops_only = crops_only, .tiles = tiles, .most = most, .fn = fn, .ctx = ctx};
    brute_fill(&b, 0);
}

#endif
