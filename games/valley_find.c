/* valley_find.c -- see valley.h. Connected sets are listed by the ESU method
 * (Wernicke 2006): grow from the lowest member, take candidates in order, never
 * look back; so each set appears once without a table of those seen. */
#include "valley.h"

#include <string.h>

void find_add(struct finder *f, Move base, uint64_t spaces)
{
    unsigned i;
    if (f->out) {
        BITS_EACH(i, spaces) f->out[f->n++] = base | (Move)i << 24;
        return;
    }
    unsigned n = bits_count(spaces);
    if (f->want - f->n < n) f->got = base | (Move)bits_nth(spaces, f->want - f->n) << 24;
    f->n += n;
}

Move find_move(unsigned kind, uint64_t spaces)
{
    Move m = move_make(REVEAL, kind, 0, 0);
    unsigned i, shift = 24;
    BITS_EACH(i, spaces)
    {
        m |= (Move)i << shift;
        shift += 6;
    }
    return m;
}

/* Adds kind with the set plus each of the last spaces in turn. */
static void add_sets(struct finder *f, unsigned kind, uint64_t set, uint64_t last)
{
    unsigned i, n = bits_count(last);
    if (f->out) {
        BITS_EACH(i, last) f->out[f->n++] = find_move(kind, set | bit(i));
        return;
    }
    if (f->want - f->n < n) f->got = find_move(kind, set | bit(bits_nth(last, f->want - f->n)));
    f->n += n;
}

struct growth {
    struct finder *f;
    const struct ground *g;
    const uint64_t *same; /* jungle: for each space all spaces of its value, else NULL */
    unsigned kind;
};

/* set: so far; next: candidates; seen: the set and all next to it; pool: what may
 * still join; left: members still missing. */
static void grow(const struct growth *w, uint64_t set, uint64_t next, uint64_t seen, uint64_t pool, unsigned left)
{
    if (left == 1) {
        add_sets(w->f, w->kind, set, next);
        return;
    }
    while (next && w->f->n <= w->f->want) {
        unsigned i = bits_first(next);
        next &= next - 1;
        uint64_t rest = w->same ? pool & ~w->same[i] : pool;
        uint64_t more = (next | (w->g->near[i] & ~seen)) & rest;
        grow(w, set | bit(i), more, seen | w->g->near[i], rest, left - 1);
    }
}

static void connected(const struct growth *w, uint64_t pool)
{
    unsigned i;
    BITS_EACH(i, pool)
    {
        if (w->f->n > w->f->want) return;
        uint64_t rest = pool & ~(bit(i) | (bit(i) - 1));
        if (w->same) rest &= ~w->same[i];
        grow(w, bit(i), w->g->near[i] & rest, bit(i) | w->g->near[i], rest, find_size(w->kind) - 1);
    }
}

static uint64_t six_up(const struct numbers *n) { return n->plane[3] | (n->plane[2] & n->plane[1]); }
static uint64_t ten_up(const struct numbers *n) { return n->plane[3] & (n->plane[2] | n->plane[1]); }

/* Numbers that belong to no discovery yet; structures never do (VAL-8). */
static uint64_t loose(const struct vsheet *h)
{
    return numbers_all(&h->number) & ~(h->found[JUNGLE] | h->found[TOWN] | h->found[RANGE] | h->found[PYRAMID]);
}

void find_discoveries(struct finder *f, const struct ground *g, const struct vsheet *h)
{
    uint64_t free = loose(h), eq[16], same[SHEET_SPACES], high = free & ten_up(&h->number);
    unsigned i, k;
    papers_split(&h->number, eq);
    for (unsigned v = 1; v <= 15; v++) {
        eq[v] &= free;
        BITS_EACH(i, eq[v]) same[i] = eq[v];
    }
    connected(&(struct growth){f, g, same, JUNGLE}, free);
    for (unsigned v = 1; v <= 15; v++)
        if (!(h->towns >> v & 1) && bits_count(eq[v]) >= 4) connected(&(struct growth){f, g, NULL, TOWN}, eq[v]);
    connected(&(struct growth){f, g, NULL, RANGE}, free & six_up(&h->number));
    BITS_EACH(i, high)
    { /* a T is its middle and three of the four orthogonal neighbours */
        uint64_t arms = g->side[i] & high;
        if (bits_count(arms) == 3) add_sets(f, PYRAMID, arms, bit(i));
        if (bits_count(arms) == 4) BITS_EACH(k, arms) add_sets(f, PYRAMID, arms & ~bit(k), bit(i));
    }
}

static bool is_connected(const struct ground *g, uint64_t set) { return sheet_connected(g, set & -set, set) == set; }

static bool is_pyramid(const struct ground *g, uint64_t set)
{
    unsigned i;
    BITS_EACH(i, set) if (bits_count(g->side[i] & set) == 3) return true;
    return false;
}

const char *find_objection(const struct ground *g, const struct vsheet *h, unsigned kind, uint64_t set)
{
    unsigned values = 0, i;
    if (set & ~numbers_all(&h->number)) return "A discovery is made of spaces with numbers. [VAL-9]";
    if (set & ~loose(h)) return "Each space belongs to at most one discovery. [VAL-9]";
    BITS_EACH(i, set) values |= 1u << numbers_at(&h->number, i);
    if (kind != PYRAMID && !is_connected(g, set)) return "The spaces of a discovery are connected. [VAL-9]";
    switch (kind) {
    case JUNGLE: return bits_count(values) == 5 ? NULL : "A jungle has five different values. [VAL-9]";
    case TOWN:
        if (bits_count(values) != 1) return "A town has one value. [VAL-9]";
        return h->towns & values ? "A sheet never has two towns of one value. [VAL-9]" : NULL;
    case RANGE: return set & ~six_up(&h->number) ? "A mountain range has values of 6 or more. [VAL-9]" : NULL;
    default:
        if (set & ~ten_up(&h->number)) return "A pyramid has values of 10 or more. [VAL-9]";
        return is_pyramid(g, set) ? NULL : "A pyramid has the shape of a T. [VAL-9]";
    }
}
