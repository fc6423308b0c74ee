/* reason.c -- see reason.h. One sentence: what follows, a colon, and why. In the texts
 * {} stands for a part of the step:
 *   {because} {region} {other}   its spaces; {others}: the region without them
 *   {or} {all}   its reasons, "c3 or c4"; "both" or "all" of them
 *   {about} {values}   the crops the reason speaks of, and those that follow
 *   {size} {count}   its number, the spaces of the region
 *   {it} {its}   the spaces that it is about
 *   {steps}   those before it that ruled something out there
 *   {clash}   what goes wrong
 * "The region of" its known spaces: it may have more. */
#include "reason.h"

#include "../core/bits.h"

#include <string.h>

const char *const reason_terrains[] = {"", "valley", "desert", "forest", "mountain"};
const char *const reason_crops[] = {"", "sweet potato", "coca", "chili", "corn", "quinoa"};

static const char *const why[DEDUCE_TECHNIQUES] = {
    [DEDUCE_LONE] = "its region has no other space",
    [DEDUCE_LAST] = "it is the only crop still missing in the region of {region}",
    [DEDUCE_LARGE] =
        "the region of {region} cannot have more than {size} spaces, and no crop is larger than its region",
    [DEDUCE_ONLY] = "every other crop is in its region or touches it ({because})",
    [DEDUCE_PLACE] = "the region of {region} has no other place for it",
    [DEDUCE_SUPPLY] = "{size} tiles of that terrain are left, and there are no other places for them",
    [DEDUCE_SPENT] = "all tiles of that terrain have been found",
    [DEDUCE_LEFT] = "every other terrain was ruled out{steps}",
    [DEDUCE_JOIN] = "{because} touch at a corner, so they are of one region, and no other space can join them",
    [DEDUCE_GROW] = "the region of {region} must have at least {size} spaces, and it can grow nowhere else",
    [DEDUCE_FULL] = "with {others} it would be a region of {count} spaces, and that cannot have more than {size}",
    [DEDUCE_TWICE] = "with {others} it would be one region, which would have {about} twice",
    [DEDUCE_TOUCH] = "{because} is of that terrain and touches it at a corner, and no space can join the two",
    [DEDUCE_POINT] = "the region of {region} has its {values} on {or}, and {all} of these touch {it}",
    [DEDUCE_HOME] =
        "the region of {region} must have at least {size} spaces, and there is no other place for its {about}",
    [DEDUCE_BOX] = "all crops of that level have their places already",
    [DEDUCE_CUT] = "the region of {region} must have at least {size} spaces, and cannot without this one",
    [DEDUCE_ROOM] = "no region that could be there has more than {size} spaces, and no crop is larger than its region",
    [DEDUCE_PAIR] = "{because} have {about} between them, and both touch {it} or are in {its} region",
    [DEDUCE_HIDDEN] = "the region of {region} has its {about} there, in one order or the other",
    [DEDUCE_TRIPLE] = "{because} have {about} between them, and all three touch {it} or are in {its} region",
    [DEDUCE_ORDERS] = "no way to arrange the crops of the region of {region} that leaves every space around it a crop "
                      "allows that",
    [DEDUCE_SHAPES] = "it is so in every shape that the region of {region} can take",
    [DEDUCE_TWO] = "no way to arrange the crops of the regions of {region} and of {other} together allows that",
    [DEDUCE_SUPPOSE] = "if it were, it would follow step by step that {clash}",
    [DEDUCE_NESTED] = "if it were, every way to go on would end in a contradiction",
};

/* The same technique where something else is to be said. */
static const char *other_why(const struct deduce_step *s, bool before)
{
    switch (s->technique) {
    case DEDUCE_LARGE:
        return bits_count(s->region) == s->size && s->size > 1
                   ? "the region of {region} has {size} spaces, and no crop is larger than its region"
               : s->size == 1 ? "its region has no other space"
                              : NULL;
    case DEDUCE_ONLY:
        return !before       ? NULL
               : !s->because ? "every other crop was ruled out{steps}"
                             : "every other crop is in its region or touches it ({because}), or was ruled out{steps}";
    case DEDUCE_SUPPLY: return s->size == 1 ? "one tile of that terrain is left, and it has no other place" : NULL;
    case DEDUCE_TWICE:
        return s->about ? NULL : "with {others} it would be one region, and no crop would be left for it";
    case DEDUCE_ROOM:
        return s->what == DEDUCED_NOT_TERRAIN ? "no region of that terrain has room there for its crops"
               : s->size == 1                 ? "no region that could be there has a second space"
                                              : NULL;
    default: return NULL;
    }
}

static const char *const clashes[] = {
    [CLASH_NONE] = "it cannot be",
    [CLASH_TERRAIN] = "no terrain is left for {other}",
    [CLASH_CROP] = "no crop is left for {other}",
    [CLASH_PLACE] = "the region of {other} cannot have each of its crops once",
    [CLASH_SUPPLY] = "there are too many or too few spaces for the tiles of a terrain",
    [CLASH_TOUCH] = "two regions of one terrain touch ({other})",
    [CLASH_ROOM] = "the region of {other} cannot have the size that it must have",
    [CLASH_SIZE] = "the region of {other} has more than five spaces",
};

