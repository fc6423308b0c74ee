/* files.h -- what the tests that read files share: whole files, their lines, folders, a
 * copy of a record, and how to die (game_assert). No part of the product. */
#ifndef TESTS_FILES_H
#define TESTS_FILES_H

#include "../../core/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* p, or the end when memory is out. */
void *files_must(void *p);
/* The whole file, NUL behind it, the caller's to free; NULL if it cannot be read. */
char *files_read(const char *path, size_t *n);
/* The next line of a text; false at its end. *at moves on. */
bool files_line(const char **at, const char **line, size_t *n);
/* The names in a folder that end so, sorted; returns how many. All the caller's to free. */
size_t files_list(const char *folder, const char *ending, char ***names);
/* For qsort and bsearch over strings. */
int files_compare(const void *a, const void *b);
/* Copies a record, so that one can try something. Its pointers into itself follow. */
void files_copy_record(struct record *to, const struct record *from);

#endif
