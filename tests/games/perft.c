/* perft.c -- counts: from the end of each record of tests/perft/, how many ways are there
 * to write so many more lines? Compared with the numbers in the file, which were computed
 * by other programs too (see tests/perft/README.md). Speaks TAP.
 *
 * A line is an action of a seat or a line of chance; consequences are not counted. In a
 * comment of the record:
 *   # perft DEPTH COUNT    what is expected
 *   # then LINE            chance is not counted but follows this script, in order
 *
 * usage: perft [--count DEPTH] [FILE.rec...]   from the root of the repository */
#include "../kit/files.h"

enum { DEEP = 40, SCRIPT = 32 };

static const struct game *game;
static size_t size;                /* of a state */
static struct position room[DEEP]; /* one state for each step on the way */
static char script[SCRIPT][128];   /* lines of chance, without `* ` */
static int scripted;               /* how many */

static uint64_t count(int at, int depth, int chances);

/* All lines of chance that begin with these n moves, made from `start`; room[at] is the
 * state behind them. */
static uint64_t count_lines(int start, int at, Move *m, int n, int depth, int chances)
{
    const struct state *s = position_state(&room[at]);
    uint64_t total = 0;
    uint32_t legal = game->legal(s, NATURE, NULL);
    for (uint32_t k = 0; k < legal; k++) {
        m[n] = game->nth(s, NATURE, k);
        struct out none = {.size = 0};
        if (game->write(position_state(&room[start]), NATURE, m, n + 1, &none) < n + 1)
            return UINT64_MAX; /* a new line */
        memcpy(&room[at + 1], s, size);
        game->apply(position_state(&room[at + 1]), NATURE, m[n]);
        uint64_t more = UINT64_MAX;
        if (position_state(&room[at + 1])->phase == PHASE_CHANCE)
            more = count_lines(start, at + 1, m, n + 1, depth, chances);
        if (more == UINT64_MAX) { /* the line is complete */
            match_settle(game, position_state(&room[at + 1]), NULL, NULL);
            more = count(at + 1, depth - 1, chances);
        }
        total += more;
    }
    return total;
}

/* Follows the script. */
static uint64_t count_scripted(int at, int depth, int chances)
{
    Move m[MAX_LINE_MOVES];
    const char *why;
    memcpy(&room[at + 1], &room[at], size);
    struct state *s = position_state(&room[at + 1]);
    if (chances == scripted) return 0;
    struct words w = words_of(script[chances], strlen(script[chances]));
    int n = game->read(s, NATURE, &w, m, &why);
    for (int i = 0; i < n; i++) {
        GAME_ASSERT(!game->objection(s, NATURE, m[i]));
        game->apply(s, NATURE, m[i]);
    }
    GAME_ASSERT(n > 0);
    match_settle(game, s, NULL, NULL);
    return count(at + 1, depth, chances + 1);
}

/* The ways to write `depth` lines from room[at]; chances: lines of the script used. */
static uint64_t count(int at, int depth, int chances)
{
    const struct state *s = position_state(&room[at]);
    Move m[MAX_LINE_MOVES];
    uint64_t total = 0;
    GAME_ASSERT(at + 2 < DEEP);
    if (depth == 0) return 1;
    if (s->phase == PHASE_CHANCE)
        return scripted ? count_scripted(at, depth, chances) : count_lines(at, at, m, 0, depth, chances);
    for (int seat = 0; seat < s->players; seat++) {
        uint32_t legal = game->legal(s, seat, NULL);
        if (depth == 1) total += legal;
        for (uint32_t k = 0; depth > 1 && k < legal; k++) {
            memcpy(&room[at + 1], s, size);
            game->apply(position_state(&room[at + 1]), seat, game->nth(s, seat, k));
            match_settle(game, position_state(&room[at + 1]), NULL, NULL);
            total += count(at + 1, depth - 1, chances);
        }
    }
    return total;
}

static struct record *rec;
static int tests, failures;

/* Reads the record and its script; false after a complaint. */
static bool load(const char *path, const char *text)
{
    const char *p;
    size_t n;
    record_begin(rec);
    scripted = 0;
    while (files_line(&text, &p, &n)) {
        if (!record_line(rec, p, n)) break;
        if (n > 9 && !memcmp(p, "# then * ", 9)) {
            GAME_ASSERT(scripted < SCRIPT && n - 9 < sizeof script[0]);
            snprintf(script[scripted++], sizeof script[0], "%.*s", (int)n - 9, p + 9);
        }
    }
    if (!record_finish(rec)) {
        printf("# %s:%u: %s\n", path, (unsigned)rec->fault_line, rec->fault);
        return false;
    }
    game = rec->head.game;
    size = rec->size;
    memcpy(&room[0], &rec->pos, size);
    return true;
}

static void run_file(const char *path, int ask)
{
    size_t n;
    char *text = files_read(path, &n);
    const char *at = text, *p;
    if (!text || !load(path, text)) {
        printf("not ok %d - %s\n", ++tests, path);
        failures++;
        free(text);
        return;
    }
    for (int depth = 1; depth <= ask; depth++)
        printf("# perft %d %llu\n", depth, (unsigned long long)count(0, depth, 0));
    while (!ask && files_line(&at, &p, &n)) {
        int depth;
        unsigned long long want;
        if (sscanf(p, "# perft %d %llu", &depth, &want) != 2) continue;
        unsigned long long got = count(0, depth, 0);
        if (got != want) printf("# %s: %llu ways, not %llu\n", path, got, want), failures++;
        printf("%sok %d - %s, depth %d\n", got == want ? "" : "not ", ++tests, path, depth);
    }
    free(text);
}

int main(int argc, char **argv)
{
    int ask = argc > 2 && strcmp(argv[1], "--count") == 0 ? atoi(argv[2]) : 0, first = ask ? 3 : 1;
    char **names, file[512];
    size_t n = files_list("tests/perft", ".rec", &names);
    rec = files_must(calloc(1, sizeof *rec));
    for (int i = first; i < argc; i++) run_file(argv[i], ask);
    for (size_t i = 0; i < n; i++) {
        snprintf(file, sizeof file, "tests/perft/%s", names[i]);
        if (first == argc) run_file(file, ask);
        free(names[i]);
    }
    if (!ask) printf("1..%d\n# %d counts, %d failed\n", tests, tests, failures);
    free(names), free(rec);
    return failures != 0 || (!ask && tests == 0);
}
