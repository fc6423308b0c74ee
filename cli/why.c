/* why.c -- see why.h. {n} stands for the thought's number, {p} for the s of a plural of it,
 * {s} for its spaces. */
#include "why.h"

#include "../core/bits.h"
#include "../core/match.h"

static const char *const texts[WHYS] = {
    [WHY_NONE] = "",
    [WHY_ONLY] = "nothing else is possible",
    [WHY_CROSS] = "crosses out a mummy",
    [WHY_RUN] = "makes a run of {n}",
    [WHY_GROUP] = "completes a group of {n}s",
    [WHY_BEAT] = "this 9 beats mummies: {n}",
    [WHY_PAIR] = "a second {n} beside the first",
    [WHY_STEP] = "prepares a run of {n}",
    [WHY_GUARD] = "this 9 guards {n} empty space{p}",
    [WHY_ROOM] = "keeps the good spaces free",
    [WHY_HURT] = "where the mummy hurts most",
    [WHY_SPARE] = "where the mummy hurts least",
    [WHY_SPARE_NINE] = "next to a 9, which beats the mummy",
    [WHY_OPENS] = "begins at the edge",
    [WHY_COMPLETES] = "completes a discovery worth {n}",
    [WHY_REVEALS] = "a discovery worth {n}",
    [WHY_PYRAMID] = "for a pyramid on {s}",
    [WHY_TOWN] = "a town of {n}s",
    [WHY_RANGE] = "mountains together: {n}",
    [WHY_FEEDS] = "next to a structure that it may feed",
    [WHY_JUNGLE] = "different values together: {n}",
    [WHY_FILLS_SHEET] = "fills the sheet",
    [WHY_OUT_OF_WAY] = "out of the way",
    [WHY_DRAWS] = "discovered spaces feed it already: {n}",
    [WHY_CROSSES] = "crosses out a snake that costs {n}",
    [WHY_SNAKE_LEAST] = "where the snake bites least: {n}",
    [WHY_SNAKE_MOST] = "where the snake bites most: {n}",
    [WHY_LEAVES] = "keeps spaces free for better numbers",
    [WHY_CERTAIN] = "certain",
    [WHY_LIKELY] = "right with {n} %",
    [WHY_STONE] = "{n} point{p} on the diversity board",
    [WHY_CLAIM] = "to divine on {s} later",
    [WHY_OFFER] = "the offering brings {n} point{p}",
    [WHY_KEEP] = "the offerings will bring more later",
    [WHY_WAIT] = "gives nothing away",
    [WHY_QUIET] = "the Otoma find least",
};

/* `c3`, `c3 and c4`, `c3, c4 and d4`. */
static void write_spaces(uint64_t spaces, const struct game *g, const struct state *s, struct out *o)
{
    unsigned i, left = bits_count(spaces), n = left;
    BITS_EACH(i, spaces)
    {
        if (left < n) out_str(o, left == 1 ? " and " : ", ");
        g->space(s, i, o);
        left--;
    }
}

void why_write(const struct thought *t, const struct game *g, const struct state *s, struct out *o)
{
    for (const char *p = texts[t->why] ? texts[t->why] : ""; *p; p++) {
        if (*p != '{') {
            out_char(o, *p);
            continue;
        }
        if (p[1] == 'n') out_int(o, t->number);
        else if (p[1] == 'p') out_str(o, t->number == 1 || t->number == -1 ? "" : "s");
        else write_spaces(t->spaces, g, s, o);
        p += 2;
    }
}

void why_show(const struct thought *t, const struct game *g, const struct state *s, struct out *o)
{
    out_key_str(o, "why", why_keys[t->why]);
    out_key_int(o, "number", t->number);
    out_key(o, "spaces");
    match_spaces(g, s, t->spaces, o);
}
