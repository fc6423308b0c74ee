/* valley_turn.c -- see valley_turn.h. */
#include "valley_turn.h"

#include <string.h>

/* Penny may be up to 15; but numbers of 10 and more are good for the same things, and a larger
 * one only feeds the snakes. Two of them, so that neighbours may differ. */
enum { PENNY_MOST = 11 };

/* ---- lists of the best ---- */

/* Keeps the `most` best, best first, each sheet once. Returns the new length. */
static int keep(struct turn *list, int n, int most, const struct turn *t)
{
    int at = n;
    if (n == most && t->value <= list[n - 1].value) return n;
    while (at > 0 && list[at - 1].value < t->value) at--;
    for (int k = at - 1; k >= 0 && list[k].value == t->value; k--)
        if (plot_same(&list[k].p, &t->p)) return n;
    if (n < most) n++;
    memmove(&list[at + 1], &list[at], (size_t)(n - 1 - at) * sizeof *list);
    list[at] = *t;
    return n;
}

/* ---- steps ---- */

struct turn_search {
    const struct land *l;
    const struct weighing *w;
    const uint8_t *face;
    struct turn_scratch *scratch;
    struct width width;
    int rounds;
    int n[8]; /* lengths of the beams */
    int ends; /* length of scratch->end */
    uint64_t unseen;
};

static void try_step(struct turn_search *s, const struct turn *from, Move m)
{
    struct turn t;
    memcpy(&t, from, sizeof t);
    plot_apply(s->l, &t.p, m);
    GAME_ASSERT(t.moves < TURN_MOVES - 1); /* the last is for a discovery */
    t.move[t.moves++] = m;
    t.value = value_before(s->l, &t.p, s->w, s->rounds, &t.bonus);
    t.value += t.bonus;
    unsigned used = t.p.used & 7;
    s->n[used] = keep(s->scratch->beam[used], s->n[used], s->width.beam, &t);
    s->ends = keep(s->scratch->end, s->ends, s->width.turns, &t);
}

static void try_number(struct turn_search *s, const struct turn *from, unsigned dice, unsigned v, uint64_t put)
{
    unsigned i;
    BITS_EACH(i, put) try_step(s, from, move_make(WRITE, dice, v, i));
    if (v == PLOT_NINE) BITS_EACH(i, from->p.snakes) try_step(s, from, move_make(CROSS, dice, 0, i));
}

/* The number dice that are left, as bits. */
static unsigned dice_left(const struct turn_search *s, unsigned used)
{
    unsigned left = 0;
    for (unsigned d = 0; d < DICE; d++)
        if (s->face[d] != SPECIAL && !(used >> d & 1)) left |= 1u << d;
    return left;
}

/* All single steps from here. */
static void try_all(struct turn_search *s, const struct turn *from)
{
    unsigned used = from->p.used, left = dice_left(s, used), i;
    uint64_t put = plot_spaces(s->l, &from->p) & ~s->unseen;
    for (unsigned dice = left; dice; dice = (dice - 1) & left) {
        unsigned v = 0;
        if (s->width.brief && !(dice & left & -left)) continue;
        for (unsigned d = 0; d < DICE; d++)
            if (dice >> d & 1) v += s->face[d];
        try_number(s, from, dice, v, put);
    }
    if (s->width.brief && left != dice_left(s, 0)) return; /* Penny and Dakota come first */
    if (s->face[PURPLE] == SPECIAL && !(used >> PURPLE & 1))
        for (unsigned v = 1; v <= PENNY_MOST; v++) try_number(s, from, PENNY, v, put);
    if (s->face[GREEN] == SPECIAL && !(used >> GREEN & 1))
        for (unsigned k = 0; k < STRUCTURES; k++)
            if (from->p.structure[k] == NO_SPACE) BITS_EACH(i, put) try_step(s, from, move_make(DRAW, k, 0, i));
}

/* ---- discoveries ---- */

/* The cheapest discoveries of a kind, cheapest first. */
struct finds {
    uint64_t set[TURN_FINDS];
    int cost[TURN_FINDS];
    int n, most;
};

