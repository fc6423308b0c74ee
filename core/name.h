/* name.h -- what people may be called, and which texts can be shown to others as they are.
 * One rule for tables on a server (table/settings.c) and games on a device (tambo_name of
 * clients/web/wasm.h). Records are not asked: they may hold any name. */
#ifndef CORE_NAME_H
#define CORE_NAME_H

#include "words.h"

enum {
    NAME_LETTERS = 24,             /* of a name, at most */
    NAME_MARKS = 3,                /* on one letter: Tibetan needs them, others have one or two */
    NAME_BYTES = 4 * NAME_LETTERS, /* of the same as UTF-8 */
};

/* Is it text on one line, without control characters and those that turn the direction of others? */
bool name_plain(const char *text, size_t n);
/* Is this a name for a player? NULL: yes, and *name is the part between blanks; or what is wrong. text may be NULL. */
const char *name_refuse(const char *text, size_t n, struct words *name);

#endif
