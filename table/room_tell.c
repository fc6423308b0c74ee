/* room_tell.c -- see room.h: the objects clients get (docs/protocol.md), and the texts
 * others ask for. Everything told to a viewer is made from what that viewer may know. */
#include "room_in.h"

#include <string.h>

enum { LEGAL_SHOWN = 500, NAMES_SHOWN = 8 };

static struct out buffer(size_t size) { return (struct out){.p = memory_raw(size), .size = size}; }

/* Of the public event. */
static void tell(const struct room *r, const struct room_listener *listener, int to, struct out *o)
{
    GAME_ASSERT(o->len <= o->size);
    if (listener->tell) listener->tell(listener->ctx, r, to, o->p, o->len, 0);
}

static void tell_standing(const struct room *r, const struct room_listener *listener, int to, struct out *o, int how)
{
    GAME_ASSERT(o->len <= o->size);
    if (listener->tell) listener->tell(listener->ctx, r, to, o->p, o->len, how | TELL_STANDING);
}

/* A round has closed: what stood in it is past. */
static void tell_closing(const struct room *r, const struct room_listener *listener, struct out *o)
{
    GAME_ASSERT(o->len <= o->size);
    if (listener->tell) listener->tell(listener->ctx, r, TO_ALL, o->p, o->len, TELL_CLOSES);
}

static void show_what(struct out *o, const char *t, int seat)
{
    out_key_str(o, "t", t);
    if (seat >= 0) out_key_int(o, "seat", seat + 1);
}

/* `{"t":"ready","seat":3` and no end. */
static void begin_standing(struct out *o, const char *t, int seat)
{
    o->len = 0;
    out_char(o, '{');
    show_what(o, t, seat);
}

/* The same of the public event: with its number and its time. */
static void begin(const struct room *r, struct out *o, const char *t, int seat)
{
    o->len = 0;
    out_char(o, '{');
    out_key(o, "n");
    out_uint(o, r->number);
    show_what(o, t, seat);
    out_key(o, "at");
    out_uint(o, r->at);
}

static void show_due(struct out *o, uint64_t due)
{
    if (!due) return;
    out_key(o, "due");
    out_uint(o, due);
}

/* ---- lines ---- */

/* The line of a record, without its end. */
static void write_line(const struct game *g, const struct state *s, int seat, const Move *m, int n, struct out *o)
{
    record_write_line(g, s, seat, m, n, o);
    if (o->len && o->len <= o->size && o->p[o->len - 1] == '\n') o->len--;
}

/* Of that many moves as lines in an object. */
static size_t lines_bytes(int n) { return 256 + (size_t)n * 64; }

struct lines {
    const struct game *game;
    const struct room_listener *listener; /* NULL: the record hears nothing of it */
    struct out *json, *plain;             /* either may be NULL */
    int seat;                             /* only of this seat; -1: of all */
};

static void add_line(struct lines *l, const struct state *s, int seat, Move m)
{
    char text[128];
    struct out o = {.p = text, .size = sizeof text};
    write_line(l->game, s, seat, &m, 1, &o);
    if (l->json) {
        out_comma(l->json);
        out_json(l->json, text, o.len);
    }
    if (l->plain) {
        out_bytes(l->plain, text, o.len);
        out_char(l->plain, '\n');
    }
    if (l->listener && l->listener->line) l->listener->line(l->listener->ctx, text, o.len, false);
}

/* The first n moves of the round, in order. What others do does not change how one's own are written. */
static void add_lines(const struct room *r, int n, struct lines *l)
{
    if (!n) return;
    struct state *s = memory_raw(r->size);
    memcpy(s, r->base, r->size);
    for (int i = 0; i < n; i++) {
        if (l->seat >= 0 && l->seat != r->turn[i].seat) continue;
        add_line(l, s, r->turn[i].seat, r->turn[i].move);
        l->game->apply(s, r->turn[i].seat, r->turn[i].move);
    }
    memory_give(s);
}

