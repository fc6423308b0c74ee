/* hash.h -- a number from a text, for tables in memory; the same on all machines (FNV-1a). */
#ifndef SERVER_HASH_H
#define SERVER_HASH_H

#include <stdint.h>

static inline uint32_t hash_text(const char *text)
{
    uint32_t h = UINT32_C(2166136261);
    for (; *text; text++) h = (h ^ (unsigned char)*text) * UINT32_C(16777619);
    return h ^ h >> 16; /* the lowest bits are used most */
}

#endif
