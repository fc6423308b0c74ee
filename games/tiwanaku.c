/* tiwanaku.c -- Tiwanaku in all its modes (TIW, SOL, COO): the contract. What a
 * move does is in tiwanaku_turn.c; see tiwanaku.h for the other parts. */
#include "tiwanaku.h"

#include "../puzzle/make.h"

#include <string.h>

static const struct mode modes[] = {
    {N_("competitive"), 2, 4, 0},
    {N_("solo-easy"), 1, 1, 0},
    {N_("solo-hard"), 1, 1, 0},
    {N_("coop-easy"), 2, 4, 0},
    {N_("coop-normal"), 2, 4, 0},
    {N_("coop-expert"), 2, 4, 0},
    {NULL, 0, 0, 0},
};
static const struct option options[] = {{"final-level", 3, 9, 6}, {NULL, 0, 0, 0}};
enum { SCORE, DIVERSITY }; /* parts */
static const char *const parts[] = {N_("score"), N_("diversity"), NULL};
enum { THE_SCORE, THE_OFFERINGS, BARE_SPACES, A_STONE };
static const char *const things[] = {N_("score"),  N_("offerings"), N_("bare"),     N_("valley"),
                                     N_("desert"), N_("forest"),    N_("mountain"), NULL};
static const struct number constants[] = {
    {"start", TIW_START},     {"offer-2", TIW_OFFER_2},   {"offer-3", TIW_OFFER_3}, {"offer-4", TIW_OFFER_4},
    {"offer-5", TIW_OFFER_5}, {"idle", IDLE_COMPETITIVE}, {"idle-solo", IDLE_SOLO}, {NULL, 0},
};

static const struct tiwanaku *tiwanaku(const struct state *s) { return (const struct tiwanaku *)(const void *)s; }

static const char *refuse(const struct setup *u)
{
    const struct scenario *sc = scenario_of(u);
    const char *why = game_refuse_rules(u->rules, TIW_RULES);
    if (why) return why;
    if (u->mode != COMPETITIVE && !sc->otomas)
        return "Solo and coop need a scenario that names starting spaces for the Otoma. [SCN-4]";
    return NULL;
}

static size_t size(const struct setup *u) { return (void)u, sizeof(struct tiwanaku); }

/* TIW-3, SOL-1, COO-2 */
static unsigned pawns_each(unsigned mode, unsigned players)
{
    if (mode == COMPETITIVE) return 7 - players;
    if (mode < COOP_EASY) return 5;
    return (players == 3 ? 3u : 4u) - (mode == COOP_EXPERT);
}

static unsigned otoma_pawns(unsigned mode, unsigned cols)
{
    if (mode == COMPETITIVE) return 0;
    if (mode < COOP_EASY) return OTOMA_PAWNS;
    return (mode == COOP_EASY ? 4u : 5u) - (cols == 5);
}

static void start(struct state *s, const struct setup *u)
{
    const struct scenario *sc = scenario_of(u);
    struct tiwanaku *t = (struct tiwanaku *)(void *)s;
    memset(t, 0, sizeof *t);
    s->players = u->players;
    t->mode = u->mode;
    t->cols = sc->map.cols;
    t->final_level = (uint8_t)u->option[0];
    t->open = u->open;
    t->later = (uint8_t)(u->rules - 1);
    t->space = t->pawn = t->landed = NOWHERE;
    memcpy(t->terrain, sc->map.terrain, sizeof t->terrain);
    memcpy(t->crop, sc->map.crop, sizeof t->crop);
    for (int k = 0; k < MAP_TERRAINS; k++) t->left[k] = sc->tiles[k + 1];
    for (int i = 0; i < sc->starts; i++) {
        t->placed |= bit(sc->start[i]);
        t->left[t->terrain[sc->start[i]] - 1]--;
    }
    t->planted = t->seen_terrain = t->seen_crop = t->began[0] = t->placed;
    for (int i = 0; i < SIDES; i++) t->side[i].score = TIW_START;
    for (int i = 0; i < u->players; i++)
        if (tiw_owner(t, i) == i) t->side[i].supply = (uint8_t)pawns_each(u->mode, u->players);
    t->otomas = (uint8_t)otoma_pawns(u->mode, t->cols);
    for (int i = 0; i < t->otomas; i++) {
        t->otoma[i] = sc->otoma[i];
        t->side[OTOMA].pawns |= bit(sc->otoma[i]);
    }
    turn_sync(t);
}

