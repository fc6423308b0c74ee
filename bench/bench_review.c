/* bench_review.c -- how true bots/review.h is. Not part of `make bench`: it takes minutes.
 *
 * usage: bench_review truth TABLE LEVEL GAMES SEED    stated and real loss, luck, time
 *        bench_review pairs TABLE LEVEL GAMES SEED    a line for some decisions: game, step, what is to come, stated, noise, real
 *        bench_review planted TABLE GAMES SEED        are blunders found that were planted?
 *        bench_review waits TABLE GAMES SEED TURNS    turns without use, by who is alone: stated and real loss, luck
 *        bench_review                                 the tables and levels there are
 *
 * truth: seat 1 is of the level, all others are `casual`. What its games cost by the review is compared with what master, with as many
 * playouts as the review gives it, makes in the same seat with the same chance: the losses of all decisions, each followed by master's
 * play, add up to that difference. Intervals hold in 95 % of cases. Alarms: marks in a game, of any kind and from mistake on.
 * planted: in games of master now and then something at random is done instead; if that costs 5 points or more by
 * 10,000 playouts the review of that decision, with other chance, should mark it.
 * waits: master goes to and fro for so many turns in a row, at most, once, beginning with his tenth action at the soonest, while a pawn could
 * find something. Real: what he makes without that in the same game, more. 20 such turns end the exploring (SOL-11). */
#include "../bots/bot.h"
#include "../bots/review.h"
#include "../games/tiwanaku.h"
#include "../puzzle/make.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s does not hold\n", file, line, what);
    abort();
}

static const struct table {
    const char *name, *game, *mode, *board; /* board: a sheet, or columns of a map */
    int players;
} tables[] = {
    {"temple-solo", "temple", "solo", "a", 1},
    {"temple-2", "temple", "multi", "a", 2},
    {"valley-solo", "valley", "solo", "a", 1},
    {"valley-2", "valley", "multi", "a", 2},
    {"tiwanaku-tiny", "tiwanaku", "competitive", "5", 2},
    {"tiwanaku-long", "tiwanaku", "competitive", "9", 2},
    {"tiwanaku-solo", "tiwanaku", "solo-hard", "9", 1},
    {"tiwanaku-easy", "tiwanaku", "solo-easy", "5", 1},
    {"tiwanaku-hard", "tiwanaku", "solo-hard", "5", 1},
    {"tiwanaku-coop", "tiwanaku", "coop-normal", "9", 2},
};
enum { TABLES = sizeof tables / sizeof *tables };

static _Alignas(STATE_ALIGN) char scratch[REVIEW_SCRATCH + BOT_SCRATCH];
static struct review_event event[REVIEW_EVENTS];
static uint32_t events;
static struct head head;
static struct position pos, spare;
static struct review review;

/* ---- games ---- */

static void keep(void *ctx, const struct state *s, Move m)
{
    (void)ctx, (void)s;
    event[events++] = (struct review_event){m, NATURE, 0};
}

static void act(struct state *s, int seat, Move m)
{
    event[events++] = (struct review_event){m, seat, 0};
    head.game->apply(s, seat, m);
}

static void set_up(const struct table *t, uint64_t seed, uint64_t number)
{
    memset(&head, 0, sizeof head);
    head.game = game_find(t->game, strlen(t->game));
    head.kind = head.game->board;
    while (strcmp(head.game->modes[head.setup.mode].name, t->mode) != 0) head.setup.mode++;
    head.setup.players = (uint8_t)t->players;
    setup_new(&head.setup, head.game);
    if (head.kind == &scenario_kind)
        scenario_make(scenario_in(&head.setup.board), atoi(t->board), (enum grade)(number % GRADES),
                      seed * 1000003 + number);
    else head.kind->builtin(&head.setup.board, t->game, t->board, strlen(t->board));
    if (head.game->refuse(&head.setup)) abort();
}

static uint32_t budget_of(const struct bot *b) { return b == &strong_bot ? review_usual(&head) : 0; }

