/* stores.c -- see stores.h. */
#include "stores.h"

#include "../../../core/game.h"

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

void place_begin(struct place *p)
{
    const char *tmp = getenv("TMPDIR");
    snprintf(p->folder, sizeof p->folder, "%s/tambo-store.XXXXXX", tmp && strlen(tmp) < 90 ? tmp : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(p->folder));
    snprintf(p->path, sizeof p->path, "%s/t.db", p->folder);
}

void place_end(struct place *p)
{
    DIR *d = opendir(p->folder);
    ck_assert_ptr_nonnull(d);
    bool strange = false;
    for (struct dirent *e; (e = readdir(d));) {
        if (e->d_name[0] == '.') continue;
        const char *dot = strchr(e->d_name, '.');
        strange |= !dot || (strcmp(dot, ".db") != 0 && strcmp(dot, ".db-wal") != 0 && strcmp(dot, ".db-shm") != 0);
        unlink(place_file(p, e->d_name));
    }
    closedir(d);
    rmdir(p->folder);
    ck_assert_msg(!strange, "something was left in %s", p->folder);
}

const char *place_file(const struct place *p, const char *name)
{
    static char names[4][400];
    static int next;
    char *n = names[next++ % 4];
    snprintf(n, sizeof names[0], "%s/%s", p->folder, name);
    return n;
}

struct store *stores_open(const struct place *p)
{
    char why[256] = "";
    struct store *s = store_sqlite_open(p->path, why);
    ck_assert_msg(s != NULL, "%s", why);
    return s;
}

static void no_fault(void *ctx, const char *fault) { ck_abort_msg("%s: %s", (const char *)ctx, fault); }

uint64_t stores_check(const char *path)
{
    char why[256] = "", name[400];
    uint64_t tables, events;
    snprintf(name, sizeof name, "%s", path);
    ck_assert_msg(store_check(path, no_fault, name, &tables, &events, why) == 0, "%s", why);
    return events;
}

const char *player_of(int i)
{
    static _Thread_local char names[8][PLAYER_LEN + 1];
    static _Thread_local int next;
    char *n = names[next++ % 8];
    snprintf(n, sizeof names[0], "%032x", (unsigned)i);
    return n;
}

struct store_row row_of(int i)
{
    struct store_row row = {.status = TABLE_OPEN,
                            .listed = true,
                            .created = 1000 + (uint64_t)i,
                            .changed = 1000 + (uint64_t)i,
                            .summary = "{}"};
    snprintf(row.id, sizeof row.id, "t%011d", i);
    snprintf(row.code, sizeof row.code, "C%05d", i);
    return row;
}

struct event event_of(int i, uint32_t seq)
{
    static _Thread_local char texts[4][64], actions[4][ACTION_LEN + 1];
    static _Thread_local int next;
    int k = next++ % 4;
    snprintf(texts[k], sizeof texts[k], "event %" PRIu32 " of table %d", seq, i);
    snprintf(actions[k], sizeof actions[k], "%" PRIu32, seq);
    return (struct event){
        .at = 5000 + seq,
        .kind = seq == 1 ? EVENT_CREATE : EVENT_MOVE,
        .seat = (int16_t)(seq % 4 - 1),
        .actor = seq % 3 ? player_of((int)(seq % 3)) : "",
        .action = seq % 3 ? actions[k] : "",
        .text = texts[k],
        .n = strlen(texts[k]),
    };
}

int stores_grow(struct store *s, struct store_row *row, int i, int n)
{
    int e = 0;
    for (int k = 0; !e && k < n; k++) {
        struct event v = event_of(i, row->version + 1);
        e = store_append(s, row, row->version, &v, 1);
    }
    return e;
}

struct expected {
    int table;    /* its number */
    uint32_t seq; /* of the last event */
};

static int expect_event(void *ctx, const struct event *e)
{
    struct expected *x = ctx;
    struct event v = event_of(x->table, ++x->seq);
    ck_assert_uint_eq(e->at, v.at);
    ck_assert_int_eq(e->kind, v.kind);
    ck_assert_int_eq(e->seat, v.seat);
    ck_assert_str_eq(e->actor, v.actor);
    ck_assert_str_eq(e->action, v.action);
    ck_assert_str_eq(e->text, v.text);
    ck_assert_uint_eq(e->n, v.n);
    return 0;
}

uint32_t stores_expect(struct store *s, int i, int64_t version)
{
    struct expected x = {.table = i};
    struct store_row row;
    ck_assert_int_eq(store_load(s, row_of(i).id, 0, expect_event, &x, &row), 0);
    ck_assert_uint_eq(row.version, x.seq);
    if (version >= 0) ck_assert_uint_eq(x.seq, (uint64_t)version);
    return x.seq;
}

