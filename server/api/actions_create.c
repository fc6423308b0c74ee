/* actions_create.c -- see actions.h: new tables, by `create`, by request, and as a rematch. A map
 * that has to be made takes a while: who asked may be gone by then, and somebody else may
 * have asked for the same. */
#include "../base/must.h"
#include "../hall/wish.h"
#include "actions_in.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { MAKING_MAX = 64 }; /* maps at a time */

struct creating {
    struct task task; /* once the map is there */
    struct who who;
    char name[ROOM_NAME], id[ID_LEN + 1], action[ACTION_LEN + 1];
    struct settings set;
    uint8_t bot[MAX_SEATS];
    int bots_n;
    actions_created *done;
    void (*over)(void *ctx);
    void *ctx;
};

/* It is not over yet: there may be another turn. */
static void finish(struct hall *h, struct creating *c)
{
    bool again = false;
    struct hall_new t = {c->id, &c->set, c->action, c->name, c->bot, c->bots_n};
    int why = h->stopping ? -ECANCELED : hall_create(h, &t, &again);
    const struct room *r = why ? NULL : hall_room(h, c->id, &why);
    if (r && c->set.day && hall_daily_begun(h, r)) r = NULL;
    if (!r && !h->stopping && hall_defer(h)) return;
    c->done(h, c->ctx, r ? good : broken_store, r, again);
}

static void end_create(struct creating *c)
{
    c->over(c->ctx);
    settings_drop(&c->set);
    free(c);
}

static void run_finish(struct hall *h, struct task *task) { finish(h, (struct creating *)task); }

static void drop_finish(struct hall *h, struct task *task, bool lost)
{
    struct creating *c = (struct creating *)task;
    if (lost) c->done(h, c->ctx, broken_store, NULL, false);
    end_create(c);
}

static void made(struct hall *h, void *ctx)
{
    struct creating *c = ctx;
    c->task = (struct task){.run = run_finish, .drop = drop_finish};
    if (!h->stopping) {
        hall_post(h, &h->queue.own, &c->task);
        return;
    }
    c->done(h, c->ctx, broken_store, NULL, false);
    end_create(c);
}

static void drop_making(struct hall *h, void *ctx, bool lost)
{
    struct creating *c = ctx;
    if (lost) c->done(h, c->ctx, not_stored, NULL, false);
    end_create(c);
}

/* What somebody creates, as far as it is known at once: there is no table yet; an answer is not due before it. */
static struct creating *begin_create(struct hall *h, const struct who *who, const char *own, struct outcome *is)
{
    struct creating *c = must(calloc(1, sizeof *c));
    char name[128] = "";
    int unnamed = store_name_get(h->store, who->player, name, sizeof name);
    c->who = *who;
    const char *why = settings_name(own ? own : name[0] ? name : "?", c->name, sizeof c->name);
    *is = unnamed ? broken_store : why ? NO("json", why) : good;
    return c;
}

/* Makes it, unless it is refused or there already. */
static void go_on(struct hall *h, struct creating *c, struct outcome is, const struct room *r)
{
    if (is.error || r) {
        if (is.error != broken_store.error || !hall_defer(h)) c->done(h, c->ctx, is, r, r != NULL);
        end_create(c);
        return;
    }
    memcpy(c->set.owner, c->who.player, sizeof c->set.owner);
    if (!c->set.day) randombytes_buf(c->set.salt, sizeof c->set.salt);
    if (c->set.source == BOARD_MADE && !h->stopping) {
        hall_make(h, &c->set, (struct hall_map){made, drop_making, c});
        return;
    }
    finish(h, c);
    end_create(c);
}

static int no_event(void *ctx, const struct event *e) { return (void)ctx, (void)e, 0; }

/* Reads all that is read before a table is made, in one request. */
static void gather_create(struct hall *h, const struct who *who, const char *id)
{
    char name[128];
    store_name_get(h->store, who->player, name, sizeof name);
    store_load(h->store, id, 0, no_event, NULL, NULL);
    actions_gather(h, who);
}

