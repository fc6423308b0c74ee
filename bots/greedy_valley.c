/* greedy_valley.c -- the greedy bot's eye for Valley of Wiraqocha. It says what a
 * number is worth in a space by what it has around it: a town, a range, a pyramid or
 * a jungle it begins, continues or completes, structures that feed on these, snakes
 * that bite. It tries all ways to share out the dice, each number going to its best
 * space, and plays the first step of the best way; after the steps it reveals what
 * pays more than the spaces may still become. It rolls no dice ahead.
 *
 * Points are counted in hundredths. */
#include "greedy.h"

#include "../games/valley.h"

#include <string.h>

enum { VALUES = 16, ONE = 1024 };

/* Found by trying: the mean of solo games on side a decides. In percent of the whole
 * discovery, if not said otherwise. */
struct valley_weights {
    int town_share;                         /* rounds left that serve one town */
    int town1, town2, town3;                /* towns with 1, 2, 3 spaces, on top of the chance of the others */
    int range1, range2;                     /* ranges with 1, 2 spaces */
    int pyramid_share;                      /* rounds left that serve one pyramid */
    int pyramid1, pyramid2, pyramid3;       /* as towns */
    int jungle2, jungle3, jungle4, jungle5; /* jungles with 2, 3, 4, 5 spaces */
    int space;                              /* hundredths: what an empty space is worth as such */
    int hut, statue, mine;                  /* next to a structure: how much more its kind is worth */
    int open_hut, open_statue, open_mine;   /* hundredths: an empty space next to a new structure */
    int draw;                               /* hundredths: less than this and a structure waits */
    int bite;                               /* of what a snake costs, when a larger number is written next to it */
    int cross;                              /* ... when it is crossed out */
    int future_bite;                        /* hundredths: per open space next to a snake */
    int lost;                               /* of what a space is worth to its owner, when a snake takes it */
    int full;                               /* of the 7 points, when few spaces are open */
    int spoil;                              /* of what else the spaces of a discovery are good for */
    int wait;                               /* hundredths: a discovery worth less waits while there is time */
};
static const struct valley_weights w = {
    .town_share = 16,
    .town1 = 16,
    .town2 = 58,
    .town3 = 89,
    .range1 = 21,
    .range2 = 54,
    .pyramid_share = 16,
    .pyramid1 = 20,
    .pyramid2 = 65,
    .pyramid3 = 86,
    .jungle2 = 13,
    .jungle3 = 15,
    .jungle4 = 19,
    .jungle5 = 40,
    .space = 83,
    .hut = 46,
    .statue = 52,
    .mine = 78,
    .open_hut = 35,
    .open_statue = 63,
    .open_mine = 60,
    .draw = 45,
    .bite = 94,
    .cross = 190,
    .future_bite = 94,
    .lost = 88,
    .full = 22,
    .spoil = 143,
    .wait = 210,
};

static const int worth[DISCOVERIES] = {100 * VAL_JUNGLE, 100 * VAL_TOWN, 100 * VAL_RANGE, 100 * VAL_PYRAMID};

/* A sheet as the bot looks at it; small enough to be copied for every trial. */
struct valley_look {
    const struct ground *g;
    uint8_t value[SHEET_SPACES];   /* of each number */
    uint64_t loose[VALUES];        /* numbers of no discovery, by value */
    uint64_t all;                  /* ... all of them */
    uint64_t high, top;            /* ... of 6 and more, of 10 and more */
    uint64_t numbers;              /* all numbers */
    uint64_t open, reach;          /* as on the sheet */
    uint64_t snakes;               /* not crossed out */
    uint64_t found[DISCOVERIES];   /* as on the sheet */
    uint8_t structure[STRUCTURES]; /* as on the sheet */
    uint16_t towns;                /* as on the sheet */
    bool first;                    /* nothing is filled yet (VAL-4) */
    int rounds;                    /* a guess how many are left, this one included */
    int town[VALUES][5];           /* what a town of this value is worth with n spaces */
    int pyramid[5];                /* a pyramid with n */
};

/* ---- chances ---- */

