/* store_schema.h -- opening a SQLite file as Tambo's: what is in it, whose it is, and how
 * an old one becomes today's. For store_sqlite.c, store_base.c, store_copy.c and store_file.c. */
#ifndef SERVER_STORE_SCHEMA_H
#define SERVER_STORE_SCHEMA_H

#include "store_sql.h"

#include <sqlite3.h>

enum { SCHEMA_VERSION = 6 };

/* Opens it, and refuses with a sentence what is not Tambo's or too new. write: for the
 * server; an empty file gets the tables and an old one is brought up to date. Otherwise
 * the file is only read, and stays as it is. 0; -EINVAL: the file is not right; another
 * negative errno: the world is not. */
int store_schema_open(sqlite3 **, const char *path, bool write, char why[256]);
/* A new database in memory with today's tables: no file, no lock, nothing written ahead. */
sqlite3 *store_schema_memory(void);
/* Runs statements without parameters. Returns SQLite's code. */
int store_schema_run(sqlite3 *, const char *sql);
/* One number that a statement gives; -1 after a failure. */
sqlite3_int64 store_schema_number(sqlite3 *, const char *sql);
/* A row as the store is told of it. */
void store_schema_row(sqlite3_stmt *, struct store_cell cell[STORE_CELLS]);
/* The errno of what just failed in the database. Out of memory aborts. */
int store_schema_errno(sqlite3 *);

#endif
