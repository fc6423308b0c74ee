/* test_room.c -- a room as a pure function of its events: going through them again gives the
 * same to everybody; everybody gets what is theirs and nothing else; events that are damaged or
 * in the wrong order are refused and do no harm. Twins are in test_room_twins.c. */
#include "../kit/tables.h"

#include <check.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int percent = 100; /* of the work; argv[1] */

static struct table one, two;
static char bytes_one[TEXT], bytes_two[TEXT];

static bool same_out(const struct out *a, const struct out *b)
{
    return a->len == b->len && (!a->len || memcmp(a->p, b->p, a->len) == 0);
}

/* All a client can ask for: view, legal moves, summary. */
static void ask_all(const struct room *r, int seat, struct out *o)
{
    o->len = 0;
    room_summary(r, o);
    out_char(o, '{');
    if (r->size) room_view(r, seat < 0 ? WATCHER : seat, o);
    if (r->size) room_legal(r, seat, o);
    if (r->size && seat >= 0) room_record_end(r, seat, o);
    ck_assert_uint_le(o->len, o->size);
}

static void play_table(struct table *t, int events, struct rng *r)
{
    struct settings s;
    table_open(t);
    random_settings(&s, r);
    table_fill(t, &s, r);
    settings_drop(&s);
    if (!one_in(r, 10)) table_start(t);
    while (t->n < events && table_go_on(t, r)) continue;
    if (t->room->status == TABLE_OVER && one_in(r, 2))
        ck_assert(table_step(t, EVENT_NEXT, -1, 0, "ddddeeeeffff", ID_LEN, 5));
    ck_assert_msg(!t->fault, "%s", t->fault);
}

/* ---- again ---- */

START_TEST(again_gives_the_same)
{
    struct rng r = rng_fork(1, (uint64_t)_i);
    struct out a = {.p = bytes_one, .size = TEXT}, b = {.p = bytes_two, .size = TEXT};
    int over = 0;
    for (int k = 0; k < 40 * percent / 100 + 1; k++) {
        play_table(&one, 10 + (int)rng_below(&r, one_in(&r, 8) ? 3000 : 300), &r);
        table_open(&two);
        ck_assert(table_again(&two, &one));
        over += one.room->status == TABLE_OVER;
        for (int i = 0; i < VIEWERS; i++) {
            ck_assert_int_eq(one.told[i].n, two.told[i].n);
            ck_assert(same_out(&one.told[i].text, &two.told[i].text));
        }
        for (int seat = -1; seat < one.room->seats; seat++) {
            ask_all(one.room, seat, &a);
            ask_all(two.room, seat, &b);
            ck_assert(same_out(&a, &b));
        }
        ck_assert_uint_eq(one.room->version, (uint32_t)one.n);
        table_close(&one);
        table_close(&two);
    }
    if (percent >= 50) ck_assert_int_gt(over, 0);
}
END_TEST

/* ---- what is whose ---- */

/* Private events of a seat: mutes, or moves that did not close their round. */
static int count_events(const struct table *t, int seat, bool moves)
{
    int n = 0;
    struct room *again = room_new(t->room->id);
    for (int i = 0; i < t->n; i++) {
        uint32_t before = again->number;
        ck_assert(room_step(again, &t->event[i], NULL));
        bool is_mute = t->event[i].kind == EVENT_MUTE;
        n += again->number == before && is_mute == !moves && t->event[i].seat == seat;
    }
    room_free(again);
    return n;
}

/* `head` of a hidden map has no map, no name of it, and not where it stood. */
static void check_head(const struct room *r, const json_t *start)
{
    const char *head = json_string_value(json_object_get(start, "head"));
    ck_assert_ptr_nonnull(head);
    ck_assert(!strstr(head, "\n--\n"));
    ck_assert(r->hides == (json_object_get(start, "state") != NULL));
    if (!r->hides) return;
    ck_assert(!strstr(head, "\nscenario:") && !strstr(head, "\nterrain:") && !strstr(head, "\ncrops:"));
    ck_assert(!strstr(head, "alpha secret") && !strstr(head, "\nstart:"));
}

static void check_yours(const json_t *j, int seat)
{
    const json_t *lines = json_object_get(j, "lines");
    ck_assert_int_ge(seat, 0);
    for (size_t i = 0; i < json_array_size(lines); i++)
        ck_assert_int_eq(atoi(json_string_value(json_array_get(lines, i))), seat + 1);
}

