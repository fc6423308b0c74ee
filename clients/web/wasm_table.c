/* wasm_table.c -- see wasm_table.h. */
#include "wasm_table.h"

#include "../../core/match.h"
#include "../../table/memory.h"
#include "../../table/room.h"
#include "wasm_in.h"

#include <string.h>

/* ---- memory: a few blocks in static bytes ---- */

enum { ARENA = 2 << 20 }; /* the most at once: the start of a table of 100 */

/* Blocks lie one behind the other; the last ends where the arena does. */
struct arena_block {
    _Alignas(STATE_ALIGN) uint32_t size; /* of what follows */
    bool used;
};
static _Alignas(STATE_ALIGN) char arena[ARENA];

static struct arena_block *block_at(size_t at) { return (struct arena_block *)(void *)(arena + at); }

void *memory_take(size_t n)
{
    uint32_t want = (uint32_t)((n + STATE_ALIGN - 1) / STATE_ALIGN * STATE_ALIGN);
    if (!block_at(0)->size) block_at(0)->size = ARENA - sizeof(struct arena_block);
    for (size_t at = 0; at < ARENA;) {
        struct arena_block *b = block_at(at), *next;
        for (size_t end; !b->used && (end = at + sizeof *b + b->size) < ARENA && !(next = block_at(end))->used;)
            b->size += (uint32_t)sizeof *next + next->size;
        if (!b->used && b->size >= want) {
            if (b->size >= want + 2 * sizeof *b) {
                *block_at(at + sizeof *b + want) = (struct arena_block){.size = b->size - want - (uint32_t)sizeof *b};
                b->size = want;
            }
            b->used = true;
            return memset(b + 1, 0, want);
        }
        at += sizeof *b + b->size;
    }
    game_assert("memory", __FILE__, __LINE__);
}

void *memory_raw(size_t n) { return memory_take(n); }

void memory_give(void *p)
{
    if (p) ((struct arena_block *)p - 1)->used = false;
}

/* ---- the table ---- */

enum { PERSON = 16 }; /* bytes of what somebody at this device is called in events, NUL included */

static const char misfit[] = "This event does not fit here.";
static char viewer[PERSON]; /* who holds the device */
static struct room *room;
static int next_seat, next_person;
static bool past, recording;
static char heard_text[2 << 20]; /* a record, while events are gone through */
static struct out heard = {.p = heard_text, .size = sizeof heard_text};
static struct room_record record_to = {.o = &heard};

/* A table that is being created: what it begins with. is.set: NULL: there is none. */
static struct {
    struct settings set;
    char name[MAX_SEATS][ROOM_NAME], player[MAX_SEATS][PERSON];
    struct room_sitter sit[MAX_SEATS];
    struct room_new is;
} fresh;

/* What the k-th person at this device is called, from 1; 0: "". */
static const char *person_name(char name[PERSON], int32_t k)
{
    struct out o = {.p = name, .size = PERSON};
    if (k > 0) out_str(&o, "me");
    if (k > 1) out_int(&o, k);
    name[o.len] = 0;
    return name;
}

static void tell(void *ctx, const struct room *r, int to, const char *p, size_t n, int how)
{
    struct out *o = ctx;
    if (!room_hears(r, viewer, to) || (past && how & TELL_STANDING)) return;
    out_comma(o);
    out_bytes(o, p, n);
}

static uint32_t at_most(uint32_t n) { return n < tambo_in_size() ? n : tambo_in_size(); }

static void begin(bool record)
{
    if (room) room_free(room);
    room = room_new("aaaaaaaaaaaa"); /* the host knows what it is called */
    recording = record;
    fresh.is.set = NULL;
    person_name(viewer, 1);
}

void tambo_table_begin(void) { begin(false); }

void tambo_table_viewer(int32_t person)
{
    if (person > 0) person_name(viewer, person);
    else memcpy(viewer, "-", 2);
}

int tambo_table_event(int32_t kind, int32_t seat, double at, int32_t person, int32_t is_past, uint32_t n)
{
    n = at_most(n);
    if (!room || kind < 0 || kind > EVENT_LAST) return web_refused(misfit);
    char *text = memory_take((size_t)n + 1), actor[PERSON];
    memcpy(text, tambo_in(), n);
    struct event e = {.at = (uint64_t)at,
                      .kind = (uint8_t)kind,
                      .seat = (int16_t)seat,
                      .actor = person_name(actor, person),
                      .action = "",
                      .text = text,
                      .n = n};
    struct out *o = web_out();
    struct room_listener listener = {.tell = tell, .ctx = o}, record_listener = room_record_listener(&record_to);
    past = is_past;
    out_char(o, '[');
    bool fits = room_step(room, &e, recording ? &record_listener : &listener);
    out_char(o, ']');
    memory_give(text);
    if (fits) return web_answered();
    room_free(room); /* half a step was made */
    room = NULL;
    return web_refused(misfit);
}

int tambo_table_standing(void)
{
    struct out *o = web_out();
    struct room_listener listener = {.tell = tell, .ctx = o};
    past = false;
    out_char(o, '[');
    if (room) room_tell_standing(room, room_seat_of(room, viewer), false, &listener);
    out_char(o, ']');
    return web_answered();
}

/* ---- questions ---- */

static bool playing(int32_t seat)
{
    web_out();
    return room && room->size && seat >= 0 && seat < room->seats ? true : web_refused("No game goes on here.");
}

