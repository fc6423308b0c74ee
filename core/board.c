/* board.c -- see board.h. */
#include "board.h"

#include <string.h>

void board_begin(struct board_reader *r, const struct board_kind *kind, struct board *board)
{
    *r = (struct board_reader){.kind = kind, .board = board};
    memset(board, 0, sizeof *board);
    kind->begin(board);
}

const char *board_line(struct board_reader *r, const char *line, size_t n)
{
    if (r->begun) return r->kind->line(r->board, line, n);
    if (n == 0 || line[0] == '#') return NULL;
    if (n != strlen(r->kind->first) || memcmp(line, r->kind->first, n) != 0)
        return strcmp(r->kind->key, "sheet") == 0 ? "Expected `tambo-sheet 1`. [notation]"
                                                  : "Expected `tambo-scenario 1`. [notation]";
    r->begun = true;
    return NULL;
}

bool board_may_end(const struct board_reader *r) { return r->begun && r->kind->may_end(r->board); }

const char *board_close(struct board_reader *r)
{
    if (!r->begun) return "Expected a sheet or scenario, but the text ends. [notation]";
    return r->kind->close(r->board);
}

const struct board_kind *board_kind_find(const char *key, size_t n)
{
    for (int i = 0; board_kinds[i]; i++)
        if (strlen(board_kinds[i]->key) == n && memcmp(board_kinds[i]->key, key, n) == 0) return board_kinds[i];
    return NULL;
}