/* ---- what is possible ---- */

struct move_list {
    Move *out;     /* NULL: only count */
    uint32_t n;    /* so far */
    uint32_t want; /* the number whose move goes to got; UINT32_MAX: none */
    Move got;
};

static void add(struct move_list *l, Move m)
{
    if (l->out) l->out[l->n] = m;
    if (l->n == l->want) l->got = m;
    l->n++;
}

static void add_spaces(struct move_list *l, Move base, uint64_t set, unsigned shift)
{
    unsigned i;
    if (!l->out) {
        unsigned n = bits_count(set);
        if (l->want - l->n < n) l->got = base | (Move)bits_nth(set, l->want - l->n) << shift;
        l->n += n;
        return;
    }
    BITS_EACH(i, set) l->out[l->n++] = base | (Move)i << shift;
}

enum { FROM = 24, TO = 30 };

static void add_explores(struct move_list *l, const struct tiwanaku *t, int seat)
{
    uint64_t pawns = t->side[tiw_owner(t, seat)].pawns;
    unsigned i;
    add_spaces(l, ENTER, walk_enter(t, seat), TO);
    BITS_EACH(i, pawns)
    {
        if (l->n > l->want) return; /* found already */
        add_spaces(l, tiw_move(MOVE, 0, 0, i, 0), walk_move(t, seat, i), TO);
    }
    if (t->mode == COMPETITIVE) add_spaces(l, TAKE, pawns, FROM);
}

static void add_divines(struct move_list *l, const struct tiwanaku *t, int seat)
{
    for (unsigned level = 1; level <= MAP_LEVELS; level++)
        add_spaces(l, tiw_move(DIVINE, level, 0, 0, 0), tiw_diviners(t, seat), FROM);
}

static void add_offers(struct move_list *l, const struct tiwanaku *t, int seat)
{
    unsigned have = t->side[tiw_party(t, seat)].offerings;
    for (unsigned some = have; some; some = (some - 1) & have) add(l, tiw_move(OFFER, some, 0, 0, 0));
    add(l, END);
}

static void list_seat(struct move_list *l, const struct tiwanaku *t, int seat)
{
    switch (t->step) {
    case STEP_SPEND:
        for (unsigned k = 1; k <= MAP_TERRAINS; k++)
            if (tiw_tiles_in(t, tiw_stack(seat, k))) add(l, tiw_move(SPEND, k - 1, 0, 0, 0));
        break;
    case STEP_ACT:
        add_explores(l, t, seat);
        add_divines(l, t, seat);
        break;
    case STEP_DIVINE:
        add_divines(l, t, seat);
        if (!tiw_solo(t)) add_offers(l, t, seat);
        break;
    case STEP_OFFER: add_offers(l, t, seat); break;
    case STEP_FINAL:
        add_divines(l, t, seat);
        add(l, PASS);
        break;
    case STEP_CHOOSE:
        for (unsigned c = 1; c <= OTOMA_PAWNS; c++) add(l, tiw_move(CHOOSE, c, 0, 0, 0));
        break;
    case STEP_NEXT: add_spaces(l, NEXT, turn_nearest(t), FROM); break;
    default: /* STEP_GIVE */
        for (unsigned s = 0; s < t->head.players; s++)
            if (turn_givers(t) >> s & 1) add(l, tiw_move(GIVE, s, 0, 0, 0));
        break;
    }
}

/* Tiles that may lie on top of this stack, as far as the state knows. */
static void add_tiles(struct move_list *l, const struct tiwanaku *t, unsigned stack, Move base)
{
    unsigned known = t->stack[stack][t->top[stack]];
    if (known != UNKNOWN_TILE) {
        add(l, base | (Move)known << 16);
        return;
    }
    for (unsigned tile = tile_base(stack % 4 + 1); tile < tile_base(stack % 4 + 2); tile++)
        add(l, base | (Move)tile << 16);
    if (tiw_verb(base) == FACT_TOP) add(l, base | (Move)UNKNOWN_TILE << 16);
}

