/* temple_think.c -- Temple of Apikhabou at all levels. All of them judge single moves
 * by the policy of temple_sim.c. The lower ones look less far, overlook some spaces and
 * take what they like best; the upper ones play the rest of the game out many times after
 * each of the best few. Other sheets count only as the one held in a mummy round: there
 * the policy's likings are turned round.
 *
 * Playing out, by sequential halving: all candidates get the same number of playouts, with the
 * same dice; the worse half is dropped; again, until one is left or the budget is spent. */
#include "temple_think.h"

#include "temple_sim.h"

#include <string.h>

enum { CANDIDATES = 24, FEWEST = 4 }; /* of a search */
enum { ENOUGH = 20 };                 /* playouts for each candidate, or there are fewer candidates */
enum { POINT = 4096 };                /* the unit of the policy's values */
enum { EQUAL = POINT / 32 };          /* values nobody tells apart */
enum { TRUST = 10 };                  /* the policy's word counts as many playouts */

struct temple_candidate {
    struct sim after;
    struct sim_choice choice;
    int64_t sum;    /* of all final scores, in points */
    int64_t played; /* how many */
    int64_t liking; /* the policy's, compared with the first candidate, in POINTs */
};

struct temple_scratch {
    struct sim now; /* the sheet in question */
    struct sim playout;
    struct sim_dice dice;
    struct sim_weights weights;          /* by which choices are ranked */
    struct sim_choice list[SIM_CHOICES]; /* what can be done, best first */
    struct temple_candidate candidate[CANDIDATES];
    struct temple_candidate *order[CANDIDATES]; /* best first */
};
_Static_assert(sizeof(struct temple_scratch) <= THINK_SCRATCH, "it fits");

/* ---- playing out ---- */

/* In POINTs; for one that has been played. */
static int64_t estimate(const struct temple_candidate *c)
{
    GAME_ASSERT(c->played > 0);
    return c->sum * POINT / c->played + c->liking * TRUST / (TRUST + c->played);
}

/* Best first; equal ones stay in the policy's order. */
static void sort(struct temple_candidate **order, int n)
{
    for (int i = 1; i < n; i++) {
        struct temple_candidate *c = order[i];
        int k = i;
        for (; k > 0 && estimate(c) > estimate(order[k - 1]); k--) order[k] = order[k - 1];
        order[k] = c;
    }
}

static void playout(struct temple_scratch *m, struct temple_candidate *c, int sign, struct rng dice)
{
    sim_copy(&m->playout, &c->after);
    sim_finish(&m->playout, &m->dice, &dice);
    c->sum += sign * sim_score(&m->playout);
    c->played++;
}

/* One playout for each of them with the same dice; false if it was stopped before all had it. */
static bool series(struct temple_scratch *m, int n, int sign, const struct bot_budget *b, struct rng dice)
{
    for (int i = 0; i < n; i++) {
        if (b->stop && b->stop(b->ctx)) return false;
        playout(m, m->order[i], sign, dice);
    }
    return true;
}

/* The best of the n candidates. sign: 1 on the own sheet, -1 on another's. */
static struct sim_choice search(struct temple_scratch *m, int n, int sign, const struct bot_budget *b, struct rng *r)
{
    uint64_t seed = rng_next(r), spent = 0, turn = 0;
    unsigned stages = 1, stage = 1;
    int alive = n;
    bool on = true;
    while (1 << stages < n) stages++;
    for (int i = 0; i < n; i++) m->order[i] = &m->candidate[i];
    for (; on && alive > 1; alive = (alive + 1) / 2, stage++) {
        uint64_t until = (uint64_t)b->playouts * stage / stages;
        while (on && spent + (unsigned)alive <= until) {
            on = series(m, alive, sign, b, rng_fork(seed, turn++));
            spent += (unsigned)alive;
        }
        if (m->order[alive - 1]->played == 0) break; /* stopped in the very first series */
        sort(m->order, alive);
    }
    return m->order[0]->choice;
}

static void make(struct sim *s, struct sim_choice c)
{
    if (c.number) sim_write(s, c.number, c.space);
    else sim_mummy(s, c.space);
}

