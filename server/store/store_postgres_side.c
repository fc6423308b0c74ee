/* store_postgres_side.c -- what servers on one PostgreSQL database tell one another and count together, beside all batches, on
 * a connection of its own: notices, who is where, rates, the clock; see store_postgres_in.h and the second half of store.h.
 *
 * 1. What a batch did stands in the table `news`, committed with it. A notice (NOTIFY) with the same words follows, so that
 *    others need not wait; it may get lost, and a server may end before it has sent it.
 * 2. Each second everybody reads the news of transactions that were not over when it read last: so nothing is missed,
 *    in whatever order they ended. News are kept for a minute; who was away for longer is told NEWS_ALL.
 * 3. Who is where is kept here, too, and goes to the database again whenever that has forgotten us.
 * 4. Words of news: tID:VERSION a table, hID who is there, l the lobby, pPLAYER the tokens; * (in a notice): too much
 *    for one, read the news.
 * 5. What it does by itself is one job at a time (step), and the next is chosen when that is answered: first what has
 *    its time, so that many notices cannot hold it up. Fibers that ask for something have their jobs between those. */
#include "../../core/game.h"
#include "../base/clock.h"
#include "../base/hash.h"
#include "../base/limit.h"
#include "../base/must.h"
#include "store_postgres_in.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHAINS = 1024,
    POLL_MS = 1000,
    HEART_MS = 2000,
    TIDY_MS = 10000,
    KEPT_MS = 50000,    /* news are kept for so long at least */
    NOTICE_MAX = 7900,  /* bytes; PostgreSQL takes 8000 */
    TOLD_MAX = 1 << 16, /* news that wait for the loop; more are NEWS_ALL */
};

/* Who is at a table here. */
struct spot {
    char id[ID_LEN + 1];
    char (*players)[PLAYER_LEN + 1]; /* [n] */
    int n, watching;
    bool changed; /* the database does not know yet */
    struct spot *next;
};

struct side_news {
    enum store_news kind;
    char id[PLAYER_LEN + 1]; /* of a table or a player */
    uint32_t version;
};

struct side {
    struct pg_conn conn;
    uint64_t node;                       /* who we are */
    uv_timer_t timer;                    /* for what has its time */
    bool busy;                           /* a job of step() is under way */
    bool listening;                      /* LISTEN was asked for on this connection */
    bool closing;                        /* nothing more is begun */
    bool closed;                         /* the timer is */
    uint64_t xmin;                       /* all transactions before it were over at the last poll; 0: there was none */
    uint64_t poll_at, heart_at, tidy_at; /* ms of the steady clock */
    uint64_t polled;                     /* when it last went well */
    struct bytes said;                   /* to be told to others */
    struct bytes ended;                  /* tables of servers that ended: to be kept as news and told */
    struct bytes moved;                  /* tables of the spots that are being sent */
    struct spot *spots[CHAINS];          /* by hash of the id */
    bool changed;                        /* one of them is */
    uint64_t spots_at;                   /* not before then: it went wrong */
    struct side_news *told;              /* [told_n], to be told on the loop */
    size_t told_n, told_room;
    void (*watch)(void *ctx, enum store_news, const char *id, uint32_t version); /* NULL: nobody */
    void *watch_ctx;
};

static void step(struct side *);

static uint64_t now_ms(void) { return clock_steady() / 1000; }

/* ---- news from others ---- */

static void tell(struct side *s, enum store_news kind, const char *id, size_t n, uint32_t version)
{
    struct side_news t = {.kind = kind, .version = version};
    if (n >= sizeof t.id || !s->conn.loop) return;
    memcpy(t.id, id, n);
    if (s->told_n == TOLD_MAX) {
        s->told_n = 0;
        t = (struct side_news){.kind = NEWS_ALL};
    }
    if (s->told_n == s->told_room) {
        s->told_room = s->told_room ? 2 * s->told_room : 64;
        s->told = must(realloc(s->told, s->told_room * sizeof *s->told));
    }
    s->told[s->told_n++] = t;
}

