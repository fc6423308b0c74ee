/* store_postgres_side.c -- what servers on one PostgreSQL database tell one another and count together, beside all batches, on
 * a link of its own: notices, who is where, rates, the clock; see store_postgres_in.h and the second half of store.h.
 *
 * 1. What a batch did stands in the table `news`, committed with it. A notice (NOTIFY) with the same words follows, so that
 *    others need not wait; it may get lost, and a server may end before it has sent it.
 * 2. Each second everybody reads the news of transactions that were not over when it read last: so nothing is missed,
 *    in whatever order they ended. News are kept for a minute; who was away for longer is told NEWS_ALL.
 * 3. Who is where is kept here, too, and goes to the database again whenever that has forgotten us.
 * 4. Words of news: tID:VERSION a table, hID who is there, l the lobby, pPLAYER the tokens; * (in a notice): too much
 *    for one, read the news. */
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

struct told {
    enum store_news kind;
    char id[PLAYER_LEN + 1]; /* of a table or a player */
    uint32_t version;
};

struct side {
    struct link link;
    uint64_t node;                       /* who we are */
    uint64_t xmin;                       /* all transactions before it were over at the last poll; 0: there was none */
    uint64_t poll_at, heart_at, tidy_at; /* ms of the steady clock */
    uint64_t polled;                     /* when it last went well */
    pthread_mutex_t lock;                /* of what follows */
    struct bytes said;                   /* to be told to others */
    struct spot *spots[CHAINS];          /* by hash of the id */
    bool changed;                        /* one of them is */
    struct told *told;                   /* [told_n], to be told on the loop */
    size_t told_n, told_room;
};

static uint64_t now_ms(void) { return clock_steady() / 1000; }

/* ---- news from others ---- */

static void tell(struct side *s, enum store_news kind, const char *id, size_t n, uint32_t version)
{
    struct told t = {.kind = kind, .version = version};
    if (n >= sizeof t.id) return;
    memcpy(t.id, id, n);
    pthread_mutex_lock(&s->lock);
    if (s->told_n == TOLD_MAX) {
        s->told_n = 0;
        t = (struct told){.kind = NEWS_ALL};
    }
    if (s->told_n == s->told_room) {
        s->told_room = s->told_room ? 2 * s->told_room : 64;
        s->told = must(realloc(s->told, s->told_room * sizeof *s->told));
    }
    s->told[s->told_n++] = t;
    pthread_mutex_unlock(&s->lock);
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
    if (s->link.async) uv_async_send(s->link.async);
}

void side_finish(struct side *s, void (*fn)(void *ctx, enum store_news, const char *id, uint32_t version), void *ctx)
{
    link_finish(&s->link);
    pthread_mutex_lock(&s->lock);
    struct told *all = s->told;
    size_t n = s->told_n;
    s->told = NULL;
    s->told_n = s->told_room = 0;
    pthread_mutex_unlock(&s->lock);
    for (size_t i = 0; fn && i < n; i++) fn(ctx, all[i].kind, all[i].id, all[i].version);
    free(all);
}

static void read_notices(struct side *s)
{
    for (PGnotify *n; s->link.conn && (n = PQnotifies(s->link.conn)); PQfreemem(n)) {
        char *end;
        if (strtoull(n->extra, &end, 16) != s->node) tell_words(s, end);
    }
}

