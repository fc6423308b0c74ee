/* review.c -- see review.h.
 *
 * 1. now is the whole match after `at` events; nothing of it but redact() goes into a judgement.
 * 2. What master would do is chosen by playouts, and the best of many by the same playouts is overrated; so both
 *    ways are judged by fresh ones, with the same chance for both, and losses are added up as they are.
 * 3. play is the sum of -lost of all decisions that change the seat's own result; luck is what is left. */
#include "review.h"

#include "bot.h"

#include <string.h>

const char *const review_mark_names[REVIEW_MARKS] = {"", "inaccuracy", "mistake", "blunder"};

/* How a game is reviewed. The playouts' policy is weaker than master, who makes up for some of what was lost, and ends
 * with more points: both in proportion to what is to come. bench/bench_review.c finds these numbers and tests them. */
struct review_params {
    const char *game, *mode; /* mode: how its name begins; NULL: any other */
    int spaces;              /* of the board, at most; 0: any */
    uint32_t think;          /* playouts of master, if nothing is said */
    uint32_t playouts;       /* of both ways */
    uint32_t samples_single; /* of the only way */
    int32_t early, late;     /* percent of a difference in playouts that is real, at the start and at the end */
    int32_t second;          /* percent of a second opinion that is real */
    int32_t bias;            /* hundredths by which results are better than in playouts, at the start; 0 at the end */
    int32_t mark[REVIEW_MARKS]; /* hundredths from which on a loss gets each mark */
};
static const struct review_params params[] = {
    {"temple", "solo", 0, 400, 240, 100, 48, 100, 0, 305, {0, 50, 125, 250}},
    {"temple", "", 0, 400, 240, 100, 42, 100, 0, 318, {0, 50, 125, 250}},
    {"valley", "", 0, 40, 64, 32, 56, 100, 0, 490, {0, 100, 250, 500}},
    {"tiwanaku", "competitive", 25, 100, 96, 48, 73, 73, 33, 310, {0, 150, 300, 600}},
    {"tiwanaku", "competitive", 0, 100, 80, 40, 74, 74, 28, 140, {0, 150, 300, 600}},
    {"tiwanaku", "solo-easy", 25, 100, 80, 40, 75, 75, 74, 199, {0, 150, 300, 600}},
    {"tiwanaku", "solo-hard", 25, 100, 80, 40, 75, 75, 74, 436, {0, 150, 300, 600}},
    {"tiwanaku", "solo", 0, 100, 80, 40, 75, 75, 74, -400, {0, 150, 300, 600}},
    {"tiwanaku", "coop", 0, 100, 80, 40, 67, 67, 42, -600, {0, 150, 300, 600}},
    {NULL, "", 0, 30, 30, 30, 100, 100, 0, 0, {0, 100, 250, 500}},
};
enum { HINTING = 20000 }; /* steps of odds.h, for what was likely */

/* Spaces of a map; 0 of any other board. */
static int map_size(const struct head *h)
{
    return h->kind == &scenario_kind ? map_spaces(&scenario_of(&h->setup)->map) : 0;
}

static bool fits(const struct review_params *m, const struct head *h)
{
    const char *mode = h->game->modes[h->setup.mode].name;
    return strcmp(m->game, h->game->name) == 0 && strncmp(m->mode, mode, strlen(m->mode)) == 0 &&
           (!m->spaces || map_size(h) <= m->spaces);
}

static const struct review_params *params_of(const struct head *h)
{
    const struct review_params *m = params;
    while (m->game && !fits(m, h)) m++;
    return m;
}

uint32_t review_usual(const struct head *h) { return params_of(h)->think; }

int32_t review_scale(const struct head *h, int32_t left, bool exact)
{
    const struct review_params *m = params_of(h);
    return exact ? 100 : m->late + (m->early - m->late) * left / 1000;
}

/* ---- walking through the match ---- */

