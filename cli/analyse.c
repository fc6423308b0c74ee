/* analyse.c -- `tambo analyse RECORD`: a review of a seat's decisions (bots/review.h) as lines for people, or as JSON. */
#include "../bots/review.h"
#include "../bots/why.h"
#include "../core/bits.h"
#include "../server/base/must.h"
#include "cli.h"
#include "items.h"
#include "say.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct analysis {
    struct record *record;
    struct review_event *event; /* all moves of the record */
    uint32_t events;
    struct review_task task;
    struct review *review;
    bool json;
    struct out *line;
};

static const struct game *game(const struct analysis *a) { return a->record->head.game; }

static void write_way(struct analysis *a, const struct review_way *w)
{
    for (int k = 0; k < w->moves; k++) {
        if (k) out_str(a->line, ", ");
        review_write_move(a->review, w, k, a->line);
    }
}

/* `-1.2` */
static void write_points(struct out *o, int32_t hundredths)
{
    char number[32];
    int tenths = (abs(hundredths) + 5) / 10;
    snprintf(number, sizeof number, "%s%d.%d", hundredths < 0 && tenths ? "-" : "", tenths / 10, tenths % 10);
    out_str(o, number);
}

/* `8.4 lost, a blunder; master: offer 1 2 3 4 5 (...)` */
static void write_verdict(struct analysis *a, const struct review_decision *d)
{
    struct out *o = a->line;
    if (d->same) {
        out_str(o, "as master");
        return;
    }
    if (d->mark) {
        write_points(o, d->lost);
        out_str(o, d->mark == REVIEW_INACCURACY ? " lost, an " : " lost, a ");
        out_str(o, review_mark_names[d->mark]);
    } else {
        out_str(o, "as good");
    }
    out_str(o, "; master: ");
    write_way(a, &d->best);
}

static void write_reason(struct analysis *a, const struct review_decision *d)
{
    char why[256];
    struct out *o = a->line, reason = {.p = why, .size = sizeof why};
    struct tale tale;
    why_tell(&d->why, game(a), position_state(&a->review->view), &tale);
    say_tale(&tale, WATCHER, NULL, NULL, &reason);
    if (!reason.len) return;
    out_str(o, " (");
    out_bytes(o, why, reason.len < sizeof why ? reason.len : sizeof why);
    out_char(o, ')');
}

/* Where what was lost would have come from. */
static void write_items(struct analysis *a, const struct review_decision *d)
{
    struct out *o = a->line;
    if (!d->mark || !d->items) return;
    out_str(o, "        of it ");
    for (int i = 0; i < d->items; i++) {
        if (i) out_str(o, ", ");
        write_points(o, d->item[i].points);
        out_str(o, " by ");
        out_str(o, judge_items[d->item[i].item].text);
    }
    file_print(o, stdout);
}

static void write_text(struct analysis *a)
{
    enum { COLUMN = 40 };
    const struct review_decision *d = &a->review->decision;
    const struct state *s = position_state(&a->review->view);
    struct out *o = a->line;
    out_str(o, game(a)->round);
    out_char(o, ' ');
    out_int(o, s->round + a->review->has_hint); /* as review_show.c */
    out_str(o, ": ");
    write_way(a, &d->made);
    do out_char(o, ' ');
    while (o->len < COLUMN);
    write_verdict(a, d);
    write_reason(a, d);
    file_print(o, stdout);
    write_items(a, d);
}

/* In percent; 100 is kept for what is certain. */
static double chance(uint32_t n)
{
    double percent = 100.0 * n / POSTERIOR_WHOLE;
    return percent > 99 ? 99 : percent;
}

/* Tiwanaku: what was certain or likely for the seat's pawns, and how likely a guess was. */
static void write_known(struct analysis *a)
{
    const struct hint *h = &a->review->hint;
    struct out *o = a->line;
    const struct state *s = position_state(&a->review->view);
    Move made = a->review->decision.made.move[0];
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
    n = 0;
    BITS_EACH(i, h->fair & h->own)
    {
        out_str(o, n++ ? ", " : "        certain then, as every map is fair: ");
        game(a)->space(s, i, o);
        out_char(o, ' ');
        out_uint(o, h->crop[i]);
    }
    if (n) file_print(o, stdout);
    const char *about = h->chances.exact ? "" : "about ";
    if (tiw_verb(made) == DIVINE) {
        if (!((h->certain | h->fair) >> space & 1) && h->chances.found)
            printf("        the guess had a chance of %s%.0f %%\n", about, chance(h->chances.crop[space][tiw_a(made)]));
    } else if (h->guesses && h->own >> h->guess[0].space & 1 && 2 * h->guess[0].chance > POSTERIOR_WHOLE) {
        out_str(o, "        likely then: ");
        game(a)->space(s, h->guess[0].space, o);
        fwrite(o->p, 1, o->len, stdout);
        o->len = 0;
        printf(" %u with %s%.0f %%\n", h->guess[0].crop, about, chance(h->guess[0].chance));
    }
}

static void keep(void *ctx, const struct state *before, int seat, Move made)
{
    struct analysis *a = ctx;
    (void)before;
    GAME_ASSERT(a->events < REVIEW_EVENTS);
    a->event[a->events++] = (struct review_event){made, seat, 0};
}

static void print(struct analysis *a)
{
    fwrite(a->line->p, 1, a->line->len, stdout);
    a->line->len = 0;
}