/* Plays a game, `first` in seat 1; keeps its events and gives the result of that seat. */
static double play(const struct bot *first, uint64_t seed, uint64_t number)
{
    const struct game *g = head.game;
    struct state *s = position_state(&pos);
    struct rng dice = rng_fork(seed, number), bot[MAX_SEATS];
    for (int i = 0; i < head.setup.players; i++) bot[i] = rng_fork(rng_next(&dice), (uint64_t)i);
    events = 0;
    g->start(s, &head.setup);
    while (s->phase != PHASE_OVER) {
        Move m[MAX_LINE_MOVES];
        if (s->phase == PHASE_CHANCE) {
            int n = g->draw(s, &dice, m);
            for (int i = 0; i < n; i++) act(s, NATURE, m[i]);
        } else {
            int seat = 0;
            while (!seats_has(s->acting, seat)) seat++;
            const struct bot *b = seat ? &normal_bot : first;
            struct bot_budget few = {.playouts = budget_of(b)};
            act(s, seat, bot_think(b, g, s, g->size(&head.setup), seat, &few, &bot[seat], scratch).move);
        }
        match_settle(g, s, keep, NULL);
    }
    return judge_result(g, s, 0) / 100.0;
}

static struct review_task task(uint64_t seed) { return (struct review_task){&head, event, events, 0, seed, 0}; }

/* ---- truth ---- */

struct sums {
    double n, x, y, xx, yy, xy;
};

static void add(struct sums *s, double x, double y)
{
    s->n++, s->x += x, s->y += y, s->xx += x * x, s->yy += y * y, s->xy += x * y;
}

static double mean_error(double n, double sum, double squares)
{
    return n > 1 ? 1.96 * sqrt((squares - sum * sum / n) / (n - 1) / n) : NAN;
}

/* The interval of x / y: of the mean of x - ratio * y, by the mean of y. */
static double ratio_error(const struct sums *s)
{
    double r = s->x / s->y, sum = s->x - r * s->y, squares = s->xx - 2 * r * s->xy + r * r * s->yy;
    return mean_error(s->n, sum, squares) / (s->y / s->n);
}

/* What playouts said, before it was made true. */
struct fit {
    double raw, early; /* points; times how much of the match was to come */
};

static void note(struct fit *f, const struct review_decision *d)
{
    double raw = d->whose ? 0 : d->lost / 100.0 / review_scale(&head, d->left, d->exact) * 100;
    f->raw += raw, f->early += raw * d->left / 1000;
}

static void truth(const struct table *t, const struct bot *level, int many, uint64_t seed)
{
    struct sums loss = {0}, luck = {0};
    struct fit fit = {0};
    double spent = 0, decisions = 0, same = 0;
    uint32_t marks[REVIEW_MARKS] = {0};
    for (int i = 0; i < many; i++) {
        set_up(t, seed, (uint64_t)i);
        double best = level == &strong_bot ? 0 : play(&strong_bot, seed, (uint64_t)i);
        double result = play(level, seed, (uint64_t)i);
        struct review_task what = task(seed + (uint64_t)i);
        clock_t from = clock();
        review_begin(&review, &what, scratch);
        while (review_step(&review)) note(&fit, &review.decision);
        spent += (double)(clock() - from) / CLOCKS_PER_SEC;
        add(&loss, -review.play / 100.0, level == &strong_bot ? 0 : best - result);
        add(&luck, review.luck / 100.0, review.expectation / 100.0);
        decisions += review.done, same += review.same;
        for (int k = 0; k < REVIEW_MARKS; k++) marks[k] += review.marks[k];
    }
    double n = many;
    printf("%-14s %-7s %4d games: stated %6.2f +- %.2f", t->name, level->name, many, loss.x / n,
           mean_error(n, loss.x, loss.xx));
    if (level != &strong_bot)
        printf(", real %6.2f +- %.2f, stated / real %.2f +- %.2f", loss.y / n, mean_error(n, loss.y, loss.yy),
               loss.x / loss.y, ratio_error(&loss));
    printf("; luck %.2f +- %.2f of %.2f; marks %.2f %.2f %.2f of %.1f, as strong %.0f %%; %.2f s a game\n", luck.x / n,
           mean_error(n, luck.x, luck.xx), luck.y / n, marks[1] / n, marks[2] / n, marks[3] / n, decisions / n,
           100 * same / decisions, spent / n);
    if (level != &strong_bot) printf("    scale that fits: %.0f\n", 100 - 100 * (fit.raw - loss.y) / fit.early);
    else printf("    bias that fits: %.0f more\n", 100 * luck.x / n);
    fflush(stdout);
}

