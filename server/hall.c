/* hall.c -- see hall.h. */
#include "hall.h"

#include "wish.h"

#include "clock.h"
#include "log.h"
#include "must.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    SCRATCH = 4 << 20,   /* bytes of the longest text: the record or view of 100 seats */
    BOT_GRACE = 60000,   /* ms after which a bot's turn that got lost is looked at again */
    DUE_AT_ONCE = 50,    /* tables the clock looks at in one turn of the loop */
    WAKE_AT_ONCE = 1000, /* and when the server starts */
    LOBBY_SHOWN = 100,   /* tables */
    LOBBY_MS = 1000,     /* at most one notice in so many ms */
    LOOK_MS = 600000,    /* the clock looks at least so often: timers do not count while the machine sleeps */
    CLOSE_BROKEN = 1011, /* to guests of a table that cannot be read */
    SWEEP_AT_ONCE = 100, /* old tables removed in one turn of the loop */
    SWEEP_SOON = 100,    /* ms until the next, if there may be more */
    SWEEP_MS = 3600000,  /* or else */
};

/* Events of one room that the store has not got yet. */
struct room_notes {
    struct event *event;
    int n, size;
    uint32_t from; /* the room's version before them */
};

uint64_t hall_now(void)
{
    static struct clock clock; /* one loop, one time */
    return clock_read(&clock, clock_steady(), clock_wall()) / 1000;
}

struct out *hall_out(struct hall *h)
{
    h->scratch.len = 0;
    return &h->scratch;
}

/* ---- rooms in memory ---- */

static struct room **bucket_of(struct hall *h, const char *id)
{
    uint32_t x = 2166136261u;
    for (int i = 0; i < ID_LEN; i++) x = (x ^ (unsigned char)id[i]) * 16777619u;
    return &h->bucket[(x ^ x >> 15) % HALL_BUCKETS];
}

static struct room *find(struct hall *h, const char *id)
{
    struct room *r = *bucket_of(h, id);
    while (r && strcmp(r->id, id) != 0) r = r->keeper->hash_next;
    return r;
}

void hall_touch(struct hall *h, struct room *r)
{
    if (r->keeper->touched) return;
    r->keeper->touched = true;
    r->keeper->touched_next = h->touched;
    h->touched = r;
}

static struct room *add(struct hall *h, const char *id)
{
    struct room *r = room_new(id), **bucket = bucket_of(h, id);
    r->keeper = must(calloc(1, sizeof *r->keeper));
    r->keeper->hash_next = *bucket;
    *bucket = r;
    h->rooms++;
    hall_touch(h, r);
    return r;
}

static void drop_notes(struct room *r)
{
    for (int i = 0; r->keeper->notes && i < r->keeper->notes->n; i++) {
        free((void *)(uintptr_t)r->keeper->notes->event[i].actor); /* one block: actor, action, text */
    }
    if (r->keeper->notes) free(r->keeper->notes->event);
    free(r->keeper->notes);
    r->keeper->notes = NULL;
}

static void forget(struct hall *h, struct room *r)
{
    struct room **p = bucket_of(h, r->id);
    while (*p != r) p = &(*p)->keeper->hash_next;
    *p = r->keeper->hash_next;
    h->rooms--;
    drop_notes(r);
    free(r->keeper);
    room_free(r);
}

/* Back to before the first event: who thinks about it thinks of another one. */
static void empty(struct room *r)
{
    room_reset(r);
    r->keeper->generation++;
}

struct replay {
    struct room *room;
    const struct room_listener *listener;
};

static int replay_event(void *ctx, const struct event *e)
{
    struct replay *r = ctx;
    struct event own = *e;
    char *text = e->kind == EVENT_CREATE && e->n && e->text[0] == '{' ? wish_old(e->text, e->n, &own.n) : NULL;
    if (text) own.text = text;
    bool fits = room_step(r->room, &own, r->listener);
    free(text);
    return fits ? 0 : -EILSEQ;
}

