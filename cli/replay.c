/* replay.c -- `tambo replay RECORD`: checks every line, prints the result, or the game in sentences. */
#include "cli.h"
#include "say.h"

#include <stdlib.h>
#include <string.h>

/* The line that is being read: an action or chance, and its facts. */
struct story {
    struct record *r;
    uint32_t line; /* its number, or 0: none yet */
    int seat;
    struct position before;
    Move move[DEED_MOVES];
    int moves;
    struct tale_room room;
    struct out *text;
};

static const char *name_seat(const void *ctx, int seat, bool begins, char buf[SAY_NAME])
{
    const struct name *name = &((const struct story *)ctx)->r->head.name[seat];
    if (!name->n) return say_seat(seat, begins, buf);
    snprintf(buf, SAY_NAME, "%.*s", (int)name->n, name->p);
    return buf;
}

static void add_tale(void *ctx, const struct tale *t)
{
    struct story *x = ctx;
    if (x->text->len) out_char(x->text, ' ');
    say_event(t, WATCHER, name_seat, x, x->text);
}

/* Prints what the line told, if it did. */
static void tell(struct story *x)
{
    const struct deed d = {.before = position_state(&x->before), .seat = x->seat, .move = x->move, .moves = x->moves};
    if (x->line) tale_each(x->r->head.game, d, x->r->size, &x->room, add_tale, x);
    if (x->text->len) file_print(x->text, stdout);
    x->text->len = 0;
    x->moves = 0;
}

static void on_move(void *ctx, const struct state *before, int seat, Move m)
{
    struct story *x = ctx;
    bool fact = seat == NATURE && x->r->head.game->mark(m) != '*';
    if (x->line != x->r->line && !fact) {
        tell(x);
        memcpy(x->before.raw, before, x->r->size);
        x->line = x->r->line;
        x->seat = seat;
    }
    if (x->moves < DEED_MOVES) x->move[x->moves++] = m;
}

static int run(int argc, char **argv)
{
    struct arg args[] = {{"story", true, NULL}, {NULL, false, NULL}};
    int words = args_parse(argc, argv, args);
    bool told = words > 0 && args[0].value;
    if (words < 0) return EXIT_USAGE;
    if (words != 1) return usage("usage: tambo replay [--story] RECORD");
    struct story *x = calloc(1, sizeof *x);
    if (!x) abort();
    x->r = file_record();
    x->text = file_out();
    if (told) {
        language_use_own();
        x->r->on_move = on_move;
        x->r->ctx = x;
    }
    int status = file_read_record(argv[1], x->r);
    if (told) {
        tell(x);
    } else if (status == EXIT_GOOD) {
        match_result(x->r->head.game, record_state(x->r), x->r->size, x->r->head.name, x->text);
        file_print(x->text, stdout);
    }
    free(x->text->p);
    free(x->text);
    free(x->r);
    free(x);
    return status;
}

const struct command replay_command = {
    .name = "replay",
    .about = "check a record and print its result",
    .help = "usage: tambo replay [--story] RECORD\n\n"
            "Checks every line of a record (- for standard input) and prints the result of the\n"
            "position reached, as one line of JSON. An invalid line is reported as\n"
            "FILE:LINE: message [rule id], with exit status 1.\n\n"
            "  --story     tell the game in sentences instead, in your language (LANG)\n",
    .run = run,
};
