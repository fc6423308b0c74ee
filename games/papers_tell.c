/* papers_tell.c -- see papers.h: what the two dice games tell alike. */
#include "papers.h"

#include "../core/tale.h"

static const struct papers *papers(const struct state *s) { return (const struct papers *)(const void *)s; }

static void add_face(struct tale *t, const char *die, unsigned face, const char *special)
{
    if (face == SPECIAL) tale_word(t, die, special);
    else tale_number(t, die, (int)face);
}

int papers_tell(const struct deed *d, const char *helper, const char *danger, const char *lost, struct tale *t)
{
    Move m = d->move[0];
    if (move_verb(m) == HAND) {
        tale_begin(t, NATURE, N_("The sheets are handed round."), NULL);
        t->quiet = true;
        return d->moves;
    }
    bool nobody = move_space(m) == SPECIAL && !papers(d->after)->rolled;
    tale_begin(t, NATURE, nobody && lost ? lost : N_("The dice: {purple}, {green}, {red}."), NULL);
    t->quiet = !nobody || !lost;
    add_face(t, "purple", move_a(m), N_("Penny"));
    add_face(t, "green", move_b(m), helper);
    add_face(t, "red", move_space(m), danger);
    return 1;
}

void papers_tell_step(const struct deed *d, const char *text, const char *own, struct tale *t)
{
    tale_begin(t, d->seat, text, own);
    tale_seat(t, "who", d->seat);
}

void papers_tell_danger(const struct deed *d, const struct papers_danger_text *f, struct tale *t)
{
    const struct papers *p = papers(d->before);
    if (p->solo) {
        papers_tell_step(d, f->alone[0], f->alone[1], t);
    } else {
        papers_tell_step(d, f->others[0], f->others[1], t);
        t->yours = f->others[2];
        tale_seat(t, "whose", p->holds[d->seat]);
    }
    papers_tell_space(d, "space", move_space(d->move[0]), t);
}

void papers_tell_space(const struct deed *d, const char *name, unsigned space, struct tale *t)
{
    const struct ground *g = &papers(d->before)->ground;
    tale_space(t, name, g->col[space], g->row[space]);
}
