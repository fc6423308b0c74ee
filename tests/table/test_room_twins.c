/* test_room_twins.c -- twins: two tables with different secrets (salt, hidden map, stacks, sealed
 * moves of somebody else), driven through the same public moves. Whatever a viewer is told, may
 * ask for or download must be the same bytes in both. Only `commit` differs: it is a hash of
 * the secret, and is blanked. How twins of Tiwanaku are found is told in test_secrets.c. */
#include "../../games/tiwanaku.h"
#include "../../puzzle/make.h"
#include "../../server/api/actions.h"
#include "../../table/memory.h"
#include "../kit/tables.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int percent = 100; /* of the work; argv[1] */

static struct table one, two;
static char bytes_one[TEXT], bytes_two[TEXT];

/* ---- comparing ---- */

/* Stars instead of the commit. */
static void blank_commit(struct out *o, const char *commit)
{
    if (!o->len) return;
    for (size_t i = 0; i + FAIR_HEX <= o->len; i++)
        if (memcmp(o->p + i, commit, FAIR_HEX) == 0) memset(o->p + i, '*', FAIR_HEX);
}

static bool same_out(const struct out *a, const struct out *b)
{
    return a->len == b->len && (!a->len || memcmp(a->p, b->p, a->len) == 0);
}

static void check_same(const struct out *a, const struct out *b, const char *what, int viewer)
{
    if (same_out(a, b)) return;
    size_t i = 0;
    while (i < a->len && i < b->len && a->p[i] == b->p[i]) i++;
    size_t from = i > 60 ? i - 60 : 0;
    ck_abort_msg("%s of viewer %d differs:\n%.*s\n%.*s", what, viewer, (int)(a->len - from < 160 ? a->len - from : 160),
                 a->p + from, (int)(b->len - from < 160 ? b->len - from : 160), b->p + from);
}

/* The record, by way of a store: from the events alone. */
static void record_of(const struct table *t, int viewer, struct out *o)
{
    static struct hall hall;
    hall.store = store_memory_open();
    struct store_row row = {.status = t->room->status, .summary = "{}"};
    memcpy(row.id, t->room->id, sizeof row.id);
    memcpy(row.code, t->room->set.code, sizeof row.code);
    ck_assert_int_eq(store_append(hall.store, &row, 0, t->event, t->n), 0);
    o->len = 0;
    bool there = actions_record(&hall, t->room, t->player[viewer], o);
    ck_assert(there == (t->room->size > 0));
    store_close(hall.store);
}

/* The same sentence for the same wish, whatever it is. */
static void check_wishes(int seat, struct rng *r)
{
    for (int k = 0; k < 30; k++) {
        char lines[1024] = "";
        struct out o = {.p = lines, .size = sizeof lines};
        static struct position pos;
        const struct game *g = one.room->set.game;
        memcpy(&pos, one.room->now, one.room->size);
        struct state *s = position_state(&pos);
        for (int i = 0; i < 3 && seats_has(s->acting, seat); i++) { /* goes on as if the map were that of one */
            Move m = g->nth(s, seat, rng_below(r, g->legal(s, seat, NULL)));
            if (i) out_char(&o, '\n');
            room_move_line(one.room, s, seat, m, &o);
            g->apply(s, seat, m);
            match_settle(g, s, NULL, NULL);
        }
        if (one_in(r, 3) && o.len) lines[rng_below(r, (uint32_t)o.len)] = "abc123 \n"[rng_below(r, 8)];
        for (int back = 0; back < 2; back++) {
            const char *a = room_may_move(one.room, seat, lines, o.len, back),
                       *b = room_may_move(two.room, seat, lines, o.len, back);
            ck_assert_msg(a == b || (a && b && strcmp(a, b) == 0), "%.*s: %s / %s", (int)o.len, lines, a, b);
        }
    }
}

