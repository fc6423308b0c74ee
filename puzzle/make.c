/* make.c -- makes graded maps; see make.h. The terrain and crops come from make_fill.c.
 *
 * A starting space is left out only if deduction limited to the wanted grade still
 * finishes; the map is taken only if the grade below does not. One map is tried with
 * several choices of starting spaces. Most attempts to leave one out fail because another
 * layout fits then: the spaces where such a layout differs from the map are kept, and
 * a choice that leaves out all of them is refused at once from then on. */
#include "make.h"

#include "../core/bits.h"

#include <limits.h>
#include <string.h>

enum { FILL_STEPS = 150, EASY_TRIES = 3, HARD_TRIES = 12, MORE_START = 5, OTHERS = 256 };

/* A map being given its starting spaces. */
struct starting {
    const struct map *map;
    struct deduce_notes bare; /* all terrain, no crop */
    uint64_t has[MAP_LEVELS + 1];
    int min;                /* starting spaces to keep at least */
    int others;             /* layouts that fit the terrain, besides the map's: */
    uint64_t other[OTHERS]; /* where each differs from it */
};

static void begin(struct starting *k, const struct map *m, const struct map_shape *shape, int min)
{
    struct map bare = *m;
    k->others = 0;
    memset(k->has, 0, sizeof k->has);
    memset(bare.crop, 0, sizeof bare.crop);
    k->map = m;
    k->min = min;
    for (int i = 0; i < map_spaces(m); i++) k->has[m->crop[i]] |= bit((unsigned)i);
    deduce_begin(&k->bare, shape, &bare, NULL);
    deduce_run(&k->bare, DEDUCE_PLACE);
}

/* A layout that fits the notes besides the map's: where the two differ. 0: there is none. */
static uint64_t other_layout(const struct starting *k, const struct deduce_notes *before)
{
    struct deduce_notes n = *before;
    uint64_t differ = 0;
    unsigned best = 0, fewest = MAP_LEVELS + 1, i, v;
    if (!deduce_run(&n, DEDUCE_PLACE)) return 0;
    for (v = 1; v <= MAP_LEVELS; v++) differ |= n.crop[v] & ~k->has[v];
    if (deduce_done(&n)) return differ;
    BITS_EACH(i, n.all & ~n.sown)
    {
        unsigned can = 0;
        for (v = 1; v <= MAP_LEVELS; v++) can += n.crop[v] >> i & 1;
        if (can < fewest) fewest = can, best = i;
    }
    /* any layout with another crop here will do: look at the map's own last */
    for (unsigned turn = 0; turn < 2; turn++)
        for (v = 1; v <= MAP_LEVELS; v++) {
            if (!(n.crop[v] & bit(best)) || (v == k->map->crop[best]) != (turn == 1)) continue;
            struct deduce_notes then = n;
            deduce_learn_crop(&then, bit(best), v);
            if ((differ = other_layout(k, &then))) return differ;
        }
    return 0;
}

/* Does this much deduction find all crops from these starting spaces? */
static bool finishes(struct starting *k, uint64_t given, enum deduce_technique hardest)
{
    struct deduce_notes n = k->bare;
    for (int j = 0; j < k->others; j++)
        if (!(k->other[j] & given)) return false;
    for (unsigned v = 1; v <= MAP_LEVELS; v++) deduce_learn_crop(&n, given & k->has[v], v);
    deduce_run(&n, hardest < DEDUCE_ORDERS ? hardest : hardest == DEDUCE_NESTED ? DEDUCE_POINT : hardest);
    if (deduce_done(&n)) return true;
    if (hardest < DEDUCE_ORDERS) return false;
    uint64_t differ = other_layout(k, &n);
    if (differ && k->others < OTHERS) k->other[k->others++] = differ;
    return !differ && hardest == DEDUCE_NESTED;
}

/* A random order of leaving out, in which a set of spaces that do not touch comes last:
 * starting spaces are better apart. */
static void shuffle(const struct starting *k, uint8_t order[MAP_SPACES], struct rng *r)
{
    uint8_t pool[MAP_SPACES];
    uint64_t touched = 0;
    int n = map_spaces(k->map), first = 0, last = n;
    for (int i = 0; i < n; i++) pool[i] = (uint8_t)i;
    for (int left = n; left; left--) {
        uint32_t pick = rng_below(r, (uint32_t)left);
        uint8_t i = pool[pick];
        pool[pick] = pool[left - 1];
        if (touched & bit(i)) {
            order[first++] = i;
        } else {
            order[--last] = i;
            touched |= k->bare.shape->near[i];
        }
    }
}

/* Leaves out what that much deduction does not miss, in this order. */
static uint64_t leave_out(struct starting *k, uint64_t given, const uint8_t *order, enum deduce_technique hardest)
{
    for (int j = 0; j < map_spaces(k->map) && (int)bits_count(given) > k->min; j++) {
        uint64_t i = bit(order[j]);
        if (given & i && finishes(k, given & ~i, hardest)) given &= ~i;
    }
    return given;
}

/* Enough spaces for that much deduction, preferably from the end of the order. */
static uint64_t enough(struct starting *k, const uint8_t *order, enum deduce_technique hardest)
{
    uint64_t given = 0;
    int next = map_spaces(k->map), met = 0, before;
    for (int more = k->min;; more = MORE_START) {
        for (; more && next > 0; more--) given |= bit(order[--next]);
        do {
            for (; met < k->others; met++) /* one space where each other layout differs */
                for (int j = map_spaces(k->map) - 1; !(given & k->other[met]); j--) {
                    GAME_ASSERT(j >= 0); /* another layout differs somewhere */
                    given |= bit(order[j]) & k->other[met];
                }
            before = k->others;
            if (finishes(k, given, hardest)) return given; /* at the latest with all spaces */
        } while (k->others > before);
    }
}

