/* db.c -- `tambo db check`: is the database of the server sound? The work is done in
 * server/store_file.c. */
#include "../server/store.h"
#include "cli.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *db_path(const char *option)
{
    const char *env = getenv("TAMBO_DB");
    return option ? option : env && *env ? env : "tambo.db";
}

/* Where faults are told, and how many. */
struct telling {
    const char *path; /* of the database */
    int faults;       /* so far */
};

static void tell(void *ctx, const char *fault)
{
    struct telling *t = ctx;
    t->faults++;
    fprintf(stderr, "%s: %s\n", t->path, fault);
}

static int run(int argc, char **argv)
{
    struct arg args[] = {{"db", false, NULL}, {NULL, false, NULL}};
    char why[256];
    int words = args_parse(argc, argv, args);
    if (words < 0) return EXIT_USAGE;
    if (words != 1 || strcmp(argv[1], "check") != 0) return usage("usage: tambo db check [--db DB]");
    struct telling t = {.path = db_path(args[0].value)};
    uint64_t tables, events;
    int e = store_file_check(t.path, tell, &t, &tables, &events, why);
    if (e) {
        usage("%s", why);
        return e == -EINVAL ? EXIT_INVALID : EXIT_USAGE;
    }
    if (t.faults) return EXIT_INVALID;
    printf("%s: all is well: %" PRIu64 " tables, %" PRIu64 " events\n", t.path, tables, events);
    return EXIT_GOOD;
}

const struct command db_command = {
    .name = "db",
    .about = "check the database of the server",
    .help = "usage: tambo db check [--db DB]  is all of it there, and sound? exit status 0 or 1\n\n"
            "Looks at every page, table and event and tells what is wrong. It changes nothing,\n"
            "and the server may go on meanwhile.\n\n"
            "  --db DB  the database (TAMBO_DB, else tambo.db)\n",
    .run = run,
};
