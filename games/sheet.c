/* sheet.c -- see sheet.h; the text form is in docs/rules/notation.md. */
#include "sheet.h"

#include "builtin.h"

#include <string.h>

_Static_assert(sizeof(struct sheet) <= BOARD_BYTES, "a sheet fits into a board");
_Static_assert(sizeof(struct ground) == 1184, "same layout on every platform");

enum { SEEN_GAME = 1, SEEN_NAME = 2, SEEN_GRID = 4 };

static void begin(struct board *b) { (void)b; /* all zero already */ }

static const char *row(struct sheet *s, const char *p, size_t n)
{
    if (s->rows == SHEET_SIDE) return "Expected at most 16 rows. [notation]";
    if (n > SHEET_SIDE) return "Expected a row of at most 16 cells. [notation]";
    if (s->rows && n != s->cols) return "Expected a row as long as the first one. [notation]";
    for (size_t i = 0; i < n; i++)
        if (!p[i] || !strchr("#Do.", p[i]))
            return "Expected a row of `#` space, `.` nothing, and `D` door (Temple) or `o` lake (Valley). [notation]";
    s->cols = (uint8_t)n;
    memcpy(s->cell + s->rows++ * SHEET_SIDE, p, n);
    return NULL;
}

static bool starts(const char *p, size_t n, const char *word)
{
    return n >= strlen(word) && !memcmp(p, word, strlen(word));
}

static const char *once(struct sheet *s, uint8_t bit)
{
    if (s->seen & bit) return "This line may stand only once. [notation]";
    s->seen |= bit;
    return NULL;
}

static const char *line(struct board *b, const char *p, size_t n)
{
    struct sheet *s = (struct sheet *)(void *)b;
    if (s->in_grid == 1) {
        if (n) return row(s, p, n);
        s->in_grid = 2;
    }
    if (n == 0 || p[0] == '#') return NULL;
    if (s->in_grid == 2) return "Nothing may follow the grid. [notation]";
    if (starts(p, n, "game: ")) {
        if (!game_find(p + 6, n - 6)) return "Expected `game: temple` or `game: valley`. [notation]";
        memset(s->game, 0, sizeof s->game);
        memcpy(s->game, p + 6, n - 6);
        return once(s, SEEN_GAME);
    }
    if (starts(p, n, "name:") && (n == 5 || p[5] == ' ')) {
        size_t skip = n == 5 ? 5 : 6;
        if (n - skip >= SHEET_NAME) return "Expected a name of at most 255 bytes. [notation]";
        memset(s->name, 0, sizeof s->name);
        memcpy(s->name, p + skip, n - skip);
        return once(s, SEEN_NAME);
    }
    if (n == 5 && starts(p, n, "grid:")) {
        s->in_grid = 1;
        return once(s, SEEN_GRID);
    }
    return "Expected `game:`, `name:` or `grid:`. [notation]";
}

static bool may_end(const struct board *b) { return (void)b, true; /* a grid may be of any height */ }

static const char *check(const struct board *b)
{
    const struct sheet *s = (const struct sheet *)(const void *)b;
    int open = 0, doors = 0;
    for (int i = 0; i < SHEET_SIDE * SHEET_SIDE; i++) open += s->cell[i] == '#', doors += s->cell[i] == 'D';
    if (open == 0) return "Expected at least one space that is no door. [notation]";
    if (open + doors > SHEET_SPACES) return "Expected at most 64 spaces, doors included. [notation]";
    return NULL;
}

/* A border all round, so that no neighbour needs to be asked whether it is there. */
enum { WIDE = SHEET_SIDE + 2 };