static int load(struct hall *h, struct room *r, const struct room_listener *listener)
{
    struct replay p = {r, listener};
    int status = store_load(h->store, r->id, 0, replay_event, &p, NULL);
    if (status && status != -ENOENT) {
        LOG(LOG_ERROR, "table unreadable", {"table", LOG_STR(r->id)}, {"events", LOG_INT(r->version)},
            {"why", LOG_STR(status == -EILSEQ ? "an event does not fit" : store_why(h->store))});
        h->metrics.errors++;
    }
    r->seats_changed = false;
    return status;
}

struct room *hall_room(struct hall *h, const char *id, int *why)
{
    struct room *r = strlen(id) == ID_LEN ? find(h, id) : NULL, *known = r;
    *why = 0;
    if (r) hall_touch(h, r);
    if (r && r->version) return r;
    *why = -ENOENT;
    if (strlen(id) != ID_LEN) return NULL;
    if (!r) r = add(h, id);
    *why = load(h, r, NULL);
    if (!*why && !r->version) *why = -ENOENT;
    if (!*why) return r;
    empty(r);
    if (known) return NULL;               /* a worker still knows it */
    h->touched = r->keeper->touched_next; /* it was the last to be touched */
    forget(h, r);
    return NULL;
}

int hall_replay(struct hall *h, const char *id, const struct room_listener *listener)
{
    struct room *r = room_new(id);
    int status = load(h, r, listener);
    room_free(r);
    return status;
}

/* A long table takes a while to go through, and anybody may ask for its record: that gets three
 * tenths of the loop's time, after a second at once, and who plays the rest. */
uint32_t hall_may_tell(const struct hall *h)
{
    uint64_t now = uv_hrtime() + UINT64_C(3000000000);
    return h->told_until < now ? 0 : (uint32_t)((h->told_until - now) / 1000000 + 1);
}

void hall_told(struct hall *h, uint64_t begin)
{
    uint64_t from = h->told_until > begin ? h->told_until : begin;
    h->told_until = from + (uv_hrtime() - begin) * 10 / 3;
}

/* ---- lists ---- */

static int list_row(void *ctx, const struct store_row *row)
{
    struct out *o = ctx;
    out_comma(o);
    out_str(o, row->summary ? row->summary : "{}");
    return 0;
}

int hall_list(struct hall *h, enum store_list list, const char *player, struct out *o)
{
    out_char(o, '[');
    int status = store_list(h->store, list, player, 0, LOBBY_SHOWN, list_row, o);
    out_char(o, ']');
    return status;
}

static void tell_lobby(uv_timer_t *timer)
{
    struct hall *h = timer->data;
    struct out *o = hall_out(h);
    h->lobby_waits = false;
    out_str(o, "{\"t\":\"lobby\",\"tables\":");
    if (hall_list(h, LIST_LOBBY, NULL, o)) {
        hall_lobby_changed(h); /* later, then */
        return;
    }
    out_char(o, '}');
    struct text *t = net_text_new(o->p, o->len);
    for (struct guest *g = h->guests; g; g = g->all_next)
        if (g->lobby) net_conn_send(g->conn, t, 0, false);
    net_text_drop(t);
}

void hall_lobby_changed(struct hall *h)
{
    bool any = false;
    for (struct guest *g = h->guests; g && !any; g = g->all_next) any = g->lobby;
    if (h->lobby_waits || !any || h->stopping) return;
    h->lobby_waits = true;
    uv_timer_start(&h->lobby_timer, tell_lobby, LOBBY_MS, 0);
}

/* ---- changes ---- */

