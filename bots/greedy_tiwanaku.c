/* greedy_tiwanaku.c -- the greedy bot's Tiwanaku: tiwanaku_eye.c with what notes.c can
 * conclude from the board. */
#include "greedy.h"
#include "notes.h"
#include "tiwanaku_eye.h"

/* Both fit into the scratch memory. */
struct work {
    struct notes notes;
    struct chances chances;
    struct eye_look look;
};

Move greedy_tiwanaku(const struct game *g, const struct state *view, size_t size, int seat, struct rng *r,
                     void *scratch)
{
    const struct tiwanaku *t = (const struct tiwanaku *)(const void *)view;
    struct work *w = scratch;
    (void)g, (void)size;
    notes_take(&w->notes, t, NOTES_ALL);
    notes_chances(&w->notes, &w->chances);
    eye_look(&w->look, t, seat, &w->chances, &eye_usual);
    return eye_choose(&w->look, r);
}
