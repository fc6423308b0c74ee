/* narrow.c -- see narrow.h.
 *
 * Invariants of struct pass, the state of one round of settle():
 * 1. n->terrain[t], crop[v] are the spaces that could have it when the round began,
 *    n->is[t], has[v] those that had nothing else left.
 * 2. A rule only takes away from n->can what no completion has, judged by (1); so a
 *    rule may use sets that an earlier rule of the round has made smaller meanwhile.
 * 3. dirty[t] holds every space where n->can[t] or n->is[t] had changed, when the round
 *    began, since the regions of t were last looked at; fresh[t] what changed in this
 *    round. A region with nothing dirty in or beside its reach tells nothing new. */
#include "narrow.h"

#include "../core/bits.h"

#include <string.h>

enum { T = MAP_TERRAINS, V = MAP_LEVELS };

struct pass {
    const struct narrow_ground *g;
    struct narrow *n;
    uint64_t crop[V], has[V];
    uint64_t dirty[T], fresh[T];
    bool moved; /* the terrain of some space changed since the rules about terrain alone were applied */
};

/* Takes terrain t with crop v away from a set of spaces. */
static inline void take(struct pass *p, int t, int v, uint64_t spaces)
{
    p->fresh[t] |= p->n->can[t][v] & spaces;
    p->n->can[t][v] &= ~spaces;
}

static inline void take_terrain(struct pass *p, int t, uint64_t spaces)
{
    for (int v = 0; v < V; v++) take(p, t, v, spaces);
}

static void give_terrain(struct pass *p, int t, uint64_t spaces)
{
    if (!(spaces & ~p->n->is[t])) return;
    for (int s = 0; s < T; s++)
        if (s != t) take_terrain(p, s, spaces);
}

static inline bool changed(const struct pass *p)
{
    return (p->fresh[0] | p->fresh[1] | p->fresh[2] | p->fresh[3]) != 0;
}

/* Begins a round. False: a space has nothing left. */
static bool look(struct pass *p)
{
    struct narrow *n = p->n;
    uint64_t some = 0, more = 0, lost = 0;
    for (int t = 0; t < T; t++) {
        uint64_t can = n->can[t][0] | n->can[t][1] | n->can[t][2] | n->can[t][3] | n->can[t][4];
        lost |= can ^ n->terrain[t];
        n->terrain[t] = can;
        more |= some & can;
        some |= can;
    }
    if (some != p->g->all) return false;
    for (int t = 0; t < T; t++) {
        uint64_t is = n->terrain[t] & ~more;
        p->dirty[t] |= p->fresh[t] | (is ^ n->is[t]);
        p->fresh[t] = 0;
        n->is[t] = is;
    }
    p->moved |= lost != 0;
    some = more = 0;
    for (int v = 0; v < V; v++) {
        p->crop[v] = narrow_crop(n, v);
        more |= some & p->crop[v];
        some |= p->crop[v];
    }
    for (int v = 0; v < V; v++) p->has[v] = p->crop[v] & ~more;
    return true;
}

/* SCN-3: equal crops never touch. */
static void crops_apart(struct pass *p)
{
    for (int v = 0; v < V; v++) {
        uint64_t near = grid_near(p->has[v]) & p->crop[v];
        for (int t = 0; near && t < T; t++) take(p, t, v, near);
    }
}

/* The totals of the terrains. */
static bool tiles_fit(struct pass *p)
{
    for (int t = 0; p->g->totals && t < T; t++) {
        unsigned sure = bits_count(p->n->is[t]), can = bits_count(p->n->terrain[t]), total = p->g->tiles[t];
        if (sure > total || can < total) return false;
        if (sure == can) continue;
        if (sure == total) take_terrain(p, t, p->n->terrain[t] & ~p->n->is[t]);
        if (can == total) give_terrain(p, t, p->n->terrain[t]);
    }
    return true;
}

/* The limits of the crops. */
static bool crops_fit(struct pass *p)
{
    for (int v = 0; v < V; v++) {
        unsigned most = p->g->most[v], sure = bits_count(p->has[v]);
        if (sure > most) return false;
        for (int t = 0; sure == most && t < T; t++) take(p, t, v, ~p->has[v]);
    }
    return true;
}

