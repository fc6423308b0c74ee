/* deduce_crops.c -- the techniques about crops, on regions that are complete; see
 * deduce.h for what each of them says. */
#include "deduce_in.h"

#include <string.h>

/* ---- one space, one crop ---- */

void deduce_lone(struct deduce_notes *n, struct quest *q)
{
    for (unsigned g = 0; g < n->groups; g++) {
        uint64_t region = n->group[g].spaces;
        if (!n->group[g].closed || !deduce_one(region) || region & n->sown) continue;
        struct deduce_step s = {
            .technique = DEDUCE_LONE, .what = DEDUCED_CROP, .values = 1 << 1, .spaces = region, .region = region};
        if (deduce_conclude(n, q, &s)) return;
    }
}

void deduce_last(struct deduce_notes *n, struct quest *q)
{
    for (unsigned g = 0; g < n->groups; g++) {
        uint64_t region = n->group[g].spaces, open = region & ~n->sown;
        if (!n->group[g].closed || !deduce_one(open)) continue;
        unsigned missing = (2u << bits_count(region)) - 2;
        for (unsigned v = 1; v <= MAP_LEVELS; v++)
            if (n->crop[v] & n->sown & region) missing &= ~(1u << v);
        if (!deduce_one(missing)) {
            deduce_clash(n, CLASH_PLACE, region);
            return;
        }
        struct deduce_step s = {.technique = DEDUCE_LAST,
                                .what = DEDUCED_CROP,
                                .values = (uint8_t)missing,
                                .spaces = open,
                                .because = region & n->sown,
                                .region = region};
        if (deduce_conclude(n, q, &s)) return;
    }
}

/* Spaces with one crop left, undecided so far. */
static uint64_t singles(const struct deduce_notes *n)
{
    uint64_t once = 0, twice = 0;
    for (unsigned v = 1; v <= MAP_LEVELS; v++) {
        twice |= once & n->crop[v];
        once |= n->crop[v];
    }
    return once & ~twice & ~n->sown;
}

void deduce_only(struct deduce_notes *n, struct quest *q)
{
    unsigned i;
    BITS_EACH(i, singles(n))
    {
        struct deduce_step s = {.technique = DEDUCE_ONLY,
                                .what = DEDUCED_CROP,
                                .values = (uint8_t)deduce_crops_at(n, i),
                                .spaces = bit(i),
                                .because = deduce_rivals(n, i) & n->sown,
                                .region = deduce_group(n, i)};
        if (deduce_conclude(n, q, &s)) return;
    }
}

void deduce_place(struct deduce_notes *n, struct quest *q)
{
    for (unsigned g = 0; g < n->groups; g++) {
        uint64_t region = n->group[g].spaces;
        if (!n->group[g].closed) continue;
        for (unsigned v = 1; v <= bits_count(region); v++) {
            uint64_t places = n->crop[v] & region;
            if (!places) deduce_clash(n, CLASH_PLACE, region);
            if (!deduce_one(places) || places & n->sown) continue;
            struct deduce_step s = {.technique = DEDUCE_PLACE,
                                    .what = DEDUCED_CROP,
                                    .values = (uint8_t)(1u << v),
                                    .spaces = places,
                                    .region = region};
            if (deduce_conclude(n, q, &s)) return;
        }
    }
}

