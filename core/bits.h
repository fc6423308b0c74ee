/* bits.h -- sets of up to 64 spaces in one uint64_t. Space i is bit i. */
#ifndef CORE_BITS_H
#define CORE_BITS_H

#include <stdint.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "Hashes are taken over the bytes of a state: Tambo needs a little-endian machine."
#endif

static inline uint64_t bit(unsigned i) { return UINT64_C(1) << i; }
static inline unsigned bits_count(uint64_t m) { return (unsigned)__builtin_popcountll(m); }
/* The lowest member; m must not be empty. */
static inline unsigned bits_first(uint64_t m) { return (unsigned)__builtin_ctzll(m); }

/* The k-th member in ascending order, 0 <= k < bits_count(m). Without a branch: k is
 * random, so a branch would be guessed wrong. First which byte, then which bit of it:
 * byte i of `sums` counts the members up to i, and the answer is how many of the eight
 * sums are at most k. */
static inline unsigned bits_nth_sums(uint64_t sums, unsigned k)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    return bits_count(((k * ones | tops) - sums) & tops);
}
static inline unsigned bits_nth_byte(uint64_t byte, unsigned k)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    uint64_t apart = byte * ones & UINT64_C(0x8040201008040201); /* bit i alone in byte i */
    return bits_nth_sums(((apart + (tops - ones)) >> 7 & ones) * ones, k);
}
static inline unsigned bits_nth(uint64_t m, unsigned k)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t sums = m - (m >> 1 & ones * 0x55);
    sums = (sums & ones * 0x33) + (sums >> 2 & ones * 0x33);
    sums = ((sums + (sums >> 4)) & ones * 0x0f) * ones;
    unsigned at = 8 * bits_nth_sums(sums, k);
    return at + bits_nth_byte(m >> at & 255, k - (unsigned)(sums << 8 >> at & 255));
}
/* The same for members below 16. */
static inline unsigned bits_nth16(unsigned m, unsigned k)
{
    unsigned low = bits_count(m & 255), upper = k >= low;
    return 8 * upper + bits_nth_byte(m >> 8 * upper & 255, k - upper * low);
}

/* for (each member i of set) */
#define BITS_EACH(i, set)                                                                                              \
    for (uint64_t each_##i = (set); each_##i && ((i) = bits_first(each_##i), 1); each_##i &= each_##i - 1)

#endif