static void offer(struct finds *f, uint64_t set, int cost)
{
    int at = f->n;
    if (at == f->most && cost >= f->cost[at - 1]) return;
    if (at == f->most) at--;
    else f->n++;
    for (; at > 0 && f->cost[at - 1] > cost; at--) f->set[at] = f->set[at - 1], f->cost[at] = f->cost[at - 1];
    f->set[at] = set, f->cost[at] = cost;
}

struct plan_growth {
    const struct land *l;
    const uint64_t *same; /* jungle: for each space all of its value, else NULL */
    const int16_t *cost;  /* of each space */
    struct finds *f;
};

/* As in games/valley_find.c. */
static void grow(const struct plan_growth *g, uint64_t set, uint64_t next, uint64_t seen, uint64_t pool, unsigned left,
                 int cost)
{
    unsigned i;
    if (left == 1) {
        BITS_EACH(i, next) offer(g->f, set | bit(i), cost + g->cost[i]);
        return;
    }
    while (next) {
        i = bits_first(next);
        next &= next - 1;
        uint64_t rest = g->same ? pool & ~g->same[i] : pool;
        grow(g, set | bit(i), (next | (g->l->near[i] & ~seen)) & rest, seen | g->l->near[i], rest, left - 1,
             cost + g->cost[i]);
    }
}

static void connected(const struct plan_growth *g, uint64_t pool, unsigned size)
{
    unsigned i;
    BITS_EACH(i, pool)
    {
        uint64_t rest = pool & ~(bit(i) | (bit(i) - 1));
        if (g->same) rest &= ~g->same[i];
        grow(g, bit(i), g->l->near[i] & rest, bit(i) | g->l->near[i], rest, size - 1, g->cost[i]);
    }
}

/* What the loose numbers look good for; a rough order is enough, value_of() decides. */
struct sorts {
    uint64_t eq[16], same[SHEET_SPACES];
    uint64_t high, pairs, trios;
};

static void sort_out(struct sorts *s, const struct land *l, const struct plot *p)
{
    struct numbers n;
    unsigned i;
    memcpy(n.plane, p->plane, sizeof n.plane);
    papers_split(&n, s->eq);
    s->pairs = s->trios = 0;
    s->high = plot_high(p) & p->loose;
    for (unsigned v = 1; v < 16; v++) {
        s->eq[v] &= p->loose;
        BITS_EACH(i, s->eq[v])
        {
            unsigned beside = bits_count(l->near[i] & s->eq[v]);
            s->same[i] = s->eq[v];
            if (p->towns >> v & 1) continue;
            if (beside > 0) s->pairs |= bit(i);
            if (beside > 1) s->trios |= bit(i);
        }
    }
}

static void price(const struct sorts *s, const struct land *l, const struct plot *p, unsigned kind,
                  int16_t cost[SHEET_SPACES])
{
    unsigned i;
    uint64_t feeds = kind < STRUCTURES && p->structure[kind] != NO_SPACE ? l->near[p->structure[kind]] : 0;
    BITS_EACH(i, p->loose)
    {
        int c = 4 * (int)bits_count(l->near[i] & p->open);
        if (kind != RANGE && s->high & bit(i)) c += 150;
        if (kind != TOWN && s->pairs & bit(i)) c += 80;
        if (kind != TOWN && s->trios & bit(i)) c += 80;
        if (plot_top(p) & bit(i)) c += 60;
        if (feeds & bit(i)) c -= 200;
        cost[i] = (int16_t)c;
    }
}

/* Tries these discoveries on one end. */
static int judge(struct turn_search *s, const struct turn *from, unsigned kind, const struct finds *f, int n, int want)
{
    for (int k = 0; k < f->n; k++) {
        struct turn t;
        memcpy(&t, from, sizeof t);
        GAME_ASSERT(t.moves < TURN_MOVES);
        t.move[t.moves++] = find_move(kind, f->set[k]);
        t.found = 1;
        plot_apply(s->l, &t.p, t.move[t.moves - 1]);
        t.value = value_of(s->l, &t.p, s->w, s->rounds);
        n = keep(s->scratch->best, n, want, &t);
    }
    return n;
}

