/* test_secrets.c -- twins: pairs of matches with the same public history and different
 * secrets. Whatever a viewer is shown or told must be the same bytes in both: views,
 * redacted states, veiled moves, legal moves, scores, what bots do. Twins go through
 * the text of records, as the command line reads it. What the viewer does know, its
 * own moves and arrows, must be there. laws.c checks the contract in general; what twins
 * must agree in is in twins.h. */
#include "../../bots/review.h"
#include "../kit/json.h"
#include "twins.h"

#include <unistd.h>

/* ---- Tiwanaku: the twin's secrets ---- */

static const struct tiwanaku *state_one(void)
{
    return (const struct tiwanaku *)(const void *)record_state(&one.reading.record);
}

/* Fills the hidden spaces around a random one anew. */
static bool fill_anew(const struct tiwanaku *t, struct scenario *sc, struct rng *r)
{
    const struct map before = sc->map;
    int spaces = map_spaces(&before), cols = before.cols, middle = (int)rng_below(r, (uint32_t)spaces);
    int reach = 1 + (int)rng_below(r, 4);
    for (int i = 0; i < spaces; i++) {
        if (abs(i / cols - middle / cols) > reach || abs(i % cols - middle % cols) > reach) continue;
        if (!(t->seen_terrain >> i & 1)) sc->map.terrain[i] = 0;
        if (!(t->seen_crop >> i & 1)) sc->map.crop[i] = 0;
    }
    return make_fill(&sc->map, sc->tiles, true, r, 500) && memcmp(&sc->map, &before, sizeof before) != 0;
}

/* Another fair map that agrees with all that was announced; false if none was found. */
static bool other_map(const struct tiwanaku *t, struct board *b, struct rng *r)
{
    struct board before = *b;
    for (int tries = 0; tries < 60; tries++) {
        if (fill_anew(t, scenario_in(b), r) && !scenario_kind.check(b)) return true;
        *b = before;
    }
    return false;
}

/* All tiles as they were dealt, and what became of those that left their stack. */
struct deal {
    uint8_t tile[STACKS][STACK_MAX];
    uint8_t known[STACKS][STACK_MAX]; /* 0: nobody saw it, 1: its direction is public, 2: the viewer saw it */
    uint8_t height[STACKS], top[STACKS];
};

/* What the viewer knows of the tiles of twin one. */
static void find_deal(struct deal *d, int viewer)
{
    const struct game *g = one.head.game;
    const struct history *h = &one.reading.history;
    struct tiwanaku *t = (struct tiwanaku *)(void *)&pos_one;
    memset(d, 0, sizeof *d);
    g->start(&t->head, &one.head.setup);
    for (int i = 0; i < h->n; i++) {
        Move m = h->e[i].move;
        if (h->e[i].seat == NATURE && tiw_verb(m) == TILE) d->tile[tiw_a(m)][d->height[tiw_a(m)]++] = (uint8_t)tiw_b(m);
        if (h->e[i].seat == NATURE && tiw_verb(m) == FACT_SPENT) {
            unsigned k = tiw_stack(t->turn, t->spending);
            d->known[k][t->top[k]] = 1;
        }
        if (h->e[i].seat == NATURE && tiw_verb(m) == FACT_ARROW) {
            unsigned k = tiw_stack(0, t->terrain[tiw_to(m)]);
            d->known[k][t->top[k]] = 2;
        }
        g->apply(&t->head, h->e[i].seat, m);
    }
    memcpy(d->top, t->top, sizeof d->top);
    for (unsigned k = 0; tiw_coop(t) && k < STACKS; k++)
        for (unsigned i = 0; i <= d->top[k] && i < d->height[k]; i++)
            if ((int)k / 4 == viewer) d->known[k][i] = 2;
}

/* Deals anew what is not known: first tiles with a public direction, then the rest. */
static bool other_deal(struct deal *d, const struct tiwanaku *t, struct rng *r)
{
    uint64_t box = bit(TILES) - 1;
    bool changed = false;
    for (unsigned known = 3; known-- > 0;)
        for (unsigned k = 0; k < STACKS; k++)
            for (unsigned i = 0; i < d->height[k]; i++) {
                uint64_t may = box & (bit(tile_base(k % 4 + 2)) - bit(tile_base(k % 4 + 1)));
                unsigned tile = d->tile[k][i], j;
                if (d->known[k][i] != known) continue;
                if (known == 2) may = bit(tile);
                if (known == 1) BITS_EACH(j, may) if (deal_direction(t, j) != deal_direction(t, tile)) may &= ~bit(j);
                ck_assert(may != 0);
                d->tile[k][i] = (uint8_t)bits_nth(may, rng_below(r, bits_count(may)));
                changed |= d->tile[k][i] != tile;
                box &= ~bit(d->tile[k][i]);
            }
    return changed;
}

