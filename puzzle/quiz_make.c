/* quiz_make.c -- makes puzzles; see quiz.h.
 *
 * Somebody explores a map, space after space. Whatever follows by techniques simpler than the wanted one is shown at once,
 * so nothing simpler is left to find. As soon as the wanted one decides something, the position is a puzzle, provided that all
 * that is certain in it can be found out within SEARCH steps. */
#include "../core/bits.h"
#include "make.h"
#include "quiz.h"

#include <string.h>

enum {
    FILL_STEPS = 150, /* as make.c */
    SEARCH = 400,     /* steps of narrow.h to know all that is certain */
    SKIP = 3,
    SLOW_SKIP = 1, /* where a technique takes long on a long board */
    LONG_SKIP = 20,
    NEARBY = 7, /* of 8 times the next space touches one that is seen */
};

/* ---- which techniques ---- */

bool quiz_can(enum deduce_technique t, int cols)
{
    if (cols != 5 && cols != MAP_COLS) return false;
    if (t == DEDUCE_LEFT || t == DEDUCE_BOX)
        return false; /* it is about what was spent before; the box is hardly ever */
    if (t == DEDUCE_BOX || t == DEDUCE_HIDDEN || t == DEDUCE_NESTED) return false; /* hardly ever needed */
    return t > DEDUCE_NONE && t < DEDUCE_TECHNIQUES;
}

/* Whatever these techniques decide is shown before a puzzle about t is asked for. */
static enum deduce_technique below(enum deduce_technique t) { return (enum deduce_technique)((unsigned)t - 1); }

/* The technique that decides in the end. */
static enum deduce_technique closing(enum deduce_technique t)
{
    return t == DEDUCE_LARGE ? DEDUCE_ONLY : t == DEDUCE_SPENT ? DEDUCE_LEFT : t;
}

enum deduce_technique quiz_tag(const struct deduce_step *step, int steps)
{
    unsigned hardest = DEDUCE_NONE, used = 0;
    for (int k = 0; k < steps; k++) {
        used |= 1u << step[k].technique;
        if (step[k].technique > hardest) hardest = step[k].technique;
    }
    if (hardest == DEDUCE_ONLY && used >> DEDUCE_LARGE & 1) return DEDUCE_LARGE;
    if (hardest == DEDUCE_LEFT && used >> DEDUCE_SPENT & 1) return DEDUCE_SPENT;
    return (enum deduce_technique)hardest;
}

/* Is it about terrain that is not known? */
static bool needs_hidden(enum deduce_technique t)
{
    return t == DEDUCE_LARGE || (t >= DEDUCE_SUPPLY && t <= DEDUCE_TOUCH) || t == DEDUCE_HOME || t == DEDUCE_CUT ||
           t == DEDUCE_ROOM || t == DEDUCE_SHAPES;
}

/* ---- exploring ---- */

struct trail {
    struct quiz *q;
    struct rng rng;
    struct map_shape shape;
    struct deduce_notes notes; /* all that has been seen, and what follows below the wanted technique */
    bool all_land;             /* all terrain was shown at once */
    uint32_t crops;            /* of 8 times a crop is looked at rather than new terrain */
    int skip;                  /* so many more spaces are seen before it is looked at again */
};

static void learn(struct trail *t, unsigned i, bool crop)
{
    const struct map *m = &t->q->map[0];
    if (crop) deduce_learn_crop(&t->notes, bit(i), m->crop[i]);
    else deduce_learn_terrain(&t->notes, i, m->terrain[i]);
}

static unsigned any_of(struct trail *t, uint64_t set) { return bits_nth(set, rng_below(&t->rng, bits_count(set))); }

/* Spaces touching known ones, rather than any. */
static uint64_t nearby(struct trail *t, uint64_t open)
{
    uint64_t near = 0;
    unsigned i;
    BITS_EACH(i, t->notes.land) near |= t->shape.near[i];
    return near & open && rng_below(&t->rng, 8) < NEARBY ? near & open : open;
}