/* SCN-2, for one terrain and one of the two diagonals: a space and the one `far` bits
 * on touch at a corner; a and b say whether the spaces between them can have the
 * terrain. Result: where it cannot be, and which pairs need which space between. */
struct corners {
    uint64_t away, need_a, need_b;
};

static inline struct corners corners(uint64_t can, uint64_t is, uint64_t a, uint64_t b, int far)
{
    uint64_t pair = is & is >> far, none = ~(a | b);
    return (struct corners){
        .away = ((is & can >> far & none) << far) | (can & is >> far & none), /* nothing can join them */
        .need_a = pair & a & ~b,
        .need_b = pair & b & ~a,
    };
}

static void regions_apart(struct pass *p)
{
    for (int t = 0; t < T; t++) {
        uint64_t can = p->n->terrain[t], is = p->n->is[t], below = can >> GRID_ROW;
        if (!p->dirty[t]) continue;
        struct corners e = corners(can, is, can >> 1, below, GRID_ROW + 1);
        struct corners w = corners(can, is, can << 1, below, GRID_ROW - 1);
        if (e.away | w.away) take_terrain(p, t, e.away | w.away);
        give_terrain(p, t, e.need_a << 1 | w.need_a >> 1 | (e.need_b | w.need_b) << GRID_ROW);
    }
}

/* Where a terrain has room for a region of one or two spaces only, higher crops have none. */
static void small_places(struct pass *p)
{
    for (int t = 0; t < T; t++) {
        uint64_t can = p->n->terrain[t], e = can << 1, w = can >> 1, s = can << GRID_ROW, n = can >> GRID_ROW;
        if (!p->dirty[t]) continue;
        uint64_t two = can & ((e & w) | (s & n) | ((e | w) & (s | n)));
        uint64_t alone = can & ~(e | w | s | n), small = can & ~two & ~grid_side(two);
        if (alone) take(p, t, 1, alone);
        for (int v = 2; small && v < V; v++) take(p, t, v, small);
    }
}

/* A region as far as it is sure: connected spaces that have no other terrain left. */
struct known_region {
    uint64_t spaces;
    uint64_t edge;   /* spaces beside it that can still join */
    uint64_t reach;  /* all it can ever consist of */
    unsigned crops;  /* crops sure within it */
    int size, least; /* spaces now, and at the end at least */
};

/* The size a region must have for each of its spaces to have a crop. */
static inline int least_size(const struct pass *p, int t, uint64_t region)
{
    uint64_t served = p->n->can[t][0] & region;
    int v = 0, size = (int)bits_count(region);
    while (v + 1 < V && served != region) served |= p->n->can[t][++v] & region;
    return v < size ? size : v + 1;
}

static inline uint64_t reach_of(const struct pass *p, int t, uint64_t region, int size)
{
    for (int i = size; i < V; i++) region |= grid_side(region) & p->n->terrain[t];
    return region;
}

/* Spaces of the edge that would join it to regions with which it does not go together. */
static void edge_joins(struct pass *p, int t, const struct known_region *r)
{
    uint64_t join = r->edge & grid_side(p->n->is[t] & ~r->spaces);
    for (; join; join &= join - 1) {
        uint64_t space = join & -join, all = grid_flood(r->spaces | space, p->n->is[t]);
        bool fits = bits_count(all) <= V;
        for (int v = 0; v < V && fits; v++) {
            uint64_t where = p->has[v] & all & ~space;
            fits = !(where & (where - 1));
        }
        if (!fits) take_terrain(p, t, space);
    }
}

/* SCN-3 within one region: once each, and none may be missing below the highest. */
static bool region_crops(struct pass *p, int t, const struct known_region *r)
{
    bool planted = true;
    for (int v = (int)bits_count(r->reach); v < V; v++) take(p, t, v, r->spaces);
    for (int v = 0; v < r->least; v++) {
        if (r->crops >> v & 1) continue;
        uint64_t where = p->n->can[t][v] & r->reach;
        if (!where) return false;
        planted = false;
        if (!grid_single(where)) continue;
        give_terrain(p, t, where);
        for (int w = 0; w < V; w++)
            if (w != v) take(p, t, w, where);
    }
    if (!r->edge && planted) p->n->done |= r->spaces;
    return true;
}

