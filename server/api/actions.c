/* actions.c -- see actions.h. One function for each `do`; the table at the end lists them. Those
 * that make a new table are in actions_create.c. */
#include "../../core/build.h"
#include "../../core/name.h"
#include "../base/must.h"
#include "../hall/wish.h"
#include "actions_in.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PROTOCOL = 2 };

const struct outcome good = {NULL, NULL, 0};
const struct outcome broken_store = {"store", "The store could not be read; please try again.", HALL_RETRY_MS};
const struct outcome not_stored = {"store", HALL_NOT_STORED, HALL_RETRY_MS};
static const struct outcome unknown = {"store", HALL_UNKNOWN, HALL_RETRY_MS};
static const struct outcome too_much = {"limit", "Too much has happened at this table: begin, or make a new one.", 0};
static struct outcome no_code(void) { return NO("code", "There is no table with that code."); }

/* ---- answers ---- */

/* `{"re":"a7","ok":false,"error":...` or, without an id, `{"t":"error","error":...`. */
static struct text *make_answer(const char *id, struct outcome is, bool again, const struct out *extra)
{
    char small[1536];
    size_t size = 1024 + (extra ? extra->len : 0);
    struct out o = {.p = size <= sizeof small ? small : must(malloc(size)), .size = size};
    out_char(&o, '{');
    if (id) out_key_str(&o, "re", id);
    else out_key_str(&o, "t", "error");
    if (id) out_key_bool(&o, "ok", !is.error);
    if (again) out_key_bool(&o, "again", true);
    if (is.error) {
        out_key_str(&o, "error", is.error);
        out_key_str(&o, "text", is.text);
        if (is.wait_ms) out_key_int(&o, "wait_ms", (int)is.wait_ms);
    } else if (extra && extra->len) {
        out_comma(&o);
        out_bytes(&o, extra->p, extra->len);
    }
    out_char(&o, '}');
    struct text *t = net_text_new(o.p, o.len);
    if (o.p != small) free(o.p);
    return t;
}

void actions_answer(struct guest *g, const char *id, struct outcome is, bool again, const struct out *extra)
{
    struct text *t = make_answer(id, is, again, extra);
    struct text *instead = make_answer(id, not_stored, false, NULL);
    net_conn_answer(g->conn, t, instead);
    net_text_drop(t);
    net_text_drop(instead);
}

struct outcome actions_too_fast(struct hall *h, struct limit *l, const char *player, uint32_t cost, const char *text)
{
    return (struct outcome){"rate", text, limit_wait(l, player, cost, uv_now(h->loop))};
}

static const char *text_of(const struct act *a, const char *key)
{
    return json_string_value(json_object_get(a->body, key));
}

/* `seat`, from 0; -1: not a seat of this table. */
static int seat_of(const struct act *a, const char *key)
{
    const json_t *j = json_object_get(a->body, key);
    json_int_t v = json_is_integer(j) ? json_integer_value(j) : 0;
    return v >= 1 && v <= a->room->seats ? (int)v - 1 : -1;
}

static void note(struct act *a, enum event_kind kind, int seat, const char *text)
{
    hall_note(a->hall, a->room,
              &(struct event){.kind = (uint8_t)kind,
                              .seat = (int16_t)seat,
                              .actor = a->guest->who.player,
                              .action = a->id,
                              .text = text,
                              .n = strlen(text)});
}

/* Their owner is back, where a bot played for the seat. */
static void note_here(struct hall *h, struct room *r, int seat)
{
    hall_note(h, r, &(struct event){.kind = EVENT_HERE, .seat = (int16_t)seat, .actor = r->seat[seat].player});
}

/* Somebody has opened a table where the game goes on. */
struct arrival {
    struct task task;
    char id[ID_LEN + 1], player[PLAYER_LEN + 1];
};

static void run_return(struct hall *h, struct task *task)
{
    const struct arrival *b = (struct arrival *)task;
    int why;
    struct room *r = hall_room(h, b->id, &why);
    if (!r || r->status != TABLE_PLAYING) return;
    int seat = room_seat_of(r, b->player);
    bool away = seat >= 0 && r->seat[seat].away;
    if (!away || !hall_lock(h, r)) return;
    if (r->status == TABLE_PLAYING && r->seat[seat].away) note_here(h, r, seat);
    hall_settle(h, r);
}

