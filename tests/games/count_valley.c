/* count_valley.c -- the items of a sheet of Valley, against the sheet; for test_count.c. */
#include "../../core/match.h"
#include "../../games/valley.h"

#include <check.h>
#include <string.h>

void check_valley(const struct game *, const struct position *, int row, const struct item *, int n);

static void check_snake(const struct valley *t, const struct vsheet *h, const struct item *i)
{
    unsigned most = 0, j;
    BITS_EACH(j, t->p.ground.near[bits_first(i->at)])
    if (numbers_at(&h->number, j) > most) most = numbers_at(&h->number, j);
    ck_assert_int_eq(i->points, -(int)most);
    ck_assert_int_eq(i->number, (int)most);
    ck_assert_uint_eq(bits_count(i->spaces), most != 0);
    if (most) ck_assert_uint_eq(numbers_at(&h->number, bits_first(i->spaces)), most);
}

void check_valley(const struct game *g, const struct position *p, int row, const struct item *item, int n)
{
    static const char *const feeds[] = {"jungle", "town", "range"}, *const built[] = {"hut", "statue", "mine"};
    static const int worth[] = {5, 6, 7};
    const struct valley *t = (const struct valley *)(const void *)p->raw;
    const struct vsheet *h = &t->sheet[row];
    uint64_t found[3] = {0}, snakes = 0;
    for (int k = 0; k < n; k++) { /* discoveries come before what they feed */
        const struct item *i = &item[k];
        const char *what = g->things[i->what];
        if (strcmp(what, "snake") == 0) {
            check_snake(t, h, i);
            snakes |= i->at;
        }
        if (strcmp(what, "full") == 0) ck_assert(h->open == 0 && i->points == 7);
        if (strcmp(what, "pyramid") == 0) ck_assert(i->points == 15 && bits_count(i->spaces) == 4);
        for (int d = 0; d < 3; d++) {
            if (strcmp(what, feeds[d]) == 0) {
                ck_assert_int_eq(i->points, worth[d]);
                found[d] |= i->spaces;
            }
            if (strcmp(what, built[d]) != 0) continue;
            ck_assert(i->at == bit(h->structure[d]));
            ck_assert(i->spaces == (t->p.ground.near[h->structure[d]] & found[d]));
            ck_assert_int_eq(i->points, 2 * (int)bits_count(i->spaces));
        }
    }
    ck_assert(snakes == (h->snake & ~h->crossed));
}