/* `{"n":7,"t":"play","at":1790000000000,"lines":[` and no end. */
static void begin_lines(const struct room *r, struct out *o, const char *t)
{
    begin(r, o, t, -1);
    out_key(o, "lines");
    out_char(o, '[');
}

/* ---- lines as viewers may know them ---- */

enum { PLAY_SIZE = 16384 };

void room_play_begin(struct room_play *s, struct room *r, const struct room_listener *listener)
{
    s->room = r;
    s->listener = listener;
    s->viewers = !listener->tell ? 0 : r->sealed ? 1 : r->seats + 1;
    s->text = memory_take(((size_t)s->viewers + 1) * sizeof *s->text);
    s->closes = r->closed_n > 0;
    for (int i = 0; i < s->viewers; i++) {
        s->text[i] = buffer(PLAY_SIZE + lines_bytes(r->closed_n));
        begin_lines(r, &s->text[i], s->closes ? "round" : "play");
        add_lines(r, r->closed_n, &(struct lines){.game = r->set.game, .json = &s->text[i], .seat = -1});
    }
}

void room_play_moves(struct room_play *play, const struct state *s, int seat, const Move *m, int n, struct words line)
{
    const struct game *g = play->room->set.game;
    struct out o = {.p = NULL};
    bool mine = seat == NATURE && g->mark(m[0]) == '~', secret = mine; /* for one seat: not in records */
    if (!line.at) {
        o = buffer(PLAY_SIZE);
        write_line(g, s, seat, m, n, &o);
        line = words_of(o.p, o.len);
    }
    size_t line_n = (size_t)(line.end - line.at);
    for (int k = 0; k < n; k++) secret |= g->veil(s, seat, m[k], WATCHER) != m[k];
    if (play->listener->line && !mine) play->listener->line(play->listener->ctx, line.at, line_n, secret);
    for (int i = 0; i < play->viewers; i++) {
        struct out *t = &play->text[i];
        int viewer = play->viewers == 1 || i == play->viewers - 1 ? WATCHER : i;
        bool whole = !mine;
        for (int k = 0; k < n; k++) whole &= g->veil(s, seat, m[k], viewer) == m[k];
        if (whole) {
            out_comma(t);
            out_json(t, line.at, line_n);
        }
        for (int k = 0; !whole && k < n; k++) {
            out_comma(t);
            out_char(t, '[');
            out_int(t, seat + 1);
            out_str(t, ",\"");
            out_uint(t, g->veil(s, seat, m[k], viewer));
            out_str(t, "\"]");
        }
    }
    memory_give(o.p);
}

void room_play_fact(void *play, const struct state *s, Move m)
{
    room_play_moves(play, s, NATURE, &m, 1, (struct words){NULL, NULL});
}

void room_play_drop(struct room_play *s)
{
    for (int i = 0; i < s->viewers; i++) memory_give(s->text[i].p);
    memory_give(s->text);
}

void room_play_end(struct room_play *s, uint64_t due)
{
    bool same = true;
    for (int i = 0; i < s->viewers; i++) {
        out_char(&s->text[i], ']');
        show_due(&s->text[i], due);
        out_char(&s->text[i], '}');
        same &= s->text[i].len == s->text[0].len && memcmp(s->text[i].p, s->text[0].p, s->text[0].len) == 0;
    }
    GAME_ASSERT(same || !s->closes);
    if (s->closes && s->viewers) tell_closing(s->room, s->listener, &s->text[0]);
    else if (same && s->viewers) tell(s->room, s->listener, TO_ALL, &s->text[0]);
    for (int i = 0; !same && i < s->viewers; i++)
        tell(s->room, s->listener, i == s->viewers - 1 ? TO_REST : i, &s->text[i]);
    room_play_drop(s);
}

/* ---- sealed rounds ---- */

