/* language.h -- texts of the terminal in the language of the person. English stands in the code
 * and is the id; the others come from po/ (tools/embed_texts.py makes tables of them). Only `tambo play`
 * speaks; everything that programs read stays English. */
#ifndef CLI_LANGUAGE_H
#define CLI_LANGUAGE_H

#include "../core/tale.h"

/* One text: all forms of it if it has a plural. */
struct translation {
    const char *id;          /* the English */
    const char *const *form; /* as many as the language has, or one */
};

/* A language; the tables are made by tools/embed_texts.py. */
struct speech {
    const char *code; /* "fr", "pt_BR" */
    unsigned (*form)(unsigned long n);
    const struct translation *text; /* sorted by id */
    unsigned texts;
};
extern const struct speech speeches[]; /* ends with a NULL code */

/* Speaks this language from now on, "fr" or "fr_CA.UTF-8"; one that is not there, or NULL: English. */
void language_use(const char *code);
/* The same with what LC_ALL, LC_MESSAGES and LANG say, the first of them that is set. */
void language_use_own(void);
/* The code of what is spoken; "en". */
const char *language_now(void);

/* The text in that language. */
const char *language_text(const char *id);
const char *language_plural(const char *one, const char *many, long n);
#define _(text) language_text(text)

/* The places of a text, {name}, filled by fn. */
typedef void language_value(const void *ctx, const char *name, size_t n, struct out *);
void language_fill(const char *text, language_value *, const void *ctx, struct out *);

#endif
