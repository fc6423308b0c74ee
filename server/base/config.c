/* config.c -- see config.h. One table says everything about an option; the command line,
 * the environment, the file, --help and --print-config are loops over it. The strongest
 * way is read first, and what is set already stays. */
#include "config.h"
#include "must.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILE_MAX = 65536, /* bytes of a file */
    WHY = 160,        /* bytes of a sentence, without the value it speaks of */
    ALL = WAY_ARGS | WAY_ENV | WAY_FILE,
};

/* `http://` or `https://` and a host: what browsers call an origin. n bytes. */
static bool is_origin(const char *s, size_t n)
{
    size_t skip = strncmp(s, "https://", 8) == 0 ? 8 : strncmp(s, "http://", 7) == 0 ? 7 : 0;
    return skip && n > skip && strcspn(s + skip, "/?#@\\\"'<> ,;") + skip >= n;
}

static const char *url_objection(const char *s)
{
    return is_origin(s, strlen(s)) ? NULL : "expected an address such as https://tambo.example.org, without a path";
}

static const char *origins_objection(const char *s)
{
    if (strcmp(s, "*") == 0) return NULL;
    for (s += strspn(s, " "); *s; s += strspn(s, " ")) {
        size_t n = strcspn(s, " ");
        if (!is_origin(s, n)) return "expected * or addresses such as https://tambo.example.org, by space";
        s += n;
    }
    return NULL;
}

/* The URL of a database: it may have a password, and is never told. */
static bool is_postgres(const char *s)
{
    return strncmp(s, "postgres://", 11) == 0 || strncmp(s, "postgresql://", 13) == 0;
}

static const char *db_objection(const char *s)
{
    return is_postgres(s) ? "a PostgreSQL database is named by `store`" : NULL;
}

#define AT(field) offsetof(struct config, field)
#define TEXT(name, field, ways, usual, words, help, objection)                                                         \
    {                                                                                                                  \
        name, CONFIG_TEXT, ways, AT(field), usual, 0, 0, words, help, objection                                        \
    }
#define NUMBER(name, field, usual, min, max, help)                                                                     \
    {                                                                                                                  \
        name, CONFIG_NUMBER, ALL, AT(field), usual, min, max, "N", help, NULL                                          \
    }
#define FLAG(name, field, ways, usual, help)                                                                           \
    {                                                                                                                  \
        name, CONFIG_FLAG, ways, AT(field), usual, 0, 0, "", help, NULL                                                \
    }

