/* test_store_postgres.c -- several servers on one PostgreSQL database, and what may happen to that: the second half of
 * server/store/store.h. What every store promises is in test_store.c. */
#include "../../../server/base/fiber.h"
#include "../../../server/base/limit.h"
#include "../../kit/postgres.h"
#include "stores.h"

#include <check.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

static char url[160];
static uv_loop_t loop;
static uv_timer_t always;   /* the loop has something to wait for, as a server's has */
static struct store *a, *b; /* two servers on one loop */

static struct store *open_on(uv_loop_t *l)
{
    char why[256] = "";
    struct store *s = store_postgres_open(url, l, why);
    ck_assert_msg(s != NULL, "%s", why);
    return s;
}

static void nothing(uv_timer_t *t) { (void)t; }

static void begin_loop(void)
{
    ck_assert_int_eq(uv_loop_init(&loop), 0);
    uv_timer_init(&loop, &always);
    uv_timer_start(&always, nothing, 1000, 1000);
}

static void begin(void)
{
    snprintf(url, sizeof url, "%s", postgres_fresh());
    begin_loop();
    a = open_on(&loop);
    b = open_on(&loop);
}

static void end(void)
{
    uv_close((uv_handle_t *)&always, NULL);
    store_close(a);
    store_close(b);
    ck_assert_int_eq(uv_loop_close(&loop), 0);
}

static void nap(void) { nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL); }

