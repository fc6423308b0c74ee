/* quiz.c -- names of puzzles, verdicts, reasons and ratings; see quiz.h. Nothing is made here: quiz_make.c. */
#include "quiz.h"

#include "../core/bits.h"
#include "../core/words.h"
#include "reason.h"

#include <string.h>

const char *const quiz_kinds[QUIZ_KINDS] = {"certain", "whole"};
const char *const quiz_verdicts[] = {"right", "uncertain", "impossible", "known"};

/* ---- ids ---- */

static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
enum { BASE = 36 };

void quiz_write(const struct quiz_id *id, struct out *o)
{
    char seed[16];
    int at = sizeof seed;
    uint64_t left = id->seed;
    GAME_ASSERT(id->kind < QUIZ_KINDS &&
                id->what < (id->kind == QUIZ_WHOLE ? (unsigned)GRADES : (unsigned)DEDUCE_TECHNIQUES));
    out_char(o, 'q');
    out_uint(o, QUIZ_VERSION);
    out_char(o, '-');
    out_str(o, quiz_kinds[id->kind]);
    out_str(o, id->cols == MAP_COLS ? "-long-" : "-tiny-");
    out_str(o, id->kind == QUIZ_WHOLE ? grade_names[id->what] : reason_table[id->what].key);
    out_char(o, '-');
    do seed[--at] = digits[left % BASE];
    while (left /= BASE);
    out_bytes(o, seed + at, sizeof seed - (size_t)at);
}

/* A field that ends with a `-` or with the text. */
static struct words next_field(struct words *w)
{
    const char *dash = memchr(w->at, '-', (size_t)(w->end - w->at));
    struct words field = {w->at, dash ? dash : w->end};
    w->at = dash ? dash + 1 : w->end;
    return field;
}

static bool is(struct words field, const char *word)
{
    size_t n = (size_t)(field.end - field.at);
    return n == strlen(word) && memcmp(field.at, word, n) == 0;
}

static bool read_what(struct quiz_id *id, struct words field)
{
    bool whole = id->kind == QUIZ_WHOLE; /* its grade; else a technique */
    unsigned k = whole ? (unsigned)GRADE_GENTLE : (unsigned)DEDUCE_LONE;
    unsigned end = whole ? (unsigned)GRADES : (unsigned)DEDUCE_TECHNIQUES;
    while (k < end && !is(field, whole ? grade_names[k] : reason_table[k].key)) k++;
    id->what = (uint8_t)k;
    return k < end && (whole || quiz_can((enum deduce_technique)k, id->cols));
}

static bool read_seed(struct quiz_id *id, struct words field)
{
    if (field.at == field.end || (*field.at == '0' && field.end - field.at > 1)) return false;
    for (const char *p = field.at; p < field.end; p++) {
        const char *digit = *p ? strchr(digits, *p) : NULL;
        if (!digit) return false;
        uint64_t d = (uint64_t)(digit - digits);
        if (id->seed > (UINT64_MAX - d) / BASE) return false;
        id->seed = id->seed * BASE + d;
    }
    return true;
}

const char *quiz_read(struct quiz_id *id, const char *text, size_t n)
{
    static const char bad[] = "Expected the id of a puzzle, like q1-certain-tiny-pair-42. [notation]";
    struct words w = words_of(text, n), version = next_field(&w), kind = next_field(&w), board = next_field(&w);
    memset(id, 0, sizeof *id);
    if (version.end - version.at < 2 || *version.at != 'q') return bad;
    version.at++;
    int number = words_number(&version, 9999);
    if (number < 1 || !words_done(&version)) return bad;
    if (number != QUIZ_VERSION) return "This puzzle was made by another version of Tambo. [notation]";
    while (id->kind < QUIZ_KINDS && !is(kind, quiz_kinds[id->kind])) id->kind++;
    if (id->kind == QUIZ_KINDS || (!is(board, "tiny") && !is(board, "long"))) return bad;
    id->cols = *board.at == 't' ? 5 : MAP_COLS;
    if (!read_what(id, next_field(&w)) || !read_seed(id, next_field(&w)) || w.at[-1] == '-' || w.at != w.end)
        return bad;
    return NULL;
}

/* ---- claims ---- */