/* Everything this viewer may hear, ask or download. */
static void check_viewer(int viewer, struct rng *r)
{
    struct out a = {.p = bytes_one, .size = TEXT}, b = {.p = bytes_two, .size = TEXT};
    int seat = room_seat_of(one.room, one.player[viewer]);
    ck_assert_int_eq(seat, room_seat_of(two.room, two.player[viewer]));
    blank_commit(&one.told[viewer].text, one.room->commit);
    blank_commit(&two.told[viewer].text, two.room->commit);
    check_same(&one.told[viewer].text, &two.told[viewer].text, "the stream", viewer);
    room_view(one.room, seat < 0 ? WATCHER : seat, &a);
    room_view(two.room, seat < 0 ? WATCHER : seat, &b);
    ck_assert_uint_gt(a.len, 50);
    check_same(&a, &b, "the view", viewer);
    a.len = b.len = 0;
    room_legal(one.room, seat, &a);
    room_legal(two.room, seat, &b);
    if (seat >= 0) room_record_end(one.room, seat, &a), room_record_end(two.room, seat, &b);
    check_same(&a, &b, "what is legal", viewer);
    a.len = b.len = 0;
    room_summary(one.room, &a);
    room_summary(two.room, &b);
    check_same(&a, &b, "the summary", viewer);
    record_of(&one, viewer, &a);
    record_of(&two, viewer, &b);
    check_same(&a, &b, "the record", viewer);
    if (seat >= 0) check_wishes(seat, r);
}

static void check_faults(void)
{
    ck_assert_msg(!one.fault, "%s", one.fault);
    ck_assert_msg(!two.fault, "%s", two.fault);
}

/* ---- sealed rounds ---- */

/* Two tables with the same players and the same play up to a moment in which a seat may act, but with different salts. */
static bool begin_twins(const struct game *g, int seats, int rounds, struct rng *r)
{
    struct settings s;
    table_open(&one);
    table_open(&two);
    settings_for(&s, g, 0, seats, r);
    table_fill(&one, &s, r);
    table_start(&one);
    while (one.room->now->round < rounds && table_go_on(&one, r)) continue;
    while (one.room->status == TABLE_PLAYING && (one.room->now->phase == PHASE_CHANCE || one.room->turn_n))
        table_go_on(&one, r);
    other_salt(&s, r);
    for (int i = 0; i < one.n; i++) {
        const struct event *e = &one.event[i];
        size_t n = e->n;
        char *text = i ? NULL : settings_text(&s, &n);
        uint64_t wait = e->at > two.now ? e->at - two.now : 0;
        int player = -1;
        for (int k = 0; k < VIEWERS; k++)
            if (strcmp(one.player[k], e->actor) == 0) player = k;
        ck_assert(table_step(&two, e->kind, e->seat, player, text ? text : e->text, n, wait));
        free(text);
    }
    settings_drop(&s);
    return one.room->status == TABLE_PLAYING;
}

/* At one table alone the seat thinks about its turn again, and mutes others: no number tells of it. */
static void reconsider(int seat, int player, const char *lines, size_t n, struct rng *r)
{
    for (uint32_t i = rng_below(r, 3); i; i--) {
        char text[16];
        snprintf(text, sizeof text, "%u %s", 1 + rng_below(r, one.room->seats), i == 1 ? "on" : "off");
        ck_assert(table_step(&one, EVENT_TURN, seat, player, lines, n, 0));
        if (player >= 0) ck_assert(table_step(&one, EVENT_MUTE, seat, player, text, strlen(text), 0));
    }
}

/* A sealed turn of the seat, another at each table; both finish it, or neither. */
static bool differ_turn(int seat, bool whole, bool moved, struct rng *r)
{
    char a[64 * 128], b[64 * 128];
    struct out x = {.p = a, .size = sizeof a}, y = {.p = b, .size = sizeof b};
    int player = table_player(&one, seat);
    random_turn(one.room, seat, whole, &x, r);
    random_turn(two.room, seat, whole, &y, r);
    if (!x.len || !y.len) return false;
    ck_assert(table_step(&one, EVENT_MOVE, seat, player, a, x.len, 7));
    ck_assert(table_step(&two, EVENT_MOVE, seat, player, b, y.len, 7));
    if (!moved) reconsider(seat, player, a, x.len, r);
    return !same_out(&x, &y);
}

