/* test_hall_queue.c -- what may wait in the queues of the hall (hall_turn.c, queue.c): tasks and bytes, of one and of all. That nobody
 * waits too long is seen by a real server: bench/worst.py; whose turn it is: test_queue.c. */
#include "../../../server/base/must.h"
#include "../../../server/hall/hall_acted.c" /* NOLINT: its static functions */

#include <check.h>
#include <jansson.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

enum { CONNS = 3000, KIB = 1024 };

static struct hall hall;
static struct client_queue sources[CONNS];
static uv_loop_t loop;

static void open_hall(void)
{
    memset(&hall, 0, sizeof hall);
    memset(sources, 0, sizeof sources);
    uv_loop_init(&loop);
    hall.loop = &loop;
    queue_init(&hall.queue, &hall);
}

static void close_hall(void)
{
    queue_check(&hall.queue);
    while (hall.queue.run_queue) queue_clear(&hall.queue, hall.queue.run_queue);
    queue_check(&hall.queue);
    ck_assert_int_eq(hall.queue.n, 0);
    ck_assert_uint_eq(hall.queue.bytes, 0);
    for (int i = 0; i < CONNS; i++) ck_assert_uint_eq(sources[i].bytes, 0);
    uv_loop_close(&loop);
}

static void drop(struct hall *h, struct task *task, bool lost)
{
    (void)h, (void)lost;
    free(task);
}

/* So many pieces of that size are taken from the source. */
static int fill(struct client_queue *s, uint32_t bytes)
{
    int n = 0;
    for (; !queue_full(&hall.queue, s, bytes); n++) {
        struct task *task = must(calloc(1, sizeof *task));
        *task = (struct task){.drop = drop, .bytes = bytes};
        hall_post(&hall, s, task);
    }
    return n;
}

START_TEST(one_source)
{
    ck_assert_int_eq(fill(&sources[0], 0), 256);
    ck_assert_int_eq(fill(&sources[1], 100), 256);
    ck_assert_int_eq(fill(&sources[2], 16 * KIB), 8);
    ck_assert_int_eq(fill(&sources[3], 128 * KIB), 1);
}
END_TEST

START_TEST(all_together)
{
    int last = CONNS - 1;
    for (int i = 0; i < last; i++) fill(&sources[i], 16 * KIB);
    ck_assert_uint_eq(hall.queue.bytes, 32 << 20);
    ck_assert_int_eq(fill(&sources[last], 16 * KIB), 0);
    ck_assert_int_eq(fill(&sources[last], 1 * KIB), 4); /* whoever wants little still gets it */
    for (int i = 0; i < last; i++) fill(&sources[i], 2 * KIB), fill(&sources[i], 100);
    ck_assert_uint_le(hall.queue.bytes, 64 << 20);
    hall.queue.bytes += (64 << 20) - hall.queue.bytes; /* as if there were more of them */
    struct client_queue late = {.n = 0};
    ck_assert_int_eq(fill(&late, 1), 0);
    hall.queue.bytes = 0;
    for (int i = 0; i < CONNS; i++) hall.queue.bytes += sources[i].bytes;
}
END_TEST

/* ---- what a JSON text becomes ---- */

static size_t now, peak;

static void *count(size_t n)
{
    void *p = malloc(n);
    now += p ? malloc_usable_size(p) + sizeof(size_t) : 0;
    if (now > peak) peak = now;
    return p;
}

static void uncount(void *p)
{
    now -= p ? malloc_usable_size(p) + sizeof(size_t) : 0;
    free(p);
}

START_TEST(weight)
{
    static const struct {
        const char *head, *again, *tail;
    } texts[] = {{"[", "{},", "{}]"},        {"[", "[],", "[]]"},
                 {"[", "1,", "1]"},          {"[", "\"\",", "1]"},
                 {"[", "{\"\":{}},", "1]"},  {"{\"a\":\"", "a", "\"}"},
                 {"[", "1.5,", "1]"},        {"[", "{\"a\":1,\"b\":[]},", "1]"},
                 {"[[[[[", "[],", "1]]]]]"}, {"[\"", "\\u0041", "\"]"},
                 {"[", "\"\\\"\",", "1]"}};
    json_set_alloc_funcs(count, uncount);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[NET_MESSAGE];
        size_t n = (size_t)snprintf(text, sizeof text, "%s", texts[i].head), k = strlen(texts[i].again);
        for (; n + k + strlen(texts[i].tail) < sizeof text; n += k) memcpy(text + n, texts[i].again, k);
        n += (size_t)snprintf(text + n, sizeof text - n, "%s", texts[i].tail);
        now = peak = 0;
        json_t *j = json_loadb(text, n, 0, NULL);
        ck_assert_ptr_nonnull(j);
        ck_assert_msg(now <= hall_weight(text, n) + 1024, "%s: %zu, not %u", texts[i].again, now, hall_weight(text, n));
        json_decref(j);
    }
    json_set_alloc_funcs(malloc, free);
    static const char turn[] = "{\"do\":\"turn\",\"id\":\"a\",\"lines\":[\"write 5 d4\",\"a,b[{\"]}";
    ck_assert_uint_eq(hall_weight(turn, sizeof turn - 1), sizeof turn - 1 + 128 * 7);
}
END_TEST

/* ---- which actions were done ---- */

START_TEST(acted)
{
    static struct room_keeper keepers[2];
    static struct room rooms[2];
    uint64_t places[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        struct room *r = &rooms[i];
        char id[16];
        r->keeper = &keepers[i];
        ck_assert(!hall_has(r, "ana", "0"));
        for (int k = 0; k < 200; k++) {
            snprintf(id, sizeof id, "%d", k);
            hall_acted_add(r, "ana", id);
            ck_assert(hall_has(r, "ana", id) && hall_has(r, "ana", "0") && !hall_has(r, "bo", id));
            places[i] += hash_action(r->keeper->acted, "ana", id);
        }
        hall_acted_drop(r);
    }
    ck_assert_uint_ne(places[0], places[1]); /* whoever knows one table knows nothing of another */
}
END_TEST

int main(void)
{
    Suite *s = suite_create("hall_queue");
    TCase *c = tcase_create("hall_queue");
    tcase_add_checked_fixture(c, open_hall, close_hall);
    tcase_add_test(c, one_source);
    tcase_add_test(c, all_together);
    tcase_add_test(c, weight);
    tcase_add_test(c, acted);
    suite_add_tcase(s, c);
    SRunner *run = srunner_create(s);
    srunner_run_all(run, CK_ENV);
    int failed = srunner_ntests_failed(run);
    srunner_free(run);
    return failed != 0;
}