void hall_note(struct hall *h, struct room *r, const struct event *what)
{
    struct event e = *what;
    const char *actor = e.actor ? e.actor : "", *action = e.action ? e.action : "";
    size_t actor_n = strlen(actor) + 1, action_n = strlen(action) + 1;
    char *block = must(malloc(actor_n + action_n + e.n + 1));
    e.at = hall_now();
    memcpy(block, actor, actor_n);
    memcpy(block + actor_n, action, action_n);
    if (e.n) memcpy(block + actor_n + action_n, e.text, e.n);
    block[actor_n + action_n + e.n] = 0;
    e.actor = block;
    e.action = block + actor_n;
    e.text = block + actor_n + action_n;
    if (!r->keeper->notes) {
        r->keeper->notes = must(calloc(1, sizeof *r->keeper->notes));
        r->keeper->notes->from = r->version;
    }
    if (r->keeper->notes->n == r->keeper->notes->size) {
        r->keeper->notes->size = r->keeper->notes->size ? 2 * r->keeper->notes->size : 4;
        r->keeper->notes->event = must(realloc(r->keeper->notes->event, (size_t)r->keeper->notes->size * sizeof e));
    }
    r->keeper->notes->event[r->keeper->notes->n++] = e;
    hall_touch(h, r);
    bool fits = room_step(r, &e, &hall_listener);
    GAME_ASSERT(fits);
    h->metrics.events++;
    h->metrics.moves += e.kind == EVENT_MOVE || e.kind == EVENT_TURN;
}

static bool bots_due(const struct room *r)
{
    for (int i = 0; r->status == TABLE_PLAYING && i < r->seats; i++)
        if (room_bot_acts(r, i)) return true;
    return false;
}

static void set_clock(struct hall *h, uint64_t at);

/* Gives the notes to the store, and when the table is due next; there may be none. */
static void append(struct hall *h, struct room *r)
{
    struct out *o = hall_out(h);
    const char *players[MAX_SEATS];
    uint64_t due = bots_due(r) ? hall_now() + BOT_GRACE : r->due;
    struct store_row row = {.status = r->status,
                            .listed = r->set.listed,
                            .due = due,
                            .created = r->created,
                            .changed = r->changed,
                            .seated = r->seats_changed,
                            .players = players};
    memcpy(row.id, r->id, sizeof row.id);
    memcpy(row.code, r->set.code, sizeof row.code);
    room_summary(r, o);
    GAME_ASSERT(out_end(o));
    row.summary = o->p;
    for (int i = 0; i < r->seats; i++)
        if (r->seat[i].kind == SEAT_HUMAN) players[row.players_n++] = r->seat[i].player;
    uint32_t from = r->keeper->notes ? r->keeper->notes->from : r->version;
    int status = store_append(h->store, &row, from, r->keeper->notes ? r->keeper->notes->event : NULL,
                              r->keeper->notes ? r->keeper->notes->n : 0);
    if (status && !h->failed) h->failed = status;
    if (r->set.listed && r->status != TABLE_PLAYING) hall_lobby_changed(h);
    else if (r->set.listed && from < r->version && r->now && r->now->round <= 1) hall_lobby_changed(h);
    r->seats_changed = false;
    drop_notes(r);
    if (due) set_clock(h, due);
}

void hall_settle(struct hall *h, struct room *r)
{
    char line[1024];
    struct event e;
    for (struct out o; o = (struct out){.p = line, .size = sizeof line}, room_next(r, hall_now(), &e, &o);)
        hall_note(h, r, &e);
    if (r->keeper->notes) append(h, r);
    if (bots_due(r)) hall_think(h, r);
}

/* Something the creator of a new table does. */
static void note_new(struct hall *h, struct room *r, const struct hall_new *t, enum event_kind kind, int seat,
                     struct words text)
{
    hall_note(h, r,
              &(struct event){.kind = (uint8_t)kind,
                              .seat = (int16_t)seat,
                              .actor = t->set->owner,
                              .action = kind == EVENT_CREATE ? t->action : NULL,
                              .text = text.at,
                              .n = (size_t)(text.end - text.at)});
}

