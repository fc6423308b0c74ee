/* store_memory_names.c -- of the store in memory: names and eras of players, secrets, words that are
 * good once, and what `tambo db` asks. The tables are in store_memory.c, which calls this.
 *
 * All of the first four are chains of keys with a value. A value of "" is as good as none, so
 * that whatever a batch added can be put back. */
#include "../base/clock.h"
#include "../base/must.h"
#include "store_memory_in.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { WORD_REST = 86400000 }; /* ms a word is kept longer than it has to: clocks differ */

static struct named **find(struct named **p, const char *key)
{
    while (*p && strcmp((*p)->key, key) != 0) p = &(*p)->next;
    return p;
}

static struct named **name_of(struct memory *s, const char *player)
{
    return find(&s->players[store_memory_chain(player)], player);
}

static struct named *new_named(const char *key, const void *value, size_t n)
{
    struct named *k = must(calloc(1, sizeof *k));
    k->key = store_memory_copy(key, strlen(key));
    k->value = store_memory_copy(value, n);
    k->n = n;
    return k;
}

/* As part of the batch. */
static void set(struct memory *s, struct named **p, const char *key, const void *value, size_t n)
{
    if (!*p) *p = new_named(key, "", 0);
    struct named *k = *p;
    store_memory_remember(s, (struct undo){.kind = UNDO_NAME, .named = k, .value = k->value, .n = k->n});
    k->value = store_memory_copy(value, n);
    k->n = n;
}

static void set_number(struct memory *s, struct named **p, const char *key, uint64_t v)
{
    char text[24];
    set(s, p, key, text, (size_t)snprintf(text, sizeof text, "%" PRIu64, v));
}

static uint64_t number(const struct named *k) { return k ? strtoull(k->value, NULL, 10) : 0; }

static void drop(struct named *k)
{
    free(k->key);
    free(k->value);
    free(k);
}

static void drop_all(struct named *k)
{
    while (k) {
        struct named *next = k->next;
        drop(k);
        k = next;
    }
}

void store_memory_drop_names(struct memory *s)
{
    for (int i = 0; i < CHAINS; i++) drop_all(s->players[i]);
    drop_all(s->keys);
    drop_all(s->eras);
    drop_all(s->words);
}

/* ---- secrets ---- */

int store_memory_key(struct store *st, const char *name, uint8_t *value, size_t n)
{
    struct memory *s = store_memory_of(st);
    struct named **p = find(&s->keys, name);
    if (!*p || !(*p)->n) {
        if (s->undo_n) return store_memory_refuse(s, -EBUSY, "a secret cannot be made inside a batch");
        if (getrandom(value, n, 0) != (ssize_t)n)
            return store_memory_refuse(s, -EIO, "the system gives no random numbers");
        struct named *fresh = new_named(name, value, n), *old = *p;
        if (old) fresh->next = old->next, drop(old);
        *p = fresh;
    }
    if ((*p)->n != n) return store_memory_refuse(s, -EIO, "a secret has another length than it should");
    memcpy(value, (*p)->value, n);
    return 0;
}

int store_memory_key_set(struct store *st, const char *name, const uint8_t *value, size_t n)
{
    struct memory *s = store_memory_of(st);
    set(s, find(&s->keys, name), name, value, n);
    return 0;
}

/* ---- players ---- */

int store_memory_name_get(struct store *st, const char *player, char *name, size_t size)
{
    const struct named *k = *name_of(store_memory_of(st), player);
    snprintf(name, size, "%s", k ? k->value : "");
    return 0;
}

int store_memory_name_set(struct store *st, const char *player, const char *name)
{
    struct named **p = name_of(store_memory_of(st), player);
    set(store_memory_of(st), p, player, name, strlen(name));
    (*p)->set = clock_wall() / 1000;
    return 0;
}

int store_memory_name_delete(struct store *st, const char *player)
{
    struct named **p = name_of(store_memory_of(st), player);
    if (*p && (*p)->n) set(store_memory_of(st), p, player, "", 0);
    return 0;
}

static bool sits(struct memory *s, const char *player)
{
    for (size_t i = 0; i < s->n; i++)
        for (int k = 0; !s->tables[i]->gone && k < s->tables[i]->now.players_n; k++)
            if (strcmp(s->tables[i]->now.players[k], player) == 0) return true;
    return false;
}

bool store_memory_is_there(struct memory *s, const char *player)
{
    struct named *p = *name_of(s, player);
    return (p && p->n) || sits(s, player);
}

