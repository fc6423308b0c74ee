/* api_circles.c -- see api.h: circles of friends, who compare how they did (api_daily.c). Its id is what one needs to join. Whoever
 * came first of those who are there may rename it, send others away, and give it a new
 * id: then the link of before lets nobody in.
 *
 * Servers that share a database may let two people in at the same moment. So a circle is its first STORE_MEMBERS: whoever
 * is stored behind them is not in it, until somebody leaves. */
#include "../../core/sha256.h"
#include "api_in.h"

#include <stdio.h>
#include <string.h>

enum { LETTERS = 16, MEMBER = 16, CIRCLES = 20, KEPT_DAYS = 400, FRESH_DAYS = 200 };

#define DAY_MS UINT64_C(86400000)

static const char unread[] = "The store could not be read.", unwritten[] = "The circle could not be stored.";

static uint64_t until(struct ask *a) { return hall_now(a->hall) + KEPT_DAYS * DAY_MS; }

/* What a member is called in requests: the same as long as one is in the circle, and another in each. */
static void member_of(const char *circle, const char *player, char member[MEMBER + 1])
{
    static const char purpose[] = "circle/";
    struct sha256 s;
    uint8_t hash[SHA256_BYTES];
    sha256_begin(&s);
    sha256_add(&s, purpose, strlen(purpose));
    sha256_add(&s, circle, strlen(circle) + 1);
    sha256_add(&s, player, strlen(player));
    sha256_end(&s, hash);
    for (int i = 0; i < MEMBER / 2; i++) snprintf(member + 2 * i, 3, "%02x", hash[i]);
}

/* ---- telling ---- */

/* A circle: its first STORE_MEMBERS. */
struct circle {
    const char *player; /* who asks */
    char id[LETTERS + 1];
    char name[STORE_TEXT];
    struct {
        char player[PLAYER_LEN + 1], name[ROOM_NAME];
    } member[STORE_MEMBERS]; /* [n] */
    int n;
    int own; /* which of them one is; -1: none */
};

static void begin_circle(struct circle *c, const struct ask *a)
{
    c->player = a->known ? a->who.player : "";
    c->id[0] = c->name[0] = 0;
    c->n = 0, c->own = -1;
}

static void note_member(void *ctx, const struct store_member *m)
{
    struct circle *c = ctx;
    snprintf(c->id, sizeof c->id, "%s", m->circle);
    snprintf(c->name, sizeof c->name, "%s", m->called);
    if (c->n == STORE_MEMBERS) return;
    if (strcmp(m->player, c->player) == 0) c->own = c->n;
    snprintf(c->member[c->n].player, sizeof c->member[0].player, "%s", m->player);
    snprintf(c->member[c->n].name, sizeof c->member[0].name, "%s", m->name);
    c->n++;
}

static int look(struct ask *a, const char *id, struct circle *c)
{
    begin_circle(c, a);
    return store_circle_get(a->hall->store, id, note_member, c);
}

static void show_member(struct out *o, const char *member, const char *name)
{
    out_comma(o);
    out_char(o, '{');
    out_key_str(o, "member", member);
    out_key_str(o, "name", name);
    out_char(o, '}');
}

static void show_circle(const struct circle *c, struct out *o)
{
    out_comma(o);
    out_char(o, '{');
    out_key_str(o, "circle", c->id);
    out_key(o, "members");
    out_char(o, '[');
    for (int i = 0; i < c->n; i++) {
        char member[MEMBER + 1];
        member_of(c->id, c->member[i].player, member);
        show_member(o, member, c->member[i].name);
    }
    out_char(o, ']');
    out_key_str(o, "name", c->name);
    out_key_bool(o, "mine", c->own == 0);
    out_char(o, '}');
}

/* One's circles as they are told, one after the other. */
struct circles {
    struct ask *ask;
    struct out *o;
    struct circle now;
    int n;
};

static void end_circle(struct circles *all)
{
    if (all->now.own >= 0 && all->n < CIRCLES) show_circle(&all->now, all->o);
    all->n += all->now.n > 0;
    begin_circle(&all->now, all->ask);
}

static void note_circle(void *ctx, const struct store_member *m)
{
    struct circles *all = ctx;
    if (strcmp(m->circle, all->now.id) != 0) end_circle(all);
    note_member(&all->now, m);
}

bool api_get_circles(struct ask *a)
{
    struct out *o = hall_out(a->hall);
    struct circles all = {.ask = a, .o = o};
    begin_circle(&all.now, a);
    out_str(o, "{\"circles\":[");
    if (a->known && store_circles_of(a->hall->store, a->who.player, note_circle, &all))
        return api_refuse_store(a, unread);
    end_circle(&all);
    out_str(o, "]}");
    return api_reply_out(a, 200, o);
}

/* ---- keeping ---- */

int api_keep_circles(struct ask *a)
{
    return store_circles_keep(a->hall->store, a->who.player, hall_now(a->hall) + FRESH_DAYS * DAY_MS, until(a));
}

/* ---- changing ---- */

static bool reply_circle(struct ask *a, const char *id, const char *name)
{
    struct out *o = hall_out(a->hall);
    out_char(o, '{');
    out_key_str(o, "circle", id);
    out_key_str(o, "name", name);
    out_char(o, '}');
    return api_reply_out(a, 200, o);
}

static void no_member(void *ctx, const struct store_member *m) { (void)ctx, (void)m; }

