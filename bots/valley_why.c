/* valley_why.c -- see valley_why.h. It looks at the sheet after the move and names the most
 * valuable thing the move belongs to; it does not know what the search weighed. */
#include "valley_why.h"

static const int16_t worth[DISCOVERIES] = VAL_WORTH;

static uint64_t spaces_of(Move m)
{
    uint64_t set = 0;
    for (unsigned k = 0; k < find_size(move_a(m)); k++) set |= bit(m >> (24 + 6 * k) & 63);
    return set;
}

static uint64_t equal_to(const struct plot *p, unsigned v)
{
    struct numbers n = {{p->plane[0], p->plane[1], p->plane[2], p->plane[3]}};
    return numbers_equal(&n, v) & p->loose;
}

/* The T shape around a number of 10 or more with most of its spaces there; 2 at least. */
static int pyramid_at(const struct land *l, const struct plot *p, unsigned i, uint64_t *shape)
{
    uint64_t top = plot_top(p) & p->loose;
    int best = 1;
    for (unsigned k = 0; k < l->shapes; k++) {
        int n = (int)bits_count(l->shape[k] & top);
        if (l->shape[k] & bit(i) && !(l->shape[k] & ~(top | p->open)) && n > best) best = n, *shape = l->shape[k];
    }
    return best;
}

static unsigned values_in(const struct plot *p, uint64_t set)
{
    unsigned values = 0, i;
    BITS_EACH(i, set) values |= 1u << plot_at(p, i);
    return bits_count(values);
}

static bool feeds(const struct land *l, const struct plot *p, unsigned v, unsigned i)
{
    for (unsigned k = 0; k < STRUCTURES; k++)
        if (p->structure[k] != NO_SPACE && l->near[i] & bit(p->structure[k]) && (k == JUNGLE || (k == RANGE && v >= 6)))
            return true;
    return false;
}

static void why_number(struct thought *t, const struct land *l, const struct plot *p, unsigned v, unsigned i)
{
    uint64_t near, set, shape = 0, high = plot_high(p) & p->loose;
    int tops = v >= 10 ? pyramid_at(l, p, i, &shape) : 0;
    if (!p->open) {
        t->why = WHY_FILLS_SHEET;
        t->number = 7;
    } else if (tops > 1) {
        t->why = WHY_PYRAMID, t->number = (int16_t)tops, t->spaces = shape;
    } else if (set = land_part(l, bit(i), equal_to(p, v), &near), bits_count(set) > 1 && !(p->towns >> v & 1)) {
        t->why = WHY_TOWN, t->number = (int16_t)v, t->spaces = set;
    } else if (v >= 6 && (set = land_part(l, bit(i), high, &near), bits_count(set) > 1)) {
        t->why = WHY_RANGE, t->number = (int16_t)bits_count(set), t->spaces = set;
    } else if (feeds(l, p, v, i)) {
        t->why = WHY_FEEDS, t->number = (int16_t)v, t->spaces = bit(i);
    } else if (set = land_part(l, bit(i), p->loose, &near), values_in(p, set) > 2) {
        t->why = WHY_JUNGLE, t->number = (int16_t)values_in(p, set), t->spaces = set;
    } else {
        t->why = WHY_OUT_OF_WAY, t->number = (int16_t)v, t->spaces = bit(i);
    }
}

struct thought valley_why_move(const struct land *l, const struct plot *before, const Move *m, int n, bool held)
{
    struct plot p = *before;
    struct thought t = {.move = *m};
    unsigned i = move_space(*m), a = move_a(*m);
    bool first = before->reach == 0;
    if (move_verb(*m) != DONE) plot_apply(l, &p, *m);
    switch (move_verb(*m)) {
    case WRITE:
        if (first) {
            t.why = WHY_OPENS, t.number = (int16_t)move_b(*m), t.spaces = bit(i);
        } else if (move_verb(m[n - 1]) == REVEAL && spaces_of(m[n - 1]) & bit(i)) {
            t.why = WHY_COMPLETES, t.number = worth[move_a(m[n - 1])], t.spaces = spaces_of(m[n - 1]);
        } else {
            why_number(&t, l, &p, move_b(*m), i);
        }
        break;
    case DRAW:
        t.number = (int16_t)bits_count(l->near[i] & p.found[a]);
        if (t.number) t.why = WHY_DRAWS, t.spaces = l->near[i] & (p.open | p.loose); /* nothing to say of a wager */
        break;
    case CROSS: t.why = WHY_CROSSES, t.number = (int16_t)plot_largest(&p, l->near[i]), t.spaces = bit(i); break;
    case REVEAL: t.why = WHY_REVEALS, t.number = worth[a], t.spaces = spaces_of(*m); break;
    case SNAKE:
        t.why = held ? WHY_SNAKE_MOST : WHY_SNAKE_LEAST;
        t.number = (int16_t)plot_largest(&p, l->near[i]), t.spaces = bit(i);
        break;
    default: /* DONE; on a full sheet there is nothing to say */
        t.why = p.open ? WHY_LEAVES : WHY_NONE, t.spaces = p.open & p.reach;
        break;
    }
    return t;
}
