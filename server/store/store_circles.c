/* store_circles.c -- circles and recovery cards in the store, and what goes when a player is deleted or time is up; see store.h. One for all engines: the statements are in store_sql.h. */
#include "store_driver.h"

#include <stdio.h>

static int ask_one(struct store *s, struct store_ask a, void (*fn)(void *ctx, const struct store_cell *), void *ctx)
{
    return store_ask(s, &a, 1, fn, ctx);
}

static int done(int n) { return n < 0 ? n : 0; }

/* ---- circles ---- */

struct members {
    void (*fn)(void *ctx, const struct store_member *);
    void *ctx;
};

static void tell_member(void *ctx, const struct store_cell *row)
{
    const struct members *m = ctx;
    m->fn(m->ctx, &(struct store_member){row[0].text, row[1].text, row[2].text, row[3].text});
}

int store_circle_get(struct store *s, const char *circle, void (*fn)(void *ctx, const struct store_member *), void *ctx)
{
    struct members m = {fn, ctx};
    struct store_ask a = {ASK_CIRCLE_GET, {store_text(circle), store_number(STORE_MEMBERS)}, 2};
    return done(ask_one(s, a, tell_member, &m));
}

int store_circles_of(struct store *s, const char *player, void (*fn)(void *ctx, const struct store_member *), void *ctx)
{
    struct members m = {fn, ctx};
    return done(ask_one(s, (struct store_ask){ASK_CIRCLES_OF, {store_text(player)}, 1}, tell_member, &m));
}

struct counted {
    int *n;
    char *name;
    size_t size;
};

static void take_count(void *ctx, const struct store_cell *row)
{
    const struct counted *c = ctx;
    *c->n = (int)row[0].number;
    snprintf(c->name, c->size, "%s", row[1].text);
}

int store_circles_count(struct store *s, const char *player, int *n, char *name, size_t size)
{
    struct counted c = {n, name, size};
    *n = 0, *name = 0;
    return done(ask_one(s, (struct store_ask){ASK_CIRCLES_COUNT, {store_text(player)}, 1}, take_count, &c));
}

int store_circle_make(struct store *s, const struct store_member *m, uint64_t at, uint64_t until)
{
    const struct store_ask all[] = {
        {ASK_CIRCLE_ADD, {store_text(m->circle), store_text(m->called), store_time(until)}, 3},
        {ASK_MEMBER_ADD,
         {store_text(m->circle), store_text(m->player), store_text(m->name), store_time(at), store_time(until)},
         5},
    };
    return store_put(s, all, 2);
}

/* The circle is locked first: of who joins and who gives it another id at the same moment the second sees what the first did. */
int store_circle_join(struct store *s, const struct store_member *m, uint64_t at, uint64_t until)
{
    const struct store_ask all[] = {
        {ASK_CIRCLE_TOUCH, {store_text(m->circle), store_time(until)}, 2},
        {ASK_MEMBER_ADD,
         {store_text(m->circle), store_text(m->player), store_text(m->name), store_time(at), store_time(until)},
         5},
    };
    return store_ask(s, all, 2, NULL, NULL);
}

int store_circle_rename(struct store *s, const char *circle, const char *name, uint64_t until)
{
    struct store_ask a = {ASK_CIRCLE_RENAME, {store_text(circle), store_text(name), store_time(until)}, 3};
    return store_put(s, &a, 1);
}

int store_circle_move(struct store *s, const char *circle, const char *to)
{
    const struct store_ask all[] = {
        {ASK_CIRCLE_MOVE, {store_text(circle), store_text(to)}, 2},
        {ASK_MEMBERS_MOVE, {store_text(circle), store_text(to)}, 2},
    };
    return store_put(s, all, 2);
}

/* The circle is locked first: who joins meanwhile at another server is seen, or waits and finds no circle. */
int store_circle_leave(struct store *s, const char *circle, const char *player)
{
    const struct store_ask all[] = {
        {ASK_CIRCLE_LOCK, {store_text(circle)}, 1},
        {ASK_CIRCLE_END, {store_text(circle), store_text(player)}, 2},
        {ASK_MEMBER_DROP, {store_text(circle), store_text(player)}, 2},
    };
    return store_ask(s, all, 3, NULL, NULL);
}

