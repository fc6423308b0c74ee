/* rng.h -- splitmix64: tiny, seedable, the same numbers on every platform.
 * For simulation, bots and maps, and for the chance of one event where fair.h seeds it;
 * never for secrets by itself. */
#ifndef CORE_RNG_H
#define CORE_RNG_H

#include <stdint.h>

struct rng {
    uint64_t x; /* any value is a good seed */
};

static inline uint64_t rng_next(struct rng *r)
{
    uint64_t z = r->x += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Uniform in 0..n-1; n must be positive. Lemire's multiplication: the rejected
 * part is below n / 2^32 and costs a division only when it may matter. */
static inline uint32_t rng_below(struct rng *r, uint32_t n)
{
    uint64_t p = (rng_next(r) >> 32) * n;
    if ((uint32_t)p < n) {
        uint32_t floor = -n % n;
        while ((uint32_t)p < floor) p = (rng_next(r) >> 32) * n;
    }
    return (uint32_t)(p >> 32);
}

/* A generator of its own for item i of a run with one seed. */
static inline struct rng rng_fork(uint64_t seed, uint64_t i)
{
    struct rng r = {seed};
    r.x = rng_next(&r) ^ i * UINT64_C(0xd1342543de82ef95);
    return (struct rng){rng_next(&r)};
}

#endif
