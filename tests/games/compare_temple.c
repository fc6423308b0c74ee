/* compare_temple.c -- Temple: sheets filled at random are scored and asked for moves,
 * and whole games are played, by both; see compare.h. */
#include "compare.h"

#include "../../games/temple.h"

#include <stdlib.h>
#include <string.h>

/* One match in both worlds. */
struct pair {
    const struct game *game;
    struct setup setup;
    struct position pos;                  /* the engine's */
    struct ref_temple plain;              /* the plain one */
    struct ref_place place[SHEET_SPACES]; /* of each space */
};

static struct state *state(struct pair *p) { return position_state(&p->pos); }
static struct temple *temple(struct pair *p) { return (struct temple *)(void *)&p->pos; }

static void begin(struct pair *p, int players)
{
    struct ref_grid grid;
    p->setup.players = (uint8_t)players;
    setup_new(&p->setup, p->game);
    p->setup.mode = players == 1 ? PAPERS_SOLO : PAPERS_MULTI;
    compare_grid(&p->setup, &grid, p->place);
    SAME(p->game->refuse(&p->setup) == NULL, true);
    p->game->start(state(p), &p->setup);
    ref_temple_start(&p->plain, &grid, players);
}

static void same_scores(struct compare *c, struct pair *p)
{
    for (int i = 0; i < p->plain.players; i++) {
        struct score engine;
        p->game->score(state(p), i, &engine);
        struct ref_temple_score plain = ref_temple_count(&p->plain.grid, &p->plain.sheet[i]);
        SAME(engine.part[0], plain.run);
        SAME(engine.part[1], plain.groups);
        SAME(engine.part[2], plain.mummies);
        SAME(engine.total, plain.total);
        SAME(engine.tie, plain.run); /* TEM-12 */
        c->boards++;
    }
}

/* The plain move as the engine numbers it. */
static Move as_move(const struct pair *p, struct ref_move m)
{
    static const unsigned verb[] = {[REF_CROSS] = CROSS, [REF_WRITE] = WRITE, [REF_MUMMY] = MUMMY};
    unsigned space = 0;
    while (p->place[space].row != m.at.row || p->place[space].col != m.at.col) space++;
    return move_make(verb[m.verb], (unsigned)m.number, 0, space);
}

static struct ref_move as_plain(const struct pair *p, Move m)
{
    enum ref_verb verb = move_verb(m) == CROSS ? REF_CROSS : move_verb(m) == WRITE ? REF_WRITE : REF_MUMMY;
    return (struct ref_move){verb, (int)move_a(m), p->place[move_space(m)]};
}

/* Compares all legal moves of the seat and returns one of them. */
static Move same_moves(struct compare *c, struct pair *p, int seat)
{
    Move engine[REF_MOVES];
    struct ref_move plain[REF_MOVES];
    uint32_t n = p->game->legal(state(p), seat, engine);
    SAME(n, ref_temple_list(&p->plain, seat, plain));
    SAME(n, p->game->legal(state(p), seat, NULL));
    for (uint32_t i = 0; i < n; i++) SAME(engine[i], as_move(p, plain[i]));
    if (n == 0) return NO_MOVE;
    uint32_t k = rng_below(&c->rng, n);
    SAME(p->game->nth(state(p), seat, k), engine[k]);
    return engine[k];
}

/* ---- sheets filled at random ---- */

static int random_number(struct compare *c, int style, struct ref_place at)
{
    int v = style == 0   ? compare_below(c, 15)                                  /* anything */
            : style == 1 ? 7 + compare_below(c, 3)                               /* large groups, many 9s */
            : style == 2 ? (at.row + at.col + compare_below(c, 2)) % 15          /* long runs */
                         : (at.row * 3 + at.col + compare_below(c, 4)) / 2 % 15; /* both */
    return v + 1;
}

/* Puts the same numbers and mummies on both sheets of the seat. */
static void fill(struct compare *c, struct pair *p, int seat)
{
    struct tsheet *e = &temple(p)->sheet[seat];
    struct ref_temple_sheet *s = &p->plain.sheet[seat];
    int numbers = compare_below(c, 101), mummies = compare_below(c, 60), style = compare_below(c, 4);
    for (unsigned i = 0; i < temple(p)->p.ground.spaces; i++) {
        struct ref_place at = p->place[i];
        if (compare_chance(c, numbers)) {
            int v = random_number(c, style, at);
            numbers_put(&e->number, i, (unsigned)v);
            if (v == 9) e->nine |= temple(p)->p.ground.near[i];
            s->number[at.row][at.col] = v;
        } else if (compare_chance(c, mummies) && p->plain.grid.cell[at.row][at.col] == '#') {
            e->mummy |= bit(i);
            s->mummy[at.row][at.col] = true;
            if (compare_chance(c, 50)) continue;
            e->crossed |= bit(i);
            s->crossed[at.row][at.col] = true;
        }
    }
}

