/* store_days.c -- games of the day in the store: who has begun one, results, rankings, answers to the puzzle; see store.h. One
 * for all engines: the statements are in store_sql.h. */
#include "store_driver.h"

#include <stdio.h>

/* ---- begun ---- */

int store_begun_add(struct store *s, const struct store_part *p, const char *table, uint64_t at)
{
    const struct store_ask a = {
        ASK_BEGUN_ADD,
        {store_text(p->player), store_number(p->day), store_text(p->part), store_text(table), store_time(at)},
        5};
    return store_put(s, &a, 1);
}

static void take_id(void *ctx, const struct store_cell *row) { snprintf(ctx, ID_LEN + 1, "%s", row[0].text); }

int store_begun_get(struct store *s, const struct store_part *p, char table[ID_LEN + 1])
{
    const struct store_ask a = {ASK_BEGUN_GET, {store_text(p->player), store_number(p->day), store_text(p->part)}, 3};
    return store_ask(s, &a, 1, take_id, table);
}

/* Rows on their way to a function. */
struct telling {
    void (*result)(void *ctx, const struct store_result *);
    void (*standing)(void *ctx, const struct store_standing *);
    void (*crowd)(void *ctx, int32_t day, const char *part, uint64_t n);
    void (*answer)(void *ctx, int seq, bool correct, const char *claim);
    void *ctx;
};

static void tell_standing(void *ctx, const struct store_cell *row)
{
    const struct telling *t = ctx;
    t->standing(t->ctx, &(struct store_standing){.day = (int32_t)row[0].number,
                                                 .part = row[1].text,
                                                 .table = row[2].text,
                                                 .over = !row[3].null,
                                                 .points = (int32_t)row[4].number,
                                                 .against = (int32_t)row[5].number,
                                                 .has_against = !row[5].null,
                                                 .before = (uint64_t)row[6].number});
}

int store_standings(struct store *s, const char *player, int32_t from, int32_t to,
                    void (*fn)(void *ctx, const struct store_standing *), void *ctx)
{
    const struct store_ask a = {ASK_STANDINGS, {store_text(player), store_number(from), store_number(to)}, 3};
    struct telling t = {.standing = fn, .ctx = ctx};
    int n = store_ask(s, &a, 1, tell_standing, &t);
    return n < 0 ? n : 0;
}

/* ---- results ---- */

int store_result_add(struct store *s, const struct store_part *p, const struct store_result *r)
{
    struct store_value against =
        r->has_against ? store_number(r->against) : (struct store_value){.null = true, .kind = VALUE_NUMBER};
    const struct store_ask a = {ASK_RESULT_ADD,
                                {store_text(p->player), store_number(p->day), store_text(p->part),
                                 store_number(r->rank), store_number(r->points), against, store_text(r->name),
                                 store_time(r->at)},
                                8};
    return store_put(s, &a, 1);
}

static struct store_result result_of(const struct store_cell *row)
{
    return (struct store_result){.player = row[0].text,
                                 .name = row[1].text,
                                 .missing = row[2].null,
                                 .rank = row[2].number,
                                 .points = (int32_t)row[3].number,
                                 .against = (int32_t)row[4].number,
                                 .has_against = !row[4].null,
                                 .at = (uint64_t)row[5].number,
                                 .before = (uint64_t)row[6].number};
}

static void tell_result(void *ctx, const struct store_cell *row)
{
    const struct telling *t = ctx;
    struct store_result r = result_of(row);
    t->result(t->ctx, &r);
}

int store_result_get(struct store *s, const struct store_part *p, void (*fn)(void *ctx, const struct store_result *),
                     void *ctx)
{
    const struct store_ask a = {ASK_RESULT_GET, {store_text(p->player), store_number(p->day), store_text(p->part)}, 3};
    struct telling t = {.result = fn, .ctx = ctx};
    return store_ask(s, &a, 1, tell_result, &t);
}

int store_results(struct store *s, int32_t day, const char *part, int limit,
                  void (*fn)(void *ctx, const struct store_result *), void *ctx)
{
    const struct store_ask a = {ASK_RESULTS, {store_number(day), store_text(part), store_number(limit)}, 3};
    struct telling t = {.result = fn, .ctx = ctx};
    int n = store_ask(s, &a, 1, tell_result, &t);
    return n < 0 ? n : 0;
}

int store_results_circle(struct store *s, int32_t day, const char *part, const char *circle,
                         void (*fn)(void *ctx, const struct store_result *), void *ctx)
{
    const struct store_ask a = {
        ASK_RESULTS_CIRCLE, {store_text(circle), store_number(STORE_MEMBERS), store_number(day), store_text(part)}, 4};
    struct telling t = {.result = fn, .ctx = ctx};
    int n = store_ask(s, &a, 1, tell_result, &t);
    return n < 0 ? n : 0;
}

static void tell_crowd(void *ctx, const struct store_cell *row)
{
    const struct telling *t = ctx;
    t->crowd(t->ctx, (int32_t)row[0].number, row[1].text, (uint64_t)row[2].number);
}

int store_crowds(struct store *s, int32_t from, int32_t to,
                 void (*fn)(void *ctx, int32_t day, const char *part, uint64_t n), void *ctx)
{
    const struct store_ask a = {ASK_CROWDS, {store_number(from), store_number(to)}, 2};
    struct telling t = {.crowd = fn, .ctx = ctx};
    int n = store_ask(s, &a, 1, tell_crowd, &t);
    return n < 0 ? n : 0;
}

/* ---- the puzzle ---- */

static void tell_answer(void *ctx, const struct store_cell *row)
{
    const struct telling *t = ctx;
    t->answer(t->ctx, (int)row[0].number, row[1].number != 0, row[2].text);
}

int store_answer_add(struct store *s, const char *player, int32_t day, int seq, bool correct, const char *claim,
                     uint64_t at, void (*fn)(void *ctx, int seq, bool correct, const char *claim), void *ctx)
{
    const struct store_ask all[] = {
        {ASK_ANSWER_ADD,
         {store_text(player), store_number(day), store_number(seq), store_number(correct), store_text(claim),
          store_time(at)},
         6},
        {ASK_ANSWERS, {store_text(player), store_number(day)}, 2},
    };
    struct telling t = {.answer = fn, .ctx = ctx};
    int n = store_ask(s, all, 2, tell_answer, &t);
    return n < 0 ? n : 0;
}

int store_answers(struct store *s, const char *player, int32_t day,
                  void (*fn)(void *ctx, int seq, bool correct, const char *claim), void *ctx)
{
    const struct store_ask a = {ASK_ANSWERS, {store_text(player), store_number(day)}, 2};
    struct telling t = {.answer = fn, .ctx = ctx};
    int n = store_ask(s, &a, 1, tell_answer, &t);
    return n < 0 ? n : 0;
}
