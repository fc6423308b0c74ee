/* verify.c -- see verify.h. The first reading checks the record itself and collects the claim;
 * what the claim says of the beginning is checked between the two; the second reading
 * draws every chance event anew and compares. */
#include "verify.h"

#include "../puzzle/make.h"
#include "scenario.h"

#include <string.h>

static bool fail(struct verify *v, uint32_t line, const char *why)
{
    if (!v->fault) v->fault_line = line ? line : 1, v->fault = why;
    return false;
}

/* Told of every move before it is made. */
static void compare(void *ctx, const struct state *before, int seat, Move m)
{
    struct verify *v = ctx;
    const struct game *g = v->record.head.game;
    if (!v->again || seat != NATURE || g->mark(m) != '*') return;
    if (v->seen == 0) { /* the first move of a line: only here may be drawn */
        struct rng r = fair_rng(v->claim.salt, v->rolls);
        v->due = g->draw(before, &r, v->drawn);
    }
    if (v->seen >= v->due || v->drawn[v->seen] != m) v->other = true;
    v->seen++;
}

void verify_begin(struct verify *v)
{
    memset(v, 0, sizeof *v);
    v->record.on_move = compare;
    v->record.ctx = v;
    record_begin(&v->record);
}

static bool claim_line(struct verify *v, const char *line, size_t n)
{
    struct fair_claim *c = &v->claim;
    if (!fair_line(c, line, n)) return fail(v, v->record.line, c->why);
    if (c->has_commit && !v->commit_line) v->commit_line = v->record.line;
    if (c->has_map && !v->map_line) v->map_line = v->record.line;
    return true;
}

bool verify_line(struct verify *v, const char *line, size_t n)
{
    if (v->fault) return false;
    v->due = v->seen = 0;
    v->other = false;
    if (!record_line(&v->record, line, n)) return fail(v, v->record.fault_line, v->record.fault);
    if (!v->again) return claim_line(v, line, n);
    if (!v->seen) return true;
    if (v->other || v->seen != v->due) return fail(v, v->record.line, "The salt brings something else here. [fair]");
    v->rolls++;
    return true;
}

/* Board, difficulty and generator of `# fair-map`: NULL, or why no map can be made. */
static const char *read_map(const char *text, int *cols, enum grade *grade)
{
    static const char *const boards[] = {"tiny", "long", NULL};
    struct words w = words_of(text, strlen(text));
    int board = words_pick(&w, boards);
    unsigned g = 0;
    while (g < GRADES && !words_take(&w, grade_names[g])) g++;
    if (board < 0 || g == GRADES || *w.at != 'g')
        return "Expected tiny or long, a difficulty and a generator, like long tricky g1. [notation]";
    w.at++;
    if (words_number(&w, MAKE_VERSION) != MAKE_VERSION)
        return "This map is of another generator than this version has: it cannot be checked here. [fair]";
    *cols = board ? MAP_COLS : 5;
    *grade = (enum grade)g;
    return NULL;
}

/* Names are left aside: a map is its spaces. */
static bool same_map(const struct scenario *a, const struct scenario *b)
{
    return memcmp(&a->map, &b->map, sizeof a->map) == 0 && a->starts == b->starts &&
           memcmp(a->start, b->start, a->starts) == 0 && a->otomas == b->otomas &&
           memcmp(a->otoma, b->otoma, a->otomas) == 0;
}

static bool check_map(struct verify *v)
{
    struct scenario made;
    int cols;
    enum grade grade;
    const struct head *h = &v->record.head;
    if (h->game->board != &scenario_kind) return fail(v, v->map_line, "This game has no generated map. [fair]");
    const char *why = read_map(v->claim.map, &cols, &grade);
    if (why) return fail(v, v->map_line, why);
    scenario_make(&made, cols, grade, fair_map_seed(v->claim.salt));
    return same_map(&made, scenario_of(&h->setup)) ||
           fail(v, v->record.board_line, "The salt makes another map than this one. [fair]");
}

static bool check_promise(struct verify *v)
{
    char text[FAIR_TEXT], hex[FAIR_HEX + 1];
    struct out o = {.p = text, .size = sizeof text};
    const struct fair_claim *c = &v->claim;
    if (!c->has_salt)
        return fail(v, v->record.line, "The line `# fair-salt` is missing: this record cannot be checked. [fair]");
    if (!c->has_commit)
        return fail(v, v->record.line, "The line `# fair-commit` is missing: nothing was promised. [fair]");
    fair_text(&v->record.head, c->has_map ? c->map : NULL, &o);
    GAME_ASSERT(o.len <= o.size);
    fair_commit(c->salt, text, o.len, hex);
    return strcmp(hex, c->commit) == 0 ||
           fail(v, v->commit_line, "This promise is not about this salt, map and set-up. [fair]");
}

bool verify_again(struct verify *v)
{
    if (v->fault) return false;
    if (!record_finish(&v->record)) return fail(v, v->record.fault_line, v->record.fault);
    if (!check_promise(v) || (v->claim.has_map && !check_map(v))) return false;
    v->again = true;
    v->lines = v->record.line;
    record_begin(&v->record);
    return true;
}

bool verify_end(struct verify *v)
{
    if (v->fault) return false;
    if (v->again && record_finish(&v->record) && v->record.line == v->lines) return true;
    return fail(v, v->record.line, "The record changed while it was read. [fair]");
}

bool verify_is_of_day(const struct verify *v, const char *day, const uint8_t secret[FAIR_SALT])
{
    uint8_t salt[FAIR_SALT];
    const struct head *h = &v->record.head;
    int maker = v->claim.has_map ? MAKE_VERSION : 0; /* check_map() takes no other */
    fair_day_salt(secret, &(struct fair_day){h->game->name, day, h->setup.rules, maker}, salt);
    return memcmp(salt, v->claim.salt, sizeof salt) == 0;
}
