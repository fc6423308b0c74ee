/* tiwanaku_eye.c -- see tiwanaku_eye.h. */
#include "tiwanaku_eye.h"

#include "choice.h"

#include <string.h>

/* Found by trying. */
const struct eye_weights eye_usual = {
    .offering = 200,
    .claim = 150,
    .claim_near = 30,
    .claim_keep = 70,
    .sure = 75,
    .sure_solo = 90,
    .patience = 50,
    .otoma_crop = 300,
    .otoma = 100,
    .stay = 100,
    .supply = 20,
};

/* ---- values of spaces ---- */

/* TIW-14 */
static int stone_gain(const struct tiwanaku *t, const struct party *s, unsigned terrain)
{
    unsigned level = s->stone[terrain - 1] + 1u;
    int gain = 100;
    if (level > t->final_level) return 100;
    for (unsigned k = 0; k < MAP_TERRAINS; k++) gain += k != terrain - 1 && s->stone[k] == level ? 100 : 0;
    return gain;
}

static int find_gain(const struct eye_look *l, const struct party *s, unsigned space)
{
    int sum = 0;
    if (l->c->terrain[space]) return stone_gain(l->t, s, l->c->terrain[space]);
    for (unsigned k = 1; k <= MAP_TERRAINS; k++) sum += l->c->ground[space][k] * stone_gain(l->t, s, k) / CHANCE_SURE;
    return sum;
}

static int crop_gain(const struct eye_look *l, unsigned level)
{
    return (int)level * 100 + (l->who->offerings >> level & 1 ? 0 : l->w->offering);
}

/* TIW-16: what naming each level brings on average; the best of them. */
static void weigh_guess(struct eye_look *l, unsigned space)
{
    const uint16_t *chance = l->c->crop[space];
    int loss = 0, best = INT32_MIN;
    for (unsigned v = 1; v <= MAP_LEVELS; v++) {
        loss += chance[v] * (int)v * 100 / CHANCE_SURE;
        l->sure[space] += chance[v] * crop_gain(l, v) / CHANCE_SURE;
    }
    for (unsigned v = 1; v <= MAP_LEVELS; v++) {
        int value = chance[v] * (crop_gain(l, v) + (int)v * 100) / CHANCE_SURE - loss;
        if (value > best) best = value, l->guess[space] = (uint8_t)v;
    }
    l->odds[space] = best;
}

/* What the crop of a space that is still to be found brings on average. */
static int hoped_crop(const struct eye_look *l, unsigned space)
{
    int sum = 0;
    if (!l->w->claim_crop) return 0;
    for (unsigned v = 1; v <= MAP_LEVELS; v++) sum += l->c->crop[space][v] * crop_gain(l, v) / CHANCE_SURE;
    return sum;
}

static unsigned hand_tiles(const struct tiwanaku *t, int seat)
{
    unsigned n = 0;
    for (unsigned k = 1; k <= MAP_TERRAINS; k++) n += tiw_tiles_in(t, tiw_stack(seat, k));
    return n;
}

/* May the game end before this seat divines in another turn? */
static bool is_late(const struct tiwanaku *t, int seat)
{
    if (tiw_solo(t)) return bits_count(tiw_unplaced(t)) <= 2;       /* the human finds one and the Otoma the other */
    if (!tiw_coop(t)) return false;                                 /* there are final divinations (TIW-18) */
    unsigned turns = hand_tiles(t, seat) - (t->step == STEP_SPEND); /* after this one, if no tile is given away */
    return turns <= 1;
}

void eye_look(struct eye_look *l, const struct tiwanaku *t, int seat, const struct chances *c,
              const struct eye_weights *w)
{
    unsigned i;
    memset(l, 0, sizeof *l);
    l->t = t;
    l->c = c;
    l->w = w;
    l->seat = seat;
    l->who = &t->side[tiw_party(t, seat)];
    l->late = is_late(t, seat);
    BITS_EACH(i, tiw_unplaced(t))
    {
        int crops = (int)bits_count(c->shape.near[i] & t->planted);
        l->explore[i] = find_gain(l, l->who, i);
        if (!l->late) l->explore[i] += w->claim + w->claim_near * crops + hoped_crop(l, i) * w->claim_crop / 100;
        l->otoma[i] = (find_gain(l, &t->side[OTOMA], i) + w->otoma_crop) * w->otoma / 100;
        if (tiw_coop(t)) l->explore[i] += 100, l->otoma[i] -= 100; /* COO-10: a point for each space not found */
    }
    BITS_EACH(i, t->placed & ~t->planted) weigh_guess(l, i);
}

