/* store_players.c -- what the store keeps of players beside tables and days: names, epochs of their tokens, nonces; and secrets. See
 * store.h. One for all engines: the statements are in store_sql.h. */
#include "store_driver.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

enum { PORTION = 500 /* rows that are asked for together */ };

static int take_text(void *ctx, int k, const struct store_cell *row)
{
    struct store_cell *to = ctx;
    (void)k;
    snprintf((char *)(uintptr_t)to->text, to->n, "%s", row[0].text);
    return 0;
}

/* The text that a statement finds about something: 1; 0, and it is "". */
static int get_text(struct store *s, enum store_statement what, const char *about, char *text, size_t size)
{
    struct store_cell to = {.text = text, .n = size};
    *text = 0;
    return store_run(s, &(struct store_ask){what, {store_text(about)}, 1}, 1, take_text, &to);
}

/* ---- names ---- */

int players_name(struct store *s, const char *player, char *name, size_t size)
{
    int n = get_text(s, ASK_NAME_GET, player, name, size);
    return n < 0 ? n : 0;
}

int players_set_name(struct store *s, const char *player, const char *name)
{
    const struct store_ask a = {
        ASK_NAME_SET, {store_text(player), store_text(name), store_time(store_wall(s) / 1000)}, 3};
    return store_add(s, &a);
}

int players_delete_name(struct store *s, const char *player)
{
    int n = store_run(s, &(struct store_ask){ASK_NAME_DROP, {store_text(player)}, 1}, 1, NULL, NULL);
    return n < 0 ? n : 0;
}

/* Players on their way. */
struct names_listing {
    int (*fn)(void *ctx, const char *player, const char *name, uint64_t set);
    void *ctx;
    char last[PLAYER_LEN + 1];
    int stop; /* what fn returned */
};

static int tell_player(void *ctx, int k, const struct store_cell *row)
{
    struct names_listing *l = ctx;
    (void)k;
    snprintf(l->last, sizeof l->last, "%s", row[0].text);
    return l->stop = l->fn(l->ctx, row[0].text, row[1].text, (uint64_t)row[2].number);
}

int players_each(struct store *s, int (*fn)(void *ctx, const char *player, const char *name, uint64_t set), void *ctx)
{
    struct names_listing l = {.fn = fn, .ctx = ctx};
    int n = PORTION;
    while (n == PORTION && !l.stop)
        n = store_run(s, &(struct store_ask){ASK_NAMES_ALL, {store_text(l.last), store_number(PORTION)}, 2}, 1,
                      tell_player, &l);
    return n < 0 ? n : l.stop;
}

/* ---- nonces, and epochs of tokens ---- */

int players_nonce(struct store *s, const char *word, const char *request, uint64_t until)
{
    uint64_t now = store_wall(s) / 1000;
    const struct store_ask a = {ASK_NONCE_USE,
                                {store_text(word), store_time(until), store_text(request),
                                 store_time(now > STORE_NONCE_REST ? now - STORE_NONCE_REST : 0)},
                                4};
    return store_run(s, &a, 1, NULL, NULL);
}

static void take_request(void *ctx, const struct store_cell *row) { snprintf(ctx, ACTION_LEN + 1, "%s", row[0].text); }

int store_nonce_by(struct store *s, const char *word, char request[ACTION_LEN + 1])
{
    *request = 0;
    return store_ask(s, &(struct store_ask){ASK_NONCE_BY, {store_text(word)}, 1}, 1, take_request, request);
}

static int take_epoch(void *ctx, int k, const struct store_cell *row)
{
    (void)k;
    *(uint32_t *)ctx = (uint32_t)row[0].number;
    return 0;
}

int players_epoch(struct store *s, const char *player, uint32_t *epoch)
{
    *epoch = 0;
    int n = store_run(s, &(struct store_ask){ASK_EPOCH_GET, {store_text(player)}, 1}, 1, take_epoch, epoch);
    return n < 0 ? n : 0;
}

int players_end(struct store *s, const char *player, uint32_t *epoch, const char *request, uint64_t until)
{
    const struct store_ask a = {
        ASK_EPOCH_END, {store_text(player), store_number(*epoch), store_text(request), store_time(until)}, 4};
    int n = store_run(s, &a, 1, take_epoch, epoch);
    if (n > 0) store_tell(s, NEWS_PLAYER, player, 0);
    return n > 0 ? 0 : n ? n : -EEXIST;
}

static void take_ended(void *ctx, const struct store_cell *row)
{
    struct store_ended *e = ctx;
    e->epoch = (uint32_t)row[0].number;
    snprintf(e->request, sizeof e->request, "%s", row[1].text);
    e->until = (uint64_t)row[2].number;
}

int store_ended_by(struct store *s, const char *player, struct store_ended *e)
{
    *e = (struct store_ended){.epoch = 0};
    int n = store_ask(s, &(struct store_ask){ASK_ENDED_BY, {store_text(player)}, 1}, 1, take_ended, e);
    return n < 0 ? n : 0;
}

/* ---- secrets ---- */

struct secret {
    uint8_t *value;
    size_t n;
    bool good; /* it has that length */
};

static int take_secret(void *ctx, int k, const struct store_cell *row)
{
    struct secret *to = ctx;
    (void)k;
    to->good = row[0].n == to->n;
    if (to->good) memcpy(to->value, row[0].text, to->n);
    return 0;
}

/* No part of a batch: a new one is on the disk before anybody knows it. Two servers may make it at the same time: the first one's
 * stays, and both get it. */
int players_key(struct store *s, const char *name, uint8_t *value, size_t n)
{
    struct secret to = {value, n, false};
    const struct store_ask all[] = {{ASK_KEY_ADD, {store_text(name), store_blob(value, n)}, 2},
                                    {ASK_KEY_GET, {store_text(name)}, 1}};
    int found = store_run(s, &all[1], 1, take_secret, &to);
    if (!found) {
        if (s->begun) return store_refuse(s, -EBUSY, "a secret cannot be made inside a batch");
        if (getrandom(value, n, 0) != (ssize_t)n) return store_refuse(s, -EIO, "the system gives no random numbers");
        found = s->driver->run(s, all, 2, take_secret, &to);
    }
    if (found > 0 && !to.good) return store_refuse(s, -EIO, "a secret has another length than it should");
    return found < 0 ? found : 0;
}

int players_set_key(struct store *s, const char *name, const uint8_t *value, size_t n)
{
    const struct store_ask a = {
        ASK_KEY_SET, {store_text(name), store_blob(value, n), store_number((int64_t)s->node)}, 3};
    int set = store_run(s, &a, 1, NULL, NULL);
    if (!set) store_refuse(s, 0, "servers are using it: stop all of them first");
    return set > 0 ? 0 : set ? set : -EBUSY;
}
