/* valley_value.c -- see valley_value.h. Everything is whole numbers, so that all
 * platforms agree. value_of() runs some hundred thousand times a second: the parts
 * below are inlined twice, once adding weights and once counting as well. */
#include "valley_value.h"

#include <limits.h>
#include <string.h>

enum { CERTAIN = 1024, ROLLS = 216, NINE_ROLLS = 75 }; /* rolls that make a 9: with some of the dice, or Penny */

const uint8_t value_knot[VALUE_KNOTS] = {1, 2, 3, 5, 8, 12, 17, 24};

void value_weighing(struct weighing *out, const int16_t weights[VALUE_KNOTS][FEATURES])
{
    memset(out, 0, sizeof *out);
    for (int r = 1, k = 0; r < PLOT_ROUNDS; r++) {
        while (k + 2 < VALUE_KNOTS && r > value_knot[k + 1]) k++;
        int from = value_knot[k], to = value_knot[k + 1];
        for (int f = 0; f < FEATURES; f++)
            out->w[r][f] = (int16_t)((weights[k][f] * (to - r) + weights[k + 1][f] * (r - from)) / (to - from));
        for (int n = 0; n < VALUE_SNAKES; n++) {
            int fewer = n ? out->nines[r - 1][n - 1] : CERTAIN, as_many = out->nines[r - 1][n];
            out->nines[r][n] = (int16_t)(as_many + (fewer - as_many) * NINE_ROLLS / ROLLS);
        }
    }
}

static int clip(int rounds) { return rounds < 0 ? 0 : rounds < PLOT_ROUNDS ? rounds : PLOT_ROUNDS - 1; }

/* A sum in the making. */
struct tally {
    const struct land *l;
    const struct plot *p;
    const int16_t *w;             /* of the features */
    int16_t *count;               /* of each feature, or NULL */
    uint64_t eq[16];              /* loose numbers by value */
    uint8_t kind[15];             /* values there are */
    uint8_t kinds;                /* how many */
    uint8_t beside[SHEET_SPACES]; /* of each empty space: empty neighbours */
    uint64_t high;                /* ... of 6 and more */
    uint64_t pairs;               /* ... next to an equal one, with a town to come */
    uint64_t trios;               /* ... three or more of them together */
    int total;                    /* so far */
    int backlog;                  /* discoveries that wait */
    int done[DISCOVERIES];        /* ... by kind, one that needs spaces of another left out */
    int bonus;                    /* what the best of them gains by being revealed now */
    int rounds;                   /* left */
};

#define PART static inline __attribute__((always_inline))

PART void add(struct tally *t, int feature, int n)
{
    t->total += t->w[feature] * n;
    if (t->count) t->count[feature] = (int16_t)(t->count[feature] + n);
}

/* A discovery may be revealed: worth so much, counted as this feature while it waits. */
PART void wait(struct tally *t, int points, int feature)
{
    int gain = points * VALUE_POINT - t->w[feature];
    if (gain > t->bonus) t->bonus = gain;
}

PART int least(int a, int b) { return a < b ? a : b; }
PART int count_of(uint64_t set) { return (int)bits_count(set); }

PART void add_spaces(struct tally *t)
{
    const struct plot *p = t->p;
    uint64_t high = plot_high(p) & p->loose, top = plot_top(p) & p->loose;
    int open = count_of(p->open), lonely = 0, roomy = 0, pace = (open - 2 * t->rounds + 9) / 2;
    unsigned i;
    add(t, F_ONE, 1);
    add(t, F_OPEN, open);
    add(t, F_PACE + (pace < 0 ? 0 : least(pace, 8)), 1);
    add(t, F_REACH, count_of(p->open & p->reach));
    BITS_EACH(i, p->open)
    {
        int beside = count_of(t->l->near[i] & p->open);
        lonely += beside == 0, roomy += beside;
        t->beside[i] = (uint8_t)beside;
    }
    add(t, F_LONELY, lonely);
    add(t, F_ROOMY, roomy / 2);
    add(t, F_LOW_TOWNS, count_of(p->towns & 0x3E));
    add(t, F_LOOSE, count_of(p->loose & ~high));
    add(t, F_LOOSE + 1, count_of(high & ~top));
    add(t, F_LOOSE + 2, count_of(top));
}

