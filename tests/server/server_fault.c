/* server_fault.c -- `tambo serve` on a store that fails on purpose (store_fault.h), for
 * test_server_fault.py. The environment says how: FAULT="CALLS NTH TIMES ERRNO". The NTH of
 * these calls (FAULT_..., summed) fails with -ERRNO, and TIMES in a row. When it stops it says
 * on standard error how many such calls there were and how many failed. */
#include "../../core/game.h"
#include "../../server/base/config.h"
#include "../../server/base/log.h"
#include "../../server/server.h"
#include "../kit/store_fault.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s does not hold\n", file, line, what);
    abort();
}

int main(int argc, char **argv)
{
    struct config c;
    char why[256] = "";
    struct fault f = {0};
    const char *order = getenv("FAULT");
    if (!order || argc < 2 || sscanf(order, "%u %d %d %d", &f.calls, &f.nth, &f.times, &f.error) != 4)
        return fputs("usage: FAULT=\"CALLS NTH TIMES ERRNO\" server_fault serve OPTION...\n", stderr), 2;
    f.error = -f.error;
    int status = config_read(&c, argc - 1, argv + 1);
    if (status) return status;
    log_begin(LOG_INFO, c.log_json);
    if (sodium_init() < 0) return 1;
    bool memory = strcmp(c.db, ":memory:") == 0;
    struct store *inner = memory ? store_memory_open() : store_sqlite_open(c.db, why);
    if (!inner) return fprintf(stderr, "server_fault: %s\n", why), 1;
    struct store *store = store_fault_open(inner, &f);
    status = server_run_on(&c, store);
    fprintf(stderr, "calls %d failed %d\n", f.seen, f.failed);
    store_close(store);
    return status;
}
