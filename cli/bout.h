/* bout.h -- one game between bots, from its seed to the end; the same on every machine.
 * For simulate and the arena; several may be played at once, each with its own struct. */
#ifndef CLI_BOUT_H
#define CLI_BOUT_H

#include "../bots/bot.h"
#include "cli.h"

struct bout {
    struct head head;                   /* of the game, its board too */
    const struct bot *bot[MAX_SEATS];   /* who sits where */
    char name[MAX_SEATS][64];           /* "bot greedy" */
    struct bot_budget budget;           /* for every move */
    struct position pos;                /* the game being played */
    struct rng rng, bot_rng[MAX_SEATS]; /* chance; each seat's own */
    struct out *text;                   /* the record, if it is kept */
    bool keep;
    const uint8_t *salt; /* where chance comes from (core/fair.h) instead of rng; NULL: it does not */
    const char *map;     /* of what kind the map is that was made from the salt, "long tricky g1", or NULL */
    void *scratch;       /* for the bots */
};

struct bout *bout_new(void);
void bout_free(struct bout *);
/* A seat's bot, and its name in the record. */
void bout_seat(struct bout *, int seat, const struct bot *);
/* Plays game `number` of a run with that seed. */
void bout_play(struct bout *, uint64_t seed, uint64_t number);
/* Writes the record to a file, `-` being standard output; an exit status. */
int bout_save(const struct bout *, const char *path);
/* Makes the folder, if it is not there, and the name of record `number` (from 1) in it. */
int bout_folder(const char *folder);
int bout_file(const char *folder, uint64_t number, char file[4096]);

#endif