const struct config_option config_options[] = {
    TEXT("config", config, WAY_ARGS | WAY_ENV, "", "FILE", "a file of lines `name = value`", NULL),
    TEXT("host", host, ALL, "127.0.0.1", "ADDRESS", "the address to listen on; 0.0.0.0: every one", NULL),
    NUMBER("port", port, "8080", 0, 65535, "the port to listen on; 0: any free one"),
    TEXT("db", db, ALL, "tambo.db", "FILE", "the database, made if missing; :memory: keeps nothing", db_objection),
    TEXT("store", store, ALL, "", "URL",
         "a PostgreSQL database instead of --db, which servers may share: postgres://...", NULL),
    TEXT("cert", cert, ALL, "", "FILE", "certificates (PEM) for TLS, with --key", NULL),
    TEXT("key", key, ALL, "", "FILE", "the private key (PEM) for TLS, with --cert", NULL),
    FLAG("proxied", proxied, ALL, "no", "behind a proxy that speaks TLS"),
    TEXT("url", url, ALL, "", "URL", "the address people use, for links; usually made of host and port", url_objection),
    TEXT("origins", origins, ALL, "", "URLS", "other sites whose pages may connect, by space; *: all",
         origins_objection),
    TEXT("files", files, ALL, "", "FOLDER", "web files to serve instead of those in the program", NULL),
    FLAG("daily", daily, ALL, "yes", "games of the day, with a ranking"),
    FLAG("metrics", metrics, ALL, "yes", "serve /metrics"),
    TEXT("metrics-token", metrics_token, ALL, "", "TOKEN",
         "what /metrics wants as Authorization: Bearer; others get nothing", NULL),
    NUMBER("max-conns", max_conns, "20000", 1, 1000000, "connections at most"),
    NUMBER("max-tables", max_tables, "50", 1, 100000, "tables that one player may have open or going on"),
    NUMBER("create-hour", create_hour, "60", 1, 100000, "tables that one player may create in an hour"),
    NUMBER("newcomers-minute", newcomers_minute, "120", 1, 1000000,
           "tables, names and the like for all newcomers in a minute, in shares by address"),
    NUMBER("address-hour", address_hour, "0", 0, 1000000,
           "tables, names and the like that come from one address in an hour; 0: not counted"),
    NUMBER("max-unattended", max_unattended, "5", 1, 100000, "open tables of a player who is not connected"),
    NUMBER("max-db-mib", max_db_mib, "0", 0, 1000000000,
           "MiB of the database beyond which nothing new is made or said; 0: no limit"),
    NUMBER("rate", rate, "20", 1, 100000, "messages a second from one connection"),
    NUMBER("burst", burst, "60", 1, 1000000, "messages at once from one connection"),
    NUMBER("player-rate", player_rate, "30", 1, 100000, "messages a second from all connections of a player"),
    NUMBER("player-burst", player_burst, "90", 1, 1000000, "messages at once from all connections of a player"),
    NUMBER("queue-kib", queue_kib, "1024", 64, 1048576, "KiB that a slow reader may be behind before it is cut off"),
    NUMBER("queues-mib", queues_mib, "256", 1, 1048576, "MiB that all slow readers together may be behind"),
    NUMBER("ping-s", ping_s, "30", 1, 3600, "seconds of silence after which a connection is asked for a sign of life"),
    NUMBER("workers", workers, "0", 0, 256, "threads for bots and maps; 0: one per core"),
    NUMBER("think-ms", think_ms, "1000", 1, 60000, "milliseconds a bot may think about a turn"),
    NUMBER("keep-days", keep_days, "0", 0, 36500,
           "days after which finished tables go, and names without a table; 0: never"),
    NUMBER("keep-open-days", keep_open_days, "7", 0, 36500, "days after which tables that nobody started go; 0: never"),
    {"log", CONFIG_CHOICE, ALL, AT(log), "info", 0, 0, "error info debug", "how much is logged", NULL},
    FLAG("log-json", log_json, ALL, "no", "log lines of JSON"),
    FLAG("print-config", print_config, WAY_ARGS, "no", "print all this as a file, and stop"),
    {NULL, 0, 0, 0, NULL, 0, 0, NULL, NULL, NULL},
};
enum { OPTIONS = sizeof config_options / sizeof *config_options - 1 };

/* A config that is being read. */
struct reading {
    struct config *c;
    bool set[OPTIONS];     /* by a stronger way already */
    const char *file;      /* the file being read */
    int line;              /* there; 0: not in the file */
    int line_of[OPTIONS];  /* where the file said it; 0: it did not */
    char what[CONFIG_ENV]; /* what complaints call the option: `--port`, `TAMBO_PORT`, `port` */
};

