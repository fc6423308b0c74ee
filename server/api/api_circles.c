/* api_circles.c -- see api.h: circles of friends, who compare how they did (api_daily.c). A circle is a list of the store:
 * its members in the order they came, each with a name, and before them an entry of nobody's with the name of the circle. Its
 * id is what one needs to join. Whoever came first of those who are there may rename it, send others away, and give it a new
 * id: then the link of before lets nobody in.
 *
 * Servers that share a database may change a circle at the same moment. So the entry of its name has a version, its rank, and whoever
 * lets somebody in, renames it or gives it a new id claims that version first, by a word that is good once: of two one runs again. Else
 * whoever joined while the id was made new would be in a circle of that old id again, alone. A circle is its first
 * CIRCLE_MEMBERS: whoever is stored behind them is not in it, until somebody leaves. */
#include "../../core/sha256.h"
#include "../base/must.h"
#include "api_in.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LETTERS = 16, MEMBER = 16, CIRCLES = 20, KEPT_DAYS = 400, FRESH_DAYS = 200 };
enum { CLAIM_MS = 60000 }; /* longer than any request runs */

#define DAY_MS UINT64_C(86400000)

static const char unread[] = "The store could not be read.", unwritten[] = "The circle could not be stored.";

static void list_of(const char *id, char list[STORE_LIST + 1])
{
    snprintf(list, STORE_LIST + 1, CIRCLE_LIST "%.40s", id);
}

static uint64_t until(struct ask *a) { return hall_now(a->hall) + KEPT_DAYS * DAY_MS; }

/* What a member is called in requests: the same as long as one is in the circle, and another in each. */
static void member_of(const char *list, const char *player, char member[MEMBER + 1])
{
    struct sha256 s;
    uint8_t hash[SHA256_BYTES];
    sha256_begin(&s);
    sha256_add(&s, list, strlen(list) + 1);
    sha256_add(&s, player, strlen(player));
    sha256_end(&s, hash);
    for (int i = 0; i < MEMBER / 2; i++) snprintf(member + 2 * i, 3, "%02x", hash[i]);
}

/* ---- telling ---- */

/* A circle as it is gone through. */
struct circle {
    struct out *o;              /* its members are written there; NULL */
    const char *player;         /* who asks */
    char name[STORE_TEXT];      /* of the circle */
    int64_t version;            /* -1 and less */
    int n;                      /* members so far */
    int64_t last;               /* the rank of the last of them */
    int own;                    /* which of them one is; -1: none */
    const char *wanted;         /* which of them is looked for; NULL */
    char found[PLAYER_LEN + 1]; /* ... and who it is; "": there is none */
};

static void show_member(struct out *o, const char *member, const char *name)
{
    out_comma(o);
    out_char(o, '{');
    out_key_str(o, "member", member);
    out_key_str(o, "name", name);
    out_char(o, '}');
}

static int note_member(void *ctx, const struct store_entry *e)
{
    struct circle *c = ctx;
    char member[MEMBER + 1];
    if (!e->player[0]) return c->version = e->rank, snprintf(c->name, sizeof c->name, "%s", e->text), 0;
    if (strcmp(e->player, c->player) == 0) c->own = c->n;
    member_of(e->list, e->player, member);
    if (c->wanted && strcmp(member, c->wanted) == 0) snprintf(c->found, sizeof c->found, "%.32s", e->player);
    if (c->o) show_member(c->o, member, e->text);
    c->last = e->rank;
    c->n++;
    return 0;
}

static int look(struct ask *a, const char *id, struct circle *c)
{
    char list[STORE_LIST + 1];
    c->player = a->who.player;
    c->n = 0, c->own = -1;
    list_of(id, list);
    return store_entries(a->hall->store, list, CIRCLE_MEMBERS + 1, note_member, c);
}

/* One's circles. */
struct circles {
    char id[CIRCLES][LETTERS + 1];
    int n;
};

static int note_circle(void *ctx, const struct store_entry *e)
{
    struct circles *c = ctx;
    if (c->n < CIRCLES) snprintf(c->id[c->n++], sizeof c->id[0], "%.16s", e->list + strlen(CIRCLE_LIST));
    return 0;
}

bool api_get_circles(struct ask *a)
{
    struct circles all = {.n = 0};
    struct out *o = hall_out(a->hall);
    int status = a->known ? store_entries_of(a->hall->store, a->who.player, CIRCLE_LIST, note_circle, &all) : 0;
    out_str(o, "{\"circles\":[");
    for (int i = 0; !status && i < all.n; i++) {
        struct circle c = {.n = 0};
        status = look(a, all.id[i], &c);
        if (status || c.own < 0) continue;
        c.o = o;
        out_comma(o);
        out_char(o, '{');
        out_key_str(o, "circle", all.id[i]);
        out_key(o, "members");
        out_char(o, '[');
        status = look(a, all.id[i], &c);
        out_char(o, ']');
        out_key_str(o, "name", c.name);
        out_key_bool(o, "mine", c.own == 0);
        out_char(o, '}');
    }
    out_str(o, "]}");
    return status ? api_refuse_store(a, unread) : api_reply_out(a, 200, o);
}

