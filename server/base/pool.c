/* pool.c -- see pool.h. In front of each block stands its size. */
#include "pool.h"

#include "../../core/invariant.h"

#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>

enum { STEP = 16, SIZES = POOL_BYTES / STEP };

union block {
    union block *next; /* while it is free */
    size_t size;       /* in steps, while it is used; its bytes follow */
    max_align_t align;
};

static struct {
    union block *first;
    int n;
} kept[SIZES + 1];

void *pool_take(size_t bytes)
{
    size_t size = bytes / STEP + (bytes % STEP != 0);
    union block *b = size <= SIZES ? kept[size].first : NULL;
    GAME_ASSERT(size > SIZES || !kept[size].first == !kept[size].n);
    if (b) {
        kept[size].first = b->next;
        kept[size].n--;
    } else {
        if (bytes > SIZE_MAX / 2) return NULL;
        b = malloc(sizeof *b + size * STEP);
        if (!b) return NULL;
    }
    b->size = size;
    return b + 1;
}

void pool_give(void *p)
{
    if (!p) return;
    union block *b = (union block *)p - 1;
    size_t size = b->size;
    GAME_ASSERT(size <= SIZE_MAX / 2 / STEP); /* not given back already: then it is a pointer */
    if (size > SIZES || kept[size].n == POOL_KEPT) {
        free(b);
        return;
    }
    b->next = kept[size].first;
    kept[size].first = b;
    kept[size].n++;
}

void pool_for_json(void) { json_set_alloc_funcs(pool_take, pool_give); }
