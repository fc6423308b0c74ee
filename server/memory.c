/* memory.c -- see table/memory.h: a table's memory is the heap's. */
#include "../table/memory.h"
#include "../core/game.h"
#include "must.h"

#include <stdlib.h>
#include <string.h>

void *memory_take(size_t n)
{
    size_t whole = (n + STATE_ALIGN - 1) / STATE_ALIGN * STATE_ALIGN;
    void *p = must(aligned_alloc(STATE_ALIGN, whole ? whole : STATE_ALIGN));
    return memset(p, 0, whole);
}

void memory_give(void *p) { free(p); }