static void tell_words(struct side *s, const char *p)
{
    for (p += strspn(p, " "); *p; p += strspn(p, " ")) {
        size_t n = strcspn(p, " ");
        const char *colon = memchr(p, ':', n);
        if (*p == 't' && colon)
            tell(s, NEWS_TABLE, p + 1, (size_t)(colon - p) - 1, (uint32_t)strtoul(colon + 1, NULL, 10));
        if (*p == 'h') tell(s, NEWS_HERE, p + 1, n - 1, 0);
        if (*p == 'l') tell(s, NEWS_LOBBY, "", 0, 0);
        if (*p == 'p') tell(s, NEWS_PLAYER, p + 1, n - 1, 0);
        if (*p == '*') s->poll_at = 0;
        p += n;
    }
}

/* On the loop, inside no call. */
static void tell_all(void *ctx)
{
    struct side *s = ctx;
    struct side_news *all = s->told;
    size_t n = s->told_n;
    s->told = NULL;
    s->told_n = s->told_room = 0;
    for (size_t i = 0; s->watch && i < n; i++) s->watch(s->watch_ctx, all[i].kind, all[i].id, all[i].version);
    free(all);
}

void side_watch(struct side *s, void (*fn)(void *ctx, enum store_news, const char *id, uint32_t version), void *ctx)
{
    s->watch = fn;
    s->watch_ctx = ctx;
}

static void read_notices(struct side *s)
{
    for (PGnotify *n; (n = PQnotifies(s->conn.conn)); PQfreemem(n)) {
        char *end;
        if (strtoull(n->extra, &end, 16) != s->node) tell_words(s, end);
    }
}

/* Begins a job of step(); `done` ends it with over(). */
static void begin(struct side *s, struct pg_job *j, void (*done)(void *ctx, struct pg_job *))
{
    GAME_ASSERT(!s->busy);
    s->busy = true;
    conn_post(&s->conn, j, done);
}

static void over(struct side *s)
{
    GAME_ASSERT(s->busy);
    s->busy = false;
    step(s);
}

/* Of a job whose answer says nothing. */
static void done(void *ctx, struct pg_job *j)
{
    (void)j;
    over(ctx);
}

static void polled(void *ctx, struct pg_job *j)
{
    struct side *s = ctx;
    if (!j->error) {
        uint64_t now = j->sent / 1000;
        conn_clock(&s->conn, j, job_natural(j, 0, 0, 1));
        uint64_t xmin = job_natural(j, 0, 0, 0); /* less than before: another server, which had not got all of it */
        if (s->xmin && (now - s->polled > KEPT_MS || xmin < s->xmin)) tell(s, NEWS_ALL, "", 0, 0);
        for (int i = 1; i < job_rows(j, 0); i++) tell_words(s, job_word(j, 0, i, 2));
        s->xmin = xmin;
        s->polled = now;
    }
    over(s);
}

static void poll_news(struct side *s)
{
    struct pg_job *j = job_new();
    job_say(j, SIDE_POLL);
    job_number(j, s->xmin ? s->xmin : INT64_MAX);
    job_number(j, s->node);
    s->poll_at = now_ms() + POLL_MS;
    begin(s, j, polled);
}

/* ---- news for others ---- */

static void add_words(struct bytes *b, const char *words)
{
    size_t n = strlen(words);
    if (b->n + n + 1 > b->room) {
        b->room = 2 * b->room + n + 1;
        b->p = must(realloc(b->p, b->room));
    }
    memcpy(b->p + b->n, words, n + 1);
    b->n += n;
}

/* Something is to be done; without a loop it is done before the call returns. */
static void stir(struct side *s)
{
    step(s);
    if (!s->conn.loop) conn_settle(&s->conn);
}

/* What is too much for a notice need not grow. */
static void say(struct side *s, const char *words)
{
    if (s->said.n <= NOTICE_MAX) add_words(&s->said, words);
}