/* The chance, in 1024ths, that a round offers the number v; [0]: 10 or more. */
static void chance_per_round(int out[VALUES])
{
    memset(out, 0, VALUES * sizeof *out);
    for (int purple = 1; purple <= SPECIAL; purple++)
        for (int green = 1; green <= SPECIAL; green++)
            for (int red = 1; red < SPECIAL; red++) {
                unsigned sums = 1u << red;
                if (green != SPECIAL) sums |= sums << green | 1u << green;
                if (purple != SPECIAL) sums |= sums << purple | 1u << purple;
                else sums = 0xFFFE;
                for (int v = 1; v < VALUES; v++) out[v] += (int)(sums >> v & 1);
                out[0] += sums >> 10 != 0;
            }
    for (int v = 0; v < VALUES; v++) out[v] = out[v] * ONE / 216; /* 36 of them bring a snake */
}

/* What a discovery is worth with 1 to 4 spaces when the others come with this chance. */
static void grade(int out[5], int whole, int chance, const int percent[5])
{
    int value = whole;
    for (int n = 4; n >= 1; n--) {
        out[n] = value * percent[n] / 100;
        value = value * chance / ONE;
    }
    out[0] = 0;
}

static int rounds_left(const struct valley *t)
{
    int least = SHEET_SPACES;
    for (int i = 0; i < t->p.head.players; i++) {
        int open = (int)bits_count(t->sheet[i].open);
        if (open < least) least = open;
    }
    int rounds = (least + 1) / 2; /* about two spaces are filled in a round */
    int most = VAL_ROUNDS + 1 - t->p.head.round;
    return t->p.solo && most < rounds ? most : rounds;
}

static void look_at(struct valley_look *l, const struct valley *t, const struct vsheet *h)
{
    int once[VALUES];
    unsigned i;
    memset(l, 0, sizeof *l);
    l->g = &t->p.ground;
    l->numbers = numbers_all(&h->number);
    for (unsigned k = 0; k < DISCOVERIES; k++) l->found[k] = h->found[k];
    memcpy(l->structure, h->structure, sizeof l->structure);
    l->all = l->numbers & ~(h->found[JUNGLE] | h->found[TOWN] | h->found[RANGE] | h->found[PYRAMID]);
    BITS_EACH(i, l->numbers)
    {
        unsigned v = l->value[i] = (uint8_t)numbers_at(&h->number, i);
        uint64_t here = bit(i) & l->all;
        l->loose[v] |= here;
        if (v >= 6) l->high |= here;
        if (v >= 10) l->top |= here;
    }
    l->open = h->open;
    l->reach = h->reach;
    l->snakes = h->snake & ~h->crossed;
    l->towns = h->towns;
    l->first = l->numbers == 0;
    for (int k = 0; k < STRUCTURES; k++)
        if (h->structure[k] != NO_SPACE) l->first = false;
    l->rounds = rounds_left(t);
    chance_per_round(once);
    for (unsigned v = 1; v < VALUES; v++)
        if (!(l->towns >> v & 1))
            grade(l->town[v], worth[TOWN], chance_in(once[v], l->rounds * w.town_share / 100),
                  (const int[5]){0, w.town1, w.town2, w.town3, 100});
    grade(l->pyramid, worth[PYRAMID], chance_in(once[0], l->rounds * w.pyramid_share / 100),
          (const int[5]){0, w.pyramid1, w.pyramid2, w.pyramid3, 100});
}

/* ---- what a number is worth in a space ---- */

static uint64_t part_of(const struct ground *g, uint64_t seed, uint64_t set)
{
    uint64_t part = seed, grown;
    while ((grown = part | (sheet_near(g, part) & set)) != part) part = grown;
    return part;
}

/* A connected set of one value: is there room for a town? */
static int town_value(const struct valley_look *l, unsigned v, uint64_t part)
{
    unsigned n = bits_count(part);
    if (n >= 4) return l->town[v][4];
    unsigned room = bits_count(sheet_near(l->g, part) & l->open);
    if (n + room < 4) return 0;
    return room > 4 - n ? l->town[v][n] : l->town[v][n] / 2;
}

static int range_value(const struct valley_look *l, uint64_t part)
{
    unsigned n = bits_count(part);
    int value = (int)(n / 3) * worth[RANGE];
    if (n % 3 == 0 || l->rounds < 2 || !(sheet_near(l->g, part) & l->open)) return value;
    return value + worth[RANGE] * (n % 3 == 1 ? w.range1 : w.range2) / 100;
}

/* The set grows by one space; what its parts were worth before is taken off. */
static int town_gain(const struct valley_look *l, unsigned v, unsigned space)
{
    uint64_t part = part_of(l->g, bit(space), l->loose[v]), old = part & ~bit(space);
    int gain = town_value(l, v, part);
    while (old) {
        uint64_t one = part_of(l->g, old & -old, old);
        gain -= town_value(l, v, one);
        old &= ~one;
    }
    return gain;
}

