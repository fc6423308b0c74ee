/* test_queue.c -- the scheduler (server/hall/queue.c) without a hall: the order in one queue and between queues, what is put
 * back, shares of reading, bounds, batches; and, over random walks from seeds, that its counters say what there is. */
#include "../../../core/rng.h"
#include "../../../server/hall/queue.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { CLIENTS = 5 };

/* The hall of this test: the scheduler only hands it on. */
struct hall {
    int dropped, lost;
};

/* A connection, as far as the scheduler looks. */
struct guest {
    int unused;
};

struct piece {
    struct task task;
    int client, number; /* of its client, in the order they were posted */
};

static struct hall hall;
static struct guest guest;
static struct queue queue;
static struct client_queue client[CLIENTS];
static int posted[CLIENTS];

static void begin(void)
{
    memset(&hall, 0, sizeof hall);
    memset(client, 0, sizeof client);
    memset(posted, 0, sizeof posted);
    queue_init(&queue, &hall);
    for (int i = 0; i < CLIENTS; i++) client[i].guest = &guest;
}

static void drop(struct hall *h, struct task *t, bool lost)
{
    ck_assert_ptr_eq(h, &hall);
    h->dropped++;
    h->lost += lost;
    free(t);
}

static void end(void)
{
    queue_check(&queue);
    while (queue.run_queue) queue_clear(&queue, queue.run_queue);
    queue_check(&queue);
    ck_assert_int_eq(queue.n, 0);
    ck_assert_int_eq(queue.out, 0);
    ck_assert_uint_eq(queue.bytes, 0);
    for (int i = 0; i < CLIENTS; i++) ck_assert_uint_eq(client[i].bytes, 0);
}

static struct task *new_task(int i, bool reads, uint32_t bytes)
{
    struct piece *p = calloc(1, sizeof *p);
    ck_assert_ptr_nonnull(p);
    *p = (struct piece){{.drop = drop, .reads = reads, .bytes = bytes}, i, posted[i]++};
    return &p->task;
}

static void post(int i, bool reads) { queue_post(&queue, &client[i], new_task(i, reads, 10), 0); }

static const struct piece *piece(const struct task *t) { return (const struct piece *)(const void *)t; }

static void check_next(struct task_list *l, int i, int number)
{
    struct task *t = queue_list_pop(l);
    ck_assert_ptr_nonnull(t);
    ck_assert_int_eq(piece(t)->client, i);
    ck_assert_int_eq(piece(t)->number, number);
    queue_drop(&queue, t, false);
}

START_TEST(changing_goes_in_turn)
{
    struct task_list l = {.n = 0};
    for (int k = 0; k < 3; k++) post(0, false);
    post(1, false);
    post(2, true); /* reads: it is none of the batch, and keeps what is behind it waiting */
    post(2, false);
    queue_gather(&queue, &l, 100);
    ck_assert_int_eq(l.n, 4);
    ck_assert_int_eq(queue.out, 4);
    ck_assert_int_eq(queue.n, 2);
    check_next(&l, 0, 0);
    check_next(&l, 1, 0);
    check_next(&l, 0, 1);
    check_next(&l, 0, 2);
    ck_assert_ptr_null(queue_list_pop(&l));
}
END_TEST

START_TEST(no_more_than_asked_for)
{
    struct task_list l = {.n = 0};
    for (int i = 0; i < CLIENTS; i++) post(i, false);
    queue_gather(&queue, &l, 2);
    ck_assert_int_eq(l.n, 2);
    check_next(&l, 0, 0);
    check_next(&l, 1, 0);
    queue_gather(&queue, &l, 1);
    check_next(&l, 2, 0);
}
END_TEST