/* ---- decision by decision ---- */

/* The result of seat 1 if it goes this way before event `at`, and master plays on in its seat. */
static double play_on(uint32_t at, const struct review_way *w, uint64_t seed)
{
    const struct game *g = head.game;
    struct state *s = position_state(&pos);
    struct rng dice = {seed}, bot[MAX_SEATS];
    for (int i = 0; i < head.setup.players; i++) bot[i] = rng_fork(rng_next(&dice), (uint64_t)i);
    g->start(s, &head.setup);
    for (uint32_t i = 0; i < at; i++) g->apply(s, event[i].seat, event[i].move);
    for (int i = 0; i < w->moves; i++) g->apply(s, 0, w->move[i]);
    match_settle(g, s, NULL, NULL);
    while (s->phase != PHASE_OVER) {
        Move m[MAX_LINE_MOVES];
        if (s->phase == PHASE_CHANCE) {
            int n = g->draw(s, &dice, m);
            for (int i = 0; i < n; i++) g->apply(s, NATURE, m[i]);
        } else {
            int seat = 0;
            while (!seats_has(s->acting, seat)) seat++;
            const struct bot *b = seat ? &normal_bot : &strong_bot;
            struct bot_budget few = {.playouts = budget_of(b)};
            g->apply(s, seat, bot_think(b, g, s, g->size(&head.setup), seat, &few, &bot[seat], scratch).move);
        }
        match_settle(g, s, NULL, NULL);
    }
    return judge_result(g, s, 0) / 100.0;
}

/* Decisions that differ from master's, one in so many: a line for each. */
static void pairs(const struct table *t, const struct bot *level, int many, uint64_t seed)
{
    enum { ONE_IN = 2, TIMES = 4 };
    for (int i = 0; i < many; i++) {
        struct rng r = rng_fork(seed + 3, (uint64_t)i);
        set_up(t, seed, (uint64_t)i);
        play(level, seed, (uint64_t)i);
        struct review_task what = task(seed + (uint64_t)i);
        review_begin(&review, &what, scratch);
        for (;;) {
            if (rng_below(&r, ONE_IN)) {
                if (!review_skip(&review)) break;
                continue;
            }
            if (!review_step(&review)) break;
            const struct review_decision d = review.decision;
            if (d.same || d.whose) continue;
            double sum = 0;
            for (uint64_t k = 0; k < TIMES; k++) {
                uint64_t chance = rng_fork(seed + 4, (uint64_t)i * 100000 + d.step * 100 + k).x;
                sum += play_on(review.at - 1, &d.best, chance) - play_on(review.at - 1, &d.made, chance);
            }
            printf("%s %s %d %u %d %d %d %d\n", t->name, level->name, i, d.step, d.left, d.lost, d.noise,
                   (int)lround(sum * 100 / TIMES));
            fflush(stdout);
        }
    }
}

/* ---- planted blunders ---- */

/* Goes to the last decision of the events. */
static void go_to_last(uint64_t seed)
{
    struct review_task what = task(seed);
    review_begin(&review, &what, scratch);
    for (uint32_t k = 0; k + 1 < review.all; k++) review_skip(&review);
}

