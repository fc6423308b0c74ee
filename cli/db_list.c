/* db_list.c -- `tambo db list`: what fills the database, by table, player or month. */
#include "db.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* One line of the list. */
struct db_line {
    char id[PLAYER_LEN + 1]; /* of the table or the player; a month; what lines are put together by */
    char code[CODE_LEN + 1]; /* of a table */
    const char *status;      /* of a table */
    uint64_t bytes;          /* of the events */
    uint32_t tables;         /* how many */
    uint32_t events;         /* ditto */
    int people;              /* at a table */
    uint64_t changed;        /* ms: the latest */
};

struct db_lines {
    struct db_line *line; /* [n] */
    size_t n, room;       /* how many; how many fit */
    const char *what;     /* as asked for */
    uint64_t tables;      /* in all */
    uint64_t bytes;       /* ditto */
    struct store *store;  /* for names */
};

static struct db_line *add(struct db_lines *l, const char *id)
{
    if (l->n == l->room) {
        l->room = l->room ? 2 * l->room : 256;
        struct db_line *more = realloc(l->line, l->room * sizeof *more);
        if (!more) {
            fputs("tambo: out of memory\n", stderr);
            abort();
        }
        l->line = more;
    }
    struct db_line *x = &l->line[l->n++];
    *x = (struct db_line){.status = ""};
    snprintf(x->id, sizeof x->id, "%s", id);
    return x;
}

/* The day, or n bytes of it. */
static const char *date(uint64_t ms, int n, char text[16])
{
    time_t s = (time_t)(ms / 1000);
    struct tm t;
    text[0] = 0;
    if (gmtime_r(&s, &t)) strftime(text, 16, "%Y-%m-%d", &t);
    text[n] = 0;
    return text;
}

static void count(struct db_line *x, const struct store_row *row)
{
    x->bytes += row->bytes;
    x->events += row->version;
    x->tables++;
    if (row->changed > x->changed) x->changed = row->changed;
}

static int take(void *ctx, const struct store_row *row)
{
    static const char *const status[] = {"open", "playing", "over"};
    struct db_lines *l = ctx;
    char month[16];
    l->tables++;
    l->bytes += row->bytes;
    if (strcmp(l->what, "players") == 0) {
        for (int i = 0; i < row->players_n; i++) count(add(l, row->players[i]), row);
        return 0;
    }
    bool tables = strcmp(l->what, "tables") == 0;
    struct db_line *x = add(l, tables ? row->id : date(row->changed, 7, month));
    count(x, row);
    if (!tables) return 0;
    snprintf(x->code, sizeof x->code, "%s", row->code);
    x->status = row->status <= TABLE_OVER ? status[row->status] : "?";
    x->people = row->players_n;
    return 0;
}

static int by_id(const void *a, const void *b)
{
    return strcmp(((const struct db_line *)a)->id, ((const struct db_line *)b)->id);
}

static int by_size(const void *a, const void *b)
{
    const struct db_line *x = a, *y = b;
    if (x->bytes != y->bytes) return x->bytes > y->bytes ? -1 : 1;
    return by_id(a, b);
}

/* Lines of one id become one. */
static void put_together(struct db_lines *l)
{
    size_t n = 0;
    qsort(l->line, l->n, sizeof *l->line, by_id);
    for (size_t i = 0; i < l->n; i++) {
        if (!n || strcmp(l->line[n - 1].id, l->line[i].id) != 0) {
            l->line[n++] = l->line[i];
            continue;
        }
        struct db_line *x = &l->line[n - 1];
        x->bytes += l->line[i].bytes;
        x->events += l->line[i].events;
        x->tables += l->line[i].tables;
        if (l->line[i].changed > x->changed) x->changed = l->line[i].changed;
    }
    l->n = n;
}

static void print(const struct db_lines *l, const struct db_line *x)
{
    char day[16], name[128] = "";
    date(x->changed, 10, day);
    if (strcmp(l->what, "tables") == 0) {
        printf("%s  %s  %-7s  %8" PRIu32 "  %8" PRIu64 "  %s  %6d\n", x->id, x->code, x->status, x->events, x->bytes,
               day, x->people);
    } else {
        if (strcmp(l->what, "players") == 0) store_name_get(l->store, x->id, name, sizeof name);
        printf("%s  %6" PRIu32 "  %8" PRIu32 "  %8" PRIu64 "  %s  %s\n", x->id, x->tables, x->events, x->bytes, day,
               name);
    }
}

static int count_name(void *ctx, const char *player, const char *name, uint64_t set)
{
    (void)player, (void)name, (void)set;
    ++*(uint64_t *)ctx;
    return 0;
}

static const struct {
    const char *what, *head;
} kinds[] = {
    {"tables", "table         code    status     events     bytes  changed     people"},
    {"players", "player                            tables    events     bytes  last        name"},
    {"months", "month    tables    events     bytes  last"},
};

int db_list(const char *path, const char *what, const char *top)
{
    struct db_lines l = {.what = what};
    uint64_t most = 20, names = 0, bytes = 0;
    size_t kind = 0;
    while (kind < 3 && strcmp(kinds[kind].what, what) != 0) kind++;
    if (kind == 3) return usage("expected tables, players or months, not '%s'", what);
    if (top && !args_number("top", top, 0, UINT32_MAX, &most)) return EXIT_USAGE;
    l.store = db_open(path);
    if (!l.store) return EXIT_USAGE;
    int e = store_tables(l.store, take, &l);
    if (!e) e = store_players(l.store, count_name, &names);
    if (!e) e = store_bytes(l.store, &bytes);
    if (l.n && strcmp(what, "tables") != 0) put_together(&l);
    if (l.n) qsort(l.line, l.n, sizeof *l.line, by_size);
    if (!e) {
        printf("%" PRIu64 " tables, %" PRIu64 " names; events %" PRIu64 " bytes, all of it %" PRIu64 " bytes\n",
               l.tables, names, l.bytes, bytes);
        if (l.n) puts(kinds[kind].head);
        for (size_t i = 0; i < l.n && (!most || i < most); i++) print(&l, &l.line[i]);
    }
    free(l.line);
    return db_close(l.store, e);
}