static struct sim_choice think_hard(struct temple_scratch *m, int n, int sign, const struct bot_budget *b,
                                    struct rng *r)
{
    uint32_t some = b->playouts / ENOUGH;
    int most = some < FEWEST ? FEWEST : some > CANDIDATES ? CANDIDATES : (int)some;
    if (n > most) n = most;
    GAME_ASSERT(n > 0 && n <= CANDIDATES);
    sim_dice(&m->dice);
    for (int i = 0; i < n; i++) {
        struct temple_candidate *c = &m->candidate[i];
        sim_copy(&c->after, &m->now);
        c->choice = m->list[i];
        c->sum = c->played = 0;
        c->liking = (int64_t)sign * (c->choice.value - m->list[0].value);
        make(&c->after, c->choice);
    }
    return n == 1 ? m->list[0] : search(m, n, sign, b, r);
}

/* ---- weaker levels ---- */

/* How far a level looks. */
enum sight {
    SIGHT_POINTS, /* what scores at once */
    SIGHT_NOW,    /* ... pairs, and runs that are not the longest */
    SIGHT_FAR     /* ... room around, runs with gaps, what else a space might be good for, mummies to come */
};

/* In what a level is weaker. */
struct temple_handicap {
    enum sight sight;
    int unseen;        /* 16ths of the spaces it overlooks */
    uint32_t playouts; /* of a move, at most; 0: what looks best at once */
};
static const struct temple_handicap handicaps[LEVELS] = {
    [LEVEL_BEGINNER] = {SIGHT_POINTS, 8, 0},     [LEVEL_LEARNER] = {SIGHT_NOW, 10, 0},
    [LEVEL_CASUAL] = {SIGHT_NOW, 0, 0},          [LEVEL_REGULAR] = {SIGHT_FAR, 2, 0},
    [LEVEL_SKILLED] = {SIGHT_FAR, 0, 20},        [LEVEL_EXPERT] = {SIGHT_FAR, 0, 100},
    [LEVEL_MASTER] = {SIGHT_FAR, 0, UINT32_MAX},
};

static void shorten(struct sim_weights *w, enum sight sight)
{
    for (int i = 0; i < SIM_PHASES; i++) {
        struct sim_phase *p = &w->phase[i];
        if (sight < SIGHT_FAR) p->gap = p->guard = p->covered = 0;
        if (sight < SIGHT_FAR) p->cost1 = p->cost2 = p->spoil = p->spoil_end = p->degree = 0;
        if (sight < SIGHT_FAR) p->last = p->open = p->pair_room = p->seed_room = 0;
        if (sight < SIGHT_NOW) p->len = p->pair = p->seed = p->tomb_room = 0;
    }
}

/* Takes the choices that are overlooked from the list, unless all are. */
static int overlook(struct temple_scratch *m, int n, uint64_t unseen)
{
    int seen = 0;
    for (int i = 0; i < n; i++)
        if (!(unseen >> m->list[i].space & 1)) m->list[seen++] = m->list[i];
    return seen ? seen : n;
}

/* How many of the list are as good as the first, so that two players do not always do the same. */
static uint32_t as_good(const struct sim_choice *list, int n)
{
    int k = 1;
    while (k < n && list[k].value - list[0].value <= EQUAL && list[0].value - list[k].value <= EQUAL) k++;
    return (uint32_t)k;
}

/* ---- reasons ---- */

/* The spaces of the longest run through c, which holds v. */
static uint64_t run_through(const struct sim *s, unsigned v, unsigned c)
{
    uint64_t all = bit(c);
    unsigned i, at = c;
    for (unsigned k = v + 1, to = s->space[c].up[v]; to > 0; k++, to--) BITS_EACH(i, s->ground->near[at])
    if (s->space[i].number == k && s->space[i].up[k] + 1u == to) {
        all |= bit(at = i);
        break;
    }
    at = c;
    for (unsigned k = v - 1, to = s->space[c].down[v]; to > 0; k--, to--) BITS_EACH(i, s->ground->near[at])
    if (s->space[i].number == k && s->space[i].down[k] + 1u == to) {
        all |= bit(at = i);
        break;
    }
    return all;
}

/* The spaces holding v that hang together with c. */
static uint64_t group_of(const struct sim *s, unsigned v, unsigned c)
{
    uint64_t all = bit(c), grown = 0;
    unsigned i, k;
    while (all != grown) {
        grown = all;
        BITS_EACH(i, grown) BITS_EACH(k, s->ground->near[i]) if (s->space[k].number == v) all |= bit(k);
    }
    return all;
}

static struct thought reason(Move move, enum why why, unsigned number, uint64_t spaces)
{
    return (struct thought){move, (uint8_t)why, (int16_t)number, spaces};
}