static void list_facts(struct move_list *l, const struct tiwanaku *t)
{
    if (t->peek) {
        add_tiles(l, t, t->peek - 1u, tiw_move(FACT_TOP, t->peek - 1u, 0, 0, 0));
        return;
    }
    switch (t->step) {
    case STEP_TERRAIN:
        for (unsigned k = 1; k <= MAP_TERRAINS; k++)
            if (t->terrain[t->space] ? t->terrain[t->space] == k : t->left[k - 1] > 0)
                add(l, tiw_move(FACT_TERRAIN, k, 0, 0, t->space));
        break;
    case STEP_CROP:
        for (unsigned v = 1; v <= MAP_LEVELS; v++)
            if (t->crop[t->space] ? t->crop[t->space] == v : true) add(l, tiw_move(FACT_CROP, v, 0, 0, t->space));
        break;
    case STEP_ARROW:
        add_tiles(l, t, tiw_stack(0, t->terrain[t->landed]), tiw_move(FACT_ARROW, 0, 0, 0, t->landed));
        break;
    case STEP_OTOMA: add(l, tiw_move(FACT_OTOMA, 0, 0, t->pawn, walk_otoma(t, t->pawn, t->way))); break;
    default: { /* STEP_SPENT */
        unsigned stack = tiw_stack(t->turn, t->spending), tile = t->stack[stack][t->top[stack]];
        for (unsigned way = UP; way <= LEFT; way++)
            if (tile == UNKNOWN_TILE || deal_direction(t, tile) == way) add(l, tiw_move(FACT_SPENT, way, 0, 0, 0));
    }
    }
}

/* All but the chance moves of the set-up. */
static void list_all(struct move_list *l, const struct state *s, int seat)
{
    const struct tiwanaku *t = tiwanaku(s);
    if (seat == NATURE) {
        if (s->phase == PHASE_FACT) list_facts(l, t);
    } else if (s->phase == PHASE_PLAY && seat == t->turn) {
        list_seat(l, t, seat);
    }
}

static uint32_t legal(const struct state *s, int seat, Move *out)
{
    struct move_list l = {.out = out, .want = UINT32_MAX};
    if (seat == NATURE && s->phase == PHASE_CHANCE) return deal_legal(tiwanaku(s), out);
    list_all(&l, s, seat);
    return l.n;
}

enum { MOST_LEGAL = 640 }; /* set-up of coop: 16 stacks of at most 18 tiles, twice; and the seats */

static Move nth(const struct state *s, int seat, uint32_t k)
{
    struct move_list l = {.want = k};
    if (seat == NATURE && s->phase == PHASE_CHANCE) {
        Move all[MOST_LEGAL];
        deal_legal(tiwanaku(s), all);
        return all[k];
    }
    list_all(&l, s, seat);
    return l.got;
}

/* ---- why not ---- */

static const char *waiting(const struct tiwanaku *t, int seat)
{
    if (t->step == STEP_OVER)
        return tiw_coop(t)   ? "The game is over. [COO-10]"
               : tiw_solo(t) ? "The game is over. [SOL-10]"
                             : "The game is over. [TIW-18]";
    if (t->step == STEP_SETUP)
        return tiw_coop(t)   ? "Who begins and all deals come before the first action. [COO-3]"
               : tiw_solo(t) ? "All stacks come before the first action. [SOL-3]"
                             : "Who begins comes before the first action. [TIW-10]";
    if (t->head.phase != PHASE_PLAY) return "Something has to be revealed first. [notation]";
    return seat == t->turn ? NULL : "It is another seat's turn. [TIW-10]";
}

/* What is due, for an action that does not fit. */
static const char *due(const struct tiwanaku *t)
{
    switch (t->step) {
    case STEP_SPEND: return "A tile has to be spent first. [COO-4]";
    case STEP_ACT: return "Explore or Divine comes now. [TIW-10]";
    case STEP_DIVINE:
        return tiw_solo(t) ? "All pawns on terrain without crop have to divine. [SOL-9]"
                           : "After a divination only divine, offer or end is possible. [TIW-16]";
    case STEP_OFFER: return "Only offering or ending the turn is possible now. [TIW-17]";
    case STEP_FINAL: return "These are the final divinations: divine or pass. [TIW-18]";
    case STEP_CHOOSE: return "An Otoma pawn has to be chosen. [SOL-5]";
    case STEP_NEXT: return "The Otoma pawn that moves next has to be named. [COO-7]";
    default: return "Somebody has to give the tile. [COO-6]";
    }
}

