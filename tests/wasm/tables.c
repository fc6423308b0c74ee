/* tables.c -- plays tables of a few people at one device and bots natively, for tables.test.mjs: `tables SEED` prints
 * the events of a random table and what the viewer, one of them or nobody, is told of each, two lines an event:
 *     KIND SEAT AT PERSON TEXT        the text as a JSON string
 *     OBJECTS                         a JSON list
 * then `viewer` and its number, `standing` and the objects of that, `record` and the record as a JSON string. */
#include "../../table/memory.h"
#include "../../table/room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

void *memory_take(size_t n)
{
    size_t whole = (n + STATE_ALIGN) / STATE_ALIGN * STATE_ALIGN;
    return memset(aligned_alloc(STATE_ALIGN, whole), 0, whole);
}

void *memory_raw(size_t n) { return memory_take(n); }

void memory_give(void *p) { free(p); }

static char told_text[4 << 20], record_text[4 << 20], line[1 << 16];
static struct out told = {.p = told_text, .size = sizeof told_text};
static struct out record = {.p = record_text, .size = sizeof record_text};
static struct room *room;
static struct room *again; /* goes through the same events, for the record */
static struct room_record writes = {.o = &record};
static uint64_t now = 1800000000000;
static const char *const names[] = {"", "me", "me2", "me3", "me4"};
static int people = 1; /* seats 0 to people - 1 */
static int viewer = 1;

static void tell(void *ctx, const struct room *r, int to, const char *p, size_t n, int how)
{
    (void)ctx, (void)how;
    if (!room_hears(r, viewer ? names[viewer] : "-", to)) return;
    out_comma(&told);
    out_bytes(&told, p, n);
}

static const struct room_listener listener = {.tell = tell};
static struct event events[4096];
static int n_events;

static void print(struct out *o)
{
    if (!out_end(o)) abort();
    puts(o->p);
    o->len = 0;
}

static void happens(int kind, int seat, int person, const char *text, size_t n)
{
    struct event *e = &events[n_events++];
    char *own = memcpy(calloc(1, n + 1), text, n);
    *e = (struct event){now, (uint8_t)kind, (int16_t)seat, names[person], "", own, n, 0};
    printf("%d %d %llu %d ", kind, seat, (unsigned long long)now, person);
    out_json(&told, text, n);
    print(&told);
    out_char(&told, '[');
    if (!room_step(room, e, &listener)) abort();
    out_char(&told, ']');
    print(&told);
    now += 777;
}

static void create(struct rng *r)
{
    struct settings s;
    int n = 0, modes = 0;
    struct out o = {.p = line, .size = sizeof line};
    while (games[n]) n++;
    const struct game *g = games[rng_below(r, (uint32_t)n)];
    while (g->modes[modes].name) modes++;
    const struct mode *m = &g->modes[rng_below(r, (uint32_t)modes)];
    int seats = m->min + (int)rng_below(r, m->max > 6 ? (rng_below(r, 12) ? 5 : m->max) : m->max - m->min + 1U);
    out_str(&o, "tambo-table 1\ngame: ");
    out_str(&o, g->name);
    out_str(&o, "\nmode: ");
    out_str(&o, m->name);
    out_str(&o, "\nseats: ");
    out_int(&o, seats < m->max ? seats : m->max);
    out_str(&o, rng_below(r, 2) ? "\nspeed: live 60\n" : "\n");
    const char *why = settings_wish(&s, line, o.len);
    if (why) fprintf(stderr, "%s\n", why), abort();
    for (int i = 0; i < FAIR_SALT; i++) s.salt[i] = (uint8_t)rng_next(r);
    memcpy(s.owner, "me", 3);
    if (s.source == BOARD_MADE) settings_make(&s);
    o.len = 0;
    settings_write(&s, &o);
    settings_drop(&s);
    happens(EVENT_CREATE, -1, 1, line, o.len);
}

static void sit_and_start(struct rng *r)
{
    static const char *const bot[] = {"beginner Inès", "master", "casual \"quoted\" 🎲", "random --"};
    struct out o = {.p = line, .size = sizeof line};
    for (int i = 0; i < people; i++) happens(EVENT_SIT, i, i + 1, "Ana \\ \"B\"", 9);
    for (int i = people; i < room->seats; i++) {
        const char *text = bot[rng_below(r, 4)];
        happens(EVENT_BOT, i, 1, text, strlen(text));
    }
    if (room_head(room, &o)) abort();
    happens(EVENT_START, -1, 1, line, o.len);
}

/* A turn of a seat that acts, whole or in part. */
static void turn(int seat, struct rng *r)
{
    static struct position pos;
    struct out o = {.p = line, .size = sizeof line};
    const struct game *g = room->set.game;
    memcpy(pos.raw, room->now, room->size);
    struct state *s = position_state(&pos);
    do {
        Move m = g->nth(s, seat, rng_below(r, g->legal(s, seat, NULL)));
        if (o.len) out_char(&o, '\n');
        room_move_line(room, s, seat, m, &o);
        g->apply(s, seat, m);
        match_settle(g, s, NULL, NULL);
    } while (room->sealed && seats_has(s->acting, seat) && rng_below(r, 4));
    int person = seat < people ? seat + 1 : 0;
    happens(EVENT_MOVE, seat, person, line, o.len);
    if (person && room_may_back(room, seat) && rng_below(r, 3) == 0) happens(EVENT_BACK, seat, person, "", 0);
}

static bool goes_on(struct rng *r)
{
    struct out o = {.p = line, .size = sizeof line};
    struct event e;
    if (room_next(room, now, &e, &o)) {
        char text[4096];
        memcpy(text, e.text, e.n);
        happens(e.kind, e.seat, 0, text, e.n);
        return true;
    }
    if (room->status != TABLE_PLAYING) return false;
    if (rng_below(r, 20) == 0) happens(EVENT_CHAT, 0, 1, "well \"?\" ✓", 12);
    if (room->seat[0].away && rng_below(r, 3) == 0) happens(EVENT_HERE, 0, 1, "", 0);
    if (!room->seat[0].away && rng_below(r, 40) == 0) happens(EVENT_AWAY, 0, 1, "", 0);
    int seat = (int)rng_below(r, room->seats);
    while (!room_acts(room, seat)) seat = (seat + 1) % room->seats;
    if (rng_below(r, 30) == 0) now += 70000;
    else turn(seat, r);
    return true;
}

int main(int argc, char **argv)
{
    struct rng r = rng_fork(argc > 1 ? strtoull(argv[1], NULL, 10) : 1, 0);
    room = room_new("aaaaaaaaaaaa");
    again = room_new("aaaaaaaaaaaa");
    create(&r);
    people = 1 + (int)rng_below(&r, room->seats < 4 ? room->seats : 4U);
    viewer = (int)rng_below(&r, (uint32_t)people + 1);
    sit_and_start(&r);
    while (n_events < 1500 && goes_on(&r)) continue;
    printf("viewer %d\n", viewer);
    puts("standing");
    out_char(&told, '[');
    room_tell_standing(room, viewer - 1, false, &listener);
    out_char(&told, ']');
    print(&told);
    puts("record");
    writes.whole = room->status == TABLE_OVER;
    struct room_listener writer = room_record_listener(&writes);
    for (int i = 0; i < n_events; i++)
        if (!room_step(again, &events[i], &writer)) abort();
    room_record_end(again, viewer - 1, &record);
    out_json(&told, record.p, record.len);
    print(&told);
    return 0;
}
