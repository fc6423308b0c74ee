/* tables.c -- see tables.h. */
#include "tables.h"

#include "../../games/scenario.h"
#include "../../puzzle/make.h"
#include "../../server/hall/wish.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void game_assert(const char *what, const char *file, int line)
{
    printf("%s:%d: %s does not hold\n", file, line, what);
    abort();
}

static void need(bool good, const char *what)
{
    if (good) return;
    printf("the test itself failed: %s\n", what);
    abort();
}

static void *must(void *p)
{
    need(p != NULL, "no memory");
    return p;
}

/* ---- what viewers are told ---- */

/* As the hall does it: by who sits where at this moment. */
static bool hears(const struct room *r, const char *player, int to)
{
    if (to == TO_ALL) return true;
    if (to == TO_REST) return room_seat_of(r, player) < 0;
    if (to >= TO_BUT) return strcmp(r->seat[to - TO_BUT].player, player) != 0;
    return r->seat[to].kind == SEAT_HUMAN && strcmp(r->seat[to].player, player) == 0;
}

static void tell(void *ctx, const struct room *r, int to, const char *text, size_t n, int how)
{
    struct table *t = ctx;
    json_t *j = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_string(json_object_get(j, "t"))) t->fault = "an object is not JSON with a `t`";
    if (memchr(text, '\n', n)) t->fault = "an object has a line end";
    bool standing = how & TELL_STANDING;
    if (!standing && json_integer_value(json_object_get(j, "n")) != r->number)
        t->fault = "an object has not its event's number";
    if (to >= 0 && to < TO_BUT && to >= r->seats) t->fault = "an object is for a seat that is not there";
    json_decref(j);
    for (int i = 0; i < VIEWERS; i++) {
        struct told *d = &t->told[i];
        if (!hears(r, t->player[i], to)) continue;
        while (d->text.len + n + 32 >= d->text.size) {
            d->text.size = d->text.size ? 2 * d->text.size : 4096;
            d->text.p = must(realloc(d->text.p, d->text.size));
        }
        out_bytes(&d->text, text, n);
        out_char(&d->text, '\n');
        d->n++;
    }
}

/* ---- events ---- */

void table_open(struct table *t)
{
    memset(t, 0, sizeof *t);
    t->room = room_new("aaaabbbbcccc");
    t->now = UINT64_C(1790000000000);
    for (int i = 0; i < VIEWERS; i++) snprintf(t->player[i], sizeof t->player[i], "%032x", i + 0xabc00);
}

void table_close(struct table *t)
{
    room_free(t->room);
    for (int i = 0; i < t->n; i++) {
        free((void *)(uintptr_t)t->event[i].text);
        free((void *)(uintptr_t)t->event[i].actor);
    }
    free(t->event);
    for (int i = 0; i < VIEWERS; i++) free(t->told[i].text.p);
}

static char *copy(const char *p, size_t n)
{
    char *c = must(malloc(n + 1));
    memcpy(c, p, n);
    c[n] = 0;
    return c;
}

static bool step(struct table *t, const struct event *e)
{
    struct room_listener listener = {.tell = tell, .ctx = t};
    if (t->n == t->size) {
        t->size = t->size ? 2 * t->size : 64;
        t->event = must(realloc(t->event, (size_t)t->size * sizeof *t->event));
    }
    struct event *own = &t->event[t->n++];
    *own = *e;
    own->text = copy(e->text, e->n);
    own->actor = copy(e->actor, strlen(e->actor));
    own->action = "";
    return room_step(t->room, own, &listener);
}

bool table_step(struct table *t, enum event_kind kind, int seat, int player, const char *text, size_t n, uint64_t wait)
{
    t->now += wait;
    return step(t, &(struct event){.at = t->now,
                                   .kind = (uint8_t)kind,
                                   .seat = (int16_t)seat,
                                   .actor = player < 0 ? "" : t->player[player],
                                   .text = text,
                                   .n = n});
}

static void happens(struct table *t, enum event_kind kind, int seat, int player, const char *text, struct rng *r)
{
    need(table_step(t, kind, seat, player, text, strlen(text), rng_below(r, 5000)), "an event does not fit");
}

bool table_again(struct table *to, const struct table *from)
{
    for (int i = 0; i < from->n; i++)
        if (!step(to, &from->event[i])) return false;
    return true;
}