/* Why no walk can end in a space, by the rule that it breaks: TIW-12 moving, TIW-13 coming in, COO-5 together. */
static const char *object_end(const struct tiwanaku *t, int seat, unsigned to, bool in)
{
    static const char *const own[] = {"Your own pawn stands there: a walk cannot end on it. [TIW-12]",
                                      "Your own pawn stands there: a walk cannot end on it. [TIW-13]",
                                      "Your own pawn stands there: a walk cannot end on it. [COO-5]"};
    static const char *const other[] = {"Somebody else's pawn stands there, and blocks the way. [TIW-12]",
                                        "Somebody else's pawn stands there, and blocks the way. [TIW-13]",
                                        "Somebody else's pawn stands there, and blocks the way. [COO-5]"};
    static const char *const otoma[] = {"An Otoma pawn stands there, and blocks the way. [TIW-12]",
                                        "An Otoma pawn stands there, and blocks the way. [TIW-13]",
                                        "An Otoma pawn stands there, and blocks the way. [COO-5]"};
    int rule = tiw_coop(t) ? 2 : in;
    if (t->side[tiw_owner(t, seat)].pawns & bit(to)) return own[rule];
    if (t->side[OTOMA].pawns & bit(to)) return otoma[rule];
    for (int i = 0; i < OTOMA; i++)
        if (t->side[i].pawns & bit(to)) return other[rule];
    if (tiw_coop(t) && t->planted & bit(to)) return "A walk cannot end on a crop. [COO-5]";
    if (in)
        return tiw_coop(t) ? "No pawn from the supply can end there with this arrow. [COO-5]"
                           : "Pawns come in at the edge, and the way from there is not open. [TIW-13]";
    return tiw_coop(t) ? "The pawn cannot end there with this arrow. [COO-5]"
                       : "The way there is not open: a walk ends on the first space without a crop. [TIW-12]";
}

static const char *object_explore(const struct tiwanaku *t, int seat, Move m)
{
    const struct party *own = &t->side[tiw_owner(t, seat)];
    unsigned verb = tiw_verb(m), from = tiw_from(m);
    if (t->step != STEP_ACT) return due(t);
    if (verb == ENTER) {
        if (!own->supply) return "No pawn is left in the supply. [TIW-11]";
        if (walk_enter(t, seat) & bit(tiw_to(m))) return NULL;
        return object_end(t, seat, tiw_to(m), true);
    }
    if (verb == TAKE && t->mode != COMPETITIVE)
        return tiw_coop(t) ? "Pawns cannot be taken back. [COO-5]" : "Pawns cannot be taken back. [SOL-4]";
    if (!(own->pawns & bit(from))) return "The seat has no pawn there. [TIW-11]";
    if (verb == TAKE || walk_move(t, seat, from) & bit(tiw_to(m))) return NULL;
    return object_end(t, seat, tiw_to(m), false);
}

static const char *object_divine(const struct tiwanaku *t, int seat, Move m)
{
    if (t->step != STEP_ACT && t->step != STEP_DIVINE && t->step != STEP_FINAL) return due(t);
    if (tiw_diviners(t, seat) & bit(tiw_from(m))) return NULL;
    return "Divining takes your own pawn on terrain without a crop. [TIW-16]";
}

static const char *object_offer(const struct tiwanaku *t, int seat, unsigned levels)
{
    if (t->step != STEP_OFFER && (t->step != STEP_DIVINE || tiw_solo(t))) return due(t);
    unsigned have = t->side[tiw_party(t, seat)].offerings;
    return levels & ~have ? "Only offerings one has can be returned. [TIW-17]" : NULL;
}

/* Is the number a move of this game at all, spaces on the board? */
static bool formed(const struct tiwanaku *t, Move m)
{
    unsigned spaces = (unsigned)t->cols * MAP_ROWS, a = tiw_a(m), from = tiw_from(m), to = tiw_to(m);
    switch (tiw_verb(m)) {
    case ENTER: return m == tiw_move(ENTER, 0, 0, 0, to) && to < spaces;
    case MOVE: return m == tiw_move(MOVE, 0, 0, from, to) && from < spaces && to < spaces;
    case TAKE:
    case NEXT: return m == tiw_move(tiw_verb(m), 0, 0, from, 0) && from < spaces;
    case DIVINE: return m == tiw_move(DIVINE, a, 0, from, 0) && from < spaces && a >= 1 && a <= MAP_LEVELS;
    case OFFER: return m == tiw_move(OFFER, a, 0, 0, 0) && a && !(a & 1) && a < 64;
    case END:
    case PASS: return m == tiw_verb(m);
    case CHOOSE: return m == tiw_move(CHOOSE, a, 0, 0, 0) && a >= 1 && a <= OTOMA_PAWNS;
    case SPEND:
    case GIVE: return m == tiw_move(tiw_verb(m), a, 0, 0, 0) && a < 4;
    default: return false;
    }
}

