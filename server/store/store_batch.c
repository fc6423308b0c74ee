/* store_batch.c -- the batch of the store, and how its statements get to the engine; see store.h and store_driver.h. It knows no
 * statement.
 *
 * 1. A batch is one transaction. It begins at the first lock or the first statement that writes, and ends in commit or rollback.
 * 2. After any failure inside a batch the transaction is rolled back at once and the batch has failed: writes return the same
 *    errno until commit has returned it, too.
 * 3. -EEXIST, -ENOENT, -EINVAL and -EBUSY are no failures, but answers: they have left nothing behind.
 * 4. What is known of tables (struct known_table) is what their rows hold, with the batch: a rollback forgets all of it, a
 *    deletion too, and, where several servers write, every end of a batch. */
#include "../../core/game.h"
#include "../../core/words.h"
#include "../base/hash.h"
#include "../base/must.h"
#include "store_driver.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KNOWN = 4096 };

void store_init(struct store *s, const struct store_driver *driver)
{
    s->driver = driver;
    s->known = must(calloc(KNOWN, sizeof *s->known));
    s->stamp = 1;
}

void store_drop(struct store *s)
{
    free(s->known);
    free(s->locking);
}

struct known_table *store_known(struct store *s, const char *id) { return &s->known[hash_text(id) % KNOWN]; }
void store_forget_known(struct store *s) { s->stamp++; }

int store_refuse(struct store *s, int e, const char *why)
{
    snprintf(s->why, sizeof s->why, "%s", why);
    return e;
}

/* ---- beginning and ending ---- */

/* What the engine returned, if it failed. */
int store_failed(struct store *s, int e)
{
    if (!s->begun || s->failed) return e;
    s->failed = e;
    store_forget_known(s);
    s->driver->rollback(s);
    return e;
}

int store_begin(struct store *s)
{
    if (s->begun) return s->failed;
    s->begun = true; /* also if it cannot begin: its commit has to fail */
    int e = s->driver->begin(s);
    return e ? store_failed(s, e) : 0;
}

static void end(struct store *s)
{
    s->begun = s->dirty = s->locked = false;
    s->failed = 0;
    if (s->driver->shared) store_forget_known(s);
}

int batch_commit(struct store *s)
{
    int e = s->failed;
    if (s->begun && !e && (e = s->driver->commit(s)) != 0) store_failed(s, e);
    end(s);
    return e;
}

void batch_rollback(struct store *s)
{
    if (s->begun && !s->failed) {
        store_forget_known(s);
        s->driver->rollback(s);
    }
    end(s);
}

bool batch_pending(const struct store *s) { return s->dirty || s->failed; }

int store_ended(struct store *s, int e)
{
    if (!s->failed && !s->dirty && !s->locked) batch_rollback(s);
    return e;
}

/* ---- statements ---- */

bool store_takes_text(const struct store *s, const char *text)
{
    return !s->driver->utf8 || !text || words_utf8(text, strlen(text));
}

static bool takes_all(const struct store *s, const struct store_ask *a)
{
    for (int i = 0; i < a->n; i++)
        if (a->value[i].kind == VALUE_TEXT && !store_takes_text(s, a->value[i].text)) return false;
    return true;
}

/* Rows on their way: one of a statement that writes is a change. */
struct row_telling {
    struct store *s;
    const struct store_ask *all;
    int (*fn)(void *ctx, int k, const struct store_cell *);
    void *ctx;
    int stop;
};

static int tell(void *ctx, int k, const struct store_cell *row)
{
    struct row_telling *t = ctx;
    if (store_statement_writes(t->all[k].statement)) t->s->dirty = true;
    if (t->fn && !t->stop) t->stop = t->fn(t->ctx, k, row);
    return store_statement_writes(t->all[k].statement) ? 0 : t->stop;
}

int store_run(struct store *s, const struct store_ask *all, int n,
              int (*fn)(void *ctx, int k, const struct store_cell *row), void *ctx)
{
    bool writes = false;
    for (int i = 0; i < n; i++) writes |= store_statement_writes(all[i].statement);
    if (writes && s->failed) return s->failed;
    GAME_ASSERT(!writes || !s->gathering);
    for (int i = 0; i < n; i++)
        if (!takes_all(s, &all[i])) return writes ? store_refuse(s, -EINVAL, "a text is not UTF-8") : 0;
    if (s->gathering) return s->driver->gather(s, all, n), 0;
    int e = writes ? store_begin(s) : 0;
    if (e) return e;
    struct row_telling t = {s, all, fn, ctx, 0};
    e = s->driver->run(s, all, n, tell, &t);
    if (e < 0) store_failed(s, e);
    return writes ? store_ended(s, e) : e;
}

int store_add(struct store *s, const struct store_ask *a)
{
    if (s->failed) return s->failed;
    if (!takes_all(s, a)) return store_refuse(s, -EINVAL, "a text is not UTF-8");
    int e = store_begin(s);
    if (!e && (e = s->driver->add(s, a)) != 0 && e != -EEXIST) store_failed(s, e);
    if (!e) s->dirty = true;
    return e;
}

void store_tell(struct store *s, enum store_news what, const char *id, uint32_t version)
{
    if (s->driver->news) s->driver->news(s, what, id, version);
}

bool store_gather(struct store *s)
{
    GAME_ASSERT(!s->gathering);
    return s->gathering = s->driver && s->driver->gather && !s->failed;
}

/* Who reads then is told of a failure. */
void store_fetch(struct store *s)
{
    GAME_ASSERT(s->gathering);
    s->gathering = false;
    int e = s->driver->fetch(s);
    if (e < 0) store_failed(s, e);
}

void store_fetched_drop(struct store *s)
{
    if (s->driver && s->driver->fetched_drop) s->driver->fetched_drop(s);
}
