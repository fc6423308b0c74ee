/* store_postgres_names.c -- of the PostgreSQL store: names and eras of players, secrets, words that are good once, sweeping,
 * and what `tambo db` asks. Tables and batches are in store_postgres_batch.c and store_postgres_read.c. */
#include "../base/must.h"
#include "store_postgres_in.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { PORTION = 500 }; /* rows that are asked for together */

/* ---- sweeping and deleting ---- */

static int sweep_tables(struct postgres *s, enum table_status status, uint64_t before, int limit)
{
    struct pg_job *j = batch_reading(s);
    batch_begin(s, j);
    job_say(j, ROWS_SWEEP);
    job_number(j, before);
    job_number(j, (uint64_t)limit);
    job_number(j, status);
    int n = batch_change(s, j);
    for (int i = 0; i < n; i++) batch_forget(s, job_word(j, j->n - 1, i, 0));
    if (n > 0) s->lobby = true;
    job_free(j);
    return n;
}

int names_sweep(struct store *st, const struct store_old *old, int limit, int *n)
{
    struct postgres *s = as_postgres(st);
    *n = 0;
    if (s->spoilt) return s->spoilt;
    if (limit < 0) limit = 0;
    int over = old->over ? sweep_tables(s, TABLE_OVER, old->over, limit) : 0, open = 0, rest = 0;
    if (over >= 0 && old->open) open = sweep_tables(s, TABLE_OPEN, old->open, limit);
    if (over >= 0 && open >= 0 && old->names) {
        struct pg_job *j = batch_reading(s);
        batch_begin(s, j);
        job_say(j, NAMES_SWEEP);
        job_number(j, old->names);
        job_number(j, (uint64_t)limit);
        rest = batch_change(s, j);
        job_free(j);
    }
    if (over < 0 || open < 0 || rest < 0) return over < 0 ? over : open < 0 ? open : rest;
    *n = over + open + rest;
    return batch_ended(st, 0);
}

/* The table is held, whatever its version: 0, -ENOENT or -EAGAIN. */
static int hold(struct postgres *s, const char *id, struct held **t)
{
    int e = s->spoilt ? s->spoilt : batch_hold(s, id, BATCH_ANY, t);
    return e == -EEXIST ? batch_refuse(s, -ENOENT, "there is no such table") : e;
}

int names_table_delete(struct store *st, const char *id)
{
    struct postgres *s = as_postgres(st);
    struct held *t;
    int e = hold(s, id, &t);
    if (e) return batch_ended(st, e);
    struct pg_job *j = batch_reading(s);
    job_say(j, TABLE_DROP);
    job_number(j, t->key);
    e = batch_ask(s, j);
    if (!e) {
        s->dirty = s->lobby = true;
        batch_forget(s, id);
    }
    job_free(j);
    return e;
}

int names_said_delete(struct store *st, const char *id, const char *player, int *n)
{
    struct postgres *s = as_postgres(st);
    struct held *t;
    *n = 0;
    int e = hold(s, id, &t);
    if (e) return batch_ended(st, e);
    struct pg_job *j = batch_reading(s);
    job_say(j, EVENTS_UNSAY);
    job_number(j, t->key);
    job_text(j, player);
    job_bytes(j, STORE_UNSAID, strlen(STORE_UNSAID));
    e = batch_change(s, j);
    if (e > 0) *n = e;
    job_free(j);
    return batch_ended(st, e < 0 ? e : 0);
}

int names_delete(struct store *st, const char *player)
{
    struct postgres *s = as_postgres(st);
    if (s->spoilt) return s->spoilt;
    struct pg_job *j = batch_reading(s);
    batch_begin(s, j);
    job_say(j, NAME_DROP);
    job_text(j, player);
    int e = batch_change(s, j);
    job_free(j);
    return batch_ended(st, e < 0 ? e : 0);
}

/* ---- telling ---- */

/* The players of a row, by spaces in text, as a list in the caller's hands. */
static const char **players_of(struct store_row *row, char *text)
{
    const char **list = must(calloc(strlen(text) / PLAYER_LEN + 1, sizeof *list));
    for (char *p = strtok(text, " "); p; p = strtok(NULL, " ")) list[row->players_n++] = p;
    row->players = list;
    return list;
}

static int tell_table(const struct pg_job *j, int k, int i, int (*fn)(void *, const struct store_row *), void *ctx)
{
    struct store_row row;
    read_row(j, k, i, &row);
    row.bytes = job_natural(j, k, i, 10);
    char *text = must(strdup(job_word(j, k, i, 11)));
    const char **list = players_of(&row, text);
    int stop = fn(ctx, &row);
    free(list);
    free(text);
    return stop;
}

int names_tables(struct store *st, int (*fn)(void *, const struct store_row *), void *ctx)
{
    struct postgres *s = as_postgres(st);
    uint64_t last = 0;
    int stop = 0, n = PORTION;
    while (!stop && n == PORTION) {
        struct pg_job *j = batch_reading(s);
        job_say(j, ROWS_ALL);
        job_number(j, last);
        job_number(j, PORTION);
        int k = j->n - 1;
        stop = batch_ask(s, j);
        n = stop ? 0 : job_rows(j, k);
        for (int i = 0; !stop && i < n; i++) stop = tell_table(j, k, i, fn, ctx);
        if (n) last = job_natural(j, k, n - 1, 9);
        job_free(j);
    }
    return stop;
}

