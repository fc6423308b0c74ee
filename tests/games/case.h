/* case.h -- what the two halves of test_rules share: test_rules.c reads the case files
 * and feeds the records, case_checks.c knows the expectations. */
#ifndef TESTS_CASE_H
#define TESTS_CASE_H

#include "../kit/files.h"

enum { CASE_LINE = 1 << 14 }; /* longest line of a case file, continued lines together */

extern struct record *case_record; /* of the case, as far as it has been read */
extern bool case_failed;           /* the case has: nothing more is checked in it */
extern long case_expectations;     /* checked so far */

/* Reports a failure at the current line of the case file. */
void case_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Line number n of the record, cut short. */
const char *case_record_line(uint32_t n);
/* Does the text begin so? */
bool case_starts(const char *text, const char *word);
/* The next field of *p, NUL put behind it; *p moves on, over one space. */
char *case_field(char **p);

/* Checks one expectation, written without its `? `; the words are cut up. */
void case_check(char *words);
/* Drops what `keep` has kept. */
void case_forget(void);
/* Frees all memory; nothing may follow. */
void case_end(void);

#endif