void stores_fill(struct store *s, int tables, int events)
{
    for (int i = 0; i < tables; i++) {
        struct store_row row = row_of(i);
        const char *players[] = {player_of(i % 10), player_of((i + 1) % 10)};
        row.seated = true, row.players = players, row.players_n = 2;
        row.status = (uint8_t)(i % 3), row.due = i % 4 ? 0 : 100 + (uint64_t)i;
        ck_assert_int_eq(stores_grow(s, &row, i, events), 0);
    }
    ck_assert_int_eq(store_name_set(s, player_of(1), "Ana"), 0);
    ck_assert_int_eq(store_commit(s), 0);
}

void stores_sql(const char *path, const char *text)
{
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    char *error = NULL;
    ck_assert_msg(sqlite3_exec(db, text, NULL, NULL, &error) == SQLITE_OK, "%s: %s", text, error);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
}

void file_write(const char *path, const void *p, size_t n)
{
    FILE *f = fopen(path, "wb");
    ck_assert_ptr_nonnull(f);
    ck_assert_uint_eq(fwrite(p, 1, n, f), n);
    ck_assert_int_eq(fclose(f), 0);
}

unsigned char *file_read(const char *path, size_t *n)
{
    struct stat st;
    FILE *f = fopen(path, "rb");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(fstat(fileno(f), &st), 0);
    *n = (size_t)st.st_size;
    unsigned char *p = malloc(*n + 1);
    ck_assert_ptr_nonnull(p);
    ck_assert_uint_eq(fread(p, 1, *n, f), *n);
    fclose(f);
    return p;
}

/* ---- everything as a text ---- */

struct text {
    char *p;        /* NUL-terminated */
    size_t n, room; /* bytes; and how many fit */
};

static void __attribute__((format(printf, 2, 3))) say(struct text *t, const char *format, ...)
{
    for (;;) {
        va_list ap;
        va_start(ap, format);
        int n = vsnprintf(t->p + t->n, t->room - t->n, format, ap);
        va_end(ap);
        if (t->n + (size_t)n < t->room) {
            t->n += (size_t)n;
            return;
        }
        t->room = 2 * t->room + (size_t)n;
        t->p = realloc(t->p, t->room);
        ck_assert_ptr_nonnull(t->p);
    }
}

static int say_event(void *ctx, const struct event *e)
{
    say(ctx, "  %" PRIu64 " %d %d %s %s %zu %s\n", e->at, e->kind, e->seat, e->actor, e->action, e->n, e->text);
    return 0;
}

static void say_row(struct text *t, const struct store_row *r)
{
    say(t, "%s %s v%" PRIu32 " s%d l%d due %" PRIu64 " %" PRIu64 " %" PRIu64 " %s\n", r->id, r->code, r->version,
        r->status, r->listed, r->due, r->created, r->changed, r->summary ? r->summary : "-");
}

static int say_listed(void *ctx, const struct store_row *r)
{
    say_row(ctx, r);
    return 0;
}

/* What store_tables and store_players tell. */
struct whole {
    int tables, seated, named; /* how many; players at tables, each table's; players with names */
    uint64_t bytes;            /* of all tables */
    uint32_t events;           /* ditto */
};

static int add_table(void *ctx, const struct store_row *r)
{
    struct whole *w = ctx;
    w->tables++;
    w->bytes += r->bytes;
    w->events += r->version;
    for (int i = 0; i < r->players_n; i++) ck_assert_uint_eq(strlen(r->players[i]), PLAYER_LEN);
    w->seated += r->players_n;
    return 0;
}

static int add_player(void *ctx, const char *player, const char *name, uint64_t set)
{
    struct whole *w = ctx;
    ck_assert_uint_eq(strlen(player), PLAYER_LEN);
    ck_assert_str_ne(name, "");
    ck_assert_uint_gt(set, 0);
    w->named++;
    return 0;
}

/* ---- what is kept of players ---- */

static void say_standing(void *ctx, const struct store_standing *v)
{
    say(ctx, "day %d %s at '%s'", (int)v->day, v->part, v->table);
    if (v->over) say(ctx, ": %d, %d %d, behind %" PRIu64, (int)v->points, v->has_against, (int)v->against, v->before);
    say(ctx, "\n");
}

static void say_result(void *ctx, const struct store_result *v)
{
    say(ctx, "%.4s '%s'", v->player, v->name);
    if (v->missing) say(ctx, " has none\n");
    else
        say(ctx, " %" PRId64 ": %d, %d %d at %" PRIu64 " behind %" PRIu64 "\n", v->rank, (int)v->points, v->has_against,
            (int)v->against, v->at, v->before);
}

static void say_crowd(void *ctx, int32_t day, const char *part, uint64_t n)
{
    uint64_t(*crowd)[2] = ctx;
    crowd[day][part[0] == 't'] = n;
}

