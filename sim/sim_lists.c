/* sim_lists.c -- see sim.h: lists of the database, words that are used once, and how often players ended their tokens. What a batch has
 * done is seen by its own node at once, and by others when it is committed. */
#include "sim_store_in.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEN = 1024, WORDS = 512 };

static struct {
    char *word[WORDS];
    int words;
    struct {
        char player[PLAYER_LEN + 1];
        uint32_t era;
    } era[WORDS];
    int eras;
} db;

void sim_lists_begin(void) { memset(&db, 0, sizeof db); }

static struct change *new_change(struct shared *s, enum change_kind kind, const struct store_entry *e)
{
    struct node *node = self;
    self = NULL;
    struct change *c = sim_memory(sizeof *c);
    struct store_entry *own = c->entry = sim_memory(sizeof *own);
    *own = *e;
    own->list = sim_words(e->list, strlen(e->list));
    own->player = sim_words(e->player, strlen(e->player));
    own->text = sim_words(e->text ? e->text : "", e->text ? strlen(e->text) : 0);
    c->kind = kind;
    sim_store_change(s, c);
    self = node;
    return c;
}

static bool is_same(const struct store_entry *a, const struct store_entry *b)
{
    return strcmp(a->list, b->list) == 0 && strcmp(a->player, b->player) == 0;
}

/* ---- entries ---- */

/* All entries as the batch has them. */
struct seen {
    const struct store_entry *entry[SEEN];
    int n;
};

static void remove_entry(struct seen *v, const struct store_entry *e)
{
    for (int i = 0; i < v->n; i++)
        if (is_same(v->entry[i], e)) v->entry[i--] = v->entry[--v->n];
}

static int order(const void *one, const void *two)
{
    const struct store_entry *x = *(const struct store_entry *const *)one, *y = *(const struct store_entry *const *)two;
    int list = strcmp(x->list, y->list);
    if (list) return list;
    if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    return strcmp(x->player, y->player);
}

/* Those whose list begins so; player NULL: of all. */
static void see(const struct shared *s, const char *prefix, const char *player, struct seen *v)
{
    const struct store_entry *e;
    size_t n = strlen(prefix);
    v->n = 0;
    for (int i = 0; (e = sim_entry(i)); i++)
        if (strncmp(e->list, prefix, n) == 0 && (!player || strcmp(e->player, player) == 0)) v->entry[v->n++] = e;
    for (const struct change *c = s->first; c; c = c->next) {
        if (c->kind != ENTRY && c->kind != DROP) continue;
        if (strncmp(c->entry->list, prefix, n) != 0 || (player && strcmp(c->entry->player, player) != 0)) continue;
        remove_entry(v, c->entry);
        if (c->kind == ENTRY) v->entry[v->n++] = c->entry;
    }
    qsort(v->entry, (size_t)v->n, sizeof *v->entry, order);
}

static const struct store_entry *find(const struct shared *s, const char *list, const char *player)
{
    struct store_entry wanted = {.list = list, .player = player};
    const struct store_entry *e = sim_entry_find(list, player);
    for (const struct change *c = s->first; c; c = c->next)
        if ((c->kind == ENTRY || c->kind == DROP) && is_same(c->entry, &wanted)) e = c->kind == ENTRY ? c->entry : NULL;
    return e;
}

int sim_lists_put(struct store *st, const struct store_entry *e, bool first)
{
    struct shared *s = as_shared(st);
    if (s->lost) return -EAGAIN;
    if (first && find(s, e->list, e->player)) return 0;
    new_change(s, ENTRY, e)->only_first = first;
    return 1;
}

int sim_lists_get(struct store *st, const char *list, const char *player, struct store_entry *e, char text[STORE_TEXT])
{
    int status = sim_store_call(as_shared(st));
    const struct store_entry *found = status ? NULL : find(as_shared(st), list, player);
    if (!found) return status;
    snprintf(text, STORE_TEXT, "%s", found->text);
    if (e) *e = *found, e->text = text;
    return 1;
}

int sim_lists_drop(struct store *st, const char *list, const char *player)
{
    struct shared *s = as_shared(st);
    int status = sim_store_call(s);
    if (status || !find(s, list, player)) return status;
    new_change(s, DROP, &(struct store_entry){.list = list, .player = player});
    return 1;
}

