/* reason.c -- see reason.h. A sentence is "{what}: {why}."; the places of its parts:
 *   {spaces}   where it holds; {names}: the terrains or crops that are or are not there
 *   {because} {region} {other}   spaces of the step; {others}: the region without those it is about
 *   {or}   its reasons, "c3 or c4"
 *   {about} {values}   the crops the reason speaks of, and those that follow
 *   {size} {count} {n}   its number, the spaces of the region; tiles that are left
 *   {steps}   those before it that ruled something out there
 *   {clash}   what goes wrong
 * "The region of" its known spaces: it may have more. */
#include "reason.h"

#include "../core/bits.h"

const char *const reason_terrains[] = {"", N_("valley"), N_("desert"), N_("forest"), N_("mountain")};
const char *const reason_crops[] = {"", N_("sweet potato"), N_("coca"), N_("chili"), N_("corn"), N_("quinoa")};

const struct reason reason_table[DEDUCE_FAIR + 1] = {
    [DEDUCE_NONE] = {"none", "nothing", "", NULL},
    [DEDUCE_LONE] = {"lone", N_("region of one"), N_("its region has no other space"),
                     N_("A region of one space has a sweet potato (1).")},
    [DEDUCE_LAST] = {"last", N_("last crop of a region"),
                     N_("it is the only crop still missing in the region of {region}"),
                     N_("A region of n spaces has the crops 1 to n. If the region is complete and one crop is missing, "
                        "it goes to the last space.")},
    [DEDUCE_LARGE] =
        {"large", N_("crop larger than its region"),
         N_("the region of {region} cannot have more than {size} spaces, and no crop is larger than its region"),
         N_("No crop is larger than its region. Where a region cannot grow any more, larger crops drop out, and often "
            "one is left.")},
    [DEDUCE_ONLY] = {"only", N_("only crop left"), N_("every other crop is in its region or touches it ({because})"),
                     N_("Equal crops never touch, and a region has each crop once. If all crops but one are ruled out "
                        "for a space, it has that one.")},
    [DEDUCE_PLACE] =
        {"place", N_("only place in a region"), N_("the region of {region} has no other place for it"),
         N_("A complete region has each of its crops. If only one of its spaces can have a crop, it is there.")},
    [DEDUCE_SUPPLY] = {"supply", N_("terrain needed everywhere"), NULL,
                       N_("The tiles of each terrain are counted. If as many are left as there are spaces for them, "
                          "all these spaces have that terrain.")}, /* has a plural */
    [DEDUCE_SPENT] = {"spent", N_("terrain used up"), N_("all tiles of that terrain have been found"),
                      N_("If all tiles of a terrain have been found, no other space has it. Where one terrain is left, "
                         "it is that one.")},
    [DEDUCE_LEFT] = {"left", "only terrain left", N_("every other terrain was ruled out"), NULL},
    [DEDUCE_JOIN] =
        {"join", N_("corners must be joined"),
         N_("{because} touch at a corner, so they are of one region, and no other space can join them"),
         N_(
             "Two regions of one terrain never touch, not even at a corner. Two spaces of one terrain that touch at a "
             "corner belong together, and if only one space can join them, it has their terrain.")},
    [DEDUCE_GROW] =
        {"grow", N_("only way out of a region"),
         N_("the region of {region} must have at least {size} spaces, and it can grow nowhere else"),
         N_("A crop needs a region at least as large. If such a region has only one way to grow, it grows there.")},
    [DEDUCE_FULL] = {"full", N_("region would be too large"),
                     N_("with {others} it would be a region of {count} spaces, and that cannot have more than {size}"),
                     N_("A region has at most five spaces, and no more than its crops and the tiles allow. Where a "
                        "terrain would make a region too large, it drops out.")},
    [DEDUCE_TWICE] =
        {"twice", N_("region would have a crop twice"),
         N_("with {others} it would be one region, which would have {about} twice"),
         N_("A region has each crop once. Where a terrain would join spaces with the same crop, it drops out.")},
    [DEDUCE_TOUCH] = {"touch", N_("regions would touch"),
                      N_("{because} is of that terrain and touches it at a corner, and no space can join the two"),
                      N_("Two regions of one terrain never touch, not even at a corner. Where a terrain would do that, "
                         "and nothing can join the two, it drops out.")},
    [DEDUCE_POINT] = {"point", N_("all places touch it"),
                      N_("the region of {region} has its {values} on {or}, and all of these touch {spaces}"),
                      N_("A region has a crop somewhere. If all places left for it touch the same space, that space "
                         "cannot have the crop.")},
    [DEDUCE_HOME] =
        {"home", N_("only place near a region"),
         N_("the region of {region} must have at least {size} spaces, and there is no other place for its {about}"),
         N_(
             "A region that must still grow needs crops it does not have. If only one space within its reach can have "
             "such a crop, that space belongs to it.")},
    [DEDUCE_BOX] =
        {"box", N_("crop used up"), N_("all crops of that level have their places already"),
         N_("The box has only so many of each crop. If all of them are on the board, no other space has that crop.")},
    [DEDUCE_CUT] = {"cut", N_("region needs the space"),
                    N_("the region of {region} must have at least {size} spaces, and cannot without this one"),
                    N_("A region that must still grow needs room. If it could not grow enough without a space, that "
                       "space belongs to it.")},
    [DEDUCE_ROOM] =
        {
            "room", N_("no room for a region"),
            N_("no region that could be there has more than {size} spaces, and no crop is larger than its region"),
            N_("Look at a space whose terrain is unknown, and how large a region could become there with each terrain. "
               "Crops larger than that drop out, and so do terrains without room for their crops.")},
    [DEDUCE_PAIR] = {"pair", N_("pair"),
                     N_("{because} have {about} between them, and both touch {spaces} or are in the same region"),
                     N_("Two spaces that exclude each other and have the same two crops left share these between them. "
                        "Whatever touches both, or is in their region, has neither.")},
    [DEDUCE_HIDDEN] =
        {"hidden", N_("hidden pair"), N_("the region of {region} has its {about} there, in one order or the other"),
         N_("If two crops of a complete region fit only into the same two spaces, these spaces have nothing else.")},
    [DEDUCE_TRIPLE] =
        {"triple", N_("triple"),
         N_("{because} have {about} between them, and all three touch {spaces} or are in the same region"),
         N_(
             "Three spaces that exclude one another and have only three crops left together share these between them. "
             "Whatever touches all three, or is in their region, has none of them.")},
    [DEDUCE_ORDERS] = {"orders", N_("orders of a region"),
                       N_("no way to arrange the crops of the region of {region} allows that and leaves a crop for "
                          "every space around it"),
                       N_("Go through all ways to arrange the crops of a region. Those that leave a neighbour without "
                          "a crop drop out. What the others have in common is certain.")},
    [DEDUCE_SHAPES] =
        {"shapes", N_("shapes of a region"), N_("it is so in every shape that the region of {region} can take"),
         N_("Go through all shapes that a region can still take. What all of them have in common is certain.")},
    [DEDUCE_TWO] = {"two", N_("orders of two regions"),
                    N_("no way to arrange the crops of the regions of {region} and of {other} together allows that"),
                    N_("Go through all ways to arrange the crops of two regions that touch. What the ways that go "
                       "together have in common is certain.")},
    [DEDUCE_SUPPOSE] = {"suppose", N_("supposition"), N_("if it were, it would follow step by step that {clash}"),
                        N_("Suppose that a space has a crop or a terrain, and go on step by step. If you come to a "
                           "contradiction, it does not.")},
    [DEDUCE_NESTED] = {"nested", N_("nested supposition"),
                       N_("if it were, every way to go on would end in a contradiction"),
                       N_("Suppose something, and where nothing more follows suppose again. If every way to go on ends "
                          "in a contradiction, the first supposition was wrong.")},
    [DEDUCE_FAIR] =
        {
            "fair", "every map is fair",
            N_("with any other crop there, the crops of the map would not follow from its terrain and its starting "
               "crops, and those of every map do"),
            NULL},
};