/* ---- keeping ---- */

/* Entries that would go some time soon. */
struct old {
    struct {
        struct store_entry is;
        char list[STORE_LIST + 1], player[PLAYER_LEN + 1], text[STORE_TEXT];
    } all[CIRCLE_MEMBERS + 1];
    int n;
    uint64_t soon;
};

static int note_old(void *ctx, const struct store_entry *e)
{
    struct old *o = ctx;
    if (e->until >= o->soon || o->n == CIRCLE_MEMBERS + 1) return 0;
    o->all[o->n].is = *e;
    snprintf(o->all[o->n].list, sizeof o->all[o->n].list, "%s", e->list);
    snprintf(o->all[o->n].player, sizeof o->all[o->n].player, "%.32s", e->player);
    snprintf(o->all[o->n].text, sizeof o->all[o->n].text, "%s", e->text);
    o->n++;
    return 0;
}

int api_keep_circles(struct ask *a)
{
    struct old *o = must(calloc(1, sizeof *o));
    o->soon = hall_now(a->hall) + FRESH_DAYS * DAY_MS;
    int status = store_entries_of(a->hall->store, a->who.player, CIRCLE_LIST, note_old, o);
    for (int i = o->n; !status && i-- > 0;) /* the first of a circle is nobody's: its name */
        status = store_entries(a->hall->store, o->all[i].list, 1, note_old, o);
    for (int i = 0; status >= 0 && i < o->n; i++) {
        struct store_entry e = o->all[i].is;
        e.list = o->all[i].list, e.player = o->all[i].player, e.text = o->all[i].text;
        e.until = until(a);
        status = store_entry_put(a->hall->store, &e, false);
    }
    free(o);
    return status < 0 ? status : 0;
}

/* ---- changing ---- */

/* rank: which a member comes with; or the version of the circle itself, then player is "". */
static bool put(struct ask *a, const char *id, const char *player, int64_t rank, const char *text)
{
    char list[STORE_LIST + 1];
    list_of(id, list);
    struct store_entry e = {
        .list = list, .player = player, .rank = rank, .text = text, .at = hall_now(a->hall), .until = until(a)};
    return store_entry_put(a->hall->store, &e, false) >= 0;
}

/* Nobody else changes the circle as it was looked at; false: somebody has. */
static bool claim(struct ask *a, const char *id, const struct circle *c)
{
    char word[64];
    snprintf(word, sizeof word, "circle %.16s %lld", id, (long long)c->version);
    return store_once(a->hall->store, word, hall_now(a->hall) + CLAIM_MS) > 0;
}

static bool reply_circle(struct ask *a, const char *id, const char *name)
{
    struct out *o = hall_out(a->hall);
    out_char(o, '{');
    out_key_str(o, "circle", id);
    out_key_str(o, "name", name);
    out_char(o, '}');
    return api_reply_out(a, 200, o);
}

/* What one is called there; false: it has been answered. */
static bool own_name(struct ask *a, char name[ROOM_NAME])
{
    const char *as = api_text(a, "as");
    char own[128] = "";
    if (!as && store_name_get(a->hall->store, a->who.player, own, sizeof own)) return api_refuse_store(a, unread);
    const char *why = settings_name(as ? as : own[0] ? own : "?", name, ROOM_NAME);
    return !why || api_refuse(a, 400, "json", why);
}

/* May one be in one more? False: it has been answered. It counts as something new. */
static bool may_join(struct ask *a)
{
    struct circles all = {.n = 0};
    if (store_entries_of(a->hall->store, a->who.player, CIRCLE_LIST, note_circle, &all))
        return api_refuse_store(a, unread);
    if (all.n >= CIRCLES) return api_refuse(a, 429, "limit", "You are in 20 circles: leave one first.");
    struct outcome is = actions_may_join(a->hall, &a->who);
    return !is.error || api_refuse_outcome(a, is);
}

static bool make(struct ask *a, const char *wish)
{
    char name[ROOM_NAME], me[ROOM_NAME];
    const char *why = settings_name(wish, name, sizeof name);
    if (why) return api_refuse(a, 400, "json", why);
    if (!own_name(a, me) || !may_join(a)) return false;
    if (!a->action[0]) who_letters(a->action, LETTERS); /* it may run again */
    if (!put(a, a->action, "", -1, name) || !put(a, a->action, a->who.player, 0, me))
        return api_refuse_store(a, unwritten);
    return reply_circle(a, a->action, name);
}

