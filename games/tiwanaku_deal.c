/* tiwanaku_deal.c -- see tiwanaku.h: who begins, and the tiles with arrows: the
 * stacks of solo (SOL-3) and the deal of coop (COO-3). A stack is written down as
 * one TILE move after the other, the last one marked; so a line of a record is a
 * run of moves, and no state ever holds half a line without saying so (dealt). */
#include "tiwanaku.h"

#include <string.h>

unsigned deal_direction(const struct tiwanaku *t, unsigned tile)
{
    return (tiw_rules(t) == 1 ? tile / 6 : tile + tile / 12) % 4; /* SOL-3 */
}

/* The tiles a terrain still needs, and the seats that share them. */
static unsigned sharers(const struct tiwanaku *t) { return tiw_solo(t) ? 1 : t->head.players; }

/* Has every tile of this terrain been dealt? */
static bool terrain_done(const struct tiwanaku *t, unsigned terrain)
{
    unsigned n = 0;
    for (unsigned s = 0; s < sharers(t); s++) n += t->height[tiw_stack((int)s, terrain)];
    return n == t->left[terrain - 1];
}

static bool all_done(const struct tiwanaku *t)
{
    if (!tiw_solo(t) && !t->first) return false;
    if (t->mode == COMPETITIVE) return true;
    for (unsigned k = 1; k <= MAP_TERRAINS; k++)
        if (!terrain_done(t, k)) return false;
    return t->dealt == 0;
}

/* COO-3: per terrain every seat gets the same number or one more; which seats get
 * one more, as a mask per terrain. Row sums may differ by one at most. */
struct extras {
    uint8_t mask[MAP_TERRAINS];
};

static bool rows_fair(const struct tiwanaku *t, const struct extras *e)
{
    unsigned least = 99, most = 0;
    for (unsigned s = 0; s < t->head.players; s++) {
        unsigned n = 0;
        for (unsigned k = 0; k < MAP_TERRAINS; k++) n += e->mask[k] >> s & 1;
        if (n < least) least = n;
        if (n > most) most = n;
    }
    return most - least <= 1;
}

/* must: stacks whose size is settled (bit = stack number). Goes through all deals
 * that agree with them; returns how many, the want-th one in *out. */
static unsigned fair_deals(const struct tiwanaku *t, unsigned must, unsigned want, struct extras *out)
{
    unsigned n = t->head.players, count = 0;
    uint8_t ok[MAP_TERRAINS][16];
    unsigned oks[MAP_TERRAINS];
    for (unsigned k = 0; k < MAP_TERRAINS; k++) {
        oks[k] = 0;
        for (unsigned mask = 0; mask < 1u << n; mask++) {
            bool fits = bits_count(mask) == t->left[k] % n;
            for (unsigned s = 0; s < n; s++) {
                unsigned stack = tiw_stack((int)s, k + 1), size = t->left[k] / n + (mask >> s & 1);
                if (must >> stack & 1 && t->height[stack] != size) fits = false;
            }
            if (fits) ok[k][oks[k]++] = (uint8_t)mask;
        }
    }
    for (unsigned a = 0; a < oks[0]; a++)
        for (unsigned b = 0; b < oks[1]; b++)
            for (unsigned c = 0; c < oks[2]; c++)
                for (unsigned d = 0; d < oks[3]; d++) {
                    struct extras e = {{ok[0][a], ok[1][b], ok[2][c], ok[3][d]}};
                    if (!rows_fair(t, &e)) continue;
                    if (count == want) *out = e;
                    count++;
                }
    return count;
}

/* Stacks written down, as bits; the one being written is not settled yet. */
static unsigned settled(const struct tiwanaku *t)
{
    unsigned set = 0;
    for (unsigned k = 0; k < STACKS; k++)
        if (t->height[k]) set |= 1u << k;
    return t->dealt ? set & ~(1u << (t->dealt - 1)) : set;
}

/* May this stack have just this size, as far as the others tell? */
static bool size_fits(const struct tiwanaku *t, unsigned stack, unsigned size)
{
    struct extras e;
    if (tiw_solo(t)) return size == t->left[stack % 4];
    struct tiwanaku trial = *t;
    trial.height[stack] = (uint8_t)size;
    return fair_deals(&trial, settled(t) | 1u << stack, UINT32_MAX, &e) > 0;
}

