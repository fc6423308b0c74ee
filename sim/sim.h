/* sim.h -- the server in a world that is made up: hall, actions, api, rooms and the store on SQLite are the real ones; clock,
 * timers, threads, network, disk and chance are simulated, all in one thread and from one seed, so that whatever goes wrong goes
 * wrong again.
 *
 *     sim.c          seeds, the command
 *     sim_world.c    time: what happens next; the nodes, their timers, their memory; stops, pauses, restarts
 *     sim_net.c      lines between clients and nodes: slow, cut, half open (in the place of net.c)
 *     sim_vfs.c      the disk under SQLite: calls that fail, a process that ends in the middle of one, writes that are lost or torn
 *     sim_store.c    where nodes share the database, what only PostgreSQL does: locks, commits that hang or are not answered, news
 *     sim_seen.c     what the laws have seen in the database: after each commit and each restart
 *     sim_clients.c  players who connect, play, lose the line, come back, repeat
 *     sim_says.c     ... what they say on their lines: every `do`, well and badly
 *     sim_asks.c     ... what they ask by HTTP: every address
 *     sim_reach.c    which answers they got: what there is and nobody got is a hole
 *     sim_days.c     games of the day: lists of the database, and their laws
 *     sim_laws.c     what must hold, after each step and at the end
 *     sim_stands.c   the same of what has no number: how things stand
 *     sim_there.c    ... who is at a table
 *     sim_lobby.c    ... and the lobby
 *
 * Nothing here knows how the server does it: laws look at what clients were told and at what the database has. */
#ifndef SIM_SIM_H
#define SIM_SIM_H

#include "../core/rng.h"
#include "../server/api/actions.h"
#include "../server/api/api.h"
#include "../server/base/fiber.h"
#include "../server/hall/daily.h"
#include "../server/hall/hall.h"
#include "../server/store/store.h"

enum { NODES = 3, CLIENTS = 5, TIMERS = 8, TABLES = 64 };
enum { MS = 1000, S = 1000000 }; /* us */

struct block;

/* A server. */
struct node {
    uv_loop_t loop; /* only its address counts */
    struct hall hall;
    struct config config;
    struct store *store;
    int number;
    bool up;
    bool doomed;            /* it dies in the middle of this turn: nothing leaves */
    uint32_t epoch;         /* grows with each start */
    uint64_t stopped_until; /* as by SIGSTOP; 0: it runs */
    uint64_t stopped_for;   /* us: how long in all, with the present stop */
    int64_t wall_off;       /* how wrong the clock of its machine is, us */
    struct {
        uv_timer_t *timer;
        uv_timer_cb cb;
        uint64_t at;  /* us; 0: not set */
        uint32_t set; /* how often it was */
    } timers[TIMERS];
    struct fiber *thread; /* that has been started; NULL */
    int descriptor;       /* of the file that it holds; 0: none */
    struct block *blocks; /* its memory */
    struct conn *held;    /* with texts that have not left */
    struct request *answers;
};

struct client;

struct world {
    uint64_t seed;
    struct rng rng;
    uint64_t now; /* us since it began */
    uint64_t steps;
    bool shared; /* the nodes share the store; or there is one node, which has it alone */
    bool calm;   /* nothing breaks any more, and nobody begins anything new */
    uint64_t calm_at;
    bool verbose;
    int nodes, clients;
    struct node node[NODES];
    struct client *client;
    uint64_t away_until; /* the database does not answer; 0: it does */
    int32_t day;         /* whose games are played */
    bool strict;         /* little is allowed */
    bool full;           /* the database is as large as it may be */
    uint64_t full_until; /* the disk is; 0: it is not */
    int ahead;           /* as how many pages each counts that is written ahead */
    uint64_t struck_at;  /* us: when the disk failed last */
    int descriptor;      /* of the database that nodes share */
    bool puzzles;        /* the puzzle of the day is played, too: it takes long to make */
    bool patient;        /* everybody waits long for a database that is away for long */
    bool talk;           /* everybody says much at the table that is opened first */
    bool crowd;          /* more come to a circle than it takes */
    bool feast;          /* everybody plays a game of that day, and little else */
    uint64_t began;      /* us since 1970: near the end of that day */
    uint64_t acked, commits, cuts, crashes, stops, faults, resumed, results, blackouts;
};
extern struct world world;
extern struct node *self; /* whose code runs; NULL: nobody's */

