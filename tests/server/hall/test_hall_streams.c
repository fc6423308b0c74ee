/* test_hall_streams.c -- how guests catch up (server/hall/hall_guests.c): a guest that comes back with the number and
 * time of its last event gets the rest and nothing twice, also if another release had told it the events in more or
 * fewer objects; a guest whose last event is not one of this table begins anew; the objects of one event are never split. Tables are those of
 * tables.c in a store in memory; the network is here. */
#include "../../../server/hall/hall.h"
#include "../../../table/room_in.h"
#include "../../kit/tables.h"

#include <check.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int percent = 100; /* of the work; argv[1] */

/* ---- other releases: the linker puts this in place of room_tell_event ---- */

enum wording { AS_IT_IS, ONE_MORE, FEWER };
static enum wording wording;

void __real_room_tell_event(const struct room *, const struct event *, const struct room_listener *);
void __wrap_room_tell_event(const struct room *, const struct event *, const struct room_listener *);

void __wrap_room_tell_event(const struct room *r, const struct event *e, const struct room_listener *listener)
{
    static const char more[] = "{\"t\":\"more\"}";
    bool move = e->kind == EVENT_MOVE || e->kind == EVENT_TURN || e->kind == EVENT_BACK;
    bool hidden = e->kind == EVENT_MUTE || (move && r->sealed);
    bool fewer = e->kind == EVENT_HERE || e->kind == EVENT_CHAT || e->kind == EVENT_SIT;
    if (wording == ONE_MORE && !hidden && listener->tell)
        listener->tell(listener->ctx, r, TO_ALL, more, sizeof more - 1, 0);
    if (wording != FEWER || !fewer) __real_room_tell_event(r, e, listener);
}

/* ---- the network ---- */

struct conn {
    struct guest guest;
    struct out got;                       /* lines `number object`, a `|` line for each flush */
    uint64_t top;                         /* the last number of the flushes before */
    uint64_t n, at;                       /* the last number, and its time */
    int anews;                            /* how often it had to begin again */
    bool parted;                          /* an event came in two flushes */
    void (*empty)(void *, struct conn *); /* wants to be told; NULL */
    void *empty_ctx;
};
static struct conn conn;

void net_conn_send(struct conn *c, struct text *t, uint64_t number, uint32_t how)
{
    json_t *j = json_loadb(t->p, t->n, 0, NULL);
    const char *type = json_string_value(json_object_get(j, "t"));
    (void)how;
    if (strcmp(type, "anew") == 0) c->anews++, c->top = c->n = 0, c->got.len = 0;
    if (number) {
        c->parted |= number <= c->top || number < c->n;
        c->n = number;
        if (json_object_get(j, "at")) c->at = (uint64_t)json_integer_value(json_object_get(j, "at"));
    }
    if (strcmp(type, "there") != 0 && strcmp(type, "anew") != 0) {
        out_uint(&c->got, number);
        out_char(&c->got, ' ');
        out_bytes(&c->got, t->p, t->n);
        out_char(&c->got, '\n');
    }
    ck_assert_uint_le(c->got.len, c->got.size);
    json_decref(j);
}

void net_conn_answer(struct conn *c, struct text *t, struct text *instead)
{
    (void)instead;
    net_conn_send(c, t, 0, false);
}

void net_conn_close(struct conn *c, int code, const char *reason) { ck_abort_msg("%p %d %s", (void *)c, code, reason); }
void net_conn_when_empty(struct conn *c, void (*fn)(void *ctx, struct conn *), void *ctx)
{
    c->empty = fn;
    c->empty_ctx = ctx;
}
void *net_conn_user(const struct conn *c) { return (void *)(uintptr_t)&c->guest; }
uint32_t net_conn_number(const struct conn *c) { return c == &conn; }
void net_conn_welcome(struct conn *c) { (void)c; }

void net_flush(struct net *net)
{
    (void)net;
    void (*empty)(void *, struct conn *) = conn.empty;
    conn.empty = NULL;
    conn.top = conn.n;
    if (empty) empty(conn.empty_ctx, &conn);
}

void net_drop(struct net *net, struct text *t)
{
    (void)net, (void)t;
    ck_abort_msg("the store does not fail here");
}

void net_forget(struct net *net) { net_drop(net, NULL); }
void net_conn_free(struct conn *c) { (void)c; }

/* ---- a server for one guest ---- */

static char bytes[3][TEXT];

/* The guest, who has event n of that time, follows the first `events` of the table until it is up to date; what
 * it gets stands in conn. */
