/* config.h -- what `tambo serve` can be told: one table of options (config.c), each also
 * as a line of a file and as an environment variable. The command line beats the
 * environment, the environment beats the file, the file beats what is usual. */
#ifndef SERVER_CONFIG_H
#define SERVER_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct config {
    const char *host;              /* --host, TAMBO_HOST, `host = ...`: address to listen on (127.0.0.1) */
    int port;                      /* (8080); 0: any free one */
    const char *db;                /* the SQLite file (tambo.db); ":memory:": nothing is kept */
    const char *store;             /* postgres://...: the database instead of it, shared by several servers; NULL */
    const char *cert, *key;        /* PEM files for TLS; NULL */
    const char *origins;           /* origins allowed besides the own; NULL */
    const char *url;               /* the address people use, for links and messages; NULL: from host and port */
    const char *files;             /* folder of web files instead of those inside the program; NULL */
    bool proxied;                  /* behind a proxy that speaks TLS */
    bool daily;                    /* there are games of the day (yes) */
    bool metrics;                  /* /metrics is served (yes) */
    const char *metrics_token;     /* whoever asks for /metrics needs it; NULL: nobody does */
    int max_conns;                 /* connections (20000) */
    int max_tables;                /* tables one player may have open or going on (50) */
    int queue_kib;                 /* KiB one slow reader may be behind (1024) */
    int queues_mib;                /* MiB all of them may be behind (256) */
    int rate, burst;               /* messages a second a connection, and at once (20, 60) */
    int player_rate, player_burst; /* the same for all connections of one player (30, 90) */
    int create_hour;               /* tables one player may create in an hour (60) */
    int newcomers_minute;          /* tables, names ... that newcomers may make in a minute, all together (120) */
    int address_hour;              /* tables, names ... from one address in an hour (0: not counted) */
    int max_unattended;            /* open tables of a player who is not connected (5) */
    int max_db_mib;                /* beyond so many MiB nothing new is made or said (0: no limit) */
    int ping_s;                    /* silent connections are pinged after so many seconds (30) */
    int workers;                   /* threads for bots and maps; 0: one per core */
    int think_ms;                  /* longest a bot thinks about a turn (1000) */
    int keep_days;                 /* finished tables, and names of players without any, are removed after (0: never) */
    int keep_open_days;            /* ... tables that nobody started (7; 0: never) */
    const char *log;               /* "info", "debug", "error" */
    bool log_json;                 /* logs as JSON lines instead of text */
    const char *config;            /* the file that was read; NULL */
    bool print_config;             /* only config_print is wanted, no server */
};

/* Fills it from argv[1..], the environment and the file. 0; or 2 after a complaint on
 * standard error, about the file as `FILE:LINE: sentence`. Texts stay
 * as long as the program runs. */
int config_read(struct config *, int argc, char **argv);
/* Every option, its environment variable and its usual value, for --help. */
const char *config_help(void);
/* The options as a file with comments: `tambo serve --print-config`. Reading it again
 * gives the same. */
void config_print(const struct config *, FILE *);

/* A copy of a word of the command line, which every user of the machine may read: there the password of a URL is no more. */
char *config_hide(const char *url);

/* ---- the table behind it, for config.c and its tests ---- */

enum config_kind { CONFIG_TEXT, CONFIG_NUMBER, CONFIG_FLAG, CONFIG_CHOICE };
enum { WAY_ARGS = 1, WAY_ENV = 2, WAY_FILE = 4 }; /* how an option may be given */

struct config_option {
    const char *name;                            /* "max-conns": --max-conns, TAMBO_MAX_CONNS, `max-conns = ...` */
    uint8_t kind;                                /* enum config_kind */
    uint8_t ways;                                /* WAY_... */
    uint16_t at;                                 /* where in struct config */
    const char *usual;                           /* as one would write it; "": none, and a text may be empty */
    int min, max;                                /* of a number */
    const char *words;                           /* of a choice, by space; otherwise what the help calls the value */
    const char *help;                            /* one sentence without capital and full stop */
    const char *(*objection)(const char *value); /* what else is wrong with a text: a sentence; NULL */
};
extern const struct config_option config_options[]; /* ends with a NULL name */

enum { CONFIG_ENV = 32 }; /* bytes that hold the name of a variable */
const char *config_env(const struct config_option *, char name[CONFIG_ENV]);

#endif