static void drop_return(struct hall *h, struct task *task, bool lost)
{
    (void)h, (void)lost; /* the next action of that player ends being away as well */
    free(task);
}

static void post_return(struct act *a, const struct room *r)
{
    struct arrival *b = must(calloc(1, sizeof *b));
    memcpy(b->id, r->id, sizeof b->id);
    memcpy(b->player, a->guest->who.player, sizeof b->player);
    b->task = (struct task){.run = run_return, .drop = drop_return, .table = b->id};
    hall_post(a->hall, &a->hall->queue.own, &b->task);
}

static bool owns(const struct act *a) { return strcmp(a->room->owner, a->guest->who.player) == 0; }

/* ---- who and where ---- */

static struct outcome do_hello(struct act *a)
{
    struct guest *g = a->guest;
    struct who who = g->who;
    const char *token = text_of(a, "token");
    char fresh[WHO_TOKEN], name[128] = "";
    json_int_t v = json_integer_value(json_object_get(a->body, "v"));
    if (v != PROTOCOL)
        return NO("version", "This server speaks version 2 of the protocol. Please load the page again.");
    if (token && !who_read(&who, a->hall->key, token)) return NO("json", "This token is not of this server.");
    int knows = token || (g->known && !g->hello) ? hall_session_valid(a->hall, &who) : 1;
    if (knows < 0) return broken_store;
    if (token && !knows) return NO("json", "This token was ended by its owner.");
    if (!knows) g->known = false; /* a cookie of before: a stranger */
    /* Again only as the same: the answer may have been lost with a turn that failed. */
    bool same = strcmp(who.player, g->who.player) == 0;
    if (g->hello && !same) return NO("unknown", "`hello` comes once.");
    if (!token && !g->known) who_new(&who, hall_now(a->hall) / 1000), g->lent = true;
    g->who = who;
    g->known = g->hello = true;
    net_conn_welcome(g->conn);
    if (store_name_get(a->hall->store, g->who.player, name, sizeof name)) return broken_store;
    out_key_int(&a->extra, "v", PROTOCOL);
    out_key_str(&a->extra, "server", TAMBO_VERSION);
    out_key_str(&a->extra, "build", build_id);
    out_key_str(&a->extra, "player", g->who.player);
    out_key_str(&a->extra, "name", name);
    out_key(&a->extra, "now");
    out_uint(&a->extra, hall_now(a->hall));
    who_token(&g->who, a->hall->key, fresh);
    if (g->lent) out_key_str(&a->extra, "token", fresh);
    return good;
}

/* Does the line still live? */
static struct outcome do_ping(struct act *a)
{
    (void)a;
    return good;
}

static struct outcome do_name(struct act *a)
{
    char name[ROOM_NAME];
    const char *why = settings_name(text_of(a, "name"), name, sizeof name);
    if (why) return NO("json", why);
    struct outcome is = actions_may_name(a->hall, &a->guest->who);
    if (is.error) return is;
    return store_name_set(a->hall->store, a->guest->who.player, name) ? broken_store : good;
}

static struct outcome list(struct act *a, enum store_list which)
{
    struct out *o = hall_out(a->hall);
    out_key(o, "tables");
    if (hall_list(a->hall, which, a->guest->who.player, o)) return broken_store;
    a->extra = *o;
    return good;
}

static struct outcome do_lobby(struct act *a)
{
    const json_t *on = json_object_get(a->body, "on");
    if (on && !json_is_boolean(on)) return NO("json", "`on` is true or false.");
    a->guest->lobby = !on || json_is_true(on);
    return list(a, LIST_LOBBY);
}

static struct outcome do_mine(struct act *a) { return list(a, LIST_PLAYER); }

/* What the client has of the table: a number, and its time or 0. */
static bool read_last(const json_t *body, uint32_t *last, uint64_t *at)
{
    const json_t *n = json_object_get(body, "last"), *time = json_object_get(body, "at");
    json_int_t v = json_integer_value(n), ms = json_integer_value(time);
    if ((n && !json_is_integer(n)) || (time && !json_is_integer(time)) || v < 0 || ms < 0) return false;
    *last = v < UINT32_MAX ? (uint32_t)v : UINT32_MAX; /* no table is so long */
    *at = (uint64_t)ms;
    return true;
}