/* All rules about one region. */
static bool region_fits(struct pass *p, int t, uint64_t spaces)
{
    struct known_region r = {.spaces = spaces, .reach = spaces, .size = (int)bits_count(spaces)};
    if (r.size > V) return false;
    r.least = least_size(p, t, spaces);
    r.edge = grid_side(spaces) & p->n->terrain[t] & ~spaces;
    for (int v = 0; v < V; v++) {
        uint64_t where = p->has[v] & spaces;
        if (!where) continue;
        if (!grid_single(where)) return false;
        r.crops |= 1u << v;
        take(p, t, v, (spaces | r.edge) & ~where);
    }
    if (r.edge && r.size == V) {
        take_terrain(p, t, r.edge);
        r.edge = 0;
    } else if (r.edge) {
        r.reach = reach_of(p, t, spaces, r.size);
        int room = (int)bits_count(r.reach);
        if (room < r.least) return false;
        if (room == r.least) give_terrain(p, t, r.reach);
        else if (r.least > r.size && grid_single(r.edge)) give_terrain(p, t, r.edge);
        edge_joins(p, t, &r);
    } else if (r.least > r.size) {
        return false;
    }
    return region_crops(p, t, &r);
}

static bool regions_fit(struct pass *p)
{
    for (int t = 0; t < T; t++) {
        uint64_t look_at = p->dirty[t];
        if (!look_at) continue;
        p->dirty[t] = 0;
        look_at |= grid_side(look_at);
        for (int i = 1; i < V; i++) look_at |= grid_side(look_at) & p->n->terrain[t];
        look_at &= p->n->is[t] & ~p->n->done;
        while (look_at) {
            uint64_t region = grid_flood(look_at & -look_at, p->n->is[t]);
            look_at &= ~region;
            if (!region_fits(p, t, region)) return false;
        }
    }
    return true;
}

/* Regions that must still grow claim tiles of their terrain; those that could grow
 * together claim them once. */
static bool claims_fit(struct pass *p)
{
    for (int t = 0; p->g->totals && t < T; t++) {
        uint64_t is = p->n->is[t], open = p->n->terrain[t] & ~is, left = open ? is & ~p->n->done : 0, claimed = 0;
        int spare = (int)p->g->tiles[t] - (int)bits_count(is), claims = 0;
        while (left) {
            uint64_t region = grid_flood(left & -left, is);
            int size = (int)bits_count(region), more = least_size(p, t, region) - size;
            left &= ~region;
            if (!more) continue;
            uint64_t reach = reach_of(p, t, region, size);
            more -= (int)bits_count(reach & is & ~region); /* it could grow by these without a new tile */
            if (more > 0 && !(reach & claimed)) claims += more;
            claimed |= reach;
        }
        if (claims > spare) return false;
        if (claims && claims == spare) take_terrain(p, t, open & ~claimed);
    }
    return true;
}

/* Draws all conclusions; fresh says where to begin. */
static bool settle(struct narrow_ground *g, struct pass *p)
{
    p->g = g;
    g->steps++;
    do {
        do {
            if (!look(p)) return false;
            crops_apart(p);
        } while (changed(p));
        if (p->moved) {
            p->moved = false;
            if (!tiles_fit(p)) return false;
            if (!g->touching) regions_apart(p);
            small_places(p);
        }
        if (!crops_fit(p) || !regions_fit(p)) return false;
        if (!changed(p) && !claims_fit(p)) return false;
    } while (changed(p));
    return true;
}

void narrow_ground(struct narrow_ground *g, int cols, int rows)
{
    GAME_ASSERT(cols > 0 && cols <= MAP_COLS && rows > 0 && rows <= MAP_ROWS);
    memset(g, 0, sizeof *g);
    g->cols = (uint8_t)cols;
    g->rows = (uint8_t)rows;
    g->all = grid_all(cols, rows);
    g->budget = UINT64_MAX;
    memset(g->most, NARROW_NO_LIMIT, sizeof g->most);
}

