/* prompt.c -- see prompt.h. */
#include "prompt.h"

#include "language.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool prompt_is_terminal(void) { return isatty(0) && isatty(1); }

static bool colour(void)
{
    static int wanted = -1;
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    if (wanted < 0) wanted = isatty(1) && !(no && *no) && !(term && strcmp(term, "dumb") == 0);
    return wanted;
}

const char *prompt_bold(void) { return colour() ? "\033[1m" : ""; }
const char *prompt_dim(void) { return colour() ? "\033[2m" : ""; }
const char *prompt_red(void) { return colour() ? "\033[31m" : ""; }
const char *prompt_green(void) { return colour() ? "\033[32m" : ""; }
const char *prompt_purple(void) { return colour() ? "\033[35m" : ""; }
const char *prompt_terrain(unsigned terrain)
{
    static const char *const ground[] = {"", "\033[30;48;5;150m", "\033[30;48;5;222m", "\033[97;48;5;29m",
                                         "\033[97;48;5;96m"};
    return colour() ? ground[terrain] : "";
}
const char *prompt_end(void) { return colour() ? "\033[0m" : ""; }

void prompt_clear(void)
{
    if (prompt_is_terminal()) fputs("\033[H\033[2J\033[3J", stdout);
}

/* Reads up to the line end. Returns the length, PROMPT_LINE if it was too long, -1 at the end. */
static int read_line(char line[PROMPT_LINE])
{
    int c, n = 0;
    while ((c = getchar()) != EOF && c != '\n') {
        if (n < PROMPT_LINE) line[n++] = c && c != '\t' ? (char)c : ' ';
    }
    return c == EOF && n == 0 ? -1 : n;
}

bool prompt_read(const char *prompt, char line[PROMPT_LINE])
{
    for (;;) {
        fputs(prompt, stdout);
        fflush(stdout);
        int n = read_line(line);
        if (n < 0) {
            putchar('\n');
            return false;
        }
        if (n == PROMPT_LINE) {
            puts(_(N_("That line is too long.")));
            continue;
        }
        while (n && (line[n - 1] == ' ' || line[n - 1] == '\r')) n--;
        line[n] = 0;
        size_t lead = strspn(line, " ");
        memmove(line, line + lead, (size_t)n - lead + 1);
        if (!isatty(0)) puts(line);
        return true;
    }
}

void prompt_plain(char *line)
{
    char *to = line;
    for (const char *p = line; *p; p++) {
        if (*p == ' ' && to > line && to[-1] == ' ') continue;
        *to++ = (char)(*p >= 'A' && *p <= 'Z' ? *p + 32 : *p);
    }
    *to = 0;
}