bool deduce_settle(struct deduce_notes *n)
{
    for (unsigned g = 0; g < n->groups; g++)
        for (unsigned v = MAP_LEVELS; n->group[g].closed && v > bits_count(n->group[g].spaces); v--)
            n->crop[v] &= ~n->group[g].spaces;
    for (bool again = true; again;) {
        uint64_t single, any;
        while ((single = singles(n)))
            for (unsigned v = 1; v <= MAP_LEVELS; v++)
                if (single & n->crop[v]) deduce_sow(n, single & n->crop[v], v);
        any = n->crop[1] | n->crop[2] | n->crop[3] | n->crop[4] | n->crop[5];
        if (n->all & ~any) {
            deduce_clash(n, CLASH_CROP, n->all & ~any);
            return false;
        }
        again = false;
        for (unsigned g = 0; g < n->groups; g++) {
            uint64_t region = n->group[g].spaces;
            if (!n->group[g].closed || !(region & ~n->sown)) continue;
            for (unsigned v = 1, size = bits_count(region); v <= size; v++) {
                uint64_t places = n->crop[v] & region;
                if (!places) {
                    deduce_clash(n, CLASH_PLACE, region);
                    return false;
                }
                if (deduce_one(places) && !(places & n->sown)) deduce_sow(n, places, v), again = true;
            }
        }
    }
    return true;
}

/* ---- one region and its neighbours ---- */

/* Spaces touching all of these. */
static uint64_t touching_all(const struct deduce_notes *n, uint64_t places)
{
    uint64_t all = n->all;
    unsigned i;
    BITS_EACH(i, places) all &= n->shape->near[i];
    return all;
}

void deduce_point(struct deduce_notes *n, struct quest *q)
{
    for (unsigned g = 0; g < n->groups; g++) {
        const struct deduce_part *o = &n->group[g];
        struct bounds b = {.reach = o->spaces, .low = bits_count(o->spaces)};
        if (!o->closed) b = deduce_bounds(n, o->terrain, o->spaces);
        for (unsigned v = 1; v <= b.low && v <= MAP_LEVELS; v++) {
            uint64_t places = n->crop[v] & b.reach, hit;
            if (places & n->sown & o->spaces) continue;
            if (!places) {
                deduce_clash(n, CLASH_PLACE, o->spaces);
                return;
            }
            hit = touching_all(n, places) & n->crop[v];
            if (!hit) continue;
            struct deduce_step s = {.technique = DEDUCE_POINT,
                                    .what = DEDUCED_NOT_CROP,
                                    .values = (uint8_t)(1u << v),
                                    .spaces = hit,
                                    .because = places,
                                    .region = o->spaces};
            if (deduce_conclude(n, q, &s)) return;
        }
    }
}

void deduce_box(struct deduce_notes *n, struct quest *q)
{
    for (unsigned v = 1; v <= MAP_LEVELS; v++) {
        unsigned planted = bits_count(n->crop[v] & n->sown);
        if (planted > n->box[v]) deduce_clash(n, CLASH_BOX, n->crop[v] & n->sown);
        if (planted != n->box[v] || !(n->crop[v] & ~n->sown)) continue;
        struct deduce_step s = {.technique = DEDUCE_BOX,
                                .what = DEDUCED_NOT_CROP,
                                .values = (uint8_t)(1u << v),
                                .spaces = n->crop[v] & ~n->sown,
                                .because = n->crop[v] & n->sown};
        if (deduce_conclude(n, q, &s)) return;
    }
}

/* ---- two or three crops ---- */

/* These spaces exclude one another and have only these crops, as many as they are. */
static bool strike_common(struct deduce_notes *n, struct quest *q, enum deduce_technique by, uint64_t set,
                          uint64_t rivals, unsigned crops)
{
    uint64_t hit = 0;
    for (unsigned v = 1; v <= MAP_LEVELS; v++)
        if (crops >> v & 1) hit |= n->crop[v] & rivals;
    if (!hit) return false;
    struct deduce_step s = {.technique = (uint8_t)by,
                            .what = DEDUCED_NOT_CROP,
                            .values = (uint8_t)crops,
                            .about = (uint8_t)crops,
                            .spaces = hit,
                            .because = set};
    return deduce_conclude(n, q, &s);
}