static void comma(struct out *o, int i, int n, const char *last)
{
    if (i) out_str(o, i + 1 < n ? ", " : last);
}

static void write_spaces(uint64_t set, int cols, const char *last, struct out *o)
{
    int n = (int)bits_count(set), k = 0;
    unsigned i;
    BITS_EACH(i, set)
    {
        comma(o, k++, n, last);
        out_char(o, (char)('a' + (int)i % cols));
        out_char(o, (char)('1' + (int)i / cols));
    }
}

void reason_spaces(uint64_t set, int cols, struct out *o) { write_spaces(set, cols, " and ", o); }

static void write_values(unsigned values, const char *const *names, const char *last, struct out *o)
{
    int n = (int)bits_count(values), k = 0;
    unsigned v;
    BITS_EACH(v, values)
    {
        comma(o, k++, n, last);
        if (names) out_str(o, names[v]);
        else out_uint(o, v);
    }
}

static void write_what(const struct deduce_step *s, int cols, struct out *o)
{
    bool many = bits_count(s->spaces) > 1;
    reason_spaces(s->spaces, cols, o);
    out_str(o, many ? " are " : " is ");
    if (s->what == DEDUCED_NOT_TERRAIN || s->what == DEDUCED_NOT_CROP) out_str(o, "not ");
    if (s->what == DEDUCED_TERRAIN || s->what == DEDUCED_NOT_TERRAIN) {
        write_values(s->values, reason_terrains, " or ", o);
    } else {
        write_values(s->values, NULL, " or ", o);
        if (s->what != DEDUCED_CROP) return;
        out_str(o, " (");
        write_values(s->values, reason_crops, " or ", o);
        out_char(o, ')');
    }
}

/* Did the step rule out a crop, or a terrain, where the last one decides it? */
static bool prepares(const struct deduce_step *s, const struct deduce_step *last)
{
    bool crop = last->what == DEDUCED_CROP;
    return s->what == (crop ? DEDUCED_NOT_CROP : DEDUCED_NOT_TERRAIN) && s->spaces & last->spaces;
}

static int count_before(const struct deduce_step *s, int k)
{
    int n = 0;
    for (int i = 0; i < k; i++) n += prepares(&s[i], &s[k]);
    return n;
}

static void write_before(const struct deduce_step *s, int k, struct out *o)
{
    int n = count_before(s, k), done = 0;
    if (!n) return;
    out_str(o, n == 1 ? " (step " : " (steps ");
    for (int i = 0; i < k; i++)
        if (prepares(&s[i], &s[k])) {
            comma(o, done++, n, " and ");
            out_int(o, i + 1);
        }
    out_char(o, ')');
}

static void fill(const char *text, const struct deduce_step *, int k, int cols, struct out *);

static bool is(const char *key, size_t n, const char *word) { return strlen(word) == n && memcmp(key, word, n) == 0; }

static void write_part(const struct deduce_step *steps, int k, const char *key, size_t n, int cols, struct out *o)
{
    const struct deduce_step *s = &steps[k];
    bool many = bits_count(s->spaces) > 1;
    if (is(key, n, "because")) reason_spaces(s->because, cols, o);
    else if (is(key, n, "region")) reason_spaces(s->region, cols, o);
    else if (is(key, n, "others")) reason_spaces(s->region & ~s->spaces, cols, o);
    else if (is(key, n, "other")) reason_spaces(s->other, cols, o);
    else if (is(key, n, "or")) write_spaces(s->because, cols, " or ", o);
    else if (is(key, n, "all")) out_str(o, bits_count(s->because) == 2 ? "both" : "all");
    else if (is(key, n, "about")) write_values(s->about, NULL, " and ", o);
    else if (is(key, n, "values")) write_values(s->values, NULL, " and ", o);
    else if (is(key, n, "size")) out_uint(o, s->size);
    else if (is(key, n, "count")) out_uint(o, bits_count(s->region));
    else if (is(key, n, "it")) out_str(o, many ? "them" : "it");
    else if (is(key, n, "its")) out_str(o, many ? "their" : "its");
    else if (is(key, n, "steps")) write_before(steps, k, o);
    else if (is(key, n, "clash")) fill(clashes[s->clash], steps, k, cols, o);
}

static void fill(const char *text, const struct deduce_step *steps, int k, int cols, struct out *o)
{
    for (const char *p = text; *p; p++) {
        const char *end = *p == '{' ? strchr(p, '}') : NULL;
        if (end) write_part(steps, k, p + 1, (size_t)(end - p - 1), cols, o), p = end;
        else out_char(o, *p);
    }
}

void reason_write(const struct deduce_step *steps, int k, int cols, struct out *o)
{
    const char *text = other_why(&steps[k], count_before(steps, k) > 0);
    write_what(&steps[k], cols, o);
    out_str(o, ": ");
    fill(text ? text : why[steps[k].technique], steps, k, cols, o);
    out_char(o, '.');
}
