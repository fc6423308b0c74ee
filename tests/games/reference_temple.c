/* reference_temple.c -- Temple of Apikhabou, plainly: see reference.h. */
#include "reference.h"

#include <string.h>

static bool is_space(const struct ref_grid *g, int row, int col)
{
    return row >= 0 && row < g->rows && col >= 0 && col < g->cols &&
           (g->cell[row][col] == '#' || g->cell[row][col] == 'D');
}

static bool is_empty(const struct ref_temple_sheet *s, int row, int col)
{
    return s->number[row][col] == 0 && !s->mummy[row][col];
}

static bool same(struct ref_place a, int row, int col) { return a.row == row && a.col == col; }

/* ---- scoring ---- */

/* Spaces of the longest run that begins here. */
static int run_from(const struct ref_grid *g, const struct ref_temple_sheet *s, int row, int col)
{
    int best = 0;
    for (int r = row - 1; r <= row + 1; r++)
        for (int c = col - 1; c <= col + 1; c++)
            if (is_space(g, r, c) && s->number[r][c] == s->number[row][col] + 1) {
                int n = run_from(g, s, r, c);
                if (n > best) best = n;
            }
    return 1 + best;
}

static int longest_run(const struct ref_grid *g, const struct ref_temple_sheet *s)
{
    int best = 0;
    for (int r = 0; r < g->rows; r++)
        for (int c = 0; c < g->cols; c++)
            if (is_space(g, r, c) && s->number[r][c] != 0) {
                int n = run_from(g, s, r, c);
                if (n > best) best = n;
            }
    return best;
}

/* Floods the spaces with this value from here; returns how many were new. */
static int flood(const struct ref_grid *g, const struct ref_temple_sheet *s, int value, int row, int col,
                 bool seen[REF_SIDE][REF_SIDE])
{
    if (!is_space(g, row, col) || seen[row][col] || s->number[row][col] != value) return 0;
    int n = 1;
    seen[row][col] = true;
    for (int r = row - 1; r <= row + 1; r++)
        for (int c = col - 1; c <= col + 1; c++) n += flood(g, s, value, r, c, seen);
    return n;
}

static bool has_group(const struct ref_grid *g, const struct ref_temple_sheet *s, int value)
{
    bool seen[REF_SIDE][REF_SIDE] = {{false}};
    for (int r = 0; r < g->rows; r++)
        for (int c = 0; c < g->cols; c++)
            if (flood(g, s, value, r, c, seen) >= 3) return true;
    return false;
}

struct ref_temple_score ref_temple_count(const struct ref_grid *g, const struct ref_temple_sheet *s)
{
    struct ref_temple_score score = {.run = longest_run(g, s)};
    for (int value = 1; value <= 15; value++)
        if (has_group(g, s, value)) score.groups += 3;
    for (int r = 0; r < g->rows; r++)
        for (int c = 0; c < g->cols; c++)
            if (s->mummy[r][c]) score.mummies += s->crossed[r][c] ? 2 : -2;
    score.total = score.run + score.groups + score.mummies;
    return score;
}

/* ---- play ---- */

void ref_temple_start(struct ref_temple *t, const struct ref_grid *g, int players)
{
    t->grid = *g;
    t->players = players;
    t->stage = REF_ROLLING;
    t->rounds = 0;
    for (int i = 0; i < players; i++) {
        memset(&t->sheet[i], 0, sizeof t->sheet[i]);
        t->sheet[i].last = (struct ref_place){-1, -1};
        t->sheet[i].got = (struct ref_place){-1, -1};
    }
}

void ref_temple_roll(struct ref_temple *t, int purple, int green, int red)
{
    t->face[REF_PURPLE] = purple, t->face[REF_GREEN] = green, t->face[REF_RED] = red;
    t->rounds++;
    for (int i = 0; i < t->players; i++) {
        t->ready[i] = false;
        t->holds[i] = i;
        t->sheet[i].got = (struct ref_place){-1, -1};
    }
    t->stage = red == REF_SPECIAL && t->players > 1 ? REF_PASSING : REF_PLAYING; /* PP-4 */
}

void ref_temple_pass(struct ref_temple *t, const int *holds)
{
    for (int i = 0; i < t->players; i++) t->holds[i] = holds[i];
    t->stage = REF_PLAYING;
}

/* Can this number be written this round (PP-8, TEM-5)? */
static bool can_make(const struct ref_temple *t, int number)
{
    if (t->face[REF_PURPLE] == REF_SPECIAL) return true;
    for (int p = 0; p <= 1; p++)
        for (int g = 0; g <= 1; g++)
            for (int r = 0; r <= 1; r++) {
                if (g == 1 && t->face[REF_GREEN] == REF_SPECIAL) continue;
                if (p + g + r > 0 && p * t->face[REF_PURPLE] + g * t->face[REF_GREEN] + r * t->face[REF_RED] == number)
                    return true;
            }
    return false;
}

