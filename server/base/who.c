/* who.c -- see who.h. A token is base64url of a body and the first 16 bytes of HMAC-SHA-512-256 over it. The body is id (16),
 * until (8, big-endian; 0: for ever), epoch (4), born (4), and of a link 8 random bytes. Tokens of before have no more
 * than id and until: they are of epoch 0. */
#include "who.h"

#include <sodium.h>
#include <string.h>

enum { OLD = WHO_ID + 8, BODY = OLD + 8, LINK = BODY + 8, SIGNED = 16, WHOLE = LINK + SIGNED };

static const char letters[] = "abcdefghjkmnpqrstuvwxyz23456789"; /* no i, l, o, 0, 1 */

static void name(struct who *w)
{
    uint8_t hash[PLAYER_LEN / 2];
    crypto_generichash(hash, sizeof hash, w->id, sizeof w->id, NULL, 0);
    sodium_bin2hex(w->player, sizeof w->player, hash, sizeof hash);
}

void who_new(struct who *w, uint64_t now)
{
    randombytes_buf(w->id, sizeof w->id);
    w->epoch = 0;
    w->born = (uint32_t)now;
    name(w);
}

void who_of(struct who *w, const uint8_t id[WHO_ID], uint32_t born)
{
    *w = (struct who){.born = born};
    memcpy(w->id, id, WHO_ID);
    name(w);
}

static void sign(const uint8_t *body, size_t n, const uint8_t *key, uint8_t sum[SIGNED])
{
    uint8_t whole[crypto_auth_BYTES];
    crypto_auth(whole, body, n, key);
    memcpy(sum, whole, SIGNED);
}

static void put(uint8_t *to, int n, uint64_t v)
{
    for (int i = 0; i < n; i++) to[i] = (uint8_t)(v >> (8 * (n - 1 - i)));
}

static uint64_t get(const uint8_t *from, int n)
{
    uint64_t v = 0;
    for (int i = 0; i < n; i++) v = v << 8 | from[i];
    return v;
}

static void write(const struct who *w, const uint8_t *key, uint64_t until, char token[WHO_TOKEN])
{
    uint8_t all[WHOLE];
    size_t n = until ? LINK : BODY;
    memcpy(all, w->id, WHO_ID);
    put(all + WHO_ID, 8, until);
    put(all + OLD, 4, w->epoch);
    put(all + OLD + 4, 4, w->born);
    randombytes_buf(all + BODY, LINK - BODY);
    sign(all, n, key, all + n);
    sodium_bin2base64(token, WHO_TOKEN, all, n + SIGNED, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* own: gets what it is signed with; or NULL. */
static bool read(struct who *w, const uint8_t *key, const char *token, uint64_t *until, uint8_t *own)
{
    uint8_t all[WHOLE] = {0}, sum[SIGNED];
    size_t n = 0;
    int bad = sodium_base642bin(all, sizeof all, token, strlen(token), NULL, &n, NULL,
                                sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    bool fits = !bad && (n == OLD + SIGNED || n == BODY + SIGNED || n == LINK + SIGNED);
    size_t body = fits ? n - SIGNED : BODY;
    sign(all, body, key, sum);
    if (sodium_memcmp(sum, all + body, SIGNED) != 0 || !fits) return false;
    *w = (struct who){.epoch = 0};
    memcpy(w->id, all, WHO_ID);
    *until = get(all + WHO_ID, 8);
    if (body > OLD) w->epoch = (uint32_t)get(all + OLD, 4), w->born = (uint32_t)get(all + OLD + 4, 4);
    if (own) memcpy(own, sum, SIGNED);
    name(w);
    return true;
}

static void become(struct who *w, const struct who *found)
{
    struct who was = *w;
    *w = *found;
    w->unknown = false;
    memcpy(w->from, was.from, sizeof w->from);
}

void who_token(const struct who *w, const uint8_t key[WHO_KEY], char token[WHO_TOKEN]) { write(w, key, 0, token); }

bool who_read(struct who *w, const uint8_t key[WHO_KEY], const char *token)
{
    uint64_t until;
    struct who found; /* a link is signed as well, and must leave *w alone */
    if (!read(&found, key, token, &until, NULL) || until != 0) return false;
    become(w, &found);
    return true;
}

void who_link(const struct who *w, const uint8_t key[WHO_KEY], uint64_t until, char token[WHO_TOKEN])
{
    write(w, key, until, token);
}

bool who_read_link(struct who *w, const uint8_t key[WHO_KEY], const char *token, uint64_t now, char word[WHO_WORD])
{
    uint64_t until;
    struct who found;
    uint8_t own[SIGNED];
    if (!read(&found, key, token, &until, own) || until < now) return false;
    become(w, &found);
    sodium_bin2hex(word, WHO_WORD, own, sizeof own);
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
