/* make_fill.c -- completes a partly known map at random; see make.h. No grades and
 * no starting spaces here: that is make.c.
 *
 * Spaces are decided column by column, terrain and crop together, so that the border
 * between decided and open ones is at most five spaces. Bit c * 6 + r stands for row r
 * of column c: the sixth row is never on the board, so a shift moves a set of spaces
 * in any direction without running into the next column.
 *
 * A group is what is known of a region: decided and given spaces, connected.
 * 1. group[i] and crops[i] are the same for all spaces of a group: its spaces, its crops.
 * 2. What a step changes lies next to the space: only the groups around it are looked
 *    at again, and struct undo holds all that has to be put back. */
#include "../core/bits.h"
#include "deduce.h"
#include "make.h"

#include <string.h>

enum { STRIDE = 6, CELLS = MAP_COLS * STRIDE };
/* At a dead end, one time in LEAP_ONE_IN, go back up to LEAP spaces at once: the
 * mistake was made in the column before. Groups that wait for a crop grow first,
 * GROW_FIRST times in a hundred. Both measured: a third of the steps. */
enum { LEAP_ONE_IN = 5, LEAP = 6, GROW_FIRST = 85 };

struct undo {
    uint64_t part[5]; /* groups that were joined */
    uint64_t ban;     /* fill.ban of the crop planted */
    uint32_t open;    /* choices not tried yet: bit 5 * (terrain - 1) + crop - 1 */
    uint32_t first;   /* choices to try before others */
    uint8_t crops[5]; /* of the groups that were joined */
    uint8_t parts;
};

struct fill {
    uint64_t all;                   /* the board */
    uint64_t open;                  /* spaces not decided yet, given or not */
    uint64_t given, sown;           /* where the terrain, the crop is given */
    uint64_t can[MAP_TERRAINS + 1]; /* where no other terrain is given */
    uint64_t is[MAP_TERRAINS + 1];  /* where this terrain is decided or given */
    uint64_t ban[MAP_LEVELS + 1];   /* where this crop cannot be */
    uint64_t has[MAP_LEVELS + 1];   /* where it is decided or given */
    uint64_t group[CELLS];          /* see 1. */
    uint8_t crops[CELLS];           /* see 1.: bit v, crop v */
    uint8_t terrain[CELLS];         /* decided or given, else 0 */
    uint8_t crop[CELLS];            /* likewise */
    int8_t left[MAP_TERRAINS + 1];  /* tiles for spaces without a given terrain */
    int8_t store[MAP_LEVELS + 1];   /* crops for spaces without a given crop */
    uint8_t order[MAP_SPACES];      /* cells in the order of deciding */
    int8_t spaces;                  /* how many */
    bool exact;                     /* all tiles must be used up */
    struct rng *rng;
    struct undo undo[MAP_SPACES];
};

static uint64_t sides(uint64_t set) { return set << 1 | set >> 1 | set << STRIDE | set >> STRIDE; }
static uint64_t around(uint64_t set)
{
    uint64_t column = set | set << 1 | set >> 1;
    return column | column << STRIDE | column >> STRIDE;
}
static unsigned top(unsigned crops) { return 31u - (unsigned)__builtin_clz(crops | 1); }

/* Can the group still become a region? */
static bool hopeful(const struct fill *f, unsigned terrain, uint64_t group, unsigned crops)
{
    unsigned size = bits_count(group), high = top(crops), v;
    if (crops == (2u << size) - 2) return true;
    uint64_t free = f->open & f->can[terrain], reach = group;
    if (high > size) {
        uint64_t exits = sides(group) & free & ~group, fit = 0;
        for (v = 1; v <= MAP_LEVELS; v++)
            if (!(crops >> v & 1)) fit |= exits & ~f->ban[v];
        if (!fit) return false;
    }
    free |= f->is[terrain];
    for (; size < MAP_LEVELS; size++) reach |= sides(reach) & free;
    for (v = 1; v < high; v++)
        if (!(crops >> v & 1) && !(reach & ((f->open & ~f->ban[v]) | f->has[v]))) return false;
    return true;
}

