/* sim_stands.c -- see sim.h: what has no number. `yours`, `ready` and `mute` say how something is from now on, so no list of objects
 * tells whether they are right: what a client makes of all it heard is compared with what the events of the table say, up
 * to the last one it was told of. Private events have no numbers, so several moments may come into question; but what the client
 * has done itself, and was told is done, is in all of them. */
#include "sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a client makes of what it hears ---- */

static const char *word(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));
    return s ? s : "";
}

/* Lines, each with its end. */
static char *joined(const json_t *lines)
{
    char text[4096];
    struct out o = {.p = text, .size = sizeof text};
    const json_t *line;
    size_t i;
    json_array_foreach(lines, i, line)
    {
        out_str(&o, json_string_value(line));
        out_char(&o, '\n');
    }
    return sim_words(text, o.len);
}

static void set(struct seats *s, int seat, bool on)
{
    if (on) seats_add(s, seat);
    else seats_drop(s, seat);
}

/* The game begins: free seats vanish, the others move up. */
static void move_up(struct stands *s)
{
    struct seats old = s->muted;
    int n = 0;
    s->muted = (struct seats){{0, 0}};
    for (int i = 0; i < MAX_SEATS; i++) {
        if (!seats_has(s->sits, i)) continue;
        set(&s->muted, n++, seats_has(old, i));
    }
    s->began = true;
}

void sim_stands_hear(struct stands *s, const json_t *o)
{
    const char *type = word(o, "t");
    int seat = (int)json_integer_value(json_object_get(o, "seat")) - 1;
    if (strcmp(type, "yours") == 0) s->yours = joined(json_object_get(o, "lines"));
    if (strcmp(type, "round") == 0) s->yours = "", s->ready = (struct seats){{0, 0}};
    if (strcmp(type, "ready") == 0) set(&s->ready, seat, !json_is_false(json_object_get(o, "ready")));
    if (strcmp(type, "mute") == 0) set(&s->muted, seat, json_is_true(json_object_get(o, "on")));
    if (strcmp(type, "seat") == 0 && !s->began) { /* somebody else sits there now, or nobody: that was another */
        set(&s->sits, seat, strcmp(word(o, "kind"), "free") != 0);
        seats_drop(&s->muted, seat);
        bool mine = json_is_true(json_object_get(o, "you"));
        if (mine || seat + 1 == s->me) s->muted = (struct seats){{0, 0}};
        if (mine || seat + 1 == s->me) s->me = mine ? seat + 1 : 0;
    }
    if (strcmp(type, "start") == 0) move_up(s);
}

void sim_stands_forget(struct stands *s)
{
    s->yours = "";
    s->ready = s->muted = (struct seats){{0, 0}};
}

/* ---- what the events say ---- */

/* The lines of the seat's own turn in the sealed round that is open. */
static void own_turn(const struct room *r, int seat, struct out *o)
{
    if (!r->sealed || r->status != TABLE_PLAYING || r->now->phase != PHASE_PLAY || seat < 0) return;
    struct state *s = malloc(r->size);
    memcpy(s, r->base, r->size);
    for (int i = 0; i < r->turn_n; i++) {
        if (r->turn[i].seat != seat) continue;
        out_int(o, seat + 1);
        out_char(o, ' ');
        room_move_line(r, s, seat, r->turn[i].move, o);
        out_char(o, '\n');
        r->set.game->apply(s, seat, r->turn[i].move);
    }
    free(s);
}

static struct seats all_ready(const struct room *r)
{
    struct seats ready = {{0, 0}};
    bool open = r->sealed && r->status == TABLE_PLAYING && r->now->phase == PHASE_PLAY;
    for (int i = 0; open && i < r->seats; i++)
        if (seats_has(r->base->acting, i) && !seats_has(r->now->acting, i)) seats_add(&ready, i);
    return ready;
}

struct looking {
    struct room *room;
    const struct heard *heard;
    const char *player;
    uint32_t told; /* the number of the last object that this player was told */
    int n, all;    /* events so far; that there are */
    bool good;
    char want[5000]; /* what it would have been at the last moment */
};

static void note_told(void *ctx, const struct room *r, int to, const char *text, size_t n, int how)
{
    struct looking *l = ctx;
    (void)text, (void)n;
    if (!(how & TELL_STANDING) && room_hears(r, l->player, to)) l->told = r->number;
}

static void write_seats(struct out *o, const char *what, struct seats s)
{
    out_str(o, what);
    for (int i = 0; i < MAX_SEATS; i++)
        if (seats_has(s, i)) out_char(o, ' '), out_int(o, i + 1);
}