/* The same technique where something else is to be said. */
static const char *text_of(const struct deduce_step *s, bool before)
{
    unsigned because = bits_count(s->because), region = bits_count(s->region);
    switch (s->technique) {
    case DEDUCE_LARGE:
        if (s->size == 1) return reason_table[DEDUCE_LONE].text;
        if (region == s->size)
            return N_("the region of {region} has {size} spaces, and no crop is larger than its region");
        break;
    case DEDUCE_ONLY:
        if (before && !because) return N_("every other crop was ruled out ({steps})");
        if (before)
            return N_("every other crop is in its region or touches it ({because}), or was ruled out ({steps})");
        break;
    case DEDUCE_LEFT:
        if (before) return N_("every other terrain was ruled out ({steps})");
        break;
    case DEDUCE_TWICE:
        if (!s->about) return N_("with {others} it would be one region, and no crop would be left for it");
        break;
    case DEDUCE_POINT:
        if (because == 1) return N_("the region of {region} has its {values} on {or}, which touches {spaces}");
        if (because == 2)
            return N_("the region of {region} has its {values} on {or}, and both of these touch {spaces}");
        break;
    case DEDUCE_ROOM:
        if (s->what == DEDUCED_NOT_TERRAIN) return N_("no region of that terrain has room there for its crops");
        if (s->size == 1) return N_("no region that could be there has a second space");
        break;
    default: break;
    }
    return reason_table[s->technique].text;
}

