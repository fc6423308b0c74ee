/* fuzz_protocol.c -- what clients may send (server/api/actions.h): the input is a list of steps, one a
 * line. `0`-`3` and a message: that guest says it; `0*`: makes some legal move; `-0`: hangs up and comes back;
 * `.`: a turn of the loop ends and workers finish; `!`: the next commit fails. $T stands for the
 * table made last, $C for its code. The server is real but for the network, which is here: it
 * checks that every message gets one answer with its id, or an error without one, that all texts are JSON, and
 * that numbers have no holes. Only actions.c and what is below it: no sockets, no HTTP. */
#include "../../server/api/actions.h"
#include "../../server/base/log.h"
#include "../kit/store_fault.h"
#include "common.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUESTS = 4, STEPS = 200, WAITS = 4000 };

/* A line of the network: what is queued for it since the last flush. */
struct conn {
    struct guest *guest;
    uint32_t number;                      /* never used twice */
    uint64_t last, kept;                  /* number of the last object of its stream; as of the last flush */
    int asked;                            /* messages without an answer so far */
    int answered, complaint;              /* answers with an id, and errors without one, in this turn */
    bool anew;                            /* a stream begins */
    bool shut;                            /* to be closed */
    void (*empty)(void *, struct conn *); /* wants to be told when all has left; NULL */
    void *empty_ctx;
};

static struct conn conns[GUESTS];
static struct hall hall;
static struct fault fault;
static uint32_t numbers;
static char table[ID_LEN + 1], code[CODE_LEN + 1]; /* the last that were told */

/* ---- the network ---- */

static void remember(const json_t *j, const char *key, char *to, size_t n)
{
    const char *text = json_string_value(json_object_get(j, key));
    if (text && strlen(text) == n) memcpy(to, text, n + 1);
}

static void check_number(struct conn *c, uint64_t number)
{
    need(c->anew || number >= c->last, "numbers grow");
    c->last = number;
    c->anew = false;
}

void net_conn_send(struct conn *c, struct text *t, uint64_t number, uint32_t how)
{
    json_t *j = json_loadb(t->p, t->n, JSON_REJECT_DUPLICATES, NULL);
    (void)how;
    need(json_is_object(j), "every text is a JSON object");
    const json_t *re = json_object_get(j, "re"), *ok = json_object_get(j, "ok");
    const char *type = json_string_value(json_object_get(j, "t"));
    need((re != NULL) != (type != NULL), "a text is an answer or has a type");
    need((re != NULL) == (ok != NULL), "an answer is good or not");
    if (json_is_false(ok) || (type && strcmp(type, "error") == 0))
        need(json_is_string(json_object_get(j, "error")) && json_is_string(json_object_get(j, "text")),
             "a refusal has a word and a sentence");
    if (json_is_true(ok) && json_object_get(j, "seat")) c->anew = true; /* `open`: from any number on */
    if (number) {
        need(type && json_is_integer(json_object_get(j, "at")), "a public event has a time");
        check_number(c, number);
    }
    if (type && strcmp(type, "anew") == 0) c->anew = true;
    if (re) c->answered++;
    if (type && strcmp(type, "error") == 0) c->complaint++;
    if (json_is_true(ok)) remember(j, "table", table, ID_LEN), remember(j, "code", code, CODE_LEN);
    json_decref(j);
}

void net_conn_answer(struct conn *c, struct text *t, struct text *instead)
{
    json_t *j = json_loadb(t->p, t->n, 0, NULL), *sorry = json_loadb(instead->p, instead->n, 0, NULL);
    need(json_equal(json_object_get(j, "re"), json_object_get(sorry, "re")) || !json_object_get(j, "re"),
         "whoever asked is told when it was not stored");
    need(json_is_integer(json_object_get(sorry, "wait_ms")), "... and how long to wait");
    json_decref(j);
    json_decref(sorry);
    net_conn_send(c, t, 0, false);
}