/* ---- the Otoma's answer ---- */

/* SOL-5: to a pawn that ends on a tile whose arrow is known. */
static int solo_answer(const struct eye_look *l, unsigned to)
{
    const struct tiwanaku *t = l->t;
    if (!t->tile[to]) return 0;
    unsigned tile = t->tile[to] - 1u, colour = tile_colour(tile);
    if (!colour) return 0;
    unsigned end = walk_otoma(t, t->otoma[colour - 1], deal_direction(t, tile));
    return end == NOWHERE ? 0 : l->otoma[end];
}

/* COO-7: every Otoma pawn in the row or column moves away. */
static int coop_answer(const struct eye_look *l, unsigned to)
{
    struct tiwanaku after = *l->t;
    unsigned i, cols = after.cols, row = to / cols, col = to % cols;
    int cost = 0;
    after.placed |= bit(to);
    BITS_EACH(i, l->t->side[OTOMA].pawns)
    {
        if (i / cols != row && i % cols != col) continue;
        unsigned way = i / cols < row ? UP : i / cols > row ? DOWN : i % cols < col ? LEFT : RIGHT;
        unsigned end = walk_otoma(&after, i, way);
        if (end == NOWHERE) break;
        cost += l->otoma[end];
        after.placed |= bit(end);
    }
    return cost;
}

static int answer(const struct eye_look *l, unsigned to)
{
    if (tiw_solo(l->t)) return solo_answer(l, to);
    return tiw_coop(l->t) ? coop_answer(l, to) : 0;
}

/* ---- exploring ---- */

/* A pawn's claim on the space it stands on. */
static int claim(const struct eye_look *l, unsigned space)
{
    if (!(l->t->placed & ~l->t->planted & bit(space))) return 0;
    int worth = l->odds[space] > 0 ? l->odds[space] : 0;
    int hoped = l->late ? 0 : l->sure[space] * l->w->claim_keep / 100;
    return hoped > worth ? hoped : worth;
}

/* What a turn costs that places nothing; it grows, so that players who all wait for
 * one another do not wait for ever (TIW-20, SOL-11). */
static int idle_cost(const struct eye_look *l) { return l->w->stay * (1 + l->t->idle); }

static int land(const struct eye_look *l, unsigned to)
{
    if (l->t->planted & bit(to)) return -idle_cost(l);
    if (!(l->t->placed & bit(to))) return l->explore[to] - answer(l, to);
    return claim(l, to) - idle_cost(l) - answer(l, to);
}

static int explore_value(const struct eye_look *l, Move m)
{
    switch (tiw_verb(m)) {
    case ENTER: return land(l, tiw_to(m));
    case MOVE: return land(l, tiw_to(m)) - claim(l, tiw_from(m));
    default: return -idle_cost(l) - 50 - claim(l, tiw_from(m)); /* TAKE: the last resort */
    }
}

/* ---- divining ---- */

/* Is the guess good enough, or is it better to wait for more knowledge? */
static bool ripe(const struct eye_look *l, unsigned space)
{
    int odds = l->odds[space];
    return odds > 0 && (l->late || odds * 100 >= l->sure[space] * l->w->sure);
}

/* The pawn to divine with first: the one whose odds come nearest to certainty, among
 * those that are ripe if there are any. */
static unsigned first_diviner(const struct eye_look *l)
{
    uint64_t claims = tiw_diviners(l->t, l->seat), good = 0;
    unsigned i, best = NOWHERE;
    int top = INT32_MIN;
    BITS_EACH(i, claims) if (ripe(l, i)) good |= bit(i);
    BITS_EACH(i, good ? good : claims)
    {
        int lack = l->odds[i] - l->sure[i];
        if (lack > top || (lack == top && l->odds[i] > l->odds[best])) top = lack, best = i;
    }
    return best;
}

