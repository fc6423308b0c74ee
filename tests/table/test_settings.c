/* test_settings.c -- table/settings and server/hall/wish: what is written can be read, and nothing a client sends
 * gets into a line that is not its own. */
#include "../../core/rng.h"
#include "../../server/hall/wish.h"
#include "../kit/tables.h"

#include <check.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char *wish(const char *json, struct settings *s)
{
    uint8_t bot[MAX_SEATS];
    int n;
    json_t *j = json_loads(json, 0, NULL);
    ck_assert_ptr_nonnull(j);
    const char *why = wish_read(s, j, bot, &n);
    json_decref(j);
    return why;
}

START_TEST(what_is_written_is_read)
{
    struct rng r = {(uint64_t)_i + 1};
    struct settings s, t;
    size_t n, m;
    random_settings(&s, &r);
    if (s.source == BOARD_MADE && !s.text && rng_below(&r, 2)) settings_make(&s);
    if (rng_below(&r, 2)) s.day = 1 + (int32_t)rng_below(&r, 100000);
    char *one = settings_text(&s, &n);
    ck_assert(settings_read(&t, one, n));
    char *two = settings_text(&t, &m);
    ck_assert_str_eq(one, two);
    ck_assert_int_eq(s.day, t.day);
    for (size_t k = 0; k < n; k++) { /* a part of it is none, or says less */
        struct settings part;
        if (settings_read(&part, one, k)) settings_drop(&part);
    }
    for (int k = 0; k < 200; k++) { /* nor is one with another byte, and nothing bad happens */
        size_t at = rng_below(&r, (uint32_t)n);
        char was = one[at];
        struct settings other;
        one[at] = (char)rng_next(&r);
        if (settings_read(&other, one, n)) settings_drop(&other);
        if (!settings_wish(&other, one, n)) settings_drop(&other);
        one[at] = was;
    }
    free(one);
    free(two);
    settings_drop(&s);
    settings_drop(&t);
}
END_TEST

static const struct {
    const char *json, *why;
} wrong[] = {
    {"{}", "`game` is"},
    {"{\"game\":\"temple\\nmode: solo\"}", "`game` is"},
    {"{\"game\":\"temple\",\"mode\":\"solo\\nseats: 2\"}", "no such mode"},
    {"{\"game\":\"temple\",\"mode\":7}", "`mode` is a text"},
    {"{\"game\":\"temple\",\"seats\":101}", "from 1 to 100"},
    {"{\"game\":\"temple\",\"seats\":0}", "from 1 to 100"},
    {"{\"game\":\"temple\",\"seats\":\"2\"}", "from 1 to 100"},
    {"{\"game\":\"tiwanaku\",\"seats\":5}", "not for so many seats"},
    {"{\"game\":\"tiwanaku\",\"mode\":\"solo-easy\",\"seats\":2}", "This mode is not"},
    {"{\"game\":\"tiwanaku\",\"options\":{\"final-level\":2}}", "out of its range"},
    {"{\"game\":\"tiwanaku\",\"options\":{\"final-level\":-7}}", "out of its range"},
    {"{\"game\":\"tiwanaku\",\"options\":{\"final-level: 3\\noption final-level\":3}}", "no such option"},
    {"{\"game\":\"tiwanaku\",\"board\":{\"size\":\"huge\"}}", "tiny or long"},
    {"{\"game\":\"tiwanaku\",\"board\":{\"grade\":\"fair g7\"}}", "no settings"},
    {"{\"game\":\"tiwanaku\",\"board\":{\"text\":\"x\\nend\\nlisted: yes\"}}", ""},
    {"{\"game\":\"temple\",\"board\":{\"name\":\"a\\nseats: 3\"}}", "no built-in board"},
    {"{\"game\":\"temple\",\"board\":{\"id\":\"long-fair-1-g1\"}}", "Only maps have an id"},
    {"{\"game\":\"temple\",\"board\":{\"size\":\"tiny\"}}", "Only maps are made"},
    {"{\"game\":\"temple\",\"board\":{\"own\":true}}", "a name, an id"},
    {"{\"game\":\"temple\",\"speed\":{\"kind\":\"live\"}}", "10 to 900"},
    {"{\"game\":\"temple\",\"speed\":{\"kind\":\"days\",\"days\":15}}", "1 to 14 days"},
    {"{\"game\":\"temple\",\"speed\":7}", "live, relaxed or days"},
    {"{\"game\":\"temple\",\"hints\":\"no\"}", "`hints` is true or false"},
    {"{\"game\":\"tiwanaku\",\"fairness\":0}", "`fairness` is true or false"},
    {"{\"game\":\"temple\",\"bots\":[\"beginner\",\"beginner\"]}", "one seat is for you"},
    {"{\"game\":\"temple\",\"bots\":[\"clever\"]}", "no such level"},
};

START_TEST(wishes_that_are_refused)
{
    struct settings s;
    const char *why = wish(wrong[_i].json, &s);
    ck_assert_msg(why && strstr(why, wrong[_i].why), "%s: %s", wrong[_i].json, why ? why : "taken");
}
END_TEST

