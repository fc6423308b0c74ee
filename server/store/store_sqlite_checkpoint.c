/* store_sqlite_checkpoint.c -- see store_sqlite_checkpoint.h. The thread has a connection of its own. A passive checkpoint does not hold up
 * who writes; what is written meanwhile is left for the next one, and is soon so little that one gets all of it: then the WAL begins
 * anew. */
#include "store_sqlite_checkpoint.h"

#include "../base/must.h"

#include <stdbool.h>
#include <stdlib.h>
#include <uv.h>

enum {
    PAGES = 4000,    /* in the WAL: 16 MiB, as busy pages are then written once for many commits */
    TOO_MANY = 8000, /* 32 MiB: the thread does not get on, and the commit itself does it */
    BUSY_MS = 2000,
};

struct checkpoint {
    sqlite3 *db;      /* whose commits are watched */
    const char *path; /* of the file; the connection's */
    uv_thread_t thread;
    uv_mutex_t lock;
    uv_cond_t wake;
    bool started;      /* the thread: when there is something to do for the first time */
    bool wanted, ends; /* under the lock */
};

static void checkpoint(sqlite3 *db) { sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL); }

/* Waits for something to do; false: no more. */
static bool wait_for_work(struct checkpoint *c)
{
    uv_mutex_lock(&c->lock);
    while (!c->wanted && !c->ends) uv_cond_wait(&c->wake, &c->lock);
    bool ends = c->ends;
    c->wanted = false;
    uv_mutex_unlock(&c->lock);
    return !ends;
}

static void run(void *ctx)
{
    struct checkpoint *c = ctx;
    sqlite3 *own = NULL;
    while (wait_for_work(c)) {
        if (!own && sqlite3_open_v2(c->path, &own, SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE, NULL)) {
            sqlite3_close(own); /* then TOO_MANY comes */
            own = NULL;
        }
        if (!own) continue;
        sqlite3_busy_timeout(own, BUSY_MS);
        checkpoint(own);
    }
    sqlite3_close(own);
}

/* After each commit: how many pages the WAL has now. */
static int on_commit(void *ctx, sqlite3 *db, const char *name, int pages)
{
    struct checkpoint *c = ctx;
    (void)name;
    if (pages >= TOO_MANY) checkpoint(db);
    if (pages < PAGES) return SQLITE_OK;
    uv_mutex_lock(&c->lock);
    c->wanted = true;
    uv_cond_signal(&c->wake);
    uv_mutex_unlock(&c->lock);
    if (!c->started) c->started = uv_thread_create(&c->thread, run, c) == 0;
    return SQLITE_OK;
}

struct checkpoint *checkpoint_new(sqlite3 *db)
{
    struct checkpoint *c = must(calloc(1, sizeof *c));
    c->db = db;
    c->path = sqlite3_db_filename(db, "main");
    if (uv_mutex_init(&c->lock) || uv_cond_init(&c->wake)) must(NULL);
    sqlite3_wal_hook(db, on_commit, c);
    return c;
}

void checkpoint_free(struct checkpoint *c)
{
    if (!c) return;
    sqlite3_wal_hook(c->db, NULL, NULL);
    uv_mutex_lock(&c->lock);
    c->ends = true;
    uv_cond_signal(&c->wake);
    uv_mutex_unlock(&c->lock);
    if (c->started) uv_thread_join(&c->thread);
    uv_cond_destroy(&c->wake);
    uv_mutex_destroy(&c->lock);
    free(c);
}
