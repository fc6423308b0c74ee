/* scenario.c -- see scenario.h; the text form is in docs/rules/notation.md. */
#include "scenario.h"

#include "../core/bits.h"
#include "../puzzle/make.h"
#include "../puzzle/solve.h"
#include "builtin.h"
#include "scenario_id.h"

#include <string.h>

_Static_assert(sizeof(struct scenario) <= BOARD_BYTES, "a scenario fits into a board");

enum { SEEN_BOARD = 1, SEEN_NAME = 2, SEEN_START = 4, SEEN_OTOMA = 8, SEEN_TERRAIN = 16, SEEN_CROPS = 32 };
enum { TINY = 5, LONG = 9 };

static const char terrain_letters[] = "?vdfm";

static void begin(struct board *b) { scenario_in(b)->map.rows = MAP_ROWS; }

static bool starts(const char *p, size_t n, const char *word)
{
    return n >= strlen(word) && memcmp(p, word, strlen(word)) == 0;
}

static const char *once(struct scenario *s, uint8_t bit)
{
    if (s->seen & bit) return "This line may stand only once. [notation]";
    s->seen |= bit;
    return NULL;
}

static const char *board_line_(struct scenario *s, const char *p, size_t n)
{
    if (n == 11 && starts(p, n, "board: tiny")) s->map.cols = TINY;
    else if (n == 11 && starts(p, n, "board: long")) s->map.cols = LONG;
    else return "Expected `board: tiny` or `board: long`. [notation]";
    return once(s, SEEN_BOARD);
}

static const char *name_line(struct scenario *s, const char *p, size_t n)
{
    size_t skip = n == 5 ? 5 : 6;
    if (n - skip >= SCENARIO_NAME) return "Expected a name of at most 255 bytes. [notation]";
    memset(s->name, 0, sizeof s->name);
    memcpy(s->name, p + skip, n - skip);
    return once(s, SEEN_NAME);
}

/* Spaces as column * MAP_ROWS + row, until close() knows how wide the board is. */
static const char *list_line(uint8_t *list, uint8_t *count, struct words w)
{
    uint8_t n = 0; /* a list with more spaces than the board has is cut: no rule allows it */
    if (words_done(&w)) return "Expected spaces: a column letter and a row number each. [notation]";
    while (!words_done(&w)) {
        int col, row;
        if (!words_place(&w, &col, &row) || col >= MAP_COLS || row >= MAP_ROWS)
            return "Expected spaces from a1 to i5, separated by one space. [notation]";
        if (n < MAP_SPACES) list[n++] = (uint8_t)(col * MAP_ROWS + row);
    }
    *count = n;
    return NULL;
}

static const char *grid_row(struct scenario *s, const char *p, size_t n, bool crops)
{
    uint8_t *rows = crops ? &s->crop_rows : &s->terrain_rows;
    if (s->map.cols == 0 && (n == TINY || n == LONG) && !(s->seen & SEEN_BOARD)) s->map.cols = (uint8_t)n;
    if (n != s->map.cols) return "Expected a row as long as the board is wide. [notation]";
    for (size_t i = 0; i < n; i++) {
        size_t at = (size_t)*rows * n + i;
        if (crops) {
            if (p[i] < '1' || p[i] > '5') return "Expected a row of crops 1 to 5. [notation]";
            s->map.crop[at] = (uint8_t)(p[i] - '0');
        } else {
            const char *letter = p[i] ? strchr("vdfm", p[i]) : NULL;
            if (!letter) return "Expected a row of terrain letters v, d, f, m. [notation]";
            s->map.terrain[at] = (uint8_t)(strchr(terrain_letters, p[i]) - terrain_letters);
        }
    }
    ++*rows;
    return NULL;
}

static const char *line(struct board *b, const char *p, size_t n)
{
    struct scenario *s = scenario_in(b);
    if (s->seen & SEEN_CROPS && s->crop_rows < MAP_ROWS) return grid_row(s, p, n, true);
    if (s->seen & SEEN_TERRAIN && s->terrain_rows < MAP_ROWS) return grid_row(s, p, n, false);
    if (n == 0 || p[0] == '#') return NULL;
    if (s->seen & SEEN_TERRAIN) {
        if (n == 6 && starts(p, n, "crops:")) return once(s, SEEN_CROPS);
        return s->seen & SEEN_CROPS ? "Nothing may follow the crops. [notation]" : "Expected `crops:`. [notation]";
    }
    if (starts(p, n, "board:")) return board_line_(s, p, n);
    if (n == 5 ? starts(p, n, "name:") : starts(p, n, "name: ")) return name_line(s, p, n);
    if (starts(p, n, "start: ")) {
        const char *why = once(s, SEEN_START);
        if (!why) why = list_line(s->start, &s->starts, words_of(p + 7, n - 7));
        for (int i = 0; !why && i < s->starts; i++)
            if (memchr(s->start + i + 1, s->start[i], (size_t)(s->starts - i - 1)))
                why = "Each space may stand only once. [notation]";
        return why;
    }
    if (starts(p, n, "otoma: ")) {
        const char *why = once(s, SEEN_OTOMA);
        return why ? why : list_line(s->otoma, &s->otomas, words_of(p + 7, n - 7));
    }
    if (n == 8 && starts(p, n, "terrain:")) return once(s, SEEN_TERRAIN);
    return "Expected `board:`, `name:`, `start:`, `otoma:` or `terrain:`. [notation]";
}

static bool may_end(const struct board *b)
{
    const struct scenario *s = (const struct scenario *)(const void *)b;
    return !(s->seen & SEEN_TERRAIN && s->terrain_rows < MAP_ROWS) &&
           !(s->seen & SEEN_CROPS && s->crop_rows < MAP_ROWS);
}

