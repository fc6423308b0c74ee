/* hall_acted.c -- see hall.h: which actions of players a table has seen, so that none is done twice. The room is
 * gone through when it is loaded, so this needs no store. */
#include "hall.h"

#include "../base/must.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The hashes of actor and action of a room's events: a set with open addressing, at most half full. The hash is
 * keyed, so that players cannot look for collisions; by chance one pair of actions in 2^64 collides. */
struct acted {
    uint8_t key[crypto_shorthash_KEYBYTES];
    uint32_t n, size; /* used; places, a power of two */
    uint64_t place[]; /* 0: free */
};

static uint64_t hash_action(const struct acted *a, const char *player, const char *action)
{
    char text[PLAYER_LEN + ACTION_LEN + 2];
    uint64_t hash;
    int n = snprintf(text, sizeof text, "%s %s", player, action);
    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)text, (unsigned long long)n, a->key);
    return hash ? hash : 1;
}

/* Where it is, or would be. */
static uint64_t *acted_place(struct acted *a, uint64_t hash)
{
    uint32_t i = (uint32_t)hash & (a->size - 1);
    while (a->place[i] && a->place[i] != hash) i = (i + 1) & (a->size - 1);
    return &a->place[i];
}

void hall_acted_add(struct room *r, const char *player, const char *action)
{
    struct acted *a = r->keeper->acted;
    if (!a || 2 * a->n >= a->size) {
        uint32_t size = a ? 2 * a->size : 16;
        struct acted *b = must(calloc(1, sizeof *b + size * sizeof *b->place));
        b->size = size;
        if (a) memcpy(b->key, a->key, sizeof b->key);
        else crypto_shorthash_keygen(b->key);
        for (uint32_t i = 0; a && i < a->size; i++)
            if (a->place[i]) *acted_place(b, a->place[i]) = a->place[i], b->n++;
        free(a);
        r->keeper->acted = a = b;
    }
    uint64_t hash = hash_action(a, player, action), *place = acted_place(a, hash);
    if (!*place) *place = hash, a->n++;
    GAME_ASSERT(2 * a->n <= a->size); /* acted_place() ends at an open place */
}

void hall_acted_drop(struct room *r)
{
    free(r->keeper->acted);
    r->keeper->acted = NULL;
}

bool hall_has(const struct room *r, const char *player, const char *action)
{
    struct acted *a = r->keeper->acted;
    return a && *acted_place(a, hash_action(a, player, action)) != 0;
}
