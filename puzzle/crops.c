/* crops.c -- see crops.h. */
#include "crops.h"

#include "../core/bits.h"

enum { V = MAP_LEVELS };

bool crops_ground(struct crops_ground *g, const uint64_t terrain[MAP_TERRAINS])
{
    g->all = 0;
    g->regions = 0;
    for (int t = 0; t < MAP_TERRAINS; t++) {
        g->all |= terrain[t];
        for (uint64_t left = terrain[t]; left;) {
            uint64_t region = grid_flood(left & -left, terrain[t]);
            unsigned i;
            if (bits_count(region) > V) return false;
            GAME_ASSERT(g->regions < MAP_SPACES);
            BITS_EACH(i, region) g->of[i] = region;
            g->crops[g->regions] = (uint8_t)((1u << bits_count(region)) - 1);
            g->region[g->regions++] = region;
            left &= ~region;
        }
    }
    return true;
}

/* Spaces with one crop left take it from their rivals. */
static bool plant(const struct crops_ground *g, struct crops *c, uint64_t spaces)
{
    unsigned i;
    c->done |= spaces;
    BITS_EACH(i, spaces)
    {
        uint64_t space = bit(i), rivals = (grid_near(space) | g->of[i]) & ~space;
        int v = 0;
        while (v < V && !(c->can[v] & space)) v++;
        if (v == V) return false; /* another of these spaces took it */
        c->can[v] &= ~rivals;
    }
    return true;
}

/* Crops with one place left in a region go there. *found: one did. */
static bool last_places(const struct crops_ground *g, struct crops *c, bool *found)
{
    *found = false;
    for (int k = 0; k < g->regions; k++) {
        uint64_t region = g->region[k];
        if (!(region & ~c->done)) continue;
        for (int v = 0; v < V; v++) {
            uint64_t where = c->can[v] & region;
            if (!(g->crops[k] >> v & 1)) continue;
            if (!where) return false;
            if (where & (where - 1) || where & c->done) continue;
            crops_say(c, where, v);
            *found = true;
        }
    }
    return true;
}

bool crops_settle(const struct crops_ground *g, struct crops *c)
{
    for (bool found = true; found;) {
        uint64_t some = 0, more = 0;
        for (int v = 0; v < V; v++) {
            more |= some & c->can[v];
            some |= c->can[v];
        }
        if (some != g->all) return false;
        uint64_t single = some & ~more & ~c->done;
        if (single) {
            if (!plant(g, c, single)) return false;
        } else if (!last_places(g, c, &found)) {
            return false;
        }
    }
    return true;
}
