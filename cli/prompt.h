/* prompt.h -- the terminal for `tambo play`: one line of input at a time, and a little
 * colour, also for pictures of maps. Plain stdio, no curses: works through pipes, too, where what was read is
 * printed behind its prompt so that the output reads like a conversation. */
#ifndef CLI_PROMPT_H
#define CLI_PROMPT_H

#include <stdbool.h>
#include <stddef.h>

enum { PROMPT_LINE = 1024 }; /* longest input, with its NUL */

/* A person sits there: questions make sense. */
bool prompt_is_terminal(void);
/* Prints the prompt and reads a line, without its end and the blanks around it; too long
 * ones are refused and asked for again. False: the end of the input. */
bool prompt_read(const char *prompt, char line[PROMPT_LINE]);
/* Lower case, and one space between words: what people type becomes words of a record. */
void prompt_plain(char *line);
/* Empties the screen, so that the next person does not see what the last one did. */
void prompt_clear(void);

/* Escape sequences, or "" where colour is not wanted (NO_COLOR, no terminal). */
const char *prompt_bold(void), *prompt_dim(void), *prompt_red(void), *prompt_green(void), *prompt_purple(void),
    *prompt_end(void);
/* The ground of a terrain 1-4. */
const char *prompt_terrain(unsigned terrain);

#endif
