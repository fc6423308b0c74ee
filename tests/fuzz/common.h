/* common.h -- what the fuzz targets share: reading texts as the command does, and
 * working a position that some input led to as hard as a server would. A promise of
 * core/game.h that does not hold, or a sanitizer's complaint, ends the program. */
#ifndef TESTS_FUZZ_COMMON_H
#define TESTS_FUZZ_COMMON_H

#include "../../core/record.h"

/* Each target's own; called by libFuzzer or replay.c. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program with a sentence. */
_Noreturn void broken(const char *what);
static inline void need(bool ok, const char *what)
{
    if (!ok) broken(what);
}

/* Feeds each line of the text, its end left out, until fn returns false. */
void each_line(const uint8_t *data, size_t size, bool (*fn)(void *ctx, const char *line, size_t n), void *ctx);

/* A record as read, with the text the program would write for it. */
struct reading {
    struct record record;
    struct out text;             /* header and events, as written */
    char bytes[1 << 20];         /* of text */
    Move chance[MAX_LINE_MOVES]; /* of the line being read */
    int chances;                 /* how many */
    struct position before;      /* the state before them */
};
/* Reads a whole record; false if it is refused. Then text is complete. */
bool reading_run(struct reading *, const uint8_t *data, size_t size);

/* Reads a sheet or scenario; NULL, or the sentence that refuses it. */
const char *read_board(const struct board_kind *, const uint8_t *data, size_t size, struct board *);

/* All promises that one position can be asked for, its views included. */
void probe(const struct game *, const char *mode, const struct name *names, const struct state *, size_t size,
           struct rng *);
/* Is the move legal, and do legal() and objection() agree about it? Any seat, any number. */
bool judge(const struct game *, const struct state *, int seat, Move);
/* Plays up to `moves` random events on from here, probing now and then. */
void play_on(const struct head *, struct state *, size_t size, int moves, struct rng *);

#endif
