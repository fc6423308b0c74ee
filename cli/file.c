/* file.c -- see cli.h. Lines are read into one buffer of fixed size, so that memory
 * is bounded whatever the file holds. */
#include "../bots/bot.h"
#include "../games/scenario_id.h"
#include "../server/base/must.h"
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { OUT_BYTES = 4 << 20 }; /* more than the largest view: 100 sheets, 128 KiB of names thrice escaped */

struct record *file_record(void) { return must(calloc(1, sizeof(struct record))); }

struct out *file_out(void)
{
    struct out *o = must(calloc(1, sizeof *o));
    o->p = must(malloc(OUT_BYTES));
    o->size = OUT_BYTES;
    return o;
}

void file_print(struct out *o, FILE *f)
{
    fwrite(o->p, 1, o->len < o->size ? o->len : o->size, f);
    fputc('\n', f);
    o->len = 0;
}

static FILE *kept; /* a copy of kept_path, or NULL */
static const char *kept_path;

static FILE *open_path(const char *path) { return strcmp(path, "-") == 0 ? stdin : fopen(path, "rb"); }

int file_keep(const char *path)
{
    char piece[4096];
    size_t n;
    FILE *f = open_path(path);
    if (!f) return usage("cannot read %s: %s", path, strerror(errno));
    kept = tmpfile();
    kept_path = path;
    bool good = kept != NULL;
    while (good && (n = fread(piece, 1, sizeof piece, f)) > 0) good = fwrite(piece, 1, n, kept) == n;
    int status = EXIT_GOOD;
    if (!good) status = usage("cannot keep what comes from %s: %s", path, strerror(errno));
    else if (ferror(f)) status = usage("cannot read %s: %s", path, strerror(errno));
    if (f != stdin) fclose(f);
    return status;
}

int file_each_line(const char *path, bool (*fn)(void *ctx, const char *line, size_t n), void *ctx)
{
    static char line[RECORD_LINE + 2]; /* a CR may follow the longest line */
    FILE *f = kept && strcmp(path, kept_path) == 0 ? kept : open_path(path);
    if (!f) return usage("cannot read %s: %s", path, strerror(errno));
    if (f == kept) rewind(kept);
    size_t n = 0;
    bool go = true;
    int c = 0;
    while (go && (c = getc(f)) != EOF) {
        if (c == '\n') {
            go = fn(ctx, line, n);
            n = 0;
        } else {
            line[n++] = (char)c;
            if (n == sizeof line) fn(ctx, line, n), n = 0, go = false; /* refused as too long */
        }
    }
    if (go && n) fn(ctx, line, n);
    int status = ferror(f) ? usage("cannot read %s: %s", path, strerror(errno)) : EXIT_GOOD;
    if (f != stdin && f != kept) fclose(f);
    return status;
}

int file_complain(const char *path, uint32_t line, const char *why)
{
    fprintf(stderr, "%s:%u: %s\n", path, (unsigned)line, why);
    return EXIT_INVALID;
}

static bool feed_record(void *ctx, const char *line, size_t n) { return record_line(ctx, line, n); }

int file_read_record(const char *path, struct record *r)
{
    record_begin(r);
    int status = file_each_line(path, feed_record, r);
    if (status) return status;
    return record_finish(r) ? EXIT_GOOD : file_complain(path, r->fault_line, r->fault);
}

struct board_file {
    struct board_reader reader;
    uint32_t line;
    const char *why;
};

static bool feed_board(void *ctx, const char *p, size_t n)
{
    struct board_file *b = ctx;
    b->line++;
    if (n > RECORD_LINE + 1 || words_trim(p, n) > RECORD_LINE)
        b->why = "The line is longer than 65536 bytes. [notation]";
    else if (!words_utf8(p, n)) b->why = "The line is not valid UTF-8 text. [notation]";
    else b->why = board_line(&b->reader, p, words_trim(p, n));
    return b->why == NULL;
}

int file_read_board(const char *path, const struct board_kind *kind, struct board *board, bool checked)
{
    struct board_file b = {.line = 0};
    board_begin(&b.reader, kind, board);
    int status = file_each_line(path, feed_board, &b);
    if (status) return status;
    if (!b.why) b.why = board_close(&b.reader);
    if (b.why) return file_complain(path, b.line ? b.line : 1, b.why);
    const char *why = checked ? kind->check(board) : NULL;
    return why ? file_complain(path, 1, why) : EXIT_GOOD;
}

int file_find_board(const char *what, const struct game *g, struct board *board, char name[64])
{
    size_t n = strlen(what);
    name[0] = 0;
    if (n < 64 && g->board->builtin(board, g->name, what, n)) {
        memcpy(name, what, n + 1);
        return EXIT_GOOD;
    }
    if (g->board == &scenario_kind && (scenario_id_is(what, n) || scenario_short_is(what, n))) {
        const char *why = scenario_find_id(scenario_in(board), what, n);
        return why ? usage("%s", why) : EXIT_GOOD;
    }
    if (strcmp(what, "-") != 0) {
        FILE *f = fopen(what, "rb");
        if (!f) return usage("there is no built-in %s '%s' for %s, and no such file", g->board->key, what, g->name);
        fclose(f);
    }
    return file_read_board(what, g->board, board, true);
}

const struct bot *file_bot(const char *name, size_t n)
{
    const struct bot *b = bot_find(name, n);
    if (b) return b;
    fprintf(stderr, "tambo: there is no bot '%.*s'; the bots are:", (int)n, name);
    for (int i = 0; bots[i]; i++) fprintf(stderr, " %s", bots[i]->name);
    fputc('\n', stderr);
    return NULL;
}