/* May it have more than this? */
static bool larger_fits(const struct tiwanaku *t, unsigned stack, unsigned size)
{
    unsigned most = (t->left[stack % 4] + sharers(t) - 1) / sharers(t);
    while (++size <= most)
        if (size_fits(t, stack, size)) return true;
    return false;
}

static bool tile_taken(const struct tiwanaku *t, unsigned tile)
{
    for (unsigned k = 0; k < STACKS; k++)
        for (unsigned i = 0; i < t->height[k]; i++)
            if (t->stack[k][i] == tile) return true;
    return false;
}

static const char *object_tile(const struct tiwanaku *t, Move m)
{
    unsigned stack = tiw_a(m), tile = tiw_b(m), at = tiw_from(m), terrain = stack % 4 + 1;
    if (t->mode == COMPETITIVE || stack / 4 >= sharers(t)) return "No tiles are dealt to such a seat here. [COO-3]";
    if (t->dealt && t->dealt != stack + 1) return "The stack begun has to be finished first. [SOL-3]";
    if (at != (t->dealt ? t->height[stack] : 0u) || tiw_to(m) > 1) return "The tiles come from the top down. [SOL-3]";
    if (!t->dealt && t->height[stack]) return "This stack was dealt already. [SOL-3]";
    if (tile != UNKNOWN_TILE || !t->open) {
        if (tile < tile_base(terrain) || tile >= tile_base(terrain + 1))
            return "The box has no tile of this number in that terrain. [SOL-3]";
        if (tile_taken(t, tile)) return "Each tile of the box is there once. [SOL-3]";
    }
    if (tiw_to(m) ? size_fits(t, stack, at + 1) : larger_fits(t, stack, at + 1)) return NULL;
    return tiw_solo(t) ? "A stack holds as many tiles as the scenario still needs of its terrain. [SOL-3]"
                       : "The numbers of tiles differ by at most 1, per terrain and in total. [COO-3]";
}

const char *deal_objection(const struct tiwanaku *t, Move m)
{
    unsigned a = tiw_a(m);
    if (tiw_verb(m) == FIRST && m == tiw_move(FIRST, a, 0, 0, 0)) {
        if (tiw_solo(t)) return "In solo nobody has to be first. [SOL-1]";
        if (t->first) return "Who begins is known already. [TIW-10]";
        if (t->dealt) return "The stack begun has to be finished first. [SOL-3]";
        return a < t->head.players ? NULL : "There is no such seat in this game. [TIW-10]";
    }
    if (tiw_verb(m) == TILE && a < STACKS && m == tiw_move(TILE, a, tiw_b(m), tiw_from(m), tiw_to(m)))
        return object_tile(t, m);
    return "Before the first action only `first`, `stack` and `deal` can happen. [notation]";
}

uint32_t deal_legal(const struct tiwanaku *t, Move *out)
{
    uint32_t n = 0;
    for (unsigned seat = 0; seat < t->head.players; seat++) {
        Move m = tiw_move(FIRST, seat, 0, 0, 0);
        if (deal_objection(t, m)) continue;
        if (out) out[n] = m;
        n++;
    }
    if (t->mode == COMPETITIVE) return n;
    for (unsigned stack = 0; stack < 4 * sharers(t); stack++) {
        if (t->dealt ? t->dealt != stack + 1 : t->height[stack] != 0) continue;
        unsigned at = t->dealt ? t->height[stack] : 0;
        bool fits[2] = {larger_fits(t, stack, at + 1), size_fits(t, stack, at + 1)};
        for (unsigned tile = tile_base(stack % 4 + 1); tile <= UNKNOWN_TILE; tile++) {
            if (tile == tile_base(stack % 4 + 2)) tile = UNKNOWN_TILE;
            for (unsigned last = 0; last < 2; last++) {
                Move m = tiw_move(TILE, stack, tile, at, last);
                if (!fits[last] || (tile == UNKNOWN_TILE ? !t->open : tile_taken(t, tile))) continue;
                if (out) out[n] = m;
                n++;
            }
        }
    }
    return n;
}