static int range_gain(const struct valley_look *l, unsigned space)
{
    uint64_t part = part_of(l->g, bit(space), l->high), old = part & ~bit(space);
    int gain = range_value(l, part);
    while (old) {
        uint64_t one = part_of(l->g, old & -old, old);
        gain -= range_value(l, one);
        old &= ~one;
    }
    return gain;
}

/* The T shapes around a middle: the one with most numbers of 10 and more among
 * those that can still be completed and hold `must`. */
static unsigned best_shape(const struct valley_look *l, unsigned middle, uint64_t must, uint64_t usable, uint64_t done)
{
    uint64_t arms = l->g->side[middle] & usable;
    unsigned best = 0, k;
    if (!(usable & bit(middle)) || bits_count(arms) < 3) return 0;
    BITS_EACH(k, l->g->side[middle])
    { /* without k; a side outside the sheet leaves one shape only */
        uint64_t shape = (l->g->side[middle] & ~bit(k)) | bit(middle);
        if (bits_count(shape) == 4 && !(shape & ~usable) && !(must & ~shape) && bits_count(shape & done) > best)
            best = bits_count(shape & done);
    }
    uint64_t whole = l->g->side[middle] | bit(middle);
    if (bits_count(whole) == 4 && !(whole & ~usable) && !(must & ~whole) && bits_count(whole & done) > best)
        best = bits_count(whole & done);
    return best;
}

static int pyramid_gain(const struct valley_look *l, unsigned space)
{
    uint64_t done = l->top | bit(space), usable = l->open | done;
    unsigned best = best_shape(l, space, bit(space), usable, done), k;
    BITS_EACH(k, l->g->side[space])
    {
        unsigned n = best_shape(l, k, bit(space), usable, done);
        if (n > best) best = n;
    }
    return best ? l->pyramid[best] - l->pyramid[best - 1] : 0;
}

/* How many different values hang together here, five at most; taken as they come. */
static unsigned jungle_size(const struct valley_look *l, unsigned v, unsigned space)
{
    uint64_t set = bit(space), pool = l->all & ~l->loose[v], next;
    unsigned n = 1;
    while (n < 5 && (next = sheet_near(l->g, set) & pool)) {
        unsigned i = bits_first(next);
        set |= bit(i);
        pool &= ~l->loose[l->value[i]];
        n++;
    }
    return n;
}

static int jungle_gain(const struct valley_look *l, unsigned v, unsigned space)
{
    const int percent[6] = {0, 0, w.jungle2, w.jungle3, w.jungle4, w.jungle5};
    return worth[JUNGLE] * percent[jungle_size(l, v, space)] / 100;
}

static bool beside(const struct valley_look *l, unsigned k, unsigned space)
{
    return l->structure[k] != NO_SPACE && l->g->near[l->structure[k]] & bit(space);
}

static int bite(const struct valley_look *l, unsigned snake)
{
    int most = 0;
    unsigned i;
    BITS_EACH(i, l->g->near[snake] & l->numbers) if (l->value[i] > most) most = l->value[i];
    return most;
}

static int number_gain(const struct valley_look *l, unsigned v, unsigned space)
{
    int jungle = jungle_gain(l, v, space), town = l->towns >> v & 1 ? 0 : town_gain(l, v, space);
    int range = v >= 6 ? range_gain(l, space) : 0, pyramid = v >= 10 ? pyramid_gain(l, space) : 0;
    unsigned i;
    if (beside(l, JUNGLE, space)) jungle += jungle * w.hut / 100;
    if (beside(l, TOWN, space)) town += town * w.statue / 100;
    if (beside(l, RANGE, space)) range += range * w.mine / 100;
    int gain = jungle + town + range + pyramid - w.space;
    BITS_EACH(i, l->g->near[space] & l->snakes)
    {
        int old = bite(l, i);
        if ((int)v > old) gain -= ((int)v - old) * w.bite;
    }
    if (bits_count(l->open) < 8) gain += 100 * VAL_FULL * w.full / 100 / (int)bits_count(l->open);
    return gain;
}

static int structure_gain(const struct valley_look *l, unsigned k, unsigned space)
{
    const int open[STRUCTURES] = {w.open_hut, w.open_statue, w.open_mine};
    uint64_t near = l->g->near[space], fit = k == JUNGLE ? l->all : k == RANGE ? l->high : 0;
    int gain = -w.space;
    unsigned v;
    if (k == TOWN)
        for (v = 1; v < VALUES; v++)
            if (bits_count(l->loose[v] & near) > 1) fit |= l->loose[v];
    gain += 200 * (int)bits_count(near & l->found[k]);
    gain += open[k] * (int)bits_count(near & (l->open | fit));
    return gain;
}