PART void add_ranges(struct tally *t)
{
    uint64_t part[SHEET_SPACES / 2], left = t->high, next, open = t->p->open, near = 0;
    int n = 0, outs = 0;
    unsigned i;
    while (left) {
        part[n] = land_part(t->l, left & -left, left, &next);
        left &= ~part[n];
        near |= next;
        int size = count_of(part[n]), room = least(count_of(next & open), 4);
        if (size >= 3) add(t, F_RANGE_DONE, size / 3), wait(t, 7, F_RANGE_DONE);
        t->backlog += size / 3, t->done[RANGE] += size / 3;
        if (size % 3) add(t, F_RANGE_PART + (size % 3 - 1) * 5 + room, 1);
        n++;
    }
    BITS_EACH(i, near & open)
    { /* what a high number here would join */
        int size = 1, done = 0;
        for (int k = 0; k < n; k++)
            if (t->l->near[i] & part[k]) size += count_of(part[k]), done += count_of(part[k]) / 3;
        outs += size / 3 > done;
    }
    add(t, F_RANGE_OUTS + least(outs, 4), 1);
}

/* Values that come about as often as one another. */
static const uint8_t town_class[16] = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 5, 5, 5};

PART void add_bridges(struct tally *t, const uint64_t *part, const uint64_t *near, int n)
{
    uint64_t once = 0, twice = 0;
    unsigned i;
    for (int k = 0; k < n; k++) twice |= once & near[k], once |= near[k];
    BITS_EACH(i, twice & t->p->open)
    {
        int size = 1;
        for (int k = 0; k < n; k++)
            if (near[k] & bit(i)) size += count_of(part[k]);
        add(t, F_TOWN_BRIDGE + (size > 3), 1);
    }
}

PART void add_towns(struct tally *t)
{
    uint64_t part[SHEET_SPACES / 2], near[SHEET_SPACES / 2];
    t->pairs = t->trios = 0;
    for (unsigned k = 0; k < t->kinds; k++) {
        unsigned v = t->kind[k];
        uint64_t left = t->eq[v];
        int n = 0;
        bool done = false;
        if (t->p->towns >> v & 1) continue;
        for (; left; left &= ~part[n], n++) {
            part[n] = land_part(t->l, left & -left, left, &near[n]);
            int size = count_of(part[n]), room = least(count_of(near[n] & t->p->open), 3);
            if (size > 1) t->pairs |= part[n];
            if (size > 2) t->trios |= part[n];
            if (size > 3) done = true;
            else add(t, F_TOWN_PART + (town_class[v] * 3 + size - 1) * 4 + room, 1);
        }
        if (done) {
            add(t, F_TOWN_DONE, 1);
            wait(t, 6, F_TOWN_DONE);
            t->backlog++, t->done[TOWN]++;
        } else if (n > 1) {
            add_bridges(t, part, near, n);
        }
    }
}

/* The T around this middle with most numbers of 10 and more; 0 if it cannot be had. */
PART uint64_t best_shape(const struct land *l, unsigned middle, uint64_t may, uint64_t top)
{
    uint64_t arms = l->side[middle] & may;
    unsigned n = bits_count(arms);
    if (n < 3) return 0;
    if (n == 4) { /* one too many: rather an empty one */
        uint64_t empty = arms & ~top;
        arms &= empty ? ~(empty & -empty) : arms - 1;
    }
    return arms | bit(middle);
}

PART bool any_shape(const struct land *l, uint64_t may)
{
    unsigned i;
    BITS_EACH(i, may) if (bits_count(l->side[i] & may) >= 3) return true;
    return false;
}

PART void add_pyramids(struct tally *t)
{
    const struct land *l = t->l;
    uint64_t top = t->high & plot_top(t->p), may = top | t->p->open, middles = top, where = 0;
    int best = 0, next = 0, same = 0;
    unsigned i;
    BITS_EACH(i, top) middles |= l->side[i];
    BITS_EACH(i, middles & may)
    {
        uint64_t shape = best_shape(l, i, may, top);
        int n = count_of(shape & top);
        if (n > best) best = n, same = 0, where = shape;
        same += n == best && n > 0;
    }
    if (best == 0) {
        add(t, F_PYRAMID + any_shape(l, may), 1);
        return;
    }
    add(t, F_PYRAMID + best + 1, 1);
    add(t, F_PYRAMID_MORE + least(same, 3) - 1, 1);
    if (best == 4) t->backlog++, t->done[PYRAMID]++, wait(t, 15, F_PYRAMID + 5);
    top &= ~where, may &= ~where;
    if (top) BITS_EACH(i, middles & may)
        {
            int n = count_of(best_shape(l, i, may, top) & top);
            if (n > next) next = n;
        }
    add(t, F_PYRAMID_NEXT + next, 1);
}

