/* hall_bots.c -- see hall.h: work beside the loop, in libuv's threads. It begins when the turn that asked for it is
 * committed. A job gets copies, never a room; when it is done the loop looks whether the room still waits for its answer.
 *
 * 1. Fair queueing: jobs for bots wait in a queue of the table's owner, and the owner whose bots have used the least time
 *    is next. A new owner starts at the current minimum. So no player waits for all tables of another, and a player with few
 *    jobs hardly waits.
 * 2. Of one owner's jobs those of tables with guests go first. Each fourth time it is the oldest of all jobs instead, so
 *    that no job starves.
 * 3. think-ms is the time of a job when no other waits. The more jobs wait, and the longer this one has waited, the less it
 *    gets; with next to nothing left its bots play what they see at once. So an answer comes within about 2 x think-ms,
 *    however many jobs there are. */
#include "../base/must.h"
#include "hall.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    TURN_MOVES = 64, /* a turn never has so many */
    OLDEST = 4,      /* each so many picks it is the oldest job */
    LITTLE = 50,     /* one part in so many of think-ms is too little for a bot that searches */
};

/* Somebody whose tables have bots that think, or did just now. */
struct thinker {
    struct thinker *next;
    char player[PLAYER_LEN + 1];
    struct bot_job *first, **last; /* jobs that wait, the oldest first; where the next is put */
    int working;                   /* jobs that workers have */
    uint64_t used;                 /* ns they thought, and before they came as many as the others */
};

/* The turn of one bot. */
struct answer {
    int seat;
    const struct bot *bot;
    const struct bot *quick; /* who thinks when time is up; NULL: that bot is quick */
    char *lines;             /* by LF; heap */
    size_t n;
};

