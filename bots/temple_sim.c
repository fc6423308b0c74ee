/* temple_sim.c -- see temple_sim.h. */
#include "temple_sim.h"

#include <limits.h>
#include <string.h>

void sim_dice(struct sim_dice *d)
{
    int n = 0;
    for (unsigned purple = 1; purple <= SPECIAL; purple++)
        for (unsigned green = 1; green <= SPECIAL; green++)
            for (unsigned red = 1; red <= SPECIAL; red++) {
                unsigned sums = 1;
                if (purple < SPECIAL) sums |= sums << purple;
                if (green < SPECIAL) sums |= sums << green;
                if (red < SPECIAL) sums |= sums << red;
                if (purple == SPECIAL) sums = 0xFFFE;
                sums = (sums & 0xFFFE) | (green == SPECIAL);
                d->roll[n++] = (uint16_t)(red == SPECIAL ? 0 : sums);
            }
}

/* ---- filling spaces ---- */

static uint64_t empty(const struct sim *s) { return s->free | s->doors; }

/* up, down, up2 or down2 of v have changed here. */
static void note(struct sim_space *c, const int16_t *len, unsigned v)
{
    unsigned up = c->up[v], down = c->down[v], all = 1 + up + down;
    unsigned wide = 1u + (up > c->up2[v] ? up : c->up2[v]) + (down > c->down2[v] ? down : c->down2[v]);
    if (wide > 15) wide = 15;
    c->all[v] = (uint8_t)all;
    c->longer[v] = (int16_t)(len[all] - len[up > down ? up : down]);
    c->wider[v] = (int16_t)(wide > all ? len[wide] - len[all] : 0);
    c->reach |= (uint16_t)(1u << v);
    if ((up == 0) != (down == 0) && v > 1 && v < 15) c->end |= (uint16_t)(1u << v);
    else c->end &= (uint16_t) ~(1u << v);
    if (all > c->most) c->most = (uint8_t)all;
}

/* A run up from space c, which holds v, has this length now: tell the spaces around. */
static void push_up(struct sim *s, unsigned v, unsigned c, unsigned length)
{
    const uint64_t *near = s->ground->near;
    uint64_t two = 0; /* at two steps */
    unsigned i;
    if (v == 1) return;
    BITS_EACH(i, near[c])
    {
        struct sim_space *x = &s->space[i];
        if (x->up[v - 1] >= length) continue;
        x->up[v - 1] = (uint8_t)length;
        if (x->number == v - 1) {
            push_up(s, v - 1, i, length + 1);
        } else if (empty(s) & bit(i)) {
            note(x, s->weights->len, v - 1);
            two |= near[i];
        }
    }
    if (v == 2) return;
    BITS_EACH(i, two & empty(s))
    {
        struct sim_space *x = &s->space[i];
        if (x->up2[v - 2] >= length) continue;
        x->up2[v - 2] = (uint8_t)length;
        note(x, s->weights->len, v - 2);
    }
}

static void push_down(struct sim *s, unsigned v, unsigned c, unsigned length)
{
    const uint64_t *near = s->ground->near;
    uint64_t two = 0;
    unsigned i;
    if (v == 15) return;
    BITS_EACH(i, near[c])
    {
        struct sim_space *x = &s->space[i];
        if (x->down[v + 1] >= length) continue;
        x->down[v + 1] = (uint8_t)length;
        if (x->number == v + 1) {
            push_down(s, v + 1, i, length + 1);
        } else if (empty(s) & bit(i)) {
            note(x, s->weights->len, v + 1);
            two |= near[i];
        }
    }
    if (v == 14) return;
    BITS_EACH(i, two & empty(s))
    {
        struct sim_space *x = &s->space[i];
        if (x->down2[v + 2] >= length) continue;
        x->down2[v + 2] = (uint8_t)length;
        note(x, s->weights->len, v + 2);
    }
}

/* Groups: TEM-11b. */
static void gather(struct sim *s, unsigned v, unsigned c)
{
    const uint64_t *near = s->ground->near;
    uint64_t one = near[c] & ~s->one[v], two = s->one[v] & near[c];
    unsigned i;
    if (s->two[v] & bit(c)) s->grouped |= 1u << v;
    if (s->one[v] & bit(c)) { /* beside one: everything around the pair */
        two |= near[c];
        BITS_EACH(i, near[c]) if (s->space[i].number == v) two |= near[i];
    }
    two &= ~s->two[v];
    s->one[v] |= one;
    s->two[v] |= two;
    BITS_EACH(i, one) s->space[i].one |= (uint16_t)(1u << v), s->space[i].reach |= (uint16_t)(1u << v);
    BITS_EACH(i, two) s->space[i].two |= (uint16_t)(1u << v);
}

void sim_write(struct sim *s, unsigned v, unsigned c)
{
    struct sim_space *x = &s->space[c];
    unsigned up = x->up[v] + 1u, down = x->down[v] + 1u;
    s->free &= ~bit(c);
    s->doors &= ~bit(c);
    s->last = (uint8_t)c;
    x->number = (uint8_t)v;
    gather(s, v, c);
    if (v == SIM_NINE) s->live &= ~s->ground->near[c];
    if (up + down - 1 > s->run) s->run = (uint8_t)(up + down - 1);
    push_up(s, v, c, up);
    push_down(s, v, c, down);
}

