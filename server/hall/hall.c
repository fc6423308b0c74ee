/* hall.c -- see hall.h. */
#include "hall.h"

#include "../base/clock.h"
#include "../base/hash.h"
#include "../base/log.h"
#include "../base/must.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SCRATCH = 4 << 20,   /* bytes of the longest text: the record or view of 100 seats */
    BOT_GRACE = 4000,    /* see grace() */
    BROKEN_MS = 60000,   /* until a table that is due and cannot be read is tried again */
    DUE_AT_ONCE = 50,    /* tables the clock looks at in one turn of the loop */
    WAKE_AT_ONCE = 1000, /* and when the server starts */
    DUE_AGAIN = 10,      /* ms until it looks at more, or at what could not be read */
    LOOK_MS = 600000,    /* the clock looks at least so often: timers do not count while the machine sleeps */
    SWEEP_AT_ONCE = 100, /* old tables removed in one turn of the loop */
    SWEEP_SOON = 100,    /* ms until the next, if there may be more */
    SWEEP_MS = 3600000,  /* or else */
    PAGE = 4096,         /* of a database: an event of more than LONG bytes takes one of its own */
    LONG = 900,
};

/* Events of one room that the store has not got yet. */
struct room_notes {
    struct event *event;
    int n, size;
    uint32_t from; /* the room's version before them */
    bool ended;    /* one of them ended the game */
};

uint64_t hall_now(struct hall *h) { return clock_read(&h->time, clock_steady(), store_wall(h->store)) / 1000; }

struct out *hall_out(struct hall *h)
{
    h->scratch.len = 0;
    return &h->scratch;
}

/* ---- rooms in memory ---- */

static struct room **bucket_of(struct hall *h, const char *id) { return &h->bucket[hash_text(id) % HALL_BUCKETS]; }

static struct room *find(struct hall *h, const char *id)
{
    struct room *r = *bucket_of(h, id);
    while (r && strcmp(r->id, id) != 0) r = r->keeper->hash_next;
    return r;
}

bool hall_is_loaded(struct hall *h, const char *id)
{
    const struct room *r = find(h, id);
    return r && r->version;
}

void hall_touch(struct hall *h, struct room *r)
{
    if (r->keeper->touched) return;
    GAME_ASSERT(!r->keeper->locked); /* the turn that locked it has unlocked it */
    r->keeper->touched = true;
    r->keeper->touched_next = h->touched;
    h->touched = r;
}

/* ---- rooms come and go ---- */

