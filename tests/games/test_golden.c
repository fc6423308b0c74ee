/* test_golden.c -- replays the whole games of tests/golden/: each gives the result that
 * is kept beside it, hash included; writing what was read gives the same bytes; without
 * its `=` lines, or with CRLF, a record says the same. Speaks TAP.
 * Not here: how the records were made (tools/golden), single rules (test_rules.c). */
#include "../kit/files.h"

/* Writes a record down again while it is being read. */
struct writer {
    const struct game *game;
    size_t size; /* of a state */
    struct out text;
    struct position before;    /* the state before the first of these moves */
    Move move[MAX_LINE_MOVES]; /* of the event that is being read */
    int moves, seat;
};

static void write_event(struct writer *w)
{
    if (w->moves == 0) return;
    int used = record_write_line(w->game, position_state(&w->before), w->seat, w->move, w->moves, &w->text);
    GAME_ASSERT(used == w->moves);
    w->moves = 0;
}

static void on_move(void *ctx, const struct state *before, int seat, Move m)
{
    struct writer *w = ctx;
    if (seat == NATURE && w->game->mark(m) != '*') {
        write_event(w);
        record_write_line(w->game, before, seat, &m, 1, &w->text);
        return;
    }
    if (w->moves == 0) memcpy(w->before.raw, before, w->size);
    w->seat = seat;
    w->move[w->moves++] = m;
}

static struct record *rec;
static struct writer *writer;
static char result[1 << 16];

/* Reads a record, keeping (or not) its `=` lines, each line with this end. False after
 * a complaint. The text written goes to the writer, the result line to result. */
static bool replay(const char *name, const char *text, bool facts, const char *end)
{
    const char *p;
    char line[4096];
    size_t n;
    struct out o = {.p = result, .size = sizeof result};
    writer->text.len = 0;
    writer->moves = 0;
    rec->on_move = on_move;
    rec->ctx = writer;
    record_begin(rec);
    while (files_line(&text, &p, &n)) {
        if (!facts && n > 1 && p[0] == '=') continue;
        int len = snprintf(line, sizeof line, "%.*s%s", (int)n, p, end);
        bool started = rec->started;
        writer->game = rec->head.game;
        writer->size = rec->size;
        if (!record_line(rec, line, (size_t)len)) break;
        if (!started && rec->started) record_write_head(&rec->head, &writer->text);
        write_event(writer);
    }
    if (!record_finish(rec)) {
        printf("# %s:%u: %s\n", name, (unsigned)rec->fault_line, rec->fault);
        return false;
    }
    match_result(rec->head.game, record_state(rec), rec->size, rec->head.name, &o);
    out_char(&o, '\n');
    out_end(&o);
    return true;
}

static bool same(const char *name, const char *what, const char *got, size_t n, const char *want, size_t size)
{
    if (n == size && memcmp(got, want, n) == 0) return true;
    size_t at = 0, line = 1;
    for (; at < n && at < size && got[at] == want[at]; at++) line += got[at] == '\n';
    printf("# %s: %s differs in line %zu\n", name, what, line);
    return false;
}

static bool check(const char *name, const char *text, size_t size, const char *want)
{
    static const struct {
        const char *what, *end;
        bool facts;
    } ways[] = {{"as it is", "", true}, {"without its = lines", "", false}, {"with CRLF", "\r", true}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (!replay(name, text, ways[i].facts, ways[i].end)) return false;
        if (!same(name, ways[i].what, result, strlen(result), want, strlen(want))) return false;
        if (!same(name, "what was written", writer->text.p, writer->text.len, text, size)) return false;
    }
    if (record_state(rec)->phase == PHASE_OVER) return true;
    printf("# %s: the game is not over\n", name);
    return false;
}

int main(void)
{
    char **names, file[512];
    size_t n = files_list("tests/golden", ".rec", &names), size = 0, expected, failures = 0;
    rec = files_must(calloc(1, sizeof *rec));
    writer = files_must(calloc(1, sizeof *writer));
    writer->text = (struct out){.p = files_must(malloc(1 << 20)), .size = 1 << 20};
    for (size_t i = 0; i < n; i++) {
        names[i][strlen(names[i]) - 4] = 0;
        snprintf(file, sizeof file, "tests/golden/%s.rec", names[i]);
        char *text = files_read(file, &size);
        snprintf(file, sizeof file, "tests/golden/%s.result", names[i]);
        char *want = files_read(file, &expected);
        bool ok = text && want && check(names[i], text, size, want);
        if (!want) printf("# %s is missing: tools/golden writes it\n", file);
        printf("%sok %zu - %s\n", ok ? "" : "not ", i + 1, names[i]);
        failures += !ok;
        free(text), free(want), free(names[i]);
    }
    printf("1..%zu\n# %zu records, %zu failed\n", n, n, failures);
    free(names), free(writer->text.p), free(writer), free(rec);
    return failures != 0 || n == 0;
}
