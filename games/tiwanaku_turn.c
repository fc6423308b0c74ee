/* tiwanaku_turn.c -- see tiwanaku.h: what a move does and what follows from it, in
 * all modes. Every function here leaves `step` at what must happen next. */
#include "tiwanaku.h"

static void begin_turn(struct tiwanaku *t);
static void end_turn(struct tiwanaku *t);
static void finish_offer(struct tiwanaku *t);
static void react(struct tiwanaku *t);

static struct party *party(struct tiwanaku *t) { return &t->side[tiw_party(t, t->turn)]; }

void turn_sync(struct tiwanaku *t)
{
    t->head.acting = (struct seats){{0, 0}};
    if (t->peek) t->head.phase = PHASE_FACT;
    else if (t->step == STEP_SETUP) t->head.phase = PHASE_CHANCE;
    else if (t->step == STEP_OVER) t->head.phase = PHASE_OVER;
    else if (t->step >= STEP_FACTS) t->head.phase = PHASE_FACT;
    else {
        t->head.phase = PHASE_PLAY;
        seats_add(&t->head.acting, t->turn);
    }
}

/* ---- points ---- */

int turn_offer_value(unsigned offerings) /* TIW-17 */
{
    static const uint8_t value[] = {0, 0, TIW_OFFER_2, TIW_OFFER_3, TIW_OFFER_4, TIW_OFFER_5};
    return value[bits_count(offerings)];
}

/* TIW-14: the stone of that terrain goes up. */
static void advance(const struct tiwanaku *t, struct party *s, unsigned terrain)
{
    uint8_t *stone = &s->stone[terrain - 1];
    GAME_ASSERT(*stone <= t->final_level);
    if (*stone == t->final_level) {
        s->score++;
        return;
    }
    ++*stone;
    for (int k = 0; k < 4; k++) s->score = (int16_t)(s->score + (s->stone[k] == *stone));
}

static void otoma_offer(struct tiwanaku *t) /* COO-9 */
{
    struct party *o = &t->side[OTOMA];
    o->score = (int16_t)(o->score + turn_offer_value(o->offerings));
    o->offerings = 0;
}

/* ---- turns ---- */

void turn_begin_match(struct tiwanaku *t)
{
    uint64_t pawns = t->side[OTOMA].pawns;
    unsigned i;
    BITS_EACH(i, pawns)
    { /* SOL-2, in reading order */
        t->side[OTOMA].score = (int16_t)(t->side[OTOMA].score + t->crop[i]);
        advance(t, &t->side[OTOMA], t->terrain[i]);
    }
    t->turn = t->first ? (uint8_t)(t->first - 1) : 0;
    begin_turn(t);
}

static unsigned tiles_of(const struct tiwanaku *t, int seat)
{
    unsigned n = 0;
    for (unsigned k = 1; k <= MAP_TERRAINS; k++) n += tiw_tiles_in(t, tiw_stack(seat, k));
    return n;
}

static bool hands_empty(const struct tiwanaku *t)
{
    for (int s = 0; s < t->head.players; s++)
        if (tiles_of(t, s)) return false;
    return true;
}

static void next_seat(struct tiwanaku *t) { t->turn = (uint8_t)((t->turn + 1) % t->head.players); }

/* Can the seat move a pawn, bring one in or divine? */
static bool can_act(const struct tiwanaku *t)
{
    unsigned i;
    if (tiw_diviners(t, t->turn) || walk_enter(t, t->turn)) return true;
    BITS_EACH(i, t->side[tiw_owner(t, t->turn)].pawns) if (walk_move(t, t->turn, i)) return true;
    return false;
}

/* SOL-11: the Otoma discover every remaining space, in reading order. */
static void sweep(struct tiwanaku *t)
{
    t->sweeping = 1;
    if (tiw_unplaced(t)) {
        t->space = (uint8_t)bits_first(tiw_unplaced(t));
        t->by = BY_OTOMA;
        t->step = STEP_TERRAIN;
        return;
    }
    t->last = 1;
    t->step = STEP_OFFER;
    if (!party(t)->offerings) finish_offer(t);
}

static void begin_turn(struct tiwanaku *t)
{
    t->busy = 0;
    t->landed = NOWHERE;
    t->step = STEP_ACT;
    if (tiw_coop(t)) {
        while (!tiles_of(t, t->turn)) next_seat(t); /* COO-4 */
        t->step = STEP_SPEND;
    } else if (tiw_solo(t) && !can_act(t)) {
        sweep(t);
    }
}

