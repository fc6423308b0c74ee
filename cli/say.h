/* say.h -- sentences on the terminal, in the language of now: those of the program itself, with values by
 * their names, and what the core tells. */
#ifndef CLI_SAY_H
#define CLI_SAY_H

#include "language.h"

enum { SAY_NAME = 80, SAY_NUMBER = 24 };

/* Prints a text, an English one, after translating it. Behind it: the name and the value of each place,
 * then NULL. say_line() ends the line. */
void say(const char *text, ...);
void say_line(const char *text, ...);
/* The same into a buffer, which is ended with a NUL, cut where it does not fit. */
const char *say_into(char *buf, size_t size, const char *text, ...);
/* A number as such a value. */
const char *say_number(char buf[SAY_NUMBER], long n);

/* A text with a plural, {n} filled in. */
const char *say_count(const char *one, const char *many, long n, char buf[SAY_NAME]);
/* "a, b and c" */
void say_list(const char *const *item, int n, struct out *);

/* A refusal: the sentence translated, the id of its rule behind it as it is. */
void say_refusal(const char *why, struct out *);

/* What a seat is called; begins: at the beginning of a sentence. */
typedef const char *say_name(const void *ctx, int seat, bool begins, char buf[SAY_NAME]);
/* A tale as the viewer is told it. name may be NULL where no seats are spoken of. */
void say_tale(const struct tale *, int viewer, say_name *name, const void *ctx, struct out *);
/* The same with the points it brought: "Ana offers coca. (+1)". */
void say_event(const struct tale *, int viewer, say_name *name, const void *ctx, struct out *);
/* "seat 2", or "Seat 2" where a sentence begins. */
const char *say_seat(int seat, bool begins, char buf[SAY_NAME]);

#endif
