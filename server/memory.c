/* memory.c -- see table/memory.h: a table's memory is the heap's. */
#include "../table/memory.h"
#include "../core/game.h"
#include "must.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void *memory_raw(size_t n)
{
    size_t whole = (n + STATE_ALIGN - 1) / STATE_ALIGN * STATE_ALIGN;
    if (!whole) whole = STATE_ALIGN;
    /* malloc() is faster where it is enough */
    return must(_Alignof(max_align_t) >= STATE_ALIGN ? malloc(whole) : aligned_alloc(STATE_ALIGN, whole));
}

void *memory_take(size_t n) { return memset(memory_raw(n), 0, n); }

void memory_give(void *p) { free(p); }
