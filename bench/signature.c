/* signature.c -- see signature.h. */
#include "signature.h"

#include <string.h>

enum { SEED = 1, REPEATS = 3 };

static uint64_t fold(uint64_t h, uint64_t x)
{
    h = (h ^ x) * UINT64_C(0xbf58476d1ce4e5b9);
    return h ^ h >> 32;
}

/* Told of each match; scratch->setup is its set-up. */
struct visit {
    void (*match)(struct visit *, const struct game *);
    struct signature_scratch *scratch;
    int n;      /* matches so far */
    int only;   /* the one that counts, or -1: all */
    uint64_t h; /* folded so far */
};

/* All matches of one mode: some numbers of players, on every board there is. */
static void each_of_mode(struct visit *v, const struct game *g, int mode)
{
    static const int players[] = {1, 2, 3, 4, 5, 16, 64, 65, MAX_SEATS}; /* around the words of struct seats */
    struct setup *u = &v->scratch->setup;
    const char *game = g->name, *name = "";
    u->mode = (uint8_t)mode;
    for (int b = 0; g->board ? g->board->list(b, &game, &name) : b == 0; b++) {
        if (strcmp(game, g->name) != 0) continue;
        if (g->board) g->board->builtin(&u->board, g->name, name, strlen(name));
        for (unsigned k = 0; k < sizeof players / sizeof *players; k++) {
            u->players = (uint8_t)players[k];
            if (players[k] < g->modes[mode].min || players[k] > g->modes[mode].max) continue;
            if (g->refuse(u)) continue; /* not every scenario is for every mode */
            if (v->only < 0 || v->only == v->n) v->match(v, g);
            v->n++;
        }
    }
}

static void each(struct visit *v)
{
    for (int repeat = 0; repeat < REPEATS; repeat++)
        for (int k = 0; games[k]; k++)
            for (int mode = 0; games[k]->modes[mode].name; mode++) {
                memset(&v->scratch->setup, 0, sizeof v->scratch->setup);
                v->scratch->setup.rules = (uint8_t)(games[k]->rules - repeat % games[k]->rules);
                for (int i = 0; games[k]->options[i].name; i++) {
                    const struct option *o = &games[k]->options[i];
                    v->scratch->setup.option[i] = repeat == 0 ? o->usual : repeat == 1 ? o->min : o->max;
                }
                each_of_mode(v, games[k], mode);
            }
}

static uint64_t apply(const struct game *g, struct state *s, int seat, Move m, uint64_t h)
{
    g->apply(s, seat, m);
    return fold(fold(h, (uint64_t)(int64_t)seat), m);
}

/* One event: chance, a fact, or a random move of a random seat. */
static uint64_t step(const struct game *g, struct state *s, struct rng *r, uint64_t h)
{
    Move m[MAX_LINE_MOVES];
    if (s->phase == PHASE_FACT) return apply(g, s, NATURE, g->nth(s, NATURE, 0), h);
    if (s->phase == PHASE_CHANCE) {
        int n = g->draw(s, r, m);
        for (int i = 0; i < n; i++) h = apply(g, s, NATURE, m[i], h);
        return h;
    }
    int seat = (int)rng_below(r, s->players);
    while (!seats_has(s->acting, seat)) seat = (seat + 1) % s->players;
    uint32_t n = g->legal(s, seat, NULL);
    h = fold(h, n);
    return apply(g, s, seat, g->nth(s, seat, rng_below(r, n)), h);
}

/* The view of one seat or of a spectator. */
static uint64_t glance(const struct game *g, struct signature_scratch *scratch, size_t size, struct rng *r, uint64_t h)
{
    struct state *s = position_state(&scratch->pos), *view = position_state(&scratch->view);
    int viewer = (int)rng_below(r, s->players + 1u) - 1;
    memcpy(view, s, size);
    g->redact(view, viewer < 0 ? WATCHER : viewer);
    return fold(h, match_hash(g, view, size));
}

static uint64_t scores(const struct game *g, const struct state *s, uint64_t h)
{
    for (int i = 0; i < g->rows(s); i++) {
        struct score sc;
        g->score(s, i, &sc);
        h = fold(fold(h, (uint64_t)(int64_t)sc.total), (uint64_t)(int64_t)sc.tie);
        for (int k = 0; g->parts[k]; k++) h = fold(h, (uint64_t)(int64_t)sc.part[k]);
        for (const char *c = sc.level ? sc.level : ""; *c; c++) h = fold(h, (uint64_t)(unsigned char)*c);
    }
    return h;
}

static uint64_t play(const struct game *g, struct signature_scratch *scratch, struct rng r)
{
    struct state *s = position_state(&scratch->pos);
    size_t size = g->size(&scratch->setup);
    g->start(s, &scratch->setup);
    uint64_t h = match_hash(g, s, size);
    for (uint32_t n = 0; s->phase != PHASE_OVER; n++) {
        h = step(g, s, &r, h);
        h = fold(h, match_hash(g, s, size));
        if (n % 8 == 0) h = glance(g, scratch, size, &r, h);
        if (n % 64 == 0) h = scores(g, s, h);
    }
    return scores(g, s, h);
}

static void play_and_fold(struct visit *v, const struct game *g)
{
    v->h = fold(v->h, play(g, v->scratch, rng_fork(SEED, (uint64_t)v->n)));
}

static void count_only(struct visit *v, const struct game *g) { (void)v, (void)g; }

int signature_matches(struct signature_scratch *scratch)
{
    struct visit v = {count_only, scratch, 0, -1, 0};
    each(&v);
    return v.n;
}

uint64_t signature_match(struct signature_scratch *scratch, int i)
{
    struct visit v = {play_and_fold, scratch, 0, i, 0};
    each(&v);
    return v.h;
}

uint64_t signature_all(struct signature_scratch *scratch)
{
    struct visit v = {play_and_fold, scratch, 0, -1, 0};
    each(&v);
    return v.h;
}
