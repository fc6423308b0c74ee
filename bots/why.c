/* why.c -- see why.h. */
#include "why.h"

#include "../core/bits.h"
#include "../core/match.h"

const struct why_words why_table[WHYS] = {
    [WHY_NONE] = {"none", "", NULL},
    [WHY_ONLY] = {"only", N_("nothing else is possible"), NULL},
    [WHY_CROSS] = {"cross", N_("crosses out a mummy"), NULL},
    [WHY_RUN] = {"run", N_("makes a run of {n}"), NULL},
    [WHY_GROUP] = {"group", N_("completes a group of {n}s"), NULL},
    [WHY_BEAT] = {"beat", N_("this 9 beats mummies: {n}"), NULL},
    [WHY_PAIR] = {"pair", N_("a second {n} beside the first"), NULL},
    [WHY_STEP] = {"step", N_("prepares a run of {n}"), NULL},
    [WHY_GUARD] = {"guard", NN_("this 9 guards {n} empty space", "this 9 guards {n} empty spaces")},
    [WHY_ROOM] = {"room", N_("keeps the good spaces free"), NULL},
    [WHY_HURT] = {"hurt", N_("where the mummy hurts most"), NULL},
    [WHY_SPARE] = {"spare", N_("where the mummy hurts least"), NULL},
    [WHY_SPARE_NINE] = {"spare-nine", N_("next to a 9, which beats the mummy"), NULL},
    [WHY_OPENS] = {"opens", N_("begins at the edge"), NULL},
    [WHY_COMPLETES] = {"completes", N_("completes a discovery worth {n}"), NULL},
    [WHY_REVEALS] = {"reveals", N_("a discovery worth {n}"), NULL},
    [WHY_PYRAMID] = {"pyramid", N_("for a pyramid on {spaces}"), NULL},
    [WHY_TOWN] = {"town", N_("a town of {n}s"), NULL},
    [WHY_RANGE] = {"range", N_("mountains together: {n}"), NULL},
    [WHY_FEEDS] = {"feeds", N_("next to a structure that it may feed"), NULL},
    [WHY_JUNGLE] = {"jungle", N_("different values together: {n}"), NULL},
    [WHY_FILLS_SHEET] = {"fills-sheet", N_("fills the sheet"), NULL},
    [WHY_OUT_OF_WAY] = {"out-of-way", N_("out of the way"), NULL},
    [WHY_DRAWS] = {"draws", N_("discovered spaces feed it already: {n}"), NULL},
    [WHY_CROSSES] = {"crosses", N_("crosses out a snake that costs {n}"), NULL},
    [WHY_SNAKE_LEAST] = {"snake-least", N_("where the snake bites least: {n}"), NULL},
    [WHY_SNAKE_MOST] = {"snake-most", N_("where the snake bites most: {n}"), NULL},
    [WHY_LEAVES] = {"leaves", N_("keeps spaces free for better numbers"), NULL},
    [WHY_CERTAIN] = {"certain", N_("certain"), NULL},
    [WHY_LIKELY] = {"likely", N_("probably right: {n} %"), NULL},
    [WHY_STONE] = {"stone", NN_("{n} point on the diversity board", "{n} points on the diversity board")},
    [WHY_CLAIM] = {"claim", N_("to divine on {spaces} later"), NULL},
    [WHY_OFFER] = {"offer", NN_("the offering brings {n} point", "the offering brings {n} points")},
    [WHY_KEEP] = {"keep", N_("the offerings will bring more later"), NULL},
    [WHY_WAIT] = {"wait", N_("gives nothing away"), NULL},
    [WHY_QUIET] = {"quiet", N_("the Otoma find least"), NULL},
    [WHY_REACH] = {"reach", N_("brings {spaces} within reach"), NULL},
    [WHY_UNSURE] = {"unsure", N_("so as not to have to guess on {spaces}"), NULL},
    [WHY_STUCK] = {"stuck", NN_("nothing can be found or divined now; {n} turn like this ends the exploring",
                                "nothing can be found or divined now; {n} turns like this end the exploring")},
};

void why_tell(const struct thought *th, const struct game *g, const struct state *s, struct tale *t)
{
    unsigned i;
    tale_begin(t, NATURE, why_table[th->why].text, NULL);
    t->many = why_table[th->why].many;
    tale_number(t, "n", th->number);
    BITS_EACH(i, th->spaces)
    {
        char name[8] = "";
        int col = 0, row = 0;
        struct out o = {.p = name, .size = sizeof name};
        g->space(s, i, &o);
        struct words w = words_of(name, o.len);
        words_place(&w, &col, &row);
        tale_space(t, "spaces", (unsigned)col, (unsigned)row);
    }
}

void why_show(const struct thought *t, const struct game *g, const struct state *s, struct out *o)
{
    out_key_str(o, "why", why_table[t->why].key);
    out_key_int(o, "number", t->number);
    out_key(o, "spaces");
    match_spaces(g, s, t->spaces, o);
}