void side_say(struct side *s, const char *said)
{
    say(s, said);
    stir(s);
}

bool side_away(const struct side *s, char why[256]) { return conn_away(&s->conn, why); }

/* One notice for all that was said since the last. */
static struct pg_job *notice(struct side *s)
{
    char text[NOTICE_MAX + 32];
    GAME_ASSERT(s->said.n);
    snprintf(text, sizeof text, "%" PRIx64 " %s", s->node, s->said.n > NOTICE_MAX ? "*" : s->said.p);
    s->said.n = 0;
    struct pg_job *j = job_new();
    job_say(j, SIDE_NOTIFY);
    job_text(j, text);
    return j;
}

/* ---- who is where ---- */

static struct spot **find_spot(struct side *s, const char *id)
{
    struct spot **at = &s->spots[hash_text(id) % CHAINS];
    while (*at && strcmp((*at)->id, id) != 0) at = &(*at)->next;
    return at;
}

int side_here_set(struct side *s, const char *id, const char *const *players, int n, int watching)
{
    struct spot **at = find_spot(s, id), *t = *at;
    if (!t && (n || watching)) {
        t = *at = must(calloc(1, sizeof *t));
        snprintf(t->id, sizeof t->id, "%s", id);
    }
    bool same = !t || (t->n == n && t->watching == watching);
    for (int i = 0; t && same && i < n; i++) same = strcmp(t->players[i], players[i]) == 0;
    if (!same) {
        t->players = must(realloc(t->players, ((size_t)n + 1) * sizeof *t->players));
        for (int i = 0; i < n; i++) snprintf(t->players[i], sizeof t->players[i], "%s", players[i]);
        t->n = n;
        t->watching = watching;
        t->changed = s->changed = true;
    }
    if (!same) stir(s);
    return 0;
}

/* The rows of who is there; *words: what others are told. Those where nobody is any more are forgotten. */
static struct pg_job *changed_spots(struct side *s, struct bytes *words)
{
    struct array gone = {.count = 0}, ids = {.count = 0}, players = {.count = 0}, watching = {.count = 0};
    char word[ID_LEN + 3];
    for (int i = 0; s->changed && i < CHAINS; i++)
        for (struct spot **at = &s->spots[i], *t; (t = *at);) {
            at = &t->next;
            if (!t->changed) continue;
            t->changed = false;
            job_array_text(&gone, t->id);
            snprintf(word, sizeof word, " h%s", t->id);
            add_words(words, word);
            for (int k = 0; k < t->n + (t->watching > 0); k++) {
                job_array_text(&ids, t->id);
                job_array_text(&players, k < t->n ? t->players[k] : "");
                job_array_number(&watching, k < t->n ? 0 : (uint64_t)t->watching);
            }
        }
    s->changed = false;
    if (!gone.count) return NULL;
    struct pg_job *j = job_new();
    job_say(j, DO_BEGIN);
    job_say(j, HERE_DROP);
    job_number(j, s->node);
    job_array(j, &gone);
    if (ids.count) {
        job_say(j, HERE_ADD);
        job_number(j, s->node);
        job_array(j, &ids), job_array(j, &players), job_array(j, &watching);
    }
    return j;
}

static void all_changed(struct side *s)
{
    for (int i = 0; i < CHAINS; i++)
        for (struct spot *t = s->spots[i]; t; t = t->next) t->changed = s->changed = true;
}

static void drop_spot(struct spot *t)
{
    free(t->players);
    free(t);
}

/* Those whom the database has forgotten as well. */
static void forget_empty(struct side *s)
{
    for (int i = 0; i < CHAINS; i++)
        for (struct spot **at = &s->spots[i], *t; (t = *at);) {
            if (t->changed || t->n || t->watching) {
                at = &t->next;
            } else {
                *at = t->next;
                drop_spot(t);
            }
        }
}

static void news_row(struct side *s, struct pg_job *j, const char *words)
{
    job_say(j, NEWS_ADD);
    job_number(j, s->node);
    job_text(j, words);
}

