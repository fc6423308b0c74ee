/* wasm.c -- see wasm.h: one match in static memory, and the contract (core/game.h)
 * spoken in text. It knows no game; what is legal, hidden or scored is decided in the pure
 * folders. Built by clang for wasm32 into tambo.wasm, run by browsers and by tests/wasm under
 * node; tests/fuzz also builds it natively.
 *
 * 1. While `ready`, record.pos holds the position and record.head what it began from.
 * 2. history is the record's text behind `--`, unless the match is open. */
#include "wasm.h"

#include "../../bots/bot.h"
#include "../../core/record.h"
#include "../../core/tale.h"
#include "wasm_in.h"

#include <string.h>

enum {
    IN_BYTES = 128 << 10,
    OUT_BYTES = 2 << 20,     /* the longest: a view with 128 KiB of names, escaped, twice */
    HISTORY_BYTES = 1 << 20, /* 100 seats fill all spaces of a Valley sheet in half of it */
};

/* A position to come back to. */
struct slot {
    bool full, open;
    size_t history; /* its length then */
    struct position pos;
};

static _Alignas(STATE_ALIGN) char in[IN_BYTES]; /* of a state too */
static char out_buffer[OUT_BYTES], history_text[HISTORY_BYTES];
static struct out out = {.p = out_buffer, .size = OUT_BYTES};
static struct out history = {.p = history_text, .size = HISTORY_BYTES};
static uint32_t fault_line;
static struct record record;
static bool ready, open;              /* a match is there; it does not know the secret */
static char line[RECORD_LINE + 1];    /* of a record being loaded */
static size_t line_len;               /* so far */
static Move chance[MAX_LINE_MOVES];   /* of the line being loaded */
static int chances;                   /* how many */
static struct position before, trial; /* the state before them; a copy to try things on */
static struct rng rng, seat_rng[MAX_SEATS];
static uint32_t playouts;      /* tambo_budget() */
static bool plainly;           /* tambo_plain() */
static struct thought thought; /* of the last bot that was asked */
static struct slot slots[TAMBO_SLOTS];
static struct position deed_before; /* of what was done last, and the facts that followed */
static Move deed_move[DEED_MOVES];
static struct deed deed = {.move = deed_move}; /* moves 0: nothing since the match was there */
static bool deed_more;                         /* the last line went on with it */
static struct tale_room tale_room;
static _Alignas(STATE_ALIGN) char scratch[BOT_SCRATCH]; /* for bots, and lists of moves */

/* A trap ends the instance; the host sees an exception and makes a new one. */
_Noreturn void game_assert(const char *what, const char *file, int at)
{
    (void)what, (void)file, (void)at;
    __builtin_trap();
}

static int refused(const char *why)
{
    out.len = 0;
    out_str(&out, why);
    return 0;
}

/* Begins an answer; false, with the sentence, without a match. */
static bool answer(void)
{
    out.len = 0;
    return ready || refused("No match is loaded.");
}

static int answered(void)
{
    GAME_ASSERT(out.len <= out.size);
    return 1;
}

static const struct game *game(void) { return record.head.game; }
static struct state *state(void) { return record_state(&record); }

/* A copy that may be spoilt, as the viewer knows it. */
static struct state *copy(void)
{
    memcpy(trial.raw, record.pos.raw, record.size);
    return position_state(&trial);
}

/* From the interface's numbers to the contract's; false if there is no such seat. */
static bool find_seat(int32_t *seat, int zero)
{
    if (*seat < 0 || *seat > state()->players) return refused("There is no such seat in this game. [notation]");
    *seat = *seat ? *seat - 1 : zero;
    return true;
}

/* ---- for the other parts ---- */

struct out *web_out(void)
{
    out.len = 0;
    return &out;
}

int web_answered(void) { return answered(); }
int web_refused(const char *why) { return refused(why); }

int web_refused_at(uint32_t at, const char *why)
{
    fault_line = at;
    return refused(why);
}

const struct thought *web_thought(void) { return &thought; }
struct record *web_match(void) { return answer() ? &record : NULL; }

const struct state *web_view(int32_t *seat)
{
    if (!find_seat(seat, WATCHER)) return NULL;
    struct state *view = copy();
    game()->redact(view, *seat);
    return view;
}

/* ---- text ---- */

char *tambo_in(void) { return in; }
uint32_t tambo_in_size(void) { return IN_BYTES; }
const char *tambo_out(void) { return out_buffer; }
uint32_t tambo_out_len(void) { return (uint32_t)out.len; }
uint32_t tambo_line(void) { return fault_line; }

/* ---- beginning a match ---- */

static void empty_slots(size_t behind)
{
    for (int i = 0; i < TAMBO_SLOTS; i++)
        if (slots[i].history > behind) slots[i].full = false;
}