/* The terrains that SCN-2 leaves to a cell: of two diagonal spaces of one terrain, one
 * of the two between them has it too. */
static unsigned terrains_at(const struct fill *f, unsigned i)
{
    static const int8_t corner[4][3] = {
        {-STRIDE - 1, -STRIDE, -1}, {-STRIDE + 1, -STRIDE, 1}, {STRIDE - 1, STRIDE, -1}, {STRIDE + 1, STRIDE, 1}};
    unsigned may = 30;
    for (int k = 0; k < 4; k++) {
        int d = (int)i + corner[k][0];
        if (d < 0 || !(f->all & bit((unsigned)d))) continue;
        unsigned far = f->terrain[d], a = f->terrain[(int)i + corner[k][1]], b = f->terrain[(int)i + corner[k][2]];
        if (a && b && far) {
            if (a == b && far != a) may &= 1u << a;
            if (a != far && b != far) may &= ~(1u << far);
        }
    }
    return may;
}

/* All choices for a cell that what is decided around it allows; *first: those that
 * give a group a crop it waits for. */
static uint32_t choices(const struct fill *f, unsigned i, uint32_t *first)
{
    uint64_t beside = sides(bit(i)) & f->all & ~(f->open & ~f->given);
    unsigned may = terrains_at(f, i), levels = 0, own = f->sown & bit(i) ? 1u << f->crop[i] : 0;
    uint32_t found = 0;
    *first = 0;
    for (unsigned v = 1; v <= MAP_LEVELS; v++)
        if (!(f->ban[v] & bit(i)) && (own ? own >> v & 1 : f->store[v] > 0)) levels |= 1u << v;
    for (unsigned t = 1; t <= MAP_TERRAINS; t++) {
        if (!(may >> t & 1) || !(f->can[t] & bit(i)) || (f->left[t] <= 0 && !(f->given & bit(i)))) continue;
        uint64_t joined = f->given & bit(i) ? f->group[i] : bit(i);
        unsigned used = f->given & bit(i) ? f->crops[i] : 0, k;
        bool twice = false;
        BITS_EACH(k, beside)
        {
            if (f->terrain[k] != t || joined & bit(k)) continue;
            if (used & f->crops[k]) twice = true;
            used |= f->crops[k];
            joined |= f->group[k];
        }
        if (twice || bits_count(joined) > MAP_LEVELS) continue;
        unsigned fit = levels & ~(used & ~(f->given & bit(i) ? own : 0)); /* its group has its crop already */
        found |= fit >> 1 << MAP_LEVELS * (t - 1);
        *first |= (fit & ((1u << top(used)) - 1)) >> 1 << MAP_LEVELS * (t - 1);
    }
    return found;
}

/* Adds a group to the one of the space about to be decided. */
static void absorb(struct fill *f, struct undo *u, unsigned k, uint64_t *joined, unsigned *crops)
{
    GAME_ASSERT(u->parts < sizeof u->part / sizeof *u->part);
    u->part[u->parts] = f->group[k];
    u->crops[u->parts++] = f->crops[k];
    *joined |= f->group[k];
    *crops |= f->crops[k];
}

static void join(struct fill *f, struct undo *u, unsigned i, unsigned t, unsigned v)
{
    uint64_t beside = sides(bit(i)) & f->all & ~(f->open & ~f->given), joined = bit(i);
    unsigned crops = 1u << v, k;
    u->parts = 0;
    if (f->given & bit(i)) absorb(f, u, i, &joined, &crops);
    BITS_EACH(k, beside)
    if (f->terrain[k] == t && !(joined & bit(k))) absorb(f, u, k, &joined, &crops);
    BITS_EACH(k, joined)
    {
        f->group[k] = joined;
        f->crops[k] = (uint8_t)crops;
    }
}

