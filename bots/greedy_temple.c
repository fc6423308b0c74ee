/* greedy_temple.c -- the greedy bot's eye for Temple of Apikhabou. It puts a guess
 * of the final score on a sheet: runs with their room to grow, values that have a
 * group or are about to, mummies and the 9s near them; and makes the move after
 * which the guess is best (on somebody else's sheet: worst). It rolls no dice ahead.
 *
 * Points are counted in 1024ths, and so are chances. A number that is still missing
 * counts by the chance that the dice bring it before the sheet is full. */
#include "greedy.h"

#include "../games/temple.h"

#include <string.h>

enum { VALUES = 16, ONE = 1024 };

/* Found by trying: the mean of solo games on side a decides. In percent, if not
 * said otherwise. */
struct temple_weights {
    int run_share;   /* rounds left that serve the run */
    int run_chance;  /* of the chance that a run's missing number comes */
    int run_door;    /* of that, behind a door */
    int group_share; /* rounds left that serve one group */
    int pair;        /* of a group's 3 points when one space is missing */
    int single;      /* ... when two are missing */
    int nine_share;  /* rounds left that serve a 9 next to a mummy */
    int nine;        /* of the chance to beat a mummy with open spaces around it */
    int future;      /* of the mummies still to come: open spaces next to a 9 */
    int last;        /* 1024ths: solo, the next mummy can be put next to a 9 */
};
static const struct temple_weights w = {
    .run_share = 29,
    .run_chance = 80,
    .run_door = 42,
    .group_share = 38,
    .pair = 80,
    .single = 44,
    .nine_share = 36,
    .nine = 58,
    .future = 42,
    .last = 270,
};

/* The chance that a round without mummy and lockpick offers the number v. */
static void chance_per_round(int out[VALUES])
{
    memset(out, 0, VALUES * sizeof *out);
    for (int purple = 1; purple <= SPECIAL; purple++)
        for (int green = 1; green < SPECIAL; green++)
            for (int red = 1; red < SPECIAL; red++) {
                unsigned sums = 1u << green | 1u << red | 1u << (green + red);
                if (purple == SPECIAL) sums = 0xFFFE;
                else sums |= sums << purple | 1u << purple;
                for (int v = 1; v < VALUES; v++) out[v] += (int)(sums >> v & 1);
            }
    for (int v = 1; v < VALUES; v++) out[v] = out[v] * ONE / 150;
}

/* A sheet as the bot looks at it. */
struct temple_look {
    const struct ground *g;
    bool solo;
    uint64_t eq[VALUES];                /* spaces by number */
    uint64_t free, doors;               /* empty ones without and with a door */
    uint64_t mummy, crossed;            /* as on the sheet */
    int left;                           /* rounds that still fill a doorless space */
    int run[VALUES];                    /* chance of a missing number of the run */
    int group[VALUES];                  /* ... of a group */
    int nine;                           /* ... of a 9 where it is wanted */
    int up[VALUES + 1][SHEET_SPACES];   /* of a run that goes up from here: its length, what is missing by chance */
    int down[VALUES + 1][SHEET_SPACES]; /* ... down */
};

static void look_at(struct temple_look *l, const struct temple *t, const struct tsheet *h)
{
    int once[VALUES];
    l->g = &t->p.ground;
    l->solo = t->p.solo;
    papers_split(&h->number, l->eq);
    uint64_t empty = t->p.ground.all & ~(numbers_all(&h->number) | h->mummy);
    l->free = empty & ~t->p.ground.doors;
    l->doors = empty & t->p.ground.doors;
    l->mummy = h->mummy;
    l->crossed = h->crossed;
    l->left = (int)bits_count(l->free);
    chance_per_round(once);
    for (int v = 1; v < VALUES; v++) {
        l->run[v] = chance_in(once[v], l->left * w.run_share / 100) * w.run_chance / 100;
        l->group[v] = chance_in(once[v], l->left * w.group_share / 100);
    }
    l->nine = chance_in(once[NINE], l->left * w.nine_share / 100) * w.nine / 100;
}

/* ---- runs: TEM-11a ---- */

static int longest(const int *length, uint64_t spaces)
{
    int best = 0;
    unsigned i;
    BITS_EACH(i, spaces) if (length[i] > best) best = length[i];
    return best;
}

/* One value's row of `up` or `down`: its spaces go on with those of the next value. */
static void extend(const struct temple_look *l, int v, int *here, const int *next, uint64_t next_spaces)
{
    unsigned i;
    BITS_EACH(i, l->eq[v]) here[i] = ONE + longest(next, l->g->near[i] & next_spaces);
    BITS_EACH(i, l->free) here[i] = l->run[v] * (ONE + longest(next, l->g->near[i] & next_spaces)) / ONE;
    BITS_EACH(i, l->doors)
    here[i] = l->run[v] * w.run_door / 100 * (ONE + longest(next, l->g->near[i] & next_spaces)) / ONE;
}

static void find_runs(struct temple_look *l)
{
    uint64_t empty = l->free | l->doors;
    for (int v = 15; v >= 1; v--) extend(l, v, l->up[v], l->up[v + 1], v == 15 ? 0 : l->eq[v + 1] | empty);
    for (int v = 1; v <= 15; v++) extend(l, v, l->down[v], l->down[v - 1], v == 1 ? 0 : l->eq[v - 1] | empty);
}

/* The best run on the sheet. */
static int best_run(const struct temple_look *l)
{
    int best = 0;
    unsigned i;
    for (int v = 1; v <= 15; v++)
        BITS_EACH(i, l->eq[v]) if (l->up[v][i] + l->down[v][i] - ONE > best) best = l->up[v][i] + l->down[v][i] - ONE;
    return best;
}