/* Sets of `size` spaces, two or three, by their lowest space. */
static void naked(struct deduce_notes *n, struct quest *q, enum deduce_technique by, unsigned size)
{
    uint64_t open = n->all & ~n->sown;
    uint8_t can[MAP_SPACES];
    unsigned a, b, c;
    BITS_EACH(a, open) can[a] = (uint8_t)deduce_crops_at(n, a);
    BITS_EACH(a, open)
    {
        if (bits_count(can[a]) > size) continue;
        uint64_t higher = open & ~(bit(a) | (bit(a) - 1)), with_a = deduce_rivals(n, a);
        BITS_EACH(b, with_a & higher)
        {
            unsigned two = can[a] | can[b];
            uint64_t with_b = with_a & deduce_rivals(n, b);
            if (bits_count(two) > size) continue;
            if (size == 2) {
                if (strike_common(n, q, by, bit(a) | bit(b), with_b, two)) return;
                continue;
            }
            BITS_EACH(c, with_b & higher & ~(bit(b) - 1))
            {
                unsigned three = two | can[c];
                if (bits_count(three) > size) continue;
                if (strike_common(n, q, by, bit(a) | bit(b) | bit(c), with_b & deduce_rivals(n, c), three)) return;
            }
        }
    }
}

void deduce_pair(struct deduce_notes *n, struct quest *q) { naked(n, q, DEDUCE_PAIR, 2); }
void deduce_triple(struct deduce_notes *n, struct quest *q) { naked(n, q, DEDUCE_TRIPLE, 3); }

/* Two crops suffice: in a region of five, three crops in three spaces leave a pair. */
void deduce_hidden(struct deduce_notes *n, struct quest *q)
{
    for (unsigned g = 0; g < n->groups; g++) {
        uint64_t region = n->group[g].spaces;
        unsigned size = bits_count(region);
        if (!n->group[g].closed) continue;
        for (unsigned v = 1; v < size; v++)
            for (unsigned w = v + 1; w <= size; w++) {
                uint64_t places = (n->crop[v] | n->crop[w]) & region;
                unsigned others = 62u & ~(1u << v | 1u << w), hit = 0, i;
                if (bits_count(places) != 2) continue;
                BITS_EACH(i, places) hit |= deduce_crops_at(n, i) & others;
                if (!hit) continue;
                struct deduce_step s = {.technique = DEDUCE_HIDDEN,
                                        .what = DEDUCED_NOT_CROP,
                                        .values = (uint8_t)hit,
                                        .about = (uint8_t)(1u << v | 1u << w),
                                        .spaces = places,
                                        .because = places,
                                        .region = region};
                if (deduce_conclude(n, q, &s)) return;
            }
    }
}

/* ---- all orders of the crops of a region ---- */

struct orders {
    uint64_t region;
    unsigned count, size;
    uint8_t at[120][MAP_LEVELS]; /* where crop v + 1 is */
};

static void order(const struct deduce_notes *n, struct orders *o, unsigned v, uint64_t left, uint8_t at[MAP_LEVELS])
{
    unsigned i;
    if (v == o->size) {
        memcpy(o->at[o->count++], at, MAP_LEVELS);
        return;
    }
    BITS_EACH(i, n->crop[v + 1] & left)
    {
        at[v] = (uint8_t)i;
        order(n, o, v + 1, left & ~bit(i), at);
    }
}

static void all_orders(const struct deduce_notes *n, uint64_t region, struct orders *o)
{
    uint8_t at[MAP_LEVELS] = {0};
    o->region = region;
    o->count = 0;
    o->size = bits_count(region);
    order(n, o, 0, region, at);
}

/* Does every space outside keep a crop? */
static bool leaves_crops(const struct deduce_notes *n, const struct orders *o, unsigned k)
{
    uint64_t any = 0;
    for (unsigned v = 0; v < MAP_LEVELS; v++) any |= n->crop[v + 1] & ~(v < o->size ? n->shape->near[o->at[k][v]] : 0);
    return !(n->all & ~o->region & ~any);
}

/* What all orders that were let through have in common. */
struct common {
    uint64_t may[MAP_LEVELS + 1]; /* places of a crop in some of them */
    uint64_t hit[MAP_LEVELS + 1]; /* spaces touching a crop in all of them */
};

