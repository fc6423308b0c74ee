/* sat_maps.c -- see sat_maps.h.
 *
 * The space with crop 1 is the root of its region: every region has exactly one. A space has one root; spaces side by side
 * with the same terrain have the same one. Each space is so many steps from its root, over spaces of its terrain. In a
 * region each crop is once, and whoever has crop v has the crop below it in its region: so n spaces have the crops 1 to n. */
#include "sat_maps.h"

#include <ccadical.h>
#include <stdlib.h>

enum { T = MAP_TERRAINS, V = MAP_LEVELS, N = MAP_SPACES, FAR = MAP_LEVELS - 1 };

struct sat_maps {
    CCaDiCaL *solver;
    int cols, spaces, vars;
    int terrain[N][T + 1];
    int crop[N][V + 1];
    int root[N][N];          /* the second is the root of the first; 0: too far */
    int steps[N][V];         /* to its root */
    int tiles[T + 1][N + 2]; /* [t][k]: at least k of that terrain */
};

static int new_var(struct sat_maps *s) { return ++s->vars; }

/* A clause of up to four literals; 0: none. */
static void clause(struct sat_maps *s, int a, int b, int c, int d)
{
    const int all[] = {a, b, c, d};
    for (int k = 0; k < 4; k++)
        if (all[k]) ccadical_add(s->solver, all[k]);
    ccadical_add(s->solver, 0);
}

static int away(const struct sat_maps *s, int a, int b)
{
    return abs(a / s->cols - b / s->cols) + abs(a % s->cols - b % s->cols);
}

static bool touching(const struct sat_maps *s, int a, int b)
{
    return a != b && abs(a / s->cols - b / s->cols) <= 1 && abs(a % s->cols - b % s->cols) <= 1;
}

/* Exactly one of these. */
static void just_one(struct sat_maps *s, const int *var, int n)
{
    for (int k = 0; k < n; k++)
        if (var[k]) ccadical_add(s->solver, var[k]);
    ccadical_add(s->solver, 0);
    for (int k = 0; k < n; k++)
        for (int j = 0; j < k; j++)
            if (var[k] && var[j]) clause(s, -var[k], -var[j], 0, 0);
}

static void add_vars(struct sat_maps *s)
{
    for (int i = 0; i < s->spaces; i++) {
        for (int t = 1; t <= T; t++) s->terrain[i][t] = new_var(s);
        for (int v = 1; v <= V; v++) s->crop[i][v] = new_var(s);
        for (int k = 0; k < V; k++) s->steps[i][k] = new_var(s);
        for (int r = 0; r < s->spaces; r++)
            if (away(s, i, r) <= FAR) s->root[i][r] = new_var(s);
        just_one(s, s->terrain[i] + 1, T);
        just_one(s, s->crop[i] + 1, V);
        just_one(s, s->steps[i], V);
        just_one(s, s->root[i], s->spaces);
    }
}

/* Given that both have some terrain, they have the same root: side by side, and at corners (SCN-2). */
static void add_same_root(struct sat_maps *s, int a, int b)
{
    for (int t = 1; t <= T; t++)
        for (int r = 0; r < s->spaces; r++)
            if (s->root[a][r]) clause(s, -s->terrain[a][t], -s->terrain[b][t], -s->root[a][r], s->root[b][r]);
}

/* What follows from the rest, but is found sooner so: two spaces of one terrain at a corner have one between them that joins
 * them; the root is not nearer than it is as the crow flies, and beside a space it is about as far. */
