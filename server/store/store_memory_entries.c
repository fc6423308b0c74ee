/* store_memory_entries.c -- of the store in memory: what is kept of players in lists. Tables are in
 * store_memory.c. */
#include "../base/must.h"
#include "store_memory_in.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct kept **find(struct memory *s, const char *list, const char *player)
{
    struct kept **p = &s->lists[store_memory_chain(list)];
    while (*p && (strcmp((*p)->now.list, list) != 0 || strcmp((*p)->now.player, player) != 0)) p = &(*p)->next;
    return p;
}

/* As part of the batch; its list and player stay. */
static void set(struct memory *s, struct kept *k, const struct store_entry *e)
{
    store_memory_remember(s, (struct undo){.kind = UNDO_ENTRY, .kept = k, .entry = k->now});
    k->now.rank = e->rank;
    k->now.at = e->at;
    k->now.until = e->until;
    k->now.text = e->text ? store_memory_copy(e->text, strlen(e->text)) : NULL;
}

int store_memory_entry_put(struct store *st, const struct store_entry *e, bool first)
{
    struct memory *s = store_memory_of(st);
    struct kept **p = find(s, e->list, e->player);
    if (first && *p && (*p)->now.text) return 0;
    if (!*p) {
        *p = must(calloc(1, sizeof **p));
        (*p)->now.list = store_memory_copy(e->list, strlen(e->list));
        (*p)->now.player = store_memory_copy(e->player, strlen(e->player));
    }
    set(s, *p, e);
    return 1;
}

int store_memory_entry_get(struct store *st, const char *list, const char *player, struct store_entry *e,
                           char text[STORE_TEXT])
{
    const struct kept *k = *find(store_memory_of(st), list, player);
    if (!k || !k->now.text) return 0;
    *e = k->now;
    snprintf(text, STORE_TEXT, "%s", k->now.text);
    e->list = list, e->player = player, e->text = text;
    return 1;
}

int store_memory_entry_drop(struct store *st, const char *list, const char *player)
{
    struct kept *k = *find(store_memory_of(st), list, player);
    if (!k || !k->now.text) return 0;
    set(store_memory_of(st), k, &(struct store_entry){.text = NULL});
    return 1;
}

int store_memory_entry_place(struct store *st, const char *list, int64_t rank, struct store_place *place)
{
    *place = (struct store_place){.all = 0};
    for (const struct kept *k = store_memory_of(st)->lists[store_memory_chain(list)]; k; k = k->next) {
        if (!k->now.text || strcmp(k->now.list, list) != 0) continue;
        place->all++;
        place->before += k->now.rank < rank;
        place->equal += k->now.rank == rank;
    }
    return 0;
}

static int by_rank(const void *a, const void *b)
{
    const struct store_entry *x = *(const struct store_entry *const *)a, *y = *(const struct store_entry *const *)b;
    if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    return strcmp(x->player, y->player);
}

static int by_list(const void *a, const void *b)
{
    const struct store_entry *x = *(const struct store_entry *const *)a, *y = *(const struct store_entry *const *)b;
    return strcmp(x->list, y->list);
}

/* Those that are to be told, as an array of the caller's; player: only of this one, in lists with that prefix. */
static const struct store_entry **gather(struct memory *s, const char *list, const char *player, size_t *n)
{
    const struct store_entry **all = NULL;
    size_t room = 0, head = strlen(list);
    unsigned first = player ? 0 : store_memory_chain(list), last = player ? CHAINS - 1 : first;
    *n = 0;
    for (unsigned i = first; i <= last; i++)
        for (const struct kept *k = s->lists[i]; k; k = k->next) {
            if (!k->now.text || strncmp(k->now.list, list, player ? head : head + 1) != 0) continue;
            if (player && strcmp(k->now.player, player) != 0) continue;
            if (*n == room) all = must(realloc(all, (room = room ? 2 * room : 16) * sizeof(struct store_entry *)));
            all[(*n)++] = &k->now;
        }
    return all;
}

static int tell(const struct store_entry **all, size_t n, int (*fn)(void *, const struct store_entry *), void *ctx)
{
    int stop = 0;
    for (size_t i = 0; !stop && i < n; i++) stop = fn(ctx, all[i]);
    free(all);
    return stop;
}

int store_memory_entries(struct store *st, const char *list, int limit, int (*fn)(void *, const struct store_entry *),
                         void *ctx)
{
    size_t n;
    const struct store_entry **all = gather(store_memory_of(st), list, NULL, &n);
    if (n) qsort(all, n, sizeof *all, by_rank);
    return tell(all, n < (size_t)(limit < 0 ? 0 : limit) ? n : (size_t)(limit < 0 ? 0 : limit), fn, ctx);
}

int store_memory_entries_of(struct store *st, const char *player, const char *prefix,
                            int (*fn)(void *, const struct store_entry *), void *ctx)
{
    size_t n;
    const struct store_entry **all = gather(store_memory_of(st), prefix, player, &n);
    if (n) qsort(all, n, sizeof *all, by_list);
    return tell(all, n, fn, ctx);
}

int store_memory_sweep_entries(struct memory *s, uint64_t before, int limit)
{
    int n = 0;
    for (int i = 0; i < CHAINS; i++)
        for (struct kept *k = s->lists[i]; k && n < limit; k = k->next)
            if (k->now.text && k->now.until && k->now.until < before)
                set(s, k, &(struct store_entry){.text = NULL}), n++;
    return n;
}

int store_memory_sweep_alone(struct memory *s, const char *lists, uint64_t before, int limit)
{
    int n = 0;
    for (int i = 0; lists && i < CHAINS; i++)
        for (struct kept *k = s->lists[i]; k && n < limit; k = k->next) {
            size_t all, same;
            if (!k->now.text || k->now.at >= before || strncmp(k->now.list, lists, strlen(lists)) != 0) continue;
            free(gather(s, "", k->now.player, &all));
            free(gather(s, lists, k->now.player, &same));
            if (all == same && !store_memory_is_there(s, k->now.player))
                set(s, k, &(struct store_entry){.text = NULL}), n++;
        }
    return n;
}

void store_memory_drop_entries(struct memory *s)
{
    for (int i = 0; i < CHAINS; i++)
        while (s->lists[i]) {
            struct kept *k = s->lists[i];
            s->lists[i] = k->next;
            free((void *)(uintptr_t)k->now.list);
            free((void *)(uintptr_t)k->now.player);
            free((void *)(uintptr_t)k->now.text);
            free(k);
        }
}