static const char *object_nature(const struct state *s, Move m)
{
    const struct tiwanaku *t = tiwanaku(s);
    Move all[MOST_LEGAL];
    if (s->phase == PHASE_CHANCE) return deal_objection(t, m);
    if (s->phase != PHASE_FACT) return "Chance comes before the first action only. [notation]";
    for (uint32_t i = 0, n = legal(s, NATURE, all); i < n; i++)
        if (all[i] == m) return NULL;
    return "This does not follow here. [notation]";
}

static const char *objection(const struct state *s, int seat, Move m)
{
    const struct tiwanaku *t = tiwanaku(s);
    unsigned a = tiw_a(m);
    if (seat == NATURE) return object_nature(s, m);
    const char *why = waiting(t, seat);
    if (why) return why;
    if (!formed(t, m)) return "This is no move of this game. [notation]";
    switch (tiw_verb(m)) {
    case DIVINE: return object_divine(t, seat, m);
    case OFFER: return object_offer(t, seat, a);
    case END: return object_offer(t, seat, 0);
    case PASS: return t->step == STEP_FINAL ? NULL : due(t);
    case CHOOSE: return t->step == STEP_CHOOSE ? NULL : due(t);
    case SPEND:
        if (t->step != STEP_SPEND) return due(t);
        return tiw_tiles_in(t, tiw_stack(seat, a + 1)) ? NULL : "The seat has no tile of this terrain. [COO-4]";
    case GIVE:
        if (t->step != STEP_GIVE) return due(t);
        return turn_givers(t) >> a & 1 ? NULL : "That seat has no tile of this terrain. [COO-6]";
    case NEXT:
        if (t->step != STEP_NEXT) return due(t);
        return turn_nearest(t) & bit(tiw_from(m)) ? NULL : "No Otoma pawn that is next stands there. [COO-7]";
    default: return object_explore(t, seat, m);
    }
}

static void apply(struct state *s, int seat, Move m)
{
    struct tiwanaku *t = (struct tiwanaku *)(void *)s;
    GAME_ASSERT(s->phase != PHASE_OVER && (seat == NATURE) == (s->phase != PHASE_PLAY));
    s->moves++;
    if (t->step == STEP_SETUP) deal_apply(t, m);
    else turn_apply(t, seat, m);
    turn_sync(t);
}

static int draw(const struct state *s, struct rng *r, Move out[MAX_LINE_MOVES])
{
    return deal_draw(tiwanaku(s), r, out);
}

/* ---- score: TIW-19, SOL-10, COO-10 ---- */

static int rows(const struct state *s) { return tiwanaku(s)->mode == COMPETITIVE ? s->players : 2; }

static void score(const struct state *s, int row, struct score *out)
{
    const struct tiwanaku *t = tiwanaku(s);
    bool otoma = t->mode != COMPETITIVE && row == 1;
    const struct party *who = &t->side[otoma ? OTOMA : row];
    int diversity = who->stone[0] + who->stone[1] + who->stone[2] + who->stone[3];
    *out = (struct score){.total = who->score, .part = {who->score, diversity}};
    out->tie = t->mode == COMPETITIVE ? diversity : otoma; /* a tie is the Otoma's */
    if (otoma) out->who = "otoma";
    else if (tiw_coop(t)) out->who = "group";
}

/* The points of a side came one by one, and a state keeps their sum alone; but the Otoma's of the end (COO-10) can be
 * told from it: what they hold to offer, and 1 for each space that was never reached. */