/* `* stack valley 3 1` or `* deal 2 valley 3 1` with the tiles of d. */
static void write_deal(const struct deal *d, const char *line, size_t n, struct out *o)
{
    static const char *const terrains[] = {"valley", "desert", "forest", "mountain", NULL};
    struct words w = words_of(line, n);
    words_skip(&w);
    int seat = words_take(&w, "deal") ? words_number(&w, 4) - 1 : 0;
    if (words_take(&w, "stack")) seat = 0;
    unsigned k = tiw_stack(seat, (unsigned)words_pick(&w, terrains) + 1);
    out_bytes(o, line, (size_t)(w.at - line));
    while (o->p[o->len - 1] == ' ') o->len--;
    for (unsigned i = 0; i < d->height[k]; i++) {
        out_char(o, ' ');
        out_int(o, d->tile[k][i]);
    }
    out_char(o, '\n');
}

/* The record of the other twin: another head, other deals, and then line by line the
 * same. That it is read without complaint says that nothing hidden decides what is
 * legal, or what follows. */
static void write_other(const struct deal *d)
{
    out_reset(&two.text, TEXT);
    record_write_head(&two.head, &two.text);
    const char *p = one.text.p, *end = p + one.text.len;
    bool body = false;
    for (const char *lf; p < end; p = lf + 1) {
        lf = memchr(p, '\n', (size_t)(end - p));
        size_t n = (size_t)(lf - p);
        if (body && n > 8 && (memcmp(p, "* stack ", 8) == 0 || memcmp(p, "* deal ", 7) == 0))
            write_deal(d, p, n, &two.text);
        else if (body) out_bytes(&two.text, p, n + 1);
        if (n == 2 && memcmp(p, "--", 2) == 0) body = true;
    }
}

enum { MAPS = 1, DEALS = 2 };

/* One random match and, if one is found, a twin whose secrets differ in this way for
 * this viewer. */
static bool make_twins(int mode, int players, int viewer, unsigned differ, struct rng *r)
{
    static struct deal d;
    random_setup(&one.head, find("tiwanaku"), mode, players, r);
    one.head.board_name[0] = 0; /* the map goes into the record */
    snprintf(scenario_in(&one.head.setup.board)->name, SCENARIO_NAME, "alpha secret");
    play(&one.head, &history, position_state(&pos_one), (int)rng_below(r, 60) - 2, r);
    if (position_state(&pos_one)->phase == PHASE_OVER) return false;
    out_reset(&one.text, TEXT);
    write_record(&one.head, &history, &one.text);
    read_twin(&one);

    two.head = one.head;
    struct scenario *sc = scenario_in(&two.head.setup.board);
    snprintf(sc->name, SCENARIO_NAME, "omega %u", rng_below(r, 1000));
    if (differ & MAPS && !other_map(state_one(), &two.head.setup.board, r)) return false;
    find_deal(&d, viewer);
    if (differ & DEALS && !other_deal(&d, state_one(), r)) return false;
    write_other(&d);
    read_twin(&two);
    return true;
}

/* ---- Tiwanaku: reviews ---- */

/* All that a review says to the seat. */
static void review_all(struct twin *t, int seat, struct out *o)
{
    static _Alignas(STATE_ALIGN) uint8_t scratch[REVIEW_SCRATCH];
    static struct review_event event[HISTORY];
    static struct review review;
    const struct history *h = &t->reading.history;
    for (int i = 0; i < h->n; i++) event[i] = (struct review_event){h->e[i].move, h->e[i].seat, 0};
    struct review_task task = {&t->reading.record.head, event, (uint32_t)h->n, seat, 1, 2};
    out_reset(o, TEXT);
    review_begin(&review, &task, scratch);
    review_show_head(&review, o);
    while (review_step(&review)) review_show_decision(&review, o);
    review_show_end(&review, o);
}

static void check_same_review(int seat)
{
    review_all(&one, seat, &out_one);
    review_all(&two, seat, &out_two);
    ck_assert(same_text(&out_one, &out_two));
}

/* ---- Tiwanaku: cases ---- */

