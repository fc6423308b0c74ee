/* sim_lists.c -- see sim.h: what the database keeps of players: games of the day, circles, cards, words that are used once, and how
 * often tokens were ended. It is kept by the real store, in memory. What a batch has done is seen by its own node at once, as
 * it is done again for each call and taken back; others see it when it is committed. */
#include "sim_store_in.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct store *kept; /* what is committed */

/* The memory of the store is the world's. */
void sim_lists_begin(void) { kept = store_memory_open(); }
void sim_lists_end(void) { store_close(kept); }
struct store *sim_lists(void) { return kept; }

static const char *own_text(const char *text) { return text ? sim_words(text, strlen(text)) : NULL; }

static struct change *new_change(struct shared *s, enum change_kind kind)
{
    struct change *c = sim_memory(sizeof *c);
    c->kind = kind;
    sim_store_change(s, c);
    return c;
}

/* Does it on the real store: what that returns. */
static int do_again(const struct change *c)
{
    uint32_t era = c->era;
    if (c->kind == ONCE) return store_once(kept, c->word, c->request, c->until);
    if (c->kind == END) return store_era_end(kept, c->word, &era, c->request, c->until);
    return c->kind == ASK ? store_ask(kept, c->ask, c->asks, NULL, NULL) : 0;
}

/* The real store is as the batch has left it, until look_end. */
static struct node *look_begin(const struct shared *s)
{
    struct node *node = self;
    self = NULL;
    for (const struct change *c = s->first; c; c = c->next)
        if (do_again(c) < 0) sim_broken("what a batch has done cannot be done again");
    return node;
}

static void look_end(struct node *node)
{
    store_abandon(kept);
    self = node;
}

/* ---- statements ---- */

struct telling {
    struct node *node;
    void (*fn)(void *, const struct store_cell *);
    void *ctx;
};

static void tell(void *ctx, const struct store_cell *row)
{
    const struct telling *t = ctx;
    self = t->node;
    t->fn(t->ctx, row);
    self = NULL;
}

static void keep_ask(struct shared *s, const struct store_ask *a, int n, int rows)
{
    struct node *node = self;
    self = NULL;
    struct change *c = new_change(s, ASK);
    struct store_ask *own = sim_memory((size_t)n * sizeof *own);
    for (int i = 0; i < n; i++) {
        own[i] = a[i];
        for (int k = 0; k < a[i].n; k++) own[i].value[k].text = own_text(a[i].value[k].text);
    }
    c->ask = own;
    c->asks = n;
    c->rows = rows;
    self = node;
}

int sim_lists_ask(struct store *st, const struct store_ask *a, int n, void (*fn)(void *, const struct store_cell *),
                  void *ctx)
{
    struct shared *s = as_shared(st);
    int status = sim_store_call(s);
    if (status) return status;
    struct telling t = {.fn = fn, .ctx = ctx};
    t.node = look_begin(s);
    int rows = store_ask(kept, a, n, fn ? tell : NULL, &t);
    bool changes = store_statement_writes(a[0].statement) && store_pending(kept);
    look_end(t.node);
    if (changes) keep_ask(s, a, n, rows);
    return rows;
}

/* ---- words and eras ---- */

int sim_lists_once(struct store *st, const char *word, const char *request, uint64_t until)
{
    struct shared *s = as_shared(st);
    int status = sim_store_call(s);
    if (status) return status;
    struct node *node = look_begin(s);
    int fresh = store_once(kept, word, request, until);
    store_abandon(kept);
    if (fresh > 0) {
        struct change *c = new_change(s, ONCE);
        c->word = own_text(word), c->request = own_text(request), c->until = until;
    }
    look_end(node);
    return fresh;
}

bool sim_lists_ended(const char *player)
{
    struct node *node = self;
    uint32_t era;
    self = NULL;
    if (store_era(kept, player, &era)) sim_broken("the real store cannot be read");
    self = node;
    return era > 0;
}

int sim_lists_era(struct store *st, const char *player, uint32_t *era)
{
    struct shared *s = as_shared(st);
    int status = sim_store_call(s);
    *era = 0;
    if (status) return status;
    struct node *node = look_begin(s);
    status = store_era(kept, player, era);
    look_end(node);
    return status;
}

int sim_lists_era_end(struct store *st, const char *player, uint32_t *era, const char *request, uint64_t until)
{
    struct shared *s = as_shared(st);
    int status = sim_store_call(s);
    if (status) return status;
    struct node *node = look_begin(s);
    uint32_t before = *era;
    status = store_era_end(kept, player, era, request, until);
    store_abandon(kept);
    if (!status) {
        struct change *c = new_change(s, END);
        c->word = own_text(player), c->era = before, c->request = own_text(request), c->until = until;
    }
    look_end(node);
    return status;
}

/* ---- the commit ---- */

/* Does all of the batch, unless others came first. */
bool sim_lists_fit(const struct shared *s)
{
    for (const struct change *c = s->first; c; c = c->next) {
        int status = do_again(c);
        if (c->kind == ONCE ? status == 1 : c->kind == ASK ? status == c->rows : status >= 0) continue;
        store_abandon(kept);
        return false;
    }
    return true;
}

void sim_lists_commit(const struct shared *s)
{
    if (store_commit(kept)) sim_broken("the real store cannot commit");
    for (const struct change *c = s->first; c; c = c->next)
        for (int i = 0; c->kind == ASK && i < c->asks; i++) world.results += c->ask[i].statement == ASK_RESULT_ADD;
}
