/* hall_bots.c -- see hall.h: work beside the loop, in libuv's threads. A job gets copies, never
 * a room; when it is done the loop looks whether the room still waits for its answer. */
#include "hall.h"
#include "must.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { TURN_MOVES = 64 }; /* a turn never has so many */

/* What one bot does. */
struct answer {
    int seat;
    const struct bot *bot;
    char *lines; /* by LF; heap */
    size_t n;
};

struct job {
    struct work done; /* what is left to do when it has thought */
    uv_work_t work;
    struct job *next; /* that waits */
    struct hall *hall;
    struct room *room; /* stays while it is thinking */
    uint32_t chances;  /* of the room when it began */
    uint16_t round;    /* of the match then */
    const struct game *game;
    size_t size;
    struct state *state; /* a copy; bot_think shows each bot its own view of it */
    bool sealed;         /* all seats at once, or the one whose turn it is */
    bool plain;          /* of its settings */
    uint64_t seed;
    uint64_t each_ns; /* time for one move */
    uint64_t until;   /* when bots that think ahead have to be quick */
    struct answer *answer;
    int answers;
};

struct deadline {
    uint64_t at;
};

static bool late(void *ctx)
{
    const struct deadline *d = ctx;
    return uv_hrtime() > d->at;
}

/* A whole turn of one bot, in the job's copy of the match. */
static void play_turn(struct job *j, struct answer *a, struct rng *rng, void *room)
{
    const struct game *g = j->game;
    struct out o = {.p = must(malloc(TURN_MOVES * 128)), .size = TURN_MOVES * 128};
    uint16_t round = j->state->round;
    for (int k = 0; k < TURN_MOVES && seats_has(j->state->acting, a->seat) && j->state->round == round; k++) {
        struct deadline d = {uv_hrtime() + j->each_ns};
        struct bot_budget budget = {.stop = late, .ctx = &d, .plain = j->plain};
        /* A bot that searches has to look at something; where many sit their time is up before all have. */
        const struct bot *bot = d.at > j->until ? &normal_bot : a->bot;
        Move m = bot_think(bot, g, j->state, j->size, a->seat, &budget, rng, room).move;
        if (k) out_char(&o, '\n');
        g->write(j->state, a->seat, &m, 1, &o);
        g->apply(j->state, a->seat, m);
        match_settle(g, j->state, NULL, NULL);
        if (!j->sealed) break; /* people like to see one step after the other */
    }
    a->lines = o.p;
    a->n = o.len;
}

static void think(uv_work_t *work)
{
    struct job *j = work->data;
    void *room = must(aligned_alloc(STATE_ALIGN, BOT_ROOM));
    struct rng rng = {j->seed};
    j->until = uv_hrtime() + 2 * j->each_ns * (uint64_t)j->answers;
    for (int i = 0; i < j->answers; i++) play_turn(j, &j->answer[i], &rng, room);
    free(room);
}

static void free_job(struct job *j)
{
    for (int i = 0; i < j->answers; i++) free(j->answer[i].lines);
    free(j->answer);
    free(j->state);
    free(j);
}

static void start_next(struct hall *);

/* The room gets the answers, if it still waits for them. */
static void run_done(struct hall *h, struct work *w)
{
    struct job *j = (struct job *)w;
    struct room *r = j->room;
    int why;
    if (!hall_room(h, r->id, &why)) return;
    if (!hall_hold(h, r)) return;
    bool same = r->status == TABLE_PLAYING && r->now->round == j->round && r->chances == j->chances;
    for (int i = 0; same && i < j->answers; i++) {
        const struct answer *a = &j->answer[i];
        if (!room_bot_acts(r, a->seat) || room_may_move(r, a->seat, a->lines, a->n, false)) continue;
        hall_note(h, r, &(struct event){.kind = EVENT_MOVE, .seat = (int16_t)a->seat, .text = a->lines, .n = a->n});
    }
    if (r->keeper->job == j) r->keeper->job = NULL;
    hall_settle(h, r);
}