static int mode_players(int mode, struct rng *r)
{
    const struct mode *m = &find("tiwanaku")->modes[mode];
    return m->min + (int)rng_below(r, (uint32_t)(m->max - m->min + 1));
}

/* Twins for one viewer, in many matches of this mode. */
static void tiwanaku_twins(int mode, unsigned differ, int wanted)
{
    struct rng r = rng_fork(4711 + differ, (uint64_t)mode);
    int found = 0, others = 0;
    bool reviewed = false; /* that takes long: once */
    for (int tries = 0; found < wanted && tries < 40 * wanted; tries++) {
        int players = mode_players(mode, &r), viewer = (int)rng_below(&r, (uint32_t)players + 1) - 1;
        if (viewer < 0) viewer = WATCHER;
        if (!make_twins(mode, players, viewer, differ, &r)) continue;
        found++;
        ck_assert(one.text.len != two.text.len || memcmp(one.text.p, two.text.p, one.text.len) != 0);
        check_same_to(viewer);
        check_same_to(WATCHER); /* who knows no more than any seat */
        check_same_told(viewer);
        ck_assert(results_equal(one.head.game, one.reading.record.size));
        bool all = !(differ & DEALS) || mode < COOP_EASY; /* nobody knows more than the viewer */
        for (int seat = 0; seat < players; seat++) {
            if (all) check_same_to(seat);
            else others += !views_equal(seat);
            ck_assert(legal_equal(one.head.game, seat));
        }
        if (viewer >= 0) check_same_bots(viewer, &r);
        if (viewer >= 0 && !reviewed && one.reading.history.n < 80) check_same_review(viewer), reviewed = true;
    }
    ck_assert_int_eq(found, wanted);
    /* in coop somebody else does see another arrow, or the test would prove nothing */
    if (differ & DEALS && mode >= COOP_EASY) ck_assert_int_gt(others, 0);
}

START_TEST(map_twins) { tiwanaku_twins(_i, MAPS, 10); }
END_TEST

START_TEST(deal_twins) { tiwanaku_twins(_i, DEALS, 40); }
END_TEST

START_TEST(map_and_deal_twins) { tiwanaku_twins(_i, MAPS | DEALS, 8); }
END_TEST

/* imagine() makes twins too, without a record: the map need not be fair (SCN-5). */
START_TEST(imagined_twins)
{
    const struct game *g = find("tiwanaku");
    struct rng r = rng_fork(99, (uint64_t)_i);
    int found = 0, differ = 0;
    for (int tries = 0; tries < 40; tries++) {
        int players = mode_players(_i, &r), viewer = (int)rng_below(&r, (uint32_t)players);
        random_setup(&one.head, g, _i, players, &r);
        play(&one.head, &history, position_state(&pos_one), (int)rng_below(&r, 40), &r);
        memcpy(&one.reading.record.pos, &pos_one, sizeof pos_one);
        g->redact(position_state(&pos_one), viewer);
        memcpy(&two.reading.record.pos, &pos_one, sizeof pos_one);
        if (!can_imagine(g, position_state(&pos_one), r)) continue;
        g->imagine(record_state(&two.reading.record), viewer, &r);
        one.reading.record.head = two.reading.record.head = one.head;
        one.reading.record.size = two.reading.record.size = g->size(&one.head.setup);
        check_same_to(viewer);
        check_same_to(WATCHER);
        ck_assert(results_equal(g, one.reading.record.size));
        differ += memcmp(&one.reading.record.pos, &two.reading.record.pos, one.reading.record.size) != 0;
        found++;
    }
    ck_assert_int_gt(found, 5);
    /* where imagining is quick, competitive maps are mostly known; map_twins has more to hide */
    if (_i != COMPETITIVE) ck_assert_int_gt(differ, 2);
}
END_TEST