void sim_mummy(struct sim *s, unsigned c)
{
    s->free &= ~bit(c);
    s->last = (uint8_t)c;
    s->mummy |= bit(c);
    s->live |= bit(c) & ~s->one[SIM_NINE];
}

void sim_load(struct sim *s, const struct temple *t, const struct tsheet *h, const struct sim_weights *w)
{
    uint64_t all = numbers_all(&h->number);
    unsigned i;
    memset(s, 0, sizeof *s);
    s->ground = &t->p.ground;
    s->weights = w;
    s->solo = t->p.solo;
    s->free = t->p.ground.all & ~(t->p.ground.doors | h->mummy | all);
    s->doors = t->p.ground.doors & ~all;
    BITS_EACH(i, h->mummy) sim_mummy(s, i);
    BITS_EACH(i, all) sim_write(s, numbers_at(&h->number, i), i);
    s->last = h->got != NO_SPACE ? h->got : h->wrote != NO_SPACE ? h->wrote : h->last;
}

void sim_copy(struct sim *to, const struct sim *from)
{
    memcpy(to, from, offsetof(struct sim, space) + from->ground->spaces * sizeof *from->space);
}

/* ---- the policy ---- */

/* One policy decision: what does not depend on the space. In 4096ths of a point, so
 * that nothing is divided. */
struct eye {
    const struct sim *s;
    const struct sim_weights *w;
    const struct sim_phase *p;
    uint64_t ends; /* spaces where the longest run can grow */
    int end;       /* what it costs to fill one of them */
};

static void open_eye(struct eye *e, const struct sim *s, const struct sim_weights *w)
{
    unsigned left = bits_count(s->free), i;
    e->s = s;
    e->w = w;
    e->p = &w->phase[left < 4 ? 0 : left < 8 ? 1 : left < 13 ? 2 : left < 19 ? 3 : 4];
    e->ends = 0;
    BITS_EACH(i, empty(s)) e->ends |= (uint64_t)(s->space[i].most > s->run) << i;
    unsigned n = bits_count(e->ends);
    e->end = n == 1 ? e->p->spoil_end * 64 : n == 2 ? e->p->spoil_end * 32 : 0;
}

/* What filling the space spoils, whatever goes there. */
static inline int cost(const struct eye *e, unsigned c)
{
    const struct sim *s = e->s;
    const struct sim_space *x = &s->space[c];
    uint32_t two = x->two & ~s->grouped, one = x->one & ~s->grouped & ~two;
    unsigned n2 = bits_count(two), n1 = bits_count(one);
    int sum = (int)(n2 < 2 ? n2 : 2) * e->p->cost2 + (int)(n1 < 2 ? n1 : 2) * e->p->cost1 +
              (int)bits_count(s->ground->near[c] & s->free) * e->p->degree;
    if (s->one[SIM_NINE] >> c & 1) sum += e->p->covered;
    return sum * 64;
}

/* The longer run that would have been possible; not paid by the number that makes it. */
static inline int run_cost(const struct eye *e, unsigned c)
{
    return e->p->spoil * e->w->len[e->s->space[c].most] + (e->ends >> c & 1 ? e->end : 0);
}

static inline int pair(const struct eye *e, unsigned v, unsigned c)
{
    unsigned third = bits_count((e->s->two[v] | e->s->ground->near[c]) & e->s->free);
    return (e->p->pair + e->p->pair_room * (int)(third > 4 ? 4 : third)) * 64;
}

static inline int nine(const struct eye *e, unsigned c)
{
    uint64_t near = e->s->ground->near[c];
    int sum = e->p->beat * (int)bits_count(near & e->s->live) +
              e->p->guard * (int)bits_count(near & e->s->free & ~e->s->one[SIM_NINE]);
    if (e->s->solo && near & e->s->free && !(near & e->s->free & e->s->one[SIM_NINE])) sum += e->p->last;
    return sum * 64;
}

/* What any number on the space is worth. */
static inline int base(const struct eye *e, unsigned c)
{
    uint64_t next = e->s->ground->near[c] & e->s->free;
    return (e->s->solo && next & e->s->one[SIM_NINE] ? e->p->last * 64 : 0) - cost(e, c);
}

/* One space, before numbers are tried there. */
struct sim_spot {
    const struct sim_space *x;
    unsigned c;
    int base;   /* as above */
    int spoilt; /* what a number pays that does not make the longest run possible here */
    int open;   /* what an end of a run gains by the room around */
    int seed;   /* ... the first of a group */
};

static inline struct sim_spot spot(const struct eye *e, unsigned c)
{
    unsigned next = bits_count(e->s->ground->near[c] & empty(e->s));
    int room = (int)(next > 4 ? 4 : next) * 64;
    return (struct sim_spot){
        &e->s->space[c], c, base(e, c), run_cost(e, c), room * e->p->open, room * e->p->seed_room + e->p->seed * 64};
}