/* Writes down the chance line that was loaded. */
static void note_chance(void)
{
    for (int i = 0; i < chances;)
        i += record_write_line(game(), position_state(&before), NATURE, chance + i, chances - i, &history);
    chances = 0;
}

/* Told of every move while loading: keeps the record as the program writes it. */
static void note(void *ctx, const struct state *s, int seat, Move m)
{
    (void)ctx;
    if (seat == NATURE && game()->mark(m) == '*') {
        if (chances == 0) memcpy(before.raw, s, record.size);
        chance[chances++] = m;
        return;
    }
    note_chance();
    record_write_line(game(), s, seat, &m, 1, &history);
}

static bool feed(const char *p, size_t n)
{
    bool good = record_line(&record, p, n);
    if (good) note_chance();
    return good || web_refused_at(record.fault_line, record.fault);
}

void tambo_load_begin(void)
{
    record.on_move = note;
    record_begin(&record);
    ready = open = false;
    deed.moves = 0;
    line_len = history.len = 0;
    chances = 0;
    out.len = 0;
    thought = (struct thought){.move = NO_MOVE};
    for (int i = 0; i < TAMBO_SLOTS; i++) slots[i].full = false;
}

int tambo_load(uint32_t n)
{
    if (ready) tambo_load_begin();
    if (n > IN_BYTES) n = IN_BYTES;
    for (uint32_t i = 0; i < n && !record.fault; i++) {
        if (in[i] != '\n') {
            line[line_len++] = in[i];
            if (line_len <= RECORD_LINE) continue;
        }
        feed(line, line_len);
        line_len = 0;
    }
    return record.fault ? web_refused_at(record.fault_line, record.fault) : 1;
}

int tambo_load_end(void)
{
    if (line_len && !record.fault) feed(line, line_len);
    line_len = 0;
    if (!record_finish(&record)) return web_refused_at(record.fault_line, record.fault);
    ready = true;
    out.len = 0;
    return 1;
}

/* The header has no board: any will do, for the state that comes has its own. */
static bool feed_any_board(void)
{
    const struct game *g = game();
    const char *owner, *name;
    char text[128];
    struct out o = {.p = text, .size = sizeof text};
    if (!g->board) return true;
    for (int i = 0; g->board->list(i, &owner, &name); i++)
        if (strcmp(owner, g->name) == 0) break;
    out_str(&o, g->board->key);
    out_str(&o, ": ");
    out_str(&o, name);
    return feed(text, o.len);
}

int tambo_join(uint32_t n)
{
    const struct state *s = (const struct state *)(const void *)in;
    if (ready || record.started) return refused("The lines of a header come first, without `--`. [notation]");
    if (line_len && !record.fault) feed(line, line_len);
    line_len = 0;
    if (record.fault) return web_refused_at(record.fault_line, record.fault);
    if (game() && !record.head.kind && !feed_any_board()) return 0;
    if (!feed("--", 2)) return 0;
    if (n != record.size || s->players != state()->players || s->phase > PHASE_OVER || game()->broken(s)) {
        tambo_load_begin(); /* no match on a board that only stands in */
        return refused("These bytes are no state of this match.");
    }
    memcpy(record.pos.raw, in, n);
    ready = open = true;
    out.len = 0;
    return 1;
}

/* ---- the position ---- */

int32_t tambo_phase(void) { return ready ? state()->phase : -1; }
int32_t tambo_players(void) { return ready ? state()->players : 0; }

int32_t tambo_acts(int32_t seat)
{
    return ready && seat >= 1 && seat <= state()->players && seats_has(state()->acting, seat - 1);
}

uint64_t tambo_hash(void) { return ready ? match_hash(game(), state(), record.size) : 0; }

uint32_t tambo_count(int32_t seat)
{
    if (!ready || seat < 0 || seat > state()->players) return 0;
    return game()->legal(state(), seat ? seat - 1 : NATURE, NULL);
}

/* `= crop c4 2`: one move of NATURE, the mark `~` included, or of a seat. */
static void write_move(int seat, Move m, struct out *o)
{
    if (seat == NATURE) out_char(o, game()->mark(m));
    else out_int(o, seat + 1);
    out_char(o, ' ');
    game()->write(state(), seat, &m, 1, o);
}

_Static_assert(BOT_SCRATCH / sizeof(Move) >= 100000, "room for a list of legal moves");

int tambo_legal(int32_t seat)
{
    Move *list = (Move *)(void *)scratch;
    if (!answer() || !find_seat(&seat, NATURE)) return 0;
    GAME_ASSERT(game()->max_legal <= BOT_SCRATCH / sizeof(Move));
    uint32_t n = game()->legal(state(), seat, list);
    for (uint32_t i = 0; i < n; i++) {
        write_move(seat, list[i], &out);
        out_char(&out, '\n');
    }
    return answered();
}

