/* room.c -- see room.h: going through the events of a table. What clients are told of each
 * is in room_tell.c. */
#include "../core/day.h"
#include "room_in.h"

#include <string.h>

const char *const room_signals[] = {"hello", "thanks", "wait", "hurry", "well-played", "oops",
                                    "luck",  "think",  "yes",  "no",    NULL};

enum { SIGNAL_WORD = 8 }; /* letters and digits that a `*` stands for, at most */

static bool fits_signal(const char *text, const char *pattern)
{
    for (; *pattern; pattern++) {
        int n = 0;
        if (*pattern != '*') {
            if (*text++ != *pattern) return false;
            continue;
        }
        while ((*text >= 'a' && *text <= 'z') || (*text >= '0' && *text <= '9')) text++, n++;
        if (n < 1 || n > SIGNAL_WORD) return false;
    }
    return !*text;
}

bool room_may_signal(const struct room *r, const char *text)
{
    const char *const *game = r->status == TABLE_PLAYING ? r->set.game->signals : NULL;
    for (int i = 0; room_signals[i]; i++)
        if (strcmp(text, room_signals[i]) == 0) return true;
    for (; game && *game; game++)
        if (fits_signal(text, *game)) return true;
    return false;
}

struct room *room_new(const char *id)
{
    struct room *r = memory_take(sizeof *r);
    memcpy(r->id, id, ID_LEN);
    return r;
}

void room_reset(struct room *r)
{
    struct room fresh = {.keeper = r->keeper, .clock = r->clock};
    memcpy(fresh.id, r->id, sizeof fresh.id);
    settings_drop(&r->set);
    memory_give(r->seat);
    memory_give(r->now);
    memory_give(r->base);
    memory_give(r->turn);
    *r = fresh;
}

void room_free(struct room *r)
{
    room_reset(r);
    memory_give(r);
}

/* ---- questions ---- */

int room_seat_of(const struct room *r, const char *player)
{
    for (int i = 0; player[0] && i < r->seats; i++)
        if (r->seat[i].kind == SEAT_HUMAN && strcmp(r->seat[i].player, player) == 0) return i;
    return -1;
}

int room_free_seat(const struct room *r)
{
    for (int i = 0; i < r->seats; i++)
        if (r->seat[i].kind == SEAT_FREE) return i;
    return -1;
}

bool room_hears(const struct room *r, const char *player, int to)
{
    if (to == TO_ALL) return true;
    if (to == TO_REST) return room_seat_of(r, player) < 0;
    if (to >= TO_BUT) return strcmp(r->seat[to - TO_BUT].player, player) != 0;
    return r->seat[to].kind == SEAT_HUMAN && strcmp(r->seat[to].player, player) == 0;
}

bool room_acts(const struct room *r, int seat)
{
    return r->status == TABLE_PLAYING && seat >= 0 && seat < r->seats && seats_has(r->now->acting, seat);
}

bool room_withholds(const struct room *r) { return r->set.day && r->clock < day_closes(r->set.day); }

bool room_worn(const struct room *r, int seat)
{
    int fair = ROOM_EVENTS / r->seats;
    return r->seat[seat].acts >= (fair < ROOM_ACTS ? fair : ROOM_ACTS);
}

bool room_bot_acts(const struct room *r, int seat)
{
    const struct room_seat *s = &r->seat[seat];
    return room_acts(r, seat) && (s->kind == SEAT_BOT || s->away || s->stand_in);
}

bool room_next(const struct room *r, uint64_t now, struct event *e, struct out *o)
{
    *e = (struct event){.at = now, .seat = -1, .actor = "", .action = "", .text = ""};
    if (r->status != TABLE_PLAYING) return false;
    for (int i = 0; i < r->seats; i++) {
        const struct room_seat *s = &r->seat[i];
        bool gone = s->stand_in && !s->away && s->late >= ROOM_LATE;
        bool late = r->due && now >= r->due && room_acts(r, i) && !room_bot_acts(r, i);
        e->seat = (int16_t)i;
        e->kind = gone ? EVENT_AWAY : EVENT_LATE;
        if (gone || late) return true;
    }
    if (r->now->phase != PHASE_CHANCE) return false;
    room_draw(r, o);
    GAME_ASSERT(out_end(o));
    e->seat = -1;
    e->kind = EVENT_CHANCE;
    e->text = o->p;
    e->n = o->len;
    return true;
}

