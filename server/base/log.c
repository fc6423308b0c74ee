/* log.c -- see log.h. A line is made in one buffer and leaves by one write, so that lines
 * of several threads do not mix. Whatever a value holds, it cannot end its line, forge
 * another, or move a terminal's cursor: controls, marks of direction and bytes that are
 * no UTF-8 are written as escapes. */
#include "log.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    LINE = 4096,      /* bytes of a line: pipes do not split so much */
    VALUE = 512,      /* bytes of one value; the rest is cut */
    TAIL = 24,        /* kept free for the end of the line */
    UNFIT = 0x110000, /* stands for a byte that is no UTF-8 */
};

static struct {
    enum log_level level;
    bool json;
    bool journal; /* standard error leads to systemd's journal, which knows the time */
} how = {.level = LOG_INFO};

static const char *const names[] = {"error", "info", "debug"};

/* A line that is being made. What no longer fits is left out; n tells. */
struct log_line {
    size_t n;
    char p[LINE];
};

/* Is standard error the stream that JOURNAL_STREAM names (device:inode)? */
static bool is_journal(void)
{
    const char *text = getenv("JOURNAL_STREAM");
    unsigned long long device, inode;
    struct stat s;
    return text && sscanf(text, "%llu:%llu", &device, &inode) == 2 && fstat(STDERR_FILENO, &s) == 0 &&
           s.st_dev == (dev_t)device && s.st_ino == (ino_t)inode;
}

void log_begin(enum log_level level, bool json)
{
    how.level = level;
    how.json = json;
    how.journal = is_journal();
}

bool log_on(enum log_level level) { return level <= how.level; }

static void put(struct log_line *l, const char *s, size_t n)
{
    if (l->n + n < LINE - TAIL) memcpy(l->p + l->n, s, n);
    l->n += n;
}

static void put_text(struct log_line *l, const char *s) { put(l, s, strlen(s)); }

static void put_format(struct log_line *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put_format(struct log_line *l, const char *format, ...)
{
    char text[40];
    va_list ap;
    va_start(ap, format);
    put(l, text, (size_t)vsnprintf(text, sizeof text, format, ap));
    va_end(ap);
}

/* The next character of s[n], n > 0, or UNFIT; *used: its bytes. */
static unsigned next(const unsigned char *s, size_t n, size_t *used)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t k = s[0] < 0x80 ? 1 : s[0] >> 5 == 6 ? 2 : s[0] >> 4 == 14 ? 3 : s[0] >> 3 == 30 ? 4 : 0;
    unsigned c = k == 1 ? s[0] : s[0] & (0x7fu >> k);
    *used = 1;
    if (k == 0 || k > n) return UNFIT;
    for (size_t i = 1; i < k; i++) {
        if (s[i] >> 6 != 2) return UNFIT;
        c = c << 6 | (s[i] & 0x3fu);
    }
    if (c < least[k] || c >= UNFIT || (c >= 0xd800 && c < 0xe000)) return UNFIT;
    *used = k;
    return c;
}

/* Characters that do something rather than show something. */
static bool is_mark(unsigned c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f ||
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

static void put_quoted(struct log_line *l, const char *text)
{
    size_t n = strlen(text), used;
    put(l, "\"", 1);
    for (size_t i = 0; i < n; i += used) {
        unsigned c = next((const unsigned char *)text + i, n - i, &used);
        if (i + used > VALUE) {
            put_text(l, "...");
            break;
        }
        if (c == '"' || c == '\\') put(l, "\\", 1), put(l, text + i, 1);
        else if (c == '\n') put_text(l, "\\n");
        else if (c == UNFIT && how.json) put_text(l, "\\ufffd"); /* JSON has no bytes */
        else if (c == UNFIT) put_format(l, "\\x%02x", (unsigned char)text[i]);
        else if (is_mark(c)) put_format(l, "\\u%04x", c);
        else put(l, text + i, used);
    }
    put(l, "\"", 1);
}

/* In quotes unless it is one plain word. */
static void put_word(struct log_line *l, const char *text)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-:/@+,%~*";
    size_t n = strspn(text, plain);
    if (n > 0 && text[n] == 0 && n <= VALUE) put(l, text, n);
    else put_quoted(l, text);
}

static void put_value(struct log_line *l, const struct log_value *v)
{
    if (!v->text) put_format(l, "%lld", (long long)v->number);
    else if (how.json) put_quoted(l, v->text);
    else put_word(l, v->text);
}

static void put_time(struct log_line *l)
{
    struct timespec now;
    struct tm tm;
    char text[40];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &tm);
    put(l, text, strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &tm));
    put_format(l, ".%03uZ", (unsigned)(now.tv_nsec / 1000000));
}

static void put_head(struct log_line *l, enum log_level level, const char *what)
{
    static const char *const journal[] = {"<3>", "<6>", "<7>"}; /* as sd-daemon(3) wants it */
    if (how.journal) put_text(l, journal[level]);
    if (how.json) put(l, "{", 1);
    if (!how.journal) {
        if (how.json) put_text(l, "\"time\":\"");
        put_time(l);
        put_text(l, how.json ? "\"," : " ");
    }
    put_text(l, how.json ? "\"level\":\"" : "");
    put_text(l, names[level]);
    put_text(l, how.json ? "\",\"what\":" : " ");
    put_value(l, &LOG_STR(what));
}

void log_fields(enum log_level level, const char *what, const struct log_field *fields, int n)
{
    struct log_line l = {.n = 0};
    int error = errno, left_out = 0;
    if (!log_on(level)) return;
    put_head(&l, level, what);
    for (int i = 0; i < n; i++) {
        size_t before = l.n;
        put(&l, how.json ? "," : " ", 1);
        if (how.json) put_quoted(&l, fields[i].key), put(&l, ":", 1);
        else put_text(&l, fields[i].key), put(&l, "=", 1);
        put_value(&l, &fields[i].value);
        if (l.n < LINE - TAIL) continue;
        l.n = before;
        left_out++;
    }
    if (left_out) l.n += (size_t)snprintf(l.p + l.n, TAIL, how.json ? ",\"left_out\":%d" : " left_out=%d", left_out);
    if (how.json) l.p[l.n++] = '}';
    l.p[l.n++] = '\n';
    while (write(STDERR_FILENO, l.p, l.n) < 0 && errno == EINTR) {
    }
    errno = error;
}