/* By 10,000 playouts, in points, made true as review.c does. */
static double loss_by_many(void)
{
    enum { EACH = 500, TIMES = 20 };
    static struct judge_answer a;
    const struct review_decision *d = &review.decision;
    double sum = 0;
    for (int k = 0; k < TIMES; k++) {
        struct judge_question q = {head.game,
                                   position_state(&review.view),
                                   review.size,
                                   0,
                                   d->whose,
                                   {{d->best.move, d->best.moves}, {d->made.move, d->made.moves}},
                                   2,
                                   EACH,
                                   UINT64_C(0x5eed) + (uint64_t)k,
                                   false};
        judge_ways(&q, scratch, &a);
        for (uint32_t i = 0; i < a.playouts; i++) sum += a.result[0][i] - a.result[1][i];
    }
    return sum / 100 / EACH / TIMES * (d->whose ? -1 : 1) * review_scale(&head, d->left, d->exact) / 100;
}

/* Does something at random for seat 1 from the position before event `at` on, and ends the events there. */
static void plant(uint32_t at, struct rng *r)
{
    const struct game *g = head.game;
    struct state *s = position_state(&spare);
    g->start(s, &head.setup);
    for (uint32_t i = 0; i < at; i++) g->apply(s, event[i].seat, event[i].move);
    events = at;
    do act(s, 0, g->nth(s, 0, rng_below(r, g->legal(s, 0, NULL))));
    while (g->sealed && seats_has(s->acting, 0));
    match_settle(g, s, keep, NULL);
}

static void planted(const struct table *t, int many, uint64_t seed)
{
    static struct review_event whole[REVIEW_EVENTS];
    int blunders = 0, found = 0, marked = 0, tried = 0;
    for (int i = 0; i < many; i++) {
        struct rng r = rng_fork(seed + 1, (uint64_t)i);
        set_up(t, seed, (uint64_t)i);
        play(&strong_bot, seed, (uint64_t)i);
        uint32_t all = events;
        memcpy(whole, event, sizeof whole);
        for (uint32_t at = 0; at < all; at++) {
            if (whole[at].seat != 0 || (at && whole[at - 1].seat == 0) || rng_below(&r, 4)) continue;
            memcpy(event, whole, sizeof whole);
            plant(at, &r);
            go_to_last(seed + 2);
            if (!review_step(&review) || review.decision.same) continue;
            tried++;
            struct review_decision d = review.decision;
            if (loss_by_many() < 5) continue;
            blunders++, marked += d.mark > REVIEW_FINE, found += d.mark >= REVIEW_MISTAKE;
        }
    }
    printf("%-14s %d of %d planted are blunders of 5 points or more: %d called mistake or blunder (%.1f %%), %d marked "
           "(%.1f %%)\n",
           t->name, blunders, tried, found, 100.0 * found / blunders, marked, 100.0 * marked / blunders);
}

/* ---- turns without use ---- */

/* Does a pawn walk to where it places nothing, and sends no Otoma pawn (SOL-5)? */
static bool is_empty(const struct tiwanaku *t, Move m)
{
    unsigned to = tiw_to(m);
    if (t->step != STEP_ACT || tiw_verb(m) != MOVE || !(t->placed & bit(to))) return false;
    return t->planted & bit(to) || (t->mode == SOLO_EASY && !tile_colour(t->tile[to] - 1u));
}

/* An empty move, if a pawn could find something instead. */
static Move to_and_fro(const struct tiwanaku *t)
{
    static Move m[1024];
    Move empty = NO_MOVE;
    bool could = false;
    uint32_t n = tiwanaku_game.legal(&t->head, 0, m);
    for (uint32_t k = 0; k < n; k++) {
        could = could || (tiw_verb(m[k]) == MOVE && !(t->placed & bit(tiw_to(m[k]))));
        if (is_empty(t, m[k])) empty = m[k];
    }
    return could ? empty : NO_MOVE;
}