/* TIW-18: whose final divination is next, from this seat on; then the last offers. */
static void next_final(struct tiwanaku *t)
{
    for (int n = 0; n < t->head.players; n++, next_seat(t)) {
        if (!(t->in >> t->turn & 1)) continue;
        if (tiw_diviners(t, t->turn)) {
            t->step = STEP_FINAL;
            return;
        }
        t->in &= (uint8_t) ~(1u << t->turn);
    }
    t->last = 1;
    t->in = (uint8_t)((1u << t->head.players) - 1);
    t->turn = t->ender;
    t->step = STEP_OFFER;
    if (!party(t)->offerings) finish_offer(t);
}

/* The last offers go round from the one who began the end. */
static void next_last(struct tiwanaku *t)
{
    t->in &= (uint8_t) ~(1u << t->turn);
    for (int n = 0; n < t->head.players; n++) {
        next_seat(t);
        if (!(t->in >> t->turn & 1)) continue;
        if (party(t)->offerings) return;
        t->in &= (uint8_t) ~(1u << t->turn);
    }
    t->step = STEP_OVER;
}

static void end_coop(struct tiwanaku *t) /* COO-10 */
{
    otoma_offer(t);
    t->side[OTOMA].score = (int16_t)(t->side[OTOMA].score + (int)bits_count(tiw_unplaced(t)));
    t->step = STEP_OVER;
}

static void end_turn(struct tiwanaku *t)
{
    t->head.round++;
    t->idle = (uint8_t)(t->busy ? 0 : t->idle + 1);
    t->landed = NOWHERE;
    if (tiw_coop(t)) {
        if (hands_empty(t)) {
            end_coop(t);
            return;
        }
        next_seat(t);
        begin_turn(t);
    } else if (tiw_solo(t)) {
        if (!tiw_unplaced(t)) t->step = STEP_OVER; /* SOL-10 */
        else if (t->idle >= IDLE_SOLO) sweep(t);
        else begin_turn(t);
    } else if (!tiw_unplaced(t) || t->idle >= IDLE_COMPETITIVE) { /* TIW-18, TIW-20 */
        t->ender = t->turn;
        t->in = (uint8_t)((1u << t->head.players) - 1);
        next_final(t);
    } else {
        next_seat(t);
        begin_turn(t);
    }
}

/* ---- offers ---- */

static void finish_offer(struct tiwanaku *t)
{
    if (!t->last) end_turn(t);
    else if (t->mode == COMPETITIVE) next_last(t);
    else t->step = STEP_OVER;
}

/* The action is done; where nothing can be offered the turn ends by itself. */
static void offer_step(struct tiwanaku *t)
{
    t->step = STEP_OFFER;
    if (!party(t)->offerings) finish_offer(t);
}

bool turn_last_offer(const struct tiwanaku *t)
{
    if (t->step != STEP_OFFER && t->step != STEP_DIVINE) return false;
    return t->last || (tiw_solo(t) && !tiw_unplaced(t)) || (tiw_coop(t) && hands_empty(t));
}

/* ---- finding out ---- */

/* SOL-5, COO-7: what the Otoma do once the human's movement has ended. */
static void after_landing(struct tiwanaku *t)
{
    if (t->mode == COMPETITIVE) {
        offer_step(t);
    } else if (tiw_coop(t)) {
        uint64_t pawns = t->side[OTOMA].pawns;
        unsigned i;
        t->chosen = 0;
        BITS_EACH(i, pawns)
        if (i / t->cols == t->landed / t->cols || i % t->cols == t->landed % t->cols) t->chosen |= bit(i);
        react(t);
    } else {
        if (t->planted & bit(t->landed) || !tiw_unplaced(t)) {
            offer_step(t);
            return;
        }
        unsigned tile = t->tile[t->landed] - 1u, colour = tile_colour(tile);
        t->way = (uint8_t)deal_direction(t, tile);
        if (colour) t->pawn = t->otoma[colour - 1], t->step = STEP_OTOMA;
        else if (t->mode == SOLO_HARD) t->step = STEP_CHOOSE;
        else offer_step(t);
    }
}

static unsigned distance(const struct tiwanaku *t, unsigned i)
{
    int row = (int)(i / t->cols) - t->landed / t->cols, col = (int)(i % t->cols) - t->landed % t->cols;
    return (unsigned)(row * row + col * col);
}

