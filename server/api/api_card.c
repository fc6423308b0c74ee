/* api_card.c -- see api.h: the recovery card. A device that sends its 20 digits becomes the player it was made for, as often as
 * wanted, until the card is ended. The store has a hash of the digits, and the player's secret id encrypted with a key derived
 * from them: so a copy of the database is not enough to become a player. Cards do not depend on the key that signs tokens.
 * With keep-days it goes with the last that it could bring back (struct store_old). */
#include "api_in.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { CARD = 10, DIGITS = 2 * CARD, HASH = 16, PLAIN = WHO_ID + 4, SEALED = PLAIN + crypto_secretbox_MACBYTES };

static const char unread[] = "The store could not be read.", unwritten[] = "The card could not be stored.";

/* What the digits are used for: keys of the hash, so its shortest will do (16 bytes: hence the point). */
#define PURPOSE crypto_generichash_KEYBYTES_MIN
static const uint8_t for_list[] = "tambo card: list", for_seal[] = "tambo card: key.";
_Static_assert(sizeof for_list - 1 == PURPOSE && sizeof for_seal - 1 == PURPOSE, "as long as such keys are");

/* What is made of the digits for one purpose. */
static void derive(const uint8_t card[CARD], const uint8_t purpose[PURPOSE], uint8_t *to, size_t n)
{
    int status = crypto_generichash(to, n, card, CARD, purpose, PURPOSE);
    GAME_ASSERT(!status);
}

static void hash_of(const uint8_t card[CARD], char hex[2 * HASH + 1])
{
    uint8_t hash[HASH];
    derive(card, for_list, hash, sizeof hash);
    sodium_bin2hex(hex, 2 * HASH + 1, hash, sizeof hash);
}

/* Each card has a key of its own, which seals once: the nonce may be the same. */
static const uint8_t nonce[crypto_secretbox_NONCEBYTES];

static void seal(const uint8_t card[CARD], const struct who *w, char text[STORE_TEXT])
{
    uint8_t key[crypto_secretbox_KEYBYTES], plain[PLAIN], sealed[SEALED];
    derive(card, for_seal, key, sizeof key);
    memcpy(plain, w->id, WHO_ID);
    for (int i = 0; i < 4; i++) plain[WHO_ID + i] = (uint8_t)(w->born >> (24 - 8 * i));
    crypto_secretbox_easy(sealed, plain, sizeof plain, nonce, key);
    sodium_bin2hex(text, STORE_TEXT, sealed, sizeof sealed);
}

static bool unseal(const uint8_t card[CARD], const char *text, struct who *w)
{
    uint8_t key[crypto_secretbox_KEYBYTES], plain[PLAIN], sealed[SEALED];
    size_t n;
    derive(card, for_seal, key, sizeof key);
    if (sodium_hex2bin(sealed, sizeof sealed, text, strlen(text), NULL, &n, NULL) || n != sizeof sealed) return false;
    if (crypto_secretbox_open_easy(plain, sealed, sizeof sealed, nonce, key)) return false;
    uint32_t born = 0;
    for (int i = 0; i < 4; i++) born = born << 8 | plain[WHO_ID + i];
    who_of(w, plain, born);
    return true;
}

/* ---- one's own ---- */

bool api_get_card(struct ask *a)
{
    uint64_t made;
    struct out *o = hall_out(a->hall);
    int any = a->known ? store_card_of(a->hall->store, a->who.player, &made) : 0;
    if (any < 0) return api_refuse_store(a, unread);
    out_char(o, '{');
    out_key(o, "made");
    if (any) out_uint(o, made);
    else out_str(o, "null");
    out_char(o, '}');
    return api_reply_out(a, 200, o);
}

bool api_post_card(struct ask *a)
{
    const json_t *end = json_object_get(a->body, "end");
    struct store *store = a->hall->store;
    uint8_t card[CARD];
    char hash[2 * HASH + 1], text[STORE_TEXT], digits[DIGITS + 1];
    if (end && !json_is_boolean(end)) return api_refuse(a, 400, "json", "`end` is true or false.");
    api_introduce(a);
    /* There are several, if some were made at the same time by different servers. */
    int had = store_cards_drop(store, a->who.player);
    if (had < 0) return api_refuse_store(a, unwritten);
    if (json_is_true(end)) return api_reply(a, 200, NULL, "{\"made\":null}", 13);
    if (!had) {
        struct outcome is = actions_may_join(a->hall, &a->who);
        if (is.error) return api_refuse_outcome(a, is);
    }
    randombytes_buf(card, sizeof card);
    hash_of(card, hash);
    seal(card, &a->who, text);
    if (store_card_add(store, hash, a->who.player, text, hall_now(a->hall)) < 0) return api_refuse_store(a, unwritten);
    struct out *o = hall_out(a->hall);
    out_char(o, '{');
    out_key_str(o, "card", sodium_bin2hex(digits, sizeof digits, card, sizeof card));
    out_char(o, '}');
    return api_reply_out(a, 200, o);
}

/* ---- using a card ---- */

bool api_follow_card(struct ask *a, const char *digits)
{
    uint8_t card[CARD] = {0};
    char hash[2 * HASH + 1];
    struct store_card found;
    struct who who;
    size_t n = 0;
    if (!a->followed) { /* once, though it may run again */
        struct outcome is = actions_may_try_card(a->hall, &a->who);
        if (is.error) return api_refuse_outcome(a, is);
    }
    a->followed = true;
    bool read =
        strlen(digits) == DIGITS && !sodium_hex2bin(card, sizeof card, digits, DIGITS, NULL, &n, NULL) && n == CARD;
    hash_of(card, hash);
    int there = store_card_get(a->hall->store, hash, &found);
    if (there < 0) return api_refuse_store(a, unread);
    if (!read || !there || !unseal(card, found.sealed, &who) || strcmp(who.player, found.player) != 0)
        return api_refuse(a, 403, "link", "There is no such card, or it was ended.");
    who.epoch = found.epoch;
    memcpy(who.from, a->who.from, sizeof who.from);
    a->who = who;
    a->known = true;
    a->ended = false;
    return true;
}