int hall_create(struct hall *h, const struct hall_new *t, bool *again)
{
    int why;
    struct settings *s = t->set;
    struct room *r = hall_room(h, t->id, &why);
    *again = r != NULL;
    if (r) return 0;
    if (why != -ENOENT) return why;
    char other[ID_LEN + 1];
    do who_letters(s->code, CODE_LEN);
    while (store_find(h->store, s->code, other) == 0);
    r = find(h, t->id); /* empty, if a worker still knows it */
    if (!r) r = add(h, t->id);
    struct out *text = hall_out(h);
    settings_write(s, text);
    GAME_ASSERT(out_end(text));
    note_new(h, r, t, EVENT_CREATE, -1, words_of(text->p, text->len));
    note_new(h, r, t, EVENT_SIT, 0, words_of(t->name, strlen(t->name)));
    for (int i = 0; i < t->bots_n; i++) {
        const char *level = bot_names[t->bot[i]];
        note_new(h, r, t, EVENT_BOT, r->seats - t->bots_n + i, words_of(level, strlen(level)));
    }
    if (room_free_seat(r) < 0) {
        struct out *o = hall_out(h);
        const char *bad = room_head(r, o);
        GAME_ASSERT(!bad);
        note_new(h, r, t, EVENT_START, -1, words_of(o->p, o->len));
    }
    hall_settle(h, r);
    return 0;
}

/* ---- the clock ---- */

/* Whatever it is that was due: afterwards the store has another time for it, so that tables that
 * wait for something else (a worker) do not stand in the way of those behind them. */
static void look_at_due(struct hall *h, struct room *r)
{
    uint32_t version = r->version;
    hall_settle(h, r);
    if (r->version == version) append(h, r);
}

/* Tables that are due. The rows' texts are the list's. */
struct due_list {
    struct store_row row[DUE_AT_ONCE];
    struct room *room[DUE_AT_ONCE]; /* NULL: it cannot be read */
    int n;
};

static int note_due(void *ctx, const struct store_row *row)
{
    struct due_list *d = ctx;
    d->row[d->n] = *row;
    d->row[d->n++].summary = must(strdup(row->summary ? row->summary : ""));
    return d->n == DUE_AT_ONCE;
}

/* All are read before anything is written: a read that fails would take what was written with it. */
static void look_at_all(struct hall *h, struct due_list *d)
{
    int why;
    for (int i = 0; i < d->n; i++) d->room[i] = hall_room(h, d->row[i].id, &why);
    for (int i = 0; i < d->n; i++) {
        struct store_row *row = &d->row[i];
        if (d->room[i]) {
            look_at_due(h, d->room[i]);
        } else {
            row->due = hall_now() + BOT_GRACE;
            int status = store_append(h->store, row, row->version, NULL, 0);
            bool lost = status && status != -EEXIST && status != -EINVAL; /* a damaged row is nobody's fault here */
            if (lost && !h->failed) h->failed = status;
        }
        free((void *)(uintptr_t)row->summary);
    }
}

/* Bots whose moves could not be stored think again. */
static void try_again(struct hall *h)
{
    h->retry = false;
    for (int i = 0; i < HALL_BUCKETS; i++)
        for (struct room *r = h->bucket[i]; r; r = r->keeper->hash_next)
            if (!r->keeper->thinking && bots_due(r)) hall_touch(h, r), hall_settle(h, r);
}

static void clock_rings(uv_timer_t *timer)
{
    struct hall *h = timer->data;
    struct due_list d = {.n = 0};
    uint64_t next = 0;
    h->clock_at = 0;
    if (h->stopping) return;
    if (h->retry) try_again(h);
    int status = store_list(h->store, LIST_DUE, NULL, hall_now(), DUE_AT_ONCE, note_due, &d);
    look_at_all(h, &d);
    if (store_due(h->store, &next) || status < 0) next = hall_now() + HALL_RETRY_MS;
    /* More than could be looked at in this turn; or the store fails, which must not keep the loop busy. */
    if (next && next <= hall_now()) next = hall_now() + (d.n == DUE_AT_ONCE ? 10 : 1000);
    if (next) set_clock(h, next);
}