static void add_hints(struct sat_maps *s, int a, int b)
{
    bool corner = touching(s, a, b) && away(s, a, b) == 2;
    for (int t = 1; t <= T; t++) {
        if (corner) {
            int x = a / s->cols * s->cols + b % s->cols, y = b / s->cols * s->cols + a % s->cols;
            clause(s, -s->terrain[a][t], -s->terrain[b][t], s->terrain[x][t], s->terrain[y][t]);
        }
        for (int k = 0; k < V && away(s, a, b) == 1; k++)
            for (int m = k + 2; m < V; m++)
                clause(s, -s->terrain[a][t], -s->terrain[b][t], -s->steps[a][k], -s->steps[b][m]);
    }
    for (int k = 0; k < V && k < away(s, a, b) && s->root[a][b]; k++) clause(s, -s->root[a][b], -s->steps[a][k], 0, 0);
}

/* A way to the root: a neighbour of the same terrain is one step nearer. */
static void add_way(struct sat_maps *s, int i, int k)
{
    int near[4], n = 0;
    for (int j = 0; j < s->spaces; j++) {
        if (away(s, i, j) != 1) continue;
        int by = near[n++] = new_var(s);
        clause(s, -by, s->steps[j][k - 1], 0, 0);
        for (int t = 1; t <= T; t++) clause(s, -by, -s->terrain[i][t], s->terrain[j][t], 0);
    }
    ccadical_add(s->solver, -s->steps[i][k]);
    for (int j = 0; j < n; j++) ccadical_add(s->solver, near[j]);
    ccadical_add(s->solver, 0);
}

/* Each crop once in the region of a root, none without the one below it. */
static void add_region(struct sat_maps *s, int r)
{
    int below[N] = {0}, has[N];
    below[r] = s->crop[r][1];
    for (int v = 2; v <= V; v++) {
        for (int i = 0; i < s->spaces; i++) {
            has[i] = s->root[i][r] && i != r ? new_var(s) : 0;
            if (!has[i]) continue;
            clause(s, -has[i], s->root[i][r], 0, 0);
            clause(s, -has[i], s->crop[i][v], 0, 0);
            clause(s, has[i], -s->root[i][r], -s->crop[i][v], 0);
            ccadical_add(s->solver, -has[i]);
            for (int j = 0; j < s->spaces; j++)
                if (below[j]) ccadical_add(s->solver, below[j]);
            ccadical_add(s->solver, 0);
            for (int j = 0; j < i; j++)
                if (has[j]) clause(s, -has[i], -has[j], 0, 0);
        }
        for (int i = 0; i < s->spaces; i++) below[i] = has[i];
    }
}

/* How many of the variables hold: out[k], at least k. */
static void add_count(struct sat_maps *s, const int *var, int n, int out[N + 2])
{
    int before[N + 2] = {0}, now[N + 2];
    for (int i = 0; i < n; i++) {
        for (int k = 1; k <= i + 1; k++) {
            now[k] = new_var(s);
            /* k are reached: by those before, or by k - 1 of them and this one */
            if (k <= i) clause(s, -before[k], now[k], 0, 0);
            if (k == 1) clause(s, -var[i], now[k], 0, 0);
            else clause(s, -var[i], -before[k - 1], now[k], 0);
            clause(s, -now[k], var[i], k <= i ? before[k] : 0, 0);
            if (k > 1) clause(s, -now[k], before[k - 1], 0, 0);
        }
        for (int k = 1; k <= i + 1; k++) before[k] = now[k];
    }
    for (int k = 1; k <= n; k++) out[k] = before[k];
}

static void add_counts(struct sat_maps *s)
{
    static const int box[V + 1] = {0, 13, 12, 12, 10, 10}; /* TIW-2 */
    int var[N], most[N + 2];
    for (int t = 1; t <= T; t++) {
        for (int i = 0; i < s->spaces; i++) var[i] = s->terrain[i][t];
        add_count(s, var, s->spaces, s->tiles[t]);
    }
    for (int v = 1; v <= V; v++) {
        for (int i = 0; i < s->spaces; i++) var[i] = s->crop[i][v];
        add_count(s, var, s->spaces, most);
        if (box[v] < s->spaces) clause(s, -most[box[v] + 1], 0, 0, 0);
    }
}

