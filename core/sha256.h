/* sha256.h -- SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104), small and plain. For the promise
 * of fair dice (fair.h). Not for passwords, and not written to hide its timing: the keys it
 * gets here are published in the end. */
#ifndef CORE_SHA256_H
#define CORE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_BLOCK = 64 };

/* A digest being computed; the caller's memory. */
struct sha256 {
    uint32_t h[8];               /* of the whole blocks so far */
    uint64_t bytes;              /* added so far */
    uint8_t block[SHA256_BLOCK]; /* bytes % SHA256_BLOCK of them wait here */
};

void sha256_begin(struct sha256 *);
/* n may be 0, then text may be NULL. */
void sha256_add(struct sha256 *, const void *text, size_t n);
/* Begin again before adding more. */
void sha256_end(struct sha256 *, uint8_t out[SHA256_BYTES]);

void sha256_hmac(const uint8_t *key, size_t key_n, const void *text, size_t n, uint8_t out[SHA256_BYTES]);

#endif
