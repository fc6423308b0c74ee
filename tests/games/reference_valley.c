/* reference_valley.c -- Valley of Wiraqocha, plainly: discoveries, scoring, the end
 * of a solo game; see reference.h. No dice and no turns here. */
#include "reference.h"

#include <stdlib.h>
#include <string.h>

static bool is_space(const struct ref_grid *g, int row, int col)
{
    return row >= 0 && row < g->rows && col >= 0 && col < g->cols && g->cell[row][col] == '#';
}

static int number(const struct ref_valley *v, struct ref_place p) { return v->number[p.row][p.col]; }

/* ---- scoring ---- */

bool ref_valley_full(const struct ref_valley *v)
{
    for (int r = 0; r < v->grid.rows; r++)
        for (int c = 0; c < v->grid.cols; c++)
            if (is_space(&v->grid, r, c) && v->number[r][c] == 0 && v->structure[r][c] == 0 && !v->snake[r][c])
                return false;
    return true;
}

/* 2 for each adjacent space in a discovery that the structure feeds on. */
static int structure_value(const struct ref_valley *v, int row, int col)
{
    char s = v->structure[row][col];
    int kind = s == 'h' ? REF_JUNGLE : s == 's' ? REF_TOWN : REF_RANGE, sum = 0;
    for (int r = row - 1; r <= row + 1; r++)
        for (int c = col - 1; c <= col + 1; c++)
            if (is_space(&v->grid, r, c) && v->found[r][c] != 0 && v->kind[v->found[r][c]] == kind) sum += 2;
    return sum;
}

static int largest_beside(const struct ref_valley *v, int row, int col)
{
    int best = 0;
    for (int r = row - 1; r <= row + 1; r++)
        for (int c = col - 1; c <= col + 1; c++)
            if (is_space(&v->grid, r, c) && v->number[r][c] > best) best = v->number[r][c];
    return best;
}

struct ref_valley_score ref_valley_count(const struct ref_valley *v)
{
    static const int worth[REF_KINDS] = {5, 6, 7, 15};
    struct ref_valley_score score = {.full = ref_valley_full(v) ? 7 : 0};
    for (int i = 1; i <= v->made; i++) score.discoveries += worth[v->kind[i]];
    for (int r = 0; r < v->grid.rows; r++)
        for (int c = 0; c < v->grid.cols; c++) {
            if (v->structure[r][c] != 0) score.structures += structure_value(v, r, c);
            if (v->snake[r][c] && !v->crossed[r][c]) score.snakes -= largest_beside(v, r, c);
        }
    score.total = score.full + score.discoveries + score.structures + score.snakes;
    return score;
}

/* ---- discoveries (VAL-9) ---- */

static bool is_adjacent(struct ref_place a, struct ref_place b)
{
    return abs(a.row - b.row) <= 1 && abs(a.col - b.col) <= 1;
}

/* Reaches all members from the first one? */
static bool is_connected(const struct ref_set *set)
{
    bool reached[5] = {true};
    for (int round = 0; round < set->n; round++)
        for (int i = 0; i < set->n; i++)
            for (int j = 0; j < set->n; j++)
                if (reached[i] && is_adjacent(set->at[i], set->at[j])) reached[j] = true;
    for (int i = 0; i < set->n; i++)
        if (!reached[i]) return false;
    return true;
}

static bool has_place(const struct ref_set *set, int row, int col)
{
    for (int i = 0; i < set->n; i++)
        if (set->at[i].row == row && set->at[i].col == col) return true;
    return false;
}

/* Three in a line and one beside the middle one: all four ways from each middle. */
static bool is_tee(const struct ref_set *set)
{
    for (int i = 0; i < set->n; i++) {
        int r = set->at[i].row, c = set->at[i].col;
        bool up = has_place(set, r - 1, c), down = has_place(set, r + 1, c);
        bool left = has_place(set, r, c - 1), right = has_place(set, r, c + 1);
        if (set->n == 4 && up + down + left + right == 3) return true;
    }
    return false;
}

/* Is there a town of this value on the sheet? */
static bool has_town(const struct ref_valley *v, int value)
{
    for (int r = 0; r < v->grid.rows; r++)
        for (int c = 0; c < v->grid.cols; c++)
            if (v->found[r][c] != 0 && v->kind[v->found[r][c]] == REF_TOWN && v->number[r][c] == value) return true;
    return false;
}