START_TEST(what_is_not_said_is_usual)
{
    struct settings s;
    ck_assert_ptr_null(wish("{\"game\":\"temple\",\"mode\":\"solo\"}", &s));
    ck_assert_int_eq(s.seats, 1); /* the fewest of the mode */
    ck_assert_ptr_null(wish("{\"game\":\"temple\"}", &s));
    ck_assert_int_eq(s.seats, 2);
    ck_assert_str_eq(s.game->modes[s.mode].name, "multi");
    ck_assert(s.speed == SPEED_RELAXED && s.seconds == 0 && !s.listed && s.source == BOARD_NAMED);
    ck_assert_ptr_null(wish("{\"game\":\"temple\",\"speed\":{\"kind\":\"days\",\"days\":3}}", &s));
    ck_assert_uint_eq(s.seconds, 3 * 24 * 60 * 60);
    ck_assert_ptr_null(wish("{\"game\":\"temple\",\"speed\":{\"kind\":\"live\",\"seconds\":30}}", &s));
    ck_assert_uint_eq(s.seconds, 30);
}
END_TEST

START_TEST(nothing_was_promised)
{
    static const char text[] = "tambo-table 1\ngame: temple\nmode: solo\nseats: 1\nboard: name a\nspeed: relaxed\n"
                               "listed: no\nowner: me\ncode: \n"
                               "salt: 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\npromise: no\n";
    struct settings s;
    size_t n;
    ck_assert(settings_read(&s, text, sizeof text - 1));
    ck_assert(s.unpromised);
    char *again = settings_text(&s, &n);
    ck_assert_str_eq(again, text);
    free(again);
    settings_drop(&s);
}
END_TEST

/* On unless the owner wants it off, and then kept and shown. */
static void check_switch(const char *name, const char *off, const char *on, bool (*is_off)(const struct settings *))
{
    for (int i = 0; i < 3; i++) {
        char asked[128], stored[64], shown[512];
        struct settings s, again;
        struct out o = {.p = shown, .size = sizeof shown};
        size_t n;
        snprintf(asked, sizeof asked, "{\"game\":\"tiwanaku\",\"%s\":%s}", i ? name : "seats",
                 i == 2   ? "false"
                 : i == 1 ? "true"
                          : "2"); /* or nothing is said of it */
        snprintf(stored, sizeof stored, "\n%s: no\n", name);
        ck_assert_ptr_null(wish(asked, &s));
        ck_assert(is_off(&s) == (i == 2));
        char *text = settings_text(&s, &n);
        ck_assert((strstr(text, stored) != NULL) == (i == 2));
        ck_assert(settings_read(&again, text, n) && is_off(&again) == (i == 2));
        settings_show(&again, &o);
        out_end(&o);
        ck_assert((strstr(shown, off) != NULL) == (i == 2));
        ck_assert(!*on || (strstr(shown, on) != NULL) == (i != 2));
        free(text);
        settings_drop(&again);
        settings_drop(&s);
    }
}

static bool is_hintless(const struct settings *s) { return s->hintless; }
static bool is_plain(const struct settings *s) { return s->plain; }

START_TEST(hints_are_the_owners) { check_switch("hints", "\"hints\":false", "\"hints\":true", is_hintless); }
END_TEST

/* Shown only if it is off. */
START_TEST(fairness_is_the_owners) { check_switch("fairness", "\"fairness\":false", "", is_plain); }
END_TEST

START_TEST(boards_are_utf8)
{
    static const char board[] = "tambo-sheet 1\nname: a\xff\n";
    char text[256];
    struct settings s;
    struct out o = {.p = text, .size = sizeof text};
    out_str(&o, "tambo-table 1\ngame: temple\nboard: own\ntext: ");
    out_uint(&o, sizeof board - 1);
    out_char(&o, '\n');
    out_str(&o, board);
    out_char(&o, '\n');
    const char *why = settings_wish(&s, text, o.len);
    ck_assert_msg(why && strstr(why, "UTF-8"), "%s", why ? why : "taken");
}
END_TEST

START_TEST(a_wish_has_no_secrets)
{
    static const char *const lines[] = {"owner: ff\n", "code: abc\n",
                                        "salt: 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"};
    for (int i = 0; i < 3; i++) {
        char text[256];
        struct settings s;
        struct out o = {.p = text, .size = sizeof text};
        out_str(&o, "tambo-table 1\ngame: temple\n");
        ck_assert(!settings_wish(&s, text, o.len));
        settings_drop(&s);
        out_str(&o, lines[i]);
        ck_assert(settings_wish(&s, text, o.len));
        o.len = 0;
        out_str(&o, "tambo-table 1\ngame: temple\nboard: own\n"); /* and no text */
        ck_assert(settings_wish(&s, text, o.len));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("settings");
    TCase *all = tcase_create("settings");
    tcase_set_timeout(all, 600);
    suite_add_tcase(suite, all);
    tcase_add_loop_test(all, what_is_written_is_read, 0, 60);
    tcase_add_loop_test(all, wishes_that_are_refused, 0, (int)(sizeof wrong / sizeof *wrong));
    tcase_add_test(all, what_is_not_said_is_usual);
    tcase_add_test(all, nothing_was_promised);
    tcase_add_test(all, hints_are_the_owners);
    tcase_add_test(all, fairness_is_the_owners);
    tcase_add_test(all, boards_are_utf8);
    tcase_add_test(all, a_wish_has_no_secrets);
    SRunner *run = srunner_create(suite);
    srunner_run_all(run, CK_ENV);
    int failed = srunner_ntests_failed(run);
    srunner_free(run);
    return failed != 0;
}