struct sat_maps *sat_maps_new(int cols, int rows)
{
    struct sat_maps *s = calloc(1, sizeof *s);
    if (!s) abort();
    s->solver = ccadical_init();
    static const char *const off[] = {"lucky", "walk", "elim", "probe", "subsume", "vivify", "compact", "decompose"};
    ccadical_set_option(s->solver, "quiet", 1);
    for (size_t k = 0; k < sizeof off / sizeof *off; k++) /* many short questions: no preparing */
        ccadical_set_option(s->solver, off[k], 0);
    s->cols = cols;
    s->spaces = cols * rows;
    add_vars(s);
    for (int a = 0; a < s->spaces; a++) {
        clause(s, -s->crop[a][1], s->root[a][a], 0, 0);
        clause(s, s->crop[a][1], -s->root[a][a], 0, 0);
        clause(s, -s->crop[a][1], s->steps[a][0], 0, 0);
        clause(s, s->crop[a][1], -s->steps[a][0], 0, 0);
        for (int k = 1; k < V; k++) add_way(s, a, k);
        add_region(s, a);
        for (int b = 0; b < s->spaces; b++) {
            if (a != b) add_hints(s, a, b);
            if (!touching(s, a, b)) continue;
            add_same_root(s, a, b);
            for (int v = 1; b < a && v <= V; v++) clause(s, -s->crop[a][v], -s->crop[b][v], 0, 0); /* SCN-3 */
        }
    }
    add_counts(s);
    return s;
}

void sat_maps_free(struct sat_maps *s)
{
    ccadical_release(s->solver);
    free(s);
}

/* ---- questions ---- */

static void assume(struct sat_maps *s, const struct map *seen, const uint8_t tiles[T + 1])
{
    for (int i = 0; i < s->spaces; i++) {
        if (seen->terrain[i]) ccadical_assume(s->solver, s->terrain[i][seen->terrain[i]]);
        if (seen->crop[i]) ccadical_assume(s->solver, s->crop[i][seen->crop[i]]);
    }
    for (int t = 1; t <= T; t++) {
        if (tiles[t]) ccadical_assume(s->solver, s->tiles[t][tiles[t]]);
        if (tiles[t] < s->spaces) ccadical_assume(s->solver, -s->tiles[t][tiles[t] + 1]);
    }
}

static void read_map(const struct sat_maps *s, struct map *m)
{
    for (int i = 0; i < s->spaces; i++) {
        for (int t = 1; t <= T; t++)
            if (ccadical_val(s->solver, s->terrain[i][t]) > 0) m->terrain[i] = (uint8_t)t;
        for (int v = 1; v <= V; v++)
            if (ccadical_val(s->solver, s->crop[i][v]) > 0) m->crop[i] = (uint8_t)v;
    }
}

bool sat_maps_any(struct sat_maps *s, const struct map *seen, const uint8_t tiles[T + 1], const uint64_t terrain[T + 1],
                  const uint64_t crop[V + 1], struct map *found)
{
    enum { SATISFIABLE = 10, UNSATISFIABLE = 20 };
    int asked = new_var(s), pairs = 0;
    for (int i = 0; i < s->spaces; i++) {
        for (int t = 1; t <= T; t++)
            if (terrain[t] >> i & 1) ccadical_add(s->solver, s->terrain[i][t]), pairs++;
        for (int v = 1; v <= V; v++)
            if (crop[v] >> i & 1) ccadical_add(s->solver, s->crop[i][v]), pairs++;
    }
    if (pairs) clause(s, -asked, 0, 0, 0);
    assume(s, seen, tiles);
    if (pairs) ccadical_assume(s->solver, asked);
    int answer = ccadical_solve(s->solver);
    if (answer != SATISFIABLE && answer != UNSATISFIABLE) abort();
    *found = *seen;
    if (answer == SATISFIABLE) read_map(s, found);
    clause(s, -asked, 0, 0, 0); /* not asked again */
    return answer == SATISFIABLE;
}