/* The best run through v written here. */
static int run_through(const struct temple_look *l, unsigned space, int v)
{
    uint64_t near = l->g->near[space], empty = l->free | l->doors;
    int run = ONE;
    if (v < 15) run += longest(l->up[v + 1], near & (l->eq[v + 1] | empty));
    if (v > 1) run += longest(l->down[v - 1], near & (l->eq[v - 1] | empty));
    return run;
}

/* ---- groups: TEM-11b ---- */

/* What the value v is worth with these spaces holding it. */
static int group_value(const struct temple_look *l, int v, uint64_t set)
{
    uint64_t once = 0, twice = 0;
    unsigned i;
    BITS_EACH(i, set)
    {
        twice |= once & l->g->near[i];
        once |= l->g->near[i];
    }
    if (!set) return 0;
    if (twice & set) return 3 * ONE;
    /* one more makes a group: next to two of them, or to one of a pair */
    uint64_t third = twice | sheet_near(l->g, once & set);
    int n = 4 * (int)bits_count(third & l->free) + (int)bits_count(third & l->doors);
    if (n) return 3 * l->group[v] * w.pair / 100 * n / (n + 2); /* the more spaces would do the better */
    n = (int)bits_count(once & l->free);
    return 3 * l->group[v] / 32 * l->group[v] / 32 * w.single / 100 * n / (n + 2);
}

/* ---- mummies: TEM-11c ---- */

static int mummies_value(const struct temple_look *l, uint64_t nines, int last)
{
    uint64_t beaten = sheet_near(l->g, nines), live = l->mummy & ~l->crossed;
    int value = 2 * ONE * ((int)bits_count(l->crossed | (live & beaten)) - (int)bits_count(live & ~beaten));
    unsigned i;
    BITS_EACH(i, live & ~beaten) if (l->g->near[i] & l->free) value += 4 * l->nine;
    /* of 31 rounds that fill a doorless space 6 bring a mummy */
    int safe = (int)bits_count(l->free & beaten), open = (int)bits_count(l->free);
    if (open == 0) return value;
    int each = 4 * ONE * safe / open;
    if (!l->solo) each = each * safe / open; /* others look for the worst space */
    value += each * open * 6 / 31 * w.future / 100;
    if (last != NO_SPACE) {
        uint64_t next = l->free & l->g->near[last];
        if (beaten & (next ? next : l->free)) value += w.last;
    }
    return value;
}

/* ---- choosing ---- */

/* With this space no longer empty: the sum of all groups. */
static int groups_value(const struct temple_look *l, int value[VALUES])
{
    int sum = 0;
    for (int v = 1; v < VALUES; v++) sum += value[v] = group_value(l, v, l->eq[v]);
    return sum;
}

static void take_space(struct temple_look *l, unsigned space)
{
    l->free &= ~bit(space);
    l->doors &= ~bit(space);
    find_runs(l);
}

static Move best_write(struct temple_look *l, unsigned numbers, uint64_t spaces, struct rng *r)
{
    struct choice c = {NO_MOVE, 0, 0};
    uint64_t free = l->free, doors = l->doors;
    unsigned i, v;
    BITS_EACH(i, spaces)
    {
        int group[VALUES];
        take_space(l, i);
        int run = best_run(l), groups = groups_value(l, group);
        int last = l->solo ? (int)i : NO_SPACE;
        int mummies = mummies_value(l, l->eq[NINE], last), with_nine = mummies_value(l, l->eq[NINE] | bit(i), last);
        BITS_EACH(v, numbers)
        {
            int through = run_through(l, i, (int)v);
            int value = through > run ? through : run;
            value += groups - group[v] + group_value(l, (int)v, l->eq[v] | bit(i));
            value += v == NINE ? with_nine : mummies;
            choice_offer(&c, move_make(WRITE, v, 0, i), value, r);
        }
        l->free = free;
        l->doors = doors;
    }
    return c.best;
}

/* good: 1 on the own sheet, -1 on another's. */
static Move best_mummy(struct temple_look *l, uint64_t spaces, int good, struct rng *r)
{
    struct choice c = {NO_MOVE, 0, 0};
    uint64_t free = l->free, doors = l->doors, mummy = l->mummy;
    unsigned i;
    BITS_EACH(i, spaces)
    {
        int group[VALUES];
        take_space(l, i);
        l->mummy |= bit(i);
        int value = best_run(l) + groups_value(l, group);
        value += mummies_value(l, l->eq[NINE], l->solo ? (int)i : NO_SPACE);
        choice_offer(&c, move_make(MUMMY, 0, 0, i), good * value, r);
        l->free = free;
        l->doors = doors;
        l->mummy = mummy;
    }
    return c.best;
}

Move greedy_temple(const struct game *g, const struct state *view, size_t size, int seat, struct rng *r, void *scratch)
{
    const struct temple *t = (const struct temple *)(const void *)view;
    struct temple_look *l = scratch;
    Move first = g->nth(view, seat, 0);
    (void)size;
    if (move_verb(first) == CROSS) return first; /* free, and never worse (TEM-8) */
    bool danger = papers_danger(&t->p);
    look_at(l, t, &t->sheet[danger ? t->p.holds[seat] : seat]);
    /* the rules know where things may go */
    Move *list = (Move *)(void *)((char *)scratch + STATE_MAX);
    uint64_t spaces = 0;
    for (uint32_t i = 0, n = g->legal(view, seat, list); i < n; i++) spaces |= bit(move_space(list[i]));
    if (danger) return best_mummy(l, spaces, t->p.solo ? 1 : -1, r);
    return best_write(l, t->p.numbers, spaces, r);
}