/* How many events from here on are one line of a record (record.h). */
static uint32_t line_length(const struct review *r)
{
    const struct review_event *e = &r->task.event[r->at];
    Move m[MAX_LINE_MOVES];
    struct out nothing = {0};
    uint32_t left = r->task.events - r->at, n = 0;
    if (e->seat != NATURE || r->game->mark(e->move) != '*') return 1;
    while (n < left && n < MAX_LINE_MOVES && e[n].seat == NATURE && r->game->mark(e[n].move) == '*') {
        m[n] = e[n].move;
        n++;
    }
    return (uint32_t)r->game->write((const struct state *)(const void *)&r->now, NATURE, m, (int)n, &nothing);
}

/* Makes the next event. */
static void advance(struct review *r)
{
    const struct review_event *e = &r->task.event[r->at];
    if (!r->in_line) {
        r->in_line = line_length(r);
        if (e->seat != NATURE || r->game->mark(e->move) == '*') r->step++;
    }
    r->game->apply(position_state(&r->now), e->seat, e->move);
    r->in_line--;
    r->at++;
}

static void restart(struct review *r)
{
    r->game->start(position_state(&r->now), &r->task.head->setup);
    r->at = r->until = r->step = r->in_line = 0;
}

static void take_view(struct review *r)
{
    memcpy(&r->view, &r->now, r->size);
    r->game->redact(position_state(&r->view), r->task.seat);
}

/* The next event is one of the seat: what it decides with it. False if there is no choice, or it is left open. */
static bool gather(struct review *r)
{
    struct review_way *made = &r->decision.made;
    struct state *s = position_state(&r->trial);
    int seat = r->task.seat;
    bool choice = false, open = true;
    memcpy(s, &r->view, r->size);
    made->moves = 0;
    r->decision.step = r->decision.last = r->step;
    for (r->until = r->at; open && r->until < r->task.events; r->until++) {
        const struct review_event *e = &r->task.event[r->until];
        if (e->seat == NATURE) break;
        r->decision.last++;
        if (e->seat != seat) continue;
        choice = choice || r->game->legal(s, seat, NULL) > 1;
        GAME_ASSERT(made->moves < REVIEW_MOVES);
        made->move[made->moves++] = e->move;
        if (r->game->sealed) r->game->apply(s, seat, e->move);
        open = r->game->sealed && seats_has(s->acting, seat);
    }
    return choice && !open;
}

/* Goes to the next decision of the seat; false at the end. */
static bool next_decision(struct review *r)
{
    for (; r->at < r->task.events; advance(r)) {
        if (r->task.event[r->at].seat != r->task.seat || r->at < r->until) continue;
        take_view(r);
        if (gather(r)) return true;
    }
    return false;
}

void review_begin(struct review *r, const struct review_task *task, void *scratch)
{
    memset(r, 0, sizeof *r);
    r->task = *task;
    GAME_ASSERT((uintptr_t)scratch % STATE_ALIGN == 0);
    r->scratch = scratch;
    r->game = task->head->game;
    r->size = r->game->size(&task->head->setup);
    r->has_hint = r->game == &tiwanaku_game;
    restart(r);
    while (next_decision(r)) {
        r->all++;
        advance(r);
    }
    r->over = position_state(&r->now)->phase == PHASE_OVER;
    if (r->over) r->result = judge_result(r->game, position_state(&r->now), task->seat);
    restart(r);
}

/* ---- judging ---- */

static int32_t mean(const int32_t *x, uint32_t n)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < n; i++) sum += x[i];
    return n ? (int32_t)(sum / (int64_t)n) : 0;
}

static uint32_t root(uint64_t x)
{
    uint64_t low = 0, high = UINT64_C(1) << 32;
    while (high - low > 1) {
        uint64_t middle = (low + high) / 2;
        if (middle * middle <= x) low = middle;
        else high = middle;
    }
    return (uint32_t)low;
}

/* 2.6 standard errors of the mean of a - b. */
static int32_t noise_of(const int32_t *a, const int32_t *b, uint32_t n)
{
    int64_t sum = 0, squares = 0;
    if (n < 2) return INT32_MAX / 400;
    for (uint32_t i = 0; i < n; i++) {
        int64_t d = a[i] - b[i];
        sum += d, squares += d * d;
    }
    int64_t spread = squares - sum * sum / n;
    return (int32_t)(26 * (int64_t)root((uint64_t)spread / ((uint64_t)n * (n - 1))) / 10);
}

