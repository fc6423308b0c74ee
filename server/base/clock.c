/* clock.c -- see clock.h. */
#include "clock.h"

#include <time.h>

static uint64_t ask(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

uint64_t clock_steady(void) { return ask(CLOCK_BOOTTIME); }
uint64_t clock_wall(void) { return ask(CLOCK_REALTIME); }

uint64_t clock_read(struct clock *c, uint64_t steady, uint64_t wall)
{
    if (!c->steady) {
        c->time = wall;
    } else if (steady > c->steady) {
        uint64_t gone = steady - c->steady, most = gone / CLOCK_BEND, fair = c->time + gone;
        if (wall > fair) c->time = fair + (wall - fair < most ? wall - fair : most);
        else c->time = fair - (fair - wall < most ? fair - wall : most);
    } else {
        return c->time;
    }
    c->steady = steady ? steady : 1;
    return c->time;
}
