/* view.c -- `tambo view RECORD --seat N|spectator`: what that seat may know. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

static int run(int argc, char **argv)
{
    struct arg args[] = {{"seat", false, NULL}, {NULL, false, NULL}};
    int words = args_parse(argc, argv, args);
    uint64_t seat = 0;
    if (words < 0) return EXIT_USAGE;
    if (words != 1 || !args[0].value) return usage("usage: tambo view RECORD --seat N|spectator");
    struct record *r = file_record();
    int status = file_read_record(argv[1], r);
    if (status == EXIT_GOOD && strcmp(args[0].value, "spectator") != 0 &&
        !args_number("seat", args[0].value, 1, record_state(r)->players, &seat))
        status = EXIT_USAGE;
    if (status == EXIT_GOOD) {
        struct out *o = file_out();
        const struct game *g = r->head.game;
        match_view(g, record_state(r), g->modes[r->head.setup.mode].name, seat ? (int)seat - 1 : WATCHER, r->head.name,
                   o);
        file_print(o, stdout);
        free(o->p);
        free(o);
    }
    free(r);
    return status;
}

const struct command view_command = {
    .name = "view",
    .about = "what one seat or a spectator may know",
    .help = "usage: tambo view RECORD --seat N|spectator\n\n"
            "Prints what that seat may know after the record, as one line of JSON: no hidden map,\n"
            "no stacks, no sealed moves. When the game is over: everything.\n",
    .run = run,
};
