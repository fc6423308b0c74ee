/* grade.c -- see grade.h. The cuts were chosen by what raw maps need (fair maps with
 * starting spaces left out at random while they are not missed), so that every grade is
 * found among them; bench/bench_make.c prints the shares. */
#include "grade.h"

#include <string.h>

const char *const grade_names[GRADES] = {"gentle", "fair", "tricky", "fiendish"};

const uint8_t grade_hardest[GRADES] = {
    [GRADE_GENTLE] = DEDUCE_PLACE,
    [GRADE_FAIR] = DEDUCE_POINT,
    [GRADE_TRICKY] = DEDUCE_ORDERS,
    [GRADE_FIENDISH] = DEDUCE_NESTED,
};

static enum grade grade_by(unsigned technique)
{
    enum grade g = GRADE_GENTLE;
    GAME_ASSERT(technique <= DEDUCE_NESTED); /* of the hardest grade */
    while (technique > grade_hardest[g]) g++;
    return g;
}

int grade_rate(const struct map *shown, struct rating *r, struct deduce_step steps[GRADE_STEPS])
{
    struct map_shape shape;
    struct deduce_notes start, n;
    int count = 0;
    memset(r, 0, sizeof *r);
    map_shape(&shape, shown->cols, shown->rows);
    deduce_begin(&start, &shape, shown, NULL);
    n = start;
    while (count < GRADE_STEPS && deduce_next(&n, DEDUCE_NESTED, &steps[count])) count++;
    count = deduce_prune(&start, steps, count);
    for (int k = 0; k < count; k++) {
        r->count[steps[k].technique]++;
        if (steps[k].technique > r->hardest) r->hardest = steps[k].technique;
    }
    r->often = r->count[r->hardest];
    r->grade = (uint8_t)(deduce_done(&n) ? grade_by(r->hardest) : GRADE_NONE);
    return count;
}

enum grade grade_of(const struct map *shown)
{
    struct map_shape shape;
    struct deduce_notes n;
    map_shape(&shape, shown->cols, shown->rows);
    deduce_begin(&n, &shape, shown, NULL);
    for (unsigned g = GRADE_GENTLE; g < GRADES; g++) {
        if (!deduce_run(&n, (enum deduce_technique)grade_hardest[g])) return GRADE_NONE;
        if (deduce_done(&n)) return (enum grade)g;
    }
    return GRADE_NONE;
}
