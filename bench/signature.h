/* signature.h -- one number that names the behaviour of all games: random matches of
 * every game, mode and built-in board over fixed seeds, played through the contract,
 * with all that happens folded together. The same for every compiler and machine; any
 * change of the rules changes it.
 *
 * Pure like core/: no stdio, no allocation, no globals. Called by bench.c; the tests
 * compile it for WebAssembly too and compare. */
#ifndef BENCH_SIGNATURE_H
#define BENCH_SIGNATURE_H

#include "../core/match.h"

/* Where matches are played; the caller's, too large for a small stack. */
struct signature_scratch {
    struct position pos, view;
    struct setup setup;
};

/* How many matches make up the signature. */
int signature_matches(struct signature_scratch *);
/* The number of one of them, counted from 0: tells which one differs. */
uint64_t signature_match(struct signature_scratch *, int i);
/* The signature: all of them folded in order. */
uint64_t signature_all(struct signature_scratch *);

#endif