START_TEST(put_back_in_order)
{
    struct task_list l = {.n = 0};
    for (int k = 0; k < 3; k++) post(0, false), post(1, false);
    queue_gather(&queue, &l, 4); /* 0 and 1 of both */
    ck_assert_int_eq(l.n, 4);
    post(0, false);
    queue_put_back(&queue, &l);
    queue_check(&queue);
    ck_assert_int_eq(queue.out, 0);
    ck_assert_int_eq(l.n, 0);
    int next[2] = {0, 0};
    queue_gather(&queue, &l, 100);
    for (struct task *t; (t = queue_list_pop(&l)); queue_drop(&queue, t, true))
        ck_assert_int_eq(piece(t)->number, next[piece(t)->client]++);
    ck_assert_int_eq(next[0], 4);
    ck_assert_int_eq(next[1], 3);
    ck_assert_int_eq(hall.lost, 7);
}
END_TEST

/* Takes the next that reads, as if that took so many ns; whose it was. */
static int read_one(uint64_t ns, uint64_t now)
{
    struct task *t = queue_next_reader(&queue);
    if (!t) return -1;
    int i = piece(t)->client;
    queue_charge(t->queue, ns, now);
    queue_drop(&queue, t, false);
    return i;
}

START_TEST(reading_goes_by_what_was_used)
{
    int times[2] = {0, 0};
    for (int k = 0; k < 100; k++) post(0, true), post(1, true);
    for (int k = 0, i; k < 110; k++) {
        i = read_one(0, 0);
        queue_charge(&client[i], i ? 100 : 1000, 0); /* the one's take ten times as long */
        times[i]++;
    }
    ck_assert_int_ge(times[0], 9);
    ck_assert_int_le(times[0], 12);
    queue_charge(&client[0], 0, 4000 * 3); /* an eighth of it is left after so long */
    ck_assert_uint_le(client[0].used, 12 * 1000 / 8);
    queue_charge(&client[0], 0, UINT64_MAX / 2);
    ck_assert_uint_eq(client[0].used, 0);
}
END_TEST

START_TEST(requests_and_guests_alternate)
{
    client[0].guest = client[1].guest = NULL; /* requests: first come, first served */
    post(0, true);
    post(1, true);
    post(2, true);
    post(3, true);
    queue_charge(&client[2], 500, 0);
    int order[5];
    for (int k = 0; k < 5; k++) order[k] = read_one(1, 0);
    static const int want[5] = {0, 3, 1, 2, -1};
    ck_assert_mem_eq(order, want, sizeof want);
}
END_TEST

START_TEST(own_tasks_first_and_blocked_ones_wait)
{
    post(0, true);
    post(1, true);
    queue_post(&queue, &queue.own, new_task(4, true, 0), 0);
    client[0].blocked = QUEUE_DEFERRED;
    ck_assert_int_eq(read_one(0, 0), 4);
    ck_assert_int_eq(read_one(0, 0), 1);
    ck_assert_int_eq(read_one(0, 0), -1);
    ck_assert(!queue_ready(&queue));
    queue_unblock(&queue);
    ck_assert(queue_ready(&queue));
    ck_assert_int_eq(read_one(0, 0), 0);
    ck_assert(!queue_ready(&queue));
}
END_TEST

START_TEST(first_goes_first)
{
    struct task_list l = {.n = 0};
    post(0, false);
    queue_post_first(&queue, &client[0], new_task(0, false, 0), 7);
    ck_assert(!queue_too_late(client[0].first, 8007));
    ck_assert(queue_too_late(client[0].first, 8008));
    client[0].first->stays = true;
    ck_assert(!queue_too_late(client[0].first, 80000));
    queue_gather(&queue, &l, 9);
    check_next(&l, 0, 1);
    check_next(&l, 0, 0);
}
END_TEST

/* So many tasks of that size are taken from the client. */
static int fill(int i, uint32_t bytes)
{
    int n = 0;
    for (; !queue_full(&queue, &client[i], bytes); n++) queue_post(&queue, &client[i], new_task(i, false, bytes), 0);
    return n;
}

