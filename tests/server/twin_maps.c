/* twin_maps.c -- prints two maps of the long board that begin alike and differ in a few spaces, each
 * behind a line `map`: for test_server_twins.py. Argument: a seed. */
#include "../../games/scenario.h"
#include "../../puzzle/make.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s does not hold\n", file, line, what);
    abort();
}

static bool is_start(const struct scenario *sc, int space)
{
    for (int i = 0; i < sc->starts; i++)
        if (sc->start[i] == space) return true;
    return false;
}

/* Hidden spaces around a random one are filled anew: how many differ; 0: no such map. */
static int fill_anew(const struct board *from, struct board *to, struct rng *r)
{
    *to = *from;
    struct map *m = &scenario_in(to)->map;
    struct board before = *from;
    const struct map *was = &scenario_in(&before)->map;
    int spaces = map_spaces(m), cols = m->cols, middle = (int)rng_below(r, (uint32_t)spaces), n = 0;
    for (int i = 0; i < spaces; i++) {
        if (abs(i / cols - middle / cols) > 1 || abs(i % cols - middle % cols) > 2 || is_start(scenario_in(to), i))
            continue;
        m->terrain[i] = m->crop[i] = 0;
    }
    if (!make_fill(m, scenario_in(to)->tiles, true, r, 500) || scenario_kind.check(to)) return 0;
    for (int i = 0; i < spaces; i++) n += m->terrain[i] != was->terrain[i] || m->crop[i] != was->crop[i];
    return n;
}

static void print(const struct board *b)
{
    static char text[16384];
    struct out o = {.p = text, .size = sizeof text};
    scenario_kind.write(b, &o);
    if (!out_end(&o)) abort();
    printf("map\n%s", text);
}

int main(int argc, char **argv)
{
    static struct board one, two, best;
    struct rng r = {argc > 1 ? (uint64_t)atoi(argv[1]) : 1};
    int least = 0;
    while (!least) {
        memset(&one, 0, sizeof one);
        scenario_make(scenario_in(&one), 9, GRADE_GENTLE, rng_next(&r));
        for (int tries = 0; tries < 300; tries++) {
            int n = fill_anew(&one, &two, &r);
            if (n && (!least || n < least)) least = n, best = two;
        }
    }
    print(&one);
    print(&best);
    return 0;
}
