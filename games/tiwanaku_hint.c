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
        bool fair = !h->plain && h->chances.exact && h->chances.crop[i][v] == POSTERIOR_WHOLE;
        if (!deduced && !counted && !fair) continue;
        if (deduced || counted) h->certain |= bit(i);
        else h->fair |= bit(i);
        h->crop[i] = (uint8_t)v;
    }
}

/* Without a deduction: where fairness decides, as a step of its own; a space that can be divined now rather than another. */
static void take_fair_step(struct hint *h, const struct tiwanaku *t)
{
    uint64_t where = h->fair & h->own ? h->fair & h->own : h->fair & t->placed ? h->fair & t->placed : h->fair;
    if (h->steps || h->certain || !where) return;
    unsigned i = bits_first(where);
    h->step[0] = (struct deduce_step){
        .technique = DEDUCE_FAIR, .what = DEDUCED_CROP, .values = (uint8_t)(1u << h->crop[i]), .spaces = bit(i)};
    h->steps = 1;
}

/* Keeps the best, own spaces first. */
static void offer(struct hint *h, struct hint_guess g)
{
    int at = h->guesses;
    while (at > 0) {
        const struct hint_guess *before = &h->guess[at - 1];
        bool own = h->own >> g.space & 1, own_before = h->own >> before->space & 1;
        if (own == own_before ? g.chance <= before->chance : !own) break;
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
    BITS_EACH(i, t->placed & ~t->planted & ~h->certain & ~h->fair)
    {
        struct hint_guess best = {.space = (uint8_t)i, .crop = 1};
        for (unsigned v = 1; v <= MAP_LEVELS; v++)
            if (h->chances.crop[i][v] > best.chance) best.crop = (uint8_t)v, best.chance = h->chances.crop[i][v];
        if (best.chance) offer(h, best);
    }
}

/* numbers[1..n] of total as parts of the whole: what may be is never 0, what may not never all. */
static void take_shares(uint32_t *parts, const uint64_t *numbers, int n, uint64_t total)
{
    for (int k = 1; k <= n; k++) {
        uint64_t part = total >> 40 ? numbers[k] / (total >> 20) : numbers[k] * POSTERIOR_WHOLE / total;
        if (!part && numbers[k]) part = 1;
        if (part >= POSTERIOR_WHOLE && numbers[k] < total) part = POSTERIOR_WHOLE - 1;
        parts[k] = (uint32_t)part;
    }
}

/* All maps that fit, equally likely. */
static void take_plain(struct posterior *p, const struct odds *o, int spaces)
{
    memset(p, 0, sizeof *p);
    p->exact = o->exact;
    p->found = o->maps > UINT32_MAX ? UINT32_MAX : (uint32_t)o->maps;
    for (int i = 0; i < spaces && o->total; i++) {
        take_shares(p->terrain[i], o->terrain[i], MAP_TERRAINS, o->total);
        take_shares(p->crop[i], o->crop[i], MAP_LEVELS, o->total);
    }
}

/* What is counted, and what is likely. A map that is not fair, as anybody may write one, is judged as if plain. */
static void take_chances(struct hint *h, const struct worlds_question *q, const struct worlds_means *m)
{
    if (!h->plain) {
        posterior_take(&h->chances, q, m, NULL, 0);
        uint64_t steps = h->chances.exact ? m->steps / 4 : m->steps / 4 * 3; /* what is certain must not be missed */
        if (!odds_exact(&q->odds, m->scratch, m->size, m->rng, steps, &h->odds, NULL, 0))
            memset(&h->odds, 0, sizeof h->odds);
        if (!h->chances.exact || h->chances.found) return;
        h->plain = true;
    }
    odds_answer(&q->odds, m->scratch, m->size, m->rng, m->steps, &h->odds);
    take_plain(&h->chances, &h->odds, map_spaces(&q->odds.map));
}

void hint_take(struct hint *h, const struct tiwanaku *t, int seat, bool plain, const struct worlds_means *m)
{
    struct worlds_question q = {.starts = t->began[0]};
    struct map_shape shape;
    struct deduce_notes n;
    struct map known;
    uint8_t tiles[MAP_TERRAINS + 1];
    memset(h, 0, sizeof *h);
    h->plain = plain;
    if (t->step == STEP_OVER) return; /* all of it is known */
    hint_known(t, &known, tiles);
    map_shape(&shape, known.cols, known.rows);
    deduce_begin(&n, &shape, &known, tiles);
    h->own = seat < 0 ? 0 : tiw_diviners(t, seat);
    h->steps = deduce_hint(&n, DEDUCE_NESTED, h->step);
    odds_ask(&q.odds, &known, tiles);
    take_chances(h, &q, m);
    take_certain(h, t, &n);
    take_fair_step(h, t);
    if (h->chances.found) take_guesses(h, t); /* else nothing is known of what is not certain */
}

int hint_stake(const struct hint *h, unsigned space, unsigned crop, int *wrong)
{
    const uint32_t *chance = h->chances.crop[space];
    uint64_t lost = 0, rest = 0, right = (uint64_t)chance[crop] * crop;
    for (unsigned v = 1; v <= MAP_LEVELS; v++)
        if (v != crop) lost += (uint64_t)chance[v] * v, rest += chance[v];
    *wrong = rest ? (int)((10 * lost + rest / 2) / rest) : 0;
    int64_t mean = (int64_t)(10 * right) - (int64_t)(10 * lost);
    return (int)((mean + (mean < 0 ? -(POSTERIOR_WHOLE / 2) : POSTERIOR_WHOLE / 2)) / POSTERIOR_WHOLE);
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

/* In thousandths; 0 is kept for what cannot be, 1000 for what is certain. */
static unsigned thousandths(uint32_t part)
{
    uint64_t n = ((uint64_t)part * 1000 + POSTERIOR_WHOLE / 2) / POSTERIOR_WHOLE;
    if (part == 0 || part == POSTERIOR_WHOLE) return (unsigned)n;
    return n < 1 ? 1 : n > 999 ? 999 : (unsigned)n;
}

static void show_guess(const struct hint *h, const struct hint_guess *g, unsigned cols, struct out *o)
{
    out_comma(o);
    out_char(o, '{');
    out_key(o, "space");
    show_space(g->space, cols, o);
    out_key_int(o, "crop", g->crop);
    out_key_int(o, "chance", thousandths(g->chance));
    out_key_bool(o, "own", h->own >> g->space & 1);
    out_char(o, '}');
}

static void key_space(unsigned i, unsigned cols, struct out *o)
{
    char name[3] = {(char)('a' + i % cols), (char)('1' + i / cols), 0};
    out_key(o, name);
}

static void show_crops(const char *key, const struct hint *h, uint64_t set, unsigned cols, struct out *o)
{
    unsigned i;
    out_key(o, key);
    out_char(o, '{');
    BITS_EACH(i, set)
    {
        key_space(i, cols, o);
        out_uint(o, h->crop[i]);
    }
    out_char(o, '}');
}

/* {"c3":[[0,0,0],[812,14,-23],...]}: for each crop how likely it is, and hint_stake(). */
static void show_chances(const struct hint *h, const struct tiwanaku *t, struct out *o)
{
    unsigned i;
    uint64_t bare = h->chances.found ? t->placed & ~t->planted & ~h->certain : 0;
    out_key(o, "chances");
    out_char(o, '{');
    BITS_EACH(i, bare)
    {
        key_space(i, t->cols, o);
        out_char(o, '[');
        for (unsigned v = 1; v <= MAP_LEVELS; v++) {
            int wrong, mean = hint_stake(h, i, v, &wrong);
            if (v > 1) out_char(o, ',');
            out_char(o, '[');
            out_uint(o, thousandths(h->chances.crop[i][v]));
            out_char(o, ',');
            out_int(o, mean);
            out_char(o, ',');
            out_int(o, -wrong);
            out_char(o, ']');
        }
        out_char(o, ']');
    }
    out_char(o, '}');
}

void hint_show_steps(const struct deduce_step *step, int steps, int cols, struct out *o)
{
    out_char(o, '[');
    for (int k = 0; k < steps; k++) show_told(step, k, cols, o);
    out_char(o, ']');
}

void hint_show(const struct hint *h, const struct tiwanaku *t, struct out *o)
{
    out_str(o, "{\"steps\":");
    hint_show_steps(h->step, h->steps, t->cols, o);
    show_crops("certain", h, h->certain, t->cols, o);
    show_crops("fair", h, h->fair, t->cols, o);
    out_key_bool(o, "plain", h->plain);
    out_key_bool(o, "exact", h->chances.exact);
    out_key(o, "maps"); /* that fit; null: too many to count */
    if (h->odds.exact) out_uint(o, h->odds.maps);
    else out_str(o, "null");
    out_key(o, "fair_maps"); /* of these; null: plain, or too many to find */
    if (!h->plain && h->chances.exact) out_uint(o, h->chances.found);
    else out_str(o, "null");
    show_chances(h, t, o);
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