static void set_clock(struct hall *h, uint64_t at)
{
    uint64_t now = hall_now();
    if (h->clock_at && h->clock_at <= at) return;
    h->clock_at = at;
    uint64_t wait = at > now ? at - now + 1 : 1;
    uv_timer_start(&h->clock, clock_rings, wait < LOOK_MS ? wait : LOOK_MS, 0);
}

static void reload(struct hall *, struct room *);

/* Old tables go, and those who still look at one are sent away. */
static void sweep(uv_timer_t *timer)
{
    struct hall *h = timer->data;
    const struct config *c = h->config;
    uint64_t now = hall_now(), over = c->keep_days ? now - (uint64_t)c->keep_days * 86400000 : 0,
             open = c->keep_open_days ? now - (uint64_t)c->keep_open_days * 86400000 : 0;
    struct store_old old = {.over = over, .open = open > over ? open : over, .names = over};
    int n = 0;
    if (h->stopping) return;
    store_sweep(h->store, &old, SWEEP_AT_ONCE, &n); /* a failure is one of the commit, too */
    if (n) LOG(LOG_INFO, "old tables and names removed", {"n", LOG_INT(n)});
    for (int i = 0; n && i < HALL_BUCKETS; i++)
        for (struct room *r = h->bucket[i]; r; r = r->keeper->hash_next)
            if (r->version && r->status != TABLE_PLAYING && r->changed < old.open) hall_touch(h, r), reload(h, r);
    uv_timer_start(timer, sweep, n >= SWEEP_AT_ONCE ? SWEEP_SOON : SWEEP_MS, 0);
}

struct wake_list {
    char id[WAKE_AT_ONCE][ID_LEN + 1];
    int n;
};

static int note_wake(void *ctx, const struct store_row *row)
{
    struct wake_list *d = ctx;
    memcpy(d->id[d->n++], row->id, ID_LEN + 1);
    return d->n == WAKE_AT_ONCE;
}

void hall_wake(struct hall *h)
{
    uint64_t next = 0, now = hall_now();
    struct wake_list d = {.n = 0};
    /* Bots that were thinking when the server stopped; should there be more, by the clock. */
    int status = store_list(h->store, LIST_DUE, NULL, now + BOT_GRACE, WAKE_AT_ONCE, note_wake, &d);
    for (int i = 0; i < d.n; i++) {
        int why;
        struct room *r = hall_room(h, d.id[i], &why);
        if (r) hall_settle(h, r);
    }
    if (h->config->keep_days || h->config->keep_open_days) sweep(&h->sweeper);
    if (store_due(h->store, &next) || status < 0) next = now + HALL_RETRY_MS;
    if (next) set_clock(h, next);
}

/* Another server wrote to a table: those who follow it here hear of it. */
static void table_changed(void *ctx, enum store_news news, const char *id, uint32_t version)
{
    struct hall *h = ctx;
    if (news != NEWS_TABLE) return;
    struct room *r = find(h, id);
    if (!r || r->version >= version) return;
    struct replay p = {r, &hall_listener};
    hall_touch(h, r);
    if (store_load(h->store, id, r->version, replay_event, &p, NULL)) h->failed = -EIO;
}

/* ---- the end of a turn ---- */

static void reload(struct hall *h, struct room *r)
{
    drop_notes(r);
    empty(r);
    hall_rewind(h, r);
    if (load(h, r, NULL) != 0) { /* it was made in this very turn, or is unreadable now */
        for (; r->keeper->guests; hall_detach(r->keeper->guests))
            net_conn_close(r->keeper->guests->conn, CLOSE_BROKEN, "please come back");
        empty(r);
        return;
    }
    if (!bots_due(r)) return;
    h->retry = true;
    set_clock(h, hall_now() + HALL_RETRY_MS);
}

