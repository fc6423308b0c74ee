/* bench_store.c -- how fast events are stored: in a SQLite file as the server uses it,
 * by size of a batch, and in memory. Run by `make bench`; an argument names the folder
 * for the file (the drive counts; /dev/shm shows the processor's part alone). */
#include "../core/game.h"
#include "../server/store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Many tables are in the file; the newest are busy, one after the other. */
enum { TABLES = 10000, BUSY = 200, SECONDS = 2, MOST = 100000 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

static void must(struct store *s, int e)
{
    if (!e) return;
    fprintf(stderr, "bench_store: %s: %s\n", strerror(-e), store_why(s));
    exit(1);
}

static struct store_row rows[TABLES];
static const char summary[] =
    "{\"game\":\"temple\",\"mode\":\"multi\",\"seats\":4,\"taken\":3,\"names\":[\"Ana\",\"Ben\","
    "\"bot casual\"],\"speed\":\"live\",\"round\":7,\"title\":\"An evening at the temple\"}";

static void append(struct store *s, int table, int step)
{
    char player[PLAYER_LEN + 1], action[ACTION_LEN + 1];
    struct store_row *row = &rows[table];
    snprintf(player, sizeof player, "%032d", table * 7 + step % 4);
    snprintf(action, sizeof action, "%d", step);
    const char *const players[] = {player};
    struct event e = {.at = 1700000000000u + (uint64_t)step,
                      .kind = row->version ? EVENT_MOVE : EVENT_CREATE,
                      .seat = (int16_t)(step % 4),
                      .actor = player,
                      .action = action,
                      .text = "write 5 d4 lock 2 3\ndone",
                      .n = 24};
    row->summary = summary;
    row->changed = e.at;
    if (step / BUSY % 4 == 0) row->due = e.at + 60000; /* a new round */
    row->status = TABLE_PLAYING;
    row->seated = row->version == 0;
    row->players = players;
    row->players_n = 1;
    must(s, store_append(s, row, row->version, &e, 1));
    row->seated = false;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void measure(const char *name, struct store *s, int batch)
{
    static double ms[MOST];
    static int step = TABLES; /* those before it made the tables */
    int commits = 0;
    double begin = now(), spent = 0;
    clock_t cpu = clock();
    while (spent < SECONDS && commits < MOST) {
        for (int i = 0; i < batch; i++, step++) append(s, TABLES - BUSY + step % BUSY, step);
        double t = now();
        must(s, store_commit(s));
        ms[commits++] = (now() - t) * 1000;
        spent = now() - begin;
    }
    qsort(ms, (size_t)commits, sizeof *ms, compare);
    double events = (double)commits * batch, busy = (double)(clock() - cpu) / CLOCKS_PER_SEC;
    printf("store %-6s batch %4d: %7.0f events/s (%.0f by the processor's time); "
           "commit %.2f ms (median), %.2f (99 of 100), %.2f (worst)\n",
           name, batch, events / spent, events / busy, ms[commits / 2], ms[commits * 99 / 100], ms[commits - 1]);
}

static void all(const char *name, struct store *s)
{
    memset(rows, 0, sizeof rows);
    for (int i = 0; i < TABLES; i++) {
        snprintf(rows[i].id, sizeof rows[i].id, "t%011d", i);
        snprintf(rows[i].code, sizeof rows[i].code, "%06d", i);
        append(s, i, i);
    }
    must(s, store_commit(s));
    static const int sizes[] = {1, 10, 50, 100, 1000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) measure(name, s, sizes[i]);
    store_close(s);
}

int main(int argc, char **argv)
{
    char path[4096], wal[4200], why[256];
    snprintf(path, sizeof path, "%s/bench_store.db", argc > 1 ? argv[1] : ".");
    snprintf(wal, sizeof wal, "%s-wal", path);
    unlink(path);
    unlink(wal);
    struct store *s = store_sqlite_open(path, why);
    if (!s) return fprintf(stderr, "bench_store: %s\n", why), 1;
    all("sqlite", s);
    unlink(path);
    all("memory", store_memory_open());
    return 0;
}
