/* sheet.c -- `tambo sheet check F`, `tambo sheet list|show NAME`. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

static int list(void)
{
    const char *game, *name;
    const struct board_kind *kind = board_kind_find("sheet", 5);
    for (int i = 0; kind->list(i, &game, &name); i++) printf("%s %s\n", game, name);
    return EXIT_GOOD;
}

static int show(const char *game, const char *name)
{
    struct board b;
    const struct game *g = game_find(game, strlen(game));
    if (!g || !g->board || strcmp(g->board->key, "sheet") != 0 || !g->board->builtin(&b, game, name, strlen(name)))
        return usage("there is no built-in sheet '%s' for '%s'; see tambo sheet list", name, game);
    struct out *o = file_out();
    g->board->write(&b, o);
    o->len--; /* file_print adds the last line end */
    file_print(o, stdout);
    free(o->p);
    free(o);
    return EXIT_GOOD;
}

static int run(int argc, char **argv)
{
    struct arg none[] = {{NULL, false, NULL}};
    int words = args_parse(argc, argv, none);
    if (words < 0) return EXIT_USAGE;
    if (words == 1 && strcmp(argv[1], "list") == 0) return list();
    if (words == 3 && strcmp(argv[1], "show") == 0) return show(argv[2], argv[3]);
    if (words != 2 || strcmp(argv[1], "check") != 0)
        return usage("usage: tambo sheet check FILE | tambo sheet list | tambo sheet show GAME NAME");
    struct board b;
    return file_read_board(argv[2], board_kind_find("sheet", 5), &b, true);
}

const struct command sheet_command = {
    .name = "sheet",
    .about = "check, list or show sheets of the dice games",
    .help = "usage: tambo sheet check FILE      is it a sheet? exit status 0 or 1\n"
            "       tambo sheet list            the built-in sheets\n"
            "       tambo sheet show GAME NAME  one of them as text\n",
    .run = run,
};