/* Do the values allow these spaces to lie in one discovery of that kind? */
static bool values_fit(const struct ref_valley *v, int kind, const struct ref_set *set)
{
    for (int i = 0; i < set->n; i++) {
        int value = number(v, set->at[i]);
        if (value == 0 || v->found[set->at[i].row][set->at[i].col] != 0) return false;
        if (kind == REF_RANGE && value < 6) return false;
        if (kind == REF_PYRAMID && value < 10) return false;
        if (kind == REF_TOWN && has_town(v, value)) return false;
        for (int j = 0; j < i; j++) {
            if (kind == REF_JUNGLE && number(v, set->at[j]) == value) return false;
            if (kind == REF_TOWN && number(v, set->at[j]) != value) return false;
        }
    }
    return true;
}

static int size_of(int kind) { return kind == REF_JUNGLE ? 5 : kind == REF_RANGE ? 3 : 4; }

bool ref_valley_is(const struct ref_valley *v, int kind, const struct ref_set *set)
{
    return set->n == size_of(kind) && is_connected(set) && (kind != REF_PYRAMID || is_tee(set)) &&
           values_fit(v, kind, set);
}

static int compare_places(const void *a, const void *b)
{
    const struct ref_place *p = a, *q = b;
    return p->row != q->row ? p->row - q->row : p->col - q->col;
}

static int compare_sets(const void *a, const void *b)
{
    const struct ref_set *s = a, *t = b;
    for (int i = 0; i < s->n; i++) {
        int d = compare_places(&s->at[i], &t->at[i]);
        if (d != 0) return d;
    }
    return 0;
}

static int drop_doubles(struct ref_set *list, int n)
{
    int kept = 0;
    if (n > 0) qsort(list, (size_t)n, sizeof *list, compare_sets);
    for (int i = 0; i < n; i++)
        if (kept == 0 || compare_sets(&list[kept - 1], &list[i]) != 0) list[kept++] = list[i];
    return kept;
}

/* Adds to out every set that is one of from[0..n) and one more space beside it. */
static int grow(const struct ref_valley *v, int kind, const struct ref_set *from, int n, struct ref_set *out, int room)
{
    int grown = 0;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < from[k].n; i++)
            for (int r = from[k].at[i].row - 1; r <= from[k].at[i].row + 1; r++)
                for (int c = from[k].at[i].col - 1; c <= from[k].at[i].col + 1; c++) {
                    struct ref_set set = from[k];
                    if (!is_space(&v->grid, r, c) || has_place(&set, r, c)) continue;
                    set.at[set.n++] = (struct ref_place){r, c};
                    if (!values_fit(v, kind, &set)) continue;
                    qsort(set.at, (size_t)set.n, sizeof set.at[0], compare_places);
                    if (grown == room) grown = drop_doubles(out, grown);
                    if (grown == room) abort(); /* the caller's room is too small */
                    out[grown++] = set;
                }
    return drop_doubles(out, grown);
}

/* From single spaces to pairs to triples ...: whatever is connected is reached so. */
int ref_valley_list(const struct ref_valley *v, int kind, struct ref_set *out, int room)
{
    int n = 0, kept = 0;
    struct ref_set *old = malloc((size_t)room * sizeof *old);
    if (!old) abort();
    for (int r = 0; r < v->grid.rows; r++)
        for (int c = 0; c < v->grid.cols; c++) {
            struct ref_set one = {1, {{r, c}}};
            if (is_space(&v->grid, r, c) && values_fit(v, kind, &one)) out[n++] = one;
        }
    for (int size = 2; size <= size_of(kind); size++) {
        memcpy(old, out, (size_t)n * sizeof *old);
        n = grow(v, kind, old, n, out, room);
    }
    for (int i = 0; i < n; i++)
        if (ref_valley_is(v, kind, &out[i])) out[kept++] = out[i];
    free(old);
    return kept;
}

void ref_valley_reveal(struct ref_valley *v, int kind, const struct ref_set *set)
{
    v->kind[++v->made] = kind;
    for (int i = 0; i < set->n; i++) v->found[set->at[i].row][set->at[i].col] = v->made;
}

/* ---- the end of a solo game (VAL-13) ---- */

static bool has_loose_snake(const struct ref_valley *v)
{
    for (int r = 0; r < v->grid.rows; r++)
        for (int c = 0; c < v->grid.cols; c++)
            if (v->snake[r][c] && !v->crossed[r][c]) return true;
    return false;
}

static bool has_discovery(const struct ref_valley *v)
{
    enum { ROOM = 1 << 16 };
    struct ref_set *set = malloc(ROOM * sizeof *set);
    int n = 0;
    if (!set) abort();
    for (int kind = 0; kind < REF_KINDS; kind++) n += ref_valley_list(v, kind, set, ROOM);
    free(set);
    return n > 0;
}

bool ref_valley_solo_over(const struct ref_valley *v, int rules, int rounds)
{
    if (rounds == 25) return true;
    if (!ref_valley_full(v)) return false;
    if (rules == 1) return true;
    return !has_loose_snake(v) && !has_discovery(v);
}
