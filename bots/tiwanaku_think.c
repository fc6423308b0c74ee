/* tiwanaku_think.c -- see tiwanaku_think.h.
 *
 * The lower levels choose by the eye (tiwanaku_eye.c) from simple notes, of which the
 * lowest take fewer; those in the middle know what the map lab knows. The upper ones also
 * take the actions that look best to the eye and play each of them out to the end many times: on maps
 * and stacks that may be the true ones, the same for every action, all sides playing by
 * the eye and seeing the whole map. The action with the best mean result is played;
 * after each part of the budget the worse half is dropped. */
#include "tiwanaku_think.h"

#include "choice.h"
#include "notes.h"
#include "tiwanaku_know.h"

#include <string.h>

enum { CANDIDATES = 12, LEGAL = 640 };

/* Of a hasty level. */
static const struct eye_weights dull = {
    .offering = 100,
    .claim = 60,
    .claim_near = 0,
    .claim_keep = 50,
    .sure = 40,
    .sure_solo = 60,
    .patience = 100,
    .otoma_crop = 300,
    .otoma = 20,
    .stay = 100,
    .supply = 0,
};

/* See the whole map: what playouts go by. The first was found by bench/train_tiwanaku.c
 * (competitive 2 250 1200 5, beginning with weights like eye_usual); the second is set by hand
 * after runs for solo-hard and coop-normal, which found nothing clearly better. */
static const struct eye_weights seeing = {
    .offering = 35,
    .claim = 3,
    .claim_near = -6,
    .claim_crop = 41,
    .claim_keep = 63,
    .sure = 39,
    .sure_solo = 87,
    .patience = 13,
    .stay = 34,
};
static const struct eye_weights seeing_otoma = {
    .offering = 137,
    .claim_crop = 40,
    .claim_keep = 90,
    .sure = 75,
    .sure_solo = 87,
    .patience = 50,
    .otoma_crop = 300,
    .otoma = 100,
    .stay = 100,
    .supply = 20,
};

struct eye_weights tiwanaku_think_seeing(unsigned mode) { return mode == COMPETITIVE ? seeing : seeing_otoma; }

struct tiwanaku_candidate {
    Move move;
    int value;   /* to the eye */
    int64_t sum; /* of its playouts */
    uint32_t n;
};

/* All of it lies in the scratch memory. */
struct tiwanaku_mind {
    struct know know;
    struct notes notes;
    struct chances chances; /* from notes */
    struct eye_look look;
    struct tiwanaku trial;
    Move legal[LEGAL];
    struct tiwanaku_candidate candidate[CANDIDATES];
    int candidates;
    struct chances world[KNOW_WORLDS];
    _Alignas(8) char scratch[KNOW_SCRATCH];
};
_Static_assert(sizeof(struct tiwanaku_mind) <= THINK_SCRATCH, "a mind fits into the scratch");

/* ---- playouts ---- */

static void settle(struct tiwanaku *t)
{
    while (t->head.phase == PHASE_FACT) tiwanaku_game.apply(&t->head, NATURE, tiwanaku_game.nth(&t->head, NATURE, 0));
}

static int points_ahead(const struct tiwanaku *t, int seat)
{
    int other = t->side[OTOMA].score;
    if (t->mode == COMPETITIVE) {
        other = 0;
        for (int i = 0; i < t->head.players; i++)
            if (i != seat && t->side[i].score > other) other = t->side[i].score;
    }
    return t->side[tiw_party(t, seat)].score - other;
}

/* The same in hundredths, and more for a victory. */
static int result(const struct tiwanaku *t, int seat)
{
    enum { VICTORY = 1500 };
    int ahead = points_ahead(t, seat);
    return ahead * 100 + (ahead > 0 ? VICTORY : ahead < 0 || t->mode != COMPETITIVE ? -VICTORY : 0);
}

/* One game to the end, from the view, on that map, beginning with the move. */
static int play_out(struct tiwanaku_mind *m, const struct tiwanaku *view, int seat, int world, Move first,
                    struct rng *r)
{
    struct tiwanaku *t = &m->trial;
    GAME_ASSERT(world >= 0 && world < m->know.worlds);
    *t = *view;
    memcpy(t->terrain, m->know.world[world].terrain, sizeof t->terrain);
    memcpy(t->crop, m->know.world[world].crop, sizeof t->crop);
    deal_imagine(t, r);
    t->open = 0;
    tiwanaku_game.apply(&t->head, seat, first);
    settle(t);
    while (t->head.phase != PHASE_OVER) {
        int who = t->turn;
        eye_look(&m->look, t, who, &m->world[world], view->mode == COMPETITIVE ? &seeing : &seeing_otoma);
        tiwanaku_game.apply(&t->head, who, eye_choose(&m->look, r));
        settle(t);
    }
    return result(t, seat);
}

