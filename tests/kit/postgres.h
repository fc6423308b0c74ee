/* postgres.h -- a PostgreSQL server for tests: in a temporary folder, as an unprivileged user, reached by a socket in that folder, gone
 * afterwards. Not the system's. */
#ifndef TESTS_POSTGRES_H
#define TESTS_POSTGRES_H

#include <stdint.h>
#include <sys/types.h>

/* Starts it; ends the program with a sentence if that cannot be. Before any test is forked. */
void postgres_begin(void);
void postgres_end(void);
/* To the server and all its processes. */
void postgres_signal(int signal);

/* The URL of a new, empty database. Valid until the next call but three. */
const char *postgres_fresh(void);
/* Runs statements; the first number they give, 0 if none. Fails the test if they fail. */
int64_t postgres_sql(const char *url, const char *sql);

#endif