/* ---- sim_world.c ---- */

bool sim_chance(int percent);
uint64_t sim_between(uint64_t from, uint64_t to); /* both included */
/* Calls fn(a, b) so many us from now. */
typedef void sim_fn(void *a, uint64_t b);
void sim_after(uint64_t us, sim_fn *fn, void *a, uint64_t b);
void sim_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A law does not hold: says so, with the seed, and ends. */
_Noreturn void sim_broken(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Is it there, and does it run? If it is stopped, fn(a, b) is called when it goes on. */
bool sim_runs(struct node *, sim_fn *fn, void *a, uint64_t b);
/* Its loop comes around until it has nothing to do. */
void sim_turn(struct node *);
void sim_kill(struct node *);
void sim_start(void *node, uint64_t unused);
/* Memory that lives as long as the world, whoever's code runs. */
void *sim_memory(size_t n);
size_t sim_memory_size(const void *);
char *sim_words(const char *p, size_t n);
/* The whole life of a world. */
void sim_run(uint64_t seed, bool verbose);

/* ---- sim_net.c ---- */

/* A line, as the client has it. */
struct line;
struct line *sim_connect(struct client *, struct node *, const char *cookie); /* "": none */
void sim_send(struct line *, const char *text);
void sim_cut(struct line *);      /* by the client, or by the world: the server may hear of it late */
void sim_net_lost(struct node *); /* the node is gone */
/* For a client: what came, the line is gone. */
void sim_client_hears(struct client *, struct line *, const char *text);
void sim_client_cut(struct client *, struct line *);
/* A request by HTTP, to the node where the client is; the answer comes to sim_client_answer. */
struct sim_request {
    const char *row; /* in the table of what can be said */
    const char *method, *path, *query, *body;
    const char *token; /* NULL: the client's */
    bool json;
    const char *thing; /* what it speaks of, for the answer, and that it was ended before */
    bool ended;
};
struct sim_answer {
    const char *row, *path, *query, *token, *thing, *body, *cookie;
    bool ended;
    int status;
    uint64_t asked_at; /* us */
};
void sim_request(struct client *, const struct sim_request *);
void sim_client_answer(struct client *, const struct sim_answer *);

/* ---- sim_vfs.c ---- */

#define SIM_FILE "/dev/null" /* its name to the server, who looks whether there is such a file */
void sim_vfs_image(void);    /* before the first world: makes the tables once */
void sim_vfs_begin(void);
uint64_t sim_vfs_writes(void); /* how often anything was written */
void sim_vfs_crash(void);      /* the process is gone; perhaps with the power */

/* ---- sim_store.c ---- */

void sim_store_begin(void);
struct store *sim_store_open(struct node *);
void sim_store_lost(struct node *); /* its session is over */
void sim_store_away(uint64_t us);   /* nobody gets an answer for so long */
/* The time, us since 1970. */
uint64_t sim_wall(void);

/* ---- sim_seen.c ---- */

void sim_seen_begin(void);
void sim_seen_end(void);
/* A turn of that node is over, and has perhaps written; the node has started, or the database was opened; it is gone. */
void sim_seen_commit(struct store *, const struct node *by);
void sim_seen_restart(struct store *);
void sim_seen_touch(const char *id); /* that table is written to */
void sim_seen_down(void);
void sim_seen_check(void); /* the whole file, as `tambo db check` does */
/* To be asked by laws; NULL: the server that has it is down. */
struct store *sim_seen_store(void);
/* All events of a table that the database has. */
int sim_seen_each(const char *id, int (*fn)(void *ctx, const struct event *), void *ctx);
int sim_seen_events(const char *id); /* how many */
int sim_seen_tables(void);
const char *sim_seen_table(int i, struct store_row *); /* without texts */
const struct room *sim_seen_mirror(int i);             /* that table as it is, by going through its events */
uint64_t sim_seen_seated(int i);                       /* us: when who sits where was changed last */
/* A table and the lobby. Times are us since the world began. */
struct sim_place {
    bool in;
    uint64_t left, changed; /* when it last left, 0: never; when its row was changed last */
};
struct sim_place sim_seen_place(int i);
uint64_t sim_seen_lobby_changed(void); /* when a table came, went, or changed there */
bool sim_seen_did(const char *id, const char *player, const char *action);
/* How many events there were when it was: 1 and more. */
int sim_seen_when(const char *id, const char *player, const char *action);
/* How many tables this player's action made. */
int sim_seen_made(const char *player, const char *action);
bool sim_seen_ended(const char *player); /* its tokens, ever */

/* ---- sim_clients.c ---- */

void sim_clients_begin(void);
const char *sim_client_token(const struct client *);
struct node *sim_client_node(const struct client *);
const char *sim_client_player(int i);
/* How things stand, by all that was heard of them. */
struct stands {
    const char *yours;         /* lines of the own sealed turn, each with its end */
    struct seats ready, muted; /* seats */
    struct seats sits;         /* ... where somebody sits, before the start */
    int me;                    /* the own one, from 1; 0: none; before the start */
    bool began;
};
/* What a client has heard of its table, for the laws. */
struct heard {
    char table[ID_LEN + 1]; /* "": none */
    bool live;              /* it is connected, and the table is open */
    uint32_t last;
    int n;
    const char *const *text;
    const uint32_t *number;
    const char *there; /* the last object `there`; NULL */
    struct stands stands;
    int opened_at, floor; /* events that were stored when it last opened the table; when what it did last was */
    uint64_t asked_at;    /* us: when it last opened the table */
    const char *waits;    /* a message without an answer on this line; NULL */
    const struct node *node;
    const struct line *line;
};
void sim_client_heard(int i, struct heard *);
const struct lobby_told *sim_client_lobby(int i);

/* ---- sim_reach.c ---- */

void sim_reach_begin(void); /* before there are several processes */
void sim_reached(const char *row, const char *answer);
bool sim_reach_tell(void); /* the table; false: there are holes */

/* ---- sim_days.c ---- */

void sim_days_begin(void);
/* A node has started: that is its key, which stays what it was. */
void sim_days_key(const uint8_t key[DAILY_KEY]);
bool sim_law_day(const struct room *, uint64_t over_at);
void sim_law_secret(int client, const char *text);
void sim_law_others(int client, const char *owner, const char *game, const char *body);

/* ---- sim_stands.c ---- */

/* The table is opened anew: how things stand will be told again. */
void sim_stands_forget(struct stands *);
void sim_stands_hear(struct stands *, const json_t *object);
void sim_law_stands(int client, bool all);
void sim_law_round(const char *table, const char *player, const char *action, int round);
void sim_law_back(int client);

/* ---- sim_there.c ---- */

void sim_there_begin(void);
/* On this line `open` is sent; answered well; the table is to be left, or the line is cut; the server knows; the server is gone, or
 * has done all that it had to do. */
void sim_there_asks(const struct line *, const struct node *, const char *player, const char *table);
void sim_there_opened(const struct line *);
void sim_there_leaves(const struct line *);
void sim_there_gone(const struct line *);
void sim_there_lost(const struct node *);
void sim_there_rests(const struct node *);
void sim_law_there(int client);

/* ---- sim_lobby.c ---- */

/* What a client has heard of the lobby. */
struct lobby_told {
    enum {
        LOBBY_OFF,
        LOBBY_ON,
        LOBBY_UNKNOWN
    } is;              /* on this line; unknown: the answer was that something went wrong */
    const char *last;  /* list, as it was told on this line; NULL */
    const char *fresh; /* that of GET /api/tables at the end; NULL */
    uint64_t fresh_at;
};
/* since: the list was made after that. */
void sim_lobby_told(int client, struct lobby_told *, const json_t *tables, uint64_t since);
void sim_law_lobby(int client, const json_t *tables, uint64_t since);
void sim_law_lobby_end(int client, const struct lobby_told *);

/* ---- sim_laws.c ---- */

void sim_law_stream(int client);
void sim_law_end(void);

#endif
