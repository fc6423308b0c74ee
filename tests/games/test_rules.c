/* test_rules.c -- runs the cases of tests/rules/: one file per rule id of docs/rules,
 * each with small records and what must hold in them. The form is described in
 * tests/rules/README.md. Speaks TAP: every case is a test of its own; a failure names
 * file and line. An id of docs/rules without a case fails too. Every case runs once by each
 * version of the rules, unless it names its own.
 * Not here: whole games (test_golden.c), counts (perft.c), laws (laws.c).
 *
 * usage: test_rules [FILE.case...]   from the root of the repository */
#include "case.h"

#include <stdarg.h>

enum { FED = 4096 };

struct record *case_record;
bool case_failed;
long case_expectations;

static struct record *marked; /* as it was at `mark` */
static char fed[FED][64];     /* the lines of the record so far, cut short, by number */
static const char *path;      /* of the case file */
static int line_number;       /* in it */
static char title[256];       /* of the case */
static bool in_case;          /* a case is open */
static bool has_mark;         /* ... and has a mark */
static int rules;             /* the version the cases run by */
static bool skipped;          /* the case is one of another version */
static int cases, failures;   /* so far */

void case_fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("# %s:%d: ", path, line_number);
    vprintf(format, args);
    putchar('\n');
    va_end(args);
    case_failed = true;
}

const char *case_record_line(uint32_t n) { return n < FED ? fed[n] : ""; }

bool case_starts(const char *text, const char *word) { return strncmp(text, word, strlen(word)) == 0; }

char *case_field(char **p)
{
    char *word = *p;
    *p += strcspn(*p, " ");
    if (**p) *(*p)++ = 0;
    return word;
}

/* ---- the record ---- */

static void feed(const char *line)
{
    size_t n = strlen(line);
    if (case_failed) return;
    if (case_record->line + 1 < FED) snprintf(fed[case_record->line + 1], sizeof fed[0], "%s", line);
    if (!record_line(case_record, line, n)) {
        case_fail("`%s` was refused: %s", line, case_record->fault);
        return;
    }
    const struct game *g = case_record->head.game;
    const char *why = case_record->started ? g->broken(record_state(case_record)) : NULL;
    if (why) case_fail("after `%s` the state is broken: %s", line, why);
}

__attribute__((format(printf, 1, 2))) static void feedf(const char *format, ...)
{
    char line[CASE_LINE];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    feed(line);
}

static void feed_map(const char *name)
{
    char file[512];
    size_t n;
    snprintf(file, sizeof file, "tests/rules/maps/%s.scenario", name);
    char *map = files_read(file, &n);
    const char *at = map, *p;
    if (!map) case_fail("there is no map %s", file);
    feed("scenario:");
    while (map && files_line(&at, &p, &n)) feedf("%.*s", (int)n, p);
    feed("end");
    free(map);
}

/* `@ GAME MODE PLAYERS BOARD [RULES]`: the header lines. BOARD: a built-in sheet, `grid` (rows
 * follow up to `--`) or a scenario in maps/. Returns true for `grid`. */
static bool feed_header(char *words)
{
    char *g = case_field(&words), *mode = case_field(&words), *players = case_field(&words),
         *board = case_field(&words);
    skipped = *words && atoi(words) != rules;
    if (skipped) return in_case = false;
    feedf("tambo-record 1");
    feedf("game: %s", g);
    feedf("rules: %d", rules);
    feedf("mode: %s", mode);
    feedf("players: %s", players);
    if (strcmp(board, "grid") == 0) {
        feed("sheet:");
        feed("tambo-sheet 1");
        feedf("game: %s", g);
        feed("name: drawn for this case");
        feed("grid:");
        return true;
    }
    if (strcmp(g, "tiwanaku") == 0) feed_map(board);
    else feedf("sheet: %s", board);
    return false;
}

/* Feeds lines separated by ` | `, with `$` replaced by the word and $1 ... $9 by its
 * parts between slashes. */
static void feed_all(const char *lines, const char *word)
{
    char line[CASE_LINE];
    size_t n = 0;
    for (const char *p = lines;; p++) {
        GAME_ASSERT(n + 64 < sizeof line);
        if (!*p || case_starts(p, " | ")) {
            line[n] = 0;
            n = 0;
            feed(line);
            if (!*p) return;
            p += 2;
        } else if (*p == '$' && word) {
            const char *part = word;
            int k = p[1] >= '1' && p[1] <= '9' ? *++p - '0' : 0;
            for (int i = 1; i < k; i++) part += strcspn(part, "/") + (part[strcspn(part, "/")] == '/');
            size_t len = k ? strcspn(part, "/") : strlen(part);
            memcpy(line + n, part, len);
            n += len;
        } else {
            line[n++] = *p;
        }
    }
}

/* ---- cases and files ---- */

static void close_case(void)
{
    if (!in_case) return;
    cases++;
    failures += case_failed;
    printf("%sok %d - %s\n", case_failed ? "not " : "", cases, title);
    in_case = false;
}