static bool has_moved(const struct room *r, int seat)
{
    for (int i = 0; i < r->turn_n; i++)
        if (r->turn[i].seat == seat) return true;
    return false;
}

bool room_may_back(const struct room *r, int seat)
{
    return r->sealed && r->status == TABLE_PLAYING && has_moved(r, seat);
}

/* The position of this sealed round without what the seat did. */
static void without(const struct room *r, int seat, struct state *s)
{
    const struct game *g = r->set.game;
    if (!has_moved(r, seat)) {
        memcpy(s, r->now, r->size);
        return;
    }
    memcpy(s, r->base, r->size);
    for (int i = 0; i < r->turn_n; i++)
        if (r->turn[i].seat != seat) g->apply(s, r->turn[i].seat, r->turn[i].move);
}

/* Who is told of moves as they are made; each may be NULL. */
struct told {
    void (*moved)(void *ctx, const struct state *before, int seat, Move);
    match_fact *fact;
    void *ctx;
};

/* Makes the moves of these lines in s; NULL, or why one is not legal.
 * In a sealed game nothing else happens between them. Nothing may follow a line that finds
 * something out: a refusal takes all back, so it would be a free look at the map. */
static const char *make(const struct room *r, struct state *s, int seat, struct words lines, struct told told)
{
    const struct game *g = r->set.game;
    int count = 0;
    while (lines.at < lines.end) {
        const char *end = memchr(lines.at, '\n', (size_t)(lines.end - lines.at));
        size_t line = (size_t)((end ? end : lines.end) - lines.at);
        Move m[MAX_LINE_MOVES];
        const char *why = NULL;
        if (++count > ROOM_LINES) return "These are too many lines at once.";
        struct words w = words_of(lines.at, words_trim(lines.at, line));
        if (g->read(s, seat, &w, m, &why) != 1) return why ? why : "This is no action of a player. [notation]";
        if ((why = g->objection(s, seat, m[0]))) return why;
        if (told.moved) told.moved(told.ctx, s, seat, m[0]);
        g->apply(s, seat, m[0]);
        lines.at += line + (end != NULL);
        if (lines.at < lines.end && s->phase == PHASE_FACT)
            return "The map answers first: send the rest of the turn then.";
        match_settle(g, s, told.fact, told.ctx);
    }
    return count ? NULL : "A turn has at least one line.";
}

const char *room_may_move(const struct room *r, int seat, const char *lines, size_t n, bool instead)
{
    struct state *s = memory_raw(r->size);
    if (instead && r->sealed) without(r, seat, s);
    else memcpy(s, r->now, r->size);
    const char *why = make(r, s, seat, words_of(lines, n), (struct told){.ctx = NULL});
    memory_give(s);
    return why;
}

/* ---- steps ---- */

struct record *room_read_head(const struct event *e)
{
    struct record *rec = memory_raw(sizeof *rec);
    const char *text = e->text;
    bool good = true;
    rec->on_move = NULL;
    rec->ctx = NULL;
    record_begin(rec); /* clears the rest */
    for (size_t n = e->n; good && n;) {
        const char *end = memchr(text, '\n', n);
        size_t line = end ? (size_t)(end - text) : n, whole = line + (end != NULL);
        good = record_line(rec, text, line);
        text += whole;
        n -= whole;
    }
    if (good && rec->started) return rec;
    memory_give(rec);
    return NULL;
}

static bool step_create(struct room *r, const struct event *e)
{
    if (!settings_read(&r->set, e->text, e->n)) return false;
    r->seats = r->set.seats;
    r->seat = memory_take(r->seats * sizeof *r->seat);
    r->created = e->at;
    r->seats_changed = true;
    memcpy(r->owner, r->set.owner, sizeof r->owner);
    return true;
}

/* Whoever did not want to hear the seat meant somebody else; an empty one can be muted, too. */
static void unmute(struct room *r, int seat)
{
    for (int i = 0; i < r->seats; i++) seats_drop(&r->seat[i].mutes, seat);
}

static void step_sit(struct room *r, const struct event *e)
{
    struct room_seat *s = &r->seat[e->seat];
    memset(s, 0, sizeof *s);
    r->seats_changed = true;
    s->kind = SEAT_HUMAN;
    unmute(r, e->seat);
    memcpy(s->player, e->actor, strlen(e->actor) + 1);
    memcpy(s->name, e->text, e->n + 1);
}

