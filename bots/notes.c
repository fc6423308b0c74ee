/* notes.c -- see notes.h. First the terrain: what cannot be otherwise is written down
 * as certain, until nothing new follows. Then the crops, region by region: all ways to
 * give the spaces of a region different crops, for every size the region may have,
 * weighed by how common such regions are; a crop that is certain is taken from its
 * neighbours, until nothing new follows. When all terrain is certain there is one
 * layout only (SCN-5), and the solver names it. */
#include "notes.h"

#include "../puzzle/solve.h"

#include <string.h>

/* ---- terrain ---- */

static uint64_t sides(const struct notes *n, uint64_t set)
{
    uint64_t near = 0;
    unsigned i;
    BITS_EACH(i, set) near |= n->shape.side[i];
    return near;
}

/* The spaces of `set` that hang together with the seed. */
static uint64_t part_of(const struct notes *n, uint64_t seed, uint64_t set)
{
    uint64_t part = seed, grown;
    while ((grown = part | (sides(n, part) & set)) != part) part = grown;
    return part;
}

/* The open spaces that may have this terrain. */
static uint64_t possible(const struct notes *n, unsigned terrain)
{
    uint64_t set = 0;
    unsigned i;
    BITS_EACH(i, n->open) if (n->may[i] >> terrain & 1) set |= bit(i);
    return set;
}

/* Do these spaces hold no crop twice? */
static bool crops_differ(const struct notes *n, uint64_t set)
{
    unsigned seen = 0, i;
    BITS_EACH(i, set)
    {
        if (n->known[i] && seen >> n->known[i] & 1) return false;
        seen |= 1u << n->known[i];
    }
    return true;
}

/* SCN-2, SCN-3: would this terrain be right on an open space, as far as can be seen? */
static bool terrain_fits(const struct notes *n, unsigned space, unsigned terrain)
{
    uint64_t region = bit(space), corners = n->shape.near[space] & ~n->shape.side[space] & n->of[terrain];
    unsigned i, more = 0;
    if (!n->left[terrain]) return false;
    BITS_EACH(i, n->shape.side[space] & n->of[terrain]) region |= n->region[i];
    BITS_EACH(i, corners & ~region)
    { /* a corner of the same terrain belongs to the region, by one of the two spaces between */
        uint64_t between = n->shape.side[space] & n->shape.side[i] & n->open;
        if (!between) return false;
        region |= n->region[i];
        more = 1;
    }
    return bits_count(region) + more <= MAP_LEVELS && crops_differ(n, region);
}

static void settle(struct notes *n, unsigned space, unsigned terrain)
{
    n->terrain[space] = (uint8_t)terrain;
    n->of[terrain] |= bit(space);
    n->open &= ~bit(space);
    n->left[terrain]--;
    uint64_t region = part_of(n, bit(space), n->of[terrain]);
    unsigned i;
    BITS_EACH(i, region) n->region[i] = region;
}

/* Open spaces that must have this terrain: the only way for a region to grow that
 * has to, or the only space between two corners. */
static uint64_t forced(const struct notes *n, unsigned terrain)
{
    uint64_t set = 0, may = possible(n, terrain), left = n->of[terrain];
    unsigned i, k;
    while (left) {
        uint64_t region = n->region[bits_first(left)], ways = sides(n, region) & may;
        unsigned most = 0;
        BITS_EACH(i, region)
        {
            if (n->known[i] > most) most = n->known[i];
            BITS_EACH(k, n->shape.near[i] & ~n->shape.side[i] & n->of[terrain] & ~region)
            {
                uint64_t between = n->shape.side[i] & n->shape.side[k] & may;
                if (bits_count(between) == 1) set |= between;
            }
        }
        if (most > bits_count(region) && bits_count(ways) == 1) set |= ways;
        left &= ~region;
    }
    return set;
}

/* One pass; false if nothing new was found. settles: notes what is certain. */
static bool deduce_terrain(struct notes *n, bool settles)
{
    bool news = false;
    unsigned i;
    BITS_EACH(i, n->open)
    {
        unsigned may = 0;
        for (unsigned t = 1; t <= MAP_TERRAINS; t++)
            if (terrain_fits(n, i, t)) may |= 1u << t;
        n->may[i] = (uint8_t)may;
        if (settles && bits_count(may) == 1) {
            settle(n, i, bits_first(may));
            news = true;
        }
    }
    if (!settles) return false;
    for (unsigned t = 1; t <= MAP_TERRAINS; t++) BITS_EACH(i, forced(n, t)) if (n->open & bit(i) && n->left[t])
        {
            settle(n, i, t);
            news = true;
        }
    return news;
}