START_TEST(bounds)
{
    ck_assert_int_eq(fill(0, 0), 256);
    ck_assert_int_eq(fill(1, 16384), 8);
    ck_assert_int_eq(fill(2, QUEUE_CLIENT_BYTES), 1);
    struct task_list l = {.n = 0};
    queue_gather(&queue, &l, 3); /* what is out still counts by its bytes */
    ck_assert(!queue_full(&queue, &client[0], 0));
    ck_assert(queue_full(&queue, &client[2], 1));
    queue_drop_all(&queue, &l, false);
    ck_assert(!queue_full(&queue, &client[2], 1));
    queue.bytes += 32 << 20; /* as if there were so much of others: each gets little then, */
    ck_assert_int_eq(fill(3, 4096), 1);
    queue.bytes += 32 << 20; /* ... and at the end nothing */
    ck_assert_int_eq(fill(4, 1), 0);
    queue.bytes -= 64 << 20;
}
END_TEST

START_TEST(batches_wait_where_many_come)
{
    struct task_list l = {.n = 0};
    post(0, false);
    ck_assert(!queue_batch_waits(&queue, 0, 1)); /* few come */
    for (int k = 0; k < 300; k++) queue_post(&queue, &client[k % 4], new_task(k % 4, false, 0), 100);
    queue_gather(&queue, &l, 1000);
    queue_drop_all(&queue, &l, false);
    queue_post(&queue, &client[0], new_task(0, false, 0), 200);
    ck_assert(queue_batch_waits(&queue, 200, 5000));
    ck_assert(queue_batch_waits(&queue, 200, 1004999));
    ck_assert(!queue_batch_waits(&queue, 201, 1005000)); /* long enough */
    ck_assert(queue_batch_waits(&queue, 201, 2000000));
    for (int k = 0; k < 30; k++)
        queue_post(&queue, &client[1], new_task(1, true, 0), 201); /* what reads does not count */
    ck_assert(queue_batch_waits(&queue, 201, 2000001));
    for (int k = 1; k < 32; k++) queue_post(&queue, &client[0], new_task(0, false, 0), 201);
    ck_assert(!queue_batch_waits(&queue, 201, 2000001)); /* enough for one commit */
    queue_gather(&queue, &l, 1000);
    queue_drop_all(&queue, &l, false);
    ck_assert(!queue_batch_waits(&queue, 500, 3000000)); /* it is over */
}
END_TEST

/* Whatever happens, in whatever order: the counters hold, and what changes things runs in the order it came. */
START_TEST(random_walks)
{
    struct rng rng = {(uint64_t)_i + 1};
    struct task_list out = {.n = 0};
    int next[CLIENTS] = {0};
    for (int step = 0; step < 3000; step++) {
        int i = (int)rng_below(&rng, CLIENTS);
        switch (rng_below(&rng, 6)) {
        case 0:
        case 1:
            if (!queue_full(&queue, &client[i], 3000))
                queue_post(&queue, &client[i], new_task(i, i == 4, rng_below(&rng, 3000)), (uint64_t)step);
            break;
        case 2: queue_gather(&queue, &out, (int)rng_below(&rng, 20)); break;
        case 3: queue_put_back(&queue, &out); break;
        case 4:
            for (struct task *t; (t = queue_list_pop(&out)); queue_drop(&queue, t, false))
                ck_assert_int_eq(piece(t)->number, next[piece(t)->client]++);
            break;
        default: read_one(rng_below(&rng, 1000), (uint64_t)step);
        }
        queue_check(&queue);
    }
    queue_drop_all(&queue, &out, true);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("queue");
    TCase *c = tcase_create("queue");
    tcase_add_checked_fixture(c, begin, end);
    tcase_add_test(c, changing_goes_in_turn);
    tcase_add_test(c, no_more_than_asked_for);
    tcase_add_test(c, put_back_in_order);
    tcase_add_test(c, reading_goes_by_what_was_used);
    tcase_add_test(c, requests_and_guests_alternate);
    tcase_add_test(c, own_tasks_first_and_blocked_ones_wait);
    tcase_add_test(c, first_goes_first);
    tcase_add_test(c, bounds);
    tcase_add_test(c, batches_wait_where_many_come);
    tcase_add_loop_test(c, random_walks, 0, 20);
    suite_add_tcase(s, c);
    SRunner *run = srunner_create(s);
    srunner_run_all(run, CK_ENV);
    int failed = srunner_ntests_failed(run);
    srunner_free(run);
    return failed != 0;
}