static void poll_news(struct side *s)
{
    uint64_t before = clock_steady(), now = now_ms();
    struct job *j = job_new();
    job_say(j, SIDE_POLL);
    job_number(j, s->xmin ? s->xmin : INT64_MAX);
    job_number(j, s->node);
    s->poll_at = now + POLL_MS;
    if (link_do(&s->link, j) == 0) {
        link_clock(&s->link, before, job_natural(j, 0, 0, 1));
        uint64_t xmin = job_natural(j, 0, 0, 0); /* less than before: another server, which had not got all of it */
        if (s->xmin && (now - s->polled > KEPT_MS || xmin < s->xmin)) tell(s, NEWS_ALL, "", 0, 0);
        for (int i = 1; i < job_rows(j, 0); i++) tell_words(s, job_word(j, 0, i, 2));
        s->xmin = xmin;
        s->polled = now;
    }
    job_free(j);
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

void side_say(struct side *s, const char *said)
{
    pthread_mutex_lock(&s->lock);
    add_words(&s->said, said);
    pthread_mutex_unlock(&s->lock);
    link_wake(&s->link);
}

bool side_away(struct side *s, char why[256]) { return link_away(&s->link, why); }

/* One notice for all that was said since the last. */
static struct job *notice(struct side *s)
{
    char text[NOTICE_MAX + 32];
    pthread_mutex_lock(&s->lock);
    size_t n = s->said.n;
    snprintf(text, sizeof text, "%" PRIx64 " %s", s->node, n > NOTICE_MAX ? "*" : n ? s->said.p : "");
    s->said.n = 0;
    pthread_mutex_unlock(&s->lock);
    if (!n) return NULL;
    struct job *j = job_new();
    job_say(j, SIDE_NOTIFY);
    job_text(j, text);
    return j;
}

static void send_notice(struct side *s)
{
    struct job *j = notice(s);
    if (j) link_do(&s->link, j);
    job_free(j);
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
    pthread_mutex_lock(&s->lock);
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
    pthread_mutex_unlock(&s->lock);
    if (!same) link_wake(&s->link);
    return 0;
}

/* The rows of who is there; *words: what others are told. Those where nobody is any more are forgotten. */
static struct job *changed_spots(struct side *s, struct bytes *words)
{
    struct array gone = {.count = 0}, ids = {.count = 0}, players = {.count = 0}, watching = {.count = 0};
    char word[ID_LEN + 3];
    pthread_mutex_lock(&s->lock);
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
    pthread_mutex_unlock(&s->lock);
    if (!gone.count) return NULL;
    struct job *j = job_new();
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
    pthread_mutex_lock(&s->lock);
    for (int i = 0; i < CHAINS; i++)
        for (struct spot *t = s->spots[i]; t; t = t->next) t->changed = s->changed = true;
    pthread_mutex_unlock(&s->lock);
}

static void drop_spot(struct spot *t)
{
    free(t->players);
    free(t);
}

/* Those whom the database has forgotten as well. */
static void forget_empty(struct side *s)
{
    pthread_mutex_lock(&s->lock);
    for (int i = 0; i < CHAINS; i++)
        for (struct spot **at = &s->spots[i], *t; (t = *at);) {
            if (t->changed || t->n || t->watching) {
                at = &t->next;
            } else {
                *at = t->next;
                drop_spot(t);
            }
        }
    pthread_mutex_unlock(&s->lock);
}

static void news_row(struct side *s, struct job *j, const char *words)
{
    job_say(j, NEWS_ADD);
    job_number(j, s->node);
    job_text(j, words);
}

static void send_spots(struct side *s)
{
    struct bytes words = {.n = 0};
    struct job *j = changed_spots(s, &words);
    if (!j) return;
    news_row(s, j, words.p);
    job_say(j, DO_COMMIT);
    if (link_do(&s->link, j)) all_changed(s); /* again, some time */
    else side_say(s, words.p), forget_empty(s);
    job_free(j);
    free(words.p);
}

int side_here(struct side *s, const char *id, void (*fn)(void *ctx, const char *player), void *ctx, int *watching,
              char why[256])
{
    struct job *j = job_new();
    job_say(j, HERE_GET);
    job_text(j, id);
    job_number(j, s->node);
    int e = link_run(&s->link, j);
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

static void beat(struct side *s)
{
    struct job *j = job_new();
    job_say(j, SIDE_HEART);
    job_number(j, s->node);
    job_say(j, SIDE_FORGET);
    s->heart_at = now_ms() + HEART_MS;
    struct bytes words = {.n = 0};
    if (link_do(&s->link, j) == 0) {
        if (job_integer(j, 0, 0, 0)) all_changed(s); /* it did not know us any more */
        for (int i = 0; i < job_rows(j, 1); i++) {
            char word[ID_LEN + 3];
            snprintf(word, sizeof word, " h%s", job_word(j, 1, i, 0));
            add_words(&words, word);
        }
    }
    job_free(j);
    if (!words.n) return;
    j = job_new();
    news_row(s, j, words.p);
    link_do(&s->link, j);
    job_free(j);
    side_say(s, words.p);
    tell_words(s, words.p);
    free(words.p);
}

static void tidy(struct side *s)
{
    struct job *j = job_new();
    job_say(j, SIDE_TIDY);
    s->tidy_at = now_ms() + TIDY_MS;
    link_do(&s->link, j);
    job_free(j);
}

/* ---- rates ---- */

int side_spend(struct side *s, const struct spending *p, uint32_t *wait_ms, char why[256])
{
    *wait_ms = UINT32_MAX;
    if (p->cost > p->burst) return 1;
    struct job *j = job_new();
    for (int k = 0; k < 2; k++) {
        job_say(j, k ? BUCKET_GET : BUCKET_SPEND);
        job_text(j, p->name);
        job_number(j, p->cost);
        job_number(j, p->per_hour);
        if (!k) job_number(j, p->burst);
    }
    int e = link_run(&s->link, j);
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
    struct job *j = job_new();
    job_say(j, BUCKET_SHARE);
    job_text(j, p->all);
    job_text(j, p->block);
    job_text(j, p->network);
    job_text(j, p->name);
    job_number(j, p->most);
    job_number(j, LIMIT_SHARES_MS);
    int e = link_run(&s->link, j);
    if (e) snprintf(why, 256, "%s", j->why);
    else *wait_ms = (uint32_t)job_natural(j, 0, 0, 0);
    job_free(j);
    return e ? e : *wait_ms != 0;
}

/* ---- the thread ---- */

static void begun(void *ctx)
{
    struct side *s = ctx;
    struct job *j = job_new();
    job_say(j, SIDE_LISTEN);
    link_do(&s->link, j);
    job_free(j);
    poll_news(s);
    s->heart_at = 0;
}

static void idle(void *ctx)
{
    struct side *s = ctx;
    uint64_t now = now_ms();
    read_notices(s);
    if (now >= s->heart_at) beat(s);
    send_spots(s);
    send_notice(s);
    if (now >= s->poll_at) poll_news(s);
    if (now >= s->tidy_at) tidy(s);
    read_notices(s); /* that came with the answers */
}

static int patience(void *ctx)
{
    struct side *s = ctx;
    uint64_t now = now_ms(), next = s->poll_at < s->heart_at ? s->poll_at : s->heart_at;
    pthread_mutex_lock(&s->lock);
    if (s->said.n || s->changed) next = now;
    pthread_mutex_unlock(&s->lock);
    return next > now ? (int)(next - now) : 0;
}

struct side *side_open(const char *url, PGconn *conn, uint64_t node, uv_async_t *async, _Atomic int64_t *offset)
{
    struct side *s = must(calloc(1, sizeof *s));
    pthread_mutex_init(&s->lock, NULL);
    s->node = node;
    s->link = (struct link){.url = url,
                            .set = store_postgres_set_side,
                            .idle = idle,
                            .patience = patience,
                            .begun = begun,
                            .ctx = s,
                            .async = async,
                            .offset = offset};
    link_open(&s->link, conn);
    return s;
}

/* The others need not wait until we are missed. */
static void leave(struct side *s)
{
    struct bytes words = {.n = 0};
    all_changed(s);
    struct job *j = changed_spots(s, &words), *last;
    job_free(j);
    if (words.n) side_say(s, words.p);
    j = job_new();
    job_say(j, SIDE_LEAVE);
    job_number(j, s->node);
    if (words.n) news_row(s, j, words.p);
    link_post(&s->link, j);
    last = notice(s);
    if (last) link_post(&s->link, last);
    free(words.p);
}

void side_close(struct side *s)
{
    leave(s);
    link_close(&s->link);
    for (int i = 0; i < CHAINS; i++)
        while (s->spots[i]) {
            struct spot *t = s->spots[i];
            s->spots[i] = t->next;
            drop_spot(t);
        }
    pthread_mutex_destroy(&s->lock);
    free(s->said.p);
    free(s->told);
    free(s);
}
