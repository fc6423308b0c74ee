/* tiwanaku_quiz.c -- see tiwanaku_quiz.h. */
#include "tiwanaku_quiz.h"

#include "../core/bits.h"
#include "../puzzle/reason.h"
#include "tiwanaku_hint.h"

#include <string.h>

static void show_numbers(const char *key, const uint8_t *numbers, int n, struct out *o)
{
    out_key(o, key);
    out_char(o, '[');
    for (int i = 0; i < n; i++) {
        out_comma(o);
        out_uint(o, numbers[i]);
    }
    out_char(o, ']');
}

static void show_map(const struct map *m, struct out *o)
{
    show_numbers("terrain", m->terrain, map_spaces(m), o);
    show_numbers("crop", m->crop, map_spaces(m), o);
}

void tiwanaku_quiz_show(const struct quiz *q, bool named, struct out *o)
{
    char id[QUIZ_ID];
    struct out w = {.p = id, .size = sizeof id};
    quiz_write(&q->id, &w);
    out_char(o, '{');
    if (named) {
        out_key(o, "id");
        out_json(o, id, w.len);
    }
    out_key_str(o, "kind", quiz_kinds[q->id.kind]);
    out_key_int(o, "cols", q->shown.cols);
    out_key_int(o, "rows", q->shown.rows);
    show_map(&q->shown, o);
    show_numbers("tiles", q->tiles + 1, MAP_TERRAINS, o);
    out_key_str(o, "technique", reason_table[q->technique].key);
    out_key_int(o, "steps", q->steps);
    out_key_int(o, "rating", q->rating);
    out_key_int(o, "open", q->open);
    out_char(o, '}');
}

/* What is shown and what was found of it; NULL, or what is wrong with a claim. */
static const char *add_known(const struct quiz *q, const char *text, size_t n, struct map *known)
{
    *known = q->shown;
    for (const char *p = text, *end = text + n, *stop; p < end; p = stop + 1) {
        struct quiz_claim c;
        stop = memchr(p, '\n', (size_t)(end - p));
        if (!stop) stop = end;
        const char *why = quiz_read_claim(&c, q, p, (size_t)(stop - p));
        if (why) return why;
        if (quiz_judge(q, &q->shown, &c) == QUIZ_UNCERTAIN || quiz_judge(q, &q->shown, &c) == QUIZ_IMPOSSIBLE)
            return "Only what is certain can have been found. [notation]";
        (c.crop ? known->crop : known->terrain)[c.space] = c.value;
    }
    return NULL;
}

const char *tiwanaku_quiz_answer(const struct quiz *q, const char *text, size_t n, const char *found, size_t length,
                                 struct out *o)
{
    struct quiz_answer a;
    struct quiz_claim c;
    struct map known;
    const char *why = add_known(q, found, length, &known);
    if (!why) why = quiz_read_claim(&c, q, text, n);
    if (why) return why;
    quiz_answer(q, &known, &c, &a);
    out_char(o, '{');
    out_key_str(o, "verdict", quiz_verdicts[a.verdict]);
    if (a.counter) {
        out_key(o, "counter");
        out_char(o, '{');
        show_map(a.counter, o);
        out_char(o, '}');
        out_key_int(o, "differs", (c.crop ? a.counter->crop : a.counter->terrain)[c.space]);
    }
    out_key(o, "steps");
    hint_show_steps(a.chain, a.steps, q->shown.cols, o);
    out_char(o, '}');
    return NULL;
}

/* The claim that a step makes, of the first space that it decides. */
static void show_claim(const struct deduce_step *s, int cols, struct out *o)
{
    unsigned space = bits_first(s->spaces);
    char text[] = "a1 terrain 1";
    bool crop = s->what == DEDUCED_CROP;
    struct out w = {.p = text, .size = sizeof text};
    out_char(&w, (char)('a' + space % (unsigned)cols));
    out_char(&w, (char)('1' + space / (unsigned)cols));
    out_str(&w, crop ? " crop " : " terrain ");
    out_uint(&w, bits_first(s->values));
    out_key(o, "claim");
    out_json(o, text, w.len);
}

const char *tiwanaku_quiz_hint(const struct quiz *q, const char *found, size_t length, struct out *o)
{
    struct deduce_step chain[DEDUCE_CHAIN];
    struct deduce_notes n;
    struct map_shape shape;
    struct map known;
    const char *why = add_known(q, found, length, &known);
    if (why) return why;
    map_shape(&shape, known.cols, known.rows);
    deduce_begin(&n, &shape, &known, q->tiles);
    int steps = deduce_hint(&n, DEDUCE_NESTED, chain);
    if (!steps) {
        out_str(o, "null");
        return NULL;
    }
    out_char(o, '{');
    show_claim(&chain[steps - 1], known.cols, o);
    out_key(o, "steps");
    hint_show_steps(chain, steps, known.cols, o);
    out_char(o, '}');
    return NULL;
}

void tiwanaku_quiz_skills(struct out *o)
{
    out_char(o, '[');
    for (unsigned t = DEDUCE_LONE; t < DEDUCE_TECHNIQUES; t++) {
        bool tiny = quiz_can((enum deduce_technique)t, 5), wide = quiz_can((enum deduce_technique)t, MAP_COLS);
        if (!tiny && !wide) continue;
        out_comma(o);
        out_char(o, '{');
        out_key_str(o, "technique", reason_table[t].key);
        out_key_str(o, "name", reason_table[t].name);
        out_key_str(o, "text", reason_table[t].lesson);
        out_key_int(o, "rating", quiz_base((enum deduce_technique)t));
        out_key(o, "boards");
        out_str(o, tiny && wide ? "[\"tiny\",\"long\"]" : tiny ? "[\"tiny\"]" : "[\"long\"]");
        out_char(o, '}');
    }
    out_char(o, ']');
}