static bool step_bot(struct room *r, const struct event *e)
{
    struct room_seat *s = &r->seat[e->seat];
    struct words w = words_of(e->text, e->n);
    size_t n;
    const char *level = words_peek(&w, &n);
    int k = bot_number(level, n);
    if (k < 0) return false;
    words_skip(&w);
    memset(s, 0, sizeof *s);
    unmute(r, e->seat);
    s->kind = SEAT_BOT;
    s->level = (uint8_t)k;
    struct out o = {.p = s->name, .size = sizeof s->name};
    bool named = !words_done(&w);
    out_str(&o, named ? "" : "bot ");
    if (named) out_bytes(&o, w.at, (size_t)(w.end - w.at));
    else out_bytes(&o, level, n); /* as it was called then: the head of its record says so */
    if (!out_end(&o)) return false;
    r->seats_changed = true;
    return true;
}

/* The seat is empty; its owner may have been the table's. */
static void step_free(struct room *r, const struct event *e, const struct room_listener *listener)
{
    struct room_seat *s = &r->seat[e->seat];
    bool owned = s->kind == SEAT_HUMAN && strcmp(s->player, r->owner) == 0;
    room_tell_free(r, e->seat, listener);
    memset(s, 0, sizeof *s);
    unmute(r, e->seat); /* as clients do, who are told of the seat alone */
    r->seats_changed = true;
    for (int i = 0; owned && i < r->seats; i++)
        if (r->seat[i].kind == SEAT_HUMAN) {
            memcpy(r->owner, r->seat[i].player, sizeof r->owner);
            room_tell_owner(r, listener);
            break;
        }
}

/* Does the opening position hold what a stranger may not know? */
static void find_secret(struct room *r)
{
    struct state *s = memory_take(r->size);
    memcpy(s, r->now, r->size);
    r->set.game->redact(s, WATCHER);
    r->hides = memcmp(s, r->now, r->size) != 0;
    memory_give(s);
}

/* Free seats vanish and the others move up, and what they do not want to hear with them: how many stay. */
static int move_up(struct room *r)
{
    int n = 0, to[MAX_SEATS];
    for (int i = 0; i < r->seats; i++) {
        to[i] = r->seat[i].kind == SEAT_FREE ? -1 : n;
        if (to[i] >= 0) r->seat[n++] = r->seat[i];
    }
    for (int i = 0; i < n; i++) {
        struct seats mutes = r->seat[i].mutes;
        r->seat[i].mutes = (struct seats){{0, 0}};
        for (int k = 0; k < r->seats; k++)
            if (seats_has(mutes, k) && to[k] >= 0) seats_add(&r->seat[i].mutes, to[k]);
    }
    return n;
}

static bool step_start(struct room *r, const struct event *e)
{
    struct record *rec = room_read_head(e);
    bool good = rec && rec->head.game == r->set.game;
    if (good) {
        const struct game *g = r->set.game;
        int n = move_up(r);
        good = n == rec->head.setup.players;
        if (good) {
            char map[64];
            r->seats = (uint8_t)n;
            r->size = rec->size;
            r->now = memory_take(r->size);
            memcpy(r->now, record_state(rec), r->size);
            find_secret(r);
            r->sealed = g->sealed;
            if (r->sealed) r->base = memory_take(r->size);
            struct out o = {.p = memory_take(FAIR_TEXT), .size = FAIR_TEXT};
            fair_text(&rec->head, settings_map(&r->set, map), &o);
            if (!r->set.unpromised) fair_commit(r->set.salt, o.p, o.len, r->commit);
            memory_give(o.p);
            r->status = TABLE_PLAYING;
        }
    }
    settings_drop(&r->set); /* the map is in the state now */
    memory_give(rec);
    return good;
}

/* The number of an event that is not done yet. */
static uint32_t number_of(const struct room *r, const struct event *e)
{
    return e->number ? e->number : r->version + 1;
}

/* A new round or turn begins with the event: its time runs. */
static void begin_turn(struct room *r, const struct event *e)
{
    uint64_t at = e->at;
    r->round_from = number_of(r, e);
    r->redone = false;
    for (int i = 0; i < r->seats; i++) r->seat[i].stand_in = false;
    r->due = r->set.seconds && r->now->phase == PHASE_PLAY ? at + r->set.seconds * UINT64_C(1000) : 0;
    if (!r->sealed) return;
    r->closed_n = r->now->phase == PHASE_CHANCE ? r->turn_n : 0;
    r->turn_n = 0;
    if (!r->closed_n) memcpy(r->base, r->now, r->size);
}

