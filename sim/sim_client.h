/* sim_client.h -- what the files of the players share: sim_clients.c, sim_says.c, sim_asks.c. */
#ifndef SIM_SIM_CLIENT_H
#define SIM_SIM_CLIENT_H

#include "sim.h"

enum { ASKS = 12, SPARE = 4, KNOWN = 16 }; /* some messages are always possible: hello, open */
enum { TOKEN = 96 };

/* A message that waits for its answer. */
struct ask {
    char id[ACTION_LEN + 1];
    char *text;
    const char *row;        /* in the table of what can be said */
    char table[ID_LEN + 1]; /* where it was done */
    bool used, sent;        /* on this line */
    bool notes;             /* a good answer means that it is stored */
    bool keeps;             /* it is sent again on the next line */
    bool own;               /* its token is that of the client */
    bool twice;             /* it was said twice at once */
    bool behind;            /* it was sent right behind `open`: its answer comes behind all that was missed */
    int round;              /* which it is meant for, or -1 */
    uint64_t order;         /* when it was sent, among all */
    uint64_t at;            /* ... and us since the world began */
};

struct client {
    int number;
    struct line *line;
    const char *cookie; /* that came with the line, as a page's does; "": none */
    int *owed;          /* answers on this line, by the number in the id of the message; [0]: of those without an id */
    uint32_t owed_size;
    struct node *node;
    char token[TOKEN], player[PLAYER_LEN + 1];
    char ended[TOKEN];    /* a token that was ended, as it was told; "": none */
    bool greeted, opened; /* hello, open were answered on this line */
    bool opening;         /* open was sent, and what comes is of that table */
    bool caught;          /* what was asked right behind it was answered: all that was missed is there */
    char table[ID_LEN + 1];
    int opened_at;     /* events of the table that were stored when open was sent */
    uint64_t asked_at; /* us: when that was */
    int done;  /* ... when the last of what this client has done was; it is told of that by its next question: */
    int floor; /* ... so much it knows of */
    struct stands stands;
    uint32_t last;
    uint64_t at;
    char **text; /* what it heard of the table, in order */
    uint32_t *number_of;
    int n, size;
    char *there;
    struct ask ask[ASKS];
    uint32_t ids;
    uint64_t orders, answered; /* messages sent; the last that was answered */
    uint64_t silent;           /* us: when it last heard anything */
    bool again;                /* its line was cut, or not, when all was calm */
    char *line_to_play;
    int round;                  /* of the last `legal`, the one that line is for; -1: none */
    char day_table[ID_LEN + 1]; /* its game of the day; "": it has not begun */
    struct lobby_told lobby;
    uint64_t wanted,
        unwanted; /* order of the last message that asked for the lobby; and of that which ended this, as answered */
    bool asked_lobby, asked_fresh; /* since all is calm: on this line, and for the laws */
    int puzzle;                    /* how many of its positions were answered, as far as it was told */
};

extern char sim_known[KNOWN][ID_LEN + 1], sim_codes[KNOWN][CODE_LEN + 1]; /* tables that clients tell one another of */
extern int sim_known_n;

/* A message without an id that counts: it is answered all the same. */
void sim_say_nameless(struct client *, const char *text);
/* What and members, in JSON; NULL: too much waits for answers. */
struct ask *sim_ask(struct client *, const char *row, const char *what, bool notes, bool keeps);
/* It is somebody else from now on. */
void sim_client_becomes(struct client *, const char *token, const char *player);
void sim_learn(const char *id, const char *code);

/* ---- sim_says.c ---- */

void sim_say_hello(struct client *);
void sim_say_early(struct client *); /* before hello */
void sim_say_create(struct client *);
void sim_say_something(struct client *);

/* ---- sim_asks.c ---- */

void sim_asks_begin(void);
void sim_ask_day(struct client *);
void sim_ask_something(struct client *);
void sim_ask_crowd(struct client *); /* strangers join a circle */

#endif
