/* tiwanaku_hint.c -- see tiwanaku_hint.h. */
#include "tiwanaku_hint.h"

#include "../puzzle/reason.h"

#include <string.h>

void hint_known(const struct tiwanaku *t, struct map *m, uint8_t tiles[MAP_TERRAINS + 1])
{
    unsigned i;
    *m = (struct map){.cols = t->cols, .rows = MAP_ROWS};
    memset(tiles, 0, MAP_TERRAINS + 1);
    BITS_EACH(i, t->seen_terrain) m->terrain[i] = t->terrain[i];
    BITS_EACH(i, t->seen_crop) m->crop[i] = t->crop[i];
    for (int k = 0; k < MAP_TERRAINS; k++) tiles[k + 1] = t->left[k];
    BITS_EACH(i, t->placed) tiles[t->terrain[i]]++;
}

/* Crops found by deduction, and those all maps agree on. */
static void take_certain(struct hint *h, const struct tiwanaku *t, struct deduce_notes *n)
{
    unsigned i;
    deduce_run(n, DEDUCE_NESTED);
    BITS_EACH(i, tiw_all(t) & ~t->seen_crop)
    for (unsigned v = 1; v <= MAP_LEVELS; v++) {
        bool deduced = (n->sown & n->crop[v]) >> i & 1, counted = h->odds.exact && h->odds.crop[i][v] == h->odds.total;
        if (!deduced && !counted) continue;
        h->certain |= bit(i);
        h->crop[i] = (uint8_t)v;
    }
}

/* Where the worst that may be is equal, the estimate decides. */
static bool better(const struct hint_guess *a, const struct hint_guess *b)
{
    uint64_t least_a = a->chance > a->error ? a->chance - a->error : 0;
    uint64_t least_b = b->chance > b->error ? b->chance - b->error : 0;
    return least_a != least_b ? least_a > least_b : a->chance > b->chance;
}

/* Keeps the best, own spaces first. */
static void offer(struct hint *h, struct hint_guess g)
{
    int at = h->guesses;
    while (at > 0) {
        const struct hint_guess *before = &h->guess[at - 1];
        bool own = h->own >> g.space & 1, own_before = h->own >> before->space & 1;
        if (own == own_before ? !better(&g, before) : !own) break;
        at--;
    }
    if (at == HINT_GUESSES) return;
    if (h->guesses < HINT_GUESSES) h->guesses++;
    memmove(&h->guess[at + 1], &h->guess[at], (size_t)(h->guesses - 1 - at) * sizeof h->guess[0]);
    h->guess[at] = g;
}

static void take_guesses(struct hint *h, const struct tiwanaku *t)
{
    unsigned i;
    BITS_EACH(i, t->placed & ~t->planted & ~h->certain)
    {
        struct hint_guess best = {.space = (uint8_t)i, .crop = 1};
        for (unsigned v = 1; v <= MAP_LEVELS; v++)
            if (h->odds.crop[i][v] > best.chance) best.crop = (uint8_t)v, best.chance = h->odds.crop[i][v];
        best.error = h->odds.crop_error[i][best.crop];
        offer(h, best);
    }
}

void hint_take(struct hint *h, const struct tiwanaku *t, int seat, void *room, size_t size, struct rng *r,
               uint64_t steps)
{
    struct odds_question q;
    struct map_shape shape;
    struct deduce_notes n;
    struct map known;
    uint8_t tiles[MAP_TERRAINS + 1];
    memset(h, 0, sizeof *h);
    if (t->step == STEP_OVER) return; /* all of it is known */
    hint_known(t, &known, tiles);
    map_shape(&shape, known.cols, known.rows);
    deduce_begin(&n, &shape, &known, tiles);
    h->own = seat < 0 ? 0 : tiw_diviners(t, seat);
    h->steps = deduce_hint(&n, DEDUCE_NESTED, h->step);
    odds_ask(&q, &known, tiles);
    odds_answer(&q, room, size, r, steps, &h->odds);
    take_certain(h, t, &n);
    if (h->odds.total) take_guesses(h, t); /* else nothing could be estimated */
}

/* ---- JSON ---- */

static const char *const what_keys[] = {"terrain", "not-terrain", "crop", "not-crop"};

static void show_space(unsigned space, unsigned cols, struct out *o)
{
    char name[2] = {(char)('a' + space % cols), (char)('1' + space / cols)};
    out_json(o, name, 2);
}

static void show_set(const char *key, uint64_t set, unsigned cols, struct out *o)
{
    unsigned i;
    out_key(o, key);
    out_char(o, '[');
    BITS_EACH(i, set)
    {
        out_comma(o);
        show_space(i, cols, o);
    }
    out_char(o, ']');
}