int notes_terrain(const struct notes *n, unsigned space, unsigned terrain)
{
    int all = 0, mine = 0;
    for (unsigned t = 1; t <= MAP_TERRAINS; t++) {
        if (!(n->may[space] >> t & 1)) continue;
        int weight = n->left[t];
        if (n->shape.side[space] & n->of[t]) weight *= 3; /* most regions are large */
        all += weight;
        if (t == terrain) mine = weight;
    }
    return all ? mine * NOTES_SURE / all : 0;
}

/* ---- crops ---- */

/* All ways to give some spaces of one region different crops. */
struct ways {
    const struct notes *n;
    uint8_t space[MAP_LEVELS];                  /* spaces without a crop */
    unsigned spaces;                            /* how many */
    uint8_t crop[MAP_LEVELS];                   /* tried now */
    uint32_t count[MAP_LEVELS][MAP_LEVELS + 1]; /* ways by space and crop */
    uint32_t all;                               /* ways altogether */
};

static void try_crops(struct ways *w, unsigned at, unsigned free)
{
    unsigned v;
    if (at == w->spaces) {
        w->all++;
        for (unsigned k = 0; k < w->spaces; k++) w->count[k][w->crop[k]]++;
        return;
    }
    BITS_EACH(v, w->n->can[w->space[at]] & free)
    {
        w->crop[at] = (uint8_t)v;
        try_crops(w, at + 1, free & ~(1u << v));
    }
}

/* How common a region of this size is, seen from one of its parts of `part` certain
 * spaces with `ways` open ones around that may go on. */
static uint32_t size_weight(unsigned size, unsigned part, unsigned ways)
{
    static const uint8_t common[MAP_LEVELS + 1] = {0, 12, 8, 10, 20, 50};
    uint32_t weight = common[size] * 64u;
    if (size == part)
        for (; ways; ways--) weight = weight * 5 / 8; /* none of them goes on */
    return weight + 1;
}

static unsigned largest_size(const struct notes *n, uint64_t region, unsigned terrain)
{
    uint64_t flood = part_of(n, region, n->of[terrain] | possible(n, terrain));
    unsigned size = bits_count(flood), more = bits_count(region) + n->left[terrain];
    if (more < size && !(flood & n->of[terrain] & ~region)) size = more;
    return size < MAP_LEVELS ? size : MAP_LEVELS;
}

/* Chances of all crops of a region; true if one of them became certain. */
static bool weigh_region(struct notes *n, uint64_t region)
{
    struct ways w = {.n = n};
    uint32_t sum[MAP_LEVELS][MAP_LEVELS + 1] = {{0}}, whole = 0;
    unsigned terrain = n->terrain[bits_first(region)], part = bits_count(region), least = part, taken = 0, i, v;
    BITS_EACH(i, region)
    {
        if (!n->known[i]) w.space[w.spaces++] = (uint8_t)i;
        else taken |= 1u << n->known[i];
        if (n->known[i] > least) least = n->known[i];
    }
    if (!w.spaces) return false;
    unsigned most = largest_size(n, region, terrain), ways = bits_count(sides(n, region) & possible(n, terrain));
    for (unsigned size = least; size <= most; size++) {
        uint32_t total = 1; /* ways without any neighbours */
        for (unsigned k = 0; k < w.spaces; k++) total *= size - (part - w.spaces) - k;
        GAME_ASSERT(total); /* the region has as many crops as spaces */
        memset(w.count, 0, sizeof w.count);
        w.all = 0;
        try_crops(&w, 0, ((2u << size) - 2) & ~taken);
        uint32_t weight = size_weight(size, part, ways) * 120 / total; /* at most 5! ways */
        whole += w.all * weight;
        for (unsigned k = 0; k < w.spaces; k++)
            for (v = 1; v <= MAP_LEVELS; v++) sum[k][v] += w.count[k][v] * weight;
    }
    bool news = false;
    for (unsigned k = 0; k < w.spaces && whole; k++) {
        unsigned can = 0;
        i = w.space[k];
        for (v = 1; v <= MAP_LEVELS; v++) {
            if (sum[k][v]) can |= 1u << v;
            n->chance[i][v] = (uint16_t)((uint64_t)sum[k][v] * NOTES_SURE / whole);
        }
        n->can[i] = (uint8_t)can;
        if (bits_count(can) == 1) {
            n->known[i] = (uint8_t)bits_first(can);
            news = true;
        }
    }
    return news;
}