struct bot_job {
    struct task done;    /* what is left to do when it has thought */
    struct hall_job job; /* until it begins */
    uv_work_t work;
    struct bot_job *next; /* that waits, of the same owner */
    struct thinker *thinker;
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
    uint64_t since;   /* hrtime when it began to wait */
    uint64_t full_ns; /* time for all of it when nobody waits: think-ms */
    uint64_t ns;      /* time it gets */
    uint64_t until;   /* when bots that think ahead have to be quick */
    uint64_t charged; /* ns its owner was charged for before it began */
    uint64_t took;    /* ns it took */
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
static void play_turn(struct bot_job *j, struct answer *a, struct rng *rng, void *scratch)
{
    const struct game *g = j->game;
    struct out o = {.p = must(malloc(TURN_MOVES * 128)), .size = TURN_MOVES * 128};
    uint16_t round = j->state->round;
    for (int k = 0; k < TURN_MOVES && seats_has(j->state->acting, a->seat) && j->state->round == round; k++) {
        struct deadline d = {uv_hrtime() + j->ns / (uint64_t)j->answers};
        struct bot_budget budget = {.stop = late, .ctx = &d, .plain = j->plain};
        /* A bot that searches has to look at something; where many sit their time is up before all have. */
        const struct bot *bot = d.at > j->until && a->quick ? a->quick : a->bot;
        Move m = bot_think(bot, g, j->state, j->size, a->seat, &budget, rng, scratch).move;
        GAME_ASSERT(g->objection(j->state, a->seat, m) == NULL);
        if (k) out_char(&o, '\n');
        g->write(j->state, a->seat, &m, 1, &o);
        g->apply(j->state, a->seat, m);
        match_settle(g, j->state, NULL, NULL);
        if (!j->sealed) break; /* people like to see one step after the other */
    }
    GAME_ASSERT(o.len <= o.size);
    a->lines = o.p;
    a->n = o.len;
}

static void think(uv_work_t *work)
{
    struct bot_job *j = work->data;
    void *scratch = must(aligned_alloc(STATE_ALIGN, BOT_SCRATCH));
    struct rng rng = {j->seed};
    uint64_t begin = uv_hrtime(), waited = begin - j->since, left = j->full_ns > waited ? j->full_ns - waited : 0;
    if (j->ns > left) j->ns = left;
    j->until = j->ns < j->full_ns / LITTLE ? begin : begin + 2 * j->ns;
    for (int i = 0; i < j->answers; i++) play_turn(j, &j->answer[i], &rng, scratch);
    j->took = uv_hrtime() - begin;
    free(scratch);
}

static void free_job(struct bot_job *j)
{
    struct room_keeper *k = j->room->keeper;
    GAME_ASSERT(k->jobs > 0 && j->hall->thinking > 0);
    if (k->job == j) k->job = NULL;
    k->jobs--;
    j->hall->thinking--;
    for (int i = 0; i < j->answers; i++) free(j->answer[i].lines);
    free(j->answer);
    free(j->state);
    free(j);
}

static void start_next(struct hall *);
static void settle_account(struct hall *, struct bot_job *);

/* The room gets the answers, if it still waits for them. */
static void run_done(struct hall *h, struct task *task)
{
    struct bot_job *j = (struct bot_job *)task;
    struct room *r = j->room;
    int why;
    if (!hall_room(h, r->id, &why)) return;
    if (!hall_lock(h, r)) return;
    bool same = r->status == TABLE_PLAYING && r->now->round == j->round && r->chances == j->chances;
    for (int i = 0; same && i < j->answers; i++) {
        const struct answer *a = &j->answer[i];
        if (!room_bot_acts(r, a->seat) || room_may_move(r, a->seat, a->lines, a->n, false)) continue;
        hall_note(h, r, &(struct event){.kind = EVENT_MOVE, .seat = (int16_t)a->seat, .text = a->lines, .n = a->n});
    }
    if (r->keeper->job == j) r->keeper->job = NULL;
    hall_settle(h, r);
}

static void drop_done(struct hall *h, struct task *task, bool lost)
{
    struct bot_job *j = (struct bot_job *)task;
    (void)lost;             /* it is due again later */
    hall_touch(h, j->room); /* it may leave */
    free_job(j);
}

static void thought(uv_work_t *work, int status)
{
    struct bot_job *j = work->data;
    struct hall *h = j->hall;
    (void)status; /* nobody cancels it */
    settle_account(h, j);
    j->done = (struct task){.run = run_done, .drop = drop_done, .table = j->room->id};
    hall_post(h, &h->queue.own, &j->done);
    start_next(h);
}

/* ---- who is next ---- */

/* Who has no job, and has not thought more than others, is forgotten. */
static void forget_idle(struct hall *h)
{
    for (struct thinker **p = &h->thinkers; *p;) {
        struct thinker *t = *p;
        if (t->first || t->working || (t->used > h->used && (h->waiting || h->working))) {
            p = &t->next;
            continue;
        }
        *p = t->next;
        free(t);
    }
}

static struct thinker *find_thinker(struct hall *h, const char *player)
{
    struct thinker **p = &h->thinkers;
    while (*p && strcmp((*p)->player, player) != 0) p = &(*p)->next;
    if (!*p) {
        *p = must(calloc(1, sizeof **p));
        memcpy((*p)->player, player, sizeof(*p)->player);
        (*p)->last = &(*p)->first;
    }
    return *p;
}

static void wait_in_line(struct hall *h, struct bot_job *j)
{
    struct thinker *t = find_thinker(h, j->room->owner);
    if (!t->first && t->used < h->used) t->used = h->used;
    j->thinker = t;
    j->since = uv_hrtime();
    *t->last = j;
    t->last = &j->next;
    h->waiting++;
}

/* Whose turn is it: of those who wait, who used least; or who waits longest. */
static struct thinker *whose_turn(const struct hall *h, bool oldest)
{
    struct thinker *best = NULL;
    for (struct thinker *t = h->thinkers; t; t = t->next) {
        if (!t->first) continue;
        bool before = !best || (!oldest && t->used < best->used);
        if (before || ((oldest || t->used == best->used) && t->first->since < best->first->since)) best = t;
    }
    return best;
}

static struct bot_job *pick(struct hall *h)
{
    bool oldest = h->picks++ % OLDEST == OLDEST - 1;
    struct thinker *t = whose_turn(h, oldest);
    GAME_ASSERT(t && h->waiting > 0);
    struct bot_job **p = &t->first;
    if (!oldest)
        while (*p && !(*p)->room->keeper->guests) p = &(*p)->next;
    if (!*p) p = &t->first;
    struct bot_job *j = *p;
    *p = j->next;
    if (t->last == &j->next) t->last = p;
    h->waiting--;
    if (!oldest && h->used < t->used) h->used = t->used;
    return j;
}

/* What it may take, and is charged for until it is done: all that wait now should be through within
 * think-ms. Some take twice their time, and half of what workers have only waits for a thread. */
static void give_time(struct hall *h, struct bot_job *j)
{
    uint64_t workers = (uint64_t)h->workers;
    j->ns = j->full_ns * workers / (workers + 4 * (uint64_t)h->waiting);
    j->thinker->used += j->ns;
    j->charged = j->ns;
    j->thinker->working++;
    h->working++;
}

static void settle_account(struct hall *h, struct bot_job *j)
{
    j->thinker->used += j->took - j->charged; /* wraps around, and back */
    GAME_ASSERT(j->thinker->working > 0 && h->working > 0);
    j->thinker->working--;
    h->working--;
    h->metrics.bots_short += j->ns < j->full_ns / 2;
    metrics_histogram_add(&h->metrics.bots, (double)(uv_hrtime() - j->since) / 1e9);
    forget_idle(h);
}

/* Workers get no more than they can do at once: a long queue of theirs would be first come, first
 * served, and tables where only bots play could hold up all others, and the stop. */
static void start_next(struct hall *h)
{
    while (h->waiting && (h->stopping || h->working < h->workers)) {
        struct bot_job *j = pick(h);
        if (h->stopping) {
            free_job(j);
            forget_idle(h);
            continue;
        }
        give_time(h, j);
        if (uv_queue_work(h->loop, &j->work, think, thought) != 0) abort();
    }
}

/* ---- jobs ---- */

/* A bot up to casual plays what it sees at once. */
static const struct bot *quick_one(const struct bot *b)
{
    for (int i = LEVEL_CASUAL + 1; i < LEVELS; i++)
        if (b == &level_bots[i]) return &level_bots[LEVEL_CASUAL];
    return NULL;
}

#define JOB_OF(job_) ((struct bot_job *)(void *)((char *)(job_)-offsetof(struct bot_job, job)))

/* The room is what the store has now: who has to do something there? */
static void begin_job(struct hall *h, struct hall_job *job)
{
    struct bot_job *j = JOB_OF(job);
    const struct room *r = j->room;
    j->answer = must(calloc(r->seats + 1, sizeof *j->answer));
    for (int i = 0; i < r->seats && !h->stopping; i++) {
        if (!room_bot_acts(r, i) || (!r->sealed && j->answers)) continue;
        const struct bot *bot = r->seat[i].kind == SEAT_BOT ? bots[r->seat[i].level] : &normal_bot;
        j->answer[j->answers++] = (struct answer){.seat = i, .bot = bot, .quick = quick_one(bot)};
    }
    if (!j->answers) {
        free_job(j);
        return;
    }
    j->work.data = j;
    j->chances = r->chances;
    j->round = r->now->round;
    j->game = r->set.game;
    j->size = r->size;
    j->state = must(aligned_alloc(STATE_ALIGN, r->size));
    memcpy(j->state, r->now, r->size);
    j->sealed = r->sealed;
    j->plain = r->set.plain;
    randombytes_buf(&j->seed, sizeof j->seed);
    j->full_ns = (uint64_t)h->config->think_ms * 1000000;
    wait_in_line(h, j);
    start_next(h);
}

static void drop_job(struct hall *h, struct hall_job *job, bool lost)
{
    (void)h, (void)lost; /* the room is loaded again, and then it is due again */
    free_job(JOB_OF(job));
}

void hall_think(struct hall *h, struct room *r)
{
    if (r->keeper->job || h->stopping) return;
    struct bot_job *j = must(calloc(1, sizeof *j));
    *j = (struct bot_job){.job = {.begin = begin_job, .drop = drop_job}, .hall = h, .room = r};
    r->keeper->job = j;
    r->keeper->jobs++;
    h->thinking++;
    hall_after_commit(h, &j->job);
}

void hall_show_bots(const struct hall *h, struct out *o)
{
    const struct metrics *m = &h->metrics;
    const struct thinker *t = whose_turn(h, true);
    uint64_t oldest = t ? (uv_hrtime() - t->first->since) / 1000000 : 0;
    metrics_show("tambo_bots_thinking", "gauge", "Tables whose bots think now, or wait for it.", NULL,
                 (uint64_t)h->thinking, o);
    metrics_show("tambo_bots_waiting", "gauge", "Tables whose bots wait for a thread.", NULL, (uint64_t)h->waiting, o);
    metrics_show("tambo_bots_waiting_ms", "gauge", "How long the first of them has waited.", NULL, oldest, o);
    metrics_show("tambo_bots_short_total", "counter", "Times bots had less than half of think-ms.", NULL, m->bots_short,
                 o);
    metrics_histogram_show(&m->bots, "tambo_bots_seconds", "From a bot's turn to its answer.", o);
}

/* ---- maps ---- */

struct making {
    struct hall_job job;
    uv_work_t work;
    struct hall *hall;
    struct settings *set;
    struct hall_map map;
};

static void make(uv_work_t *work) { settings_make(((struct making *)work->data)->set); }

static void made(uv_work_t *work, int status)
{
    struct making *m = work->data;
    (void)status;
    GAME_ASSERT(m->hall->making > 0);
    m->hall->making--;
    m->map.made(m->hall, m->map.ctx);
    free(m);
}

static void begin_making(struct hall *h, struct hall_job *job)
{
    struct making *m = (struct making *)job;
    if (uv_queue_work(h->loop, &m->work, make, made) != 0) abort();
}

static void drop_making(struct hall *h, struct hall_job *job, bool lost)
{
    struct making *m = (struct making *)job;
    GAME_ASSERT(h->making > 0);
    h->making--;
    m->map.drop(h, m->map.ctx, lost);
    free(m);
}

void hall_make(struct hall *h, struct settings *s, struct hall_map map)
{
    struct making *m = must(calloc(1, sizeof *m));
    *m = (struct making){.job = {.begin = begin_making, .drop = drop_making}, .hall = h, .set = s, .map = map};
    m->work.data = m;
    h->making++;
    hall_after_commit(h, &m->job);
}
