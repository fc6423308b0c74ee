/* analyse.c -- `tambo analyse RECORD`: what the strong bot would have done at each decision
 * of a seat, what the difference was worth, and in Tiwanaku what could be known. Everything
 * is judged from the seat's own view at that moment: hindsight does not count. */
#include "../bots/bot.h"
#include "../bots/judge.h"
#include "../bots/why.h"
#include "../core/bits.h"
#include "../games/tiwanaku_hint.h"
#include "../server/must.h"
#include "cli.h"
#include "figures.h"
#include "items.h"
#include "say.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THINK = 400, HINT = 20000 };
enum { JUDGE = 30, CLOSE = 90 }; /* playouts at most for each of two moves, and more if they are close */

struct analysis {
    struct record *record;
    int seat; /* from 0 */
    bool json;
    struct bot_budget budget;
    struct rng rng;
    void *room;
    struct position before; /* what the seat knew before the decision */
    struct hint hint;       /* Tiwanaku */
    void *hint_room;
    struct out *line;
    uint64_t all, decisions, same; /* all: that there will be */
    double lost;                   /* points */
};

static const struct game *game(const struct analysis *a) { return a->record->head.game; }
static bool has_map(const struct analysis *a) { return game(a) == &tiwanaku_game; }

/* `write 7 e3`, as in a record. */
static void write_move(const struct analysis *a, Move m, struct out *o)
{
    game(a)->write((const struct state *)(const void *)&a->before, a->seat, &m, 1, o);
}

static void write_text(struct analysis *a, const struct thought *best, Move made, double lost)
{
    enum { COLUMN = 40 };
    const struct state *s = position_state(&a->before);
    struct out *o = a->line;
    char why[256];
    struct out reason = {.p = why, .size = sizeof why};
    struct tale tale;
    out_str(o, game(a)->round);
    out_char(o, ' ');
    out_int(o, s->round + has_map(a)); /* turns are counted when they are over, rounds when they begin */
    out_str(o, ": ");
    write_move(a, made, o);
    do out_char(o, ' ');
    while (o->len < COLUMN);
    if (best->move == made) {
        out_str(o, "as strong");
    } else {
        char number[32];
        snprintf(number, sizeof number, lost < 0.05 ? "as good" : "%.1f lost", lost);
        out_str(o, number);
        out_str(o, "; strong: ");
        write_move(a, best->move, o);
    }
    why_tell(best, game(a), s, &tale);
    say_tale(&tale, WATCHER, NULL, NULL, &reason);
    if (reason.len) {
        out_str(o, " (");
        out_bytes(o, why, reason.len < sizeof why ? reason.len : sizeof why);
        out_char(o, ')');
    }
    file_print(o, stdout);
}

static void write_json(struct analysis *a, const struct thought *best, Move made, double lost)
{
    const struct state *s = position_state(&a->before);
    struct out *o = a->line;
    out_str(o, a->decisions > 1 ? ",\n{" : "\n{");
    out_key_int(o, "round", s->round + has_map(a));
    for (int k = 0; k < 2; k++) {
        char word[256];
        struct out text = {.p = word, .size = sizeof word};
        write_move(a, k ? best->move : made, &text);
        GAME_ASSERT(text.len <= text.size);
        out_key(o, k ? "strong" : "made");
        out_json(o, word, text.len);
    }
    why_show(best, game(a), s, o);
    out_key_int(o, "lost", (int64_t)(lost * 100 + 0.5)); /* hundredths */
    if (has_map(a)) {
        out_key(o, "hint");
        hint_show(&a->hint, (const struct tiwanaku *)(const void *)s, o);
    }
    out_char(o, '}');
    fwrite(o->p, 1, o->len, stdout);
    o->len = 0;
}

/* In percent; 100 is kept for what is certain. */
static double chance(const struct hint *h, uint64_t n)
{
    double percent = 100.0 * (double)n / (double)h->odds.total;
    return percent > 99 ? 99 : percent;
}

