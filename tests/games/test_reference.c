/* test_reference.c -- the engine against the plain rules of reference.h, over more than
 * a million random boards and whole games. Its parts are in compare_*.c.
 *
 * usage: test_reference [THOUSANDTHS [SEED]]
 * An instrumented build asks for a part of the boards only. */
#include "compare.h"

#include "../../core/board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

_Noreturn void compare_fail(const char *file, int line, const char *what, long engine, long plain)
{
    printf("%s:%d: %s: the engine says %ld, the plain rules %ld\n", file, line, what, engine, plain);
    exit(1);
}

/* Reads the rows as a sheet file would be read. */
static void read_sheet(const char *game, char cell[SHEET_SIDE][SHEET_SIDE], int rows, int cols, struct board *b)
{
    struct board_reader r;
    char line[32] = "game: ";
    strcat(line, game);
    board_begin(&r, &sheet_kind, b);
    SAME(board_line(&r, sheet_kind.first, strlen(sheet_kind.first)) == NULL, true);
    SAME(board_line(&r, line, strlen(line)) == NULL, true);
    SAME(board_line(&r, "name:", 5) == NULL, true);
    SAME(board_line(&r, "grid:", 5) == NULL, true);
    for (int i = 0; i < rows; i++) SAME(board_line(&r, cell[i], (size_t)cols) == NULL, true);
    SAME(board_close(&r) == NULL, true);
    SAME(sheet_kind.check(b) == NULL, true);
}

void compare_random_sheet(struct compare *c, const char *game, struct setup *u)
{
    char cell[SHEET_SIDE][SHEET_SIDE], special = strcmp(game, "temple") == 0 ? 'D' : 'o';
    int cols = 1 + compare_below(c, compare_chance(c, 20) ? SHEET_SIDE : 9);
    int rows = 1 + compare_below(c, compare_chance(c, 20) ? SHEET_SIDE : 9);
    int holes = compare_below(c, 60), specials = compare_below(c, 40), spaces = 0, plain = 0;
    for (int r = 0; r < rows; r++)
        for (int k = 0; k < cols; k++) {
            char what = compare_chance(c, holes) ? '.' : compare_chance(c, specials) ? special : '#';
            if (spaces == SHEET_SPACES && what != 'o') what = '.';
            cell[r][k] = what;
            spaces += what == '#' || what == 'D', plain += what == '#';
        }
    if (plain == 0) cell[0][0] = '#';
    read_sheet(game, cell, rows, cols, &u->board);
}

void compare_grid(const struct setup *u, struct ref_grid *g, struct ref_place place[SHEET_SPACES])
{
    const struct sheet *s = sheet_of(u);
    int n = 0;
    memset(g, '.', sizeof *g);
    g->rows = s->rows, g->cols = s->cols;
    for (int r = 0; r < s->rows; r++)
        for (int k = 0; k < s->cols; k++) {
            char cell = g->cell[r][k] = s->cell[r * SHEET_SIDE + k];
            if (cell == '#' || cell == 'D') place[n++] = (struct ref_place){r, k};
        }
}

int main(int argc, char **argv)
{
    static const struct part {
        const char *name;
        void (*run)(struct compare *);
    } parts[] = {{"temple", compare_temple}, {"valley", compare_valley}, {"tiwanaku", compare_tiwanaku}};
    int thousandths = argc > 1 ? atoi(argv[1]) : 1000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    long boards = 0;
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct compare c = {rng_fork(seed, i), thousandths, 0};
        clock_t begun = clock();
        parts[i].run(&c);
        printf("%s: %ld boards, %.1f s\n", parts[i].name, c.boards, (double)(clock() - begun) / CLOCKS_PER_SEC);
        boards += c.boards;
    }
    printf("%ld boards, no difference\n", boards);
    return 0;
}
