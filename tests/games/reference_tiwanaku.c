/* reference_tiwanaku.c -- Tiwanaku, plainly: where pawns can go, and what a map must
 * satisfy; see reference.h. No turns and no scores here. */
#include "reference.h"

#include <string.h>

static const int down[4] = {-1, 0, 1, 0}; /* by direction: up, right, down, left */
static const int right[4] = {0, 1, 0, -1};

static bool is_inside(const struct ref_board *b, int row, int col)
{
    return row >= 0 && row < b->rows && col >= 0 && col < b->cols;
}

static bool is_edge(const struct ref_board *b, int row, int col)
{
    return row == 0 || col == 0 || row == b->rows - 1 || col == b->cols - 1;
}

/* ---- movement (TIW-12, TIW-13) ---- */

/* The pawn enters this space and, where it may, goes on. Its first space is no
 * special case: coming back there it is on a crop, and may go on, or it is on a bare
 * space, where a movement cannot end; ref_walk_move() takes that end away again. */
static void walk(const struct ref_board *b, int row, int col, bool been[REF_ROWS][REF_COLS], struct ref_ends *ends)
{
    if (!is_inside(b, row, col) || b->pawn[row][col] == REF_OTHER || been[row][col]) return;
    been[row][col] = true;
    bool own = b->pawn[row][col] == REF_OWN, crop = b->crop[row][col] != 0;
    if (!own) ends->at[row][col] = true;
    if (!own && !crop) return;
    for (int way = 0; way < 4; way++) walk(b, row + down[way], col + right[way], been, ends);
}

void ref_walk_move(const struct ref_board *b, struct ref_place from, struct ref_ends *ends)
{
    struct ref_board without = *b; /* the pawn that moves stands nowhere */
    bool been[REF_ROWS][REF_COLS] = {{false}};
    memset(ends, 0, sizeof *ends);
    without.pawn[from.row][from.col] = REF_FREE;
    for (int way = 0; way < 4; way++) walk(&without, from.row + down[way], from.col + right[way], been, ends);
    ends->at[from.row][from.col] = false;
}

void ref_walk_enter(const struct ref_board *b, struct ref_ends *ends)
{
    bool been[REF_ROWS][REF_COLS] = {{false}};
    memset(ends, 0, sizeof *ends);
    for (int r = 0; r < b->rows; r++)
        for (int c = 0; c < b->cols; c++)
            if (is_edge(b, r, c)) walk(b, r, c, been, ends);
}

/* ---- movement in coop (COO-5) ---- */

/* Tries every path that passes no space twice. */
static void stride(const struct ref_board *b, int row, int col, bool passed[REF_ROWS][REF_COLS], struct ref_ends *ends)
{
    if (!is_inside(b, row, col) || b->pawn[row][col] == REF_OTHER || passed[row][col]) return;
    if (b->pawn[row][col] == REF_FREE && b->crop[row][col] == 0) {
        ends->at[row][col] = true;
        return;
    }
    passed[row][col] = true;
    for (int way = 0; way < 4; way++) stride(b, row + down[way], col + right[way], passed, ends);
    passed[row][col] = false;
}

void ref_coop_move(const struct ref_board *b, struct ref_place from, int way, struct ref_ends *ends)
{
    bool passed[REF_ROWS][REF_COLS] = {{false}};
    memset(ends, 0, sizeof *ends);
    passed[from.row][from.col] = true;
    stride(b, from.row + down[way], from.col + right[way], passed, ends);
}

void ref_coop_enter(const struct ref_board *b, int way, struct ref_ends *ends)
{
    bool passed[REF_ROWS][REF_COLS] = {{false}};
    memset(ends, 0, sizeof *ends);
    for (int r = 0; r < b->rows; r++)
        for (int c = 0; c < b->cols; c++) /* the step comes from outside the board */
            if (!is_inside(b, r - down[way], c - right[way])) stride(b, r, c, passed, ends);
}

/* ---- trails (SOL-6, SOL-7) ---- */

struct trail_end {
    char side; /* 't', 'r', 'b', 'l' */
    int at;    /* column or row */
};
struct trail {
    struct trail_end a, b;
};