const char *const reason_clash_keys[] = {"none", "terrain", "crop",   "place", "supply", "touch",
                                         "room", "size",    "orders", "two",   "box"};
static const char *const clashes[] = {
    [CLASH_NONE] = N_("it cannot be"),
    [CLASH_TERRAIN] = N_("no terrain is left for {other}"),
    [CLASH_CROP] = N_("no crop is left for {other}"),
    [CLASH_PLACE] = N_("the region of {other} cannot have each of its crops once"),
    [CLASH_SUPPLY] = N_("there are too many or too few spaces for the tiles of a terrain"),
    [CLASH_TOUCH] = N_("two regions of one terrain touch ({other})"),
    [CLASH_ROOM] = N_("the region of {other} cannot have the size that it must have"),
    [CLASH_SIZE] = N_("the region of {other} has more than five spaces"),
    [CLASH_ORDERS] = N_("however the crops of the region of {other} are arranged, a space around it has no crop left"),
    [CLASH_TWO] = N_("the crops of the regions of {other} and of {region} cannot be arranged together"),
    [CLASH_BOX] = N_("there are more of one crop than the box has"),
};

static void add_spaces(struct tale *t, const char *name, uint64_t set, int cols)
{
    unsigned i;
    BITS_EACH(i, set) tale_space(t, name, i % (unsigned)cols, i / (unsigned)cols);
}

/* What follows. */
static void tell_what(const struct deduce_step *s, int cols, struct tale *t)
{
    bool many = bits_count(s->spaces) > 1, not = s->what == DEDUCED_NOT_TERRAIN || s->what == DEDUCED_NOT_CROP;
    bool crop = s->what == DEDUCED_CROP || s->what == DEDUCED_NOT_CROP;
    tale_word(t, "what",
              not    ? many ? N_("{spaces} are not {names}") : N_("{spaces} is not {names}")
                 : many ? N_("{spaces} are {names}")
                     : N_("{spaces} is {names}"));
    add_spaces(t, "spaces", s->spaces, cols);
    tale_words(t, "names", crop ? reason_crops : reason_terrains, s->values);
    t->value[t->values - 1].either = true;
    t->value[t->values - 1].numbered = crop;
}

/* Did the step rule out a crop, or a terrain, where the last one decides it? */
static bool prepares(const struct deduce_step *s, const struct deduce_step *last)
{
    bool crop = last->what == DEDUCED_CROP;
    return s->what == (crop ? DEDUCED_NOT_CROP : DEDUCED_NOT_TERRAIN) && s->spaces & last->spaces;
}

/* The steps before that did; how many. */
static int tell_before(const struct deduce_step *s, int k, struct tale *t)
{
    int n = 0;
    for (int i = 0; i < k; i++) n += prepares(&s[i], &s[k]);
    if (!n) return 0;
    tale_plural(t, "steps", NN_("step {list}", "steps {list}"), n);
    for (int i = 0; i < k; i++)
        if (prepares(&s[i], &s[k])) tale_item(t, "list", i + 1);
    return n;
}

void reason_tell(const struct deduce_step *steps, int k, int cols, struct tale *t)
{
    const struct deduce_step *s = &steps[k];
    tale_begin(t, NATURE, N_("{what}: {why}."), NULL);
    tell_what(s, cols, t);
    int before = tell_before(steps, k, t);
    if (s->technique == DEDUCE_SUPPLY)
        tale_plural(t, "why",
                    NN_("{n} tile of that terrain is left, and it has no other place",
                        "{n} tiles of that terrain are left, and there are no other places for them"),
                    s->size);
    else tale_word(t, "why", text_of(s, before > 0));
    add_spaces(t, "because", s->because, cols);
    add_spaces(t, "or", s->because, cols);
    if (s->because) t->value[t->values - 1].either = true;
    add_spaces(t, "region", s->region, cols);
    add_spaces(t, "others", s->region & ~s->spaces, cols);
    add_spaces(t, "other", s->other, cols);
    if (s->about) tale_words(t, "about", NULL, s->about);
    tale_words(t, "values", NULL, s->values);
    tale_number(t, "size", s->size);
    tale_number(t, "n", s->size);
    tale_number(t, "count", (int)bits_count(s->region));
    if (s->technique == DEDUCE_SUPPOSE) tale_word(t, "clash", clashes[s->clash]);
}