int table_player(const struct table *t, int seat)
{
    const struct room_seat *s = &t->room->seat[seat];
    for (int i = 0; s->kind == SEAT_HUMAN && i < VIEWERS; i++)
        if (strcmp(s->player, t->player[i]) == 0) return i;
    return -1;
}

/* ---- settings ---- */

/* Making a map takes long, so a few come again. */
static const char *kept_map(bool large, struct rng *r)
{
    static char *kept[2][4];
    char **text = &kept[large][rng_below(r, 4)];
    if (*text) return *text;
    static struct board b;
    struct out o = {.p = must(malloc(SETTINGS_TEXT)), .size = SETTINGS_TEXT};
    memset(&b, 0, sizeof b);
    scenario_make(scenario_in(&b), large ? 9 : 5, GRADE_GENTLE, rng_next(r));
    snprintf(scenario_in(&b)->name, SCENARIO_NAME, "alpha secret");
    scenario_kind.write(&b, &o);
    need(out_end(&o), "a map is too long");
    return *text = o.p;
}

static json_t *random_board(const struct game *g, struct rng *r)
{
    const char *game, *name, *list[256];
    uint32_t n = 0;
    if (g->board == &scenario_kind && !one_in(r, 3)) return json_pack("{s:s}", "text", kept_map(one_in(r, 3), r));
    for (int i = 0; n < 256 && g->board->list(i, &game, &name); i++)
        if (strcmp(game, g->name) == 0) list[n++] = name;
    return json_pack("{s:s}", "name", list[rng_below(r, n)]);
}

void other_salt(struct settings *s, struct rng *r)
{
    for (int i = 0; i < FAIR_SALT; i++) s->salt[i] = (uint8_t)rng_next(r);
}

char *settings_text(const struct settings *s, size_t *n)
{
    struct out o = {.p = malloc(2 * SETTINGS_TEXT), .size = 2 * SETTINGS_TEXT};
    settings_write(s, &o);
    need(out_end(&o), "settings are too long");
    *n = o.len;
    return o.p;
}

void settings_for(struct settings *s, const struct game *g, int mode, int seats, struct rng *r)
{
    uint8_t bot[MAX_SEATS];
    int bots_n;
    static const char *const speeds[] = {"relaxed", "live", "days"};
    const char *speed = speeds[rng_below(r, 3)];
    json_t *wish = json_pack("{s:s, s:s, s:i, s:b, s:{s:s, s:i, s:i}}", "game", g->name, "mode", g->modes[mode].name,
                             "seats", seats, "public", (int)rng_below(r, 2), "speed", "kind", speed, "seconds",
                             10 + (int)rng_below(r, 891), "days", 1 + (int)rng_below(r, 14));
    if (g->board) json_object_set_new(wish, "board", random_board(g, r));
    const char *why = wish_read(s, wish, bot, &bots_n);
    json_decref(wish);
    if (why) printf("# %s %s %d: %s\n", g->name, g->modes[mode].name, seats, why);
    need(!why, "settings were refused");
    snprintf(s->owner, sizeof s->owner, "%032x", 0xabc00);
    snprintf(s->code, sizeof s->code, "abc%03u", rng_below(r, 1000));
    other_salt(s, r);
}

void random_settings(struct settings *s, struct rng *r)
{
    int game = 0, mode = 0;
    while (games[game]) game++;
    const struct game *g = games[rng_below(r, (uint32_t)game)];
    while (g->modes[mode].name) mode++;
    mode = (int)rng_below(r, (uint32_t)mode);
    const struct mode *m = &g->modes[mode];
    int most = m->max > 8 && !one_in(r, 12) ? 8 : m->max;
    settings_for(s, g, mode, m->min + (int)rng_below(r, (uint32_t)(most - m->min + 1)), r);
}

/* ---- before the start ---- */

static void sit(struct table *t, int seat, int player, struct rng *r)
{
    static const char *const names[] = {"Ana", "Ben \"B\" \\", "ünï ✓", "# no", "--", "end", "scenario:"};
    happens(t, EVENT_SIT, seat, player, names[rng_below(r, 7)], r);
}

