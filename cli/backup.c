/* backup.c -- `tambo backup FILE`: a copy of the server's database, which may be in use.
 * The work is done in server/store/store_file.c. */
#include "../server/store/store.h"
#include "cli.h"

#include <errno.h>
#include <stdlib.h>

static int run(int argc, char **argv)
{
    struct arg args[] = {{"db", false, NULL}, {NULL, false, NULL}};
    char why[256];
    int words = args_parse(argc, argv, args);
    if (words < 0) return EXIT_USAGE;
    if (words != 1) return usage("usage: tambo backup FILE [--db DB]");
    if (store_postgres_is(db_path(args[0].value)))
        return usage("a PostgreSQL database is copied by pg_dump, or to a file by tambo db copy");
    int e = store_file_backup(db_path(args[0].value), argv[1], why);
    if (!e) return EXIT_GOOD;
    usage("%s", why);
    return e == -EINVAL ? EXIT_INVALID : EXIT_USAGE;
}

const struct command backup_command = {
    .name = "backup",
    .about = "copy the database of the server, while it runs",
    .help = "usage: tambo backup FILE [--db DB]\n\n"
            "Copies the database to a new file, as it is at one moment; the server may go on.\n"
            "To go back to it, stop the server, remove the database and the files beside it that\n"
            "end in -wal and -shm, and put the copy in its place.\n"
            "It holds secrets, as the database does: keep it to yourself.\n\n"
            "  --db DB  the database (TAMBO_DB, else tambo.db)\n",
    .run = run,
};
