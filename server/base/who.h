/* who.h -- identity without accounts: a token that the server signed. A client that sends it
 * acts as that player; of the token the server keeps a hash only (the player's public id). */
#ifndef SERVER_WHO_H
#define SERVER_WHO_H

#include "../../table/event.h"

#include <stdbool.h>
#include <stdint.h>

enum { WHO_KEY = 32, WHO_ID = 16, WHO_TOKEN = 80, WHO_LINK_S = 3600, WHO_WORD = 33 };

#define WHO_KEY_NAME "tokens" /* of the key in the store */

struct who {
    uint8_t id[WHO_ID];          /* secret: what the token carries */
    char player[PLAYER_LEN + 1]; /* public: a hash of it */
    uint32_t epoch;              /* the epoch of the token: it is valid while the player's is the same (store_epoch) */
    uint32_t born;               /* s since 1970 when the player came; 0: long ago */
    bool unknown;                /* a stranger without a token, who gets one now */
    char from[24];               /* the address they come from just now, for limits; who_read and the like leave it */
};

/* A visitor never seen before, at that second since 1970. */
void who_new(struct who *, uint64_t now);
/* A visitor of that id. */
void who_of(struct who *, const uint8_t id[WHO_ID], uint32_t born);
/* Their token, base64url, NUL-terminated. */
void who_token(const struct who *, const uint8_t key[WHO_KEY], char token[WHO_TOKEN]);
/* Reads a token; false if this server did not sign it, and nothing is changed then. Takes the
 * same time for all. Whether it was ended meanwhile is for hall_session_valid to say. */
bool who_read(struct who *, const uint8_t key[WHO_KEY], const char *token);
/* The same for links, good until that second since 1970. word: of this link alone, so that it can work once. */
void who_link(const struct who *, const uint8_t key[WHO_KEY], uint64_t until, char token[WHO_TOKEN]);
bool who_read_link(struct who *, const uint8_t key[WHO_KEY], const char *token, uint64_t now, char word[WHO_WORD]);
/* A random id or code of n letters that are hard to mix up, NUL-terminated. */
void who_letters(char *to, int n);
/* The id of the table that this player's (NULL: anybody's) `create` of that action id makes:
 * always the same. */
void who_table(const struct who *, const uint8_t key[WHO_KEY], const char *action, char id[ID_LEN + 1]);

#endif
