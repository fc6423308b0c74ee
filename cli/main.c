/* main.c -- the `tambo` command: finds the sub-command. Thin; each sub-command has a
 * file of its own. */
#include "cli.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

const struct command *const commands[] = {
    &play_command,     &puzzle_command,   &serve_command,  &health_command,
    &backup_command,   &db_command,       &arena_command,  &analyse_command,
    &simulate_command, &replay_command,   &verify_command, &legal_command,
    &view_command,     &scenario_command, &sheet_command,  NULL,
};

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "tambo: a fault in the program: %s (%s:%d)\n", what, file, line);
    abort();
}

static void help(FILE *f)
{
    fputs("Tambo: ", f);
    for (int i = 0; games[i]; i++) fprintf(f, "%s%s", i == 0 ? "" : games[i + 1] ? ", " : " and ", games[i]->title);
    fputs(" at home (unofficial).\n\nusage: tambo COMMAND ...\n\n", f);
    for (int i = 0; commands[i]; i++) fprintf(f, "  %-10s %s\n", commands[i]->name, commands[i]->about);
    fputs("\n  tambo COMMAND --help says more about one; tambo --version names the version.\n"
          "  Games and their modes (try: tambo play ",
          f);
    fprintf(f, "%s):\n", games[0]->name);
    for (int i = 0; games[i]; i++) {
        fprintf(f, "  %-10s", games[i]->name);
        for (const struct mode *m = games[i]->modes; m->name; m++) fprintf(f, " %s%s", m->name, m[1].name ? "," : "\n");
    }
}

static void version(void)
{
    printf("tambo " TAMBO_VERSION " (rules: ");
    for (int i = 0; games[i]; i++) printf("%s %d%s", games[i]->name, games[i]->rules, games[i + 1] ? ", " : ")\n");
}

static const struct command *find(const char *name)
{
    for (int i = 0; commands[i]; i++)
        if (strcmp(name, commands[i]->name) == 0) return commands[i];
    return NULL;
}

static int run(int argc, char **argv)
{
    bool asks = argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0);
    if (argc < 2) {
        help(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0) return version(), EXIT_GOOD;
    if (asks && argc == 2) return help(stdout), EXIT_GOOD;
    const char *name = argv[asks ? 2 : 1];
    const struct command *c = find(name);
    if (!c) return usage("there is no command '%s'; see tambo --help", name);
    for (int k = 2; k < argc; k++) asks |= strcmp(argv[k], "--help") == 0;
    if (asks) {
        fputs(c->help, stdout);
        if (c->help_more) fputs(c->help_more(), stdout);
        return EXIT_GOOD;
    }
    return c->run(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    /* A standard stream that was closed must not become a file that is opened later; the
     * wrong way round, so that using it fails as it should. */
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd ? O_RDONLY : O_WRONLY) < 0) return EXIT_USAGE;
    int status = run(argc, argv);
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    fputs("tambo: cannot write to standard output\n", stderr);
    return status ? status : EXIT_USAGE;
}
