/* sim.c -- see sim.h: runs worlds, one after the other, and says what was seen.
 *
 *     sim [--seed N] [--seeds N] [--verbose]       usually the seeds 1 to 100
 */
#include "sim.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    uint64_t first = 1, n = 100, sum[7] = {0}, shared = 0;
    bool verbose = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--verbose") == 0) verbose = true;
        else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) first = strtoull(argv[++i], NULL, 10), n = 1;
        else if (strcmp(argv[i], "--seeds") == 0 && i + 1 < argc) n = strtoull(argv[++i], NULL, 10);
        else return fputs("usage: sim [--seed N] [--seeds N] [--verbose]\n", stderr), 2;
    }
    if (sodium_init() < 0) return 1;
    json_set_alloc_funcs(malloc, free); /* ours, as everybody's here */
    for (uint64_t seed = first; seed < first + n; seed++) {
        sim_run(seed, verbose);
        shared += world.shared;
        uint64_t figures[7] = {world.steps, world.acked, world.commits, world.cuts, world.crashes, world.stops, world.faults};
        for (int i = 0; i < 7; i++) sum[i] += figures[i];
    }
    static const char *const names[] = {"steps", "acknowledged actions", "commits", "lines cut", "nodes killed", "nodes stopped", "calls of the store that failed"};
    printf("%llu worlds, %llu of them with a store that nodes share", (unsigned long long)n, (unsigned long long)shared);
    for (int i = 0; i < 7; i++) printf(", %llu %s", (unsigned long long)sum[i], names[i]);
    puts(": all laws hold");
    return 0;
}
