/* reasons.h -- reads a sentence of puzzle/reason as a person does, and says whether it is true of what that person has noted
 * so far. It knows the sentences in English and the rules of the land (SCN-2, SCN-3, SCN-6); of puzzle/ it uses the map and its
 * neighbours, and the sentences' own data nowhere: only their words. For test_reasons.c. */
#ifndef TESTS_REASONS_H
#define TESTS_REASONS_H

#include "../../core/tale.h"
#include "../../puzzle/reason.h"

enum { REASONS_TOLD = MAP_SPACES * 10 };

/* What a sentence said. */
struct conclusion {
    bool crop, not ;
    uint64_t spaces;
    unsigned values; /* bit v */
};

/* What a reader knows: what lies open, what the sentences so far have told, and what is seen at a glance: equal crops do not
 * touch, and a region has each once. */
struct reader {
    struct map_shape shape;
    int cols;
    uint64_t all;
    uint64_t land, sown; /* where the terrain, the crop, is known: it lies open, or was told */
    uint64_t terrain[MAP_TERRAINS + 1], crop[MAP_LEVELS + 1]; /* where each is possible */
    uint8_t tiles[MAP_TERRAINS + 1];                          /* of each terrain on the whole map */
    struct conclusion told[REASONS_TOLD], supposed;
    int count;
};

void reasons_begin(struct reader *, const struct map *known, const uint8_t *tiles);
/* The reader supposes that this is so. */
void reasons_suppose(struct reader *, const struct conclusion *);
/* The same, and it was followed elsewhere: these are the notes where it ends. */
void reasons_follow(struct reader *, const struct conclusion *, const struct deduce_notes *);

/* The sentence in English. */
void reasons_say(const struct tale *, struct out *);

/* NULL if the sentence is true; else what is not, of a sentence that is said next. then: the notes where the supposition that
 * it speaks of ends, or NULL. The reader learns what it says either way. */
const char *reasons_wrong(struct reader *, const char *sentence, const struct reader *then);

#endif