/* Others act differently until the round is about to close; who kept still, or did the same,
 * notices nothing. */
static int sealed_twins(const struct game *g, int seats, int rounds, struct rng *r)
{
    int differ = 0;
    bool moved[MAX_SEATS] = {false};
    if (begin_twins(g, seats, rounds, r)) {
        int viewer = (int)rng_below(r, (uint32_t)seats);
        for (int k = 0; k < 3 * seats; k++) {
            int seat = (int)rng_below(r, (uint32_t)seats);
            if (seat == viewer) continue;
            if (room_may_back(one.room, seat) && room_may_back(two.room, seat) && one_in(r, 4)) {
                ck_assert(table_step(&one, EVENT_BACK, seat, table_player(&one, seat), "", 0, 3));
                ck_assert(table_step(&two, EVENT_BACK, seat, table_player(&two, seat), "", 0, 3));
            } else if (room_acts(one.room, seat)) {
                ck_assert(room_acts(two.room, seat));
                differ += differ_turn(seat, !one_in(r, 3), moved[seat], r);
                moved[seat] = true;
            }
        }
        check_faults();
        for (int i = 0; i < seats; i++) {
            int player = table_player(&one, i);
            if (player >= 0 && !moved[i]) check_viewer(player, r);
        }
        check_viewer(STRANGER, r);
    }
    table_close(&one);
    table_close(&two);
    return differ;
}

static void dice_twins(const char *name, int i)
{
    const struct game *g = game_find(name, strlen(name));
    struct rng r = rng_fork(11, (uint64_t)i + (uint64_t)name[0] * 100);
    int differ = 0;
    for (int k = 0; k < 30 * percent / 100 + 1; k++)
        differ += sealed_twins(g, 2 + (int)rng_below(&r, 5), 1 + (int)rng_below(&r, 25), &r);
    if (i == 0) differ += sealed_twins(g, 100, 3, &r);
    ck_assert_int_gt(differ, 0);
}

START_TEST(temple) { dice_twins("temple", _i); }
END_TEST

START_TEST(valley) { dice_twins("valley", _i); }
END_TEST

/* ---- Tiwanaku ---- */

/* Another map that agrees with all that was announced: hidden spaces around one are filled anew. */
static bool other_map(const struct tiwanaku *t, struct board *b, struct rng *r)
{
    struct board before = *b;
    struct scenario *sc = scenario_in(b);
    for (int tries = 0; tries < 60; tries++) {
        int spaces = map_spaces(&sc->map), cols = sc->map.cols, middle = (int)rng_below(r, (uint32_t)spaces);
        int reach = 1 + (int)rng_below(r, 4);
        for (int i = 0; i < spaces; i++) {
            if (abs(i / cols - middle / cols) > reach || abs(i % cols - middle % cols) > reach) continue;
            if (!(t->seen_terrain >> i & 1)) sc->map.terrain[i] = 0;
            if (!(t->seen_crop >> i & 1)) sc->map.crop[i] = 0;
        }
        if (make_fill(&sc->map, sc->tiles, true, r, 500) && !scenario_kind.check(b) &&
            memcmp(&sc->map, &scenario_in(&before)->map, sizeof sc->map) != 0)
            return true;
        *b = before;
    }
    return false;
}