/* What is read before something new, in one request: of that circle; NULL: of a new one. */
static void fetch_new(struct ask *a, const char *id)
{
    struct store *s = a->hall->store;
    char own[128];
    int n;
    if (!store_gather(s)) return;
    if (id) store_circle_get(s, id, no_member, NULL);
    store_circles_count(s, a->who.player, &n, own, sizeof own);
    actions_gather(a->hall, &a->who);
    store_fetch(s);
}

/* May one be in one more, and by which name? False: it has been answered. It counts as something new. */
static bool may_join(struct ask *a, char name[ROOM_NAME])
{
    const char *as = api_text(a, "as");
    char own[128];
    int n;
    if (store_circles_count(a->hall->store, a->who.player, &n, own, sizeof own)) return api_refuse_store(a, unread);
    const char *why = settings_name(as ? as : own[0] ? own : "?", name, ROOM_NAME);
    if (why) return api_refuse(a, 400, "json", why);
    if (n >= CIRCLES) return api_refuse(a, 429, "limit", "You are in 20 circles: leave one first.");
    struct outcome is = actions_may_join(a->hall, &a->who);
    return !is.error || api_refuse_outcome(a, is);
}

static bool make(struct ask *a, const char *wish)
{
    char name[ROOM_NAME], me[ROOM_NAME];
    const char *why = settings_name(wish, name, sizeof name);
    if (why) return api_refuse(a, 400, "json", why);
    fetch_new(a, NULL);
    if (!may_join(a, me)) return false;
    if (!a->action[0]) who_letters(a->action, LETTERS); /* it may run again */
    struct store_member m = {.circle = a->action, .called = name, .player = a->who.player, .name = me};
    if (store_circle_make(a->hall->store, &m, hall_now(a->hall), until(a))) return api_refuse_store(a, unwritten);
    return reply_circle(a, a->action, name);
}

static bool unknown(struct ask *a) { return api_refuse(a, 404, "unknown", "There is no such circle."); }

static bool join(struct ask *a, const char *id)
{
    struct circle c;
    char me[ROOM_NAME];
    fetch_new(a, id);
    if (look(a, id, &c)) return api_refuse_store(a, unread);
    if (!c.n) return unknown(a);
    if (c.own >= 0) return reply_circle(a, id, c.name);
    if (c.n >= STORE_MEMBERS) return api_refuse(a, 409, "full", "This circle has 50 members: that is all it takes.");
    if (!may_join(a, me)) return false;
    struct store_member m = {.circle = id, .player = a->who.player, .name = me};
    int in = store_circle_join(a->hall->store, &m, hall_now(a->hall), until(a));
    if (in < 0) return api_refuse_store(a, unwritten);
    return in ? reply_circle(a, id, c.name) : unknown(a);
}

/* A member goes; the last one takes the circle along. */
static bool remove_member(struct ask *a, const char *id, const char *player, const struct circle *c)
{
    int there = store_circle_leave(a->hall->store, id, player);
    if (there < 0) return api_refuse_store(a, unwritten);
    return there ? reply_circle(a, id, c->name) : unknown(a);
}

/* The circle gets another id: the old one is unknown from then on. */
static bool renew(struct ask *a, const char *id, const char *name)
{
    struct outcome is = actions_may_join(a->hall, &a->who);
    if (is.error) return api_refuse_outcome(a, is);
    if (!a->action[0]) who_letters(a->action, LETTERS); /* it may run again */
    if (store_circle_move(a->hall->store, id, a->action)) return api_refuse_store(a, unwritten);
    return reply_circle(a, a->action, name);
}

/* The member that requests call so; -1: none. */
static int find_member(const struct circle *c, const char *wanted)
{
    for (int i = 0; i < c->n; i++) {
        char member[MEMBER + 1];
        member_of(c->id, c->member[i].player, member);
        if (strcmp(member, wanted) == 0) return i;
    }
    return -1;
}

static bool change(struct ask *a, const char *id)
{
    const char *rename = api_text(a, "rename"), *wanted = api_text(a, "remove"), *why;
    const json_t *fresh = json_object_get(a->body, "renew");
    struct circle c;
    char name[ROOM_NAME];
    if (fresh) fetch_new(a, id);
    if (look(a, id, &c)) return api_refuse_store(a, unread);
    if (fresh && !json_is_true(fresh)) return api_refuse(a, 400, "json", "`renew` is true.");
    if (c.own < 0) return unknown(a);
    if (c.own > 0) return api_refuse(a, 403, "owner", "Only who made the circle may do that.");
    int k = wanted ? find_member(&c, wanted) : -1;
    if (wanted && k < 0) return api_refuse(a, 400, "seat", "There is no such member.");
    if (wanted) return remove_member(a, id, c.member[k].player, &c);
    if (fresh) return renew(a, id, c.name);
    why = settings_name(rename, name, sizeof name);
    if (why) return api_refuse(a, 400, "json", why);
    if (store_circle_rename(a->hall->store, id, name, until(a))) return api_refuse_store(a, unwritten);
    return reply_circle(a, id, name);
}

bool api_post_circles(struct ask *a)
{
    const char *name = api_text(a, "name"), *id = api_text(a, "join"), *leave = api_text(a, "leave"),
               *circle = api_text(a, "circle");
    struct circle c;
    api_introduce(a);
    if (id) return join(a, id);
    if (circle) return change(a, circle);
    if (!leave) return make(a, name);
    if (look(a, leave, &c)) return api_refuse_store(a, unread);
    if (c.own < 0 && c.n < STORE_MEMBERS) return unknown(a); /* else one may wait behind them */
    return remove_member(a, leave, a->who.player, &c);
}
