/* tale.c -- see tale.h. */
#include "tale.h"

#include <string.h>

/* ---- making one ---- */

void tale_begin(struct tale *t, int seat, const char *text, const char *own)
{
    memset(t, 0, sizeof *t);
    t->text = text;
    t->own = own;
    t->seat = seat;
}

static struct tale_value *add(struct tale *t, const char *name, enum tale_kind kind)
{
    GAME_ASSERT(t->values < TALE_VALUES);
    struct tale_value *v = &t->value[t->values++];
    v->name = name;
    v->kind = (uint8_t)kind;
    return v;
}

void tale_number(struct tale *t, const char *name, int number) { add(t, name, TALE_NUMBER)->number = number; }
void tale_seat(struct tale *t, const char *name, int seat) { add(t, name, TALE_SEAT)->number = seat; }
void tale_word(struct tale *t, const char *name, const char *text) { add(t, name, TALE_WORD)->text = text; }

void tale_words(struct tale *t, const char *name, const char *const *words, uint32_t set)
{
    struct tale_value *v = add(t, name, TALE_WORDS);
    v->words = words;
    v->set = set;
}

void tale_plural(struct tale *t, const char *name, const char *one, const char *many, int n)
{
    struct tale_value *v = add(t, name, TALE_WORD);
    v->text = one;
    v->many = many;
    v->number = n;
}

/* One more of the list of that name, which is the last value or a new one. */
static void add_item(struct tale *t, const char *name, enum tale_kind kind, unsigned item)
{
    struct tale_value *v = t->values ? &t->value[t->values - 1] : NULL;
    if (!v || v->kind != kind || strcmp(v->name, name) != 0) {
        v = add(t, name, kind);
        v->first = t->items;
    }
    GAME_ASSERT(t->items < TALE_ITEMS);
    t->item[t->items++] = (uint16_t)item;
    v->count++;
}

void tale_item(struct tale *t, const char *name, int number) { add_item(t, name, TALE_NUMBERS, (unsigned)number); }

void tale_space(struct tale *t, const char *name, unsigned col, unsigned row)
{
    add_item(t, name, TALE_SPACES, col << 4 | row);
}

/* ---- reading it ---- */

const char *tale_text(const struct tale *t, int viewer)
{
    for (int i = 0; i < t->values; i++) {
        const struct tale_value *v = &t->value[i];
        if (v->kind != TALE_SEAT || v->number != viewer) continue;
        if (t->own && strcmp(v->name, "who") == 0) return t->own;
        if (t->yours && strcmp(v->name, "whose") == 0) return t->yours;
    }
    return t->text;
}

void tale_write_item(const struct tale *t, const struct tale_value *v, unsigned k, struct out *o)
{
    unsigned item = t->item[v->first + k];
    if (v->kind == TALE_SPACES) out_char(o, (char)('a' + (item >> 4)));
    out_uint(o, v->kind == TALE_SPACES ? (item & 15) + 1u : item);
}

static void show_word(const struct tale_value *v, unsigned i, struct out *o)
{
    out_char(o, '{');
    out_key_str(o, "text", v->words[i]);
    if (v->numbered) out_key_int(o, "number", i);
    out_char(o, '}');
}

static void show_items(const struct tale *t, const struct tale_value *v, struct out *o)
{
    unsigned i;
    out_key(o, v->kind == TALE_SPACES ? "spaces" : "list");
    out_char(o, '[');
    for (i = 0; i < v->count; i++) {
        out_comma(o);
        if (v->kind == TALE_SPACES) out_char(o, '"');
        tale_write_item(t, v, i, o);
        if (v->kind == TALE_SPACES) out_char(o, '"');
    }
    for (i = 0; i < 32; i++) {
        if (!(v->set >> i & 1)) continue;
        out_comma(o);
        if (v->words) show_word(v, i, o);
        else out_uint(o, i);
    }
    out_char(o, ']');
    if (v->either) out_key_bool(o, "or", true);
}