static void end(struct room *r)
{
    r->status = TABLE_OVER;
    r->due = 0;
}

static bool step_chance(struct room *r, const struct event *e, const struct room_listener *listener)
{
    const struct game *g = r->set.game;
    Move m[MAX_LINE_MOVES];
    const char *why;
    if (r->now->phase != PHASE_CHANCE || e->n < 3) return false;
    struct words w = words_of(e->text + 2, e->n - 2);
    int n = g->read(r->now, NATURE, &w, m, &why);
    struct room_play play;
    room_play_begin(&play, r, listener);
    if (n > 0) room_play_moves(&play, r->now, NATURE, m, n, words_of(e->text, e->n));
    for (int i = 0; i < n; i++) {
        if (g->objection(r->now, NATURE, m[i])) n = 0;
        else g->apply(r->now, NATURE, m[i]);
    }
    if (n > 0) match_settle(g, r->now, room_play_fact, &play);
    r->chances++;
    begin_turn(r, e);
    if (n > 0) room_play_end(&play, r->due);
    else room_play_drop(&play);
    if (n > 0 && r->now->phase == PHASE_OVER) end(r);
    return n > 0;
}

static void push(void *ctx, const struct state *s, int seat, Move m)
{
    struct room *r = ctx;
    (void)s;
    if (r->turn_n == r->turn_size) {
        struct room_move *old = r->turn;
        r->turn_size = old ? 2 * r->turn_size : 4;
        r->turn = memory_take((size_t)r->turn_size * sizeof *r->turn);
        if (old) memcpy(r->turn, old, (size_t)r->turn_n * sizeof *old);
        memory_give(old);
    }
    r->turn[r->turn_n++] = (struct room_move){m, (int16_t)seat};
}

static void take_back(struct room *r, int seat)
{
    int n = 0;
    if (!has_moved(r, seat)) return;
    without(r, seat, r->now);
    for (int i = 0; i < r->turn_n; i++)
        if (r->turn[i].seat != seat) r->turn[n++] = r->turn[i];
    r->turn_n = n;
}

/* It is public: the next number is its own. */
static void announce(struct room *r, const struct event *e, const struct room_listener *listener)
{
    r->number++;
    r->at = e->at;
    if (listener->event) listener->event(listener->ctx, r);
}

/* Moves of a sealed round: told to their own seat alone until it closes. */
static bool step_sealed(struct room *r, const struct event *e, bool back, const struct room_listener *listener)
{
    bool ready = !seats_has(r->now->acting, e->seat);
    r->redone |= back && has_moved(r, e->seat);
    if (back) take_back(r, e->seat);
    struct told told = {.moved = push, .ctx = r};
    if (e->n && make(r, r->now, e->seat, words_of(e->text, e->n), told)) return false;
    bool now_ready = !seats_has(r->now->acting, e->seat);
    if (r->now->phase == PHASE_PLAY) {
        room_tell_yours(r, e->seat, listener);
        if (ready != now_ready) room_tell_ready(r, e->seat, now_ready, listener);
        return true;
    }
    announce(r, e, listener);
    room_tell_round(r, listener);
    if (r->redone) r->stale_from = r->round_from, r->stale_to = number_of(r, e);
    begin_turn(r, e);
    return true;
}

/* The seat has begun its turn anew since: who has come only as far as this may have what it did before. */
static void step_gone(struct room *r, const struct event *e, const struct room_listener *listener)
{
    if (!r->sealed || r->status != TABLE_PLAYING || !has_moved(r, e->seat)) return;
    bool ready = !seats_has(r->now->acting, e->seat);
    take_back(r, e->seat);
    room_tell_yours(r, e->seat, listener);
    if (ready) room_tell_ready(r, e->seat, false, listener);
}

static void open_moved(void *ctx, const struct state *s, int seat, Move m)
{
    room_play_moves(ctx, s, seat, &m, 1, (struct words){NULL, NULL});
}

static bool step_open(struct room *r, const struct event *e, const struct room_listener *listener)
{
    struct seats acting = r->now->acting;
    uint16_t turn = r->now->round;
    struct room_play play;
    announce(r, e, listener);
    room_play_begin(&play, r, listener);
    struct told told = {.moved = open_moved, .fact = room_play_fact, .ctx = &play};
    const char *why = make(r, r->now, e->seat, words_of(e->text, e->n), told);
    if (why) return room_play_drop(&play), false;
    if (turn != r->now->round || memcmp(&acting, &r->now->acting, sizeof acting) != 0) begin_turn(r, e);
    room_play_end(&play, r->due);
    return true;
}

