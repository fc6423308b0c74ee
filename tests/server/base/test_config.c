/* test_config.c -- the options of `tambo serve` (server/base/config.h): every one by each of
 * its three ways, which way beats which, and every way to be wrong with its sentence. */
#include "../../../server/base/config.h"
#include "stderr.h"

#include <string.h>
#include <sys/stat.h>

enum { TEXT = 4096, ARGS = 16 };

static char path[64];      /* the file of a test */
static char said[TEXT];    /* what the last reading complained about */
static struct config conf; /* what it gave */

static void clear(void)
{
    char env[CONFIG_ENV];
    for (const struct config_option *o = config_options; o->name; o++) unsetenv(config_env(o, env));
}

static void begin(void)
{
    clear();
    strcpy(path, "/tmp/tambo-config-XXXXXX");
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    close(fd);
}

static void end(void) { remove(path); }

static void write_file(const char *text, size_t n)
{
    FILE *f = fopen(path, "wb");
    ck_assert_ptr_nonnull(f);
    ck_assert_uint_eq(fwrite(text, 1, n, f), n);
    fclose(f);
}

/* Reads with these words, NULL at the end, behind the name of the command. */
static int read_words(const char *const *words)
{
    static char name[] = "serve", copy[ARGS][256];
    char *argv[ARGS + 1] = {name};
    int argc = 1;
    for (; words && words[argc - 1]; argc++) argv[argc] = strcpy(copy[argc], words[argc - 1]);
    stderr_begin();
    int status = config_read(&conf, argc, argv);
    stderr_end(said, sizeof said);
    return status;
}
#define READ(...) read_words((const char *const[]){__VA_ARGS__, NULL})

static int read_file(const char *text)
{
    write_file(text, strlen(text));
    return READ("--config", path);
}

/* The value of an option as text. */
static const char *value(const struct config_option *o)
{
    static char text[32];
    const char *at = (const char *)&conf + o->at, *s;
    int v;
    bool on;
    switch ((enum config_kind)o->kind) {
    case CONFIG_NUMBER: return snprintf(text, sizeof text, "%d", (memcpy(&v, at, sizeof v), v)), text;
    case CONFIG_FLAG: return (memcpy(&on, at, sizeof on), on) ? "yes" : "no";
    default: return (memcpy(&s, at, sizeof s), s) ? s : "";
    }
}

/* The k-th of two good values that are not the usual one. */
static const char *good(const struct config_option *o, int k)
{
    static char text[2][128];
    switch ((enum config_kind)o->kind) {
    case CONFIG_NUMBER: return snprintf(text[k], 128, "%d", k ? o->max : o->max - 1), text[k];
    case CONFIG_FLAG: return strcmp(o->usual, "yes") == 0 ? "no" : "yes";
    case CONFIG_CHOICE: return k ? "debug" : "error";
    default:
        if (strcmp(o->name, "cert") == 0 || strcmp(o->name, "key") == 0) return k ? "a.pem" : "b.pem";
        return snprintf(text[k], 128, "https://%s-%d.example", o->name, k), text[k];
    }
}

static bool is_pair(const struct config_option *o)
{
    return strcmp(o->name, "cert") == 0 || strcmp(o->name, "key") == 0;
}

/* Alone a certificate is refused: give the other half as well. */
static const char *other(const struct config_option *o)
{
    return strcmp(o->name, "cert") == 0 ? "--key=other" : is_pair(o) ? "--cert=other" : "--no-print-config";
}

START_TEST(usual)
{
    ck_assert_int_eq(read_words(NULL), 0);
    ck_assert_str_eq(said, "");
    for (const struct config_option *o = config_options; o->name; o++) ck_assert_str_eq(value(o), o->usual);
    ck_assert_str_eq(conf.host, "127.0.0.1");
    ck_assert_int_eq(conf.port, 8080);
    ck_assert_str_eq(conf.db, "tambo.db");
    ck_assert_ptr_null(conf.cert);
    ck_assert(conf.metrics && !conf.proxied && !conf.log_json);
    ck_assert_int_eq(conf.max_conns, 20000);
    ck_assert_str_eq(conf.log, "info");
}
END_TEST