void room_tell_yours(const struct room *r, int seat, const struct room_listener *listener)
{
    if (!listener->tell) return;
    struct out o = buffer(lines_bytes(r->turn_n));
    struct lines l = {.game = r->set.game, .json = &o, .seat = seat};
    begin_standing(&o, "yours", -1);
    out_key(&o, "lines");
    out_char(&o, '[');
    add_lines(r, r->turn_n, &l);
    out_str(&o, "]}");
    tell_standing(r, listener, seat, &o, 0);
    memory_give(o.p);
}

void room_tell_ready(const struct room *r, int seat, bool ready, const struct room_listener *listener)
{
    if (!listener->tell) return;
    struct out o = buffer(128);
    begin_standing(&o, "ready", seat);
    if (!ready) out_key_bool(&o, "ready", false);
    out_char(&o, '}');
    tell_standing(r, listener, TO_ALL, &o, TELL_LAZY);
    memory_give(o.p);
}

void room_tell_round(const struct room *r, const struct room_listener *listener)
{
    bool told = listener->tell && r->now->phase != PHASE_CHANCE; /* else it is told with the dice */
    if (!listener->line && !told) return;
    struct out o = buffer(lines_bytes(r->turn_n));
    struct lines l = {.game = r->set.game, .listener = listener, .json = &o, .seat = -1};
    begin_lines(r, &o, "round");
    add_lines(r, r->turn_n, &l);
    out_str(&o, "]}");
    if (told) tell_closing(r, listener, &o);
    memory_give(o.p);
}

/* ---- the table and its seats ---- */

static void tell_table(const struct room *r, const struct room_listener *listener)
{
    struct out o = buffer(4096);
    begin(r, &o, "table", -1);
    out_key_str(&o, "id", r->id);
    out_key_str(&o, "code", r->set.code);
    settings_show(&r->set, &o);
    out_key_str(&o, "owner", r->owner);
    out_char(&o, '}');
    tell(r, listener, TO_ALL, &o);
    memory_give(o.p);
}

static void show_seat(const struct room_seat *s, struct out *o)
{
    static const char *const kinds[] = {"free", "human", "bot"};
    out_key_str(o, "kind", kinds[s->kind]);
    if (s->kind == SEAT_FREE) return;
    out_key_str(o, "name", s->name);
    if (s->kind == SEAT_BOT) out_key_str(o, "level", bot_names[s->level]);
    else out_key_str(o, "player", s->player);
}

static void tell_seat(const struct room *r, int seat, const struct room_listener *listener)
{
    struct out o = buffer(1024);
    bool human = r->seat[seat].kind == SEAT_HUMAN;
    begin(r, &o, "seat", seat);
    show_seat(&r->seat[seat], &o);
    size_t len = o.len;
    out_char(&o, '}');
    tell(r, listener, human ? TO_BUT + seat : TO_ALL, &o);
    o.len = len;
    out_key_bool(&o, "you", true);
    out_char(&o, '}');
    if (human) tell(r, listener, seat, &o);
    memory_give(o.p);
}

void room_tell_free(const struct room *r, int seat, const struct room_listener *listener)
{
    struct out o = buffer(128);
    begin(r, &o, "seat", seat);
    out_key_str(&o, "kind", "free");
    out_char(&o, '}');
    tell(r, listener, TO_ALL, &o);
    memory_give(o.p);
}

void room_tell_owner(const struct room *r, const struct room_listener *listener)
{
    struct out o = buffer(256);
    begin(r, &o, "owner", -1);
    out_key_str(&o, "player", r->owner);
    out_char(&o, '}');
    tell(r, listener, TO_ALL, &o);
    memory_give(o.p);
}

/* ---- the start and the end ---- */

/* Without `--`, and without its board if that is hidden. */
static void show_head(const struct room *r, const struct head *head, size_t size, struct out *o)
{
    struct out h = buffer(size);
    record_write_lines(head, !r->hides, &h);
    GAME_ASSERT(h.len <= h.size);
    out_json(o, h.p, h.len);
    memory_give(h.p);
}