static void count(const struct state *s, int row, item_fn *fn, void *ctx)
{
    const struct tiwanaku *t = tiwanaku(s);
    bool otoma = t->mode != COMPETITIVE && row == 1, last = otoma && tiw_coop(t), over = s->phase == PHASE_OVER;
    const struct party *who = &t->side[otoma ? OTOMA : row];
    uint64_t bare = last ? tiw_unplaced(t) : 0;
    int16_t left = (int16_t)bits_count(bare), then = over ? left : 0, score = (int16_t)(who->score - then);
    int16_t offer = last ? (int16_t)turn_offer_value(who->offerings) : 0;
    fn(ctx, &(struct item){SCORE, THE_SCORE, score, score, 0, 0, 0});
    if (offer) fn(ctx, &(struct item){SCORE, THE_OFFERINGS, offer, 0, (int16_t)bits_count(who->offerings), 0, 0});
    if (bare) fn(ctx, &(struct item){SCORE, BARE_SPACES, left, then, 0, 0, bare});
    for (unsigned k = 0; k < MAP_TERRAINS; k++) {
        int16_t level = who->stone[k];
        if (level) fn(ctx, &(struct item){DIVERSITY, (uint8_t)(A_STONE + k), level, level, level, 0, 0});
    }
}

static int levels(const struct state *s, struct number out[MAX_LEVELS]) { return (void)s, (void)out, 0; }

/* ---- who knows what ---- */

static void redact(struct state *s, int viewer)
{
    struct tiwanaku *t = (struct tiwanaku *)(void *)s;
    if (t->step == STEP_OVER) return;
    t->open = 1;
    for (unsigned i = 0; i < MAP_SPACES; i++) {
        if (!(t->seen_terrain >> i & 1)) t->terrain[i] = 0;
        if (!(t->seen_crop >> i & 1)) t->crop[i] = 0;
    }
    for (unsigned k = 0; k < STACKS; k++)
        for (unsigned i = t->top[k]; i < t->height[k]; i++) {
            bool own_top = tiw_coop(t) && i == t->top[k] && (int)k / 4 == viewer && t->peek != k + 1;
            if (!own_top) t->stack[k][i] = UNKNOWN_TILE;
        }
}

static Move veil(const struct state *s, int seat, Move m, int viewer)
{
    bool hide = tiw_verb(m) == TILE && (tiw_solo(tiwanaku(s)) || tiw_from(m) != 0 || (int)tiw_a(m) / 4 != viewer);
    if (tiw_verb(m) == FACT_TOP) hide = (int)tiw_a(m) / 4 != viewer;
    if (seat == NATURE && hide) m |= (Move)UNKNOWN_TILE << 16;
    return m;
}

static void imagine(struct state *s, int viewer, struct rng *r)
{
    struct tiwanaku *t = (struct tiwanaku *)(void *)s;
    (void)viewer;
    if (!t->open) return;
    struct map m = {.cols = t->cols, .rows = MAP_ROWS};
    uint8_t total[MAP_TERRAINS + 1] = {0};
    memcpy(m.terrain, t->terrain, sizeof m.terrain);
    memcpy(m.crop, t->crop, sizeof m.crop);
    unsigned i;
    for (int k = 0; k < MAP_TERRAINS; k++) total[k + 1] = t->left[k];
    BITS_EACH(i, t->placed) total[t->terrain[i]]++;
    for (uint32_t budget = 2000; !make_fill(&m, total, true, r, budget); budget += budget / 4) {
    }
    memcpy(t->terrain, m.terrain, sizeof m.terrain);
    memcpy(t->crop, m.crop, sizeof m.crop);
    deal_imagine(t, r);
    t->open = 0;
}

/* ---- invariants ---- */

static const char *broken_map(const struct tiwanaku *t)
{
    struct map m = {.cols = t->cols, .rows = MAP_ROWS};
    memcpy(m.terrain, t->terrain, sizeof m.terrain);
    memcpy(m.crop, t->crop, sizeof m.crop);
    return map_check(&m);
}

