/* words.h -- reading the fields of one line: separated by exactly one space,
 * lower case, numbers decimal without sign or leading zero (notation.md).
 * A field that does not fit is not consumed. */
#ifndef CORE_WORDS_H
#define CORE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

struct words {
    const char *at;  /* first unread byte */
    const char *end; /* behind the last; blanks at the end of the line are gone already */
};

static inline struct words words_of(const char *s, size_t n) { return (struct words){s, s + n}; }

/* Nothing left? */
bool words_done(const struct words *);
/* The next field, without consuming it: returns its start and its length. */
const char *words_peek(const struct words *, size_t *n);
/* Consumes the next field if it is this word. */
bool words_take(struct words *, const char *word);
/* Consumes the next field if it is one of the list (ends with NULL): its index, else -1. */
int words_pick(struct words *, const char *const *list);
/* Consumes the next field if it is a number 0..max: the number, else -1. */
int words_number(struct words *, int max);
/* Consumes the next field if it is a coordinate (letter a-p, row 1-16). */
bool words_place(struct words *, int *col, int *row);
/* Drops the next field, whatever it is. */
void words_skip(struct words *);

/* The length of a line without the blanks and carriage returns at its end. */
size_t words_trim(const char *s, size_t n);
/* Is it UTF-8 without NUL, overlong forms or surrogates? */
bool words_utf8(const char *s, size_t n);

#endif