static int reveal(struct turn_search *s, const struct turn *from, int n, int want)
{
    const struct land *l = s->l;
    const struct plot *p = &from->p;
    struct sorts o;
    int16_t cost[SHEET_SPACES];
    sort_out(&o, l, p);
    for (unsigned kind = 0; kind < DISCOVERIES; kind++) {
        struct finds f = {.most = s->width.finds};
        struct plan_growth g = {l, kind == JUNGLE ? o.same : NULL, cost, &f};
        price(&o, l, p, kind, cost);
        if (kind == JUNGLE) {
            connected(&g, p->loose & ~(o.high | o.pairs), 5); /* first what is good for nothing else */
            if (f.n < f.most) connected(&g, p->loose, 5);
        } else if (kind == TOWN) {
            for (unsigned v = 1; v < 16; v++)
                if (!(p->towns >> v & 1) && bits_count(o.eq[v]) >= 4) connected(&g, o.eq[v], 4);
        } else if (kind == RANGE) {
            connected(&g, o.high, 3);
        } else {
            uint64_t top = plot_top(p) & p->loose;
            for (unsigned k = 0; k < l->shapes; k++)
                if (!(l->shape[k] & ~top)) offer(&f, l->shape[k], 0);
        }
        n = judge(s, from, kind, &f, n, want);
    }
    return n;
}

int valley_turn_list(const struct turn_task *t, struct width width, int want, struct turn_scratch *scratch)
{
    struct turn_search s = {t->l, t->w, t->face, scratch, width, t->rounds, {0}, 0, t->unseen};
    struct turn from = {.p = *t->p};
    int n = 0;
    GAME_ASSERT(width.beam <= MAX_BEAM && width.turns <= MAX_TURNS && want <= MAX_TURNS);
    if (!t->owed) {
        from.value = value_before(t->l, t->p, t->w, t->rounds, &from.bonus);
        from.value += from.bonus;
        s.ends = keep(scratch->end, 0, width.turns, &from);
    }
    try_all(&s, &from);
    for (unsigned used = 1; used < 8; used++) /* a step only adds to the dice used */
        for (int k = 0; k < s.n[used]; k++) try_all(&s, &scratch->beam[used][k]);
    for (int k = 0; k < s.ends; k++) {
        scratch->end[k].p.used = 0;
        scratch->end[k].value -= scratch->end[k].bonus;
        n = keep(scratch->best, n, want, &scratch->end[k]);
    }
    for (int k = 0; k < s.ends; k++) n = reveal(&s, &scratch->end[k], n, want);
    return n;
}

void valley_turn_beware(const struct land *l, const struct weighing *w, uint64_t open, bool solo, int rounds, int n,
                        struct turn_scratch *scratch)
{
    if (rounds == 0) return;
    for (int k = 0; k < n; k++) {
        struct turn t = scratch->best[k];
        if (t.p.open) {
            struct plot bitten = t.p;
            uint64_t near = solo ? land_near(l, open & ~t.p.open) & t.p.open : 0;
            plot_apply(l, &bitten, valley_turn_snake(l, w, &t.p, near ? near : t.p.open, rounds - 1, solo ? 1 : -1));
            t.value = (5 * t.value + value_of(l, &bitten, w, rounds - 1)) / 6;
        }
        int at = k;
        for (; at > 0 && scratch->best[at - 1].value < t.value; at--) scratch->best[at] = scratch->best[at - 1];
        scratch->best[at] = t;
    }
}

Move valley_turn_snake(const struct land *l, const struct weighing *w, const struct plot *p, uint64_t spaces,
                       int rounds, int good)
{
    Move best = NO_MOVE;
    int most = 0;
    unsigned i;
    BITS_EACH(i, spaces)
    {
        Move m = move_make(SNAKE, 0, 0, i);
        struct plot next = *p;
        plot_apply(l, &next, m);
        int value = good * value_of(l, &next, w, rounds);
        if (best == NO_MOVE || value > most) best = m, most = value;
    }
    return best;
}