static const char *broken(const struct state *s)
{
    const struct tiwanaku *t = tiwanaku(s);
    uint64_t pawns = 0;
    if (!t->open && broken_map(t)) return broken_map(t);
    if (seats_any(s->acting) != (s->phase == PHASE_PLAY)) return "acting disagrees with phase";
    if (t->planted & ~t->placed) return "a crop stands without terrain";
    if (t->placed & ~t->seen_terrain || t->planted & ~t->seen_crop) return "something placed was not announced";
    for (int i = 0; i < SIDES; i++) {
        const struct party *who = &t->side[i];
        if (pawns & who->pawns) return "two pawns share a space";
        pawns |= who->pawns;
        if (who->score < 0) return "a score is below 0";
        for (int k = 0; k < 4; k++)
            if (who->stone[k] > t->final_level) return "a stone is above the final level";
        if (who->offerings & ~62u) return "an offering is of no level";
    }
    if (bits_count(t->side[OTOMA].pawns) != t->otomas) return "an Otoma pawn is lost";
    if (pawns & ~(t->placed | (t->space == NOWHERE ? 0 : bit(t->space))))
        return "a pawn stands on an undiscovered space";
    unsigned left = 0;
    for (unsigned k = 0; k < 4; k++) left += t->left[k];
    if (tiw_rules(t) > TIW_RULES) return "these rules are not known";
    if (left != bits_count(tiw_unplaced(t))) return "the supply disagrees with the board";
    for (unsigned k = 0; tiw_coop(t) && t->step != STEP_SETUP && k < 4; k++) {
        unsigned tiles = t->common[k];
        for (int seat = 0; seat < s->players; seat++) tiles += tiw_tiles_in(t, tiw_stack(seat, k + 1));
        if (tiles != t->left[k]) return "tiles in hands and supply disagree with the board";
    }
    return NULL;
}

/* Look at, or I can reach, a space; where my next tile of a terrain points; what to do rather. */
static const char *const signals[] = {"look *", "reach *", "arrow * *", "divine", "explore", NULL};

const struct game tiwanaku_game = {
    .name = "tiwanaku",
    .title = "Tiwanaku",
    .round = "turn",
    .help = GAME_HELP(N_("Uncover terrain with your pawns: each tile moves a stone up, and stones on one level\n"
                         "score together. Then name the crop under a pawn: right scores its level and an\n"
                         "offering, wrong loses its level. A region of n spaces (at most 5) holds the crops 1 to\n"
                         "n, once each; equal crops never touch, not even at a corner, nor do two regions of one\n"
                         "terrain. Alone or together: be ahead of the Otoma.\n\n"
                         "  The box: 15 valleys, 17 deserts, 15 forests, 15 mountains; crops 1 to 5: 13 12 12 10\n"
                         "  10. No map has more.\n"
                         "  Together (coop): the tile you spend says where the first step goes, or you divine. The\n"
                         "  Otoma in the row and column where your pawn ends flee from it. No offer after a wrong\n"
                         "  guess or after a tile alone, except in the last turn.\n\n"
                         "  On the board: Wv3 is a white pawn on valley with crop 3; d? is desert whose crop is\n"
                         "  not known; b> after it an arrow, blue, to the right. Otoma pawns are small letters\n"
                         "  (g green, b blue, r brown, p purple, y yellow), in coop @.\n\n"
                         "  enter c1             bring a pawn into play, which ends on c1 (? lists where)\n"
                         "  move a1 b3           move a pawn from a1 to b3\n"
                         "  take a1              take a pawn back into the supply (competitive)\n"
                         "  divine b3 4          name the crop on b3: 1 sweet potato, 2 coca, 3 chili, 4 corn,\n"
                         "                       5 quinoa\n"
                         "  offer 1 3            return offerings: 2 of them score 1, 3: 3, 4: 6, 5: 10\n"
                         "  end, pass            end the turn; make no more divinations\n"
                         "  choose blue          which Otoma pawn moves (solo-hard)\n"
                         "  spend forest         spend your top tile of that terrain (coop)\n"
                         "  give 2, next a3      who gives a tile; which Otoma pawn moves next (coop)\n")),
    .modes = modes,
    .options = options,
    .board = &scenario_kind,
    .parts = parts,
    .signals = signals,
    .beyond = sizeof(uint64_t[2]),
    .things = things,
    .numbers = constants,
    .max_legal = MOST_LEGAL,
    .rules = TIW_RULES,
    .refuse = refuse,
    .size = size,
    .start = start,
    .legal = legal,
    .nth = nth,
    .objection = objection,
    .apply = apply,
    .draw = draw,
    .rows = rows,
    .score = score,
    .count = count,
    .levels = levels,
    .redact = redact,
    .veil = veil,
    .imagine = imagine,
    .read = tiwanaku_words_read,
    .write = tiwanaku_words_write,
    .mark = tiwanaku_words_mark,
    .space = tiwanaku_words_space,
    .tell = tiwanaku_tell,
    .show = tiwanaku_words_show,
    .print = GAME_PRINT(tiwanaku_words_print),
    .broken = broken,
};