static struct outcome do_open(struct act *a)
{
    const char *id = text_of(a, "table"), *code = text_of(a, "code");
    uint32_t last;
    uint64_t at;
    char found[ID_LEN + 1], small[CODE_LEN + 1] = "";
    int why = -ENOENT;
    if (!read_last(a->body, &last, &at)) return NO("json", "`last` and `at` are numbers from 0.");
    if (!id && !code) return NO("json", "`open` needs `table` or `code`.");
    if (!id) {
        if (!limit_take(a->hall->player_rate, a->guest->who.player, 4, uv_now(a->hall->loop)))
            return actions_too_fast(a->hall, a->hall->player_rate, a->guest->who.player, 4,
                                    "Too many codes: slow down.");
        for (int i = 0; i < CODE_LEN && code[i]; i++)
            small[i] = (char)(code[i] >= 'A' && code[i] <= 'Z' ? code[i] + 32 : code[i]);
        if (strlen(code) == CODE_LEN) why = store_find(a->hall->store, small, found);
        if (why) return why == -ENOENT ? no_code() : broken_store;
        id = found;
    }
    struct room *r = hall_room(a->hall, id, &why);
    if (r && hall_hides(a->hall, r, a->guest->who.player))
        return code && !text_of(a, "table") ? no_code() : NO("table", "There is no such table.");
    if (!r) return why == -ENOENT ? NO("table", "There is no such table.") : broken_store;
    if (hall_refresh(a->hall, r) || hall_ask_elsewhere(a->hall, r)) return broken_store;
    /* The answer goes first, then the stream. */
    a->later = true;
    int seat = room_seat_of(r, a->guest->who.player);
    if (r->status == TABLE_PLAYING) post_return(a, r);
    out_key_str(&a->extra, "table", r->id);
    out_key(&a->extra, "seat");
    if (seat >= 0) out_int(&a->extra, seat + 1);
    else out_str(&a->extra, "null");
    actions_answer(a->guest, a->id, good, false, &a->extra);
    hall_follow(a->hall, a->guest, r, last, at);
    return good;
}

static struct outcome do_shut(struct act *a)
{
    hall_unfollow(a->hall, a->guest);
    return good;
}

/* ---- before the start ---- */

static struct outcome do_sit(struct act *a)
{
    struct room *r = a->room;
    char name[ROOM_NAME], mine[128] = "";
    const char *wish = text_of(a, "name");
    if (store_name_get(a->hall->store, a->guest->who.player, mine, sizeof mine)) return broken_store;
    int seat = json_object_get(a->body, "seat") ? seat_of(a, "seat") : room_free_seat(r);
    const char *why = settings_name(wish ? wish : mine[0] ? mine : "?", name, sizeof name);
    if (why) return NO("json", why);
    if (r->status != TABLE_OPEN) return NO("started", "The game has begun: there is no seat to take.");
    if (a->seat >= 0) return NO("seat", "You sit here already.");
    if (seat < 0)
        return json_object_get(a->body, "seat") ? NO("seat", "There is no such seat.")
                                                : NO("full", "All seats are taken.");
    if (r->seat[seat].kind != SEAT_FREE) return NO("seat", "This seat is taken.");
    if (r->version >= ROOM_EARLY) return too_much;
    struct outcome is = actions_may_sit(a->hall, &a->guest->who);
    if (is.error) return is;
    note(a, EVENT_SIT, seat, name);
    hall_presence(a->hall, r);
    return good;
}

/* The seat is free again; a table without people is closed. */
static void set_free(struct act *a, int seat)
{
    bool people = false;
    note(a, EVENT_FREE, seat, "");
    for (int i = 0; i < a->room->seats; i++) people |= a->room->seat[i].kind == SEAT_HUMAN;
    if (!people) hall_note(a->hall, a->room, &(struct event){.kind = EVENT_CLOSE, .seat = -1});
    hall_presence(a->hall, a->room);
}

