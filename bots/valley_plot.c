/* valley_plot.c -- see valley_plot.h. */
#include "valley_plot.h"

#include <string.h>

static const int16_t worth[DISCOVERIES] = VAL_WORTH;

void plot_land(struct land *l, const struct ground *g)
{
    memcpy(l->near, g->near, sizeof l->near);
    memcpy(l->side, g->side, sizeof l->side);
    l->edge = g->edge;
    l->shapes = 0;
    for (unsigned i = 0; i < g->spaces; i++) {
        unsigned k, arms = bits_count(g->side[i]);
        GAME_ASSERT(l->shapes + (arms == 4 ? 4 : arms == 3) <= MAX_SHAPES);
        if (arms == 3) l->shape[l->shapes++] = g->side[i] | bit(i);
        if (arms == 4) BITS_EACH(k, g->side[i]) l->shape[l->shapes++] = (g->side[i] & ~bit(k)) | bit(i);
    }
}

void plot_init(struct plot *p, const struct vsheet *h)
{
    memset(p, 0, sizeof *p);
    memcpy(p->plane, h->number.plane, sizeof p->plane);
    p->loose = numbers_all(&h->number);
    for (unsigned k = 0; k < DISCOVERIES; k++) {
        p->found[k] = h->found[k];
        p->loose &= ~h->found[k];
        p->won = (int16_t)(p->won + worth[k] * (int)(bits_count(h->found[k]) / find_size(k)));
    }
    p->open = h->open;
    p->reach = h->reach;
    p->snakes = h->snake & ~h->crossed;
    p->towns = h->towns;
    memcpy(p->structure, h->structure, sizeof p->structure);
    p->used = h->used;
}

uint64_t plot_spaces(const struct land *l, const struct plot *p)
{
    /* Only a space without neighbours leaves reach empty although it is filled; then no space is near either. */
    bool none = (p->plane[0] | p->plane[1] | p->plane[2] | p->plane[3]) == 0 && p->structure[0] == NO_SPACE &&
                p->structure[1] == NO_SPACE && p->structure[2] == NO_SPACE;
    uint64_t near = p->open & (none ? l->edge : p->reach);
    return near ? near : p->open;
}

static void fill(const struct land *l, struct plot *p, unsigned space)
{
    p->open &= ~bit(space);
    p->reach |= l->near[space];
}

static void reveal(struct plot *p, Move m)
{
    unsigned kind = move_a(m);
    uint64_t set = 0;
    for (unsigned k = 0; k < find_size(kind); k++) set |= bit(m >> (24 + 6 * k) & 63);
    if (kind == TOWN) p->towns |= (uint16_t)(1u << plot_at(p, bits_first(set)));
    p->found[kind] |= set;
    p->loose &= ~set;
    p->won = (int16_t)(p->won + worth[kind]);
}

void plot_apply(const struct land *l, struct plot *p, Move m)
{
    unsigned a = move_a(m), space = move_space(m);
    switch (move_verb(m)) {
    case WRITE:
        for (unsigned k = 0; k < 4; k++) p->plane[k] |= (uint64_t)(move_b(m) >> k & 1) << space;
        p->loose |= bit(space);
        fill(l, p, space);
        p->used |= (uint8_t)(a == PENNY ? 1 << PURPLE : a);
        return;
    case DRAW:
        p->structure[a] = (uint8_t)space;
        fill(l, p, space);
        p->used |= 1 << GREEN;
        return;
    case CROSS:
        p->snakes &= ~bit(space);
        p->used |= (uint8_t)(a == PENNY ? 1 << PURPLE : a);
        return;
    case REVEAL: reveal(p, m); return;
    default: /* SNAKE */
        p->snakes |= bit(space);
        p->open &= ~bit(space);
        return;
    }
}

int plot_score(const struct land *l, const struct plot *p)
{
    int total = p->won + (p->open ? 0 : 7);
    unsigned i;
    for (unsigned k = 0; k < STRUCTURES; k++)
        if (p->structure[k] != NO_SPACE) total += 2 * (int)bits_count(l->near[p->structure[k]] & p->found[k]);
    BITS_EACH(i, p->snakes) total -= plot_largest(p, l->near[i]);
    return total;
}

bool plot_same(const struct plot *a, const struct plot *b) { return memcmp(a, b, sizeof *a) == 0; }