/* A public event has a number and a time; how things stand has neither. Numbers grow. */
static void check_number(const struct table *t, const json_t *j, uint32_t *n)
{
    const char *type = json_string_value(json_object_get(j, "t"));
    bool standing = strcmp(type, "yours") == 0 || strcmp(type, "ready") == 0 || strcmp(type, "mute") == 0;
    const json_t *number = json_object_get(j, "n"), *at = json_object_get(j, "at");
    ck_assert(standing ? !number && !at : json_is_integer(number) && json_is_integer(at));
    if (standing) return;
    ck_assert_int_ge(json_integer_value(number), *n);
    ck_assert_int_le(json_integer_value(number), t->room->number);
    *n = (uint32_t)json_integer_value(number);
}

static void check_object(const struct table *t, int viewer, const json_t *j, const char *salt, int *yours, int *mutes)
{
    const char *type = json_string_value(json_object_get(j, "t"));
    int seat = room_seat_of(t->room, t->player[viewer]);
    const json_t *you = json_object_get(j, "you");
    bool over = strcmp(type, "over") == 0;
    char *text = json_dumps(j, JSON_COMPACT);
    ck_assert(over == (strstr(text, salt) != NULL));
    ck_assert(over == (json_object_get(j, "salt") != NULL));
    free(text);
    if (you) ck_assert_str_eq(json_string_value(json_object_get(j, "player")), t->player[viewer]);
    if (!you && json_object_get(j, "player") && strcmp(type, "owner") != 0)
        ck_assert_str_ne(json_string_value(json_object_get(j, "player")), t->player[viewer]);
    if (strcmp(type, "start") == 0) {
        check_head(t->room, j);
        const json_t *own = json_object_get(j, "seat");
        ck_assert(seat < 0 ? json_is_null(own) : json_integer_value(own) == seat + 1);
    }
    if (strcmp(type, "yours") == 0) check_yours(j, seat), ++*yours;
    *mutes += strcmp(type, "mute") == 0;
}

START_TEST(each_gets_their_own)
{
    struct rng r = rng_fork(2, (uint64_t)_i);
    for (int k = 0; k < 25 * percent / 100 + 1; k++) {
        char salt[FAIR_SALT * 2 + 1];
        play_table(&one, 10 + (int)rng_below(&r, one_in(&r, 8) ? 3000 : 300), &r);
        sodium_bin2hex(salt, sizeof salt, one.room->set.salt, FAIR_SALT);
        for (int i = 0; i < VIEWERS; i++) {
            uint32_t n = 0;
            int yours = 0, mutes = 0, seat = room_seat_of(one.room, one.player[i]);
            const char *p = one.told[i].text.p, *end = p + one.told[i].text.len;
            if (i > one.room->seats && i < STRANGER) continue; /* strangers, too */
            for (const char *lf; p < end; p = lf + 1) {
                lf = memchr(p, '\n', (size_t)(end - p));
                json_t *j = json_loadb(p, (size_t)(lf - p), 0, NULL);
                check_object(&one, i, j, salt, &yours, &mutes);
                check_number(&one, j, &n);
                json_decref(j);
            }
            ck_assert_int_eq(yours, one.room->sealed && seat >= 0 ? count_events(&one, seat, true) : 0);
            ck_assert_int_eq(mutes, seat >= 0 ? count_events(&one, seat, false) : 0);
        }
        table_close(&one);
    }
}
END_TEST

/* ---- numbers ---- */

/* Public is all but mutes, and moves of a sealed round that does not close with them (room.h, 4). */
START_TEST(public_events_are_counted)
{
    struct rng r = rng_fork(5, (uint64_t)_i);
    play_table(&one, 400, &r);
    struct room *again = room_new(one.room->id);
    for (int i = 0; i < one.n; i++) {
        const struct event *e = &one.event[i];
        bool moves = e->kind == EVENT_MOVE || e->kind == EVENT_BACK || e->kind == EVENT_TURN;
        uint32_t before = again->number;
        ck_assert(room_step(again, e, NULL));
        bool hidden = e->kind == EVENT_MUTE || (moves && again->sealed && again->now->phase == PHASE_PLAY);
        ck_assert_uint_eq(again->number, before + !hidden);
        if (!hidden) ck_assert_uint_eq(again->at, e->at);
        struct out o = {.p = bytes_one, .size = TEXT};
        char changed[64]; /* what lists say of it: nobody learns when a sealed turn is reconsidered */
        room_summary(again, &o);
        snprintf(changed, sizeof changed, "\"changed\":%llu}", (unsigned long long)again->at);
        ck_assert(out_end(&o) && strstr(o.p, changed));
    }
    room_free(again);
    table_close(&one);
}
END_TEST

/* ---- time ---- */

/* What happens by itself after so many ms, -1: nothing; and it does. */
static int by_itself(struct table *t, uint64_t wait)
{
    char text[1024];
    struct event e;
    struct out o = {.p = text, .size = sizeof text};
    t->now += wait;
    if (!room_next(t->room, t->now, &e, &o)) return -1;
    ck_assert(table_step(t, (enum event_kind)e.kind, e.seat, -1, e.text, e.n, 0));
    return e.kind;
}

