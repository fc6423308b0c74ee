/* server_jump.c -- `tambo serve` on a machine whose clocks a test sets, for test_server_jump.py;
 * see machine_clock.c. */
#include "../../core/game.h"
#include "../../server/base/config.h"
#include "../../server/server.h"

#include <stdio.h>
#include <stdlib.h>

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
    return server_run(&c);
}
