/* scenario.h -- Tiwanaku scenarios (SCN): a map, its public starting spaces and
 * the Otoma's. The text form is a board_kind; the map itself is puzzle/map.h. */
#ifndef GAMES_SCENARIO_H
#define GAMES_SCENARIO_H

#include "../core/game.h"
#include "../puzzle/grade.h"
#include "../puzzle/map.h"

enum { SCENARIO_NAME = 256, OTOMA_PAWNS = 5 };

/* What a struct board holds for the kind "scenario". */
struct scenario {
    struct map map;                  /* veiled: 0 where players know nothing */
    char name[SCENARIO_NAME];        /* NUL-terminated */
    uint8_t starts;                  /* how many starting spaces */
    uint8_t start[MAP_SPACES];       /* in the order written */
    uint8_t otomas;                  /* 5, or 0 without a solo set-up */
    uint8_t otoma[MAP_SPACES];       /* in the order written: green, blue, brown, purple, yellow */
    uint8_t tiles[MAP_TERRAINS + 1]; /* tiles of each terrain on the whole map: public (SCN-6) */
    uint8_t seen;                    /* reader: header lines so far, as bits */
    uint8_t terrain_rows, crop_rows; /* reader: rows of the grids so far */
};

extern const struct board_kind scenario_kind;

static inline const struct scenario *scenario_of(const struct setup *u)
{
    return (const struct scenario *)(const void *)&u->board;
}
static inline struct scenario *scenario_in(struct board *b) { return (struct scenario *)(void *)b; }

/* Makes a fair scenario of that grade for board "tiny" (5 columns) or "long" (9) with an
 * Otoma set-up, named by its short id (scenario_id.h). The same on every platform. */
void scenario_make(struct scenario *, int cols, enum grade, uint64_t seed);
/* What everybody can know of the map in the end: all terrain and the starting crops. */
struct map scenario_shown(const struct scenario *);

#endif
