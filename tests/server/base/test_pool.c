/* test_pool.c -- server/base/pool.h: no block is given twice, and none is smaller than was asked for. */
#include "../../../core/rng.h"
#include "../../../server/base/pool.h"

#include <check.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 500 };

static struct {
    unsigned char *p;
    size_t n;
    unsigned char mark;
} held[BLOCKS];

static void let_go(int i)
{
    size_t same = 0;
    while (same < held[i].n && held[i].p[same] == held[i].mark) same++;
    ck_assert_uint_eq(same, held[i].n);
    pool_give(held[i].p);
    held[i].p = NULL;
    held[i].n = 0;
}

START_TEST(blocks_are_apart)
{
    struct rng r = {7};
    for (int round = 0; round < 100000; round++) {
        int i = (int)rng_below(&r, BLOCKS);
        if (held[i].p) let_go(i);
        if (rng_below(&r, 3) == 0) continue;
        held[i].n = rng_below(&r, 2) ? rng_below(&r, POOL_BYTES + 40) : rng_below(&r, 40);
        held[i].mark = (unsigned char)round;
        held[i].p = pool_take(held[i].n);
        ck_assert_ptr_nonnull(held[i].p);
        ck_assert_uint_eq((uintptr_t)held[i].p % _Alignof(max_align_t), 0);
        memset(held[i].p, held[i].mark, held[i].n);
    }
    for (int i = 0; i < BLOCKS; i++)
        if (held[i].p) let_go(i);
    pool_give(NULL);
}
END_TEST

/* What was given last comes first; the greatest sizes come to nothing. */
START_TEST(blocks_come_again)
{
    void *p = pool_take(100), *same;
    pool_give(p);
    same = pool_take(97);
    if (POOL_KEPT) ck_assert_ptr_eq(same, p);
    pool_give(same);
    ck_assert_ptr_null(pool_take(SIZE_MAX));
    ck_assert_ptr_null(pool_take(SIZE_MAX - 15));
    ck_assert_ptr_null(pool_take(SIZE_MAX / 2 + 1));
}
END_TEST

/* More blocks at once than are kept. */
START_TEST(a_flood)
{
    static void *many[20000];
    for (int i = 0; i < 20000; i++) many[i] = pool_take(64);
    for (int i = 0; i < 20000; i++) pool_give(many[i]);
    for (int i = 0; i < 20000; i++) ck_assert_ptr_nonnull(many[i] = pool_take(50));
    for (int i = 0; i < 20000; i++) pool_give(many[i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pool");
    TCase *c = tcase_create("pool");
    tcase_add_test(c, blocks_are_apart);
    tcase_add_test(c, blocks_come_again);
    tcase_add_test(c, a_flood);
    suite_add_tcase(suite, c);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