/* By how much master does better than the playouts of the first way. */
static int32_t bias_of(const struct review *r)
{
    return r->answer.ends[0] ? 0 : params_of(r->task.head)->bias * r->answer.left / 1000;
}

/* The mean of the first way as master would make it; what was known before where nothing could be played out. */
static int32_t corrected(struct review *r)
{
    const struct judge_answer *a = &r->answer;
    if (a->playouts) r->known = mean(a->result[0], a->playouts) + bias_of(r);
    return r->known;
}

static void ask(struct review *r, struct judge_question *q)
{
    q->game = r->game;
    q->view = position_state(&r->view);
    q->size = r->size;
    q->seat = r->task.seat;
    q->seed = rng_fork(r->task.seed, 2 * (uint64_t)r->done + 1).x;
    judge_ways(q, r->scratch, &r->answer);
}

/* What the seat's result is expected to be if it goes this way now, and master plays on; as before where it cannot be said. */
static int32_t value_of_way(struct review *r, struct judge_way way)
{
    const struct review_params *m = params_of(r->task.head);
    struct judge_question q = {.whose = r->task.seat, .way = {way}, .ways = 1, .playouts = m->samples_single};
    ask(r, &q);
    return corrected(r);
}

/* Strong's way from this view, and where it leads in trial. */
static void think(struct review *r)
{
    struct review_decision *d = &r->decision;
    struct bot_budget budget = {.playouts = r->task.playouts ? r->task.playouts : review_usual(r->task.head)};
    struct rng rng = rng_fork(r->task.seed, 2 * (uint64_t)r->done);
    struct state *s = position_state(&r->trial);
    bool found = false;
    memcpy(s, &r->view, r->size);
    d->best.moves = 0;
    do {
        struct thought t = strong_bot.think(r->game, s, r->size, r->task.seat, &budget, &rng, r->scratch);
        bool made = false;
        for (int k = 0; k < d->made.moves; k++) made = made || d->made.move[k] == t.move;
        if (d->best.moves == 0 || (!made && !found)) d->why = t;
        found = found || !made;
        GAME_ASSERT(t.move != NO_MOVE && d->best.moves < REVIEW_MOVES);
        d->best.move[d->best.moves++] = t.move;
        if (r->game->sealed) r->game->apply(s, r->task.seat, t.move);
    } while (r->game->sealed && seats_has(s->acting, r->task.seat) && d->best.moves < REVIEW_MOVES);
}

/* Do both ways lead to the same? */
static bool is_same(struct review *r)
{
    const struct review_decision *d = &r->decision;
    struct state *s = position_state(&r->other);
    if (!r->game->sealed) return d->made.move[0] == d->best.move[0];
    memcpy(s, &r->view, r->size);
    for (int k = 0; k < d->made.moves; k++) r->game->apply(s, r->task.seat, d->made.move[k]);
    return memcmp(s, &r->trial, r->size) == 0;
}

/* Where the difference comes from: the largest few. */
static void find_items(struct review *r, int sign, int32_t scale)
{
    struct review_decision *d = &r->decision;
    d->items = 0;
    for (unsigned i = 0; i < JUDGE_ITEMS; i++) {
        int64_t sum = (r->answer.item[0][i] - r->answer.item[1][i]) * sign * scale / 100;
        int32_t points = (int32_t)(sum / (int64_t)r->answer.playouts), size = points < 0 ? -points : points;
        int at = d->items;
        for (; at > 0 && (d->item[at - 1].points < 0 ? -d->item[at - 1].points : d->item[at - 1].points) < size; at--)
            if (at < REVIEW_ITEMS) d->item[at] = d->item[at - 1];
        if (size < 5 || at >= REVIEW_ITEMS) continue;
        d->item[at].item = (uint8_t)i;
        d->item[at].points = points;
        if (d->items < REVIEW_ITEMS) d->items++;
    }
}

