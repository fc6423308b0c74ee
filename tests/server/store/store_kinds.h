/* store_kinds.h -- for test_store.c and test_store_names.c: each store that there is, opened and closed. A case is run for
 * every kind; `s` is the store it is about. */
#ifndef TESTS_STORE_KINDS_H
#define TESTS_STORE_KINDS_H

#include "../../kit/postgres.h"
#include "../../kit/store_fault.h"
#include "stores.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SQLITE, MEMORY, FRONT, POSTGRES, KINDS };

static struct place place;
static struct store *s;
static int kind;             /* which store is tested */
static struct fault nothing; /* for FRONT, which lets everything pass then */

static char url[160]; /* of POSTGRES */

static inline struct store *open_postgres(void)
{
    char why[256] = "";
    struct store *p = store_postgres_open(url, NULL, why);
    ck_assert_msg(p != NULL, "%s", why);
    return p;
}

static inline struct store *open_kind(int i)
{
    if (i == POSTGRES) return open_postgres();
    if (i == SQLITE) return stores_open(&place);
    return i == MEMORY ? store_memory_open() : store_fault_open(store_memory_open(), &nothing);
}

static inline void begin(int i)
{
    kind = i;
    place_begin(&place);
    if (i == POSTGRES) snprintf(url, sizeof url, "%s", postgres_fresh());
    s = open_kind(i);
}

static inline void end(void)
{
    store_close(s);
    place_end(&place);
}

static inline void commit(void) { ck_assert_int_eq(store_commit(s), 0); }

/* Whatever is older. */
static inline int sweep_all(struct store *from, uint64_t before, int limit, int *n)
{
    return store_sweep(
        from, &(struct store_old){.over = before, .open = before, .names = before, .until = before, .cards = before},
        limit, n);
}

static inline int ignore_event(void *ctx, const struct event *e) { return (void)ctx, (void)e, 0; }

/* What it knows is the same as before, which is freed. */
static inline void same(char *before, int tables)
{
    char *now = stores_dump(s, tables);
    ck_assert_str_eq(now, before);
    free(now);
    free(before);
}

static inline int take_id(void *ctx, const struct store_row *row)
{
    char *all = ctx;
    ck_assert_ptr_nonnull(row->summary);
    sprintf(all + strlen(all), "%d ", atoi(row->id + 1));
    return strlen(all) > 9 ? 7 : 0;
}

static inline const char *ids(enum store_list what, const char *player, uint64_t time, int limit)
{
    static char all[64];
    all[0] = 0;
    int e = store_list(s, what, player, time, limit, take_id, all);
    ck_assert_int_eq(e, strlen(all) > 9 ? 7 : 0); /* what fn returned */
    return all;
}

/* Events of these kinds and seats behind one that begins the table. */
static inline int play(struct store *to, struct store_row *row, const uint8_t (*steps)[2], int n)
{
    struct event e[16] = {{.kind = EVENT_CREATE, .seat = -1}};
    int first = row->version == 0;
    char action[16][8];
    for (int i = 0; i < n; i++) {
        unsigned number = row->version + (unsigned)(first + i) + 1;
        snprintf(action[i], sizeof action[i], "%u", number);
        e[first + i] = (struct event){.at = 1000 + number,
                                      .kind = steps[i][0],
                                      .seat = steps[i][1],
                                      .actor = player_of(steps[i][1] + 1),
                                      .action = action[i],
                                      .text = "x",
                                      .n = 1};
    }
    return store_append(to, row, row->version, e, n + first);
}

/* Runs the cases for every kind, and what else the suite has; the exit status. */
static inline int kinds_run(Suite *suite, TCase *c, const TTest *const *all, size_t n)
{
    for (size_t i = 0; i < n; i++) tcase_add_loop_test(c, all[i], 0, KINDS);
    suite_add_tcase(suite, c);
    SRunner *run = srunner_create(suite);
    postgres_begin();
    srunner_run_all(run, CK_ENV);
    postgres_end();
    int failed = srunner_ntests_failed(run);
    srunner_free(run);
    return failed != 0;
}

#endif
