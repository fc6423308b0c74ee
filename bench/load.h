/* load.h -- what the files of the load client share: a WebSocket client (load_ws.c), tables of
 * scripted players (load_table.c), the server as a process and statistics (load_world.c).
 * load.c and load_busy.c have the parts that are measured. One thread, one loop. */
#ifndef BENCH_LOAD_H
#define BENCH_LOAD_H

#include "../core/match.h"

#include <uv.h>

enum { LOAD_ID = 12, LOAD_SEATS = 100, LOAD_NODES = 8 };

/* Ends the program with a sentence: nothing here goes on after a fault. */
_Noreturn void load_die(const char *what, const char *detail);
void *load_must(void *); /* what malloc gave */

/* ---- load_ws.c ---- */

struct slice {
    const char *p; /* not NUL-terminated */
    size_t n;
};
bool slice_is(struct slice, const char *text);
/* The value of a member of the JSON object, strings without their quotes; {NULL, 0}: there is none. */
struct slice json_get(struct slice object, const char *key);
/* The next value of a JSON array: begin with *at = NULL; false behind the last. */
bool json_next(struct slice array, const char **at, struct slice *value);
/* Undoes the escapes of a string; returns its length. to: s.n bytes. */
size_t json_plain(struct slice s, char *to);

/* A connection. */
struct line {
    uv_tcp_t tcp;
    uv_connect_t connecting;
    char *in;              /* the beginning of a frame whose end has not come; heap */
    size_t n;              /* bytes of it */
    bool upgraded;         /* speaks WebSocket */
    bool said_hello;       /* the answer has come */
    bool closing;          /* by us */
    char token[96];        /* who one is; "": nobody yet */
    struct player *player; /* who uses it; NULL: nobody in particular */
};
struct lines_figures {
    uint64_t open;          /* lines that said hello */
    uint64_t pings;         /* that the server sent */
    uint64_t bytes, frames; /* that came */
    uint64_t turns;         /* bytes of frames that tell of turns, and of nothing else */
    bool other;             /* something else is in this frame */
};
extern struct lines_figures lines;

/* Connects and says hello; then `lines.open` counts it and objects come. A line that was open
 * before is the same player again, and goes on at the table where it was. */
void line_open(struct line *, int port, struct player *);
void line_send(struct line *, const char *text, size_t n);
void line_sendf(struct line *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Hangs up; the memory may be used again when the loop has turned. */
void line_close(struct line *);

/* ---- load_table.c ---- */

struct player {
    struct line line;
    struct table *table;
    int seat;       /* from 0 */
    uint64_t sent;  /* ns: when its turn went off; 0: none is under way */
    uint64_t due;   /* ns: when it is to go off; 0: not yet known */
    uint32_t turns; /* so far; names its actions */
    uint64_t n;     /* of the last object of the stream */
};

struct table {
    const struct game *game;
    int seats;
    struct player *player; /* [seats]; the first is the owner, and keeps the match for all */
    char id[LOAD_ID + 1];
    int there;           /* players who sit and follow */
    struct state *state; /* the match when the round was opened; heap */
    size_t size;         /* bytes of it */
    uint64_t last;       /* ns: when the last turn of the round went off */
    int told;            /* players who have seen the last round */
    bool playing;        /* a turn may be made */
};

/* What the parts want to know. */
struct table_calls {
    void (*ready)(struct table *);                    /* a round has begun: all may move */
    void (*acked)(struct player *, uint64_t ns);      /* a turn is on the disk, after so long */
    void (*revealed)(struct player *, uint64_t ns);   /* has the round, so long after its last turn went off */
    void (*over)(struct table *);                     /* the match is over */
    void (*opened)(struct player *, struct slice id); /* `open` was answered; without a table: `create`, too */
};
extern struct table_calls table_calls;

/* Makes the table; its players are connected. ready is called when the game is under way. */
void table_begin(struct table *);
/* A random legal turn. */
void player_turn(struct player *);
/* It is connected, perhaps again. */
void player_hello(struct player *);
/* An object of the server for this player. */
void player_object(struct player *, struct slice);
void table_drop(struct table *);

/* ---- load_world.c ---- */

struct world {
    const char *tambo;                     /* the program */
    const char *yard;                      /* or else server.mjs of bench/beside; NULL */
    const char *folder;                    /* for the database */
    const char *store;                     /* the URL of a shared one instead; NULL: a file */
    char db[256];                          /* the file */
    int nodes;                             /* servers on it */
    int pid[LOAD_NODES], port[LOAD_NODES]; /* of each; pid 0: unknown, and so are its figures */
    bool given;                            /* they run already: they are neither started nor stopped */
    bool one_core;                         /* all of them on the first processor, we on another */
    uint64_t began;                        /* ns: when the first was started */
};
/* Starts the servers on the file (made if it is missing), with wide limits. */
void world_start(struct world *);
/* Where the i-th of some connections goes. */
int world_port(const struct world *, int i);
/* signal: SIGTERM, SIGKILL. */
void world_stop(struct world *, int signal);
/* Removes the file. */
void world_clean(struct world *);
/* Asks for a page and waits. True: status 200. */
bool world_healthy(const struct world *);
uint64_t world_rss(const struct world *);      /* bytes */
uint64_t world_cpu(const struct world *);      /* ns, of all threads */
uint64_t world_switches(const struct world *); /* context switches, of all threads */
uint64_t own_cpu(void);                        /* ns of this program */

/* Times that were measured. */
struct times {
    uint32_t *us;
    size_t n, size;
};
void times_add(struct times *, uint64_t ns);
/* In ms; q from 0 to 1. Sorts. */
double times_at(struct times *, double q);
void times_print(struct times *, const char *what);

/* ---- load.c ---- */

/* How much of everything. */
struct plan {
    int conns;        /* idle connections */
    int tables;       /* busy ones, of two players */
    bool tables_told; /* ... as somebody wants it */
    int rate;         /* moves a second all of them make together; 0: as fast as it goes */
    int seconds;      /* that is measured */
    int big, seats;   /* tables of a round, and their seats */
    int rounds;       /* of them */
    int kept;         /* tables in the file of a restart */
    int quiet;        /* connections while nothing happens */
    int quiet_s;      /* seconds of it */
    bool pings;       /* ... and then until all were pinged */
    int apart;        /* 1: the players of a table are at different servers, as without a proxy that knows tables */
    double settle;    /* seconds until a change has passed through */
    const char *game; /* that is played */
};
extern struct plan plan;
extern struct world world;
extern uv_loop_t loop;
extern void (*on_tick)(void); /* every ms; NULL */

double seconds_since(uint64_t ns);
void run_for(double seconds);
/* Players who said hello; `together` neighbours at the same server, of several. */
struct player *connect_many(int n, int together);
void hang_up(struct player *, int n);
/* Tables that begin, and their players. */
struct table *tables_new(int n, int seats, struct player **players);
void tables_free(struct table *, int n, struct player *, int players);

/* ---- load_busy.c ---- */

void part_busy(void);
void part_most(void);
void part_beside(void);

#endif