/* Starting spaces that cannot be missed at that grade; *exact: nor does the grade below do. */
static uint64_t choose_start(struct starting *k, enum grade grade, const uint8_t *order, bool *exact)
{
    enum deduce_technique target = (enum deduce_technique)grade_hardest[grade];
    uint64_t given = leave_out(k, enough(k, order, target), order, target);
    *exact = grade == GRADE_GENTLE || !finishes(k, given, (enum deduce_technique)grade_hardest[grade - 1]);
    return given;
}

/* ---- the Otoma ---- */

static int apart(int cols, unsigned a, unsigned b)
{
    int dr = (int)a / cols - (int)b / cols, dc = (int)a % cols - (int)b % cols;
    if (dr < 0) dr = -dr;
    if (dc < 0) dc = -dc;
    return 16 * (dr > dc ? dr : dc) + dr + dc; /* king's moves, then steps */
}

/* The least distance between two of them. */
static int least_apart(int cols, uint64_t set)
{
    int least = INT_MAX;
    unsigned a, b;
    BITS_EACH(a, set)
    BITS_EACH(b, set & ~(bit(a) | (bit(a) - 1))) if (apart(cols, a, b) < least) least = apart(cols, a, b);
    return least;
}

bool make_spread(int cols, uint64_t set)
{
    bool tiny = cols < MAP_COLS;
    unsigned parts = 0, i;
    BITS_EACH(i, set)
    {
        int r = (int)i / cols, c = (int)i % cols;
        if (tiny ? c < 2 : c < 3) parts |= 1;
        if (tiny ? c > 2 : c > 5) parts |= 2;
        if (tiny || (c > 2 && c < 6)) parts |= 4;
        if (r < 2) parts |= 8;
        if (r > 2) parts |= 16;
    }
    return parts == 31 && least_apart(cols, set) > (tiny ? apart(cols, 0, 1) : apart(cols, 0, (unsigned)cols + 1));
}

/* The five of a set that are furthest apart, the first of them rather than the last. */
static uint64_t furthest(int cols, uint64_t set)
{
    uint64_t best = 0;
    int most = -1;
    unsigned n = bits_count(set);
    GAME_ASSERT(n < 16);
    for (unsigned pick = 0; pick < 1u << n; pick++) {
        uint64_t five = 0;
        unsigned k;
        if (bits_count(pick) != MAKE_OTOMAS) continue;
        BITS_EACH(k, pick) five |= bit(bits_nth(set, k));
        if (!make_spread(cols, five) || least_apart(cols, five) <= most) continue;
        most = least_apart(cols, five);
        best = five;
    }
    return best;
}

/* Each next one as far as possible from those before: a game with fewer pawns takes the first. */
static bool place_otoma(int cols, uint64_t start, uint8_t otoma[MAKE_OTOMAS])
{
    uint64_t left = furthest(cols, start), taken = 0;
    if (!left) return false;
    for (int n = 0; n < MAKE_OTOMAS; n++) {
        unsigned i, next = bits_first(left);
        int most = -1;
        BITS_EACH(i, left)
        {
            int d = least_apart(cols, taken | bit(i));
            if (d > most) most = d, next = i;
        }
        GAME_ASSERT(left); /* furthest() gives as many as there are pawns */
        otoma[n] = (uint8_t)next;
        taken |= bit(next);
        left &= ~bit(next);
    }
    return true;
}

/* ---- maps ---- */

static void fill(struct map *m, int cols, struct rng *r)
{
    do *m = (struct map){.cols = (uint8_t)cols, .rows = MAP_ROWS};
    while (!make_fill(m, map_tiles, false, r, FILL_STEPS));
    GAME_ASSERT(map_check(m) == NULL);
}

static int list_start(uint64_t set, uint8_t start[MAP_SPACES])
{
    unsigned i;
    int n = 0;
    BITS_EACH(i, set) start[n++] = (uint8_t)i;
    return n;
}

int make_map(struct map *m, int cols, enum grade grade, struct rng *r, uint8_t start[MAP_SPACES],
             uint8_t otoma[MAKE_OTOMAS])
{
    bool tiny = cols < MAP_COLS;
    int tries = grade < GRADE_TRICKY ? EASY_TRIES : HARD_TRIES;
    struct map_shape shape;
    GAME_ASSERT((cols == 5 || cols == MAP_COLS) && (unsigned)grade < GRADES);
    map_shape(&shape, cols, MAP_ROWS);
    for (;;) {
        struct starting k;
        fill(m, cols, r);
        begin(&k, m, &shape, tiny && !otoma ? 3 : 5);
        for (int t = 0; t < tries; t++) {
            uint8_t order[MAP_SPACES];
            bool exact;
            shuffle(&k, order, r);
            uint64_t set = choose_start(&k, grade, order, &exact);
            if (!exact || bits_count(set) > (tiny ? 5 : 9)) continue;
            if (!otoma || place_otoma(cols, set, otoma)) return list_start(set, start);
        }
    }
}

int make_raw(struct map *m, int cols, struct rng *r, uint8_t start[MAP_SPACES])
{
    bool tiny = cols < MAP_COLS;
    struct map_shape shape;
    struct starting k;
    uint8_t order[MAP_SPACES];
    map_shape(&shape, cols, MAP_ROWS);
    fill(m, cols, r);
    begin(&k, m, &shape, tiny ? 3 : 5);
    shuffle(&k, order, r);
    uint64_t set = leave_out(&k, k.bare.all, order, DEDUCE_NESTED);
    return bits_count(set) > (tiny ? 5u : 9u) ? 0 : list_start(set, start);
}