static void place(struct fill *f, int n, unsigned choice)
{
    struct undo *u = &f->undo[n];
    unsigned i = f->order[n], t = choice / MAP_LEVELS + 1, v = choice % MAP_LEVELS + 1;
    GAME_ASSERT(f->open & bit(i) && t <= MAP_TERRAINS && !(f->ban[v] & bit(i)));
    join(f, u, i, t, v);
    f->terrain[i] = (uint8_t)t;
    f->crop[i] = (uint8_t)v;
    if (!(f->given & bit(i))) f->left[t]--;
    if (!(f->sown & bit(i))) f->store[v]--;
    u->ban = f->ban[v];
    f->ban[v] |= around(bit(i));
    f->is[t] |= bit(i);
    f->has[v] |= bit(i);
    f->open &= ~bit(i);
}

static void take_back(struct fill *f, int n)
{
    struct undo *u = &f->undo[n];
    unsigned i = f->order[n], t = f->terrain[i], v = f->crop[i], k;
    GAME_ASSERT(!(f->open & bit(i)) && t && v); /* it was placed */
    f->open |= bit(i);
    f->ban[v] = u->ban;
    if (!(f->sown & bit(i))) f->store[v]++, f->crop[i] = 0, f->has[v] &= ~bit(i);
    if (!(f->given & bit(i))) f->left[t]++, f->terrain[i] = 0, f->is[t] &= ~bit(i);
    for (int p = 0; p < u->parts; p++) {
        BITS_EACH(k, u->part[p])
        {
            f->group[k] = u->part[p];
            f->crops[k] = u->crops[p];
        }
    }
}

/* May it stay? Looks at the groups that the step may have harmed. */
static bool stands(const struct fill *f, unsigned i)
{
    for (int t = 1; f->exact && t <= MAP_TERRAINS; t++)
        if ((int)bits_count(f->open & ~f->given & f->can[t]) < f->left[t]) return false;
    uint64_t look = around(bit(i)) & f->all & ~(f->open & ~f->given);
    while (look) {
        unsigned k = bits_first(look);
        if (!hopeful(f, f->terrain[k], f->group[k], f->crops[k])) return false;
        look &= ~f->group[k];
    }
    return true;
}

static unsigned choose(struct fill *f, const struct undo *u)
{
    uint32_t from = u->open & u->first;
    GAME_ASSERT(u->open);
    if (!from || rng_below(f->rng, 100) >= GROW_FIRST) from = u->open;
    unsigned a = bits_nth(from, rng_below(f->rng, bits_count(from)));
    if (!f->exact) return a;
    /* all tiles must be used up: of two terrains rather the one with more of them */
    unsigned b = bits_nth(from, rng_below(f->rng, bits_count(from)));
    return f->left[a / MAP_LEVELS + 1] >= f->left[b / MAP_LEVELS + 1] ? a : b;
}

static bool finished(const struct fill *f)
{
    for (int t = 1; f->exact && t <= MAP_TERRAINS; t++)
        if (f->left[t]) return false;
    return true;
}

/* Depth first; false: nothing found in that many steps (0: nothing is there). */
static bool search(struct fill *f, uint32_t budget)
{
    uint32_t steps = 0;
    f->undo[0].open = choices(f, f->order[0], &f->undo[0].first);
    for (int n = 0;;) {
        struct undo *u = &f->undo[n];
        bool stays = false;
        while (u->open && !stays) {
            unsigned choice = choose(f, u);
            u->open &= ~(1u << choice);
            place(f, n, choice);
            stays = stands(f, f->order[n]) && (n + 1 < f->spaces || finished(f));
            if (!stays) take_back(f, n);
        }
        if (stays) {
            if (++n == f->spaces) return true;
            if (budget && ++steps >= budget) return false;
            f->undo[n].open = choices(f, f->order[n], &f->undo[n].first);
            continue;
        }
        uint32_t back = 1;
        if (budget && rng_below(f->rng, LEAP_ONE_IN) == 0) back += rng_below(f->rng, LEAP);
        for (; back; back--) {
            if (n == 0) return false;
            take_back(f, --n);
        }
    }
}

/* ---- from the map and back ---- */

/* Where space i of the map is decided: the board may be mirrored, so that no edge of
 * a made map is always the last one. */
static unsigned cell_of(const struct map *m, int i, unsigned mirror)
{
    int r = i / m->cols, c = i % m->cols;
    if (mirror & 1) r = m->rows - 1 - r;
    if (mirror & 2) c = m->cols - 1 - c;
    return (unsigned)(c * STRIDE + r);
}