void net_conn_close(struct conn *c, int number, const char *reason)
{
    need(number >= 1000 && reason, "a line is closed with a reason");
    c->shut = true;
}

void net_conn_when_empty(struct conn *c, void (*fn)(void *ctx, struct conn *), void *ctx)
{
    c->empty = fn;
    c->empty_ctx = ctx;
}

void *net_conn_user(const struct conn *c) { return c->guest; }
uint32_t net_conn_number(const struct conn *c) { return c->number; }

void net_flush(struct net *net)
{
    (void)net;
    for (struct conn *c = conns; c < conns + GUESTS; c++) {
        c->asked -= c->answered + c->complaint;
        c->kept = c->last;
        c->answered = c->complaint = 0;
        void (*empty)(void *, struct conn *) = c->guest ? c->empty : NULL;
        c->empty = NULL;
        if (empty) empty(c->empty_ctx, c);
    }
}

void net_drop(struct net *net, struct text *t)
{
    (void)net;
    need(t->n > 2, "a sorry");
    for (struct conn *c = conns; c < conns + GUESTS; c++) {
        c->last = c->kept;
        c->asked -= c->answered + c->complaint;
        c->answered = c->complaint = 0;
    }
}

void net_forget(struct net *net)
{
    (void)net;
    need(false, "nobody shares this store");
}

void net_conn_free(struct conn *c) { (void)c; }
void net_conn_welcome(struct conn *c) { (void)c; }

/* Failures are on purpose here: the log is quiet. */
bool log_on(enum log_level level) { return level < LOG_ERROR; }
void log_fields(enum log_level level, const char *what, const struct log_field *f, int n)
{
    need(level >= LOG_ERROR && what && f && n > 0, "a line of the log has fields");
}

/* ---- the guests ---- */

/* A new line; its guest is somebody else, or the same if they bring the token. */
static void come(struct conn *c, bool same)
{
    struct guest *g = calloc(1, sizeof *g);
    need(g != NULL, "memory");
    if (c->guest) {
        g->known = same;
        g->who = c->guest->who;
        hall_remove_guest(&hall, c->guest);
        free(c->guest);
    }
    *c = (struct conn){.guest = g, .number = ++numbers};
    g->conn = c;
    hall_add_guest(&hall, g);
}

/* Those whose line is to be closed come back. */
static void turn(void)
{
    while (hall_turn(&hall)) continue;
    for (struct conn *c = conns; c < conns + GUESTS; c++)
        if (c->shut) come(c, true);
}

/* Workers finish, timers ring; each turn of the loop ends as the server does it. */
static void settle(void)
{
    turn();
    for (int i = 0; i < WAITS && (hall.thinking || hall.making); i++) {
        uv_run(hall.loop, UV_RUN_ONCE);
        turn();
    }
}

/* ---- steps ---- */

/* A message with $T and $C filled in. */
static void say(struct conn *c, const char *p, size_t n)
{
    static char text[NET_MESSAGE + 1];
    struct out o = {.p = text, .size = NET_MESSAGE};
    for (size_t i = 0; i < n; i++) {
        bool t = p[i] == '$' && i + 1 < n && p[i + 1] == 'T', k = p[i] == '$' && i + 1 < n && p[i + 1] == 'C';
        if (t || k) out_str(&o, t ? table : code), i++;
        else out_char(&o, p[i]);
    }
    if (o.len > o.size || !words_utf8(text, o.len)) return; /* the network lets no such thing in */
    char *exact = malloc(o.len + 1);
    need(exact != NULL, "memory");
    memcpy(exact, text, o.len);
    exact[o.len] = 0;
    int before = c->answered + c->complaint;
    c->asked++;
    actions_message(&hall, c->guest, exact, o.len, 0);
    need(c->answered + c->complaint <= before + 1, "one message, one answer");
    free(exact);
}