/* COO-3: the owner sees the top arrow of each own stack, and nothing below it. */
START_TEST(own_arrows_are_seen)
{
    struct rng r = rng_fork(5, (uint64_t)_i);
    const struct game *g = find("tiwanaku");
    for (int tries = 0; tries < 40; tries++) {
        int mode = COOP_EASY + (int)rng_below(&r, 3), players = 2 + (int)rng_below(&r, 3);
        random_setup(&one.head, g, mode, players, &r);
        play(&one.head, &history, position_state(&pos_one), (int)rng_below(&r, 40), &r);
        const struct tiwanaku *full = (const struct tiwanaku *)(const void *)&pos_one;
        if (full->step == STEP_OVER) continue;
        for (int viewer = -1; viewer < players; viewer++) {
            struct tiwanaku *seen = (struct tiwanaku *)(void *)&pos_two;
            memcpy(&pos_two, &pos_one, sizeof pos_two);
            g->redact(&seen->head, viewer < 0 ? WATCHER : viewer);
            for (unsigned k = 0; k < STACKS; k++)
                for (unsigned i = full->top[k]; i < full->height[k]; i++) {
                    bool knows = (int)k / 4 == viewer && i == full->top[k];
                    ck_assert_uint_eq(seen->stack[k][i], knows ? full->stack[k][i] : (unsigned)UNKNOWN_TILE);
                }
        }
    }
}
END_TEST

/* Nothing is hidden when the match is over: the whole map is in every view. */
START_TEST(over_shows_all)
{
    struct rng r = rng_fork(6, (uint64_t)_i);
    for (int tries = 0; tries < 6; tries++) {
        int players = mode_players(_i, &r);
        random_setup(&one.head, find("tiwanaku"), _i, players, &r);
        play(&one.head, &history, position_state(&pos_one), HISTORY, &r);
        ck_assert_int_eq(position_state(&pos_one)->phase, PHASE_OVER);
        out_reset(&one.text, TEXT);
        write_record(&one.head, &history, &one.text);
        read_twin(&one);
        for (int viewer = -1; viewer < players; viewer++) {
            view(&one, viewer < 0 ? WATCHER : viewer, &out_one);
            const char *terrain = strstr(out_one.p, "\"terrain\":["), *end = strstr(out_one.p, ",\"placed\":");
            ck_assert(terrain && end && terrain < end);
            ck_assert(!memchr(terrain, '.', (size_t)(end - terrain)));
        }
    }
}
END_TEST

/* ---- the dice games: sealed rounds (PP-6) ---- */

/* The seat's moves of this round: until it has finished, or a few without finishing. */
static void random_round(const struct game *g, struct state *s, int seat, bool finish, struct history *out,
                         struct rng *r)
{
    static struct position trial;
    size_t size = one.reading.record.size;
    for (int tries = finish ? INT16_MAX : (int)rng_below(r, 5); tries-- > 0 && seats_has(s->acting, seat);) {
        Move m = g->nth(s, seat, rng_below(r, g->legal(s, seat, NULL)));
        memcpy(&trial, s, size);
        g->apply(position_state(&trial), seat, m);
        if (!finish && !seats_has(position_state(&trial)->acting, seat)) continue;
        g->apply(s, seat, m);
        history_add(out, seat, m);
    }
}

/* The open round of one twin: own holds the viewer's moves, which both twins share. */
static void sealed_round(struct twin *t, const struct position *from, int viewer, const struct history *own,
                         const bool *finish, struct rng *r)
{
    static struct history all;
    const struct game *g = one.head.game;
    struct state *s = position_state(&spare);
    int players = one.head.setup.players, at = (int)rng_below(r, (uint32_t)players);
    memcpy(&all, &history, sizeof all);
    memcpy(&spare, from, sizeof spare);
    for (int i = 0; i < players; i++) {
        int seat = (at + i) % players;
        if (seat != viewer) random_round(g, s, seat, finish[seat], &all, r);
        for (int k = 0; seat == viewer && k < own->n; k++) {
            g->apply(s, seat, own->e[k].move);
            history_add(&all, seat, own->e[k].move);
        }
    }
    t->head = one.head;
    out_reset(&t->text, TEXT);
    write_record(&t->head, &all, &t->text);
    read_twin(t);
}

/* The state with nothing of this round but the moves of this seat, as it stands in t. */
static void check_knows_own(struct twin *t, const struct position *from, int seat, size_t size)
{
    const struct game *g = t->head.game;
    memcpy(&pos_two, from, sizeof pos_two);
    for (int i = history.n; i < t->reading.history.n; i++)
        if (t->reading.history.e[i].seat == seat)
            g->apply(position_state(&pos_two), seat, t->reading.history.e[i].move);
    memcpy(&spare, &t->reading.record.pos, sizeof spare);
    g->redact(position_state(&spare), seat);
    ck_assert(memcmp(&spare, &pos_two, size) == 0);
}