static const struct trail long_trails[] = {
    {{'t', 0}, {'t', 1}}, {{'t', 2}, {'t', 3}}, {{'t', 4}, {'t', 5}}, {{'t', 6}, {'t', 7}}, {{'t', 8}, {'r', 0}},
    {{'r', 1}, {'r', 2}}, {{'r', 3}, {'r', 4}}, {{'b', 1}, {'b', 2}}, {{'b', 3}, {'b', 4}}, {{'b', 5}, {'b', 6}},
    {{'b', 7}, {'b', 8}}, {{'b', 0}, {'l', 4}}, {{'l', 0}, {'l', 1}}, {{'l', 2}, {'l', 3}},
};
static const struct trail tiny_trails[] = {
    {{'t', 0}, {'t', 1}}, {{'t', 2}, {'t', 3}}, {{'t', 4}, {'r', 0}}, {{'r', 1}, {'r', 2}}, {{'r', 3}, {'r', 4}},
    {{'b', 1}, {'b', 2}}, {{'b', 3}, {'b', 4}}, {{'b', 0}, {'l', 4}}, {{'l', 0}, {'l', 1}}, {{'l', 2}, {'l', 3}},
};

/* The other end of the trail that begins there. */
static struct trail_end follow(const struct ref_board *b, struct trail_end e)
{
    const struct trail *list = b->cols == 9 ? long_trails : tiny_trails;
    int n = (int)(b->cols == 9 ? sizeof long_trails : sizeof tiny_trails) / (int)sizeof *list;
    for (int i = 0; i < n; i++) {
        if (list[i].a.side == e.side && list[i].a.at == e.at) return list[i].b;
        if (list[i].b.side == e.side && list[i].b.at == e.at) return list[i].a;
    }
    return e; /* every row and column has a trail at both ends: not reached */
}

struct ref_place ref_otoma(const struct ref_board *b, struct ref_place from, int way)
{
    int row = from.row, col = from.col;
    for (int steps = 0; steps < 2 * b->rows * b->cols; steps++) { /* the whole loop: each space across and down */
        row += down[way], col += right[way];
        if (!is_inside(b, row, col)) {
            struct trail_end out = {'t', col};
            if (way == REF_RIGHT) out = (struct trail_end){'r', row};
            if (way == REF_DOWN) out = (struct trail_end){'b', col};
            if (way == REF_LEFT) out = (struct trail_end){'l', row};
            struct trail_end in = follow(b, out);
            if (in.side == 't') row = 0, col = in.at, way = REF_DOWN;
            if (in.side == 'b') row = b->rows - 1, col = in.at, way = REF_UP;
            if (in.side == 'l') row = in.at, col = 0, way = REF_RIGHT;
            if (in.side == 'r') row = in.at, col = b->cols - 1, way = REF_LEFT;
        }
        if (b->terrain[row][col] == 0) return (struct ref_place){row, col};
    }
    return (struct ref_place){-1, -1};
}

/* ---- maps (SCN-2, SCN-3, SCN-4) ---- */

/* Gives the space's whole region the number id. */
static void flood(const struct ref_board *b, int row, int col, int id, int region[REF_ROWS][REF_COLS])
{
    region[row][col] = id;
    for (int way = 0; way < 4; way++) {
        int r = row + down[way], c = col + right[way];
        if (is_inside(b, r, c) && region[r][c] == 0 && b->terrain[r][c] == b->terrain[row][col])
            flood(b, r, c, id, region);
    }
}

/* Numbers all regions from 1; returns how many. */
static int find_regions(const struct ref_board *b, int region[REF_ROWS][REF_COLS])
{
    int n = 0;
    memset(region, 0, sizeof(int[REF_ROWS][REF_COLS]));
    for (int r = 0; r < b->rows; r++)
        for (int c = 0; c < b->cols; c++)
            if (region[r][c] == 0) flood(b, r, c, ++n, region);
    return n;
}

static bool touch(int r, int c, int r2, int c2)
{
    return (r != r2 || c != c2) && r - r2 <= 1 && r2 - r <= 1 && c - c2 <= 1 && c2 - c <= 1;
}