/* Tiwanaku: what was certain or likely for the seat's pawns, and how likely a guess was. */
static void write_known(struct analysis *a, Move made)
{
    const struct hint *h = &a->hint;
    struct out *o = a->line;
    const struct state *s = position_state(&a->before);
    unsigned i, space = tiw_from(made);
    int n = 0;
    unsigned step = ((const struct tiwanaku *)(const void *)s)->step;
    if (step != STEP_ACT && step != STEP_DIVINE && step != STEP_FINAL) return; /* nothing to divine now */
    BITS_EACH(i, h->certain & h->own)
    {
        out_str(o, n++ ? ", " : "        certain then: ");
        game(a)->space(s, i, o);
        out_char(o, ' ');
        out_uint(o, h->crop[i]);
    }
    if (n) file_print(o, stdout);
    const char *about = h->odds.exact ? "" : "about ";
    if (tiw_verb(made) == DIVINE) {
        if (!(h->certain >> space & 1) && h->odds.total)
            printf("        the guess had a chance of %s%.0f %%\n", about, chance(h, h->odds.crop[space][tiw_a(made)]));
    } else if (h->guesses && h->own >> h->guess[0].space & 1 && 2 * h->guess[0].chance > h->odds.total) {
        out_str(o, "        likely then: ");
        game(a)->space(s, h->guess[0].space, o);
        fwrite(o->p, 1, o->len, stdout);
        o->len = 0;
        printf(" %u with %s%.0f %%\n", h->guess[0].crop, about, chance(h, h->guess[0].chance));
    }
}

/* How much better one move did than the other in so many playouts. */
static void compare(struct analysis *a, const struct state *view, size_t size, const Move both[2], uint32_t playouts,
                    struct mean *ahead)
{
    int32_t result[2 * CLOSE];
    struct judge_question q = {game(a), view, size, a->seat, both, 2, playouts};
    judge_moves(&q, &a->rng, a->room, result);
    for (uint32_t i = 0; i < playouts; i++) figures_mean_add(ahead, result[i] - result[playouts + i]);
}

/* What is within the sampling error is no loss, or every decision would seem to cost a little. */
static double value_lost(struct analysis *a, const struct state *view, size_t size, Move best, Move made)
{
    Move both[2] = {best, made};
    struct mean ahead = {0, 0, 0};
    if (best == made) return 0;
    compare(a, view, size, both, a->budget.playouts < JUDGE ? a->budget.playouts : JUDGE, &ahead);
    double seen = figures_mean(&ahead) / figures_mean_interval(&ahead);
    if (seen > 0.5 && seen <= 1 && a->budget.playouts >= CLOSE) /* four times as many would decide it */
        compare(a, view, size, both, CLOSE, &ahead);
    return figures_mean(&ahead) > figures_mean_interval(&ahead) ? figures_mean(&ahead) : 0;
}

static bool decides(const struct analysis *a, const struct state *before, int seat)
{
    return seat == a->seat && game(a)->legal(before, seat, NULL) > 1;
}

static void count(void *ctx, const struct state *before, int seat, Move made)
{
    struct analysis *a = ctx;
    (void)made;
    a->all += decides(a, before, seat);
}

static void decide(void *ctx, const struct state *before, int seat, Move made)
{
    struct analysis *a = ctx;
    struct state *view = position_state(&a->before);
    size_t size = a->record->size;
    if (!decides(a, before, seat)) return;
    memcpy(view, before, size);
    game(a)->redact(view, seat);
    struct thought best = strong_bot.think(game(a), view, size, seat, &a->budget, &a->rng, a->room);
    double lost = value_lost(a, view, size, best.move, made);
    if (has_map(a))
        hint_take(&a->hint, (const struct tiwanaku *)(const void *)view, seat, a->hint_room, HINT_ROOM, &a->rng, HINT);
    a->decisions++;
    a->same += best.move == made;
    a->lost += lost;
    if (a->json) {
        write_json(a, &best, made, lost);
    } else {
        write_text(a, &best, made, lost);
        if (has_map(a)) write_known(a, made);
        fflush(stdout);
    }
    if (isatty(2) && !isatty(1))
        fprintf(stderr, "\r%llu of %llu decisions", (unsigned long long)a->decisions, (unsigned long long)a->all);
}

