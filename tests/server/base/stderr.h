/* stderr.h -- what a piece of code writes to standard error, for tests. */
#ifndef TESTS_STDERR_H
#define TESTS_STDERR_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* From now on standard error is a file; stderr_end gives it back. */
static FILE *stderr_file;
static int stderr_old;

static inline void stderr_begin(void)
{
    fflush(stderr);
    stderr_file = tmpfile();
    ck_assert_ptr_nonnull(stderr_file);
    stderr_old = dup(STDERR_FILENO);
    dup2(fileno(stderr_file), STDERR_FILENO);
}

/* What was written, NUL-terminated; returns its bytes. */
static inline size_t stderr_end(char *text, size_t size)
{
    fflush(stderr);
    dup2(stderr_old, STDERR_FILENO);
    close(stderr_old);
    rewind(stderr_file);
    size_t n = fread(text, 1, size - 1, stderr_file);
    text[n] = 0;
    fclose(stderr_file);
    return n;
}

#endif
