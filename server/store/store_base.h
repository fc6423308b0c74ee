/* store_base.h -- a whole database, a file or `postgres://...`, read as it is at one moment while servers may go on writing. For
 * store_check.c and store_copy.c. */
#ifndef SERVER_STORE_BASE_H
#define SERVER_STORE_BASE_H

#include "store.h"

#include <libpq-fe.h>
#include <sqlite3.h>

struct store_base {
    sqlite3 *db;    /* of a file; or */
    PGconn *pg;     /* of PostgreSQL */
    bool current;   /* its tables are those of this version */
    bool players;   /* it has tables of what is kept of players: begun, result ... */
    char name[256]; /* as it may be told */
};

/* Opens it for reading. 0; -EINVAL: it is not ours, or empty; another negative errno, with the sentence in why. Closed in any case. */
int store_base_open(struct store_base *, const char *from, char why[256]);
void store_base_close(struct store_base *);
/* Tells the rows of a statement that both engines understand, until fn returns other than 0, which is returned; or a negative errno. One
 * at a time. */
int store_base_each(struct store_base *, const char *sql, int (*fn)(void *ctx, const struct store_cell *row), void *ctx,
                    char why[256]);
/* The sentence about what just failed, and its errno. */
int store_base_failed(const struct store_base *, const char *what, char why[256]);
/* Runs a statement of PostgreSQL that gives nothing. */
bool store_base_run(PGconn *, const char *sql);
/* For commands, which may take their time. */
extern const char store_base_set[];

#endif
