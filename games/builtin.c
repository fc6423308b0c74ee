/* builtin.c -- see builtin.h. */
#include "builtin.h"

#include <string.h>

static void load(const struct board_kind *kind, struct board *board, const char *text)
{
    struct board_reader r;
    board_begin(&r, kind, board);
    while (*text) {
        const char *end = strchr(text, '\n');
        const char *why = board_line(&r, text, (size_t)(end - text));
        GAME_ASSERT(why == NULL);
        text = end + 1;
    }
    const char *why = board_close(&r);
    GAME_ASSERT(why == NULL);
}

bool builtin_load(const struct board_kind *kind, struct board *board, const char *game, const char *name, size_t n)
{
    for (const struct builtin *b = builtins; b->kind; b++) {
        if (strcmp(b->kind, kind->key) != 0 || (game && strcmp(b->game, game) != 0)) continue;
        if (strlen(b->name) != n || memcmp(b->name, name, n) != 0) continue;
        load(kind, board, b->text);
        return true;
    }
    return false;
}

bool builtin_list(const struct board_kind *kind, int i, const char **game, const char **name)
{
    for (const struct builtin *b = builtins; b->kind; b++)
        if (strcmp(b->kind, kind->key) == 0 && i-- == 0) {
            *game = b->game;
            *name = b->name;
            return true;
        }
    return false;
}

const char *builtin_title(const char *name, const struct language *l)
{
    for (int i = 0; builtins[i].kind; i++)
        if (builtins[i].title && strcmp(builtins[i].name, name) == 0)
            return l && l->titles[i] ? l->titles[i] : builtins[i].title;
    return NULL;
}