int store_memory_sweep_names(struct memory *s, uint64_t before, int limit)
{
    int n = 0;
    for (; n < limit; n++) {
        struct named **oldest = NULL;
        for (int i = 0; i < CHAINS; i++)
            for (struct named **p = &s->players[i]; *p; p = &(*p)->next)
                if ((*p)->n && (*p)->set < before && (!oldest || (*p)->set < (*oldest)->set) && !sits(s, (*p)->key))
                    oldest = p;
        if (!oldest) break;
        set(s, oldest, (*oldest)->key, "", 0);
    }
    return n;
}

int store_memory_era(struct store *st, const char *player, uint32_t *era)
{
    *era = (uint32_t)number(*find(&store_memory_of(st)->eras, player));
    return 0;
}

int store_memory_era_end(struct store *st, const char *player, uint32_t *era)
{
    struct named **p = find(&store_memory_of(st)->eras, player);
    if (number(*p) != *era) return -EEXIST;
    *era += 1;
    set_number(store_memory_of(st), p, player, *era);
    return 0;
}

int store_memory_once(struct store *st, const char *word, uint64_t until)
{
    struct memory *s = store_memory_of(st);
    uint64_t now = clock_wall() / 1000;
    for (struct named **p = &s->words; !s->undo_n && *p;) {
        struct named *k = *p;
        if (number(k) + WORD_REST < now) *p = k->next, drop(k);
        else p = &k->next;
    }
    struct named **p = find(&s->words, word);
    if (*p && (*p)->n) return 0;
    set_number(s, p, word, until);
    return 1;
}

/* ---- for `tambo db` ---- */

static uint64_t bytes_of(const struct table *t)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < t->now.version; i++)
        n += t->events[i].n + strlen(t->events[i].actor) + strlen(t->events[i].action);
    return n;
}

int store_memory_tables(struct store *st, int (*fn)(void *, const struct store_row *), void *ctx)
{
    struct memory *s = store_memory_of(st);
    int stop = 0;
    for (size_t i = 0; !stop && i < s->n; i++) {
        const struct table *t = s->tables[i];
        if (t->gone) continue;
        struct store_row row = store_memory_row(t);
        const char **players = must(calloc((size_t)t->now.players_n + 1, sizeof *players));
        for (int k = 0; k < t->now.players_n; k++) {
            int seen = 0;
            while (seen < row.players_n && strcmp(players[seen], t->now.players[k]) != 0) seen++;
            if (seen == row.players_n) players[row.players_n++] = t->now.players[k];
        }
        row.players = players;
        row.bytes = bytes_of(t);
        stop = fn(ctx, &row);
        free(players);
    }
    return stop;
}

int store_memory_players(struct store *st, int (*fn)(void *, const char *, const char *, uint64_t), void *ctx)
{
    struct memory *s = store_memory_of(st);
    int stop = 0;
    for (int i = 0; i < CHAINS; i++)
        for (const struct named *k = s->players[i]; !stop && k; k = k->next)
            if (k->n) stop = fn(ctx, k->key, k->value, k->set);
    return stop;
}

int store_memory_table_delete(struct store *st, const char *id)
{
    struct memory *s = store_memory_of(st);
    struct table *t = store_memory_table(s, id);
    if (!t) return store_memory_refuse(s, -ENOENT, "there is no such table");
    store_memory_remove(s, t);
    return 0;
}

int store_memory_said_delete(struct store *st, const char *id, const char *player, int *n)
{
    struct memory *s = store_memory_of(st);
    struct table *t = store_memory_table(s, id);
    *n = 0;
    if (!t) return store_memory_refuse(s, -ENOENT, "there is no such table");
    for (uint32_t i = 0; i < t->now.version; i++) {
        struct event *e = &t->events[i];
        if (e->kind != EVENT_CHAT || strcmp(e->text, STORE_UNSAID) == 0) continue;
        if (player && strcmp(e->actor, player) != 0) continue;
        store_memory_remember(s, (struct undo){.kind = UNDO_EVENT, .table = t, .event = *e});
        e->n = strlen(STORE_UNSAID);
        e->text = store_memory_copy(STORE_UNSAID, e->n);
        ++*n;
    }
    return 0;
}

int store_memory_bytes(struct store *st, uint64_t *bytes)
{
    const struct memory *s = store_memory_of(st);
    *bytes = 0;
    for (size_t i = 0; i < s->n; i++) *bytes += bytes_of(s->tables[i]);
    return 0;
}