static void spots_sent(void *ctx, struct pg_job *j)
{
    struct side *s = ctx;
    if (j->error) all_changed(s), s->spots_at = now_ms() + POLL_MS;
    else say(s, s->moved.p), forget_empty(s);
    over(s);
}

static void send_spots(struct side *s)
{
    s->moved.n = 0;
    struct pg_job *j = changed_spots(s, &s->moved);
    GAME_ASSERT(j);
    news_row(s, j, s->moved.p);
    job_say(j, DO_COMMIT);
    begin(s, j, spots_sent);
}

int side_here(struct side *s, const char *id, void (*fn)(void *ctx, const char *player), void *ctx, int *watching,
              char why[256])
{
    struct pg_job *j = job_new();
    job_say(j, HERE_GET);
    job_text(j, id);
    job_number(j, s->node);
    int e = conn_run(&s->conn, j);
    *watching = 0;
    for (int i = 0; !e && i < job_rows(j, 0); i++) {
        *watching += (int)job_natural(j, 0, i, 1);
        if (*job_word(j, 0, i, 0)) fn(ctx, job_word(j, 0, i, 0));
    }
    if (e) snprintf(why, 256, "%s", j->why);
    job_free(j);
    return e;
}

/* ---- a sign of life; and the end of others ---- */

static void has_beaten(void *ctx, struct pg_job *j)
{
    struct side *s = ctx;
    if (!j->error) {
        if (job_integer(j, 0, 0, 0)) all_changed(s); /* it did not know us any more */
        for (int i = 0; i < job_rows(j, 1); i++) {
            char word[ID_LEN + 3];
            snprintf(word, sizeof word, " h%s", job_word(j, 1, i, 0));
            add_words(&s->ended, word);
        }
    }
    over(s);
}

static void beat(struct side *s)
{
    struct pg_job *j = job_new();
    job_say(j, SIDE_HEART);
    job_number(j, s->node);
    job_say(j, SIDE_FORGET);
    s->heart_at = now_ms() + HEART_MS;
    begin(s, j, has_beaten);
}

/* The servers that they were at have ended: that is told to all others, and here. */
static void send_ended(struct side *s)
{
    struct pg_job *j = job_new();
    news_row(s, j, s->ended.p);
    say(s, s->ended.p);
    tell_words(s, s->ended.p);
    s->ended.n = 0;
    begin(s, j, done);
}

static void tidy(struct side *s)
{
    struct pg_job *j = job_new();
    job_say(j, SIDE_TIDY);
    s->tidy_at = now_ms() + TIDY_MS;
    begin(s, j, done);
}

/* ---- rates ---- */

int side_spend(struct side *s, const struct spending *p, uint32_t *wait_ms, char why[256])
{
    *wait_ms = UINT32_MAX;
    if (p->cost > p->burst) return 1;
    struct pg_job *j = job_new();
    for (int k = 0; k < 2; k++) {
        job_say(j, k ? BUCKET_GET : BUCKET_SPEND);
        job_text(j, p->name);
        job_number(j, p->cost);
        job_number(j, p->per_hour);
        if (!k) job_number(j, p->burst);
    }
    int e = conn_run(&s->conn, j);
    if (e) snprintf(why, 256, "%s", j->why);
    else if (job_rows(j, 0)) *wait_ms = 0;
    else if (job_rows(j, 1)) {
        uint64_t wait = job_natural(j, 1, 0, 0);
        *wait_ms = wait > UINT32_MAX ? UINT32_MAX : (uint32_t)wait;
    }
    job_free(j);
    return e ? e : *wait_ms != 0;
}

int side_share(struct side *s, const struct store_share *p, uint32_t *wait_ms, char why[256])
{
    struct pg_job *j = job_new();
    job_say(j, BUCKET_SHARE);
    job_text(j, p->all);
    job_text(j, p->block);
    job_text(j, p->network);
    job_text(j, p->name);
    job_number(j, p->most);
    job_number(j, LIMIT_SHARES_MS);
    int e = conn_run(&s->conn, j);
    if (e) snprintf(why, 256, "%s", j->why);
    else *wait_ms = (uint32_t)job_natural(j, 0, 0, 0);
    job_free(j);
    return e ? e : *wait_ms != 0;
}