/* The bot that stands in makes its turn, and the dice are rolled. */
static void stand_in(struct table *t, struct rng *r)
{
    struct out o = {.p = bytes_one, .size = TEXT};
    ck_assert(room_bot_acts(t->room, 0));
    random_turn(t->room, 0, true, &o, r);
    ck_assert(table_step(t, EVENT_MOVE, 0, -1, o.p, o.len, 0));
    ck_assert_int_eq(by_itself(t, 0), EVENT_CHANCE);
    ck_assert(!room_bot_acts(t->room, 0));
}

/* PP-9: three turns in a row that time runs out; whoever is back begins to count anew, even without a turn. */
START_TEST(late_away_and_back)
{
    struct rng r = rng_fork(6, 0);
    struct settings s;
    const struct game *g = game_find("temple", 6);
    int solo = 0;
    while (g->modes[solo].max > 1) solo++;
    table_open(&one);
    settings_for(&s, g, solo, 1, &r);
    s.speed = SPEED_LIVE;
    s.seconds = 60;
    table_fill(&one, &s, &r);
    settings_drop(&s);
    table_start(&one);
    ck_assert_int_eq(by_itself(&one, 0), EVENT_CHANCE);
    ck_assert_int_eq(by_itself(&one, 59000), -1);
    for (int k = 1; k < ROOM_LATE; k++) {
        ck_assert_int_eq(by_itself(&one, 61000), EVENT_LATE);
        ck_assert_int_eq(by_itself(&one, 0), -1);
        stand_in(&one, &r);
    }
    ck_assert_int_eq(by_itself(&one, 61000), EVENT_LATE);
    ck_assert_int_eq(by_itself(&one, 0), EVENT_AWAY);
    ck_assert(table_step(&one, EVENT_HERE, 0, 0, "", 0, 0));
    ck_assert_int_eq(by_itself(&one, 0), EVENT_LATE); /* the time of this round is over */
    ck_assert_int_eq(by_itself(&one, 0), -1);
    ck_assert(!one.room->seat[0].away);
    table_close(&one);
}
END_TEST

/* ---- a new table ---- */

/* Whatever is asked for, people and bots sit in order, and the game has begun, dice rolled, if and only if no seat is free. */
START_TEST(a_table_is_created)
{
    static char text[1 << 17];
    static struct room_sitter sit[MAX_SEATS];
    struct rng r = {(uint64_t)_i + 50};
    struct settings s;
    random_settings(&s, &r);
    if (s.source == BOARD_MADE) settings_make(&s);
    memcpy(s.owner, "me", 3);
    int people = 1 + (s.seats > 1 && one_in(&r, 2)), others = (int)rng_below(&r, (uint32_t)(s.seats - people) + 1),
        n = 0;
    for (int i = 0; i < people + others; i++)
        sit[i] = i < people ? (struct room_sitter){.player = i ? "me2" : "me", .name = i ? "Bo" : "Ana"}
                            : (struct room_sitter){.name = i % 2 ? "Inca" : "", .level = (uint8_t)(i % 9)};
    struct room_new is = {.set = &s, .action = "new", .people = people, .bots = others, .sit = sit};
    struct room *room = room_new("aaaaaaaaaaaa");
    struct event e;
    for (;; n++) {
        struct out o = {.p = text, .size = sizeof text};
        if (!room_create_next(room, &is, 7, &e, &o)) break;
        ck_assert_str_eq(e.action, n ? "" : "new");
        ck_assert_str_eq(e.actor, e.kind == EVENT_CHANCE ? "" : e.kind == EVENT_SIT ? sit[e.seat].player : "me");
        ck_assert(room_step(room, &e, NULL));
    }
    bool full = people + others == s.seats;
    ck_assert(full == (room->status == TABLE_PLAYING) && (full || n == 1 + people + others));
    ck_assert(!full || room->now->phase != PHASE_CHANCE);
    for (int i = 0; i < room->seats; i++) {
        const struct room_seat *seat = &room->seat[i];
        if (i < people) ck_assert_str_eq(seat->name, sit[i].name);
        else if (i < room->seats - others) ck_assert_int_eq(seat->kind, SEAT_FREE);
        else ck_assert_int_eq(seat->level, sit[people + i - (room->seats - others)].level);
    }
    room_free(room);
    settings_drop(&s);
}
END_TEST

/* ---- bots ---- */