/* Jungles a connected part holds, if its shape allows all of them: as many as there are
 * five different values for each. */
PART void add_jungles(struct tally *t, int feature, uint64_t set)
{
    uint64_t near;
    while (set) {
        uint64_t part = land_part(t->l, set & -set, set, &near);
        int done = 0, values = 0, more, room = least(count_of(near & t->p->open), 2), of[15];
        set &= ~part;
        for (unsigned k = 0; k < t->kinds; k++) {
            int n = count_of(t->eq[t->kind[k]] & part);
            of[values] = n, values += n > 0;
        }
        for (more = values; more >= 5;) {
            more = -5 * ++done;
            for (int v = 0; v < values; v++) more += least(of[v], done + 1);
        }
        if (done) add(t, feature, done), wait(t, 5, feature);
        if (feature == F_SCRUB) t->done[JUNGLE] += done;
        add(t, feature + 1 + more * 3 + room, 1);
    }
}

/* Loose numbers that may come to feed structure k: likely, perhaps. */
PART void feeders(const struct tally *t, uint64_t likely[STRUCTURES], uint64_t perhaps[STRUCTURES])
{
    uint64_t loose = t->p->loose;
    likely[JUNGLE] = loose & ~(t->high | t->pairs);
    perhaps[JUNGLE] = loose & ~likely[JUNGLE];
    likely[TOWN] = t->trios;
    perhaps[TOWN] = t->pairs & ~t->trios;
    likely[RANGE] = t->high & ~t->pairs;
    perhaps[RANGE] = t->high & t->pairs;
}

PART void add_structures(struct tally *t)
{
    const struct plot *p = t->p;
    const struct land *l = t->l;
    uint64_t likely[STRUCTURES], perhaps[STRUCTURES], free = p->open;
    feeders(t, likely, perhaps);
    for (int k = STRUCTURES - 1; k >= 0; k--) {
        unsigned i, best = NO_SPACE;
        int most = INT_MIN;
        uint64_t food = p->found[k] | likely[k] | perhaps[k];
        if (p->structure[k] != NO_SPACE) {
            uint64_t near = l->near[p->structure[k]];
            add(t, F_BUILT_OPEN + k, count_of(near & p->open));
            add(t, F_BUILT_FIT + 2 * k, count_of(near & likely[k]));
            add(t, F_BUILT_FIT + 2 * k + 1, count_of(near & perhaps[k]));
            add(t, F_BUILT_SUM + 9 * k + least(count_of(near & food), 8), 1);
            continue;
        }
        BITS_EACH(i, free)
        {
            uint64_t near = l->near[i];
            int worth = t->w[F_HOLE_OPEN + k] * t->beside[i];
            if (near & food)
                worth += t->w[F_HOLE_FOUND + k] * count_of(near & p->found[k]) +
                         t->w[F_HOLE_FIT + 2 * k] * count_of(near & likely[k]) +
                         t->w[F_HOLE_FIT + 2 * k + 1] * count_of(near & perhaps[k]);
            if (worth > most) most = worth, best = i;
        }
        if (best == NO_SPACE) {
            add(t, F_HOLE_NONE + k, 1);
            continue;
        }
        uint64_t near = l->near[best];
        add(t, F_HOLE_FOUND + k, count_of(near & p->found[k]));
        add(t, F_HOLE_FIT + 2 * k, count_of(near & likely[k]));
        add(t, F_HOLE_FIT + 2 * k + 1, count_of(near & perhaps[k]));
        add(t, F_HOLE_SUM + 9 * k + least(count_of(near & food), 8), 1);
        add(t, F_HOLE_OPEN + k, count_of(near & p->open));
        free &= ~bit(best);
    }
}

