/* server_jump.c -- `tambo serve` on a machine whose clock is set now and then, for
 * test_server_jump.py: by SIGUSR1 an hour forward, by SIGUSR2 an hour back. Linked with
 * --wrap=clock_gettime. */
#include "../core/game.h"
#include "../server/config.h"
#include "../server/server.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static atomic_int hours;

int __real_clock_gettime(clockid_t, struct timespec *); // NOLINT: the linker's names
int __wrap_clock_gettime(clockid_t, struct timespec *); // NOLINT

int __wrap_clock_gettime(clockid_t id, struct timespec *t) // NOLINT
{
    int status = __real_clock_gettime(id, t);
    if (id == CLOCK_REALTIME) t->tv_sec += hours * 3600;
    return status;
}

static void jump(int signal) { hours += signal == SIGUSR1 ? 1 : -1; }

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s does not hold\n", file, line, what);
    abort();
}

int main(int argc, char **argv)
{
    struct config c;
    int status = config_read(&c, argc - 1, argv + 1);
    if (status) return status;
    signal(SIGUSR1, jump);
    signal(SIGUSR2, jump);
    return server_run(&c);
}