/* ---- candidates ---- */

static void offer_candidate(struct tiwanaku_mind *m, Move move, int value)
{
    struct tiwanaku_candidate *c = m->candidate;
    int at = m->candidates < CANDIDATES ? m->candidates++ : CANDIDATES - 1;
    if (at == CANDIDATES - 1 && c[at].move && c[at].value >= value) return;
    for (; at > 0 && c[at - 1].value < value; at--) c[at] = c[at - 1];
    c[at] = (struct tiwanaku_candidate){.move = move, .value = value};
}

/* Spaces without terrain that the seat can end on in this turn. */
static uint64_t within_reach(const struct tiwanaku *t, int seat)
{
    uint64_t reach = walk_enter(t, seat);
    unsigned i;
    BITS_EACH(i, t->side[tiw_owner(t, seat)].pawns) reach |= walk_move(t, seat, i);
    return reach & tiw_unplaced(t);
}

/* Does the move place nothing and send no Otoma pawn (SOL-5)? */
static bool is_empty(const struct tiwanaku *t, Move m)
{
    unsigned to = tiw_to(m);
    if ((tiw_verb(m) != ENTER && tiw_verb(m) != MOVE) || !(t->placed & bit(to))) return false;
    return t->planted & bit(to) || (t->mode == SOLO_EASY && !tile_colour(t->tile[to] - 1u));
}

/* What an empty move brings within reach that no pawn could reach before. */
static uint64_t opened(const struct tiwanaku *t, int seat, Move m)
{
    struct tiwanaku after = *t;
    struct party *own = &after.side[tiw_owner(t, seat)];
    if (tiw_verb(m) == MOVE) own->pawns &= ~bit(tiw_from(m));
    else own->supply--;
    own->pawns |= bit(tiw_to(m));
    return within_reach(&after, seat) & ~within_reach(t, seat);
}

/* Alone nobody else moves, and a turn that places nothing shows nothing: what is good after it was good before. But playouts
 * flatter it: in them the eye sees the map from the next action on, as if waiting had told something. So an empty move is a
 * candidate only if it does something itself, one at a time; if there is nothing else, if it brings something within reach. */
enum empty { USEFUL, OPENING, ANY };

static bool is_candidate(const struct eye_look *l, Move m, enum empty which)
{
    const struct tiwanaku *t = l->t;
    uint64_t bare = t->placed & ~t->planted;
    unsigned from = tiw_from(m), to = tiw_to(m);
    if (!tiw_solo(t) || which == ANY || !is_empty(t, m)) return true;
    if (which == USEFUL && t->idle) return false;
    if (opened(t, l->seat, m)) return true;
    bool claims = bare & bit(to) && l->odds[to] > 0;
    bool leaves = tiw_verb(m) == MOVE && bare & bit(from) && l->odds[from] < 0; /* SOL-9: it would have to guess */
    return which == USEFUL && (claims || leaves);
}

/* Every action worth a thought: of divinations only the best guess of each pawn, of offers
 * only all of them. */
static void find_candidates(struct tiwanaku_mind *m, const struct tiwanaku *t, int seat)
{
    uint32_t n = tiwanaku_game.legal(&t->head, seat, m->legal);
    GAME_ASSERT(n > 0 && n <= LEGAL);
    m->candidates = 0;
    memset(m->candidate, 0, sizeof m->candidate);
    for (int which = USEFUL; which <= ANY && !m->candidates; which++)
        for (uint32_t i = 0; i < n; i++) {
            Move move = m->legal[i];
            int value = eye_value(&m->look, move);
            if (tiw_verb(move) == DIVINE && tiw_a(move) != m->look.guess[tiw_from(move)]) continue;
            if (tiw_verb(move) == OFFER && (tiw_a(move) != m->look.who->offerings || !value)) continue;
            if (is_candidate(&m->look, move, (enum empty)which)) offer_candidate(m, move, value);
        }
}

/* ---- searching ---- */

static void sort_candidates(struct tiwanaku_mind *m, int n)
{
    for (int i = 1; i < n; i++) {
        struct tiwanaku_candidate c = m->candidate[i];
        int k = i;
        for (; k > 0 && m->candidate[k - 1].sum * c.n < c.sum * m->candidate[k - 1].n; k--)
            m->candidate[k] = m->candidate[k - 1];
        m->candidate[k] = c;
    }
}