static void drop_done(struct hall *h, struct work *w, bool lost)
{
    struct job *j = (struct job *)w;
    (void)lost; /* it is due again later */
    h->thinking--;
    if (j->room->keeper->job == j) j->room->keeper->job = NULL;
    j->room->keeper->jobs--;
    hall_touch(h, j->room); /* it may leave */
    free_job(j);
}

static void thought(uv_work_t *work, int status)
{
    struct job *j = work->data;
    struct hall *h = j->hall;
    (void)status; /* nobody cancels it */
    h->working--;
    j->done = (struct work){.run = run_done, .drop = drop_done, .table = j->room->id};
    hall_post(h, &h->own, &j->done);
    start_next(h);
}

/* Which job is next: one of a table that somebody looks at; but each fourth time the oldest, so
 * that all get on. */
static struct job *pick(struct hall *h)
{
    struct job **p = &h->waiting;
    if (h->picks++ % 4 != 0)
        while (*p && !(*p)->room->keeper->guests) p = &(*p)->next;
    if (!*p) p = &h->waiting;
    struct job *j = *p;
    *p = j->next;
    if (h->last_job == &j->next) h->last_job = p;
    return j;
}

/* Workers get no more than they can do at once: a long queue of theirs would be first come, first
 * served, and tables where only bots play could hold up all others, and the stop. */
static void start_next(struct hall *h)
{
    while (h->waiting && (h->stopping || h->working < h->workers)) {
        struct job *j = pick(h);
        if (h->stopping) {
            h->thinking--;
            j->room->keeper->job = NULL;
            j->room->keeper->jobs--;
            free_job(j);
            continue;
        }
        h->working++;
        if (uv_queue_work(h->loop, &j->work, think, thought) != 0) abort();
    }
}

void hall_think(struct hall *h, struct room *r)
{
    if (r->keeper->job || h->stopping) return;
    struct job *j = must(calloc(1, sizeof *j));
    j->answer = must(calloc(r->seats, sizeof *j->answer));
    for (int i = 0; i < r->seats; i++) {
        if (!room_bot_acts(r, i) || (!r->sealed && j->answers)) continue;
        const struct room_seat *s = &r->seat[i];
        j->answer[j->answers++] = (struct answer){.seat = i, .bot = s->kind == SEAT_BOT ? bots[s->level] : &normal_bot};
    }
    if (!j->answers) {
        free_job(j);
        return;
    }
    j->work.data = j;
    j->hall = h;
    j->room = r;
    j->chances = r->chances;
    j->round = r->now->round;
    j->game = r->set.game;
    j->size = r->size;
    j->state = must(aligned_alloc(STATE_ALIGN, r->size));
    memcpy(j->state, r->now, r->size);
    j->sealed = r->sealed;
    j->plain = r->set.plain;
    randombytes_buf(&j->seed, sizeof j->seed);
    j->each_ns = (uint64_t)h->config->think_ms * 1000000 / (uint64_t)j->answers;
    r->keeper->job = j;
    r->keeper->jobs++;
    h->thinking++;
    if (!h->waiting) h->last_job = &h->waiting;
    *h->last_job = j;
    h->last_job = &j->next;
    start_next(h);
}

/* ---- maps ---- */

struct making {
    uv_work_t work;
    struct hall *hall;
    struct settings *set;
    void (*done)(struct hall *, struct settings *, void *);
    void *ctx;
};

static void make(uv_work_t *work) { settings_make(((struct making *)work->data)->set); }

static void made(uv_work_t *work, int status)
{
    struct making *m = work->data;
    (void)status;
    m->hall->making--;
    m->done(m->hall, m->set, m->ctx);
    free(m);
}

void hall_make(struct hall *h, struct settings *s, void (*done)(struct hall *, struct settings *, void *), void *ctx)
{
    struct making *m = must(calloc(1, sizeof *m));
    *m = (struct making){.hall = h, .set = s, .done = done, .ctx = ctx};
    m->work.data = m;
    h->making++;
    if (uv_queue_work(h->loop, &m->work, make, made) != 0) abort();
}