START_TEST(levels_of_bots)
{
    static const char *const levels[] = {"beginner", "random", "master", "expert"};
    struct rng r = {3};
    struct settings s;
    table_open(&one);
    do random_settings(&s, &r);
    while (s.seats < 2 && (settings_drop(&s), true));
    table_fill(&one, &s, &r);
    settings_drop(&s);
    const struct room_seat *seat = &one.room->seat[1];
    for (int k = 0; k < 4; k++) {
        char name[32];
        ck_assert(table_step(&one, EVENT_FREE, 1, 0, "", 0, 1));
        ck_assert(table_step(&one, EVENT_BOT, 1, 0, levels[k], strlen(levels[k]), 1));
        ck_assert_str_eq(bot_names[seat->level], levels[k]);
        snprintf(name, sizeof name, "bot %s", levels[k]); /* as the record of such a table has it */
        ck_assert_str_eq(seat->name, name);
    }
    ck_assert(table_step(&one, EVENT_FREE, 1, 0, "", 0, 1));
    ck_assert(!table_step(&one, EVENT_BOT, 1, 0, "clever", 6, 1));
    ck_assert(!table_step(&one, EVENT_BOT, 1, 0, "", 0, 1));
    table_close(&one);
}
END_TEST

/* ---- damaged events ---- */

/* One of many ways in which a stored event can be wrong. */
static void damage(struct event *e, char *text, struct rng *r)
{
    switch (rng_below(r, 7)) {
    case 0: e->kind = (uint8_t)rng_below(r, EVENT_LAST + 3); break;
    case 1: e->seat = (int16_t)(one_in(r, 3) ? (int)rng_below(r, 70000) - 35000 : (int)rng_below(r, 103) - 2); break;
    case 2:
        for (int i = 0; i < 4 && e->n; i++) text[rng_below(r, (uint32_t)e->n)] = (char)rng_next(r);
        break;
    case 3: text[e->n = rng_below(r, (uint32_t)e->n + 1)] = 0; break;
    case 4: e->actor = one_in(r, 2) ? "" : "0123456789abcdef0123456789abcdef0123"; break;
    case 5:
        e->n = rng_below(r, 3000);
        for (size_t i = 0; i < e->n; i++) text[i] = (char)(one_in(r, 2) ? rng_below(r, 32) : rng_next(r));
        text[e->n] = 0;
        break;
    default: e->at = rng_next(r);
    }
}

/* Steps until one is refused; all questions may be asked until then. */
static void run_damaged(const struct table *t, struct rng *r)
{
    static char text[TEXT];
    struct out o = {.p = bytes_two, .size = TEXT};
    uint32_t rate = 1 + rng_below(r, (uint32_t)t->n * 2);
    table_open(&two);
    for (int i = 0; i < t->n; i++) {
        struct event e = t->event[one_in(r, rate) ? rng_below(r, (uint32_t)t->n) : (uint32_t)i];
        ck_assert_uint_lt(e.n, TEXT / 2);
        memcpy(text, e.text, e.n + 1);
        if (one_in(r, rate)) damage(&e, text, r);
        if (one_in(r, rate)) continue; /* left out */
        char *exact = malloc(e.n + 1); /* so that a sanitizer sees a byte read too far */
        memcpy(exact, text, e.n + 1);
        e.text = exact;
        struct room_listener listener = {.tell = NULL};
        bool good =
            rng_below(r, 2) ? room_step(two.room, &e, &listener) : table_step(&two, e.kind, e.seat, -1, e.text, e.n, 1);
        free(exact);
        if (!good) break;
        if (one_in(r, 10))
            for (int seat = -1; seat < two.room->seats && seat < 5; seat++) ask_all(two.room, seat, &o);
    }
    table_close(&two);
}

START_TEST(damage_does_no_harm)
{
    struct rng r = rng_fork(3, (uint64_t)_i);
    for (int k = 0; k < 12 * percent / 100 + 1; k++) {
        play_table(&one, 10 + (int)rng_below(&r, 120), &r);
        for (int i = 0; i < 60; i++) run_damaged(&one, &r);
        table_close(&one);
    }
}
END_TEST

int main(int argc, char **argv)
{
    if (argc > 1) percent = atoi(argv[1]);
    Suite *suite = suite_create("room");
    TCase *laws = tcase_create("laws"), *bad = tcase_create("damage");
    tcase_add_loop_test(laws, again_gives_the_same, 0, 10);
    tcase_add_loop_test(laws, each_gets_their_own, 0, 10);
    tcase_add_loop_test(laws, public_events_are_counted, 0, 10);
    tcase_add_test(laws, late_away_and_back);
    tcase_add_test(laws, levels_of_bots);
    tcase_add_loop_test(laws, a_table_is_created, 0, 60);
    tcase_add_loop_test(bad, damage_does_no_harm, 0, 10);
    suite_add_tcase(suite, laws);
    suite_add_tcase(suite, bad);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
