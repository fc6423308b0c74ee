/* tiwanaku_know.c -- see tiwanaku_know.h. */
#include "tiwanaku_know.h"

#include "../games/tiwanaku_hint.h"
#include "../puzzle/make.h"

#include <string.h>

enum { FILL_STEPS = 4000, FILL_TRIES = 12 }; /* of make_fill(): some 50 ms in all */

void know_all(struct chances *c, const struct map *m)
{
    memset(c, 0, sizeof *c);
    map_shape(&c->shape, m->cols, m->rows);
    for (int i = 0; i < map_spaces(m); i++) {
        c->terrain[i] = m->terrain[i];
        c->crop[i][m->crop[i]] = CHANCE_SURE;
    }
}

/* What deduction knows is certain, whatever the maps drawn say. */
static void take_certain(struct know *k, const struct map *known, const struct deduce_notes *n)
{
    for (int i = 0; i < map_spaces(known); i++) {
        for (unsigned t = 1; t <= MAP_TERRAINS; t++)
            if ((n->terrain[t] & n->land) >> i & 1) k->chances.terrain[i] = (uint8_t)t;
        for (unsigned v = 1; v <= MAP_LEVELS; v++)
            if ((n->crop[v] & n->sown) >> i & 1) {
                memset(k->chances.crop[i], 0, sizeof k->chances.crop[i]);
                k->chances.crop[i][v] = CHANCE_SURE;
            }
    }
}

/* Deduction has found all of the map: one is left. */
static void copy_decided(const struct deduce_notes *n, struct map *out)
{
    for (int i = 0; i < map_spaces(out); i++) {
        for (unsigned t = 1; t <= MAP_TERRAINS; t++)
            if (n->terrain[t] >> i & 1) out->terrain[i] = (uint8_t)t;
        for (unsigned v = 1; v <= MAP_LEVELS; v++)
            if (n->crop[v] >> i & 1) out->crop[i] = (uint8_t)v;
    }
}

/* In 1024ths; never certain, nor impossible, unless it is. */
static uint16_t share(uint64_t part, uint64_t total)
{
    if (part == 0 || part == total) return part ? CHANCE_SURE : 0;
    uint64_t c = total >> 50 ? part / (total / CHANCE_SURE) : part * CHANCE_SURE / total;
    return (uint16_t)(c < 1 ? 1 : c >= CHANCE_SURE ? CHANCE_SURE - 1 : c);
}

/* The chances of fair maps. */
static void take_fair(struct chances *c, const struct posterior *p, int spaces)
{
    for (int i = 0; i < spaces; i++) {
        for (unsigned t = 1; t <= MAP_TERRAINS; t++) {
            c->ground[i][t] = share(p->terrain[i][t], POSTERIOR_WHOLE);
            if (c->ground[i][t] == CHANCE_SURE) c->terrain[i] = (uint8_t)t;
        }
        for (unsigned v = 1; v <= MAP_LEVELS; v++) c->crop[i][v] = share(p->crop[i][v], POSTERIOR_WHOLE);
    }
}

static void take_odds(struct chances *c, const struct odds *o, int spaces)
{
    for (int i = 0; i < spaces; i++) {
        for (unsigned t = 1; t <= MAP_TERRAINS; t++) {
            c->ground[i][t] = share(o->terrain[i][t], o->total);
            if (c->ground[i][t] == CHANCE_SURE) c->terrain[i] = (uint8_t)t;
        }
        for (unsigned v = 1; v <= MAP_LEVELS; v++) c->crop[i][v] = share(o->crop[i][v], o->total);
    }
}

/* Some maps that fit. Where they are hard to find one must do, or none. */
static void take_worlds(struct know *k, const struct map *known, const uint8_t *tiles, struct rng *r, void *scratch)
{
    struct odds_question q;
    odds_ask(&q, known, tiles);
    for (int part = 1; part <= 4; part *= 2)
        if (odds_sample(&q, scratch, KNOW_SCRATCH, r, (uint64_t)part * KNOW_STEPS / 2, k->world, KNOW_WORLDS)) {
            k->worlds = KNOW_WORLDS;
            return;
        }
    for (int tries = 0; tries < FILL_TRIES && !k->worlds; tries++) {
        k->world[0] = *known;
        k->worlds = make_fill(&k->world[0], tiles, true, r, FILL_STEPS);
    }
}

/* By the fair maps. False: none was found. */
static bool know_fair(struct know *k, const struct tiwanaku *t, const struct odds_question *q, struct rng *r,
                      void *scratch)
{
    struct worlds_question fair = {*q, t->began[0]};
    struct worlds_means means = {r, KNOW_STEPS, scratch, KNOW_SCRATCH};
    struct posterior p;
    posterior_take(&p, &fair, &means, k->world, KNOW_WORLDS);
    if (!p.found) return false;
    k->exact = p.exact;
    k->worlds = p.exact && p.found == 1 ? 1 : KNOW_WORLDS;
    take_fair(&k->chances, &p, map_spaces(&q->map));
    return true;
}

void know_take(struct know *k, const struct tiwanaku *t, bool plain, struct rng *r, void *scratch)
{
    struct odds_question q;
    struct odds o;
    struct map known;
    uint8_t tiles[MAP_TERRAINS + 1];
    memset(k, 0, sizeof *k);
    hint_known(t, &known, tiles);
    map_shape(&k->chances.shape, known.cols, known.rows);
    struct deduce_notes notes;
    deduce_begin(&notes, &k->chances.shape, &known, tiles);
    deduce_run(&notes, DEDUCE_NESTED);
    if (deduce_done(&notes)) {
        k->world[0] = known;
        copy_decided(&notes, &k->world[0]);
        know_all(&k->chances, &k->world[0]);
        k->exact = true;
        k->worlds = 1;
        return;
    }
    odds_ask(&q, &known, tiles);
    GAME_ASSERT(!notes.clash); /* what was seen fits the map that is there */
    if (!plain && know_fair(k, t, &q, r, scratch)) {
        take_certain(k, &known, &notes);
        return;
    }
    bool hopeless = bits_count(t->seen_terrain) * 4 < (unsigned)map_spaces(&known); /* far too many maps */
    if (!hopeless && odds_exact(&q, scratch, KNOW_SCRATCH, r, KNOW_STEPS, &o, k->world, KNOW_WORLDS)) {
        k->exact = true;
        k->worlds = o.maps == 1 ? 1 : KNOW_WORLDS;
        take_odds(&k->chances, &o, map_spaces(&known));
        return;
    }
    take_worlds(k, &known, tiles, r, scratch);
    memset(&o, 0, sizeof o);
    o.total = (uint64_t)k->worlds + 1; /* never certain by this alone */
    for (int w = 0; w < k->worlds; w++)
        for (int i = 0; i < map_spaces(&known); i++) {
            o.terrain[i][k->world[w].terrain[i]]++;
            o.crop[i][k->world[w].crop[i]]++;
        }
    take_odds(&k->chances, &o, map_spaces(&known));
    take_certain(k, &known, &notes);
}