static void follow(const struct table *t, int events, const char *player, uint64_t n, uint64_t at)
{
    static struct hall hall;
    static struct config config = {.queue_kib = 2, .think_ms = 1, .workers = 1};
    struct out got = {.p = bytes[0], .size = TEXT};
    uv_loop_t loop;
    int why;
    ck_assert_int_eq(uv_loop_init(&loop), 0);
    struct store *store = store_memory_open();
    struct store_row row = {.status = TABLE_OVER, .summary = "{}"};
    memcpy(row.id, t->room->id, sizeof row.id);
    memcpy(row.code, "abcdef", 7);
    ck_assert_int_eq(store_append(store, &row, 0, t->event, events), 0);
    ck_assert_int_eq(store_commit(store), 0);
    ck_assert(hall_open(&hall, &loop, store, &config));
    conn = (struct conn){.got = got, .top = n, .n = n, .at = at};
    hall.net = (struct net *)(void *)&conn;
    conn.guest.conn = &conn;
    snprintf(conn.guest.who.player, sizeof conn.guest.who.player, "%s", player);
    hall_add_guest(&hall, &conn.guest);
    struct room *r = hall_room(&hall, t->room->id, &why);
    ck_assert_ptr_nonnull(r);
    hall_follow(&hall, &conn.guest, r, (uint32_t)n, at);
    for (int idle = 0; idle < 3;) idle = hall_turn(&hall) ? 0 : idle + 1;
    ck_assert_int_eq(conn.guest.stream.state, STREAM_LIVE);
    ck_assert_uint_eq(conn.guest.stream.n, r->number);
    hall_remove_guest(&hall, &conn.guest);
    hall.net = NULL;
    hall_turn(&hall);
    hall_close(&hall);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    store_close(store);
}

/* Of what stands in o: the lines with a number above n, and those without one. */
static void behind(const struct out *o, uint64_t n, struct out *to)
{
    to->len = 0;
    for (const char *p = o->p, *end = p + o->len, *lf; p < end; p = lf + 1) {
        lf = memchr(p, '\n', (size_t)(end - p));
        uint64_t number = strtoull(p, NULL, 10);
        if (number == 0 || number > n) out_bytes(to, p, (size_t)(lf + 1 - p));
    }
}

static bool same_out(const struct out *a, const struct out *b)
{
    return a->len == b->len && memcmp(a->p, b->p, a->len) == 0;
}

static void some_table(struct table *t, struct rng *r)
{
    struct settings s;
    table_open(t);
    random_settings(&s, r);
    table_fill(t, &s, r);
    settings_drop(&s);
    table_start(t);
    int events = t->n + (int)rng_below(r, 200);
    while (t->n < events && table_go_on(t, r)) continue;
}

/* A player of the table, or a stranger. */
static const char *somebody(const struct table *t, struct rng *r)
{
    int player = table_player(t, (int)rng_below(r, t->room->seats));
    return t->player[player < 0 || one_in(r, 4) ? STRANGER : player];
}

static struct table table;

START_TEST(catching_up)
{
    struct rng r = rng_fork(31, (uint64_t)_i);
    for (int k = 0; k < 30 * percent / 100 + 1; k++) {
        struct out whole = {.p = bytes[1], .size = TEXT}, rest = {.p = bytes[2], .size = TEXT};
        some_table(&table, &r);
        const char *player = somebody(&table, &r);
        wording = AS_IT_IS;
        follow(&table, 1 + (int)rng_below(&r, (uint32_t)table.n), player, 0, 0);
        ck_assert(!conn.parted && !conn.anews);
        uint64_t n = conn.n, at = conn.at;
        ck_assert(n && at);
        wording = (enum wording)rng_below(&r, 3); /* another release */
        follow(&table, table.n, player, 0, 0);
        ck_assert(!conn.parted && !conn.anews);
        behind(&conn.got, n, &whole);
        follow(&table, table.n, player, n, one_in(&r, 2) ? at : 0);
        ck_assert(!conn.parted && !conn.anews);
        rest.len = 0;
        out_bytes(&rest, conn.got.p, conn.got.len);
        ck_assert_msg(same_out(&whole, &rest), "%.*s\n---\n%.*s", (int)whole.len, whole.p, (int)rest.len, rest.p);
        table_close(&table);
    }
}
END_TEST

START_TEST(anew)
{
    struct rng r = rng_fork(32, (uint64_t)_i);
    for (int k = 0; k < 20 * percent / 100 + 1; k++) {
        struct out whole = {.p = bytes[1], .size = TEXT};
        wording = AS_IT_IS;
        some_table(&table, &r);
        const char *player = somebody(&table, &r);
        follow(&table, table.n, player, 0, 0);
        out_bytes(&whole, conn.got.p, conn.got.len);
        uint64_t n = conn.n, at = conn.at;
        static const uint64_t beyond[] = {1, 60, UINT32_MAX};
        for (int i = 0; i < 3; i++) { /* ahead of the server, or at another time than here */
            uint64_t have = i < 2 ? n + beyond[i] : beyond[i];
            follow(&table, table.n, player, have, i ? 0 : at);
            ck_assert(conn.anews == 1 && !conn.parted && same_out(&conn.got, &whole));
        }
        follow(&table, table.n, player, n, at + 1);
        ck_assert(conn.anews == 1 && !conn.parted && same_out(&conn.got, &whole));
        follow(&table, table.n, player, n, at);
        ck_assert(conn.anews == 0);
        table_close(&table);
    }
}
END_TEST

int main(int argc, char **argv)
{
    if (argc > 1) percent = atoi(argv[1]);
    if (sodium_init() < 0) return 1;
    Suite *suite = suite_create("hall_streams");
    TCase *c = tcase_create("streams");
    tcase_add_loop_test(c, catching_up, 0, 6);
    tcase_add_loop_test(c, anew, 0, 3);
    suite_add_tcase(suite, c);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