/* Lets the loop run until it is so. */
#define WAIT_FOR(what)                                                                                                 \
    do {                                                                                                               \
        int tries_ = 0;                                                                                                \
        while (!(what)) {                                                                                              \
            ck_assert_msg(tries_++ < 9000, "%s did not happen", #what);                                                \
            uv_run(&loop, UV_RUN_NOWAIT);                                                                              \
            nap();                                                                                                     \
        }                                                                                                              \
    } while (0)

/* ---- taking ---- */

static int count_event(void *ctx, int i, const struct event *e)
{
    uint32_t *next = ctx;
    ck_assert_uint_eq(e->number, ++next[i]);
    return 0;
}

static int count_one(void *ctx, const struct event *e) { return count_event(ctx, 0, e); }

/* Takes table i for s, whose version there is *version; what it has become. */
static int take(struct store *s, int i, uint32_t *version)
{
    struct store_row row = row_of(i);
    struct store_lock t = {.id = row.id, .version = *version};
    int e = store_lock(s, &t, 1, count_event, version);
    if (!e && !t.status) ck_assert_uint_eq(t.version, *version);
    return e ? e : t.status;
}

/* A batch of one event more, until it goes well. */
static void add_one(struct store *s, int i, uint32_t *version)
{
    for (int tries = 0; tries < 3000; tries++) {
        struct store_row row = row_of(i);
        int e = take(s, i, version);
        row.version = *version;
        if (e == 0 || e == -ENOENT) e = stores_grow(s, &row, i, 1);
        if (!e) e = store_commit(s);
        else store_rollback(s);
        if (!e) {
            *version = row.version;
            return;
        }
        ck_assert_msg(e == -EAGAIN || e == -EEXIST, "%d: %s", e, store_why(s));
        nap();
    }
    ck_abort_msg("never");
}

START_TEST(taking)
{
    begin();
    uint32_t va = 0, vb = 0, none = 0;
    add_one(a, 0, &va);
    add_one(a, 1, &none);
    ck_assert_int_eq(take(b, 7, &(uint32_t){0}), -ENOENT);
    ck_assert_int_eq(take(a, 0, &va), 0);
    ck_assert(!store_pending(a));
    ck_assert_int_eq(take(b, 0, &vb), -EAGAIN); /* not waited for */
    ck_assert_uint_eq(vb, 0);
    struct store_row row = row_of(0);
    row.version = 1;
    ck_assert_int_eq(stores_grow(a, &row, 0, 3), 0);
    ck_assert_int_eq(take(b, 1, &(uint32_t){0}), 0); /* another table */
    ck_assert_int_eq(store_commit(a), 0);
    ck_assert_int_eq(take(b, 0, &vb), 0); /* once more in the same batch, and it catches up */
    ck_assert_uint_eq(vb, 4);
    ck_assert_int_eq(take(a, 0, &va), -EAGAIN);
    ck_assert_int_eq(store_commit(b), 0); /* of a batch that changed nothing */
    ck_assert_int_eq(take(a, 0, &va), 0);
    ck_assert_uint_eq(va, 4);
    store_rollback(a);
    add_one(b, 0, &vb);
    stores_expect(a, 0, 5);
    end();
}
END_TEST

START_TEST(taking_many)
{
    begin();
    stores_fill(a, 40, 3);
    struct store_lock t[42];
    struct store_row rows[42];
    uint32_t next[42] = {0};
    uint32_t va = 0;
    ck_assert_int_eq(take(a, 5, &va), 0);
    for (int i = 0; i < 42; i++) {
        rows[i] = row_of(i);
        t[i] = (struct store_lock){.id = rows[i].id, .version = next[i] = (uint32_t)(i % 4)};
    }
    ck_assert_int_eq(store_lock(b, t, 42, count_event, next), 0);
    for (int i = 0; i < 42; i++) {
        ck_assert_int_eq(t[i].status, i == 5 ? -EAGAIN : i < 40 ? 0 : -ENOENT);
        if (!t[i].status) ck_assert_uint_eq(next[i], 3);
    }
    ck_assert_uint_eq(next[5], 1);
    end();
}
END_TEST

/* Two servers, one table, no turns: all is there, once. */
enum { TURNS = 150 };

static void *play(void *arg)
{
    uint32_t version = 0;
    for (int i = 0; i < TURNS; i++) add_one(arg, 0, &version);
    return NULL;
}

START_TEST(one_table_two_servers)
{
    begin();
    struct store *s[2] = {open_on(NULL), open_on(NULL)};
    pthread_t t[2];
    for (int i = 0; i < 2; i++) ck_assert_int_eq(pthread_create(&t[i], NULL, play, s[i]), 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    stores_expect(a, 0, 2 * TURNS);
    for (int i = 0; i < 2; i++) store_close(s[i]);
    end();
}
END_TEST

/* A new table needs no taking; whose id, code or action is another's is told so, or the whole batch runs again. */
START_TEST(conflicts)
{
    begin();
    struct store_row x = row_of(0), y = row_of(1);
    memcpy(y.code, x.code, sizeof y.code);
    ck_assert_int_eq(stores_grow(a, &x, 0, 1), 0);
    ck_assert_int_eq(stores_grow(b, &y, 1, 1), 0); /* nobody knows yet */
    ck_assert_int_eq(store_name_set(b, player_of(1), "Ben"), 0);
    ck_assert_int_eq(store_commit(a), 0);
    ck_assert_int_eq(store_commit(b), -EAGAIN);
    ck_assert(!store_pending(b));
    char name[128];
    ck_assert_int_eq(store_name_get(b, player_of(1), name, sizeof name), 0);
    ck_assert_str_eq(name, "");
    y = row_of(1);
    memcpy(y.code, x.code, sizeof y.code);
    ck_assert_int_eq(stores_grow(b, &y, 1, 1), -EEXIST);
    uint32_t vb = 0;
    ck_assert_int_eq(take(b, 0, &vb), 0);
    ck_assert_int_eq(store_has(b, x.id, player_of(1), "1"), 1);
    ck_assert_int_eq(store_has(b, x.id, player_of(2), "2"), 0);
    struct event e = event_of(0, 1);
    ck_assert_int_eq(store_append(b, &x, 1, &e, 1), 0);
    ck_assert_int_eq(store_commit(b), -EAGAIN);
    /* without a taking, and with an old version */
    add_one(a, 0, &vb);
    x.version = 1;
    ck_assert_int_eq(stores_grow(b, &x, 0, 1), -EEXIST);
    uint32_t va = 2;
    WAIT_FOR(take(a, 0, &va) == 0 || (store_rollback(a), false)); /* that batch is abandoned soon */
    x.version = 2;
    ck_assert_int_eq(stores_grow(b, &x, 0, 1), -EAGAIN); /* another has it */
    end();
}
END_TEST

/* What was fetched is told without asking again: until something is written here, or it is dropped. */
START_TEST(fetching)
{
    begin();
    char name[128], id[ID_LEN + 1];
    struct store_row row = row_of(0);
    ck_assert_int_eq(stores_grow(a, &row, 0, 3), 0);
    ck_assert_int_eq(store_name_set(a, player_of(1), "Ana"), 0);
    ck_assert_int_eq(store_commit(a), 0);
    uint64_t trips = store_trips(b);
    uint32_t next = 0;
    for (int k = 0; k < 3; k++) {
        if (k == 0) ck_assert(store_gather(b));
        store_name_get(b, player_of(1), name, sizeof name);
        store_name_get(b, player_of(2), name, sizeof name);
        if (k) ck_assert_str_eq(name, "");
        ck_assert_int_eq(store_find(b, row.code, id), k ? 0 : -ENOENT);
        next = 0;
        int e = store_load(b, row.id, 0, count_one, &next, NULL);
        ck_assert_int_eq(e, k ? 0 : -ENOENT);
        ck_assert_uint_eq(next, k ? 3 : 0);
        if (k == 0) store_fetch(b);
    }
    ck_assert_uint_eq(store_trips(b), trips + 1);
    ck_assert_int_eq(store_name_set(a, player_of(1), "Zo"), 0);
    ck_assert_int_eq(store_commit(a), 0);
    ck_assert_int_eq(store_name_get(b, player_of(1), name, sizeof name), 0);
    ck_assert_str_eq(name, "Ana");
    store_fetched_drop(b);
    ck_assert_int_eq(store_name_get(b, player_of(1), name, sizeof name), 0);
    ck_assert_str_eq(name, "Zo");
    ck_assert(store_gather(b));
    store_name_get(b, player_of(1), name, sizeof name);
    store_fetch(b);
    ck_assert_int_eq(store_name_set(b, player_of(1), "Ben"), 0);
    ck_assert_int_eq(store_name_get(b, player_of(1), name, sizeof name), 0);
    ck_assert_str_eq(name, "Ben");
    ck_assert(!store_pending(a) && store_pending(b));
    store_rollback(b);
    end();
}
END_TEST

/* ---- news ---- */

struct heard {
    char id[PLAYER_LEN + 1];
    uint32_t version;
    int tables, here, lobby, players, all;
};
static struct heard heard;

static void hear(void *ctx, enum store_news what, const char *id, uint32_t version)
{
    struct heard *h = ctx;
    if (what != NEWS_LOBBY && what != NEWS_ALL) snprintf(h->id, sizeof h->id, "%s", id);
    h->tables += what == NEWS_TABLE;
    h->here += what == NEWS_HERE;
    h->lobby += what == NEWS_LOBBY;
    h->players += what == NEWS_PLAYER;
    h->all += what == NEWS_ALL;
    if (what == NEWS_TABLE) h->version = version;
}

static void listen_to(struct store *s)
{
    memset(&heard, 0, sizeof heard);
    store_watch(s, hear, &heard);
}

START_TEST(notices)
{
    begin();
    uint32_t version = 0;
    listen_to(b);
    struct heard own = {.version = 0};
    store_watch(a, hear, &own);
    add_one(a, 3, &version);
    WAIT_FOR(heard.tables && heard.lobby);
    ck_assert_str_eq(heard.id, row_of(3).id);
    ck_assert_uint_eq(heard.version, 1);
    add_one(a, 3, &version);
    WAIT_FOR(heard.version == 2);
    uint32_t era = 0;
    ck_assert_int_eq(store_epoch_end(a, player_of(5), &era, "", 0), 0);
    ck_assert_int_eq(heard.players, 0);
    ck_assert_int_eq(store_commit(a), 0);
    WAIT_FOR(heard.players);
    ck_assert_str_eq(heard.id, player_of(5));
    ck_assert_int_eq(own.tables + own.lobby + own.players, 0);
    end();
}
END_TEST

/* More than fits into a notice. */
START_TEST(many_at_once)
{
    begin();
    listen_to(b);
    stores_fill(a, 700, 1);
    WAIT_FOR(heard.tables >= 700);
    end();
}
END_TEST

START_TEST(lost_notices)
{
    begin();
    listen_to(b);
    /* a server that ended between its commit and its notice */
    postgres_sql(url, "INSERT INTO news VALUES (pg_current_xact_id(), 1, clock_timestamp(), ' tabcdefghijkl:9')");
    WAIT_FOR(heard.version == 9);
    ck_assert_str_eq(heard.id, "abcdefghijkl");
    /* the connection that listens is cut, and what happens meanwhile is told */
    postgres_sql(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
                      " AND pid <> pg_backend_pid()");
    postgres_sql(url, "INSERT INTO news VALUES (pg_current_xact_id(), 1, clock_timestamp(), ' tabcdefghijkl:10')");
    WAIT_FOR(heard.version == 10);
    uint32_t version = 0;
    add_one(a, 3, &version);
    WAIT_FOR(heard.version == 1);
    end();
}
END_TEST

/* ---- what servers agree on ---- */

static void *ask_key(void *arg)
{
    struct store *s = open_on(NULL);
    ck_assert_int_eq(store_key(s, "token", arg, 64), 0);
    store_close(s);
    return NULL;
}

/* Six servers start together on an empty database. */
START_TEST(one_key)
{
    snprintf(url, sizeof url, "%s", postgres_fresh());
    uint8_t keys[6][64];
    pthread_t t[6];
    for (int i = 0; i < 6; i++) ck_assert_int_eq(pthread_create(&t[i], NULL, ask_key, keys[i]), 0);
    for (int i = 0; i < 6; i++) pthread_join(t[i], NULL);
    for (int i = 1; i < 6; i++) ck_assert_mem_eq(keys[0], keys[i], 64);
}
END_TEST

START_TEST(once_and_eras)
{
    begin();
    uint64_t later = store_wall(a) / 1000 + 3600000;
    ck_assert_int_eq(store_nonce_use(a, "word", "", later), 1);
    ck_assert(store_pending(a));
    store_rollback(a);
    ck_assert_int_eq(store_nonce_use(b, "word", "", later), 1);
    ck_assert_int_eq(store_nonce_use(b, "word", "", later), 0);
    ck_assert_int_eq(store_commit(b), 0);
    ck_assert_int_eq(store_nonce_use(a, "word", "", later), 0);
    ck_assert_int_eq(store_nonce_use(a, "old", "", 1), 1);
    ck_assert_int_eq(store_commit(a), 0);
    ck_assert_int_eq(store_nonce_use(b, "old", "", later), 1); /* its time is over */
    ck_assert_int_eq(store_commit(b), 0);
    uint32_t era = 9;
    ck_assert_int_eq(store_epoch(a, player_of(1), &era), 0);
    ck_assert_uint_eq(era, 0);
    for (uint32_t i = 1; i < 3; i++) {
        ck_assert_int_eq(store_epoch_end(i % 2 ? a : b, player_of(1), &era, "", 0), 0);
        ck_assert_uint_eq(era, i);
        ck_assert_int_eq(store_commit(i % 2 ? a : b), 0);
    }
    ck_assert_int_eq(store_epoch(a, player_of(1), &era), 0);
    ck_assert_uint_eq(era, 2);
    uint64_t bytes = 0;
    ck_assert_int_eq(store_bytes(a, &bytes), 0);
    ck_assert_uint_gt(bytes, 100000);
    end();
}
END_TEST

START_TEST(spending)
{
    begin();
    uint32_t wait = 1;
    for (int i = 0; i < 3; i++) ck_assert_int_eq(store_spend(i % 2 ? a : b, "new", 1, 60, 3, &wait), 0);
    ck_assert_uint_eq(wait, 0);
    ck_assert_int_eq(store_spend(b, "new", 1, 60, 3, &wait), 1);
    ck_assert_uint_gt(wait, 1000);
    ck_assert_uint_le(wait, 60000);
    ck_assert_int_eq(store_spend(a, "other", 3, 60, 3, &wait), 0);
    ck_assert_int_eq(store_spend(a, "third", 4, 60, 3, &wait), 1); /* never */
    postgres_sql(url, "UPDATE bucket SET at = at - interval '61 s'");
    ck_assert_int_eq(store_spend(a, "new", 1, 60, 3, &wait), 0);
    ck_assert_int_eq(store_spend(a, "new", 1, 60, 3, &wait), 1);
    postgres_sql(url, "UPDATE bucket SET at = at - interval '9 h'"); /* no more than the burst */
    ck_assert_int_eq(store_spend(a, "new", 3, 60, 3, &wait), 0);
    ck_assert_int_eq(store_spend(a, "new", 1, 60, 3, &wait), 1);
    end();
}
END_TEST

/* How many of n wishes through both servers in turn are granted. The block of a network is called by its first 5 letters. */
static int grant(const char *network, const char *name, int n)
{
    uint32_t wait;
    int got = 0;
    char block[16] = "";
    if (*network) snprintf(block, sizeof block, "block %.5s", network);
    for (int i = 0; i < n; i++)
        got += store_share(i % 2 ? a : b, &(struct store_share){"all", block, network, name, 30}, &wait) == 0;
    return got;
}

START_TEST(sharing)
{
    begin();
    uint32_t wait = 1;
    ck_assert_int_eq(store_share(a, &(struct store_share){"all", "block net 1", "net 1", "ana", 30}, &wait), 0);
    ck_assert_uint_eq(wait, 0);
    int got = 1 + grant("net 1", "ana", 25); /* as limit_shares_take does: a third */
    ck_assert_int_ge(got, 10);
    ck_assert_int_le(got, 12);
    ck_assert_int_eq(store_share(b, &(struct store_share){"all", "block net 1", "net 1", "ana", 30}, &wait), 1);
    ck_assert_uint_gt(wait, 1000);
    ck_assert_uint_le(wait, LIMIT_SHARES_MS);
    ck_assert_int_eq(grant("net 1", "ben", 2), 2); /* who sent little is served */
    ck_assert_int_eq(grant("net 2", "cas", 2), 2);
    ck_assert_int_eq(grant("", "dora", 2), 2);
    postgres_sql(url, "UPDATE bucket SET at = at - interval '9 h'");
    ck_assert_int_eq(grant("net 1", "ana", 9), 9);
    ck_assert_int_eq(store_share(a, &(struct store_share){"none", "", "", "ana", 0}, &wait), 1);
    postgres_sql(url, "UPDATE bucket SET at = at - interval '9 h'");
    got = 0;
    char network[16], name[16];
    for (int i = 0; i < 40; i++) { /* each from a network of its own, of one block: two thirds */
        snprintf(network, sizeof network, "net 3.%d", i);
        snprintf(name, sizeof name, "eve %d", i);
        got += grant(network, name, 1);
    }
    ck_assert_int_ge(got, 20);
    ck_assert_int_le(got, 23);
    ck_assert_int_eq(grant("net 4", "finn", 3), 3);
    end();
}
END_TEST

struct there {
    int n, watching;
    char last[PLAYER_LEN + 1];
};

static void see(void *ctx, const char *player)
{
    struct there *t = ctx;
    t->n++;
    snprintf(t->last, sizeof t->last, "%s", player);
}

static struct there look(struct store *s, int i)
{
    struct there t = {.n = 0};
    ck_assert_int_eq(store_here(s, row_of(i).id, see, &t, &t.watching), 0);
    return t;
}

START_TEST(who_is_here)
{
    begin();
    listen_to(b);
    const char *players[] = {player_of(1), player_of(2)};
    ck_assert_int_eq(store_here_set(a, row_of(0).id, players, 2, 3), 0);
    WAIT_FOR(heard.here);
    ck_assert_str_eq(heard.id, row_of(0).id);
    ck_assert_int_eq(look(b, 0).n, 2);
    ck_assert_int_eq(look(b, 0).watching, 3);
    ck_assert_int_eq(look(b, 1).n, 0);
    ck_assert_int_eq(look(a, 0).n, 0); /* of others only */
    ck_assert_int_eq(store_here_set(a, row_of(0).id, players + 1, 1, 0), 0);
    WAIT_FOR(look(b, 0).n == 1);
    ck_assert_str_eq(look(b, 0).last, player_of(2));
    ck_assert_int_eq(look(b, 0).watching, 0);
    ck_assert_int_eq(store_here_set(a, row_of(0).id, NULL, 0, 0), 0);
    WAIT_FOR(look(b, 0).n == 0);
    ck_assert_int_eq(store_here_set(a, row_of(4).id, players, 2, 0), 0);
    WAIT_FOR(look(b, 4).n == 2);
    postgres_sql(url, "TRUNCATE here, node"); /* as after a crash of the database */
    WAIT_FOR(look(b, 4).n == 2);
    memset(&heard, 0, sizeof heard);
    store_close(a);
    WAIT_FOR(look(b, 4).n == 0);
    WAIT_FOR(heard.here);
    a = open_on(&loop);
    end();
}
END_TEST

/* A child that has opened the store and done something, and then does nothing any more. */
static pid_t child(void (*fn)(struct store *))
{
    int p[2];
    char c;
    ck_assert_int_eq(pipe(p), 0);
    pid_t pid = fork();
    if (pid == 0) {
        struct store *s = open_on(NULL);
        fn(s);
        if (write(p[1], "x", 1) != 1) _exit(1);
        for (;;) pause();
    }
    ck_assert_int_eq(read(p[0], &c, 1), 1);
    close(p[0]), close(p[1]);
    return pid;
}

static void kill_child(pid_t pid)
{
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

static void sit_down(struct store *s)
{
    const char *players[] = {player_of(8)};
    store_here_set(s, row_of(0).id, players, 1, 1);
    while (postgres_sql(url, "SELECT count(*) FROM here") < 2) nap();
}

/* One that is killed says no good-bye. */
START_TEST(the_dead_are_forgotten)
{
    snprintf(url, sizeof url, "%s", postgres_fresh());
    pid_t pid = child(sit_down);
    begin_loop();
    a = open_on(&loop), b = open_on(&loop);
    listen_to(b);
    ck_assert_int_eq(look(a, 0).n, 1);
    kill_child(pid);
    WAIT_FOR(look(a, 0).n == 0);
    WAIT_FOR(heard.here);
    ck_assert_int_eq(look(a, 0).watching, 0);
    ck_assert_int_eq(postgres_sql(url, "SELECT count(*) FROM node"), 2);
    end();
}
END_TEST

static void take_and_hold(struct store *s)
{
    uint32_t version = 0;
    ck_assert_int_eq(take(s, 0, &version), 0);
}

/* One that is stopped in the middle of a batch loses what it has taken; one that is killed at once. */
START_TEST(locks_end)
{
    begin();
    uint32_t version = 0;
    for (int stopped = 0; stopped < 2; stopped++) {
        uint32_t mine = version;
        add_one(a, 0, &version);
        pid_t pid = child(take_and_hold);
        ck_assert_int_eq(take(b, 0, &mine), -EAGAIN);
        if (stopped) kill(pid, SIGSTOP);
        else kill_child(pid);
        store_rollback(b);
        WAIT_FOR(take(b, 0, &mine) == 0 || (store_rollback(b), false));
        store_rollback(b);
        if (stopped) kill_child(pid);
    }
    end();
}
END_TEST

/* ---- what may happen to the database ---- */

static const char kill_all[] = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                               " WHERE datname = current_database() AND pid <> pg_backend_pid()";

START_TEST(cut_before_the_commit)
{
    begin();
    uint32_t version = 0;
    add_one(a, 0, &version);
    ck_assert_int_eq(take(a, 0, &version), 0);
    struct store_row row = row_of(0);
    row.version = 1;
    ck_assert_int_eq(stores_grow(a, &row, 0, 2), 0);
    postgres_sql(url, kill_all);
    ck_assert_int_eq(store_commit(a), -EAGAIN);
    ck_assert_uint_gt(strlen(store_why(a)), 0);
    ck_assert(!store_pending(a));
    add_one(a, 0, &version); /* it is back by itself */
    ck_assert_uint_eq(version, 2);
    stores_expect(a, 0, 2);
    ck_assert_ptr_null(store_away(a));
    end();
}
END_TEST

/* Half a batch was sent; the rest must not go to a new connection as if it were all. */
START_TEST(cut_in_the_middle)
{
    begin();
    struct store_row x = row_of(0), y = row_of(1);
    ck_assert_int_eq(stores_grow(a, &x, 0, 1), 0);
    stores_expect(a, 0, 1); /* reads see the batch: it was sent */
    postgres_sql(url, kill_all);
    while (store_away(a)) nap();
    int e = stores_grow(a, &y, 1, 1);
    ck_assert(e == -EAGAIN || e == 0);
    ck_assert_int_eq(store_commit(a), -EAGAIN);
    struct store_row none;
    WAIT_FOR((e = store_load(a, x.id, 9, NULL, NULL, &none)) != -EAGAIN);
    ck_assert_int_eq(e, -ENOENT);
    ck_assert_int_eq(store_load(a, y.id, 9, NULL, NULL, &none), -ENOENT);
    end();
}
END_TEST

/* The commit is done, and nobody hears of it: the database waits for a copy that is not there. */
START_TEST(cut_after_the_commit)
{
    begin();
    uint32_t version = 0;
    add_one(a, 0, &version);
    postgres_sql(url, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    postgres_sql(url, "SET synchronous_commit = local; SELECT pg_reload_conf()");
    struct store_row row = row_of(0);
    int status = 0;
    for (int tries = 0; tries < 300 && !status; tries++) { /* until it has read its configuration */
        nap();
        ck_assert_int_eq(take(a, 0, &version), 0);
        row.version = version;
        ck_assert_int_eq(stores_grow(a, &row, 0, 1), 0);
        status = store_commit(a);
        if (!status) version = row.version;
    }
    bool unanswered = status == -EAGAIN; /* asserted once the database answers others again */
    postgres_sql(url, "ALTER SYSTEM RESET synchronous_standby_names");
    postgres_sql(url, "SET synchronous_commit = local; SELECT pg_reload_conf()");
    ck_assert(unanswered);
    uint32_t vb = version;
    WAIT_FOR(take(b, 0, &vb) == 0 || (store_rollback(b), false));
    ck_assert_uint_eq(vb, version + 1); /* it is there, */
    struct event e = event_of(0, version + 1);
    ck_assert_int_eq(store_has(b, row.id, e.actor, e.action), 1); /* and who does it again is told so */
    end();
}
END_TEST

START_TEST(it_hangs)
{
    begin();
    uint32_t version = 0;
    add_one(a, 0, &version);
    ck_assert_int_eq(take(a, 0, &version), 0);
    struct store_row row = row_of(0);
    struct event e = event_of(0, 2);
    row.version = 1;
    ck_assert_int_eq(store_has(a, row.id, e.actor, e.action), 0); /* so that nothing is left to ask */
    postgres_signal(SIGSTOP);
    ck_assert_int_eq(stores_grow(a, &row, 0, 1), 0);
    ck_assert_int_eq(store_commit(a), -EAGAIN);
    ck_assert_ptr_nonnull(store_away(a));
    ck_assert_int_eq(take(a, 0, &version), -EAGAIN); /* at once */
    uint64_t time = store_wall(a);
    ck_assert_uint_ge(store_wall(a), time);
    WAIT_FOR(store_away(b)); /* which has not asked for anything */
    ck_assert_ptr_nonnull(strstr(store_away(b), "PostgreSQL "));
    ck_assert_ptr_null(strchr(store_away(b), '/')); /* strangers are told of it */
    postgres_signal(SIGCONT);
    add_one(a, 0, &version);
    stores_expect(a, 0, 2);
    WAIT_FOR(!store_away(b));
    end();
}
END_TEST

/* ---- fibers ---- */

static int result = 1;
static int ticks;

static void in_fiber(void *ctx)
{
    uint32_t version = 0;
    (void)ctx;
    result = take(a, 0, &version);
}

static void tick(uv_timer_t *t) { (void)t, ticks++; }

/* A call that waits in a fiber lets the loop go on. */
START_TEST(in_fibers)
{
    begin();
    uint32_t version = 0;
    uv_timer_t timer;
    uv_timer_init(&loop, &timer);
    uv_timer_start(&timer, tick, 1, 1);
    add_one(b, 0, &version);
    struct fiber *f = fiber_new(1 << 18, in_fiber, NULL);
    ck_assert(fiber_go_on(f)); /* it waits */
    ck_assert_int_eq(result, 1);
    WAIT_FOR(result == 0);
    fiber_free(f);
    store_rollback(a);
    postgres_signal(SIGSTOP);
    result = 1, ticks = 0;
    f = fiber_new(1 << 18, in_fiber, NULL);
    ck_assert(fiber_go_on(f));
    WAIT_FOR(result != 1);
    ck_assert_int_eq(result, -EAGAIN);
    ck_assert_int_gt(ticks, 10);
    fiber_free(f);
    postgres_signal(SIGCONT);
    WAIT_FOR(!store_away(a));
    f = fiber_new(1 << 18, in_fiber, NULL);
    ck_assert(fiber_go_on(f));
    fiber_free(f); /* that waits still: nobody misses it */
    uv_close((uv_handle_t *)&timer, NULL);
    end();
}
END_TEST

/* Many fibers ask through both connections, and these are cut meanwhile: each is answered, in order, once. They ask until
 * they have been told of the cut, however quick the database is. */
enum { FIBERS = 20, ASKS = 40 };
static int asked, answers, agains[2], ended;

static void ask_often(void *ctx)
{
    int watching;
    char id[ID_LEN + 1];
    for (int i = 0; i < ASKS || !agains[ctx != NULL]; i++) {
        asked++;
        int e = ctx ? store_find(a, "AAAAAA", id) : store_here(a, row_of(0).id, NULL, NULL, &watching);
        ck_assert(e == -EAGAIN || e == (ctx ? -ENOENT : 0));
        agains[ctx != NULL] += e == -EAGAIN;
        answers++;
    }
    ended++;
}

START_TEST(many_fibers)
{
    begin();
    struct fiber *f[FIBERS];
    for (int i = 0; i < FIBERS; i++) {
        f[i] = fiber_new(1 << 18, ask_often, i % 2 ? &asked : NULL);
        ck_assert(fiber_go_on(f[i]));
    }
    ck_assert_int_eq(asked, FIBERS); /* all wait */
    ck_assert_int_eq(answers, 0);
    WAIT_FOR(answers > FIBERS);
    ck_assert_int_eq(agains[0] + agains[1], 0);
    postgres_sql(url, kill_all);
    WAIT_FOR(ended == FIBERS);
    ck_assert_int_eq(asked, answers);
    ck_assert_int_ge(answers, FIBERS * ASKS);
    for (int i = 0; i < FIBERS; i++) fiber_free(f[i]);
    WAIT_FOR(!store_away(a));
    end();
}
END_TEST

/* A host that accepts and says nothing is given up after a while, and the loop goes on meanwhile. */
START_TEST(silent_host)
{
    snprintf(url, sizeof url, "%s", postgres_fresh());
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t n = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert(fd >= 0 && !bind(fd, (struct sockaddr *)&at, n) && !listen(fd, 5));
    ck_assert(!getsockname(fd, (struct sockaddr *)&at, &n));
    char hosts[256], why[256] = "";
    const char *host = strstr(url, "host=");
    snprintf(hosts, sizeof hosts, "%.*shost=127.0.0.1,%.*s&port=%d,5432&user=tambo", (int)(host - url), url,
             (int)strcspn(host + 5, "&"), host + 5, ntohs(at.sin_port));
    begin_loop();
    a = store_postgres_open(hosts, &loop, why);
    ck_assert_msg(a != NULL, "%s", why);
    postgres_sql(url, kill_all);
    WAIT_FOR(store_away(a));
    uv_timer_t timer;
    uv_timer_init(&loop, &timer);
    uv_timer_start(&timer, tick, 1, 1);
    ticks = 0;
    WAIT_FOR(!store_away(a));
    ck_assert_int_gt(ticks, 50); /* of about 150 in two seconds */
    close(fd);
    uv_close((uv_handle_t *)&timer, NULL);
    uv_close((uv_handle_t *)&always, NULL);
    store_close(a);
    ck_assert_int_eq(uv_loop_close(&loop), 0);
}
END_TEST

/* ---- the schema, and addresses ---- */

START_TEST(strange_databases)
{
    char why[256], hosts[256];
    snprintf(url, sizeof url, "%s", postgres_fresh());
    postgres_sql(url, "CREATE TABLE mine(x int)");
    ck_assert_ptr_null(store_postgres_open(url, NULL, why));
    ck_assert_ptr_nonnull(strstr(why, "is the database of another program"));
    ck_assert_int_eq(postgres_sql(url, "SELECT count(*) FROM pg_class WHERE relname = 'tbl'"), 0);
    snprintf(url, sizeof url, "%s", postgres_fresh());
    store_close(open_on(NULL));
    store_close(open_on(NULL));
    postgres_sql(url, "UPDATE tambo SET version = 99");
    ck_assert_ptr_null(store_postgres_open(url, NULL, why));
    ck_assert_ptr_nonnull(strstr(why, "was written by a newer tambo (its version is 99, this one knows 3)"));
    postgres_sql(url, "DROP TABLE begun, result, answer, circle, member, card; ALTER TABLE word DROP COLUMN request;"
                      "ALTER TABLE era DROP COLUMN request, DROP COLUMN until; UPDATE tambo SET version = 1");
    /* the second host is there */
    const char *host = strstr(url, "host=");
    snprintf(hosts, sizeof hosts, "%.*shost=/nowhere,%s", (int)(host - url), url, host + 5);
    struct store *s = store_postgres_open(hosts, NULL, why); /* it is brought up to date */
    ck_assert_msg(s != NULL, "%s", why);
    store_close(s);
    ck_assert_ptr_null(store_postgres_open("postgres://me:secret@/x?host=/nowhere", NULL, why));
    ck_assert_ptr_null(strstr(why, "secret"));
    ck_assert_ptr_null(store_postgres_open("tambo.db", NULL, why));
    store_postgres_name("postgres://me:secret@db1,db2:5433/x?password=secret", why);
    ck_assert_str_eq(why, "db1,db2/x");
}
END_TEST

/* Sealed turns that were replaced are empty, and another server knows that they were done; the others stay. */
static int note_number(void *ctx, const struct event *e)
{
    char *all = ctx;
    ck_assert_uint_eq(e->n, e->kind == EVENT_GONE ? 0 : 1);
    if (e->kind != EVENT_GONE) sprintf(all + strlen(all), "%u ", (unsigned)e->number);
    return 0;
}

START_TEST(stale_turns)
{
    begin();
    static const struct {
        int kind, seat;
    } did[] = {{EVENT_CREATE, -1}, {EVENT_TURN, 0}, {EVENT_MOVE, 0}, {EVENT_TURN, 1}, {EVENT_CHAT, 0},
               {EVENT_BACK, 0},    {EVENT_MOVE, 0}, {EVENT_TURN, 0}, {EVENT_MOVE, 0}, {EVENT_TURN, 1}};
    struct store_row row = row_of(0);
    char all[128] = "";
    for (int i = 0; i < 10; i++) {
        char action[8];
        snprintf(action, sizeof action, "%d", i + 1);
        struct event e = {
            .kind = (uint8_t)did[i].kind, .seat = (int16_t)did[i].seat, .action = action, .text = "x", .n = 1};
        row.stale_to = i == 9 ? 9 : 0, row.stale_from = 1;
        ck_assert_int_eq(store_append(a, &row, row.version, &e, 1), 0);
    }
    ck_assert_int_eq(store_commit(a), 0);
    ck_assert_int_eq(store_load(b, row.id, 0, note_number, all, &row), 0);
    ck_assert_str_eq(all, "1 4 5 8 9 10 ");
    ck_assert_uint_eq(row.version, 10);
    struct event again = {.kind = EVENT_TURN, .action = "3"};
    ck_assert_int_eq(store_has(b, row.id, "", "3"), 1);
    ck_assert_int_eq(store_append(b, &row, 10, &again, 1), 0);
    ck_assert_int_eq(store_commit(b), -EAGAIN);
    end();
}
END_TEST

/* What is no text for PostgreSQL spoils nothing. */
START_TEST(odd_texts)
{
    begin();
    static const char *const odd[] = {"\xff", "a\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe0\x80\x80"};
    uint32_t version = 0;
    char id[ID_LEN + 1];
    add_one(a, 0, &version);
    struct store_row row = row_of(0), other = row_of(1);
    row.version = 1;
    ck_assert_int_eq(take(a, 0, &version), 0);
    ck_assert_int_eq(stores_grow(a, &row, 0, 1), 0);
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        struct event e = {
            .kind = EVENT_MOVE, .actor = player_of(1), .action = odd[i], .text = odd[i], .n = strlen(odd[i])};
        ck_assert_int_eq(store_append(a, &row, row.version, &e, 1), -EINVAL);
        ck_assert_int_eq(store_name_set(a, player_of(1), odd[i]), -EINVAL);
        ck_assert_int_eq(store_find(a, odd[i], id), -ENOENT);
        ck_assert_int_eq(store_load(a, odd[i], 0, NULL, NULL, NULL), -ENOENT);
        ck_assert_int_eq(store_has(a, other.id, odd[i], odd[i]), 0);
        e.action = i ? "\xf4\x8f\xbf\xbf\xc2\x80" : "\xed\x9f\xbf"; /* the text may be anything */
        if (i < 2) ck_assert_int_eq(store_append(a, &row, row.version, &e, 1), 0);
    }
    ck_assert_int_eq(store_commit(a), 0);
    end();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store_postgres");
    TCase *c = tcase_create("store_postgres");
    const TTest *const all[] = {
        taking,
        taking_many,
        one_table_two_servers,
        conflicts,
        fetching,
        notices,
        many_at_once,
        lost_notices,
        one_key,
        once_and_eras,
        spending,
        sharing,
        who_is_here,
        the_dead_are_forgotten,
        locks_end,
        cut_before_the_commit,
        cut_in_the_middle,
        cut_after_the_commit,
        it_hangs,
        in_fibers,
        many_fibers,
        silent_host,
        strange_databases,
        stale_turns,
        odd_texts,
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) tcase_add_test(c, all[i]);
    tcase_set_timeout(c, 600);
    suite_add_tcase(suite, c);
    SRunner *run = srunner_create(suite);
    postgres_begin();
    srunner_run_all(run, CK_ENV);
    postgres_end();
    int failed = srunner_ntests_failed(run);
    srunner_free(run);
    return failed != 0;
}