static void compare(struct review *r)
{
    struct review_decision *d = &r->decision;
    struct judge_question q = {.whose = d->whose,
                               .way = {{d->best.move, d->best.moves}, {d->made.move, d->made.moves}},
                               .ways = 2,
                               .playouts = params_of(r->task.head)->playouts};
    int sign = d->whose == r->task.seat ? 1 : -1;
    const struct judge_answer *a = &r->answer;
    ask(r, &q);
    if (!a->playouts) return;
    bool known = a->ends[1] && !a->ends[0]; /* no later play makes up for it: all that was to be expected is lost */
    int32_t scale = known ? 100 : review_scale(r->task.head, a->left, a->exact);
    d->left = a->left, d->exact = a->exact || known;
    d->lost = sign * (mean(a->result[0], a->playouts) - mean(a->result[1], a->playouts)) * scale / 100;
    if (known) d->lost += bias_of(r);
    d->noise = noise_of(a->result[0], a->result[1], a->playouts) * scale / 100;
    find_items(r, sign, scale);
}

/* What looks like a loss: does it to master's own playouts? */
static bool is_confirmed(struct review *r)
{
    const struct review_decision *d = &r->decision;
    const struct review_params *m = params_of(r->task.head);
    struct judge_question q = {.whose = d->whose,
                               .way = {{d->best.move, d->best.moves}, {d->made.move, d->made.moves}},
                               .ways = 2,
                               .playouts = m->samples_single,
                               .second = true};
    const struct judge_answer *a = &r->answer;
    if (!judge_has_second(r->game)) return true;
    ask(r, &q);
    int32_t agreed = (mean(a->result[0], a->playouts) - mean(a->result[1], a->playouts)) * m->second / 100;
    return 2 * agreed + d->lost - d->noise >=
           2 * m->mark[REVIEW_INACCURACY]; /* the less doubt, the less is asked for */
}

static void mark(struct review *r)
{
    struct review_decision *d = &r->decision;
    const int32_t *from = params_of(r->task.head)->mark;
    d->mark = REVIEW_FINE;
    if (d->lost <= d->noise || d->lost < from[REVIEW_INACCURACY] || !is_confirmed(r)) return;
    while (d->mark + 1 < REVIEW_MARKS && d->lost >= from[d->mark + 1]) d->mark++;
}

static void judge(struct review *r)
{
    struct review_decision *d = &r->decision;
    int seat = r->task.seat;
    d->whose = judge_whose(r->game, position_state(&r->view), seat);
    think(r);
    d->same = is_same(r);
    d->lost = d->noise = d->left = 0, d->items = 0;
    if (!d->same) compare(r);
    if (d->whose != seat) d->value = value_of_way(r, (struct judge_way){NULL, 0});
    else d->value = d->same ? value_of_way(r, (struct judge_way){d->made.move, d->made.moves}) : corrected(r);
    mark(r);
    if (r->has_hint) {
        const struct tiwanaku *t = (const struct tiwanaku *)(const void *)&r->view;
        struct rng rng = HINT_RNG;
        struct worlds_means means = {&rng, HINTING, r->scratch, HINT_SCRATCH};
        hint_take(&r->hint, t, seat, false, &means);
    }
}

static void add_up(struct review *r)
{
    const struct review_decision *d = &r->decision;
    r->same += d->same;
    r->marks[d->mark]++;
    if (d->mark) r->lost += d->lost;
    if (d->whose == r->task.seat) r->play -= d->lost;
}

static void finish(struct review *r)
{
    take_view(r);
    if (!r->over) r->result = value_of_way(r, (struct judge_way){NULL, 0});
    r->luck = r->result - r->expectation - r->play;
}

bool review_step(struct review *r)
{
    if (!r->begun) {
        take_view(r);
        r->expectation = value_of_way(r, (struct judge_way){NULL, 0});
        r->begun = true;
    }
    if (!next_decision(r)) {
        finish(r);
        return false;
    }
    judge(r);
    add_up(r);
    r->done++;
    advance(r);
    return true;
}

bool review_skip(struct review *r)
{
    r->begun = true;
    if (!next_decision(r)) return false;
    r->done++;
    advance(r);
    return true;
}