/* Once no terrain is open there are so many of each crop. */
static bool region_limits(const struct narrow_ground *g)
{
    unsigned planted[V] = {0};
    for (int k = 0; k < g->regions.regions; k++)
        for (unsigned v = 0; v < bits_count(g->regions.region[k]); v++)
            if (++planted[v] > g->most[v]) return false;
    return true;
}

bool narrow_start(struct narrow_ground *g, struct narrow *n, const struct map *m)
{
    GAME_ASSERT(m->cols == g->cols && m->rows == g->rows);
    struct pass p = {.n = n};
    uint64_t terrain[T + 1] = {0}, crop[V + 1] = {0};
    memset(n, 0, sizeof *n);
    g->settled = false;
    for (int i = 0; i < map_spaces(m); i++) {
        if (m->terrain[i] > T || m->crop[i] > V) return false;
        terrain[m->terrain[i]] |= grid_of(m, i);
        crop[m->crop[i]] |= grid_of(m, i);
    }
    for (int t = 0; t < T; t++)
        for (int v = 0; v < V; v++) n->can[t][v] = (terrain[t + 1] | terrain[0]) & (crop[v + 1] | crop[0]);
    for (int t = 0; t < T; t++) p.fresh[t] = g->all;
    if (!settle(g, &p)) return false;
    g->settled = !narrow_open_terrain(n) && crops_ground(&g->regions, n->is);
    return !g->settled || region_limits(g);
}

bool narrow_say_terrain(struct narrow_ground *g, struct narrow *n, uint64_t space, int terrain)
{
    struct pass p = {.n = n};
    GAME_ASSERT(grid_single(space) && space & n->terrain[terrain]);
    give_terrain(&p, terrain, space);
    return settle(g, &p);
}

bool narrow_deny_terrain(struct narrow_ground *g, struct narrow *n, uint64_t space, int terrain)
{
    struct pass p = {.n = n};
    GAME_ASSERT(grid_single(space) && space & g->all);
    take_terrain(&p, terrain, space);
    return settle(g, &p);
}

/* Leaves a space these crops (bit v). The same conclusions about crops alone, several times as fast. */
static bool leave_settled(struct narrow_ground *g, struct narrow *n, uint64_t space, unsigned crops)
{
    struct crops c = {.done = g->all & ~narrow_open_crops(n)};
    for (int v = 0; v < V; v++) c.can[v] = crops >> v & 1 ? narrow_crop(n, v) : narrow_crop(n, v) & ~space;
    c.done &= ~space;
    g->steps++;
    if (!crops_settle(&g->regions, &c)) return false;
    for (int t = 0; t < T; t++)
        for (int v = 0; v < V; v++) n->can[t][v] &= c.can[v];
    return true;
}

static bool leave_crops(struct narrow_ground *g, struct narrow *n, uint64_t space, unsigned crops)
{
    struct pass p = {.n = n};
    GAME_ASSERT(grid_single(space) && space & g->all);
    if (g->settled) return leave_settled(g, n, space, crops);
    for (int t = 0; t < T; t++)
        for (int v = 0; v < V; v++)
            if (!(crops >> v & 1)) take(&p, t, v, space);
    return settle(g, &p);
}

bool narrow_say_crop(struct narrow_ground *g, struct narrow *n, uint64_t space, int crop)
{
    GAME_ASSERT(space & narrow_crop(n, crop));
    return leave_crops(g, n, space, 1u << crop);
}

bool narrow_deny_crop(struct narrow_ground *g, struct narrow *n, uint64_t space, int crop)
{
    return leave_crops(g, n, space, ~(1u << crop));
}

uint64_t narrow_open_terrain(const struct narrow *n)
{
    uint64_t is = n->is[0] | n->is[1] | n->is[2] | n->is[3];
    return (n->terrain[0] | n->terrain[1] | n->terrain[2] | n->terrain[3]) & ~is;
}

uint64_t narrow_open_crops(const struct narrow *n)
{
    uint64_t some = 0, more = 0;
    for (int v = 0; v < V; v++) {
        uint64_t x = narrow_crop(n, v);
        more |= some & x;
        some |= x;
    }
    return more;
}