static void dice_twins(const char *name, int players, int rounds, struct rng *r, int *differ)
{
    static struct position from;
    static struct history own;
    bool finish[MAX_SEATS];
    random_setup(&one.head, find(name), 0, players, r);
    /* up to the beginning of a round */
    struct state *s = position_state(&from);
    play(&one.head, &history, s, rounds * players, r);
    size_t size = one.reading.record.size = one.head.game->size(&one.head.setup);
    while (s->phase == PHASE_PLAY && s->round) {
        int seat = random_seat(s->acting, players, r);
        random_round(one.head.game, s, seat, true, &history, r);
    }
    while (s->phase == PHASE_CHANCE) {
        Move m[MAX_LINE_MOVES];
        for (int i = 0, n = one.head.game->draw(s, r, m); i < n; i++) {
            history_add(&history, NATURE, m[i]);
            one.head.game->apply(s, NATURE, m[i]);
        }
    }
    if (s->phase == PHASE_OVER) return;

    int viewer = (int)rng_below(r, (uint32_t)players + 1), open = (int)rng_below(r, (uint32_t)players);
    if (viewer == players) viewer = WATCHER;
    for (int i = 0; i < players; i++) finish[i] = i != open && one_in(r, 2);
    own.n = 0;
    memcpy(&pos_one, &from, sizeof from);
    if (viewer >= 0) random_round(one.head.game, position_state(&pos_one), viewer, finish[viewer], &own, r);
    sealed_round(&one, &from, viewer, &own, finish, r);
    sealed_round(&two, &from, viewer, &own, finish, r);
    ck_assert_int_eq(record_state(&one.reading.record)->phase, PHASE_PLAY);
    *differ += !same_text(&one.text, &two.text);
    check_same_to(viewer);
    check_same_to(WATCHER);
    for (int i = 0; i < 4; i++) { /* everybody knows the own part of it */
        int seat = (int)rng_below(r, (uint32_t)players);
        check_knows_own(&one, &from, seat, size);
        check_knows_own(&two, &from, seat, size);
    }
    if (viewer >= 0 && players < 10) check_same_bots(viewer, r);
}

static void sealed_twins(const char *name)
{
    static const int players[] = {2, 3, 2, 4, 7, 2, 3, 5};
    struct rng r = rng_fork(2718, strlen(name) + (uint64_t)name[0]);
    int differ = 0;
    for (int i = 0; i < 240; i++) dice_twins(name, players[i % 8], i % 40, &r, &differ);
    for (int i = 0; i < 3; i++) dice_twins(name, (int[]){64, 65, 100}[i], 5, &r, &differ);
    ck_assert_int_gt(differ, 60); /* not where nobody else has acted, or could act otherwise */
}

START_TEST(temple_rounds) { sealed_twins("temple"); }
END_TEST

START_TEST(valley_rounds) { sealed_twins("valley"); }
END_TEST

/* ---- names, seeds, hashes ---- */

static void check_no_trace(struct twin *t, int viewer)
{
    static const char *const keys[] = {"hash", "seed", "id", "scenario", "board", "moves", NULL};
    char hash[17] = "";
    struct out o = {.p = hash, .size = sizeof hash};
    const struct game *g = t->reading.record.head.game;
    view(t, viewer, &out_one);
    out_hex(&o, match_hash(g, record_state(&t->reading.record), t->reading.record.size));
    ck_assert(!strstr(out_one.p, hash) && !strstr(out_one.p, "alpha secret") && !strstr(out_one.p, "tambo-"));
    out_reset(&shape, TEXT);
    ck_assert(json_valid(out_one.p, out_one.len, &shape) && out_end(&shape));
    for (int k = 0; keys[k]; k++) {
        char quoted[32];
        snprintf(quoted, sizeof quoted, "\"%s\":", keys[k]);
        ck_assert_msg(!strstr(out_one.p, quoted), "a view has the key %s", keys[k]);
    }
    /* the redacted state knows no more of the hash than its own: it may not hold the full one */
    memcpy(&spare, &t->reading.record.pos, sizeof spare);
    g->redact(position_state(&spare), viewer);
    uint64_t full = match_hash(g, record_state(&t->reading.record), t->reading.record.size);
    for (size_t i = 0; i + sizeof full <= t->reading.record.size; i++)
        ck_assert(memcmp(spare.raw + i, &full, sizeof full) != 0);
}

/* No view tells which scenario it is, nor a number from which it could be computed. */
START_TEST(no_trace)
{
    struct rng r = rng_fork(31, (uint64_t)_i);
    for (int tries = 0; tries < 20; tries++) {
        int players = mode_players(_i, &r);
        if (!make_twins(_i, players, WATCHER, 0, &r)) continue;
        check_no_trace(&one, WATCHER);
        for (int seat = 0; seat < players; seat++) check_no_trace(&one, seat);
    }
}
END_TEST

