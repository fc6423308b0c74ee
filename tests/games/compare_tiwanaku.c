/* compare_tiwanaku.c -- Tiwanaku: random positions are asked where pawns can go, random
 * maps, most of them broken, whether they are right, by both; see compare.h. */
#include "compare.h"

#include "../../games/tiwanaku.h"
#include "../../puzzle/make.h"
#include "../../puzzle/solve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POOL = 40 };     /* right maps to start from */
enum { PASSABLE = 12 }; /* coop: the plain rules try every path, so there may not be too many */

static struct ref_place place_of(unsigned space, int cols)
{
    return (struct ref_place){(int)space / cols, (int)space % cols};
}

/* ---- positions ---- */

struct field {
    const struct game *game;
    struct setup setup;
    struct position pos;
    struct ref_board plain;
};

static struct state *state(struct field *f) { return position_state(&f->pos); }
static struct tiwanaku *tiw(struct field *f) { return (struct tiwanaku *)(void *)&f->pos; }

static void begin(struct compare *c, struct field *f, int mode)
{
    static const char *const board[] = {"tiny-1", "long-1"};
    const char *name = board[compare_below(c, 2)];
    const struct mode *m = &f->game->modes[mode];
    f->setup.mode = (uint8_t)mode;
    f->setup.players = (uint8_t)(m->min + compare_below(c, m->max - m->min + 1));
    setup_new(&f->setup, f->game);
    f->setup.rules = (uint8_t)(1 + compare_below(c, f->game->rules));
    SAME(f->game->board->builtin(&f->setup.board, "tiwanaku", name, strlen(name)), true);
    SAME(f->game->refuse(&f->setup) == NULL, true);
    f->game->start(state(f), &f->setup);
}

/* Some members of the set. */
static uint64_t some(struct compare *c, uint64_t set, int percent)
{
    uint64_t out = 0;
    unsigned i;
    BITS_EACH(i, set) if (compare_chance(c, percent)) out |= bit(i);
    return out;
}

/* Up to n members of the set. */
static uint64_t few(struct compare *c, uint64_t set, int n)
{
    uint64_t out = 0;
    for (; n > 0 && set != out; n--) out |= bit(bits_nth(set & ~out, rng_below(&c->rng, bits_count(set & ~out))));
    return out;
}

/* Tiles, crops and pawns anywhere, and it is the turn of a seat. */
static void scatter(struct compare *c, struct field *f)
{
    struct tiwanaku *t = tiw(f);
    t->placed = some(c, tiw_all(t), 20 + compare_below(c, 81));
    t->planted = some(c, t->placed, compare_below(c, 101));
    if (tiw_coop(t)) t->planted = few(c, t->planted, PASSABLE);
    t->seen_terrain = t->placed, t->seen_crop = t->planted;
    uint64_t free = t->placed;
    for (int i = 0; i < SIDES; i++) {
        bool plays = i == OTOMA ? t->mode != COMPETITIVE : i < t->head.players && tiw_owner(t, i) == i;
        t->side[i].pawns = plays ? few(c, free, compare_below(c, 6)) : 0;
        t->side[i].supply = plays && i != OTOMA ? (uint8_t)compare_below(c, 2) : 0;
        free &= ~t->side[i].pawns;
    }
    t->turn = (uint8_t)compare_below(c, t->head.players);
    t->way = (uint8_t)compare_below(c, 4);
    t->step = STEP_ACT;
    turn_sync(t);
}

static void take_board(struct field *f)
{
    const struct tiwanaku *t = tiw(f);
    struct ref_board *b = &f->plain;
    memset(b, 0, sizeof *b);
    b->rows = MAP_ROWS, b->cols = t->cols;
    for (unsigned i = 0; i < (unsigned)t->cols * MAP_ROWS; i++) {
        struct ref_place at = place_of(i, t->cols);
        if (t->placed >> i & 1) b->terrain[at.row][at.col] = t->terrain[i];
        if (t->planted >> i & 1) b->crop[at.row][at.col] = t->crop[i];
        for (int k = 0; k < SIDES; k++)
            if (t->side[k].pawns >> i & 1) b->pawn[at.row][at.col] = k == tiw_owner(t, t->turn) ? REF_OWN : REF_OTHER;
    }
}

