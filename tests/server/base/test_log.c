/* test_log.c -- log lines (server/base/log.h): both formats, the journal's, and that no value
 * can end its line or forge another. */
#include "../../../core/rng.h"
#include "../../../server/base/log.h"
#include "stderr.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <regex.h>
#include <string.h>
#include <sys/stat.h>

enum { TEXT = 1 << 20 };
static char text[TEXT];

static void begin(void) { unsetenv("JOURNAL_STREAM"); }

static void matches(const char *line, const char *pattern)
{
    regex_t r;
    ck_assert_int_eq(regcomp(&r, pattern, REG_EXTENDED | REG_NOSUB), 0);
    ck_assert_msg(regexec(&r, line, 0, NULL, 0) == 0, "%s does not match %s", line, pattern);
    regfree(&r);
}

#define TIME "[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9][.][0-9]{3}Z"

START_TEST(as_text)
{
    stderr_begin();
    log_begin(LOG_INFO, false);
    LOG(LOG_INFO, "listening", {"port", LOG_INT(8080)}, {"db", LOG_STR("my file.db")});
    stderr_end(text, TEXT);
    matches(text, "^" TIME " info listening port=8080 db=\"my file.db\"\n$");
}
END_TEST

START_TEST(as_json)
{
    stderr_begin();
    log_begin(LOG_INFO, true);
    LOG(LOG_ERROR, "cannot open", {"errno", LOG_INT(-2)}, {"db", LOG_STR("my \"file\".db")});
    stderr_end(text, TEXT);
    matches(text, "^[{]\"time\":\"" TIME "\",\"level\":\"error\",\"what\":\"cannot open\",\"errno\":-2,"
                  "\"db\":\"my \\\\\"file\\\\\".db\"[}]\n$");
}
END_TEST

START_TEST(levels)
{
    static const enum log_level all[] = {LOG_ERROR, LOG_INFO, LOG_DEBUG};
    for (int i = 0; i < 3; i++) {
        stderr_begin();
        log_begin(all[i], false);
        for (int k = 0; k < 3; k++) {
            ck_assert_int_eq(log_on(all[k]), k <= i);
            LOG(all[k], "x", {"k", LOG_INT(k)});
            log_fields(all[k], "y", NULL, 0);
        }
        stderr_end(text, TEXT);
        int lines = 0;
        for (char *p = text; *p; p++) lines += *p == '\n';
        ck_assert_int_eq(lines, 2 * (i + 1));
        ck_assert_int_eq(strstr(text, " debug x k=2\n") != NULL, i == 2);
        ck_assert_int_eq(strstr(text, " error y\n") != NULL, true);
    }
}
END_TEST