/* One more thing is seen; false: there is nothing more. */
static bool explore(struct trail *t)
{
    uint64_t land = t->notes.all & ~t->notes.land, bare = t->notes.land & ~t->notes.sown;
    if (bare && (!land || rng_below(&t->rng, 8) < t->crops)) learn(t, any_of(t, bare), true);
    else if (land) learn(t, any_of(t, nearby(t, land)), false);
    else return false;
    return true;
}

static void fill(struct map *m, int cols, struct rng *r)
{
    do *m = (struct map){.cols = (uint8_t)cols, .rows = MAP_ROWS};
    while (!make_fill(m, map_tiles, false, r, FILL_STEPS));
}

/* A map, and what is seen of it at the beginning. */
static void set_out(struct trail *t, enum deduce_technique wanted)
{
    struct quiz *q = t->q;
    struct map seen = {.cols = q->id.cols, .rows = MAP_ROWS};
    uint8_t start[MAP_SPACES];
    int starts;
    t->all_land = !needs_hidden(wanted) && (wanted >= DEDUCE_PAIR || rng_below(&t->rng, 2));
    t->crops = 2 + rng_below(&t->rng, 4);
    fill(&q->map[0], q->id.cols, &t->rng);
    starts = (int)(q->id.cols == MAP_COLS ? 5 + rng_below(&t->rng, 4) : 3 + rng_below(&t->rng, 2));
    if (t->all_land) starts /= 2;
    for (int k = 0; k < starts; k++) start[k] = (uint8_t)rng_below(&t->rng, (uint32_t)map_spaces(&seen));
    memset(q->tiles, 0, sizeof q->tiles);
    for (int i = 0; i < map_spaces(&seen); i++) q->tiles[q->map[0].terrain[i]]++;
    if (t->all_land) memcpy(seen.terrain, q->map[0].terrain, sizeof seen.terrain);
    for (int k = 0; k < starts; k++) {
        seen.terrain[start[k]] = q->map[0].terrain[start[k]];
        seen.crop[start[k]] = q->map[0].crop[start[k]];
    }
    unsigned spent = wanted == DEDUCE_SPENT ? 1 + rng_below(&t->rng, MAP_TERRAINS) : 0;
    for (int i = 0; i < map_spaces(&seen); i++)
        if (q->map[0].terrain[i] == spent) seen.terrain[i] = (uint8_t)spent;
    deduce_begin(&t->notes, &t->shape, &seen, q->tiles);
    t->skip = t->all_land ? 0 : q->id.cols == MAP_COLS ? LONG_SKIP : 0;
}

/* ---- puzzles ---- */

/* Shows all that the notes have decided. */
static void show(struct trail *t)
{
    const struct map *m = &t->q->map[0];
    t->q->shown = (struct map){.cols = m->cols, .rows = m->rows};
    for (int i = 0; i < map_spaces(m); i++) {
        if (t->notes.land >> i & 1) t->q->shown.terrain[i] = m->terrain[i];
        if (t->notes.sown >> i & 1) t->q->shown.crop[i] = m->crop[i];
    }
}

static int unknown(const struct trail *t)
{
    return (int)(bits_count(t->notes.all & ~t->notes.land) + bits_count(t->notes.all & ~t->notes.sown));
}

/* Is so much certain that anybody would find something? More will be as more is seen. */
static bool too_much(const struct trail *t, unsigned certain) { return 3 * (int)certain > 2 * unknown(t); }

enum attempt { NOTHING_YET, SIMPLER, GIVE_UP, TAKEN };

/* Sees what a step decides. */
static void learn_step(struct trail *t, const struct deduce_step *s)
{
    unsigned i;
    BITS_EACH(i, s->spaces) learn(t, i, s->what == DEDUCED_CROP);
}

/* Techniques that take long are not tried where nothing is certain: with all terrain known a search is sooner done. */
static bool hopeless(struct trail *t, enum deduce_technique wanted)
{
    if (!t->all_land || wanted < DEDUCE_SUPPOSE) return false;
    deduce_run(&t->notes, DEDUCE_ORDERS);
    show(t);
    return quiz_fits(t->q, &t->rng, SEARCH) && !t->q->open;
}

