/* metrics.h -- figures of the running server, as Prometheus reads them. */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include "../core/out.h"

enum { METRICS_BINS = 14 };

/* How long something took. */
struct histogram {
    uint64_t bin[METRICS_BINS + 1]; /* the last: longer than all bounds */
    uint64_t count;
    double sum; /* seconds */
};

struct metrics {
    uint64_t moves, events, commits, commit_errors, errors; /* since the start */
    uint64_t agains;                                        /* batches that the store sent back to be done again */
    uint64_t bots_short;                                    /* times that bots had less than half of think-ms */
    struct histogram commit, ack; /* seconds for a commit; from message to answer */
    struct histogram turn, bots;  /* for a turn of the loop; from a bot's turn to its own */
};

void metrics_histogram_add(struct histogram *, double seconds);
void metrics_histogram_show(const struct histogram *, const char *name, const char *help, struct out *);
/* `# HELP`, `# TYPE` and one value. labels: NULL or `status="open"`. */
void metrics_show(const char *name, const char *type, const char *help, const char *labels, uint64_t value,
                  struct out *);

#endif