int names_players(struct store *st, int (*fn)(void *, const char *, const char *, uint64_t), void *ctx)
{
    struct postgres *s = as_postgres(st);
    char last[PLAYER_LEN + 1] = "";
    int stop = 0, n = PORTION;
    while (!stop && n == PORTION) {
        struct pg_job *j = batch_reading(s);
        job_say(j, NAMES_ALL);
        job_text(j, last);
        job_number(j, PORTION);
        int k = j->n - 1;
        stop = batch_ask(s, j);
        n = stop ? 0 : job_rows(j, k);
        for (int i = 0; !stop && i < n; i++)
            stop = fn(ctx, job_word(j, k, i, 0), job_word(j, k, i, 1), job_natural(j, k, i, 2));
        if (n) snprintf(last, sizeof last, "%s", job_word(j, k, n - 1, 0));
        job_free(j);
    }
    return stop;
}

/* One number that a statement gives about a player, a name ... (NULL: none); 0 if it gives none. */
static int get_number(struct postgres *s, enum query q, const char *about, uint64_t *number)
{
    struct pg_job *j = batch_reading(s);
    job_say(j, q);
    if (about) job_text(j, about);
    int k = j->n - 1, e = batch_ask(s, j);
    *number = !e && job_rows(j, k) ? job_natural(j, k, 0, 0) : 0;
    job_free(j);
    return e;
}

int names_bytes(struct store *st, uint64_t *n) { return get_number(as_postgres(st), BYTES_GET, NULL, n); }

int names_era(struct store *st, const char *player, uint32_t *era)
{
    uint64_t number;
    int e = get_number(as_postgres(st), ERA_GET, player, &number);
    *era = (uint32_t)number;
    return e;
}

/* ---- secrets ---- */

/* 1: it is there. */
static int key_get(struct postgres *s, const char *name, uint8_t *value, size_t n)
{
    struct pg_job *j = job_new();
    job_say(j, KEY_GET);
    job_text(j, name);
    int e = batch_ask(s, j);
    if (!e && job_rows(j, 0)) {
        e = 1;
        if ((size_t)PQgetlength(j->all[0].result, 0, 0) != n)
            e = batch_refuse(s, -EIO, "a secret has another length than it should");
        else memcpy(value, job_word(j, 0, 0, 0), n);
    }
    job_free(j);
    return e;
}

/* Two servers may make it at the same time: the first one's stays, and both get it. */
int names_key(struct store *st, const char *name, uint8_t *value, size_t n)
{
    struct postgres *s = as_postgres(st);
    int e = key_get(s, name, value, n);
    if (e) return e < 0 ? e : 0;
    if (s->epoch || s->dirty || s->spoilt) return batch_refuse(s, -EBUSY, "a secret cannot be made inside a batch");
    if (getrandom(value, n, 0) != (ssize_t)n) return batch_refuse(s, -EIO, "the system gives no random numbers");
    struct pg_job *j = job_new();
    job_say(j, KEY_ADD);
    job_text(j, name);
    job_bytes(j, value, n);
    e = batch_ask(s, j);
    job_free(j);
    if (!e) e = key_get(s, name, value, n);
    return e < 0 ? e : 0;
}

int names_key_set(struct store *st, const char *name, const uint8_t *value, size_t n)
{
    struct postgres *s = as_postgres(st);
    if (s->spoilt) return s->spoilt;
    struct pg_job *j = batch_reading(s);
    batch_begin(s, j);
    job_say(j, KEY_SET);
    job_text(j, name);
    job_bytes(j, value, n);
    job_number(j, s->node);
    int e = batch_change(s, j);
    job_free(j);
    if (e == 0) snprintf(s->why, sizeof s->why, "servers are using it: stop all of them first");
    return e < 0 ? e : e ? 0 : -EBUSY;
}

/* ---- players ---- */

int names_get(struct store *st, const char *player, char *name, size_t size)
{
    struct postgres *s = as_postgres(st);
    struct pg_job *j = batch_reading(s);
    job_say(j, NAME_GET);
    job_text(j, player);
    int k = j->n - 1, e = batch_ask(s, j);
    snprintf(name, size, "%s", !e && job_rows(j, k) ? job_word(j, k, 0, 0) : "");
    job_free(j);
    return e;
}

int names_set(struct store *st, const char *player, const char *name)
{
    struct postgres *s = as_postgres(st);
    if (s->spoilt) return s->spoilt;
    if (!job_is_text(player) || !job_is_text(name)) return batch_refuse(s, -EINVAL, "a text is not UTF-8");
    job_array_text(&s->waiting.name_player, player);
    job_array_text(&s->waiting.name, name);
    s->waiting.any = s->dirty = true;
    return 0;
}

int names_once(struct store *st, const char *word, const char *request, uint64_t until)
{
    struct postgres *s = as_postgres(st);
    if (s->spoilt) return s->spoilt;
    struct pg_job *j = batch_reading(s);
    batch_begin(s, j);
    job_say(j, WORD_ADD);
    job_text(j, word);
    job_number(j, until);
    job_text(j, request);
    int n = batch_change(s, j);
    job_free(j);
    return batch_ended(st, n);
}

int names_era_end(struct store *st, const char *player, uint32_t *era, const char *request, uint64_t until)
{
    struct postgres *s = as_postgres(st);
    if (s->spoilt) return s->spoilt;
    struct pg_job *j = batch_reading(s);
    batch_begin(s, j);
    job_say(j, ERA_END);
    job_text(j, player);
    job_number(j, *era);
    job_text(j, request);
    job_number(j, until);
    int e = batch_change(s, j);
    if (e > 0) *era = (uint32_t)job_natural(j, j->n - 1, 0, 0);
    job_free(j);
    char word[PLAYER_LEN + 3];
    snprintf(word, sizeof word, " p%s", player);
    if (e > 0) batch_say(s, word);
    return batch_ended(st, e < 0 ? e : e ? 0 : -EEXIST);
}