static void open_case(const char *id, const char *name, bool fork)
{
    close_case();
    skipped = skipped && fork;
    if (skipped) return;
    in_case = true;
    case_failed = false;
    snprintf(title, sizeof title, "%s by rules %d: %s", id, rules, name);
    if (fork && !has_mark) case_fail("there is nothing to fork from");
    if (fork) {
        files_copy_record(case_record, marked);
        return;
    }
    has_mark = false;
    record_begin(case_record);
}

/* `each W W: A | B` and `repeat N: A | B` */
static void feed_loop(char *p, bool repeat)
{
    char *lines = strstr(p, ": ");
    if (!lines) {
        case_fail("expected `: ` and lines");
        return;
    }
    *lines = 0;
    lines += 2;
    if (repeat)
        for (int i = atoi(p); i > 0; i--) feed_all(lines, NULL);
    else
        while (*p) feed_all(lines, case_field(&p));
}

static bool in_grid; /* rows of `@ ... grid` */

static void case_line(const char *id, char *p)
{
    if (in_case && in_grid) { /* rows look like comments */
        in_grid = strcmp(p, "--") != 0 && strcmp(p, "end") != 0;
        if (strcmp(p, "--") == 0) feed("end");
        if (case_starts(p, "? ")) case_check(p + 2), in_grid = true;
        else feed(p);
        return;
    }
    bool comment = *p == '#' && !(in_case && case_record->in_board);
    if (case_starts(p, "case ")) open_case(id, p + 5, false);
    else if (case_starts(p, "fork ")) open_case(id, p + 5, true);
    else if (!*p || comment || skipped) return;
    else if (!in_case) case_fail("expected `case TITLE`"), in_case = true;
    else if (case_starts(p, "? ")) case_check(p + 2);
    else if (case_starts(p, "@ ")) in_grid = feed_header(p + 2);
    else if (case_starts(p, "each ")) feed_loop(p + 5, false);
    else if (case_starts(p, "repeat ")) feed_loop(p + 7, true);
    else if (strcmp(p, "mark") == 0) files_copy_record(marked, case_record), has_mark = true;
    else feed(p);
}

/* By this version of the rules. */
static void run_once(const char *file)
{
    char id[64], line[CASE_LINE];
    const char *base = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
    size_t n;
    char *all = files_read(file, &n);
    const char *at = all, *p;
    snprintf(id, sizeof id, "%.*s", (int)strcspn(base, "."), base);
    path = file;
    line_number = 0;
    in_grid = has_mark = skipped = false;
    if (!all) case_fail("it cannot be read");
    while (all && files_line(&at, &p, &n)) {
        size_t len = (size_t)snprintf(line, sizeof line, "%.*s", (int)n, p);
        line_number++;
        int more = 0;
        while (case_starts(at, "?+") && files_line(&at, &p, &n)) { /* goes on in the next line */
            len += (size_t)snprintf(line + len, sizeof line - len, "%.*s", (int)n - 2, p + 2);
            more++;
        }
        case_line(id, line);
        line_number += more;
    }
    close_case();
    case_forget();
    free(all);
}

static void run_file(const char *file)
{
    long before = case_expectations;
    for (rules = 1; rules <= games[0]->rules; rules++) run_once(file);
    if (case_expectations == before) case_fail("nothing is expected here"), in_case = true;
    close_case();
}

/* Every rule, `- TEM-3 ...` at the start of a line in docs/rules, has its file. */
static void check_ids(char **files, size_t n)
{
    char **docs, name[512], id[64];
    size_t count = files_list("docs/rules", ".md", &docs), size;
    int ids = 0;
    for (size_t i = 0; i < count; i++) {
        snprintf(name, sizeof name, "docs/rules/%s", docs[i]);
        char *all = files_read(name, &size);
        const char *at = all, *p;
        for (line_number = 1; all && files_line(&at, &p, &size); line_number++) {
            int used = 0, number;
            char letters[8];
            if (sscanf(p, "- %7[A-Z]-%d %n", letters, &number, &used) != 2 || !used) continue;
            ids++;
            snprintf(id, sizeof id, "%s-%d.case", letters, number);
            size_t k = 0;
            while (k < n && strcmp(files[k], id) != 0) k++;
            path = name;
            if (k == n) case_fail("this rule has no tests/rules/%s", id);
        }
        free(all);
        free(docs[i]);
    }
    free(docs);
    if ((size_t)ids != n) case_fail("%d rules, but %zu case files", ids, n);
    printf("# %d rules\n", ids);
}

int main(int argc, char **argv)
{
    char **names, file[512];
    size_t n = argc > 1 ? 0 : files_list("tests/rules", ".case", &names);
    case_record = files_must(calloc(1, sizeof *case_record));
    marked = files_must(calloc(1, sizeof *marked));
    for (int i = 1; i < argc; i++) run_file(argv[i]);
    for (size_t i = 0; i < n; i++) {
        snprintf(file, sizeof file, "tests/rules/%s", names[i]);
        run_file(file);
    }
    if (argc == 1) {
        snprintf(title, sizeof title, "every rule has a case");
        in_case = true, case_failed = false;
        check_ids(names, n);
        close_case();
        for (size_t i = 0; i < n; i++) free(names[i]);
        free(names);
    }
    printf("1..%d\n# %d cases, %ld expectations, %d failed\n", cases, cases, case_expectations, failures);
    case_end();
    free(marked), free(case_record);
    return failures != 0;
}