static struct room *add(struct hall *h, const char *id)
{
    GAME_ASSERT(strlen(id) == ID_LEN && !find(h, id)); /* a table is in memory once */
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

void hall_forget(struct hall *h, struct room *r)
{
    GAME_ASSERT(!r->keeper->guests && !r->keeper->jobs && h->rooms > 0);
    GAME_ASSERT(h->stopping || (!r->keeper->locked && !r->keeper->notes)); /* nothing is half done */
    struct room **p = bucket_of(h, r->id);
    while (*p != r) p = &(*p)->keeper->hash_next;
    *p = r->keeper->hash_next;
    h->rooms--;
    drop_notes(r);
    hall_acted_drop(r);
    hall_tail_drop(r);
    free(r->keeper->elsewhere);
    free(r->keeper);
    room_free(r);
}

/* Back to before the first event. */
static void empty(struct room *r)
{
    drop_notes(r);
    hall_acted_drop(r);
    hall_tail_drop(r);
    room_reset(r);
}

bool hall_checks = TAMBO_CHECKS;

int hall_step(struct room *r, const struct event *e, const struct room_listener *listener)
{
    if (!room_step(r, e, listener)) return -EILSEQ;
    if (hall_checks && r->size) GAME_ASSERT(!r->set.game->broken(r->now));
    if (r->keeper && e->action[0]) hall_acted_add(r, e->actor, e->action);
    if (r->keeper && e->kind <= EVENT_START) r->keeper->there_changed = r->keeper->here_changed = true; /* who sits */
    return 0;
}

struct replay {
    struct room *room;
    const struct room_listener *listener;
    uint32_t until; /* the version it goes to; 0: to the end */
};

static int replay_event(void *ctx, const struct event *e)
{
    const struct replay *p = ctx;
    if (p->until && p->room->version >= p->until) return 1;
    return hall_step(p->room, e, p->listener);
}

/* Reads events behind those it has. */
typedef int read_events(struct store *, const char *id, uint32_t from, int (*fn)(void *ctx, const struct event *),
                        void *ctx);

static int read_all(struct store *s, const char *id, uint32_t from, int (*fn)(void *ctx, const struct event *),
                    void *ctx)
{
    return store_load(s, id, from, fn, ctx, NULL);
}

/* Loads what it does not have yet. */
static int load(struct hall *h, read_events *events, struct replay *p)
{
    struct room *r = p->room;
    GAME_ASSERT(!r->keeper || !r->keeper->notes); /* what comes would be behind what is not stored */
    r->clock = hall_now(h);
    int status = events(h->store, r->id, r->version, replay_event, p);
    if (status > 0) status = 0;
    if (status && status != -ENOENT && status != -EAGAIN) {
        LOG(LOG_ERROR, "table unreadable", {"table", LOG_STR(r->id)}, {"events", LOG_INT(r->version)},
            {"why", LOG_STR(status == -EILSEQ ? "an event does not fit" : store_why(h->store))});
        h->metrics.errors++;
    }
    r->seats_changed = false;
    r->stale_to = 0;
    return status;
}

struct room *hall_room(struct hall *h, const char *id, int *why)
{
    struct room *r = strlen(id) == ID_LEN ? find(h, id) : NULL, *known = r;
    *why = 0;
    if (r) hall_touch(h, r);
    if (r && r->set.day) r->clock = hall_now(h);
    if (r && r->version) return r;
    *why = -ENOENT;
    if (strlen(id) != ID_LEN) return NULL;
    if (!r) r = add(h, id);
    *why = load(h, read_all, &(struct replay){.room = r});
    if (!*why && !r->version) *why = -ENOENT;
    if (!*why) {
        if (known) hall_resume(h, r);
        return r;
    }
    empty(r);
    if (known) return NULL;               /* a worker or a guest still knows it */
    h->touched = r->keeper->touched_next; /* it was the last to be touched */
    hall_forget(h, r);
    return NULL;
}

int hall_replay(struct hall *h, const struct room *room, const struct room_listener *listener)
{
    struct room *r = room_new(room->id);
    int status = load(h, read_all, &(struct replay){r, listener, room->version});
    room_free(r);
    return status;
}

int hall_refresh(struct hall *h, struct room *r)
{
    int status = load(h, store_catch_up, &(struct replay){r, &hall_listener, 0});
    if (status == -EILSEQ || status == -ENOENT) hall_invalidate(h, r);
    return status;
}

static int lock_event(void *ctx, int i, const struct event *e)
{
    (void)i;
    return hall_step(ctx, e, &hall_listener);
}

bool hall_lock(struct hall *h, struct room *r)
{
    struct store_lock t = {.id = r->id, .version = r->version};
    GAME_ASSERT(!h->reading && r->keeper->touched); /* the turn unlocks what it touched */
    if (r->keeper->locked) return true;
    int status = store_lock(h->store, &t, 1, lock_event, r);
    if (status && !h->failed) h->failed = status;
    r->keeper->locked = !status && !t.status;
    if (!r->keeper->locked) h->deferred = true;
    return r->keeper->locked;
}

/* ---- changes ---- */

/* Work of the hall's own, about a table or about none. */
struct chore {
    struct task task;
    char id[ID_LEN + 1];
};

static void drop_chore(struct hall *h, struct task *task, bool lost)
{
    (void)h, (void)lost; /* nobody waits for it; what was due stays due */
    free(task);
}

static struct chore *post_chore(struct hall *h, void (*run)(struct hall *, struct task *), const char *id)
{
    struct chore *c = must(calloc(1, sizeof *c));
    c->task = (struct task){.run = run, .drop = drop_chore, .stays = true};
    if (id) {
        memcpy(c->id, id, sizeof c->id);
        c->task.table = c->id;
        c->task.slow = true;
    }
    hall_post(h, &h->queue.own, &c->task);
    return c;
}

void hall_note(struct hall *h, struct room *r, const struct event *what)
{
    struct event e = *what;
    const char *actor = e.actor ? e.actor : "", *action = e.action ? e.action : "";
    size_t actor_n = strlen(actor) + 1, action_n = strlen(action) + 1;
    char *block = must(malloc(actor_n + action_n + e.n + 1));
    e.at = r->clock = hall_now(h);
    GAME_ASSERT(!h->reading && r->keeper->locked);
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
    bool over = r->status == TABLE_OVER;
    int status = hall_step(r, &e, &hall_listener);
    GAME_ASSERT(status == 0);
    GAME_ASSERT(r->version == r->keeper->notes->from + (uint32_t)r->keeper->notes->n);
    r->keeper->notes->ended |= !over && r->status == TABLE_OVER;
    h->metrics.events++;
    h->metrics.moves += e.kind == EVENT_MOVE || e.kind == EVENT_TURN;
}

static bool bots_due(const struct room *r)
{
    for (int i = 0; r->status == TABLE_PLAYING && i < r->seats; i++)
        if (room_bot_acts(r, i)) return true;
    return false;
}

/* After which a turn of bots that got lost, with their server, is looked at again, ms. */
static uint64_t grace(const struct hall *h) { return (uint64_t)h->config->think_ms * 2 + BOT_GRACE; }

static void set_clock(struct hall *h, uint64_t at);

/* Gives the notes to the store, and when the table is due next; there may be none. */
void hall_append(struct hall *h, struct room *r)
{
    struct out *o = hall_out(h);
    const char *players[MAX_SEATS];
    uint64_t due = bots_due(r) ? hall_now(h) + grace(h) : r->due;
    struct store_row row = {.status = r->status,
                            .listed = r->set.listed,
                            .due = due,
                            .created = r->created,
                            .changed = r->changed,
                            .seated = r->seats_changed,
                            .players = players,
                            .stale_from = r->stale_from,
                            .stale_to = r->stale_to};
    memcpy(row.id, r->id, sizeof row.id);
    memcpy(row.code, r->set.code, sizeof row.code);
    hall_lobby_place(h, r, &row);
    room_summary(r, o);
    GAME_ASSERT(out_end(o));
    row.summary = o->p;
    for (int i = 0; i < r->seats; i++)
        if (r->seat[i].kind == SEAT_HUMAN) players[row.players_n++] = r->seat[i].player;
    uint32_t from = r->keeper->notes ? r->keeper->notes->from : r->version;
    const struct event *event = r->keeper->notes ? r->keeper->notes->event : NULL;
    GAME_ASSERT(r->keeper->locked && !h->reading);
    GAME_ASSERT(r->seats <= MAX_SEATS && from <= r->version);
    int n = r->keeper->notes ? r->keeper->notes->n : 0, status = store_append(h->store, &row, from, event, n);
    GAME_ASSERT(status || row.version == r->version);
    for (int i = 0; i < n; i++) h->size += event[i].n + (event[i].n < LONG ? 0 : PAGE);
    if (!status && r->set.day && r->keeper->notes && r->keeper->notes->ended)
        status = hall_daily_ended(h, r, r->changed);
    if (status && !h->failed) h->failed = status;
    if (r->set.listed && r->status != TABLE_PLAYING) hall_lobby_changed(h);
    else if (r->set.listed && from < r->version && r->now && r->now->round <= 1) hall_lobby_changed(h);
    r->seats_changed = false;
    r->stale_to = 0;
    drop_notes(r);
    if (row.due) set_clock(h, row.due);
}

/* Dice that are due. */
static void roll(struct hall *h, struct room *r)
{
    char line[1024];
    struct event e;
    for (struct out o; o = (struct out){.p = line, .size = sizeof line}, room_next(r, hall_now(h), &e, &o);)
        hall_note(h, r, &e);
}

void hall_append_all(struct hall *h)
{
    for (struct room *r = h->touched; r && !h->failed; r = r->keeper->touched_next)
        if (r->keeper->notes) hall_append(h, r);
}

void hall_settle_turn(struct hall *h, struct room *r)
{
    roll(h, r);
    /* No list says anything else of it, and no bot looks at it: two turns at a table are often in one commit. */
    bool waits = r->status == TABLE_PLAYING && !r->set.day && !bots_due(r);
    if (!waits) hall_settle(h, r);
}

void hall_settle(struct hall *h, struct room *r)
{
    roll(h, r);
    if (r->keeper->notes) hall_append(h, r);
    GAME_ASSERT(!r->keeper->notes);
    if (bots_due(r)) hall_think(h, r);
}

int hall_create(struct hall *h, const struct hall_new *t, bool *again)
{
    int why;
    struct settings *s = t->set;
    struct room *r = hall_room(h, t->id, &why);
    *again = r != NULL;
    if (r) return 0;
    if (why != -ENOENT) return why;
    who_letters(s->code, CODE_LEN); /* if there is such a one the store says so, and the turn runs again */
    r = find(h, t->id);             /* empty, if a worker still knows it */
    if (!r) r = add(h, t->id);
    GAME_ASSERT(!r->version && !r->keeper->notes);
    r->keeper->locked = true;          /* if another server makes it at the same time, the store says so */
    GAME_ASSERT(t->bots_n < s->seats); /* the first seat is the owner\'s */
    struct room_sitter sit[MAX_SEATS] = {{.player = s->owner, .name = t->name}};
    for (int i = 0; i < t->bots_n; i++) sit[1 + i] = (struct room_sitter){.name = "", .level = t->bot[i]};
    struct room_new begins = {.set = s, .action = t->action, .people = 1, .bots = t->bots_n, .sit = sit};
    for (struct event e; room_create_next(r, &begins, 0, &e, hall_out(h));) hall_note(h, r, &e);
    hall_settle(h, r);
    return 0;
}

/* ---- the clock ---- */

/* When there is something next; not before all that is due was looked at. */
static void next_clock(struct hall *h)
{
    uint64_t next = 0, now = hall_now(h);
    if (h->due_left) return;
    if (store_due(h->store, &next)) next = now + HALL_RETRY_MS;
    bool fails = h->commit_failed_at || h->commit_retries;
    if (next && next <= now) next = now + (fails ? HALL_RETRY_MS : DUE_AGAIN);
    if (next) set_clock(h, next);
}

/* A table that is due. Its row's summary is its own. */
struct due {
    struct task task;
    struct store_row row;
};

/* Whatever it is that was due: afterwards the store has another time for it, so that tables that
 * wait for something else (a worker) do not stand in the way of those behind them. */
static void look_at_due(struct hall *h, struct task *task)
{
    struct due *d = (struct due *)task;
    int why;
    struct room *r = hall_room(h, d->row.id, &why);
    if (r && !hall_lock(h, r)) return;
    if (r && r->version != d->row.version) return; /* somebody was here, and has said when it is due next */
    /* Whether an open table stays in the lobby depends on who is there, and a room that was just loaded does not know. */
    if (r && r->status == TABLE_OPEN && hall_ask_elsewhere(h, r) && hall_defer(h)) return;
    if (r) {
        uint32_t version = r->version;
        if (d->row.listed) r->keeper->leaves = d->row.due;
        hall_settle(h, r);
        if (r->version == version) hall_append(h, r);
        return;
    }
    if (why == -EAGAIN || why == -ENOENT) return; /* it stays due; or it is gone */
    d->row.due = hall_now(h) + BROKEN_MS;
    int status = store_append(h->store, &d->row, d->row.version, NULL, 0);
    bool lost = status && status != -EEXIST && status != -EINVAL; /* a damaged row is nobody's fault here */
    if (lost && !h->failed) h->failed = status;
}

static void drop_due(struct hall *h, struct task *task, bool lost)
{
    struct due *d = (struct due *)task;
    (void)lost; /* it stays due */
    h->due_left--;
    free((void *)(uintptr_t)d->row.summary);
    free(d);
    if (!h->stopping) next_clock(h);
}

static int note_due(void *ctx, const struct store_row *row)
{
    struct hall *h = ctx;
    /* At the start: bots that were thinking. The clock may have been set since they began. */
    if (!h->awake && row->due > hall_now(h) + grace(h) && row->due - row->changed > grace(h) + HALL_RETRY_MS) return 0;
    struct due *d = must(calloc(1, sizeof *d));
    d->task = (struct task){.run = look_at_due, .drop = drop_due, .slow = true, .table = d->row.id};
    d->row = *row;
    d->row.summary = must(strdup(row->summary ? row->summary : ""));
    hall_post(h, &h->queue.own, &d->task);
    h->due_left++;
    return 0;
}

static void list_due(struct hall *h, struct task *task)
{
    (void)task;
    if (h->due_left) return;
    uint64_t until = h->awake ? hall_now(h) : UINT64_MAX;
    store_list(h->store, LIST_DUE, NULL, until, h->awake ? DUE_AT_ONCE : WAKE_AT_ONCE, note_due, h);
    h->awake = true;
    next_clock(h);
}

static void clock_rings(uv_timer_t *timer)
{
    struct hall *h = timer->data;
    h->clock_at = 0;
    if (!h->stopping) post_chore(h, list_due, NULL);
}

static void set_clock(struct hall *h, uint64_t at)
{
    uint64_t now = hall_now(h);
    if (h->clock_at && h->clock_at <= at) return;
    h->clock_at = at;
    uint64_t wait = at > now ? at - now + 1 : 1;
    uv_timer_start(&h->clock, clock_rings, wait < LOOK_MS ? wait : LOOK_MS, 0);
}

static void sweeper_rings(uv_timer_t *);

/* Old tables go, and those who still look at one are sent away. */
static void sweep(struct hall *h, struct task *task)
{
    const struct config *c = h->config;
    uint64_t days = c->daily && c->keep_days < DAILY_TABLE_DAYS ? DAILY_TABLE_DAYS : (uint64_t)c->keep_days;
    uint64_t now = hall_now(h), over = c->keep_days ? now - days * 86400000 : 0,
             open = c->keep_open_days ? now - (uint64_t)c->keep_open_days * 86400000 : 0;
    struct store_old old = {.over = over,
                            .open = open > over ? open : over,
                            .names = over,
                            .until = now,
                            .cards = over,
                            .day = daily_oldest(now)};
    int n = 0;
    (void)task;
    store_sweep(h->store, &old, SWEEP_AT_ONCE, &n); /* a failure is one of the commit, too */
    if (n) LOG(LOG_INFO, "old tables and names removed", {"n", LOG_INT(n)});
    for (int i = 0; n && i < HALL_BUCKETS; i++)
        for (struct room *r = h->bucket[i]; r; r = r->keeper->hash_next)
            if (r->version && r->status != TABLE_PLAYING && r->changed < old.open)
                hall_touch(h, r), hall_invalidate(h, r);
    hall_lobby_review(h);
    uv_timer_start(&h->sweeper, sweeper_rings, n >= SWEEP_AT_ONCE ? SWEEP_SOON : SWEEP_MS, 0);
}

static void sweeper_rings(uv_timer_t *timer)
{
    struct hall *h = timer->data;
    if (!h->stopping) post_chore(h, sweep, NULL);
}

void hall_wake(struct hall *h)
{
    hall_lobby_review(h);
    post_chore(h, list_due, NULL); /* and bots that were thinking when the server stopped */
    post_chore(h, sweep, NULL);
}

/* ---- what others did ---- */

static void refresh(struct hall *h, struct task *task)
{
    struct room *r = find(h, ((struct chore *)task)->id);
    if (!r || !r->version) return; /* mend() loads it */
    hall_touch(h, r);
    if (hall_refresh(h, r)) hall_defer(h);
}

static void look_around(struct hall *h, struct task *task)
{
    struct room *r = find(h, ((struct chore *)task)->id);
    if (!r) return;
    hall_touch(h, r);
    if (hall_ask_elsewhere(h, r)) hall_defer(h);
}

static void heard(void *ctx, enum store_news news, const char *id, uint32_t version)
{
    struct hall *h = ctx;
    const struct room *r = id && strlen(id) == ID_LEN ? find(h, id) : NULL;
    if (h->stopping) return;
    if (news == NEWS_LOBBY || news == NEWS_ALL) hall_lobby_changed(h);
    if (news == NEWS_PLAYER) hall_disconnect_player(h, id);
    for (int i = 0; news == NEWS_ALL && i < HALL_BUCKETS; i++)
        for (const struct room *k = h->bucket[i]; k; k = k->keeper->hash_next)
            heard(h, NEWS_HERE, k->id, 0), heard(h, NEWS_TABLE, k->id, UINT32_MAX);
    if (news == NEWS_TABLE && r && r->version < version) post_chore(h, refresh, id)->task.reads = true;
    if (news == NEWS_HERE && r) post_chore(h, look_around, id)->task.reads = true;
}

/* ---- when the store has failed ---- */

/* Loads it again, for those who look at it and for its bots. */
static void mend(struct hall *h, struct task *task)
{
    struct room *r = find(h, ((struct chore *)task)->id);
    int why;
    if (!r) return;
    if (hall_room(h, r->id, &why)) {
        if (bots_due(r) && hall_lock(h, r)) hall_settle(h, r);
        return;
    }
    if (why == -EAGAIN && hall_defer(h)) return;
    for (; r->keeper->guests; hall_detach(r->keeper->guests))
        net_conn_close(r->keeper->guests->conn, HALL_CLOSE_BROKEN, "please come back");
}

void hall_invalidate(struct hall *h, struct room *r)
{
    if (!r->version) return;
    r->keeper->place = PLACE_UNKNOWN;
    empty(r);
    GAME_ASSERT(!r->version && !r->keeper->notes);
    hall_rewind(r);
    if (r->keeper->guests || r->keeper->jobs) post_chore(h, mend, r->id);
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
    h->player_rate = limit_new((uint32_t)c->player_rate * 3600, (uint32_t)c->player_burst);
    h->endings = limit_new((uint32_t)c->create_hour, (uint32_t)c->create_hour);
    randombytes_buf(h->host_key, sizeof h->host_key);
    uv_timer_init(loop, &h->clock);
    uv_timer_init(loop, &h->lobby_timer);
    uv_timer_init(loop, &h->sweeper);
    uv_timer_init(loop, &h->pause);
    h->began = uv_hrtime();
    uv_loop_configure(loop, UV_METRICS_IDLE_TIME);
    h->clock.data = h->lobby_timer.data = h->sweeper.data = h->pause.data = h;
    queue_init(&h->queue, h);
    store_watch(store, heard, h);
    int status = store_key(store, WHO_KEY_NAME, h->key, sizeof h->key);
    if (!status) status = store_key(store, DAILY_KEY_NAME, h->daily, sizeof h->daily);
    if (status) LOG(LOG_ERROR, "no key", {"why", LOG_STR(store_why(store))});
    return status == 0;
}

void hall_close(struct hall *h)
{
    uv_close((uv_handle_t *)&h->clock, NULL);
    uv_close((uv_handle_t *)&h->lobby_timer, NULL);
    uv_close((uv_handle_t *)&h->sweeper, NULL);
    uv_close((uv_handle_t *)&h->pause, NULL);
    while (h->queue.run_queue) queue_clear(&h->queue, h->queue.run_queue);
    fiber_free(h->fiber);
    for (int i = 0; i < HALL_BUCKETS; i++)
        while (h->bucket[i]) hall_forget(h, h->bucket[i]);
    limit_free(h->player_rate);
    limit_free(h->endings);
    free(h->runs);
    free(h->scratch.p);
}