static struct outcome do_leave(struct act *a)
{
    if (a->seat < 0) return NO("seat", "You do not sit here.");
    if (a->room->status == TABLE_OPEN) set_free(a, a->seat);
    else if (hall_hides(a->hall, a->room, "")) return NO("setup", "A game of the day is yours alone: no bot plays on.");
    else if (a->room->status == TABLE_PLAYING && !a->room->seat[a->seat].away) {
        if (room_worn(a->room, a->seat)) return NO("limit", "You have changed your mind too often.");
        note(a, EVENT_AWAY, a->seat, "");
    }
    return good;
}

static struct outcome do_free(struct act *a)
{
    int seat = seat_of(a, "seat");
    if (!owns(a)) return NO("owner", "Only the host may do that.");
    if (a->room->status != TABLE_OPEN) return NO("started", "The game has begun.");
    if (seat < 0 || a->room->seat[seat].kind == SEAT_FREE) return NO("seat", "Nobody sits there.");
    set_free(a, seat);
    return good;
}

static struct outcome do_bot(struct act *a)
{
    int seat = json_object_get(a->body, "seat") ? seat_of(a, "seat") : room_free_seat(a->room);
    const char *level = text_of(a, "level");
    if (!owns(a)) return NO("owner", "Only the host may do that.");
    if (a->room->status != TABLE_OPEN) return NO("started", "The game has begun.");
    int number = level ? bot_number(level, strlen(level)) : -1;
    if (number < 0) return NO("json", wish_no_level);
    if (seat < 0 || a->room->seat[seat].kind != SEAT_FREE) return NO("seat", "This seat is not free.");
    if (a->room->version >= ROOM_EARLY) return too_much;
    note(a, EVENT_BOT, seat, bot_names[number]);
    return good;
}

static struct outcome do_start(struct act *a)
{
    struct out *o = hall_out(a->hall);
    if (!owns(a)) return NO("owner", "Only the host may do that.");
    if (a->room->status != TABLE_OPEN) return NO("started", "The game has begun already.");
    const char *why = room_head(a->room, o);
    if (why) return NO("setup", why);
    GAME_ASSERT(out_end(o));
    note(a, EVENT_START, -1, o->p);
    hall_presence(a->hall, a->room); /* seats have moved up */
    return good;
}

/* ---- playing ---- */

static struct outcome playing(const struct act *a)
{
    if (a->room->status == TABLE_OPEN) return NO("waiting", "The game has not begun.");
    if (a->room->status == TABLE_OVER) return NO("over", "The game is over.");
    if (a->seat < 0) return NO("seat", "You do not sit here.");
    if (room_worn(a->room, a->seat)) return NO("limit", "You have changed your mind too often.");
    const json_t *round = json_object_get(a->body, "round");
    if (round && (!json_is_integer(round) || json_integer_value(round) != a->room->now->round))
        return NO("turn", "The round is another by now.");
    return good;
}

/* A player who acts is not away any more. */
static void here(struct act *a)
{
    const struct room_seat *s = &a->room->seat[a->seat];
    if (s->away || s->stand_in) note_here(a->hall, a->room, a->seat);
}

/* Bytes of the seat's own number in front of a line, as records have it. */
static size_t own_number(const char *line, int seat)
{
    struct words w = words_of(line, strlen(line));
    return words_number(&w, MAX_SEATS) == seat + 1 && *w.at ? (size_t)(w.at - line) : 0;
}

static struct outcome do_turn(struct act *a)
{
    struct outcome is = playing(a);
    const json_t *lines = json_object_get(a->body, "lines");
    struct out *o = hall_out(a->hall);
    if (is.error) return is;
    if (!json_is_array(lines) || !json_array_size(lines) || json_array_size(lines) > ROOM_LINES)
        return NO("json", "`lines` is a list of 1 to 64 texts.");
    for (size_t i = 0; i < json_array_size(lines); i++) {
        const char *line = json_string_value(json_array_get(lines, i));
        if (!line || !*line || strchr(line, '\n')) return NO("json", "`lines` is a list of 1 to 64 texts.");
        if (i) out_char(o, '\n');
        out_str(o, line + own_number(line, a->seat));
    }
    GAME_ASSERT(out_end(o));
    if (!a->room->sealed && !room_acts(a->room, a->seat)) return NO("turn", "It is not your turn.");
    const char *why = room_may_move(a->room, a->seat, o->p, o->len, true);
    if (why) return NO("illegal", why);
    here(a);
    note(a, a->room->sealed ? EVENT_TURN : EVENT_MOVE, a->seat, o->p);
    return good;
}