int tambo_view(int32_t viewer)
{
    if (!answer() || !find_seat(&viewer, WATCHER)) return 0;
    match_view(game(), copy(), game()->modes[record.head.setup.mode].name, viewer, record.head.name, &out);
    return answered();
}

static bool find_row(int32_t row)
{
    return (row >= 0 && row < game()->rows(state())) || refused("There is no such seat in this game. [notation]");
}

int tambo_items(int32_t viewer, int32_t row)
{
    if (!answer() || !find_seat(&viewer, WATCHER) || !find_row(row)) return 0;
    struct state *s = copy();
    game()->redact(s, viewer);
    match_items(game(), s, row, &out);
    return answered();
}

int tambo_levels(void)
{
    struct number level[MAX_LEVELS];
    if (!answer()) return 0;
    int n = game()->levels(state(), level);
    out_char(&out, '[');
    for (int i = 0; i < n; i++) {
        out_comma(&out);
        out_char(&out, '{');
        out_key_str(&out, "name", level[i].name);
        out_key_int(&out, "from", level[i].value);
        out_char(&out, '}');
    }
    out_char(&out, ']');
    return answered();
}

int tambo_gains(int32_t seat, uint32_t n)
{
    Move *list = (Move *)(void *)scratch;
    char text[96];
    if (!answer() || !find_seat(&seat, NATURE)) return 0;
    int row = seat == NATURE ? 0 : match_row(game(), state(), seat);
    uint32_t moves = seat == NATURE ? 0 : game()->legal(state(), seat, list);
    int32_t now = moves ? match_points(game(), state(), row) : 0;
    for (uint32_t i = 0; i < moves; i++) {
        struct out o = {.p = text, .size = sizeof text};
        game()->write(state(), seat, &list[i], 1, &o);
        if (n > sizeof text || o.len < n || memcmp(text, in, n) != 0) continue;
        struct state *s = copy();
        game()->apply(s, seat, list[i]);
        out_int(&out, match_points(game(), s, row) - now);
        out_char(&out, '\n');
    }
    return answered();
}

int tambo_result(void)
{
    if (!answer()) return 0;
    match_result(game(), state(), record.size, record.head.name, &out);
    return answered();
}

int tambo_record(void)
{
    if (!answer()) return 0;
    if (open) return refused("An open match has no record: its map is not known.");
    if (history.len > history.size) return refused("The match is too long to keep its record.");
    record_write_head(&record.head, &out);
    out_bytes(&out, history.p, history.len);
    return answered();
}

int tambo_open_head(void)
{
    if (!answer()) return 0;
    record_write_lines(&record.head, false, &out);
    return answered();
}

int tambo_state(int32_t viewer)
{
    if (!answer() || !find_seat(&viewer, WATCHER)) return 0;
    struct state *s = copy();
    game()->redact(s, viewer);
    out_bytes(&out, (const char *)s, record.size);
    return answered();
}

int tambo_redact(int32_t viewer)
{
    if (!answer() || !find_seat(&viewer, WATCHER)) return 0;
    game()->redact(state(), viewer);
    deed.moves = 0; /* told of by who knew it */
    open = true;
    return 1;
}

/* ---- moving ---- */

static void note_fact(void *ctx, const struct state *s, Move m)
{
    (void)ctx;
    record_write_line(game(), s, NATURE, &m, 1, &out);
    if (deed.moves < DEED_MOVES) deed_move[deed.moves++] = m;
}

/* Keeps the moves of a line for tambo_told(): facts go on with what was done before them. */
static void note_deed(int seat, const Move *m, int n)
{
    deed_more = seat == NATURE && game()->mark(m[0]) != '*' && deed.moves && deed.moves < DEED_MOVES;
    if (!deed_more) {
        memcpy(deed_before.raw, record.pos.raw, record.size);
        deed.before = position_state(&deed_before);
        deed.seat = seat;
        deed.moves = 0;
    }
    for (int i = 0; i < n; i++) deed_move[deed.moves++] = m[i];
}

/* Makes the moves of one line, all or none, and answers with the lines they add. */
static int act(int seat, const Move *m, int n)
{
    struct state *s = copy();
    for (int i = 0; i < n; i++) {
        const char *why = game()->objection(s, seat, m[i]);
        if (why) return refused(why);
        game()->apply(s, seat, m[i]);
    }
    out.len = 0;
    note_deed(seat, m, n);
    record_write_line(game(), state(), seat, m, n, &out);
    memcpy(record.pos.raw, trial.raw, record.size);
    if (open) return answered();
    match_settle(game(), state(), note_fact, NULL);
    empty_slots(history.len);
    out_bytes(&history, out.p, out.len);
    return answered();
}