const char *quiz_read_claim(struct quiz_claim *c, const struct quiz *q, const char *text, size_t n)
{
    static const char *const whats[] = {"terrain", "crop", NULL};
    struct words w = words_of(text, n);
    int col, row, what = -1, value = 0;
    if (words_place(&w, &col, &row)) what = words_pick(&w, whats);
    if (what >= 0) value = words_number(&w, what ? MAP_LEVELS : MAP_TERRAINS);
    if (value < 1 || !words_done(&w)) return "Expected a claim like `c3 crop 4` or `c3 terrain 2`. [notation]";
    if (col >= q->shown.cols || row >= q->shown.rows) return "There is no such space on this board. [notation]";
    *c = (struct quiz_claim){(uint8_t)(row * q->shown.cols + col), (uint8_t)value, what == 1};
    return NULL;
}

static unsigned claimed_on(const struct map *m, const struct quiz_claim *c)
{
    return c->crop ? m->crop[c->space] : m->terrain[c->space];
}

/* Values that are there on some map that fits: bit v. */
static unsigned possible(const struct quiz *q, const struct quiz_claim *c)
{
    unsigned can = 0;
    for (unsigned v = 1; v <= (c->crop ? MAP_LEVELS : MAP_TERRAINS); v++)
        can |= (unsigned)((c->crop ? q->crop[v] : q->terrain[v]) >> c->space & 1) << v;
    return can;
}

enum quiz_verdict quiz_judge(const struct quiz *q, const struct map *known, const struct quiz_claim *c)
{
    GAME_ASSERT(c->space < map_spaces(&q->shown) && c->value > 0 && c->value <= (c->crop ? MAP_LEVELS : MAP_TERRAINS));
    unsigned can = possible(q, c);
    if (!(can >> c->value & 1)) return QUIZ_IMPOSSIBLE;
    if (can & (can - 1)) return QUIZ_UNCERTAIN;
    return claimed_on(known, c) ? QUIZ_KNOWN : QUIZ_RIGHT;
}

static int apart(const struct map *a, const struct map *b)
{
    int n = 0;
    for (int i = 0; i < map_spaces(a); i++) n += (a->terrain[i] != b->terrain[i]) + (a->crop[i] != b->crop[i]);
    return n;
}

const struct map *quiz_counter(const struct quiz *q, const struct quiz_claim *c)
{
    const struct map *best = NULL;
    for (int k = 0; k < q->maps && q->id.kind != QUIZ_WHOLE; k++) {
        if (claimed_on(&q->map[k], c) == c->value) continue;
        if (!best || apart(&q->map[k], &q->map[0]) < apart(best, &q->map[0])) best = &q->map[k];
    }
    return best;
}

/* ---- reasons ---- */

enum { MOST_STEPS = 4 * DEDUCE_CHAIN };

static void begin(struct deduce_notes *n, struct map_shape *shape, const struct quiz *q, const struct map *known)
{
    GAME_ASSERT(known->cols == q->shown.cols && known->rows == q->shown.rows);
    map_shape(shape, known->cols, known->rows);
    deduce_begin(n, shape, known, q->tiles);
}

static bool decided(const struct deduce_notes *n, const struct quiz_claim *c)
{
    return (c->crop ? n->sown & n->crop[c->value] : n->land & n->terrain[c->value]) >> c->space & 1;
}

/* The simplest technique that suffices; DEDUCE_TECHNIQUES: none does. */
static unsigned simplest(const struct deduce_notes *start, const struct quiz_claim *c)
{
    struct deduce_notes n = *start;
    unsigned t = DEDUCE_NONE;
    while (!decided(&n, c) && ++t < DEDUCE_TECHNIQUES)
        if (!deduce_run(&n, (enum deduce_technique)t)) return DEDUCE_TECHNIQUES;
    return t;
}

int quiz_reason(const struct quiz *q, const struct map *known, const struct quiz_claim *c,
                struct deduce_step chain[DEDUCE_CHAIN])
{
    struct map_shape shape;
    struct deduce_notes start, n;
    struct deduce_step step[MOST_STEPS];
    int count = 0;
    begin(&start, &shape, q, known);
    if (decided(&start, c)) return 0;
    unsigned hardest = simplest(&start, c);
    if (hardest == DEDUCE_TECHNIQUES) return 0;
    for (n = start; !decided(&n, c); count++)
        if (count == MOST_STEPS || !deduce_next(&n, (enum deduce_technique)hardest, &step[count])) return 0;
    count = deduce_slice(&start, step, count, NULL);
    if (count > DEDUCE_CHAIN) return 0;
    memcpy(chain, step, (size_t)count * sizeof *step);
    return count;
}

