/* server.h -- the whole server, as `tambo serve` starts it. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

struct config;
struct store;

/* Until SIGTERM or SIGINT; returns the exit status. */
int server_run(const struct config *);
/* The same on a store that is open already and stays so; for tests that stand between. */
int server_run_on(const struct config *, struct store *);

#endif