static void fail_turn(struct hall *h, int status)
{
    static const char sorry[] = "{\"error\":\"store\",\"text\":\"" HALL_NOT_STORED "\"}";
    LOG(LOG_ERROR, "not stored", {"errno", LOG_INT(-status)}, {"why", LOG_STR(store_why(h->store))});
    store_abandon(h->store);
    h->metrics.commit_errors++;
    for (struct room *r = h->touched; r; r = r->keeper->touched_next) reload(h, r);
    struct text *t = net_text_new(sorry, sizeof sorry - 1);
    if (h->net) net_drop(h->net, t);
    net_text_drop(t);
    for (struct room *r = h->touched; r; r = r->keeper->touched_next)
        if (r->keeper->guests) hall_presence(h, r); /* what was said of that is forgotten, too */
}

void hall_end_turn(struct hall *h)
{
    for (struct room *r = h->touched; r; r = r->keeper->touched_next) hall_catch_up(h, r);
    int status = h->failed;
    uint64_t begin = uv_hrtime();
    if (!status && store_pending(h->store)) {
        status = store_commit(h->store);
        h->commit_failed_at = 0;
        h->metrics.commits++;
        metrics_histogram_add(&h->metrics.commit, (double)(uv_hrtime() - begin) / 1e9);
    }
    if (status) fail_turn(h, status);
    if (status && status != -EEXIST) h->commit_failed_at = uv_now(h->loop);
    h->failed = 0;
    struct room *next;
    for (struct room *r = h->touched; r; r = next) {
        next = r->keeper->touched_next;
        r->keeper->touched = false;
        hall_keep(h, r);
        if (!r->keeper->guests && !r->keeper->thinking) forget(h, r);
    }
    h->touched = NULL;
    if (h->net) net_flush(h->net);
    uint64_t now = h->metrics.got_n ? uv_hrtime() : 0;
    for (int i = 0; i < h->metrics.got_n; i++)
        metrics_histogram_add(&h->metrics.ack, (double)(now - h->metrics.got[i]) / 1e9);
    h->metrics.got_n = 0;
}

/* ---- opening and closing ---- */

bool hall_open(struct hall *h, uv_loop_t *loop, struct store *store, const struct config *c)
{
    memset(h, 0, sizeof *h);
    h->loop = loop;
    h->store = store;
    h->config = c;
    h->workers = c->workers ? c->workers : 1; /* server.c knows better how many there are */
    h->scratch = (struct out){.p = must(malloc(SCRATCH)), .size = SCRATCH};
    h->talk = limit_new((uint32_t)c->player_rate * 3600, (uint32_t)c->player_burst);
    h->create = limit_new((uint32_t)c->create_hour, (uint32_t)c->create_hour);
    h->newcomers = limit_new((uint32_t)c->newcomers_minute * 60, (uint32_t)c->newcomers_minute);
    h->address = limit_new((uint32_t)c->address_hour, (uint32_t)c->address_hour);
    uv_timer_init(loop, &h->clock);
    uv_timer_init(loop, &h->lobby_timer);
    uv_timer_init(loop, &h->sweeper);
    h->clock.data = h->lobby_timer.data = h->sweeper.data = h;
    store_watch(store, table_changed, h);
    int status = store_key(store, WHO_KEY_NAME, h->key, sizeof h->key);
    if (status) LOG(LOG_ERROR, "no key", {"why", LOG_STR(store_why(store))});
    return status == 0;
}

void hall_close(struct hall *h)
{
    uv_close((uv_handle_t *)&h->clock, NULL);
    uv_close((uv_handle_t *)&h->lobby_timer, NULL);
    uv_close((uv_handle_t *)&h->sweeper, NULL);
    for (int i = 0; i < HALL_BUCKETS; i++)
        while (h->bucket[i]) forget(h, h->bucket[i]);
    limit_free(h->talk);
    limit_free(h->create);
    limit_free(h->newcomers);
    limit_free(h->address);
    free(h->scratch.p);
}