static uint64_t as_mask(const struct ref_ends *e, int cols)
{
    uint64_t mask = 0;
    for (int r = 0; r < REF_ROWS; r++)
        for (int k = 0; k < cols; k++)
            if (e->at[r][k]) mask |= bit((unsigned)(r * cols + k));
    return mask;
}

static uint64_t plain_move(const struct field *f, const struct tiwanaku *t, unsigned from)
{
    struct ref_ends ends;
    if (tiw_coop(t)) ref_coop_move(&f->plain, place_of(from, t->cols), t->way, &ends);
    else ref_walk_move(&f->plain, place_of(from, t->cols), &ends);
    return as_mask(&ends, t->cols);
}

static uint64_t plain_enter(const struct field *f, const struct tiwanaku *t)
{
    struct ref_ends ends;
    if (tiw_coop(t)) ref_coop_enter(&f->plain, t->way, &ends);
    else ref_walk_enter(&f->plain, &ends);
    return as_mask(&ends, t->cols);
}

static void same_walks(struct field *f)
{
    const struct tiwanaku *t = tiw(f);
    const struct party *own = &t->side[tiw_owner(t, t->turn)];
    unsigned i;
    BITS_EACH(i, own->pawns) SAME(walk_move(t, t->turn, i), plain_move(f, t, i));
    if (own->supply) SAME(walk_enter(t, t->turn), plain_enter(f, t));
}

/* The legal moves that explore are just those the walks allow. */
static void same_explores(struct field *f)
{
    const struct tiwanaku *t = tiw(f);
    const struct party *own = &t->side[tiw_owner(t, t->turn)];
    Move move[2048];
    uint64_t enter = 0, take = 0, to[MAP_SPACES] = {0};
    SAME(f->game->max_legal <= 2048, true);
    uint32_t n = f->game->legal(state(f), t->turn, move);
    for (uint32_t i = 0; i < n; i++) {
        if (tiw_verb(move[i]) == ENTER) enter |= bit(tiw_to(move[i]));
        if (tiw_verb(move[i]) == MOVE) to[tiw_from(move[i])] |= bit(tiw_to(move[i]));
        if (tiw_verb(move[i]) == TAKE) take |= bit(tiw_from(move[i]));
    }
    SAME(enter, own->supply ? plain_enter(f, t) : 0);
    SAME(take, t->mode == COMPETITIVE ? own->pawns : 0); /* TIW-11, SOL-4, COO-5 */
    for (unsigned i = 0; i < MAP_SPACES; i++) SAME(to[i], own->pawns >> i & 1 ? plain_move(f, t, i) : 0);
}

static void same_trails(struct field *f)
{
    const struct tiwanaku *t = tiw(f);
    unsigned from;
    BITS_EACH(from, t->placed)
    for (unsigned way = 0; way < 4; way++) {
        struct ref_place to = ref_otoma(&f->plain, place_of(from, t->cols), (int)way);
        SAME(walk_otoma(t, from, way), to.row < 0 ? NOWHERE : to.row * t->cols + to.col);
    }
}

/* SOL-3: the arrows of all tiles. */
static void same_arrows(struct field *f)
{
    for (unsigned tile = 0; tile < TILES; tile++) {
        SAME(tile_colour(tile), ref_tile_colour((int)tile));
        SAME(deal_direction(tiw(f), tile), ref_tile_direction(f->setup.rules, (int)tile));
    }
}

static void positions(struct compare *c)
{
    struct field *f = aligned_alloc(STATE_ALIGN, (sizeof *f + STATE_ALIGN - 1) / STATE_ALIGN * STATE_ALIGN);
    if (!f) abort();
    memset(f, 0, sizeof *f);
    f->game = game_find("tiwanaku", 8);
    for (int k = compare_times(c, 4000); k > 0; k--)
        for (int mode = COMPETITIVE; mode <= COOP_EXPERT; mode++) {
            begin(c, f, mode);
            same_arrows(f);
            for (int i = 0; i < 10; i++) {
                scatter(c, f);
                take_board(f);
                same_walks(f);
                same_explores(f);
                if (i == 0) same_trails(f);
                c->boards++;
            }
        }
    free(f);
}

/* ---- maps ---- */

static struct ref_board as_board(const struct map *m)
{
    struct ref_board b = {.rows = m->rows, .cols = m->cols};
    for (int i = 0; i < map_spaces(m); i++) {
        struct ref_place at = place_of((unsigned)i, m->cols);
        b.terrain[at.row][at.col] = m->terrain[i];
        b.crop[at.row][at.col] = m->crop[i];
    }
    return b;
}

