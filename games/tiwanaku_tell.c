/* tiwanaku_tell.c -- see tiwanaku.h: what happened in Tiwanaku, in sentences. A walk is told together with
 * the terrain it found, a divination with the crop, an Otoma's walk with both. */
#include "tiwanaku.h"

#include "../puzzle/reason.h"

static const char *const colours[] = {"", N_("green"), N_("blue"), N_("brown"), N_("purple"), N_("yellow")};

/* A deed on its way to sentences. */
struct teller {
    const struct deed *d;
    const struct tiwanaku *t; /* before it */
    struct tale *out;
    int tales; /* so far */
};

static const struct tiwanaku *tiwanaku(const struct state *s) { return (const struct tiwanaku *)(const void *)s; }

/* One more tale, of the seat that moves. */
static struct tale *add(struct teller *x, const char *text, const char *own)
{
    GAME_ASSERT(x->tales < DEED_TALES);
    struct tale *t = &x->out[x->tales++];
    tale_begin(t, x->d->seat, text, own);
    if (x->d->seat != NATURE) tale_seat(t, "who", x->d->seat);
    return t;
}

static struct tale *add_otoma(struct teller *x, const char *text)
{
    GAME_ASSERT(x->tales < DEED_TALES);
    struct tale *t = &x->out[x->tales++];
    tale_begin(t, NATURE, text, NULL);
    t->party = "otoma";
    return t;
}

static void space(const struct teller *x, struct tale *t, const char *name, unsigned at)
{
    tale_space(t, name, at % x->t->cols, at / x->t->cols);
}

/* Is move k this fact? */
static bool is(const struct teller *x, int k, unsigned fact)
{
    return k < x->d->moves && tiw_verb(x->d->move[k]) == fact;
}

/* Why a discovery brings points (TIW-14), for whoever wants to say it: the level that the stone reached, and how many
 * of the side's stones are there; nothing if it was at the end of its road. */
static void add_stones(struct teller *x, struct tale *t, const struct party *who, unsigned terrain)
{
    unsigned level = who->stone[terrain - 1] + 1u, stones = 1;
    if (level > x->t->final_level) return;
    for (unsigned k = 0; k < MAP_TERRAINS; k++) stones += k != terrain - 1 && who->stone[k] == level;
    tale_number(t, "level", (int)level);
    tale_number(t, "stones", (int)stones);
}

static int tell_walk(struct teller *x)
{
    Move m = x->d->move[0];
    bool in = tiw_verb(m) == ENTER, finds = is(x, 1, FACT_TERRAIN) && tiw_to(x->d->move[1]) == tiw_to(m);
    struct tale *t = in      ? finds ? add(x, N_("{who} brings a pawn to {to} and finds {terrain}."),
                                           N_("You bring a pawn to {to} and find {terrain}."))
                                     : add(x, N_("{who} brings a pawn to {to}."), N_("You bring a pawn to {to}."))
                          : finds ? add(x, N_("{who} walks from {from} to {to} and finds {terrain}."),
                                        N_("You walk from {from} to {to} and find {terrain}."))
                             : add(x, N_("{who} walks from {from} to {to}."), N_("You walk from {from} to {to}."));
    if (!in) space(x, t, "from", tiw_from(m));
    space(x, t, "to", tiw_to(m));
    if (!finds) return 1;
    tale_word(t, "terrain", reason_terrains[tiw_a(x->d->move[1])]);
    add_stones(x, t, &x->t->side[tiw_party(x->t, x->d->seat)], tiw_a(x->d->move[1]));
    return is(x, 2, FACT_ARROW) ? 3 : 2; /* the arrow is there for all to see */
}

static int tell_divination(struct teller *x)
{
    Move m = x->d->move[0];
    unsigned said = tiw_a(m), level = is(x, 1, FACT_CROP) ? tiw_a(x->d->move[1]) : 0;
    bool first = !(x->t->side[tiw_party(x->t, x->d->seat)].offerings >> level & 1);
    struct tale *t = !level          ? add(x, N_("{who} says {said} at {to}."), N_("You say {said} at {to}."))
                     : said != level ? add(x, N_("{who} says {said} at {to}: it is {crop}."),
                                           N_("You say {said} at {to}: it is {crop}."))
                     : first         ? add(x, N_("{who} foresees {crop} at {to}, and takes an offering."),
                                           N_("You foresee {crop} at {to}, and take an offering."))
                                     : add(x, N_("{who} foresees {crop} at {to}."), N_("You foresee {crop} at {to}."));
    if (said != level) tale_word(t, "said", reason_crops[said]);
    if (level) tale_word(t, "crop", reason_crops[level]);
    space(x, t, "to", tiw_from(m));
    return level ? 2 : 1;
}

static void tell_otoma_offer(struct teller *x, unsigned levels)
{
    if (!levels) return;
    struct tale *t = add_otoma(x, N_("The Otoma offer {levels}."));
    tale_words(t, "levels", reason_crops, levels);
    t->points = turn_offer_value(levels);
}

static int tell_offer(struct teller *x)
{
    tale_words(add(x, N_("{who} offers {levels}."), N_("You offer {levels}.")), "levels", reason_crops,
               tiw_a(x->d->move[0]));
    if (tiw_coop(x->t)) tell_otoma_offer(x, x->t->side[OTOMA].offerings); /* COO-9 */
    return 1;
}