static bool has_empty(const struct ref_grid *g, const struct ref_temple_sheet *s, char cell)
{
    for (int r = 0; r < g->rows; r++)
        for (int c = 0; c < g->cols; c++)
            if (g->cell[r][c] == cell && is_empty(s, r, c)) return true;
    return false;
}

/* TEM-8: a mummy next to a 9, not one of this round. */
static bool can_cross(const struct ref_grid *g, const struct ref_temple_sheet *s, int row, int col)
{
    if (!s->mummy[row][col] || s->crossed[row][col] || same(s->got, row, col)) return false;
    for (int r = row - 1; r <= row + 1; r++)
        for (int c = col - 1; c <= col + 1; c++)
            if (is_space(g, r, c) && s->number[r][c] == 9) return true;
    return false;
}

/* TEM-13: an empty doorless space beside the last one filled. */
static bool is_beside_last(const struct ref_grid *g, const struct ref_temple_sheet *s, int row, int col)
{
    if (s->last.row < 0 || g->cell[row][col] != '#' || !is_empty(s, row, col)) return false;
    int down = row - s->last.row, right = col - s->last.col;
    return down >= -1 && down <= 1 && right >= -1 && right <= 1;
}

static int list_mummies(const struct ref_temple *t, const struct ref_temple_sheet *s, struct ref_move *out)
{
    const struct ref_grid *g = &t->grid;
    bool must = false;
    int n = 0;
    for (int r = 0; t->players == 1 && r < g->rows; r++)
        for (int c = 0; c < g->cols; c++)
            if (is_beside_last(g, s, r, c)) must = true;
    for (int r = 0; r < g->rows; r++)
        for (int c = 0; c < g->cols; c++)
            if (g->cell[r][c] == '#' && is_empty(s, r, c) && (!must || is_beside_last(g, s, r, c)))
                out[n++] = (struct ref_move){REF_MUMMY, 0, {r, c}};
    return n;
}

int ref_temple_list(const struct ref_temple *t, int seat, struct ref_move out[REF_MOVES])
{
    const struct ref_grid *g = &t->grid;
    const struct ref_temple_sheet *own = &t->sheet[seat];
    int n = 0;
    if (t->stage != REF_PLAYING || t->ready[seat]) return 0;
    for (int r = 0; r < g->rows; r++)
        for (int c = 0; c < g->cols; c++)
            if (can_cross(g, own, r, c)) out[n++] = (struct ref_move){REF_CROSS, 0, {r, c}};
    if (t->face[REF_RED] == REF_SPECIAL) return n + list_mummies(t, &t->sheet[t->holds[seat]], out + n);

    /* TEM-3, TEM-4, TEM-6 */
    char where = t->face[REF_GREEN] == REF_SPECIAL && has_empty(g, own, 'D') ? 'D' : '#';
    for (int number = 1; number <= 15; number++) {
        if (!can_make(t, number)) continue;
        for (int r = 0; r < g->rows; r++)
            for (int c = 0; c < g->cols; c++)
                if (g->cell[r][c] == where && is_empty(own, r, c))
                    out[n++] = (struct ref_move){REF_WRITE, number, {r, c}};
    }
    return n;
}

/* Everybody has acted: the next round, or the end (TEM-10). */
static void close_round(struct ref_temple *t)
{
    t->stage = REF_ROLLING;
    if (has_empty(&t->grid, &t->sheet[0], '#')) return;
    t->stage = REF_OVER;
    for (int i = 0; i < t->players; i++) { /* TEM-9 */
        struct ref_temple_sheet *s = &t->sheet[i];
        s->got = (struct ref_place){-1, -1};
        for (int r = 0; r < t->grid.rows; r++)
            for (int c = 0; c < t->grid.cols; c++)
                if (can_cross(&t->grid, s, r, c)) s->crossed[r][c] = true;
    }
}

void ref_temple_act(struct ref_temple *t, int seat, struct ref_move m)
{
    struct ref_temple_sheet *own = &t->sheet[seat], *held = &t->sheet[t->holds[seat]];
    int r = m.at.row, c = m.at.col;
    if (m.verb == REF_CROSS) {
        own->crossed[r][c] = true;
        return;
    }
    if (m.verb == REF_WRITE) {
        own->number[r][c] = m.number;
        own->last = m.at;
    } else {
        held->mummy[r][c] = true;
        held->got = held->last = m.at;
    }
    t->ready[seat] = true;
    for (int i = 0; i < t->players; i++)
        if (!t->ready[i]) return;
    close_round(t);
}