/* The fact that is written like this, out of those that may follow; NO_MOVE: none. */
static Move find_fact(const char *p, size_t n)
{
    Move *list = (Move *)(void *)scratch;
    uint32_t count = state()->phase == PHASE_FACT ? game()->legal(state(), NATURE, list) : 0;
    for (uint32_t i = 0; i < count; i++) {
        char text[96];
        struct out o = {.p = text, .size = sizeof text};
        write_move(NATURE, list[i], &o);
        if (o.len == n && memcmp(text, p, n) == 0) return list[i];
    }
    return NO_MOVE;
}

int tambo_apply(uint32_t n)
{
    if (!answer()) return 0;
    n = (uint32_t)words_trim(in, n > IN_BYTES ? IN_BYTES : n);
    struct words w = words_of(in, n);
    Move m[MAX_LINE_MOVES];
    if (n && (*in == '=' || *in == '~')) {
        m[0] = open ? find_fact(in, n) : NO_MOVE;
        return m[0] ? act(NATURE, m, 1) : refused("This does not follow here. [notation]");
    }
    int seat = NATURE;
    if (!words_take(&w, "*")) {
        seat = words_number(&w, MAX_SEATS) - 1;
        if (seat < 0) return refused("Expected `*`, `=` or the number of a seat. [notation]");
        if (seat >= state()->players) return refused("There is no such seat in this game. [notation]");
    }
    const char *why = NULL;
    int count = game()->read(state(), seat, &w, m, &why);
    if (count == 0) return refused(why);
    if (!words_done(&w)) return refused("There are too many words in this line. [notation]");
    return act(seat, m, count);
}

int tambo_move(int32_t seat, uint64_t move)
{
    if (!answer() || !find_seat(&seat, NATURE)) return 0;
    if (seat == NATURE && !open) return refused("Chance and facts are given as lines here.");
    return act(seat, &move, 1);
}

static void show_tale(void *ctx, const struct tale *t)
{
    (void)ctx;
    out_comma(&out);
    tale_show(t, &out);
}

int tambo_told(void)
{
    if (!answer()) return 0;
    out_char(&out, '{');
    out_key_bool(&out, "more", deed_more);
    out_key(&out, "tales");
    out_char(&out, '[');
    if (deed.moves) tale_each(game(), deed, record.size, &tale_room, show_tale, NULL);
    out_str(&out, "]}");
    return answered();
}

int tambo_seed(uint64_t seed, uint64_t number)
{
    if (!answer()) return 0;
    rng = rng_fork(seed, number);
    for (int i = 0; i < state()->players; i++) seat_rng[i] = rng_fork(rng_next(&rng), (uint64_t)i);
    return 1;
}

int tambo_draw(void)
{
    Move m[MAX_LINE_MOVES];
    if (!answer()) return 0;
    if (open || state()->phase != PHASE_CHANCE) return refused("Chance is not next.");
    int n = game()->draw(state(), &rng, m);
    return act(NATURE, m, n);
}

int tambo_bot(int32_t seat, uint32_t n)
{
    if (!answer()) return 0;
    const struct bot *b = bot_find(in, n > IN_BYTES ? IN_BYTES : n);
    if (!b) return refused("There is no bot of this name.");
    if (!tambo_acts(seat)) return refused("It is not this seat's turn.");
    struct bot_budget budget = {.playouts = playouts, .plain = plainly};
    thought = bot_think(b, game(), state(), record.size, seat - 1, &budget, &seat_rng[seat - 1], scratch);
    write_move(seat - 1, thought.move, &out);
    return answered();
}

void tambo_budget(uint32_t n) { playouts = n; }

void tambo_plain(uint32_t on) { plainly = on; }

bool web_plain(void) { return plainly; }

/* ---- undo ---- */

int tambo_save(uint32_t slot)
{
    if (!answer()) return 0;
    if (slot >= TAMBO_SLOTS) return refused("There is no such slot.");
    slots[slot].full = true;
    slots[slot].open = open;
    slots[slot].history = history.len;
    memcpy(slots[slot].pos.raw, record.pos.raw, record.size);
    return 1;
}

int tambo_restore(uint32_t slot)
{
    if (!answer()) return 0;
    if (slot >= TAMBO_SLOTS || !slots[slot].full) return refused("There is nothing in this slot.");
    open = slots[slot].open;
    history.len = slots[slot].history;
    memcpy(record.pos.raw, slots[slot].pos.raw, record.size);
    deed.moves = 0;
    return 1;
}