/* Certain crops are impossible next to themselves. */
static void strike_neighbours(struct notes *n, bool corners)
{
    unsigned i, k;
    BITS_EACH(i, n->all & ~n->open)
    if (n->known[i])
        BITS_EACH(k, corners ? n->shape.near[i] : n->shape.side[i]) n->can[k] &= (uint8_t) ~(1u << n->known[i]);
}

static void deduce_crops(struct notes *n, unsigned sight)
{
    bool news = true;
    for (int pass = 0; news && (pass == 0 || sight & NOTES_CHAINS); pass++) {
        news = false;
        strike_neighbours(n, sight & NOTES_CORNERS);
        for (uint64_t left = n->all & ~n->open; left;) {
            uint64_t region = n->region[bits_first(left)];
            news |= weigh_region(n, region);
            left &= ~region;
        }
    }
}

/* All terrain is certain: the one layout that fits, if it is one (SCN-5). */
struct layout {
    uint8_t crop[MAP_SPACES];
};

static bool keep(void *ctx, const uint8_t crop[MAP_SPACES])
{
    memcpy(((struct layout *)ctx)->crop, crop, MAP_SPACES);
    return false;
}

static void solve_crops(struct notes *n, const struct tiwanaku *t)
{
    struct map m = {.cols = t->cols, .rows = MAP_ROWS};
    struct layout found;
    unsigned i;
    memcpy(m.terrain, n->terrain, sizeof m.terrain);
    BITS_EACH(i, t->seen_crop) m.crop[i] = t->crop[i];
    if (solve_count(&m, 2, keep, &found) != 1) return;
    BITS_EACH(i, n->all)
    {
        n->known[i] = found.crop[i];
        n->can[i] = (uint8_t)(1u << found.crop[i]);
        memset(n->chance[i], 0, sizeof n->chance[i]);
        n->chance[i][found.crop[i]] = NOTES_SURE;
    }
}

void notes_take(struct notes *n, const struct tiwanaku *t, unsigned sight)
{
    unsigned i;
    memset(n, 0, sizeof *n);
    map_shape(&n->shape, t->cols, MAP_ROWS);
    n->all = tiw_all(t);
    n->open = n->all & ~t->seen_terrain;
    for (unsigned k = 0; k < MAP_TERRAINS; k++) n->left[k + 1] = t->left[k];
    BITS_EACH(i, t->seen_terrain & ~t->placed) n->left[t->terrain[i]]--; /* announced only (COO-6) */
    BITS_EACH(i, t->seen_terrain)
    {
        n->terrain[i] = t->terrain[i];
        n->of[t->terrain[i]] |= bit(i);
    }
    BITS_EACH(i, t->seen_terrain) n->region[i] = part_of(n, bit(i), n->of[n->terrain[i]]);
    BITS_EACH(i, t->seen_crop) n->known[i] = t->crop[i];
    bool on = n->open; /* the first pass says what may be where */
    for (int pass = 0; on && (pass == 0 || sight & NOTES_TERRAIN); pass++)
        on = deduce_terrain(n, sight & NOTES_TERRAIN);
    BITS_EACH(i, n->all)
    {
        n->can[i] = (uint8_t)(n->known[i] ? 1u << n->known[i] : 62u);
        if (n->known[i]) n->chance[i][n->known[i]] = NOTES_SURE;
    }
    deduce_crops(n, sight);
    if (!n->open && sight & NOTES_CHAINS) solve_crops(n, t);
}

void notes_chances(const struct notes *n, struct chances *c)
{
    unsigned i;
    memset(c, 0, sizeof *c);
    c->shape = n->shape;
    memcpy(c->terrain, n->terrain, sizeof c->terrain);
    memcpy(c->crop, n->chance, sizeof c->crop);
    BITS_EACH(i, n->open)
    for (unsigned k = 1; k <= MAP_TERRAINS; k++) c->ground[i][k] = (uint16_t)notes_terrain(n, i, k);
}