static Move divine_with(const struct eye_look *l, unsigned space)
{
    return tiw_move(DIVINE, l->guess[space], 0, space, 0);
}

/* What a turn of divining brings; *first is how it begins. */
static int divine_value(const struct eye_look *l, Move *first)
{
    const struct tiwanaku *t = l->t;
    uint64_t claims = tiw_diviners(t, l->seat);
    int odds = 0, sure = 0;
    unsigned i;
    *first = NO_MOVE;
    if (!claims) return 0;
    if (tiw_solo(t)) { /* SOL-9: all or none */
        BITS_EACH(i, claims) odds += l->odds[i], sure += l->sure[i];
        *first = divine_with(l, first_diviner(l));
        if (l->late || odds * 100 >= sure * l->w->sure_solo) return odds;
        return odds * l->w->patience / 100;
    }
    BITS_EACH(i, claims) if (ripe(l, i)) odds += l->odds[i];
    i = first_diviner(l);
    *first = divine_with(l, i);
    if (!odds) return l->odds[i] - l->sure[i]; /* only if nothing else is left */
    const struct party *own = &t->side[tiw_owner(t, l->seat)];
    bool free = own->supply || own->pawns & ~claims; /* a pawn could explore without giving up a claim */
    return free && !l->late ? odds * l->w->patience / 100 : odds;
}

/* ---- offers: TIW-17 ---- */

static bool is_last_offer(const struct tiwanaku *t)
{
    if (t->last) return true;
    if (!tiw_coop(t)) return tiw_solo(t) && !tiw_unplaced(t);
    for (int s = 0; s < t->head.players; s++)
        if (hand_tiles(t, s)) return false;
    return true;
}

/* Would claims that are ripe bring only offerings one has already? */
static bool has_doubles(const struct eye_look *l)
{
    unsigned i;
    bool doubles = false;
    BITS_EACH(i, tiw_diviners(l->t, l->seat))
    {
        if (!ripe(l, i)) continue;
        if (!(l->who->offerings >> l->guess[i] & 1)) return false;
        doubles = true;
    }
    return doubles;
}

static Move offer_or_end(const struct eye_look *l)
{
    unsigned have = l->who->offerings, n = bits_count(have);
    Move all = tiw_move(OFFER, have, 0, 0, 0);
    if (!have) return END;
    if (is_last_offer(l->t)) return all;
    int gain = turn_offer_value(have);
    if (tiw_coop(l->t)) gain -= turn_offer_value(l->t->side[OTOMA].offerings); /* COO-9 */
    if (n == MAP_LEVELS && gain > 0) return all;
    return n == MAP_LEVELS - 1 && gain > 3 && has_doubles(l) ? all : END;
}

/* ---- choosing ---- */

static int best_action(const struct eye_look *l, Move *out, struct rng *r)
{
    const struct tiwanaku *t = l->t;
    uint64_t pawns = t->side[tiw_owner(t, l->seat)].pawns;
    struct choice c = {NO_MOVE, 0, 0};
    Move divine;
    unsigned i, k;
    BITS_EACH(k, walk_enter(t, l->seat))
    {
        Move m = tiw_move(ENTER, 0, 0, 0, k);
        choice_offer(&c, m, explore_value(l, m), r);
    }
    BITS_EACH(i, pawns)
    {
        BITS_EACH(k, walk_move(t, l->seat, i))
        {
            Move m = tiw_move(MOVE, 0, 0, i, k);
            choice_offer(&c, m, explore_value(l, m), r);
        }
        Move take = tiw_move(TAKE, 0, 0, i, 0);
        if (t->mode == COMPETITIVE) choice_offer(&c, take, explore_value(l, take), r);
    }
    int value = divine_value(l, &divine);
    if (divine != NO_MOVE) choice_offer(&c, divine, value, r);
    *out = c.best;
    return c.best == NO_MOVE ? 0 : c.value;
}

