/* table.c -- see table.h. */
#include "table.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE_ROOM = 1024 }; /* more than any line of an event */

void *table_must(void *p)
{
    if (!p) {
        fputs("tambo: out of memory\n", stderr);
        abort();
    }
    return p;
}

struct table *table_new(void)
{
    struct table *t = table_must(calloc(1, sizeof *t));
    t->scratch = table_must(aligned_alloc(STATE_ALIGN, BOT_SCRATCH));
    t->fd = -1;
    return t;
}

/* Forgets the lines from number n on. */
static void cut_lines(struct table *t, int n)
{
    while (t->lines > n) free(t->line[--t->lines].tale);
}

void table_free(struct table *t)
{
    table_settled(t);
    table_close(t);
    cut_lines(t, 0);
    free(t->step);
    free(t->line);
    free(t->text.p);
    free(t->scratch);
    free(t);
}

static void need_text(struct table *t, size_t more)
{
    if (t->text.len + more <= t->text.size) return;
    t->text.size = 2 * (t->text.len + more);
    t->text.p = table_must(realloc(t->text.p, t->text.size));
}

/* ---- the file ---- */

int table_open(struct table *t, const char *path, bool *fresh)
{
    struct stat st;
    int fd = open(path, O_RDWR | O_APPEND | O_CREAT | O_NOCTTY | O_NONBLOCK, 0666);
    if (fd < 0 || fstat(fd, &st) != 0) {
        int status = usage("cannot write %s: %s", path, strerror(errno));
        if (fd >= 0) close(fd);
        return status;
    }
    const char *why = fd <= 2                ? "cannot be opened while standard input, output or error is closed"
                      : !S_ISREG(st.st_mode) ? "is not a plain file"
                      : flock(fd, LOCK_EX | LOCK_NB) != 0 ? "is being played by another tambo"
                                                          : NULL;
    if (why) {
        close(fd);
        return usage("%s %s", path, why);
    }
    t->fd = fd;
    t->length = st.st_size;
    t->path = table_must(strdup(path));
    *fresh = st.st_size == 0;
    return EXIT_GOOD;
}

void table_close(struct table *t)
{
    if (t->fd >= 0) close(t->fd);
    free(t->path);
    t->path = NULL;
    t->fd = -1;
}

/* The file failed: say so once and go on without it. */
static void lose(struct table *t)
{
    fprintf(stderr, "tambo: cannot write %s: %s\n", t->path, strerror(errno));
    table_close(t);
    t->lost = true;
}

/* Appends text[from..], all of it or nothing. */
static void append(struct table *t, size_t from)
{
    int64_t length = t->length;
    while (t->fd >= 0 && from < t->text.len) {
        ssize_t n = write(t->fd, t->text.p + from, t->text.len - from);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) {
            int saved = errno;
            if (ftruncate(t->fd, t->length) == 0) errno = saved; /* no half lines */
            lose(t);
            return;
        }
        from += (size_t)n;
        length += n;
    }
    t->length = length;
}

void table_keep(struct table *t) { append(t, 0); }

/* ---- the record ---- */

static struct table_line *add_line(struct table *t, int seat, const struct state *s)
{
    if (t->lines == t->room_lines) {
        t->room_lines = t->room_lines ? 2 * t->room_lines : 256;
        t->line = table_must(realloc(t->line, (size_t)t->room_lines * sizeof *t->line));
    }
    struct table_line *l = &t->line[t->lines++];
    *l = (struct table_line){.at = t->text.len, .seat = seat, .round = s->round};
    return l;
}

/* Writes down one line; s is the state before it. Returns how many moves went into it. */
static int note(struct table *t, const struct state *s, int seat, const Move *m, int n)
{
    const struct game *g = t->head.game;
    need_text(t, LINE_ROOM);
    if (seat == NATURE && g->mark(m[0]) == '~') return 1; /* for one seat only: never in a record */
    struct table_line *l = add_line(t, seat, s);
    int used = record_write_line(g, s, seat, m, n, &t->text);
    l->len = t->text.len - l->at - 1;
    l->fact = seat == NATURE && g->mark(m[0]) == '=';
    l->sealed = seat != NATURE && g->veil(s, seat, m[0], WATCHER) == NO_MOVE;
    for (int i = 0; seat == NATURE && i < used; i++) l->secret |= g->veil(s, seat, m[i], WATCHER) != m[i];
    if (seat == NATURE && !l->fact) t->chances++;
    return used;
}

static void note_fact(void *ctx, const struct state *s, Move m)
{
    struct table *t = ctx;
    note(t, s, NATURE, &m, 1);
    GAME_ASSERT(t->deeds < DEED_MOVES);
    t->deed[t->deeds++] = m;
}

static void keep_tale(void *ctx, const struct tale *tale)
{
    struct table_line *l = ctx;
    l->tale = table_must(realloc(l->tale, (size_t)(l->tales + 1) * sizeof *l->tale));
    l->tale[l->tales++] = *tale;
    l->otoma |= tale->party && tale->points;
}

/* ---- what may be taken back ---- */

void table_settled(struct table *t)
{
    while (t->steps) free(t->step[--t->steps].state);
}

static void remember(struct table *t, int seat)
{
    if (t->steps == t->room_steps) {
        t->room_steps = t->room_steps ? 2 * t->room_steps : 16;
        t->step = table_must(realloc(t->step, (size_t)t->room_steps * sizeof *t->step));
    }
    struct undo_step *p = &t->step[t->steps++];
    *p = (struct undo_step){.state = table_must(malloc(t->size)), .seat = seat, .text = t->text.len, .lines = t->lines};
    memcpy(p->state, table_state(t), t->size);
}