/* ---- trying steps ---- */

static uint64_t spaces_for(const struct valley_look *l)
{
    uint64_t near = l->open & (l->first ? l->g->edge : l->reach);
    return near ? near : l->open; /* VAL-3, VAL-4 */
}

static void fill(struct valley_look *l, unsigned space)
{
    l->open &= ~bit(space);
    l->reach |= l->g->near[space];
    l->first = false;
}

static void write(struct valley_look *l, unsigned v, unsigned space)
{
    fill(l, space);
    l->value[space] = (uint8_t)v;
    l->numbers |= bit(space);
    l->all |= bit(space);
    l->loose[v] |= bit(space);
    if (v >= 6) l->high |= bit(space);
    if (v >= 10) l->top |= bit(space);
}

/* The best thing to do with these dice (or PENNY), which make v. */
static void best_step(const struct valley_look *l, unsigned dice, unsigned v, struct choice *c, struct rng *r)
{
    unsigned i;
    BITS_EACH(i, spaces_for(l)) choice_offer(c, move_make(WRITE, dice, v, i), number_gain(l, v, i), r);
    if (v == NINE) BITS_EACH(i, l->snakes)
        {
            int gain = bite(l, i) * w.cross + w.future_bite * (int)bits_count(l->g->near[i] & l->open);
            choice_offer(c, move_make(CROSS, dice, 0, i), gain, r);
        }
}

static void step(struct valley_look *l, Move m)
{
    if (move_verb(m) == WRITE) write(l, move_b(m), move_space(m));
    else if (move_verb(m) == DRAW) fill(l, move_space(m));
    else l->snakes &= ~bit(move_space(m));
}

/* All ways to share out the dice left (bits, number faces only): every die alone, with
 * others, or not at all. Returns the best sum; *first is the step to begin with. */
static int best_plan(const struct valley_look *l, const uint8_t face[DICE], unsigned dice, Move *first, struct rng *r)
{
    *first = NO_MOVE;
    if (!dice) return 0;
    unsigned low = dice & -dice;
    Move later;
    int best = best_plan(l, face, dice & ~low, first, r); /* this die is not used */
    for (unsigned with = dice & ~low;; with = (with - 1) & dice & ~low) {
        unsigned set = with | low, v = 0;
        for (unsigned d = 0; d < DICE; d++)
            if (set >> d & 1) v += face[d];
        struct choice c = {NO_MOVE, 0, 0};
        best_step(l, set, v, &c, r);
        if (c.best != NO_MOVE && c.value > 0) {
            struct valley_look next = *l;
            step(&next, c.best);
            int value = c.value + best_plan(&next, face, dice & ~set, &later, r);
            if (value > best) best = value, *first = c.best;
        }
        if (!with) return best;
    }
}

static Move best_penny(const struct valley_look *l, bool must, struct rng *r)
{
    struct choice c = {NO_MOVE, 0, 0};
    for (unsigned v = 1; v < VALUES; v++) best_step(l, PENNY, v, &c, r);
    return must || c.value > 0 ? c.best : NO_MOVE;
}

static Move best_structure(const struct valley_look *l, struct rng *r)
{
    struct choice c = {NO_MOVE, 0, 0};
    unsigned i;
    for (unsigned k = 0; k < STRUCTURES; k++)
        if (l->structure[k] == NO_SPACE)
            BITS_EACH(i, spaces_for(l)) choice_offer(&c, move_make(DRAW, k, 0, i), structure_gain(l, k, i), r);
    return c.value > w.draw ? c.best : NO_MOVE;
}

/* The next step of this round, or NO_MOVE if the rest of the dice is left. */
static Move next_step(const struct valley_look *l, const struct valley *t, const struct vsheet *h, struct rng *r)
{
    unsigned dice = 0, used = h->used;
    Move m;
    for (unsigned d = 0; d < DICE; d++)
        if (t->p.face[d] != SPECIAL && !(used >> d & 1)) dice |= 1u << d;
    best_plan(l, t->p.face, dice, &m, r);
    if (m != NO_MOVE) return m;
    if (t->p.face[GREEN] == SPECIAL && !(used >> GREEN & 1) && (m = best_structure(l, r)) != NO_MOVE) return m;
    if (t->p.face[PURPLE] == SPECIAL && !(used >> PURPLE & 1) && (m = best_penny(l, false, r)) != NO_MOVE) return m;
    return NO_MOVE;
}