/* Strikes what no order allows; false to go on. */
static bool strike_orders(struct deduce_notes *n, struct quest *q, struct deduce_step *s, uint64_t inside,
                          const struct common *c)
{
    for (unsigned v = 1; v <= MAP_LEVELS; v++) {
        s->values = (uint8_t)(1u << v);
        s->spaces = n->crop[v] & ((inside & ~c->may[v]) | (c->hit[v] & ~inside));
        if (s->spaces && deduce_conclude(n, q, s)) return true;
    }
    return false;
}

void deduce_orders(struct deduce_notes *n, struct quest *q)
{
    for (unsigned g = 0; g < n->groups; g++) {
        struct orders o;
        struct common c;
        unsigned good = 0;
        if (!n->group[g].closed || !(n->group[g].spaces & ~n->sown)) continue;
        all_orders(n, n->group[g].spaces, &o);
        memset(c.may, 0, sizeof c.may);
        memset(c.hit, 0xff, sizeof c.hit);
        for (unsigned k = 0; k < o.count; k++) {
            if (!leaves_crops(n, &o, k)) continue;
            good++;
            for (unsigned v = 1; v <= MAP_LEVELS; v++) {
                c.may[v] |= v <= o.size ? bit(o.at[k][v - 1]) : 0;
                c.hit[v] &= v <= o.size ? n->shape->near[o.at[k][v - 1]] : 0;
            }
        }
        if (!good) deduce_clash(n, o.count ? CLASH_ORDERS : CLASH_PLACE, o.region);
        if (!good) return;
        struct deduce_step s = {.technique = DEDUCE_ORDERS, .what = DEDUCED_NOT_CROP, .region = o.region};
        if (strike_orders(n, q, &s, o.region, &c)) return;
    }
}

/* Lets all orders of two regions through that go together. */
static bool together(const struct deduce_notes *n, const struct orders *a, const struct orders *b, struct common *c)
{
    unsigned both = a->size < b->size ? a->size : b->size;
    bool any = false;
    memset(c->may, 0, sizeof c->may);
    memset(c->hit, 0xff, sizeof c->hit);
    for (unsigned x = 0; x < a->count; x++)
        for (unsigned y = 0; y < b->count; y++) {
            unsigned v = 0;
            while (v < both && !(n->shape->near[a->at[x][v]] & bit(b->at[y][v]))) v++;
            if (v < both) continue;
            any = true;
            for (v = 0; v < MAP_LEVELS; v++) {
                uint64_t may = 0, hit = 0;
                if (v < a->size) may |= bit(a->at[x][v]), hit |= n->shape->near[a->at[x][v]];
                if (v < b->size) may |= bit(b->at[y][v]), hit |= n->shape->near[b->at[y][v]];
                c->may[v + 1] |= may;
                c->hit[v + 1] &= hit;
            }
        }
    return any;
}

void deduce_two(struct deduce_notes *n, struct quest *q)
{
    struct orders a, b;
    for (unsigned g = 0; g < n->groups; g++) {
        uint64_t near = 0, region = n->group[g].spaces;
        unsigned i;
        if (!n->group[g].closed || !(region & ~n->sown)) continue;
        all_orders(n, region, &a);
        BITS_EACH(i, region) near |= n->shape->near[i];
        for (unsigned h = g + 1; h < n->groups; h++) {
            uint64_t other = n->group[h].spaces;
            struct common c;
            if (!n->group[h].closed || !(other & ~n->sown) || !(other & near)) continue;
            all_orders(n, other, &b);
            if (!together(n, &a, &b, &c)) {
                deduce_clash(n, CLASH_TWO, region);
                n->clash_with = other;
                return;
            }
            struct deduce_step s = {
                .technique = DEDUCE_TWO, .what = DEDUCED_NOT_CROP, .region = region, .other = other};
            if (strike_orders(n, q, &s, region | other, &c)) return;
            if (q->found && !q->want) return; /* the orders of the first have changed */
        }
    }
}
