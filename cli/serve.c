/* serve.c -- `tambo serve`: the server, for browsers and programs. Its options are
 * server/base/config.c's. */
#include "../server/base/config.h"
#include "../server/server.h"
#include "cli.h"

static int run(int argc, char **argv)
{
    struct config c;
    int status = config_read(&c, argc, argv);
    if (status) return status;
    if (c.print_config) return config_print(&c, stdout), EXIT_GOOD;
    return server_run(&c);
}

const struct command serve_command = {
    .name = "serve",
    .about = "host tables for people with a browser",
    .help = "usage: tambo serve [options]\n\n"
            "Serves the web client and the tables of its players, until SIGTERM or SIGINT. Every\n"
            "option may also be an environment variable, or a line `name = value` in a file; the\n"
            "command line beats the environment, and that beats the file. See docs/hosting.md.\n\n",
    .help_more = config_help,
    .run = run,
};