static bool unknown(struct ask *a) { return api_refuse(a, 404, "unknown", "There is no such circle."); }

static bool join(struct ask *a, const char *id)
{
    struct circle c = {.n = 0};
    char me[ROOM_NAME];
    if (look(a, id, &c)) return api_refuse_store(a, unread);
    if (!c.n || strlen(id) != LETTERS) return unknown(a);
    if (c.own >= 0) return reply_circle(a, id, c.name);
    if (c.n >= CIRCLE_MEMBERS) return api_refuse(a, 409, "full", "This circle has 50 members: that is all it takes.");
    if (!own_name(a, me) || !may_join(a)) return false;
    if (!claim(a, id, &c) || !put(a, id, "", c.version - 1, c.name) || !put(a, id, a->who.player, c.last + 1, me))
        return api_refuse_store(a, unwritten);
    return reply_circle(a, id, c.name);
}

/* A member goes; the last one takes the circle along. */
static bool remove_member(struct ask *a, const char *id, const char *player, const struct circle *c)
{
    char list[STORE_LIST + 1];
    list_of(id, list);
    if (store_entry_drop(a->hall->store, list, player) < 0) return api_refuse_store(a, unwritten);
    if (c->n == 1 && store_entry_drop(a->hall->store, list, "") < 0) return api_refuse_store(a, unwritten);
    return reply_circle(a, id, c->name);
}

/* All that is in the list goes to another. 0 or a negative errno. */
static int move(struct store *s, const char *from, const char *to)
{
    struct old *o = must(calloc(1, sizeof *o));
    int status;
    o->soon = UINT64_MAX;
    do {
        o->n = 0;
        status = store_entries(s, from, CIRCLE_MEMBERS + 1, note_old, o);
        for (int i = 0; status >= 0 && i < o->n; i++) {
            struct store_entry e = o->all[i].is;
            e.list = to, e.player = o->all[i].player, e.text = o->all[i].text;
            status = store_entry_put(s, &e, false);
            if (status >= 0) status = store_entry_drop(s, from, e.player);
        }
    } while (status >= 0 && o->n);
    free(o);
    return status < 0 ? status : 0;
}

/* The circle gets another id: whoever knows the old one finds nothing there. */
static bool renew(struct ask *a, const char *id, const struct circle *c)
{
    char from[STORE_LIST + 1], to[STORE_LIST + 1];
    struct outcome is = actions_may_join(a->hall, &a->who);
    if (is.error) return api_refuse_outcome(a, is);
    if (!a->action[0]) who_letters(a->action, LETTERS); /* it may run again */
    list_of(id, from);
    list_of(a->action, to);
    if (!claim(a, id, c)) return api_refuse_store(a, unwritten);
    if (move(a->hall->store, from, to)) return api_refuse_store(a, unwritten);
    return reply_circle(a, a->action, c->name);
}

static bool change(struct ask *a, const char *id)
{
    const char *rename = api_text(a, "rename"), *why;
    const json_t *fresh = json_object_get(a->body, "renew");
    struct circle c = {.wanted = api_text(a, "remove")};
    char name[ROOM_NAME];
    if (look(a, id, &c)) return api_refuse_store(a, unread);
    if (fresh && !json_is_true(fresh)) return api_refuse(a, 400, "json", "`renew` is true.");
    if (c.own < 0) return unknown(a);
    if (c.own > 0) return api_refuse(a, 403, "owner", "Only who made the circle may do that.");
    if (c.wanted && !c.found[0]) return api_refuse(a, 400, "seat", "There is no such member.");
    if (c.wanted) return remove_member(a, id, c.found, &c);
    if (fresh) return renew(a, id, &c);
    why = settings_name(rename, name, sizeof name);
    if (why) return api_refuse(a, 400, "json", why);
    bool stored = claim(a, id, &c) && put(a, id, "", c.version - 1, name);
    return stored ? reply_circle(a, id, name) : api_refuse_store(a, unwritten);
}

/* 1: yes, though one may wait behind a full circle; 0: no. */
static int is_stored(struct ask *a, const char *id)
{
    char list[STORE_LIST + 1], text[STORE_TEXT];
    list_of(id, list);
    return store_entry_get(a->hall->store, list, a->who.player, NULL, text);
}

bool api_post_circles(struct ask *a)
{
    const char *name = api_text(a, "name"), *id = api_text(a, "join"), *leave = api_text(a, "leave"),
               *circle = api_text(a, "circle");
    struct circle c = {.n = 0};
    api_introduce(a);
    if (id) return join(a, id);
    if (circle) return change(a, circle);
    if (!leave) return make(a, name);
    if (look(a, leave, &c)) return api_refuse_store(a, unread);
    int stored = is_stored(a, leave);
    if (stored < 0) return api_refuse_store(a, unread);
    return stored ? remove_member(a, leave, a->who.player, &c) : unknown(a);
}