static void name_daily(struct hall *h, const struct who *who, const struct game *game, int32_t day, char action[64],
                       char id[ID_LEN + 1])
{
    daily_action(game->name, day, action); /* longer than any that clients may have */
    who_table(who, h->key, action, id);
}

void actions_gather_daily(struct hall *h, const struct who *who, const struct game *game, int32_t day)
{
    char action[64], id[ID_LEN + 1];
    name_daily(h, who, game, day, action, id);
    gather_create(h, who, id);
}

static struct outcome may_create(struct hall *h, const struct who *who)
{
    if (h->making >= MAKING_MAX) return NO("limit", "Many maps are being made just now: please try again.");
    return actions_may_create(h, who);
}

void actions_create(struct hall *h, const struct who *who, const char *id, const char *action, const json_t *wish,
                    actions_created *done, void (*over)(void *ctx), void *ctx)
{
    struct outcome is;
    char made[ID_LEN + 1];
    if (!id) who_table(who, h->key, action, made);
    if (store_gather(h->store)) {
        gather_create(h, who, id ? id : made);
        store_fetch(h->store);
    }
    struct creating *c = begin_create(h, who, json_string_value(json_object_get(wish, "name")), &is);
    c->done = done, c->over = over, c->ctx = ctx;
    memcpy(c->id, id ? id : made, sizeof c->id);
    memcpy(c->action, action, strlen(action) + 1);
    int status;
    const struct room *r = hall_room(h, c->id, &status);
    if (!is.error && !r) {
        const char *why = wish_read(&c->set, wish, c->bot, &c->bots_n);
        is = why ? NO("setup", why) : may_create(h, who);
    }
    if (!r && status != -ENOENT) is = broken_store;
    go_on(h, c, is, r);
}

void actions_create_daily(struct hall *h, const struct who *who, const struct game *game, int32_t day,
                          actions_created *done, void (*over)(void *ctx), void *ctx)
{
    struct outcome is;
    char action[64], id[ID_LEN + 1];
    name_daily(h, who, game, day, action, id);
    struct creating *c = begin_create(h, who, NULL, &is);
    c->done = done, c->over = over, c->ctx = ctx;
    memcpy(c->id, id, sizeof c->id);
    int status;
    const struct room *r = hall_room(h, c->id, &status);
    if (!is.error && !r) {
        daily_settings(&c->set, h->daily, game, day);
        is = may_create(h, who);
    }
    if (!r && status != -ENOENT) is = broken_store;
    go_on(h, c, is, r);
}

/* Whom to answer: a connection that may be gone by then. */
struct asker {
    uint32_t conn;
    char id[ACTION_LEN + 1];
};

static struct guest *find_guest(struct hall *h, uint32_t conn)
{
    struct guest *g = h->guests;
    while (g && net_conn_number(g->conn) != conn) g = g->all_next;
    return g;
}

static void created(struct hall *h, void *ctx, struct outcome is, const struct room *r, bool again)
{
    struct asker *k = ctx;
    struct guest *g = find_guest(h, k->conn);
    if (g && !(is.error && h->stopping)) { /* else it is sent again, to the next server */
        char text[256];
        struct out o = {.p = text, .size = sizeof text};
        if (r) out_key_str(&o, "table", r->id);
        if (r) out_key_str(&o, "code", r->set.code);
        if (is.error) metrics_word(&h->metrics.refused, is.error);
        actions_answer(g, k->id, is, again && !is.error, &o);
    }
}

struct outcome actions_do_create(struct act *a)
{
    struct asker *k = must(calloc(1, sizeof *k));
    k->conn = net_conn_number(a->guest->conn);
    memcpy(k->id, a->id, strlen(a->id) + 1);
    a->later = true;
    actions_create(a->hall, &a->guest->who, NULL, a->id, a->body, created, free, k);
    return good;
}

/* ---- the same again ---- */

