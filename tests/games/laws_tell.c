/* laws_tell.c -- see laws_tell.h. */
#include "laws_tell.h"

#include <string.h>

enum { TEXT = 1 << 16 };

/* A deed: the move, and the facts that follow by themselves. */
struct telling {
    Move move[DEED_MOVES];
    int n;
};

/* What was told of it. */
struct told {
    char raw[TEXT];
    struct out text;
    const char *wrong; /* what does not hold, or NULL */
};

static struct tale_room tale_room;
static struct position spare;

static bool has_value(const struct tale *t, const char *name, size_t n)
{
    for (int i = 0; i < t->values; i++)
        if (strlen(t->value[i].name) == n && memcmp(t->value[i].name, name, n) == 0) return true;
    return false;
}

static void note_tale(void *ctx, const struct tale *t)
{
    struct told *told = ctx;
    const char *forms[] = {t->text, t->many, t->own, t->yours};
    if (!t->text) told->wrong = "a tale has a text";
    for (int i = 0; i < 4; i++)
        for (const char *p = forms[i]; p && (p = strchr(p, '{')); p++)
            if (!has_value(t, p + 1, strcspn(p + 1, "}"))) told->wrong = "every place of a text has a value";
    tale_show(t, &told->text);
}

static void note_move(void *ctx, const struct state *s, Move m)
{
    struct telling *d = ctx;
    (void)s;
    if (d->n < DEED_MOVES) d->move[d->n] = m;
    d->n++;
}

static struct state *copy(const struct position *from, size_t size)
{
    memcpy(spare.raw, from->raw, size);
    return position_state(&spare);
}

static const char *tell(const struct game *g, const struct deed *d, size_t size, struct told *to)
{
    to->text = (struct out){.p = to->raw, .size = sizeof to->raw};
    to->wrong = NULL;
    tale_each(g, *d, size, &tale_room, note_tale, to);
    return to->text.len > sizeof to->raw ? "what is told fits into 64 KiB" : to->wrong;
}

const char *laws_tell(const struct game *g, const struct position *now, size_t size, int seat, Move m, int viewer)
{
    static struct told full_text, seen_text;
    struct telling full = {.move = {m}, .n = 1}, seen = {.n = 0};
    struct state *s = copy(now, size);
    g->apply(s, seat, m);
    match_settle(g, s, note_move, &full);
    if (full.n > DEED_MOVES) return "a deed has at most DEED_MOVES moves";
    s = copy(now, size);
    for (int i = 0; i < full.n; i++) {
        seen.move[seen.n++] = g->veil(s, i ? NATURE : seat, full.move[i], viewer);
        g->apply(s, i ? NATURE : seat, full.move[i]);
    }
    struct deed d = {.before = copy(now, size), .seat = seat, .move = full.move, .moves = full.n};
    const char *wrong = tell(g, &d, size, &full_text);
    if (wrong) return wrong;
    g->redact(copy(now, size), viewer);
    d.move = seen.move;
    wrong = tell(g, &d, size, &seen_text);
    if (wrong) return wrong;
    bool same =
        full_text.text.len == seen_text.text.len && memcmp(full_text.raw, seen_text.raw, full_text.text.len) == 0;
    return same ? NULL : "who does not know the secret tells it alike";
}