uint64_t turn_nearest(const struct tiwanaku *t)
{
    uint64_t set = 0;
    unsigned i, least = UINT32_MAX;
    BITS_EACH(i, t->chosen)
    {
        if (distance(t, i) < least) least = distance(t, i), set = 0;
        if (distance(t, i) == least) set |= bit(i);
    }
    return set;
}

/* The Otoma pawn there moves away from where the human's pawn landed. */
static void flee(struct tiwanaku *t, unsigned from)
{
    unsigned row = from / t->cols, col = from % t->cols, to_row = t->landed / t->cols, to_col = t->landed % t->cols;
    t->chosen &= ~bit(from);
    t->pawn = (uint8_t)from;
    t->way = (uint8_t)(row < to_row ? UP : row > to_row ? DOWN : col < to_col ? LEFT : RIGHT);
    t->step = STEP_OTOMA;
}

static void react(struct tiwanaku *t)
{
    uint64_t near = turn_nearest(t);
    if (!near || !tiw_unplaced(t)) {
        t->chosen = 0;
        offer_step(t);
    } else if (bits_count(near) > 1) {
        t->step = STEP_NEXT;
    } else {
        flee(t, bits_first(near));
    }
}

/* The tile is there: it goes on the board, and whoever found it scores. */
static void place(struct tiwanaku *t)
{
    unsigned terrain = t->terrain[t->space];
    struct party *who = t->by == BY_OTOMA ? &t->side[OTOMA] : party(t);
    t->placed |= bit(t->space);
    t->left[terrain - 1]--;
    t->busy = 1;
    advance(t, who, terrain);
    if (t->by == BY_OTOMA) { /* SOL-8, COO-7 */
        t->planted |= bit(t->space);
        who->score = (int16_t)(who->score + t->crop[t->space]);
        if (tiw_coop(t)) who->offerings |= (uint8_t)(1u << t->crop[t->space]);
    }
    t->space = NOWHERE;
    if (t->by == BY_HUMAN) {
        if (tiw_solo(t)) t->step = STEP_ARROW;
        else after_landing(t);
    } else if (t->sweeping) {
        sweep(t);
    } else if (tiw_coop(t)) {
        react(t);
    } else {
        offer_step(t);
    }
}

/* The top tile of a stack goes away; its owner will see the next one. */
static void take_tile(struct tiwanaku *t, unsigned stack)
{
    t->stack[stack][t->top[stack]++] = 0;
    if (tiw_coop(t) && tiw_tiles_in(t, stack)) t->peek = (uint8_t)(stack + 1);
}

unsigned turn_givers(const struct tiwanaku *t)
{
    unsigned set = 0;
    for (int s = 0; s < t->head.players; s++)
        if (tiw_tiles_in(t, tiw_stack(s, t->terrain[t->space]))) set |= 1u << s;
    return set;
}

/* Terrain (and an Otoma's crop) is announced: where does the tile come from? */
static void get_tile(struct tiwanaku *t)
{
    unsigned terrain = t->terrain[t->space];
    if (tiw_coop(t)) { /* COO-6 */
        unsigned givers = turn_givers(t);
        if (t->common[terrain - 1]) {
            t->common[terrain - 1]--;
        } else if (bits_count(givers) > 1) {
            t->step = STEP_GIVE;
            return;
        } else {
            take_tile(t, tiw_stack((int)bits_first(givers), terrain));
        }
    } else if (tiw_solo(t) && t->by == BY_OTOMA) {
        take_tile(t, tiw_stack(0, terrain)); /* SOL-8: its arrow is ignored */
    }
    place(t);
}

/* TIW-16, COO-8: the crop under a diviner is known. */
static void judge(struct tiwanaku *t)
{
    unsigned level = t->crop[t->space];
    struct party *who = party(t);
    bool right = t->guess == level;
    t->planted |= bit(t->space);
    t->busy = 1;
    t->space = NOWHERE;
    if (right) {
        who->score = (int16_t)(who->score + (int)level);
        who->offerings |= (uint8_t)(1u << level);
    } else {
        who->score = (int16_t)(who->score < (int)level ? 0 : who->score - (int)level); /* TIW-4 */
    }
    t->guess = 0;
    if (t->in) { /* final divinations */
        if (!right) t->in &= (uint8_t) ~(1u << t->turn);
        next_seat(t);
        next_final(t);
    } else if (tiw_solo(t)) { /* SOL-9 */
        t->step = STEP_DIVINE;
        if (!tiw_diviners(t, t->turn)) offer_step(t);
    } else if (right) {
        t->step = STEP_DIVINE;
    } else if (tiw_coop(t) && hands_empty(t)) { /* COO-10 */
        offer_step(t);
    } else {
        end_turn(t);
    }
}