/* An Otoma pawn moves and discovers, or discovers at the end without moving (SOL-11). */
static int tell_otoma(struct teller *x)
{
    bool walks = is(x, 0, FACT_OTOMA);
    int k = walks;
    bool finds = is(x, k, FACT_TERRAIN) && is(x, k + 1, FACT_CROP);
    unsigned to = tiw_to(x->d->move[0]);
    if (!walks && !finds) {
        struct tale *t = add_otoma(x, N_("The terrain at {space} is {terrain}."));
        space(x, t, "space", to);
        tale_word(t, "terrain", reason_terrains[tiw_a(x->d->move[0])]);
        return 1;
    }
    struct tale *t = add_otoma(x, !finds  ? N_("An Otoma goes from {from} to {to}.")
                                  : walks ? N_("An Otoma goes from {from} to {to} and finds {terrain} with {crop}.")
                                          : N_("The Otoma discover {terrain} with {crop} at {to}."));
    if (walks) space(x, t, "from", tiw_from(x->d->move[0]));
    space(x, t, "to", to);
    if (!finds) return 1;
    tale_word(t, "terrain", reason_terrains[tiw_a(x->d->move[k])]);
    tale_word(t, "crop", reason_crops[tiw_a(x->d->move[k + 1])]);
    tale_number(t, "grown", (int)tiw_a(x->d->move[k + 1]));
    add_stones(x, t, &x->t->side[OTOMA], tiw_a(x->d->move[k]));
    return k + 2;
}

/* COO-10: the end of a game played together, after the first `took` moves. */
static void tell_end(struct teller *x, int took)
{
    const struct tiwanaku *after = tiwanaku(x->d->after);
    if (took < x->d->moves || after->step != STEP_OVER || !tiw_coop(after)) return;
    unsigned levels = x->t->side[OTOMA].offerings, bare = bits_count(tiw_unplaced(after));
    if (is(x, took - 1, FACT_CROP) && !is(x, 0, DIVINE)) levels |= 1u << tiw_a(x->d->move[took - 1]);
    if (is(x, 0, GIVE) && x->t->by == BY_OTOMA) levels |= 1u << x->t->crop[x->t->space];
    if (!is(x, 0, OFFER)) tell_otoma_offer(x, levels);
    if (!bare) return;
    struct tale *t = add_otoma(x, NULL);
    const char *const forms[] = {NN_("{n} space was never reached: a point for the Otoma.",
                                     "{n} spaces were never reached: points for the Otoma.")};
    t->text = forms[0], t->many = forms[1];
    t->points = (int)bare;
    tale_number(t, "n", (int)bare);
}

static int tell_nature(struct teller *x)
{
    Move m = x->d->move[0];
    int k = 0;
    struct tale *t;
    switch (tiw_verb(m)) {
    case FIRST:
        t = add(x, N_("{who} begins."), N_("You begin."));
        tale_seat(t, "who", t->seat = (int)tiw_a(m));
        return 1;
    case TILE:
        add(x, N_("The tiles are dealt."), NULL)->quiet = true;
        while (!tiw_to(x->d->move[k++]) && k < x->d->moves) {
        }
        return k;
    case FACT_OTOMA:
    case FACT_TERRAIN: return tell_otoma(x);
    case FACT_CROP:
        t = add(x, N_("The crop at {space} is {crop}."), NULL);
        space(x, t, "space", tiw_to(m));
        tale_word(t, "crop", reason_crops[tiw_a(m)]);
        return 1;
    default: return 1; /* arrows and tiles: the board shows them */
    }
}

/* COO-4: the arrow of a spent tile is public. Directions are named by what lies there: boards are drawn both ways. */
static int tell_spending(struct teller *x)
{
    static const char *const ways[] = {N_("towards the condor"), N_("towards the star"), N_("towards the turtle"),
                                       N_("towards the water")};
    bool known = is(x, 1, FACT_SPENT);
    struct tale *t = known ? add(x, N_("{who} spends a tile: {terrain}, arrow {way}."),
                                 N_("You spend a tile: {terrain}, arrow {way}."))
                           : add(x, N_("{who} spends a tile: {terrain}."), N_("You spend a tile: {terrain}."));
    tale_word(t, "terrain", reason_terrains[tiw_a(x->d->move[0]) + 1]);
    if (!known) return 1;
    unsigned way = tiw_a(x->d->move[1]);
    tale_word(t, "way", way == RIGHT && x->t->cols != MAP_COLS ? N_("towards the sun") : ways[way]);
    return 2;
}

static int tell_seat(struct teller *x)
{
    Move m = x->d->move[0];
    struct tale *t;
    switch (tiw_verb(m)) {
    case ENTER:
    case MOVE: return tell_walk(x);
    case DIVINE: return tell_divination(x);
    case OFFER: return tell_offer(x);
    case TAKE:
        t = add(x, N_("{who} takes back the pawn at {space}."), N_("You take back the pawn at {space}."));
        space(x, t, "space", tiw_from(m));
        return 1;
    case PASS: add(x, N_("{who} passes."), N_("You pass.")); return 1;
    case CHOOSE:
        t = add(x, N_("{who} sends the {colour} Otoma."), N_("You send the {colour} Otoma."));
        tale_word(t, "colour", colours[tiw_a(m)]);
        return 1;
    case SPEND: return tell_spending(x);
    case GIVE:
        t = add(x, N_("The tile comes from {who}."), N_("The tile comes from you."));
        t->value[0].number = (int)tiw_a(m);
        if (x->t->by == BY_OTOMA) t->party = "otoma"; /* whose discovery goes on */
        return 1;
    case NEXT: space(x, add(x, N_("The Otoma at {to} goes next."), NULL), "to", tiw_from(m)); return 1;
    default: return 1; /* END */
    }
}

int tiwanaku_tell(const struct deed *d, struct tale *out, int *n)
{
    struct teller x = {.d = d, .t = tiwanaku(d->before), .out = out};
    int took = d->seat == NATURE ? tell_nature(&x) : tell_seat(&x);
    tell_end(&x, took);
    *n = x.tales;
    return took;
}
