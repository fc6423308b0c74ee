/* legal.c -- `tambo legal RECORD [--seat N]`: all legal actions, as record lines. */
#include "../server/base/must.h"
#include "cli.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT = 48 }; /* the longest action: reveal jungle with five spaces */

static int compare(const void *a, const void *b) { return strcmp(a, b); }

static void print_seat(const struct game *g, const struct state *s, int seat)
{
    uint32_t n = g->legal(s, seat, NULL);
    Move *move = must(calloc(n + 1, sizeof *move));
    char(*text)[TEXT] = must(calloc(n + 1, TEXT));
    g->legal(s, seat, move);
    for (uint32_t i = 0; i < n; i++) {
        struct out o = {.p = text[i], .size = TEXT};
        g->write(s, seat, &move[i], 1, &o);
        GAME_ASSERT(out_end(&o));
    }
    qsort(text, n, TEXT, compare);
    for (uint32_t i = 0; i < n; i++) printf("%d %s\n", seat + 1, text[i]);
    free(move);
    free(text);
}

static int run(int argc, char **argv)
{
    struct arg args[] = {{"seat", false, NULL}, {NULL, false, NULL}};
    int words = args_parse(argc, argv, args);
    uint64_t seat = 0;
    if (words < 0) return EXIT_USAGE;
    if (words != 1) return usage("usage: tambo legal RECORD [--seat N]");
    struct record *r = file_record();
    int status = file_read_record(argv[1], r);
    if (status == EXIT_GOOD && args[0].value && !args_number("seat", args[0].value, 1, record_state(r)->players, &seat))
        status = EXIT_USAGE;
    for (int i = 0; status == EXIT_GOOD && i < record_state(r)->players; i++)
        if (seat == 0 || seat == (uint64_t)i + 1) print_seat(r->head.game, record_state(r), i);
    free(r);
    return status;
}

const struct command legal_command = {
    .name = "legal",
    .about = "list all legal actions after a record",
    .help = "usage: tambo legal RECORD [--seat N]\n\n"
            "Prints every action that is legal after the record, as record lines sorted by seat\n"
            "and then by bytes; nothing when the game is over or chance is next.\n",
    .run = run,
};
