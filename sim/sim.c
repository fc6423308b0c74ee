/* sim.c -- see sim.h: runs worlds, one after the other, and says what was seen. `make simulate SEEDS=...`
 *
 *     sim [--seed FIRST] [--seeds HOW-MANY] [--jobs PROCESSES] [--table] [--verbose]       usually the seeds 1 to 100
 *
 * --table: tells what was said and answered (sim_reach.c), and a hole in that is a failure.
 */
#include "sim.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FIGURES = 10 };

/* The worlds first, first + step ... below end. */
static void run(uint64_t first, uint64_t end, uint64_t step, bool verbose)
{
    static const char *const names[FIGURES] = {"with a shared store",
                                               "steps",
                                               "acknowledged actions",
                                               "commits",
                                               "lines cut",
                                               "nodes killed",
                                               "blackouts",
                                               "nodes stopped",
                                               "calls of the store or the disk failed",
                                               "games of the day in the ranking"};
    uint64_t sum[FIGURES] = {0}, worlds = 0;
    json_set_alloc_funcs(malloc, free); /* ours, as everybody's here */
    for (uint64_t seed = first; seed < end; seed += step, worlds++) {
        sim_run(seed, verbose);
        uint64_t figures[FIGURES] = {world.shared,  world.steps,     world.acked, world.commits, world.cuts,
                                     world.crashes, world.blackouts, world.stops, world.faults,  world.results};
        for (int i = 0; i < FIGURES; i++) sum[i] += figures[i];
    }
    printf("# %llu worlds:", (unsigned long long)worlds);
    for (int i = 0; i < FIGURES; i++)
        printf(" %llu %s%s", (unsigned long long)sum[i], names[i], i + 1 < FIGURES ? "," : "");
    puts("; all laws hold");
}

int main(int argc, char **argv)
{
    uint64_t first = 1, n = 0, jobs = 1;
    bool verbose = false, table = false, good = true;
    for (int i = 1; i < argc; i++) {
        bool more = i + 1 < argc;
        if (strcmp(argv[i], "--verbose") == 0) verbose = true;
        else if (strcmp(argv[i], "--table") == 0) table = true;
        else if (more && strcmp(argv[i], "--seed") == 0) first = strtoull(argv[++i], NULL, 10), n += !n;
        else if (more && strcmp(argv[i], "--seeds") == 0) n = strtoull(argv[++i], NULL, 10);
        else if (more && strcmp(argv[i], "--jobs") == 0) jobs = strtoull(argv[++i], NULL, 10);
        else
            return fputs("usage: sim [--seed FIRST] [--seeds HOW-MANY] [--jobs PROCESSES] [--table] [--verbose]\n",
                         stderr),
                   2;
    }
    if (!n) n = 100;
    sim_reach_begin();
    if (sodium_init() < 0) return 1;
    sim_vfs_image();
    hall_checks = true;
    if (jobs < 2) {
        run(first, first + n, 1, verbose);
        return table && !sim_reach_tell();
    }
    puts("1..1"); /* for who counts tests */
    fflush(stdout);
    for (uint64_t k = 0; k < jobs; k++) {
        if (fork()) continue;
        run(first + k, first + n, jobs, verbose);
        return 0;
    }
    for (int status; wait(&status) > 0;) good &= status == 0;
    good &= !table || sim_reach_tell();
    puts(good ? "ok 1 - all laws hold in all worlds" : "not ok 1 - all laws hold in all worlds");
    return !good;
}
