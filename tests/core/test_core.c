/* test_core.c -- small things of core/ that no match shows, and that broken() of each
 * game really notices a broken state: every invariant is violated once on purpose (the
 * Valley: test_valley_broken.c). */
#include "../../core/board.h"
#include "../../core/name.h"
#include "../../games/temple.h"
#include "../kit/playing.h"

#include <check.h>

extern const struct game temple_game, tiwanaku_game, null_game;

START_TEST(out_that_does_not_fit)
{
    char text[8];
    struct out o = {.p = text, .size = sizeof text};
    out_str(&o, "12345678");
    ck_assert(!out_end(&o)); /* no room for the NUL */
    ck_assert_str_eq(text, "1234567");
    out_str(&o, "more");
    out_comma(&o);
    ck_assert_uint_eq(o.len, 12);
    ck_assert(!out_end(&o));
    struct out none = {.p = NULL, .size = 0};
    out_str(&none, "abc");
    ck_assert_uint_eq(none.len, 3);
    ck_assert(!out_end(&none));
}
END_TEST

START_TEST(out_numbers_and_strings)
{
    char text[128];
    struct out o = {.p = text, .size = sizeof text};
    out_int(&o, INT64_MIN);
    out_char(&o, ' ');
    out_int(&o, 0);
    out_char(&o, ' ');
    out_hex(&o, 0x1234abcd);
    out_json(&o, "\"\\\b\t\n\f\r\x01\x7f", 9);
    ck_assert(out_end(&o));
    ck_assert_str_eq(text, "-9223372036854775808 0 000000001234abcd\"\\\"\\\\\\b\\t\\n\\f\\r\\u0001\x7f\"");
}
END_TEST

/* "{n} doors" in another language, as the terminal would have it. */
static const char *other_words(const char *text)
{
    if (strcmp(text, "{what}: {n} doors") == 0) return "{n} Türen, {what}";
    return strcmp(text, "green") == 0 ? "grün" : text;
}

START_TEST(out_in_another_language)
{
    char text[128];
    struct out o = {.p = text, .size = sizeof text};
    const char *const values[] = {"n", "12", "what", "green", NULL};
    ck_assert_uint_eq(out_fill(&o, "{what}: {n} doors", values), 15);
    ck_assert_uint_eq(out_pad(&o, 15, 17), 17);
    o.words = other_words;
    ck_assert_uint_eq(out_fill(&o, "{what}: {n} doors", values), 14);
    ck_assert_uint_eq(out_pad(&o, 14, 3), 15); /* never glued together */
    ck_assert_uint_eq(out_text(&o, "green"), 4);
    ck_assert_uint_eq(out_fill(&o, " {nobody}{", values), 1);
    ck_assert(out_end(&o));
    ck_assert_str_eq(text, "green: 12 doors  12 Türen, grün grün ");
    struct out none = {.words = other_words};
    ck_assert_uint_eq(out_text(&none, "green"), 4);
    ck_assert_uint_eq(none.len, 5);
}
END_TEST

/* The rejected part is small for small n; with n just above 2^31 half of all draws are. */
START_TEST(rng_is_uniform_for_large_n)
{
    struct rng r = {1};
    uint32_t n = UINT32_C(0x80000001), low = 0;
    for (int i = 0; i < 100000; i++) {
        uint32_t v = rng_below(&r, n);
        ck_assert_uint_lt(v, n);
        low += v < n / 3;
    }
    ck_assert_uint_gt(low, 32500);
    ck_assert_uint_lt(low, 34200);
    ck_assert_uint_eq(rng_below(&r, 1), 0);
}
END_TEST

