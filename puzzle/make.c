/* make.c -- see make.h: whole fair maps and their starting spaces. How a grid is filled
 * is in make_fill.c. */
#include "make.h"

#include "../core/bits.h"
#include "solve.h"

#include <string.h>

/* The first spaces of a random order, then, while two layouts fit, a space where they differ. */
struct pair {
    uint8_t crop[2][MAP_SPACES];
    int n;
};

static bool keep(void *ctx, const uint8_t crop[MAP_SPACES])
{
    struct pair *p = ctx;
    memcpy(p->crop[p->n++], crop, MAP_SPACES);
    return p->n < 2;
}

static int choose_start(const struct map *m, int min, int max, struct rng *r, uint8_t *start)
{
    struct map shown = *m;
    uint64_t set = 0;
    int n = 0;
    memset(shown.crop, 0, sizeof shown.crop);
    for (;;) {
        struct pair two = {.n = 0};
        uint64_t may = bit((unsigned)map_spaces(m)) - 1;
        if (solve_count(&shown, 2, keep, &two) == 2) {
            may = 0;
            for (int i = 0; i < map_spaces(m); i++)
                if (two.crop[0][i] != two.crop[1][i]) may |= bit((unsigned)i);
        } else if (n >= min) {
            break;
        }
        if (n == max) return 0;
        unsigned i = bits_nth(may & ~set, rng_below(r, bits_count(may & ~set)));
        set |= bit(i);
        shown.crop[i] = m->crop[i];
        n++;
    }
    unsigned i, k = 0;
    BITS_EACH(i, set) start[k++] = (uint8_t)i;
    return n;
}

int make_map(struct map *m, int cols, int min, int max, struct rng *r, uint8_t start[MAP_SPACES])
{
    for (;;) {
        *m = (struct map){.cols = (uint8_t)cols, .rows = MAP_ROWS};
        if (!make_fill(m, map_tiles, false, r, 4000)) continue;
        int n = choose_start(m, min, max, r, start);
        if (n) return n;
    }
}
