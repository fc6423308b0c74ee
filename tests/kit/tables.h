/* tables.h -- tables of the server in memory, for tests: their events, and everything that each
 * player and a stranger is told of them. No store, no socket, no clock; every step is checked
 * to fit, and every object to be JSON. */
#ifndef TESTS_TABLES_H
#define TESTS_TABLES_H

#include "../../core/rng.h"
#include "../../table/room.h"

enum { VIEWERS = MAX_SEATS + 1, STRANGER = MAX_SEATS, TEXT = 4 << 20 };

/* All that one viewer was told: lines `to object`. */
struct told {
    struct out text;
    int n; /* objects */
};

struct table {
    struct room *room;
    struct event *event; /* all so far; their texts are the table's */
    int n, size;
    uint64_t now;              /* its clock */
    struct told told[VIEWERS]; /* by the number of the player; the last: a stranger */
    char player[VIEWERS][PLAYER_LEN + 1];
    const char *fault; /* what was wrong with an object; NULL */
};

/* An empty table: players with their ids, no event. */
void table_open(struct table *);
void table_close(struct table *);
/* The next event, `wait` ms later; false if the room refused it. player: -1: the server. */
bool table_step(struct table *, enum event_kind, int seat, int player, const char *text, size_t n, uint64_t wait);
/* The same events into an empty table. */
bool table_again(struct table *to, const struct table *from);
/* The number of the player who has the seat, or -1. */
int table_player(const struct table *, int seat);

/* Settings as a client would wish them, with salt, code and owner (player 0). */
void random_settings(struct settings *, struct rng *);
/* The same for this game, mode and number of seats. */
void settings_for(struct settings *, const struct game *, int mode, int seats, struct rng *);
/* The text of EVENT_CREATE, on the heap. */
char *settings_text(const struct settings *, size_t *n);
/* Another salt. */
void other_salt(struct settings *, struct rng *);
/* The table is created, people sit down, leave, give way to bots; in the end all seats are taken. */
void table_fill(struct table *, const struct settings *, struct rng *);
/* START, with the head the room writes. */
void table_start(struct table *);
/* NATURE's line, by the salt. */
void table_draw(struct table *);
/* A random turn of the seat as lines: a whole one, or what comes first of it. */
void random_turn(const struct room *, int seat, bool whole, struct out *, struct rng *);
/* Something that may happen now: mostly moves, seldom talk. False: it is over. */
bool table_go_on(struct table *, struct rng *);

static inline bool one_in(struct rng *r, uint32_t n) { return n <= 1 || rng_below(r, n) == 0; }

#endif