static void show_state(const struct room *r, struct out *o)
{
    struct state *s = memory_raw(r->size);
    memcpy(s, r->now, r->size);
    r->set.game->redact(s, WATCHER);
    out_key(o, "state");
    out_char(o, '"');
    out_base64(o, (const uint8_t *)s, r->size);
    out_char(o, '"');
    memory_give(s);
}

static void tell_start(const struct room *r, const struct event *e, const struct head *head,
                       const struct room_listener *listener)
{
    struct out o = buffer(8192 + 4 * e->n + 2 * r->size + (size_t)r->seats * 4 * ROOM_NAME);
    begin(r, &o, "start", -1);
    out_key_int(&o, "players", r->seats);
    out_key(&o, "head");
    show_head(r, head, e->n + 1024, &o);
    if (r->hides) show_state(r, &o);
    out_key_str(&o, "commit", r->set.unpromised ? NULL : r->commit);
    out_key(&o, "names");
    out_char(&o, '[');
    for (int i = 0; i < r->seats; i++) {
        out_comma(&o);
        out_json(&o, r->seat[i].name, strlen(r->seat[i].name));
    }
    out_char(&o, ']');
    out_key(&o, "seat");
    size_t len = o.len;
    for (int i = 0; i <= r->seats; i++) {
        bool rest = i == r->seats;
        o.len = len;
        if (rest) out_str(&o, "null");
        else out_int(&o, i + 1);
        out_char(&o, '}');
        if (rest || r->seat[i].kind == SEAT_HUMAN) tell(r, listener, rest ? TO_REST : i, &o);
    }
    memory_give(o.p);
}

static void start(const struct room *r, const struct event *e, const struct room_listener *listener)
{
    if (!listener->tell && !listener->head) return;
    struct record *rec = room_read_head(e);
    if (listener->head) listener->head(listener->ctx, r, &rec->head);
    if (listener->tell) tell_start(r, e, &rec->head, listener);
    memory_give(rec);
}

static void names_of(const struct room *r, struct name names[MAX_SEATS])
{
    for (int i = 0; i < r->seats; i++) names[i] = (struct name){r->seat[i].name, strlen(r->seat[i].name)};
}

void room_result(const struct room *r, struct out *o)
{
    struct name names[MAX_SEATS];
    names_of(r, names);
    match_result(r->set.game, r->now, r->size, names, o);
}

void room_tell_over(const struct room *r, const struct room_listener *listener)
{
    if (!listener->tell || !r->size) return;
    struct out o = buffer(4096 + (size_t)r->seats * 1024);
    begin(r, &o, "over", -1);
    out_key(&o, "result");
    room_result(r, &o);
    bool told = !r->set.unpromised && !room_withholds(r);
    out_key(&o, "salt");
    if (told) out_char(&o, '"');
    if (told) out_digits(&o, r->set.salt, FAIR_SALT);
    out_str(&o, told ? "\"" : "null");
    out_char(&o, '}');
    tell(r, listener, TO_ALL, &o);
    memory_give(o.p);
}

/* ---- talk ---- */

/* To all but those who do not want to hear the seat. */
static void tell_talk(const struct room *r, int seat, struct out *o, const struct room_listener *listener)
{
    bool muted = false;
    for (int i = 0; i < r->seats; i++) muted |= seats_has(r->seat[i].mutes, seat);
    if (!muted) {
        tell(r, listener, TO_ALL, o);
        return;
    }
    for (int i = 0; i < r->seats; i++)
        if (!seats_has(r->seat[i].mutes, seat)) tell(r, listener, i, o);
    tell(r, listener, TO_REST, o);
}

static void tell_words(const struct room *r, const struct event *e, const struct room_listener *listener)
{
    bool chat = e->kind == EVENT_CHAT;
    struct out o = buffer(256 + 6 * e->n);
    begin(r, &o, chat ? "chat" : "signal", e->seat);
    out_key_str(&o, chat ? "text" : "signal", e->text);
    out_char(&o, '}');
    tell_talk(r, e->seat, &o, listener);
    memory_give(o.p);
}