/* Settings of the new table: those of the old one, as a wish. */
static json_t *same_again(const struct act *a)
{
    const struct room *r = a->room;
    struct out *o = hall_out(a->hall);
    out_char(o, '{');
    settings_show(&r->set, o);
    out_char(o, '}');
    json_t *wish = json_loadb(o->p, o->len, 0, NULL), *levels = json_array();
    for (int i = 0; i < r->seats; i++)
        if (r->seat[i].kind == SEAT_BOT) json_array_append_new(levels, json_string(bot_names[r->seat[i].level]));
    json_object_set_new(wish, "bots", levels);
    json_object_set_new(wish, "seats", json_integer(r->seats));
    if (r->set.source == BOARD_OWN) json_object_del(wish, "board"); /* its text is in the record; a new one is fairer */
    if (a->seat >= 0) json_object_set_new(wish, "name", json_string(r->seat[a->seat].name));
    return wish;
}

/* A rematch that is being made: a map may take a while. */
struct rematch {
    struct asker asker;
    struct who who;
    char old[ID_LEN + 1], name[ROOM_NAME];
};

/* The new table is there: it is told at the old one, and whoever asked is seated. */
static struct outcome join_rematch(struct hall *h, const struct rematch *m, const char *next)
{
    int why;
    struct room *old = hall_room(h, m->old, &why), *r = hall_room(h, next, &why);
    if (!old || !r || !hall_lock(h, old) || !hall_lock(h, r)) return broken_store;
    if (strcmp(old->next, r->id) != 0) { /* without the client's id: there is one table for all who ask */
        hall_note(h, old,
                  &(struct event){.kind = EVENT_NEXT, .seat = -1, .actor = m->who.player, .text = r->id, .n = ID_LEN});
        hall_settle(h, old);
    }
    int seat = room_free_seat(r);
    if (room_seat_of(r, m->who.player) < 0 && r->status == TABLE_OPEN && seat >= 0 && r->version < ROOM_EARLY) {
        struct outcome is = actions_may_sit(h, &m->who);
        if (is.error) return is;
        hall_note(h, r,
                  &(struct event){.kind = EVENT_SIT,
                                  .seat = (int16_t)seat,
                                  .actor = m->who.player,
                                  .text = m->name,
                                  .n = strlen(m->name)});
        hall_settle(h, r);
    }
    return good;
}

static void rematched(struct hall *h, void *ctx, struct outcome is, const struct room *r, bool again)
{
    struct rematch *m = ctx;
    (void)again; /* one table for all who ask: it may be somebody else's wish that made it */
    char text[64];
    struct out o = {.p = text, .size = sizeof text};
    if (r) {
        is = join_rematch(h, m, r->id);
        if (h->deferred || (is.error == broken_store.error && hall_defer(h))) return;
    }
    if (r) out_key_str(&o, "table", r->id);
    struct guest *g = find_guest(h, m->asker.conn);
    if (is.error) metrics_word(&h->metrics.refused, is.error);
    if (g && !(is.error && h->stopping)) actions_answer(g, m->asker.id, is, false, &o);
}

struct outcome actions_do_rematch(struct act *a)
{
    struct room *r = a->room;
    if (r->status != TABLE_OVER || !r->size) return NO("waiting", "The game is not over.");
    if (a->seat < 0) return NO("seat", "You do not sit here.");
    if (r->set.day) return NO("setup", "A game of the day is played once.");
    struct rematch *m = must(calloc(1, sizeof *m));
    m->asker = (struct asker){.conn = net_conn_number(a->guest->conn)};
    memcpy(m->asker.id, a->id, strlen(a->id) + 1);
    m->who = a->guest->who;
    memcpy(m->old, r->id, sizeof m->old);
    memcpy(m->name, r->seat[a->seat].name, sizeof m->name);
    a->later = true;
    int why;
    char action[ACTION_LEN + 1] = "rematch-", id[ID_LEN + 1];
    const struct room *next = r->next[0] ? hall_room(a->hall, r->next, &why) : NULL;
    bool left = next && next->status == TABLE_OVER && !next->size; /* by everybody, before its start */
    memcpy(action + 8, left ? r->next : r->id, ID_LEN + 1);
    who_table(NULL, a->hall->key, action, id); /* one for all who ask */
    json_t *wish = same_again(a);
    actions_create(a->hall, &m->who, r->next[0] && !left ? r->next : id, action, wish, rematched, free, m);
    json_decref(wish);
    return good;
}