/* Tiles that were not taken from their stacks and the viewer's seat has not seen change places. */
static bool other_stacks(const struct tiwanaku *t, int seat, uint8_t stack[STACKS][STACK_MAX], struct rng *r)
{
    bool changed = false;
    bool coop = t->mode >= COOP_EASY;
    for (unsigned terrain = 0; terrain < 4; terrain++) {
        uint8_t *place[STACKS * STACK_MAX];
        uint32_t n = 0;
        for (unsigned k = terrain; k < STACKS; k += 4)
            for (unsigned i = t->top[k]; i < t->height[k]; i++)
                if (!coop || (int)k / 4 != seat || i > t->top[k]) place[n++] = &stack[k][i];
        for (uint32_t i = n; i > 1; i--) {
            uint8_t *a = place[i - 1], *b = place[rng_below(r, i)], tile = *a;
            changed |= *a != *b;
            *a = *b;
            *b = tile;
        }
    }
    return changed;
}

/* `* stack valley 3 1` or `* deal 2 valley 3 1` with other tiles. */
static size_t write_stack(uint8_t stack[STACKS][STACK_MAX], const uint8_t *height, const char *line, size_t n,
                          char to[1024])
{
    static const char *const terrains[] = {"valley", "desert", "forest", "mountain", NULL};
    struct words w = words_of(line, n);
    struct out o = {.p = to, .size = 1024};
    words_skip(&w);
    int seat = words_take(&w, "deal") ? words_number(&w, 4) - 1 : 0;
    words_take(&w, "stack");
    int terrain = words_pick(&w, terrains);
    unsigned k = (unsigned)(seat * 4 + terrain);
    out_bytes(&o, line, (size_t)(w.at - line));
    while (o.p[o.len - 1] == ' ') o.len--;
    for (unsigned i = 0; i < height[k]; i++) {
        out_char(&o, ' ');
        out_int(&o, stack[k][i]);
    }
    ck_assert(out_end(&o));
    return o.len;
}

/* The stacks as they were dealt. */
static void dealt_stacks(const struct table *t, uint8_t stack[STACKS][STACK_MAX])
{
    static struct table early;
    table_open(&early);
    for (int i = 0; i < t->n; i++) {
        const struct event *e = &t->event[i];
        if (e->kind == EVENT_MOVE) break;
        ck_assert(table_step(&early, e->kind, e->seat, 0, e->text, e->n, 1));
    }
    if (early.room->size)
        memcpy(stack, ((const struct tiwanaku *)(const void *)early.room->now)->stack, STACKS * STACK_MAX);
    table_close(&early);
}

enum { MAPS = 1, STACKED = 2 };

/* Table two: the events of table one with another map, other stacks and another salt. */
static void follow(const struct settings *s, uint8_t stack[STACKS][STACK_MAX], const uint8_t *height)
{
    for (int i = 0; i < one.n; i++) {
        const struct event *e = &one.event[i];
        uint64_t wait = e->at > two.now ? e->at - two.now : 0;
        int player = -1;
        char line[1024], *made = NULL;
        const char *text = e->text;
        size_t n = e->n;
        for (int k = 0; k < VIEWERS; k++)
            if (strcmp(one.player[k], e->actor) == 0) player = k;
        if (e->kind == EVENT_CREATE) text = made = settings_text(s, &n);
        if (e->kind == EVENT_START) {
            struct out o = {.p = bytes_two, .size = TEXT};
            ck_assert(!room_head(two.room, &o) && out_end(&o));
            text = o.p;
            n = o.len;
        }
        if (e->kind == EVENT_CHANCE && (strncmp(text, "* stack", 7) == 0 || strncmp(text, "* deal", 6) == 0))
            n = write_stack(stack, height, e->text, e->n, line), text = line;
        ck_assert(table_step(&two, e->kind, e->seat, player, text, n, wait));
        free(made);
    }
}

/* The board of these settings. */
static void board_of(const struct settings *s, struct board *b)
{
    struct head h;
    ck_assert(!settings_board(s, &h));
    *b = h.setup.board;
}

