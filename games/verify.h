/* verify.h -- checks what core/fair.h promises of a finished record: that the promise is the
 * digest of the salt and the set-up, and that the map and every chance line follow from
 * the salt. It does not know which promise was shown before the match: the caller
 * compares. For `tambo verify` and, in the browser, tambo_lab.wasm.
 *
 * The salt stands at the end of a record, so its lines are needed twice:
 *     verify_begin; verify_line for each; verify_again; verify_line for each; verify_end
 * Each of them returns false once there is a fault; the rest may be left out then. */
#ifndef GAMES_VERIFY_H
#define GAMES_VERIFY_H

#include "../core/fair.h"

struct verify {
    struct record record;    /* as far as it was read */
    struct fair_claim claim; /* its lines `# fair-...` */
    uint32_t rolls;          /* chance lines that were checked */
    uint32_t fault_line;     /* where it went wrong */
    const char *fault;       /* the sentence, [fair] or a rule's id at its end; NULL: nothing wrong so far */

    /* the rest is private */
    bool again;                     /* the second reading: the claim is whole */
    uint32_t lines;                 /* how many the first had */
    uint32_t commit_line, map_line; /* where they stand */
    Move drawn[MAX_LINE_MOVES];     /* what the chance line being read has to be */
    int due, seen;                  /* how many moves that is, and how many were there */
    bool other;                     /* a move was another one */
};

void verify_begin(struct verify *);
/* One line without its LF. */
bool verify_line(struct verify *, const char *line, size_t n);
/* After all lines were given once: is the record valid, and do the promise and the map follow from the salt? */
bool verify_again(struct verify *);
/* After all lines were given twice: does every chance line follow from the salt? */
bool verify_end(struct verify *);

/* Of a record that is good: is it of a game of that day (`2026-11-16`), whose secret this is? Then its salt follows from it. */
bool verify_is_of_day(const struct verify *, const char *day, const uint8_t secret[FAIR_SALT]);

#endif
