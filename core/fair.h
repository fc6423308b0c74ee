/* fair.h -- dice, hand-outs and maps that anyone can check afterwards. The host of a match
 * picks a secret salt of 256 random bits, shows fair_commit() before the first roll, takes all
 * chance from fair_rng(), and publishes the salt with the record when the match is over
 * (fair_write). games/verify.h checks such a record. Not a source of randomness: the salt is
 * the caller's.
 *
 * Why it holds:
 * 1. Nothing can be changed after the promise: another salt, map or set-up with the same
 *    SHA-256 would be a collision.
 * 2. Nothing can be foreseen. The salt stands before the text in the digest, so whoever wants to
 *    try a guessed map against the promise has to guess 256 bits too. Every event has an HMAC of
 *    its own under the salt: all events together tell nothing of the next one, of the map's
 *    seed or of the salt, and the map's seed tells nothing of the events.
 * 3. 64 bits of each HMAC seed one small generator (rng.h), which is no cipher: it serves a
 *    single event and is thrown away. Of events that are shown at once (rolls, hand-outs)
 *    nothing is left to guess. A stack of tiles is shown tile by tile, but has so few orders
 *    (fewer than 2^49) that each one still possible comes from about equally many seeds:
 *    to try all 2^64 would tell nothing.
 * 4. The map comes from 64 bits, too, and what players see of it at the start might single its
 *    seed out, for somebody who makes the maps of all 2^64 seeds. At a microsecond each, much
 *    less than a map takes, that is half a million years of one core.
 *
 * What it does not show: that the salt was not picked among many for its dice, or told to a
 * friend, before the promise was made. And from 64 bits not all hand-outs among more than 20
 * sheets can come; which ones do nobody can tell. */
#ifndef CORE_FAIR_H
#define CORE_FAIR_H

#include "record.h"

enum {
    FAIR_SALT = 32,   /* bytes */
    FAIR_HEX = 64,    /* digits of a salt or a promise */
    FAIR_MAP = 32,    /* bytes that hold "long tricky g1" and a NUL */
    FAIR_TEXT = 4096, /* bytes that hold any fair_text() */
};

/* What is promised before the first roll: SHA-256 of the salt, then the text (fair_text), in hex
 * with a NUL. */
void fair_commit(const uint8_t salt[FAIR_SALT], const char *text, size_t n, char hex[FAIR_HEX + 1]);
/* Everything fixed in advance: a line `fair 1`, for a generated map `map BOARD GRADE VERSION`, and
 * the head of the record as record_write_head() writes it without `seat` lines, since
 * names are not fixed: a board that is not built in stands there whole. map: NULL, or
 * "long tricky g1". */
void fair_text(const struct head *, const char *map, struct out *);

/* The generator of chance event number k, from 0: its seed is the first 8 bytes, highest first, of
 * HMAC-SHA-256(salt, "tambo chance K"), K in decimal. Events are counted as the lines of a record
 * that begin with `*`; game->draw() gives one. rng_below() rejects, so its outcomes are
 * equally likely. */
struct rng fair_rng(const uint8_t salt[FAIR_SALT], uint32_t k);
/* The seed of a generated map, for scenario_make(): likewise of "tambo map". A secret until the end,
 * and so is the name that scenario_make() gives the map: it holds the seed. */
uint64_t fair_map_seed(const uint8_t salt[FAIR_SALT]);

/* ---- games of the day: the same dice and map for everybody ---- */

/* What a game of a day is: its salt follows from the day's secret and from this. */
struct fair_day {
    const char *part; /* the game's name */
    const char *day;  /* `2026-11-16` */
    int rules;        /* the version of its rules */
    int maker;        /* ... and of the generator of its map; 0: none is made */
};
/* What is promised before the day begins anywhere: SHA-256 of its secret, in hex with a NUL. */
void fair_promise(const uint8_t secret[FAIR_SALT], char hex[FAIR_HEX + 1]);
/* `temple 2026-11-16 r2 g0`. */
void fair_day_id(const struct fair_day *, struct out *);
/* HMAC-SHA-256(secret, "tambo daily ID"). All games of a day together tell nothing of its secret. */
void fair_day_salt(const uint8_t secret[FAIR_SALT], const struct fair_day *, uint8_t salt[FAIR_SALT]);

/* ---- after it ---- */

/* The lines that follow the last line of a finished record, as comments: `# fair-commit HEX`,
 * `# fair-salt HEX` and for a generated map `# fair-map long tricky g1` (map: NULL if not). */
void fair_write(const uint8_t salt[FAIR_SALT], const char *commit_hex, const char *map, struct out *);

/* What such lines claim; all zero before the first. */
struct fair_claim {
    bool has_commit, has_salt, has_map; /* which lines were there */
    char commit[FAIR_HEX + 1];          /* as written */
    uint8_t salt[FAIR_SALT];            /* its bytes */
    char map[FAIR_MAP];                 /* "long tricky g1"; whether there are such maps is not looked at */
    const char *why;                    /* what is wrong with a line; static */
};
/* Takes one of these lines; any other is passed over. False, with the sentence, if one is
 * malformed or stands twice. */
bool fair_line(struct fair_claim *, const char *line, size_t n);
/* FAIR_HEX digits, a-f small, nothing else; false if they are not that. */
bool fair_read_hex(const char *hex, size_t n, uint8_t out[FAIR_SALT]);

#endif
