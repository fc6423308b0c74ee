/* assert.c -- what GAME_ASSERT calls (core/invariant.h) in programs of tests and bench that need nothing else of this folder. */
#include "../../core/invariant.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}
