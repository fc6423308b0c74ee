/* store_sqlite_ahead.h -- a thread that moves pages which SQLite has written ahead to their places in the file. Where a
 * commit does it, as is usual, everybody waits for that every few thousand pages. For store_sqlite.c alone. */
#ifndef SERVER_STORE_SQLITE_AHEAD_H
#define SERVER_STORE_SQLITE_AHEAD_H

#include <sqlite3.h>

struct ahead;

/* Watches the commits of this connection, which is that of a file. */
struct ahead *ahead_new(sqlite3 *);
/* Before the connection is closed. NULL is nothing. */
void ahead_free(struct ahead *);

#endif
