/* review_show.c -- a review as JSON, see review.h. */
#include "review.h"

#include "why.h"

#include <string.h>

void review_show_head(const struct review *r, struct out *o)
{
    const struct head *h = r->task.head;
    struct name name = h->name[r->task.seat];
    out_key_str(o, "game", r->game->name);
    out_key_str(o, "mode", r->game->modes[h->setup.mode].name);
    out_key_int(o, "seat", r->task.seat + 1);
    out_key(o, "name");
    if (name.p) out_json(o, name.p, name.n);
    else out_str(o, "null");
    out_key_bool(o, "ahead", judge_ahead(r->game));
    out_key_int(o, "of", r->all);
}

void review_write_move(struct review *r, const struct review_way *w, int k, struct out *o)
{
    struct state *s = position_state(&r->other);
    memcpy(s, &r->view, r->size);
    for (int i = 0; i < k; i++) r->game->apply(s, r->task.seat, w->move[i]);
    r->game->write(s, r->task.seat, &w->move[k], 1, o);
}

static void show_way(struct review *r, const char *key, const struct review_way *w, struct out *o)
{
    out_key(o, key);
    out_char(o, '[');
    for (int k = 0; k < w->moves; k++) {
        char word[256];
        struct out text = {.p = word, .size = sizeof word};
        review_write_move(r, w, k, &text);
        GAME_ASSERT(text.len <= text.size);
        out_comma(o);
        out_json(o, word, text.len);
    }
    out_char(o, ']');
}

static void show_items(const struct review_decision *d, struct out *o)
{
    out_key(o, "items");
    out_char(o, '[');
    for (int i = 0; i < d->items; i++) {
        out_comma(o);
        out_char(o, '{');
        out_key_str(o, "what", judge_items[d->item[i].item].key);
        out_key_str(o, "text", judge_items[d->item[i].item].text);
        out_key_int(o, "points", d->item[i].points);
        out_char(o, '}');
    }
    out_char(o, ']');
}

void review_show_decision(struct review *r, struct out *o)
{
    const struct review_decision *d = &r->decision;
    const struct state *s = position_state(&r->view);
    struct tale tale;
    out_char(o, '{');
    out_key_int(o, "step", d->step);
    out_key_int(o, "last", d->last);
    out_key_int(o, "round", s->round + r->has_hint); /* turns are counted when they are over, rounds when they begin */
    show_way(r, "made", &d->made, o);
    show_way(r, "strong", &d->best, o);
    out_key_bool(o, "same", d->same);
    out_key_int(o, "whose", d->whose + 1);
    out_key_int(o, "value", d->value);
    out_key_int(o, "lost", d->lost);
    out_key_int(o, "noise", d->noise);
    out_key_str(o, "mark", review_mark_names[d->mark]);
    why_show(&d->why, r->game, s, o);
    why_tell(&d->why, r->game, s, &tale);
    out_key(o, "reason");
    tale_show(&tale, o);
    show_items(d, o);
    if (r->has_hint) {
        out_key(o, "hint");
        hint_show(&r->hint, (const struct tiwanaku *)(const void *)s, o);
    }
    out_char(o, '}');
}

void review_show_end(struct review *r, struct out *o)
{
    const struct state *s = position_state(&r->view); /* of the end */
    out_key_int(o, "count", r->done);
    out_key_int(o, "same", r->same);
    out_key_int(o, "lost", r->lost);
    for (int i = 1; i < REVIEW_MARKS; i++) out_key_int(o, review_mark_names[i], r->marks[i]);
    out_key_bool(o, "over", r->over);
    out_key_int(o, "expectation", r->expectation);
    out_key_int(o, "result", r->result);
    out_key_int(o, "luck", r->luck);
    out_key_int(o, "play", r->play);
    out_key(o, "counted");
    match_items(r->game, s, match_row(r->game, s, r->task.seat), o);
}