/* ---- step by step ---- */

static void listen_for_notices(struct side *s)
{
    struct pg_job *j = job_new();
    job_say(j, SIDE_LISTEN);
    s->listening = true;
    begin(s, j, done);
}

static void on_timer(uv_timer_t *h) { step(h->data); }

/* Begins what is to be done now, if nothing is under way; else, or later, it is called again. */
static void step(struct side *s)
{
    if (s->busy || s->closing || !s->conn.conn) return; /* begun() comes when there is a connection */
    uint64_t now = now_ms(), next = s->poll_at;
    if (!s->listening) listen_for_notices(s);
    else if (now >= s->heart_at) beat(s);
    else if (now >= s->poll_at) poll_news(s);
    else if (now >= s->tidy_at) tidy(s);
    else if (s->ended.n) send_ended(s);
    else if (s->changed && now >= s->spots_at) send_spots(s);
    else if (s->said.n) begin(s, notice(s), done);
    if (s->busy || !s->conn.loop) return;
    if (s->heart_at < next) next = s->heart_at;
    if (s->tidy_at < next) next = s->tidy_at;
    if (s->changed && s->spots_at < next) next = s->spots_at;
    uv_timer_start(&s->timer, on_timer, next > now ? next - now : 0, 0);
}

static void begun(void *ctx)
{
    struct side *s = ctx;
    GAME_ASSERT(!s->busy);
    s->listening = false;
    s->poll_at = s->heart_at = 0;
    step(s);
}

static void heard(void *ctx)
{
    read_notices(ctx);
    step(ctx); /* one may have said that there are news */
}

struct side *side_open(const char *url, PGconn *conn, uint64_t node, uv_loop_t *loop, int64_t *offset)
{
    struct side *s = must(calloc(1, sizeof *s));
    s->node = node;
    s->conn = (struct pg_conn){.url = url,
                               .set = store_postgres_set_side,
                               .begun = begun,
                               .heard = heard,
                               .after = tell_all,
                               .ctx = s,
                               .loop = loop,
                               .offset = offset};
    if (loop) {
        uv_timer_init(loop, &s->timer);
        uv_unref((uv_handle_t *)&s->timer);
        s->timer.data = s;
    }
    conn_open(&s->conn, conn);
    conn_settle(&s->conn); /* it has read the news, and the clock, before anything else is read */
    return s;
}

/* The others need not wait until we are missed. */
static void leave(struct side *s)
{
    s->moved.n = 0;
    all_changed(s);
    job_free(changed_spots(s, &s->moved));
    if (s->moved.n) say(s, s->moved.p);
    struct pg_job *j = job_new();
    job_say(j, SIDE_LEAVE);
    job_number(j, s->node);
    if (s->moved.n) news_row(s, j, s->moved.p);
    conn_post(&s->conn, j, NULL);
    if (s->said.n) conn_post(&s->conn, notice(s), NULL);
}

static void on_closed(uv_handle_t *h) { ((struct side *)h->data)->closed = true; }

void side_close(struct side *s)
{
    s->closing = true;
    conn_settle(&s->conn); /* what is under way may have something to say, too */
    leave(s);
    conn_close(&s->conn);
    if (s->conn.loop) uv_close((uv_handle_t *)&s->timer, on_closed);
    while (s->conn.loop && !s->closed) uv_run(s->conn.loop, UV_RUN_ONCE);
    for (int i = 0; i < CHAINS; i++)
        while (s->spots[i]) {
            struct spot *t = s->spots[i];
            s->spots[i] = t->next;
            drop_spot(t);
        }
    free(s->said.p);
    free(s->ended.p);
    free(s->moved.p);
    free(s->told);
    free(s);
}