static struct thought why_write(const struct sim *before, const struct sim *after, struct sim_choice c)
{
    unsigned v = c.number, at = c.space;
    Move m = move_make(WRITE, v, 0, at);
    const struct sim_space *x = &before->space[at];
    uint64_t beaten = before->live & ~after->live, covers = after->one[SIM_NINE] & ~before->one[SIM_NINE] & after->free;
    unsigned longer = (unsigned)(after->run - before->run), run = 1u + x->up[v] + x->down[v];
    bool group = after->grouped != before->grouped;
    if (beaten && (bits_count(beaten) > 1 || !group || longer > 0))
        return reason(m, WHY_BEAT, bits_count(beaten), beaten);
    if (group && longer < 3) return reason(m, WHY_GROUP, v, group_of(after, v, at));
    if (longer && run > 1) return reason(m, WHY_RUN, run, run_through(after, v, at));
    if (beaten) return reason(m, WHY_BEAT, bits_count(beaten), beaten);
    if (x->one >> v & 1 && !(before->grouped >> v & 1)) return reason(m, WHY_PAIR, v, group_of(after, v, at));
    if (run > 1) return reason(m, WHY_STEP, run, run_through(after, v, at));
    if (v == SIM_NINE && covers) return reason(m, WHY_GUARD, bits_count(covers), covers);
    return reason(m, WHY_ROOM, 0, 0);
}

static struct thought why_mummy(const struct sim *before, struct sim_choice c, int sign)
{
    Move m = move_make(MUMMY, 0, 0, c.space);
    uint64_t nines = 0;
    unsigned i;
    if (sign < 0) return reason(m, WHY_HURT, 0, 0);
    BITS_EACH(i, before->ground->near[c.space]) if (before->space[i].number == SIM_NINE) nines |= bit(i);
    return nines ? reason(m, WHY_SPARE_NINE, 0, nines) : reason(m, WHY_SPARE, 0, 0);
}

static struct thought explain(struct temple_scratch *m, struct sim_choice c, int sign, bool only)
{
    struct thought t;
    if (c.number) {
        sim_copy(&m->playout, &m->now);
        make(&m->playout, c);
        t = why_write(&m->now, &m->playout, c);
    } else {
        t = why_mummy(&m->now, c, sign);
    }
    if (only && (t.why == WHY_ROOM || t.why == WHY_SPARE || t.why == WHY_HURT)) t.why = WHY_ONLY;
    return t;
}

/* ---- all levels ---- */

static void reverse(struct sim_choice *list, int n)
{
    for (int i = 0; i < n / 2; i++) {
        struct sim_choice c = list[i];
        list[i] = list[n - 1 - i];
        list[n - 1 - i] = c;
    }
}

struct thought temple_think(enum bot_level level, const struct game *g, const struct state *view, size_t size, int seat,
                            const struct bot_budget *b, struct rng *r, void *scratch)
{
    const struct temple *t = (const struct temple *)(const void *)view;
    const struct temple_handicap *h = &handicaps[level];
    struct temple_scratch *m = scratch;
    Move first = g->nth(view, seat, 0);
    bool danger = papers_danger(&t->p);
    int sign = danger && !t->p.solo ? -1 : 1, n;
    (void)size;
    if (move_verb(first) == CROSS) /* free, and never worse (TEM-8) */
        return reason(first, WHY_CROSS, 0, bit(move_space(first)));
    m->weights = danger || t->p.solo ? sim_solo : sim_multi;
    shorten(&m->weights, h->sight);
    /* the owner of the sheet plays on as one does at this table; the mummy is judged by m->weights */
    sim_load(&m->now, t, &t->sheet[danger ? t->p.holds[seat] : seat], sign < 0 ? &sim_multi : &m->weights);
    if (danger) n = sim_rank_mummies(&m->now, &m->weights, sim_haunted(&m->now), m->list);
    else n = sim_rank(&m->now, t->p.numbers, sim_writable(&m->now, t->p.face[GREEN] == SPECIAL), m->list);
    GAME_ASSERT(n > 0); /* who acts can do something */
    if (sign < 0) reverse(m->list, n);
    bool only = n == 1;
    n = overlook(m, n, think_unseen(m->now.free ^ m->now.doors << 1, h->unseen));
    struct bot_budget own = think_budget(b, h->playouts);
    struct sim_choice c = h->playouts ? think_hard(m, n, sign, &own, r) : m->list[rng_below(r, as_good(m->list, n))];
    return explain(m, c, sign, only);
}