/* ---- discoveries ---- */

/* What each loose space may still become, by the kind of discovery it would be
 * used for instead. */
static void find_costs(const struct valley_look *l, int cost[DISCOVERIES][SHEET_SPACES])
{
    unsigned i;
    BITS_EACH(i, l->all)
    {
        unsigned v = l->value[i];
        uint64_t same = part_of(l->g, bit(i), l->loose[v]);
        int town = l->towns >> v & 1 ? 0 : town_value(l, v, same) / (int)bits_count(same);
        int range = 0, pyramid = 0;
        if (v >= 6) {
            uint64_t part = part_of(l->g, bit(i), l->high);
            range = range_value(l, part) / (int)bits_count(part);
        }
        if (v >= 10) pyramid = pyramid_gain(l, i);
        cost[JUNGLE][i] = (town + range + pyramid) * w.spoil / 100;
        cost[TOWN][i] = (range + pyramid) * w.spoil / 200;
        cost[RANGE][i] = (town / 2 + pyramid) * w.spoil / 100;
        cost[PYRAMID][i] = 0;
        for (unsigned k = 0; k < STRUCTURES; k++)
            if (beside(l, k, i)) cost[k][i] -= 200; /* VAL-11 */
    }
}

static Move best_discovery(const struct valley_look *l, const struct vsheet *h, Move *list, struct rng *r)
{
    int cost[DISCOVERIES][SHEET_SPACES];
    struct finder f = {.out = list, .want = UINT32_MAX};
    struct choice c = {NO_MOVE, 0, 0};
    find_costs(l, cost);
    find_discoveries(&f, l->g, h);
    for (uint32_t n = 0; n < f.n; n++) {
        unsigned kind = move_a(list[n]), size = find_size(kind);
        int value = worth[kind];
        for (unsigned k = 0; k < size; k++) value -= cost[kind][list[n] >> (24 + 6 * k) & 63];
        choice_offer(&c, list[n], value, r);
    }
    if (c.best == NO_MOVE) return NO_MOVE;
    bool hurry = l->rounds <= 2 + (int)bits_count(l->all) / 4;
    return hurry || c.value >= w.wait ? c.best : NO_MOVE;
}

/* ---- snakes ---- */

static Move best_snake(const struct valley_look *l, uint64_t spaces, int good, struct rng *r)
{
    struct choice c = {NO_MOVE, 0, 0};
    unsigned i;
    BITS_EACH(i, spaces)
    {
        int best = 0;
        for (unsigned v = 1; v < VALUES; v++) {
            int gain = number_gain(l, v, i);
            if (gain > best) best = gain;
        }
        int harm = bite(l, i) * 100 + w.future_bite * (int)bits_count(l->g->near[i] & l->open) + best * w.lost / 100;
        choice_offer(&c, move_make(SNAKE, 0, 0, i), -good * harm, r);
    }
    return c.best;
}

/* At least one step is owed (VAL-2). */
static Move any_step(const struct valley_look *l, const struct valley *t, struct rng *r)
{
    struct choice c = {NO_MOVE, 0, 0};
    if (t->p.face[PURPLE] == SPECIAL) return best_penny(l, true, r);
    for (unsigned d = 0; d < DICE; d++)
        if (t->p.face[d] != SPECIAL) best_step(l, 1u << d, t->p.face[d], &c, r);
    return c.best;
}

Move greedy_valley(const struct game *g, const struct state *view, size_t size, int seat, struct rng *r, void *scratch)
{
    const struct valley *t = (const struct valley *)(const void *)view;
    const struct vsheet *h = &t->sheet[papers_danger(&t->p) ? t->p.holds[seat] : seat];
    struct valley_look l;
    Move *list = scratch, m;
    (void)size;
    look_at(&l, t, h);
    if (papers_danger(&t->p)) {
        uint64_t spaces = 0;
        for (uint32_t i = 0, n = g->legal(view, seat, list); i < n; i++) spaces |= bit(move_space(list[i]));
        return best_snake(&l, spaces, t->p.solo ? 1 : -1, r);
    }
    if ((m = next_step(&l, t, h, r)) != NO_MOVE) return m;
    if (!h->steps && h->open) return any_step(&l, t, r);
    m = best_discovery(&l, h, list, r);
    return m != NO_MOVE ? m : DONE;
}