static void show_values(const char *key, unsigned values, struct out *o)
{
    unsigned v;
    out_key(o, key);
    out_char(o, '[');
    BITS_EACH(v, values)
    {
        out_comma(o);
        out_uint(o, v);
    }
    out_char(o, ']');
}

/* Without its closing bracket. */
static void show_step(const struct deduce_step *s, int columns, struct out *o)
{
    unsigned cols = (unsigned)columns;
    out_comma(o);
    out_char(o, '{');
    out_key_str(o, "technique", reason_table[s->technique].key);
    out_key_str(o, "what", what_keys[s->what]);
    show_set("spaces", s->spaces, cols, o);
    show_values("values", s->values, o);
    if (s->because) show_set("because", s->because, cols, o);
    if (s->region) show_set("region", s->region, cols, o);
    if (s->other) show_set("other", s->other, cols, o);
    if (s->about) show_values("about", s->about, o);
    if (s->size) out_key_int(o, "size", s->size);
    if (s->clash) out_key_str(o, "clash", reason_clash_keys[s->clash]);
}

/* Step k of a hint, with its sentence. */
static void show_told(const struct deduce_step *steps, int k, int cols, struct out *o)
{
    struct tale t;
    show_step(&steps[k], cols, o);
    reason_tell(steps, k, cols, &t);
    out_key(o, "tale");
    tale_show(&t, o);
    out_char(o, '}');
}

static void show_guess(const struct hint *h, const struct hint_guess *g, unsigned cols, struct out *o)
{
    out_comma(o);
    out_char(o, '{');
    out_key(o, "space");
    show_space(g->space, cols, o);
    out_key_int(o, "crop", g->crop);
    out_key(o, "chance");
    out_uint(o, g->chance);
    out_key_int(o, "error", g->error);
    out_key_bool(o, "own", h->own >> g->space & 1);
    out_char(o, '}');
}

static void show_odds(const struct odds *d, struct out *o)
{
    out_key_bool(o, "exact", d->exact);
    out_key_bool(o, "saturated", d->saturated);
    out_key(o, "maps");
    out_uint(o, d->maps);
    out_key(o, "total");
    out_uint(o, d->total);
    out_key_int(o, "error", d->error);
}

void hint_show(const struct hint *h, const struct tiwanaku *t, struct out *o)
{
    unsigned i;
    out_str(o, "{\"steps\":[");
    for (int k = 0; k < h->steps; k++) show_told(h->step, k, t->cols, o);
    out_char(o, ']');
    out_key(o, "certain");
    out_char(o, '{');
    BITS_EACH(i, h->certain)
    {
        char name[3] = {(char)('a' + i % t->cols), (char)('1' + i / t->cols), 0};
        out_key_int(o, name, h->crop[i]);
    }
    out_char(o, '}');
    show_odds(&h->odds, o);
    out_key(o, "guesses");
    out_char(o, '[');
    for (int k = 0; k < h->guesses; k++) show_guess(h, &h->guess[k], t->cols, o);
    out_str(o, "]}");
}

void hint_show_marks(const struct tiwanaku *t, struct out *o)
{
    struct map known;
    struct map_shape shape;
    uint8_t tiles[MAP_TERRAINS + 1];
    unsigned i, j;
    hint_known(t, &known, tiles);
    map_shape(&shape, known.cols, known.rows);
    out_char(o, '{');
    uint64_t bare = t->step == STEP_OVER ? 0 : t->seen_terrain & ~t->seen_crop; /* at the end all lies open */
    BITS_EACH(i, bare)
    {
        char name[3] = {(char)('a' + i % t->cols), (char)('1' + i / t->cols), 0};
        uint64_t region = map_region(&known, &shape, (int)i), beside = 0; /* as far as it is known */
        unsigned crops = (2u << MAP_LEVELS) - 2;
        BITS_EACH(j, region) beside |= shape.side[j];
        if (!(beside & ~region & ~t->seen_terrain)) crops = (2u << bits_count(region)) - 2; /* closed */
        BITS_EACH(j, (shape.near[i] | region) & t->seen_crop) crops &= ~(1u << known.crop[j]);
        show_values(name, crops, o);
    }
    out_char(o, '}');
}

void hint_show_rating(const struct rating *r, const struct deduce_step *step, int steps, int cols, struct out *o)
{
    out_char(o, '{');
    out_key_str(o, "difficulty", grade_names[r->grade]);
    out_key_str(o, "hardest", reason_table[r->hardest].key);
    out_key_int(o, "often", r->often);
    out_key(o, "steps");
    out_char(o, '[');
    for (int k = 0; k < steps; k++) {
        show_step(&step[k], cols, o);
        out_char(o, '}');
    }
    out_str(o, "]}");
}