/* The engine names one rule that is broken; it must be one of those that are. */
static bool same_map(struct compare *c, const struct map *m)
{
    struct ref_board b = as_board(m);
    struct ref_verdict v = ref_map_check(&b);
    const char *why = map_check(m);
    SAME(why == NULL, v.scn2 && v.scn3 && v.scn4);
    if (why && strstr(why, "[SCN-2]")) SAME(true, !v.scn2);
    else if (why && strstr(why, "[SCN-3]")) SAME(true, !v.scn3);
    else if (why) SAME(strstr(why, "[SCN-4]") != NULL, !v.scn4);
    c->boards++;
    return why == NULL;
}

/* Another space of this one's region, or the same. */
static int regional(struct compare *c, const struct map *m, int space)
{
    struct map_shape shape;
    map_shape(&shape, m->cols, m->rows);
    uint64_t region = map_region(m, &shape, space);
    return (int)bits_nth(region, rng_below(&c->rng, bits_count(region)));
}

/* One small change. */
static void spoil(struct compare *c, struct map *m)
{
    int i = compare_below(c, map_spaces(m)), j = regional(c, m, i);
    uint8_t old = m->crop[i];
    switch (compare_below(c, 4)) {
    case 0: m->terrain[i] = (uint8_t)(1 + compare_below(c, MAP_TERRAINS)); break;
    case 1: m->crop[i] = (uint8_t)(1 + compare_below(c, MAP_LEVELS)); break;
    case 2: m->crop[i] = m->crop[j], m->crop[j] = old; break; /* SCN-3 inside the region still holds */
    default:                                                  /* so does all but the count (SCN-4) */
        for (int k = 0; k < map_spaces(m); k++) m->terrain[k] = (uint8_t)(m->terrain[k] % MAP_TERRAINS + 1);
    }
}

static void random_map(struct compare *c, struct map *m)
{
    int terrains = 1 + compare_below(c, MAP_TERRAINS), levels = 1 + compare_below(c, MAP_LEVELS);
    memset(m, 0, sizeof *m);
    m->rows = (uint8_t)(1 + compare_below(c, 3));
    m->cols = (uint8_t)(1 + compare_below(c, 3));
    for (int i = 0; i < map_spaces(m); i++) {
        m->terrain[i] = (uint8_t)(1 + compare_below(c, terrains));
        m->crop[i] = (uint8_t)(1 + compare_below(c, levels));
    }
}

/* Erases crops: the engine and the plain rules find as many ways to fill them in again. */
static void same_layouts(struct compare *c, const struct map *whole)
{
    struct map m = *whole;
    int percent = compare_below(c, 101);
    for (int i = 0; i < map_spaces(&m); i++)
        if (compare_chance(c, percent)) m.crop[i] = 0;
    struct ref_board b = as_board(&m);
    long limit = 1 + compare_below(c, 60), n = ref_map_layouts(&b, limit);
    SAME(solve_count(&m, (uint64_t)limit, NULL, NULL), n);
    if (limit > 1) SAME(solve_unique(&m), n == 1);
    c->boards++;
}

static void maps(struct compare *c)
{
    static struct map pool[POOL];
    int right = 0;
    for (int i = 0; i < POOL; i++) {
        pool[i] = (struct map){.rows = MAP_ROWS, .cols = i % 2 ? MAP_COLS : 5};
        while (!make_fill(&pool[i], map_tiles, false, &c->rng, 10000)) continue; /* a stuck search is begun anew */
        SAME(same_map(c, &pool[i]), true);
    }
    for (int k = compare_times(c, 200000); k > 0; k--) {
        struct map m;
        if (k % 3 == 0) random_map(c, &m);
        else {
            m = pool[compare_below(c, POOL)];
            for (int n = compare_below(c, 4); n > 0; n--) spoil(c, &m);
        }
        right += same_map(c, &m);
    }
    SAME(right > 0, true);
    for (int k = compare_times(c, 20000); k > 0; k--) {
        struct map m;
        if (k % 8) random_map(c, &m);
        else m = pool[compare_below(c, POOL)];
        same_layouts(c, &m);
    }
}

void compare_tiwanaku(struct compare *c)
{
    positions(c);
    maps(c);
}