static bool step_move(struct room *r, const struct event *e, const struct room_listener *listener)
{
    bool back = e->kind != EVENT_MOVE;
    if (r->status != TABLE_PLAYING || r->now->phase != PHASE_PLAY || (back && !r->sealed)) return false;
    if (e->actor[0]) r->seat[e->seat].late = 0;
    bool good = r->sealed ? step_sealed(r, e, back, listener) : step_open(r, e, listener);
    if (good && r->now->phase == PHASE_OVER) end(r);
    return good;
}

static bool step_mute(struct room *r, const struct event *e)
{
    struct words w = words_of(e->text, e->n);
    int other = words_number(&w, MAX_SEATS) - 1;
    if (other < 0 || other >= r->seats) return false;
    if (words_take(&w, "on")) seats_add(&r->seat[e->seat].mutes, other);
    else seats_drop(&r->seat[e->seat].mutes, other);
    return true;
}

static bool fits(const struct room *r, const struct event *e)
{
    bool seat = e->kind != EVENT_CREATE && e->kind != EVENT_START && e->kind != EVENT_CHANCE && e->kind != EVENT_NEXT &&
                e->kind != EVENT_CLOSE;
    if ((e->kind == EVENT_CREATE) != (r->version == 0)) return false;
    if (seat && (e->seat < 0 || e->seat >= r->seats)) return false;
    bool before = (e->kind >= EVENT_SIT && e->kind <= EVENT_START) || e->kind == EVENT_CLOSE;
    if (before && (r->status != TABLE_OPEN || e->n >= (e->kind == EVENT_START ? SETTINGS_TEXT * 4 : ROOM_NAME)))
        return false;
    return strlen(e->actor) <= PLAYER_LEN && (e->kind != EVENT_CHANCE || r->status == TABLE_PLAYING);
}

static bool step(struct room *r, const struct event *e, const struct room_listener *listener)
{
    switch (e->kind) {
    case EVENT_CREATE: return step_create(r, e);
    case EVENT_SIT: step_sit(r, e); return true;
    case EVENT_BOT: return step_bot(r, e);
    case EVENT_FREE: step_free(r, e, listener); return true;
    case EVENT_START: return step_start(r, e);
    case EVENT_CHANCE: return step_chance(r, e, listener);
    case EVENT_MOVE:
    case EVENT_BACK:
    case EVENT_TURN: return step_move(r, e, listener);
    case EVENT_LATE:
        r->seat[e->seat].late++;
        r->seat[e->seat].stand_in = true;
        return true;
    case EVENT_AWAY: r->seat[e->seat].away = true; return true;
    case EVENT_HERE:
        r->seat[e->seat].away = r->seat[e->seat].stand_in = false;
        r->seat[e->seat].late = 0;
        return true;
    case EVENT_CHAT:
    case EVENT_SIGNAL:
        r->talk++;
        r->said += (uint32_t)e->n;
        return true;
    case EVENT_MUTE: r->talk++; return step_mute(r, e);
    case EVENT_NEXT:
        if (e->n != ID_LEN) return false;
        memcpy(r->next, e->text, ID_LEN + 1);
        return true;
    case EVENT_CLOSE: r->status = TABLE_OVER; return true;
    case EVENT_GONE: step_gone(r, e, listener); return true;
    default: return false;
    }
}

bool room_step(struct room *r, const struct event *e, const struct room_listener *listener)
{
    static const struct room_listener nobody;
    uint8_t status = r->status;
    if (!listener) listener = &nobody;
    if (!fits(r, e)) return false;
    bool moves = e->kind == EVENT_MOVE || e->kind == EVENT_TURN || e->kind == EVENT_BACK;
    if (!moves && e->kind != EVENT_MUTE && e->kind != EVENT_GONE) announce(r, e, listener);
    if (!step(r, e, listener)) return false;
    bool acts = moves || e->kind == EVENT_AWAY;
    if (acts && e->actor[0] && r->seat[e->seat].acts < UINT16_MAX) r->seat[e->seat].acts++;
    r->version = e->number ? e->number : r->version + 1;
    r->changed = e->at;
    room_tell_event(r, e, listener);
    if (r->status == TABLE_OVER && status == TABLE_PLAYING) room_tell_over(r, listener);
    return true;
}
