/* test_valley_broken.c -- broken() of the Valley notices each violated invariant; a
 * program of its own because valley.h and temple.h name their moves alike. */
#include "../../games/valley.h"
#include "../kit/playing.h"

#include <check.h>

extern const struct game valley_game;
static struct position pos;

static void breaks(struct vsheet *h, const struct vsheet *whole, const char *why)
{
    const char *said = valley_game.broken(position_state(&pos));
    ck_assert_msg(said && strcmp(said, why) == 0, "%s: %s", why, said ? said : "nothing");
    *h = *whole;
}

START_TEST(broken_valley)
{
    static struct setup u = {.mode = PAPERS_MULTI, .players = 2};
    setup_new(&u, &valley_game);
    ck_assert(sheet_kind.builtin(&u.board, "valley", "a", 1));
    valley_game.start(position_state(&pos), &u);
    struct valley *t = (struct valley *)(void *)position_state(&pos);
    struct vsheet *h = &t->sheet[1];
    for (unsigned i = 0; i < 5; i++) numbers_put(&h->number, i, i + 6);
    h->structure[0] = 5;
    h->snake = bit(6);
    h->open = t->p.ground.all & ~UINT64_C(127);
    h->reach = sheet_near(&t->p.ground, 63);
    ck_assert_ptr_null(valley_game.broken(position_state(&pos)));
    const struct vsheet whole = *h;
    h->snake |= 1, breaks(h, &whole, "a space holds two things");
    h->structure[1] = 2, breaks(h, &whole, "a space holds two things");
    h->snake |= bit(5), breaks(h, &whole, "a space holds two things");
    h->open |= 1, breaks(h, &whole, "open is not what is empty");
    h->reach = 0, breaks(h, &whole, "reach is not next to what is filled");
    h->crossed = 1, breaks(h, &whole, "something crossed out is no snake");
    h->fresh = bit(6), breaks(h, &whole, "something crossed out is no snake");
    h->found[JUNGLE] = bit(20), breaks(h, &whole, "a discovery overlaps another or holds no numbers");
    h->found[JUNGLE] = 31, h->found[RANGE] = 7, breaks(h, &whole, "a discovery overlaps another or holds no numbers");
    h->found[TOWN] = 7, breaks(h, &whole, "a discovery has the wrong size");
    h->filled = 1, breaks(h, &whole, "a closed round left something open");
    h->steps = 1, breaks(h, &whole, "a closed round left something open");
    h->got = 1, breaks(h, &whole, "a closed round left something open");
    h->revealed = 1, breaks(h, &whole, "a closed round left something open");
    t->p.later = 2, breaks(h, &whole, "these rules are not known");
    t->p.later = 0;
    ck_assert_ptr_null(valley_game.broken(position_state(&pos)));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("valley");
    TCase *c = tcase_create("valley");
    tcase_add_test(c, broken_valley);
    suite_add_tcase(s, c);
    SRunner *run = srunner_create(s);
    srunner_run_all(run, CK_ENV);
    int failed = srunner_ntests_failed(run);
    srunner_free(run);
    return failed != 0;
}