static void tell_mute(const struct room *r, int seat, int other, const struct room_listener *listener)
{
    struct out o = buffer(128);
    begin_standing(&o, "mute", other);
    out_key_bool(&o, "on", seats_has(r->seat[seat].mutes, other));
    out_char(&o, '}');
    tell_standing(r, listener, seat, &o, 0);
    memory_give(o.p);
}

static void tell_note(const struct room *r, const char *t, int seat, const char *key, const char *value,
                      const struct room_listener *listener)
{
    struct out o = buffer(256);
    begin(r, &o, t, seat);
    if (key) out_key_str(&o, key, value);
    out_char(&o, '}');
    tell(r, listener, TO_ALL, &o);
    memory_give(o.p);
}

static int muted_seat(const struct event *e)
{
    struct words w = words_of(e->text, e->n);
    return words_number(&w, MAX_SEATS) - 1;
}

void room_tell_standing(const struct room *r, int seat, bool whole, const struct room_listener *listener)
{
    bool round = r->sealed && r->status == TABLE_PLAYING && r->now->phase == PHASE_PLAY;
    if (round && seat >= 0 && (whole || room_may_back(r, seat))) room_tell_yours(r, seat, listener);
    for (int i = 0; i < r->seats; i++) {
        bool acts = round && seats_has(r->base->acting, i), ready = acts && !seats_has(r->now->acting, i);
        if (ready || (whole && acts)) room_tell_ready(r, i, ready, listener);
        if (seat >= 0 && (whole || seats_has(r->seat[seat].mutes, i))) tell_mute(r, seat, i, listener);
    }
}

void room_tell_event(const struct room *r, const struct event *e, const struct room_listener *listener)
{
    if (!listener->tell && !listener->head) return;
    switch (e->kind) {
    case EVENT_CREATE: tell_table(r, listener); return;
    case EVENT_SIT:
    case EVENT_BOT: tell_seat(r, e->seat, listener); return;
    case EVENT_START: start(r, e, listener); return;
    case EVENT_LATE: tell_note(r, "late", e->seat, NULL, NULL, listener); return;
    case EVENT_AWAY: tell_note(r, "away", e->seat, NULL, NULL, listener); return;
    case EVENT_HERE: tell_note(r, "here", e->seat, NULL, NULL, listener); return;
    case EVENT_NEXT: tell_note(r, "next", -1, "table", r->next, listener); return;
    case EVENT_CLOSE: tell_note(r, "closed", -1, NULL, NULL, listener); return;
    case EVENT_CHAT:
    case EVENT_SIGNAL: tell_words(r, e, listener); return;
    case EVENT_MUTE: tell_mute(r, e->seat, muted_seat(e), listener); return;
    default: return; /* free seats, chance and moves have been told */
    }
}

/* ---- the record ---- */

static void record_head(void *ctx, const struct room *r, const struct head *head)
{
    const struct room_record *to = ctx;
    bool shown = to->whole || !r->hides;
    record_write_lines(head, shown, to->o);
    out_str(to->o, shown ? "--\n" : "# the map is hidden until the end\n--\n");
}

static void record_heard(void *ctx, const char *text, size_t n, bool secret)
{
    const struct room_record *to = ctx;
    if (secret && !to->whole) out_str(to->o, "# hidden until the end");
    else out_bytes(to->o, text, n);
    out_char(to->o, '\n');
}

struct room_listener room_record_listener(struct room_record *to)
{
    return (struct room_listener){.head = record_head, .line = record_heard, .ctx = to};
}

void room_record_end(const struct room *r, int seat, struct out *o)
{
    char map[64];
    struct lines l = {.game = r->set.game, .plain = o, .seat = seat};
    if (r->status == TABLE_PLAYING && seat >= 0 && r->sealed) add_lines(r, r->turn_n, &l);
    if (r->status == TABLE_OVER && !r->set.unpromised && !room_withholds(r))
        fair_write(r->set.salt, r->commit, settings_map(&r->set, map), o);
}