void deal_apply(struct tiwanaku *t, Move m)
{
    if (tiw_verb(m) == FIRST) {
        t->first = (uint8_t)(tiw_a(m) + 1);
    } else {
        unsigned stack = tiw_a(m);
        GAME_ASSERT(t->height[stack] < STACK_MAX);
        t->stack[stack][t->height[stack]++] = (uint8_t)tiw_b(m);
        t->dealt = (uint8_t)(tiw_to(m) ? 0 : stack + 1);
    }
    if (all_done(t)) turn_begin_match(t);
}

/* `count` different tiles of the terrain that are in no stack yet, in random order. */
static int draw_stack(const struct tiwanaku *t, unsigned stack, unsigned count, struct rng *r, Move *out)
{
    uint8_t box[STACK_MAX];
    unsigned n = 0;
    for (unsigned tile = tile_base(stack % 4 + 1); tile < tile_base(stack % 4 + 2); tile++)
        if (!tile_taken(t, tile)) box[n++] = (uint8_t)tile;
    for (unsigned i = 0; i < count; i++) {
        unsigned k = rng_below(r, n);
        out[i] = tiw_move(TILE, stack, box[k], i, i + 1 == count);
        box[k] = box[--n];
    }
    return (int)count;
}

int deal_draw(const struct tiwanaku *t, struct rng *r, Move out[MAX_LINE_MOVES])
{
    if (!tiw_solo(t) && !t->first) {
        out[0] = tiw_move(FIRST, rng_below(r, t->head.players), 0, 0, 0);
        return 1;
    }
    unsigned stack = 0;
    if (tiw_solo(t)) {
        while (t->height[stack] || !t->left[stack % 4]) stack++;
        return draw_stack(t, stack, t->left[stack], r, out);
    }
    /* Stacks are drawn in order; a stack before the last one written has its size, 0 perhaps. */
    unsigned must = settled(t);
    for (unsigned k = 0; k < STACKS; k++)
        if (must >> k) must |= 1u << k;
    struct extras e = {{0}};
    unsigned all = fair_deals(t, must, UINT32_MAX, &e);
    if (!all) { /* the lines so far came in another order, as a record may have them */
        must = settled(t);
        all = fair_deals(t, must, UINT32_MAX, &e);
    }
    fair_deals(t, must, rng_below(r, all), &e);
    for (;; stack++) {
        unsigned size = t->left[stack % 4] / t->head.players + (e.mask[stack % 4] >> stack / 4 & 1);
        if (!(must >> stack & 1) && size) return draw_stack(t, stack, size, r, out);
    }
}

void deal_imagine(struct tiwanaku *t, struct rng *r)
{
    uint64_t gone = 0; /* tiles known to be somewhere */
    for (unsigned i = 0; i < MAP_SPACES; i++)
        if (t->tile[i]) gone |= bit(t->tile[i] - 1u);
    for (unsigned k = 0; k < STACKS; k++)
        for (unsigned i = t->top[k]; i < t->height[k]; i++)
            if (t->stack[k][i] != UNKNOWN_TILE) gone |= bit(t->stack[k][i]);
    for (unsigned k = 0; k < MAP_TERRAINS; k++)
        for (unsigned way = 0; way < 4; way++)
            for (unsigned n = t->spent[k][way], tile = tile_base(k + 1); n && tile < tile_base(k + 2); tile++)
                if (deal_direction(t, tile) == way && !(gone & bit(tile))) gone |= bit(tile), n--;
    for (unsigned k = 0; k < STACKS; k++)
        for (unsigned i = t->top[k]; i < t->height[k]; i++) {
            if (t->stack[k][i] != UNKNOWN_TILE) continue;
            uint64_t box = (bit(tile_base(k % 4 + 2)) - bit(tile_base(k % 4 + 1))) & ~gone;
            unsigned tile = bits_nth(box, rng_below(r, bits_count(box)));
            t->stack[k][i] = (uint8_t)tile;
            gone |= bit(tile);
        }
}