START_TEST(utf8)
{
    static const struct {
        const char *text;
        bool ok;
    } cases[] = {
        {"plain", true},
        {"\xc3\xa9", true},
        {"\xe2\x9c\x93", true},
        {"\xf0\x9f\x8e\xb2", true},
        {"\xf4\x8f\xbf\xbf", true},
        {"\x80", false},
        {"\xc0\x80", false},
        {"\xc1\xbf", false},
        {"\xe0\x80\x80", false},
        {"\xed\xa0\x80", false},
        {"\xf0\x80\x80\x80", false},
        {"\xf4\x90\x80\x80", false},
        {"\xf5\x80\x80\x80", false},
        {"\xc3", false},
        {"\xc3(", false},
        {"\xff", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(words_utf8(cases[i].text, strlen(cases[i].text)) == cases[i].ok, "case %zu", i);
    ck_assert(!words_utf8("a\0b", 3));
}
END_TEST

START_TEST(names)
{
#define TEN        "\xf0\x9f\x8e\xb2\xf0\x9f\x8e\xb2\xc3\xa9\xc3\xa9 abcde"
#define FOUR(mark) mark mark mark mark
    static const char text[] = "A name is a text.", control[] = "A name has no control characters.",
                      length[] = "A name has 1 to 24 characters, and not only blanks.",
                      unseen[] = "A name has no invisible characters.",
                      over[] = "A name has at most three signs on a letter, and no letters as wide as a word.";
    static const struct {
        const char *wish, *name, *why;
    } cases[] = {
        {"Ana", "Ana", NULL},
        {"  An a ", "An a", NULL},
        {TEN TEN "abcd", TEN TEN "abcd", NULL},
        {TEN TEN "abcde", NULL, length},
        {"   " TEN TEN "abcd  ", TEN TEN "abcd", NULL},
        {"", NULL, length},
        {"   ", NULL, length},
        {"\xc2\xa0\xe2\x80\x8b", NULL, length},         /* a fixed blank, a blank of no width */
        {"\xe3\x85\xa4\xf3\xa0\x80\xa0", NULL, length}, /* a filler of Hangul, a tag */
        {"\xe2\x80\x8b"
         "A",
         NULL, unseen},                                  /* a blank of no width */
        {"A\xe2\x80\x8c", NULL, unseen},                 /* U+200c */
        {"A\xe2\x80\x8d\xf0\x9f\x8e\xb2", NULL, unseen}, /* U+200d joins no letters */
        {"A\xe2\x80\x8f", NULL, unseen},                 /* U+200f */
        {"A\xc2\xad", NULL, unseen},                     /* U+00ad */
        {"A\xc2\xa0", NULL, unseen},                     /* U+00a0 */
        {"A\xef\xbb\xbf", NULL, unseen},                 /* U+feff */
        {"A\xef\xb8\x8f", NULL, unseen},                 /* U+fe0f colours no letters */
        {"A\xcd\x8f", NULL, unseen},                     /* U+034f */
        {"A\xf3\xa0\x80\xa0", NULL, unseen},             /* a tag */
        {"A\xe2\x81\xa0", NULL, control},                /* U+2060 */
        {"\xf0\x9f\x91\xa9\xe2\x80\x8d", NULL, unseen},  /* joined to nothing */
        {"\xe2\x9d\xa4\xef\xb8\x8f\xe2\x80\x8d\xf0\x9f\x94\xa5", "\xe2\x9d\xa4\xef\xb8\x8f\xe2\x80\x8d\xf0\x9f\x94\xa5",
         NULL},                                                 /* a heart on fire: four characters */
        {"Vie\xcc\xa3\xcc\x82t", "Vie\xcc\xa3\xcc\x82t", NULL}, /* two marks, as Vietnamese has them */
        {"\xe0\xbd\xa6\xe0\xbe\x92\xe0\xbe\xb2\xe0\xbd\xbc\xe0\xbd\xa3\xe0\xbc\x8b\xe0\xbd\x98",
         "\xe0\xbd\xa6\xe0\xbe\x92\xe0\xbe\xb2\xe0\xbd\xbc\xe0\xbd\xa3\xe0\xbc\x8b\xe0\xbd\x98",
         NULL}, /* Dolma, with three */
        {"a\xcc\x81\xcc\x82\xcc\x83"
         "b\xcc\x81\xcc\x82\xcc\x83",
         "a\xcc\x81\xcc\x82\xcc\x83"
         "b\xcc\x81\xcc\x82\xcc\x83",
         NULL},
        {"a\xcc\x81\xcc\x82\xcc\x83\xcc\x84", NULL, over},             /* four */
        {"\xcc\x81\xcc\x82\xcc\x83\xcc\x84", NULL, over},              /* on nothing */
        {"a\xe2\x83\x9d\xcc\x82\xdf\xab\xf0\x9d\x85\xa7", NULL, over}, /* of four alphabets: U+20dd 302 7eb 1d167 */
        {"\xe0\xb8\x97\xe0\xb8\xb5\xe0\xb9\x88", "\xe0\xb8\x97\xe0\xb8\xb5\xe0\xb9\x88", NULL}, /* Thai */
        {"\xef\xb7\xbd", NULL, over},                                                           /* U+fdfd */
        {"A\xef\xb7\xba", NULL, over},                                                          /* U+fdfa */
        {"\xe2\xb8\xbb", NULL, over},                                                           /* U+2e3b */
        {"\xf0\x92\x90\xab", NULL, over},                                                       /* U+1242b */
        {"\xf0\x92\x95\x90", NULL, over},                                                       /* U+12550 */
        {"\xf0\x92\xbf\xbf", NULL, over},                                                       /* U+12fff */
        {"\xf0\x91\xbf\xbf", NULL, over},                                                       /* U+11fff */
        {"A\xf0\x93\x80\x80", NULL, over},                                                      /* U+13000 */
        {"\xf0\x94\x90\x80", NULL, over},                                                       /* U+14400 */
        {"a" FOUR("\xf0\x91\x8f\x8e"), NULL, over}, /* U+113ce, of Unicode 16 */
        {"a" FOUR("\xf0\x90\xbb\xbd"), NULL, over}, /* U+10efd, of 15 */
        {"a" FOUR("\xf0\x90\xb5\xa9"), NULL, over}, /* U+10d69, of 16 */
        {"a" FOUR("\xf0\x91\xad\xa0"), NULL, over}, /* U+11b60, of 17 */
        {"A\nseat 2: B", NULL, control},
        {"A\tB", NULL, control},
        {"A\x7f", NULL, control},
        {"A\xc2\x85", NULL, control}, /* U+0085, next line */
        {"A\xe2\x80\xae"
         "B",
         NULL, control}, /* U+202e, turns round what follows */
        {"A\xe2\x81\xa6"
         "B",
         NULL, control}, /* U+2066, the same */
        {"A\xff", NULL, text},
        {NULL, NULL, text},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct words name;
        const char *wish = cases[i].wish, *why = name_refuse(wish, wish ? strlen(wish) : 0, &name);
        ck_assert_pstr_eq(why, cases[i].why);
        if (why) continue;
        ck_assert_uint_eq((size_t)(name.end - name.at), strlen(cases[i].name));
        ck_assert_mem_eq(name.at, cases[i].name, strlen(cases[i].name));
    }
#undef TEN
#undef FOUR
}
END_TEST

static size_t one_utf8(uint32_t c, char *p)
{
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n; --i > 0; c >>= 6) p[i] = (char)(0x80 | (c & 0x3f));
    p[0] = (char)(n == 1 ? c : (0xf00u >> n & 0xffu) | c);
    return n;
}

/* Each character there is, once within a name and four times behind a letter: how many are refused for each reason, and the sum of
 * their numbers. When these were recorded, by Python's unicodedata (Unicode 14) all that it calls Mn or Me are among them,
 * and no other letter but the wide ones. */
START_TEST(names_of_each_character)
{
    static const char *const reasons[] = {"no control", "no invisible", "at most three signs"};
    static const struct {
        uint32_t many;
        uint64_t sum;
    } once[] = {{87, 195588}, {4149, 3767897378}, {9927, 780272328}},
      four_times[] = {{87, 195588}, {4142, 3767859767}, {12087, 867387912}};
    uint32_t many[2][3] = {{0}};
    uint64_t sum[2][3] = {{0}};
    for (uint32_t c = 1; c < 0x110000; c++) {
        if (c >= 0xd800 && c < 0xe000) continue;
        for (int times = 0; times < 2; times++) {
            char text[24] = "a";
            size_t n = 1;
            struct words name;
            for (int i = 0; i < (times ? 4 : 1); i++) n += one_utf8(c, text + n);
            text[n++] = 'b';
            const char *why = name_refuse(text, n, &name);
            for (int k = 0; why && k < 3; k++)
                if (strstr(why, reasons[k])) many[times][k]++, sum[times][k] += c;
        }
    }
    for (int k = 0; k < 3; k++) {
        ck_assert_uint_eq(many[0][k], once[k].many);
        ck_assert_uint_eq(sum[0][k], once[k].sum);
        ck_assert_uint_eq(many[1][k], four_times[k].many);
        ck_assert_uint_eq(sum[1][k], four_times[k].sum);
    }
}
END_TEST

/* ---- boards ---- */

/* What is expected depends on what is read, not on what stands there. */
START_TEST(first_line_of_a_board)
{
    static const struct {
        const char *key, *first, *why;
    } cases[] = {{"sheet", "tambo-sheet 1", "Expected `tambo-sheet 1`. [notation]"},
                 {"scenario", "tambo-scenario 1", "Expected `tambo-scenario 1`. [notation]"}};
    static struct board board;
    for (int i = 0; i < 2; i++) {
        struct board_reader r;
        board_begin(&r, board_kind_find(cases[i].key, strlen(cases[i].key)), &board);
        ck_assert_pstr_eq(board_line(&r, cases[1 - i].first, strlen(cases[1 - i].first)), cases[i].why);
        ck_assert_pstr_eq(board_close(&r), "Expected a sheet or scenario, but the text ends. [notation]");
        ck_assert_pstr_eq(board_line(&r, "# a comment", 11), NULL);
        ck_assert_pstr_eq(board_line(&r, cases[i].first, strlen(cases[i].first)), NULL);
    }
}
END_TEST

/* ---- broken states ---- */

static struct position pos;

static struct state *begin(const struct game *g, const char *mode, int players, const char *board)
{
    static struct setup u;
    memset(&u, 0, sizeof u);
    while (strcmp(g->modes[u.mode].name, mode) != 0) u.mode++;
    u.players = (uint8_t)players;
    setup_new(&u, g);
    if (board) ck_assert(g->board->builtin(&u.board, g->name, board, strlen(board)));
    ck_assert_ptr_null(g->refuse(&u));
    g->start(position_state(&pos), &u);
    ck_assert_ptr_null(g->broken(position_state(&pos)));
    return position_state(&pos);
}

/* Sets one place to a value, expects this complaint, and sets it back. */
#define BREAKS(g, place, value, why)                                                                                   \
    do {                                                                                                               \
        struct position keep = pos;                                                                                    \
        (place) = (value);                                                                                             \
        const char *said = (g)->broken(position_state(&pos));                                                          \
        ck_assert_msg(said &&strcmp(said, (why)) == 0, "%s = %s: %s", #place, #value, said ? said : "nothing");        \
        pos = keep;                                                                                                    \
    } while (0)

START_TEST(broken_temple)
{
    const struct game *g = &temple_game;
    struct temple *t = (struct temple *)(void *)begin(g, "multi", 2, "a");
    struct tsheet *h = &t->sheet[1];
    uint64_t door = t->p.ground.doors & -t->p.ground.doors;
    ck_assert(t->p.ground.all & 1 && !(t->p.ground.doors & 1));
    numbers_put(&t->sheet[0].number, 0, 5);
    numbers_put(&h->number, 0, 3);
    ck_assert_ptr_null(g->broken(position_state(&pos)));
    BREAKS(g, h->mummy, 1, "a space holds a number and a mummy");
    BREAKS(g, h->mummy, bit(63), "something is written outside the sheet");
    BREAKS(g, h->crossed, 2, "something crossed out is no mummy");
    BREAKS(g, h->fresh, 2, "something crossed out is no mummy");
    BREAKS(g, h->mummy, door, "a mummy stands behind a door");
    BREAKS(g, h->nine, 2, "the spaces next to a 9 are wrong");
    BREAKS(g, h->steps, 1, "a closed round left something open");
    BREAKS(g, h->wrote, 1, "a closed round left something open");
    BREAKS(g, h->got, 1, "a closed round left something open");
    BREAKS(g, h->mummy, 2, "the sheets are not filled alike");
    BREAKS(g, t->p.head.acting.w[0], 1, "acting disagrees with phase");
    BREAKS(g, t->p.head.phase, PHASE_FACT, "a dice game has no facts");
    BREAKS(g, t->p.rolled, 1, "the dice disagree with rolled");
    BREAKS(g, t->p.later, PAPERS_RULES, "these rules are not known");
    t->p.head.phase = PHASE_PLAY;
    BREAKS(g, t->p.head.acting.w[0], 1, "somebody acts without dice");
}
END_TEST

START_TEST(broken_null)
{
    struct state *s = begin(&null_game, "multi", 3, NULL);
    BREAKS(&null_game, s->acting.w[0], 1, "acting disagrees with phase");
    BREAKS(&null_game, ((uint8_t *)s)[sizeof *s + 5], 2, "these rules are not known"); /* its `later` */
}
END_TEST

START_TEST(broken_tiwanaku)
{
    const struct game *g = &tiwanaku_game;
    struct tiwanaku *t = (struct tiwanaku *)(void *)begin(g, "coop-normal", 2, "long-1");
    unsigned hidden = bits_first(tiw_unplaced(t)), shown = bits_first(t->placed);
    BREAKS(g, t->crop[hidden], 0, "Every space has a terrain and a crop. [SCN-1]");
    BREAKS(g, t->head.acting.w[0], 1, "acting disagrees with phase");
    BREAKS(g, t->planted, t->planted | bit(hidden), "a crop stands without terrain");
    BREAKS(g, t->seen_terrain, 0, "something placed was not announced");
    BREAKS(g, t->seen_crop, 0, "something placed was not announced");
    BREAKS(g, t->side[0].pawns, t->side[OTOMA].pawns, "two pawns share a space");
    BREAKS(g, t->side[0].score, -1, "a score is below 0");
    BREAKS(g, t->side[0].stone[2], 7, "a stone is above the final level");
    BREAKS(g, t->side[0].offerings, 1, "an offering is of no level");
    BREAKS(g, t->side[OTOMA].pawns, 0, "an Otoma pawn is lost");
    BREAKS(g, t->later, TIW_RULES, "these rules are not known");
    BREAKS(g, t->side[0].pawns, bit(hidden), "a pawn stands on an undiscovered space");
    BREAKS(g, t->left[0], (uint8_t)(t->left[0] + 1), "the supply disagrees with the board");
    BREAKS(g, t->step, STEP_ACT, "tiles in hands and supply disagree with the board");
    t->space = (uint8_t)hidden; /* being found out about: a pawn may stand there */
    t->side[0].pawns = bit(hidden);
    ck_assert_ptr_null(g->broken(position_state(&pos)));
    ck_assert(t->placed & bit(shown));
}
END_TEST

/* A fact for one seat only has words too, for clients, but never stands in a record. */
START_TEST(words_of_a_top)
{
    struct state *s = begin(&tiwanaku_game, "coop-easy", 3, "tiny-1");
    char text[64];
    struct out o = {.p = text, .size = sizeof text};
    Move m = tiw_move(FACT_TOP, tiw_stack(2, 3), 40, 0, 0);
    ck_assert_int_eq(tiwanaku_game.write(s, NATURE, &m, 1, &o), 1);
    ck_assert(out_end(&o));
    ck_assert_str_eq(text, "top 3 forest 40");
    ck_assert_int_eq(tiwanaku_game.mark(m), '~');
    o.len = 0;
    ck_assert_int_eq(record_write_line(&tiwanaku_game, s, NATURE, &m, 1, &o), 1);
    ck_assert_uint_eq(o.len, 0);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("core");
    TCase *c = tcase_create("core");
    tcase_add_test(c, out_that_does_not_fit);
    tcase_add_test(c, out_numbers_and_strings);
    tcase_add_test(c, out_in_another_language);
    tcase_add_test(c, rng_is_uniform_for_large_n);
    tcase_add_test(c, utf8);
    tcase_add_test(c, names);
    tcase_add_test(c, names_of_each_character);
    tcase_add_test(c, first_line_of_a_board);
    tcase_add_test(c, broken_temple);
    tcase_add_test(c, broken_null);
    tcase_add_test(c, broken_tiwanaku);
    tcase_add_test(c, words_of_a_top);
    suite_add_tcase(s, c);
    SRunner *run = srunner_create(s);
    srunner_run_all(run, CK_ENV);
    int failed = srunner_ntests_failed(run);
    srunner_free(run);
    return failed != 0;
}