static int region_size(const struct ref_board *b, int region[REF_ROWS][REF_COLS], int id)
{
    int n = 0;
    for (int r = 0; r < b->rows; r++)
        for (int c = 0; c < b->cols; c++) n += region[r][c] == id;
    return n;
}

static int crops_in(const struct ref_board *b, int region[REF_ROWS][REF_COLS], int id, int level)
{
    int n = 0;
    for (int r = 0; r < b->rows; r++)
        for (int c = 0; c < b->cols; c++) n += region[r][c] == id && b->crop[r][c] == level;
    return n;
}

static bool counts_hold(const struct ref_board *b)
{
    static const int tiles[5] = {0, 15, 17, 15, 15}, crops[6] = {0, 13, 12, 12, 10, 10}; /* TIW-2 */
    int tile[5] = {0}, crop[6] = {0};
    for (int r = 0; r < b->rows; r++)
        for (int c = 0; c < b->cols; c++) tile[b->terrain[r][c]]++, crop[b->crop[r][c]]++;
    for (int i = 1; i <= 4; i++)
        if (tile[i] > tiles[i]) return false;
    for (int i = 1; i <= 5; i++)
        if (crop[i] > crops[i]) return false;
    return true;
}

struct ref_verdict ref_map_check(const struct ref_board *b)
{
    struct ref_verdict v = {true, true, counts_hold(b)};
    int region[REF_ROWS][REF_COLS], n = find_regions(b, region);
    for (int id = 1; id <= n; id++) {
        int size = region_size(b, region, id);
        if (size > 5) v.scn2 = false;
        for (int level = 1; level <= 5; level++)
            if (crops_in(b, region, id, level) != (level <= size ? 1 : 0)) v.scn3 = false;
    }
    for (int r = 0; r < b->rows; r++)
        for (int c = 0; c < b->cols; c++)
            for (int r2 = 0; r2 < b->rows; r2++)
                for (int c2 = 0; c2 < b->cols; c2++) {
                    if (!touch(r, c, r2, c2)) continue;
                    if (b->terrain[r][c] == b->terrain[r2][c2] && region[r][c] != region[r2][c2]) v.scn2 = false;
                    if (b->crop[r][c] == b->crop[r2][c2]) v.scn3 = false;
                }
    return v;
}

/* May this crop stand here beside those there are? */
static bool fits(const struct ref_board *b, int region[REF_ROWS][REF_COLS], int row, int col, int level)
{
    if (level > region_size(b, region, region[row][col])) return false;
    for (int r = 0; r < b->rows; r++)
        for (int c = 0; c < b->cols; c++)
            if ((r != row || c != col) && b->crop[r][c] == level &&
                (touch(r, c, row, col) || region[r][c] == region[row][col]))
                return false;
    return true;
}

static long layouts_from(struct ref_board *b, int region[REF_ROWS][REF_COLS], int space, long limit)
{
    if (space == b->rows * b->cols) return 1;
    int row = space / b->cols, col = space % b->cols, given = b->crop[row][col];
    long n = 0;
    for (int level = 1; level <= 5 && n < limit; level++) {
        if ((given != 0 && given != level) || !fits(b, region, row, col, level)) continue;
        b->crop[row][col] = level;
        n += layouts_from(b, region, space + 1, limit - n);
        b->crop[row][col] = given;
    }
    return n;
}

long ref_map_layouts(const struct ref_board *b, long limit)
{
    struct ref_board work = *b;
    int region[REF_ROWS][REF_COLS];
    find_regions(b, region);
    return layouts_from(&work, region, 0, limit);
}

/* ---- arrows (SOL-3) ---- */

int ref_tile_colour(int tile) { return tile % 6; }

/* Rules 1: six tiles up, six right, six down, six left, and so on. Since rules 2 each tile
 * turns one further than the one before it, and every twelfth two. */
int ref_tile_direction(int rules, int tile)
{
    int way = REF_UP;
    for (int i = 1; i <= tile; i++) {
        if (rules == 1 && i % 6 == 0) way++;
        if (rules == 2) way += i % 12 == 0 ? 2 : 1;
    }
    return way % 4;
}