static struct outcome do_back(struct act *a)
{
    struct outcome is = playing(a);
    if (is.error) return is;
    if (!room_may_back(a->room, a->seat)) return NO("turn", "There is nothing to take back.");
    here(a);
    note(a, EVENT_BACK, a->seat, "");
    return good;
}

static struct outcome do_replace(struct act *a)
{
    int seat = seat_of(a, "seat");
    if (a->room->status != TABLE_PLAYING) return NO("waiting", "No game goes on here.");
    if (!owns(a)) return NO("owner", "Only the host may do that.");
    if (hall_hides(a->hall, a->room, "")) return NO("setup", "A game of the day is yours alone: no bot plays on.");
    if (seat < 0 || a->room->seat[seat].kind != SEAT_HUMAN || a->room->seat[seat].away)
        return NO("seat", "No person plays there.");
    if (hall_ask_elsewhere(a->hall, a->room)) return broken_store;
    if (hall_is_here(a->room, a->room->seat[seat].player)) return NO("seat", "They are connected.");
    note(a, EVENT_AWAY, seat, "");
    return good;
}

/* ---- talking ---- */

static struct outcome talks(const struct act *a)
{
    if (a->seat < 0) return NO("seat", "Only players may talk.");
    if (a->room->talk >= ROOM_TALK || a->room->said >= ROOM_SAID)
        return NO("limit", "Enough has been said at this table.");
    if (!hall_is_heard(a->hall, a->room, a->seat)) return NO("seat", "Nobody else is at this table who could hear it.");
    struct outcome is = actions_may_talk(a->hall);
    if (is.error) return is;
    if (!limit_take(a->hall->player_rate, a->guest->who.player, 5, uv_now(a->hall->loop)))
        return actions_too_fast(a->hall, a->hall->player_rate, a->guest->who.player, 5, "Too fast: slow down.");
    return good;
}

static struct outcome do_chat(struct act *a)
{
    const char *text = text_of(a, "text");
    size_t letters = 0;
    struct outcome is = talks(a);
    if (is.error) return is;
    if (text && !name_plain(text, strlen(text))) return NO("json", "`text` has no control characters.");
    for (const char *p = text; p && *p; p++) letters += (*p & 0xc0) != 0x80;
    if (!letters || letters > ROOM_CHAT) return NO("json", "`text` has 1 to 300 characters.");
    note(a, EVENT_CHAT, a->seat, text);
    return good;
}

static struct outcome do_signal(struct act *a)
{
    const char *signal = text_of(a, "signal");
    struct outcome is = talks(a);
    if (is.error) return is;
    if (!signal || !room_may_signal(a->room, signal)) return NO("json", "There is no such signal.");
    note(a, EVENT_SIGNAL, a->seat, signal);
    return good;
}

static struct outcome do_mute(struct act *a)
{
    int seat = seat_of(a, "seat");
    const json_t *on = json_object_get(a->body, "on");
    char text[16];
    struct out o = {.p = text, .size = sizeof text};
    if (a->seat < 0 || seat < 0) return NO("seat", "There is no such seat.");
    if (seat == a->seat) return NO("seat", "Nobody mutes themselves.");
    if (!json_is_boolean(on)) return NO("json", "`on` is true or false.");
    if (a->room->talk >= ROOM_TALK) return NO("limit", "Enough has been said at this table.");
    out_int(&o, seat + 1);
    out_str(&o, json_is_true(on) ? " on" : " off");
    out_end(&o);
    note(a, EVENT_MUTE, a->seat, text);
    return good;
}

/* ---- looking ---- */

static struct outcome do_view(struct act *a)
{
    struct out *o = hall_out(a->hall);
    out_key(o, "view");
    if (!room_view(a->room, a->seat >= 0 ? a->seat : WATCHER, o)) return NO("waiting", "The game has not begun.");
    a->extra = *o;
    return good;
}

