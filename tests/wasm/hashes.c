/* hashes.c -- what the native build makes of records, for tests/wasm to compare with
 * what WebAssembly makes of them. No test by itself.
 *
 * usage: hashes FILE...            per file `= FILE`, then `LINE HASH` after every line
 *                                  behind `--`
 *        hashes --seat N FILE...   what a server would send to that seat (0: a spectator):
 *                                  `= FILE`, `state HEX`, then moves `SEAT NUMBER` as they
 *                                  are due and, after every line, `hash HASH` of its view;
 *                                  `state` again at the end, when nothing is hidden */
#include "../../core/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_HELD = 4096 }; /* sealed moves of one round: 100 seats, a few steps each */

struct held {
    int seat;
    Move move;
};

static struct record record;
static struct position view;
static struct held held[MOST_HELD];
static int holding;
static int viewer; /* NATURE: none asked for */

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

static struct state *redacted(void)
{
    struct state *s = position_state(&view);
    memcpy(s, record_state(&record), record.size);
    record.head.game->redact(s, viewer);
    return s;
}

/* Told of each move before it is made: sends it, or holds it back while it is sealed. */
static void send(void *ctx, const struct state *s, int seat, Move m)
{
    (void)ctx;
    Move known = record.head.game->veil(s, seat, m, viewer);
    if (known) {
        printf("%d %llu\n", seat + 1, (unsigned long long)known);
        return;
    }
    if (holding == MOST_HELD) abort();
    held[holding++] = (struct held){seat, m};
}

static void send_state(void)
{
    const unsigned char *p = (const unsigned char *)redacted();
    printf("state ");
    for (size_t i = 0; i < record.size; i++) printf("%02x", p[i]);
    putchar('\n');
}

static void begin(void)
{
    if (viewer == NATURE) return;
    send_state();
    record.on_move = send;
}

static void after_line(void)
{
    if (viewer == NATURE) {
        printf("%u %016llx\n", (unsigned)record.line,
               (unsigned long long)match_hash(record.head.game, record_state(&record), record.size));
        return;
    }
    if (!seats_any(record_state(&record)->acting)) { /* the round is closed */
        for (int i = 0; i < holding; i++) printf("%d %llu\n", held[i].seat + 1, (unsigned long long)held[i].move);
        holding = 0;
    }
    if (record_state(&record)->phase == PHASE_OVER) send_state();
    printf("hash %016llx\n", (unsigned long long)match_hash(record.head.game, redacted(), record.size));
}

static int run(const char *path)
{
    static char line[RECORD_LINE + 2];
    FILE *f = fopen(path, "rb");
    if (!f) return perror(path), 1;
    printf("= %s\n", path);
    record.on_move = NULL;
    record_begin(&record);
    holding = 0;
    while (fgets(line, sizeof line, f)) {
        bool before = record.started;
        if (!record_line(&record, line, strcspn(line, "\n"))) break;
        if (before) after_line();
        else if (record.started) begin();
    }
    fclose(f);
    if (record_finish(&record)) return 0;
    fprintf(stderr, "%s:%u: %s\n", path, (unsigned)record.fault_line, record.fault);
    return 1;
}

int main(int argc, char **argv)
{
    int first = 1;
    viewer = NATURE;
    if (argc > 2 && strcmp(argv[1], "--seat") == 0) {
        viewer = atoi(argv[2]) - 1;
        if (viewer < 0) viewer = WATCHER;
        first = 3;
    }
    for (int i = first; i < argc; i++)
        if (run(argv[i])) return 1;
    return 0;
}