int store_circles_keep(struct store *s, const char *player, uint64_t soon, uint64_t until)
{
    const struct store_ask all[] = {
        {ASK_CIRCLES_KEEP, {store_text(player), store_time(soon), store_time(until)}, 3},
        {ASK_MEMBERS_KEEP, {store_text(player), store_time(soon), store_time(until)}, 3},
    };
    return store_put(s, all, 2);
}

/* ---- recovery cards ---- */

int store_card_add(struct store *s, const char *hash, const char *player, const char *sealed, uint64_t at)
{
    return ask_one(
        s,
        (struct store_ask){ASK_CARD_ADD, {store_text(hash), store_text(player), store_text(sealed), store_time(at)}, 4},
        NULL, NULL);
}

static void take_card(void *ctx, const struct store_cell *row)
{
    struct store_card *c = ctx;
    snprintf(c->player, sizeof c->player, "%s", row[0].text);
    snprintf(c->sealed, sizeof c->sealed, "%s", row[1].text);
    c->epoch = (uint32_t)row[2].number;
}

int store_card_get(struct store *s, const char *hash, struct store_card *c)
{
    return ask_one(s, (struct store_ask){ASK_CARD_GET, {store_text(hash)}, 1}, take_card, c);
}

struct own_cards {
    bool any;
    uint64_t at;
};

static void take_own(void *ctx, const struct store_cell *row)
{
    *(struct own_cards *)ctx = (struct own_cards){row[0].number > 0, (uint64_t)row[1].number};
}

int store_card_of(struct store *s, const char *player, uint64_t *at)
{
    struct own_cards own = {.any = false};
    int n = ask_one(s, (struct store_ask){ASK_CARD_OF, {store_text(player)}, 1}, take_own, &own);
    *at = own.at;
    return n < 0 ? n : own.any;
}

int store_cards_drop(struct store *s, const char *player)
{
    return ask_one(s, (struct store_ask){ASK_CARDS_DROP, {store_text(player)}, 1}, NULL, NULL);
}

/* ---- what goes ---- */

int store_player_forget(struct store *s, const char *player)
{
    static const enum store_statement statements[] = {ASK_RESULT_FORGET, ASK_BEGUN_FORGET, ASK_ANSWER_FORGET,
                                                      ASK_CARDS_DROP,    ASK_CIRCLES_END,  ASK_MEMBER_FORGET,
                                                      ASK_ENDED_FORGET};
    enum { N = sizeof statements / sizeof *statements };
    struct store_ask all[N];
    for (int i = 0; i < N; i++) all[i] = (struct store_ask){statements[i], {store_text(player)}, 1};
    return store_put(s, all, N);
}

static int count_row(void *ctx, int k, const struct store_cell *row)
{
    (void)k, (void)row;
    ++*(int *)ctx;
    return 0;
}

/* Each kind that is old enough, in one request. */
static int sweep_rest(struct store *s, const struct store_old *old, int limit, int *n)
{
    int64_t nonces = store_time(old->until).number - STORE_NONCE_REST;
    const struct {
        enum store_statement statement;
        int64_t before;
    } rest[] = {
        {ASK_NAME_SWEEP, store_time(old->names).number},
        {ASK_RESULT_SWEEP, old->day},
        {ASK_BEGUN_SWEEP, old->day},
        {ASK_ANSWER_SWEEP, old->day},
        {ASK_MEMBER_SWEEP, store_time(old->until).number},
        {ASK_CIRCLE_SWEEP, store_time(old->until).number},
        {ASK_CARD_SWEEP, store_time(old->cards).number},
        {ASK_NONCE_SWEEP, nonces > 0 ? nonces : 0},
    };
    enum { N = sizeof rest / sizeof *rest };
    struct store_ask all[N];
    int k = 0;
    for (int i = 0; i < N; i++)
        if (rest[i].before)
            all[k++] = (struct store_ask){rest[i].statement, {store_number(rest[i].before), store_number(limit)}, 2};
    int e = k ? store_run(s, all, k, count_row, n) : 0;
    return e < 0 ? e : 0;
}

int store_sweep(struct store *s, const struct store_old *old, int limit, int *n)
{
    *n = 0;
    if (limit < 0) limit = 0;
    int e = tables_sweep(s, TABLE_OVER, old->over, limit, n);
    if (!e) e = tables_sweep(s, TABLE_OPEN, old->open, limit, n);
    return store_noted(s, e ? e : sweep_rest(s, old, limit, n));
}