static struct outcome do_legal(struct act *a)
{
    struct out *o = hall_out(a->hall);
    if (!a->room->size) return NO("waiting", "The game has not begun.");
    room_legal(a->room, a->seat, o);
    a->extra = *o;
    return good;
}

bool actions_record(struct hall *h, struct room *r, const char *player, struct out *o)
{
    struct room_record record = {o, r->status == TABLE_OVER};
    struct room_listener listener = room_record_listener(&record);
    if (!r->size) return false;
    if (hall_replay(h, r, &listener)) return false;
    room_record_end(r, room_seat_of(r, player), o);
    return true;
}

static struct outcome do_record(struct act *a)
{
    struct out *o = hall_out(a->hall);
    if (!a->room->size) return NO("waiting", "The game has not begun.");
    if (!actions_record(a->hall, a->room, a->guest->who.player, o)) return broken_store;
    struct out j = {.p = must(malloc(2 * o->len + 64)), .size = 2 * o->len + 64};
    out_key(&j, "record");
    out_json(&j, o->p, o->len);
    actions_answer(a->guest, a->id, good, false, &j);
    free(j.p);
    a->later = true;
    return good;
}

/* ---- the list ---- */

enum { CHANGES = 1, AT_TABLE = 2, FIRST = 4, WRITES = 8, TURNS = 16 };

struct action {
    const char *word;
    struct outcome (*run)(struct act *);
    int flags; /* CHANGES: the table, once for each id; WRITES: something else */
};
static const struct action list_of_actions[] = {
    {"hello", do_hello, FIRST},
    {"ping", do_ping, 0},
    {"name", do_name, WRITES},
    {"lobby", do_lobby, 0},
    {"mine", do_mine, 0},
    {"create", actions_do_create, WRITES},
    {"open", do_open, 0},
    {"shut", do_shut, AT_TABLE},
    {"sit", do_sit, AT_TABLE | CHANGES},
    {"leave", do_leave, AT_TABLE | CHANGES},
    {"bot", do_bot, AT_TABLE | CHANGES},
    {"free", do_free, AT_TABLE | CHANGES},
    {"start", do_start, AT_TABLE | CHANGES},
    {"turn", do_turn, AT_TABLE | CHANGES | TURNS},
    {"back", do_back, AT_TABLE | CHANGES},
    {"chat", do_chat, AT_TABLE | CHANGES},
    {"signal", do_signal, AT_TABLE | CHANGES},
    {"mute", do_mute, AT_TABLE | CHANGES},
    {"replace", do_replace, AT_TABLE | CHANGES},
    {"rematch", actions_do_rematch, AT_TABLE | WRITES},
    {"view", do_view, AT_TABLE},
    {"legal", do_legal, AT_TABLE},
    {"record", do_record, AT_TABLE},
};

static const struct action *find_action(const char *word)
{
    for (size_t k = 0; word && k < sizeof list_of_actions / sizeof *list_of_actions; k++)
        if (strcmp(list_of_actions[k].word, word) == 0) return &list_of_actions[k];
    return NULL;
}

/* A message that waits for its turn. */
struct message {
    struct task task;
    const struct action *action;
    struct outcome is; /* what it gets whatever happens; or nothing yet */
    json_t *body;
    uint64_t got; /* hrtime */
    bool counted; /* against the player's rate, once */
    bool answered;
    uint64_t retries; /* how many batches had to be done again when it was */
    char id[ACTION_LEN + 1];
};

static struct outcome run(struct act *a, struct message *m, bool *again)
{
    int flags = m->action->flags, status;
    if (!a->guest->hello && !(flags & FIRST)) return NO("version", "`hello` comes first.");
    bool free = !a->guest->known || m->counted; /* the first word of a stranger: only the line's own limit counts */
    if (!free && !limit_take(a->hall->player_rate, a->guest->who.player, 1, uv_now(a->hall->loop)))
        return actions_too_fast(a->hall, a->hall->player_rate, a->guest->who.player, 1, "Too fast: slow down.");
    m->counted = true;
    if (!(flags & AT_TABLE)) return m->action->run(a);
    if (!a->room) return NO("table", "No table is open.");
    if (!hall_room(a->hall, a->room->id, &status)) return broken_store;
    if (flags & (CHANGES | WRITES) && !hall_lock(a->hall, a->room)) return broken_store;
    a->seat = room_seat_of(a->room, a->guest->who.player);
    if (flags & CHANGES) {
        *again = hall_has(a->room, a->guest->who.player, a->id);
        if (*again) return good;
    }
    struct outcome is = m->action->run(a);
    if (!is.error && flags & CHANGES) (flags & TURNS ? hall_settle_turn : hall_settle)(a->hall, a->room);
    return is;
}