/* What stands on the command line beats the environment, which beats the file. */
START_TEST(every_option)
{
    char env[CONFIG_ENV], text[512], word[256];
    for (const struct config_option *o = config_options; o->name; o++) {
        if (o->ways != (WAY_ARGS | WAY_ENV | WAY_FILE)) continue;
        config_env(o, env);
        snprintf(text, sizeof text, "# a comment\n\n%s = %s\n", o->name, good(o, 0));
        write_file(text, strlen(text));
        snprintf(word, sizeof word, "--%s=%s", o->name, o->kind == CONFIG_TEXT ? "https://third" : o->usual);

        ck_assert_msg(READ("--config", path, other(o)) == 0, "%s", said);
        ck_assert_str_eq(value(o), good(o, 0));

        setenv(env, good(o, 1), 1);
        ck_assert_msg(READ(other(o)) == 0, "%s", said);
        ck_assert_str_eq(value(o), good(o, 1));
        ck_assert_msg(READ("--config", path, other(o)) == 0, "%s", said);
        ck_assert_str_eq(value(o), good(o, 1));

        ck_assert_msg(READ("--config", path, word) == (is_pair(o) ? 2 : 0), "%s", said);
        ck_assert_str_eq(value(o), o->kind == CONFIG_TEXT ? "https://third" : o->usual);
        unsetenv(env);
        ck_assert_msg(READ(word) == (is_pair(o) ? 2 : 0), "%s", said);
        ck_assert_str_eq(value(o), o->kind == CONFIG_TEXT ? "https://third" : o->usual);

        setenv(env, "", 1); /* empty is unset */
        ck_assert_msg(READ("--config", path, other(o)) == 0, "%s", said);
        ck_assert_str_eq(value(o), good(o, 0));
        unsetenv(env);
    }
}
END_TEST

START_TEST(words)
{
    ck_assert_int_eq(READ("--port", "9", "--proxied", "--no-metrics", "--log-json=yes", "--db", "-x y"), 0);
    ck_assert(conf.port == 9 && conf.proxied && !conf.metrics && conf.log_json);
    ck_assert_str_eq(conf.db, "-x y");
    ck_assert_int_eq(READ("--metrics", "--no-proxied", "--print-config"), 0);
    ck_assert(conf.metrics && !conf.proxied && conf.print_config);
    static const char *const yes[] = {"yes", "on", "true", "1"}, *const no[] = {"no", "off", "false", "0"};
    for (int i = 0; i < 4; i++) {
        setenv("TAMBO_METRICS", no[i], 1);
        setenv("TAMBO_PROXIED", yes[i], 1);
        ck_assert_int_eq(read_words(NULL), 0);
        ck_assert(!conf.metrics && conf.proxied);
    }
    clear();
    setenv("TAMBO_CERT", "c.pem", 1); /* an empty word takes away what a weaker way set */
    setenv("TAMBO_KEY", "k.pem", 1);
    ck_assert_int_eq(READ("--cert=", "--key", ""), 0);
    ck_assert(!conf.cert && !conf.key);
    clear();
    setenv("TAMBO_DB", "mine.db", 1); /* the text stays, whatever becomes of the environment */
    ck_assert_int_eq(read_words(NULL), 0);
    *getenv("TAMBO_DB") = 'x';
    ck_assert_str_eq(conf.db, "mine.db");
    clear();
    setenv("TAMBO_CONFIG", path, 1);
    write_file("port=5", 6);
    ck_assert_int_eq(read_words(NULL), 0);
    ck_assert_int_eq(conf.port, 5);
    ck_assert_str_eq(conf.config, path);
    setenv("TAMBO_CONFIG", "/nowhere/at/all", 1);
    ck_assert_int_eq(READ("--config", path), 0);
    setenv("TAMBO_PRINT_CONFIG", "yes", 1); /* not an option of the environment */
    ck_assert_int_eq(READ("--config", path), 0);
    ck_assert(!conf.print_config);
    unsetenv("TAMBO_PRINT_CONFIG");
}
END_TEST

