/* memory.c -- see table/memory.h: a table's memory is the heap's. A turn takes and gives back the same few sizes again
 * and again, larger than malloc() is quick with: some of each are kept for the next, by each thread for itself. */
#include "../../table/memory.h"
#include "../../core/game.h"
#include "must.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEAST = 9, /* 512 bytes, the smallest size that is kept: below it malloc() is quick; as a power of two */
    MOST = 15, /* 32 KiB, the largest */
    KEPT = 16, /* of each size */
    HEAD = STATE_ALIGN > 16 ? STATE_ALIGN : 16, /* bytes in front, which say the size */
};

#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined __SANITIZE_ADDRESS__ || __has_feature(address_sanitizer)
enum { KEEPS = 0 }; /* so that who uses what was given back is found */
#else
enum { KEEPS = 1 };
#endif

static _Thread_local void *kept[MOST + 1][KEPT];
static _Thread_local int kept_n[MOST + 1];

/* The power of two that holds n bytes, or 0: such sizes are not kept. */
static int size_of(size_t n)
{
    int k = LEAST;
    while (k <= MOST && ((size_t)1 << k) < n) k++;
    return KEEPS && n > (size_t)1 << (LEAST - 1) && k <= MOST ? k : 0;
}

void *memory_raw(size_t n)
{
    size_t whole = (n + HEAD + HEAD - 1) / HEAD * HEAD;
    int k = size_of(whole);
    char *p;
    if (k && kept_n[k]) {
        p = kept[k][--kept_n[k]];
    } else {
        size_t bytes = k ? (size_t)1 << k : whole;
        p = must(_Alignof(max_align_t) >= STATE_ALIGN ? malloc(bytes) : aligned_alloc(HEAD, bytes));
        memcpy(p, &k, sizeof k);
    }
    return p + HEAD;
}

void *memory_take(size_t n) { return memset(memory_raw(n), 0, n); }

void memory_give(void *given)
{
    int k;
    if (!given) return;
    char *p = (char *)given - HEAD;
    memcpy(&k, p, sizeof k);
    GAME_ASSERT(!k || (KEEPS && k >= LEAST && k <= MOST)); /* nobody wrote in front of it */
    if (k && kept_n[k] < KEPT) kept[k][kept_n[k]++] = p;
    else free(p);
}
