/* reasons.c -- see reasons.h: a reader's notes, and sentences in and out. What they mean is in reasons_laws.c. */
#include "reasons_in.h"

#include <stdlib.h>
#include <string.h>

/* ---- notes ---- */

/* What is seen at a glance: no crop twice among those that touch or are of one region. */
static void glance(struct reader *n)
{
    uint64_t gone[MAP_LEVELS + 1] = {0};
    unsigned i, v;
    BITS_EACH(i, n->sown) BITS_EACH(v, crops_at(n, i)) gone[v] |= rivals(n, i);
    for (v = 1; v <= MAP_LEVELS; v++) n->crop[v] &= ~gone[v];
}

static void learn(struct reader *n, const struct conclusion *c)
{
    uint64_t *set = c->crop ? n->crop : n->terrain;
    for (unsigned v = 1; v <= (c->crop ? (unsigned)MAP_LEVELS : (unsigned)MAP_TERRAINS); v++)
        if ((c->values >> v & 1) == c->not ) set[v] &= ~c->spaces;
    if (!c->not ) *(c->crop ? &n->sown : &n->land) |= c->spaces;
    glance(n);
}

void reasons_begin(struct reader *n, const struct map *known, const uint8_t *tiles)
{
    memset(n, 0, sizeof *n);
    map_shape(&n->shape, known->cols, known->rows);
    n->cols = known->cols;
    n->all = bit((unsigned)map_spaces(known)) - 1;
    memcpy(n->tiles, tiles, sizeof n->tiles);
    for (int i = 0; i < map_spaces(known); i++) {
        if (known->terrain[i]) n->land |= bit((unsigned)i);
        if (known->crop[i]) n->sown |= bit((unsigned)i);
    }
    for (unsigned t = 1; t <= MAP_TERRAINS; t++)
        for (int i = 0; i < map_spaces(known); i++)
            if (!known->terrain[i] || known->terrain[i] == t) n->terrain[t] |= bit((unsigned)i);
    for (unsigned v = 1; v <= MAP_LEVELS; v++)
        for (int i = 0; i < map_spaces(known); i++)
            if (!known->crop[i] || known->crop[i] == v) n->crop[v] |= bit((unsigned)i);
    glance(n);
}

void reasons_suppose(struct reader *n, const struct conclusion *c)
{
    n->supposed = *c;
    learn(n, c);
}

void reasons_follow(struct reader *n, const struct conclusion *c, const struct deduce_notes *notes)
{
    n->supposed = *c;
    memcpy(n->terrain, notes->terrain, sizeof n->terrain);
    memcpy(n->crop, notes->crop, sizeof n->crop);
    n->land = notes->land, n->sown = notes->sown;
}

/* ---- the sentence ---- */

static void say_list(const struct tale *t, const struct tale_value *v, struct out *o)
{
    unsigned left = v->kind == TALE_WORDS ? bits_count(v->set) : v->count, total = left, k = 0;
    for (unsigned i = 0; left; i++) {
        if (v->kind == TALE_WORDS && !(v->set >> i & 1)) continue;
        if (k) out_str(o, left > 1 || total == 1 ? ", " : v->either ? " or " : " and ");
        if (v->kind != TALE_WORDS) tale_write_item(t, v, k, o);
        else if (!v->words) out_uint(o, i);
        else out_str(o, v->words[i]);
        if (v->numbered) out_str(o, " ("), out_uint(o, i), out_char(o, ')');
        k++, left--;
    }
}

static void say(const struct tale *t, const char *text, struct out *o)
{
    for (const char *p = text; *p;) {
        const struct tale_value *v = t->value, *end = v + t->values;
        size_t n = *p == '{' ? strcspn(p + 1, "}") : 0;
        if (!n) {
            out_char(o, *p++);
            continue;
        }
        while (v < end && (strlen(v->name) != n || memcmp(v->name, p + 1, n) != 0)) v++;
        p += n + 2;
        if (v == end) out_char(o, '?');
        else if (v->kind == TALE_NUMBER) out_int(o, v->number);
        else if (v->kind == TALE_WORD) say(t, v->many && v->number != 1 ? v->many : v->text, o);
        else say_list(t, v, o);
    }
}

void reasons_say(const struct tale *t, struct out *o)
{
    say(t, t->text, o);
    out_char(o, 0);
}

/* ---- reading it ---- */

static const char *skip(const char *p, const char *end, const char *word)
{
    size_t n = strlen(word);
    return (size_t)(end - p) >= n && memcmp(p, word, n) == 0 ? p + n : NULL;
}

/* One member of a list: a space (its number), a word or a number (its value); NULL: it is none. */
static const char *read_item(const struct reader *n, const char *p, const char *end, char kind, unsigned *value)
{
    char *rest;
    if (kind == 's') {
        if (end - p < 2 || *p < 'a' || *p >= 'a' + n->cols || p[1] < '1' || p[1] > '5') return NULL;
        *value = (unsigned)((p[1] - '1') * n->cols + *p - 'a');
        return p + 2;
    }
    for (unsigned v = 1; kind == 'w' && v <= MAP_LEVELS; v++) {
        const char *crop = skip(p, end, reason_crops[v]);
        const char *terrain = v <= MAP_TERRAINS ? skip(p, end, reason_terrains[v]) : NULL;
        *value = v;
        if (terrain) return terrain;
        if (crop && end - crop >= 4 && crop[0] == ' ' && crop[1] == '(' && crop[2] == (char)('0' + v) && crop[3] == ')')
            return crop + 4;
    }
    if (kind == 'w' || p == end || *p < '0' || *p > '9') return NULL;
    *value = (unsigned)strtoul(p, &rest, 10);
    return rest <= end && *value < 64 ? rest : NULL;
}