static void show_value(const struct tale *t, const struct tale_value *v, struct out *o)
{
    out_key(o, v->name);
    if (v->kind == TALE_NUMBER) {
        out_int(o, v->number);
        return;
    }
    out_char(o, '{');
    if (v->kind == TALE_SEAT) out_key_int(o, "seat", v->number + 1);
    else if (v->kind == TALE_WORD) out_key_str(o, "text", v->text);
    else show_items(t, v, o);
    if (v->kind == TALE_WORD && v->many) {
        out_key_str(o, "many", v->many);
        out_key_int(o, "n", v->number);
    }
    out_char(o, '}');
}

void tale_show(const struct tale *t, struct out *o)
{
    const struct {
        const char *key, *text;
    } forms[] = {{"text", t->text}, {"many", t->many}, {"own", t->own}, {"yours", t->yours}};
    out_char(o, '{');
    for (int i = 0; i < 4; i++)
        if (forms[i].text) out_key_str(o, forms[i].key, forms[i].text);
    if (t->party) out_key_str(o, "seat", t->party);
    else if (t->seat >= 0) out_key_int(o, "seat", t->seat + 1);
    if (t->points) out_key_int(o, "points", t->points);
    out_key(o, "values");
    out_char(o, '{');
    for (int i = 0; i < t->values; i++) show_value(t, &t->value[i], o);
    out_str(o, "}}");
}

/* ---- what happened ---- */

/* The total of the row the tale is about: the party of that name, the seat, or the group where all play together. */
static int32_t total(const struct game *g, const struct state *s, const struct tale *t)
{
    int rows = g->rows(s);
    for (int i = 0; i < rows; i++) {
        struct score sc;
        g->score(s, i, &sc);
        if (t->party ? sc.who && strcmp(sc.who, t->party) == 0 : sc.who ? i == 0 : i == t->seat) return sc.total;
    }
    return 0;
}

static bool same_party(const struct tale *a, const struct tale *b)
{
    return a->party ? b->party && strcmp(a->party, b->party) == 0 : !b->party;
}

/* The first tale of each party gets what it gained since `was`, less what the others of it name themselves. */
static void count_points(const struct game *g, const struct state *s, struct tale *t, int n, const int32_t *was)
{
    for (int i = 0; i < n; i++) {
        bool named = t[i].points != 0 || (t[i].seat < 0 && !t[i].party);
        for (int k = 0; k < i; k++) named |= same_party(&t[k], &t[i]);
        if (named) continue;
        t[i].points = total(g, s, &t[i]) - was[i];
        for (int k = i + 1; k < n; k++)
            if (same_party(&t[k], &t[i])) t[i].points -= t[k].points;
    }
}

void tale_each(const struct game *g, struct deed d, size_t size, struct tale_room *r, tale_fn *fn, void *ctx)
{
    struct state *now = position_state(&r->now), *after = position_state(&r->after);
    memcpy(now, d.before, size);
    memcpy(after, d.before, size);
    for (int i = 0; i < d.moves; i++) g->apply(after, i ? NATURE : d.seat, d.move[i]);
    d.before = now;
    d.after = after;
    while (d.moves > 0) {
        int32_t was[DEED_TALES];
        int n = 0, took = g->tell(&d, r->tale, &n);
        GAME_ASSERT(took > 0 && took <= d.moves && n <= DEED_TALES);
        for (int i = 0; i < n; i++) was[i] = g->sealed ? 0 : total(g, now, &r->tale[i]);
        for (int i = 0; i < took; i++) g->apply(now, i ? NATURE : d.seat, d.move[i]);
        if (!g->sealed) count_points(g, now, r->tale, n, was);
        for (int i = 0; i < n; i++) fn(ctx, &r->tale[i]);
        d.seat = NATURE;
        d.move += took;
        d.moves -= took;
    }
}
