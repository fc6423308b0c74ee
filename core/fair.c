/* fair.c -- see fair.h. */
#include "fair.h"

#include "sha256.h"

#include <string.h>

static const char digits[] = "0123456789abcdef";

static void write_hex(const uint8_t bytes[FAIR_SALT], char hex[FAIR_HEX + 1])
{
    for (int i = 0; i < FAIR_SALT; i++) {
        hex[2 * i] = digits[bytes[i] >> 4];
        hex[2 * i + 1] = digits[bytes[i] & 15];
    }
    hex[FAIR_HEX] = 0;
}

bool fair_read_hex(const char *hex, size_t n, uint8_t out[FAIR_SALT])
{
    if (n != FAIR_HEX) return false;
    for (size_t i = 0; i < FAIR_HEX; i++) {
        const char *d = hex[i] ? strchr(digits, hex[i]) : NULL;
        if (!d) return false;
        out[i / 2] = (uint8_t)(out[i / 2] << 4 | (d - digits));
    }
    return true;
}

/* ---- before the match ---- */

void fair_commit(const uint8_t salt[FAIR_SALT], const char *text, size_t n, char hex[FAIR_HEX + 1])
{
    struct sha256 s;
    uint8_t digest[SHA256_BYTES];
    sha256_begin(&s);
    sha256_add(&s, salt, FAIR_SALT);
    sha256_add(&s, text, n);
    sha256_end(&s, digest);
    write_hex(digest, hex);
}

void fair_text(const struct head *head, const char *map, struct out *o)
{
    struct head h = *head;
    memset(h.name, 0, sizeof h.name);
    out_str(o, "fair 1\n");
    if (map) {
        out_str(o, "map ");
        out_str(o, map);
        out_char(o, '\n');
    }
    record_write_head(&h, o);
}

/* ---- during it ---- */

static uint64_t seed_of(const uint8_t salt[FAIR_SALT], const char *what, size_t n)
{
    uint8_t digest[SHA256_BYTES];
    uint64_t seed = 0;
    sha256_hmac(salt, FAIR_SALT, what, n, digest);
    for (int i = 0; i < 8; i++) seed = seed << 8 | digest[i];
    return seed;
}

struct rng fair_rng(const uint8_t salt[FAIR_SALT], uint32_t k)
{
    char what[32];
    struct out o = {.p = what, .size = sizeof what};
    out_str(&o, "tambo chance ");
    out_uint(&o, k);
    return (struct rng){seed_of(salt, what, o.len)};
}

uint64_t fair_map_seed(const uint8_t salt[FAIR_SALT])
{
    static const char what[] = "tambo map";
    return seed_of(salt, what, sizeof what - 1);
}

/* ---- games of the day ---- */

void fair_promise(const uint8_t secret[FAIR_SALT], char hex[FAIR_HEX + 1])
{
    struct sha256 s;
    uint8_t digest[SHA256_BYTES];
    sha256_begin(&s);
    sha256_add(&s, secret, FAIR_SALT);
    sha256_end(&s, digest);
    write_hex(digest, hex);
}

void fair_day_id(const struct fair_day *d, struct out *o)
{
    out_str(o, d->part);
    out_char(o, ' ');
    out_str(o, d->day);
    out_str(o, " r");
    out_int(o, d->rules);
    out_str(o, " g");
    out_int(o, d->maker);
}

void fair_day_salt(const uint8_t secret[FAIR_SALT], const struct fair_day *d, uint8_t salt[FAIR_SALT])
{
    char what[128];
    struct out o = {.p = what, .size = sizeof what};
    out_str(&o, "tambo daily ");
    fair_day_id(d, &o);
    GAME_ASSERT(o.len <= o.size);
    sha256_hmac(secret, FAIR_SALT, what, o.len, salt);
}

/* ---- after it ---- */

static void write_line(struct out *o, const char *key, const char *value)
{
    out_str(o, "# ");
    out_str(o, key);
    out_char(o, ' ');
    out_str(o, value);
    out_char(o, '\n');
}

void fair_write(const uint8_t salt[FAIR_SALT], const char *commit_hex, const char *map, struct out *o)
{
    char hex[FAIR_HEX + 1];
    write_hex(salt, hex);
    write_line(o, "fair-commit", commit_hex);
    write_line(o, "fair-salt", hex);
    if (map) write_line(o, "fair-map", map);
}

static bool read_hex(struct words w, uint8_t out[FAIR_SALT])
{
    return fair_read_hex(w.at, (size_t)(w.end - w.at), out);
}

/* Three words of small letters and digits, one space between them. */
static bool read_map(struct words w, char map[FAIR_MAP])
{
    size_t n, len = (size_t)(w.end - w.at);
    if (len >= FAIR_MAP) return false;
    memcpy(map, w.at, len);
    map[len] = 0;
    for (int i = 0; i < 3; i++) {
        const char *p = words_peek(&w, &n);
        if (n == 0) return false;
        for (size_t k = 0; k < n; k++)
            if ((p[k] < 'a' || p[k] > 'z') && (p[k] < '0' || p[k] > '9')) return false;
        words_skip(&w);
    }
    return words_done(&w);
}

static bool take(struct fair_claim *c, bool *has, bool good, const char *expected)
{
    c->why = !good ? expected : *has ? "This line may stand only once. [notation]" : NULL;
    *has = true;
    return c->why == NULL;
}

bool fair_line(struct fair_claim *c, const char *line, size_t n)
{
    static const char commit_form[] = "Expected `# fair-commit` and 64 digits 0-9 or a-f. [notation]";
    static const char salt_form[] = "Expected `# fair-salt` and 64 digits 0-9 or a-f. [notation]";
    static const char map_form[] = "Expected `# fair-map` and a map like long tricky g1. [notation]";
    uint8_t bytes[FAIR_SALT];
    char map[FAIR_MAP] = "";
    struct words w = words_of(line, words_trim(line, n));
    if (!words_take(&w, "#")) return true;
    if (words_take(&w, "fair-commit")) {
        if (!take(c, &c->has_commit, read_hex(w, bytes), commit_form)) return false;
        memcpy(c->commit, w.at, FAIR_HEX);
    } else if (words_take(&w, "fair-salt")) {
        if (!take(c, &c->has_salt, read_hex(w, bytes), salt_form)) return false;
        memcpy(c->salt, bytes, FAIR_SALT);
    } else if (words_take(&w, "fair-map")) {
        if (!take(c, &c->has_map, read_map(w, map), map_form)) return false;
        memcpy(c->map, map, FAIR_MAP);
    }
    return true;
}
