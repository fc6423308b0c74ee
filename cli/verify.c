/* verify.c -- `tambo verify RECORD`: checks that the dice, hand-outs and map of a finished
 * record follow from its salt, and the salt from what was promised before (core/fair.h). */
#include "../games/verify.h"
#include "../server/must.h"

#include "cli.h"

#include <stdlib.h>
#include <string.h>

static bool feed(void *ctx, const char *line, size_t n) { return verify_line(ctx, line, n); }

/* Reads the file twice; an exit status, after a complaint. */
static int check(struct verify *v, const char *path, const char *commit)
{
    int status = file_keep(path);
    verify_begin(v);
    if (!status) status = file_each_line(path, feed, v);
    if (status) return status;
    if (verify_again(v) && commit && strcmp(commit, v->claim.commit) != 0)
        return file_complain(path, v->commit_line, "This is not the promise given by --commit. [fair]");
    if (!v->fault) status = file_each_line(path, feed, v);
    if (status) return status;
    return verify_end(v) ? EXIT_GOOD : file_complain(path, v->fault_line, v->fault);
}

static void tell(struct verify *v, bool compared)
{
    const struct head *h = &v->record.head;
    printf("promise   %s\n", v->claim.commit);
    printf("          %s the digest of the salt and all that was fixed in advance\n",
           compared ? "as you wrote it down, and" : "is");
    if (v->claim.has_map) printf("map       %s, follows from the salt\n", v->claim.map);
    else if (h->board_name[0]) printf("%-9s %s, built in\n", h->kind->key, h->board_name);
    else if (h->kind) printf("%-9s fixed in advance, not by the salt\n", h->kind->key);
    printf("chance    %u %s, all as the salt brings them\n", (unsigned)v->rolls, v->rolls == 1 ? "line" : "lines");
    if (record_state(&v->record)->phase != PHASE_OVER) puts("The record ends before the game does.");
    if (!compared) puts("Is it the promise you were shown before the game? --commit HEX compares.");
}

static int run(int argc, char **argv)
{
    struct arg args[] = {{"commit", false, NULL}, {NULL, false, NULL}};
    char commit[FAIR_HEX + 1];
    int words = args_parse(argc, argv, args);
    if (words < 0) return EXIT_USAGE;
    if (words != 1) return usage("usage: tambo verify RECORD [--commit HEX]");
    bool compare = args[0].value != NULL;
    if (compare && !args_hex("commit", args[0].value, commit)) return EXIT_USAGE;
    struct verify *v = must(calloc(1, sizeof *v));
    int status = check(v, argv[1], compare ? commit : NULL);
    if (status == EXIT_GOOD) tell(v, compare);
    free(v);
    return status;
}

const struct command verify_command = {
    .name = "verify",
    .about = "check the dice and the map of a finished record",
    .help = "usage: tambo verify RECORD [--commit HEX]\n\n"
            "Before the first roll a server shows a promise: the SHA-256 of a secret salt and of all\n"
            "that is fixed in advance. Dice, hand-outs, stacks and a generated map follow from the\n"
            "salt, and the record of the finished game names it. verify computes all of it again\n"
            "(- for standard input). The first line that does not follow is reported as\n"
            "FILE:LINE: message, with exit status 1; so is a record without a salt.\n\n"
            "  --commit    the promise you wrote down before the game: 64 digits 0-9, a-f. Without\n"
            "              it verify shows the record's own; compare it with the one you saw.\n",
    .run = run,
};