static void random_scores(struct compare *c, struct pair *p)
{
    for (int k = compare_times(c, 20000); k > 0; k--) {
        compare_random_sheet(c, "temple", &p->setup);
        begin(p, 24);
        for (int seat = 0; seat < 24; seat++) fill(c, p, seat);
        same_scores(c, p);
    }
}

/* In solo: the sheets of several seats could not be like that in one match. */
static void random_moves(struct compare *c, struct pair *p)
{
    for (int k = compare_times(c, 60000); k > 0; k--) {
        compare_random_sheet(c, "temple", &p->setup);
        begin(p, 1);
        fill(c, p, 0);
        uint64_t filled = numbers_all(&temple(p)->sheet[0].number) | temple(p)->sheet[0].mummy;
        if (filled) { /* TEM-13 */
            unsigned last = bits_nth(filled, rng_below(&c->rng, bits_count(filled)));
            temple(p)->sheet[0].last = (uint8_t)last;
            p->plain.sheet[0].last = p->place[last];
        }
        int face[3];
        for (int i = 0; i < 3; i++) face[i] = compare_chance(c, 30) ? SPECIAL : 1 + compare_below(c, 5);
        Move roll = p->game->nth(state(p), NATURE, (uint32_t)((face[0] - 1) * 36 + (face[1] - 1) * 6 + face[2] - 1));
        p->game->apply(state(p), NATURE, roll);
        ref_temple_roll(&p->plain, face[0], face[1], face[2]);
        same_moves(c, p, 0);
        c->boards++;
    }
}

/* ---- whole games ---- */

static void same_sheets(struct pair *p)
{
    const struct temple *t = temple(p);
    for (int seat = 0; seat < p->plain.players; seat++)
        for (unsigned i = 0; i < t->p.ground.spaces; i++) {
            const struct ref_temple_sheet *s = &p->plain.sheet[seat];
            struct ref_place at = p->place[i];
            SAME(numbers_at(&t->sheet[seat].number, i), s->number[at.row][at.col]);
            SAME(t->sheet[seat].mummy >> i & 1, s->mummy[at.row][at.col]);
            SAME(t->sheet[seat].crossed >> i & 1, s->crossed[at.row][at.col]);
        }
}

/* Chance, for both. */
static void draw(struct compare *c, struct pair *p)
{
    Move m[MAX_LINE_MOVES];
    int n = p->game->draw(state(p), &c->rng, m);
    if (p->plain.stage == REF_ROLLING) {
        SAME(n, 1);
        p->game->apply(state(p), NATURE, m[0]);
        const uint8_t *face = temple(p)->p.face;
        ref_temple_roll(&p->plain, face[PURPLE], face[GREEN], face[RED]);
    } else {
        int holds[REF_SEATS];
        SAME(p->plain.stage, REF_PASSING);
        SAME(n, p->plain.players);
        for (int i = 0; i < n; i++) p->game->apply(state(p), NATURE, m[i]);
        for (int i = 0; i < n; i++) holds[i] = temple(p)->p.holds[i];
        ref_temple_pass(&p->plain, holds);
    }
}

static void play_round(struct compare *c, struct pair *p)
{
    while (state(p)->phase == PHASE_CHANCE) draw(c, p);
    while (state(p)->phase == PHASE_PLAY) {
        int seat = compare_below(c, p->plain.players);
        while (!seats_has(state(p)->acting, seat)) seat = (seat + 1) % p->plain.players;
        SAME(p->plain.stage, REF_PLAYING);
        Move m = same_moves(c, p, seat);
        p->game->apply(state(p), seat, m);
        ref_temple_act(&p->plain, seat, as_plain(p, m));
        bool acts = state(p)->phase == PHASE_PLAY && seats_has(state(p)->acting, seat);
        SAME(acts, p->plain.stage == REF_PLAYING && !p->plain.ready[seat]);
    }
    same_sheets(p);
    same_scores(c, p);
}

static void whole_games(struct compare *c, struct pair *p)
{
    for (int k = compare_times(c, 1500); k > 0; k--) {
        if (compare_chance(c, 50)) compare_random_sheet(c, "temple", &p->setup);
        else p->game->board->builtin(&p->setup.board, "temple", compare_chance(c, 50) ? "a" : "b", 1);
        begin(p, k % 100 == 0 ? REF_SEATS : compare_chance(c, 30) ? 1 : 2 + compare_below(c, 4));
        while (state(p)->phase != PHASE_OVER) play_round(c, p);
        SAME(p->plain.stage, REF_OVER);
        SAME(state(p)->round, p->plain.rounds);
    }
}

void compare_temple(struct compare *c)
{
    struct pair *p = aligned_alloc(STATE_ALIGN, (sizeof *p + STATE_ALIGN - 1) / STATE_ALIGN * STATE_ALIGN);
    if (!p) abort();
    memset(p, 0, sizeof *p);
    p->game = game_find("temple", 6);
    random_scores(c, p);
    random_moves(c, p);
    whole_games(c, p);
    free(p);
}