/* Is the position a puzzle about that? */
static enum attempt take(struct trail *t, enum deduce_technique wanted)
{
    struct deduce_step chain[DEDUCE_CHAIN];
    struct deduce_notes n = t->notes;
    struct quiz *q = t->q;
    deduce_run(&n, closing(wanted));
    unsigned decided = bits_count(n.land & ~t->notes.land) + bits_count(n.sown & ~t->notes.sown);
    if (!decided) return NOTHING_YET;
    if (too_much(t, decided)) return GIVE_UP;
    show(t);
    deduce_begin(&n, &t->shape, &q->shown, q->tiles);
    int steps = deduce_hint(&n, closing(wanted), chain);
    if (!steps) return NOTHING_YET;
    if (quiz_tag(chain, steps) != wanted) {
        learn_step(t, &chain[steps - 1]);
        return SIMPLER;
    }
    if (!quiz_fits(q, &t->rng, SEARCH)) {
        t->skip = SKIP;
        return NOTHING_YET;
    }
    if (too_much(t, q->open)) return GIVE_UP;
    GAME_ASSERT(q->open && q->maps > 0); /* something is certain: that is the puzzle */
    q->technique = (uint8_t)wanted;
    q->steps = (uint16_t)steps;
    q->rating = (uint16_t)quiz_rate(q, steps);
    return TAKEN;
}

/* Explores one map. */
static bool try_map(struct trail *t, enum deduce_technique wanted)
{
    enum attempt found;
    set_out(t, wanted);
    do {
        found = NOTHING_YET;
        if (t->skip > 0) {
            t->skip--;
            continue;
        }
        if (hopeless(t, wanted)) continue;
        deduce_run(&t->notes, below(wanted));
        found = take(t, wanted);
        if (!found && !t->skip && wanted >= DEDUCE_SHAPES && t->q->id.cols == MAP_COLS) t->skip = SLOW_SKIP;
    } while (found == SIMPLER || (found == NOTHING_YET && explore(t)));
    return found == TAKEN;
}

static void make_whole(struct quiz *q, struct rng *r)
{
    static const struct map none;
    struct deduce_step step[GRADE_STEPS];
    struct rating rating;
    uint8_t start[MAP_SPACES];
    int starts = make_map(&q->map[0], q->id.cols, (enum grade)q->id.what, r, start, NULL);
    q->shown = none;
    q->shown.cols = q->id.cols;
    q->shown.rows = MAP_ROWS;
    memcpy(q->shown.terrain, q->map[0].terrain, sizeof q->shown.terrain);
    for (int k = 0; k < starts; k++) q->shown.crop[start[k]] = q->map[0].crop[start[k]];
    q->steps = (uint16_t)grade_rate(&q->shown, &rating, step);
    q->technique = rating.hardest;
    q->maps = 1; /* there is no other, by SCN-5 */
    q->tries = 1;
    q->open = (uint8_t)(map_spaces(&q->shown) - starts);
    for (int i = 0; i < map_spaces(&q->shown); i++) {
        q->tiles[q->shown.terrain[i]]++;
        q->terrain[q->shown.terrain[i]] |= bit((unsigned)i);
        q->crop[q->map[0].crop[i]] |= bit((unsigned)i);
    }
    q->rating = (uint16_t)quiz_rate(q, rating.often);
}

void quiz_make(struct quiz *q, const struct quiz_id *id)
{
    struct trail t = {.q = q};
    memset(q, 0, sizeof *q);
    GAME_ASSERT(id->cols == 5 || id->cols == MAP_COLS);
    q->id = *id;
    t.rng = rng_fork(id->seed, (uint64_t)id->kind << 16 | (uint64_t)id->cols << 8 | id->what);
    if (id->kind == QUIZ_WHOLE) {
        make_whole(q, &t.rng);
        return;
    }
    map_shape(&t.shape, id->cols, MAP_ROWS);
    do q->tries++;
    while (!try_map(&t, (enum deduce_technique)id->what));
}
