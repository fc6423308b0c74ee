/* why.h -- the reasons of bots (think.h) in words: one table has their keys and their texts; why_tell() makes
 * a tale of a thought, for terminal and browser. */
#ifndef BOTS_WHY_H
#define BOTS_WHY_H

#include "../core/tale.h"
#include "think.h"

struct why_words {
    const char *key;         /* in JSON: "certain" ... */
    const char *text, *many; /* a clause, "makes a run of {n}", and its plural by {n} or NULL; "" of WHY_NONE */
};
extern const struct why_words why_table[WHYS];

/* {n} is the thought's number, {spaces} its spaces; s: the state it was thought in. */
void why_tell(const struct thought *, const struct game *, const struct state *s, struct tale *);
/* As members of a JSON object: why, number, spaces. */
void why_show(const struct thought *, const struct game *, const struct state *s, struct out *);

#endif