/* 2, also for a line of the file: it does not get better by itself, so that nobody should start again. */
static int complain(const struct reading *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int complain(const struct reading *r, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    if (r->line) fprintf(stderr, "%s:%d: ", r->file, r->line);
    else fputs("tambo: ", stderr);
    vfprintf(stderr, format, ap);
    fputc('\n', stderr);
    va_end(ap);
    return 2;
}

const char *config_env(const struct config_option *o, char name[CONFIG_ENV])
{
    size_t n = (size_t)snprintf(name, CONFIG_ENV, "TAMBO_%s", o->name);
    for (size_t i = 0; i < n; i++)
        if (name[i] == '-') name[i] = '_';
        else if (name[i] >= 'a' && name[i] <= 'z') name[i] = (char)(name[i] - 'a' + 'A');
    return name;
}

static int find(const char *name, size_t n, int way)
{
    for (int i = 0; i < OPTIONS; i++)
        if ((config_options[i].ways & way) && strlen(config_options[i].name) == n &&
            memcmp(config_options[i].name, name, n) == 0)
            return i;
    return -1;
}

/* ---- values ---- */

static bool has_word(const char *words, const char *word)
{
    size_t n = strlen(word);
    for (const char *w = words; n && (w = strstr(w, word)); w += n)
        if ((w == words || w[-1] == ' ') && (w[n] == ' ' || w[n] == 0)) return !strchr(word, ' ');
    return false;
}

static bool has_control(const char *s)
{
    for (; *s; s++)
        if ((unsigned char)*s < ' ' || *s == 127) return true;
    return false;
}

/* The number, or -1. */
static long number(const char *s)
{
    char *end;
    errno = 0;
    long v = strtol(s, &end, 10);
    return *s >= '0' && *s <= '9' && *end == 0 && errno == 0 ? v : -1;
}

/* What is wrong with the value, or NULL. */
static const char *objection(const struct config_option *o, const char *value, char why[WHY])
{
    if (has_control(value)) return "control characters are not allowed";
    if (*value == 0 && (o->kind != CONFIG_TEXT || *o->usual)) return "a value is missing";
    switch ((enum config_kind)o->kind) {
    case CONFIG_TEXT: return *value && o->objection ? o->objection(value) : NULL;
    case CONFIG_NUMBER:
        if (number(value) >= o->min && number(value) <= o->max) return NULL;
        snprintf(why, WHY, "expected a number from %d to %d", o->min, o->max);
        return why;
    case CONFIG_FLAG:
        return has_word("yes on true 1", value) || has_word("no off false 0", value) ? NULL : "expected yes or no";
    case CONFIG_CHOICE:
        if (has_word(o->words, value)) return NULL;
        snprintf(why, WHY, "expected one of: %s", o->words);
        return why;
    }
    return NULL;
}

static void store(struct config *c, const struct config_option *o, const char *value)
{
    char *at = (char *)c + o->at;
    if (o->kind == CONFIG_NUMBER) {
        int v = (int)number(value);
        memcpy(at, &v, sizeof v);
    } else if (o->kind == CONFIG_FLAG) {
        bool v = has_word("yes on true 1", value);
        memcpy(at, &v, sizeof v);
    } else {
        const char *v = *value ? value : NULL;
        memcpy(at, &v, sizeof v);
    }
}

/* Judges it in any case, and keeps it if no stronger way has set it. */
static int take(struct reading *r, int i, const char *value)
{
    char buffer[WHY];
    const char *why = objection(&config_options[i], value, buffer);
    if (why && (*value == 0 || has_control(value) || is_postgres(value))) return complain(r, "%s: %s", r->what, why);
    if (why) return complain(r, "%s: %s, not '%s'", r->what, why, value);
    if (!r->set[i]) store(r->c, &config_options[i], value);
    return 0;
}

/* Memory that stays until the program ends, and can be found by leak checkers. */
static char *keep(size_t n)
{
    static struct kept {
        struct kept *next;
        char p[];
    } * all;
    struct kept *k = must(malloc(sizeof *k + n));
    k->next = all;
    all = k;
    return k->p;
}

/* ---- the three ways ---- */

static void stars(char *from, const char *end)
{
    while (from < end) *from++ = '*';
}

char *config_hide(const char *url)
{
    char *copy = strcpy(keep(strlen(url) + 1), url), *p = (char *)(uintptr_t)url;
    char *user = strstr(p, "://"), *colon = user ? strchr(user + 3, ':') : NULL;
    char *word = strstr(p, "password=");
    if (colon && strchr(colon, '@')) stars(colon + 1, strchr(colon, '@'));
    if (word) stars(word + 9, word + 9 + strcspn(word + 9, "&"));
    return copy;
}

static int read_args(struct reading *r, int argc, char **argv)
{
    for (int k = 1; k < argc; k++) {
        const char *word = argv[k];
        if (strncmp(word, "--", 2) != 0 || word[2] == 0)
            return complain(r, "tambo serve takes only options, not '%s'; see --help", word);
        size_t n = strcspn(word + 2, "=");
        const char *equals = word[2 + n] ? word + 3 + n : NULL, *value = equals;
        bool no = strncmp(word, "--no-", 5) == 0 && !equals;
        int i = no ? find(word + 5, n - 3, WAY_ARGS) : find(word + 2, n, WAY_ARGS);
        if (i < 0 || (no && config_options[i].kind != CONFIG_FLAG))
            return complain(r, "there is no option %s here; see --help", word);
        const struct config_option *o = &config_options[i];
        snprintf(r->what, sizeof r->what, "--%s", o->name);
        if (r->set[i]) return complain(r, "option %s may stand only once", r->what);
        if (!value && o->kind == CONFIG_FLAG) value = no ? "no" : "yes";
        if (!value && k + 1 == argc) return complain(r, "option %s needs a value", r->what);
        if (!value) value = argv[++k];
        int status = take(r, i, o->at == AT(store) ? config_hide(value) : value);
        if (status) return status;
        r->set[i] = true;
    }
    return 0;
}

static int read_env(struct reading *r)
{
    for (int i = 0; i < OPTIONS; i++) {
        const char *value = getenv(config_env(&config_options[i], r->what));
        if (!(config_options[i].ways & WAY_ENV) || !value || !*value) continue;
        char *copy = strcpy(keep(strlen(value) + 1), value); /* a later setenv must not change it */
        int status = take(r, i, copy);
        if (status) return status;
        r->set[i] = true;
    }
    return 0;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static char *trim(char *s, char *end)
{
    while (end > s && is_blank(end[-1])) end--;
    *end = 0;
    while (is_blank(*s)) s++;
    return s;
}

/* The value in place, without quotes and comment; NULL: the quotes are wrong. Within
 * quotes \" and \\ are " and \. Outside a comment begins behind a blank. */
static char *unquote(char *s)
{
    if (*s != '"') {
        for (char *p = s; *p; p++)
            if (*p == '#' && (p == s || is_blank(p[-1]))) return trim(s, p);
        return s;
    }
    char *to = s, *from = s + 1;
    for (; *from && *from != '"'; from++) {
        if (*from == '\\' && (from[1] == '"' || from[1] == '\\')) from++;
        *to++ = *from;
    }
    if (*from != '"') return NULL;
    from++;
    while (is_blank(*from)) from++;
    *to = 0;
    return *from == 0 || *from == '#' ? s : NULL;
}

static int read_line(struct reading *r, char *line, char *end)
{
    if (memchr(line, 0, (size_t)(end - line))) return complain(r, "this is no text");
    line = trim(line, end);
    if (*line == 0 || *line == '#') return 0;
    char *equals = strchr(line, '=');
    if (!equals || equals == line) return complain(r, "expected `name = value`");
    trim(line, equals);
    if (has_control(line)) return complain(r, "control characters are not allowed");
    int i = find(line, strlen(line), WAY_FILE);
    if (i < 0) return complain(r, "there is no option '%s'; see tambo serve --help", line);
    if (r->line_of[i]) return complain(r, "%s stands in line %d already", line, r->line_of[i]);
    r->line_of[i] = r->line;
    snprintf(r->what, sizeof r->what, "%s", line);
    char *value = equals + 1;
    while (is_blank(*value)) value++;
    value = unquote(value);
    if (!value) return complain(r, "%s: the quotes do not match", line);
    return take(r, i, value);
}

static int read_file(struct reading *r, const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) return complain(r, "cannot read %s: %s", path, strerror(errno));
    char *text = keep(FILE_MAX + 2);
    size_t n = fread(text, 1, FILE_MAX + 1, f);
    int error = ferror(f) ? errno : 0;
    fclose(f);
    if (error) return complain(r, "cannot read %s: %s", path, strerror(error));
    if (n > FILE_MAX) return complain(r, "%s is longer than %d bytes: this is no configuration", path, FILE_MAX);
    text[n] = 0;
    r->file = path;
    for (char *line = text, *end; line < text + n; line = end + 1) {
        end = memchr(line, '\n', (size_t)(text + n - line));
        if (!end) end = text + n;
        r->line++;
        int status = read_line(r, line, end);
        if (status) return status;
    }
    r->line = 0;
    return 0;
}

int config_read(struct config *c, int argc, char **argv)
{
    struct reading r = {.c = c};
    memset(c, 0, sizeof *c);
    for (int i = 0; i < OPTIONS; i++) store(c, &config_options[i], config_options[i].usual);
    int status = read_args(&r, argc, argv);
    if (!status) status = read_env(&r);
    if (!status && c->config) status = read_file(&r, c->config);
    if (!status && !c->cert != !c->key)
        status = complain(&r, "cert and key belong together: %s is missing", c->cert ? "key" : "cert");
    return status;
}

/* ---- telling ---- */

const char *config_help(void)
{
    static char text[8192];
    FILE *f = fmemopen(text, sizeof text, "w");
    if (!f) abort();
    for (const struct config_option *o = config_options; o->name; o++) {
        char env[CONFIG_ENV] = "", option[64];
        bool choice = o->kind == CONFIG_CHOICE;
        if (o->kind == CONFIG_FLAG && (o->ways & WAY_FILE))
            snprintf(option, sizeof option, "--%s, --no-%s", o->name, o->name);
        else if (o->kind == CONFIG_FLAG) snprintf(option, sizeof option, "--%s", o->name);
        else snprintf(option, sizeof option, "--%s %s", o->name, choice ? "WORD" : o->words);
        if (o->ways & WAY_ENV) config_env(o, env);
        fprintf(f, *env ? "  %-30s %s" : "  %s%s", option, env);
        fprintf(f, *o->usual && *env ? " (%s)\n" : "%.0s\n", o->usual);
        fprintf(f, "        %s%s%s\n", o->help, choice ? ": " : "", choice ? o->words : "");
    }
    if (fclose(f) || strlen(text) >= sizeof text - 1) abort();
    return text;
}

static void print_text(const char *s, FILE *f)
{
    fputc('"', f);
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') fputc('\\', f);
        fputc(*s, f);
    }
    fputs("\"\n", f);
}

void config_print(const struct config *c, FILE *f)
{
    fputs("# The configuration of `tambo serve`: lines `name = value`.\n", f);
    for (const struct config_option *o = config_options; o->name; o++) {
        if (!(o->ways & WAY_FILE)) continue;
        const char *at = (const char *)c + o->at, *text;
        int v;
        bool on;
        fprintf(f, "\n# %s%s%s\n", o->help, o->kind == CONFIG_CHOICE ? ": " : "",
                o->kind == CONFIG_CHOICE ? o->words : "");
        switch ((enum config_kind)o->kind) {
        case CONFIG_NUMBER: fprintf(f, "%s = %d\n", o->name, (memcpy(&v, at, sizeof v), v)); break;
        case CONFIG_FLAG: fprintf(f, "%s = %s\n", o->name, (memcpy(&on, at, sizeof on), on) ? "yes" : "no"); break;
        case CONFIG_TEXT:
        case CONFIG_CHOICE:
            memcpy(&text, at, sizeof text);
            fprintf(f, text ? "%s = " : "# %s =\n", o->name);
            if (text) print_text(text, f);
            break;
        }
    }
}