/* As play() of master, but for so many turns; how many there were is left in *turns. */
static double play_waiting(uint64_t seed, uint64_t number, int *turns)
{
    const struct game *g = head.game;
    struct state *s = position_state(&pos);
    struct rng dice = rng_fork(seed, number), bot = rng_fork(rng_next(&dice), 0);
    struct bot_budget few = {.playouts = budget_of(&strong_bot)};
    int left = *turns, actions = 0;
    events = 0;
    g->start(s, &head.setup);
    while (s->phase != PHASE_OVER) {
        Move m[MAX_LINE_MOVES];
        if (s->phase == PHASE_CHANCE) {
            int n = g->draw(s, &dice, m);
            for (int i = 0; i < n; i++) act(s, NATURE, m[i]);
        } else {
            bool waits = ++actions >= 10 && left;
            Move empty = waits ? to_and_fro((const struct tiwanaku *)(const void *)s) : NO_MOVE;
            if (empty == NO_MOVE)
                empty = bot_think(&strong_bot, g, s, g->size(&head.setup), 0, &few, &bot, scratch).move;
            else left--;
            act(s, 0, empty);
        }
        match_settle(g, s, keep, NULL);
    }
    *turns -= left;
    return judge_result(g, s, 0) / 100.0;
}

static void waits(const struct table *t, int many, uint64_t seed, int most)
{
    struct sums loss = {0}, luck = {0};
    double all = 0, turns = 0, marks = 0;
    for (int i = 0; i < many; i++) {
        int made = most;
        set_up(t, seed, (uint64_t)i);
        double best = play(&strong_bot, seed, (uint64_t)i), result = play_waiting(seed, (uint64_t)i, &made);
        if (!made) continue;
        struct review_task what = task(seed + (uint64_t)i);
        double lost = 0;
        review_begin(&review, &what, scratch);
        while (review_step(&review)) {
            const struct review_decision *d = &review.decision;
            if (!is_empty((const struct tiwanaku *)(const void *)&review.view, d->made.move[0])) continue;
            lost += d->lost / 100.0, marks += d->mark > REVIEW_FINE;
        }
        add(&loss, lost, best - result);
        add(&luck, review.luck / 100.0, review.expectation / 100.0);
        all -= review.play / 100.0, turns += made;
    }
    double n = loss.n;
    printf("%-14s %4.0f games, %4.1f turns: stated %6.2f +- %.2f of %.2f, real %6.2f +- %.2f; luck %.2f +- %.2f of "
           "%.2f; marks %.2f\n",
           t->name, n, turns / n, loss.x / n, mean_error(n, loss.x, loss.xx), all / n, loss.y / n,
           mean_error(n, loss.y, loss.yy), luck.x / n, mean_error(n, luck.x, luck.xx), luck.y / n, marks / n);
}

int main(int argc, char **argv)
{
    const struct table *t = NULL;
    for (int i = 0; i < TABLES; i++)
        if (argc > 2 && strcmp(argv[2], tables[i].name) == 0) t = &tables[i];
    const struct bot *level = argc == 6 ? bot_find(argv[3], strlen(argv[3])) : NULL;
    if (t && level && strcmp(argv[1], "truth") == 0) truth(t, level, atoi(argv[4]), strtoull(argv[5], NULL, 10));
    else if (t && level && strcmp(argv[1], "pairs") == 0) pairs(t, level, atoi(argv[4]), strtoull(argv[5], NULL, 10));
    else if (t && argc == 5 && strcmp(argv[1], "planted") == 0) planted(t, atoi(argv[3]), strtoull(argv[4], NULL, 10));
    else if (t && argc == 6 && strcmp(argv[1], "waits") == 0 && strcmp(t->game, "tiwanaku") == 0 && t->players == 1)
        waits(t, atoi(argv[3]), strtoull(argv[4], NULL, 10), atoi(argv[5]));
    else {
        for (int i = 0; i < TABLES; i++) puts(tables[i].name);
        for (int i = 0; bots[i]; i++) puts(bots[i]->name);
    }
    return 0;
}