PART void add_snakes(struct tally *t)
{
    unsigned i;
    BITS_EACH(i, t->p->snakes)
    {
        add(t, F_SNAKES, 1);
        add(t, F_BITE, plot_largest(t->p, t->l->near[i]));
        add(t, F_SNAKE_OPEN, count_of(t->l->near[i] & t->p->open));
    }
}

/* ---- a full sheet, with rounds to come (VAL-13) ---- */

/* What crossing out brings: each nine goes to the snake that bites most. */
static int full_snakes(const struct tally *t, const int16_t nines[VALUE_SNAKES])
{
    int of[16] = {0}, sum = 0, n = 0;
    unsigned i;
    BITS_EACH(i, t->p->snakes) of[plot_largest(t->p, t->l->near[i])]++;
    for (int bite = 15; bite > 0; bite--)
        for (; of[bite] > 0 && n < VALUE_SNAKES; of[bite]--) sum += bite * nines[n++] * VALUE_POINT / CERTAIN;
    return sum;
}

/* What the discoveries that wait bring, when there is time for so many sixths of one: a
 * little less than they are worth, as what is revealed cannot get lost. */
static int full_finds(const struct tally *t, int sixths)
{
    static const int order[DISCOVERIES] = {PYRAMID, RANGE, TOWN, JUNGLE}, worth[DISCOVERIES] = VAL_WORTH;
    int sum = 0;
    for (int k = 0; k < DISCOVERIES; k++) {
        int some = least(sixths, 6 * t->done[order[k]]);
        sixths -= some;
        sum += some * worth[order[k]];
    }
    return sum * VALUE_POINT / 6 * 7 / 8;
}

/* Five rounds in six are without a snake. */
static int full_sheet(struct tally *t, bool before, const int16_t nines[VALUE_SNAKES])
{
    int finds = full_finds(t, 5 * t->rounds);
    if (before) t->bonus = full_finds(t, 5 * t->rounds + 6) - finds;
    return full_snakes(t, nines) + finds;
}

/* before: this round's discovery is still to be revealed. all: whose row t->w is. */
PART int tally(struct tally *t, const struct weighing *all, bool before)
{
    const struct plot *p = t->p;
    int now = VALUE_POINT * plot_score(t->l, p);
    bool lasts = all->lasts && !p->open && t->rounds > 0, over = t->rounds <= 0 || !p->open;
    if (over && !before && !lasts) return now;
    struct numbers n;
    memcpy(n.plane, p->plane, sizeof n.plane);
    papers_split(&n, t->eq);
    t->kinds = 0;
    for (unsigned v = 1; v < 16; v++) {
        t->eq[v] &= p->loose;
        t->kind[t->kinds] = (uint8_t)v, t->kinds = (uint8_t)(t->kinds + (t->eq[v] != 0));
    }
    t->high = p->loose & plot_high(p);
    t->total = t->backlog = t->bonus = 0;
    memset(t->done, 0, sizeof t->done);
    add_spaces(t);
    add_ranges(t);
    add_towns(t);
    add_pyramids(t);
    add_jungles(t, F_JUNGLE, p->loose);
    add_jungles(t, F_SCRUB, p->loose & ~(t->high | t->pairs));
    add_structures(t);
    add_snakes(t);
    add(t, F_BACKLOG + least(t->backlog, 5), 1);
    if (lasts) return now + full_sheet(t, before, all->nines[clip(t->rounds)]);
    return over ? now : now + t->total;
}

int value_of(const struct land *l, const struct plot *p, const struct weighing *w, int rounds)
{
    struct tally t = {.l = l, .p = p, .w = w->w[clip(rounds)], .rounds = rounds};
    return tally(&t, w, false);
}

int value_before(const struct land *l, const struct plot *p, const struct weighing *w, int rounds, int *bonus)
{
    struct tally t = {.l = l, .p = p, .w = w->w[p->open ? clip(rounds) : 0], .rounds = rounds};
    int value = tally(&t, w, true);
    *bonus = t.bonus;
    return value;
}

int value_count(const struct land *l, const struct plot *p, const struct weighing *w, int rounds,
                int16_t count[FEATURES])
{
    struct tally t = {.l = l, .p = p, .w = w->w[clip(rounds)], .count = count, .rounds = rounds};
    memset(count, 0, FEATURES * sizeof *count);
    return tally(&t, w, false);
}