/* False: a given group is too large or has a crop twice. */
static bool group_given(struct fill *f, unsigned i)
{
    uint64_t group = bit(i), more = group;
    unsigned k, crops = 0;
    while (more) {
        more = 0;
        BITS_EACH(k, sides(group) & f->given & ~group) if (f->terrain[k] == f->terrain[i]) more |= bit(k);
        group |= more;
    }
    if (bits_count(group) > MAP_LEVELS) return false;
    BITS_EACH(k, group & f->sown)
    {
        if (crops >> f->crop[k] & 1) return false;
        crops |= 1u << f->crop[k];
    }
    BITS_EACH(k, group)
    {
        f->group[k] = group;
        f->crops[k] = (uint8_t)crops;
    }
    return true;
}

/* What follows from what is given, by simple means; false: it fits no map. */
static bool conclude(const struct map *m, const uint8_t *tiles, struct deduce_notes *n, struct map_shape *shape)
{
    uint64_t any = 0;
    map_shape(shape, m->cols, m->rows);
    deduce_begin(n, shape, m, tiles);
    for (int i = 0; i < map_spaces(m); i++) any |= m->terrain[i] | m->crop[i];
    return !any || deduce_run(n, DEDUCE_TWO);
}

/* One space, with what is known of it. */
static void load_space(struct fill *f, const struct deduce_notes *n, unsigned i, unsigned k)
{
    f->all |= bit(k);
    for (unsigned t = 1; t <= MAP_TERRAINS; t++) {
        if (!(n->terrain[t] & bit(i))) continue;
        f->can[t] |= bit(k);
        if (!(n->land & bit(i))) continue;
        f->terrain[k] = (uint8_t)t;
        f->given |= bit(k);
        f->is[t] |= bit(k);
        f->left[t]--;
    }
    for (unsigned v = 1; v <= MAP_LEVELS; v++) {
        if (!(n->crop[v] & bit(i))) f->ban[v] |= bit(k);
        if (!(n->crop[v] & n->sown & bit(i))) continue;
        f->crop[k] = (uint8_t)v;
        f->sown |= bit(k);
        f->has[v] |= bit(k);
        f->store[v]--;
    }
}

/* Takes over what is given; false: it fits no map. */
static bool load(struct fill *f, const struct map *m, const uint8_t most[MAP_TERRAINS + 1], unsigned mirror)
{
    struct map_shape shape;
    struct deduce_notes n;
    unsigned k;
    int tiles = 0;
    if (!conclude(m, f->exact ? most : NULL, &n, &shape)) return false;
    for (int t = 1; t <= MAP_TERRAINS; t++) f->left[t] = (int8_t)most[t], tiles += most[t];
    for (int v = 1; v <= MAP_LEVELS; v++) f->store[v] = (int8_t)map_crops[v];
    for (int i = 0; i < map_spaces(m); i++) load_space(f, &n, (unsigned)i, cell_of(m, i, mirror));
    for (int t = 1; t <= MAP_TERRAINS; t++)
        if (f->left[t] < 0) return false;
    for (int v = 1; v <= MAP_LEVELS; v++)
        if (f->store[v] < 0) return false;
    BITS_EACH(k, f->given) if (!group_given(f, k)) return false;
    BITS_EACH(k, f->all) f->order[f->spaces++] = (uint8_t)k;
    f->open = f->all;
    return !f->exact || tiles == map_spaces(m);
}

bool make_fill(struct map *m, const uint8_t most[MAP_TERRAINS + 1], bool exact, struct rng *r, uint32_t budget)
{
    struct fill f = {.exact = exact, .rng = r};
    unsigned mirror = rng_below(r, 4);
    if (!load(&f, m, most, mirror) || !search(&f, budget)) return false;
    GAME_ASSERT(!f.open);
    for (int i = 0; i < map_spaces(m); i++) {
        unsigned k = cell_of(m, i, mirror);
        m->terrain[i] = f.terrain[k];
        m->crop[i] = f.crop[k];
    }
    return true;
}