/* From column * MAP_ROWS + row to the number of the space; false if off the board. */
static bool place_list(uint8_t *list, uint8_t n, uint8_t cols)
{
    for (int i = 0; i < n; i++) {
        unsigned col = list[i] / MAP_ROWS, row = list[i] % MAP_ROWS;
        if (col >= cols) return false;
        list[i] = (uint8_t)(row * cols + col);
    }
    return true;
}

static const char *close(struct board *b)
{
    struct scenario *s = scenario_in(b);
    if (!(s->seen & SEEN_BOARD)) return "The scenario's line `board:` is missing. [notation]";
    if (!(s->seen & SEEN_NAME)) return "The scenario's line `name:` is missing. [notation]";
    if (!(s->seen & SEEN_START)) return "The scenario's line `start:` is missing. [notation]";
    if (s->terrain_rows < MAP_ROWS) return "The scenario's five rows of terrain are missing. [notation]";
    if (s->crop_rows < MAP_ROWS) return "The scenario's five rows of crops are missing. [notation]";
    if (!place_list(s->start, s->starts, s->map.cols) || !place_list(s->otoma, s->otomas, s->map.cols))
        return "A space is not on the tiny board. [notation]";
    for (int i = 0; i < map_spaces(&s->map); i++) s->tiles[s->map.terrain[i]]++;
    return NULL;
}

static uint64_t start_set(const struct scenario *s)
{
    uint64_t set = 0;
    for (int i = 0; i < s->starts; i++) set |= bit(s->start[i]);
    return set;
}

static const char *check(const struct board *b)
{
    const struct scenario *s = (const struct scenario *)(const void *)b;
    const char *why = map_check(&s->map);
    bool tiny = s->map.cols == TINY;
    uint64_t set = start_set(s), otoma = 0;
    if (why) return why;
    if (tiny ? s->starts < 3 || s->starts > 5 : s->starts < 5 || s->starts > 9)
        return "A scenario has 3 to 5 starting spaces on the tiny board, 5 to 9 on the long one. [SCN-4]";
    for (int i = 0; i < s->otomas; i++) otoma |= bit(s->otoma[i]);
    if (s->otomas ? s->otomas != OTOMA_PAWNS || bits_count(otoma) != OTOMA_PAWNS || otoma & ~set : !tiny)
        return "A scenario names five of its starting spaces for the Otoma (a tiny one may do without). [SCN-4]";
    struct map shown = scenario_shown(s);
    return solve_unique(&shown) ? NULL : "More than one crop layout fits terrain and starting crops. [SCN-5]";
}

static void write_list(const struct scenario *s, const char *key, const uint8_t *list, int n, struct out *o)
{
    out_str(o, key);
    for (int i = 0; i < n; i++) {
        out_char(o, ' ');
        out_char(o, (char)('a' + list[i] % s->map.cols));
        out_int(o, list[i] / s->map.cols + 1);
    }
    out_char(o, '\n');
}

static void write(const struct board *b, struct out *o)
{
    const struct scenario *s = (const struct scenario *)(const void *)b;
    out_str(o, s->map.cols == TINY ? "tambo-scenario 1\nboard: tiny\n" : "tambo-scenario 1\nboard: long\n");
    out_str(o, s->name[0] ? "name: " : "name:");
    out_str(o, s->name);
    out_char(o, '\n');
    write_list(s, "start:", s->start, s->starts, o);
    if (s->otomas) write_list(s, "otoma:", s->otoma, s->otomas, o);
    for (int crops = 0; crops < 2; crops++) {
        out_str(o, crops ? "crops:" : "terrain:");
        for (int i = 0; i < map_spaces(&s->map); i++) {
            if (i % s->map.cols == 0) out_char(o, '\n');
            out_char(o, crops ? (char)('0' + s->map.crop[i]) : terrain_letters[s->map.terrain[i]]);
        }
        out_char(o, '\n');
    }
}

static bool builtin(struct board *b, const char *game, const char *name, size_t n)
{
    return builtin_load(&scenario_kind, b, game, name, n);
}

static bool list(int i, const char **game, const char **name) { return builtin_list(&scenario_kind, i, game, name); }

static void veil(struct board *b)
{
    struct scenario *s = scenario_in(b);
    uint64_t set = start_set(s);
    memset(s->name, 0, sizeof s->name); /* a name may be looked up */
    for (int i = 0; i < map_spaces(&s->map); i++)
        if (!(set & bit((unsigned)i))) s->map.terrain[i] = s->map.crop[i] = 0;
}

const struct board_kind scenario_kind = {
    .key = "scenario",
    .first = "tambo-scenario 1",
    .begin = begin,
    .line = line,
    .may_end = may_end,
    .close = close,
    .check = check,
    .write = write,
    .builtin = builtin,
    .list = list,
    .veil = veil,
};

void scenario_make(struct scenario *s, int cols, enum grade grade, uint64_t seed)
{
    struct rng r = rng_fork(seed, (uint64_t)cols * GRADES + grade);
    memset(s, 0, sizeof *s);
    s->starts = (uint8_t)make_map(&s->map, cols, grade, &r, s->start, s->otoma);
    s->otomas = OTOMA_PAWNS;
    for (int i = 0; i < map_spaces(&s->map); i++) s->tiles[s->map.terrain[i]]++;
    struct out name = {.p = s->name, .size = sizeof s->name};
    scenario_short_write(&(struct scenario_short){cols, grade, seed}, &name);
}

struct map scenario_shown(const struct scenario *s)
{
    struct map m = s->map;
    memset(m.crop, 0, sizeof m.crop);
    for (int i = 0; i < s->starts; i++) m.crop[s->start[i]] = s->map.crop[s->start[i]];
    return m;
}