/* A board as clients get it: no name, and nothing but the starting spaces. */
START_TEST(veiled_boards)
{
    static struct board b, v;
    const char *game, *name;
    for (int i = 0; scenario_kind.list(i, &game, &name); i++) {
        ck_assert(scenario_kind.builtin(&b, game, name, strlen(name)));
        v = b;
        scenario_kind.veil(&v);
        struct scenario *was = scenario_in(&b), *is = scenario_in(&v);
        for (size_t k = 0; k < SCENARIO_NAME; k++) ck_assert_int_eq(is->name[k], 0);
        for (int k = 0; k < map_spaces(&was->map); k++) {
            bool start = memchr(was->start, k, was->starts) != NULL;
            ck_assert_uint_eq(is->map.terrain[k], start ? was->map.terrain[k] : 0u);
            ck_assert_uint_eq(is->map.crop[k], start ? was->map.crop[k] : 0u);
        }
    }
}
END_TEST

/* ---- the command ---- */

/* What the command prints for this record, into o. */
static void run_tambo(const char *command, const struct twin *t, const char *seat, struct out *o)
{
    char path[1024], line[4096];
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/tambo-secret-XXXXXX", folder ? folder : "/tmp");
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, t->text.p, t->text.len), (ssize_t)t->text.len);
    close(fd);
    snprintf(line, sizeof line, "'%s' %s '%s' --seat %s", getenv("TAMBO"), command, path, seat);
    FILE *f = popen(line, "r");
    ck_assert_ptr_nonnull(f);
    out_reset(o, TEXT);
    o->len = fread(o->p, 1, o->size, f);
    ck_assert_int_eq(pclose(f), 0);
    unlink(path);
}

START_TEST(command_line)
{
    struct rng r = rng_fork(8, (uint64_t)_i);
    if (!getenv("TAMBO")) return;
    int found = 0;
    for (int tries = 0; found < 2 && tries < 80; tries++) {
        int players = mode_players(_i, &r);
        if (!make_twins(_i, players, 0, _i == COMPETITIVE ? MAPS : MAPS | DEALS, &r)) continue;
        found++;
        for (int k = 0; k < 2; k++) {
            run_tambo("view", &one, k ? "1" : "spectator", &out_one);
            run_tambo("view", &two, k ? "1" : "spectator", &out_two);
            ck_assert(same_text(&out_one, &out_two) && out_one.len > 100);
        }
        run_tambo("legal", &one, "1", &out_one);
        run_tambo("legal", &two, "1", &out_two);
        ck_assert(same_text(&out_one, &out_two));
    }
    ck_assert_int_eq(found, 2);
}
END_TEST

/* Makes the scenarios that random_setup() will use, before Check starts a process for
 * each case. */
static void make_scenarios(void)
{
    struct rng r = {1};
    static struct board b;
    for (int i = 0; i < 100; i++) random_scenario(&b, i % 2 ? 5 : 9, &r);
}

int main(void)
{
    make_scenarios();
    Suite *suite = suite_create("secrets");
    TCase *tiw = tcase_create("tiwanaku"), *dice = tcase_create("dice"), *traces = tcase_create("traces");
    tcase_add_loop_test(tiw, map_twins, COMPETITIVE, COOP_EXPERT + 1);
    tcase_add_loop_test(tiw, deal_twins, SOLO_EASY, COOP_EXPERT + 1);
    tcase_add_loop_test(tiw, map_and_deal_twins, SOLO_EASY, COOP_EXPERT + 1);
    tcase_add_loop_test(tiw, imagined_twins, COMPETITIVE, COOP_EXPERT + 1);
    tcase_add_test(tiw, own_arrows_are_seen);
    tcase_add_loop_test(tiw, over_shows_all, COMPETITIVE, COOP_EXPERT + 1);
    tcase_add_test(dice, temple_rounds);
    tcase_add_test(dice, valley_rounds);
    tcase_add_loop_test(traces, no_trace, COMPETITIVE, COOP_EXPERT + 1);
    tcase_add_test(traces, veiled_boards);
    tcase_add_loop_test(traces, command_line, COMPETITIVE, COOP_EXPERT + 1);
    suite_add_tcase(suite, tiw);
    suite_add_tcase(suite, dice);
    suite_add_tcase(suite, traces);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
