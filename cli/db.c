/* db.c -- `tambo db`: the database of the server, looked at and put in order. `check` is here, and which word does
 * what; `list` and `delete` are in files of their own. The work on the file is done in server/store*.c. */
#include "db.h"

#include "../server/base/config.h"
#include "../table/room.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *db_path(const char *option)
{
    const char *env = getenv("TAMBO_DB"), *store = getenv("TAMBO_STORE");
    return option ? option : store && *store ? store : env && *env ? env : "tambo.db";
}

const char *db_name(const char *path, char name[256])
{
    if (!store_postgres_is(path)) return path;
    store_postgres_name(path, name);
    return name;
}

struct store *db_open(const char *path)
{
    char why[256];
    struct stat st;
    if (store_postgres_is(path)) {
        struct store *s = store_look(path, why) ? NULL : store_postgres_open(path, NULL, why);
        if (!s) usage("%s", why);
        return s;
    }
    if (stat(path, &st)) { /* a server makes one; here it is a mistake */
        usage("cannot open %s: %s", path, strerror(errno));
        return NULL;
    }
    struct store *s = store_sqlite_open(path, why);
    if (!s) usage("%s%s", why, strstr(why, "is in use") ? ": stop it first" : "");
    return s;
}

int db_close(struct store *s, int e)
{
    if (!e) e = store_commit(s);
    if (e) usage("%s", store_why(s));
    store_close(s);
    return e ? EXIT_USAGE : EXIT_GOOD;
}

bool db_sure(const char *yes, const char *question)
{
    char line[16];
    if (yes) return true;
    if (!isatty(0)) {
        usage("%s Say --yes to do it", question);
        return false;
    }
    fprintf(stderr, "%s Yes or no? ", question);
    return fgets(line, sizeof line, stdin) && (line[0] == 'y' || line[0] == 'Y');
}

/* ---- check ---- */

/* Where faults are told, how many, and the table that is gone through. */
struct db_faults {
    const char *path;     /* of the database */
    int faults;           /* so far */
    struct room *room;    /* made of the events so far; NULL: none, or they do not fit */
    struct store_row row; /* its row */
};

static void tell(void *ctx, const char *fault)
{
    struct db_faults *t = ctx;
    t->faults++;
    fprintf(stderr, "%s: %s\n", t->path, fault);
}

/* All events of a table are there. */
static void end_table(struct db_faults *t)
{
    char fault[96];
    if (t->room && t->room->status != t->row.status) {
        snprintf(fault, sizeof fault, "table %s has another status than its events say", t->row.id);
        tell(t, fault);
    }
    if (t->room) room_free(t->room);
    t->room = NULL;
}

static int check_table(void *ctx, const struct store_row *row)
{
    struct db_faults *t = ctx;
    end_table(t);
    t->row = *row;
    t->room = room_new(row->id);
    return 0;
}

/* As the server goes through them: hall.c. */
static int check_event(void *ctx, const struct event *e)
{
    struct db_faults *t = ctx;
    char fault[96];
    if (!t->room) return 0;
    if (room_step(t->room, e, NULL)) return 0;
    snprintf(fault, sizeof fault, "table %s: event %" PRIu32 " does not fit", t->row.id, e->number);
    tell(t, fault);
    room_free(t->room);
    t->room = NULL;
    return 0;
}

static int check(const char *path)
{
    char why[256];
    char name[256];
    struct db_faults t = {.path = db_name(path, name)};
    uint64_t tables, events;
    int e = store_check(path, tell, &t, &tables, &events, why);
    if (!e && !t.faults) e = store_walk(path, check_table, check_event, &t, why);
    end_table(&t);
    if (e) {
        usage("%s", why);
        return e == -EINVAL ? EXIT_INVALID : EXIT_USAGE;
    }
    if (t.faults) return EXIT_INVALID;
    printf("%s: all is well: %" PRIu64 " tables, %" PRIu64 " events\n", t.path, tables, events);
    return EXIT_GOOD;
}

/* ---- which word does what ---- */

static int run(int argc, char **argv)
{
    struct arg args[] = {{"db", false, NULL}, {"yes", true, NULL}, {"top", false, NULL}, {NULL, false, NULL}};
    int words = args_parse(argc, argv, args);
    if (words < 0) return EXIT_USAGE;
    if (args[0].value) args[0].value = config_hide(args[0].value);
    const char *path = db_path(args[0].value), *yes = args[1].value, *top = args[2].value, *word = words ? argv[1] : "";
    if (words == 1 && strcmp(word, "check") == 0 && !yes && !top) return check(path);
    if (words == 3 && strcmp(word, "copy") == 0 && !yes && !top && !args[0].value)
        return db_copy(config_hide(argv[2]), config_hide(argv[3]));
    if (words <= 2 && strcmp(word, "list") == 0 && !yes) return db_list(path, words == 2 ? argv[2] : "tables", top);
    if (words == 3 && strcmp(word, "delete") == 0 && !top) return db_delete(path, argv[2], argv[3], yes);
    if (words == 1 && strcmp(word, "rotate-key") == 0 && !top) return db_rotate_key(path, yes);
    return usage("usage: tambo db check|copy|list|delete|rotate-key ... [--db DB]; see --help");
}

const struct command db_command = {
    .name = "db",
    .about = "check the database of the server, copy it, list what fills it, delete",
    .help = "usage: tambo db check [--db DB]               is it whole and sound? exit status 0 or 1\n"
            "       tambo db copy FROM TO                  all of it to another that is empty\n"
            "       tambo db list [WHAT] [--top N]         what fills it, the largest first\n"
            "       tambo db delete table ID [--yes]       a table, and all that happened there\n"
            "       tambo db delete player ID|NAME [--yes] a player\n"
            "       tambo db delete said ID [--yes]        what was said at a table; the game stays\n"
            "       tambo db rotate-key [--yes]            another secret: all become strangers\n\n"
            "check looks at every page, goes through every table as the server does, and tells what is\n"
            "wrong. It changes nothing, and the server may go on meanwhile. The others need the file to\n"
            "themselves: stop the server first, or list a copy (tambo backup).\n\n"
            "WHAT is tables, players or months. A player's name goes, the tables at which nobody else\n"
            "sat, and what they said at others; their tokens end. Games that others played, too, stay.\n\n"
            "FROM and TO are files or postgres://USER@HOST/DATABASE, and so is DB. A password is\n"
            "best in the file that PGPASSFILE names. copy takes all as it is at one moment; a server\n"
            "that goes on meanwhile writes what the copy will not have: stop it first.\n\n"
            "  --db DB   the database (TAMBO_STORE or TAMBO_DB, else tambo.db)\n"
            "  --top N   so many lines (20; 0: all)\n"
            "  --yes     do not ask\n",
    .run = run,
};
