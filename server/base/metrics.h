/* metrics.h -- counters and gauges of the running server, as Prometheus reads them. */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include "../../core/out.h"

enum { METRICS_BINS = 14 };

/* How long something took. */
struct histogram {
    uint64_t bin[METRICS_BINS + 1]; /* the last: longer than all bounds */
    uint64_t count;
    double sum; /* seconds */
};

/* The longest of the last one to two minutes. */
struct metrics_peak {
    uint64_t minute;    /* the last that something was added in */
    double now, before; /* seconds: in that one, and in the one before */
};

/* How often something was refused, by its word. */
enum { METRICS_WORDS = 32 };
struct metrics_words {
    const char *word[METRICS_WORDS]; /* [n], literals */
    uint64_t times[METRICS_WORDS];   /* [n] */
    int n;                           /* how many words came up so far */
};

struct metrics {
    uint64_t moves, events, commits, commit_errors, errors; /* since the start */
    uint64_t commit_retries;                                /* batches that the store sent back to be done again */
    uint64_t bots_short;                                    /* times that bots had less than half of think-ms */
    struct histogram commit, ack;                           /* seconds for a commit; from message to answer */
    struct histogram turn, bots;                            /* for a turn of the loop; from a bot's turn to its own */
    struct metrics_peak longest;                            /* of the turns */
    struct metrics_words refused;                           /* messages and requests */
};

void metrics_peak_add(struct metrics_peak *, double seconds, uint64_t minute);
double metrics_peak(const struct metrics_peak *, uint64_t minute);
void metrics_word(struct metrics_words *, const char *word);
void metrics_histogram_add(struct histogram *, double seconds);
void metrics_histogram_show(const struct histogram *, const char *name, const char *help, struct out *);
/* One for each word: `NAME{error="WORD"}`. */
void metrics_words_show(const struct metrics_words *, const char *name, const char *help, struct out *);
/* The same as metrics_show, of seconds. */
void metrics_seconds_show(const char *name, const char *type, const char *help, double seconds, struct out *);
/* `# HELP`, `# TYPE` and one value. labels: NULL or `status="open"`. */
void metrics_show(const char *name, const char *type, const char *help, const char *labels, uint64_t value,
                  struct out *);

#endif
