/* compare_valley.c -- Valley: sheets filled at random, and those of games in play, are
 * scored and searched for discoveries by both; see compare.h. */
#include "compare.h"

#include "../../games/valley.h"

#include <stdlib.h>
#include <string.h>

enum { SETS = 1 << 16 }; /* more than any sheet offers of one kind, doubles included */

struct both {
    const struct game *game;
    struct setup setup;
    struct position pos;                  /* the engine's */
    struct ref_valley plain;              /* the sheet being compared */
    struct ref_place place[SHEET_SPACES]; /* of each space */
    uint64_t engine[SETS], mask[SETS];    /* discoveries of both, as masks */
    struct ref_set set[SETS];             /* the plain ones */
};

static struct state *state(struct both *b) { return position_state(&b->pos); }
static struct valley *valley(struct both *b) { return (struct valley *)(void *)&b->pos; }
static unsigned spaces(struct both *b) { return valley(b)->p.ground.spaces; }

static void begin(struct compare *c, struct both *b, int players)
{
    b->setup.players = (uint8_t)players;
    setup_new(&b->setup, b->game);
    b->setup.rules = (uint8_t)(1 + rng_below(&c->rng, b->game->rules));
    b->setup.mode = players == 1 ? PAPERS_SOLO : PAPERS_MULTI;
    memset(&b->plain, 0, sizeof b->plain);
    compare_grid(&b->setup, &b->plain.grid, b->place);
    SAME(b->game->refuse(&b->setup) == NULL, true);
    b->game->start(state(b), &b->setup);
}

static uint64_t as_mask(const struct both *b, const struct ref_set *set)
{
    uint64_t mask = 0;
    for (int i = 0; i < set->n; i++) {
        unsigned space = 0;
        while (b->place[space].row != set->at[i].row || b->place[space].col != set->at[i].col) space++;
        mask |= bit(space);
    }
    return mask;
}

static struct ref_set as_set(const struct both *b, uint64_t mask)
{
    struct ref_set set = {0, {{0, 0}}};
    unsigned i;
    BITS_EACH(i, mask) set.at[set.n++] = b->place[i];
    return set;
}

/* ---- from one world to the other ---- */

/* The plain sheet of a seat of the engine's. */
static void take_sheet(struct both *b, const struct vsheet *e)
{
    struct ref_grid grid = b->plain.grid;
    memset(&b->plain, 0, sizeof b->plain);
    b->plain.grid = grid;
    b->plain.made = e->made;
    for (int i = 1; i <= e->made; i++) b->plain.kind[i] = (int)(e->kinds >> 2 * (i - 1) & 3);
    for (unsigned i = 0; i < spaces(b); i++) {
        int r = b->place[i].row, c = b->place[i].col;
        b->plain.number[r][c] = (int)numbers_at(&e->number, i);
        b->plain.snake[r][c] = e->snake >> i & 1;
        b->plain.crossed[r][c] = e->crossed >> i & 1;
        for (int k = 0; k < 5; k++) b->plain.found[r][c] |= (int)(e->group[k] >> i & 1) << k;
        for (int k = 0; k < STRUCTURES; k++)
            if (e->structure[k] == i) b->plain.structure[r][c] = "hsm"[k];
    }
}

/* Makes a discovery on the engine's sheet, whether or not VAL-9 allows it. */
static void mark(struct vsheet *e, int kind, uint64_t mask, unsigned value)
{
    e->kinds |= (uint64_t)kind << 2 * e->made;
    e->made++;
    e->found[kind] |= mask;
    for (int k = 0; k < 5; k++)
        if (e->made >> k & 1) e->group[k] |= mask;
    if (kind == REF_TOWN) e->towns = (uint16_t)(e->towns | 1u << value);
}

/* ---- the comparisons ---- */