/* Steps from a supposition to its clash; -1: there is none by these techniques. */
static int clash_steps(struct deduce_notes *n, enum deduce_technique hardest, struct deduce_step step[MOST_STEPS])
{
    struct deduce_notes start = *n;
    int count = 0;
    while (count < MOST_STEPS && deduce_next(n, hardest, &step[count])) count++;
    return n->clash ? deduce_slice(&start, step, count, n) : -1;
}

int quiz_refute(const struct quiz *q, const struct map *known, const struct quiz_claim *c,
                struct deduce_step chain[DEDUCE_CHAIN])
{
    static const uint8_t levels[] = {DEDUCE_POINT, DEDUCE_TWO};
    struct map_shape shape;
    struct deduce_notes start, n;
    struct deduce_step step[MOST_STEPS];
    int count = -1;
    begin(&start, &shape, q, known);
    for (unsigned k = 0; count < 0 && k < sizeof levels; k++) {
        n = start;
        if (c->crop) deduce_learn_crop(&n, bit(c->space), c->value);
        else deduce_learn_terrain(&n, c->space, c->value);
        count = clash_steps(&n, (enum deduce_technique)levels[k], step);
    }
    if (count < 0 || count >= DEDUCE_CHAIN) return 0;
    step[count++] = (struct deduce_step){.technique = DEDUCE_SUPPOSE,
                                         .what = c->crop ? DEDUCED_NOT_CROP : DEDUCED_NOT_TERRAIN,
                                         .values = (uint8_t)(1u << c->value),
                                         .clash = n.clash,
                                         .spaces = bit(c->space),
                                         .region = n.clash_with,
                                         .other = n.clash_at};
    memcpy(chain, step, (size_t)count * sizeof *step);
    return count;
}

void quiz_answer(const struct quiz *q, const struct map *known, const struct quiz_claim *c, struct quiz_answer *a)
{
    a->verdict = quiz_judge(q, known, c);
    a->counter = quiz_counter(q, c);
    a->steps = 0;
    if (a->verdict == QUIZ_RIGHT) a->steps = quiz_reason(q, known, c, a->chain);
    else if (a->verdict == QUIZ_IMPOSSIBLE) a->steps = quiz_refute(q, known, c, a->chain);
}

/* ---- ratings ---- */

/* Along the ladder, so that who can do one technique has the simpler ones behind. The gaps say how much more there is to
 * look at: small between those of one kind (one region and what is in it; where a terrain can be), larger where something new
 * is needed: a region that is not complete (join), crops that are nowhere yet but must be somewhere near (point, home), several
 * spaces at once (pair), all orders or shapes in one's head (orders, shapes, two), and supposing something. */
static const uint16_t bases[DEDUCE_TECHNIQUES] = {
    [DEDUCE_LONE] = 400,     [DEDUCE_LAST] = 460,    [DEDUCE_LARGE] = 540,   [DEDUCE_ONLY] = 620,
    [DEDUCE_PLACE] = 700,    [DEDUCE_SUPPLY] = 760,  [DEDUCE_SPENT] = 840,   [DEDUCE_LEFT] = 880,
    [DEDUCE_JOIN] = 980,     [DEDUCE_GROW] = 1060,   [DEDUCE_FULL] = 1140,   [DEDUCE_TWICE] = 1220,
    [DEDUCE_TOUCH] = 1300,   [DEDUCE_POINT] = 1400,  [DEDUCE_HOME] = 1480,   [DEDUCE_BOX] = 1540,
    [DEDUCE_CUT] = 1600,     [DEDUCE_ROOM] = 1680,   [DEDUCE_PAIR] = 1780,   [DEDUCE_HIDDEN] = 1860,
    [DEDUCE_TRIPLE] = 1940,  [DEDUCE_ORDERS] = 2040, [DEDUCE_SHAPES] = 2140, [DEDUCE_TWO] = 2240,
    [DEDUCE_SUPPOSE] = 2380, [DEDUCE_NESTED] = 2540,
};
enum { A_STEP = 15, STEPS_COUNTED = 8, LONG_BOARD = 60 }; /* a step more; a board with more to look at */

int quiz_base(enum deduce_technique t) { return bases[t]; }

int quiz_rate(const struct quiz *q, int often)
{
    int more = often - 1 < STEPS_COUNTED ? often - 1 : STEPS_COUNTED;
    return bases[q->technique] + A_STEP * more + (q->shown.cols == MAP_COLS ? LONG_BOARD : 0);
}

