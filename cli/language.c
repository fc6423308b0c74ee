/* language.c -- see language.h. */
#include "language.h"

#include <stdlib.h>
#include <string.h>

static const struct speech *now; /* NULL: English */

/* Is `code` this language, or one of its countries? */
static bool is_spoken(const char *code, const char *own)
{
    size_t n = strcspn(code, ".@");
    if (strlen(own) == n && strncmp(code, own, n) == 0) return true;
    n = strcspn(code, "_.@");
    return strlen(own) == n && strncmp(code, own, n) == 0;
}

void language_use(const char *code)
{
    now = NULL;
    for (const struct speech *s = speeches; code && s->code && !now; s++)
        if (is_spoken(code, s->code)) now = s;
}

void language_use_own(void)
{
    const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    const char *value = NULL;
    for (int i = 0; i < 3 && !(value && *value); i++) value = getenv(names[i]);
    language_use(value);
}

const char *language_now(void) { return now ? now->code : "en"; }

static int by_id(const void *id, const void *text) { return strcmp(id, ((const struct translation *)text)->id); }

static const struct translation *find(const char *id)
{
    return now ? bsearch(id, now->text, now->texts, sizeof *now->text, by_id) : NULL;
}

const char *language_text(const char *id)
{
    const struct translation *t = find(id);
    return t ? t->form[0] : id;
}

const char *language_plural(const char *one, const char *many, long n)
{
    const struct translation *t = find(one);
    if (!t) return n == 1 || n == -1 ? one : many;
    return t->form[now->form((unsigned long)(n < 0 ? -n : n))];
}

/* ---- places ---- */

/* French: "d'Inès", not "de Inès", where a person's name is filled in, as the page has it (i18n.js). */
static bool elides(const char *text, const char *at, const char *name, size_t n, const char *value)
{
    static const char *const people[] = {"who", "whose", "name", "names"};
    bool person = false, vowel = strchr("aeiouAEIOU", *value) || (unsigned char)*value == 0xC3;
    for (int i = 0; i < 4; i++) person |= strlen(people[i]) == n && memcmp(people[i], name, n) == 0;
    return person && vowel && *value && strcmp(language_now(), "fr") == 0 && at - text >= 3 &&
           memcmp(at - 3, "de ", 3) == 0;
}

void language_fill(const char *text, language_value *fn, const void *ctx, struct out *o)
{
    for (const char *p = text; *p; p++) {
        const char *end = *p == '{' ? strchr(p, '}') : NULL;
        char value[512];
        struct out v = {.p = value, .size = sizeof value};
        if (!end) {
            out_char(o, *p);
            continue;
        }
        fn(ctx, p + 1, (size_t)(end - p - 1), &v);
        if (!out_end(&v)) value[sizeof value - 1] = 0;
        if (elides(text, p, p + 1, (size_t)(end - p - 1), value)) {
            o->len -= 2;
            out_char(o, '\'');
        }
        out_str(o, value);
        p = end;
    }
}
