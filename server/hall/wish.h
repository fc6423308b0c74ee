/* wish.h -- what a client asks of a new table: JSON in, the text of table/settings.h out. It looks at types alone; what fits together is judged there. */
#ifndef SERVER_WISH_H
#define SERVER_WISH_H

#include "../../table/settings.h"

#include <jansson.h>

/* Of the members whose name stands for a text in every message and request, those that are there must be one, as a reader tells no
 * text from none: NULL, or the sentence that says which is not. */
const char *wish_texts(const json_t *object);

extern const char wish_no_level[]; /* the sentence for a bot of an unknown level */
/* From a client's `create`: NULL, or the sentence that says what is wrong; then there is nothing to
 * drop. bots: levels of the last seats, as indices into bot_names; *bots_n of them. */
const char *wish_read(struct settings *, const json_t *wish, uint8_t bots[MAX_SEATS], int *bots_n);

#endif