/* COO-4: the arrow decides where pawns can go, so each is tried. */
static Move best_spend(const struct eye_look *l, struct rng *r)
{
    struct choice c = {NO_MOVE, 0, 0};
    for (unsigned k = 1; k <= MAP_TERRAINS; k++) {
        const struct tiwanaku *t = l->t;
        unsigned stack = tiw_stack(l->seat, k);
        if (!tiw_tiles_in(t, stack)) continue;
        struct tiwanaku trial = *t;
        struct eye_look with = *l;
        Move m;
        trial.step = STEP_ACT;
        trial.way = (uint8_t)deal_direction(t, t->stack[stack][t->top[stack]]);
        with.t = &trial;
        int value = best_action(&with, &m, r);
        int missing = t->left[k - 1] - t->common[k - 1];
        choice_offer(&c, tiw_move(SPEND, k - 1, 0, 0, 0), value + l->w->supply * missing, r);
    }
    return c.best;
}

static Move best_divination(const struct eye_look *l)
{
    const struct tiwanaku *t = l->t;
    unsigned i = first_diviner(l);
    if (t->step == STEP_FINAL) return i != NOWHERE && l->odds[i] > 0 ? divine_with(l, i) : PASS;
    if (tiw_solo(t) || (i != NOWHERE && ripe(l, i))) return divine_with(l, i);
    return offer_or_end(l);
}

/* SOL-5, COO-7: the Otoma pawn that finds least. */
static Move best_otoma(const struct eye_look *l, struct rng *r)
{
    const struct tiwanaku *t = l->t;
    struct choice c = {NO_MOVE, 0, 0};
    Move list[OTOMA_PAWNS];
    for (uint32_t k = 0, n = tiwanaku_game.legal(&t->head, l->seat, list); k < n; k++) {
        unsigned from = tiw_verb(list[k]) == CHOOSE ? t->otoma[tiw_a(list[k]) - 1] : tiw_from(list[k]), way = t->way;
        if (tiw_verb(list[k]) == NEXT) {
            unsigned row = from / t->cols, col = from % t->cols, to_row = t->landed / t->cols;
            way = row < to_row ? UP : row > to_row ? DOWN : col < t->landed % t->cols ? LEFT : RIGHT;
        }
        unsigned end = walk_otoma(t, from, way);
        choice_offer(&c, list[k], end == NOWHERE ? 0 : -l->otoma[end], r);
    }
    return c.best;
}

/* COO-6: a tile given is a turn less for its owner: who has most of them gives. */
static Move best_giver(const struct eye_look *l, struct rng *r)
{
    struct choice c = {NO_MOVE, 0, 0};
    for (int s = 0; s < l->t->head.players; s++)
        if (turn_givers(l->t) >> s & 1)
            choice_offer(&c, tiw_move(GIVE, (unsigned)s, 0, 0, 0), (int)hand_tiles(l->t, s), r);
    return c.best;
}

Move eye_choose(const struct eye_look *l, struct rng *r)
{
    Move m;
    switch (l->t->step) {
    case STEP_SPEND: return best_spend(l, r);
    case STEP_ACT: best_action(l, &m, r); return m;
    case STEP_DIVINE:
    case STEP_FINAL: return best_divination(l);
    case STEP_OFFER: return offer_or_end(l);
    case STEP_GIVE: return best_giver(l, r);
    default: return best_otoma(l, r); /* STEP_CHOOSE, STEP_NEXT */
    }
}

int eye_stone(const struct eye_look *l, unsigned space) { return find_gain(l, l->who, space); }

int eye_value(const struct eye_look *l, Move m)
{
    Move divine;
    switch (tiw_verb(m)) {
    case ENTER:
    case MOVE:
    case TAKE: return explore_value(l, m);
    case DIVINE:
        return l->t->step == STEP_ACT ? divine_value(l, &divine) + l->odds[tiw_from(m)] / 100 : l->odds[tiw_from(m)];
    case OFFER: return turn_offer_value(tiw_a(m)) * 100;
    default: return 0;
    }
}
