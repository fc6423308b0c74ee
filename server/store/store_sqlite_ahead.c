/* store_sqlite_ahead.c -- see store_sqlite_ahead.h. The thread has a connection of its own. A move (SQLite: passive checkpoint) does not hold up who writes; what is written
 * meanwhile is left over, and soon little enough that a move gets all of it, and the pages written ahead begin anew. */
#include "store_sqlite_ahead.h"

#include "../base/must.h"

#include <stdbool.h>
#include <stdlib.h>
#include <uv.h>

enum {
    PAGES = 4000,    /* that are written ahead: 16 MiB, as busy pages then move once for many commits */
    TOO_MANY = 8000, /* 32 MiB: the thread does not get on, and the commit itself does it */
    BUSY_MS = 2000,
};

struct ahead {
    sqlite3 *db;      /* whose commits are watched */
    const char *path; /* of the file; the connection's */
    uv_thread_t thread;
    uv_mutex_t lock;
    uv_cond_t wake;
    bool started;      /* the thread: when there is something to do for the first time */
    bool wanted, ends; /* under the lock */
};

static void move(sqlite3 *db) { sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL); }

/* Waits for something to do; false: no more. */
static bool wait_for_work(struct ahead *a)
{
    uv_mutex_lock(&a->lock);
    while (!a->wanted && !a->ends) uv_cond_wait(&a->wake, &a->lock);
    bool ends = a->ends;
    a->wanted = false;
    uv_mutex_unlock(&a->lock);
    return !ends;
}

static void run(void *ahead)
{
    struct ahead *a = ahead;
    sqlite3 *own = NULL;
    while (wait_for_work(a)) {
        if (!own && sqlite3_open_v2(a->path, &own, SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE, NULL)) {
            sqlite3_close(own); /* then TOO_MANY comes */
            own = NULL;
        }
        if (!own) continue;
        sqlite3_busy_timeout(own, BUSY_MS);
        move(own);
    }
    sqlite3_close(own);
}

/* After each commit: how many pages are ahead now. */
static int on_commit(void *ahead, sqlite3 *db, const char *name, int pages)
{
    struct ahead *a = ahead;
    (void)name;
    if (pages >= TOO_MANY) move(db);
    if (pages < PAGES) return SQLITE_OK;
    uv_mutex_lock(&a->lock);
    a->wanted = true;
    uv_cond_signal(&a->wake);
    uv_mutex_unlock(&a->lock);
    if (!a->started) a->started = uv_thread_create(&a->thread, run, a) == 0;
    return SQLITE_OK;
}

struct ahead *ahead_new(sqlite3 *db)
{
    struct ahead *a = must(calloc(1, sizeof *a));
    a->db = db;
    a->path = sqlite3_db_filename(db, "main");
    if (uv_mutex_init(&a->lock) || uv_cond_init(&a->wake)) must(NULL);
    sqlite3_wal_hook(db, on_commit, a);
    return a;
}

void ahead_free(struct ahead *a)
{
    if (!a) return;
    sqlite3_wal_hook(a->db, NULL, NULL);
    uv_mutex_lock(&a->lock);
    a->ends = true;
    uv_cond_signal(&a->wake);
    uv_mutex_unlock(&a->lock);
    if (a->started) uv_thread_join(&a->thread);
    uv_cond_destroy(&a->wake);
    uv_mutex_destroy(&a->lock);
    free(a);
}
