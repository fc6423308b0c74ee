/* compare.h -- what the files of test_reference share: each compare_*.c puts the same
 * random positions before the engine and before the plain rules (reference.h), and
 * stops the program at the first difference. They are apart because the headers of
 * the games use the same words for their moves. */
#ifndef TESTS_COMPARE_H
#define TESTS_COMPARE_H

#include "../../core/match.h"
#include "../../games/sheet.h"
#include "reference.h"

/* How many of everything: 1000 thousandths in a plain build, less in a slow one. */
struct compare {
    struct rng rng; /* of this part */
    int thousandths;
    long boards; /* compared so far */
};

/* n, or as much of it as this build has time for. */
static inline int compare_times(const struct compare *c, int n)
{
    int k = (int)((long)n * c->thousandths / 1000);
    return k > 0 ? k : 1;
}

static inline int compare_below(struct compare *c, int n) { return (int)rng_below(&c->rng, (uint32_t)n); }
static inline bool compare_chance(struct compare *c, int percent) { return compare_below(c, 100) < percent; }

/* The two do not agree: says so, with the numbers, and ends the program. */
_Noreturn void compare_fail(const char *file, int line, const char *what, long engine, long plain);
#define SAME(engine, plain)                                                                                            \
    do {                                                                                                               \
        long engine_ = (long)(engine), plain_ = (long)(plain);                                                         \
        if (engine_ != plain_) compare_fail(__FILE__, __LINE__, #engine " == " #plain, engine_, plain_);               \
    } while (0)

/* A sheet of any shape with holes; doors or lakes as the game has them. */
void compare_random_sheet(struct compare *, const char *game, struct setup *);
/* The set-up's sheet as the plain rules want it, with its spaces in reading order. */
void compare_grid(const struct setup *, struct ref_grid *, struct ref_place place[SHEET_SPACES]);

void compare_temple(struct compare *);
void compare_valley(struct compare *);
void compare_tiwanaku(struct compare *);

#endif
