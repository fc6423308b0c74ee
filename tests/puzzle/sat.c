/* sat.c -- see sat.h. One variable for each space and each crop that its region has:
 * "the space has the crop". */
#include "sat.h"

#include <ccadical.h>
#include <stdlib.h>
#include <string.h>

struct sat {
    CCaDiCaL *solver;
    struct map map;
    int region[MAP_SPACES];              /* a number for each region */
    int size[MAP_SPACES];                /* of the region of a space */
    int var[MAP_SPACES][MAP_LEVELS + 1]; /* 0: the space cannot have the crop */
};

/* ---- regions: any two spaces of one terrain side by side have one number ---- */

static bool touching(const struct map *m, int a, int b)
{
    return a != b && abs(a / m->cols - b / m->cols) <= 1 && abs(a % m->cols - b % m->cols) <= 1;
}

static bool beside(const struct map *m, int a, int b)
{
    return abs(a / m->cols - b / m->cols) + abs(a % m->cols - b % m->cols) == 1;
}

static void find_regions(struct sat *s)
{
    const struct map *m = &s->map;
    int n = map_spaces(m);
    for (int i = 0; i < n; i++) s->region[i] = i;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < a; b++) {
            int from = s->region[a], to = s->region[b];
            if (!beside(m, a, b) || m->terrain[a] != m->terrain[b]) continue;
            for (int i = 0; i < n; i++)
                if (s->region[i] == from) s->region[i] = to;
        }
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) s->size[a] += s->region[a] == s->region[b];
}

/* ---- clauses ---- */

static void add(struct sat *s, int literal) { ccadical_add(s->solver, literal); }
static void end(struct sat *s) { add(s, 0); }

static void not_both(struct sat *s, int a, int b)
{
    if (!a || !b) return;
    add(s, -a);
    add(s, -b);
    end(s);
}

/* A space has one crop, the known one if there is one. */
static void add_space(struct sat *s, int i)
{
    int *var = s->var[i], known = s->map.crop[i];
    for (int v = 1; v <= MAP_LEVELS; v++)
        if (var[v]) add(s, var[v]);
    end(s);
    for (int v = 1; v <= MAP_LEVELS; v++)
        for (int w = 1; w < v; w++) not_both(s, var[v], var[w]);
    if (!known) return;
    if (var[known]) add(s, var[known]);
    end(s); /* without a variable the empty clause: it cannot be */
}

/* A region of n has each of the crops 1 to n, by its first space; more than five: none can be. */
static void add_region(struct sat *s, int first)
{
    if (s->size[first] > MAP_LEVELS) end(s);
    for (int v = 1; v <= MAP_LEVELS && v <= s->size[first]; v++) {
        for (int i = first; i < map_spaces(&s->map); i++)
            if (s->region[i] == s->region[first]) add(s, s->var[i][v]);
        end(s);
    }
}

/* No two spaces of a region, and no two that touch, have the same crop. */
static void add_pairs(struct sat *s)
{
    for (int a = 0; a < map_spaces(&s->map); a++)
        for (int b = 0; b < a; b++) {
            if (s->region[a] != s->region[b] && !touching(&s->map, a, b)) continue;
            for (int v = 1; v <= MAP_LEVELS; v++) not_both(s, s->var[a][v], s->var[b][v]);
        }
}

static bool is_first(const struct sat *s, int i)
{
    for (int k = 0; k < i; k++)
        if (s->region[k] == s->region[i]) return false;
    return true;
}

struct sat *sat_new(const struct map *m)
{
    struct sat *s = calloc(1, sizeof *s);
    int vars = 0;
    if (!s) abort();
    s->solver = ccadical_init();
    ccadical_set_option(s->solver, "quiet", 1);
    s->map = *m;
    find_regions(s);
    for (int i = 0; i < map_spaces(m); i++)
        for (int v = 1; v <= MAP_LEVELS && v <= s->size[i]; v++) s->var[i][v] = ++vars;
    for (int i = 0; i < map_spaces(m); i++) {
        add_space(s, i);
        if (is_first(s, i)) add_region(s, i);
    }
    add_pairs(s);
    return s;
}

void sat_free(struct sat *s)
{
    ccadical_release(s->solver);
    free(s);
}

/* ---- layouts ---- */

static void read_layout(const struct sat *s, uint8_t crop[MAP_SPACES])
{
    memset(crop, 0, MAP_SPACES);
    for (int i = 0; i < map_spaces(&s->map); i++)
        for (int v = 1; v <= MAP_LEVELS; v++)
            if (s->var[i][v] && ccadical_val(s->solver, s->var[i][v]) > 0) crop[i] = (uint8_t)v;
}

unsigned sat_count(struct sat *s, unsigned limit, uint8_t last[MAP_SPACES])
{
    enum { SATISFIABLE = 10, UNSATISFIABLE = 20 };
    uint8_t crop[MAP_SPACES];
    for (unsigned count = 0; count < limit; count++) {
        int answer = ccadical_solve(s->solver);
        if (answer == UNSATISFIABLE) return count;
        if (answer != SATISFIABLE) abort();
        read_layout(s, crop);
        if (last) memcpy(last, crop, sizeof crop);
        for (int i = 0; i < map_spaces(&s->map); i++) add(s, -s->var[i][crop[i]]);
        end(s);
    }
    return limit;
}

unsigned sat_layouts(const struct map *m, unsigned limit, uint8_t last[MAP_SPACES])
{
    struct sat *s = sat_new(m);
    unsigned count = sat_count(s, limit, last);
    sat_free(s);
    return count;
}