static void begin(struct analysis *a)
{
    struct name name = a->record->head.name[a->seat];
    struct out *o = a->line;
    if (a->json) {
        out_char(o, '{');
        out_key_str(o, "game", game(a)->name);
        out_key_int(o, "seat", a->seat + 1);
        out_key(o, "name");
        if (name.p) out_json(o, name.p, name.n);
        else out_str(o, "null");
        out_str(o, ",\"decisions\":[");
        fwrite(o->p, 1, o->len, stdout);
        o->len = 0;
    } else {
        out_str(o, game(a)->title);
        out_str(o, ", seat ");
        out_int(o, a->seat + 1);
        if (name.p) out_str(o, ", ");
        if (name.p) out_bytes(o, name.p, name.n);
        file_print(o, stdout);
    }
}

static void end(const struct analysis *a)
{
    unsigned long long n = a->decisions, same = a->same;
    const struct state *s = record_state(a->record);
    int row = match_row(game(a), s, a->seat);
    if (isatty(2) && !isatty(1)) fputc('\n', stderr);
    if (a->json) {
        printf("],\"count\":%llu,\"same\":%llu,\"lost\":%.0f,\"counted\":", n, same, a->lost * 100);
        match_items(game(a), s, row, a->line);
        out_char(a->line, '}');
        file_print(a->line, stdout);
        return;
    }
    items_print(game(a), s, row, "        what the sheet is worth:");
    printf("%llu decision%s, %llu as strong; %.1f points lost\n", n, n == 1 ? "" : "s", same, a->lost);
}

/* The record is read twice, first to see whether it is good: nothing is printed of one that
 * is not. */
static int analyse(struct analysis *a, const char *path)
{
    int status = file_keep(path);
    a->record->on_move = count;
    a->record->ctx = a;
    if (!status) status = file_read_record(path, a->record);
    if (status) return status;
    int players = record_state(a->record)->players;
    if (a->seat >= players && players == 1) return usage("--seat: there is only seat 1");
    if (a->seat >= players) return usage("--seat: expected 1 to %d", players);
    begin(a);
    a->record->on_move = decide;
    status = file_read_record(path, a->record);
    if (!status) end(a);
    return status;
}

static int run(int argc, char **argv)
{
    struct arg args[] = {{"seat", false, NULL}, {"json", true, NULL}, {"playouts", false, NULL}, {NULL, false, NULL}};
    uint64_t seat = 1, playouts = THINK;
    int words = args_parse(argc, argv, args);
    if (words < 0) return EXIT_USAGE;
    if (words != 1) return usage("usage: tambo analyse RECORD [--seat N] [--playouts N] [--json]");
    if (args[0].value && !args_number("seat", args[0].value, 1, MAX_SEATS, &seat)) return EXIT_USAGE;
    if (args[2].value && !args_number("playouts", args[2].value, 1, 100000000, &playouts)) return EXIT_USAGE;
    struct analysis *a = must(calloc(1, sizeof *a));
    a->room = must(aligned_alloc(STATE_ALIGN, JUDGE_ROOM));
    a->hint_room = must(aligned_alloc(8, HINT_ROOM));
    a->record = file_record();
    a->line = file_out();
    a->seat = (int)seat - 1;
    a->json = args[1].value != NULL;
    a->budget.playouts = (uint32_t)playouts;
    a->rng = (struct rng){1};
    int status = analyse(a, argv[1]);
    free(a->line->p);
    free(a->line);
    free(a->room);
    free(a->hint_room);
    free(a->record);
    free(a);
    return status;
}

const struct command analyse_command = {
    .name = "analyse",
    .about = "what the strong bot would have done in a game",
    .help = "usage: tambo analyse RECORD [--seat N] [--playouts N] [--json]\n\n"
            "Goes through the decisions of a seat (1 by default) in a record and says for each what\n"
            "the strong bot would have done and why, and how many points the difference is worth on\n"
            "average, judged from what the seat could know then; in Tiwanaku also what was certain\n"
            "or likely. Where only one thing is possible nothing is said. At the end: what the seat's\n"
            "sheet is worth, and what for.\n\n"
            "Values come from games played out at random, 30 for each of the two actions and 120\n"
            "where they are close. A difference counts as lost only if it is larger than its 95\n"
            "percent interval; otherwise the action is `as good`, as far as one can tell.\n\n"
            "  --playouts  how long the bot thinks about each, 400 by default\n"
            "  --json      the same as JSON; `lost` is in hundredths of a point\n",
    .run = run,
};