/* x if bit v of the set is there, else 0. Without a branch, since it would be mispredicted half of the time. */
static inline int where(uint32_t set, unsigned v, int x) { return x & -(int)(set >> v & 1); }

/* What v is worth there. */
static inline int gain(const struct eye *e, unsigned v, const struct sim_spot *at)
{
    const struct sim_space *x = at->x;
    const struct sim_phase *p = e->p;
    uint32_t open = ~e->s->grouped, two = x->two & open, one = x->one & open & ~two, none = open & ~one & ~two;
    int longest = x->all[v] - e->s->run;
    int value = at->base + x->longer[v] * p->len + x->wider[v] * p->gap + (longest & ~(longest >> 31)) * p->ext * 64;
    value -= at->spoilt & -(int)(x->all[v] < x->most);
    value += where(x->end, v, at->open) + where(two, v, p->group * 64) + where(one, v, pair(e, v, at->c));
    value += where(none, v, e->w->value[v] * 64 + at->seed);
    return v == SIM_NINE ? value + nine(e, at->c) : value;
}

/* What a mummy does to the sheet. */
static inline int tomb(const struct eye *e, unsigned c)
{
    int value = e->p->tomb_room * (int)bits_count(e->s->ground->near[c] & e->s->free);
    if (e->s->one[SIM_NINE] >> c & 1) value += e->p->tomb;
    return base(e, c) - run_cost(e, c) + value * 64;
}

/* A stable sort: equal ones stay in the order of numbers and spaces. */
static void sort(struct sim_choice *list, int n)
{
    for (int gap = 1; gap < n; gap++) {
        struct sim_choice x = list[gap];
        int i = gap;
        for (; i > 0 && list[i - 1].value < x.value; i--) list[i] = list[i - 1];
        list[i] = x;
    }
}

int sim_rank(const struct sim *s, unsigned numbers, uint64_t spaces, struct sim_choice out[SIM_CHOICES])
{
    struct eye e;
    unsigned c, v;
    int n = 0;
    GAME_ASSERT(bits_count(spaces) <= SHEET_SPACES);
    open_eye(&e, s, s->weights);
    BITS_EACH(c, spaces)
    {
        struct sim_spot here = spot(&e, c);
        BITS_EACH(v, numbers & 0xFFFE) out[n++] = (struct sim_choice){gain(&e, v, &here), (uint8_t)v, (uint8_t)c};
    }
    sort(out, n);
    return n;
}

int sim_rank_mummies(const struct sim *s, const struct sim_weights *w, uint64_t spaces,
                     struct sim_choice out[SHEET_SPACES])
{
    struct eye e;
    unsigned c;
    int n = 0;
    open_eye(&e, s, w);
    BITS_EACH(c, spaces) out[n++] = (struct sim_choice){tomb(&e, c), 0, (uint8_t)c};
    sort(out, n);
    return n;
}

/* ---- playing on ---- */

static void play_mummy(struct sim *s)
{
    struct eye e;
    int best = 0;
    unsigned c, at = NO_SPACE;
    open_eye(&e, s, s->solo ? s->weights : &sim_solo);
    BITS_EACH(c, sim_haunted(s))
    {
        int value = s->solo ? tomb(&e, c) : -tomb(&e, c); /* others look for the worst space */
        if (at == NO_SPACE || value > best) best = value, at = c;
    }
    sim_mummy(s, at);
}

/* The number liked best where it serves nothing. */
static unsigned idle(const struct eye *e, unsigned numbers)
{
    unsigned v, best = 0;
    int most = INT_MIN;
    BITS_EACH(v, numbers)
    {
        int value = e->s->grouped >> v & 1 ? 0 : e->p->seed + e->w->value[v];
        if (value > most) most = value, best = v;
    }
    return best;
}

/* As the first of sim_rank(), but of the numbers out of reach of a space only the one liked
 * best (and the 9) is tried there. */
static void play_number(struct sim *s, unsigned numbers, uint64_t spaces)
{
    struct eye e;
    int64_t best = INT64_MIN; /* value, then the first space, then the first number */
    unsigned c, v;
    open_eye(&e, s, s->weights);
    unsigned always = 1u << idle(&e, numbers) | 1u << SIM_NINE;
    BITS_EACH(c, spaces)
    {
        struct sim_spot here = spot(&e, c);
        BITS_EACH(v, numbers & (here.x->reach | always))
        {
            int64_t x = (int64_t)gain(&e, v, &here) * 1024 + (1023 - c * 16 - v);
            best = x > best ? x : best;
        }
    }
    unsigned at = 1023 - (unsigned)(best & 1023);
    sim_write(s, at % 16, at / 16);
}

void sim_round(struct sim *s, const struct sim_dice *d, uint64_t random)
{
    unsigned roll = d->roll[(random >> 32) * SIM_ROLLS >> 32];
    if (roll == 0) play_mummy(s);
    else play_number(s, roll & 0xFFFE, sim_writable(s, roll & 1));
}

void sim_finish(struct sim *s, const struct sim_dice *d, struct rng *r)
{
    while (s->free) sim_round(s, d, rng_next(r));
}