/* How a value is written: as text, as JSON. */
START_TEST(values)
{
    static const struct {
        const char *value, *plain, *json;
    } cases[] = {
        {"word", "word", "\"word\""},
        {"/a/b-c_d.e:1,2", "/a/b-c_d.e:1,2", "\"/a/b-c_d.e:1,2\""},
        {"", "\"\"", "\"\""},
        {"a b", "\"a b\"", "\"a b\""},
        {"a=b", "\"a=b\"", "\"a=b\""},
        {"a\"b\\", "\"a\\\"b\\\\\"", "\"a\\\"b\\\\\""},
        {"a\n2026 error b=1", "\"a\\n2026 error b=1\"", "\"a\\n2026 error b=1\""},
        {"\r\t\033[1m\177", "\"\\u000d\\u0009\\u001b[1m\\u007f\"", "\"\\u000d\\u0009\\u001b[1m\\u007f\""},
        {"Zoë 日本 🎲", "\"Zoë 日本 🎲\"", "\"Zoë 日本 🎲\""},
        {"\xff", "\"\\xff\"", "\"\\ufffd\""},
        {"\xc3", "\"\\xc3\"", "\"\\ufffd\""},
        {"\xc0\x8a", "\"\\xc0\\x8a\"", "\"\\ufffd\\ufffd\""},                 /* LF in too many bytes */
        {"\xed\xa0\x80", "\"\\xed\\xa0\\x80\"", "\"\\ufffd\\ufffd\\ufffd\""}, /* half a pair */
        {"\xf4\x90\x80\x80", "\"\\xf4\\x90\\x80\\x80\"", "\"\\ufffd\\ufffd\\ufffd\\ufffd\""},
        {"\xe2\x80\xa8", "\"\\u2028\"", "\"\\u2028\""}, /* line separator */
        {"\xe2\x80\xae", "\"\\u202e\"", "\"\\u202e\""}, /* right to left */
        {"\xc2\x9b", "\"\\u009b\"", "\"\\u009b\""},     /* CSI as one character */
        {"\xc2\xa0", "\"\xc2\xa0\"", "\"\xc2\xa0\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int json = 0; json < 2; json++) {
            char want[256];
            stderr_begin();
            log_begin(LOG_INFO, json);
            LOG(LOG_INFO, "x", {"v", LOG_STR(cases[i].value)});
            size_t n = stderr_end(text, TEXT);
            snprintf(want, sizeof want, json ? "\"v\":%s}\n" : " v=%s\n", json ? cases[i].json : cases[i].plain);
            ck_assert_uint_gt(n, strlen(want));
            ck_assert_str_eq(text + n - strlen(want), want);
        }
}
END_TEST

/* Random bytes in everything: one line each, printable, and its end is where it belongs. */
START_TEST(forging)
{
    static const char *const pieces[] = {"\n", "\"", "\\", "\r", "=", " ", "\xe2\x80\xa8", "\xff", "\x1b", "}", "é"};
    struct rng r = {5};
    for (int k = 0; k < 3000; k++) {
        char a[2000] = "", b[64] = "";
        unsigned long n = rng_below(&r, 600);
        for (unsigned long i = 0; i < n; i++) strcat(a, pieces[rng_below(&r, sizeof pieces / sizeof *pieces)]);
        for (int i = 0; i < 60; i++) b[i] = (char)(1 + rng_below(&r, 255));
        stderr_begin();
        log_begin(LOG_INFO, k % 2);
        LOG(LOG_INFO, b, {"a", LOG_STR(a)}, {"b", LOG_STR(b)}, {"end", LOG_INT(k)});
        size_t m = stderr_end(text, TEXT);
        ck_assert_ptr_eq(strchr(text, '\n'), text + m - 1);
        ck_assert_uint_le(m, 4096);
        char want[32];
        snprintf(want, sizeof want, k % 2 ? "\",\"end\":%d}\n" : " end=%d\n", k);
        ck_assert_str_eq(text + m - strlen(want), want);
        size_t low = 0;
        for (size_t i = 0; i < m; i++) low += (unsigned char)text[i] < ' ';
        ck_assert_uint_eq(low, 1);
    }
}
END_TEST

/* A long value is cut, never inside a character; fields that do not fit are counted. */
START_TEST(long_lines)
{
    char a[2001] = "", b[600];
    for (int i = 0; i < 1000; i++) strcat(a, "é");
    memset(b, 'b', sizeof b - 1);
    b[sizeof b - 1] = 0;
    b[512] = 0;
    for (int json = 0; json < 2; json++) {
        stderr_begin();
        log_begin(LOG_INFO, json);
        LOG(LOG_INFO, "x", {"a", LOG_STR(a + 1)});
        LOG(LOG_INFO, "x", {"b", LOG_STR(b)});
        stderr_end(text, TEXT);
        matches(text, "é[.]{3}\"[}]?\n");
        ck_assert_ptr_nonnull(strstr(text, b)); /* 512 bytes are whole */
        ck_assert_ptr_null(strstr(strstr(text, b), "..."));
        stderr_begin();
        log_begin(LOG_INFO, json);
        struct log_field many[40];
        for (int i = 0; i < 40; i++) many[i] = (struct log_field){"k", LOG_STR(b)};
        many[39].value = LOG_INT(7);
        log_fields(LOG_INFO, "x", many, 40);
        ck_assert_uint_le(stderr_end(text, TEXT), 4096);
        matches(text, json ? "\"k\":7,\"left_out\":32[}]\n$" : " k=7 left_out=32\n$");
    }
}
END_TEST

/* JOURNAL_STREAM counts only when it names what standard error is. */
START_TEST(journal)
{
    for (int k = 0; k < 4; k++) {
        struct stat s;
        char stream[64];
        stderr_begin();
        fstat(STDERR_FILENO, &s);
        snprintf(stream, sizeof stream, k == 3 ? "nonsense" : "%llu:%llu", (unsigned long long)s.st_dev,
                 (unsigned long long)s.st_ino + (k == 2));
        setenv("JOURNAL_STREAM", stream, 1);
        log_begin(LOG_DEBUG, k == 1);
        LOG(LOG_ERROR, "a", {"k", LOG_INT(1)});
        LOG(LOG_INFO, "b", {"k", LOG_INT(2)});
        LOG(LOG_DEBUG, "c", {"k", LOG_INT(3)});
        stderr_end(text, TEXT);
        if (k == 0) ck_assert_str_eq(text, "<3>error a k=1\n<6>info b k=2\n<7>debug c k=3\n");
        if (k == 1)
            ck_assert_str_eq(text, "<3>{\"level\":\"error\",\"what\":\"a\",\"k\":1}\n"
                                   "<6>{\"level\":\"info\",\"what\":\"b\",\"k\":2}\n"
                                   "<7>{\"level\":\"debug\",\"what\":\"c\",\"k\":3}\n");
        if (k > 1) matches(text, "^" TIME " error a k=1\n" TIME " info b k=2\n" TIME " debug c k=3\n$");
    }
}
END_TEST

/* Whatever happens to the line, errno and the program go on. */
START_TEST(broken)
{
    int old = dup(STDERR_FILENO);
    log_begin(LOG_INFO, false);
    close(STDERR_FILENO);
    errno = 77;
    LOG(LOG_INFO, "x", {"k", LOG_INT(1)});
    ck_assert_int_eq(errno, 77);
    dup2(old, STDERR_FILENO);
    close(old);
}
END_TEST

static void *talk(void *arg)
{
    for (int i = 0; i < 500; i++)
        LOG(LOG_INFO, "talk", {"long", LOG_STR("a text of some length, so that it takes a while")},
            {"who", LOG_STR(arg)});
    return NULL;
}

START_TEST(threads)
{
    pthread_t t[4];
    static char who[4][2] = {"a", "b", "c", "d"};
    stderr_begin();
    int flags = fcntl(STDERR_FILENO, F_GETFL); /* as `2>>file` would */
    fcntl(STDERR_FILENO, F_SETFL, flags | O_APPEND);
    log_begin(LOG_INFO, false);
    for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, talk, who[i]);
    for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
    stderr_end(text, TEXT);
    int lines = 0;
    for (char *p = text, *end; (end = strchr(p, '\n')); p = end + 1, lines++)
        ck_assert_int_eq(end - p, strchr(text, '\n') - text); /* all are equally long */
    ck_assert_int_eq(lines, 2000);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("log");
    TCase *c = tcase_create("log");
    tcase_add_checked_fixture(c, begin, NULL);
    tcase_add_test(c, as_text);
    tcase_add_test(c, as_json);
    tcase_add_test(c, levels);
    tcase_add_test(c, values);
    tcase_add_test(c, forging);
    tcase_add_test(c, long_lines);
    tcase_add_test(c, journal);
    tcase_add_test(c, broken);
    tcase_add_test(c, threads);
    suite_add_tcase(s, c);
    SRunner *run = srunner_create(s);
    srunner_run_all(run, CK_ENV);
    int failed = srunner_ntests_failed(run);
    srunner_free(run);
    return failed != 0;
}