/* How likely the better one of two wins, in thousandths, each EXPECT_STEP of difference further: 1 / (1 + 10^(-d / 400)). */
static const uint16_t expect[] = {500, 571, 640, 703, 760, 808, 849, 882, 909, 930, 947, 959, 969, 977, 983, 987, 990};
enum { EXPECT_STEP = 50, EXPECT_LAST = sizeof expect / sizeof *expect - 1 };

static int expected(int difference)
{
    int d = difference < 0 ? -difference : difference, k = d / EXPECT_STEP, share;
    if (k >= EXPECT_LAST) share = expect[EXPECT_LAST];
    else share = expect[k] + (expect[k + 1] - expect[k]) * (d % EXPECT_STEP) / EXPECT_STEP;
    return difference < 0 ? 1000 - share : share;
}

static int within(int rating) { return rating < QUIZ_LEAST ? QUIZ_LEAST : rating > QUIZ_MOST ? QUIZ_MOST : rating; }

int quiz_rated(int player, int puzzle, bool right, int before)
{
    player = within(player), puzzle = within(puzzle);    /* pages keep them, and read them from files */
    int most = before < 10 ? 96 : before < 30 ? 48 : 24; /* soon where one belongs, then steady */
    int change = most * ((right ? 1000 : 0) - expected(player - puzzle)) / 1000;
    if (!change) change = right ? 1 : -1;
    return within(player + change);
}

/* ---- wishes ---- */

static enum grade grade_for(unsigned technique)
{
    enum grade g = GRADE_GENTLE;
    while (technique > grade_hardest[g]) g++;
    return g;
}

/* One of those whose puzzles are about that hard: the nearest, or as likely another within NEAR of it; 0: any of all. */
static unsigned pick_technique(int rating, int cols, struct rng *r)
{
    enum { NEAR = 100 };
    uint8_t list[DEDUCE_TECHNIQUES];
    int n = 0, least = QUIZ_MOST;
    for (int turn = 0; turn < 2; turn++)
        for (unsigned t = DEDUCE_LONE; t < DEDUCE_TECHNIQUES; t++) {
            int off = !rating                              ? 0
                      : bases[t] + LONG_BOARD / 2 > rating ? bases[t] + LONG_BOARD / 2 - rating
                                                           : rating - bases[t] - LONG_BOARD / 2;
            if (!quiz_can((enum deduce_technique)t, cols)) continue;
            if (turn == 0 && off < least) least = off;
            if (turn == 1 && off <= least + NEAR) list[n++] = (uint8_t)t;
        }
    return list[rng_below(r, (uint32_t)n)];
}

/* The technique of a key, 0 for `-`; -1: there is none. */
static int find_technique(struct words *w)
{
    if (words_take(w, "-")) return DEDUCE_NONE;
    for (int t = DEDUCE_LONE; t < DEDUCE_TECHNIQUES; t++)
        if (words_take(w, reason_table[t].key)) return t;
    return -1;
}

const char *quiz_read_wish(struct quiz_wish *wish, const char *text, size_t n)
{
    static const char *const boards[] = {"tiny", "long", NULL}, *const kinds[] = {"certain", "whole", NULL};
    struct words w = words_of(text, n);
    int kind = words_pick(&w, kinds), board = words_pick(&w, boards), technique = find_technique(&w);
    int rating = words_number(&w, QUIZ_MOST);
    if (kind < 0 || board < 0 || technique < 0 || rating < 0 || !words_done(&w))
        return "Expected the kind of a puzzle, a board, a technique and a rating. [notation]";
    *wish = (struct quiz_wish){(uint8_t)kind, board ? MAP_COLS : 5, (uint8_t)technique, rating};
    if (technique && kind == QUIZ_CERTAIN && !quiz_can((enum deduce_technique)technique, wish->cols))
        return "There are no puzzles of that technique. [notation]";
    return NULL;
}

struct quiz_id quiz_choose(const struct quiz_wish *w, uint64_t seed)
{
    struct rng r = rng_fork(seed, 0);
    struct quiz_id id = {w->kind, w->cols, w->technique, seed};
    if (!id.what) id.what = (uint8_t)pick_technique(w->rating, w->cols, &r);
    if (w->kind == QUIZ_WHOLE)
        id.what = (uint8_t)(w->technique || w->rating ? grade_for(id.what) : rng_below(&r, GRADES));
    return id;
}
