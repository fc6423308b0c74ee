/* db.h -- what the files of `tambo db` share. */
#ifndef CLI_DB_H
#define CLI_DB_H

#include "../server/store/store.h"
#include "cli.h"

/* The store of the file, to be changed or looked at; NULL after a complaint. */
struct store *db_open(const char *path);
/* As it may be told: without the password of a URL. */
const char *db_name(const char *path, char name[256]);
/* Commits if e is 0, complains otherwise; closes. Returns the exit status. */
int db_close(struct store *, int e);
/* May it be done? Asks on a terminal; yes: the option was there. */
bool db_sure(const char *yes, const char *question);

/* ---- db_copy.c ---- */

int db_copy(const char *from, const char *to);

/* ---- db_list.c ---- */

/* what: "tables", "players" or "months"; top: how many lines, as text, or NULL. */
int db_list(const char *path, const char *what, const char *top);

/* ---- db_delete.c ---- */

/* what: "table", "player" or "said". */
int db_delete(const char *path, const char *what, const char *which, const char *yes);
int db_rotate_key(const char *path, const char *yes);

#endif
