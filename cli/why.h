/* why.h -- the reasons of bots (bots/think.h) as short English sentences. */
#ifndef CLI_WHY_H
#define CLI_WHY_H

#include "../bots/bot.h"

/* `2 points on the diversity board`; nothing for WHY_NONE. */
void why_write(const struct thought *, const struct game *, const struct state *, struct out *);
/* As members of a JSON object: why, number, spaces. */
void why_show(const struct thought *, const struct game *, const struct state *, struct out *);

#endif