static int tell(const struct seen *v, int limit, int (*fn)(void *, const struct store_entry *), void *ctx)
{
    int stop = 0;
    for (int i = 0; !stop && i < v->n && i < limit; i++) stop = fn(ctx, v->entry[i]);
    return stop;
}

int sim_lists_of(struct store *st, const char *list, int limit, int (*fn)(void *, const struct store_entry *),
                 void *ctx)
{
    struct seen v;
    int status = sim_store_call(as_shared(st));
    if (status) return status;
    see(as_shared(st), list, NULL, &v);
    int n = 0;
    for (int i = 0; i < v.n; i++)
        if (strcmp(v.entry[i]->list, list) == 0) v.entry[n++] = v.entry[i];
    v.n = n;
    return tell(&v, limit, fn, ctx);
}

int sim_lists_of_player(struct store *st, const char *player, const char *prefix,
                        int (*fn)(void *, const struct store_entry *), void *ctx)
{
    struct seen v;
    int status = sim_store_call(as_shared(st));
    if (status) return status;
    see(as_shared(st), prefix, player, &v);
    return tell(&v, SEEN, fn, ctx);
}

int sim_lists_place(struct store *st, const char *list, int64_t rank, struct store_place *place)
{
    struct seen v;
    int status = sim_store_call(as_shared(st));
    *place = (struct store_place){.all = 0};
    if (status) return status;
    see(as_shared(st), list, NULL, &v);
    for (int i = 0; i < v.n; i++) {
        if (strcmp(v.entry[i]->list, list) != 0) continue;
        place->all++;
        place->before += v.entry[i]->rank < rank;
        place->equal += v.entry[i]->rank == rank;
    }
    return 0;
}

/* ---- words and eras ---- */

int sim_lists_once(struct store *st, const char *word, uint64_t until)
{
    struct shared *s = as_shared(st);
    int status = sim_store_call(s);
    (void)until;
    if (status) return status;
    for (int i = 0; i < db.words; i++)
        if (strcmp(db.word[i], word) == 0) return 0;
    for (const struct change *c = s->first; c; c = c->next)
        if (c->kind == ONCE && strcmp(c->entry->list, word) == 0) return 0;
    new_change(s, ONCE, &(struct store_entry){.list = word, .player = ""});
    return 1;
}

static uint32_t *era_of(const char *player)
{
    for (int i = 0; i < db.eras; i++)
        if (strcmp(db.era[i].player, player) == 0) return &db.era[i].era;
    if (db.eras == WORDS) sim_broken("too many eras");
    snprintf(db.era[db.eras].player, sizeof db.era[0].player, "%s", player);
    return &db.era[db.eras++].era;
}

bool sim_lists_ended(const char *player) { return *era_of(player) > 0; }

int sim_lists_era(struct store *st, const char *player, uint32_t *era)
{
    const struct shared *s = as_shared(st);
    int status = sim_store_call(as_shared(st));
    *era = status ? 0 : *era_of(player);
    for (const struct change *c = s->first; c && !status; c = c->next)
        *era += c->kind == END && strcmp(c->entry->player, player) == 0;
    return status;
}

int sim_lists_era_end(struct store *st, const char *player, uint32_t *era)
{
    uint32_t now;
    int status = sim_lists_era(st, player, &now);
    if (status) return status;
    if (now != *era) return -EEXIST;
    ++*era;
    new_change(as_shared(st), END, &(struct store_entry){.list = "", .player = player, .rank = *era});
    return 0;
}

/* ---- the commit ---- */

/* Is what the batch did still possible? Others may have come first. */
bool sim_lists_fit(const struct change *c)
{
    if (c->kind == END) return *era_of(c->entry->player) + 1 == (uint32_t)c->entry->rank;
    for (int i = 0; c->kind == ONCE && i < db.words; i++)
        if (strcmp(db.word[i], c->entry->list) == 0) return false;
    return true;
}

void sim_lists_commit(const struct change *c)
{
    if (c->kind == ENTRY) sim_entry_put(c->entry, c->only_first);
    if (c->kind == DROP) sim_entry_drop(c->entry->list, c->entry->player);
    if (c->kind == END) *era_of(c->entry->player) = (uint32_t)c->entry->rank;
    if (c->kind != ONCE) return;
    if (db.words == WORDS) sim_broken("too many words");
    db.word[db.words++] = sim_words(c->entry->list, strlen(c->entry->list));
}