static void say_answer(void *ctx, int seq, bool correct, const char *claim)
{
    say(ctx, "answer %d: %d %s\n", seq, correct, claim);
}

static void say_member(void *ctx, const struct store_member *m)
{
    say(ctx, "%s '%s': %.4s '%s'\n", m->circle, m->called, m->player, m->name);
}

/* By which request tokens were ended; days 0 to 3, answers, circles and the card. */
static void say_player(struct text *t, struct store *s, const char *player)
{
    struct store_ended ended;
    uint64_t made;
    int n;
    ck_assert_int_eq(store_ended_by(s, player, &ended), 0);
    if (ended.epoch)
        say(t, "ended %" PRIu32 " times, by '%s' until %" PRIu64 "\n", ended.epoch, ended.request, ended.until);
    ck_assert_int_eq(store_standings(s, player, 0, 3, say_standing, t), 0);
    for (int32_t day = 0; day < 4; day++) {
        struct store_part p = {player, day, "temple"};
        char table[ID_LEN + 1] = "";
        int got = store_result_get(s, &p, say_result, t);
        say(t, "%d %d %s\n", got, store_begun_get(s, &p, table), table);
        ck_assert_int_eq(store_answers(s, player, day, say_answer, t), 0);
    }
    char name[128];
    ck_assert_int_eq(store_circles_count(s, player, &n, name, sizeof name), 0);
    int card = store_card_of(s, player, &made);
    say(t, "in %d circles as '%s', %d cards: %" PRIu64 "\n", n, name, card, made);
    ck_assert_int_eq(store_circles_of(s, player, say_member, t), 0);
}

static void say_days(struct text *t, struct store *s)
{
    uint64_t crowd[4][2] = {{0}};
    ck_assert_int_eq(store_crowds(s, 0, 3, say_crowd, crowd), 0);
    for (int32_t day = 0; day < 4; day++) {
        say(t, "day %d: %" PRIu64 ", %" PRIu64 "\n", (int)day, crowd[day][0], crowd[day][1]);
        ck_assert_int_eq(store_results(s, day, "temple", 5, say_result, t), 0);
        ck_assert_int_eq(store_results_circle(s, day, "temple", "friends", say_result, t), 0);
    }
    ck_assert_int_eq(store_circle_get(s, "others", say_member, t), 0);
    struct store_card card;
    if (store_card_get(s, STORES_CARD "1", &card) == 1)
        say(t, "card of %.4s %s %" PRIu32 "\n", card.player, card.sealed, card.epoch);
}

char *stores_dump(struct store *s, int tables)
{
    struct text t = {.p = malloc(1 << 16), .room = 1 << 16};
    ck_assert_ptr_nonnull(t.p);
    uint64_t n[TABLE_OVER + 1], time;
    for (int i = 0; i < tables; i++) {
        struct store_row row = row_of(i), got;
        char id[ID_LEN + 1] = "";
        int e = store_find(s, row.code, id);
        say(&t, "%s: %d %s\n", row.code, e, e ? "-" : id);
        if (store_load(s, row.id, 0, say_event, &t, &got) == 0) say_row(&t, &got);
    }
    ck_assert_int_eq(store_count(s, n), 0);
    ck_assert_int_eq(store_due(s, &time), 0);
    say(&t, "%" PRIu64 " open %" PRIu64 " playing %" PRIu64 " over; due %" PRIu64 "\nlobby\n", n[0], n[1], n[2], time);
    ck_assert_int_eq(store_list(s, LIST_LOBBY, NULL, 0, 1000, say_listed, &t), 0);
    say(&t, "due\n");
    ck_assert_int_eq(store_list(s, LIST_DUE, NULL, UINT64_MAX, 1000, say_listed, &t), 0);
    for (int i = 0; i < 10; i++) {
        char name[128];
        ck_assert_int_eq(store_name_get(s, player_of(i), name, sizeof name), 0);
        say(&t, "player %d '%s'\n", i, name);
        ck_assert_int_eq(store_list(s, LIST_PLAYER, player_of(i), 0, 1000, say_listed, &t), 0);
        uint32_t era;
        ck_assert_int_eq(store_epoch(s, player_of(i), &era), 0);
        if (era) say(&t, "era %" PRIu32 "\n", era);
        say_player(&t, s, player_of(i));
    }
    say_days(&t, s);
    struct whole whole = {.tables = 0};
    ck_assert_int_eq(store_tables(s, add_table, &whole), 0);
    ck_assert_int_eq(store_players(s, add_player, &whole), 0);
    say(&t, "%d tables, %" PRIu64 " bytes, %" PRIu32 " events, %d at tables, %d named\n", whole.tables, whole.bytes,
        whole.events, whole.seated, whole.named);
    return t.p;
}