/* "c3", "c3 and d4", "c3, d4 or e5": a set without repetitions; 0: it is no list. */
static uint64_t read_list(const struct reader *n, const char *p, const char *end, char kind)
{
    uint64_t set = 0;
    for (;;) {
        unsigned v;
        const char *next;
        p = read_item(n, p, end, kind, &v);
        if (!p || set >> v & 1) return 0;
        set |= bit(v);
        if (p == end) return set;
        next = skip(p, end, ", ");
        if (!next) next = skip(p, end, " and ");
        if (!next) next = skip(p, end, " or ");
        if (!next) return 0;
        p = next;
    }
}

/* What stands in a place of that name; false: no such thing. */
static bool take(const struct reader *n, struct said *s, const char *name, size_t len, const char *p, const char *end)
{
    static const struct {
        const char *name;
        char kind;
        size_t where;
    } places[] = {
        {"spaces", 's', offsetof(struct said, c.spaces)}, {"because", 's', offsetof(struct said, because)},
        {"region", 's', offsetof(struct said, region)},   {"others", 's', offsetof(struct said, others)},
        {"other", 's', offsetof(struct said, other)},     {"steps", 'n', offsetof(struct said, steps)},
    };
    uint64_t set;
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        if (strlen(places[k].name) != len || memcmp(places[k].name, name, len) != 0) continue;
        set = read_list(n, p, end, places[k].kind);
        uint64_t *to = (uint64_t *)(void *)((char *)s + places[k].where);
        if (*to && *to != set) return false; /* named twice, and differently */
        *to = set;
        return set != 0;
    }
    bool names = len == 5 && memcmp(name, "names", 5) == 0;
    set = read_list(n, p, end, names ? 'w' : 'n');
    if (names) s->c.values = (unsigned)set, s->c.crop = memchr(p, '(', (size_t)(end - p)) != NULL;
    else if (len == 5) s->about = (unsigned)set; /* about */
    else if (len == 4) s->size = atoi(p);        /* size */
    else if (len == 3) s->count = atoi(p);       /* num */
    return set != 0 || *p == '0';
}

/* Does the sentence fit the pattern? Fills in what stands in its places. */
static bool fits(const struct reader *n, struct said *s, const char *pattern, const char *p)
{
    while (*pattern && *pattern != '{')
        if (*pattern++ != *p++) return false;
    if (!*pattern) return !*p;
    size_t len = strcspn(pattern + 1, "}");
    for (const char *end = p + 1; *p && *end; end++) {
        struct said tried = *s;
        if (!take(n, &tried, pattern + 1, len, p, end) || !fits(n, &tried, pattern + len + 2, end)) continue;
        *s = tried;
        return true;
    }
    return false;
}

/* ---- whole sentences ---- */

/* What did not hold is what had been supposed. */
static bool was_supposed(const struct conclusion *c, const struct reader *then)
{
    const struct conclusion *was = &then->supposed;
    return c->not &&c->crop == was->crop && c->spaces == was->spaces && c->values == was->values;
}

static const char *const wholes[] = {
    "{spaces} is {names}: ", "{spaces} are {names}: ", "{spaces} is not {names}: ", "{spaces} are not {names}: "};
static const char follows[] = "if it were, it would follow step by step that ";

/* One of these sentences with that beginning; NULL: it is true. */
static const char *one_of(const struct reader *n, const struct reader *where, const struct sentence *list,
                          const char *begin, const char *sentence, struct said *s)
{
    const char *wrong = "it is not understood";
    for (; list->pattern; list++) {
        char pattern[512];
        struct said tried = {.then = s->then};
        struct out o = {.p = pattern, .size = sizeof pattern};
        out_str(&o, begin), out_str(&o, list->pattern), out_str(&o, "."), out_char(&o, 0);
        if (!fits(n, &tried, pattern, sentence)) continue;
        tried.c.not = strstr(begin, " not ") != NULL;
        *s = tried;
        wrong = list->holds ? list->holds(where, s) : NULL;
        if (!wrong) return NULL;
    }
    return wrong;
}

const char *reasons_wrong(struct reader *n, const char *sentence, const struct reader *then)
{
    struct said s = {.then = then};
    const char *wrong = "it is not understood";
    for (size_t k = 0; k < sizeof wholes / sizeof *wholes && !s.c.spaces; k++) {
        char begin[256];
        struct out o = {.p = begin, .size = sizeof begin};
        wrong = one_of(n, n, reasons_table, wholes[k], sentence, &s);
        if (s.c.spaces) break;
        out_str(&o, wholes[k]), out_str(&o, follows), out_char(&o, 0);
        wrong = one_of(n, then ? then : n, reasons_clashes, begin, sentence, &s);
        if (s.c.spaces && !wrong && !(then && was_supposed(&s.c, then))) wrong = "that was not supposed";
    }
    bool many = bits_count(s.c.spaces) > 1;
    if (!wrong && many != (strstr(sentence, " are ") && strstr(sentence, " are ") < strchr(sentence, ':')))
        wrong = "one is not many";
    if (n->count < REASONS_TOLD) n->told[n->count++] = s.c;
    learn(n, &s.c);
    return wrong;
}