/* It has no answer, or that was thrown away with its batch, which is done again. */
static bool is_unanswered(const struct hall *h, const struct message *m)
{
    return !m->answered || m->retries < h->metrics.commit_retries;
}

static void run_message(struct hall *h, struct task *task)
{
    struct message *m = (struct message *)task;
    GAME_ASSERT(is_unanswered(h, m));
    m->answered = false;
    struct guest *g = task->queue->guest;
    char extra[512];
    bool again = false;
    struct act a = {.hall = h,
                    .guest = g,
                    .body = m->body,
                    .id = m->id,
                    .room = g->room,
                    .seat = -1,
                    .extra = {.p = extra, .size = sizeof extra}};
    struct outcome is = m->is.error ? m->is : run(&a, m, &again);
    if (h->deferred || (is.error == broken_store.error && hall_defer(h))) return;
    if (is.error) metrics_word(&h->metrics.refused, is.error);
    if (!a.later) actions_answer(g, m->id[0] ? m->id : NULL, is, again, &a.extra);
    m->answered = true;
    m->retries = h->metrics.commit_retries;
}

static void drop_message(struct hall *h, struct task *task, bool lost)
{
    struct message *m = (struct message *)task;
    GAME_ASSERT(!lost || is_unanswered(h, m));
    /* A server that stops says nothing: the line ends, and it is sent again to the next. */
    if (lost && !h->stopping) actions_answer(task->queue->guest, m->id[0] ? m->id : NULL, unknown, false, NULL);
    metrics_histogram_add(&h->metrics.ack, (double)(uv_hrtime() - m->got) / 1e9);
    json_decref(m->body);
    free(m);
}

void actions_message(struct hall *h, struct guest *g, const char *text, size_t n, uint32_t wait_ms)
{
    uint32_t weight = hall_weight(text, n);
    bool heavy = weight > QUEUE_CLIENT_BYTES;
    json_t *body = heavy ? NULL : json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    const char *id = json_string_value(json_object_get(body, "id"));
    const struct action *action = find_action(json_string_value(json_object_get(body, "do")));
    const char *why = wish_texts(body);
    struct outcome is = good;
    bool named = id && *id && strlen(id) <= ACTION_LEN;
    if (wait_ms) is = (struct outcome){"rate", "Too many messages: slow down.", wait_ms};
    else if (heavy) is = NO("json", HALL_TOO_HEAVY);
    else if (!json_is_object(body)) is = NO("json", "A message is one JSON object.");
    else if (!named) is = NO("json", "`id` is a text of 1 to 32 bytes.");
    else if (!action) is = NO("unknown", "There is no such thing to do.");
    else if (why) is = NO("json", why);
    weight = is.error ? 0 : weight + (uint32_t)sizeof(struct message);
    if (queue_full(&h->queue, &g->queue, weight)) { /* not in its turn, as it would wait long for that */
        actions_answer(g, named ? id : NULL, (struct outcome){"rate", "Too many messages: slow down.", HALL_RETRY_MS},
                       false, NULL);
        json_decref(body);
        return;
    }
    struct message *m = must(calloc(1, sizeof *m));
    *m = (struct message){.action = action, .body = is.error ? NULL : body, .is = is, .got = uv_hrtime()};
    bool reads = is.error || !(action->flags & (CHANGES | WRITES));
    m->task = (struct task){.run = run_message, .drop = drop_message, .reads = reads, .bytes = weight};
    if (named) memcpy(m->id, id, strlen(id) + 1);
    if (is.error) json_decref(body);
    hall_post(h, &g->queue, &m->task);
}
