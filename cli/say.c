/* say.c -- see say.h. */
#include "say.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- texts of the program ---- */

enum { PAIRS = 8, LINE = 2048 };

/* Names and values, as they were given. */
struct pairs {
    const char *name[PAIRS], *value[PAIRS];
    int n;
};

static struct pairs take(va_list args)
{
    struct pairs p = {.n = 0};
    for (const char *name; (name = va_arg(args, const char *)) && p.n < PAIRS; p.n++) {
        p.name[p.n] = name;
        p.value[p.n] = va_arg(args, const char *);
    }
    return p;
}

static bool is(const char *name, const char *p, size_t n) { return strlen(name) == n && memcmp(name, p, n) == 0; }

static void write_pair(const void *ctx, const char *name, size_t n, struct out *o)
{
    const struct pairs *p = ctx;
    for (int i = 0; i < p->n; i++)
        if (is(p->name[i], name, n)) out_str(o, p->value[i]);
}

static void fill(char *buf, size_t size, const char *text, va_list args)
{
    struct pairs p = take(args);
    struct out o = {.p = buf, .size = size};
    language_fill(_(text), write_pair, &p, &o);
    if (!out_end(&o)) buf[size - 1] = 0;
}

void say(const char *text, ...)
{
    char buf[LINE];
    va_list args;
    va_start(args, text);
    fill(buf, sizeof buf, text, args);
    va_end(args);
    fputs(buf, stdout);
}

void say_line(const char *text, ...)
{
    char buf[LINE];
    va_list args;
    va_start(args, text);
    fill(buf, sizeof buf, text, args);
    va_end(args);
    puts(buf);
}

const char *say_into(char *buf, size_t size, const char *text, ...)
{
    va_list args;
    va_start(args, text);
    fill(buf, size, text, args);
    va_end(args);
    return buf;
}

const char *say_number(char buf[SAY_NUMBER], long n)
{
    snprintf(buf, SAY_NUMBER, "%ld", n);
    return buf;
}

const char *say_count(const char *one, const char *many, long n, char buf[SAY_NAME])
{
    char number[SAY_NUMBER];
    const struct pairs p = {.name = {"n"}, .value = {say_number(number, n)}, .n = 1};
    struct out o = {.p = buf, .size = SAY_NAME};
    language_fill(language_plural(one, many, n), write_pair, &p, &o);
    if (!out_end(&o)) buf[SAY_NAME - 1] = 0;
    return buf;
}

void say_refusal(const char *why, struct out *o)
{
    char text[512];
    if (_(why) != why) {
        out_str(o, _(why));
        return;
    }
    const char *id = strrchr(why, '[');
    size_t n = id && id > why && id[-1] == ' ' ? (size_t)(id - 1 - why) : strlen(why);
    snprintf(text, sizeof text, "%.*s", (int)n, why);
    out_str(o, _(text));
    out_str(o, why + n);
}

/* ---- tales ---- */

struct say_places {
    const struct tale *t;
    say_name *name;
    const void *ctx;
    const char *text; /* the whole, where places are looked for */
};

static void write_value(const void *, const char *, size_t, struct out *);

/* ", " or the last " and ". Both words are texts with places, so that a language may order them. */
static void write_list(const char *const *item, int n, bool either, struct out *o)
{
    char list[512];
    struct out most = {.p = list, .size = sizeof list};
    for (int i = 0; i + 1 < n; i++) {
        if (i) out_str(&most, ", ");
        out_str(&most, item[i]);
    }
    if (!out_end(&most)) list[sizeof list - 1] = 0;
    const struct pairs p = {.name = {"list", "last"}, .value = {list, n ? item[n - 1] : ""}, .n = 2};
    if (n < 2) out_str(o, n ? item[0] : "");
    else language_fill(_(either ? N_("{list} or {last}") : N_("{list} and {last}")), write_pair, &p, o);
}

void say_list(const char *const *item, int n, struct out *o) { write_list(item, n, false, o); }

static void write_items(const struct say_places *x, const struct tale_value *v, struct out *o)
{
    enum { MOST = 64, ITEM = 48 };
    char text[MOST][ITEM];
    const char *item[MOST];
    int n = 0;
    for (unsigned i = 0; i < (v->kind == TALE_WORDS ? 32u : v->count) && n < MOST; i++) {
        struct out w = {.p = text[n], .size = ITEM};
        if (v->kind != TALE_WORDS) tale_write_item(x->t, v, i, &w);
        else if (!(v->set >> i & 1)) continue;
        else if (v->words) out_str(&w, _(v->words[i]));
        else out_uint(&w, i);
        if (v->numbered) out_str(&w, " ("), out_uint(&w, i), out_char(&w, ')');
        if (!out_end(&w)) text[n][ITEM - 1] = 0;
        item[n] = text[n];
        n++;
    }
    write_list(item, n, v->either, o);
}

static void write_word(const struct say_places *x, const struct tale_value *v, struct out *o)
{
    struct say_places inner = *x;
    inner.text = v->many ? language_plural(v->text, v->many, v->number) : _(v->text);
    language_fill(inner.text, write_value, &inner, o);
}

static void write_value(const void *ctx, const char *name, size_t n, struct out *o)
{
    const struct say_places *x = ctx;
    char buf[SAY_NAME];
    for (int i = 0; i < x->t->values; i++) {
        const struct tale_value *v = &x->t->value[i];
        if (!is(v->name, name, n)) continue;
        if (v->kind == TALE_NUMBER) out_int(o, v->number);
        else if (v->kind == TALE_SEAT) out_str(o, x->name(x->ctx, v->number, name == x->text + 1, buf));
        else if (v->kind == TALE_WORD) write_word(x, v, o);
        else write_items(x, v, o);
        return;
    }
}

void say_tale(const struct tale *t, int viewer, say_name *name, const void *ctx, struct out *o)
{
    struct say_places x = {.t = t, .name = name, .ctx = ctx};
    x.text = _(tale_text(t, viewer));
    for (int i = 0; t->many && i < t->values; i++)
        if (is(t->value[i].name, "n", 1)) x.text = language_plural(t->text, t->many, t->value[i].number);
    language_fill(x.text, write_value, &x, o);
}

void say_event(const struct tale *t, int viewer, say_name *name, const void *ctx, struct out *o)
{
    say_tale(t, viewer, name, ctx, o);
    if (!t->points) return;
    out_str(o, t->points > 0 ? " (+" : " (");
    out_int(o, t->points);
    out_char(o, ')');
}

const char *say_seat(int seat, bool begins, char buf[SAY_NAME])
{
    char n[SAY_NUMBER];
    return say_into(buf, SAY_NAME, begins ? N_("Seat {n}") : N_("seat {n}"), "n", say_number(n, seat + 1), NULL);
}