void table_fill(struct table *t, const struct settings *s, struct rng *r)
{
    size_t n;
    char *text = settings_text(s, &n);
    need(table_step(t, EVENT_CREATE, -1, 0, text, n, 0), "a table was not created");
    free(text);
    sit(t, 0, 0, r);
    for (int i = 1; i < t->room->seats; i++) {
        if (one_in(r, 4)) happens(t, EVENT_BOT, i, 0, bots[rng_below(r, 2)]->name, r);
        else sit(t, i, i, r);
        if (one_in(r, 6)) { /* and away again; somebody else comes */
            happens(t, EVENT_FREE, i, i, "", r);
            sit(t, i, i, r);
        }
        if (one_in(r, 4) && t->room->seat[i].kind == SEAT_HUMAN) happens(t, EVENT_CHAT, i, i, "ready \"?\" 😀", r);
    }
    if (t->room->seats > 1 && one_in(r, 8)) { /* the owner leaves and comes back as a guest */
        happens(t, EVENT_FREE, 0, 0, "", r);
        sit(t, 0, 0, r);
    }
}

void table_start(struct table *t)
{
    struct out o = {.p = must(malloc(TEXT)), .size = TEXT};
    need(room_head(t->room, &o) == NULL, "a table cannot start");
    need(out_end(&o) && table_step(t, EVENT_START, -1, 0, o.p, o.len, 1000), "a table did not start");
    free(o.p);
}

/* ---- playing ---- */

void table_draw(struct table *t)
{
    char line[1024];
    struct out o = {.p = line, .size = sizeof line};
    room_draw(t->room, &o);
    need(out_end(&o) && table_step(t, EVENT_CHANCE, -1, -1, line, o.len, 0), "dice were refused");
}

void random_turn(const struct room *r, int seat, bool whole, struct out *o, struct rng *rng)
{
    const struct game *g = r->set.game;
    static struct position pos;
    struct state *s = position_state(&pos);
    memcpy(s, r->now, r->size);
    uint16_t round = s->round;
    for (int k = 0; k < 60 && seats_has(s->acting, seat) && s->round == round; k++) {
        Move m = g->nth(s, seat, rng_below(rng, g->legal(s, seat, NULL)));
        struct position after = pos;
        g->apply(position_state(&after), seat, m);
        if (!whole && r->sealed && !seats_has(position_state(&after)->acting, seat)) return; /* that would finish it */
        if (k) out_char(o, '\n');
        room_move_line(r, s, seat, m, o);
        pos = after;
        if (!r->sealed || (!whole && one_in(rng, 2))) return;
    }
}

static int random_acting(const struct room *r, struct rng *rng)
{
    int i = (int)rng_below(rng, r->seats);
    while (!room_acts(r, i)) i = (i + 1) % r->seats;
    return i;
}

static void talk(struct table *t, int seat, struct rng *r)
{
    char text[16];
    int player = table_player(t, seat);
    if (player < 0) return;
    switch (rng_below(r, 6)) {
    case 0: happens(t, EVENT_CHAT, seat, player, "salt? \"commit\" 😀", r); break;
    case 1: happens(t, EVENT_SIGNAL, seat, player, room_signals[rng_below(r, 10)], r); break;
    case 2:
        snprintf(text, sizeof text, "%u %s", 1 + rng_below(r, t->room->seats), one_in(r, 2) ? "on" : "off");
        happens(t, EVENT_MUTE, seat, player, text, r);
        break;
    case 3: happens(t, EVENT_LATE, seat, -1, "", r); break;
    case 4: happens(t, EVENT_AWAY, seat, player, "", r); break;
    default: happens(t, EVENT_HERE, seat, player, "", r);
    }
}

bool table_go_on(struct table *t, struct rng *r)
{
    const struct room *room = t->room;
    char lines[64 * 128];
    struct out o = {.p = lines, .size = sizeof lines};
    if (room->status != TABLE_PLAYING) return false;
    if (room->now->phase == PHASE_CHANCE) return table_draw(t), true;
    if (one_in(r, 20)) talk(t, (int)rng_below(r, room->seats), r);
    int seat = (int)rng_below(r, room->seats);
    if (room_may_back(room, seat) && one_in(r, 10))
        return happens(t, EVENT_BACK, seat, table_player(t, seat), "", r), true;
    seat = random_acting(room, r);
    random_turn(room, seat, !one_in(r, 4), &o, r);
    if (!o.len) return true; /* nothing but finishing was possible */
    need(out_end(&o), "a turn is too long");
    bool turn = room->sealed && one_in(r, 2);
    if (turn && room_may_move(room, seat, lines, o.len, true)) turn = false; /* it went on from what was there */
    need(turn || !room_may_move(room, seat, lines, o.len, false), "a legal turn is refused");
    happens(t, turn ? EVENT_TURN : EVENT_MOVE, seat, table_player(t, seat), lines, r);
    return true;
}