START_TEST(file_values)
{
    static const struct {
        const char *line, *db;
    } cases[] = {
        {"db = a b.db", "a b.db"},
        {"  db=x.db  ", "x.db"},
        {"\tdb\t=\tx.db\t\r", "x.db"},
        {"db = x.db # a comment", "x.db"},
        {"db = x#1.db", "x#1.db"},
        {"db = \"x # 1.db\"", "x # 1.db"},
        {"db = \" x \" # a comment", " x "},
        {"db = \"a\\\"b\\\\c\\d\"", "a\"b\\c\\d"},
        {"db = a=b", "a=b"},
        {"db = it's", "it's"},
        {"db = pokój.db", "pokój.db"},
        {"db = \"x\"#", "x"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_msg(read_file(cases[i].line) == 0, "%s: %s", cases[i].line, said);
        ck_assert_str_eq(conf.db, cases[i].db);
    }
    ck_assert_int_eq(read_file("cert =\nkey = # none\norigins = \"\"\nurl ="), 0);
    ck_assert(!conf.cert && !conf.key && !conf.origins && !conf.url);
    ck_assert_int_eq(read_file(""), 0);
    ck_assert_int_eq(read_file("\n\n#\n # x\n"), 0);
    ck_assert_int_eq(read_file("origins = http://a:1  https://b.example\nurl = https://c"), 0);
    ck_assert_int_eq(read_file("origins = *"), 0);
}
END_TEST

/* Status 1 and FILE:LINE: the sentence. */
START_TEST(wrong_files)
{
    static const struct {
        const char *text;
        int line;
        const char *sentence;
    } cases[] = {
        {"port = 65536", 1, "port: expected a number from 0 to 65535, not '65536'"},
        {"\n# x\nport = -1", 3, "port: expected a number from 0 to 65535, not '-1'"},
        {"port = 80x", 1, "port: expected a number from 0 to 65535, not '80x'"},
        {"port = 0x50", 1, "port: expected a number from 0 to 65535, not '0x50'"},
        {"port = +5", 1, "port: expected a number from 0 to 65535, not '+5'"},
        {"port = 99999999999999999999", 1, "port: expected a number from 0 to 65535, not '99999999999999999999'"},
        {"port =", 1, "port: a value is missing"},
        {"port = # 80", 1, "port: a value is missing"},
        {"rate = 0", 1, "rate: expected a number from 1 to 100000, not '0'"},
        {"proxied = maybe", 1, "proxied: expected yes or no, not 'maybe'"},
        {"proxied = Yes", 1, "proxied: expected yes or no, not 'Yes'"},
        {"proxied = yes on", 1, "proxied: expected yes or no, not 'yes on'"},
        {"proxied = ", 1, "proxied: a value is missing"},
        {"log = loud", 1, "log: expected one of: error info debug, not 'loud'"},
        {"log = inf", 1, "log: expected one of: error info debug, not 'inf'"},
        {"log = error info", 1, "log: expected one of: error info debug, not 'error info'"},
        {"log =", 1, "log: a value is missing"},
        {"db =", 1, "db: a value is missing"},
        {"host = \"\"", 1, "host: a value is missing"},
        {"db = a\tb", 1, "db: control characters are not allowed"},
        {"db = a\033[2Jb", 1, "db: control characters are not allowed"},
        {"d\033b = a", 1, "control characters are not allowed"},
        {"db = \"a", 1, "db: the quotes do not match"},
        {"db = \"a\" b", 1, "db: the quotes do not match"},
        {"db = \"a\\\"", 1, "db: the quotes do not match"},
        {"db = a\ncolour = red", 2, "there is no option 'colour'; see tambo serve --help"},
        {"config = x", 1, "there is no option 'config'; see tambo serve --help"},
        {"print-config = yes", 1, "there is no option 'print-config'; see tambo serve --help"},
        {"max_conns = 5", 1, "there is no option 'max_conns'; see tambo serve --help"},
        {"Port = 5", 1, "there is no option 'Port'; see tambo serve --help"},
        {"port = 5\nrate = 5\nport = 5", 3, "port stands in line 1 already"},
        {"port 5", 1, "expected `name = value`"},
        {"= 5", 1, "expected `name = value`"},
        {"[server]", 1, "expected `name = value`"},
        {"url = tambo.example.org", 1,
         "url: expected an address such as https://tambo.example.org, without a path, not 'tambo.example.org'"},
        {"url = https://a/", 1,
         "url: expected an address such as https://tambo.example.org, without a path, not 'https://a/'"},
        {"url = https://", 1,
         "url: expected an address such as https://tambo.example.org, without a path, not 'https://'"},
        {"origins = https://a b", 1,
         "origins: expected * or addresses such as https://tambo.example.org, by space, not 'https://a b'"},
        {"origins = https://a *", 1,
         "origins: expected * or addresses such as https://tambo.example.org, by space, not 'https://a *'"},
        {"origins = https://a, https://b", 1,
         "origins: expected * or addresses such as https://tambo.example.org, by space, not 'https://a, https://b'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char want[TEXT];
        ck_assert_msg(read_file(cases[i].text) == 2, "%s", cases[i].text);
        snprintf(want, sizeof want, "%s:%d: %s\n", path, cases[i].line, cases[i].sentence);
        ck_assert_str_eq(said, want);
    }
    char want[TEXT];
    write_file("port = 5\ndb = a\0b\n", 18);
    ck_assert_int_eq(READ("--config", path), 2);
    snprintf(want, sizeof want, "%s:2: this is no text\n", path);
    ck_assert_str_eq(said, want);
    ck_assert_int_eq((write_file("port = x", 8), READ("--config", path, "--port=5")), 2); /* though nobody needs it */
}
END_TEST

/* Every number of the table at its borders. */
START_TEST(ranges)
{
    char word[128], want[256];
    for (const struct config_option *o = config_options; o->name; o++) {
        if (o->kind != CONFIG_NUMBER) continue;
        for (int k = -1; k <= 2; k++) {
            long v = k < 1 ? (long)o->min + k : (long)o->max + k - 1;
            snprintf(word, sizeof word, "--%s=%ld", o->name, v);
            snprintf(want, sizeof want, "tambo: --%s: expected a number from %d to %d, not '%ld'\n", o->name, o->min,
                     o->max, v);
            ck_assert_int_eq(READ(word), k == -1 || k == 2 ? 2 : 0);
            ck_assert_str_eq(said, k == -1 || k == 2 ? want : "");
        }
    }
}
END_TEST

/* Status 2 and one sentence. */
START_TEST(wrong_words)
{
    static const struct {
        const char *words[4], *sentence;
    } cases[] = {
        {{"--port"}, "option --port needs a value"},
        {{"--port", "a"}, "--port: expected a number from 0 to 65535, not 'a'"},
        {{"--port="}, "--port: a value is missing"},
        {{"--port", "1", "--port=1"}, "option --port may stand only once"},
        {{"--proxied", "--no-proxied"}, "option --proxied may stand only once"},
        {{"--proxied", "yes"}, "tambo serve takes only options, not 'yes'; see --help"},
        {{"--proxied=maybe"}, "--proxied: expected yes or no, not 'maybe'"},
        {{"--no-metrics=yes"}, "there is no option --no-metrics=yes here; see --help"},
        {{"--no-port", "5"}, "there is no option --no-port here; see --help"},
        {{"--colour", "red"}, "there is no option --colour here; see --help"},
        {{"--por", "5"}, "there is no option --por here; see --help"},
        {{"--="}, "there is no option --= here; see --help"},
        {{"--"}, "tambo serve takes only options, not '--'; see --help"},
        {{"-p"}, "tambo serve takes only options, not '-p'; see --help"},
        {{"x"}, "tambo serve takes only options, not 'x'; see --help"},
        {{""}, "tambo serve takes only options, not ''; see --help"},
        {{"--db", "a\nb"}, "--db: control characters are not allowed"},
        {{"--cert", "a"}, "cert and key belong together: key is missing"},
        {{"--key", "a"}, "cert and key belong together: cert is missing"},
        {{"--config", "/nowhere/at/all"}, "cannot read /nowhere/at/all: No such file or directory"},
        {{"--config", "/"}, "cannot read /: Is a directory"},
    };
    char want[TEXT];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_msg(read_words(cases[i].words) == 2, "%s", cases[i].words[0]);
        snprintf(want, sizeof want, "tambo: %s\n", cases[i].sentence);
        ck_assert_str_eq(said, want);
    }
    setenv("TAMBO_QUEUE_KIB", "much", 1);
    ck_assert_int_eq(read_words(NULL), 2);
    ck_assert_str_eq(said, "tambo: TAMBO_QUEUE_KIB: expected a number from 64 to 1048576, not 'much'\n");
}
END_TEST

START_TEST(unreadable)
{
    char big[65600], want[TEXT];
    memset(big, '#', sizeof big);
    write_file(big, 65536);
    ck_assert_int_eq(READ("--config", path), 0);
    write_file(big, 65537);
    ck_assert_int_eq(READ("--config", path), 2);
    snprintf(want, sizeof want, "tambo: %s is longer than 65536 bytes: this is no configuration\n", path);
    ck_assert_str_eq(said, want);
    chmod(path, 0);
    if (access(path, R_OK) == 0) return; /* root may read everything */
    ck_assert_int_eq(READ("--config", path), 2);
    snprintf(want, sizeof want, "tambo: cannot read %s: Permission denied\n", path);
    ck_assert_str_eq(said, want);
}
END_TEST

/* What config_print prints is read as the same config. */
START_TEST(printed)
{
    char first[64][64];
    ck_assert_int_eq(READ("--db", "my \"own\\ # file", "--proxied", "--no-metrics", "--port=7", "--cert=c", "--key= k ",
                          "--log=debug", "--origins", "https://a https://b"),
                     0);
    for (int i = 0; config_options[i].name; i++) strcpy(first[i], value(&config_options[i]));
    FILE *f = fopen(path, "w");
    config_print(&conf, f);
    fclose(f);
    ck_assert_msg(READ("--config", path) == 0, "%s", said);
    for (int i = 0; config_options[i].name; i++)
        if (config_options[i].ways & WAY_FILE) ck_assert_str_eq(first[i], value(&config_options[i]));
}
END_TEST

static void slurp(const char *name, char *text, size_t size)
{
    FILE *f = fopen(name, "r");
    ck_assert_ptr_nonnull(f);
    size_t n = fread(text, 1, size, f);
    fclose(f);
    ck_assert_uint_lt(n, size);
    text[n] = 0;
}

/* The help, the packaged file and docs/hosting.md speak of every option; the file is right. */
START_TEST(told)
{
    static char text[16384], page[65536];
    char line[64], bare[64], env[CONFIG_ENV];
    slurp("packaging/tambo.conf", text, sizeof text);
    slurp("docs/hosting.md", page, sizeof page);
    for (const struct config_option *o = config_options; o->name; o++) {
        snprintf(line, sizeof line, "  --%s", o->name);
        ck_assert_msg(strstr(config_help(), line) != NULL, "%s", line);
        if (o->ways & WAY_ENV) ck_assert_ptr_nonnull(strstr(config_help(), config_env(o, env)));
        if (!(o->ways & WAY_FILE)) continue;
        snprintf(line, sizeof line, "\n#%s = ", o->name);
        snprintf(bare, sizeof bare, "\n%s = ", o->name);
        ck_assert_msg(strstr(text, line) || strstr(text, bare), "packaging/tambo.conf: %s", o->name);
        snprintf(line, sizeof line, "`%s`", o->name);
        ck_assert_msg(strstr(page, line) != NULL, "docs/hosting.md: %s", o->name);
    }
    ck_assert_msg(READ("--config", "packaging/tambo.conf") == 0, "%s", said);
    ck_assert_str_eq(conf.db, "/var/lib/tambo/tambo.db");
    for (char *p = text; (p = strstr(p, "\n#")); p++) /* and with every line that is a comment now */
        if (p[2] >= 'a' && p[2] <= 'z') memmove(p + 1, p + 2, strlen(p + 2) + 1);
    ck_assert_msg(read_file(text) == 0, "%s", said);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("config");
    TCase *c = tcase_create("config");
    tcase_add_checked_fixture(c, begin, end);
    tcase_add_test(c, usual);
    tcase_add_test(c, every_option);
    tcase_add_test(c, words);
    tcase_add_test(c, file_values);
    tcase_add_test(c, wrong_files);
    tcase_add_test(c, ranges);
    tcase_add_test(c, wrong_words);
    tcase_add_test(c, unreadable);
    tcase_add_test(c, printed);
    tcase_add_test(c, told);
    suite_add_tcase(s, c);
    SRunner *run = srunner_create(s);
    srunner_run_all(run, CK_ENV);
    int failed = srunner_ntests_failed(run);
    srunner_free(run);
    return failed != 0;
}
