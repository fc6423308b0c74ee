/* who.c -- see who.h. A token is base64url of id (16), until (8, big-endian; 0: for ever) and
 * the first 16 bytes of HMAC-SHA-512-256 over both. */
#include "who.h"

#include <sodium.h>
#include <string.h>

enum { BODY = WHO_ID + 8, SIGNED = 16, WHOLE = BODY + SIGNED };

static const char letters[] = "abcdefghjkmnpqrstuvwxyz23456789"; /* no i, l, o, 0, 1 */

static void name(struct who *w)
{
    uint8_t hash[PLAYER_LEN / 2];
    crypto_generichash(hash, sizeof hash, w->id, sizeof w->id, NULL, 0);
    sodium_bin2hex(w->player, sizeof w->player, hash, sizeof hash);
}

void who_new(struct who *w)
{
    randombytes_buf(w->id, sizeof w->id);
    name(w);
}

static void sign(const uint8_t *body, const uint8_t *key, uint8_t sum[SIGNED])
{
    uint8_t whole[crypto_auth_BYTES];
    crypto_auth(whole, body, BODY, key);
    memcpy(sum, whole, SIGNED);
}

static void write(const struct who *w, const uint8_t *key, uint64_t until, char token[WHO_TOKEN])
{
    uint8_t all[WHOLE];
    memcpy(all, w->id, WHO_ID);
    for (int i = 0; i < 8; i++) all[WHO_ID + i] = (uint8_t)(until >> (56 - 8 * i));
    sign(all, key, all + BODY);
    sodium_bin2base64(token, WHO_TOKEN, all, sizeof all, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static bool read(struct who *w, const uint8_t *key, const char *token, uint64_t *until)
{
    uint8_t all[WHOLE] = {0}, sum[SIGNED];
    size_t n = 0;
    int bad = sodium_base642bin(all, sizeof all, token, strlen(token), NULL, &n, NULL,
                                sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sign(all, key, sum);
    if (sodium_memcmp(sum, all + BODY, SIGNED) != 0 || bad || n != sizeof all) return false;
    memcpy(w->id, all, WHO_ID);
    *until = 0;
    for (int i = 0; i < 8; i++) *until = *until << 8 | all[WHO_ID + i];
    name(w);
    return true;
}

void who_token(const struct who *w, const uint8_t key[WHO_KEY], char token[WHO_TOKEN]) { write(w, key, 0, token); }

bool who_read(struct who *w, const uint8_t key[WHO_KEY], const char *token)
{
    uint64_t until;
    struct who found; /* a link is signed as well, and must leave *w alone */
    if (!read(&found, key, token, &until) || until != 0) return false;
    *w = found;
    return true;
}

void who_link(const struct who *w, const uint8_t key[WHO_KEY], uint64_t until, char token[WHO_TOKEN])
{
    write(w, key, until, token);
}

bool who_read_link(struct who *w, const uint8_t key[WHO_KEY], const char *token, uint64_t now)
{
    uint64_t until;
    struct who found;
    if (!read(&found, key, token, &until) || until < now) return false;
    *w = found;
    return true;
}

void who_letters(char *to, int n)
{
    for (int i = 0; i < n; i++) to[i] = letters[randombytes_uniform(sizeof letters - 1)];
    to[n] = 0;
}

void who_table(const struct who *w, const uint8_t key[WHO_KEY], const char *action, char id[ID_LEN + 1])
{
    uint8_t whole[crypto_generichash_BYTES_MIN];
    crypto_generichash_state s;
    crypto_generichash_init(&s, key, WHO_KEY, sizeof whole);
    if (w) crypto_generichash_update(&s, w->id, sizeof w->id);
    crypto_generichash_update(&s, (const uint8_t *)action, strlen(action));
    crypto_generichash_final(&s, whole, sizeof whole);
    for (int i = 0; i < ID_LEN; i++) id[i] = letters[whole[i] % (sizeof letters - 1)];
    id[ID_LEN] = 0;
}