/* ---- moves ---- */

static void land(struct tiwanaku *t, unsigned to)
{
    t->side[tiw_owner(t, t->turn)].pawns |= bit(to);
    t->landed = (uint8_t)to;
    if (t->placed & bit(to)) { /* TIW-15: nothing is revealed */
        after_landing(t);
        return;
    }
    t->space = (uint8_t)to;
    t->by = BY_HUMAN;
    t->step = STEP_TERRAIN;
}

static void move_otoma(struct tiwanaku *t, unsigned from, unsigned to)
{
    t->side[OTOMA].pawns ^= bit(from) | bit(to);
    for (int i = 0; tiw_solo(t) && i < OTOMA_PAWNS; i++)
        if (t->otoma[i] == from) t->otoma[i] = (uint8_t)to;
    t->pawn = NOWHERE;
    t->space = (uint8_t)to;
    t->by = BY_OTOMA;
    t->step = STEP_TERRAIN;
}

/* The spent tile's arrow is known: COO-4, COO-5. */
static void spent(struct tiwanaku *t, unsigned way)
{
    unsigned terrain = t->spending;
    t->spending = 0;
    t->common[terrain - 1]++;
    t->spent[terrain - 1][way]++;
    t->way = (uint8_t)way;
    take_tile(t, tiw_stack(t->turn, terrain));
    t->step = STEP_ACT;
    if (can_act(t)) return;
    /* The spent tile is the whole turn: no Offer (COO-9), but for the last one (COO-10). */
    if (tiw_rules(t) > 1 && hands_empty(t)) offer_step(t);
    else end_turn(t);
}

static void apply_fact(struct tiwanaku *t, Move m)
{
    unsigned a = tiw_a(m), to = tiw_to(m);
    switch (tiw_verb(m)) {
    case FACT_TERRAIN:
        t->terrain[to] = (uint8_t)a;
        t->seen_terrain |= bit(to);
        t->step = STEP_CROP;
        if (t->by == BY_HUMAN) get_tile(t);
        break;
    case FACT_CROP:
        t->crop[to] = (uint8_t)a;
        t->seen_crop |= bit(to);
        if (t->by == BY_DIVINER) judge(t);
        else get_tile(t);
        break;
    case FACT_ARROW:
        t->tile[to] = (uint8_t)(tiw_b(m) + 1);
        take_tile(t, tiw_stack(0, t->terrain[to]));
        after_landing(t);
        break;
    case FACT_OTOMA: move_otoma(t, tiw_from(m), to); break;
    case FACT_SPENT: spent(t, a); break;
    default: /* FACT_TOP */
        t->stack[a][t->top[a]] = (uint8_t)tiw_b(m);
        t->peek = 0;
        break;
    }
}

void turn_apply(struct tiwanaku *t, int seat, Move m)
{
    struct party *own = &t->side[tiw_owner(t, t->turn)], *who = party(t);
    unsigned a = tiw_a(m), from = tiw_from(m), to = tiw_to(m);
    if (seat == NATURE) {
        apply_fact(t, m);
        return;
    }
    switch (tiw_verb(m)) {
    case ENTER:
        own->supply--;
        land(t, to);
        break;
    case MOVE:
        own->pawns &= ~bit(from);
        land(t, to);
        break;
    case TAKE:
        own->pawns &= ~bit(from);
        own->supply++;
        offer_step(t);
        break;
    case DIVINE:
        t->space = (uint8_t)from;
        t->by = BY_DIVINER;
        t->guess = (uint8_t)a;
        t->step = STEP_CROP;
        break;
    case OFFER:
        who->score = (int16_t)(who->score + turn_offer_value(a));
        who->offerings &= (uint8_t)~a;
        if (tiw_coop(t)) otoma_offer(t); /* COO-9 */
        finish_offer(t);
        break;
    case END: finish_offer(t); break;
    case PASS:
        t->in &= (uint8_t) ~(1u << t->turn);
        next_seat(t);
        next_final(t);
        break;
    case CHOOSE:
        t->pawn = t->otoma[a - 1];
        t->step = STEP_OTOMA;
        break;
    case SPEND:
        t->spending = (uint8_t)(a + 1);
        t->step = STEP_SPENT;
        break;
    case GIVE:
        take_tile(t, tiw_stack((int)a, t->terrain[t->space]));
        place(t);
        break;
    default: flee(t, from); break; /* NEXT */
    }
}
