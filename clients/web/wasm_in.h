/* wasm_in.h -- what the parts of the modules lend one another: the one match, the text that comes out. */
#ifndef CLIENTS_WEB_WASM_IN_H
#define CLIENTS_WEB_WASM_IN_H

#include "../../core/record.h"

/* An empty text to answer with; then web_answered() is returned. */
struct out *web_out(void);
int web_answered(void);
/* The sentence that says why not; returned at once. */
int web_refused(const char *why);
/* The same of a line of a text, from 1. */
int web_refused_at(uint32_t line, const char *why);
/* The match, or NULL after refusing. */
struct record *web_match(void);
/* What the last bot that was asked thought. */
struct thought;
const struct thought *web_thought(void);
/* The scenario whose text is in tambo_in(), n bytes; false after refusing. */
bool web_scenario(uint32_t n, struct board *);
/* A copy of the match's state as a seat from 1, or a spectator (0), knows it, and the seat as
 * the games number it; NULL after refusing. */
const struct state *web_view(int32_t *seat);
/* tambo_plain() */
bool web_plain(void);
/* Makes the map that a table wishes, in tambo_lab.wasm; elsewhere nothing is done. */
struct settings;
void web_make(struct settings *);

#endif