/* ---- texts that are asked for ---- */

const char *room_head(const struct room *r, struct out *o)
{
    struct head h;
    int n = 0;
    const char *why = settings_board(&r->set, &h);
    for (int i = 0; i < r->seats; i++)
        if (r->seat[i].kind != SEAT_FREE) h.name[n++] = (struct name){r->seat[i].name, strlen(r->seat[i].name)};
    h.setup.players = (uint8_t)n;
    if (n < r->set.game->modes[r->set.mode].min) return "More players are needed for this mode.";
    if (!why) why = r->set.game->refuse(&h.setup);
    if (!why) record_write_head(&h, o);
    return why;
}

void room_draw(const struct room *r, struct out *o)
{
    const struct game *g = r->set.game;
    struct rng rng = fair_rng(r->set.salt, r->chances);
    Move m[MAX_LINE_MOVES];
    int n = g->draw(r->now, &rng, m);
    write_line(g, r->now, NATURE, m, n, o);
}

void room_move_line(const struct room *r, const struct state *s, int seat, Move m, struct out *o)
{
    r->set.game->write(s, seat, &m, 1, o);
}

void room_summary(const struct room *r, struct out *o)
{
    static const char *const states[] = {"open", "playing", "over"};
    int free_seats = 0;
    for (int i = 0; i < r->seats; i++) free_seats += r->seat[i].kind == SEAT_FREE;
    out_char(o, '{');
    out_key_str(o, "id", r->id);
    out_key_str(o, "code", r->set.code);
    settings_show(&r->set, o);
    out_key_str(o, "status", states[r->status]);
    out_key_str(o, "owner", r->owner);
    out_key_int(o, "free", free_seats);
    out_key_int(o, "players", r->seats - free_seats);
    out_key(o, "who");
    out_char(o, '[');
    for (int i = 0, n = 0; i < r->seats && n < NAMES_SHOWN; i++) {
        if (r->seat[i].kind == SEAT_FREE) continue;
        n++;
        out_comma(o);
        out_char(o, '{');
        out_key_int(o, "seat", i + 1);
        show_seat(&r->seat[i], o);
        out_key_bool(o, "acts", room_acts(r, i));
        out_char(o, '}');
    }
    out_char(o, ']');
    if (r->size) out_key_int(o, "round", r->now->round);
    show_due(o, r->due);
    out_key(o, "created");
    out_uint(o, r->created);
    out_key(o, "changed");
    out_uint(o, r->at); /* not of private events: who reconsiders a sealed turn is nobody's business */
    out_char(o, '}');
}

bool room_view(const struct room *r, int viewer, struct out *o)
{
    if (!r->size) return false;
    struct state *s = memory_raw(r->size);
    struct name names[MAX_SEATS];
    names_of(r, names);
    memcpy(s, r->now, r->size);
    match_view(r->set.game, s, r->set.game->modes[r->set.mode].name, viewer, names, o);
    memory_give(s);
    return true;
}

void room_legal(const struct room *r, int seat, struct out *o)
{
    const struct game *g = r->set.game;
    struct lines mine = {.game = g, .json = o, .seat = seat};
    uint32_t n = room_acts(r, seat) ? g->legal(r->now, seat, NULL) : 0;
    out_key(o, "lines");
    out_char(o, '[');
    for (uint32_t i = 0; i < n && i < LEGAL_SHOWN; i++) {
        char text[128];
        struct out line = {.p = text, .size = sizeof text};
        room_move_line(r, r->now, seat, g->nth(r->now, seat, i), &line);
        out_comma(o);
        out_json(o, text, line.len);
    }
    out_char(o, ']');
    out_key_bool(o, "more", n > LEGAL_SHOWN);
    out_key(o, "yours");
    out_char(o, '[');
    if (r->sealed && seat >= 0) add_lines(r, r->turn_n, &mine);
    out_char(o, ']');
    out_key_int(o, "round", r->now->round);
}
