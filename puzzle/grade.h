/* grade.h -- how hard a map is for a person: the hardest technique of deduce.h that it
 * takes to find all crops from the terrain and the starting crops, and how often. */
#ifndef PUZZLE_GRADE_H
#define PUZZLE_GRADE_H

#include "deduce.h"

enum grade { GRADE_GENTLE, GRADE_FAIR, GRADE_TRICKY, GRADE_FIENDISH, GRADES, GRADE_NONE = GRADES };

extern const char *const grade_names[GRADES]; /* "gentle" ... as in rules/notation.md */

/* The hardest technique of each grade. Every map that satisfies SCN-5 has a grade: the
 * last technique finishes them all. */
extern const uint8_t grade_hardest[GRADES];

struct rating {
    uint8_t grade;                     /* enum grade; GRADE_NONE: not one layout exactly */
    uint8_t hardest;                   /* enum deduce_technique */
    uint16_t often;                    /* steps by it */
    uint16_t count[DEDUCE_TECHNIQUES]; /* steps by each technique */
};

/* Rates a map of which all terrain and the starting crops are given, the others 0. Gives
 * the steps to the solution, simplest first, none that is not needed; returns how many.
 * (A space is decided once and a crop of it excluded at most four times: there is room.) */
enum { GRADE_STEPS = MAP_SPACES * MAP_LEVELS };
int grade_rate(const struct map *shown, struct rating *, struct deduce_step steps[GRADE_STEPS]);

/* The grade alone; faster. */
enum grade grade_of(const struct map *shown);

#endif
