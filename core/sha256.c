/* sha256.c -- see sha256.h. Names of variables are those of the standard. */
#include "sha256.h"

#include <string.h>

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turn(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }

static void put32(uint8_t *p, uint32_t v)
{
    for (int i = 0; i < 4; i++) p[i] = (uint8_t)(v >> (24 - 8 * i));
}

/* One step; the letters move on by one for the next. */
static inline void step(uint32_t v[8], int at, uint32_t k)
{
    uint32_t a = v[at & 7], b = v[(at + 1) & 7], c = v[(at + 2) & 7], *d = &v[(at + 3) & 7];
    uint32_t e = v[(at + 4) & 7], f = v[(at + 5) & 7], g = v[(at + 6) & 7], *h = &v[(at + 7) & 7];
    uint32_t t1 = *h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + k;
    *d += t1;
    *h = t1 + (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
}

static void mix(uint32_t h[8], const uint8_t *p)
{
    uint32_t w[64], v[8];
    for (int t = 0; t < 16; t++, p += 4)
        w[t] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    for (int t = 16; t < 64; t++) {
        uint32_t s0 = turn(w[t - 15], 7) ^ turn(w[t - 15], 18) ^ w[t - 15] >> 3;
        uint32_t s1 = turn(w[t - 2], 17) ^ turn(w[t - 2], 19) ^ w[t - 2] >> 10;
        w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    memcpy(v, h, sizeof v);
    for (int t = 0; t < 64; t += 8) { /* eight at once: so nothing has to be moved */
        step(v, 8, K[t] + w[t]);
        step(v, 7, K[t + 1] + w[t + 1]);
        step(v, 6, K[t + 2] + w[t + 2]);
        step(v, 5, K[t + 3] + w[t + 3]);
        step(v, 4, K[t + 4] + w[t + 4]);
        step(v, 3, K[t + 5] + w[t + 5]);
        step(v, 2, K[t + 6] + w[t + 6]);
        step(v, 1, K[t + 7] + w[t + 7]);
    }
    for (int i = 0; i < 8; i++) h[i] += v[i];
}

void sha256_begin(struct sha256 *s)
{
    *s = (struct sha256){
        .h = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void sha256_add(struct sha256 *s, const void *text, size_t n)
{
    const uint8_t *p = text;
    while (n) {
        size_t held = (size_t)(s->bytes % SHA256_BLOCK), some = SHA256_BLOCK - held;
        if (some > n) some = n;
        memcpy(s->block + held, p, some);
        s->bytes += some;
        p += some;
        n -= some;
        if (held + some == SHA256_BLOCK) mix(s->h, s->block);
    }
}

void sha256_end(struct sha256 *s, uint8_t out[SHA256_BYTES])
{
    static const uint8_t pad[SHA256_BLOCK] = {0x80};
    uint8_t length[8];
    put32(length, (uint32_t)(s->bytes >> 29));
    put32(length + 4, (uint32_t)(s->bytes << 3));
    size_t held = (size_t)(s->bytes % SHA256_BLOCK), least = SHA256_BLOCK - sizeof length;
    sha256_add(s, pad, held < least ? least - held : least + SHA256_BLOCK - held);
    sha256_add(s, length, sizeof length);
    for (int i = 0; i < 8; i++) put32(out + 4 * i, s->h[i]);
}

/* The digest of the key, each byte changed by `pad`, and then of the text. */
static void keyed(const uint8_t key[SHA256_BLOCK], uint8_t pad, const void *text, size_t n, uint8_t out[SHA256_BYTES])
{
    struct sha256 s;
    uint8_t block[SHA256_BLOCK];
    for (int i = 0; i < SHA256_BLOCK; i++) block[i] = key[i] ^ pad;
    sha256_begin(&s);
    sha256_add(&s, block, sizeof block);
    sha256_add(&s, text, n);
    sha256_end(&s, out);
}

void sha256_hmac(const uint8_t *key, size_t key_n, const void *text, size_t n, uint8_t out[SHA256_BYTES])
{
    uint8_t block[SHA256_BLOCK] = {0}, inner[SHA256_BYTES];
    if (key_n > SHA256_BLOCK) {
        struct sha256 s;
        sha256_begin(&s);
        sha256_add(&s, key, key_n);
        sha256_end(&s, block);
    } else if (key_n) {
        memcpy(block, key, key_n);
    }
    keyed(block, 0x36, text, n, inner);
    keyed(block, 0x5c, inner, sizeof inner, out);
}