/* g is all zero. */
static void survey(struct ground *g, const struct sheet *s)
{
    uint64_t space[WIDE * WIDE]; /* a space's bit, else 0 */
    uint8_t cloud[WIDE * WIDE];  /* 1: a cloud, or the end of the drawing */
    unsigned i = 0;
    memset(space, 0, (s->rows + 2u) * WIDE * sizeof *space);
    memset(cloud, 1, (s->rows + 2u) * WIDE);
    g->cols = s->cols;
    g->rows = s->rows;
    for (int r = 0; r < s->rows; r++)
        for (int c = 0; c < s->cols; c++) {
            char k = s->cell[r * SHEET_SIDE + c];
            int at = (r + 1) * WIDE + c + 1;
            cloud[at] = k == '.';
            if (k != '#' && k != 'D') continue;
            space[at] = bit(i);
            g->col[i] = (uint8_t)c;
            g->row[i] = (uint8_t)r;
            g->doors |= (uint64_t)(k == 'D') << i++;
        }
    g->spaces = (uint8_t)i;
    g->all = i < SHEET_SPACES ? bit(i) - 1 : ~UINT64_C(0);
    for (i = 0; i < g->spaces; i++) {
        int at = (g->row[i] + 1) * WIDE + g->col[i] + 1;
        const uint64_t *p = &space[at];
        const uint8_t *q = &cloud[at];
        g->side[i] = p[-WIDE] | p[-1] | p[1] | p[WIDE];
        g->near[i] = g->side[i] | p[-WIDE - 1] | p[-WIDE + 1] | p[WIDE - 1] | p[WIDE + 1];
        g->edge |= (uint64_t)(q[-WIDE] | q[-1] | q[1] | q[WIDE]) << i; /* VAL-1: a cloud or the end, not a lake */
    }
}

static const char *close(struct board *b)
{
    struct sheet *s = (struct sheet *)(void *)b;
    if (!(s->seen & SEEN_GAME)) return "The sheet's line `game:` is missing. [notation]";
    if (!(s->seen & SEEN_NAME)) return "The sheet's line `name:` is missing. [notation]";
    if (!(s->seen & SEEN_GRID)) return "The sheet's line `grid:` is missing. [notation]";
    bool temple = strcmp(s->game, "temple") == 0;
    if (!temple && strcmp(s->game, "valley") != 0) return "Sheets are for temple and valley. [notation]";
    if (memchr(s->cell, temple ? 'o' : 'D', sizeof s->cell))
        return temple ? "Lakes are for valley sheets. [notation]" : "Doors are for temple sheets. [notation]";
    if (!check(b)) survey(&s->ground, s);
    return NULL;
}

static void write(const struct board *b, struct out *o)
{
    const struct sheet *s = (const struct sheet *)(const void *)b;
    out_str(o, "tambo-sheet 1\ngame: ");
    out_str(o, s->game);
    out_str(o, s->name[0] ? "\nname: " : "\nname:");
    out_str(o, s->name);
    out_str(o, "\ngrid:\n");
    for (int r = 0; r < s->rows; r++) {
        out_bytes(o, s->cell + r * SHEET_SIDE, s->cols);
        out_char(o, '\n');
    }
}

static bool builtin(struct board *b, const char *game, const char *name, size_t n)
{
    return builtin_load(&sheet_kind, b, game, name, n);
}

static bool list(int i, const char **game, const char **name) { return builtin_list(&sheet_kind, i, game, name); }

static void veil(struct board *b) { (void)b; /* sheets are public */ }

const struct board_kind sheet_kind = {
    .key = "sheet",
    .first = "tambo-sheet 1",
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

/* ---- geometry ---- */

uint64_t sheet_near(const struct ground *g, uint64_t set)
{
    uint64_t near = 0;
    unsigned i;
    BITS_EACH(i, set) near |= g->near[i];
    return near;
}

uint64_t sheet_connected(const struct ground *g, uint64_t part, uint64_t set)
{
    uint64_t grown;
    while ((grown = part | (sheet_near(g, part) & set)) != part) part = grown;
    return part;
}

unsigned sheet_read_space(const struct ground *g, struct words *w)
{
    int col, row;
    struct words before = *w;
    if (words_place(w, &col, &row))
        for (unsigned i = 0; i < g->spaces; i++)
            if (g->col[i] == col && g->row[i] == row) return i;
    *w = before;
    return NO_SPACE;
}

void sheet_write_space(const struct ground *g, unsigned space, struct out *o)
{
    out_char(o, (char)('a' + g->col[space]));
    out_int(o, g->row[space] + 1);
}
