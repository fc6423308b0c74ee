/* out.h -- writing text into a buffer of the caller's, without stdio. What does
 * not fit is dropped but counted, so `len > size` tells how much was needed. What
 * people read may be written in their language: the host says how. */
#ifndef CORE_OUT_H
#define CORE_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct out {
    char *p;                                /* where to write; may be NULL if size is 0 */
    size_t size;                            /* bytes there */
    size_t len;                             /* bytes written or wanted so far; no NUL is added */
    const char *(*words)(const char *text); /* the reader's language for out_text(); NULL: English */
};

void out_bytes(struct out *, const char *, size_t);
void out_char(struct out *, char);
void out_str(struct out *, const char *);
void out_int(struct out *, int64_t);
void out_uint(struct out *, uint64_t);
void out_hex(struct out *, uint64_t);                   /* 16 digits */
void out_digits(struct out *, const uint8_t *, size_t); /* bytes, two hexadecimal digits each */
void out_base64(struct out *, const uint8_t *, size_t);
/* A JSON string, quotes included; s is UTF-8. */
void out_json(struct out *, const char *s, size_t n);
/* `"key":`, preceded by a comma unless it follows an opening bracket. key: nothing in it needs an escape. */
void out_key(struct out *, const char *key);
/* A comma unless it follows an opening bracket: before each element. */
void out_comma(struct out *);
void out_key_int(struct out *, const char *key, int64_t);
void out_key_str(struct out *, const char *key, const char *value);
void out_key_bool(struct out *, const char *key, bool);
/* A text for people, N_("..."), in the language of the reader. Returns how many characters it has there: bytes
 * are more. out_fill: its places, {name}, filled from values: a name, the text of that place, ... and NULL. */
size_t out_text(struct out *, const char *text);
size_t out_fill(struct out *, const char *text, const char *const *values);
/* Blanks from one column of a line to another, at least one; returns the column it came to. */
size_t out_pad(struct out *, size_t from, size_t to);
/* Ends the text with a NUL that is not counted; false if it did not fit. */
bool out_end(struct out *);

#endif
