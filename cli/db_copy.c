/* db_copy.c -- `tambo db copy FROM TO`: all of one database to another, a file or PostgreSQL. The work is done in
 * server/store/store_copy.c. */
#include "db.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* What has gone so far. */
struct gone {
    uint64_t tables, events;
};

static void progress(void *ctx, const char *what, uint64_t rows)
{
    struct gone *g = ctx;
    if (strcmp(what, "tbl") == 0) g->tables = rows;
    if (strcmp(what, "event") == 0) g->events = rows;
    if (g->tables || g->events) fprintf(stderr, "%" PRIu64 " tables, %" PRIu64 " events\n", g->tables, g->events);
}

int db_copy(const char *from, const char *to)
{
    struct gone gone = {.tables = 0};
    char why[256] = "", name[256];
    int e = store_copy(from, to, progress, &gone, why);
    if (e) {
        usage("%s", why);
        return e == -EINVAL ? EXIT_INVALID : EXIT_USAGE;
    }
    printf("%s: %" PRIu64 " tables, %" PRIu64 " events\n", db_name(to, name), gone.tables, gone.events);
    return EXIT_GOOD;
}