/* Halves the candidates until one is left or the budget is spent. */
static void search(struct tiwanaku_mind *m, const struct tiwanaku *view, int seat, const struct bot_budget *budget,
                   struct rng *r)
{
    uint32_t left = budget->playouts, played = 0;
    int n = m->candidates, rounds = 0;
    for (int k = n; k > 1; k = (k + 1) / 2) rounds++;
    for (; n > 1 && left; n = (n + 1) / 2, rounds--) {
        uint32_t each = left / (uint32_t)rounds / (uint32_t)n;
        if (!each) each = 1;
        for (uint32_t i = 0; i < each && left >= (uint32_t)n; i++, played++) {
            uint64_t seed = rng_next(r);
            if (bot_stops(budget)) left = 0;
            for (int k = 0; k < n && left; k++, left--) {
                struct rng same = {seed};
                struct tiwanaku_candidate *c = &m->candidate[k];
                c->sum += play_out(m, view, seat, (int)(played % (uint32_t)m->know.worlds), c->move, &same);
                c->n++;
            }
        }
        if (left < (uint32_t)n) left = 0;
        sort_candidates(m, n);
    }
}

/* ---- reasons ---- */

/* Alone: what a turn is for that finds nothing. */
static void explain_empty(const struct eye_look *l, struct thought *th)
{
    const struct tiwanaku *t = l->t;
    unsigned from = tiw_from(th->move);
    uint64_t opens = opened(t, l->seat, th->move);
    if (opens) {
        th->why = WHY_REACH;
        th->spaces = opens;
    } else if (tiw_verb(th->move) == MOVE && t->placed & ~t->planted & bit(from) && l->odds[from] < 0) {
        th->why = WHY_UNSURE;
        th->spaces = bit(from);
    } else if (!within_reach(t, l->seat) && !tiw_diviners(t, l->seat) && th->why == WHY_WAIT) {
        th->why = WHY_STUCK;
        th->number = (int16_t)(IDLE_SOLO - t->idle);
    }
}

static struct thought explain(const struct eye_look *l, Move move)
{
    const struct tiwanaku *t = l->t;
    struct thought th = {.move = move};
    unsigned to = tiw_to(move), from = tiw_from(move);
    switch (tiw_verb(move)) {
    case ENTER:
    case MOVE:
        th.spaces = bit(to);
        th.why = t->placed & bit(to) ? t->planted & bit(to) ? WHY_WAIT : WHY_CLAIM : WHY_STONE;
        if (th.why == WHY_STONE) th.number = (int16_t)((eye_stone(l, to) + 50) / 100);
        if (tiw_solo(t) && is_empty(t, move)) explain_empty(l, &th);
        break;
    case DIVINE: {
        unsigned chance = l->c->crop[from][tiw_a(move)];
        th.spaces = bit(from);
        th.why = chance == CHANCE_SURE ? WHY_CERTAIN : WHY_LIKELY;
        th.number = (int16_t)(chance == CHANCE_SURE ? tiw_a(move) : chance * 100 / CHANCE_SURE);
        break;
    }
    case OFFER:
        th.why = WHY_OFFER;
        th.number = (int16_t)turn_offer_value(tiw_a(move));
        break;
    case END: th.why = l->who->offerings && !t->last ? WHY_KEEP : WHY_NONE; break;
    case CHOOSE:
    case NEXT: th.why = WHY_QUIET; break;
    default: break;
    }
    return th;
}

/* ---- levels ---- */

/* In what a level is weaker. */
struct tiwanaku_handicap {
    unsigned notes;    /* what it concludes by itself: enum notes_sight */
    bool lab;          /* it knows what the map lab knows from what lies open; master alone also from fairness */
    int unseen;        /* 16ths of the open spaces of which it expects nothing */
    bool hasty;        /* sees no answer of the Otoma coming, and guesses early */
    int sure;          /* the weight of that name; 0: as ever */
    int far;           /* percent on the way from eye_usual to the weights of playouts: what a claim will bring */
    int candidates;    /* actions it plays out, at most */
    uint32_t playouts; /* of a move, at most; 0: what looks best at once */
};
static const struct tiwanaku_handicap handicaps[LEVELS] = {
    [LEVEL_BEGINNER] = {NOTES_CORNERS, false, 5, true, 15, 0, 0, 0},
    [LEVEL_LEARNER] = {NOTES_CORNERS | NOTES_TERRAIN, false, 1, false, 0, 0, 0, 0},
    [LEVEL_CASUAL] = {NOTES_ALL, false, 0, false, 0, 0, 0, 0},
    [LEVEL_REGULAR] = {NOTES_ALL, true, 0, false, 0, 20, 0, 0},
    [LEVEL_SKILLED] = {NOTES_ALL, true, 6, false, 0, 100, 0, 0},
    [LEVEL_EXPERT] = {NOTES_ALL, true, 0, false, 0, 100, 4, 12},
    [LEVEL_MASTER] = {NOTES_ALL, true, 0, false, 0, 100, CANDIDATES, UINT32_MAX},
};

/* A weight so many percent on the way. */
static int on_the_way(int from, int to, int percent) { return from + (to - from) * percent / 100; }