static void write_stands(const char *yours, struct seats ready, struct seats muted, char *text, size_t size)
{
    struct out o = {.p = text, .size = size - 1};
    out_str(&o, "yours ");
    for (const char *p = yours; *p; p++) out_char(&o, *p == '\n' ? '/' : *p);
    write_seats(&o, ", ready", ready);
    write_seats(&o, ", muted", muted);
    text[o.len < o.size ? o.len : o.size] = 0;
}

static int look(void *ctx, const struct event *e)
{
    struct looking *l = ctx;
    const struct room *r = l->room;
    char yours[4096], has[5000];
    struct out o = {.p = yours, .size = sizeof yours};
    if (!room_step(l->room, e, &(struct room_listener){.tell = note_told, .ctx = l}))
        sim_broken("the events of %s do not fit", r->id);
    l->n++;
    if (l->n < l->heard->floor || l->told != l->heard->last) return 0;
    l->good =
        e->kind == EVENT_GONE; /* it was a turn then, and has been replaced since: what it was is not known any more */
    if (l->good) return 1;
    int seat = room_seat_of(r, l->player);
    own_turn(r, seat, &o);
    yours[o.len] = 0;
    write_stands(yours, all_ready(r), seat >= 0 ? r->seat[seat].mutes : (struct seats){{0, 0}}, l->want,
                 sizeof l->want);
    write_stands(l->heard->stands.yours, l->heard->stands.ready, l->heard->stands.muted, has, sizeof has);
    l->good = strcmp(has, l->want) == 0;
    return l->good;
}

/* all: as things are now, not at some moment since the last it was told. */
void sim_law_stands(int client, bool all)
{
    struct heard h;
    char has[5000];
    sim_client_heard(client, &h);
    if (!h.live || !h.n) return;
    if (all) h.floor = sim_seen_events(h.table);
    struct looking l = {.room = room_new(h.table), .heard = &h, .player = sim_client_player(client)};
    sim_seen_each(h.table, look, &l);
    write_stands(h.stands.yours, h.stands.ready, h.stands.muted, has, sizeof has);
    if (!l.good)
        sim_broken("client %d has: %s; and it should have: %s", client, has,
                   l.want[0] ? l.want : "(heard of less than it has done)");
    room_free(l.room);
}

/* ---- rounds ---- */

struct sought {
    struct room *room;
    const char *player, *action;
    int round; /* in which it was done; -1: not found */
};

static int seek(void *ctx, const struct event *e)
{
    struct sought *s = ctx;
    if (strcmp(e->action, s->action) == 0 && strcmp(e->actor, s->player) == 0)
        return s->round = s->room->size ? (int)s->room->now->round : -1, 1;
    if (!room_step(s->room, e, &(struct room_listener){.ctx = NULL}))
        sim_broken("the events of %s do not fit", s->room->id);
    return 0;
}

/* What was done for one round was done in it. */
void sim_law_round(const char *table, const char *player, const char *action, int round)
{
    struct sought s = {.room = room_new(table), .player = player, .action = action, .round = -1};
    sim_seen_each(table, seek, &s);
    if (s.round != round)
        sim_broken("action %s was meant for round %d, and was done in round %d", action, round, s.round);
    room_free(s.room);
}

/* ---- coming back ---- */

struct back {
    struct room *room;
    const char *player;
    int from, n;
    bool sat, played; /* from then on there was a moment at which nobody played in its place */
};

static int see(void *ctx, const struct event *e)
{
    struct back *b = ctx;
    if (!room_step(b->room, e, &(struct room_listener){.ctx = NULL}))
        sim_broken("the events of %s do not fit", b->room->id);
    if (++b->n < b->from) return 0;
    int seat = room_seat_of(b->room, b->player);
    b->sat |= seat >= 0;
    b->played |= seat < 0 || !b->room->seat[seat].away || b->room->status != TABLE_PLAYING;
    return b->played;
}

/* Whoever has opened the table is not played by a bot any more, be it that they left again, or were late. A disk that fails just
 * then may lose that: what they do next at the table brings them back. */
void sim_law_back(int client)
{
    struct heard h;
    sim_client_heard(client, &h);
    if (!h.live || world.struck_at >= h.asked_at) return;
    struct back b = {.room = room_new(h.table), .player = sim_client_player(client), .from = h.opened_at};
    sim_seen_each(h.table, see, &b);
    if (b.sat && !b.played) sim_broken("client %d has opened %s, and is still played by the bot", client, h.table);
    room_free(b.room);
}