static void begin(struct analysis *a)
{
    struct name name = a->record->head.name[a->task.seat];
    struct out *o = a->line;
    if (a->json) {
        out_char(o, '{');
        review_show_head(a->review, o);
        out_str(o, ",\"decisions\":[");
        print(a);
        return;
    }
    out_str(o, game(a)->title);
    out_str(o, ", seat ");
    out_int(o, a->task.seat + 1);
    if (name.p) out_str(o, ", ");
    if (name.p) out_bytes(o, name.p, name.n);
    file_print(o, stdout);
}

static void decide(struct analysis *a)
{
    struct review *r = a->review;
    if (a->json) {
        out_str(a->line, r->done > 1 ? ",\n" : "\n");
        review_show_decision(r, a->line);
        print(a);
    } else {
        write_text(a);
        if (r->has_hint) write_known(a);
        fflush(stdout);
    }
    if (isatty(2) && !isatty(1)) fprintf(stderr, "\r%u of %u decisions", r->done, r->all);
}

static void end(struct analysis *a)
{
    struct review *r = a->review;
    const struct state *s = record_state(a->record);
    struct out *o = a->line;
    if (isatty(2) && !isatty(1)) fputc('\n', stderr);
    if (a->json) {
        out_char(o, ']');
        review_show_end(r, o);
        out_char(o, '}');
        file_print(o, stdout);
        return;
    }
    items_print(game(a), s, match_row(game(a), s, a->task.seat), "        what the sheet is worth:");
    printf("%u decision%s, %u as master; ", r->done, r->done == 1 ? "" : "s", r->same);
    write_points(o, r->lost);
    out_str(o, " points lost");
    file_print(o, stdout);
    out_str(o, r->over ? "result " : "result so far, and what was to be expected: ");
    write_points(o, r->result);
    out_str(o, judge_ahead(game(a)) ? " ahead, expected at the start " : ", expected at the start ");
    write_points(o, r->expectation);
    out_str(o, ": luck ");
    write_points(o, r->luck);
    out_str(o, ", play ");
    write_points(o, r->play);
    file_print(o, stdout);
}

/* Nothing is printed of a record that is not good. */
static int analyse(struct analysis *a, const char *path)
{
    a->record->on_move = keep;
    a->record->ctx = a;
    int status = file_read_record(path, a->record);
    if (status) return status;
    int players = record_state(a->record)->players;
    if (a->task.seat >= players && players == 1) return usage("--seat: there is only seat 1");
    if (a->task.seat >= players) return usage("--seat: expected 1 to %d", players);
    a->task.head = &a->record->head;
    a->task.event = a->event;
    a->task.events = a->events;
    void *scratch = must(aligned_alloc(STATE_ALIGN, REVIEW_SCRATCH));
    review_begin(a->review, &a->task, scratch);
    begin(a);
    while (review_step(a->review)) decide(a);
    end(a);
    free(scratch);
    return 0;
}

static int run(int argc, char **argv)
{
    struct arg args[] = {{"seat", false, NULL},
                         {"json", true, NULL},
                         {"playouts", false, NULL},
                         {"seed", false, NULL},
                         {NULL, false, NULL}};
    uint64_t seat = 1, playouts = 0, seed = 1;
    int words = args_parse(argc, argv, args);
    if (words < 0) return EXIT_USAGE;
    if (words != 1) return usage("usage: tambo analyse RECORD [--seat N] [--playouts N] [--seed N] [--json]");
    if (args[0].value && !args_number("seat", args[0].value, 1, MAX_SEATS, &seat)) return EXIT_USAGE;
    if (args[2].value && !args_number("playouts", args[2].value, 1, 100000000, &playouts)) return EXIT_USAGE;
    if (args[3].value && !args_number("seed", args[3].value, 0, UINT64_MAX, &seed)) return EXIT_USAGE;
    struct analysis a = {.record = file_record(), .line = file_out(), .json = args[1].value != NULL};
    a.event = must(calloc(REVIEW_EVENTS, sizeof *a.event));
    a.review = must(calloc(1, sizeof *a.review));
    a.task.seat = (int)seat - 1;
    a.task.playouts = (uint32_t)playouts;
    a.task.seed = seed;
    int status = analyse(&a, argv[1]);
    free(a.line->p);
    free(a.line);
    free(a.event);
    free(a.review);
    free(a.record);
    return status;
}

const struct command analyse_command = {
    .name = "analyse",
    .about = "what the master bot would have done in a game",
    .help = "usage: tambo analyse RECORD [--seat N] [--playouts N] [--seed N] [--json]\n\n"
            "Goes through the decisions of a seat (1 by default) in a record and says for each what\n"
            "the master bot would have done and why, and how many points the difference is worth on\n"
            "average, judged from what the seat could know then; in Tiwanaku also what was certain\n"
            "or likely. Where only one thing is possible nothing is said. At the end: what the seat's\n"
            "sheet is worth, and what for; what was to be expected at the start, and how much of the\n"
            "difference was luck (dice, map, what others did) and how much play.\n\n"
            "Values come from games played out at random, both ways with the same chance. What is\n"
            "lost gets a mark (inaccuracy, mistake, blunder: from 0.5, 1.25 and 2.5 points in Temple,\n"
            "1, 2.5 and 5 in Valley, 1.5, 3 and 6 in Tiwanaku) only if it is larger than its 99 percent\n"
            "interval; otherwise the action is `as good`, as far as one can tell. In Tiwanaku points\n"
            "are those ahead of the best other.\n\n"
            "  --playouts  how long the bot thinks about each\n"
            "  --seed      where chance begins, 1 by default: the same seed says the same\n"
            "  --json      the same as JSON (docs/review.md); points are in hundredths\n",
    .run = run,
};