/* Some legal move of the table that is open. */
static void move(struct conn *c, int step)
{
    const struct room *r = c->guest->room;
    int seat = r && r->status == TABLE_PLAYING ? room_seat_of(r, c->guest->who.player) : -1;
    uint32_t n = seat >= 0 && room_acts(r, seat) ? r->set.game->legal(r->now, seat, NULL) : 0;
    char text[512];
    struct out o = {.p = text, .size = sizeof text};
    if (!n) return;
    out_str(&o, "{\"do\":\"turn\",\"id\":\"m");
    out_int(&o, step);
    out_str(&o, "\",\"lines\":[\"");
    room_move_line(r, r->now, seat, r->set.game->nth(r->now, seat, (uint32_t)step * 7919 % n), &o);
    out_str(&o, "\"]}");
    say(c, text, o.len);
}

static bool one_step(void *ctx, const char *p, size_t n)
{
    int *step = ctx;
    unsigned guest = n ? (unsigned)(p[0] - '0') : GUESTS;
    if (n && p[0] == '.') settle();
    else if (n && p[0] == '!') fault.nth = fault.seen + 1;
    else if (n > 1 && p[0] == '-' && (unsigned)(p[1] - '0') < GUESTS) come(&conns[p[1] - '0'], true);
    else if (guest < GUESTS && n == 2 && p[1] == '*') move(&conns[guest], *step);
    else if (guest < GUESTS) say(&conns[guest], p + 1, n - 1);
    return ++*step < STEPS;
}

/* ---- all of it ---- */

/* The same numbers each time. */
static struct rng dice;
static uint32_t random_word(void) { return (uint32_t)rng_next(&dice); }
static const char *random_name(void) { return "fuzz"; }
static void random_bytes(void *p, const size_t n)
{
    for (size_t i = 0; i < n; i++) ((uint8_t *)p)[i] = (uint8_t)rng_next(&dice);
}
static struct randombytes_implementation same_dice = {
    .implementation_name = random_name, .random = random_word, .buf = random_bytes};

static uv_loop_t *the_loop(void)
{
    static uv_loop_t loop;
    static bool there;
    if (there) return &loop;
    setenv("UV_THREADPOOL_SIZE", "1", 1);
    need(randombytes_set_implementation(&same_dice) == 0 && sodium_init() >= 0, "random numbers");
    need(uv_loop_init(&loop) == 0, "a loop");
    there = true;
    return &loop;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct config config = {.player_rate = 100000,
                                         .queue_kib = 8, /* streams in portions of 4 KiB */
                                         .player_burst = 1000000,
                                         .create_hour = 20,
                                         .max_tables = 10,
                                         .think_ms = 2,
                                         .keep_days = 0};
    int step = 0;
    dice = (struct rng){1};
    fault = (struct fault){.calls = FAULT_COMMIT, .error = -ENOSPC};
    struct store *store = store_fault_open(store_memory_open(), &fault);
    uv_loop_t *loop = the_loop();
    need(hall_open(&hall, loop, store, &config), "a hall");
    hall.net = (struct net *)(void *)conns; /* there is one; nobody looks into it */
    memset(conns, 0, sizeof conns);
    memset(table, 0, sizeof table);
    memset(code, 0, sizeof code);
    for (int i = 0; i < GUESTS; i++) come(&conns[i], false);
    hall_wake(&hall);
    each_line(data, size, one_step, &step);
    settle();
    for (int i = 0; i < GUESTS; i++) {
        need(conns[i].asked == 0 || hall.making || hall.thinking, "every message is answered");
        hall_remove_guest(&hall, conns[i].guest);
        free(conns[i].guest);
    }
    while (hall_turn(&hall)) continue;
    hall.stopping = true;
    while (hall.thinking || hall.making) uv_run(loop, UV_RUN_ONCE);
    hall_close(&hall);
    uv_run(loop, UV_RUN_DEFAULT);
    store_close(store);
    return 0;
}