int tambo_table_may(int32_t seat, uint32_t n)
{
    if (!playing(seat)) return 0;
    if (room->status == TABLE_OVER) return web_refused("The game is over.");
    if (!room->sealed && !room_acts(room, seat)) return web_refused("It is not your turn.");
    const char *why = room_may_move(room, seat, tambo_in(), at_most(n), true);
    return why ? web_refused(why) : web_answered();
}

int32_t tambo_table_may_back(int32_t seat) { return playing(seat) && room_may_back(room, seat); }

int32_t tambo_table_next(double now)
{
    struct out *o = web_out();
    struct event e;
    if (!room) return 0;
    if (!(fresh.is.set ? room_create_next(room, &fresh.is, (uint64_t)now, &e, o)
                       : room_next(room, (uint64_t)now, &e, o)))
        return 0;
    next_seat = e.seat;
    next_person = e.kind == EVENT_SIT ? e.seat + 1 : e.actor[0] != 0;
    return e.kind;
}

int32_t tambo_table_bot(void)
{
    struct out *o = web_out();
    for (int i = 0; room && i < room->seats; i++) {
        if (!room_bot_acts(room, i)) continue;
        out_str(o, room->seat[i].kind == SEAT_BOT ? bot_names[room->seat[i].level] : "casual");
        return i;
    }
    return -1;
}

int32_t tambo_table_who(void) { return next_seat; }
int32_t tambo_table_plain(void) { return room && room->set.plain; }

double tambo_table_due(void) { return room ? (double)room->due : 0; }
int32_t tambo_table_status(void) { return room ? room->status : 0; }
int32_t tambo_table_acts(int32_t seat) { return room && room_acts(room, seat); }

/* A copy of the position as the seat knows it; memory_give() it. */
static struct state *known_to(int seat)
{
    struct state *s = memory_take(room->size);
    memcpy(s, room->now, room->size);
    room->set.game->redact(s, seat);
    return s;
}

int tambo_table_state(int32_t seat)
{
    if (!playing(seat)) return 0;
    struct state *s = known_to(seat);
    out_bytes(web_out(), (const char *)s, room->size);
    memory_give(s);
    return web_answered();
}

int32_t tambo_table_points(int32_t seat)
{
    if (!playing(seat)) return 0;
    const struct game *g = room->set.game;
    struct state *s = known_to(seat);
    int32_t points = match_points(g, s, match_row(g, s, seat));
    memory_give(s);
    return points;
}

int tambo_table_view(int32_t seat)
{
    if (!playing(seat)) return 0;
    room_view(room, seat, web_out());
    return web_answered();
}

int tambo_table_result(void)
{
    if (!playing(0)) return 0;
    room_result(room, web_out());
    return web_answered();
}

/* ---- the record ---- */

void tambo_table_record_begin(int32_t over)
{
    begin(true);
    heard.len = 0;
    record_to.whole = over;
}

int tambo_table_record_end(void)
{
    struct out *o = web_out();
    if (!recording || !room || !room->size) return web_refused("No game goes on here.");
    if (heard.len > heard.size) return web_refused("The match is too long to keep its record.");
    out_bytes(o, heard.p, heard.len);
    room_record_end(room, room_seat_of(room, viewer), o);
    return web_answered();
}

/* ---- a new one ---- */

/* A line `person NAME` or `bot LEVEL NAME`; false: neither, or there are too many. */
static bool read_sitter(struct words w)
{
    int k = fresh.is.people + fresh.is.bots;
    bool bot = words_take(&w, "bot");
    if (k >= MAX_SEATS || (!bot && !words_take(&w, "person"))) return false;
    int level = bot ? words_pick(&w, bot_names) : 0;
    size_t n = (size_t)(w.end - w.at);
    if (level < 0 || n >= ROOM_NAME) return false;
    fresh.sit[k].level = (uint8_t)level;
    fresh.sit[k].name = memcpy(fresh.name[k], w.at, n);
    fresh.sit[k].player = bot ? "" : person_name(fresh.player[k], k + 1);
    if (bot) fresh.is.bots++;
    else fresh.is.people++;
    return true;
}

int tambo_table_create(uint32_t n)
{
    const char *at = tambo_in(), *end = at + at_most(n), *lf = memchr(at, '\n', (size_t)(end - at));
    uint8_t salt[FAIR_SALT];
    struct settings *s = &fresh.set;
    settings_drop(s);
    memset(&fresh, 0, sizeof fresh);
    if (!lf || !fair_read_hex(at, (size_t)(lf - at), salt)) return web_refused(misfit);
    do at = lf + 1;
    while ((lf = memchr(at, '\n', (size_t)(end - at))) && read_sitter(words_of(at, (size_t)(lf - at))));
    const char *why = settings_wish(s, at, (size_t)(end - at));
    if (why) s->text = NULL; /* there is nothing to drop */
    else if (fresh.is.people + fresh.is.bots > s->seats) why = misfit;
    if (why) return web_refused(why);
    memcpy(s->salt, salt, sizeof salt);
    person_name(s->owner, 1);
    if (s->source == BOARD_MADE) web_make(s);
    if (s->source == BOARD_MADE && !s->text) return web_refused(misfit);
    fresh.is.set = s;
    fresh.is.sit = fresh.sit;
    return web_answered();
}

int32_t tambo_table_person(void) { return next_person; }