static struct eye_weights weights_of(const struct tiwanaku_handicap *h, unsigned mode)
{
    struct eye_weights w = eye_usual, to = tiwanaku_think_seeing(mode);
    if (h->hasty) w = dull;
    if (h->sure) w.sure = h->sure, w.sure_solo = h->sure + 20;
    if (!h->far) return w;
    w.offering = on_the_way(w.offering, to.offering, h->far);
    w.claim = on_the_way(w.claim, to.claim, h->far);
    w.claim_near = on_the_way(w.claim_near, to.claim_near, h->far);
    w.claim_crop = on_the_way(w.claim_crop, to.claim_crop, h->far);
    w.claim_keep = on_the_way(w.claim_keep, to.claim_keep, h->far);
    w.sure = on_the_way(w.sure, to.sure, h->far);
    w.sure_solo = on_the_way(w.sure_solo, to.sure_solo, h->far);
    w.patience = on_the_way(w.patience, to.patience, h->far);
    w.stay = on_the_way(w.stay, to.stay, h->far); /* the weights of the Otoma's answer stay */
    return w;
}

/* Nothing to play out: by the eye, from notes and from what is certain. */
static struct thought think_blind(struct tiwanaku_mind *m, const struct tiwanaku *t, int seat, struct rng *r)
{
    unsigned i;
    notes_take(&m->notes, t, NOTES_ALL);
    notes_chances(&m->notes, &m->chances);
    BITS_EACH(i, tiw_all(t))
    for (unsigned v = 1; v <= MAP_LEVELS; v++)
        if (m->know.chances.crop[i][v] == CHANCE_SURE)
            memcpy(m->chances.crop[i], m->know.chances.crop[i], sizeof m->chances.crop[i]);
    eye_look(&m->look, t, seat, &m->chances, &eye_usual);
    return explain(&m->look, eye_choose(&m->look, r));
}

/* Those who play together point things out to one another. */
static void overlook(struct eye_look *l, int sixteenths)
{
    unsigned i;
    uint64_t unseen = think_unseen(l->t->placed ^ l->t->planted << 1, tiw_coop(l->t) ? sixteenths / 3 : sixteenths);
    BITS_EACH(i, tiw_unplaced(l->t) & unseen) l->explore[i] = 0;
}

/* What looks best at once. */
static struct thought think_simple(struct tiwanaku_mind *m, const struct tiwanaku_handicap *h, const struct tiwanaku *t,
                                   int seat, struct rng *r)
{
    struct eye_weights w = weights_of(h, t->mode);
    if (h->lab) know_take(&m->know, t, true, r, m->scratch);
    if (h->lab && !m->know.worlds) return think_blind(m, t, seat, r);
    if (!h->lab) {
        notes_take(&m->notes, t, h->notes);
        notes_chances(&m->notes, &m->chances);
    }
    eye_look(&m->look, t, seat, h->lab ? &m->know.chances : &m->chances, &w);
    overlook(&m->look, h->unseen);
    return explain(&m->look, eye_choose(&m->look, r));
}

static struct thought think_ahead(struct tiwanaku_mind *m, const struct tiwanaku_handicap *h, const struct tiwanaku *t,
                                  int seat, const struct bot_budget *budget, struct rng *r)
{
    know_take(&m->know, t, budget->plain, r, m->scratch);
    const struct eye_weights *w = t->mode == COMPETITIVE ? &seeing : &seeing_otoma;
    if (!m->know.worlds) return think_blind(m, t, seat, r);
    eye_look(&m->look, t, seat, &m->know.chances, w);
    find_candidates(m, t, seat);
    if (m->candidates > h->candidates) m->candidates = h->candidates;
    if (m->candidates > 1) {
        for (int k = 0; k < m->know.worlds; k++) know_all(&m->world[k], &m->know.world[k]);
        search(m, t, seat, budget, r);
        eye_look(&m->look, t, seat, &m->know.chances, w);
    }
    GAME_ASSERT(m->candidates > 0 && m->candidate[0].move != NO_MOVE);
    return explain(&m->look, m->candidate[0].move);
}

struct thought tiwanaku_think(enum bot_level level, const struct game *g, const struct state *view, size_t size,
                              int seat, const struct bot_budget *budget, struct rng *r, void *scratch)
{
    const struct tiwanaku *t = (const struct tiwanaku *)(const void *)view;
    struct tiwanaku_mind *m = scratch;
    (void)g, (void)size;
    const struct tiwanaku_handicap *h = &handicaps[level];
    struct bot_budget own = think_budget(budget, h->playouts);
    own.plain |= level < LEVEL_MASTER;
    return h->playouts ? think_ahead(m, h, t, seat, &own, r) : think_simple(m, h, t, seat, r);
}