bool table_can_undo(const struct table *t, int seat)
{
    const struct state *now = (const struct state *)(const void *)t->pos.raw;
    const struct undo_step *p = t->steps ? &t->step[t->steps - 1] : NULL;
    return p && p->seat == seat && p->state->round == now->round;
}

void table_undo(struct table *t)
{
    struct undo_step *p = &t->step[--t->steps];
    memcpy(table_state(t), p->state, t->size);
    free(p->state);
    int64_t cut = (int64_t)(t->text.len - p->text);
    t->text.len = p->text;
    cut_lines(t, p->lines);
    if (t->fd >= 0 && ftruncate(t->fd, t->length - cut) == 0) t->length -= cut;
    else if (t->fd >= 0) lose(t);
}

/* ---- the match ---- */

void table_begin(struct table *t)
{
    const struct game *g = t->head.game;
    t->size = g->size(&t->head.setup);
    g->start(table_state(t), &t->head.setup);
    need_text(t, RECORD_NAMES + (64 << 10));
    record_write_head(&t->head, &t->text);
}

bool table_act(struct table *t, int seat, const Move *m, int n)
{
    const struct game *g = t->head.game;
    struct state *s = table_state(t);
    size_t from = t->text.len;
    int at = t->lines;
    if (seat != NATURE) remember(t, seat);
    memcpy(t->before.raw, t->pos.raw, t->size);
    memcpy(t->deed, m, (size_t)n * sizeof *m);
    t->deeds = n;
    note(t, s, seat, m, n);
    for (int i = 0; i < n; i++) g->apply(s, seat, m[i]);
    uint32_t moves = s->moves;
    match_settle(g, s, note_fact, t);
    struct deed d = {.before = position_state(&t->before), .seat = seat, .move = t->deed, .moves = t->deeds};
    tale_each(g, d, t->size, &t->telling, keep_tale, &t->line[at]);
    bool revealed = seat == NATURE || s->moves != moves;
    if (revealed) table_settled(t);
    append(t, from);
    return revealed;
}

void table_chance(struct table *t)
{
    Move m[MAX_LINE_MOVES];
    struct rng r = rng_fork(t->seed, t->chances);
    int n = t->head.game->draw(table_state(t), &r, m);
    table_act(t, NATURE, m, n);
}

void table_bot(struct table *t, int seat)
{
    struct rng r = rng_fork(t->seed, table_state(t)->moves);
    r = rng_fork(rng_next(&r), (uint64_t)seat);
    Move m = bot_think(t->bot[seat], t->head.game, table_state(t), t->size, seat, NULL, &r, t->scratch).move;
    GAME_ASSERT(t->head.game->objection(table_state(t), seat, m) == NULL);
    table_act(t, seat, &m, 1);
    if (t->steps) free(t->step[--t->steps].state); /* people take back, bots do not */
}

/* ---- resuming ---- */

/* The chance lines that have come in single moves. */
static void flush_waiting(struct table *t, const struct state *s)
{
    for (int at = 0; at < t->waits;) at += note(t, s, NATURE, t->waiting + at, t->waits - at);
    t->waits = 0;
}

struct resuming {
    struct table *t;
    struct record *r;
};

static void on_move(void *ctx, const struct state *before, int seat, Move m)
{
    struct resuming *now = ctx;
    struct table *t = now->t;
    if (!t->head.game) {
        t->head = now->r->head;
        table_begin(t);
    }
    if (seat == NATURE && t->head.game->mark(m) == '*') {
        GAME_ASSERT(t->waits < (int)(sizeof t->waiting / sizeof *t->waiting));
        t->waiting[t->waits++] = m;
        return;
    }
    flush_waiting(t, before);
    note(t, before, seat, &m, 1);
}

int table_resume(struct table *t)
{
    struct record *r = file_record();
    struct resuming now = {t, r};
    r->on_move = on_move;
    r->ctx = &now;
    int status = file_read_record(t->path, r);
    if (status == EXIT_GOOD) {
        t->head = r->head;
        if (!t->size) table_begin(t); /* no event yet */
        flush_waiting(t, record_state(r));
        memcpy(table_state(t), record_state(r), t->size);
        memcpy(t->names, r->names, sizeof t->names);
        for (int i = 0; i < MAX_SEATS; i++)
            if (t->head.name[i].p) t->head.name[i].p = t->names + (t->head.name[i].p - r->names);
        char last = '\n';
        if (t->length && pread(t->fd, &last, 1, t->length - 1) == 1 && last != '\n') {
            if (write(t->fd, "\n", 1) == 1) t->length++;
            else lose(t);
        }
    }
    free(r);
    return status;
}

/* ---- looking ---- */

struct state *table_view(struct table *t, int viewer, struct position *p)
{
    memcpy(p->raw, t->pos.raw, t->size);
    t->head.game->redact(position_state(p), viewer);
    return position_state(p);
}

bool table_may_read(const struct table *t, const struct table_line *l, int viewer)
{
    const struct state *s = (const struct state *)(const void *)t->pos.raw;
    if (s->phase == PHASE_OVER) return true;
    if (l->secret) return false;
    return !l->sealed || l->seat == viewer || l->round != s->round || s->phase != PHASE_PLAY;
}