static void set_board(struct settings *s, const struct board *b)
{
    struct out o = {.p = bytes_one, .size = TEXT};
    scenario_kind.write(b, &o);
    ck_assert(out_end(&o));
    settings_drop(s);
    s->text = memory_take(o.len + 1);
    memcpy(s->text, o.p, o.len + 1);
}

/* The second table has other secrets than the first one for whoever has this seat (-1: a
 * stranger), and the same public moves; false if there is no such table. */
static bool make_two(struct settings *s, int seat, unsigned differ, struct rng *r)
{
    const struct tiwanaku *t = (const struct tiwanaku *)(const void *)one.room->now;
    static struct board b;
    uint8_t stack[STACKS][STACK_MAX] = {{0}};
    board_of(s, &b);
    if (differ & MAPS && !other_map(t, &b, r)) return false;
    dealt_stacks(&one, stack);
    if (differ & STACKED && !other_stacks(t, seat, stack, r)) return false;
    if (differ & MAPS) {
        snprintf(scenario_in(&b)->name, SCENARIO_NAME, "omega %u", rng_below(r, 1000));
        if (s->source == BOARD_NAMED) return false; /* a name is public */
        set_board(s, &b);
    }
    other_salt(s, r);
    table_open(&two);
    follow(s, stack, t->height);
    return true;
}

static bool tiwanaku_twins(int mode, unsigned differ, struct rng *r)
{
    const struct game *g = game_find("tiwanaku", 8);
    struct settings s;
    const struct mode *m = &g->modes[mode];
    int seats = m->min + (int)rng_below(r, (uint32_t)(m->max - m->min + 1)), moves = (int)rng_below(r, 60);
    int seat = (int)rng_below(r, (uint32_t)seats + 1) - 1;
    settings_for(&s, g, mode, seats, r);
    table_open(&one);
    table_fill(&one, &s, r);
    table_start(&one);
    for (int i = 0; i < moves && table_go_on(&one, r); i++) continue;
    bool found = one.room->status == TABLE_PLAYING && make_two(&s, seat, differ, r);
    if (found) {
        check_faults();
        bool all = !(differ & STACKED) || mode < COOP_EASY; /* nobody knows more than the viewer */
        for (int i = 0; i < seats; i++) {
            int player = table_player(&one, i);
            if (player >= 0 && (all || i == seat)) check_viewer(player, r);
        }
        check_viewer(STRANGER, r);
        table_close(&two);
    }
    table_close(&one);
    settings_drop(&s);
    return found;
}

static void many_twins(int mode, unsigned differ, int wanted)
{
    struct rng r = rng_fork(17 + differ, (uint64_t)mode);
    int found = 0;
    wanted = wanted * percent / 100 + 1;
    for (int tries = 0; found < wanted && tries < 40 * wanted; tries++) found += tiwanaku_twins(mode, differ, &r);
    ck_assert_int_eq(found, wanted);
}

START_TEST(maps) { many_twins(_i, MAPS, 25); }
END_TEST

START_TEST(stacks) { many_twins(_i, STACKED, 25); }
END_TEST

START_TEST(maps_and_stacks) { many_twins(_i, MAPS | STACKED, 15); }
END_TEST

int main(int argc, char **argv)
{
    if (argc > 1) percent = atoi(argv[1]);
    Suite *suite = suite_create("room twins");
    TCase *dice = tcase_create("dice"), *tiw = tcase_create("tiwanaku");
    tcase_add_loop_test(dice, temple, 0, 5);
    tcase_add_loop_test(dice, valley, 0, 5);
    tcase_add_loop_test(tiw, maps, COMPETITIVE, COOP_EXPERT + 1);
    tcase_add_loop_test(tiw, stacks, SOLO_EASY, COOP_EXPERT + 1);
    tcase_add_loop_test(tiw, maps_and_stacks, SOLO_EASY, COOP_EXPERT + 1);
    suite_add_tcase(suite, dice);
    suite_add_tcase(suite, tiw);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
