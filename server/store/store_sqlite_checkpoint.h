/* store_sqlite_checkpoint.h -- a thread that does the checkpoints of a SQLite file. Where a commit does them, as is usual,
 * everybody waits for one every few thousand pages. For store_sqlite.c alone. */
#ifndef SERVER_STORE_SQLITE_CHECKPOINT_H
#define SERVER_STORE_SQLITE_CHECKPOINT_H

#include <sqlite3.h>

struct checkpoint;

/* Watches the commits of this connection, which is that of a file. */
struct checkpoint *checkpoint_new(sqlite3 *);
/* Before the connection is closed. NULL is nothing. */
void checkpoint_free(struct checkpoint *);

#endif