static void same_score(struct compare *c, struct both *b, int seat)
{
    struct score engine;
    b->game->score(state(b), seat, &engine);
    struct ref_valley_score plain = ref_valley_count(&b->plain);
    SAME(engine.part[0], plain.full);
    SAME(engine.part[1], plain.discoveries);
    SAME(engine.part[2], plain.structures);
    SAME(engine.part[3], plain.snakes);
    SAME(engine.total, plain.total);
    SAME(engine.tie, plain.structures); /* VAL-12 */
    c->boards++;
}

static int compare_masks(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The spaces of a REVEAL: from bit 24, six bits each. */
static uint64_t revealed(Move m)
{
    uint64_t mask = 0;
    for (unsigned i = 0; i < find_size(move_a(m)); i++) mask |= bit(m >> (24 + 6 * i) & 63);
    return mask;
}

/* Discoveries of one kind among the engine's moves, and the plain ones: the same sets? */
static void same_kind(struct both *b, const Move *move, uint32_t moves, int kind)
{
    uint32_t n = 0;
    int plain = ref_valley_list(&b->plain, kind, b->set, SETS);
    for (uint32_t i = 0; i < moves; i++)
        if (move_verb(move[i]) == REVEAL && move_a(move[i]) == (unsigned)kind) b->engine[n++] = revealed(move[i]);
    SAME(n, plain);
    for (int i = 0; i < plain; i++) b->mask[i] = as_mask(b, &b->set[i]);
    qsort(b->engine, n, sizeof *b->engine, compare_masks);
    qsort(b->mask, n, sizeof *b->mask, compare_masks);
    for (uint32_t i = 0; i < n; i++) SAME(b->engine[i], b->mask[i]);
}

/* All that find_discoveries() finds on this sheet. */
static void same_discoveries(struct compare *c, struct both *b, const struct vsheet *e)
{
    const struct ground *g = &valley(b)->p.ground;
    struct finder count = {.want = UINT32_MAX};
    find_discoveries(&count, g, e);
    Move *move = malloc((count.n + 1) * sizeof *move);
    if (!move) abort();
    struct finder all = {.out = move, .want = UINT32_MAX};
    find_discoveries(&all, g, e);
    SAME(all.n, count.n);
    if (all.n > 0) {
        struct finder one = {.want = rng_below(&c->rng, all.n)};
        find_discoveries(&one, g, e);
        SAME(one.got, move[one.want]);
    }
    for (int kind = 0; kind < REF_KINDS; kind++) same_kind(b, move, all.n, kind);
    free(move);
    c->boards++;
}

/* ---- sheets filled at random ---- */

static int random_number(struct compare *c, int style)
{
    return style == 0 ? 1 + compare_below(c, 15) : style == 1 ? 4 + compare_below(c, 3) : 5 + compare_below(c, 11);
}

/* Numbers, snakes and structures. */
static void fill(struct compare *c, struct both *b, struct vsheet *e, int numbers)
{
    int style = compare_below(c, 3);
    memset(e, 0, sizeof *e);
    e->got = NO_SPACE;
    for (int k = 0; k < STRUCTURES; k++) e->structure[k] = NO_SPACE;
    for (unsigned i = 0; i < spaces(b); i++) {
        bool standing = false;
        for (int k = 0; k < STRUCTURES; k++)
            if (!standing && e->structure[k] == NO_SPACE && compare_chance(c, 4))
                e->structure[k] = (uint8_t)i, standing = true;
        if (standing) continue;
        if (compare_chance(c, numbers)) numbers_put(&e->number, i, (unsigned)random_number(c, style));
        else if (compare_chance(c, 50)) {
            e->snake |= bit(i);
            if (compare_chance(c, 30)) e->crossed |= bit(i);
        }
    }
    uint64_t used = numbers_all(&e->number);
    for (int k = 0; k < STRUCTURES; k++)
        if (e->structure[k] != NO_SPACE) used |= bit(e->structure[k]);
    e->reach = sheet_near(&valley(b)->p.ground, used);
    e->open = valley(b)->p.ground.all & ~used & ~e->snake;
}

/* Some numbers become discoveries of any shape: the score asks only where they lie. */
static void mark_anything(struct compare *c, struct vsheet *e)
{
    for (int tries = compare_below(c, 10); tries > 0; tries--) {
        int kind = compare_below(c, REF_KINDS);
        uint64_t mask = 0, found = e->found[0] | e->found[1] | e->found[2] | e->found[3];
        uint64_t free = numbers_all(&e->number) & ~found;
        unsigned n = find_size((unsigned)kind);
        if (bits_count(free) < n) continue;
        while (bits_count(mask) < n) mask |= bit(bits_nth(free, rng_below(&c->rng, bits_count(free))));
        mark(e, kind, mask, numbers_at(&e->number, bits_first(mask)));
    }
}

static void random_scores(struct compare *c, struct both *b)
{
    for (int k = compare_times(c, 16000); k > 0; k--) {
        compare_random_sheet(c, "valley", &b->setup);
        begin(c, b, 20);
        for (int seat = 0; seat < 20; seat++) {
            struct vsheet *e = &valley(b)->sheet[seat];
            fill(c, b, e, compare_below(c, 101));
            mark_anything(c, e);
            take_sheet(b, e);
            same_score(c, b, seat);
        }
    }
}

/* A few of the discoveries the sheet offers are made before it is compared. */
static void reveal_some(struct compare *c, struct both *b, struct vsheet *e)
{
    for (int tries = compare_below(c, 6); tries > 0; tries--) {
        int kind = compare_below(c, REF_KINDS), n = ref_valley_list(&b->plain, kind, b->set, SETS);
        if (n == 0) continue;
        const struct ref_set *set = &b->set[compare_below(c, n)];
        mark(e, kind, as_mask(b, set), (unsigned)b->plain.number[set->at[0].row][set->at[0].col]);
        ref_valley_reveal(&b->plain, kind, set);
    }
}

/* Any few spaces near one another, sometimes out of order or twice: may the seat, which
 * has made a step, reveal them? */
static void same_objections(struct compare *c, struct both *b, const struct vsheet *e)
{
    const struct ground *g = &valley(b)->p.ground;
    for (int k = 0; k < 60; k++) {
        unsigned kind = rng_below(&c->rng, REF_KINDS), n = find_size(kind), i;
        uint64_t mask = bit(compare_chance(c, 30) ? 0 : rng_below(&c->rng, g->spaces));
        unsigned wanted = compare_chance(c, 90) ? n : 1 + rng_below(&c->rng, n);
        for (int tries = 0; tries < 50 && bits_count(mask) < wanted; tries++) {
            uint64_t more = compare_chance(c, 10) ? g->all : sheet_near(g, mask);
            if (more) mask |= bit(bits_nth(more, rng_below(&c->rng, bits_count(more))));
        }
        struct ref_set set = as_set(b, mask);
        if (bits_count(mask) == n)
            SAME(find_objection(g, e, kind, mask) == NULL, ref_valley_is(&b->plain, (int)kind, &set));
        Move m = move_make(REVEAL, kind, 0, 0);
        unsigned at = 0, first = bits_first(mask);
        BITS_EACH(i, mask) m |= (Move)i << (24 + 6 * at++);
        for (; at < n; at++) m |= (Move)first << (24 + 6 * at); /* a space too few: one comes again */
        SAME(b->game->objection(state(b), 0, m) == NULL, ref_valley_is(&b->plain, (int)kind, &set));
    }
}

static void random_discoveries(struct compare *c, struct both *b)
{
    for (int k = compare_times(c, 10000); k > 0; k--) {
        compare_random_sheet(c, "valley", &b->setup);
        begin(c, b, 1);
        b->game->apply(state(b), NATURE, b->game->nth(state(b), NATURE, 0)); /* 1 1 1 */
        struct vsheet *e = &valley(b)->sheet[0];
        fill(c, b, e, 20 + compare_below(c, 70));
        e->steps = 1, e->used = 1;
        take_sheet(b, e);
        reveal_some(c, b, e);
        same_discoveries(c, b, e);
        same_objections(c, b, e);
    }
}

/* ---- games in play: what the contract offers ---- */

/* After a step, before the seat has revealed, all discoveries are legal moves. */
static void same_reveals(struct compare *c, struct both *b, int seat)
{
    const struct vsheet *e = &valley(b)->sheet[seat];
    uint32_t n = b->game->legal(state(b), seat, NULL);
    Move *move = malloc(n * sizeof *move);
    if (!move) abort();
    SAME(b->game->legal(state(b), seat, move), n);
    take_sheet(b, e);
    for (int kind = 0; kind < REF_KINDS; kind++) same_kind(b, move, n, kind);
    free(move);
    c->boards++;
}

static void act(struct compare *c, struct both *b, int seat)
{
    const struct game *g = b->game;
    uint32_t n = g->legal(state(b), seat, NULL);
    const struct vsheet *e = &valley(b)->sheet[seat];
    if ((e->steps > 0 || !e->open) && !e->revealed && !papers_danger(&valley(b)->p) && compare_chance(c, 5))
        same_reveals(c, b, seat);
    g->apply(state(b), seat, g->nth(state(b), seat, rng_below(&c->rng, n)));
}

/* VAL-13: nobody has to act for a snake on a full sheet; a round that is over ends the game, or it goes on. */
static void same_solo(struct both *b, bool rolled)
{
    const struct vsheet *e = &valley(b)->sheet[0];
    bool acts = state(b)->phase == PHASE_PLAY;
    take_sheet(b, e);
    bool full = ref_valley_full(&b->plain);
    if (rolled && !full) SAME(acts, true);
    if (rolled && acts) SAME(full && papers_danger(&valley(b)->p), false);
    if (acts)
        SAME(b->game->objection(state(b), 0, DONE) == NULL,
             !papers_danger(&valley(b)->p) && (full || e->steps > 0)); /* VAL-2 */
    else SAME(state(b)->phase == PHASE_OVER, ref_valley_solo_over(&b->plain, b->setup.rules, state(b)->round));
}

static void play(struct compare *c, struct both *b, int players)
{
    const struct game *g = b->game;
    begin(c, b, players);
    while (state(b)->phase != PHASE_OVER) {
        Move m[MAX_LINE_MOVES];
        if (state(b)->phase == PHASE_CHANCE) {
            int n = g->draw(state(b), &c->rng, m);
            for (int i = 0; i < n; i++) g->apply(state(b), NATURE, m[i]);
            if (players == 1) same_solo(b, true);
            continue;
        }
        int seat = compare_below(c, players);
        while (!seats_has(state(b)->acting, seat)) seat = (seat + 1) % players;
        act(c, b, seat);
        take_sheet(b, &valley(b)->sheet[seat]);
        same_score(c, b, seat);
        if (players == 1) same_solo(b, false);
    }
}

static void whole_games(struct compare *c, struct both *b)
{
    for (int k = compare_times(c, 1000); k > 0; k--) {
        if (compare_chance(c, 30)) compare_random_sheet(c, "valley", &b->setup);
        else b->game->board->builtin(&b->setup.board, "valley", compare_chance(c, 50) ? "a" : "b", 1);
        play(c, b, compare_chance(c, 40) ? 1 : 2 + compare_below(c, 3));
    }
}

void compare_valley(struct compare *c)
{
    struct both *b = aligned_alloc(STATE_ALIGN, (sizeof *b + STATE_ALIGN - 1) / STATE_ALIGN * STATE_ALIGN);
    if (!b) abort();
    memset(b, 0, sizeof *b);
    b->game = game_find("valley", 6);
    random_scores(c, b);
    random_discoveries(c, b);
    whole_games(c, b);
    free(b);
}
