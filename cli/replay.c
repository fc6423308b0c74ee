/* replay.c -- `tambo replay RECORD`: checks every line, prints the result. */
#include "cli.h"

#include <stdlib.h>

static int run(int argc, char **argv)
{
    struct arg none[] = {{NULL, false, NULL}};
    int words = args_parse(argc, argv, none);
    if (words < 0) return EXIT_USAGE;
    if (words != 1) return usage("usage: tambo replay RECORD");
    struct record *r = file_record();
    int status = file_read_record(argv[1], r);
    if (status == EXIT_GOOD) {
        struct out *o = file_out();
        match_result(r->head.game, record_state(r), r->size, r->head.name, o);
        file_print(o, stdout);
        free(o->p);
        free(o);
    }
    free(r);
    return status;
}

const struct command replay_command = {
    .name = "replay",
    .about = "check a record and print its result",
    .help = "usage: tambo replay RECORD\n\n"
            "Checks every line of a record (- for standard input) and prints the result of the\n"
            "position reached, as one line of JSON. An invalid line is reported as\n"
            "FILE:LINE: message [rule id], with exit status 1.\n",
    .run = run,
};
