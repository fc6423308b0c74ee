/* temple_tell.c -- see temple.h: what happened in Temple, in sentences. */
#include "temple.h"

#include "../core/tale.h"

int temple_tell(const struct deed *d, struct tale *t, int *n)
{
    static const struct papers_danger_text mummy = {
        {N_("{who} draws a mummy at {space}."), N_("You draw a mummy at {space}.")},
        {N_("{who} draws a mummy at {space} on {whose}'s sheet."),
         N_("You draw a mummy at {space} on {whose}'s sheet."), N_("{who} draws a mummy at {space} on your sheet.")},
    };
    Move m = d->move[0];
    *n = 1;
    if (d->seat == NATURE) return papers_tell(d, N_("lockpick"), N_("mummy"), NULL, t);
    if (move_verb(m) == MUMMY) {
        papers_tell_danger(d, &mummy, t);
        return 1;
    }
    if (move_verb(m) == WRITE) {
        papers_tell_step(d, N_("{who} writes {n} at {space}."), N_("You write {n} at {space}."), t);
        tale_number(t, "n", (int)move_a(m));
    } else {
        papers_tell_step(d, N_("{who} crosses out the mummy at {space}."), N_("You cross out the mummy at {space}."),
                         t);
    }
    papers_tell_space(d, "space", move_space(m), t);
    return 1;
}
