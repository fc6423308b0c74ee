/* valley_tell.c -- see valley.h: what happened in Valley, in sentences. */
#include "valley.h"

#include "../core/tale.h"

static const char *const kinds[] = {N_("Jungle"), N_("Town"), N_("Mountain range"), N_("Pyramid")};
static const int worth[] = VAL_WORTH;
static const char *const structures[] = {N_("Hut"), N_("Statue"), N_("Mine")};

static void tell_reveal(const struct deed *d, struct tale *t)
{
    unsigned kind = move_a(d->move[0]);
    papers_tell_step(d, N_("{who} reveals at {spaces}: {what}, {n} points."),
                     N_("You reveal at {spaces}: {what}, {n} points."), t);
    tale_word(t, "what", kinds[kind]);
    tale_number(t, "n", worth[kind]);
    for (unsigned k = 0; k < find_size(kind); k++) papers_tell_space(d, "spaces", d->move[0] >> (24 + 6 * k) & 63, t);
}

int valley_tell(const struct deed *d, struct tale *t, int *n)
{
    static const struct papers_danger_text snake = {
        {N_("{who} draws a snake at {space}."), N_("You draw a snake at {space}.")},
        {N_("{who} draws a snake at {space} on {whose}'s sheet."),
         N_("You draw a snake at {space} on {whose}'s sheet."), N_("{who} draws a snake at {space} on your sheet.")},
    };
    Move m = d->move[0];
    *n = 1;
    if (d->seat == NATURE)
        return papers_tell(d, N_("Dakota"), N_("snake"),
                           N_("The dice: {purple}, {green}, {red}. The snake finds no space."), t);
    switch (move_verb(m)) {
    case WRITE:
        papers_tell_step(d, N_("{who} writes {n} at {space}."), N_("You write {n} at {space}."), t);
        tale_number(t, "n", (int)move_b(m));
        break;
    case DRAW:
        papers_tell_step(d, N_("{who} draws at {space}: {what}."), N_("You draw at {space}: {what}."), t);
        tale_word(t, "what", structures[move_a(m)]);
        break;
    case CROSS:
        papers_tell_step(d, N_("{who} crosses out the snake at {space}."), N_("You cross out the snake at {space}."),
                         t);
        break;
    case REVEAL: tell_reveal(d, t); return 1;
    case SNAKE: papers_tell_danger(d, &snake, t); return 1;
    default: *n = 0; return 1; /* DONE */
    }
    papers_tell_space(d, "space", move_space(m), t);
    return 1;
}
